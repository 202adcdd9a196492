//! The measures of graded levels, as texts.

use catmouse_hunt::Difficulty;

/// What is true of every graded level.
pub const LEVELS_ARE_WON: &str = "The Mouse wins each of them.";

/// The names of the measures of a graded level, each with its meaning.
pub const LEVEL_MEASURES: [(&str, &str); 7] = [
    ("difficulty", "how many times the number of games doubles in which a hasty player wins one"),
    ("moves", "the par: the Mouse's moves if both sides play perfectly"),
    ("only", "at how many of these moves one move alone wins"),
    ("tempting", "at how many of them a mistake ends as near to the goal as the right moves, or nearer"),
    ("late", "the most plies until a mistake at one of them has lost"),
    ("greedy", "after how many moves the player errs who always goes nearer to the goal"),
    ("foresight", "how many rounds a player has to see ahead to win"),
];

/// The measures of a level, in the order of [`LEVEL_MEASURES`].
pub fn level_measures(level: &Difficulty) -> [String; 7] {
    let or_else = |number: Option<u64>, none: &str| number.map_or_else(|| none.to_owned(), |number| number.to_string());
    [
        format!("{:.1}", level.difficulty),
        level.moves.to_string(),
        level.only_moves.to_string(),
        level.tempting.to_string(),
        or_else(level.late_plies, "–"),
        or_else(level.greedy_moves, "wins"),
        level.foresight.to_string(),
    ]
}
