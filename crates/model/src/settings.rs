//! The settings of the rules, each declared once: its key, its type, its default under each preset,
//! and a line of help.
//!
//! Everything that reads or writes settings derives from [`SETTINGS`]: the keys of a setup in TOML,
//! the flags of the command line with their help, the keyword arguments in Python, and the table in
//! `docs/rules.md`. The effects are implemented elsewhere: moves in `steps`, endings in `endings`,
//! endless play and limits in [`Rules::adjudication`].
//!
//! To add a rule: declare it here; add its field to [`Rules`], which
//! [`Setup::plan`](crate::Setup::plan) fills and [`Rules::choices`] reads back; and implement its
//! effect. `CONTRIBUTING.md` lists what else is needed. [`Setup::plan`](crate::Setup::plan) checks
//! a number that is declared with `from` without further code.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::defect::Setting as Site;
use crate::keyword::Keyword;
use crate::rules::{
    CatFollows, CatInHole, CatsMove, HoleRule, LimitChoice, Outcome, Preset, Rules, Stalemate, TurnLimit,
};
use crate::sight::Sight;
use crate::vertex_choice::VertexChoice;

/// The default for traps under every preset: the cells of a grid marked as traps.
#[derive(Clone, Debug)]
pub(crate) struct MarkedTraps;

