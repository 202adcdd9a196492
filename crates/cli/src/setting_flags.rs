//! The flags for the settings of the rules, made from the table that declares the settings. Common
//! settings have a flag of their own, and the others are set with `--set KEY=VALUE`.

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;

use catmouse_formats::{Base, CostKey};
use catmouse_model::{
    CopsChoices, Keyword, Kind, LimitChoice, NoVertex, Remark, Remedy, RuleChoices, RuleSetting, SETTINGS,
    SettingValue, Sight, VertexChoice, legible_line, with_remedies,
};
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

/// The heading of these flags in the help.
pub(crate) const RULES: &str = "The rules (each overrides the board's own)";

/// Other keys of a setup that are flags of the commands about a game.
const START: [&str; 5] = ["mouse", "cat", "first", "from", "preset"];

/// The beginning of the messages about `--set`.
const CANNOT_SET: &str = "cannot use `--set`: ";

/// The keys of the settings for reading a graph.
const BASE: &str = "base";
const PARALLEL_EDGES: &str = "parallel-edges";
const COST_KEY: &str = "cost-key";
const DIAGONALS: &str = "diagonals";

/// All settings for reading a graph.
const OF_READING: [&str; 4] = [BASE, PARALLEL_EDGES, COST_KEY, DIAGONALS];

/// The settings that a command accepts.
pub(crate) trait Scope: Clone + Debug + Default + Send + Sync + 'static {
    /// Whether the settings that people use every day have flags of their own.
    const HAS_FLAGS: bool = true;

    fn knows(setting: &RuleSetting) -> bool;
}

/// All settings, for commands about a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfGames;

impl Scope for OfGames {
    fn knows(_: &RuleSetting) -> bool {
        true
    }
}

/// The settings that matter on a graph without a start.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfCops;

impl Scope for OfCops {
    fn knows(setting: &RuleSetting) -> bool {
        setting.key == "directed" || CopsChoices::settings().any(|other| other.key == setting.key)
    }
}

/// All settings, for a command that writes them and does not play by them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfSetups;

impl Scope for OfSetups {
    const HAS_FLAGS: bool = false;

    fn knows(_: &RuleSetting) -> bool {
        true
    }
}

/// The choices of settings that the flags of a command make.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingFlags<S> {
    pub(crate) rules: RuleChoices,
    reading: Reading,
    scope: PhantomData<S>,
}

/// The choices for reading a graph.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Whether edges are directed; `None` leaves it to the format.
    pub(crate) directed: Option<bool>,
    /// The number of the first vertex in an edge list.
    pub(crate) base: Option<Base>,
    /// Whether parallel edges of different costs are different moves.
    pub(crate) parallel_edges: bool,
    /// The key under which an edge has its cost.
    pub(crate) costs: CostKey,
    /// Whether moves on an octile map may be diagonal.
    pub(crate) diagonals: bool,
}

impl<S: Scope> SettingFlags<S> {
    pub(crate) fn reading(&self) -> Reading {
        Reading { directed: self.rules.directed, ..self.reading }
    }

