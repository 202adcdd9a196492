//! The winning table as rows: for each placement of the winner, its moves against the placements of
//! the loser.

use std::collections::HashMap;

use catmouse_arena::{Measure, Words, listed};

use crate::sorting::{set, sort_by_numbers, sort_by_places};
use crate::winning_table::{TableEntry, WinningTable};

/// The winner's moves from one placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The placement: "C4".
    pub own: String,
    /// The moves: "14 if M1 or M12", "otherwise 11". No-break spaces join words that belong
    /// together.
    pub cases: Vec<String>,
}

/// Which entries of a [`WinningTable`] are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All entries.
    Everything,
    /// The entries at positions that are not on the line.
    OffLine,
    /// The entries with at most this number of [`deviations`](TableEntry::deviations).
    Within(usize),
}

impl Coverage {
    fn has(self, entry: &TableEntry) -> bool {
        match self {
            Self::Everything => true,
            Self::OffLine => entry.ply.is_none(),
            Self::Within(moves) => entry.deviations <= moves,
        }
    }
}

/// The rows for the entries that `covered` selects. It omits the entries at the plies of the line
/// in the ranges `omitted` (first and last number, as from [`run_plies`](super::run_plies)).
///
/// Rows and cases are ordered by the places. If a row is complete, the move against the most
/// placements is last, as `otherwise …`. This is not done where moves have costs: a move that wins
/// at once is not in the table and may be wrong there, so a reader must see which positions the
/// other cases do not name.
pub fn table(words: &dyn Words, answers: &WinningTable, covered: Coverage, omitted: &[(usize, usize)]) -> Vec<Row> {
    let winner = answers.player;
    let loser = winner.opponent();
    let mut texts: Vec<&TableEntry> =
        answers.entries.iter().filter(|entry| covered.has(entry) && !is_among(entry, omitted)).collect();
    sort_by_numbers(&mut texts, |entry| [entry.position.index() as u64]);
    sort_by_places(&mut texts, |entry| [winner, loser].map(|player| words.places(entry.position, player)));
    let mut rows: Vec<(String, Vec<Case>)> = Vec::new();
    let mut at: HashMap<String, usize> = HashMap::new();
    for entry in texts {
        let own = words.placement(entry.position, winner);
        let target = words.target(entry.position, words.cheapest(entry.position, entry.to)).replace(' ', "\u{a0}");
        let against = words.placement(entry.position, loser).replace(' ', "\u{a0}");
        let row = *at.entry(own.clone()).or_insert_with(|| {
            rows.push((own, Vec::new()));
            rows.len() - 1
        });
        let cases = &mut rows[row].1;
        match cases.iter_mut().find(|(known, _)| *known == target) {
            Some((_, against_which)) => against_which.push(against),
            None => cases.push((target, vec![against])),
        }
    }
    let is_whole = answers.is_complete && covered == Coverage::Everything && words.measure() == Measure::Plies;
    let left_out = answers.entries.iter().filter(|entry| is_among(entry, omitted));
    let left_out = set(left_out.map(|entry| words.placement(entry.position, winner)).collect());
    rows.into_iter()
        .map(|(own, cases)| {
            let rest = if is_whole && left_out.binary_search(&own).is_err() { most_frequent(&cases) } else { None };
            let cases = case_texts(&cases, rest);
            Row { own, cases }
        })
        .collect()
}

/// The number of entries in the table.
pub fn table_size(answers: &WinningTable, covered: Coverage, omitted: &[(usize, usize)]) -> usize {
    answers.entries.iter().filter(|entry| covered.has(entry) && !is_among(entry, omitted)).count()
}

fn is_among(entry: &TableEntry, plies: &[(usize, usize)]) -> bool {
    entry.ply.is_some_and(|ply| plies.iter().any(|&(from, to)| (from..=to).contains(&ply)))
}

/// The winner's target, and the placements of the loser against which the winner goes there.
type Case = (String, Vec<String>);

/// The case with the most placements, if it has too many to name.
fn most_frequent(cases: &[Case]) -> Option<usize> {
    /// The greatest number of placements that are always named.
    const NAMED: usize = 2;
    let most = cases.iter().map(|(_, against)| against.len()).max()?;
    cases.iter().position(|(_, against)| against.len() == most && most > NAMED)
}

/// The cases as texts. The case with the number `rest` is for all placements that the others do not
/// name.
fn case_texts(cases: &[Case], rest: Option<usize>) -> Vec<String> {
    let named = cases.iter().enumerate().filter(|(index, _)| Some(*index) != rest);
    let mut texts: Vec<String> =
        named.map(|(_, (target, against))| format!("{target}\u{a0}if {}", listed(against, "or"))).collect();
    if let Some((target, _)) = rest.and_then(|rest| cases.get(rest)) {
        texts.push(if texts.is_empty() { target.clone() } else { format!("otherwise\u{a0}{target}") });
    }
    texts
}
