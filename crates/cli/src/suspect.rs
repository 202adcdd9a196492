//! A program that `test` examines. It is started, asked through pipes, and ended together with all
//! processes that it has started.
//!
//! The program may be late, crash, print something that is not an answer, print without end, close
//! its pipes, or never read. Each of these is a failure of its own kind, and none of them can block
//! or end this program.
//!
//! A program may answer one board and end, or go on reading boards. Which of the two it does is seen
//! from its first answers.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use catmouse_hunt::{PuzzleBoard, Suspect, SuspectAnswer, SuspectFailure};

use crate::interrupt;
use crate::languages::{ANSWER_MARK, Runnable};
use crate::processes;

/// A line that is longer than this is not an answer.
const LONGEST_LINE: u64 = 1 << 12;

/// The number of lines that are read ahead; a program that prints more has to wait.
const LINES_AHEAD: usize = 64;

/// The interval between two checks for an interrupt.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// The time in which a program that was started for a solution may begin, beside its time for a
/// board.
const TIME_TO_START: Duration = Duration::from_secs(5);

/// The time in which a program that has answered one board may end by itself.
const TIME_TO_END: Duration = Duration::from_millis(50);

/// The most bytes that are kept of the beginning of the program's standard error, and of its end.
const STDERR_BYTES: usize = 1 << 12;

/// How a program takes its boards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// It has not been seen yet.
    Unknown,
    /// The program reads one board after the other.
    Stream,
    /// The program is started for each board, and its input ends after the board.
    OneBoard,
}

/// A program that answers about boards.
pub(crate) struct Program {
    /// It is ended before the folder of the compiled program is removed.
    running: Option<Running>,
    runnable: Runnable,
    limit: Duration,
    habit: Habit,
    /// Whether the program has crashed at the last board.
    has_crashed: bool,
}

/// A running program and its pipes.
struct Running {
    child: Child,
    /// Whether the program has answered.
    has_answered: bool,
    /// The boards for a thread that writes them to the program. A separate thread writes them
    /// because a program that does not read would block the writer.
    boards: Option<SyncSender<String>>,
    /// The lines that the program prints. The channel closes at the end of the output.
    lines: Receiver<Vec<u8>>,
    /// The end of the program's standard error, sent when it is closed.
    stderr: Receiver<String>,
}

impl Program {
    pub(crate) fn new(runnable: Runnable, limit: Duration) -> Self {
        let habit = if runnable.is_harness { Habit::Stream } else { Habit::Unknown };
        Self { running: None, runnable, limit, habit, has_crashed: false }
    }

    fn start(&self) -> io::Result<Running> {
        let mut child = processes::start(&self.runnable.words)?;
        let (boards, to_write) = sync_channel(1);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &to_write));
        }
        let (send, lines) = sync_channel(LINES_AHEAD);
        if let Some(stdout) = child.stdout.take() {
            let is_harness = self.runnable.is_harness;
            thread::spawn(move || read_lines(stdout, is_harness, &send));
        }
        let (send, stderr) = sync_channel(1);
        if let Some(pipe) = child.stderr.take() {
            thread::spawn(move || send.send(ends_of(pipe)));
        }
        Ok(Running { child, has_answered: false, boards: Some(boards), lines, stderr })
    }

    /// Asks the program, which is started first if it does not run.
    fn ask_once(&mut self, board: &PuzzleBoard) -> io::Result<SuspectAnswer> {
        let (mut running, more) = match self.running.take() {
            Some(running) => (running, Duration::ZERO),
            None => (self.start()?, if self.runnable.is_harness { TIME_TO_START } else { Duration::ZERO }),
        };
        // If a line was printed before this board was sent, it cannot be an answer to it. Anything
        // that a program prints when it starts is treated as its first answer, although the program
        // may not have read the board: otherwise the result would depend on timing.
        if running.has_answered
            && let Ok(line) = running.lines.try_recv()
        {
            let unasked = format!("{} (unasked)", SuspectFailure::shown(&String::from_utf8_lossy(&line)));
            return Ok(SuspectAnswer::Failure(SuspectFailure::Unreadable(unasked)));
        }
        if let Some(boards) = &running.boards {
            // Sending fails if the program has closed its input. It may still have answered.
            let _ = boards.try_send(board.line() + "\n");
        }
        if self.habit == Habit::OneBoard {
            running.boards = None; // closes the input after the only board
        }
        let deadline = Instant::now() + self.limit + more;
        let answer = match running.next_line(deadline) {
            Ok(line) => SuspectAnswer::read(self.runnable.puzzle, &String::from_utf8_lossy(&line)),
            Err(RecvTimeoutError::Timeout) => SuspectAnswer::Failure(SuspectFailure::Timeout),
            Err(RecvTimeoutError::Disconnected) => SuspectAnswer::Failure(running.how_it_ended(deadline)?),
        };
        self.has_crashed = matches!(answer, SuspectAnswer::Failure(SuspectFailure::Exited { .. }))
            && !running.has_ended_well(Duration::ZERO);
        if matches!(answer, SuspectAnswer::Failure(_)) {
            return Ok(answer);
        }
        match self.habit {
            Habit::Unknown if running.has_answered => self.habit = Habit::Stream,
            Habit::Unknown if running.has_ended_well(TIME_TO_END) => self.habit = Habit::OneBoard,
            _ => {}
        }
        if self.habit == Habit::OneBoard {
            // Output after the answer makes the answer unreadable.
            return Ok(running.only_this(answer, deadline));
        }
        running.has_answered = true;
        self.running = Some(running);
        Ok(answer)
    }
}

