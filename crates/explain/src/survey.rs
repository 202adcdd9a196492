//! All the starts of a game at once: their outcomes, and the hardest starts.
//!
//! The designer of a puzzle wants a start from which the right side wins, but neither soon nor with
//! any move. So each start is rated by the length of its forced win and by its [`FirstDecision`]:
//! the number of moves there, and the number of right ones.
//!
//! A start is any pair of nodes of a product arena, with one player to move.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use catmouse_arena::{
    Adjudication, Arc, Arena, ByPlayer, Distance, InOrder, Judgement, Pieces, Player, PositionId, Preference,
    ProductArena, StalemateRule, Tokens, Value, Values, WinOrDraw, Words,
};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::main_move::{self, Taste, freedom_at, least_freedom};

/// Freedoms in one byte for each start.
type Freedoms = main_move::Freedoms<u8>;

/// The first decision of the side that has an outcome to keep: the winner, or in a draw the side to
/// move.
///
/// The side decides at the start if it is to move there, else after the loser's main move. If the
/// values have no distances, the loser's main move is unknown; then there is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstDecision {
    /// The position in which the side decides.
    pub at: PositionId,
    /// The number of legal moves there, at least 1.
    pub moves: usize,
    /// The number of moves that keep the outcome, at least 1.
    pub right: usize,
}

/// A start with its rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedStart {
    /// The position.
    pub position: PositionId,
    /// The judgement if both play perfectly.
    pub judgement: Judgement,
    /// The first decision; `None` if the game ends before there is one.
    pub choice: Option<FirstDecision>,
}

impl RatedStart {
    /// Whether the game is over before it begins.
    pub fn is_over(&self) -> bool {
        self.judgement.distance == Some(0)
    }
}

/// The numbers of starts by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartTally {
    /// The starts at which the game is over.
    pub over: usize,
    /// The other starts that each player wins.
    pub wins: ByPlayer<usize>,
    /// The other starts that neither player wins.
    pub draws: usize,
}

impl StartTally {
    /// The number of starts at which the game is not over.
    pub fn open(&self) -> usize {
        self.wins.one + self.wins.two + self.draws
    }

    /// The number of starts with this outcome at which the game is not over.
    pub fn of(&self, outcome: WinOrDraw) -> usize {
        match outcome {
            WinOrDraw::Win(player) => self.wins[player],
            WinOrDraw::Draw => self.draws,
        }
    }
}

/// The hardest starts with one outcome, the hardest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// The outcome.
    pub outcome: WinOrDraw,
    /// The starts with the longest forced wins; equal ones by number. Empty if no end is forced.
    pub longest: Vec<RatedStart>,
    /// The starts with the fewest right moves at the first decision, among those with a wrong move.
    /// Equal ones are ordered by the longest forced win, then by the most moves to choose from,
    /// then by number.
    pub narrowest: Vec<RatedStart>,
}

/// The result of a [`survey`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The numbers of starts by outcome.
    pub tally: StartTally,
    /// The hardest starts for each outcome: player One's wins, player Two's wins, draws.
    pub hardest: [Hardest; 3],
}

/// Surveys the starts at which `first` is to move, and lists up to `most` starts for each outcome
/// and ranking. A limit counts from each start.
///
/// Time: O(moves of both players at all starts). The count of right moves stops early when it
/// exceeds that of every listed choice. A team's moves are generated once for each of its
/// placements. Memory: O(most + moves of a team), plus one byte for each start. For lost starts, the
/// words of a game also keep distances: up to two bytes for each pair of nodes.
pub fn survey(
    arena: &ProductArena,
    words: &dyn Words,
    values: &dyn Values,
    adjudication: &Adjudication,
    first: Player,
    most: usize,
) -> Survey {
    let freedoms = freedoms(arena, values, first);
    let solved = Solved { arena, words, values, adjudication };
    survey_starts(solved, first, most, &mut every_pair(arena), freedoms)
}

