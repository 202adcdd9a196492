//! Tests with files that are damaged, or that would be read as another graph than their writer
//! intended: each is refused at its place. The cases were found by comparing what is read with
//! networkx.

use catmouse_formats::{Format, FormatChoice, ReadOptions, Records, recognise};

#[track_caller]
fn check(format: Format, text: &str, expect: &str) {
    super::check_board(format, text, expect);
}

/// The records of a source: `read`, or the problems.
fn records(source: &str, options: impl Into<ReadOptions>) -> Vec<String> {
    let records = Records::new(source.as_bytes(), options).expect("bytes at hand do not fail");
    let results = records.map(|record| match record.expect("bytes at hand do not fail").read() {
        Ok(document) => format!("{:?}", document.setup.board),
        Err(error) => error.problems[0].message.clone(),
    });
    results.collect()
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
    // The vertices `a b`, `a_b` and `c` in a row.
    check(
        "a b a_b\na_b c\nc\n",
        &format!("⟨b⟩ `b` has no line of its own, and networkx writes one for each vertex: {BLANKS}"),
    );
    // The vertices `a b` and `a`.
    check("a b a\na\n", &format!("⟨a⟩ `a` has a second line, and networkx writes one for each vertex: {BLANKS}"));
    // The last line is missing.
    check("0 1\n", &format!("⟨1⟩ `1` has no line of its own, and networkx writes one for each vertex: {BLANKS}"));
}

#[test]
fn lists_that_somebody_has_typed_may_leave_lines_out() {
    let remark =
        |text: &str| catmouse_formats::read(text, Format::Adjlist).expect("a graph").remark.map(|remark| remark.text);
    assert_eq!(remark("a b c\nb\nc\n"), None);
    let expect = "`b` has no line of its own; if labels have blanks, use another format";
    assert_eq!(remark("a b\n").as_deref(), Some(expect));
    let expect = "`b` and 2 others have no lines of their own; if labels have blanks, use another format";
    assert_eq!(remark("a b c d\n").as_deref(), Some(expect));
}

#[test]
fn control_characters_are_no_blanks() {
    for format in [Format::Adjlist, Format::Edges, Format::NxEdges, Format::Csv, Format::Hog, Format::Matrix] {
        let expect =
            "⟨\u{1f}⟩ the control character U+001F is not allowed here: expected letters, blanks and ends of lines";
        check(format, "0 1\u{1f}2", expect);
    }
    let wanted = "expected an escape, such as \\t";
    check(
        Format::NodeLink,
        "{\"nodes\": [{\"id\": \"a\"}], \"edges\": [{\"source\": \"a\", \"target\": \"a\", \"we\u{5}ght\": 3}]}",
        &format!("⟨\u{5}⟩ the control character U+0005 is not allowed in a text: {wanted}"),
    );
}

#[test]
fn comments_of_csv_are_no_rows() {
    let message = "this may be a comment, or a row whose first field begins with `#`";
    let wanted = "write a blank after `#` for a comment, or quotes around the field for a row";
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
    let whole = "labels with blanks need a format that keeps them whole: GML, GraphML or node-link";
    check(Format::NxEdges, "(0, 0) (1, 0) {}", &format!("⟨(0,⟩ `(0,` is a piece of a label: {whole}"));
    check(Format::NxEdges, "0 1 {'weighe':Q2}", &format!("⟨Q2⟩ `Q2` is not a Python value: {wanted}"));
    check(Format::NxEdges, "0 1 {weight: 2}", &format!("⟨weight⟩ `weight` is not a Python value: {wanted}"));
    let costs = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 2)] }";
    check(Format::NxEdges, "0 1 {'weight': 2, 'x': -1.5e3, 'y': nan, 'z': None, 'b': (True, 'q')}", costs);
}

#[test]
fn keys_of_gml_are_letters_and_digits() {
    let nodes = "graph [ node [ id 0 ] node [ id 1 ]";
    check(
        Format::Gml,
        &format!("{nodes} edg- [ source 0 target 1 ] ]"),
        "⟨edg-⟩ `edg-` is not allowed here: expected a key, such as node, or `]`",
    );
    check(Format::Gml, &format!("{nodes} edge [ source 0 target 1 ] ]"), "Edges { vertices: 2, edges: [(0, 1)] }");
}

