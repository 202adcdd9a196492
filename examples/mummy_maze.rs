//! Mummy mazes: an explorer leaves a maze in which mummies and scorpions follow a script.
//!
//! ```sh
//! cargo run --release --package catmouse-examples --bin mummy-maze examples/mummy_mazes
//! ```
//!
//! The program reads levels from files and folders. For each level it prints the least number of
//! turns, which puzzlers call *par*, and a shortest way out.
//!
//! # The rules
//!
//! In a turn the explorer makes one step or waits, and then every monster moves, in a fixed order.
//! A mummy makes two steps, a scorpion one, and a monster makes all its steps before the next one
//! moves. Each step is looked up anew: a white monster steps along its row toward the explorer's
//! column, and if it is in this column or the way is shut, along its column toward the explorer's
//! row. A red monster tries the column first. If both are shut, it stays for this step.
//!
//! * The explorer wins by stepping through a gap of the outer wall, before the monsters move. No
//!   monster steps through the gap.
//! * The explorer loses by stepping onto a trap or a monster, and if a monster steps onto it.
//!   Monsters cross traps.
//! * A monster that steps onto another one removes it, except that a scorpion that steps onto a
//!   mummy is removed itself.
//! * A step onto a key, by the explorer or by a monster, at once opens all closed gates and closes
//!   all open ones. Staying on a key does nothing. A closed gate shuts the way like a wall.
//!
//! **Where sources differ.** The published solvers and remakes that were compared agree on the
//! script, on waiting, on traps, and on keys that work whenever a piece enters them. They differ in
//! four points:
//!
//! * *Who survives a meeting.* Here the monster that moves survives, except a scorpion that meets a
//!   mummy. Remakes with published levels and pars have this rule. In the game of 2002, as others
//!   found in its program, the mummy that is listed first survives a meeting of two mummies.
//! * *When monsters move.* Here they move one after the other, each with all its steps. In the game
//!   of 2002 all scorpions step, then all mummies make their first steps, then their second ones.
//! * *What white monsters try first.* Here they try the row, as in most sources and as the Minotaur
//!   of Robert Abbott's maze does. In the program of 2002 they try the column.
//! * *When the explorer is out.* Here the step through the gap counts as a turn, and no monster moves
//!   after it. Programs that count the cell inside the gap as the end need one turn less, and the
//!   monsters still move in the last turn.
//!
//! # The format of a level
//!
//! ```text
//! title: The toll
//! par: 5
//! +---+---+---+
//! |P    K : r       posts `+`; walls `---` and `|`; a blank is a passage
//! +   +---+...+     gates: `:` closed, `.` open, between rows `:::` and `...`
//! | W2  T | w1|     cells are three characters wide
//! +---+---+---+
//! ```
//!
//! A cell contains, in any order and with blanks, at most one piece and at most one sign of the
//! floor: `P` the explorer; `W` a white and `R` a red mummy; `w` a white and `r` a red scorpion; `K` a
//! key and `T` a trap. Monsters move in the order of reading, row by row, unless a digit from 1 to 9
//! after the letter of each says another one. The outer wall has exactly one gap, in the example in
//! the first row. Blanks at the end of a line may be left out. The lines before the drawing are
//! optional, and a line that begins with `;` is a comment. If there is a `par:`, it is compared.
//!
//! # The search
//!
//! Monsters have no choice, so a turn is one move of the explorer, who is the only player to move.
//! [`GraphArena::explore`] lays out the states that can arise, breadth first. In most levels there
//! are some thousands. All lost states are one state. The solution is checked like any other.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catmouse_arena::{Cost, GraphArena, Player, PositionId, Solution, StateRules, Status, Values, check};

/// The player who moves. The other player has no moves, and wins by what the monsters do.
const EXPLORER: Player = Player::One;

/// The greatest number of states of a level. A state, its moves and its value take about 100 bytes.
const MAX_STATES: usize = 10_000_000;

/// The greatest number of cells, so that the number of a cell fits into a byte with [`NOWHERE`].
const MAX_CELLS: usize = 255;

