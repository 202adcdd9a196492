//! DOT.

use std::collections::BTreeSet;

use catmouse_formats::{Format, read};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check_board(Format::Dot, text, expect);
}

#[test]
fn vertices_are_numbered_as_they_are_mentioned() {
    let path = "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }\nnames [\"c\", \"a\", \"b\"]";
    check("graph { c -- a -- b }", path);
    check("strict graph \"a name\" { c; a b; c--a[color=red] a--b; }", path);
    check("GRAPH g{c a;b;c -- a;a -- b}\n// done", path);
    check("digraph { b -> a }", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"b\", \"a\"]\ndirected true");
    check("graph {}", "Edges { vertices: 0, edges: [] }");
    check("graph { a -- a }", "Edges { vertices: 1, edges: [(0, 0)] }\nnames [\"a\"]");
}

#[test]
fn numbers_from_none_up_are_themselves() {
    check("graph { 2 -- 0; 1 }", "Edges { vertices: 3, edges: [(2, 0)] }");
    // Other numbers keep their order. Among words, a number is a name.
    check("graph { 2 -- 0; 3 }", "Edges { vertices: 3, edges: [(1, 0)] }");
    check("graph { 1 -- 2; -1.5 }", "Edges { vertices: 3, edges: [(0, 1)] }\nnames [\"_1\", \"_2\", \"_-1.5\"]");
    check("graph { a -- \"a b\" }", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\", \"a_b\"]");
}

/// A remark says how vertices are numbered or named where this differs from the text.
#[test]
fn other_labels_get_a_remark() {
    check("graph { 10 -- \"-5\"; 7 }", "Edges { vertices: 3, edges: [(2, 0)] }");
    check("graph { \"a b\" -- \"a,b\" }", "Edges { vertices: 2, edges: [(0, 1)] }");
    let renamed = "graph { \"New York\" -- \"(0, 1)\"; 1 -- \"01\"; \"é.b-c\" }";
    let names = "[\"New_York\", \"_0_1\", \"_1\", \"_01\", \"é.b-c\"]";
    check(renamed, &format!("Edges {{ vertices: 5, edges: [(0, 1), (2, 3)] }}\nnames {names}"));
    for (text, part) in [
        ("graph { 2 -- 0; 1 }", None),
        ("graph { hall -- attic }", None),
        ("graph { 2 -- 1; 3 }", Some("from 1")),
        ("graph { 10 -- \"-5\"; 7 }", Some("vertex 0 is `-5`, vertex 1 is `7`")),
        ("graph { \"a b\" -- \"a,b\" }", Some("0 is `a b`, 1 is `a,b`")),
        (renamed, Some("names have no blanks or signs, so `New York` is called New_York here")),
        ("graph { hall -- \"1a\" }", Some("names begin with a letter or `_`, so `1a` is called _1a here")),
    ] {
        let remark = read(text, Format::Dot).expect("it reads").remark.map(|remark| remark.text);
        assert_eq!(remark.is_some(), part.is_some(), "{text}: {remark:?}");
        assert!(remark.unwrap_or_default().contains(part.unwrap_or_default()), "{text}");
    }
}

#[test]
fn identifiers_in_quotes() {
    check(
        "graph { \"a\" -- a:n:sw; \"b\" + /* and */ \"c\" }",
        "Edges { vertices: 2, edges: [(0, 0)] }\nnames [\"a\", \"bc\"]",
    );
    check("graph { \"é\\\nè\" -- x }", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"éè\", \"x\"]");
    check("graph { \"//\\\"#\"; \"{\" }", "Edges { vertices: 2, edges: [] }\nnames [\"_//\", \"_\"]");
    check("graph { \"node\" -- \"edge\" }", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"node\", \"edge\"]");
    // Graphviz escapes only quotes and line ends, so these are two vertices.
    let two = "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\\\\b\", \"a\\\\\\\\b\"]";
    check(r#"graph { "a\b" -- "a\\b" }"#, two);
    check(
        r#"graph { "a\\" -- "a\\\"b" }"#,
        "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\\\\\\\\\", \"a\\\\\\\\_b\"]",
    );
    check("graph { a [label=<<b>x</b>>] }", "Edges { vertices: 1, edges: [] }\nnames [\"a\"]");
}

/// HTML is another identifier than a quoted text with the same letters, as in Graphviz.
#[test]
fn html_is_an_identifier_of_its_own() {
    check("graph { <a> -- b; \"<a>\" -- c }", "Edges { vertices: 4, edges: [(0, 1), (2, 3)] }");
    check(
        "graph { <a> -- \"a\"; a -- <a> }",
        "Edges { vertices: 2, edges: [(0, 1), (1, 0)] }\nnames [\"_<a>\", \"a\"]",
    );
    check("graph { <b <i>x</i>> -- \"<b <i>x</i>>\" }", "Edges { vertices: 2, edges: [(0, 1)] }");
    check("graph { \"\\\"<a>\\\"\" -- \"<a>\" -- <a> }", "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }");
}

#[test]
fn numerals_are_identifiers_by_their_letters() {
    check("graph { 1 -- \"1\"; 1 -- 0 }", "Edges { vertices: 2, edges: [(1, 1), (1, 0)] }");
    check("graph { 1 -- 1.0 }", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"_1\", \"_1.0\"]");
    // Graphviz ends a number before a second point.
    check("graph { 1.2.3 }", "Edges { vertices: 2, edges: [] }\nnames [\"_1.2\", \"_.3\"]");
    check("graph { a -- Node }", "⟨Node⟩ `Node` is not allowed here: expected a name, in quotes if it is a keyword");
    check("graph { a -- \"Node\":n:sw }", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\", \"Node\"]");
}

/// The ways in which an identifier can be written, each with what it is: the value of a text, or HTML
/// with its letters.
fn identifier() -> impl Strategy<Value = (String, (bool, String))> {
    let value = "[a1.<>\"+ ]{0,3}";
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\\\""));
    let joined = (value, value)
        .prop_map(move |(one, other)| (format!("{} + {}", quoted(&one), quoted(&other)), (false, one + &other)));
    let html = "[a1 ]{0,2}(<[a1]?>)?".prop_map(|text| (format!("<{text}>"), (true, text)));
    prop_oneof![
        "a|b1|1|-1|1[.]0|[.]5|01".prop_map(|word| (word.clone(), (false, word))),
        value.prop_map(move |text| (quoted(&text), (false, text))),
        joined,
        html,
    ]
}

