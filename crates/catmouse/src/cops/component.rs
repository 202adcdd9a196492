//! A component of a graph, and the question whether a number of cats wins on it.

use std::borrow::Cow;
use std::cell::RefCell;

use catmouse_arena::{Movers, ProductArena};
use catmouse_formats::SmallGraph;
use catmouse_model::{CopsAndRobbers, CopsRules, Movement, Side, Sight, Symmetries};
use catmouse_solver::{
    BestPlacement, BestPlacements, PiecesShape, PlacementGame, PlacementPlan, PlacementRows, PlacementRun, Pursuit,
    Request, Shape, SmallTeams, SolveError,
};

use super::corner_rank::{Corner, CornerRanking};
use super::dismantling::is_dismantlable;
use super::neighbours::Neighbours;
use super::question::{CopsQuestion, are_usual};
use super::symmetry::{SEARCH_STEPS, symmetries};
use super::unseen;
use super::workspace::{CopsTrial, CopsWorkspace};
use crate::error::Error;

/// A connected component of a graph; or the whole graph, if its components are not independent
/// under the rules.
pub(super) struct Component<'a> {
    pub(super) graph: Cow<'a, CopsAndRobbers>,
    /// The component as rows of bits, if it is small.
    rows: Option<SmallRows>,
    symmetries: RefCell<SoughtSymmetries>,
}

/// The symmetries of a component under the rules, if they have been found.
#[derive(Default)]
struct SoughtSymmetries {
    found: Option<Symmetries>,
    /// The number of steps that the last search was allowed. It matters only while the symmetries
    /// are not found.
    steps: usize,
}

/// A win of a number of cats.
#[derive(Default)]
pub(super) struct Win {
    /// The number of rounds.
    pub(super) rounds: u64,
    /// The starts of the cats, ascending.
    pub(super) placement: Vec<u32>,
    /// All placements that win in this number of rounds, if they were asked for.
    pub(super) all: Option<Vec<BestPlacement>>,
    /// The dismantling order, if corners were ranked.
    pub(super) order: Option<Vec<Corner>>,
}

/// A small graph as rows of bits, one row for each vertex.
pub(super) struct SmallRows {
    /// For each vertex, the vertices that a move of a cat can reach.
    cat: Vec<u64>,
    /// For each vertex, the vertices that a move of the mouse can reach; `None` if they are the
    /// same as for a cat.
    mouse: Option<Vec<u64>>,
    /// For each vertex, the vertices on which a cat there catches the mouse.
    caught: Vec<u64>,
    /// Whether pieces may stay, moves lead both ways, and the mouse is caught only on the vertex of
    /// a cat. Then one cat wins if and only if the graph of the cat's moves is dismantlable.
    is_classical: bool,
}

impl SmallRows {
    /// The rows of an undirected graph under the usual rules: pieces move along one edge, and the
    /// mouse is caught on the vertex of a cat.
    pub(super) fn classical(graph: &SmallGraph, may_stay: bool) -> Self {
        let stay = u64::from(may_stay);
        let cat = graph.rows().iter().enumerate().map(|(vertex, row)| row | stay << vertex).collect();
        Self {
            cat,
            mouse: None,
            caught: (0..graph.vertices()).map(|vertex| 1 << vertex).collect(),
            is_classical: may_stay,
        }
    }

    /// Whether solving with this number of cats fits into the inner caches.
    pub(super) fn fits_caches(&self, cats: u32, question: &CopsQuestion) -> bool {
        SmallTeams::fits_caches(self.cat.len() as u64, cats.into(), question.memory)
    }

    /// The win of this number of cats from their best placement, if they move first; `None` if they
    /// do not win.
    pub(super) fn win(&self, cats: u32, rules: &CopsRules, small: &mut SmallTeams) -> Option<Win> {
        if cats == 1 && self.one_cat_loses() {
            return None;
        }
        let best = small.best_placement(self.game(rules), cats);
        best.map(|(placement, plies)| Win { rounds: plies.div_ceil(2), placement, ..Win::default() })
    }

    /// True if one cat does not win because the graph is not dismantlable. On most graphs one cat
    /// does not win, and this test is much faster than solving the game.
    fn one_cat_loses(&self) -> bool {
        self.mouse.is_none() && self.is_classical && !is_dismantlable(&self.cat)
    }

    fn game(&self, rules: &CopsRules) -> PlacementRows<'_> {
        let others_steps = self.mouse.as_ref().unwrap_or(&self.cat);
        PlacementRows { steps: &self.cat, others_steps, won: &self.caught, movers: rules.cats_move.into() }
    }
}

