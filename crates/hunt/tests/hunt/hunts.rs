//! Hunts are compared with theorems, with published numbers, and with an independent search.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use catmouse::answers::SurveyScope;
use catmouse::formats::ReadOptions;
use catmouse::model::{CatsMove, Outcome, Side, Stalemate};
use catmouse::{Question, streams::Graphs};
use catmouse_hunt::{Hunt, HuntAnswer, HuntControl, Objective, PuzzleBoard, Space, WallSymmetry};

fn found(hunt: &Hunt) -> HuntAnswer {
    hunt.run(&HuntControl::default()).expect("the hunt makes sense")
}

fn longest(side: Side, vertices: u32, all: bool) -> Hunt {
    Hunt::new(Objective::Longest(side), Space::Graphs { vertices, all: Some(all) })
}

fn plies(answer: &HuntAnswer) -> Option<u64> {
    answer.found.first()?.distance.distance_plies
}

/// A part of a hunt that is called idle has no effect: a hunt without this part finds the same
/// boards.
#[test]
fn idle_parts_of_a_hunt_change_nothing() {
    let check = |hunt: Hunt, keys: &[&str], change: &dyn Fn(&mut Hunt)| {
        let mut chosen = hunt.clone();
        change(&mut chosen);
        let known = hunt.idle();
        let idle: Vec<&str> = chosen.idle().iter().filter(|idle| !known.contains(idle)).map(|idle| idle.key).collect();
        assert_eq!(idle, keys, "{chosen:?}");
        let boards = |hunt: &Hunt| {
            found(hunt).found.into_iter().map(|it| (it.vertices, it.graph6, it.distance)).collect::<Vec<_>>()
        };
        assert_eq!(boards(&chosen), boards(&hunt), "{chosen:?}");
    };
    let graphs = |objective| Hunt::new(objective, Space::graphs(5));
    check(graphs(Objective::Longest(Side::Mouse)), &["no-early-catch"], &|it| it.constraints.no_early_catch = true);
    check(graphs(Objective::CaptureTime), &["no-early-catch"], &|it| it.constraints.no_early_catch = true);
    check(graphs(Objective::Lesson("guard".to_owned())), &["at-least"], &|it| it.at_least = Some(9));
    check(graphs(Objective::CopNumber(1)), &["at-least"], &|it| it.at_least = Some(9));
    check(graphs(Objective::CopNumber(1)), &["cats-move"], &|it| it.choices.rules.cats_move = Some(CatsMove::One));
    check(graphs(Objective::Longest(Side::Cat)), &["limit-winner"], &|it| {
        it.choices.rules.limit_winner = Some(Outcome::Cat);
    });
    let mut grid = Hunt::new(
        Objective::Longest(Side::Cat),
        Space::Grids { rows: 2, columns: 4, walls: 1, thin_walls: 0, symmetry: WallSymmetry::None },
    );
    grid.tries = 200;
    check(grid, &["stalemate"], &|it| it.choices.rules.stalemate = Some(Stalemate::Loss));
}

/// The seed is idle if no board is tried at random, and the number of tries is idle if all boards
/// are tried. Other numbers give the same result.
#[test]
fn seed_and_tries_are_idle_where_all_boards_are_tried() {
    let keys = |hunt: &Hunt| hunt.idle().iter().map(|idle| idle.key).collect::<Vec<_>>();
    let all = longest(Side::Cat, 5, true);
    assert_eq!(keys(&all), ["seed", "tries"]);
    let mut other = all.clone();
    (other.seed, other.tries) = (77, 1);
    assert_eq!(plies(&found(&other)), plies(&found(&all)));
    assert!(keys(&longest(Side::Cat, 5, false)).is_empty());
    // The hole is idle too, because every vertex is tried.
    let mut hole = all.clone();
    hole.choices.rules.holes = Some(vec![3.into()]);
    assert_eq!((keys(&hole), plies(&found(&hole))), (vec!["hole", "seed", "tries"], plies(&found(&all))));
    assert_eq!(keys(&Hunt::new(Objective::Draws, Space::Stream)), ["seed", "tries"]);
}

