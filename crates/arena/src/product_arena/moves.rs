//! [`Arena`] for [`ProductArena`]: status and moves of each position.

use super::{Line, ProductArena, Run, Tokens, positions};
use crate::game::Arena;
use crate::moves::{BackMove, Cost, Move, Player, PositionId, Status};
use crate::pieces::Pieces;
use crate::staging::{Along, Semiring, Staging};
use crate::value::Value;

impl Arena for ProductArena {
    fn as_product(&self) -> Option<&ProductArena> {
        self.is_product().then_some(self)
    }

    fn positions(&self) -> usize {
        positions(self.rows(), self.columns())
    }

    fn status(&self, position: PositionId) -> Status {
        let tokens = self.tokens(position);
        match self.verdicts.winner(tokens.one, tokens.two) {
            Some(winner) => Status::Won(winner),
            None => self.open_status(tokens.turn, self.pieces[tokens.turn].is_stuck(tokens.of(tokens.turn))),
        }
    }

    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        let tokens = self.tokens(position);
        let (arcs, base, stride) = match tokens.turn {
            Player::One => (
                self.pieces.one.moves(tokens.two, tokens.one),
                self.rows() * self.columns() + tokens.two as usize,
                self.columns(),
            ),
            Player::Two => (self.pieces.two.moves(tokens.one, tokens.two), tokens.one as usize * self.columns(), 1),
        };
        arcs.map(move |arc| Move { to: PositionId::new(base + arc.node as usize * stride), cost: arc.cost })
    }

    /// Precomputes the joint moves of teams if they are few compared with the positions. Memory: at
    /// most 64 bytes a position, clamped to 8 MiB … 128 MiB.
    fn precompute_moves(&self) {
        const MAX_MOVES_A_POSITION: u64 = 8;
        let most = (self.positions() as u64).saturating_mul(MAX_MOVES_A_POSITION).clamp(1 << 20, 1 << 24);
        for team in Player::BOTH.into_iter().filter_map(|player| self.pieces(player).team()) {
            team.precompute_moves(most);
        }
    }

    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        let tokens = self.tokens(position);
        let mover = tokens.turn.opponent();
        let (arcs, base, stride) = match mover {
            Player::One => (self.pieces.one.moves_back(tokens.two, tokens.one), tokens.two as usize, self.columns()),
            Player::Two => (
                self.pieces.two.moves_back(tokens.one, tokens.two),
                (self.rows() + tokens.one as usize) * self.columns(),
                1,
            ),
        };
        arcs.map(move |arc| BackMove {
            from: PositionId::new(base + arc.node as usize * stride),
            mover,
            cost: arc.cost,
        })
    }

    /// One loop for each player, so that the mover and the stride are constants in each.
    #[inline]
    fn scan_predecessors(&self, position: PositionId, mut visit: impl FnMut(BackMove)) {
        let (rows, columns) = (self.rows(), self.columns());
        let (row, two) = (position.index() / columns, position.index() % columns);
        if row < rows {
            let base = position.index() - two + rows * columns;
            self.pieces.two.each_predecessor(row as u32, two as u32, |arc| {
                let from = PositionId::new(base + arc.node as usize);
                visit(BackMove { from, mover: Player::Two, cost: arc.cost });
            });
        } else {
            self.pieces.one.each_predecessor(two as u32, (row - rows) as u32, |arc| {
                let from = PositionId::new(arc.node as usize * columns + two);
                visit(BackMove { from, mover: Player::One, cost: arc.cost });
            });
        }
    }

    fn unit_costs(&self) -> bool {
        self.pieces.iter().all(|(_, pieces)| pieces.unit_costs())
    }

    fn scan(&self, mut visit: impl FnMut(PositionId, Status, usize)) {
        let mobility = self.pieces.as_ref().map(Pieces::mobility);
        if self.verdicts.is_by_member() {
            return self.scan_by_member(&mobility, visit);
        }
        // Visits runs and the gaps between them without looking up the verdict of each position.
        let (rows, columns) = (self.rows(), self.columns());
        for (turn, one) in Player::BOTH.into_iter().flat_map(|turn| (0..rows).map(move |one| (turn, one))) {
            let first = (turn.index() * rows + one) * columns;
            let end_of_row = Run { columns: columns as u32..columns as u32, winner: turn };
            let mut column = 0;
            for Run { columns: run, winner } in self.verdicts.row_runs(one as u32).iter().chain([&end_of_row]) {
                let (start, end) = (run.start as usize, run.end as usize);
                match turn {
                    Player::One => {
                        let moves = mobility.one[one];
                        let status = self.open_status(turn, moves == 0);
                        (column..start).for_each(|two| visit(PositionId::new(first + two), status, moves));
                    }
                    Player::Two => {
                        for (two, &moves) in (column..start).zip(&mobility.two[column..start]) {
                            visit(PositionId::new(first + two), self.open_status(turn, moves == 0), moves);
                        }
                    }
                }
                (start..end).for_each(|two| visit(PositionId::new(first + two), Status::Won(*winner), 0));
                column = end;
            }
        }
    }

    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)> {
        let (from, to) = (self.tokens(from), self.tokens(to));
        let (mover, other) = (from.turn, from.turn.opponent());
        if to.turn == mover || from.of(other) != to.of(other) {
            return None;
        }
        let (old, new) = (from.of(mover), to.of(mover));
        match self.pieces(mover) {
            Pieces::Single(steps) => {
                let mut costs = steps.costs_between((old, new));
                let least = costs.next()?;
                Some((least, costs.last().unwrap_or(least)))
            }
            Pieces::Team(team) => team.move_costs(old, new),
            Pieces::Cast(cast) => cast.assignment(from.of(other), old, new).map(|_| (1, 1)),
        }
    }

    fn dearest_move(&self, from: PositionId) -> Option<Cost> {
        let tokens = self.tokens(from);
        let node = tokens.of(tokens.turn);
        match self.pieces(tokens.turn) {
            Pieces::Single(steps) => steps.successors(node).iter().map(|arc| arc.cost).max(),
            Pieces::Team(team) => team.dearest_move(node),
            Pieces::Cast(_) => self.successors(from).next().map(|step| step.cost),
        }
    }

    fn gather_moves<S: Semiring>(
        &self,
        positions: &[PositionId],
        semiring: &S,
        item: impl Fn(PositionId) -> S::Item,
        mut visit: impl FnMut(PositionId, S::Item),
    ) {
        let mut buffers = Staging::default();
        self.lines(positions.iter().copied(), |line, members| {
            match line.team.filter(|team| team.staging_pays(members.len())) {
                None => {
                    for position in members.iter().map(|&(node, _)| line.position(node)) {
                        let items = self.successors(position).map(|step| semiring.extend(item(step.to), step.cost));
                        visit(position, items.fold(semiring.zero(), |one, other| semiring.plus(one, other)));
                    }
                }
                Some(team) => {
                    let items: Vec<S::Item> = (0..team.nodes()).map(|node| item(line.after(node))).collect();
                    let mut members = members.iter().peekable();
                    team.gather(Along::Successors, &items, semiring, &mut buffers, |node, found| {
                        if members.next_if(|member| member.0 == node).is_some() {
                            visit(line.position(node), found);
                        }
                    });
                }
            }
        });
    }

    fn spread_moves<S: Semiring>(
        &self,
        sources: &[(PositionId, S::Item)],
        semiring: &S,
        mut visit: impl FnMut(PositionId, S::Item),
    ) {
        let mut buffers = Staging::default();
        self.lines(sources.iter().map(|(position, _)| *position), |line, members| {
            match line.team.filter(|team| team.staging_pays(members.len())) {
                None => {
                    for &(node, source) in members {
                        let (position, item) = (line.position(node), sources[source].1);
                        self.successors(position).for_each(|step| visit(step.to, semiring.extend(item, step.cost)));
                    }
                }
                Some(team) => {
                    let mut row = vec![semiring.zero(); team.nodes() as usize];
                    for &(node, source) in members {
                        row[node as usize] = sources[source].1;
                    }
                    team.gather(Along::Predecessors, &row, semiring, &mut buffers, |node, found| {
                        if found != semiring.zero() {
                            visit(line.after(node), found);
                        }
                    });
                }
            }
        });
    }

    fn scan_best(
        &self,
        value: impl Fn(PositionId) -> Value,
        goes_on: impl Fn() -> bool,
        mut visit: impl FnMut(PositionId, Status, Option<Value>),
    ) {
        let mut buffers = Staging::default();
        let mut statuses = Vec::new();
        for turn in Player::BOTH {
            let is_stuck = self.stuck_nodes(turn);
            let others = self.pieces(turn.opponent()).nodes();
            if turn == Player::One && !matches!(self.pieces.one, Pieces::Single(_)) {
                // The line of a team or a cast of One runs across the rows.
                for two in (0..others).take_while(|_| goes_on()) {
                    self.gather_line(turn, two, &mut buffers, &value, |position, best| {
                        let one = self.tokens(position).one;
                        let status = self.status_of(turn, self.verdicts.winner(one, two), is_stuck[one as usize]);
                        visit(position, status, best.filter(|_| status == Status::Turn(turn)));
                    });
                }
                continue;
            }
            for one in (0..self.pieces.one.nodes()).take_while(|_| goes_on()) {
                statuses.clear();
                self.verdicts.scan_row(one, |two, winner| {
                    let node = Tokens { one, two, turn }.of(turn);
                    statuses.push(self.status_of(turn, winner, is_stuck[node as usize]));
                });
                let first = (turn.index() * self.rows() + one as usize) * self.columns();
                match self.pieces(turn) {
                    Pieces::Team(_) | Pieces::Cast(_) => {
                        self.gather_line(turn, one, &mut buffers, &value, |position, best| {
                            let status = statuses[position.index() - first];
                            visit(position, status, best.filter(|_| status == Status::Turn(turn)));
                        });
                    }
                    Pieces::Single(steps) => {
                        for (two, &status) in statuses.iter().enumerate() {
                            let tokens = Tokens { one, two: two as u32, turn };
                            let (node, other) = (tokens.of(turn), tokens.of(turn.opponent()));
                            let line = Line::new(self, turn, other);
                            let arcs = if status == Status::Turn(turn) { steps.successors(node) } else { &[] };
                            let values = arcs.iter().map(|arc| value(line.after(arc.node)).one_move_before(arc.cost));
                            visit(line.position(node), status, values.reduce(|best, next| best.better(next, turn)));
                        }
                    }
                }
            }
        }
    }
}
