//! `catmouse explain --why`: what a move runs into, played out until it shows.

use catmouse::SCHEMA;
use catmouse_arena::Values;
use catmouse_explain::{Explanation, explain, judged, prose};
use catmouse_model::{Game, PlacesJson, Position, PositionJson};
use serde::Serialize;

use crate::args::Format;
use crate::commands::annotate::JudgedJson;
use crate::output::text::{header, step_text, wrapped};
use crate::output::{Failure, Report};
use crate::played::{Here, Played, play};

#[derive(Serialize)]
struct WhyJson {
    schema: u32,
    position: PositionJson,
    #[serde(rename = "move")]
    asked: JudgedJson,
    /// Where the mover's pieces go at each ply of the line after the move.
    line: Vec<PlacesJson>,
    text: String,
}

/// Answers for one move at a position.
pub(crate) fn answer<V: Values>(
    game: &Game,
    values: &V,
    title: Option<&str>,
    here: Here,
    text: &str,
    format: Format,
) -> Result<Report, Failure> {
    let (played, after) = play(game, here, text)?;
    let [Played { step, .. }] = played[..] else {
        let wanted = "give the moves before it to `--after`".to_owned();
        return Err(Failure::plain(format!("--why is about one move, not {}", played.len()), wanted));
    };
    let Some(judged) = judged(game.arena(), game, values, &here.agreed, here.position, step) else {
        return Err(Failure::plain("the game is over here".to_owned(), String::new()));
    };
    let explanation = explain(game.arena(), game, values, &after.agreed, after.position);
    let sentence = format!("{} {}.", step_text(game, here.position, &judged.played), prose::verdict(&judged, game));
    let continuation = continued(game, &explanation);
    let position: Position = game.position(here.position);
    Ok(match format {
        Format::Json => Report::json(&WhyJson {
            schema: SCHEMA,
            position: PositionJson::new(game, &position),
            asked: JudgedJson::new(game, values, 1, &judged),
            line: explanation.plies.iter().map(|ply| PlacesJson::after(game, ply.from, ply.played.to)).collect(),
            text: format!("{sentence} {continuation}"),
        }),
        Format::Text | Format::Csv => {
            let body =
                [sentence, continuation].iter().map(|part| wrapped(part, 0) + "\n").collect::<Vec<_>>().join("\n");
            Report::text(header(game, title, &position) + "\n" + &body)
        }
    })
}

/// How the play goes on when both play their best, up to its end or, where it is long, until it is clear how it goes on.
fn continued(game: &Game, explanation: &Explanation) -> String {
    const PLIES: usize = 24;
    if explanation.plies.is_empty() {
        return prose::ending(explanation, game);
    }
    let steps: Vec<String> =
        explanation.plies.iter().take(PLIES).map(|ply| step_text(game, ply.from, &ply.played)).collect();
    let more = if explanation.plies.len() > PLIES {
        "; `--after` goes on from there.".to_owned()
    } else {
        format!(". {}", prose::ending(explanation, game))
    };
    format!("It goes on {}{more}", steps.join(" "))
}
