//! The steps by which the cop number of a graph is found, in order of their cost. Each component of
//! the graph goes through them by itself, and their bounds are added up.
//!
//! 1. Girth and degrees bound the number from below.
//! 2. *Trials*: one number of cats after the other is tried, until cats win, or memory or time does
//!    not suffice.
//! 3. Theorems bound the number from above, if it is still open.
//! 4. Trials and theorems on the *core*, the graph without its corners, which has the same number.

use std::borrow::Cow;

use catmouse_arena::InOrder;
use catmouse_formats::SmallGraph;
use catmouse_model::{CopsAndRobbers, Side, Sight, are_connected};
use catmouse_solver::SolveError;

use super::component::{Component, SmallRows, Win, on_every_vertex};
use super::girth::LowerBound;
use super::graph::CopsGraph;
use super::question::{CopsQuestion, are_usual};
use super::stop::{CopsStop, StopReason};
use super::theorems::{BoundProof, CopsBound};
use super::workspace::CopsWorkspace;
use crate::error::Error;

/// The result of trying numbers of cats on a graph.
pub(super) struct CopsResult {
    /// The least number of cats that win, if it was asked for and found.
    pub(super) cop_number: Option<u32>,
    /// The win of the cats; `None` if they do not win, or if it is not known how they do.
    pub(super) win: Option<Win>,
    /// The greatest number of cats that was tried.
    pub(super) tried: u32,
    pub(super) at_least: CopsBound,
    pub(super) at_most: CopsBound,
    /// The trial that was not made, if one was missing.
    pub(super) stop: Option<CopsStop>,
}

impl CopsStop {
    /// The trial that was stopped by this error of `component`; the error itself if it says that
    /// something is wrong.
    fn of(error: Error, cats: u32, vertices: u32, workspace: &CopsWorkspace) -> Result<Self, Error> {
        let stopped = |because, bytes| Ok(Self { because, cats, vertices, bytes });
        match error {
            Error::TooManyCats { wanted, .. } => stopped(StopReason::Memory, (wanted < u64::MAX).then_some(wanted)),
            Error::NoMemory { bytes } => stopped(StopReason::Memory, (bytes < u64::MAX).then_some(bytes)),
            Error::TooManyPlaces { .. } | Error::Solve(SolveError::TooLarge { .. }) => {
                stopped(StopReason::Memory, None)
            }
            Error::Cancelled if !workspace.is_cancelled() => stopped(StopReason::Time, None),
            error => Err(error),
        }
    }
}

/// A graph, and what the steps find out about it.
pub(super) struct Decided<'g, 'a> {
    graph: &'g CopsGraph<'a>,
    /// Whether the theorems apply to the graph.
    pub(super) theorems_apply: bool,
    pub(super) girth: Option<LowerBound>,
    pub(super) found: CopsResult,
}

/// Goes through the steps for a graph.
pub(super) fn decide<'g, 'a>(
    graph: &'g CopsGraph<'a>,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace,
) -> Result<Decided<'g, 'a>, Error> {
    let theorems_apply = graph.theorems_apply(question);
    let girth = if theorems_apply { graph.lower_bound() } else { None };
    let least = CopsBound::of_girth(graph.vertices, girth);
    let found = workspace.at_work(question.time, |workspace| {
        if let Some(small) = &graph.small
            && let Some(found) = solve_small(small, least, question, workspace)?
        {
            return Ok(found);
        }
        let bounds_apply = !graph.is_directed && are_usual(&question.choices.rules());
        let least = if theorems_apply { least.raised_by_degrees(&graph.neighbours()) } else { least };
        solve(graph.game(), least, bounds_apply, question, workspace)
    })?;
    Ok(Decided { graph, theorems_apply, girth, found })
}

