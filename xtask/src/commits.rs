//! The step `commits`: the form of the subjects of commits.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

/// The last commit that the rule does not apply to.
const BASE: &str = "7226b888fa1eb94265e9780c95e7361875c73722";

/// The greatest number of characters in a subject.
const LENGTH: usize = 72;

/// A message for each fault in the subjects of the commits after [`BASE`]. Empty if git or the base is
/// missing, as in a shallow clone or in a package.
///
/// # Errors
///
/// If a subject is not UTF-8.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let log = Command::new("git").args(["log", "--format=%h %s", &format!("{BASE}..HEAD")]).current_dir(root).output();
    let subjects = log.ok().filter(|log| log.status.success()).map(|log| log.stdout).unwrap_or_default();
    let subjects = String::from_utf8(subjects)?;
    Ok(subjects
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(id, subject)| fault(id, subject))
        .collect())
}

/// What is wrong with a subject.
fn fault(id: &str, subject: &str) -> Option<String> {
    let length = subject.chars().count();
    let verb = subject.split(' ').next().unwrap_or_default();
    let is_imperative = !["ed", "ing", "es"].iter().any(|end| verb.ends_with(end)) || EXCEPTIONS.contains(&verb);
    if length > LENGTH {
        Some(format!("{id}: the subject has {length} characters, and at most {LENGTH} are allowed"))
    } else if subject.ends_with('.') {
        Some(format!("{id}: the subject ends with a full stop"))
    } else if !subject.starts_with(char::is_uppercase) {
        Some(format!("{id}: the subject does not begin with a capital letter"))
    } else if !is_imperative {
        Some(format!("{id}: `{verb}` is no imperative: say what the commit does, as in `Add`"))
    } else {
        None
    }
}

/// Imperatives that end like other forms of a verb.
const EXCEPTIONS: [&str; 5] = ["Bring", "Embed", "Feed", "Need", "Speed"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_that_are_too_long_or_no_imperatives() {
        let long = format!("Say {}", "x".repeat(70));
        for (subject, expected) in [
            ("Find laws that hold unless a move wins at once", None),
            ("Bring CONTRIBUTING to two pages", None),
            (&long, Some("1a: the subject has 74 characters, and at most 72 are allowed")),
            ("Find laws.", Some("1a: the subject ends with a full stop")),
            ("find laws", Some("1a: the subject does not begin with a capital letter")),
            ("Added laws", Some("1a: `Added` is no imperative: say what the commit does, as in `Add`")),
            ("Fixes laws", Some("1a: `Fixes` is no imperative: say what the commit does, as in `Add`")),
        ] {
            assert_eq!(fault("1a", subject).as_deref(), expected, "{subject}");
        }
    }
}
