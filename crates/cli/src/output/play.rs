//! A game in progress, as text: the board, the position, and the commands.

use catmouse::play::{Event, PlacementJudgement, Session, UnseenEvent, UnseenSession};
use catmouse_arena::{Move, PositionId, Words};
use catmouse_document::{self as document, Content, Document, Text};
use catmouse_explain::prose;
use catmouse_model::{Game, Position, Side, Vertex, counted};

use super::terminal::laid_out;
use super::text::{BOLD, DIM, paint, wrapped};

/// The most vertices that are listed. On a larger board, only those near a piece are listed.
const VERTICES_LISTED: u32 = 60;

/// The most vertices that are listed while no piece is placed.
const VERTICES_LISTED_WITHOUT_PIECES: u32 = 200;

/// The most moves that are named before a turn.
const MOVES_NAMED: usize = 16;

/// The text of the command `help`.
pub(crate) const HELP: &str = "\
A move     where it leads: a number, a name or a cell, as 3, kitchen, (2,0); several cats 1+4, or as
           many of their places as tell the move from all others; stay; or as moves are printed:
           M 1→3, M 1->3, M 1-3, C stays at 2
up         on a grid the move that way, if one piece has just one; also left, down and right, w, a, s
           and d, and arrows
hint       the idea; again, the rule to play by; again, the best move
why MOVE   what a move runs into, played out; also a move of the game, and alone the last one
undo       takes back your last move and what came after it; undo 3 takes back three of them
restart    takes back all moves
level WORD lets the solution play at another level: perfect, strong, fair, weak or hopeless
moves      all legal moves
board      the board
draw       offers to end the game as endless play would
story      the game so far, judged
next       in a folder: the next board
help       this list
quit       ends the game here; so does the end of the input
A place that is called like a command is meant behind a colon: :hint
";

/// The commands; a line can also be a move.
pub(crate) const COMMANDS: [&str; 12] =
    ["hint", "why ", "undo", "restart", "level ", "moves", "board", "draw", "story", "help", "quit", "exit"];

/// The places of the pieces. Some may not be placed yet.
pub(crate) struct Standing {
    pub(crate) mouse: Option<Vertex>,
    pub(crate) cats: Vec<Vertex>,
}

impl Standing {
    /// The same without the pieces that the user does not see.
    pub(crate) fn unseen(session: &UnseenSession) -> Self {
        let (mouse, cats) = session.standing();
        Self { mouse, cats }
    }

    /// The current places of the pieces in a session.
    pub(crate) fn of(session: &Session) -> Self {
        let game = session.solved().game();
        if let Some(here) = session.here() {
            let Position { mouse, cats, .. } = game.position(here.position);
            return Self { mouse: Some(mouse), cats };
        }
        let placed = |wanted: Side| {
            session.events().iter().find_map(|event| match event {
                Event::Placed(side, places) if *side == wanted => Some(places.clone()),
                _ => None,
            })
        };
        let start = game.start();
        let mouse = placed(Side::Mouse).and_then(|places| places.first().copied()).or(start.mouse);
        Self { mouse, cats: placed(Side::Cat).or_else(|| start.cats.clone()).unwrap_or_default() }
    }
}

/// The board: a grid as a picture, any other board as a list of neighbours.
pub(crate) fn board(game: &Game, standing: &Standing) -> String {
    // A vertex that does not exist, for a piece that is not drawn.
    let nowhere = Vertex::new(u32::MAX);
    let position =
        Position { mouse: standing.mouse.unwrap_or(nowhere), cats: standing.cats.clone(), turn: Side::Mouse };
    match game.picture(&position) {
        Some(rows) => format!("  {}\n", rows.join("\n  ")),
        None => neighbours(game, standing),
    }
}