/// The greatest number of monsters.
const MAX_MONSTERS: usize = 9;

/// The place of a monster that was removed.
const NOWHERE: u8 = u8::MAX;

/// A direction in which a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Right,
    Down,
    Left,
}

/// The actions of the explorer in a turn. Of equally good ones, a way out has the first.
const ACTIONS: [Option<Direction>; 5] =
    [Some(Direction::Up), Some(Direction::Right), Some(Direction::Down), Some(Direction::Left), None];

/// The letter of an action in a solution.
fn letter(action: Option<Direction>) -> char {
    match action {
        Some(Direction::Up) => 'U',
        Some(Direction::Right) => 'R',
        Some(Direction::Down) => 'D',
        Some(Direction::Left) => 'L',
        None => '.',
    }
}

/// The border between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Passage,
    Wall,
    ClosedGate,
    OpenGate,
}

/// The floor of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Floor {
    Plain,
    Key,
    Trap,
}

/// A monster at the beginning.
#[derive(Clone, Copy, Debug)]
struct Monster {
    cell: u8,
    is_mummy: bool,
    /// A white monster tries its row first, a red one its column.
    is_white: bool,
}

/// A level.
struct Level {
    title: Option<String>,
    /// The least number of turns that the file states.
    par: Option<u64>,
    columns: u8,
    floor: Vec<Floor>,
    /// The borders of each cell, in the order of [`Direction`].
    sides: Vec<[Side; 4]>,
    /// The cell at the gap of the outer wall, and the direction through the gap.
    exit: (u8, Direction),
    explorer: u8,
    monsters: Vec<Monster>,
}

/// A state between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Inside {
        explorer: u8,
        /// The cells of the monsters, in the order in which they move.
        monsters: [u8; MAX_MONSTERS],
        /// Whether every gate is the other way round than at the beginning.
        are_gates_switched: bool,
    },
    Out,
    Lost,
}

impl Level {
    fn start(&self) -> State {
        let mut monsters = [NOWHERE; MAX_MONSTERS];
        for (place, monster) in monsters.iter_mut().zip(&self.monsters) {
            *place = monster.cell;
        }
        State::Inside { explorer: self.explorer, monsters, are_gates_switched: false }
    }

    /// The cell that a step leads to; `None` if the way is shut. The gap is no way here.
    fn step(&self, from: u8, direction: Direction, are_gates_switched: bool) -> Option<u8> {
        let is_open = match self.sides[usize::from(from)][direction as usize] {
            Side::Passage => (from, direction) != self.exit,
            Side::Wall => false,
            Side::ClosedGate => are_gates_switched,
            Side::OpenGate => !are_gates_switched,
        };
        is_open.then(|| match direction {
            Direction::Up => from - self.columns,
            Direction::Right => from + 1,
            Direction::Down => from + self.columns,
            Direction::Left => from - 1,
        })
    }

    /// The step of a monster toward the explorer; `None` if it stays.
    fn step_of(&self, monster: Monster, from: u8, explorer: u8, are_gates_switched: bool) -> Option<u8> {
        let toward = |less, more, from: u8, to: u8| match from.cmp(&to) {
            std::cmp::Ordering::Less => Some(more),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(less),
        };
        let along_row = toward(Direction::Left, Direction::Right, from % self.columns, explorer % self.columns);
        let along_column = toward(Direction::Up, Direction::Down, from / self.columns, explorer / self.columns);
        let tried = if monster.is_white { [along_row, along_column] } else { [along_column, along_row] };
        tried.into_iter().flatten().find_map(|direction| self.step(from, direction, are_gates_switched))
    }

