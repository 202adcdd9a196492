//! Cops and Robbers on a plain graph, without a setup: for streams of millions of graphs.
//!
//! The cats are the cops and the mouse is the robber. The cats win by catching the mouse, and
//! nothing else ends the game. [`CopsRules::default`] is the same game as
//! [`Preset::CopsAndRobbers`] with default settings.

use std::borrow::Cow;

use catmouse_arena::{
    Arc, Cost, MoveCost, Pieces, Player, ProductArena, StalemateRule, StepGraph, Team, TeamStalemate, Verdicts,
};

use crate::defect::Defects;
use crate::endings::within;
use crate::rules::{CatsMove, Movement, Preset, Rules, Side};
use crate::settings::{RuleChoices, RuleSetting, SETTINGS};
use crate::setup::{BoardChoice, Setup};
use crate::sight::Sight;
use crate::steps;

/// The rules of Cops and Robbers on a plain graph. Each field has the meaning of the setting of the
/// same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CopsRules {
    /// The movement of the mouse.
    pub mouse: Movement,
    /// The movement of each cat.
    pub cat: Movement,
    /// Which cats move in a ply of the Cat.
    pub cats_move: CatsMove,
    /// The greatest number of edges over which a cat catches the mouse.
    pub capture_distance: u32,
    /// When the cats see the mouse.
    pub seen: Sight,
    /// The side that moves first, after the cats and then the mouse have been placed.
    pub first: Side,
}

impl Default for CopsRules {
    fn default() -> Self {
        let movement = Movement { may_stay: true, jump: 1, kinds: u64::MAX, speed: 1 };
        Self {
            mouse: movement,
            cat: movement,
            cats_move: CatsMove::All,
            capture_distance: 0,
            seen: Sight::Always,
            first: Side::Cat,
        }
    }
}

/// Choices of the rules of Cops and Robbers on a plain graph. For `None`, the file of the graph
/// decides, and otherwise [`CopsRules::default`].
///
/// ```
/// use catmouse_model::{CopsChoices, RuleChoices};
///
/// let mut settings = RuleChoices::default();
/// settings.capture_distance = Some(1);
/// let choices = CopsChoices::new(&settings, None).expect("it is a distance");
/// assert_eq!(choices.rules().capture_distance, 1);
/// assert!(choices.rules().cat.may_stay);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each field has the meaning of the setting of the same name")]
pub struct CopsChoices {
    pub mouse_may_stay: Option<bool>,
    pub cat_may_stay: Option<bool>,
    pub cats_move: Option<CatsMove>,
    pub mouse_speed: Option<u32>,
    pub cat_speed: Option<u32>,
    pub capture_distance: Option<u32>,
    pub mouse_seen: Option<Sight>,
    pub first: Option<Side>,
}

