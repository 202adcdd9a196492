//! The rules by hand: endings and moves on boards small enough to write down every case.

use catmouse_arena::{Arena, Player, Status, StepGraph, Value};
use std::collections::BTreeSet;

use catmouse_model::{
    BoardChoice, CatInHole, Cell, Game, Kind, LimitChoice, Outcome, RuleChoices, SETTINGS, SettingValue, Setup, Side,
    Stalemate, Vertex, VertexChoice,
};

fn graph(lists: &[&[i64]], rules: RuleChoices) -> Setup {
    let lists = lists.iter().map(|list| list.to_vec()).collect();
    Setup { rules, ..Setup::new(BoardChoice::Adjacency(lists)) }
}

/// Two rows, four columns and a wall; the free cells are 0, 1 and 2 above and 3 to 6 below.
fn grid(rules: RuleChoices) -> Setup {
    Setup { rules, ..Setup::new(BoardChoice::Grid(vec!["MC#F".to_owned(), "....".to_owned()])) }
}

fn game(setup: &Setup) -> Game {
    setup.plan().unwrap_or_else(|defects| panic!("{defects}")).game()
}

/// A path of four vertices with holes at 0 and 2; any placement of the pieces is allowed.
fn path(kind: CatInHole, cats: i64) -> Setup {
    let holes = Some(vec![VertexChoice::Number(0), VertexChoice::Number(2)]);
    let rules =
        RuleChoices { holes, cat_in_hole: Some(kind), cats: Some(cats), placement: Some(true), ..Default::default() };
    graph(&[&[1], &[0, 2], &[1, 3], &[2]], rules)
}

/// The winner with the mouse on each vertex (a row) and a cat on each (a column): `M`, `C`, or
/// neither; `-` if the vertex is closed to the cat. Of two cats, the one that catches the mouse or
/// is in a hole that wins decides.
#[track_caller]
fn check_endings(kind: CatInHole, expect: [&str; 4]) {
    let cell = |mouse: Vertex, cat: Vertex| expect[mouse.number() as usize].as_bytes()[cat.number() as usize];
    for cats in [1, 2] {
        let game = game(&path(kind, cats));
        let mut met = 0;
        for id in game.position_ids() {
            let position = game.position(id);
            let cells: Vec<u8> = position.cats.iter().map(|&cat| cell(position.mouse, cat)).collect();
            let winner = match () {
                () if cells.contains(&b'C') => Some(Player::Two),
                () if cells.contains(&b'M') => Some(Player::One),
                () => None,
            };
            let found = match game.arena().status(id) {
                Status::Won(player) => Some(player),
                Status::Turn(_) => None,
            };
            assert!(!cells.contains(&b'-'), "{kind:?}: no cat may stand in {}", game.notation(&position));
            assert_eq!(found, winner, "{kind:?}: {}", game.notation(&position));
            let named = game.ending(&position).map(|ending| Player::from(ending.winner()));
            assert_eq!(named, winner, "{kind:?}: {}", game.notation(&position));
            met += 1;
        }
        let places = expect[0].bytes().filter(|&cell| cell != b'-').count();
        let placements = if cats == 1 { places } else { places * (places + 1) / 2 };
        assert_eq!(met, 2 * 4 * placements);
    }
}

#[test]
fn endings_where_the_hole_is_forbidden_to_the_cat() {
    check_endings(CatInHole::Forbidden, ["-M-M", "-C-.", "-M-M", "-.-C"]);
}

#[test]
fn endings_where_the_hole_is_safe_for_the_mouse() {
    check_endings(CatInHole::Allowed, ["MMMM", ".C..", "MMMM", "...C"]);
}

#[test]
fn endings_where_the_cat_guards_the_hole() {
    check_endings(CatInHole::Guards, ["CMMM", ".C..", "MMCM", "...C"]);
}

#[test]
fn endings_where_the_cat_wins_in_the_hole() {
    check_endings(CatInHole::Wins, ["CMCM", "CCC.", "CMCM", "C.CC"]);
}

