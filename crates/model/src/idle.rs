//! Rules that are chosen although they cannot matter beside the other rules of a game.

use crate::rules::Rules;
use crate::settings::RuleChoices;

/// A rule that is chosen and has no effect on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleRule {
    /// The key of its setting.
    pub key: &'static str,
    /// Why it has no effect: a clause, as in "there is no limit".
    pub reason: &'static str,
}

impl RuleChoices {
    /// The rules chosen here that have no effect beside the `rules` of a game, which they are part of.
    ///
    /// A rule that could matter but does not, because of how the board lies or where the pieces start, is not listed.
    ///
    /// ```
    /// use catmouse_model::{BoardChoice, Outcome, RuleChoices, Setup};
    ///
    /// let rules = RuleChoices { limit_winner: Some(Outcome::Mouse), ..RuleChoices::default() };
    /// let board = BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]]);
    /// let game = Setup { rules: rules.clone(), ..Setup::new(board) }.plan()?.game();
    /// let idle = rules.idle_beside(game.rules());
    /// assert_eq!((idle[0].key, idle[0].reason), ("limit-winner", "there is no limit"));
    /// # Ok::<(), catmouse_model::Defects>(())
    /// ```
    pub fn idle_beside(&self, rules: &Rules) -> Vec<IdleRule> {
        let Self { cat_in_hole, cats_move, endless, limit_winner, stalemate, .. } = self;
        let all_may_stay = rules.mouse.may_stay && rules.cat.may_stay;
        // Where a limit is and nothing says who wins by it, that is who wins endless play.
        let limit_decides = rules.limit.is_some_and(|limit| limit.winner != rules.endless);
        let idle = [
            ("cat-in-hole", cat_in_hole.is_some() && rules.holes.is_empty(), "there is no hole"),
            ("cats-move", cats_move.is_some() && rules.cats == 1, "there is one cat"),
            ("endless", endless.is_some() && limit_decides, "no play is longer than the limit"),
            ("limit-winner", limit_winner.is_some() && rules.limit.is_none(), "there is no limit"),
            ("stalemate", stalemate.is_some() && all_may_stay, "whoever is to move may stay"),
        ];
        let chosen = idle.into_iter().filter(|&(_, is_idle, _)| is_idle);
        chosen.map(|(key, _, reason)| IdleRule { key, reason }).collect()
    }
}
