//! All printing: results to stdout, notes and errors to stderr, and the exit code.
//!
//! Results are written through one buffered stream that carries colour only to a terminal. A reader
//! that closes the pipe early ends the program quietly.

mod closed;
pub(crate) mod hunt;
pub(crate) mod play;
pub(crate) mod progress;
pub(crate) mod terminal;
pub(crate) mod text;

use std::cell::RefCell;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::ops::{ControlFlow, Range};
use std::process::ExitCode;
use std::rc::Rc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use catmouse::formats::Problem;
use catmouse_document::Document;
use catmouse_model::{is_legible, legible_line};
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;

use crate::setting_flags::flag_for;
use terminal::laid_out;

/// A result: what goes to stdout, and how the program ends.
pub(crate) struct Report {
    note: Option<String>,
    body: Body,
    is_coloured: bool,
    exit_code: u8,
    /// What `--output` means.
    pub(crate) saved: Saved,
}

/// What becomes of a result with `--output`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Saved {
    /// It goes into the file instead of to standard output.
    Instead,
    /// It goes to both, because the user answers it.
    Too,
    /// It goes to standard output. The command has written the file, or there is nothing to write.
    Not,
}

/// Writes a result. Unless it is the result of a stream, the input has been validated before.
type Body = Box<dyn FnOnce(&mut Printer<'_>) -> io::Result<()>>;

/// The printer of a stream: standard output for its results, stderr for its failures.
pub(crate) struct Printer<'a> {
    /// Standard output.
    pub(crate) out: &'a mut dyn Write,
    complaints: Complaints,
    /// Whether results are missing, so that no file is written.
    pub(crate) is_cut_off: bool,
    /// Whether the results appear on a terminal.
    pub(crate) is_seen: bool,
}

/// The numbers of graphs without a result, those of earlier runs included.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Complaints {
    /// The graphs with which something is wrong.
    wrong: usize,
    /// The graphs that need too much memory.
    too_large: usize,
}

impl Complaints {
    pub(crate) fn has_any(self) -> bool {
        self.wrong + self.too_large > 0
    }
}

/// After this number of failures the rest of the input is not read, because it may not be a list of
/// graphs at all.
const MOST_COMPLAINTS: usize = 10;

impl<'a> Printer<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, complaints: Complaints::default(), is_cut_off: false, is_seen: false }
    }

    /// Calls a function with a printer whose results go to `out`. The failures are added to those
    /// of this printer.
    pub(crate) fn redirected<T>(&mut self, out: &mut dyn Write, body: impl FnOnce(&mut Printer<'_>) -> T) -> T {
        let mut elsewhere = Printer { out, is_seen: false, ..*self };
        let done = body(&mut elsewhere);
        self.complaints = elsewhere.complaints;
        done
    }

    /// The failures, including those of an earlier run.
    pub(crate) fn complaints(&self) -> Complaints {
        self.complaints
    }

    /// Goes on after the failures of an earlier run.
    pub(crate) fn has_complained(&mut self, earlier: Complaints) {
        self.complaints = earlier;
    }

    /// Prints the failure of one graph on stderr. The program will end with exit code 2, but works
    /// on the other graphs, unless this returns `Break`.
    pub(crate) fn complain(&mut self, failure: &Failure) -> ControlFlow<()> {
        self.complain_of("graphs", failure)
    }

    /// Prints on stderr why one graph has no result although nothing is wrong with it: it needs more
    /// memory than there is. The program will end with exit code 2, and never stops at such a graph.
    pub(crate) fn refuse(&mut self, failure: &Failure) {
        self.complaints.too_large += 1;
        let _ = fail(failure);
    }

    /// Like [`complain`](Self::complain), for the failure of one of several items called `pieces`.
    pub(crate) fn complain_of(&mut self, pieces: &str, failure: &Failure) -> ControlFlow<()> {
        self.complaints.wrong += 1;
        let _ = fail(failure);
        if self.complaints.wrong < MOST_COMPLAINTS {
            return ControlFlow::Continue(());
        }
        let message = format!("{MOST_COMPLAINTS} {pieces} are wrong: the input is not read any further");
        let _ = fail(&Failure::plain(message, String::new()));
        ControlFlow::Break(())
    }
}

