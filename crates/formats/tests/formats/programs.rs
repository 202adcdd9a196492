//! Tests of the formats that are only read: texts as people's files have them, and damaged texts
//! with the place of the damage.

use catmouse_formats::{CostKey, Format, FormatChoice, ReadOptions, Records, Unrecognised, read, recognise};

use super::check_board as check;

const PATH: &str = "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }";
const NAMES: &str = "names [\"a\", \"b\", \"c\"]";

/// A path of three vertices in each of the formats.
#[test]
fn a_path() {
    let named = format!("{PATH}\n{NAMES}");
    for (format, text, expect) in [
        (Format::Pajek, "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 2\n2 3\n", &*named),
        (Format::Pajek, "\u{feff}*vertices 3\r\n*edgeslist\r\n1 2\r\n2 3 \r\n", PATH),
        (Format::Dimacs, "c x\np tw 3 2\n1 2\nc y\n2 3\n", PATH),
        (Format::Dimacs, "c no p line\ne 1 2\ne 2 3\n", PATH),
        (Format::Dl, "dl n=3 format=fullmatrix\ndata:\n0 1 0\n1 0 1\n0 1 0\n", PATH),
        (Format::Dl, "DL N = 3, FORMAT = NODELIST1\nLABELS:\na,b\nc\nDATA:\n1 2\n2 1 3\n3 2", &*named),
        (Format::Metis, "% a comment\n3 2\n2\n1 3\n2\n", PATH),
        (Format::Leda, "# x\nLEDA.GRAPH\nvoid\nvoid\n-2\n3\n|{}|\n|{}|\n|{}|\n2\n1 2 0 |{}|\n2 3 0 |{}|\n", PATH),
        (Format::Mtx, "3 3 2\n2 1\n3 2\n", "Edges { vertices: 3, edges: [(1, 0), (2, 1)] }"),
        (Format::Matrix, "0 1 0\n1 0 1\n0 1 0\n-\n", PATH),
        (Format::Octile, "type octile\nheight 1\nwidth 4\nmap\n.G.@\n", "Grid([\"...#\"])"),
        (Format::Pacman, "%%%%%\n%P G%\n%%%%%\n", "Grid([\"#####\", \"#M.C#\", \"#####\"])"),
        (Format::Xsb, "  ###\n###.#\n#@ $#\n#####\n", "Grid([\"#####\", \"###.#\", \"#M..#\", \"#####\"])"),
    ] {
        if !text.starts_with("3 3 2") {
            assert_eq!(recognise(text), Ok(format), "{text}");
        }
        check(format, text, expect);
    }
}

#[test]
fn pajek() {
    let check = |text: &str, expect: &str| check(Format::Pajek, text, expect);
    let vertices = "*Network x\n*Vertices 3\n1 \"a\" 0.1 0.5 ellipse x_fact 2\n% a comment\n2 b\n3 \"New York\" 0 0\n";
    let names = "names [\"a\", \"b\", \"New_York\"]";
    check(
        &format!("{vertices}*Edges\n1 2 2.0 c Blue\n2 3 l \"a road\"\n"),
        &format!("EdgesWithCosts {{ vertices: 3, edges: [(0, 1, 2), (1, 2, 1)] }}\n{names}"),
    );
    check(
        &format!("{vertices}*Arcs :1 \"likes\"\n1 2\n*Edges\n2 3\n"),
        &format!("Edges {{ vertices: 3, edges: [(0, 1), (1, 2), (2, 1)] }}\n{names}\ndirected true"),
    );
    check("*Vertices 3\n*Arcslist\n1 2 3\n", "Edges { vertices: 3, edges: [(0, 1), (0, 2)] }\ndirected true");
    check("*Vertices 2\n*Arcs\n1 2\n2 1\n", "Edges { vertices: 2, edges: [(0, 1)] }");
    check(
        "*Vertices 2\n*Matrix\n0 3\n3 0\n*Partition x\n*Vertices 2\n1\n2\n",
        "EdgesWithCosts { vertices: 2, edges: [(0, 1, 3)] }",
    );
    check("*Vertices 2\n1 \"a\"\n", "Edges { vertices: 2, edges: [] }\nnames [\"a\", \"_2\"]");
    // Damaged texts.
    check("*Vertices 2\n*Edges\n1 3\n", "⟨3⟩ vertex 3 does not exist: *Vertices says 2 vertices, and they are 1 to 2");
    check(
        "*Vertices 2\n1 \"a\"\n1 \"b\"\n",
        "⟨\"b\"⟩ vertex 1 has a second line here: expected one line for each vertex",
    );
    check("*Vertices 2\n1 \"a\n", "⟨\"a⟩ this text is never closed: expected a closing `\"`");
    check(
        "*Vertices 2\n*Edges\n1\n",
        "⟨1⟩ this edge has 1 vertex: expected two vertices and, where edges have costs, a cost, such as 1 2 or 1 2 3",
    );
    check(
        "*Vertices 2\n*Edges\n1 2 0.5\n",
        "⟨0.5⟩ `0.5` is not a whole number: expected a cost, such as 3; `cost-key = none` reads the edges without \
         costs",
    );
    check(
        "*Vertices 99999999999999999999\n",
        "⟨99999999999999999999⟩ this number is too large: expected the number of vertices",
    );
    check(
        "*Edges\n1 2\n",
        "⟨1 2⟩ the number of vertices is missing: expected *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or \
         *Matrix",
    );
    check(
        "*Vertices 2\n*Edge\n1 2\n",
        "⟨*Edge⟩ `*Edge` does not begin a part of a network: expected *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist \
         or \
         *Matrix",
    );
    check(
        "*Vertices 2\n*Edges\n1 2\n*Vertices 1\n",
        "⟨*Vertices 1⟩ this is a second graph: expected only one; few commands take several",
    );
    check(
        "*Vertices 2\n*Matrix\n0 1\n",
        "1 rows of the matrix are here, and there are 2 vertices: the numbers must agree; the file may be cut off",
    );
    check("*Vertices 2\n*Matrix\n0 1 1\n", "⟨0 1 1⟩ this row has 3 entries: expected 2 rows of 2 entries");
}