    /// The state after a turn. An action that is shut is the same as waiting.
    fn turn(&self, state: State, action: Option<Direction>) -> State {
        let State::Inside { mut explorer, mut monsters, mut are_gates_switched } = state else { return state };
        if action.is_some_and(|direction| (explorer, direction) == self.exit) {
            return State::Out;
        }
        let is = |cell: u8, floor: Floor| self.floor[usize::from(cell)] == floor;
        if let Some(to) = action.and_then(|direction| self.step(explorer, direction, are_gates_switched)) {
            if is(to, Floor::Trap) || monsters.contains(&to) {
                return State::Lost;
            }
            are_gates_switched ^= is(to, Floor::Key);
            explorer = to;
        }
        for (at, &monster) in self.monsters.iter().enumerate() {
            for _ in 0..if monster.is_mummy { 2 } else { 1 } {
                if monsters[at] == NOWHERE {
                    break;
                }
                let Some(to) = self.step_of(monster, monsters[at], explorer, are_gates_switched) else { continue };
                are_gates_switched ^= is(to, Floor::Key);
                let met = monsters.iter().position(|&other| other == to);
                monsters[at] = to;
                if let Some(met) = met {
                    let loser = if self.monsters[met].is_mummy && !monster.is_mummy { at } else { met };
                    monsters[loser] = NOWHERE;
                }
                if monsters[at] == explorer {
                    return State::Lost;
                }
            }
        }
        State::Inside { explorer, monsters, are_gates_switched }
    }
}

impl StateRules for Level {
    type State = State;

    fn starts(&self) -> Vec<State> {
        vec![self.start()]
    }

    fn status(&self, state: &State) -> Status {
        match state {
            State::Inside { .. } => Status::Turn(EXPLORER),
            State::Out => Status::Won(EXPLORER),
            State::Lost => Status::Won(EXPLORER.opponent()),
        }
    }

    fn moves(&self, &state: &State) -> Vec<(State, Cost)> {
        ACTIONS.map(|action| (self.turn(state, action), 1)).to_vec()
    }

    fn each_move(&self, &state: &State, visit: &mut dyn FnMut(State, Cost)) {
        for action in ACTIONS {
            visit(self.turn(state, action), 1);
        }
    }
}

/// A level that is solved.
struct Solved {
    arena: GraphArena<State>,
    solution: Solution,
}

impl Solved {
    fn new(level: &Level) -> Result<Self, Box<dyn Error>> {
        let arena = GraphArena::explore(level, MAX_STATES)?;
        let solution = catmouse_solver::solve_table(&arena)?;
        check(&arena, &solution)?; // never trust a solver
        Ok(Self { arena, solution })
    }

    /// The fewest turns in which the explorer gets out from a position; `None` if it does not.
    fn turns(&self, from: PositionId) -> Option<u64> {
        let value = self.solution.value(from);
        value.distance().filter(|_| value.winner() == Some(EXPLORER))
    }

    /// The actions of a shortest way out; `None` if there is no way out.
    fn way_out(&self, level: &Level) -> Option<Vec<Option<Direction>>> {
        let mut here = PositionId::new(0);
        let mut actions = Vec::new();
        while self.turns(here)? > 0 {
            let wanted = self.turns(here)? - 1;
            let (action, next) = ACTIONS.iter().find_map(|&action| {
                let next = self.arena.position(&level.turn(*self.arena.state(here), action))?;
                (self.turns(next) == Some(wanted)).then_some((action, next))
            })?;
            actions.push(action);
            here = next;
        }
        Some(actions)
    }
}

/// A mistake in the text of a level: what is wrong, and where, counted from 1.
#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    line: usize,
    column: usize,
    what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

/// The lines of a drawing, with the number of the first one.
struct Drawing<'t> {
    first_line: usize,
    lines: Vec<&'t str>,
}

