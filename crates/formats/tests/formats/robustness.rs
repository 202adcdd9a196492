//! Texts are untrusted: no text makes a reader panic, and large texts are read quickly.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use catmouse_formats::{Format, MAX_BYTES, Problem, Records, decimal, read, recognise};
use catmouse_model::{BoardChoice, Keyword, SetupPlace};
use proptest::prelude::*;

use crate::recognised::may_be;

/// Reads a text in every format and uses every part of the result.
fn read_in_all_formats(text: &str) {
    let recognised = recognise(text);
    for &format in Format::ALL {
        read_as_a_stream(text, format);
        match read(text, format) {
            Err(error) => {
                assert!(!error.problems.is_empty() && error.problems.len() <= 101);
                error.problems.iter().for_each(|problem| check_problem(text, problem));
            }
            Ok(document) => {
                let size = match &document.setup.board {
                    BoardChoice::Edges { vertices, .. }
                    | BoardChoice::EdgesWithCosts { vertices, .. }
                    | BoardChoice::EdgesOfKinds { vertices, .. } => *vertices,
                    BoardChoice::Adjacency(_) | BoardChoice::AdjacencyWithCosts(_) | BoardChoice::Grid(_) => 0,
                };
                if size > 1_000 {
                    continue;
                }
                match document.setup.plan() {
                    Ok(_) => assert!(may_be(&recognised, format), "{format} is taken for {recognised:?}"),
                    Err(defects) => document.problems(&defects).iter().for_each(|problem| check_problem(text, problem)),
                }
            }
        }
    }
}

/// Every record of a stream is read or has problems, and each has its place in the stream.
fn read_as_a_stream(text: &str, format: Format) {
    let mut last = (0, 0);
    for record in Records::new(text.as_bytes(), Some(format)).expect("a text does not fail") {
        let record = record.expect("a text does not fail");
        assert!(record.number() == last.0 + 1 && record.line() >= last.1, "{record:?}");
        last = (record.number(), record.line());
        if let Err(error) = record.read() {
            for problem in &error.problems {
                check_problem(record.text(), problem);
                assert!(record.place(problem.span.as_ref()) >= (record.line(), 1));
            }
        } else if let Some(small) = record.small_graph() {
            assert!(small.rows().len() <= 64);
        }
    }
}

fn check_problem(text: &str, problem: &Problem) {
    assert!(!problem.message.is_empty(), "{problem:?}");
    assert!(!problem.wanted.is_empty() || !problem.remedies.is_empty(), "{problem:?}");
    assert!(!problem.message.ends_with('.') && !problem.wanted.ends_with('.'), "{problem:?}");
    assert!(!problem.message.chars().any(char::is_control), "{problem:?}");
    if let Some(span) = problem.span.clone() {
        assert!(text.get(span).is_some(), "{problem:?}");
    }
}

