//! Teams: compares all engines on random products with a team, and best placements with their
//! definition.

use std::num::NonZeroUsize;

use catmouse_arena::{
    Distance, MoveCost, Movers, Pieces, Player, ProductArena, Solution, StalemateRule, StepGraph, Team, TeamStalemate,
    Tokens, Value, ValueCounts, Values, Verdicts, check,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::random::Dice;
use catmouse_solver::{Answer, Control, Engine, Request, SmallTeams, SolveError};

struct Random(Dice);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.number_below(bound)
    }

    fn digraph(&mut self, nodes: u32) -> StepGraph {
        let density = 1 + self.below(8);
        let mut arcs = Vec::new();
        for from in 0..nodes {
            for to in 0..nodes {
                if self.below(10) < density {
                    arcs.push((from, to, 1));
                }
            }
        }
        StepGraph::new(nodes, arcs)
    }

    fn team(&mut self, most: u32) -> Team {
        let size = 1 + self.below(3);
        let nodes = 1 + self.below(if size == 3 { most.min(5) } else { most });
        let steps = self.digraph(nodes);
        let movers = if self.below(2) == 0 { Movers::All } else { Movers::One };
        let stalemate = if self.below(2) == 0 { TeamStalemate::Stuck } else { TeamStalemate::Passes };
        Team::new(steps, size, movers, MoveCost::Ply, stalemate)
    }

    fn arena(&mut self) -> ProductArena {
        let piece = Pieces::from({
            let nodes = 1 + self.below(70);
            let nodes = if self.below(8) == 0 { nodes } else { 1 + nodes % 7 };
            self.digraph(nodes)
        });
        let team = Pieces::from(self.team(8));
        let (one, two) = if self.below(2) == 0 { (piece, team) } else { (team, piece) };
        let mut wins = [self.below(4), self.below(4)];
        if wins == [0, 0] {
            wins = [1, 2];
        }
        let drawn: Vec<u32> = (0..one.nodes() * two.nodes()).map(|_| self.below(20)).collect();
        let columns = two.nodes();
        let verdicts = Verdicts::from_fn(one.nodes(), columns, |a, b| match drawn[(a * columns + b) as usize] {
            roll if roll < wins[0] => Some(Player::One),
            roll if roll < wins[0] + wins[1] => Some(Player::Two),
            _ => None,
        });
        let stuck = if self.below(2) == 0 { StalemateRule::Endless } else { StalemateRule::Loses };
        ProductArena::new(one, two, verdicts, stuck)
    }
}

#[test]
fn engines_agree_on_teams() {
    let mut random = Random(Dice::new(1));
    for round in 0..1500 {
        let arena = random.arena();
        let queue = table_by(Engine::Queue, &arena).unwrap();
        check(&arena, &queue).unwrap_or_else(|why| panic!("round {round}: {why}"));
        let teams = table_by(Engine::Teams, &arena).unwrap();
        assert!(queue == teams, "round {round}: the engines differ");
        bits_agree(&arena, &queue, &format!("round {round}"));
    }
}

/// The best placement according to the engine.
fn best_placement(arena: &ProductArena, player: Player) -> Result<Option<(u32, Distance)>, SolveError> {
    let request = Request::Placement(player);
    match Engine::Teams.run(arena, request, Solution::default(), &Control::default())? {
        Answer::Placement(best) => Ok(best),
        other => panic!("a placement was asked for, and not {other:?}"),
    }
}

/// Compares outcomes, with and without limits, on one thread and on several, with the values.
fn bits_agree(arena: &ProductArena, solution: &Solution, about: &str) {
    let deepest = Player::BOTH.iter().filter_map(|&player| solution.longest_win(player)).map(|(_, plies)| plies).max();
    let deepest = deepest.unwrap_or(0);
    for request in [Request::Outcomes, Request::Within(deepest / 2), Request::Within(deepest), Request::Within(1)] {
        let limit = if let Request::Within(limit) = request { limit } else { Distance::MAX };
        for threads in 1..4 {
            let control = Control::default().on_threads(NonZeroUsize::new(threads).unwrap());
            let solved = Engine::Teams.run(arena, request, Solution::default(), &control).unwrap();
            let outcomes = solved.outcomes().expect("they were asked for");
            let mut counts = ValueCounts::default();
            for (position, value) in solution.values() {
                let winner = value.winner().filter(|_| value.distance().is_some_and(|distance| distance <= limit));
                assert_eq!(outcomes.winner(position), winner, "{about}: {position}, {request:?}, {threads} threads");
                match winner {
                    Some(player) => counts.wins[player] += 1,
                    None => counts.endless += 1,
                }
            }
            assert_eq!(outcomes.counts(), counts, "{about}: {request:?}");
        }
    }
}