/// The number of plies in which the mouse at 1 or the cat at 2 forces a win, by brute force: for
/// each number of plies, the positions that are won within it. The function `has` tells the edges
/// of the board.
fn by_trying(vertices: usize, has: &dyn Fn(usize, usize) -> bool) -> Option<(Side, u64)> {
    let mut won: Vec<Option<Side>> = vec![None; vertices * vertices * 2];
    let index = |mouse: usize, cat: usize, turn: usize| (mouse * vertices + cat) * 2 + turn;
    let over = |mouse: usize, cat: usize| match (mouse, cat) {
        (0, _) => Some(Side::Mouse),
        _ if mouse == cat => Some(Side::Cat),
        _ => None,
    };
    for plies in 0..=2 * (vertices * vertices) as u64 {
        let before = won.clone();
        for mouse in 0..vertices {
            for cat in 1..vertices {
                for turn in 0..2 {
                    if let Some(side) = over(mouse, cat) {
                        won[index(mouse, cat, turn)] = Some(side);
                        continue;
                    }
                    if plies == 0 || before[index(mouse, cat, turn)].is_some() {
                        continue;
                    }
                    let (own, other) = if turn == 0 { (Side::Mouse, Side::Cat) } else { (Side::Cat, Side::Mouse) };
                    let moves: Vec<Option<Side>> = (0..vertices)
                        .filter(|&to| if turn == 0 { has(mouse, to) } else { to != 0 && has(cat, to) })
                        .map(|to| if turn == 0 { before[index(to, cat, 1)] } else { before[index(mouse, to, 0)] })
                        .collect();
                    if moves.contains(&Some(own)) {
                        won[index(mouse, cat, turn)] = Some(own);
                    } else if !moves.is_empty() && moves.iter().all(|it| *it == Some(other)) {
                        won[index(mouse, cat, turn)] = Some(other);
                    }
                }
            }
        }
        if let Some(side) = won[index(1, 2, 0)] {
            return Some((side, plies));
        }
    }
    None
}

#[test]
fn the_longest_wins_are_those_of_a_brute_force_search() {
    for vertices in 3..=5usize {
        let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let (mut mouse, mut cat) = (0, 0);
        for bits in 0..1u32 << pairs.len() {
            let edges: BTreeSet<(usize, usize)> =
                pairs.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &pair)| pair).collect();
            match by_trying(vertices, &|a, b| edges.contains(&(a.min(b), a.max(b)))) {
                Some((Side::Mouse, plies)) => mouse = plies.max(mouse),
                Some((Side::Cat, plies)) => cat = plies.max(cat),
                None => {}
            }
        }
        for (side, most) in [(Side::Mouse, mouse), (Side::Cat, cat)] {
            let mut hunt = longest(side, vertices as u32, true);
            hunt.constraints.connected = false;
            let answer = found(&hunt);
            assert!(answer.complete);
            assert_eq!(plies(&answer).unwrap_or(0), most, "{vertices} {side}");
        }
    }
}

/// On small boards, hill climbing finds the same values as enumeration.
#[test]
fn climbing_finds_the_same_values_as_enumeration() {
    for vertices in 5..=7 {
        for side in [Side::Mouse, Side::Cat] {
            let mut climbing = longest(side, vertices, false);
            climbing.tries = 20_000;
            let climbed = found(&climbing);
            assert!(!climbed.complete);
            assert_eq!(plies(&climbed), plies(&found(&longest(side, vertices, true))), "{vertices} {side}");
        }
    }
}

/// The values are those of T. Gavenčiak, *Cop-win graphs with maximum capture-time*, Discrete
/// Mathematics 310, 2010: n − 4 for n ≥ 7.
#[test]
fn the_longest_capture_by_one_cop() {
    for vertices in [7, 8] {
        let answer = found(&Hunt::new(Objective::CaptureTime, Space::Graphs { vertices, all: Some(true) }));
        assert!(answer.complete);
        assert_eq!(answer.found[0].capture_time, Some(u64::from(vertices) - 4));
    }
}

/// Cats on all vertices leave the mouse no place, so they have caught it when it is placed. Cats on
/// fewer vertices catch it in one round or more.
#[test]
fn cats_on_all_vertices_catch_in_no_round() {
    for (vertices, cats) in [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (3, 5), (4, 3), (4, 4)] {
        let mut hunt = Hunt::new(Objective::CaptureTime, Space::Graphs { vertices, all: Some(true) });
        hunt.choices.rules.cats = Some(cats);
        let answer = found(&hunt);
        assert_eq!(
            answer.found[0].capture_time,
            Some(u64::from(cats < i64::from(vertices))),
            "{vertices} vertices, {cats} cats"
        );
        hunt.at_least = Some(1);
        assert_eq!(found(&hunt).found.is_empty(), cats >= i64::from(vertices), "{vertices} vertices, {cats} cats");
    }
}