/// Declares the settings. Each line reads
///
/// ```text
/// field: type in a setup = Section "key" of "unit" from least at Site, default type in Defaults: graphs, grids, cops;
/// ```
///
/// The line ends with the defaults of the three presets. `of`, `from` and `at` are optional. `of`
/// gives the unit of a number. `from` gives the least value of a number that has no other bound.
/// `at` gives the [`Setting`](Site) at which defects of the value are reported. A number with
/// `from` has no `at`.
macro_rules! settings {
    ($(
        #[doc = $help:literal]
        $field:ident: $type:ty = $section:ident $key:literal
            $(of $unit:literal)? $(from $least:literal)? $(at $site:ident)?,
            default $default:ty: $graph:expr, $grid:expr, $cops:expr;
    )+) => {
        /// The rules chosen by a setup; `None` leaves a rule to the preset.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, rename_all = "kebab-case")]
        pub struct RuleChoices {
            $(#[doc = $help] pub $field: Option<$type>,)+
        }

        impl RuleChoices {
            /// Overrides choices by the choices that `other` makes.
            pub fn override_with(&mut self, other: Self) {
                $(if other.$field.is_some() {
                    self.$field = other.$field;
                })+
            }
        }

        /// The value that a preset gives to each setting.
        #[derive(Clone, Debug)]
        pub(crate) struct Defaults {
            $(pub(crate) $field: $default,)+
        }

        impl Preset {
            pub(crate) fn defaults(self) -> Defaults {
                match self {
                    Self::CatAndMouse => Defaults { $($field: $graph,)+ },
                    Self::CatAndMouseII => Defaults { $($field: $grid,)+ },
                    Self::CopsAndRobbers => Defaults { $($field: $cops,)+ },
                }
            }
        }

        /// All settings of the rules, in the order in which help and documentation list them.
        pub static SETTINGS: &[RuleSetting] = &[$(RuleSetting {
            key: $key,
            help: $help.trim_ascii(),
            section: Section::$section,
            kind: <$type as SettingType>::KIND,
            unit: unit!($($unit)?),
            least: least!($($least)?),
            site: site!($key $($least)? $($site)?),
            get: |choices| choices.$field.clone().map(SettingType::into_choice),
            set: |choices, choice| {
                choices.$field = Some(SettingType::from_choice(choice)?);
                Some(())
            },
            default: |preset| Shown::shown(&preset.defaults().$field),
        },)+];
    };
}

/// The [`Setting`](Site) at which defects of a setting's value are reported; `None` if the value
/// cannot have defects.
macro_rules! site {
    ($key:literal) => {
        None
    };
    ($key:literal $least:literal) => {
        Some(Site::Rule($key))
    };
    ($key:literal $site:ident) => {
        Some(Site::$site)
    };
}

/// The least value of a number, if it is declared.
macro_rules! least {
    () => {
        None
    };
    ($least:literal) => {
        Some($least)
    };
}

/// The unit of a number; empty if none is declared.
macro_rules! unit {
    () => {
        ""
    };
    ($unit:literal) => {
        $unit
    };
}

settings! {
    /// Whether moves may be one-way
    directed: bool = Board "directed", default bool: false, false, false;
    /// Where a hole (the food) is: a number, a name, or row,column; may be repeated; `none` for no hole
    holes: Vec<VertexChoice> = Rules "hole" at Hole,
        default HoleRule: HoleRule::At(0), HoleRule::Marked, HoleRule::MarkedOrNone;
    /// Where a trap is, which loses for the mouse; may be repeated
    traps: Vec<VertexChoice> = Rules "traps" at Traps, default MarkedTraps: MarkedTraps, MarkedTraps, MarkedTraps;
    /// Whether the cat may enter a hole, and what happens then
    cat_in_hole: CatInHole = Rules "cat-in-hole",
        default CatInHole: CatInHole::Forbidden, CatInHole::Wins, CatInHole::Forbidden;
    /// Whether the mouse may stay where it is
    mouse_may_stay: bool = Rules "mouse-may-stay", default bool: false, true, true;
    /// Whether the cat may stay where it is
    cat_may_stay: bool = Rules "cat-may-stay", default bool: false, true, true;
    /// The number of cats, if they have no starts
    cats: i64 = Rules "cats" of "cats" at Cats, default u32: 1, 1, 1;
    /// Which cats move in a ply of the Cat
    cats_move: CatsMove = Rules "cats-move", default CatsMove: CatsMove::All, CatsMove::All, CatsMove::All;
    /// Whether the players place the pieces without a start, the cats first
    placement: bool = Rules "placement", default bool: false, false, true;
    /// How many cells the mouse may jump in a straight line (grids only)
    mouse_jump: i64 = Rules "mouse-jump" of "cells" at MouseJump, default u32: 1, 1, 1;
    /// How many cells the cat may jump in a straight line (grids only)
    cat_jump: i64 = Rules "cat-jump" of "cells" at CatJump, default u32: 1, 1, 1;
    /// The most edges along which the mouse may run in one move
    mouse_speed: i64 = Rules "mouse-speed" of "edges" from 1, default u32: 1, 1, 1;
    /// The most edges along which the cat may run in one move; a list for cats that differ
    cat_speed: Vec<i64> = Rules "cat-speed" of "edges" from 1, default u32: 1, 1, 1;
    /// What decides the moves of the cat, its player or a script; a list for cats that differ
    cat_follows: Vec<CatFollows> = Rules "cat-follows" at CatFollows,
        default CatFollows: CatFollows::Free, CatFollows::Free, CatFollows::Free;
    /// Which kinds of edges the mouse may use, as in `taxi,ferry`
    mouse_uses: Vec<String> = Rules "mouse-uses" at MouseUses, default Option<Vec<String>>: None, None, None;
    /// Which kinds of edges the cat may use
    cat_uses: Vec<String> = Rules "cat-uses" at CatUses, default Option<Vec<String>>: None, None, None;
    /// The distance in edges within which a cat catches the mouse
    capture_distance: i64 = Rules "capture-distance" of "edges" from 0, default u32: 0, 0, 0;
    /// When the Cat sees the mouse: `always`, `never`, after each N-th move, after the moves of a list, or `within:D` edges
    mouse_seen: Sight = Rules "mouse-seen" at MouseSeen, default Sight: Sight::Always, Sight::Always, Sight::Always;
    /// Who wins if play never ends
    endless: Outcome = Rules "endless", default Outcome: Outcome::Draw, Outcome::Cat, Outcome::Mouse;
    /// The number of plies after which the game ends; `none` for no limit
    limit: LimitChoice = Rules "limit" of "plies" at Limit,
        default LimitChoice: LimitChoice::None, LimitChoice::Plies(1000), LimitChoice::None;
    /// Who wins when the limit is reached; by default as for endless play
    limit_winner: Outcome = Rules "limit-winner", default Option<Outcome>: None, Some(Outcome::Cat), None;
    /// What happens to a player who has no legal move
    stalemate: Stalemate = Rules "stalemate", default Stalemate: Stalemate::Draw, Stalemate::Draw, Stalemate::Draw;
}

impl Rules {
    /// The choices that give these rules under any preset. `directed`, `holes`, `traps` and
    /// `placement` stay open, because they are settings of the board and the start.
    ///
    /// ```
    /// use catmouse_model::{BoardChoice, Outcome, Setup};
    ///
    /// let game = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]])).plan()?.game();
    /// let choices = game.rules().choices();
    /// assert_eq!((choices.mouse_may_stay, choices.endless), (Some(false), Some(Outcome::Draw)));
    /// # Ok::<(), catmouse_model::Defects>(())
    /// ```
    pub fn choices(&self) -> RuleChoices {
        let Self { mouse_uses, cat_uses, cat_ways, .. } = self;
        let &Self { cat_in_hole, mouse, cat, cats, cats_move, capture_distance, seen, endless, limit, .. } = self;
        let plies = |limit: TurnLimit| LimitChoice::Plies(i64::try_from(limit.plies).unwrap_or(i64::MAX));
        RuleChoices {
            directed: None,
            holes: None,
            traps: None,
            cat_in_hole: Some(cat_in_hole),
            mouse_may_stay: Some(mouse.may_stay),
            cat_may_stay: Some(cat.may_stay),
            cats: Some(cats.into()),
            cats_move: Some(cats_move),
            placement: None,
            mouse_jump: Some(mouse.jump.into()),
            cat_jump: Some(cat.jump.into()),
            mouse_speed: Some(mouse.speed.into()),
            cat_speed: Some(alike(cat_ways.iter().map(|way| way.speed.into()))),
            cat_follows: Some(alike(cat_ways.iter().map(|way| way.follows))),
            mouse_uses: mouse_uses.clone(),
            cat_uses: cat_uses.clone(),
            capture_distance: Some(capture_distance.into()),
            mouse_seen: Some(seen),
            endless: Some(endless),
            limit: Some(limit.map_or(LimitChoice::None, plies)),
            limit_winner: Some(limit.map_or(endless, |limit| limit.winner)),
            stalemate: Some(self.stalemate),
        }
    }
}

/// The one value that all of these have; otherwise all of them.
pub(crate) fn alike<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
    }
    values
}

