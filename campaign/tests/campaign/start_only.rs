//! Starts that are decided without the values of all positions, against the oracle, which computes
//! all values.

use catmouse::model::Outcome;
use catmouse::{
    answers::{DecidedBy, StartProof},
    decide_start,
};
use catmouse_campaign::confrontation::verdict;
use catmouse_campaign::oracle::{Place, Placing, Who};
use catmouse_campaign::random;
use catmouse_solver::Control;

#[test]
fn a_start_decided_alone_has_the_outcome_that_the_oracle_finds() {
    let (mut starts, mut races, mut by_fewer, mut unknown, mut exactly) = (0, 0, 0, 0, 0);
    for case in (0..2200).map(|number| random::case(0x57A7, number)) {
        let table = case.pursuit.table();
        let verdicts = table.verdicts(case.terms);
        for (index, cats) in case.pursuit.placements().into_iter().enumerate().step_by(5) {
            let mouse = (index * 7) % case.pursuit.vertices();
            let turn = if index % 2 == 0 { Who::Mouse } else { Who::Cat };
            let case = case.starting_from(&Place { mouse, cats, turn });
            let place = table.number(&case.start).expect("a place of the table");
            starts += 1;
            let Some(decided) = decide_start(&case.setup(), None, &Control::default()).unwrap() else { continue };
            assert_eq!(verdict(decided.outcome.into()), verdicts[place], "{case:?}");
            let exact = table.distance(place, case.terms);
            // What is won within a distance is won by play.
            if let Some(cause) = decided.decided_by {
                assert_eq!(exact.is_some(), cause == DecidedBy::Play, "{cause:?}, but {exact:?}: {case:?}");
            }
            unknown += usize::from(decided.decided_by.is_none());
            if let Some(within) = decided.within {
                assert!(exact.is_some_and(|exact| exact <= within), "{exact:?} > {within}: {case:?}");
                assert!(!decided.is_exact || exact == Some(within), "{exact:?} is not {within}: {case:?}");
                exactly += usize::from(decided.is_exact);
            }
            match &decided.proof {
                StartProof::Race(path) => {
                    races += 1;
                    assert_eq!(decided.outcome, Outcome::Mouse);
                    assert!(path.windows(2).all(|pair| {
                        let [from, to] = [pair[0], pair[1]].map(|vertex| vertex.number() as usize);
                        let place = Place { mouse: from, cats: Vec::new(), turn: Who::Mouse };
                        case.pursuit.leads(&place, 0, to)
                    }));
                }
                StartProof::FewerCats(cats) => {
                    by_fewer += 1;
                    assert!(cats.len() < case.pursuit.cats);
                }
            }
            assert_eq!(case.placing, Placing::Neither);
        }
    }
    // Otherwise the comparison would show little.
    assert!(unknown > 10 && exactly > 300, "{unknown} without a cause, {exactly} exactly");
    assert!(starts > 4_000 && races > 350 && by_fewer > 1_000, "{starts} starts, {races} races, {by_fewer} by fewer");
}