const VALID: [&str; 25] = [
    "Input: graph = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
    "grid = [\"####F\",\"#C...\",\"M.\\u002e..\"], catJump = 1, mouseJump = 2",
    "[\"M.C\",\"..F\"]\n1\n2",
    "\n####F\r\n#C...\n\nM....  \n",
    "catmouse = 1\npreset = \"cat-and-mouse\"\n[board]\nadjacency = [[2, 5], [3]]\nnames = ['a', \"b\"]\ndirected = \
     true\n\
     [rules]\nhole = [[0, 4], 0, 'a']\nlimit = 0x10\nlimit-winner = 'cat'\n[start]\ncat = 2\nfirst = 'cat'\n\
     [expect]\npositions = { total = 24, mouse = 4, cat = 7, draw = 13 }\nlongest-plies = { mouse = 17, cat = 'none' }",
    "catmouse = 1\n[board]\ngrid = \"\"\"\n####F\n#C...\\\n\nM....\"\"\"\n[start]\nmouse = [2, 0]\ncats = [[1, 1]]",
    "[[[1,5],[2,2]],[[0,5]],[[0,2]]]\n[[1],[0]]",
    ">>graph6<<DQc\nBw\r\n",
    "&DI?AO?\n:Fa@x^",
    "# a path\n3 directed\n0 1 5\n1 2\n\n0 1",
    "c a path\np edge 3 2\ne 1 2\ne 2 3\n",
    "p sp 3 2\na 1 2 7\na 2 3 1\np edge 2 0",
    "// x\nstrict digraph \"a b\" { a:n -> {b; c} [cost=3]; edge [weight=\"2\"] subgraph x { 0 -> -1.5 } }\ngraph { \
     0--1 }",
    "0 1 1 0\n1 0 1 0\n1 1 0 1\n0 0 1 0\n\n011\n101\n110\n",
    "[[0 1]\n [1 0]]",
    "%%MatrixMarket matrix coordinate integer general\n% x\n3 3 3\n1 2 4\n2 1 4\n2 3 1\n",
    "#x.py\n# GMT Sun Nov 22 08:54:12 2026\n#\nhall attic bath\nattic bath\nbath\n",
    "0 1 {'weight': 3, \"x\": (1, [2])}\n1 2 {}\n",
    "{\"directed\": true, \"nodes\": [{\"id\": \"a\"}, {\"id\": 7}], \"links\": [{\"source\": 7, \"target\": \"a\", \
     \"weight\": 2}]}\n",
    "<?xml version='1.0'?>\n<graphml><key id='d' for='edge' attr.name='weight'><default>2</default></key>\
     <graph edgedefault='directed'><node id='a'/><node id='b &amp; c'/><edge source='a' target='b &amp; c'>\
     <data key='d'> 3 </data></edge></graph></graphml>",
    "Creator \"x\"\ngraph [ directed 1 node [ id 0 label \"a &#228;\" ] node [ id 1 label \"b\" x [ y 1.5 ] ]\n\
     # c\nedge [ source 0 target 1 cost 3 ] ]\n",
    "\nGraph 1, order 3.\n  0 : 1 2;\n  1 : 0;\n  2 :\n 0;\n\nGraph 2, order 2.\n01\n10\n",
    "1: 2 3\n2: 1\n3: 1\n\na: b\nb: [a]\n",
    "3 2 3 0 3 0\n",
    "from;\"to\";Type;cost\r\n\"a; b\";c;directed;3\r\nc;\"d\"\"e\";directed;1\r\n",
];

const SNIPPETS: [&str; 42] = [
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    ",",
    ".",
    "=",
    "#",
    "\\",
    "\n",
    "\r",
    "\t",
    " ",
    "é",
    "🐁",
    "\u{0}",
    "-",
    "1.5",
    "99999999999999999999",
    "\\u",
    "\\ud83d",
    "true",
    "a.b.",
    "[[",
    "]]",
    "\u{feff}",
    "0 1\n",
    "e 1 2\n",
    "p edge 3 1\n",
    "graph {",
    " -- ",
    "[x=1]",
    "/*",
    "//",
    "<",
    ">>graph6<<",
    "~",
    ":",
];

fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4_usize, prop::sample::select(&SNIPPETS[..]));
    (prop::sample::select(&VALID[..]), prop::collection::vec(change, 1..8)).prop_map(|(text, changes)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, taken, put) in changes {
            let at = at.index(letters.len() + 1);
            let taken = taken.min(letters.len() - at);
            letters.splice(at..at + taken, put.chars());
        }
        letters.into_iter().collect()
    })
}

