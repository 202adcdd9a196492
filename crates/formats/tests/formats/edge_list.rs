//! Edge lists.

use catmouse_formats::{Base, Format, ReadOptions};

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check_board(Format::Edges, text, expect);
}

#[test]
fn edges_and_their_costs() {
    check("0 1\n1 2\n", "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }");
    check("# a path\n\n  2 1 # back\r\n%\n1\t0\n\n", "Edges { vertices: 3, edges: [(2, 1), (1, 0)] }");
    check("0 1 5\n1 2\n", "EdgesWithCosts { vertices: 3, edges: [(0, 1, 5), (1, 2, 1)] }");
    check("0 1\n1 1 1000000000", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 1), (1, 1, 1000000000)] }");
}

#[test]
fn the_first_line_may_say_more() {
    check("4\n0 1", "Edges { vertices: 4, edges: [(0, 1)] }");
    check("4 vertices\n1 2", "Edges { vertices: 4, edges: [(1, 2)] }");
    check("3 vertices directed\n1 2", "Edges { vertices: 3, edges: [(1, 2)] }\ndirected true");
    check("0", "Edges { vertices: 0, edges: [] }");
    check("# nothing\n2 directed # but this\n0 1", "Edges { vertices: 2, edges: [(0, 1)] }\ndirected true");
    check("directed\n1 0", "Edges { vertices: 2, edges: [(1, 0)] }\ndirected true");
}

#[test]
fn where_vertices_are_counted_from() {
    let check = |base: Base, text: &str, expect: &str| {
        let options = ReadOptions { base: Some(base), ..Format::Edges.into() };
        super::compare(options, text, expect, |setup| setup.plan_board().map(|_| ()));
    };
    check(Base::One, "1 2\n2 4", "Edges { vertices: 4, edges: [(0, 1), (1, 3)] }");
    check(Base::One, "3\n1 2", "Edges { vertices: 3, edges: [(0, 1)] }");
    check(Base::Zero, "1 2\n2 4", "Edges { vertices: 5, edges: [(1, 2), (2, 4)] }");
    check(Base::One, "0 1", "⟨0⟩ vertex 0 does not exist: vertices are 1 to 1048576, counted from 1");
    check(Base::One, "3\n1 4", "⟨4⟩ vertex 4 does not exist: the first line says 3 vertices, so they are 1 to 3");
    let options = ReadOptions { base: Some(Base::One), ..Format::Graph6.into() };
    let wanted = "in every other format it is known where vertices are counted from";
    super::compare(options, "Bw", &format!("`--base` is for edge lists, and this is graph6: {wanted}"), |_| Ok(()));
}

#[test]
fn vertices_that_may_be_counted_otherwise_are_refused() {
    check(
        "# roads\n1 2\n2 3",
        "⟨1 2⟩ vertex 0 has no edge here, and vertex 3 has: the vertices may be counted from 1: `--base 1` counts from 1, `--base 0` from 0 with vertices that have no edge",
    );
    check(
        "0 1\n1 3",
        "⟨0 1⟩ vertex 2 has no edge here, and vertex 3 has: `--base 0` takes numbers that are left out for vertices without edges; so does a first line `4 vertices`",
    );
    check(
        "4\n1 2\n2 3",
        "⟨1 2⟩ vertex 0 has no edge here: the vertices may be counted from 0 or from 1: `--base 0` or `--base 1` says which; so does `vertices` behind their number, from 0",
    );
    check("4 directed\n1 2", "Edges { vertices: 4, edges: [(1, 2)] }\ndirected true");
    check(
        "0 1\r2",
        "⟨\r⟩ a carriage return stands within a line: lines end with a line feed, alone or behind a carriage return",
    );
}

#[test]
fn what_is_wrong() {
    const EDGE: &str = "expected two vertices, and a cost if there is one, such as 0 1 or 0 1 3";
    check("0 1\n2\n", &format!("⟨2⟩ this edge has 1 vertex: {EDGE}"));
    check("0 1 2 3", &format!("⟨0 1 2 3⟩ this edge has more than 3 numbers: {EDGE}"));
    check("# nothing", &format!("there is no edge here, and no number of vertices: {EDGE}"));
    check("0 a", "⟨a⟩ `a` is no whole number: expected a vertex number");
    check("0 1\n1 -1", "⟨-1⟩ vertex -1 does not exist: vertices are 0 to 1048575, counted from 0");
    check("0 1\n1 1048576", "⟨1048576⟩ vertex 1048576 does not exist: vertices are 0 to 1048575, counted from 0");
    check("3\n0 3", "⟨3⟩ vertex 3 does not exist: the first line says 3 vertices, so they are 0 to 2");
    check(
        "3\n1 3",
        "⟨3⟩ vertex 3 does not exist: the first line says 3 vertices, so they are 0 to 2; `--base 1` counts from 1",
    );
    check("4 cats\n0 1", "⟨cats⟩ `cats` is no whole number: expected a vertex number");
    check(
        "4 vertices vertices\n0 1",
        "⟨vertices⟩ `vertices` does not fit here: expected the number of vertices, such as 4, 4 vertices or 4 directed",
    );
    check("0\n0 0", "⟨0⟩ vertex 0 does not exist: the first line says that there are none");
    check("1048577", "⟨1048577⟩ 1048577 vertices are out of range: a board has 1 to 1048576 vertices");
    check("0 99999999999999999999", "⟨99999999999999999999⟩ this number is too large: expected a vertex number");
    check("0 -99999999999999999999", "⟨-99999999999999999999⟩ this number is too small: expected a vertex number");
    check("0 1 1.5", "⟨1.5⟩ `1.5` is no whole number: expected a cost, such as 3");
    check("0 1 0", "⟨0⟩ a cost of 0 is out of range: a cost is a whole number, 1 to 1000000000");
    check("0 1 +2", "⟨+2⟩ `+2` is no whole number: expected a cost, such as 3");
    check("0 1\n\n0 1", "⟨0 1⟩ a second graph begins here: expected just one; only some commands take several");
}