#[test]
fn dl() {
    let check = |text: &str, expect: &str| check(Format::Dl, text, expect);
    check(
        "dl n=3 format=edgelist1\nlabels embedded:\ndata:\na b 2\nb a 2\n\"b\" c\nc b",
        &format!("EdgesWithCosts {{ vertices: 3, edges: [(0, 1, 2), (1, 2, 1)] }}\n{NAMES}"),
    );
    check(
        "dl n=2\nlabels embedded\ndata:\n  a b\na 0 1\nb 0 0\n",
        "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\", \"b\"]\ndirected true",
    );
    check(
        "dl n=2\ndata:\n0 1\n0 0 0\n",
        "⟨0⟩ the matrix has more entries than 2 rows of 2: expected nothing after the last entry",
    );
    check(
        "dl n=2\ndata:\n0 1 0\n",
        "the matrix ends in row 2, and there are 2 vertices: the numbers must agree; the file may be cut off",
    );
    check(
        "dl n=2\ndata:\n0 x\n0 0\n",
        "⟨x⟩ `x` is not an entry of a matrix: expected a number, 0 where there is no edge",
    );
    check(
        "dl n=2 format=edgelist1\ndata:\n1 3\n",
        "⟨3⟩ vertex 3 does not exist: `n` says 2 vertices, and they are 1 to 2",
    );
    check(
        "dl nr=2 nc=3\ndata:\n",
        "⟨nr=2⟩ a matrix of two kinds of vertices, or several of them, is no graph: expected n, the number of vertices",
    );
    check(
        "dl n=2 format=lowerhalf\ndata:\n",
        "⟨format=lowerhalf⟩ the format `lowerhalf` is not read: expected fullmatrix, edgelist1 or nodelist1",
    );
    check("dl n=1\nlabels:\na b\ndata:\n0\n", "⟨b⟩ there are more labels than the 1 vertices: expected data:");
    check("dl format=edgelist1\ndata:\n1 2\n", "⟨1⟩ the number of vertices is missing: expected n=3 before it");
}

