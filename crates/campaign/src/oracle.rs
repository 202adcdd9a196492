//! The oracle: pursuit games played by the letter of their rules, as naively as possible.
//!
//! It shares no code with the crates under test, not even their words for things; `cargo xtask verify` sees to it that
//! this file uses nothing but the standard library. It has its own boards, moves and endings, and its definition of a forced
//! win is the textbook's: the end can be forced within k plies if it can be forced within k − 1 after the right move, or
//! after every move of the opponent. Where moves have costs, k counts those, and a move that costs c leaves k − c. Growing k
//! until nothing changes costs O(depth · moves), and that is all there is to it. The joint moves of several cats are all
//! listed.

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
    /// Neither player has.
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
    /// The same, each arc with what it costs to run along it.
    Priced(Vec<Vec<(usize, u64)>>),
    /// Rows of cells, `#` is a wall; the free cells are the vertices, counted row by row.
    Grid(Vec<String>),
}

/// Which cats move when it is their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatsMove {
    /// Each of them.
    All,
    /// Any one of them.
    One,
}

/// How a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
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
    pub mouse: Movement,
    /// How each cat moves.
    pub cat: Movement,
    /// How many cats there are, at least one. They are interchangeable.
    pub cats: usize,
    /// Which of them move in one ply.
    pub cats_move: CatsMove,
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
    /// The plies that may be played; where moves have costs, what all moves together may cost.
    pub budget: usize,
    /// Whose the game is when they are over.
    pub owner: Verdict,
}

/// Who chooses where their pieces start instead of being told: the cats are placed first, then the mouse, which sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Neither player does.
    Nobody,
    /// The mouse only.
    Mouse,
    /// The cats only.
    Cats,
    /// The cats, then the mouse.
    Both,
}

/// Where the pieces stand and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The vertex of the mouse.
    pub mouse: usize,
    /// The vertices of the cats, ascending.
    pub cats: Vec<usize>,
    /// Who is to move.
    pub turn: Who,
}

/// What a place is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A player can force the end, and needs this many plies against the best defence.
    Forced {
        /// The player.
        by: Who,
        /// The plies; where moves have costs, what the moves of both cost.
        distance: u64,
    },
    /// Neither player can.
    Endless,
}

/// Everything there is to know about a game: each place and what it is worth.
#[derive(Clone, Debug)]
pub struct Table {
    /// Every place: the mouse, then the cats, then the turn, the mouse's first.
    pub places: Vec<Place>,
    /// What each place is worth.
    pub worths: Vec<Worth>,
    ended: Vec<Option<Who>>,
    /// The places that the moves from each place lead to, each with what the move costs.
    successors: Vec<Vec<(usize, u64)>>,
}

/// Where a move leads, and what it costs.
type Move<T> = (T, u64);

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

impl Placing {
    /// Whether this player is among those who choose.
    pub fn chooses(self, who: Who) -> bool {
        match who {
            Who::Mouse => matches!(self, Self::Mouse | Self::Both),
            Who::Cat => matches!(self, Self::Cats | Self::Both),
        }
    }
}

impl Pursuit {
    /// *Cat and Mouse* on a graph: hole 0 is closed to the cat, both must move, who cannot move holds a draw.
    pub fn cat_and_mouse(neighbours: Vec<Vec<usize>>) -> Self {
        let walk = Movement { may_stay: false, jump: 1 };
        Self {
            ground: Ground::Graph(neighbours),
            holes: vec![0],
            cat_in_hole: CatInHole::Forbidden,
            mouse: walk,
            cat: walk,
            cats: 1,
            cats_move: CatsMove::All,
            stalemate: Stalemate::Draw,
        }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        match &self.ground {
            Ground::Graph(neighbours) => neighbours.len(),
            Ground::Priced(neighbours) => neighbours.len(),
            Ground::Grid(rows) => free_cells(rows).len(),
        }
    }

    /// Whether the game counts what moves cost, rather than plies.
    pub fn has_costs(&self) -> bool {
        matches!(self.ground, Ground::Priced(_))
    }