/// Every graph is tried once. The numbers of all graphs and of connected graphs are those of Harary
/// and Palmer, *Graphical Enumeration*, 1973 (OEIS A000088, A001349), and the numbers of connected
/// cubic graphs those of OEIS A002851.
#[test]
fn the_numbers_of_graphs_are_the_published_ones() {
    let boards = |vertices: u32, change: fn(&mut Hunt)| {
        let mut hunt = Hunt::new(Objective::CopNumber(1), Space::Graphs { vertices, all: Some(true) });
        hunt.keep = 2_000;
        change(&mut hunt);
        let answer = found(&hunt);
        assert!(answer.complete);
        answer.boards
    };
    for (vertices, all, connected) in [(3, 4, 2), (4, 11, 6), (5, 34, 21), (6, 156, 112), (7, 1044, 853)] {
        assert_eq!(boards(vertices, |hunt| hunt.constraints.connected = false), all, "{vertices}");
        assert_eq!(boards(vertices, |hunt| hunt.constraints.connected = true), connected, "{vertices}");
    }
    for (vertices, cubic) in [(4, 1), (6, 2), (8, 5)] {
        assert_eq!(boards(vertices, |hunt| hunt.constraints.regular = Some(3)), cubic, "{vertices}");
    }
}

/// The smallest graph that needs three cops is the Petersen graph, the only such graph with ten
/// vertices (Baird and others, 2014). It is cubic.
#[test]
fn petersens_graph_is_found_among_the_cubic_graphs_of_ten_vertices() {
    let mut hunt = Hunt::new(Objective::CopNumber(3), Space::Graphs { vertices: 10, all: None });
    hunt.constraints.regular = Some(3);
    hunt.keep = 5;
    let answer = found(&hunt);
    assert!(answer.complete);
    assert_eq!((answer.boards, answer.found.len()), (19, 1)); // there are 19 connected cubic graphs with ten vertices
    // Two adjacent vertices have no common neighbour, and two others have exactly one. Only the
    // Petersen graph has this property.
    let lists: Vec<Vec<usize>> =
        serde_json::from_str(answer.found[0].leetcode.as_deref().expect("lists")).expect("JSON");
    for one in 0..10 {
        assert_eq!(lists[one].len(), 3);
        for other in 0..one {
            let common = lists[one].iter().filter(|to| lists[other].contains(to)).count();
            assert_eq!(common, usize::from(!lists[one].contains(&other)));
        }
    }
    // Hill climbing finds the graph too.
    let mut climbing = Hunt::new(Objective::CopNumber(3), Space::Graphs { vertices: 10, all: Some(false) });
    climbing.constraints.regular = Some(3);
    assert_eq!(found(&climbing).found[0].edges, 15);
}

/// The smallest graph that needs four cops is the Robertson graph, which has nineteen vertices
/// (Turcotte and Yvon, 2021).
#[test]
fn robertsons_graph_needs_four() {
    let Some(Ok(robertson)) = catmouse::formats::named_graph("robertson") else { panic!("it has a name") };
    let (text, format) = robertson.text();
    let graphs = Graphs::of_text(text, ReadOptions::from(format)).expect("it is a graph");
    let hunt = Hunt::new(Objective::CopNumber(4), Space::Stream);
    let answer = hunt.run_on(graphs, &HuntControl::default()).expect("the hunt makes sense");
    assert_eq!((answer.found.len(), answer.found[0].cop_number), (1, Some(4)));
    assert_eq!((answer.found[0].vertices, answer.found[0].edges), (19, 38));
}

