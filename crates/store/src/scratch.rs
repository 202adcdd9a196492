//! A temporary file for outcomes that exceed the memory.

use std::fs::File;
use std::io;
use std::path::Path;

use catmouse_arena::Scratch;

use crate::blocks::fill_at;

/// A temporary file. On Unix it has no name, so its space is free again when this value is dropped
/// or the process ends, even if the process is killed. On other systems the file may remain if the
/// process is killed.
#[derive(Debug)]
pub struct ScratchFile(File);

impl ScratchFile {
    /// A new, empty file in this folder.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn new_in(folder: &Path) -> io::Result<Self> {
        tempfile::tempfile_in(folder).map(Self)
    }
}

impl Scratch for ScratchFile {
    fn free(&self) -> io::Result<u64> {
        #[cfg(unix)]
        {
            let disk = rustix::fs::fstatvfs(&self.0)?;
            Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
        }
        // Other systems are not asked. There, only a failed write shows that the disk is full.
        #[cfg(not(unix))]
        Ok(u64::MAX)
    }

    fn read(&self, first: u64, words: &mut [u64]) -> io::Result<()> {
        let bytes = bytemuck::cast_slice_mut::<u64, u8>(words);
        match fill_at(&self.0, bytes, first * 8) {
            (_, Some(error)) => Err(error),
            (filled, None) if filled < bytes.len() => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    fn write(&self, first: u64, words: &[u64]) -> io::Result<()> {
        let (mut bytes, mut offset) = (bytemuck::cast_slice::<u64, u8>(words), first * 8);
        while !bytes.is_empty() {
            match write_at(&self.0, bytes, offset) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => (bytes, offset) = (&bytes[count..], offset + count as u64),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::write_at(file, bytes, offset)
}

#[cfg(windows)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_write(file, bytes, offset)
}

#[cfg(not(any(unix, windows)))]
fn write_at(_: &File, _: &[u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
