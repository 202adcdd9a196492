//! Colours and strokes, for light and for dark surroundings.
//!
//! The colours are those of Okabe and Ito (*Color Universal Design*, 2008), which are distinct for
//! people with any kind of colour vision. No meaning rests on a colour alone: outcomes have
//! letters, their lines have different dashes, and pieces have different shapes.

use catmouse_arena::Judgement;
use catmouse_model::{Outcome, Side};

/// The style sheet of every picture.
pub(crate) const SHEET: &str = include_str!("picture.css");

/// The style classes that show an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    /// The class of an area.
    pub(crate) fill: &'static str,
    /// The class of a line.
    pub(crate) line: &'static str,
    /// The class of the head of an arrow.
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

/// The classes of what belongs to a side.
pub(crate) fn classes_of(side: Side) -> Classes {
    classes(match side {
        Side::Mouse => Outcome::Mouse,
        Side::Cat => Outcome::Cat,
    })
}

/// The class of an area with this judgement; `plain` without one.
pub(crate) fn fill(judgement: Option<&Judgement>) -> &'static str {
    judgement.map_or("plain", |judgement| classes(judgement.outcome.into()).fill)
}

/// The colour of an outcome: the farther the end, up to `most` plies, the paler the colour. It is
/// palest if no end is forced.
pub(crate) fn shade(judgement: &Judgement, most: u64) -> String {
    let full: [u64; 3] = match Outcome::from(judgement.outcome) {
        Outcome::Mouse => [0x56, 0xb4, 0xe9],
        Outcome::Cat => [0xe6, 0x9f, 0x00],
        Outcome::Draw => return "#c4c4c4".to_owned(),
    };
    // The palest colour keeps a quarter of its strength.
    let most = most.max(1);
    let kept = judgement.distance.map_or(25, |distance| 100 - 75 * distance.min(most) / most);
    let channels = full.map(|channel| (channel * kept + 255 * (100 - kept)) / 100);
    format!("#{:02x}{:02x}{:02x}", channels[0], channels[1], channels[2])
}
