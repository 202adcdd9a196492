//! The claims of a story as answers: each with what proves it.

use catmouse_arena::{Place, Player, PositionId, Values};
use catmouse_explain::story::{Aimed, Circle, Claim, Habit, Parity, Pursuit, Roles, Starts};
use catmouse_explain::{Explanation, prose};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Vertex, VertexJson};
use serde::Serialize;

use crate::answer::Distance;

/// The kinds of claims, in the order in which a story makes them.
pub(crate) const KINDS: [&str; 20] = Claim::KINDS;

/// A claim: its kind, what proves it, and the same as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Claim"))]
pub struct ClaimAnswer {
    kind: &'static str,
    #[serde(flatten)]
    proof: Proof,
    text: String,
}

/// What proves a claim: `ply`, `from_ply` and `to_ply` are the moves played before a position, `plies` numbers of
/// moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Proof {
    Tempo {
        from_ply: usize,
        to_ply: usize,
        outermost: bool,
        /// The position after `to_ply`, and how far the end is from there.
        position: PositionJson,
        #[serde(flatten)]
        distance: Distance,
    },
    Costs {
        total: u64,
        /// What each side's moves cost together.
        pays: Paid,
        /// The fewest moves that cost at least half of it, the dearest.
        plies: Vec<usize>,
    },
    Roles {
        player: Side,
        pieces: Vec<PieceRole>,
    },
    Room {
        ply: usize,
        player: Side,
        places: Vec<VertexJson>,
        /// How many places there were before.
        before: usize,
    },
    Run {
        from_ply: usize,
        to_ply: usize,
        player: Side,
        path: Vec<VertexJson>,
        /// How many plies behind the pursuer follows; null if it stays.
        behind: Option<usize>,
    },
    Straight {
        from_ply: usize,
        to_ply: usize,
        player: Side,
        /// `goal` or `opponent`.
        to: &'static str,
        path: Vec<VertexJson>,
    },
    Sway {
        from_ply: usize,
        to_ply: usize,
        player: Side,
        places: Vec<VertexJson>,
    },
    Fork {
        ply: usize,
        player: Side,
        place: VertexJson,
        /// Where it can go on to, beside the goal.
        entrances: Vec<VertexJson>,
    },
    Gate {
        entrance: VertexJson,
        player: Side,
        within: u32,
        positions: usize,
        /// How many steps the runner has to the entrance from its place at the start, whatever stands in its way; null where there is
        /// no way. `nearest` says whether every other entrance is farther, `doors` how many entrances there are.
        steps: Option<u32>,
        nearest: bool,
        doors: usize,
        plies: Vec<usize>,
    },
    Turn {
        ply: usize,
        player: Side,
        /// What remains after the move, and in what the next best one loses: plies from the position after a move, or
        /// cost with the move's own.
        remains: u64,
        second: PlacesJson,
        loses_in: u64,
    },
    Only {
        plies: Vec<usize>,
    },
    Narrow {
        player: Side,
        plies: Vec<usize>,
    },
    Habit {
        player: Side,
        /// As an action of a strategy.
        manner: &'static str,
        /// In how many positions every such move keeps the win.
        right: usize,
        /// How many positions have such a move, and another.
        of: usize,
        /// How many positions there are with the winner to move.
        all: usize,
        /// The winner's moves in the line that are not such.
        exceptions: Vec<usize>,
        /// What comes of making any such move wherever there is one, and else the line's: it `wins`, may go round in `circles`, or
        /// `strays` from the win.
        obeyed: &'static str,
    },
    Guard {
        player: Side,
        places: Vec<VertexJson>,
        /// How many places the holder's pieces can reach.
        of: usize,
        positions: usize,
    },
    Circle {
        from_ply: usize,
        to_ply: usize,
        player: Side,
        walk: Vec<PlacesJson>,
    },
    Parity {
        mouse: Colours,
        cat: Colours,
    },
    Race {
        mouse: Steps,
        cat: Steps,
    },
    Starts {
        player: Side,
        of: usize,
        same: usize,
        others: Vec<OtherStart>,
        nearest: Option<PlacesJson>,
    },
    Threat {
        ply: usize,
        player: Side,
        #[serde(flatten)]
        distance: Distance,
    },
}

