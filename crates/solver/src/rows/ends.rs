//! The ends of the game, in rows of the attractor's owner.

use catmouse_arena::{CompressedRows, Player, ProductArena, StalemateRule};

/// For each row, disjoint runs of columns in ascending order, each with its first column and the
/// column after its last.
pub(crate) type Runs = CompressedRows<(u32, u32)>;

/// The pairs that `winner` has won, as runs in rows of `owner`. Time: O(nodes + pairs won).
fn won_by(arena: &ProductArena, winner: Player, owner: Player) -> Runs {
    let verdicts = arena.verdicts();
    let mut all = Runs::with_capacity(verdicts.rows() as usize, verdicts.rows() as usize);
    let mut won = Vec::new();
    for row in 0..verdicts.rows() {
        verdicts.each_run(row, |run, player| {
            if player == winner {
                won.push((run.start, run.end));
            }
        });
        all.push(won.drain(..));
    }
    match owner {
        Player::One => all,
        Player::Two => transposed(&all, verdicts.columns() as usize),
    }
}

/// The same pairs with rows and columns exchanged. Pairs of one column in consecutive rows become
/// one run.
fn transposed(rows: &Runs, columns: usize) -> Runs {
    // For each column, the first row of a run and the row after its last.
    let mut begun = vec![(0, 0); columns];
    let mut ended = Vec::new();
    for (row, runs) in (0u32..).zip(rows.iter()) {
        for column in runs.iter().flat_map(|&(from, to)| from..to) {
            let run = &mut begun[column as usize];
            if run.1 != row {
                if run.1 > run.0 {
                    ended.push((column, *run));
                }
                run.0 = row;
            }
            run.1 = row + 1;
        }
    }
    let last = (0..).zip(&begun).map(|(column, &run)| (column, run));
    let all = ended.iter().copied().chain(last).filter(|(_, (from, to))| from < to);
    Runs::grouped(columns, all)
}

/// The ends of the game from the owner's point of view.
#[derive(Debug)]
pub(crate) struct Ends {
    /// Pairs that the owner has won, with either player to move.
    pub(crate) owner_won: Runs,
    /// Pairs that the opponent has won, with either player to move.
    pub(crate) opponent_won: Runs,
    /// Pairs that the opponent has won with the owner to move. They are the pairs of `opponent_won`
    /// and, if a stuck player loses, the pairs outside `owner_won` in rows where the owner is stuck.
    /// `None` means that they equal `opponent_won`.
    opponent_won_owner_to_move: Option<Runs>,
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
        let owner_won = won_by(arena, owner, owner);
        let opponent_won = won_by(arena, owner.opponent(), owner);
        let stuck_loses = arena.stalemate() == StalemateRule::Loses;
        let is_stuck = |row: u32| owner_steps.successors(row).is_empty();
        let opponent_won_owner_to_move = (stuck_loses && (0..owner_steps.nodes()).any(is_stuck)).then(|| {
            let mut all = Runs::with_capacity(owner_steps.nodes() as usize, 0);
            for row in 0..owner_steps.nodes() {
                if is_stuck(row) {
                    let won = owner_won.row(row as usize);
                    let from = [0].into_iter().chain(won.iter().map(|run| run.1));
                    let to = won.iter().map(|run| run.0).chain([opponent_steps.nodes()]);
                    all.push(from.zip(to).filter(|gap| gap.0 < gap.1));
                } else {
                    all.push(opponent_won.row(row as usize).iter().copied());
                }
            }
            all
        });
        let stuck =
            (0..opponent_steps.nodes()).filter(|&column| opponent_steps.successors(column).is_empty()).collect();
        Self { owner_won, opponent_won, opponent_won_owner_to_move, stuck, stuck_loses }
    }

    /// The runs of this row that the opponent has won with the owner to move.
    #[inline(always)]
    pub(crate) fn opponent_won_owner_to_move(&self, row: usize) -> &[(u32, u32)] {
        self.opponent_won_owner_to_move.as_ref().unwrap_or(&self.opponent_won).row(row)
    }
}