impl Drawing<'_> {
    /// The character at a place, a blank beyond the end of a line.
    fn sign(&self, line: usize, column: usize) -> char {
        self.lines[line].chars().nth(column).unwrap_or(' ')
    }

    fn mistake(&self, line: usize, column: usize, what: impl Into<String>) -> Mistake {
        Mistake { line: self.first_line + line, column: column + 1, what: what.into() }
    }

    /// The border between two cells that these characters draw.
    fn side(&self, line: usize, columns: std::ops::Range<usize>) -> Result<Side, Mistake> {
        let sign = self.sign(line, columns.start);
        if let Some(other) = columns.clone().find(|&column| self.sign(line, column) != sign) {
            let what =
                format!("`{}` after `{sign}`: expected three equal signs between two posts", self.sign(line, other));
            return Err(self.mistake(line, other, what));
        }
        let wall = if columns.len() == 1 { '|' } else { '-' };
        match sign {
            ' ' => Ok(Side::Passage),
            ':' => Ok(Side::ClosedGate),
            '.' => Ok(Side::OpenGate),
            _ if sign == wall => Ok(Side::Wall),
            _ => {
                let what = format!(
                    "`{sign}` between two cells: expected a wall `{wall}`, a closed gate `:`, an open gate `.`, or a blank"
                );
                Err(self.mistake(line, columns.start, what))
            }
        }
    }
}

/// Reads a level.
///
/// # Errors
///
/// The first [`Mistake`] of the text.
fn read(text: &str) -> Result<Level, Mistake> {
    let is_said = |line: &&str| !line.starts_with(';') && !line.trim().is_empty();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| line.starts_with('+'));
    let Some(first) = first else {
        let what = "there is no drawing: expected a line of posts and walls such as `+---+---+`".to_owned();
        return Err(Mistake { line: lines.len().max(1), column: 1, what });
    };
    let (mut title, mut par) = (None, None);
    for (at, line) in lines[..first].iter().enumerate().filter(|(_, line)| is_said(line)) {
        let mistake = |what: String| Mistake { line: at + 1, column: 1, what };
        match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("title", value)) => title = Some(value.to_owned()),
            Some(("par", value)) => {
                let what = || mistake(format!("the par `{value}` is no number: expected one such as `par: 12`"));
                par = Some(value.parse().map_err(|_| what())?);
            }
            _ => return Err(mistake(format!("`{line}` before the drawing: expected `title: …`, `par: …`, or `; …`"))),
        }
    }
    let drawn: Vec<&str> =
        lines[first..].iter().copied().take_while(|line| !line.is_empty() && !line.starts_with(';')).collect();
    if let Some((at, line)) = lines.iter().enumerate().skip(first + drawn.len()).find(|(_, line)| is_said(line)) {
        let what = format!("`{line}` after the drawing: expected the end, or a comment `; …`");
        return Err(Mistake { line: at + 1, column: 1, what });
    }
    read_drawing(&Drawing { first_line: first + 1, lines: drawn }, title, par)
}

/// Reads the drawing of a level.
fn read_drawing(drawing: &Drawing<'_>, title: Option<String>, par: Option<u64>) -> Result<Level, Mistake> {
    let (height, width) = (drawing.lines.len(), drawing.lines[0].chars().count());
    if height % 2 == 0 || height < 3 || width % 4 != 1 || width < 5 {
        let what = "the drawing is cut off: expected posts at its corners, every two lines and every four characters";
        return Err(drawing.mistake(height - 1, 0, what));
    }
    let (rows, columns) = (height / 2, width / 4);
    if rows * columns > MAX_CELLS {
        let what = format!("the level has {rows} rows of {columns} cells: expected at most {MAX_CELLS} cells in all");
        return Err(drawing.mistake(0, 0, what));
    }
    for line in 0..height {
        if drawing.lines[line].chars().count() > width {
            return Err(drawing.mistake(line, width, "the line goes on beyond the outer wall: expected its end here"));
        }
        for column in (0..width).step_by(4).filter(|_| line % 2 == 0) {
            if drawing.sign(line, column) != '+' {
                return Err(drawing.mistake(
                    line,
                    column,
                    format!("`{}`: expected a post `+`", drawing.sign(line, column)),
                ));
            }
        }
    }
    let (floor, pieces) = read_cells(drawing, rows, columns)?;
    let (sides, exit) = read_sides(drawing, rows, columns)?;
    let (explorer, monsters) = in_order(drawing, pieces, columns)?;
    if floor[usize::from(explorer)] == Floor::Trap {
        let place = (2 * (usize::from(explorer) / columns) + 1, 4 * (usize::from(explorer) % columns) + 1);
        return Err(drawing.mistake(place.0, place.1, "the explorer stands on a trap: expected another cell"));
    }
    Ok(Level { title, par, columns: columns as u8, floor, sides, exit, explorer, monsters })
}

