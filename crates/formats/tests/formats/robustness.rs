//! Texts come from strangers: no text makes a reader panic, and large ones are read quickly.

use std::time::{Duration, Instant};

use catmouse_formats::{Format, Problem, read, recognise};
use catmouse_model::{BoardChoice, Keyword, Place};
use proptest::prelude::*;

/// Reads a text in every format and looks at everything that comes of it.
fn read_in_all_formats(text: &str) {
    let recognised = recognise(text);
    for &format in Format::ALL {
        match read(text, format) {
            Err(error) => {
                assert!(!error.problems.is_empty() && error.problems.len() <= 101);
                error.problems.iter().for_each(|problem| check_problem(text, problem));
            }
            Ok(document) => {
                let size = match &document.setup.board {
                    BoardChoice::Edges { vertices, .. } | BoardChoice::EdgesWithCosts { vertices, .. } => *vertices,
                    BoardChoice::Adjacency(_) | BoardChoice::AdjacencyWithCosts(_) | BoardChoice::Grid(_) => 0,
                };
                if size > 1_000 {
                    continue;
                }
                match document.setup.plan() {
                    Ok(_) => assert_eq!(recognised, format),
                    Err(defects) => document.problems(&defects).iter().for_each(|problem| check_problem(text, problem)),
                }
            }
        }
    }
}

fn check_problem(text: &str, problem: &Problem) {
    assert!(!problem.message.is_empty() && !problem.wanted.is_empty(), "{problem:?}");
    assert!(!problem.message.ends_with('.') && !problem.wanted.ends_with('.'), "{problem:?}");
    assert!(!problem.message.chars().any(char::is_control), "{problem:?}");
    if let Some(span) = problem.span.clone() {
        assert!(text.get(span).is_some(), "{problem:?}");
    }
}

const VALID: [&str; 6] = [
    "Input: graph = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
    "grid = [\"####F\",\"#C...\",\"M.\\u002e..\"], catJump = 1, mouseJump = 2",
    "[\"M.C\",\"..F\"]\n1\n2",
    "\n####F\r\n#C...\n\nM....  \n",
    "catmouse = 1\npreset = \"cat-and-mouse\"\n[board]\nadjacency = [[2, 5], [3]]\nnames = ['a', \"b\"]\ndirected = true\n\
     [rules]\nhole = [[0, 4], 0, 'a']\nlimit = 0x10\nlimit-winner = 'cat'\n[start]\ncat = 2\nfirst = 'cat'\n\
     [expect]\npositions = { total = 24, mouse = 4, cat = 7, draw = 13 }\nlongest-plies = { mouse = 17, cat = 'none' }",
    "catmouse = 1\n[board]\ngrid = \"\"\"\n####F\n#C...\\\n\nM....\"\"\"\n[start]\nmouse = [2, 0]\ncats = [[1, 1]]",
];

const SNIPPETS: [&str; 30] = [
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
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

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

/// On a stack that a few hundred careless frames would overflow.
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

/// Far more than it takes, far less than quadratic time would.
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
        let last = Place::Neighbour { vertex: 0, entry: 999_999 };
        assert_eq!(&text[document.span(last).unwrap()], "7");
        let problems = quickly(|| document.problems(&document.setup.plan().unwrap_err()));
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].message, "vertex 7 does not exist");
    }
}

#[test]
fn a_lot_of_anything() {
    for piece in SNIPPETS
        .iter()
        .copied()
        .chain(["[]", "[x]", "\"\"", "M", "M\n", "\n\nM", "a=1\n", "[a]\n", "[[a]]\n", "{},", "1,", "a.b=1\n"])
    {
        for start in ["", "[", "[[", "catmouse = 1\nboard.adjacency = [["] {
            let text = format!("{start}{}", piece.repeat(200_000 / piece.len()));
            quickly(|| {
                for &format in Format::ALL {
                    if let Err(error) = read(&text, format) {
                        assert!(error.problems.len() <= 101);
                    }
                }
            });
        }
    }
}
