//! Edge lists.

use catmouse_formats::{Base, Format, Parallel, ReadOptions, read};

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
    let wanted = "only in edge lists it is open where counting begins";
    super::compare(options, "Bw", &format!("`base` is for edge lists, but this is graph6: {wanted}"), |_| Ok(()));
}

#[test]
fn vertices_that_may_be_counted_otherwise_are_refused() {
    check(
        "# roads\n1 2\n2 3",
        "⟨1 2⟩ vertex 0 has no edge and vertex 3 has one, so vertices may be counted from 1: `base = 1` counts from \
         1; `base = 0` counts from 0",
    );
    check(
        "0 1\n1 3",
        "⟨0 1⟩ vertex 2 has no edge, although vertex 3 has one: write `4 vertices` in the first line if this is \
         meant; `input = nx-edges` reads numbers as labels, so that all vertices have edges",
    );
    check(
        "4\n1 2\n2 3",
        "⟨1 2⟩ vertex 0 has no edge, so vertices may be counted from 0 or from 1: write `vertices` after the number \
         in the first line to count from 0; `base = 0` counts from 0; `base = 1` counts from 1",
    );
    check("4 directed\n1 2", "Edges { vertices: 4, edges: [(1, 2)] }\ndirected true");
    check(
        "0 1\r2",
        "⟨\r⟩ a carriage return is inside a line: end lines with a line feed, or with a carriage return and a line \
         feed",
    );
}

#[test]
fn errors_have_places() {
    const EDGE: &str = "expected two vertices, and a cost if there is one, such as 0 1 or 0 1 3";
    check("0 1\n2\n", &format!("⟨2⟩ this edge has 1 vertex: {EDGE}"));
    check("0 1 2 3", &format!("⟨0 1 2 3⟩ this edge has more than 3 numbers: {EDGE}"));
    check("# nothing", &format!("there is no edge here, and no number of vertices: {EDGE}"));
    check("0 a", "⟨a⟩ `a` is not a whole number: expected a vertex number");
    check("0 1\n1 -1", "⟨-1⟩ vertex -1 does not exist: vertices are 0 to 1048575, counted from 0");
    check(
        "0 1\n1 1048576",
        "⟨1048576⟩ vertex 1048576 does not exist: vertices are 0 to 1048575, counted from 0; `input = nx-edges` reads numbers as labels, so that all vertices have edges",
    );
    check("3\n0 3", "⟨3⟩ vertex 3 does not exist: the first line says 3 vertices, so they are 0 to 2");
    check(
        "3\n1 3",
        "⟨3⟩ vertex 3 does not exist: the first line says 3 vertices, so they are 0 to 2; `base = 1` counts from 1",
    );
    check("4 cats\n0 1", "⟨cats⟩ `cats` is not a whole number: expected a vertex number");
    check(
        "4 vertices vertices\n0 1",
        "⟨vertices⟩ `vertices` is not allowed here: expected the number of vertices, such as 4, 4 vertices or 4 \
         directed",
    );
    check("0\n0 0", "⟨0⟩ vertex 0 does not exist: the first line says that there are none");
    check("1048577", "⟨1048577⟩ 1048577 vertices are out of range: a board has 1 to 1048576 vertices");
    check("0 99999999999999999999", "⟨99999999999999999999⟩ this number is too large: expected a vertex number");
    check("0 -99999999999999999999", "⟨-99999999999999999999⟩ this number is too small: expected a vertex number");
    check(
        "0 1 1.5",
        "⟨1.5⟩ `1.5` is not a whole number: expected a cost, such as 3; `cost-key = none` reads the edges without \
         costs",
    );
    check(
        "0 1 0",
        "⟨0⟩ a cost of 0 is out of range: a cost is a whole number, 1 to 1000000000; `cost-key = none` reads the \
         edges without costs",
    );
    check("0 1 +2", "⟨+2⟩ `+2` is not a whole number: expected a cost, such as 3");
    check("0 1\n\n0 1", "⟨0 1⟩ this is a second graph: expected only one; few commands take several");
}

