//! The positions that can arise while a player makes certain moves and the opponent plays anything.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use catmouse_arena::{Aim, InOrder, Measure, Move, Place, Player, PositionId, Status};

use super::decision_point::{Choice, DecisionPoint, bit};
use super::learn::Learned;
use super::rules::{Action, AllowedMoves, Manner, NoStrategy, Strategy};
use super::strategy_context::StrategyContext;
use crate::explanation::Explanation;
use crate::holding;
use crate::main_move::main_move;
use crate::open::Open;
use crate::walks::{Distances, Walks};

/// The greatest number of positions that are explored. Rules for more positions could not be
/// remembered, and learning them would be slow.
pub(super) const POSITIONS_AT_MOST: usize = 1 << 18;

/// The greatest number of moves that are examined when at most `positions` positions are explored.
/// Teams have thousands of moves in one position.
pub(super) fn moves_at_most(positions: usize) -> usize {
    (16 * positions).min(1 << 21)
}

/// The moves of the player from which rules are learned.
pub(super) enum MoveSource {
    /// All moves of the best value.
    Best,
    /// The main move alone.
    Main,
    /// The moves that stay within these positions; outside them, all moves of the best value.
    Within(HashSet<PositionId>),
}

/// The moves that the rules must allow, so that the rules agree with the line: the answers of the
/// player's holding, which the line follows, or else the player's moves in the line.
pub(super) fn required_moves(explanation: &Explanation, player: Player, aim: Aim) -> BTreeMap<PositionId, PositionId> {
    let holding = explanation.holdings.iter().find(|holding| holding.player == player && aim == Aim::Hold);
    let own = explanation.plies.iter().filter(|ply| ply.player == player);
    holding.map_or_else(|| own.map(|ply| (ply.from, ply.played.to)).collect(), holding::answers)
}

impl MoveSource {
    /// The sources of moves for a player and its aim, in the order in which they are tried.
    pub(super) fn all(explanation: &Explanation, player: Player, aim: Aim) -> Vec<Self> {
        let trap = explanation.holdings.iter().find(|holding| holding.player == player && aim == Aim::Hold);
        let other = match (trap, aim) {
            (Some(holding), _) => Some(Self::Within(holding.trap.iter().copied().collect())),
            (None, Aim::Win) => Some(Self::Main),
            (None, Aim::Hold) => None,
        };
        other.into_iter().chain([Self::Best]).collect()
    }
}

/// Explores what can arise while the player makes moves from `source` and the opponent plays
/// anything. Returns the decision points. The exploration begins at `roots`; each has the part of
/// the limit that was used before it.
pub(super) fn explore(
    context: &StrategyContext<'_>,
    player: Player,
    aim: Aim,
    roots: &[(u64, PositionId)],
    source: &MoveSource,
    at_most: usize,
) -> Result<Vec<DecisionPoint>, NoStrategy> {
    let features = Features::new(context, player);
    // Where moves have costs, a win at once may cost more than a slower one.
    let any_end = context.words.measure() == Measure::Plies;
    let permitted = |position: PositionId, steps: &[Move]| -> HashSet<PositionId> {
        let inside = |known: &HashSet<PositionId>| -> HashSet<PositionId> {
            let stays = |step: &&Move| known.contains(&step.to);
            if known.contains(&position) {
                steps.iter().filter(stays).map(|step| step.to).collect()
            } else {
                HashSet::new()
            }
        };
        let found = match source {
            MoveSource::Best => HashSet::new(),
            MoveSource::Main => main_move(context, position).map(|step| step.to).into_iter().collect(),
            MoveSource::Within(known) => inside(known),
        };
        if found.is_empty() { context.best_moves(position).into_iter().map(|step| step.to).collect() } else { found }
    };
    let required_moves = required_moves(context.explanation, player, aim);
    let answer = |position: PositionId, steps: &[Move]| {
        let permitted = permitted(position, steps);
        let mut point = features.decision_point(position, steps);
        point.required = required_moves.get(&position).copied();
        for choice in &mut point.choices {
            choice.permitted = permitted.contains(&choice.to) || any_end && choice.has(Manner::Finish);
        }
        let follow = point.choices.iter().filter(|choice| choice.permitted).map(|choice| choice.to).collect();
        (follow, point)
    };
    let Reachable { answers: points, .. } = reachable(context, player, aim, roots, at_most, answer)?;
    let is_named = |point: &DecisionPoint| {
        let mut permitted = point.choices.iter().filter(|choice| choice.permitted);
        permitted.any(|choice| point.suits(&Action::To(choice.target.clone())))
    };
    if !points.iter().all(|point| !point.own.is_empty() && is_named(point)) {
        return Err(NoStrategy::NoPlaces);
    }
    Ok(points)
}

