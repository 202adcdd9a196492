//! The oracle: pursuit games played by the letter of their rules, as naively as possible.
//!
//! It shares no code with the crates under test, not even their words for things; `cargo xtask verify` sees to it that
//! this file uses nothing but the standard library. It has its own boards, moves and endings, and its definition of a forced
//! win is the textbook's: the end can be forced within k plies if it can be forced within k − 1 after the right move, or
//! after every move of the opponent. Growing k until nothing changes costs O(depth · moves), and that is all there is to it.

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The one that runs.
    Mouse,
    /// The one that runs after it.
    Cat,
}

/// How a game ends, ordered by how much the mouse likes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The cat has won.
    CatWins,
    /// Nobody has.
    Draw,
    /// The mouse has won.
    MouseWins,
}

/// Every verdict: the owners that endless play or a clock may have.
pub const VERDICTS: [Verdict; 3] = [Verdict::CatWins, Verdict::Draw, Verdict::MouseWins];

/// What a hole is to the cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatInHole {
    /// Closed.
    Forbidden,
    /// Open, and the mouse is safe in it all the same.
    Allowed,
    /// Open, and the mouse is caught in it.
    Guards,
    /// Its own goal.
    Wins,
}

/// What happens to a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// Nothing more: worth the same as play without an end.
    Draw,
    /// It is the turn of the other.
    Pass,
    /// They have lost.
    Loss,
}

/// Where the pieces run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// For each vertex the vertices that its arcs lead to.
    Graph(Vec<Vec<usize>>),
    /// Rows of cells, `#` is a wall; the free cells are the vertices, counted row by row.
    Grid(Vec<String>),
}

/// How a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gait {
    /// Whether it may stay where it is.
    pub may_stay: bool,
    /// How many cells it covers at most; on a graph 1, or 0 if it cannot go anywhere.
    pub jump: usize,
}

/// A game by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pursuit {
    /// Where the pieces run.
    pub ground: Ground,
    /// The vertices with a hole.
    pub holes: Vec<usize>,
    /// What a hole is to the cat.
    pub cat_in_hole: CatInHole,
    /// How the mouse moves.
    pub mouse: Gait,
    /// How the cat moves.
    pub cat: Gait,
    /// What happens to a player who cannot move.
    pub stalemate: Stalemate,
}

/// What the players have agreed on beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whose play without an end is.
    pub endless: Verdict,
    /// The clock, if there is one.
    pub clock: Option<Clock>,
}

/// A limit on the length of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The plies that may be played.
    pub plies: usize,
    /// Whose the game is when they are over.
    pub owner: Verdict,
}

/// Where the pieces stand and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The vertex of the mouse.
    pub mouse: usize,
    /// The vertex of the cat.
    pub cat: usize,
    /// Who is to move.
    pub turn: Who,
}

/// What a place is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A player can force the end, and needs so many plies against the best defence.
    Forced {
        /// The player.
        by: Who,
        /// The plies.
        plies: u64,
    },
    /// Nobody can.
    Endless,
}

/// Everything there is to know about a game: each place and what it is worth.
#[derive(Clone, Debug)]
pub struct Table {
    /// Every place: the mouse, then the cat, then the turn, the mouse's first.
    pub places: Vec<Place>,
    /// What each place is worth.
    pub worths: Vec<Worth>,
    ended: Vec<Option<Who>>,
    successors: Vec<Vec<usize>>,
}

impl Who {
    fn other(self) -> Self {
        match self {
            Self::Mouse => Self::Cat,
            Self::Cat => Self::Mouse,
        }
    }

    fn wins(self) -> Verdict {
        match self {
            Self::Mouse => Verdict::MouseWins,
            Self::Cat => Verdict::CatWins,
        }
    }
}

