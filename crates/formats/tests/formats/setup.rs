//! Setups in TOML.

use catmouse_formats::{Format, read};
use catmouse_model::{Setting, SetupPlace, VertexChoice, is_legible, toml_string};
use proptest::prelude::*;
use toml::de::{DeTable, DeValue};

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check(Format::Setup, text, expect);
}

/// Checks a setup with these lines and a board of three vertices in a row.
#[track_caller]
fn check_with_path(lines: &str, expect: &str) {
    check(&format!("catmouse = 1\nboard.adjacency = [[1], [0, 2], [1]]\n{lines}"), expect);
}

/// Checks a setup with these lines and a grid with a mouse, a cat, food and a wall at (0,1).
#[track_caller]
fn check_with_grid(lines: &str, expect: &str) {
    check(&format!("catmouse = 1\nboard.grid = [\"M#F\", \"..C\"]\n{lines}"), expect);
}

const PATH: &str = "Adjacency([[1], [0, 2], [1]])";
const GRID: &str = r#"Grid(["M#F", "..C"])"#;

#[test]
fn a_minimal_setup() {
    check("catmouse = 1\n[board]\nadjacency = [[1], [0, 2], [1]]\n", PATH);
    check("catmouse = 1\nboard = { adjacency = [[1], [0, 2], [1]] }", PATH);
    check("catmouse = 0x1\r\n[board]\r\nadjacency = [[1,], [0, 0b10], [0o1]]", PATH);
}

#[test]
fn a_setup_with_every_part() {
    check(
        r#"
            catmouse = 1
            title = "Around the table"
            source = 'by hand'
            preset = "cat-and-mouse-ii"
            [board]
            adjacency = [[1], [0, 2], [1]]
            names = ["hole", "hall", "attic"]
            directed = true
            [rules]
            hole = "hole"
            cat-in-hole = "forbidden"
            mouse-may-stay = false
            cat-may-stay = true
            mouse-jump = 0
            cat-jump = 1
            endless = "draw"
            limit = 1_000
            limit-winner = "mouse"
            stalemate = "loss"
            [start]
            mouse = "hall"
            cat = 2
            first = "cat"
            [expect]
            outcome = "draw"
            decided-by = "limit"
            distance-plies = 17
            positions = { total = 24, mouse = 4, cat = 7, draw = 13 }
            longest-plies = { mouse = 17, cat = "none" }
        "#,
        r#"
            Adjacency([[1], [0, 2], [1]])
            title "Around the table"
            source "by hand"
            preset CatAndMouseII
            names ["hole", "hall", "attic"]
            directed true
            holes [Name("hole")]
            cat in hole Forbidden
            mouse may stay false
            cat may stay true
            mouse jump 0
            cat jump 1
            endless Draw
            limit Plies(1000)
            limit winner Mouse
            stalemate Loss
            mouse Name("hall")
            cats [Number(2)]
            first Cat
            outcome Draw
            decided by "limit"
            distance Some(17)
            positions ExpectedCounts { total: 24, mouse: 4, cat: 7, draw: 13 }
            longest ExpectedLongest { mouse: Some(17), cat: None }
        "#,
    );
}

#[test]
fn the_front_page() {
    let page = include_str!("../../src/lib.rs");
    let (_, rest) = page.split_once("//! ```toml\n").unwrap();
    let (example, _) = rest.split_once("//! ```").unwrap();
    let text = example.replace("//! ", "").replace("//!", "");
    let document = read(&text, Format::Setup).unwrap();
    assert_eq!(document.setup.plan().unwrap().positions(), document.expect.unwrap().positions.unwrap().total);
}

#[test]
fn edges() {
    check(
        "catmouse = 1\n[board]\nedges = [[0, 1], [1, 2]]\nvertices = 3",
        "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }",
    );
}

