//! Several sources of graphs, one after the other: those that the arguments name, and the files of
//! folders. A file in a folder that is no text of a graph is skipped with a note; an argument that is
//! no graph is an error.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catmouse::streams::Graphs;
use catmouse_formats::{Format, Unrecognised};

use crate::args::{self, BoardSource, Further};
use crate::board;
use crate::file::file_text;
use crate::messages::MessageContext;
use crate::output::{Failure, note};
use crate::setting_flags::Reading;
use crate::setting_flags::remark_in_flags;
use crate::source::{Opened, Origin, is_folder};
use crate::stream::Stream;

/// A source that is opened after the graphs of the earlier sources.
enum Place {
    /// An argument: the name of a source, or the text of a board.
    Named(String),
    /// A file of a folder.
    Found(PathBuf),
}

/// Opens the stream of the graphs of all arguments.
pub(crate) fn open(source: &BoardSource, further: &Further, reading: Reading) -> Result<Stream, Failure> {
    let arguments: Vec<&String> = source.board.iter().chain(&further.more).collect();
    let is_folder = |argument: &String| Path::new(argument).is_dir();
    let has_folders = arguments.iter().any(|argument| is_folder(argument));
    if further.recursive && !has_folders {
        let message = "`--recursive` is about folders, and none is named".to_owned();
        return Err(Failure::plain(message, "name a folder, or leave it out".to_owned()));
    }
    if arguments.len() < 2 && !has_folders {
        return Stream::open(source, reading);
    }
    let mut places = VecDeque::new();
    let mut hidden = 0;
    for argument in &arguments {
        if is_folder(argument) {
            files(Path::new(argument), further.recursive, &mut places, &mut hidden)
                .map_err(|error| Origin::new(argument).unreadable(&error))?;
        } else {
            places.push_back(Place::Named((*argument).clone()));
        }
    }
    match hidden {
        0 => {}
        1 => note("one hidden file or folder is skipped"),
        _ => note(&format!("{hidden} hidden files and folders are skipped")),
    }
    let name = match &arguments[..] {
        [folder] => (*folder).clone(),
        several => format!("{} places", several.len()),
    };
    let opener = Opener { input: source.input, reading, said: BTreeSet::new() };
    // Reports arguments that cannot be opened before any graph is worked on. A pipe cannot be opened
    // twice.
    for place in &places {
        if let Place::Named(argument) = place
            && (!Path::new(argument).exists() || Path::new(argument).is_file())
        {
            crate::source::open(Some(argument))?;
        }
    }
    let mut graphs = Graphs::of_sources(Sources { places, opener });
    if let Some(number) = source.graph {
        let context = MessageContext { origin: Origin::new(&name), rules: None, table: None };
        graphs = graphs.pick(number).map_err(|error| context.failure(error))?;
    }
    Ok(Stream::of_several(Origin { is_stream: true, ..Origin::new(&name) }, graphs))
}

/// The most boards of a folder that a command about single boards takes.
const BOARDS_OF_A_FOLDER: usize = 1_000;

/// The boards in the files of the folder that the argument names, in the order of the names; `None`
/// if it names no folder. `flags` are given flags that are about one board.
pub(crate) fn boards_of_folder(
    args: &'static args::Game,
    flags: &[&str],
) -> Result<Option<Vec<board::Opened>>, Failure> {
    let Some(name) = args.source.board.as_deref().filter(|name| is_folder(name)) else { return Ok(None) };
    if let Some(flag) = flags.first() {
        let message = format!("`{flag}` is about one board, but `{}` is a folder", file_text(name));
        return Err(Failure::plain(message, "name one of its files".to_owned()));
    }
    let alone = Further { more: Vec::new(), recursive: false };
    let mut stream = open(&args.source, &alone, args.rules.settings.reading())?;
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let mut boards = Vec::new();
    for record in stream.graphs.by_ref() {
        let record = record.map_err(|error| context.origin.broken(&error))?;
        if boards.len() == BOARDS_OF_A_FOLDER {
            let message = format!("`{}` has more than {BOARDS_OF_A_FOLDER} boards", file_text(name));
            return Err(Failure::plain(message, "put fewer into a folder".to_owned()));
        }
        let context = context.of_source(record.source()).into_owned();
        boards.push(board::Opened { record, context, note: None });
    }
    if boards.is_empty() { Err(context.origin.empty()) } else { Ok(Some(boards)) }
}

