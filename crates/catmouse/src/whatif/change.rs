//! A single change of a board, of a start or of a rule, as plain data.

use std::fmt;

use catmouse_model::{Board, Keyword, LimitChoice, PlacesJson, SettingValue, Vertex, VertexChoice, VertexJson};
use serde::Serialize;

/// A single change of a board, of a start or of a rule.
///
/// A change is listed by a [`Neighbourhood`](super::Neighbourhood), which can apply it. Its result
/// is an [`Effect`](super::Effect). In JSON the key `kind` is next to the fields:
/// `{"kind":"wall","cell":[2,3],"wall":true}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Change {
    /// A free cell of a grid becomes a wall, or a wall becomes a free cell.
    Wall {
        /// The row and the column of the cell.
        cell: [u32; 2],
        /// Whether there is a wall after the change.
        wall: bool,
    },
    /// A thin wall is put between two free cells of a grid, or a thin wall is removed.
    #[serde(rename = "thin-wall")]
    ThinWall {
        /// The row and the column of each of the two cells, the upper or the left one first.
        between: [[u32; 2]; 2],
        /// Whether there is a thin wall after the change.
        wall: bool,
    },
    /// An edge is added between two vertices, or an edge is removed.
    Edge {
        /// One end of the edge; on a directed board the origin of the arc.
        from: u32,
        /// The other end of the edge.
        to: u32,
        /// Whether the edge leads one way only. This is so on a directed board.
        one_way: bool,
        /// The cost of a move along the edge; null if moves have no costs. An added edge costs 1.
        cost: Option<u32>,
        /// Whether the edge exists after the change.
        added: bool,
    },
    /// The start of a piece or the vertex of a hole is changed.
    Start {
        /// The piece or the hole.
        piece: Piece,
        /// The vertex before the change.
        from: VertexJson,
        /// The vertex after the change.
        to: VertexJson,
    },
    /// A setting of the rules gets another value. `first` is the player who moves first.
    Rule {
        /// The key of the setting.
        rule: &'static str,
        /// The value before the change.
        from: RuleValue,
        /// The value after the change.
        to: RuleValue,
    },
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangeKind {
    /// A wall of a grid.
    Wall,
    /// A thin wall of a grid.
    ThinWall,
    /// An edge of a graph.
    Edge,
    /// The start of a piece, or the vertex of a hole.
    Start,
    /// A setting of the rules, or the player who moves first.
    Rule,
}

impl ChangeKind {
    /// All kinds, in the order in which changes are listed.
    pub const ALL: [Self; 5] = [Self::Wall, Self::ThinWall, Self::Edge, Self::Start, Self::Rule];

    /// The kind as a word, as in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::ThinWall => "thin-wall",
            Self::Edge => "edge",
            Self::Start => "start",
            Self::Rule => "rule",
        }
    }
}

/// A piece or a hole, which has a vertex at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// The mouse.
    Mouse,
    /// A cat.
    Cat,
    /// A hole, which is the food of a grid.
    Hole,
}

impl Piece {
    /// All variants, in the order in which their changes are listed.
    pub const ALL: [Self; 3] = [Self::Mouse, Self::Cat, Self::Hole];

    /// The word for this variant, which is also the key of the setting that places it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mouse => "mouse",
            Self::Cat => "cat",
            Self::Hole => "hole",
        }
    }
}

/// The value of a setting of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RuleValue {
    /// True or false.
    Switch(bool),
    /// A number, in the unit of the setting.
    Number(i64),
    /// A word. For a limit, `none` means that there is no limit.
    Word(&'static str),
}

