//! From the command line to a board that is solved: what the flags choose, and where the errors of the library have their place.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use catmouse::solver::Control;
use catmouse::{Bound, Choices, Error, Laid, MoveError, Problem, Solved, Work};
use catmouse_arena::Values;
use catmouse_formats::Record;
use catmouse_model::{Defect, Defects, LimitChoice, Place, RuleChoices, SETTINGS, Setting, SettingValue};
use catmouse_store::{Contents, TableError};

use crate::args::{self, Depth, RuleFlags, Saved};
use crate::output::text::counted;
use crate::output::{Diagnostic, Excerpt, Failure};
use crate::size::Bytes;
use crate::source::Origin;
use crate::stream::{Stream, joined};

/// What the messages about a board are made from.
#[derive(Clone)]
pub(crate) struct MessageContext {
    pub(crate) origin: Origin,
    /// The flags, where there are any about rules.
    pub(crate) rules: Option<&'static RuleFlags>,
    /// The table that values come from.
    pub(crate) table: Option<&'static Path>,
}

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
pub(crate) fn solve(laid: Laid, work: Work, control: &Control<'_>) -> Result<Solved, Error> {
    match work {
        Work::Outcomes | Work::SurveyOutcomes => laid.solve_outcomes_under(control),
        _ => laid.solve_under(control),
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
pub(crate) fn laid(args: &'static args::Game, work: Work) -> Result<(Laid, MessageContext, Option<String>), Failure> {
    let mut stream = Stream::open(&args.source, args.rules.settings.0.directed)?;
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let laid = stream.graphs.only().and_then(|record| choices(&args.rules).lay_out(&record, work, allowed(args)));
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

impl MessageContext {
    /// An error of the library as the user is told it.
    pub(crate) fn failure(&self, error: Error) -> Failure {
        self.failure_at(error, None)
    }

    /// The same of an answer about moves, which the user gave in this text.
    pub(crate) fn failure_in(&self, error: Error, origin: &str, text: &str) -> Failure {
        match error {
            Error::Move(error) => in_moves(error, origin, text, 1),
            error => self.failure(error),
        }
    }

    /// The same about a graph of a stream, counted from 1.
    #[expect(clippy::too_many_lines, reason = "one arm for each error")]
    pub(crate) fn failure_at(&self, error: Error, graph: Option<u64>) -> Failure {
        let name = self.origin.name.escape_debug();
        match error {
            Error::NoBoard => self.origin.empty(),
            Error::SeveralGraphs => Failure::plain(
                format!("there are several graphs in {name}, and this command takes one"),
                "`--graph N` picks one of them, counted from 1; `solve`, `cops` and `convert` take all".to_owned(),
            ),
            Error::NoSuchGraph { wanted, found } => Failure::plain(
                format!("there is no graph {wanted} in {name}"),
                format!("it has {}, counted from 1", counted(found as usize, "graph", "graphs")),
            ),
            Error::OtherStream { graphs, .. } => Failure::plain(
                format!("{name} is not the stream that the checkpoint is of: its first {graphs} graphs are others"),
                "give the same graphs again from the beginning; without the checkpoint and its output, the run begins anew"
                    .to_owned(),
            ),
            Error::Source(error) => self.origin.broken(&error),
            Error::Problems { problems, record } => {
                let flags = self.rules.map_or_else(Vec::new, flags);
                let diagnostic = |problem: Problem| {
                    let flag = flag_of(&flags, problem.place);
                    let place = || record.as_ref().and_then(|it| self.origin.place(it, problem.span.as_ref()));
                    let source = flag.map(Flag::excerpt).or_else(place);
                    Diagnostic { message: problem.message, wanted: problem.wanted, source }
                };
                Failure::Diagnostics(problems.into_iter().map(diagnostic).collect())
            }
            Error::TooLarge { wanted, allowed, bound, positions, fitting_vertices, cats } => {
                let whose = whose(bound);
                let (needed, limit) = (Bytes(wanted), Bytes(allowed));
                let fewer = if cats > 1 { ", or fewer cats" } else { "" };
                Failure::plain(
                    format!(
                        "this game needs {needed} of memory for its {positions} positions, and {limit} are {whose}"
                    ),
                    format!(
                        "a board of about {fitting_vertices} vertices would fit{fewer}; --max-memory SIZE sets another \
                         limit"
                    ),
                )
            }
            Error::TooManyCats { cats, vertices, wanted, allowed } => {
                let takes = match wanted {
                    u64::MAX => "more positions than can be numbered".to_owned(),
                    _ => format!("{} of memory, and {} may be taken", Bytes(wanted), Bytes(allowed)),
                };
                let tried = counted(cats as usize, "cat", "cats");
                let fewer = (cats > 1).then(|| format!("--max-cats {} would stop before that", cats - 1));
                let memory = (wanted < u64::MAX).then(|| "--max-memory SIZE sets another limit".to_owned());
                let whose = match graph {
                    // A graph that is named on the command line is called so already.
                    Some(number) if !self.origin.name.starts_with("graph ") => format!("graph {number} of {name}"),
                    _ => name.to_string(),
                };
                let advice: Vec<String> = fewer.into_iter().chain(memory).collect();
                Failure::plain(
                    format!("{whose}: to try {tried} on a component of {vertices} vertices takes {takes}"),
                    if advice.is_empty() { "use a smaller graph".to_owned() } else { advice.join(", and ") },
                )
            }
            Error::Move(MoveError { what, wanted, .. }) => Failure::plain(what, wanted),
            Error::LargeCertificate { entries, wanted, allowed, bound } => {
                let whose = whose(bound);
                Failure::plain(
                    format!(
                        "the certificate may speak of {entries} positions and take {} of memory, and {} are {whose}",
                        Bytes(wanted),
                        Bytes(allowed),
                    ),
                    "--max-memory SIZE sets another limit; a game that a player wins has a far smaller one".to_owned(),
                )
            }
            Error::TooManyChanges { changes, wanted, allowed } => Failure::plain(
                format!(
                    "the board has {changes} changes, which take {} of memory, and {} are left",
                    Bytes(wanted),
                    Bytes(allowed)
                ),
                "--kind takes only some of them; --max-memory SIZE sets another limit".to_owned(),
            ),
            Error::Solve(_) => Failure::plain(error.to_string(), "use a smaller board".to_owned()),
            Error::NoStrategy(_) => Failure::plain(
                error.to_string(),
                "begin at a later position (`--from`, `--after`), or look single moves up with `catmouse moves`"
                    .to_owned(),
            ),
            Error::Table(error) => self.unusable(&error),
            Error::NoDistances => Failure::plain(
                format!("cannot use the table `{}`: it was saved without distances", self.table_name()),
                "save it without --outcomes-only".to_owned(),
            ),
            Error::OtherLimit { held, wanted } => Failure::plain(
                format!(
                    "cannot use the table `{}`: its outcomes are those {held}, and the outcomes {wanted} are needed",
                    self.table_name()
                ),
                "save the table under the limit that it is read with, or without --outcomes-only".to_owned(),
            ),
            Error::Csv { line, what, wanted } => {
                let at = line.map_or_else(String::new, |line| format!("line {line}: "));
                Failure::plain(format!("{}: {at}{what}", self.table_name()), wanted)
            }
            Error::Unproved(_) => {
                Failure::plain(error.to_string(), "`catmouse check` holds the values against the rules".to_owned())
            }
            error => Failure::plain(error.to_string(), String::new()),
        }
    }

    fn table_name(&self) -> String {
        self.table.map_or_else(String::new, |path| path.display().to_string())
    }

    fn unusable(&self, error: &TableError) -> Failure {
        let wanted = match error {
            TableError::OtherBoard { .. } | TableError::OtherSize { .. } => {
                "give the board and the rules that the table was saved for"
            }
            TableError::Newer { .. } => "use the version of catmouse that saved it",
            _ => "a table is what `catmouse solve BOARD --save FILE` writes; save it again",
        };
        Failure::plain(format!("cannot use the table `{}`: {error}", self.table_name()), wanted.to_owned())
    }
}

/// What is wrong with a text of moves, which begins at this line.
pub(crate) fn in_moves(error: MoveError, origin: &str, text: &str, first_line: usize) -> Failure {
    let MoveError { what, wanted, span, .. } = error;
    let source = (!text.is_empty()).then(|| Excerpt { span, ..excerpt(origin, text, first_line) });
    Failure::Diagnostics(vec![Diagnostic { message: what, wanted, source }])
}

/// The whole of a line of moves.
pub(crate) fn excerpt(origin: &str, text: &str, first_line: usize) -> Excerpt {
    Excerpt { origin: origin.to_owned(), text: text.to_owned(), span: 0..text.len(), first_line }
}

/// Whose limit on memory it is.
fn whose(bound: Bound) -> &'static str {
    match bound {
        Bound::Process => "left to this program (ulimit -v)",
        Bound::Machine => "free on this machine",
        _ => "allowed",
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

    fn excerpt(&self) -> Excerpt {
        let (origin, text, span) = ("<command line>".to_owned(), self.text.clone(), self.value.clone());
        Excerpt { origin, text, span, first_line: 1 }
    }
}

/// What is wrong with settings that only flags choose.
pub(crate) fn rules_failure(choices: &RuleChoices, defects: &Defects) -> Failure {
    let mut written = Vec::new();
    add_settings(choices, &mut written);
    let diagnostic = |defect: &Defect| Diagnostic {
        message: defect.kind.to_string(),
        wanted: defect.kind.wanted(),
        source: flag_of(&written, Some(defect.place)).map(Flag::excerpt),
    };
    Failure::Diagnostics(defects.found.iter().map(diagnostic).collect())
}

/// The flags of settings whose values may turn out to be wrong.
fn add_settings(choices: &RuleChoices, written: &mut Vec<Flag>) {
    for setting in SETTINGS {
        let (Some(site), Some(value)) = (setting.site, setting.get(choices)) else { continue };
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
}

/// The flags whose values may turn out to be wrong.
fn flags(flags: &RuleFlags) -> Vec<Flag> {
    let mut written = Vec::new();
    add_settings(&flags.settings.0, &mut written);
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

/// The flag that a defect is in. One of a setting as a whole is said of the first flag that sets it.
fn flag_of(flags: &[Flag], place: Option<Place>) -> Option<&Flag> {
    let place = place?;
    let sets_it = |flag: &&Flag| setting(flag.place).is_some_and(|here| Some(here) == setting(place));
    flags.iter().find(|flag| flag.place == place).or_else(|| flags.iter().find(sets_it))
}

fn setting(place: Place) -> Option<Setting> {
    match place {
        Place::Setting(setting) | Place::Item(setting, _) => Some(setting),
        _ => None,
    }
}
