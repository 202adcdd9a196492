//! The whole strategy: what a player does against everything, as few rules.
//!
//! A line answers the best replies only. A [`Strategy`] answers all of them: it has rules for every position that can
//! arise while the player keeps to it and the opponent does anything. The rules form a decision tree: first what holds
//! wherever the player stands (a move that wins at once), then a [`Branch`] for each group of places of its own pieces,
//! in it a [`Case`] for what is seen of the opponent, and last what is done on all other places. A rule allows one move
//! or several, and each of them is right, so it does not matter which is made.
//!
//! Which of the many right strategies is told is decided by its size: rules are learned from the moves that win
//! soonest, from the line's own choice, or from the small trap of a holding, and those that are told in the fewest
//! words are kept. Once learned, the rules are learned again from what can still arise, as long as that helps.
//!
//! Such trees are the subject of T. Brázdil, K. Chatterjee, J. Křetínský, V. Toman, *Strategy Representation by
//! Decision Trees in Reactive Synthesis*, TACAS 2018.

mod explore;
mod item;
mod learn;

use std::collections::HashMap;

use catmouse_arena::{Aim, Arena, DecidedBy, Outcome, Place, Player, PositionId, Status, Values, Words};
use thiserror::Error;

use crate::explanation::Explanation;
use crate::main_move::main_move;
use crate::story::Obeyed;
use explore::{Permitted, explore, followed};
use learn::learn;

/// A kind of move that can be described without naming a place: to stay, to come nearer, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Manner {
    /// A move that wins at once.
    Finish,
    /// The pieces stay where they stand.
    Stay,
    /// A step that leaves fewer steps to the nearest of the opponent's pieces.
    Nearer,
    /// A step that leaves fewer steps to the goal.
    Goal,
    /// Any move after which the opponent cannot win with its next move.
    Safe,
    /// A safe move that leaves fewer steps to the goal.
    SafeGoal,
    /// A step that leaves more steps to the nearest of the opponent's pieces.
    Away,
    /// A safe move that leaves more steps to the nearest of the opponent's pieces.
    SafeAway,
}

impl Manner {
    /// All of them, the plainest first.
    pub const ALL: [Self; 8] =
        [Self::Finish, Self::Stay, Self::Nearer, Self::Goal, Self::Safe, Self::SafeGoal, Self::Away, Self::SafeAway];

    /// The manner as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Finish => "finish",
            Self::Stay => "stay",
            Self::Nearer => "nearer",
            Self::Goal => "goal",
            Self::Safe => "safe",
            Self::SafeGoal => "safe_goal",
            Self::Away => "away",
            Self::SafeAway => "safe_away",
        }
    }
}

/// What a rule tells a player to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Any move of this manner; there is one wherever the rule applies.
    By(Manner),
    /// The move after which the pieces stand there, ascending.
    To(Vec<Place>),
}

/// From where the steps of the opponent are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Landmark {
    /// The player's own pieces.
    Player,
    /// The goal.
    Goal,
}

/// What is seen of the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seen {
    /// Anything.
    Anything,
    /// Its nearest piece has at most so many steps to the landmark.
    Within(Landmark, u32),
    /// Its nearest piece has more than so many steps to the landmark, or no way.
    Beyond(Landmark, u32),
    /// Its pieces stand on one of these, each ascending.
    OneOf(Vec<Vec<Place>>),
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// When it applies, if no case before it does.
    pub seen: Seen,
    /// What is done then.
    pub action: Action,
}

/// What is done while the player's pieces stand on certain places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Where they stand: on one of these, each ascending.
    pub at: Vec<Vec<Place>>,
    /// The first that applies decides; the last applies to anything.
    pub cases: Vec<Case>,
}

/// The moves that a strategy allows at a position that can arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The position, with the player to move.
    pub position: PositionId,
    /// The position after each move, at least one, in the arena's order.
    pub moves: Vec<PositionId>,
}

/// What a player does against everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Whose it is.
    pub player: Player,
    /// What it is for.
    pub aim: Aim,
    /// Whether it begins where the opponent has left a held game by a mistake, instead of at the start.
    pub after_mistakes: bool,
    /// How many positions can arise while the player keeps to it, whoever is to move.
    pub positions: usize,
    /// Those at which the player is to move and can, by how soon they can arise.
    pub answers: Vec<Answered>,
    /// How many of the [`mistakes`](Self::mistakes) let the player win with its next move.
    pub gifts: usize,
    /// Whether the first rule is to win at once wherever a move does.
    pub finishes: bool,
    /// What is done on these places, by the places.
    pub branches: Vec<Branch>,
    /// What is done on all others, if any are left.
    pub elsewhere: Option<Manner>,
    /// The opponent's moves after which the player can force a win, given the time, each from a position that can
    /// arise; the strategy [`after_mistakes`](Self::after_mistakes) goes on from there.
    pub mistakes: Vec<(PositionId, PositionId)>,
}

