//! Files that are damaged, or that would be read as another graph than their writer meant: each is refused at its place. They were found by
//! holding what is read against networkx.

use catmouse_formats::{Format, FormatChoice, ReadOptions, Records, recognise};

#[track_caller]
fn check(format: Format, text: &str, expect: &str) {
    super::check_board(format, text, expect);
}

/// What the records of a source are: `read`, or what is wrong with them.
fn records(source: &str, options: impl Into<ReadOptions>) -> Vec<String> {
    let records = Records::new(source.as_bytes(), options).expect("bytes at hand do not fail");
    let told = records.map(|record| match record.expect("bytes at hand do not fail").read() {
        Ok(document) => format!("{:?}", document.setup.board),
        Err(error) => error.problems[0].message.clone(),
    });
    told.collect()
}

const BLANKS: &str = "labels with blanks need a format that keeps them whole: GML, GraphML or node-link";

#[test]
fn networkx_writes_a_line_for_each_vertex() {
    let header = "#x.py\n# GMT Sun Nov 22 08:54:12 2026\n#\n";
    let check = |lists: &str, expect: &str| check(Format::Adjlist, &format!("{header}{lists}"), expect);
    check("a b c\nb\nc\n", "Edges { vertices: 3, edges: [(0, 1), (0, 2)] }\nnames [\"a\", \"b\", \"c\"]");
    check(
        "New York Los Angeles\nLos Angeles San José\nSan José\n",
        &format!("⟨York⟩ `York` has no line of its own, and networkx writes one for each vertex: {BLANKS}"),
    );
    // `a b`, `a_b` and `c` in a row.
    check(
        "a b a_b\na_b c\nc\n",
        &format!("⟨b⟩ `b` has no line of its own, and networkx writes one for each vertex: {BLANKS}"),
    );
    // `a b` and `a`.
    check("a b a\na\n", &format!("⟨a⟩ `a` has a second line, and networkx writes one for each vertex: {BLANKS}"));
    // The last line is missing.
    check("0 1\n", &format!("⟨1⟩ `1` has no line of its own, and networkx writes one for each vertex: {BLANKS}"));
}

#[test]
fn lists_that_somebody_has_typed_may_leave_lines_out() {
    let remark = |text: &str| catmouse_formats::read(text, Format::Adjlist).expect("a graph").numbering;
    assert_eq!(remark("a b c\nb\nc\n"), None);
    let expect = "`b` stand in the lines of others alone; labels with blanks would look so, too";
    assert_eq!(remark("a b\n").as_deref(), Some(expect));
    let expect = "`b` and 2 others stand in the lines of others alone; labels with blanks would look so, too";
    assert_eq!(remark("a b c d\n").as_deref(), Some(expect));
}

#[test]
fn control_characters_are_no_blanks() {
    for format in [Format::Adjlist, Format::Edges, Format::NxEdges, Format::Csv, Format::Hog, Format::Matrix] {
        let expect = "⟨\u{1f}⟩ the control character U+001F stands here: expected letters, blanks and ends of lines";
        check(format, "0 1\u{1f}2", expect);
    }
    let wanted = "expected an escape, such as \\t";
    check(
        Format::NodeLink,
        "{\"nodes\": [{\"id\": \"a\"}], \"edges\": [{\"source\": \"a\", \"target\": \"a\", \"we\u{5}ght\": 3}]}",
        &format!("⟨\u{5}⟩ the control character U+0005 stands in this text: {wanted}"),
    );
}

#[test]
fn comments_of_csv_are_no_rows() {
    let message = "this may be a comment, or a row whose first field begins with `#`";
    let wanted = "a blank behind `#` makes it a comment, quotes around the field a row";
    check(Format::Csv, "source,target\n#a,b\nb,c\n", &format!("⟨#a,b⟩ {message}: {wanted}"));
    check(Format::Csv, "#a,b\nb,c\n", &format!("⟨#a,b⟩ {message}: {wanted}"));
    let board = "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"b\", \"c\"]";
    check(Format::Csv, "# made by us, today\nsource,target\n# a, b\nb,c\n", board);
    check(Format::Csv, "#source,target\nb,c\n", board);
    check(Format::Csv, "source,target\n#end\nb,c\n", board);
}

