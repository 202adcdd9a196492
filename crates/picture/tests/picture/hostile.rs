//! Names and titles that contain markup or control characters.

use catmouse_explain::{Context, explain, story::story};
use catmouse_model::{BoardChoice, Setup, Vertex, VertexChoice};
use catmouse_picture::{Scene, placement};
use roxmltree::Document;

use crate::drawn::solved;

/// Titles, which may contain anything.
const TITLES: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><image href='x' onerror=\"f()\"/>",
    "&amp;&lt;&#60;&nope;",
    "\u{202e}evil\u{2066}\u{200f}",
    "]]><!-- \u{0}\u{7}\u{ffff} -->",
    "</text></svg>",
];

/// Names that the model accepts: a letter, then no spaces, brackets, commas, colons or quotes.
const NAMES: [&str; 6] =
    ["a<script>alert", "b/><image/onload>", "c&amp&lt&nope", "d</text></svg>", "e\u{200b}live\u{5d0}\u{5d1}", "f&-->"];

/// The elements that a picture may have.
const ELEMENTS: [&str; 12] =
    ["svg", "title", "desc", "style", "g", "rect", "circle", "line", "path", "polyline", "polygon", "text"];

fn check_layout(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(ELEMENTS.contains(&node.tag_name().name()), "{node:?}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on") && !attribute.name().contains("href"), "{attribute:?}");
        }
    }
    let mark = ['\u{200e}', '\u{200f}'];
    let embedding = |character| ('\u{202a}'..='\u{202e}').contains(&character);
    let isolate = |character| ('\u{2066}'..='\u{2069}').contains(&character);
    assert!(!(svg.contains(mark) || svg.contains(embedding) || svg.contains(isolate)), "{svg}");
    assert_eq!(document.descendants().filter(|node| node.tag_name().name() == "style").count(), 1);
    assert!(
        document
            .root_element()
            .first_element_child()
            .is_some_and(|first| first.has_tag_name(("http://www.w3.org/2000/svg", "title")))
    );
}

/// All pictures of a board with these names.
fn pictures(names: Vec<String>, title: &str) -> Vec<String> {
    let last = names.len() as i64 - 1;
    let lists = (0..=last).map(|v| vec![(v + last) % (last + 1), (v + 1) % (last + 1)]).collect();
    let mut setup = Setup::new(BoardChoice::Adjacency(lists));
    setup.names = names;
    setup.rules.holes = Some(vec![VertexChoice::Number(0)]);
    setup.mouse = Some(VertexChoice::Number(1));
    setup.cats = Some(vec![VertexChoice::Number(2)]);
    let game = setup.plan().expect("a game").game();
    let values = solved(&game);
    let start = game.opening(&values).id;
    let explanation = explain(&Context::new(game.arena(), &game, &values, game.adjudication()), start);
    let scene = Scene { game: &game, values: &values, start, title: Some(title) };
    let cats = [Vertex::new(1), Vertex::new(2)];
    vec![
        scene.board(),
        scene.line(&explanation),
        scene.animation(&explanation),
        scene.survey(),
        scene.choices(&explanation),
        scene.lesson(&explanation, &story(game.arena(), &game, &values, &explanation)),
        placement(game.board(), &cats, title),
    ]
}

#[test]
fn markup_stays_text() {
    for title in TITLES {
        for svg in pictures(NAMES.map(str::to_owned).to_vec(), title) {
            check_layout(&svg);
        }
    }
    let board = &pictures(NAMES.map(str::to_owned).to_vec(), "a & b")[0];
    let document = Document::parse(board).expect("XML");
    assert!(document.descendants().any(|node| node.text().is_some_and(|text| text.starts_with("a<script>alert: "))));
    assert!(document.descendants().any(|node| node.text() == Some("The start · a & b")));
}

#[test]
fn a_name_of_ten_kilobytes_is_cut() {
    for piece in ["x", "-long-", "厨", "<&>"] {
        let long = |index: usize| format!("n{index}{}", piece.repeat(10_240 / piece.len()));
        for svg in pictures((0..5).map(long).collect(), &long(9)) {
            check_layout(&svg);
            assert!(svg.len() < 120_000, "{} bytes", svg.len());
        }
    }
}