/// Takes over what the command line says of colour.
pub(crate) fn colour(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether standard output shows colour.
pub(crate) fn shows_colour() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Prints a note on stderr.
pub(crate) fn note(note: &str) {
    let _ = writeln!(anstream::stderr(), "note: {}", lines(note));
}

impl Report {
    /// A result whose text is known.
    pub(crate) fn text(body: String) -> Self {
        Self::streamed(move |out| out.write_all(body.as_bytes())).coloured()
    }

    /// A result as a document.
    pub(crate) fn document(document: &Document) -> Self {
        Self::text(laid_out(document))
    }

    /// A result that is written in pieces.
    pub(crate) fn streamed(body: impl FnOnce(&mut dyn Write) -> io::Result<()> + 'static) -> Self {
        Self::of_stream(move |printer| body(printer.out))
    }

    /// The results of a stream, each written as soon as it is ready.
    pub(crate) fn of_stream(body: impl FnOnce(&mut Printer<'_>) -> io::Result<()> + 'static) -> Self {
        Self { note: None, body: Box::new(body), is_coloured: false, exit_code: 0, saved: Saved::Instead }
    }

    /// One JSON object and a newline.
    pub(crate) fn json(value: &impl serde::Serialize) -> Self {
        let mut line = Vec::new();
        json_line(&mut line, value);
        Self::streamed(move |out| out.write_all(&line))
    }

    /// Declares that the result contains colour, which is removed unless a terminal shows it. Other
    /// results skip this step, because removing colour takes longer than writing.
    pub(crate) fn coloured(self) -> Self {
        Self { is_coloured: true, ..self }
    }

    /// Declares that the user answers the result, which `--output` saves and does not hide.
    pub(crate) fn answered(self) -> Self {
        Self { saved: Saved::Too, ..self }
    }

    /// Declares that `--output` does not take the result.
    pub(crate) fn kept(self) -> Self {
        Self { saved: Saved::Not, ..self }
    }

    /// Adds a note that is printed on stderr before the result.
    pub(crate) fn with_note(self, note: Option<String>) -> Self {
        Self { note, ..self }
    }

    /// The note that is printed before the result.
    pub(crate) fn into_note(self) -> Option<String> {
        self.note
    }

    /// The result as a text without colour, and a report without text that keeps the note and the
    /// exit code.
    pub(crate) fn into_text(self) -> io::Result<(String, Self)> {
        let mut bytes = Vec::new();
        (self.body)(&mut Printer::new(&mut bytes))?;
        Ok((plain(&bytes), Self { body: Box::new(|_| Ok(())), ..self }))
    }

    /// Prints the note. On a terminal the clock stops first, because the result follows.
    fn announce(&self) {
        if io::stdout().is_terminal() {
            progress::stop_clock();
        }
        if let Some(said) = &self.note {
            note(said);
        }
    }

    /// Prints the note, and writes the result without colour. Returns the exit code, and whether results
    /// are missing.
    pub(crate) fn write(self, out: &mut dyn Write) -> io::Result<(ExitCode, bool)> {
        self.announce();
        let mut text = Vec::new();
        let mut printer = Printer::new(if self.is_coloured { &mut text } else { &mut *out });
        (self.body)(&mut printer)?;
        let code = if printer.complaints.has_any() { 2 } else { self.exit_code };
        let is_cut_off = printer.is_cut_off;
        out.write_all(plain(&text).as_bytes())?;
        Ok((ExitCode::from(code), is_cut_off))
    }

    /// The same result, and the place of a copy of what is printed.
    pub(crate) fn copied(self) -> (Self, Rc<RefCell<Vec<u8>>>) {
        let text = Rc::new(RefCell::new(Vec::new()));
        let (copy, of_command) = (Rc::clone(&text), self.body);
        let body: Body = Box::new(move |printer| {
            let mut both = Both { out: printer.out, copy };
            let mut redirected =
                Printer { out: &mut both, complaints: printer.complaints, is_cut_off: false, is_seen: true };
            let done = of_command(&mut redirected);
            printer.complaints = redirected.complaints;
            done
        });
        (Self { body, ..self }, text)
    }

    /// Ends the program with exit code 1 if something was refuted.
    pub(crate) fn refuted_if(self, refuted: bool) -> Self {
        Self { exit_code: u8::from(refuted), ..self }
    }

    /// Ends the program with the exit code of the interrupt if one was caught.
    pub(crate) fn interrupted_if(self, interrupted: bool) -> Self {
        if interrupted { Self { exit_code: crate::interrupt::exit_code(), ..self } } else { self }
    }
}

/// The reason why there is no result. The exit code is 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The problems of the input. There is at least one.
    Diagnostics(Vec<Diagnostic>),
}

/// A problem: what is wrong, where, and what is expected.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    pub(crate) message: String,
    pub(crate) wanted: String,
    /// The place of the problem; `None` if it is not in a text.
    pub(crate) source: Option<Excerpt>,
}

