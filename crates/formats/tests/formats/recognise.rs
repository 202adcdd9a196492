//! Which format a text is taken for.

use catmouse_formats::{Format, recognise};
use catmouse_model::Keyword;

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(recognise(text).word(), expect, "\n{text}");
}

#[test]
fn words_are_words() {
    assert_eq!(Format::choices(), "setup, leetcode, grid, graph6, digraph6, sparse6, edges, dimacs or dot");
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
    check("[{}]", "leetcode");
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
    check("0,1\n1,2", "leetcode");
    check("{\"graph\": [[1],[0]]}", "leetcode");
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
fn anything_else_is_a_setup() {
    check("hello", "setup");
    check("title: \"Around the table\"", "setup");
    check("# only a comment, nothing else", "setup");
}
