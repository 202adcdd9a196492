//! What an answer says to people.

use catmouse::{Error, SolvedStart};
use catmouse_document::{Detail, Document, FrontEnd, Header, See, explanation, laws, outcomes, strategies, survey};
use pyo3::prelude::*;

/// What an answer says to people, in the layouts that Python shows.
#[pyclass(frozen, module = "catmouse._catmouse")]
pub(crate) struct Told(pub(crate) Document);

#[pymethods]
impl Told {
    /// Lines of at most this number of characters.
    fn text(&self, width: usize) -> String {
        self.0.text(&Package, width)
    }

    /// A fragment of HTML.
    fn html(&self) -> String {
        self.0.html(&Package)
    }

    /// Markdown.
    fn markdown(&self) -> String {
        self.0.markdown(&Package)
    }
}

/// The Python package as a front end of documents.
struct Package;

impl FrontEnd for Package {
    fn see(&self, see: &See) -> String {
        match see {
            See::Full => "`line`".to_owned(),
            See::Strategies => "`strategies()`".to_owned(),
            See::Moves => "`moves()`".to_owned(),
            See::Picture => "`svg()`".to_owned(),
            See::Data => "`holdings`".to_owned(),
            See::Rows => "`starts()`".to_owned(),
            See::All => "`values()`".to_owned(),
            See::More => "`survey(hardest)`".to_owned(),
            See::Top => "the table".to_owned(),
            See::Take => "`table['setup']`".to_owned(),
            See::Settings => "keyword arguments".to_owned(),
            See::Setting { key, value } => {
                // A cell is a pair of numbers.
                let value = value.split_once(',').map_or(value.clone(), |(row, column)| format!("({row}, {column})"));
                format!("{}={value}", key.replace('-', "_"))
            }
            see => see.to_string(),
        }
    }
}

/// The document of an answer: of `answer`, `explain`, `laws`, `strategies` or `survey`.
pub(crate) fn told(
    solved: &catmouse::Solved,
    what: &str,
    start: &SolvedStart,
    hardest: usize,
) -> Result<Document, Error> {
    match what {
        "explain" => explanation(solved, start, Detail::Folded, Header::Whole),
        "laws" => Ok(laws(solved, start)),
        "strategies" => strategies(solved, start, Header::Whole),
        "survey" => survey(solved, hardest, false, None),
        _ => Ok(outcomes(solved)),
    }
}
