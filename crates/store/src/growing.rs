//! A file that grows over several runs of a program, some of which may be killed.
//!
//! A killed run may leave any part of what it wrote last. So from time to time a run flushes the
//! file to disk ([`GrowingFile::sync`]) and records the returned [`FilePrefix`] in another file.
//! The next run checks that the file still begins with this prefix ([`GrowingFile::resume`]), cuts
//! off the rest ([`GrowingFile::truncate`]) and continues writing there.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::writing::{flush_folder, folder_of};

/// The size in bytes of the buffers for writing and reading.
const BUFFER: usize = 1 << 16;

/// The first bytes of a file, given by their number and their digest (XXH3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePrefix {
    /// The number of bytes.
    pub bytes: u64,
    digest: u64,
}

/// The empty prefix.
impl Default for FilePrefix {
    fn default() -> Self {
        Self { bytes: 0, digest: Xxh3::new().digest() }
    }
}

/// A file that is appended to, by one program at a time.
///
/// ```
/// use std::io::Write;
///
/// use catmouse_store::GrowingFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("results");
/// let mut file = GrowingFile::create(&path)?;
/// writeln!(file, "whole")?;
/// let prefix = file.sync()?;
/// write!(file, "cut o")?; // the program is killed here
/// drop(file);
///
/// let mut file = GrowingFile::resume(&path, &prefix)?;
/// file.truncate()?;
/// writeln!(file, "continued")?;
/// drop(file);
/// assert_eq!(std::fs::read_to_string(&path)?, "whole\ncontinued\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GrowingFile {
    out: BufWriter<File>,
    bytes: u64,
    digest: Xxh3,
}

/// An error of creating or resuming a file.
#[derive(Debug, Error)]
pub enum GrowingError {
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another program is writing the file.
    #[error("another run is writing it")]
    InUse,
    /// The file is shorter than the prefix.
    #[error("it has {found} bytes, but the run had written {wanted}")]
    Shorter {
        /// The length of the file in bytes.
        found: u64,
        /// The length of the prefix in bytes.
        wanted: u64,
    },
    /// The file does not begin with the prefix.
    #[error("its first {bytes} bytes were changed")]
    Changed {
        /// The length of the prefix in bytes.
        bytes: u64,
    },
}

impl GrowingFile {
    /// Creates a file that must not exist yet.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the file exists, and any other error of
    /// the system.
    pub fn create(path: &Path) -> Result<Self, GrowingError> {
        let growing = Self::locked(File::options().read(true).write(true).create_new(true).open(path)?)?;
        flush_folder(folder_of(path));
        Ok(growing)
    }

    /// Opens a file that begins with this prefix. Before anything is written,
    /// [`truncate`](Self::truncate) must cut off what follows the prefix. For the empty prefix the
    /// file need not exist. Time: that of reading the prefix.
    ///
    /// # Errors
    ///
    /// If another program is writing the file, if it does not begin with the prefix, or any error
    /// of the system.
    pub fn resume(path: &Path, prefix: &FilePrefix) -> Result<Self, GrowingError> {
        let opened = File::options().read(true).write(true).create(prefix.bytes == 0).truncate(false).open(path);
        let mut growing = Self::locked(opened?)?;
        let file = growing.out.get_mut();
        let found = file.metadata()?.len();
        if found < prefix.bytes {
            return Err(GrowingError::Shorter { found, wanted: prefix.bytes });
        }
        let mut buffer = vec![0; BUFFER];
        let mut written = file.take(prefix.bytes);
        loop {
            match written.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => growing.digest.update(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        growing.bytes = prefix.bytes;
        if growing.digest.digest() != prefix.digest {
            return Err(GrowingError::Changed { bytes: prefix.bytes });
        }
        Ok(growing)
    }

    /// Cuts off what follows the prefix.
    ///
    /// # Errors
    ///
    /// Any error of the system.
    pub fn truncate(&mut self) -> io::Result<()> {
        let file = self.out.get_mut();
        file.set_len(self.bytes)?;
        file.seek(SeekFrom::Start(self.bytes)).map(|_| ())
    }

    /// Flushes everything to disk and returns the prefix that is now safe: the whole file.
    ///
    /// # Errors
    ///
    /// Any error of the system.
    pub fn sync(&mut self) -> io::Result<FilePrefix> {
        self.out.flush()?;
        self.out.get_ref().sync_data()?;
        Ok(FilePrefix { bytes: self.bytes, digest: self.digest.digest() })
    }

    /// Locks a newly opened file, unless another program has locked it.
    fn locked(file: File) -> Result<Self, GrowingError> {
        // On a file system without locks the user must not write a file from two programs at once.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(GrowingError::InUse);
        }
        Ok(Self { out: BufWriter::with_capacity(BUFFER, file), bytes: 0, digest: Xxh3::new() })
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.digest.update(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