fn patchwork() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&SNIPPETS[..]), 0..60).prop_map(|snippets| snippets.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decimals_are_the_standard_librarys(text in "-?[0-9]{0,9}(\\.[0-9]{0,6})?([eE][-+]?[0-9]{1,2})?") {
        let (ours, theirs) = (decimal(&text), text.parse::<f64>().ok());
        let differ = |(ours, theirs): (f64, f64)| (ours - theirs).abs() > theirs.abs() * 2.0 * f64::EPSILON;
        prop_assert_eq!(ours.is_some(), theirs.is_some());
        prop_assert!(!ours.zip(theirs).is_some_and(differ), "{:?} is not {:?}", ours, theirs);
        if !text.contains(['e', 'E']) {
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn any_text(text in any::<String>()) {
        read_in_all_formats(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_in_all_formats(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn mutated_text(text in mutated()) {
        read_in_all_formats(&text);
    }

    #[test]
    fn patched_text(text in patchwork()) {
        for start in ["", "[", "[\"", "catmouse = 1\ntitle = ", "catmouse = 1\nboard.grid = \"", "[\"MCF\"]"] {
            read_in_all_formats(&format!("{start}{text}"));
        }
    }
}

/// The stack is so small that a few hundred careless frames would overflow it.
#[test]
fn no_text_overflows_the_stack() {
    let keys = "a.".repeat(78) + "a";
    let texts: Vec<String> =
        ["[", "{", "{\"a\":", "[[1],", "a = [", "x = {a.b.c =", &format!("x = {{{keys} = "), "[a]\nb.c = {"]
            .iter()
            .flat_map(|opening| {
                let open = opening.repeat(5_000);
                let inside =
                    opening.split_once("= ").map_or(String::new(), |(_, value)| format!("x = {}", value.repeat(79)));
                [
                    format!("{open}{}", "]".repeat(5_000)),
                    format!("{open}{}", "}".repeat(5_000)),
                    format!("{inside}\n=="),
                    open,
                ]
            })
            .collect();
    let reader = std::thread::Builder::new().stack_size(256 << 10);
    reader.spawn(move || texts.iter().for_each(|text| read_in_all_formats(text))).unwrap().join().unwrap();
}

/// The bound is far above the usual time and far below quadratic time.
#[track_caller]
fn quickly<T>(task: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = task();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    result
}

#[test]
fn a_million_neighbours() {
    let list = "1,".repeat(999_999) + "7";
    for (text, format) in [
        (format!("[[{list}],[0]]"), Format::Leetcode),
        (format!("catmouse = 1\n[board]\nadjacency = [[{list}],[0]]"), Format::Setup),
    ] {
        let document = quickly(|| read(&text, format).unwrap());
        let last = SetupPlace::Neighbour { vertex: 0, entry: 999_999 };
        assert_eq!(&text[document.span(last).unwrap()], "7");
        let problems = quickly(|| document.problems(&document.setup.plan().unwrap_err()));
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].message, "vertex 7 does not exist");
    }
}

#[test]
fn texts_that_are_too_long() {
    for (format, longest) in [(Format::Setup, 1 << 23), (Format::Grid, 1 << 23), (Format::Edges, MAX_BYTES)] {
        let error = quickly(|| read(&"#".repeat(longest + 1), format).unwrap_err());
        assert_eq!(error.to_string(), format!("the input is longer than {longest} bytes: expected a smaller board"));
    }
    // The text is too long for a detailed message. The problem still points at the byte where it
    // stops being a board.
    let long = format!("[{}[0 1]]", "[1],".repeat(1 << 21));
    let error = quickly(|| read(&long, Format::Leetcode).unwrap_err());
    let wanted = "expected a list with the neighbours of each vertex, such as [[1], [0]]";
    assert_eq!(error.to_string(), format!("`1` is not allowed here: {wanted}"));
    assert_eq!(error.problems[0].span, Some(long.len() - 3..long.len() - 2));
    let grid = format!("[{}\"\"]", "\"MCF\",".repeat(1 << 21));
    let error = quickly(|| read(&grid, Format::Leetcode).unwrap_err());
    assert_eq!(error.to_string(), "the input is longer than 8388608 bytes: expected a smaller board");
}

/// The beginning of a long line is not searched again whenever more of the line has been read.
#[test]
fn long_lines_that_say_nothing() {
    for letter in *b" \t#%" {
        let line = io::BufReader::new(io::repeat(letter).take(MAX_BYTES as u64 / 2));
        let records = quickly(|| Records::new(line, None).expect("a text does not fail").count());
        assert_eq!(records, 1);
    }
}

#[test]
fn edges_beyond_counting_are_refused() {
    let all = |from: usize| (from..from + 4_100).map(|vertex| format!("v{vertex}")).collect::<Vec<_>>().join(" ");
    let text = format!("graph {{ {{{}}} -- {{{}}} }}", all(0), all(4_100));
    let error = quickly(|| read(&text, Format::Dot).unwrap_err());
    assert_eq!(error.to_string(), "the graph has more than 8388608 edges: expected a smaller graph");
    let dense = format!("~@Yg{}", "~".repeat((5_800 * 5_799_usize / 2).div_ceil(6)));
    let error = quickly(|| read(&dense, Format::Graph6).unwrap_err());
    assert!(error.to_string().contains("more than 8388608 edges"), "{error}");
}

/// A byte has six edges of sixteen bytes each, and no memory is wasted.
#[test]
fn a_dense_graph_takes_96_bytes_for_each_of_its_own() {
    let dense = format!("~?FG{}", "~".repeat(456 * 455 / 2 / 6));
    for (text, expected) in [(dense.as_str(), 456 * 455 / 2), ("&C~~{", 16), (":C~", 0)] {
        let document = quickly(|| read(text, Format::Graph6).expect("a graph"));
        let BoardChoice::Edges { edges, .. } = document.setup.board else { panic!("not edges") };
        assert_eq!((edges.len(), edges.capacity()), (expected, expected), "{} bytes", text.len());
    }
}

#[test]
fn a_lot_of_anything() {
    let pieces = SNIPPETS.iter().copied().chain([
        "[]", "[x]", "\"\"", "M", "M\n", "\n\nM", "a=1\n", "[a]\n", "[[a]]\n", "{},", "1,", "a.b=1\n", "[1,1],", "a--",
        "a--{b}", "&?\n", "0 1\n\n",
    ]);
    for (turn, piece) in pieces.enumerate() {
        // Each piece stands alone, and behind one of these.
        for start in ["", ["[", "[[", "catmouse = 1\nboard.adjacency = [["][turn % 3]] {
            let text = format!("{start}{}", piece.repeat(40_000 / piece.len()));
            quickly(|| {
                for &format in Format::ALL {
                    if let Err(error) = read(&text, format) {
                        assert!(error.problems.len() <= 101);
                    }
                    read_as_a_stream(&text, format);
                }
            });
        }
    }
}

/// Compressed bytes are truncated or changed at any place. Then the source fails, or the result is
/// read like any other text.
#[test]
fn damaged_packing() {
    use std::io::Write;

    let read_all = |bytes: &[u8]| {
        let Ok(records) = Records::new(bytes, None) else { return false };
        let mut is_whole = true;
        for record in records {
            match record {
                Ok(record) => drop(record.read()),
                Err(_) => is_whole = false,
            }
        }
        is_whole
    };
    for text in VALID {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(text.as_bytes()).expect("memory does not fail");
        let packed = packer.finish().expect("memory does not fail");
        assert!(read_all(&packed), "{text}");
        for end in 2..packed.len() {
            assert!(!read_all(&packed[..end]), "{end} of {} bytes of {text}", packed.len());
        }
        for at in 2..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 0x55;
            read_all(&changed);
            let _ = recognise(&changed);
        }
    }
}

/// GraphML of the greatest length is read or refused in bounded memory: the parser counts elements
/// and pieces of text.
#[test]
fn xml_of_too_many_pieces_is_refused() {
    let pieces = 1 << 22;
    let text = format!("<graphml><graph>{}</graph></graphml>", "<a/>".repeat(pieces));
    assert!(text.len() < MAX_BYTES / 3);
    let error = read(&text, Format::Graphml).expect_err("there are too many elements");
    assert_eq!(error.problems.len(), 1);
    let problem = &error.problems[0];
    assert_eq!(problem.to_string(), "there are more than 4194304 pieces of XML: expected a smaller graph");
    assert_eq!(problem.span, None);
}
