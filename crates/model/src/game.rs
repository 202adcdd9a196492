//! A complete game: the board, the rules, the start, and the arena for a solver.

use catmouse_arena::{
    Adjudication, Arena, ByPlayer, Cost, InOrder, Move, Pieces, Player, PositionId, ProductArena, StalemateRule,
    StepGraph, Tokens,
};

use crate::apart::{Apart, NEVER};
use crate::board::{Board, Grid, Vertex};
use crate::endings;
use crate::plan::{Plan, closed_to_cat};
use crate::position::{Position, Start};
use crate::rules::{CatsMove, Ending, Preset, Rules, Side, Stalemate};
use crate::script;
use crate::steps::{self, Domain};
use crate::thin_walls::drawn_letters;

/// A pursuit game on a board, ready to be solved.
///
/// The Mouse is player One of the [`ProductArena`], the Cat is player Two. Rows are the vertices of
/// the mouse. Columns are the vertices that the rules allow the cat, or the placements of several
/// cats on these vertices.
///
/// ```
/// use catmouse_model::{BoardChoice, Setup};
///
/// let game = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]])).plan()?.game();
/// let start = game.start_id().unwrap();
/// assert_eq!(game.notation(&game.position(start)), "M1 C2 mouse");
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    preset: Preset,
    board: Board,
    rules: Rules,
    start: Start,
    /// The vertex of each node of the players' step graphs.
    domains: ByPlayer<Domain>,
    arena: ProductArena,
    /// The distances between the nodes of the cat.
    apart: Apart,
}

impl Plan {
    /// Lays out the game in memory: the moves of each side, and the verdicts. Time and memory:
    /// proportional to the moves of one mouse and one cat and to the placements at which the game
    /// is over, not to the positions.
    pub fn game(self) -> Game {
        Game::new(self)
    }
}

impl Game {
    fn new(plan: Plan) -> Self {
        let closed = ByPlayer { one: &[][..], two: closed_to_cat(&plan.rules) };
        let domains = closed.map(|vertices| Domain::all_but(&plan.board, vertices));
        let ByPlayer { one: mouse, two: cat } = &domains;
        let rules = &plan.rules;
        let stuck = match rules.stalemate {
            // Under `pass`, passing is an arc, so no player is ever without a move.
            Stalemate::Draw | Stalemate::Pass => StalemateRule::Endless,
            Stalemate::Loss => StalemateRule::Loses,
        };
        let cats = if rules.has_cast() {
            script::cast(&plan.board, mouse, cat, rules).into()
        } else {
            let count = (rules.cats, rules.cats_move);
            steps::pieces(&plan.board, cat, (rules.cat, &rules.holes), count, rules.stalemate)
        };
        let verdicts = endings::verdicts(rules, &plan.board, mouse, cat, &cats);
        let one_mouse = (1, CatsMove::All);
        let arena = ProductArena::new(
            steps::pieces(&plan.board, mouse, (rules.mouse, &rules.holes), one_mouse, rules.stalemate),
            cats,
            verdicts,
            stuck,
        );
        let Plan { preset, board, rules, start, .. } = plan;
        Self { preset, board, rules, start, domains, arena, apart: Apart::default() }
    }

    /// Replaces the arcs of the board in a game of one cat; the board must not be a grid. The arcs
    /// `(from, to)` are sorted and without repetitions; each costs 1. Rules, start and endings
    /// stay. `room` is scratch memory; its content is ignored.
    pub(crate) fn replace_arcs(
        &mut self,
        arcs: impl IntoIterator<Item = (u32, u32)>,
        room: &mut Vec<(u32, u32, Cost)>,
    ) {
        self.apart = Apart::default();
        self.board.replace_arcs(arcs.into_iter().map(|(from, to)| (from, to, 1)));
        let stalemate = self.rules.stalemate;
        let movements = ByPlayer { one: self.rules.mouse, two: self.rules.cat };
        for (player, domain) in self.domains.iter() {
            steps::fill(room, &self.board, domain, (movements[player], &self.rules.holes), stalemate);
            self.arena.replace_arcs(player, room);
        }
    }

    /// The number of moves that the nearest cat needs to reach the mouse while the mouse stands
    /// still, or [`NEVER`]. On a very large board, 0.
    pub(crate) fn moves_apart(&self, id: PositionId) -> u16 {
        let Tokens { one, two, .. } = self.arena.tokens(id);
        let (cats, domain) = self.steps(Side::Cat);
        let Some(mouse) = domain.node(self.domains.one.vertex(one)) else { return NEVER };
        let far = |cat: u32| self.apart.from(cats, cat).get(mouse as usize).copied().unwrap_or(0);
        match self.arena.pieces(Player::Two) {
            Pieces::Single(_) => far(two),
            several => several.configuration(two).into_iter().map(far).min().unwrap_or(NEVER),
        }
    }