/// A line for each vertex: its pieces, its name, and its neighbours.
fn neighbours(game: &Game, standing: &Standing) -> String {
    let board = game.board();
    let arcs: Vec<(Vertex, Vertex, u32)> = board.arcs().collect();
    let from = |vertex: Vertex| {
        let start = arcs.partition_point(|(from, ..)| *from < vertex);
        arcs[start..].iter().take_while(move |(from, ..)| *from == vertex)
    };
    let pieces = || standing.mouse.into_iter().chain(standing.cats.iter().copied());
    let most = if pieces().next().is_none() { VERTICES_LISTED_WITHOUT_PIECES } else { VERTICES_LISTED };
    let mut shown: Vec<Vertex> = if board.vertices() <= most {
        (0..board.vertices()).map(Vertex::new).collect()
    } else {
        let near = pieces().flat_map(|piece| from(piece).map(|(_, to, _)| *to).chain([piece]));
        near.chain(game.rules().holes.iter().copied()).collect()
    };
    shown.sort_unstable();
    shown.dedup();
    let mark = |vertex: Vertex| {
        let mouse = if standing.mouse == Some(vertex) { "M" } else { "" };
        let cats = match standing.cats.iter().filter(|&&cat| cat == vertex).count() {
            0 => String::new(),
            1 => "C".to_owned(),
            several => format!("{several}C"),
        };
        format!("{mouse}{cats}")
    };
    let width = |texts: &mut dyn Iterator<Item = String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let mark_width = width(&mut shown.iter().map(|&vertex| mark(vertex)));
    let label_width = width(&mut shown.iter().map(|&vertex| board.label(vertex).to_string()));
    let mut text = String::new();
    for &vertex in &shown {
        let to: Vec<String> = from(vertex)
            .map(|(_, to, cost)| {
                let label = board.label(*to);
                if board.has_costs() { format!("{label} ({cost})") } else { label.to_string() }
            })
            .collect();
        let hole = if game.rules().holes.contains(&vertex) { "   the hole" } else { "" };
        let to = wrapped(&to.join(" "), mark_width + label_width + 5);
        let mark = paint(&format!("{:>mark_width$}", mark(vertex)), BOLD);
        let line = format!("  {mark} {:>label_width$}: {to}{hole}", board.label(vertex).to_string());
        text += line.trim_end();
        text.push('\n');
    }
    if shown.len() < board.vertices() as usize {
        text += &match pieces().next() {
            Some(_) => format!("  (of {} vertices those near the pieces)\n", board.vertices()),
            None => format!("  ({} vertices; `catmouse draw` shows them)\n", board.vertices()),
        };
    }
    text
}

/// The text before a turn: the position, and the moves of the player to move.
pub(crate) fn turn(session: &Session) -> String {
    let game = session.solved().game();
    let (Some(here), Some(side)) = (session.here(), session.to_act()) else {
        return placing(session);
    };
    let position = Words::position(game, here.position);
    let moves = session.legal();
    let mut text = format!("{}: ", position.rsplit_once(' ').map_or(&position[..], |(pieces, _)| pieces));
    text += &match targets(game, here.position, &moves) {
        Some(targets) => format!("{} can go to {targets}.", side.noun()),
        None => format!("{} has {}; `moves` lists them.", side.noun(), counted(moves.len(), "move", "moves")),
    };
    if session.times_stood() + 1 == catmouse::play::REPETITIONS {
        text += " This position stands for the second time; the third ends the game.";
    }
    if let Some(limit) = here.adjudication.limit.filter(|limit| limit.distance <= 20) {
        let left = match game.measure() {
            catmouse_arena::Measure::Plies => counted(limit.distance, "ply", "plies"),
            catmouse_arena::Measure::Cost => format!("cost {}", limit.distance),
        };
        text += &format!(" Left of the limit: {left}.");
    }
    let picture = if game.board().grid().is_some() { board(game, &Standing::of(session)) } else { String::new() };
    format!("{picture}{}\n", wrapped(&text, 0))
}

/// The text before a player places pieces.
fn placing(session: &Session) -> String {
    let mut document = Document::default();
    document.extend(document::placing(session, &Standing::of(session).cats));
    laid_out(&document)
}

/// The short names of moves; `None` if there are too many moves.
fn targets(game: &Game, from: PositionId, moves: &[Move]) -> Option<String> {
    // Several moves that differ only in cost have the same name, so there may be fewer names than
    // moves.
    if moves.len() > 4 * MOVES_NAMED {
        return None;
    }
    let mut names: Vec<String> = moves
        .iter()
        .map(|step| if game.stays(from, step.to) { "stay".to_owned() } else { Words::target(game, from, *step) })
        .collect();
    names.dedup();
    let (last, rest) = names.split_last()?;
    let list = if rest.is_empty() { last.clone() } else { format!("{} or {last}", rest.join(", ")) };
    (names.len() <= MOVES_NAMED).then_some(list)
}