/// On a one-way path a cat behind the mouse catches the mouse within the capture distance. A cat
/// ahead of the mouse never does.
#[test]
fn captures_from_a_distance_follow_the_arcs() {
    for distance in 0..5 {
        let rules = RuleChoices {
            directed: Some(true),
            holes: Some(Vec::new()),
            capture_distance: Some(distance),
            placement: Some(true),
            ..Default::default()
        };
        let game = game(&graph(&[&[1], &[2], &[3], &[]], rules));
        let mut met = 0;
        for id in game.position_ids() {
            let position = game.position(id);
            let ahead = i64::from(position.mouse.number()) - i64::from(position.cats[0].number());
            let expect = (0..=distance).contains(&ahead).then_some(Player::Two);
            let found = match game.arena().status(id) {
                Status::Won(player) => Some(player),
                Status::Turn(_) => None,
            };
            let named = game.ending(&position).map(|ending| Player::from(ending.winner()));
            assert_eq!((found, named), (expect, expect), "{distance}: {}", game.notation(&position));
            met += 1;
        }
        assert_eq!(met, 2 * 4 * 4);
    }
}

/// The moves of one of a side's pieces, a line for each vertex: the targets, with costs other than
/// 1.
#[track_caller]
fn check_moves(setup: &Setup, side: Side, expect: &str) {
    let game = game(setup);
    let steps: &StepGraph = game.arena().steps(side.into());
    let vertex = |node| game.vertex_of(side, node).number();
    let line = |node| {
        let mut targets: Vec<_> = steps.successors(node).iter().map(|arc| (vertex(arc.node), arc.cost)).collect();
        targets.sort_unstable();
        let target = |(vertex, cost): &(u32, u32)| match cost {
            1 => format!(" {vertex}"),
            _ => format!(" {vertex}*{cost}"),
        };
        format!("{}:{}", vertex(node), targets.iter().map(target).collect::<String>())
    };
    let found: Vec<String> = (0..steps.nodes()).map(line).collect();
    assert_eq!(found, expect.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>());
}

#[test]
fn moves_along_edges() {
    let square: &[&[i64]] = &[&[1, 3], &[0, 2], &[1, 3], &[0, 2]];
    let stays = RuleChoices { mouse_may_stay: Some(true), ..Default::default() };
    check_moves(&graph(square, RuleChoices::default()), Side::Mouse, "0: 1 3\n 1: 0 2\n 2: 1 3\n 3: 0 2");
    check_moves(&graph(square, stays), Side::Mouse, "0: 0 1 3\n 1: 0 1 2\n 2: 1 2 3\n 3: 0 2 3");
    check_moves(&graph(square, RuleChoices::default()), Side::Cat, "1: 2\n 2: 1 3\n 3: 2");
}

#[test]
fn moves_with_costs() {
    let lists = vec![vec![(1, 3), (2, 1)], vec![(0, 3), (2, 5)], vec![(1, 5), (0, 1)]];
    let mut setup = Setup::new(BoardChoice::AdjacencyWithCosts(lists));
    setup.rules.cat_may_stay = Some(true);
    check_moves(&setup, Side::Mouse, "0: 1*3 2\n 1: 0*3 2*5\n 2: 0 1*5");
    check_moves(&setup, Side::Cat, "1: 1 2*5\n 2: 1*5 2");
}

/// Jumps are straight, at most as long as allowed, and do not cross walls.
#[test]
fn moves_on_a_grid() {
    let rules = |mouse_jump, cat_jump, stay| RuleChoices {
        mouse_jump: Some(mouse_jump),
        cat_jump: Some(cat_jump),
        mouse_may_stay: Some(stay),
        ..Default::default()
    };
    let two = "0: 1 3\n 1: 0 4\n 2: 6\n 3: 0 4 5\n 4: 1 3 5 6\n 5: 3 4 6\n 6: 2 4 5";
    check_moves(&grid(rules(2, 1, false)), Side::Mouse, two);
    let stays = "0: 0 1 3\n 1: 0 1 4\n 2: 2 6\n 3: 0 3 4\n 4: 1 3 4 5\n 5: 4 5 6\n 6: 2 5 6";
    check_moves(&grid(rules(2, 1, false)), Side::Cat, stays);
    check_moves(&grid(rules(0, 0, false)), Side::Mouse, "0:\n 1:\n 2:\n 3:\n 4:\n 5:\n 6:");
    check_moves(&grid(rules(0, 0, false)), Side::Cat, "0: 0\n 1: 1\n 2: 2\n 3: 3\n 4: 4\n 5: 5\n 6: 6");
}