    /// Whether a piece may stand on a vertex at all.
    pub fn may_stand(&self, who: Who, vertex: usize) -> bool {
        !(who == Who::Cat && self.cat_in_hole == CatInHole::Forbidden && self.holes.contains(&vertex))
    }

    /// Whether there is a vertex for the cats. Where there is none there is no game.
    pub fn has_room_for_cat(&self) -> bool {
        (0..self.vertices()).any(|vertex| self.may_stand(Who::Cat, vertex))
    }

    /// All the ways in which the cats can stand, each ascending, in order.
    pub fn placements(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..self.cats {
            let with_one_more = |cats: &Vec<usize>| {
                let first = cats.last().copied().unwrap_or(0);
                let free = (first..self.vertices()).filter(|&vertex| self.may_stand(Who::Cat, vertex));
                free.map(|vertex| [&cats[..], &[vertex]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with_one_more).collect();
        }
        all
    }

    /// The vertices that one move of a piece leads to, and the costs.
    fn moves(&self, who: Who, from: usize) -> Vec<Move<usize>> {
        let movement = match who {
            Who::Mouse => self.mouse,
            Who::Cat => self.cat,
        };
        let for_one = |targets: Vec<usize>| targets.into_iter().map(|to| (to, 1)).collect();
        let mut targets: Vec<Move<usize>> = match &self.ground {
            Ground::Graph(neighbours) if movement.jump > 0 => for_one(neighbours[from].clone()),
            Ground::Priced(neighbours) if movement.jump > 0 => neighbours[from].clone(),
            Ground::Graph(_) | Ground::Priced(_) => Vec::new(),
            Ground::Grid(rows) => for_one(straight_lines(rows, from, movement.jump)),
        };
        if movement.may_stay {
            targets.push((from, 1));
        }
        targets.retain(|&(to, _)| self.may_stand(who, to));
        targets
    }

    /// Whether one move of a piece leads from a vertex to another.
    pub fn leads(&self, who: Who, from: usize, to: usize) -> bool {
        self.moves(who, from).iter().any(|&(target, _)| target == to)
    }

    /// How the cats can stand after one ply of theirs, and what it costs.
    fn joint_moves(&self, cats: &[usize]) -> Vec<Move<Vec<usize>>> {
        let mut all: Vec<Move<Vec<usize>>> = Vec::new();
        match self.cats_move {
            CatsMove::All => {
                all.push((Vec::new(), 0));
                for &cat in cats {
                    let moves = self.moves(Who::Cat, cat);
                    let and_this_one = |(others, sum): &Move<Vec<usize>>| {
                        let joined = |&(to, cost): &Move<usize>| ([&others[..], &[to]].concat(), sum + cost);
                        moves.iter().map(joined).collect::<Vec<_>>()
                    };
                    all = all.iter().flat_map(and_this_one).collect();
                }
            }
            CatsMove::One => {
                for (index, &cat) in cats.iter().enumerate() {
                    for (to, cost) in self.moves(Who::Cat, cat) {
                        let mut after = cats.to_vec();
                        after[index] = to;
                        all.push((after, cost));
                    }
                }
            }
        }
        for (after, cost) in &mut all {
            after.sort_unstable();
            if !self.has_costs() {
                *cost = 1; // one ply, however many cats move
            }
        }
        all
    }

    /// Who has won at a place where the player to move can move, or cannot: the first clause that matches decides.
    fn ended(&self, place: &Place, can_move: bool) -> Option<Who> {
        let caught = (place.cats.contains(&place.mouse), Who::Cat);
        let home = (self.holes.contains(&place.mouse), Who::Mouse);
        let fed = (place.cats.iter().any(|cat| self.holes.contains(cat)), Who::Cat);
        let never = (false, Who::Cat);
        let clauses = match self.cat_in_hole {
            CatInHole::Forbidden | CatInHole::Allowed => [home, caught, never],
            CatInHole::Guards => [caught, home, never],
            CatInHole::Wins => [caught, fed, home],
        };
        let stuck = (!can_move && self.stalemate == Stalemate::Loss, place.turn.other());
        clauses.into_iter().chain([stuck]).find(|&(matches, _)| matches).map(|(_, winner)| winner)
    }

    /// What every place is worth.
    pub fn table(&self) -> Table {
        let vertices = self.vertices();
        let placements = self.placements();
        let mut places = Vec::new();
        for mouse in 0..vertices {
            for cats in &placements {
                places.extend([Who::Mouse, Who::Cat].map(|turn| Place { mouse, cats: cats.clone(), turn }));
            }
        }
        // The placements are in order, and so are the places.
        let placement = |cats: &[usize]| {
            placements.binary_search_by(|other| other[..].cmp(cats)).expect("cats move only where they may stand")
        };
        let number = |mouse: usize, cats: usize, turn: Who| {
            (mouse * placements.len() + cats) * 2 + usize::from(turn == Who::Cat)
        };
        let mouse_moves: Vec<_> = (0..vertices).map(|from| self.moves(Who::Mouse, from)).collect();
        let cat_moves: Vec<Vec<Move<usize>>> = placements
            .iter()
            .map(|cats| self.joint_moves(cats).iter().map(|(after, cost)| (placement(after), *cost)).collect())
            .collect();

        let (mut ended, mut successors) = (Vec::new(), Vec::new());
        for (mouse, mouse_moves) in mouse_moves.iter().enumerate() {
            for (cats, cat_moves) in cat_moves.iter().enumerate() {
                for turn in [Who::Mouse, Who::Cat] {
                    let other = turn.other();
                    let mut moves: Vec<Move<usize>> = match turn {
                        Who::Mouse => mouse_moves.iter().map(|&(to, cost)| (number(to, cats, other), cost)).collect(),
                        Who::Cat => cat_moves.iter().map(|&(to, cost)| (number(mouse, to, other), cost)).collect(),
                    };
                    ended.push(self.ended(&places[number(mouse, cats, turn)], !moves.is_empty()));
                    if moves.is_empty() && self.stalemate == Stalemate::Pass {
                        moves.push((number(mouse, cats, other), 1));
                    }
                    successors.push(moves);
                }
            }
        }
        let mut table = Table { worths: vec![Worth::Endless; places.len()], places, ended, successors };
        for by in [Who::Mouse, Who::Cat] {
            table.find_forced_wins(by);
        }
        table
    }
}

impl Table {
    /// Notes every place from which a player can force the end, with the least budget within which it can.
    fn find_forced_wins(&mut self, by: Who) {
        let dearest = self.successors.iter().flatten().map(|&(_, cost)| cost).max().unwrap_or(1);
        let mut needs: Vec<Option<u64>> = self.ended.iter().map(|&winner| (winner == Some(by)).then_some(0)).collect();
        let (mut budget, mut last_change) = (1, 0);
        // Whatever can be forced for the first time with this budget rests on something that became so a move before.
        while budget <= last_change + dearest {
            let fresh: Vec<usize> = (0..self.places.len())
                .filter(|&place| needs[place].is_none() && self.forces(by, place, budget, &needs))
                .collect();
            for place in fresh {
                needs[place] = Some(budget);
                last_change = budget;
            }
            budget += 1;
        }
        for (worth, distance) in self.worths.iter_mut().zip(needs) {
            if let Some(distance) = distance {
                *worth = Worth::Forced { by, distance };
            }
        }
    }

    /// Whether a player can force the end with this budget, when `needs` says what it needs after the next move.
    fn forces(&self, by: Who, place: usize, budget: u64, needs: &[Option<u64>]) -> bool {
        let successors = &self.successors[place];
        let suffices = |&(to, cost): &Move<usize>| needs[to].is_some_and(|need| cost + need <= budget);
        if self.ended[place].is_some() || successors.is_empty() {
            false
        } else if self.places[place].turn == by {
            successors.iter().any(suffices)
        } else {
            successors.iter().all(suffices)
        }
    }

    /// The number of a place.
    pub fn number(&self, place: &Place) -> Option<usize> {
        self.places.iter().position(|other| other == place)
    }

    /// The verdict of every place under these terms.
    pub fn verdicts(&self, terms: Terms) -> Vec<Verdict> {
        match terms.clock {
            None => self.without_clock(terms.endless),
            Some(Clock { budget, owner }) => self.with_clock(budget, owner).remove(budget),
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

    /// The verdicts of all places for every limit from 0 to `limit`, after which the game belongs to `owner`.
    ///
    /// Here the plies, or what is left to spend, are counted down as at a real board, each player choosing the best verdict
    /// that is left, and no use is made of distances: so a limit that is applied to distances is held against what a limit
    /// means. Who makes a move that costs more than what is left has run out of time.
    pub fn with_clock(&self, limit: usize, owner: Verdict) -> Vec<Vec<Verdict>> {
        let mut verdicts: Vec<Vec<Verdict>> = Vec::new();
        for budget in 0..=limit {
            let verdict = |place: usize| {
                if let Some(winner) = self.ended[place] {
                    return winner.wins();
                }
                let after = |&(to, cost): &Move<usize>| match budget.checked_sub(cost as usize) {
                    Some(left) => verdicts[left][to],
                    None => owner,
                };
                let options = self.successors[place].iter().map(after);
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

    /// How a game from every place ends under these terms and how far that is, put so that the mouse likes the greater:
    /// the verdict first, then the distance, which the winner wants short and the loser long. An end that neither player forces in time
    /// is farther than any other.
    pub fn prospects(&self, terms: Terms) -> Vec<(Verdict, i128)> {
        let prospect = |(place, verdict): (usize, Verdict)| {
            let distance = self.distance(place, terms).map_or(i128::MAX, i128::from);
            (verdict, if verdict == Verdict::MouseWins { -distance } else { distance })
        };
        self.verdicts(terms).into_iter().enumerate().map(prospect).collect()
    }

    /// How far the end is from a place, if it is forced and comes in time.
    pub fn distance(&self, place: usize, terms: Terms) -> Option<u64> {
        match self.worths[place] {
            Worth::Forced { distance, .. } => {
                terms.clock.is_none_or(|clock| distance <= clock.budget as u64).then_some(distance)
            }
            Worth::Endless => None,
        }
    }

    /// The best places for a mouse that sees these cats, in order, when `prospects` says what each place is worth. A mouse
    /// that is not placed has only its own.
    pub fn best_mice(
        &self,
        cats: &[usize],
        start: &Place,
        placing: Placing,
        prospects: &[(Verdict, i128)],
    ) -> Vec<usize> {
        let is_open = |place: &Place| {
            place.turn == start.turn
                && place.cats == cats
                && (placing.chooses(Who::Mouse) || place.mouse == start.mouse)
        };
        let open = || (0..self.places.len()).filter(|&place| is_open(&self.places[place]));
        let best = open().map(|place| prospects[place]).max();
        open().filter(|&place| Some(prospects[place]) == best).map(|place| self.places[place].mouse).collect()
    }

    /// The best placements of the cats, in order, when the mouse answers as well as it can. Cats that are not placed have only
    /// their own.
    pub fn best_cats(&self, start: &Place, placing: Placing, prospects: &[(Verdict, i128)]) -> Vec<Vec<usize>> {
        let mut open: Vec<Vec<usize>> = self.places.iter().map(|place| place.cats.clone()).collect();
        open.sort_unstable();
        open.dedup();
        open.retain(|cats| placing.chooses(Who::Cat) || *cats == start.cats);
        let answered = |cats: &Vec<usize>| {
            let mouse = self.best_mice(cats, start, placing, prospects).first().copied()?;
            let place = self.number(&Place { mouse, cats: cats.clone(), turn: start.turn })?;
            Some(prospects[place])
        };
        let best = open.iter().map(answered).min();
        open.iter().filter(|cats| Some(answered(cats)) == best).cloned().collect()
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