/// All legal moves, written as in the rest of the output.
pub(crate) fn moves(session: &Session) -> String {
    let answer = session.answer();
    match (&answer.end, &answer.legal[..]) {
        (Some(end), _) => format!("The game is over. {}\n", end.text),
        (None, []) => placing(session),
        (None, legal) => columns(legal),
    }
}

/// The last event as a line.
pub(crate) fn event(session: &Session, event: &Event) -> String {
    let game = session.solved().game();
    match event {
        Event::Moved(played) => {
            let ply = session.plies();
            format!(" {ply:>3}  {}\n", paint(&session.notation(*played), BOLD))
        }
        Event::Overran(played) => {
            let ply = session.plies();
            format!(" {ply:>3}  {}  goes beyond the limit\n", paint(&session.notation(*played), BOLD))
        }
        Event::Placed(side, places) => {
            format!("{} places {}.\n", prose::capitalised(side.noun()), pieces_on(game, *side, places))
        }
        _ => String::new(),
    }
}

/// An event of a game with a mouse that is not always seen, as a line.
pub(crate) fn unseen_event(event: &UnseenEvent) -> String {
    match event.ply {
        Some(ply) => format!(" {ply:>3}  {}\n", paint(&event.text, BOLD)),
        None => wrapped(&event.text, 0) + "\n",
    }
}

/// What the commands are in a game with a mouse that is not always seen.
pub(crate) fn unseen_help() -> String {
    let unknown = ["why ", "level ", "draw ", "story ", "next "];
    let known = HELP.lines().filter(|line| !unknown.iter().any(|word| line.starts_with(word)));
    let hint = |line| if str::starts_with(line, "hint ") { "hint       a good move" } else { line };
    known.map(hint).collect::<Vec<_>>().join("\n") + "\n"
}

/// A line that judges a placement.
pub(crate) fn placement(game: &Game) -> impl Fn(&PlacementJudgement) -> String {
    |judged| {
        let placed = pieces_on(game, judged.side, &judged.places);
        wrapped(&format!("Placing {placed} {}.", judged.text), 0) + "\n"
    }
}

/// The pieces of a side with their places, such as "the cats on 0 3".
fn pieces_on(game: &Game, side: Side, places: &[Vertex]) -> String {
    let pieces = match (side, places.len()) {
        (Side::Mouse, _) => "the mouse",
        (Side::Cat, 1) => "the cat",
        (Side::Cat, _) => "the cats",
    };
    let places: Vec<String> = places.iter().map(|&place| game.board().label(place).to_string()).collect();
    format!("{pieces} on {}", places.join(" "))
}

/// A sentence about who plays each side.
pub(crate) fn players(session: &Session) -> String {
    let said = [Side::Mouse, Side::Cat].map(|side| match session.skill_of(side) {
        None => format!("you play {}", side.noun()),
        Some(_) if side == Side::Cat && session.solved().game().rules().cat_has_no_choice() => {
            format!("{} follows its script", side.noun())
        }
        Some(skill) => format!("{} {skill}", side.noun()),
    });
    let text = match said {
        [mouse, cat] if session.skill_of(Side::Mouse) == session.skill_of(Side::Cat) => {
            match session.skill_of(Side::Cat) {
                None => "You play both sides".to_owned(),
                Some(_) => format!("{}, and {cat}", prose::capitalised(&mouse)),
            }
        }
        [mouse, cat] if session.skill_of(Side::Mouse).is_some() => format!("{}; {mouse}", prose::capitalised(&cat)),
        [mouse, cat] => format!("{}; {cat}", prose::capitalised(&mouse)),
    };
    let is_watched = [Side::Mouse, Side::Cat].iter().all(|&side| session.skill_of(side).is_some());
    let help = if is_watched { "" } else { " `help` lists what can be said." };
    paint(&format!("{text}.{help}"), DIM) + "\n"
}

/// Moves in columns.
pub(crate) fn columns(moves: &[String]) -> String {
    let mut document = Document::default();
    document.add(Content::Columns(moves.iter().map(Text::plain).collect()));
    laid_out(&document)
}
