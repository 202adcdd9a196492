//! A solved game as explanations see it. It hides the types of the arena, the words and the values,
//! so that explanations are compiled once.

use catmouse_arena::{
    Adjudication, Arena, Cost, Distance, Judgement, Measure, Move, Player, PositionId, Soonest, Status, Value, Values,
    Words,
};

use crate::law::Laws;

/// A solved game: its arena, its words, the values of its positions, and the adjudication.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub(crate) arena: &'a dyn AnyArena,
    pub(crate) words: &'a dyn Words,
    pub(crate) values: &'a dyn Values,
    pub(crate) adjudication: Adjudication,
    pub(crate) laws: &'a Laws,
}

impl<'a> Context<'a> {
    /// A solved game without laws. The limit of the adjudication counts from the position to
    /// explain.
    pub fn new(
        arena: &'a dyn AnyArena,
        words: &'a dyn Words,
        values: &'a dyn Values,
        adjudication: Adjudication,
    ) -> Self {
        Self { arena, words, values, adjudication, laws: Laws::NONE }
    }

    /// The same game with known laws. Explanations give the laws as reasons.
    #[must_use]
    pub fn with_laws(self, laws: &'a Laws) -> Self {
        Self { laws, ..self }
    }

    /// Whether a player, who is to move, wins with this move. False if the values hold no distances,
    /// or if moves have costs.
    pub(crate) fn wins_at_once(&self, position: PositionId, player: Player) -> bool {
        self.words.measure() == Measure::Plies && self.values.value(position) == Value::Win { player, distance: 1 }
    }

    /// Whether some move from a position ends the game as a win of this player, whatever the values hold.
    pub(crate) fn has_winning_move(&self, position: PositionId, player: Player) -> bool {
        self.arena.successors(position).any(|step| self.arena.status(step.to) == Status::Won(player))
    }

    /// As [`Values::best_moves`].
    pub(crate) fn best_moves(&self, position: PositionId) -> Vec<Move> {
        self.arena.best_moves(self.values, position)
    }

    /// As [`Adjudication::judge_in`].
    pub(crate) fn judge(&self, position: PositionId) -> Judgement {
        self.arena.judge(&self.adjudication, self.values, position)
    }

    /// As [`Adjudication::judge_move_in`].
    pub(crate) fn judge_move(&self, step: Move) -> Judgement {
        self.arena.judge_move(&self.adjudication, self.values, step)
    }
}

/// The methods of an [`Arena`] that explanations use. Every arena implements this trait, so
/// `&arena` can be passed as `&dyn AnyArena`. Loops that generate moves are methods of this trait,
/// so that they are compiled for the arena's type.
pub trait AnyArena {
    /// See [`Arena::positions`].
    fn positions(&self) -> usize;
    /// See [`Arena::status`].
    fn status(&self, position: PositionId) -> Status;
    /// See [`Arena::successors`].
    fn successors(&self, position: PositionId) -> Box<dyn Iterator<Item = Move> + '_>;
    /// See [`Arena::precompute_moves`].
    fn precompute_moves(&self);
    /// See [`Arena::move_costs`].
    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)>;
    /// See [`Arena::spread_moves`] and [`Soonest`].
    fn spread_moves(&self, sources: &[(PositionId, Distance)], visit: &mut dyn FnMut(PositionId, Distance));
    /// See [`Values::best_moves`].
    fn best_moves(&self, values: &dyn Values, position: PositionId) -> Vec<Move>;
    /// See [`Adjudication::judge_in`].
    fn judge(&self, adjudication: &Adjudication, values: &dyn Values, position: PositionId) -> Judgement;
    /// See [`Adjudication::judge_move_in`].
    fn judge_move(&self, adjudication: &Adjudication, values: &dyn Values, step: Move) -> Judgement;
}

impl<A: Arena> AnyArena for A {
    fn positions(&self) -> usize {
        Arena::positions(self)
    }

    fn status(&self, position: PositionId) -> Status {
        Arena::status(self, position)
    }

    fn successors(&self, position: PositionId) -> Box<dyn Iterator<Item = Move> + '_> {
        Box::new(Arena::successors(self, position))
    }

    fn precompute_moves(&self) {
        Arena::precompute_moves(self);
    }

    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)> {
        Arena::move_costs(self, from, to)
    }

    fn spread_moves(&self, sources: &[(PositionId, Distance)], visit: &mut dyn FnMut(PositionId, Distance)) {
        Arena::spread_moves(self, sources, &Soonest, visit);
    }

    fn best_moves(&self, values: &dyn Values, position: PositionId) -> Vec<Move> {
        (&values).best_moves(self, position)
    }

    fn judge(&self, adjudication: &Adjudication, values: &dyn Values, position: PositionId) -> Judgement {
        adjudication.judge_in(self, values, position)
    }

    fn judge_move(&self, adjudication: &Adjudication, values: &dyn Values, step: Move) -> Judgement {
        adjudication.judge_move_in(self, values, step)
    }
}
