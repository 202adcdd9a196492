//! From the command line to a game: where the board comes from, what the flags change, and how errors find their place.

use std::io::Read;
use std::ops::Range;

use catmouse_formats::{Document, Expectation, Format, Problem, ReadError, Record};
use catmouse_model::{Defects, Game, Place, Setting, Setup};

use crate::args::{self, RuleFlags, Saved};
use crate::examples::EXAMPLES;
use crate::memory;
use crate::output::{Diagnostic, Failure};
use crate::stream::{Origin, Stream};

/// A game that is ready to be solved.
pub(crate) struct Loaded {
    pub(crate) game: Game,
    pub(crate) title: Option<String>,
    pub(crate) expect: Option<Expectation>,
    /// What to tell the user on stderr, if anything.
    pub(crate) note: Option<String>,
}

/// What a command does with the game, which decides how much memory it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// All positions are solved.
    Solve,
    /// Values are read from a file.
    Probe,
}

impl Work {
    pub(crate) fn of(saved: &Saved) -> Self {
        if saved.table.is_some() { Self::Probe } else { Self::Solve }
    }
}

/// Reads the board, applies the flags, checks everything and lays out the game; its solution is known to fit into memory.
pub(crate) fn load(args: &args::Game, work: Work) -> Result<Loaded, Failure> {
    let (input, note) = Input::find(args.board.as_deref())?;
    let loaded = input.load(args, work)?;
    Ok(Loaded { note, ..loaded })
}

/// The same for a command that takes streams: one board, or the stream if there may be several.
pub(crate) fn load_or_stream(args: &args::Game, work: Work) -> Result<Result<Loaded, Stream>, Failure> {
    let Some(argument) = args.board.as_deref() else {
        return load(args, work).map(Ok);
    };
    let stream = Stream::open(argument, args.input)?;
    if stream.records.may_be_several() {
        return Ok(Err(stream));
    }
    let bytes = bounded(stream.records.into_source())
        .map_err(|error| Failure::plain(format!("cannot read {}: {error}", stream.origin), String::new()))?;
    Input::of_bytes(stream.origin, bytes)?.load(args, work).map(Ok)
}

/// The game of one graph of a stream.
pub(crate) fn load_record(args: &args::Game, work: Work, stream: &Origin, record: &Record) -> Result<Loaded, Failure> {
    let document = record.read().map_err(|error| stream.failure(record, &error.problems))?;
    let input =
        Input { origin: stream.name.clone(), text: record.text().to_owned(), first_line: record.line() as usize };
    input.load_document(document, args, work)
}

/// A text and what to call it.
struct Input {
    origin: String,
    text: String,
    /// The number of the line that the text begins with.
    first_line: usize,
}

impl Input {
    fn load(&self, args: &args::Game, work: Work) -> Result<Loaded, Failure> {
        let named = args.board.as_deref().and_then(format_of_name);
        let format = args.input.or(named).unwrap_or_else(|| catmouse_formats::recognise(&self.text));
        let document =
            catmouse_formats::read(&self.text, format).map_err(|ReadError { problems }| self.failure(&problems))?;
        self.load_document(document, args, work)
    }

    fn load_document(&self, mut document: Document<'_>, args: &args::Game, work: Work) -> Result<Loaded, Failure> {
        let flags = apply(&args.rules, &mut document.setup);
        let plan = document.setup.plan().map_err(|defects| place(self, &document, &flags, &defects))?;
        memory::ensure_fits(&plan, work, args.max_memory)?;
        Ok(Loaded { game: plan.game(), title: document.title, expect: document.expect, note: None })
    }

    fn find(argument: Option<&str>) -> Result<(Self, Option<String>), Failure> {
        let Some(argument) = argument else {
            let first = &EXAMPLES[0];
            let note = format!("no board given, so this is the built-in example `{}`", first.name);
            let origin = format!("example {}", first.name);
            return Ok((Self { origin, text: first.text.to_owned(), first_line: 1 }, Some(note)));
        };
        let (origin, bytes) = if argument == "-" {
            let bytes = bounded(std::io::stdin().lock())
                .map_err(|error| Failure::plain(format!("cannot read standard input: {error}"), String::new()))?;
            ("standard input".to_owned(), bytes)
        } else if is_notation(argument) {
            ("<board>".to_owned(), argument.as_bytes().to_vec())
        } else {
            let bytes = std::fs::File::open(argument).and_then(bounded).map_err(|error| {
                Failure::plain(
                    format!("cannot read `{}`: {error}", argument.escape_debug()),
                    "a board is a file, `-` for standard input, or the board itself as in '[[1,3],[0],[3],[0,2]]'"
                        .to_owned(),
                )
            })?;
            (argument.to_owned(), bytes)
        };
        Self::of_bytes(origin, bytes).map(|input| (input, None))
    }

