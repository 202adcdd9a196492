//! A board as most programs hold it: a list of positions with their moves.
//!
//! A [`PlainGame`] may have a [`Twist`], a rule that the program has wrong, and is searched as
//! programs search. It shares no code with the engines, and is meant for small boards.

use std::cmp::Ordering;
use std::collections::VecDeque;

use catmouse_model::{Outcome, Side};

use crate::puzzle::PuzzleBoard;

/// A rule that a program has wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Twist {
    None,
    /// The cat may enter the hole. The flag tells whether capture is tested before the hole.
    CatInHole {
        is_capture_first: bool,
    },
    /// The cat may enter the hole and never leaves it, as if the game went on without it.
    CatStopsInHole,
    /// A capture ends the game only after a move of this side.
    CaptureAfter(Side),
    /// The cat may stay in problem 913, or must move in problem 1728.
    CatStays,
    /// The mouse may stay in problem 913, or must move in problem 1728.
    MouseStays,
    /// Both of these.
    BothStay,
    CatFirst,
    /// The mouse starts at 2 and the cat at 1.
    StartsSwapped,
    /// Walls do not stop a jump; nobody lands on one.
    JumpsThroughWalls,
    /// The mouse cannot jump over the cat.
    CatInTheWay,
    JumpsSwapped,
    ShortJumps,
    /// Only jumps of the greatest length, and staying.
    FullJumps,
    /// The cat does not win on the food. The flag tells whether the mouse, which steps onto the food
    /// where the cat stands, is caught.
    CatIgnoresFood {
        is_capture_first: bool,
    },
}

impl Twist {
    /// Whether a capture ends the game in positions in which this side is to move.
    fn sees_capture_before(self, mover: Side) -> bool {
        self != Self::CaptureAfter(mover)
    }
}

/// The order in which a program tries the directions on a grid: row and column of each.
pub(crate) type Directions = [(i32, i32); 4];

/// The usual orders: right, down, left, up; up, down, left, right; right, left, down, up; and down,
/// up, right, left.
pub(crate) const DIRECTIONS: [Directions; 4] = [
    [(0, 1), (1, 0), (0, -1), (-1, 0)],
    [(-1, 0), (1, 0), (0, -1), (0, 1)],
    [(0, 1), (0, -1), (1, 0), (-1, 0)],
    [(1, 0), (-1, 0), (0, 1), (0, -1)],
];

/// A game as a list of positions.
pub(crate) struct PlainGame {
    /// The number of vertices, or of free cells.
    vertices: usize,
    start: usize,
    /// Who has won in each position. An even position is the Mouse's turn.
    ends: Vec<Option<Outcome>>,
    /// The positions after each move, in the order in which a program tries them.
    moves: Vec<Vec<u32>>,
    /// For each cat's vertex, whether the cat could enter the hole from there if it were allowed to.
    is_at_hole: Vec<bool>,
}

impl PlainGame {
    pub(crate) fn new(board: &PuzzleBoard, twist: Twist, directions: &Directions) -> Self {
        match board {
            PuzzleBoard::Lists(lists) => Self::of_lists(lists, twist),
            PuzzleBoard::Grid { rows, cat_jump, mouse_jump } => {
                Self::of_grid(rows, [*mouse_jump, *cat_jump], twist, directions)
            }
        }
    }

    fn of_lists(lists: &[Vec<u32>], twist: Twist) -> Self {
        let enters = matches!(twist, Twist::CatInHole { .. } | Twist::CatStopsInHole);
        let with = |from: usize, stays: bool| {
            let list = lists[from].iter().copied();
            list.chain(stays.then_some(from as u32)).collect::<Vec<u32>>()
        };
        let moves = |side: Side, from: usize, _| match side {
            Side::Mouse => with(from, matches!(twist, Twist::MouseStays | Twist::BothStay)),
            Side::Cat => {
                let mut all = with(from, matches!(twist, Twist::CatStays | Twist::BothStay));
                all.retain(|to| enters || *to != 0);
                if from == 0 && twist == Twist::CatStopsInHole {
                    all.clear();
                }
                all
            }
        };
        let end = |mouse: usize, cat: usize, mover: Side| match () {
            () if twist == Twist::CatInHole { is_capture_first: true } && mouse == cat => Some(Outcome::Cat),
            () if mouse == 0 => Some(Outcome::Mouse),
            () if mouse == cat && twist.sees_capture_before(mover) => Some(Outcome::Cat),
            () => None,
        };
        let starts = if twist == Twist::StartsSwapped { [2, 1] } else { [1, 2] };
        let mut game = Self::of(lists.len(), starts, twist == Twist::CatFirst, moves, end);
        game.is_at_hole = lists.iter().map(|list| list.contains(&0)).collect();
        game
    }

