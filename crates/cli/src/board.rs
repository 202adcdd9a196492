//! From the command line to a board that is solved: what the flags choose.

use std::num::NonZeroUsize;
use std::path::Path;

use catmouse::solver::Control;
use catmouse::{Choices, Error, PreparedGame, Solved, Work};
use catmouse_arena::Values;
use catmouse_formats::Record;
use catmouse_store::Contents;

use crate::args::{self, Depth, RuleFlags, Saved};
use crate::messages::MessageContext;
use crate::output::Failure;
use crate::size::Bytes;
use crate::source::Origin;
use crate::stream::{Stream, joined};

/// A board that is solved, and what to tell the user on stderr, if anything.
pub(crate) struct Loaded {
    pub(crate) solved: Solved,
    pub(crate) context: MessageContext,
    pub(crate) note: Option<String>,
}

/// Reads the one board, and solves it or opens its table, for answers that need distances.
pub(crate) fn solved(args: &'static args::Game, saved: Option<&'static Path>) -> Result<Loaded, Failure> {
    let loaded = loaded(args, saved, if saved.is_some() { Work::Probe } else { Work::Solve })?;
    if loaded.solved.values().has_distances() { Ok(loaded) } else { Err(loaded.context.failure(Error::NoDistances)) }
}

/// The same for answers that outcomes are enough for.
pub(crate) fn with_outcomes(
    args: &'static args::Game,
    saved: Option<&'static Path>,
    depth: &Depth,
) -> Result<Loaded, Failure> {
    let work = match (saved, depth.outcomes_only) {
        (Some(_), _) => Work::Lookup,
        (None, false) => Work::Solve,
        (None, true) => Work::Outcomes,
    };
    loaded(args, saved, work)
}

/// The same for a survey, which needs no start.
pub(crate) fn surveyed(
    args: &'static args::Game,
    saved: Option<&'static Path>,
    depth: &Depth,
) -> Result<Loaded, Failure> {
    let work = match (saved, depth.outcomes_only) {
        (Some(_), _) => Work::SurveyLookup,
        (None, false) => Work::Survey,
        (None, true) => Work::SurveyOutcomes,
    };
    loaded(args, saved, work)
}

fn loaded(args: &'static args::Game, saved: Option<&'static Path>, work: Work) -> Result<Loaded, Failure> {
    let (laid, context, note) = laid(args, work)?;
    let context = MessageContext { table: saved, ..context };
    let solved = match saved {
        Some(path) => laid.open_table(path, allowed(args)),
        None => solve(laid, work, &control(args)),
    };
    Ok(Loaded { solved: solved.map_err(|error| context.failure(error))?, context, note })
}

/// Solves a game for as much as is asked.
pub(crate) fn solve(laid: PreparedGame, work: Work, control: &Control<'_>) -> Result<Solved, Error> {
    match work {
        Work::Outcomes | Work::SurveyOutcomes => laid.solve_outcomes_with(control),
        _ => laid.solve_with(control),
    }
}

/// Saves the values of a board, with distances if it was solved for them.
pub(crate) fn save_table(solved: &Solved, path: &Path) -> Result<(), Failure> {
    let contents = if solved.values().has_distances() { Contents::Distances } else { Contents::Outcomes };
    solved.save(path, contents).map_err(|error| {
        Failure::plain(
            format!("cannot save the table `{}`: {error}", path.display()),
            "name a file in a folder that can be written to".to_owned(),
        )
    })
}

/// Reads the one board without laying out a game, with what to tell the user on stderr. `directed` is whether the flags say that
/// edges lead one way.
pub(crate) fn read(
    source: &args::BoardSource,
    directed: Option<bool>,
) -> Result<(Record, Origin, Option<String>), Failure> {
    let mut stream = Stream::open(source, directed)?;
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let record = stream.graphs.only().map_err(|error| context.failure(error))?;
    Ok((record, stream.origin, stream.note))
}

/// Reads the one board, and lays out its game.
pub(crate) fn laid(
    args: &'static args::Game,
    work: Work,
) -> Result<(PreparedGame, MessageContext, Option<String>), Failure> {
    let mut stream = Stream::open(&args.source, args.rules.settings.0.directed)?;
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let laid = stream.graphs.only().and_then(|record| choices(&args.rules).prepare(&record, work, allowed(args)));
    let laid = laid.map_err(|error| context.failure(error))?;
    let note = joined(stream.note, laid.numbering.clone());
    Ok((laid, context, note))
}

/// The threads that the user grants: all cores unless said otherwise.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.unwrap_or_else(catmouse::workers)
}

/// How a solver runs.
pub(crate) fn control(args: &args::Game) -> Control<'static> {
    Control::default().on_threads(threads(args.threads))
}

/// The bytes that the user allows.
pub(crate) fn allowed(args: &args::Game) -> Option<u64> {
    args.max_memory.map(|Bytes(bytes)| bytes)
}

impl Saved {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.table.as_deref()
    }
}

/// What the flags choose.
pub(crate) fn choices(flags: &RuleFlags) -> Choices {
    let mut choices = Choices::default();
    choices.preset = flags.preset;
    choices.rules = flags.settings.0.clone();
    choices.mouse.clone_from(&flags.mouse);
    choices.cats = (!flags.cat.is_empty()).then(|| flags.cat.clone());
    choices.first = flags.first;
    if let Some(from) = &flags.from {
        choices.start_from(from.clone());
    }
    choices
}
