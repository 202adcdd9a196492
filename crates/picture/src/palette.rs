//! Colours and strokes, in a light and a dark dress.
//!
//! The colours are those of Okabe and Ito (*Color Universal Design*, 2008), which people with any kind of colour
//! vision can tell apart. No meaning rests on a colour alone: outcomes have letters, their lines have dashes of their
//! own, and pieces have shapes.

use catmouse_arena::Judgement;
use catmouse_model::Outcome;

/// The style sheet of every picture.
pub(crate) const SHEET: &str = "
text{font-family:'DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace;unicode-bidi:isolate}
.paper{fill:#fff}.say{fill:#1b1b1b}.faint{fill:#555}.ink{fill:#111}.light{fill:#fff}
.edge{stroke:#8c8c8c;stroke-width:1.4;fill:none}.tip{fill:#8c8c8c}.axis{stroke:#8c8c8c;stroke-width:1}
.frame{stroke:#3a3a3a;stroke-width:1.2}.double{stroke:#3a3a3a;stroke-width:2.2;fill:none}.wall{fill:#4a4a4a}
.plain{fill:#f3f3f3}.mouse{fill:#56b4e9}.cat{fill:#e69f00}.draw{fill:#c4c4c4}
.mouse-piece{fill:#0072b2;stroke:#fff;stroke-width:1.2}.cat-piece{fill:#d55e00;stroke:#fff;stroke-width:1.2}
.to-mouse,.to-cat,.to-draw{fill:none;stroke-width:3.2}
.to-mouse{stroke:#0072b2}.to-cat{stroke:#d55e00;stroke-dasharray:9 4}.to-draw{stroke:#6a6a6a;stroke-dasharray:2.5 3.5}
.tip-mouse{fill:#0072b2}.tip-cat{fill:#d55e00}.tip-draw{fill:#6a6a6a}
.turning{fill:none;stroke:#1b1b1b;stroke-width:2;pointer-events:none}.moment{fill:none;pointer-events:all}
@media (prefers-color-scheme:dark){.paper{fill:#15181d}.say{fill:#ececec}.faint{fill:#b4b4b4}
.edge,.axis{stroke:#868c94}.tip{fill:#868c94}.frame,.double,.turning{stroke:#d8d8d8}
.wall{fill:#5d636b}.plain{fill:#d9d9d9}
.to-mouse{stroke:#56b4e9}.to-cat{stroke:#e69f00}.to-draw{stroke:#b8b8b8}
.tip-mouse{fill:#56b4e9}.tip-cat{fill:#e69f00}.tip-draw{fill:#b8b8b8}}
";

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
