//! The relay engine: retrograde analysis for players with several pieces, level by level, in whole rows of bits.
//!
//! A row belongs to one node of the *team* (a configuration of its pieces) and holds a bit for every node of the other
//! player's piece. Each attractor grows one level at a time, and all positions of a level are found together:
//!
//! * The team moves: its joint moves are never listed. The rows are carried backwards through the legs of a relay, one piece
//!   after the other. Where the team wants to reach the set the rows of a piece's moves are united, where it wants to
//!   avoid it they are intersected.
//! * The other moves: that stays within one row. Some move leads into the set: unite the predecessors of its bits. All moves
//!   do: from the candidates take away the predecessors of the bits that are not in it.
//!
//! **Cost.** O(levels · legs · configurations · arcs of one piece · n/64) for n nodes of the other's piece: right for several
//! pieces, whose games are wide and short. Memory: the table, and [`peak_bytes`] in all.
//!
//! **Source.** The configuration graph of k cops: A. Berarducci, B. Intrigila, Adv. Appl. Math. 14, 1993; moving the cops
//! one at a time: J. Petr, J. Portier, L. Versteegen, arXiv 2112.07449.
//!
//! **Used** where a player has several pieces. It solves single pieces just as well, which the tests use.

mod legs;
mod small;

use catmouse_arena::{
    Arena, Cell, Cells, Distance, Pieces, Player, ProductArena, Solution, StepGraph, Stuck, Team, Value,
};

use legs::Relay;
pub use small::{SmallRelay, small_relay_bytes};

use crate::SolveError;
use crate::bits::ones;

/// The most nodes of a single piece against another single piece: the engine keeps a bit for each two of them, and there the
/// others are faster by far.
const MOST_SINGLE_NODES: u32 = 2048;

/// Whether the engine is for this arena: one player has several pieces, or neither has many places to go, and all moves cost 1.
pub(crate) fn applies<A: Arena>(arena: &A) -> bool {
    let fits = |product: &ProductArena| match Player::BOTH.map(|player| product.pieces(player)) {
        [Pieces::Team(_), Pieces::Team(_)] => false,
        [Pieces::Single(one), Pieces::Single(two)] => one.nodes().max(two.nodes()) <= MOST_SINGLE_NODES,
        _ => true,
    };
    arena.unit_costs() && arena.product().is_some_and(fits)
}

/// Solves an arena of two tokens of which one at most is a team, and all moves cost 1.
///
/// # Errors
///
/// [`SolveError::CostsNotOne`] where a move costs more than 1; [`SolveError::TwoTeams`] where both players have several
/// pieces; [`SolveError::TooManyPositions`] where rows cannot be numbered in 32 bits; [`SolveError::TooDeep`] where a
/// forced win takes 2³⁰ plies or more.
pub fn solve(arena: &ProductArena) -> Result<Solution, SolveError> {
    let field = Field::new(arena)?;
    match attempt::<u16>(&field) {
        Ok(cells) => Ok(Solution::from_cells(cells)),
        Err(TooNarrow) => attempt::<u32>(&field).map(Solution::from_cells).map_err(|TooNarrow| SolveError::TooDeep),
    }
}

/// How soon a player wins who places its pieces first and moves first, wherever the other then places its piece; and the
/// first node on which to place them. `None` where no placement wins. The other must not have several pieces.
///
/// Stops as soon as the answer is known, and makes no table.
///
/// # Errors
///
/// As [`solve`].
pub fn best_placement(arena: &ProductArena, player: Player) -> Result<Option<(u32, Distance)>, SolveError> {
    if arena.pieces(player.opponent()).team().is_some() {
        return Err(SolveError::TwoTeams);
    }
    let field = Field::with_team(arena, player)?;
    let mut attractor = Attractor::new(&field, player);
    loop {
        let winning = (0..field.rows).find(|&row| field.is_full(attractor.team_to_move.row(row)));
        if let Some(row) = winning {
            return Ok(Some((row as u32, attractor.level)));
        }
        if !attractor.advance() {
            return Ok(None);
        }
    }
}