    fn of_grid(rows: &[String], [mouse_jump, cat_jump]: [u32; 2], twist: Twist, directions: &Directions) -> Self {
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let all = (0..).zip(&cells).flat_map(|(row, letters)| (0..letters.len()).map(move |column| (row, column)));
        let free: Vec<(usize, usize)> = all.filter(|&(row, column)| cells[row][column] != '#').collect();
        let letter = |(row, column): (usize, usize)| cells.get(row)?.get(column).copied();
        let find = |wanted: char| free.iter().position(|&at| letter(at) == Some(wanted)).unwrap_or_default();
        let food = find('F');
        let mut jumps = [mouse_jump, cat_jump].map(u32::cast_signed);
        match twist {
            Twist::JumpsSwapped => jumps.reverse(),
            Twist::ShortJumps => jumps = [1, 1],
            _ => {}
        }
        let moves = |side: Side, from: usize, other: usize| {
            let has_to_move = match side {
                Side::Mouse => matches!(twist, Twist::MouseStays | Twist::BothStay),
                Side::Cat => matches!(twist, Twist::CatStays | Twist::BothStay),
            };
            let most = jumps[usize::from(side == Side::Cat)];
            let (row, column) = free[from];
            let mut found = Vec::new();
            for (down, right) in directions {
                for length in i32::from(has_to_move)..=most {
                    let moved = |from: usize, step: i32| from.checked_add_signed((step * length) as isize);
                    let at = moved(row, *down).zip(moved(column, *right));
                    let Some((at, letter)) = at.and_then(|at| Some((at, letter(at)?))) else { break };
                    if letter == '#' {
                        if twist == Twist::JumpsThroughWalls {
                            continue;
                        }
                        break;
                    }
                    if twist != Twist::FullJumps || length == 0 || length == most {
                        found.extend(free.binary_search(&at).map(|to| to as u32));
                    }
                    if twist == Twist::CatInTheWay && side == Side::Mouse && at == free[other] {
                        break;
                    }
                }
            }
            found
        };
        let end = |mouse: usize, cat: usize, mover: Side| {
            let is_caught = mouse == cat && twist.sees_capture_before(mover);
            match twist {
                Twist::CatIgnoresFood { is_capture_first } => match () {
                    () if is_caught && (is_capture_first || mouse != food) => Some(Outcome::Cat),
                    () => (mouse == food).then_some(Outcome::Mouse),
                },
                _ if is_caught || cat == food => Some(Outcome::Cat),
                _ => (mouse == food).then_some(Outcome::Mouse),
            }
        };
        let starts = [find('M'), find('C')];
        Self::of(free.len(), starts, twist == Twist::CatFirst, moves, end)
    }

    fn of(
        vertices: usize,
        [mouse, cat]: [usize; 2],
        is_cat_first: bool,
        moves_of: impl Fn(Side, usize, usize) -> Vec<u32>,
        end: impl Fn(usize, usize, Side) -> Option<Outcome>,
    ) -> Self {
        let (mut ends, mut moves) = (Vec::new(), Vec::new());
        for mouse in 0..vertices {
            for cat in 0..vertices {
                for (mover, from, other) in [(Side::Mouse, mouse, cat), (Side::Cat, cat, mouse)] {
                    let end = end(mouse, cat, mover);
                    let all = if end.is_some() { Vec::new() } else { moves_of(mover, from, other) };
                    let after = |to: u32| match mover {
                        Side::Mouse => ((to as usize * vertices + cat) * 2 + 1) as u32,
                        Side::Cat => ((mouse * vertices + to as usize) * 2) as u32,
                    };
                    ends.push(end);
                    moves.push(all.into_iter().map(after).collect());
                }
            }
        }
        let start = (mouse * vertices + cat) * 2 + usize::from(is_cat_first);
        Self { vertices, start, ends, moves, is_at_hole: vec![false; vertices] }
    }

    fn winner_if_stuck(at: usize) -> Outcome {
        if at.is_multiple_of(2) { Outcome::Cat } else { Outcome::Mouse }
    }

    fn own(at: usize) -> Outcome {
        if at.is_multiple_of(2) { Outcome::Mouse } else { Outcome::Cat }
    }

