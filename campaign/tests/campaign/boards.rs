//! The lists of small boards are complete, and every setting occurs on them.

use catmouse_campaign::boards::{
    Board, COMBINATIONS, cases, combinations, connected_digraphs_once, graph, graphs, is_connected, priced_digraphs,
    with_every_cost,
};
use catmouse_campaign::case::Case;
use catmouse_campaign::oracle::{CatsMove, Ground, Placing, VERDICTS, Who};

const UP_TO_TWO_CATS: &[(usize, CatsMove)] = &[(1, CatsMove::All), (2, CatsMove::All), (2, CatsMove::One)];

/// The published numbers of connected labelled graphs (OEIS A001187) show that no graph is
/// missing.
#[test]
fn every_connected_graph_occurs() {
    let connected = |vertices| graphs(vertices).filter(|graph| is_connected(graph)).count();
    assert_eq!([1, 2, 3, 4, 5].map(connected), [1, 1, 4, 38, 728]);
}

/// The published numbers of connected digraphs up to relabelling (OEIS A003085).
#[test]
fn every_connected_digraph_occurs_once() {
    let connected = |vertices| connected_digraphs_once(vertices).count();
    assert_eq!([1, 2, 3, 4, 5].map(connected), [1, 2, 13, 199, 9364]);
}

#[test]
fn every_combination_occurs_once() {
    let all = combinations();
    assert_eq!(all.len(), COMBINATIONS);
    assert!(all.iter().enumerate().all(|(number, combination)| combination.number == number));
}

/// All starts, all limits and all owners occur, and the rules allow each of them.
#[test]
fn starts_and_terms_rotate() {
    let ground = Ground::Graph(graph(4, 0b11_1111));
    let board =
        Board { ground, holes: vec![0], cats: UP_TO_TWO_CATS, jumps: vec![[1, 1]], reaches: &[0], speeds: &[[1, 1]] };
    let all: Vec<Case> = (0..50).flat_map(|turn| cases(&board, turn * 31).collect::<Vec<_>>()).collect();
    for number in 0..4 {
        assert!(
            all.iter().any(|case| case.start.mouse == number)
                && (number == 0 || all.iter().any(|case| case.start.cats.contains(&number)))
        );
    }
    for placing in [Placing::Neither, Placing::Mouse, Placing::Cats, Placing::Both] {
        assert!(all.iter().any(|case| case.placing == placing));
    }
    for budget in 0..=12 {
        assert!(all.iter().any(|case| case.terms.clock.is_some_and(|clock| clock.budget == budget)));
    }
    for owner in VERDICTS {
        assert!(all.iter().any(|case| case.terms.endless == owner && case.terms.clock.is_none()));
        assert!(all.iter().any(|case| case.terms.clock.is_some_and(|clock| clock.owner == owner)));
    }
    assert!(all.iter().all(|case| case.start.cats.iter().all(|&cat| case.pursuit.may_stand(Who::Cat, cat))));
    for (cats, cats_move) in UP_TO_TWO_CATS {
        let with_these_cats = |case: &&Case| case.pursuit.cats == *cats && case.pursuit.cats_move == *cats_move;
        assert_eq!(all.iter().filter(with_these_cats).count(), 50 * COMBINATIONS);
    }
}

/// Counted by hand. Three vertices have three paths of two edges and a triangle. Four vertices
/// have sixteen trees of three edges and fifteen graphs of four edges. Two vertices have one
/// edge. Among two vertices there are four ordered pairs for arcs, each with or without an arc
/// of each of three costs; among three vertices there are six pairs.
#[test]
fn every_choice_of_costs_occurs() {
    let graphs = (2..=4).flat_map(graphs).filter(|graph| is_connected(graph));
    assert_eq!(graphs.flat_map(with_every_cost).count(), 3 + 3 * 9 + 27 + 16 * 27 + 15 * 81);
    assert_eq!(priced_digraphs(2, 4, |_, _| true).count(), 1 + 12 + 66 + 220 + 495);
    assert_eq!(priced_digraphs(3, 3, |from, to| from != to).count(), 1 + 18 + 153 + 816);
}