impl<'a> Component<'a> {
    pub(super) fn new(graph: Cow<'a, CopsAndRobbers>, rules: &CopsRules) -> Self {
        let rows = || {
            let mouse = if rules.mouse == rules.cat { None } else { Some(graph.move_rows(rules.mouse)?) };
            let (cat, caught) = (graph.move_rows(rules.cat)?, graph.capture_rows(rules.capture_distance)?);
            let goes = |from: usize, to: usize| cat[from] >> to & 1 == 1;
            let both_ways = || (0..cat.len()).all(|from| (0..=from).all(|to| goes(from, to) == goes(to, from)));
            let is_classical = rules.cat.may_stay && rules.capture_distance == 0 && both_ways();
            Some(SmallRows { cat, mouse, caught, is_classical })
        };
        Self { rows: rows(), graph, symmetries: RefCell::default() }
    }

    /// The win of this number of cats on the component; `None` if they do not win.
    pub(super) fn win(
        &self,
        cats: u32,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace,
    ) -> Result<Option<Win>, Error> {
        let (vertices, rules) = (self.graph.vertices(), question.choices.rules());
        if cats >= vertices && !question.placements {
            return Ok(Some(Win { placement: on_every_vertex(vertices, cats), ..Win::default() }));
        }
        if rules.seen != Sight::Always {
            let win = unseen::win(&self.graph, cats, question, workspace)?;
            return Ok(win.map(|(plies, placement)| Win { rounds: plies.div_ceil(2), placement, ..Win::default() }));
        }
        // A mouse that may stay gains nothing by moving first: its first move amounts to another
        // choice of its place, and costs one ply.
        let first_ply_is_wasted = rules.first == Side::Mouse && rules.mouse.may_stay;
        let with_first_ply = |plies: u64| if first_ply_is_wasted && plies > 0 { plies + 1 } else { plies };
        if cats == 1 {
            if self.rows.as_ref().is_some_and(SmallRows::one_cat_loses) {
                return Ok(None);
            }
            if self.rows.is_none()
                && !question.placements
                && are_usual(&rules)
                && let Some(ranked) = self.rank_corners(question, workspace)?
            {
                return Ok(ranked.map(|CornerRanking { rounds, start, order }| Win {
                    rounds: with_first_ply((2 * u64::from(rounds)).saturating_sub(1)).div_ceil(2),
                    placement: vec![start],
                    order: Some(order),
                    all: None,
                }));
            }
        }
        let game = Trial { component: self, cats, rules, memory: question.memory };
        let best = self.best_placements(&game, question, workspace)?;
        Ok(best.map(|BestPlacements { plies, placements }| Win {
            rounds: with_first_ply(plies).div_ceil(2),
            placement: placements.first().map(|first| first.nodes.clone()).unwrap_or_default(),
            all: question.placements.then_some(placements),
            order: None,
        }))
    }

    /// For each vertex, the other vertices that a move can reach.
    pub(super) fn neighbours(&self) -> Neighbours {
        Neighbours::new(self.graph.vertices(), self.graph.arcs().iter().copied())
    }

    /// The graph that is left when strict corners are removed from the component until none is
    /// left. `None` if the component has no strict corner, or if the search for strict corners
    /// takes more bytes than `memory`.
    pub(super) fn core(&self, memory: u64, workspace: &CopsWorkspace) -> Result<Option<CopsAndRobbers>, Error> {
        let (vertices, arcs) = (self.graph.vertices(), self.graph.arcs());
        if CornerRanking::bytes(vertices, arcs.len()) > memory {
            return Ok(None);
        }
        let left = CornerRanking::core(self.neighbours(), workspace.cancelled())?;
        if left.len() == vertices as usize {
            return Ok(None);
        }
        let mut number = vec![None; vertices as usize];
        for (index, &vertex) in (0..).zip(&left) {
            number[vertex as usize] = Some(index);
        }
        let arcs = arcs.iter().filter_map(|&(from, to)| Some((number[from as usize]?, number[to as usize]?))).collect();
        Ok(Some(CopsAndRobbers::new(left.len() as u32, arcs)))
    }

    /// The corner ranks, by which one cat wins or not. The outer option is `None` if some move
    /// leads one way, because the ranks then decide nothing. The inner option is `None` if one cat
    /// does not win. The rules must be the usual ones.
    #[expect(clippy::option_option, reason = "a result without a win is an answer too")]
    fn rank_corners(
        &self,
        question: &CopsQuestion,
        workspace: &CopsWorkspace,
    ) -> Result<Option<Option<CornerRanking>>, Error> {
        let graph = &self.graph;
        let bytes = CornerRanking::bytes(graph.vertices(), graph.arcs().len());
        if bytes > question.memory {
            return Err(too_many_cats(graph, 1, bytes, question));
        }
        workspace.report(CopsTrial { cats: 1, vertices: graph.vertices(), bytes });
        Ok(workspace.with_memory(bytes, question, |_| {
            let neighbours = self.neighbours();
            if !neighbours.are_mutual() {
                return Ok(None);
            }
            CornerRanking::of(neighbours, workspace.cancelled()).map(Some)
        })?)
    }

