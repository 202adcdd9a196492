//! Summaries of a stream: the number of graphs of each kind, with an example. The memory does not
//! grow with the length of the stream.

use std::collections::BTreeMap;

use catmouse_formats::{Format, Record, write};
use catmouse_model::{Keyword, Outcome};
use serde::{Deserialize, Serialize};

use crate::answer::SCHEMA;
use crate::cops::{CopsAnswer, CopsNumbers};
use crate::fields::number_field;
use crate::solve::SolveAnswer;

/// Counts graphs by kinds of answers. Memory: one entry for each kind, independent of the number of
/// graphs.
///
/// Parts of a stream may be counted separately: [`append`](Self::append) joins their tallies. A
/// tally that is saved as JSON can be continued in another run.
///
/// ```
/// use catmouse::formats::Format;
/// use catmouse::{cops::{CopsGraph, CopsQuestion, CopsWorkspace}, streams::{CopsSummary, Graphs, SummaryTally}};
///
/// // A triangle, a path and a cycle of four vertices, in graph6.
/// let (mut workspace, mut tally) = (CopsWorkspace::default(), SummaryTally::default());
/// for record in Graphs::of_text("Bw\nBg\nCr\n", Format::Graph6)? {
///     let record = record?;
///     let graph = CopsGraph::read(&record, None)?;
///     tally.add(&graph.answer(&CopsQuestion::default(), &mut workspace)?, &record);
/// }
/// let summary = CopsSummary::from(tally);
/// let counts: Vec<_> = summary.rows.iter().map(|row| (row.cop_number, row.count)).collect();
/// assert_eq!(counts, [(Some(1), 2), (Some(2), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(SummaryKind, u64, Option<String>)>", into = "Vec<(SummaryKind, u64, Option<String>)>")]
pub struct SummaryTally {
    kinds: BTreeMap<SummaryKind, (u64, Option<String>)>,
}

/// The kind by which an answer about [cop numbers](crate::cops::CopsQuestion) or of
/// [`solve`](SolveAnswer) is counted.
///
/// It holds the index of the outcome in [`Outcome::ALL`](Keyword::ALL), and three numbers, the last
/// of which only answers about cop numbers have. Null is stored as the greatest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "[u64; 4]", into = "[u64; 4]")]
pub struct SummaryKind([u64; 4]);

impl TryFrom<[u64; 4]> for SummaryKind {
    type Error = String;

    fn try_from(kind: [u64; 4]) -> Result<Self, String> {
        if kind[0] < 3 { Ok(Self(kind)) } else { Err(format!("{} is no outcome", kind[0])) }
    }
}

impl From<SummaryKind> for [u64; 4] {
    fn from(kind: SummaryKind) -> Self {
        kind.0
    }
}

impl SummaryKind {
    fn new(outcome: usize, numbers: [Option<u64>; 3]) -> Self {
        let [one, two, three] = numbers.map(|number| number.unwrap_or(u64::MAX));
        Self([outcome as u64, one, two, three])
    }

    fn outcome(self) -> Outcome {
        Outcome::ALL[self.0[0] as usize]
    }

    fn numbers(self) -> [Option<u64>; 3] {
        [self.0[1], self.0[2], self.0[3]].map(|number| (number < u64::MAX).then_some(number))
    }
}

/// The number of graphs with each cop number and capture time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CopsSummary {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The number of graphs that are counted.
    pub graphs: u64,
    /// A row for each cop number and capture time, ascending, null last, and for each bound of those
    /// that are open.
    pub rows: Vec<CopsSummaryRow>,
}

/// The graphs with one cop number and capture time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CopsSummaryRow {
    /// The cop number; null if it was not asked for, or not found among the numbers that were
    /// tried.
    pub cop_number: Option<u32>,
    /// The capture time in rounds; null if the cats do not win, or if it is not known.
    pub capture_time: Option<u64>,
    /// The cop number is at least this, where neither it nor a capture time is known; null elsewhere.
    pub at_least: Option<u32>,
    /// The number of graphs of this kind.
    pub count: u64,
    /// The first graph of this kind: its own line or, if it has none, in graph6 or digraph6; null
    /// if these formats cannot represent it.
    pub example: Option<String>,
}

/// The number of boards with each outcome and distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SolveSummary {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The number of boards that are counted.
    pub graphs: u64,
    /// A row for each outcome and distance: wins of the Mouse, wins of the Cat, draws; each by
    /// ascending distance, null last.
    pub rows: Vec<SolveSummaryRow>,
}

/// The boards with one outcome and distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SolveSummaryRow {
    /// The outcome from the start.
    pub outcome: Outcome,
    /// Plies to the forced end; null if no end is forced, or if only outcomes are known.
    pub distance_plies: Option<u64>,
    /// The total cost of the moves to the end; null if no end is forced, if only outcomes are known, or
    /// if moves have no costs.
    pub distance_cost: Option<u64>,
    /// The number of boards of this kind.
    pub count: u64,
    /// The first board of this kind: its own line or, if it has none, in graph6 or digraph6; null
    /// if these formats cannot represent it.
    pub example: Option<String>,
}

