//! Certificates: a claim about one position, with the strategies that prove it, and how to verify them by the rules alone.
//!
//! A solution proves its claims by speaking of every position. To prove one position's outcome less will do: what the winner
//! plays wherever it can get to. There are two kinds of such a [`Strategy`]:
//!
//! * [`Aim::Win`]: each entry has a *rank*, 0 where the game is over and won, and otherwise the greatest rank plus cost among
//!   what may follow: the strategy's own move, or every move of the opponent, of which there must be one. Every move costs at
//!   least 1, so the ranks fall until the game is won, at a distance of at most the start's rank.
//! * [`Aim::Hold`]: nothing that may follow is won by the opponent. An entry's rank is the least distance from the start at
//!   which its position can arise. Under a limit only what can arise within it has an entry; without one the entries are a
//!   set of positions that the play never leaves (a *trap* for the opponent, in the literature's word).
//!
//! Either way the entries are exactly the positions that can arise from the start while the player follows the strategy and
//! the opponent does anything. That needs no search: where ranks fall, or where each position has one from which it arises at
//! just its rank, whatever has a predecessor among the entries goes back to the start. So verifying is one pass over the
//! entries and their moves. It uses neither a solver nor a solution, and lives below both.

use std::collections::HashMap;
use std::fmt;

use thiserror::Error;

use crate::adjudication::{Adjudication, Outcome};
use crate::game::{Arena, Move, Player, PositionId, Status};
use crate::solution::Distance;

/// What is claimed of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// This player can force a win within this distance, and within the limit if there is one.
    Win {
        /// Who wins.
        player: Player,
        /// At which distance at most.
        within: Distance,
    },
    /// The outcome is what play is worth that nobody forces to an end, within the limit if there is one: whoever would rather
    /// have another outcome cannot force it.
    Unforced(Outcome),
}

impl Claim {
    /// How the game ends.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Win { player, .. } => Outcome::Win(player),
            Self::Unforced(outcome) => outcome,
        }
    }

    /// The distance at which the game is won at most, where a win is forced.
    pub fn within(self) -> Option<Distance> {
        match self {
            Self::Win { within, .. } => Some(within),
            Self::Unforced(_) => None,
        }
    }

    /// The strategies that prove it: the winner's, or for a draw how each player holds, One first.
    pub fn proved_by(self) -> Vec<(Player, Aim)> {
        match self {
            Self::Win { player, .. } => vec![(player, Aim::Win)],
            Self::Unforced(Outcome::Win(player)) => vec![(player, Aim::Hold)],
            Self::Unforced(Outcome::Draw) => Player::BOTH.map(|player| (player, Aim::Hold)).to_vec(),
        }
    }
}

/// What a strategy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To force a win.
    Win,
    /// To keep the opponent from winning, within the limit if there is one.
    Hold,
}

/// What a player does at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The position.
    pub position: PositionId,
    /// Of a win: the greatest distance at which it is won from here. Of a hold: the least distance from the start at which the
    /// position can arise.
    pub rank: Distance,
    /// The position after the player's move. None where the game is over, the opponent is to move, or the player is stuck;
    /// and in a hold where the limit runs out during a move that the player has. Of two moves to one position a win means the
    /// cheaper, a hold the dearer.
    pub to: Option<PositionId>,
}

/// What a player does at every position that can arise while it does so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Whose it is.
    pub player: Player,
    /// What it is for.
    pub aim: Aim,
    /// One entry for each position, in any order.
    pub entries: Vec<Entry>,
}

/// A claim about a position, with its proof.
///
/// ```
/// use catmouse_arena::{Aim, Certificate, Claim, Entry, Player, PositionId, Strategy};
///
/// // Player One wins from position 0 within one ply, by moving to position 1, where the game is over.
/// let entry = |position, rank, to: Option<usize>| {
///     Entry { position: PositionId::new(position), rank, to: to.map(PositionId::new) }
/// };
/// let entries = vec![entry(0, 1, Some(1)), entry(1, 0, None)];
/// let claim = Claim::Win { player: Player::One, within: 1 };
/// assert_eq!(claim.proved_by(), [(Player::One, Aim::Win)]);
/// let strategy = Strategy { player: Player::One, aim: Aim::Win, entries };
/// let certificate = Certificate { start: PositionId::new(0), claim, strategies: vec![strategy] };
/// # let _ = certificate;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The position.
    pub start: PositionId,
    /// What is claimed of it.
    pub claim: Claim,
    /// The proof: the strategies of [`Claim::proved_by`], in that order.
    pub strategies: Vec<Strategy>,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateRefutation {
    /// It is about another position.
    #[error("the certificate is about {found}, the game starts at {expected}")]
    OtherStart {
        /// The start of the game.
        expected: PositionId,
        /// The start of the certificate.
        found: PositionId,
    },
    /// The claimed outcome is not what unforced play is worth.
    #[error("without a forced end the outcome is {expected:?}, not {found:?}")]
    OtherOutcome {
        /// What the players have agreed.
        expected: Outcome,
        /// What is claimed.
        found: Outcome,
    },
    /// The win is claimed for a time after the limit.
    #[error("a win within {within} comes after the limit of {limit}")]
    AfterTheLimit {
        /// The claimed distance.
        within: Distance,
        /// The limit.
        limit: Distance,
    },
    /// The strategies are not those that prove the claim.
    #[error("the claim is proved by {expected:?}, the strategies are {found:?}")]
    OtherStrategies {
        /// Those that prove it.
        expected: Vec<(Player, Aim)>,
        /// Those in the certificate.
        found: Vec<(Player, Aim)>,
    },
    /// A strategy does not do what it is for.
    #[error("in the strategy of player {player:?}: {flaw}")]
    Strategy {
        /// Whose strategy.
        player: Player,
        /// What is wrong with it.
        flaw: Flaw,
    },
}

