//! All the starts of a game at once: how they split, and which are the hardest.
//!
//! A puzzle's designer wants a start from which the right side wins, not soon, and not by any move. So each start
//! is rated by how long its forced win takes and by its [`Choice`]: among how many moves the winner has to find how many.
//!
//! A start is any pair of nodes of a product arena, with one player to move.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use catmouse_arena::{
    Adjudication, Arc, Arena, ByPlayer, Distance, Judgement, Outcome, Player, PositionId, ProductArena, StalemateRule,
    Status, Tokens, Value, Values,
};

use crate::main_move::freedom;

/// The first decision of the side that has something to keep: of the winner, or in a draw of the side to move.
///
/// It is made at the start if that side is to move there, else after the longest defence that the line plays; without distances
/// there is no longest defence, and no choice then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choice {
    /// Where the side decides.
    pub at: PositionId,
    /// How many legal moves it has there, at least 1.
    pub moves: usize,
    /// How many of them keep the outcome, at least 1.
    pub right: usize,
}

/// A start and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Start {
    /// The position.
    pub position: PositionId,
    /// How the game ends if both play perfectly.
    pub judgement: Judgement,
    /// What there is to find; none if the game ends before there is anything.
    pub choice: Option<Choice>,
}

impl Start {
    /// Whether the game is over before it begins.
    pub fn over(&self) -> bool {
        self.judgement.distance == Some(0)
    }
}

/// How starts split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tally {
    /// Starts at which the game is over.
    pub over: usize,
    /// Of the others, those that each player wins.
    pub wins: ByPlayer<usize>,
    /// Of the others, those that neither player wins.
    pub draws: usize,
}

impl Tally {
    /// How many starts there are at which the game is not over.
    pub fn open(&self) -> usize {
        self.wins.one + self.wins.two + self.draws
    }

    /// How many of the starts at which the game is not over have this outcome.
    pub fn of(&self, outcome: Outcome) -> usize {
        match outcome {
            Outcome::Win(player) => self.wins[player],
            Outcome::Draw => self.draws,
        }
    }
}

/// The hardest starts with one outcome, the hardest first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hardest {
    /// The outcome.
    pub outcome: Outcome,
    /// Those whose forced win takes longest; equal ones by number. None where nothing is forced.
    pub longest: Vec<Start>,
    /// Those with the fewest right moves at the first choice, where there are wrong ones; of equal ones the longest forced
    /// wins come first, then those with most moves to choose from, then they go by number.
    pub narrowest: Vec<Start>,
}

/// What [`survey`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Survey {
    /// How the starts split.
    pub tally: Tally,
    /// The hardest for each outcome: player One's wins, player Two's, draws.
    pub hardest: [Hardest; 3],
}

/// Surveys the starts at which `first` is to move, and lists up to `most` of the hardest of each kind. A limit is counted
/// from each start.
///
/// Time: O(moves of both players at all starts), but a choice with more right moves than are listed is soon left alone, and
/// what a team can do is found out once for each place where it stands. Memory: O(most + moves of a team).
pub fn survey<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    first: Player,
    most: usize,
) -> Survey {
    survey_pairs(arena, values, adjudication, first, most, &mut every_pair(arena))
}

/// The same for some of the starts alone, each given by the nodes of player One and player Two; where those of player Two are
/// ordered, what a team can do is found out once for each of them.
pub fn survey_of<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    first: Player,
    most: usize,
    starts: &[(u32, u32)],
) -> Survey {
    survey_pairs(arena, values, adjudication, first, most, &mut starts.iter().copied())
}

