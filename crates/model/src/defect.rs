//! The defects of a setup, with their places.

use std::fmt;

use catmouse_arena::counted;
use thiserror::Error;

use crate::board::{Cell, Label, MAX_KINDS, ThinWall};
use crate::remedy::{Remedy, with_remedies};
use crate::sight::Sight;
use crate::vertex_choice::VertexChoice;

/// A place in a setup. The reader that made the setup from a text can translate it into a span of
/// that text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetupPlace {
    /// The board as a whole.
    Board,
    /// The number of vertices of a list of edges.
    VertexCount,
    /// The list of neighbours of a vertex.
    Neighbours {
        /// The vertex.
        vertex: usize,
    },
    /// One entry of a vertex's list of neighbours.
    Neighbour {
        /// The vertex.
        vertex: usize,
        /// The index of the entry, from 0.
        entry: usize,
    },
    /// One edge of a list of edges.
    Edge {
        /// The index of the edge, from 0.
        index: usize,
    },
    /// One row of a grid.
    GridRow {
        /// The row, from 0.
        row: usize,
    },
    /// One cell of a grid.
    GridCell {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// The name of a vertex.
    Name {
        /// The vertex.
        vertex: usize,
    },
    /// The value of a setting.
    Setting(Setting),
    /// One value of a setting that has several. The index counts from 0.
    Item(Setting, usize),
}

/// A setting that a [`SetupPlace`] can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant is the setting of the same name")]
pub enum Setting {
    /// A setting of the rules, by its key. Its value is a number in a range.
    Rule(&'static str),
    Names,
    Hole,
    Mouse,
    Cat,
    Cats,
    MouseJump,
    CatJump,
    Limit,
    MouseUses,
    CatUses,
    MouseSeen,
    CatFollows,
    Traps,
}

/// A defect of a setup.
///
/// ```
/// use catmouse_model::{BoardChoice, Setup, SetupPlace};
///
/// // The second neighbour of vertex 0 does not exist.
/// let setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 7], vec![0, 2], vec![1]]));
/// let defect = &setup.plan().unwrap_err().found[0];
/// assert_eq!(defect.place, SetupPlace::Neighbour { vertex: 0, entry: 1 });
/// assert_eq!(defect.kind.to_string(), "vertex 7 does not exist");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The place of the defect.
    pub place: SetupPlace,
    /// The kind of defect.
    pub kind: DefectKind,
}

