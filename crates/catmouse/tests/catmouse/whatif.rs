//! The effect of every change is compared with boards that this test changes and solves itself, one
//! by one. Each solution is checked against the rules.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use catmouse::model::Outcome;
use catmouse::{
    Error, Question,
    memory::Work,
    whatif::{Change, ChangeKind, Difference, Effect, Piece, WhatIf},
};

use crate::fixtures::solve;

/// A board in a form that this test can change without the library.
#[derive(Clone, Debug)]
struct Level {
    board: Drawn,
    mouse: Option<String>,
    cats: Vec<String>,
    holes: Vec<String>,
    first: String,
    preset: &'static str,
    /// Every setting with its value, in the form of TOML.
    rules: BTreeMap<&'static str, String>,
}

#[derive(Clone, Debug)]
enum Drawn {
    /// True for a wall.
    Grid(Vec<Vec<bool>>),
    /// The number of vertices, and the edges with their costs, if they have any.
    Graph(u32, Vec<(u32, u32, Option<u32>)>),
}

/// The result of a level: the outcome, its cause, the distance in plies and in cost, and the number
/// of moves at the start with the number of right moves.
type LevelResult = (Outcome, &'static str, Option<u64>, Option<u64>, Option<(usize, usize)>);

impl Level {
    fn toml(&self) -> String {
        let mut text = format!("catmouse = 1\npreset = \"{}\"\n[board]\n", self.preset);
        match &self.board {
            Drawn::Grid(rows) => {
                let row = |row: &Vec<bool>| {
                    format!("\"{}\"", row.iter().map(|&wall| if wall { '#' } else { '.' }).collect::<String>())
                };
                text += &format!("grid = [{}]\n", rows.iter().map(row).collect::<Vec<_>>().join(", "));
            }
            Drawn::Graph(vertices, edges) => {
                let edge = |&(a, b, cost): &(u32, u32, Option<u32>)| match cost {
                    Some(cost) => format!("[{a}, {b}, {cost}]"),
                    None => format!("[{a}, {b}]"),
                };
                let edges = edges.iter().map(edge).collect::<Vec<_>>().join(", ");
                text += &format!("vertices = {vertices}\nedges = [{edges}]\n");
            }
        }
        if self.rules["directed"] == "true" {
            text += "directed = true\n";
        }
        text += &format!("[rules]\nhole = [{}]\n", self.holes.join(", "));
        for (key, value) in &self.rules {
            let is_said = match *key {
                "directed" => false,
                // The number of cats is the number of their starts.
                "cats" => self.cats.is_empty(),
                "mouse-jump" | "cat-jump" => matches!(self.board, Drawn::Grid(_)),
                "limit-winner" => self.rules["limit"] != "\"none\"",
                _ => true,
            };
            if is_said {
                text += &format!("{key} = {value}\n");
            }
        }
        text += &format!("[start]\nfirst = \"{}\"\n", self.first);
        if let Some(mouse) = &self.mouse {
            text += &format!("mouse = {mouse}\n");
        }
        if !self.cats.is_empty() {
            text += &format!("cats = [{}]\n", self.cats.join(", "));
        }
        text
    }

    fn places(&self) -> Vec<String> {
        match &self.board {
            Drawn::Grid(rows) => (0..rows.len())
                .flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)))
                .filter(|&(row, column)| !rows[row][column])
                .map(|(row, column)| format!("[{row}, {column}]"))
                .collect(),
            Drawn::Graph(vertices, _) => (0..*vertices).map(|vertex| vertex.to_string()).collect(),
        }
    }

    fn is_taken(&self, place: &str) -> bool {
        self.mouse.iter().chain(&self.cats).chain(&self.holes).any(|taken| taken == place)
    }

    /// The changed levels, each under the name of its change.
    fn changed(&self) -> BTreeMap<String, Level> {
        let mut changed = BTreeMap::new();
        let mut put = |name: String, change: &dyn Fn(&mut Level)| {
            let mut level = self.clone();
            change(&mut level);
            assert!(changed.insert(name.clone(), level).is_none(), "{name} twice");
        };
        let cells = |rows: &Vec<Vec<bool>>| {
            (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (row, column))).collect::<Vec<_>>()
        };
        if let Drawn::Grid(rows) = &self.board {
            for (row, column) in cells(rows) {
                if !self.is_taken(&format!("[{row}, {column}]")) {
                    put(format!("wall {row},{column}"), &|level| {
                        let Drawn::Grid(rows) = &mut level.board else { unreachable!() };
                        rows[row][column] ^= true;
                    });
                }
            }
        }
        if let Drawn::Graph(vertices, edges) = &self.board {
            let directed = self.rules["directed"] == "true";
            for (index, &(a, b, cost)) in edges.iter().enumerate() {
                put(format!("no edge {a} {b} {cost:?}"), &|level| {
                    let Drawn::Graph(_, edges) = &mut level.board else { unreachable!() };
                    edges.remove(index);
                });
            }
            let cost = edges.first().and_then(|edge| edge.2).map(|_| 1);
            for (a, b) in (0..*vertices).flat_map(|a| (0..*vertices).map(move |b| (a, b))) {
                let joins = |&(x, y, _): &(u32, u32, Option<u32>)| (x, y) == (a, b) || (!directed && (y, x) == (a, b));
                if a != b && (directed || a < b) && !edges.iter().any(joins) {
                    put(format!("edge {a} {b} {cost:?}"), &|level| {
                        let Drawn::Graph(_, edges) = &mut level.board else { unreachable!() };
                        edges.push((a, b, cost));
                    });
                }
            }
        }
        let may_enter = ["\"allowed\"", "\"guards\""].contains(&&*self.rules["cat-in-hole"]);
        for to in self.places() {
            if let Some(from) = self.mouse.as_ref().filter(|_| !self.is_taken(&to)) {
                put(format!("mouse {from} {to}"), &|level| level.mouse = Some(to.clone()));
            }
            for (index, from) in self.cats.iter().enumerate() {
                let enters = may_enter
                    && self.holes.contains(&to)
                    && self.mouse.as_ref() != Some(&to)
                    && !self.cats.contains(&to);
                if (enters || !self.is_taken(&to)) && !self.cats[..index].contains(from) {
                    put(format!("cat {from} {to}"), &|level| level.cats[index].clone_from(&to));
                }
            }
            for (index, from) in self.holes.iter().enumerate().filter(|_| !self.is_taken(&to)) {
                put(format!("hole {from} {to}"), &|level| level.holes[index].clone_from(&to));
            }
        }
        for (key, value) in &self.rules {
            for other in self.others(key, value) {
                put(format!("{key} {other}"), &|level| {
                    if *key == "placement" {
                        level.rules.insert("cats", level.cats.len().to_string());
                        (level.mouse, level.cats) = (None, Vec::new());
                    }
                    level.rules.insert(key, other.clone());
                });
            }
        }
        let other = if self.first == "mouse" { "cat" } else { "mouse" };
        put(format!("first \"{other}\""), &|level| other.clone_into(&mut level.first));
        changed
    }

    fn others(&self, key: &str, value: &str) -> Vec<String> {
        let (on_grid, limited) = (matches!(self.board, Drawn::Grid(_)), self.rules["limit"] != "\"none\"");
        let words = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| format!("\"{word}\"")).filter(|word| word != value).collect()
        };
        let near = |least: i64| -> Vec<String> {
            let number: i64 = value.parse().expect("a number");
            [number - 1, number + 1].iter().filter(|&&near| near >= least).map(i64::to_string).collect()
        };
        match key {
            "directed" if value == "true" => vec!["false".to_owned()],
            "cat-in-hole" if !self.holes.is_empty() => words(&["forbidden", "allowed", "guards", "wins"]),
            "mouse-may-stay" | "cat-may-stay" => vec![if value == "true" { "false" } else { "true" }.to_owned()],
            "cats" if self.cats.is_empty() => near(1),
            "cats-move" if self.cats.len() > 1 || self.cats.is_empty() && self.rules["cats"] != "1" => {
                words(&["all", "one"])
            }
            "placement" if value == "false" => vec!["true".to_owned()],
            "mouse-jump" | "cat-jump" if on_grid => near(1),
            "mouse-speed" | "cat-speed" => near(1),
            "capture-distance" => near(0),
            "endless" if !limited => words(&["mouse", "cat", "draw"]),
            "limit" if limited => [near(0), vec!["\"none\"".to_owned()]].concat(),
            "limit-winner" if limited => words(&["mouse", "cat", "draw"]),
            "stalemate" => words(&["draw", "pass", "loss"]),
            _ => Vec::new(),
        }
    }

    /// The result of the level without `WhatIf`; `None` if the level is not a valid game.
    fn found(&self) -> Option<LevelResult> {
        let question = Question::text(self.toml());
        match question.prepare(Work::SOLVE) {
            Err(Error::Problems { .. }) => return None,
            prepared => drop(prepared.expect("there is memory for it")),
        }
        let solved = solve(&question, &self.toml());
        let answer = solved.answer().expect("it is in memory");
        // The first choice is counted from the legal moves if the winner is to move, or if the game
        // is a draw.
        let moves = solved.moves().expect("it is in memory");
        let mover = solved.game().start().first.to_string();
        let decides = answer.outcome == Outcome::Draw || answer.outcome.to_string() == mover;
        let is_open = answer.distance.distance_plies != Some(0) && !moves.moves.is_empty();
        let right = moves.moves.iter().filter(|one| one.outcome == answer.outcome).count();
        let choice = (decides && is_open).then_some((moves.moves.len(), right));
        let distance = answer.distance;
        Some((answer.outcome, answer.decided_by.word(), distance.distance_plies, distance.distance_cost, choice))
    }
}

