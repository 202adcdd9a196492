//! The formats that are only read. Without the feature `programs` their names are known, but their
//! texts are refused.

#[cfg(feature = "programs")]
pub(crate) use with::{begins, drawing, graph};
#[cfg(not(feature = "programs"))]
pub(crate) use without::{begins, drawing, graph};

#[cfg(feature = "programs")]
mod with {
    use crate::document::Document;
    use crate::format::{CostKey, Format};
    use crate::graph::Graph;
    use crate::problem::{Problem, ReadError};
    use crate::{dl, drawn, leda, maze, metis, pajek};

    /// Whether a text begins with the marks of a format.
    type Begins = fn(&str) -> bool;

    /// Reads a text that is a graph.
    pub(crate) fn graph(text: &str, format: Format, costs: CostKey) -> Result<Graph, Problem> {
        match format {
            Format::Pajek => pajek::read(text, costs),
            Format::Dl => dl::read(text, costs),
            Format::Leda => leda::read(text, costs),
            _ => metis::read(text, costs),
        }
    }

    /// Reads a text that is drawn. With `diagonals`, the steps of a map of octiles lead to eight
    /// neighbours.
    pub(crate) fn drawing(text: &str, format: Format, diagonals: bool) -> Result<Document<'_>, ReadError> {
        match format {
            Format::Maze => Ok(maze::read(text)?),
            _ => drawn::read(text, format, diagonals),
        }
    }

    /// The format whose marks are at the beginning of a text, if it is one of these formats.
    pub(crate) fn begins(text: &str) -> Option<Format> {
        const MARKS: [(Format, Begins); 4] = [
            (Format::Pajek, pajek::begins),
            (Format::Dl, dl::begins),
            (Format::Leda, leda::begins),
            (Format::Maze, maze::begins),
        ];
        let marked = MARKS.iter().find(|(_, begins)| begins(text)).map(|&(format, _)| format);
        marked.or_else(|| drawn::begins(text))
    }
}

#[cfg(not(feature = "programs"))]
mod without {
    use crate::document::Document;
    use crate::format::{CostKey, Format};
    use crate::graph::Graph;
    use crate::problem::{Problem, ReadError};

    pub(crate) fn graph(_: &str, format: Format, _: CostKey) -> Result<Graph, Problem> {
        Err(refused(format))
    }

    pub(crate) fn drawing(_: &str, format: Format, _: bool) -> Result<Document<'_>, ReadError> {
        Err(refused(format).into())
    }

    pub(crate) fn begins(_: &str) -> Option<Format> {
        None
    }

    fn refused(format: Format) -> Problem {
        Problem::new(None, format!("this build of the program reads no {format}"), "write it as an edge list first")
    }
}
