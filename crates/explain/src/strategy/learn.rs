//! Few rules for many positions: a decision tree, learned greedily.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::Place;

use super::item::Item;
use super::{Action, Branch, Case, Landmark, Manner, Seen};

/// Rules that suit every position that they were learned from.
pub(super) struct Learned {
    pub(super) finishes: bool,
    pub(super) branches: Vec<Branch>,
    pub(super) elsewhere: Option<Manner>,
}

impl Learned {
    /// What is done at a position that the rules were learned from.
    pub(super) fn action(&self, item: &Item) -> Action {
        let finish = Action::By(Manner::Finish);
        if self.finishes && item.suits(&finish) {
            return finish;
        }
        let branch = self.branches.iter().find(|branch| branch.at.binary_search(&item.own).is_ok());
        let case = branch.and_then(|branch| branch.cases.iter().find(|case| item.sees(&case.seen)));
        let elsewhere = || Action::By(self.elsewhere.unwrap_or(Manner::Safe));
        case.map_or_else(elsewhere, |case| case.action.clone())
    }
}

/// Learns rules.
///
/// Wherever the player's pieces stand, each action is tried as the usual one; what it does not suit become exceptions,
/// those first that deal with the most positions for their length. The manner that saves the most branches is what is
/// done elsewhere. Places with the same cases share a branch.
pub(super) fn learn(explored: &[Item]) -> Learned {
    let finish = Action::By(Manner::Finish);
    let mut groups: BTreeMap<&[Place], Vec<&Item>> = BTreeMap::new();
    // Where moves have costs, to win at once need not be best everywhere, and then it is no rule.
    let can = |item: &&Item| item.allowed(&finish).next().is_some();
    let mut ends = explored.iter().filter(can).peekable();
    let finishes = ends.peek().is_some() && ends.all(|item| item.suits(&finish));
    for item in explored {
        if !finishes || !item.suits(&finish) {
            groups.entry(&item.own).or_default().push(item);
        }
    }
    let branches: Vec<(&[Place], Vec<Case>)> = groups.iter().map(|(&own, items)| (own, cases(items))).collect();
    // Every branch that a manner suits as a whole is saved by it, and the rule for it is one more.
    let saved = |manner: Manner| -> usize {
        let action = Action::By(manner);
        let suits = |own: &[Place]| groups[own].iter().all(|item| item.suits(&action));
        branches.iter().filter(|(own, _)| suits(own)).map(|(_, cases)| length(cases)).sum()
    };
    let elsewhere = Manner::ALL
        .into_iter()
        .skip(1)
        .map(|manner| (saved(manner), manner))
        .fold(None, |best: Option<(usize, Manner)>, found| match best {
            Some(known) if known.0 >= found.0 => Some(known),
            _ => Some(found),
        })
        .filter(|&(saved, _)| saved > 1)
        .map(|(_, manner)| manner);
    let mut kept: Vec<Branch> = Vec::new();
    for (own, cases) in branches {
        let action = elsewhere.map(Action::By);
        if action.is_some_and(|action| groups[own].iter().all(|item| item.suits(&action))) {
            continue;
        }
        match kept.iter_mut().find(|branch| branch.cases == cases) {
            Some(branch) => branch.at.push(own.to_vec()),
            None => kept.push(Branch { at: vec![own.to_vec()], cases }),
        }
    }
    Learned { finishes, branches: kept, elsewhere }
}

/// How long cases are in words.
fn length(cases: &[Case]) -> usize {
    let named = cases.iter().map(|case| match &case.seen {
        Seen::OneOf(placements) => placements.len(),
        _ => 0,
    });
    cases.len() + named.sum::<usize>()
}

/// The cases for positions in which the player's pieces stand on the same places. Cases that name where to go are followed without
/// counting steps: these are taken unless others are much shorter.
fn cases(items: &[&Item]) -> Vec<Case> {
    /// So many words more they may take.
    const NAMES_WORTH: usize = 2;
    // From one place the steps nearer to a goal lead to the same places always, and so can be named.
    const NAMED: [Manner; 2] = [Manner::Goal, Manner::SafeGoal];
    let by_manners = shortest_cases(items, &Manner::ALL[2..]);
    let is_manner = |case: &Case| match case.action {
        Action::To(_) | Action::By(Manner::Stay) => false,
        Action::By(manner) => !NAMED.contains(&manner),
    };
    if !by_manners.iter().any(is_manner) {
        return by_manners;
    }
    let by_places = shortest_cases(items, &NAMED);
    if length(&by_places) <= length(&by_manners) + NAMES_WORTH { by_places } else { by_manners }
}

