//! Strategies: how a player plays against every defence, as few rules.
//!
//! A line answers only the best replies. A [`Strategy`] answers all replies: it has rules for every
//! position that can arise while the player follows it and the opponent plays anything. The rules
//! form a decision tree. The first rule, which not every strategy has, applies everywhere: make a
//! move that wins at once. Then there is a [`Branch`] for each group of placements of the player's
//! pieces, with a [`Case`] for each [`PlacementCondition`] on the opponent. The last rule is for all
//! other placements. A rule allows one move or several. Each of them keeps the win or the hold, so
//! any of them may be played.
//!
//! There are many such strategies, and the smallest one found is kept. Rules are learned from the
//! moves that win soonest, from the main moves, or from the small trap of a holding. Then rules are
//! learned again from the positions that can still arise, as long as their number falls.
//!
//! This [`Strategy`] consists of rules; [`catmouse_arena::CertificateStrategy`] lists a move for
//! each position.
//!
//! Such trees are the subject of T. Brázdil, K. Chatterjee, J. Křetínský, V. Toman, *Strategy
//! Representation by Decision Trees in Reactive Synthesis*, TACAS 2018.

mod decision_point;
mod explore;
mod learn;

use std::collections::HashMap;
use std::ops::Deref;

use catmouse_arena::{Aim, JudgedBy, Place, Player, PositionId, Status, Values, WinOrDraw, Words};
use thiserror::Error;

use crate::context::AnyArena;
use crate::explanation::{Explained, Explanation};
use crate::main_move::main_move;
use explore::{MoveSource, apply_rules, explore};
use learn::learn;

/// A kind of move that can be described without naming a place, such as staying or coming nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manner {
    /// A move that wins at once.
    Finish,
    /// The pieces stay in their places.
    Stay,
    /// A step that reduces the number of steps to the nearest piece of the opponent.
    Nearer,
    /// A step that reduces the number of steps to the goal. For a goal that is closed to the
    /// player, steps are counted to a place from which the opponent steps into the goal, plus one.
    Goal,
    /// Any move after which the opponent cannot win with its next move.
    Safe,
    /// A safe move that reduces the number of steps to the goal.
    SafeGoal,
    /// A step that increases the number of steps to the nearest piece of the opponent.
    Away,
    /// A safe move that increases the number of steps to the nearest piece of the opponent.
    SafeAway,
}

impl Manner {
    /// All manners, the plainest first.
    pub const ALL: [Self; 8] =
        [Self::Finish, Self::Stay, Self::Goal, Self::Nearer, Self::Away, Self::Safe, Self::SafeGoal, Self::SafeAway];

    /// The manner as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Finish => "finish",
            Self::Stay => "stay",
            Self::Nearer => "nearer",
            Self::Goal => "goal",
            Self::Safe => "safe",
            Self::SafeGoal => "safe_goal",
            Self::Away => "away",
            Self::SafeAway => "safe_away",
        }
    }
}

/// The moves that a rule allows; at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Any move of this manner. One exists wherever the rule applies.
    By(Manner),
    /// The move after which the player's pieces stand on these places, ascending.
    To(Vec<Place>),
}

/// The target of the opponent's counted steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Landmark {
    /// The player's own pieces.
    Player,
    /// The goal.
    Goal,
}

/// A condition on the placement of the opponent's pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlacementCondition {
    /// No condition.
    Anything,
    /// The nearest of these pieces is at most this number of steps from the landmark.
    Within(Landmark, u32),
    /// The nearest of these pieces is more than this number of steps from the landmark, or has no
    /// path to it.
    Beyond(Landmark, u32),
    /// The pieces stand in one of these placements, each ascending.
    OneOf(Vec<Vec<Place>>),
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The case applies if its condition holds and no case before it applies.
    pub condition: PlacementCondition,
    /// The player's action in this case.
    pub action: Action,
}

/// The player's actions while its pieces stand in certain placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The placements, each ascending.
    pub at: Vec<Vec<Place>>,
    /// The cases. The first one that applies decides; the last has no condition.
    pub cases: Vec<Case>,
}

/// The moves that a strategy allows at one position that can arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedMoves {
    /// The position, with the player to move.
    pub position: PositionId,
    /// The position after each move, at least one, in the arena's order.
    pub moves: Vec<PositionId>,
}