#[test]
fn a_grid_of_rows_or_of_one_text() {
    check_with_grid("", GRID);
    check("catmouse = 1\n[board]\ngrid = \"\"\"\nM#F\n..C \n\"\"\"", GRID);
    check("catmouse = 1\n[board]\ngrid = '''\r\n\r\nM#F\r\n..C'''", GRID);
    check("catmouse = 1\n[board]\ngrid = \"M#F\\n..C\"", GRID);
    check("catmouse = 1\n[board]\ngrid = \"MCF\"", r#"Grid(["MCF"])"#);
}

#[test]
fn vertices() {
    check_with_path("[rules]\nhole = 0", &format!("{PATH}\nholes [Number(0)]"));
    check_with_path("[rules]\nhole = [0, 0]", &format!("{PATH}\nholes [Number(0), Number(0)]"));
    check_with_grid(
        "[rules]\nhole = [[0, 2], [1, 1]]\n[start]\nmouse = [1, 0]\ncat = [1, 2]",
        &format!("{GRID}\nholes [Cell(0, 2), Cell(1, 1)]\nmouse Cell(1, 0)\ncats [Cell(1, 2)]"),
    );
    check_with_grid("[start]\ncats = [[1, 2]]", &format!("{GRID}\ncats [Cell(1, 2)]"));
    check_with_grid("[start]\ncats = [[1, 0]]", &format!("{GRID}\ncats [Cell(1, 0)]"));
}

#[test]
fn none() {
    check_with_path(
        "[rules]\nlimit = \"none\"\n[expect]\ndistance-plies = \"none\"",
        &format!("{PATH}\nlimit None\ndistance None"),
    );
}

#[test]
fn the_version() {
    check("board.adjacency = [[1], [0, 2], [1]]", "the setup has no version: begin it with the line catmouse = 1");
    check(
        "catmouse = 2\nstrange = true",
        "⟨2⟩ this setup has version 2: expected catmouse = 1, the only version that this program reads",
    );
    check(
        "catmouse = \"1\"\nstrange = true",
        "⟨\"1\"⟩ `\"1\"` is not a version of a setup: expected catmouse = 1, the only version that this program reads",
    );
}

#[test]
fn the_board() {
    check("catmouse = 1", "the setup has no board: add a table [board] with adjacency, edges or grid");
    check("catmouse = 1\n[board]\nnames = []", "⟨[board]⟩ [board] has no board: expected adjacency, edges or grid");
    check(
        "catmouse = 1\nboard = 5",
        "⟨5⟩ a number is not allowed here: expected a table of adjacency, edges, vertices, grid, names or directed",
    );
    check(
        "catmouse = 1\n[[board]]\ngrid = 'MCF'",
        "⟨[[board]]⟩ this header has two pairs of brackets: expected one, as in [board]",
    );
    check(
        "catmouse = 1\n[board]\ngrid = ['MCF']\nadjacency = [[1], [0]]",
        "⟨adjacency⟩ `adjacency` is a second board: expected only one of adjacency, edges or grid",
    );
    check(
        "catmouse = 1\n[board]\nedges = [[0, 1]]",
        "⟨edges⟩ `edges` without `vertices`: say how many there are, as in vertices = 6, or name them",
    );
    check(
        "catmouse = 1\n[board]\nvertices = 2\nadjacency = [[1], [0]]",
        "⟨vertices⟩ `vertices` without `edges`: leave it out: `adjacency` says how many there are",
    );
}

#[test]
fn values_of_the_wrong_kind() {
    check(
        r#"
            catmouse = 1
            title = 5
            source = ["a"]
            preset = "chess"
            [board]
            adjacency = [[1.5, [0, 3]], "x", 2, [true, 2020-01-01, "0", 99999999999999999999]]
            names = "hall"
            directed = "yes"
            [rules]
            hole = [[0, 1, 2], 1.5, "2", [0, "a"]]
            cat-in-hole = true
            mouse-may-stay = 1
            mouse-jump = "far"
            limit = "never"
            stalemate = "Draw"
            [start]
            mouse = {}
            cats = 2
            [expect]
            outcome = "win"
            decided-by = "luck"
            distance-plies = -1
            positions = { total = "many", mouse = 1 }
            longest-plies = 3
        "#,
        r#"
    ⟨5⟩ a number is not allowed here: expected a text in quotes
    ⟨["a"]⟩ a list is not allowed here: expected a text in quotes
    ⟨"chess"⟩ unknown value `chess`: expected cat-and-mouse, cat-and-mouse-ii or cops
    ⟨1.5⟩ this is not a whole number: expected a vertex number
    ⟨"x"⟩ a text is not allowed here: expected a list of neighbours, such as [1, 2]
    ⟨2⟩ a number is not allowed here: expected a list of neighbours, such as [1, 2]
    ⟨true⟩ `true` is not allowed here: expected a vertex number
    ⟨2020-01-01⟩ a date is not allowed here: expected a vertex number
    ⟨"0"⟩ a text is not allowed here: expected a vertex number
    ⟨99999999999999999999⟩ this number is too large: expected a vertex number
    ⟨"hall"⟩ a text is not allowed here: expected a list with the name of each vertex
    ⟨"yes"⟩ a text is not allowed here: expected true or false
    ⟨[0, 1, 2]⟩ a list is not allowed here: expected a vertex: a number, a name in quotes, or [row, column] on a grid
    ⟨1.5⟩ this is not a whole number: expected a vertex: a number, a name in quotes, or [row, column] on a grid
    ⟨"2"⟩ `2` is not a name: expected a vertex: a number, a name in quotes, or [row, column] on a grid
    ⟨"a"⟩ a text is not allowed here: expected the number of a column
    ⟨true⟩ `true` is not allowed here: expected forbidden, allowed, guards or wins
    ⟨1⟩ a number is not allowed here: expected true or false
    ⟨"far"⟩ a text is not allowed here: expected a number of cells
    ⟨"never"⟩ a text is not allowed here: expected a number of plies, or "none"
    ⟨"Draw"⟩ unknown value `Draw`: expected draw, pass or loss
    ⟨{}⟩ a table is not allowed here: expected a vertex: a number, a name in quotes, or [row, column] on a grid
    ⟨2⟩ a number is not allowed here: expected a list of vertices, such as [0, 3]
    ⟨"win"⟩ unknown value `win`: expected mouse, cat or draw
    ⟨"luck"⟩ unknown value `luck`: expected play, endless, limit or stalemate
    ⟨-1⟩ a negative number is not allowed here: expected a number of plies, or "none"
    ⟨{ total = "many", mouse = 1 }⟩ `cat` is missing: expected total, mouse, cat and draw
    ⟨"many"⟩ a text is not allowed here: expected a number of positions
    ⟨3⟩ a number is not allowed here: expected a table of mouse or cat
        "#,
    );
}

#[test]
fn moves_with_costs() {
    check(
        "catmouse = 1\n[board]\nvertices = 3\nedges = [[0, 1, 5], [1, 2]]",
        "EdgesWithCosts { vertices: 3, edges: [(0, 1, 5), (1, 2, 1)] }",
    );
    check(
        "catmouse = 1\n[board]\nadjacency = [[[1, 5]], [[0, 5], 2], [1]]",
        "AdjacencyWithCosts([[(1, 5)], [(0, 5), (2, 1)], [(1, 1)]])",
    );
    check(
        "catmouse = 1\n[board]\nvertices = 3\nedges = [[0, 1, 0], [1, 2, 1000000001]]",
        "
            ⟨[0, 1, 0]⟩ a cost of 0 is out of range: a cost is a whole number, 1 to 1000000000
            ⟨[1, 2, 1000000001]⟩ a cost of 1000000001 is out of range: a cost is a whole number, 1 to 1000000000
        ",
    );
}

#[test]
fn wrong_edges() {
    check(
        "catmouse = 1\n[board]\nvertices = 1.5\nedges = [[0, 1, true], [0], [], 3, [0, 'a'], [0, 1, 2, 3]]",
        "
            ⟨1.5⟩ this is not a whole number: expected the number of vertices
            ⟨true⟩ `true` is not allowed here: expected a cost, such as 3
            ⟨[0]⟩ this edge has 1 vertex: expected a pair of vertices, such as [0, 1]
            ⟨[]⟩ this edge has 0 vertices: expected a pair of vertices, such as [0, 1]
            ⟨3⟩ a number is not allowed here: expected a pair of vertices, such as [0, 1]
            ⟨'a'⟩ other vertices are numbers: expected numbers for all vertices, names for all, \
             or `names` with the name of each number
            ⟨[0, 1, 2, 3]⟩ this edge has 4 vertices: expected a pair of vertices and, where moves have costs, \
             a cost, such as [0, 1, 3]
        ",
    );
    check(
        "catmouse = 1\n[board]\nvertices = 3\nedges = [[0, 1], [1, 7]]",
        "⟨[1, 7]⟩ vertex 7 does not exist: vertices are 0 to 2",
    );
    check(
        "catmouse = 1\n[board]\nvertices = -3\nedges = []",
        "⟨-3⟩ -3 vertices are out of range: a board has 1 to 1048576 vertices",
    );
}

#[test]
fn wrong_grids() {
    const WANTED: &str = "a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap";
    check(
        "catmouse = 1\nboard.grid = 5",
        "⟨5⟩ a number is not allowed here: expected a list of rows, or one text with a row on each line",
    );
    check(
        "catmouse = 1\nboard.grid = ['MCF', 5]",
        "⟨5⟩ a number is not allowed here: expected a row of the grid in quotes, such as \"#M.C\"",
    );
    for grid in ["[\"MCF\", '..X']", "'''\nMCF\n..X\n'''", "\"\"\"\r\n\r\nMCF\r\n..X\"\"\"", "\"\"\"MCF\n..X\"\"\""] {
        let text = format!("catmouse = 1\nboard.grid = {grid}");
        check(&text, &format!("⟨X⟩ `X` is not a cell of a grid: {WANTED}"));
    }
    // An escape may encode any character, so the problem covers the whole text.
    check(
        "catmouse = 1\nboard.grid = \"MCF\\n..\\u0058\"",
        &format!("⟨\"MCF\\n..\\u0058\"⟩ `X` is not a cell of a grid: {WANTED}"),
    );
}

#[test]
fn unknown_keys() {
    check_with_path(
        "[rules]\nholes = 0",
        "⟨holes⟩ [rules] has no key `holes`: did you mean `hole`? [rules] takes hole, traps, cat-in-hole, \
         mouse-may-stay, cat-may-stay, cats, cats-move, placement, mouse-jump, cat-jump, mouse-speed, cat-speed, \
         cat-follows, mouse-uses, cat-uses, capture-distance, mouse-seen, endless, limit, limit-winner or stalemate",
    );
    check_with_path(
        "[start]\ncat_ = 0",
        "⟨cat_⟩ [start] has no key `cat_`: did you mean `cat`? [start] takes mouse, cat, cats or first",
    );
    check_with_path("[start]\nhole = 0", "⟨hole⟩ [start] has no key `hole`: `hole` belongs in [rules]");
    check_with_path("[start]\ntitle = 0", "⟨title⟩ [start] has no key `title`: `title` belongs above the first table");
    check_with_path(
        "[game]\nx = 0",
        "⟨game⟩ a setup has no key `game`: a setup takes catmouse, title, source, preset, board, rules, start or \
         expect",
    );
    check_with_path(
        "\"a\\u0007\" = 0",
        "⟨\"a\\u0007\"⟩ a setup has no key `a\\u{7}`: a setup takes catmouse, title, source, preset, board, rules, \
         start or expect",
    );
    // A missing key may just be misspelt, so it is not reported too.
    check(
        "catmouse = 1\n[board]\nadjacancy = [[1], [0]]",
        "⟨adjacancy⟩ [board] has no key `adjacancy`: did you mean `adjacency`? [board] takes adjacency, edges, \
         vertices, grid, names or directed",
    );
    check(
        "[board]\nadjacency = [[1], [0]]\ncatmouse = 1",
        "⟨catmouse⟩ [board] has no key `catmouse`: `catmouse` belongs above the first table",
    );
    check_with_path(
        "[expect]\npositions = { total = 1, mouse = 1, cats = 0 }",
        "⟨cats⟩ positions has no key `cats`: did you mean `cat`? positions takes total, mouse, cat or draw",
    );
    check_with_path(
        "[expect]\nlongest-plies = { mouse = 1, cat = 2, draw = 3 }",
        "⟨draw⟩ longest-plies has no key `draw`: longest-plies takes mouse or cat",
    );
}

#[test]
fn cat_and_cats() {
    check_with_path(
        "[start]\ncat = 2\ncats = [2]",
        "⟨cats⟩ both `cat` and `cats` are given: expected only one of them",
    );
}

#[test]
fn wrong_syntax() {
    let syntax = |line: &str, expect: &str| check_with_path(line, expect);
    syntax("title", "⟨⟩ `=` is missing here: expected a setup in TOML: a key, `=` and a value");
    syntax(
        "title = hello",
        "⟨hello⟩ `hello` is not a value: expected a number, a list, a text in quotes, true or false",
    );
    syntax("title = 'a'\ntitle = 'b'", "⟨title⟩ `title` is given twice: give it once");
    syntax("[rules\nlimit = 5", "⟨⟩ this bracket is never closed: expected `]`");
    syntax("rules = { limit = 05 }", "⟨0⟩ this number has a leading zero: expected a number such as 12");
    syntax("title = 'a", "⟨'a⟩ this text is never closed: expected a closing `'`");
    syntax("source = '#\"'\ntitle = \"a", "⟨\"a⟩ this text is never closed: expected a closing `\"`");
    syntax("title = \"\"\"\na\n", "⟨\"\"\"⟩ this text is never closed: expected a closing `\"\"\"`");
    syntax("title = 'a\u{7}'", "⟨⟩ this character does not fit into a text: expected a visible character");
    syntax(
        "title = \"a\\c\"",
        "⟨\\⟩ this text has a wrong escape: write `\\\\` for a backslash, or put the text in single quotes",
    );
    syntax("title =", "⟨⟩ a value is missing here: expected a number, a list, a text in quotes, true or false");
    syntax("title = 'a' 'b'", "⟨⟩ something follows the value: expected the end of the line");
    syntax(
        "start.cats = [1 2]",
        "⟨1 2⟩ `1 2` is not a value: expected a number, a list, a text in quotes, true or false",
    );
    syntax("start = { cat = 1,, mouse = 2 }", "⟨⟩ nothing is before this comma: expected an entry before each comma");
    syntax("start = { cat = 1", "⟨⟩ this table is never closed: expected `}`");
    syntax("start.cats = [1 # 2]", "⟨⟩ this list is never closed: expected `]`; all that follows `#` is a comment");
    syntax("start.cats = [1,,2]", "⟨,⟩ nothing is before this comma: expected an entry before each comma");
    syntax("start.cats = [1, 2", "⟨⟩ this list is never closed: expected `]`");
}

#[test]
fn nested_too_deep() {
    for (open, at) in [("[", "["), ("{a=", "{"), ("{a.b.c=", "."), ("{a = [", "{")] {
        check_with_path(
            &format!("title = {}", open.repeat(100_000)),
            &format!("⟨{at}⟩ the nesting is too deep: at most 16 levels"),
        );
    }
    check_with_path(&format!("a{} = 1", ".a".repeat(100_000)), "⟨.⟩ the nesting is too deep: at most 16 levels");
    check_with_path(&format!("[a{}]", ".a".repeat(100_000)), "⟨.⟩ the nesting is too deep: at most 16 levels");
}

#[test]
fn what_looks_like_nesting_is_none() {
    let brackets = "[".repeat(40) + &".".repeat(40);
    for quoted in [
        format!("# {brackets} '''\ntitle = 'x'"),
        format!("title = 'x' # {brackets}"),
        format!("title = '{brackets}'\nsource = '\"'"),
        format!("title = \"\\\"{brackets}\\\\\""),
        format!("source = \"\"\"\\\"\"\"\n{brackets}\\\"\"\"\"\"\""),
        format!("source = ''''\n{brackets}'''''"),
    ] {
        let text = format!("catmouse = 1\n{quoted}\n[board]\nadjacency = [[1], [0, 2], [1]]");
        let document = read(&text, Format::Setup).unwrap();
        assert!(document.setup.plan().is_ok(), "{text}");
    }
    check_with_path(&"title = 1.5\n".repeat(20), "⟨title⟩ `title` is given twice: give it once");
    let list = format!("title = [{}]", "1.5, ".repeat(40));
    check_with_path(
        &list,
        &format!("⟨{}⟩ a list is not allowed here: expected a text in quotes", &list["title = ".len()..]),
    );
}

/// The most levels of a setup.
const MAX_DEPTH: usize = 16;

/// Too deep for a setup, but not for the parser.
const DEEP: &str = "[[[[[[[[[{a.b.c.d.e.f.g.h.i = 1}]]]]]]]]]";

/// Whether a text is refused because it is nested too deeply.
fn is_too_deep(text: &str) -> bool {
    read(text, Format::Setup).expect_err("it is no setup").problems[0].message == "the nesting is too deep"
}

/// A list of texts in all kinds of quotes, with many pieces that look like the ends of texts.
/// Deep lists are in the texts, in the comments between them, and sometimes in an item.
fn list() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        DEEP, "\"", "\"\"", "'", "''", "\\", "\\\\", "\\\"", "\\\\\"", "\n", "\r\n", "#", " ", "x",
    ]);
    let content = prop::collection::vec(pieces, 0..5);
    let quotes = prop::sample::select(vec!["\"", "'", "\"\"\"", "'''"]);
    let text = (quotes, content).prop_map(|(quotes, content)| format!("{quotes}{}{quotes}", content.concat()));
    let item = prop_oneof![4 => text, 1 => Just(DEEP.to_owned()), 1 => Just("1.5".to_owned())];
    let separator = prop::sample::select(vec![",".to_owned(), ", \n".to_owned(), format!(", # \" ' {DEEP} \r\n")]);
    prop::collection::vec((item, separator), 0..4)
        .prop_map(|items| items.into_iter().map(|(item, separator)| item + &separator).collect())
}

