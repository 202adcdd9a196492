//! Several sources of graphs, one after the other: those that the arguments name, and the files of
//! folders. A file in a folder that is no graph is skipped with a note; an argument that is no
//! graph is an error.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catmouse::Graphs;
use catmouse_formats::{Format, Unrecognised};

use crate::args::{BoardSource, Further};
use crate::output::{Failure, note};
use crate::setting_flags::Reading;
use crate::setting_flags::remark_in_flags;
use crate::source::Origin;
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
    if arguments.len() < 2 && !arguments.iter().any(|argument| is_folder(argument)) {
        return Stream::open(source, reading);
    }
    let mut places = VecDeque::new();
    for argument in &arguments {
        if is_folder(argument) {
            files(Path::new(argument), further.recursive, &mut places)
                .map_err(|error| Origin::new(argument).unreadable(&error))?;
        } else {
            places.push_back(Place::Named((*argument).clone()));
        }
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
    let mut graphs = Graphs::of_sources(Opened { places, opener });
    if let Some(number) = source.graph {
        let context = crate::messages::MessageContext { origin: Origin::new(&name), rules: None, table: None };
        graphs = graphs.pick(number).map_err(|error| context.failure(error))?;
    }
    Ok(Stream::of_several(Origin { is_stream: true, ..Origin::new(&name) }, graphs))
}

/// Adds the files of a folder in the order of their names. Hidden files are skipped.
fn files(folder: &Path, recursive: bool, places: &mut VecDeque<Place>) -> io::Result<()> {
    let mut found =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    found.sort();
    let mut has_folders = false;
    for path in found {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            continue;
        }
        match (path.is_dir(), recursive) {
            // A link may lead back to this folder.
            (true, true) if path.is_symlink() => {
                note(&format!("`{}` is skipped: it is a symbolic link", path.display()));
            }
            (true, true) => files(&path, recursive, places)?,
            (true, false) => has_folders = true,
            (false, _) => places.push_back(Place::Found(path)),
        }
    }
    if has_folders {
        note(&format!("the folders in `{}` are skipped: `--recursive` reads them too", folder.display()));
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
struct Opened {
    places: VecDeque<Place>,
    opener: Opener,
}

impl Iterator for Opened {
    type Item = io::Result<(Arc<str>, Graphs)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let opened = match self.places.pop_front()? {
                Place::Named(argument) => self.opener.open(argument, false),
                Place::Found(path) => self.opener.open(path.display().to_string(), true),
            };
            if let Some(opened) = opened {
                return Some(opened);
            }
        }
    }
}

impl Opener {
    /// Opens a source. A source that was `found` in a folder and is no graph yields `None`.
    fn open(&mut self, name: String, found: bool) -> Option<io::Result<(Arc<str>, Graphs)>> {
        let argument = if found && !name.starts_with(['/', '.']) { format!("./{name}") } else { name.clone() };
        let source = BoardSource { board: Some(argument), input: self.input, graph: None };
        let mut stream = match Stream::open(&source, self.reading) {
            Ok(stream) => stream,
            Err(_) if found => {
                note(&format!("`{name}` is skipped: it cannot be read"));
                return None;
            }
            Err(_) => return Some(Err(io::Error::other(format!("`{name}` can no longer be read")))),
        };
        let refused = if found { stream.graphs.refused() } else { None };
        if let Some(refused) = refused {
            let why = match refused {
                Unrecognised::Foreign(_) => refused.problem("").message,
                _ => "it is not a graph".to_owned(),
            };
            note(&format!("`{name}` is skipped: {why}"));
            return None;
        }
        for remark in
            [stream.note.take(), stream.graphs.first_remark().as_ref().map(remark_in_flags)].into_iter().flatten()
        {
            if self.said.insert(remark.clone()) {
                note(&format!("`{name}`: {remark}"));
            }
        }
        let name = if found { name } else { stream.origin.name };
        Some(Ok((name.into(), stream.graphs)))
    }
}
