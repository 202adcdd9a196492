//! `catmouse draw`: draws the board, the line, all starts, the distances, or the best placement of
//! the cats, as SVG.

use std::path::Path;

use catmouse::{
    Picture,
    cops::{CopsGraph, CopsWorkspace},
};
use catmouse_model::{Vertex, counted};

use crate::args::{self, Saved, What};
use crate::board::{self, Loaded};
use crate::commands::cops::idle_rules;
use crate::commands::unseen;
use crate::file::file_text;
use crate::messages::MessageContext;
use crate::output::{Failure, Report};
use crate::setting_flags::remark_in_flags;
use crate::stream::{Stream, joined};

/// Draws the start, or the position of `--from`.
pub(crate) fn run(args: &'static args::Game, saved: &'static Saved, what: What) -> Result<Report, Failure> {
    if let Some(kind) =
        args.shared.output.as_deref().and_then(Path::extension).filter(|kind| !kind.eq_ignore_ascii_case("svg"))
    {
        return Err(Failure::plain(
            format!("pictures are SVG, not {}", file_text(kind)),
            "name a file that ends in .svg".to_owned(),
        ));
    }
    let (picture, note) = match what {
        What::Board => solved(args, saved, Picture::Board)?,
        What::Line => solved(args, saved, Picture::Line)?,
        What::Animation => solved(args, saved, Picture::Animation)?,
        What::Survey => solved(args, saved, Picture::Survey)?,
        What::Lesson => solved(args, saved, Picture::Lesson)?,
        What::Choices => solved(args, saved, Picture::Choices)?,
        What::Placement => placement(args)?,
    };
    Ok(Report::streamed(move |out| out.write_all(picture.as_bytes())).with_note(note))
}

/// Draws a solved board. The second text is a note for the user on stderr.
fn solved(
    args: &'static args::Game,
    saved: &'static Saved,
    what: Picture,
) -> Result<(String, Option<String>), Failure> {
    let opened = board::open(args)?;
    if unseen::is_asked(args, &opened) {
        let name = Picture::ALL.into_iter().find(|(_, it)| *it == what).map_or("", |(name, _)| name);
        let what_given = format!("--what {name}");
        let is_strip = matches!(what, Picture::Board | Picture::Line);
        return unseen::picture(args, opened, &[("--table", saved.path().is_some()), (&what_given, !is_strip)]);
    }
    let Loaded { solved, context, note } = board::load(args, opened, saved.path())?;
    let picture = solved.picture(what).map_err(|error| context.failure(error))?;
    Ok((picture, note))
}

/// Draws the graph without its game, with a best placement of the fewest cats that win.
fn placement(args: &'static args::Game) -> Result<(String, Option<String>), Failure> {
    let mut stream = Stream::open(&args.source, args.rules.settings.reading())?;
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let (question, directed) = board::cops_question(
        args,
        "the picture of a placement finds the number of cats and their starts",
        "; without `--what placement` the board is drawn with them",
    )?;
    let record = stream.graphs.only().map_err(|error| context.failure(error))?;
    let graph = CopsGraph::read_with_board(&record, directed).map_err(|error| context.failure(error))?;
    let answer = graph.answer(&question, &mut CopsWorkspace::default()).map_err(|error| context.failure(error))?;
    let Some(board) = graph.board() else { unreachable!("it is read with its board") };
    if board.vertices() == 0 {
        return Err(Failure::plain(
            "the graph has no vertices".to_owned(),
            "use a graph with at least one vertex".to_owned(),
        ));
    }
    let places = answer.placement.unwrap_or_default();
    let cats: Vec<Vertex> = places.into_iter().filter_map(|place| board.find(&place.into()).ok()).collect();
    let title = match (answer.cop_number, answer.capture_time) {
        (Some(number), Some(rounds)) => {
            format!("Cop number {number}, capture time {}", counted(rounds, "round", "rounds"))
        }
        (Some(number), None) => format!("Cop number {number}, capture time unknown"),
        (None, _) => format!("Cop number at least {} and at most {}", answer.at_least, answer.at_most),
    };
    let title = answer.name.map_or(title.clone(), |name| format!("{name}: {title}"));
    let remark = record.read().ok().and_then(|document| document.remark.as_ref().map(remark_in_flags));
    let note = joined(stream.note.or(remark), idle_rules(&graph));
    Ok((catmouse_picture::placement(board, &cats, &title), note))
}
