//! Wrong solvers are found out, and their games shrink to the smallest that show the mistake.

use catmouse_arena::{Arena, Solution, Value, Values};
use catmouse_model::Game;

use catmouse_campaign::boards::{COMBINATIONS, combinations};
use catmouse_campaign::case::Case;
use catmouse_campaign::confrontation::{Contestant, Disagreement, Kind, confront};
use catmouse_campaign::oracle::{CatInHole, Clock, Ground, Movement, Placing, Pursuit, Stalemate, Terms, Verdict};
use catmouse_campaign::shrinking::{shrink, simpler};
use catmouse_campaign::{fixture, random};

/// A right solver whose values are then changed by `lie`.
fn liar(lie: impl Fn(&Game, Value) -> Value + Sync + 'static) -> Contestant<'static> {
    let solve = move |game: &Game| {
        let solution = catmouse_solver::solve_table(game.arena()).map_err(|error| error.to_string())?;
        Ok(Solution::from_values(solution.values().map(|(_, value)| lie(game, value))))
    };
    Contestant { name: "the liar".to_owned(), applies: Box::new(|_: &Game| true), solve: Box::new(solve) }
}

fn cat_and_mouse(neighbours: &[&[usize]]) -> Case {
    let neighbours = neighbours.iter().map(|list| list.to_vec()).collect();
    Case::new(Pursuit::cat_and_mouse(neighbours)).expect("a vertex is open to the cat")
}

/// Finds the lie about a case and shrinks it. The result must be a disagreement of the same
/// kind, must not shrink further, and must read back from its fixture.
#[track_caller]
fn check(case: &Case, liar: Contestant<'static>, kind: Kind) -> Case {
    let liars = [liar];
    let found = confront(case, &liars).expect_err("the lie is found");
    assert_eq!(found.kind, kind, "{found}");
    let smallest = shrink(found, |case| confront(case, &liars).err());
    assert_eq!(smallest.kind, kind);
    assert!(confront(&smallest.case, &liars).is_err(), "{smallest}");
    for simpler in simpler(&smallest.case) {
        assert!(confront(&simpler, &liars).err().is_none_or(|other| other.kind != kind), "{simpler:?}");
    }
    assert_eq!(fixture::read_back(&smallest.case), Ok(()));
    *smallest.case
}

/// The mistake most often published: a game not won within 2n plies counts as not won. The cat
/// wins in 34 plies on a board of ten vertices, which shrinks to the vertices that the
/// disagreement needs.
#[test]
fn a_cut_off_after_2n_plies_is_found_and_shrunk() {
    let cut_off = |game: &Game, value: Value| match value {
        Value::Win { distance, .. } if distance > 2 * u64::from(game.board().vertices()) => Value::Endless,
        _ => value,
    };
    let case = cat_and_mouse(&[
        &[2, 9],
        &[2, 4, 5, 6],
        &[0, 1, 5, 8, 9],
        &[4, 7, 8],
        &[1, 3, 8],
        &[1, 2, 6, 9],
        &[1, 5, 7],
        &[3, 6, 8, 9],
        &[2, 3, 4, 7],
        &[0, 2, 5, 7],
    ]);
    let smallest = check(&case, liar(cut_off), Kind::Value);
    assert!(smallest.pursuit.vertices() < 10, "{smallest:?}");
}

/// Distances of three plies or more are one too long. A game of three plies is left.
#[test]
fn a_distance_off_by_one_is_found_and_shrunk() {
    let late = |_: &Game, value: Value| match value {
        Value::Win { player, distance } if distance >= 3 => Value::Win { player, distance: distance + 1 },
        _ => value,
    };
    let mut case = cat_and_mouse(&[&[1, 5], &[0, 2, 5], &[1, 3], &[2, 4], &[3, 5], &[4, 0, 1]]);
    case.pursuit = combinations()[COMBINATIONS - 1].apply(case.pursuit);
    let smallest = check(&case, liar(late), Kind::Value);
    assert!(smallest.pursuit.vertices() <= 4, "{smallest:?}");
    assert_eq!(smallest.pursuit.cat_in_hole, CatInHole::Forbidden);
    assert_eq!(smallest.pursuit.stalemate, Stalemate::Draw);
}

/// A lie only about several cats on a board with costs. Two cats are left, and one move that
/// costs 2.
#[test]
fn cats_and_costs_are_shrunk() {
    let cheap = |game: &Game, value: Value| match value {
        Value::Win { player, distance } if game.rules().cats > 1 && distance > 3 => {
            Value::Win { player, distance: distance - 1 }
        }
        _ => value,
    };
    let mut case = cat_and_mouse(&[&[], &[]]);
    case.pursuit.ground = Ground::Priced(vec![
        vec![(1, 3), (3, 4)],
        vec![(0, 3), (2, 5), (2, 7)],
        vec![(1, 5), (1, 7), (3, 2)],
        vec![(0, 4), (2, 2)],
    ]);
    case.pursuit.cats = 3;
    case.start.cats = vec![2, 2, 3];
    case.placing = Placing::Both;
    let smallest = check(&case, liar(cheap), Kind::Value);
    assert_eq!((smallest.pursuit.cats, smallest.placing), (2, Placing::Neither));
    assert!(smallest.pursuit.vertices() <= 3, "{smallest:?}");
}

/// A lie only about grids with jumps.
#[test]
fn a_grid_is_shrunk_to_the_jump() {
    let no_jumps = |game: &Game, value: Value| match value {
        Value::Win { distance: 1, .. } if game.board().grid().is_some() && game.rules().mouse.jump > 1 => {
            Value::Endless
        }
        _ => value,
    };
    let rows = ["F..#.".to_owned(), ".#...".to_owned(), "..#..".to_owned()];
    let movement = |jump| Movement { may_stay: true, jump, speed: 1 };
    let pursuit = Pursuit {
        holes: vec![0],
        cat_in_hole: CatInHole::Wins,
        mouse: movement(4),
        cat: movement(3),
        stalemate: Stalemate::Pass,
        ..Pursuit::on(Ground::Grid(rows.to_vec()))
    };
    let smallest =
        check(&Case::new(pursuit).expect("a vertex is open to the cat"), liar(no_jumps), Kind::Value).pursuit;
    assert_eq!((smallest.vertices(), smallest.mouse.jump, smallest.cat.jump), (2, 2, 1));
    assert!(matches!(smallest.ground, Ground::Grid(rows) if rows.concat() == ".."));
}

/// The disagreement is always found under the same terms, which weigh more than the tried
/// terms. This is no progress, so shrinking ends.
#[test]
fn shrinking_ends_without_progress() {
    let terms = Terms { endless: Verdict::CatWins, clock: Some(Clock { budget: 5, owner: Verdict::MouseWins }) };
    let found = |case: &Case| {
        let case = Box::new(Case { terms, ..case.clone() });
        Some(Disagreement { kind: Kind::Outcome, case, what: "always".to_owned() })
    };
    let case = cat_and_mouse(&[&[1, 1, 2], &[0, 0], &[0]]);
    let smallest = shrink(found(&case).expect("always"), found).case;
    assert_eq!((smallest.pursuit.vertices(), smallest.terms), (1, terms));
    assert!(smallest.pursuit.holes.is_empty());
}

/// A repeated arc ends up listed once or not at all.
#[test]
fn arcs_listed_twice_are_shrunk() {
    let case = cat_and_mouse(&[&[1], &[0, 0, 2], &[1]]);
    let once = Ground::Graph(vec![vec![1], vec![0, 2], vec![1]]);
    assert!(simpler(&case).iter().any(|simpler| simpler.pursuit.ground == once));
}

/// Every step lowers the weight, so shrinking takes it if it is the only one with the disagreement.
#[test]
fn every_simpler_case_is_taken() {
    let found = |case: &Case| Disagreement { kind: Kind::Value, case: Box::new(case.clone()), what: String::new() };
    for number in 0..30 {
        let case = random::case(3, number);
        for simpler in simpler(&case) {
            let smallest = shrink(found(&case), |tried| (*tried == simpler).then(|| found(tried)));
            assert_eq!(*smallest.case, simpler, "it is not lighter than {case:?}");
        }
    }
}

/// A panic is a disagreement too, and everything that it does not need is removed.
#[test]
fn a_panic_is_found_and_shrunk() {
    let panics = Contestant {
        name: "the coward".to_owned(),
        applies: Box::new(|_: &Game| true),
        solve: Box::new(|game: &Game| {
            assert!(game.arena().positions() < 8, "a game of at least eight positions panics");
            catmouse_solver::solve_table(game.arena()).map_err(|error| error.to_string())
        }),
    };
    let mut case = cat_and_mouse(&[&[1, 4], &[0, 2, 3], &[1, 3], &[1, 2, 4], &[0, 3]]);
    case.terms = Terms { endless: Verdict::CatWins, clock: Some(Clock { budget: 9, owner: Verdict::MouseWins }) };
    let smallest = check(&case, panics, Kind::Panic);
    assert_eq!(smallest.pursuit.vertices(), 2);
    assert_eq!(smallest.terms, Terms { endless: Verdict::Draw, clock: None });
}
