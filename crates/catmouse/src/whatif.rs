//! The answer to `whatif`: the effect of each single change of a board. A change concerns a wall,
//! an edge, a start or a rule.
//!
//! Each thread solves changed boards one after the other in the same memory. Some changes leave the
//! value of every position as it is, such as another start. Then the changed board is not solved,
//! and the effect is read from the values of the original board.

mod change;
mod neighbourhood;
mod promise;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use catmouse_arena::{Adjudication, InOrder, Limit, PositionId, Solution, Values};
use catmouse_explain::{Context, FirstDecision, principal_variation, rate};
use catmouse_formats::{BoardText, Format, write};
use catmouse_model::{Game, Keyword, Opening, Outcome, Side, Vertex, VertexJson};
use catmouse_solver::{Control, Request};
use serde::Serialize;

pub use change::{Change, ChangeKind, Chosen, Piece, RuleValue};
pub use neighbourhood::Neighbourhood;

use crate::answer::{DecidedBy, DistanceAnswer, SCHEMA, SolvedStart};
use crate::error::Error;
use crate::fields::number_field;
use crate::filter::{Key, KeyKind};
use crate::jobs::{self, StopSignal};
use crate::memory;
use crate::memory::Work;
use crate::question::{PreparedGame, is_name};
use crate::solved::Solved;

/// A solved board, and the means to solve its changed versions.
///
/// ```
/// use std::ops::ControlFlow;
/// use catmouse::{Question, whatif::{Difference, WhatIf}, memory::Work};
///
/// let board = Question::grid(["M.#.F", "..#..", "....C"]).prepare(Work::SOLVE)?;
/// let whatif = WhatIf::new(board, None, catmouse::streams::workers())?;
/// let changes: Vec<_> = whatif.neighbourhood().changes().collect();
/// let effects = whatif.effects(&changes, &|_, _| ControlFlow::Continue(()))?;
/// let first = &effects.ranked[0];
/// assert_eq!(whatif.difference(&first.effect), Difference::Outcome);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Debug)]
pub struct WhatIf {
    neighbourhood: Neighbourhood,
    solved: Solved,
    before: Effect,
    /// The bytes that the original board and its values take.
    bytes: u64,
    memory: Option<u64>,
    threads: NonZeroUsize,
    time: Option<Duration>,
    cancelled: Option<Arc<AtomicBool>>,
}

/// The result of a board from its start. The board is the original or a changed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effect {
    /// The outcome.
    pub outcome: Outcome,
    /// The cause of the outcome.
    pub decided_by: DecidedBy,
    /// The distance to the forced end.
    pub distance: DistanceAnswer,
    /// The moves at the winner's first turn, or at the first turn in a draw, and the number of them
    /// that keep the outcome, as in a survey ([`StartRow`](crate::answers::StartRow)). `None` if the game is
    /// over before that turn, and if the side follows a script.
    pub choice: Option<FirstChoice>,
}

/// The first choice of the side that can lose its win or its draw by a wrong move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstChoice {
    /// The side that chooses.
    pub side: Side,
    /// The number of moves.
    pub moves: usize,
    /// The number of moves that keep the outcome.
    pub right: usize,
}

/// The difference between the results of a changed board and of the original board: the first
/// variant that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Difference {
    /// The outcome differs.
    Outcome,
    /// The distance to the forced end differs. The end may also be forced on only one of the
    /// boards, or only one of them may have costs.
    Distance,
    /// The first choice has more or fewer moves, or more or fewer moves that keep the outcome.
    Moves,
    /// The results are the same.
    Nothing,
}

impl Difference {
    /// The words of all variants, in their order, as in the JSON.
    pub const WORDS: &'static [&'static str] = &["outcome", "distance", "moves", "nothing"];

    /// The word for this variant.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// A change, or a pair of changes, with its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RankedChange {
    /// The change.
    pub change: Change,
    /// The second change of a pair.
    pub and: Option<Change>,
    /// The result of the changed board.
    pub effect: Effect,
}

