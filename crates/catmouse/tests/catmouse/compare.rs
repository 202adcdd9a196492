//! Comparisons of two boards, against counting position by position.

use std::collections::BTreeMap;

use catmouse::answers::{CompareAnswer, SurveyScope};
use catmouse::{Question, Solved, compare};
use catmouse_arena::{PositionId, Values};
use catmouse_model::{LimitChoice, Outcome, Position, RuleChoices, Side, Vertex};

/// Boards of different sizes, with one cat and with two, without a limit and under one.
fn boards() -> Vec<Solved> {
    let texts = [
        "[[1,3],[0],[3],[0,2]]",
        "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        "[[1,2],[0,2,3],[0,1,4],[1,4,5],[2,3],[3,6],[5]]",
        "[[[1,5],[2,1]],[[0,5],[2,3]],[[0,1],[1,3]]]",
    ];
    let limits = [None, Some(LimitChoice::Plies(2)), Some(LimitChoice::Plies(5))];
    let mut boards = Vec::new();
    for text in texts {
        for (cats, first) in [(&[2][..], Side::Mouse), (&[2, 2], Side::Cat)] {
            for limit in limits {
                let costs = text.starts_with("[[[");
                let rules = RuleChoices { limit: limit.filter(|_| !costs), ..RuleChoices::default() };
                let question = Question::text(text).rules(rules).cats(cats.iter().copied()).first(first);
                boards.push(question.solve().expect("it is a board"));
            }
        }
    }
    boards
}

/// The corresponding positions of two boards whose vertices correspond by their numbers.
fn corresponding(a: &Solved, b: &Solved) -> Vec<(PositionId, PositionId)> {
    let there = |vertex: Vertex| Some(vertex).filter(|vertex| vertex.number() < b.game().board().vertices());
    let pair = |id: PositionId| {
        let Position { mouse, cats, turn } = a.game().position(id);
        let cats: Vec<Vertex> = cats.into_iter().map(there).collect::<Option<_>>()?;
        Some((id, b.game().id(&Position { mouse: there(mouse)?, cats, turn })?))
    };
    let are_alike = a.game().rules().cats == b.game().rules().cats;
    a.game().position_ids().filter(|_| are_alike).filter_map(pair).collect()
}

fn check(a: &Solved, b: &Solved, answer: &CompareAnswer) {
    let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut farthest: BTreeMap<(String, String), Vec<(u64, String)>> = BTreeMap::new();
    let pairs = corresponding(a, b);
    let mut other_distance = 0;
    for &(id, there) in &pairs {
        let here = a.game().adjudication().judge(a.values().value(id));
        let then = b.game().adjudication().judge(b.values().value(there));
        let outcomes = [here, then].map(|judged| Outcome::from(judged.outcome).to_string());
        let kind: (String, String) = outcomes.into();
        *counts.entry(kind.clone()).or_default() += 1;
        other_distance += u64::from(kind.0 == kind.1 && here.distance != then.distance);
        if kind.0 != kind.1 {
            let far = here.distance.unwrap_or(0) + then.distance.unwrap_or(0);
            farthest.entry(kind).or_default().push((far, a.game().notation(&a.game().position(id))));
        }
    }
    assert_eq!(answer.matched.positions, pairs.len() as u64);
    assert_eq!(answer.other_distance, other_distance);
    let found: BTreeMap<(String, String), u64> =
        answer.differing.iter().map(|kind| ((kind.a.to_string(), kind.b.to_string()), kind.positions)).collect();
    assert_eq!(found, counts);
    for kind in &answer.differing {
        let mut expected = farthest.remove(&(kind.a.to_string(), kind.b.to_string())).unwrap_or_default();
        expected.sort_by_key(|(far, _)| std::cmp::Reverse(*far));
        let examples: Vec<&String> = kind.examples.iter().map(|example| &example.from).collect();
        assert_eq!(examples, expected.iter().take(3).map(|(_, from)| from).collect::<Vec<_>>());
    }
}

#[test]
fn positions_are_compared_as_by_counting() {
    let boards = boards();
    for a in &boards {
        for b in &boards {
            check(a, b, &compare(a, b, 1).expect("in memory"));
        }
    }
}

/// A survey in part reads the longest starts by rows, and a whole survey rates every start.
#[test]
fn a_survey_in_part_finds_the_longest_starts_of_all() {
    for board in boards() {
        for most in [1, 4] {
            let part = board.survey(most, SurveyScope::NarrowestAmong(5)).expect("in memory");
            let whole = board.survey(most, SurveyScope::All).expect("in memory").found();
            assert!(part.is_in_part());
            let part = part.found();
            assert_eq!(part.tally, whole.tally);
            for (part, whole) in part.hardest.iter().zip(&whole.hardest) {
                assert_eq!((part.outcome, &part.longest), (whole.outcome, &whole.longest));
            }
        }
    }
}
