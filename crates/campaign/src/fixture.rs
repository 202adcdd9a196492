//! A case as a fixture: a setup in TOML with its source and what the oracle expects of it.

use catmouse_formats::{Expectation, ExpectedCounts, ExpectedLongest, Format, read};
use catmouse_model::{Keyword, VertexChoice};

use crate::case::{Case, outcome, side};
use crate::confrontation::Disagreement;
use crate::oracle::{CatInHole, Ground, Pursuit, Stalemate, Verdict, Who, Worth};

/// The name of the file for a disagreement, and what stands in it. The same case has the same name.
pub fn of_disagreement(found: &Disagreement) -> (String, String) {
    let Disagreement { kind, case, what } = found;
    let vertices = case.pursuit.vertices();
    let name = format!("{kind}-on-{vertices}-vertices-{:08x}.toml", fingerprint(&format!("{case:?}")));
    (name, text(case, &format!("A disagreement of the campaign: {kind}"), what))
}

/// The fixture for a case, with every rule spelt out; `found` says what is remarkable about it.
pub fn text(case: &Case, title: &str, found: &str) -> String {
    let Case { pursuit, start, .. } = case;
    let board = match &pursuit.ground {
        Ground::Graph(lists) => format!("adjacency = {lists:?}"),
        Ground::Grid(rows) => format!("grid = {rows:?}"),
    };
    let (title, found) = (harmless(title), harmless(found));
    format!(
        r#"catmouse = 1
title = "{title}"
source = """
Found by `cargo xtask campaign`: {found}.
Expected is what the oracle of crates/campaign computes from the definitions: who can force the end within k plies, for
growing k; and under a limit, the best verdict for whoever moves, the plies counted down.
"""

[board]
{board}
directed = {directed}

{rules}

[start]
mouse = {mouse}
cat = {cat}
first = "{first}"

{expect}
"#,
        directed = case.is_directed(),
        rules = rules(case),
        mouse = vertex(case, start.mouse),
        cat = vertex(case, start.cat),
        first = side(start.turn).word(),
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

fn rules(case: &Case) -> String {
    let Case { pursuit, terms, .. } = case;
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
        Some(clock) => format!("limit = {}\nlimit-winner = \"{}\"", clock.plies, outcome(clock.owner).word()),
    };
    let Pursuit { holes, mouse, cat, .. } = pursuit;
    let holes: Vec<String> = holes.iter().map(|&hole| vertex(case, hole)).collect();
    format!(
        r#"[rules]
hole = [{}]
cat-in-hole = "{cat_in_hole}"
mouse-may-stay = {}
cat-may-stay = {}
mouse-jump = {}
cat-jump = {}
endless = "{}"
{limit}
stalemate = "{stalemate}""#,
        holes.join(", "),
        mouse.may_stay,
        cat.may_stay,
        mouse.jump,
        cat.jump,
        outcome(terms.endless).word(),
    )
}

/// What the oracle says of the game. It does not say what decides a game in which somebody may be left without a move.
fn expectation(case: &Case) -> Expectation {
    let Case { pursuit, start, terms } = case;
    let table = pursuit.table();
    let verdicts = table.verdicts(*terms);
    let stands = |plies: u64| terms.clock.is_none_or(|clock| plies <= clock.plies as u64);
    let distance = |worth: Worth| match worth {
        Worth::Forced { plies, .. } if stands(plies) => Some(plies),
        Worth::Forced { .. } | Worth::Endless => None,
    };
    let longest = |who: Who| {
        let by_them = |worth: &&Worth| matches!(worth, Worth::Forced { by, .. } if *by == who);
        table.worths.iter().filter(by_them).filter_map(|&worth| distance(worth)).max()
    };
    let count = |verdict: Verdict| verdicts.iter().filter(|&&other| other == verdict).count() as u64;

    let at = table.places.iter().position(|place| place == start).expect("the start is a place of the game");
    let decided_by = match (distance(table.worths[at]), terms.clock) {
        (None, Some(_)) => Some("limit"),
        _ if table.has_stalemates() => None,
        (Some(_), _) => Some("play"),
        (None, None) => Some("endless"),
    };
    Expectation {
        outcome: Some(outcome(verdicts[at])),
        decided_by: decided_by.map(str::to_owned),
        distance_plies: Some(distance(table.worths[at])),
        positions: Some(ExpectedCounts {
            total: verdicts.len() as u64,
            mouse: count(Verdict::MouseWins),
            cat: count(Verdict::CatWins),
            draw: count(Verdict::Draw),
        }),
        longest_plies: Some(ExpectedLongest { mouse: longest(Who::Mouse), cat: longest(Who::Cat) }),
    }
}

fn expectation_text(expect: &Expectation) -> String {
    let plies = |plies: Option<u64>| plies.map_or("\"none\"".to_owned(), |plies| plies.to_string());
    let mut lines = vec!["[expect]".to_owned()];
    lines.extend(expect.outcome.map(|outcome| format!("outcome = \"{outcome}\"")));
    lines.extend(expect.decided_by.as_ref().map(|word| format!("decided-by = \"{word}\"")));
    lines.extend(expect.distance_plies.map(|distance| format!("distance-plies = {}", plies(distance))));
    lines.extend(expect.positions.map(|ExpectedCounts { total, mouse, cat, draw }| {
        format!("positions = {{ total = {total}, mouse = {mouse}, cat = {cat}, draw = {draw} }}")
    }));
    lines.extend(expect.longest_plies.map(|ExpectedLongest { mouse, cat }| {
        format!("longest-plies = {{ mouse = {}, cat = {} }}", plies(mouse), plies(cat))
    }));
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
    use crate::oracle::{Clock, Gait, Place, Terms};

    fn case(ground: Ground, jump: usize) -> Case {
        let gait = Gait { may_stay: false, jump };
        let rules = Pursuit {
            ground,
            holes: vec![0],
            cat_in_hole: CatInHole::Guards,
            mouse: gait,
            cat: Gait { may_stay: true, ..gait },
            stalemate: Stalemate::Pass,
        };
        let start = Place { mouse: 1, cat: 2, turn: Who::Cat };
        let clock = Some(Clock { plies: 3, owner: Verdict::CatWins });
        Case { pursuit: rules, start, terms: Terms { endless: Verdict::MouseWins, clock } }
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
        assert_eq!(read_back(&case(Ground::Grid(vec!["..#".to_owned(), "F..".to_owned()]), 4)), Ok(()));
    }
}
