//! `catmouse explain`: optimal play with the reason for every move.

use std::path::Path;

use catmouse_arena::{Judgement, PositionId, Words};
use catmouse_explain::{Explanation, LineEnd, Motive, Ply, explain, prose};
use catmouse_model::{Game, Outcome, Side};
use serde::Serialize;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::certificate;
use crate::output::json::{MoveJson, PositionJson, SCHEMA, VertexJson, decision_word, outcome_word};
use crate::output::text::{BOLD, DIM, colour, columns, convention, gallery, header, paint, wrapped};
use crate::output::{Failure, Report};
use crate::values;

/// Answers that are listed of a holding; there may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// Explains the start, or wherever `--from` says; and writes the proof of its outcome.
pub(crate) fn run(args: &args::Game, saved: &Saved, proof: Option<&Path>) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref())?;
    let told = explain(game.arena(), &game, &solution, &game.adjudication(), game.start_id());
    if let Some(path) = proof {
        let proof = catmouse_explain::certificate(game.arena(), &solution, &game.adjudication(), game.start_id());
        solution.ensure_intact(saved.table.as_deref())?;
        // A table may be whole and yet say what is not so.
        catmouse_arena::verify(game.arena(), &game.adjudication(), game.start_id(), &proof).map_err(|why| {
            let wanted = "`catmouse check` holds the values against the rules".to_owned();
            Failure::plain(format!("the values do not prove the outcome: {why}"), wanted)
        })?;
        certificate::save(&game, &proof, path)?;
    }
    solution.ensure_intact(saved.table.as_deref())?;
    let report = match args.format {
        Format::Json => Report::json(&explanation_json(&game, &told)),
        Format::Text => Report::text(page(&game, title.as_deref(), &told)),
    };
    Ok(report.with_note(note))
}

/// The explanation as a page of text.
fn page(game: &Game, title: Option<&str>, told: &Explanation) -> String {
    let mut text = header(game, title, game.start());
    text +=
        &format!("\n{}\n", paint(&wrapped(&prose::headline(&told.summary, game), 0), colour(told.summary.judgement)));
    if !told.plies.is_empty() {
        let judgements = told.plies.iter().flat_map(|ply| {
            std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
        });
        text += &paint(&wrapped(&convention(judgements), 0), DIM);
        text += "\n\n";
        text += &lines(game, told);
        text.push('\n');
        text += &wrapped(&prose::ending(told, game), 0);
        text.push('\n');
    }
    let pictures: Vec<(String, Vec<String>)> = std::iter::once((told.summary.start, "start".to_owned()))
        .chain(told.plies.iter().map(|ply| (ply.played.to, format!("ply {}", ply.number))))
        .filter_map(|(id, caption)| Some((caption, game.picture(&game.position(id))?)))
        .collect();
    if !pictures.is_empty() {
        text.push('\n');
        text += &gallery(&pictures);
    }
    for holding in &told.holdings {
        text += &format!("\n{}\n", wrapped(&prose::holding_claim(told, holding, game), 0));
        let answers = prose::answers(holding, game);
        text += &columns(&answers[..answers.len().min(ANSWERS_SHOWN)]);
        if answers.len() > ANSWERS_SHOWN {
            let more = answers.len() - ANSWERS_SHOWN;
            text += &format!(
                "  … and {more} more: `--format json` lists them, `catmouse moves` shows the moves anywhere\n"
            );
        }
    }
    text
}

/// The plies in columns: number, move, mark, remark.
fn lines(game: &Game, told: &Explanation) -> String {
    let steps: Vec<String> = told.plies.iter().map(|ply| game.step(ply.from, ply.played.to)).collect();
    let step_width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let marks: Vec<String> = told.plies.iter().map(|ply| prose::mark(ply.played.judgement)).collect();
    let mark_width = marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(0);
    let number_width = told.plies.len().to_string().len();
    let indent = number_width + step_width + mark_width + 8;
    let mut text = String::new();
    for ((ply, step), mark) in told.plies.iter().zip(&steps).zip(&marks) {
        let mark = paint(&format!("{mark:>mark_width$}"), colour(ply.played.judgement));
        let step = paint(&format!("{step:<step_width$}"), BOLD);
        let remark = wrapped(&prose::remark(told, ply, game), indent);
        text += &format!(" {:>number_width$}  {step}  {mark}   {remark}\n", ply.number);
    }
    text
}

