//! Tests with names that look like something else. For any names of the vertices, a written board
//! is read as the same board again, both in the given format and in the recognised one; or it is
//! refused.

use std::collections::BTreeSet;

use catmouse_formats::{BoardText, Format, FormatChoice, Loss, ReadOptions, Records, Unwritable, encoded, read, write};
use catmouse_model::{Board, BoardChoice, Setup, Vertex, is_legible};
use proptest::prelude::*;

/// Formats that have names.
const NAMED: [Format; 9] = [
    Format::Setup,
    Format::Edges,
    Format::Dot,
    Format::Adjlist,
    Format::NxEdges,
    Format::NodeLink,
    Format::Graphml,
    Format::Gml,
    Format::Csv,
];

/// Names that begin another format, are its keywords, or have characters that some program
/// misinterprets.
const ODD: &[&str] = &[
    // DOT, Mermaid, GML, LEDA, DIMACS, UCINET, showg, grids, TOML, LeetCode
    "graph",
    "Graph",
    "digraph",
    "strict",
    "node",
    "edge",
    "subgraph",
    "flowchart",
    "TD",
    "LR",
    "td",
    "order",
    "Creator",
    "Version",
    "Comment",
    "creator",
    "LEDA.GRAPH",
    "leda.graph",
    "p",
    "c",
    "a",
    "e",
    "n",
    "sp",
    "col",
    "x",
    "t",
    "dl",
    "DL",
    "M",
    "C",
    "F",
    "MCF",
    "grid",
    "catmouse",
    "title",
    "board",
    "Input",
    "Output",
    "true",
    "True",
    "false",
    "None",
    "nan",
    "NaN",
    "inf",
    "Infinity",
    // edge lists, tables, node-link data
    "directed",
    "vertices",
    "parallel",
    "undirected",
    "source",
    "target",
    "Source",
    "TARGET",
    "from",
    "to",
    "u",
    "v",
    "src",
    "dst",
    "node1",
    "node2",
    "cost",
    "weight",
    "type",
    "sep",
    "nodes",
    "edges",
    "links",
    "adjacency",
    "elements",
    "id",
    "key",
    "label",
    // graph6, numbers
    "Bw",
    "A_",
    "DUW",
    "D??",
    "DQc",
    "Bg",
    "e5",
    "x1e9",
    "_0",
    "_1",
    "_",
    "__",
    "_7.5",
    // signs
    "a%b",
    "a%",
    "_%",
    "_>>graph6<<",
    "_>>sparse6<<z",
    "a\\",
    "a\\b",
    "a\\\\b",
    "a\\\\",
    "a\\\\\\",
    "a\\n",
    "a&b",
    "a&lt",
    "a&amp",
    "a<b>",
    "a|b",
    "a/b",
    "a//b",
    "a/*b",
    "a--b",
    "a->b",
    "a+b",
    "a`b",
    "a$b",
    "a!",
    "a?",
    "a@b",
    "a^b",
    "a~b",
    "a-",
    "a.",
    "a*b",
];

/// Rare characters, put after an `a`. Blanks, control characters and changes of direction are not
/// included, because no name has them.
const LETTERS: &[char] = &[
    '\u{a0}',
    '\u{ad}',
    '\u{b7}',
    '\u{2bb}',
    '\u{300}',
    '\u{5d0}',
    '\u{180e}',
    '\u{200b}',
    '\u{200d}',
    '\u{2060}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{fdd0}',
    '\u{feff}',
    '\u{fff9}',
    '\u{fffd}',
    '\u{fffe}',
    '\u{ffff}',
    '\u{1f600}',
    '\u{1fffe}',
    '\u{e0001}',
    '\u{10ffff}',
];

/// All names: those of [`ODD`], and each character within a name.
fn odd_names() -> Vec<String> {
    let lettered = LETTERS.iter().filter(|letter| !letter.is_whitespace()).map(|letter| format!("a{letter}b"));
    ODD.iter().map(|&name| name.to_owned()).chain(lettered).chain([format!("a{}", "%b".repeat(100))]).collect()
}

fn document(setup: &Setup) -> BoardText<'static> {
    let mut document = read("0", Format::Edges).expect("no vertices are a board");
    document.setup = setup.clone();
    document
}

/// The vertices of a board by name, its arcs between names, and whether it has costs. Vertices
/// without a name have their number.
type Named = (BTreeSet<String>, BTreeSet<(String, String, u32)>, bool);

