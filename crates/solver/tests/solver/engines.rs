//! The engines held against each other and against the checker, on random products of all shapes.
//!
//! The queue engine is simple enough to be read beside the textbook, and the checker decides without any engine which values are
//! right; here it is about sizes: rows that just fill a word, a cache line or a block, and those that just do not.

use std::ops::ControlFlow;

use catmouse_arena::{
    ByPlayer, Extent, Outcomes, Player, PositionId, Preference, ProductArena, Solution, StalemateRule, StepGraph,
    Value, Values, Verdicts, Winners, check,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::random::Dice;
use catmouse_solver::{Control, Engine, Request, solve, solve_table};

/// What the moves of a token look like.
#[derive(Clone, Copy, Debug)]
enum Moves {
    /// So many arcs for each node on average, anywhere.
    Anywhere(u32),
    /// Steps by a few offsets, with gaps: what grids and paths look like.
    Offsets(u32),
    /// Everybody follows everybody else, but for some.
    Nearly,
    /// Trees, with a few one-way streets.
    Branches,
}

fn steps(dice: &mut Dice, nodes: u32, moves: Moves) -> StepGraph {
    let mut arcs = Vec::new();
    match moves {
        Moves::Anywhere(degree) => {
            for _ in 0..u64::from(nodes) * u64::from(degree) {
                arcs.push((dice.number_below(nodes), dice.number_below(nodes), 1));
            }
            // Loops and two-way streets are too rare at random.
            for _ in 0..nodes / 4 {
                let (from, to) = (dice.number_below(nodes), dice.number_below(nodes));
                arcs.extend([(from, to, 1), (to, from, 1), (to, to, 1)]);
            }
        }
        Moves::Offsets(count) => {
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
        Moves::Nearly => {
            for from in 0..nodes {
                arcs.extend((0..nodes).filter(|_| dice.number_below(10) > 0).map(|to| (from, to, 1)));
            }
        }
        Moves::Branches => {
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
    // Some cannot move, and some have a single move.
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
        // As in a pursuit: who meets, and a hole.
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
        // Whole rows, whole columns, and a rectangle.
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
        // Anywhere.
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

fn arena(dice: &mut Dice, rows: u32, columns: u32, moves: [Moves; 2]) -> ProductArena {
    let (one, two) = (steps(dice, rows, moves[0]), steps(dice, columns, moves[1]));
    let verdicts = verdicts(dice, rows, columns);
    ProductArena::new(one, two, verdicts, dice.choose(&[StalemateRule::Endless, StalemateRule::Loses]))
}

fn any_moves(dice: &mut Dice) -> Moves {
    dice.choose(&[
        Moves::Anywhere(1),
        Moves::Anywhere(2),
        Moves::Anywhere(3),
        Moves::Anywhere(6),
        Moves::Anywhere(12),
        Moves::Offsets(1),
        Moves::Offsets(2),
        Moves::Offsets(4),
        Moves::Nearly,
    ])
}

/// Every engine gives the same solution, and the checker confirms it.
#[track_caller]
fn compare(arena: &ProductArena, about: &dyn std::fmt::Debug) {
    let reference = table_by(Engine::Queue, arena).expect("plies are counted");
    assert_eq!(check(arena, &reference), Ok(()), "{about:?}");
    for &engine in Engine::ALL.iter().filter(|engine| engine.applies(arena)) {
        if engine != Engine::Queue {
            assert!(table_by(engine, arena).expect("plies are counted") == reference, "{engine:?} on {about:?}");
        }
        let used = Solution::from_cells::<u16>(vec![0xABCD; reference.positions() + 1]);
        let again =
            engine.run(arena, Request::Table, used, &Control::default()).expect("plies are counted").into_table();
        assert!(again == reference, "{engine:?} in used memory on {about:?}");
    }
    assert!(solve_table(arena).expect("plies are counted") == reference, "{about:?}");

    let solved = solve(arena, Request::Outcomes, &Control::default()).expect("plies are counted");
    let outcomes = solved.outcomes().expect("they were asked for");
    let winners = reference.values().all(|(position, value)| outcomes.winner(position) == value.winner());
    assert!(winners, "outcomes of {about:?}");
    assert_eq!(outcomes.counts(), reference.counts(), "{about:?}");
    same_outcomes(&outcomes, &reference, about);
    let longest = Player::BOTH.iter().filter_map(|&player| reference.longest_win(player)).map(|(_, longest)| longest);
    let longest = longest.max().unwrap_or(0);
    assert_eq!(outcomes.extent(), Extent::All { longest: Some(longest) }, "{about:?}");
    // On large boards the limits that matter most.
    let few = reference.positions() > 2_000;
    let limits = [longest / 2, longest, 0, 1, longest.saturating_sub(1), longest + 1, u64::MAX];
    for &limit in &limits[..if few { 1 } else { limits.len() }] {
        let wanted = Request::Within(limit);
        let solved = solve(arena, wanted, &Control::default()).expect("plies are counted");
        let outcomes = solved.outcomes().expect("they were asked for");
        let within =
            |(position, value): (PositionId, Value)| outcomes.winner(position) == value.within(Some(limit)).winner();
        assert!(reference.values().all(within), "outcomes within {limit} of {about:?}");
        assert!(outcomes.extent().suits(Some(limit)), "within {limit} of {about:?}");
        assert_eq!(outcomes.extent().suits(None), limit > longest, "within {limit} of {about:?}");
        let listed = Outcomes::of(&reference, Some(limit));
        assert!(listed.extent().suits(Some(limit)), "within {limit} of {about:?}");
        assert!(listed.values().eq(outcomes.values()), "within {limit} of {about:?}");
    }
}

/// Outcomes say the same as values with distances, however they are asked.
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
    // Every pair of sizes twice, with other moves.
    let pairs = SIZES.iter().flat_map(|&rows| SIZES.iter().map(move |&columns| (rows, columns)));
    for (seed, (rows, columns)) in (0..).zip(pairs.clone().chain(pairs)) {
        let dice = &mut Dice::new(seed);
        let moves = [any_moves(dice), any_moves(dice)];
        compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
    }
}

#[test]
fn rows_of_several_words() {
    // Rows end before, at and behind the end of a block of 256 columns or a tile of 512. Each pair is played by either player.
    const LONG: &[u32] = &[255, 256, 257, 300, 511, 512, 513, 700, 768, 1025];
    const SHORT: &[u32] = &[3, 64, 65, 130, 257];
    let pairs = LONG.iter().flat_map(|&long| SHORT.iter().map(move |&short| (long, short)));
    let both_ways = pairs.flat_map(|(long, short)| [(long, short), (short, long)]);
    let both_long = [(511, 513), (513, 700), (1025, 512), (700, 1025)];
    for (seed, (rows, columns)) in (0..).zip(both_ways.chain(both_long)) {
        let dice = &mut Dice::new(seed);
        let sparse =
            [Moves::Anywhere(2), Moves::Anywhere(4), Moves::Anywhere(10), Moves::Offsets(2), Moves::Offsets(4)];
        let moves = [dice.choose(&sparse), dice.choose(&sparse)];
        compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
    }
}

#[test]
fn rows_of_several_blocks() {
    for (seed, (rows, columns)) in (0..).zip([(40, 2_047), (2_048, 33), (9, 2_049), (4_097, 20), (70, 3_001)]) {
        for moves in [Moves::Anywhere(2), Moves::Anywhere(9), Moves::Offsets(3)] {
            let dice = &mut Dice::new(seed);
            compare(&arena(dice, rows, columns, [moves; 2]), &(seed, rows, columns, moves));
        }
    }
}

#[test]
fn trees_with_shuffled_nodes() {
    for (seed, (rows, columns)) in (0..).zip([(1_030, 1_100), (1_500, 60), (40, 1_300), (1_025, 7), (600, 1_200)]) {
        for moves in [[Moves::Branches; 2], [Moves::Branches, Moves::Anywhere(3)], [Moves::Offsets(2), Moves::Branches]]
        {
            let dice = &mut Dice::new(seed);
            compare(&arena(dice, rows, columns, moves), &(seed, rows, columns, moves));
        }
    }
}

/// A board large enough for several threads: whatever the number, the rows engine finds the same.
#[test]
fn rows_are_the_same_on_any_number_of_threads() {
    let grid = |rows: u32, columns: u32| {
        let right = (0..rows).flat_map(|r| (1..columns).map(move |c| (r * columns + c - 1, r * columns + c)));
        let down = (columns..rows * columns).map(|at| (at - columns, at));
        let both_ways = right.chain(down).flat_map(|(a, b)| [(a, b, 1), (b, a, 1)]);
        StepGraph::new(rows * columns, both_ways.collect())
    };
    // A tree is put into another order.
    let tree = StepGraph::new(1700, (1..1700).flat_map(|at| [(at, at * 7 / 11, 1), (at * 7 / 11, at, 1)]).collect());
    for [one, two] in [[grid(40, 40), grid(30, 50)], [tree, grid(35, 45)]] {
        let (rows, columns) = (one.nodes(), two.nodes());
        let verdicts = Verdicts::from_fn(rows, columns, |one, two| match one {
            0 => Some(Player::One),
            _ => (one % columns == two).then_some(Player::Two),
        });
        let arena = ProductArena::new(one, two, verdicts, StalemateRule::Endless);
        let run = |wanted, threads: usize| {
            let control = Control::default().on_threads(threads.try_into().expect("at least one"));
            Engine::Rows.run(&arena, wanted, Solution::default(), &control).expect("it counts plies")
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
fn a_column_may_have_more_events_than_a_word_has_digits() {
    // Twenty nodes a layer, each a move from the layer before; One loses in the first, wherever Two stands.
    let (nodes, layer) = (500, 20);
    let layers = StepGraph::new(nodes, (layer..nodes).map(|node| (node, node - layer, 1)).collect());
    let idle = StepGraph::new(70, (0..70).map(|node| (node, node, 1)).collect());
    let verdicts = Verdicts::from_fn(nodes, 70, |one, _| (one < layer).then_some(Player::Two));
    // The longest takes 48 plies: six digits and one for the player, but each column has 24 events.
    compare(&ProductArena::new(layers, idle, verdicts, StalemateRule::Endless), &(nodes, layer));
}

/// One's graph is a tree that would be put into another order, and Two has nowhere to be.
#[test]
fn there_may_be_no_positions() {
    let tree = StepGraph::new(1_200, (1..1_200).map(|to| (to / 2, to, 1)).collect());
    let nowhere = StepGraph::new(0, Vec::new());
    for [one, two] in [[tree.clone(), nowhere.clone()], [nowhere, tree]] {
        let verdicts = Verdicts::from_fn(one.nodes(), two.nodes(), |_, _| None);
        let arena = ProductArena::new(one, two, verdicts, StalemateRule::Endless);
        let control = &Control::default();
        let run = |request| Engine::Rows.run(&arena, request, Solution::default(), control).expect("it counts plies");
        assert_eq!(run(Request::Table).table().map(|table| table.positions()), Some(0));
        assert!(run(Request::Outcomes).outcomes().is_some());
    }
}
