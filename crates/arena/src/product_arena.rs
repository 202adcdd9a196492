//! Implicit arenas: each player moves a token on a digraph of its own, and they alternate.
//!
//! Every pursuit game is of this kind. A player with several pieces moves one token, a *team*. The
//! positions are not stored: they are numbered by arithmetic, and their moves follow from the two
//! step graphs. The ends of the game are stored for pairs of nodes, as a few runs in each row. The
//! game of one cat on a board of 1,000 vertices has two million positions, and its arena takes
//! kilobytes in addition to the step graphs.

mod moves;

use std::ops::Range;
use std::slice;

use crate::InOrder;
use crate::by_player::ByPlayer;
use crate::moves::{Cost, Player, PositionId, Status};
use crate::pieces::{PieceArcs, Pieces};
use crate::staging::{Along, Semiring, Staging};
use crate::step_graph::StepGraph;
use crate::team::{Multisets, Team, next_ascending};
use crate::value::Value;

/// The pairs of nodes that end the game, with their winners. Rows are player One's nodes, and
/// columns are player Two's nodes.
///
/// Each row holds disjoint runs of columns with the same winner, so a row that is won as a whole
/// takes 12 bytes. If a team wins whenever one of its members does, the rows for a single member
/// are enough ([`by_member`](Self::by_member)).
///
/// ```
/// use catmouse_arena::{Player, Verdicts};
///
/// // On a path of three nodes player Two wins where both stand on one node, and One wins at node 0 otherwise.
/// let verdicts = Verdicts::from_fn(3, 3, |one, two| match (one, two) {
///     (one, two) if one == two => Some(Player::Two),
///     (0, _) => Some(Player::One),
///     _ => None,
/// });
/// assert_eq!(verdicts.winner(0, 2), Some(Player::One));
/// assert_eq!(verdicts.row(0).collect::<Vec<_>>(), [(0..1, Player::Two), (1..3, Player::One)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    starts: Vec<usize>,
    runs: Vec<Run>,
    columns: u32,
    /// The numbering of a team's configurations, which are the columns, and the team's size. `None`
    /// unless the runs are those of a single member of the team.
    members: Option<(Multisets, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    columns: Range<u32>,
    winner: Player,
}

impl Verdicts {
    /// Calls `winner(row, column)` once for every pair. Time: O(rows · columns).
    pub fn from_fn(rows: u32, columns: u32, winner: impl Fn(u32, u32) -> Option<Player>) -> Self {
        let mut verdicts = Self::empty(columns);
        for row in 0..rows {
            verdicts.push_row((0..columns).filter_map(|c| Some((c..c + 1, winner(row, c)?))));
        }
        verdicts
    }

    /// Verdicts without rows, `columns` wide; [`push_row`](Self::push_row) adds rows.
    pub fn empty(columns: u32) -> Self {
        Self { starts: vec![0], runs: Vec::new(), columns, members: None }
    }

    /// The verdicts for a team of `size` pieces of player Two that wins wherever one of its members
    /// does. `single` gives the verdicts of a single member; its columns are the nodes of that
    /// member. Memory: as for a single piece, regardless of the number of configurations.
    ///
    /// # Panics
    ///
    /// If player One wins anywhere, or there are 2³² configurations or more.
    pub fn by_member(single: Self, size: u32) -> Self {
        assert!(single.runs.iter().all(|run| run.winner == Player::Two), "only the team wins by a member");
        let numbering = Multisets::new(single.columns, size);
        Self { columns: numbering.count(size), members: Some((numbering, size)), ..single }
    }

    /// Whether these verdicts were made by [`by_member`](Self::by_member).
    pub fn is_by_member(&self) -> bool {
        self.members.is_some()
    }

