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
mod rules;
mod strategy_context;

use std::collections::HashMap;

use catmouse_arena::{Aim, JudgedBy, Player, PositionId, Status, Values, WinOrDraw, Words};

use crate::context::AnyArena;
use crate::explanation::{Explained, Explanation};
use crate::main_move::main_move;
use explore::{MoveSource, apply_rules, explore};
use learn::learn;
use strategy_context::StrategyContext;

pub use rules::{Action, AllowedMoves, Branch, Case, Landmark, Manner, NoStrategy, PlacementCondition, Strategy};

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
    let context = StrategyContext { explained, at_most: explore::POSITIONS_AT_MOST };
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
    StrategyContext { explained: Explained::new(arena, words, values, explanation), at_most }.main_strategies()
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
    let context = StrategyContext { explained: *explained, at_most: POSITIONS_AT_MOST };
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
    let context = StrategyContext { explained: *explained, at_most: POSITIONS_AT_MOST };
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

impl StrategyContext<'_> {
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