/// As [`survey`], without the narrowest starts, which are most of the work. Time: linear in the
/// positions. They are read by rows of the table.
pub fn survey_lengths(
    arena: &ProductArena,
    words: &dyn Words,
    values: &dyn Values,
    adjudication: &Adjudication,
    first: Player,
    most: usize,
) -> Survey {
    let solved = Solved { arena, words, values, adjudication };
    let limit = adjudication.limit.map_or(Distance::MAX, |limit| limit.distance);
    let mut longest = ByPlayer::from_fn(|_| ByLength::new(most));
    // The greatest distance of a start that is offered in vain.
    let mut too_short = ByPlayer::from_fn(|_| 0);
    let mut row = vec![Preference::LEAST; arena.pieces(Player::Two).nodes() as usize];
    for one in (0..arena.pieces(Player::One).nodes()).filter(|_| most > 0 && values.has_distances()) {
        if values.has_failed() {
            break;
        }
        let first = arena.position(Tokens { one, two: 0, turn: first }).index();
        row.fill(Preference::LEAST);
        values.raise_preferences(PositionId::new(first), Player::One, &mut row);
        for (id, liked) in (first..).zip(&row) {
            if let Value::Win { player, distance } = liked.value(Player::One)
                && distance > too_short[player]
                && distance <= limit
            {
                longest[player].offer((Reverse(distance), PositionId::new(id)));
                too_short[player] = longest[player].last().map_or(0, |(Reverse(distance), _)| *distance);
            }
        }
    }
    let hardest = OUTCOMES.map(|outcome| {
        let ranked = outcome.winner().map_or(&[][..], |player| &longest[player].ranked);
        let longest = ranked.iter().map(|&(_, position)| rate_in(solved, position)).collect();
        Hardest { outcome, longest, narrowest: Vec::new() }
    });
    Survey { tally: tally(arena, values, adjudication, first), hardest }
}

/// As [`survey`], for some starts only, each given as a pair (node of player One, node of player
/// Two). If the starts are ordered by the node of player Two, a team's moves are generated once for
/// each of its placements.
///
/// Time: O(moves at all starts · moves of the other player). Memory: O(most + moves of a team). For
/// lost starts, the words of a game also keep distances: up to two bytes for each pair of nodes.
pub fn survey_pairs(
    arena: &ProductArena,
    words: &dyn Words,
    values: &dyn Values,
    adjudication: &Adjudication,
    first: Player,
    most: usize,
    starts: impl IntoIterator<Item = (u32, u32)>,
) -> Survey {
    let solved = Solved { arena, words, values, adjudication };
    survey_starts(solved, first, most, &mut starts.into_iter(), Freedoms::counted_each_time())
}

/// The other player's freedom after any first move of `first`. Without distances, freedom is not
/// used.
fn freedoms(arena: &ProductArena, values: &dyn Values, first: Player) -> Freedoms {
    if values.has_distances() {
        Freedoms::counted_once(with_turn(arena, first.opponent()))
    } else {
        Freedoms::counted_each_time()
    }
}

/// The numbers of the positions with this player to move.
fn with_turn(arena: &ProductArena, turn: Player) -> Range<usize> {
    let half = arena.positions() / 2;
    match turn {
        Player::One => 0..half,
        Player::Two => half..2 * half,
    }
}

/// The outcomes in the order in which a survey lists them.
const OUTCOMES: [WinOrDraw; 3] = [WinOrDraw::Win(Player::One), WinOrDraw::Win(Player::Two), WinOrDraw::Draw];

fn survey_starts(
    solved: Solved<'_>,
    first: Player,
    most: usize,
    starts: &mut dyn Iterator<Item = (u32, u32)>,
    mut freedoms: Freedoms,
) -> Survey {
    let Solved { arena, values, adjudication, .. } = solved;
    let mut tally = StartTally::default();
    let mut rankings = OUTCOMES.map(|outcome| (outcome, ByLength::new(most), ByChoice::new(most)));
    let mut of_two = MovesOfTwo::default();
    for (one, two) in starts.take_while(|_| !values.has_failed()) {
        let position = arena.position(Tokens { one, two, turn: first });
        let Judgement { outcome, distance, .. } = adjudication.judge_in(arena, values, position);
        match outcome {
            _ if distance == Some(0) => {
                tally.over += 1;
                continue;
            }
            WinOrDraw::Win(player) => tally.wins[player] += 1,
            WinOrDraw::Draw => tally.draws += 1,
        }
        for (_, longest, narrowest) in rankings.iter_mut().filter(|(of, ..)| *of == outcome) {
            if let Some(distance) = distance {
                longest.offer((Reverse(distance), position));
            }
            let tokens = Tokens { one, two, turn: first };
            let here = StartContext { solved, tokens, of_two: of_two.at(arena, two) };
            let enough = narrowest.last().map_or(usize::MAX, |(right, ..)| *right);
            if let Some(FirstDecision { moves, right, .. }) = here.choice(enough, &mut freedoms)
                && right < moves
            {
                narrowest.offer((right, Reverse(distance), Reverse(moves), position));
            }
        }
    }
    let listed = |position| rate_in(solved, position);
    let hardest = rankings.map(|(outcome, longest, narrowest)| Hardest {
        outcome,
        longest: longest.ranked.into_iter().map(|(_, position)| listed(position)).collect(),
        narrowest: narrowest.ranked.into_iter().map(|(.., position)| listed(position)).collect(),
    });
    Survey { tally, hardest }
}