/// Adds the files of a folder in the order of their names. Counts hidden files and folders, which are
/// skipped. Pages, such as the index of a set of levels, are skipped without a word.
fn files(folder: &Path, recursive: bool, places: &mut VecDeque<Place>, hidden: &mut usize) -> io::Result<()> {
    let mut found =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    found.sort();
    let mut has_folders = false;
    for path in found {
        if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            *hidden += 1;
            continue;
        }
        if path.extension().is_some_and(|extension| extension == "html") {
            continue;
        }
        match (path.is_dir(), recursive) {
            // A link may lead back to this folder.
            (true, true) if path.is_symlink() => {
                note(&format!("`{}` is skipped: it is a symbolic link", file_text(path)));
            }
            (true, true) => files(&path, recursive, places, hidden)?,
            (true, false) => has_folders = true,
            // Opening a pipe would wait for another program.
            _ if path.metadata().is_ok_and(|data| !data.is_file()) => {
                note(&format!("`{}` is skipped: it is not a file", file_text(&path)));
            }
            (false, _) => places.push_back(Place::Found(path)),
        }
    }
    if has_folders {
        note(&format!("the folders in `{}` are skipped: `--recursive` reads them too", file_text(folder)));
    }
    Ok(())
}

/// Opens sources, and prints notes on them.
struct Opener {
    input: Option<Format>,
    reading: Reading,
    /// The remarks that were printed already.
    said: BTreeSet<String>,
}

/// An iterator that opens one source after the other.
struct Sources {
    places: VecDeque<Place>,
    opener: Opener,
}

impl Iterator for Sources {
    type Item = io::Result<(Arc<str>, Graphs)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let opened = match self.places.pop_front()? {
                Place::Named(argument) => Some(self.opener.named(argument)),
                Place::Found(path) => self.opener.found(&path).map(Ok),
            };
            if let Some(opened) = opened {
                return Some(opened);
            }
        }
    }
}

impl Opener {
    /// Opens the source that an argument names.
    fn named(&mut self, argument: String) -> io::Result<(Arc<str>, Graphs)> {
        let source = BoardSource { board: Some(argument), input: self.input, graph: None };
        let stream = Stream::open(&source, self.reading).map_err(|_| {
            let name = source.board.as_deref().unwrap_or_default();
            io::Error::other(format!("`{}` can no longer be read", file_text(name)))
        })?;
        let name = stream.origin.name.clone();
        Ok(self.opened(name, stream))
    }

    /// Opens a file of a folder. Returns `None` if the file is no text of a graph.
    fn found(&mut self, path: &Path) -> Option<(Arc<str>, Graphs)> {
        let name = shown(path);
        let source = BoardSource { board: None, input: self.input, graph: None };
        let opened = Opened::file(path, &name).and_then(|file| Stream::of_opened(file, &source, self.reading));
        let why = match opened {
            Err(_) => "it cannot be read".to_owned(),
            Ok(mut stream) => match stream.graphs.refused() {
                None if stream.graphs.is_text() => return Some(self.opened(name, stream)),
                Some(refused @ Unrecognised::Foreign(_)) => refused.problem("").message,
                _ => "it is not a graph".to_owned(),
            },
        };
        note(&format!("`{}` is skipped: {why}", file_text(path)));
        None
    }

    /// Prints the notes on a source that were not printed yet.
    fn opened(&mut self, name: String, mut stream: Stream) -> (Arc<str>, Graphs) {
        for remark in
            [stream.note.take(), stream.graphs.first_remark().as_ref().map(remark_in_flags)].into_iter().flatten()
        {
            if self.said.insert(remark.clone()) {
                note(&format!("`{}`: {remark}", file_text(&name)));
            }
        }
        (name.into(), stream.graphs)
    }
}

/// The name of a file. Bytes that are not UTF-8 are escaped, so that different files have different
/// names.
fn shown(path: &Path) -> String {
    path.to_str().map_or_else(|| file_text(path), str::to_owned)
}
