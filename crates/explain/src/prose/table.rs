//! What is played everywhere, as a table: for each placement of the winner where it goes against which placements of the loser.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{Measure, PositionId, Words, listed};

use crate::answers::{Answers, Given};

/// What the winner plays while its pieces stand in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where they stand: "C4".
    pub own: String,
    /// Where they go: "14 if M1 or M12", "otherwise 11"; what belongs together is held together by no-break spaces.
    pub cases: Vec<String>,
}

/// Which answers a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// All that were found.
    Everything,
    /// Those off the line.
    OffLine,
    /// Those at positions that arise after up to so many moves off the line.
    Within(usize),
}

impl Covered {
    fn has(self, given: &Given) -> bool {
        match self {
            Self::Everything => true,
            Self::OffLine => given.ply.is_none(),
            Self::Within(moves) => given.off_line <= moves,
        }
    }
}

/// The table of the answers that are covered. Positions of the line that are played at these plies, from and to, are left out.
///
/// Rows and cases stand in the order of the places. Where all answers that there are were found and stand in the row, the one that most
/// placements of the loser have is told last, for all others. That is not done where moves have costs: a move that wins at once may be the
/// wrong one there, and a position where it is right must be seen to be none of the others.
pub fn table<W: Words>(words: &W, answers: &Answers, covered: Covered, but: &[(usize, usize)]) -> Vec<Row> {
    let places = |position: PositionId, player| -> Vec<u32> {
        words.places(position, player).iter().map(|place| place.number()).collect()
    };
    let winner = answers.player;
    let loser = winner.opponent();
    let mut told: Vec<&Given> =
        answers.given.iter().filter(|given| covered.has(given) && !is_among(given, but)).collect();
    told.sort_by_cached_key(|given| (places(given.position, winner), places(given.position, loser), given.position));
    let mut rows: Vec<(String, Vec<Case>)> = Vec::new();
    let mut at: BTreeMap<String, usize> = BTreeMap::new();
    for given in told {
        let own = words.placement(given.position, winner);
        let target = words.target(given.position, given.to).replace(' ', "\u{a0}");
        let against = words.placement(given.position, loser).replace(' ', "\u{a0}");
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
    let is_whole = answers.is_complete && covered == Covered::Everything && words.measure() == Measure::Plies;
    let left_out: BTreeSet<String> = answers
        .given
        .iter()
        .filter(|given| is_among(given, but))
        .map(|given| words.placement(given.position, winner))
        .collect();
    rows.into_iter()
        .map(|(own, cases)| {
            let rest = if is_whole && !left_out.contains(&own) { most_frequent(&cases) } else { None };
            let cases = told_cases(&cases, rest);
            Row { own, cases }
        })
        .collect()
}

/// How many answers the table has.
pub fn table_size(answers: &Answers, covered: Covered, but: &[(usize, usize)]) -> usize {
    answers.given.iter().filter(|given| covered.has(given) && !is_among(given, but)).count()
}

fn is_among(given: &Given, plies: &[(usize, usize)]) -> bool {
    given.ply.is_some_and(|ply| plies.iter().any(|&(from, to)| (from..=to).contains(&ply)))
}

/// Where the winner goes, and against which placements of the loser.
type Case = (String, Vec<String>);

/// The case with the most placements, unless so few that they are better named.
fn most_frequent(cases: &[Case]) -> Option<usize> {
    /// So few placements are named rather than called all others.
    const NAMED: usize = 2;
    let most = cases.iter().map(|(_, against)| against.len()).max()?;
    cases.iter().position(|(_, against)| against.len() == most && most > NAMED)
}

/// The cases in words; that with the number `rest` is for all that the others do not name.
fn told_cases(cases: &[Case], rest: Option<usize>) -> Vec<String> {
    let named = cases.iter().enumerate().filter(|(index, _)| Some(*index) != rest);
    let mut told: Vec<String> =
        named.map(|(_, (target, against))| format!("{target}\u{a0}if {}", listed(against, "or"))).collect();
    if let Some((target, _)) = rest.and_then(|rest| cases.get(rest)) {
        told.push(if told.is_empty() { target.clone() } else { format!("otherwise\u{a0}{target}") });
    }
    told
}