fn by_name(board: &Board) -> Named {
    let name = |vertex: Vertex| board.name(vertex).map_or_else(|| vertex.number().to_string(), str::to_owned);
    let names = (0..board.vertices()).map(|vertex| name(Vertex::new(vertex))).collect();
    (names, board.arcs().map(|(from, to, cost)| (name(from), name(to), cost)).collect(), board.has_costs())
}

/// The arcs of a board, by number.
fn by_number(board: &Board) -> (u32, Vec<(u32, u32, u32)>) {
    (board.vertices(), board.arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect())
}

/// The result of writing and reading a board in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Same,
    /// The names were replaced by numbers.
    Nameless,
    Refused(Unwritable),
    /// The format must be given.
    Unrecognised(String),
}

/// Writes a board in a format and reads it again: in this format, in the recognised one, and as a
/// stream.
fn write_and_read_back(setup: &Setup, format: Format) -> Outcome {
    let document = document(setup);
    let board = setup.plan_board().expect("it is in order");
    let mut text = String::new();
    let losses = match write(&mut text, &document, &board, format) {
        Ok(losses) => losses,
        Err(refused) => {
            assert!(text.is_empty(), "{format}: {text}");
            return Outcome::Refused(refused);
        }
    };
    let shown: String = text.chars().take(400).collect();
    let keeps_names = !losses.contains(&Loss::Names);
    let is_same = |again: &BoardText<'_>, how: &str| {
        let again = again.setup.plan_board().unwrap_or_else(|error| panic!("{format} {how}: {error}\n{shown}"));
        if keeps_names {
            assert_eq!(by_name(&again), by_name(&board), "{format} {how}:\n{shown}");
        } else {
            assert_eq!(by_number(&again), by_number(&board), "{format} {how}:\n{shown}");
        }
    };
    let insisted = ReadOptions { format: FormatChoice::Insisted(format), ..ReadOptions::default() };
    let named = ReadOptions { format: FormatChoice::Named(format), ..ReadOptions::default() };
    is_same(&read(&text, insisted).unwrap_or_else(|error| panic!("{format}: {error}\n{shown}")), "insisted");
    if let Ok(again) = read(&text, named) {
        is_same(&again, "named");
    }
    let recognised = read(&text, ReadOptions::default());
    if let Ok(again) = &recognised {
        is_same(again, "recognised");
    }
    let bytes = encoded(format, &text);
    let records: Vec<_> = Records::new(&*bytes, ReadOptions::default())
        .expect("no gzip")
        .map(|record| record.expect("bytes do not fail"))
        .collect();
    let is_stream = records.iter().all(|record| record.read().is_ok());
    assert!(records.len() == 1 || !is_stream, "{format} is {} graphs:\n{shown}", records.len());
    if let ([record], true) = (&records[..], is_stream) {
        is_same(&record.read().expect("it is read"), "as a stream");
    }
    match recognised {
        Err(error) => Outcome::Unrecognised(error.to_string()),
        Ok(_) if !is_stream => Outcome::Unrecognised("as a stream".to_owned()),
        Ok(_) if keeps_names => Outcome::Same,
        Ok(_) => Outcome::Nameless,
    }
}

