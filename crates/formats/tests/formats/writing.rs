//! Tests that a written text is read as the same board, and that a format refuses what it cannot
//! express.

use std::fs;
use std::path::Path;

use catmouse_formats::{
    BoardText, Format, Loss, Records, Unrecognised, Unwritable, encoded, lead_in, read, recognise, write,
};
use catmouse_model::{
    Board, BoardChoice, Cell, Keyword, Kind, LimitChoice, Preset, RuleChoices, SETTINGS, SettingValue, Setup, Side,
    Sight, VertexChoice,
};
use proptest::prelude::*;

/// The document of a setup.
fn document(setup: Setup) -> BoardText<'static> {
    let mut document = read("0", Format::Edges).expect("no vertices are a board");
    document.setup = setup;
    document
}

/// A board of this many vertices with these arcs.
fn arcs(vertices: i64, arcs: Vec<(i64, i64, i64)>, has_costs: bool) -> Setup {
    let board = if has_costs {
        BoardChoice::EdgesWithCosts { vertices, edges: arcs }
    } else {
        BoardChoice::Edges { vertices, edges: arcs.into_iter().map(|(from, to, _)| (from, to)).collect() }
    };
    let mut setup = Setup::new(board);
    setup.rules.directed = Some(true);
    setup
}

/// The names of a board's vertices, its arcs, and whether the arcs have costs.
type Summary = (Vec<Option<String>>, Vec<(u32, u32, u32)>, bool);

fn summary(board: &Board) -> Summary {
    let vertices = (0..board.vertices()).map(catmouse_model::Vertex::new);
    let names = vertices.map(|vertex| board.name(vertex).map(str::to_owned)).collect();
    let arcs = board.arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect();
    (names, arcs, board.has_costs())
}

/// The arcs between names, in order.
fn by_name<'a>(names: &'a [Option<String>], arcs: &[(u32, u32, u32)]) -> Vec<(&'a str, &'a str, u32)> {
    let name = |vertex: u32| names[vertex as usize].as_deref().unwrap_or_default();
    let mut arcs: Vec<_> = arcs.iter().map(|&(from, to, cost)| (name(from), name(to), cost)).collect();
    arcs.sort_unstable();
    arcs
}

/// Why a board without names is refused in LeetCode's notation: its lists of neighbours, written
/// anew here, are not recognised.
fn ambiguity_of_lists(arcs: &[(u32, u32, u32)], vertices: u32, has_costs: bool) -> Option<Unwritable> {
    let neighbour = |&(_, to, cost): &(u32, u32, u32)| {
        if has_costs { format!("[{to}, {cost}]") } else { to.to_string() }
    };
    let list = |vertex| -> String {
        let own: Vec<String> = arcs.iter().filter(|(from, ..)| *from == vertex).map(neighbour).collect();
        format!("[{}]", own.join(", "))
    };
    let lists: Vec<String> = (0..vertices).map(list).collect();
    let text = format!("[{}]", lists.join(", "));
    match recognise(&text) {
        Ok(format) => {
            assert_eq!(format, Format::Leetcode, "{text}");
            None
        }
        Err(Unrecognised::Ambiguous(_)) => {
            let error = read(&text, None).expect_err("it is refused");
            let message: &'static str = match &*error.problems[0].message {
                "these lists may be the neighbours of each vertex, or the edges" => {
                    "these lists may be the neighbours of each vertex, or the edges"
                }
                "these lists may be the neighbours of each vertex, or the rows of a matrix" => {
                    "these lists may be the neighbours of each vertex, or the rows of a matrix"
                }
                other => panic!("{other}: {text}"),
            };
            Some(Unwritable::Ambiguous(Format::Leetcode, message))
        }
        Err(error) => panic!("{error:?}: {text}"),
    }
}

