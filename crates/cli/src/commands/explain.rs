//! `catmouse explain`: optimal play with the reason for every move.

use std::path::Path;

use catmouse_arena::Words;
use catmouse_explain::{Explanation, prose};
use catmouse_model::{Game, Opening};

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded};
use crate::output::text::{
    BOLD, DIM, colour, columns, convention, gallery, header, paint, placement, step_told, wrapped,
};
use crate::output::{Failure, Report};

/// Answers that are listed of a holding; there may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// Explains the start, or wherever `--from` says; and writes the proof of its outcome.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    saved: &'static Saved,
    proof: Option<&Path>,
) -> Result<Report, Failure> {
    let Loaded { solved, door, note } = board::solved(args, saved.path())?;
    if let Some(path) = proof {
        let proof = solved.certificate().map_err(|error| door.failure(error))?;
        catmouse_store::save_certificate(path, solved.game(), &proof).map_err(|error| {
            Failure::plain(
                format!("cannot write the certificate to `{}`: {error}", path.display()),
                "name a file in a folder that can be written to".to_owned(),
            )
        })?;
    }
    let report = match format {
        Format::Json => Report::json(&solved.explain().map_err(|error| door.failure(error))?),
        Format::Text | Format::Csv => {
            let start = solved.start();
            let (game, told) = (solved.game(), solved.told(&start));
            Report::text(page(game, solved.title(), &start.opening, start.capture_time(game), &told))
        }
    };
    solved.values().ensure_intact().map_err(|error| door.failure(error))?;
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