    fn with_flags() -> impl Iterator<Item = &'static RuleSetting> {
        SETTINGS.iter().filter(|setting| S::knows(setting) && S::HAS_FLAGS && setting.has_flag())
    }

    fn without_flags() -> impl Iterator<Item = &'static RuleSetting> {
        SETTINGS.iter().filter(|setting| S::knows(setting) && !(S::HAS_FLAGS && setting.has_flag()))
    }

    /// Reads the values of `--set`. It takes the settings with a flag of their own too.
    fn read(&mut self, texts: &[&str]) -> Result<(), String> {
        let known = || SETTINGS.iter().filter(|setting| S::knows(setting));
        let command = known().fold(Command::new("set"), |command, setting| command.arg(flag(setting)));
        let command = command.args(reading_flags()).no_binary_name(true).disable_help_flag(true);
        let pieces = texts.iter().map(|text| pieces(text)).collect::<Result<Vec<_>, _>>()?.concat();
        let is_given = |key: &str| known().any(|setting| setting.key == key && setting.get(&self.rules).is_some());
        let has_start = Self::with_flags().next().is_some();
        if let Some((key, _)) = pieces.iter().find(|(key, _)| is_given(key) || has_start && START.contains(&&**key)) {
            return Err(format!("`{key}` has its own flag, `--{key}`"));
        }
        let flags = pieces.into_iter().map(|(key, value)| match value {
            Some(value) => format!("--{key}={value}"),
            None => format!("--{key}"),
        });
        let matches = command.try_get_matches_from(flags).map_err(said)?;
        let is_on = |key| matches.get_one(key).copied().unwrap_or(false);
        self.reading = Reading {
            directed: None,
            base: matches.get_one::<String>(BASE).and_then(|word| Base::from_word(word)),
            parallel_edges: is_on(PARALLEL_EDGES),
            costs: match matches.get_one::<String>(COST_KEY) {
                None => CostKey::Usual,
                Some(key) if key == "none" => CostKey::None,
                // The key is leaked, because it is needed until the program ends.
                Some(key) => CostKey::Named(key.clone().leak()),
            },
            diagonals: is_on(DIAGONALS),
        };
        known().try_for_each(|setting| choose(setting, &matches, &mut self.rules)).map_err(said)
    }

    /// The help of `--set`, which lists every key.
    fn keys() -> String {
        let settings = Self::without_flags().map(|setting| {
            let value = match setting.kind {
                Kind::Switch => String::new(),
                Kind::Word(words) | Kind::Words(words) => format!("={}", words.join("|")),
                Kind::Number | Kind::Numbers | Kind::Limit => format!("={}", setting.unit.to_uppercase()),
                Kind::Vertices => "=VERTEX".to_owned(),
                Kind::Kinds => "=KINDS".to_owned(),
                Kind::Sight => "=WHEN".to_owned(),
            };
            (format!("{}{value}", setting.key), setting.help.to_owned())
        });
        // (`to_string` would look for styles in these texts, which took half of the time of a start.)
        let reading = reading_flags().map(|flag| {
            let value = match flag.get_id().as_str() {
                BASE => "=0|1",
                COST_KEY => "=KEY",
                _ => "",
            };
            (
                format!("{}{value}", flag.get_id()),
                flag.get_help().map(|help| help.ansi().to_string()).unwrap_or_default(),
            )
        });
        let line = |(key, help)| format!("\n- {key}: {help}");
        "A setting of the rules or of the reading, as in `endless=cat`; may be repeated, or list several \
        with commas. The keys are:\n"
            .to_owned()
            + &settings.chain(reading).map(line).collect::<String>()
            + "\n\nA switch is on if its key is given alone, and off with `=false`."
    }
}

impl<S: Scope> Args for SettingFlags<S> {
    fn augment_args(command: Command) -> Command {
        let set = Arg::new("set")
            .long("set")
            .value_name("KEY=VALUE")
            .action(ArgAction::Append)
            .help("A setting of the rules or of the reading, as in `endless=cat`; --help lists the keys")
            .long_help(Self::keys())
            .help_heading(RULES);
        Self::with_flags().fold(command, |command, setting| command.arg(flag(setting))).arg(set)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Scope> FromArgMatches for SettingFlags<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::with_flags().try_for_each(|setting| choose(setting, matches, &mut self.rules))?;
        let texts: Vec<&str> = matches.get_many::<String>("set").into_iter().flatten().map(String::as_str).collect();
        self.read(&texts).map_err(|message| {
            let message = format!("{CANNOT_SET}{message}\n\n  help: expected KEY=VALUE, as in `--set endless=cat`\n");
            clap::Error::raw(ErrorKind::ValueValidation, message)
        })
    }
}

/// The beginning of the flag that gives a setting, up to its value.
pub(crate) fn flag_name(key: &str) -> String {
    let is_set = |setting: &RuleSetting| setting.key == key && !setting.has_flag();
    let is_set = OF_READING.contains(&key) || SETTINGS.iter().any(is_set);
    if is_set { format!("--set {key}") } else { format!("--{key}") }
}

/// A flag with its value.
pub(crate) fn flag_with(key: &str, value: &str) -> String {
    let name = flag_name(key);
    format!("{name}{}{value}", if name.contains(' ') { '=' } else { ' ' })
}

/// The choice of a remedy as a flag.
#[expect(clippy::unnecessary_wraps, reason = "other front ends have no word for some remedies")]
pub(crate) fn flag_for(remedy: &Remedy) -> Option<String> {
    let value = match &remedy.values[..] {
        [] => match remedy.setting {
            "input" => "FORMAT",
            "graph" => "N",
            "max-memory" => "SIZE",
            "scratch" => "FOLDER",
            "kind" => "KIND",
            "mouse-uses" | "cat-uses" => "KINDS",
            _ => "VERTEX",
        }
        .to_owned(),
        [value] if value == "true" => return Some(format!("`{}`", flag_name(remedy.setting))),
        values => values.join("|"),
    };
    Some(format!("`{}`", flag_with(remedy.setting, &value)))
}