/// Two edges between the same vertices at different costs may be two moves, a slip, or the two
/// directions of a directed graph.
#[test]
fn parallel_edges_are_settled() {
    let refused = |text: &str, place: &str, before: u32, cost: u32, wanted: &str| {
        let message = format!("an earlier edge joins these vertices too, at the cost {before} instead of {cost}");
        check(text, &format!("⟨{place}⟩ {message}: {wanted}"));
    };
    let two = "`parallel-edges = true` makes two moves of them";
    let ways = "`directed = true` makes every edge a one-way move; `parallel-edges = true` makes two moves of them";
    refused("0 1 3\n1 2\n0 1 5", "0 1", 3, 5, two);
    refused("0 1\n0 1 5", "0 1", 1, 5, two);
    refused("0 1 3\n1 0 5", "1 0", 3, 5, ways);
    refused("directed\n0 1 3\n1 0 5\n1 0 6", "1 0", 5, 6, two);
    // The problem is at the first doubtful edge of the text.
    refused("1 2 1\n0 1 3\n1 0 4\n1 2 2", "1 0", 3, 4, ways);
    check("directed\n0 1 3\n1 0 5", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3), (1, 0, 5)] }\ndirected true");
    check("parallel\n0 1 3\n0 1 5", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3), (0, 1, 5)] }");
    check(
        "2 directed parallel\n0 1 3\n0 1 5",
        "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3), (0, 1, 5)] }\ndirected true",
    );
    let parallel = |parallel| ReadOptions { parallel, ..Format::Edges.into() };
    let read = |text: &'static str, options| catmouse_formats::read(text, options).map(|document| document.remark);
    assert_eq!(read("0 1 3\n1 0 5", parallel(Parallel::Kept)), Ok(None));
    assert_eq!(read("0 1 3\n1 0 5", parallel(Parallel::OneWay)), Ok(None));
    assert!(read("0 1 3\n0 1 5", parallel(Parallel::OneWay)).is_err());
}

/// A repeated edge is one move, and a remark tells the user.
#[test]
fn repeated_edges_get_a_remark() {
    let remark_of = |format: Format, text: &'static str| {
        catmouse_formats::read(text, format).expect("it reads").remark.unwrap_or_default().text
    };
    let once = "an edge is in the text twice, and counts once";
    assert_eq!(remark_of(Format::Edges, "0 1\n1 2\n0 1"), once);
    assert_eq!(remark_of(Format::Edges, "0 1 3\n1 0 3"), once);
    assert_eq!(remark_of(Format::Edges, "directed\n0 1\n1 0"), "");
    assert_eq!(remark_of(Format::Edges, "0 1\n1 2"), "");
    assert_eq!(remark_of(Format::Edges, "0 1\n0 1\n1 0\n"), "2 edges repeat earlier ones, and do not count again");
    assert_eq!(remark_of(Format::Csv, "source,target\n0,1\n0,1\n"), once);
    assert_eq!(remark_of(Format::NxEdges, "0 1 {}\n1 0 {}\n"), once);
    assert_eq!(remark_of(Format::Dot, "graph { a -- b; b -- a }"), once);
    assert_eq!(remark_of(Format::Adjlist, "0 1 1\n1\n"), once);
    let gml =
        "graph [ multigraph 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] edge [ source 1 target 0 ] ]";
    assert_eq!(remark_of(Format::Gml, gml), once);
    // Three vertices, with the edge 0-1 twice, as networkx writes this multigraph.
    assert_eq!(remark_of(Format::Sparse6, ":B_n"), once);
}

