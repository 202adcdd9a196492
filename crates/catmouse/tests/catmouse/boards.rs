//! Boards that a program has in memory.

use catmouse::formats::{NAMED_GRAPH, ReadOptions, named_graph};
use catmouse::model::{Outcome, Preset, Side};
use catmouse::{Error, Question, cops::CopsGraph, streams::Graphs};
use petgraph::Graph;
use petgraph::graph::{DiGraph, UnGraph};

use crate::fixtures::solve;

#[path = "../../examples/from_memory.rs"]
#[expect(dead_code, reason = "the example is a separate program")]
mod from_memory;

/// The board disproves a limit of 2n plies on the search: the mouse wins from the start in 17
/// plies, but the limit is 16. The example must list exactly the long wins in `table`.
#[test]
fn the_example_lists_the_long_wins() {
    let board = "[[2,6,7],[3,4,5,7],[0,3,4,7],[1,2,5,7],[1,2,5,6],[1,3,4,6],[0,4,5,7],[0,1,2,3,6]]";
    let lines = from_memory::long_wins().expect("the board is in order");
    assert!(lines.contains(&"M1 C2 mouse: 17 plies".to_owned()), "{lines:?}");
    let solved = solve(&Question::text(board), board);
    let rows: Vec<_> = solved.table().map(|row| row.expect("it is in memory")).collect();
    let long = |fields: &[String; 6]| fields[3] == "mouse" && fields[4].parse().is_ok_and(|plies: u64| plies > 10);
    let expected: Vec<[String; 6]> = rows.iter().map(catmouse::answers::TableRow::fields).filter(long).collect();
    assert_eq!(lines.len(), expected.len());
    for (line, [mouse, cat, turn, _, plies, _]) in lines.iter().zip(expected) {
        assert_eq!(*line, format!("M{mouse} C{cat} {turn}: {plies} plies"));
    }
}

fn outcome(question: &Question) -> (Outcome, Option<u64>, Option<u64>) {
    let solved = solve(question, "a graph");
    let answer = solved.answer().expect("it is in memory");
    (answer.outcome, answer.distance.distance_plies, answer.distance.distance_cost)
}

/// Compares a graph of petgraph with the same board as text: the games must be equal.
#[track_caller]
fn same(graph: &Question, text: &str, directed: bool) {
    let rules = catmouse::model::RuleChoices { directed: Some(directed), ..Default::default() };
    let text = Question::text(text).rules(rules);
    assert_eq!(outcome(graph), outcome(&text));
    let rows = |question: &Question| -> Vec<String> {
        let solved = solve(question, "a graph");
        solved.table().map(|row| row.expect("it is in memory").fields().join(",")).collect()
    };
    assert_eq!(rows(graph), rows(&text));
}

#[test]
fn graphs_of_petgraph_are_boards() {
    let graph = UnGraph::<(), ()>::from_edges([(1u32, 0), (1, 3), (2, 3), (3, 0), (3, 2)]);
    same(&Question::try_from(&graph).expect("it has nodes"), "[[1,3],[0,3],[3],[0,1,2]]", false);
    let graph = DiGraph::<&str, ()>::from_edges([(0u32, 1), (1, 2), (2, 3), (3, 0), (1, 3)]);
    same(&Question::try_from(graph).expect("it has nodes"), "[[1],[2,3],[3],[0]]", true);
}

/// Edges without directions are never read as arcs from the lesser vertex to the greater.
#[test]
fn undirected_edges_are_never_arcs() {
    let one_way = catmouse::model::RuleChoices { directed: Some(true), ..Default::default() };
    let refused = |question: Question| {
        let error = question.rules(one_way.clone()).solve().expect_err("its edges have no directions");
        assert!(error.to_string().contains("have no directions: use a format with directions"), "{error}");
    };
    refused(Question::text("DUW").preset(Preset::CopsAndRobbers));
    let (text, format) = named_graph("cycle:9").expect("it is a name").expect("it is a graph").text();
    let made_from = ReadOptions { made_from: Some(NAMED_GRAPH), ..format.into() };
    refused(Question::text(text).read_as(made_from).preset(Preset::CopsAndRobbers));
    let graph = UnGraph::<(), ()>::from_edges([(1u32, 0), (1, 3), (2, 3), (3, 0)]);
    refused(Question::try_from(&graph).expect("it has nodes"));
    let record = Graphs::of_text("DUW", ReadOptions::default()).expect("it opens").only().expect("there is one");
    let error = CopsGraph::read(&record, Some(true)).expect_err("its edges have no directions");
    assert!(error.to_string().contains("this is graph6, whose edges have no directions"), "{error}");
}

