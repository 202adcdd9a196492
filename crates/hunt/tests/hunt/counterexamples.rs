//! Boards that a program gets wrong are found, and are of the kind that the program is asked about.

use catmouse::Question;
use catmouse::model::{Outcome, Side};
use catmouse_hunt::{CounterexampleHunt, HuntControl, Puzzle, PuzzleBoard};

/// Two faulty programs are found out: in one the cat may walk through the hole, and the other gives
/// up after 2n plies. The programs are functions, so no process is started.
#[test]
fn slips_are_found() {
    let with = |change: fn(&mut catmouse::model::Setup, i64)| {
        move |board: &PuzzleBoard| {
            let mut setup = board.setup();
            let vertices = match board {
                PuzzleBoard::Lists(lists) => i64::try_from(lists.len()).expect("a small board"),
                PuzzleBoard::Grid { .. } => 0,
            };
            change(&mut setup, vertices);
            Question::setup(setup).solve().and_then(|it| it.answer().map(|it| it.outcome)).expect("a game")
        }
    };
    let mut through = with(|setup, _| setup.rules.cat_in_hole = Some(catmouse::model::CatInHole::Allowed));
    let mut gives_up = with(|setup, n| {
        setup.rules.limit = Some(catmouse::model::LimitChoice::Plies(2 * n));
        setup.rules.limit_winner = Some(Outcome::Draw);
    });
    let mut right = with(|_, _| ());
    let mut against = CounterexampleHunt::new(Puzzle::CatAndMouse);
    against.tries = 300;
    let through =
        against.run(&mut through, &HuntControl::default()).expect("it can be asked").broken.expect("it is wrong");
    assert!(through.vertices <= 5 && through.slips.contains(&catmouse_hunt::Slip::CatInHole), "{through:?}");
    let gives_up =
        against.run(&mut gives_up, &HuntControl::default()).expect("it can be asked").broken.expect("it is wrong");
    // The smallest board with a win longer than 2n is in docs/hunt.md.
    let plies = gives_up.distance.distance_plies.expect("a forced win");
    assert!(plies > 2 * gives_up.vertices as u64, "{gives_up:?}");
    assert_eq!(gives_up.said, Some(Outcome::Draw));
    let answer = against.run(&mut right, &HuntControl::default()).expect("it can be asked");
    assert_eq!((answer.broken, answer.boards), (None, 300));
    against.unpromised = true;
    assert_eq!(against.run(&mut right, &HuntControl::default()).expect("it can be asked").broken, None);
    against.puzzle = Puzzle::CatAndMouseII;
    assert_eq!(against.run(&mut right, &HuntControl::default()).expect("it can be asked").broken, None);
}

/// Programs are asked about boards with long wins of both sides in both problems. The wins take far
/// more plies than the depth at which a limited search gives up.
#[test]
fn long_wins_of_both_sides_are_asked_about() {
    for puzzle in [Puzzle::CatAndMouse, Puzzle::CatAndMouseII] {
        let mut longest = std::collections::BTreeMap::new();
        let mut right = |board: &PuzzleBoard| {
            let solved = Question::setup(board.setup()).solve().expect("a game");
            let answer = solved.answer().expect("it is in memory");
            let plies = longest.entry(answer.outcome.to_string()).or_insert(0);
            *plies = answer.distance.distance_plies.unwrap_or(0).max(*plies);
            answer.outcome
        };
        let mut against = CounterexampleHunt::new(puzzle);
        against.tries /= 4;
        assert_eq!(against.run(&mut right, &HuntControl::default()).expect("it can be asked").broken, None);
        assert!(longest["mouse"] > 60 && longest["cat"] > 60, "{longest:?}");
    }
}

/// The greatest number of plies of a win that a program sees, depending on the board.
type Horizon = fn(&PuzzleBoard) -> u64;

/// Twice the number of vertices of a graph, or the number of cells of a grid.
fn cells(board: &PuzzleBoard) -> u64 {
    match board {
        PuzzleBoard::Lists(lists) => 2 * lists.len() as u64,
        PuzzleBoard::Grid { rows, .. } => rows.iter().map(|row| row.len() as u64).sum(),
    }
}

/// Finds programs that miss wins of more plies than a bound: wins of the Mouse, of the Cat, or of
/// both. In some programs the bound depends on the size of the board.
#[test]
fn programs_that_deny_long_wins_are_found_out() {
    let denies = |side: Option<Side>, most: Horizon| {
        move |board: &PuzzleBoard| {
            let solved = Question::setup(board.setup()).solve().expect("a game");
            let answer = solved.answer().expect("it is in memory");
            let is_denied = side.is_none_or(|side| answer.outcome.to_string() == side.to_string())
                && answer.distance.distance_plies.is_some_and(|plies| plies > most(board));
            match board {
                PuzzleBoard::Lists(_) if is_denied => Outcome::Draw,
                PuzzleBoard::Grid { .. } if is_denied && answer.outcome == Outcome::Cat => Outcome::Mouse,
                PuzzleBoard::Grid { .. } if is_denied => Outcome::Cat,
                _ => answer.outcome,
            }
        }
    };
    let all: [(Puzzle, Option<Side>, Horizon); 6] = [
        (Puzzle::CatAndMouse, Some(Side::Mouse), |_| 40),
        (Puzzle::CatAndMouse, Some(Side::Cat), |_| 30),
        (Puzzle::CatAndMouse, None, cells),
        (Puzzle::CatAndMouseII, Some(Side::Mouse), |_| 30),
        (Puzzle::CatAndMouseII, Some(Side::Cat), |_| 40),
        (Puzzle::CatAndMouseII, Some(Side::Mouse), cells),
    ];
    for (puzzle, side, most) in all {
        let mut suspect = denies(side, most);
        let against = CounterexampleHunt::new(puzzle);
        let answer = against.run(&mut suspect, &HuntControl::default()).expect("it can be asked");
        let broken = answer.broken.unwrap_or_else(|| panic!("{puzzle:?} {side:?}"));
        let solved = broken.solve().expect("it is a game");
        let right = solved.answer().expect("it is in memory").outcome;
        assert_ne!(broken.said, Some(right), "{broken:?}");
    }
}

/// Programs are asked only about boards that meet the constraints of the problem.
#[test]
fn boards_that_are_asked_about_are_admitted() {
    for puzzle in [Puzzle::CatAndMouse, Puzzle::CatAndMouseII] {
        let mut seen = 0;
        let mut look = |board: &PuzzleBoard| {
            assert!(board.is_admitted(), "{}", board.line());
            seen += 1;
            Question::setup(board.setup()).solve().and_then(|it| it.answer().map(|it| it.outcome)).expect("a game")
        };
        let mut against = CounterexampleHunt::new(puzzle);
        against.tries = 200;
        against.run(&mut look, &HuntControl::default()).expect("it can be asked");
        assert_eq!(seen, 200);
    }
    for line in ["[[1],[0],[]]", "[[1,2],[0],[0]]", "[[1],[0]]", "[[1,1],[0],[1]]", "[[1,2],[0],[1]]"] {
        let lists: Vec<Vec<u32>> = serde_json::from_str(line).expect("JSON");
        assert!(!PuzzleBoard::Lists(lists).is_admitted(), "{line}");
    }
}