/// A format that declares a multigraph keeps parallel edges.
#[test]
fn multigraphs_keep_parallel_edges() {
    let edges = "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3), (0, 1, 5)] }";
    let doubt = |place: &str| {
        let message = "an earlier edge joins these vertices too, at the cost 3 instead of 5";
        format!("⟨{place}⟩ {message}: `parallel-edges = true` makes two moves of them")
    };
    let gml = |word: &str| {
        let edge = |cost: u32| format!("edge [ source 0 target 1 weight {cost} ]");
        format!("graph [ {word} node [ id 0 ] node [ id 1 ] {} {} ]", edge(3), edge(5))
    };
    super::check_board(Format::Gml, &gml("multigraph 1"), edges);
    super::check_board(Format::Gml, &gml(""), &doubt("0 target 1"));
    super::check_board(Format::Gml, &gml("multigraph 2"), "⟨2⟩ `2` is not allowed here: expected 0 or 1");
    let json = |word: &str| {
        let edge = |cost: u32| format!("{{\"source\": 0, \"target\": 1, \"weight\": {cost}}}");
        format!("{{{word}\"nodes\": [{{\"id\": 0}}, {{\"id\": 1}}], \"edges\": [{}, {}]}}", edge(3), edge(5))
    };
    let second = "{\"source\": 0, \"target\": 1, \"weight\": 5}";
    super::check_board(Format::NodeLink, &json("\"multigraph\": true, "), edges);
    super::check_board(Format::NodeLink, &json("\"multigraph\": false, "), &doubt(second));
    super::check_board(Format::NodeLink, &json(""), &doubt(second));
    super::check_board(Format::Csv, "source,target,cost\n0,1,3\n0,1,5\n", &doubt("0,1"));
    super::check_board(Format::NxEdges, "0 1 {'weight': 3}\n0 1 {'weight': 5}\n", &doubt("0 1"));
    super::check_board(Format::Dimacs, "p sp 2 2\na 1 2 3\na 1 2 5\n", &doubt("a 1 2"));
    super::check_board(Format::Dot, "strict graph { 0 -- 1 [cost=3]; 0 -- 1 [cost=5] }", &doubt("0 -- 1"));
    super::check_board(Format::Dot, "graph { 0 -- 1 [cost=3]; 0 -- 1 [cost=5] }", edges);
}

/// The edges of a setup get the same remarks as an edge list.
#[test]
fn the_edges_of_a_setup_are_remarked_on() {
    let remark = |board: &str, parallel: Parallel| {
        let text = format!("catmouse = 1\n[board]\nvertices = 3\n{board}\n");
        let options = ReadOptions { parallel, ..ReadOptions::default() };
        let document = catmouse_formats::read(&text, options).expect("it reads");
        document.remark.unwrap_or_default().text
    };
    let undecided = |edges: &str| remark(&format!("edges = {edges}"), Parallel::Refused);
    assert_eq!(undecided("[[0, 1], [1, 2]]"), "");
    assert_eq!(undecided("[[0, 1], [1, 2], [0, 1]]"), "an edge is in the text twice, and counts once");
    assert!(undecided("[[0, 1], [1, 2], [1, 0]]").contains("1 of 2 edges are in the text in both directions"));
    assert!(
        undecided("[[0, 1, 3], [1, 0, 5]]").contains("1 edge is in the text in both directions at different costs")
    );
    assert_eq!(undecided("[[0, 1, 3], [0, 1, 5]]"), "", "two moves one beside the other");
    for edges in ["[[0, 1], [1, 2], [1, 0]]", "[[0, 1, 3], [1, 0, 5]]"] {
        assert_eq!(remark(&format!("edges = {edges}\ndirected = true"), Parallel::Refused), "", "{edges}");
        assert_eq!(remark(&format!("edges = {edges}"), Parallel::OneWay), "", "{edges}");
    }
    let decided = remark("edges = [[0, 1, 3], [1, 0, 5]]\ndirected = false", Parallel::Refused);
    assert_eq!(decided, "");
}

