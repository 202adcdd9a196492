//! What all kinds of claims have in common.

use super::data::Record;
use super::teller::Teller;

/// The greatest number of sentences in a story.
pub(super) const SENTENCES: usize = 5;

/// A kind of claim, and its part in a story.
pub(super) trait Kind: Record + 'static {
    /// The weight in a story. Sentences with greater weight are earlier. A story leaves out the kinds
    /// without weight, which other texts contain.
    const WEIGHT: u32 = 0;
    /// Whether its sentences open the story, in spite of their weight.
    const OPENS: bool = false;

    /// The claim as a sentence without a full stop.
    fn sentence(&self, teller: &Teller<'_>) -> String;

    /// The sentences of the story about all claims of this kind. By default, the sentence of the
    /// first claim.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        teller.all::<Self>().take(1).map(|claim| claim.sentence(teller)).collect()
    }

    /// Whether the story includes this kind, if `sentences` sentences have more weight.
    fn is_included_after(_teller: &Teller<'_>, _sentences: usize) -> bool {
        true
    }
}