/// Bytes that [`solve`] asks for at most: for `size` pieces on a digraph with so many nodes and arcs, against a piece with so
/// many nodes of its own. Known before anything is laid out.
pub fn peak_bytes(others_nodes: u64, nodes: u64, arcs: u64, size: u64) -> u64 {
    let count = |size| Team::configurations(nodes, size).unwrap_or(u64::MAX);
    let (rows, row) = (count(size), others_nodes.div_ceil(64).saturating_mul(8));
    // Two sets won and two barred, two frontiers and one that is being made; two layers; the predecessors of every bit.
    let layers = widest(nodes, size).saturating_mul(2);
    let matrices = rows.saturating_mul(7).saturating_add(layers).saturating_add(others_nodes).saturating_mul(row);
    let table = rows.saturating_mul(others_nodes).saturating_mul(2 * size_of::<u32>() as u64); // both turns
    // The legs of all pieces, or each move of one of them.
    let legs: u64 = (0..size).map(|moved| count(moved).saturating_mul(nodes)).fold(0, u64::saturating_add);
    let listed = rows.saturating_mul(size).saturating_mul(arcs.div_ceil(nodes.max(1)).saturating_add(1));
    table.saturating_add(matrices).saturating_add(legs.max(listed).saturating_mul(4))
}

/// The same for [`best_placement`], which makes no table, with the ends of a game of pursuit: a run of columns for each
/// configuration and each node that one of its pieces stands on.
pub fn placement_bytes(others_nodes: u64, nodes: u64, arcs: u64, size: u64) -> u64 {
    let rows = Team::configurations(nodes, size).unwrap_or(u64::MAX);
    let table = rows.saturating_mul(others_nodes).saturating_mul(2 * size_of::<u32>() as u64);
    let verdicts = rows.saturating_mul(size).saturating_mul(16);
    peak_bytes(others_nodes, nodes, arcs, size).saturating_sub(table).saturating_add(verdicts)
}

/// The rows of the widest layer between the moves of two pieces.
fn widest(nodes: u64, size: u64) -> u64 {
    let count = |size| Team::configurations(nodes, size).unwrap_or(u64::MAX);
    (1..size).map(|moved| count(moved).saturating_mul(count(size - moved))).max().unwrap_or(0)
}

/// The player with several pieces; Two if neither has.
fn team_of(arena: &ProductArena) -> Result<Player, SolveError> {
    let has_team = |player: Player| arena.pieces(player).team().is_some();
    match Player::BOTH.map(has_team) {
        [true, true] => Err(SolveError::TwoTeams),
        [true, false] => Ok(Player::One),
        [false, _] => Ok(Player::Two),
    }
}

/// A distance does not fit the word.
#[derive(Debug)]
struct TooNarrow;

fn attempt<C: Cell>(field: &Field<'_>) -> Result<Cells<C>, TooNarrow> {
    let mut cells = Cells::zeroed(2 * field.rows * field.nodes); // endless
    for player in Player::BOTH {
        let mut attractor = Attractor::new(field, player);
        loop {
            if attractor.level > C::MAX_DISTANCE {
                return Err(TooNarrow);
            }
            let value = C::pack(Value::Win { player, distance: attractor.level });
            for (turn, front) in [(field.team, &attractor.team_front), (field.team.opponent(), &attractor.other_front)]
            {
                front.for_each(|row, node| cells[field.position(turn, row, node)] = value);
            }
            if !attractor.advance() {
                break;
            }
        }
    }
    Ok(cells)
}

/// Sets of pairs, as a row of bits for each node of the team.
#[derive(Clone)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, words: usize) -> Self {
        Self { words, bits: vec![0; rows * words] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    fn insert(&mut self, row: usize, node: usize) {
        self.bits[row * self.words + node / 64] |= 1 << (node % 64);
    }

    fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        for (index, &word) in self.bits.iter().enumerate().filter(|(_, word)| **word != 0) {
            let (row, base) = (index / self.words, index % self.words * 64);
            ones(word).for_each(|bit| visit(row, base + bit));
        }
    }
}

/// What both attractors need to know of the arena.
struct Field<'a> {
    arena: &'a ProductArena,
    team: Player,
    rows: usize,
    nodes: usize,
    words: usize,
    relay: Relay<'a>,
    immobile: Vec<u32>,
    /// In row q the nodes from which the other's piece moves to q.
    origins: Rows,
    /// The nodes from which the other's piece can move at all.
    mobile: Vec<u64>,
    /// All nodes of the other's piece.
    all: Vec<u64>,
}

impl<'a> Field<'a> {
    fn new(arena: &'a ProductArena) -> Result<Self, SolveError> {
        Self::with_team(arena, team_of(arena)?)
    }

