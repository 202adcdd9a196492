//! Single changes of a board. The changed text has the format of the old text, or is a setup if
//! that format cannot represent the board.
//!
//! A change is either made, or refused with a message. It has no side effects: the changed text is
//! read again, and its board, rules and pieces are compared with the intended ones.

use catmouse::formats::{BoardText, Format, FormatChoice, read, recognise, write};
use catmouse::model::InOrder;
use catmouse::model::{self, BoardChoice, Game, Setup, Vertex, VertexChoice};
use catmouse::{Choices, Error, Question, memory::Work};

use crate::{Board, MEMORY};

/// A change of a board.
#[derive(Debug)]
pub enum Edit {
    /// Puts a wall or food on a free cell of a grid, or takes it away; or moves the mouse or the
    /// cat to a free cell.
    Cell {
        /// The row, from the top.
        row: usize,
        /// The column, from the left.
        column: usize,
        /// The wall `#`, the food `F`, the mouse `M` or the cat `C`.
        mark: char,
    },
    /// Adds an edge between two vertices, or removes the existing one.
    Edge {
        /// One of the two vertices.
        from: i64,
        /// The other vertex.
        to: i64,
    },
    /// Adds a vertex without edges and with the greatest number.
    AddVertex,
    /// Removes a vertex on which no piece starts. Greater numbers decrease by one, in the rules
    /// too.
    RemoveVertex {
        /// The vertex.
        vertex: i64,
    },
}

/// The reason why a board is not changed.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The change is impossible. The text says why.
    Impossible(String),
    /// The changed board would not be a game.
    NoGame(Error),
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(words: T) -> Self {
        Self::Impossible(words.into())
    }
}

/// Changes a board, and the choices that mention its vertices by number.
///
/// # Errors
///
/// The reason why the board is not changed.
pub(crate) fn change(board: &mut Board, edit: &Edit) -> Result<(), Refusal> {
    let unreadable = "the board cannot be read, so it cannot be changed";
    let mut options = board.options();
    if options.format == FormatChoice::Recognise {
        options.format = FormatChoice::Named(recognise(&board.text).map_err(|_| unreadable)?);
    }
    let format = options.format.format().ok_or(unreadable)?;
    let mut document = read(&board.text, options).map_err(|_| unreadable)?;
    let mut choices = board.choices();
    let setup = &mut document.setup;
    match *edit {
        Edit::Cell { row, column, mark } => put(setup, &choices, (row, column), mark)?,
        Edit::Edge { from, to } => toggle(setup, &choices, from, to)?,
        Edit::AddVertex => add(setup)?,
        Edit::RemoveVertex { vertex } => {
            let before = game(board.question(), &choices)?;
            remove(setup, &mut choices, &before, vertex)?;
        }
    }
    // They speak of the board before the change.
    (document.title, document.source, document.expect) = (None, None, None);
    let changed = Question::setup(document.setup.clone());
    let meant = game(if document.is_labelled { changed.labelled() } else { changed }, &choices)?;
    board.text = written(&document, format, &choices, &meant).ok_or("no format can hold the changed board")?;
    (board.chosen, board.mouse, board.cats) = (choices.rules, choices.mouse, choices.cats);
    Ok(())
}

fn game(question: Question, choices: &Choices) -> Result<Game, Refusal> {
    let prepared = question.with(choices.clone()).allowing(MEMORY).prepare(Work::SOLVE);
    prepared.map(|prepared| prepared.game).map_err(Refusal::NoGame)
}

/// The text of a changed board: in its own format, or as a setup if its own format would represent
/// another game.
fn written(document: &BoardText<'_>, format: Format, choices: &Choices, meant: &Game) -> Option<String> {
    let own = match (&document.setup.board, format) {
        (BoardChoice::Grid(_), Format::Leetcode) => Format::Grid,
        _ => format,
    };
    [own, Format::Setup].into_iter().find_map(|format| {
        let mut text = String::new();
        write(&mut text, document, meant.board(), format).ok()?;
        let read_again = game(Question::text(&*text), choices).ok()?;
        is_same(&read_again, meant).then_some(text)
    })
}