fn survey_pairs<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    first: Player,
    most: usize,
    starts: &mut dyn Iterator<Item = (u32, u32)>,
) -> Survey {
    let mut tally = Tally::default();
    let outcomes = [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw];
    let mut rankings = outcomes.map(|outcome| (outcome, ByLength::new(most), ByChoice::new(most)));
    let mut of_two = ArcsOfTwo::default();
    for (one, two) in starts {
        let arcs = of_two.at(arena, two);
        let here = Here { arena, values, adjudication, tokens: Tokens { one, two, turn: first }, of_two: arcs };
        let position = arena.position(here.tokens);
        let Judgement { outcome, distance, .. } = adjudication.judge_in(arena, values, position);
        match outcome {
            _ if distance == Some(0) => {
                tally.over += 1;
                continue;
            }
            Outcome::Win(player) => tally.wins[player] += 1,
            Outcome::Draw => tally.draws += 1,
        }
        for (_, longest, narrowest) in rankings.iter_mut().filter(|(of, ..)| *of == outcome) {
            if let Some(distance) = distance {
                longest.offer((Reverse(distance), position));
            }
            let enough = narrowest.last().map_or(usize::MAX, |(right, ..)| *right);
            if let Some(Choice { moves, right, .. }) = here.choice(enough)
                && right < moves
            {
                narrowest.offer((right, Reverse(distance), Reverse(moves), position));
            }
        }
    }
    let listed = |position| rate(arena, values, adjudication, position);
    let hardest = rankings.map(|(outcome, longest, narrowest)| Hardest {
        outcome,
        longest: longest.ranked.into_iter().map(|(_, position)| listed(position)).collect(),
        narrowest: narrowest.ranked.into_iter().map(|(.., position)| listed(position)).collect(),
    });
    Survey { tally, hardest }
}

/// Of starts in some order, up to `most` that differ, in the same order: the first, and then each that differs from those that
/// are taken.
///
/// Two starts differ where each player stands more than one move from where it stands in the other. Where too few do, starts are
/// taken too where one player does, and then any, the first of them first. Time: O(starts · most · moves of a team).
pub fn differing(arena: &ProductArena, starts: &[Start], most: usize) -> Vec<Start> {
    let near = |player: Player, here: u32, there: u32| {
        let pieces = arena.pieces(player);
        let leads = |from: u32, to: u32| pieces.successors(from).any(|arc| arc.node == to);
        here == there || leads(here, there) || leads(there, here)
    };
    let mut taken: Vec<usize> = Vec::new();
    for players_apart in [2, 1, 0] {
        for (index, start) in starts.iter().enumerate() {
            if taken.len() >= most {
                break;
            }
            let here = arena.tokens(start.position);
            let differs = |&other: &usize| {
                let there = arena.tokens(starts[other].position);
                let is_far = |&player: &Player| !near(player, here.of(player), there.of(player));
                other != index && Player::BOTH.into_iter().filter(is_far).count() >= players_apart
            };
            if taken.iter().all(differs) {
                taken.push(index);
            }
        }
    }
    taken.sort_unstable();
    taken.into_iter().map(|index| starts[index]).collect()
}

/// How all starts at which `first` is to move split, and nothing else. Time: as [`Values::counts_in`] over them, and linear in the
/// runs of the verdicts.
pub fn tally<V: Values>(arena: &ProductArena, values: &V, adjudication: &Adjudication, first: Player) -> Tally {
    let half = arena.positions() / 2;
    let of_turn = match first {
        Player::One => 0..half,
        Player::Two => half..2 * half,
    };
    let counts = values.counts_in(of_turn, adjudication.limit.map(|limit| limit.distance));
    let over = over(arena, first);
    let wins = ByPlayer::from_fn(|player| counts.wins[player] - over[player]);
    let mut tally = Tally { over: over.one + over.two, wins, draws: 0 };
    match adjudication.judge(Value::Endless).outcome {
        Outcome::Win(player) => tally.wins[player] += counts.endless,
        Outcome::Draw => tally.draws += counts.endless,
    }
    tally
}

