//! Tests on the graphs of `fixtures/formats`: one graph is the same board in every format.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use catmouse_formats::{Format, FormatChoice, ReadOptions, Records, recognise};
use catmouse_model::{Keyword, Vertex};

/// The number of vertices of a board, and its arcs with their costs.
type Shape = (u32, Vec<(u32, u32, u32)>);

/// The boards of a file.
fn boards(name: &str) -> Vec<Shape> {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).expect("it is part of the repository");
    let named = path.extension().and_then(|extension| Format::of_extension(extension.to_str()?));
    assert!(named.is_none_or(|named| Ok(named) == recognise(&text)), "{name} is what its name says");
    let board = |record: std::io::Result<catmouse_formats::Record>| {
        let record = record.expect("a text does not fail");
        let board = record.read().expect("it is in order").setup.plan_board().expect("it is in order");
        let arcs = board.arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect();
        (board.vertices(), arcs)
    };
    Records::new(text.as_bytes(), ReadOptions::default()).expect("a text does not fail").map(board).collect()
}

#[test]
fn petersen() {
    let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    let mut arcs: Vec<_> = edges.flat_map(|(a, b)| [(a, b, 1), (b, a, 1)]).collect();
    arcs.sort_unstable();
    for name in ["petersen.g6", "petersen.s6", "petersen.edges", "petersen.col", "petersen.dot"] {
        assert_eq!(boards(name), [(10, arcs.clone())], "{name}");
    }
}

#[test]
fn a_detour() {
    let detour = (3, vec![(0, 1, 9), (0, 2, 2), (1, 0, 9), (1, 2, 3), (2, 0, 2), (2, 1, 3)]);
    for name in ["detour.edges", "detour.gr", "detour.dot"] {
        assert_eq!(boards(name), std::slice::from_ref(&detour), "{name}");
    }
    assert_eq!(boards("detour.jsonl"), [detour.clone(), detour]);
}

#[test]
fn all_small_connected_graphs() {
    let boards = boards("connected-upto-6.g6");
    let count = |vertices| boards.iter().filter(|board| board.0 == vertices).count();
    assert_eq!([1, 2, 3, 4, 5, 6].map(count), [1, 1, 2, 6, 21, 112]);
}

/// The graph that networkx reads in a file that it wrote.
struct Written {
    file: String,
    input: Format,
    vertices: Vec<String>,
    has_costs: bool,
    arcs: Vec<[String; 3]>,
}

fn written() -> Vec<Written> {
    let list = fs::read_to_string(folder().join("networkx/graphs.toml")).expect("it is part of the repository");
    let list: toml::Table = list.parse().expect("it is TOML");
    let text = |value: &toml::Value| value.as_str().expect("it is a text").to_owned();
    let texts = |value: &toml::Value| value.as_array().expect("it is a list").iter().map(text).collect::<Vec<_>>();
    let entries = list["graph"].as_array().expect("it is a list").iter();
    entries
        .map(|entry| Written {
            file: text(&entry["file"]),
            input: Format::from_word(&text(&entry["input"])).expect("it is a format"),
            vertices: texts(&entry["vertices"]),
            has_costs: entry["costs"].as_bool().expect("it is true or false"),
            arcs: (entry["arcs"].as_array().expect("it is a list").iter())
                .map(|arc| texts(arc).try_into().expect("an arc has two ends and a cost"))
                .collect(),
        })
        .collect()
}

/// Files that networkx wrote have the graphs that networkx reads in them. They are read with a
/// recognised format, by their names, and with a given format.
#[test]
fn networkx_reads_the_same() {
    let graphs = written();
    assert!(graphs.len() > 80, "the fixtures are gone");
    for Written { file, input, vertices, has_costs, arcs } in graphs {
        let path = folder().join("networkx").join(&file);
        let bytes = fs::read(&path).expect("it is listed");
        let named = path.extension().and_then(|extension| Format::of_extension(extension.to_str()?));
        let named = named.map_or(FormatChoice::Recognise, FormatChoice::Named);
        for format in [FormatChoice::Recognise, named, FormatChoice::Insisted(input)] {
            let what = format!("{file} as {format:?}");
            let options = ReadOptions { format, ..ReadOptions::default() };
            let mut records = Records::new(&bytes[..], options).expect("a text does not fail");
            let record = records.next().expect("there is a graph").expect("a text does not fail");
            let document = record.read().unwrap_or_else(|error| panic!("{what}: {error}"));
            let board = document.setup.plan_board().unwrap_or_else(|error| panic!("{what}: {error}"));
            let label = |vertex: Vertex| board.label(vertex).to_string();
            let mut found: Vec<[String; 3]> =
                board.arcs().map(|(from, to, cost)| [label(from), label(to), cost.to_string()]).collect();
            found.sort();
            let mut called: Vec<String> = (0..board.vertices()).map(|vertex| label(Vertex::new(vertex))).collect();
            called.sort();
            assert_eq!(called, vertices, "{what}");
            assert_eq!(found, arcs, "{what}");
            assert_eq!(board.has_costs(), has_costs, "{what}");
            assert!(records.next().is_none(), "{what}: there is a second graph");
        }
    }
}

/// Every format is the same board if it is compressed.
#[test]
fn packed_graphs_are_the_same() {
    for Written { file, input, .. } in written() {
        let bytes = fs::read(folder().join("networkx").join(&file)).expect("it is listed");
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(&bytes).expect("memory does not fail");
        let packed = packer.finish().expect("memory does not fail");
        assert_eq!(recognise(&packed), recognise(&bytes), "{file}");
        let setup = |bytes: &[u8]| {
            let mut records = Records::new(bytes, input).expect("a text does not fail");
            let record = records.next().expect("there is a graph").expect("a text does not fail");
            record.read().expect("it is in order").setup
        };
        assert_eq!(setup(&packed), setup(&bytes), "{file}");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats")
}