impl Decided<'_, '_> {
    /// The same bounds, by theorems where they prove as much as the trials.
    pub(super) fn by_theorems(mut self) -> Self {
        let CopsResult { at_least, at_most, .. } = &mut self.found;
        if !self.theorems_apply {
            return self;
        }
        // On most graphs one cat or two win, and nothing needs to be sought.
        if at_least.cats > 2 || at_least.cats < at_most.cats {
            let girth = CopsBound::of_girth(self.graph.vertices, self.girth);
            let raised = girth.raised_by_degrees(&self.graph.neighbours());
            if raised.by == BoundProof::Degree && raised.cats >= at_least.cats {
                *at_least = raised;
            }
        }
        if at_most.by == BoundProof::Trivial && at_most.cats > at_least.cats {
            *at_most = at_most.lowered_by_theorems(at_least.cats, &self.graph.neighbours());
        }
        if at_least.cats == 2 && at_least.by != BoundProof::Girth {
            at_least.by = BoundProof::Dismantling;
        }
        self
    }
}

/// The same as [`solve`] for a small graph, given as rows of bits. `None` if [`solve`] must answer:
/// the graph is not connected, some move leads one way, the rules or the question are unusual, or
/// the game does not fit into the inner caches.
pub(super) fn solve_small(
    graph: &SmallGraph,
    least: CopsBound,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace,
) -> Result<Option<CopsResult>, Error> {
    let rules = &question.choices.rules();
    if rules.mouse != rules.cat
        || rules.seen != Sight::Always
        || (rules.cat.speed, rules.capture_distance, rules.first) != (1, 0, Side::Cat)
        || !graph.is_undirected()
        || question.cats.is_some()
        || question.placements
        || !are_connected(graph.rows())
    {
        return Ok(None);
    }
    let rows = SmallRows::classical(graph, rules.cat.may_stay);
    let mut at_least = least;
    for cats in least.cats..graph.vertices() {
        if workspace.is_cancelled() {
            return Err(Error::Cancelled);
        }
        if let Some(most) = question.most.filter(|&most| cats > most) {
            let at_most = CopsBound::new(graph.vertices(), BoundProof::Trivial);
            return Ok(Some(CopsResult { cop_number: None, win: None, tried: most, at_least, at_most, stop: None }));
        }
        if !rows.fits_caches(cats, question) {
            return Ok(None);
        }
        if let Some(best) = rows.win(cats, rules, &mut workspace.small) {
            let at_most = CopsBound::new(cats, BoundProof::Trial);
            let (cop_number, win) = (Some(cats), Some(best));
            return Ok(Some(CopsResult { cop_number, win, tried: cats, at_least, at_most, stop: None }));
        }
        at_least = CopsBound::new(cats + 1, BoundProof::Trial);
    }
    Ok(None)
}