impl CopsChoices {
    /// The settings that have an effect on a plain graph.
    pub fn settings() -> impl Iterator<Item = &'static RuleSetting> {
        const KEYS: [&str; 7] = [
            "mouse-may-stay",
            "cat-may-stay",
            "cats-move",
            "mouse-speed",
            "cat-speed",
            "capture-distance",
            "mouse-seen",
        ];
        SETTINGS.iter().filter(|setting| KEYS.contains(&setting.key))
    }

    /// The choices that have an effect on a plain graph. Cats that follow scripts are refused, because
    /// cop numbers are about what cats can do. Choices of other settings of
    /// [`Preset::CopsAndRobbers`] are allowed and ignored.
    ///
    /// # Errors
    ///
    /// The [`Defects`] of the choices.
    pub fn new(choices: &RuleChoices, first: Option<Side>) -> Result<Self, Defects> {
        let mut setup = Setup::new(BoardChoice::Edges { vertices: 1, edges: Vec::new() });
        setup.preset = Some(Preset::CopsAndRobbers);
        let &RuleChoices {
            mouse_may_stay,
            cat_may_stay,
            cats_move,
            mouse_speed,
            ref cat_speed,
            ref cat_follows,
            capture_distance,
            mouse_seen,
            ..
        } = choices;
        setup.rules = RuleChoices {
            mouse_may_stay,
            cat_may_stay,
            cats_move,
            mouse_speed,
            cat_speed: cat_speed.clone(),
            cat_follows: cat_follows.clone(),
            capture_distance,
            ..RuleChoices::default()
        };
        setup.first = first;
        let plan = setup.plan()?;
        if plan.rules.has_script() {
            return Err(Defects::of_script());
        }
        let Rules { mouse, cat, .. } = plan.rules;
        Ok(Self {
            mouse_may_stay,
            cat_may_stay,
            cats_move,
            mouse_speed: mouse_speed.map(|_| mouse.speed),
            cat_speed: cat_speed.as_ref().map(|_| cat.speed),
            capture_distance: capture_distance.map(|_| plan.rules.capture_distance),
            mouse_seen,
            first,
        })
    }

    /// These choices, with the gaps filled from others.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self {
            mouse_may_stay: self.mouse_may_stay.or(others.mouse_may_stay),
            cat_may_stay: self.cat_may_stay.or(others.cat_may_stay),
            cats_move: self.cats_move.or(others.cats_move),
            mouse_speed: self.mouse_speed.or(others.mouse_speed),
            cat_speed: self.cat_speed.or(others.cat_speed),
            capture_distance: self.capture_distance.or(others.capture_distance),
            mouse_seen: self.mouse_seen.or(others.mouse_seen),
            first: self.first.or(others.first),
        }
    }

    /// The rules with these choices.
    pub fn rules(&self) -> CopsRules {
        let CopsRules { mouse, cat, cats_move, capture_distance, seen, first } = CopsRules::default();
        let movement = |usual: Movement, may_stay: Option<bool>, speed: Option<u32>| Movement {
            may_stay: may_stay.unwrap_or(usual.may_stay),
            speed: speed.unwrap_or(usual.speed),
            ..usual
        };
        CopsRules {
            mouse: movement(mouse, self.mouse_may_stay, self.mouse_speed),
            cat: movement(cat, self.cat_may_stay, self.cat_speed),
            cats_move: self.cats_move.unwrap_or(cats_move),
            capture_distance: self.capture_distance.unwrap_or(capture_distance),
            seen: self.mouse_seen.unwrap_or(seen),
            first: self.first.unwrap_or(first),
        }
    }
}

impl CopsRules {
    /// Whether each connected component of a graph is a separate game: the cats in one component
    /// neither restrict nor help the moves of cats in another. `has_dead_end` says whether some
    /// vertex has no outgoing arc.
    pub fn components_are_independent(&self, has_dead_end: bool) -> bool {
        // One cat that moves in one component lets an unseen mouse in another spread meanwhile.
        let waits = self.cat.may_stay && (self.seen == Sight::Always || self.cats_move == CatsMove::All);
        waits || (self.cats_move == CatsMove::All && !has_dead_end)
    }
}

/// A plain graph to play Cops and Robbers on. Its vertices are `0..vertices`, and an undirected
/// edge is two arcs.
///
/// ```
/// use catmouse_model::{CopsAndRobbers, CopsRules};
///
/// let path = CopsAndRobbers::new(3, vec![(0, 1), (1, 0), (1, 2), (2, 1)]);
/// assert_eq!(path.components().len(), 1);
/// let arena = path.arena(2, &CopsRules::default());
/// // Turns, vertices of the mouse, placements of two cats.
/// assert_eq!(catmouse_arena::Arena::positions(&arena), 2 * 3 * 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopsAndRobbers {
    vertices: u32,
    arcs: Vec<(u32, u32)>,
}

impl CopsAndRobbers {
    /// The graph with these arcs, in any order.
    ///
    /// # Panics
    ///
    /// If an arc names a vertex that does not exist.
    pub fn new(vertices: u32, arcs: Vec<(u32, u32)>) -> Self {
        assert!(arcs.iter().all(|&(from, to)| from < vertices && to < vertices), "arcs lead to existing vertices");
        Self { vertices, arcs }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// The arcs, as they were given.
    pub fn arcs(&self) -> &[(u32, u32)] {
        &self.arcs
    }

    /// The moves of a piece as a bit matrix: bit v of row u is set if one move leads from u to v.
    /// `None` if there are more than 64 vertices.
    pub fn move_rows(&self, movement: Movement) -> Option<Vec<u64>> {
        let loops = u64::from(movement.may_stay);
        let mut rows: Vec<u64> = (0..self.vertices).map(|vertex| loops.checked_shl(vertex)).collect::<Option<_>>()?;
        if movement.speed == 1 {
            for &(from, to) in &self.arcs {
                rows[from as usize] |= 1 << to;
            }
        } else {
            for (from, to, _) in self.steps(movement) {
                rows[from as usize] |= 1 << to;
            }
        }
        Some(rows)
    }

    /// The captures as a bit matrix: bit v of row u is set if a cat on u catches a mouse on v.
    /// `None` if there are more than 64 vertices.
    pub fn capture_rows(&self, distance: u32) -> Option<Vec<u64>> {
        let mut rows: Vec<u64> = (0..self.vertices).map(|vertex| 1u64.checked_shl(vertex)).collect::<Option<_>>()?;
        if distance > 0 {
            for (mouse, cats) in self.catching(distance).enumerate() {
                for cat in cats {
                    rows[cat as usize] |= 1 << mouse;
                }
            }
        }
        Some(rows)
    }

    /// For each vertex of the mouse, the vertices from which a cat catches it, ascending.
    fn catching(&self, distance: u32) -> impl Iterator<Item = Vec<u32>> + '_ {
        let arcs = if distance == 0 { Vec::new() } else { self.arcs.iter().map(|&(a, b)| (a, b, 1)).collect() };
        let board = StepGraph::new(self.vertices, arcs);
        (0..self.vertices)
            .map(move |mouse| within(distance, mouse, |vertex| board.predecessors(vertex).iter().map(|arc| arc.node)))
    }

