//! A case as a fixture: a setup in TOML with its source and what the oracle expects of it.

use catmouse_formats::{Expectation, ExpectedCounts, ExpectedLongest, Format, read};
use catmouse_model::{Keyword, VertexChoice};

use crate::case::{Case, outcome, side};
use crate::confrontation::Disagreement;
use crate::oracle::{CatInHole, CatsMove, Ground, Place, Placing, Pursuit, Stalemate, Verdict, Who};

/// The name of the file for a disagreement, and what stands in it. The same case has the same name.
pub fn of_disagreement(found: &Disagreement) -> (String, String) {
    let Disagreement { kind, case, what } = found;
    let vertices = case.pursuit.vertices();
    let name = format!("{kind}-on-{vertices}-vertices-{:08x}.toml", fingerprint(&format!("{case:?}")));
    (name, text(case, &format!("A disagreement of the campaign: {kind}"), what))
}

/// The fixture for a case, with every rule spelt out; `found` says what is remarkable about it.
pub fn text(case: &Case, title: &str, found: &str) -> String {
    let board = match &case.pursuit.ground {
        Ground::Graph(lists) => format!("adjacency = {lists:?}"),
        Ground::Priced(lists) => {
            let pairs = |list: &Vec<(usize, u64)>| list.iter().map(|&(to, cost)| [to as u64, cost]).collect::<Vec<_>>();
            format!("adjacency = {:?}", lists.iter().map(pairs).collect::<Vec<_>>())
        }
        Ground::Grid(rows) => format!("grid = {rows:?}"),
    };
    let (title, found) = (harmless(title), harmless(found));
    format!(
        r#"catmouse = 1
title = "{title}"
source = """
Found by `cargo xtask campaign`: {found}.
Expected is what the oracle of crates/campaign computes from the definitions: who can force the end within k plies, for
growing k; and under a limit, the best verdict for whoever moves, the plies counted down. Where moves have costs, those
are counted; where pieces are placed, every place is tried.
"""

[board]
{board}
directed = {directed}

{rules}

[start]
{start}

{expect}
"#,
        directed = case.is_directed(),
        rules = rules(case),
        start = start(case),
        expect = expectation_text(&expectation(case)),
    )
}

/// Whether the fixture for a case asks for exactly this case, and expects what the oracle does.
///
/// # Errors
///
/// What it asks for instead.
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

/// A vertex in TOML.
fn vertex(case: &Case, number: usize) -> String {
    match case.vertex(number) {
        VertexChoice::Cell(row, column) => format!("[{row}, {column}]"),
        choice => choice.to_string(),
    }
}

fn start(case: &Case) -> String {
    let Place { mouse, cats, turn } = &case.start;
    let mut lines = Vec::new();
    if !case.placing.chooses(Who::Mouse) {
        lines.push(format!("mouse = {}", vertex(case, *mouse)));
    }
    if !case.placing.chooses(Who::Cat) {
        let cats: Vec<String> = cats.iter().map(|&cat| vertex(case, cat)).collect();
        lines.push(match &cats[..] {
            [cat] => format!("cat = {cat}"),
            cats => format!("cats = [{}]", cats.join(", ")),
        });
    }
    lines.push(format!("first = \"{}\"", side(*turn).word()));
    lines.join("\n")
}