#[test]
fn data_of_graphml_have_keys() {
    let text = |key: &str| {
        format!(
            "<graphml>{key}<graph><node id='0'/><node id='1'/><edge source='0' target='1'><data \
             key='d'>3</data></edge></graph></graphml>"
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
    // Two slips that cancel each other end the object too early. The text after it is not reported.
    let early = "{\"nodes\": [{\"id\": 0]}, {\"id\": 1}], \"edges\": []}";
    let broken = "{\"graph\": {}, \"nodesid\": 0}, {\"id\": 1}], \"edges\": []}";
    let records = |source: &str| records(source, Format::NodeLink);
    assert_eq!(records(broken), ["this object has no nodes"]);
    assert_eq!(records(&format!("{broken}\n{good}\n")), ["this object has no nodes", board]);
    assert_eq!(records(&format!("{good}\n{broken}\n{good}")), [board, "this object has no nodes", board]);
    assert_eq!(records(early).len(), 1);
    // After a correct object, it is reported.
    assert_eq!(records(&format!("{good} nonsense\n{good}")), [board, "an object is missing here", board]);
    assert_eq!(records(&format!("{good}{good}\n\n  {good}")), [board, board, board]);
}

#[test]
fn edges_both_ways_and_one_way_are_remarked_on() {
    let remark = |text: &str, format: Format| {
        catmouse_formats::read(text, format).expect("a graph").remark.unwrap_or_default().text
    };
    let half = "2 of 3 edges are in the text in both directions, and all are read as two-way";
    let of_digraph = "0 1\n1 0\n1 2\n2 1\n2 0\n";
    assert!(remark(of_digraph, Format::Edges).ends_with(half), "{}", remark(of_digraph, Format::Edges));
    let document = catmouse_formats::read(of_digraph, Format::Edges).expect("a graph");
    let remedies = document.remark.expect("there is one").remedies;
    assert_eq!(remedies.iter().map(ToString::to_string).collect::<Vec<_>>(), ["`directed = true`"]);
    assert!(remark(&of_digraph.replace('\n', " {}\n"), Format::NxEdges).ends_with(half));
    assert!(remark(&of_digraph.replace(' ', ","), Format::Csv).ends_with(half));
    // Each edge in both directions is an undirected graph in another notation. Each edge once is
    // the usual notation. An edge that is repeated once is a slip.
    assert_eq!(remark("0 1\n1 0\n1 2\n2 1\n", Format::Edges), "2 edges repeat earlier ones, and do not count again");
    assert_eq!(remark("0 1\n1 2\n0 1\n", Format::Edges), "an edge is in the text twice, and counts once");
    assert_eq!(remark("directed\n0 1\n1 0\n1 2\n", Format::Edges), "");
    // A text that declares itself undirected is undirected.
    let undirected = "source,target,type\n0,1,undirected\n1,0,undirected\n1,2,undirected\n";
    assert_eq!(remark(undirected, Format::Csv), "an edge is in the text twice, and counts once");
    assert_eq!(
        remark("graph { 0 -- 1; 1 -- 0; 1 -- 2 }", Format::Dot),
        "an edge is in the text twice, and counts once"
    );
}

#[test]
fn tuples_and_words_of_python_are_named() {
    use catmouse_formats::{Foreign, Unrecognised, is_board};
    for text in ["((1,3),(0,),(3,),(0,2))", "([\"M.C\"], 1, 2)", "[('a', 'b')]"] {
        assert_eq!(recognise(text), Err(Unrecognised::Foreign(Foreign::Python)), "{text}");
        assert!(is_board(text), "{text}");
    }
    check(Format::Leetcode, "['#CM']", "⟨'⟩ single quotes are not allowed here: expected double quotes");
    let wanted = "expected a number, a list, or a text in double quotes";
    check(Format::Leetcode, "[[True, False]]", &format!("⟨True⟩ `True` is not allowed here: {wanted}"));
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
    // A record with an error is reported at its place and hides no other record.
    let bad = "[\"M.C...F\"]\n1\n\nx\n[\"M.C...F\"]\n1\n3\n";
    let found = records(bad, ReadOptions::default());
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "`x` follows the board");
}

#[test]
fn gml_says_each_thing_once() {
    let check = |list: &str, expect: &str| check(Format::Gml, &format!("graph [ {list} ]"), expect);
    let edge = "Edges { vertices: 2, edges: [(0, 1)] }";
    let nodes = "node [ id 0 ] node [ id 1 ]";
    check(&format!("{nodes} edge [ source 0 target 1 ]"), edge);
    // networkx takes two values for a list. A list is no id, and as a flag it means yes.
    check("node [ id 0 id 1 ]", "⟨id⟩ this is a second `id`: expected only one");
    check("node [ id 0 label \"a\" label \"b\" ]", "⟨label⟩ this is a second `label`: expected only one");
    let second = "⟨source⟩ this is a second `source`: expected only one";
    check(&format!("{nodes} edge [ source 0 source 1 target 1 ]"), second);
    let second = "⟨weight⟩ this is a second `weight`: expected only one";
    check(&format!("{nodes} edge [ source 0 target 1 weight 2 weight 3 ]"), second);
    check("directed 0 directed 1", "⟨directed⟩ this is a second `directed`: expected only one");
    // Ids are numbers, in any notation.
    check("node [ id 1 ] node [ id 01 ]", "⟨01⟩ a second node has the id `01`: each node needs an id of its own");
    check("node [ id 0 ] node [ id 01 ] edge [ source 00 target 1 ]", edge);
}

#[test]
fn labels_of_gml_name_all_nodes_or_none() {
    let check = |list: &str, expect: &str| check(Format::Gml, &format!("graph [ {list} ]"), expect);
    check(
        "node [ id 0 label \"a\" ] node [ id 1 lbel \"b\" ]",
        "⟨[⟩ this node has no label, and others have: expected a label for each node, or for none",
    );
    // Ids are the identity of nodes, and a label may be shared.
    check("node [ id 0 label \"a\" ] node [ id 1 label \"a\" ]", "Edges { vertices: 2, edges: [] }");
    check("node [ id 0 label \"\" ] node [ id 1 label \"\" ]", "Edges { vertices: 2, edges: [] }");
    check("node [ id 0 label \"a\" ] node [ id 1 label \"\" ]", "Edges { vertices: 2, edges: [] }");
}

#[test]
fn values_of_gml_are_numbers_texts_and_lists() {
    let check = |list: &str, expect: &str| check(Format::Gml, &format!("graph [ node [ id 0 ] {list} ]"), expect);
    let one = "Edges { vertices: 1, edges: [] }";
    check("x 1 y -1.5E+3 z \"a b\" z [ b [ c +2. ] d \"\" ] n NAN i -Inf", one);
    check("x y", "⟨y⟩ `y` is not allowed here: expected a number, a text in quotes, or `[`");
    check("x [ b c ]", "⟨c⟩ `c` is not allowed here: expected a number, a text in quotes, or `[`");
    check("x [ 1 2 ]", "⟨1⟩ `1` is not allowed here: expected a key, such as node, or `]`");
    check("_x 1", "⟨_x⟩ `_x` is not allowed here: expected a key, such as node, or `]`");
    // A quote is missing, and the next one ends the text where the next text should begin.
    check(
        "x \"open y \"text\"",
        "⟨text\"⟩ `text\"` stands right behind a text: expected a blank after the closing `\"`",
    );
}

#[test]
fn costs_of_graphml_are_those_that_edges_have() {
    let text = |keys: &str, data: &str| {
        format!(
            "<graphml xmlns='http://graphml.graphdrawing.org/xmlns' xmlns:y='http://x.org'>{keys}<graph><node \
             id='0'/><node id='1'/><edge source='0' target='1'>{data}</edge></graph></graphml>"
        )
    };
    let check = |keys: &str, data: &str, expect: &str| check(Format::Graphml, &text(keys, data), expect);
    let costs = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3)] }";
    let weight = |kind: &str| format!("<key id='d' for='{kind}' attr.name='weight' attr.type='long'/>");
    for kind in ["edge", "node", "egde"] {
        check(&weight(kind), "<data key='d'>3</data>", costs);
    }
    // networkx has one key for nodes and one for edges if both have weights.
    let both = format!("{}<key id='e' for='edge' attr.name='weight'/>", weight("node"));
    check(&both, "<data key='e'>3</data>", costs);
    check(
        &both.replace("id='e'", "id='d'"),
        "<data key='d'>3</data>",
        "⟨d⟩ a second key has the id `d`: give each key its own id",
    );
    let default = "<key id='d' for='node' attr.name='weight'><default>3</default></key>";
    check(default, "", "Edges { vertices: 2, edges: [(0, 1)] }");
    check(&default.replace("node", "edge"), "", costs);
    check(
        &weight("edge").replace("long", "lon}"),
        "<data key='d'>3</data>",
        "⟨lon}⟩ `lon}` is not a type of data: expected boolean, int, long, float, double or string",
    );
    // Another program joins the digits.
    check(
        &weight("edge"),
        "<data key='d'>1<!-- -->2</data>",
        "⟨<!-- -->⟩ this is not a number: expected a cost, such as 3",
    );
    // Elements in another namespace belong to another program.
    check("", "<y:data key='d'>4</y:data>", "Edges { vertices: 2, edges: [(0, 1)] }");
    check("<y:graph/>", "", "Edges { vertices: 2, edges: [(0, 1)] }");
}

