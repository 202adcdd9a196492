//! `catmouse example`: the boards that are built in.

use catmouse_formats::Format;

use crate::examples::{EXAMPLES, named};
use crate::output::text::{BOLD, paint};
use crate::output::{Failure, Report};

/// Lists the built-in boards, or prints one as a setup.
pub(crate) fn run(name: Option<&str>) -> Result<Report, Failure> {
    let Some(name) = name else {
        let width = EXAMPLES.iter().map(|example| example.name.len()).max().unwrap_or(0);
        let lines = EXAMPLES.iter().map(|example| {
            let title = catmouse_formats::read(example.text, Format::Setup).ok().and_then(|document| document.title);
            let padding = " ".repeat(width - example.name.len());
            format!("{}{padding}  {}\n", paint(example.name, BOLD), title.unwrap_or_default())
        });
        return Ok(Report::text(lines.collect()));
    };
    match named(name) {
        Some(example) => Ok(Report::text(example.text.to_owned())),
        None => {
            let names: Vec<_> = EXAMPLES.iter().map(|example| example.name).collect();
            Err(Failure::plain(
                format!("there is no built-in board `{}`", name.escape_debug()),
                format!("the built-in boards are {}", names.join(", ")),
            ))
        }
    }
}
