//! The oracle: a naive solver of pursuit games, written directly from their rules.
//!
//! It shares no code with the crates under test, not even types; `cargo xtask verify` checks that
//! this file uses only the standard library. It has its own boards, moves and endings. It uses the
//! textbook's definition of a forced win: a player can force a win within k plies if a move leads
//! to a forced win within k − 1, or if every move of the opponent does. If moves have costs, k
//! counts costs, and a move of cost c leaves k − c. k grows until nothing changes, in time
//! O(depth · moves). All joint moves of several cats are listed.

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The player who is pursued.
    Mouse,
    /// The player who pursues.
    Cat,
}

/// The end of a game, ordered by the mouse's preference, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The cat has won.
    CatWins,
    /// Neither player has won.
    Draw,
    /// The mouse has won.
    MouseWins,
}

/// All verdicts. Each may be the verdict on endless play or on the end of the clock.
pub const VERDICTS: [Verdict; 3] = [Verdict::CatWins, Verdict::Draw, Verdict::MouseWins];

/// The effect of a hole on a cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatInHole {
    /// No cat may enter the hole.
    Forbidden,
    /// A cat may enter the hole, and the mouse still wins by reaching it.
    Allowed,
    /// A cat may enter the hole, and catches the mouse there.
    Guards,
    /// A cat that enters the hole wins.
    Wins,
}

/// The consequence for a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// Play stops, with the verdict on endless play.
    Draw,
    /// The turn passes to the opponent.
    Pass,
    /// The player has lost.
    Loss,
}

/// The board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// For each vertex the targets of its arcs.
    Graph(Vec<Vec<usize>>),
    /// For each vertex the targets of its arcs with the costs of the arcs.
    Priced(Vec<Vec<(usize, u64)>>),
    /// Rows of cells; `#` is a wall. The other cells are the vertices, numbered row by row.
    Grid(Vec<String>),
}

/// Which cats move in one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatsMove {
    /// All cats.
    All,
    /// Any one cat.
    One,
}

/// The movement of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Whether the piece may stay on its vertex.
    pub may_stay: bool,
    /// The greatest number of cells of a step; on a graph 1, or 0 if the piece cannot step.
    pub jump: usize,
    /// The greatest number of steps in one move, at least 1.
    pub speed: usize,
}

/// What decides the steps of a cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Its player.
    Free,
    /// One cell along the row toward the column of the mouse, or if it is in this column or cannot
    /// pass, along the column toward the row of the mouse.
    Rows,
    /// The same, along the column first.
    Columns,
    /// The first vertex of a shortest way to the mouse, the least if there are several.
    Nearest,
}

/// A game by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pursuit {
    /// The board.
    pub ground: Ground,
    /// On a grid, pairs of cells side by side with a wall between them.
    pub thin_walls: Vec<[(usize, usize); 2]>,
    /// The vertices that are holes.
    pub holes: Vec<usize>,
    /// The effect of a hole on a cat.
    pub cat_in_hole: CatInHole,
    /// The movement of the mouse.
    pub mouse: Movement,
    /// The vertices on which the mouse has lost.
    pub traps: Vec<usize>,
    /// The movement of each cat.
    pub cat: Movement,
    /// The number of cats, at least one. They are interchangeable unless they differ.
    pub cats: usize,
    /// The script and the speed of each cat, where they are not free or not as fast as `cat` says;
    /// otherwise empty.
    pub scripts: Vec<(Script, usize)>,
    /// Which cats move in one ply.
    pub cats_move: CatsMove,
    /// A cat has caught the mouse if it could reach the mouse along at most this many arcs; at 0,
    /// if both are on the same vertex.
    pub capture_distance: usize,
    /// The consequence for a player who cannot move.
    pub stalemate: Stalemate,
}

/// The agreements of the players beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The verdict on endless play.
    pub endless: Verdict,
    /// The clock, if there is one.
    pub clock: Option<Clock>,
}

/// A limit on the length of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The greatest number of plies; if moves have costs, the greatest sum of costs.
    pub budget: usize,
    /// The verdict when the budget is used up.
    pub owner: Verdict,
}

/// The players who place their pieces. The cats are placed first, then the mouse, whose player sees
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Neither player.
    Neither,
    /// The mouse only.
    Mouse,
    /// The cats only.
    Cats,
    /// The cats, then the mouse.
    Both,
}

/// The vertices of all pieces, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The vertex of the mouse.
    pub mouse: usize,
    /// The vertices of the cats, ascending.
    pub cats: Vec<usize>,
    /// The player to move.
    pub turn: Who,
}

