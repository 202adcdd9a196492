//! Checking a claimed solution by local conditions.
//!
//! The value of a position is fixed by the values of its successors:
//!
//! * where the game is over, the winner has won at distance 0;
//! * a player who can move into its own win wins, at the minimum of distance plus cost over
//!   these moves;
//! * a player who has moves, all into the opponent's wins, loses, at the maximum of distance plus
//!   cost over its moves;
//! * everything else is endless: no move wins, and some move does not lose, or there is no move.
//!
//! Every move costs at least 1, so by induction on the distance exactly one solution satisfies
//! these conditions. A table that satisfies them is *the* solution, however it was made. The check
//! is one pass over positions and moves. This crate lies below the solvers, so the checker cannot
//! use them. It does not list the joint moves of a team, but processes one piece after the other
//! ([`Arena::scan_best`]).

use thiserror::Error;

use crate::game::Arena;
use crate::moves::{Player, PositionId, Status};
use crate::solution::Values;
use crate::value::{Distance, Value};

/// The reason why a claimed solution is wrong: the first position, in numbering order, whose value
/// does not follow from those of its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refutation {
    /// The solution has another number of positions than the arena.
    #[error("the solution has {found} values, but the arena has {expected} positions")]
    WrongSize {
        /// The positions of the arena.
        expected: usize,
        /// The values of the solution.
        found: usize,
    },
    /// The game is over here, but the claim is not a win of the winner at distance 0.
    #[error("at {position} the game is over")]
    Over {
        /// The position.
        position: PositionId,
        /// The player who has won.
        winner: Player,
        /// The claim.
        claimed: Value,
    },
    /// The player to move has a winning move, but no win is claimed.
    #[error("at {position} the player to move can win at distance {distance} by moving to {to}")]
    MissedWin {
        /// The position.
        position: PositionId,
        /// The best winning move.
        to: PositionId,
        /// The distance of the win by that move.
        distance: Distance,
        /// The claim.
        claimed: Value,
    },
    /// A win of the player to move is claimed, but no move leads into one.
    #[error("at {position} no move leads into a win of the player to move")]
    NoWinningMove {
        /// The position.
        position: PositionId,
        /// The claim.
        claimed: Value,
    },
    /// A loss of the player to move is claimed, but a move avoids it.
    #[error("at {position} the move to {to} does not lose")]
    Escape {
        /// The position.
        position: PositionId,
        /// The move that does not lose.
        to: PositionId,
        /// The claim.
        claimed: Value,
    },
    /// A loss of the player to move is claimed, but there is no move at all, so play is endless.
    #[error("at {position} the player to move has no move, so the position is endless")]
    Stuck {
        /// The position.
        position: PositionId,
        /// The claim.
        claimed: Value,
    },
    /// Endless play is claimed, but every move loses.
    #[error("at {position} every move loses, the longest defence at distance {distance}")]
    MissedLoss {
        /// The position.
        position: PositionId,
        /// The distance of the longest defence.
        distance: Distance,
        /// The claim.
        claimed: Value,
    },
    /// The right player wins, but at another distance.
    #[error("at {position} the distance is {expected}")]
    WrongDistance {
        /// The position.
        position: PositionId,
        /// The distance that follows from the successors.
        expected: Distance,
        /// The claim.
        claimed: Value,
    },
}

impl Refutation {
    /// The position that refutes the claim; `None` if the sizes differ.
    pub fn position(&self) -> Option<PositionId> {
        match *self {
            Self::WrongSize { .. } => None,
            Self::Over { position, .. }
            | Self::MissedWin { position, .. }
            | Self::NoWinningMove { position, .. }
            | Self::Escape { position, .. }
            | Self::Stuck { position, .. }
            | Self::MissedLoss { position, .. }
            | Self::WrongDistance { position, .. } => Some(position),
        }
    }
}

/// Checks whether a claimed solution is that of the arena. Time: O(positions + moves); for the
/// joint moves of a team that of [`Team::gather`]. Memory: constant; for a team the buffers of
/// gathering and 8 bytes a configuration.
///
/// [`Team::gather`]: crate::Team::gather
///
/// # Errors
///
/// A [`Refutation`] that names the first wrong position.
///
/// ```
/// use catmouse_arena::{Player, ProductArena, Refutation, Solution, StepGraph, StalemateRule, Value, Verdicts, check};
///
/// // Neither player can move and neither has won: all positions are endless.
/// let point = StepGraph::new(1, vec![]);
/// let arena = ProductArena::new(point.clone(), point, Verdicts::from_fn(1, 1, |_, _| None), StalemateRule::Endless);
/// assert_eq!(check(&arena, &Solution::from_values([Value::Endless; 2])), Ok(()));
///
/// let boast = Value::Win { player: Player::One, distance: 1 };
/// let refuted = check(&arena, &Solution::from_values([Value::Endless, boast])).unwrap_err();
/// assert!(matches!(refuted, Refutation::Stuck { .. }));
/// ```
pub fn check<A: Arena, V: Values>(arena: &A, solution: &V) -> Result<(), Refutation> {
    check_within(arena, solution, Distance::MAX)
}