    /// The first ending that matches a position; `None` if the game goes on.
    pub fn ending(&self, position: &Position) -> Option<Ending> {
        endings::ending(&self.rules, &self.board, position.mouse, &position.cats)
    }

    /// The preset that supplied the rules which the setup left open.
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start of the game; [`opening`](Self::opening) finds the vertices of pieces that players
    /// place.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The number of the position that the game starts from, if the start of every piece is given.
    pub fn start_id(&self) -> Option<PositionId> {
        self.id(&self.start.position()?)
    }

    /// The arena, which is all that a solver sees.
    pub fn arena(&self) -> &ProductArena {
        &self.arena
    }

    /// The adjudication of values under the rules of this game.
    pub fn adjudication(&self) -> Adjudication {
        self.rules.adjudication()
    }

    /// The position with this number.
    pub fn position(&self, id: PositionId) -> Position {
        let Tokens { one, two, turn } = self.arena.tokens(id);
        let cats = self.arena.pieces(Player::Two).configuration(two);
        Position {
            mouse: self.domains.one.vertex(one),
            cats: cats.into_iter().map(|node| self.domains.two.vertex(node)).collect(),
            turn: turn.into(),
        }
    }

    /// The number of a position. `None` if a piece is on a vertex that is closed to it, or the
    /// number of cats is wrong.
    pub fn id(&self, position: &Position) -> Option<PositionId> {
        let [one, two] = [Side::Mouse, Side::Cat].map(|side| self.node(side, position.pieces(side)));
        Some(self.arena.position(Tokens { one: one?, two: two?, turn: position.turn.into() }))
    }

    /// Whether a vertex is open to a side's pieces. A hole that the rules forbid to the cat is
    /// closed to the cat.
    pub fn may_stand(&self, side: Side, vertex: Vertex) -> bool {
        vertex.number() < self.board.vertices() && self.steps(side).1.node(vertex).is_some()
    }

    /// The node of the arena for a side's pieces on these vertices. `None` if a vertex is closed to
    /// them, or their number is wrong.
    pub fn node(&self, side: Side, vertices: &[Vertex]) -> Option<u32> {
        let pieces = if side == Side::Cat { self.rules.cats as usize } else { 1 };
        if vertices.len() != pieces || !vertices.iter().all(|&vertex| self.may_stand(side, vertex)) {
            return None;
        }
        let domain = self.steps(side).1;
        let nodes: Vec<u32> = vertices.iter().filter_map(|&vertex| domain.node(vertex)).collect();
        Some(self.arena.pieces(side.into()).node(&nodes))
    }

