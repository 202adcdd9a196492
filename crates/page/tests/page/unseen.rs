//! The page of a mouse that is never seen: its positions, moves and values follow from the rules of
//! Cops and Robbers, which are applied here to sets of vertices.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{GraphArena, PositionId, StateRules};
use catmouse_model::{BoardChoice, Outcome, Preset, Setup, Sight};
use catmouse_page::{Ends, GameOver, UnseenPage};
use serde_json::Value as Json;

use crate::unpacked::{moves, numbers};

/// The vertices of the cats, the places of the mouse, and whether the Mouse is to move.
type Position = (Vec<u64>, BTreeSet<u64>, bool);

/// The vertices to which a piece on `vertex` can go.
fn reached(lists: &[Vec<i64>], vertex: u64) -> Vec<u64> {
    std::iter::once(vertex).chain(lists[vertex as usize].iter().map(|to| to.cast_unsigned())).collect()
}

/// The positions after a position.
fn after(lists: &[Vec<i64>], (cats, places, mouse_moves): &Position) -> BTreeSet<Position> {
    let free = |places: BTreeSet<u64>, cats: &[u64]| places.into_iter().filter(|at| !cats.contains(at)).collect();
    if *mouse_moves {
        let all = places.iter().flat_map(|&at| reached(lists, at)).collect();
        return BTreeSet::from([(cats.clone(), free(all, cats), false)]);
    }
    let mut placed = vec![Vec::new()];
    for &cat in cats {
        let further = |before: &Vec<u64>| {
            let before = before.clone();
            reached(lists, cat).into_iter().map(move |to| [&before[..], &[to]].concat())
        };
        placed = placed.iter().flat_map(further).collect();
    }
    let moved = placed.into_iter().map(|mut cats| {
        cats.sort_unstable();
        let places = free(places.clone(), &cats);
        (cats, places, true)
    });
    moved.collect()
}

fn agree(lists: &[Vec<i64>], count: u32) {
    let mut setup = Setup::new(BoardChoice::Adjacency(lists.to_vec()));
    setup.preset = Some(Preset::CopsAndRobbers);
    setup.rules.mouse_seen = Some(Sight::Never);
    setup.rules.cats = Some(i64::from(count));
    let game = setup.plan_unseen().expect("a game").game();
    let rules = game.unseen();
    let arena = GraphArena::explore(&rules, 100_000).expect("a small game");
    let values = catmouse_solver::solve_table(&arena).expect("a small game");
    let none = GameOver { outcome: Outcome::Mouse, text: String::new() };
    let page = UnseenPage {
        game: &game,
        title: None,
        headline: String::new(),
        told: Vec::new(),
        start: *arena.state(PositionId::new(0)),
        line: Vec::new(),
        values: Some((&arena, &values)),
        starts: rules.starts(),
        ends: Ends { repetitions: 3, repeated: none.clone(), warning: String::new(), limit: none },
        places: Vec::new(),
    };
    let json = serde_json::to_value(page.data()).expect("JSON");

    let vertices = lists.len() as u64;
    let single: Vec<Vec<u64>> = (0..vertices).map(|vertex| vec![vertex]).collect();
    let configurations = match &json["cats"]["configurations"] {
        Json::Null => single,
        packed => {
            let step = count as usize + 1;
            let sums = |entry: &[u64]| -> Vec<u64> {
                let mut at = 0;
                entry[1..].iter().map(|more| (at += more, at).1).collect()
            };
            numbers(packed).chunks(step).map(sums).collect()
        }
    };
    let unseen = &json["unseen"];
    let halves = numbers(&unseen["places"]);
    let positions: Vec<Position> = numbers(&unseen["stands"])
        .iter()
        .zip(halves.chunks(2))
        .map(|(stand, bits)| {
            assert_eq!(stand & 2, 0, "the mouse is never seen");
            let places = (0..vertices).filter(|at| (bits[0] | bits[1] << 32) >> at & 1 == 1).collect();
            (configurations[(stand >> 2) as usize].clone(), places, stand & 1 == 1)
        })
        .collect();
    let starts: Vec<u64> = unseen["starts"].as_array().expect("starts").iter().filter_map(Json::as_u64).collect();
    assert_eq!(starts.len(), configurations.len());
    for &start in &starts {
        let (cats, places, mouse_moves) = &positions[start as usize];
        let free: BTreeSet<u64> = (0..vertices).filter(|at| !cats.contains(at)).collect();
        assert_eq!((places, *mouse_moves), (&free, false));
    }

    let kinds = json["values"]["kinds"].as_array().expect("kinds");
    let entries = numbers(&json["values"]["data"]);
    let distances: BTreeMap<&Position, Option<u64>> = positions
        .iter()
        .zip(&entries)
        .map(|(position, &kind)| {
            let kind = &kinds[kind as usize];
            assert_eq!(kind["end"].is_object(), position.1.is_empty());
            (position, kind["winner"].is_string().then(|| kind["distance"].as_u64().expect("a distance")))
        })
        .collect();
    assert_eq!(distances.len(), positions.len());
    let packed = moves(&unseen["moves"], false);
    assert_eq!(packed.len(), positions.len());
    for ((position, (_, list)), number) in positions.iter().zip(packed).zip(0..) {
        let here = distances[position];
        if position.1.is_empty() {
            assert_eq!((here, list.len()), (Some(0), 0), "{number}");
            continue;
        }
        let found: BTreeSet<Position> = list.iter().map(|&(to, _)| positions[to as usize].clone()).collect();
        assert_eq!((found.len(), &found), (list.len(), &after(lists, position)), "{number}");
        // The Cat takes the shortest way, and the Mouse has one move.
        let best = found.iter().filter_map(|next| distances[next]).min();
        assert_eq!(here, best.map(|plies| plies + 1), "{number}");
    }
}

#[test]
fn the_page_of_a_mouse_that_is_never_seen_follows_from_the_rules() {
    let path = [vec![1], vec![0, 2], vec![1, 3], vec![2]];
    let cycle = [vec![1, 4], vec![0, 2], vec![1, 3], vec![2, 4], vec![3, 0]];
    let grid = [vec![1, 3], vec![0, 2, 4], vec![1, 5], vec![0, 4], vec![1, 3, 5], vec![2, 4]];
    agree(&path, 1);
    agree(&cycle, 1);
    agree(&cycle, 2);
    agree(&grid, 2);
}