/// Tries numbers of cats on each component of a graph. On a connected graph, numbers below `least`
/// are skipped, because they are known not to win. Where a trial does not fit into memory or into
/// the time, bounds that need no table are sought. `bounds_apply` allows them: moves lead both ways,
/// and the rules are the usual ones.
///
/// No cat leaves its component, so each component needs its own cats. The mouse chooses the
/// component on which the cats take the most rounds. Spare cats are added one by one, always to the
/// component that takes the most rounds.
pub(super) fn solve(
    graph: &CopsAndRobbers,
    least: CopsBound,
    bounds_apply: bool,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace,
) -> Result<CopsResult, Error> {
    if let Some(cats) = question.cats.filter(|&cats| (1..=cats).contains(&graph.vertices()) && !question.placements) {
        let win = Win { rounds: 0, placement: on_every_vertex(graph.vertices(), cats), ..Win::default() };
        let at_most = CopsBound::new(graph.vertices(), BoundProof::Trivial);
        return Ok(CopsResult { cop_number: None, win: Some(win), tried: cats, at_least: least, at_most, stop: None });
    }
    let rules = question.choices.rules();
    let limit = question.cats.or(question.most);
    let is_connected = graph.is_connected();
    let components = if graph.vertices() == 0 || rules.components_are_independent(graph.has_dead_end()) {
        graph.components()
    } else {
        vec![((0..graph.vertices()).collect(), Cow::Borrowed(graph))]
    };
    let is_single = components.len() == 1;
    let mut parts: Vec<Part<'_>> = Vec::with_capacity(components.len());
    let (mut needed, mut to_come, mut tried) = (0, components.len() as u32, 0);
    for (vertices, component) in components {
        let component = Component::new(component, &rules);
        to_come -= 1;
        let others = needed + to_come; // each later component needs at least one cat
        let at_least = if bounds_apply && !is_single {
            let neighbours = component.neighbours();
            let girth = LowerBound::of(neighbours.degrees(), || &neighbours);
            CopsBound::of_girth(component.graph.vertices(), girth).raised_by_degrees(&neighbours)
        } else {
            CopsBound::new(least.cats.max(1), least.by)
        };
        let mut part = Part::new(vertices, component, at_least);
        let limit = limit.map(|limit| limit.saturating_sub(others));
        match question.cats.filter(|_| is_single) {
            // A single component has all the cats of the question, so smaller numbers need not be tried.
            Some(cats) => part.try_only(cats, bounds_apply, question, workspace)?,
            None => part.try_all(limit, bounds_apply, question, workspace)?,
        }
        tried = tried.max(if part.tried > 0 { others + part.tried } else { 0 });
        needed += part.at_least.cats;
        parts.push(part);
    }
    let at_least = CopsBound::of_components(parts.iter().map(|part| part.at_least));
    let at_most = CopsBound::of_components(parts.iter().map(|part| part.at_most));
    let stop = parts.iter().find_map(|part| part.stop);
    let tried = limit.filter(|&limit| at_least.cats > limit).unwrap_or(tried);
    let number = (at_least.cats == at_most.cats && limit.is_none_or(|limit| at_most.cats <= limit)).then_some(needed);
    let cop_number = number.filter(|_| question.cats.is_none());
    let open = CopsResult { cop_number, win: None, tried, at_least, at_most, stop };
    // The cats that are known to win on each component.
    let are_won = parts.iter().all(|part| part.win.is_some());
    let spare = question.cats.unwrap_or(at_most.cats).checked_sub(parts.iter().map(|part| part.cats).sum());
    let Some(spare) = spare.filter(|_| are_won) else { return Ok(open) };
    for _ in 0..spare {
        let slowest = |part: &&mut Part<'_>| (part.rounds(), std::cmp::Reverse(part.cats));
        let Some(slowest) = parts.iter_mut().max_by_key(slowest) else {
            break;
        };
        slowest.cats += 1;
        match slowest.component.win(slowest.cats, question, workspace) {
            Ok(win) => slowest.win = win.or(slowest.win.take()),
            Err(error) => {
                let stop = CopsStop::of(error, slowest.cats, slowest.component.graph.vertices(), workspace)?;
                return Ok(CopsResult { stop: Some(stop), ..open });
            }
        }
    }
    let rounds = parts.iter().map(Part::rounds).max().unwrap_or(0);
    let mut placement: Vec<u32> = Vec::with_capacity(parts.iter().map(|part| part.cats as usize).sum());
    for part in &parts {
        let cats = part.win.iter().flat_map(|win| &win.placement);
        placement.extend(cats.map(|&vertex| part.vertices[vertex as usize]));
    }
    placement.put_in_order();
    let whole = parts.pop().filter(|_| is_connected).and_then(|part| part.win).unwrap_or_default();
    let win = Some(Win { rounds, placement, ..whole });
    Ok(CopsResult { win, tried: question.cats.unwrap_or(tried), ..open })
}

/// A component, and what is known of the cats that it needs.
struct Part<'a> {
    /// The vertices of the component, by their numbers in the whole graph.
    vertices: Vec<u32>,
    component: Component<'a>,
    at_least: CopsBound,
    at_most: CopsBound,
    /// The win of the number of cats in `cats`, if it was found.
    win: Option<Win>,
    cats: u32,
    /// The greatest number of cats that was tried; 0 if none was.
    tried: u32,
    /// The trial that was not made, if one was missing.
    stop: Option<CopsStop>,
}

/// If another number of cats may decide the question, a trial takes no more bytes than this.
const BYTES_OF_A_LONG_TRIAL: u64 = 1 << 30;

impl<'a> Part<'a> {
    fn new(vertices: Vec<u32>, component: Component<'a>, at_least: CopsBound) -> Self {
        let at_most = CopsBound::new(component.graph.vertices(), BoundProof::Trivial);
        Self { vertices, component, at_least, at_most, win: None, cats: 0, tried: 0, stop: None }
    }