#[test]
fn data_of_networkx_are_values_of_python() {
    let wanted = "expected a number, True, False, None, or a text in quotes";
    check(Format::NxEdges, "0 1 {'weighe':Q2}", &format!("⟨Q2⟩ `Q2` is no value of Python's: {wanted}"));
    check(Format::NxEdges, "0 1 {weight: 2}", &format!("⟨weight⟩ `weight` is no value of Python's: {wanted}"));
    let costs = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 2)] }";
    check(Format::NxEdges, "0 1 {'weight': 2, 'x': -1.5e3, 'y': nan, 'z': None, 'b': (True, 'q')}", costs);
}

#[test]
fn keys_of_gml_are_letters_and_digits() {
    let nodes = "graph [ node [ id 0 ] node [ id 1 ]";
    check(
        Format::Gml,
        &format!("{nodes} edg- [ source 0 target 1 ] ]"),
        "⟨edg-⟩ `edg-` does not fit here: expected a key, such as node, or `]`",
    );
    check(Format::Gml, &format!("{nodes} edge [ source 0 target 1 ] ]"), "Edges { vertices: 2, edges: [(0, 1)] }");
}

#[test]
fn data_of_graphml_have_keys() {
    let text = |key: &str| {
        format!(
            "<graphml>{key}<graph><node id='0'/><node id='1'/><edge source='0' target='1'><data key='d'>3</data></edge></graph></graphml>"
        )
    };
    let costs = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3)] }";
    check(Format::Graphml, &text("<key id='d' for='edge' attr.name='weight'/>"), costs);
    let expect = "⟨d⟩ no key with a name has the id `d`: expected <key> with this id and attr.name";
    check(Format::Graphml, &text("<key id='d' for='edge' attr-name='weight'/>"), expect);
    check(Format::Graphml, &text(""), expect);
    let plain = "Edges { vertices: 2, edges: [(0, 1)] }";
    check(Format::Graphml, &text("<key id='d' for='edge' yfiles.type='edgegraphics'/>"), plain);
}

#[test]
fn vertices_may_be_called_as_the_words_of_graphviz() {
    let edges = "graph node {}\nnode edge {}\nedge label {}\n";
    assert_eq!(recognise(edges), Ok(Format::NxEdges));
    assert_eq!(recognise("graph node {}\ngraph edge {}\n"), Ok(Format::Dot));
    assert_eq!(recognise("graph node { a -- b }\n"), Ok(Format::Dot));
}

#[test]
fn blank_lines_part_no_edges_of_networkx() {
    let edges = "0 1 {}\n\n1 2 {}\n";
    let expect = ["Edges { vertices: 3, edges: [(0, 1), (1, 2)] }"];
    let named = ReadOptions { format: FormatChoice::Named(Format::Edges), ..ReadOptions::default() };
    assert_eq!(records(edges, named), expect);
    assert_eq!(records(edges, ReadOptions::default()), expect);
    assert_eq!(records(edges, Format::NxEdges), expect);
    assert_eq!(records("0 1\n\n0 1\n", named).len(), 2);
}

#[test]
fn a_broken_object_is_one_error() {
    let good = "{\"nodes\": [{\"id\": 0}], \"edges\": []}";
    let board = "Edges { vertices: 1, edges: [] }";
    // Two slips that cancel each other end the object too early: what stands behind it says nothing more.
    let early = "{\"nodes\": [{\"id\": 0]}, {\"id\": 1}], \"edges\": []}";
    let broken = "{\"graph\": {}, \"nodesid\": 0}, {\"id\": 1}], \"edges\": []}";
    let records = |source: &str| records(source, Format::NodeLink);
    assert_eq!(records(broken), ["this object has no nodes"]);
    assert_eq!(records(&format!("{broken}\n{good}\n")), ["this object has no nodes", board]);
    assert_eq!(records(&format!("{good}\n{broken}\n{good}")), [board, "this object has no nodes", board]);
    assert_eq!(records(early).len(), 1);
    // Behind a good one it does.
    assert_eq!(records(&format!("{good} nonsense\n{good}")), [board, "no object stands here", board]);
    assert_eq!(records(&format!("{good}{good}\n\n  {good}")), [board, board, board]);
}