/// The value of a setting that makes a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Chosen {
    /// The value of a rule.
    Rule(RuleValue),
    /// Where pieces or holes are: a vertex for the mouse, and a list for the cats or the holes.
    Places(PlacesJson),
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(switch) => write!(f, "{switch}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl RuleValue {
    /// The value of a limit if there is no limit.
    pub(super) const NO_LIMIT: Self = Self::Word("none");

    /// The value of a setting; `None` for a setting of vertices, because its changes are changes of
    /// a start, and for lists.
    pub(super) fn of(value: &SettingValue) -> Option<Self> {
        match *value {
            SettingValue::Switch(switch) => Some(Self::Switch(switch)),
            SettingValue::Number(number) | SettingValue::Limit(LimitChoice::Plies(number)) => {
                Some(Self::Number(number))
            }
            SettingValue::Word(word) => Some(Self::Word(word)),
            SettingValue::Words(ref words) if words.len() == 1 => Some(Self::Word(words[0])),
            SettingValue::Numbers(ref numbers) if numbers.len() == 1 => Some(Self::Number(numbers[0])),
            SettingValue::Limit(LimitChoice::None) => Some(Self::NO_LIMIT),
            SettingValue::Vertices(_)
            | SettingValue::Kinds(_)
            | SettingValue::Sight(_)
            | SettingValue::Words(_)
            | SettingValue::Numbers(_) => None,
        }
    }

    pub(super) fn of_word(word: impl Keyword) -> Self {
        Self::Word(word.word())
    }
}

impl Change {
    /// The kind of the change.
    pub fn kind(&self) -> ChangeKind {
        match self {
            Self::Wall { .. } => ChangeKind::Wall,
            Self::ThinWall { .. } => ChangeKind::ThinWall,
            Self::Edge { .. } => ChangeKind::Edge,
            Self::Start { .. } => ChangeKind::Start,
            Self::Rule { .. } => ChangeKind::Rule,
        }
    }

    /// Whether every position keeps its value. This is so if the change concerns only the start,
    /// the result of endless play, or a limit. Such a change need not be solved.
    pub fn keeps_values(&self) -> bool {
        match self {
            Self::Wall { .. } | Self::ThinWall { .. } | Self::Edge { .. } => false,
            Self::Start { piece, .. } => *piece != Piece::Hole,
            Self::Rule { rule, .. } => ["first", "endless", "limit", "limit-winner"].contains(rule),
        }
    }

    /// The change as a phrase: `a wall at (2,3)`, `no edge 3–7`,
    /// `the cat at (0,1) instead of (4,4)`. `board` is the board before the change.
    pub fn words<'a>(&'a self, board: &'a Board) -> impl fmt::Display + 'a {
        Words { change: self, board }
    }
}

/// A change, and the board with the labels for its text.
struct Words<'a> {
    change: &'a Change,
    board: &'a Board,
}

impl Words<'_> {
    /// The label of a vertex, as the user writes it.
    fn vertex(&self, vertex: VertexJson) -> String {
        let choice = VertexChoice::from(vertex);
        self.board.find(&choice).map_or_else(|_| choice.to_string(), |vertex| self.board.label(vertex).to_string())
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: &u32| self.board.label(Vertex::new(*number));
        match self.change {
            Change::Wall { cell: [row, column], wall: true } => write!(f, "a wall at ({row},{column})"),
            Change::Wall { cell: [row, column], wall: false } => write!(f, "no wall at ({row},{column})"),
            Change::ThinWall { between, wall } => {
                let [one, other] = between.map(|[row, column]| format!("({row},{column})"));
                let article = if *wall { "a" } else { "no" };
                write!(f, "{article} thin wall between {one} and {other}")
            }
            Change::Edge { from, to, one_way, cost, added } => {
                let article = match (added, one_way) {
                    (false, _) => "no",
                    (true, false) => "an edge",
                    (true, true) => "an arc",
                };
                let noun = match (added, one_way) {
                    (true, _) => "",
                    (false, false) => " edge",
                    (false, true) => " arc",
                };
                let join = if *one_way { "→" } else { "–" };
                write!(f, "{article}{noun} {}{join}{}", number(from), number(to))?;
                cost.map_or(Ok(()), |cost| write!(f, " of cost {cost}"))
            }
            Change::Start { piece, from, to } => {
                let piece = match piece {
                    Piece::Hole if self.board.grid().is_some() => "food",
                    piece => piece.word(),
                };
                write!(f, "the {piece} at {} instead of {}", self.vertex(*to), self.vertex(*from))
            }
            Change::Rule { rule, from, to } => write!(f, "{rule} {to} instead of {from}"),
        }
    }
}