    /// The captures as lists: for each vertex of a cat, the vertices at which it catches the mouse,
    /// ascending.
    ///
    /// ```
    /// use catmouse_model::CopsAndRobbers;
    ///
    /// let path = CopsAndRobbers::new(3, vec![(0, 1), (1, 0), (1, 2), (2, 1)]);
    /// assert_eq!(path.caught(1), [vec![0, 1], vec![0, 1, 2], vec![1, 2]]);
    /// ```
    pub fn caught(&self, distance: u32) -> Vec<Vec<u32>> {
        let mut caught = vec![Vec::new(); self.vertices as usize];
        for (mouse, cats) in (0..).zip(self.catching(distance)) {
            for cat in cats {
                caught[cat as usize].push(mouse);
            }
        }
        caught
    }

    /// The moves of a piece.
    pub fn step_graph(&self, movement: Movement) -> StepGraph {
        StepGraph::new(self.vertices, self.steps(movement))
    }

    /// The arcs of a piece's step graph, each at cost 1.
    fn steps(&self, movement: Movement) -> Vec<(u32, u32, Cost)> {
        let stays = if movement.may_stay { 0..self.vertices } else { 0..0 };
        let stays = stays.map(|vertex| (vertex, vertex, 1));
        let mut arcs = self.arcs.iter().map(|&(a, b)| (a, b, 1)).chain(stays).collect();
        steps::replace_by_runs(&mut arcs, self.vertices, (movement.speed, false), |_| false);
        arcs
    }

    /// An upper bound on the moves of a piece, summed over all vertices and including moves that
    /// stay.
    pub fn moves(&self, movement: Movement) -> u64 {
        let steps = match movement.speed {
            1 => self.arcs.len() as u64,
            speed => steps::count_walks(self.vertices, speed, || self.arcs.iter().copied()),
        };
        steps + u64::from(self.vertices)
    }

    /// Whether some vertex has no outgoing arc.
    pub fn has_dead_end(&self) -> bool {
        let mut leads_on = vec![false; self.vertices as usize];
        self.arcs.iter().for_each(|&(from, _)| leads_on[from as usize] = true);
        leads_on.contains(&false)
    }

    /// Whether the graph is connected, disregarding the directions of arcs. A graph without
    /// vertices is not. Time: nearly linear.
    pub fn is_connected(&self) -> bool {
        if self.vertices > 64 {
            return self.roots().iter().all(|&root| root == 0);
        }
        let mut neighbours = [0u64; 64];
        for &(from, to) in &self.arcs {
            neighbours[from as usize] |= 1 << to;
            neighbours[to as usize] |= 1 << from;
        }
        are_connected(&neighbours[..self.vertices as usize])
    }

