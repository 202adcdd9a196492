//! Messages for the errors of the library. Each points at its place in the text that was read, or
//! at the flag with the wrong value.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use catmouse::{Error, cops::StopReason, formats::Problem, memory::Bound, model::MoveError};
use catmouse_model::{
    Defect, Defects, LimitChoice, RuleChoices, SETTINGS, Setting, SettingValue, SetupPlace, counted, with_remedies,
};
use catmouse_store::TableError;

use crate::args::RuleFlags;
use crate::file::file_text;
use crate::memory_bound::{is_partly_taken, with_program};
use crate::output::{Diagnostic, Excerpt, Failure};
use crate::setting_flags::{flag_for, flag_name};
use crate::size::Bytes;
use crate::source::Origin;

/// The sources that messages about a board point into.
#[derive(Clone)]
pub(crate) struct MessageContext {
    pub(crate) origin: Origin,
    /// The flags about rules, if the command has any.
    pub(crate) rules: Option<&'static RuleFlags>,
    /// The saved table that the values come from.
    pub(crate) table: Option<&'static Path>,
}

impl MessageContext {
    /// The context of a graph; `source` is the graph's own source, if the stream has several.
    pub(crate) fn of_source(&self, source: Option<&str>) -> Cow<'_, Self> {
        match source {
            None => Cow::Borrowed(self),
            Some(name) => {
                let origin = Origin { name: name.to_owned(), ..self.origin.clone() };
                Cow::Owned(Self { origin, ..self.clone() })
            }
        }
    }

    /// The message for an error of the library.
    pub(crate) fn failure(&self, error: Error) -> Failure {
        self.failure_at(error, None)
    }

    /// The message for an error in the moves `text`, which the user gave as `origin`.
    pub(crate) fn failure_in(&self, error: Error, origin: &str, text: &str) -> Failure {
        match error {
            Error::Move(error) => in_moves(error, origin, text, 1),
            error => self.failure(error),
        }
    }

    /// The message for an error about a graph of a stream. Graphs are counted from 1.
    #[expect(clippy::too_many_lines, reason = "one arm for each error")]
    pub(crate) fn failure_at(&self, error: Error, graph: Option<u64>) -> Failure {
        let name = self.origin.name.escape_debug();
        let graph_of = |number: u64| format!("graph {number} of {name}");
        let remedies = error.remedies();
        let advice = |text: &str| with_remedies(text, &remedies, flag_for);
        // The origin of a named graph, such as `graph petersen`, identifies the graph already.
        let number = graph.filter(|_| !self.origin.name.starts_with("graph "));
        match error {
            Error::NoBoard => self.origin.empty(),
            Error::SeveralGraphs => Failure::plain(
                format!("there are several graphs in {name}, but this command takes one"),
                advice("") + "; `solve`, `cops` and `convert` take all",
            ),
            Error::NoSuchGraph { wanted, found } => Failure::plain(
                format!("there is no graph {wanted} in {name}"),
                format!("it has {}", counted(found, "graph", "graphs")),
            ),
            Error::OtherStream { graphs, found } => {
                let why = match counted(found, "graph", "graphs") {
                    has if found < graphs => format!("it has {has}, but {graphs} are done"),
                    _ => format!("its first {graphs} graphs differ"),
                };
                Failure::plain(
                    format!("the checkpoint belongs to another stream than {name}: {why}"),
                    "give the same graphs, or delete the checkpoint and its output to start again".to_owned(),
                )
            }
            Error::Source(error) => self.origin.broken(&error),
            Error::Problems { problems, record } => {
                let flags = self.rules.map_or_else(Vec::new, flags);
                let diagnostic = |problem: Problem| {
                    let flag = flag_of(&flags, problem.place);
                    let place = || record.as_ref().and_then(|it| self.origin.place(it, problem.span.as_ref()));
                    let source = flag.map(Flag::excerpt).or_else(place);
                    Diagnostic::of(&problem, source)
                };
                Failure::Diagnostics(problems.into_iter().map(diagnostic).collect())
            }
            Error::TooLarge { fitting_vertices, cats, .. } => {
                let missing = missing_memory(&error).unwrap_or_default();
                let fewer = if cats > 1 { ", or fewer cats" } else { "" };
                let of = number.map_or_else(String::new, |number| graph_of(number) + ": ");
                let vertices = counted(fitting_vertices, "vertex", "vertices");
                let smaller = format!("a board of about {vertices} would fit{fewer}");
                Failure::plain(format!("{of}{missing}"), advice(if fitting_vertices == 0 { "" } else { &smaller }))
            }
            Error::TrialMissing { stop, .. } if stop.because == StopReason::Time => {
                Failure::plain(format!("{name}: {error}"), "`--max-time TIME` sets another limit".to_owned())
            }
            Error::TrialMissing { at_least, at_most, mut stop, allowed } => {
                stop.bytes = stop.bytes.map(with_program);
                let error = Error::TrialMissing { at_least, at_most, stop, allowed: with_program(allowed) };
                Failure::plain(format!("{name}: {error}"), advice(""))
            }
            Error::TooManyCats { cats, vertices, wanted, allowed } => {
                let (wanted, allowed) = (with_program(wanted), with_program(allowed));
                let error = Error::TooManyCats { cats, vertices, wanted, allowed };
                Failure::plain(format!("{name}: {error}"), advice(""))
            }
            Error::Move(MoveError { what, wanted, .. }) => Failure::plain(what, wanted),
            Error::CertificateTooLarge { entries, wanted, allowed, bound } => {
                let with_game = if bound == Bound::Allowed { " together with the game" } else { "" };
                let whose = limit_source(bound, allowed);
                Failure::plain(
                    format!(
                        "the certificate may have {entries} positions and need {} of memory{with_game}, but {} are \
                         {whose}",
                        Bytes(with_program(wanted)),
                        Bytes(with_program(allowed)),
                    ),
                    advice(""),
                )
            }
            Error::TooManyChanges { changes, wanted, allowed } => Failure::plain(
                format!(
                    "the board has {changes} changes, which need {} of memory, but {} are left",
                    Bytes(wanted),
                    Bytes(allowed)
                ),
                advice(""),
            ),
            Error::TooManyPlaces { cats, vertices, allowed } => {
                let error = Error::TooManyPlaces { cats, vertices, allowed: with_program(allowed) };
                Failure::plain(error.to_string(), advice("use a smaller board or fewer cats"))
            }
            Error::NoMemory { bytes } => Failure::plain(
                format!("the system refused the {} of memory that the solver needs", Bytes(bytes)),
                advice("use a smaller board, or allow the process more memory (`ulimit -v`)"),
            ),
            Error::Solve(refusal) => Failure::plain(refusal.to_string(), advice(refusal.remedy())),
            Error::NoStrategy(_) => Failure::plain(
                error.to_string(),
                "start from a later position with `--from` or `--after`, or list single moves with `catmouse moves`"
                    .to_owned(),
            ),
            Error::Table(error) => self.unusable(&error),
            Error::NoDistances => Failure::plain(
                format!("cannot use the table `{}`: it was saved without distances", self.table_name()),
                "save it again without `--outcomes-only`".to_owned(),
            ),
            Error::OtherLimit { held, wanted } => Failure::plain(
                format!(
                    "cannot use the table `{}`: its outcomes are those {held}, but the outcomes {wanted} are needed",
                    self.table_name()
                ),
                "save it again with the same limit, or without `--outcomes-only`".to_owned(),
            ),
            Error::Csv { line, what, wanted } | Error::Policy { line, what, wanted } => {
                let at = line.map_or_else(String::new, |line| format!("line {line}: "));
                Failure::plain(format!("{}: {at}{what}", self.table_name()), wanted)
            }
            Error::Unproved(_) => {
                Failure::plain(error.to_string(), "`catmouse check` checks the values against the rules".to_owned())
            }
            error => Failure::plain(error.to_string(), String::new()),
        }
    }

    fn table_name(&self) -> String {
        self.table.map_or_else(String::new, file_text)
    }

    fn unusable(&self, error: &TableError) -> Failure {
        let wanted = match error {
            TableError::OtherBoard { .. } | TableError::OtherSize { .. } => {
                "give the board and the rules of the saved table"
            }
            TableError::Newer { .. } => "use the version of catmouse that saved it",
            _ => "save it again with `catmouse solve BOARD --save FILE`",
        };
        Failure::plain(format!("cannot use the table `{}`: {error}", self.table_name()), wanted.to_owned())
    }
}

