//! From the command line to a game: where the board comes from, what the flags change, and how errors find their place.

use std::ops::Range;

use catmouse_formats::{Document, Expectation, Record};
use catmouse_model::{BoardChoice, Defects, Game, LimitChoice, Place, SETTINGS, Series, Setting, SettingValue, Setup};

use crate::args::{self, RuleFlags, Saved};
use crate::memory;
use crate::output::{Diagnostic, Failure};
use crate::source::Origin;
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

/// Reads the board, applies the flags, checks everything and lays out the game; its solution is known to fit into memory. For
/// commands that take one board.
pub(crate) fn load(args: &args::Game, work: Work) -> Result<Loaded, Failure> {
    let mut stream = Stream::open(&args.source)?;
    let record = stream.only()?;
    let loaded = load_record(args, work, &stream.origin, &record)?;
    Ok(Loaded { note: stream.note.or(loaded.note), ..loaded })
}

/// The game of one graph of a stream.
pub(crate) fn load_record(args: &args::Game, work: Work, stream: &Origin, record: &Record) -> Result<Loaded, Failure> {
    let mut document = record.read().map_err(|error| stream.failure(record, &error.problems))?;
    apply(&args.rules, &mut document.setup);
    let plan =
        document.setup.plan().map_err(|defects| place((stream, record), &document, &flags(&args.rules), &defects))?;
    memory::ensure_fits(&plan, work, args.max_memory)?;
    Ok(Loaded { game: plan.game(), title: document.title, expect: document.expect, note: document.numbering })
}

/// The games that the flags ask for on graph after graph, if no memory need be counted for them.
pub(crate) fn series(args: &args::Game) -> Option<Series> {
    let mut setup = Setup::new(BoardChoice::Adjacency(Vec::new()));
    apply(&args.rules, &mut setup);
    args.max_memory.is_none().then(|| Series::new(setup))
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
    setup.rules.override_with(flags.settings.0.clone());
}

/// The flags whose values may turn out to be wrong.
fn flags(flags: &RuleFlags) -> Vec<Flag> {
    let mut written = Vec::new();
    for setting in SETTINGS {
        let (Some(site), Some(value)) = (setting.site, setting.get(&flags.settings.0)) else { continue };
        let mut write = |place, value: String| written.push(Flag::new(place, &format!("--{}", setting.key), &value));
        match value {
            SettingValue::Number(number) | SettingValue::Limit(LimitChoice::Plies(number)) => {
                write(Place::Setting(site), number.to_string());
            }
            SettingValue::Vertices(vertices) => {
                for (index, vertex) in vertices.iter().enumerate() {
                    write(Place::Item(site, index), vertex.to_string());
                }
            }
            SettingValue::Switch(_) | SettingValue::Word(_) | SettingValue::Limit(LimitChoice::None) => {}
        }
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
fn place((origin, record): (&Origin, &Record), document: &Document, flags: &[Flag], defects: &Defects) -> Failure {
    let problems = document.problems(defects);
    let diagnostics = defects.found.iter().zip(&problems).map(|(defect, problem)| {
        // A defect of a setting as a whole is said of the first flag that sets it.
        let flag = flags.iter().find(|flag| flag.place == defect.place).or_else(|| {
            flags.iter().find(|flag| setting(flag.place).is_some_and(|s| Some(s) == setting(defect.place)))
        });
        flag.map_or_else(
            || origin.diagnostic(record, problem),
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