/// One setting of the rules, with everything needed to read, write and document it.
///
/// ```
/// use catmouse_model::{Preset, RuleChoices, SETTINGS, SettingValue};
///
/// let jump = SETTINGS.iter().find(|setting| setting.key == "mouse-jump").unwrap();
/// let mut rules = RuleChoices::default();
/// jump.set(&mut rules, SettingValue::Number(3)).unwrap();
/// assert_eq!(rules.mouse_jump, Some(3));
/// assert_eq!(jump.get(&rules), Some(SettingValue::Number(3)));
/// assert_eq!(jump.default(Preset::CatAndMouse), "1");
/// ```
#[derive(Clone, Copy)]
pub struct RuleSetting {
    /// The key in a setup, and on the command line: see [`has_flag`](Self::has_flag).
    pub key: &'static str,
    /// A description in one line, without a full stop.
    pub help: &'static str,
    /// The table of a setup that contains the setting.
    pub section: Section,
    /// The kind of the values.
    pub kind: Kind,
    /// The unit of a number, such as `cells` or `plies`; empty if the values are not numbers.
    pub unit: &'static str,
    /// The least value of a number whose greatest value is [`u32::MAX`]; `None` for other settings.
    pub least: Option<i64>,
    /// The setting at which defects of the value are reported; `None` if every value of its kind is
    /// valid.
    pub site: Option<Site>,
    get: fn(&RuleChoices) -> Option<SettingValue>,
    set: fn(&mut RuleChoices, SettingValue) -> Option<()>,
    default: fn(Preset) -> String,
}

impl RuleSetting {
    /// The chosen value, if any.
    pub fn get(&self, choices: &RuleChoices) -> Option<SettingValue> {
        (self.get)(choices)
    }

    /// Chooses a value. If the value is not of this setting's [`kind`](Self::kind), returns `None`
    /// and changes nothing.
    pub fn set(&self, choices: &mut RuleChoices, choice: SettingValue) -> Option<()> {
        (self.set)(choices, choice)
    }

    /// Whether the setting has a flag of its own on the command line, because people use it every
    /// day. Other settings are given as `--set KEY=VALUE`.
    pub fn has_flag(&self) -> bool {
        ["hole", "cats", "mouse-jump", "cat-jump", "limit"].contains(&self.key)
    }

    /// The default under a preset, in words.
    pub fn default(&self, preset: Preset) -> String {
        (self.default)(preset)
    }
}

impl fmt::Debug for RuleSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleSetting").field("key", &self.key).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// The table of a setup in TOML that a setting belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `[board]`: settings of the board.
    Board,
    /// `[rules]`: all others.
    Rules,
}

/// The kinds of values that settings have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number; [`Setup::plan`](crate::Setup::plan) checks its range.
    Number,
    /// A number of plies, or `none`.
    Limit,
    /// Any number of vertices.
    Vertices,
    /// Any number of names of kinds of edges.
    Kinds,
    /// When the Cat sees the mouse, as [`Sight`] reads it.
    Sight,
    /// Any number of these words.
    Words(&'static [&'static str]),
    /// Any number of whole numbers; [`Setup::plan`](crate::Setup::plan) checks their range.
    Numbers,
}

