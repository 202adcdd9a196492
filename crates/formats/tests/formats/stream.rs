//! Tests of streams: where records begin and end, and how errors in a record affect the others.

use std::io::{self, BufRead, BufReader, Read};

use catmouse_formats::{Format, MAX_BYTES, Record, Records};

/// Checks each record: its number and line, and its vertices and arcs or the place of its first
/// problem.
#[track_caller]
fn check(format: Option<Format>, source: impl BufRead + Send, expect: &str) {
    let mut lines = Vec::new();
    for record in Records::new(source, format).expect("the source is sound") {
        let record = record.expect("the source is sound");
        let result = match record.read() {
            Ok(document) => match document.setup.plan_board() {
                Ok(board) => format!("{} vertices, {} arcs", board.vertices(), board.arc_count()),
                Err(defects) => document.problems(&defects)[0].message.clone(),
            },
            Err(error) => {
                let (line, column) = record.place(error.problems[0].span.as_ref());
                format!("at {line}:{column} {}", error.problems[0].message)
            }
        };
        lines.push(format!("{} line {}: {result}", record.number(), record.line()));
    }
    let expect: Vec<_> = expect.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, expect);
}

/// A source that provides one byte at a time.
struct Dripping<'a>(&'a [u8]);

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(1).min(buffer.len());
        let (now, later) = self.0.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

#[track_caller]
fn check_text(text: &str, expect: &str) {
    check(None, text.as_bytes(), expect);
    check(None, io::BufReader::with_capacity(1, Dripping(text.as_bytes())), expect);
}

/// The boards of the records of a source, without their places.
fn boards(source: &str) -> Vec<String> {
    let records = Records::new(source.as_bytes(), None).expect("a text does not fail");
    let summary = |record: io::Result<Record>| {
        let record = record.expect("a text does not fail");
        let document = record.read().map_err(|error| error.problems[0].message.clone())?;
        let board = document.setup.plan_board().map_err(|defects| defects.to_string())?;
        Ok(format!("{} vertices, {} arcs", board.vertices(), board.arc_count()))
    };
    records.map(|record| summary(record).unwrap_or_else(|error: String| panic!("{error}"))).collect()
}

/// Blank lines and comments before a text, in any number and of any length, do not change its
/// format.
#[test]
fn recognition_looks_past_blank_lines_and_comments() {
    for (text, comments) in [
        ("Bw\nC~\n", &["# "][..]),
        ("&A_\n&A_\n", &["# "]),
        (":An\n:An\n", &["# "]),
        (">>graph6<<Bw\nC~\n", &["# "]),
        ("3\n0 1\n1 2\n\n2\n0 1\n", &["# "]),
        ("p edge 3 2\ne 1 2\ne 2 3\n", &["c "]),
        ("graph {\n0 -- 1;\n}\ngraph {\n0 -- 1;\n1 -- 2;\n}\n", &["// ", "# "]),
        ("[[1],[0]]\n[[1],[0]]\n", &[]),
        ("catmouse = 1\n[board]\nadjacency = [[1],[0]]\n", &["# "]),
        ("M.F\n#.C\n", &[]),
        ("0 1 {}\n1 2 {}\n", &["# "]),
        ("source,target\n0,1\n1,2\n", &[]),
        ("{\"nodes\": [{\"id\": 0}, {\"id\": 1}], \"links\": [{\"source\": 0, \"target\": 1}]}\n", &[]),
        ("graph [\n  node [ id 0 ]\n  node [ id 1 ]\n  edge [ source 0 target 1 ]\n]\n", &["# "]),
    ] {
        let alone = boards(text);
        assert!(!alone.is_empty());
        let blank = ["\n".to_owned(), "  \r\n".to_owned()];
        let comments = comments.iter().map(|comment| format!("{comment}what a file says of itself\n"));
        for line in blank.into_iter().chain(comments) {
            for times in [1, 3, 200, 70_000] {
                assert_eq!(boards(&(line.repeat(times) + text)), alone, "{times} times {line:?} before\n{text}");
            }
            let long = line.trim_end().to_owned() + &" ".repeat(100_000) + "\n";
            assert_eq!(boards(&(long + text)), alone, "a long line that begins as {line:?} before\n{text}");
        }
    }
}

