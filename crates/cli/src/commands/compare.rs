//! `catmouse compare`: two boards side by side, or one under two settings.

use catmouse::{Choices, Error, Solved, Work, compare};
use catmouse_formats::Record;
use catmouse_model::{Kind, SETTINGS};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command, FromArgMatches};

use crate::args::{self, BoardSource, Format, RuleFlags};
use crate::board;
use crate::messages::MessageContext;
use crate::output::{Failure, Report, compare as page};
use crate::stream::joined;

/// Compares the board with another one, or with itself under other settings.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    other: Option<&str>,
    with: Option<&'static str>,
    hardest: usize,
) -> Result<Report, Failure> {
    if other.is_none() && with.is_none() {
        let wanted = "name a second board behind the first, or say how it differs, as in `--with 'cat-jump=2'`";
        return Err(Failure::plain("there is nothing to compare the board with".to_owned(), wanted.to_owned()));
    }
    if other == Some("-") && args.source.takes_input() {
        let wanted = "give one of the boards as a file, or as the board itself".to_owned();
        return Err(Failure::plain("both boards would be read from standard input".to_owned(), wanted));
    }
    let flags: Option<&'static RuleFlags> = with.map(settings).transpose()?.map(|flags| &*Box::leak(Box::new(flags)));
    let directed = args.rules.settings.0.directed;
    let (first, origin, note) = board::read(&args.source, directed)?;
    let second = match other {
        None => None,
        Some(other) => {
            let BoardSource { input, base, parallel_edges, .. } = args.source;
            let source = BoardSource { board: Some(other.to_owned()), input, base, parallel_edges, graph: None };
            Some(board::read(&source, directed)?)
        }
    };
    let of_a = MessageContext { origin: origin.clone(), rules: Some(&args.rules), table: None };
    let (record, origin_b, note_b) =
        second.map_or((None, origin.clone(), None), |(record, origin, note)| (Some(record), origin, note));
    let of_b = MessageContext { origin: origin_b.clone(), rules: flags.or(Some(&args.rules)), table: None };
    let choices = board::choices(&args.rules);
    let mut choices_b = choices.clone();
    if let Some(flags) = flags {
        choices_b.override_with(board::choices(flags));
    }
    let (a, bytes) = solve(args, &first, &choices, 0).map_err(|error| of_a.failure(error))?;
    let (b, _) =
        solve(args, record.as_ref().unwrap_or(&first), &choices_b, bytes).map_err(|error| of_b.failure(error))?;
    let answer = compare(&a, &b, hardest).map_err(|error| of_b.failure(error))?;
    let report = match format {
        Format::Json => Report::json(&answer),
        _ => {
            let of_with = with.map_or_else(String::new, |with| format!(" with {with}"));
            let names = [origin.name, format!("{}{of_with}", origin_b.name)];
            let second = if other.is_some() { page::Second::Board } else { page::Second::Settings };
            Report::text(page::text(&answer, [&a, &b], &names, second))
        }
    };
    Ok(report.with_note(joined(note, note_b)))
}

/// Solves a board beside another one that takes `taken` bytes; returns the bytes that both take.
fn solve(args: &'static args::Game, record: &Record, choices: &Choices, beside: u64) -> Result<(Solved, u64), Error> {
    let allowed = board::allowed(args).map(|allowed| allowed.saturating_sub(beside));
    let prepared = choices.prepare(record, Work::Survey, allowed)?;
    let bytes = prepared.bytes();
    Ok((prepared.solve_with(&board::control(args))?, beside + bytes))
}

/// Reads settings as in `cat-jump=1, mouse=2,0`: the flags of the same names.
fn settings(text: &str) -> Result<RuleFlags, Failure> {
    let wanted = || "settings are those of the flags, as in `--with 'cat-jump=1, first=cat'`".to_owned();
    let mut pieces: Vec<String> = Vec::new();
    let is_switch = |word: &str| {
        SETTINGS
            .iter()
            .any(|setting| setting.key == word.trim_start_matches('-') && matches!(setting.kind, Kind::Switch))
    };
    for piece in text.split(',').map(str::trim) {
        match pieces.last_mut() {
            // As a flag that is there says yes.
            _ if is_switch(piece) => pieces.push(format!("{}=true", piece.trim_start_matches('-'))),
            // The comma of a cell: `mouse=2,0`.
            Some(last) if !piece.contains('=') => *last += &format!(",{piece}"),
            _ => pieces.push(piece.trim_start_matches('-').to_owned()),
        }
    }
    if let Some(piece) = pieces.iter().find(|piece| !piece.contains('=')) {
        return Err(Failure::plain(format!("cannot use `--with`: `{}` is no setting", piece.escape_debug()), wanted()));
    }
    let command = RuleFlags::augment_args(Command::new("with").no_binary_name(true).disable_help_flag(true));
    let pieces = pieces.iter().map(|piece| {
        let (key, value) = piece.split_once('=').unwrap_or((piece, ""));
        format!("--{}={}", key.trim(), value.trim())
    });
    let parsed = command.try_get_matches_from(pieces).and_then(|matches| RuleFlags::from_arg_matches(&matches));
    parsed.map_err(|error| {
        let unknown = match (error.kind(), error.get(ContextKind::InvalidArg)) {
            (ErrorKind::UnknownArgument, Some(ContextValue::String(flag))) => {
                Some(format!("there is no setting `{}`", flag.trim_start_matches('-').escape_debug()))
            }
            _ => None,
        };
        // The first paragraph of clap's message is about the mistake; the others are about a command line that the user did not type.
        let said = error.to_string();
        let said = said.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
        let message = unknown.unwrap_or_else(|| said.split_whitespace().collect::<Vec<_>>().join(" "));
        Failure::plain(format!("cannot use `--with`: {message}"), wanted())
    })
}