/// Shapes of boards: the number of vertices, arcs with costs, whether moves lead one way, and
/// whether costs are written.
type Shape = (usize, &'static [(i64, i64, i64)], bool, bool);

const SHAPES: [Shape; 14] = [
    (1, &[], false, false),
    (1, &[(0, 0, 1)], false, false),
    (2, &[], false, false),
    (2, &[(0, 1, 1)], false, false),
    (2, &[(0, 1, 1)], true, false),
    (2, &[(0, 1, 1), (1, 1, 1)], false, false),
    (2, &[(0, 1, 7)], false, true),
    (3, &[(0, 1, 1), (1, 2, 1)], false, false),
    (3, &[(0, 1, 1), (1, 2, 1), (0, 2, 1)], false, false),
    (3, &[(0, 1, 1), (1, 2, 1), (2, 0, 1)], true, false),
    (3, &[(0, 1, 1), (0, 2, 1)], false, false),
    (3, &[(0, 2, 3), (1, 2, 4)], true, true),
    (3, &[(0, 1, 3), (0, 1, 4), (0, 2, 1)], false, true),
    (3, &[(0, 1, 1)], false, false),
];

fn setup((vertices, arcs, is_directed, has_costs): Shape, names: &[&str]) -> Setup {
    let vertices = i64::try_from(vertices).expect("they are few");
    let board = if has_costs {
        BoardChoice::EdgesWithCosts { vertices, edges: arcs.to_vec() }
    } else {
        BoardChoice::Edges { vertices, edges: arcs.iter().map(|&(from, to, _)| (from, to)).collect() }
    };
    let mut setup = Setup { names: names.iter().map(|&name| name.to_owned()).collect(), ..Setup::new(board) };
    setup.rules.directed = is_directed.then_some(true);
    setup
}

/// A name as messages show it. Each character is escaped by itself, so a combining mark is always
/// escaped; a backslash is not escaped.
fn in_a_message(name: &str) -> String {
    format!("`{}`", name.chars().flat_map(char::escape_debug).collect::<String>().replace("\\\\", "\\"))
}

/// The expected result for a board in a format. A board is refused only if the format cannot
/// express it.
fn expected(setup: &Setup, format: Format) -> Outcome {
    let board = setup.plan_board().expect("it is in order");
    let (vertices, arcs) = by_number(&board);
    let has_lone = (0..vertices).any(|vertex| arcs.iter().all(|&(from, to, _)| from != vertex && to != vertex));
    let is_directed = arcs.iter().any(|&(from, to, cost)| !arcs.contains(&(to, from, cost)));
    let has_parallel = arcs.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1));
    let bad = |name: &&String| name.contains(['\u{fffe}', '\u{ffff}']);
    match format {
        Format::Adjlist if board.has_costs() => Outcome::Refused(Unwritable::Costs(format)),
        Format::Adjlist | Format::NxEdges if is_directed => Outcome::Refused(Unwritable::Directions(format)),
        Format::NxEdges | Format::Csv if has_lone => Outcome::Refused(Unwritable::Lone(format)),
        Format::NxEdges | Format::Csv if has_parallel => Outcome::Refused(Unwritable::Parallel(format)),
        Format::Edges if has_lone => Outcome::Nameless,
        Format::Graphml => setup.names.iter().find(bad).map_or(Outcome::Same, |name| {
            let letter = name.chars().find(|letter| matches!(letter, '\u{fffe}' | '\u{ffff}')).expect("it has one");
            Outcome::Refused(Unwritable::Name { format, name: in_a_message(name), letter })
        }),
        Format::Dot => {
            // The last of an odd number of backslashes would escape the closing quote.
            let ends_badly = |name: &&String| name.chars().rev().take_while(|&letter| letter == '\\').count() % 2 == 1;
            setup
                .names
                .iter()
                .find(ends_badly)
                .map_or(Outcome::Same, |name| Outcome::Refused(Unwritable::Backslash(format, in_a_message(name))))
        }
        _ => Outcome::Same,
    }
}

#[track_caller]
fn check(setup: &Setup) {
    for format in NAMED {
        assert_eq!(write_and_read_back(setup, format), expected(setup, format), "{format}: {setup:?}");
    }
}

#[test]
fn any_name_of_one_vertex_survives_writing() {
    // Each of the three vertices gets the name in turn, and each name a third of the shapes.
    for (number, name) in odd_names().iter().enumerate() {
        for shape in SHAPES.into_iter().skip(number / 3 % 3).step_by(3) {
            let mut names = ["hall", "attic", "cellar"];
            names[number % shape.0] = name;
            check(&setup(shape, &names[..shape.0]));
        }
    }
    check(&setup(SHAPES[8], &[&"x".repeat(70_000), "hall", &"y%".repeat(40_000)]));
    // A combining mark within a name that some formats cannot express.
    check(&setup(SHAPES[8], &["c\u{e0134}\\", "hall", "x\u{e0134}\u{ffff}\\y"]));
}

#[test]
fn any_names_of_two_vertices_survive_writing() {
    let suspects = [
        "graph",
        "digraph",
        "strict",
        "node",
        "edge",
        "flowchart",
        "TD",
        "Creator",
        "Comment",
        "LEDA.GRAPH",
        "p",
        "c",
        "e",
        "edges",
        "sp",
        "dl",
        "M",
        "C",
        "MCF",
        "directed",
        "vertices",
        "parallel",
        "source",
        "target",
        "from",
        "to",
        "src",
        "tail",
        "nodes",
        "Bw",
        "DUW",
        "a%",
        "_%b",
        "x",
        "_0",
    ];
    for (row, first) in suspects.into_iter().enumerate() {
        for (column, second) in suspects.into_iter().enumerate() {
            if row != column {
                // Each pair takes one of the shapes.
                check(&match (row + column) % 3 {
                    0 => setup(SHAPES[3], &[first, second]),
                    1 => setup(SHAPES[7], &[first, second, "hall"]),
                    _ => setup(SHAPES[11], &["hall", first, second]),
                });
            }
        }
    }
}