#[test]
fn graphml_is_in_its_namespace_and_in_utf_8() {
    let text =
        |before: &str, namespace: &str| format!("{before}<graphml{namespace}><graph><node id='ä'/></graph></graphml>");
    let one = "Edges { vertices: 1, edges: [] }\nnames [\"ä\"]";
    check(Format::Graphml, &text("<?xml version='1.0' encoding='utf-8'?>", ""), one);
    check(Format::Graphml, &text("", " xmlns=\"http://graphml.graphdrawing.org/xmlns\""), one);
    check(
        Format::Graphml,
        &text("", " xmlns='http://graphml.org'"),
        "⟨<graphml xmlns='http://graphml.org'>⟩ `http://graphml.org` is not the namespace of GraphML: expected \
         `xmlns=\"http://graphml.graphdrawing.org/xmlns\"`, or none",
    );
    check(
        Format::Graphml,
        &text("<?xml version='1.0' encoding='ISO-8859-1'?>", ""),
        "⟨ISO-8859-1⟩ the declared encoding is `ISO-8859-1`, but the text is UTF-8: expected encoding=\"UTF-8\"",
    );
    let plain = text("<?xml version='1.0' encoding='ISO-8859-1'?>", "").replace('ä', "a");
    check(Format::Graphml, &plain, "Edges { vertices: 1, edges: [] }\nnames [\"a\"]");
    let expect = "⟨uto-8⟩ the declared encoding is `uto-8`, but the text is UTF-8: expected encoding=\"UTF-8\"";
    check(Format::Graphml, &plain.replace("ISO-8859-1", "uto-8"), expect);
}