fn rules(case: &Case) -> String {
    let Case { pursuit, terms, .. } = case;
    let cats_move = match pursuit.cats_move {
        CatsMove::All => "all",
        CatsMove::One => "one",
    };
    let cat_in_hole = match pursuit.cat_in_hole {
        CatInHole::Forbidden => "forbidden",
        CatInHole::Allowed => "allowed",
        CatInHole::Guards => "guards",
        CatInHole::Wins => "wins",
    };
    let stalemate = match pursuit.stalemate {
        Stalemate::Draw => "draw",
        Stalemate::Pass => "pass",
        Stalemate::Loss => "loss",
    };
    let limit = match terms.clock {
        None => "limit = \"none\"".to_owned(),
        Some(clock) => format!("limit = {}\nlimit-winner = \"{}\"", clock.budget, outcome(clock.owner).word()),
    };
    let Pursuit { holes, mouse, cat, cats, .. } = pursuit;
    let holes: Vec<String> = holes.iter().map(|&hole| vertex(case, hole)).collect();
    format!(
        r#"[rules]
hole = [{}]
cat-in-hole = "{cat_in_hole}"
mouse-may-stay = {}
cat-may-stay = {}
cats = {cats}
cats-move = "{cats_move}"
placement = {}
mouse-jump = {}
cat-jump = {}
endless = "{}"
{limit}
stalemate = "{stalemate}""#,
        holes.join(", "),
        mouse.may_stay,
        cat.may_stay,
        case.placing != Placing::Nobody,
        mouse.jump,
        cat.jump,
        outcome(terms.endless).word(),
    )
}

/// What the oracle says of the game. It does not say what decides a game in which somebody may be left without a move.
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

fn expectation_text(expect: &Expectation) -> String {
    let number = |distance: Option<u64>| distance.map_or("\"none\"".to_owned(), |distance| distance.to_string());
    let mut lines = vec!["[expect]".to_owned()];
    lines.extend(expect.outcome.map(|outcome| format!("outcome = \"{outcome}\"")));
    lines.extend(expect.decided_by.as_ref().map(|word| format!("decided-by = \"{word}\"")));
    for (key, distance) in [("distance-plies", expect.distance_plies), ("distance-cost", expect.distance_cost)] {
        lines.extend(distance.map(|distance| format!("{key} = {}", number(distance))));
    }
    lines.extend(expect.positions.map(|ExpectedCounts { total, mouse, cat, draw }| {
        format!("positions = {{ total = {total}, mouse = {mouse}, cat = {cat}, draw = {draw} }}")
    }));
    for (key, longest) in [("longest-plies", expect.longest_plies), ("longest-cost", expect.longest_cost)] {
        lines.extend(longest.map(|ExpectedLongest { mouse, cat }| {
            format!("{key} = {{ mouse = {}, cat = {} }}", number(mouse), number(cat))
        }));
    }
    lines.join("\n")
}

/// In one line, without anything that ends a text or begins an escape.
fn harmless(text: &str) -> String {
    let kept = |c: char| match c {
        '"' => '\'',
        '\\' => '/',
        _ if c.is_control() => ' ',
        _ => c,
    };
    text.chars().map(kept).collect()
}

/// FNV-1a, 32 bits: the same on every machine.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confrontation::Kind;
    use crate::oracle::{Clock, Gait, Terms};

    fn case(ground: Ground, jump: usize) -> Case {
        let gait = Gait { may_stay: false, jump };
        let rules = Pursuit {
            ground,
            holes: vec![0],
            cat_in_hole: CatInHole::Guards,
            mouse: gait,
            cat: Gait { may_stay: true, ..gait },
            cats: 1,
            cats_move: CatsMove::All,
            stalemate: Stalemate::Pass,
        };
        let start = Place { mouse: 1, cats: vec![2], turn: Who::Cat };
        let clock = Some(Clock { budget: 3, owner: Verdict::CatWins });
        Case { pursuit: rules, start, placing: Placing::Nobody, terms: Terms { endless: Verdict::MouseWins, clock } }
    }

    /// By hand: on the path 0–1–2 the cat, first to move, takes the mouse.
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
        for placing in [Placing::Nobody, Placing::Mouse, Placing::Cats, Placing::Both] {
            let mut two_cats = Case { placing, ..grid.clone() };
            two_cats.pursuit.cats = 2;
            two_cats.pursuit.cats_move = CatsMove::One;
            two_cats.start.cats = vec![0, 2];
            assert_eq!(read_back(&two_cats), Ok(()));
        }
    }

    /// By hand: the mouse at 1 is at home for 7, or for 2 + 3 by way of 2; the cat is shut in at 3, where passing costs 1 and
    /// so does every turn of its own. Two turns of the mouse and one of the cat between them cost 2 + 1 + 3.
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