/// Plays by learned rules against every play of the opponent. Returns the rules as a strategy, and
/// the decision points that can still arise, to learn from again.
pub(super) fn apply_rules(
    context: &StrategyContext<'_>,
    player: Player,
    aim: Aim,
    roots: &[(u64, PositionId)],
    explored: &[DecisionPoint],
    learned: Learned,
) -> Result<(Strategy, Vec<DecisionPoint>), NoStrategy> {
    let points: HashMap<PositionId, &DecisionPoint> = explored.iter().map(|point| (point.position, point)).collect();
    let answer = |position: PositionId, _: &[Move]| {
        let point = points[&position];
        let action = learned.action(point);
        let moves: Vec<PositionId> = point.allowed(&action).map(|choice| choice.to).collect();
        (moves.iter().copied().collect(), AllowedMoves { position, moves })
    };
    // The rules allow only explored moves, so the bound is not exceeded.
    let Reachable { positions: met, answers, departures } =
        reachable(context, player, aim, roots, context.at_most, answer)?;
    let positions = met.len();
    let goes_on = |&&(_, to, _): &&(PositionId, PositionId, bool)| matches!(context.arena.status(to), Status::Turn(_));
    let wins_at_once = |&&(_, to, _): &&(PositionId, PositionId, bool)| context.has_winning_move(to, player);
    let punished_at_once = departures.iter().filter(goes_on).filter(wins_at_once).count();
    let punished_later = departures.iter().filter(goes_on).count() - punished_at_once;
    let Learned { finishes, branches, elsewhere } = learned;
    // Rules learned later must not lead to any other position. A move beyond the limit leads nowhere.
    let made: HashSet<(PositionId, PositionId)> =
        answers.iter().flat_map(|at| at.moves.iter().map(|&to| (at.position, to))).collect();
    let kept = explored.iter().filter(|point| met.contains(&point.position)).map(|point| {
        let mut point = point.clone();
        for choice in &mut point.choices {
            let is_known = met.contains(&choice.to) || made.contains(&(point.position, choice.to));
            choice.permitted &= choice.has(Manner::Finish) || is_known;
        }
        point
    });
    let kept: Vec<DecisionPoint> = kept.collect();
    let strategy = Strategy {
        player,
        aim,
        after_mistakes: false,
        positions,
        answers,
        punished_at_once,
        punished_later,
        finishes,
        branches,
        elsewhere,
        mistakes: departures.into_iter().filter(|(.., is_late)| !is_late).map(|(from, to, _)| (from, to)).collect(),
        may_be_too_late: false,
    };
    Ok((strategy, kept))
}

/// The positions that can arise.
struct Reachable<T> {
    /// All positions.
    positions: HashSet<PositionId>,
    /// The result of `answer` for each position at which the player can move.
    answers: Vec<T>,
    /// The opponent's moves after which the player can win, if no limit ends the game sooner: the
    /// positions before and after each, ascending, and whether the limit leaves no time for it.
    departures: Vec<(PositionId, PositionId, bool)>,
}

/// Explores the moves that `answer` gives (as the positions after them) against every play of the
/// opponent. Positions that can arise soonest are first.
fn reachable<T>(
    context: &StrategyContext<'_>,
    player: Player,
    aim: Aim,
    roots: &[(u64, PositionId)],
    at_most: usize,
    mut answer: impl FnMut(PositionId, &[Move]) -> (HashSet<PositionId>, T),
) -> Result<Reachable<T>, NoStrategy> {
    let summary = &context.explanation.summary;
    // The limit matters only to a hold. A forced win ends in time, and after a mistake the rest of
    // the limit is unknown.
    let limit = summary.adjudication.limit.filter(|_| aim == Aim::Hold).map(|limit| limit.distance);
    let wins = |position: PositionId| context.values.value(position).winner() == Some(player);
    let held = aim == Aim::Hold && !wins(summary.start);
    let mut met: HashSet<PositionId> = HashSet::new();
    let mut answers = Vec::new();
    let mut departures = Vec::new();
    let mut open = Open::default();
    let (mut moves, most_moves) = (0, moves_at_most(at_most));
    for &(after, root) in roots {
        open.push(after, root);
    }
    while let Some((after, position)) = open.pop() {
        if context.values.has_failed() {
            return Err(NoStrategy::Unreadable);
        }
        met.insert(position);
        if met.len() > at_most {
            return Err(NoStrategy::TooMany { at_most });
        }
        let Status::Turn(mover) = context.arena.status(position) else { continue };
        let in_time = |step: &Move| limit.is_none_or(|limit| after + u64::from(step.cost) <= limit);
        let steps: Vec<Move> = context.arena.successors(position).collect();
        moves += steps.len();
        if moves > most_moves {
            return Err(NoStrategy::TooManyMoves { at_most: most_moves });
        }
        if mover == player {
            // A position is skipped only if every move exceeds the limit. Otherwise its list of
            // moves includes those that exceed it.
            if !steps.iter().any(in_time) {
                continue;
            }
            let (follow, made) = answer(position, &steps);
            answers.push(made);
            let is_followed = |step: &&Move| in_time(step) && follow.contains(&step.to);
            for step in steps.iter().filter(is_followed) {
                open.push(after + u64::from(step.cost), step.to);
            }
        } else {
            for step in steps.into_iter().filter(in_time) {
                let after = after + u64::from(step.cost);
                if held && wins(step.to) {
                    let at = context.values.value(step.to).distance().map(|distance| after + distance);
                    let is_late = limit.is_some_and(|limit| at.is_none_or(|at| at > limit));
                    departures.push((position, step.to, is_late));
                } else {
                    open.push(after, step.to);
                }
            }
        }
    }
    departures.put_in_order();
    departures.dedup_by_key(|(from, to, _)| (*from, *to));
    Ok(Reachable { positions: met, answers, departures })
}