/// Up to `most` starts that differ from one another, in the given order: the first start, and then
/// each start that differs from all taken starts.
///
/// Two starts differ if each player's places in the two are more than one move apart. If too few
/// starts differ, starts are added in which only one player's places are far apart, and then any
/// others in their order. Time: O(starts · most · moves of a team).
pub fn differing(arena: &ProductArena, starts: &[RatedStart], most: usize) -> Vec<RatedStart> {
    let near = |player: Player, here: u32, there: u32| {
        let pieces = arena.pieces(player);
        // A cast is as near as its pieces in their usual order.
        let steps = pieces.steps();
        let leads = |from: u32, to: u32| match pieces {
            Pieces::Cast(_) => {
                let places = pieces.configuration(from).into_iter().zip(pieces.configuration(to));
                places.into_iter().all(|(from, to)| from == to || steps.costs_between((from, to)).next().is_some())
            }
            _ => pieces.successors(from).any(|arc| arc.node == to),
        };
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
    taken.put_in_order();
    taken.into_iter().map(|index| starts[index]).collect()
}

/// The numbers of all starts at which `first` is to move, by outcome. Time: as [`Values::tally_in`]
/// over these starts, plus linear in the runs of [`ProductArena::verdicts`], the positions where
/// the game is over.
pub fn tally(arena: &ProductArena, values: &dyn Values, adjudication: &Adjudication, first: Player) -> StartTally {
    let counts = values.tally_in(with_turn(arena, first), adjudication.limit.map(|limit| limit.distance)).counts;
    let over = count_over(arena, first);
    // Fewer positions may be won than over if values can no longer be read.
    let wins = ByPlayer::from_fn(|player| counts.wins[player].saturating_sub(over[player]));
    let mut tally = StartTally { over: over.one + over.two, wins, draws: 0 };
    match adjudication.judge(Value::Endless).outcome {
        WinOrDraw::Win(player) => tally.wins[player] += counts.endless,
        WinOrDraw::Draw => tally.draws += counts.endless,
    }
    tally
}

/// The number of positions with this player to move at which the game is over, for each winner.
fn count_over(arena: &ProductArena, turn: Player) -> ByPlayer<usize> {
    let (verdicts, mut over) = (arena.verdicts(), ByPlayer::default());
    for (run, winner) in (0..verdicts.rows()).flat_map(|row| verdicts.row(row)) {
        over[winner] += run.len();
    }
    if arena.stalemate() == StalemateRule::Loses {
        let (mover, other) = (arena.pieces(turn), arena.pieces(turn.opponent()).nodes());
        for stuck in (0..mover.nodes()).filter(|&node| mover.is_stuck(node)) {
            let has_winner = |&there: &u32| match turn {
                Player::One => verdicts.winner(stuck, there).is_some(),
                Player::Two => verdicts.winner(there, stuck).is_some(),
            };
            over[turn.opponent()] += other as usize - (0..other).filter(has_winner).count();
        }
    }
    over
}

/// A pseudo-random sample of `count` pairs (node of player One, node of player Two) without
/// repetition, sorted by the second and then the first. All pairs if there are at most `count`.
/// Equal arenas and counts give equal samples. Time: O(count · log count).
///
/// **Source.** R. W. Floyd's method, in J. Bentley, *A sample of brilliance*, CACM 30 (1987). The
/// random numbers are those of `SplitMix64` (Steele, Lea, Flood, *Fast splittable pseudorandom
/// number generators*, OOPSLA 2014).
pub fn sample(arena: &ProductArena, count: usize) -> Vec<(u32, u32)> {
    let rows = u64::from(arena.pieces(Player::One).nodes());
    let total = rows * u64::from(arena.pieces(Player::Two).nodes());
    let mut random = SplitMix64::seed_from_u64(0);
    let mut up_to = |last: u64| ((u128::from(random.next_u64()) * (u128::from(last) + 1)) >> 64) as u64;
    let mut chosen = BTreeSet::new();
    for last in total.saturating_sub(count as u64)..total {
        let pair = up_to(last);
        if !chosen.insert(pair) {
            chosen.insert(last);
        }
    }
    chosen.into_iter().map(|pair| ((pair % rows) as u32, (pair / rows) as u32)).collect()
}

/// Every pair (node of player One, node of player Two), ordered by the node of player Two and then
/// by the node of player One.
pub fn every_pair(arena: &ProductArena) -> impl Iterator<Item = (u32, u32)> + use<> {
    let [ones, twos] = Player::BOTH.map(|player| arena.pieces(player).nodes());
    (0..twos).flat_map(move |two| (0..ones).map(move |one| (one, two)))
}

/// Player Two's moves at the last requested node, if they depend on it alone. They are
/// kept because generating a team's moves
/// takes long.
#[derive(Default)]
struct MovesOfTwo {
    at: Option<u32>,
    arcs: Vec<Arc>,
}

impl MovesOfTwo {
    fn at(&mut self, arena: &ProductArena, two: u32) -> &[Arc] {
        // The moves of a cast also depend on the node of One.
        if self.at != Some(two) && arena.is_product() {
            self.at = Some(two);
            self.arcs.clear();
            self.arcs.extend(arena.pieces(Player::Two).successors(two));
        }
        &self.arcs
    }
}

/// Rates every start at which `first` is to move, ordered by the node of player Two and then by the
/// node of player One. Memory: one byte for each start. For lost starts, the words of a game also
/// keep distances: up to two bytes for each pair of nodes.
pub fn rated_starts<'a>(
    arena: &'a ProductArena,
    words: &'a dyn Words,
    values: &'a dyn Values,
    adjudication: &'a Adjudication,
    first: Player,
) -> impl Iterator<Item = RatedStart> + use<'a> {
    let freedoms = freedoms(arena, values, first);
    let solved = Solved { arena, words, values, adjudication };
    rate_all(solved, first, Box::new(every_pair(arena)), freedoms)
}

