//! Learning few rules for many positions: a decision tree, built greedily.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{InOrder, Place};

use super::decision_point::DecisionPoint;
use super::rules::{Action, Branch, Case, Landmark, Manner, PlacementCondition};
use crate::sorting::sort_by_numbers;

/// Learned rules. They suit every decision point from which they were learned.
pub(super) struct Learned {
    pub(super) finishes: bool,
    pub(super) branches: Vec<Branch>,
    pub(super) elsewhere: Option<Manner>,
}

impl Learned {
    /// The action of the rules at a decision point from which they were learned.
    pub(super) fn action(&self, point: &DecisionPoint) -> Action {
        let finish = Action::By(Manner::Finish);
        if self.finishes && point.suits(&finish) {
            return finish;
        }
        let branch = self.branches.iter().find(|branch| branch.at.binary_search(&point.own).is_ok());
        let case = branch.and_then(|branch| branch.cases.iter().find(|case| point.meets(&case.condition)));
        let elsewhere = || Action::By(self.elsewhere.unwrap_or(Manner::Safe));
        case.map_or_else(elsewhere, |case| case.action.clone())
    }
}

/// Learns rules from decision points.
///
/// Each placement of the player's pieces gets a decision list. Each action is tried as the default;
/// the positions that the default does not suit get cases of their own. Greedily, the case that
/// covers the most positions for its size is chosen. If one manner suits all positions of a
/// placement, it can replace the whole list. The manner that saves the most becomes the rule for
/// all other placements. Placements with the same cases share a branch.
pub(super) fn learn(explored: &[DecisionPoint]) -> Learned {
    let finish = Action::By(Manner::Finish);
    let mut groups: BTreeMap<&[Place], Vec<&DecisionPoint>> = BTreeMap::new();
    // Where moves have costs, winning at once need not be best everywhere. Then it does not become
    // a rule.
    let can = |point: &&DecisionPoint| point.allowed(&finish).next().is_some();
    let mut ends = explored.iter().filter(can).peekable();
    let finishes = ends.peek().is_some() && ends.all(|point| point.suits(&finish));
    for point in explored {
        if !finishes || !point.suits(&finish) {
            groups.entry(&point.own).or_default().push(point);
        }
    }
    let branches: Vec<(&[Place], Vec<Case>)> = groups.iter().map(|(&own, points)| (own, cases(points))).collect();
    // A manner saves every branch that it suits as a whole, and costs one more rule.
    let saved = |manner: Manner| -> usize {
        let action = Action::By(manner);
        let suits = |own: &[Place]| groups[own].iter().all(|point| point.suits(&action));
        branches.iter().filter(|(own, _)| suits(own)).map(|(_, cases)| size(cases)).sum()
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
        if action.is_some_and(|action| groups[own].iter().all(|point| point.suits(&action))) {
            continue;
        }
        match kept.iter_mut().find(|branch| branch.cases == cases) {
            Some(branch) => branch.at.push(own.to_vec()),
            None => kept.push(Branch { at: vec![own.to_vec()], cases }),
        }
    }
    Learned { finishes, branches: kept, elsewhere }
}

/// The size of cases, counted as in [`Strategy::size`](super::rules::Strategy::size).
fn size(cases: &[Case]) -> usize {
    let named = cases.iter().map(|case| match &case.condition {
        PlacementCondition::OneOf(placements) => placements.len(),
        _ => 0,
    });
    cases.len() + named.sum::<usize>()
}

/// The cases for one placement of the player's pieces. Cases that name places can be followed
/// without counting steps, so they are preferred unless others are much smaller.
fn cases(points: &[&DecisionPoint]) -> Vec<Case> {
    /// The advantage in size that other cases need over cases that name places.
    const NAMED_PLACES_BONUS: usize = 2;
    // From one place, the steps nearer to a goal always lead to the same places, so the rules can
    // name these places.
    const NAMED: [Manner; 2] = [Manner::Goal, Manner::SafeGoal];
    let by_manners = smallest_cases(points, &Manner::ALL[2..]);
    let is_manner = |case: &Case| match case.action {
        Action::To(_) | Action::By(Manner::Stay) => false,
        Action::By(manner) => !NAMED.contains(&manner),
    };
    if !by_manners.iter().any(is_manner) {
        return by_manners;
    }
    let by_places = smallest_cases(points, &NAMED);
    if size(&by_places) <= size(&by_manners) + NAMED_PLACES_BONUS { by_places } else { by_manners }
}

