//! Layout for people: headers, columns, boards side by side. Texts always contain colour, which is
//! removed unless a terminal shows them.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};
use catmouse_arena::{JudgedBy, Judgement, Measure};
use catmouse_model::{Choice, Game, Opening, Outcome, Position, Side, Vertex, counted, listed};

/// The width of a page in characters.
pub(crate) const PAGE_WIDTH: usize = 100;

/// The style of headings.
pub(crate) const BOLD: Style = Style::new().bold();
/// The style of details.
pub(crate) const DIM: Style = Style::new().dimmed();

/// The colour of an outcome: green for the Mouse, red for the Cat, yellow for a draw.
pub(crate) fn colour(judgement: Judgement) -> Style {
    let colour = match Outcome::from(judgement.outcome) {
        Outcome::Mouse => AnsiColor::Green,
        Outcome::Cat => AnsiColor::Red,
        Outcome::Draw => AnsiColor::Yellow,
    };
    colour.on_default()
}

/// A text in a style.
pub(crate) fn paint(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// The meaning of the numbers next to moves, printed with every list of moves.
pub(crate) const CONVENTION: &str =
    "M moves the Mouse, C the Cat. Numbers count the plies from the position after a move to the end";

/// The meaning of the numbers next to moves if moves have costs.
const CONVENTION_OF_COSTS: &str = "M moves the Mouse, C the Cat, for the cost in brackets. Numbers are the \
    cost of all moves to the end, that of the move itself included";

/// The convention, and the meaning of the marks that occur in the judgements.
pub(crate) fn convention<'a>(judgements: impl Iterator<Item = &'a Judgement>, measure: Measure) -> String {
    let text = match measure {
        Measure::Plies => CONVENTION,
        Measure::Cost => CONVENTION_OF_COSTS,
    };
    with_marks(text, judgements, measure)
}

/// As [`convention`], above a column of numbers with [`heading`].
pub(crate) fn convention_of_table<'a>(judgements: impl Iterator<Item = &'a Judgement>, measure: Measure) -> String {
    let text = match measure {
        Measure::Plies => "M moves the Mouse, C the Cat",
        Measure::Cost => "M moves the Mouse, C the Cat, for the cost in brackets, which the cost left includes",
    };
    with_marks(text, judgements, measure)
}

/// The heading of a column of numbers.
pub(crate) fn heading(measure: Measure) -> &'static str {
    match measure {
        Measure::Plies => "plies left",
        Measure::Cost => "cost left",
    }
}

fn with_marks<'a>(text: &str, judgements: impl Iterator<Item = &'a Judgement>, measure: Measure) -> String {
    let mut text = text.to_owned();
    let judgements: Vec<_> = judgements.collect();
    let draw =
        |judgement: &&Judgement| judgement.distance.is_none() && judgement.outcome == catmouse_arena::WinOrDraw::Draw;
    if measure == Measure::Plies && !judgements.is_empty() && judgements.iter().all(draw) {
        return "M moves the Mouse, C the Cat; = is a draw.".to_owned();
    }
    if judgements.iter().any(draw) {
        text += "; = is a draw";
    }
    for (decided_by, what) in
        [(JudgedBy::Limit, "no end is forced before the limit"), (JudgedBy::Endless, "no end is forced")]
    {
        let shown = |judgement: &&Judgement| {
            judgement.decided_by == decided_by && judgement.outcome != catmouse_arena::WinOrDraw::Draw
        };
        if judgements.iter().any(shown) {
            text += "; – where ";
            text += what;
        }
    }
    text + "."
}

/// What a step is, if a text counts steps and a move can go farther than to a neighbour.
pub(crate) fn step_note(game: &Game, text: &str) -> Option<String> {
    let rules = game.rules();
    let movements = [rules.mouse, rules.cat];
    let jumps = game.board().grid().is_some() && movements.iter().any(|movement| movement.jump > 1);
    let runs = movements.iter().any(|movement| movement.speed > 1);
    let what = match (jumps, runs) {
        _ if !text.contains(" step") => return None,
        (true, _) => "A jump counts as one step.",
        (false, true) => "A run along several edges counts as one step.",
        (false, false) => return None,
    };
    Some(what.to_owned())
}

/// The placement that the players chose, and the capture time if there is one; empty if no pieces
/// were placed.
pub(crate) fn placement(game: &Game, opening: &Opening, rounds: Option<u64>) -> String {
    let as_good = |choice: Choice, what: &str| match (choice.best, choice.among) {
        (_, 1) => "there is no other way".to_owned(),
        (best, among) if best == among => format!("all {among} {what} are as good"),
        (1, among) => format!("of the {among} {what} it is the best"),
        (best, among) => format!("{best} of the {among} {what} are best, and this is one of them"),
    };
    let labels = |vertices: &[Vertex]| -> String {
        let labels: Vec<String> = vertices.iter().map(|&vertex| game.board().label(vertex).to_string()).collect();
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
        return String::new();
    }
    let mut text = format!("Placement: {}.", placed.join("; "));
    if let Some(rounds) = rounds {
        let rounds = counted(rounds, "round", "rounds");
        text += &format!(" Capture time: {rounds} (a round is a ply of each side).");
    }
    wrapped(&text, 0) + "\n"
}

/// The notation of cells and the signs of drawings.
const LEGEND: &str = "Cells: (row,column), from (0,0) at the top left; # wall, . free, F food, M Mouse, C Cat.";

const LEGEND_OF_THIN_WALLS: &str =
    "Cells: (row,column), from (0,0) at the top left; - and | walls between cells, F food, M Mouse, C Cat.";

/// The header of a page: the game, the board and the rules.
pub(crate) fn header(game: &Game, title: Option<&str>, position: &Position) -> String {
    header_visiting(game, title, position, &[])
}

