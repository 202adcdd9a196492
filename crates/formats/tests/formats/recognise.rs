//! Tests of recognition: the format that a text is taken for.

use catmouse_formats::{FAMILIES, Foreign, Format, Packer, Unrecognised, is_board, recognise};
use catmouse_model::Keyword;

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(recognise(text).map(Keyword::word), Ok(expect), "\n{text}");
}

#[test]
fn words_are_words() {
    assert_eq!(
        Format::choices(),
        "setup, leetcode, grid, graph6, digraph6, sparse6, edges, dimacs, dot, matrix, mtx, adjlist, nx-edges, \
         node-link, graphml, gml, showg, hog, multicode, csv, pajek, gexf, tgf, planar-code, dl, metis, leda, octile, pacman or xsb"
    );
    assert_eq!(Format::from_word("grid"), Some(Format::Grid));
    assert_eq!(Format::Leetcode.to_string(), "leetcode");
}

#[test]
fn lists_are_leetcode() {
    check("[[2,5],[3]]", "leetcode");
    check("\n  [ [2, 5]\n, [3] ]", "leetcode");
    check("[\"#M\", \"CF\"]", "leetcode");
    check("[]", "leetcode");
    check("[", "leetcode");
    check("[-1]", "leetcode");
    check("[3]", "leetcode");
    check("[[a, b], [c]]", "leetcode");
    check("['#M', 'CF']", "leetcode");
    check("graph = [[1],[0]]", "leetcode");
    check("grid=[\"MCF\"]", "leetcode");
    check("Input: graph = [[1],[0]]\nOutput: 0", "leetcode");
    check("input:[[1],[0]]", "leetcode");
}

#[test]
fn broken_lists_are_leetcode() {
    check("\"####F\",\"#C...\"", "leetcode");
    check("\u{feff}[[1],[0]]", "leetcode");
}

#[test]
fn drawings_are_grids() {
    check("####F\n#C...\nM....", "grid");
    check("MCF", "grid");
    check("\r\n\r\n#M\t \r\n  CF\r\n", "grid");
    check("#", "grid");
}

#[test]
fn broken_drawings_are_grids() {
    check("M.X.F", "grid");
    check("-M-#\n-C-F", "grid");
    check("####f\n#c...\nm....", "grid");
    check("#=C.=#\n#M..F#", "grid");
    check("#M  C  F#", "grid");
}

#[test]
fn tables_are_setups() {
    check("catmouse = 1\n[board]\ngrid = [\"MCF\"]", "setup");
    check("[board]\nadjacency = [[1],[0]]", "setup");
    check("[ board ]", "setup");
    check("# a comment\n\n[board]\n", "setup");
    check("####F\ncatmouse = 1\n", "setup");
    check("board.grid = '''\n####F\n#C...\nM....\n'''", "setup");
    check("\"catmouse\" = 1", "setup");
    check("edges = [[0, 1]]", "setup");
}

#[test]
fn other_texts_have_no_format() {
    for text in
        ["hello", "title: \"Around the table\"", "# only a comment, nothing else", "The cat sat.\nThe mouse did not."]
    {
        assert_eq!(recognise(text), Err(Unrecognised::Unknown), "{text}");
    }
    for text in ["", " \n\t", "\u{feff}\n"] {
        assert_eq!(recognise(text), Err(Unrecognised::Empty), "{text:?}");
    }
}

#[test]
fn other_formats_have_names() {
    let name = |text: &str| match recognise(text) {
        Err(Unrecognised::Foreign(foreign)) => foreign.name(),
        other => panic!("{text} is {other:?}"),
    };
    assert_eq!(name("{\"graph\": [[1],[0]]}"), "a JSON object");
    assert_eq!(name("[{}]"), "a JSON object");
    assert_eq!(name("0 1 2 3\n1 2\n"), "an adjacency list of another kind");
    assert_eq!(recognise(b"\x28\xb5\x2f\xfd\0"), Err(Unrecognised::Foreign(Foreign::Packed(Packer::Zstd))));
}