#[test]
fn found_boards_meet_the_constraints() {
    let mut hunt = longest(Side::Cat, 10, false);
    hunt.constraints.planar = true;
    hunt.constraints.max_degree = Some(3);
    hunt.constraints.no_stalemate = true;
    hunt.constraints.no_early_catch = true;
    hunt.tries = 3_000;
    hunt.keep = 3;
    let answer = found(&hunt);
    assert_eq!(answer.found.len(), 3);
    for find in &answer.found {
        let lists: Vec<Vec<usize>> = serde_json::from_str(find.leetcode.as_deref().expect("lists")).expect("JSON");
        assert!(lists.iter().all(|list| (1..=3).contains(&list.len())));
        assert!(lists[2].iter().any(|&to| to != 0), "the cat can move");
        let edges = lists.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&to| (from, to)));
        assert!(catmouse_picture::is_planar(lists.len(), edges));
        let solved = Question::text(find.setup.as_str()).solve().expect("it is a setup");
        assert!(solved.check().expect("it is in memory").ok, "{}", find.setup);
        assert_eq!(solved.answer().expect("in memory").outcome, Outcome::Cat);
    }
    let forms: BTreeSet<&String> = answer.found.iter().filter_map(|find| find.graph6.as_ref()).collect();
    assert_eq!(forms.len(), 3, "no board is there twice");
}

/// Whether play from the start of a setup can reach a position at which the game is not over and a
/// side has no legal move. All reachable positions are visited. If the turn passes in stalemate,
/// the moves are those of the same game with a draw by stalemate.
fn may_be_stuck(setup: &catmouse::model::Setup) -> bool {
    let mut setup = setup.clone();
    setup.rules.stalemate = Some(catmouse::model::Stalemate::Draw);
    let game = setup.plan().expect("it is a game").game();
    let start = game.start().position().expect("all pieces have a start");
    let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(position) = open.pop() {
        if game.ending(&position).is_some() || !seen.insert(game.id(&position)) {
            continue;
        }
        for turn in [Side::Mouse, Side::Cat] {
            let id = game.id(&catmouse::model::Position { turn, ..position.clone() }).expect("it is a position");
            let to: Vec<_> = catmouse::arena::Arena::successors(game.arena(), id).map(|step| step.to).collect();
            if to.is_empty() {
                return true;
            }
            if turn == position.turn {
                open.extend(to.into_iter().map(|id| game.position(id)));
            }
        }
    }
    false
}

/// Cats that follow scripts, or differ, make another game of a board that is numbered anew or turned. So a
/// board is written as it was rated, and no hunt claims to have tried all boards.
#[test]
fn boards_with_scripts_are_written_as_they_were_rated() {
    use catmouse::model::CatFollows;
    let mut wins = 0;
    let grid = |rows, columns| Space::Grids { rows, columns, walls: 2, thin_walls: 1, symmetry: WallSymmetry::None };
    let scripts = [
        (Some(vec![CatFollows::Nearest]), None),
        (Some(vec![CatFollows::Free, CatFollows::Nearest]), None),
        (None, Some(vec![1, 2])),
        (Some(vec![CatFollows::Rows]), Some(vec![2])),
        (Some(vec![CatFollows::Columns, CatFollows::Rows]), None),
    ];
    for (follows, speeds) in scripts {
        let of_grids = follows.iter().flatten().any(|way| matches!(way, CatFollows::Rows | CatFollows::Columns));
        let cats = follows.as_ref().map_or(0, Vec::len).max(speeds.as_ref().map_or(0, Vec::len));
        for space in [Space::graphs(5), Space::graphs(6), grid(2, 4), grid(3, 3)] {
            if of_grids && matches!(space, Space::Graphs { .. }) {
                continue;
            }
            for (objective, seed) in
                [Objective::Longest(Side::Mouse), Objective::Longest(Side::Cat)].into_iter().zip(1..)
            {
                let mut hunt = Hunt::new(objective, space.clone());
                hunt.choices.rules.cat_follows.clone_from(&follows);
                hunt.choices.rules.cat_speed.clone_from(&speeds);
                hunt.choices.rules.cats = i64::try_from(cats).ok();
                (hunt.tries, hunt.seed, hunt.keep) = (60, seed, 4);
                let answer = found(&hunt);
                assert!(!answer.complete);
                for find in &answer.found {
                    let solved = Question::text(find.setup.as_str()).solve().expect("it is a setup");
                    let again = solved.answer().expect("it is in memory");
                    assert_eq!((Some(again.outcome), again.distance), (find.outcome, find.distance), "{}", find.setup);
                    wins += 1;
                }
            }
        }
    }
    assert!(wins > 60, "{wins}");
    let mut all = longest(Side::Mouse, 5, true);
    all.choices.rules.cat_follows = Some(vec![CatFollows::Nearest]);
    assert!(all.run(&HuntControl::default()).is_err());
}

fn setup_of(text: &str) -> catmouse::model::Setup {
    catmouse::formats::read(text, catmouse::formats::Format::Setup).expect("it is a setup").setup
}