/// A run of up to two arcs may end at its origin. It may begin in a hole, but does not lead through
/// one.
#[test]
fn runs_along_edges() {
    let path: &[&[i64]] = &[&[1], &[0, 2], &[1, 3], &[2, 4], &[3]];
    let rules = |hole| RuleChoices {
        holes: Some(vec![VertexChoice::Number(hole)]),
        mouse_speed: Some(2),
        cat_speed: Some(vec![3]),
        placement: Some(true),
        ..Default::default()
    };
    let through_no_hole = "0: 0 1 2\n 1: 0 1 2\n 2: 0 1 2 3 4\n 3: 2 3 4\n 4: 2 3 4";
    check_moves(&graph(path, rules(2)), Side::Mouse, through_no_hole);
    check_moves(&graph(path, rules(2)), Side::Cat, "0: 0 1\n 1: 0 1\n 3: 3 4\n 4: 3 4");
    check_moves(&graph(path, rules(0)), Side::Cat, "1: 1 2 3 4\n 2: 1 2 3 4\n 3: 1 2 3 4\n 4: 1 2 3 4");
}

/// The cheapest run counts, whether it has more arcs or fewer.
#[test]
fn runs_with_costs() {
    let lists = vec![vec![(1, 3), (2, 1)], vec![(0, 3), (2, 5)], vec![(1, 5), (0, 1)]];
    let mut setup = Setup::new(BoardChoice::AdjacencyWithCosts(lists));
    setup.rules.holes = Some(Vec::new());
    setup.rules.placement = Some(true);
    setup.rules.mouse_speed = Some(2);
    check_moves(&setup, Side::Mouse, "0: 0*2 1*3 2\n 1: 0*3 1*6 2*4\n 2: 0 1*4 2*2");
    check_moves(&setup, Side::Cat, "0: 1*3 2\n 1: 0*3 2*5\n 2: 0 1*5");
}

/// On a graph a jump of 0 leaves no move.
#[test]
fn a_piece_without_a_jump_stays_where_it_is() {
    let lists: &[&[i64]] = &[&[1, 2], &[0, 2], &[0, 1]];
    let rules = RuleChoices { mouse_jump: Some(0), mouse_may_stay: Some(true), ..Default::default() };
    check_moves(&graph(lists, rules), Side::Mouse, "0: 0\n 1: 1\n 2: 2");
}

/// A side passes only if it has no other move; several cats only if none of them has one.
#[test]
fn a_turn_passes_where_a_side_is_stuck() {
    let lists: &[&[i64]] = &[&[1], &[0], &[], &[3]];
    let rules = |stalemate, cats| RuleChoices {
        stalemate: Some(stalemate),
        directed: Some(true),
        holes: Some(vec![]),
        cats: Some(cats),
        placement: Some(true),
        ..Default::default()
    };
    check_moves(&graph(lists, rules(Stalemate::Pass, 1)), Side::Mouse, "0: 1\n 1: 0\n 2: 2\n 3: 3");
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        check_moves(&graph(lists, rules(stalemate, 1)), Side::Mouse, "0: 1\n 1: 0\n 2:\n 3: 3");
    }
    for (stalemate, passes) in [(Stalemate::Pass, 1), (Stalemate::Draw, 0), (Stalemate::Loss, 0)] {
        let game = game(&graph(lists, rules(stalemate, 2)));
        let stuck = game.position_ids().find(|&id| game.notation(&game.position(id)) == "M0 C2 C2 cat");
        let stuck = stuck.expect("vertex 2 is open to both cats");
        assert_eq!(game.arena().successors(stuck).count(), passes, "{stalemate:?}");
    }
}

/// The upper bound on a cat's moves is known before they are listed: the moves of the lists above,
/// plus a loop for each vertex.
#[test]
fn moves_are_bounded_before_layout() {
    for (jump, expect) in [(0, 7), (1, 7 + 14), (2, 7 + 18), (3, 7 + 20), (9, 7 + 20)] {
        let setup = grid(RuleChoices { cat_jump: Some(jump), ..Default::default() });
        assert_eq!(setup.plan().expect("in order").cat_moves(), expect, "a jump of {jump}");
    }
    let square = graph(&[&[1, 3], &[0, 2], &[1, 3], &[0, 2]], RuleChoices::default());
    assert_eq!(square.plan().expect("in order").cat_moves(), 4 + 8);
}

