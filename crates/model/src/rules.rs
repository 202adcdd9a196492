//! The rules of a pursuit game, each a setting of its own, and the presets, which give a value to every setting.

use catmouse_arena as arena;
use serde::{Deserialize, Serialize};

use crate::board::Vertex;
use crate::keyword::keywords;

keywords! {
    /// The two players. One player moves all the cats.
    pub enum Side {
        /// The Mouse, player One of the arena.
        Mouse = "mouse",
        /// The Cat, player Two of the arena.
        Cat = "cat",
    }
}

impl From<Side> for arena::Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Mouse => Self::One,
            Side::Cat => Self::Two,
        }
    }
}

impl From<arena::Player> for Side {
    fn from(player: arena::Player) -> Self {
        match player {
            arena::Player::One => Self::Mouse,
            arena::Player::Two => Self::Cat,
        }
    }
}

keywords! {
    /// The result of a game; also the result of endless play, and of a game that a limit ends.
    pub enum Outcome {
        /// The Mouse wins.
        Mouse = "mouse",
        /// The Cat wins.
        Cat = "cat",
        /// Neither side wins.
        Draw = "draw",
    }
}

impl From<Outcome> for arena::Outcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Mouse => Self::Win(Side::Mouse.into()),
            Outcome::Cat => Self::Win(Side::Cat.into()),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<arena::Outcome> for Outcome {
    fn from(outcome: arena::Outcome) -> Self {
        match outcome.winner().map(Side::from) {
            Some(Side::Mouse) => Self::Mouse,
            Some(Side::Cat) => Self::Cat,
            None => Self::Draw,
        }
    }
}

keywords! {
    /// What a hole is to a cat.
    pub enum CatInHole {
        /// A cat never enters it.
        Forbidden = "forbidden",
        /// A cat may enter; a mouse that reaches the hole wins, even if a cat is there.
        Allowed = "allowed",
        /// A cat may enter; a mouse that enters the hole while a cat is there is caught.
        Guards = "guards",
        /// A cat that enters it wins.
        Wins = "wins",
    }
}

/// A way for a game to end. The rules have an [ordered list](CatInHole::endings) of them; the first that matches a position
/// decides it.
///
/// ```
/// use catmouse_model::{CatInHole, Ending, Side};
///
/// // Where the cat guards the hole, capture is tested before the hole.
/// assert_eq!(CatInHole::Guards.endings(), [Ending::Capture, Ending::MouseInHole]);
/// assert_eq!(Ending::MouseInHole.winner(), Side::Mouse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A cat stands where the mouse stands, or within the [capture distance](Rules::capture_distance): the Cat wins.
    Capture,
    /// The mouse stands on a hole: the Mouse wins.
    MouseInHole,
    /// A cat stands on a hole: the Cat wins.
    CatInHole,
}

impl Ending {
    /// The side that wins by it.
    pub fn winner(self) -> Side {
        match self {
            Self::Capture | Self::CatInHole => Side::Cat,
            Self::MouseInHole => Side::Mouse,
        }
    }
}

impl CatInHole {
    /// The endings in the order in which they are tested.
    pub fn endings(self) -> &'static [Ending] {
        match self {
            Self::Forbidden | Self::Allowed => &[Ending::MouseInHole, Ending::Capture],
            Self::Guards => &[Ending::Capture, Ending::MouseInHole],
            Self::Wins => &[Ending::Capture, Ending::CatInHole, Ending::MouseInHole],
        }
    }
}

keywords! {
    /// What happens to a player who has no legal move.
    pub enum Stalemate {
        /// The position is worth the same as endless play.
        Draw = "draw",
        /// The turn passes to the other player, which counts as a ply.
        Pass = "pass",
        /// That player has lost, at distance 0.
        Loss = "loss",
    }
}

keywords! {
    /// Which cats move in the Cat's ply.
    pub enum CatsMove {
        /// Every cat moves.
        All = "all",
        /// Exactly one cat moves; its player chooses which.
        One = "one",
    }
}

impl From<CatsMove> for arena::Movers {
    fn from(cats_move: CatsMove) -> Self {
        match cats_move {
            CatsMove::All => Self::All,
            CatsMove::One => Self::One,
        }
    }
}

/// How the pieces of one side move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// Whether a piece may stay where it is instead of moving.
    pub may_stay: bool,
    /// The greatest number of cells that a piece may move in a straight line; 0 or 1 unless the board is a grid.
    pub jump: u32,
    /// The kinds of edges that a piece may use, a bit for each of [the
    /// board's](crate::Board::kinds).
    pub kinds: u64,
    /// The greatest number of edges of its step graph that a piece may run along in one move; at least 1. A run ends at the first
    /// hole that it reaches, or earlier if its player likes. Other pieces do not block it. It costs the sum of its edges, and
    /// there is one move to each vertex: the cheapest run.
    pub speed: u32,
}

