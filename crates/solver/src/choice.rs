//! The choice between the orbits engine and another one for the best placements: the quicker one, or the one that
//! memory allows.

use catmouse_arena::Player;

use crate::orbits::{
    BestPlacements, MOST_NODES, MOST_PIECES, Pursuit, Search, configurations, nanoseconds_of_a_move, states,
};
use crate::{Control, Engine, Request, Shape, Side, SolveError, teams};

/// About how many nanoseconds a step of a search for symmetries takes.
const NANOSECONDS_A_STEP: u64 = 100;

/// Nanoseconds of other engines from which on symmetries are looked for: below, there is little to save.
const WORTH_SYMMETRIES: u64 = 5_000_000;

/// A plan to use the orbits engine: how far to look for the symmetries of a board, and whether the symmetries found are
/// worth a search among orbits.
///
/// The plan takes a [`Pursuit`] and no arena: an arena numbers its configurations in 32 bits, and orbits manage boards
/// with more.
#[derive(Clone, Copy, Debug)]
pub struct OrbitsPlan {
    shape: Shape,
    allowed: u64,
    /// About how many nanoseconds another engine takes; `None` where there is none, or no room for it.
    others: Option<u64>,
}

impl OrbitsPlan {
    /// A plan for a board of this shape in `allowed` bytes. `None` where another engine is done before symmetries are
    /// found.
    pub fn new(shape: impl Into<Shape>, allowed: u64) -> Option<Self> {
        let shape = shape.into();
        let others = nanoseconds_of_others(&shape, allowed);
        let is_worth_it = others.is_none_or(|others| others >= WORTH_SYMMETRIES);
        is_worth_it.then_some(Self { shape, allowed, others })
    }

    /// The steps that a search for symmetries may take, `most` or fewer. The search gets half of the time that
    /// symmetries can save.
    pub fn steps_for_symmetries(&self, most: usize) -> usize {
        self.others.map_or(most, |others| most.min((others / 2 / NANOSECONDS_A_STEP) as usize))
    }

    /// Whether a group of this order may be worth a search among orbits: if that could be quicker than another engine,
    /// or there is no other. Whether it is, depends on how many configurations have symmetries of their own.
    pub fn may_pay(&self, order: u128) -> bool {
        let Some((_, Side { nodes, team: Some(size), movers, arcs, .. }, single)) = sides(&self.shape) else {
            return false;
        };
        if single.nodes != nodes || !(1..=MOST_NODES.into()).contains(&nodes) || size > MOST_PIECES.into() {
            return false;
        }
        // So many symmetries are no longer counted.
        if order == u128::MAX {
            return false;
        }
        let moves = states(nodes, size, movers, order).saturating_mul(arcs.into()) / u128::from(nodes);
        let nanoseconds = saturated(moves.saturating_mul(nanoseconds_of_a_move(nodes).into()));
        self.others.is_none_or(|others| nanoseconds < others)
    }

    /// Prepares a search among orbits.
    ///
    /// # Errors
    ///
    /// [`SolveError::Unsuited`] where another engine is quicker, or has room and orbits have not;
    /// [`SolveError::TooLarge`] where there is no room for any; otherwise as [`Search::prepare`].
    ///
    /// # Panics
    ///
    /// As [`Search::prepare`].
    pub fn prepare<'a>(&self, pursuit: &Pursuit<'a>, control: &Control<'_>) -> Result<Search<'a>, SolveError> {
        let search = Search::prepare(pursuit, control).map_err(|error| match error {
            // Sampling alone needed this much.
            SolveError::TooLarge { bytes, .. } => self.too_large(bytes.saturating_mul(4)),
            error => error,
        })?;
        if self.others.is_some_and(|others| search.nanoseconds() >= others) {
            return Err(Self::OTHERS);
        }
        // The estimate may be 50 % too high.
        let bytes = search.bytes();
        if bytes - bytes / 3 > self.allowed { Err(self.too_large(bytes)) } else { Ok(search) }
    }

    /// Searches among orbits.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Self::prepare), and as [`Search::best_placements`].
    pub fn run(&self, search: &Search<'_>, control: &Control<'_>) -> Result<Option<BestPlacements>, SolveError> {
        search.best_placements(&control.allowing(self.allowed)).map_err(|error| match error {
            // The search was cut off, so add a quarter.
            SolveError::TooLarge { bytes, .. } => self.too_large(bytes.max(search.bytes()).saturating_add(bytes / 4)),
            SolveError::NoMemory { .. } if self.others.is_some() => Self::OTHERS,
            error => error,
        })
    }

    /// That another engine is to answer.
    const OTHERS: SolveError =
        SolveError::Unsuited { engine: Engine::Orbits, because: "takes longer or more memory than another one here" };

    fn too_large(&self, bytes: u64) -> SolveError {
        match self.others {
            Some(_) => Self::OTHERS,
            None => SolveError::TooLarge { bytes, allowed: self.allowed },
        }
    }
}

/// About how many nanoseconds the teams engine takes for [`Request::Placement`] on one thread, where the game is of
/// middling length; `None` where it refuses, or takes more bytes than are allowed.
fn nanoseconds_of_others(shape: &Shape, allowed: u64) -> Option<u64> {
    let (player, team, single) = sides(shape)?;
    let bytes = teams::estimate(*shape, Request::Placement(player)).bytes().ok()?;
    let size = team.team.unwrap_or(1);
    let words = configurations(team.nodes, size).saturating_mul(single.nodes.div_ceil(64).into());
    let pulled = words.saturating_mul(u128::from(size) * u128::from(team.arcs)) / u128::from(team.nodes.max(1));
    (bytes <= allowed).then(|| saturated(pulled.saturating_mul(4)))
}

/// The player with a team, that team, and the other's single piece.
fn sides(shape: &Shape) -> Option<(Player, Side, Side)> {
    let [one, two] = shape.sides?;
    match (one.team, two.team) {
        (None, Some(_)) => Some((Player::Two, two, one)),
        (Some(_), None) => Some((Player::One, one, two)),
        _ => None,
    }
}

fn saturated(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use catmouse_arena::Movers;

    use super::*;

    /// So many pieces against one on a board of this many nodes, from each of which there are four moves.
    fn shape(nodes: u64, size: u64) -> Shape {
        let side = |team| Side { nodes, arcs: 4 * nodes, team, movers: Movers::All, may_stay: true };
        Shape { ends_by_member: true, ..Shape::of_product([side(None), side(Some(size))], true) }
    }

    #[test]
    fn symmetries_are_looked_for_where_they_can_save_time_or_memory() {
        // Two pieces on 64 nodes have 2080 configurations, which take the teams engine microseconds.
        assert!(OrbitsPlan::new(shape(64, 2), u64::MAX).is_none());
        // Four on 512 have some 3 · 10⁹: minutes, so that the whole search for symmetries is worth it, but not without
        // any.
        let slow = OrbitsPlan::new(shape(512, 4), u64::MAX).expect("it takes long otherwise");
        assert_eq!(slow.steps_for_symmetries(1 << 26), 1 << 26);
        assert!(slow.may_pay(10_000_000) && !slow.may_pay(1) && !slow.may_pay(u128::MAX));
        // Where the other engine has no room, few symmetries are better than none.
        let cramped = OrbitsPlan::new(shape(64, 2), 1000).expect("there is no other way");
        assert!(cramped.may_pay(1));
        assert_eq!(cramped.too_large(2000), SolveError::TooLarge { bytes: 2000, allowed: 1000 });
        assert!(matches!(slow.too_large(2000), SolveError::Unsuited { engine: Engine::Orbits, .. }));
    }
}
