//! The two problems of LeetCode, and boards as a program reads them.

use catmouse_model::{BoardChoice, Outcome, Preset, Setup};
use serde::Serialize;

use crate::graph::{BitGraph, members};

/// One of the two problems of LeetCode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Puzzle {
    /// Problem 913: the board is a list of neighbours for each vertex; the mouse starts at 1, the
    /// cat at 2, and the hole is 0.
    CatAndMouse,
    /// Problem 1728: the board is a grid with the greatest jumps of both pieces.
    #[serde(rename = "cat-and-mouse-ii")]
    CatAndMouseII,
}

impl Puzzle {
    /// Reads the output of a program. In problem 913 `0` is a draw, `1` the Mouse, `2` the Cat; in
    /// problem 1728 `true` or `1` is the Mouse and `false`, `0` or `2` the Cat. `None` if it is
    /// something else.
    ///
    /// ```
    /// use catmouse_hunt::Puzzle;
    /// use catmouse_model::Outcome;
    ///
    /// assert_eq!(Puzzle::CatAndMouse.read(" 2\n"), Some(Outcome::Cat));
    /// assert_eq!(Puzzle::CatAndMouseII.read("True"), Some(Outcome::Mouse));
    /// assert_eq!(Puzzle::CatAndMouse.read("mouse"), None);
    /// ```
    pub fn read(self, printed: &str) -> Option<Outcome> {
        match (self, printed.trim().to_ascii_lowercase().as_str()) {
            (Self::CatAndMouse, "0") => Some(Outcome::Draw),
            (Self::CatAndMouse, "1") | (Self::CatAndMouseII, "true" | "1") => Some(Outcome::Mouse),
            (Self::CatAndMouse, "2") | (Self::CatAndMouseII, "false" | "0" | "2") => Some(Outcome::Cat),
            _ => None,
        }
    }

    /// The text that a program should print for this outcome.
    pub fn write(self, outcome: Outcome) -> &'static str {
        let game = match self {
            Self::CatAndMouse => Preset::CatAndMouse,
            Self::CatAndMouseII => Preset::CatAndMouseII,
        };
        game.returns(outcome).unwrap_or_default()
    }

    /// The outcome of endless play.
    pub(crate) fn endless(self) -> Outcome {
        match self {
            Self::CatAndMouse => Outcome::Draw,
            Self::CatAndMouseII => Outcome::Cat,
        }
    }
}

/// A board in the form in which it is sent to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleBoard {
    /// A board of problem 913: for each vertex its neighbours.
    Lists(Vec<Vec<u32>>),
    /// A board of problem 1728.
    Grid {
        /// The rows, which contain `M`, `C` and `F`.
        rows: Vec<String>,
        /// The greatest number of cells that the cat may jump.
        cat_jump: u32,
        /// The greatest number of cells that the mouse may jump.
        mouse_jump: u32,
    },
}

impl PuzzleBoard {
    /// A graph as a board of problem 913.
    pub(crate) fn of_graph(graph: &BitGraph) -> Self {
        Self::Lists((0..graph.vertices()).map(|vertex| members(graph.row(vertex)).collect()).collect())
    }

    /// The line that is sent to the program: `[[1,3],[0],[3],[0,2]]`, or `["M.C...F"] 1 4` with the
    /// cat's jump before the mouse's.
    pub fn line(&self) -> String {
        let joined = |list: Vec<String>| format!("[{}]", list.join(","));
        match self {
            Self::Lists(lists) => {
                let list = |list: &Vec<u32>| joined(list.iter().map(u32::to_string).collect());
                joined(lists.iter().map(list).collect())
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let rows = joined(rows.iter().map(|row| format!("\"{row}\"")).collect());
                format!("{rows} {cat_jump} {mouse_jump}")
            }
        }
    }

    /// The grid that a [`line`](Self::line) describes.
    pub(crate) fn of_grid_line(line: &str) -> Option<Self> {
        let (rows, jumps) = line.strip_prefix('[')?.split_once("] ")?;
        let rows = rows.split(',').map(|row| row.trim_matches('"').to_owned()).collect();
        let (cat_jump, mouse_jump) = jumps.split_once(' ')?;
        Some(Self::Grid { rows, cat_jump: cat_jump.parse().ok()?, mouse_jump: mouse_jump.parse().ok()? })
    }