/// The boards of a source whose format is recognised.
fn recognised_boards(source: &[u8]) -> Vec<Board> {
    let beginning: String = String::from_utf8_lossy(source).chars().take(500).collect();
    let records = Records::new(source, None).expect("it is in memory");
    records
        .map(|record| {
            let record = record.expect("it is in memory");
            let document = record.read().unwrap_or_else(|error| panic!("{error}: {beginning:?}"));
            document.setup.plan_board().unwrap_or_else(|error| panic!("{error}: {beginning:?}"))
        })
        .collect()
}

/// Writes a board in every format. The text is recognised and gives the same board, or there is a
/// reason for a refusal.
fn check_round_trips(setup: &Setup) {
    let document = document(setup.clone());
    let board = setup.plan_board().expect("it is in order");
    let (names, arcs, has_costs) = summary(&board);
    let is_directed = arcs.iter().any(|&(from, to, cost)| !arcs.contains(&(to, from, cost)));
    let has_lone =
        (0..names.len() as u32).any(|vertex| arcs.iter().all(|&(from, to, _)| from != vertex && to != vertex));
    let has_loops = arcs.iter().any(|(from, to, _)| from == to);
    let has_parallel = arcs.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1));
    for &format in Format::ALL {
        let mut text = String::new();
        let written = write(&mut text, &document, &board, format);
        let matrix = matches!(format, Format::Graph6 | Format::Digraph6);
        let refused = match format {
            _ if !format.is_written() => Some(Unwritable::OnlyRead(format)),
            Format::Grid => Some(Unwritable::NoGrid),
            Format::Graph6 if has_costs && is_directed => Some(Unwritable::Costs(Format::Digraph6)),
            Format::Graph6
            | Format::Digraph6
            | Format::Sparse6
            | Format::Matrix
            | Format::Adjlist
            | Format::Showg
            | Format::Hog
            | Format::Multicode
                if has_costs =>
            {
                Some(Unwritable::Costs(format))
            }
            Format::Graph6 if has_loops && !is_directed => Some(Unwritable::Loops(format)),
            Format::Multicode if has_loops => Some(Unwritable::Loops(format)),
            Format::Sparse6
            | Format::Leetcode
            | Format::Adjlist
            | Format::NxEdges
            | Format::Showg
            | Format::Hog
            | Format::Multicode
                if is_directed =>
            {
                Some(Unwritable::Directions(format))
            }
            Format::Matrix | Format::Adjlist | Format::NxEdges | Format::Hog | Format::Multicode
                if names.is_empty() =>
            {
                Some(Unwritable::Empty(format))
            }
            Format::Leetcode => ambiguity_of_lists(&arcs, board.vertices(), has_costs),
            Format::NxEdges | Format::Csv if has_lone => Some(Unwritable::Lone(format)),
            Format::Mtx | Format::Csv | Format::NxEdges | Format::Dimacs if has_parallel => {
                Some(Unwritable::Parallel(format))
            }
            _ => None,
        };
        assert_eq!(written.clone().err(), refused, "{format}: {setup:?}");
        if refused.is_some() {
            assert!(text.is_empty());
            continue;
        }
        assert!(text.ends_with('\n'));
        let named = names.iter().any(Option::is_some);
        let keeps_names = match format {
            Format::Setup
            | Format::Dot
            | Format::Adjlist
            | Format::NxEdges
            | Format::NodeLink
            | Format::Graphml
            | Format::Gml
            | Format::Csv => true,
            Format::Edges => !has_lone,
            _ => false,
        };
        assert_eq!(written.expect("it is not refused").contains(&Loss::Names), named && !keeps_names);
        let again = read(&text, format).unwrap_or_else(|error| panic!("{format} {error}: {text}"));
        let again = again.setup.plan_board().unwrap_or_else(|error| panic!("{format} {error}: {text}"));
        let (found_names, found_arcs, found_costs) = summary(&again);
        assert_eq!(again.vertices(), board.vertices(), "{format}: {text}");
        // A text without a list of vertices has them in the order of its edges.
        let is_in_order = !(named && matches!(format, Format::Edges | Format::Adjlist | Format::NxEdges | Format::Csv));
        if keeps_names && named {
            assert_eq!(by_name(&found_names, &found_arcs), by_name(&names, &arcs), "{format}: {text}");
        }
        if is_in_order {
            assert_eq!(found_arcs, arcs, "{format}: {text}");
            if keeps_names {
                assert_eq!(found_names, names, "{format}: {text}");
            }
        }
        // A digraph of DIMACS always has costs. Lists of neighbours have costs only if there is a
        // neighbour.
        let are_ones = format == Format::Mtx && arcs.iter().all(|&(_, _, cost)| cost == 1);
        let may_differ = format == Format::Dimacs && is_directed || arcs.is_empty() || are_ones;
        assert!(found_costs == has_costs || may_differ, "{format}: {text}");
        let is_drawn = text.chars().all(|c| "MCF\n".contains(c));
        let recognised = recognise(encoded(format, &text));
        let alike = matrix && recognised == Ok(Format::Digraph6) || is_drawn && recognised == Ok(Format::Grid);
        assert!(recognised == Ok(format) || alike, "{format} is taken for {recognised:?}: {text}");
        // The recognised text gives the same board as the text with a given format.
        let source = [lead_in(format, &text, true).as_bytes(), &encoded(format, &text)].concat();
        let [found] = &recognised_boards(&source)[..] else { panic!("{format} is not one board: {text}") };
        assert_eq!(summary(found), (found_names, found_arcs, found_costs), "{format}: {text}");
    }
}

