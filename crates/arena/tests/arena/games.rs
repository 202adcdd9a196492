//! Games that are not pursuits, and tests of both kinds of arena against their contract.
//!
//! No solver is used here: tables are computed from the definition of a forced win, position by
//! position and distance by distance, and the checker must accept them.

use catmouse_arena::{
    Adjudication, Arc, Arena, BackMove, ByPlayer, Distance, GraphArena, JudgedBy, Limit, Move, Outcomes, PackedValue,
    Player, PositionId, ProductArena, Solution, StalemateRule, StateRules, Status, StepGraph, Tokens, TooManyPositions,
    Value, ValueCounts, Values, Verdicts, WinOrDraw, WithoutDistances, check,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn positions<A: Arena>(arena: &A) -> impl Iterator<Item = PositionId> + use<A> {
    (0..arena.positions()).map(PositionId::new)
}

fn win(player: Player, distance: Distance) -> Value {
    Value::Win { player, distance }
}

#[test]
fn a_player_likes_its_own_win_best_and_its_loss_least() {
    for player in Player::BOTH {
        let outcomes = [WinOrDraw::Win(player), WinOrDraw::Draw, WinOrDraw::Win(player.opponent())];
        assert_eq!(outcomes.map(|outcome| outcome.score(player)), [1, 0, -1]);
    }
}

/// The table by definition. A player forces a win within d if the game is over and won; if one of
/// its moves leads to a forced win within d less the cost of the move; or if the opponent has moves
/// and all of them do. The checker must accept the table.
fn by_definition<A: Arena>(arena: &A) -> Solution {
    let moves: Vec<Vec<Move>> = positions(arena)
        .map(|position| match arena.status(position) {
            Status::Won(_) => vec![],
            Status::Turn(_) => arena.successors(position).collect(),
        })
        .collect();
    let dearest = moves.iter().flatten().map(|step| step.cost).max().unwrap_or(1);
    let mut values = vec![Value::Endless; arena.positions()];
    for position in positions(arena) {
        if let Status::Won(winner) = arena.status(position) {
            values[position.index()] = win(winner, 0);
        }
    }
    // Once no win is found over a span of the dearest move's cost, none will be found later.
    let (mut distance, mut latest) = (1, 0);
    while distance <= latest + Distance::from(dearest) {
        for position in positions(arena) {
            let Status::Turn(mover) = arena.status(position) else {
                continue;
            };
            let steps = &moves[position.index()];
            if values[position.index()] != Value::Endless || steps.is_empty() {
                continue;
            }
            let forced_by = |player: Player| {
                let in_time = |step: &Move| {
                    let value = values[step.to.index()];
                    value.winner() == Some(player)
                        && value.distance().is_some_and(|rest| rest + Distance::from(step.cost) <= distance)
                };
                if player == mover { steps.iter().any(in_time) } else { steps.iter().all(in_time) }
            };
            if let Some(player) = Player::BOTH.into_iter().find(|&player| forced_by(player)) {
                values[position.index()] = win(player, distance);
                latest = distance;
            }
        }
        distance += 1;
    }
    let solution = Solution::from_values(values);
    assert_eq!(check(arena, &solution), Ok(()));
    solution
}

/// Noughts and crosses on nine fields; crosses are player One's.
struct TicTacToe;

type Fields = [Option<Player>; 9];

impl TicTacToe {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

    fn turn(fields: &Fields) -> Player {
        let of = |player| fields.iter().filter(|&&field| field == Some(player)).count();
        if of(Player::One) == of(Player::Two) { Player::One } else { Player::Two }
    }
}

impl StateRules for TicTacToe {
    type State = Fields;

    fn starts(&self) -> Vec<Fields> {
        vec![[None; 9]]
    }

    fn status(&self, fields: &Fields) -> Status {
        let full_of = |player| Self::LINES.iter().any(|line| line.iter().all(|&field| fields[field] == Some(player)));
        match Player::BOTH.into_iter().find(|&player| full_of(player)) {
            Some(winner) => Status::Won(winner),
            None => Status::Turn(Self::turn(fields)),
        }
    }

    fn moves(&self, fields: &Fields) -> Vec<(Fields, u32)> {
        let free = (0..9).filter(|&field| fields[field].is_none());
        let mark = |field: usize| {
            let mut after = *fields;
            after[field] = Some(Self::turn(fields));
            (after, 1)
        };
        free.map(mark).collect()
    }
}

/// All implementations of `Values` can be used as `dyn Values`.
#[test]
fn values_and_words_are_usable_as_dyn() {
    let arena = GraphArena::explore(&TicTacToe, 10_000).expect("there are 5,478 positions");
    let solution = by_definition(&arena);
    let values: &dyn Values = &solution;
    assert_eq!(values.counts(), solution.counts());
    assert_eq!(values.longest_win(Player::One), solution.longest_win(Player::One));
    assert!((&values).values().eq(solution.values()));
    for position in (0..arena.positions()).step_by(31).map(PositionId::new) {
        assert_eq!((&values).best_moves(&arena, position), solution.best_moves(&arena, position));
        assert_eq!((&values).best_move(&arena, position), solution.best_move(&arena, position));
    }
    assert_eq!(check(&arena, &values), Ok(()));
    let outcomes = Outcomes::of(&values, None);
    assert!(!outcomes.has_distances() && outcomes.counts() == solution.counts());
    // Without distances a best move is one that keeps the outcome. The best moves with distances
    // are among them.
    for position in (0..arena.positions()).step_by(31).map(PositionId::new) {
        let keeps = outcomes.best_moves(&arena, position);
        assert!(solution.best_moves(&arena, position).iter().all(|best| keeps.contains(best)));
        assert!(keeps.iter().all(|kept| solution.value(kept.to).winner() == solution.value(position).winner()));
    }
    let hidden = WithoutDistances(&solution);
    assert!(!hidden.has_distances() && hidden.best_moves(&arena, PositionId::new(0)).len() == 9);
    assert_eq!(solution.value(PositionId::new(0)).to_string(), "endless");
}

/// Values without distances give no distance, except 0 where the game is over. The outcome is the
/// same.
#[test]
fn a_distance_is_given_only_if_it_is_held() {
    let arena = GraphArena::explore(&TicTacToe, 10_000).expect("there are 5,478 positions");
    let solution = by_definition(&arena);
    let outcomes = Outcomes::of(&solution, None);
    let draw = Adjudication { endless: WinOrDraw::Draw, limit: None };
    for position in positions(&arena) {
        let (known, unknown) = (draw.judge_in(&arena, &solution, position), draw.judge_in(&arena, &outcomes, position));
        assert_eq!(known, draw.judge(solution.value(position)));
        let is_over = |position| matches!(arena.status(position), Status::Won(_));
        assert_eq!((unknown.outcome, unknown.distance), (known.outcome, is_over(position).then_some(0)));
        for step in arena.successors(position) {
            let known = draw.judge_move_in(&arena, &solution, step);
            assert_eq!(known, draw.judge_move(solution.value(step.to), step.cost));
            let unknown = draw.judge_move_in(&arena, &outcomes, step);
            assert_eq!((unknown.outcome, unknown.distance), (known.outcome, is_over(step.to).then_some(0)));
        }
    }
}

/// The published counts: 5,478 positions, of which 626 are won by crosses and 316 by noughts.
#[test]
fn tic_tac_toe_is_a_draw() {
    let arena = GraphArena::explore(&TicTacToe, 10_000).unwrap();
    assert_eq!(arena.positions(), 5_478);
    assert!(arena.unit_costs());
    let won = |player| positions(&arena).filter(|&position| arena.status(position) == Status::Won(player)).count();
    assert_eq!([won(Player::One), won(Player::Two)], [626, 316]);

    let solution = by_definition(&arena);
    assert_eq!(solution.value(PositionId::new(0)), Value::Endless);
    assert_eq!(solution.best_moves(&arena, PositionId::new(0)).len(), 9, "every first move holds the draw");

    // Crosses in a corner: only the centre holds the draw.
    let mut corner: Fields = [None; 9];
    corner[0] = Some(Player::One);
    let reply = solution.best_moves(&arena, arena.position(&corner).unwrap());
    assert_eq!(reply.len(), 1);
    assert_eq!(arena.state(reply[0].to)[4], Some(Player::Two));

    // Crosses in the centre, noughts on an edge: crosses force a fork, and win with their fourth
    // cross.
    let mut edge: Fields = [None; 9];
    (edge[4], edge[1]) = (Some(Player::One), Some(Player::Two));
    assert_eq!(solution.value(arena.position(&edge).unwrap()), win(Player::One, 5));
}

/// A heap of matches: a move takes one to three, and the player who takes the last one wins. The
/// player to move at a multiple of four loses.
struct Matches(u32);

impl StateRules for Matches {
    type State = (u32, Player);

    fn starts(&self) -> Vec<Self::State> {
        Player::BOTH.map(|turn| (self.0, turn)).to_vec()
    }

    fn status(&self, &(left, turn): &Self::State) -> Status {
        if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
    }

    fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
        (1..=left.min(3)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
    }
}

#[test]
fn a_heap_of_a_multiple_of_four_matches_is_lost() {
    let arena = GraphArena::explore(&Matches(30), 1_000).unwrap();
    assert_eq!(arena.positions(), 62, "31 heaps and two players");
    let solution = by_definition(&arena);
    for position in positions(&arena) {
        let &(left, turn) = arena.state(position);
        // The loser delays by taking one match, the winner answers with three: two plies for every
        // four matches.
        let rounds = Distance::from(left / 4);
        let expect = if left % 4 == 0 { win(turn.opponent(), 2 * rounds) } else { win(turn, 2 * rounds + 1) };
        assert_eq!(solution.value(position), expect, "{left} matches");
        let best = solution.best_moves(&arena, position);
        if left % 4 > 0 {
            assert_eq!(best.len(), 1);
            assert_eq!(arena.state(best[0].to).0 % 4, 0, "the winner leaves a multiple of four");
        }
    }
}

/// Crossing a river: the bridge is near but dear, the ford is far but cheap, and Two holds the gate
/// on the far bank.
struct Crossing {
    way_back: bool,
}

impl StateRules for Crossing {
    type State = &'static str;

    fn starts(&self) -> Vec<Self::State> {
        vec!["bank"]
    }

    fn status(&self, state: &Self::State) -> Status {
        match *state {
            "market" => Status::Won(Player::One),
            "gate" => Status::Turn(Player::Two),
            _ => Status::Turn(Player::One),
        }
    }

    fn moves(&self, state: &Self::State) -> Vec<(Self::State, u32)> {
        match *state {
            "bank" => vec![("gate", 10), ("ford", 2), ("gate", 4)],
            "ford" => vec![("gate", 1), ("bank", 1)],
            "gate" if self.way_back => vec![("market", 3), ("market", 7), ("ford", 5)],
            "gate" => vec![("market", 3), ("market", 7)],
            _ => vec![],
        }
    }
}

/// The gate can send One back to the ford for ever; once the way back is closed, the sums decide.
#[test]
fn distances_add_up_costs() {
    let arena = GraphArena::explore(&Crossing { way_back: true }, 10).unwrap();
    assert!(!arena.unit_costs());
    assert_eq!(by_definition(&arena).value(arena.position(&"bank").unwrap()), Value::Endless);

    let arena = GraphArena::explore(&Crossing { way_back: false }, 10).unwrap();
    let solution = by_definition(&arena);
    let value = |state| solution.value(arena.position(&state).unwrap());
    assert_eq!(value("gate"), win(Player::One, 7), "the loser takes the dear one of two moves to the same place");
    assert_eq!(value("ford"), win(Player::One, 8));
    assert_eq!(value("bank"), win(Player::One, 10));
    let best = solution.best_moves(&arena, arena.position(&"bank").unwrap());
    assert_eq!(best, [Move { to: arena.position(&"ford").unwrap(), cost: 2 }]);
}

/// A race in which a player may move twice in a row. A player at 3 has won, a step of 1 keeps the
/// turn, and a step of 2 passes it.
struct AnotherTurn;

impl StateRules for AnotherTurn {
    type State = ([u32; 2], Player);

    fn starts(&self) -> Vec<Self::State> {
        vec![([0, 0], Player::One)]
    }

    fn status(&self, &(at, turn): &Self::State) -> Status {
        match Player::BOTH.into_iter().find(|player| at[player.index()] >= 3) {
            Some(winner) => Status::Won(winner),
            None => Status::Turn(turn),
        }
    }

    fn moves(&self, &(at, turn): &Self::State) -> Vec<(Self::State, u32)> {
        let forward = |steps, next| {
            let mut after = at;
            after[turn.index()] += steps;
            ((after, next), 1)
        };
        vec![forward(1, turn), forward(2, turn.opponent())]
    }
}

#[test]
fn a_player_may_move_twice_in_a_row() {
    let arena = GraphArena::explore(&AnotherTurn, 100).unwrap();
    let solution = by_definition(&arena);
    assert_eq!(solution.value(arena.position(&([0, 0], Player::One)).unwrap()), win(Player::One, 2), "1 and then 2");
    assert_eq!(solution.value(arena.position(&([1, 0], Player::One)).unwrap()), win(Player::One, 1));
    let movers: Vec<_> = arena
        .predecessors(arena.position(&([1, 0], Player::One)).unwrap())
        .map(|back| (back.from, back.mover))
        .collect();
    assert_eq!(movers, [(PositionId::new(0), Player::One)], "the mover is the player to move before the move");
}

/// A token that both players push round a ring of four fields. Next to field 3 is a house where Two
/// wins.
struct Ring {
    first: Player,
}

impl StateRules for Ring {
    type State = (&'static str, Player);

    fn starts(&self) -> Vec<Self::State> {
        vec![("field 0", self.first)]
    }

    fn status(&self, &(at, turn): &Self::State) -> Status {
        if at == "house" { Status::Won(Player::Two) } else { Status::Turn(turn) }
    }

    fn moves(&self, &(at, turn): &Self::State) -> Vec<(Self::State, u32)> {
        let to: &[_] = match at {
            "field 0" => &["field 1"],
            "field 1" => &["field 2"],
            "field 2" => &["field 3"],
            _ => &["house", "field 0"],
        };
        to.iter().map(|&to| ((to, turn.opponent()), 1)).collect()
    }
}

/// Four fields, two players: the same player passes the house on every round.
#[test]
fn a_cycle_is_endless_if_the_wrong_player_is_to_move_at_the_exit() {
    let arena = GraphArena::explore(&Ring { first: Player::One }, 100).unwrap();
    assert_eq!(by_definition(&arena).value(PositionId::new(0)), win(Player::Two, 4));

    let arena = GraphArena::explore(&Ring { first: Player::Two }, 100).unwrap();
    let solution = by_definition(&arena);
    assert_eq!(solution.counts(), ValueCounts { wins: ByPlayer { one: 0, two: 1 }, endless: 4 });
    let exit = arena.position(&("field 3", Player::One)).unwrap();
    let best: Vec<_> = solution.best_moves(&arena, exit).iter().map(|step| arena.state(step.to).0).collect();
    assert_eq!(best, ["field 0"]);
}

/// The states of a random game, each with its moves in an arbitrary order.
#[derive(Debug)]
struct Listed(Vec<(Status, Vec<(usize, u32)>)>);

impl StateRules for Listed {
    type State = usize;

    fn starts(&self) -> Vec<usize> {
        vec![0]
    }

    fn status(&self, &state: &usize) -> Status {
        self.0[state].0
    }

    fn moves(&self, &state: &usize) -> Vec<(usize, u32)> {
        self.0[state].1.clone()
    }
}

fn one_to_move(moves: &[(usize, u32)]) -> (Status, Vec<(usize, u32)>) {
    (Status::Turn(Player::One), moves.to_vec())
}

#[test]
fn moves_keep_the_order_of_the_rules_and_positions_are_numbered_breadth_first() {
    let rules = Listed(vec![
        one_to_move(&[(3, 1), (1, 2), (0, 1), (3, 1), (2, 1), (1, 1), (3, 2)]),
        one_to_move(&[(4, 1)]),
        one_to_move(&[]),
        one_to_move(&[(4, 1), (2, 1)]),
        one_to_move(&[]),
    ]);
    let arena = GraphArena::explore(&rules, 5).unwrap();
    let met: Vec<_> = positions(&arena).map(|position| *arena.state(position)).collect();
    assert_eq!(met, [0, 3, 1, 2, 4]);
    for position in positions(&arena) {
        let listed: Vec<_> = arena.successors(position).map(|step| (*arena.state(step.to), step.cost)).collect();
        let mut expect = rules.moves(arena.state(position));
        if position == PositionId::new(0) {
            expect.remove(3); // the same move a second time; at another cost it is another move
        }
        assert_eq!(listed, expect);
        assert_eq!(arena.position(arena.state(position)), Some(position));
    }
    assert_eq!(arena.position(&5), None);
    assert_eq!((arena.graph().node_count(), arena.graph().edge_count()), (5, 9));
}

#[test]
fn moves_out_of_won_positions_do_not_exist() {
    let rules = Listed(vec![one_to_move(&[(1, 1)]), (Status::Won(Player::Two), vec![(2, 1)]), one_to_move(&[])]);
    let arena = GraphArena::explore(&rules, 5).unwrap();
    assert_eq!(arena.positions(), 2, "exploration stops at a won position");
    assert_eq!(arena.successors(PositionId::new(1)).count(), 0);
}

/// Counting down by one or two; the player to move at zero is stuck.
struct Countdown {
    stuck_loses: bool,
}

impl StateRules for Countdown {
    type State = (u32, Player);

    fn starts(&self) -> Vec<Self::State> {
        vec![(7, Player::One)]
    }

    fn status(&self, &(_, turn): &Self::State) -> Status {
        Status::Turn(turn)
    }

    fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
        (1..=left.min(2)).map(|less| ((left - less, turn.opponent()), 1)).collect()
    }

    fn winner_if_stuck(&self, _: &Self::State, mover: Player) -> Option<Player> {
        self.stuck_loses.then(|| mover.opponent())
    }
}

#[test]
fn a_stuck_player_loses_if_the_rules_name_a_winner() {
    let explore = |stuck_loses| GraphArena::explore(&Countdown { stuck_loses }, 100).unwrap();
    let (draw, loss) = (explore(false), explore(true));
    assert_eq!(by_definition(&draw).counts().wins, ByPlayer::default());
    let values = by_definition(&loss);
    for position in positions(&loss) {
        let &(left, turn) = loss.state(position);
        let winner = if left % 3 == 0 { turn.opponent() } else { turn };
        assert_eq!(values.value(position).winner(), Some(winner), "{left} left");
    }
}

#[test]
fn an_arena_is_described_by_its_sizes() {
    let arena = GraphArena::explore(&Countdown { stuck_loses: true }, 100).unwrap();
    let moves: usize = positions(&arena).map(|position| arena.successors(position).count()).sum();
    let expect = format!("GraphArena {{ positions: {}, moves: {moves}, unit_costs: true, .. }}", arena.positions());
    assert_eq!(format!("{arena:?}"), expect);
}

/// Many moves, each listed twice and at two costs, are held once at each cost, in the order of the
/// rules.
#[test]
fn many_moves_are_held_once_each() {
    let listed: Vec<(usize, u32)> = (0..400).map(|index| (1 + index * 7 % 100, 1 + u32::from(index >= 200))).collect();
    let mut states = vec![one_to_move(&[]); 101];
    states[0] = one_to_move(&listed);
    let rules = Listed(states);
    let arena = GraphArena::explore(&rules, 101).unwrap();
    let found: Vec<_> = arena.successors(PositionId::new(0)).map(|step| (*arena.state(step.to), step.cost)).collect();
    let expect: Vec<_> = listed.chunks(100).step_by(2).flatten().copied().collect();
    assert_eq!(found, expect);
    for to in (1..101).map(PositionId::new) {
        let costs: Vec<_> = arena.predecessors(to).map(|back| (back.from.index(), back.cost)).collect();
        assert_eq!(costs, [(0, 1), (0, 2)]);
    }
}

#[test]
fn an_exploration_ends_at_its_limit() {
    let explore = |allowed| GraphArena::explore(&Matches(30), allowed).map(|arena| arena.positions());
    assert_eq!(explore(62), Ok(62));
    for allowed in [0, 1, 61] {
        assert_eq!(explore(allowed), Err(TooManyPositions { allowed }));
    }
    assert_eq!(TooManyPositions { allowed: 61 }.to_string(), "the game has more than 61 positions, which is the limit");
}

/// An arc given twice is one arc, unless the costs differ; arcs are ordered by the other end, then
/// by cost.
#[test]
fn a_step_graph_orders_its_arcs() {
    let graph = StepGraph::new(3, vec![(1, 2, 1), (0, 2, 4), (0, 1, 1), (0, 2, 3), (0, 1, 1), (2, 2, 1)]);
    assert_eq!((graph.nodes(), graph.arcs()), (3, 5));
    let arcs = |arcs: &[Arc]| arcs.iter().map(|arc| (arc.node, arc.cost)).collect::<Vec<_>>();
    assert_eq!(arcs(graph.successors(0)), [(1, 1), (2, 3), (2, 4)]);
    assert_eq!(arcs(graph.predecessors(2)), [(0, 3), (0, 4), (1, 1), (2, 1)]);
    assert_eq!(arcs(graph.predecessors(0)), []);
    assert!(!graph.unit_costs());
    assert!(StepGraph::new(0, vec![]).unit_costs());
}

/// `(turn · rows + a) · columns + b`, as documented.
#[test]
fn a_product_numbers_positions_by_turn_then_one_then_two() {
    let (rows, columns) = (3, 5);
    let nowhere = |nodes| StepGraph::new(nodes, vec![]);
    let nobody = Verdicts::from_fn(rows, columns, |_, _| None);
    let arena = ProductArena::new(nowhere(rows), nowhere(columns), nobody, StalemateRule::Endless);
    assert_eq!(arena.positions(), 30);
    let mut number = 0;
    for turn in Player::BOTH {
        for one in 0..rows {
            for two in 0..columns {
                let tokens = Tokens { one, two, turn };
                assert_eq!(arena.position(tokens), PositionId::new(number));
                assert_eq!(arena.tokens(PositionId::new(number)), tokens);
                number += 1;
            }
        }
    }
}

/// Rows given by runs are the same as those given pair by pair.
#[test]
fn verdicts_by_runs_are_verdicts_by_pairs() {
    let (one, two) = (Player::One, Player::Two);
    let mut by_runs = Verdicts::empty(6);
    by_runs.push_row([(0..2, one), (2..3, one), (3..3, two), (4..6, two)]);
    by_runs.push_row([]);
    by_runs.push_row([(0..6, two)]);
    let table = [[Some(one), Some(one), Some(one), None, Some(two), Some(two)], [None; 6], [Some(two); 6]];
    let by_pairs = Verdicts::from_fn(3, 6, |row, column| table[row as usize][column as usize]);
    assert_eq!(by_runs, by_pairs);
    assert_eq!((by_runs.rows(), by_runs.columns()), (3, 6));
    assert_eq!(by_runs.row(0).collect::<Vec<_>>(), [(0..3, one), (4..6, two)]);
    for (row, winners) in (0..).zip(table) {
        for (column, winner) in (0..).zip(winners) {
            assert_eq!(by_runs.winner(row, column), winner);
        }
    }
}

/// The predecessors of an arena follow from its successors.
fn assert_transposed<A: Arena>(arena: &A) {
    let mut forwards = Vec::new();
    let mut backwards = Vec::new();
    for position in positions(arena) {
        if let Status::Turn(mover) = arena.status(position) {
            forwards.extend(arena.successors(position).map(|step| (position, mover, step.to, step.cost)));
        }
        // An implicit arena may list a won position as a predecessor; a backward search skips it.
        let unfinished = |back: &BackMove| matches!(arena.status(back.from), Status::Turn(_));
        let back = arena.predecessors(position).filter(unfinished);
        backwards.extend(back.map(|back| (back.from, back.mover, position, back.cost)));
    }
    forwards.sort_unstable();
    backwards.sort_unstable();
    assert_eq!(forwards, backwards);
    let distinct = {
        let mut moves = forwards.clone();
        moves.dedup();
        moves.len()
    };
    assert_eq!(distinct, forwards.len(), "two moves between the same positions differ in cost");
    assert!(!arena.unit_costs() || forwards.iter().all(|&(.., cost)| cost == 1));
}

/// A scan visits what `status` and `successors` give position by position.
fn assert_scanned<A: Arena>(arena: &A) {
    let mut scanned = Vec::new();
    arena.scan(|position, node, moves| scanned.push((position, node, moves)));
    let one_by_one: Vec<_> = positions(arena)
        .map(|position| match arena.status(position) {
            won @ Status::Won(_) => (position, won, 0),
            turn @ Status::Turn(_) => (position, turn, arena.successors(position).count()),
        })
        .collect();
    assert_eq!(scanned, one_by_one);
}

fn cases() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(5_478), failure_persistence: None, ..ProptestConfig::default() }
}

