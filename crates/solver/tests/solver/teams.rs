//! Several pieces of one player: every engine on random products with a team, and best placements against their definition.

use catmouse_arena::{
    Distance, Idle, Movers, Pieces, Player, ProductArena, Solution, StepGraph, Stuck, Team, Tokens, Toll, Value,
    Values, Verdicts, check,
};
use catmouse_campaign::random::Dice;
use catmouse_solver::relay::SmallRelay;
use catmouse_solver::{Control, Engine, SolveError, Solved, Wanted};

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
        let idle = if self.below(2) == 0 { Idle::Stuck } else { Idle::Passes };
        Team::new(steps, size, movers, Toll::Ply, idle)
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
        let stuck = if self.below(2) == 0 { Stuck::Endless } else { Stuck::Loses };
        ProductArena::new(one, two, verdicts, stuck)
    }
}

#[test]
fn engines_agree_on_teams() {
    let mut random = Random(Dice(1));
    for round in 0..1500 {
        let arena = random.arena();
        let queue = Engine::Queue.solve(&arena).unwrap();
        check(&arena, &queue).unwrap_or_else(|why| panic!("round {round}: {why}"));
        let relay = Engine::Relay.solve(&arena).unwrap();
        assert!(queue == relay, "round {round}: the engines differ");
    }
}

/// The best placement as the engine finds it.
fn best_placement(arena: &ProductArena, player: Player) -> Result<Option<(u32, Distance)>, SolveError> {
    let wanted = Wanted::Placement(player);
    match Engine::Relay.run(arena, wanted, Solution::default(), &Control::default())? {
        Solved::Placement(best) => Ok(best),
        other => panic!("a placement was asked for, and not {other:?}"),
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
fn the_best_placement_is_the_one_that_the_values_show() {
    let mut random = Random(Dice(2));
    let mut found = 0;
    for round in 0..1500 {
        let arena = random.arena();
        let solution = Engine::Queue.solve(&arena).unwrap();
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
    let row = |node| steps.successors(node).iter().fold(0, |row, hop| row | 1 << hop.node);
    (0..steps.nodes()).map(row).collect()
}

/// Best placements on small graphs: pursuit on one graph, where the team wins by standing where the other does, and games of
/// two graphs with ends that mean nothing.
#[test]
fn small_relays_end_as_the_engine_says() {
    let mut random = Random(Dice(4));
    let mut room = SmallRelay::default();
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
                let team = Team::new(steps.clone(), size, movers, Toll::Ply, Idle::Stuck);
                let verdicts = Verdicts::from_fn(others.nodes(), team.nodes(), |one, two| {
                    let by = |node: &u32| won[*node as usize] >> one & 1 == 1;
                    team.configuration(two).iter().any(by).then_some(Player::Two)
                });
                let arena = ProductArena::new(others.clone(), team, verdicts, Stuck::Endless);
                let best = best_placement(&arena, Player::Two).unwrap();
                let expected = best.map(|(node, distance)| (arena.pieces(Player::Two).configuration(node), distance));
                let found = room.best_placement(&rows_of(&steps), &rows_of(others), won, size, movers);
                assert_eq!(found, expected, "round {round}: {size} pieces, {movers:?} move");
            }
        }
    }
}