#[test]
fn metis() {
    let check = |text: &str, expect: &str| check(Format::Metis, text, expect);
    check("4 2 001\n2 7\n1 7 3 5\n2 5\n\n", "EdgesWithCosts { vertices: 4, edges: [(0, 1, 7), (1, 2, 5)] }");
    check("2 1 011 2\n9 9 2 4\n9 9 1 4\n", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 4)] }");
    check(
        "2 1\n2\n",
        "⟨1⟩ 2 vertices are announced, but 1 lines follow: the numbers must agree; the file may be cut off",
    );
    check("2 2\n2\n1\n", "⟨2⟩ 2 edges are announced, but 1 follow: the numbers must agree; the file may be cut off");
    check(
        "3 1\n2\n\n\n",
        "⟨2⟩ vertex 1 has 2 as a neighbour, and not the other way round: list an edge in the lines of both its ends, \
         with the same weight",
    );
    check("2 1\n2\n1\n1\n", "⟨1⟩ there are more lines than the 2 vertices: expected one line for each vertex");
    check("2 1\n0\n1\n", "⟨0⟩ vertex 0 does not exist: the first line says 2 vertices, and they are 1 to 2");
    check("2 1\n1\n\n", "⟨1⟩ vertex 1 is its own neighbour here: METIS has no edge from a vertex to itself");
    check("2 1 7\n2\n1\n", "⟨7⟩ `7` does not say what the lines hold: expected three digits 0 or 1, such as 001");
    check("2 1 001\n2\n1 3\n", "⟨2⟩ this neighbour has no weight: expected each neighbour and its weight");
}

/// Lines of numbers are METIS only if they can be nothing else.
#[test]
fn metis_is_distinguished_from_edges() {
    assert_eq!(recognise("3 2\n2\n1 3\n2\n"), Ok(Format::Metis));
    let triangle = "3 3\n2 3\n1 3\n1 2\n";
    let Err(Unrecognised::Ambiguous(found)) = recognise(triangle) else { panic!("it may be edges") };
    let problem = Unrecognised::Ambiguous(found).problem(triangle);
    let formats: Vec<&str> = problem.remedies.iter().map(|remedy| remedy.values[0].as_str()).collect();
    assert_eq!(formats, ["edges", "metis"], "{problem}");
    // Weights of vertices, and blank lines for vertices without edges.
    let formats = |text: &str| match recognise(text) {
        Ok(format) => vec![format.to_string()],
        Err(error) => error.problem(text).remedies.iter().map(|remedy| remedy.values[0].clone()).collect(),
    };
    assert_eq!(formats("5 4 10\n1 2 5\n5 1 4\n0 5\n3 2\n0 1 3\n"), ["edges", "metis"]);
    assert_eq!(formats("5 2\n4\n3\n2\n1\n\n"), ["adjlist", "metis"]);
    assert_eq!(formats("5 2\n4\n3\n2\n1"), ["adjlist", "metis"]);
    assert_eq!(formats("5 2\n\n5\n4\n3\n2"), ["metis"]);
    assert_eq!(formats("4 2 000 1\n\n3 4\n2\n2\n"), ["metis"]);
    check(Format::Metis, "4 1\n2\n1\n", "Edges { vertices: 4, edges: [(0, 1)] }");
    check(
        Format::Metis,
        "3 1 10\n7 2\n7 1\n",
        "⟨1⟩ 3 vertices are announced, but 2 lines follow: the numbers must agree; the file may be cut off",
    );
    // The numbers of edges do not agree.
    assert_ne!(recognise("3 1\n2\n1 3\n2\n"), Ok(Format::Metis));
    let named = |text: &str| {
        let options = ReadOptions { format: FormatChoice::Named(Format::Metis), ..ReadOptions::default() };
        let mut records = Records::new(text.as_bytes(), options).expect("a text does not fail");
        let record = records.next().expect("there is one").expect("a text does not fail");
        format!("{:?}", record.read().map(|found| found.setup.board))
    };
    assert_eq!(named(triangle), "Ok(Edges { vertices: 3, edges: [(0, 1), (0, 2), (1, 2)] })");
    assert_eq!(named("graph { 0 -- 1 }"), "Ok(Edges { vertices: 2, edges: [(0, 1)] })");
}

#[test]
fn leda() {
    let header = "LEDA.GRAPH\nstring\nint\n-1\n2\n|{a}|\n|{b}|\n";
    let check = |rest: &str, expect: &str| check(Format::Leda, &format!("{header}{rest}"), expect);
    check("1\n1 2 0 |{4}|\n", "Edges { vertices: 2, edges: [(0, 1)] }\nnames [\"a\", \"b\"]\ndirected true");
    check("2\n1 2 0 |{4}|\n", "the graph is not finished: expected a line for each edge");
    check("1\n1 3 0 |{}|\n", "⟨3⟩ vertex 3 does not exist: the file says 2 vertices, and they are 1 to 2");
    check(
        "1\n1 2\n",
        "⟨1 2⟩ this edge is not complete: expected two vertices, the number of the reverse and the data, such as 1 2 \
         0 |{}|",
    );
    check(
        "0\n1 2 0 |{}|\n",
        "⟨1 2 0 |{}|⟩ there are more lines than the 0 edges: expected nothing after the last edge",
    );
}