/// The smallest cases found, with actions that name places and actions of these manners.
fn smallest_cases(points: &[&DecisionPoint], manners: &[Manner]) -> Vec<Case> {
    /// The greatest number of actions tried as the default; those that suit the most positions are
    /// tried.
    const DEFAULTS_TRIED: usize = 12;
    let targets: BTreeSet<&Vec<Place>> = points
        .iter()
        .flat_map(|point| point.choices.iter().filter(|choice| choice.permitted).map(|choice| &choice.target))
        .collect();
    // Among equally small cases the first is kept. Staying is plainest, then moves to places, then
    // manners.
    let stay = std::iter::once(Action::By(Manner::Stay));
    let manners = manners.iter().copied().map(Action::By);
    let actions: Vec<Action> = stay.chain(targets.into_iter().cloned().map(Action::To)).chain(manners).collect();
    let suited: Vec<(Action, Vec<bool>)> = actions
        .into_iter()
        .map(|action| {
            let suits = points.iter().map(|point| point.suits(&action)).collect();
            (action, suits)
        })
        .collect();
    let count = |suits: &[bool]| suits.iter().filter(|&&suits| suits).count();
    let mut default: Vec<usize> = (0..suited.len()).collect();
    sort_by_numbers(&mut default, |&index| [(points.len() - count(&suited[index].1)) as u64]);
    let mut best: Option<Vec<Case>> = None;
    for &index in default.iter().take(DEFAULTS_TRIED) {
        for yardstick in [Some(Landmark::Goal), Some(Landmark::Player), None] {
            let found = exceptions(points, &suited, index, yardstick);
            if let Some(found) = found.filter(|found| best.as_ref().is_none_or(|known| size(found) < size(known))) {
                best = Some(found);
            }
        }
    }
    best.unwrap_or_default()
}

/// The cases with the action of number `default` as the default. A reader should measure only one
/// distance, so all conditions use the steps to the landmark `yardstick`, or all name placements of
/// the opponent if it is `None`. The result is `None` if the steps to this landmark do not separate
/// the positions.
fn exceptions(
    points: &[&DecisionPoint],
    suited: &[(Action, Vec<bool>)],
    default: usize,
    yardstick: Option<Landmark>,
) -> Option<Vec<Case>> {
    let mut left: Vec<bool> = vec![true; points.len()];
    let mut cases = Vec::new();
    while (0..points.len()).any(|index| left[index] && !suited[default].1[index]) {
        let mut best: Option<(usize, Case)> = None;
        for (action, suits) in suited {
            let is_open = |index: &usize| left[*index] && !suited[default].1[*index];
            let covered: Vec<usize> = (0..points.len()).filter(is_open).filter(|&index| suits[index]).collect();
            if covered.is_empty() {
                continue;
            }
            let mut offer = |worth: usize, condition: &dyn Fn() -> PlacementCondition| {
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, Case { condition: condition(), action: action.clone() }));
                }
            };
            let Some(landmark) = yardstick else {
                let named =
                    || PlacementCondition::OneOf(covered.iter().map(|&index| points[index].other.clone()).collect());
                offer(covered.len(), &named);
                continue;
            };
            let steps: BTreeSet<u32> = covered.iter().filter_map(|&index| points[index].steps_to(landmark)).collect();
            let within = steps.iter().map(|&steps| PlacementCondition::Within(landmark, steps));
            let beyond =
                steps.iter().filter_map(|&steps| Some(PlacementCondition::Beyond(landmark, steps.checked_sub(1)?)));
            for condition in within.chain(beyond) {
                let meets = |&index: &usize| left[index] && points[index].meets(&condition);
                if (0..points.len()).filter(meets).all(|index| suits[index]) {
                    offer(covered.iter().filter(|&index| meets(index)).count(), &|| condition.clone());
                }
            }
        }
        let Some((_, mut case)) = best else {
            if yardstick.is_some() {
                return None;
            }
            break; // near the end of a limit no action may suit
        };
        if let PlacementCondition::OneOf(placements) = &mut case.condition {
            placements.put_in_order();
            placements.dedup();
        }
        for (left, point) in left.iter_mut().zip(points) {
            *left &= !point.meets(&case.condition);
        }
        cases.push(case);
    }
    if left.contains(&true) {
        cases.push(Case { condition: PlacementCondition::Anything, action: suited[default].0.clone() });
    } else if let Some(last) = cases.last_mut() {
        last.condition = PlacementCondition::Anything;
    }
    Some(cases)
}
