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
//! pieces, whose games are wide and short. Memory: the table, and [`estimate`] in all.
//!
//! **Source.** The configuration graph of k cops: A. Berarducci, B. Intrigila, Adv. Appl. Math. 14, 1993; moving the cops
//! one at a time: J. Petr, J. Portier, L. Versteegen, arXiv 2112.07449.
//!
//! **Used** where a player has several pieces. It solves single pieces just as well, which the tests use.

mod legs;
mod small;

use catmouse_arena::{Cell, Cells, Distance, Player, ProductArena, Solution, StepGraph, Stuck, Team, Value};

use legs::Relay;
pub use small::SmallRelay;

use crate::bits::ones;
use crate::{Control, Engine, Estimate, Progress, Shape, SolveError, Solved, Wanted};

/// The most nodes of a single piece against another single piece: the engine keeps a bit for each two of them, and there the
/// others are faster by far.
const MOST_SINGLE_NODES: u64 = 2048;

/// Whether the engine answers, and the bytes that it asks for at most.
pub fn estimate(shape: impl Into<Shape>, wanted: Wanted) -> Estimate {
    bytes(&shape.into(), wanted).into()
}

fn bytes(shape: &Shape, wanted: Wanted) -> Result<u64, SolveError> {
    let unsuited = |because| Err(Engine::Relay.unsuited(because));
    let has_table = match wanted {
        Wanted::Table => true,
        Wanted::Placement(_) => false,
        Wanted::Outcomes | Wanted::Within(_) => return unsuited("makes tables and finds placements, and nothing else"),
    };
    let Some([one, two]) = shape.sides else { return unsuited("needs two tokens that move each by itself") };
    if !shape.unit_costs {
        return Err(SolveError::CostsNotOne);
    }
    let team_is_two = match (one.team, two.team, wanted) {
        (Some(_), Some(_), _) => {
            return unsuited("takes several pieces of one player only, and here both have several");
        }
        (None, Some(_), Wanted::Placement(Player::One)) | (Some(_), None, Wanted::Placement(Player::Two)) => {
            return unsuited("places the pieces of a player whose opponent has a single one");
        }
        (None, None, _) if one.nodes.max(two.nodes) > MOST_SINGLE_NODES => {
            return unsuited("takes single pieces on up to 2048 nodes only");
        }
        (None, None, Wanted::Placement(player)) => player == Player::Two,
        (team, ..) => team.is_none(),
    };
    let (team, other) = if team_is_two { (two, one) } else { (one, two) };
    let size = team.team.unwrap_or(1);
    if widest(team.nodes, size).max(team.configurations()) > u32::MAX.into()
        || usize::try_from(shape.positions).is_err()
    {
        return Err(SolveError::TooManyPositions { positions: shape.positions });
    }
    let count = |size| Team::configurations(team.nodes, size).unwrap_or(u64::MAX);
    let (rows, row) = (count(size), other.nodes.div_ceil(64).saturating_mul(8));
    // Two sets won and two barred, two frontiers and one that is being made; two layers; the predecessors of every bit.
    let layers = widest(team.nodes, size).saturating_mul(2);
    let matrices = rows.saturating_mul(7).saturating_add(layers).saturating_add(other.nodes).saturating_mul(row);
    let table = if has_table { shape.positions.saturating_mul(size_of::<u32>() as u64) } else { 0 };
    // The legs of all pieces, or each move of one of them.
    let legs: u64 = (0..size).map(|moved| count(moved).saturating_mul(team.nodes)).fold(0, u64::saturating_add);
    let listed = rows.saturating_mul(size).saturating_mul(team.arcs.div_ceil(team.nodes.max(1)).saturating_add(1));
    Ok(table.saturating_add(matrices).saturating_add(legs.max(listed).saturating_mul(4)))
}

/// Solves an arena of two tokens of which one at most is a team, and all moves cost 1. The room is of no use to it.
///
/// # Errors
///
/// [`SolveError::CostsNotOne`] where a move costs more than 1; [`SolveError::Unsuited`] where both players have several
/// pieces; [`SolveError::TooManyPositions`] where rows cannot be numbered in 32 bits; [`SolveError::TooDeep`] where a
/// forced win takes 2³⁰ plies or more; what [`Control`] asks for.
pub fn run(arena: &ProductArena, wanted: Wanted, _: Solution, control: &Control<'_>) -> Result<Solved, SolveError> {
    control.admit(bytes(&Shape::from(arena), wanted)?)?;
    if let Wanted::Placement(player) = wanted {
        return placement(arena, player, control).map(Solved::Placement);
    }
    let field = Field::new(arena, team_of(arena));
    let solution = match attempt::<u16>(&field, control)? {
        Some(cells) => Solution::from_cells(cells),
        None => Solution::from_cells(attempt::<u32>(&field, control)?.ok_or(SolveError::TooDeep)?),
    };
    Ok(Solved::Table(solution))
}

/// Stops as soon as the answer is known.
fn placement(
    arena: &ProductArena,
    player: Player,
    control: &Control<'_>,
) -> Result<Option<(u32, Distance)>, SolveError> {
    let field = Field::new(arena, player);
    let mut attractor = Attractor::new(&field, player);
    loop {
        let winning = (0..field.rows).find(|&row| field.is_full(attractor.team_to_move.row(row)));
        if let Some(row) = winning {
            return Ok(Some((row as u32, attractor.level)));
        }
        control.check(|| attractor.progress())?;
        if !attractor.advance() {
            return Ok(None);
        }
    }
}

/// The rows of the widest layer between the moves of two pieces.
fn widest(nodes: u64, size: u64) -> u64 {
    let count = |size| Team::configurations(nodes, size).unwrap_or(u64::MAX);
    (1..size).map(|moved| count(moved).saturating_mul(count(size - moved))).max().unwrap_or(0)
}

/// The player with several pieces; Two if neither has.
fn team_of(arena: &ProductArena) -> Player {
    if arena.pieces(Player::One).team().is_some() { Player::One } else { Player::Two }
}

/// The table, unless a distance does not fit the word.
fn attempt<C: Cell>(field: &Field<'_>, control: &Control<'_>) -> Result<Option<Cells<C>>, SolveError> {
    let mut cells = Cells::zeroed(2 * field.rows * field.nodes); // endless
    for player in Player::BOTH {
        let mut attractor = Attractor::new(field, player);
        loop {
            if attractor.level > C::MAX_DISTANCE {
                return Ok(None);
            }
            let value = C::pack(Value::Win { player, distance: attractor.level });
            for (turn, front) in [(field.team, &attractor.team_front), (field.team.opponent(), &attractor.other_front)]
            {
                front.for_each(|row, node| cells[field.position(turn, row, node)] = value);
            }
            control.check(|| attractor.progress())?;
            if !attractor.advance() {
                break;
            }
        }
    }
    Ok(Some(cells))
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
    fn new(arena: &'a ProductArena, team: Player) -> Self {
        let pieces = arena.pieces(team);
        let other = arena.pieces(team.opponent());
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
        Self { arena, team, rows, nodes, words, relay, immobile, origins, mobile: mobile.bits, all: all.bits }
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

    fn progress(&self) -> Progress {
        let bits = |rows: &Rows| rows.bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        Progress { level: self.level, decided: bits(&self.team_to_move) + bits(&self.other_to_move) }
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
