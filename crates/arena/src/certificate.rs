//! Certificates: claims about one position, with strategies that prove them, and their verification
//! by the rules alone.
//!
//! A solution proves its values because it has one for every position. To prove the outcome of a
//! single position, a [`CertificateStrategy`] is enough: the winner's move at each position that
//! can arise. There are two kinds:
//!
//! * [`Aim::Win`]: each entry has a *rank*. The rank is 0 where the game is over and won. Otherwise
//!   it is the greatest rank plus cost among the moves that may follow: the strategy's own move, or
//!   every move of the opponent, who must have one. Every move costs at least 1, so the ranks fall
//!   until the game is won, at a distance of at most the start's rank.
//! * [`Aim::Hold`]: the opponent has won at no position that can arise. An entry's rank is the
//!   least distance from the start at which its position can arise. Under a limit only positions
//!   that can arise within it have entries. Without a limit the entries are a set of positions that
//!   play never leaves, which the literature calls a *trap* for the opponent.
//!
//! In both kinds, the entries are exactly the positions that can arise from the start while the
//! player follows the strategy and the opponent plays anything. Verification takes no search, only
//! one pass over the entries and their moves. In a win, ranks fall along moves; in a hold, each
//! position arises at its rank from a position of lower rank. So an entry with a predecessor among
//! the entries can be traced back to the start. Verification uses neither a solver nor a solution.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::adjudication::{Adjudication, WinOrDraw};
use crate::game::Arena;
use crate::in_order::InOrder;
use crate::moves::{Cost, Move, Player, PositionId, Status};
use crate::staging::{Semiring, Soonest};
use crate::value::Distance;

/// A claim about the outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CertificateClaim {
    /// This player can force a win within this distance, and within the limit if there is one.
    Win {
        /// The winner.
        player: Player,
        /// The greatest distance of the win.
        within: Distance,
    },
    /// Endless play, or a limit that runs out, has this outcome, and no player can force an outcome
    /// that the player prefers, within the limit if there is one.
    Unforced(WinOrDraw),
}

impl CertificateClaim {
    /// The claimed outcome.
    pub fn outcome(self) -> WinOrDraw {
        match self {
            Self::Win { player, .. } => WinOrDraw::Win(player),
            Self::Unforced(outcome) => outcome,
        }
    }

    /// The greatest distance of the win, if a win is claimed.
    pub fn within(self) -> Option<Distance> {
        match self {
            Self::Win { within, .. } => Some(within),
            Self::Unforced(_) => None,
        }
    }

    /// The strategies that prove the claim: one for the winner, or for a draw one for each player,
    /// One's first.
    pub fn proved_by(self) -> Vec<(Player, Aim)> {
        match self {
            Self::Win { player, .. } => vec![(player, Aim::Win)],
            Self::Unforced(WinOrDraw::Win(player)) => vec![(player, Aim::Hold)],
            Self::Unforced(WinOrDraw::Draw) => Player::BOTH.map(|player| (player, Aim::Hold)).to_vec(),
        }
    }
}

/// The aim of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// A forced win.
    Win,
    /// Prevents the opponent from winning, within the limit if there is one.
    Hold,
}

/// The part of a strategy for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry<P = PositionId> {
    /// The position that the entry is about.
    pub position: P,
    /// In a win, the greatest distance of the win from here. In a hold, the least distance from the
    /// start at which the position can arise.
    pub rank: Distance,
    /// The position after the player's move. `None` where the game is over, the opponent is to
    /// move, or the player is stuck; in a hold also where the limit runs out during the dearest
    /// move. If several moves lead to this position, a win uses the cheapest and a hold the
    /// dearest.
    pub to: Option<P>,
}

/// The moves of a player at all positions that can arise while the player follows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateStrategy<P = PositionId> {
    /// The player who follows the strategy.
    pub player: Player,
    /// The aim of the strategy.
    pub aim: Aim,
    /// One entry for each position, in any order.
    pub entries: Vec<Entry<P>>,
}

