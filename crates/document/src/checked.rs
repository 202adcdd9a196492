//! Whether values follow from the rules, and what they say of the start.

use catmouse::{Solved, answers::CheckAnswer};
use catmouse_model::counted;

use crate::header::headline;
use crate::text::Text;
use crate::{Content, Document, placement};

/// The result of a check. Without the solved game, as after the check of a table in CSV, it says
/// nothing of the start.
pub fn checked(answer: &CheckAnswer, solved: Option<&Solved>) -> Document {
    let mut document = Document::default();
    let said = match &answer.refutation {
        Some(wrong) => format!("Refuted at {}: {}.", wrong.notation, wrong.text),
        None => format!(
            "Right: the values of all {} follow from one another by the rules.",
            counted(answer.positions, "position", "positions")
        ),
    };
    document.add(Content::Paragraph(Text::plain(said)));
    if let Some(solved) = solved.filter(|_| answer.refutation.is_none()) {
        let start = solved.start();
        document.extend(placement(solved.game(), &start.opening, start.capture_time()));
        document.add(headline(solved.game(), &start.summary));
    }
    for claim in &answer.unmet {
        document.add(Content::Paragraph(Text::plain(format!("Not as the setup expects: {claim}."))));
    }
    document
}
