//! Rules that are chosen although they cannot matter beside the other rules of a game.

use crate::game::Game;
use crate::settings::RuleChoices;

/// A rule that is chosen and has no effect on a game, or another part of a question that has none beside the rest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleRule {
    /// The key of its setting, or what the command line calls it.
    pub key: &'static str,
    /// Why it has no effect: a clause, as in "there is no limit".
    pub reason: &'static str,
}

impl RuleChoices {
    /// The rules chosen here that have no effect on a game, whose rules they are part of.
    ///
    /// Only what the other rules, the kind of the board and missing starts decide is listed: a rule that could matter, but does not on this
    /// very board, is not.
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
        let Self { directed, cat_in_hole, cats_move, placement, endless, limit_winner, stalemate, .. } = self;
        let rules = game.rules();
        let all_may_stay = rules.mouse.may_stay && rules.cat.may_stay;
        // Where a limit is and nothing says who wins by it, that is who wins endless play.
        let limit_decides = rules.limit.is_some_and(|limit| limit.winner != rules.endless);
        let has_starts = game.start().position().is_some();
        let idle = [
            (
                "directed",
                directed.is_some() && game.board().grid().is_some(),
                "the cells of a grid are neighbours both ways",
            ),
            ("cat-in-hole", cat_in_hole.is_some() && rules.holes.is_empty(), "there is no hole"),
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
