//! Random games, larger than those that can be enumerated: compared with the oracle, and tested
//! against laws that hold in every game.
//!
//! Every run plays the same games, because the generator has a fixed seed. Set `PROPTEST_CASES` for
//! more.

use catmouse_arena::{
    Arena, GraphArena, Move, Player, PositionId, ProductArena, Solution, StalemateRule, StateRules, Status, StepGraph,
    Value, Values, Verdicts, check, check_within,
};
use catmouse_campaign::case::{Case, wide};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::confrontation::{confront, confront_values, engines, position};
use catmouse_campaign::oracle::{CatInHole, Ground, Movement, Place, Pursuit, Stalemate, Table, Who};
use catmouse_model::{BoardChoice, Game, PositionChoice, Setup};
use catmouse_solver::Engine;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn cases(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases };
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1728), failure_persistence: None, ..asked }
}

/// Lists of neighbours on 1 to `most` vertices, sparse or dense, symmetric or not, with self-loops.
fn any_graph(most: usize) -> impl Strategy<Value = Ground> {
    (1..=most, any::<bool>(), 5..60u8)
        .prop_flat_map(|(vertices, directed, density)| {
            let dice = prop::collection::vec(prop::collection::vec(0..100u8, vertices), vertices);
            (Just(directed), Just(density), dice)
        })
        .prop_map(|(directed, density, dice)| {
            let arc = |from: usize, to: usize| {
                let (a, b) = if directed { (from, to) } else { (from.min(to), from.max(to)) };
                dice[a][b] < density
            };
            let vertices = 0..dice.len();
            let list = |from| vertices.clone().filter(|&to| arc(from, to)).collect();
            Ground::Graph(vertices.clone().map(list).collect())
        })
}

/// Grids with walls, of up to this many rows and columns, with at least one free cell.
fn any_grid(most: usize) -> impl Strategy<Value = Ground> {
    (1..=most, 1..=most)
        .prop_flat_map(|(rows, columns)| {
            let cell = prop::sample::select(vec!['.', '.', '.', '#']);
            prop::collection::vec(prop::collection::vec(cell, columns), rows)
        })
        .prop_map(|mut rows: Vec<Vec<char>>| {
            if rows.iter().flatten().all(|&cell| cell == '#') {
                rows[0][0] = '.';
            }
            Ground::Grid(rows.into_iter().map(String::from_iter).collect())
        })
}

/// A game on this ground with up to three holes and random other rules.
fn any_rules(ground: impl Strategy<Value = Ground>) -> impl Strategy<Value = Pursuit> {
    let cat_in_hole =
        prop::sample::select(vec![CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins]);
    let stalemate = prop::sample::select(vec![Stalemate::Draw, Stalemate::Pass, Stalemate::Loss]);
    let movement = || (any::<bool>(), 0..5usize);
    let holes = prop::collection::vec(any::<prop::sample::Index>(), 0..=3);
    (ground, holes, cat_in_hole, movement(), movement(), stalemate).prop_map(
        |(ground, holes, cat_in_hole, mouse, cat, stalemate)| {
            let on_grid = matches!(ground, Ground::Grid(_));
            let movement =
                |(may_stay, jump)| Movement { may_stay, jump: if on_grid { jump } else { jump.min(1) }, speed: 1 };
            let (mouse, cat) = (movement(mouse), movement(cat));
            let mut pursuit = Pursuit { cat_in_hole, mouse, cat, stalemate, ..Pursuit::on(ground) };
            let vertices = pursuit.vertices();
            pursuit.holes = holes.iter().map(|hole| hole.index(vertices)).collect();
            pursuit.holes.sort_unstable();
            pursuit.holes.dedup();
            if !pursuit.has_room_for_cat() {
                pursuit.holes.pop();
            }
            pursuit
        },
    )
}

/// A game on a graph or a grid.
fn any_game() -> impl Strategy<Value = Pursuit> {
    prop_oneof![any_rules(any_graph(12)), any_rules(any_grid(4))]
}

/// The states of a game, each with its moves. It may start at every state.
#[derive(Debug)]
struct States(Vec<(Status, Vec<usize>)>);

impl StateRules for States {
    type State = usize;

    fn starts(&self) -> Vec<usize> {
        (0..self.0.len()).collect()
    }

    fn status(&self, &state: &usize) -> Status {
        self.0[state].0
    }

    fn moves(&self, &state: &usize) -> Vec<(usize, u32)> {
        self.0[state].1.iter().map(|&to| (to, 1)).collect()
    }
}

fn any_player() -> impl Strategy<Value = Player> {
    prop::sample::select(Player::BOTH.to_vec())
}