/// Distances have 14 bits while they fit. A team of one piece walks along a road, and wins at its end
/// if the other piece stands on an even node.
#[test]
fn distances_beyond_14_bits() {
    const ROAD: u32 = 8_300;
    let road = StepGraph::new(ROAD, (1..ROAD).map(|to| (to - 1, to, 1)).collect());
    let team = Team::new(road, 1, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    let idle = StepGraph::new(64, (0..64).map(|node| (node, node, 1)).collect());
    let is_won = |one: u32, two: u32| two == ROAD - 1 && one.is_multiple_of(2);
    let verdicts = Verdicts::from_fn(64, ROAD, |one, two| is_won(one, two).then_some(Player::Two));
    let arena = ProductArena::new(idle, team, verdicts, StalemateRule::Endless);
    let queue = table_by(Engine::Queue, &arena).unwrap();
    assert!(queue.longest_win(Player::Two).is_some_and(|(_, plies)| plies > 1 << 14));
    assert!(queue == table_by(Engine::Teams, &arena).unwrap());
}

/// The team wins in a single configuration, to which moves lead from thousands of others.
#[test]
fn a_single_row_may_have_many_predecessors() {
    let star = StepGraph::new(41, (1..41).flat_map(|leaf| [(leaf, 0, 1), (leaf, leaf, 1)]).collect());
    let team = Team::new(star, 3, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    let idle = StepGraph::new(8, (0..8).map(|node| (node, node, 1)).collect());
    let centre = team.node(&[0, 0, 0]);
    let verdicts = Verdicts::from_fn(8, team.nodes(), |one, two| (one == 5 && two == centre).then_some(Player::Two));
    let arena = ProductArena::new(idle, team, verdicts, StalemateRule::Endless);
    let queue = table_by(Engine::Queue, &arena).unwrap();
    assert!(queue == table_by(Engine::Teams, &arena).unwrap());
    bits_agree(&arena, &queue, "a star");
}

/// Tests single pieces on many nodes, whose rows have several words or blocks, against small teams.
/// Some rows fill their words exactly, others do not.
#[test]
fn engines_agree_on_wide_rows() {
    let mut random = Random(Dice::new(7));
    for nodes in [64, 65, 127, 128, 129, 200, 256, 257, 300, 512, 513, 769, 1024, 1025, 2100] {
        let few = random.below(3);
        let degree = 2 + random.below(3);
        let arcs = (0..nodes).flat_map(|from| (0..degree).map(move |_| from).collect::<Vec<_>>());
        let arcs: Vec<_> = arcs.map(|from| (from, random.below(nodes), 1)).filter(|arc| arc.0 % 50 != few).collect();
        let stays = (0..nodes).filter(|node| nodes % 2 == 0 || node % 7 == 0).map(|node| (node, node, 1));
        let piece = StepGraph::new(nodes, arcs.iter().copied().chain(stays).collect());
        let team = random.team(if nodes > 1000 { 4 } else { 6 });
        let drawn: Vec<u32> = (0..nodes * team.nodes()).map(|_| random.below(12)).collect();
        let columns = team.nodes();
        let verdicts = Verdicts::from_fn(nodes, columns, |a, b| match drawn[(a * columns + b) as usize] {
            0 => Some(Player::One),
            1..5 => Some(Player::Two),
            _ => None,
        });
        let stuck = if nodes % 3 == 0 { StalemateRule::Loses } else { StalemateRule::Endless };
        let arena = ProductArena::new(piece, team, verdicts, stuck);
        let queue = table_by(Engine::Queue, &arena).unwrap();
        assert!(queue == table_by(Engine::Teams, &arena).unwrap(), "{nodes} nodes");
        bits_agree(&arena, &queue, &format!("{nodes} nodes"));
    }
}

/// Tests pursuit on random graphs, where the team wins if one of its members does. The ends are
/// given once by member and once by configuration. The graphs are sparse and their nodes are
/// shuffled. Then there are many levels with few changes.
#[test]
fn engines_agree_on_pursuit() {
    let mut random = Random(Dice::new(8));
    for round in 0..60 {
        let size = 2 + random.below(3);
        let nodes = 5 + random.below([20, 9, 4][size as usize - 2]);
        let mut names: Vec<u32> = (0..nodes).collect();
        for last in (1..names.len()).rev() {
            names.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut edges: Vec<(u32, u32)> = (1..nodes).map(|node| (random.below(node), node)).collect();
        edges.extend((0..nodes / 2).map(|_| (random.below(nodes), random.below(nodes))));
        let both_ways = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).chain((0..nodes).map(|node| (node, node)));
        let steps = StepGraph::new(nodes, both_ways.map(|(a, b)| (names[a as usize], names[b as usize], 1)).collect());
        let movers = if round % 3 == 0 { Movers::One } else { Movers::All };
        let team = Team::new(steps.clone(), size, movers, MoveCost::Ply, TeamStalemate::Stuck);
        let caught = |node: u32| [(node..node + 1, Player::Two)];
        let mut single = Verdicts::empty(nodes);
        (0..nodes).for_each(|node| single.push_row(caught(node)));
        let by_member = Verdicts::by_member(single, size);
        let listed = Verdicts::from_fn(nodes, team.nodes(), |node, configuration| {
            team.configuration(configuration).contains(&node).then_some(Player::Two)
        });
        for node in 0..nodes {
            assert!(by_member.row(node).eq(listed.row(node)), "round {round}: node {node}");
        }
        let arenas = [by_member, listed]
            .map(|verdicts| ProductArena::new(steps.clone(), team.clone(), verdicts, StalemateRule::Endless));
        let queue = table_by(Engine::Queue, &arenas[1]).unwrap();
        assert_eq!(check(&arenas[0], &queue), Ok(()), "round {round}");
        for arena in &arenas {
            assert!(queue == table_by(Engine::Teams, arena).unwrap(), "round {round}");
            bits_agree(arena, &queue, &format!("round {round}"));
            assert_eq!(
                best_placement(arena, Player::Two),
                Ok(by_definition(arena, &queue, Player::Two)),
                "round {round}"
            );
        }
    }
}

/// The best placement by its definition, from the values of all positions.
fn by_definition(arena: &ProductArena, solution: &Solution, player: Player) -> Option<(u32, Distance)> {
    let (own, other) = (arena.pieces(player).nodes(), arena.pieces(player.opponent()).nodes());
    let worst = |node: u32| {
        (0..other)
            .map(|answer| {
                let (one, two) = if player == Player::One { (node, answer) } else { (answer, node) };
                match solution.value(arena.position(Tokens { one, two, turn: player })) {
                    Value::Win { player: winner, distance } if winner == player => Some(distance),
                    _ => None,
                }
            })
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()
    };
    (0..own).filter_map(|node| Some((worst(node)?, node))).min().map(|(distance, node)| (node, distance))
}

#[test]
fn the_best_placement_agrees_with_the_values() {
    let mut random = Random(Dice::new(2));
    let mut found = 0;
    for round in 0..1500 {
        let arena = random.arena();
        let solution = table_by(Engine::Queue, &arena).unwrap();
        for player in Player::BOTH {
            let Ok(best) = best_placement(&arena, player) else {
                assert!(arena.pieces(player.opponent()).team().is_some());
                continue;
            };
            assert_eq!(best, by_definition(&arena, &solution, player), "round {round}, {player:?}");
            found += usize::from(best.is_some());
        }
    }
    assert!(found > 100, "only {found} placements won: the test shows too little");
}

fn rows_of(steps: &StepGraph) -> Vec<u64> {
    let row = |node| steps.successors(node).iter().fold(0, |row, arc| row | 1 << arc.node);
    (0..steps.nodes()).map(row).collect()
}

/// Tests best placements on small graphs: pursuit on one graph, where the team wins by standing
/// where the other does, and games on two graphs with arbitrary ends.
#[test]
fn small_teams_agree_with_the_engine() {
    let mut random = Random(Dice::new(4));
    let mut small = SmallTeams::default();
    for round in 0..600 {
        let nodes = 1 + random.below(9);
        let steps = random.digraph(nodes);
        let others_nodes = 1 + random.below(12);
        let others = random.digraph(others_nodes);
        let anywhere: Vec<u64> =
            (0..nodes).map(|_| u64::from(random.below(1 << others_nodes) & random.below(1 << others_nodes))).collect();
        let met: Vec<u64> = (0..nodes).map(|node| 1 << node).collect();
        for (others, won) in [(&steps, &met), (&others, &anywhere)] {
            for (size, movers) in
                [(1, Movers::All), (2, Movers::All), (2, Movers::One), (3, Movers::All), (3, Movers::One)]
            {
                let team = Team::new(steps.clone(), size, movers, MoveCost::Ply, TeamStalemate::Stuck);
                let verdicts = Verdicts::from_fn(others.nodes(), team.nodes(), |one, two| {
                    let by = |node: &u32| won[*node as usize] >> one & 1 == 1;
                    team.configuration(two).iter().any(by).then_some(Player::Two)
                });
                let arena = ProductArena::new(others.clone(), team, verdicts, StalemateRule::Endless);
                let best = best_placement(&arena, Player::Two).unwrap();
                let expected = best.map(|(node, distance)| (arena.pieces(Player::Two).configuration(node), distance));
                let found = small.best_placement(&rows_of(&steps), &rows_of(others), won, size, movers);
                assert_eq!(found, expected, "round {round}: {size} pieces, {movers:?} move");
            }
        }
    }
}

/// On boards large enough for several threads, the answers do not depend on their number, and the
/// table is right.
#[test]
fn any_number_of_threads_finds_the_same() {
    let mut random = Random(Dice::new(21));
    let on = |threads: usize| Control::default().on_threads(NonZeroUsize::new(threads).unwrap());
    for (is_reversed, nodes, places, movers) in
        [(false, 300, 130, Movers::All), (true, 260, 36, Movers::All), (false, 1030, 34, Movers::One)]
    {
        let mut ring = |nodes: u32| {
            let chords: Vec<_> = (0..nodes / 2).map(|_| (random.below(nodes), random.below(nodes), 1)).collect();
            let ring = (0..nodes).flat_map(|at| [(at, (at + 1) % nodes, 1), (at, at, 1)]);
            StepGraph::new(nodes, ring.chain(chords).collect())
        };
        let piece = Pieces::from(ring(nodes));
        let size = if movers == Movers::One || is_reversed { 3 } else { 2 };
        let team = Team::new(ring(places), size, movers, MoveCost::Ply, TeamStalemate::Stuck);
        let drawn: Vec<u32> = (0..nodes * places).map(|_| random.below(300)).collect();
        let team_wins = if is_reversed { Player::One } else { Player::Two };
        let winner = |node: u32, configuration: u32| {
            let members = team.configuration(configuration);
            let rolls = || members.iter().map(|member| drawn[(node * places + member) as usize]);
            match (rolls().any(|roll| roll < 3), rolls().any(|roll| roll == 3)) {
                (true, _) => Some(team_wins),
                (false, true) => Some(team_wins.opponent()),
                (false, false) => None,
            }
        };
        let configurations = team.nodes();
        let arena = if is_reversed {
            let verdicts = Verdicts::from_fn(configurations, nodes, |one, two| winner(two, one));
            ProductArena::new(team.clone(), piece, verdicts, StalemateRule::Endless)
        } else {
            let verdicts = Verdicts::from_fn(nodes, configurations, winner);
            ProductArena::new(piece, team.clone(), verdicts, StalemateRule::Endless)
        };
        let run = |request, threads| {
            Engine::Teams.run(&arena, request, Solution::default(), &on(threads)).expect("there is one team")
        };
        let table = run(Request::Table, 1).table().expect("it was asked for");
        check(&arena, &table).unwrap_or_else(|why| panic!("{nodes} and {places}: {why}"));
        let outcomes = run(Request::Within(9), 1).outcomes().expect("they were asked for");
        let placement = |threads| match run(Request::Placement(team_wins), threads) {
            Answer::Placement(best) => best,
            other => panic!("a placement was asked for, and not {other:?}"),
        };
        let alone = placement(1);
        for threads in [2, 4] {
            assert!(run(Request::Table, threads).table().as_ref() == Some(&table), "{threads} threads");
            let found = run(Request::Within(9), threads).outcomes().expect("they were asked for");
            assert_eq!(found.counts(), outcomes.counts(), "{threads} threads");
            for (position, _) in table.values().step_by(7) {
                assert_eq!(found.winner(position), outcomes.winner(position), "{threads} threads, {position}");
            }
            assert_eq!(placement(threads), alone, "{threads} threads");
        }
    }
}
