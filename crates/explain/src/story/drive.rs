//! Where a winner drives the loser, or the door that it makes for.

use catmouse_arena::{Measure, Place, Player, PositionId, Status};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use super::tempo::Tempo;
use crate::explanation::Explained;
use crate::main_move::main_move;
use crate::sorting::set;
use crate::text::plies;
use crate::walks::Walks;

/// In a forced win of at least ten plies: what all *longest defences* have in common. In a longest
/// defence, L plays any of its best moves, and W plays its main moves. All of them take equally many
/// plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drive {
    /// The winner.
    pub player: Player,
    /// Whether W wins at the goal. Otherwise it wins where L's piece is.
    pub at_goal: bool,
    /// The places of L's only piece when L moves for the last time, or the doors from which W's
    /// only piece goes into the goal. Ascending.
    pub places: Vec<Place>,
    /// The number of doors, if W wins at the goal.
    pub doors: usize,
    /// The positions in which L moves for the last time, ascending.
    pub last: Vec<PositionId>,
    /// The last position, at least four plies before the end, at which longest defences that differ
    /// come together.
    pub meets: Option<PositionId>,
    /// The number of plies from there to the end.
    pub left: usize,
    /// Whether the same is so if W plays any of its best moves.
    pub holds_always: bool,
}

pub(super) fn find(context: &Explained<'_>) -> Option<Drive> {
    let drive = find_if(context, WinnerPlays::MainMoves)?;
    let holds_always = find_if(context, WinnerPlays::AnyBest).as_ref() == Some(&drive);
    Some(Drive { holds_always, ..drive })
}

/// The moves of the winner in the defences that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WinnerPlays {
    MainMoves,
    AnyBest,
}

/// The positions after each number of plies in longest defences, the start first. `None` if neither
/// player wins by force, if moves have costs, or if there are very many positions.
pub(super) fn longest_defences(context: &Explained<'_>, plays: WinnerPlays) -> Option<Vec<Vec<PositionId>>> {
    /// The greatest number of positions in longest defences.
    const POSITIONS_AT_MOST: usize = 1 << 13;
    let player = context.forced_winner().filter(|_| context.words.measure() == Measure::Plies)?;
    let mut layers = vec![vec![context.explanation.summary.start]];
    let mut positions = 1;
    for ply in &context.explanation.plies {
        let mut next = Vec::new();
        for &position in &layers[layers.len() - 1] {
            if ply.player != player || plays == WinnerPlays::AnyBest {
                next.extend(context.best_moves(position).into_iter().map(|step| step.to));
            } else {
                next.extend(main_move(context, position).map(|step| step.to));
            }
        }
        let next = set(next);
        positions += next.len();
        if positions > POSITIONS_AT_MOST {
            return None;
        }
        layers.push(next);
    }
    Some(layers)
}

fn find_if(context: &Explained<'_>, plays: WinnerPlays) -> Option<Drive> {
    /// The least number of plies of the win.
    const PLIES: usize = 10;
    let player = context.forced_winner()?;
    let loser = player.opponent();
    let count = context.explanation.plies.len();
    if count < PLIES || context.arena.status(context.explanation.summary.last) != Status::Won(player) {
        return None;
    }
    let layers = longest_defences(context, plays)?;
    let wins_last = context.explanation.plies.last()?.player == player;
    let last = if wins_last { count - 2 } else { count - 1 };
    let goal = context.words.goal().filter(|goal| goal.player == player);
    let at_goal = goal.as_ref().is_some_and(|goal| {
        let enters = |&at: &PositionId| context.words.places(at, player).iter().any(|at| goal.places.contains(at));
        wins_last && layers[count].iter().all(enters)
    });
    let (layer, whose) = if at_goal { (count - 1, player) } else { (last, loser) };
    let mut places = Vec::new();
    for &at in &layers[layer] {
        places.push(context.place(at, whose)?);
    }
    let doors = goal.filter(|_| at_goal).map_or(0, |goal| {
        Walks::everywhere(context.words, player, context.explanation.summary.start).doors(&goal.places).len()
    });
    let comes_together = |&ply: &usize| layers[ply].len() == 1 && layers[ply - 1].len() > 1;
    let meets = (1..=count - 4).rev().find(comes_together);
    Some(Drive {
        player,
        at_goal,
        places: set(places),
        doors,
        last: layers[last].clone(),
        meets: meets.and_then(|ply| layers[ply].first().copied()),
        left: meets.map_or(0, |ply| count - ply),
        holds_always: false,
    })
}

impl Drive {
    /// The position that a winner aims for: where the longest defences come together, or else the
    /// only one in which the loser moves for the last time.
    pub(super) fn aim(teller: &Teller<'_>) -> Option<String> {
        let drive = teller.all::<Self>().next()?;
        let only = || if let [last] = drive.last[..] { Some(last) } else { None };
        drive.meets.or_else(only).map(|at| teller.with_mover(at))
    }

    /// Whether the places are few, and the win could be at other doors too.
    fn has_target(&self) -> bool {
        self.places.len() <= 2 && !(self.at_goal && self.places.len() >= self.doors)
    }

    /// The places to which the loser is driven, or the doors that the winner makes for.
    fn target(&self, teller: &Teller<'_>) -> String {
        let (winner, loser) = (teller.words.player(self.player), teller.words.player(self.player.opponent()));
        let places = teller.places_among(&self.places, "or");
        match (self.at_goal, &self.last[..]) {
            (true, _) => format!("{winner} makes for {places}: every longest defence ends with its step from there"),
            (false, [last]) => {
                format!(
                    "{winner} drives {loser} to {places}: every longest defence ends in {}",
                    teller.with_mover(*last)
                )
            }
            (false, _) => format!("{winner} drives {loser} to {places}: there it moves last in every longest defence"),
        }
    }
}

impl Kind for Drive {
    const WEIGHT: u32 = 135;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let meets = self.meets.map(|at| {
            format!(
                "every longest defence comes to {}, {} before the end",
                teller.with_mover(at),
                plies(self.left as u64)
            )
        });
        let target = (self.has_target() || meets.is_none()).then(|| self.target(teller));
        let text = meets.into_iter().chain(target).collect::<Vec<String>>().join("; ");
        if self.holds_always {
            return text;
        }
        format!("while {} plays on like this, {text}", teller.words.player(self.player))
    }

    /// Handing the move over is a plan as well.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let says_something = |drive: &&Self| drive.meets.is_some() || drive.has_target();
        if Tempo::last(teller).is_some() {
            return Vec::new();
        }
        teller.all::<Self>().filter(says_something).map(|drive| drive.sentence(teller)).collect()
    }
}

impl Record for Drive {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |drive| drive.player)
            .field("at_goal", |drive| drive.at_goal)
            .means("Whether the winner wins at the goal, not where the loser's piece is.")
            .field("places", |drive| drive.places.clone())
            .means(
                "Where the loser's piece stands when it moves for the last time, or from where the winner's piece goes \
                 into the goal.",
            )
            .field("doors", |drive| drive.doors)
            .field("last", |drive| drive.last.clone())
            .means("The positions in which the loser moves for the last time.")
            .field("meets", |drive| drive.meets)
            .means("Where longest defences that differ come together for the last time, `left` plies before the end.")
            .field("left", |drive| drive.left)
    }
}