#[test]
fn rows_of_a_matrix_have_an_entry_before_each_comma() {
    let check = |text: &str, expect: &str| check(Format::Matrix, text, expect);
    let edge = "Edges { vertices: 2, edges: [(0, 1)] }";
    for text in ["0,1\n1,0", "0, 1,\n1, 0,", "0;1\n1;0", "01\n10"] {
        check(text, edge);
    }
    let entry = "expected 0 or 1 for each vertex; edge lists and Matrix Market have costs";
    check("0,,1\n1,0", &format!("⟨,⟩ an entry is missing before this sign: {entry}"));
    check(",0,1\n1,0", &format!("⟨,⟩ an entry is missing before this sign: {entry}"));
    let alike = "expected blanks between all entries, or commas, or nothing";
    check("0; 1 0\n1 0 0\n0 0 1", &format!("⟨0⟩ a comma is missing before this entry: {alike}"));
    check("0 1\n10", &format!("⟨10⟩ blanks are missing in this row: {alike}"));
    check("01\n1 0", &format!("⟨1⟩ this row is not one word like those before: {alike}"));
}

#[test]
fn numbers_of_edge_lists_have_no_leading_zeros() {
    let wanted = "expected numbers without leading zeros";
    check(Format::Edges, "0 1\n01 2", &format!("⟨01⟩ `01` is 1 or a name: {wanted}"));
    check(Format::Edges, "0 1\n1 -0", &format!("⟨-0⟩ `-0` is 0 or a name: {wanted}"));
    check(Format::Edges, "0 1\n1 2", "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }");
}

#[test]
fn dictionaries_of_networkx_are_literals_throughout() {
    let check = |data: &str, expect: &str| check(Format::NxEdges, &format!("0 1 {data}"), expect);
    let costs = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3)] }";
    for data in [
        "{'weight': 3}",
        "{\"weight\": 3, 'pos': (1, -2.5), 'm': {'a': [1, None], 'b': {1, 2}}, 'e': (), 's': 'it\\'s'}",
        "{'weight': 3,}",
    ] {
        check(data, costs);
    }
    let wanted = "expected a number, True, False, None, or a text in quotes";
    for bad in ["(1 2)", "[1, b]", "{1: 2, 3}", "{1, 2: 3}", "03", "infinity", "(,)"] {
        let data = format!("{{'weight': 3, 'x': {bad}}}");
        check(&data, &format!("⟨{bad}⟩ `{bad}` is not a Python value: {wanted}"));
    }
    check("{'weight': 03}", &format!("⟨03⟩ `03` is not a Python value: {wanted}"));
    for key in ["'w\\x65ight'", "'weigh#t'"] {
        let expect = format!("⟨{key}⟩ `{key}` may be another key: expected keys without `\\` and `#`");
        check(&format!("{{{key}: 3, 'color': '#ff0000'}}"), &expect);
    }
    check("{'weight': 3, 'color': '#ff0000'}", costs);
    // Quotes within a key are part of the key.
    check("{\"'weight'\": 3}", "Edges { vertices: 2, edges: [(0, 1)] }");
}