/// The arcs among `vertices` vertices that a number encodes, with or without loops.
fn arcs_of(number: u64, vertices: i64, with_loops: bool) -> Vec<(i64, i64, i64)> {
    let pairs = (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to, 1)));
    let pairs = pairs.filter(|(from, to, _)| with_loops || from != to);
    pairs.enumerate().filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, arc)| arc).collect()
}

#[test]
fn every_small_digraph_survives_writing() {
    for (vertices, with_loops) in [(0, true), (1, true), (2, true), (3, true), (4, false)] {
        let pairs = if with_loops { vertices * vertices } else { vertices * (vertices - 1) };
        // A fifth of the digraphs of four vertices, whose arcs occur in all combinations of four.
        for number in (0..1_u64 << pairs).step_by(if vertices < 4 { 1 } else { 5 }) {
            check_round_trips(&arcs(vertices, arcs_of(number, vertices, with_loops), false));
        }
    }
}

/// Boards with costs, some of them equal, and with names that have a meaning in some format.
#[test]
fn every_small_digraph_with_costs_or_names_survives_writing() {
    const NAMES: [[&str; 3]; 5] = [
        ["M", "C", "F"],
        ["source", "target", "cost"],
        ["graph", "node", "edge"],
        ["p", "e", "c"],
        ["none", "a.b", "\u{dc}ber"],
    ];
    for (count, vertices) in (1..=3_usize).zip(1..) {
        for number in 0..1_u64 << (count * count) {
            let plain = arcs_of(number, vertices, true);
            // The digraphs of three vertices take one choice of costs each.
            for (_, step) in (0_u64..3).zip(0..).filter(|(turn, _)| count < 3 || number % 3 == *turn) {
                let costs = plain.iter().map(|&(from, to, _)| (from, to, 1 + step * (from + to) % 3)).collect();
                check_round_trips(&arcs(vertices, costs, true));
            }
            for names in NAMES {
                let mut setup = arcs(vertices, plain.clone(), false);
                setup.names = names.iter().take(count).map(|&name| name.to_owned()).collect();
                check_round_trips(&setup);
            }
        }
    }
}

