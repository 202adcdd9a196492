//! From an argument to bytes: a file, standard input, a built-in board, a named graph, or the text
//! of the argument itself. An ambiguous argument is refused.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::ops::Range;
use std::path::Path;

use catmouse_formats::{FAMILIES, Format, Problem, Record, is_board, named_graph};

use crate::args::BoardSource;
use crate::examples::{self, EXAMPLES, Example};
use crate::output::{Diagnostic, Excerpt, Failure, progress};

/// The source of boards, as messages name it.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) name: String,
    /// Whether the source may have several boards. Then an error about a whole board needs a place
    /// too.
    pub(crate) is_stream: bool,
    /// Whether the graph was given by a name such as `petersen`. Then the user has never seen its
    /// text.
    pub(crate) is_named_graph: bool,
}

/// A reader of a file, of standard input, or of an argument.
pub(crate) type Source = Box<dyn Read + Send>;

/// The source that an argument names or contains.
pub(crate) struct Opened {
    pub(crate) origin: Origin,
    pub(crate) source: Source,
    /// The format that the name of a file or of a built-in board implies.
    pub(crate) named: Option<Format>,
    /// Whether the whole source is available already, so that reading never waits for another
    /// program.
    pub(crate) is_complete: bool,
    /// A note for the user on stderr, if there is one.
    pub(crate) note: Option<String>,
}

/// Opens the source that an argument names, or the text of the argument. Without an argument, opens
/// standard input, or the first built-in board if standard input is a terminal.
pub(crate) fn open(argument: Option<&str>) -> Result<Opened, Failure> {
    match argument {
        None if io::stdin().is_terminal() => Ok(first_example()),
        None | Some("-") => {
            if io::stdin().is_terminal() {
                progress::stop_clock(); // the user is typing
            }
            Ok(Opened {
                origin: Origin::new("standard input"),
                source: Box::new(io::stdin()),
                named: None,
                is_complete: false,
                note: None,
            })
        }
        Some(argument) => open_named(argument),
    }
}

impl BoardSource {
    /// Whether the board is read from standard input.
    pub(crate) fn takes_input(&self) -> bool {
        match self.board.as_deref() {
            None => !io::stdin().is_terminal(),
            Some(argument) => argument == "-",
        }
    }
}

/// The first built-in board, and a note that it is used.
fn first_example() -> Opened {
    let first = &EXAMPLES[0];
    let note = format!("no board given, so this is the built-in board `{}`", first.name);
    Opened { note: Some(note), ..Opened::example(first) }
}

/// Whether an argument names a board or is one.
pub(crate) fn is_named_board(argument: &str) -> bool {
    Path::new(argument).is_file()
        || examples::named(argument).is_some()
        || named_graph(argument).is_some()
        || is_board(argument)
}

/// Whether an argument names a folder, and no built-in board and no graph.
pub(crate) fn is_folder(argument: &str) -> bool {
    Path::new(argument).is_dir() && examples::named(argument).is_none() && named_graph(argument).is_none()
}

fn open_named(argument: &str) -> Result<Opened, Failure> {
    let path = Path::new(argument);
    let example = examples::named(argument);
    let graph = named_graph(argument);
    // The name of a file may have several lines, as boards do; `./` before it leaves no doubt.
    let is_board = is_board(argument) && !argument.starts_with("./");
    if path.exists() && !path.is_dir() {
        if example.is_some() || graph.is_some() || is_board {
            let (other, remedy) = match example {
                None if graph.is_some() => ("the name of a graph", "rename the file to use the graph".to_owned()),
                Some(_) => ("a built-in board", format!("`catmouse example {argument}` prints the built-in board")),
                None => ("a board", "`-` reads a board from standard input".to_owned()),
            };
            let message = format!("`{}` is both a file and {other}", argument.escape_debug());
            return Err(Failure::plain(message, format!("`./{}` is the file; {remedy}", argument.escape_debug())));
        }
        // A pipe can be read only once.
        if path.is_file()
            && let Some(wanted) = no_board(path)
        {
            return Err(Failure::plain(format!("`{}` is no board", argument.escape_debug()), wanted));
        }
        return Opened::file(path, argument);
    }
    if let Some(example) = example {
        return Ok(Opened::example(example));
    }
    if let Some(graph) = graph {
        let graph = graph.map_err(|error| {
            Failure::plain(error.to_string(), "`catmouse example --graphs` lists the graphs that have names".to_owned())
        })?;
        let (text, format) = graph.text();
        let opened = Opened::text(&format!("graph {argument}"), &text);
        let origin = Origin { is_named_graph: true, ..opened.origin };
        return Ok(Opened { origin, named: Some(format), ..opened });
    }
    if argument.starts_with('[') && !argument.contains(['"', '\'']) && argument.contains(['.', '#']) {
        let message = format!("`{}` has no quotes around its rows", argument.escape_debug());
        return Err(Failure::plain(
            message,
            "put the whole board into single quotes, as in '[\"M.C...F\"]'".to_owned(),
        ));
    }
    if is_board {
        return Ok(Opened::text("<board>", argument));
    }
    let origin = Origin::new(argument);
    Err(match File::open(path) {
        Err(error) => origin.unreadable(&error),
        Ok(_) => origin.unreadable(&io::Error::from(io::ErrorKind::IsADirectory)),
    })
}

impl Opened {
    /// Opens a file that messages call `name`.
    pub(crate) fn file(path: &Path, name: &str) -> Result<Self, Failure> {
        let origin = Origin::new(name);
        let file = File::open(path).map_err(|error| origin.unreadable(&error))?;
        let named = Format::of_path(path);
        Ok(Self { origin, source: Box::new(file), named, is_complete: path.is_file(), note: None })
    }