    /// The result of retrograde analysis with this fault in its counters; `endless` where neither
    /// player can force an end.
    ///
    /// With such a fault the result may depend on the order in which the ends are put into the queue.
    pub(crate) fn backwards(&self, slip: CounterSlip, queue: QueueOrder, endless: Outcome) -> Outcome {
        let mut values = self.ends.clone();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); values.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            for &to in moves {
                before[to as usize].push(from as u32);
            }
        }
        let counted = |(at, moves): (usize, &Vec<u32>)| {
            let hole = usize::from(at % 2 == 1 && self.is_at_hole[at / 2 % self.vertices]);
            match slip {
                CounterSlip::HoleCounted => moves.len() + hole,
                CounterSlip::HoleUncounted => moves.len().saturating_sub(hole),
                _ => moves.len(),
            }
        };
        let mut left: Vec<usize> = self.moves.iter().enumerate().map(counted).collect();
        if slip == CounterSlip::StuckLoses {
            for at in (0..values.len()).filter(|&at| left[at] == 0) {
                values[at].get_or_insert(Self::winner_if_stuck(at));
            }
        }
        let mut ends: Vec<(usize, Outcome)> = (0..).zip(&values).filter_map(|(at, end)| Some((at, (*end)?))).collect();
        ends.sort_by_key(|&(at, end)| {
            let (mouse, cat) = (at / 2 / self.vertices, at / 2 % self.vertices);
            match queue {
                QueueOrder::ByPosition => (0, false, at),
                QueueOrder::ByPlace => (mouse.max(cat), end == Outcome::Cat, at),
                QueueOrder::MouseFirst => (0, end == Outcome::Cat, at),
                QueueOrder::CatFirst => (0, end == Outcome::Mouse, at),
            }
        });
        let mut open = VecDeque::from(ends);
        while let Some((at, value)) = open.pop_front() {
            for &from in &before[at] {
                let from = from as usize;
                let is_again = slip == CounterSlip::QueuedAgain && value == Self::own(from);
                if values[from].is_some() && !(is_again && self.ends[from].is_none()) {
                    continue;
                }
                left[from] = match slip {
                    CounterSlip::FirstLoss => 0,
                    CounterSlip::CountedTwice => left[from].saturating_sub(2),
                    _ => left[from].saturating_sub(1),
                };
                if value == Self::own(from) || left[from] == 0 {
                    values[from] = Some(value);
                    open.push_back((from, value));
                }
            }
        }
        values[self.start].unwrap_or(endless)
    }

    /// The better of two results for the player to move.
    fn better(at: usize, one: Outcome, other: Outcome) -> Outcome {
        let worth = |outcome: Outcome| match outcome {
            Outcome::Draw => 1,
            outcome if outcome == Self::own(at) => 2,
            _ => 0,
        };
        if worth(other) > worth(one) { other } else { one }
    }

    /// The result of a search that takes a position that it meets again for `again`. It stores what
    /// it has found about a position if `stores`; otherwise a position that was visited once stays
    /// worth `again`. It looks at no further move after a win if `is_early`.
    pub(crate) fn depth_first(&self, again: Outcome, stores: bool, is_early: bool) -> Outcome {
        let mut known = self.ends.clone();
        let mut path: Vec<(usize, usize, Outcome)> = Vec::new();
        let mut found = known[self.start];
        if found.is_none() {
            known[self.start] = Some(again);
            path.push((self.start, 0, Self::winner_if_stuck(self.start)));
        }
        while let Some(&mut (at, ref mut next, ref mut best)) = path.last_mut() {
            if let Some(value) = found.take() {
                *best = Self::better(at, *best, value);
            }
            let is_over = is_early && *best == Self::own(at);
            match self.moves[at].get(*next).filter(|_| !is_over) {
                Some(&to) => {
                    let to = to as usize;
                    *next += 1;
                    found = known[to];
                    if found.is_none() {
                        known[to] = Some(again);
                        path.push((to, 0, Self::winner_if_stuck(to)));
                    }
                }
                None => {
                    found = Some(*best);
                    if stores {
                        known[at] = found;
                    }
                    path.pop();
                }
            }
        }
        found.unwrap_or(again)
    }

    /// The result of a search that ends after `most` plies with `endless`, and stores values without
    /// the number of plies.
    pub(crate) fn cut_and_stored(&self, most: u32, first: First, endless: Outcome) -> Outcome {
        let mut known = vec![None; self.ends.len()];
        self.cut_from(self.start, most, first, endless, &mut known)
    }

    fn cut_from(&self, at: usize, left: u32, first: First, endless: Outcome, known: &mut [Option<Outcome>]) -> Outcome {
        let cut = (left == 0).then_some(endless);
        let (end, stored) = (self.ends[at], known[at]);
        let early = match first {
            First::Bound => cut.or(end).or(stored),
            First::Ends => end.or(cut).or(stored),
            First::Stored => end.or(stored).or(cut),
        };
        if let Some(value) = early {
            return value;
        }
        let mut best = Self::winner_if_stuck(at);
        for &to in &self.moves[at] {
            let value = self.cut_from(to as usize, left - 1, first, endless, known);
            best = Self::better(at, best, value);
            if best == Self::own(at) {
                break;
            }
        }
        known[at] = Some(best);
        best
    }

    /// The result of a comparison of distances. The Mouse wins if it is first at a goal. If it is only
    /// as soon there as the Cat, the result is `tie`, otherwise `late`.
    pub(crate) fn race(&self, to: Goal, tie: Outcome, late: Outcome) -> Outcome {
        let (mouse, cat) = (self.start / 2 / self.vertices, self.start / 2 % self.vertices);
        let cat_at = self.distances(Side::Cat, cat, mouse, |_, _| true);
        let is_in_time = |vertex: usize, plies: u32| match to {
            Goal::EveryPlaceOnTheWay => plies < cat_at[vertex] || tie == Outcome::Mouse && plies == cat_at[vertex],
            Goal::Hole | Goal::Door => true,
        };
        let mouse_at = self.distances(Side::Mouse, mouse, cat, is_in_time);
        let is_goal = |vertex: usize| match to {
            Goal::Door => self.is_at_hole[vertex],
            Goal::Hole | Goal::EveryPlaceOnTheWay => (0..self.vertices).any(|other| {
                other != vertex && self.ends[(vertex * self.vertices + other) * 2] == Some(Outcome::Mouse)
            }),
        };
        let goals = (0..self.vertices).filter(|&vertex| is_goal(vertex) && mouse_at[vertex] != u32::MAX);
        match goals.map(|vertex| mouse_at[vertex].cmp(&cat_at[vertex])).min() {
            Some(Ordering::Less) => Outcome::Mouse,
            Some(Ordering::Equal) => tie,
            _ => late,
        }
    }

    /// The number of moves of a side from a vertex to each other, while the other side stands still
    /// and does not matter, over vertices that `allows` accepts. A vertex that ends the game is
    /// reached and not left.
    fn distances(&self, side: Side, from: usize, other: usize, allows: impl Fn(usize, u32) -> bool) -> Vec<u32> {
        let mut at = vec![u32::MAX; self.vertices];
        at[from] = 0;
        let mut open = VecDeque::from([from]);
        let position = |vertex: usize, other: usize| match side {
            Side::Mouse => (vertex * self.vertices + other) * 2,
            Side::Cat => (other * self.vertices + vertex) * 2 + 1,
        };
        while let Some(vertex) = open.pop_front() {
            // A position that has ended has no moves, so another place of the opponent is looked at.
            let moves =
                std::iter::once(other).chain(0..self.vertices).map(|other| &self.moves[position(vertex, other)]);
            let Some(moves) = moves.into_iter().find(|moves| !moves.is_empty()) else { continue };
            for &to in moves {
                let to = match side {
                    Side::Mouse => to as usize / 2 / self.vertices,
                    Side::Cat => to as usize / 2 % self.vertices,
                };
                if at[to] == u32::MAX && allows(to, at[vertex] + 1) {
                    at[to] = at[vertex] + 1;
                    open.push_back(to);
                }
            }
        }
        at
    }
}

/// What a comparison of distances looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The hole or the food.
    Hole,
    /// The neighbours of the hole.
    Door,
    EveryPlaceOnTheWay,
}

/// A fault in the counters of retrograde analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CounterSlip {
    None,
    /// The cat's move into the hole counts as a move that is left.
    HoleCounted,
    /// The cat's move into the hole does not count, though the cat can make it.
    HoleUncounted,
    CountedTwice,
    /// A won position is put into the queue by each move that wins.
    QueuedAgain,
    /// One losing move makes a position lost.
    FirstLoss,
    /// A player without a move loses.
    StuckLoses,
}

/// The order in which the ends are put into the queue of retrograde analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueueOrder {
    /// By the mouse's place, then the cat's.
    ByPosition,
    /// Place by place: first the hole with the cat there, then both there.
    ByPlace,
    /// The wins of the Mouse first.
    MouseFirst,
    /// The wins of the Cat first.
    CatFirst,
}

/// What a search with a bound tests first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// The bound, then the ends, then the stored values.
    Bound,
    /// The ends, then the bound, then the stored values.
    Ends,
    /// The ends, then the stored values, then the bound.
    Stored,
}
