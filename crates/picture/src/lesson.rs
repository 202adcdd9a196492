//! What a person tells another about a game, as a picture: the places of the idea, the move on which
//! the game hangs with the tempting other move, and the rule.

use catmouse_arena::{InOrder, Values, Words, marks};
use catmouse_explain::{Explanation, prose, story::Claim};
use catmouse_model::{Marked, Vertex};

use crate::Scene;
use crate::board::{Layout, signs};
use crate::layout::Point;
use crate::line::snapshot;
use crate::page::Sign;
use crate::snapshot::{Detail, Snapshot, mark};

impl<V: Values> Scene<'_, V> {
    /// The idea, hinge and rule of the game from the scene's start. The board shows the position of
    /// the hinge with the right move and the tempting one, and the vertices that the idea names. In
    /// a draw there are two boards if both sides have a hinge. Without a hinge the board shows the
    /// start. `explanation` must be that of the scene's start, and `claims` its story.
    ///
    /// Time: that of the layout, and O(vertices + moves).
    pub fn lesson(&self, explanation: &Explanation, claims: &[Claim]) -> String {
        let game = self.game;
        let marked_words = Marked { game, moves: false };
        let idea = prose::lesson(claims, game.arena(), &marked_words, self.values, explanation).lesson.idea.join(" ");
        let marked = places(&idea);
        let mut boards: Vec<(Snapshot<'_>, Vec<(Sign, String)>)> = Vec::new();
        for claim in claims {
            let Claim::Hinge(hinge) = claim else { continue };
            let Some(ply) = hinge.ply.map(|number| &explanation.plies[number - 1]) else { continue };
            let wrong =
                ply.others.iter().map(|other| &other.rated).find(|other| Some(&other.to) == hinge.refutation.first());
            let moves = [(&ply.played, "right")].into_iter().chain(wrong.map(|wrong| (wrong, "wrong")));
            let side = game.position(ply.from).turn;
            let told = moves.clone().map(|(rated, verdict)| {
                let text = format!("{}: {}, {verdict}", game.step(ply.from, rated.step()), mark(&rated.judgement));
                (Sign::Move(side), text)
            });
            let drawn = moves.flat_map(|(rated, _)| self.drawn(ply.from, rated.step(), Some(rated.judgement)));
            boards.push((snapshot(self, ply.from, drawn.collect()), told.collect()));
        }
        if boards.is_empty() {
            boards.push((snapshot(self, self.start, Vec::new()), Vec::new()));
        }
        let plain = prose::lesson(claims, game.arena(), game, self.values, explanation).lesson;
        let mut page = self.page("Idea, hinge and rule", &plain.idea.join(" "));
        let mut parts = plain.parts().into_iter().map(|(label, text)| format!("{label}: {text}")).peekable();
        if let Some(idea) = parts.next_if(|part| part.starts_with("Idea")) {
            page.sentence(idea);
        }
        let mut known: Vec<Point> = Vec::new();
        let mut caveat = None;
        for (board, told) in boards.iter().cloned() {
            let board = Snapshot { marked: marked.clone(), detail: Detail::Full, ..board };
            let layout = Layout::at(&board, &known);
            page.drawing(layout.draw(&board));
            page.signs(told);
            // The second board has its vertices where the first has them.
            known = layout.boxes(&board).into_iter().map(|(_, centre, _)| centre).collect();
            caveat = layout.caveat();
        }
        for part in parts {
            page.sentence(part);
        }
        if let Some(caveat) = caveat {
            page.sentence(caveat);
        }
        let mut legend = signs(&boards[0].0, game, false);
        if !marked.is_empty() {
            legend.push((Sign::Marked, "named in the idea".to_owned()));
        }
        page.signs(legend);
        if boards.iter().any(|(_, told)| !told.is_empty()) {
            page.sentence("On a move: who wins after it, M the Mouse, C the Cat, = nobody, and in how many plies (or at what cost).");
        }
        page.finish()
    }
}

/// The vertices that a marked text names, ascending.
fn places(text: &str) -> Vec<Vertex> {
    let numbers = text.split(marks::PLACE).skip(1).filter_map(|part| part.split_once(marks::NAME)?.0.parse().ok());
    let mut places: Vec<Vertex> = numbers.map(Vertex::new).collect();
    places.put_in_order();
    places.dedup();
    places
}