impl CertificateRefutation {
    /// The position that refutes the certificate; none where its claim is wrong as a whole.
    pub fn position(&self) -> Option<PositionId> {
        match self {
            Self::Strategy { flaw, .. } => Some(flaw.position),
            _ => None,
        }
    }
}

/// The first position, in the order of the entries, at which a strategy does not do what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("at {position} {kind}")]
pub struct Flaw {
    /// Where.
    pub position: PositionId,
    /// What is wrong there.
    pub kind: FlawKind,
}

/// What can be wrong with a strategy at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The arena has no such position.
    NoSuchPosition,
    /// The position has two entries.
    SecondEntry,
    /// The position can arise, and has no entry.
    NoEntry {
        /// The entry that leads there; none for the start.
        from: Option<PositionId>,
    },
    /// The position cannot arise, or in a hold not at this rank.
    NeverArises {
        /// The claimed rank.
        rank: Distance,
    },
    /// The game is over and the opponent has won.
    Lost,
    /// A win, but the opponent is to move and has no move, so play is endless.
    Endless,
    /// The player is to move and no move is given.
    NoMove,
    /// A move is given where the player has none to make.
    NotToMove {
        /// Where it leads.
        to: PositionId,
    },
    /// The move is against the rules.
    IllegalMove {
        /// Where it leads.
        to: PositionId,
    },
    /// A hold, but the move is one during which the limit runs out.
    LateMove {
        /// Where it leads.
        to: PositionId,
    },
    /// The start does not have the rank that the claim gives it.
    WrongStart {
        /// The rank that follows from the claim.
        expected: Distance,
        /// The claimed rank.
        found: Distance,
    },
    /// A win, but the rank is not the greatest of what may follow.
    WrongRank {
        /// The rank that follows from the moves.
        expected: Distance,
        /// The claimed rank.
        found: Distance,
    },
    /// A hold, but the position can arise sooner.
    ArisesSooner {
        /// The rank at which it arises.
        expected: Distance,
        /// The claimed rank.
        found: Distance,
    },
    /// The rank is so large that no move can be added to it.
    TooLarge {
        /// The claimed rank.
        rank: Distance,
    },
}

impl fmt::Display for FlawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPosition => write!(f, "the arena has no position"),
            Self::SecondEntry => write!(f, "there is a second entry"),
            Self::NoEntry { from: None } => write!(f, "the game starts, and there is no entry"),
            Self::NoEntry { from: Some(from) } => write!(f, "there is no entry, and a move from {from} leads there"),
            Self::NeverArises { rank } => write!(f, "there is an entry of rank {rank}, and no move leads there"),
            Self::Lost => write!(f, "the opponent has won"),
            Self::Endless => write!(f, "the opponent is stuck, so nobody ever wins"),
            Self::NoMove => write!(f, "the player is to move, and no move is given"),
            Self::NotToMove { to } => write!(f, "the player has no move to make, and one to {to} is given"),
            Self::IllegalMove { to } => write!(f, "the rules allow no move to {to}"),
            Self::LateMove { to } => write!(f, "the limit runs out during the move to {to}"),
            Self::WrongStart { expected, found } => write!(f, "the start has rank {found}, by the claim {expected}"),
            Self::WrongRank { expected, found } => write!(f, "the rank is {found}, by the moves {expected}"),
            Self::ArisesSooner { expected, found } => write!(f, "the rank is {found}, but it arises after {expected}"),
            Self::TooLarge { rank } => write!(f, "the rank {rank} is larger than any game"),
        }
    }
}

