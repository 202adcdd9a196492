//! graph6, digraph6 and sparse6. The encodings of named graphs are examples from the published
//! description, or made by nauty.

use catmouse_formats::{Format, SmallGraph};

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check_board(Format::Graph6, text, expect);
}

#[test]
fn the_examples_of_the_description() {
    check("DQc", "Edges { vertices: 5, edges: [(0, 2), (1, 3), (0, 4), (3, 4)] }");
    check(">>graph6<<DQc\r\n", "Edges { vertices: 5, edges: [(0, 2), (1, 3), (0, 4), (3, 4)] }");
    check(">>graph6<<\nDQc\n\n", "Edges { vertices: 5, edges: [(0, 2), (1, 3), (0, 4), (3, 4)] }");
    let arcs = "Edges { vertices: 5, edges: [(0, 2), (0, 4), (3, 1), (3, 4)] }\ndirected true";
    check("&DI?AO?", arcs);
    check(">>digraph6<<&DI?AO?\n", arcs);
    let edges = "Edges { vertices: 7, edges: [(0, 1), (0, 2), (1, 2), (5, 6)] }";
    check(":Fa@x^", edges);
    check(">>sparse6<<:Fa@x^", edges);
    // More padding than the last byte takes.
    check(":Fa@x^~", edges);
    check(":Fa@x^~~~~", edges);
}

#[test]
fn orders_from_0_up() {
    check("?", "Edges { vertices: 0, edges: [] }");
    check("&?", "Edges { vertices: 0, edges: [] }\ndirected true");
    check(":?", "Edges { vertices: 0, edges: [] }");
    check("@", "Edges { vertices: 1, edges: [] }");
    check("&@?", "Edges { vertices: 1, edges: [] }\ndirected true");
    check("&@_", "Edges { vertices: 1, edges: [(0, 0)] }\ndirected true");
    check(":@", "Edges { vertices: 1, edges: [] }");
    check("A?", "Edges { vertices: 2, edges: [] }");
    check("A_", "Edges { vertices: 2, edges: [(0, 1)] }");
    check(":A", "Edges { vertices: 2, edges: [] }");
    check(":An", "Edges { vertices: 2, edges: [(0, 1)] }");
    // 62 is the greatest order in one byte. 63 needs four bytes, and 30 may have four as well.
    check(&format!("}}{}", "?".repeat(1891_usize.div_ceil(6))), "Edges { vertices: 62, edges: [] }");
    check(&format!("~??~{}", "?".repeat(1953_usize.div_ceil(6))), "Edges { vertices: 63, edges: [] }");
    check(&format!("~??]{}", "?".repeat(435_usize.div_ceil(6))), "Edges { vertices: 30, edges: [] }");
    check(":~?@c", "Edges { vertices: 100, edges: [] }");
    check(":~}~~", "Edges { vertices: 258047, edges: [] }");
    check(":~~???~??", "Edges { vertices: 258048, edges: [] }");
}

#[test]
fn errors_in_a_line() {
    const ORDER: &str = "expected one byte for up to 62 vertices, `~` and 3 bytes, or `~~` and 6 bytes";
    check(
        "D",
        "⟨⟩ the line ends after 0 of the 2 bytes that 5 vertices take: expected 2 bytes after the number of vertices",
    );
    check(
        "DQ",
        "⟨⟩ the line ends after 1 of the 2 bytes that 5 vertices take: expected 2 bytes after the number of vertices",
    );
    check("DQc?~", "⟨?~⟩ 2 bytes too many for 5 vertices: expected 2 bytes after the number of vertices");
    check(
        "DQd",
        "⟨d⟩ the last byte has bits set after the 10 that the graph takes: the unused bits of the last byte must be 0",
    );
    check("D c", "⟨ ⟩ ` ` is not a byte of a graph: expected bytes from `?` (63) to `~` (126)");
    check("Dé?", "⟨é⟩ `é` is not a byte of a graph: expected bytes from `?` (63) to `~` (126)");
    check(">>graph6<<DQ1", "⟨1⟩ `1` is not a byte of a graph: expected bytes from `?` (63) to `~` (126)");
    for text in ["~", "~?", "~??", "~~", "~~?????", "&", ":~"] {
        check(text, &format!("⟨⟩ the line ends within the number of vertices: {ORDER}"));
    }
    check("~~~~~~~~", "⟨~~~~~~~~⟩ 68719476735 vertices are out of range: a board has 1 to 1048576 vertices");
    check(":~~?????~", "Edges { vertices: 63, edges: [] }");
    check(":~~??C???", "Edges { vertices: 1048576, edges: [] }");
    check(":~~??C??@", "⟨~~??C??@⟩ 1048577 vertices are out of range: a board has 1 to 1048576 vertices");
    check(
        "&DI?AO",
        "⟨⟩ the line ends after 4 of the 5 bytes that 5 vertices take: expected 5 bytes after the number of vertices",
    );
    check(
        "&DI?AO~",
        "⟨~⟩ the last byte has bits set after the 25 that the graph takes: the unused bits of the last byte must be 0",
    );
    check(
        ";DQc",
        "⟨;⟩ incremental sparse6 only describes differences from the graph before: expected whole graphs, in \
         sparse6 or graph6",
    );
    check(":B~?", "⟨~⟩ vertex 3 does not exist: the graph has 3 vertices, counted from 0");
    check("DQc\nDQc", "⟨DQc⟩ this is a second graph: expected only one; few commands take several");
}

#[test]
fn a_small_graph_is_rows_of_bits() {
    let rows = |line: &str| SmallGraph::of_line(line).map(|graph| graph.rows().to_vec());
    assert_eq!(rows("DQc"), Some(vec![0b10100, 0b01000, 0b00001, 0b10010, 0b01001]));
    assert_eq!(rows("&DI?AO?\r\n"), Some(vec![0b10100, 0, 0, 0b10010, 0]));
    assert_eq!(rows(":Fa@x^"), Some(vec![0b110, 0b101, 0b011, 0, 0, 1 << 6, 1 << 5]));
    assert_eq!(rows("?"), Some(Vec::new()));
    let complete = format!("~?@?{}", "~".repeat(336));
    let graph = SmallGraph::of_line(&complete).expect("64 vertices are few enough");
    assert!((0..64).all(|vertex| graph.rows()[vertex] == !(1 << vertex)));
    assert_eq!(rows(&format!("~?@@{}", "?".repeat(347))), None, "65 vertices are too many");
    for wrong in ["", "D", "DQd", "D?", "DQc?", "~"] {
        assert_eq!(rows(wrong), None);
    }
}