fn any_states() -> impl Strategy<Value = States> {
    (1..40usize).prop_flat_map(|states| {
        let node = prop_oneof![8 => any_player().prop_map(Status::Turn), 1 => any_player().prop_map(Status::Won)];
        let moves = prop::collection::vec(0..states, 0..5);
        prop::collection::vec((node, moves), states).prop_map(States)
    })
}

fn any_product() -> impl Strategy<Value = ProductArena> {
    let steps = |nodes| {
        let arcs = prop::collection::vec((0..nodes, 0..nodes, Just(1)), 0..24);
        arcs.prop_map(move |arcs| StepGraph::new(nodes, arcs))
    };
    let stuck = prop::sample::select(vec![StalemateRule::Endless, StalemateRule::Loses]);
    (1..9u32, 1..9u32, stuck).prop_flat_map(move |(rows, columns, stuck)| {
        let winners = prop::collection::vec(prop::option::weighted(0.2, any_player()), (rows * columns) as usize);
        (steps(rows), steps(columns), winners).prop_map(move |(one, two, winners)| {
            let verdicts = Verdicts::from_fn(rows, columns, |row, column| winners[(row * columns + column) as usize]);
            ProductArena::new(one, two, verdicts, stuck)
        })
    })
}

/// The pursuit as a case.
fn case(pursuit: &Pursuit) -> Case {
    Case::new(pursuit.clone()).expect("there is room for the cat")
}

fn setup(pursuit: &Pursuit) -> Setup {
    case(pursuit).setup()
}

/// The oracle's value of every place, after comparing the engines with the oracle.
fn confirmed(pursuit: &Pursuit) -> (Table, Vec<Value>) {
    let (_, table, values) = confront_values(&case(pursuit), &engines()).expect("the engines agree with the oracle");
    (table, values)
}

/// Solves with an engine and has the solution checked.
fn solve(engine: Engine, game: &Game) -> Solution {
    let solution = table_by(engine, game.arena()).expect("every move costs 1, and the board is small");
    assert_eq!(check(game.arena(), &solution), Ok(()), "{engine:?}");
    solution
}

fn value_at(game: &Game, solution: &Solution, place: &Place) -> Value {
    solution.value(game.id(&position(place)).expect("the rules let the pieces stand there"))
}

fn solved(pursuit: &Pursuit) -> (Game, Solution) {
    let game = setup(pursuit).plan().expect("the oracle's games are in order").game();
    let solution = solve(Engine::ALL[0], &game);
    (game, solution)
}

fn positions(game: &Game) -> impl Iterator<Item = PositionId> {
    (0..game.arena().positions()).map(PositionId::new)
}

/// The value of a move for the position before it.
fn through(solution: &Solution, to: PositionId) -> Value {
    solution.value(to).one_move_before(1)
}