/// Two or three graphs in one text: the first graph does not change how the others are read.
#[test]
fn every_pair_of_small_graphs_is_read_from_a_stream() {
    let mut setups = Vec::new();
    for (vertices, with_loops) in [(0, true), (1, true), (2, true), (3, false)] {
        let pairs = if with_loops { vertices * vertices } else { vertices * (vertices - 1) };
        setups.extend((0..1_u64 << pairs).map(|number| arcs(vertices, arcs_of(number, vertices, with_loops), false)));
    }
    for number in 0..1_u64 << 6 {
        let pairs = (0..4_i64).flat_map(|high| (0..high).map(move |low| (low, high)));
        let edges = pairs.enumerate().filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, edge)| edge);
        setups.push(Setup::new(BoardChoice::Edges { vertices: 4, edges: edges.collect() }));
    }
    let documents: Vec<BoardText<'_>> = setups.iter().map(|setup| document(setup.clone())).collect();
    let boards: Vec<Board> = setups.iter().map(|setup| setup.plan_board().expect("it is in order")).collect();
    let arcs_of = |board: &Board| (board.vertices(), summary(board).1);
    for &format in Format::ALL.iter().filter(|format| format.is_written() && format.holds_several()) {
        let texts: Vec<Option<String>> = documents
            .iter()
            .zip(&boards)
            .map(|(document, board)| {
                let mut text = String::new();
                write(&mut text, document, board, format).ok().map(|_| text)
            })
            .collect();
        let mut several = 0;
        for (one, first) in texts.iter().enumerate() {
            // Each text is paired with a sixth of the texts.
            for (other, second) in texts.iter().enumerate().skip(one % 6).step_by(6) {
                let (Some(first), Some(second)) = (first, second) else { continue };
                let mut source = Vec::new();
                for (text, is_first) in [(first, true), (second, false), (first, false)] {
                    source.extend_from_slice(lead_in(format, text, is_first).as_bytes());
                    source.extend_from_slice(&encoded(format, text));
                }
                let found: Vec<_> = recognised_boards(&source).iter().map(arcs_of).collect();
                let expect = [one, other, one].map(|index| arcs_of(&boards[index]));
                assert_eq!(found, expect, "{format}: {:?}", String::from_utf8_lossy(&source));
                several += 1;
            }
        }
        assert!(several > 160, "{format}");
    }
}

/// More vertices than one byte counts (they need two bytes), and more than recognition examines.
#[test]
fn large_multicode_survives_writing() {
    for (vertices, reach) in [(255, 3), (256, 1), (300, 4), (2_000, 2)] {
        let edges = (0..vertices).flat_map(|low| (low + 1..vertices.min(low + 1 + reach)).map(move |high| (low, high)));
        check_round_trips(&Setup::new(BoardChoice::Edges { vertices, edges: edges.collect() }));
    }
}

#[test]
fn every_graph_of_up_to_five_vertices_survives_writing() {
    for vertices in 0..=5_i64 {
        let pairs: Vec<_> = (0..vertices).flat_map(|high| (0..high).map(move |low| (low, high))).collect();
        for number in 0..1_u64 << pairs.len() {
            let edges = pairs.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, &edge)| edge);
            check_round_trips(&Setup::new(BoardChoice::Edges { vertices, edges: edges.collect() }));
        }
    }
}