/// A record is whole if the source shows its end. The last record may continue in a longer source.
#[test]
fn records_with_an_end_are_whole() {
    for (format, text, last) in [
        (Format::Graph6, "Bw\nC~", false),
        (Format::Graph6, "Bw\nC~\n", true),
        (Format::Leetcode, "[[1],[0]]\n[[1],[0]]", false),
        (Format::Leetcode, "[[1],[0]]\n[[1],[0]]\n", true),
        (Format::Edges, "2\n0 1\n\n2\n0 1\n", false),
        (Format::Edges, "2\n0 1\n\n2\n0 1\n\n", true),
        (Format::Dimacs, "p edge 2 1\ne 1 2\np edge 2 1\ne 1 2\n", false),
        (Format::Dot, "graph { 0 -- 1 }\ngraph { 0 -- 1", false),
        (Format::Dot, "graph { 0 -- 1 }\ngraph { 0 -- 1 }", true),
        (Format::Multicode, "\u{2}\u{2}\0\u{3}\u{2}\0", false),
        (Format::Multicode, "\u{2}\u{2}\0\u{3}\u{2}\0\u{3}\0", true),
        (Format::Grid, "M.F\n", false),
    ] {
        let records = Records::new(text.as_bytes(), format).expect("a text does not fail");
        let whole: Vec<bool> = records.map(|record| record.expect("a text does not fail").is_whole()).collect();
        let (end, others) = whole.split_last().expect("there are records");
        assert!(*end == last && others.iter().all(|&whole| whole), "{text}: {whole:?}");
    }
}

#[test]
fn a_line_each() {
    check_text(
        ">>graph6<<Bw\r\n\nC~\nC\n  \n:An\n&A_\nA_",
        "
        1 line 1: 3 vertices, 6 arcs
        2 line 3: 4 vertices, 12 arcs
        3 line 4: at 4:2 the line ends after 0 of the 1 bytes that 4 vertices take
        4 line 6: 2 vertices, 2 arcs
        5 line 7: 2 vertices, 1 arcs
        6 line 8: 2 vertices, 2 arcs",
    );
    check_text(">>sparse6<<\n:An\n", "1 line 2: 2 vertices, 2 arcs");
    check_text("\x0C\x0C\nBw\n \x0C\n", "1 line 2: 3 vertices, 6 arcs");
    check_text(
        "[[1],[0]]\ngraph = [[1],[0,2],[1]]\n\n[[1],[0]\n[[[1,4]],[[0,4]]]\n[[1],[]]\n[\"M.C\",\"..F\"]",
        "
        1 line 1: 2 vertices, 2 arcs
        2 line 2: 3 vertices, 4 arcs
        3 line 4: at 4:1 this bracket is never closed
        4 line 5: 2 vertices, 2 arcs
        5 line 6: the move 0→1 is listed, but not the move back
        6 line 7: 6 vertices, 14 arcs",
    );
}

#[test]
fn the_first_line_may_be_the_bad_one() {
    check_text(
        "nonsense\nBw\n",
        "1 line 1: at 1:9 the line ends after 7 of the 181 bytes that 47 vertices take\n2 line 2: 3 vertices, 6 arcs",
    );
    check_text("[[1],[0]\n[[1],[0]]\n", "1 line 1: at 1:1 this bracket is never closed\n2 line 2: 2 vertices, 2 arcs");
}

#[test]
fn formats_with_one_graph_have_one_record() {
    check_text("[[1],\n [0]]\n", "1 line 1: 2 vertices, 2 arcs");
    check_text("[\"M.C\",\"..F\"]\n1\n2\n", "1 line 1: 6 vertices, 14 arcs");
    check_text("[\"M.C\",\"..F\"]\ncatJump = 1\n", "1 line 1: 6 vertices, 14 arcs");
    check_text("/* a\n comment */\ngraph\n{}", "1 line 1: 0 vertices, 0 arcs");
    check_text("M.\nCF\n", "1 line 1: 4 vertices, 8 arcs");
    check_text("# a setup\ncatmouse = 1\n[board]\nadjacency = [[1], [0]]\n", "1 line 1: 2 vertices, 2 arcs");
    check_text("", "1 line 1: at 1:1 the input is empty");
    check(Some(Format::Graph6), &b""[..], "");
    check(Some(Format::Dot), &b"// nothing\n"[..], "");
}