/// The kinds of defects. The message says what is wrong; [`DefectKind::wanted`] says what is
/// required.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the message of each variant explains it and its fields")]
pub enum DefectKind {
    #[error("the board has no vertices")]
    NoVertices,
    #[error("{count} vertices are out of range")]
    VertexCount { count: i64 },
    #[error("vertex {vertex} does not exist")]
    NoSuchVertex { vertex: i64, vertices: u32 },
    #[error("the move {from}→{to} is listed, but not the move back")]
    MissingArc { from: u32, to: u32 },
    #[error("the move {from}→{to} costs {cost}, but the move back has another cost")]
    UnequalCosts { from: u32, to: u32, cost: u32 },
    #[error("a cost of {cost} is out of range")]
    Cost { cost: i64 },
    #[error("row {row} has width {width}, but row 0 has width {expected}")]
    RaggedRow { row: usize, width: usize, expected: usize },
    #[error("`{}` is not a cell of a grid", .found.escape_debug())]
    UnknownCell { found: char },
    #[error("there is no thin wall between {} and {}", Label::Cell(between[0]), Label::Cell(between[1]))]
    ThinWall { between: ThinWall },
    #[error("a second {piece}; the first is at ({},{})", .first.row, .first.column)]
    SecondPiece { piece: &'static str, first: Cell },
    #[error("the grid has no {letter}, so the {piece} has no place")]
    NoPiece { letter: char, piece: &'static str },
    #[error("there are {names} names for {vertices} vertices")]
    NameCount { names: usize, vertices: u32 },
    #[error("`{}` cannot name a vertex", shown(.name))]
    BadName { name: String },
    #[error("`{}` cannot name a kind of edges", shown(.kind))]
    BadKind { kind: String },
    #[error("vertex {first} already has the name `{}`", shown(.name))]
    NameTwice { name: String, first: usize },
    #[error("there is no vertex `{}`", shown(.name))]
    NoSuchName { name: String, named: bool, nearest: Option<String> },
    #[error("{number} is not a cell of the grid")]
    NumberOnGrid { number: i64 },
    #[error("{choice} is a cell, but the board is not a grid")]
    NoGrid { choice: VertexChoice },
    #[error("the cell {choice} is a wall")]
    Wall { choice: VertexChoice },
    #[error("the cell {choice} is outside the grid")]
    OutsideGrid { choice: VertexChoice, rows: u32, columns: u32 },
    #[error("the {piece} {}", if *.piece == "hole" { "is missing" } else { "has no start" })]
    NoStart { piece: &'static str },
    #[error("the {cats} cats have no starts")]
    NoStarts { cats: u32 },
    #[error("the {piece} starts at vertex {vertex}, which does not exist")]
    StartBeyond { piece: &'static str, vertex: i64, vertices: u32 },
    #[error("{count} cats are out of range")]
    CatCount { count: i64 },
    #[error("the number of cats is {cats}, but the number of their starts is {starts}")]
    CatStarts { starts: usize, cats: i64 },
    #[error(
        "{cats} cats can stand on {vertices} vertices in {}",
        .placements.map_or_else(|| "2^64 ways or more".to_owned(), |count| format!("{count} ways"))
    )]
    TooManyPlacements { cats: u32, vertices: u32, placements: Option<u64> },
    #[error("the cat starts in the hole {hole}, which it may not enter")]
    CatStartsInHole { hole: String },
    #[error("no edge is of the kind `{}`", shown(.kind))]
    NoSuchKind { kind: String, known: Vec<String> },
    #[error("{count} kinds of edges are too many")]
    KindCount { count: usize },
    #[error("a jump of {jump} cells needs a grid")]
    JumpWithoutGrid { jump: i64 },
    #[error("a jump of {jump} cells is out of range")]
    Jump { jump: i64 },
    #[error("a {} of {number} {unit} is out of range", .key.replace('-', " "))]
    Number { key: &'static str, number: i64, unit: &'static str, least: i64 },
    #[error("a limit of {limit} plies is out of range")]
    Limit { limit: i64 },
    #[error("a run of {speed} edges could cost {cost} on this board")]
    RunCost { speed: u32, cost: u64 },
    #[error("one move of {cats} cats could cost {cost} on this board")]
    TeamCost { cats: u32, cost: u64 },
    #[error("every vertex is a hole, which the cat may not enter")]
    NowhereForCat,
    #[error("a piece could have {moves} moves on this board")]
    TooManyMoves { moves: u64 },
    #[error("{}", unseen(*.sight))]
    Unseen { sight: Sight, hindrance: Hindrance },
    #[error(
        "`{key}` has {}, but there {} {}",
        counted(*.values, "value", "values"),
        if *.cats == 1 { "is" } else { "are" },
        counted(*.cats, "cat", "cats")
    )]
    PerCat { key: &'static str, values: usize, cats: u32 },
    #[error(
        "{}, but {hindrance}",
        if *.has_script { "a cat follows a script" } else { "the cats have different speeds" }
    )]
    Cast { has_script: bool, hindrance: CastHindrance },
}