#[test]
fn lines_of_graphs() {
    check("Bw", "graph6");
    check("\nDQc\nC~\nC\n", "graph6");
    check(">>graph6<<", "graph6");
    check(">>graph6<<nonsense", "graph6");
    check("&DI?AO?", "digraph6");
    check(">>digraph6<<&A?", "digraph6");
    check(":Fa@x^", "sparse6");
    check(">>sparse6<<:An", "sparse6");
    check(";DQc", "sparse6");
    // 28 vertices begin like a list.
    check(&format!("[{}", "?".repeat(63)), "graph6");
    check(&format!("[{}", "?".repeat(62)), "leetcode");
    // Rows of a grid may be graphs, but hardly with all three pieces.
    check("CF", "graph6");
    check("FMCFF", "grid");
    check("MCF", "grid");
}

#[test]
fn other_graphs() {
    check("0 1\n1 2", "edges");
    check("# a comment\n% another\n\n3 directed\n0 1", "edges");
    check("0 1 2.5", "edges");
    check("c a comment\n\np edge 3 2\ne 1 2", "dimacs");
    check("p sp 3 2", "dimacs");
    check("graph { a -- b }", "dot");
    check("// a comment\nstrict digraph \"a b\" {", "dot");
    check("graph = [[1],[0]]", "leetcode");
    check("[[[1,5]],[[0,5]]]", "leetcode");
}

#[test]
fn formats_of_other_programs() {
    check("0,1\n1,2", "csv");
    check("source\ttarget\n0\t1", "csv");
    check("\"from\";\"to\"\n\"a\";\"b\"", "csv");
    check("0,1,1\n1,0,1\n1,1,0", "matrix");
    check("0 1 1 0\n1 0 1 1\n1 1 0 0\n0 1 0 0", "matrix");
    check("011\n101\n110", "matrix");
    check("[[0 1 1]\n [1 0 1]\n [1 1 0]]", "matrix");
    check("[0 1]\n[1 0]", "matrix");
    check("%%MatrixMarket matrix array real general", "mtx");
    check("0 1 2 3\n1 2\n2\n3", "adjlist");
    check("#x.py\n# GMT Sun Nov 22 08:54:12 2026\n#\n0 1\n1 2\n2 0", "adjlist");
    check("a b c\nb c\nc", "adjlist");
    check("a b\nb c\nc a", "edges");
    check("a b 3\nb c", "edges");
    check("0 1 {}\n1 2 {'weight': 3}", "nx-edges");
    check("a b {'weight': 3}", "nx-edges");
    check("{\"nodes\": [], \"links\": []}", "node-link");
    check("<?xml version='1.0'?>\n<!-- x -->\n<graphml/>", "graphml");
    check("Creator \"x\"\nVersion 1\ngraph\n[\n]", "gml");
    check("graph [ node [ id 0 ] ]", "gml");
    check("\nGraph 1, order 3.\n  0 : 1;", "showg");
    check("1: 2 3\n2: 1\n3: 1", "hog");
    check("\x03\x02\x03\0\x03\0", "multicode");
    assert_eq!(recognise(b">>multi_code<<\x01"), Ok(Format::Multicode));
}

#[test]
fn names_of_files() {
    let format = |extension: &str| Format::of_extension(extension).map_or("any", Keyword::word);
    let found = ["g6", "G6", "d6", "s6", "edges", "col", "gr", "dot", "gv", "txt", "json", "toml"].map(format);
    let expect =
        ["graph6", "graph6", "digraph6", "sparse6", "edges", "dimacs", "dimacs", "dot", "dot", "any", "any", "setup"];
    assert_eq!(found, expect);
    let found = ["mtx", "adjlist", "graphml", "gml", "csv", "tsv"].map(format);
    let expect = ["mtx", "adjlist", "graphml", "gml", "csv", "csv"];
    assert_eq!(found, expect);
}

#[test]
fn boards_are_told_from_names_of_files() {
    for board in [
        "[[1],[0]]",
        "M.CF",
        "IheA@GUAo",
        "&DI?AO?",
        ":Fa@x^",
        "graph = [[1],[0]]",
        "0 1 5",
        "a\nb",
        "graph { a -- b }",
    ] {
        assert!(is_board(board), "{board}");
    }
    for name in ["board.toml", "no-such-file", "./..", "level 1.txt", "x=1.toml", "graphs", "a,b"] {
        assert!(!is_board(name), "{name}");
    }
    for family in FAMILIES {
        assert!(!is_board(family.name) && !is_board(family.example), "{}", family.example);
    }
}
