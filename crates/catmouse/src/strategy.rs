//! The answer to `explain --strategy`: rules that say what to do in every position that can arise.

use catmouse_arena::{Aim, Place};
use catmouse_explain::prose;
use catmouse_explain::strategy::{Action, Condition, Landmark, Strategy};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side};
use serde::Serialize;

use crate::answer::{DecidedBy, Distance, Placement, SCHEMA, Start};
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
    /// Who wins under perfect play.
    pub outcome: Outcome,
    /// What decides that.
    pub decided_by: DecidedBy,
    /// The distance from the start to the forced end.
    #[serde(flatten)]
    pub distance: Distance,
    /// The position that the play starts from.
    pub start: PositionJson,
    /// How the players placed the pieces; null where the setup gives every start.
    pub placement: Option<Placement>,
    /// The winner's strategy, or for a draw one strategy for each side that holds. A holder's strategy is followed by one for the positions
    /// after the opponent's mistakes. Empty where the game is over.
    pub strategies: Vec<StrategyAnswer>,
}

/// What a player does in every position that can arise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Strategy"))]
#[non_exhaustive]
pub struct StrategyAnswer {
    /// The player who follows the strategy.
    pub player: Side,
    /// `win`, or `hold`: to keep the opponent from winning.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["win", "hold"])))]
    pub aim: &'static str,
    /// Whether it begins after a mistake by which the opponent leaves a held game, instead of at the start.
    pub after_mistakes: bool,
    /// The size of the strategy.
    pub size: StrategySizeAnswer,
    /// The rules of the strategy.
    pub tree: StrategyTreeAnswer,
    /// The moves that the rules allow at every position that can arise with the player to move, those positions first that can arise first.
    pub answers: Vec<StrategyMovesAnswer>,
    /// The opponent's moves after which the player can force a win if no limit ends the game first; the strategy with `after_mistakes`
    /// continues there.
    pub mistakes: Vec<StrategyMistakeAnswer>,
    /// The aim and the size in a sentence, then a sentence for each rule.
    pub text: Vec<String>,
}

/// How large a strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategySize"))]
#[non_exhaustive]
pub struct StrategySizeAnswer {
    /// How many rules there are: the leaves of the tree.
    pub rules: usize,
    /// How many positions can arise while the player follows the strategy, with either side to move.
    pub positions: usize,
    /// At how many of them the player is to move and has a legal move.
    pub answers: usize,
}

/// The rules of a strategy, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyTree"))]
#[non_exhaustive]
pub struct StrategyTreeAnswer {
    /// Whether the first rule is to make a move that wins at once wherever there is one.
    pub finish: bool,
    /// The rules for certain places of the player's pieces.
    pub branches: Vec<StrategyBranchAnswer>,
    /// The rule for all other places; null where there are none.
    pub elsewhere: Option<StrategyActionAnswer>,
}

/// The rules for certain places of the player's pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyBranch"))]
#[non_exhaustive]
pub struct StrategyBranchAnswer {
    /// The places; the rules hold while the player's pieces stand on any one of these.
    pub at: Vec<PlacesJson>,
    /// The cases, of which the first that applies decides; the last one always applies.
    pub cases: Vec<StrategyCaseAnswer>,
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyCase"))]
#[non_exhaustive]
pub struct StrategyCaseAnswer {
    /// The condition under which the case applies if no earlier case does; null if it always applies.
    pub when: Option<StrategySeenAnswer>,
    /// What the player does then.
    pub action: StrategyActionAnswer,
}

/// A condition on the opponent's pieces: where they stand, or how many steps the nearest of them has to a landmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategySeen"))]
#[non_exhaustive]
pub struct StrategySeenAnswer {
    /// The places, on any one of which the opponent's pieces stand; null where the condition counts steps.
    pub on: Option<Vec<PlacesJson>>,
    /// The landmark to which steps are counted: `player`, the pieces of the strategy's player, or `goal`; null where the condition names
    /// places.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["player", "goal", null])))]
    pub steps_to: Option<&'static str>,
    /// The condition holds if there are at most this many steps; null where another condition holds.
    pub at_most: Option<u32>,
    /// The condition holds if there are more than this many steps, or there is no path; null where another condition holds.
    pub more_than: Option<u32>,
}

/// What the player does by a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyAction"))]
#[non_exhaustive]
pub struct StrategyActionAnswer {
    /// `to` for one certain move, or the manner of which any move will do: it wins at once (`finish`), leaves the pieces where they are
    /// (`stay`), makes the distance to the opponent's nearest piece smaller (`nearer`) or larger (`away`), makes the distance to the goal
    /// smaller (`goal`), or keeps the opponent from winning with its next move (`safe`, `safe_goal`, `safe_away`).
    pub kind: &'static str,
    /// Where the pieces stand after the one certain move; null for a manner.
    pub to: Option<PlacesJson>,
}

/// The moves that a strategy allows at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyMoves"))]
#[non_exhaustive]
pub struct StrategyMovesAnswer {
    /// The position.
    pub position: PositionJson,
    /// Where the player's pieces stand after each of the moves; any of them will do.
    pub to: Vec<PlacesJson>,
}

/// A move of the opponent that gives up a draw or a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyMistake"))]
#[non_exhaustive]
pub struct StrategyMistakeAnswer {
    /// The position in which the move is made.
    pub position: PositionJson,
    /// Where the opponent's pieces stand after the move.
    pub to: PlacesJson,
}

impl StrategiesAnswer {
    pub(crate) fn new(game: &Game, start: &Start, strategies: &[Strategy]) -> Self {
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

fn seen(seen: &Condition, other: impl Fn(&[Place]) -> PlacesJson) -> Option<StrategySeenAnswer> {
    let steps = |landmark: &Landmark| {
        Some(match landmark {
            Landmark::Player => "player",
            Landmark::Goal => "goal",
        })
    };
    let nothing = StrategySeenAnswer { on: None, steps_to: None, at_most: None, more_than: None };
    match seen {
        Condition::Anything => None,
        Condition::Within(landmark, count) => {
            Some(StrategySeenAnswer { steps_to: steps(landmark), at_most: Some(*count), ..nothing })
        }
        Condition::Beyond(landmark, count) => {
            Some(StrategySeenAnswer { steps_to: steps(landmark), more_than: Some(*count), ..nothing })
        }
        Condition::OneOf(placements) => {
            Some(StrategySeenAnswer { on: Some(placements.iter().map(|places| other(places)).collect()), ..nothing })
        }
    }
}