    fn of_bytes(origin: String, bytes: Vec<u8>) -> Result<Self, Failure> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
            let line = 1 + valid.matches('\n').count();
            let column = 1 + valid.chars().rev().take_while(|&letter| letter != '\n').count();
            Failure::plain(
                format!("{origin}:{line}:{column}: what follows is no UTF-8 text"),
                "a board is UTF-8 text: save the file as such".to_owned(),
            )
        })?;
        Ok(Self { origin, text, first_line: 1 })
    }

    fn failure(&self, problems: &[Problem]) -> Failure {
        Failure::Diagnostics(problems.iter().map(|problem| self.diagnostic(problem)).collect())
    }

    fn diagnostic(&self, problem: &Problem) -> Diagnostic {
        Diagnostic {
            message: problem.message.clone(),
            wanted: problem.wanted.clone(),
            source: problem.span.clone().map(|span| (self.origin.clone(), self.text.clone(), span)),
            first_line: self.first_line,
        }
    }
}

/// Reads no more than the longest text that a board may be, and one byte to show that there is more.
fn bounded(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(catmouse_formats::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether an argument is a board rather than the name of a file: it begins like LeetCode's notation, or it is a grid and
/// no such file exists.
pub(crate) fn is_notation(argument: &str) -> bool {
    let text = argument.trim_start();
    if std::path::Path::new(argument).exists() {
        return false;
    }
    text.starts_with('[')
        || text.contains('\n')
        || catmouse_formats::recognise(argument) == Format::Leetcode
        || (!text.is_empty() && text.chars().all(|c| "#.MCF".contains(c)))
}

/// The format that the name of a file promises.
pub(crate) fn format_of_name(argument: &str) -> Option<Format> {
    let path = std::path::Path::new(argument);
    let extension = path.extension().filter(|_| !is_notation(argument))?;
    Format::of_extension(extension.to_str()?)
}

/// A flag that changed a setting, as the user wrote it.
struct Flag {
    place: Place,
    text: String,
    value: Range<usize>,
}

impl Flag {
    fn new(place: Place, name: &str, value: &str) -> Self {
        let text = format!("{name} {value}");
        Self { place, value: name.len() + 1..text.len(), text }
    }
}

/// Lets the flags override the setup; returns those whose values may turn out to be wrong.
fn apply(flags: &RuleFlags, setup: &mut Setup) -> Vec<Flag> {
    let mut written = Vec::new();
    let given = flags.choices();
    for (setting, name, value) in [
        (Setting::MouseJump, "--mouse-jump", given.mouse_jump),
        (Setting::CatJump, "--cat-jump", given.cat_jump),
        (Setting::Cats, "--cats", given.cats),
    ] {
        written.extend(value.map(|value| Flag::new(Place::Setting(setting), name, &value.to_string())));
    }
    if let Some(catmouse_model::LimitChoice::Plies(plies)) = given.limit {
        written.push(Flag::new(Place::Setting(Setting::Limit), "--limit", &plies.to_string()));
    }
    for (index, hole) in given.holes.iter().flatten().enumerate() {
        written.push(Flag::new(Place::Item(Setting::Hole, index), "--hole", &hole.to_string()));
    }
    if let Some(mouse) = &flags.mouse {
        written.push(Flag::new(Place::Setting(Setting::Mouse), "--mouse", &mouse.to_string()));
        setup.mouse = Some(mouse.clone());
    }
    if !flags.cat.is_empty() {
        for (index, cat) in flags.cat.iter().enumerate() {
            written.push(Flag::new(Place::Item(Setting::Cat, index), "--cat", &cat.to_string()));
        }
        setup.cats = Some(flags.cat.clone());
    }
    if let Some(from) = &flags.from {
        written.push(Flag::new(Place::Setting(Setting::Mouse), "--from", &format!("M{}", from.mouse)));
        for (index, cat) in from.cats.iter().enumerate() {
            written.push(Flag::new(Place::Item(Setting::Cat, index), "--from", &format!("C{cat}")));
        }
        setup.start_from(from.clone());
    }
    setup.first = flags.first.or(setup.first);
    setup.preset = flags.preset.or(setup.preset);
    setup.rules.override_with(given);
    written
}

/// Says of each defect where it is: in a flag, or in the text.
fn place(input: &Input, document: &Document, flags: &[Flag], defects: &Defects) -> Failure {
    let problems = document.problems(defects);
    let diagnostics = defects.found.iter().zip(&problems).map(|(defect, problem)| {
        // A defect of a setting as a whole is said of the first flag that sets it.
        let flag = flags.iter().find(|flag| flag.place == defect.place).or_else(|| {
            flags.iter().find(|flag| setting(flag.place).is_some_and(|s| Some(s) == setting(defect.place)))
        });
        flag.map_or_else(
            || input.diagnostic(problem),
            |flag| Diagnostic {
                message: problem.message.clone(),
                wanted: problem.wanted.clone(),
                source: Some(("<command line>".to_owned(), flag.text.clone(), flag.value.clone())),
                first_line: 1,
            },
        )
    });
    Failure::Diagnostics(diagnostics.collect())
}

fn setting(place: Place) -> Option<Setting> {
    match place {
        Place::Setting(setting) | Place::Item(setting, _) => Some(setting),
        _ => None,
    }
}