/// A limit on the length of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnLimit {
    /// The greatest number of plies in which a forced win still counts; the greatest total cost, where moves have costs.
    pub plies: u64,
    /// The result of a game that is not won within the limit.
    pub winner: Outcome,
}

/// The rules of one game, complete and checked.
///
/// ```
/// use catmouse_model::{BoardChoice, CatInHole, Setup};
///
/// let mut setup = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]]));
/// setup.rules.cat_may_stay = Some(true);
/// let rules = setup.plan()?.game().rules().clone();
/// assert_eq!((rules.cat_in_hole, rules.cats, rules.limit), (CatInHole::Forbidden, 1, None));
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Where the holes (the food) are, sorted.
    pub holes: Vec<Vertex>,
    /// What a hole is to a cat.
    pub cat_in_hole: CatInHole,
    /// How the mouse moves.
    pub mouse: Movement,
    /// How a cat moves.
    pub cat: Movement,
    /// How many cats there are, at least 1.
    pub cats: u32,
    /// Which cats move in the Cat's ply.
    pub cats_move: CatsMove,
    /// A cat catches the mouse if a directed path of at most this many edges leads from the cat to the mouse on the board; 0 if the
    /// cat must stand on the same vertex. Holes do not block this path.
    pub capture_distance: u32,
    /// The result of endless play.
    pub endless: Outcome,
    /// The limit, if there is one.
    pub limit: Option<TurnLimit>,
    /// The kinds of edges that the mouse may use, if not all.
    pub mouse_uses: Option<Vec<String>>,
    /// The kinds of edges that a cat may use, if not all.
    pub cat_uses: Option<Vec<String>>,
    /// What happens to a player who has no legal move.
    pub stalemate: Stalemate,
}

impl Rules {
    /// How values turn into outcomes under these rules.
    pub fn adjudication(&self) -> arena::Adjudication {
        arena::Adjudication {
            endless: self.endless.into(),
            limit: self.limit.map(|limit| arena::Limit { distance: limit.plies, outcome: limit.winner.into() }),
        }
    }
}

keywords! {
    /// A well-known game: it gives a value to every rule that a setup leaves open.
    pub enum Preset {
        /// Cat and Mouse, problem 913 on LeetCode: the hole is forbidden to the cat, both must move, endless play is a draw.
        CatAndMouse = "cat-and-mouse",
        /// Cat and Mouse II, problem 1728 on LeetCode: the first at the food wins, both may stay, and the Cat wins after 1000
        /// plies.
        CatAndMouseII = "cat-and-mouse-ii",
        /// Cops and Robbers: the cats choose their vertices, then the mouse does; all may stay, and the Mouse wins endless play.
        CopsAndRobbers = "cops",
    }
}

/// Where a preset starts a piece for which the setup gives no start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// At this vertex, or where the grid marks it.
    At(i64),
    /// Where the grid marks it, which it must.
    Marked,
    /// Where the grid marks it; elsewhere its player places it.
    Placed,
}

/// Where a preset puts the holes if the setup gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoleRule {
    /// At this vertex, or where the grid marks food.
    At(i64),
    /// Where the grid marks food, which it must.
    Marked,
    /// Where the grid marks food; nowhere if it marks none.
    MarkedOrNone,
}

/// How a preset starts a game. Its rules are the [defaults](crate::settings) of the settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PresetStart {
    pub(crate) mouse: StartRule,
    pub(crate) cat: StartRule,
    pub(crate) first: Side,
}

impl Preset {
    /// The name of the game, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::CatAndMouse => "Cat and Mouse",
            Self::CatAndMouseII => "Cat and Mouse II",
            Self::CopsAndRobbers => "Cops and Robbers",
        }
    }

    pub(crate) fn start(self) -> PresetStart {
        match self {
            Self::CatAndMouse => PresetStart { mouse: StartRule::At(1), cat: StartRule::At(2), first: Side::Mouse },
            Self::CatAndMouseII => PresetStart { mouse: StartRule::Marked, cat: StartRule::Marked, first: Side::Mouse },
            Self::CopsAndRobbers => PresetStart { mouse: StartRule::Marked, cat: StartRule::Marked, first: Side::Cat },
        }
    }
}

/// A limit as a setup asks for it, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitChoice {
    /// No limit, whatever the preset says.
    None,
    /// After this many plies.
    Plies(i64),
}
