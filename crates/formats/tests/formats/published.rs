//! Texts in the shapes that people publish: each is recognised by itself and is the graph that the
//! programs of its field read.

use catmouse_formats::{Format, read, recognise};

use super::check_board;

const PATH: &str = "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }";
const NAMED: &str = "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }\nnames [\"a\", \"b\", \"c\"]";

#[track_caller]
fn check(format: Format, text: &str, expect: &str) {
    assert_eq!(recognise(text), Ok(format), "{text}");
    check_board(format, text, expect);
}

/// The remark with which a text is read.
fn remark(format: Format, text: &str) -> String {
    let document = read(text, format).expect("a graph");
    document.remark.map(|remark| remark.text).unwrap_or_default()
}

#[test]
fn json_by_its_shape() {
    for text in [
        r#"{"a": ["b"], "b": ["a", "c"], "c": ["b"]}"#,
        r#"{"a": {"b": {}}, "b": {"a": {}, "c": {}}, "c": {"b": {}}}"#,
        r#"{"V": ["a", "b", "c"], "E": [["a", "b"], ["b", "c"]]}"#,
        r#"{"vertices": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]]}"#,
        r#"{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "edges": [{"from": "a", "to": "b"}, {"from": "b", "to": "c"}]}"#,
        r#"{"attributes": {}, "nodes": [{"key": "a"}, {"key": "b"}, {"key": "c"}],
            "edges": [{"key": "x", "source": "a", "target": "b"}, {"key": "y", "source": "b", "target": "c"}]}"#,
        r#"{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"id": "c"}}],
            "edges": [{"data": {"source": "a", "target": "b"}}, {"data": {"source": "b", "target": "c"}}]}}"#,
        r#"{"elements": [{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"source": "a", "target": "b"}},
            {"data": {"id": "c"}}, {"data": {"source": "b", "target": "c"}}]}"#,
        r#"{"graph": {"directed": false, "nodes": {"a": {"label": "A"}, "b": {}, "c": {}},
            "edges": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]}}"#,
    ] {
        check(Format::NodeLink, text, NAMED);
    }
    for text in [
        r#"{"nodes": [1, 2, 3], "edges": [[1, 2], [2, 3]]}"#,
        r#"{"0": [1], "1": [0, 2], "2": [1]}"#,
        r#"{"num_nodes": 3, "edge_index": [[0, 1, 1, 2], [1, 0, 2, 1]]}"#,
        r#"{"elements": {"nodes": [{"data": {"id": "0"}}, {"data": {"id": "1"}}, {"data": {"id": "2"}}],
            "edges": [{"data": {"source": 0, "target": 1}}, {"data": {"source": 1, "target": 2}}]}}"#,
    ] {
        check(Format::NodeLink, text, PATH);
    }
    let costs = r#"{"a": {"b": 3}, "b": {"a": 3, "c": {"weight": 2}}, "c": {"b": {"weight": 2}}}"#;
    check(
        Format::NodeLink,
        costs,
        "EdgesWithCosts { vertices: 3, edges: [(0, 1, 3), (1, 2, 2)] }\nnames [\"a\", \"b\", \"c\"]",
    );
    let one_way = r#"{"a": ["b"], "b": []}"#;
    check(Format::NodeLink, one_way, "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\", \"b\"]\ndirected true");
    assert!(remark(Format::NodeLink, one_way).contains("some ways back are missing"));
}

#[test]
fn xml_may_name_its_document_type() {
    let graphml = |start: &str| {
        let nodes = r#"<node id="a"/><node id="b"/><node id="c"/>"#;
        let edges = r#"<edge source="a" target="b"/><edge source="b" target="c"/>"#;
        format!("{start}<graphml><graph edgedefault=\"undirected\">{nodes}{edges}</graph></graphml>")
    };
    check(Format::Graphml, &graphml("<!DOCTYPE graphml SYSTEM \"graphml.dtd\">\n"), NAMED);
    let defined = graphml("<!DOCTYPE graphml [<!ENTITY a \"b\">]>");
    assert!(read(&defined, Format::Graphml).is_err(), "it defines an entity");
}