/// Checks a solution that holds only the wins up to a distance, the horizon. Longer wins must be
/// claimed as endless.
///
/// # Errors
///
/// A [`Refutation`] that names the first wrong position.
pub fn check_within<A: Arena, V: Values>(arena: &A, solution: &V, horizon: Distance) -> Result<(), Refutation> {
    if arena.positions() != solution.positions() {
        return Err(Refutation::WrongSize { expected: arena.positions(), found: solution.positions() });
    }
    let mut first_wrong: Option<PositionId> = None;
    let mut is_exact = true;
    arena.scan_best(
        |position| solution.value(position),
        || !solution.has_failed(),
        |position, status, best| {
            is_exact &= best.and_then(Value::distance).is_none_or(|distance| distance < SATURATED_FROM);
            let expected = match status {
                Status::Won(player) => Value::Win { player, distance: 0 },
                Status::Turn(_) => best.filter(|best| best.distance() <= Some(horizon)).unwrap_or(Value::Endless),
            };
            if solution.value(position) != expected && first_wrong.is_none_or(|first| position < first) {
                first_wrong = Some(position);
            }
        },
    );
    if !is_exact {
        let mut positions = (0..arena.positions()).map(PositionId::new);
        return positions.try_for_each(|position| check_position(arena, solution, horizon, position));
    }
    first_wrong.map_or(Ok(()), |position| check_position(arena, solution, horizon, position))
}

/// Distances from here may saturate in [`Arena::scan_best`].
const SATURATED_FROM: Distance = 1 << 60;

/// Whether the value of one position follows from those of its successors.
fn check_position<A: Arena, V: Values>(
    arena: &A,
    solution: &V,
    horizon: Distance,
    position: PositionId,
) -> Result<(), Refutation> {
    let claimed = solution.value(position);
    let mover = match arena.status(position) {
        Status::Won(winner) if claimed == (Value::Win { player: winner, distance: 0 }) => return Ok(()),
        Status::Won(winner) => return Err(Refutation::Over { position, winner, claimed }),
        Status::Turn(mover) => mover,
    };

    let mut fastest_win: Option<(Distance, PositionId)> = None;
    let mut longest_loss: Option<Distance> = None;
    let mut escape = None;
    for step in arena.successors(position) {
        match solution.value(step.to).one_move_before(step.cost) {
            Value::Win { player, distance } if distance <= horizon => {
                if player == mover {
                    if fastest_win.is_none_or(|(known, _)| distance < known) {
                        fastest_win = Some((distance, step.to));
                    }
                    escape = escape.or(Some(step.to));
                } else {
                    longest_loss = longest_loss.max(Some(distance));
                }
            }
            _ => escape = escape.or(Some(step.to)),
        }
    }

    let claimed_winner = claimed.winner();
    let expected = match (fastest_win, escape, longest_loss) {
        (Some((distance, to)), _, _) => {
            if claimed_winner != Some(mover) {
                return Err(Refutation::MissedWin { position, to, distance, claimed });
            }
            distance
        }
        (None, Some(to), _) => {
            return match claimed_winner {
                None => Ok(()),
                Some(player) if player == mover => Err(Refutation::NoWinningMove { position, claimed }),
                Some(_) => Err(Refutation::Escape { position, to, claimed }),
            };
        }
        (None, None, None) => {
            return match claimed_winner {
                None => Ok(()),
                Some(_) => Err(Refutation::Stuck { position, claimed }),
            };
        }
        (None, None, Some(distance)) => match claimed_winner {
            None => return Err(Refutation::MissedLoss { position, distance, claimed }),
            Some(player) if player == mover => return Err(Refutation::NoWinningMove { position, claimed }),
            Some(_) => distance,
        },
    };
    if claimed.distance() == Some(expected) {
        Ok(())
    } else {
        Err(Refutation::WrongDistance { position, expected, claimed })
    }
}
