//! From the command line to a solved board, with the choices that the flags make.

use std::num::NonZeroUsize;
use std::path::Path;

use catmouse::solver::Control;
use catmouse::{Choices, Error, PreparedGame, Solved, answers::StartProof, cops::CopsQuestion, memory::Work};
use catmouse_arena::Values;
use catmouse_formats::Record;
use catmouse_model::{Board, CopsChoices, GameState, IdleRule, Label, Side, Vertex};
use catmouse_store::Contents;

use crate::args::{self, Depth, RuleFlags, Saved};
use crate::file::{self, file_text};
use crate::memory_bound::for_answers;
use crate::messages::{self, MessageContext, missing_memory};
use crate::output::Failure;
use crate::setting_flags::{Reading, flag_name, remark_in_flags};
use crate::source::Origin;
use crate::stream::{Stream, joined};

/// A solved board, and a note for the user on stderr, if there is one.
pub(crate) struct Loaded {
    pub(crate) solved: Solved,
    pub(crate) context: MessageContext,
    pub(crate) note: Option<String>,
}

/// A board that has been read, with a note for the user on stderr.
pub(crate) struct Opened {
    pub(crate) record: Record,
    pub(crate) context: MessageContext,
    pub(crate) note: Option<String>,
}

/// Reads the single board.
pub(crate) fn open(args: &'static args::Game) -> Result<Opened, Failure> {
    let mut stream = Stream::open(&args.source, args.rules.settings.reading())?;
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let record = stream.graphs.only().map_err(|error| context.failure(error))?;
    Ok(Opened { record, context, note: stream.note })
}

/// Solves the board or opens its table. Fails if the values have no distances.
pub(crate) fn load(args: &'static args::Game, opened: Opened, saved: Option<&'static Path>) -> Result<Loaded, Failure> {
    let loaded = load_for(args, opened, saved, if saved.is_some() { Work::PROBE } else { Work::SOLVE })?;
    if loaded.solved.values().has_distances() { Ok(loaded) } else { Err(loaded.context.failure(Error::NoDistances)) }
}

/// The work of a command that solves games with or without distances.
pub(crate) fn work(depth: &Depth) -> Work {
    if depth.outcomes_only { Work::OUTCOMES } else { Work::SOLVE }
}

/// The same for a command that may read the values from a table instead.
pub(crate) fn work_or_lookup(saved: &Saved, depth: &Depth) -> Work {
    saved.path().map_or_else(|| work(depth), |_| Work::LOOKUP)
}

/// Solves the board or opens its table, for this work.
pub(crate) fn load_for(
    args: &'static args::Game,
    opened: Opened,
    saved: Option<&'static Path>,
    work: Work,
) -> Result<Loaded, Failure> {
    let (prepared, context, note) = prepare_opened(args, opened, work)?;
    let context = MessageContext { table: saved, ..context };
    let solved = match saved {
        Some(path) => prepared.open_table(path, allowed(args)),
        None => prepared.solve_with(&control(args)),
    };
    Ok(Loaded { solved: solved.map_err(|error| context.failure(error))?, context, note })
}

/// Saves the table of a board. The table has distances if the board was solved for distances.
pub(crate) fn save_table(solved: &Solved, path: &Path) -> Result<(), Failure> {
    let contents = if solved.values().has_distances() { Contents::Distances } else { Contents::Outcomes };
    solved.save(path, contents).map_err(|error| {
        Failure::plain(
            format!("cannot save the table `{}`: {error}", file_text(path)),
            "name a file in a folder that you can write to".to_owned(),
        )
    })
}

/// Writes the certificate of a position, under the adjudication that applies after it.
pub(crate) fn save_certificate(
    args: &args::Game,
    solved: &Solved,
    state: GameState,
    path: &Path,
    context: &MessageContext,
) -> Result<(), Failure> {
    let proof = solved.certificate_of(state, allowed(args));
    let proof = proof.map_err(|error| context.failure(error))?;
    catmouse_store::save_certificate(path, solved.game(), &proof)
        .map_err(|error| file::unwritable(path, "certificate", &error))
}

/// Reads the single board without preparing its game. The text is a note for the user on stderr.
pub(crate) fn read(source: &args::BoardSource, reading: Reading) -> Result<(Record, Origin, Option<String>), Failure> {
    let mut stream = Stream::open(source, reading)?;
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let record = stream.graphs.only().map_err(|error| context.failure(error))?;
    Ok((record, stream.origin, stream.note))
}

/// Reads the single board, and prepares its game.
pub(crate) fn prepare(
    args: &'static args::Game,
    work: Work,
) -> Result<(PreparedGame, MessageContext, Option<String>), Failure> {
    prepare_opened(args, open(args)?, work)
}

/// Prepares the game of a board.
pub(crate) fn prepare_opened(
    args: &'static args::Game,
    Opened { record, context, note: of_stream }: Opened,
    work: Work,
) -> Result<(PreparedGame, MessageContext, Option<String>), Failure> {
    let prepared = choices(&args.rules).prepare(&record, work, allowed(args));
    let prepared = prepared.map_err(|error| too_large(args, &record, error, &context))?;
    let note = note(args, of_stream, &prepared);
    Ok((prepared, context, note))
}

