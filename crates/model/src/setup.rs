//! Setups: the requests of users, before any check.
//!
//! A setup is plain data, made by a reader of text, by command-line flags or by a program. Its
//! numbers are `i64`, so that every number in a text fits. All checks happen in one place,
//! [`Setup::plan`](crate::Setup::plan).

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::ThinWall;
use crate::keyword::Keyword;
use crate::quoting::legible_line;
use crate::rules::{Preset, Side};
use crate::settings::RuleChoices;
use crate::vertex_choice::VertexChoice;

/// A board, its rules and its start, unchecked. The preset supplies what a setup leaves open. The
/// default preset is *Cat and Mouse II* for a grid and *Cat and Mouse* for any other board.
///
/// ```
/// use catmouse_model::{BoardChoice, Setup};
///
/// let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 3], vec![0], vec![3], vec![0, 2]]));
/// let game = setup.plan()?.game();
/// let start = game.start().position().unwrap(); // `None` where the players place their pieces
/// assert_eq!(game.notation(&start), "M1 C2 mouse");
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The board.
    pub board: BoardChoice,
    /// The names of the vertices, in order; empty if they have none.
    #[serde(default)]
    pub names: Vec<String>,
    /// The words for the vertices in texts, in order, if a program wants other words than the
    /// names. A caption may be any text. The caller makes sure that captions differ; unless there is
    /// one for each vertex, they have no effect. No format writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captions: Vec<String>,
    /// The walls between cells of a grid, through which no step or jump leads.
    #[serde(default)]
    pub thin_walls: Vec<ThinWall>,
    /// The game that gives the rules and the start that are not chosen here.
    pub preset: Option<Preset>,
    /// Rules that differ from the preset's.
    #[serde(default)]
    pub rules: RuleChoices,
    /// The start of the mouse, if it differs from that of the board or the preset.
    pub mouse: Option<VertexChoice>,
    /// The starts of the cats, if they differ from those of the board or the preset.
    pub cats: Option<Vec<VertexChoice>>,
    /// The side that moves first, if it differs from the preset's.
    pub first: Option<Side>,
}

/// A board, unchecked.
///
/// On a board with costs, distances count costs instead of plies, even if every move costs 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardChoice {
    /// For each vertex the list of its neighbours: the vertices that one move leads to.
    Adjacency(Vec<Vec<i64>>),
    /// A number of vertices and the edges between them (arcs, if the rules say `directed`).
    Edges {
        /// The number of vertices.
        vertices: i64,
        /// The ends of each edge.
        edges: Vec<(i64, i64)>,
    },
    /// For each vertex its neighbours, each with the cost of the move to this neighbour.
    AdjacencyWithCosts(Vec<Vec<(i64, i64)>>),
    /// Like `Edges`, with a cost for each edge; an undirected edge costs the same both ways.
    EdgesWithCosts {
        /// The number of vertices.
        vertices: i64,
        /// The ends of each edge, and the cost of a move along it.
        edges: Vec<(i64, i64, i64)>,
    },
    /// Like `Edges`, with a kind for each edge, such as `taxi`. The rules say which kinds each side
    /// may use.
    EdgesOfKinds {
        /// The number of vertices.
        vertices: i64,
        /// The ends of each edge, and the index of its kind.
        edges: Vec<(i64, i64, usize)>,
        /// The names of the kinds.
        kinds: Vec<String>,
    },
    /// The rows of a grid, one character per cell: `#` wall, `.` free, `M` mouse, `C` cat, `F`
    /// food.
    Grid(Vec<String>),
}

/// A position as the user wrote it: `M3 C5 mouse`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionChoice {
    /// The vertex of the mouse.
    pub mouse: VertexChoice,
    /// The vertices of the cats.
    pub cats: Vec<VertexChoice>,
    /// The side to move.
    pub turn: Side,
}

/// The error of a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: a position reads like M3 C5 mouse, or M(2,0) C(1,1) cat on a grid")]
pub struct NoPosition {
    /// The fault of the text.
    pub what: String,
}

impl FromStr for PositionChoice {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        let wrong = |what: String| NoPosition { what: legible_line(&what).into_owned() };
        let (mut mouse, mut cats, mut turn) = (None, Vec::new(), None);
        for word in words(text) {
            // A name needs a preceding colon, so that `Cat` is not read as a cat on a vertex called
            // `at`.
            let vertex = |rest: &str| {
                let (text, named) = rest.strip_prefix(':').map_or((rest, false), |name| (name, true));
                match text.parse::<VertexChoice>() {
                    Ok(VertexChoice::Name(_)) if !named => {
                        Err(wrong(format!("`{word}`: write a colon before a name, as in M:hall")))
                    }
                    result => result.map_err(|e| wrong(format!("`{word}`: {e}"))),
                }
            };
            if let Some(side) = Side::from_word(&word.to_ascii_lowercase()) {
                if turn.replace(side).is_some() {
                    return Err(wrong(format!("`{word}` gives the turn a second time")));
                }
            } else if let Some(rest) = word.strip_prefix('M') {
                if mouse.replace(vertex(rest)?).is_some() {
                    return Err(wrong(format!("`{word}` is a second mouse")));
                }
            } else if let Some(rest) = word.strip_prefix('C') {
                cats.push(vertex(rest)?);
            } else {
                return Err(wrong(format!("`{word}` is not a piece with its vertex, nor mouse or cat")));
            }
        }
        if cats.is_empty() {
            return Err(wrong("the cat is missing".to_owned()));
        }
        Ok(Self {
            mouse: mouse.ok_or_else(|| wrong("the mouse is missing".to_owned()))?,
            cats,
            turn: turn.ok_or_else(|| wrong("the player to move is missing".to_owned()))?,
        })
    }
}

/// Splits at white space, but not within brackets.
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
    /// A setup of this board that leaves everything else to the preset.
    pub fn new(board: BoardChoice) -> Self {
        Self {
            board,
            names: Vec::new(),
            captions: Vec::new(),
            thin_walls: Vec::new(),
            preset: None,
            rules: RuleChoices::default(),
            mouse: None,
            cats: None,
            first: None,
        }
    }

    /// The preset in effect: the one that the setup names, otherwise the default for its kind of
    /// board.
    pub fn effective_preset(&self) -> Preset {
        self.preset.unwrap_or(match self.board {
            BoardChoice::Grid(_) => Preset::CatAndMouseII,
            BoardChoice::Adjacency(_)
            | BoardChoice::Edges { .. }
            | BoardChoice::AdjacencyWithCosts(_)
            | BoardChoice::EdgesWithCosts { .. }
            | BoardChoice::EdgesOfKinds { .. } => Preset::CatAndMouse,
        })
    }

    /// Replaces the start by this position.
    pub fn start_from(&mut self, position: PositionChoice) {
        self.mouse = Some(position.mouse);
        self.cats = Some(position.cats);
        self.first = Some(position.turn);
    }
}
