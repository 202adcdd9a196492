//! How the playground's programs read the text of a board, and what they answer about its problems.

use std::ops::Range;

use catmouse_formats::{Base, CostKey, Format, FormatChoice, Parallel, Problem, ReadOptions};
use catmouse_model::{Keyword, Remedy};
use serde::{Deserialize, Serialize};

/// The choices that read a text otherwise.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Reading {
    /// The format, instead of the recognised one.
    pub input: Option<String>,
    /// The number of the first vertex in an edge list.
    pub base: Option<String>,
    /// Whether edges of different costs between the same vertices are different moves.
    pub parallel_edges: bool,
    /// `none` reads the edges without costs.
    pub cost_key: Option<String>,
}

impl Reading {
    /// How the text is read. An unknown format is recognised. `is_directed` is true if moves may lead
    /// one way.
    pub fn options(&self, is_directed: bool) -> ReadOptions {
        let Self { input, base, parallel_edges, cost_key } = self;
        let mut options = ReadOptions::default();
        options.format = input.as_deref().and_then(Format::from_word).map_or(options.format, FormatChoice::Insisted);
        if is_directed {
            options.parallel = Parallel::OneWay;
        }
        options.base = base.as_deref().and_then(Base::from_word);
        if *parallel_edges {
            options.parallel = Parallel::Kept;
        }
        if cost_key.is_some() {
            options.costs = CostKey::None;
        }
        options
    }
}

/// A problem.
#[derive(Debug, Serialize)]
pub struct ProblemAnswer {
    /// The error.
    pub message: String,
    /// The expected text, or another way out.
    pub wanted: String,
    /// The settings that settle the error.
    pub remedies: Vec<RemedyAnswer>,
    /// The setting whose value is the problem.
    pub setting: Option<&'static str>,
    /// The place in the text, counted in units of UTF-16, as JavaScript counts.
    pub span: Option<Range<usize>>,
}

impl ProblemAnswer {
    /// A problem of a text, which is the problem of no setting.
    pub fn new(text: &str, problem: Problem) -> Self {
        let units = |end: usize| {
            text.char_indices().take_while(|&(at, _)| at < end).map(|(_, letter)| letter.len_utf16()).sum()
        };
        let remedy = |Remedy { setting, values, effect }| RemedyAnswer { setting, values, effect };
        Self {
            message: problem.message,
            wanted: problem.wanted,
            remedies: problem.remedies.into_iter().map(remedy).collect(),
            setting: None,
            span: problem.span.map(|span| units(span.start)..units(span.end)),
        }
    }
}

/// A setting that settles a problem: the values that do it, and what they do.
#[derive(Debug, Serialize)]
pub struct RemedyAnswer {
    setting: &'static str,
    values: Vec<String>,
    effect: &'static str,
}