    /// The stored runs of a row, from left to right. For verdicts made by
    /// [`by_member`](Self::by_member) these are the runs of a single member, over its nodes.
    pub fn of_member(&self, row: u32) -> impl Iterator<Item = (Range<u32>, Player)> + '_ {
        self.row_runs(row).iter().map(|run| (run.columns.clone(), run.winner))
    }

    /// Appends a row, given by its runs from left to right. Adjacent runs with the same winner
    /// become one.
    ///
    /// # Panics
    ///
    /// If runs overlap, are out of order, or pass the last column.
    pub fn push_row(&mut self, runs: impl IntoIterator<Item = (Range<u32>, Player)>) {
        let row_start = self.runs.len();
        for (columns, winner) in runs {
            if columns.is_empty() {
                continue;
            }
            assert!(columns.end <= self.columns, "a run must end within the {} columns", self.columns);
            match self.runs[row_start..].last_mut() {
                Some(last) if last.columns.end == columns.start && last.winner == winner => {
                    last.columns.end = columns.end;
                }
                last => {
                    let free_from = last.map_or(0, |run| run.columns.end);
                    assert!(columns.start >= free_from, "runs must be disjoint and in order");
                    self.runs.push(Run { columns, winner });
                }
            }
        }
        self.starts.push(self.runs.len());
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The winner at this pair, if the game is over there. Time: logarithmic in the runs of the
    /// row, for each member of a team.
    pub fn winner(&self, row: u32, column: u32) -> Option<Player> {
        let runs = self.row_runs(row);
        let winner = |column| {
            let run = runs.partition_point(|run| run.columns.end <= column);
            runs.get(run).filter(|run| run.columns.contains(&column)).map(|run| run.winner)
        };
        match &self.members {
            Some((numbering, size)) => numbering.each_member(column, *size).find_map(winner),
            None => winner(column),
        }
    }

    /// The runs of a row, from left to right. Time: linear in the runs; for verdicts made by
    /// [`by_member`](Self::by_member) linear in the configurations.
    pub fn row(&self, row: u32) -> impl Iterator<Item = (Range<u32>, Player)> + '_ {
        if self.is_by_member() {
            RowRuns::Made { verdicts: self, row, next: 0 }
        } else {
            RowRuns::Listed(self.row_runs(row).iter())
        }
    }

    /// Visits the runs of a row, from left to right. Time: as for [`row`](Self::row).
    #[inline]
    pub fn each_run(&self, row: u32, mut visit: impl FnMut(Range<u32>, Player)) {
        if self.is_by_member() {
            return self.row(row).for_each(|(run, winner)| visit(run, winner));
        }
        self.row_runs(row).iter().for_each(|run| visit(run.columns.clone(), run.winner));
    }

    /// Visits every column of a row, from left to right, with its winner. Time: linear in the
    /// columns.
    pub(crate) fn scan_row(&self, row: u32, mut visit: impl FnMut(u32, Option<Player>)) {
        let runs = self.row_runs(row);
        let Some((numbering, size)) = &self.members else {
            let mut column = 0;
            for Run { columns, winner } in runs {
                (column..columns.start).for_each(|column| visit(column, None));
                columns.clone().for_each(|column| visit(column, Some(*winner)));
                column = columns.end;
            }
            return (column..self.columns).for_each(|column| visit(column, None));
        };
        let nodes = numbering.nodes();
        let mut winners = vec![None; nodes as usize];
        for Run { columns, winner } in runs {
            winners[columns.start as usize..columns.end as usize].fill(Some(*winner));
        }
        // In numbering order the last member advances while the other members stay.
        let mut members = vec![0; *size as usize];
        let mut column = 0;
        while column < self.columns {
            let Some((last, others)) = members.split_last_mut() else { return };
            let by_others = others.iter().find_map(|&member: &u32| winners[member as usize]);
            for member in *last..nodes {
                visit(column, by_others.or(winners[member as usize]));
                column += 1;
            }
            *last = nodes - 1;
            next_ascending(&mut members, nodes);
        }
    }

    fn row_runs(&self, row: u32) -> &[Run] {
        &self.runs[self.starts[row as usize]..self.starts[row as usize + 1]]
    }
}

/// The runs of a row.
enum RowRuns<'a> {
    /// The stored runs.
    Listed(slice::Iter<'a, Run>),
    /// The runs for a team, computed from those of a single member, from the column `next`.
    Made { verdicts: &'a Verdicts, row: u32, next: u32 },
}

impl Iterator for RowRuns<'_> {
    type Item = (Range<u32>, Player);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Listed(runs) => runs.next().map(|run| (run.columns.clone(), run.winner)),
            Self::Made { verdicts, row, next } => verdicts.run_from(*row, next),
        }
    }
}

impl Verdicts {
    /// The next run of a row, at or after the column `next`. Advances `next` past the run. A
    /// configuration has won if one of its members has won.
    fn run_from(&self, row: u32, next: &mut u32) -> Option<(Range<u32>, Player)> {
        let first = (*next..self.columns).find(|&column| self.winner(row, column).is_some())?;
        let end = (first..self.columns).find(|&column| self.winner(row, column).is_none()).unwrap_or(self.columns);
        *next = end;
        Some((first..end, Player::Two))
    }
}

/// The result for a player whose token cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StalemateRule {
    /// Play stops there and counts as endless.
    Endless,
    /// The player has lost.
    Loses,
}