    /// The best placements, by the engine that the solver chooses.
    fn best_placements(
        &self,
        game: &Trial<'_>,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace,
    ) -> Result<Option<BestPlacements>, Error> {
        let player = Side::Cat.into();
        let request = if question.placements { Request::Placements(player) } else { Request::Placement(player) };
        let mut small = std::mem::take(&mut workspace.small);
        let control = workspace.control().allowing(question.memory);
        let refused = |error| match error {
            SolveError::TooLarge { bytes, .. } => too_many_cats(&self.graph, game.cats, bytes, question),
            error => error.into(),
        };
        let mut run = |plan: PlacementPlan<'_>| {
            let bytes = plan.bytes();
            if bytes == 0 {
                return plan.run(&mut small, &control);
            }
            workspace.report(CopsTrial { cats: game.cats, vertices: self.graph.vertices(), bytes });
            workspace.with_memory(bytes, question, |control| plan.run(&mut small, control))
        };
        let placed = match PlacementPlan::new(game, request, &control).and_then(&mut run) {
            Ok(PlacementRun::WithoutSymmetries) => {
                PlacementPlan::without_symmetries(game, request, &control).and_then(run)
            }
            placed => placed,
        };
        workspace.small = small;
        match placed.map_err(refused)? {
            PlacementRun::Best(best) => Ok(best),
            PlacementRun::WithoutSymmetries => unreachable!("the plan uses no symmetries"),
        }
    }
}

/// A number of cats on a component, as the game of placements that the solver asks for.
struct Trial<'a> {
    component: &'a Component<'a>,
    cats: u32,
    rules: CopsRules,
    /// The bytes that a search for symmetries may take.
    memory: u64,
}

impl PlacementGame for Trial<'_> {
    fn shape(&self) -> Shape {
        let Self { component: Component { graph, .. }, rules, .. } = self;
        let pieces = |team, movers, movement: Movement| PiecesShape {
            nodes: graph.vertices().into(),
            arcs: graph.moves(movement),
            team,
            movers,
            may_stay: movement.may_stay,
        };
        let cats = (self.cats > 1).then(|| self.cats.into());
        let pieces = [pieces(None, Movers::All, rules.mouse), pieces(cats, rules.cats_move.into(), rules.cat)];
        Shape { ends_by_member: true, ..Shape::of_product(pieces, true) }
    }

    fn opponent_moves_first(&self) -> bool {
        self.rules.first == Side::Mouse && !self.rules.mouse.may_stay
    }

    fn rows(&self) -> Option<PlacementRows<'_>> {
        self.component.rows.as_ref().map(|rows| rows.game(&self.rules))
    }

    fn with_symmetries(&self, steps: usize, may_pay: &dyn Fn(u128) -> bool) -> Option<Pursuit> {
        let Self { component: Component { graph, symmetries: sought, .. }, cats, rules, memory } = self;
        let (steps, mut sought) = (steps.min(SEARCH_STEPS), sought.borrow_mut());
        if sought.found.is_none() && sought.steps < steps {
            *sought = SoughtSymmetries { found: symmetries(graph, rules, (steps, *memory), may_pay), steps };
        }
        let symmetries = sought.found.as_ref().filter(|symmetries| may_pay(symmetries.order()))?;
        Some(Pursuit {
            steps: graph.step_graph(rules.cat),
            size: *cats,
            movers: rules.cats_move.into(),
            others_steps: graph.step_graph(rules.mouse),
            caught: graph.caught(rules.capture_distance),
            symmetries: symmetries.generators().to_vec(),
        })
    }

    fn arena(&self) -> ProductArena {
        self.component.graph.arena(self.cats, &self.rules)
    }

    fn arena_bytes(&self) -> u64 {
        self.component.graph.arena_bytes(self.cats, &self.rules)
    }
}

/// A placement with a cat on every vertex, so that the mouse is caught where it is placed. The
/// remaining cats are on the first vertex.
pub(super) fn on_every_vertex(vertices: u32, cats: u32) -> Vec<u32> {
    (vertices..cats).map(|_| 0).chain(0..vertices).collect()
}

/// The error that a trial takes more memory than the question allows: about `wanted` bytes.
fn too_many_cats(graph: &CopsAndRobbers, cats: u32, wanted: u64, question: &CopsQuestion) -> Error {
    Error::TooManyCats { cats, vertices: graph.vertices(), wanted, allowed: question.memory }
}