    fn with_team(arena: &'a ProductArena, team: Player) -> Result<Self, SolveError> {
        let pieces = arena.pieces(team);
        if !Player::BOTH.iter().all(|&player| arena.pieces(player).unit_costs()) {
            return Err(SolveError::CostsNotOne);
        }
        let other = arena.pieces(team.opponent());
        let positions = 2 * u64::from(pieces.nodes()) * u64::from(other.nodes());
        if widest(pieces.steps().nodes().into(), pieces.size().into()) > u64::from(u32::MAX)
            || usize::try_from(positions).is_err()
        {
            return Err(SolveError::TooManyPositions { positions: usize::try_from(positions).unwrap_or(usize::MAX) });
        }
        let (rows, nodes) = (pieces.nodes() as usize, other.nodes() as usize);
        let words = nodes.div_ceil(64);
        let relay = Relay::new(pieces);
        let (mut origins, mut mobile, mut all) = (Rows::new(nodes, words), Rows::new(1, words), Rows::new(1, words));
        let steps: &StepGraph = other.steps();
        for from in 0..nodes {
            all.insert(0, from);
            for hop in steps.successors(from as u32) {
                origins.insert(hop.node as usize, from);
                mobile.insert(0, from);
            }
        }
        let immobile = relay.immobile();
        Ok(Self { arena, team, rows, nodes, words, relay, immobile, origins, mobile: mobile.bits, all: all.bits })
    }

    fn position(&self, turn: Player, row: usize, node: usize) -> usize {
        let (one, two, columns) = match self.team {
            Player::One => (row, node, self.nodes),
            Player::Two => (node, row, self.rows),
        };
        let rows_of_one = self.rows * self.nodes / columns;
        (turn.index() * rows_of_one + one) * columns + two
    }

    fn is_full(&self, row: &[u64]) -> bool {
        row == self.all
    }

    /// The positions where the game is over and this player has won: with the team to move, with the other to move.
    fn won(&self, winner: Player) -> [Rows; 2] {
        let mut won = Rows::new(self.rows, self.words);
        for one in 0..self.arena.verdicts().rows() {
            for (run, _) in self.arena.verdicts().row(one).filter(|(_, player)| *player == winner) {
                for two in run {
                    match self.team {
                        Player::One => won.insert(one as usize, two as usize),
                        Player::Two => won.insert(two as usize, one as usize),
                    }
                }
            }
        }
        let mut sets = [won.clone(), won];
        if self.arena.stuck() == Stuck::Loses {
            // Whoever is to move and cannot has lost, where the game is not over already.
            let [team_to_move, other_to_move] = &mut sets;
            let over = |row: usize, node: usize| match self.team {
                Player::One => self.arena.verdicts().winner(row as u32, node as u32),
                Player::Two => self.arena.verdicts().winner(node as u32, row as u32),
            };
            if winner != self.team && !self.relay.passes() {
                for &row in &self.immobile {
                    let stuck = (0..self.nodes).filter(|&node| over(row as usize, node).is_none());
                    stuck.for_each(|node| team_to_move.insert(row as usize, node));
                }
            }
            if winner == self.team {
                let is_stuck = |node: &usize| self.mobile[node / 64] >> (node % 64) & 1 == 0;
                for node in (0..self.nodes).filter(is_stuck) {
                    let open = (0..self.rows).filter(|&row| over(row, node).is_none());
                    open.for_each(|row| other_to_move.insert(row, node));
                }
            }
        }
        sets
    }
}

/// One player's attractor, grown so far.
struct Attractor<'f, 'a> {
    field: &'f Field<'a>,
    player: Player,
    /// The distance of the frontiers.
    level: Distance,
    /// What is won with the team to move, and what of it is won at exactly this level.
    team_to_move: Rows,
    team_front: Rows,
    /// The same with the other to move.
    other_to_move: Rows,
    other_front: Rows,
    /// Where the game is over and the opponent has won, with the team to move and with the other to move.
    barred: [Rows; 2],
    /// Two layers of the relay that are needed at a time.
    layers: [Vec<u64>; 2],
}