/// The worth of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A player can force a win.
    Forced {
        /// The player.
        by: Who,
        /// The number of plies against the best defence; if moves have costs, the cost of both
        /// players' moves.
        distance: u64,
    },
    /// Neither player can force a win.
    Endless,
}

/// All places of a game with their worths.
#[derive(Clone, Debug)]
pub struct Table {
    /// All places, ordered by the mouse, then by the cats, then by the player to move, the mouse
    /// first.
    pub places: Vec<Place>,
    /// The worth of each place.
    pub worths: Vec<Worth>,
    /// For each place the winner if the game is over there.
    ended: Vec<Option<Who>>,
    /// For each place the targets of its moves, with the costs of the moves.
    successors: Vec<Vec<(usize, u64)>>,
}

/// The target and the cost of a move.
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
    /// Whether this player places its pieces.
    pub fn chooses(self, who: Who) -> bool {
        match who {
            Who::Mouse => matches!(self, Self::Mouse | Self::Both),
            Who::Cat => matches!(self, Self::Cats | Self::Both),
        }
    }
}

impl Pursuit {
    /// *Cat and Mouse* on a graph: vertex 0 is a hole that the cat may not enter, both must move,
    /// and stalemate is a draw.
    pub fn cat_and_mouse(neighbours: Vec<Vec<usize>>) -> Self {
        Self { holes: vec![0], ..Self::on(Ground::Graph(neighbours)) }
    }

    /// The rules of *Cat and Mouse* on any board, without a hole. Games with other rules are
    /// written as differences from this function, so a new rule gets its usual value only here.
    pub fn on(ground: Ground) -> Self {
        let walk = Movement { may_stay: false, jump: 1, speed: 1 };
        Self {
            ground,
            thin_walls: Vec::new(),
            holes: Vec::new(),
            cat_in_hole: CatInHole::Forbidden,
            mouse: walk,
            traps: Vec::new(),
            cat: walk,
            cats: 1,
            scripts: Vec::new(),
            cats_move: CatsMove::All,
            capture_distance: 0,
            stalemate: Stalemate::Draw,
        }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        match &self.ground {
            Ground::Graph(neighbours) => neighbours.len(),
            Ground::Priced(neighbours) => neighbours.len(),
            Ground::Grid(rows) => free_cells(rows).len(),
        }
    }

    /// Whether the game counts costs instead of plies.
    pub fn has_costs(&self) -> bool {
        matches!(self.ground, Ground::Priced(_))
    }

    /// Whether a vertex is open to a player's pieces.
    pub fn may_stand(&self, who: Who, vertex: usize) -> bool {
        !(who == Who::Cat && self.cat_in_hole == CatInHole::Forbidden && self.holes.contains(&vertex))
    }

    /// Whether some vertex is open to the cats. Otherwise there is no game.
    pub fn has_room_for_cat(&self) -> bool {
        (0..self.vertices()).any(|vertex| self.may_stand(Who::Cat, vertex))
    }

    /// The script and the speed of a cat.
    pub fn script(&self, cat: usize) -> (Script, usize) {
        self.scripts.get(cat).copied().unwrap_or((Script::Free, self.cat.speed))
    }

    /// Whether cats may be exchanged. Otherwise a configuration lists them in their order.
    pub fn are_alike(&self) -> bool {
        (1..self.cats).all(|cat| self.script(cat) == self.script(0))
    }