/// A header like [`header`]. If not all moves fit, it lists those from the vertices in `visited`,
/// which are sorted by importance.
pub(crate) fn header_visiting(game: &Game, title: Option<&str>, position: &Position, visited: &[Vertex]) -> String {
    header_over(game, title, &standing(game, position), visited)
}

/// The header of a page. `standing` says where the pieces are.
pub(crate) fn header_of(game: &Game, title: Option<&str>, standing: &str) -> String {
    header_over(game, title, standing, &[])
}

/// The first line of a header: the game, the size of the board, and where the pieces are.
pub(crate) fn first_line(game: &Game, position: &Position) -> String {
    first_line_over(game, &standing(game, position))
}

/// Where the pieces are, and who is to move.
fn standing(game: &Game, position: &Position) -> String {
    let start = game.notation(position);
    let (pieces, turn) = start.rsplit_once(' ').unwrap_or((&start, ""));
    format!("{pieces}, {} to move", proper(turn))
}

fn first_line_over(game: &Game, standing: &str) -> String {
    let board = game.board();
    let size = match board.grid() {
        Some(grid) => format!("{}×{} grid", grid.rows(), grid.columns()),
        None => counted(board.vertices(), "vertex", "vertices"),
    };
    let holes: Vec<String> = game.rules().holes.iter().map(|&hole| board.label(hole).to_string()).collect();
    let goal = match (board.grid().is_some(), holes.len()) {
        (_, 0) => "no hole".to_owned(),
        (true, _) => format!("food {}", holes.join(" ")),
        (false, 1) => format!("hole {}", holes[0]),
        (false, _) => format!("holes {}", holes.join(" ")),
    };
    let name = paint(game.preset().title(), BOLD);
    format!("{name} · {size}, {goal} · {standing}\n")
}

fn header_over(game: &Game, title: Option<&str>, standing: &str, visited: &[Vertex]) -> String {
    let board = game.board();
    let mut text = first_line_over(game, standing);
    if let Some(title) = title {
        text += &format!("{title}\n");
    }
    text += &format!("{}\n", paint(&format!("Rules: {}", wrapped(&game.rules_sentence(), 7)), DIM));
    if let Some(grid) = board.grid() {
        let legend = if grid.thin_walls().is_empty() { LEGEND } else { LEGEND_OF_THIN_WALLS };
        text += &format!("{}\n", paint(legend, DIM));
    }
    if let Some(moves) = neighbours(game).or_else(|| neighbours_of(game, visited)).or_else(|| near_the_hole(game)) {
        let moves = wrapped(&moves, 7).replace('\u{a0}', " ");
        text += &format!("{}\n", paint(&format!("Moves: {moves}"), DIM));
    }
    text
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
    Some(format!("{list} ({of}; `catmouse draw` shows the others)"))
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

/// [`wrapped`] without line breaks between a piece and the target of its move.
pub(crate) fn unbroken(text: &str, indent: usize) -> String {
    let mut held = String::new();
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        held += word;
        if let Some(next) = words.peek() {
            held.push(if matches!(word.trim_start_matches('('), "M" | "C") && next.contains('→') {
                '\u{a0}'
            } else {
                ' '
            });
        }
    }
    wrapped(&held, indent).replace('\u{a0}', " ")
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
        arcs.map(|(from, ..)| from).filter(|from| !holes.contains(from)).collect::<std::collections::BTreeSet<_>>()
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
        "too many to list (`catmouse draw` shows them); one step from the hole: {}; two steps: {}",
        named(&one),
        named(&two)
    ))
}

/// Grids with captions, side by side in rows that fit on the page.
pub(crate) fn gallery(pictures: &[(String, Vec<String>)]) -> String {
    let width = |picture: &(String, Vec<String>)| {
        let lines = std::iter::once(&picture.0).chain(&picture.1);
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let column = pictures.iter().map(width).max().unwrap_or(0) + 3;
    let per_row = (PAGE_WIDTH / column.max(1)).max(1);
    let mut text = String::new();
    for row in pictures.chunks(per_row) {
        let height = row.iter().map(|picture| picture.1.len()).max().unwrap_or(0);
        for line in 0..=height {
            let cells = row.iter().map(|(caption, rows)| {
                let cell = if line == 0 { Some(caption) } else { rows.get(line - 1) };
                format!("{:<column$}", cell.map_or("", |cell| cell))
            });
            text += cells.collect::<String>().trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    text.pop();
    if pictures.iter().any(|(_, rows)| rows.iter().any(|row| row.contains('X'))) {
        text += &format!("{}\n", paint("X is the Cat on the Mouse.", DIM));
    }
    text
}

/// Short texts in columns that fit on the page, read row by row.
pub(crate) fn columns(texts: &[String]) -> String {
    let column = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 3;
    let per_row = ((PAGE_WIDTH - 2) / column).max(1);
    let mut out = String::new();
    for row in texts.chunks(per_row) {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<column$}")).collect();
        out += &format!("  {}\n", cells.concat().trim_end());
    }
    out
}

/// Wraps a text to the width of the page. Its first line continues a line of `indent` characters,
/// and the other lines are indented by this number. Wrap before painting, because styles would
/// count as characters.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let width = word.chars().count();
        if used > 0 && indent + used + 1 + width > PAGE_WIDTH {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            *line += word;
            used += width;
        }
    }
    lines.join(&format!("\n{:indent$}", ""))
}

/// The name of a side.
pub(crate) fn proper(turn: &str) -> &'static str {
    if turn == catmouse_model::Keyword::word(Side::Mouse) { "Mouse" } else { "Cat" }
}