impl<'f, 'a> Attractor<'f, 'a> {
    fn new(field: &'f Field<'a>, player: Player) -> Self {
        let [team_to_move, other_to_move] = field.won(player);
        Self {
            field,
            player,
            level: 0,
            team_front: team_to_move.clone(),
            team_to_move,
            other_front: other_to_move.clone(),
            other_to_move,
            barred: field.won(player.opponent()),
            layers: [Vec::new(), Vec::new()],
        }
    }

    /// Finds what is won one ply later. False if there is nothing.
    fn advance(&mut self) -> bool {
        let field = self.field;
        self.level += 1;
        let mut reached = Rows::new(field.rows, field.words);
        if self.player == field.team {
            // Some joint move leads into what was won last.
            if !self.other_front.is_empty() {
                carry(field, &self.other_front, &mut reached, &mut self.layers, |into, from| *into |= from);
            }
        } else if !self.other_front.is_empty() {
            // Every joint move leads into what is won: only where that has just grown can this be news.
            carry(field, &self.other_to_move, &mut reached, &mut self.layers, |into, from| *into &= from);
        }
        self.move_the_other();
        let [barred, _] = &self.barred;
        for ((new, won), barred) in reached.bits.iter_mut().zip(&mut self.team_to_move.bits).zip(&barred.bits) {
            *new &= !*won & !barred;
            *won |= *new;
        }
        self.team_front = reached;
        !(self.team_front.is_empty() && self.other_front.is_empty())
    }

    /// What the other's moves add, in each row where something was won last with the team to move.
    fn move_the_other(&mut self) {
        let field = self.field;
        let [_, barred] = &self.barred;
        self.other_front.bits.fill(0);
        for row in 0..field.rows {
            let front = self.team_front.row(row);
            if front.iter().all(|&word| word == 0) {
                continue;
            }
            let (won, new) = (self.other_to_move.row_mut(row), self.other_front.row_mut(row));
            if self.player == field.team {
                // All moves: the candidates are whoever can move, and a move out of the set rules its origin out.
                for (new, (mobile, won)) in new.iter_mut().zip(field.mobile.iter().zip(won.iter())) {
                    *new = mobile & !won;
                }
                let outside = self.team_to_move.row(row).iter().zip(&field.all).map(|(set, all)| !set & all);
                for (word, outside) in outside.enumerate() {
                    for origins in ones(outside).map(|bit| field.origins.row(word * 64 + bit)) {
                        new.iter_mut().zip(origins).for_each(|(new, origins)| *new &= !origins);
                    }
                    if new.iter().all(|&word| word == 0) {
                        break;
                    }
                }
            } else {
                for (word, &front) in front.iter().enumerate() {
                    for origins in ones(front).map(|bit| field.origins.row(word * 64 + bit)) {
                        new.iter_mut().zip(origins).for_each(|(new, origins)| *new |= origins);
                    }
                }
            }
            for ((new, won), barred) in new.iter_mut().zip(won.iter()).zip(barred.row(row)) {
                *new &= !won & !barred;
            }
            for (won, new) in won.iter_mut().zip(new.iter()) {
                *won |= new;
            }
        }
    }
}

/// Carries rows backwards over a whole turn of the team: through every leg, from the rows after it to those before it.
fn carry(
    field: &Field<'_>,
    after: &Rows,
    before: &mut Rows,
    layers: &mut [Vec<u64>; 2],
    combine: impl Fn(&mut u64, u64) + Copy,
) {
    let words = field.words;
    for leg in (0..field.relay.legs()).rev() {
        let [next, here] = layers;
        let from: &[u64] = if leg + 1 == field.relay.legs() { &after.bits } else { next };
        let into: &mut [u64] = if leg == 0 {
            &mut before.bits
        } else {
            here.resize(field.relay.rows(leg) * words, 0);
            here
        };
        field.relay.leg(leg, |block| {
            let range = |first: u32| first as usize * words..(first + block.rows) as usize * words;
            let into = &mut into[range(block.first)];
            let Some((&first, rest)) = block.sources.split_first() else {
                // A piece that cannot move keeps the team from moving: such a row is in no set.
                into.fill(0);
                return;
            };
            into.copy_from_slice(&from[range(first)]);
            for &source in rest {
                into.iter_mut().zip(&from[range(source)]).for_each(|(into, &from)| combine(into, from));
            }
        });
        layers.swap(0, 1);
    }
    if field.relay.passes() {
        for &row in &field.immobile {
            before.row_mut(row as usize).copy_from_slice(after.row(row as usize));
        }
    }
}