    fn rounds(&self) -> u64 {
        self.win.as_ref().map_or(0, |win| win.rounds)
    }

    /// Whether more than `most` cats are needed.
    fn needs_more(&self, most: Option<u32>) -> bool {
        most.is_some_and(|most| self.at_least.cats > most)
    }

    /// All steps, with numbers of cats up to `most`.
    fn try_all(
        &mut self,
        most: Option<u32>,
        bounds_apply: bool,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace,
    ) -> Result<(), Error> {
        self.climb(most, question, workspace)?;
        if bounds_apply && self.win.is_none() {
            self.bound_above();
            // The core has the same cop number, so more trials on it show nothing new unless one was missing.
            if self.stop.is_some()
                && self.at_least.cats < self.at_most.cats
                && let Some(core) = self.component.core(question.memory, workspace)?
            {
                let core = Component::new(Cow::Owned(core), &question.choices.rules());
                let mut core = Part::new(Vec::new(), core, self.at_least);
                core.climb(most, &CopsQuestion { placements: false, ..*question }, workspace)?;
                core.bound_above();
                self.tried = self.tried.max(core.tried);
                if core.at_least.cats > self.at_least.cats {
                    self.at_least = CopsBound::new(core.at_least.cats, BoundProof::Core);
                }
                if core.at_most.cats < self.at_most.cats {
                    self.at_most = CopsBound::new(core.at_most.cats, BoundProof::Core);
                }
            }
        }
        Ok(())
    }

    /// Tries one number of cats after the other, up to `most`, as long as trials fit.
    fn climb(
        &mut self,
        most: Option<u32>,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace,
    ) -> Result<(), Error> {
        while self.win.is_none() && self.stop.is_none() && !self.needs_more(most) {
            self.attempt(self.at_least.cats, question, workspace)?;
        }
        Ok(())
    }

    /// Tries exactly this number of cats. If this takes long, it is first asked whether fewer win.
    fn try_only(
        &mut self,
        cats: u32,
        bounds_apply: bool,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace,
    ) -> Result<(), Error> {
        if self.needs_more(Some(cats)) {
            return Ok(());
        }
        let mut quick = *question;
        if !question.placements {
            quick.memory = question.memory.min(BYTES_OF_A_LONG_TRIAL);
        }
        self.attempt(cats, &quick, workspace)?;
        let Some(stop) = self.stop.filter(|_| bounds_apply || quick.memory < question.memory) else { return Ok(()) };
        if bounds_apply {
            self.bound_above();
        }
        if self.at_most.cats <= cats || stop.because == StopReason::Time {
            return Ok(());
        }
        self.stop = None;
        self.try_all(Some(cats - 1), false, &quick, workspace)?;
        // A win of fewer cats has another placement and another capture time.
        (self.win, self.tried) = (None, 0);
        if self.at_most.cats > cats && quick.memory < question.memory {
            self.stop = None;
            self.attempt(cats, question, workspace)?;
        } else {
            self.stop = Some(stop);
        }
        Ok(())
    }

    /// Tries this number of cats.
    fn attempt(&mut self, cats: u32, question: &CopsQuestion, workspace: &mut CopsWorkspace) -> Result<(), Error> {
        if workspace.is_cancelled() {
            return Err(Error::Cancelled);
        }
        match self.component.win(cats, question, workspace) {
            Ok(Some(win)) => {
                let is_everywhere = cats == self.component.graph.vertices();
                if !is_everywhere {
                    self.at_most = CopsBound::new(cats, BoundProof::Trial);
                }
                (self.win, self.cats, self.tried) = (Some(win), cats, cats);
            }
            Ok(None) => {
                self.at_least = CopsBound::new(cats + 1, BoundProof::Trial);
                self.tried = cats;
            }
            Err(error) => {
                self.stop = Some(CopsStop::of(error, cats, self.component.graph.vertices(), workspace)?);
            }
        }
        Ok(())
    }

    /// Looks for an upper bound that needs no table. The component must be connected.
    fn bound_above(&mut self) {
        self.at_most = self.at_most.lowered_by_theorems(self.at_least.cats, &self.component.neighbours());
    }
}