#[test]
fn matrix_market_may_lack_its_header() {
    let check = |text: &str, expect: &str| check(Format::Mtx, text, expect);
    check("2 2 2\n1 2 5\n2 1 4\n", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 5), (1, 0, 4)] }\ndirected true");
    check("% a comment\n2 2 1\n1 2 5.0\n", "EdgesWithCosts { vertices: 2, edges: [(0, 1, 5)] }");
    check(
        "%%MatrixMarkt matrix\n2 2 0\n",
        "⟨%%MatrixMarkt matrix⟩ the header of Matrix Market is missing: expected \
         %%MatrixMarket matrix coordinate pattern symmetric, or integer and general in their places",
    );
    check("2 2 2\n1 2 5\n2 1\n", "⟨2 1⟩ this entry has 2 numbers: expected row, column and cost");
}

#[test]
fn drawings_of_other_programs() {
    check(Format::Octile, "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n", "Grid([\".#.\", \"...\"])");
    check(
        Format::Octile,
        "type octile\nheight 2\nwidth 3\nmap\n.@.\n",
        "⟨2⟩ 2 rows are announced, but 1 follow: the numbers must agree; the file may be cut off",
    );
    check(
        Format::Octile,
        "type octile\nheight 1\nwidth 3\nmap\n.@\n",
        "⟨.@⟩ row 0 has 2 cells, and `width` says 3: the numbers must agree; a cell may be missing",
    );
    check(
        Format::Octile,
        "type octile\nheight 1\nwidth 3\nmap\n.#.\n",
        "⟨#⟩ `#` is not a cell of octile: a cell is `@`, `O`, `T` or `W` for a wall, or `.`, `G` or `S`",
    );
    check(
        Format::Octile,
        "type octile\nheight 1\nmap\n.\n",
        "the map does not say how large it is: expected type octile, height, width and map, each on its own line",
    );
    check(Format::Pacman, "%%%%%\n%PP %\n%%%%%\n", "⟨P⟩ a second mouse; the first is at (1,1): a grid has one mouse");
    check(
        Format::Pacman,
        "%%%%%\n%P%\n%%%%%\n",
        "⟨%P%⟩ row 1 has width 3, but row 0 has width 5: give all rows the same width; `#` is a wall",
    );
    check(Format::Xsb, "####\n#@ \n####\n", "⟨@⟩ the man can walk out of the drawing: expected walls all around");
    check(
        Format::Xsb,
        "####\n#@x#\n####\n",
        "⟨x⟩ `x` is not a cell of xsb: a cell is `#` wall, `@` or `+` man, `$` or `*` box, `.` goal, or blank",
    );
}

/// A diagonal step needs two free cells next to it, as in the benchmarks.
#[test]
fn eight_neighbours() {
    let map = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
    let options = ReadOptions { diagonals: true, ..Format::Octile.into() };
    super::compare(options, map, "Edges { vertices: 5, edges: [(0, 2), (1, 4), (2, 3), (3, 4)] }", |setup| {
        setup.plan_board().map(|_| ())
    });
    let map = "type octile\nheight 2\nwidth 2\nmap\n..\n..\n";
    super::compare(
        options,
        map,
        "Edges { vertices: 4, edges: [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] }",
        |setup| setup.plan_board().map(|_| ()),
    );
    let problem = read("M.\n.C\n", ReadOptions { diagonals: true, ..Format::Grid.into() }).unwrap_err();
    assert_eq!(problem.problems[0].message, "`diagonals` is for maps of octiles, but this is grid");
}

/// Old files end their lines with only a carriage return.
#[test]
fn carriage_returns_alone_end_lines() {
    for (text, expect) in [
        ("0 1\r1 2\r", "Edges { vertices: 3, edges: [(0, 1), (1, 2)] }"),
        ("*Vertices 2\r*Edges\r1 2", "Edges { vertices: 2, edges: [(0, 1)] }"),
        ("# c\rgraph [\r# c\rnode [ id 0 ]\r]\r", "Edges { vertices: 1, edges: [] }"),
    ] {
        let records: Vec<_> =
            Records::new(text.as_bytes(), None).expect("a text does not fail").map(Result::unwrap).collect();
        let [record] = &records[..] else { panic!("{text:?} is one graph") };
        assert_eq!(record.read().map(|found| format!("{:?}", found.setup.board)).as_deref(), Ok(expect));
    }
    let mut records = Records::new("0 1\r1 x\r".as_bytes(), None).expect("a text does not fail");
    let record = records.next().expect("there is one").expect("a text does not fail");
    let problems = record.read().unwrap_err().problems;
    assert_eq!(record.place(problems[0].span.as_ref()), (2, 3));
}

