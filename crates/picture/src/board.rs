//! Pictures of a board at one moment, with pieces, holes and the outcome of each place and each
//! move; or with cats only.

use catmouse_arena::{Adjudication, InOrder, Judgement, Measure, PositionId, Values, Words};
use catmouse_explain::{Context, RatedMove, rated_moves};
use catmouse_model::{Board, Game, Outcome, Position, Side, Vertex};

use crate::Scene;
use crate::graph;
use crate::grid::{self, Window};
use crate::layout::Point;
use crate::page::{Drawing, Page, Sign};
use crate::snapshot::{Detail, DrawnMove, Snapshot, label, mark};

/// The greatest number of moves listed below a board.
const MOVES_LISTED: usize = 24;

/// The greatest number of joint moves of several cats listed below a board.
const TEAM_MOVES_LISTED: usize = 8;

/// The greatest number of a team's moves, best first, that are split into moves of single pieces.
const TEAM_MOVES_SPLIT: usize = 4096;

/// The layout of a board, shared by all its drawings.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    Graph(graph::Plan),
    Grid(Window),
}

impl Layout {
    /// Computes the layout of the board.
    pub(crate) fn new(snapshot: &Snapshot<'_>) -> Self {
        Self::at(snapshot, &[])
    }

    /// Lays out the board, or uses the places of its vertices, in pixels, if they are known.
    pub(crate) fn at(snapshot: &Snapshot<'_>, known: &[Point]) -> Self {
        match snapshot.board.grid() {
            Some(cells) => Self::Grid(Window::new(cells, snapshot)),
            None => Self::Graph(graph::Plan::new(snapshot, known)),
        }
    }

    pub(crate) fn draw(&self, snapshot: &Snapshot<'_>) -> Drawing {
        match (self, snapshot.board.grid()) {
            (Self::Grid(window), Some(cells)) => grid::draw(cells, window, snapshot),
            (Self::Graph(plan), _) => plan.draw(snapshot),
            (Self::Grid(_), None) => Drawing::default(),
        }
    }

    /// Each drawn vertex, with the centre of its box and half the box's width and height.
    pub(crate) fn boxes(&self, snapshot: &Snapshot<'_>) -> Vec<(Vertex, Point, Point)> {
        match (self, snapshot.board.grid()) {
            (Self::Grid(window), Some(cells)) => window.boxes(cells),
            (Self::Graph(plan), _) => plan.boxes().collect(),
            (Self::Grid(_), None) => Vec::new(),
        }
    }

    /// The vertices at the ends of each edge that is drawn bent, with the control point of its curve.
    pub(crate) fn bends(&self) -> Vec<(Vertex, Vertex, Point)> {
        match self {
            Self::Graph(plan) => plan.bends().collect(),
            Self::Grid(_) => Vec::new(),
        }
    }

    /// Whether vertices are too small for names and numbers.
    pub(crate) fn is_sketch(&self) -> bool {
        match self {
            Self::Graph(plan) => plan.sketch,
            Self::Grid(window) => window.sketch,
        }
    }

    /// A sentence about a board that is not drawn in full.
    pub(crate) fn caveat(&self) -> Option<String> {
        match self {
            Self::Graph(graph::Plan { crowd, left_out, .. }) if *crowd > 1 || *left_out > 0 => {
                let others = if *left_out > 0 { format!(" {left_out} vertices are not drawn.") } else { String::new() };
                Some(format!("A sketch: each dot stands for up to {crowd} vertices that are near each other.{others}"))
            }
            Self::Graph(graph::Plan { sketch: true, .. }) => {
                Some("A sketch: a board of this size is drawn without names and numbers.".to_owned())
            }
            Self::Grid(Window { left_out, .. }) if *left_out > 0 => {
                Some(format!("A sketch of the cells round the mouse; {left_out} other cells are not drawn."))
            }
            Self::Grid(Window { sketch: true, .. }) => {
                Some("A sketch: a grid of this size is drawn without numbers in its cells.".to_owned())
            }
            _ => None,
        }
    }
}