/// A player's play against every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The player who follows the strategy.
    pub player: Player,
    /// Whether the strategy wins or holds.
    pub aim: Aim,
    /// Whether the strategy begins after the opponent's mistakes in a held game, instead of at the
    /// start.
    pub after_mistakes: bool,
    /// The number of positions, of both players' turns, that can arise while the player follows the
    /// strategy.
    pub positions: usize,
    /// The allowed moves at the positions at which the player is to move and has a move. Positions
    /// that can arise soonest are first.
    pub answers: Vec<AllowedMoves>,
    /// The number of [`mistakes`](Self::mistakes) after which the player can win with its next
    /// move.
    pub punished_at_once: usize,
    /// The number of [`mistakes`](Self::mistakes) after which the game is not over and the player
    /// can win, but not with its next move. The rules are not made for them.
    pub punished_later: usize,
    /// Whether the first rule is to win at once wherever a move does so.
    pub finishes: bool,
    /// The actions on certain placements, in the order of the placements.
    pub branches: Vec<Branch>,
    /// The action on all other placements, if there are any.
    pub elsewhere: Option<Manner>,
    /// The opponent's moves after which the player can force a win (any limit is disregarded): the
    /// positions before and after each, ascending. The strategy marked
    /// [`after_mistakes`](Self::after_mistakes) begins at the positions after them.
    pub mistakes: Vec<(PositionId, PositionId)>,
    /// The positions after those mistakes after which the win is within the rest of the limit, if
    /// the mistake is made as soon as it can be; ascending. Without a limit, all of them. The
    /// strategy after the mistakes has the same list.
    pub chances: Vec<PositionId>,
    /// Whether the strategy begins at more positions than the [`chances`](Self::chances), so that
    /// the limit may end the game before its win.
    pub may_be_too_late: bool,
}

impl Strategy {
    /// The number of rules: the leaves of the tree.
    pub fn rules(&self) -> usize {
        let cases: usize = self.branches.iter().map(|branch| branch.cases.len()).sum();
        usize::from(self.finishes) + cases + usize::from(self.elsewhere.is_some())
    }