/// Why a game with a cat that follows a script, or with cats that differ, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum CastHindrance {
    /// Moves have costs.
    #[error("the moves of the board have costs")]
    Costs,
    /// Exactly one cat moves in each ply, so it would have to be chosen.
    #[error("only one cat moves in a ply")]
    OneMoves,
    /// The mouse is not always seen.
    #[error("the mouse is not always seen")]
    Unseen,
    /// Scripts with rows and columns need a grid.
    #[error("the board has no rows and columns")]
    NoGrid,
    /// The steps of a script are single cells.
    #[error("the cat jumps")]
    Jump,
    /// The question is what cats can do that choose their moves.
    #[error("this question is about cats that choose their moves")]
    Question,
}

/// Why a game with a mouse that is not always seen is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hindrance {
    /// The question knows only games whose positions say where every piece stands.
    Question,
    /// Moves have costs.
    Costs,
    /// The board has this number of vertices, more than a set of places holds.
    Vertices(u32),
    /// The mouse has no move from this vertex, and does not pass there. Only the Mouse would know
    /// that the game ends.
    Stuck(u32),
}

/// The greatest number of vertices that a board may have.
pub const MAX_VERTICES: u32 = 1 << 20;

/// The greatest cost that a move may have. A game has fewer than 2³³ positions, and a forced win
/// takes at most one move for each. So no sum of costs exceeds 63 bits.
pub const MAX_COST: u32 = 1_000_000_000;

/// The greatest number of cats that a game may have.
pub const MAX_CATS: u32 = 64;

/// The greatest number of defects that are kept. Further defects are only counted.
pub(crate) const MAX_DEFECTS: usize = 100;

/// The greatest jump that a setup may ask for.
pub(crate) const MAX_JUMP: i64 = u32::MAX as i64;

impl DefectKind {
    /// The settings that remove the defect.
    pub fn remedies(&self) -> Vec<Remedy> {
        let sets = |piece: &'static str| Remedy::new(piece, &[], "sets it");
        let placement = || Remedy::new("placement", &["true"], "lets the players place their pieces");
        match self {
            Self::MissingArc { .. } | Self::UnequalCosts { .. } => {
                vec![Remedy::new("directed", &["true"], "lets moves lead one way")]
            }
            Self::NoPiece { piece: "food", .. } => vec![sets("hole")],
            Self::NoStart { piece: "hole" } => vec![sets("hole"), Remedy::new("hole", &["none"], "plays without one")],
            Self::NoPiece { piece, .. } => vec![sets(piece)],
            Self::NoStart { piece } => vec![sets(piece), placement()],
            Self::NoStarts { .. } => vec![Remedy::new("cat", &[], "sets one"), placement()],
            Self::Unseen { hindrance: Hindrance::Stuck(_), .. } => vec![
                Remedy::new("stalemate", &["pass"], "lets a stuck mouse pass"),
                Remedy::new("mouse-may-stay", &["true"], "lets it stay"),
            ],
            Self::Unseen { .. } | Self::Cast { hindrance: CastHindrance::Unseen, .. } => {
                vec![Remedy::new("mouse-seen", &["always"], "shows it")]
            }
            Self::Cast { hindrance: CastHindrance::OneMoves, .. } => {
                vec![Remedy::new("cats-move", &["all"], "lets every cat move")]
            }
            Self::Cast { hindrance: CastHindrance::Question, .. } => {
                vec![Remedy::new("cat-follows", &["free"], "lets them choose")]
            }
            Self::Cast { hindrance: CastHindrance::Jump, .. } => vec![Remedy::new("cat-jump", &["1"], "lets it step")],
            Self::Cast { hindrance: CastHindrance::NoGrid, .. } => {
                vec![Remedy::new("cat-follows", &["nearest"], "needs no grid")]
            }
            Self::CatStartsInHole { .. } | Self::NowhereForCat => {
                vec![Remedy::new("cat-in-hole", &["allowed", "guards", "wins"], "lets the cat enter")]
            }
            _ => Vec::new(),
        }
    }

