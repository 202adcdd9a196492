//! A file that grows over several runs of a program, and is cut back to what was safely written where one of them broke off.
//!
//! A run that is killed leaves any part of what it wrote last. So now and then it asks for all of it to be on disk
//! ([`GrowingFile::sync`]), and notes the [`Extent`] that it is told elsewhere. The next run cuts the file back to that extent
//! ([`GrowingFile::go_on`] and [`cut`](GrowingFile::cut)), having read it and found it the same, and goes on writing behind it.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::writing::{flush_folder, folder_of};

/// Bytes that are collected before they are written, and read at once.
const BUFFER: usize = 1 << 16;

/// How much of a file there is: its length, and a digest (XXH3) that knows it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extent {
    /// Bytes from the beginning.
    pub bytes: u64,
    digest: u64,
}

impl Default for Extent {
    fn default() -> Self {
        Self { bytes: 0, digest: Xxh3::new().digest() }
    }
}

/// A file that is being written at its end, by one program at a time.
pub struct GrowingFile {
    out: BufWriter<File>,
    bytes: u64,
    digest: Xxh3,
}

/// Why a file cannot be gone on with.
#[derive(Debug, Error)]
pub enum GrowingError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another program writes it just now.
    #[error("another run is writing it")]
    InUse,
    /// It is shorter than what was written.
    #[error("it has {found} bytes, and {wanted} had been written")]
    Shorter {
        /// The bytes that there are.
        found: u64,
        /// The bytes that were written.
        wanted: u64,
    },
    /// It does not begin with what was written.
    #[error("its first {bytes} bytes are not those that had been written")]
    Changed {
        /// The bytes that were written.
        bytes: u64,
    },
}

impl GrowingFile {
    /// Begins a file where there is none.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) where there is one; whatever the system refuses.
    pub fn begin(path: &Path) -> Result<Self, GrowingError> {
        let growing = Self::locked(File::options().read(true).write(true).create_new(true).open(path)?)?;
        flush_folder(folder_of(path));
        Ok(growing)
    }

    /// Goes on with a file behind so much of it, which has to be the same as when it was written; [`cut`](Self::cut) takes off what follows.
    /// Where nothing had been written there may be no file.
    ///
    /// Time: that of reading the file.
    ///
    /// # Errors
    ///
    /// Where another program writes it, or where it is not what was written; whatever the system refuses.
    pub fn go_on(path: &Path, extent: &Extent) -> Result<Self, GrowingError> {
        let opened = File::options().read(true).write(true).create(extent.bytes == 0).truncate(false).open(path);
        let mut growing = Self::locked(opened?)?;
        let file = growing.out.get_mut();
        let found = file.metadata()?.len();
        if found < extent.bytes {
            return Err(GrowingError::Shorter { found, wanted: extent.bytes });
        }
        let mut buffer = vec![0; BUFFER];
        let mut written = file.take(extent.bytes);
        loop {
            match written.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => growing.digest.update(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        growing.bytes = extent.bytes;
        if growing.digest.digest() != extent.digest {
            return Err(GrowingError::Changed { bytes: extent.bytes });
        }
        Ok(growing)
    }

    /// Cuts off what follows what was found to be the same: before anything is written.
    ///
    /// # Errors
    ///
    /// Whatever the system refuses.
    pub fn cut(&mut self) -> io::Result<()> {
        let file = self.out.get_mut();
        file.set_len(self.bytes)?;
        file.seek(SeekFrom::Start(self.bytes)).map(|_| ())
    }

    /// Sees to it that all that was written is on disk, and says how much that is.
    ///
    /// # Errors
    ///
    /// Whatever the system refuses.
    pub fn sync(&mut self) -> io::Result<Extent> {
        self.out.flush()?;
        self.out.get_ref().sync_data()?;
        Ok(Extent { bytes: self.bytes, digest: self.digest.digest() })
    }

    /// The file, empty so far, if no other program has it.
    fn locked(file: File) -> Result<Self, GrowingError> {
        // Some file systems have no locks: then it is the user's part not to write a file twice at once.
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
        let mut file = GrowingFile::begin(&path).expect("there is no such file");
        file.write_all(b"one\ntwo\n").expect("there is room");
        let extent = file.sync().expect("it can be flushed");
        assert_eq!(extent.bytes, 8);
        file.write_all(b"thr").expect("there is room");
        drop(file);
        assert_eq!(fs::read(&path).expect("it is there"), b"one\ntwo\nthr");

        let mut file = GrowingFile::go_on(&path, &extent).expect("it is what was written");
        assert_eq!(fs::read(&path).expect("it is there"), b"one\ntwo\nthr");
        file.cut().expect("it is a file");
        file.write_all(b"three\n").expect("there is room");
        let whole = file.sync().expect("it can be flushed");
        drop(file);
        assert_eq!(fs::read(&path).expect("it is there"), b"one\ntwo\nthree\n");
        GrowingFile::go_on(&path, &whole).expect("the digest went on from where it was");
    }

    #[test]
    fn another_file_is_refused_and_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("out");
        let mut file = GrowingFile::begin(&path).expect("there is no such file");
        assert!(matches!(GrowingFile::go_on(&path, &Extent::default()), Err(GrowingError::InUse)));
        file.write_all(b"one\n").expect("there is room");
        let extent = file.sync().expect("it can be flushed");
        drop(file);
        let refused = |text: &[u8]| {
            fs::write(&path, text).expect("there is room");
            let error = GrowingFile::go_on(&path, &extent).err().expect("it is another file");
            assert_eq!(fs::read(&path).expect("it is there"), text);
            error.to_string()
        };
        assert_eq!(refused(b"on"), "it has 2 bytes, and 4 had been written");
        assert_eq!(refused(b"two\nthree\n"), "its first 4 bytes are not those that had been written");
        fs::remove_file(&path).expect("it is there");
        assert!(matches!(GrowingFile::go_on(&path, &extent), Err(GrowingError::Io(_))));
        GrowingFile::go_on(&path, &Extent::default()).expect("nothing had been written, so there may be no file");
        let there = GrowingFile::begin(&path).err().expect("there is a file now");
        assert!(matches!(there, GrowingError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists));
    }
}
