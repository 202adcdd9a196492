//! The rules of a pursuit game, each a setting of its own, and the presets, which give a value to
//! every setting.

use catmouse_arena as arena;
use serde::{Deserialize, Serialize};

use crate::board::Vertex;
use crate::keyword::keywords;
use crate::sight::Sight;

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

impl From<Outcome> for arena::WinOrDraw {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Mouse => Self::Win(Side::Mouse.into()),
            Outcome::Cat => Self::Win(Side::Cat.into()),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<arena::WinOrDraw> for Outcome {
    fn from(outcome: arena::WinOrDraw) -> Self {
        match outcome.winner().map(Side::from) {
            Some(Side::Mouse) => Self::Mouse,
            Some(Side::Cat) => Self::Cat,
            None => Self::Draw,
        }
    }
}

keywords! {
    /// The effect of a hole on a cat.
    pub enum CatInHole {
        /// A cat never enters the hole.
        Forbidden = "forbidden",
        /// A cat may enter. A mouse that reaches the hole wins, even if a cat is there.
        Allowed = "allowed",
        /// A cat may enter. A mouse that enters the hole while a cat is there is caught.
        Guards = "guards",
        /// A cat that enters the hole wins.
        Wins = "wins",
    }
}

/// An ending of a game. The rules have an [ordered list](CatInHole::endings) of endings; the first
/// that matches a position decides it.
///
/// ```
/// use catmouse_model::{CatInHole, Ending, Side};
///
/// // Where the cat guards the hole, capture is tested before the hole.
/// assert_eq!(CatInHole::Guards.endings(), [Ending::Capture, Ending::MouseInHole, Ending::MouseInTrap]);
/// assert_eq!(Ending::MouseInHole.winner(), Side::Mouse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A cat is on the vertex of the mouse, or within the [capture
    /// distance](Rules::capture_distance): the Cat wins.
    Capture,
    /// The mouse is in a hole: the Mouse wins.
    MouseInHole,
    /// The mouse is in a trap: the Cat wins.
    MouseInTrap,
    /// A cat is in a hole: the Cat wins.
    CatInHole,
}

impl Ending {
    /// The side that wins by this ending.
    pub fn winner(self) -> Side {
        match self {
            Self::Capture | Self::MouseInTrap | Self::CatInHole => Side::Cat,
            Self::MouseInHole => Side::Mouse,
        }
    }
}

impl CatInHole {
    /// The endings in the order in which they are tested.
    pub fn endings(self) -> &'static [Ending] {
        match self {
            Self::Forbidden | Self::Allowed => &[Ending::MouseInHole, Ending::MouseInTrap, Ending::Capture],
            Self::Guards => &[Ending::Capture, Ending::MouseInHole, Ending::MouseInTrap],
            Self::Wins => &[Ending::Capture, Ending::CatInHole, Ending::MouseInHole, Ending::MouseInTrap],
        }
    }
}

keywords! {
    /// The consequence for a player who has no legal move.
    pub enum Stalemate {
        /// The position is worth the same as endless play.
        Draw = "draw",
        /// The turn passes to the other player, which counts as a ply.
        Pass = "pass",
        /// The player without a move has lost, at distance 0.
        Loss = "loss",
    }
}

keywords! {
    /// Which cats move in a ply of the Cat.
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

keywords! {
    /// What decides the moves of a cat. All but the first are scripts: they leave the cat no choice.
    pub enum CatFollows {
        /// Its player.
        Free = "free",
        /// Each step goes along the cat's row toward the mouse's column; if it is in that column or
        /// blocked, along its column toward the mouse's row; otherwise it stays. Of this kind are
        /// the Minotaur of R. Abbott's mazes and the white mummies of *Mummy Maze*.
        Rows = "rows",
        /// The same, along the cat's column first: the red mummies.
        Columns = "columns",
        /// Each step goes along a shortest way to the mouse, to the least vertex if there are
        /// several.
        Nearest = "nearest",
    }
}

/// What decides the moves of a cat, and how far it gets in one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatWay {
    /// Its player, or a script.
    pub follows: CatFollows,
    /// The greatest number of edges along which it runs in one ply; at least 1.
    pub speed: u32,
}

/// The movement of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// Whether a piece may stay on its vertex instead of moving.
    pub may_stay: bool,
    /// The greatest number of cells that a piece may move in a straight line; 0 or 1 unless the
    /// board is a grid.
    pub jump: u32,
    /// The kinds of edges that a piece may use: a bit for each of [the board's](crate::Board::kinds).
    pub kinds: u64,
    /// The greatest number of edges of its step graph that a piece may run along in one move; at
    /// least 1. A run ends at the first hole that it reaches, or earlier at its player's choice.
    /// Other pieces do not block it. It costs the sum of its edges. There is one move to each
    /// vertex, along the cheapest run.
    pub speed: u32,
}