/// What each side's moves cost together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Paid {
    mouse: u64,
    cat: u64,
}

/// What one of several pieces does in the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PieceRole {
    /// `drives`, `blocks` or `waits`.
    role: &'static str,
    /// Where it stands at the start and after each of the winner's moves.
    path: Vec<VertexJson>,
    /// After how many plies it could step onto the loser's piece, which is to move.
    drives: Vec<usize>,
    /// After how many plies it alone takes a place away from the loser's piece, and which.
    blocks: Vec<Blocked>,
}

/// A place that one piece alone takes away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Blocked {
    ply: usize,
    place: VertexJson,
}

/// The places that a piece can reach, in two colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Colours {
    like_start: Vec<VertexJson>,
    unlike_start: Vec<VertexJson>,
}

/// How far a side is; null where there is no way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Steps {
    steps_to_goal: Option<u32>,
    steps_to_opponent: Option<u32>,
}

/// Another start, from which the game ends otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OtherStart {
    places: PlacesJson,
    outcome: Outcome,
    steps: Option<u32>,
}

/// The claims of a story, in their order.
pub(crate) fn answers<V: Values>(
    game: &Game,
    values: &V,
    explanation: &Explanation,
    claims: &[Claim],
) -> Vec<ClaimAnswer> {
    let json = |claim: &Claim| ClaimAnswer {
        kind: claim.kind(),
        proof: proof(game, values, claim),
        text: prose::claim(claim, explanation, game),
    };
    claims.iter().map(json).collect()
}

fn proof<V: Values>(game: &Game, values: &V, claim: &Claim) -> Proof {
    let position = |id: PositionId| PositionJson::new(game, &game.position(id));
    let distance = |id: PositionId| Distance::new(game, values, id, values.value(id).distance());
    let list = |places: &[Place]| list(game, places);
    match claim {
        Claim::Tempo(tempo) => Proof::Tempo {
            from_ply: tempo.from_ply,
            to_ply: tempo.to_ply,
            outermost: tempo.outermost,
            position: position(tempo.to),
            distance: distance(tempo.to),
        },
        Claim::Costs(costs) => Proof::Costs {
            total: costs.total(),
            pays: Paid { mouse: costs.pays[0], cat: costs.pays[1] },
            plies: costs.plies.clone(),
        },
        Claim::Roles(found) => roles(game, found),
        Claim::Starts(found) => starts(game, found),
        Claim::Parity(found) => parity(game, found),
        Claim::Straight(straight) => Proof::Straight {
            from_ply: straight.from_ply,
            to_ply: straight.to_ply,
            player: straight.player.into(),
            to: match straight.aimed {
                Aimed::Goal => "goal",
                Aimed::Opponent => "opponent",
            },
            path: list(&straight.path),
        },
        Claim::Sway(sway) => Proof::Sway {
            from_ply: sway.from_ply,
            to_ply: sway.to_ply,
            player: sway.player.into(),
            places: list(&sway.places),
        },
        // The same keys: no pursuit confines its pieces, but a claim of any kind has its form.
        Claim::Confinement(confinement) => Proof::Room {
            ply: confinement.ply,
            player: confinement.player.into(),
            places: list(&confinement.places),
            before: confinement.before,
        },
        Claim::Room(room) => {
            Proof::Room { ply: room.ply, player: room.player.into(), places: list(&room.places), before: room.before }
        }
        Claim::Run(run) => Proof::Run {
            from_ply: run.from_ply,
            to_ply: run.to_ply,
            player: run.player.into(),
            path: list(&run.path),
            behind: match run.pursuit {
                Pursuit::Behind(plies) => Some(plies),
                Pursuit::Waits => None,
            },
        },
        Claim::Fork(fork) => Proof::Fork {
            ply: fork.ply,
            player: fork.player.into(),
            place: VertexJson::new(game, Vertex::new(fork.place.number())),
            entrances: list(&fork.entrances),
        },
        Claim::Gate(gate) => Proof::Gate {
            entrance: VertexJson::new(game, Vertex::new(gate.entrance.number())),
            player: gate.player.into(),
            within: gate.within,
            positions: gate.positions,
            steps: gate.steps,
            nearest: gate.nearest,
            doors: gate.doors,
            plies: gate.plies.clone(),
        },
        Claim::Turn(turn) => Proof::Turn {
            ply: turn.ply,
            player: turn.player.into(),
            remains: turn.remains,
            second: PlacesJson::of(game, &game.position(turn.second), turn.player.into()),
            loses_in: turn.loses_in,
        },
        Claim::Only(only) => Proof::Only { plies: only.plies.iter().map(|&(ply, _)| ply).collect() },
        Claim::Narrow(narrow) => Proof::Narrow { player: narrow.player.into(), plies: narrow.plies.clone() },
        Claim::Habit(found) => habit(found),
        Claim::Guard(guard) => Proof::Guard {
            player: guard.player.into(),
            places: list(&guard.places),
            of: guard.of,
            positions: guard.positions,
        },
        Claim::Circle(found) => circle(game, found),
        Claim::Race(race) => {
            let steps = |player: usize| Steps {
                steps_to_goal: race.to_goal[player],
                steps_to_opponent: race.to_opponent[player],
            };
            Proof::Race { mouse: steps(0), cat: steps(1) }
        }
        Claim::Threat(threat) => {
            Proof::Threat { ply: threat.ply, player: threat.player.into(), distance: distance(threat.position) }
        }
    }
}