impl<V: Values> Scene<'_, V> {
    /// The board with its pieces and holes. A vertex shows the outcome and the plies to the end
    /// with the mover's piece there instead (the mouse, if the mover has several pieces). A move
    /// shows the outcome after it and the plies to the end from then. With costs, it shows the
    /// costs instead of the plies.
    ///
    /// Time: that of the layout, and O(vertices + moves).
    pub fn board(&self) -> String {
        let Self { game, values, start, .. } = *self;
        let position = game.position(start);
        let subject = if position.turn == Side::Cat && position.cats.len() == 1 { Side::Cat } else { Side::Mouse };
        let worth = worth_of_places(game, values, &position, subject);
        let moves = rated_moves(&Context::new(game.arena(), game, values, game.adjudication()), start);
        let mut drawn_moves: Vec<DrawnMove> = Vec::new();
        let side = position.turn;
        for rated in moves.iter().take(TEAM_MOVES_SPLIT) {
            for (from, to) in game.piece_moves(start, rated.step()) {
                if !drawn_moves.iter().any(|known| (known.from, known.to) == (from, to)) {
                    let worth = Some(judgement_of_move(rated, game.measure()));
                    drawn_moves.push(DrawnMove { side, from, to, worth });
                }
            }
        }
        let snapshot = Snapshot {
            board: game.board(),
            holes: &game.rules().holes,
            traps: &game.rules().traps,
            mouse: Some(position.mouse),
            cats: position.cats.clone(),
            worth,
            drawn_moves,
            marked: Vec::new(),
            detail: Detail::Full,
        };
        let layout = Layout::new(&snapshot);
        let mut page = self.page("The start", &board_in_words(game));
        page.drawing(layout.draw(&snapshot));
        if let Some(caveat) = layout.caveat() {
            page.sentence(caveat);
        }
        page.signs(signs(&snapshot, game, true));
        let (counted, after) = match game.measure() {
            Measure::Plies => ("plies to the end from there", "plies from the position after it"),
            Measure::Cost => ("cost to the end from there", "cost of all moves to the end, its own included"),
        };
        let place = if game.board().grid().is_some() { "cell" } else { "vertex" };
        let piece = if subject == Side::Cat { "cat" } else { "mouse" };
        page.sentence(format!(
            "In a {place}: who wins if the {piece} stands there instead, everything else as it is, and the \
             {counted}: M:3 the Mouse in 3, C:3 the Cat, = a draw, – where no end is forced. On a move: who wins \
             after it, and the {after}{}.",
            if position.turn == subject { "" } else { "; of several cats, with the best moves of the others" }
        ));
        let most = if position.pieces(position.turn).len() > 1 { TEAM_MOVES_LISTED } else { MOVES_LISTED };
        let listed = moves.iter().take(most).map(|rated| {
            let worth = mark(&judgement_of_move(rated, game.measure()));
            let text = format!("{}: {worth}{}", game.step(start, rated.step()), if rated.best { ", best" } else { "" });
            (Sign::Move(side), text)
        });
        page.signs(listed.collect());
        if moves.len() > most {
            page.sentence(format!("… and {} more moves.", moves.len() - most));
        }
        page.finish()
    }
}

/// The judgement that a move shows. A distance counts from the position after the move; a cost
/// includes that of the move.
fn judgement_of_move(rated: &RatedMove, measure: Measure) -> Judgement {
    let own = match measure {
        Measure::Plies => 0,
        Measure::Cost => rated.cost.into(),
    };
    Judgement { distance: rated.judgement.distance.map(|distance| distance + own), ..rated.judgement }
}

/// The judgement of each vertex, by its number, with the piece of a side there instead. The limit
/// counts from the resulting position.
pub(crate) fn worth_of_places<V: Values>(
    game: &Game,
    values: &V,
    position: &Position,
    side: Side,
) -> Vec<Option<Judgement>> {
    let adjudication = game.adjudication();
    (0..game.board().vertices())
        .map(|vertex| {
            let mut instead = position.clone();
            match side {
                Side::Mouse => instead.mouse = Vertex::new(vertex),
                Side::Cat => instead.cats = vec![Vertex::new(vertex)],
            }
            game.id(&instead).map(|id| judgement_at(values, &adjudication, id))
        })
        .collect()
}