/// The nodes of the two tokens and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// The node of player One's token.
    pub one: u32,
    /// The node of player Two's token.
    pub two: u32,
    /// The player to move.
    pub turn: Player,
}

impl Tokens {
    /// The node of a player's token.
    #[inline]
    pub const fn of(self, player: Player) -> u32 {
        match player {
            Player::One => self.one,
            Player::Two => self.two,
        }
    }

    /// Moves a player's token to another node.
    #[inline]
    #[must_use]
    pub const fn with(self, player: Player, node: u32) -> Self {
        match player {
            Player::One => Self { one: node, ..self },
            Player::Two => Self { two: node, ..self },
        }
    }
}

/// Two tokens on two digraphs, moved in turn.
///
/// # Numbering
///
/// The position with One's token on `a` and Two's on `b` has the number
/// `(turn · rows + a) · columns + b`, where `turn` is 0 if One is to move and 1 if Two is, `rows`
/// counts One's nodes and `columns` Two's. So all positions with the same player to move lie
/// together, and a move of Two's token stays within one row.
///
/// ```
/// use catmouse_arena::{Arena, Status, Player, PositionId, ProductArena, StepGraph, StalemateRule, Tokens, Verdicts};
///
/// // Both tokens walk on a path of three nodes; Two wins by stepping onto One.
/// let path = StepGraph::new(3, vec![(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1)]);
/// let caught = Verdicts::from_fn(3, 3, |a, b| (a == b).then_some(Player::Two));
/// let arena = ProductArena::new(path.clone(), path, caught, StalemateRule::Endless);
///
/// assert_eq!(arena.positions(), 18);
/// let start = arena.position(Tokens { one: 0, two: 2, turn: Player::One });
/// let moves: Vec<_> = arena.successors(start).collect();
/// assert_eq!(arena.tokens(moves[0].to), Tokens { one: 1, two: 2, turn: Player::Two });
/// assert_eq!(arena.status(PositionId::new(0)), Status::Won(Player::Two));
/// ```
#[derive(Clone, Debug)]
pub struct ProductArena {
    pieces: ByPlayer<Pieces>,
    verdicts: Verdicts,
    stalemate: StalemateRule,
}

impl ProductArena {
    /// The game of two tokens. Each is given as the digraph of a single piece, as a [`Team`] or
    /// as a [`Cast`](crate::Cast).
    ///
    /// # Panics
    ///
    /// If the verdicts do not have one row for each node of One, and one column for each of Two.
    pub fn new(one: impl Into<Pieces>, two: impl Into<Pieces>, verdicts: Verdicts, stalemate: StalemateRule) -> Self {
        let pieces = ByPlayer { one: one.into(), two: two.into() };
        assert_eq!(
            ByPlayer { one: verdicts.rows(), two: verdicts.columns() },
            pieces.as_ref().map(Pieces::nodes),
            "verdicts must cover every pair of nodes"
        );
        Self { pieces, verdicts, stalemate }
    }

    /// The piece or the team that a player's token represents.
    pub fn pieces(&self, player: Player) -> &Pieces {
        &self.pieces[player]
    }

    /// Whether each player's moves depend on its own pieces alone, as those of a [`Cast`](crate::Cast) do not.
    pub fn is_product(&self) -> bool {
        self.pieces.iter().all(|(_, pieces)| pieces.cast().is_none())
    }

    /// The nodes to which the player to move can move its pieces, by number, then by cost.
    pub fn moves(&self, tokens: Tokens) -> PieceArcs<'_> {
        let mover = tokens.turn;
        self.pieces[mover].moves(tokens.of(mover.opponent()), tokens.of(mover))
    }

    /// The digraph on which each of a player's pieces moves.
    pub fn steps(&self, player: Player) -> &StepGraph {
        self.pieces(player).steps()
    }

    /// Replaces the arcs along which a player's piece moves, between the same nodes
    /// ([`StepGraph::replace_arcs`]).
    ///
    /// # Panics
    ///
    /// If the player has not a single piece, and where [`StepGraph::new`] panics.
    pub fn replace_arcs(&mut self, player: Player, arcs: &mut Vec<(u32, u32, Cost)>) {
        match &mut self.pieces[player] {
            Pieces::Single(steps) => steps.replace_arcs(arcs),
            Pieces::Team(_) | Pieces::Cast(_) => panic!("only the arcs of a single piece are replaced"),
        }
    }

    /// The verdicts on all pairs of nodes.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// The result for a player whose token cannot move.
    pub fn stalemate(&self) -> StalemateRule {
        self.stalemate
    }

    /// The number of a position.
    pub fn position(&self, tokens: Tokens) -> PositionId {
        let row = tokens.turn.index() * self.rows() + tokens.one as usize;
        PositionId::new(row * self.columns() + tokens.two as usize)
    }

    /// The nodes of the tokens and the player to move at a position.
    pub fn tokens(&self, position: PositionId) -> Tokens {
        let (row, two) = (position.index() / self.columns(), position.index() % self.columns());
        let (turn, one) = if row < self.rows() { (Player::One, row) } else { (Player::Two, row - self.rows()) };
        Tokens { one: one as u32, two: two as u32, turn }
    }

    /// The status of a position that the verdicts leave open.
    fn open_status(&self, turn: Player, is_stuck: bool) -> Status {
        if is_stuck && self.stalemate == StalemateRule::Loses {
            Status::Won(turn.opponent())
        } else {
            Status::Turn(turn)
        }
    }

    fn rows(&self) -> usize {
        self.pieces.one.nodes() as usize
    }

    fn columns(&self) -> usize {
        self.pieces.two.nodes() as usize
    }
}