/// The effects of a list of changes.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Effects {
    /// The changes with their effects, the greatest effect first.
    ///
    /// First come changes of the outcome: those from a win to a loss before those from or to a
    /// draw, and within each group those with the longest forced wins first. Then come changes of
    /// the distance, then changes of the number of right moves, each by descending size, and then
    /// changes without effect.
    pub ranked: Vec<RankedChange>,
    /// The changes that do not give a valid game, or whose game cannot be solved, with the errors.
    pub refused: Vec<(Change, Error)>,
    /// The number of changes, or of pairs, that were not tried because the time was up.
    pub untried: usize,
}

/// Called with the number of boards that are solved and the total number. If it returns
/// [`ControlFlow::Break`], the work ends with [`Error::Cancelled`].
pub type ReportProgress<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

impl Effect {
    /// The result of a game from its start, given the values of all positions. Time: that of
    /// [`SolvedStart::new`].
    pub fn new<V: Values>(game: &Game, values: &V) -> Self {
        Self::at(game, values, &SolvedStart::new(game, values), &game.adjudication())
    }

    /// The result from another start, under the adjudication that applies from that start.
    fn at<V: Values>(game: &Game, values: &V, start: &SolvedStart, adjudication: &Adjudication) -> Self {
        let choice = rate(game.arena(), game, values, adjudication, start.opening.id).choice;
        Self {
            outcome: start.outcome(),
            decided_by: start.summary.decision.into(),
            distance: start.distance,
            choice: choice.map(|FirstDecision { at, moves, right }| FirstChoice {
                side: game.position(at).turn,
                moves,
                right,
            }),
        }
    }

    /// The distance in plies, or in cost if moves have costs.
    pub fn counted(&self) -> Option<u64> {
        self.distance.distance_cost.or(self.distance.distance_plies)
    }

    /// Whether the distance is counted in cost.
    fn is_in_cost(&self) -> bool {
        self.distance.distance_cost.is_some()
    }
}

impl WhatIf {
    /// Solves the original board. `memory` limits the bytes of this board and its changed versions
    /// together; `None` limits them to the free memory of the machine.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`].
    pub fn new(board: PreparedGame, memory: Option<u64>, threads: NonZeroUsize) -> Result<Self, Error> {
        Self::of(board.solve_with(&Control::default().on_threads(threads))?, memory, threads)
    }