/// The judgement of a position.
pub(crate) fn judgement_at<V: Values>(values: &V, adjudication: &Adjudication, id: PositionId) -> Judgement {
    adjudication.judge(values.value(id))
}

/// The legend of a drawing of a board.
pub(crate) fn signs(snapshot: &Snapshot<'_>, game: &Game, with_areas: bool) -> Vec<(Sign, String)> {
    let mut signs = vec![(Sign::Mouse, "the mouse".to_owned())];
    signs.push((Sign::Cat, if snapshot.cats.len() > 1 { "cats".to_owned() } else { "the cat".to_owned() }));
    if !snapshot.holes.is_empty() {
        signs.push((Sign::Hole, game.goal_noun().to_owned()));
    }
    if !snapshot.traps.is_empty() {
        signs.push((Sign::Trap, "a trap".to_owned()));
    }
    let has_walls = snapshot
        .board
        .grid()
        .is_some_and(|grid| grid.rows() * grid.columns() > snapshot.board.vertices() || !grid.thin_walls().is_empty());
    if has_walls {
        signs.push((Sign::Wall, "a wall".to_owned()));
    }
    if with_areas {
        let shown = |outcome: Outcome| {
            let of = |judgement: &Judgement| Outcome::from(judgement.outcome) == outcome;
            snapshot.worth.iter().flatten().any(of)
                || snapshot.drawn_moves.iter().filter_map(|drawn| drawn.worth.as_ref()).any(of)
        };
        let outcomes = [(Outcome::Mouse, "the Mouse wins"), (Outcome::Cat, "the Cat wins"), (Outcome::Draw, "a draw")];
        signs.extend(
            outcomes
                .into_iter()
                .filter(|(outcome, _)| shown(*outcome))
                .map(|(o, text)| (Sign::Area(o), text.to_owned())),
        );
    }
    signs
}

/// A description of the board.
fn board_in_words(game: &Game) -> String {
    let board = game.board();
    match board.grid() {
        Some(grid) => format!("A grid of {} rows and {} columns.", grid.rows(), grid.columns()),
        None => format!("A board of {} vertices.", board.vertices()),
    }
}

/// A board with only cats on it, for example a placement that proves an upper bound on a cop
/// number. `title` describes the picture.
///
/// Time: that of the layout.
pub fn placement(board: &Board, cats: &[Vertex], title: &str) -> String {
    let mut cats = cats.to_vec();
    cats.put_in_order();
    let snapshot = Snapshot {
        board,
        holes: &[],
        traps: &[],
        mouse: None,
        cats: cats.clone(),
        worth: Vec::new(),
        drawn_moves: Vec::new(),
        marked: Vec::new(),
        detail: Detail::Full,
    };
    let layout = Layout::new(&snapshot);
    let labels: Vec<String> = cats.iter().map(|&cat| crate::svg::shortened(&label(board, cat), 40)).collect();
    let sentence = match cats.len() {
        0 => "No cat is placed.".to_owned(),
        1 => format!("A cat is placed on {}.", labels.join("")),
        count => format!("{count} cats are placed on {}.", labels.join(", ")),
    };
    let mut page = Page::new(title, sentence.clone());
    page.sentence(sentence);
    page.drawing(layout.draw(&snapshot));
    if let Some(caveat) = layout.caveat() {
        page.sentence(caveat);
    }
    page.signs(vec![(Sign::Cat, "a cat".to_owned())]);
    page.finish()
}

/// A position of a game without anything that gives its solution away, for example as a thumbnail of
/// a level.
///
/// Time: that of the layout.
pub fn unsolved(game: &Game, position: &Position, title: &str) -> String {
    let snapshot = Snapshot {
        board: game.board(),
        holes: &game.rules().holes,
        mouse: Some(position.mouse),
        cats: position.cats.clone(),
        worth: Vec::new(),
        drawn_moves: Vec::new(),
        marked: Vec::new(),
        traps: &game.rules().traps,
        detail: Detail::Frame,
    };
    let mut page = Page::without_heading(title, board_in_words(game));
    page.drawing(Layout::new(&snapshot).draw(&snapshot));
    page.finish()
}
