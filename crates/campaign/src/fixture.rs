//! Fixtures for cases: setups in TOML with their source and the results that the oracle expects.

use catmouse_formats::{Document, Expectation, ExpectedCounts, ExpectedLongest, Format, read, write};

use crate::case::{Case, outcome};
use crate::confrontation::Disagreement;
use crate::oracle::{Place, Verdict};

/// The name and the text of the fixture for a disagreement. The name depends on the case alone.
pub fn of_disagreement(found: &Disagreement) -> (String, String) {
    let Disagreement { kind, case, what } = found;
    let vertices = case.pursuit.vertices();
    let name = format!("{kind}-on-{vertices}-vertices-{:08x}.toml", fingerprint(&format!("{case:?}")));
    (name, text(case, &format!("A disagreement of the campaign: {kind}"), what))
}

/// The text of the fixture for a case, with every rule given; `found` describes the finding.
pub fn text(case: &Case, title: &str, found: &str) -> String {
    let setup = case.setup();
    let board = setup.plan_board().expect("the board of a case is valid");
    let source = format!(
        "Found by `cargo xtask campaign`: {}.\n\
         The oracle of crates/campaign computes the expectation from the definitions: who can force the end\n\
         within k plies, for growing k. Under a limit it counts the plies down and takes the best verdict for\n\
         the player to move. If moves have costs, it counts costs; if players place pieces, it tries all places.\n",
        one_line(found)
    );
    let mut document = Document::of_setup(setup);
    document.title = Some(one_line(title));
    document.source = Some(source);
    document.expect = Some(expectation(case));
    let mut text = String::new();
    write(&mut text, &document, &board, Format::Setup).expect("a setup holds every board");
    text
}

/// Checks that the fixture for a case reads as exactly this case, with the oracle's expectation.
///
/// # Errors
///
/// A description of the difference.
pub fn read_back(case: &Case) -> Result<(), String> {
    let text = text(case, "read back", "nothing");
    let document = read(&text, Format::Setup).map_err(|error| format!("its fixture does not read: {error}"))?;
    if document.setup != case.setup() {
        return Err(format!("its fixture reads as {:?}", document.setup));
    }
    if document.expect.as_ref() != Some(&expectation(case)) {
        return Err(format!("its fixture expects {:?}", document.expect));
    }
    Ok(())
}

/// The oracle's results for a game. If the game has a place without moves, the reason for the
/// outcome is left out.
fn expectation(case: &Case) -> Expectation {
    let Case { pursuit, start, placing, terms } = case;
    let table = pursuit.table();
    let verdicts = table.verdicts(*terms);
    let prospects = table.prospects(*terms);
    let distance = |place: usize| table.distance(place, *terms);
    let longest =
        |verdict: Verdict| (0..verdicts.len()).filter(|&place| verdicts[place] == verdict).filter_map(distance).max();
    let count = |verdict: Verdict| verdicts.iter().filter(|&&other| other == verdict).count() as u64;

    let cats = table.best_cats(start, *placing, &prospects).swap_remove(0);
    let mouse = table.best_mice(&cats, start, *placing, &prospects)[0];
    let at = table.number(&Place { mouse, cats, turn: start.turn }).expect("the start is a place of the game");
    let decided_by = match (distance(at), terms.clock) {
        (None, Some(_)) => Some("limit"),
        _ if table.has_stalemates() => None,
        (Some(_), _) => Some("play"),
        (None, None) => Some("endless"),
    };
    let longest = ExpectedLongest { mouse: longest(Verdict::MouseWins), cat: longest(Verdict::CatWins) };
    let expectation = Expectation {
        outcome: Some(outcome(verdicts[at])),
        decided_by: decided_by.map(str::to_owned),
        positions: Some(ExpectedCounts {
            total: verdicts.len() as u64,
            mouse: count(Verdict::MouseWins),
            cat: count(Verdict::CatWins),
            draw: count(Verdict::Draw),
        }),
        ..Expectation::default()
    };
    if pursuit.has_costs() {
        Expectation { distance_cost: Some(distance(at)), longest_cost: Some(longest), ..expectation }
    } else {
        Expectation { distance_plies: Some(distance(at)), longest_plies: Some(longest), ..expectation }
    }
}

/// The text in one line, without characters that end a TOML string or begin an escape.
fn one_line(text: &str) -> String {
    let kept = |c: char| match c {
        '"' => '\'',
        '\\' => '/',
        _ if c.is_control() => ' ',
        _ => c,
    };
    text.chars().map(kept).collect()
}

/// FNV-1a, 32 bits: the same on every machine, unlike the hashes of the standard library.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confrontation::Kind;
    use crate::oracle::{CatInHole, CatsMove, Clock, Ground, Movement, Placing, Pursuit, Stalemate, Terms, Who};

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
}
