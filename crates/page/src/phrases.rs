//! The phrases with which a page speaks to somebody who plays. The script fills the gaps `{0}`,
//! `{1}` of a phrase with names of vertices, numbers and other phrases.

use serde::{Serialize, Serializer};

/// The phrases of a page, by names that its script knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phrases;

/// Each name with its phrase.
const PHRASES: &[(&str, &str)] = &[
    // The questions to a reader who plays a side.
    ("askMouse", "You are the Mouse. Can you escape?"),
    ("askCat", "You are the Cat. Can you stop it?"),
    ("askCats", "You are the cats. Can you stop it?"),
    ("yourMove", "Your move."),
    // `{0}` is a side, `{1}` and `{2}` are vertices.
    ("thinks", "{0} thinks."),
    ("went", "{0} went from {1} to {2}."),
    ("stayed", "{0} stayed."),
    ("played", "{0} played {1}."),
    // The vertices to which moves lead, after the name of a vertex.
    ("leads", "moves lead to {0}"),
    // Of a judgement: `{0}` is a side, `{1}` a number of moves.
    ("mouse", "the Mouse"),
    ("cat", "the Cat"),
    ("winsNow", "{0} has won"),
    ("winsNext", "{0} wins with the next move"),
    ("winsIn", "{0} wins in {1}"),
    ("wins", "{0} wins"),
    ("draw", "it is a draw"),
    // A hint: `{0}` is a move.
    ("best", "{0} is best."),
    // The title of an end; `{0}` is the end as a clause.
    ("won", "You win: {0}."),
    ("lost", "You lose: {0}."),
    ("drawn", "A draw: {0}."),
    ("bestPlay", "With best play {0}."),
    ("escapes", "the Mouse escapes"),
    ("stops", "the Cat wins"),
    ("nobody", "neither side wins"),
    // A mistake: the vertex or the move, what follows, where the better move leads, and what would have followed.
    ("slipWent", "You went to {0}, and {1}. After {2} {3}."),
    ("slipStayed", "You stayed, and {1}. After {2} {3}."),
    ("slipPlayed", "You played {0}, and {1}. After {2} {3}."),
    ("staying", "staying"),
    // The position before the mistake, with its judgement.
    ("fork", "Here it was still open: {0}."),
    // An end without a mistake: `{0}` is a number of moves, `{1}` a number of hints.
    ("heldOut", "You were lost from the start, and held out for {0}."),
    ("clean", "In {0}, without a mistake{1}."),
    ("noMistake", "You made no mistake{0}."),
    ("oneMove", "1 move"),
    ("moves", "{0} moves"),
    ("oneHint", ", with 1 hint"),
    ("hints", ", with {0} hints"),
    ("stepThrough", "Step through the line to see how."),
];

/// What a page says instead if the mouse is not always seen. `{1}` is where the mouse may be.
pub(crate) const OF_A_HUNT: [(&str, &str); 3] = [
    ("askCat", "You are the Cat. Can you leave the Mouse no place?"),
    ("askCats", "You are the cats. Can you leave the Mouse no place?"),
    ("played", "Now {1}."),
];

impl Serialize for Phrases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(PHRASES.iter().copied())
    }
}
