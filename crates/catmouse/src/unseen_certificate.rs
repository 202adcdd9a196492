//! Certificates of games with a mouse that is not always seen.
//!
//! If the Cat wins, the certificate is its plan. If the Mouse holds an endless game, the certificate is a family of
//! sets that no move of the Cat empties: the Mouse may give up places, because a set with fewer places is never
//! better for it. So each position that arises is replaced by the least entry with the same cats and some of its
//! places. Verification lays out the positions of the entries and their moves, and then is that of any other game.

use std::collections::{HashMap, HashSet};

use catmouse_arena::{
    Aim, Arena, ByState, Certificate, CertificateClaim, CertificateStrategy, Cost, Entry, GraphArena, Player,
    PositionId, StateRules, Status, Value, WinOrDraw, verify,
};
use catmouse_explain::Context;
use catmouse_model::{Game, Unseen, UnseenState, UnseenWords};
use catmouse_solver::{Control, Request};

use crate::error::Error;
use crate::unseen::SolvedUnseen;

/// The rules of a game whose positions are those of a certificate.
struct Kept<'a> {
    rules: &'a Unseen<'a>,
    starts: Vec<UnseenState>,
    /// The positions that go on.
    known: HashSet<UnseenState>,
    /// Their places, the least first, by all else; empty if the Mouse gives up no place.
    sets: HashMap<UnseenState, Vec<u64>>,
}

impl<'a> Kept<'a> {
    fn new(rules: &'a Unseen<'a>, starts: Vec<UnseenState>, known: Vec<UnseenState>, gives_up: bool) -> Self {
        let mut sets: HashMap<UnseenState, Vec<u64>> = HashMap::new();
        for state in known.iter().filter(|_| gives_up) {
            sets.entry(UnseenState { places: 0, ..*state }).or_default().push(state.places);
        }
        for sets in sets.values_mut() {
            sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        }
        Self { rules, starts, known: known.into_iter().collect(), sets }
    }
}

impl StateRules for Kept<'_> {
    type State = UnseenState;

    fn starts(&self) -> Vec<UnseenState> {
        self.starts.clone()
    }

    fn status(&self, state: &UnseenState) -> Status {
        match self.rules.status(state) {
            Status::Turn(_) if !self.known.contains(state) => Status::Won(Player::Two),
            status => status,
        }
    }

    fn moves(&self, state: &UnseenState) -> Vec<(UnseenState, Cost)> {
        let given_up = |after: UnseenState| {
            let sets = self.sets.get(&UnseenState { places: 0, ..after });
            let fewer = sets.into_iter().flatten().find(|set| *set & !after.places == 0);
            UnseenState { places: *fewer.unwrap_or(&after.places), ..after }
        };
        self.rules.moves(state).into_iter().map(|(after, cost)| (given_up(after), cost)).collect()
    }

    fn winner_if_stuck(&self, state: &UnseenState, mover: Player) -> Option<Player> {
        self.rules.winner_if_stuck(state, mover)
    }
}

/// The positions of a certificate with their moves, and the certificate by their numbers.
pub(crate) fn laid_out(
    game: &Game,
    rules: &Unseen<'_>,
    certificate: &Certificate<UnseenState>,
) -> (GraphArena<UnseenState>, Certificate) {
    let gives_up = certificate.claim == CertificateClaim::Unforced(WinOrDraw::Win(Player::One));
    let gives_up = gives_up && game.adjudication().limit.is_none();
    let entries = || certificate.strategies.iter().flat_map(|strategy| &strategy.entries);
    let known = entries().map(|entry| entry.position).collect();
    let named = entries().flat_map(|entry| [Some(entry.position), entry.to]).flatten();
    let starts = std::iter::once(certificate.start).chain(named).collect();
    let arena = GraphArena::explore(&Kept::new(rules, starts, known, gives_up), usize::MAX);
    let Ok(arena) = arena else { unreachable!("a file names fewer positions") };
    // Every position of the certificate is one of the starts.
    let number = |state: &UnseenState| arena.position(state).unwrap_or(PositionId::new(arena.positions()));
    let certificate = certificate.map(number);
    (arena, certificate)
}

