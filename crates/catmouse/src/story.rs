//! The claims of a story as answers, each with what proves it.

use catmouse_arena::{Place, PositionId, Values};
use catmouse_explain::story::{Circle, Claim, Gate, Habit, Parity, Pursuit, Roles, Starts, Target};
use catmouse_explain::{Explanation, prose};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Vertex, VertexJson};
use serde::Serialize;

use crate::answer::Distance;
use crate::fields::{places, vertices};

/// The kinds of claims, in the order in which a story makes them.
pub(crate) const KINDS: [&str; 21] = Claim::KINDS;

/// A claim: its kind, what proves it, and the claim as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Claim"))]
pub struct ClaimAnswer {
    kind: &'static str,
    #[serde(flatten)]
    proof: Proof,
    text: String,
}

/// What proves a claim. In all kinds `ply`, `from_ply` and `to_ply` say after how many plies a position stands, and `plies` are numbers of
/// plies counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Proof {
    Tempo {
        from_ply: usize,
        to_ply: usize,
        outermost: bool,
        /// The position after `to_ply`; the distance is the one from there.
        position: PositionJson,
        #[serde(flatten)]
        distance: Distance,
    },
    Costs {
        total: u64,
        /// What each side's moves cost together.
        pays: Paid,
        /// The most expensive plies: the fewest that together cost at least half of the total.
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
        /// Those of them where it can be that player's turn; on the others the game ends with the opponent's next move.
        lasting: Vec<VertexJson>,
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
        place: VertexJson,
        player: Side,
        within: u32,
        /// In how many positions the Mouse is to move one step from the place and the Cat wins; in how many of them all the Cat is at most
        /// `within` steps from the place; and in how many it is farther away, none of which it wins.
        won: usize,
        kept: usize,
        excluded: usize,
        /// Whether one step leads from the place to the goal; `doors` is the number of such places.
        is_door: bool,
        doors: usize,
        /// The number of steps from the runner's start to the place on the empty board; null where there is no path. `nearest` says whether
        /// the place is a door and every other door is farther.
        steps: Option<u32>,
        nearest: bool,
        plies: Vec<usize>,
    },
    Turn {
        ply: usize,
        player: Side,
        /// The distance that remains after the move, and `loses_in` the distance at which the second-best move loses: plies from the
        /// position after the move, or cost including that of the move.
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
        /// The word for the habit, as in the `kind` of an action of a strategy.
        manner: &'static str,
        /// In how many positions every move of this manner keeps the win.
        right: usize,
        /// How many positions have a move of this manner and another move.
        of: usize,
        /// How many positions there are with the winner to move.
        all: usize,
        /// The winner's plies in the line that are not of this manner.
        exceptions: Vec<usize>,
        /// The result of following the habit wherever it applies, and the line elsewhere: it `wins`, may go round in `circles`, or
        /// `strays` from the win.
        obeyed: &'static str,
    },
    Escape {
        player: Side,
        /// The least number of steps to other places, and the most of them that one of the opponent's pieces guards.
        ways: usize,
        guarded: usize,
        /// How many pieces the opponent has.
        pieces: usize,
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
    /// `threatens`, `blocks` or `waits`.
    role: &'static str,
    /// Where it stands at the start and after each of the winner's moves.
    path: Vec<VertexJson>,
    /// After which plies it could step onto the loser's piece, which is to move.
    threatens: Vec<usize>,
    /// After which plies it is the only piece that takes a vertex away from the loser's piece, and which vertex.
    blocks: Vec<Blocked>,
    /// Whether the line ends with its step onto the loser's piece.
    catches: bool,
}

/// A vertex that one piece alone takes away from the loser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Blocked {
    ply: usize,
    place: VertexJson,
}

/// The vertices that a piece can reach, divided into the two colour classes of a bipartite board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Colours {
    like_start: Vec<VertexJson>,
    unlike_start: Vec<VertexJson>,
}

/// Numbers of steps of a side; null where there is no path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Steps {
    steps_to_goal: Option<u32>,
    steps_to_opponent: Option<u32>,
}

