//! A board that a program gets wrong: the program's answer, and the right one with its explanation.

use catmouse::{Error, Solved};
use catmouse_hunt::CounterexampleAnswer;
use catmouse_model::{Outcome, counted};

use crate::text::Text;
use crate::{Content, Detail, Document, Header, explanation};

/// A board that a program gets wrong, solved, and the number of boards that the program was asked
/// about.
///
/// # Errors
///
/// Those of [`explanation()`].
pub fn counterexample(broken: &CounterexampleAnswer, solved: &Solved, boards: u64) -> Result<Document, Error> {
    let winner = |outcome: Outcome| match outcome {
        Outcome::Mouse => "the Mouse wins",
        Outcome::Cat => "the Cat wins",
        Outcome::Draw => "it is a draw",
    };
    let said = match (&broken.said, &broken.problem) {
        (Some(said), _) => format!("The program says that {}", winner(*said)),
        (None, Some(problem)) => format!("The program has not answered: {problem}"),
        (None, None) => String::new(),
    };
    let mut verdict = format!("{said}; {}, so it should print {}.", winner(broken.outcome), broken.right);
    let slips: Vec<&str> = broken.slips.iter().map(|slip| slip.words()).collect();
    if !slips.is_empty() {
        verdict += &format!(" So answers a program that {}.", slips.join("; or one that "));
    }
    let paragraph = |text: &str| Content::Paragraph(Text::plain(text));
    let mut document = Document::default();
    document.add(paragraph(&broken.board));
    document.add_apart(paragraph(&verdict));
    let mut explained = explanation(solved, &solved.start(), Detail::Folded, Header::Whole)?;
    explained.blocks[0].is_apart = true;
    document.append(explained);
    let asked = counted(boards, "board", "boards");
    document.add_apart(paragraph(&format!("First met after {asked}, on a board made for: {}.", broken.made_for)));
    document.add(paragraph(&broken.first));
    Ok(document)
}