fn list(game: &Game, places: &[Place]) -> Vec<VertexJson> {
    places.iter().map(|place| VertexJson::new(game, Vertex::new(place.number()))).collect()
}

fn pieces(game: &Game, player: Player, places: &[Place]) -> PlacesJson {
    let places = list(game, places);
    match Side::from(player) {
        Side::Mouse => PlacesJson::Mouse(places[0]),
        Side::Cat => PlacesJson::Cats(places),
    }
}

fn roles(game: &Game, roles: &Roles) -> Proof {
    Proof::Roles {
        player: roles.player.into(),
        pieces: roles
            .parts
            .iter()
            .map(|part| PieceRole {
                role: part.role().word(),
                path: list(game, &part.path),
                drives: part.drives.clone(),
                blocks: part
                    .blocks
                    .iter()
                    .map(|&(ply, place)| Blocked { ply, place: VertexJson::new(game, Vertex::new(place.number())) })
                    .collect(),
            })
            .collect(),
    }
}

fn habit(habit: &Habit) -> Proof {
    Proof::Habit {
        player: habit.player.into(),
        manner: habit.manner.word(),
        right: habit.right,
        of: habit.of,
        all: habit.all,
        exceptions: habit.exceptions.clone(),
        obeyed: habit.obeyed.word(),
    }
}

fn starts(game: &Game, starts: &Starts) -> Proof {
    Proof::Starts {
        player: starts.player.into(),
        of: starts.of,
        same: starts.same,
        others: starts
            .others
            .iter()
            .map(|other| OtherStart {
                places: pieces(game, starts.player, &other.places),
                outcome: other.outcome.into(),
                steps: other.steps,
            })
            .collect(),
        nearest: starts
            .others
            .first()
            .filter(|other| other.steps.is_some())
            .map(|other| pieces(game, starts.player, &other.places)),
    }
}

fn parity(game: &Game, parity: &Parity) -> Proof {
    let colours = |player: usize| Colours {
        like_start: list(game, &parity.like_start[player]),
        unlike_start: list(game, &parity.unlike_start[player]),
    };
    Proof::Parity { mouse: colours(0), cat: colours(1) }
}

fn circle(game: &Game, circle: &Circle) -> Proof {
    Proof::Circle {
        from_ply: circle.from_ply,
        to_ply: circle.to_ply,
        player: circle.player.into(),
        walk: circle.walk.iter().map(|places| pieces(game, circle.player, places)).collect(),
    }
}