/// A piece as it is drawn: its cell, its letter, and the digit after it.
struct Piece {
    cell: u8,
    letter: char,
    turn: Option<u32>,
}

/// The floor of each cell, and the pieces in the order of reading.
fn read_cells(drawing: &Drawing<'_>, rows: usize, columns: usize) -> Result<(Vec<Floor>, Vec<Piece>), Mistake> {
    let mut floor = vec![Floor::Plain; rows * columns];
    let mut pieces: Vec<Piece> = Vec::new();
    for (cell, floor) in floor.iter_mut().enumerate() {
        let (line, from) = (2 * (cell / columns) + 1, 4 * (cell % columns) + 1);
        let mut before = ' ';
        for column in from..from + 3 {
            let sign = drawing.sign(line, column);
            let mistake = |what: &str| Err(drawing.mistake(line, column, format!("`{sign}`: {what}")));
            match sign {
                ' ' => {}
                'P' | 'W' | 'R' | 'w' | 'r' => {
                    if pieces.last().is_some_and(|piece| usize::from(piece.cell) == cell) {
                        return mistake("a second piece in a cell: expected at most one");
                    }
                    pieces.push(Piece { cell: cell as u8, letter: sign, turn: None });
                }
                'K' | 'T' if *floor != Floor::Plain => {
                    return mistake("a second sign of the floor in a cell: expected at most one");
                }
                'K' => *floor = Floor::Key,
                'T' => *floor = Floor::Trap,
                '1'..='9' => match pieces.last_mut().filter(|_| "WRwr".contains(before)) {
                    Some(piece) => piece.turn = sign.to_digit(10),
                    None => return mistake("a digit without a monster: expected it right after the monster's letter"),
                },
                _ => {
                    return mistake(
                        "no sign of a cell: expected P, W, R, w, r, K, T, a digit after a monster, or a blank",
                    );
                }
            }
            before = sign;
        }
    }
    Ok((floor, pieces))
}

/// The sides of each cell, and the gap of the outer wall.
#[expect(clippy::type_complexity, reason = "two parts of a level")]
fn read_sides(
    drawing: &Drawing<'_>,
    rows: usize,
    columns: usize,
) -> Result<(Vec<[Side; 4]>, (u8, Direction)), Mistake> {
    let mut sides = vec![[Side::Wall; 4]; rows * columns];
    let mut exit = None;
    for (cell, own) in sides.iter_mut().enumerate() {
        let (row, column) = (cell / columns, cell % columns);
        let (line, from) = (2 * row + 1, 4 * column + 1);
        let places = [
            (Direction::Up, line - 1, from..from + 3, row == 0),
            (Direction::Right, line, from + 3..from + 4, column + 1 == columns),
            (Direction::Down, line + 1, from..from + 3, row + 1 == rows),
            (Direction::Left, line, from - 1..from, column == 0),
        ];
        for (direction, line, signs, is_outer) in places {
            let side = drawing.side(line, signs.clone())?;
            own[direction as usize] = side;
            match side {
                Side::Passage if is_outer && exit.is_some() => {
                    let what = "a second gap in the outer wall: expected one, the exit";
                    return Err(drawing.mistake(line, signs.start, what));
                }
                Side::Passage if is_outer => exit = Some((cell as u8, direction)),
                Side::ClosedGate | Side::OpenGate if is_outer => {
                    return Err(drawing.mistake(
                        line,
                        signs.start,
                        "a gate in the outer wall: expected a wall or the exit",
                    ));
                }
                _ => {}
            }
        }
    }
    let what = "the outer wall has no gap: expected one, the exit";
    Ok((sides, exit.ok_or_else(|| drawing.mistake(0, 0, what))?))
}