/// Rates the starts at these pairs (node of player One, node of player Two), in their order.
pub fn rated_pairs<'a>(
    arena: &'a ProductArena,
    words: &'a dyn Words,
    values: &'a dyn Values,
    adjudication: &'a Adjudication,
    first: Player,
    starts: impl IntoIterator<Item = (u32, u32), IntoIter: 'a>,
) -> impl Iterator<Item = RatedStart> {
    let starts = Box::new(starts.into_iter());
    rate_all(Solved { arena, words, values, adjudication }, first, starts, Freedoms::counted_each_time())
}

fn rate_all<'a>(
    solved: Solved<'a>,
    turn: Player,
    starts: Box<dyn Iterator<Item = (u32, u32)> + 'a>,
    mut freedoms: Freedoms,
) -> impl Iterator<Item = RatedStart> + use<'a> {
    let mut of_two = MovesOfTwo::default();
    starts.map(move |(one, two)| {
        let tokens = Tokens { one, two, turn };
        StartContext { solved, tokens, of_two: of_two.at(solved.arena, two) }.rate(&mut freedoms)
    })
}

/// Rates one start. Time: O(moves of either player).
pub fn rate(
    arena: &ProductArena,
    words: &dyn Words,
    values: &dyn Values,
    adjudication: &Adjudication,
    position: PositionId,
) -> RatedStart {
    rate_in(Solved { arena, words, values, adjudication }, position)
}

fn rate_in(solved: Solved<'_>, position: PositionId) -> RatedStart {
    let Solved { arena, .. } = solved;
    let tokens = arena.tokens(position);
    let mut of_two = MovesOfTwo::default();
    StartContext { solved, tokens, of_two: of_two.at(arena, tokens.two) }.rate(&mut Freedoms::counted_each_time())
}

/// A solved game of two tokens.
#[derive(Clone, Copy)]
struct Solved<'a> {
    arena: &'a ProductArena,
    words: &'a dyn Words,
    values: &'a dyn Values,
    adjudication: &'a Adjudication,
}

/// A start to be rated, with its game.
struct StartContext<'a> {
    solved: Solved<'a>,
    tokens: Tokens,
    /// Player Two's moves at its node. Many starts share them.
    of_two: &'a [Arc],
}

