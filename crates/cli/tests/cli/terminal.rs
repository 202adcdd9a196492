//! The program on a terminal, at which the test types.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::program::{catmouse, stdout};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

/// Both ends of a terminal: that of a person, and that of the program.
fn terminal() -> (File, OwnedFd) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("the system has terminals");
    grantpt(&person).and_then(|()| unlockpt(&person)).expect("it is ours");
    let name = ptsname(&person, Vec::new()).expect("it has a name");
    let program = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("it opens");
    (person.into(), program)
}

/// A game at a terminal.
struct Typist {
    child: Child,
    terminal: File,
    /// What the program writes.
    written: Receiver<Vec<u8>>,
    /// What it has written so far.
    seen: String,
}

impl Typist {
    fn at_a_game(args: &[&str]) -> Self {
        let (terminal, program) = terminal();
        let end = || Stdio::from(program.try_clone().expect("a descriptor"));
        let mut command = catmouse();
        command.arg("play").args(args).env("TERM", "xterm").env("NO_COLOR", "1");
        let child = command.stdin(end()).stdout(end()).stderr(Stdio::null()).spawn().expect("the program runs");
        let (send, written) = channel();
        let mut reader = terminal.try_clone().expect("a descriptor");
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { child, terminal, written, seen: String::new() }
    }

    /// Waits until the program has written this text, and forgets all up to there.
    fn sees(&mut self, text: &str) {
        let begun = Instant::now();
        while !self.seen.contains(text) {
            let waited = self.written.recv_timeout(Duration::from_mins(1).saturating_sub(begun.elapsed()));
            let more = waited.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.seen));
            self.seen += &String::from_utf8_lossy(&more);
        }
        let end = self.seen.find(text).map_or(0, |at| at + text.len());
        self.seen.drain(..end);
    }

    fn types(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).expect("the program reads");
    }
}

#[test]
fn commands_and_moves_are_completed() {
    let mut typist = Typist::at_a_game(&[DRAW, "--as", "both"]);
    typist.sees("Mouse> ");
    // Two commands begin with this letter, and are listed.
    typist.types("h\t\t");
    typist.sees("hint");
    typist.sees("help");
    typist.types("i\t\r");
    typist.sees("hint");
    typist.sees("Mouse> ");
    // The rest of a line after a command is completed, too.
    typist.types("why M\t\r");
    typist.sees("why M 1→3");
    typist.sees("Mouse> ");
    typist.types("M\t\r");
    typist.sees("M 1→3");
    typist.sees("Cat> ");
    typist.types("x\t\r");
    typist.sees("`x` is neither a legal move nor a command");
    typist.types("quit\r");
    assert!(typist.child.wait().is_ok_and(|status| status.success()));
}

/// On a grid an arrow key on an empty line is a move. Elsewhere, and in a line, it edits.
#[test]
fn arrow_keys_move_on_a_grid() {
    const UP: &str = "\u{1b}[A";
    const RIGHT: &str = "\u{1b}[C";
    const LEFT: &str = "\u{1b}[D";
    let mut typist = Typist::at_a_game(&["[\"....\",\".M..\",\"....\",\"C..F\"]", "--as", "mouse"]);
    typist.sees("Mouse> ");
    typist.types(UP);
    typist.sees("M (1,1)→(0,1)");
    typist.sees("Mouse> ");
    typist.types(RIGHT);
    typist.sees("M (0,1)→(0,2)");
    typist.sees("Mouse> ");
    // The line is no longer empty, so the key goes left in it.
    typist.types(&format!("elp{LEFT}{LEFT}{LEFT}h\r"));
    typist.sees("A move     where it leads");
    typist.types("quit\r");
    assert!(typist.child.wait().is_ok_and(|status| status.success()));
    let mut typist = Typist::at_a_game(&[DRAW, "--as", "both"]);
    typist.sees("Mouse> ");
    typist.types("moves\r");
    typist.sees("M 1→3");
    typist.sees("Mouse> ");
    typist.types(&format!("{UP}\r"));
    typist.sees("moves");
    typist.sees("M 1→3");
    typist.types("quit\r");
    assert!(typist.child.wait().is_ok_and(|status| status.success()));
}

#[test]
fn at_a_terminal_the_first_built_in_board_is_taken_and_the_user_told() {
    let output = catmouse().arg("solve").stdin(terminal().1).output().expect("the program runs");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout(&["solve", "ambush"]));
    let note = "no board given, so this is the built-in board `ambush`";
    assert!(String::from_utf8_lossy(&output.stderr).contains(note), "{output:?}");
}

/// The progress through a stream, also of a summary, is a number of graphs and a whole rate.
#[test]
fn the_progress_of_a_summary_is_shown() {
    let (mut person, program) = terminal();
    let graphs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");
    let reader = thread::spawn(move || {
        let (mut shown, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = person.read(&mut bytes) {
            shown.extend_from_slice(&bytes[..count]);
        }
        String::from_utf8_lossy(&shown).into_owned()
    });
    let mut command = catmouse();
    command.args(["cops", graphs, "--summary"]).env("TERM", "xterm").stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.stderr(program).status().expect("the program runs");
    drop(command); // and its end of the terminal
    let shown = reader.join().expect("it reads");
    let (_, rest) = shown.split_once(" graphs, ").unwrap_or_else(|| panic!("{shown:?}"));
    let rate = rest.split_once("/s").map(|(rate, _)| rate);
    let is_whole = |rate: &str| !rate.is_empty() && rate.bytes().all(|it| it.is_ascii_digit() || it == b',');
    assert!(status.success() && rate.is_some_and(is_whole), "{shown:?}");
}
