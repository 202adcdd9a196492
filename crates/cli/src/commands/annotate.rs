//! `catmouse annotate`: what each move of a game that somebody played was worth.

use catmouse::{Distance, MoveAnswer, SCHEMA};
use catmouse_arena::{Measure, Player, Words};
use catmouse_explain::{Judged, Verdict, judged, prose, summarise};
use catmouse_model::{Game, Opening, Outcome, PlacesJson, PositionJson, Side};
use serde::Serialize;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded};
use crate::output::text::{BOLD, colour, header, paint, step_text, wrapped};
use crate::output::{Failure, Report};
use crate::played::{Here, play};

#[derive(Serialize)]
struct AnnotateJson {
    schema: u32,
    start: PositionJson,
    outcome: Outcome,
    #[serde(flatten)]
    distance: Distance,
    moves: Vec<JudgedJson>,
    position: PositionJson,
    summary: SummaryJson,
}

/// A move that was played.
#[derive(Serialize)]
pub(crate) struct JudgedJson {
    ply: usize,
    player: Side,
    from: PlacesJson,
    to: PlacesJson,
    cost: u32,
    outcome: Outcome,
    #[serde(flatten)]
    distance: Distance,
    judgement: &'static str,
    /// By how much the end is farther, or of a loss nearer, than after the best move.
    loses_plies: Option<u64>,
    loses_cost: Option<u64>,
    better: Vec<MoveAnswer>,
    text: String,
}

impl JudgedJson {
    pub(crate) fn new<V: catmouse_arena::Values>(game: &Game, values: &V, ply: usize, judged: &Judged) -> Self {
        let (loses_plies, loses_cost) = match game.measure() {
            Measure::Plies => (judged.loses, None),
            Measure::Cost => (None, judged.loses),
        };
        Self {
            ply,
            player: judged.player.into(),
            from: PlacesJson::before(game, judged.from),
            to: PlacesJson::after(game, judged.from, judged.played.to),
            cost: judged.played.cost,
            outcome: judged.played.judgement.outcome.into(),
            distance: Distance::new(game, values, judged.played.to, judged.played.judgement.distance),
            judgement: judged.verdict.word(),
            loses_plies,
            loses_cost,
            better: judged.better.iter().map(|rated| MoveAnswer::new(game, values, judged.from, rated)).collect(),
            text: prose::verdict(judged, game),
        }
    }
}

/// How often each side did what, and how it went.
#[derive(Serialize)]
struct SummaryJson {
    plies: usize,
    /// The outcome under perfect play at the start and in the end.
    outcome_before: Outcome,
    outcome_after: Outcome,
    mouse: CountsJson,
    cat: CountsJson,
    /// The moves that changed the outcome.
    decisive_plies: Vec<usize>,
    text: String,
}

#[derive(Serialize)]
struct CountsJson {
    best: usize,
    as_good: usize,
    slower: usize,
    throws_draw: usize,
    throws_win: usize,
    hastens_loss: usize,
}

impl CountsJson {
    fn new(moves: &[Judged], player: Player) -> Self {
        let count =
            |verdict| moves.iter().filter(|judged| judged.player == player && judged.verdict == verdict).count();
        Self {
            best: count(Verdict::Best),
            as_good: count(Verdict::AsGood),
            slower: count(Verdict::Slower),
            throws_draw: count(Verdict::ThrowsDraw),
            throws_win: count(Verdict::ThrowsWin),
            hastens_loss: count(Verdict::HastensLoss),
        }
    }
}

/// Judges the moves, played from the start or wherever `--from` says.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    saved: &'static Saved,
    moves: Option<&str>,
) -> Result<Report, Failure> {
    let Some(moves) = moves else {
        let wanted = "give them behind the board, as in 'M 1→7 C 2→3'".to_owned();
        return Err(Failure::plain("there are no moves to annotate".to_owned(), wanted));
    };
    let Loaded { solved, context, note } = board::solved(args, saved.path())?;
    let (game, solution) = (solved.game(), solved.values());
    let opening = game.opening(solution);
    let start = Here { position: opening.id, agreed: game.adjudication() };
    let (played, end) = play(game, start, moves)?;
    let judged: Vec<Judged> = played
        .iter()
        .filter_map(|played| {
            judged(game.arena(), game, solution, &played.before.agreed, played.before.position, played.step)
        })
        .collect();
    let before = summarise(game.arena(), game, solution, &start.agreed, start.position);
    let after = summarise(game.arena(), game, solution, &end.agreed, end.position);
    solution.ensure_intact().map_err(|error| context.failure(error))?;
    let text = prose::game_judged(&judged, &before, &after, game);
    let report = match format {
        Format::Json => Report::json(&AnnotateJson {
            schema: SCHEMA,
            start: PositionJson::new(game, &opening.position),
            outcome: before.judgement.outcome.into(),
            distance: Distance::new(game, solution, opening.id, before.judgement.distance),
            moves: judged.iter().zip(1..).map(|(judged, ply)| JudgedJson::new(game, solution, ply, judged)).collect(),
            position: PositionJson::new(game, &game.position(end.position)),
            summary: SummaryJson {
                plies: judged.len(),
                outcome_before: before.judgement.outcome.into(),
                outcome_after: after.judgement.outcome.into(),
                mouse: CountsJson::new(&judged, Player::One),
                cat: CountsJson::new(&judged, Player::Two),
                decisive_plies: decisive(&judged),
                text,
            },
        }),
        Format::Text | Format::Csv => Report::text(page(game, solved.title(), &opening, &judged, &text)),
    };
    Ok(report.with_note(note))
}

/// The moves that threw something away.
fn decisive(moves: &[Judged]) -> Vec<usize> {
    let thrown = |judged: &Judged| matches!(judged.verdict, Verdict::ThrowsDraw | Verdict::ThrowsWin);
    moves.iter().zip(1..).filter(|(judged, _)| thrown(judged)).map(|(_, ply)| ply).collect()
}

fn page(game: &Game, title: Option<&str>, opening: &Opening, moves: &[Judged], summary: &str) -> String {
    let mut text = header(game, title, &opening.position) + "\n";
    let steps: Vec<String> = moves.iter().map(|judged| step_text(game, judged.from, &judged.played)).collect();
    let width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let number_width = moves.len().to_string().len();
    for ((judged, step), ply) in moves.iter().zip(&steps).zip(1..) {
        let told = wrapped(&prose::verdict(judged, game), number_width + width + 5);
        let told = if judged.better.is_empty() { told } else { paint(&told, colour(judged.played.judgement)) };
        text += &format!(" {ply:>number_width$}  {}  {told}\n", paint(&format!("{step:<width$}"), BOLD));
    }
    text + "\n" + &wrapped(summary, 0) + "\n"
}
