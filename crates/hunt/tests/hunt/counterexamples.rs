//! Boards that a program gets wrong are found, and are of the kind that the program is asked about.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use catmouse::Question;
use catmouse::model::{CatInHole, LimitChoice, Outcome, Setup, Side, Stalemate};
use catmouse_hunt::{
    CounterexampleAnswer, CounterexampleHunt, HuntControl, HuntError, Puzzle, PuzzleBoard, Suspect, SuspectAnswer,
    SuspectFailure, WhyWrong,
};

/// A program that solves a game with changed rules.
fn with(change: impl Fn(&mut Setup, i64)) -> impl FnMut(&PuzzleBoard) -> Outcome {
    move |board: &PuzzleBoard| {
        let mut setup = board.setup();
        let vertices = match board {
            PuzzleBoard::Lists(lists) => i64::try_from(lists.len()).expect("a small board"),
            PuzzleBoard::Grid { rows, .. } => i64::try_from(rows.concat().len()).expect("a small board"),
        };
        change(&mut setup, vertices);
        Question::setup(setup).solve().and_then(|it| it.answer().map(|it| it.outcome)).expect("a game")
    }
}

/// Asks a program that must be wrong.
fn broken(puzzle: Puzzle, program: &mut dyn Suspect) -> CounterexampleAnswer {
    let answer = CounterexampleHunt::new(puzzle).run(program, &HuntControl::default()).expect("it can be asked");
    answer.broken.expect("it is wrong")
}

/// The kinds of the mistakes that are named.
fn kinds(broken: &CounterexampleAnswer) -> Vec<&str> {
    match &broken.reason {
        WhyWrong::Mistaken { mistakes, boards } => {
            assert!(mistakes.is_empty() || *boards >= 250, "{broken:?}");
            mistakes.iter().map(|mistake| mistake.kind.as_str()).collect()
        }
        _ => panic!("{broken:?}"),
    }
}

/// A change of the rules.
type Change = fn(&mut Setup, i64);

/// Programs that solve games with other rules are found out, and the rule is named and no other one.
/// The programs ask this solver, which shares no code with the models of mistakes.
#[test]
fn wrong_rules_are_named() {
    let graphs: [(&str, Change); 11] = [
        ("cat-in-hole", |setup, _| setup.rules.cat_in_hole = Some(CatInHole::Allowed)),
        ("cat-catches-in-hole", |setup, _| setup.rules.cat_in_hole = Some(CatInHole::Guards)),
        ("mouse-stays", |setup, _| setup.rules.mouse_may_stay = Some(true)),
        ("cat-stays", |setup, _| setup.rules.cat_may_stay = Some(true)),
        ("both-stay", |setup, _| {
            (setup.rules.cat_may_stay, setup.rules.mouse_may_stay) = (Some(true), Some(true));
        }),
        ("cat-first", |setup, _| setup.first = Some(Side::Cat)),
        ("starts-swapped", |setup, _| (setup.mouse, setup.cats) = (Some(2.into()), Some(vec![1.into()]))),
        ("endless-cat", |setup, _| setup.rules.endless = Some(Outcome::Cat)),
        ("endless-mouse", |setup, _| setup.rules.endless = Some(Outcome::Mouse)),
        ("cut-off-n", |setup, n| {
            (setup.rules.limit, setup.rules.limit_winner) = (Some(LimitChoice::Plies(n)), Some(Outcome::Draw));
        }),
        ("cut-off-2n", |setup, n| {
            (setup.rules.limit, setup.rules.limit_winner) = (Some(LimitChoice::Plies(2 * n)), Some(Outcome::Draw));
        }),
    ];
    let grids: [(&str, Change); 6] = [
        ("short-jumps", |setup, _| (setup.rules.cat_jump, setup.rules.mouse_jump) = (Some(1), Some(1))),
        ("jumps-swapped", |setup, _| std::mem::swap(&mut setup.rules.cat_jump, &mut setup.rules.mouse_jump)),
        ("cat-first", |setup, _| setup.first = Some(Side::Cat)),
        ("endless-mouse", |setup, _| setup.rules.limit_winner = Some(Outcome::Mouse)),
        ("cut-off-n", |setup, n| setup.rules.limit = Some(LimitChoice::Plies(n))),
        ("cut-off-fixed", |setup, _| setup.rules.limit = Some(LimitChoice::Plies(9))),
    ];
    for (puzzle, kind, change) in (graphs.into_iter().map(|(kind, change)| (Puzzle::CatAndMouse, kind, change)))
        .chain(grids.into_iter().map(|(kind, change)| (Puzzle::CatAndMouseII, kind, change)))
    {
        let found = broken(puzzle, &mut with(change));
        assert_eq!(kinds(&found), [kind], "{found:?}");
    }
    let mut right = with(|_, _| ());
    for (puzzle, unpromised) in
        [(Puzzle::CatAndMouse, false), (Puzzle::CatAndMouse, true), (Puzzle::CatAndMouseII, true)]
    {
        let mut against = CounterexampleHunt::new(puzzle);
        (against.tries, against.unpromised) = (1_200, unpromised);
        let answer = against.run(&mut right, &HuntControl::default()).expect("it can be asked");
        assert_eq!((answer.broken, answer.boards), (None, 1_200));
    }
}

