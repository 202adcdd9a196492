//! From the command line to a game: where the board comes from, what the flags change, and how errors find their place.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use catmouse_formats::{Document, Expectation, Problem, ReadError, Record};
use catmouse_model::{BoardChoice, Defects, Game, Place, Series, Setting, Setup};

use crate::args::{self, RuleFlags, Saved};
use crate::examples::EXAMPLES;
use crate::memory;
use crate::output::{Diagnostic, Failure};
use crate::source::{self, Origin, format_of_name};
use crate::stream::Stream;

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
    let Some(argument) = args.board.as_deref() else {
        let first = &EXAMPLES[0];
        let note = format!("no board given, so this is the built-in example `{}`", first.name);
        let origin = format!("example {}", first.name);
        let loaded = Input { origin: &origin, text: first.text.into(), first_line: 1 }.load(args, work)?;
        return Ok(Loaded { note: Some(note), ..loaded });
    };
    let (origin, source) = source::open(argument)?;
    Input::read(&origin, source)?.load(args, work)
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
    Input::read(&stream.origin, stream.records.into_source())?.load(args, work).map(Ok)
}

/// The game of one graph of a stream.
pub(crate) fn load_record(args: &args::Game, work: Work, stream: &Origin, record: &Record) -> Result<Loaded, Failure> {
    let document = record.read().map_err(|error| stream.failure(record, &error.problems))?;
    let input = Input { origin: &stream.name, text: record.text().into(), first_line: record.line() as usize };
    input.load_document(document, args, work)
}

/// The games that the flags ask for on graph after graph, if no memory need be counted for them.
pub(crate) fn series(args: &args::Game) -> Option<Series> {
    let mut setup = Setup::new(BoardChoice::Adjacency(Vec::new()));
    apply(&args.rules, &mut setup);
    args.max_memory.is_none().then(|| Series::new(setup))
}

/// A text and what to call it.
struct Input<'a> {
    origin: &'a str,
    text: Cow<'a, str>,
    /// The number of the line that the text begins with.
    first_line: usize,
}

impl<'a> Input<'a> {
    /// Reads a text, but no more than the longest that a board may be, and one byte to show that there is more.
    fn read(origin: &'a Origin, source: impl Read) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        source
            .take(catmouse_formats::MAX_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| origin.unreadable(&error))?;
        Self::of_bytes(&origin.name, bytes)
    }

    fn load(&self, args: &args::Game, work: Work) -> Result<Loaded, Failure> {
        let named = args.board.as_deref().and_then(format_of_name);
        let format = args.input.or(named).unwrap_or_else(|| catmouse_formats::recognise(&self.text));
        let document =
            catmouse_formats::read(&self.text, format).map_err(|ReadError { problems }| self.failure(&problems))?;
        self.load_document(document, args, work)
    }

    fn load_document(&self, mut document: Document<'_>, args: &args::Game, work: Work) -> Result<Loaded, Failure> {
        apply(&args.rules, &mut document.setup);
        let plan = document.setup.plan().map_err(|defects| place(self, &document, &flags(&args.rules), &defects))?;
        memory::ensure_fits(&plan, work, args.max_memory)?;
        Ok(Loaded { game: plan.game(), title: document.title, expect: document.expect, note: None })
    }

    fn of_bytes(origin: &'a str, bytes: Vec<u8>) -> Result<Self, Failure> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
            let line = 1 + valid.matches('\n').count();
            let column = 1 + valid.chars().rev().take_while(|&letter| letter != '\n').count();
            Failure::plain(
                format!("{origin}:{line}:{column}: what follows is no UTF-8 text"),
                "a board is UTF-8 text: save the file as such".to_owned(),
            )
        })?;
        Ok(Self { origin, text: text.into(), first_line: 1 })
    }

    fn failure(&self, problems: &[Problem]) -> Failure {
        Failure::Diagnostics(problems.iter().map(|problem| self.diagnostic(problem)).collect())
    }

    fn diagnostic(&self, problem: &Problem) -> Diagnostic {
        Diagnostic {
            message: problem.message.clone(),
            wanted: problem.wanted.clone(),
            source: problem.span.clone().map(|span| (self.origin.to_owned(), self.text.clone().into_owned(), span)),
            first_line: self.first_line,
        }
    }
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

/// Lets the flags override the setup.
fn apply(flags: &RuleFlags, setup: &mut Setup) {
    setup.mouse = flags.mouse.clone().or(setup.mouse.take());
    if !flags.cat.is_empty() {
        setup.cats = Some(flags.cat.clone());
    }
    if let Some(from) = &flags.from {
        setup.start_from(from.clone());
    }
    setup.first = flags.first.or(setup.first);
    setup.preset = flags.preset.or(setup.preset);
    setup.rules.override_with(flags.choices());
}

/// The flags whose values may turn out to be wrong.
fn flags(flags: &RuleFlags) -> Vec<Flag> {
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
    }
    for (index, cat) in flags.cat.iter().enumerate() {
        written.push(Flag::new(Place::Item(Setting::Cat, index), "--cat", &cat.to_string()));
    }
    if let Some(from) = &flags.from {
        written.push(Flag::new(Place::Setting(Setting::Mouse), "--from", &format!("M{}", from.mouse)));
        for (index, cat) in from.cats.iter().enumerate() {
            written.push(Flag::new(Place::Item(Setting::Cat, index), "--from", &format!("C{cat}")));
        }
    }
    written
}

/// Says of each defect where it is: in a flag, or in the text.
fn place(input: &Input<'_>, document: &Document, flags: &[Flag], defects: &Defects) -> Failure {
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