/// After an interrupt the answer is a failure, whatever the program would have answered.
impl Suspect for Program {
    fn ask(&mut self, board: &PuzzleBoard) -> io::Result<SuspectAnswer> {
        let answer = self.ask_once(board)?;
        let is_over = self.habit != Habit::Unknown || self.has_crashed || interrupt::was_caught();
        if is_over || matches!(answer, SuspectAnswer::Outcome(_)) {
            return Ok(answer);
        }
        // The program may wait for the end of its input, or it has ended well after the last board.
        self.habit = Habit::OneBoard;
        let again = self.ask_once(board)?;
        if matches!(again, SuspectAnswer::Failure(_)) {
            self.habit = Habit::Unknown;
        }
        Ok(again)
    }

    fn restart(&mut self) -> bool {
        self.running = None;
        true
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
                let more = SuspectFailure::shown(&String::from_utf8_lossy(&line));
                SuspectAnswer::Failure(SuspectFailure::Unreadable(format!("… and then {more}")))
            }
            Err(_) => answer,
        }
    }

    /// Whether the program ends by itself in this time, and reports success.
    fn has_ended_well(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        loop {
            match processes::ended(&mut self.child) {
                Ok(Some(status)) => return status.success(),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return false,
            }
        }
    }

    /// Describes how a program ended whose output is closed. Waits for its end until the deadline, and a second at least:
    /// it ends soon, but the system may be busy.
    ///
    /// # Errors
    ///
    /// The error of the system if the program could not be started.
    fn how_it_ended(&mut self, deadline: Instant) -> io::Result<SuspectFailure> {
        let deadline = deadline.max(Instant::now() + Duration::from_secs(1));
        let how = loop {
            match processes::ended(&mut self.child) {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() >= deadline || interrupt::was_caught() => {
                    break "its output was closed".to_owned();
                }
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => break error.to_string(),
            }
        };
        // A process that the program has started may keep its standard error open.
        let stderr = self.stderr.recv_timeout(Duration::from_millis(200)).unwrap_or_default();
        match processes::refusal(&stderr) {
            Some(error) => Err(error),
            None => Ok(SuspectFailure::exited(how, &stderr)),
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
/// of a line that is too long is sent. Of a harness, only what stands behind the mark is sent.
fn read_lines(stdout: impl Read, is_harness: bool, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if is_harness && !line.starts_with(ANSWER_MARK.as_bytes()) => {}
            Ok(_) => {
                let answer = if is_harness { line.split_off(ANSWER_MARK.len()) } else { line };
                if lines.send(answer).is_err() {
                    return;
                }
            }
        }
    }
}

/// The beginning and the end of a program's standard error.
fn ends_of(mut pipe: impl Read) -> String {
    let (mut first, mut last) = (Vec::new(), VecDeque::new());
    let mut buffer = [0; 1 << 12];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        let more = buffer[..length].iter().copied();
        let missing = STDERR_BYTES - first.len();
        first.extend(more.clone().take(missing));
        last.extend(more.skip(missing));
        last.drain(..last.len().saturating_sub(STDERR_BYTES));
    }
    first.extend(last);
    String::from_utf8_lossy(&first).into_owned()
}
