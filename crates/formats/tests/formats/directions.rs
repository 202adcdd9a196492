//! Tests that edges without directions are never taken for arcs.

use catmouse_formats::{Format, NAMED_GRAPH, Parallel, ReadOptions, Records, ensure_directions, named_graph, read};

/// Checks whether a text may be read with one-way moves: in the document, and in the reader if it
/// gets the option.
#[track_caller]
fn check(text: &str, options: ReadOptions, refusal: Option<&str>) {
    let document = read(text, options).expect("it can be read");
    assert_eq!(document.ensure_directions(None), Ok(()));
    assert_eq!(document.ensure_directions(Some(false)), Ok(()));
    let message = document.ensure_directions(Some(true)).err().map(|problem| problem.message);
    assert_eq!(message.as_deref(), refusal, "{text}");
    let one_way = read(text, ReadOptions { parallel: Parallel::OneWay, ..options });
    let message = one_way.err().map(|mut error| error.problems.remove(0).message);
    assert_eq!(message.as_deref(), refusal, "{text}");
}

#[test]
fn a_format_that_orders_the_ends_itself_has_no_directions() {
    check("DhC", Format::Graph6.into(), Some("this is graph6, whose edges have no directions"));
    check(">>graph6<<DhC", Format::Digraph6.into(), Some("this is graph6, whose edges have no directions"));
    check(":Cc", Format::Graph6.into(), Some("this is sparse6, whose edges have no directions"));
    let header = "%%MatrixMarket matrix coordinate pattern";
    let symmetric = format!("{header} symmetric\n3 3 2\n2 1\n3 2\n");
    check(&symmetric, Format::Mtx.into(), Some("this is a symmetric matrix, whose edges have no directions"));
    check(&format!("{header} general\n3 3 2\n2 1\n3 2\n"), Format::Mtx.into(), None);
    let (triangle, multicode) = ([3, 2, 3, 0, 3, 0], "this is multicode, whose edges have no directions");
    let record = Records::new(&triangle[..], Format::Multicode).expect("it opens").next();
    let record = record.expect("there is a graph").expect("it can be read");
    let document = record.read().expect("it can be read");
    assert_eq!(document.ensure_directions(Some(true)).err().map(|problem| problem.message).as_deref(), Some(multicode));
}

#[test]
fn a_format_whose_user_orders_the_ends_has_directions() {
    for (format, text) in [
        (Format::Digraph6, "&BP_"),
        (Format::Edges, "0 1\n1 2\n2 0"),
        (Format::Dot, "graph { a -- b -- c -- a }"),
        (Format::Matrix, "0 1 0\n0 0 1\n1 0 0"),
        (Format::Leetcode, "[[1],[2],[0]]"),
        (Format::Csv, "source,target\n0,1\n1,0"),
    ] {
        check(text, format.into(), None);
    }
}

#[test]
fn a_graph_with_a_name_has_no_directions() {
    // The first is written as a setup, the second as a list of edges.
    for name in ["cycle:9", "complete:400"] {
        let (text, format) = named_graph(name).expect("it is a name").expect("it is a graph").text();
        let message = "this is a named graph, whose edges have no directions";
        check(&text, ReadOptions { made_from: Some(NAMED_GRAPH), ..format.into() }, Some(message));
        check(&text, format.into(), None);
    }
}

#[test]
fn the_refusal_says_what_to_do() {
    let problem = ensure_directions(Some(true), Some("a sketch")).expect_err("it has no directions");
    assert_eq!(
        (problem.wanted.as_str(), problem.span),
        ("use a format with directions, such as edges or digraph6", None)
    );
    let remedy = &problem.remedies[0];
    assert_eq!((remedy.setting, &remedy.values[..]), ("directed", &["false".to_owned()][..]));
    assert_eq!(ensure_directions(Some(true), None), Ok(()));
    assert_eq!(ensure_directions(Some(false), Some("a sketch")), Ok(()));
}