fn any_player() -> impl Strategy<Value = Player> {
    prop::sample::select(Player::BOTH.to_vec())
}

fn any_outcome() -> impl Strategy<Value = WinOrDraw> {
    prop::sample::select(vec![WinOrDraw::Draw, WinOrDraw::Win(Player::One), WinOrDraw::Win(Player::Two)])
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![Just(Value::Endless), (any_player(), 0..12u64).prop_map(|(player, distance)| win(player, distance))]
}

fn any_limit() -> impl Strategy<Value = Option<Limit>> {
    prop::option::of((0..12u64, any_outcome()).prop_map(|(distance, outcome)| Limit::new(distance, outcome)))
}

fn any_steps(nodes: u32) -> impl Strategy<Value = StepGraph> {
    prop::collection::vec((0..nodes, 0..nodes, 1..3u32), 0..20).prop_map(move |arcs| StepGraph::new(nodes, arcs))
}

fn any_product() -> impl Strategy<Value = ProductArena> {
    let stuck = prop::sample::select(vec![StalemateRule::Endless, StalemateRule::Loses]);
    (1..6u32, 1..6u32, stuck).prop_flat_map(|(rows, columns, stuck)| {
        let winners = prop::collection::vec(prop::option::weighted(0.3, any_player()), (rows * columns) as usize);
        (any_steps(rows), any_steps(columns), winners).prop_map(move |(one, two, winners)| {
            let verdicts = Verdicts::from_fn(rows, columns, |row, column| winners[(row * columns + column) as usize]);
            ProductArena::new(one, two, verdicts, stuck)
        })
    })
}

