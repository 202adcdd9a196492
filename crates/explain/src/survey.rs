//! All the starts of a game at once: how they split, and which are the hardest.
//!
//! Whoever designs a puzzle wants a start from which the right side wins, not soon, and not by any move. So each start is
//! rated by how long its forced win takes and by its [`Choice`]: among how many moves the winner has to find how many.

use std::cmp::Reverse;

use catmouse_arena::{Adjudication, Arena, Judgement, Node, Outcome, Player, PositionId, Values};

/// The first decision of the side that has something to keep: of the winner, or in a draw of the side to move.
///
/// It is made at the start if that side is to move there, else after the first of the loser's longest defences.
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

/// How starts split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Starts at which the game is over.
    pub over: usize,
    /// Of the others, those that player One wins and those that player Two wins.
    pub wins: [usize; 2],
    /// Of the others, those that nobody wins.
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
    /// Those whose forced win takes longest; equal ones in the order in which they were given. None where nothing is forced.
    pub longest: Vec<Start>,
    /// Those with the fewest right moves at the first choice, wrong ones being there; of equal ones the longest forced wins
    /// come first, then those with most moves to choose from, then the order in which they were given.
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

/// Surveys the starts given, and lists up to `most` of the hardest of each kind. A limit is counted from each start.
///
/// Time: O(moves from the starts and from where longest defences lead): every choice is counted. Memory: O(most).
pub fn survey<A: Arena, V: Values>(
    arena: &A,
    values: &V,
    adjudication: &Adjudication,
    starts: impl IntoIterator<Item = PositionId>,
    most: usize,
) -> Survey {
    let mut tally = Tally::default();
    let outcomes = [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw];
    let mut rankings = outcomes.map(|outcome| (outcome, Ranking::new(most), Ranking::new(most)));
    for position in starts {
        if let Node::Won(_) = arena.node(position) {
            tally.over += 1;
            continue;
        }
        let start = rate(arena, values, adjudication, position);
        let Judgement { outcome, distance, .. } = start.judgement;
        match outcome {
            Outcome::Win(player) => tally.wins[player.index()] += 1,
            Outcome::Draw => tally.draws += 1,
        }
        for (_, longest, narrowest) in rankings.iter_mut().filter(|(of, ..)| *of == outcome) {
            if let Some(distance) = distance {
                longest.offer(Reverse(distance), start);
            }
            if let Some(Choice { moves, right, .. }) = start.choice
                && right < moves
            {
                narrowest.offer((right, Reverse(distance), Reverse(moves)), start);
            }
        }
    }
    let hardest = rankings.map(|(outcome, longest, narrowest)| Hardest {
        outcome,
        longest: longest.starts(),
        narrowest: narrowest.starts(),
    });
    Survey { tally, hardest }
}

/// What a start is worth and what there is to find. Time: O(moves from it and from where the longest defence leads).
pub fn rate<A: Arena, V: Values>(arena: &A, values: &V, adjudication: &Adjudication, position: PositionId) -> Start {
    let judgement = adjudication.judge(values.value(position));
    Start { position, judgement, choice: choice(arena, values, adjudication, position, judgement.outcome) }
}

fn choice<A: Arena, V: Values>(
    arena: &A,
    values: &V,
    adjudication: &Adjudication,
    start: PositionId,
    outcome: Outcome,
) -> Option<Choice> {
    let Node::Turn(mover) = arena.node(start) else {
        return None;
    };
    let (at, agreed) = match outcome {
        Outcome::Win(winner) if winner != mover => {
            let defence = *values.best_moves(arena, start).first()?;
            (defence.to, adjudication.after(defence.cost)?)
        }
        _ => (start, *adjudication),
    };
    let Node::Turn(_) = arena.node(at) else {
        return None;
    };
    let (mut moves, mut right, mut in_time) = (0, 0, false);
    for step in arena.successors(at) {
        moves += 1;
        right += usize::from(agreed.judge_move(values.value(step.to), step.cost).outcome == outcome);
        in_time |= agreed.after(step.cost).is_some();
    }
    in_time.then_some(Choice { at, moves, right })
}

/// The first few of the starts offered, by key; equal ones in the order in which they came.
struct Ranking<K> {
    most: usize,
    ranked: Vec<(K, Start)>,
}

impl<K: Ord> Ranking<K> {
    fn new(most: usize) -> Self {
        Self { most, ranked: Vec::new() }
    }

    fn offer(&mut self, key: K, start: Start) {
        let full = self.ranked.len() >= self.most;
        if full && self.ranked.last().is_none_or(|(last, _)| *last <= key) {
            return;
        }
        let place = self.ranked.partition_point(|(known, _)| *known <= key);
        self.ranked.insert(place, (key, start));
        self.ranked.truncate(self.most);
    }

    fn starts(self) -> Vec<Start> {
        self.ranked.into_iter().map(|(_, start)| start).collect()
    }
}
