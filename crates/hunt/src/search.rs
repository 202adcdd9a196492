//! A running hunt: the boards found until now, and the memory in which a thread rates boards.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use catmouse::jobs::{self, StopSignal};
use catmouse::{
    Choices, Error,
    answers::SCHEMA,
    cops::{CopsQuestion, CopsWorkspace},
};
use catmouse_arena::Solution;
use catmouse_model::{Batch, CopsChoices, Game, Setup};
use catmouse_solver::{Control, Request};

use crate::best_boards::{BestBoards, FoundBoard};
use crate::canonical::canonical;
use crate::graph::BitGraph;
use crate::worth::{self, Rated, StartScope};
use crate::{Hunt, HuntAnswer, HuntControl, HuntError, HuntProgress, Space};

/// A running hunt with the best boards found.
pub(crate) struct Search<'a> {
    hunt: &'a Hunt,
    control: &'a HuntControl<'a>,
    finds: BestBoards<'a>,
    pub(crate) boards: u64,
    pub(crate) left_out: u64,
    /// Whether every board of the space has been tried.
    pub(crate) is_complete: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(hunt: &'a Hunt, control: &'a HuntControl<'a>) -> Self {
        Self { hunt, control, finds: BestBoards::of_all_jobs(hunt), boards: 0, left_out: 0, is_complete: true }
    }

    /// Runs jobs that find boards, and merges their results in the order of the jobs.
    pub(crate) fn take_from<W>(
        &mut self,
        jobs: u64,
        workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, u64) -> (BestBoards<'a>, Result<(), Error>) + Sync,
        stop: &StopSignal<'_>,
    ) -> Result<(), Error> {
        let mut outcome = Ok(());
        jobs::in_order(self.control.threads, jobs, workspace, work, stop, |_, (finds, result)| {
            self.merge(finds);
            if let Err(error) = result {
                outcome = Err(error);
                return ControlFlow::Break(());
            }
            let is_enough = self.hunt.ends_when_found() && self.finds.is_full();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.is_complete &= !stop.is_set();
        outcome
    }

    fn merge(&mut self, finds: BestBoards<'_>) {
        self.boards += finds.boards;
        let before = self.finds.best().map(|find| find.value);
        for find in finds.into_list() {
            if self.finds.wants(find.value, find.size) {
                self.finds.offer(find);
            }
        }
        if let Some(report) = self.control.report {
            let best = self.finds.best();
            let is_better = best.map(|find| find.value) != before;
            report(&HuntProgress { boards: self.boards, best: best.map(|find| find.words(self.hunt)), is_better });
        }
    }

    /// The answer. Each board that was found is solved by itself.
    pub(crate) fn answer(self, stop: &StopSignal<'_>) -> Result<HuntAnswer, HuntError> {
        let Self { hunt, finds, boards, left_out, is_complete, .. } = self;
        let mut found = Vec::new();
        for (rank, find) in finds.into_answer().into_iter().enumerate() {
            found.push(find.answer(rank + 1, hunt)?);
        }
        let is_all = match hunt.space {
            Space::Graphs { .. } => hunt.is_exhaustive(),
            Space::Grids { .. } => false,
            Space::Near { .. } => true,
            Space::Stream => !hunt.has_cast(), // each graph is tried in a few numberings
        };
        Ok(HuntAnswer {
            schema: SCHEMA,
            objective: hunt.objective.clone(),
            space: hunt.space.clone(),
            constraints: hunt.constraints,
            at_least: hunt.at_least,
            at_most: hunt.at_most,
            seed: hunt.seed,
            boards,
            left_out,
            complete: is_all && is_complete && !stop.is_set(),
            found,
        })
    }
}

/// The buffers in which a thread rates boards; they are reused for each board.
pub(crate) struct Workspace<'a> {
    hunt: &'a Hunt,
    choices: Choices,
    batch: Batch,
    solution: Solution,
    question: Option<CopsQuestion>,
    cops: CopsWorkspace,
    /// The number of holes.
    holes: usize,
    starts: StartScope,
}

impl<'a> Workspace<'a> {
    pub(crate) fn new(hunt: &'a Hunt) -> Self {
        let (choices, holes, starts) = hunt.with_roles();
        let question = if hunt.is_of_cops() { hunt.cops_question().ok() } else { None };
        Self {
            hunt,
            batch: choices.batch(),
            choices,
            solution: Solution::default(),
            question,
            cops: CopsWorkspace::default(),
            holes,
            starts,
        }
    }

