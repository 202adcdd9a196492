//! The formats that are only read. Without the feature `programs` their names are known, but their
//! texts are refused.

#[cfg(feature = "programs")]
pub(crate) use with::{begins, drawing, graph};
#[cfg(not(feature = "programs"))]
pub(crate) use without::{begins, drawing, graph};

#[cfg(feature = "programs")]
mod with {
    pub(crate) use crate::drawn::read as drawing;
    use crate::format::{CostKey, Format};
    use crate::graph::Graph;
    use crate::problem::Problem;
    use crate::{dl, drawn, leda, metis, pajek};

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

    /// The format whose marks are at the beginning of a text, if it is one of these formats.
    pub(crate) fn begins(text: &str) -> Option<Format> {
        const MARKS: [(Format, Begins); 3] = [
            (Format::Pajek, pajek::begins),
            (Format::Dl, dl::begins),
            (Format::Leda, leda::begins),
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
