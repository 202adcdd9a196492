//! Fixtures for cases: setups in TOML with their source and the results that the oracle expects.

use catmouse_formats::{BoardText, Expectation, ExpectedCounts, ExpectedLongest, Format, read, write};

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
         The oracle of the campaign computes the expectation from the definitions: who can force the end\n\
         within k plies, for growing k. Under a limit it counts the plies down and takes the best verdict for\n\
         the player to move. If moves have costs, it counts costs; if players place pieces, it tries all places.\n",
        one_line(found)
    );
    let mut document = BoardText::of_setup(setup);
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
    let mut document = read(&text, Format::Setup).map_err(|error| format!("its fixture does not read: {error}"))?;
    let mut setup = case.setup();
    // A drawing has no order of its thin walls.
    document.setup.thin_walls.sort_unstable();
    setup.thin_walls.sort_unstable();
    if document.setup != setup {
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