/// A claim about the outcome of a position, with its proof. Positions are numbers in an arena, or anything that stands for
/// them.
///
/// ```
/// use catmouse_arena::{Aim, Certificate, CertificateClaim, CertificateStrategy, Entry, Player, PositionId};
///
/// // Player One wins from position 0 within one ply, by moving to position 1, where the game is over.
/// let entry = |position, rank, to: Option<usize>| {
///     Entry { position: PositionId::new(position), rank, to: to.map(PositionId::new) }
/// };
/// let entries = vec![entry(0, 1, Some(1)), entry(1, 0, None)];
/// let claim = CertificateClaim::Win { player: Player::One, within: 1 };
/// assert_eq!(claim.proved_by(), [(Player::One, Aim::Win)]);
/// let strategy = CertificateStrategy { player: Player::One, aim: Aim::Win, entries };
/// let certificate = Certificate { start: PositionId::new(0), claim, strategies: vec![strategy] };
/// # let _ = certificate;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<P = PositionId> {
    /// The position that the claim is about.
    pub start: P,
    /// The claim about the start.
    pub claim: CertificateClaim,
    /// The proof: the strategies that [`CertificateClaim::proved_by`] lists, in the same order.
    pub strategies: Vec<CertificateStrategy<P>>,
}

impl<P> Certificate<P> {
    /// The same certificate with other names of the positions. Time: linear in its entries.
    pub fn map<Q>(&self, name: impl Fn(&P) -> Q) -> Certificate<Q> {
        let entry = |Entry { position, rank, to }: &Entry<P>| Entry {
            position: name(position),
            rank: *rank,
            to: to.as_ref().map(&name),
        };
        let strategy = |CertificateStrategy { player, aim, entries }: &CertificateStrategy<P>| CertificateStrategy {
            player: *player,
            aim: *aim,
            entries: entries.iter().map(entry).collect(),
        };
        let strategies = self.strategies.iter().map(strategy).collect();
        Certificate { start: name(&self.start), claim: self.claim, strategies }
    }
}

/// The reason why a certificate does not prove its claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateRefutation {
    /// The certificate is about another position.
    #[error("the certificate is for {found}, but the game starts at {expected}")]
    OtherStart {
        /// The start of the game.
        expected: PositionId,
        /// The start of the certificate.
        found: PositionId,
    },
    /// The claimed outcome is not the one that the adjudication gives to play without a forced win.
    #[error("without a forced end the outcome is {expected:?}, not {found:?}")]
    OtherOutcome {
        /// The outcome by the adjudication.
        expected: WinOrDraw,
        /// The claimed outcome.
        found: WinOrDraw,
    },
    /// The claimed distance exceeds the limit.
    #[error("a win within {within} comes after the limit of {limit}")]
    AfterTheLimit {
        /// The claimed distance.
        within: Distance,
        /// The limit.
        limit: Distance,
    },
    /// The strategies are not those that prove the claim.
    #[error("the claim needs the strategies {expected:?}, but they are {found:?}")]
    OtherStrategies {
        /// The strategies that prove the claim.
        expected: Vec<(Player, Aim)>,
        /// The strategies of the certificate.
        found: Vec<(Player, Aim)>,
    },
    /// A strategy does not achieve its aim.
    #[error("in the strategy of player {player:?}: {flaw}")]
    Strategy {
        /// The player who follows the strategy.
        player: Player,
        /// The fault of the strategy.
        flaw: Flaw,
    },
}

impl CertificateRefutation {
    /// The position that refutes the certificate; `None` if the fault is not at a position.
    pub fn position(&self) -> Option<PositionId> {
        match self {
            Self::Strategy { flaw, .. } => Some(flaw.position),
            _ => None,
        }
    }
}

/// The first fault of a strategy, in the order of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("at {position} {kind}")]
pub struct Flaw {
    /// The position.
    pub position: PositionId,
    /// The kind of fault.
    pub kind: FlawKind,
}

