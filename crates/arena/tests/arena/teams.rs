//! Teams: configurations are numbered in order, joint moves are those of the pieces, and gathering
//! over joint moves agrees with listing them.

use std::collections::BTreeSet;

use catmouse_arena::{
    Along, Arc, Arena, Cost, MoveCost, Movers, PieceArcs, Player, ProductArena, Semiring, Soonest, Staging,
    StalemateRule, StepGraph, Team, TeamStalemate, Verdicts,
};

fn graph(nodes: u32, arcs: &[(u32, u32)]) -> StepGraph {
    StepGraph::new(nodes, arcs.iter().map(|&(from, to)| (from, to, 1 + (from + 2 * to) % 3)).collect())
}

/// All ascending lists, generated element by element.
fn all_multisets(nodes: u32, size: usize) -> Vec<Vec<u32>> {
    let mut lists = vec![vec![]];
    for _ in 0..size {
        lists = lists
            .iter()
            .flat_map(|list: &Vec<u32>| {
                (list.last().copied().unwrap_or(0)..nodes).map(move |next| [&list[..], &[next]].concat())
            })
            .collect();
    }
    lists
}

#[test]
fn configurations_are_numbered_in_lexicographic_order() {
    for nodes in 1..=6 {
        for size in 1..=4 {
            let team = Team::new(StepGraph::new(nodes, vec![]), size, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
            let lists = all_multisets(nodes, size as usize);
            assert_eq!(u64::from(team.nodes()), Team::configurations(nodes.into(), size.into()).unwrap());
            assert_eq!(team.nodes() as usize, lists.len());
            for (number, list) in lists.iter().enumerate() {
                assert_eq!(team.configuration(number as u32), *list);
                let backwards: Vec<u32> = list.iter().rev().copied().collect();
                assert_eq!(team.node(&backwards), number as u32);
            }
        }
    }
}

/// Listed with repetitions, these would be 3³⁰ moves.
#[test]
fn many_pieces_on_few_nodes_have_few_moves() {
    let arcs: Vec<(u32, u32)> = (0..5).flat_map(|node| [0, 1, 4].map(|step| (node, (node + step) % 5))).collect();
    let team = Team::new(graph(5, &arcs), 30, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    // The multisets of 30 out of 3 nodes.
    assert_eq!(team.successors(team.node(&[2; 30])).len(), 31 * 32 / 2);
    assert_eq!(team.predecessors(team.node(&[2; 30])).len(), 31 * 32 / 2);
}

#[test]
fn moved_pieces_are_counted() {
    for size in 1..=4 {
        let team = Team::new(StepGraph::new(4, vec![]), size, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
        for (from, before) in (0..).zip(all_multisets(4, size as usize)) {
            for (to, after) in (0..).zip(all_multisets(4, size as usize)) {
                let on = |list: &[u32], node| list.iter().filter(|&&there| there == node).count();
                let stayed: usize = (0..4).map(|node| on(&before, node).min(on(&after, node))).sum();
                assert_eq!(team.moved(from, to) as usize, size as usize - stayed, "{before:?} to {after:?}");
            }
        }
    }
}

#[test]
fn numbers_of_configurations_beyond_64_bits_are_none() {
    assert_eq!(Team::configurations(1000, 2), Some(500_500));
    assert_eq!(Team::configurations(0, 3), Some(0));
    assert_eq!(Team::configurations(1 << 20, 3), Some(192_154_133_857_304_576));
    assert_eq!(Team::configurations(1 << 20, 4), None);
    assert_eq!(Team::configurations(2, 1 << 40), Some((1 << 40) + 1));
}

/// Joint moves by their definition: all combinations of the pieces' moves, or the moves of any
/// one piece.
fn joint_by_definition(team: &Team, node: u32) -> Vec<Arc> {
    let pieces = team.configuration(node);
    let moves = |piece: u32| team.steps().successors(piece).iter().map(|arc| (arc.node, arc.cost));
    let mut found: BTreeSet<(Vec<u32>, Cost)> = BTreeSet::new();
    match team.movers() {
        Movers::One => {
            for index in 0..pieces.len() {
                for (to, cost) in moves(pieces[index]) {
                    let mut after = pieces.clone();
                    after[index] = to;
                    found.insert((after, cost));
                }
            }
        }
        Movers::All => {
            found.insert((vec![], 0));
            for &piece in &pieces {
                found = found
                    .iter()
                    .flat_map(|(after, sum)| {
                        moves(piece).map(move |(to, cost)| ([&after[..], &[to]].concat(), sum + cost))
                    })
                    .collect();
            }
        }
    }
    let cost = |cost| if team.move_cost() == MoveCost::Ply { 1 } else { cost };
    let mut arcs: Vec<Arc> =
        found.iter().map(|(after, sum)| Arc { node: team.node(after), cost: cost(*sum) }).collect();
    if arcs.is_empty() && team.stalemate() == TeamStalemate::Passes {
        arcs.push(Arc { node, cost: 1 });
    }
    arcs.sort_unstable();
    arcs.dedup();
    arcs
}

/// An arena of this team, and of a piece with this many nodes that cannot move.
fn arena(rows: u32, team: Team) -> ProductArena {
    let verdicts = Verdicts::from_fn(rows, team.nodes(), |_, _| None);
    ProductArena::new(StepGraph::new(rows, vec![]), team, verdicts, StalemateRule::Endless)
}

fn is_precomputed(arena: &ProductArena) -> bool {
    matches!(arena.pieces(Player::Two).successors(0), PieceArcs::Held(_))
}

/// Two pieces on n nodes that are all joined have n (n + 1) / 2 configurations, and from each a move
/// to every one. On 44 nodes these are fewer than 2²⁰; on 45 nodes they are 1,071,225, which is 8
/// for each position if the other piece has 65 nodes.
#[test]
fn too_many_moves_are_not_precomputed() {
    for (rows, nodes, size, expected) in [
        (1, 44, 2, true),
        (1, 45, 2, false),
        (64, 45, 2, false),
        (65, 45, 2, true),
        (1, 1000, 1, true),
        (1, 1025, 1, false),
        (1, 40, 3, false),
    ] {
        let arcs: Vec<(u32, u32)> = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).collect();
        let team = Team::new(graph(nodes, &arcs), size, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
        let arena = arena(rows, team);
        arena.precompute_moves();
        assert_eq!(is_precomputed(&arena), expected, "{size} pieces on {nodes} nodes, against {rows}");
    }
}

/// The moves into a configuration, found among the moves out of all.
fn backwards(forwards: &[Vec<Arc>], node: u32) -> Vec<Arc> {
    let into: BTreeSet<Arc> = (0..)
        .zip(forwards)
        .flat_map(|(from, arcs)| arcs.iter().map(move |arc| (from, arc)))
        .filter(|(_, arc)| arc.node == node)
        .map(|(from, arc)| Arc { node: from, cost: arc.cost })
        .collect();
    into.into_iter().collect()
}

/// With more than 4096 ways to move, joint moves are listed piece by piece.
#[test]
fn many_joint_moves_are_those_of_the_pieces() {
    let arcs: Vec<(u32, u32)> = (0..5).flat_map(|node| [0, 1, 2, 4].map(|step| (node, (node + step) % 5))).collect();
    for move_cost in [MoveCost::Ply, MoveCost::Arcs] {
        let team = Team::new(graph(5, &arcs), 7, Movers::All, move_cost, TeamStalemate::Stuck);
        let forwards: Vec<Vec<Arc>> = (0..team.nodes()).map(|node| team.successors(node)).collect();
        for node in (0..team.nodes()).step_by(41) {
            assert_eq!(forwards[node as usize], joint_by_definition(&team, node));
            assert_eq!(team.predecessors(node), backwards(&forwards, node));
        }
    }
}

#[test]
fn joint_moves_are_those_of_the_pieces() {
    let graphs = [
        graph(1, &[]),
        graph(2, &[(0, 1)]),
        graph(4, &[(0, 1), (1, 0), (1, 2), (2, 2), (2, 3)]),
        graph(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 0), (1, 0)]),
    ];
    for steps in graphs {
        for size in 1..=3 {
            for movers in [Movers::All, Movers::One] {
                for (move_cost, stalemate) in
                    [(MoveCost::Ply, TeamStalemate::Stuck), (MoveCost::Arcs, TeamStalemate::Passes)]
                {
                    let team = Team::new(steps.clone(), size, movers, move_cost, stalemate);
                    let forwards: Vec<Vec<Arc>> = (0..team.nodes()).map(|node| team.successors(node)).collect();
                    let precomputed = arena(1, team.clone());
                    assert!(!is_precomputed(&precomputed));
                    precomputed.precompute_moves();
                    assert!(is_precomputed(&precomputed));
                    for (node, arcs) in (0..).zip(&forwards) {
                        assert!(precomputed.pieces(Player::Two).successors(node).eq(arcs.iter().copied()));
                    }
                    let is_equal = precomputed.pieces(Player::Two).team() == Some(&team);
                    assert!(is_equal, "precomputing moves does not affect equality");
                    for node in 0..team.nodes() {
                        assert_eq!(forwards[node as usize], joint_by_definition(&team, node));
                        assert_eq!(team.predecessors(node), backwards(&forwards, node));
                    }
                }
            }
        }
    }
}

/// The greatest element, its cost included.
struct Greatest;

impl Semiring for Greatest {
    type Item = Option<u64>;

    fn zero(&self) -> Option<u64> {
        None
    }

    fn extend(&self, item: Option<u64>, cost: Cost) -> Option<u64> {
        item.map(|item| item + u64::from(cost))
    }

    fn plus(&self, one: Option<u64>, other: Option<u64>) -> Option<u64> {
        one.max(other)
    }
}

fn check_gathering(team: &Team) {
    // Unordered, so that the best item can be anywhere.
    let item = |configuration: u32| u64::from(configuration) * 7919 % 1009 * 100;
    let items: Vec<u64> = (0..team.nodes()).map(item).collect();
    let some: Vec<Option<u64>> = items.iter().copied().map(Some).collect();
    for along in [Along::Successors, Along::Predecessors] {
        let arcs = |configuration: u32| match along {
            Along::Successors => team.successors(configuration),
            Along::Predecessors => team.predecessors(configuration),
        };
        let mut next = 0;
        team.gather(along, &items, &Soonest, &mut Staging::default(), |configuration, found| {
            assert_eq!(configuration, next);
            next += 1;
            let expected = arcs(configuration).iter().map(|arc| item(arc.node) + u64::from(arc.cost)).min();
            assert_eq!(found, expected.unwrap_or(u64::MAX), "{along:?} from {configuration} of {team:?}");
        });
        assert_eq!(next, team.nodes());
        team.gather(along, &some, &Greatest, &mut Staging::default(), |configuration, found| {
            let expected = arcs(configuration).iter().map(|arc| item(arc.node) + u64::from(arc.cost)).max();
            assert_eq!(found, expected, "{along:?} from {configuration} of {team:?}");
        });
    }
    for from in 0..team.nodes() {
        let arcs = team.successors(from);
        assert_eq!(team.dearest_move(from), arcs.iter().map(|arc| arc.cost).max());
        let targets: BTreeSet<u32> = arcs.iter().map(|arc| arc.node).collect();
        for to in 0..team.nodes() {
            let costs = || arcs.iter().filter(|arc| arc.node == to).map(|arc| arc.cost);
            let expected = costs().min().zip(costs().max());
            assert_eq!(team.move_costs(from, to), expected);
            assert_eq!(expected.is_some(), targets.contains(&to));
        }
    }
}

#[test]
fn gathering_agrees_with_listing() {
    let arcs = |nodes: u32, density: u32| {
        let pairs = (0..nodes).flat_map(move |from| (0..nodes).map(move |to| (from, to)));
        let chosen = pairs.filter(move |(from, to)| (from * 13 + to * 29 + from * to) % 7 < density);
        let costs = chosen.flat_map(|(from, to)| [(from, to, 1 + (from + 2 * to) % 5), (from, to, 1 + from % 2)]);
        StepGraph::new(nodes, costs.collect())
    };
    for (nodes, size) in [(1, 1), (1, 4), (2, 3), (3, 2), (4, 4), (5, 1), (5, 3), (6, 2)] {
        for density in [0, 2, 6] {
            for movers in [Movers::All, Movers::One] {
                for (move_cost, idle) in [
                    (MoveCost::Ply, TeamStalemate::Stuck),
                    (MoveCost::Arcs, TeamStalemate::Passes),
                    (MoveCost::Arcs, TeamStalemate::Stuck),
                ] {
                    check_gathering(&Team::new(arcs(nodes, density), size, movers, move_cost, idle));
                }
            }
        }
    }
    check_gathering(&Team::new(StepGraph::new(0, vec![]), 2, Movers::All, MoveCost::Ply, TeamStalemate::Passes));
}
