//! The answer to `explain --strategy`: rules that give a move at every position that can arise.

use catmouse_arena::{Aim, Place};
use catmouse_explain::prose;
use catmouse_explain::strategy::{Action, Landmark, PlacementCondition, Strategy};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side};
use serde::Serialize;

use crate::answer::{DecidedBy, DistanceAnswer, Placement, SCHEMA, SolvedStart};
use crate::fields::places;

/// The strategies that prove an outcome.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// let strategies = solved.strategies()?.strategies;
/// assert_eq!((strategies.len(), strategies[0].aim, strategies[0].size.rules), (1, "win", 1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Strategies"))]
#[non_exhaustive]
pub struct StrategiesAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The outcome under perfect play.
    pub outcome: Outcome,
    /// The cause of the outcome.
    pub decided_by: DecidedBy,
    /// The distance from the start to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The position from which the play starts.
    pub start: PositionJson,
    /// The placement that the players choose; null if the setup gives every start.
    pub placement: Option<Placement>,
    /// The winner's strategy, or in a draw one strategy for each side that holds the game. The
    /// strategy of such a side is followed by another one for the positions after the opponent's
    /// mistakes. Empty if the game is over.
    pub strategies: Vec<StrategyAnswer>,
}

/// A player's moves at every position that can arise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Strategy"))]
#[non_exhaustive]
pub struct StrategyAnswer {
    /// The player who follows the strategy.
    pub player: Side,
    /// `win`, or `hold`: to prevent the opponent from winning.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["win", "hold"])))]
    pub aim: &'static str,
    /// Whether the strategy begins after a mistake by which the opponent leaves a held game,
    /// instead of at the start.
    pub after_mistakes: bool,
    /// The size of the strategy.
    pub size: StrategySizeAnswer,
    /// The rules of the strategy.
    pub tree: StrategyTreeAnswer,
    /// The moves that the rules allow, for every position that can arise with the player to move.
    /// Positions that can arise earlier come first.
    pub answers: Vec<StrategyMovesAnswer>,
    /// The opponent's moves after which the player can force a win, within the limit if the move is
    /// made as soon as it can be. The strategy with `after_mistakes` continues there.
    pub mistakes: Vec<StrategyMistakeAnswer>,
    /// A sentence about the aim and the size, then a sentence for each rule.
    pub text: Vec<String>,
}

/// The size of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategySize"))]
#[non_exhaustive]
pub struct StrategySizeAnswer {
    /// The number of rules, which are the leaves of the tree.
    pub rules: usize,
    /// The number of positions that can arise while the player follows the strategy, with either
    /// side to move.
    pub positions: usize,
    /// The number of these positions at which the player is to move and has a legal move.
    pub answers: usize,
}

/// The rules of a strategy, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyTree"))]
#[non_exhaustive]
pub struct StrategyTreeAnswer {
    /// Whether the first rule is to win at once whenever there is a move that does.
    pub finish: bool,
    /// The rules for certain places of the player's pieces.
    pub branches: Vec<StrategyBranchAnswer>,
    /// The rule for all other places; null if there are no other places.
    pub elsewhere: Option<StrategyActionAnswer>,
}

