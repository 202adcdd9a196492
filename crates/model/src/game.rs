//! A game, complete: the board, the rules, the start, and the arena that a solver works on.

use catmouse_arena::{Adjudication, Arena, Player, PositionId, ProductArena, Stuck, Tokens};
use serde::{Deserialize, Serialize};

use crate::board::{Board, Vertex};
use crate::endings;
use crate::plan::{Plan, closed_to_cat};
use crate::rules::{Preset, Rules, Side, Stalemate};
use crate::steps::{Footing, step_graph};

/// Where every piece stands and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Where the mouse stands.
    pub mouse: Vertex,
    /// Where the cats stand, ordered.
    pub cats: Vec<Vertex>,
    /// Who is to move.
    pub turn: Side,
}

impl Position {
    /// Where the piece stands that is to move.
    pub(crate) fn mover_at(&self) -> Vertex {
        self.at(self.turn)
    }

    /// Where a side's piece stands.
    pub(crate) fn at(&self, side: Side) -> Vertex {
        match side {
            Side::Mouse => self.mouse,
            Side::Cat => self.cats[0],
        }
    }
}

/// A pursuit game on a board, ready to be solved.
///
/// The mouse is player One of the [`ProductArena`], the Cat is player Two; rows are the mouse's vertices, columns the vertices
/// that the rules allow the cat.
#[derive(Clone, Debug)]
pub struct Game {
    preset: Preset,
    board: Board,
    rules: Rules,
    start: Position,
    mouse: Footing,
    cat: Footing,
    arena: ProductArena,
}

impl Game {
    pub(crate) fn new(plan: Plan) -> Self {
        let mouse = Footing::all_but(&plan.board, &[]);
        let cat = Footing::all_but(&plan.board, closed_to_cat(&plan.rules));
        let rules = &plan.rules;
        let stuck = match rules.stalemate {
            // A turn that passes is an arc, so under `pass` nobody is ever stuck.
            Stalemate::Draw | Stalemate::Pass => Stuck::Endless,
            Stalemate::Loss => Stuck::Loses,
        };
        let arena = ProductArena::new(
            step_graph(&plan.board, &mouse, rules.mouse, rules.stalemate),
            step_graph(&plan.board, &cat, rules.cat, rules.stalemate),
            endings::verdicts(rules, &mouse, &cat),
            stuck,
        );
        let Plan { preset, board, rules, start, .. } = plan;
        Self { preset, board, rules, start, mouse, cat, arena }
    }

    /// The game whose rules held where the setup said nothing.
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

    /// The position that the game starts from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The number of the position that the game starts from.
    pub fn start_id(&self) -> PositionId {
        self.id(&self.start).expect("the door lets no start through that the rules forbid")
    }

    /// The game as a solver sees it.
    pub fn arena(&self) -> &ProductArena {
        &self.arena
    }

    /// How values turn into outcomes under the rules of this game.
    pub fn adjudication(&self) -> Adjudication {
        self.rules.adjudication()
    }

    /// The position with this number.
    pub fn position(&self, id: PositionId) -> Position {
        let Tokens { one, two, turn } = self.arena.tokens(id);
        Position { mouse: self.mouse.vertex(one), cats: vec![self.cat.vertex(two)], turn: turn.into() }
    }

    /// The number of a position; none if the rules do not let the pieces stand there.
    pub fn id(&self, position: &Position) -> Option<PositionId> {
        let [cat] = position.cats[..] else {
            return None;
        };
        let exists = |vertex: Vertex| vertex.number() < self.board.vertices();
        if !exists(position.mouse) || !exists(cat) {
            return None;
        }
        let one = self.mouse.node(position.mouse)?;
        let two = self.cat.node(cat)?;
        Some(self.arena.position(Tokens { one, two, turn: position.turn.into() }))
    }

    /// Every position, ordered by mouse, then cat, then turn, the Mouse's first.
    pub fn positions(&self) -> impl Iterator<Item = PositionId> + '_ {
        let of_turn = self.arena.positions() / 2;
        (0..of_turn).flat_map(move |pair| [pair, pair + of_turn].map(PositionId::new))
    }

    /// Where the moved piece stands after a move: the mouse or, in the Cat's ply, the cat.
    pub fn target(&self, from: PositionId, to: PositionId) -> Vertex {
        self.position(to).at(self.position(from).turn)
    }

    /// A position in the notation that [`PositionChoice`](crate::PositionChoice) reads: `M3 C5 mouse`.
    pub fn notation(&self, position: &Position) -> String {
        let [mouse, cat] = [Side::Mouse, Side::Cat].map(|side| self.side_notation(position, side));
        format!("{mouse} {cat} {}", position.turn)
    }

    /// Where a side's pieces stand: `M3`.
    pub(crate) fn side_notation(&self, position: &Position, side: Side) -> String {
        let (letter, vertices) = match side {
            Side::Mouse => ('M', std::slice::from_ref(&position.mouse)),
            Side::Cat => ('C', &position.cats[..]),
        };
        let pieces: Vec<String> = vertices
            .iter()
            .map(|&vertex| {
                let colon = if self.board.name(vertex).is_some() { ":" } else { "" };
                format!("{letter}{colon}{}", self.board.label(vertex))
            })
            .collect();
        pieces.join(" ")
    }

    /// The grid with the pieces on it, one text a row: `#` wall, `.` free, `F` food, `M` mouse, `C` cat, `X` both.
    pub fn picture(&self, position: &Position) -> Option<Vec<String>> {
        let grid = self.board.grid()?;
        let letter = |vertex: Option<Vertex>| match vertex {
            None => '#',
            Some(vertex) => match (position.mouse == vertex, position.cats.contains(&vertex)) {
                (true, true) => 'X',
                (true, false) => 'M',
                (false, true) => 'C',
                (false, false) if self.rules.holes.binary_search(&vertex).is_ok() => 'F',
                (false, false) => '.',
            },
        };
        let row = |row| (0..grid.columns()).map(|column| letter(grid.vertex(crate::Cell { row, column }))).collect();
        Some((0..grid.rows()).map(row).collect())
    }

    /// The step graph of a side's piece and the vertices that its nodes stand for.
    pub(crate) fn steps(&self, side: Side) -> (&catmouse_arena::StepGraph, &Footing) {
        match side {
            Side::Mouse => (self.arena.steps(Player::One), &self.mouse),
            Side::Cat => (self.arena.steps(Player::Two), &self.cat),
        }
    }
}
