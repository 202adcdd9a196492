//! Quotes text from others, such as titles and names, as a part of another text: of a line, a shell
//! command, a Python program or a setup in TOML. Whatever the text contains, it stays text.
//!
//! Markup has a function of its own in `catmouse_picture`, which draws with it.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character is shown as itself: it is no control character, ends no line, and does not
/// change the direction of writing.
///
/// ```
/// use catmouse_model::is_legible;
///
/// assert!("Où est la souris? 猫".chars().all(is_legible));
/// assert!(!['\n', '\u{1b}', '\u{9b}', '\u{2028}', '\u{202e}'].into_iter().any(is_legible));
/// ```
pub fn is_legible(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// A text as a part of one line for people: characters that are not [legible](is_legible) are
/// written as escapes.
///
/// ```
/// use catmouse_model::legible_line;
///
/// assert_eq!(legible_line("it's\na \u{1b}[31mtrap"), r"it's\na \u{1b}[31mtrap");
/// ```
pub fn legible_line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_legible) {
        return text.into();
    }
    let mut shown = String::new();
    for letter in text.chars() {
        if is_legible(letter) {
            shown.push(letter);
        } else {
            shown.extend(letter.escape_debug());
        }
    }
    shown.into()
}

/// A shell command that prints a text. The command contains no other control character than line
/// ends, so it can be pasted into a terminal. Besides POSIX shells, fish understands it, which reads
/// backslashes before quotes in its own way.
///
/// ```
/// use catmouse_model::shell_print;
///
/// assert_eq!(shell_print("M.F\n..C\n"), "printf '%b' 'M.F\n..C\n'");
/// assert_eq!(shell_print("it's"), r"printf '%b' 'it\0047s'");
/// ```
pub fn shell_print(text: &str) -> String {
    let mut command = String::from("printf '%b' '");
    for letter in text.chars() {
        if letter == '\n' || is_legible(letter) && letter != '\'' && letter != '\\' {
            command.push(letter);
        } else {
            for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(command, "\\0{byte:03o}"); // writing to a `String` cannot fail
            }
        }
    }
    command + "'"
}

/// A text as a literal of Python. The lines of the text stay lines.
///
/// ```
/// use catmouse_model::python_literal;
///
/// assert_eq!(python_literal("it's"), r"'it\'s'");
/// assert_eq!(python_literal("M.F\n..C\n"), "'''\\\nM.F\n..C\n'''");
/// ```
pub fn python_literal(text: &str) -> String {
    // A backslash at the end of a line joins the line and the next one.
    let (open, close) = if text.contains('\n') { ("'''\\\n", "'''") } else { ("'", "'") };
    let mut literal = String::from(open);
    for letter in text.chars() {
        match letter {
            '\\' | '\'' => literal.extend(['\\', letter]),
            _ if letter == '\n' || is_legible(letter) => literal.push(letter),
            _ => {
                let _ = write!(literal, "\\u{:04x}", u32::from(letter));
            }
        }
    }
    literal + close
}

/// A text as a string of TOML. The lines of the text stay lines.
///
/// ```
/// use catmouse_model::toml_string;
///
/// assert_eq!(toml_string("a \"pond\""), r#""a \"pond\"""#);
/// assert_eq!(toml_string("two\nlines"), "\"\"\"\ntwo\nlines\"\"\"");
/// ```
pub fn toml_string(text: &str) -> String {
    // The first line end does not belong to the text.
    let (open, close) = if text.contains('\n') { ("\"\"\"\n", "\"\"\"") } else { ("\"", "\"") };
    let mut quoted = String::from(open);
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\t' => quoted += "\\t",
            _ if letter == '\n' || is_legible(letter) => quoted.push(letter),
            _ => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
        }
    }
    quoted + close
}
