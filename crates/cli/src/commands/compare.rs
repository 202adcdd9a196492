//! `catmouse compare`: compares two boards, or a board under two settings.

use catmouse::{Choices, Error, Solved, compare, memory::Work};
use catmouse_document::{Second, comparison};
use catmouse_formats::Record;
use clap::{Args, Command, FromArgMatches};

use crate::args::{self, BoardSource, Format, RuleFlags};
use crate::board;
use crate::messages::MessageContext;
use crate::output::{Failure, Report};
use crate::setting_flags::{flag_name, pieces, said};
use crate::stream::joined;

/// The number of the hardest starts of each kind that are listed.
const HARDEST: usize = 1;

/// Compares the board with another board, or with itself under other settings.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    other: Option<&str>,
    with: Option<&'static str>,
) -> Result<Report, Failure> {
    if other.is_none() && with.is_none() {
        let wanted = "name a second board, or say how it differs, as in `--with 'cat-jump=2'`";
        return Err(Failure::plain("there is no second board".to_owned(), wanted.to_owned()));
    }
    if other == Some("-") && args.source.takes_input() {
        let wanted = "give one of the boards as a file, or on the command line".to_owned();
        return Err(Failure::plain("both boards would be read from standard input".to_owned(), wanted));
    }
    let flags: Option<&'static RuleFlags> = with.map(settings).transpose()?.map(|flags| &*Box::leak(Box::new(flags)));
    let reading = args.rules.settings.reading();
    let (first, origin, note) = board::read(&args.source, reading)?;
    let second = match other {
        None => None,
        Some(other) => {
            let source = BoardSource { board: Some(other.to_owned()), input: args.source.input, graph: None };
            Some(board::read(&source, reading)?)
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
    let answer = compare(&a, &b, HARDEST).map_err(|error| of_b.failure(error))?;
    let report = match format {
        Format::Json => Report::json(&answer),
        _ => {
            let of_with = with.map_or_else(String::new, |with| format!(" with {with}"));
            let names = [origin.name, format!("{}{of_with}", origin_b.name)];
            let second = if other.is_some() { Second::Board } else { Second::Settings };
            Report::document(&comparison(&answer, [&a, &b], &names, second))
        }
    };
    Ok(report.with_note(joined(note, note_b)))
}

/// Solves a board while `taken` bytes are in use. Returns it with the bytes then in use.
fn solve(args: &'static args::Game, record: &Record, choices: &Choices, taken: u64) -> Result<(Solved, u64), Error> {
    let allowed = board::allowed(args).map(|allowed| allowed.saturating_sub(taken));
    let prepared = choices.prepare(record, Work::SOLVE.for_every_start(), allowed)?;
    if prepared.lacks_start {
        // Lines are compared too, so this board is refused like any that lacks a start.
        choices.prepare(record, Work::SOLVE, allowed)?;
    }
    let bytes = prepared.bytes();
    Ok((prepared.solve_with(&board::control(args))?, taken + bytes))
}

/// Reads settings such as `cat-jump=1, mouse=2,0`. The keys are those of the flags and of `--set`.
fn settings(text: &str) -> Result<RuleFlags, Failure> {
    let command = RuleFlags::augment_args(Command::new("with").no_binary_name(true).disable_help_flag(true));
    let unusable = |message: &str| {
        let wanted = "give settings, as in `--with 'cat-jump=1, first=cat'`";
        Failure::plain(format!("cannot use `--with`: {message}"), wanted.to_owned())
    };
    let pieces = pieces(text).map_err(|message| unusable(&message))?;
    let flags = pieces.into_iter().map(|(key, value)| {
        let value = value.map_or_else(String::new, |value| format!("={value}"));
        format!("{}{value}", flag_name(&key).replace(' ', "="))
    });
    let parsed = command.try_get_matches_from(flags).and_then(|matches| RuleFlags::from_arg_matches(&matches));
    parsed.map_err(|error| unusable(&said(error)))
}