/// The columns of a [`CopsSummary`] in CSV.
pub const COPS_SUMMARY_COLUMNS: [&str; 5] = ["cop_number", "capture_time", "at_least", "count", "example"];

/// The columns of a [`SolveSummary`] in CSV.
pub const SOLVE_SUMMARY_COLUMNS: [&str; 5] = ["outcome", "distance_plies", "distance_cost", "count", "example"];

impl From<Vec<(SummaryKind, u64, Option<String>)>> for SummaryTally {
    fn from(kinds: Vec<(SummaryKind, u64, Option<String>)>) -> Self {
        Self { kinds: kinds.into_iter().map(|(kind, count, example)| (kind, (count, example))).collect() }
    }
}

impl From<SummaryTally> for Vec<(SummaryKind, u64, Option<String>)> {
    fn from(tally: SummaryTally) -> Self {
        tally.kinds.into_iter().map(|(kind, (count, example))| (kind, count, example)).collect()
    }
}

impl SummaryTally {
    /// Counts one more graph. The first graph of a kind is kept as its example.
    pub fn add(&mut self, kind: impl Into<SummaryKind>, record: &Record) {
        let (count, _) = self.kinds.entry(kind.into()).or_insert_with(|| (0, graph_line(record)));
        *count += 1;
    }

    /// Adds the counts of a later part of the stream.
    pub fn append(&mut self, later: Self) {
        for (kind, (count, example)) in later.kinds {
            self.kinds.entry(kind).or_insert((0, example)).0 += count;
        }
    }

    fn graphs(&self) -> u64 {
        self.kinds.values().map(|(count, _)| count).sum()
    }
}

impl From<CopsNumbers> for SummaryKind {
    fn from(CopsNumbers { cop_number, capture_time, at_least, .. }: CopsNumbers) -> Self {
        let open = (cop_number.is_none() && capture_time.is_none()).then_some(at_least);
        Self::new(0, [cop_number.map(u64::from), capture_time, open.map(u64::from)])
    }
}

impl From<&CopsAnswer<'_>> for SummaryKind {
    fn from(answer: &CopsAnswer<'_>) -> Self {
        CopsNumbers {
            cop_number: answer.cop_number,
            capture_time: answer.capture_time,
            at_least: answer.at_least,
            at_most: answer.at_most,
            stop: answer.stop,
        }
        .into()
    }
}

impl From<&SolveAnswer<'_>> for SummaryKind {
    fn from(answer: &SolveAnswer<'_>) -> Self {
        let outcome = Outcome::ALL.iter().position(|&outcome| outcome == answer.outcome).unwrap_or(0);
        Self::new(outcome, [answer.distance.distance_plies, answer.distance.distance_cost, None])
    }
}

impl From<SummaryTally> for CopsSummary {
    /// Of answers about cop numbers.
    fn from(tally: SummaryTally) -> Self {
        let graphs = tally.graphs();
        let row = |(kind, (count, example)): (SummaryKind, _)| {
            let [cop_number, capture_time, at_least] = kind.numbers();
            let [cop_number, at_least] = [cop_number, at_least].map(|number| number.map(|number| number as u32));
            CopsSummaryRow { cop_number, capture_time, at_least, count, example }
        };
        Self { schema: SCHEMA, graphs, rows: tally.kinds.into_iter().map(row).collect() }
    }
}

impl From<SummaryTally> for SolveSummary {
    /// Of answers of `solve`.
    fn from(tally: SummaryTally) -> Self {
        let graphs = tally.graphs();
        let row = |(kind, (count, example)): (SummaryKind, _)| {
            let [distance_plies, distance_cost, _] = kind.numbers();
            SolveSummaryRow { outcome: kind.outcome(), distance_plies, distance_cost, count, example }
        };
        Self { schema: SCHEMA, graphs, rows: tally.kinds.into_iter().map(row).collect() }
    }
}

impl CopsSummaryRow {
    /// The fields in CSV, in the order of [`COPS_SUMMARY_COLUMNS`].
    pub fn fields(&self) -> [String; 5] {
        let example = self.example.clone().unwrap_or_default();
        let at_least = number_field(self.at_least);
        [number_field(self.cop_number), number_field(self.capture_time), at_least, self.count.to_string(), example]
    }
}

impl SolveSummaryRow {
    /// The fields in CSV, in the order of [`SOLVE_SUMMARY_COLUMNS`].
    pub fn fields(&self) -> [String; 5] {
        let [plies, cost] = [self.distance_plies, self.distance_cost].map(number_field);
        [self.outcome.to_string(), plies, cost, self.count.to_string(), self.example.clone().unwrap_or_default()]
    }
}

/// A graph in one line: its own line, or otherwise graph6 or digraph6. `None` if these formats
/// cannot represent it.
pub fn graph_line(record: &Record) -> Option<String> {
    if let Some(line) = record.own_line() {
        return Some(line.to_owned());
    }
    let document = record.read().ok()?;
    let board = document.setup.plan_board().ok()?;
    let mut text = String::new();
    // The format graph6 has no loops, but digraph6 has.
    let mut written = |format| write(&mut text, &document, &board, format);
    written(Format::Graph6).or_else(|_| written(Format::Digraph6)).ok()?;
    Some(text.trim_end().to_owned())
}