/// A value of any setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// True or false.
    Switch(bool),
    /// One of the words of the setting.
    Word(&'static str),
    /// A number, unchecked.
    Number(i64),
    /// A limit, unchecked.
    Limit(LimitChoice),
    /// Vertices, unchecked.
    Vertices(Vec<VertexChoice>),
    /// Names of kinds of edges, unchecked.
    Kinds(Vec<String>),
    /// When the Cat sees the mouse.
    Sight(Sight),
    /// Some of the words of the setting.
    Words(Vec<&'static str>),
    /// Numbers, unchecked.
    Numbers(Vec<i64>),
}

/// A type that a setting may have.
trait SettingType: Sized {
    const KIND: Kind;

    fn into_choice(self) -> SettingValue;

    /// The value as this type; `None` if the value is of another kind.
    fn from_choice(choice: SettingValue) -> Option<Self>;
}

/// Implements [`SettingType`] for types that are the payload of a variant of [`SettingValue`].
macro_rules! payloads {
    ($($type:ty = $kind:ident,)+) => {
        $(impl SettingType for $type {
            const KIND: Kind = Kind::$kind;

            fn into_choice(self) -> SettingValue {
                SettingValue::$kind(self)
            }

            fn from_choice(choice: SettingValue) -> Option<Self> {
                match choice {
                    SettingValue::$kind(value) => Some(value),
                    _ => None,
                }
            }
        })+
    };
}

payloads! {
    bool = Switch,
    i64 = Number,
    LimitChoice = Limit,
    Vec<VertexChoice> = Vertices,
    Vec<String> = Kinds,
    Sight = Sight,
    Vec<i64> = Numbers,
}

/// A list of words.
impl SettingType for Vec<CatFollows> {
    const KIND: Kind = Kind::Words(CatFollows::WORDS);

    fn into_choice(self) -> SettingValue {
        SettingValue::Words(self.into_iter().map(CatFollows::word).collect())
    }

    fn from_choice(choice: SettingValue) -> Option<Self> {
        match choice {
            SettingValue::Words(words) => words.into_iter().map(CatFollows::from_word).collect(),
            _ => None,
        }
    }
}

/// Implements [`SettingType`] for enums of words.
macro_rules! words {
    ($($type:ty,)+) => {
        $(impl SettingType for $type {
            const KIND: Kind = Kind::Word(<$type>::WORDS);

            fn into_choice(self) -> SettingValue {
                SettingValue::Word(self.word())
            }

            fn from_choice(choice: SettingValue) -> Option<Self> {
                match choice {
                    SettingValue::Word(word) => Self::from_word(word),
                    _ => None,
                }
            }
        })+
    };
}

words! {
    CatInHole,
    CatsMove,
    Outcome,
    Stalemate,
}

/// Defaults in words, for the documentation.
trait Shown {
    fn shown(&self) -> String;
}

impl Shown for bool {
    fn shown(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl Shown for u32 {
    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Shown for Sight {
    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Shown for LimitChoice {
    fn shown(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Plies(plies) => plies.to_string(),
        }
    }
}

impl Shown for HoleRule {
    fn shown(&self) -> String {
        match self {
            Self::At(vertex) => format!("vertex {vertex}, or the cells `F`"),
            Self::Marked => "the cells `F`".to_owned(),
            Self::MarkedOrNone => "the cells `F`, or none".to_owned(),
        }
    }
}

impl Shown for MarkedTraps {
    fn shown(&self) -> String {
        "the cells `T`, or none".to_owned()
    }
}

impl Shown for Option<Vec<String>> {
    fn shown(&self) -> String {
        self.as_ref().map_or_else(|| "every kind".to_owned(), |kinds| kinds.join(", "))
    }
}

impl Shown for Option<Outcome> {
    fn shown(&self) -> String {
        self.map_or_else(|| "as for endless play".to_owned(), |outcome| outcome.word().to_owned())
    }
}

/// Implements [`Shown`] for enums of words.
macro_rules! shown_words {
    ($($type:ty,)+) => {
        $(impl Shown for $type {
            fn shown(&self) -> String {
                self.word().to_owned()
            }
        })+
    };
}

shown_words! {
    CatFollows,
    CatInHole,
    CatsMove,
    Outcome,
    Stalemate,
}