/// A program that forgets staying, and in which a side without a move loses, is wrong only where the
/// cat is shut in and the mouse, which can move, does not reach the food.
#[test]
fn a_cat_that_is_shut_in_is_asked_about() {
    let mut program = with(|setup, _| {
        (setup.rules.cat_may_stay, setup.rules.mouse_may_stay) = (Some(false), Some(false));
        setup.rules.stalemate = Some(Stalemate::Loss);
    });
    let found = broken(Puzzle::CatAndMouseII, &mut program);
    assert!(found.vertices <= 6, "{found:?}");
}

/// Depth-first search with stored values, as people write it. A position on the path is a draw.
fn by_path(lists: &[Vec<u32>], known: &mut BTreeMap<(u32, u32, bool), Outcome>, at: (u32, u32, bool)) -> Outcome {
    let (mouse, cat, is_mouse) = at;
    if mouse == 0 {
        return Outcome::Mouse;
    }
    if mouse == cat {
        return Outcome::Cat;
    }
    if let Some(value) = known.get(&at) {
        return *value;
    }
    known.insert(at, Outcome::Draw);
    let (own, other) = if is_mouse { (Outcome::Mouse, Outcome::Cat) } else { (Outcome::Cat, Outcome::Mouse) };
    let mut best = other;
    for &to in &lists[if is_mouse { mouse } else { cat } as usize] {
        if !is_mouse && to == 0 {
            continue;
        }
        match by_path(lists, known, if is_mouse { (to, cat, false) } else { (mouse, to, true) }) {
            value if value == own => {
                best = own;
                break;
            }
            Outcome::Draw => best = Outcome::Draw,
            _ => {}
        }
    }
    known.insert(at, best);
    best
}

/// A mistake of the search is named; a mistake that nobody knows is not, although the program is wrong
/// about few boards; and what is called the smallest board is the smallest.
#[test]
fn only_what_explains_every_answer_is_named() {
    let mut path = |board: &PuzzleBoard| match board {
        PuzzleBoard::Lists(lists) => by_path(lists, &mut BTreeMap::new(), (1, 2, true)),
        PuzzleBoard::Grid { .. } => Outcome::Draw,
    };
    assert_eq!(kinds(&broken(Puzzle::CatAndMouse, &mut path)), ["path"]);
    let mut right = with(|_, _| ());
    let mut odd = |board: &PuzzleBoard| match board {
        PuzzleBoard::Lists(lists) if lists.iter().any(|list| list.len() >= 5) => Outcome::Draw,
        board => right(board),
    };
    let found = broken(Puzzle::CatAndMouse, &mut odd);
    assert_eq!(kinds(&found), [""; 0], "{found:?}");
    assert!(found.vertices == 6 && found.is_smallest, "{found:?}");
    let lists: Vec<Vec<u32>> = serde_json::from_str(&found.board).expect("lists");
    // Six vertices, one of them with five neighbours: the fewest edges are the five of a star, and on
    // a star a side that does not begin at the centre moves there.
    assert!(lists.iter().map(Vec::len).sum::<usize>() <= 12, "{found:?}");
}