    /// All configurations of the cats, in lexicographic order. Cats that are alike are ascending.
    pub fn placements(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..self.cats {
            let with_one_more = |cats: &Vec<usize>| {
                let first = cats.last().copied().filter(|_| self.are_alike()).unwrap_or(0);
                let free = (first..self.vertices()).filter(|&vertex| self.may_stand(Who::Cat, vertex));
                free.map(|vertex| [&cats[..], &[vertex]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with_one_more).collect();
        }
        all
    }

    /// The targets of the moves of a piece with their costs. A move is a run of one or more steps,
    /// which ends at the first hole it reaches. Of several runs to one vertex only the cheapest
    /// counts.
    fn moves(&self, who: Who, from: usize, speed: usize) -> Vec<Move<usize>> {
        if speed == 1 {
            return self.steps(who, from);
        }
        let mut ends: Vec<Move<usize>> = Vec::new();
        // Longer runs reach no other vertices.
        let mut here = vec![(from, 0)];
        for _ in 0..speed.min(self.vertices()) {
            let mut onward: Vec<Move<usize>> = Vec::new();
            for &(at, spent) in &here {
                onward.extend(self.steps(who, at).into_iter().map(|(to, cost)| (to, spent + cost)));
            }
            // Of the runs of one length to one vertex, the cheapest is enough.
            onward.sort_unstable();
            onward.dedup_by_key(|&mut (to, _)| to);
            ends.extend(&onward);
            onward.retain(|(to, _)| !self.holes.contains(to));
            here = onward;
        }
        ends.sort_unstable();
        ends.dedup_by_key(|&mut (to, _)| to);
        if !self.has_costs() {
            for (_, cost) in &mut ends {
                *cost = 1;
            }
        }
        ends
    }

    /// The targets of the steps of a piece with their costs.
    fn steps(&self, who: Who, from: usize) -> Vec<Move<usize>> {
        let movement = match who {
            Who::Mouse => self.mouse,
            Who::Cat => self.cat,
        };
        let for_one = |targets: Vec<usize>| targets.into_iter().map(|to| (to, 1)).collect();
        let mut targets: Vec<Move<usize>> = match &self.ground {
            Ground::Graph(neighbours) if movement.jump > 0 => for_one(neighbours[from].clone()),
            Ground::Priced(neighbours) if movement.jump > 0 => neighbours[from].clone(),
            Ground::Graph(_) | Ground::Priced(_) => Vec::new(),
            Ground::Grid(rows) => for_one(straight_lines(rows, &self.thin_walls, from, movement.jump)),
        };
        if movement.may_stay {
            targets.push((from, 1));
        }
        targets.retain(|&(to, _)| self.may_stand(who, to));
        targets
    }

    /// The moves of one cat while the mouse stands at `mouse`.
    fn cat_moves(&self, cat: usize, from: usize, mouse: usize) -> Vec<Move<usize>> {
        let (script, speed) = self.script(cat);
        if script == Script::Free {
            return self.moves(Who::Cat, from, speed);
        }
        let mut at = from;
        for _ in 0..speed {
            match self.follow(script, at, mouse) {
                Some(next) => at = next,
                None => break,
            }
            if self.holes.contains(&at) {
                break;
            }
        }
        vec![(at, 1)]
    }

    /// The next vertex of a cat that follows a script; `None` if it stays.
    fn follow(&self, script: Script, at: usize, mouse: usize) -> Option<usize> {
        let next: Vec<usize> = self.arcs(at).into_iter().filter(|&to| self.may_stand(Who::Cat, to)).collect();
        if at == mouse {
            return None;
        }
        let Ground::Grid(rows) = &self.ground else { return self.nearest(&next, mouse) };
        let cells = free_cells(rows);
        let ((row, column), (mouse_row, mouse_column)) = (cells[at], cells[mouse]);
        let toward = |here: usize, there: usize| match here.cmp(&there) {
            std::cmp::Ordering::Less => here + 1,
            std::cmp::Ordering::Equal => here,
            std::cmp::Ordering::Greater => here - 1,
        };
        // The cell itself is no step, so a piece in the right column or row has no step there.
        let along_row = (row, toward(column, mouse_column));
        let along_column = (toward(row, mouse_row), column);
        let wanted = match script {
            Script::Rows => [along_row, along_column],
            Script::Columns => [along_column, along_row],
            Script::Free | Script::Nearest => return self.nearest(&next, mouse),
        };
        wanted.into_iter().find_map(|cell| next.iter().copied().find(|&to| cells[to] == cell && to != at))
    }

    /// The vertex among these from which a cat has the shortest way to the mouse, the least if there
    /// are several; `None` if there is no way.
    fn nearest(&self, next: &[usize], mouse: usize) -> Option<usize> {
        let distance = |from: usize| {
            let mut reached = vec![from];
            (0..self.vertices()).find(|_| {
                if reached.contains(&mouse) {
                    return true;
                }
                let onward = reached.iter().flat_map(|&from| self.arcs(from)).collect::<Vec<_>>();
                reached.extend(onward.into_iter().filter(|&to| self.may_stand(Who::Cat, to)));
                reached.sort_unstable();
                reached.dedup();
                false
            })
        };
        next.iter().filter_map(|&to| Some((distance(to)?, to))).min().map(|(_, to)| to)
    }

    /// Whether a piece of the player to move may go from its vertex to another. Cats are counted in
    /// the order of the configuration.
    pub fn leads(&self, place: &Place, piece: usize, to: usize) -> bool {
        let moves = match place.turn {
            Who::Mouse => self.moves(Who::Mouse, place.mouse, self.mouse.speed),
            Who::Cat => self.cat_moves(piece, place.cats[piece], place.mouse),
        };
        moves.iter().any(|&(target, _)| target == to)
    }

    /// The configurations of the cats after one ply while the mouse stands at `mouse`, with the
    /// costs.
    fn joint_moves(&self, cats: &[usize], mouse: usize) -> Vec<Move<Vec<usize>>> {
        let mut all: Vec<Move<Vec<usize>>> = Vec::new();
        match self.cats_move {
            CatsMove::All => {
                all.push((Vec::new(), 0));
                for (index, &cat) in cats.iter().enumerate() {
                    let moves = self.cat_moves(index, cat, mouse);
                    let and_this_one = |(others, sum): &Move<Vec<usize>>| {
                        let joined = |&(to, cost): &Move<usize>| ([&others[..], &[to]].concat(), sum + cost);
                        moves.iter().map(joined).collect::<Vec<_>>()
                    };
                    all = all.iter().flat_map(and_this_one).collect();
                }
            }
            CatsMove::One => {
                for (index, &cat) in cats.iter().enumerate() {
                    for (to, cost) in self.cat_moves(index, cat, mouse) {
                        let mut after = cats.to_vec();
                        after[index] = to;
                        all.push((after, cost));
                    }
                }
            }
        }
        for (after, cost) in &mut all {
            if self.are_alike() {
                after.sort_unstable();
            }
            if !self.has_costs() {
                *cost = 1; // one ply, however many cats move
            }
        }
        all
    }

    /// Whether a cat has caught the mouse: a path of at most `capture_distance` arcs of the board
    /// leads from the cat to the mouse, possibly through holes.
    fn catches(&self, cat: usize, mouse: usize) -> bool {
        let mut reached = vec![cat];
        for _ in 0..self.capture_distance.min(self.vertices()) {
            let onward: Vec<usize> = reached.iter().flat_map(|&from| self.arcs(from)).collect();
            reached.extend(onward);
            reached.sort_unstable();
            reached.dedup();
        }
        reached.contains(&mouse)
    }

    /// The targets of the arcs of the board from a vertex, even if they are closed to a piece.
    fn arcs(&self, from: usize) -> Vec<usize> {
        match &self.ground {
            Ground::Graph(neighbours) => neighbours[from].clone(),
            Ground::Priced(neighbours) => neighbours[from].iter().map(|&(to, _)| to).collect(),
            Ground::Grid(rows) => straight_lines(rows, &self.thin_walls, from, 1),
        }
    }

    /// The winner at a place, by the first clause that matches. `can_move` says whether the player
    /// to move has a move.
    fn ended(&self, place: &Place, can_move: bool) -> Option<Who> {
        let caught = (place.cats.iter().any(|&cat| self.catches(cat, place.mouse)), Who::Cat);
        let home = (self.holes.contains(&place.mouse), Who::Mouse);
        let fed = (place.cats.iter().any(|cat| self.holes.contains(cat)), Who::Cat);
        let trapped = (self.traps.contains(&place.mouse), Who::Cat);
        let never = (false, Who::Cat);
        let clauses = match self.cat_in_hole {
            CatInHole::Forbidden | CatInHole::Allowed => [home, trapped, caught, never],
            CatInHole::Guards => [caught, home, trapped, never],
            CatInHole::Wins => [caught, fed, home, trapped],
        };
        let stuck = (!can_move && self.stalemate == Stalemate::Loss, place.turn.other());
        clauses.into_iter().chain([stuck]).find(|&(matches, _)| matches).map(|(_, winner)| winner)
    }

    /// The worths of all places.
    pub fn table(&self) -> Table {
        let vertices = self.vertices();
        let placements = self.placements();
        let mut places = Vec::new();
        for mouse in 0..vertices {
            for cats in &placements {
                places.extend([Who::Mouse, Who::Cat].map(|turn| Place { mouse, cats: cats.clone(), turn }));
            }
        }
        // Placements are sorted, and so are places.
        let placement = |cats: &[usize]| {
            placements.binary_search_by(|other| other[..].cmp(cats)).expect("cats move to open vertices")
        };
        let number = |mouse: usize, cats: usize, turn: Who| {
            (mouse * placements.len() + cats) * 2 + usize::from(turn == Who::Cat)
        };
        let cat_moves = |mouse: usize| -> Vec<Vec<Move<usize>>> {
            let moves = placements.iter().map(|cats| self.joint_moves(cats, mouse));
            moves.map(|moves| moves.iter().map(|(after, cost)| (placement(after), *cost)).collect()).collect()
        };
        // The moves of cats without a script are the same wherever the mouse stands.
        let has_script = (0..self.cats).any(|cat| self.script(cat).0 != Script::Free);
        let of_all = if has_script { Vec::new() } else { cat_moves(0) };

        let (mut ended, mut successors) = (Vec::new(), Vec::new());
        for mouse in 0..vertices {
            let mouse_moves = self.moves(Who::Mouse, mouse, self.mouse.speed);
            let with_script = if has_script { cat_moves(mouse) } else { Vec::new() };
            for (cats, cat_moves) in (if has_script { &with_script } else { &of_all }).iter().enumerate() {
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
    /// Finds all places from which a player can force a win, each with the least budget that
    /// suffices.
    fn find_forced_wins(&mut self, by: Who) {
        let dearest = self.successors.iter().flatten().map(|&(_, cost)| cost).max().unwrap_or(1);
        let mut needs: Vec<Option<u64>> = self.ended.iter().map(|&winner| (winner == Some(by)).then_some(0)).collect();
        let (mut budget, mut last_change) = (1, 0);
        // A win that needs exactly this budget follows from a win whose budget is less by the cost
        // of a move.
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

    /// Whether a player can force a win within this budget; `needs` gives the budgets that suffice
    /// after the next move.
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

    /// Whether a player has no move at some place.
    pub fn has_stalemates(&self) -> bool {
        self.successors.iter().any(Vec::is_empty)
    }

    /// The verdict of every place without a limit; `owner` is the verdict on endless play.
    pub fn without_clock(&self, owner: Verdict) -> Vec<Verdict> {
        let verdict = |worth: &Worth| match worth {
            Worth::Forced { by, .. } => by.wins(),
            Worth::Endless => owner,
        };
        self.worths.iter().map(verdict).collect()
    }

    /// The verdicts of all places for every limit from 0 to `limit`; when the limit runs out, the
    /// verdict is `owner`.
    ///
    /// The budget is counted down move by move, and each player chooses the best verdict. Distances
    /// are not used. So the comparison tests the solver's method, in which a limit bounds
    /// distances, against the meaning of a limit. A move that costs more than the rest of the
    /// budget runs out of time.
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
                best.unwrap_or(owner) // stuck: worth the same as endless play
            };
            let of_all = (0..self.places.len()).map(verdict).collect();
            verdicts.push(of_all);
        }
        verdicts
    }

    /// A key for each place under these terms; the greater, the better for the mouse. The verdict
    /// decides first, then the distance, which the winner wants short and the loser long. An end
    /// that neither player forces in time counts as farther than any other.
    pub fn prospects(&self, terms: Terms) -> Vec<(Verdict, i128)> {
        let prospect = |(place, verdict): (usize, Verdict)| {
            let distance = self.distance(place, terms).map_or(i128::MAX, i128::from);
            (verdict, if verdict == Verdict::MouseWins { -distance } else { distance })
        };
        self.verdicts(terms).into_iter().enumerate().map(prospect).collect()
    }

    /// The distance of the win that can be forced from a place within the limit, if any.
    pub fn distance(&self, place: usize, terms: Terms) -> Option<u64> {
        match self.worths[place] {
            Worth::Forced { distance, .. } => {
                terms.clock.is_none_or(|clock| distance <= clock.budget as u64).then_some(distance)
            }
            Worth::Endless => None,
        }
    }

    /// The best vertices for a mouse that is placed against these cats, in order, given the
    /// `prospects` of all places. A mouse that is not placed has only its own vertex.
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

    /// The best configurations of the cats, in order, if the mouse is then placed as well as
    /// possible. Cats that are not placed have only their own configuration.
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

/// The cells of a grid that are not walls, row by row, as `(row, column)`: the vertices in
/// numbering order.
pub fn free_cells(rows: &[String]) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        cells.extend(text.chars().enumerate().filter(|&(_, cell)| cell != '#').map(|(column, _)| (row, column)));
    }
    cells
}

/// The vertices at most `jump` cells away in the four directions, up to the first wall, thin wall or
/// the edge of the grid.
fn straight_lines(rows: &[String], walls: &[[(usize, usize); 2]], from: usize, jump: usize) -> Vec<usize> {
    let cells = free_cells(rows);
    let step = |here: (usize, usize), next: (usize, usize)| {
        let is_open = !walls.contains(&[here, next]) && !walls.contains(&[next, here]);
        cells.iter().position(|&free| free == next).filter(|_| is_open)
    };
    let (row, column) = cells[from];
    let up = (1..=jump).map_while(|far| step((row.checked_sub(far - 1)?, column), (row.checked_sub(far)?, column)));
    let left = (1..=jump).map_while(|far| step((row, column.checked_sub(far - 1)?), (row, column.checked_sub(far)?)));
    let right = (1..=jump).map_while(|far| step((row, column + far - 1), (row, column + far)));
    let down = (1..=jump).map_while(|far| step((row + far - 1, column), (row + far, column)));
    up.chain(left).chain(right).chain(down).collect()
}
