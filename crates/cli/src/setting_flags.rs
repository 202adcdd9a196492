//! A flag for each setting of the rules, made from the table that declares them.

use catmouse_model::{
    CopsChoices, Kind, LimitChoice, NoVertex, RuleChoices, RuleSetting, SETTINGS, SettingValue, VertexChoice,
};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use crate::numbers::whole_number;

/// The heading of these flags in the help.
pub(crate) const RULES: &str = "The rules (each overrides the board's own)";

/// The rules that the flags of a command about a game choose.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingFlags(pub(crate) RuleChoices);

impl Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        SETTINGS.iter().fold(command, |command, setting| command.arg(flag(setting)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        SETTINGS.iter().try_for_each(|setting| choose(setting, matches, &mut self.0))
    }
}

/// The rules that the flags of a command about a bare graph choose.
#[derive(Clone, Debug, Default)]
pub(crate) struct CopsFlags(pub(crate) RuleChoices);

impl Args for CopsFlags {
    fn augment_args(command: Command) -> Command {
        CopsChoices::settings().fold(command, |command, setting| command.arg(flag(setting)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for CopsFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        CopsChoices::settings().try_for_each(|setting| choose(setting, matches, &mut self.0))
    }
}

/// The flag for a setting.
fn flag(setting: &RuleSetting) -> Arg {
    let flag = Arg::new(setting.key).long(setting.key).help(setting.help).help_heading(RULES);
    match setting.kind {
        Kind::Switch => flag
            .value_name("BOOL")
            .value_parser(value_parser!(bool))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true"),
        Kind::Word(words) => flag.value_name("WORD").value_parser(PossibleValuesParser::new(words)),
        Kind::Number => {
            flag.value_name(setting.unit.to_uppercase()).value_parser(whole_number).allow_negative_numbers(true)
        }
        Kind::Limit => flag.value_name(setting.unit.to_uppercase()).value_parser(limit).allow_negative_numbers(true),
        Kind::Vertices => {
            flag.value_name("VERTEX").value_parser(place).action(ArgAction::Append).allow_negative_numbers(true)
        }
    }
}

/// Copies the value of a setting from the command line. The flag was made from the same table, so the value has the right kind.
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