    /// Takes a solved board as the original. `memory` is the same as for [`new`](Self::new). Time:
    /// that of [`SolvedStart::new`].
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`]; [`Error::NoDistances`] if only outcomes are known; [`Error::Table`].
    pub fn of(solved: Solved, memory: Option<u64>, threads: NonZeroUsize) -> Result<Self, Error> {
        if !solved.values().has_distances() {
            return Err(Error::NoDistances);
        }
        let neighbourhood = Neighbourhood::new(solved.setup(), solved.game());
        let plan = neighbourhood.setup().plan()?;
        let bytes = memory::ensure_fits(&plan, Work::SOLVE, memory)?;
        let before = Effect::new(solved.game(), solved.values());
        solved.values().ensure_intact()?;
        Ok(Self { neighbourhood, solved, before, bytes, memory, threads, time: None, cancelled: None })
    }

    /// Ends the work with [`Error::Cancelled`] soon after the flag is set, even while a board is
    /// being solved.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancelled: Some(flag), ..self }
    }

    /// Limits the time of [`effects`](Self::effects), and of [`pairs`](Self::pairs). Changes near the
    /// line are then tried first. `None` sets no limit.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// The time limit that front ends set by default: none on a small board, of which all changes are
    /// solved in seconds; otherwise two seconds.
    pub fn usual_time(&self) -> Option<Duration> {
        let board = self.solved.game().board();
        let is_small = if board.grid().is_some() { board.vertices() <= 144 } else { board.vertices() <= 100 };
        (!is_small).then_some(Duration::from_secs(2))
    }

    fn stop_signal(&self) -> StopSignal<'_> {
        StopSignal::new(self.cancelled.as_deref(), self.time)
    }

    /// The original board and its possible changes.
    pub fn neighbourhood(&self) -> &Neighbourhood {
        &self.neighbourhood
    }

    /// The original board, solved.
    pub fn solved(&self) -> &Solved {
        &self.solved
    }

    /// The result of the original board.
    pub fn before(&self) -> Effect {
        self.before
    }

    /// The difference between the results of a changed board and of the original board.
    pub fn difference(&self, after: &Effect) -> Difference {
        let before = &self.before;
        if after.outcome != before.outcome {
            Difference::Outcome
        } else if after.counted() != before.counted() || after.is_in_cost() != before.is_in_cost() {
            Difference::Distance
        } else if after.choice != before.choice {
            Difference::Moves
        } else {
            Difference::Nothing
        }
    }

    /// The distance to the forced end minus that of the original board. `None` if the outcomes
    /// differ, if an end is not forced on both boards, or if one counts plies and the other cost.
    pub fn distance_change(&self, after: &Effect) -> Option<i64> {
        let (before, now) = (self.before.counted()?, after.counted()?);
        let change = i64::try_from(now).ok()? - i64::try_from(before).ok()?;
        let is_comparable = after.outcome == self.before.outcome && after.is_in_cost() == self.before.is_in_cost();
        is_comparable.then_some(change)
    }

    /// The changes of these kinds, if the list of their effects fits into memory. Time: linear in
    /// the changes.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyChanges`].
    pub fn changes(&self, kinds: &[ChangeKind]) -> Result<Vec<Change>, Error> {
        /// The bytes of a change with its effect and its entry in the ranking.
        const BYTES: usize =
            size_of::<Change>() + 2 * size_of::<RankedChange>() + size_of::<(usize, Result<Effect, Error>)>();
        let is_wanted = |change: &Change| kinds.contains(&change.kind());
        let changes = self.neighbourhood.changes().filter(is_wanted).count();
        let wanted = (changes as u64).saturating_mul(BYTES as u64);
        let allowed = match self.memory {
            Some(allowed) => allowed.saturating_sub(self.bytes),
            // For so small a list it takes too long to find out how much memory is free.
            None if wanted <= 1 << 20 => wanted,
            None => memory::memory_budget(None),
        };
        if wanted > allowed {
            return Err(Error::TooManyChanges { changes: changes as u64, wanted, allowed });
        }
        Ok(self.neighbourhood.changes().filter(is_wanted).collect())
    }

    /// The effect of each of these changes on its own. Time: that of solving a board for each
    /// change that does not [keep the values](Change::keeps_values), or the
    /// [time limit](Self::within) and the time for one board.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] if a second board of this size does not fit into memory;
    /// [`Error::Cancelled`].
    pub fn effects(&self, changes: &[Change], report: ReportProgress<'_>) -> Result<Effects, Error> {
        let (threads, share) = self.threads_and_share()?;
        let order = match self.time {
            Some(_) => promise::by_promise(changes, self.solved.game().board(), &self.places_of_line()),
            None => (0..changes.len()).collect(),
        };
        let stop = self.stop_signal();
        let work = |table: &mut Solution, job: usize| self.effect(&changes[order[job]], share, table, &stop);
        let found = in_order(order.len(), threads, work, &stop, report)?;
        let mut effects = Effects { untried: changes.len() - found.len(), ..Effects::default() };
        let mut found: Vec<_> = order.into_iter().zip(found).collect();
        found.put_in_order_by_key(|&(index, _)| index);
        for (index, found) in found {
            let change = changes[index];
            match found {
                Ok(effect) => effects.ranked.push(RankedChange { change, and: None, effect }),
                // The time was up while the board was being solved.
                Err(Error::Cancelled) => effects.untried += 1,
                Err(error) => effects.refused.push((change, error)),
            }
        }
        self.rank(&mut effects.ranked);
        Ok(effects)
    }

    /// The vertices of all pieces along the line from the start.
    fn places_of_line(&self) -> Vec<Vertex> {
        let (game, start) = (self.solved.game(), self.solved.opening().position);
        let context = Context::new(game.arena(), game, self.solved.values(), game.adjudication());
        let steps = principal_variation(&context, start).steps;
        let positions = std::iter::once(start).chain(steps.iter().map(|step| step.to));
        let places = positions.flat_map(|position| {
            let position = game.position(position);
            position.cats.into_iter().chain([position.mouse])
        });
        let mut places: Vec<Vertex> = places.collect();
        places.put_in_order();
        places.dedup();
        places
    }

    /// The pairs of changes that together change the outcome, although neither does on its own.
    /// `alone` has the effects of the single changes, as returned by [`effects`](Self::effects).
    /// Time: that of solving a board for each pair of changes that do not [keep the
    /// values](Change::keeps_values).
    ///
    /// # Errors
    ///
    /// Those of [`effects`](Self::effects).
    pub fn pairs(&self, alone: &Effects, report: ReportProgress<'_>) -> Result<Effects, Error> {
        let (threads, share) = self.threads_and_share()?;
        let keeping_outcome = alone.ranked.iter().filter(|ranked| ranked.effect.outcome == self.before.outcome);
        let (value_keeping, value_changing): (Vec<Change>, Vec<Change>) =
            keeping_outcome.map(|ranked| ranked.change).partition(Change::keeps_values);
        let flips = |change: Change, and: Change, effect: Effect| {
            (effect.outcome != self.before.outcome).then_some(RankedChange { change, and: Some(and), effect })
        };
        // The first job has the pairs in which both changes keep the values. Each other job belongs
        // to a change that does not keep them. Its pairs combine this change with all changes that
        // keep the values, and with the later changes that do not. If players place pieces, every
        // pair is solved.
        let stop = self.stop_signal();
        let work = |table: &mut Solution, job: usize| -> Vec<RankedChange> {
            let mut found = Vec::new();
            let mut unsolved: Vec<[Change; 2]> = Vec::new();
            match job.checked_sub(1) {
                None => {
                    let is_placed = self.solved.game().start().position().is_none();
                    for (index, &one) in value_keeping.iter().enumerate() {
                        for &other in &value_keeping[index + 1..] {
                            let effect = self.effect_from_values(&[one, other]);
                            found.extend(effect.and_then(|effect| flips(one, other, effect)));
                            unsolved.extend(is_placed.then_some([one, other]));
                        }
                    }
                }
                Some(first) => {
                    let one = value_changing[first];
                    let game = self.solve(&[one], share, table, &stop).ok();
                    let game = game.filter(|game| game.start().position().is_some());
                    for &other in &value_keeping {
                        let Some(game) = &game else {
                            unsolved.push([one, other]);
                            continue;
                        };
                        let goes_together = self.neighbourhood.changed(&[one, other]).is_some();
                        let effect = goes_together.then(|| effect_from_values(game, table, &[other])).flatten();
                        found.extend(effect.and_then(|effect| flips(one, other, effect)));
                    }
                    unsolved.extend(value_changing[first + 1..].iter().map(|&other| [one, other]));
                }
            }
            for [one, other] in unsolved {
                if stop.is_set() {
                    break;
                }
                if let Ok(game) = self.solve(&[one, other], share, table, &stop) {
                    found.extend(flips(one, other, Effect::new(&game, table)));
                }
            }
            found
        };
        let jobs = 1 + value_changing.len();
        let found = in_order(jobs, threads, work, &stop, report)?;
        let kept = value_keeping.len();
        let pairs_of = |job: usize| match job {
            0 => kept * kept.saturating_sub(1) / 2,
            _ => kept + value_changing.len() - job,
        };
        let untried = (found.len()..jobs).map(pairs_of).sum();
        let mut ranked = found.concat();
        self.rank(&mut ranked);
        Ok(Effects { ranked, refused: Vec::new(), untried })
    }

    /// The number of threads that solve boards, and the bytes for a board on each thread.
    fn threads_and_share(&self) -> Result<(NonZeroUsize, u64), Error> {
        let free = match self.memory {
            Some(allowed) => allowed.saturating_sub(self.bytes),
            None => memory::memory_budget(None),
        };
        let most = free.checked_div(self.bytes).unwrap_or(u64::MAX);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let Some(threads) = NonZeroUsize::new(most.min(self.threads.get())) else {
            let plan = self.neighbourhood.setup().plan()?;
            // The error is about two boards together: the original and a changed one.
            return Err(match memory::ensure_fits(&plan, Work::SOLVE, Some(free)) {
                Err(mut error) => {
                    if let Error::TooLarge { wanted, allowed, positions, .. } = &mut error {
                        *wanted = wanted.saturating_add(self.bytes);
                        *allowed = allowed.saturating_add(self.bytes);
                        *positions *= 2;
                    }
                    error
                }
                Ok(_) => return Ok((NonZeroUsize::MIN, free)),
            });
        };
        Ok((threads, free / threads.get() as u64))
    }

    /// The effect of one change.
    fn effect(
        &self,
        change: &Change,
        share: u64,
        table: &mut Solution,
        stop: &StopSignal<'_>,
    ) -> Result<Effect, Error> {
        let known = change.keeps_values().then(|| self.effect_from_values(std::slice::from_ref(change))).flatten();
        if let Some(effect) = known {
            return Ok(effect);
        }
        let game = self.solve(std::slice::from_ref(change), share, table, stop)?;
        Ok(Effect::new(&game, table))
    }

    /// Solves the board after some changes into `table`. `share` limits the bytes.
    fn solve(
        &self,
        changes: &[Change],
        share: u64,
        table: &mut Solution,
        stop: &StopSignal<'_>,
    ) -> Result<Game, Error> {
        let setup = self.neighbourhood.changed(changes).ok_or(Error::NoBoard)?;
        let plan = setup.plan()?;
        memory::ensure_fits(&plan, Work::SOLVE, Some(share))?;
        let game = plan.game();
        let is_stopped = AtomicBool::new(false);
        let look = |_| is_stopped.store(stop.is_set(), Ordering::Relaxed);
        let control = if self.cancelled.is_some() || self.time.is_some() {
            Control::default().cancelled_by(&is_stopped).reporting_to(&look)
        } else {
            Control::default()
        };
        *table = catmouse_solver::solve_in(game.arena(), Request::Table, std::mem::take(table), &control)?.into_table();
        Ok(game)
    }

    /// The effect of changes that keep the values of the original board; `None` if they exclude
    /// each other, or if players place pieces.
    fn effect_from_values(&self, changes: &[Change]) -> Option<Effect> {
        self.neighbourhood.changed(changes)?;
        effect_from_values(self.solved.game(), self.solved.values(), changes)
    }

    fn rank(&self, ranked: &mut [RankedChange]) {
        ranked.sort_by_key(|RankedChange { effect, .. }| self.rank_of(effect));
    }

    /// The key by which effects are ordered. Effects with equal keys keep the order of the list.
    fn rank_of(&self, after: &Effect) -> impl Ord + use<> {
        let score = |outcome: Outcome| match outcome {
            Outcome::Mouse => 1_i8,
            Outcome::Draw => 0,
            Outcome::Cat => -1,
        };
        let before = &self.before;
        let difference = self.difference(after);
        let step = score(after.outcome).abs_diff(score(before.outcome));
        let right = |effect: &Effect| effect.choice.map_or(0, |choice| choice.right);
        let moves = |effect: &Effect| effect.choice.map_or(0, |choice| choice.moves);
        let (distance, choice) = match difference {
            Difference::Outcome => (after.counted().unwrap_or(0), u64::MAX - right(after) as u64),
            // If an end is forced on only one of the boards, the change of distance counts as the
            // greatest.
            _ => (
                self.distance_change(after)
                    .map_or(if difference == Difference::Distance { u64::MAX } else { 0 }, i64::unsigned_abs),
                2 * right(after).abs_diff(right(before)) as u64 + u64::from(moves(after) != moves(before)),
            ),
        };
        (difference, Reverse(step), Reverse(distance), Reverse(choice))
    }

    /// The answer about the original board, in the form of an answer about a change, with rank 0
    /// and without a change. `untried` is the number of changes that were not tried.
    pub fn answer_before(&self, untried: usize) -> WhatIfAnswer {
        WhatIfAnswer { untried: Some(untried), ..self.answer_of(0, None, &[], &self.before) }
    }

    /// The answer about a change with this rank, which is counted from 1.
    pub fn answer(&self, rank: usize, ranked: &RankedChange) -> WhatIfAnswer {
        let changes: Vec<Change> = [Some(ranked.change), ranked.and].into_iter().flatten().collect();
        self.answer_of(rank, ranked.and, &changes, &ranked.effect)
    }

    fn answer_of(&self, rank: usize, and: Option<Change>, changes: &[Change], effect: &Effect) -> WhatIfAnswer {
        let words: Vec<String> =
            changes.iter().map(|change| change.words(self.solved.game().board()).to_string()).collect();
        let text = if words.is_empty() { "as it is".to_owned() } else { words.join(" and ") };
        WhatIfAnswer {
            schema: SCHEMA,
            rank,
            change: changes.first().copied(),
            and,
            outcome: effect.outcome,
            decided_by: effect.decided_by,
            distance: effect.distance,
            flips: effect.outcome != self.before.outcome,
            difference: self.difference(effect),
            distance_change: self.distance_change(effect),
            moves: effect.choice.map(|choice| choice.moves),
            right_moves: effect.choice.map(|choice| choice.right),
            settings: self.neighbourhood.settings(changes).filter(|settings| !settings.is_empty()),
            setup: self.setup_text(changes, &text),
            untried: None,
            text,
        }
    }

    /// The changed board as a setup in TOML, which every command reads. `text` is a description of
    /// the changes for the title.
    fn setup_text(&self, changes: &[Change], text: &str) -> String {
        let mut out = String::new();
        let Some(setup) = self.neighbourhood.changed(changes) else { return out };
        let Ok(board) = setup.plan_board() else { return out };
        let mut document = BoardText::of_setup(setup);
        let title = self.solved.title();
        document.title = match title {
            _ if changes.is_empty() => title.map(str::to_owned),
            Some(name) if is_name(name) => Some(format!("{name}, with {text}")),
            _ => Some(format!("With {text}")),
        };
        // The format of setups can represent every board, so this does not fail.
        let _ = write(&mut out, &document, &board, Format::Setup);
        out
    }
}