    /// The size: one for each rule, plus one for each placement of the opponent that a rule names.
    pub(crate) fn size(&self) -> usize {
        let named = self.branches.iter().flat_map(|branch| &branch.cases).map(|case| match &case.condition {
            PlacementCondition::OneOf(placements) => placements.len(),
            _ => 0,
        });
        self.rules() + named.sum::<usize>()
    }
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStrategy {
    /// More positions can arise than the search explores.
    #[error("more than {at_most} positions can arise, which is too many to find rules")]
    TooMany {
        /// The greatest number of positions that it explores.
        at_most: usize,
    },
    /// More moves can be made than the search examines.
    #[error("more than {at_most} moves can arise, which is too many to find rules")]
    TooManyMoves {
        /// The greatest number of moves that it examines.
        at_most: usize,
    },
    /// The values can no longer be read ([`Values::has_failed`]).
    #[error("the values cannot be read")]
    Unreadable,
    /// The game does not name the places of the pieces, or the places after a move do not determine
    /// the move.
    #[error("the moves of this game cannot be described by places")]
    NoPlaces,
}

/// The strategies that prove the outcome of an explained position: the winner's strategy, or in a
/// draw both players' strategies to hold, the player to move first. A holder's strategy is followed
/// by its strategy after the opponent's mistakes, if mistakes are possible. Empty if the game is
/// over.
///
/// Under a limit, strategies answer only what can arise within it. Time: O(positions + moves) to
/// explore. Then rules are learned, in at most four rounds for each of two sources of moves. For
/// each placement of the player's pieces, every action is tested at every placement of the opponent
/// that can arise with it, once for each exception that is added.
///
/// # Errors
///
/// [`NoStrategy::TooMany`] or [`NoStrategy::TooManyMoves`] if more can arise than the search
/// explores, [`NoStrategy::NoPlaces`] if places cannot describe the moves.
pub fn strategies(
    arena: &dyn AnyArena,
    words: &dyn Words,
    values: &dyn Values,
    explanation: &Explanation,
) -> Result<Vec<Strategy>, NoStrategy> {
    let explained = Explained::new(arena, words, values, explanation);
    let context = Context { explained, at_most: explore::POSITIONS_AT_MOST };
    let mut found = Vec::new();
    for main in context.main_strategies()? {
        let player = main.player;
        let mut roots: Vec<(u64, PositionId)> = main.mistakes.iter().map(|&(_, to)| (0, to)).collect();
        roots.sort_unstable();
        roots.dedup();
        let (chances, may_be_too_late) = (main.chances.clone(), main.chances.len() < roots.len());
        found.push(main);
        if !roots.is_empty() {
            let punishing = context.smallest(player, Aim::Win, &roots)?;
            found.push(Strategy { after_mistakes: true, chances, may_be_too_late, ..punishing });
        }
    }
    Ok(found)
}

/// As [`strategies`], but without the strategies after mistakes, and for at most `at_most`
/// positions.
///
/// # Errors
///
/// [`NoStrategy::TooMany`] if more than `at_most` positions can arise, [`NoStrategy::TooManyMoves`]
/// if there are too many moves in them, [`NoStrategy::NoPlaces`] if places cannot describe the
/// moves.
pub fn strategies_within(
    arena: &dyn AnyArena,
    words: &dyn Words,
    values: &dyn Values,
    explanation: &Explanation,
    at_most: usize,
) -> Result<Vec<Strategy>, NoStrategy> {
    Context { explained: Explained::new(arena, words, values, explanation), at_most }.main_strategies()
}

/// The positions in which a manner applies, and those in which it fails.
pub(crate) struct MannerStatistics {
    pub(crate) manner: Manner,
    /// The number of positions that have both moves of the manner and other moves.
    pub(crate) applicable: usize,
    /// Those positions in which a move of the manner throws the win away, in the order in which
    /// they can arise.
    pub(crate) fails: Vec<PositionId>,
}

/// The number of the player's positions and the statistics of each manner (except finishing and
/// staying) over them. They are the positions with the player to move that can arise while the
/// player, who wins, plays main moves and the opponent plays anything. `None` if more than 8192
/// positions or 131072 moves can arise, or if the game has no places.
pub(crate) fn manner_statistics(explained: &Explained<'_>, player: Player) -> Option<(usize, Vec<MannerStatistics>)> {
    /// The greatest number of positions for which statistics are made.
    const POSITIONS_AT_MOST: usize = 1 << 13;
    let context = Context { explained: *explained, at_most: POSITIONS_AT_MOST };
    let roots = [(0, explained.explanation.summary.start)];
    let points = explore(&context, player, Aim::Win, &roots, &MoveSource::Main, POSITIONS_AT_MOST).ok()?;
    let keeps = |to: PositionId| explained.values.value(to).winner() == Some(player);
    let statistics = |manner: Manner| {
        let mut found = MannerStatistics { manner, applicable: 0, fails: Vec::new() };
        for point in &points {
            let of_manner = || point.choices.iter().filter(|choice| choice.has(manner));
            if (1..point.choices.len()).contains(&of_manner().count()) {
                found.applicable += 1;
                if !of_manner().all(|choice| keeps(choice.to)) {
                    found.fails.push(point.position);
                }
            }
        }
        found
    };
    Some((points.len(), Manner::ALL.into_iter().skip(2).map(statistics).collect()))
}

/// The result of following a rule of thumb against every play of the opponent. Wherever the rule
/// does not apply, the player makes the main move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HabitResult {
    /// Every play wins.
    Wins,
    /// Some play repeats a position, so it may go on for ever; no play loses the win.
    Circles,
    /// Some play loses the win, or the search stopped because more than 8192 positions or 131072
    /// moves can arise.
    Strays,
}

impl HabitResult {
    /// The result as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Circles => "circles",
            Self::Strays => "strays",
        }
    }
}

