//! Results that are written into a file instead of standard output.

use std::fmt::Display;
use std::path::Path;

use catmouse_model::legible_line;

use crate::output::Failure;

/// Writes a text into a file atomically: afterwards the file has either the whole text or its old
/// content. `what` names the text in messages.
pub(crate) fn save(path: &Path, what: &str, text: &str) -> Result<(), Failure> {
    catmouse_store::save_text(path, text).map_err(|error| unwritable(path, what, &error))
}

/// The name of a file as messages and lines show it. Bytes that are not UTF-8 are escaped, so that
/// different files have different names.
pub(crate) fn file_text(name: impl AsRef<Path>) -> String {
    let name = name.as_ref();
    let escaped = || name.as_os_str().as_encoded_bytes().escape_ascii().to_string();
    name.to_str().map_or_else(escaped, |text| legible_line(text).into_owned())
}

/// The message that a file cannot be written, with advice.
pub(crate) fn unwritable(path: &Path, what: &str, error: &dyn Display) -> Failure {
    Failure::plain(
        format!("cannot write the {what} to `{}`: {error}", file_text(path)),
        "name a file in a folder that you can write to".to_owned(),
    )
}
