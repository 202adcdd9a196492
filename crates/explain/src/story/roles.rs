//! What each of several pieces of the winner does.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Place, Player, PositionId, Status, Values, Words};

use super::Context;

/// What a piece of the winner mostly does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Role {
    /// It could step onto the loser's piece.
    Threatens,
    /// It takes away places to which the loser's piece could step.
    Blocks,
    /// It does neither.
    Waits,
}

impl Role {
    /// The role as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Threatens => "threatens",
            Self::Blocks => "blocks",
            Self::Waits => "waits",
        }
    }
}

/// A piece of the winner, and what it does in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PieceRole {
    /// Its place at the start and after each of the winner's moves.
    pub path: Vec<Place>,
    /// The numbers of plies after which it threatens the loser's piece: the loser is to move, and this one stands where that stands, or
    /// can step there.
    pub threatens: Vec<usize>,
    /// The numbers of plies after which it blocks a place, each with the place: the loser is to move, its piece can step to this other
    /// place, and of all pieces of the winner only this one stands there or can step there.
    pub blocks: Vec<(usize, Place)>,
    /// Whether the line ends with its step onto the loser's piece.
    pub catches: bool,
}

impl PieceRole {
    /// What it mostly does: it blocks if it does so after more plies than it threatens.
    pub fn role(&self) -> Role {
        let blocking: BTreeSet<usize> = self.blocks.iter().map(|&(ply, _)| ply).collect();
        match (self.threatens.len(), blocking.len()) {
            (0, 0) => Role::Waits,
            (threatens, blocks) if blocks > threatens => Role::Blocks,
            _ => Role::Threatens,
        }
    }
}

/// In a forced win of several pieces against one, what each of them does in the line, at the positions with the loser to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Roles {
    /// The winner.
    pub player: Player,
    /// Its pieces, in the order in which they stand at the start.
    #[cfg_attr(feature = "serde", serde(rename = "parts"))]
    pub pieces: Vec<PieceRole>,
}

/// `None` if the game does not say which piece goes where ([`Words::piece_moves`]).
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Option<Roles> {
    let player = context.forced_winner()?;
    let line = context.line();
    let start = context.words.places(line[0], player);
    let loser = |position: PositionId| context.place(position, player.opponent());
    if start.len() < 2 || line.len() < 2 || loser(line[0]).is_none() {
        return None;
    }
    let role =
        |&place: &Place| PieceRole { path: vec![place], threatens: Vec::new(), blocks: Vec::new(), catches: false };
    let mut pieces: Vec<PieceRole> = start.iter().map(role).collect();
    for (ply, &position) in line.iter().enumerate() {
        if let Some(before) = ply.checked_sub(1)
            && context.explanation.plies[before].player == player
        {
            let mut moved = context.words.piece_moves(line[before], position);
            for piece in &mut pieces {
                let here = *piece.path.last()?;
                let index = moved.iter().position(|&(from, _)| from == here)?;
                piece.path.push(moved.swap_remove(index).1);
            }
        }
        if context.arena.status(position) != Status::Turn(player.opponent()) {
            continue;
        }
        let at = loser(position)?;
        let exits = context.words.steps_from(player.opponent(), at);
        let covered: Vec<BTreeSet<Place>> = pieces
            .iter()
            .filter_map(|piece| piece.path.last())
            .map(|&place| context.words.steps_from(player, place).into_iter().chain([place]).collect())
            .collect();
        for (index, piece) in pieces.iter_mut().enumerate() {
            if covered[index].contains(&at) {
                piece.threatens.push(ply);
            }
            let alone = |place: &&Place| {
                let by = |(other, covered): (usize, &BTreeSet<Place>)| covered.contains(*place) == (other == index);
                **place != at && covered.iter().enumerate().all(by)
            };
            piece.blocks.extend(exits.iter().filter(alone).map(|&place| (ply, place)));
        }
    }
    let last = line.len() - 1;
    if context.explanation.plies[last - 1].player == player && context.arena.status(line[last]) == Status::Won(player) {
        let prey = loser(line[last - 1]);
        for piece in &mut pieces {
            piece.catches = piece.path.last().copied() == prey;
        }
    }
    Some(Roles { player, pieces })
}
