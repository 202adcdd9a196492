//! `catmouse hunt`: searches for boards with a property. Also holds the messages of
//! `catmouse test`.

use catmouse_hunt::{Hunt, HuntAnswer, HuntControl, HuntError, HuntProgress, Objective, Space, WallSymmetry};
use catmouse_model::{IdleRule, counted};

use crate::args::{self, BoardSource, Format, HuntArgs, HuntWhat, RuleFlags};
use crate::board::{self, no_effect, threads};
use crate::interrupt;
use crate::levels;
use crate::messages::MessageContext;
use crate::output::hunt::{Pace, listing};
use crate::output::{Failure, Report};
use crate::source::Origin;
use crate::stream::{Stream, joined};

/// The default number of boards to try.
const TRIES: u64 = 100_000;

/// The default number of boards to try for graded levels. A board is rated at every start.
const TRIES_GRADED: u64 = 10_000;

/// Searches, and prints the setups that were found.
pub(crate) fn run(args: &'static HuntArgs) -> Result<Report, Failure> {
    let choices = board::choices(&args.rules);
    let source = |board: Option<&String>| BoardSource { board: board.cloned(), input: args.place.input, graph: None };
    let mut hunt = Hunt::new(objective(&args.what), Space::Stream);
    hunt.choices = choices;
    hunt.constraints.connected = !args.like.disconnected;
    hunt.constraints.planar = args.like.planar;
    hunt.constraints.max_degree = args.like.max_degree;
    hunt.constraints.regular = args.like.regular;
    hunt.constraints.no_early_catch = args.like.no_early_catch;
    hunt.constraints.no_stalemate = args.like.no_stalemate;
    hunt.at_least = args.at_least;
    hunt.at_most = args.at_most;
    hunt.keep = args.what.graded.unwrap_or(args.top).get();
    hunt.seed = args.search.seed;
    interrupt::install(); // before a thread reads boards
    hunt.tries = args.search.tries(if args.what.graded.is_some() { TRIES_GRADED } else { TRIES });
    let folder = args
        .search
        .shared
        .output
        .as_deref()
        .filter(|_| args.what.graded.is_some() && args.output.format == Format::Text);
    folder.map(levels::ensure_new).transpose()?;
    let place = &args.place;
    let pace = Pace::new(args.search.shared.quiet);
    let report = |progress: &HuntProgress| pace.show(progress);
    let mut watch = HuntControl::default();
    watch.time = args.search.time_budget;
    watch.report = Some(&report);
    watch.threads = threads(args.search.shared.threads);
    let answer = match (place.vertices, place.grid, &place.near, &place.board) {
        (Some(vertices), ..) => {
            hunt.space = Space::Graphs { vertices, all: place.all.then_some(true) };
            watch.cancelled = Some(interrupt::catch());
            hunt.run(&watch)
        }
        (None, Some((rows, columns)), ..) => {
            let symmetry = match place.symmetry {
                args::WallSymmetry::None => WallSymmetry::None,
                args::WallSymmetry::Mirror => WallSymmetry::Mirror,
                args::WallSymmetry::Turn => WallSymmetry::Turn,
                args::WallSymmetry::Both => WallSymmetry::Both,
            };
            let (walls, thin_walls) = (place.walls, place.thin_walls);
            hunt.space = Space::Grids { rows, columns, walls, thin_walls, symmetry };
            watch.cancelled = Some(interrupt::catch());
            hunt.run(&watch)
        }
        (None, None, Some(near), _) => {
            let mut stream = Stream::open(&source(Some(near)), args.rules.settings.reading())?;
            let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
            let space = stream.graphs.only().and_then(|record| Space::near(&record, &hunt.choices, place.changes));
            hunt.space = space.map_err(|error| context.failure(error))?;
            watch.cancelled = Some(interrupt::catch());
            hunt.run(&watch)
        }
        (None, None, None, Some(graphs)) => {
            let stream = Stream::open(&source(Some(graphs)), args.rules.settings.reading())?;
            let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
            watch.cancelled = Some(interrupt::catch());
            match hunt.run_on(stream.graphs, &watch) {
                Err(HuntError::Question(error)) => return Err(context.failure(error)),
                answer => answer,
            }
        }
        (None, None, None, None) => {
            return Err(Failure::plain(
                "the hunt has no place to look".to_owned(),
                "add `--vertices NUMBER`, `--grid ROWSxCOLUMNS`, `--near BOARD`, or a stream of graphs".to_owned(),
            ));
        }
    };
    pace.finish();
    let answer = answer.map_err(|error| failure(Some(&args.rules), error))?;
    let is_interrupted = interrupt::was_caught() && !answer.complete;
    let note = joined(idle_flags(&hunt, args), closing_note(&answer, is_interrupted, args));
    let is_empty = answer.found.is_empty();
    let report = match (args.output.format, folder) {
        (Format::Json, _) => Report::json(&answer),
        (_, Some(folder)) if !is_empty => {
            levels::save(folder, &answer)?;
            return Ok(Report::text(levels::table(&answer)).kept().with_note(note).interrupted_if(is_interrupted));
        }
        _ => Report::text(listing(&answer)),
    };
    let report = report.with_note(note).refuted_if(is_empty).interrupted_if(is_interrupted);
    // If nothing was found, no empty text is written into the file.
    Ok(if is_empty && args.output.format != Format::Json { report.kept() } else { report })
}