    /// The connected components, disregarding the directions of arcs, ordered by their least
    /// vertices. Each is given by its vertices, ascending, and by the induced subgraph, renumbered
    /// in this order. Time: nearly linear.
    pub fn components(&self) -> Vec<(Vec<u32>, Cow<'_, Self>)> {
        if self.vertices == 0 || self.is_connected() {
            let all: Vec<u32> = (0..self.vertices).collect();
            return if all.is_empty() { Vec::new() } else { vec![(all, Cow::Borrowed(self))] };
        }
        let roots = self.roots();
        // `of_root` is the index of a root's component, `number` the number of a vertex within its
        // component.
        let mut components: Vec<(Vec<u32>, Self)> = Vec::new();
        let mut of_root = vec![usize::MAX; self.vertices as usize];
        let mut number = vec![0; self.vertices as usize];
        for (vertex, &root) in roots.iter().enumerate() {
            if root as usize == vertex {
                of_root[vertex] = components.len();
                components.push((Vec::new(), Self { vertices: 0, arcs: Vec::new() }));
            }
            let (vertices, graph) = &mut components[of_root[root as usize]];
            number[vertex] = graph.vertices;
            graph.vertices += 1;
            vertices.push(vertex as u32);
        }
        for &(from, to) in &self.arcs {
            let (_, graph) = &mut components[of_root[roots[from as usize] as usize]];
            graph.arcs.push((number[from as usize], number[to as usize]));
        }
        components.into_iter().map(|(vertices, graph)| (vertices, Cow::Owned(graph))).collect()
    }

    /// For each vertex the least vertex of its component.
    fn roots(&self) -> Vec<u32> {
        // Unites trees under the lesser root.
        let mut parent: Vec<u32> = (0..self.vertices).collect();
        for &(from, to) in &self.arcs {
            let (a, b) = (root(&mut parent, from), root(&mut parent, to));
            parent[a.max(b) as usize] = a.min(b);
        }
        (0..self.vertices).map(|vertex| root(&mut parent, vertex)).collect()
    }

    /// An upper bound on the bytes that [`arena`](Self::arena) takes for this many cats.
    pub fn arena_bytes(&self, cats: u32, rules: &CopsRules) -> u64 {
        // The moves of the mouse and of the cats, forwards and backwards, and a list of them while
        // they are laid out.
        let moves = (self.moves(rules.mouse) + self.moves(rules.cat)) * 2 * size_of::<Arc>() as u64;
        let reach = match rules.capture_distance {
            0 => 0,
            distance => steps::count_walks(self.vertices, distance, || self.arcs.iter().copied()).saturating_mul(32),
        };
        // The numbering of the placements, and the captures.
        ((u64::from(self.vertices) + 1) * (8 * (u64::from(cats) + 1) + 32) + moves).saturating_add(reach)
    }

    /// The game of this many cats, player Two, against the mouse, player One.
    ///
    /// # Panics
    ///
    /// If `cats` is 0, or the cats have 2³² placements or more.
    pub fn arena(&self, cats: u32, rules: &CopsRules) -> ProductArena {
        let [mouse, cat] = [rules.mouse, rules.cat].map(|movement| self.step_graph(movement));
        let pieces = match cats {
            1 => Pieces::from(cat),
            _ => Pieces::from(Team::new(cat, cats, rules.cats_move.into(), MoveCost::Ply, TeamStalemate::Stuck)),
        };
        let mut caught = Verdicts::empty(self.vertices);
        for from in self.catching(rules.capture_distance) {
            caught.push_row(from.into_iter().map(|cat| (cat..cat + 1, Player::Two)));
        }
        let verdicts = if cats == 1 { caught } else { Verdicts::by_member(caught, cats) };
        ProductArena::new(mouse, pieces, verdicts, StalemateRule::Endless)
    }
}

/// Whether an undirected graph of at most 64 vertices is connected, given the rows of its adjacency
/// matrix as bits. A graph without vertices is not connected.
///
/// ```
/// use catmouse_model::are_connected;
///
/// assert!(are_connected(&[0b010, 0b101, 0b010]));
/// assert!(!are_connected(&[0b010, 0b001, 0b100]));
/// ```
pub fn are_connected(neighbours: &[u64]) -> bool {
    let all = u64::MAX.checked_shr(64 - neighbours.len() as u32).unwrap_or(0);
    let (mut seen, mut pending) = (all & 1, all & 1);
    while pending != 0 {
        let next = neighbours[pending.trailing_zeros() as usize] & !seen;
        pending = (pending & (pending - 1)) | next;
        seen |= next;
    }
    seen == all && all != 0
}

/// The root of a vertex's tree in a union-find forest. Halves the path to the root.
fn root(parent: &mut [u32], mut vertex: u32) -> u32 {
    while parent[vertex as usize] != vertex {
        let grandparent = parent[parent[vertex as usize] as usize];
        parent[vertex as usize] = grandparent;
        vertex = grandparent;
    }
    vertex
}