/// The same game with vertex `v` called `names[v]`.
fn relabelled(pursuit: &Pursuit, names: &[usize]) -> Pursuit {
    let Ground::Graph(old) = &pursuit.ground else {
        panic!("only vertices of graphs change their numbers");
    };
    let mut new = vec![Vec::new(); old.len()];
    for (vertex, list) in old.iter().enumerate() {
        new[names[vertex]] = list.iter().map(|&to| names[to]).collect();
    }
    let holes = pursuit.holes.iter().map(|&hole| names[hole]).collect();
    Pursuit { ground: Ground::Graph(new), holes, ..pursuit.clone() }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn the_engines_agree_with_the_oracle(pursuit in any_game()) {
        confront(&case(&pursuit), &engines()).unwrap();
    }

    /// Games that are no pursuit: turns need not alternate, and moves may lead nowhere or back.
    #[test]
    fn any_explicit_game_is_solved(rules in any_states()) {
        let arena = GraphArena::explore(&rules, 100).unwrap();
        for engine in Engine::applicable(&arena) {
            prop_assert_eq!(check(&arena, &table_by(engine, &arena).unwrap()), Ok(()), "{:?}", engine);
        }
    }

    /// Two tokens on two random digraphs, with random ends.
    #[test]
    fn any_product_is_solved(arena in any_product()) {
        for engine in Engine::applicable(&arena) {
            prop_assert_eq!(check(&arena, &table_by(engine, &arena).unwrap()), Ok(()), "{:?}", engine);
        }
    }

    /// A solution with one wrong value is refuted, because the conditions of the checker have only
    /// one solution.
    #[test]
    fn any_single_change_is_refuted(
        pursuit in any_game(),
        at in any::<prop::sample::Index>(),
        claim in prop_oneof![
            Just(Value::Endless),
            (any::<bool>(), 0..40u64).prop_map(|(one, distance)| {
                Value::Win { player: if one { Player::One } else { Player::Two }, distance }
            }),
        ],
    ) {
        let (game, solution) = solved(&pursuit);
        let mut values: Vec<_> = solution.values().map(|(_, value)| value).collect();
        let at = at.index(values.len());
        prop_assume!(values[at] != claim);
        values[at] = claim;
        let refutation = check(game.arena(), &Solution::from_values(values));
        prop_assert!(refutation.is_err(), "{claim:?} at {at} is accepted");
    }

    /// Near misses are refuted: a distance that is off by one or two, and the other winner at the
    /// right distance.
    #[test]
    fn a_near_miss_is_refuted(pursuit in any_game(), at in any::<prop::sample::Index>()) {
        let (game, solution) = solved(&pursuit);
        let values: Vec<_> = solution.values().map(|(_, value)| value).collect();
        let at = at.index(values.len());
        let Value::Win { player, distance } = values[at] else {
            return Ok(());
        };
        let mut claims = vec![Value::Endless, Value::Win { player: player.opponent(), distance }];
        let near = [distance.checked_sub(2), distance.checked_sub(1), Some(distance + 1), Some(distance + 2)];
        claims.extend(near.into_iter().flatten().map(|distance| Value::Win { player, distance }));
        for claim in claims {
            let mut values = values.clone();
            values[at] = claim;
            prop_assert!(check(game.arena(), &Solution::from_values(values)).is_err(), "{claim:?} at {at} is accepted");
        }
    }

    /// The values do not depend on the numbers of the vertices.
    #[test]
    fn relabelling_keeps_the_values(
        (pursuit, names) in any_rules(any_graph(12)).prop_flat_map(|pursuit| {
            let names: Vec<_> = (0..pursuit.vertices()).collect();
            (Just(pursuit), Just(names).prop_shuffle())
        }),
    ) {
        let (table, values) = confirmed(&pursuit);
        let (game, solution) = solved(&relabelled(&pursuit, &names));
        for (place, &value) in table.places.iter().zip(&values) {
            let cats = place.cats.iter().map(|&cat| names[cat]).collect();
            let moved = Place { mouse: names[place.mouse], cats, turn: place.turn };
            prop_assert_eq!(value_at(&game, &solution, &moved), value, "{:?}", place);
        }
    }

    /// The values do not depend on the orientation of a grid.
    #[test]
    fn turning_a_grid_keeps_the_values(pursuit in any_rules(any_grid(4))) {
        let Ground::Grid(rows) = &pursuit.ground else {
            unreachable!("the strategy makes only such boards");
        };
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let turned: Vec<String> = (0..cells[0].len()).map(|c| cells.iter().rev().map(|row| row[c]).collect()).collect();

        // The cell at (r, c) moves to (c, rows − 1 − r).
        let number = |rows: &[String], row: usize, column: usize| {
            let before: usize = rows[..row].iter().map(|text| text.matches('.').count()).sum();
            before + rows[row][..column].matches('.').count()
        };
        let mut names = vec![0; pursuit.vertices()];
        for (r, row) in cells.iter().enumerate() {
            for (c, _) in row.iter().enumerate().filter(|&(_, &cell)| cell == '.') {
                names[number(rows, r, c)] = number(&turned, c, cells.len() - 1 - r);
            }
        }
        let holes = pursuit.holes.iter().map(|&hole| names[hole]).collect();
        let (table, values) = confirmed(&pursuit);
        let (game, solution) = solved(&Pursuit { ground: Ground::Grid(turned), holes, ..pursuit });
        for (place, &value) in table.places.iter().zip(&values) {
            let cats = place.cats.iter().map(|&cat| names[cat]).collect();
            let moved = Place { mouse: names[place.mouse], cats, turn: place.turn };
            prop_assert_eq!(value_at(&game, &solution, &moved), value, "{:?}", place);
        }
    }

    /// Best moves are exactly the moves that keep the value, in the arena's order. If there are
    /// moves, there are best moves.
    #[test]
    fn best_moves_keep_the_value(pursuit in any_game()) {
        let (game, solution) = solved(&pursuit);
        for position in positions(&game) {
            let best = solution.best_moves(game.arena(), position);
            prop_assert_eq!(solution.best_move(game.arena(), position), best.first().copied());
            match game.arena().status(position) {
                Status::Won(_) => prop_assert_eq!(best, vec![]),
                Status::Turn(_) => {
                    let value = solution.value(position);
                    let moves: Vec<_> = game.arena().successors(position).collect();
                    prop_assert_eq!(best.is_empty(), moves.is_empty());
                    let keeps = |step: &Move| through(&solution, step.to) == value;
                    let keeping: Vec<_> = moves.into_iter().filter(keeps).collect();
                    prop_assert_eq!(best, keeping, "at {}", game.notation(&game.position(position)));
                }
            }
        }
    }

    /// If both players choose best moves from a forced win, the number of plies to the end is the
    /// distance.
    #[test]
    fn best_moves_lead_to_the_end_in_time(pursuit in any_game(), choice in any::<prop::sample::Index>()) {
        let (game, solution) = solved(&pursuit);
        for start in positions(&game) {
            let Value::Win { player, distance } = solution.value(start) else {
                continue;
            };
            let mut position = start;
            for _ in 0..distance {
                let best = solution.best_moves(game.arena(), position);
                position = best[choice.index(best.len())].to;
            }
            prop_assert_eq!(game.arena().status(position), Status::Won(player));
        }
    }

    /// A limit is a horizon: `check_within` accepts a table without the wins beyond the limit, and
    /// no other table.
    #[test]
    fn a_limit_is_a_horizon(pursuit in any_game()) {
        let (game, solution) = solved(&pursuit);
        let deepest = solution.values().filter_map(|(_, value)| value.distance()).max().unwrap_or(0);
        let within = |horizon| {
            let known = |value: Value| value.distance().is_some_and(|distance| distance <= horizon);
            let cut = |(_, value)| if known(value) { value } else { Value::Endless };
            Solution::from_values(solution.values().map(cut))
        };
        for horizon in 0..=deepest + 1 {
            prop_assert_eq!(check_within(game.arena(), &within(horizon), horizon), Ok(()));
            let whole = check_within(game.arena(), &solution, horizon);
            prop_assert_eq!(whole.is_ok(), horizon >= deepest, "horizon {} of {}", horizon, deepest);
        }
    }

    /// If being stuck saves no player, the option to stay never harms the player who has it.
    #[test]
    fn staying_never_harms_who_may(pursuit in any_game(), who in prop::sample::select(vec![Who::Mouse, Who::Cat])) {
        let stalemate = if pursuit.stalemate == Stalemate::Draw { Stalemate::Loss } else { pursuit.stalemate };
        let with = |may_stay| {
            let mut pursuit = Pursuit { stalemate, ..pursuit.clone() };
            let movement = if who == Who::Mouse { &mut pursuit.mouse } else { &mut pursuit.cat };
            movement.may_stay = may_stay;
            solved(&pursuit)
        };
        let ((game, must), (_, may)) = (with(false), with(true));
        let player = if who == Who::Mouse { Player::One } else { Player::Two };
        for position in positions(&game) {
            let (must, may) = (must.value(position), may.value(position));
            prop_assert!(must.preference(player) <= may.preference(player), "{must:?} became {may:?}");
        }
    }

    /// A list of edges, in either direction and with duplicates, gives the same board as lists of
    /// neighbours.
    #[test]
    fn a_list_of_edges_is_the_same_board(
        pursuit in any_rules(any_graph(8)),
        swap in any::<u64>(),
        directed in any::<bool>(),
    ) {
        let Ground::Graph(lists) = &pursuit.ground else {
            unreachable!("the strategy makes only such boards");
        };
        let arcs: Vec<_> = lists.iter().enumerate().flat_map(|(a, list)| list.iter().map(move |&b| (a, b))).collect();
        let mut lists = lists.clone();
        if !directed {
            for &(a, b) in &arcs {
                lists[b].push(a);
            }
        }
        let turn = |(index, &(a, b)): (usize, &(usize, usize))| {
            let (a, b) = (wide(a), wide(b));
            if !directed && swap >> (index % 64) & 1 == 1 { (b, a) } else { (a, b) }
        };
        let edges = arcs.iter().enumerate().map(turn).chain(arcs.first().map(|first| turn((0, first)))).collect();
        let by_lists = setup(&Pursuit { ground: Ground::Graph(lists), ..pursuit.clone() });
        let mut by_edges = by_lists.clone();
        by_edges.board = BoardChoice::Edges { vertices: wide(pursuit.vertices()), edges };
        by_edges.rules.directed = Some(directed);
        let (lists, edges) = (by_lists.plan().unwrap().game(), by_edges.plan().unwrap().game());
        prop_assert!(lists.board().arcs().eq(edges.board().arcs()));
        prop_assert_eq!(solve(Engine::ALL[0], &lists), solve(Engine::ALL[0], &edges));
    }

    /// The notation of every position can be read back, and a game that starts from the position
    /// read starts there.
    #[test]
    fn notation_is_read_back(pursuit in any_game(), at in any::<prop::sample::Index>()) {
        let asked = setup(&pursuit);
        let game = asked.plan().unwrap().game();
        let position = game.position(PositionId::new(at.index(game.arena().positions())));
        let notation = game.notation(&position);
        let mut again = asked;
        again.start_from(notation.parse::<PositionChoice>().unwrap());
        let again = again.plan().unwrap().game();
        prop_assert_eq!(again.start().position(), Some(position.clone()), "{}", notation);
        prop_assert_eq!(again.start_id(), game.id(&position));
    }
}
