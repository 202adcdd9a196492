//! The files of the repository as the rules see them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The files of the repository, in the order of their paths.
pub(super) struct Tree {
    pub(super) files: Vec<File>,
}

pub(super) struct File {
    /// The path relative to the root, with `/` between the parts.
    pub(super) path: String,
    /// The contents; empty if they are not UTF-8.
    pub(super) text: String,
}

/// Folders that git, cargo, npm, Python and the fuzzer generate (see the `.gitignore` files).
const GENERATED: &[&str] = &[
    ".git",
    "node_modules",
    "target",
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    "fuzz/artifacts",
    "fuzz/corpus",
    "fuzz/coverage",
    "fuzz/seeds",
];

impl Tree {
    /// Reads all files below `root` that are not generated.
    pub(super) fn read(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
                let entry = entry?;
                let path = entry.path();
                let kind = entry.file_type()?;
                if kind.is_dir() && !GENERATED.iter().any(|generated| path.ends_with(generated)) {
                    folders.push(path);
                } else if kind.is_file() && !path.extension().is_some_and(|end| end == "new" || end == "pending-snap") {
                    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                    let parts: Vec<_> = path.strip_prefix(root)?.iter().map(|part| part.to_string_lossy()).collect();
                    files.push(File { path: parts.join("/"), text: String::from_utf8(bytes).unwrap_or_default() });
                }
            }
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Self { files })
    }

    pub(super) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.has_extension("rs"))
    }

    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether there is a file or folder at this path.
    pub(super) fn has(&self, path: &str) -> bool {
        let below = format!("{path}/");
        path.is_empty() || self.files.iter().any(|file| file.path == path || file.path.starts_with(&below))
    }
}

impl File {
    pub(super) fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }

    /// The lines with their numbers, from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// Whether the file is in the folder `src` of a crate below `crates/`.
    pub(super) fn is_source(&self) -> bool {
        let mut parts = self.path.split('/');
        parts.next() == Some("crates") && parts.nth(1) == Some("src")
    }

    /// Whether the file is the source of a library that front ends share.
    pub(super) fn is_library(&self) -> bool {
        self.is_source() && !self.path.starts_with("crates/cli/")
    }
}

pub(super) fn at(path: &str, line: usize, message: &str) -> String {
    format!("{path}:{line}: {message}")
}
