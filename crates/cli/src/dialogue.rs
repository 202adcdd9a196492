//! The input of a game that is played, line by line, and the answers to wrong lines.

use std::io;

use catmouse::{Error, model::MoveErrorKind};
use catmouse_explain::prose;
use catmouse_model::Game;

use crate::interrupt;
use crate::lines::{DIRECTIONS, Line, Lines};
use crate::messages;
use crate::output::play::COMMANDS;
use crate::output::text::wrapped;
use crate::output::{Diagnostic, Failure, Printer};

/// Whether the game goes on.
pub(crate) enum Then {
    Goes,
    Stops,
    /// On to the next board of the folder.
    Next,
}

/// A line, or the end of the input.
pub(crate) enum Asked {
    Line(String),
    /// A first Ctrl-C clears the line. A second one in a row ends the game.
    Again,
    End,
    Interrupted,
}

/// Asks for a line. A terminal shows the input itself; other input is printed, so that the transcript is complete.
pub(crate) fn ask(
    lines: &mut Lines,
    printer: &mut Printer<'_>,
    prompt: &str,
    completions: impl FnOnce() -> Vec<String>,
    is_interrupted: &mut bool,
) -> io::Result<Asked> {
    if !lines.shows_prompt() {
        printer.out.write_all(prompt.as_bytes())?;
    }
    printer.out.flush()?;
    match lines.next(prompt, completions)? {
        Line::Said(line) => {
            *is_interrupted = false;
            if !lines.shows_prompt() {
                writeln!(printer.out, "{}", line.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\""))?;
            }
            Ok(Asked::Line(line))
        }
        Line::End => {
            printer.out.write_all(b"\n")?;
            Ok(Asked::End)
        }
        Line::Interrupted if std::mem::replace(is_interrupted, true) => Ok(Asked::Interrupted),
        Line::Interrupted => {
            writeln!(printer.out, "Ctrl-C again, or `quit`, ends the game.")?;
            Ok(Asked::Again)
        }
    }
}

impl Asked {
    /// Ends the program if the user has asked for it.
    pub(crate) fn leave(self, printer: &mut Printer<'_>) -> io::Result<()> {
        if matches!(self, Self::Interrupted) {
            printer.out.flush()?;
            interrupt::exit();
        }
        Ok(())
    }
}

/// The words that begin a line: commands, the directions of a grid, and these legal moves.
pub(crate) fn known_words(game: &Game, legal: Vec<String>) -> Vec<String> {
    let directions: &[&str] = if game.board().grid().is_some() && !legal.is_empty() { &DIRECTIONS } else { &[] };
    COMMANDS.iter().chain(directions).map(|&word| word.to_owned()).chain(legal).collect()
}

/// Prints an error of the library about a line. The game does not change.
pub(crate) fn wrong(
    lines: Option<&Lines>,
    printer: &mut Printer<'_>,
    line: &str,
    error: Error,
) -> Result<Then, Trouble> {
    let Error::Move(error) = error else {
        return Err(Trouble::Broken(error));
    };
    let (message, wanted) = match error.kind {
        MoveErrorKind::NoMove if line.chars().all(char::is_alphabetic) => (
            format!("`{line}` is neither a legal move nor a command"),
            format!("{}; `help` lists the commands", error.wanted),
        ),
        _ => (error.what.clone(), error.wanted.clone()),
    };
    match lines.and_then(Lines::script) {
        Some((name, number)) => {
            let mut failure = messages::in_moves(error, name, line, number);
            let Failure::Diagnostics(diagnostics) = &mut failure;
            for Diagnostic { message: old, wanted: old_wanted, .. } in diagnostics {
                (*old, *old_wanted) = (message.clone(), wanted.clone());
            }
            complain_of_script(printer, &failure)
        }
        None => say(printer, &message, &wanted),
    }
}

/// Prints an error about a line that is a command of this program.
pub(crate) fn complain(
    lines: Option<&Lines>,
    printer: &mut Printer<'_>,
    line: &str,
    (what, wanted): (&str, &str),
) -> Result<Then, Trouble> {
    match lines.and_then(Lines::script) {
        Some((name, number)) => {
            let source = messages::excerpt(name, line, number);
            let diagnostic = Diagnostic { message: what.to_owned(), wanted: wanted.to_owned(), source: Some(source) };
            complain_of_script(printer, &Failure::Diagnostics(vec![diagnostic]))
        }
        None => say(printer, what, wanted),
    }
}

/// The reason why a line cannot be carried out.
pub(crate) enum Trouble {
    /// The answer cannot be written.
    Writing(io::Error),
    /// The values cannot be read.
    Broken(Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Writing(error)
    }
}

/// Prints what is wrong with a line, and what is expected.
fn say(printer: &mut Printer<'_>, what: &str, wanted: &str) -> Result<Then, Trouble> {
    let sentence = format!("{}: {}.", prose::capitalised(what), wanted.trim_end_matches('.'));
    // A line break inside a move would make it hard to read.
    let joined =
        ["M", "C"].iter().fold(sentence, |text, piece| text.replace(&format!(" {piece} "), &format!(" {piece}\u{a0}")));
    writeln!(printer.out, "{}", wrapped(&joined, 0).replace('\u{a0}', " "))?;
    Ok(Then::Goes)
}

fn complain_of_script(printer: &mut Printer<'_>, failure: &Failure) -> Result<Then, Trouble> {
    printer.out.flush()?;
    let goes_on = printer.complain_of("lines", failure).is_continue();
    Ok(if goes_on { Then::Goes } else { Then::Stops })
}