impl Strategy {
    /// How many rules it has: the leaves of its tree.
    pub fn rules(&self) -> usize {
        let cases: usize = self.branches.iter().map(|branch| branch.cases.len()).sum();
        usize::from(self.finishes) + cases + usize::from(self.elsewhere.is_some())
    }

    /// Its size: one for each rule, and one for each placement of the opponent that it names.
    pub(crate) fn length(&self) -> usize {
        let named = self.branches.iter().flat_map(|branch| &branch.cases).map(|case| match &case.seen {
            Seen::OneOf(placements) => placements.len(),
            _ => 0,
        });
        self.rules() + named.sum::<usize>()
    }
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStrategy {
    /// More positions can arise than are learned from.
    #[error("more than {at_most} positions can arise, and the rules for so many are not searched")]
    TooMany {
        /// How many are.
        at_most: usize,
    },
    /// The game does not say where pieces stand, or a move is not told by where they stand after it.
    #[error("the moves of this game cannot be told by places")]
    NoPlaces,
}

/// The strategies that prove what an explained position comes to: the winner's, or for a draw how each player holds,
/// the player to move first. A holder's is followed by what it does after the opponent's mistakes, if there can be any.
/// Empty where the game is over.
///
/// Under a limit only what can arise within it is answered. Time: linear in the positions that can arise, and for each
/// place of the player's pieces about the product of its moves and the placements of the opponent.
///
/// # Errors
///
/// [`NoStrategy::TooMany`] if more positions can arise than are explored, [`NoStrategy::NoPlaces`] if moves cannot be described
/// by places.
pub fn strategies<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    explanation: &Explanation,
) -> Result<Vec<Strategy>, NoStrategy> {
    let it = Game { arena, words, values, explanation, at_most: explore::POSITIONS_AT_MOST };
    let mut found = Vec::new();
    for main in it.main_strategies()? {
        let player = main.player;
        let mut roots: Vec<(u64, PositionId)> = main.mistakes.iter().map(|&(_, to)| (0, to)).collect();
        roots.sort_unstable();
        roots.dedup();
        found.push(main);
        if !roots.is_empty() {
            let punishing = it.shortest(player, Aim::Win, &roots)?;
            found.push(Strategy { after_mistakes: true, ..punishing });
        }
    }
    Ok(found)
}

/// As [`strategies`], but without what is done after mistakes, and for at most `at_most` positions.
///
/// # Errors
///
/// [`NoStrategy::TooMany`] if more than `at_most` positions can arise, [`NoStrategy::NoPlaces`] if moves cannot be described by
/// places.
pub fn strategies_within<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    explanation: &Explanation,
    at_most: usize,
) -> Result<Vec<Strategy>, NoStrategy> {
    Game { arena, words, values, explanation, at_most }.main_strategies()
}

/// How many positions there are, and for each manner of moving in how many of them some moves are of it and others are not, and in which
/// of these one of it throws the player's win away.
pub(crate) type Habits = (usize, Vec<(Manner, usize, Vec<PositionId>)>);

/// How manners of moving fare over the positions that can arise while the player, who wins, follows the line's choice
/// everywhere: how many positions there are with it to move, then a count for each manner but to win at once and to stay. None if
/// there are too many positions, or the game has no places.
pub(crate) fn habits<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    explanation: &Explanation,
    player: Player,
) -> Option<Habits> {
    /// With more positions nothing is counted.
    const POSITIONS_AT_MOST: usize = 1 << 13;
    let it = Game { arena, words, values, explanation, at_most: POSITIONS_AT_MOST };
    let roots = [(0, explanation.summary.start)];
    let items = explore(&it, player, Aim::Win, &roots, &Permitted::Main, POSITIONS_AT_MOST).ok()?;
    let keeps = |to: PositionId| values.value(to).winner() == Some(player);
    let counted = |manner: Manner| {
        let tells = |item: &&item::Item| {
            item.choices.iter().any(|choice| choice.has(manner))
                && !item.choices.iter().all(|choice| choice.has(manner))
        };
        let with = items.iter().filter(tells);
        let (mut of, mut fails) = (0, Vec::new());
        for item in with {
            of += 1;
            if !item.choices.iter().all(|choice| !choice.has(manner) || keeps(choice.to)) {
                fails.push(item.position);
            }
        }
        (manner, of, fails)
    };
    Some((items.len(), Manner::ALL.into_iter().skip(2).map(counted).collect()))
}

