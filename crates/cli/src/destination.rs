//! The destination of the results of a stream: standard output, a file that is written whole or not
//! at all, or a file that grows over several runs and has a checkpoint.
//!
//! A checkpoint is a line of JSON: the version of catmouse, the flags, how much of the stream has
//! been worked on, how many bytes of output this gave, and the counts. It is written after the
//! output is on disk, under a temporary name, and then renamed. So whenever a run is killed, the
//! results that its checkpoint describes exist.
//!
//! No checkpoint says that a run is finished, because a stream that has ended may have been cut
//! off. A later run works on all graphs after those of the checkpoint. A graph counts only if its
//! end was found. Results that depend on the end of the stream, such as a summary, are written
//! after the last checkpoint.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use catmouse::streams::{GraphDigest, StreamProgress, SummaryTally};
use catmouse_store::{FilePrefix, GrowingError, GrowingFile, remove_remains, save_text};
use serde::{Deserialize, Serialize};

use crate::args::LongStream;
use crate::file::file_text;
use crate::output::{Complaints, Failure, Printer, Report, json_line};

/// The contents of a checkpoint.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint {
    /// The version of the program that wrote the checkpoint.
    catmouse: String,
    /// The command and its flags, except those that make no difference to the results.
    command: Vec<String>,
    /// The part of the stream that has been worked on.
    reached: StreamProgress,
    /// The output for this part of the stream.
    output: FilePrefix,
    /// The graphs that could not be read or solved.
    complaints: Complaints,
    counted: Counted,
}

/// What a command has counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counted {
    /// The graphs of a summary.
    pub(crate) kinds: SummaryTally,
    /// What the format of a conversion cannot hold, each with the number of graphs.
    pub(crate) losses: BTreeMap<String, usize>,
    /// What is remarked about graphs that were read, likewise.
    pub(crate) remarks: BTreeMap<String, usize>,
}

/// The destination of the results of a stream.
pub(crate) struct Destination(Kind);

enum Kind {
    /// Standard output, or the file of `--output`, which is written whole or not at all.
    Whole,
    Growing(Box<Growing>),
}

/// A growing output file, and its checkpoint.
struct Growing {
    file: Rc<RefCell<GrowingFile>>,
    /// The path of the output.
    output: PathBuf,
    /// The path of the checkpoint.
    path: PathBuf,
    checkpoint: Checkpoint,
    every: Duration,
    noted: Instant,
}

/// The progress of a run. It holds the earlier run's checkpoint, and writes new ones; `None` if the
/// user wants no checkpoints.
pub(crate) struct Log<'a>(Option<&'a mut Growing>);

/// A function that prints the results and returns whether they are complete.
type Body = Box<dyn FnOnce(&mut Printer<'_>, &mut Log<'_>) -> io::Result<bool>>;

impl Destination {
    /// The report of a stream. `asked` is the command with its flags. `body` prints the results,
    /// and returns whether they are complete. The note is for the user, on stderr.
    ///
    /// If an earlier run left a checkpoint, `go_on` skips the graphs before it, or refuses if they
    /// are different. Output that the earlier run wrote after its checkpoint is cut off.
    pub(crate) fn report<S: 'static>(
        long: &LongStream,
        asked: &[String],
        (mut stream, note): (S, Option<String>),
        go_on: impl FnOnce(&mut S, &StreamProgress) -> Result<(), Failure>,
        body: impl FnOnce(S, &mut Printer<'_>, &mut Log<'_>) -> io::Result<bool> + 'static,
    ) -> Result<Report, Failure> {
        let kind = match (&long.shared.output, &long.checkpoint) {
            (Some(output), Some(checkpoint)) => {
                let (checkpoint, every) = (&checkpoint.path, checkpoint.every);
                let growing = Growing::open(output, checkpoint, asked)?;
                go_on(&mut stream, &growing.checkpoint.reached)?;
                growing.file.borrow_mut().truncate().map_err(|error| unusable(output, checkpoint, &error.into()))?;
                Kind::Growing(Box::new(Growing { every: Duration::from_secs(every), ..growing }))
            }
            _ => Kind::Whole,
        };
        let is_growing = matches!(kind, Kind::Growing(_));
        let destination = Self(kind);
        let body: Body = Box::new(move |printer, log| body(stream, printer, log));
        let report = Report::of_stream(move |printer| destination.print(printer, body)).with_note(note);
        Ok(if is_growing { report.kept() } else { report })
    }

    fn print(self, printer: &mut Printer<'_>, body: Body) -> io::Result<()> {
        match self.0 {
            Kind::Whole => {
                printer.is_cut_off = !body(printer, &mut Log(None))?;
                Ok(())
            }
            Kind::Growing(mut growing) => {
                printer.has_complained(growing.checkpoint.complaints);
                let mut out = Shared { file: Rc::clone(&growing.file), path: growing.output.clone() };
                let is_whole = printer.redirected(&mut out, |printer| body(printer, &mut Log(Some(&mut growing))))?;
                growing.sync()?;
                if !is_whole {
                    crate::output::note("the run is not finished: the same command continues from the checkpoint");
                }
                Ok(())
            }
        }
    }
}