/// The shortest cases found, with these manners of moving besides places.
fn shortest_cases(items: &[&Item], manners: &[Manner]) -> Vec<Case> {
    /// Of more actions than this only those that suit most are tried as the usual one.
    const USUAL: usize = 12;
    let targets: BTreeSet<&Vec<Place>> = items
        .iter()
        .flat_map(|item| item.choices.iter().filter(|choice| choice.permitted).map(|choice| &choice.target))
        .collect();
    // Of equally long cases those are kept that name a place; to stay is plainer still.
    let stay = std::iter::once(Action::By(Manner::Stay));
    let manners = manners.iter().copied().map(Action::By);
    let actions: Vec<Action> = stay.chain(targets.into_iter().cloned().map(Action::To)).chain(manners).collect();
    let suited: Vec<(Action, Vec<bool>)> = actions
        .into_iter()
        .map(|action| {
            let suits = items.iter().map(|item| item.suits(&action)).collect();
            (action, suits)
        })
        .collect();
    let count = |suits: &[bool]| suits.iter().filter(|&&suits| suits).count();
    let mut usual: Vec<usize> = (0..suited.len()).collect();
    usual.sort_by_key(|&index| std::cmp::Reverse(count(&suited[index].1)));
    let mut best: Option<Vec<Case>> = None;
    for &index in usual.iter().take(USUAL) {
        let found = exceptions(items, &suited, index);
        if best.as_ref().is_none_or(|known| length(&found) < length(known)) {
            best = Some(found);
        }
    }
    best.unwrap_or_default()
}

/// The cases with the action of this number as the usual one.
fn exceptions(items: &[&Item], suited: &[(Action, Vec<bool>)], usual: usize) -> Vec<Case> {
    let mut left: Vec<bool> = vec![true; items.len()];
    let mut cases = Vec::new();
    while (0..items.len()).any(|index| left[index] && !suited[usual].1[index]) {
        let mut best: Option<(f64, Case)> = None;
        for (action, suits) in suited {
            let wanted = |index: &usize| left[*index] && !suited[usual].1[*index];
            let covered: Vec<usize> = (0..items.len()).filter(wanted).filter(|&index| suits[index]).collect();
            if covered.is_empty() {
                continue;
            }
            let mut offer = |worth: f64, seen: &dyn Fn() -> Seen| {
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, Case { seen: seen(), action: action.clone() }));
                }
            };
            for landmark in [Landmark::Player, Landmark::Goal] {
                let steps: BTreeSet<u32> =
                    covered.iter().filter_map(|&index| items[index].steps_to(landmark)).collect();
                let within = steps.iter().map(|&steps| Seen::Within(landmark, steps));
                let beyond = steps.iter().filter_map(|&steps| Some(Seen::Beyond(landmark, steps.checked_sub(1)?)));
                for seen in within.chain(beyond) {
                    let sees = |&index: &usize| left[index] && items[index].sees(&seen);
                    if (0..items.len()).filter(sees).all(|index| suits[index]) {
                        let dealt = covered.iter().filter(|&index| sees(index)).count();
                        offer(ratio(dealt, 2), &|| seen.clone());
                    }
                }
            }
            let named = || Seen::OneOf(covered.iter().map(|&index| items[index].other.clone()).collect());
            offer(ratio(covered.len(), 1 + covered.len()), &named);
        }
        let Some((_, mut case)) = best else { break };
        if let Seen::OneOf(placements) = &mut case.seen {
            placements.sort_unstable();
            placements.dedup();
        }
        for (left, item) in left.iter_mut().zip(items) {
            *left &= !item.sees(&case.seen);
        }
        cases.push(case);
    }
    if left.contains(&true) {
        cases.push(Case { seen: Seen::Anything, action: suited[usual].0.clone() });
    } else if let Some(last) = cases.last_mut() {
        last.seen = Seen::Anything;
    }
    cases
}

#[expect(clippy::cast_precision_loss, reason = "counts of positions, only compared")]
fn ratio(dealt: usize, words: usize) -> f64 {
    dealt as f64 / words as f64
}
