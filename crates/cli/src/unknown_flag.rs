//! Suggestions for flags that do not exist: the nearest flag of the command, and another command that has the flag. And what is wanted
//! where a value does not fit a flag.

use std::error::Error;

use catmouse_model::listed;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use crate::args::Cli;
use crate::output::Failure;

/// The message for an error of the command line that is about a flag that the command does not have; `None` for other errors.
pub(crate) fn explained(error: &clap::Error) -> Option<Failure> {
    if error.kind() == ErrorKind::ValueValidation {
        return unfit(error);
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let name = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    failure(flag, name.as_deref())
}

/// The message for a value that is none of those that a flag takes; what is wanted says whoever has read it.
fn unfit(error: &clap::Error) -> Option<Failure> {
    let wanted = error.source()?.to_string();
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else { return None };
    Some(Failure::plain(format!("`{}` does not fit behind `{flag}`", value.escape_debug()), wanted))
}

/// How alike a flag must be to be named as the nearest one.
const LIKE: f64 = 0.6;

/// The message for an unknown flag of a command, or for a word that is one too many.
fn failure(flag: &str, command: Option<&str>) -> Option<Failure> {
    let flag = flag.split('=').next().unwrap_or(flag);
    let all = Cli::command();
    let command = all.find_subcommand(command?)?;
    if !flag.starts_with('-') {
        return one_too_many(flag, command);
    }
    if flag.parse::<f64>().is_ok() {
        let help = "a value that begins with `-` stands behind `=`, as in `--limit=-1`; no count here is below 0";
        return Some(Failure::plain(format!("the number `{flag}` is taken for a flag"), help.to_owned()));
    }
    let meant = flag.replace("robber", "mouse").replace("cop", "cat");
    let likeness = |name: &String| strsim::normalized_damerau_levenshtein(&meant, name);
    let nearest = flags(command).into_iter().filter(|name| likeness(name) >= LIKE);
    let nearest = nearest.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let owners: Vec<String> = all
        .get_subcommands()
        .filter(|other| other.get_name() != command.get_name() && flags(other).contains(&meant))
        .map(|other| format!("`{}`", other.get_name()))
        .collect();
    let nearest = as_a_value(command, flag).or(nearest);
    let nearest = nearest.map(|nearest| format!("the nearest one is `{nearest}`"));
    let owned = match &owners[..] {
        [] => None,
        [owner] => Some(format!("{owner} has `{meant}`")),
        several => Some(format!("{} have `{meant}`", listed(several, "and"))),
    };
    let help = format!("`catmouse {} --help` lists all", command.get_name());
    let wanted: Vec<String> = nearest.into_iter().chain(owned).chain([help]).collect();
    Some(Failure::plain(
        format!("`catmouse {}` has no flag `{}`", command.get_name(), flag.escape_debug()),
        wanted.join("; "),
    ))
}

/// What to say of a word behind the board, if the command takes one board.
fn one_too_many(word: &str, command: &Command) -> Option<Failure> {
    let positionals: Vec<&str> = command.get_positionals().map(|argument| argument.get_id().as_str()).collect();
    if positionals != ["board"] {
        return None;
    }
    let is_number = word.parse::<i64>().is_ok() && flags(command).iter().any(|name| name == "--cat-jump");
    let jumps = if is_number { "; jumps are flags, as in `--cat-jump 1 --mouse-jump 2`" } else { "" };
    Some(Failure::plain(
        format!("`{}` is one word too many: there is a board before it", word.escape_debug()),
        format!("a board with blanks stands between quotes{jumps}"),
    ))
}

/// A flag of the command that takes the word as its value: `--format csv` for `--csv`.
fn as_a_value(command: &Command, flag: &str) -> Option<String> {
    let word = flag.trim_start_matches('-');
    let takes_it = |argument: &&clap::Arg| argument.get_possible_values().iter().any(|value| value.get_name() == word);
    let is_format = |argument: &&clap::Arg| argument.get_long() == Some("format");
    let all = || command.get_arguments().filter(takes_it);
    let argument = all().find(is_format).or_else(|| all().next())?;
    Some(format!("--{} {word}", argument.get_long()?))
}

/// The long flags of a command.
fn flags(command: &Command) -> Vec<String> {
    command.get_arguments().filter_map(|argument| argument.get_long()).map(|name| format!("--{name}")).collect()
}