/// An error with the name of its file.
fn in_file(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{}`: {error}", file_text(path)))
}

/// The growing output, shared by the code that writes results and the code that writes checkpoints.
struct Shared {
    file: Rc<RefCell<GrowingFile>>,
    path: PathBuf,
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.borrow_mut().write(bytes).map_err(|error| in_file(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.borrow_mut().flush().map_err(|error| in_file(&self.path, &error))
    }
}

impl Growing {
    /// Starts both files, or resumes both.
    fn open(output: &Path, path: &Path, asked: &[String]) -> Result<Self, Failure> {
        let grown = |file, checkpoint| {
            remove_remains(path);
            Self {
                file: Rc::new(RefCell::new(file)),
                output: output.to_owned(),
                path: path.to_owned(),
                checkpoint,
                every: Duration::ZERO,
                noted: Instant::now(),
            }
        };
        let unusable = |error: &GrowingError| unusable(output, path, error);
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            let message = format!("`{}` cannot hold a checkpoint", file_text(path));
            return Err(Failure::plain(message, "name a regular file".to_owned()));
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if output.symlink_metadata().is_ok() {
                    if path.exists() {
                        return Err(unusable(&GrowingError::InUse)); // both were made a moment ago
                    }
                    let message = format!("`{}` is there, and no checkpoint `{}`", file_text(output), file_text(path));
                    let wanted = "name a new file, or the checkpoint that belongs to it";
                    return Err(Failure::plain(message, wanted.to_owned()));
                }
                let checkpoint = Checkpoint::new(asked);
                // The checkpoint is written first. Then a run that is killed between the two writes
                // can be resumed, and a run that is refused leaves no files.
                checkpoint.save(path).map_err(|error| unwritable(path, &error))?;
                let file = GrowingFile::create(output).map_err(|error| match error {
                    // Another run has created or opened the output meanwhile, and the checkpoint is also its.
                    GrowingError::InUse => unusable(&error),
                    GrowingError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        unusable(&GrowingError::InUse)
                    }
                    error => {
                        let _ = std::fs::remove_file(path);
                        unusable(&error)
                    }
                })?;
                return Ok(grown(file, checkpoint));
            }
            Err(error) => {
                let message = format!("cannot read the checkpoint `{}`: {error}", file_text(path));
                return Err(Failure::plain(message, String::new()));
            }
        };
        let checkpoint: Checkpoint = serde_json::from_str(&text).map_err(|error| {
            let message = format!("`{}` is not a checkpoint: {error}", file_text(path));
            Failure::plain(message, "name the checkpoint of an earlier run, or a new file".to_owned())
        })?;
        checkpoint.ensure_of(asked, path)?;
        let file = GrowingFile::resume(output, &checkpoint.output).map_err(|error| unusable(&error))?;
        Ok(grown(file, checkpoint))
    }

    /// Flushes the output to disk, and returns its extent.
    fn sync(&self) -> io::Result<FilePrefix> {
        self.file.borrow_mut().sync().map_err(|error| in_file(&self.output, &error))
    }

    /// Writes a checkpoint, after the output is on disk.
    fn note(&mut self, complaints: Complaints) -> io::Result<()> {
        self.checkpoint.output = self.sync()?;
        self.checkpoint.complaints = complaints;
        self.checkpoint.save(&self.path).map_err(|error| in_file(&self.path, &error))?;
        self.noted = Instant::now();
        Ok(())
    }
}

/// The message that a run cannot be resumed, with advice.
fn unusable(output: &Path, checkpoint: &Path, error: &GrowingError) -> Failure {
    let wanted = match error {
        GrowingError::Io(_) => "name the output of the run with this checkpoint".to_owned(),
        GrowingError::InUse => "wait for it, or name another file".to_owned(),
        _ => format!("without it and `{}`, the run starts again", file_text(checkpoint)),
    };
    Failure::plain(format!("cannot continue `{}`: {error}", file_text(output)), wanted)
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    crate::file::unwritable(path, "checkpoint", error)
}

impl Checkpoint {
    /// The checkpoint before the first graph.
    fn new(asked: &[String]) -> Self {
        Self {
            catmouse: env!("CARGO_PKG_VERSION").to_owned(),
            command: asked.to_vec(),
            reached: StreamProgress::default(),
            output: FilePrefix::default(),
            complaints: Complaints::default(),
            counted: Counted::default(),
        }
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        let mut line = Vec::new();
        json_line(&mut line, self);
        save_text(path, &String::from_utf8_lossy(&line))
    }

    /// Refuses to resume a run if the results would be different.
    fn ensure_of(&self, asked: &[String], path: &Path) -> Result<(), Failure> {
        let path = file_text(path);
        if self.catmouse != env!("CARGO_PKG_VERSION") {
            let message =
                format!("`{path}` is of catmouse {}, and this is {}", self.catmouse, env!("CARGO_PKG_VERSION"));
            return Err(Failure::plain(message, "continue with that version".to_owned()));
        }
        if self.command != asked {
            let message = format!(
                "`{path}` is of `catmouse {}`, and this is `catmouse {}`",
                self.command.join(" "),
                asked.join(" ")
            );
            return Err(Failure::plain(message, "continue with the same command".to_owned()));
        }
        Ok(())
    }
}

impl Log<'_> {
    /// Whether an earlier run has worked on some graphs already.
    pub(crate) fn goes_on(&self) -> bool {
        self.0.as_ref().is_some_and(|growing| growing.checkpoint.reached.graphs > 0)
    }

    /// The counts of the earlier run; the default value if there was none.
    pub(crate) fn counted(&self) -> Counted {
        self.0.as_ref().map(|growing| growing.checkpoint.counted.clone()).unwrap_or_default()
    }

    /// Records that these graphs have been worked on. Their results must have been written and
    /// counted before.
    pub(crate) fn passed(
        &mut self,
        passed: &[GraphDigest],
        printer: &Printer<'_>,
        counted: &Counted,
    ) -> io::Result<()> {
        let Some(growing) = &mut self.0 else { return Ok(()) };
        for &graph in passed {
            growing.checkpoint.reached.advance(graph);
        }
        if growing.noted.elapsed() < growing.every {
            return Ok(());
        }
        self.note(printer, counted)
    }

    /// Writes a checkpoint, if any graph has been worked on.
    pub(crate) fn note(&mut self, printer: &Printer<'_>, counted: &Counted) -> io::Result<()> {
        let Some(growing) = self.0.as_mut().filter(|growing| growing.checkpoint.reached.graphs > 0) else {
            return Ok(());
        };
        growing.checkpoint.counted.clone_from(counted);
        growing.note(printer.complaints())
    }

    /// If there was an earlier run, tells the user that no graph follows those it has worked on.
    pub(crate) fn say_nothing_is_left(&self) {
        let Some(growing) = self.0.as_ref().filter(|_| self.goes_on()) else { return };
        let (output, path) = (file_text(&growing.output), file_text(&growing.path));
        let left = "nothing is left to do: an earlier run finished all these graphs";
        crate::output::note(&format!("{left}; without `{output}` and `{path}`, a run starts again"));
    }

    /// Whether an earlier run has written results.
    pub(crate) fn has_output(&self) -> bool {
        self.0.as_ref().is_some_and(|growing| growing.checkpoint.output.bytes > 0)
    }

    /// Whether the graphs that have been worked on must be recorded.
    pub(crate) fn is_kept(&self) -> bool {
        self.0.is_some()
    }
}