#[test]
fn ids_of_node_link_are_the_same_however_they_are_written() {
    let text = |ids: [&str; 2]| {
        let [from, to] = ids;
        format!(
            "{{\"nodes\": [{{\"id\": {from}}}, {{\"id\": {to}}}], \"edges\": [{{\"source\": {from}, \"target\": \
             {to}}}]}}"
        )
    };
    let check = |ids: [&str; 2], expect: &str| check(Format::NodeLink, &text(ids), expect);
    check(["1", "1.0"], "⟨1.0⟩ a second vertex is called `1`: give each vertex its own label");
    check(["[0, 1]", "[0,1.0]"], "⟨[0,1.0]⟩ a second vertex is called `[0,1]`: give each vertex its own label");
    check(["[\"a b\"]", "[\"ab\"]"], "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a_b\", \"ab\"]");
}

#[test]
fn the_rest_of_the_line_of_a_broken_object_is_part_of_it() {
    let good = "{\"nodes\": [{\"id\": 0}], \"edges\": []}";
    let board = "Edges { vertices: 1, edges: [] }";
    let early = "{\"nodes\": [{\"id\": 0}},}{\"id\": 1}], \"edges\": []}";
    let message = "`}` does not close the `[` before it";
    assert_eq!(records(early, Format::NodeLink), [message]);
    assert_eq!(records(&format!("{early}\n{good}{good}"), Format::NodeLink), [message, board, board]);
    let bytes: Vec<u8> = early.bytes().map(|byte| if byte == b'0' { 0xB1 } else { byte }).collect();
    let read = |bytes: &[u8]| Records::new(bytes, Format::NodeLink).expect("bytes at hand do not fail").count();
    assert_eq!(read(&bytes), 1);
}

#[test]
fn spreadsheets_say_their_separator_or_quote_everything() {
    let edges = "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }\nnames [\"a\", \"b\", \"c\"]";
    for text in [
        "sep=;\nsource;target\na;b\nb;c\n",
        "SEP=,\r\nsource,target\r\na,b\r\nb,c\r\n",
        "\"a\",\"b\"\n\"b\",\"c\"\n",
        "\"source\";\"target\"\n\"a\";\"b\"\n\"b\";\"c\"\n",
    ] {
        assert_eq!(recognise(text), Ok(Format::Csv), "{text}");
        check(Format::Csv, text, edges);
    }
    assert_eq!(recognise("sep = 1\n"), Ok(Format::Setup));
    assert_eq!(recognise("\"#CM\",\"..F\"\n"), Ok(Format::Leetcode));
}

#[test]
fn words_alone_in_their_lines_are_no_graph() {
    use catmouse_formats::Unrecognised;
    assert_eq!(recognise("a\nb\n"), Err(Unrecognised::Unknown));
    assert_eq!(recognise("a|b\nb|c\n"), Err(Unrecognised::Unknown));
    assert_eq!(recognise("a b\nb\n"), Ok(Format::Adjlist));
    let problem = |text: &str| Unrecognised::Unknown.problem(text).message;
    assert_eq!(problem("XXXX\nXm X\nXXXX\n"), "this looks like a grid with unknown letters");
    assert_eq!(problem("XXXX\nXm X\nXX\n"), "the format is not recognised");
}

#[test]
fn a_column_of_costs_that_is_misspelled_is_not_passed_over() {
    let text = |column: &str| format!("source,target,{column}\na,b,3\nb,c,1\n");
    let wanted = "expected cost, weight, length or distance, or another name";
    for column in ["weibht", "wight", "weigths", "distanz", "lenght"] {
        check(Format::Csv, &text(column), &format!("⟨{column}⟩ `{column}` may be a column of costs: {wanted}"));
    }
    for column in ["id", "label", "year", "height", "colour", "hosts"] {
        let expect = "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }\nnames [\"a\", \"b\", \"c\"]";
        check(Format::Csv, &text(column), expect);
    }
    let with_both = "source,target,weigh,cost\na,b,5,3\n";
    let expect = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3)] }\nnames [\"a\", \"b\"]";
    check(Format::Csv, with_both, expect);
}
