//! What to do against everything: few rules instead of one line.

use catmouse_arena::{Aim, Place, Player};
use catmouse_explain::prose;
use catmouse_explain::strategy::{Action, Landmark, Seen, Strategy};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Vertex, VertexJson};
use serde::Serialize;

use crate::answer::{DecidedBy, Distance, Placement, SCHEMA, Start};

/// The strategies that prove an outcome.
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
    /// How far the forced end is from the start.
    #[serde(flatten)]
    pub distance: Distance,
    /// Where the play starts.
    pub start: PositionJson,
    /// How the pieces came to stand there; null where the setup says so.
    pub placement: Option<Placement>,
    /// The winner's strategy, or for a draw how each side holds; a holder's is followed by what it does after the
    /// opponent's mistakes. Empty where the game is over.
    pub strategies: Vec<StrategyAnswer>,
}

/// What a player does against everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Strategy"))]
#[non_exhaustive]
pub struct StrategyAnswer {
    /// Whose it is.
    pub player: Side,
    /// `win`, or `hold`: to keep the opponent from winning.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["win", "hold"])))]
    pub aim: &'static str,
    /// Whether it begins where the opponent has left a held game by a mistake, instead of at the start.
    pub after_mistakes: bool,
    /// How large it is.
    pub size: SizeAnswer,
    /// Its rules.
    pub tree: TreeAnswer,
    /// The same for every position that can arise with the player to move, by how soon it can.
    pub answers: Vec<AnsweredAnswer>,
    /// The opponent's moves after which the player can force a win, given the time; the strategy with `after_mistakes`
    /// goes on from there.
    pub mistakes: Vec<MistakeAnswer>,
    /// What it is for and its size, then its rules, a sentence each.
    pub text: Vec<String>,
}

/// How large a strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategySize"))]
#[non_exhaustive]
pub struct SizeAnswer {
    /// How many rules: the leaves of the tree.
    pub rules: usize,
    /// How many positions can arise while the player keeps to it, whoever is to move.
    pub positions: usize,
    /// At how many of them the player is to move and can.
    pub answers: usize,
}

/// The rules of a strategy, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyTree"))]
#[non_exhaustive]
pub struct TreeAnswer {
    /// Whether the first rule is to win at once wherever a move does.
    pub finish: bool,
    /// What is done while the player's pieces stand on certain places.
    pub branches: Vec<BranchAnswer>,
    /// What is done on all other places; null where there are none.
    pub elsewhere: Option<ActionAnswer>,
}

/// What is done while the player's pieces stand on certain places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyBranch"))]
#[non_exhaustive]
pub struct BranchAnswer {
    /// Where they stand: on one of these.
    pub at: Vec<PlacesJson>,
    /// The first that applies decides; the last applies to anything.
    pub cases: Vec<CaseAnswer>,
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyCase"))]
#[non_exhaustive]
pub struct CaseAnswer {
    /// When it applies, if no case before it does; null for always.
    pub when: Option<SeenAnswer>,
    /// What is done then.
    pub action: ActionAnswer,
}

/// What is seen of the opponent: where its pieces stand, or how many steps its nearest piece has to a landmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategySeen"))]
#[non_exhaustive]
pub struct SeenAnswer {
    /// Its pieces stand on one of these; null where steps are counted.
    pub on: Option<Vec<PlacesJson>>,
    /// To what the steps are counted: `player`, the pieces of the strategy's player, or `goal`; null where places are
    /// named.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["player", "goal", null])))]
    pub steps_to: Option<&'static str>,
    /// At most so many.
    pub at_most: Option<u32>,
    /// More than so many, or no way.
    pub more_than: Option<u32>,
}

/// What a rule tells a player to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyAction"))]
#[non_exhaustive]
pub struct ActionAnswer {
    /// `to`, or any move of a manner: one that wins at once (`finish`), leaves the pieces where they are (`stay`),
    /// leaves fewer steps to the opponent's nearest piece (`nearer`) or more (`away`), leaves fewer steps to the goal
    /// (`goal`), or lets the opponent not win with its next move (`safe`, `safe_goal`, `safe_away`).
    pub kind: &'static str,
    /// Where the pieces stand after it; null for a manner.
    pub to: Option<PlacesJson>,
}

/// The moves that a strategy allows at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyMoves"))]
#[non_exhaustive]
pub struct AnsweredAnswer {
    /// The position.
    pub position: PositionJson,
    /// Where the player's pieces stand after each of the moves: any of them will do.
    pub to: Vec<PlacesJson>,
}

/// A move of the opponent that loses what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StrategyMistake"))]
#[non_exhaustive]
pub struct MistakeAnswer {
    /// The position.
    pub position: PositionJson,
    /// Where the opponent's pieces stand after it.
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
        let own = |places: &[Place]| stand(game, strategy.player, places);
        let other = |places: &[Place]| stand(game, strategy.player.opponent(), places);
        let action = |action: &Action| match action {
            Action::By(manner) => ActionAnswer { kind: manner.word(), to: None },
            Action::To(places) => ActionAnswer { kind: "to", to: Some(own(places)) },
        };
        let branches = strategy.branches.iter().map(|branch| BranchAnswer {
            at: branch.at.iter().map(|places| own(places)).collect(),
            cases: branch
                .cases
                .iter()
                .map(|case| CaseAnswer { when: seen(&case.seen, other), action: action(&case.action) })
                .collect(),
        });
        let answers = strategy.answers.iter().map(|answered| AnsweredAnswer {
            position: position(answered.position),
            to: answered.moves.iter().map(|&to| PlacesJson::after(game, answered.position, to)).collect(),
        });
        let mistakes = strategy
            .mistakes
            .iter()
            .map(|&(from, to)| MistakeAnswer { position: position(from), to: PlacesJson::after(game, from, to) });
        let rules = prose::strategy_rules(strategy, game).into_iter();
        Self {
            player: strategy.player.into(),
            aim: match strategy.aim {
                Aim::Win => "win",
                Aim::Hold => "hold",
            },
            after_mistakes: strategy.after_mistakes,
            size: SizeAnswer {
                rules: strategy.rules(),
                positions: strategy.positions,
                answers: strategy.answers.len(),
            },
            tree: TreeAnswer {
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

/// Where the pieces of a player stand.
fn stand(game: &Game, player: Player, places: &[Place]) -> PlacesJson {
    let vertices: Vec<VertexJson> =
        places.iter().map(|place| VertexJson::new(game, Vertex::new(place.number()))).collect();
    match Side::from(player) {
        Side::Mouse => PlacesJson::Mouse(vertices[0]),
        Side::Cat => PlacesJson::Cats(vertices),
    }
}

fn seen(seen: &Seen, other: impl Fn(&[Place]) -> PlacesJson) -> Option<SeenAnswer> {
    let steps = |landmark: &Landmark| {
        Some(match landmark {
            Landmark::Player => "player",
            Landmark::Goal => "goal",
        })
    };
    let nothing = SeenAnswer { on: None, steps_to: None, at_most: None, more_than: None };
    match seen {
        Seen::Anything => None,
        Seen::Within(landmark, count) => {
            Some(SeenAnswer { steps_to: steps(landmark), at_most: Some(*count), ..nothing })
        }
        Seen::Beyond(landmark, count) => {
            Some(SeenAnswer { steps_to: steps(landmark), more_than: Some(*count), ..nothing })
        }
        Seen::OneOf(placements) => {
            Some(SeenAnswer { on: Some(placements.iter().map(|places| other(places)).collect()), ..nothing })
        }
    }
}