impl SolvedUnseen {
    /// A certificate that proves the outcome of the start. It is verified against the rules before it is returned.
    ///
    /// # Errors
    ///
    /// [`Error::Unproved`] if the values are not a solution; [`Error::TooManyPlaces`] if the positions that arise did
    /// not fit into memory and the Cat has no plan.
    pub fn certificate(&self) -> Result<Certificate<UnseenState>, Error> {
        let (game, rules, start) = (self.game(), self.game().unseen(), *self.start());
        let words = UnseenWords { game, rules: &rules };
        let adjudication = game.adjudication();
        let of = |arena: &GraphArena<UnseenState>, values: &catmouse_arena::Solution| {
            let by_state = ByState::new(arena, &words);
            let context = Context::new(arena, &by_state, values, adjudication);
            let start = arena.position(&start)?;
            Some(catmouse_explain::certificate(&context, start).map(|position| *arena.state(*position)))
        };
        let certificate = match (self.values(), self.value_at(&start), self.plan_found()) {
            (Some((arena, _)), Value::Endless, _)
                if adjudication.limit.is_none() && adjudication.endless == WinOrDraw::Win(Player::One) =>
            {
                let fewer = self.fewer(&rules, arena);
                let values = catmouse_solver::solve(&fewer, Request::Table, &Control::default())?.into_table();
                of(&fewer, &values)
            }
            (Some((arena, values)), ..) => of(arena, values),
            (None, _, Some(line)) => {
                let within = line.len() as u64 - 1;
                let entry = |(at, state): (usize, &UnseenState)| Entry {
                    position: *state,
                    rank: within - at as u64,
                    to: line.get(at + 1).copied().filter(|_| state.turn == Player::Two),
                };
                let entries = line.iter().enumerate().map(entry).collect();
                let strategy = CertificateStrategy { player: Player::Two, aim: Aim::Win, entries };
                let claim = CertificateClaim::Win { player: Player::Two, within };
                Some(Certificate { start, claim, strategies: vec![strategy] })
            }
            (None, _, None) => None,
        };
        let Some(certificate) = certificate else { return Err(self.too_many()) };
        let (arena, proof) = laid_out(game, &rules, &certificate);
        verify(&arena, &adjudication, proof.start, &proof).map_err(Error::Unproved)?;
        Ok(certificate)
    }

    /// If play is endless: positions with the Cat to move that show it. Whatever the Cat does at one of them, the
    /// Mouse may be on all places of another. Empty otherwise. Time: linear in the positions, and in the pairs of
    /// sets of each placement.
    pub fn family(&self) -> Vec<UnseenState> {
        match self.values() {
            Some((arena, _)) if self.value_at(self.start()) == Value::Endless => {
                let fewer = self.fewer(&self.game().unseen(), arena);
                let is_kept = |position: &PositionId| fewer.status(*position) == Status::Turn(Player::Two);
                (0..fewer.positions()).map(PositionId::new).filter(is_kept).map(|at| *fewer.state(at)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The positions that arise from the start if the Mouse gives up every place that it can spare.
    fn fewer(&self, rules: &Unseen<'_>, arena: &GraphArena<UnseenState>) -> GraphArena<UnseenState> {
        let is_won_by_cat = |value: Value| matches!(value, Value::Win { player: Player::Two, .. });
        let mut least: Vec<UnseenState> = arena.states().to_vec();
        least.retain(|state| !is_won_by_cat(self.value_at(state)));
        least.sort_by_key(|state| (state.places.count_ones(), state.places));
        let mut sets: HashMap<UnseenState, Vec<u64>> = HashMap::new();
        least.retain(|state| {
            let known = sets.entry(UnseenState { places: 0, ..*state }).or_default();
            let is_least = known.iter().all(|set| set & !state.places != 0);
            known.extend(is_least.then_some(state.places));
            is_least || state == self.start()
        });
        let fewer = GraphArena::explore(&Kept::new(rules, vec![*self.start()], least, true), usize::MAX);
        let Ok(fewer) = fewer else { unreachable!("there are no more than before") };
        fewer
    }
}