#[test]
fn edges_both_ways_and_one_way_are_remarked_on() {
    let remark = |text: &str, format: Format| {
        catmouse_formats::read(text, format).expect("a graph").numbering.unwrap_or_default()
    };
    let half = "2 of 3 edges stand in the text both ways and the others one way, and all are taken for two-way: `--directed` makes them one-way moves";
    let of_digraph = "0 1\n1 0\n1 2\n2 1\n2 0\n";
    assert!(remark(of_digraph, Format::Edges).ends_with(half), "{}", remark(of_digraph, Format::Edges));
    assert!(remark(&of_digraph.replace('\n', " {}\n"), Format::NxEdges).ends_with(half));
    assert!(remark(&of_digraph.replace(' ', ","), Format::Csv).ends_with(half));
    // Each edge both ways is an undirected graph in another hand, once each is the usual one, and one that is there twice is a slip.
    assert_eq!(
        remark("0 1\n1 0\n1 2\n2 1\n", Format::Edges),
        "2 edges stand in the text already, and are no further moves"
    );
    assert_eq!(remark("0 1\n1 2\n0 1\n", Format::Edges), "an edge stands in the text twice, and is one move");
    assert_eq!(remark("directed\n0 1\n1 0\n1 2\n", Format::Edges), "");
    // What says that it is undirected is.
    let said = "source,target,type\n0,1,undirected\n1,0,undirected\n1,2,undirected\n";
    assert_eq!(remark(said, Format::Csv), "an edge stands in the text twice, and is one move");
    assert_eq!(
        remark("graph { 0 -- 1; 1 -- 0; 1 -- 2 }", Format::Dot),
        "an edge stands in the text twice, and is one move"
    );
}

#[test]
fn tuples_and_words_of_python_are_named() {
    use catmouse_formats::{Foreign, Unrecognised, is_board};
    for text in ["((1,3),(0,),(3,),(0,2))", "([\"M.C\"], 1, 2)", "[('a', 'b')]"] {
        assert_eq!(recognise(text), Err(Unrecognised::Foreign(Foreign::Python)), "{text}");
        assert!(is_board(text), "{text}");
    }
    check(Format::Leetcode, "['#CM']", "⟨'⟩ single quotes do not fit here: expected double quotes");
    let wanted = "expected a number, a list, or a text in double quotes";
    check(Format::Leetcode, "[[True, False]]", &format!("⟨True⟩ `True` does not fit here: {wanted}"));
    assert_eq!(recognise("[None]"), Ok(Format::Leetcode));
}

#[test]
fn grids_have_jumps_of_their_own() {
    let jumps = |source: &str| -> Vec<(u64, u64, Option<i64>, Option<i64>)> {
        let records = Records::new(source.as_bytes(), ReadOptions::default()).expect("bytes at hand do not fail");
        let jumps = records.map(|record| {
            let record = record.expect("bytes at hand do not fail");
            let rules = record.read().expect("a grid").setup.rules;
            (record.number(), record.line(), rules.cat_jump, rules.mouse_jump)
        });
        jumps.collect()
    };
    let expect = [(1, 1, Some(1), Some(4)), (2, 4, Some(1), Some(3))];
    assert_eq!(jumps("[\"M.C...F\"]\n1\n4\n[\"M.C...F\"]\n1\n3\n"), expect);
    assert_eq!(jumps("[\"M.C...F\"]\ncatJump = 1\nmouseJump = 4\n[\"M.C...F\"]\n1\n3"), expect);
    let expect = [(1, 2, Some(1), Some(4)), (2, 7, Some(1), Some(3))];
    assert_eq!(jumps("\nInput: [\"M.C...F\"]\n1\n4\nOutput: true\n\n[\"M.C...F\"]\n1\n3\nOutput: false\n"), expect);
    let named = "grid = [\"M.C...F\"], catJump = 1, mouseJump = ";
    assert_eq!(jumps(&format!("{named}4\n{named}3\n")), [(1, 1, Some(1), Some(4)), (2, 2, Some(1), Some(3))]);
    assert_eq!(jumps("[\"M.C...F\"]\n1\n4\n"), [(1, 1, Some(1), Some(4))]);
    // A wrong one is reported at its place and hides no other.
    let bad = "[\"M.C...F\"]\n1\n\nx\n[\"M.C...F\"]\n1\n3\n";
    let found = records(bad, ReadOptions::default());
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "`x` follows the board");
}