/// Characters of names, some of them often.
fn any_letter() -> impl Strategy<Value = char> {
    let is_odd = |letter: &char| letter.is_whitespace() || !is_legible(*letter) || "()[]{},;:\"'#=".contains(*letter);
    prop_oneof![
        3 => prop::sample::select(vec![
            '%', '\\', '<', '>', '&', '-', '.', '`', '?', '_', '0', '9', '@', '~', 'A', 'b', '/', '*',
        ]),
        1 => any::<char>(),
    ]
    .prop_filter("no name has it", move |letter| !is_odd(letter))
}

/// Boards with few vertices, whose names begin with a letter and continue at random.
fn any_board() -> impl Strategy<Value = Setup> {
    let first = prop::sample::select(vec!['_', 'a', 'Z', 'é', 'p', 'c', 'e', '\u{5d0}', '\u{4e00}', '\u{1d400}']);
    let name = (first, prop::collection::vec(any_letter(), 0..6))
        .prop_map(|(first, rest)| rest.into_iter().fold(first.to_string(), |name, letter| name + &letter.to_string()));
    let names = prop::collection::btree_set(name, 1..6).prop_map(|names| names.into_iter().collect::<Vec<String>>());
    (names, any::<bool>(), any::<bool>()).prop_flat_map(|(names, is_directed, has_costs)| {
        let vertices = i64::try_from(names.len()).expect("they are few");
        prop::collection::vec((0..vertices, 0..vertices, 1..4_i64), 0..8).prop_map(move |edges| {
            let board = if has_costs && !edges.is_empty() {
                BoardChoice::EdgesWithCosts { vertices, edges }
            } else {
                BoardChoice::Edges { vertices, edges: edges.into_iter().map(|(from, to, _)| (from, to)).collect() }
            };
            let mut setup = Setup { names: names.clone(), ..Setup::new(board) };
            setup.rules.directed = is_directed.then_some(true);
            setup
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_names_survive_writing(setup in any_board()) {
        check(&setup);
    }
}

#[test]
fn cells_without_names_among_named_ones_are_called_by_their_numbers() {
    let mut setup = Setup::new(BoardChoice::Grid(["M..", "#.C", "F.."].map(str::to_owned).to_vec()));
    // A prefix of one underscore would make two names equal.
    setup.names = ["", "", "door", "", "_0", "", "", ""].map(str::to_owned).to_vec();
    let document = document(&setup);
    let board = setup.plan_board().expect("it is in order");
    for format in NAMED {
        let mut text = String::new();
        let losses = write(&mut text, &document, &board, format).expect("every cell has a neighbour");
        let is_setup = format == Format::Setup;
        assert_eq!(losses.contains(&Loss::Nameless), !is_setup, "{format}");
        assert!(!losses.contains(&Loss::Names), "{format}");
        let again = read(&text, ReadOptions::default()).unwrap_or_else(|error| panic!("{format} {error}: {text}"));
        let again = again.setup.plan_board().expect("it is in order");
        let (names, arcs, _) = by_name(&again);
        assert_eq!((names.len(), arcs.len()), (board.vertices() as usize, board.arc_count()), "{format}: {text}");
        let called = |name: &str| names.contains(name);
        assert!(called("door") && called("_0") && called(if is_setup { "0" } else { "__0" }), "{format}: {names:?}");
    }
}

#[test]
fn a_text_that_could_not_be_read_again_is_not_written() {
    // Names of ten megabytes.
    let mut setup = Setup::new(BoardChoice::Edges { vertices: 2, edges: vec![(0, 1)] });
    setup.names = ["x", "y"].map(|name| name.repeat(5 << 20)).to_vec();
    let document = document(&setup);
    let board = setup.plan_board().expect("it is in order");
    for format in [Format::Setup, Format::NodeLink] {
        let mut text = "before\n".to_owned();
        let refused = write(&mut text, &document, &board, format).expect_err("it is too long");
        assert!(refused.to_string().starts_with(&format!("{format} takes ")), "{refused}");
        assert!(
            refused.to_string().ends_with(" bytes for 2 vertices, and no text of more than 8388608 bytes is read"),
            "{refused}"
        );
        assert_eq!(text, "before\n");
    }
    let mut text = String::new();
    assert_eq!(write(&mut text, &document, &board, Format::Gml), Ok(Vec::new()));
    assert!(read(&text, Format::Gml).is_ok());
}