/// The rules for certain places of the player's pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyBranch"))]
#[non_exhaustive]
pub struct StrategyBranchAnswer {
    /// The places. The rules apply if the player's pieces stand on any one of them.
    pub at: Vec<PlacesJson>,
    /// The cases. The first case that applies decides, and the last case always applies.
    pub cases: Vec<StrategyCaseAnswer>,
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyCase"))]
#[non_exhaustive]
pub struct StrategyCaseAnswer {
    /// The condition under which the case applies if no earlier case does; null if the case always
    /// applies.
    pub when: Option<StrategySeenAnswer>,
    /// The player's move in this case.
    pub action: StrategyActionAnswer,
}

/// A condition on the opponent's pieces: their places, or the number of steps from the nearest of
/// them to a landmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategySeen"))]
#[non_exhaustive]
pub struct StrategySeenAnswer {
    /// The condition holds if the opponent's pieces stand on any one of these places; null if the
    /// condition counts steps.
    pub on: Option<Vec<PlacesJson>>,
    /// The landmark to which steps are counted: `player`, the pieces of the strategy's player, or
    /// `goal`; null if the condition names places.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["player", "goal", null])))]
    pub steps_to: Option<&'static str>,
    /// The condition holds if the number of steps is at most this; null if there is another
    /// condition.
    pub at_most: Option<u32>,
    /// The condition holds if the number of steps is greater than this, or if there is no path;
    /// null if there is another condition.
    pub more_than: Option<u32>,
}

/// The player's move by a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyAction"))]
#[non_exhaustive]
pub struct StrategyActionAnswer {
    /// `to` for one certain move. Otherwise a class of moves, any of which will do: a move that
    /// wins at once (`finish`), leaves the pieces where they are (`stay`), makes the distance to
    /// the opponent's nearest piece smaller (`nearer`) or larger (`away`), makes the distance to
    /// the goal smaller (`goal`), or prevents the opponent from winning with its next move (`safe`,
    /// `safe_goal`, `safe_away`).
    pub kind: &'static str,
    /// The places of the pieces after the one certain move; null for a class of moves.
    pub to: Option<PlacesJson>,
}

/// The moves that a strategy allows at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyMoves"))]
#[non_exhaustive]
pub struct StrategyMovesAnswer {
    /// The position.
    pub position: PositionJson,
    /// The places of the player's pieces after each of the moves; any of these moves will do.
    pub to: Vec<PlacesJson>,
}

/// A move of the opponent that gives up a draw or a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyMistake"))]
#[non_exhaustive]
pub struct StrategyMistakeAnswer {
    /// The position in which the move is made.
    pub position: PositionJson,
    /// The places of the opponent's pieces after the move.
    pub to: PlacesJson,
}

impl StrategiesAnswer {
    pub(crate) fn new(game: &Game, start: &SolvedStart, strategies: &[Strategy]) -> Self {
        Self {
            schema: SCHEMA,
            outcome: start.outcome(),
            decided_by: start.summary.decision.into(),
            distance: start.distance,
            start: PositionJson::new(game, &start.opening.position),
            placement: start.placement(game),
            strategies: strategies.iter().map(|strategy| StrategyAnswer::new(game, strategy)).collect(),
        }
    }
}

impl StrategyAnswer {
    fn new(game: &Game, strategy: &Strategy) -> Self {
        let position = |id| PositionJson::new(game, &game.position(id));
        let own = |stand: &[Place]| places(game, strategy.player, stand);
        let other = |stand: &[Place]| places(game, strategy.player.opponent(), stand);
        let action = |action: &Action| match action {
            Action::By(manner) => StrategyActionAnswer { kind: manner.word(), to: None },
            Action::To(places) => StrategyActionAnswer { kind: "to", to: Some(own(places)) },
        };
        let branches = strategy.branches.iter().map(|branch| StrategyBranchAnswer {
            at: branch.at.iter().map(|places| own(places)).collect(),
            cases: branch
                .cases
                .iter()
                .map(|case| StrategyCaseAnswer { when: seen(&case.condition, other), action: action(&case.action) })
                .collect(),
        });
        let answers = strategy.answers.iter().map(|answered| StrategyMovesAnswer {
            position: position(answered.position),
            to: answered.moves.iter().map(|&to| PlacesJson::after(game, answered.position, to)).collect(),
        });
        let mistakes = strategy.mistakes.iter().map(|&(from, to)| StrategyMistakeAnswer {
            position: position(from),
            to: PlacesJson::after(game, from, to),
        });
        let rules = prose::strategy_rules(strategy, game).into_iter();
        Self {
            player: strategy.player.into(),
            aim: match strategy.aim {
                Aim::Win => "win",
                Aim::Hold => "hold",
            },
            after_mistakes: strategy.after_mistakes,
            size: StrategySizeAnswer {
                rules: strategy.rules(),
                positions: strategy.positions,
                answers: strategy.answers.len(),
            },
            tree: StrategyTreeAnswer {
                finish: strategy.finishes,
                branches: branches.collect(),
                elsewhere: strategy.elsewhere.map(|manner| action(&Action::By(manner))),
            },
            answers: answers.collect(),
            mistakes: mistakes.collect(),
            text: std::iter::once(prose::strategy_claim(strategy, game)).chain(rules).collect(),
        }
    }
}

fn seen(seen: &PlacementCondition, other: impl Fn(&[Place]) -> PlacesJson) -> Option<StrategySeenAnswer> {
    let steps = |landmark: &Landmark| {
        Some(match landmark {
            Landmark::Player => "player",
            Landmark::Goal => "goal",
        })
    };
    let nothing = StrategySeenAnswer { on: None, steps_to: None, at_most: None, more_than: None };
    match seen {
        PlacementCondition::Anything => None,
        PlacementCondition::Within(landmark, count) => {
            Some(StrategySeenAnswer { steps_to: steps(landmark), at_most: Some(*count), ..nothing })
        }
        PlacementCondition::Beyond(landmark, count) => {
            Some(StrategySeenAnswer { steps_to: steps(landmark), more_than: Some(*count), ..nothing })
        }
        PlacementCondition::OneOf(placements) => {
            Some(StrategySeenAnswer { on: Some(placements.iter().map(|places| other(places)).collect()), ..nothing })
        }
    }
}