/// The kinds of fault that a strategy can have at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The arena has no such position.
    NoSuchPosition,
    /// The position has two entries.
    SecondEntry,
    /// The position can arise, but has no entry.
    NoEntry {
        /// The position before it; `None` for the start.
        from: Option<PositionId>,
    },
    /// The position has an entry but cannot arise, or in a hold cannot arise at this rank.
    NeverArises {
        /// The claimed rank.
        rank: Distance,
    },
    /// The game is over and the opponent has won.
    Lost,
    /// In a win: the opponent is to move and has no move, so play is endless.
    Endless,
    /// The player is to move and can, but no move is given.
    NoMove,
    /// A move is given where the player has none to make: the game is over, or the opponent is to
    /// move.
    NotToMove {
        /// The target of the move.
        to: PositionId,
    },
    /// The move is against the rules.
    IllegalMove {
        /// The target of the move.
        to: PositionId,
    },
    /// In a hold: the limit runs out during the move.
    LateMove {
        /// The target of the move.
        to: PositionId,
    },
    /// The start does not have the rank that the claim gives it.
    WrongStart {
        /// The rank that follows from the claim.
        expected: Distance,
        /// The claimed rank.
        found: Distance,
    },
    /// In a win: the rank is not the greatest rank plus cost of the moves that may follow.
    WrongRank {
        /// The rank that follows from the moves.
        expected: Distance,
        /// The claimed rank.
        found: Distance,
    },
    /// In a hold: the position can arise at a lower rank.
    ArisesSooner {
        /// The rank at which it arises.
        expected: Distance,
        /// The claimed rank.
        found: Distance,
    },
    /// Adding the cost of a move to the rank overflows.
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
            Self::NoEntry { from: None } => write!(f, "the game starts here, but there is no entry"),
            Self::NoEntry { from: Some(from) } => write!(f, "there is no entry, but a move from {from} leads here"),
            Self::NeverArises { rank } => write!(f, "there is an entry of rank {rank}, but no move leads here"),
            Self::Lost => write!(f, "the opponent has won"),
            Self::Endless => write!(f, "the opponent has no move, so nobody can win"),
            Self::NoMove => write!(f, "the player is to move, but no move is given"),
            Self::NotToMove { to } => write!(f, "the player is not to move, but a move to {to} is given"),
            Self::IllegalMove { to } => write!(f, "the rules allow no move to {to}"),
            Self::LateMove { to } => write!(f, "the limit runs out during the move to {to}"),
            Self::WrongStart { expected, found } => {
                write!(f, "the start has rank {found}, but the claim requires {expected}")
            }
            Self::WrongRank { expected, found } => write!(f, "the rank is {found}, but the moves make it {expected}"),
            Self::ArisesSooner { expected, found } => write!(f, "the rank is {found}, but it arises after {expected}"),
            Self::TooLarge { rank } => write!(f, "the rank {rank} is too large for any game"),
        }
    }
}

impl FlawKind {
    const fn at(self, position: PositionId) -> Flaw {
        Flaw { position, kind: self }
    }
}

/// Verifies that a certificate proves its claim about the start. Time: O(entries + their moves),
/// and a step for every 64 positions. Memory: O(entries), and two bits for each position.
///
/// A certificate of a forced win proves that the win comes within the claimed distance, not that it
/// cannot come sooner.
///
/// # Errors
///
/// A [`CertificateRefutation`]. If a strategy fails, it names the position of its first fault.
///
/// ```
/// use catmouse_arena::{
///     Adjudication, Aim, Certificate, CertificateClaim, CertificateStrategy, Entry, Player,
///     PositionId, ProductArena, StalemateRule, StepGraph, Verdicts, WinOrDraw, verify,
/// };
///
/// // One walks the one-way road 0 → 1 → 2 and wins at its end; Two can only wait at home.
/// let road = StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1)]);
/// let home = StepGraph::new(1, vec![(0, 0, 1)]);
/// let goal = Verdicts::from_fn(3, 1, |road, _| (road == 2).then_some(Player::One));
/// let arena = ProductArena::new(road, home, goal, StalemateRule::Endless);
/// let agreed = Adjudication { endless: WinOrDraw::Draw, limit: None };
///
/// // Positions are numbered by turn, then by One's node.
/// let at = PositionId::new;
/// let walk = [(0, 3, Some(4)), (4, 2, None), (1, 1, Some(5)), (5, 0, None)];
/// let entries = walk.map(|(position, rank, to)| Entry { position: at(position), rank, to: to.map(at) }).to_vec();
/// let mut certificate = Certificate {
///     start: at(0),
///     claim: CertificateClaim::Win { player: Player::One, within: 3 },
///     strategies: vec![CertificateStrategy { player: Player::One, aim: Aim::Win, entries }],
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
    verify_from(arena, adjudication, (start, &[]), certificate)
}