/// The message for an error in a text of moves. The text begins at line `first_line`.
pub(crate) fn in_moves(error: MoveError, origin: &str, text: &str, first_line: usize) -> Failure {
    let wanted = with_remedies(&error.wanted, &error.remedies(), flag_for);
    let MoveError { what, span, .. } = error;
    let source = (!text.is_empty()).then(|| Excerpt { span, ..excerpt(origin, text, first_line) });
    Failure::Diagnostics(vec![Diagnostic { message: what, wanted, source }])
}

/// The excerpt that marks a whole line of moves.
pub(crate) fn excerpt(origin: &str, text: &str, first_line: usize) -> Excerpt {
    Excerpt { origin: origin.to_owned(), text: text.to_owned(), span: 0..text.len(), first_line }
}

/// How much memory is missing for a game that is too large, as a clause; `None` for other errors.
pub(crate) fn missing_memory(error: &Error) -> Option<String> {
    let &Error::TooLarge { wanted, allowed, bound, positions, .. } = error else { return None };
    let (needed, limit, whose) =
        (Bytes(with_program(wanted)), Bytes(with_program(allowed)), limit_source(bound, allowed));
    Some(format!("the game has {positions} positions and needs {needed} of memory, but {limit} are {whose}"))
}

/// The source of a limit on memory, in words. `allowed` is what it leaves for an answer.
fn limit_source(bound: Bound, allowed: u64) -> &'static str {
    match bound {
        Bound::Allowed if is_partly_taken(allowed) => "left",
        Bound::Process => "left to this program (ulimit -v)",
        Bound::Machine => "free on this machine",
        _ => "allowed",
    }
}