/// With `no_stalemate`, no side is ever without a move, whatever the rules: if the turn passes, if
/// pieces run or stay, with several cats, and if moves lead one way.
#[test]
fn no_side_is_ever_stuck_on_moving_boards() {
    use catmouse::model::{CatInHole, CatsMove, Stalemate};
    let changes: [fn(&mut Hunt); 9] = [
        |_| (),
        |hunt| {
            (hunt.choices.rules.stalemate, hunt.choices.rules.mouse_speed) = (Some(Stalemate::Pass), Some(2));
            hunt.choices.first = Some(Side::Cat);
        },
        |hunt| hunt.choices.rules.stalemate = Some(Stalemate::Loss),
        |hunt| hunt.choices.rules.mouse_may_stay = Some(true),
        |hunt| (hunt.choices.rules.cat_may_stay, hunt.choices.rules.stalemate) = (Some(true), Some(Stalemate::Pass)),
        |hunt| hunt.choices.rules.cat_in_hole = Some(CatInHole::Guards),
        |hunt| (hunt.choices.rules.cats, hunt.choices.rules.stalemate) = (Some(2), Some(Stalemate::Pass)),
        |hunt| (hunt.choices.rules.cats, hunt.choices.rules.cats_move) = (Some(2), Some(CatsMove::One)),
        |hunt| hunt.choices.rules.holes = Some(vec![0.into(), 1.into()]),
    ];
    let mut are_left_out = 0;
    for (index, change) in changes.into_iter().enumerate() {
        for objective in [Objective::Longest(Side::Mouse), Objective::Longest(Side::Cat), Objective::Draws] {
            for connected in [true, false] {
                let mut hunt = Hunt::new(objective.clone(), Space::graphs(5));
                (hunt.constraints.connected, hunt.constraints.no_stalemate, hunt.keep) = (connected, true, 40);
                change(&mut hunt);
                for find in found(&hunt).found {
                    assert!(!may_be_stuck(&setup_of(&find.setup)), "{index}: {}", find.setup);
                }
                hunt.constraints.no_stalemate = false;
                are_left_out += found(&hunt).found.iter().filter(|find| may_be_stuck(&setup_of(&find.setup))).count();
            }
        }
    }
    assert!(are_left_out > 100, "{are_left_out}");
    // If moves lead one way: among all boards with one arc more or less, exactly the boards without
    // stalemate remain.
    let lists = "catmouse = 1\nboard.adjacency = [[1], [2], [3], [1, 4], [2]]\nboard.directed = true\n\
                 [start]\nmouse = 1\ncat = 3\n";
    for stalemate in ["draw", "pass", "loss"] {
        let setup = setup_of(&format!("{lists}[rules]\nstalemate = \"{stalemate}\"\n"));
        let space = Space::Near { setup: Box::new(setup), changes: 1 };
        let setups = |moving| -> BTreeSet<String> {
            let of_outcome = |outcome| {
                let mut hunt = Hunt::new(Objective::Outcome(outcome), space.clone());
                (hunt.constraints.connected, hunt.constraints.no_stalemate, hunt.keep) = (false, moving, 1_000);
                found(&hunt).found.into_iter().map(|find| find.setup)
            };
            [Outcome::Mouse, Outcome::Cat, Outcome::Draw].into_iter().flat_map(of_outcome).collect()
        };
        let all = setups(false);
        let expected: BTreeSet<String> = all.iter().filter(|text| !may_be_stuck(&setup_of(text))).cloned().collect();
        assert!(expected.len() < all.len() && !expected.is_empty(), "{stalemate}: {} of {}", expected.len(), all.len());
        assert_eq!(setups(true), expected, "{stalemate}");
    }
    // If both sides may stay, no side is ever stuck, even at a vertex without edges.
    let mut hunt = Hunt::new(Objective::Draws, Space::graphs(4));
    (hunt.constraints.connected, hunt.keep) = (false, 1_000);
    (hunt.choices.rules.mouse_may_stay, hunt.choices.rules.cat_may_stay) = (Some(true), Some(true));
    let all = found(&hunt).found;
    hunt.constraints.no_stalemate = true;
    assert_eq!(found(&hunt).found, all);
}

