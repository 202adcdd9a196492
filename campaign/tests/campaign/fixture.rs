//! Disagreements become fixtures, which read back as the same games.

use catmouse_campaign::case::Case;
use catmouse_campaign::confrontation::{Disagreement, Kind};
use catmouse_campaign::fixture::{of_disagreement, read_back, text};
use catmouse_campaign::oracle::{
    CatInHole, CatsMove, Clock, Ground, Movement, Place, Placing, Pursuit, Stalemate, Terms, Verdict, Who,
};

fn case(ground: Ground, jump: usize) -> Case {
    let movement = Movement { may_stay: false, jump, speed: 1 };
    let rules = Pursuit {
        holes: vec![0],
        cat_in_hole: CatInHole::Guards,
        mouse: movement,
        cat: Movement { may_stay: true, ..movement },
        stalemate: Stalemate::Pass,
        ..Pursuit::on(ground)
    };
    let start = Place { mouse: 1, cats: vec![2], turn: Who::Cat };
    let clock = Some(Clock { budget: 3, owner: Verdict::CatWins });
    Case { pursuit: rules, start, placing: Placing::Neither, terms: Terms { endless: Verdict::MouseWins, clock } }
}

/// By hand: on the path 0–1–2 the cat moves first and takes the mouse.
#[test]
fn a_disagreement_is_written_down() {
    let case = case(Ground::Graph(vec![vec![1], vec![0, 2], vec![1]]), 1);
    let what = "Somebody says \"no\"\nand \\ means it".to_owned();
    let (name, text) = of_disagreement(&Disagreement { kind: Kind::Value, case: Box::new(case), what });
    assert!(name.starts_with("value-on-3-vertices-"), "{name}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[3], "Found by `cargo xtask campaign`: Somebody says 'no' and / means it.");
    let expected = [
        "adjacency = [[1], [0, 2], [1]]",
        "directed = false",
        "hole = [0]",
        "cat-in-hole = \"guards\"",
        "limit = 3",
        "limit-winner = \"cat\"",
        "first = \"cat\"",
        "outcome = \"cat\"",
        "decided-by = \"play\"",
        "distance-plies = 1",
    ];
    for line in expected {
        assert!(lines.contains(&line), "no {line} in {text}");
    }
}

#[test]
fn fixtures_read_back() {
    assert_eq!(read_back(&case(Ground::Graph(vec![vec![1, 1], vec![], vec![0, 2]]), 0)), Ok(()));
    let grid = case(Ground::Grid(vec!["..#".to_owned(), "F..".to_owned()]), 4);
    assert_eq!(read_back(&grid), Ok(()));
    let mut walled = grid.clone();
    walled.pursuit.thin_walls = vec![[(0, 0), (1, 0)], [(0, 0), (0, 1)], [(1, 1), (1, 2)]];
    assert_eq!(read_back(&walled), Ok(()));
    for placing in [Placing::Neither, Placing::Mouse, Placing::Cats, Placing::Both] {
        let mut two_cats = Case { placing, ..grid.clone() };
        two_cats.pursuit.cats = 2;
        two_cats.pursuit.cats_move = CatsMove::One;
        two_cats.start.cats = vec![0, 2];
        assert_eq!(read_back(&two_cats), Ok(()));
    }
}

/// By hand: the mouse at 1 reaches the hole at cost 7, or at cost 2 + 3 through 2. The cat at 3
/// has no arc, so every turn of the cat is a pass, at cost 1. Two turns of the mouse and one of
/// the cat between them cost 2 + 1 + 3.
#[test]
fn costs_are_written_down() {
    let lists = vec![vec![], vec![(0, 7), (2, 2)], vec![(0, 3)], vec![]];
    let mut case = case(Ground::Priced(lists), 1);
    case.pursuit.cat.may_stay = false;
    case.start.cats = vec![3];
    case.start.turn = Who::Mouse;
    case.terms.clock = None;
    let text = text(&case, "a way round", "nothing");
    for line in ["adjacency = [[], [[0, 7], [2, 2]], [[0, 3]], []]", "directed = true", "distance-cost = 6"] {
        assert!(text.lines().any(|other| other == line), "no {line} in {text}");
    }
    assert_eq!(read_back(&case), Ok(()));
}