/// A flag that changed a setting, in the user's spelling.
struct Flag {
    place: SetupPlace,
    text: String,
    value: Range<usize>,
}

impl Flag {
    /// A flag. `name` includes everything before the value.
    fn new(place: SetupPlace, name: &str, value: &str) -> Self {
        let text = format!("{name}{value}");
        Self { place, value: name.len()..text.len(), text }
    }

    fn excerpt(&self) -> Excerpt {
        let (origin, text, span) = ("<command line>".to_owned(), self.text.clone(), self.value.clone());
        Excerpt { origin, text, span, first_line: 1 }
    }
}

/// The message for defects in settings that only flags can choose.
pub(crate) fn rules_failure(choices: &RuleChoices, defects: &Defects) -> Failure {
    let mut written = Vec::new();
    add_settings(choices, &mut written);
    let diagnostic = |defect: &Defect| {
        let source = flag_of(&written, Some(defect.place)).map(Flag::excerpt);
        Diagnostic::of(&Problem::of_defect(None, defect), source)
    };
    Failure::Diagnostics(defects.found.iter().map(diagnostic).collect())
}

/// Appends the flags whose values may be wrong.
fn add_settings(choices: &RuleChoices, written: &mut Vec<Flag>) {
    for setting in SETTINGS {
        let (Some(site), Some(value)) = (setting.site, setting.get(choices)) else { continue };
        let name = flag_name(setting.key);
        let name = if name.contains(' ') { name + "=" } else { name + " " };
        let mut write = |place, value: String| written.push(Flag::new(place, &name, &value));
        match value {
            SettingValue::Number(number) | SettingValue::Limit(LimitChoice::Plies(number)) => {
                write(SetupPlace::Setting(site), number.to_string());
            }
            SettingValue::Sight(sight) => write(SetupPlace::Setting(site), sight.to_string()),
            SettingValue::Words(words) => write(SetupPlace::Setting(site), words.join(",")),
            SettingValue::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                write(SetupPlace::Setting(site), numbers.join(","));
            }
            SettingValue::Vertices(vertices) => {
                for (index, vertex) in vertices.iter().enumerate() {
                    write(SetupPlace::Item(site, index), vertex.to_string());
                }
            }
            SettingValue::Kinds(kinds) => {
                for (index, kind) in kinds.into_iter().enumerate() {
                    write(SetupPlace::Item(site, index), kind);
                }
            }
            SettingValue::Switch(_) | SettingValue::Word(_) | SettingValue::Limit(LimitChoice::None) => {}
        }
    }
}

/// All flags whose values may be wrong.
fn flags(flags: &RuleFlags) -> Vec<Flag> {
    let mut written = Vec::new();
    add_settings(&flags.settings.rules, &mut written);
    if let Some(mouse) = &flags.mouse {
        written.push(Flag::new(SetupPlace::Setting(Setting::Mouse), "--mouse ", &mouse.to_string()));
    }
    for (index, cat) in flags.cat.iter().enumerate() {
        written.push(Flag::new(SetupPlace::Item(Setting::Cat, index), "--cat ", &cat.to_string()));
    }
    if let Some(from) = &flags.from {
        written.push(Flag::new(SetupPlace::Setting(Setting::Mouse), "--from ", &format!("M{}", from.mouse)));
        for (index, cat) in from.cats.iter().enumerate() {
            written.push(Flag::new(SetupPlace::Item(Setting::Cat, index), "--from ", &format!("C{cat}")));
        }
    }
    written
}

/// The flag that caused a defect. If several flags set the same setting, the first flag.
fn flag_of(flags: &[Flag], place: Option<SetupPlace>) -> Option<&Flag> {
    let place = place?;
    let sets_it = |flag: &&Flag| setting(flag.place).is_some_and(|here| Some(here) == setting(place));
    flags.iter().find(|flag| flag.place == place).or_else(|| flags.iter().find(sets_it))
}

fn setting(place: SetupPlace) -> Option<Setting> {
    match place {
        SetupPlace::Setting(setting) | SetupPlace::Item(setting, _) => Some(setting),
        _ => None,
    }
}