#[test]
fn damaged_json_is_refused_at_its_place() {
    for (text, expect) in [
        (r#"{"a": ["b"], "b": ["d"]}"#, "⟨\"d\"⟩ no node has the id `d`: expected the id of one of the nodes"),
        (r#"{"V": [1, 2], "E": [[1]]}"#, "⟨[1]⟩ a list is not allowed here: expected an object with source and target"),
        (
            r#"{"num_nodes": 2, "edge_index": [[0, 1], [1, 2]]}"#,
            "⟨[[0, 1], [1, 2]]⟩ vertex 2 does not exist: `num_nodes` is 2",
        ),
        (
            r#"{"num_nodes": 2, "edge_index": [[0, 1], [1]]}"#,
            "⟨[[0, 1], [1]]⟩ a list is not allowed here: expected two lists of vertices of one length",
        ),
    ] {
        check_board(Format::NodeLink, text, expect);
    }
    assert!(recognise(r#"{"name": "x", "version": 3}"#).is_err());
}

/// SNAP's networks number their nodes with gaps, and a comment says how many there are.
#[test]
fn numbers_with_gaps_are_labels_where_a_comment_counts_them() {
    let text = "# Undirected graph\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n10\t20\n20\t31\n";
    check(Format::Edges, text, PATH);
    assert!(remark(Format::Edges, text).contains("vertex 0 is `10`"), "{}", remark(Format::Edges, text));
    let other = text.replace("Nodes: 3", "Nodes: 4");
    assert!(read(&other, Format::Edges).is_err());
}

#[test]
fn ids_are_the_identity_of_nodes() {
    let gml = "graph [ node [ id 4 label \"None\" ] node [ id 7 label \"None\" ] edge [ source 4 target 7 ] ]";
    check(Format::Gml, gml, "Edges { vertices: 2, edges: [(0, 1)] }");
    assert!(remark(Format::Gml, gml).contains("two nodes have the label `None`"));
    let pajek = "*Vertices 2\n1 \"None\"\n2 \"None\"\n*Edges\n1 2\n";
    check(Format::Pajek, pajek, "Edges { vertices: 2, edges: [(0, 1)] }");
    assert!(remark(Format::Pajek, pajek).contains("two vertices have the label `None`"));
}

#[test]
fn a_matrix_behind_its_order() {
    let cycle = "Edges { vertices: 4, edges: [(0, 1), (0, 3), (1, 2), (2, 3)] }";
    check(Format::Matrix, "4\n0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n", cycle);
    let short = "5\n0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n";
    check_board(Format::Matrix, short, "⟨1 0 1 0⟩ the matrix has 4 rows: expected 5, as the first line says");
}

#[test]
fn matrices_of_pajek_and_ucinet() {
    // Two people and one club.
    let two_kinds = "*Vertices 3 2\n1 \"a\"\n2 \"c\"\n3 \"b\"\n*Matrix\n1\n1\n";
    check(Format::Pajek, two_kinds, "Edges { vertices: 3, edges: [(0, 2), (1, 2)] }\nnames [\"a\", \"c\", \"b\"]");
    let twice =
        "dl n=3 format=fullmatrix\nlabels:\na,b,c\nlabels embedded:\ndata:\n  A B C\nA 0 1 0\nB 1 0 1\nC 0 1 0\n";
    check(Format::Dl, twice, NAMED);
    let embedded = "dl n=3\nlabels embedded\ndata:\na b c\nA 0 1 0\nB 1 0 1\nC 0 1 0\n";
    check(Format::Dl, embedded, NAMED);
    let edges = "dl n=3 format=edgelist1\nlabels:\na b c\nlabels embedded\ndata:\na b\nb a\nb c\nc b\n";
    check(Format::Dl, edges, NAMED);
}

#[test]
fn mazes_of_micromouse() {
    let maze = "o---o---o\n| S     |\no   o---o\n|     G |\no---o---o\n";
    assert_eq!(recognise(maze), Ok(Format::Grid));
    let plain = maze.replace('o', "+").replace('S', "M").replace('G', "F");
    let [one, other] = [maze, &plain].map(|text| read(text, Format::Grid).expect("a maze").setup);
    assert_eq!((one.board, one.thin_walls), (other.board, other.thin_walls));
}

#[test]
fn gexf_as_gephi_writes_it() {
    let gexf = |edges: &str, kind: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n\
             <meta><creator>Gephi</creator></meta>\n<graph defaultedgetype=\"{kind}\" mode=\"static\">\n<nodes>\n\
             <node id=\"0\" label=\"a\"><viz:size xmlns:viz=\"http://gexf.net/1.3/viz\" value=\"2\"/></node>\n\
             <node id=\"1\" label=\"b\"/>\n<node id=\"x\" label=\"c\"/>\n</nodes>\n<edges>{edges}</edges>\n</graph></gexf>\n"
        )
    };
    let plain = "<edge id=\"0\" source=\"0\" target=\"1\"/><edge id=\"1\" source=\"1\" target=\"x\" weight=\"1.0\"/>";
    check(Format::Gexf, &gexf(plain, "undirected"), NAMED);
    check(Format::Gexf, &gexf(plain, "directed"), &format!("{NAMED}\ndirected true"));
    let dear = "<edge source=\"0\" target=\"1\" weight=\"3\"/><edge source=\"1\" target=\"x\" weight=\"2.0\"/>";
    let costs = "EdgesWithCosts { vertices: 3, edges: [(0, 1, 3), (1, 2, 2)] }\nnames [\"a\", \"b\", \"c\"]";
    check(Format::Gexf, &gexf(dear, "undirected"), costs);
    for (edges, kind, message) in [
        ("<edge source=\"0\" target=\"9\"/>", "undirected", "no node has the id `9`"),
        ("<edge source=\"0\"/>", "undirected", "this edge has no target"),
        ("<edge source=\"0\" target=\"1\" type=\"directed\"/>", "undirected", "some edges are directed"),
        (plain, "sideways", "`sideways` is not allowed here"),
    ] {
        let error = read(&gexf(edges, kind), Format::Gexf).unwrap_err();
        assert!(error.problems[0].message.contains(message), "{:?}", error.problems);
    }
    let twins = gexf(plain, "undirected").replace("label=\"b\"", "label=\"a\"");
    assert!(remark(Format::Gexf, &twins).contains("two nodes have the label `a`, so all are called by their ids"));
}

/// igraph numbers the nodes and calls them by an attribute, `name`.
#[test]
fn graphml_as_igraph_writes_it() {
    let graphml = |key: &str, names: [&str; 3]| {
        let node = |(id, name): (usize, &str)| format!("<node id=\"n{id}\"><data key=\"v\">{name}</data></node>\n");
        let nodes: String = names.into_iter().enumerate().map(node).collect();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
             <!-- Created by igraph -->\n<key id=\"v\" for=\"node\" attr.name=\"{key}\" attr.type=\"string\"/>\n\
             <graph id=\"G\" edgedefault=\"undirected\">\n{nodes}<edge source=\"n0\" target=\"n1\"></edge>\n\
             <edge source=\"n1\" target=\"n2\"></edge>\n</graph></graphml>\n"
        )
    };
    for key in ["name", "label"] {
        check(Format::Graphml, &graphml(key, ["a", "b", "c"]), NAMED);
    }
    check(Format::Graphml, &graphml("name", ["10", "20", "30"]), PATH);
    let by_ids = NAMED.replace("[\"a\", \"b\", \"c\"]", "[\"n0\", \"n1\", \"n2\"]");
    check(Format::Graphml, &graphml("colour", ["a", "b", "c"]), &by_ids);
    let twins = graphml("name", ["a", "a", "c"]);
    check(Format::Graphml, &twins, &by_ids);
    assert!(remark(Format::Graphml, &twins).contains("two nodes have the label `a`, so all are called by their ids"));
}

/// networkx's manual calls files of `write_adjlist` and of `write_multiline_adjlist` alike.
#[test]
fn both_adjacency_lists_of_networkx_have_one_ending() {
    use catmouse_formats::{FormatChoice, ReadOptions};

    let head = "#write.py\n# GMT Mon Nov 30 06:51:13 2026\n# \n";
    for text in ["a b\nb c\nc\n", "a 1\nb {}\nb 1\nc {'colour': 'red'}\nc 0\n"] {
        let options = ReadOptions { format: FormatChoice::Named(Format::Adjlist), ..ReadOptions::default() };
        let text = format!("{head}{text}");
        let found = read(&text, options).expect("a graph");
        let expected = read("a b\nb c\n", Format::NxEdges).expect("a graph");
        assert_eq!(found.setup, expected.setup, "{text}");
    }
}

#[test]
fn the_trivial_graph_format() {
    check(Format::Tgf, "1 a\n2 b\n3 c\n#\n1 2\n2 3 next to it\n", NAMED);
    check(Format::Tgf, "1\n2\n3\n#\n1 2\n2 3\n", PATH);
    let costs = "EdgesWithCosts { vertices: 3, edges: [(0, 1, 3), (1, 2, 2)] }";
    check(Format::Tgf, "1\n2\n3\n#\n1 2 3\n2 3 2\n", costs);
    for (text, message) in [
        ("1\n2\n#\n1 9\n", "no vertex has the id `9`"),
        ("1\n2\n#\n1\n", "this edge is not complete"),
        ("1\n1\n#\n1 1\n", "a second vertex is called `1`"),
    ] {
        let error = read(text, Format::Tgf).unwrap_err();
        assert!(error.problems[0].message.contains(message), "{:?}", error.problems);
    }
}
