//! `catmouse example`: lists or prints the built-in boards.

use catmouse_formats::{FAMILIES, Format, named_graph};

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
            let wanted = "`catmouse example --graphs` lists the graphs that have names";
            if let Some(graph) = named_graph(name) {
                let graph = graph.map_err(|error| Failure::plain(error.to_string(), wanted.to_owned()))?;
                return Ok(Report::text(graph.text().0));
            }
            let names: Vec<_> = EXAMPLES.iter().map(|example| example.name).collect();
            Err(Failure::plain(
                format!("there is no built-in board `{}`", name.escape_debug()),
                format!("the built-in boards are {}; {wanted}", names.join(", ")),
            ))
        }
    }
}

/// Lists the named graphs.
pub(crate) fn graphs() -> Report {
    let written = |name: &str, arguments: &str| match arguments {
        "" => name.to_owned(),
        arguments => format!("{name}:{arguments}"),
    };
    let width = FAMILIES.iter().map(|it| written(it.name, it.arguments).chars().count()).max().unwrap_or(0);
    let lines = FAMILIES.iter().map(|family| {
        let name = written(family.name, family.arguments);
        let padding = " ".repeat(width - name.chars().count());
        let example = match family.arguments {
            "" => String::new(),
            _ => format!("; `{}`", family.example),
        };
        format!("{}{padding}  {}{example}\n", paint(&name, BOLD), family.help)
    });
    Report::text(lines.collect())
}