/// The explorer's cell, and the monsters in the order in which they move.
fn in_order(drawing: &Drawing<'_>, mut pieces: Vec<Piece>, columns: usize) -> Result<(u8, Vec<Monster>), Mistake> {
    let at = |piece: &Piece, what: String| {
        let cell = usize::from(piece.cell);
        drawing.mistake(2 * (cell / columns) + 1, 4 * (cell % columns) + 1, what)
    };
    let mut explorers = pieces.extract_if(.., |piece| piece.letter == 'P');
    let explorer =
        explorers.next().ok_or_else(|| drawing.mistake(0, 0, "there is no explorer: expected one `P`"))?.cell;
    if let Some(second) = explorers.next() {
        return Err(at(&second, "a second explorer: expected one `P`".to_owned()));
    }
    drop(explorers);
    if let Some(tenth) = pieces.get(MAX_MONSTERS) {
        return Err(at(tenth, format!("more than {MAX_MONSTERS} monsters: expected at most {MAX_MONSTERS}")));
    }
    if pieces.iter().any(|piece| piece.turn.is_some()) {
        if let Some(without) = pieces.iter().find(|piece| piece.turn.is_none()) {
            let what = format!("`{}` has no digit, but other monsters have: expected one after each", without.letter);
            return Err(at(without, what));
        }
        pieces.sort_by_key(|piece| piece.turn);
        if let Some(pair) = pieces.windows(2).find(|pair| pair[0].turn == pair[1].turn) {
            let digit = pair[1].turn.unwrap_or_default();
            return Err(at(&pair[1], format!("a second monster with the digit {digit}: expected different digits")));
        }
    }
    let monsters = pieces.iter().map(|piece| Monster {
        cell: piece.cell,
        is_mummy: "WR".contains(piece.letter),
        is_white: "Ww".contains(piece.letter),
    });
    Ok((explorer, monsters.collect()))
}