#[test]
fn weights_are_costs() {
    let edges = [(0u32, 3, 3u8), (1, 0, 50), (1, 3, 1), (2, 3, 2)];
    let graph = UnGraph::<(), u8>::from_edges(edges);
    let text = "[[[1,50],[3,3]],[[0,50],[3,1]],[[3,2]],[[0,3],[1,1],[2,2]]]";
    same(&Question::try_from(&graph).expect("it has nodes"), text, false);
    let graph: DiGraph<(), i64> = Graph::from_edges([(0u32, 1, 2), (1, 2, 3), (2, 0, 4), (1, 0, 9)]);
    same(&Question::try_from(&graph).expect("it has nodes"), "[[[1,2]],[[2,3],[0,9]],[[0,4]]]", true);
    let (.., cost) = outcome(&Question::try_from(&graph).expect("it has nodes"));
    assert!(cost.is_some());
}

#[test]
fn weights_that_are_no_costs_are_refused() {
    for weight in [0i64, -3, i64::MAX] {
        let graph: UnGraph<(), i64> = Graph::from_edges([(0u32, 1, 1), (1, 2, weight)]);
        let error = Question::try_from(&graph).expect("it has nodes").solve().expect_err("no cost");
        assert!(matches!(error, Error::Problems { .. }), "{error}");
    }
    let empty = UnGraph::<(), ()>::default();
    assert!(matches!(Question::try_from(&empty), Err(Error::NoBoard)));
}

/// A question from builders equals the question with the same setup.
#[test]
fn builders_ask_the_same_question_as_a_text() {
    let built = Question::edges(6, [(0, 2), (0, 5), (1, 3), (2, 4), (2, 5), (3, 4), (3, 5)])
        .names(["hole", "a", "b", "c", "d", "e"])
        .mouse(catmouse::model::VertexChoice::Name("c".to_owned()))
        .cats([4i64])
        .first(Side::Cat);
    let text = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
    let written = Question::text(text).start_from("M3 C4 cat".parse().expect("a position"));
    assert_eq!(outcome(&built), outcome(&written));
    let solved = solve(&built, "built");
    assert_eq!(solved.explain().expect("it is in memory").start.to_string(), "M3 C4 cat");
    let grid = Question::grid(["M.C...F"]).mouse((0, 1)).cats([(0i64, 3i64), (0, 4)]);
    assert_eq!(solve(&grid, "grid").start().opening.position.cats.len(), 2);
    let cops = Question::adjacency([vec![1, 4], vec![0, 2], vec![1, 3], vec![2, 4], vec![3, 0]]);
    assert_eq!(outcome(&cops.preset(Preset::CopsAndRobbers)).0, Outcome::Mouse);
}

/// The text of a position can be read back.
#[test]
fn positions_are_shown_as_they_are_read() {
    for board in ["[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "[\"M.C...F\"]"] {
        let solved = solve(&Question::text(board), board);
        for row in solved.table() {
            let position = row.expect("it is in memory").position;
            let read: catmouse::model::PositionChoice = position.to_string().parse().expect("it is a position");
            assert_eq!(catmouse::model::VertexChoice::from(position.mouse), read.mouse);
            assert_eq!(position.turn, read.turn);
        }
    }
}

/// Every row of a table is a position that can be the start of a question. A scan visits the same
/// positions in its own order. A text that is not a position is refused.
#[test]
fn any_position_can_be_asked_about() {
    let board = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
    let solved = solve(&Question::text(board), board);
    let mut scanned = Vec::new();
    solved.scan(&mut |_, outcome, plies| scanned.push((outcome, plies))).expect("it is in memory");
    let rows: Vec<_> = solved.table().map(|row| row.expect("it is in memory")).collect();
    assert_eq!(rows.len(), scanned.len());
    for (index, row) in rows.iter().enumerate() {
        let position = row.position.to_string().parse().expect("what is printed can be read");
        let start = solved.start_at(&position).expect("it is a row of the table");
        assert_eq!((start.outcome(), start.distance), (row.outcome, row.distance), "{position:?}");
        // A table has both turns of a pair of places together. A scan visits all positions with the
        // Mouse to move first.
        let place = index / 2 + index % 2 * (rows.len() / 2);
        assert_eq!(scanned[place], (row.outcome, row.distance.distance_plies), "{position:?}");
        let moves = solved.moves_from(&start).expect("it is in memory");
        assert_eq!((moves.position, moves.outcome), (row.position.clone(), row.outcome));
    }
    for (text, why) in [
        ("M9 C2 mouse", "vertex 9 does not exist"),
        ("M1 C0 cat", "the cat may not stand there"),
        ("M1 C2 C3 cat", "the position has 2 cats, but the game has 1"),
    ] {
        let refused = solved.start_at(&text.parse().expect("it reads like a position"));
        assert!(refused.is_err_and(|error| error.to_string().contains(why)), "{text}");
    }
}