    /// The board with the rules of its problem.
    pub fn setup(&self) -> Setup {
        match self {
            Self::Lists(lists) => {
                let list = |list: &Vec<u32>| list.iter().map(|&to| i64::from(to)).collect();
                let mut setup = Setup::new(BoardChoice::Adjacency(lists.iter().map(list).collect()));
                setup.preset = Some(Preset::CatAndMouse);
                setup
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let mut setup = Setup::new(BoardChoice::Grid(rows.clone()));
                setup.preset = Some(Preset::CatAndMouseII);
                setup.rules.cat_jump = Some((*cat_jump).into());
                setup.rules.mouse_jump = Some((*mouse_jump).into());
                setup
            }
        }
    }

    /// Whether the board meets the constraints of the published problem. Problem 913 has 3 to 50
    /// vertices, each with a neighbour, no loops, and a move for each side at all times. Problem
    /// 1728 has at most eight rows and eight columns with one `M`, one `C` and one `F`, and jumps
    /// from 1 to 8.
    pub fn is_admitted(&self) -> bool {
        match self {
            Self::Lists(lists) => {
                let is_list = |(from, list): (usize, &Vec<u32>)| {
                    !list.is_empty()
                        && list.iter().enumerate().all(|(at, &to)| {
                            to as usize != from
                                && lists.get(to as usize).is_some_and(|back| back.contains(&(from as u32)))
                                && !list[..at].contains(&to)
                        })
                };
                // The cat can always go back to its previous vertex, so it is enough that it has a
                // move at the start.
                (3..=50).contains(&lists.len())
                    && lists.iter().enumerate().all(is_list)
                    && lists[2].iter().any(|&to| to != 0)
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let columns = rows.first().map_or(0, |row| row.chars().count());
                let count = |letter: char| rows.iter().flat_map(|row| row.chars()).filter(|it| *it == letter).count();
                (1..=8).contains(&rows.len())
                    && (1..=8).contains(&columns)
                    && rows
                        .iter()
                        .all(|row| row.chars().count() == columns && row.chars().all(|it| "MCF.#".contains(it)))
                    && "MCF".chars().all(|letter| count(letter) == 1)
                    && [cat_jump, mouse_jump].into_iter().all(|jump| (1..=8).contains(jump))
            }
        }
    }

    /// The problem of which this is a board.
    pub fn puzzle(&self) -> Puzzle {
        match self {
            Self::Lists(_) => Puzzle::CatAndMouse,
            Self::Grid { .. } => Puzzle::CatAndMouseII,
        }
    }

    /// The number of vertices, or of cells with the walls.
    pub(crate) fn size(&self) -> usize {
        self.weight()[0]
    }

    /// The same board with the pieces at these places: vertices, or free cells counted row by row.
    /// In a graph, the vertices are numbered anew, so that the mouse is at 1 and the cat at 2.
    pub(crate) fn with_places(&self, mouse: usize, cat: usize) -> Self {
        match self {
            Self::Lists(lists) => {
                let rest = (1..lists.len()).filter(|vertex| ![mouse, cat].contains(vertex));
                let order: Vec<usize> = [0, mouse, cat].into_iter().chain(rest).collect();
                let mut number = vec![0; lists.len()];
                for (new, &old) in (0..).zip(&order) {
                    number[old] = new;
                }
                let list = |&old: &usize| lists[old].iter().map(|&to| number[to as usize]).collect();
                Self::Lists(order.iter().map(list).collect())
            }
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let mut free = 0..;
                let mut letter = |letter: char| match (letter, if letter == '#' { None } else { free.next() }) {
                    ('#' | 'F' | 'T', _) => letter,
                    (_, at) if at == Some(mouse) => 'M',
                    (_, at) if at == Some(cat) => 'C',
                    _ => '.',
                };
                let rows = rows.iter().map(|row| row.chars().map(&mut letter).collect()).collect();
                Self::Grid { rows, cat_jump: *cat_jump, mouse_jump: *mouse_jump }
            }
        }
    }

    pub(crate) fn vertices(&self) -> usize {
        match self {
            Self::Lists(lists) => lists.len(),
            Self::Grid { rows, .. } => rows.iter().flat_map(|row| row.chars()).filter(|it| *it != '#').count(),
        }
    }

    /// The size of the board, which the reduction lowers: vertices, then arcs; or cells, then free
    /// cells, then jumps.
    pub(crate) fn weight(&self) -> [usize; 3] {
        match self {
            Self::Lists(lists) => [lists.len(), lists.iter().map(Vec::len).sum(), 0],
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let cells = rows.iter().map(|row| row.chars().count()).sum();
                [cells, self.vertices(), (cat_jump + mouse_jump) as usize]
            }
        }
    }

    /// The boards that are simpler by one step of the reduction.
    pub(crate) fn simpler(&self) -> Vec<Self> {
        match self {
            Self::Lists(lists) => simpler_lists(lists).into_iter().map(Self::Lists).collect(),
            Self::Grid { rows, cat_jump, mouse_jump } => {
                let with =
                    |rows: Vec<String>, cat_jump: u32, mouse_jump: u32| Self::Grid { rows, cat_jump, mouse_jump };
                let mut all: Vec<Self> =
                    simpler_rows(rows).into_iter().map(|rows| with(rows, *cat_jump, *mouse_jump)).collect();
                for jump in [1, cat_jump / 2, cat_jump - 1].into_iter().filter(|jump| (1..*cat_jump).contains(jump)) {
                    all.push(with(rows.clone(), jump, *mouse_jump));
                }
                for jump in
                    [1, mouse_jump / 2, mouse_jump - 1].into_iter().filter(|jump| (1..*mouse_jump).contains(jump))
                {
                    all.push(with(rows.clone(), *cat_jump, jump));
                }
                all
            }
        }
    }
}