/// Of problem 1728 a program is asked about all grids of up to three rows and columns, those with the
/// fewest cells first. By Burnside's lemma there are (504·2⁶ + 4·6·2³) / 8 = 4056 of nine cells: each of
/// the four reflections leaves three cells and six orbits of cells, and every rotation one cell at most.
#[test]
fn every_small_grid_is_asked_about_once() {
    let asked: RefCell<Vec<PuzzleBoard>> = RefCell::default();
    let mut right = with(|_, _| ());
    let mut watched = |board: &PuzzleBoard| {
        asked.borrow_mut().push(board.clone());
        right(board)
    };
    let mut hunt = CounterexampleHunt::new(Puzzle::CatAndMouseII);
    hunt.tries = 19_356;
    let answer = hunt.run(&mut watched, &HuntControl::default()).expect("it can be asked");
    assert_eq!((answer.boards, answer.broken), (19_356, None));
    let cells = |board: &PuzzleBoard| match board {
        PuzzleBoard::Grid { rows, .. } => rows.concat().len(),
        PuzzleBoard::Lists(lists) => lists.len(),
    };
    let asked = asked.into_inner();
    assert!(asked.is_sorted_by_key(cells));
    // Each with two jumps of two lengths.
    assert_eq!(asked.iter().filter(|board| cells(board) == 9).count(), 4056 * 4);
    assert_eq!(asked.iter().map(PuzzleBoard::line).collect::<BTreeSet<_>>().len(), 19_356);
}

/// A program that is right until something happens.
struct Odd<F> {
    asked: u32,
    answer: F,
}

impl<F: FnMut(u32, &PuzzleBoard, Outcome) -> SuspectAnswer> Suspect for Odd<F> {
    fn ask(&mut self, board: &PuzzleBoard) -> Result<SuspectAnswer, std::io::Error> {
        let right = with(|_, _| ())(board);
        self.asked += 1;
        Ok((self.answer)(self.asked, board, right))
    }

    fn restart(&mut self) -> bool {
        self.asked = 0;
        true
    }
}

/// The reason why a program is wrong is told apart: it fails, it is slow, it remembers an earlier
/// board, or it changes its answer.
#[test]
fn other_reasons_are_told_apart() {
    let is_large = |board: &PuzzleBoard| matches!(board, PuzzleBoard::Lists(lists) if lists.len() > 4);
    let other = |outcome: Outcome| if outcome == Outcome::Draw { Outcome::Cat } else { Outcome::Draw };
    let reason = |answer: &mut dyn FnMut(u32, &PuzzleBoard, Outcome) -> SuspectAnswer| {
        broken(Puzzle::CatAndMouse, &mut Odd { asked: 0, answer })
    };
    let exited = || SuspectFailure::Exited { how: "exit status: 1".to_owned(), stderr: "IndexError".to_owned() };
    let fails = reason(&mut |_, board, right| {
        if is_large(board) { SuspectAnswer::Failure(exited()) } else { SuspectAnswer::Outcome(right) }
    });
    assert!(matches!(fails.reason, WhyWrong::Failed) && fails.is_smallest, "{fails:?}");
    assert_eq!((fails.vertices, fails.stderr.as_deref(), fails.said), (5, Some("IndexError"), None));

    let slow = reason(&mut |_, board, right| match board {
        PuzzleBoard::Lists(lists) if lists.len() > 20 => SuspectAnswer::Failure(SuspectFailure::Timeout),
        _ => SuspectAnswer::Outcome(right),
    });
    let WhyWrong::Slow { times } = &slow.reason else { panic!("{slow:?}") };
    assert!(times.len() > 2 && times.is_sorted_by(|one, other| one.vertices < other.vertices), "{times:?}");
    assert_eq!(times.iter().filter(|time| time.seconds.is_none()).count(), 1, "{times:?}");
    assert!(times.last().is_some_and(|last| last.seconds.is_none() && (21..=30).contains(&last.vertices)), "{times:?}");

    let remembers = reason(&mut |asked, board, right| {
        SuspectAnswer::Outcome(if asked > 1 && is_large(board) { other(right) } else { right })
    });
    assert!(matches!(remembers.reason, WhyWrong::Remembers { .. }), "{remembers:?}");

    let mut all = 0;
    let unsteady = reason(&mut |_, board, right| {
        all += 1;
        SuspectAnswer::Outcome(if all % 3 == 0 && is_large(board) { other(right) } else { right })
    });
    let WhyWrong::Unsteady { asked, wrong } = unsteady.reason else { panic!("{unsteady:?}") };
    assert!(0 < wrong && wrong < asked, "{wrong} of {asked}");

    let silent = &mut Odd { asked: 0, answer: |_, _: &PuzzleBoard, _| SuspectAnswer::Failure(exited()) };
    let error =
        CounterexampleHunt::new(Puzzle::CatAndMouse).run(silent, &HuntControl::default()).expect_err("no answer");
    assert!(matches!(error, HuntError::NoAnswer(SuspectFailure::Exited { .. })), "{error}");
}

