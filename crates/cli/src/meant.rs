//! What a command line that is refused was meant to be.
//!
//! A board without a command is explained, and `--json` is `--format json`. Any other mistake is
//! answered with clap's message, which suggests no flag that does not exist and names the commands
//! that take an unknown flag.

use std::ffi::OsString;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::setting_flags::{flag_name, legible};
use crate::source::is_named_board;

/// The formats that are also understood as flags.
const FORMATS: [&str; 3] = ["json", "html", "csv"];

/// The words of the command line as they were meant; `None` if the error is about something else.
pub(crate) fn words(words: &[OsString], error: &clap::Error, described: &Command) -> Option<Vec<OsString>> {
    let mut meant = words.to_vec();
    match error.kind() {
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument
            if described.find_subcommand(words.get(1)?).is_none() && is_named_board(words[1].to_str()?) =>
        {
            meant.insert(1, "explain".into());
            Some(meant)
        }
        ErrorKind::UnknownArgument => {
            let flag = context(error, ContextKind::InvalidArg)?;
            let format = FORMATS.into_iter().find(|format| flag.strip_prefix("--") == Some(format))?;
            let command = described.find_subcommand(words.get(1)?)?;
            let formats = command.get_arguments().find(|argument| argument.get_id() == "format")?.get_possible_values();
            let takes = formats.iter().any(|value| value.matches(format, false));
            let at = words.iter().position(|word| word.to_str() == Some(flag))?;
            meant[at] = format!("--format={format}").into();
            takes.then_some(meant)
        }
        _ => None,
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(word) => Some(word),
        _ => None,
    }
}

/// Improves clap's error. Words of the user become legible. About an unknown flag it suggests `--set`
/// if the flag is the key of a setting and the command has `--set`, and otherwise the commands that
/// take the flag.
pub(crate) fn explained(error: clap::Error, name: &str, described: &Command) -> clap::Error {
    let mut error = legible(error);
    let Some(flag) = context(&error, ContextKind::InvalidArg).and_then(|it| it.strip_prefix("--")).map(str::to_owned)
    else {
        return error;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let set = described.find_subcommand(name).and_then(|it| it.get_arguments().find(|arg| arg.get_id() == "set"));
    let is_listed = |set: &clap::Arg| {
        set.get_long_help().is_some_and(|help| help.ansi().to_string().contains(&format!("\n- {flag}")))
    };
    if set.is_some_and(|set| is_listed(set) || flag_name(&flag).starts_with("--set ")) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--set {flag}")));
        error.remove(ContextKind::Usage);
        return error;
    }
    let takes =
        |command: &&Command| command.get_arguments().any(|it| it.get_long() == Some(&*flag) && !it.is_hide_set());
    let others: Vec<String> =
        described.get_subcommands().filter(takes).map(|command| format!("`{}`", command.get_name())).collect();
    if !others.is_empty() && error.get(ContextKind::SuggestedArg).is_none() {
        let tip = StyledStr::from(format!("`--{flag}` belongs to {}", others.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}