/// A limit on the length of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnLimit {
    /// The greatest number of plies in which a forced win still counts; if moves have costs, the
    /// greatest total cost.
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
    /// The holes (the food), sorted.
    pub holes: Vec<Vertex>,
    /// The traps, sorted: where the mouse stands on one, the Cat has won. Cats walk over them.
    pub traps: Vec<Vertex>,
    /// The effect of a hole on a cat.
    pub cat_in_hole: CatInHole,
    /// The movement of the mouse.
    pub mouse: Movement,
    /// The movement of each cat. Its speed is that of the fastest.
    pub cat: Movement,
    /// The way of all cats, or if they differ, the way of each in the order of their starts.
    pub cat_ways: Vec<CatWay>,
    /// The number of cats, at least 1.
    pub cats: u32,
    /// Which cats move in a ply of the Cat.
    pub cats_move: CatsMove,
    /// A cat catches the mouse if a directed path of at most this many edges leads from the cat to
    /// the mouse on the board. At 0 the cat must be on the mouse's vertex. Holes do not block the
    /// path.
    pub capture_distance: u32,
    /// When the Cat sees the mouse.
    pub seen: Sight,
    /// The result of endless play.
    pub endless: Outcome,
    /// The limit, if there is one.
    pub limit: Option<TurnLimit>,
    /// The kinds of edges that the mouse may use; `None` for all.
    pub mouse_uses: Option<Vec<String>>,
    /// The kinds of edges that a cat may use; `None` for all.
    pub cat_uses: Option<Vec<String>>,
    /// The consequence for a player who has no legal move.
    pub stalemate: Stalemate,
}

impl Rules {
    /// The adjudication of values under these rules.
    pub fn adjudication(&self) -> arena::Adjudication {
        arena::Adjudication {
            endless: self.endless.into(),
            limit: self.limit.map(|limit| arena::Limit::new(limit.plies, limit.winner.into())),
        }
    }

    /// Whether all cats move alike, so that they are interchangeable. Otherwise positions list them
    /// in the order of their starts.
    pub fn cats_are_alike(&self) -> bool {
        self.cat_ways.len() == 1
    }

    /// Whether some cat follows a script.
    pub fn has_script(&self) -> bool {
        self.cat_ways.iter().any(|way| way.follows != CatFollows::Free)
    }

    /// Whether every cat follows a script, so that the Cat has no choice.
    pub fn cat_has_no_choice(&self) -> bool {
        self.cat_ways.iter().all(|way| way.follows != CatFollows::Free)
    }

    /// Whether the cats are a [`Cast`](arena::Cast): they differ or follow scripts.
    pub(crate) fn has_cast(&self) -> bool {
        !self.cats_are_alike() || self.has_script()
    }
}

keywords! {
    /// A well-known game: it gives a value to every rule that a setup leaves open.
    pub enum Preset {
        /// Cat and Mouse, problem 913 on LeetCode: the hole is forbidden to the cat, both must
        /// move, endless play is a draw.
        CatAndMouse = "cat-and-mouse",
        /// Cat and Mouse II, problem 1728 on LeetCode: the first at the food wins, both may stay,
        /// and the Cat wins after 1000 plies.
        CatAndMouseII = "cat-and-mouse-ii",
        /// Cops and Robbers: the cats choose their vertices, then the mouse does; all may stay, and
        /// the Mouse wins endless play.
        CopsAndRobbers = "cops",
    }
}

/// A preset's start for a piece that has none in the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// This vertex; on a grid, the marked cell.
    At(i64),
    /// The marked cell of a grid. A missing mark is a defect.
    Marked,
    /// The marked cell of a grid; without a mark, the player places the piece.
    Placed,
}

/// A preset's holes for a setup that gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoleRule {
    /// This vertex; on a grid, the cells marked as food.
    At(i64),
    /// The cells of a grid marked as food. A missing mark is a defect.
    Marked,
    /// The cells of a grid marked as food; none if there is no mark.
    MarkedOrNone,
}

/// A preset's starts. The preset's rules are the [defaults](crate::settings) of the settings.
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

    /// The value that a solution of this problem of LeetCode returns for an outcome; `None` for a
    /// game that is no such problem.
    pub fn returns(self, outcome: Outcome) -> Option<&'static str> {
        match (self, outcome) {
            (Self::CatAndMouse, Outcome::Draw) => Some("0"),
            (Self::CatAndMouse, Outcome::Mouse) => Some("1"),
            (Self::CatAndMouse, Outcome::Cat) => Some("2"),
            (Self::CatAndMouseII, Outcome::Mouse) => Some("true"),
            (Self::CatAndMouseII, _) => Some("false"),
            (Self::CopsAndRobbers, _) => None,
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

/// A limit in a setup, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitChoice {
    /// No limit, overriding the preset.
    None,
    /// After this many plies.
    Plies(i64),
}