/// The name that this test gives to a change.
fn name(change: &Change) -> String {
    let value = |text: String| {
        if ["true", "false"].contains(&&*text) || text.parse::<i64>().is_ok() { text } else { format!("\"{text}\"") }
    };
    let place = |vertex: catmouse::model::VertexJson| vertex.to_string().replace(',', ", ");
    match *change {
        Change::Wall { cell: [row, column], .. } => format!("wall {row},{column}"),
        Change::Edge { from, to, cost, added, .. } => {
            format!("{}edge {from} {to} {cost:?}", if added { "" } else { "no " })
        }
        Change::Start { piece, from, to } => format!("{} {} {}", piece.word(), place(from), place(to)),
        Change::Rule { rule, to, .. } => format!("{rule} {}", value(to.to_string())),
        _ => unreachable!("there are no others"),
    }
}

/// The result according to the library, in the form of this test. The choice is left out if the
/// side with the choice is not to move first.
fn said(effect: &Effect, expected: &LevelResult) -> LevelResult {
    let choice = effect.choice.map(|choice| (choice.moves, choice.right)).filter(|_| expected.4.is_some());
    (effect.outcome, effect.decided_by.word(), effect.distance.distance_plies, effect.distance.distance_cost, choice)
}

fn whatif(text: &str) -> WhatIf {
    let prepared = Question::text(text).prepare(Work::SOLVE).unwrap_or_else(|error| panic!("{text}\n{error}"));
    WhatIf::new(prepared, None, catmouse::streams::workers()).expect("it is in memory")
}

