//! What a page begins with: the game, the board, the rules, and the placement that the players chose.

use std::collections::{BTreeMap, BTreeSet};

use catmouse::{SolvedStart, answers::SymmetryAnswer};
use catmouse_explain::{Summary, prose};
use catmouse_model::{Choice, Game, Grid, Keyword, Marked, Opening, Position, Vertex, counted, listed};

use crate::text::{See, Text};
use crate::{Content, Document};

/// How much of the board a document describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Header {
    /// The game, the rules and the moves of the board.
    #[default]
    Whole,
    /// Where the pieces are.
    FirstLine,
}

/// The vocabulary whose places and moves are marked.
pub(crate) fn words(game: &Game) -> Marked<'_> {
    Marked { game, moves: true }
}

/// A sentence with the winner and the distance.
pub(crate) fn headline(game: &Game, summary: &Summary) -> Content {
    Content::Paragraph(Text::outcome(summary.judgement.outcome, prose::headline(summary, game)))
}

/// The placement that the players chose, and the capture time if there is one; `None` if no
/// pieces were placed.
pub fn placement(game: &Game, opening: &Opening, rounds: Option<u64>) -> Option<Content> {
    let as_good = |choice: Choice, what: &str| match (choice.best, choice.among) {
        (_, 1) => "there is no other way".to_owned(),
        (best, among) if best == among => format!("all {among} {what} are as good"),
        (1, among) => format!("of the {among} {what} it is the best"),
        (best, among) => format!("{best} of the {among} {what} are best, and this is one of them"),
    };
    let words = words(game);
    let labels = |vertices: &[Vertex]| -> String {
        let labels: Vec<String> = vertices.iter().map(|&vertex| words.place(vertex)).collect();
        listed(&labels, "and")
    };
    let position = &opening.position;
    let cats = opening.cats.map(|choice| {
        let (cats, what) = match position.cats.len() {
            1 => ("its cat", "places"),
            _ => ("its cats", "placements"),
        };
        format!("the Cat places {cats} on {} ({})", labels(&position.cats), as_good(choice, what))
    });
    let mouse = opening.mouse.map(|choice| {
        let then = if cats.is_some() { "then " } else { "" };
        format!("{then}the Mouse chooses {} ({})", labels(&[position.mouse]), as_good(choice, "places"))
    });
    let placed: Vec<String> = cats.into_iter().chain(mouse).collect();
    if placed.is_empty() {
        return None;
    }
    let mut text = format!("Placement: {}.", placed.join("; "));
    if let Some(rounds) = rounds {
        let rounds = counted(rounds, "round", "rounds");
        text += &format!(" Capture time: {rounds} (a round is a ply of each side).");
    }
    Some(Content::Paragraph(Text::of(&text)))
}

/// The header of a page: the game, the board and the rules.
pub fn header(game: &Game, title: Option<&str>, position: &Position, header: Header) -> Document {
    header_visiting(game, title, position, &[], header)
}

/// A header like [`header`]. If not all moves fit, it lists those from the vertices in `visited`,
/// which are sorted by importance.
pub(crate) fn header_visiting(
    game: &Game,
    title: Option<&str>,
    position: &Position,
    visited: &[Vertex],
    header: Header,
) -> Document {
    header_over(game, title, &standing(game, position), visited, header)
}

/// The header of a page. `standing` says where the pieces are.
pub fn header_of(game: &Game, title: Option<&str>, standing: &str) -> Document {
    header_over(game, title, standing, &[], Header::Whole)
}

/// The first line of a header: the game, the size of the board, and where the pieces are.
pub(crate) fn first_line(game: &Game, position: &Position) -> Content {
    first_line_over(game, &standing(game, position))
}

/// Where the pieces are, and who is to move.
fn standing(game: &Game, position: &Position) -> String {
    let turn = prose::capitalised(position.turn.word());
    format!("{}, {turn} to move", words(game).pieces(position))
}

fn first_line_over(game: &Game, standing: &str) -> Content {
    let board = game.board();
    let size = match board.grid() {
        Some(grid) => format!("{}×{} grid", grid.rows(), grid.columns()),
        None => counted(board.vertices(), "vertex", "vertices"),
    };
    let holes: Vec<String> = game.rules().holes.iter().map(|&hole| words(game).place(hole)).collect();
    let goal = match (board.grid().is_some(), holes.len()) {
        (_, 0) => "no hole".to_owned(),
        (true, _) => format!("food {}", holes.join(" ")),
        (false, 1) => format!("hole {}", holes[0]),
        (false, _) => format!("holes {}", holes.join(" ")),
    };
    let line = Text::strong(game.preset().title()).and(Text::of(&format!(" · {size}, {goal} · {standing}")));
    Content::Paragraph(line)
}