/// Runs numbered jobs on several threads, and returns their results in order. Each thread has
/// its own table, which is reused.
fn in_order<T: Send>(
    jobs: usize,
    threads: NonZeroUsize,
    work: impl Fn(&mut Solution, usize) -> T + Sync,
    stop: &StopSignal<'_>,
    report: ReportProgress<'_>,
) -> Result<Vec<T>, Error> {
    let mut results = Vec::new();
    let work = |table: &mut Solution, job: u64| work(table, job as usize);
    jobs::in_order(threads, jobs as u64, Solution::default, work, stop, |_, result| {
        results.push(result);
        report(results.len(), jobs)
    });
    if stop.is_cancelled() || stop.is_done() { Err(Error::Cancelled) } else { Ok(results) }
}

/// The effect of changes that keep the values of a game; `None` if its players place pieces, or if
/// the changed start does not exist.
fn effect_from_values<V: Values>(game: &Game, values: &V, changes: &[Change]) -> Option<Effect> {
    let mut position = game.start().position()?;
    let mut adjudication = game.adjudication();
    for change in changes {
        apply_to_start(change, game, &mut position, &mut adjudication)?;
    }
    let id: PositionId = game.id(&position)?;
    let opening = Opening { position, id, cats: None, mouse: None };
    Some(Effect::at(game, values, &SolvedStart::of(game, values, opening, &adjudication), &adjudication))
}

