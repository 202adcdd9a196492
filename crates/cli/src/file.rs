//! Results that are written into files.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use catmouse_model::legible_line;
use catmouse_store::save_stream;

use crate::output::progress::stop_clock;
use crate::output::{Failure, Report, Saved, fail, note, plain, print};

/// Prints a result, or writes it into the file of `--output`: the whole result, or nothing.
pub(crate) fn deliver(report: Report, path: Option<&Path>) -> ExitCode {
    let code = match (report.saved, path) {
        (Saved::Instead, Some(path)) => written(report, path),
        (Saved::Too, Some(path)) => {
            let (report, text) = report.copied();
            let code = print(report);
            let saved = save(path, "result", &plain(&text.borrow()));
            saved.map_or_else(|failure| fail(&failure), |()| code)
        }
        _ => print(report),
    };
    stop_clock();
    code
}

/// Writes a result into a file, unless results are missing.
fn written(report: Report, path: &Path) -> ExitCode {
    let mut done = None;
    let written = save_stream(path, |out| {
        let (code, is_cut_off) = report.write(out)?;
        done = Some((code, is_cut_off));
        if is_cut_off { Err(io::Error::other("incomplete")) } else { Ok(()) }
    });
    match (written, done) {
        (Ok(()), Some((code, _))) => code,
        (Err(_), Some((code, true))) => {
            note(&format!("`{}` is not written, because it would be incomplete", file_text(path)));
            code
        }
        (Err(error), _) => fail(&unwritable(path, "result", &error)),
        (Ok(()), None) => unreachable!("a file that was written had a result"),
    }
}

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