/// Computes the features from which rules are learned: the manners of the moves, and the distances
/// of the opponent. Computed distances are kept.
struct Features<'a, 'b> {
    context: &'a StrategyContext<'b>,
    player: Player,
    /// The walks of the player's pieces.
    own: Walks,
    other: Walks,
    /// The player's steps from each place to the goal.
    to_goal: Distances,
    /// The opponent's steps from each place to the goal.
    other_to_goal: Distances,
    /// The player's steps from each place to the given places.
    steps_to: RefCell<HashMap<Vec<Place>, Distances>>,
    other_steps_to: RefCell<HashMap<Vec<Place>, Distances>>,
}

impl<'a, 'b> Features<'a, 'b> {
    fn new(context: &'a StrategyContext<'b>, player: Player) -> Self {
        let start = context.explanation.summary.start;
        let walks = |player: Player| Walks::everywhere(context.words, player, start);
        let (own, other) = (walks(player), walks(player.opponent()));
        let goal = context.words.goal();
        let places = goal.as_ref().map_or(&[][..], |goal| &goal.places);
        let to_goal = own.distances_to_or_beside(places, &other);
        let other_to_goal = other.distances_to_or_beside(places, &own);
        let empty = || RefCell::new(HashMap::new());
        Self { context, player, own, other, to_goal, other_to_goal, steps_to: empty(), other_steps_to: empty() }
    }

    fn decision_point(&self, position: PositionId, steps: &[Move]) -> DecisionPoint {
        let crate::context::Context { arena, words, values, .. } = ***self.context;
        let (own, other) = (words.places(position, self.player), words.places(position, self.player.opponent()));
        let mut steps_to = self.steps_to.borrow_mut();
        let to_opponent = steps_to.entry(other.clone()).or_insert_with(|| self.own.distances_to(&other));
        let mut choices: Vec<Choice> = Vec::with_capacity(steps.len());
        // Teams have thousands of moves.
        let mut listed: HashSet<PositionId> = HashSet::with_capacity(steps.len());
        for step in steps {
            if !listed.insert(step.to) {
                continue; // another arc between the same places
            }
            let target = words.places(step.to, self.player);
            let mut manners = Vec::new();
            let finishes = arena.status(step.to) == Status::Won(self.player);
            if finishes {
                manners.push(Manner::Finish);
            }
            if words.stays(position, step.to) {
                manners.push(Manner::Stay);
            }
            let lost = |to: PositionId| arena.status(to) == Status::Won(self.player.opponent());
            // The opponent has won or wins at once only where the value is its win, so its moves
            // are examined only there.
            let may_be_lost = values.value(step.to).winner() == Some(self.player.opponent());
            let is_safe = !may_be_lost || !lost(step.to) && !arena.successors(step.to).any(|reply| lost(reply.to));
            if is_safe {
                manners.push(Manner::Safe);
            }
            if let ([from], [to]) = (&own[..], &target[..]) {
                let toward = |steps: &Distances| Some(steps.get(*to)?.cmp(&steps.get(*from)?));
                let (opponent, goal) = (toward(to_opponent), toward(&self.to_goal));
                if opponent == Some(std::cmp::Ordering::Less) {
                    manners.push(Manner::Nearer);
                }
                if goal == Some(std::cmp::Ordering::Less) {
                    manners.push(Manner::Goal);
                    manners.extend(is_safe.then_some(Manner::SafeGoal));
                }
                if opponent == Some(std::cmp::Ordering::Greater) {
                    manners.push(Manner::Away);
                    manners.extend(is_safe.then_some(Manner::SafeAway));
                }
            }
            let manners = manners.into_iter().fold(0, |bits, manner| bits | bit(manner));
            choices.push(Choice { to: step.to, target, manners, permitted: false });
        }
        let mut other_steps_to = self.other_steps_to.borrow_mut();
        let to_player = other_steps_to.entry(own.clone()).or_insert_with(|| self.other.distances_to(&own));
        let steps = [to_player.least(&other), self.other_to_goal.least(&other)];
        DecisionPoint { position, own, other, choices, required: None, steps }
    }
}