/// At how many of the positions with this player to move the game is over, by who has won.
fn over(arena: &ProductArena, turn: Player) -> ByPlayer<usize> {
    let (verdicts, mut over) = (arena.verdicts(), ByPlayer::default());
    for (run, winner) in (0..verdicts.rows()).flat_map(|row| verdicts.row(row)) {
        over[winner] += run.len();
    }
    if arena.stalemate() == StalemateRule::Loses {
        let (mover, other) = (arena.pieces(turn), arena.pieces(turn.opponent()).nodes());
        for stuck in (0..mover.nodes()).filter(|&node| mover.successors(node).next().is_none()) {
            let has_winner = |&there: &u32| match turn {
                Player::One => verdicts.winner(stuck, there).is_some(),
                Player::Two => verdicts.winner(there, stuck).is_some(),
            };
            over[turn.opponent()] += other as usize - (0..other).filter(has_winner).count();
        }
    }
    over
}

/// A pseudo-random sample of `count` pairs (node of player One, node of player Two) without repetition, sorted by the second and
/// then the first; all pairs if there are no more than `count`. The same for the same arena and count. Time: O(count · log count).
///
/// **Source.** R. W. Floyd's method, in J. Bentley, *A sample of brilliance*, CACM 30 (1987); the numbers are those of `SplitMix64`
/// (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014).
pub fn sample(arena: &ProductArena, count: usize) -> Vec<(u32, u32)> {
    let rows = u64::from(arena.pieces(Player::One).nodes());
    let total = rows * u64::from(arena.pieces(Player::Two).nodes());
    let mut state = 0_u64;
    let mut up_to = |last: u64| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(mixed ^ mixed >> 31) * (u128::from(last) + 1)) >> 64) as u64
    };
    let mut chosen = BTreeSet::new();
    for last in total.saturating_sub(count as u64)..total {
        let pair = up_to(last);
        if !chosen.insert(pair) {
            chosen.insert(last);
        }
    }
    chosen.into_iter().map(|pair| ((pair % rows) as u32, (pair / rows) as u32)).collect()
}

/// Every pair of nodes: by that of player Two, then by that of player One.
fn every_pair(arena: &ProductArena) -> impl Iterator<Item = (u32, u32)> + use<> {
    let [ones, twos] = Player::BOTH.map(|player| arena.pieces(player).nodes());
    (0..twos).flat_map(move |two| (0..ones).map(move |one| (one, two)))
}

/// What player Two can do where it stood last: for a team that is long to find out.
#[derive(Default)]
struct ArcsOfTwo {
    at: Option<u32>,
    arcs: Vec<Arc>,
}

impl ArcsOfTwo {
    fn at(&mut self, arena: &ProductArena, two: u32) -> &[Arc] {
        if self.at != Some(two) {
            self.at = Some(two);
            self.arcs.clear();
            self.arcs.extend(arena.pieces(Player::Two).successors(two));
        }
        &self.arcs
    }
}

/// Every start at which `first` is to move: by the node of player Two, then by that of player One.
pub fn rated_starts<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    first: Player,
) -> impl Iterator<Item = Start> {
    rated(arena, values, adjudication, first, every_pair(arena))
}

/// Some of them, as [`survey_of`] takes them.
pub fn rated_starts_of<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    first: Player,
    starts: &[(u32, u32)],
) -> impl Iterator<Item = Start> {
    rated(arena, values, adjudication, first, starts.iter().copied())
}

fn rated<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    turn: Player,
    starts: impl Iterator<Item = (u32, u32)>,
) -> impl Iterator<Item = Start> {
    let mut of_two = ArcsOfTwo::default();
    starts.map(move |(one, two)| {
        let tokens = Tokens { one, two, turn };
        Here { arena, values, adjudication, tokens, of_two: of_two.at(arena, two) }.rate()
    })
}

/// What a start is worth and what there is to find. Time: O(moves of either player).
pub fn rate<V: Values>(arena: &ProductArena, values: &V, adjudication: &Adjudication, position: PositionId) -> Start {
    let tokens = arena.tokens(position);
    Here { arena, values, adjudication, tokens, of_two: ArcsOfTwo::default().at(arena, tokens.two) }.rate()
}

/// A start under survey.
struct Here<'a, V> {
    arena: &'a ProductArena,
    values: &'a V,
    adjudication: &'a Adjudication,
    tokens: Tokens,
    /// What player Two can do: where it is a team that is long to find out, and the same for many starts.
    of_two: &'a [Arc],
}