impl FlawKind {
    const fn at(self, position: PositionId) -> Flaw {
        Flaw { position, kind: self }
    }
}

/// Verifies that a certificate proves its claim about the start. Time and memory: O(entries + their moves).
///
/// A forced win is proved to come within the claimed distance; that it cannot come sooner, a solution knows, but no
/// certificate says.
///
/// # Errors
///
/// A [`CertificateRefutation`]; where it is a strategy that fails, it names the first position.
///
/// ```
/// use catmouse_arena::{
///     Adjudication, Aim, Certificate, Claim, Entry, Outcome, Player, PositionId, ProductArena, StepGraph, StalemateRule, Strategy,
///     Verdicts, verify,
/// };
///
/// // One walks the one-way road 0 → 1 → 2 and wins at its end; Two can only wait at home.
/// let road = StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1)]);
/// let home = StepGraph::new(1, vec![(0, 0, 1)]);
/// let goal = Verdicts::from_fn(3, 1, |road, _| (road == 2).then_some(Player::One));
/// let arena = ProductArena::new(road, home, goal, StalemateRule::Endless);
/// let agreed = Adjudication { endless: Outcome::Draw, limit: None };
///
/// // Positions are numbered by turn, then by One's node.
/// let at = PositionId::new;
/// let walk = [(0, 3, Some(4)), (4, 2, None), (1, 1, Some(5)), (5, 0, None)];
/// let entries = walk.map(|(position, rank, to)| Entry { position: at(position), rank, to: to.map(at) }).to_vec();
/// let mut certificate = Certificate {
///     start: at(0),
///     claim: Claim::Win { player: Player::One, within: 3 },
///     strategies: vec![Strategy { player: Player::One, aim: Aim::Win, entries }],
/// };
/// assert_eq!(verify(&arena, &agreed, at(0), &certificate), Ok(()));
///
/// certificate.strategies[0].entries[1].rank = 1;
/// let refuted = verify(&arena, &agreed, at(0), &certificate).unwrap_err();
/// assert_eq!(refuted.position(), Some(at(0)));
/// ```
pub fn verify<A: Arena>(
    arena: &A,
    adjudication: &Adjudication,
    start: PositionId,
    certificate: &Certificate,
) -> Result<(), CertificateRefutation> {
    if certificate.start != start {
        return Err(CertificateRefutation::OtherStart { expected: start, found: certificate.start });
    }
    let limit = adjudication.limit.map(|limit| limit.distance);
    match certificate.claim {
        Claim::Win { within, .. } => {
            if let Some(limit) = limit.filter(|&limit| within > limit) {
                return Err(CertificateRefutation::AfterTheLimit { within, limit });
            }
        }
        Claim::Unforced(found) => {
            let expected = adjudication.limit.map_or(adjudication.endless, |limit| limit.outcome);
            if found != expected {
                return Err(CertificateRefutation::OtherOutcome { expected, found });
            }
        }
    }
    let expected = certificate.claim.proved_by();
    let found: Vec<_> = certificate.strategies.iter().map(|strategy| (strategy.player, strategy.aim)).collect();
    if found != expected {
        return Err(CertificateRefutation::OtherStrategies { expected, found });
    }
    for strategy in &certificate.strategies {
        verify_strategy(arena, certificate, strategy, limit)
            .map_err(|flaw| CertificateRefutation::Strategy { player: strategy.player, flaw })?;
    }
    Ok(())
}

fn verify_strategy<A: Arena>(
    arena: &A,
    certificate: &Certificate,
    strategy: &Strategy,
    limit: Option<Distance>,
) -> Result<(), Flaw> {
    let mut entries = Entries::new(arena, &strategy.entries)?;
    let start = entries.find(certificate.start).ok_or(FlawKind::NoEntry { from: None }.at(certificate.start))?;
    let (expected, found) = (certificate.claim.within().unwrap_or(0), strategy.entries[start].rank);
    if found != expected {
        return Err(FlawKind::WrongStart { expected, found }.at(certificate.start));
    }
    entries.arises[start] = true;
    for entry in &strategy.entries {
        match strategy.aim {
            Aim::Win => verify_win(arena, strategy.player, &mut entries, entry)?,
            Aim::Hold => verify_hold(arena, strategy.player, limit, &mut entries, entry)?,
        }
    }
    match strategy.entries.iter().zip(&entries.arises).find(|(_, arises)| !**arises) {
        Some((entry, _)) => Err(FlawKind::NeverArises { rank: entry.rank }.at(entry.position)),
        None => Ok(()),
    }
}