/// Boards of any shape: few or many edges, loops, costs, names.
fn any_board() -> impl Strategy<Value = Setup> {
    let edges = |vertices: i64| prop::collection::vec((0..vertices, 0..vertices, 1..5_i64), 0..60);
    (1..150_i64).prop_flat_map(move |vertices| {
        (Just(vertices), edges(vertices), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
            |(vertices, mut edges, has_costs, has_loops, is_directed, named)| {
                edges.retain(|(from, to, _)| has_loops || from != to);
                let mut setup = arcs(vertices, edges, has_costs);
                setup.rules.directed = is_directed.then_some(true);
                let name = |vertex| match vertex {
                    0 => "node".to_owned(),
                    1 => "a.b-c".to_owned(),
                    2 => "Ü\\ber".to_owned(),
                    _ => format!("v{vertex}"),
                };
                if named {
                    setup.names = (0..vertices).map(name).collect();
                }
                setup
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_board_survives_writing(setup in any_board()) {
        check_round_trips(&setup);
    }
}

/// A value of a setting, which a number chooses.
fn value_of(kind: &Kind, number: u64) -> SettingValue {
    let small = (number % 900) as u32;
    let vertices =
        [VertexChoice::from(i64::from(small)), VertexChoice::Cell(2, i64::from(small)), VertexChoice::from(7)];
    match *kind {
        Kind::Switch => SettingValue::Switch(number.is_multiple_of(2)),
        Kind::Word(words) => SettingValue::Word(words[number as usize % words.len()]),
        Kind::Words(words) => SettingValue::Words(words[..number as usize % (words.len() + 1)].to_vec()),
        Kind::Number => SettingValue::Number(number.cast_signed()),
        Kind::Numbers => SettingValue::Numbers(vec![number.cast_signed(), small.into()]),
        Kind::Limit if number.is_multiple_of(5) => SettingValue::Limit(LimitChoice::None),
        Kind::Limit => SettingValue::Limit(LimitChoice::Plies(number.cast_signed())),
        Kind::Vertices => SettingValue::Vertices(vertices[..number as usize % 4].to_vec()),
        Kind::Kinds => {
            SettingValue::Kinds(["taxi", "bus \"7\"", "Ü"].map(str::to_owned)[..number as usize % 4].to_vec())
        }
        Kind::Sight => SettingValue::Sight(
            [Sight::Always, Sight::Never, Sight::Every(small + 1), Sight::After(small.into()), Sight::Within(small)]
                [number as usize % 5],
        ),
    }
}

/// A grid with any rules and any start, valid or not.
fn any_rules() -> impl Strategy<Value = Setup> {
    let numbers = prop::collection::vec(prop::option::of(0..i64::MAX.cast_unsigned()), SETTINGS.len());
    (numbers, any::<u64>()).prop_map(|(numbers, start)| {
        let mut setup = Setup::new(BoardChoice::Grid(vec!["M.C".to_owned(), "#.F".to_owned()]));
        for (setting, number) in SETTINGS.iter().zip(numbers) {
            if let Some(number) = number {
                setting.set(&mut setup.rules, value_of(&setting.kind, number)).expect("a value of its kind");
            }
        }
        let chosen = |bit: u32| start >> bit & 1 == 1;
        setup.preset = chosen(0).then_some([Preset::CatAndMouse, Preset::CopsAndRobbers][usize::from(chosen(1))]);
        setup.first = chosen(2).then_some([Side::Mouse, Side::Cat][usize::from(chosen(3))]);
        setup.mouse = chosen(4).then_some(VertexChoice::Cell(0, 1));
        setup.cats = chosen(5).then(|| vec![VertexChoice::Cell(1, 2); 1 + usize::from(chosen(6))]);
        if chosen(7) {
            setup.thin_walls = vec![[Cell { row: 0, column: 1 }, Cell { row: 0, column: 2 }]];
        }
        setup
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// `convert` and `hunt` write rules into setups, which are read back exactly.
    #[test]
    fn any_rules_survive_writing(setup in any_rules()) {
        let document = document(setup);
        let board = Setup { rules: RuleChoices::default(), ..document.setup.clone() }.plan_board().expect("a grid");
        let mut written = String::new();
        assert_eq!(write(&mut written, &document, &board, Format::Setup), Ok(Vec::new()));
        let again = read(&written, Format::Setup).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again.setup, document.setup, "{written}");
    }
}

#[test]
fn every_setup_survives_writing() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut count = 0;
    for folder in ["classic", "grid", "rules"] {
        for entry in fs::read_dir(fixtures.join(folder)).expect("it is part of the repository") {
            let path = entry.expect("it can be listed").path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("fixtures are text");
            let document = read(&text, Format::Setup).expect("fixtures are in order");
            let board = document.setup.plan_board().expect("fixtures are in order");
            let mut written = String::new();
            assert_eq!(write(&mut written, &document, &board, Format::Setup), Ok(Vec::new()));
            let again = read(&written, Format::Setup).unwrap_or_else(|error| panic!("{error}: {written}"));
            let parts_of = |document: &BoardText<'_>| {
                let BoardText { setup, title, source, expect, .. } = document.clone();
                (setup, title, source, expect)
            };
            assert_eq!(parts_of(&again), parts_of(&document), "{written}");
            count += 1;
        }
    }
    assert!(count >= 50, "the fixtures are gone");
}

#[test]
fn grids_stay_grids_where_they_can() {
    let text = "####F\n#C...\nM....\n";
    let document = read(text, Format::Grid).expect("it is a grid");
    let board = document.setup.plan_board().expect("it is in order");
    let written = |format: Format| {
        let mut out = String::new();
        let losses = write(&mut out, &document, &board, format).expect("it has no costs");
        (out, losses)
    };
    assert_eq!(written(Format::Grid), (text.to_owned(), Vec::new()));
    assert_eq!(written(Format::Leetcode), ("[\"####F\",\"#C...\",\"M....\"]\n".to_owned(), Vec::new()));
    let (edges, losses) = written(Format::Edges);
    assert_eq!(losses, [Loss::Grid]);
    assert!(edges.starts_with("10\n"));
    assert_eq!(
        written(Format::Setup).0,
        "catmouse = 1\n\n[board]\ngrid = [\n  \"####F\",\n  \"#C...\",\n  \"M....\",\n]\n"
    );
}

#[test]
fn a_board_in_each_format() {
    let mut setup = Setup::new(BoardChoice::EdgesWithCosts { vertices: 3, edges: vec![(0, 1, 5), (2, 1, 1)] });
    setup.names = ["hole", "hall", "node"].map(str::to_owned).to_vec();
    let document = document(setup);
    let board = document.setup.plan_board().expect("it is in order");
    let written = |format: Format| {
        let mut out = String::new();
        write(&mut out, &document, &board, format).map(|_| out)
    };
    assert_eq!(written(Format::Edges).as_deref(), Ok("hole hall 5\nhall node 1\n"));
    assert_eq!(written(Format::Csv).as_deref(), Ok("source,target,cost\nhole,hall,5\nhall,node,1\n"));
    assert_eq!(written(Format::NxEdges).as_deref(), Ok("hole hall {'weight': 5}\nhall node {'weight': 1}\n"));
    assert_eq!(
        written(Format::Mtx).as_deref(),
        Ok("%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 2 1\n")
    );
    assert_eq!(
        written(Format::NodeLink).as_deref(),
        Ok("{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [{\"id\": \"hole\"}, {\"id\": \
             \"hall\"}, {\"id\": \"node\"}], \"edges\": [{\"weight\": 5, \"source\": \"hole\", \"target\": \"hall\"}, \
             {\"weight\": 1, \"source\": \"hall\", \"target\": \"node\"}]}\n")
    );
    assert_eq!(written(Format::Dimacs).as_deref(), Ok("p edge 3 2\ne 1 2 5\ne 2 3 1\n"));
    assert_eq!(
        written(Format::Dot).as_deref(),
        Ok("graph {\n  hole;\n  hall;\n  \"node\";\n  hole -- hall [weight=5];\n  hall -- \"node\" [weight=1];\n}\n")
    );
    assert_eq!(written(Format::Leetcode).as_deref(), Ok("[[[1,5]],[[0,5],[2,1]],[[1,1]]]\n"));
    assert_eq!(
        written(Format::Setup).as_deref(),
        Ok("catmouse = 1\n\n[board]\nvertices = 3\nedges = [[0, 1, 5], [2, 1, 1]]\nnames = [\"hole\", \"hall\", \
             \"node\"]\n")
    );
    let error = written(Format::Graph6).unwrap_err();
    assert_eq!(error.to_string(), "graph6 has no costs");
    assert!(error.wanted().starts_with("write edges"));
}