/// The number of positions, `2 · rows · columns`, or `usize::MAX` if that overflows.
const fn positions(rows: usize, columns: usize) -> usize {
    rows.saturating_mul(columns).saturating_mul(2)
}

/// On a machine of 32 bits a path of 65,537 vertices has 2³³ + 2¹⁸ + 2 positions, which would wrap
/// to 262,146.
const _: () = {
    let root = 1 << (usize::BITS / 2);
    assert!(positions(root + 1, root + 1) == usize::MAX);
    assert!(positions(root - 1, root - 1) == usize::MAX, "twice the square is too many");
    assert!(positions(root / 2, root / 2) == usize::MAX / 2 + 1);
};

/// The positions that differ only in the node of the player to move.
struct Line<'a> {
    /// The player's pieces, if they are a team.
    team: Option<&'a Team>,
    /// The number of the position with the pieces on node 0.
    first: usize,
    /// The number of the position after a move to node 0.
    first_after: usize,
    /// The difference between the numbers for consecutive nodes.
    stride: usize,
}

impl<'a> Line<'a> {
    fn new(arena: &'a ProductArena, mover: Player, other: u32) -> Self {
        let (rows, columns, other) = (arena.rows(), arena.columns(), other as usize);
        let team = arena.pieces(mover).team();
        match mover {
            Player::One => Self { team, first: other, first_after: rows * columns + other, stride: columns },
            Player::Two => Self { team, first: (rows + other) * columns, first_after: other * columns, stride: 1 },
        }
    }

    /// The position with the pieces on this node.
    #[inline]
    fn position(&self, node: u32) -> PositionId {
        PositionId::new(self.first + node as usize * self.stride)
    }

    /// The position after a move to this node.
    #[inline]
    fn after(&self, node: u32) -> PositionId {
        PositionId::new(self.first_after + node as usize * self.stride)
    }
}