/// The rank is the greatest rank plus cost of what may follow.
fn verify_win<A: Arena>(arena: &A, player: Player, entries: &mut Entries<'_>, entry: &Entry) -> Result<(), Flaw> {
    let &Entry { position, rank: found, to } = entry;
    let mut expected = 0;
    let mut follows = |step: Move| {
        let next = entries.find(step.to).ok_or(FlawKind::NoEntry { from: Some(position) }.at(step.to))?;
        entries.arises[next] = true;
        expected = expected.max(entries.list[next].later(step)?);
        Ok(())
    };
    match (arena.status(position), to) {
        (Status::Won(winner), _) if winner != player => return Err(FlawKind::Lost.at(position)),
        (Status::Turn(mover), Some(to)) if mover == player => {
            let cheapest = arena.successors(position).filter(|step| step.to == to).min_by_key(|step| step.cost);
            follows(cheapest.ok_or(FlawKind::IllegalMove { to }.at(position))?)?;
        }
        (Status::Turn(mover), None) if mover == player => return Err(FlawKind::NoMove.at(position)),
        (_, Some(to)) => return Err(FlawKind::NotToMove { to }.at(position)),
        (Status::Won(_), None) => {}
        (Status::Turn(_), None) => {
            arena.successors(position).try_for_each(follows)?;
            if expected == 0 {
                return Err(FlawKind::Endless.at(position));
            }
        }
    }
    if found == expected { Ok(()) } else { Err(FlawKind::WrongRank { expected, found }.at(position)) }
}

/// The position is not lost, and what may follow within the limit arises no sooner than its own rank says.
fn verify_hold<A: Arena>(
    arena: &A,
    player: Player,
    limit: Option<Distance>,
    entries: &mut Entries<'_>,
    entry: &Entry,
) -> Result<(), Flaw> {
    let &Entry { position, rank, to } = entry;
    let is_late = |expected: Distance| limit.is_some_and(|limit| expected > limit);
    if is_late(rank) {
        return Err(FlawKind::NeverArises { rank }.at(position));
    }
    let mut follows = |step: Move| {
        let expected = entry.later(step)?;
        if is_late(expected) {
            return Ok(());
        }
        let next = entries.find(step.to).ok_or(FlawKind::NoEntry { from: Some(position) }.at(step.to))?;
        let found = entries.list[next].rank;
        if found > expected {
            return Err(FlawKind::ArisesSooner { expected, found }.at(step.to));
        }
        entries.arises[next] |= found == expected;
        Ok(())
    };
    match (arena.status(position), to) {
        (Status::Won(winner), _) if winner != player => Err(FlawKind::Lost.at(position)),
        (Status::Turn(mover), Some(to)) if mover == player => {
            let dearest = arena.successors(position).filter(|step| step.to == to).max_by_key(|step| step.cost);
            let step = dearest.ok_or(FlawKind::IllegalMove { to }.at(position))?;
            if is_late(entry.later(step)?) {
                return Err(FlawKind::LateMove { to }.at(position));
            }
            follows(step)
        }
        (Status::Turn(mover), None) if mover == player => {
            let mut costliest = None;
            for step in arena.successors(position) {
                costliest = costliest.max(Some(entry.later(step)?));
            }
            // Stuck, which is endless; or the limit runs out during a move that is there to be made.
            if costliest.is_none_or(is_late) { Ok(()) } else { Err(FlawKind::NoMove.at(position)) }
        }
        (_, Some(to)) => Err(FlawKind::NotToMove { to }.at(position)),
        (Status::Won(_), None) => Ok(()),
        (Status::Turn(_), None) => arena.successors(position).try_for_each(follows),
    }
}

/// The entries of a strategy by position, each with whether another has been found to lead there.
struct Entries<'a> {
    list: &'a [Entry],
    index: HashMap<PositionId, usize>,
    arises: Vec<bool>,
}

impl<'a> Entries<'a> {
    fn new<A: Arena>(arena: &A, list: &'a [Entry]) -> Result<Self, Flaw> {
        let mut index = HashMap::with_capacity(list.len());
        for (number, entry) in list.iter().enumerate() {
            if entry.position.index() >= arena.positions() {
                return Err(FlawKind::NoSuchPosition.at(entry.position));
            }
            if index.insert(entry.position, number).is_some() {
                return Err(FlawKind::SecondEntry.at(entry.position));
            }
        }
        Ok(Self { list, index, arises: vec![false; list.len()] })
    }

    fn find(&self, position: PositionId) -> Option<usize> {
        self.index.get(&position).copied()
    }
}

impl Entry {
    /// The rank and the cost of a move.
    fn later(&self, step: Move) -> Result<Distance, Flaw> {
        let too_large = FlawKind::TooLarge { rank: self.rank }.at(self.position);
        self.rank.checked_add(step.cost.into()).ok_or(too_large)
    }
}