    /// All positions, ordered by the vertex of the mouse, then by the placement of the cats, then
    /// by the side to move, the Mouse first.
    pub fn position_ids(&self) -> impl Iterator<Item = PositionId> + '_ {
        let of_turn = self.arena.positions() / 2;
        (0..of_turn).flat_map(move |pair| [pair, pair + of_turn].map(PositionId::new))
    }

    /// The vertices of a side's pieces in the order in which positions list them: ascending, unless
    /// the cats differ.
    #[must_use]
    pub fn in_order(&self, side: Side, mut vertices: Vec<Vertex>) -> Vec<Vertex> {
        if side == Side::Mouse || self.rules.cats_are_alike() {
            vertices.put_in_order();
        }
        vertices
    }

    /// The vertices of the mover's pieces after a move, as positions list them.
    pub fn target(&self, from: PositionId, to: PositionId) -> Vec<Vertex> {
        self.position(to).pieces(self.position(from).turn).to_vec()
    }

    /// The moves `(from, to)` of single pieces that make up a move, ordered by their origins. The
    /// costs of their steps can add up to the cost of the move. If interchangeable pieces allow
    /// several such assignments, returns the first.
    pub fn piece_moves(&self, from: PositionId, step: Move) -> Vec<(Vertex, Vertex)> {
        let (before, after) = (self.arena.tokens(from), self.arena.tokens(step.to));
        let (mover, pieces) = (before.turn, self.arena.pieces(before.turn));
        let [origins, targets] = [before, after].map(|tokens| pieces.configuration(tokens.of(mover)));
        // A certificate may claim an illegal move. Then origins and targets are paired in order.
        let (old, new) = (before.of(mover), after.of(mover));
        let chosen = match pieces {
            Pieces::Single(_) => None,
            Pieces::Team(team) => team.assignment(old, new, step.cost),
            Pieces::Cast(cast) => cast.assignment(before.of(mover.opponent()), old, new),
        };
        let vertex = |node: u32| self.domains[mover].vertex(node);
        origins
            .iter()
            .zip(chosen.unwrap_or(targets))
            .map(|(&origin, target)| (vertex(origin), vertex(target)))
            .collect()
    }

    /// A position in the notation that [`PositionChoice`](crate::PositionChoice) reads:
    /// `M3 C5 mouse`.
    pub fn notation(&self, position: &Position) -> String {
        let [mouse, cat] = [Side::Mouse, Side::Cat]
            .map(|side| self.side_notation(position, side, |vertex| self.board.label(vertex).to_string()));
        format!("{mouse} {cat} {}", position.turn)
    }

    /// The vertices of a side's pieces in the notation of positions: `M3`.
    pub(crate) fn side_notation(&self, position: &Position, side: Side, label: impl Fn(Vertex) -> String) -> String {
        let letter = side.letter();
        let pieces: Vec<String> = position
            .pieces(side)
            .iter()
            .map(|&vertex| {
                // A colon separates the letter from a word, but not from a number or a cell.
                let is_word = |word: &str| !word.starts_with(|first: char| first.is_ascii_digit() || first == '(');
                let colon = if self.board.word(vertex).is_some_and(is_word) { ":" } else { "" };
                format!("{letter}{colon}{}", label(vertex))
            })
            .collect();
        pieces.join(" ")
    }

    /// A drawing of the grid with the pieces on it: `#` wall, `.` free, `F` food, `T` trap, `M` mouse,
    /// `C` cat, `X` mouse and cat. Between thin walls a free cell is blank. `None` if the board is not
    /// a grid.
    pub fn picture(&self, position: &Position) -> Option<Vec<String>> {
        let grid = self.board.grid()?;
        Some(drawn_letters(self.rows(grid, position), grid.thin_walls(), grid.margins()))
    }

    /// A letter for each cell of the grid, row by row.
    pub fn rows(&self, grid: &Grid, position: &Position) -> Vec<String> {
        let letter = |vertex: Option<Vertex>| match vertex {
            None => '#',
            Some(vertex) => match (position.mouse == vertex, position.cats.contains(&vertex)) {
                (true, true) => 'X',
                (true, false) => 'M',
                (false, true) => 'C',
                (false, false) if self.rules.holes.binary_search(&vertex).is_ok() => 'F',
                (false, false) if self.rules.traps.binary_search(&vertex).is_ok() => 'T',
                (false, false) => '.',
            },
        };
        let row = |row| (0..grid.columns()).map(|column| letter(grid.vertex(crate::Cell { row, column }))).collect();
        (0..grid.rows()).map(row).collect()
    }

    /// The rows of a grid in a setup with exactly this position, the holes and the traps. `None` if the board
    /// is not a grid. Also `None` if a cell would hold two of these, because a row has only one letter for
    /// each cell, and if cats differ and do not stand in their order, which is that of the cells.
    pub fn drawing(&self, position: &Position) -> Option<Vec<String>> {
        let Rules { holes, traps, .. } = &self.rules;
        let pieces = position.cats.iter().chain([&position.mouse]).chain(holes).chain(traps);
        let mut taken: Vec<Vertex> = pieces.copied().collect();
        taken.put_in_order();
        let in_order = self.rules.cats_are_alike() || position.cats.is_sorted();
        if in_order && taken.is_sorted_by(|one, other| one < other) {
            Some(self.rows(self.board.grid()?, position))
        } else {
            None
        }
    }

    /// The vertex of a node of a side's step graph.
    pub fn vertex_of(&self, side: Side, node: u32) -> Vertex {
        self.steps(side).1.vertex(node)
    }

    /// For each node of a side's pieces, whether they have no legal move there. Passing in
    /// stalemate is no legal move. Time: that of laying out the moves of one piece; for a team,
    /// linear in its nodes.
    pub fn stuck_nodes(&self, side: Side) -> Vec<bool> {
        let pieces = self.arena.pieces(side.into());
        match pieces {
            Pieces::Single(_) => {}
            Pieces::Team(team) => return (0..team.nodes()).map(|node| !team.mobile(node)).collect(),
            Pieces::Cast(cast) => return (0..cast.nodes()).map(|node| !cast.mobile(node)).collect(),
        }
        let movement = match side {
            Side::Mouse => self.rules.mouse,
            Side::Cat => self.rules.cat,
        };
        let mut arcs = Vec::new();
        let domain = &self.domains[Player::from(side)];
        steps::fill(&mut arcs, &self.board, domain, (movement, &self.rules.holes), Stalemate::Draw);
        let mut stuck = vec![true; pieces.nodes() as usize];
        for (from, _, _) in arcs {
            stuck[from as usize] = false;
        }
        stuck
    }

    /// The step graph of a side's pieces, and the vertices of its nodes.
    pub(crate) fn steps(&self, side: Side) -> (&StepGraph, &Domain) {
        let player = Player::from(side);
        (self.arena.steps(player), &self.domains[player])
    }
}
