//! Compares the engines with each other and with the checker, on random products of all shapes.
//!
//! The queue engine is simple enough to compare with a textbook, and the checker verifies values
//! without any engine. These tests are about sizes: rows that fill a word, a cache line or a block
//! exactly, and rows that do not.

use std::ops::ControlFlow;

use catmouse_arena::{
    ByPlayer, Extent, Outcomes, Player, PositionId, Preference, ProductArena, Solution, StalemateRule, StepGraph,
    Value, Values, Verdicts, Winners, check,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::random::Dice;
use catmouse_solver::{Control, Engine, Request, solve, solve_table};

/// The structure of a token's moves.
#[derive(Clone, Copy, Debug)]
enum Structure {
    /// This many random arcs for each node on average.
    Anywhere(u32),
    /// Steps by a few offsets, with gaps, as on grids and paths.
    Offsets(u32),
    /// Nearly complete: most pairs of nodes are joined by an arc.
    Nearly,
    /// Trees, with a few one-way arcs.
    Branches,
}

fn steps(dice: &mut Dice, nodes: u32, moves: Structure) -> StepGraph {
    let mut arcs = Vec::new();
    match moves {
        Structure::Anywhere(degree) => {
            for _ in 0..u64::from(nodes) * u64::from(degree) {
                arcs.push((dice.number_below(nodes), dice.number_below(nodes), 1));
            }
            // Random arcs contain too few loops and two-way pairs.
            for _ in 0..nodes / 4 {
                let (from, to) = (dice.number_below(nodes), dice.number_below(nodes));
                arcs.extend([(from, to, 1), (to, from, 1), (to, to, 1)]);
            }
        }
        Structure::Offsets(count) => {
            for _ in 0..count {
                let offset = dice.number_below(nodes.min(40));
                for node in 0..nodes - offset {
                    if dice.number_below(8) > 0 {
                        arcs.push((node, node + offset, 1));
                    }
                    if dice.number_below(8) > 0 {
                        arcs.push((node + offset, node, 1));
                    }
                }
            }
        }
        Structure::Nearly => {
            for from in 0..nodes {
                arcs.extend((0..nodes).filter(|_| dice.number_below(10) > 0).map(|to| (from, to, 1)));
            }
        }
        Structure::Branches => {
            let mut numbers: Vec<u32> = (0..nodes).collect();
            for index in 1..nodes {
                numbers.swap(index as usize, dice.number_below(index + 1) as usize);
            }
            for index in 1..nodes {
                if dice.number_below(100) == 0 {
                    continue; // another tree
                }
                let (one, other) = (numbers[index as usize], numbers[dice.number_below(index) as usize]);
                arcs.push((one, other, 1));
                arcs.extend((dice.number_below(50) > 0).then_some((other, one, 1)));
            }
        }
    }
    // Some nodes have no move, and some have a single one.
    for _ in 0..dice.number_below(4) {
        let node = dice.number_below(nodes);
        arcs.retain(|arc| arc.0 != node);
        if dice.number_below(2) == 0 {
            arcs.push((node, dice.number_below(nodes), 1));
        }
    }
    StepGraph::new(nodes, arcs)
}

fn verdicts(dice: &mut Dice, rows: u32, columns: u32) -> Verdicts {
    let player = |dice: &mut Dice| dice.choose(&Player::BOTH);
    match dice.number_below(4) {
        // As in a pursuit: capture on the same node, and a hole.
        0 => {
            let hole = dice.number_below(rows);
            Verdicts::from_fn(rows, columns, |row, column| match () {
                () if row == hole => Some(Player::One),
                () if row == column => Some(Player::Two),
                () => None,
            })
        }
        // A few pairs.
        1 => {
            let pairs: Vec<_> =
                (0..4).map(|_| (dice.number_below(rows), dice.number_below(columns), player(dice))).collect();
            Verdicts::from_fn(rows, columns, |row, column| {
                pairs.iter().find(|pair| (pair.0, pair.1) == (row, column)).map(|pair| pair.2)
            })
        }
        // A row, a column, and a rectangle.
        2 => {
            let (row_won, column_won) = (dice.number_below(rows), dice.number_below(columns));
            let (bottom, right) = (dice.number_below(rows), dice.number_below(columns));
            let winners = [player(dice), player(dice), player(dice)];
            Verdicts::from_fn(rows, columns, |row, column| match () {
                () if row == row_won => Some(winners[0]),
                () if column == column_won => Some(winners[1]),
                () if row + 5 > bottom && row < bottom && column + 70 > right && column < right => Some(winners[2]),
                () => None,
            })
        }
        // Random pairs.
        _ => {
            let odds = dice.choose(&[3, 20, 200]);
            let mut all = Verdicts::empty(columns);
            for _ in 0..rows {
                let won: Vec<_> = (0..columns).map(|_| (dice.number_below(odds) == 0).then(|| player(dice))).collect();
                all.push_row((0..columns).zip(won).filter_map(|(column, winner)| Some((column..column + 1, winner?))));
            }
            all
        }
    }
}

fn arena(dice: &mut Dice, rows: u32, columns: u32, moves: [Structure; 2]) -> ProductArena {
    let (one, two) = (steps(dice, rows, moves[0]), steps(dice, columns, moves[1]));
    let verdicts = verdicts(dice, rows, columns);
    ProductArena::new(one, two, verdicts, dice.choose(&[StalemateRule::Endless, StalemateRule::Loses]))
}

fn any_moves(dice: &mut Dice) -> Structure {
    dice.choose(&[
        Structure::Anywhere(1),
        Structure::Anywhere(2),
        Structure::Anywhere(3),
        Structure::Anywhere(6),
        Structure::Anywhere(12),
        Structure::Offsets(1),
        Structure::Offsets(2),
        Structure::Offsets(4),
        Structure::Nearly,
    ])
}

/// Checks that every engine returns the same solution, and that the checker accepts it.
#[track_caller]
fn compare(arena: &ProductArena, about: &dyn std::fmt::Debug) {
    let reference = table_by(Engine::Queue, arena).expect("every move costs 1");
    assert_eq!(check(arena, &reference), Ok(()), "{about:?}");
    for &engine in Engine::ALL.iter().filter(|engine| engine.applies(arena)) {
        if engine != Engine::Queue {
            assert!(table_by(engine, arena).expect("every move costs 1") == reference, "{engine:?} on {about:?}");
        }
        let used = Solution::from_cells::<u16>(vec![0xABCD; reference.positions() + 1]);
        let again =
            engine.run(arena, Request::Table, used, &Control::default()).expect("every move costs 1").into_table();
        assert!(again == reference, "{engine:?} in used memory on {about:?}");
    }
    assert!(solve_table(arena).expect("every move costs 1") == reference, "{about:?}");

    let solved = solve(arena, Request::Outcomes, &Control::default()).expect("every move costs 1");
    let outcomes = solved.outcomes().expect("they were asked for");
    let winners = reference.values().all(|(position, value)| outcomes.winner(position) == value.winner());
    assert!(winners, "outcomes of {about:?}");
    assert_eq!(outcomes.counts(), reference.counts(), "{about:?}");
    same_outcomes(&outcomes, &reference, about);
    crate::disk::compare(arena, &reference, [None], about);
    let longest = Player::BOTH.iter().filter_map(|&player| reference.longest_win(player)).map(|(_, longest)| longest);
    let longest = longest.max().unwrap_or(0);
    assert_eq!(outcomes.extent(), Extent::All { longest: Some(longest) }, "{about:?}");
    // Large boards test only the most important limits.
    let few = reference.positions() > 2_000;
    let limits = [longest / 2, longest, 0, 1, longest.saturating_sub(1), longest + 1, u64::MAX];
    for &limit in &limits[..if few { 1 } else { limits.len() }] {
        let request = Request::Within(limit);
        let solved = solve(arena, request, &Control::default()).expect("every move costs 1");
        let outcomes = solved.outcomes().expect("they were asked for");
        let within =
            |(position, value): (PositionId, Value)| outcomes.winner(position) == value.within(Some(limit)).winner();
        assert!(reference.values().all(within), "outcomes within {limit} of {about:?}");
        assert!(outcomes.extent().suits(Some(limit)), "within {limit} of {about:?}");
        assert_eq!(outcomes.extent().suits(None), limit > longest, "within {limit} of {about:?}");
        let listed = Outcomes::of(&reference, Some(limit));
        assert!(listed.extent().suits(Some(limit)), "within {limit} of {about:?}");
        assert!(listed.values().eq(outcomes.values()), "within {limit} of {about:?}");
        if reference.positions() < 400_000 {
            crate::disk::compare(arena, &reference, [Some(limit)], about);
        }
    }
}

/// Checks that outcomes agree with values, through every method of both.
#[track_caller]
fn same_outcomes(outcomes: &Outcomes, reference: &Solution, about: &dyn std::fmt::Debug) {
    let winners = |values: &dyn Values| {
        let mut all = Vec::new();
        let _ = values.scan_winners(&mut |Winners { count, won: ByPlayer { one, two } }| {
            assert!((1..=Winners::MOST).contains(&count) && one & two == 0, "{about:?}");
            assert_eq!((one | two).checked_shr(count).unwrap_or(0), 0, "{about:?}");
            all.extend((0..count).map(|bit| (one >> bit & 1, two >> bit & 1)));
            ControlFlow::Continue(())
        });
        all
    };
    assert!(winners(outcomes) == winners(reference), "{about:?}");
    let half = reference.positions() / 2;
    for positions in [0..half, half..2 * half, half / 2..half + half / 3] {
        assert_eq!(
            outcomes.tally_in(positions.clone(), None),
            reference.tally_in(positions, None).without_distances(),
            "{about:?}"
        );
    }
    let without_distance = |value: Value| match value {
        Value::Win { player, .. } => Value::Win { player, distance: 0 },
        Value::Endless => Value::Endless,
    };
    for (player, first) in [(Player::One, 0), (Player::Two, half / 3)] {
        let mut best = vec![Preference::LEAST; reference.positions() - first];
        outcomes.raise_preferences(PositionId::new(first), player, &mut best);
        let expected = reference.values().skip(first).map(|(_, value)| without_distance(value).preference(player));
        assert!(expected.eq(best), "{about:?}");
    }
    let mut scanned = 0;
    outcomes.scan(&mut |position, value| {
        assert_eq!((position.index(), value.winner()), (scanned, reference.value(position).winner()), "{about:?}");
        scanned += 1;
    });
    assert_eq!(scanned, reference.positions());
}

#[test]
fn thousands_of_small_products() {
    for seed in 0..4_000 {
        let dice = &mut Dice::new(seed);
        let (rows, columns) = (1 + dice.number_below(20), 1 + dice.number_below(20));
        let moves = [any_moves(dice), any_moves(dice)];
        compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
    }
}

#[test]
fn rows_that_just_fill_their_words_and_rows_that_do_not() {
    const SIZES: &[u32] = &[1, 2, 5, 63, 64, 65, 127, 128, 129, 191, 255, 256, 257];
    let pairs = SIZES.iter().flat_map(|&rows| SIZES.iter().map(move |&columns| (rows, columns)));
    for (seed, (rows, columns)) in (0..).zip(pairs) {
        let dice = &mut Dice::new(seed);
        let moves = [any_moves(dice), any_moves(dice)];
        compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
    }
}

#[test]
fn rows_of_several_words() {
    // Rows end just before, at and just after the end of a block of 256 columns or a tile of 512.
    // The player with the long rows changes from pair to pair.
    const LONG: &[u32] = &[255, 256, 257, 300, 511, 512, 513, 700, 768, 1025];
    const SHORT: &[u32] = &[3, 64, 65, 130, 257];
    let pairs = LONG.iter().flat_map(|&long| SHORT.iter().map(move |&short| (long, short)));
    let in_turn =
        pairs.enumerate().map(|(turn, (long, short))| if turn % 2 == 0 { (long, short) } else { (short, long) });
    let both_long = [(511, 513), (513, 700), (1025, 512), (700, 1025)];
    for (seed, (rows, columns)) in (0..).zip(in_turn.chain(both_long)) {
        let dice = &mut Dice::new(seed);
        let sparse = [
            Structure::Anywhere(2),
            Structure::Anywhere(4),
            Structure::Anywhere(10),
            Structure::Offsets(2),
            Structure::Offsets(4),
        ];
        let moves = [dice.choose(&sparse), dice.choose(&sparse)];
        compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
    }
}

#[test]
fn rows_of_several_blocks() {
    for (seed, (rows, columns)) in (0..).zip([(40, 2_047), (2_048, 33), (9, 2_049), (4_097, 20), (70, 3_001)]) {
        for moves in [Structure::Anywhere(2), Structure::Anywhere(9), Structure::Offsets(3)] {
            let dice = &mut Dice::new(seed);
            compare(&arena(dice, rows, columns, [moves; 2]), &(seed, rows, columns, moves));
        }
    }
}

/// Wins spread along the rows by one step at each level, in either direction, across the borders of
/// words, tiles and blocks. Either player owns them.
#[test]
fn wins_that_spread_along_rows() {
    for (nodes, step) in [(1_100, 1), (1_100, 70), (2_300, 1)] {
        for is_upwards in [true, false] {
            let arc = |low: u32, high: u32| if is_upwards { (low, high, 1) } else { (high, low, 1) };
            let walk = StepGraph::new(nodes, (step..nodes).map(|high| arc(high - step, high)).collect());
            let idle = StepGraph::new(3, (0..3).map(|node| (node, node, 1)).collect());
            let is_end = |node: u32| if is_upwards { node + step >= nodes } else { node < step };
            let about = (nodes, step, is_upwards);
            let by_column = Verdicts::from_fn(3, nodes, |_, column| is_end(column).then_some(Player::One));
            compare(&ProductArena::new(idle.clone(), walk.clone(), by_column, StalemateRule::Endless), &about);
            let by_row = Verdicts::from_fn(nodes, 3, |row, _| is_end(row).then_some(Player::Two));
            compare(&ProductArena::new(walk, idle, by_row, StalemateRule::Endless), &about);
        }
    }
}

#[test]
fn trees_with_shuffled_nodes() {
    for (seed, (rows, columns)) in (0..).zip([(1_030, 1_100), (1_500, 60), (40, 1_300), (1_025, 7), (600, 1_200)]) {
        for moves in [
            [Structure::Branches; 2],
            [Structure::Branches, Structure::Anywhere(3)],
            [Structure::Offsets(2), Structure::Branches],
        ] {
            let dice = &mut Dice::new(seed);
            compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
        }
    }
}

/// On a board large enough for several threads, the answers of the rows engine do not depend on
/// their number.
#[test]
fn rows_are_the_same_on_any_number_of_threads() {
    let grid = |rows: u32, columns: u32| {
        let right = (0..rows).flat_map(|r| (1..columns).map(move |c| (r * columns + c - 1, r * columns + c)));
        let down = (columns..rows * columns).map(|at| (at - columns, at));
        let both_ways = right.chain(down).flat_map(|(a, b)| [(a, b, 1), (b, a, 1)]);
        StepGraph::new(rows * columns, both_ways.collect())
    };
    // The nodes of a tree are reordered.
    let tree = StepGraph::new(1700, (1..1700).flat_map(|at| [(at, at * 7 / 11, 1), (at * 7 / 11, at, 1)]).collect());
    for [one, two] in [[grid(40, 40), grid(30, 50)], [tree, grid(35, 45)]] {
        let (rows, columns) = (one.nodes(), two.nodes());
        let verdicts = Verdicts::from_fn(rows, columns, |one, two| match one {
            0 => Some(Player::One),
            _ => (one % columns == two).then_some(Player::Two),
        });
        let arena = ProductArena::new(one, two, verdicts, StalemateRule::Endless);
        let run = |request, threads: usize| {
            let control = Control::default().on_threads(threads.try_into().expect("at least one"));
            Engine::Rows.run(&arena, request, Solution::default(), &control).expect("every move costs 1")
        };
        let table = run(Request::Table, 1).table().expect("it was asked for");
        check(&arena, &table).unwrap_or_else(|why| panic!("{why}"));
        for threads in [2, 4] {
            assert!(run(Request::Table, threads).table().as_ref() == Some(&table), "{threads} threads");
            let outcomes = run(Request::Outcomes, threads).outcomes().expect("they were asked for");
            assert!(table.values().all(|(position, value)| outcomes.winner(position) == value.winner()));
        }
    }
}

#[test]
fn a_column_may_have_more_events_than_a_word_has_bits() {
    // Layers of twenty nodes, each with a move from every node to the layer before. One loses in
    // the first layer, at every node of Two.
    let (nodes, layer) = (500, 20);
    let layers = StepGraph::new(nodes, (layer..nodes).map(|node| (node, node - layer, 1)).collect());
    let idle = StepGraph::new(70, (0..70).map(|node| (node, node, 1)).collect());
    let verdicts = Verdicts::from_fn(nodes, 70, |one, _| (one < layer).then_some(Player::Two));
    // The longest win takes 48 plies, so a word has six bits for the distance and one for the
    // player. But each column has 24 events.
    compare(&ProductArena::new(layers, idle, verdicts, StalemateRule::Endless), &(nodes, layer));
}

/// One's graph is a tree that would be reordered, and Two has no node.
#[test]
fn there_may_be_no_positions() {
    let tree = StepGraph::new(1_200, (1..1_200).map(|to| (to / 2, to, 1)).collect());
    let nowhere = StepGraph::new(0, Vec::new());
    for [one, two] in [[tree.clone(), nowhere.clone()], [nowhere, tree]] {
        let verdicts = Verdicts::from_fn(one.nodes(), two.nodes(), |_, _| None);
        let arena = ProductArena::new(one, two, verdicts, StalemateRule::Endless);
        let control = &Control::default();
        let run =
            |request| Engine::Rows.run(&arena, request, Solution::default(), control).expect("every move costs 1");
        assert_eq!(run(Request::Table).table().map(|table| table.positions()), Some(0));
        assert!(run(Request::Outcomes).outcomes().is_some());
    }
}