/// The notation of cells and the signs of drawings.
fn legend(grid: &Grid, game: &Game) -> String {
    let walls = if grid.thin_walls().is_empty() { "# wall, . free" } else { "- and | walls between cells" };
    let traps = if game.rules().traps.is_empty() { "" } else { " T trap," };
    format!("Cells: (row,column), from (0,0) at the top left; {walls}, F food,{traps} M Mouse, C\u{a0}Cat.")
}

fn header_over(game: &Game, title: Option<&str>, standing: &str, visited: &[Vertex], header: Header) -> Document {
    let mut document = Document::default();
    document.add(first_line_over(game, standing));
    if header == Header::FirstLine {
        return document;
    }
    if let Some(title) = title {
        document.add(Content::Paragraph(Text::plain(title)));
    }
    document.add(Content::Note("Rules", Text::plain(game.rules_sentence())));
    if let Some(grid) = game.board().grid() {
        document.add(Content::Note("", Text::plain(legend(grid, game))));
    }
    if let Some(moves) = neighbours(game).or_else(|| neighbours_of(game, visited)).or_else(|| near_the_hole(game)) {
        document.add(Content::Note("Moves", Text::of(&moves)));
    }
    document
}

/// The most characters of the list of moves in a header.
const MOVES_LENGTH: usize = 460;

/// The moves from each vertex; `None` if the list is too long. A grid is drawn instead of listed.
fn neighbours(game: &Game) -> Option<String> {
    let board = game.board();
    if board.grid().is_some() || board.arc_count() == 0 || board.arc_count() > MOVES_LENGTH {
        return None;
    }
    let all: Vec<Vertex> = (0..board.vertices()).map(Vertex::new).collect();
    Some(Neighbours::new(game).of(&all)).filter(|list| list.chars().count() <= MOVES_LENGTH)
}

/// The moves from the first vertices in `visited`, as many as fit.
fn neighbours_of(game: &Game, visited: &[Vertex]) -> Option<String> {
    /// A board with more arcs is not searched for neighbours.
    const ARCS: usize = 1 << 20;
    let board = game.board();
    if board.grid().is_some() || visited.is_empty() || board.arc_count() == 0 || board.arc_count() > ARCS {
        return None;
    }
    let neighbours = Neighbours::new(game);
    // Every vertex takes at least a few characters.
    let most = visited.len().min(MOVES_LENGTH / 4);
    let (count, list) = (1..=most)
        .rev()
        .map(|count| (count, neighbours.of(&visited[..count])))
        .find(|(_, list)| list.chars().count() <= MOVES_LENGTH)?;
    let of =
        if count == visited.len() { "these are the vertices of the play below" } else { "these are some of very many" };
    Some(format!("{list} ({of}; {:x} shows the others)", See::Picture))
}

/// The neighbours of each vertex, with costs in brackets if there are any.
struct Neighbours<'a> {
    game: &'a Game,
    /// A list of neighbours for each vertex with an arc. It is empty for a vertex without outgoing
    /// arcs.
    lists: BTreeMap<Vertex, Vec<String>>,
}

impl<'a> Neighbours<'a> {
    fn new(game: &'a Game) -> Self {
        let board = game.board();
        let mut lists: BTreeMap<Vertex, Vec<String>> = BTreeMap::new();
        for (arc, (from, to, cost)) in board.arcs().enumerate() {
            let kinds = board.kinds_of(arc).collect::<Vec<_>>().join(",\u{a0}");
            let cost = match (board.has_costs(), board.kinds()) {
                (true, _) => format!("\u{a0}({cost})"),
                (false, []) => String::new(),
                (false, _) => format!("\u{a0}({kinds})"),
            };
            lists.entry(from).or_default().push(format!("{}{cost}", board.label(to)));
            lists.entry(to).or_default();
        }
        // On a small board, vertices without any arc are listed as well.
        if board.vertices() as usize <= MOVES_LENGTH {
            for vertex in (0..board.vertices()).map(Vertex::new) {
                lists.entry(vertex).or_default();
            }
        }
        Self { game, lists }
    }

