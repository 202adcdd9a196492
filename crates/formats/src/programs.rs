//! The formats that are only read. Without the feature `programs` their names are known, but their
//! texts are refused.

use crate::document::Document;
use crate::graph::Graph;

#[cfg(feature = "programs")]
pub(crate) use with::{begins, maze, read};
#[cfg(not(feature = "programs"))]
pub(crate) use without::{begins, maze, read};

/// A board, or a graph that will become a board.
#[cfg_attr(not(feature = "programs"), expect(dead_code, reason = "only the readers construct it"))]
pub(crate) enum Found<'a> {
    Graph(Graph),
    Document(Document<'a>),
}

#[cfg(feature = "programs")]
mod with {
    use super::Found;
    use crate::document::Document;
    use crate::format::{CostKey, Format};
    use crate::problem::Problem;
    use crate::{dl, drawn, leda, maze, metis, pajek};

    /// Reads a text in one of these formats.
    pub(crate) fn read(
        text: &str,
        format: Format,
        (costs, diagonals): (CostKey, bool),
    ) -> Result<Found<'_>, crate::ReadError> {
        Ok(match format {
            Format::Pajek => Found::Graph(pajek::read(text, costs)?),
            Format::Dl => Found::Graph(dl::read(text, costs)?),
            Format::Metis => Found::Graph(metis::read(text, costs)?),
            Format::Leda => Found::Graph(leda::read(text, costs)?),
            Format::Maze => Found::Document(maze::read(text)?),
            _ => Found::Document(drawn::read(text, format, diagonals)?),
        })
    }

    /// Reads a maze within a setup.
    pub(crate) fn maze(text: &str) -> Result<Document<'_>, Problem> {
        maze::read(text)
    }

    /// The format whose marks are at the beginning of a text, if it is one of these formats.
    pub(crate) fn begins(text: &str) -> Option<Format> {
        let marks: [(Format, fn(&str) -> bool); 4] = [
            (Format::Pajek, pajek::begins),
            (Format::Dl, dl::begins),
            (Format::Leda, leda::begins),
            (Format::Maze, maze::begins),
        ];
        let marked = marks.iter().find(|(_, begins)| begins(text)).map(|&(format, _)| format);
        marked.or_else(|| drawn::begins(text))
    }
}

#[cfg(not(feature = "programs"))]
mod without {
    use super::Found;
    use crate::document::Document;
    use crate::format::{CostKey, Format};
    use crate::problem::{Problem, ReadError};

    pub(crate) fn read(_: &str, format: Format, _: (CostKey, bool)) -> Result<Found<'_>, ReadError> {
        Err(refused(format).into())
    }

    pub(crate) fn maze(_: &str) -> Result<Document<'_>, Problem> {
        Err(refused(Format::Maze))
    }

    pub(crate) fn begins(_: &str) -> Option<Format> {
        None
    }

    fn refused(format: Format) -> Problem {
        Problem::new(None, format!("this build of the program reads no {format}"), "write it as an edge list first")
    }
}