    fn example(example: &Example) -> Self {
        let opened = Self::text(&format!("example {}", example.name), example.text);
        Self { named: Some(Format::Setup), ..opened }
    }

    fn text(name: &str, text: &str) -> Self {
        let source = Box::new(Cursor::new(text.as_bytes().to_vec()));
        Self { origin: Origin::new(name), source, named: None, is_complete: true, note: None }
    }
}

/// What to do with a file that this program wrote and that is no board: a table or a certificate.
fn no_board(path: &Path) -> Option<String> {
    let mut first = Vec::new();
    File::open(path).ok()?.take(32).read_to_end(&mut first).ok()?;
    let (what, flag) = if first.starts_with(b"{\"catmouse_certificate\"") || catmouse_store::is_cop_proof(&first) {
        ("a certificate", "certificate")
    } else if catmouse_store::is_table(first.get(..8)?) {
        ("a table", "table")
    } else {
        return None;
    };
    Some(format!("it is {what}: name the board before it, as in `catmouse check BOARD --{flag} FILE`"))
}

/// The name of a graph that people write otherwise: `K5`, `C7`, `grid 3x4`, `grid(3,4)`, `Petersen`.
fn meant_graph(word: &str) -> Option<String> {
    /// Letters, as textbooks write them, and the families that they may stand for.
    const LETTERS: [(&str, &str); 8] = [
        ("k", "complete"),
        ("k", "bipartite"),
        ("c", "cycle"),
        ("p", "path"),
        ("q", "hypercube"),
        ("w", "wheel"),
        ("s", "star"),
        ("petersen", "gp"),
    ];
    let head = word.find(|it: char| !it.is_alphabetic() && it != '-').unwrap_or(word.len());
    let (head, rest) = (word[..head].trim_end_matches('-').to_lowercase(), &word[head..]);
    let numbers: Vec<&str> = rest.split(|it: char| !it.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let is_plain = rest.chars().all(|it| it.is_ascii_digit() || " _-(),x×{}".contains(it));
    let families = LETTERS.into_iter().filter(|(letter, _)| *letter == head).map(|(_, family)| family);
    let named = |family: &str| {
        let names = ["x", ","].map(|between| format!("{family}:{}", numbers.join(between)));
        let names = if numbers.is_empty() { vec![family.to_owned()] } else { names.to_vec() };
        names.into_iter().find(|name| matches!(named_graph(name), Some(Ok(_))))
    };
    families.chain([&*head]).filter(|_| is_plain).find_map(named)
}

/// The built-in board or named graph with the most similar name, and its kind; `None` if no name is
/// similar.
fn nearest_name(word: &str) -> Option<(&'static str, &'static str)> {
    let head = word.split([':', ' ']).next().unwrap_or(word);
    let likeness =
        |(_, name): &(_, &str)| strsim::normalized_damerau_levenshtein(head, name.split(':').next().unwrap_or(name));
    let boards = EXAMPLES.iter().map(|example| ("a built-in board", example.name));
    let graphs = FAMILIES.iter().map(|family| ("a graph", family.example));
    let nearest = boards.chain(graphs).max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(&nearest) >= 0.6).then_some(nearest)
}

impl Origin {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), is_stream: false, is_named_graph: false }
    }

    /// The origin of decompressed text, in which messages count lines and columns.
    pub(crate) fn unpacked(self) -> Self {
        Self { name: format!("{} (in the unpacked text)", self.name), ..self }
    }

    /// The message that a source cannot be opened.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        let wanted = match (meant_graph(&self.name), nearest_name(&self.name)) {
            (Some(graph), _) => format!("the graph is called `{graph}`"),
            (None, Some((what, name))) => format!("there is {what} `{name}`"),
            _ if self.name.contains("://") => {
                "download the board first, as in `curl -L URL | catmouse explain -`".to_owned()
            }
            _ => "a board is a file, `-` for standard input, a built-in board (`catmouse example` lists them), or the \
                     board itself as in '[[1,3],[0],[3],[0,2]]'"
                .to_owned(),
        };
        let what = match &self.name[..] {
            "" => "the name of the board is empty".to_owned(),
            name => format!("cannot read `{}`: {error}", name.escape_debug()),
        };
        Failure::plain(what, wanted)
    }

    /// The message that reading failed before the end.
    pub(crate) fn broken(&self, error: &io::Error) -> Failure {
        Failure::plain(format!("cannot read the rest of {}: {error}", self.name.escape_debug()), String::new())
    }

    /// The place of a span in a graph. Without a span, the beginning of the graph in a stream of
    /// several graphs, and `None` for a single graph.
    pub(crate) fn place(&self, record: &Record, span: Option<&Range<usize>>) -> Option<Excerpt> {
        let span = span.cloned().or_else(|| self.is_stream.then_some(0..0))?;
        let (origin, text) = (self.name.clone(), record.text().to_owned());
        Some(Excerpt { origin, text, span, first_line: record.line() as usize })
    }

    /// The message about a graph of a stream that is invalid.
    pub(crate) fn failure(&self, record: &Record, problems: &[Problem]) -> Failure {
        let diagnostic = |problem: &Problem| Diagnostic::of(problem, self.place(record, problem.span.as_ref()));
        Failure::Diagnostics(problems.iter().map(diagnostic).collect())
    }

    /// The message that a source has no board.
    pub(crate) fn empty(&self) -> Failure {
        let wanted = "expected at least one board, such as [[1,2],[0,2],[0,1]]; `catmouse example` lists built-in ones";
        Failure::plain(format!("there is no board in {}", self.name.escape_debug()), wanted.to_owned())
    }
}