impl<V: Values> Here<'_, V> {
    fn rate(&self) -> Start {
        let position = self.arena.position(self.tokens);
        let judgement = self.adjudication.judge_in(self.arena, self.values, position);
        Start { position, judgement, choice: self.choice(usize::MAX) }
    }

    /// The choice, unless it has more than `enough` right moves.
    fn choice(&self, enough: usize) -> Option<Choice> {
        let (mut at, mut tokens, mut agreed) = (self.arena.position(self.tokens), self.tokens, *self.adjudication);
        let value = self.values.value(at);
        let outcome = agreed.judge(value).outcome;
        if outcome == Outcome::Win(tokens.turn.opponent()) {
            if !self.values.has_distances() {
                return None;
            }
            // A best move is one that keeps the value: best moves and values are one and the same.
            let keeps = |to, arc: Arc| self.values.value(to).one_move_before(arc.cost) == value;
            let wins = value.winner() == Some(tokens.turn);
            // The same choice as `main_move`, without asking for the team's moves again.
            let (to, arc) = self.moves(tokens).filter(|&(to, arc)| keeps(to, arc)).min_by_key(|&(to, _)| {
                let after = self.arena.tokens(to);
                let replies = || self.moves(after).map(|(reply, _)| self.values.value(reply));
                let freedom = match self.arena.status(to) {
                    Status::Won(_) => 0,
                    Status::Turn(_) => freedom(wins, self.values.value(to), replies(), usize::MAX),
                };
                (freedom, (after.one, after.two) != (tokens.one, tokens.two))
            })?;
            agreed = agreed.after(arc.cost)?;
            (at, tokens) = (to, self.arena.tokens(to));
        }
        if agreed.judge_in(self.arena, self.values, at).distance == Some(0) {
            return None;
        }
        let (mut moves, mut right, mut in_time) = (0, 0, false);
        for (to, arc) in self.moves(tokens) {
            moves += 1;
            right += usize::from(agreed.judge_move(self.values.value(to), arc.cost).outcome == outcome);
            in_time |= agreed.after(arc.cost).is_some();
            if right > enough {
                return None;
            }
        }
        in_time.then_some(Choice { at, moves, right })
    }

    /// The moves from the start, or from where its first mover has gone: then the other player stands where it stood.
    fn moves(&self, tokens: Tokens) -> impl Iterator<Item = (PositionId, Arc)> {
        let (of_one, of_two) = match tokens.turn {
            Player::One => (Some(self.arena.pieces(Player::One).successors(tokens.one)), &[][..]),
            Player::Two => (None, self.of_two),
        };
        let turn = tokens.turn.opponent();
        of_one.into_iter().flatten().chain(of_two.iter().copied()).map(move |arc| {
            let after = Tokens { turn, ..tokens.with(tokens.turn, arc.node) };
            (self.arena.position(after), arc)
        })
    }
}

/// The longest forced wins.
type ByLength = Ranking<(Reverse<Distance>, PositionId)>;

/// The fewest right moves, then the longest forced wins, then the most moves.
type ByChoice = Ranking<(usize, Reverse<Option<Distance>>, Reverse<usize>, PositionId)>;

/// The least few of the keys offered.
struct Ranking<K> {
    most: usize,
    ranked: Vec<K>,
}

impl<K: Ord> Ranking<K> {
    fn new(most: usize) -> Self {
        Self { most, ranked: Vec::new() }
    }

    /// What a key must not exceed to be listed, once the list is full.
    fn last(&self) -> Option<&K> {
        self.ranked.last().filter(|_| self.ranked.len() >= self.most)
    }

    fn offer(&mut self, key: K) {
        if self.ranked.len() < self.most || self.last().is_some_and(|last| key < *last) {
            let place = self.ranked.partition_point(|known| *known < key);
            self.ranked.insert(place, key);
            self.ranked.truncate(self.most);
        }
    }
}
