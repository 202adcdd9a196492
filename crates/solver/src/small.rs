//! The small engine: the rows engine where each player has at most 64 nodes, so that a row is one
//! word.
//!
//! The engine computes the same attractors level by level as [`rows`](crate::rows), but everything
//! has a fixed size and lives on the stack. Only the table is allocated, and its memory is reused
//! for the next board of a stream. Distances go directly into the table.
//!
//! **Cost.** A few nanoseconds a position. There are at most 4,096 pairs, so distances stay below
//! 2¹⁴ and the table is narrow.

use catmouse_arena::{
    Arena, Cells, PackedValue, Pieces, Player, ProductArena, Solution, StalemateRule, Value, set_bits,
};

use crate::{Answer, Control, Engine, Estimate, Request, Shape, SolveError};

/// The largest number of nodes for each player.
pub(crate) const MOST_NODES: u32 = 64;

/// The bytes of the table, or why the engine refuses.
pub(crate) fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    let shape = shape.into();
    let fits = shape.two_pieces().is_some_and(|sides| sides.iter().all(|side| side.nodes <= MOST_NODES.into()));
    suits(fits, shape.unit_costs, request).map(|()| shape.positions.saturating_mul(size_of::<u16>() as u64)).into()
}

fn suits(fits: bool, unit_costs: bool, request: Request) -> Result<(), SolveError> {
    Engine::Small.makes_tables(request)?;
    if !unit_costs {
        return Err(SolveError::CostsNotOne);
    }
    if !fits {
        return Err(Engine::Small.unsuited("needs a single piece on at most 64 nodes for each player"));
    }
    Ok(())
}

/// Solves a product arena with unit costs and, for each player, a single piece on at most 64 nodes.
/// It is made for streams of boards: nothing is allocated if `reuse` is large enough. A run takes
/// microseconds, so it heeds only the allowed memory of `control`.
///
/// # Errors
///
/// [`SolveError::Unsuited`] for any other kind of arena, [`SolveError::CostsNotOne`] where a move
/// costs more than 1; the errors that [`Control`] causes.
pub(crate) fn run(
    arena: &ProductArena,
    request: Request,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let fits = |player: Player| matches!(arena.pieces(player), Pieces::Single(steps) if steps.nodes() <= MOST_NODES);
    suits(Player::BOTH.into_iter().all(fits), arena.unit_costs(), request)?;
    control.admit((arena.positions() * size_of::<u16>()) as u64)?;
    let mut table = reuse.into_room(arena.positions()).unwrap_or_else(|| Cells::zeroed(arena.positions()));
    let cells = &mut *table;
    cells.fill(u16::pack(Value::Endless));
    let masks = Player::BOTH.map(|player| MoveMasks::of(arena, player));
    let ends = ends(arena);
    for player in Player::BOTH {
        let wins = DistanceTable::new(arena, player, cells);
        attract(player, &masks, &ends[player.index()], arena.stalemate(), wins);
    }
    Ok(Answer::Table(Solution::from_cells(table)))
}

/// A set of nodes of one player: bit k represents node k.
type Nodes = u64;

/// The moves of one player's piece, as sets of nodes.
struct MoveMasks {
    nodes: usize,
    /// All nodes.
    all: Nodes,
    /// The nodes without a move.
    stuck: Nodes,
    /// For each node, the targets of its moves.
    successors: [Nodes; 64],
    /// For each node, the origins of the moves that lead there.
    predecessors: [Nodes; 64],
}

impl MoveMasks {
    fn of(arena: &ProductArena, player: Player) -> Self {
        let steps = arena.steps(player);
        let mut masks = Self {
            nodes: steps.nodes() as usize,
            all: first(steps.nodes()),
            stuck: 0,
            successors: [0; 64],
            predecessors: [0; 64],
        };
        for node in 0..steps.nodes() {
            let arcs = steps.successors(node);
            masks.stuck |= u64::from(arcs.is_empty()) << node;
            for arc in arcs {
                masks.successors[node as usize] |= 1 << arc.node;
                masks.predecessors[arc.node as usize] |= 1 << node;
            }
        }
        masks
    }
}

/// The pairs where the game is over, in rows of one player's nodes: the pairs that the player has
/// won, and those that it has lost.
struct Ends {
    won: [Nodes; 64],
    lost: [Nodes; 64],
}

/// The ends in rows of One's nodes, and in rows of Two's.
fn ends(arena: &ProductArena) -> [Ends; 2] {
    let mut ends = [(); 2].map(|()| Ends { won: [0; 64], lost: [0; 64] });
    let [one, two] = &mut ends;
    for row in 0..arena.verdicts().rows() {
        for (run, winner) in arena.verdicts().row(row) {
            let columns = first(run.end) & !first(run.start);
            let (along, across) = match winner {
                Player::One => (&mut one.won, &mut two.lost),
                Player::Two => (&mut one.lost, &mut two.won),
            };
            along[row as usize] |= columns;
            for column in set_bits(columns) {
                across[column] |= 1 << row;
            }
        }
    }
    ends
}

/// The table as one player's attractor writes it.
struct DistanceTable<'a> {
    cells: &'a mut [u16],
    player: Player,
    /// Distance in cells between the two turns, between neighbouring nodes of the player, and
    /// between neighbouring nodes of the opponent.
    strides: [usize; 3],
}