impl ProductArena {
    /// Groups positions into lines. For each line, visits the nodes of its positions, ascending,
    /// each with the index of the position in the iterator.
    fn lines(&self, positions: impl Iterator<Item = PositionId>, mut visit: impl FnMut(&Line<'_>, &[(u32, usize)])) {
        let place = |(index, position)| {
            let tokens = self.tokens(position);
            let mover = tokens.turn;
            ((mover, tokens.of(mover.opponent())), (tokens.of(mover), index))
        };
        let mut sorted: Vec<_> = positions.enumerate().map(place).collect();
        sorted.put_in_order();
        let mut members = Vec::new();
        for line in sorted.chunk_by(|one, next| one.0 == next.0) {
            let (turn, other) = line[0].0;
            members.clear();
            members.extend(line.iter().map(|(_, member)| *member));
            visit(&Line::new(self, turn, other), &members);
        }
    }

    /// Visits the positions in which the opponent's pieces are on the node `other`, in the order of
    /// the mover's nodes. Each position comes with the value that follows from its best move, or
    /// `None` if there is no move. The verdicts are ignored. Distances of 2⁶⁰ and more may
    /// saturate.
    ///
    /// Time: O(arcs) for a single piece, and that of [`Team::gather`] for a team. Memory: for a
    /// team, that of `buffers` and 8 bytes for each configuration.
    pub fn gather_line(
        &self,
        mover: Player,
        other: u32,
        buffers: &mut Staging<u64>,
        value: &impl Fn(PositionId) -> Value,
        mut visit: impl FnMut(PositionId, Option<Value>),
    ) {
        let line = Line::new(self, mover, other);
        match self.pieces(mover) {
            Pieces::Single(steps) => {
                for node in 0..steps.nodes() {
                    let arcs = steps.successors(node).iter();
                    let values = arcs.map(|arc| value(line.after(arc.node)).one_move_before(arc.cost));
                    visit(line.position(node), values.reduce(|best, next| best.better(next, mover)));
                }
            }
            Pieces::Cast(cast) => {
                for node in 0..cast.nodes() {
                    let arcs = cast.successors(other, node).into_iter();
                    let values = arcs.map(|arc| value(line.after(arc.node)).one_move_before(arc.cost));
                    visit(line.position(node), values.reduce(|best, next| best.better(next, mover)));
                }
            }
            Pieces::Team(team) => {
                let best = Best { mover };
                let items: Vec<u64> = (0..team.nodes()).map(|node| best.item(value(line.after(node)))).collect();
                team.gather(Along::Successors, &items, &best, buffers, |node, found| {
                    visit(line.position(node), best.value(found));
                });
            }
        }
    }

    /// Visits every position in numbering order with its status. Time: linear in the positions.
    pub fn scan_statuses(&self, mut visit: impl FnMut(PositionId, Status)) {
        let mut next = 0;
        for turn in Player::BOTH {
            let is_stuck = self.stuck_nodes(turn);
            for one in 0..self.pieces.one.nodes() {
                self.verdicts.scan_row(one, |two, winner| {
                    let node = Tokens { one, two, turn }.of(turn);
                    visit(PositionId::new(next), self.status_of(turn, winner, is_stuck[node as usize]));
                    next += 1;
                });
            }
        }
    }

    /// [`scan`](crate::game::Arena::scan) for verdicts made by [`Verdicts::by_member`]. It is a
    /// separate function, so that the loop for other verdicts keeps its variables in registers.
    #[inline(never)]
    fn scan_by_member(&self, mobility: &ByPlayer<Vec<usize>>, mut visit: impl FnMut(PositionId, Status, usize)) {
        let mut next = 0;
        for turn in Player::BOTH {
            for one in 0..self.pieces.one.nodes() {
                self.verdicts.scan_row(one, |two, winner| {
                    let moves = match turn {
                        Player::One => mobility.one[one as usize],
                        Player::Two => mobility.two[two as usize],
                    };
                    let moves = if winner.is_some() { 0 } else { moves };
                    visit(PositionId::new(next), self.status_of(turn, winner, moves == 0), moves);
                    next += 1;
                });
            }
        }
    }

    /// For each node of a player, whether its pieces have no move.
    fn stuck_nodes(&self, player: Player) -> Vec<bool> {
        let pieces = self.pieces(player);
        (0..pieces.nodes()).map(|node| pieces.is_stuck(node)).collect()
    }

    /// The status of a position, given its winner and whether the player to move is stuck.
    fn status_of(&self, turn: Player, winner: Option<Player>, is_stuck: bool) -> Status {
        winner.map_or_else(|| self.open_status(turn, is_stuck), Status::Won)
    }
}

/// The semiring of the mover's best value. A value is encoded in an integer, which is greater for a
/// better value and 0 for no value. Distances saturate at 2⁶⁰.
struct Best {
    mover: Player,
}

impl Best {
    const ENDLESS: u64 = 1 << 62;

    fn item(&self, value: Value) -> u64 {
        match value {
            Value::Win { player, distance } if player == self.mover => u64::MAX - distance.min(1 << 60),
            Value::Endless => Self::ENDLESS,
            Value::Win { distance, .. } => 1 + distance.min(1 << 60),
        }
    }

    fn value(&self, item: u64) -> Option<Value> {
        match item {
            0 => None,
            Self::ENDLESS => Some(Value::Endless),
            win if win > Self::ENDLESS => Some(Value::Win { player: self.mover, distance: u64::MAX - win }),
            loss => Some(Value::Win { player: self.mover.opponent(), distance: loss - 1 }),
        }
    }
}

impl Semiring for Best {
    type Item = u64;

    fn zero(&self) -> u64 {
        0
    }

    #[inline]
    fn extend(&self, item: u64, cost: Cost) -> u64 {
        match item {
            0 | Self::ENDLESS => item,
            win if win > Self::ENDLESS => win - u64::from(cost),
            loss => loss + u64::from(cost),
        }
    }

    #[inline]
    fn plus(&self, one: u64, other: u64) -> u64 {
        one.max(other)
    }
}
