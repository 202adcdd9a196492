//! The ends of the game, in rows of the attractor's owner.

use catmouse_arena::{Player, ProductArena, StalemateRule};

/// For each row, disjoint runs of columns, in ascending order.
#[derive(Debug)]
pub(crate) struct Runs {
    starts: Vec<u32>,
    runs: Vec<(u32, u32)>,
}

impl Runs {
    /// The pairs that `winner` has won, as runs in rows of `owner`. Time: O(nodes + pairs won).
    pub(crate) fn won_by(arena: &ProductArena, winner: Player, owner: Player) -> Self {
        let verdicts = arena.verdicts();
        let rows = verdicts.rows() as usize;
        let mut all = Self { starts: Vec::with_capacity(rows + 1), runs: Vec::with_capacity(rows) };
        all.end_row();
        for row in 0..verdicts.rows() {
            verdicts.each_run(row, |run, player| {
                if player == winner {
                    all.runs.push((run.start, run.end));
                }
            });
            all.end_row();
        }
        match owner {
            Player::One => all,
            Player::Two => all.transposed(verdicts.columns() as usize),
        }
    }

    /// The same pairs with rows and columns exchanged. Pairs of one column in consecutive rows
    /// become one run.
    fn transposed(&self, columns: usize) -> Self {
        let rows = || self.starts.windows(2).zip(0u32..);
        let runs = |ends: &[u32]| &self.runs[ends[0] as usize..ends[1] as usize];
        let mut starts = vec![0u32; columns + 1];
        let mut last = vec![u32::MAX; columns];
        for (ends, row) in rows() {
            for &(from, to) in runs(ends) {
                for column in from as usize..to as usize {
                    if last[column] == u32::MAX || last[column] + 1 != row {
                        starts[column + 1] += 1;
                    }
                    last[column] = row;
                }
            }
        }
        for column in 1..starts.len() {
            starts[column] += starts[column - 1];
        }
        let mut transposed = vec![(0, 0); *starts.last().unwrap_or(&0) as usize];
        let mut next = starts.clone();
        for (ends, row) in rows() {
            for &(from, to) in runs(ends) {
                for column in from as usize..to as usize {
                    let free = next[column] as usize;
                    if free > starts[column] as usize && transposed[free - 1].1 == row {
                        transposed[free - 1].1 += 1;
                    } else {
                        transposed[free] = (row, row + 1);
                        next[column] += 1;
                    }
                }
            }
        }
        Self { starts, runs: transposed }
    }

    fn empty() -> Self {
        Self { starts: vec![0], runs: Vec::new() }
    }

    fn push_row(&mut self, runs: impl Iterator<Item = (u32, u32)>) {
        self.runs.extend(runs);
        self.end_row();
    }

    /// Ends a row: it consists of the runs added since the last call. The first call precedes the
    /// first row.
    fn end_row(&mut self) {
        self.starts.push(self.runs.len() as u32);
    }

    /// The runs of a row, each as its first column and the column after its last.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[(u32, u32)] {
        &self.runs[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

/// The ends of the game from the owner's point of view.
#[derive(Debug)]
pub(crate) struct Ends {
    /// Pairs that the owner has won, with either player to move.
    pub(crate) won: Runs,
    /// Pairs that the opponent has won, with either player to move.
    pub(crate) lost: Runs,
    /// Pairs that the opponent has won with the owner to move. They are the pairs of `lost` and, if
    /// a stuck player loses, the pairs outside `won` in rows where the owner is stuck. `None` means
    /// that they equal `lost`.
    lost_to_move: Option<Runs>,
    /// The opponent's nodes without moves.
    pub(crate) stuck: Vec<u32>,
    /// True if a stuck player loses. Then the owner has won at the columns of `stuck` with the
    /// opponent to move.
    pub(crate) stuck_loses: bool,
}

impl Ends {
    /// The ends of this arena, for the attractor of `owner`.
    pub(crate) fn of(arena: &ProductArena, owner: Player) -> Self {
        let (owner_steps, opponent_steps) = (arena.steps(owner), arena.steps(owner.opponent()));
        let won = Runs::won_by(arena, owner, owner);
        let lost = Runs::won_by(arena, owner.opponent(), owner);
        let stuck_loses = arena.stalemate() == StalemateRule::Loses;
        let is_stuck = |row: u32| owner_steps.successors(row).is_empty();
        let lost_to_move = (stuck_loses && (0..owner_steps.nodes()).any(is_stuck)).then(|| {
            let mut all = Runs::empty();
            for row in 0..owner_steps.nodes() {
                if is_stuck(row) {
                    let won = won.row(row as usize);
                    let from = [0].into_iter().chain(won.iter().map(|run| run.1));
                    let to = won.iter().map(|run| run.0).chain([opponent_steps.nodes()]);
                    all.push_row(from.zip(to).filter(|gap| gap.0 < gap.1));
                } else {
                    all.push_row(lost.row(row as usize).iter().copied());
                }
            }
            all
        });
        let stuck =
            (0..opponent_steps.nodes()).filter(|&column| opponent_steps.successors(column).is_empty()).collect();
        Self { won, lost, lost_to_move, stuck, stuck_loses }
    }

    /// The runs of this row that the opponent has won with the owner to move.
    #[inline(always)]
    pub(crate) fn lost_to_move(&self, row: usize) -> &[(u32, u32)] {
        self.lost_to_move.as_ref().unwrap_or(&self.lost).row(row)
    }
}