impl<'a> DistanceTable<'a> {
    fn new(arena: &ProductArena, player: Player, cells: &'a mut [u16]) -> Self {
        let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
        let strides = match player {
            Player::One => [rows * columns, columns, 1],
            Player::Two => [rows * columns, 1, columns],
        };
        Self { cells, player, strides }
    }

    /// Writes this distance for these pairs of a row, won by the player.
    #[inline]
    fn enter(&mut self, turn: Player, row: usize, pairs: Nodes, distance: u64) {
        let cell = u16::pack(Value::Win { player: self.player, distance });
        let start = turn.index() * self.strides[0] + row * self.strides[1];
        for column in set_bits(pairs) {
            self.cells[start + column * self.strides[2]] = cell;
        }
    }
}

/// One level of an attractor: for each row the pairs decided with the opponent to move, and the set
/// of rows that have any.
struct Frontier {
    rows: [Nodes; 64],
    nonempty: Nodes,
}

/// Computes one player's attractor, level by level.
#[inline(never)] // inlined, more of its variables would live on the stack
fn attract(player: Player, masks: &[MoveMasks; 2], ends: &Ends, stalemate: StalemateRule, mut table: DistanceTable) {
    let (owner, opponent) = (&masks[player.index()], &masks[player.opponent().index()]);
    let loses = stalemate == StalemateRule::Loses;
    // The pairs won with the owner to move; the pairs still open with the owner to move, and with
    // the opponent to move.
    let (mut won, mut open_owner, mut open_opponent) = ([0; 64], [0; 64], [0; 64]);
    let empty = || Frontier { rows: [0; 64], nonempty: 0 };
    // The frontiers of the level before, of this level and of the next. They are exchanged by
    // reference.
    let (previous, current, next) = (&mut empty(), &mut empty(), &mut empty());
    let (mut previous, mut current, mut next) = (previous, current, next);
    for row in 0..owner.nodes {
        let over = ends.won[row] | ends.lost[row];
        won[row] = ends.won[row];
        open_owner[row] = if loses && owner.stuck >> row & 1 == 1 { 0 } else { opponent.all & !over };
        open_opponent[row] = opponent.all & !over & !opponent.stuck;
        let won_by_stalemate = if loses { opponent.stuck & !over } else { 0 };
        current.rows[row] = ends.won[row] | won_by_stalemate;
        current.nonempty |= u64::from(current.rows[row] != 0) << row;
        table.enter(player, row, ends.won[row], 0);
        table.enter(player.opponent(), row, current.rows[row], 0);
        if ends.won[row] != 0 {
            let lost = lost(opponent, won[row], won[row], open_opponent[row]);
            open_opponent[row] &= !lost;
            next.rows[row] = lost;
            next.nonempty |= u64::from(lost != 0) << row;
            table.enter(player.opponent(), row, lost, 1);
        }
    }
    let mut level = 0;
    loop {
        previous.nonempty = 0;
        (previous, current, next) = (current, next, previous);
        level += 1;
        if previous.nonempty == 0 && current.nonempty == 0 {
            return;
        }
        let candidates = set_bits(previous.nonempty).fold(0, |rows, row| rows | owner.predecessors[row]);
        for row in set_bits(candidates) {
            // Owner to move: some move wins.
            let mut fresh = 0;
            for to in set_bits(owner.successors[row] & previous.nonempty) {
                fresh |= previous.rows[to] & open_owner[row];
                if fresh == open_owner[row] {
                    break;
                }
            }
            if fresh == 0 {
                continue;
            }
            open_owner[row] &= !fresh;
            won[row] |= fresh;
            table.enter(player, row, fresh, level);
            // Opponent to move: all moves lose.
            let lost = lost(opponent, won[row], fresh, open_opponent[row]);
            if lost != 0 {
                open_opponent[row] &= !lost;
                next.rows[row] = lost;
                next.nonempty |= 1 << row;
                table.enter(player.opponent(), row, lost, level + 1);
            }
        }
    }
}

/// The columns of `open` whose moves all lead into `won`. Each column of `open` must have a move.
/// `fresh` are the columns newly won: a newly lost column has a move into `fresh`. A column outside
/// `won` is an escape; a column with a move to an escape is not lost.
#[inline]
fn lost(opponent: &MoveMasks, won: Nodes, fresh: Nodes, mut open: Nodes) -> Nodes {
    let escapes = opponent.all & !won;
    if at_most_four(fresh) {
        open &= set_bits(fresh).fold(0, |predecessors, column| predecessors | opponent.predecessors[column]);
    }
    if escapes.count_ones() < open.count_ones() {
        let mut without_escape = open;
        for column in set_bits(escapes) {
            without_escape &= !opponent.predecessors[column];
            if without_escape == 0 {
                break;
            }
        }
        without_escape
    } else {
        set_bits(open).fold(0, |lost, column| lost | u64::from(opponent.successors[column] & escapes == 0) << column)
    }
}

/// True for at most four nodes. Faster than counting on processors without a population count.
fn at_most_four(nodes: Nodes) -> bool {
    (0..4).fold(nodes, |rest, _| rest & rest.wrapping_sub(1)) == 0
}

/// The set of the first `count` nodes.
fn first(count: u32) -> Nodes {
    if count == 64 { u64::MAX } else { (1 << count) - 1 }
}