    /// Rates a graph whose first vertices are the holes. Returns also the start that has this
    /// worth.
    pub(crate) fn rate(&mut self, graph: &BitGraph) -> Result<(Rated, Option<catmouse_model::Position>), Error> {
        if let Some(question) = &self.question {
            let CopsChoices { mouse_may_stay, cat_may_stay, .. } = question.choices;
            let may_stay = mouse_may_stay != Some(false) && cat_may_stay != Some(false);
            let is_moving = may_stay || graph.vertices() == 1 || (0..graph.vertices()).all(|at| graph.degree(at) > 0);
            if self.hunt.constraints.no_stalemate && !is_moving {
                return Ok((Rated::default(), None));
            }
            return Ok((worth::rate_graph(&self.hunt.objective, graph, question, &mut self.cops)?, None));
        }
        let Self { hunt, choices, batch, solution, starts, .. } = self;
        if let Some(game) = batch.game(graph.vertices(), graph.arcs()) {
            return rate_game(hunt, game, solution, *starts);
        }
        // `Batch` does not support every game, for example not with several cats.
        let mut setup = Setup::new(graph.board());
        choices.apply(&mut setup);
        match setup.plan() {
            Ok(plan) => rate_game(hunt, &plan.game(), solution, *starts),
            // The graph has too few vertices for the rules.
            Err(_) => Ok((Rated::default(), None)),
        }
    }

    /// Rates a graph with each choice of holes, up to symmetry.
    pub(crate) fn try_with_all_holes(&mut self, graph: &BitGraph, found: &mut BestBoards<'_>) -> Result<(), Error> {
        let vertices = graph.vertices();
        if self.question.is_some() || self.holes == 0 || self.holes as u32 > vertices {
            return self.try_graph(graph, found).map(|_| ());
        }
        let mut chosen: Vec<u32> = (0..self.holes as u32).collect();
        let mut known = BTreeSet::new();
        loop {
            let rest = (0..vertices).filter(|vertex| !chosen.contains(vertex));
            let order: Vec<u32> = chosen.iter().copied().chain(rest).collect();
            let with_holes = graph.reordered(&order);
            let colours: Vec<u8> = (0..vertices).map(|vertex| u8::from(vertex >= self.holes as u32)).collect();
            // If a symmetry maps two choices of holes to each other, they have the same canonical
            // form.
            if known.insert(canonical(&with_holes, &colours).rows) {
                self.try_graph(&with_holes, found)?;
            }
            if !next_choice(&mut chosen, vertices) {
                return Ok(());
            }
        }
    }

    /// Rates a graph whose first vertices are the holes, and keeps it if it is among the best.
    pub(crate) fn try_graph(&mut self, graph: &BitGraph, found: &mut BestBoards<'_>) -> Result<Rated, Error> {
        let (rated, start) = self.rate(graph)?;
        found.boards += 1;
        let holes = if self.question.is_some() { 0 } else { self.holes };
        if found.wants(rated.worth.value, graph.size()) {
            let of_graph = if self.hunt.has_cast() { FoundBoard::of_numbered_graph } else { FoundBoard::of_graph };
            found.offer(of_graph(rated.worth.value, graph, holes, start.as_ref()));
        }
        Ok(rated)
    }
}

/// Solves a game in the memory of the previous one, and rates it.
pub(crate) fn rate_game(
    hunt: &Hunt,
    game: &Game,
    workspace: &mut Solution,
    starts: StartScope,
) -> Result<(Rated, Option<catmouse_model::Position>), Error> {
    solve_game(game, workspace)?;
    let rated = worth::rate(hunt, game, workspace, starts);
    Ok((rated, rated.start.map(|start| game.position(start))))
}

/// Solves a game in the memory of the previous one.
pub(crate) fn solve_game(game: &Game, workspace: &mut Solution) -> Result<(), Error> {
    let room = std::mem::take(workspace);
    *workspace = catmouse_solver::solve_in(game.arena(), Request::Table, room, &Control::default())?.into_table();
    Ok(())
}

/// Advances `chosen` to the next combination of the same size, in lexicographic order. Returns
/// false after the last combination.
fn next_choice(chosen: &mut [u32], vertices: u32) -> bool {
    let count = chosen.len();
    for at in (0..count).rev() {
        if chosen[at] + ((count - at) as u32) < vertices {
            chosen[at] += 1;
            for later in at + 1..count {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}
