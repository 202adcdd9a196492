//! Setups: what a user asks for, before it is known whether it makes sense.
//!
//! A setup is plain data, made by a reader of text, by command-line flags or by hand. Numbers are wide and unchecked on
//! purpose: everything that can be wrong with a setup is found in one place, [`Setup::plan`](crate::Setup::plan).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::keyword::Keyword;
use crate::rules::{Preset, Side};
use crate::settings::RuleChoices;

/// Everything that a game can be asked to be. What is left open is filled in from the preset, and that from the board:
/// a grid plays *Cat and Mouse II*, any other board *Cat and Mouse*.
///
/// ```
/// use catmouse_model::{BoardChoice, Setup};
///
/// let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 3], vec![0], vec![3], vec![0, 2]]));
/// let game = setup.plan()?.game();
/// let start = game.start().position().unwrap(); // none where the players place their pieces
/// assert_eq!(game.notation(&start), "M1 C2 mouse");
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The board.
    pub board: BoardChoice,
    /// Names of the vertices, in order; empty where they have none.
    #[serde(default)]
    pub names: Vec<String>,
    /// The game whose rules hold where nothing else is said.
    pub preset: Option<Preset>,
    /// Rules that differ from the preset's.
    #[serde(default)]
    pub rules: RuleChoices,
    /// Where the mouse starts, if not where the board or the preset says.
    pub mouse: Option<VertexChoice>,
    /// Where the cats start, if not where the board or the preset says.
    pub cats: Option<Vec<VertexChoice>>,
    /// Who moves first, if not the preset's.
    pub first: Option<Side>,
}

/// A board, unchecked.
///
/// Whether moves have costs is part of the choice: where they do, the game counts cost instead of plies, even if every move
/// costs 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardChoice {
    /// For each vertex the vertices that one move leads to.
    Adjacency(Vec<Vec<i64>>),
    /// So many vertices, and the edges between them (the arcs, if the setup says `directed`).
    Edges {
        /// How many vertices there are.
        vertices: i64,
        /// Pairs of vertices.
        edges: Vec<(i64, i64)>,
    },
    /// For each vertex the vertices that one move leads to, each with what the move costs.
    AdjacencyWithCosts(Vec<Vec<(i64, i64)>>),
    /// Like `Edges`, with a cost for each edge; an undirected one costs the same both ways.
    EdgesWithCosts {
        /// How many vertices there are.
        vertices: i64,
        /// Pairs of vertices, each with the cost of a move between them.
        edges: Vec<(i64, i64, i64)>,
    },
    /// One text a row: `#` wall, `.` free, `M` mouse, `C` cat, `F` food.
    Grid(Vec<String>),
}

/// A vertex as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VertexChoice {
    /// By number.
    Number(i64),
    /// By name.
    Name(String),
    /// By row and column of a grid.
    Cell(i64, i64),
}

/// The text is no vertex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a vertex: a number as in 3, a cell as in 2,0 (row, column), or a name")]
pub struct NoVertex;

/// `3`, `2,0`, `(2,0)`, `[2, 0]`, or else a name.
impl FromStr for VertexChoice {
    type Err = NoVertex;

    fn from_str(text: &str) -> Result<Self, NoVertex> {
        let text = text.trim();
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        let inside = [('(', ')'), ('[', ']')]
            .into_iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
            .unwrap_or(text);
        if let Some((row, column)) = inside.split_once(',')
            && let (Ok(row), Ok(column)) = (row.trim().parse(), column.trim().parse())
        {
            return Ok(Self::Cell(row, column));
        }
        if is_name(text) { Ok(Self::Name(text.to_owned())) } else { Err(NoVertex) }
    }
}

/// Whether a text can name a vertex: it must not look like a number or a cell, and must be one printable word.
pub(crate) fn is_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() || first == '_')
        && text.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"()[]{},;:\"'#=".contains(c))
}

impl fmt::Display for VertexChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
            Self::Cell(row, column) => write!(f, "({row},{column})"),
        }
    }
}

/// A position as it was written: `M3 C5 mouse`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionChoice {
    /// Where the mouse stands.
    pub mouse: VertexChoice,
    /// Where the cats stand.
    pub cats: Vec<VertexChoice>,
    /// Who is to move.
    pub turn: Side,
}

/// The text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: a position reads like M3 C5 mouse, or M(2,0) C(1,1) cat on a grid")]
pub struct NoPosition {
    /// What is wrong with it.
    pub what: String,
}

impl FromStr for PositionChoice {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        let wrong = |what: String| NoPosition { what };
        let (mut mouse, mut cats, mut turn) = (None, Vec::new(), None);
        for word in words(text) {
            // A name stands behind a colon, so that `Cat` is not read as a piece on a vertex called `at`.
            let vertex = |rest: &str| {
                let (text, named) = rest.strip_prefix(':').map_or((rest, false), |name| (name, true));
                match text.parse::<VertexChoice>() {
                    Ok(VertexChoice::Name(_)) if !named => {
                        Err(wrong(format!("`{word}`: a name stands behind a colon")))
                    }
                    result => result.map_err(|e| wrong(format!("`{word}`: {e}"))),
                }
            };
            if let Some(side) = Side::from_word(&word.to_lowercase()) {
                if turn.replace(side).is_some() {
                    return Err(wrong(format!("`{word}` says for the second time whose turn it is")));
                }
            } else if let Some(rest) = word.strip_prefix('M') {
                if mouse.replace(vertex(rest)?).is_some() {
                    return Err(wrong(format!("`{word}` is a second mouse")));
                }
            } else if let Some(rest) = word.strip_prefix('C') {
                cats.push(vertex(rest)?);
            } else {
                return Err(wrong(format!("`{word}` is neither M and a vertex, nor C and a vertex, nor mouse or cat")));
            }
        }
        if cats.is_empty() {
            return Err(wrong("it does not say where the cat is".to_owned()));
        }
        Ok(Self {
            mouse: mouse.ok_or_else(|| wrong("it does not say where the mouse is".to_owned()))?,
            cats,
            turn: turn.ok_or_else(|| wrong("it does not say whose turn it is".to_owned()))?,
        })
    }
}

/// Splits at spaces, but not within brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    text.split(move |c: char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c.is_whitespace() && depth <= 0
    })
    .filter(|word| !word.is_empty())
}

impl Setup {
    /// A board, and everything else as the preset says.
    pub fn new(board: BoardChoice) -> Self {
        Self {
            board,
            names: Vec::new(),
            preset: None,
            rules: RuleChoices::default(),
            mouse: None,
            cats: None,
            first: None,
        }
    }

    /// The preset that holds: the one asked for, or the one that the board suggests.
    pub fn effective_preset(&self) -> Preset {
        self.preset.unwrap_or(match self.board {
            BoardChoice::Grid(_) => Preset::CatAndMouseII,
            BoardChoice::Adjacency(_)
            | BoardChoice::Edges { .. }
            | BoardChoice::AdjacencyWithCosts(_)
            | BoardChoice::EdgesWithCosts { .. } => Preset::CatAndMouse,
        })
    }

    /// Starts from this position instead.
    pub fn start_from(&mut self, position: PositionChoice) {
        self.mouse = Some(position.mouse);
        self.cats = Some(position.cats);
        self.first = Some(position.turn);
    }
}
