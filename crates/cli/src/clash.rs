//! Refuses arguments that contradict one another: two that name the same file, if one of them would
//! overwrite what the other writes or reads, and flags about what the output does not show.

use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::args::CheckpointFile;
use crate::file::file_text;
use crate::output::Failure;

/// The arguments that name a file to write.
const WRITTEN: [&str; 4] = ["output", "checkpoint", "save", "save_certificate"];

/// The arguments that name a file to read; `board` may name one.
const READ: [&str; 5] = ["board", "table", "certificate", "script", "policy"];

/// The refusal of a command line that would write a file twice, or write a file that it reads.
pub(crate) fn between_files(matches: &ArgMatches) -> Option<Failure> {
    let (_, of_command) = matches.subcommand()?;
    let named = |id: &&'static str| {
        let path = of_command.try_get_one::<PathBuf>(id).ok().flatten().cloned();
        let noted = || of_command.try_get_one::<CheckpointFile>(id).ok().flatten().map(|file| file.path.clone());
        let text = || of_command.try_get_one::<String>(id).ok().flatten().map(PathBuf::from);
        let path = path.or_else(noted).or_else(text)?;
        Some((*id, identity(&path)?, path))
    };
    let written: Vec<_> = WRITTEN.iter().filter_map(named).collect();
    let read = READ.iter().filter_map(named).filter(|(.., path)| path.exists());
    let others = written.iter().skip(1).cloned().chain(read);
    for (number, (other, identity, path)) in others.enumerate() {
        let before = &written[..written.len().min(number + 1)];
        if let Some((first, ..)) = before.iter().find(|(_, known, _)| *known == identity) {
            let flag = |id: &str| format!("`--{}`", id.replace('_', "-"));
            let (what, path) = (if READ.contains(&other) { "read" } else { "written" }, file_text(path));
            let other = if other == "board" { "the board".to_owned() } else { flag(other) };
            return Some(Failure::plain(
                format!("{} would replace `{path}`, which is {what} for {other}", flag(first)),
                "name another file".to_owned(),
            ));
        }
    }
    None
}

/// Refuses flags about the text of an answer if the output is in another format. Each comes with
/// whether it is given.
pub(crate) fn ensure_text(is_text: bool, flags: &[(&str, bool)]) -> Result<(), Failure> {
    let Some((flag, _)) = flags.iter().find(|(_, is_given)| *is_given && !is_text) else { return Ok(()) };
    let message = format!("`{flag}` is about the text, and this output has another format");
    Err(Failure::plain(message, "leave it out, or use `--format text`".to_owned()))
}

/// Whether the command line names a file to write.
pub(crate) fn is_file_written(matches: &ArgMatches) -> bool {
    let given = |of: &ArgMatches, id| matches!(of.try_get_raw(id), Ok(Some(_)));
    matches.subcommand().is_some_and(|(_, of_command)| WRITTEN.iter().any(|id| given(of_command, id)))
}

/// A path that all names of one file share. `None` for an existing path that is no regular file,
/// such as `/dev/null`, and for a path whose folder does not exist.
fn identity(path: &Path) -> Option<PathBuf> {
    match path.canonicalize() {
        Ok(path) => path.is_file().then_some(path),
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Some(folder.canonicalize().ok()?.join(path.file_name()?))
        }
    }
}