/// The files of levels that an argument names: itself, or what is in a folder, by name.
fn files(argument: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let path = Path::new(argument);
    let unreadable = |error| format!("cannot read `{argument}`: {error}; expected a level or a folder of levels");
    if !path.metadata().map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let is_hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if file.is_file() && !is_hidden {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() { Err(format!("there is no file in `{argument}`: expected levels").into()) } else { Ok(files) }
}

/// Solves the levels of the arguments. Returns a line for each, and whether each stated par is right.
fn report(arguments: &[String]) -> Result<(String, bool), Box<dyn Error>> {
    if arguments.is_empty() {
        return Err("no level is named: expected files or folders, such as `examples/mummy_mazes`".into());
    }
    let mut levels = Vec::new();
    for file in arguments.iter().map(|argument| files(argument)).collect::<Result<Vec<_>, _>>()?.concat() {
        let name = file.display();
        let text = fs::read_to_string(&file).map_err(|error| format!("cannot read `{name}`: {error}"))?;
        let level = read(&text).map_err(|mistake| format!("{name}:{mistake}"))?;
        levels.push((file.file_name().unwrap_or_default().to_string_lossy().into_owned(), level));
    }
    let width = levels.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let (mut text, mut is_right) = (String::new(), true);
    for (name, level) in &levels {
        let solved = Solved::new(level).map_err(|error| format!("{name}: {error}"))?;
        let way_out = solved.way_out(level);
        let par = way_out.as_ref().map(|actions| actions.len() as u64);
        let told = match &way_out {
            Some(actions) => {
                format!("par {:>3}  {}", actions.len(), actions.iter().copied().map(letter).collect::<String>())
            }
            None => "no way out".to_owned(),
        };
        let wrong = match level.par.filter(|&stated| Some(stated) != par) {
            Some(stated) => format!("  but the file says par {stated}"),
            None => String::new(),
        };
        is_right &= wrong.is_empty();
        let title = level.title.as_ref().map_or_else(String::new, |title| format!("  {title}"));
        text += &format!("{name:<width$}  {told}{title}{wrong}\n");
    }
    Ok((text, is_right))
}

fn main() -> ExitCode {
    match report(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok((text, is_right)) => {
            print!("{text}");
            if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each mistake has one message, which says where it is and what is expected.
    #[test]
    fn mistakes_in_a_level() {
        let level = |lines: &str| format!("+---+---+\n{lines}\n+---+---+\n");
        let cells = |cells: &str| level(&format!("|{cells} "));
        let many = format!("{}+\n|{} \n{0}+\n", "+---".repeat(256), "   |".repeat(256).trim_end_matches('|'));
        for (text, expect) in [
            (String::new(), "1:1: there is no drawing: expected a line of posts and walls such as `+---+---+`"),
            ("size: 3\n+".to_owned(), "1:1: `size: 3` before the drawing: expected `title: …`, `par: …`, or `; …`"),
            ("par: ten\n+".to_owned(), "1:1: the par `ten` is no number: expected one such as `par: 12`"),
            (cells("P      ") + "\nmore", "5:1: `more` after the drawing: expected the end, or a comment `; …`"),
            (
                "+---+--+\n|P     \n+---+--+".to_owned(),
                "3:1: the drawing is cut off: expected posts at its corners, every two lines and every four characters",
            ),
            (many, "1:1: the level has 1 rows of 256 cells: expected at most 255 cells in all"),
            (cells("P     W |X"), "2:10: the line goes on beyond the outer wall: expected its end here"),
            ("+---+---+\n|P      \n+---x---+".to_owned(), "3:5: `x`: expected a post `+`"),
            (cells("PW     "), "2:3: `W`: a second piece in a cell: expected at most one"),
            (cells("PKT    "), "2:4: `T`: a second sign of the floor in a cell: expected at most one"),
            (cells("P   1  "), "2:6: `1`: a digit without a monster: expected it right after the monster's letter"),
            (
                cells("P   X  "),
                "2:6: `X`: no sign of a cell: expected P, W, R, w, r, K, T, a digit after a monster, or a blank",
            ),
            (
                cells("P  #W  "),
                "2:5: `#` between two cells: expected a wall `|`, a closed gate `:`, an open gate `.`, or a blank",
            ),
            (
                "+---+-- +\n|P      \n+---+---+".to_owned(),
                "1:8: ` ` after `-`: expected three equal signs between two posts",
            ),
            (
                "+---+   +\n|P      \n+---+---+".to_owned(),
                "2:9: a second gap in the outer wall: expected one, the exit",
            ),
            (level(":P       "), "2:1: a gate in the outer wall: expected a wall or the exit"),
            (level("|P      |"), "1:1: the outer wall has no gap: expected one, the exit"),
            (cells("W      "), "1:1: there is no explorer: expected one `P`"),
            (cells("P   P  "), "2:6: a second explorer: expected one `P`"),
            (cells("PT     "), "2:2: the explorer stands on a trap: expected another cell"),
        ] {
            assert_eq!(read(&text).err().map(|mistake| mistake.to_string()).as_deref(), Some(expect), "{text}");
        }
        let row = |cells: &[&str]| {
            let wall = "+---".repeat(cells.len());
            format!("{wall}+\n|{}\n{wall}+\n", cells.concat())
        };
        for (cells, expect) in [
            (&["P   ", "W2  ", "w   "][..], "2:10: `w` has no digit, but other monsters have: expected one after each"),
            (&["P   ", "W2  ", "w2  "], "2:10: a second monster with the digit 2: expected different digits"),
            (&["w   "; 10], "1:1: there is no explorer: expected one `P`"),
            (
                &["P   ", "w   ", "w   ", "w   ", "w   ", "w   ", "w   ", "w   ", "w   ", "w   ", "w   "],
                "2:42: more than 9 monsters: expected at most 9",
            ),
        ] {
            assert_eq!(
                read(&row(cells)).err().map(|mistake| mistake.to_string()).as_deref(),
                Some(expect),
                "{cells:?}"
            );
        }
    }
}