/// A part of a text.
#[derive(Debug)]
pub(crate) struct Excerpt {
    /// The name of the text.
    pub(crate) origin: String,
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    /// The number of the first line of the text. It is not 1 if the text is a piece of a stream.
    pub(crate) first_line: usize,
}

impl Failure {
    /// A failure that has no place in a text.
    pub(crate) fn plain(message: String, wanted: String) -> Self {
        Self::Diagnostics(vec![Diagnostic { message, wanted, source: None }])
    }
}

/// Appends a value and a newline.
pub(crate) fn json_line(out: &mut Vec<u8>, value: &impl serde::Serialize) {
    // Writing into a `Vec` cannot fail, and all keys of the answers are strings.
    let _ = write_json(out, value);
    out.push(b'\n');
}

/// Writes a value as JSON. All JSON goes through one kind of writer: another kind would compile the
/// answers again.
pub(crate) fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, LegibleJson))
}

/// JSON without blanks, in which no character is written that a terminal could obey. JSON itself
/// asks for escapes of some of them only.
struct LegibleJson;

impl Formatter for LegibleJson {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut written = 0;
        for (at, letter) in fragment.char_indices().filter(|&(_, letter)| !is_legible(letter)) {
            out.write_all(&fragment.as_bytes()[written..at])?;
            write!(out, "\\u{:04x}", u32::from(letter))?;
            written = at + letter.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[written..])
    }
}

/// A text of several lines without other control characters.
fn lines(text: &str) -> String {
    text.split('\n').map(legible_line).collect::<Vec<_>>().join("\n")
}

/// Writes rows as CSV below a row with the names of the columns. An error among the rows ends the
/// writing.
pub(crate) fn csv_rows<const N: usize>(
    out: &mut dyn Write,
    columns: [&str; N],
    rows: impl Iterator<Item = Result<[String; N], catmouse::Error>>,
) -> io::Result<()> {
    write_csv(out, &columns, &mut rows.map(|row| row.map(Vec::from)))
}

/// The part of [`csv_rows`] that does not depend on the number of columns, so that it is compiled
/// once.
pub(crate) fn write_csv(
    out: &mut dyn Write,
    columns: &[&str],
    rows: &mut dyn Iterator<Item = Result<Vec<String>, catmouse::Error>>,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(columns).map_err(csv_error)?;
    for row in rows {
        csv.write_record(row.map_err(io::Error::other)?).map_err(csv_error)?;
    }
    csv.flush()
}

/// Appends a row of CSV.
pub(crate) fn csv_line(out: &mut Vec<u8>, row: &[impl AsRef<[u8]>]) {
    let mut csv = csv::Writer::from_writer(out);
    let _ = csv.write_record(row); // writing into a `Vec` cannot fail
}

/// The I/O error inside an error of the CSV library, so that a closed pipe is recognised.
fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}

/// Writes everything to `out`, and keeps a copy.
struct Both<'a> {
    out: &'a mut dyn Write,
    copy: Rc<RefCell<Vec<u8>>>,
}

impl Write for Both<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.copy.borrow_mut().extend_from_slice(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A text without colour.
pub(crate) fn plain(text: &[u8]) -> String {
    anstream::adapter::strip_str(&String::from_utf8_lossy(text)).to_string()
}

/// Prints a result.
pub(crate) fn print(report: Report) -> ExitCode {
    report.announce();
    if closed::is_closed() {
        let message = "cannot write the result: standard output is closed".to_owned();
        return fail(&Failure::plain(message, "`-o FILE` writes the result into a file".to_owned()));
    }
    let stdout: Box<dyn Write> =
        if report.is_coloured { Box::new(anstream::stdout().lock()) } else { Box::new(io::stdout().lock()) };
    let mut out = BufWriter::with_capacity(1 << 16, stdout);
    let mut printer = Printer { is_seen: io::stdout().is_terminal(), ..Printer::new(&mut out) };
    let written = (report.body)(&mut printer);
    let has_complained = printer.complaints.has_any();
    match written.and_then(|()| out.flush()) {
        Ok(()) if has_complained => ExitCode::from(2),
        Ok(()) => ExitCode::from(report.exit_code),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&Failure::plain(format!("cannot write the result: {error}"), String::new())),
    }
}