/// The player's moves in the line that are not of a manner, and what comes of it where the player makes any move of the manner wherever
/// there is one, else the line's choice, and the opponent plays anything. With more than 8192 positions it is not looked at.
pub(crate) fn obeyed<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    explanation: &Explanation,
    player: Player,
    manner: Manner,
) -> (Vec<usize>, Obeyed) {
    /// With more positions nothing is played out.
    const POSITIONS_AT_MOST: usize = 1 << 13;
    let it = Game { arena, words, values, explanation, at_most: POSITIONS_AT_MOST };
    let of_manner = explore::of_manner(&it, player, manner);
    let own = explanation.plies.iter().filter(|ply| ply.player == player);
    let exceptions = own.filter(|ply| !of_manner(ply.from).contains(&ply.played.to)).map(|ply| ply.number).collect();
    // Depth first: a position that is met again while it is open closes a circle.
    let mut is_open: HashMap<PositionId, bool> = HashMap::new();
    let mut open = vec![(explanation.summary.start, false)];
    let mut found = Obeyed::Wins;
    while let Some((position, is_done)) = open.pop() {
        if is_done {
            is_open.insert(position, false);
            continue;
        }
        match is_open.get(&position) {
            Some(true) => found = Obeyed::Circles,
            Some(false) => {}
            None => {
                if values.value(position).winner() != Some(player) || is_open.len() >= POSITIONS_AT_MOST {
                    return (exceptions, Obeyed::Strays);
                }
                is_open.insert(position, true);
                open.push((position, true));
                let mut next = match arena.status(position) {
                    Status::Turn(mover) if mover == player => of_manner(position),
                    Status::Turn(_) => arena.successors(position).map(|step| step.to).collect(),
                    Status::Won(_) => Vec::new(),
                };
                if next.is_empty() && arena.status(position) == Status::Turn(player) {
                    next.extend(main_move(arena, words, values, position).map(|step| step.to));
                }
                open.extend(next.into_iter().map(|to| (to, false)));
            }
        }
    }
    (exceptions, found)
}

/// A game and what was said of it.
struct Game<'a, A, W, V> {
    arena: &'a A,
    words: &'a W,
    values: &'a V,
    explanation: &'a Explanation,
    /// More positions than this are not explored.
    at_most: usize,
}

impl<A: Arena, W: Words, V: Values> Game<'_, A, W, V> {
    /// The winner's strategy, or for a draw those of both players, the player to move first.
    fn main_strategies(&self) -> Result<Vec<Strategy>, NoStrategy> {
        let start = self.explanation.summary.start;
        let judgement = self.explanation.summary.judgement;
        let Status::Turn(mover) = self.arena.status(start) else {
            return Ok(Vec::new());
        };
        let wanted: Vec<(Player, Aim)> = match (judgement.outcome, judgement.decided_by) {
            (Outcome::Win(player), DecidedBy::Play) => vec![(player, Aim::Win)],
            (Outcome::Win(player), _) => vec![(player, Aim::Hold)],
            (Outcome::Draw, _) => [mover, mover.opponent()].map(|player| (player, Aim::Hold)).to_vec(),
        };
        wanted.into_iter().map(|(player, aim)| self.shortest(player, aim, &[(0, start)])).collect()
    }

    /// The shortest strategy found.
    fn shortest(&self, player: Player, aim: Aim, roots: &[(u64, PositionId)]) -> Result<Strategy, NoStrategy> {
        /// So often rules are learned again from what can still arise.
        const ROUNDS: usize = 4;
        /// So many words more a strategy may take that stays in a small trap.
        const TRAP_WORTH: usize = 4;
        let mut best: Option<Strategy> = None;
        for permitted in Permitted::all(self.explanation, player, aim) {
            // What has few answers may do where there are too many.
            let mut explored = match explore(self, player, aim, roots, &permitted, self.at_most) {
                Err(NoStrategy::TooMany { .. }) => continue,
                explored => explored?,
            };
            let mut shortest_here: Option<Strategy> = None;
            for _ in 0..ROUNDS {
                let learned = learn(&explored);
                let (strategy, again) = followed(self, player, aim, roots, &explored, learned);
                let is_shorter = shortest_here.as_ref().is_none_or(|known| strategy.length() < known.length());
                if is_shorter {
                    shortest_here = Some(strategy);
                }
                if !is_shorter || again.len() == explored.len() {
                    break;
                }
                explored = again;
            }
            // A trap comes first, and is easier to believe in than rules a little shorter.
            let handicap = usize::from(best.is_some() && aim == Aim::Hold) * TRAP_WORTH;
            if let Some(strategy) = shortest_here
                && best.as_ref().is_none_or(|known| strategy.length() + handicap < known.length())
            {
                best = Some(strategy);
            }
        }
        best.ok_or(NoStrategy::TooMany { at_most: self.at_most })
    }
}
