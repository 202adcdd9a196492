//! Writing a file so that its name leads to all of it or to what was there before; all files are written here, but for
//! those that grow over several runs (`growing.rs`).
//!
//! * What is written goes to another file in the same folder, is flushed to disk, and is then moved to the name.
//! * A symbolic link stays: what it leads to is replaced, or made where it leads to nothing yet.
//! * A device or a pipe has no contents to be replaced: it is written to.
//! * What is replaced hands its permissions on; a file where there was none has those of any new file.
//!
//! A program that is about to end calls [`abandon_unfinished`], and nothing half-written stays behind.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;

/// So many links are followed from one to the next; the systems follow no more.
const MOST_LINKS: usize = 40;

/// The files that are being written, under temporary names; none once they have been abandoned.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// What is being written.
pub(crate) type Out<'a> = BufWriter<&'a File>;

/// Writes a file.
///
/// # Errors
///
/// What `write` returns; [`IsADirectory`](io::ErrorKind::IsADirectory) for a folder; whatever the system refuses. The name then
/// leads to what it led to before.
pub(crate) fn write_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut Out<'_>) -> Result<(), E>,
) -> Result<(), E> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory).into()),
        Ok(there) if there.is_file() => replace(&path.canonicalize()?, Some(there.permissions()), write),
        Ok(_) => {
            let file = File::options().write(true).open(path)?;
            fill(&file, write)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&end_of_links(path)?, None, write),
        Err(error) => Err(error.into()),
    }
}

/// Writes a text, such as a picture, into a file: all of it, or the name leads to what it led to before.
///
/// # Errors
///
/// [`IsADirectory`](io::ErrorKind::IsADirectory) for a folder; whatever the system refuses.
pub fn save_text(path: &Path, text: &str) -> io::Result<()> {
    write_file(path, |out| out.write_all(text.as_bytes()))
}

/// Writes what comes piece by piece into a file: all of it, or the name leads to what it led to before.
///
/// # Errors
///
/// What `write` returns; [`IsADirectory`](io::ErrorKind::IsADirectory) for a folder; whatever the system refuses.
pub fn save_stream<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    write_file(path, |out| write(out))
}

/// Removes every file that is being written, and lets no other begin: for a program that is about to end, as on Ctrl-C.
///
/// What had a name that its user knows keeps it, and its contents. Every later attempt of this process to write a file is refused
/// with an error, except to a device or a pipe.
pub fn abandon_unfinished() {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.take().unwrap_or_default() {
        // It may have been moved to its place just now, and then there is nothing to remove.
        let _ = fs::remove_file(path);
    }
}

/// Where a name leads that no file has: to itself, unless it is a link to another such name.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path), // no link
        }
    }
    Err(io::Error::other("there are too many symbolic links"))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes all of a file that lies open.
fn fill<E: From<io::Error>>(file: &File, write: impl FnOnce(&mut Out<'_>) -> Result<(), E>) -> Result<(), E> {
    let mut out = BufWriter::with_capacity(BUFFER, file);
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes another file and moves it to the path, which is no link.
fn replace<E: From<io::Error>>(
    path: &Path,
    permissions: Option<fs::Permissions>,
    write: impl FnOnce(&mut Out<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let folder = folder_of(path);
    let (unfinished, file) = Unfinished::begin(path)?;
    fill(file.as_file(), write)?;
    if let Some(permissions) = permissions.filter(|_| cfg!(unix)) {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|refusal| refusal.error)?;
    drop(unfinished);
    flush_folder(folder);
    Ok(())
}

/// A file that is being written, remembered for as long as this lives.
struct Unfinished(PathBuf);

impl Unfinished {
    /// An empty file beside the path that vanishes unless it is moved.
    fn begin(path: &Path) -> io::Result<(Self, NamedTempFile)> {
        // Locked while the file is made: it is either remembered or not there yet.
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(unfinished) = &mut *unfinished else {
            return Err(io::Error::other("the program is about to end"));
        };
        let file = temporary_file(path)?;
        unfinished.push(file.path().to_owned());
        Ok((Self(file.path().to_owned()), file))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(unfinished) = &mut *unfinished {
            unfinished.retain(|path| *path != self.0);
        }
    }
}

/// An empty file beside the path that vanishes unless it is moved, with the permissions of any new file.
fn temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix_for(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)); // less the process's umask
    }
    builder.tempfile_in(folder_of(path))
}

/// How the names of files end that are being written.
const SUFFIX: &str = ".part";

/// How the names of files begin that are being written in place of this one.
fn prefix_for(path: &Path) -> String {
    /// Of a long name only so many letters, or the other name might be too long.
    const LETTERS: usize = 40;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".catmouse-{}-", name.chars().take(LETTERS).collect::<String>())
}

/// Removes what runs that were killed have left of writing this file. Only for a caller who knows that no other program is writing it.
pub fn remove_remains(path: &Path) {
    let prefix = prefix_for(path);
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(SUFFIX));
        if random.is_some_and(|random| random.chars().all(|letter| letter.is_ascii_alphanumeric())) {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Asks that the new name survive a loss of power. Some file systems refuse; the name then leads to the old file or to the new
/// one all the same.
pub(crate) fn flush_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}
