//! A file that grows over several runs of a program, some of which may be killed.
//!
//! A run that is killed may leave any part of what it wrote last. So from time to time a run flushes the file to disk
//! ([`GrowingFile::sync`]) and records the [`FilePrefix`] that this returns, in another file. The next run checks that the file still
//! begins with that prefix ([`GrowingFile::resume`]), cuts off the rest ([`GrowingFile::truncate`]) and continues writing there.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::writing::{flush_folder, folder_of};

/// The size in bytes of the buffers for writing and reading.
const BUFFER: usize = 1 << 16;

/// The first bytes of a file: how many they are, and their digest (XXH3), by which they are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePrefix {
    /// The number of bytes.
    pub bytes: u64,
    digest: u64,
}

/// The prefix of no bytes.
impl Default for FilePrefix {
    fn default() -> Self {
        Self { bytes: 0, digest: Xxh3::new().digest() }
    }
}

/// A file that is being written at its end, by one program at a time.
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

/// Why a file cannot be created or resumed.
#[derive(Debug, Error)]
pub enum GrowingError {
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another program is writing the file.
    #[error("another run is writing it")]
    InUse,
    /// The file is shorter than the prefix.
    #[error("it has {found} bytes, and {wanted} had been written")]
    Shorter {
        /// The length of the file in bytes.
        found: u64,
        /// The length of the prefix in bytes.
        wanted: u64,
    },
    /// The file does not begin with the prefix.
    #[error("its first {bytes} bytes are not those that had been written")]
    Changed {
        /// The length of the prefix in bytes.
        bytes: u64,
    },
}

impl GrowingFile {
    /// Creates a file where there is none.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if there is one, and any other error of the system.
    pub fn create(path: &Path) -> Result<Self, GrowingError> {
        let growing = Self::locked(File::options().read(true).write(true).create_new(true).open(path)?)?;
        flush_folder(folder_of(path));
        Ok(growing)
    }

    /// Opens a file that begins with this prefix. [`truncate`](Self::truncate) cuts off what follows the prefix, and must be called
    /// before anything is written. For a prefix of no bytes the file need not exist. Time: that of reading the prefix.
    ///
    /// # Errors
    ///
    /// If another program is writing the file, if it does not begin with the prefix, or any error of the system.
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

    /// Flushes everything to disk, and returns the prefix that is now safe: the whole file.
    ///
    /// # Errors
    ///
    /// Any error of the system.
    pub fn sync(&mut self) -> io::Result<FilePrefix> {
        self.out.flush()?;
        self.out.get_ref().sync_data()?;
        Ok(FilePrefix { bytes: self.bytes, digest: self.digest.digest() })
    }

    /// Locks the file, unless another program has locked it. Nothing of it has been read or written yet.
    fn locked(file: File) -> Result<Self, GrowingError> {
        // On a file system without locks it is up to the user not to write a file from two programs at once.
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_written_last_is_cut_off() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("out");
        let mut file = GrowingFile::create(&path).expect("there is no such file");
        file.write_all(b"one\ntwo\n").expect("there is room");
        let prefix = file.sync().expect("it can be flushed");
        assert_eq!(prefix.bytes, 8);
        file.write_all(b"thr").expect("there is room");
        drop(file);
        assert_eq!(fs::read(&path).expect("it is there"), b"one\ntwo\nthr");

        let mut file = GrowingFile::resume(&path, &prefix).expect("it is what was written");
        assert_eq!(fs::read(&path).expect("it is there"), b"one\ntwo\nthr");
        file.truncate().expect("it is a file");
        file.write_all(b"three\n").expect("there is room");
        let whole = file.sync().expect("it can be flushed");
        drop(file);
        assert_eq!(fs::read(&path).expect("it is there"), b"one\ntwo\nthree\n");
        GrowingFile::resume(&path, &whole).expect("the digest went on from where it was");
    }

    #[test]
    fn another_file_is_refused_and_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("out");
        let mut file = GrowingFile::create(&path).expect("there is no such file");
        assert!(matches!(GrowingFile::resume(&path, &FilePrefix::default()), Err(GrowingError::InUse)));
        file.write_all(b"one\n").expect("there is room");
        let prefix = file.sync().expect("it can be flushed");
        drop(file);
        let refused = |text: &[u8]| {
            fs::write(&path, text).expect("there is room");
            let error = GrowingFile::resume(&path, &prefix).err().expect("it is another file");
            assert_eq!(fs::read(&path).expect("it is there"), text);
            error.to_string()
        };
        assert_eq!(refused(b"on"), "it has 2 bytes, and 4 had been written");
        assert_eq!(refused(b"two\nthree\n"), "its first 4 bytes are not those that had been written");
        fs::remove_file(&path).expect("it is there");
        assert!(matches!(GrowingFile::resume(&path, &prefix), Err(GrowingError::Io(_))));
        GrowingFile::resume(&path, &FilePrefix::default()).expect("nothing had been written, so there may be no file");
        let there = GrowingFile::create(&path).err().expect("there is a file now");
        assert!(matches!(there, GrowingError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists));
    }
}
