//! A batch is a faster way to the same game: on every graph it yields the game of the graph's own
//! setup.

use catmouse_arena::Player;
use catmouse_model::{
    Batch, BoardChoice, CatInHole, Game, LimitChoice, Outcome, Plan, Preset, Setup, Side, Stalemate, VertexChoice,
};

/// The arcs `(from, to)` on this many vertices, sorted, that a bit mask selects.
fn arcs(vertices: u32, chosen: u32) -> Vec<(u32, u32)> {
    let pairs = (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to)));
    pairs.enumerate().filter(|(index, _)| chosen >> index & 1 == 1).map(|(_, pair)| pair).collect()
}

/// The game of a setup on a graph, by [`Setup::plan`].
fn planned(setup: &Setup, vertices: u32, arcs: &[(u32, u32)]) -> Option<Game> {
    let edges = arcs.iter().map(|&(from, to)| (from.into(), to.into())).collect();
    let mut setup = Setup { board: BoardChoice::Edges { vertices: vertices.into(), edges }, ..setup.clone() };
    setup.rules.directed = Some(true);
    setup.plan().ok().map(Plan::game)
}

/// All parts of a game, for comparison.
fn parts(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let arena = game.arena();
    (
        (game.preset(), game.rules().clone(), game.start().clone(), game.start_id()),
        game.board().arcs().collect::<Vec<_>>(),
        Player::BOTH.map(|player| arena.pieces(player).clone()),
        (arena.verdicts().clone(), arena.stalemate()),
    )
}

/// Setups that cover every difference between games on a bare graph.
fn setups() -> Vec<Setup> {
    let plain = || Setup::new(BoardChoice::Adjacency(Vec::new()));
    let with = |change: fn(&mut Setup)| {
        let mut setup = plain();
        change(&mut setup);
        setup
    };
    vec![
        plain(),
        with(|setup| setup.preset = Some(Preset::CopsAndRobbers)),
        with(|setup| {
            setup.rules.holes = Some(Vec::new());
            setup.rules.stalemate = Some(Stalemate::Pass);
            setup.rules.mouse_may_stay = Some(true);
            setup.cats = Some(vec![VertexChoice::Number(0)]);
        }),
        with(|setup| {
            setup.rules.cat_in_hole = Some(CatInHole::Wins);
            setup.rules.stalemate = Some(Stalemate::Loss);
            setup.rules.cat_may_stay = Some(true);
            setup.rules.limit = Some(LimitChoice::Plies(3));
            setup.first = Some(Side::Cat);
        }),
        with(|setup| {
            setup.rules.holes = Some(vec![VertexChoice::Number(1), VertexChoice::Number(2)]);
            setup.rules.mouse_jump = Some(0);
            setup.rules.endless = Some(Outcome::Mouse);
            setup.mouse = Some(VertexChoice::Number(0));
            setup.cats = Some(vec![VertexChoice::Number(0)]);
        }),
    ]
}

#[test]
fn on_every_graph_the_game_is_that_of_plan() {
    let mut games = 0;
    for setup in setups() {
        let mut batch = Batch::new(setup.clone());
        for vertices in 0..=3 {
            for chosen in 0..1 << (vertices * vertices) {
                let arcs = arcs(vertices, chosen);
                let expected = planned(&setup, vertices, &arcs);
                let found = batch.game(vertices, arcs.iter().copied());
                assert_eq!(found.map(parts), expected.as_ref().map(parts), "{setup:?} on {vertices}: {arcs:?}");
                games += usize::from(expected.is_some());
            }
        }
    }
    assert_eq!(games, 5 * 512 + 2 * 16 + 2, "all setups on three vertices, two on two vertices, one on one vertex");
}

#[test]
fn sizes_may_alternate() {
    let mut batch = Batch::new(Setup::new(BoardChoice::Adjacency(Vec::new())));
    for (vertices, chosen) in [(3, 0b110), (4, 0b1010_0101), (3, 0b1), (5, 0x1_5A5A), (4, 0), (3, 0b110)] {
        let arcs = arcs(vertices, chosen);
        let expected = planned(&Setup::new(BoardChoice::Adjacency(Vec::new())), vertices, &arcs);
        assert_eq!(batch.game(vertices, arcs).map(parts), expected.as_ref().map(parts));
    }
}

/// A batch refuses unsorted arcs, which a board would sort, and accepts an arc that leads one way.
#[test]
fn arcs_out_of_order_doubled_or_out_of_the_graph_are_left_to_plan() {
    let mut batch = Batch::new(Setup::new(BoardChoice::Adjacency(Vec::new())));
    let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
    assert!(batch.game(3, path).is_some());
    for wrong in [
        &[(1, 0), (0, 1), (1, 2), (2, 1)][..],
        &[(0, 1), (0, 1), (1, 0), (1, 2), (2, 1)],
        &[(0, 2), (0, 1), (1, 0), (2, 0)],
        &[(0, 1), (1, 0), (1, 3), (3, 1)],
        &[(0, 1), (3, 1)],
    ] {
        assert!(batch.game(3, wrong.iter().copied()).is_none(), "{wrong:?}");
    }
    let one_way = batch.game(3, [(0, 1), (1, 2)]).expect("in order");
    assert_eq!(one_way.board().arcs().count(), 2);
    assert_eq!(batch.game(3, path).expect("in order").board().arc_count(), 4, "refused arcs leave no trace");
}

#[test]
fn large_graphs_and_several_cats_are_left_to_plan() {
    let mut batch = Batch::new(Setup::new(BoardChoice::Adjacency(Vec::new())));
    assert!(batch.game(64, [(0, 63)]).is_some());
    assert!(batch.game(65, [(0, 64)]).is_none());
    let mut setup = Setup { preset: Some(Preset::CopsAndRobbers), ..Setup::new(BoardChoice::Adjacency(Vec::new())) };
    setup.rules.cats = Some(2);
    assert!(Batch::new(setup).game(3, []).is_none());
}
