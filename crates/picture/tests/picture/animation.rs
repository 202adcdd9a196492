//! An animation shows the moves of the line: its captions are the moves, and each piece runs from
//! place to place as they say.

use std::fs;
use std::path::Path;

use catmouse_arena::Words;
use catmouse_explain::{Context, explain, prose};
use catmouse_formats::{Format, read};
use catmouse_model::Game;
use catmouse_picture::Scene;
use roxmltree::{Document, Node};

use crate::drawn::{number, solved};

/// A translation as the style sheet or an attribute writes it.
fn shift(text: &str) -> (f64, f64) {
    let inner = text.split_once("translate(").expect("a translation").1.split(')').next().expect("its end");
    let (x, y) = inner.split_once([',', ' ']).expect("two numbers");
    let number = |text: &str| text.trim_end_matches("px").parse().expect("a number");
    (number(x), number(y))
}

/// Where a piece is at the end of its run, and how often its frames say that it moved.
fn run(svg: &str, group: Node<'_, '_>) -> ((f64, f64), usize) {
    let name = group.attribute("class").expect("a name");
    let (_, rest) = svg.split_once(&format!("@keyframes {name}{{")).expect("its frames");
    let frames: Vec<(f64, f64)> = rest.split("}}").next().expect("the end").split('}').map(shift).collect();
    let (x, y) = shift(group.parent().and_then(|outer| outer.attribute("transform")).expect("its first place"));
    assert_eq!(frames[0], (0.0, 0.0));
    let last = *frames.last().expect("a last frame");
    ((x + last.0, y + last.1), frames.windows(2).filter(|pair| pair[0] != pair[1]).count())
}

/// The vertex of a grid in whose cell a point is. The cells are drawn at half the size.
fn cell(document: &Document<'_>, (x, y): (f64, f64)) -> u32 {
    let holds = |rect: &Node<'_, '_>| {
        let inside = |at: f64, from: &str, size: &str| {
            let first = 2.0 * number(*rect, from);
            first < at && at < first + 2.0 * number(*rect, size)
        };
        inside(x, "x", "width") && inside(y, "y", "height")
    };
    let mut vertices = document.descendants().filter(|node| node.attribute("data-vertex").is_some());
    let vertex = vertices.find(|vertex| vertex.children().any(|node| node.has_tag_name("rect") && holds(&node)));
    let vertex = vertex.unwrap_or_else(|| panic!("no cell at {x}, {y}"));
    vertex.attribute("data-vertex").expect("a number").parse().expect("a number")
}

fn examine(game: &Game, title: Option<&str>) -> bool {
    let values = solved(game);
    let start = game.opening(&values).id;
    let explanation = explain(&Context::new(game.arena(), game, &values, game.adjudication()), start);
    let svg = Scene { game, values: &values, start, title }.animation(&explanation);
    let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let class = |node: &Node<'_, '_>| node.attribute("class").unwrap_or_default().to_owned();
    let captions: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")) && class(node).contains("-say-"))
        .filter_map(|node| node.text())
        .collect();
    let plies = &explanation.plies;
    assert_eq!(captions.len(), plies.len().min(240) + 2, "{title:?}");
    for (caption, ply) in captions[1..].iter().zip(plies.iter().take(240)) {
        let said = format!("{}. {}", ply.number, game.step(ply.from, ply.played.step()));
        assert!(said == *caption || caption.ends_with('…'), "{title:?}: {caption}");
    }
    assert_eq!(plies.len() > 240, svg.contains("The first 240 of"), "{title:?}");
    if plies.len() > 240 {
        return false;
    }
    let ending = prose::ending(&explanation, game);
    assert!(captions[captions.len() - 1] == ending || captions[captions.len() - 1].ends_with('…'), "{title:?}");
    let pieces: Vec<Node<'_, '_>> =
        document.descendants().filter(|node| class(node).starts_with("run") && node.has_children()).collect();
    let pieces: Vec<Node<'_, '_>> = pieces.into_iter().filter(|node| node.tag_name().name() == "g").collect();
    let last = game.position(plies.last().map_or(start, |ply| ply.played.to));
    assert_eq!(pieces.len(), 1 + last.cats.len(), "{title:?}");
    let runs: Vec<((f64, f64), usize)> = pieces.iter().map(|piece| run(&svg, *piece)).collect();
    if game.board().grid().is_none() {
        // Pieces that meet stand beside each other.
        let apart = runs[1..].iter().any(|(place, _)| (place.1 - runs[0].0.1).abs() > 0.25);
        assert!(!last.cats.iter().all(|&cat| cat == last.mouse) || !apart, "{title:?}");
        return true;
    }
    let alone = !last.cats.contains(&last.mouse) && last.cats.windows(2).all(|pair| pair[0] != pair[1]);
    if alone && svg.contains("data-vertex") {
        assert_eq!(cell(&document, runs[0].0), last.mouse.number(), "{title:?}");
        let mut cats: Vec<u32> = runs[1..].iter().map(|(place, _)| cell(&document, *place)).collect();
        cats.sort_unstable();
        assert_eq!(cats, last.cats.iter().map(|cat| cat.number()).collect::<Vec<_>>(), "{title:?}");
    }
    true
}

#[test]
fn the_pieces_of_every_fixture_end_where_the_line_ends() {
    let mut examined = 0;
    for folder in ["classic", "cops", "costs", "grid", "rules"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(folder);
        for entry in fs::read_dir(folder).expect("there are fixtures") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            let document = read(&text, Format::Setup).expect("a setup");
            let Ok(plan) = document.setup.plan() else { continue };
            if plan.positions() > 20_000 {
                continue;
            }
            examined += usize::from(examine(&plan.game(), document.title.as_deref()));
        }
    }
    assert!(examined > 100, "{examined}");
}

#[test]
fn two_animations_on_one_page_have_different_names() {
    let names = ["[[1,3],[0],[3],[0,2]]", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"].map(|text| {
        let game = read(text, Format::Leetcode).expect("a board").setup.plan().expect("a game").game();
        let values = solved(&game);
        let start = game.opening(&values).id;
        let explanation = explain(&Context::new(game.arena(), &game, &values, game.adjudication()), start);
        let svg = Scene { game: &game, values: &values, start, title: None }.animation(&explanation);
        svg.split_once("@keyframes ").expect("it moves").1[..11].to_owned()
    });
    assert_ne!(names[0], names[1]);
}