/// In the neighbourhood of a board, a hole is never moved to another hole or to a piece, even by
/// two changes.
#[test]
fn holes_are_moved_to_free_vertices() {
    let text = "catmouse = 1\nboard.adjacency = [[1, 2], [0, 3], [0, 4], [1, 4], [2, 3]]\n\
                [rules]\nhole = [0, 4]\nendless = \"cat\"\n[start]\nmouse = 1\ncat = 2\n";
    for cat_in_hole in ["forbidden", "allowed", "guards", "wins"] {
        let text = text.replace("endless", &format!("cat-in-hole = \"{cat_in_hole}\"\nendless"));
        let space = Space::Near { setup: Box::new(setup_of(&text)), changes: 2 };
        let mut moved = 0;
        for outcome in [Outcome::Mouse, Outcome::Cat] {
            let mut hunt = Hunt::new(Objective::Outcome(outcome), space.clone());
            hunt.keep = 10_000;
            for find in found(&hunt).found {
                let game = setup_of(&find.setup).plan().expect("it is a game").game();
                let position = game.start().position().expect("all pieces have a start");
                let holes = &game.rules().holes;
                assert_eq!(holes.len(), 2, "{}", find.setup);
                let [first, second] = [0, 4].map(catmouse::model::Vertex::new);
                for hole in holes.iter().filter(|hole| ![first, second].contains(hole)) {
                    assert!(position.mouse != *hole && !position.cats.contains(hole), "{}", find.setup);
                    moved += 1;
                }
            }
        }
        assert!(moved > 10, "{cat_in_hole}: {moved}");
    }
}

/// The expected number of games is computed along the line of `explain` for the returned board. For
/// each ply of the line, the test counts all moves and the moves that keep the outcome.
#[test]
fn chances_are_those_of_the_explained_line() {
    use catmouse::model::CatInHole;
    let mut checked = 0;
    for outcome in [Outcome::Draw, Outcome::Mouse, Outcome::Cat] {
        for cat_in_hole in [CatInHole::Forbidden, CatInHole::Guards, CatInHole::Wins] {
            for limit in [None, Some(6)] {
                let mut hunt = Hunt::new(Objective::Narrowest(outcome), Space::graphs(5));
                hunt.keep = 5;
                hunt.choices.rules.cat_in_hole = Some(cat_in_hole);
                hunt.choices.rules.limit = limit.map(catmouse::model::LimitChoice::Plies);
                let answer = found(&hunt);
                for find in &answer.found {
                    let solved = Question::text(find.setup.as_str()).solve().expect("it is a setup");
                    let explanation = solved.explanation(&solved.start());
                    let winner = explanation.summary.judgement.outcome.winner();
                    let mut games = 1.0;
                    for ply in explanation.plies.iter().filter(|ply| winner.is_none_or(|it| it == ply.player)) {
                        let all = ply.others.iter().map(|other| other.rated).chain([ply.played]);
                        let all: Vec<_> = all.map(|rated| rated.judgement.outcome).collect();
                        let right = all.iter().filter(|it| it.winner() == winner).count();
                        games *= all.len() as f64 / right as f64;
                    }
                    let told = find.one_in.expect("it is solved");
                    assert!((told - games).abs() < 1e-9 * games, "{told}, not {games}: {}", find.setup);
                    checked += 1;
                }
                let order: Vec<f64> = answer.found.iter().filter_map(|find| find.one_in).collect();
                assert!(order.is_sorted_by(|one, next| one >= next), "{order:?}");
            }
        }
    }
    assert!(checked > 60, "{checked}");
}

/// A hunt uses the chosen rules, such as several cats or other holes.
#[test]
fn hunts_use_the_chosen_rules() {
    let mut hunt = longest(Side::Cat, 5, true);
    hunt.choices.rules.cats = Some(2);
    hunt.choices.rules.holes = Some(vec![0.into(), 1.into()]);
    let answer = found(&hunt);
    for find in &answer.found {
        let solved = Question::text(find.setup.as_str()).solve().expect("it is a setup");
        assert!(solved.check().expect("it is in memory").ok, "{}", find.setup);
        assert_eq!((solved.game().rules().cats, solved.game().rules().holes.len()), (2, 2));
    }
    assert!(!answer.found.is_empty());
}