fn any_listed() -> impl Strategy<Value = Listed> {
    (1..12usize).prop_flat_map(|states| {
        let node = prop_oneof![
            4 => any_player().prop_map(Status::Turn),
            1 => any_player().prop_map(Status::Won),
        ];
        let moves = prop::collection::vec((0..states, 1..3u32), 0..5);
        prop::collection::vec((node, moves), states).prop_map(Listed)
    })
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn predecessors_of_a_product_match_successors(arena in any_product()) {
        assert_transposed(&arena);
        assert_scanned(&arena);
    }

    #[test]
    fn predecessors_of_an_explored_game_match_successors(rules in any_listed()) {
        let arena = GraphArena::explore(&rules, 100).unwrap();
        assert_transposed(&arena);
        assert_scanned(&arena);
    }

    /// Equal moves are ordered by target, then by cost, and the tokens move as their graphs say.
    #[test]
    fn a_product_moves_one_token_along_its_graph(arena in any_product()) {
        for position in positions(&arena) {
            let tokens = arena.tokens(position);
            let turn = tokens.turn.opponent();
            let arcs = match tokens.turn {
                Player::One => arena.steps(Player::One).successors(tokens.one),
                Player::Two => arena.steps(Player::Two).successors(tokens.two),
            };
            let to = |arc: &Arc| match tokens.turn {
                Player::One => Tokens { one: arc.node, turn, ..tokens },
                Player::Two => Tokens { two: arc.node, turn, ..tokens },
            };
            let expect: Vec<_> = arcs.iter().map(|arc| Move { to: arena.position(to(arc)), cost: arc.cost }).collect();
            prop_assert_eq!(arena.successors(position).collect::<Vec<_>>(), expect);
            let node = match arena.verdicts().winner(tokens.one, tokens.two) {
                Some(winner) => Status::Won(winner),
                None if arcs.is_empty() && arena.stalemate() == StalemateRule::Loses => Status::Won(turn),
                None => Status::Turn(tokens.turn),
            };
            prop_assert_eq!(arena.status(position), node);
        }
    }

    /// Random games with costs, cycles and ends in the middle. The checker accepts the table by
    /// definition, and laying a product out move by move changes nothing.
    #[test]
    fn the_checker_accepts_the_table_by_definition(arena in any_product(), rules in any_listed()) {
        let by_tokens = by_definition(&arena);
        by_definition(&GraphArena::explore(&rules, 100).unwrap());

        let laid_out = GraphArena::explore(&LaidOut(&arena), 1_000).unwrap();
        let by_moves = by_definition(&laid_out);
        for position in positions(&laid_out) {
            prop_assert_eq!(by_moves.value(position), by_tokens.value(*laid_out.state(position)));
        }
    }

    /// Play decides if a win is forced in time, and only then is a distance given. Otherwise the
    /// limit decides, if there is one.
    #[test]
    fn a_judgement_names_what_decides(value in any_value(), limit in any_limit(), endless in any_outcome()) {
        let judgement = Adjudication { endless, limit }.judge(value);
        let in_time = |distance: &Distance| limit.is_none_or(|limit| *distance <= limit.distance);
        let expect = match (value.distance().filter(in_time), limit) {
            (Some(distance), _) => (value.winner(), JudgedBy::Play, Some(distance)),
            (None, Some(limit)) => (limit.outcome.winner(), JudgedBy::Limit, None),
            (None, None) => (endless.winner(), JudgedBy::Endless, None),
        };
        prop_assert_eq!((judgement.outcome.winner(), judgement.decided_by, judgement.distance), expect);
    }

    /// A limit that counts from before a move and a limit that counts from after it give the same
    /// judgement.
    #[test]
    fn a_move_is_judged_alike_from_before_and_from_after(
        value in any_value(),
        cost in 1..6u32,
        limit in any_limit(),
        endless in any_outcome(),
    ) {
        let before = Adjudication { endless, limit };
        let move_made = before.judge_move(value, cost);
        prop_assert_eq!(move_made.outcome, before.judge(value.one_move_before(cost)).outcome);
        match before.after(cost) {
            Some(after) => prop_assert_eq!(move_made, after.judge(value)),
            None => prop_assert_eq!((move_made.outcome, move_made.distance), (limit.unwrap().outcome, None)),
        }
    }

    #[test]
    fn packing_and_unpacking_keeps_a_value(player in any_player(), distance in 0..1u64 << 14) {
        for value in [win(player, distance), Value::Endless] {
            prop_assert_eq!(u16::pack(value).unpack(), value);
            prop_assert_eq!(u32::pack(value).unpack(), value);
        }
        let deep = win(player, <u32 as PackedValue>::MAX_DISTANCE - distance);
        prop_assert_eq!(u32::pack(deep).unpack(), deep);
    }
}

/// A product as the rules of a game whose states are its positions.
struct LaidOut<'a>(&'a ProductArena);

impl StateRules for LaidOut<'_> {
    type State = PositionId;

    fn starts(&self) -> Vec<PositionId> {
        positions(self.0).collect()
    }

    fn status(&self, &position: &PositionId) -> Status {
        self.0.status(position)
    }

    fn moves(&self, &position: &PositionId) -> Vec<(PositionId, u32)> {
        self.0.successors(position).map(|step| (step.to, step.cost)).collect()
    }
}
