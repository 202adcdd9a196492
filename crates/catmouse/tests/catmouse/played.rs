//! Every move that is printed is read back.

use catmouse::arena::{Arena, Move, PositionId, Status, Words};
use catmouse::model::Game;
use catmouse::{Error, MoveErrorKind, Question, Solved, read_move, read_moves};

use crate::fixtures::{fixtures, solved};

/// Positions of one fixture that are gone through besides those of its line.
const POSITIONS: usize = 60;

fn legal(game: &Game, position: PositionId) -> Vec<Move> {
    match game.arena().status(position) {
        Status::Won(_) => Vec::new(),
        Status::Turn(_) => game.arena().successors(position).collect(),
    }
}

/// A move in the ways in which it may be written.
fn written(game: &Game, from: PositionId, step: Move) -> [String; 4] {
    let printed = game.step(from, step.to);
    [printed.replace('→', "->"), printed.replace('→', "-"), printed.replace('→', " → "), printed]
}

#[test]
fn every_legal_move_of_every_fixture_is_read_back() {
    let mut count = 0;
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let game = solved.game();
        let explanation = solved.explanation(&solved.start());
        let line = explanation.plies.iter().map(|ply| ply.from);
        let every = game.arena().positions().div_ceil(POSITIONS);
        for position in game.position_ids().step_by(every).chain(line) {
            let moves = legal(game, position);
            for &step in &moves {
                let same: Vec<Move> = moves.iter().copied().filter(|other| other.to == step.to).collect();
                let cheapest = same.iter().copied().min_by_key(|step| step.cost).expect("the move itself");
                let target = Words::target(game, position, step.to);
                for text in written(game, position, step).into_iter().chain([target]) {
                    let read = read_move(game, position, &text);
                    assert_eq!(read, Ok(cheapest), "{name}: {text} at {}", Words::position(game, position));
                    if game.board().has_costs() {
                        let text = format!("{text} ({})", step.cost);
                        assert_eq!(read_move(game, position, &text), Ok(step), "{name}: {text}");
                    }
                }
                count += 1;
            }
        }
    }
    assert!(count > 5_000, "{count} moves are not much of a test");
}

/// The explained line of every fixture is a game that is read back, from its first move to its last.
#[test]
fn every_line_is_read_back_as_a_game() {
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let explanation = solved.explanation(&solved.start());
        let game = solved.game();
        let moves: Vec<String> = explanation.plies.iter().map(|ply| game.step(ply.from, ply.played.to)).collect();
        let numbered = moves.iter().zip(1..).map(|(step, ply): (&String, usize)| format!("{ply}. {step} only (not 8)"));
        for text in [moves.join(" "), moves.join("; ").replace('→', "->"), numbered.collect::<Vec<_>>().join(",\n ")]
        {
            let read = solved.read_moves(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            let read: Vec<PositionId> = read.iter().map(|played| played.step.to).collect();
            let line: Vec<PositionId> = explanation.plies.iter().map(|ply| ply.played.to).collect();
            assert_eq!(read, line, "{name}: {text}");
        }
    }
}

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

fn at(solved: &Solved, moves: &str) -> PositionId {
    let moves = solved.read_moves(moves).expect("they are legal");
    moves.last().map_or(solved.opening().position, |played| played.step.to)
}

#[track_caller]
fn wrong(solved: &Solved, after: &str, text: &str, kind: MoveErrorKind, span: std::ops::Range<usize>, what: &str) {
    let error = read_move(solved.game(), at(solved, after), text).expect_err("it is no move");
    assert_eq!((error.kind, &error.span, error.what.as_str()), (kind, &span, what), "{text}: {error}");
}