#[test]
fn a_stopped_hunt_returns_the_boards_found() {
    let cancelled = std::sync::atomic::AtomicBool::new(false);
    let stop = |_: &catmouse_hunt::HuntProgress| cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut hunt = longest(Side::Mouse, 14, false);
    hunt.tries = u64::MAX;
    let mut watch = HuntControl::default();
    watch.cancelled = Some(&cancelled);
    watch.report = Some(&stop);
    watch.threads = NonZeroUsize::new(2).expect("two");
    let answer = hunt.run(&watch).expect("the hunt makes sense");
    assert!(!answer.complete && !answer.found.is_empty());
    let mut watch = HuntControl::default();
    watch.time = Some(std::time::Duration::from_millis(300));
    assert!(!hunt.run(&watch).expect("the hunt makes sense").found.is_empty());
}

/// The lesson occurs in the text about the board that was found. The values of narrow lines and of
/// drawn starts agree with `survey`.
#[test]
fn lessons_and_narrow_lines() {
    let solved_first = |objective: Objective, vertices: u32| {
        let answer = found(&Hunt::new(objective, Space::Graphs { vertices, all: Some(vertices < 7) }));
        Question::text(answer.found[0].setup.as_str()).solve().expect("it is a setup")
    };
    // A sentence that only a claim of this kind has in the text.
    for (kind, vertices, words) in [
        ("tempo", 7, "It matters whose turn it is"),
        ("guard", 5, "keeps the Mouse from the hole"),
        ("gate", 8, "wins only if it stands"),
    ] {
        let solved = solved_first(Objective::Lesson(kind.to_owned()), vertices);
        let explanation = solved.explanation(&solved.start());
        let strategies = solved.strategies_of(&explanation).expect("few positions can arise");
        let claims = solved.story(&explanation);
        let text = catmouse::explain::prose::story_with_strategies(&claims, &strategies, &explanation, solved.game())
            .join(" ");
        assert!(text.contains(words), "{kind}: {text}");
    }
    for conditions in 1..=3 {
        let solved = solved_first(Objective::Law(conditions), 6);
        let turn = solved.game().position(solved.start().opening.id).turn.into();
        let mut own = solved.laws().all().iter().filter(|law| law.turn == turn && law.exceptions == 0);
        assert!(own.any(|law| law.conditions.len() == conditions as usize), "{conditions} conditions");
    }
    let mut hunt = Hunt::new(Objective::Narrowest(Outcome::Draw), Space::graphs(5));
    hunt.keep = 3;
    let answer = found(&hunt);
    let odds: Vec<f64> = answer.found.iter().filter_map(|find| find.one_in).collect();
    assert!(odds.len() == 3 && odds.is_sorted_by(|one, next| one >= next) && odds[0] > 1.0, "{odds:?}");
    let answer = found(&Hunt::new(Objective::Draws, Space::graphs(4)));
    let solved = Question::text(answer.found[0].setup.as_str()).solve().expect("it is a setup");
    let survey = solved.survey(0, SurveyScope::All).and_then(|survey| survey.summary()).expect("it is in memory");
    assert_eq!(Some(survey.shares.draw as u64), answer.found[0].drawn_starts);
}

/// The records in docs/census.md: each board is a win of the given length. For small numbers of
/// vertices, a search of all boards finds no longer win.
#[test]
fn the_records_in_the_book_hold() {
    let page = include_str!("../../../../docs/census.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.contains("`[["))
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 13, "{rows:?}");
    for row in rows {
        let [vertices, winner, plies, board] = row[..] else { panic!("{row:?}") };
        let (vertices, plies): (u32, u64) = (vertices.parse().expect("a number"), plies.parse().expect("a number"));
        let board = board.trim_matches('`');
        let lists: Vec<Vec<u32>> = serde_json::from_str(board).expect("lists");
        assert_eq!(lists.len(), vertices as usize);
        assert!(PuzzleBoard::Lists(lists).is_admitted(), "{board}");
        let solved = Question::text(board).solve().expect("a board");
        assert!(solved.check_values().expect("it is in memory").ok);
        let answer = solved.answer().expect("it is in memory");
        assert_eq!(
            (answer.outcome.to_string().as_str(), answer.distance.distance_plies),
            (winner, Some(plies)),
            "{board}"
        );
        if vertices <= 7 {
            let side = if winner == "cat" { Side::Cat } else { Side::Mouse };
            for moving in [true, false] {
                let mut hunt = longest(side, vertices, true);
                hunt.constraints.connected = false;
                hunt.constraints.no_stalemate = moving;
                assert_eq!(self::plies(&found(&hunt)), Some(plies), "{vertices} {side}");
            }
        }
    }
}