proptest! {
    #[test]
    fn there_is_a_vertex_for_each_identifier(identifiers in prop::collection::vec(identifier(), 1..6)) {
        let lines: Vec<_> = identifiers.iter().map(|(written, _)| format!("  {written}:n -- {written};\n")).collect();
        let different: BTreeSet<_> = identifiers.iter().map(|(_, what)| what).collect();
        let text = format!("graph {{\n{}}}\n", lines.concat());
        let document = read(&text, Format::Dot).unwrap_or_else(|error| panic!("{error}: {text}"));
        let board = document.setup.plan_board().expect("it is in order");
        prop_assert_eq!(board.vertices() as usize, different.len(), "{}", text);
    }
}

#[test]
fn costs() {
    check(
        "graph { a -- b [cost=5]; b -- c }",
        "EdgesWithCosts { vertices: 3, edges: [(0, 1, 5), (1, 2, 1)] }\nnames [\"a\", \"b\", \"c\"]",
    );
    check(
        "graph { 0 -- 1 -- 2 [label=x, \"weight\"=\"7\";] }",
        "EdgesWithCosts { vertices: 3, edges: [(0, 1, 7), (1, 2, 7)] }",
    );
    check("graph { 0 -- 1 [weight=2][cost=3] }", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3)] }");
    check(
        "digraph { edge [weight=4]; node [weight=9]; { edge [weight=2] 0 -> 1 } 1 -> 0 }",
        "EdgesWithCosts { vertices: 2, edges: [(0, 1, 2), (1, 0, 4)] }\ndirected true",
    );
    check(
        "graph { a -- b [weight=0] }",
        "⟨0⟩ a cost of 0 is out of range: a cost is a whole number, 1 to 1000000000; `cost-key = none` reads the \
         edges without costs",
    );
    check(
        "graph { a -- b [weight=1.5] }",
        "⟨1.5⟩ `1.5` is not a whole number: expected a cost, such as 3; `cost-key = none` reads the edges without \
         costs",
    );
}

#[test]
fn subgraphs_join_all_their_vertices() {
    check(
        "graph { 0 -- { 1 2 } -- subgraph x { 3 } ; rank = same; subgraph { 4 } }",
        "Edges { vertices: 5, edges: [(0, 1), (0, 2), (1, 3), (2, 3)] }",
    );
    check("digraph { {0 -> 1} -> 2 }", "Edges { vertices: 3, edges: [(0, 1), (0, 2), (1, 2)] }\ndirected true");
    let deep = format!("graph {}{}", "{".repeat(16), "}".repeat(16));
    check(&deep, "Edges { vertices: 0, edges: [] }");
    check(&format!("graph {}", "{".repeat(100_000)), "⟨{⟩ the nesting is too deep: at most 16 levels");
}

#[test]
fn errors_have_places() {
    check("graph { a -> b }", "⟨->⟩ `->` is not allowed here: expected `--`, as this is a graph");
    check("digraph { a -- b }", "⟨--⟩ `--` is not allowed here: expected `->`, as this is a digraph");
    check("graph { a -- }", "⟨}⟩ `}` is not allowed here: expected a vertex, an edge, or `}`");
    check("graph { a - b }", "⟨-⟩ `-` is not allowed here: expected a vertex, `--` or `->`");
    check("graph { a & b }", "⟨&⟩ `&` is not allowed here: expected a vertex, in quotes unless it is a plain word");
    check("graph { a", "⟨{⟩ this brace is never closed: expected a closing `}`");
    check("graph { \"a\n }", "⟨\"a⟩ this text is never closed: expected a closing `\"`");
    check("graph { <a }", "⟨<a }⟩ this text is never closed: expected a closing `>`");
    check("graph { a [x=1 }", "⟨}⟩ `}` is not allowed here: expected a vertex, an edge, or `}`");
    check("graph { a [x=1", "⟨[⟩ this bracket is never closed: expected a closing `]`");
    check("graph", "⟨⟩ the graph is not finished: expected `{`");
    check("tree { }", "⟨tree⟩ `tree` is not allowed here: expected graph { … } or digraph { … }");
    check("graph { a } }", "⟨}⟩ `}` is not allowed here: expected nothing after the graph");
    check(
        "graph { a }\ndigraph { b }",
        "⟨digraph { b }⟩ this is a second graph: expected only one; few commands take several",
    );
}
