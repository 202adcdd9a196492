//! DIMACS graphs.

use catmouse_formats::Format;

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check_board(Format::Dimacs, text, expect);
}

#[test]
fn graphs_and_digraphs() {
    check("c a path\np edge 3 2\ne 1 2\r\ne 2 3\n", "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }");
    check("p col 3 1\nn 1 7\nc\ne 3 1 4\n", "EdgesWithCosts { vertices: 3, edges: [(2, 0, 4)] }");
    check("p edge 0 0", "Edges { vertices: 0, edges: [] }");
    check("p sp 2 2\na 1 2 3\na 2 1 1", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3), (1, 0, 1)] }\ndirected true");
    check("p sp 2 0", "EdgesWithCosts { vertices: 2, edges: [] }\ndirected true");
}

#[test]
fn edges_are_counted_in_three_ways() {
    const WANTED: &str = "the numbers must agree; the file may be cut off";
    let both_ways = "Edges { vertices: 3, edges: [(0, 1), (1, 0), (1, 2), (1, 2)] }";
    for count in [4, 2] {
        check(&format!("p edge 3 {count}\ne 1 2\ne 2 1\ne 2 3\ne 2 3"), both_ways);
    }
    check("p edge 3 1\ne 1 2\ne 2 1\ne 2 1", "Edges { vertices: 3, edges: [(0, 1), (1, 0), (1, 0)] }");
    check("p edge 3 3\ne 1 2\ne 2 3\n", &format!("⟨3⟩ 3 edges are announced, but 2 follow: {WANTED}"));
    check("p sp 2 1\na 1 2 3\na 2 1 3\na 1 2 4", &format!("⟨1⟩ 1 arcs are announced, but 3 follow: {WANTED}"));
}

#[test]
fn errors_have_places() {
    const HEADER: &str = "expected p edge N M for a graph of N vertices and M edges, or p sp N M for a digraph";
    check("c nothing", &format!("there is no p line: {HEADER}"));
    check("a 1 2 3", &format!("⟨a⟩ `a` is before the p line: {HEADER}"));
    check("e 0 1", "⟨0⟩ vertex 0 does not exist: vertices are 1 to 1048576");
    check("e 1 2\np edge 2 1", "⟨p⟩ there are edges before this p line: expected the p line before the edges");
    check("p edge 3", &format!("⟨p edge 3⟩ this p line is not complete: {HEADER}"));
    check("p", &format!("⟨p⟩ this p line is not complete: {HEADER}"));
    check("p max 3 2", "⟨max⟩ `max` is not a kind of graph: expected edge, col, sp or tw");
    check("p edge x 2", "⟨x⟩ `x` is not a whole number: expected the number of vertices");
    check("p edge -1 2", "⟨-1⟩ -1 vertices are out of range: a board has 1 to 1048576 vertices");
    check("p edge 2 1\ne 0 1", "⟨0⟩ vertex 0 does not exist: the p line says 2 vertices, and they are 1 to 2");
    check("p edge 2 1\ne 1 3", "⟨3⟩ vertex 3 does not exist: the p line says 2 vertices, and they are 1 to 2");
    check("p edge 0 1\ne 1 1", "⟨1⟩ vertex 1 does not exist: the p line says that there are none");
    check("p edge 2 1\ne 1", "⟨e 1⟩ this line has too few numbers: expected e u v");
    check("p edge 2 1\ne 1 2 3 4", "⟨e 1 2 3 4⟩ this line has too many numbers: expected e u v");
    check("p sp 2 1\na 1 2", "⟨a 1 2⟩ this line has too few numbers: expected a u v cost");
    check("p sp 2 1\ne 1 2", "⟨e⟩ `e` does not fit a digraph: expected a u v cost");
    check("p edge 2 1\na 1 2 3", "⟨a⟩ `a` does not fit an undirected graph: expected e u v");
    check(
        "p sp 2 1\na 1 2 0",
        "⟨0⟩ a cost of 0 is out of range: a cost is a whole number, 1 to 1000000000; `cost-key = none` reads the \
         edges without costs",
    );
    check("p edge 2 1\ny 1 2", "⟨y⟩ `y` does not begin a line of a graph: expected c, p, e, a or n");
    check(
        "p edge 2 0\np edge 2 0",
        "⟨p edge 2 0⟩ this is a second graph: expected only one; few commands take several",
    );
}