    /// The requirement that the setup violates, as a phrase for the end of a message. Empty if only
    /// [`remedies`](Self::remedies) help.
    pub fn wanted(&self) -> String {
        match self {
            Self::NoVertices => "a board needs at least one vertex".to_owned(),
            Self::VertexCount { .. } => format!("a board has 1 to {MAX_VERTICES} vertices"),
            Self::NoSuchVertex { vertices, .. } | Self::StartBeyond { vertices, .. } => match vertices {
                0 => "there are none".to_owned(),
                1 => "the only vertex is 0".to_owned(),
                _ => format!("vertices are 0 to {}", vertices - 1),
            },
            Self::MissingArc { from, to } => {
                format!("list {from} among the neighbours of {to}")
            }
            Self::UnequalCosts { from, to, .. } => {
                format!("give the move {to}→{from} the same cost")
            }
            Self::Cost { .. } => format!("a cost is a whole number, 1 to {MAX_COST}"),
            Self::RaggedRow { .. } => "give all rows the same width; `#` is a wall".to_owned(),
            Self::UnknownCell { .. } => {
                "a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap".to_owned()
            }
            Self::ThinWall { .. } => "a thin wall needs two cells of a grid that are side by side".to_owned(),
            Self::SecondPiece { piece, .. } => format!("a grid has one {piece}"),
            Self::NoPiece { letter, .. } => format!("mark a cell with {letter}"),
            Self::NameCount { .. } => "name all vertices, or none".to_owned(),
            Self::BadName { .. } => {
                "a name begins with a letter and has no spaces, brackets, commas, colons or quotes".to_owned()
            }
            Self::BadKind { .. } => {
                "such a name is one line, without control characters and changes of direction".to_owned()
            }
            Self::NameTwice { .. } => "give each vertex its own name".to_owned(),
            Self::NoSuchName { nearest: Some(name), .. } => {
                format!("did you mean `{}`?", shown(name))
            }
            Self::NoSuchName { named: true, .. } => "use one of the board's names, or a number".to_owned(),
            Self::NoSuchName { named: false, .. } => {
                "the vertices have no names: use a number, or row,column on a grid".to_owned()
            }
            Self::NumberOnGrid { .. } => "give its row and column, as in 2,0 or [2, 0]".to_owned(),
            Self::NoGrid { .. } => "use the number of a vertex".to_owned(),
            Self::Wall { .. } => "pieces and holes need a free cell".to_owned(),
            Self::OutsideGrid { rows, columns, .. } => {
                format!("rows are 0 to {}, columns 0 to {}", rows - 1, columns - 1)
            }
            Self::CatCount { .. } => format!("a game has 1 to {MAX_CATS} cats"),
            Self::CatStarts { .. } => "give each cat a start, and leave out the number of cats".to_owned(),
            Self::TooManyPlacements { .. } => {
                "at most 4294967295 are possible; use fewer cats or a smaller board".to_owned()
            }
            Self::CatStartsInHole { .. } => "choose another start".to_owned(),
            Self::NoSuchKind { known, .. } if known.is_empty() => {
                "give the edges kinds, as in edges = [[0, 1, \"taxi\"]]".to_owned()
            }
            Self::NoSuchKind { known, .. } => {
                let known: Vec<String> = known.iter().map(|kind| shown(kind)).collect();
                format!("the kinds are {}", known.join(", "))
            }
            Self::KindCount { .. } => format!("a board has at most {MAX_KINDS} kinds of edges"),
            Self::JumpWithoutGrid { .. } => {
                "jumps follow straight lines of cells, so elsewhere they are 0 or 1".to_owned()
            }
            Self::Jump { .. } => format!("a jump is 0 to {MAX_JUMP} cells"),
            Self::Number { unit, least, .. } => format!("it is {least} to {} {unit}", u32::MAX),
            Self::Limit { .. } => "a limit is 0 plies or more, or none".to_owned(),
            Self::RunCost { .. } => {
                format!("one move may cost at most {MAX_COST}; use lower costs or a lower speed")
            }
            Self::TeamCost { .. } => {
                format!("together the cats may pay at most {} for a move; use lower costs or fewer cats", u32::MAX)
            }
            Self::NowhereForCat => "leave a vertex without a hole".to_owned(),
            Self::Unseen { hindrance, .. } => match hindrance {
                Hindrance::Question => "this question needs a mouse that is always seen".to_owned(),
                Hindrance::Costs => "a mouse that is not always seen needs a board without costs".to_owned(),
                Hindrance::Vertices(vertices) => {
                    format!("a mouse that is not always seen needs at most 64 vertices, and there are {vertices}")
                }
                Hindrance::Stuck(vertex) => format!(
                    "the mouse has no move from vertex {vertex}, and only the Mouse would know; let it pass or stay"
                ),
            },
            Self::PerCat { .. } => "give one value for all cats, or one for each".to_owned(),
            Self::Cast { hindrance: CastHindrance::Costs, .. } => "use a board without costs".to_owned(),
            Self::NoStart { .. } | Self::NoStarts { .. } | Self::Cast { .. } => String::new(),
            Self::TooManyMoves { .. } => {
                "at most 4294967295 are possible; use a smaller board, shorter jumps or a lower speed".to_owned()
            }
        }
    }
}

