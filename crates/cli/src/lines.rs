//! The user's input, line by line: typed in a line editor on a terminal, read from a pipe, or read
//! from a script.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler, Helper,
    KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use crate::output::Failure;

/// The most bytes of a line; a longer line is cut. A sensible line is much shorter.
const LONGEST: u64 = 1 << 16;

/// What the arrow keys say where they are moves.
pub(crate) const DIRECTIONS: [&str; 4] = ["up", "left", "down", "right"];
/// The keys, in the same order.
const ARROWS: [KeyCode; 4] = [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right];

/// The source of the lines.
pub(crate) enum Lines {
    /// From a terminal, with history and completion.
    Typed(Box<Editor<Completions, MemHistory>>, Arc<Mutex<Arrows>>),
    /// From a pipe or a script.
    Read(ReadLines),
}

/// Lines from a pipe or a script.
pub(crate) struct ReadLines {
    reader: Box<dyn BufRead>,
    number: usize,
    /// The name of the script; `None` for a pipe.
    script: Option<String>,
}

/// The next input.
pub(crate) enum Line {
    /// A line without its line end.
    Said(String),
    /// The end of the input.
    End,
    /// The user has pressed Ctrl-C.
    Interrupted,
}

/// What the arrow keys do while the line is empty.
#[derive(Default)]
pub(crate) struct Arrows {
    /// Whether they are moves. Otherwise they recall earlier lines.
    are_moves: bool,
    /// The key that was pressed last.
    pressed: Option<&'static str>,
}

/// One of the arrow keys.
struct Arrow(&'static str, Arc<Mutex<Arrows>>);

/// The completions of a line.
#[derive(Default)]
pub(crate) struct Completions(Vec<String>);

impl Lines {
    /// Reads standard input, in a line editor if both standard input and standard output are
    /// terminals.
    pub(crate) fn from_input() -> Self {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
            let history = MemHistory::with_config(&config);
            if let Ok(mut editor) = Editor::with_history(config, history) {
                editor.set_helper(Some(Completions::default()));
                let arrows = Arc::default();
                for (word, key) in DIRECTIONS.into_iter().zip(ARROWS) {
                    let handler = EventHandler::Conditional(Box::new(Arrow(word, Arc::clone(&arrows))));
                    editor.bind_sequence(KeyEvent(key, Modifiers::NONE), handler);
                }
                return Self::Typed(Box::new(editor), arrows);
            }
        }
        let reader = Box::new(BufReader::new(io::stdin()));
        Self::Read(ReadLines { reader, number: 0, script: None })
    }

    /// Reads a script.
    pub(crate) fn from_script(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failure = |error: &io::Error| {
            let wanted = "a script is a text file with a move or a command on each line".to_owned();
            Failure::plain(format!("cannot read `{}`: {error}", name.escape_debug()), wanted)
        };
        let file = File::open(path).map_err(|error| failure(&error))?;
        if path.is_dir() {
            return Err(failure(&io::ErrorKind::IsADirectory.into()));
        }
        let script = Some(name.escape_debug().to_string());
        Ok(Self::Read(ReadLines { reader: Box::new(BufReader::new(file)), number: 0, script }))
    }

    /// The name of the script and the number of the last line that was read; `None` if the input is
    /// no script.
    pub(crate) fn script(&self) -> Option<(&str, usize)> {
        match self {
            Self::Typed(..) => None,
            Self::Read(lines) => Some((lines.script.as_deref()?, lines.number)),
        }
    }

    /// Whether the editor shows the prompt and the line; otherwise the caller prints them.
    pub(crate) fn shows_prompt(&self) -> bool {
        matches!(self, Self::Typed(..))
    }

    /// Reads the next line. Empty lines and comments of a script are skipped. In the line editor an
    /// arrow key on an empty line says its direction, if the directions are among the completions.
    pub(crate) fn next(&mut self, prompt: &str, completions: impl FnOnce() -> Vec<String>) -> io::Result<Line> {
        match self {
            Self::Typed(editor, arrows) => {
                let completions = completions();
                let are_moves = completions.iter().any(|word| DIRECTIONS.contains(&word.as_str()));
                *arrows.lock().unwrap_or_else(PoisonError::into_inner) = Arrows { are_moves, pressed: None };
                editor.set_helper(Some(Completions(completions)));
                let line = editor.readline(prompt);
                let pressed = arrows.lock().unwrap_or_else(PoisonError::into_inner).pressed.take();
                match line {
                    Ok(line) => Ok(Line::Said(pressed.map_or(line, str::to_owned))),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error.to_string())),
                }
            }
            Self::Read(lines) => lines.next(),
        }
    }
}

impl ReadLines {
    fn next(&mut self) -> io::Result<Line> {
        loop {
            let mut bytes = Vec::new();
            if self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(Line::End);
            }
            if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
                self.reader.skip_until(b'\n')?;
            }
            self.number += 1;
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_end_matches(['\n', '\r']);
            // Some editors begin a file with a byte order mark.
            let line = line.strip_prefix('\u{feff}').filter(|_| self.number == 1).unwrap_or(line);
            let is_comment = line.trim().is_empty() || line.trim_start().starts_with('#');
            if self.script.is_none() || !is_comment {
                return Ok(Line::Said(line.to_owned()));
            }
        }
    }
}

impl ConditionalEventHandler for Arrow {
    /// Ends an empty line, which then says the direction.
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let Self(word, arrows) = self;
        let mut arrows = arrows.lock().unwrap_or_else(PoisonError::into_inner);
        if !arrows.are_moves || !context.line().is_empty() {
            return None;
        }
        arrows.pressed = Some(word);
        Some(Cmd::AcceptLine)
    }
}

impl Completer for Completions {
    type Candidate = String;

    /// Completes the whole line, or the rest of it after a command such as `why`.
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or(line);
        let starts = [0, typed.find(' ').map_or(0, |space| space + 1)];
        let found = starts.map(|start| {
            let matching = self.0.iter().filter(|known| known.starts_with(&typed[start..]));
            (start, matching.cloned().collect::<Vec<_>>())
        });
        let [whole, rest] = found;
        Ok(if whole.1.is_empty() { rest } else { whole })
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}