/// The message for an error of a hunt.
pub(super) fn failure(rules: Option<&'static RuleFlags>, error: HuntError) -> Failure {
    match error {
        HuntError::Question(error) => {
            let origin = Origin { name: "the board".to_owned(), is_stream: false, is_named_graph: false };
            MessageContext { origin, rules, table: None }.failure(error)
        }
        HuntError::Unsuited { what, wanted } => Failure::plain(what, wanted),
        error => Failure::plain(error.to_string(), String::new()),
    }
}

fn objective(what: &HuntWhat) -> Objective {
    match what {
        HuntWhat { longest: Some(side), .. } => Objective::Longest(*side),
        HuntWhat { narrowest: Some(outcome), .. } => Objective::Narrowest(*outcome),
        HuntWhat { outcome: Some(outcome), .. } => Objective::Outcome(*outcome),
        HuntWhat { lesson: Some(kind), .. } => Objective::Lesson(kind.clone()),
        HuntWhat { law: Some(conditions), .. } => Objective::Law(*conditions),
        HuntWhat { cop_number: Some(number), .. } => Objective::CopNumber(*number),
        HuntWhat { capture_time: true, .. } => Objective::CaptureTime,
        HuntWhat { graded: Some(_), .. } => Objective::Graded,
        _ => Objective::Draws,
    }
}

/// A note on given flags that have no effect on the hunt.
fn idle_flags(hunt: &Hunt, args: &HuntArgs) -> Option<String> {
    let is_said = |idle: &&IdleRule| match idle.key {
        "seed" => args.search.seed != 1,
        "tries" => args.search.tries.is_some(),
        _ => true,
    };
    hunt.idle().iter().filter(is_said).map(no_effect).map(Some).fold(None, joined)
}

/// The note on stderr at the end of a hunt.
fn closing_note(answer: &HuntAnswer, is_interrupted: bool, args: &HuntArgs) -> Option<String> {
    if args.search.shared.quiet {
        return None;
    }
    let boards = counted(answer.boards, "board", "boards");
    let tried = if is_interrupted { format!("interrupted after {boards}") } else { format!("{boards} tried") };
    let left_out = match answer.left_out {
        0 => String::new(),
        count => format!("; {count} that are no simple undirected graphs of at most 64 vertices were left out"),
    };
    if args.what.graded.is_some_and(|wanted| answer.found.len() < wanted.get()) && !answer.found.is_empty() {
        let found = counted(answer.found.len() as u64, "level", "levels");
        return Some(format!("{tried}: only {found} of rising difficulty look different; try more, or more walls"));
    }
    Some(match (answer.found.is_empty(), answer.complete) {
        (true, true) => format!("{boards}, which are all, and none is like that{left_out}"),
        (true, false) => format!("{tried}, and none is like that{left_out}"),
        (false, true) => format!("{boards}, which are all: there is nothing better{left_out}"),
        (false, false) => format!("{tried}{left_out}"),
    })
}