#[test]
fn keys_of_costs() {
    let gml = "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 bandwidth \"10G\" length 7 value 2.0 ] ]";
    let board = |costs| {
        let options = ReadOptions { costs, ..Format::Gml.into() };
        read(gml, options).map(|found| format!("{:?}", found.setup.board))
    };
    assert_eq!(recognise(gml), Ok(Format::Gml));
    assert_eq!(board(CostKey::Usual).as_deref(), Ok("EdgesWithCosts { vertices: 2, edges: [(0, 1, 2)] }"));
    assert_eq!(board(CostKey::Named("length")).as_deref(), Ok("EdgesWithCosts { vertices: 2, edges: [(0, 1, 7)] }"));
    assert_eq!(board(CostKey::None).as_deref(), Ok("Edges { vertices: 2, edges: [(0, 1)] }"));
    assert_eq!(board(CostKey::Named("width")).as_deref(), Ok("Edges { vertices: 2, edges: [(0, 1)] }"));
    assert_eq!(board(CostKey::Named("bandwidth")).unwrap_err().problems[0].message, "`\"10G\"` is not a whole number");
    let without = |format: Format, text: &str| {
        let options = ReadOptions { costs: CostKey::None, ..format.into() };
        read(text, options).map(|found| format!("{:?}", found.setup.board)).map_err(|error| error.to_string())
    };
    let edge = Ok("Edges { vertices: 2, edges: [(0, 1)] }".to_owned());
    for (format, text) in [
        (Format::Edges, "0 1 0.5"),
        (Format::Csv, "source,target,weight\n0,1,0.5"),
        (Format::NxEdges, "0 1 {'weight': 0.5}"),
        (
            Format::NodeLink,
            "{\"nodes\": [{\"id\": 0}, {\"id\": 1}], \"links\": [{\"source\": 0, \"target\": 1, \"value\": 0.5}]}",
        ),
        (Format::Dot, "graph { 0 -- 1 [weight=0.5] }"),
        (Format::Pajek, "*Vertices 2\n*Edges\n1 2 0.5\n"),
        (Format::Dimacs, "p edge 2 1\ne 1 2 0.5\n"),
    ] {
        assert_eq!(without(format, text), edge, "{format}");
    }
    let named = read("0 1 3", ReadOptions { costs: CostKey::Named("x"), ..Format::Edges.into() }).unwrap_err();
    assert_eq!(named.problems[0].message, "this is edges, in which costs have no keys");
}

#[test]
fn more_contents_of_real_files() {
    let path = format!("{PATH}\n{NAMES}");
    let labels = "ROW LABELS:\na\nb\nc\nCOLUMN LABELS:\na\nb\nc\nDATA:\n0 1 0\n1 0 1\n0 1 0\n";
    check(Format::Dl, &format!("DL N = 3\nFORMAT = FULLMATRIX DIAGONAL PRESENT\n{labels}"), &path);
    let odd = labels.replacen("COLUMN LABELS:\na", "COLUMN LABELS:\nb", 1);
    check(Format::Dl, &format!("dl n=3\n{odd}"), "⟨b⟩ `b` is not the label of row 1: expected the labels of the rows");
    let level = "; 1\n\n####\n#@ #\n####\n\nTitle: x\n";
    assert_eq!(recognise(level), Ok(Format::Xsb));
    check(Format::Xsb, level, "Grid([\"####\", \"#M.#\", \"####\"])");
    let two = "####\n#@ #\n####\n\n####\n#@ #\n####\n";
    check(Format::Xsb, two, "⟨####⟩ there is text below the drawing: expected only one drawing");
    check(
        Format::Edges,
        "% sym weighted\n% 2 3 3\n1 2 1 1082040961\n2 3 1.0 1082040961\n",
        "EdgesWithCosts { vertices: 3, edges: [(0, 1, 1), (1, 2, 1)] }",
    );
}
