//! What a stream of graphs comes to: how many there are of each kind, with an example, in memory that does not grow with the stream.

use std::collections::BTreeMap;

use catmouse_formats::{Format, Record, write};
use catmouse_model::{Keyword, Outcome};
use serde::{Deserialize, Serialize};

use crate::answer::SCHEMA;
use crate::cops::{CopsAnswer, CopsNumbers};
use crate::fields::number_field;
use crate::solve::SolveAnswer;

/// Counts graphs by what their answers have in common. Memory: one entry for each kind, whatever the number of graphs.
///
/// Parts of a stream may be counted apart: [`add_later`](Self::add_later) joins them. Kept as JSON, a tally is gone on with in another run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    from = "Vec<(K, u64, Option<String>)>",
    into = "Vec<(K, u64, Option<String>)>",
    bound(serialize = "K: Clone + Serialize", deserialize = "K: Ord + Deserialize<'de>")
)]
pub struct Tally<K> {
    kinds: BTreeMap<K, (u64, Option<String>)>,
}

/// What answers about [`cops`](crate::CopsQuestion) are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopsKind {
    cop_number: Known<u32>,
    capture_time: Known<u64>,
}

/// What answers of [`solve`](SolveAnswer) are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveKind {
    outcome: OutcomePlace,
    distance_plies: Known<u64>,
    distance_cost: Known<u64>,
}

/// A number, or none; in order none comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Option<T>", into = "Option<T>", bound(serialize = "T: Copy + Serialize"))]
enum Known<T> {
    Number(T),
    Not,
}

/// The place of an outcome among [`Outcome::ALL`](Keyword::ALL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "usize")]
struct OutcomePlace(usize);

impl TryFrom<usize> for OutcomePlace {
    type Error = String;

    fn try_from(place: usize) -> Result<Self, String> {
        (place < Outcome::ALL.len()).then_some(Self(place)).ok_or_else(|| format!("{place} is no outcome"))
    }
}

impl<T> From<Option<T>> for Known<T> {
    fn from(number: Option<T>) -> Self {
        number.map_or(Self::Not, Self::Number)
    }
}

impl<T: Copy> From<Known<T>> for Option<T> {
    fn from(known: Known<T>) -> Self {
        known.number()
    }
}

impl<T: Copy> Known<T> {
    fn new(number: Option<T>) -> Self {
        number.into()
    }

    fn number(self) -> Option<T> {
        match self {
            Self::Number(number) => Some(number),
            Self::Not => None,
        }
    }
}

/// How many graphs need how many cats for how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CopsSummary {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// How many graphs are counted.
    pub graphs: u64,
    /// A row for each cop number and capture time, ascending, what is not known last.
    pub rows: Vec<CopsSummaryRow>,
}

/// The graphs with one cop number and capture time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CopsSummaryRow {
    /// Their cop number; null where it was not asked for, or not found among the numbers that were tried.
    pub cop_number: Option<u32>,
    /// Their capture time; null where the cats do not win.
    pub capture_time: Option<u64>,
    /// How many there are.
    pub count: u64,
    /// The first of them: its own line or, where it has none, in graph6 or digraph6; null where those cannot hold it.
    pub example: Option<String>,
}

/// How many boards come to what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SolveSummary {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// How many boards are counted.
    pub graphs: u64,
    /// A row for each outcome and distance: the Mouse's, the Cat's, the draws; ascending, what is not forced last.
    pub rows: Vec<SolveSummaryRow>,
}

/// The boards with one outcome and distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SolveSummaryRow {
    /// Who wins from the start.
    pub outcome: Outcome,
    /// Plies to the forced end; null where none is forced.
    pub distance_plies: Option<u64>,
    /// What the moves to the end cost; null where no end is forced, or where moves have no costs.
    pub distance_cost: Option<u64>,
    /// How many there are.
    pub count: u64,
    /// The first of them: its own line or, where it has none, in graph6 or digraph6; null where those cannot hold it.
    pub example: Option<String>,
}

/// Columns of a [`CopsSummary`] in CSV.
pub const COPS_SUMMARY_COLUMNS: [&str; 4] = ["cop_number", "capture_time", "count", "example"];

/// Columns of a [`SolveSummary`] in CSV.
pub const SOLVE_SUMMARY_COLUMNS: [&str; 5] = ["outcome", "distance_plies", "distance_cost", "count", "example"];

