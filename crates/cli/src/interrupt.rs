//! Ctrl-C ends the program at once, with exit code 130 and no half-written file.
//!
//! Files are written under another name beside their own and moved into place when they are whole, so what has a name that the
//! user knows is never half-written. This takes away the other one.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What a shell reports of a program that an interrupt has ended.
const EXIT_CODE: i32 = 130;

/// The folder in which a file is being written.
static WRITING_IN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets up the handling. Without it (where the system refuses) an interrupt ends the program all the same.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        let folder = WRITING_IN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entries) = folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok()) {
            let unfinished = |name: &str| {
                let process = std::process::id();
                name.starts_with(&format!(".catmouse-{process}-")) || name.ends_with(&format!(".{process}.unfinished"))
            };
            for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(unfinished)) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        std::process::exit(EXIT_CODE);
    });
}

/// Says that this file is about to be written.
pub(crate) fn about_to_write(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    *WRITING_IN.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_path_buf());
}
