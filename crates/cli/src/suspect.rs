//! A program that `test` examines. It is started, asked through pipes, and ended together with all
//! processes that it has started.
//!
//! The program may be late, crash, print something that is not an answer, print without end, close
//! its pipes, or never read. Each of these is a failure of its own kind, and none of them can block
//! or end this program.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use catmouse_hunt::{Puzzle, PuzzleBoard, Suspect, SuspectAnswer, SuspectFailure};

use crate::interrupt;
use crate::processes;

/// A line that is longer than this is not an answer.
const LONGEST_LINE: u64 = 1 << 12;

/// The number of lines that are read ahead; a program that prints more has to wait.
const LINES_AHEAD: usize = 64;

/// The interval between two checks for an interrupt.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// The most characters of the program's output that a message shows.
const SHOWN: usize = 40;

/// A program that answers about boards.
pub(crate) struct Program {
    words: Vec<String>,
    puzzle: Puzzle,
    limit: Duration,
    /// Whether the program is started once and receives one board on each line.
    is_stream: bool,
    running: Option<Running>,
}

/// A running program and its pipes.
struct Running {
    child: Child,
    /// The boards for a thread that writes them to the program. A separate thread writes them
    /// because a program that does not read would block the writer.
    boards: Option<SyncSender<String>>,
    /// The lines that the program prints. The channel closes at the end of the output.
    lines: Receiver<Vec<u8>>,
}

impl Program {
    /// Makes a suspect from a command line, which is split into words as by a shell. Quotes cannot
    /// be nested. `None` if a quote is not closed or there is no word.
    pub(crate) fn new(command: &str, puzzle: Puzzle, limit: Duration, is_stream: bool) -> Option<Self> {
        let words = split(command)?;
        (!words.is_empty()).then_some(Self { words, puzzle, limit, is_stream, running: None })
    }

    fn start(&self) -> io::Result<Running> {
        let mut child = processes::start(&self.words)?;
        let (boards, to_write) = sync_channel(1);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &to_write));
        }
        let (send, lines) = sync_channel(LINES_AHEAD);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &send));
        }
        Ok(Running { child, boards: Some(boards), lines })
    }

    /// Reads the answer on a line.
    fn answer(&self, line: &[u8]) -> SuspectAnswer {
        let text = String::from_utf8_lossy(line);
        match self.puzzle.read(&text) {
            Some(outcome) => SuspectAnswer::Outcome(outcome),
            None => SuspectAnswer::Failure(SuspectFailure::Unreadable(shown(&text))),
        }
    }
}

/// After an interrupt the answer is a failure, whatever the program would have answered.
impl Suspect for Program {
    fn ask(&mut self, board: &PuzzleBoard) -> io::Result<SuspectAnswer> {
        let deadline = Instant::now() + self.limit;
        let before = self.running.take();
        let is_asked_again = before.is_some();
        let mut running = match before {
            Some(running) => running,
            None => self.start()?,
        };
        // If a line was printed before the second board was sent, it cannot be an answer to this
        // board. Anything that a program prints when it starts is treated as its first answer,
        // although the program may not have read the board: otherwise the result would depend on
        // timing.
        if is_asked_again && let Ok(line) = running.lines.try_recv() {
            running.end();
            return Ok(SuspectAnswer::Failure(SuspectFailure::Unreadable(format!(
                "{} (unasked)",
                shown(&String::from_utf8_lossy(&line))
            ))));
        }
        if let Some(boards) = &running.boards {
            // Sending fails if the program has closed its input. It may still have answered.
            let _ = boards.try_send(board.line() + "\n");
        }
        if !self.is_stream {
            running.boards = None; // closes the input after the only board
        }
        let answer = match running.next_line(deadline) {
            Ok(line) => self.answer(&line),
            Err(RecvTimeoutError::Timeout) => SuspectAnswer::Failure(SuspectFailure::Timeout),
            Err(RecvTimeoutError::Disconnected) => {
                SuspectAnswer::Failure(SuspectFailure::Exited(running.how_it_ended(deadline)))
            }
        };
        if matches!(answer, SuspectAnswer::Outcome(_)) && self.is_stream {
            self.running = Some(running);
            return Ok(answer);
        }
        // Output after the answer makes the answer unreadable.
        let answer = match answer {
            SuspectAnswer::Outcome(_) => running.only_this(answer, deadline),
            answer @ SuspectAnswer::Failure(_) => answer,
        };
        running.end();
        Ok(answer)
    }
}

impl Running {
    /// The next line that is not blank. An interrupt ends the waiting.
    fn next_line(&self, deadline: Instant) -> Result<Vec<u8>, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(INTERRUPT_INTERVAL)) {
                Ok(line) if line.iter().all(u8::is_ascii_whitespace) => {}
                Err(RecvTimeoutError::Timeout) if !left.is_zero() && !interrupt::was_caught() => {}
                other => return other,
            }
        }
    }

    /// Returns the answer, or a failure if more output follows. If the program does not end in
    /// time, its answer counts.
    fn only_this(&self, answer: SuspectAnswer, deadline: Instant) -> SuspectAnswer {
        match self.next_line(deadline) {
            Ok(line) => {
                let more = shown(&String::from_utf8_lossy(&line));
                SuspectAnswer::Failure(SuspectFailure::Unreadable(format!("… and then {more}")))
            }
            Err(_) => answer,
        }
    }

    /// Describes how a program ended whose output is closed. Waits for its end until the deadline.
    fn how_it_ended(&mut self, deadline: Instant) -> String {
        loop {
            match processes::ended(&mut self.child) {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() >= deadline || interrupt::was_caught() => {
                    return "its output was closed".to_owned();
                }
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
    }

    /// Kills the program and all processes that it has started, and waits for its end.
    fn end(&mut self) {
        self.boards = None;
        processes::end(&mut self.child);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes lines to the program until the channel is closed or the program closes its input.
fn write_all(mut stdin: ChildStdin, boards: &Receiver<String>) {
    while let Ok(line) = boards.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Sends the program's lines until its output ends or the receiver is dropped. Only the beginning
/// of a line that is too long is sent.
fn read_lines(stdout: impl Read, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if lines.send(line).is_err() {
                    return;
                }
            }
        }
    }
}

/// The beginning of a program's output, without control characters.
fn shown(text: &str) -> String {
    let text = text.trim();
    let begin: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > SHOWN { begin + "…" } else { begin }
}

/// The words of a command, separated by blanks outside of quotes; `None` if a quote is not closed.
fn split(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