/// Applies a change to the start or to the adjudication of a game whose pieces all have a start.
fn apply_to_start(
    change: &Change,
    game: &Game,
    position: &mut catmouse_model::Position,
    adjudication: &mut Adjudication,
) -> Option<()> {
    let vertex = |vertex: VertexJson| -> Option<Vertex> { game.board().find(&vertex.into()).ok() };
    let outcome = |value: RuleValue| match value {
        RuleValue::Word(word) => Outcome::from_word(word).map(catmouse_arena::WinOrDraw::from),
        _ => None,
    };
    match *change {
        Change::Start { piece: Piece::Mouse, to, .. } => position.mouse = vertex(to)?,
        Change::Start { piece: Piece::Cat, from, to } => {
            let from = vertex(from)?;
            *position.cats.iter_mut().find(|cat| **cat == from)? = vertex(to)?;
            position.cats = game.in_order(Side::Cat, std::mem::take(&mut position.cats));
        }
        Change::Rule { rule: "first", to: RuleValue::Word(word), .. } => position.turn = Side::from_word(word)?,
        Change::Rule { rule: "endless", to, .. } => adjudication.endless = outcome(to)?,
        Change::Rule { rule: "limit", to: RuleValue::Number(plies), .. } => {
            let winner = adjudication.limit?.outcome;
            adjudication.limit = Some(Limit::new(u64::try_from(plies).ok()?, winner));
        }
        Change::Rule { rule: "limit", .. } => adjudication.limit = None,
        Change::Rule { rule: "limit-winner", to, .. } => adjudication.limit.as_mut()?.outcome = outcome(to)?,
        _ => return None,
    }
    Some(())
}