/// The boards with one vertex removed or replaced by an edge, and the boards with one edge removed.
/// The vertices 0 to 2 are kept; only a vertex of degree 2 is replaced by an edge. Small boards
/// also lose two vertices at once, because an error may need two paths of equal length.
fn simpler_lists(lists: &[Vec<u32>]) -> Vec<Vec<Vec<u32>>> {
    /// Boards with more vertices than this lose only one vertex at a time.
    const SMALL: usize = 12;
    let mut all = with_one_less(lists);
    let smaller = all.clone();
    for (from, list) in lists.iter().enumerate() {
        for &to in list.iter().filter(|to| **to as usize > from) {
            let mut rest = lists.to_vec();
            rest[from].retain(|other| *other != to);
            rest[to as usize].retain(|other| *other as usize != from);
            all.push(rest);
        }
    }
    if lists.len() <= SMALL {
        all.extend(smaller.iter().flat_map(|lists| with_one_less(lists)));
    }
    all
}

/// The boards with one vertex removed or replaced by an edge.
fn with_one_less(lists: &[Vec<u32>]) -> Vec<Vec<Vec<u32>>> {
    let without_vertex = |lists: &[Vec<u32>], gone: usize| -> Vec<Vec<u32>> {
        let number = |to: u32| if to as usize > gone { to - 1 } else { to };
        let rest = lists.iter().enumerate().filter(|(vertex, _)| *vertex != gone);
        rest.map(|(_, list)| list.iter().filter(|to| **to as usize != gone).map(|&to| number(to)).collect()).collect()
    };
    let mut all = Vec::new();
    for gone in (3..lists.len()).rev() {
        all.push(without_vertex(lists, gone));
        if let [one, other] = lists[gone][..]
            && !lists[one as usize].contains(&other)
        {
            let mut joined = lists.to_vec();
            for (from, to) in [(one, other), (other, one)] {
                joined[from as usize].push(to);
                joined[from as usize].sort_unstable();
            }
            all.push(without_vertex(&joined, gone));
        }
    }
    all
}

/// The grids without one row or column that has no piece and no food, and the grids with one more
/// wall.
fn simpler_rows(rows: &[String]) -> Vec<Vec<String>> {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let is_plain = |cell: &char| ".#".contains(*cell);
    let text = |cells: &[Vec<char>]| cells.iter().map(|row| row.iter().collect()).collect::<Vec<String>>();
    let mut all = Vec::new();
    for gone in (0..cells.len()).filter(|&row| cells.len() > 1 && cells[row].iter().all(is_plain)) {
        let mut rest = cells.clone();
        rest.remove(gone);
        all.push(text(&rest));
    }
    let columns = cells.first().map_or(0, Vec::len);
    for gone in (0..columns).filter(|&column| columns > 1 && cells.iter().all(|row| is_plain(&row[column]))) {
        let mut rest = cells.clone();
        for row in &mut rest {
            row.remove(gone);
        }
        all.push(text(&rest));
    }
    for (row, letters) in cells.iter().enumerate() {
        for column in (0..letters.len()).filter(|&column| letters[column] == '.') {
            let mut rest = cells.clone();
            rest[row][column] = '#';
            all.push(text(&rest));
        }
    }
    all
}
