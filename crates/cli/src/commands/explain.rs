//! `catmouse explain`: optimal play with the reason for every move.

use std::path::Path;

use catmouse_arena::{Judgement, PositionId, Values, Words};
use catmouse_explain::{Explanation, LineEnd, Motive, Ply, explain, prose};
use catmouse_model::{Game, Opening, Outcome, Side};
use serde::Serialize;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::output::json::{
    DistanceJson, MoveJson, PlacementJson, PlacesJson, PositionJson, SCHEMA, capture_time, decision_word, outcome_word,
};
use crate::output::text::{
    BOLD, DIM, colour, columns, convention, gallery, header, paint, placement, step_told, wrapped,
};
use crate::output::{Failure, Report};
use crate::values;

/// Answers that are listed of a holding; there may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// Explains the start, or wherever `--from` says; and writes the proof of its outcome.
pub(crate) fn run(args: &args::Game, saved: &Saved, proof: Option<&Path>) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref(), args.max_memory)?;
    let opening = game.opening(&solution);
    let told = explain(game.arena(), &game, &solution, &game.adjudication(), opening.id);
    if let Some(path) = proof {
        let proof = catmouse_explain::certificate(game.arena(), &solution, &game.adjudication(), opening.id);
        solution.ensure_intact(saved.table.as_deref())?;
        // A table may be whole and yet say what is not so.
        catmouse_arena::verify(game.arena(), &game.adjudication(), opening.id, &proof).map_err(|why| {
            let wanted = "`catmouse check` holds the values against the rules".to_owned();
            Failure::plain(format!("the values do not prove the outcome: {why}"), wanted)
        })?;
        catmouse_store::save_certificate(path, &game, &proof).map_err(|error| {
            Failure::plain(
                format!("cannot write the certificate to `{}`: {error}", path.display()),
                "name a file in a folder that can be written to".to_owned(),
            )
        })?;
    }
    let report = match args.format {
        Format::Json => Report::json(&explanation_json(&game, &solution, &opening, &told)),
        Format::Text => {
            let distance = DistanceJson::new(&game, &solution, opening.id, told.summary.judgement.distance);
            let rounds = capture_time(&game, &opening, distance, told.summary.judgement.outcome.into());
            Report::text(page(&game, title.as_deref(), &opening, rounds, &told))
        }
    };
    solution.ensure_intact(saved.table.as_deref())?;
    Ok(report.with_note(note))
}

/// The explanation as a page of text.
fn page(game: &Game, title: Option<&str>, opening: &Opening, rounds: Option<u64>, told: &Explanation) -> String {
    let mut text = header(game, title, &opening.position);
    text += &placement(game, opening, rounds);
    text +=
        &format!("\n{}\n", paint(&wrapped(&prose::headline(&told.summary, game), 0), colour(told.summary.judgement)));
    if !told.plies.is_empty() {
        let judgements = told.plies.iter().flat_map(|ply| {
            std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
        });
        text += &paint(&wrapped(&convention(judgements, game.measure()), 0), DIM);
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
    let steps: Vec<String> = told.plies.iter().map(|ply| step_told(game, ply.from, &ply.played)).collect();
    let step_width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let marks: Vec<String> = told.plies.iter().map(|ply| prose::mark(&ply.played, game.measure())).collect();
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
    #[serde(flatten)]
    distance: DistanceJson,
    start: PositionJson,
    placement: Option<PlacementJson>,
    line: Vec<PlyJson>,
    ends: EndsJson,
    holdings: Vec<HoldingJson>,
}

#[derive(Serialize)]
struct PlyJson {
    ply: usize,
    player: Side,
    from: PlacesJson,
    to: PlacesJson,
    cost: u32,
    outcome: Outcome,
    #[serde(flatten)]
    distance: DistanceJson,
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
    reply: Option<PlacesJson>,
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
    to: PlacesJson,
    only: bool,
}

fn explanation_json<V: Values>(game: &Game, values: &V, opening: &Opening, told: &Explanation) -> ExplainJson {
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
    let distance = DistanceJson::new(game, values, told.summary.start, told.summary.judgement.distance);
    ExplainJson {
        schema: SCHEMA,
        outcome: told.summary.judgement.outcome.into(),
        decided_by: decision_word(told.summary.decision),
        distance,
        start: position(told.summary.start),
        placement: PlacementJson::new(game, opening, distance, told.summary.judgement.outcome.into()),
        line: told.plies.iter().map(|ply| ply_json(game, values, told, ply)).collect(),
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
                        to: PlacesJson::after(game, answer.position, answer.to),
                        only: answer.forced,
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn ply_json<V: Values>(game: &Game, values: &V, told: &Explanation, ply: &Ply) -> PlyJson {
    let Judgement { outcome, distance, .. } = ply.played.judgement;
    let repeats_ply = match told.summary.end {
        LineEnd::Repetition { first_ply } if ply.number == told.plies.len() => Some(first_ply),
        _ => None,
    };
    let before = game.position(ply.from);
    PlyJson {
        ply: ply.number,
        player: ply.player.into(),
        from: PlacesJson::new(game, before.pieces(before.turn)),
        to: PlacesJson::after(game, ply.from, ply.played.to),
        cost: ply.played.cost,
        outcome: outcome.into(),
        distance: DistanceJson::new(game, values, ply.played.to, distance),
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
                rated: MoveJson::new(game, values, ply.from, &other.rated),
                reply: other.reply.map(|reply| PlacesJson::after(game, other.rated.to, reply)),
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