/// Up to 8192 vertices runs are counted; beyond, walks, which may be more.
#[test]
fn runs_are_bounded_before_layout() {
    let counted = |board, directed, jump, speed| {
        let rules = RuleChoices {
            directed,
            holes: Some(Vec::new()),
            placement: Some(true),
            cat_jump: jump,
            cat_speed: Some(vec![speed]),
            ..Default::default()
        };
        let setup = Setup { rules, ..Setup::new(board) };
        setup.plan().unwrap_or_else(|defects| panic!("{defects}")).cat_moves()
    };
    // On a hexagon two arcs lead from a vertex to itself both ways, which are two walks and one
    // run.
    let hexagon = BoardChoice::Adjacency((0..6).map(|at| vec![(at + 1) % 6, (at + 5) % 6]).collect());
    for (speed, runs) in [(1, 2), (2, 5), (3, 6), (9, 6)] {
        assert_eq!(counted(hexagon.clone(), None, None, speed), 6 + 6 * runs, "{speed} arcs round a hexagon");
    }

    let cycle = |vertices: i64| {
        let edges = (0..vertices).map(|vertex| (vertex, (vertex + 1) % vertices)).collect();
        BoardChoice::Edges { vertices, edges }
    };
    for (vertices, speed, each) in [(8_192_u32, 2, 5), (8_193, 2, 2 + 4), (8_193, 3, 2 + 4 + 8)] {
        let expect = u64::from(vertices) * (1 + each);
        assert_eq!(
            counted(cycle(vertices.into()), None, None, speed),
            expect,
            "{speed} arcs round {vertices} vertices"
        );
    }

    // The arcs are disjoint, so no walk has two arcs. Only walks of up to 64 arcs are examined, so
    // the bound is high.
    let edges = (0..5_000).map(|pair| (2 * pair, 2 * pair + 1)).collect();
    let apart = BoardChoice::Edges { vertices: 10_000, edges };
    assert_eq!(counted(apart.clone(), Some(true), None, 64), 10_000 + 5_000);
    assert_eq!(counted(apart, Some(true), None, 65), 10_000 + 5_000 * 10_000);

    // Rooms of two cells: a jump over three cells is counted as three steps.
    let rooms = BoardChoice::Grid(vec![format!("MC#F{}", "#..".repeat(4_999))]);
    let cells = 10_001_u64;
    assert_eq!(counted(rooms, None, Some(3), 2), cells + (cells - 1) * 6);
}

/// Tries every combination of the settings that idle rules depend on. A rule that is reported to
/// have no effect can be removed without changing the game, and each such rule occurs.
#[test]
fn idle_rules_have_no_effect() {
    let chosen = |word: &'static str, key: &str| {
        let setting = SETTINGS.iter().find(|setting| setting.key == key).expect("the setting exists");
        let mut rules = RuleChoices::default();
        assert!(setting.set(&mut rules, SettingValue::Word(word)).is_some());
        rules
    };
    let words = |key: &str| match SETTINGS.iter().find(|setting| setting.key == key).map(|setting| setting.kind) {
        Some(Kind::Word(words)) => words,
        other => panic!("{key}: {other:?}"),
    };
    let mut met = BTreeSet::new();
    for key in ["cat-in-hole", "cats-move", "endless", "limit-winner", "stalemate"] {
        for (word, bits) in words(key).iter().flat_map(|word| (0..64).map(move |bits| (word, bits))) {
            let flag = |bit: u32| bits >> bit & 1 == 1;
            let rest = RuleChoices {
                holes: Some(if flag(0) { vec![VertexChoice::Number(0)] } else { vec![] }),
                cats: Some(if flag(1) { 2 } else { 1 }),
                limit: Some(if flag(2) { LimitChoice::Plies(4) } else { LimitChoice::None }),
                mouse_may_stay: Some(flag(3)),
                cat_may_stay: Some(flag(4)),
                limit_winner: flag(5).then_some(Outcome::Mouse),
                placement: Some(true),
                ..RuleChoices::default()
            };
            let mut with = rest.clone();
            with.override_with(chosen(word, key));
            // One vertex has no outgoing arc, another no incoming arc.
            let directed = |rules| graph(&[&[1, 2], &[2], &[0, 3], &[]], RuleChoices { directed: Some(true), ..rules });
            let (with, without) = (game(&directed(with.clone())), game(&directed(rest)));
            let idle = chosen(word, key).idle_in(&with);
            if idle.is_empty() {
                continue;
            }
            met.insert(idle[0].key);
            assert_eq!((idle.len(), idle[0].key), (1, key));
            for value in [Value::Endless, Value::Win { player: Player::One, distance: 5 }] {
                let judge = |game: &Game| game.adjudication().judge(value);
                assert_eq!(judge(&with), judge(&without), "{key} {word} {bits:b}");
            }
            assert_eq!(with.arena().positions(), without.arena().positions());
            for id in with.position_ids() {
                assert_eq!(with.arena().status(id), without.arena().status(id), "{key} {word} {bits:b}");
                let moves = |game: &Game| game.arena().successors(id).collect::<Vec<_>>();
                assert_eq!(moves(&with), moves(&without), "{key} {word} {bits:b}");
            }
        }
    }
    assert_eq!(met.len(), 5);
}

