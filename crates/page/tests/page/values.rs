//! Every value and every move in a page agrees with the game.

use catmouse_arena::{Arena, Player, PositionId, Solution, Value, Values};
use catmouse_explain::{Context, Policy};
use catmouse_model::{BoardChoice, Game, Outcome, Setup, VertexChoice};
use serde_json::Value as Json;

use crate::unpacked::{moves, numbers};
use crate::{fixture, game, page, solved};

/// Compares all packed data in the page of a setup with the game.
fn agree(setup: &Setup, name: &str) {
    let game = game(setup);
    let values = solved(&game);
    let (data, _) = page(&game, &values, None);
    let json: Json = serde_json::to_value(&data).expect("JSON");
    let arena = game.arena();

    let kinds = json["values"]["kinds"].as_array().expect("kinds");
    let entries = numbers(&json["values"]["data"]);
    let ids: Vec<u64> = match &json["values"]["ids"] {
        Json::Null => (0..arena.positions() as u64).collect(),
        packed => {
            let mut next = 0;
            let id = |gap: u64| {
                let id = next + gap;
                next = id + 1;
                id
            };
            numbers(packed).into_iter().map(id).collect()
        }
    };
    assert_eq!(entries.len(), ids.len(), "{name}");
    assert_eq!(json["values"]["count"], ids.len(), "{name}");
    for (&id, &kind) in ids.iter().zip(&entries) {
        let kind = &kinds[kind as usize];
        let id = PositionId::new(id as usize);
        let expect = match values.value(id) {
            Value::Endless => (Json::Null, 0),
            Value::Win { player: Player::One, distance } => ("mouse".into(), distance),
            Value::Win { player: Player::Two, distance } => ("cat".into(), distance),
        };
        assert_eq!((kind["winner"].clone(), kind["distance"].as_u64()), (expect.0, Some(expect.1)), "{name} {id:?}");
        // A player without a move has nobody's win where the rules give it to neither.
        let is_stuck = arena.successors(id).next().is_none();
        let over = match values.value(id) {
            Value::Win { player: Player::One, distance: 0 } => Some("mouse".to_owned()),
            Value::Win { player: Player::Two, distance: 0 } => Some("cat".to_owned()),
            Value::Endless if is_stuck => Some(Outcome::from(game.adjudication().unforced()).to_string()),
            _ => None,
        };
        assert_eq!(kind["end"].is_object(), over.is_some(), "{name} {id:?}");
        assert_eq!(kind["end"]["outcome"].as_str(), over.as_deref(), "{name} {id:?}");
    }

    for (side, player) in [("mouse", Player::One), ("cats", Player::Two)] {
        let pieces = arena.pieces(player);
        let costs = json[side]["costs"].as_bool().expect("a switch");
        let packed = moves(&json[side]["moves"], costs);
        if json["values"]["ids"].is_null() {
            assert_eq!(packed.len(), pieces.nodes() as usize, "{name}");
        }
        for (node, list) in packed {
            let expect: Vec<(u64, u64)> =
                pieces.successors(node as u32).map(|arc| (arc.node.into(), arc.cost.into())).collect();
            assert_eq!(list, expect, "{name} {side} {node}");
        }
        let vertices: Vec<u64> =
            (0..pieces.steps().nodes()).map(|node| game.vertex_of(player.into(), node).number().into()).collect();
        assert_eq!(numbers(&json[side]["places"]), vertices, "{name}");
        if pieces.size() > 1 && json["values"]["ids"].is_null() {
            let mut members = numbers(&json[side]["configurations"]).into_iter();
            for node in 0..pieces.nodes() {
                assert_eq!(members.next(), Some(0), "no configuration is missing");
                let mut place = 0;
                let read: Vec<u32> = (0..pieces.size())
                    .map(|_| {
                        place += members.next().expect("a member") as u32;
                        place
                    })
                    .collect();
                assert_eq!(read, pieces.configuration(node), "{name}");
            }
        }
    }
    agree_on_main_moves(&game, &values, &json, &ids, name);
    let line = json["line"].as_array().expect("a line");
    assert!(line.iter().all(|ply| ply["to"].is_u64()), "{name}");
}

/// Compares the main moves in a page with those of the library.
fn agree_on_main_moves(game: &Game, values: &Solution, json: &Json, ids: &[u64], name: &str) {
    let (arena, mut packed) = (game.arena(), numbers(&json["values"]["main"]).into_iter());
    let mut before = vec![0; ids.len()];
    let mut next = 0;
    while let Some(gap) = packed.next() {
        before[(next + gap) as usize] = packed.next().expect("a number of moves");
        next += gap + 1;
    }
    let context = Context::new(arena, game, values, game.adjudication());
    let start = game.opening(values).id;
    // In an endless game, the answers of the holdings come first.
    let policy = Policy::new(&context, start);
    for (&id, before) in ids.iter().zip(before) {
        let id = PositionId::new(id as usize);
        let best = values.best_moves(arena, id);
        assert_eq!(best.get(before as usize).copied(), policy.play(&context, id), "{name} {id:?}");
    }
}

#[test]
fn the_page_holds_the_solution() {
    for name in [
        "classic/triangle",
        "classic/official-example-1-draw",
        "classic/cat-wins-in-34-on-10-vertices",
        "cops/dodecahedron-two-cats",
        "cops/petersen-three-cats",
        "cops/complete-bipartite-3-3-lazy",
        "costs/two-cats",
        "costs/two-cats-one-moves",
        "costs/parallel-arcs",
        "grid/official-example-3",
        "grid/everybody-walled-in",
        "rules/stalemate-loss-mouse",
        "rules/stalemate-pass-both-stuck",
        "rules/limit-winner-draw",
        "rules/names-and-numbers",
    ] {
        agree(&fixture(name).setup, name);
    }
}

/// A path of this many vertices, with the mouse at vertex 30 and the cat at the last.
fn path(vertices: i64) -> Setup {
    let edges = |v: i64| [v - 1, v + 1].into_iter().filter(|w| (0..vertices).contains(w)).collect();
    let mut setup = Setup::new(BoardChoice::Adjacency((0..vertices).map(edges).collect()));
    setup.mouse = Some(VertexChoice::Number(30));
    setup.cats = Some(vec![VertexChoice::Number(vertices - 1)]);
    setup
}

#[test]
fn oversized_parts_are_left_out_and_named() {
    let setup = path(500);
    agree(&setup, "a path");
    let game = game(&setup);
    let values = solved(&game);
    assert!(game.arena().positions() as u64 > catmouse_page::MOST_POSITIONS as u64);
    let (data, html) = page(&game, &values, None);
    let left_out = data.left_out().join(" ");
    assert!(left_out.contains("499000 positions"), "{left_out}");
    assert!(left_out.contains("A sketch"), "{left_out}");
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    for name in ["classic/cat-wins-in-8-on-6-vertices", "cops/petersen-three-cats", "grid/official-example-3"] {
        let document = fixture(name);
        let game = game(&document.setup);
        let values = solved(&game);
        assert_eq!(page(&game, &values, None).1, page(&game, &values, None).1, "{name}");
    }
}