/// Whether two games are the same, with the same labels of vertices.
fn is_same(one: &Game, other: &Game) -> bool {
    let labels = |game: &Game| {
        let vertices = (0..game.board().vertices()).map(Vertex::new);
        vertices.map(|vertex| game.board().label(vertex).to_string()).collect::<Vec<_>>()
    };
    (one.preset(), one.rules(), one.start()) == (other.preset(), other.rules(), other.start())
        && one.board().grid() == other.board().grid()
        && sorted_arcs(one.board()) == sorted_arcs(other.board())
        && labels(one) == labels(other)
}

/// An arc: its start, its end, and its cost.
pub(crate) type Arc = (Vertex, Vertex, u32);

/// The arcs of a board in order.
pub(crate) fn sorted_arcs(board: &model::Board) -> Vec<Arc> {
    let mut arcs: Vec<Arc> = board.arcs().collect();
    arcs.put_in_order();
    arcs
}

fn put(setup: &mut Setup, choices: &Choices, (row, column): (usize, usize), mark: char) -> Result<(), Refusal> {
    let BoardChoice::Grid(rows) = &mut setup.board else { return Err("this board is not a grid".into()) };
    let (thing, is_said_elsewhere) = match mark {
        '#' => ("wall", false),
        'F' => ("food", setup.rules.holes.is_some() || choices.rules.holes.is_some()),
        'M' => ("mouse", setup.mouse.is_some() || choices.mouse.is_some()),
        'C' => ("cat", setup.cats.is_some() || choices.cats.is_some()),
        _ => return Err("a cell is one of # . F M C".into()),
    };
    if is_said_elsewhere {
        return Err(format!(
            "it is not the grid that says where the {thing} is: change it in the text or in the rules"
        )
        .into());
    }
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let found = *cells.get(row).and_then(|row| row.get(column)).ok_or("there is no such cell")?;
    let is_taken_away = found == mark && "#F".contains(mark);
    if found != '.' && !is_taken_away {
        let there = match found {
            '#' => "a wall is there",
            'F' => "food is there",
            'M' => "the mouse starts there",
            _ => "a cat starts there",
        };
        return Err(format!("({row},{column}) is not free for the {thing}: {there}").into());
    }
    if "MC".contains(mark) {
        let before: Vec<&mut char> = cells.iter_mut().flatten().filter(|cell| **cell == mark).collect();
        if before.len() > 1 {
            return Err(format!(
                "there are {} cats, and a click does not say which: change it in the text",
                before.len()
            )
            .into());
        }
        for cell in before {
            *cell = '.';
        }
    }
    if mark == '#' {
        return setup
            .board
            .edit_wall(&mut setup.names, (row, column), !is_taken_away)
            .ok_or("there is no such cell".into());
    }
    cells[row][column] = if is_taken_away { '.' } else { mark };
    *rows = cells.into_iter().map(|row| row.into_iter().collect()).collect();
    Ok(())
}

fn toggle(setup: &mut Setup, choices: &Choices, from: i64, to: i64) -> Result<(), Refusal> {
    let directed = choices.rules.directed.or(setup.rules.directed) == Some(true);
    let vertices = count(setup)?;
    if !(0..vertices).contains(&from) || !(0..vertices).contains(&to) {
        return Err("there is no such vertex".into());
    }
    if from == to {
        return Err("an edge joins two vertices, and one was chosen twice; a loop is added in the text".into());
    }
    setup.board.toggle_edge((from, to), directed).ok_or("edges of boards with costs are changed in the text".into())
}

/// A vertex as an index. A negative number becomes an index beyond every list.
pub(crate) fn index(vertex: i64) -> usize {
    usize::try_from(vertex).unwrap_or(usize::MAX)
}

