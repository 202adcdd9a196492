//! Rules that a setup chooses although they have no effect on its game.

use crate::game::Game;
use crate::settings::RuleChoices;

/// A chosen rule, or another part of a question, that has no effect given the rest of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleRule {
    /// The key of its setting, or its name on the command line.
    pub key: &'static str,
    /// The reason, as a clause: "there is no limit".
    pub reason: &'static str,
}

impl RuleChoices {
    /// The rules chosen here that have no effect on `game`, which was made with these choices.
    ///
    /// A rule is listed only if the other rules, the kind of the board or missing starts exclude an
    /// effect. A rule that has no effect merely on this particular board is not listed.
    ///
    /// ```
    /// use catmouse_model::{BoardChoice, Outcome, RuleChoices, Setup};
    ///
    /// let rules = RuleChoices { limit_winner: Some(Outcome::Mouse), ..RuleChoices::default() };
    /// let board = BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]]);
    /// let game = Setup { rules: rules.clone(), ..Setup::new(board) }.plan()?.game();
    /// let idle = rules.idle_in(&game);
    /// assert_eq!((idle[0].key, idle[0].reason), ("limit-winner", "there is no limit"));
    /// # Ok::<(), catmouse_model::Defects>(())
    /// ```
    pub fn idle_in(&self, game: &Game) -> Vec<IdleRule> {
        let Self {
            directed, cat_in_hole, cat_may_stay, cats_move, placement, endless, limit_winner, stalemate, ..
        } = self;
        let rules = game.rules();
        let all_may_stay = rules.mouse.may_stay && (rules.cat.may_stay || rules.cat_has_no_choice());
        // A limit without a winner of its own gives the win to the winner of endless play.
        let limit_decides = rules.limit.is_some_and(|limit| limit.winner != rules.endless);
        let has_starts = game.start().position().is_some();
        let idle = [
            (
                "directed",
                directed.is_some() && game.board().grid().is_some(),
                "the cells of a grid are neighbours both ways",
            ),
            ("cat-in-hole", cat_in_hole.is_some() && rules.holes.is_empty(), "there is no hole"),
            (
                "cat-may-stay",
                cat_may_stay.is_some() && rules.cat_has_no_choice(),
                "a cat that follows a script stays where its script has no step",
            ),
            ("cats-move", cats_move.is_some() && rules.cats == 1, "there is one cat"),
            ("placement", *placement == Some(true) && has_starts, "every piece is given its start"),
            ("endless", endless.is_some() && limit_decides, "no play is longer than the limit"),
            ("limit-winner", limit_winner.is_some() && rules.limit.is_none(), "there is no limit"),
            ("stalemate", stalemate.is_some() && all_may_stay, "whoever is to move may stay"),
        ];
        let chosen = idle.into_iter().filter(|&(_, is_idle, _)| is_idle);
        chosen.map(|(key, _, reason)| IdleRule { key, reason }).collect()
    }
}