/// As [`verify`], for a certificate whose strategies also begin at the second part of `starts`. An
/// entry of a win proves that it is won within its rank; so does an entry of one of these starts.
///
/// # Errors
///
/// Those of [`verify`]. A start without an entry is one.
pub fn verify_from<A: Arena>(
    arena: &A,
    adjudication: &Adjudication,
    (start, others): (PositionId, &[PositionId]),
    certificate: &Certificate,
) -> Result<(), CertificateRefutation> {
    if certificate.start != start {
        return Err(CertificateRefutation::OtherStart { expected: start, found: certificate.start });
    }
    let limit = adjudication.limit.map(|limit| limit.distance);
    match certificate.claim {
        CertificateClaim::Win { within, .. } => {
            if let Some(limit) = limit.filter(|&limit| within > limit) {
                return Err(CertificateRefutation::AfterTheLimit { within, limit });
            }
        }
        CertificateClaim::Unforced(found) => {
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
        verify_strategy(arena, (certificate, others), strategy, limit)
            .map_err(|flaw| CertificateRefutation::Strategy { player: strategy.player, flaw })?;
    }
    Ok(())
}

fn verify_strategy<A: Arena>(
    arena: &A,
    (certificate, others): (&Certificate, &[PositionId]),
    strategy: &CertificateStrategy,
    limit: Option<Distance>,
) -> Result<(), Flaw> {
    let mut entries = Entries::new(arena, &strategy.entries)?;
    let find = |start| entries.find(start).ok_or(FlawKind::NoEntry { from: None }.at(start));
    let start = find(certificate.start)?;
    let starts = others.iter().copied().map(find).chain([Ok(start)]).collect::<Result<Vec<usize>, Flaw>>()?;
    let (expected, found) = (certificate.claim.within().unwrap_or(0), strategy.entries[start].rank);
    if found != expected {
        return Err(FlawKind::WrongStart { expected, found }.at(certificate.start));
    }
    entries.arise_at(&starts);
    if !verify_at_once(arena, strategy, limit, &mut entries) {
        entries.arises.fill(false);
        entries.arise_at(&starts);
        for entry in &strategy.entries {
            verify_entry(arena, strategy, limit, &mut entries, entry)?;
        }
    }
    match strategy.entries.iter().zip(&entries.arises).find(|(_, arises)| !**arises) {
        Some((entry, _)) => Err(FlawKind::NeverArises { rank: entry.rank }.at(entry.position)),
        None => Ok(()),
    }
}

fn verify_entry<A: Arena>(
    arena: &A,
    strategy: &CertificateStrategy,
    limit: Option<Distance>,
    entries: &mut Entries<'_>,
    entry: &Entry,
) -> Result<(), Flaw> {
    match strategy.aim {
        Aim::Win => verify_win(arena, strategy.player, entries, entry),
        Aim::Hold => verify_hold(arena, strategy.player, limit, entries, entry),
    }
}

/// Whether all entries are right. The opponent's moves are gathered over all entries together
/// instead of listed for each entry, because a team has many moves that lead to the same positions.
fn verify_at_once<A: Arena>(
    arena: &A,
    strategy: &CertificateStrategy,
    limit: Option<Distance>,
    entries: &mut Entries<'_>,
) -> bool {
    let opponent = strategy.player.opponent();
    let mut answered: Vec<(PositionId, Distance)> = Vec::new();
    for entry in &strategy.entries {
        let &Entry { position, rank, to } = entry;
        if to.is_none() && arena.status(position) == Status::Turn(opponent) {
            if strategy.aim == Aim::Hold && limit.is_some_and(|limit| rank > limit) {
                return false;
            }
            answered.push((position, rank));
        } else if verify_entry(arena, strategy, limit, entries, entry).is_err() {
            return false;
        }
    }
    // Every position that may follow must have an entry. In a hold, its rank must be at most the
    // least rank plus cost.
    let mut is_right = true;
    arena.spread_moves(&answered, &Soonest, |to, expected| match (strategy.aim, entries.find(to)) {
        (Aim::Hold, _) if expected == Distance::MAX => is_right = false,
        (Aim::Hold, _) if limit.is_some_and(|limit| expected > limit) => {}
        (Aim::Hold, Some(next)) => {
            let found = entries.list[next].rank;
            is_right &= found <= expected;
            entries.arises[next] |= found == expected;
        }
        (Aim::Win, Some(next)) => entries.arises[next] = true,
        (_, None) => is_right = false,
    });
    if is_right && strategy.aim == Aim::Win {
        let positions: Vec<PositionId> = answered.iter().map(|(position, _)| *position).collect();
        let rank = |position| entries.find(position).map_or(0, |entry| entries.list[entry].rank.saturating_add(1));
        arena.gather_moves(&positions, &GreatestRank, rank, |position, latest| {
            // `latest` is the rank plus 1, or 0 where there is no move.
            let claimed = entries.find(position).map(|entry| entries.list[entry].rank);
            is_right &= latest > 1 && latest < Distance::MAX && claimed == Some(latest - 1);
        });
    }
    is_right
}

/// The entries of a hold without a limit, whose player answers with the first move into a set. They
/// are a strategy only if there always is such a move, which [`verify`] finds out. Time: O(m log m)
/// for the positions that can arise and their moves. Memory: O(entries), and a bit for each
/// position.
pub fn hold_into<A: Arena>(
    arena: &A,
    start: PositionId,
    player: Player,
    is_in_set: impl Fn(PositionId) -> bool,
) -> Vec<Entry> {
    let mut has_entry = vec![0u64; arena.positions().div_ceil(64)];
    let place = |position: PositionId| (position.index() / 64, 1u64 << (position.index() % 64));
    let mut open: BTreeMap<Distance, Vec<PositionId>> = BTreeMap::from([(0, vec![start])]);
    let mut entries = Vec::new();
    while let Some((rank, mut positions)) = open.pop_first() {
        positions.put_in_order();
        let mut theirs = Vec::new();
        for position in positions {
            let (word, bit) = place(position);
            if has_entry[word] & bit != 0 {
                continue;
            }
            has_entry[word] |= bit;
            let mut to = None;
            match arena.status(position) {
                Status::Turn(mover) if mover == player => {
                    to = arena.successors(position).map(|step| step.to).find(|&to| is_in_set(to));
                    if let Some((to, (_, dearest))) = to.and_then(|to| Some((to, arena.move_costs(position, to)?))) {
                        open.entry(rank.saturating_add(dearest.into())).or_default().push(to);
                    }
                }
                Status::Turn(_) => theirs.push((position, rank)),
                Status::Won(_) => {}
            }
            entries.push(Entry { position, rank, to });
        }
        arena.spread_moves(&theirs, &Soonest, |to, later| {
            let (word, bit) = place(to);
            if has_entry[word] & bit == 0 {
                open.entry(later).or_default().push(to);
            }
        });
    }
    entries
}

/// The semiring of the greatest rank plus cost. An element is a rank plus 1; 0 means no move.
struct GreatestRank;

impl Semiring for GreatestRank {
    type Item = Distance;

    fn zero(&self) -> Distance {
        0
    }

    fn extend(&self, rank: Distance, cost: Cost) -> Distance {
        if rank == 0 { 0 } else { rank.saturating_add(cost.into()) }
    }

    fn plus(&self, one: Distance, other: Distance) -> Distance {
        one.max(other)
    }
}

/// Verifies that the rank is the greatest rank plus cost of the moves that may follow.
fn verify_win<A: Arena>(arena: &A, player: Player, entries: &mut Entries<'_>, entry: &Entry) -> Result<(), Flaw> {
    let &Entry { position, rank: found, to } = entry;
    let mut expected = 0;
    let mut follows = |step: Move| {
        let next = entries.find(step.to).ok_or(FlawKind::NoEntry { from: Some(position) }.at(step.to))?;
        entries.arises[next] = true;
        expected = expected.max(entries.list[next].rank_after(step)?);
        Ok(())
    };
    match (arena.status(position), to) {
        (Status::Won(winner), _) if winner != player => return Err(FlawKind::Lost.at(position)),
        (Status::Turn(mover), Some(to)) if mover == player => {
            let (cheapest, _) = arena.move_costs(position, to).ok_or(FlawKind::IllegalMove { to }.at(position))?;
            follows(Move { to, cost: cheapest })?;
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

/// Verifies that the position is not lost, and that no position that may follow within the limit
/// has too great a rank.
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
        let expected = entry.rank_after(step)?;
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
            let (_, dearest) = arena.move_costs(position, to).ok_or(FlawKind::IllegalMove { to }.at(position))?;
            let step = Move { to, cost: dearest };
            if is_late(entry.rank_after(step)?) {
                return Err(FlawKind::LateMove { to }.at(position));
            }
            follows(step)
        }
        (Status::Turn(mover), None) if mover == player => {
            let dearest =
                arena.dearest_move(position).map(|cost| entry.rank_after(Move { to: position, cost })).transpose()?;
            // Without a move, the player is stuck and play is endless. Otherwise the limit must run
            // out during the dearest move.
            if dearest.is_none_or(is_late) { Ok(()) } else { Err(FlawKind::NoMove.at(position)) }
        }
        (_, Some(to)) => Err(FlawKind::NotToMove { to }.at(position)),
        (Status::Won(_), None) => Ok(()),
        (Status::Turn(_), None) => arena.successors(position).try_for_each(follows),
    }
}

/// The entries of a strategy by position.
struct Entries<'a> {
    list: &'a [Entry],
    /// A bit for each position of the arena: whether it has an entry.
    has_entry: Vec<u64>,
    /// For each word of `has_entry`, the number of entries for the positions before it.
    before: Vec<usize>,
    /// The index of each entry in the list, in the order of the positions.
    index: Vec<usize>,
    /// For each entry, whether it is the start or another entry leads to it.
    arises: Vec<bool>,
}