/// The message for an error in preparing a game. If the game is too large and some of its cats win
/// by themselves, the message says how to ask about these.
pub(crate) fn too_large(args: &args::Game, record: &Record, mut error: Error, context: &MessageContext) -> Failure {
    if let Some(missing) = missing_memory(&error)
        && let Ok(Some(decided)) = choices(&args.rules).decide_start(record, allowed(args), &control(args))
    {
        let help = match &decided.proof {
            StartProof::FewerCats(cats) => ask_about(decided.game().board(), cats),
            StartProof::Race(_) => {
                format!("{} wins a race from this start: `catmouse solve` shows its path", Side::Mouse.noun())
            }
        };
        return Failure::plain(missing, help);
    }
    // Only `solve` keeps outcomes on disk, and it does not save them.
    if let Error::TooLarge { fits_on_disk, .. } = &mut error {
        *fits_on_disk = false;
    }
    context.failure(error)
}

/// How to ask about the cats that win by themselves.
pub(crate) fn ask_about(board: &Board, cats: &[Vertex]) -> String {
    // A shell takes the parentheses of a cell, and the blanks of a name, for its own.
    let flag = |&cat: &Vertex| match board.label(cat) {
        Label::Name(name) if name.contains(|sign: char| !sign.is_alphanumeric()) => format!("--cat '{name}'"),
        label => format!("--cat {}", label.to_string().trim_matches(['(', ')'])),
    };
    let flags: Vec<String> = cats.iter().map(flag).collect();
    let (which, win) = if cats.len() == 1 { ("this cat", "wins") } else { ("these cats", "win") };
    format!("`{}` asks about {which} alone, which also {win}", flags.join(" "))
}

/// The notes on the board as one: the note of its stream, how its vertices are numbered, and which
/// flags have no effect on it.
pub(crate) fn note(args: &args::Game, of_stream: Option<String>, prepared: &PreparedGame) -> Option<String> {
    let idle = args.rules.settings.rules.idle_in(&prepared.game);
    let idle = idle.iter().map(no_effect);
    [of_stream, prepared.remark.as_ref().map(remark_in_flags)]
        .into_iter()
        .flatten()
        .chain(idle)
        .map(Some)
        .fold(None, joined)
}

/// The note of a command about all positions, with a note on a start that is given. `reason` says
/// what the output has instead.
pub(crate) fn start_without_effect(
    note: Option<String>,
    flags: &[(&'static str, bool)],
    reason: &'static str,
) -> Option<String> {
    let given = flags.iter().filter(|(_, is_given)| *is_given);
    given.map(|&(key, _)| Some(no_effect(&IdleRule { key, reason }))).fold(note, joined)
}

/// A note on a flag that has no effect.
pub(crate) fn no_effect(IdleRule { key, reason }: &IdleRule) -> String {
    format!("`{}` has no effect: {reason}", flag_name(key))
}

/// The number of threads: `asked`, or else one for each core; fewer if addresses are limited.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    catmouse::memory::threads_within_addresses(asked.unwrap_or_else(catmouse::streams::workers))
}

/// The control of the solver, with the threads of the flags.
pub(crate) fn control(args: &args::Game) -> Control<'static> {
    Control::default().on_threads(threads(args.shared.threads))
}

/// The greatest number of bytes that an answer may take, if the flags limit the memory.
pub(crate) fn allowed(args: &args::Game) -> Option<u64> {
    args.shared.max_memory.map(for_answers)
}

impl Saved {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.table.as_deref()
    }
}

/// The choices that the flags make.
pub(crate) fn choices(flags: &RuleFlags) -> Choices {
    let mut choices = Choices::default();
    choices.preset = flags.preset;
    choices.rules = flags.settings.rules.clone();
    choices.mouse.clone_from(&flags.mouse);
    choices.cats = (!flags.cat.is_empty()).then(|| flags.cat.clone());
    choices.first = flags.first;
    if let Some(from) = &flags.from {
        choices.start_from(from.clone());
    }
    choices
}

/// The question about the cop number under the rules that the flags choose, and the choice whether
/// moves may lead one way. `what` finds the cats and their starts by itself, so flags that choose them
/// are refused; `otherwise` ends the advice.
pub(crate) fn cops_question(
    args: &args::Game,
    what: &str,
    otherwise: &str,
) -> Result<(CopsQuestion, Option<bool>), Failure> {
    let choices = choices(&args.rules);
    if choices.rules.cats.is_some() || choices.cats.is_some() || choices.mouse.is_some() {
        let wanted = format!("leave out --cats, --cat, --mouse and --from{otherwise}");
        return Err(Failure::plain(what.to_owned(), wanted));
    }
    let mut question = CopsQuestion::default();
    question.choices = CopsChoices::new(&choices.rules, choices.first)
        .map_err(|defects| messages::rules_failure(&choices.rules, &defects))?;
    question.threads = threads(args.shared.threads);
    question.memory = catmouse::memory::memory_budget(allowed(args));
    Ok((question, choices.rules.directed))
}
