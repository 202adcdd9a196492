//! Graphs that are changed step by step, where there are too many to go through.
//!
//! Each chain begins with a graph that chance makes; most with a small one, which grows by a vertex whenever it stands still. An edge comes, goes or moves; the change stands if the graph is worth no less than
//! before it, or than some hundred steps ago (E. K. Burke and Y. Bykov, *The late acceptance hill-climbing heuristic*, European Journal of
//! Operational Research 258, 2017). That compares and computes nothing, so every machine takes the same way. A chain that has not bettered
//! itself for long begins anew.

use super::best_boards::BestBoards;
use super::graph::BitGraph;
use super::worth::Worth;
use super::{Hunt, HuntError, Objective, Search, Workspace};
use crate::cops::CopsWorkspaces;
use crate::error::Error;
use crate::jobs::StopSignal;
use crate::skill::Dice;

/// Boards of a job.
const BOARDS_PER_JOB: u64 = 40_000;

/// How many steps ago a board was worth what is good enough now.
const LATE: usize = 100;

/// Attempts at a graph as the constraints say, before it is given up.
const ATTEMPTS: u32 = 2_000;

/// Searches among graphs of so many vertices.
pub(super) fn graphs<'a>(
    hunt: &'a Hunt,
    vertices: u32,
    stop: &StopSignal<'_>,
    search: &mut Search<'a>,
) -> Result<(), HuntError> {
    let is_possible =
        (0..ATTEMPTS).any(|attempt| any_graph(hunt, vertices, &mut Dice::new(hunt.seed, attempt as usize)).is_some());
    if !is_possible {
        return Err(HuntError::unsuited(
            format!("no graph of {vertices} vertices as the constraints say was met by chance"),
            "ask for less, or give a stream of such graphs",
        ));
    }
    let workspaces = CopsWorkspaces::default();
    let work = |workspace: &mut Workspace<'_>, job: u64| {
        let mut found = BestBoards::new(hunt);
        let budget = (hunt.tries - job * BOARDS_PER_JOB).min(BOARDS_PER_JOB);
        let mut dice = Dice::new(hunt.seed, job as usize);
        let mut result = Ok(());
        while found.boards < budget && result.is_ok() && !is_over(hunt, &found, stop) {
            result = chain(hunt, vertices, budget, stop, workspace, &mut dice, &mut found);
        }
        (found, result)
    };
    search.take_from(hunt.tries.div_ceil(BOARDS_PER_JOB), || Workspace::new(hunt, &workspaces), work, stop)?;
    Ok(())
}

pub(super) fn is_over(hunt: &Hunt, found: &BestBoards<'_>, stop: &StopSignal<'_>) -> bool {
    stop.is_set() || hunt.ends_when_found() && found.is_full()
}

/// A graph as the constraints say, by chance.
fn any_graph(hunt: &Hunt, vertices: u32, dice: &mut Dice) -> Option<BitGraph> {
    let graph = match hunt.constraints.regular {
        Some(degree) => BitGraph::random_regular(vertices, degree, dice)?,
        None => {
            let more = dice.below(vertices as usize + 1) as u32;
            BitGraph::random(vertices, more, hunt.constraints.most_degree(), dice)
        }
    };
    hunt.constraints.allow(&graph).then_some(graph)
}

/// One chain, until it stands still or the budget is spent.
fn chain(
    hunt: &Hunt,
    vertices: u32,
    budget: u64,
    stop: &StopSignal<'_>,
    workspace: &mut Workspace<'_>,
    dice: &mut Dice,
    found: &mut BestBoards<'_>,
) -> Result<(), Error> {
    let smallest = if grows(hunt, dice) { vertices.min(SEED_VERTICES) } else { vertices };
    let Some(mut graph) = (0..ATTEMPTS).find_map(|_| any_graph(hunt, smallest, dice)) else {
        found.boards += 1;
        return Ok(());
    };
    while graph.vertices() < vertices {
        let began = found.boards;
        let left = u64::from(vertices - graph.vertices() + 1);
        let share = (budget.saturating_sub(began) / left).max(1);
        climb(hunt, &mut graph, (began + share).min(budget), vertices, stop, workspace, dice, found)?;
        // Where the time is up it still grows to the size that is wanted, so that something is found.
        let Some(larger) = (0..ATTEMPTS).find_map(|_| one_more(hunt, &graph, dice)) else {
            found.boards += 1;
            return Ok(());
        };
        graph = larger;
    }
    climb(hunt, &mut graph, budget, vertices, stop, workspace, dice, found)
}