/// Each side moves along the kinds of edges that it may use, and no others.
#[test]
fn kinds_of_edges_are_arcs_of_those_who_use_them() {
    let kinds = ["taxi", "bus", "ferry"].map(str::to_owned).to_vec();
    let edges = vec![(0, 1, 0), (1, 2, 1), (2, 3, 2), (0, 1, 1)];
    let uses = |kinds: &[&str]| Some(kinds.iter().map(|&kind| kind.to_owned()).collect());
    let moves = |rules: RuleChoices, side: Side| {
        let rules = RuleChoices { holes: Some(Vec::new()), ..rules };
        let game = game(&Setup {
            rules,
            ..Setup::new(BoardChoice::EdgesOfKinds { vertices: 4, edges: edges.clone(), kinds: kinds.clone() })
        });
        let steps: &StepGraph = game.arena().steps(side.into());
        (0..4)
            .flat_map(|from| steps.successors(from).iter().map(move |to| (from, to.node)))
            .collect::<BTreeSet<(u32, u32)>>()
    };
    let all = BTreeSet::from([(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)]);
    let ferryless = BTreeSet::from([(0, 1), (1, 0), (1, 2), (2, 1)]);
    let rules = RuleChoices { cat_uses: uses(&["taxi", "bus"]), ..RuleChoices::default() };
    assert_eq!((moves(rules.clone(), Side::Mouse), moves(rules, Side::Cat)), (all.clone(), ferryless));
    let rules = RuleChoices { mouse_uses: uses(&["taxi"]), cat_uses: uses(&[]), ..RuleChoices::default() };
    let taxis = BTreeSet::from([(0, 1), (1, 0)]);
    assert_eq!((moves(rules.clone(), Side::Mouse), moves(rules, Side::Cat)), (taxis, BTreeSet::new()));
    assert_eq!(moves(RuleChoices::default(), Side::Cat), all);
}

/// The cells are (0,0) to (0,4) and (1,0), with a thin wall between (0,2) and (0,3).
#[test]
fn jumps_stop_at_thin_walls() {
    let cell = |column| Cell { row: 0, column };
    let rules = RuleChoices { mouse_jump: Some(4), mouse_may_stay: Some(false), ..Default::default() };
    let rows = ["MC..F", ".####"].map(str::to_owned).to_vec();
    let setup = Setup { rules, thin_walls: vec![[cell(2), cell(3)]], ..Setup::new(BoardChoice::Grid(rows)) };
    let game = game(&setup);
    let moves = game.arena().steps(Player::One);
    let targets = |from| moves.successors(from).iter().map(|step| step.node).collect::<Vec<_>>();
    assert_eq!([0, 1, 2, 3, 4, 5].map(targets), [vec![1, 2, 5], vec![0, 2], vec![0, 1], vec![4], vec![3], vec![0]]);
    assert_eq!(game.board().arc_count(), 2 * 4);
}