/// The depth of nested lists and tables in a value.
fn depth(value: &DeValue<'_>) -> usize {
    match value {
        DeValue::Array(list) => 1 + list.iter().map(|item| depth(item.get_ref())).max().unwrap_or(0),
        DeValue::Table(table) => 1 + table.values().map(|item| depth(item.get_ref())).max().unwrap_or(0),
        _ => 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// If the parser accepts a text, the reader agrees with it on what is in quotes and comments.
    #[test]
    fn quotes_and_comments_are_the_parsers(list in list()) {
        let text = format!("x = [{list}]");
        if let Ok(table) = DeTable::parse(&text) {
            let allowed = table.get_ref().values().all(|value| depth(value.get_ref()) <= MAX_DEPTH);
            prop_assert_eq!(!is_too_deep(&text), allowed);
        }
    }
}

#[test]
fn depth_is_exact() {
    for (open, close) in [("[", "]"), ("{a = ", "}"), ("{a.b = [", "]}")] {
        let each = open.bytes().filter(|byte| b"[{.".contains(byte)).count();
        for times in 1..=2 * MAX_DEPTH {
            let inside = if open.ends_with('[') { "" } else { "1" };
            let text = format!("x = {}{inside}{}", open.repeat(times), close.repeat(times));
            assert!(DeTable::parse(&text).is_ok(), "{text}");
            assert_eq!(!is_too_deep(&text), times * each <= MAX_DEPTH, "{text}");
        }
    }
}

#[test]
fn defects_point_at_their_values() {
    check_with_path("[rules]\nhole = [0, 9]", "⟨9⟩ vertex 9 does not exist: vertices are 0 to 2");
    check_with_path("[rules]\nhole = 9", "⟨9⟩ vertex 9 does not exist: vertices are 0 to 2");
    check_with_path(
        "[rules]\nhole = [0, 1, 2]",
        "⟨[0, 1, 2]⟩ every vertex is a hole, which the cat may not enter: leave a vertex without a hole; \
         `cat-in-hole = allowed | guards | wins` lets the cat enter",
    );
    check_with_path(
        "[rules]\ncat-jump = 3",
        "⟨3⟩ a jump of 3 cells needs a grid: jumps follow straight lines of cells, so elsewhere they are 0 or 1",
    );
    check_with_path(
        "[rules]\nlimit = -1",
        "⟨-1⟩ a limit of -1 plies is out of range: a limit is 0 plies or more, or none",
    );
    check_with_path(
        "[start]\nmouse = 'attic'",
        "⟨'attic'⟩ there is no vertex `attic`: the vertices have no names: use a number, or row,column on a grid",
    );
    check_with_path(
        "[start]\ncat = 0",
        "⟨0⟩ the cat starts in the hole 0, which it may not enter: choose another start; \
         `cat-in-hole = allowed | guards | wins` lets the cat enter",
    );
    check_with_path(
        "[rules]\ncats = 3\n[start]\ncats = [1, 2]",
        "⟨3⟩ the number of cats is 3, but the number of their starts is 2: \
         give each cat a start, and leave out the number of cats",
    );
    check_with_path("[rules]\ncats = 0", "⟨0⟩ 0 cats are out of range: a game has 1 to 64 cats");
    check_with_path("[start]\ncats = []", "⟨[]⟩ 0 cats are out of range: a game has 1 to 64 cats");
    check_with_path(
        "[start]\ncat = [0, 1]",
        "⟨[0, 1]⟩ (0,1) is a cell, but the board is not a grid: use the number of a vertex",
    );
    check_with_grid("[start]\nmouse = [0, 1]", "⟨[0, 1]⟩ the cell (0,1) is a wall: pieces and holes need a free cell");
    check(
        "catmouse = 1\n[board]\nadjacency = [[1, 2], [0], [0]]\nnames = ['a', '9', 'c']",
        "⟨'9'⟩ `9` cannot name a vertex: a name begins with a letter and has no spaces, brackets, commas, colons or \
         quotes",
    );
    check(
        "catmouse = 1\n[board]\nadjacency = [[1], [0], []]\nnames = ['a', 'b']",
        "⟨['a', 'b']⟩ there are 2 names for 3 vertices: name all vertices, or none",
    );
}

#[test]
fn settings_are_found_again() {
    let text = "catmouse = 1\n[board]\nvertices = 3\nedges = [[0, 1]]\n[rules]\nhole = 2\nlimit = 'none'\n";
    let document = read(text, Format::Setup).unwrap();
    let at = |place| document.span(place).map(|span| &text[span]);
    assert_eq!(at(SetupPlace::VertexCount), Some("3"));
    assert_eq!(at(SetupPlace::Edge { index: 0 }), Some("[0, 1]"));
    assert_eq!(at(SetupPlace::Edge { index: 1 }), Some("[[0, 1]]"));
    assert_eq!(at(SetupPlace::Item(Setting::Hole, 0)), Some("2"));
    assert_eq!(at(SetupPlace::Setting(Setting::Limit)), Some("'none'"));
    assert_eq!(at(SetupPlace::Setting(Setting::CatJump)), None);
}

/// The documentation of the crate shows every key of the rules, and the fuzzer's dictionary has
/// every key and word.
#[test]
fn every_setting_is_on_the_front_page_and_in_the_dictionary() {
    let page = include_str!("../../src/lib.rs");
    let dictionary = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/dictionaries/setup.dict");
    let dictionary = std::fs::read_to_string(dictionary).expect("there is a dictionary");
    for setting in catmouse_model::SETTINGS {
        assert!(page.contains(&format!("//! {} = ", setting.key)), "{} is missing on the page", setting.key);
        assert!(
            dictionary.contains(&format!("\"{} = \"", setting.key)),
            "{} is missing in the dictionary",
            setting.key
        );
        if let catmouse_model::Kind::Word(words) = setting.kind {
            for word in words {
                assert!(dictionary.contains(&format!("\\\"{word}\\\"")), "{word} is missing in the dictionary");
            }
        }
    }
}

/// The free cells of a grid are counted row by row. A cell without a name has an empty one.
#[test]
fn names_of_some_cells() {
    let text = "catmouse = 1\n[board]\ngrid = [\"M#.\", \"C.F\"]\nnames = { door = [0, 2], well = [1, 1] }\n";
    let document = catmouse_formats::read(text, catmouse_formats::Format::Setup).expect("it reads");
    assert_eq!(document.setup.names, ["", "door", "", "well", ""]);
    let board = document.setup.plan_board().expect("it is a board");
    let labels: Vec<String> = (0..5).map(|v| board.label(catmouse_model::Vertex::new(v)).to_string()).collect();
    assert_eq!(labels, ["(0,0)", "door", "(1,0)", "well", "(1,2)"]);
    let mut written = String::new();
    catmouse_formats::write(&mut written, &document, &board, catmouse_formats::Format::Setup).expect("it is written");
    let again = catmouse_formats::read(&written, catmouse_formats::Format::Setup).expect("it reads again");
    assert_eq!(again.setup, document.setup);
    for (names, part) in [
        ("{ door = [0, 1] }", "[0, 1] is no free cell of the grid"),
        ("{ door = [7, 1] }", "[7, 1] is no free cell of the grid"),
        ("{ door = 3 }", "`door` names no cell"),
        ("{ door = [0, 2], gate = [0, 2] }", "is called `door` already"),
    ] {
        let text = format!("catmouse = 1\n[board]\ngrid = [\"M#.\", \"C.F\"]\nnames = {names}\n");
        let error = catmouse_formats::read(&text, catmouse_formats::Format::Setup).expect_err(names);
        let messages: Vec<String> = error.problems.iter().map(|problem| problem.message.clone()).collect();
        assert!(messages.iter().any(|message| message.contains(part)), "{names}: {messages:?}");
    }
}

#[test]
fn edges_may_call_vertices_by_their_names() {
    let board = |lines: &str, expect: &str| check(&format!("catmouse = 1\n[board]\n{lines}"), expect);
    let edges = "Edges { vertices: 3, edges: [(0, 1), (2, 1)] }";
    let names = r#"["hall", "attic", "bath"]"#;
    board(r#"edges = [["hall", "attic"], ["bath", "attic"]]"#, &format!("{edges}\nnames {names}"));
    board(
        r#"edges = [["hall", "attic", 3], ["bath", "attic"]]"#,
        &format!("EdgesWithCosts {{ vertices: 3, edges: [(0, 1, 3), (2, 1, 1)] }}\nnames {names}"),
    );
    board("vertices = 3\nedges = [[\"hall\", \"attic\"], [\"bath\", \"attic\"]]", &format!("{edges}\nnames {names}"));
    // With a list of names, each vertex may have its name or its number, and the list gives the
    // number of vertices.
    board(&format!("names = {names}\nedges = [[\"hall\", 1], [2, \"attic\"]]"), &format!("{edges}\nnames {names}"));
    board(&format!("edges = [[0, 1], [2, 1]]\nnames = {names}"), &format!("{edges}\nnames {names}"));
    board(
        &format!("adjacency = [[\"attic\"], [\"hall\", 2], [\"attic\"]]\nnames = {names}"),
        &format!("{PATH}\nnames {names}"),
    );
}

#[test]
fn names_in_edges_that_mean_nothing() {
    let board = |lines: &str, expect: &str| check(&format!("catmouse = 1\n[board]\n{lines}"), expect);
    let alike = "expected numbers for all vertices, names for all, or `names` with the name of each number";
    board(r#"edges = [["hall", "attic"], [0, "attic"]]"#, &format!("⟨0⟩ other vertices have names: {alike}"));
    board("vertices = 2\nedges = [[0, \"attic\"]]", &format!("⟨\"attic\"⟩ other vertices are numbers: {alike}"));
    board(
        "edges = [[0, 1]]",
        "⟨edges⟩ `edges` without `vertices`: say how many there are, as in vertices = 6, or name them",
    );
    board(
        "vertices = 3\nedges = [[\"hall\", \"attic\"]]",
        "⟨3⟩ the edges name 2 vertices: expected as many, or `names` with the name of each vertex",
    );
    board(
        "names = [\"hall\", \"attic\"]\nedges = [[\"hall\", \"atic\"]]",
        "⟨\"atic\"⟩ there is no vertex `atic`: expected one of `names`, or a number",
    );
    board("adjacency = [[\"hall\"], []]", "⟨\"hall\"⟩ a text is not allowed here: expected a vertex number");
}

/// In a text that only names its vertices, the first vertex is the hole only if the text says so.
#[test]
fn named_edges_have_no_first_vertex() {
    let labelled = |text: &str| read(text, Format::Setup).expect("it reads").is_labelled;
    assert!(labelled("catmouse = 1\nboard.edges = [[\"hall\", \"attic\"]]"));
    assert!(!labelled("catmouse = 1\n[board]\nnames = [\"hall\", \"attic\"]\nedges = [[0, 1]]"));
}

/// In a setup, as in the flag, `none` means no hole, unless a vertex has this name.
#[test]
fn no_hole_by_its_word() {
    let holes = |text: &'static str| read(text, Format::Setup).expect("it reads").setup.rules.holes;
    assert_eq!(holes("catmouse = 1\nboard.adjacency = [[1], [0]]\nrules.hole = \"none\""), Some(vec![]));
    let named = "catmouse = 1\nboard.edges = [[\"none\", \"attic\"]]\nrules.hole = \"none\"";
    assert_eq!(holes(named), Some(vec![VertexChoice::Name("none".to_owned())]));
}

#[test]
fn several_cats_are_called_cats() {
    let board = "catmouse = 1\nboard.edges = [[\"hall\", \"attic\"]]\n";
    let wanted = "`cat` is one cat, and this is a list: expected `cats` for several, as in cats = [2, 5]";
    for list in ["[\"hall\", \"attic\"]", "[0, 1, 1]", "[[0, 1], [1, 1]]"] {
        check(&format!("{board}[start]\ncat = {list}"), &format!("⟨{list}⟩ {wanted}"));
    }
}

#[test]
fn kinds_of_edges() {
    let board = "catmouse = 1\nboard.vertices = 3\n";
    check(
        &format!(
            "{board}board.edges = [[0, 1, \"taxi\"], [1, 2, \"ferry\"]]\nrules.hole = \"none\"\nrules.mouse-uses = \
             [\"taxi\", \"ferry\"]\nrules.cat-uses = \"taxi\""
        ),
        "EdgesOfKinds { vertices: 3, edges: [(0, 1, 0), (1, 2, 1)], kinds: [\"taxi\", \"ferry\"] }
        holes []",
    );
    check(
        &format!("{board}board.edges = [[0, 1, \"taxi\"], [1, 2, \"ferry\"]]\nrules.cat-uses = [\"taxi\", \"bus\"]"),
        "⟨\"bus\"⟩ no edge is of the kind `bus`: the kinds are taxi, ferry",
    );
    check(
        &format!("{board}board.edges = [[0, 1], [1, 2]]\nrules.cat-uses = \"taxi\""),
        "⟨\"taxi\"⟩ no edge is of the kind `taxi`: give the edges kinds, as in edges = [[0, 1, \
         \"taxi\"]]",
    );
    let alike = "some edges have a kind and others have none: expected a kind for each edge, as in [0, 1, \"taxi\"]";
    check(&format!("{board}board.edges = [[0, 1, \"taxi\"], [1, 2, 3]]"), &format!("⟨[1, 2, 3]⟩ {alike}"));
    check(&format!("{board}board.edges = [[0, 1], [1, 2, \"taxi\"]]"), &format!("⟨[1, 2, \"taxi\"]⟩ {alike}"));
}

#[test]
fn a_maze() {
    let maze = "+--+--+\n|M |C |\n+--+--+";
    let expect = "Grid([\"MC\"])
        thin walls (0,0)|(0,1)
        holes []";
    check(&format!("catmouse = 1\nrules.hole = \"none\"\nboard.grid = \"\"\"\n{maze}\n\"\"\""), expect);
    check("catmouse = 1\nrules.hole = \"none\"\nboard.grid = [\"+--+--+\", \"|M |C |\", \"+--+--+\"]", expect);
    let odd = maze.replace('C', "x");
    let wanted = "⟨x⟩ `x` is not a cell of a maze: expected a blank cell, or one of M, C, F and T";
    check(&format!("catmouse = 1\nboard.grid = \"\"\"\n{odd}\n\"\"\""), wanted);
    check("catmouse = 1\nboard.grid = [\"+--+\", \"|x |\", \"+--+\"]", wanted);
}

/// Every character up to the last that is not legible, and texts that end a quotation.
fn odd_texts() -> impl Iterator<Item = String> {
    let ends = ["\"", "\"\"\"", "'''", "\\", "\\\n", "\r\n", "\n\"\"\"\n[board]\n", "\\u0041", "\u{1f431}"];
    let characters = (0..=0x2069).filter_map(char::from_u32).map(String::from);
    characters.chain(ends.map(String::from)).flat_map(|odd| [format!("a{odd}1b"), format!("two\nlines{odd}"), odd])
}

#[test]
fn a_text_in_toml_stays_the_text() {
    for text in odd_texts() {
        let quoted = toml_string(&text);
        assert!(quoted.chars().all(|letter| letter == '\n' || is_legible(letter)), "{quoted:?}");
        let table = format!("a = [{quoted}, {quoted}]\nb = {quoted}\nc = 1\n");
        let table: toml::Table = table.parse().unwrap_or_else(|error| panic!("{error}: {table}"));
        let value = toml::Value::String(text);
        assert_eq!((&table["a"][0], &table["a"][1], &table["b"]), (&value, &value, &value));
        assert_eq!(table.len(), 3, "{value}");
    }
}

#[test]
fn a_title_is_one_legible_line() {
    for letter in (0..=0x2069).filter_map(char::from_u32) {
        // On one line, so that the message shows the place on one line.
        let quoted = if letter == '\n' { "\"a\\nb\"".to_owned() } else { toml_string(&format!("a{letter}b")) };
        let text = format!("catmouse = 1\ntitle = {quoted}\nboard.adjacency = [[1], [0, 2], [1]]");
        if is_legible(letter) {
            assert_eq!(read(&text, Format::Setup).expect("a setup").title, Some(format!("a{letter}b")));
        } else {
            let expect = format!(
                "⟨{quoted}⟩ the title has the character U+{:04X}: a title is one line, without control characters \
                 and changes of direction",
                u32::from(letter)
            );
            check(&text, &expect);
        }
    }
}

#[test]
fn the_name_of_a_kind_is_one_legible_line() {
    let edges = "[[0, 1, \"night train\"], [1, 2, \"ta\\u001Bxi\"], [2, 0, \"night train\"]]";
    check(
        &format!("catmouse = 1\nboard.vertices = 3\nboard.edges = {edges}"),
        "⟨[1, 2, \"ta\\u001Bxi\"]⟩ `ta\\u{1b}xi` cannot name a kind of edges: such a name is one line, without \
         control characters and changes of direction",
    );
}