/// Whether this chain begins with a small graph that grows: what takes long on few vertices takes long on more. Not where every vertex
/// has its number of neighbours.
fn grows(hunt: &Hunt, dice: &mut Dice) -> bool {
    hunt.constraints.regular.is_none() && !matches!(hunt.objective, Objective::CopNumber(_)) && dice.below(4) > 0
}

/// The vertices of a graph that grows, to begin with.
const SEED_VERTICES: u32 = 9;

/// The graph with one more vertex: on an edge, or beside one or two others; none where it is not as the constraints say.
fn one_more(hunt: &Hunt, graph: &BitGraph, dice: &mut Dice) -> Option<BitGraph> {
    let new = graph.vertices();
    let mut rows: Vec<u64> = (0..new).map(|vertex| graph.row(vertex)).collect();
    rows.push(0);
    let mut larger = BitGraph::of_rows(rows);
    let one = dice.below(new as usize) as u32;
    let other = dice.below(new as usize) as u32;
    larger.toggle(one, new);
    if one != other && dice.below(2) == 0 {
        larger.toggle(other, new);
        if larger.has(one, other) && dice.below(2) == 0 {
            larger.toggle(one, other);
        }
    }
    hunt.constraints.allow(&larger).then_some(larger)
}

/// Changes a graph step by step, until it stands still or so many boards have been tried. Only graphs of the size that is wanted are kept
/// as finds.
#[expect(clippy::too_many_arguments, reason = "all of them are of the chain")]
fn climb(
    hunt: &Hunt,
    graph: &mut BitGraph,
    budget: u64,
    vertices: u32,
    stop: &StopSignal<'_>,
    workspace: &mut Workspace<'_>,
    dice: &mut Dice,
    found: &mut BestBoards<'_>,
) -> Result<(), Error> {
    let mut rate = |graph: &BitGraph, found: &mut BestBoards<'_>| {
        if graph.vertices() == vertices {
            return workspace.try_graph(graph, found);
        }
        found.boards += 1;
        workspace.rate(graph).map(|(rated, _)| rated)
    };
    let mut climb = LateAcceptance::new(rate(graph, found)?.worth);
    let mut best = (climb.now, graph.clone());
    let mut refused = 0;
    while found.boards < budget && !climb.stands_still() && !is_over(hunt, found, stop) {
        let Some(next) = neighbour(hunt, graph, dice) else {
            // Where nothing can be changed, as in a complete graph that is to be regular, it begins anew.
            refused += 1;
            if refused > ATTEMPTS {
                found.boards += 1;
                return Ok(());
            }
            continue;
        };
        refused = 0;
        let worth = rate(&next, found)?.worth;
        if climb.accepts(worth) {
            *graph = next;
            if worth > best.0 {
                best = (worth, graph.clone());
            }
        }
    }
    *graph = best.1;
    Ok(())
}

/// The graph with a change, if it is as the constraints say.
fn neighbour(hunt: &Hunt, graph: &BitGraph, dice: &mut Dice) -> Option<BitGraph> {
    if graph.vertices() < 2 {
        return None;
    }
    let mut next = graph.clone();
    let is_changed = match (hunt.constraints.regular, dice.below(8)) {
        (Some(_), _) | (None, 0) => next.swap_two(dice),
        (None, 1..=3) => next.rewire(dice),
        (None, _) => {
            let (one, other) = next.any_pair(dice);
            next.toggle(one, other);
            true
        }
    };
    (is_changed && hunt.constraints.allow(&next)).then_some(next)
}

/// Which changes stand.
pub(super) struct LateAcceptance {
    now: Worth,
    best: Worth,
    late: Vec<Worth>,
    step: usize,
    /// The step at which the best was found.
    bettered: usize,
}

impl LateAcceptance {
    pub(super) fn new(start: Worth) -> Self {
        Self { now: start, best: start, late: vec![start; LATE], step: 0, bettered: 0 }
    }

    /// Whether it goes on with something of this worth.
    pub(super) fn accepts(&mut self, next: Worth) -> bool {
        let place = self.step % LATE;
        self.step += 1;
        let is_accepted = next >= self.now || next >= self.late[place];
        if is_accepted {
            self.now = next;
        }
        if self.now > self.best {
            self.best = self.now;
            self.bettered = self.step;
        }
        self.late[place] = self.now;
        is_accepted
    }

    /// Whether nothing has become better for long.
    pub(super) fn stands_still(&self) -> bool {
        self.step - self.bettered > 20 * LATE
    }
}
