//! Chooses between the orbits engine and the teams engine for the best placements: the faster one,
//! or the one that fits into memory.

use catmouse_arena::Player;

use crate::orbits::{
    BestPlacements, MOST_NODES, MOST_PIECES, Pursuit, Search, configurations, nanoseconds_of_a_move, states,
};
use crate::{Control, Engine, PiecesShape, Request, Shape, SolveError, teams};

/// Approximate nanoseconds of one step of a search for symmetries.
const NANOSECONDS_A_STEP: u64 = 100;

/// If other engines take fewer nanoseconds than this, do not look for symmetries: they would save
/// too little.
const WORTH_SYMMETRIES: u64 = 5_000_000;

/// A plan to use the orbits engine: how long to look for the symmetries of a board, and whether the
/// symmetries found make that engine worthwhile.
///
/// The plan takes a [`Pursuit`] instead of an arena. An arena numbers its configurations in 32
/// bits, but the orbits engine handles boards with more.
#[derive(Clone, Copy, Debug)]
pub struct OrbitsPlan {
    shape: Shape,
    allowed: u64,
    /// Approximate nanoseconds of another engine; `None` if no other engine applies or fits.
    others: Option<u64>,
}

impl OrbitsPlan {
    /// A plan for a board of this shape within `allowed` bytes. `None` if another engine would
    /// finish before the symmetries are found.
    pub fn new(shape: impl Into<Shape>, allowed: u64) -> Option<Self> {
        let shape = shape.into();
        let others = nanoseconds_of_others(&shape, allowed);
        let is_worth_it = others.is_none_or(|others| others >= WORTH_SYMMETRIES);
        is_worth_it.then_some(Self { shape, allowed, others })
    }

    /// The number of steps to allow for the search for symmetries, at most `most`. The search gets
    /// half of the time that symmetries can save.
    pub fn steps_for_symmetries(&self, most: usize) -> usize {
        self.others.map_or(most, |others| most.min((others / 2 / NANOSECONDS_A_STEP) as usize))
    }

    /// True if a symmetry group of this order may pay: the orbits engine could be faster than every
    /// other engine, or no other engine applies. Whether it does pay depends on how many
    /// configurations are mapped to themselves.
    pub fn may_pay(&self, order: u128) -> bool {
        let Some((_, PiecesShape { nodes, team: Some(size), movers, arcs, .. }, single)) = sides(&self.shape) else {
            return false;
        };
        if single.nodes != nodes || !(1..=MOST_NODES.into()).contains(&nodes) || size > MOST_PIECES.into() {
            return false;
        }
        // The order saturates here, so the time cannot be estimated.
        if order == u128::MAX {
            return false;
        }
        let moves = states(nodes, size, movers, order).saturating_mul(arcs.into()) / u128::from(nodes);
        let nanoseconds = saturated(moves.saturating_mul(nanoseconds_of_a_move(nodes).into()));
        self.others.is_none_or(|others| nanoseconds < others)
    }

    /// Prepares the orbits engine for a board.
    ///
    /// # Errors
    ///
    /// [`SolveError::Unsuited`] if another engine is faster, or if only another engine fits;
    /// [`SolveError::TooLarge`] if no engine fits; otherwise those of [`Search::prepare`].
    ///
    /// # Panics
    ///
    /// Those of [`Search::prepare`].
    pub fn prepare<'a>(&self, pursuit: &Pursuit<'a>, control: &Control<'_>) -> Result<Search<'a>, SolveError> {
        let search = Search::prepare(pursuit, control).map_err(|error| match error {
            // Sampling alone needed this much.
            SolveError::TooLarge { bytes, .. } => self.too_large(bytes.saturating_mul(4)),
            error => error,
        })?;
        if self.others.is_some_and(|others| search.nanoseconds() >= others) {
            return Err(Self::ANOTHER_ENGINE);
        }
        // The estimate may be 50 % too high.
        let bytes = search.bytes();
        if bytes - bytes / 3 > self.allowed { Err(self.too_large(bytes)) } else { Ok(search) }
    }

    /// Runs the orbits engine.
    ///
    /// # Errors
    ///
    /// Those of [`prepare`](Self::prepare) and of [`Search::best_placements`].
    pub fn run(&self, search: &Search<'_>, control: &Control<'_>) -> Result<Option<BestPlacements>, SolveError> {
        search.best_placements(&control.allowing(self.allowed)).map_err(|error| match error {
            // The search was cut off, so add a quarter.
            SolveError::TooLarge { bytes, .. } => self.too_large(bytes.max(search.bytes()).saturating_add(bytes / 4)),
            SolveError::NoMemory { .. } if self.others.is_some() => Self::ANOTHER_ENGINE,
            error => error,
        })
    }

    /// The error that makes the caller use another engine.
    const ANOTHER_ENGINE: SolveError =
        SolveError::Unsuited { engine: Engine::Orbits, because: "takes longer or more memory than another one here" };

    fn too_large(&self, bytes: u64) -> SolveError {
        match self.others {
            Some(_) => Self::ANOTHER_ENGINE,
            None => SolveError::TooLarge { bytes, allowed: self.allowed },
        }
    }
}

/// Approximate nanoseconds of the teams engine for [`Request::Placement`] on one thread, if the
/// game has a typical length. `None` if that engine refuses or needs more bytes than are allowed.
fn nanoseconds_of_others(shape: &Shape, allowed: u64) -> Option<u64> {
    let (player, team, single) = sides(shape)?;
    let bytes = teams::estimate(*shape, Request::Placement(player)).bytes().ok()?;
    let size = team.team.unwrap_or(1);
    let words = configurations(team.nodes, size).saturating_mul(single.nodes.div_ceil(64).into());
    let pulled = words.saturating_mul(u128::from(size) * u128::from(team.arcs)) / u128::from(team.nodes.max(1));
    (bytes <= allowed).then(|| saturated(pulled.saturating_mul(4)))
}

/// The player with a team, the team, and the opponent's single piece; `None` unless exactly one
/// player has a team.
fn sides(shape: &Shape) -> Option<(Player, PiecesShape, PiecesShape)> {
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
