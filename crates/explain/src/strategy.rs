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

use catmouse_arena::{Aim, InOrder, JudgedBy, Player, PositionId, Status, Values, WinOrDraw, Words};

use crate::context::AnyArena;
use crate::explanation::{Explained, Explanation};
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
        let punishing = context.punishing(&main)?;
        found.push(main);
        found.extend(punishing);
    }
    Ok(found)
}

/// The strategy after the mistakes of the opponent against a strategy that holds; `None` if no mistakes are possible.
///
/// # Errors
///
/// Those of [`strategies_within`].
pub(crate) fn punishing(
    explained: Explained<'_>,
    strategy: &Strategy,
    at_most: usize,
) -> Result<Option<Strategy>, NoStrategy> {
    StrategyContext { explained, at_most }.punishing(strategy)
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

impl StrategyContext<'_> {
    /// See [`punishing`].
    fn punishing(&self, strategy: &Strategy) -> Result<Option<Strategy>, NoStrategy> {
        let mut roots: Vec<(u64, PositionId)> = strategy.mistakes.iter().map(|&(_, to)| (0, to)).collect();
        roots.put_in_order();
        roots.dedup();
        if roots.is_empty() {
            return Ok(None);
        }
        let may_be_too_late = self.explanation.summary.adjudication.limit.is_some();
        let found = self.smallest(strategy.player, Aim::Win, &roots)?;
        Ok(Some(Strategy { after_mistakes: true, may_be_too_late, ..found }))
    }

    /// The winner's strategy, or in a draw the strategies of both players, the player to move
    /// first. None for a player that follows a script.
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
        // A script is no strategy that could be chosen.
        let aims = aims.into_iter().filter(|&(player, _)| !self.words.follows_script(player));
        aims.map(|(player, aim)| self.smallest(player, aim, &[(0, start)])).collect()
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