#[test]
fn what_is_no_move_is_said_with_its_place() {
    let solved = solved(DRAW);
    wrong(&solved, "", "", MoveErrorKind::Empty, 0..0, "there is no move");
    wrong(&solved, "", "  ", MoveErrorKind::Empty, 0..2, "there is no move");
    wrong(&solved, "", "4", MoveErrorKind::NoMove, 0..1, "`4` is no move here");
    wrong(&solved, "", " 77 ", MoveErrorKind::NoMove, 1..3, "`77` is no move here");
    wrong(&solved, "", "M 1→4", MoveErrorKind::NoMove, 0..7, "`M 1→4` is no move here");
    // The turn says whose move it is.
    assert_eq!(read_move(solved.game(), at(&solved, ""), "1-3"), read_move(solved.game(), at(&solved, ""), "M 1→3"));
    let not_its_turn = "`C 2→4` moves the Cat, and it is the turn of the Mouse";
    wrong(&solved, "", "C 2→4", MoveErrorKind::NotItsTurn, 0..7, not_its_turn);
    wrong(&solved, "", "3 3", MoveErrorKind::NoMove, 0..3, "`3 3` is no move here");
    wrong(&solved, "", "stay", MoveErrorKind::NoMove, 0..4, "`stay` is no move here");
    wrong(&solved, "", "(0,1)", MoveErrorKind::NoMove, 0..5, "`(0,1)` is no move here");
    let twice = "`M 1-3 C 2-4` is more than one move";
    wrong(&solved, "", "M 1-3 C 2-4", MoveErrorKind::TooMuch, 6..11, twice);
    wrong(&solved, "M 1-3 C 2-4 M 3-5 C 4-3 M 5-0", "0", MoveErrorKind::Over, 0..1, "`0` is no move here");
    let error = solved.read_moves("M 1→3 C 2→3").expect_err("there is no such edge");
    let Error::Move(error) = error else { panic!("{error}") };
    assert_eq!((error.kind, error.span), (MoveErrorKind::NoMove, 8..15));
    assert_eq!(error.wanted, "at M3 C2 cat the moves are C 2→4; C 2→5");
}

/// No text between the moves of a game is passed over: it is a move, a remark of ours, or an error at its place.
#[test]
fn nothing_in_a_list_of_moves_is_lost() {
    let solved = solved(DRAW);
    let game = solved.game();
    let read = |text: &str| read_moves(game, solved.opening(), text);
    let targets = |text: &str| -> Vec<PositionId> {
        let moves = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        moves.iter().map(|played| played.step.to).collect()
    };
    let wanted = targets("M 1→3 C 2→4 M 3→5");
    assert_eq!(wanted.len(), 3);
    for same in [
        "3 4 5",
        "1→3 2→4 3→5",
        "1-3, 2->4; M 3-5.",
        "M 1→3 4 5",
        "3 C 2→4 3 M 3→5",
        "1. 3 2. 4 3. 5",
        "1–2  M 1→3 C 2→4 only\n3  M 3→5  holds the draw",
        " 1  M 1→3   7   the longest defence\n 2  C 2→4  is best (wins in 6)\n 3  M 3→5  only\n",
        "M3 C4 →5",
    ] {
        assert_eq!(targets(same), wanted, "{same}");
    }
    for (text, span) in [
        ("99", 0..2),
        ("-", 0..1),
        ("=", 0..1),
        ("...", 0..3),
        ("5 M 1→3", 0..1),
        ("M 1→3 9 C 2→4", 8..9),
        ("M 1→3 7", 8..9),
        ("M 1→3 (5)", 8..11),
        ("M 1→3,, C 2→4", 7..9),
        ("3 5.5", 2..5),
        ("1–2", 0..4),
        ("M 1→3 or so", 8..13),
        ("M 1→3\n3.", 8..10),
        ("1  M 1→3  4", 12..13),
        ("1  M 1→3  4 holds 5", 12..13),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!(error.span.start, span.start, "{text}: {error}");
    }
}