#[test]
fn planar_codes_and_levels_follow_each_other() {
    // A triangle, K4 and a vertex; then a path of 258 vertices in numbers of two bytes.
    let codes = b">>planar_code<<\x03\x02\x03\0\x01\x03\0\x01\x02\0\x04\x02\x03\x04\0\x01\x04\x03\0\x01\x02\x04\0\x01\x03\x02\0\x01\0";
    let expected = "
        1 line 1: 3 vertices, 6 arcs
        2 line 2: 4 vertices, 12 arcs
        3 line 3: 1 vertices, 0 arcs";
    check(None, &codes[..], expected);
    check(Some(Format::PlanarCode), &codes[15..], expected);
    for (header, bytes) in [("le", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("be", u16::to_be_bytes)] {
        let numbers = (1..=258_u16)
            .flat_map(|vertex| [vertex - 1, (vertex + 1) % 259, 0].into_iter().skip(usize::from(vertex == 1)));
        // The last vertex has no second neighbour.
        let mut numbers: Vec<u16> = [258].into_iter().chain(numbers).collect();
        numbers.pop();
        let header = format!(">>planar_code {header}<<\0").into_bytes();
        let source = [header, numbers.into_iter().flat_map(bytes).collect()].concat();
        check(None, &source[..], "1 line 1: 258 vertices, 514 arcs");
    }
    check(
        None,
        &b">>planar_code<<\x02\x02\0\0\x02\x03"[..],
        "
        1 line 1: at 1:1 a neighbour does not list its neighbour
        2 line 2: at 2:3 vertex 3 does not exist",
    );
    check_text(
        "3 bc,ac,ab\n4 bcd,adc,abd,acb\n2 b,\n",
        "
        1 line 1: 3 vertices, 6 arcs
        2 line 2: 4 vertices, 12 arcs
        3 line 3: at 3:1 a neighbour does not list its neighbour",
    );
    check_text(
        "; 1\n\n####\n#@.#\n####\nTitle: one\n\nLevel 2\n\n #####\n##@$.#\n# #  #\n######\nAuthor: x\n\nThe end.\n",
        "
        1 line 3: 2 vertices, 2 arcs
        2 line 10: 6 vertices, 10 arcs",
    );
}

#[test]
fn edge_lists_are_parted_by_blank_lines() {
    check_text(
        "# two graphs\n\n# a path\n0 1\n# on it goes\n1 2\n\n\n3 4\n3 x\n4 5\n \n2 vertices\n\n2\n",
        "
        1 line 3: 3 vertices, 4 arcs
        2 line 9: at 10:3 `x` is not a whole number
        3 line 13: 2 vertices, 0 arcs
        4 line 15: at 15:1 a single number may be a board without edges, or no board at all",
    );
}

#[test]
fn dimacs_graphs_begin_with_their_p_line() {
    check_text(
        "c one\np edge 2 1\ne 1 2\nc two\n\np edge 3 1\ne 1 4\np sp 2 1\na 1 2 5\n",
        "
        1 line 1: 2 vertices, 2 arcs
        2 line 6: at 7:5 vertex 4 does not exist
        3 line 8: 2 vertices, 1 arcs",
    );
}

#[test]
fn dot_graphs_end_with_their_brace() {
    check_text(
        "// a { comment\ngraph { a -- b; /* } */ \"}\" } digraph { a -- b }\n# {\ngraph x {\n { c }\n  a \
         [label=<}>]\n}\ngraph { } graph {",
        "
        1 line 1: 3 vertices, 2 arcs
        2 line 2: at 2:43 `--` is not allowed here
        3 line 3: 2 vertices, 0 arcs
        4 line 8: 0 vertices, 0 arcs
        5 line 8: at 8:17 this brace is never closed",
    );
}

#[test]
fn bytes_that_are_no_text() {
    check(
        None,
        &b"Bw\nB\xffw\nBw\n"[..],
        "
        1 line 1: 3 vertices, 6 arcs
        2 line 2: at 2:2 the text is not UTF-8 from here on
        3 line 3: 3 vertices, 6 arcs",
    );
}

#[test]
fn a_line_that_is_too_long() {
    let long = io::repeat(b'w').take(MAX_BYTES as u64);
    let source = io::BufReader::new((&b"Bw\nB"[..]).chain(long).chain(&b"\nBw"[..]));
    check(
        None,
        source,
        "
        1 line 1: 3 vertices, 6 arcs
        2 line 2: at 2:1 the input is longer than 67108864 bytes
        3 line 3: 3 vertices, 6 arcs",
    );
}

#[test]
fn a_source_that_fails_ends_the_stream() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let source = io::BufReader::new(Failing);
    assert!(Records::new(source, None).is_err());
    let source = io::BufReader::new((&b"Bw\nBw\n"[..]).chain(Failing));
    let found: Vec<bool> = Records::new(source, None).expect("it begins well").map(|record| record.is_ok()).collect();
    assert_eq!(found, [true, true, false]);
}

/// Checks whether a record is available without waiting, before the first record and after each.
#[track_caller]
fn check_at_hand(source: impl Read + Send, expect: &[bool]) {
    let mut records = Records::new(BufReader::new(source), Some(Format::Graph6)).expect("the source is sound");
    let mut found = vec![records.is_at_hand()];
    while let Some(record) = records.next() {
        record.expect("the source is sound");
        found.push(records.is_at_hand());
    }
    assert_eq!(found, expect);
}

#[test]
fn a_line_is_at_hand_when_it_has_been_read_to_its_end() {
    check_at_hand(&b""[..], &[false]);
    check_at_hand(&b"A_\nA_\nA_\n"[..], &[true, true, true, false]);
    check_at_hand(&b"A_\nA_\nA_"[..], &[true, true, false, false]);
    // Two lines are read to recognise the format. Of the other lines, at most one byte is
    // available.
    check_at_hand(Dripping(b"A_\nA_\nA_\nA_\n"), &[true, true, false, false, false]);
    let edges = Records::new(BufReader::new(&b"0 1\n\n1 2\n\n"[..]), Some(Format::Edges)).expect("the source is sound");
    assert!(!edges.is_at_hand(), "a record may have more lines");
}
