//! Damaged certificates: one random change each, most of them under a checksum that is right again.

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64;

use super::dice::Dice;

/// A certificate with one change. Most of them get a right checksum again, so that it is not the
/// checksum that refuses them.
pub(super) fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let entries: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].starts_with("{\"mouse\"")).collect();
    let line = dice.below(lines.len() - 1);
    let entry = entries[dice.below(entries.len())];
    match dice.below(12) {
        0 => {
            let mut bytes = text.as_bytes().to_vec();
            let at = dice.below(bytes.len());
            bytes[at] = b' ' + dice.below(95) as u8;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        1 => return text[..dice.below(text.len())].to_owned(),
        2 => lines[line] = with_another_word(&lines[line], dice),
        3 => {
            lines.remove(entry);
            recount(&mut lines, entry, -1);
        }
        4 => {
            let copy = lines[entries[dice.below(entries.len())]].clone();
            lines.insert(entry, copy);
            recount(&mut lines, entry, 1);
        }
        5 => {
            let other = entries[dice.below(entries.len())];
            lines.swap(entry, other);
        }
        6 => lines[0] = with_another_number(&lines[0], dice),
        7..9 => lines[line] = with_another_number(&lines[line], dice),
        _ => lines[entry] = with_another_number(&lines[entry], dice),
    }
    seal(&lines)
}

/// The line with one of its numbers changed.
fn with_another_number(line: &str, dice: &mut Dice) -> String {
    let is_digit = |at: usize| line.as_bytes()[at].is_ascii_digit();
    let starts: Vec<usize> = (0..line.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1))).collect();
    if starts.is_empty() {
        return line.to_owned();
    }
    let start = starts[dice.below(starts.len())];
    let end = (start..line.len()).find(|&at| !is_digit(at)).unwrap_or(line.len());
    let number: u64 = line[start..end].parse().unwrap_or(0);
    let other = match dice.below(4) {
        0 => number.saturating_sub(1),
        1 => number.saturating_add(1),
        2 => number.saturating_add(2),
        _ => dice.below(12) as u64,
    };
    format!("{}{other}{}", &line[..start], &line[end..])
}

/// The line with one word or value in another's place.
fn with_another_word(line: &str, dice: &mut Dice) -> String {
    let pairs = [
        ("\"turn\":\"mouse\"", "\"turn\":\"cat\""),
        ("\"turn\":\"cat\"", "\"turn\":\"mouse\""),
        ("\"win\"", "\"hold\""),
        ("\"hold\"", "\"win\""),
        ("\"player\":\"mouse\"", "\"player\":\"cat\""),
        ("\"player\":\"cat\"", "\"player\":\"mouse\""),
        ("\"outcome\":\"draw\"", "\"outcome\":\"cat\""),
        ("\"outcome\":\"cat\"", "\"outcome\":\"mouse\""),
        ("\"outcome\":\"mouse\"", "\"outcome\":\"draw\""),
        ("\"to\":null", "\"to\":0"),
        ("\"to\":null", "\"to\":[0]"),
        ("null", "7"),
        ("\"rank\"", "\"rang\""),
        (",", " , "),
    ];
    let (from, to) = pairs[dice.below(pairs.len())];
    line.replacen(from, to, 1)
}

/// Corrects the number of entries of the strategy that a line belongs to.
fn recount(lines: &mut [String], entry: usize, change: i64) {
    let Some(head) = lines[..entry].iter_mut().rev().find(|line| line.starts_with("{\"strategy\"")) else { return };
    if let Some((before, count)) = head.clone().rsplit_once(':') {
        let count: i64 = count.trim_end_matches('}').parse().unwrap_or(0);
        head.clear();
        let _ = write!(head, "{before}:{}}}", count + change);
    }
}

/// The text of these lines, in which the last line of each certificate is right.
fn seal(lines: &[String]) -> String {
    let (mut text, mut from, mut count) = (String::new(), 0, 0);
    for line in lines {
        if line.starts_with("{\"catmouse_certificate\"") {
            (from, count) = (text.len(), 0);
        }
        if line.starts_with("{\"end\"") {
            let checksum = xxh3_64(&text.as_bytes()[from..]);
            let _ = writeln!(text, "{{\"end\":true,\"lines\":{count},\"checksum\":\"{checksum:016x}\"}}");
        } else {
            text += line;
            text.push('\n');
            count += 1;
        }
    }
    text
}

/// The fingerprints in a text.
pub(super) fn fingerprints(text: &str) -> Vec<&str> {
    text.split("\"board\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The cop number that a text claims; `None` for the certificate of a position.
pub(super) fn cop_number(text: &str) -> Option<&str> {
    text.lines().next()?.split("\"cop_number\":").nth(1)?.split(',').next()
}