/// The last position of the line about which a program is wrong is wrong indeed.
#[test]
fn the_program_is_wrong_where_it_is_said() {
    let mut gives_up = with(|setup, n| {
        (setup.rules.limit, setup.rules.limit_winner) = (Some(LimitChoice::Plies(n)), Some(Outcome::Draw));
    });
    let found = broken(Puzzle::CatAndMouse, &mut gives_up);
    assert_eq!(found.said, Some(Outcome::Draw));
    let plies = found.distance.distance_plies.expect("a forced win");
    assert!(plies > found.vertices as u64, "{found:?}");
    let late = broken(Puzzle::CatAndMouse, &mut with(|setup, _| setup.rules.endless = Some(Outcome::Cat)));
    let wrong = late.wrong_on_line.expect("the whole line is a draw");
    assert!(wrong.ply > 0 && wrong.plies.is_none(), "{wrong:?}");
    let solved = Question::text(wrong.board).solve().expect("a board");
    assert_eq!(solved.answer().expect("it is in memory").outcome, Outcome::Draw);
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

/// Programs are asked about boards with long wins of both sides in both problems, of far more plies
/// than the depth at which a limited search gives up. So programs are found out that miss wins of
/// more plies than a bound: wins of the Mouse, of the Cat, or of both. In some the bound depends on
/// the size of the board.
#[test]
fn long_wins_are_asked_about_and_programs_that_deny_them_are_found_out() {
    // All of them are asked about much the same boards.
    let known: RefCell<HashMap<String, (Outcome, Option<u64>)>> = RefCell::default();
    let known = &known;
    let answer = |board: &PuzzleBoard| {
        *known.borrow_mut().entry(board.line()).or_insert_with(|| {
            let solved = Question::setup(board.setup()).solve().expect("a game");
            let answer = solved.answer().expect("it is in memory");
            (answer.outcome, answer.distance.distance_plies)
        })
    };
    for puzzle in [Puzzle::CatAndMouse, Puzzle::CatAndMouseII] {
        let mut longest = BTreeMap::new();
        let mut right = |board: &PuzzleBoard| {
            let (outcome, plies) = answer(board);
            let most = longest.entry(outcome.to_string()).or_insert(0);
            *most = plies.unwrap_or(0).max(*most);
            outcome
        };
        let against = CounterexampleHunt::new(puzzle);
        assert_eq!(against.run(&mut right, &HuntControl::default()).expect("it can be asked").broken, None);
        assert!(longest["mouse"] > 60 && longest["cat"] > 60, "{longest:?}");
    }
    let denies = |side: Option<Side>, most: Horizon| {
        move |board: &PuzzleBoard| {
            let (outcome, plies) = answer(board);
            let is_denied = side.is_none_or(|side| outcome.to_string() == side.to_string())
                && plies.is_some_and(|plies| plies > most(board));
            match board {
                PuzzleBoard::Lists(_) if is_denied => Outcome::Draw,
                PuzzleBoard::Grid { .. } if is_denied && outcome == Outcome::Cat => Outcome::Mouse,
                PuzzleBoard::Grid { .. } if is_denied => Outcome::Cat,
                _ => outcome,
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