/// A wrong cost is named, and the costs stand in the list of moves.
#[test]
fn a_wrong_cost_is_pointed_at() {
    let solved = solved(
        "catmouse = 1\n[board]\nadjacency = [[[1,50],[3,2]],[[0,50],[3,1]],[],[[0,2],[1,1]],[[5,7]],[[4,7]]]\n\
                         [rules]\nlimit = 9\n[start]\ncat = 4\n",
    );
    let error = read_moves(solved.game(), solved.opening(), "M 1→3 (5)").expect_err("it costs 1");
    assert_eq!((error.what.as_str(), error.span), ("M 1→3 costs 1, not 5", 8..11));
    assert_eq!(error.wanted, "at M1 C4 mouse the moves are M 1→0 (50); M 1→3 (1)");
    let error = read_moves(solved.game(), solved.opening(), "3 5 M 3→0").expect_err("8 of 9 are spent");
    assert_eq!(error.what, "M 3→0 costs 2, and 1 is left of the limit");
    assert_eq!(read_moves(solved.game(), solved.opening(), "3 5 1").map(|moves| moves.len()), Ok(3));
}

/// A place of several cats may tell the move from all others, or not.
#[test]
fn of_several_cats_as_many_places_as_tell() {
    let board = "[[1,4],[0,2],[1,3],[2,4],[3,0]]";
    let question = Question::text(board).preset(catmouse::model::Preset::CopsAndRobbers).mouse(3).cats([0i64, 1]);
    let solved = crate::fixtures::solve(&question, board);
    let (game, here) = (solved.game(), solved.opening().position);
    let step = |text: &str| read_move(game, here, text).map(|step| game.step(here, step.to));
    assert_eq!(step("4+2").as_deref(), Ok("C 0→4, C 1→2"));
    assert_eq!(step("C 1→2, C 0→4").as_deref(), Ok("C 0→4, C 1→2"));
    assert_eq!(step("stay").as_deref(), Ok("C stays at 0, C stays at 1"));
    assert_eq!(step("C 1→2").as_deref(), Ok("C stays at 0, C 1→2"));
    assert_eq!(step("4").expect_err("the other cat has three moves").kind, MoveErrorKind::Ambiguous);
    assert_eq!(step("C 0→2, C 1→4").expect_err("neither is an edge").kind, MoveErrorKind::NoMove);
}

/// Names that look like arrows, numbers of other vertices, commands, or parts of one another.
#[test]
fn names_are_read_as_they_are_printed() {
    let setup = "catmouse = 1\n[board]\nnames = [\"a\", \"a-b\", \"b\", \"stays\", \"M\", \"only\"]\n\
                 vertices = 6\nedges = [[0,1],[0,2],[0,3],[0,4],[0,5],[1,2],[3,4],[4,5],[2,5]]\n[rules]\nhole = []\nmouse-may-stay = true\n\
                 [start]\nmouse = \"a\"\ncat = \"only\"\n";
    let solved = solved(setup);
    let game = solved.game();
    for position in game.position_ids() {
        for step in legal(game, position) {
            let printed = game.step(position, step.to);
            assert_eq!(read_move(game, position, &printed), Ok(step), "{printed}");
            // The name `stays` is also a word, so it stands behind a colon.
            let target = match Words::target(game, position, step.to) {
                target if target == "stays" => ":stays".to_owned(),
                target => target,
            };
            assert_eq!(read_move(game, position, &target), Ok(step), "{target}");
        }
    }
    let from = solved.opening();
    let read = read_moves(game, from, "M a→a-b C only→b only M a-b→a C b→a-b");
    assert_eq!(read.map(|moves| moves.len()), Ok(4));
}

/// The limit ends a game, and moves beyond it are none.
#[test]
fn moves_beyond_the_limit_are_none() {
    let setup = "catmouse = 1\n[board]\nadjacency = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]\n[rules]\nlimit = 2\n";
    let solved = solved(setup);
    let error = solved.read_moves("M 1-3 C 2-5 M 3-4").expect_err("the limit is 2");
    let Error::Move(error) = error else { panic!("{error}") };
    assert_eq!((error.kind, error.span), (MoveErrorKind::Limit, 12..17));
}
