//! Colours and strokes, in a light and a dark dress.
//!
//! The colours are those of Okabe and Ito (*Color Universal Design*, 2008), which people with any kind of colour
//! vision can tell apart. No meaning rests on a colour alone: outcomes have letters, their lines have dashes of their
//! own, and pieces have shapes.

use catmouse_arena::Judgement;
use catmouse_model::Outcome;

/// The style sheet of every picture.
pub(crate) const SHEET: &str = include_str!("picture.css");

/// The classes that an outcome is shown by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    /// Of an area.
    pub(crate) fill: &'static str,
    /// Of a line.
    pub(crate) line: &'static str,
    /// Of the head of an arrow.
    pub(crate) tip: &'static str,
}

/// The classes of an outcome.
pub(crate) fn classes(outcome: Outcome) -> Classes {
    match outcome {
        Outcome::Mouse => Classes { fill: "mouse", line: "to-mouse", tip: "tip-mouse" },
        Outcome::Cat => Classes { fill: "cat", line: "to-cat", tip: "tip-cat" },
        Outcome::Draw => Classes { fill: "draw", line: "to-draw", tip: "tip-draw" },
    }
}

/// The class of an area that is worth this, if anything is said.
pub(crate) fn fill(judgement: Option<&Judgement>) -> &'static str {
    judgement.map_or("plain", |judgement| classes(judgement.outcome.into()).fill)
}

/// The colour of an outcome, paler the farther its end is: of `most` plies at most. Where no end is forced it is
/// palest.
pub(crate) fn shade(judgement: &Judgement, most: u64) -> String {
    let full: [u64; 3] = match Outcome::from(judgement.outcome) {
        Outcome::Mouse => [0x56, 0xb4, 0xe9],
        Outcome::Cat => [0xe6, 0x9f, 0x00],
        Outcome::Draw => return "#c4c4c4".to_owned(),
    };
    // Even the palest keeps a quarter of its colour.
    let most = most.max(1);
    let kept = judgement.distance.map_or(25, |distance| 100 - 75 * distance.min(most) / most);
    let channels = full.map(|channel| (channel * kept + 255 * (100 - kept)) / 100);
    format!("#{:02x}{:02x}{:02x}", channels[0], channels[1], channels[2])
}