/// What is wrong with a sight that does not suit the question or the board.
fn unseen(sight: Sight) -> String {
    match sight {
        Sight::Never => "the mouse is never seen".to_owned(),
        Sight::Always => "the mouse is always seen".to_owned(),
        sight => format!("the mouse is seen only at some moments: `{sight}`"),
    }
}

/// A text from the input, escaped and shortened to 40 characters.
fn shown(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let ellipsis = if text.chars().nth(MAX_CHARS).is_some() { "…" } else { "" };
    text.chars().take(MAX_CHARS).flat_map(char::escape_debug).collect::<String>() + ellipsis
}

/// All defects of a setup; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defects {
    /// The defects, in the order in which they were found; at most the first 100.
    pub found: Vec<Defect>,
    /// The number of further defects.
    pub omitted: usize,
}

impl Defects {
    /// The defect of a script in a question about cats that choose their moves.
    pub(crate) fn of_script() -> Self {
        let kind = DefectKind::Cast { has_script: true, hindrance: CastHindrance::Question };
        Self { found: vec![Defect { place: SetupPlace::Setting(Setting::CatFollows), kind }], omitted: 0 }
    }

    /// Whether every defect is a missing start of a piece.
    pub fn are_missing_starts(&self) -> bool {
        self.omitted == 0 && self.found.iter().all(Defect::is_missing_start)
    }

    /// Whether every defect is a piece or a hole that has no place.
    pub fn leave_places_open(&self) -> bool {
        let is_open = |defect: &Defect| {
            defect.is_missing_start() || matches!(defect.kind, DefectKind::NoPiece { .. } | DefectKind::NoStart { .. })
        };
        self.omitted == 0 && self.found.iter().all(is_open)
    }

    /// Drops defects about missing starts, for callers that need no start. If there are only such
    /// defects, keeps them all.
    #[must_use]
    pub fn besides_missing_starts(mut self) -> Self {
        if !self.are_missing_starts() {
            self.found.retain(|defect| !defect.is_missing_start());
        }
        self
    }
}

impl Defect {
    fn is_missing_start(&self) -> bool {
        match self.kind {
            DefectKind::NoPiece { piece, .. } | DefectKind::NoStart { piece } => matches!(piece, "mouse" | "cat"),
            DefectKind::NoStarts { .. } => true,
            DefectKind::StartBeyond { .. } => self.place == SetupPlace::Board,
            _ => false,
        }
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Defect { kind, .. }) in self.found.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            let advice = with_remedies(&kind.wanted(), &kind.remedies(), |remedy| Some(remedy.to_string()));
            write!(f, "{separator}{kind}: {advice}")?;
        }
        if self.omitted > 0 {
            write!(f, "; and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for Defects {}