impl<'a> Entries<'a> {
    fn new<A: Arena>(arena: &A, list: &'a [Entry]) -> Result<Self, Flaw> {
        let mut has_entry = vec![0u64; arena.positions().div_ceil(64)];
        for entry in list {
            let position = entry.position.index();
            if position >= arena.positions() {
                return Err(FlawKind::NoSuchPosition.at(entry.position));
            }
            let (word, bit) = (&mut has_entry[position / 64], 1 << (position % 64));
            if *word & bit != 0 {
                return Err(FlawKind::SecondEntry.at(entry.position));
            }
            *word |= bit;
        }
        let mut sum = 0;
        let counted = |word: &u64| {
            sum += word.count_ones() as usize;
            sum - word.count_ones() as usize
        };
        let before = has_entry.iter().map(counted).collect();
        let mut entries = Self { list, has_entry, before, index: vec![0; list.len()], arises: vec![false; list.len()] };
        for (index, entry) in list.iter().enumerate() {
            if let Some(place) = entries.place(entry.position) {
                entries.index[place] = index;
            }
        }
        Ok(entries)
    }

    /// The place of a position among those that have entries, in ascending order.
    fn place(&self, position: PositionId) -> Option<usize> {
        let (word, bit) = (position.index() / 64, 1 << (position.index() % 64));
        let bits = *self.has_entry.get(word)?;
        (bits & bit != 0).then(|| self.before[word] + (bits & (bit - 1)).count_ones() as usize)
    }

    fn find(&self, position: PositionId) -> Option<usize> {
        self.place(position).map(|place| self.index[place])
    }

    fn arise_at(&mut self, starts: &[usize]) {
        for &start in starts {
            self.arises[start] = true;
        }
    }
}

impl Entry {
    /// The rank plus the cost of a move; a fault if the sum overflows.
    fn rank_after(&self, step: Move) -> Result<Distance, Flaw> {
        let too_large = FlawKind::TooLarge { rank: self.rank }.at(self.position);
        self.rank.checked_add(step.cost.into()).ok_or(too_large)
    }
}