/// Follows a manner against every play of the opponent: the player makes any move of the manner
/// where there is one, and the main move elsewhere. Returns the numbers of the player's moves in
/// the line that are not of the manner, and the result of the play. `None` if more than 8192
/// positions or 131072 moves can arise.
pub(crate) fn follow_manner(
    explained: &Explained<'_>,
    player: Player,
    manner: Manner,
) -> Option<(Vec<usize>, HabitResult)> {
    /// The greatest number of positions that are explored.
    const POSITIONS_AT_MOST: usize = 1 << 13;
    let context = Context { explained: *explained, at_most: POSITIONS_AT_MOST };
    let of_manner = explore::of_manner(&context, player, manner);
    let own = explained.explanation.plies.iter().filter(|ply| ply.player == player);
    let exceptions = own.filter(|ply| !of_manner(ply.from).contains(&ply.played.to)).map(|ply| ply.number).collect();
    // A depth-first search: a cycle closes where it meets a position that is still open.
    let mut is_open: HashMap<PositionId, bool> = HashMap::new();
    let mut open = vec![(explained.explanation.summary.start, false)];
    let (mut found, mut moves) = (HabitResult::Wins, 0);
    while let Some((position, is_done)) = open.pop() {
        if is_done {
            is_open.insert(position, false);
            continue;
        }
        match is_open.get(&position) {
            Some(true) => found = HabitResult::Circles,
            Some(false) => {}
            None => {
                let is_too_much =
                    is_open.len() >= POSITIONS_AT_MOST || moves > explore::moves_at_most(POSITIONS_AT_MOST);
                if explained.values.value(position).winner() != Some(player) {
                    return Some((exceptions, HabitResult::Strays));
                }
                if is_too_much {
                    return None;
                }
                is_open.insert(position, true);
                open.push((position, true));
                let mut next = match explained.arena.status(position) {
                    Status::Turn(mover) if mover == player => of_manner(position),
                    Status::Turn(_) => explained.arena.successors(position).map(|step| step.to).collect(),
                    Status::Won(_) => Vec::new(),
                };
                if next.is_empty() && explained.arena.status(position) == Status::Turn(player) {
                    next.extend(main_move(explained, position).map(|step| step.to));
                }
                moves += next.len();
                open.extend(next.into_iter().map(|to| (to, false)));
            }
        }
    }
    Some((exceptions, found))
}

/// A solved game and its explanation, from which strategies are derived.
struct Context<'a> {
    explained: Explained<'a>,
    /// The greatest number of positions that are explored.
    at_most: usize,
}

impl<'a> Deref for Context<'a> {
    type Target = Explained<'a>;

    fn deref(&self) -> &Self::Target {
        &self.explained
    }
}

impl Context<'_> {
    /// The winner's strategy, or in a draw the strategies of both players, the player to move
    /// first.
    fn main_strategies(&self) -> Result<Vec<Strategy>, NoStrategy> {
        let start = self.explanation.summary.start;
        let judgement = self.explanation.summary.judgement;
        let Status::Turn(mover) = self.arena.status(start) else {
            return Ok(Vec::new());
        };
        let aims: Vec<(Player, Aim)> = match (judgement.outcome, judgement.decided_by) {
            (WinOrDraw::Win(player), JudgedBy::Play) => vec![(player, Aim::Win)],
            (WinOrDraw::Win(player), _) => vec![(player, Aim::Hold)],
            (WinOrDraw::Draw, _) => [mover, mover.opponent()].map(|player| (player, Aim::Hold)).to_vec(),
        };
        aims.into_iter().map(|(player, aim)| self.smallest(player, aim, &[(0, start)])).collect()
    }

    /// The smallest strategy found.
    fn smallest(&self, player: Player, aim: Aim, roots: &[(u64, PositionId)]) -> Result<Strategy, NoStrategy> {
        /// The greatest number of rounds of learning; each round learns from the positions that can
        /// still arise.
        const ROUNDS: usize = 4;
        /// The advantage in [`size`](Strategy::size) that another strategy needs over one that
        /// stays in a small trap.
        const TRAP_BONUS: usize = 4;
        let mut best: Option<Strategy> = None;
        let mut too_many = NoStrategy::TooMany { at_most: self.at_most };
        for source in MoveSource::all(self.explanation, player, aim) {
            // If too many positions can arise with all permitted moves, the next source may permit
            // fewer.
            let mut explored = match explore(self, player, aim, roots, &source, self.at_most) {
                Err(many @ (NoStrategy::TooMany { .. } | NoStrategy::TooManyMoves { .. })) => {
                    too_many = many;
                    continue;
                }
                explored => explored?,
            };
            let mut smallest_here: Option<Strategy> = None;
            for _ in 0..ROUNDS {
                let learned = learn(&explored);
                let (strategy, again) = apply_rules(self, player, aim, roots, &explored, learned)?;
                let is_smaller = smallest_here.as_ref().is_none_or(|known| strategy.size() < known.size());
                if is_smaller {
                    smallest_here = Some(strategy);
                }
                if !is_smaller || again.len() == explored.len() {
                    break;
                }
                explored = again;
            }
            // The trap is first. It is easier to see that a trap holds than that slightly fewer
            // rules hold.
            let handicap = usize::from(best.is_some() && aim == Aim::Hold) * TRAP_BONUS;
            if let Some(strategy) = smallest_here
                && best.as_ref().is_none_or(|known| strategy.size() + handicap < known.size())
            {
                best = Some(strategy);
            }
        }
        best.ok_or(too_many)
    }
}
