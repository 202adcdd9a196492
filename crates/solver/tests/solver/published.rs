//! Published results: examples and their answers, corrections by hand of published mistakes, and
//! exhaustive counts made by others.

use catmouse_arena::Values;
use catmouse_arena::{Value, check};
use catmouse_model::{BoardChoice, CatInHole, LimitChoice, Outcome, Setup, Side, VertexChoice};

/// *Cat and Mouse* on a board in LeetCode's notation.
fn cat_and_mouse(board: &str) -> Setup {
    Setup::new(BoardChoice::Adjacency(serde_json::from_str(board).expect("lists of numbers")))
}

/// *Cat and Mouse II* on the rows of a grid.
fn cat_and_mouse_ii(rows: &[&str], cat_jump: i64, mouse_jump: i64) -> Setup {
    let mut setup = Setup::new(BoardChoice::Grid(rows.iter().map(ToString::to_string).collect()));
    setup.rules.cat_jump = Some(cat_jump);
    setup.rules.mouse_jump = Some(mouse_jump);
    setup
}

/// Solves the game, has the solution checked, and compares the start with `expect`: `mouse in 5`,
/// `draw`, or `cat` if only the winner is known.
fn check_start(setup: &Setup, expect: &str) {
    let game = setup.plan().expect("published boards are in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("a game of plies");
    assert_eq!(check(game.arena(), &solution), Ok(()));
    let judgement = game.adjudication().judge(solution.value(game.opening(&solution).id));
    let outcome = Outcome::from(judgement.outcome);
    let found = match judgement.distance {
        Some(plies) if expect.contains(" in ") => format!("{outcome} in {plies}"),
        _ => outcome.to_string(),
    };
    assert_eq!(found, expect, "{setup:?}");
}

/// The game with a limit of this many plies, after which it is a draw.
fn cut_off(board: &str, plies: i64) -> Setup {
    let mut setup = cat_and_mouse(board);
    setup.rules.limit = Some(LimitChoice::Plies(plies));
    setup.rules.limit_winner = Some(Outcome::Draw);
    setup
}

#[test]
fn the_two_examples_of_leetcode_913() {
    check_start(&cat_and_mouse("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"), "draw");
    check_start(&cat_and_mouse("[[1,3],[0],[3],[0,2]]"), "mouse");
}

#[test]
fn the_examples_of_leetcode_1728() {
    check_start(&cat_and_mouse_ii(&["####F", "#C...", "M...."], 1, 2), "mouse in 5");
    check_start(&cat_and_mouse_ii(&["M.C...F"], 1, 4), "mouse in 3");
    check_start(&cat_and_mouse_ii(&["M.C...F"], 1, 3), "cat in 8");
    // Earlier versions of the statement had two more examples, with the winner only.
    check_start(&cat_and_mouse_ii(&["C...#", "...#F", "....#", "M...."], 2, 5), "cat");
    check_start(&cat_and_mouse_ii(&[".M...", "..#..", "#..#.", "C#.#.", "...#F"], 3, 1), "mouse");
}

/// A published answer says that the mouse wins, but its only move is onto the cat.
#[test]
fn a_mouse_whose_only_move_is_onto_the_cat_loses() {
    check_start(&cat_and_mouse("[[2],[2],[0,1]]"), "cat in 1");
}

/// A published answer says that the cat wins, but the mouse steps from 1 into the hole at once.
#[test]
fn a_mouse_beside_the_hole_wins() {
    check_start(&cat_and_mouse("[[1],[0,2,4],[1,3],[2],[1,5],[4]]"), "mouse in 1");
}

/// A published board lacks the second list, so it cannot be parsed. With this list added, the mouse
/// steps into the hole.
#[test]
fn a_board_that_was_printed_with_a_hole_in_it() {
    check_start(&cat_and_mouse("[[1,3],[0],[3],[0,2]]"), "mouse in 1");
}

/// A published colouring marks the ends in the order hole, capture. So it overwrites the pair (0,0)
/// as a win of the cat. But the clause that is tested first decides.
#[test]
fn mouse_and_cat_in_the_hole() {
    for (cat_in_hole, winner) in
        [(CatInHole::Allowed, "mouse in 0"), (CatInHole::Guards, "cat in 0"), (CatInHole::Wins, "cat in 0")]
    {
        let mut setup = cat_and_mouse("[[1,3],[0],[3],[0,2]]");
        setup.rules.cat_in_hole = Some(cat_in_hole);
        setup.mouse = Some(VertexChoice::Number(0));
        setup.cats = Some(vec![VertexChoice::Number(0)]);
        for first in [Side::Mouse, Side::Cat] {
            setup.first = Some(first);
            check_start(&setup, winner);
        }
    }
}

/// Published without a result, and with a wall among the moves.
#[test]
fn the_sample_grid_without_a_result_is_won_by_the_cat() {
    check_start(&cat_and_mouse_ii(&["M.C..", "##.##", "..F.."], 1, 2), "cat");
}

/// Games on n vertices are often declared a draw after 2n plies. On these two boards this is wrong.
#[test]
fn cutting_off_after_2n_plies_is_wrong() {
    let mouse_board = "[[2,6,7],[3,4,5,7],[0,3,4,7],[1,2,5,7],[1,2,5,6],[1,3,4,6],[0,4,5,7],[0,1,2,3,6]]";
    check_start(&cat_and_mouse(mouse_board), "mouse in 17");
    check_start(&cut_off(mouse_board, 2 * 8), "draw");
    check_start(&cut_off(mouse_board, 17), "mouse in 17");

    let cat_board = "[[2,9],[2,4,5,6],[0,1,5,8,9],[4,7,8],[1,3,8],[1,2,6,9],[1,5,7],[3,6,8,9],[2,3,4,7],[0,2,5,7]]";
    check_start(&cat_and_mouse(cat_board), "cat in 34");
    check_start(&cut_off(cat_board, 2 * 10), "draw");
    check_start(&cut_off(cat_board, 33), "draw");
    check_start(&cut_off(cat_board, 34), "cat in 34");
}

/// The clock of *Cat and Mouse II*: the mouse must stand on the food after at most 1,000 plies.
/// Here the cat is not in its way.
#[test]
fn the_clock_of_1000_plies() {
    for (cells, first, expect) in [
        (500, Side::Mouse, "mouse in 999"),
        (500, Side::Cat, "mouse in 1000"),
        (501, Side::Mouse, "cat"), // 1,001 plies, and the clock has run out
    ] {
        let (corridor, wall) = (format!("M{}F", ".".repeat(cells - 1)), "#".repeat(cells + 1));
        let mut setup = cat_and_mouse_ii(&[&corridor, &wall, &format!("C{}", "#".repeat(cells))], 1, 1);
        setup.first = Some(first);
        check_start(&setup, expect);
    }
}

/// The longest forced wins of mouse and cat, in plies, over all boards with some number of
/// vertices.
#[derive(Debug, Default, PartialEq, Eq)]
struct LongestWins {
    /// From the usual start: mouse at 1, cat at 2, the mouse to move.
    from_start: [u64; 2],
    /// From any position.
    from_anywhere: [u64; 2],
}

impl LongestWins {
    /// Over all labelled boards with this many vertices, connected or not.
    fn over_all_boards(vertices: i64) -> Self {
        let mut longest = Self::default();
        let pairs: Vec<_> = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for mask in 0u32..1 << pairs.len() {
            let chosen = pairs.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
            let edges = chosen.map(|(_, &pair)| pair).collect();
            let game = Setup::new(BoardChoice::Edges { vertices, edges }).plan().expect("in order").game();
            let solution = catmouse_solver::solve_table(game.arena()).expect("a game of plies");
            for (position, value) in solution.values() {
                if let Value::Win { player, distance } = value {
                    let raise = |known: &mut [u64; 2]| known[player.index()] = known[player.index()].max(distance);
                    raise(&mut longest.from_anywhere);
                    if Some(position) == game.start_id() {
                        raise(&mut longest.from_start);
                    }
                }
            }
        }
        longest
    }
}

/// The numbers are known from exhaustive searches, the mouse's before the cat's. They are the same
/// from the usual start and from any position: the boards include every labelling, and the longest
/// wins begin with the mouse to move.
#[test]
fn the_longest_wins_on_small_boards() {
    for (vertices, longest) in [(5, [5, 5]), (6, [7, 8])] {
        let expect = LongestWins { from_start: longest, from_anywhere: longest };
        assert_eq!(LongestWins::over_all_boards(vertices), expect, "{vertices} vertices");
    }
}
