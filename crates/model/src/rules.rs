//! The rules of a pursuit, each piece of them a setting of its own; and the presets, which are nothing but values for them.

use catmouse_arena as arena;
use serde::{Deserialize, Serialize};

use crate::board::Vertex;
use crate::keyword::keywords;

keywords! {
    /// The two players. All cats are one player.
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
    /// How a game ends for the players; also who owns endless play, or a limit that has run out.
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
        /// A cat may enter; a mouse that reaches the hole wins all the same.
        Allowed = "allowed",
        /// A cat may enter; a mouse that moves onto it there is caught.
        Guards = "guards",
        /// A cat that reaches it wins.
        Wins = "wins",
    }
}

/// One way for a game to be over. A setup has an ordered list of them; the first that matches a position decides it.
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
    /// A cat stands where the mouse stands: the Cat wins.
    Capture,
    /// The mouse stands on a hole: the Mouse wins.
    MouseInHole,
    /// A cat stands on a hole: the Cat wins.
    CatInHole,
}

impl Ending {
    /// Who wins by it.
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
        /// The stuck player has lost, at distance 0.
        Loss = "loss",
    }
}

keywords! {
    /// Which cats move in the Cat's ply.
    pub enum CatsMove {
        /// Every cat.
        All = "all",
        /// Exactly one of them.
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

/// How one kind of piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// Whether the piece may stay where it is instead of moving.
    pub may_stay: bool,
    /// The most cells that it may cover in one move, in a straight line; 1 unless the board is a grid.
    pub jump: u32,
}

/// A limit on the length of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnLimit {
    /// The greatest number of plies after which a win still stands.
    pub plies: u64,
    /// Who owns a game that the limit ends.
    pub winner: Outcome,
}

/// The rules of one game, complete and in order.
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
    /// Where the holes (the food) are, ordered.
    pub holes: Vec<Vertex>,
    /// What a hole is to a cat.
    pub cat_in_hole: CatInHole,
    /// How the mouse moves.
    pub mouse: Movement,
    /// How a cat moves.
    pub cat: Movement,
    /// How many cats there are, at least 1.
    pub cats: u32,
    /// Which of them move in the Cat's ply.
    pub cats_move: CatsMove,
    /// What endless play is worth.
    pub endless: Outcome,
    /// The limit, if there is one.
    pub limit: Option<TurnLimit>,
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
    /// A game with a name: a value for every rule that a setup leaves open.
    pub enum Preset {
        /// Cat and Mouse, number 913 on LeetCode: the hole is closed to the cat, both must move, endless play is a draw.
        CatAndMouse = "cat-and-mouse",
        /// Cat and Mouse II, number 1728 on LeetCode: both run for the food, may stay or jump; the Cat has the clock.
        CatAndMouseII = "cat-and-mouse-ii",
        /// Cops and Robbers: the cats choose their vertices, then the mouse; all may stay, endless play is the Mouse's.
        CopsAndRobbers = "cops",
    }
}

/// Where a piece starts for which a setup says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// At this vertex, or where the grid marks it.
    At(i64),
    /// Where the grid marks it.
    Marked,
    /// Where the grid marks it, or else where its player places it.
    Placed,
}

/// Where the holes are for which a setup says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoleRule {
    /// At this vertex, or where the grid marks food.
    At(i64),
    /// Where the grid marks food.
    Marked,
    /// Where the grid marks food, if it does.
    Perhaps,
}

/// What a preset says of the start; of the rules its [defaults](crate::settings) speak.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PresetStart {
    pub(crate) mouse: StartRule,
    pub(crate) cat: StartRule,
    pub(crate) first: Side,
}

impl Preset {
    /// What the game is called.
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

/// A limit as a setup asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitChoice {
    /// No limit, whatever the preset says.
    None,
    /// After this many plies.
    Plies(i64),
}
