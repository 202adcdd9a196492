//! LeetCode's notation.

use std::fmt::Write;

use catmouse_formats::{Format, read};
use catmouse_model::{BoardChoice, Setting, SetupPlace};

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check(Format::Leetcode, text, expect);
}

#[test]
fn a_graph() {
    check(
        "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        "Adjacency([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])",
    );
    check(" [ [1 , 3],[0],[3],\r\n[0, 2] ]\n", "Adjacency([[1, 3], [0], [3], [0, 2]])");
    check("graph = [[1,3],[0],[3],[0,2]]", "Adjacency([[1, 3], [0], [3], [0, 2]])");
    check("Input: graph=[[1,3],[0],[3],[0,2]]", "Adjacency([[1, 3], [0], [3], [0, 2]])");
    check("input:\n[[1,3],[0],[3],[0,2]]", "Adjacency([[1, 3], [0], [3], [0, 2]])");
    check("[[],[2,2],[1,1]]", "Adjacency([[], [2, 2], [1, 1]])");
}

#[test]
fn a_grid() {
    check(r##"["#.##F","#C...","M...."]"##, r##"Grid(["#.##F", "#C...", "M...."])"##);
    check(r#"["M.C","..F"]"#, r#"Grid(["M.C", "..F"])"#);
}

#[test]
fn jumps_by_name() {
    let both = "Grid([\"M.C\", \"..F\"])\nmouse jump 2\ncat jump 1";
    check(r#"grid = ["M.C","..F"], catJump = 1, mouseJump = 2"#, both);
    check(r#"Input: grid = ["M.C","..F"], mouseJump = 2, catJump = 1"#, both);
    check("[\"M.C\",\"..F\"]\ncatJump=1 mouseJump=2\n", both);
    check(r#"["M.C","..F"] mouseJump = 2"#, "Grid([\"M.C\", \"..F\"])\nmouse jump 2");
}

#[test]
fn jumps_by_number() {
    let both = "Grid([\"M.C\", \"..F\"])\nmouse jump 2\ncat jump 1";
    check("[\"M.C\",\"..F\"]\n1\n2\n", both);
    check("[\"M.C\",\"..F\"], 1, 2", both);
    check("[\"M.C\",\"..F\"] 1 2", both);
}

#[test]
fn jumps_are_found_again() {
    let text = r#"["M.C","..F"], catJump = 1, mouseJump = 22"#;
    let document = read(text, Format::Leetcode).unwrap();
    assert_eq!(&text[document.span(SetupPlace::Setting(Setting::CatJump)).unwrap()], "1");
    assert_eq!(&text[document.span(SetupPlace::Setting(Setting::MouseJump)).unwrap()], "22");
    assert_eq!(&text[document.span(SetupPlace::Board).unwrap()], r#"["M.C","..F"]"#);
    assert_eq!(document.span(SetupPlace::Setting(Setting::Hole)), None);
}

#[test]
fn neighbours_are_found_again() {
    let text = "graph = [[1 , 2],\n[ [ 0,5] ], [] ] ";
    let document = read(text, Format::Leetcode).unwrap();
    assert_eq!(document.setup.board, BoardChoice::AdjacencyWithCosts(vec![vec![(1, 1), (2, 1)], vec![(0, 5)], vec![]]));
    for (place, expect) in [
        (SetupPlace::Board, Some("[[1 , 2],\n[ [ 0,5] ], [] ]")),
        (SetupPlace::Neighbours { vertex: 1 }, Some("[ [ 0,5] ]")),
        (SetupPlace::Neighbours { vertex: 2 }, Some("[]")),
        (SetupPlace::Neighbour { vertex: 0, entry: 1 }, Some("2")),
        (SetupPlace::Neighbour { vertex: 1, entry: 0 }, Some("[ 0,5]")),
        (SetupPlace::Neighbour { vertex: 2, entry: 0 }, None),
    ] {
        assert_eq!(document.span(place).map(|span| &text[span]), expect, "{place:?}");
    }
    // The largest numbers are read, and nothing larger.
    let largest = read("[[9223372036854775807],[-9223372036854775807]]", Format::Leetcode).unwrap();
    assert_eq!(largest.setup.board, BoardChoice::Adjacency(vec![vec![i64::MAX], vec![-i64::MAX]]));
    let larger = "⟨9223372036854775808⟩ this number is too large: expected a vertex number";
    check("[[9223372036854775808],[0]]", larger);
}

#[test]
fn no_board() {
    const WANTED: &str = r##"expected a board: [[1,2],[0],[0]] is a graph, ["#MC","..F"] a grid"##;
    check("graph = 5 \n", &format!("⟨5⟩ no board here: {WANTED}"));
    check("graph =", &format!("⟨⟩ no board here: {WANTED}"));
    check("\"#MC\",\"..F\"", &format!("⟨\"#MC\",\"..F\"⟩ no board here: {WANTED}"));
    check("[1, 2]", &format!("⟨[1, 2]⟩ this is neither a graph nor a grid: {WANTED}"));
    check("[]", "⟨[]⟩ the board has no vertices: a board needs at least one vertex");
    check("[\"\"]", "⟨[\"\"]⟩ the board has no vertices: a board needs at least one vertex");
}

#[test]
fn an_elided_entry() {
    check("[[1,3],,[3],[0,2]]", "⟨,⟩ nothing is before this comma: expected an entry before each comma");
    check("[[1,3],[3,]]", "⟨,⟩ nothing follows this comma: expected an entry, or no comma");
    check("[[1,3]\n[3]]", "⟨[⟩ a comma is missing before this: expected commas between entries");
    check("[[1 3],[3]]", "⟨3⟩ a comma is missing before this: expected commas between entries");
}

#[test]
fn brackets_do_not_match() {
    check("[[1,3],[3]", "⟨[⟩ this bracket is never closed: expected a closing `]`");
    assert_eq!(read("[[1,3],[3", Format::Leetcode).unwrap_err().problems[0].span, Some(7..8));
    check("[[1,3},[3]]", "⟨}⟩ `}` does not close the `[` before it: expected `]`");
    check("[{\"a\": 1, [3]]", "⟨]⟩ `]` does not close the `{` before it: expected `}`");
    check("[[1,3),[3]]", "⟨)⟩ `)` does not close the `[` before it: expected `]`");
    check("[\"M.C\", \"..F]\n1\n2", "⟨\"..F]⟩ this text is never closed: expected a closing `\"`");
    check("[[1],[0]]]", "⟨]⟩ this bracket was never opened: the board has ended before it");
}

#[test]
fn nested_too_deep() {
    let text = "[".repeat(100_000);
    check(&text, "⟨[⟩ the nesting is too deep: at most 16 levels");
    assert_eq!(read(&text, Format::Leetcode).unwrap_err().problems[0].span, Some(16..17));
    check("[[[1, [0]]]", "⟨[⟩ this bracket is never closed: expected a closing `]`");
}

#[test]
fn not_a_vertex_number() {
    check(
        "[[1.5],[\"0\"],[null],[true],[{}],[0]]",
        "
        ⟨1.5⟩ this is not a whole number: expected a vertex number
        ⟨\"0\"⟩ a text is not allowed here: expected a vertex number
        ⟨null⟩ `null` is not allowed here: expected a vertex number
        ⟨true⟩ `true` is not allowed here: expected a vertex number
        ⟨{}⟩ an object is not allowed here: expected a vertex number",
    );
    check("[[1e3],[0]]", "⟨1e3⟩ this is not a whole number: expected a vertex number");
    check(
        "[[99999999999999999999],[-99999999999999999999]]",
        "
        ⟨99999999999999999999⟩ this number is too large: expected a vertex number
        ⟨-99999999999999999999⟩ this number is too small: expected a vertex number",
    );
    check(
        "[[-1],[7]]",
        "⟨-1⟩ vertex -1 does not exist: vertices are 0 to 1\n⟨7⟩ vertex 7 does not exist: vertices are 0 to 1",
    );
    check("[[a,b],[0]]", "⟨a⟩ `a` is not allowed here: expected a number, a list, or a text in double quotes");
    check("[[0x1],[0]]", "⟨0x1⟩ `0x1` is not a number: expected a number in plain digits, such as 12");
    check("[[+1],[0]]", "⟨+1⟩ `+1` is not a number: expected a number in plain digits, such as 12");
    check("[[1,-],[0]]", "⟨-⟩ `-` is not a number: expected a number in plain digits, such as 12");
    check("[[1,012],[0]]", "⟨012⟩ this number has a leading zero: expected a number in plain digits, such as 12");
}

#[test]
fn mixed_lists() {
    check(
        "[[1], \"M.C\", 5, [0]]",
        "
        ⟨\"M.C\"⟩ a text is not allowed here: expected a list of neighbours, such as [1, 2]
        ⟨5⟩ a number is not allowed here: expected a list of neighbours, such as [1, 2]",
    );
    check(
        "[\"M.C\", [1], 5]",
        "
        ⟨[1]⟩ a list is not allowed here: expected a row of the grid in quotes, such as \"#M.C\"
        ⟨5⟩ a number is not allowed here: expected a row of the grid in quotes, such as \"#M.C\"",
    );
}

#[test]
fn costs() {
    const PAIR: &str = "expected a vertex number, or a pair of vertex and cost, such as [1, 3]";
    check("[[[1,3],[2,50]],[[0,3]],[[0,50]]]", "AdjacencyWithCosts([[(1, 3), (2, 50)], [(0, 3)], [(0, 50)]])");
    check("[[],[[2,1]],[[1,1]]]", "AdjacencyWithCosts([[], [(2, 1)], [(1, 1)]])");
    // If some moves have a cost, the others cost 1. Two costs are two moves.
    check("[[1,[1,3]],[[0,3],0],[2]]", "AdjacencyWithCosts([[(1, 1), (1, 3)], [(0, 3), (0, 1)], [(2, 1)]])");
    check(
        "[[[1,3]],[[0,3],[],[0],[0,1,2],[true,1.5]]]",
        &format!(
            "
            ⟨[]⟩ a list is not allowed here: {PAIR}
            ⟨[0]⟩ a list is not allowed here: {PAIR}
            ⟨[0,1,2]⟩ a list is not allowed here: {PAIR}
            ⟨true⟩ `true` is not allowed here: expected a vertex number
            ⟨1.5⟩ this is not a whole number: expected a cost, such as 3"
        ),
    );
    check(
        "[[[1,0],[9,-2]],[[0,99999999999]]]",
        "
        ⟨[1,0]⟩ a cost of 0 is out of range: a cost is a whole number, 1 to 1000000000
        ⟨[9,-2]⟩ a cost of -2 is out of range: a cost is a whole number, 1 to 1000000000
        ⟨[9,-2]⟩ vertex 9 does not exist: vertices are 0 to 1
        ⟨[0,99999999999]⟩ a cost of 99999999999 is out of range: a cost is a whole number, 1 to 1000000000",
    );
    check(
        "[[[1,3],[2,1]],[[0,4]],[[0,1]]]",
        "⟨[1,3]⟩ the move 0→1 costs 3, but the move back has another cost: give the move 1→0 the same cost; `directed \
         = true` lets moves lead one way",
    );
}

#[test]
fn wrong_notation() {
    check("[['M.C']]", "⟨'⟩ single quotes are not allowed here: expected double quotes");
    check("[[1], // one\n[0]]", "⟨// one⟩ a comment is not allowed here: LeetCode's notation has no comments");
    check(r#"["M.\qC"]"#, "⟨\\q⟩ this text has a wrong escape: expected a text without backslashes");
}

#[test]
fn a_missing_way_back() {
    check(
        "[[1],[0],[1]]",
        "⟨1⟩ the move 2→1 is listed, but not the move back: list 2 among the neighbours of 1; `directed = true` lets \
         moves lead one way",
    );
}

#[test]
fn cells_are_found_between_quotes() {
    check(
        r#"["M.C", "..X"]"#,
        "⟨X⟩ `X` is not a cell of a grid: a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap",
    );
    check(
        r#"["M.C", ""]"#,
        "⟨\"\"⟩ row 1 has width 0, but row 0 has width 3: give all rows the same width; `#` is a wall",
    );
    check(
        r#"["M.C", "."]"#,
        "⟨.⟩ row 1 has width 1, but row 0 has width 3: give all rows the same width; `#` is a wall",
    );
    // An escape may encode any character, so the problem covers the whole row.
    check(
        r#"["M.C", "..\u0058"]"#,
        "⟨\"..\\u0058\"⟩ `X` is not a cell of a grid: a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap",
    );
}

#[test]
fn something_follows_the_board() {
    const WANTED: &str = "expected catJump = 1, mouseJump = 2, or nothing";
    check(
        "graph = [[1],[0]]\nsolution: 0 \nmore",
        "⟨solution: 0⟩ `solution: 0` follows the board: expected nothing after a graph; only a grid can be followed by \
         jumps",
    );
    check(
        "[[1],[0]], catJump = 1",
        "⟨, catJump = 1⟩ `, catJump = 1` follows the board: expected nothing after a graph; only a grid can be \
         followed by jumps",
    );
    check(
        "[\"MCF\"], catJump = 1\nsolution: true",
        &format!("⟨solution: true⟩ `solution: true` follows the board: {WANTED}"),
    );
    check("[\"MCF\"], 1, 2, 3", &format!("⟨3⟩ `3` follows the board: {WANTED}"));
    check(
        "[\"MCF\"], catJump = 1, mouseJump = 2, catJump = 3",
        &format!("⟨catJump = 3⟩ `catJump = 3` follows the board: {WANTED}"),
    );
}

#[test]
fn wrong_jumps() {
    const WANTED: &str = "expected catJump = 1, mouseJump = 2, or nothing";
    check(
        "[\"MCF\"], catJump",
        "⟨catJump⟩ `catJump` follows the board: expected catJump = 1, mouseJump = 2, or nothing",
    );
    check("[\"MCF\"], catJump =", "⟨catJump⟩ `catJump` has no value: expected a number of cells, such as catJump = 1");
    check("[\"MCF\"], catJump = 1,", &format!("⟨,⟩ nothing follows this comma: {WANTED}"));
    check("[\"MCF\"] = 1", &format!("⟨=⟩ `=` is not allowed here: {WANTED}"));
    check("[\"MCF\"] dogJump = 1", &format!("⟨dogJump = 1⟩ `dogJump = 1` is not allowed here: {WANTED}"));
    check("[\"MCF\"] catJump = 1, catJump = 2", "⟨catJump = 2⟩ `catJump` is given twice: give it once");
    check("[\"MCF\"] catJump = 1, 2", &format!("⟨2⟩ `2` is not allowed here: {WANTED}"));
    check(
        "[\"MCF\"] 1",
        "⟨1⟩ one number follows the grid: expected two, first the cat's jump and then the mouse's, or names: catJump \
         = 1, mouseJump = 2",
    );
    check("[\"MCF\"] 1.5 2", "⟨1.5⟩ this is not a whole number: expected a number of cells");
    check(
        "[\"MCF\"] 1 99999999999999999999",
        "⟨99999999999999999999⟩ this number is too large: expected a number of cells",
    );
    check(
        "[\"MCF\"] 1 -99999999999999999999",
        "⟨-99999999999999999999⟩ this number is too small: expected a number of cells",
    );
    check("[\"MCF\"] 1 -2", "⟨-2⟩ a jump of -2 cells is out of range: a jump is 0 to 4294967295 cells");
}

#[test]
fn long_lists_of_problems_are_cut_short() {
    let text = format!("[{}[0]]", "[x],".repeat(200).replace('x', "1.5"));
    let problems = read(&text, Format::Leetcode).unwrap_err().problems;
    assert_eq!(problems.len(), 101);
    assert_eq!(problems[100].message, "100 more problems");
    assert_eq!(problems[100].wanted, "only the first 100 are listed");

    let text = format!("[{}[0]]", "[999],".repeat(101));
    let document = read(&text, Format::Leetcode).unwrap();
    let problems = document.problems(&document.setup.plan().unwrap_err());
    assert_eq!(problems.last().unwrap().message, "1 more problem");
}

#[test]
fn the_error_is_a_sentence() {
    let error = read("[[1.5],[true]]", Format::Leetcode).unwrap_err();
    let mut text = String::new();
    write!(text, "{error}").unwrap();
    assert_eq!(
        text,
        "this is not a whole number: expected a vertex number; `true` is not allowed here: expected a vertex number"
    );
}

/// The report of a failed test is read, whatever stands around the board, and says what is expected.
#[test]
fn a_report_of_a_failed_test_is_read() {
    use catmouse_formats::{Records, recognise};
    use catmouse_model::Outcome;

    let graph = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
    let grid = "[\"####F\",\"#C...\",\"M....\"]";
    let heads = ["", "Wrong Answer\nRuntime: 0 ms\nCase 1\n", "Wrong Answer\n12 / 92 testcases passed\n\n"];
    for head in heads {
        for (report, outcome) in [
            (format!("{head}Input\ngraph =\n{graph}\n\nOutput\n1\nExpected\n0\n"), Outcome::Draw),
            (format!("{head}Input\n{graph}\nUse Testcase\nOutput\n1\nExpected\n2\n"), Outcome::Cat),
            (format!("{head}Input:\n{graph}\nOutput:\n1\nExpected:\n1"), Outcome::Mouse),
            (format!("{head}Input: graph = {graph}\nOutput: 1\nExpected: 0"), Outcome::Draw),
            (
                format!(
                    "{head}Input\ngrid =\n{grid}\ncatJump =\n1\nmouseJump =\n2\nStdout\nx = 3\n\nOutput\nfalse\nExpected\ntrue"
                ),
                Outcome::Mouse,
            ),
            (format!("{head}Input\r\n{grid}\r\n1\r\n2\r\nOutput\r\ntrue\r\nExpected\r\nfalse"), Outcome::Cat),
        ] {
            if !head.is_empty() && report.contains("Input: ") {
                continue; // LeetCode prints a head above a line with `Input` alone
            }
            assert_eq!(recognise(&report), Ok(Format::Leetcode), "{report}");
            let mut records = Records::new(report.as_bytes(), catmouse_formats::ReadOptions::default()).expect("text");
            let record = records.next().expect("a record").expect("text");
            let document = record.read().unwrap_or_else(|error| panic!("{report}\n{error:?}"));
            assert_eq!(document.expect.and_then(|expect| expect.outcome), Some(outcome), "{report}");
            let jumps = (document.setup.rules.cat_jump, document.setup.rules.mouse_jump);
            assert_eq!(jumps, if report.contains("###F") { (Some(1), Some(2)) } else { (None, None) }, "{report}");
            assert!(records.next().is_none(), "{report}");
        }
    }
    // Without a board below `Input` it is no report.
    for other in ["Input\nsomething else\n", "Wrong Answer\n1 2\n2 3\n", "Wrong Answer\nInput\n"] {
        assert_ne!(recognise(other), Ok(Format::Leetcode), "{other}");
    }
}