fn count(setup: &Setup) -> Result<i64, Refusal> {
    match &setup.board {
        BoardChoice::Adjacency(lists) => Ok(i64::try_from(lists.len()).unwrap_or(i64::MAX)),
        BoardChoice::Edges { vertices, .. } => Ok(*vertices),
        BoardChoice::Grid(_) => Err("a grid has cells, and they are changed one by one".into()),
        _ => Err("boards with costs are changed in the text".into()),
    }
}

fn add(setup: &mut Setup) -> Result<(), Refusal> {
    let number = count(setup)?;
    match &mut setup.board {
        BoardChoice::Adjacency(lists) => lists.push(Vec::new()),
        BoardChoice::Edges { vertices, .. } => *vertices += 1,
        _ => {}
    }
    if !setup.names.is_empty() {
        // Among one more name than there are vertices, at least one is free.
        let free = (0..=number).map(|more| format!("v{}", number + more)).find(|name| !setup.names.contains(name));
        setup.names.extend(free);
    }
    Ok(())
}

/// Removes a vertex. `before` is the game from which it is removed.
fn remove(setup: &mut Setup, choices: &mut Choices, before: &Game, vertex: i64) -> Result<(), Refusal> {
    if count(setup)? == 1 {
        return Err("this is the only vertex, and a board needs one".into());
    }
    let (board, start) = (before.board(), before.start());
    let removed = board.find(&VertexChoice::Number(vertex)).map_err(|defect| defect.to_string())?;
    let is_removed = |choice: &VertexChoice| board.find(choice) == Ok(removed);
    let stays = |why: &str| Err(format!("vertex {} stays: {why}", board.label(removed)).into());
    if start.mouse == Some(removed) || setup.mouse.iter().chain(&choices.mouse).any(is_removed) {
        return stays("the mouse starts there");
    }
    let cats = setup.cats.iter().chain(&choices.cats).flatten();
    if start.cats.iter().flatten().any(|&cat| cat == removed) || cats.clone().any(is_removed) {
        return stays("a cat starts there");
    }
    if before.rules().holes == [removed] {
        return stays("it is the only hole");
    }
    for holes in [&mut setup.rules.holes, &mut choices.rules.holes].into_iter().flatten() {
        holes.retain(|hole| !is_removed(hole));
    }
    // A piece without a given start has the default start of the rules. It gets an explicit start
    // if the number of its vertex changes.
    let number = |piece: &Vertex| VertexChoice::Number(piece.number().into());
    if setup.mouse.is_none() && choices.mouse.is_none() {
        setup.mouse = start.mouse.as_ref().filter(|&&mouse| mouse > removed).map(number);
    }
    if setup.cats.is_none() && choices.cats.is_none() {
        let cats = start.cats.as_ref().filter(|cats| cats.iter().any(|&cat| cat > removed));
        setup.cats = cats.map(|cats| cats.iter().map(number).collect());
    }
    let pieces = setup.mouse.iter_mut().chain(&mut choices.mouse);
    let cats = [&mut setup.cats, &mut choices.cats, &mut setup.rules.holes, &mut choices.rules.holes];
    for choice in pieces.chain(cats.into_iter().flatten().flatten()) {
        if let VertexChoice::Number(number) = choice {
            *number -= i64::from(*number > vertex);
        }
    }

    let moved = |other: i64| other - i64::from(other > vertex);
    match &mut setup.board {
        BoardChoice::Adjacency(lists) => {
            lists.remove(index(vertex));
            for list in lists {
                list.retain(|&other| other != vertex);
                for other in list {
                    *other = moved(*other);
                }
            }
        }
        BoardChoice::Edges { vertices, edges } => {
            *vertices -= 1;
            edges.retain(|&(a, b)| a != vertex && b != vertex);
            for (a, b) in edges {
                (*a, *b) = (moved(*a), moved(*b));
            }
        }
        _ => {}
    }
    if index(vertex) < setup.names.len() {
        setup.names.remove(index(vertex));
    }
    Ok(())
}