/// A remark of the library, with its remedies as flags.
pub(crate) fn remark_in_flags(remark: &Remark) -> String {
    with_remedies(&remark.text, &remark.remedies, flag_for)
}

/// Splits settings such as `cat-jump=1, mouse=2,0, directed` into keys and values.
pub(crate) fn pieces(text: &str) -> Result<Vec<(String, Option<String>)>, String> {
    let is_switch = |key: &str| {
        let mut switches = SETTINGS.iter().filter(|setting| matches!(setting.kind, Kind::Switch));
        [PARALLEL_EDGES, DIAGONALS].contains(&key) || switches.any(|setting| setting.key == key)
    };
    let mut pieces: Vec<(String, Option<String>)> = Vec::new();
    for piece in text.split(',').map(str::trim) {
        match (piece.split_once('='), pieces.last_mut()) {
            (Some((key, value)), _) => pieces.push((key.trim().to_owned(), Some(value.trim().to_owned()))),
            // The text after the comma in a cell such as `mouse=2,0`.
            (None, Some((_, Some(value)))) if !is_switch(piece) => *value += &format!(",{piece}"),
            (None, _) => pieces.push((piece.to_owned(), None)),
        }
    }
    // A list as in a setup: `cat-follows=["rows", "columns"]`.
    let is_list = |key: &str| {
        let is_list = |kind| matches!(kind, Kind::Words(_) | Kind::Numbers | Kind::Kinds | Kind::Sight);
        SETTINGS.iter().any(|setting| setting.key == key && is_list(setting.kind))
    };
    for (_, value) in pieces.iter_mut().filter(|(key, _)| is_list(key)) {
        if let Some(items) = value.as_deref().and_then(|text| text.strip_prefix('[')?.strip_suffix(']')) {
            let items: Vec<&str> = items.split(',').map(|item| item.trim().trim_matches(['"', '\''])).collect();
            *value = Some(items.join(","));
        }
    }
    match pieces.iter().find(|(key, _)| key.is_empty() || key.starts_with('-')) {
        Some((key, _)) => Err(format!("there is no setting `{}`", key.escape_debug())),
        None => Ok(pieces),
    }
}

/// Makes the words of the user in clap's error legible. A tip that repeats an illegible word goes.
pub(crate) fn legible(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(word)) = error.get(kind)
            && let Cow::Owned(word) = legible_line(word)
        {
            error.insert(kind, ContextValue::String(word));
            error.remove(ContextKind::Suggested);
        }
    }
    error
}

/// clap's message about a mistake in settings, without the dashes of flags, which the user did not
/// type.
pub(crate) fn said(error: clap::Error) -> String {
    let error = legible(error);
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(flag)) => Some(flag.trim_start_matches('-')),
        _ => None,
    };
    if let (ErrorKind::UnknownArgument, Some(key)) = (error.kind(), word(ContextKind::InvalidArg)) {
        let near =
            word(ContextKind::SuggestedArg).map_or_else(String::new, |near| format!("; a similar one is `{near}`"));
        if SETTINGS.iter().any(|setting| setting.key == key) {
            return format!("`{key}` is a setting of games, about which this command does not ask");
        }
        return format!("there is no setting `{key}`{near}");
    }
    // The first paragraph of clap's message describes the mistake. The others describe a command
    // line that the user did not type.
    let said = error.to_string();
    let said =
        said.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ").trim_start_matches(CANNOT_SET);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ").replace("'--", "'");
    said.split(" <")
        .map(|piece| piece.split_once(">'").map_or(piece.to_owned(), |(_, rest)| format!("'{rest}")))
        .collect()
}

/// The arguments for reading a graph.
fn reading_flags() -> impl Iterator<Item = Arg> {
    let base = Base::ALL.iter().map(|base| base.word());
    let base = Arg::new(BASE).long(BASE).value_parser(PossibleValuesParser::new(base));
    let parallel_edges = switch(PARALLEL_EDGES);
    let base_help = "The number of the first vertex in an edge list; missing numbers are vertices without edges";
    let parallel_help = "Whether edges that join the same vertices at different costs are different moves; \
        else they are refused, unless the text allows them";
    let cost_help = "Under which key an edge of GML, GraphML, node-link, DOT or CSV says what it costs, \
        instead of cost, weight or value; none reads every format without costs";
    let cost_key = Arg::new(COST_KEY).long(COST_KEY).help(cost_help);
    let diagonals =
        switch(DIAGONALS).help("Whether steps in a map of octiles lead along diagonals too, to eight neighbours");
    [base.help(base_help), parallel_edges.help(parallel_help), cost_key, diagonals].into_iter()
}

