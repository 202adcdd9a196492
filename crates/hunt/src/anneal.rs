//! Late acceptance hill climbing on graphs, if there are too many to enumerate.
//!
//! Each chain begins with a random graph. Most chains begin with a small graph, which gets another
//! vertex whenever the chain stops improving. In each step an edge is added, removed or moved. The
//! step is accepted if the worth is at least the worth before the step, or at least the worth 100
//! steps earlier (E. K. Burke and Y. Bykov, *The late acceptance hill-climbing heuristic*, European
//! Journal of Operational Research 258, 2017). The method uses only comparisons and no
//! floating-point numbers, so every machine finds the same boards. When a chain has not improved
//! for long, a new one begins.

use crate::best_boards::BestBoards;
use crate::graph::BitGraph;
use crate::search::{Search, Workspace};
use crate::worth::Worth;
use crate::{Hunt, HuntError, Objective};
use catmouse::jobs::StopSignal;
use catmouse::{Error, play::Dice};

const BOARDS_PER_JOB: u64 = 40_000;

/// A step is accepted if its worth is at least the worth this many steps earlier.
const HISTORY_LENGTH: usize = 100;

/// The greatest number of attempts to make a random graph that meets the constraints.
const ATTEMPTS: u32 = 2_000;

/// Searches among the graphs with this many vertices.
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
            format!("no graph of {vertices} vertices that meets the constraints was found at random"),
            "relax the constraints, or give a stream of such graphs",
        ));
    }
    let work = |workspace: &mut Workspace<'_>, job: u64| {
        let mut found = BestBoards::new(hunt);
        let budget = (hunt.tries - job * BOARDS_PER_JOB).min(BOARDS_PER_JOB);
        let mut dice = Dice::new(hunt.seed, job as usize);
        let mut result = Ok(());
        while found.boards < budget && result.is_ok() && !is_over(hunt, &found, stop) {
            let chain = Chain { hunt, vertices, budget, stop, workspace, dice: &mut dice, found: &mut found };
            result = chain.run();
        }
        (found, result)
    };
    search.take_from(hunt.tries.div_ceil(BOARDS_PER_JOB), || Workspace::new(hunt), work, stop)?;
    Ok(())
}

pub(super) fn is_over(hunt: &Hunt, found: &BestBoards<'_>, stop: &StopSignal<'_>) -> bool {
    stop.is_set() || hunt.ends_when_found() && found.is_full()
}

/// A random graph; `None` if the graph does not meet the constraints.
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

/// One chain, and the state that it shares with the chains before it.
struct Chain<'c, 'w, 'h> {
    hunt: &'h Hunt,
    /// The number of vertices of the graphs to find.
    vertices: u32,
    /// The number of boards at which the chain ends, counted over all chains.
    budget: u64,
    stop: &'c StopSignal<'c>,
    workspace: &'c mut Workspace<'w>,
    dice: &'c mut Dice,
    found: &'c mut BestBoards<'h>,
}

impl Chain<'_, '_, '_> {
    /// Runs the chain until it stops improving or the budget of boards is exhausted.
    fn run(mut self) -> Result<(), Error> {
        let Self { hunt, vertices, budget, .. } = self;
        let smallest = if grows(hunt, self.dice) { vertices.min(SEED_VERTICES) } else { vertices };
        let Some(mut graph) = (0..ATTEMPTS).find_map(|_| any_graph(hunt, smallest, self.dice)) else {
            self.found.boards += 1;
            return Ok(());
        };
        while graph.vertices() < vertices {
            let began = self.found.boards;
            let left = u64::from(vertices - graph.vertices() + 1);
            let share = (budget.saturating_sub(began) / left).max(1);
            self.climb(&mut graph, (began + share).min(budget))?;
            // The graph grows to its full size even after the time limit, so that there is a board
            // to return.
            let Some(larger) = (0..ATTEMPTS).find_map(|_| one_more(hunt, &graph, self.dice)) else {
                self.found.boards += 1;
                return Ok(());
            };
            graph = larger;
        }
        self.climb(&mut graph, budget)
    }

    /// Changes a graph step by step until it stops improving or `budget` boards have been tried.
    fn climb(&mut self, graph: &mut BitGraph, budget: u64) -> Result<(), Error> {
        let mut climb = LateAcceptance::new(self.rate(graph)?);
        let mut best = (climb.now, graph.clone());
        let mut refused = 0;
        while self.found.boards < budget && !climb.has_stagnated() && !is_over(self.hunt, self.found, self.stop) {
            let Some(next) = neighbour(self.hunt, graph, self.dice) else {
                // Sometimes no step is possible, for example from a complete graph that must be
                // regular. Then the chain ends.
                refused += 1;
                if refused > ATTEMPTS {
                    self.found.boards += 1;
                    return Ok(());
                }
                continue;
            };
            refused = 0;
            let worth = self.rate(&next)?;
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

    /// The worth of a graph. The graph is kept if it has its full size and is good enough.
    fn rate(&mut self, graph: &BitGraph) -> Result<Worth, Error> {
        if graph.vertices() == self.vertices {
            return Ok(self.workspace.try_graph(graph, self.found)?.worth);
        }
        self.found.boards += 1;
        Ok(self.workspace.rate(graph)?.0.worth)
    }
}

/// Whether this chain begins with a small graph that grows. A long win on few vertices often
/// extends to more vertices. Regular graphs do not grow.
fn grows(hunt: &Hunt, dice: &mut Dice) -> bool {
    hunt.constraints.regular.is_none() && !matches!(hunt.objective, Objective::CopNumber(_)) && dice.below(4) > 0
}

/// The initial number of vertices of a graph that grows.
const SEED_VERTICES: u32 = 9;

/// The graph with one more vertex, which subdivides an edge or is adjacent to one or two other
/// vertices; `None` if the graph does not meet the constraints.
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

/// The graph after a random step; `None` if it does not meet the constraints.
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

/// The rule by which steps are accepted.
pub(super) struct LateAcceptance {
    now: Worth,
    best: Worth,
    history: Vec<Worth>,
    step: usize,
    /// The number of the step that found the best worth.
    last_improvement: usize,
}

impl LateAcceptance {
    pub(super) fn new(start: Worth) -> Self {
        Self { now: start, best: start, history: vec![start; HISTORY_LENGTH], step: 0, last_improvement: 0 }
    }

    /// Whether a step to this worth is accepted.
    pub(super) fn accepts(&mut self, next: Worth) -> bool {
        let place = self.step % HISTORY_LENGTH;
        self.step += 1;
        let is_accepted = next >= self.now || next >= self.history[place];
        if is_accepted {
            self.now = next;
        }
        if self.now > self.best {
            self.best = self.now;
            self.last_improvement = self.step;
        }
        self.history[place] = self.now;
        is_accepted
    }

    /// Whether the worth has not improved for long.
    pub(super) fn has_stagnated(&self) -> bool {
        self.step - self.last_improvement > 20 * HISTORY_LENGTH
    }
}