impl<K: Ord> From<Vec<(K, u64, Option<String>)>> for Tally<K> {
    fn from(kinds: Vec<(K, u64, Option<String>)>) -> Self {
        Self { kinds: kinds.into_iter().map(|(kind, count, example)| (kind, (count, example))).collect() }
    }
}

impl<K> From<Tally<K>> for Vec<(K, u64, Option<String>)> {
    fn from(tally: Tally<K>) -> Self {
        tally.kinds.into_iter().map(|(kind, (count, example))| (kind, count, example)).collect()
    }
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self { kinds: BTreeMap::new() }
    }
}

impl<K: Ord> Tally<K> {
    /// Counts one graph more; of the first of its kind the record is kept as the example.
    pub fn add(&mut self, kind: impl Into<K>, record: &Record) {
        let (count, _) = self.kinds.entry(kind.into()).or_insert_with(|| (0, example(record)));
        *count += 1;
    }

    /// Counts what was counted of a later part of the stream.
    pub fn add_later(&mut self, later: Self) {
        for (kind, (count, example)) in later.kinds {
            self.kinds.entry(kind).or_insert((0, example)).0 += count;
        }
    }

    fn graphs(&self) -> u64 {
        self.kinds.values().map(|(count, _)| count).sum()
    }
}

impl From<&CopsAnswer<'_>> for CopsKind {
    fn from(answer: &CopsAnswer<'_>) -> Self {
        Self { cop_number: Known::new(answer.cop_number), capture_time: Known::new(answer.capture_time) }
    }
}

impl From<CopsNumbers> for CopsKind {
    fn from(CopsNumbers { cop_number, capture_time }: CopsNumbers) -> Self {
        Self { cop_number: cop_number.into(), capture_time: capture_time.into() }
    }
}

impl From<&SolveAnswer<'_>> for SolveKind {
    fn from(answer: &SolveAnswer<'_>) -> Self {
        Self {
            outcome: OutcomePlace(Outcome::ALL.iter().position(|&outcome| outcome == answer.outcome).unwrap_or(0)),
            distance_plies: Known::new(answer.distance.distance_plies),
            distance_cost: Known::new(answer.distance.distance_cost),
        }
    }
}

impl From<Tally<CopsKind>> for CopsSummary {
    fn from(tally: Tally<CopsKind>) -> Self {
        let graphs = tally.graphs();
        let row = |(kind, (count, example)): (CopsKind, _)| CopsSummaryRow {
            cop_number: kind.cop_number.number(),
            capture_time: kind.capture_time.number(),
            count,
            example,
        };
        Self { schema: SCHEMA, graphs, rows: tally.kinds.into_iter().map(row).collect() }
    }
}

impl From<Tally<SolveKind>> for SolveSummary {
    fn from(tally: Tally<SolveKind>) -> Self {
        let graphs = tally.graphs();
        let row = |(kind, (count, example)): (SolveKind, _)| SolveSummaryRow {
            outcome: Outcome::ALL[kind.outcome.0],
            distance_plies: kind.distance_plies.number(),
            distance_cost: kind.distance_cost.number(),
            count,
            example,
        };
        Self { schema: SCHEMA, graphs, rows: tally.kinds.into_iter().map(row).collect() }
    }
}

impl CopsSummaryRow {
    /// The fields in CSV, as [`COPS_SUMMARY_COLUMNS`] names them.
    pub fn fields(&self) -> [String; 4] {
        let example = self.example.clone().unwrap_or_default();
        [number_field(self.cop_number), number_field(self.capture_time), self.count.to_string(), example]
    }
}

impl SolveSummaryRow {
    /// The fields in CSV, as [`SOLVE_SUMMARY_COLUMNS`] names them.
    pub fn fields(&self) -> [String; 5] {
        let [plies, cost] = [self.distance_plies, self.distance_cost].map(number_field);
        [self.outcome.to_string(), plies, cost, self.count.to_string(), self.example.clone().unwrap_or_default()]
    }
}

/// A graph in one line.
fn example(record: &Record) -> Option<String> {
    if let Some(line) = record.own_line() {
        return Some(line.to_owned());
    }
    let document = record.read().ok()?;
    let board = document.setup.plan_board().ok()?;
    let mut text = String::new();
    // With an edge from a vertex to itself it is no graph6, but it is digraph6.
    let mut written = |format| write(&mut text, &document, &board, format);
    written(Format::Graph6).or_else(|_| written(Format::Digraph6)).ok()?;
    Some(text.trim_end().to_owned())
}
