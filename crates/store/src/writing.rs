//! Writes files atomically: the path leads to the whole new file or still to the old file. All
//! files are written in this way, except files that grow over several runs (`growing.rs`).
//!
//! * A temporary file in the same folder is written, flushed to disk, and then moved to the path.
//! * If the path is a symbolic link, its target is replaced, or created if it does not exist.
//! * A device or a pipe is written to directly.
//! * A file that replaces another has its permissions; otherwise it has those of any new file.
//!
//! A program that is about to end calls [`abandon_unfinished`], which deletes its temporary files. A
//! killed program leaves its temporary file behind, and the next program that writes a file into the
//! same folder deletes it. A temporary file is locked while a program is writing it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// The size in bytes of the buffer for writing.
const BUFFER: usize = 1 << 16;

/// The greatest number of symbolic links that are followed; operating systems have the same limit.
const MAX_LINKS: usize = 40;

/// The paths of the temporary files that are being written; `None` after [`abandon_unfinished`].
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// The writer of a file.
pub(crate) type Out<'a> = BufWriter<&'a File>;

/// Writes a file atomically.
///
/// # Errors
///
/// Any error of `write` or of the system; [`IsADirectory`](io::ErrorKind::IsADirectory) if the path
/// leads to a folder. An error leaves the old file.
pub(crate) fn write_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut Out<'_>) -> Result<(), E>,
) -> Result<(), E> {
    match fs::metadata(path) {
        Ok(there) if there.is_file() => replace(&path.canonicalize()?, Some(there.permissions()), write),
        // For a folder the system reports an error.
        Ok(_) => fill(&open_device(path)?, write),
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&end_of_links(path)?, None, write),
        Err(error) => Err(error.into()),
    }
}

/// Writes a text to a file atomically: an error or an interruption leaves the old file.
///
/// # Errors
///
/// [`IsADirectory`](io::ErrorKind::IsADirectory) if the path leads to a folder, and any other error
/// of the system.
pub fn save_text(path: &Path, text: &str) -> io::Result<()> {
    write_file(path, |out| out.write_all(text.as_bytes()))
}

/// Writes a file atomically, as [`save_text`], by a function that writes it piece by piece.
///
/// # Errors
///
/// Any error of `write` or of the system; [`IsADirectory`](io::ErrorKind::IsADirectory) if the path
/// leads to a folder.
pub fn save_stream<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    write_file(path, |out| write(out))
}

/// Removes the temporary files that are being written, for a program that is about to end, as on
/// Ctrl-C.
///
/// Files under their final names are not touched. From now on this process can write only to
/// devices and pipes; writing a file fails with an error.
pub fn abandon_unfinished() {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.take().unwrap_or_default() {
        // The file may have been moved into place a moment ago. Then there is nothing to remove.
        let _ = fs::remove_file(path);
    }
}

/// Opens a device or a pipe. A pipe that nobody reads is an error: opening it would wait for a
/// reader.
fn open_device(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_setfl};
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        let is_pipe = || fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
        let file = options.open(path).map_err(|error| match error.raw_os_error() {
            Some(number) if number == rustix::io::Errno::NXIO.raw_os_error() && is_pipe() => {
                io::Error::other("nobody reads the pipe")
            }
            _ => error,
        })?;
        fcntl_setfl(&file, OFlags::empty())?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// The path at the end of a chain of symbolic links, which does not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
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

/// Writes the contents of an open file.
fn fill<E: From<io::Error>>(file: &File, write: impl FnOnce(&mut Out<'_>) -> Result<(), E>) -> Result<(), E> {
    let mut out = BufWriter::with_capacity(BUFFER, file);
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes a temporary file and moves it to the path, which is not a symbolic link.
fn replace<E: From<io::Error>>(
    path: &Path,
    permissions: Option<fs::Permissions>,
    write: impl FnOnce(&mut Out<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let folder = folder_of(path);
    remove_remains(path);
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

/// An entry of [`UNFINISHED`], removed when this is dropped.
struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a temporary file in the folder of the path, and its entry.
    fn begin(path: &Path) -> io::Result<(Self, NamedTempFile)> {
        // The list stays locked while the file is created, so no file exists without an entry.
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

/// An empty file in the folder of the path, locked and with the permissions of any new file. It is
/// deleted on drop unless it is moved.
fn temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    /// The greatest number of letters taken from the name, because the length of a file name is
    /// limited.
    const LETTERS: usize = 40;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!("{PREFIX}{}-", name.chars().take(LETTERS).collect::<String>());
    // The error must not name the temporary file, of which the user knows nothing.
    tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).make_in(folder_of(path), |path| {
        let file = File::create_new(path)?;
        // Before the lock, another program may take the file for the remains of a killed one. Then
        // another name is tried. On a file system without locks the remains stay.
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::AlreadyExists.into()),
            Ok(()) if !path.exists() => Err(io::ErrorKind::AlreadyExists.into()),
            _ => Ok(file),
        }
    })
}

/// The prefix of the names of temporary files.
const PREFIX: &str = ".catmouse-";

/// The suffix of the names of temporary files.
const SUFFIX: &str = ".part";

/// Deletes the temporary files that killed processes have left in the folder of this path. Files
/// that another process is writing stay. Files that cannot be deleted are ignored.
pub fn remove_remains(path: &Path) {
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let is_temporary =
            entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_temporary
            && is_file()
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Flushes the entries of a folder to disk, so that a move into it survives a loss of power. Errors
/// are ignored, because the path then still leads to the whole old file or to the whole new file.
pub(crate) fn flush_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}