/// The effect of a change of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WhatIf"))]
#[non_exhaustive]
pub struct WhatIfAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The rank of the change among all changes that were asked about, counted from 1, the greatest
    /// effect first; 0 for the original board.
    pub rank: usize,
    /// The change; null for the original board.
    pub change: Option<Change>,
    /// The second change of a pair; null otherwise.
    pub and: Option<Change>,
    /// A description of the change, or of both changes of a pair.
    pub text: String,
    /// The outcome from the start of the changed board.
    pub outcome: Outcome,
    /// The cause of the outcome.
    pub decided_by: DecidedBy,
    /// The distance to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// Whether the outcome differs from the outcome of the original board.
    pub flips: bool,
    /// The difference between the results of the changed board and of the original board.
    pub difference: Difference,
    /// The distance to the forced end minus that of the original board, in plies or in cost. Null
    /// if the outcomes differ, if an end is not forced on both boards, or if only one of them has
    /// costs.
    pub distance_change: Option<i64>,
    /// The number of moves that the winner has at its first turn, or the first mover in a draw;
    /// null if the game is over before that turn.
    pub moves: Option<usize>,
    /// The number of these moves that keep the outcome.
    pub right_moves: Option<usize>,
    /// The settings that make the change to the original board, by their keys; null if it is not a
    /// change of settings, as that of a wall or an edge.
    pub settings: Option<BTreeMap<&'static str, Chosen>>,
    /// The changed board as a setup in TOML, which every command reads.
    pub setup: String,
    /// In the answer about the original board, the number of changes (with `--pairs`, of pairs) that
    /// were not tried because the time was up; null in the others.
    pub untried: Option<usize>,
}

