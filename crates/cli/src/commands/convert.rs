//! `catmouse convert`: writes graphs in another format, in a setup with the rules of the flags.

use catmouse::Choices;
use catmouse::streams::GraphDigest;
use catmouse_formats::{FROM_1, Format, Loss, Problem, Record, encoded, lead_in, write};
use catmouse_model::counted;

use crate::args::{BoardSource, Further, LongStream};
use crate::destination::Counted;
use crate::messages::MessageContext;
use crate::output::{Failure, Report, note};
use crate::setting_flags::{OfSetups, SettingFlags, remark_in_flags};
use crate::several;

/// Converts the graphs of a stream one by one, in order. Only one graph is in memory at a time.
pub(crate) fn run(
    (source, settings, further): (&BoardSource, &SettingFlags<OfSetups>, &Further),
    to: Format,
    long: &LongStream,
    asked: &[String],
) -> Result<Report, Failure> {
    let stream = several::open(source, further, settings.reading())?.share(long);
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let mut choices = Choices::default();
    choices.rules = settings.rules.clone();
    stream.report(long, asked, context, move |mut stream, context, printer, log| {
        let mut noted = log.counted();
        let mut text = String::new();
        let may_be_empty = stream.may_be_empty(log);
        let mut is_first = !log.goes_on();
        let mut is_whole = true;
        let (mut done, mut is_open) = (0, false);
        for record in stream.graphs.by_ref() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    let _ = printer.complain(&stream.origin.broken(&error));
                    is_whole = false;
                    break;
                }
            };
            done += 1;
            is_open = !record.is_whole();
            if is_open {
                log.note(printer, &noted)?; // before a result that a longer stream may change
            }
            text.clear();
            let place = if is_first { Place::First } else { Place::Later };
            is_first = false;
            match convert(&record, to, &choices, place, &mut text) {
                Ok((lost, remark)) => {
                    printer.out.write_all(&encoded(to, &text))?;
                    for loss in lost {
                        *noted.losses.entry(format!("{loss}: {}", loss.instead())).or_default() += 1;
                    }
                    if let Some(remark) = remark {
                        *noted.remarks.entry(remark).or_default() += 1;
                    }
                }
                Err(problems) => {
                    let origin = &context.of_source(record.source()).origin;
                    if printer.complain(&origin.failure(&record, &problems)).is_break() {
                        is_whole = false;
                        break;
                    }
                }
            }
            if log.is_kept() && !is_open {
                log.passed(&[GraphDigest::of(&record)], printer, &noted)?;
            }
        }
        if done == 0 {
            log.say_nothing_is_left();
        } else if is_whole && !is_open {
            log.note(printer, &noted)?;
        }
        let Counted { losses, mut remarks, .. } = noted;
        for (loss, count) in losses {
            let graphs = counted(count, "graph", "graphs");
            note(&format!("{to} has no place for {loss} {graphs}"));
        }
        // Each graph may have labels of its own. The remark on one graph is printed as an example
        // for the others.
        if let Some((remark, count)) = remarks.pop_first() {
            let others = count + remarks.values().sum::<usize>() - 1;
            let more = if others > 0 {
                format!(" (and likewise in {})", counted(others, "graph more", "graphs more"))
            } else {
                String::new()
            };
            note(&format!("{remark}{more}"));
        }
        if is_first && !may_be_empty {
            let _ = printer.complain(&stream.origin.empty());
            is_whole = false;
        }
        Ok(is_whole)
    })
}

/// Whether a graph is the first that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
}

/// Appends a graph to the text. Returns what the format could not represent, and a remark on the
/// numbering.
fn convert(
    record: &Record,
    to: Format,
    choices: &Choices,
    place: Place,
    text: &mut String,
) -> Result<(Vec<Loss>, Option<String>), Vec<Problem>> {
    let about_all = |message: String, wanted: String| vec![Problem::new(None, message, wanted)];
    if place == Place::Later && !to.holds_several() {
        let article = if matches!(to, Format::Setup | Format::Grid) { "a " } else { "" };
        let message = format!("a second graph cannot be written to {article}{to}");
        return Err(about_all(message, "convert one graph at a time, or to a format that holds several".to_owned()));
    }
    let mut document = record.read().map_err(|error| error.problems)?;
    document.ensure_directions(choices.rules.directed).map_err(|problem| vec![problem])?;
    choices.write_into(&mut document).map_err(|defects| document.problems(&defects))?;
    let board = document.setup.plan_board().map_err(|defects| document.problems(&defects))?;
    let losses = write(text, &document, &board, to).map_err(|error| {
        text.clear();
        about_all(error.to_string(), error.wanted().to_owned())
    })?;
    text.insert_str(0, lead_in(to, text, place == Place::First));
    // Renumbering from 1 to 0 is usual for formats, and needs no remark.
    Ok((losses, document.remark.filter(|remark| remark.text != FROM_1).as_ref().map(remark_in_flags)))
}