/// Prints a failure.
pub(crate) fn fail(failure: &Failure) -> ExitCode {
    /// The most problems that are printed: more would not help the user.
    const SHOWN: usize = 8;
    let Failure::Diagnostics(diagnostics) = failure;
    let mut text = String::new();
    for diagnostic in diagnostics.iter().take(SHOWN) {
        text += &diagnostic.render();
        text.push('\n');
    }
    if diagnostics.len() > SHOWN {
        text += &format!("and more like these: only the first {SHOWN} are shown\n");
    }
    let _ = anstream::stderr().write_all(text.as_bytes());
    ExitCode::from(2)
}

impl Diagnostic {
    /// A problem that the library reports, with the text that it points into.
    pub(crate) fn of(problem: &Problem, source: Option<Excerpt>) -> Self {
        Self { message: problem.message.clone(), wanted: problem.advice(flag_for), source }
    }

    /// The message, the underlined piece of the text, and what is expected.
    fn render(&self) -> String {
        let renderer = Renderer::styled();
        let (message, wanted) = (lines(&self.message), lines(&self.wanted));
        let title = Level::ERROR.primary_title(&message);
        let Some(Excerpt { origin, text, span, first_line }) = &self.source else {
            let mut group = Group::with_title(title);
            if !wanted.is_empty() {
                group = group.element(Level::HELP.message(&wanted));
            }
            return renderer.render(&[group]);
        };
        // The renderer gets only the line with the problem, and of a very long line only a piece,
        // because it takes many bytes for each letter. It shows part of a long line.
        let (line, shown, span) = line_around(text, span);
        let line = first_line + line - 1;
        let (left_out, shown, span) = piece_around(shown, span);
        let column = 1 + left_out + shown[..span.start].chars().count();
        // The renderer itself replaces most characters that are not legible. These replacements have as
        // many bytes as what they replace, because the span counts bytes.
        let shown = shown.replace(|letter| !is_legible(letter) && letter.len_utf8() == 2, "\u{b7}");
        let shown = &shown.replace(|letter| !is_legible(letter) && letter.len_utf8() == 3, "\u{fffd}");
        let (group, origin) = (Group::with_title(title), legible_line(origin));
        let annotation = AnnotationKind::Primary.span(span).label(&wanted);
        let snippet = Snippet::source(shown).line_start(line).annotation(annotation);
        if left_out == 0 {
            return renderer.render(&[group.element(snippet.path(origin))]);
        }
        let place = Origin::path(origin).line(line).char_column(column);
        renderer.render(&[group.element(place).element(snippet)])
    }
}

/// The most bytes of a line that are rendered before and after the beginning of a span.
const LONGEST_PIECE: usize = 1 << 12;

/// The piece of a line around the beginning of a span: the number of characters before it, the
/// piece, and the part of the span within the piece.
fn piece_around(line: &str, span: Range<usize>) -> (usize, &str, Range<usize>) {
    let start = floor_char_boundary(line, span.start.saturating_sub(LONGEST_PIECE));
    let end = floor_char_boundary(line, span.start + LONGEST_PIECE);
    (line[..start].chars().count(), &line[start..end], span.start - start..span.end.min(end) - start)
}

/// The line of a text in which a span begins: its number, counted from 1, its text, and the part of
/// the span on this line.
fn line_around<'a>(text: &'a str, span: &Range<usize>) -> (usize, &'a str, Range<usize>) {
    let start = floor_char_boundary(text, span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    // A carriage return before the line end is not part of the line.
    let line_end = if text[start..line_end].ends_with('\r') { line_end - 1 } else { line_end };
    let number = 1 + text[..line_start].matches('\n').count();
    let end = floor_char_boundary(text, span.end).clamp(start, line_end);
    (number, &text[line_start..line_end], start - line_start..end - line_start)
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
