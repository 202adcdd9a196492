//! Text from others as a part of shell commands, Python programs and lines. The shell and Python
//! themselves read what was quoted.

use std::io::Write;
use std::process::{Command, Stdio};

use catmouse_model::{is_legible, legible_line, python_literal, shell_print};

/// Pieces that end a quotation somewhere, or mean something to a shell, to Python or to a terminal.
const PIECES: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "'",
    "''",
    "'''",
    "\"\"\"",
    "\\",
    "\\'",
    "\\\n",
    "\\\\",
    "\\u{1b}",
    "\\0101",
    "\\x41",
    "7",
    "$(touch evil)",
    "`touch evil`",
    "${HOME}",
    "!!",
    "%s%n",
    "-n",
    "{x}",
    "; exit 3",
    "\nBOARD\nexit 3\n",
    "\n'''\nexit(3)\n'''",
    "\u{1b}[201~exit 3\n",
    "é猫\u{1f431}",
];

/// Texts of every piece, and of every character that is not legible, between and after others.
fn texts() -> Vec<String> {
    let characters = (0..=0x2069).filter_map(char::from_u32).filter(|&letter| !is_legible(letter));
    let pieces: Vec<String> = PIECES.iter().map(ToString::to_string).chain(characters.map(String::from)).collect();
    let pairs = PIECES.iter().flat_map(|one| PIECES.iter().map(move |other| format!("{one}{other}")));
    pieces.iter().flat_map(|piece| [piece.clone(), format!("a{piece}1 b")]).chain(pairs).collect()
}

/// What a program prints that is read from standard input.
fn printed(program: &str, args: &[&str], code: &str) -> String {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut input = child.stdin.take().expect("it is a pipe");
    let code = code.to_owned();
    let writer = std::thread::spawn(move || input.write_all(code.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// No control character but a line end is among the code, so that a terminal types nothing else.
fn check_typed(code: &str) {
    assert!(code.chars().all(|letter| letter == '\n' || is_legible(letter)), "{code:?}");
}

#[test]
fn all_characters_that_a_line_must_not_have_are_escaped() {
    let naive = |letter: char| {
        let odd = [0..=0x1f, 0x7f..=0x9f, 0x61c..=0x61c, 0x200e..=0x200f, 0x2028..=0x202e, 0x2066..=0x2069];
        !odd.iter().any(|range| range.contains(&u32::from(letter)))
    };
    for letter in (0..=0x10_ffff).filter_map(char::from_u32) {
        assert_eq!(is_legible(letter), naive(letter), "{letter:?}");
    }
    for text in texts() {
        let line = legible_line(&text);
        assert!(line.chars().all(naive), "{line:?}");
        assert_eq!(line == text, text.chars().all(naive), "{line:?}");
    }
}

/// Fish is not everywhere, so its rule is applied here: in its quotes, a backslash escapes a
/// backslash and a quote.
#[cfg(unix)]
#[test]
fn a_shell_prints_the_text() {
    let texts = texts();
    let mut script = String::new();
    for text in &texts {
        let command = shell_print(text);
        check_typed(&command);
        assert_eq!(command.matches('\'').count(), 4, "{command:?}");
        assert!(!command.contains("\\\\") && !command.contains("\\'"), "{command:?}");
        script += &format!("{command}\nprintf '|end|'\n");
    }
    let expect: String = texts.iter().flat_map(|text| [text, "|end|"]).collect();
    assert_eq!(printed("sh", &[], &script), expect);
}

#[cfg(unix)]
#[test]
fn python_reads_the_text() {
    let texts = texts();
    let mut program = String::from("import sys\nout = sys.stdout.buffer\n");
    for text in &texts {
        let literal = python_literal(text);
        check_typed(&literal);
        program += &format!("out.write({literal}.encode())\nout.write(b'|end|')\n");
    }
    let expect: String = texts.iter().flat_map(|text| [text, "|end|"]).collect();
    assert_eq!(printed("python3", &["-"], &program), expect);
}