impl Pursuit {
    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        match &self.ground {
            Ground::Graph(neighbours) => neighbours.len(),
            Ground::Grid(rows) => free_cells(rows).len(),
        }
    }

    /// Whether a piece may stand on a vertex at all.
    pub fn may_stand(&self, who: Who, vertex: usize) -> bool {
        !(who == Who::Cat && self.cat_in_hole == CatInHole::Forbidden && self.holes.contains(&vertex))
    }

    /// Whether there is a vertex for the cat. Where there is none there is no game.
    pub fn has_room_for_cat(&self) -> bool {
        (0..self.vertices()).any(|vertex| self.may_stand(Who::Cat, vertex))
    }

    /// The vertices that one move of a piece leads to.
    fn moves(&self, who: Who, from: usize) -> Vec<usize> {
        let gait = match who {
            Who::Mouse => self.mouse,
            Who::Cat => self.cat,
        };
        let mut targets = match &self.ground {
            Ground::Graph(neighbours) if gait.jump > 0 => neighbours[from].clone(),
            Ground::Graph(_) => Vec::new(),
            Ground::Grid(rows) => straight_lines(rows, from, gait.jump),
        };
        if gait.may_stay {
            targets.push(from);
        }
        targets.retain(|&to| self.may_stand(who, to));
        targets
    }

    /// Who has won at a place where the player to move has these moves: the first clause that matches decides.
    fn ended(&self, place: Place, moves: &[usize]) -> Option<Who> {
        let caught = (place.mouse == place.cat, Who::Cat);
        let home = (self.holes.contains(&place.mouse), Who::Mouse);
        let fed = (self.holes.contains(&place.cat), Who::Cat);
        let never = (false, Who::Cat);
        let clauses = match self.cat_in_hole {
            CatInHole::Forbidden | CatInHole::Allowed => [home, caught, never],
            CatInHole::Guards => [caught, home, never],
            CatInHole::Wins => [caught, fed, home],
        };
        let stuck = (moves.is_empty() && self.stalemate == Stalemate::Loss, place.turn.other());
        clauses.into_iter().chain([stuck]).find(|&(matches, _)| matches).map(|(_, winner)| winner)
    }

    /// The places that one ply leads to.
    fn plies(&self, place: Place, moves: &[usize]) -> Vec<Place> {
        let turn = place.turn.other();
        if moves.is_empty() && self.stalemate == Stalemate::Pass {
            return vec![Place { turn, ..place }];
        }
        let after = |&to: &usize| match place.turn {
            Who::Mouse => Place { mouse: to, turn, ..place },
            Who::Cat => Place { cat: to, turn, ..place },
        };
        moves.iter().map(after).collect()
    }

    /// What every place is worth.
    pub fn table(&self) -> Table {
        let vertices = self.vertices();
        let cats: Vec<_> = (0..vertices).filter(|&cat| self.may_stand(Who::Cat, cat)).collect();
        let mut places = Vec::new();
        for mouse in 0..vertices {
            for &cat in &cats {
                places.extend([Who::Mouse, Who::Cat].map(|turn| Place { mouse, cat, turn }));
            }
        }
        let number = |place: Place| {
            let cat = cats.iter().position(|&cat| cat == place.cat).expect("the cat moves only where it may stand");
            (place.mouse * cats.len() + cat) * 2 + usize::from(place.turn == Who::Cat)
        };
        let mouse_moves: Vec<_> = (0..vertices).map(|from| self.moves(Who::Mouse, from)).collect();
        let cat_moves: Vec<_> = (0..vertices).map(|from| self.moves(Who::Cat, from)).collect();
        let own_moves = |place: Place| match place.turn {
            Who::Mouse => &mouse_moves[place.mouse],
            Who::Cat => &cat_moves[place.cat],
        };
        let ended = places.iter().map(|&place| self.ended(place, own_moves(place))).collect();
        let successors = |place: Place| self.plies(place, own_moves(place)).into_iter().map(number).collect();
        let successors = places.iter().map(|&place| successors(place)).collect();
        let mut table = Table { worths: vec![Worth::Endless; places.len()], places, ended, successors };
        for by in [Who::Mouse, Who::Cat] {
            table.find_forced_wins(by);
        }
        table
    }
}