/// Checks that every change of a level has the result of the changed level, that no change is
/// missing, and that the printed setup has the same result. Returns the number of changes that
/// change the outcome.
#[track_caller]
fn check(level: &Level) -> usize {
    let text = level.toml();
    let whatif = whatif(&text);
    let before = level.found().expect("the level is in order");
    assert_eq!(said(&whatif.before(), &before), before, "{text}");
    let changes: Vec<Change> = whatif.neighbourhood().changes().collect();
    let effects = whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).expect("it is in memory");
    let mut expected = level.changed();
    let refused: Vec<String> = effects.refused.iter().map(|(change, _)| name(change)).collect();
    for name in refused {
        let level = expected.remove(&name).unwrap_or_else(|| panic!("{name} is no change of\n{text}"));
        assert_eq!(level.found(), None, "{name} makes a game of\n{text}");
    }
    let mut flips = 0;
    for (index, ranked) in effects.ranked.iter().enumerate() {
        let name = name(&ranked.change);
        let level = expected.remove(&name).unwrap_or_else(|| panic!("{name} is no change of\n{text}"));
        let found = level.found().unwrap_or_else(|| panic!("{name} makes no game of\n{text}"));
        assert_eq!(said(&ranked.effect, &found), found, "{name} of\n{text}");
        flips += usize::from(found.0 != before.0);
        let answer = whatif.answer(index + 1, ranked);
        assert_eq!(answer.flips, found.0 != before.0, "{name} of\n{text}");
        let pasted = solve(&Question::text(answer.setup.clone()), &answer.setup);
        let pasted = pasted.answer().expect("it is in memory");
        assert_eq!(
            (pasted.outcome, pasted.decided_by, pasted.distance),
            (answer.outcome, answer.decided_by, answer.distance),
            "{name}"
        );
    }
    assert!(expected.is_empty(), "not tried: {:?} of\n{text}", expected.keys());
    // The changes must have the order of [`RankedChange`]: changes of the outcome come first, and
    // then changes of the distance, the greatest first.
    let differences: Vec<Difference> = effects.ranked.iter().map(|ranked| whatif.difference(&ranked.effect)).collect();
    assert!(differences.is_sorted(), "{differences:?}");
    let by: Vec<u64> = effects
        .ranked
        .iter()
        .filter(|ranked| whatif.difference(&ranked.effect) == Difference::Distance)
        .map(|ranked| whatif.distance_change(&ranked.effect).map_or(u64::MAX, i64::unsigned_abs))
        .collect();
    assert!(by.is_sorted_by(|one, next| one >= next), "{by:?}");
    flips
}

