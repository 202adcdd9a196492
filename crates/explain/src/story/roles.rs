//! What each of several pieces is there for.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Place, Player, PositionId, Status, Values, Words};

use super::Told;

/// What a piece of the winner mostly does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Role {
    /// It could step onto the loser's piece, which has to move away.
    Drives,
    /// It takes away places to which the loser's piece could step.
    Blocks,
    /// Neither.
    Waits,
}

impl Role {
    /// The role as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Drives => "drives",
            Self::Blocks => "blocks",
            Self::Waits => "waits",
        }
    }
}

/// A piece and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// Where it stands at the start and after each of the winner's moves.
    pub path: Vec<Place>,
    /// After how many plies it drives: the loser is to move, and the piece stands where the loser's piece stands or can
    /// step there.
    pub drives: Vec<usize>,
    /// After how many plies it blocks a place, and which: the loser is to move, its piece can step to this other place,
    /// and of all pieces this one alone stands there or can step there.
    pub blocks: Vec<(usize, Place)>,
}

impl Part {
    /// What it mostly does: it blocks if it does so after more plies than it drives.
    pub fn role(&self) -> Role {
        let blocking: BTreeSet<usize> = self.blocks.iter().map(|&(ply, _)| ply).collect();
        match (self.drives.len(), blocking.len()) {
            (0, 0) => Role::Waits,
            (drives, blocks) if blocks > drives => Role::Blocks,
            _ => Role::Drives,
        }
    }
}

/// In a forced win of several pieces against one, what each of them does in the line. It counts where the loser is to
/// move and the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Roles {
    /// The winner.
    pub player: Player,
    /// Its pieces, in the order in which they stand at the start.
    pub parts: Vec<Part>,
}

/// None where the game does not say which piece goes where.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Option<Roles> {
    let player = it.forced_winner()?;
    let line = it.line();
    let start = it.words.places(line[0], player);
    let loser = |position: PositionId| it.place(position, player.opponent());
    if start.len() < 2 || line.len() < 2 || loser(line[0]).is_none() {
        return None;
    }
    let mut parts: Vec<Part> =
        start.iter().map(|&place| Part { path: vec![place], drives: Vec::new(), blocks: Vec::new() }).collect();
    for (ply, &position) in line.iter().enumerate() {
        if let Some(before) = ply.checked_sub(1)
            && it.explanation.plies[before].player == player
        {
            let mut moved = it.words.piece_moves(line[before], position);
            for part in &mut parts {
                let here = *part.path.last()?;
                let index = moved.iter().position(|&(from, _)| from == here)?;
                part.path.push(moved.swap_remove(index).1);
            }
        }
        if it.arena.status(position) != Status::Turn(player.opponent()) {
            continue;
        }
        let at = loser(position)?;
        let exits = it.words.steps_from(player.opponent(), at);
        let covered: Vec<BTreeSet<Place>> = parts
            .iter()
            .filter_map(|part| part.path.last())
            .map(|&place| it.words.steps_from(player, place).into_iter().chain([place]).collect())
            .collect();
        for (index, part) in parts.iter_mut().enumerate() {
            if covered[index].contains(&at) {
                part.drives.push(ply);
            }
            let alone = |place: &&Place| {
                let by = |(other, covered): (usize, &BTreeSet<Place>)| covered.contains(*place) == (other == index);
                **place != at && covered.iter().enumerate().all(by)
            };
            part.blocks.extend(exits.iter().filter(alone).map(|&place| (ply, place)));
        }
    }
    Some(Roles { player, parts })
}
