//! Certificates in files: they are written, verified, and rejected after a change to any line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use catmouse::store::CertificateError;
use catmouse::{Error, Question, check_certificate, memory::Work};
use serde_json::{Value, json};

/// The least number of changes that are tried in each folder, so that the test cannot pass without
/// trying any.
const MANY_CHANGES: usize = 700;

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_catmouse")).args(args).output().expect("the program runs")
}

/// A temporary folder, which is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("catmouse-{}-{name}", std::process::id()));
        fs::create_dir(&path).expect("it can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the folder for such files has a plain name").to_owned()
    }

    /// Writes the certificate of a board, and returns its text.
    #[track_caller]
    fn certificate(&self, board: &[&str]) -> String {
        let path = self.path("made.jsonl");
        let output = run(&[&["solve"], board, &["--save-certificate", &path]].concat());
        assert_eq!(output.status.code(), Some(0), "{board:?}: {}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(path).expect("it has been written")
    }

    /// Runs `check` on the text of a certificate. Returns the exit code and the output.
    fn check(&self, board: &[&str], text: &str) -> (Option<i32>, String) {
        let path = self.path("checked.jsonl");
        fs::write(&path, text).expect("it can be written");
        let output = run(&[&["check"], board, &["--certificate", &path]].concat());
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(told).expect("output is UTF-8").replace(&path, "FILE"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn solving_writes_the_same_certificate_as_explaining() {
    let folder = Folder::new("solving");
    let boards: [&[&str]; 5] = [
        &[CAT_IN_8],
        &[DRAW],
        &[CAT_IN_8, "--limit", "3"],
        &["cycle:5", "--preset", "cops", "--cats", "2"],
        &["cycle:5", "--preset", "cops", "--cats", "1"],
    ];
    for board in boards {
        let explained = folder.certificate(board);
        let path = folder.path("solved.jsonl");
        let output = run(&[&["solve"], board, &["--save-certificate", &path]].concat());
        assert_eq!(output.status.code(), Some(0), "{board:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, run(&[&["solve"], board].concat()).stdout, "{board:?}");
        let solved = fs::read_to_string(path).expect("it has been written");
        assert_eq!(solved, explained, "{board:?}");
        assert_eq!(folder.check(board, &solved).0, Some(0), "{board:?}");
    }
}

#[test]
fn a_certificate_needs_one_board_and_distances() {
    let folder = Folder::new("refused");
    let path = folder.path("none.jsonl");
    let several = folder.path("several.g6");
    fs::write(&several, "Bw\nC~\n").expect("it can be written");
    let refused: [&[&str]; 3] = [&[CAT_IN_8, "--outcomes-only"], &[CAT_IN_8, "--summary"], &[&several]];
    for board in refused {
        let output = run(&[&["solve"], board, &["--save-certificate", &path]].concat());
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{board:?}");
        assert!(!std::path::Path::new(&path).exists(), "{board:?}");
    }
}

const CAT_IN_8: &str = "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]";
const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

fn text_of(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

/// Replaces the last line of a certificate so that its checksum is right again: XXH3 with 64 bits,
/// as specified in docs/certificates.md.
fn mended(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let body = text_of(&lines[..lines.len() - 1]);
    let checksum = xxhash_rust::xxh3::xxh3_64(body.as_bytes());
    format!("{body}{{\"end\":true,\"lines\":{},\"checksum\":\"{checksum:016x}\"}}\n", lines.len() - 1)
}

/// The boards in a folder of fixtures.
fn fixtures(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(folder);
    let paths =
        fs::read_dir(root).expect("the folder is part of the repository").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.to_str().expect("a plain name").to_owned())
        .collect();
    found.sort();
    assert!(found.len() >= 8, "{folder} has lost its fixtures");
    found
}

/// Certificates in which one line was changed, as by an accident.
fn changes(lines: &[&str], at: usize) -> Vec<String> {
    let line = lines[at];
    let with = |new: &[&str]| text_of(&[&lines[..at], new, &lines[at + 1..]].concat());
    let mut changed = vec![with(&[]), with(&[line, line]), with(&[&format!("{line} ")])];
    let digits: Vec<usize> = line.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(place, _)| place).collect();
    for &place in [digits.first(), digits.get(digits.len() / 2), digits.last()].into_iter().flatten() {
        let digit = (line.as_bytes()[place] - b'0' + 1) % 10;
        changed.push(with(&[&format!("{}{digit}{}", &line[..place], &line[place + 1..])]));
    }
    for (word, other) in [("\"mouse\",", "\"cat\","), ("\"cat\",", "\"mouse\","), ("null", "1"), ("hold", "win")] {
        if line.contains(word) {
            changed.push(with(&[&line.replacen(word, other, 1)]));
        }
    }
    if let Some(next) = lines.get(at + 1) {
        changed.push(text_of(&[&lines[..at], &[*next, line], &lines[at + 2..]].concat()));
    }
    changed
}

/// Changes some lines of each certificate. The library, which the program calls, reads every
/// changed certificate. The program itself reads each original certificate, one changed
/// certificate, and some truncated ones. (The tests of `catmouse-explain` make every change to the
/// certificates of all small boards, without files.)
fn check_folder(folder: &str) {
    let scratch = Folder::new(folder);
    let mut met = 0;
    for fixture in fixtures(folder) {
        let board = [fixture.as_str()];
        let text = scratch.certificate(&board);
        let (code, told) = scratch.check(&board, &text);
        assert_eq!(code, Some(0), "{fixture}: {told}");
        assert!(told.starts_with("Proved: "), "{fixture}: {told}");

        let question = Question::text(fs::read_to_string(&fixture).expect("fixtures are text"));
        let game = question.prepare(Work::LOOKUP).expect("fixtures are small").game;
        assert!(check_certificate(&game, text.as_bytes()).is_ok_and(|answer| answer.ok), "{fixture}");
        let lines: Vec<&str> = text.lines().collect();
        // Of a long certificate, change the first four lines, the last two, and lines at this
        // distance.
        let stride = lines.len() / 8 + 1;
        for at in (0..lines.len()).filter(|&at| at < 4 || at % stride == 0 || at + 2 >= lines.len()) {
            for changed in changes(&lines, at) {
                met += 1;
                match check_certificate(&game, changed.as_bytes()) {
                    Ok(answer) => {
                        assert!(!answer.ok, "{fixture}: line {}, {}: {}", at + 1, lines[at], answer.text);
                        assert!(answer.text.starts_with("Refuted"), "{}", answer.text);
                    }
                    Err(Error::Certificate(CertificateError::Line { .. })) => {}
                    Err(error) => panic!("{fixture}: line {}, {}: {error}", at + 1, lines[at]),
                }
            }
        }
        // The program reads one of the changed certificates, each time with another line changed.
        let at = met % lines.len();
        for changed in changes(&lines, at).into_iter().skip(met % 3).take(1) {
            let (code, told) = scratch.check(&board, &changed);
            assert!(matches!(code, Some(1 | 2)), "{fixture}: line {}, {}: {told}", at + 1, lines[at]);
            assert!(told.starts_with("Refuted") || told.starts_with("error: FILE: line "), "{told}");
        }
        // Cut off anywhere, too.
        let ends = [0, 1, text.len() / 2, text.len() - 1].map(|end| &text[..end]);
        assert!(ends.iter().all(|text| check_certificate(&game, text.as_bytes()).is_err()), "{fixture}");
        let (code, told) = scratch.check(&board, ends[met % 4]);
        assert_eq!(code, Some(2), "{fixture}: {told}");
    }
    assert!(met > MANY_CHANGES, "{met} changes");
}

#[test]
fn whichever_line_is_touched_it_is_refused_for_classic_boards() {
    check_folder("classic");
}

#[test]
fn whichever_line_is_touched_it_is_refused_for_grids() {
    check_folder("grid");
}

#[test]
fn whichever_line_is_touched_it_is_refused_for_other_rules() {
    check_folder("rules");
}

#[test]
fn a_certificate_says_what_the_solution_says() {
    let scratch = Folder::new("truth");
    for fixture in ["classic", "grid", "rules"].into_iter().flat_map(fixtures) {
        let solved = run(&["solve", &fixture, "--format", "json"]).stdout;
        let solved: Value = serde_json::from_slice(&solved).expect("it is JSON");
        let text = scratch.certificate(&[&fixture]);
        let (_, told) = scratch.check(&[&fixture, "--format", "json"], &text);
        let told: Value = serde_json::from_str(&told).expect("it is JSON");
        for key in ["outcome", "distance_plies", "start"] {
            assert_eq!(told[key], solved[key], "{fixture}");
        }
        assert_eq!((&told["ok"], &told["refutation"]), (&json!(true), &Value::Null), "{fixture}");
    }
}

#[test]
fn a_lie_with_a_right_checksum_is_refuted_where_it_stands() {
    let scratch = Folder::new("lies");
    for board in [CAT_IN_8, DRAW] {
        let text = scratch.certificate(&[board]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(mended(&text), text);
        let entries: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains("\"rank\"")).collect();
        for &at in &entries {
            let mut entry: Value = serde_json::from_str(lines[at]).expect("an entry is JSON");
            let rank = entry["rank"].as_u64().expect("it has a rank");
            for wrong in [rank + 1, rank + 2, rank.wrapping_sub(1)] {
                entry["rank"] = json!(wrong);
                let changed = entry.to_string();
                let mut lines = lines.clone();
                lines[at] = &changed;
                let (code, told) = scratch.check(&[board], &mended(&text_of(&lines)));
                assert_eq!(code, Some(1), "{changed}: {told}");
                assert!(told.starts_with("Refuted at M"), "{changed}: {told}");
            }
        }
    }
}

#[test]
fn a_move_exchanged_for_one_as_good_is_told_by_the_checksum() {
    let scratch = Folder::new("as-good");
    let board = fixtures("classic").into_iter().find(|name| name.contains("mouse-wins-in-17")).expect("it is there");
    let text = scratch.certificate(&[&board]);
    let written = r#"{"mouse":3,"cats":[5],"turn":"mouse","to":2,"rank":3}"#;
    assert!(text.contains(written), "{text}");
    let changed = text.replace(written, &written.replace("\"to\":2", "\"to\":7"));
    let (code, told) = scratch.check(&[&board], &changed);
    assert_eq!(
        (code, &*told),
        (Some(1), "Refuted: the proof is valid, but its checksum differs, so the file was changed.\n")
    );
    // The changed certificate is another proof of the same claim.
    assert_eq!(scratch.check(&[&board], &mended(&changed)).0, Some(0));
}

#[test]
fn a_certificate_of_something_else_is_refused() {
    let scratch = Folder::new("other");
    let text = scratch.certificate(&[DRAW]);
    let refuted = |board: &[&str], message: &str| {
        let (code, told) = scratch.check(board, &text);
        assert_eq!(code, Some(1), "{board:?}: {told}");
        assert!(told.contains(message), "{board:?}: {told}");
    };
    let other = "Refuted: this is a certificate for another board or other rules.";
    refuted(&[CAT_IN_8], other);
    refuted(&["M.F\n..C"], other);
    refuted(&[DRAW, "--set", "endless=cat"], other);
    refuted(&[DRAW, "--limit", "9"], other);
    refuted(&[DRAW, "--set", "cat-may-stay"], other);
    refuted(&[DRAW, "--set", "stalemate=loss"], other);
    refuted(&[DRAW, "--set", "cat-in-hole=guards"], other);
    refuted(&[DRAW, "--from", "M3 C2 cat"], "Refuted: it is for M1 C2 mouse, but the game starts at M3 C2 cat.");
}

#[test]
fn a_claim_that_its_strategies_do_not_prove_is_refuted() {
    let scratch = Folder::new("claims");
    let refuted = |board: &[&str], written: &str, changed: &str, message: &str| {
        let text = scratch.certificate(board);
        assert!(text.contains(written), "{written}");
        let (code, told) = scratch.check(board, &mended(&text.replacen(written, changed, 1)));
        assert_eq!((code, told.replace('\n', " ").trim_end()), (Some(1), message));
    };
    refuted(
        &[CAT_IN_8],
        r#""distance_plies":8"#,
        r#""distance_plies":7"#,
        "Refuted at M1 C2 mouse: in the Cat's strategy the rank is 8, but the claim requires 7 at the start.",
    );
    refuted(
        &[CAT_IN_8],
        r#""outcome":"cat""#,
        r#""outcome":"mouse""#,
        "Refuted: the claim needs a proof of how the Mouse wins, but there is one of how the Cat wins.",
    );
    refuted(
        &[CAT_IN_8],
        r#""outcome":"cat","distance_plies":8"#,
        r#""outcome":"cat","distance_plies":null"#,
        "Refuted: without a forced end it is a draw, but a win of the Cat is claimed.",
    );
    refuted(
        &[CAT_IN_8, "--limit", "8"],
        r#""distance_plies":8"#,
        r#""distance_plies":9"#,
        "Refuted: a win within 9 plies is claimed, but the limit is 8.",
    );
    refuted(
        &[CAT_IN_8],
        r#""start":{"mouse":1"#,
        r#""start":{"mouse":3"#,
        "Refuted: it is for M3 C2 mouse, but the game starts at M1 C2 mouse.",
    );
    refuted(
        &[DRAW],
        r#""to":3,"rank":0"#,
        r#""to":2,"rank":0"#,
        "Refuted at M1 C2 mouse: in the Mouse's strategy M 1→2 is given, but it is illegal.",
    );
}

/// A move of two cats on a graph is written as a list, and not mistaken for a cell of a grid.
#[test]
fn a_certificate_of_two_cats_is_proved() {
    let scratch = Folder::new("two-cats");
    let board = [DRAW, "--cats", "2", "--cat", "2", "--cat", "4"];
    let text = scratch.certificate(&board);
    assert!(text.contains("\"turn\":\"cat\",\"to\":[") || text.contains("\"strategy\":\"hold\""), "{text}");
    let (code, told) = scratch.check(&board, &text);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.starts_with("Proved: "), "{told}");
}

/// The library has tests for all errors in a line. This test checks the messages of the program.
#[test]
fn a_text_that_is_no_certificate_is_an_error_at_its_line() {
    let scratch = Folder::new("malformed");
    let text = scratch.certificate(&[DRAW]);
    let refused = |text: &str, message: &str| {
        let (code, told) = scratch.check(&[DRAW], text);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(message), "{told}");
    };
    let changed = |written: &str, changed: &str| {
        assert!(text.contains(written), "{written}");
        text.replacen(written, changed, 1)
    };
    refused("", "FILE: line 1: the file ends here");
    refused("catmouse\n", "FILE: line 1: expected value, at column 1");
    refused("{}\n", "line 1: missing field `catmouse_certificate`");
    refused("\u{0}\n", "line 1: expected value");
    refused(&"a".repeat(1 << 20), "line 1: the line is incomplete");
    refused(
        &changed("certificate\":2", "certificate\":1"),
        "line 1: this is a certificate of version 1\n |\n = help: expected version 2: make the certificate again",
    );
    refused(&changed("\"to\":3,", "\"to\":6,"), "line 3: vertex 6 does not exist");
    refused(&changed("\"lines\":32", "\"lines\":31"), "line 33: this is not the end");
    refused(&format!("{text}\n"), "line 34: there is more after the last line");
    let latin = [text.as_bytes(), b"\xff\n"].concat();
    fs::write(scratch.path("latin.jsonl"), latin).expect("it can be written");
    let output = run(&["check", DRAW, "--certificate", &scratch.path("latin.jsonl")]);
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["check", DRAW, "--certificate", &scratch.path("no-such.jsonl")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn nothing_is_left_behind_and_nothing_is_half_written() {
    let scratch = Folder::new("files");
    let text = scratch.certificate(&[DRAW]);
    assert_eq!(scratch.certificate(&[DRAW]), text, "the same bytes again, over the file that was there");
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be listed");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(names(&scratch.0), ["made.jsonl"]);
    for path in [scratch.path(""), scratch.path("no-folder/made.jsonl")] {
        let output = run(&["solve", DRAW, "--save-certificate", &path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(output.stdout.is_empty(), "{path}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains("cannot write the certificate"), "{message}");
        assert!(!message.contains(".part"), "the temporary file is no concern of the user: {message}");
    }
    assert_eq!(names(&scratch.0), ["made.jsonl"]);
    let output = run(&["solve", DRAW, "--save-certificate", &scratch.path("other.jsonl")]);
    assert_eq!(output.stdout, run(&["solve", DRAW]).stdout, "the answer is printed as ever");
}

/// The proof of a draw covers all positions that can arise, so its memory is estimated before it is
/// made.
#[test]
fn a_large_certificate_is_refused_before_it_is_made() {
    let scratch = Folder::new("large");
    let path = scratch.path("made.jsonl");
    let board = ["random:100,0.07,seed=1", "--preset", "cops", "--cats", "2"];
    let made =
        |memory: &str| run(&[&["solve"], &board[..], &["--save-certificate", &path, "--max-memory", memory]].concat());
    // The game alone fits, so there is an answer without a certificate.
    let without = run(&[&["solve"], &board[..], &["--max-memory", "16M"]].concat());
    assert!(without.status.success(), "{without:?}");
    let output = made("16M");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr);
    // There are 5,050 configurations of two cats, 100 places of the mouse, and two turns. The Cat
    // wins 92,095 of these positions, which need no entry.
    let entries: u32 = message
        .split_once("may have ")
        .and_then(|(_, rest)| rest.split_once(" positions"))
        .and_then(|(entries, _)| entries.parse().ok())
        .expect("the message says how many positions");
    assert!((1..=2 * 5_050 * 100 - 92_095).contains(&entries), "{message}");
    assert!(message.contains("together with the game, but 16.0 MiB are allowed"), "{message}");
    assert!(message.contains("`--max-memory SIZE` sets another limit"), "{message}");
    assert!(!Path::new(&path).exists(), "nothing is left of what was refused");
    // With enough memory the certificate is made. It has at most the announced number of entries,
    // and proves its claim.
    assert!(made("120M").status.success());
    let text = fs::read_to_string(&path).expect("it is there");
    let strategy: Value = serde_json::from_str(text.lines().nth(1).expect("a strategy")).expect("it is JSON");
    let made_of = strategy["entries"].as_u64().expect("it says how many entries follow");
    assert!((1..=u64::from(entries)).contains(&made_of), "{made_of} entries of at most {entries}");
    let checked = run(&[&["check"], &board[..], &["--certificate", &path]].concat());
    assert!(checked.status.success(), "{checked:?}");
}

/// Without `--max-memory`, the memory of the machine is the bound of a certificate. Two cats do not
/// catch the mouse on this graph, and the certificate answers nearly any of their moves.
#[test]
fn a_large_certificate_is_made_where_the_machine_has_the_memory() {
    let scratch = Folder::new("long");
    let path = scratch.path("made.jsonl");
    let board = ["random:100,0.07,seed=1", "--preset", "cops", "--cats", "2"];
    let output = run(&[&["solve"], &board[..], &["--save-certificate", &path]].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let checked = run(&[&["check"], &board[..], &["--certificate", &path, "--format", "json"]].concat());
    let answer: Value = serde_json::from_slice(&checked.stdout).expect("it is JSON");
    let entries = answer["entries"].as_u64().expect("the claim is proved");
    // There are 5,050 configurations of two cats, 100 places of the mouse, and two turns. The Cat
    // wins 92,095 of these positions.
    let bound = 2 * 5_050 * 100 - 92_095;
    assert!((131_072..=bound).contains(&entries), "{entries} entries of at most {bound}");
}

#[test]
fn a_table_and_a_certificate_are_checked_one_at_a_time() {
    let output = run(&["check", DRAW, "--table", "a.csv", "--certificate", "b.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used with"), "{output:?}");
}

#[test]
fn the_certificate_in_the_documentation_is_real() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificates.md");
    let page = fs::read_to_string(page).expect("there is a page");
    let shown = page.split("```json\n{\"catmouse_certificate\"").nth(1).and_then(|rest| rest.split("```").next());
    let shown = format!("{{\"catmouse_certificate\"{}", shown.expect("it shows a certificate"));
    let (begin, end) = shown.split_once("…\n").expect("it leaves something out");
    let text = Folder::new("documentation").certificate(&[CAT_IN_8]);
    assert!(text.starts_with(begin) && text.ends_with(end), "{text}");
}

/// The certificate of a game of placement proves the outcome against every answer: the Cat wins from its
/// placement wherever the mouse is placed, and the Mouse has an answer to every placement of the cats,
/// also on a graph in two pieces, where no cat reaches some of them. Without an answer the certificate
/// proves its claim of its start alone.
#[test]
fn a_placement_is_proved_against_every_answer() {
    let scratch = Folder::new("placement");
    let of_cat = "The same holds for every other place of the mouse.";
    let of_mouse = "The Mouse has such an answer to every other placement of the cats.";
    // The cop numbers are 3, 2 and 2; on the grid the capture time is 2 rounds, which are 3 plies of the cats.
    for (graph, cats, more, expected) in [
        ("petersen", "3", None, of_cat),
        ("petersen", "2", None, of_mouse),
        ("grid:3x4", "2", Some("3"), of_cat),
        ("grid:3x4", "2", Some("2"), of_mouse),
        ("C`", "2", None, of_cat),
        ("C`", "1", None, of_mouse),
        ("C`", "1", Some("4"), of_mouse),
    ] {
        let limit: &[&str] = match &more {
            Some(plies) => &["--limit", plies],
            None => &[],
        };
        let board = [&[graph, "--preset", "cops", "--cats", cats][..], limit].concat();
        let text = scratch.certificate(&board);
        let said = |text: &str| {
            let (code, said) = scratch.check(&board, text);
            assert_eq!(code, Some(0), "{board:?}: {said}");
            said.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(said(&text).ends_with(expected), "{board:?}: {}", said(&text));
    }
    // The cats of Petersen's graph, without the answer to a mouse on 3: nothing else needs this entry.
    let board = ["petersen", "--preset", "cops", "--cats", "3"];
    let text = scratch.certificate(&board).replacen("\"entries\":17", "\"entries\":16", 1);
    let is_answer = |line: &&str| line.starts_with("{\"mouse\":3,") && line.contains("\"turn\":\"cat\"");
    let fewer: Vec<&str> = text.lines().filter(|line| !is_answer(line)).collect();
    let (code, told) = scratch.check(&board, &mended(&text_of(&fewer)));
    assert!(code == Some(1) && told.contains("cannot arise"), "{told}");
    let is_of_three = |line: &&str| line.starts_with("{\"mouse\":3,");
    let fewer: Vec<&str> = text.lines().filter(|line| !is_of_three(line)).collect();
    let left = format!("\"entries\":{}", fewer.len() - 3);
    let (code, told) = scratch.check(&board, &mended(&text_of(&fewer).replacen("\"entries\":16", &left, 1)));
    assert!(code == Some(0) && !told.contains("every other place"), "{told}");
}

/// One file proves a cop number, and `check` knows such a file by its beginning.
#[test]
fn a_cop_number_is_proved_by_one_file() {
    let scratch = Folder::new("cops");
    let path = scratch.path("petersen.jsonl");
    let saved = run(&["cops", "petersen", "--save-certificate", &path]);
    assert!(saved.status.success() && saved.stderr.is_empty(), "{saved:?}");
    assert!(String::from_utf8_lossy(&saved.stdout).contains("cop number 3, capture time 1"), "{saved:?}");
    let check = |board: &str, more: &[&str]| {
        let output = run(&[&["check", board, "--certificate", &path], more].concat());
        let text = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        (output.status.code(), text, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, text, _) = check("petersen", &[]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("Proved: the cop number is 3. By the rules alone, the mouse has an answer"), "{text}");
    assert!(text.ends_with("3 cats on 0 2 6 catch it wherever it starts."), "{text}");
    let (_, json, _) = check("petersen", &["--format", "json"]);
    let answer: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&answer["ok"], &answer["cop_number"], &answer["lower_by"]), (&true.into(), &3.into(), &"trial".into()));
    // Another board and other rules refute it; a start has no meaning.
    for (board, more) in [("cycle:10", &[][..]), ("petersen", &["--set", "cat-speed=2"])] {
        let (code, text, _) = check(board, more);
        assert_eq!(code, Some(1));
        assert!(text.starts_with("Refuted: a certificate is for another board"), "{text}");
    }
    let (code, text, said) = check("petersen", &["--cats", "3"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(said.contains("leave out --cats"), "{said}");
    // A file that ends early.
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, &text[..text.len() / 2]).expect("there is room");
    let (code, text, said) = check("petersen", &[]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(said.contains("the line is incomplete") && said.contains("expected a newline"), "{said}");
    // Nothing is written for several graphs, or where the question is another.
    let graphs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");
    let other = scratch.path("other.jsonl");
    for asked in [&["cops", graphs][..], &["cops", "petersen", "--cats", "2"], &["cops", "petersen", "--summary"]] {
        let output = run(&[asked, &["--save-certificate", &other]].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        assert!(!Path::new(&other).exists(), "{asked:?}");
    }
    // Where memory or time does not suffice, the message has the bounds.
    for (limit, why) in [(["--max-memory", "100M"], "cats take about"), (["--max-time", "1s"], "the time was up with")]
    {
        let output = run(&[&["cops", "hypercube:10", "--save-certificate", &other], &limit[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        assert!(said.contains("the cop number is at least 5 and at most 135; ") && said.contains(why), "{said}");
        assert!(!Path::new(&other).exists(), "{limit:?}");
    }
}