/// A switch: an argument that is true if it is given without a value.
fn switch(key: &'static str) -> Arg {
    Arg::new(key)
        .long(key)
        .value_name("BOOL")
        .value_parser(value_parser!(bool))
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
}

/// The argument for a setting.
fn flag(setting: &RuleSetting) -> Arg {
    let flag = Arg::new(setting.key).long(setting.key);
    let flag = match setting.kind {
        Kind::Switch => switch(setting.key),
        Kind::Word(words) => flag.value_name("WORD").value_parser(PossibleValuesParser::new(words)),
        Kind::Number => flag.value_name(setting.unit.to_uppercase()).value_parser(value_parser!(i64)),
        Kind::Limit => flag.value_name(setting.unit.to_uppercase()).value_parser(limit),
        Kind::Vertices => flag.value_name("VERTEX").value_parser(place).action(ArgAction::Append),
        Kind::Kinds => flag.value_name("KINDS").value_delimiter(','),
        Kind::Sight => flag.value_name("WHEN").value_parser(value_parser!(Sight)),
        Kind::Words(words) => {
            flag.value_name("WORDS").value_parser(PossibleValuesParser::new(words)).value_delimiter(',')
        }
        Kind::Numbers => {
            flag.value_name(setting.unit.to_uppercase()).value_parser(value_parser!(i64)).value_delimiter(',')
        }
    };
    flag.help(setting.help).help_heading(RULES)
}

/// Copies the value of a setting from the command line. The argument was made from the same table,
/// so the value has the right type.
fn choose(setting: &RuleSetting, matches: &ArgMatches, choices: &mut RuleChoices) -> Result<(), clap::Error> {
    if let Kind::Vertices = setting.kind
        && let Some(places) = matches.get_many::<Option<VertexChoice>>(setting.key)
        && places.clone().any(Option::is_none)
        && places.clone().any(Option::is_some)
    {
        let key = setting.key;
        let message = format!("`--{key} none` cannot be used together with a vertex for `--{key}`\n");
        return Err(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message));
    }
    let _ = given(setting, matches).and_then(|value| setting.set(choices, value));
    Ok(())
}

/// The value of a setting on the command line, if it was given.
fn given(setting: &RuleSetting, matches: &ArgMatches) -> Option<SettingValue> {
    let key = setting.key;
    match setting.kind {
        Kind::Switch => matches.get_one(key).copied().map(SettingValue::Switch),
        Kind::Word(words) => {
            let given: &String = matches.get_one(key)?;
            words.iter().copied().find(|word| word == given).map(SettingValue::Word)
        }
        Kind::Number => matches.get_one(key).copied().map(SettingValue::Number),
        Kind::Limit => matches.get_one(key).copied().map(SettingValue::Limit),
        Kind::Sight => matches.get_one(key).copied().map(SettingValue::Sight),
        Kind::Words(words) => {
            let known = |given: &String| words.iter().copied().find(|word| word == given);
            matches.get_many(key)?.map(known).collect::<Option<_>>().map(SettingValue::Words)
        }
        Kind::Numbers => Some(SettingValue::Numbers(matches.get_many(key)?.copied().collect())),
        Kind::Kinds => Some(SettingValue::Kinds(matches.get_many::<String>(key)?.cloned().collect())),
        Kind::Vertices => {
            let places = matches.get_many::<Option<VertexChoice>>(key)?;
            Some(SettingValue::Vertices(places.flatten().cloned().collect()))
        }
    }
}

fn limit(text: &str) -> Result<LimitChoice, String> {
    if text == "none" {
        return Ok(LimitChoice::None);
    }
    text.parse().map(LimitChoice::Plies).map_err(|_| "expected a number of plies, or none".to_owned())
}

/// Reads a vertex, or `none`.
fn place(text: &str) -> Result<Option<VertexChoice>, NoVertex> {
    if text == "none" { Ok(None) } else { text.parse().map(Some) }
}
