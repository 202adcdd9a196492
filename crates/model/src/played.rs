//! Games in progress: the state of a game, and the moves that were played.

use catmouse_arena::{Adjudication, Arena, Limit, Move, PositionId, Status};

use crate::game::Game;

/// The state of a game in progress: the position, and the adjudication that applies from that
/// position. Its limit is the part of the limit that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The position.
    pub position: PositionId,
    /// The result of endless play, and the part of the limit that is left.
    pub adjudication: Adjudication,
}

impl GameState {
    /// The state after these moves, which were played from this state.
    #[must_use]
    pub fn after(self, moves: &[PlayedMove]) -> Self {
        moves.last().map_or(self, PlayedMove::then)
    }

    /// Whether some legal move stays within the rest of the limit. If none does, the limit is used
    /// up.
    pub fn can_go_on(&self, game: &Game) -> bool {
        self.adjudication.limit.is_none()
            || game.legal_moves(self.position).iter().any(|step| self.adjudication.after(step.cost).is_some())
    }
}

/// A move that was played, with the state of the game before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The state before the move.
    pub before: GameState,
    /// The move.
    pub step: Move,
}

impl PlayedMove {
    /// The state after the move; `None` if the move goes beyond the limit.
    pub fn after(&self) -> Option<GameState> {
        let adjudication = self.before.adjudication.after(self.step.cost)?;
        Some(GameState { position: self.step.to, adjudication })
    }

    /// The state after the move. A move beyond the limit ends the game at the position before the
    /// move, with nothing left of the limit.
    pub(crate) fn then(&self) -> GameState {
        let spent = |limit: Limit| limit.after(limit.distance).unwrap_or(limit);
        self.after().unwrap_or_else(|| {
            let adjudication = self.before.adjudication;
            let adjudication = Adjudication { limit: adjudication.limit.map(spent), ..adjudication };
            GameState { adjudication, ..self.before }
        })
    }
}

impl Game {
    /// The legal moves at a position, in the arena's order; empty if the game is over or in
    /// stalemate.
    pub fn legal_moves(&self, position: PositionId) -> Vec<Move> {
        match self.arena().status(position) {
            Status::Won(_) => Vec::new(),
            Status::Turn(_) => self.arena().successors(position).collect(),
        }
    }
}
