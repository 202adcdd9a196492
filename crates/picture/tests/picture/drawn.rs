//! Reads a picture: the places of its vertices, texts and edges.

use catmouse_arena::{Solution, check};
use catmouse_model::{BoardChoice, Game, Setup, VertexChoice};
use catmouse_picture::Scene;
use roxmltree::{Document, Node};

/// A rectangle, by its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(crate) fn shrunk(&self, by: f64) -> Self {
        let Self { left, top, right, bottom } = self;
        Self { left: left + by, top: top + by, right: right - by, bottom: bottom - by }
    }

    pub(crate) fn holds(&self, (x, y): (f64, f64)) -> bool {
        self.left < x && x < self.right && self.top < y && y < self.bottom
    }

    pub(crate) fn is_inside(&self, other: &Self) -> bool {
        other.left <= self.left && self.right <= other.right && other.top <= self.top && self.bottom <= other.bottom
    }
}

/// The elements of a picture.
pub(crate) struct Drawn {
    pub(crate) view: Area,
    /// Each vertex with its box, in the order of drawing.
    pub(crate) vertices: Vec<(u32, Area)>,
    /// Each text with the room that it takes; rotated texts are left out.
    pub(crate) texts: Vec<(String, Area)>,
    /// The ends of the lines that are edges.
    pub(crate) edges: Vec<[(f64, f64); 2]>,
    /// The edges as points along them, two of a straight line and more of a curve.
    pub(crate) routes: Vec<Vec<(f64, f64)>>,
    /// The walls between cells.
    pub(crate) thin_walls: Vec<Area>,
    /// The last line of text in each vertex.
    pub(crate) marks: Vec<(u32, String)>,
}

pub(crate) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let text = node.attribute(name).unwrap_or_else(|| panic!("{name} is missing: {node:?}"));
    text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {node:?}"))
}

/// The translation of an element.
fn shift(node: Node<'_, '_>) -> (f64, f64) {
    node.ancestors().filter_map(|node| node.attribute("transform")).fold((0.0, 0.0), |(x, y), transform| {
        let inner = transform.trim_start_matches("translate(").split(')').next().expect("a translation");
        let (dx, dy) = inner.split_once(' ').expect("two numbers");
        (x + dx.parse::<f64>().expect("a number"), y + dy.parse::<f64>().expect("a number"))
    })
}

fn area(rect: Node<'_, '_>) -> Area {
    let (dx, dy) = shift(rect);
    let (left, top) = (number(rect, "x") + dx, number(rect, "y") + dy);
    Area { left, top, right: left + number(rect, "width"), bottom: top + number(rect, "height") }
}

/// Reads a picture; fails if it is not XML.
pub(crate) fn read(svg: &str) -> Drawn {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    let view: Vec<f64> =
        root.attribute("viewBox").expect("a view").split(' ').map(|text| text.parse().expect("a number")).collect();
    let all = |name: &'static str| {
        root.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
    };
    let text_area = |node: Node<'_, '_>| {
        let (dx, dy) = shift(node);
        let (x, y, size) = (number(node, "x") + dx, number(node, "y") + dy, number(node, "font-size"));
        // The advance of the first font that the pictures name, and one em for characters beyond
        // Latin.
        let advance = |character: char| {
            if character < '\u{1100}' || character == '…' || character == '–' || character == '→' {
                0.602
            } else {
                1.2
            }
        };
        let width = node.text().unwrap_or_default().chars().map(advance).sum::<f64>() * size;
        let left = match node.attribute("text-anchor") {
            Some("middle") => x - width / 2.0,
            Some("end") => x - width,
            _ => x,
        };
        Area { left, top: y - 0.75 * size, right: left + width, bottom: y + 0.2 * size }
    };
    let vertex_of =
        |node: Node<'_, '_>| node.ancestors().find_map(|node| node.attribute("data-vertex")?.parse::<u32>().ok());
    let routes: Vec<Vec<(f64, f64)>> = root
        .descendants()
        .filter(|node| node.attribute("class") == Some("edge") && node.tag_name().name() != "circle")
        .filter(|node| node.attribute("d").is_none_or(|path| path.matches('M').count() == 1)) // not of a strip
        .map(|node| {
            let (dx, dy) = shift(node);
            let moved = |(x, y): (f64, f64)| (x + dx, y + dy);
            let Some(path) = node.attribute("d") else {
                return [("x1", "y1"), ("x2", "y2")].map(|(x, y)| moved((number(node, x), number(node, y)))).to_vec();
            };
            let numbers: Vec<f64> = path.split(['M', 'Q', ' ']).filter_map(|text| text.parse().ok()).collect();
            let [x1, y1, x, y, x2, y2] = numbers[..] else { panic!("{path}") };
            let mixed =
                |a: f64, b: f64, c: f64, t: f64| a * (1.0 - t) * (1.0 - t) + 2.0 * b * t * (1.0 - t) + c * t * t;
            (0..=40).map(|at| f64::from(at) / 40.0).map(|t| moved((mixed(x1, x, x2, t), mixed(y1, y, y2, t)))).collect()
        })
        .collect();
    let groups = || all("g").filter(|node| node.has_attribute("data-vertex"));
    Drawn {
        view: Area { left: view[0], top: view[1], right: view[0] + view[2], bottom: view[1] + view[3] },
        vertices: groups()
            .map(|group| {
                let rect =
                    group.children().find(|node| node.attribute("class").is_some_and(|class| class.contains(" frame")));
                (vertex_of(group).expect("a number"), area(rect.expect("a box")))
            })
            .collect(),
        texts: all("text")
            .filter(|node| !node.attribute("transform").is_some_and(|transform| transform.contains("rotate")))
            .map(|node| (node.text().unwrap_or_default().to_owned(), text_area(node)))
            .collect(),
        edges: routes.iter().map(|route| [route[0], route[route.len() - 1]]).collect(),
        routes,
        thin_walls: all("rect").filter(|node| node.attribute("class") == Some("wall thin")).map(area).collect(),
        marks: groups()
            .filter_map(|group| {
                let last = group.children().rfind(|node| node.tag_name().name() == "text")?;
                Some((vertex_of(group)?, last.text()?.to_owned()))
            })
            .collect(),
    }
}

/// A game on a graph with the default starts. If the graph has fewer than three vertices, the mouse
/// starts at the first and the cat at the last.
pub(crate) fn game(vertices: usize, edges: &[(usize, usize)]) -> Game {
    let mut lists = vec![Vec::new(); vertices];
    for &(from, to) in edges {
        for (here, there) in [(from, to), (to, from)] {
            if here != there && !lists[here].contains(&(there as i64)) {
                lists[here].push(there as i64);
            }
        }
    }
    let mut setup = Setup::new(BoardChoice::Adjacency(lists));
    if vertices < 3 {
        setup.mouse = Some(VertexChoice::Number(0));
        setup.cats = Some(vec![VertexChoice::Number(vertices as i64 - 1)]);
        setup.rules.cat_in_hole = Some(catmouse_model::CatInHole::Allowed);
    }
    setup.plan().expect("a game").game()
}

/// The values of a game, accepted by the checker.
pub(crate) fn solved(game: &Game) -> Solution {
    let solution = catmouse_solver::solve_table(game.arena()).expect("a small game");
    assert_eq!(check(game.arena(), &solution), Ok(()));
    solution
}

/// The picture of a game's start.
pub(crate) fn board(game: &Game) -> String {
    let values = solved(game);
    Scene { game, values: &values, start: game.opening(&values).id, title: None }.board()
}