impl Table {
    /// Notes every place from which a player can force the end, with the least number of plies within which it can.
    fn find_forced_wins(&mut self, by: Who) {
        let mut within: Vec<bool> = self.ended.iter().map(|&winner| winner == Some(by)).collect();
        let mut plies = 0;
        let mut fresh = within.clone();
        while fresh.contains(&true) {
            for (worth, _) in self.worths.iter_mut().zip(&fresh).filter(|(_, fresh)| **fresh) {
                *worth = Worth::Forced { by, plies };
            }
            let one_ply_more: Vec<bool> =
                (0..self.places.len()).map(|place| within[place] || self.forces(by, place, &within)).collect();
            fresh = one_ply_more.iter().zip(&within).map(|(&now, &before)| now && !before).collect();
            within = one_ply_more;
            plies += 1;
        }
    }

    /// Whether a player can force the end with one ply more than it takes from the places in `within`.
    fn forces(&self, by: Who, place: usize, within: &[bool]) -> bool {
        let successors = &self.successors[place];
        if self.ended[place].is_some() || successors.is_empty() {
            false
        } else if self.places[place].turn == by {
            successors.iter().any(|&to| within[to])
        } else {
            successors.iter().all(|&to| within[to])
        }
    }

    /// The verdict of every place under these terms.
    pub fn verdicts(&self, terms: Terms) -> Vec<Verdict> {
        match terms.clock {
            None => self.without_clock(terms.endless),
            Some(Clock { plies, owner }) => self.with_clock(plies, owner).remove(plies),
        }
    }

    /// Whether anybody can be without a move anywhere before the end.
    pub fn has_stalemates(&self) -> bool {
        self.successors.iter().any(Vec::is_empty)
    }

    /// The verdict of every place when a forced end stands and endless play belongs to `owner`.
    pub fn without_clock(&self, owner: Verdict) -> Vec<Verdict> {
        let verdict = |worth: &Worth| match worth {
            Worth::Forced { by, .. } => by.wins(),
            Worth::Endless => owner,
        };
        self.worths.iter().map(verdict).collect()
    }

    /// The verdicts of all places for every limit from 0 to `limit` plies, after which the game belongs to `owner`.
    ///
    /// Here the plies are counted down as at a real board, each player choosing the best verdict that is left, and no use is
    /// made of distances: so a limit that is applied to distances is held against what a limit means.
    pub fn with_clock(&self, limit: usize, owner: Verdict) -> Vec<Vec<Verdict>> {
        let mut verdicts: Vec<Vec<Verdict>> = Vec::new();
        for plies in 0..=limit {
            let verdict = |place: usize| {
                if let Some(winner) = self.ended[place] {
                    return winner.wins();
                }
                if plies == 0 {
                    return owner;
                }
                let options = self.successors[place].iter().map(|&to| verdicts[plies - 1][to]);
                let best = match self.places[place].turn {
                    Who::Mouse => options.max(),
                    Who::Cat => options.min(),
                };
                best.unwrap_or(owner) // stuck: worth the same as play without an end
            };
            let of_all = (0..self.places.len()).map(verdict).collect();
            verdicts.push(of_all);
        }
        verdicts
    }
}

/// The free cells of a grid, row by row: the vertices in their order.
pub fn free_cells(rows: &[String]) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        cells.extend(text.chars().enumerate().filter(|&(_, cell)| cell != '#').map(|(column, _)| (row, column)));
    }
    cells
}

/// The vertices at most `jump` cells away in the four directions, before the first wall or the edge of the grid.
fn straight_lines(rows: &[String], from: usize, jump: usize) -> Vec<usize> {
    let cells = free_cells(rows);
    let number = |cell: (usize, usize)| cells.iter().position(|&free| free == cell);
    let (row, column) = cells[from];
    let up = (1..=jump).map_while(|far| number((row.checked_sub(far)?, column)));
    let left = (1..=jump).map_while(|far| number((row, column.checked_sub(far)?)));
    let right = (1..=jump).map_while(|far| number((row, column + far)));
    let down = (1..=jump).map_while(|far| number((row + far, column)));
    up.chain(left).chain(right).chain(down).collect()
}