/// Another start, from which the game has another outcome.
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
    let list = |places: &[Place]| vertices(game, places);
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
            to: match straight.target {
                Target::Goal => "goal",
                Target::Opponent => "opponent",
            },
            path: list(&straight.path),
        },
        Claim::Shuttling(sway) => Proof::Sway {
            from_ply: sway.from_ply,
            to_ply: sway.to_ply,
            player: sway.player.into(),
            places: list(&sway.places),
        },
        // It has the keys of `Room`. No pursuit makes this claim, but every kind of claim needs a form.
        Claim::Confinement(confinement) => Proof::Room {
            ply: confinement.ply,
            player: confinement.player.into(),
            places: list(&confinement.places),
            lasting: list(&confinement.places),
            before: confinement.before,
        },
        Claim::Room(room) => Proof::Room {
            ply: room.ply,
            player: room.player.into(),
            places: list(&room.places),
            lasting: list(&room.lasting),
            before: room.before,
        },
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
        Claim::Gate(found) => gate(game, found),
        Claim::OnlyDefence(turn) => Proof::Turn {
            ply: turn.ply,
            player: turn.player.into(),
            remains: turn.remains,
            second: PlacesJson::of(game, &game.position(turn.second_best), turn.player.into()),
            loses_in: turn.loses_in,
        },
        Claim::OnlyMoves(only) => Proof::Only { plies: only.plies.iter().map(|&(ply, _)| ply).collect() },
        Claim::EasySlips(narrow) => Proof::Narrow { player: narrow.player.into(), plies: narrow.plies.clone() },
        Claim::Habit(found) => habit(found),
        Claim::Escape(escape) => Proof::Escape {
            player: escape.player.into(),
            ways: escape.ways,
            guarded: escape.guarded,
            pieces: escape.pieces,
        },
        Claim::Guard(guard) => Proof::Guard {
            player: guard.player.into(),
            places: list(&guard.places),
            of: guard.reachable,
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

fn roles(game: &Game, roles: &Roles) -> Proof {
    Proof::Roles {
        player: roles.player.into(),
        pieces: roles
            .pieces
            .iter()
            .map(|part| PieceRole {
                role: part.role().word(),
                path: vertices(game, &part.path),
                threatens: part.threatens.clone(),
                blocks: part
                    .blocks
                    .iter()
                    .map(|&(ply, place)| Blocked { ply, place: VertexJson::new(game, Vertex::new(place.number())) })
                    .collect(),
                catches: part.catches,
            })
            .collect(),
    }
}

fn gate(game: &Game, gate: &Gate) -> Proof {
    Proof::Gate {
        place: VertexJson::new(game, Vertex::new(gate.place.number())),
        player: gate.player.into(),
        within: gate.within,
        won: gate.won,
        kept: gate.kept,
        excluded: gate.excluded,
        is_door: gate.is_entrance,
        doors: gate.entrances,
        steps: gate.steps,
        nearest: gate.nearest,
        plies: gate.plies.clone(),
    }
}

fn habit(habit: &Habit) -> Proof {
    Proof::Habit {
        player: habit.player.into(),
        manner: habit.manner.word(),
        right: habit.right,
        of: habit.applicable,
        all: habit.all,
        exceptions: habit.exceptions.clone(),
        obeyed: habit.if_followed.word(),
    }
}

fn starts(game: &Game, starts: &Starts) -> Proof {
    Proof::Starts {
        player: starts.player.into(),
        of: starts.alternatives,
        same: starts.same,
        others: starts
            .different
            .iter()
            .map(|other| OtherStart {
                places: places(game, starts.player, &other.places),
                outcome: other.outcome.into(),
                steps: other.steps,
            })
            .collect(),
        nearest: starts
            .different
            .first()
            .filter(|other| other.steps.is_some())
            .map(|other| places(game, starts.player, &other.places)),
    }
}

fn parity(game: &Game, parity: &Parity) -> Proof {
    let colours = |player: usize| Colours {
        like_start: vertices(game, &parity.like_start[player]),
        unlike_start: vertices(game, &parity.unlike_start[player]),
    };
    Proof::Parity { mouse: colours(0), cat: colours(1) }
}

fn circle(game: &Game, circle: &Circle) -> Proof {
    Proof::Circle {
        from_ply: circle.from_ply,
        to_ply: circle.to_ply,
        player: circle.player.into(),
        walk: circle.walk.iter().map(|stand| places(game, circle.player, stand)).collect(),
    }
}