impl StartContext<'_> {
    fn rate(&self, freedoms: &mut Freedoms) -> RatedStart {
        let Solved { arena, values, adjudication, .. } = self.solved;
        let position = arena.position(self.tokens);
        let judgement = adjudication.judge_in(arena, values, position);
        RatedStart { position, judgement, choice: self.choice(usize::MAX, freedoms) }
    }

    /// The choice of the start; `None` if there is no choice, or if it has more than `enough` right
    /// moves.
    fn choice(&self, enough: usize, freedoms: &mut Freedoms) -> Option<FirstDecision> {
        let Solved { arena, words, values, adjudication } = self.solved;
        let (mut at, mut tokens, mut remaining) = (arena.position(self.tokens), self.tokens, *adjudication);
        let value = values.value(at);
        let outcome = remaining.judge(value).outcome;
        if outcome == WinOrDraw::Win(tokens.turn.opponent()) {
            if !values.has_distances() {
                return None;
            }
            let (to, arc) = self.main_move(tokens, value, enough, freedoms)?;
            remaining = remaining.after(arc.cost)?;
            (at, tokens) = (to, arena.tokens(to));
        }
        if remaining.judge_in(arena, values, at).distance == Some(0) {
            return None;
        }
        let (mut moves, mut right, mut in_time) = (0, 0, false);
        for (to, arc) in self.moves(tokens) {
            moves += 1;
            right += usize::from(remaining.judge_move(values.value(to), arc.cost).outcome == outcome);
            in_time |= remaining.after(arc.cost).is_some();
            if right > enough {
                return None;
            }
        }
        // A script decides nothing.
        let decides = moves > 1 || !words.follows_script(tokens.turn);
        (in_time && decides).then_some(FirstDecision { at, moves, right })
    }

    /// The loser's main move; `None` if there is none, or if it leaves more than `enough` right
    /// moves. It equals [`main_move`](crate::main_move()), but a team's moves are not generated
    /// again. As long as `freedoms` are kept, `enough` must not rise for starts of one outcome.
    fn main_move(
        &self,
        tokens: Tokens,
        value: Value,
        enough: usize,
        freedoms: &mut Freedoms,
    ) -> Option<(PositionId, Arc)> {
        let Solved { arena, words, values, adjudication } = self.solved;
        // A best move keeps the value of the position.
        let best = self.moves(tokens).filter(|&(to, arc)| values.value(to).one_move_before(arc.cost) == value);
        // Without a limit, the winner's right moves are the replies that keep its outcome, and
        // their number is its freedom.
        let enough = if adjudication.limit.is_none() { enough } else { usize::MAX };
        let is_alone = LazyCell::new(|| arena.pieces(tokens.turn).size() == 1);
        let taste = Taste { words, position: arena.position(tokens), loser: Some(tokens.turn), is_alone };
        // A count that exceeds `enough` need not be exact, now or later.
        let counted = enough.saturating_add(1);
        let freedom =
            |&(to, _): &(PositionId, Arc), most| freedoms.at(to, most, |most| self.freedom(to, most.min(counted)));
        least_freedom(best, enough, freedom, |&(to, _)| taste.rank(to))
    }

    /// The freedom of the player to move at `at`, which is the start or a position after the first
    /// move. Counted up to `most`.
    fn freedom(&self, at: PositionId, most: usize) -> usize {
        let Solved { arena, values, adjudication, .. } = self.solved;
        let replies = self.moves(arena.tokens(at)).map(|(reply, _)| values.value(reply));
        freedom_at(adjudication, arena.status(at), values.value(at), replies, most)
    }

    /// The moves at the start, or at a position after player One's first move, where player Two
    /// still stands as at the start.
    fn moves(&self, tokens: Tokens) -> impl Iterator<Item = (PositionId, Arc)> {
        let arena = self.solved.arena;
        let is_kept = tokens.turn == Player::Two && arena.is_product();
        let (listed, kept) = if is_kept { (None, self.of_two) } else { (Some(arena.moves(tokens)), &[][..]) };
        let turn = tokens.turn.opponent();
        listed.into_iter().flatten().chain(kept.iter().copied()).map(move |arc| {
            let after = Tokens { turn, ..tokens.with(tokens.turn, arc.node) };
            (self.solved.arena.position(after), arc)
        })
    }
}

/// Ranks the longest forced wins first.
type ByLength = Ranking<(Reverse<Distance>, PositionId)>;

/// Ranks the fewest right moves first, then the longest forced wins, then the most moves.
type ByChoice = Ranking<(usize, Reverse<Option<Distance>>, Reverse<usize>, PositionId)>;

/// The `most` least keys that were offered.
struct Ranking<K> {
    most: usize,
    ranked: Vec<K>,
}

impl<K: Ord> Ranking<K> {
    fn new(most: usize) -> Self {
        Self { most, ranked: Vec::new() }
    }

    /// The last key of the list if the list is full. Only lesser keys can still enter.
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