/// Words in the third column are the kinds of edges.
#[test]
fn kinds_of_edges() {
    let path = "EdgesOfKinds { vertices: 3, edges: [(0, 1, 0), (1, 2, 1)], kinds: [\"taxi\", \"bus\"] }";
    check("0 1 taxi\n1 2 bus", path);
    // Vertices are counted from 1, as on printed boards.
    check("1 2 taxi\n2 3 bus\n", path);
    check("3 vertices\n0 1 taxi\n1 2 bus", path);
    check("a b taxi\nb c bus", &format!("{path}\nnames [\"a\", \"b\", \"c\"]"));
    let both = "EdgesOfKinds { vertices: 2, edges: [(0, 1, 0), (0, 1, 1), (1, 0, 0)], kinds: [\"taxi\", \"bus\"] }";
    check("0 1 taxi\n0 1 bus\n1 0 taxi", both);
    let alike = "some edges have a kind and others have none: expected a word after each edge, or after none";
    check("0 1 taxi\n1 2", &format!("⟨1 2⟩ {alike}"));
    check("0 1\n1 2 taxi", &format!("⟨1 2 taxi⟩ {alike}"));
    check("0 1 taxi\n1 2 3", &format!("⟨1 2 3⟩ {alike}"));
    // A slip in a cost.
    check("0 1 3\n1 2 x", "⟨x⟩ `x` is not a whole number: expected a cost, such as 3");
    let far = "vertex 0 has no edge, although vertex 46 has one";
    let wanted = "write `47 vertices` in the first line if this is meant";
    check("1 46 taxi\n1 2 bus", &format!("⟨1 46 taxi⟩ {far}: {wanted}"));
    let remark = |text: &str| read(text, Format::Edges).expect("a graph").remark.expect("there is a remark").text;
    assert!(
        remark("0 1 taxi\n1 2 bus").starts_with("edges are of the kinds taxi and bus, and a side uses all of them")
    );
    let many = (0..70).map(|edge| format!("{edge} {} k{edge}", edge + 1)).collect::<Vec<_>>().join("\n");
    let most = "65 kinds of edges are too many: a board has at most 64 kinds of edges";
    check(&many, &format!("⟨0 1 k0⟩ {most}"));
}

/// Written text has the kinds of edges, even if they differ by direction.
#[test]
fn kinds_survive_writing() {
    for (text, expect) in [
        ("0 1 taxi\n0 1 bus\n1 2 bus\n", "3\n0 1 taxi\n0 1 bus\n1 2 bus\n"),
        ("directed\n0 1 taxi\n1 0 bus\n", "2 directed\n0 1 taxi\n1 0 bus\n"),
        ("a b taxi\nb c bus\n", "a b taxi\nb c bus\n"),
    ] {
        let document = read(text, Format::Edges).expect("a graph");
        let board = document.setup.plan_board().expect("a board");
        let mut out = String::new();
        assert_eq!(catmouse_formats::write(&mut out, &document, &board, Format::Edges), Ok(Vec::new()));
        assert_eq!(out, expect);
        out.clear();
        assert_eq!(catmouse_formats::write(&mut out, &document, &board, Format::Setup), Ok(Vec::new()));
        let again = read(&out, Format::Setup).unwrap_or_else(|error| panic!("{error}: {out}"));
        assert_eq!(again.setup.board, document.setup.board);
        out.clear();
        let losses = catmouse_formats::write(&mut out, &document, &board, Format::Gml).expect("it has edges");
        assert_eq!(losses, [catmouse_formats::Loss::Kinds]);
    }
}

/// Whatever numbers the edges of a path have: a remedy makes a board whose vertices are those of the
/// text, and vertex 0 at most.
#[test]
fn no_remedy_makes_vertices_that_the_text_does_not_have() {
    let mut remedies = 0;
    for numbers in (0..1_u32 << 9).filter(|set| set.count_ones() > 1) {
        let numbers: Vec<u32> =
            (0..9).filter(|vertex| numbers >> vertex & 1 == 1).map(|vertex| 3 * vertex / 2).collect();
        for above in ["", "# Nodes: 4 Edges: 7\n"] {
            let edges: Vec<String> = numbers.windows(2).map(|ends| format!("{} {} 2\n", ends[0], ends[1])).collect();
            let text = above.to_owned() + &edges.concat();
            let Err(error) = read(&text, Format::Edges) else { continue };
            for remedy in error.problems.iter().flat_map(|problem| &problem.remedies) {
                let options = match (remedy.setting, &remedy.values[0][..]) {
                    ("input", "nx-edges") => Format::NxEdges.into(),
                    ("base", "0") => ReadOptions { base: Some(Base::Zero), ..Format::Edges.into() },
                    ("base", "1") => ReadOptions { base: Some(Base::One), ..Format::Edges.into() },
                    other => panic!("{text}{other:?}"),
                };
                let board = read(&text, options).expect("it is a remedy").setup.plan_board().expect("a board");
                let is_lone_0 = remedy.setting == "base" && numbers[0] == 1;
                assert!(board.vertices() as usize <= numbers.len() + usize::from(is_lone_0), "{text}{remedy:?}");
                remedies += 1;
            }
        }
    }
    assert!(remedies > 800, "{remedies}");
}
