//! SVG as text: elements, attributes and the escaping of all text that comes from a board.
//!
//! The same input makes the same bytes: numbers are written in tenths, by integer arithmetic. Text
//! is escaped in this module, so the modules above cannot forget it. Markup becomes text.
//! Characters that XML forbids, and characters that change the direction of writing, become U+FFFD.
//! No identifiers are written, so one page can contain many pictures.

use std::fmt::Write;

use catmouse_model::is_legible;

/// The value of an attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attribute<'a> {
    /// Text, which is escaped when written.
    Text(&'a str),
    /// A number, in pixels.
    Number(f64),
}

impl<'a> From<&'a str> for Attribute<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Attribute<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// The attributes of an element, in the order of the output.
pub(crate) type Attributes<'a> = [(&'a str, Attribute<'a>)];

/// A piece of a picture, as SVG text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    /// Writes the start tag of an element with children.
    pub(crate) fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str(">\n");
    }

    /// Writes the end tag of an element.
    pub(crate) fn close(&mut self, name: &str) {
        let _ = writeln!(self.text, "</{name}>");
    }

    /// Writes an element without content.
    pub(crate) fn leaf(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// Writes an element with text content.
    pub(crate) fn text(&mut self, name: &str, attributes: &Attributes<'_>, content: &str) {
        self.start(name, attributes);
        self.text.push('>');
        self.text.push_str(&escaped(content));
        self.close(name);
    }

    /// Appends another piece unchanged.
    pub(crate) fn append(&mut self, piece: &Self) {
        self.text.push_str(&piece.text);
    }

    /// Writes a style sheet. It comes from this program and needs no escaping.
    pub(crate) fn style(&mut self, sheet: &str) {
        let _ = writeln!(self.text, "<style>{sheet}</style>");
    }

    /// The piece as an SVG document of this size, without a title or a style sheet.
    pub(crate) fn alone(&self, (width, height): (f64, f64)) -> String {
        let view = format!("0 0 {} {}", decimal(width), decimal(height));
        let mut document = Self::default();
        document.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".into()),
                ("width", width.into()),
                ("height", height.into()),
                ("viewBox", view.as_str().into()),
            ],
        );
        document.append(self);
        document.close("svg");
        document.text
    }

    /// The text of the piece.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn start(&mut self, name: &str, attributes: &Attributes<'_>) {
        let _ = write!(self.text, "<{name}");
        for (key, value) in attributes {
            match value {
                Attribute::Text(text) => {
                    let _ = write!(self.text, " {key}=\"{}\"", escaped(text));
                }
                Attribute::Number(number) => {
                    let _ = write!(self.text, " {key}=\"{}\"", decimal(*number));
                }
            }
        }
    }
}

/// A number in tenths, without a trailing `.0`.
pub(crate) fn decimal(number: f64) -> String {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

/// A text that is safe to show: cut to at most `most` characters, with U+FFFD in place of control
/// characters and of characters that change the direction of writing.
pub fn legible(text: &str, most: usize) -> String {
    shortened(text, most).chars().map(shown).collect()
}

/// A text that is safe between tags and between quotes, in SVG and HTML. Control characters and
/// characters that change the direction of writing become U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(shown(character)),
        }
    }
    safe
}

/// The character, or U+FFFD if it is a control character, changes the direction of writing, or is
/// forbidden in XML. Line ends and tabs become spaces.
fn shown(character: char) -> char {
    match character {
        '\n' | '\t' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        _ if !is_legible(character) => '\u{fffd}',
        _ => character,
    }
}

/// The width of a text, in pixels, in the fixed-width font of all texts. Characters beyond Latin,
/// Greek and Cyrillic count double, which suffices for East Asian characters.
pub(crate) fn width(text: &str, font_size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * font_size
}

/// The text, shortened with an ellipsis if necessary to fit a width in pixels.
pub(crate) fn fitted(text: &str, font_size: f64, room: f64) -> String {
    let mut used = 0.0;
    for (at, character) in text.char_indices() {
        used += advance(character) * font_size;
        if used > room {
            let mut kept: Vec<char> = text[..at].chars().collect();
            while !kept.is_empty() && kept.iter().map(|&kept| advance(kept)).sum::<f64>() * font_size + font_size > room
            {
                kept.pop();
            }
            return kept.into_iter().chain(['…']).collect();
        }
    }
    text.to_owned()
}

/// The text in lines of at most a width in pixels, broken at spaces. A word that is longer than a
/// line is cut.
pub(crate) fn wrapped(text: &str, font_size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = fitted(word, font_size, room);
        match lines.last_mut() {
            Some(line) if width(line, font_size) + width(&word, font_size) + advance(' ') * font_size <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

fn advance(character: char) -> f64 {
    if (character as u32) < 0x1100 || ('\u{2000}'..='\u{2bff}').contains(&character) { 0.61 } else { 1.22 }
}

/// The text, cut to at most this number of characters, with an ellipsis if it is cut.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
