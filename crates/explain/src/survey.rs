//! All the starts of a game at once: how they split, and which are the hardest.
//!
//! A puzzle's designer wants a start from which the right side wins, not soon, and not by any move. So each start
//! is rated by how long its forced win takes and by its [`Choice`]: among how many moves the winner has to find how many.
//!
//! A start is any pair of nodes of a product arena, with one player to move.

use std::cmp::Reverse;

use catmouse_arena::{
    Adjudication, Arc, Arena, Distance, Judgement, Outcome, Player, PositionId, ProductArena, Status, Tokens, Value,
    Values,
};

use crate::main_move::freedom;

/// The first decision of the side that has something to keep: of the winner, or in a draw of the side to move.
///
/// It is made at the start if that side is to move there, else after the longest defence that the line plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub struct Tally {
    /// Starts at which the game is over.
    pub over: usize,
    /// Of the others, those that player One wins and those that player Two wins.
    pub wins: [usize; 2],
    /// Of the others, those that neither player wins.
    pub draws: usize,
}

impl Tally {
    /// How many starts there are at which the game is not over.
    pub fn open(&self) -> usize {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// How many of the starts at which the game is not over have this outcome.
    pub fn of(&self, outcome: Outcome) -> usize {
        match outcome {
            Outcome::Win(player) => self.wins[player.index()],
            Outcome::Draw => self.draws,
        }
    }
}

/// The hardest starts with one outcome, the hardest first.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    let mut tally = Tally::default();
    let outcomes = [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw];
    let mut rankings = outcomes.map(|outcome| (outcome, ByLength::new(most), ByChoice::new(most)));
    for two in 0..arena.pieces(Player::Two).nodes() {
        let arcs = arcs_of_two(arena, two);
        for one in 0..arena.pieces(Player::One).nodes() {
            let here = Here { arena, values, adjudication, tokens: Tokens { one, two, turn: first }, of_two: &arcs };
            let position = arena.position(here.tokens);
            let Judgement { outcome, distance, .. } = adjudication.judge(values.value(position));
            match outcome {
                _ if distance == Some(0) => {
                    tally.over += 1;
                    continue;
                }
                Outcome::Win(player) => tally.wins[player.index()] += 1,
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
    }
    let listed = |position| rate(arena, values, adjudication, position);
    let hardest = rankings.map(|(outcome, longest, narrowest)| Hardest {
        outcome,
        longest: longest.ranked.into_iter().map(|(_, position)| listed(position)).collect(),
        narrowest: narrowest.ranked.into_iter().map(|(.., position)| listed(position)).collect(),
    });
    Survey { tally, hardest }
}

/// Every start at which `first` is to move: by the node of player Two, then by that of player One.
pub fn rated_starts<V: Values>(
    arena: &ProductArena,
    values: &V,
    adjudication: &Adjudication,
    first: Player,
) -> impl Iterator<Item = Start> {
    (0..arena.pieces(Player::Two).nodes()).flat_map(move |two| {
        let arcs = arcs_of_two(arena, two);
        (0..arena.pieces(Player::One).nodes()).map(move |one| {
            let tokens = Tokens { one, two, turn: first };
            Here { arena, values, adjudication, tokens, of_two: &arcs }.rate()
        })
    })
}

/// What a start is worth and what there is to find. Time: O(moves of either player).
pub fn rate<V: Values>(arena: &ProductArena, values: &V, adjudication: &Adjudication, position: PositionId) -> Start {
    let tokens = arena.tokens(position);
    Here { arena, values, adjudication, tokens, of_two: &arcs_of_two(arena, tokens.two) }.rate()
}

fn arcs_of_two(arena: &ProductArena, two: u32) -> Vec<Arc> {
    arena.pieces(Player::Two).successors(two).collect()
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
        let judgement = self.adjudication.judge(self.values.value(position));
        Start { position, judgement, choice: self.choice(usize::MAX) }
    }

    /// The choice, unless it has more than `enough` right moves.
    fn choice(&self, enough: usize) -> Option<Choice> {
        let (mut at, mut tokens, mut agreed) = (self.arena.position(self.tokens), self.tokens, *self.adjudication);
        let value = self.values.value(at);
        let outcome = agreed.judge(value).outcome;
        if outcome == Outcome::Win(tokens.turn.opponent()) {
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
        if let Value::Win { distance: 0, .. } = self.values.value(at) {
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
            let after = match tokens.turn {
                Player::One => Tokens { one: arc.node, turn, ..tokens },
                Player::Two => Tokens { two: arc.node, turn, ..tokens },
            };
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