fn rules(changed: &[(&'static str, &str)]) -> BTreeMap<&'static str, String> {
    let graph = [
        ("directed", "false"),
        ("cat-in-hole", "\"forbidden\""),
        ("mouse-may-stay", "false"),
        ("cat-may-stay", "false"),
        ("cats", "1"),
        ("cats-move", "\"all\""),
        ("placement", "false"),
        ("mouse-jump", "1"),
        ("cat-jump", "1"),
        ("mouse-speed", "1"),
        ("cat-speed", "1"),
        ("capture-distance", "0"),
        ("endless", "\"draw\""),
        ("limit", "\"none\""),
        ("limit-winner", "\"draw\""),
        ("stalemate", "\"draw\""),
    ];
    graph.iter().chain(changed).map(|&(key, value)| (key, value.to_owned())).collect()
}

fn of_grid(changed: &[(&'static str, &str)]) -> BTreeMap<&'static str, String> {
    let grid = [
        ("cat-in-hole", "\"wins\""),
        ("mouse-may-stay", "true"),
        ("cat-may-stay", "true"),
        ("endless", "\"cat\""),
        ("limit", "1000"),
        ("limit-winner", "\"cat\""),
    ];
    rules(&[&grid[..], changed].concat())
}

/// The level that a drawing shows.
fn drawn(rows: &[&str], rules: BTreeMap<&'static str, String>) -> Level {
    let find = |letter| -> Vec<String> {
        let cells = rows
            .iter()
            .enumerate()
            .flat_map(|(row, text)| text.chars().enumerate().map(move |(column, cell)| (row, column, cell)));
        cells.filter(|cell| cell.2 == letter).map(|(row, column, _)| format!("[{row}, {column}]")).collect()
    };
    Level {
        board: Drawn::Grid(rows.iter().map(|row| row.chars().map(|cell| cell == '#').collect()).collect()),
        mouse: find('M').pop(),
        cats: find('C'),
        holes: find('F'),
        first: "mouse".to_owned(),
        preset: "cat-and-mouse-ii",
        rules,
    }
}

fn graph(vertices: u32, edges: &[(u32, u32, Option<u32>)], rules: BTreeMap<&'static str, String>) -> Level {
    Level {
        board: Drawn::Graph(vertices, edges.to_vec()),
        mouse: Some("1".to_owned()),
        cats: vec!["2".to_owned()],
        holes: vec!["0".to_owned()],
        first: "mouse".to_owned(),
        preset: "cat-and-mouse",
        rules,
    }
}

/// Pseudorandom numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

#[test]
fn every_change_of_a_grid_has_the_result_of_the_changed_grid() {
    let mut flips = check(&drawn(&["M..#F", ".#...", "...#C"], of_grid(&[])));
    flips += check(&drawn(
        &["M.#.F", ".##..", "...#C"],
        of_grid(&[("mouse-jump", "2"), ("limit", "9"), ("limit-winner", "\"draw\"")]),
    ));
    flips += check(&drawn(
        &["F...", ".#M#", "..CF"],
        of_grid(&[("cat-in-hole", "\"guards\""), ("limit", "\"none\""), ("endless", "\"mouse\"")]),
    ));
    flips += check(&drawn(
        &["M...", ".#.#", "C..C"],
        of_grid(&[("cats-move", "\"one\""), ("limit", "\"none\""), ("cats", "2"), ("stalemate", "\"loss\"")]),
    ));
    assert!(flips > 20, "{flips}");
}

#[test]
fn every_change_of_a_random_grid_has_the_right_result() {
    let mut numbers = Numbers(19);
    let mut flips = 0;
    for _ in 0..4 {
        let mut cells: Vec<char> = (0..16).map(|_| if numbers.below(3) == 0 { '#' } else { '.' }).collect();
        let mut places: Vec<usize> = (0..16).collect();
        for piece in ['M', 'C', 'F'] {
            let at = places.swap_remove(numbers.below(places.len() as u32) as usize);
            cells[at] = piece;
        }
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        flips += check(&drawn(&rows, of_grid(&[("cat-jump", "2")])));
    }
    assert!(flips > 0);
}

#[test]
fn every_change_of_a_graph_has_the_result_of_the_changed_graph() {
    let plain = |edges: &[(u32, u32)]| edges.iter().map(|&(a, b)| (a, b, None)).collect::<Vec<_>>();
    let ambush = plain(&[(0, 2), (0, 5), (1, 3), (2, 4), (2, 5), (3, 4), (3, 5)]);
    let mut flips = check(&graph(6, &ambush, rules(&[])));
    let mut two = graph(
        6,
        &ambush,
        rules(&[("endless", "\"mouse\""), ("cats", "2"), ("mouse-may-stay", "true"), ("cat-speed", "2")]),
    );
    two.cats.push("4".to_owned());
    flips += check(&two);
    let arcs = plain(&[(0, 1), (1, 2), (1, 3), (2, 3), (3, 2), (2, 4), (4, 1), (3, 0), (4, 4)]);
    flips += check(&graph(5, &arcs, rules(&[("directed", "true"), ("stalemate", "\"pass\"")])));
    let costs = [(0, 3, Some(3)), (1, 3, Some(1)), (1, 2, Some(50)), (2, 3, Some(2)), (1, 2, Some(7))];
    flips += check(&graph(4, &costs, rules(&[("limit", "20"), ("limit-winner", "\"cat\"")])));
    flips += check(&graph(5, &ambush[..0], rules(&[("capture-distance", "1")])));
    // Without its last edge a board has no costs, so distances are in plies.
    flips += check(&graph(3, &[(1, 2, Some(5))], rules(&[("stalemate", "\"loss\"")])));
    flips += check(&graph(3, &[(0, 1, Some(5))], rules(&[("stalemate", "\"pass\""), ("cat-in-hole", "\"guards\"")])));
    assert!(flips > 20, "{flips}");
}

/// If the players place their pieces, there is no start to move, and another cat makes another
/// game.
#[test]
fn every_change_of_a_placement_has_the_right_result() {
    let ring: Vec<_> =
        (0..5).map(|vertex| (vertex, (vertex + 1) % 5)).map(|(a, b): (u32, u32)| (a.min(b), a.max(b), None)).collect();
    let stay = [
        ("mouse-may-stay", "true"),
        ("cat-may-stay", "true"),
        ("endless", "\"mouse\""),
        ("limit-winner", "\"mouse\""),
        ("placement", "true"),
    ];
    let mut level = graph(5, &ring, rules(&stay));
    (level.mouse, level.cats, level.holes) = (None, Vec::new(), Vec::new());
    (level.preset, level.first) = ("cops", "cat".to_owned());
    assert!(check(&level) > 0, "a second cop wins on the circle of five");
    level.rules.insert("cats", "2".to_owned());
    check(&level);
}

/// Checks that the pairs of changes of these kinds are exactly those that change the outcome
/// although neither change does alone. Returns the number of pairs.
#[track_caller]
fn check_pairs(level: &Level, kinds: &[ChangeKind], is_wanted: &dyn Fn(&str) -> bool) -> usize {
    let text = level.toml();
    let whatif = whatif(&text);
    let changes = whatif.changes(kinds).expect("they are few");
    let watch: catmouse::whatif::ReportProgress<'_> = &|_, _| ControlFlow::Continue(());
    let alone = whatif.effects(&changes, watch).expect("it is in memory");
    let pairs = whatif.pairs(&alone, watch).expect("it is in memory").ranked;
    let mut found: Vec<[String; 2]> = pairs
        .iter()
        .map(|pair| {
            let mut names = [name(&pair.change), name(&pair.and.expect("there are two"))];
            names.sort();
            let setup = whatif.answer(1, pair).setup;
            let pasted = solve(&Question::text(setup.clone()), &setup).answer().expect("it is in memory").outcome;
            assert_eq!(pasted, pair.effect.outcome, "{setup}");
            names
        })
        .collect();
    found.sort();
    let before = level.found().expect("it is in order").0;
    let tame: Vec<(String, Level)> = level
        .changed()
        .into_iter()
        .filter(|(name, changed)| is_wanted(name) && changed.found().is_some_and(|found| found.0 == before))
        .collect();
    let mut expected = Vec::new();
    for (index, (one, changed)) in tame.iter().enumerate() {
        for (other, _) in &tame[index + 1..] {
            // A place is free for the second change if it is free after the first. The same piece
            // is not moved twice.
            let both = changed.changed().remove(other);
            if let Some(found) = both.and_then(|both| both.found())
                && found.0 != before
            {
                expected.push([one.clone(), other.clone()]);
            }
        }
    }
    assert_eq!(found, expected, "of\n{text}");
    found.len()
}

#[test]
fn pairs_flip_an_outcome_that_neither_change_flips_alone() {
    let is_place = |name: &str| ["wall ", "mouse [", "cat [", "hole ["].iter().any(|kind| name.starts_with(kind));
    let level = drawn(&["M.#F", ".##.", "..#C"], of_grid(&[]));
    assert!(check_pairs(&level, &[ChangeKind::Wall, ChangeKind::Start], &is_place) > 4);
    let ring = |of: u32| (0..of).map(|at| (at.min((at + 1) % of), at.max((at + 1) % of), None)).collect::<Vec<_>>();
    let stay = [
        ("mouse-may-stay", "true"),
        ("cat-may-stay", "true"),
        ("endless", "\"mouse\""),
        ("limit-winner", "\"mouse\""),
        ("placement", "true"),
    ];
    let cops = |of| {
        let level = graph(of, &ring(of), rules(&stay));
        Level { mouse: None, cats: Vec::new(), holes: Vec::new(), preset: "cops", first: "cat".to_owned(), ..level }
    };
    // The ring of five needs two more edges to be dismantlable. Then one cop wins.
    assert!(check_pairs(&cops(5), &[ChangeKind::Edge, ChangeKind::Rule], &|_| true) > 0);
}

/// The description of a change uses the user's names of vertices.
#[test]
fn changes_are_described_with_the_users_names() {
    let text = "catmouse = 1\n[board]\nvertices = 4\nedges = [[0, 1], [1, 2], [2, 3]]\n\
                names = [\"den\", \"hall\", \"yard\", \"barn\"]\n\
                [start]\nmouse = \"hall\"\ncat = \"barn\"";
    let whatif = whatif(text);
    let words: Vec<String> = whatif
        .neighbourhood()
        .changes()
        .map(|change| change.words(whatif.solved().game().board()).to_string())
        .collect();
    for expected in
        ["no edge den–hall", "an edge den–yard", "the mouse at yard instead of hall", "first cat instead of mouse"]
    {
        assert!(words.iter().any(|words| words == expected), "{expected}: {words:?}");
    }
    let is_cat = |change: &Change| matches!(change, Change::Start { piece: Piece::Cat, .. });
    let cat = whatif.neighbourhood().changes().find(is_cat).expect("the cat can stand elsewhere");
    let settings = whatif.neighbourhood().settings(&[cat]).expect("it is a change of settings");
    assert_eq!(serde_json::to_string(&settings).expect("it is JSON"), r#"{"cat":[2]}"#);
}

/// Names of cells stay with their cells when walls change. A cancelled run reports an error.
#[test]
fn names_stay_with_their_cells() {
    let text = "catmouse = 1\nboard.grid = [\"M.#.\", \".F.C\"]\nboard.names = { door = [1, 2], nook = [0, 3] }";
    let whatif = whatif(text);
    let changes: Vec<Change> =
        whatif.neighbourhood().changes().filter(|change| change.kind() == ChangeKind::Wall).collect();
    let effects = whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).expect("it is in memory");
    assert_eq!((effects.ranked.len(), effects.refused.len()), (5, 0));
    for (index, ranked) in effects.ranked.iter().enumerate() {
        let Change::Wall { cell, .. } = ranked.change else { unreachable!("only walls") };
        let setup = whatif.answer(index + 1, ranked).setup;
        let prepared = Question::text(setup.clone()).prepare(Work::SOLVE).expect("it is in order");
        for (name, at) in [("door", (1, 2)), ("nook", (0, 3))] {
            let found = prepared.game.board().find(&catmouse::model::VertexChoice::Name(name.to_owned()));
            let expected = prepared.game.board().find(&at.into());
            if cell.map(i64::from) == [at.0, at.1] {
                assert!(found.is_err());
            } else {
                assert_eq!(found, expected, "{setup}");
            }
        }
    }
    let stopped = whatif.effects(&changes, &|_, _| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(Error::Cancelled)));
}

/// A path with the hole at one end, the mouse next to it, and the cat behind the mouse. The line stays
/// on the first vertices.
fn path(vertices: u32) -> WhatIf {
    let edges: Vec<String> = (1..vertices).map(|to| format!("[{}, {to}]", to - 1)).collect();
    whatif(&format!(
        "catmouse = 1\n[board]\nvertices = {vertices}\nedges = [{}]\n[start]\nmouse = 2\ncat = 3\n",
        edges.join(", ")
    ))
}

/// Only the number of vertices decides whether there is a time limit by default. A limit changes
/// neither the effects nor their order, as long as the time suffices.
#[test]
fn a_time_limit_that_suffices_changes_nothing() {
    assert_eq!([path(100), path(101)].map(|whatif| whatif.usual_time()), [None, Some(Duration::from_secs(2))]);
    let watch: catmouse::whatif::ReportProgress<'_> = &|_, _| ControlFlow::Continue(());
    let unlimited = path(12);
    let changes = unlimited.changes(&ChangeKind::ALL).expect("they are few");
    let limited = path(12).within(Some(Duration::from_hours(1)));
    let [one, other] = [&unlimited, &limited].map(|whatif| whatif.effects(&changes, watch).expect("it is in memory"));
    assert_eq!((&one.ranked, one.untried), (&other.ranked, other.untried));
    let [one, other] = [(&unlimited, &one), (&limited, &other)]
        .map(|(whatif, alone)| whatif.pairs(alone, watch).expect("it is in memory"));
    assert_eq!((&one.ranked, one.untried), (&other.ranked, other.untried));
}

/// If the time is up, the changes near the line have been tried, and the others are counted.
#[test]
fn a_time_limit_leaves_out_what_is_far_from_the_line() {
    let watch: catmouse::whatif::ReportProgress<'_> = &|_, _| ControlFlow::Continue(());
    let none = path(30).within(Some(Duration::ZERO));
    let changes = none.changes(&[ChangeKind::Edge]).expect("they are few");
    let effects = none.effects(&changes, watch).expect("it is in memory");
    assert_eq!((effects.ranked.len(), effects.refused.len(), effects.untried), (0, 0, changes.len()));

    let some = WhatIf::of(none.solved().clone(), None, NonZeroUsize::MIN).expect("it is in memory");
    let some = some.within(Some(Duration::from_millis(500)));
    let sleepy: catmouse::whatif::ReportProgress<'_> = &|done, _| {
        if done == 40 {
            std::thread::sleep(Duration::from_millis(600));
        }
        ControlFlow::Continue(())
    };
    let effects = some.effects(&changes, sleepy).expect("it is in memory");
    let tried = effects.ranked.len() + effects.refused.len();
    assert!(0 < tried && tried <= 41 && tried + effects.untried == changes.len(), "{tried} of {}", changes.len());
    // The line is on the vertices 0 to 3, and the numbers of the others are their distances from it.
    let far = |change: &Change| match *change {
        Change::Edge { from, to, added, .. } => {
            let [from, to] = [from, to].map(|vertex| vertex.saturating_sub(3));
            if added { from + to } else { from.min(to) }
        }
        _ => unreachable!("only edges"),
    };
    let mut nearest: Vec<u32> = changes.iter().map(far).collect();
    nearest.sort_unstable();
    let refused = effects.refused.iter().map(|(change, _)| change);
    let mut found: Vec<u32> = effects.ranked.iter().map(|ranked| &ranked.change).chain(refused).map(far).collect();
    found.sort_unstable();
    assert_eq!(found, nearest[..tried]);
}

/// A second board must fit into memory together with the first one.
#[test]
fn memory_is_counted_for_the_changed_board_too() {
    let text = "M.........\n..........\n..........\n..........\n.........F\nC.........";
    let prepared = |bytes: u64| Question::text(text).allowing(bytes).prepare(Work::SOLVE);
    let (mut low, mut high) = (0, 1 << 30);
    while low + 1 < high {
        let middle = u64::midpoint(low, high);
        if prepared(middle).is_ok() { high = middle } else { low = middle }
    }
    let whatif = |bytes| {
        let whatif = WhatIf::new(prepared(bytes).expect("one fits"), Some(bytes), catmouse::streams::workers())
            .expect("it is in memory");
        let changes: Vec<Change> = whatif.neighbourhood().changes().take(3).collect();
        whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).map(|effects| effects.ranked.len())
    };
    assert!(matches!(whatif(high + high / 2), Err(Error::TooLarge { wanted, .. }) if wanted == 2 * high));
    assert_eq!(whatif(2 * high).expect("two fit"), 3);
}
