//! Sentences about a game with a mouse that is not always seen. They say who wins, where the Cat places its cats, and how
//! the set of places shrinks, or why it does not.

use catmouse_explain::prose;
use catmouse_model::{Board, Outcome, Side, counted, listed};

use crate::unseen::{SolvedUnseen, UnseenAnswer, UnseenPly, places};

impl UnseenAnswer {
    /// The sentence that says who wins.
    pub fn headline(&self) -> String {
        match (self.outcome, self.distance_plies) {
            (Outcome::Cat, Some(plies)) => {
                format!("The Cat wins in {}, wherever the Mouse is.", counted(plies, "ply", "plies"))
            }
            (Outcome::Cat, None) => "The Cat wins, because play without a forced end counts as its win.".to_owned(),
            (Outcome::Mouse, Some(plies)) => {
                format!(
                    "The Mouse wins: the Cat cannot exclude that it has won after {}.",
                    counted(plies, "ply", "plies")
                )
            }
            (Outcome::Mouse, None) => "The Mouse wins: the Cat cannot force the end.".to_owned(),
            (Outcome::Draw, _) => "A draw: neither side can force the end.".to_owned(),
        }
    }
}

/// The most positions of a game for which a family is searched for.
const POSITIONS_AT_MOST: u64 = 200_000;

impl SolvedUnseen {
    /// The sentence that says where the Cat places its cats; `None` if their starts are given.
    pub fn placement(&self) -> Option<String> {
        let choice = self.placed()?;
        let labels: Vec<String> = self
            .game()
            .unseen_cats(self.start())
            .iter()
            .map(|&cat| self.game().board().label(cat).to_string())
            .collect();
        let among = match (choice.best, choice.among) {
            (0, _) => String::new(),
            (best, among) => format!(" ({best} of the {among} placements are best)"),
        };
        Some(format!("Placement: the Cat places its cats on {}{among}.", listed(&labels, "and")))
    }

    /// The paragraphs that say how the set of places shrinks, or why the Cat has no plan; none if the game is over at
    /// the start.
    pub fn story(&self, answer: &UnseenAnswer) -> Vec<String> {
        if answer.distance_plies == Some(0) {
            return Vec::new();
        }
        if !answer.line.is_empty() {
            return vec![rounds(self.game().board(), answer)];
        }
        let left = self.least_left().map_or_else(String::new, |least| {
            let places = counted(least, "place is", "places are");
            format!(" However the cats are placed and move, at least {places} left after each of their moves.")
        });
        let text = "No plan of the Cat leaves the Mouse no place. The Mouse sees everything but cannot foresee the \
                    Cat, so it has no plan either.";
        [text.to_owned() + &left].into_iter().chain(self.why_none(answer)).collect()
    }

    /// The sentence that says why the Cat does not win: it names a family of positions that play need never leave.
    fn why_none(&self, answer: &UnseenAnswer) -> Option<String> {
        answer.positions.filter(|positions| positions.total <= POSITIONS_AT_MOST)?;
        let (game, family) = (self.game(), self.family());
        let least = family.iter().min_by_key(|state| state.places.count_ones())?;
        let cats: Vec<String> =
            game.unseen_cats(least).iter().map(|&cat| format!("C{}", game.board().label(cat))).collect();
        let positions = counted(family.len(), "position shows", "positions show");
        Some(format!(
            "{positions} it: whatever the Cat does at one of them, the Mouse may then be on all places of the next. The \
             least is {} with the Mouse on {}.",
            cats.join(" "),
            game.unseen_places(least.places)
        ))
    }
}

/// The set of places after some of the rounds, in a sentence.
fn rounds(board: &Board, answer: &UnseenAnswer) -> String {
    let of_cat: Vec<&UnseenPly> = answer.line.iter().filter(|ply| ply.player == Side::Cat).collect();
    let total = of_cat.len();
    // Up to three rounds tell how the set shrinks.
    let mut rounds: Vec<usize> = (1..4).map(|quarter| total * quarter / 4).filter(|&round| round > 0).collect();
    rounds.dedup();
    let against = if answer.mouse_seen == "never" { "" } else { "against the longest defence, " };
    let told = rounds.into_iter().map(|round| {
        let left = &of_cat[round - 1].places;
        format!("after round {round} the Mouse can only be on {}", places(board, left))
    });
    let told: Vec<String> = told.chain([format!("in round {total} no place is left for it")]).collect();
    prose::capitalised(&format!("{against}{}.", told.join("; ")))
}
