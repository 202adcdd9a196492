//! `catmouse explain`: optimal play with the reason for every move.

use std::path::Path;

use catmouse_arena::{Judgement, PositionId, Values, Words};
use catmouse_explain::story::{Claim, story};
use catmouse_explain::{Explanation, LineEnd, Motive, Ply, explain, prose};
use catmouse_model::{Game, Opening, Outcome, Side};
use serde::Serialize;

use crate::args::{self, Asked, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::commands::why;
use crate::output::explanation::{Detail, Page};
use crate::output::json::{
    DistanceJson, MoveJson, PlacementJson, PlacesJson, PositionJson, SCHEMA, capture_time, decision_word, outcome_word,
};
use crate::output::story::{ClaimJson, claims_json};
use crate::output::{Failure, Report};
use crate::played::{Here, play};
use crate::values;

/// Explains the start, or wherever `--from` says; and writes the proof of its outcome.
pub(crate) fn run(args: &args::Game, saved: &Saved, proof: Option<&Path>, asked: &Asked) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref(), args.max_memory)?;
    let opening = game.opening(&solution);
    let start = Here { position: opening.id, agreed: game.adjudication() };
    let (played, here) = play(&game, start, asked.after.as_deref().unwrap_or_default())?;
    if let Some(why) = &asked.why {
        let report = why::answer(&game, &solution, title.as_deref(), here, why, args.format)?;
        solution.ensure_intact(saved.table.as_deref())?;
        return Ok(report.with_note(note));
    }
    let opening = match played[..] {
        [] => opening,
        // Once moves are made nobody places anything.
        _ => Opening { position: game.position(here.position), id: here.position, cats: None, mouse: None },
    };
    let told = explain(game.arena(), &game, &solution, &here.agreed, opening.id);
    let claims = story(game.arena(), &game, &solution, &told);
    if let Some(path) = proof {
        let proof = catmouse_explain::certificate(game.arena(), &game, &solution, &here.agreed, opening.id);
        solution.ensure_intact(saved.table.as_deref())?;
        // A table may be whole and yet say what is not so.
        catmouse_arena::verify(game.arena(), &here.agreed, opening.id, &proof).map_err(|why| {
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
        Format::Json => Report::json(&explanation_json(&game, &solution, &opening, &told, &claims)),
        Format::Text => {
            let distance = DistanceJson::new(&game, &solution, opening.id, told.summary.judgement.distance);
            let rounds = capture_time(&game, &opening, distance, told.summary.judgement.outcome.into());
            let detail = if asked.full { Detail::Full } else { Detail::Folded };
            let page = Page { game: &game, title: title.as_deref(), opening: &opening, rounds, told: &told };
            Report::text(page.text(&solution, &claims, detail))
        }
    };
    solution.ensure_intact(saved.table.as_deref())?;
    Ok(report.with_note(note))
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
    story: Vec<ClaimJson>,
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

fn explanation_json<V: Values>(
    game: &Game,
    values: &V,
    opening: &Opening,
    told: &Explanation,
    claims: &[Claim],
) -> ExplainJson {
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
        story: claims_json(game, values, told, claims),
        line: told.plies.iter().map(|ply| ply_json(game, values, told, ply)).collect(),
        ends: EndsJson { kind, position: position(told.summary.last), first_ply, text: prose::ending(told, game) },
        holdings: told
            .holdings
            .iter()
            .map(|holding| HoldingJson {
                player: holding.player.into(),
                positions: holding.trap.len(),
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
