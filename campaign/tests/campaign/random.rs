//! Random cases depend on nothing but their numbers, and have every setting.

use catmouse_campaign::case::Case;
use catmouse_campaign::oracle::{CatInHole, CatsMove, Ground, Placing, Stalemate, VERDICTS};
use catmouse_campaign::random::case;

#[test]
fn a_case_depends_on_its_seed_and_number_alone() {
    assert_eq!(case(7, 3), case(7, 3));
    assert!(case(7, 3) != case(7, 4) && case(7, 3) != case(8, 3));
}

/// Whether some arc of a graph has no reverse arc of the same cost.
fn is_directed(case: &Case) -> bool {
    let arcs: Vec<(usize, usize, u64)> = match &case.pursuit.ground {
        Ground::Graph(lists) => {
            lists.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&to| (from, to, 1))).collect()
        }
        Ground::Priced(lists) => {
            let of = |(from, list): (usize, &Vec<(usize, u64)>)| {
                list.iter().map(move |&(to, cost)| (from, to, cost)).collect::<Vec<_>>()
            };
            lists.iter().enumerate().flat_map(of).collect()
        }
        Ground::Grid(_) => Vec::new(),
    };
    arcs.iter().any(|&(from, to, cost)| !arcs.contains(&(to, from, cost)))
}

/// Each setting occurs with every kind of board.
#[test]
fn every_setting_occurs() {
    let all: Vec<Case> = (0..2_000).map(|number| case(1, number)).collect();
    let (grids, graphs): (Vec<&Case>, Vec<&Case>) =
        all.iter().partition(|case| matches!(case.pursuit.ground, Ground::Grid(_)));
    assert!(graphs.iter().any(|case| is_directed(case)) && graphs.iter().any(|case| !is_directed(case)));
    assert!(grids.iter().any(|case| case.pursuit.mouse.jump == 5 && case.pursuit.cat.jump == 1));
    let (priced, plain): (Vec<&Case>, Vec<&Case>) = graphs.into_iter().partition(|case| case.pursuit.has_costs());
    assert!(priced.iter().any(|case| is_directed(case)) && priced.iter().any(|case| !is_directed(case)));
    for kind in [grids, plain, priced] {
        let occurs = |what: &dyn Fn(&Case) -> bool| assert!(kind.iter().any(|case| what(case)));
        for holes in 0..=3 {
            occurs(&|case| case.pursuit.holes.len() == holes);
        }
        for jump in 0..=1 {
            occurs(&|case| case.pursuit.mouse.jump == jump && case.pursuit.cat.jump == 1 - jump);
        }
        for speed in [1, 2, 3, 20] {
            occurs(&|case| case.pursuit.mouse.speed == speed && case.pursuit.cat.speed != speed);
        }
        for may_stay in [true, false] {
            occurs(&|case| case.pursuit.mouse.may_stay == may_stay && case.pursuit.cat.may_stay != may_stay);
        }
        for cat_in_hole in [CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins] {
            for stalemate in [Stalemate::Draw, Stalemate::Pass, Stalemate::Loss] {
                occurs(&|case| case.pursuit.cat_in_hole == cat_in_hole && case.pursuit.stalemate == stalemate);
            }
        }
        for capture_distance in [0, 1, 2, 5] {
            occurs(&|case| case.pursuit.capture_distance == capture_distance);
        }
        for cats in 1..=3 {
            for cats_move in [CatsMove::All, CatsMove::One] {
                occurs(&|case| case.pursuit.cats == cats && case.pursuit.cats_move == cats_move);
            }
            for placing in [Placing::Neither, Placing::Mouse, Placing::Cats, Placing::Both] {
                occurs(&|case| case.pursuit.cats == cats && case.placing == placing);
            }
        }
        for owner in VERDICTS {
            occurs(&|case| case.terms.endless == owner && case.terms.clock.is_none());
            occurs(&|case| case.terms.clock.is_some_and(|clock| clock.owner == owner));
        }
    }
}
