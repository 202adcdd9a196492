//! When the mouse is seen: as text, in the rules, and where it makes no sense.

use catmouse_model::{BoardChoice, DefectKind, Hindrance, Setup, Sight, Stalemate};

#[test]
fn every_sight_is_read_as_it_is_written() {
    let sights =
        (1..=64).flat_map(|number| [Sight::Every(number), Sight::After(1 << (number - 1)), Sight::Within(number)]);
    for sight in
        sights.chain([Sight::Always, Sight::Never, Sight::Within(0), Sight::After(0b1011), Sight::After(u64::MAX)])
    {
        assert_eq!(sight.to_string().parse(), Ok(sight));
    }
    for wrong in
        ["", "0", "-1", "x", "within", "within:", "within:-1", "3,", "0,3", "3,65", "always,never", "99999999999"]
    {
        assert!(wrong.parse::<Sight>().is_err(), "{wrong}");
    }
}

#[test]
fn the_moves_after_which_the_mouse_is_seen() {
    let seen = |sight: Sight| (1..=12).filter(|&number| sight.after_move(number)).collect::<Vec<u32>>();
    assert_eq!(seen(Sight::Every(4)), [4, 8, 12]);
    assert_eq!(seen("3,8".parse().expect("a list")), [3, 8]);
    assert_eq!(seen(Sight::Every(1)).len(), 12);
    assert!(seen(Sight::Never).is_empty() && seen(Sight::Within(1)).is_empty());
    // Equal counts are followed by the same sights.
    for sight in [Sight::Every(4), "3,8".parse().expect("a list"), Sight::After(u64::MAX)] {
        for moves in 0..200 {
            for more in 1..70 {
                assert_eq!(sight.after_move(moves + more), sight.after_move(sight.counted(moves) + more), "{sight}");
            }
        }
    }
}

fn setup(sight: Sight) -> Setup {
    let mut setup = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]]));
    setup.rules.mouse_seen = Some(sight);
    setup
}

#[test]
fn the_rules_say_it() {
    for (sight, clause) in [
        (Sight::Never, "the Cat never sees the Mouse; "),
        (Sight::Every(1), "the Cat sees the Mouse after each of its moves; "),
        (Sight::Every(4), "the Cat sees the Mouse after each of its moves whose number 4 divides; "),
        (Sight::After(0b1000_0100), "the Cat sees the Mouse only after its moves 3, 8; "),
        (Sight::Within(1), "the Cat sees the Mouse only within 1 edge of a cat; "),
    ] {
        let sentence = setup(sight).plan_unseen().expect("it makes sense").game().rules_sentence();
        assert!(sentence.contains(clause), "{sentence}");
        assert_eq!(sentence.replace(clause, ""), setup(Sight::Always).plan().expect("it does").game().rules_sentence());
    }
}

#[test]
fn where_it_makes_no_sense() {
    let hindrance = |setup: &Setup| match setup.plan_unseen() {
        Ok(_) => None,
        Err(defects) => match defects.found[..] {
            [ref defect] => match defect.kind {
                DefectKind::Unseen { hindrance, .. } => Some(hindrance),
                ref kind => panic!("{kind}"),
            },
            ref found => panic!("{found:?}"),
        },
    };
    let mut costs = setup(Sight::Never);
    costs.board = BoardChoice::EdgesWithCosts { vertices: 3, edges: vec![(0, 1, 1), (1, 2, 5)] };
    assert_eq!(hindrance(&costs), Some(Hindrance::Costs));
    let mut large = setup(Sight::Never);
    large.board = BoardChoice::Edges { vertices: 65, edges: (0..64).map(|vertex| (vertex, vertex + 1)).collect() };
    assert_eq!(hindrance(&large), Some(Hindrance::Vertices(65)));
    // The mouse walks 1 → 2 and is stuck there; the hole at 0 has no way out either, but ends the game.
    let mut stuck = setup(Sight::Never);
    stuck.board = BoardChoice::Adjacency(vec![vec![], vec![0, 2], vec![]]);
    stuck.rules.directed = Some(true);
    assert_eq!(hindrance(&stuck), Some(Hindrance::Stuck(2)));
    stuck.rules.stalemate = Some(Stalemate::Pass);
    assert_eq!(hindrance(&stuck), None);
    // Questions about positions of pieces refuse every such game.
    assert_eq!(setup(Sight::Never).plan().expect_err("it is refused").found.len(), 1);
    assert_eq!(hindrance(&setup(Sight::Never)), None);
}