/// The columns of these answers in CSV, the same for every board.
pub const WHATIF_COLUMNS: [&str; 14] = [
    "rank",
    "kind",
    "text",
    "outcome",
    "decided_by",
    "distance_plies",
    "distance_cost",
    "flips",
    "difference",
    "distance_change",
    "moves",
    "right_moves",
    "settings",
    "setup",
];

/// The keys of a [`WhatIfAnswer`].
pub const WHATIF_KEYS: &[Key] = &[
    ("schema", KeyKind::Number),
    ("rank", KeyKind::Number),
    ("text", KeyKind::Text),
    ("outcome", KeyKind::Word(Outcome::WORDS)),
    ("decided_by", KeyKind::Word(DecidedBy::WORDS)),
    ("difference", KeyKind::Word(Difference::WORDS)),
    ("moves", KeyKind::Number),
    ("right_moves", KeyKind::Number),
    ("distance_change", KeyKind::Number),
    ("distance_plies", KeyKind::Number),
    ("distance_cost", KeyKind::Number),
    ("untried", KeyKind::Number),
    ("flips", KeyKind::Word(&["true", "false"])),
    ("change", KeyKind::Nested),
    ("and", KeyKind::Nested),
    ("settings", KeyKind::Nested),
    ("setup", KeyKind::Nested),
];

impl WhatIfAnswer {
    /// The settings as the text of a JSON object.
    pub fn settings_text(&self) -> Option<String> {
        serde_json::to_string(self.settings.as_ref()?).ok()
    }

    /// The fields in CSV, in the order of [`WHATIF_COLUMNS`].
    pub fn fields(&self) -> [String; 14] {
        let [plies, cost] = self.distance.fields();
        let kinds: Vec<&str> = [self.change, self.and].iter().flatten().map(|change| change.kind().word()).collect();
        [
            self.rank.to_string(),
            kinds.join(" "),
            self.text.clone(),
            self.outcome.to_string(),
            self.decided_by.word().to_owned(),
            plies,
            cost,
            self.flips.to_string(),
            self.difference.word().to_owned(),
            number_field(self.distance_change),
            number_field(self.moves),
            number_field(self.right_moves),
            self.settings_text().unwrap_or_default(),
            self.setup.clone(),
        ]
    }
}