    /// The neighbours of the vertices `of`, such as "1: 8 9; 2: 5", in order.
    fn of(&self, of: &[Vertex]) -> String {
        /// The most vertices of a path that are listed one by one.
        const IN_A_ROW: u32 = 4;
        let board = self.game.board();
        let mut of = of.to_vec();
        of.sort_unstable();
        let is_named = of.iter().any(|&vertex| board.label(vertex).to_string().contains(' '));
        let join = if is_named { ", " } else { " " };
        let listed = of.iter().filter_map(|vertex| Some((vertex, self.lists.get(vertex)?)));
        // A longer path is listed as one entry.
        let mut entries: Vec<(u32, u32, String)> = Vec::new();
        for (&vertex, targets) in listed {
            let number = vertex.number();
            let is_on_path = self.is_on_path(vertex, targets);
            let text = if targets.is_empty() { "none".to_owned() } else { targets.join(join) };
            match entries.last_mut() {
                Some((_, last, known)) if is_on_path && known.is_empty() && *last + 1 == number => *last = number,
                _ if is_on_path => entries.push((number, number, String::new())),
                _ => entries.push((number, number, text)),
            }
        }
        let named = |number: u32| board.label(Vertex::new(number)).to_string();
        let around = |number: u32| format!("{number}:\u{a0}{} {}", number - 1, number + 1);
        let texts = entries.into_iter().map(|(first, last, text)| match last - first {
            0 if !text.is_empty() => format!("{}:\u{a0}{text}", named(first)),
            0..IN_A_ROW => (first..=last).map(around).collect::<Vec<_>>().join("; "),
            _ => format!("{first} to {last}:\u{a0}one less or one more"),
        });
        texts.collect::<Vec<_>>().join("; ")
    }

    /// Whether a vertex is called by its number, and its neighbours are exactly the vertices with
    /// the numbers before and after it.
    fn is_on_path(&self, vertex: Vertex, targets: &[String]) -> bool {
        let (board, number) = (self.game.board(), vertex.number());
        let Some(before) = number.checked_sub(1) else { return false };
        let around = [before, number + 1].map(|number| number.to_string());
        !board.has_costs() && board.label(vertex).to_string() == number.to_string() && targets == around
    }
}

/// On a board with too many edges to list: the vertices one step and two steps from the hole. A
/// reader needs them to follow a rule about the way to the hole.
fn near_the_hole(game: &Game) -> Option<String> {
    const NAMED: usize = 16;
    let (board, holes) = (game.board(), &game.rules().holes);
    if board.grid().is_some() || holes.is_empty() || board.arc_count() == 0 || game.rules().mouse.speed != 1 {
        return None;
    }
    let to = |targets: &[Vertex]| {
        let arcs = board.arcs().filter(|(from, to, _)| targets.contains(to) && !targets.contains(from));
        arcs.map(|(from, ..)| from).filter(|from| !holes.contains(from)).collect::<BTreeSet<_>>()
    };
    let one: Vec<Vertex> = to(holes).into_iter().collect();
    let reached: Vec<Vertex> = holes.iter().chain(&one).copied().collect();
    let two: Vec<Vertex> = to(&reached).into_iter().collect();
    let named = |vertices: &[Vertex]| match vertices.len() {
        0 => "none".to_owned(),
        count if count > NAMED => counted(count, "vertex", "vertices"),
        _ => vertices.iter().map(|&vertex| board.label(vertex).to_string()).collect::<Vec<_>>().join(" "),
    };
    Some(format!(
        "too many to list ({:x} shows them); one step from the hole: {}; two steps: {}",
        See::Picture,
        named(&one),
        named(&two)
    ))
}

/// The number of placements that are equal up to symmetry, in a sentence; `None` if no pieces were
/// placed.
pub(crate) fn symmetry(game: &Game, start: &SolvedStart) -> Option<Content> {
    let SymmetryAnswer { symmetries, alike_cats, alike_mice, .. } = SymmetryAnswer::new(game, start)?;
    let several = |alike: Option<usize>| alike.filter(|&alike| alike > 1);
    let alike = match (several(alike_cats), several(alike_mice)) {
        (None, None) => return None,
        (Some(cats), None) => format!("this placement of the Cat is one of {cats} that come to the same"),
        (None, Some(mice)) => format!("this place of the Mouse is one of {mice} that come to the same"),
        (Some(cats), Some(mice)) => format!(
            "this placement of the Cat is one of {cats} that come to the same, and the Mouse's place \
            against it one of {mice}"
        ),
    };
    let symmetries = symmetries.map_or_else(|| "more than 10¹⁹".to_owned(), |number| number.to_string());
    Some(Content::Paragraph(Text::plain(format!("The board has {symmetries} symmetries: {alike}."))))
}