#[derive(Serialize)]
struct ExplainJson {
    schema: u32,
    outcome: Outcome,
    decided_by: &'static str,
    distance_plies: Option<u64>,
    start: PositionJson,
    line: Vec<PlyJson>,
    ends: EndsJson,
    holdings: Vec<HoldingJson>,
}

#[derive(Serialize)]
struct PlyJson {
    ply: usize,
    player: Side,
    from: VertexJson,
    to: VertexJson,
    outcome: Outcome,
    distance_plies: Option<u64>,
    reason: ReasonJson,
    alternatives: Vec<AlternativeJson>,
}

#[derive(Serialize)]
struct ReasonJson {
    kind: &'static str,
    only: bool,
    zugzwang: Option<&'static str>,
    oddity: Option<String>,
    repeats_ply: Option<usize>,
    text: String,
}

#[derive(Serialize)]
struct AlternativeJson {
    #[serde(flatten)]
    rated: MoveJson,
    reply: Option<VertexJson>,
}

#[derive(Serialize)]
struct EndsJson {
    kind: &'static str,
    position: PositionJson,
    first_ply: Option<usize>,
    text: String,
}

#[derive(Serialize)]
struct HoldingJson {
    player: Side,
    positions: usize,
    answers: Vec<AnswerJson>,
}

#[derive(Serialize)]
struct AnswerJson {
    position: PositionJson,
    to: VertexJson,
    only: bool,
}

fn explanation_json(game: &Game, told: &Explanation) -> ExplainJson {
    let position = |id: PositionId| PositionJson::new(game, &game.position(id));
    let first_ply = match told.summary.end {
        LineEnd::Repetition { first_ply } => Some(first_ply),
        LineEnd::Over | LineEnd::Stuck | LineEnd::Limit => None,
    };
    let kind = match told.summary.end {
        LineEnd::Over | LineEnd::Stuck => game.end(told.summary.last).map_or("goal", |end| end.kind),
        LineEnd::Repetition { .. } => "repetition",
        LineEnd::Limit => "limit",
    };
    ExplainJson {
        schema: SCHEMA,
        outcome: told.summary.judgement.outcome.into(),
        decided_by: decision_word(told.summary.decision),
        distance_plies: told.summary.judgement.distance,
        start: position(told.summary.start),
        line: told.plies.iter().map(|ply| ply_json(game, told, ply)).collect(),
        ends: EndsJson { kind, position: position(told.summary.last), first_ply, text: prose::ending(told, game) },
        holdings: told
            .holdings
            .iter()
            .map(|holding| HoldingJson {
                player: holding.player.into(),
                positions: holding.positions,
                answers: holding
                    .answers
                    .iter()
                    .map(|answer| AnswerJson {
                        position: position(answer.position),
                        to: VertexJson::new(game, game.target(answer.position, answer.to)),
                        only: answer.forced,
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn ply_json(game: &Game, told: &Explanation, ply: &Ply) -> PlyJson {
    let Judgement { outcome, distance, .. } = ply.played.judgement;
    let target = |from: PositionId, to: PositionId| VertexJson::new(game, game.target(from, to));
    let repeats_ply = match told.summary.end {
        LineEnd::Repetition { first_ply } if ply.number == told.plies.len() => Some(first_ply),
        _ => None,
    };
    let before = game.position(ply.from);
    PlyJson {
        ply: ply.number,
        player: ply.player.into(),
        from: VertexJson::new(game, if before.turn == Side::Mouse { before.mouse } else { before.cats[0] }),
        to: target(ply.from, ply.played.to),
        outcome: outcome.into(),
        distance_plies: distance,
        reason: ReasonJson {
            kind: kind(game, ply),
            only: ply.reason.only,
            zugzwang: ply.reason.zugzwang.map(outcome_word),
            oddity: ply.reason.oddity.clone(),
            repeats_ply,
            text: prose::remark(told, ply, game),
        },
        alternatives: ply
            .others
            .iter()
            .map(|other| AlternativeJson {
                rated: MoveJson::new(game, ply.from, &other.rated),
                reply: other.reply.map(|reply| target(other.rated.to, reply)),
            })
            .collect(),
    }
}

/// The motive as a word; a move that ends the game says how.
fn kind(game: &Game, ply: &Ply) -> &'static str {
    match ply.reason.motive {
        Motive::Finishes => match game.end(ply.played.to).map(|end| end.kind) {
            Some("capture") => "captures",
            Some("stalemate") => "strands",
            _ => "reaches_goal",
        },
        Motive::OnlyMove => "only_move",
        Motive::Hurries => "hurries",
        Motive::Holds => "holds",
        Motive::Delays => "delays",
    }
}
