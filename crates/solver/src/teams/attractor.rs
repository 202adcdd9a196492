//! One player's attractor, ply by ply, in a row of bits for each configuration of the team.
//!
//! Two sets of pairs are kept, one for each player to move. For the team's attractor they hold what is won and grow; for the other's
//! they hold what is *not* won by it and shrink. So both go by the same two rules:
//!
//! * **the team moves**: a row of `team_to_move` is the union of the rows of `other_to_move` that a joint move leads to. (The team
//!   wins where some move leads to what it has won; the other has not won where some move leads to what it has not won.)
//! * **the other moves**: a row of `other_to_move` is what has no move out of the same row of `team_to_move`.
//!
//! Each rule reads one set and writes the other in place. A set that did not change in the last ply gives nothing to the next one;
//! where both did, one of them is copied.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use catmouse_arena::{Cell, Cells, Distance, Movers, Player, StalemateRule, Value};
use pulp::NullaryFnOnce;

use super::Field;
use super::legs::{Between, Visit, add, sweep};
use super::marks::{Cursor, Marks};
use super::step::{Sets, Step};
use crate::bits::set_bits;
use crate::rows::vector;
use crate::{Control, Progress, SolveError};

/// Where the positions that are decided are entered.
pub(super) trait Record {
    /// These nodes, a word of bits with this number, are decided with this player to move and the team on this configuration.
    fn decided(&mut self, turn: Player, row: usize, word: usize, nodes: u64, level: Distance);
}

/// Who wants to know what is decided, if anybody does.
pub(super) type Notes<'r> = Option<&'r mut dyn Record>;

/// The same for a while.
fn again<'r>(record: &'r mut Notes<'_>) -> Notes<'r> {
    record.as_mut().map(|record| &mut **record as &mut dyn Record)
}

/// A flat table of one player's wins.
pub(super) struct DistanceTable<'f, C> {
    pub(super) cells: &'f mut [C],
    pub(super) positions: Positions,
    pub(super) winner: Player,
}

/// How positions are numbered, where the arena's numbers of configurations are these backwards.
#[derive(Clone, Copy)]
pub(super) struct Positions {
    pub(super) team: Player,
    pub(super) configurations: usize,
    pub(super) nodes: usize,
}

impl<C: Cell> Record for DistanceTable<'_, C> {
    fn decided(&mut self, turn: Player, row: usize, word: usize, nodes: u64, level: Distance) {
        let Positions { team, configurations, nodes: all } = self.positions;
        let configuration = configurations - 1 - row;
        let (start, stride) = match team {
            Player::One => ((turn.index() * configurations + configuration) * all, 1),
            Player::Two => (turn.index() * all * configurations + configuration, configurations),
        };
        let cell = C::pack(Value::Win { player: self.winner, distance: level });
        set_bits(nodes).for_each(|bit| self.cells[start + (word * 64 + bit) * stride] = cell);
    }
}

/// The attractor while it grows.
pub(super) struct Attractor<'f, 'a, const W: usize> {
    field: &'f Field<'a, W>,
    /// Whether it is the other's: then the sets are complements, and shrink.
    shrinks: bool,
    /// The distance that was decided last.
    pub(super) level: Distance,
    /// For each block of columns and each configuration a row.
    pub(super) team_to_move: Cells<u64>,
    pub(super) other_to_move: Cells<u64>,
    /// What the last ply changed.
    team_changed: Changed,
    other_changed: Changed,
    step: Step<'f, W>,
    /// For each thread.
    between: Vec<Between<W>>,
}

/// Rows that are asked together whether any of them changed.
const STRETCH: usize = 64;

/// Rows of a set that changed in any block.
#[derive(Debug)]
struct Changed {
    rows: Vec<bool>,
    /// How many, at the most.
    count: usize,
}

impl Changed {
    fn all(rows: usize) -> Self {
        Self { rows: vec![true; rows], count: rows }
    }

    fn clear(&mut self) {
        if self.count > 0 {
            self.rows.fill(false);
            self.count = 0;
        }
    }

    /// The numbers of the rows.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        // Most often there are long stretches without any.
        let stretches = self.rows.chunks(STRETCH).enumerate();
        let stretches = stretches.filter(|(_, rows)| rows.iter().fold(false, |any, &changed| any | changed));
        stretches.flat_map(|(stretch, rows)| {
            rows.iter().enumerate().filter(|(_, changed)| **changed).map(move |(row, _)| stretch * STRETCH + row)
        })
    }
}

impl<'f, 'a, const W: usize> Attractor<'f, 'a, W> {
    /// Level 0: where the game is over, and where a stuck player loses by that.
    pub(super) fn new(
        field: &'f Field<'a, W>,
        player: Player,
        mut record: Notes<'_>,
        threads: usize,
    ) -> Result<Self, SolveError> {
        let numbering = &field.numbering;
        let count = numbering.count();
        let shrinks = player != field.team;
        let step = Step::new(field.other_steps, field.blocks());
        let mut team_to_move = Cells::try_zeroed(field.blocks() * count * W)?;
        let mut other_to_move = Cells::try_zeroed(field.blocks() * count * W)?;
        let loses = field.arena.stuck() == StalemateRule::Loses;
        let (team_rows, other_rows) = (rows_mut(&mut team_to_move), rows_mut(&mut other_to_move));
        for (block, all) in field.all.iter().enumerate() {
            let mut cursor = Cursor::new(numbering, 0);
            for row in 0..count {
                let members = cursor.members();
                let won = field.won_by_team.row(numbering, block, row, members);
                let lost = field.won_by_other.row(numbering, block, row, members);
                let open = zip(all, &lost, |all, lost| all & !lost);
                let (team, other) = if shrinks {
                    let is_lost = loses && !field.passes && field.is_immobile(members);
                    (if is_lost { won } else { open }, open)
                } else {
                    let stuck = if loses { *step.immobile(block) } else { [0; W] };
                    (won, zip(&won, &zip(&stuck, &open, |stuck, open| stuck & open), |won, stuck| won | stuck))
                };
                team_rows[block * count + row] = team;
                other_rows[block * count + row] = other;
                if let Some(record) = &mut record {
                    for (turn, set) in [(field.team, &team), (field.team.opponent(), &other)] {
                        let decided = if shrinks { zip(all, set, |all, set| all & !set) } else { *set };
                        enter(*record, turn, row, block, &decided, 0);
                    }
                }
                cursor.advance();
            }
        }
        Ok(Self {
            field,
            shrinks,
            level: 0,
            team_to_move,
            other_to_move,
            team_changed: Changed::all(count),
            other_changed: Changed::all(count),
            step,
            between: std::iter::repeat_with(|| Between::new(numbering)).take(threads).collect(),
        })
    }

    /// The least number that the arena gives to a configuration that is won wherever the other stands, of those that changed last.
    pub(super) fn full(&self) -> Option<u32> {
        if self.team_changed.count == 0 {
            return None;
        }
        let (count, sets) = (self.field.numbering.count(), rows(&self.team_to_move));
        let is_full = |&row: &usize| {
            self.field.all.iter().enumerate().all(|(block, all): (usize, &[u64; W])| sets[block * count + row] == *all)
        };
        self.team_changed.numbers().filter(is_full).map(|row| self.field.given_number(row)).min()
    }

    pub(super) fn progress(&self) -> Progress {
        let count_ones = |cells: &[u64]| cells.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let bits = count_ones(&self.team_to_move) + count_ones(&self.other_to_move);
        let pairs = 2 * self.field.numbering.count() as u64 * u64::from(self.field.other_steps.nodes());
        Progress { level: self.level, decided: if self.shrinks { pairs - bits } else { bits } }
    }

    /// What the player wins, with the team to move and with the other to move.
    pub(super) fn into_won(mut self) -> (Cells<u64>, Cells<u64>) {
        if self.shrinks {
            let count = self.field.numbering.count();
            for set in [&mut self.team_to_move, &mut self.other_to_move] {
                for (index, row) in rows_mut(set).iter_mut().enumerate() {
                    *row = zip(&self.field.all[index / count], row, |all, row| all & !row);
                }
            }
        }
        (self.team_to_move, self.other_to_move)
    }

    /// Finds what is decided one ply later. False if there is nothing. Where levels need not be exact, sooner.
    pub(super) fn advance(
        &mut self,
        is_exact: bool,
        mut record: Notes<'_>,
        control: &Control<'_>,
    ) -> Result<bool, SolveError> {
        self.level += 1;
        if self.level == 1 && !self.would_move_the_other() {
            // Where the game is over with the team to move, nothing follows from that as a rule.
            self.team_changed.clear();
        }
        match (self.team_changed.count > 0, self.other_changed.count > 0) {
            (false, false) => return Ok(false),
            (true, false) => {
                self.move_the_other(again(&mut record));
                self.team_changed.clear();
            }
            (false, true) => {
                self.move_the_team(None, again(&mut record));
                self.other_changed.clear();
            }
            (true, true) if !is_exact => {
                self.move_the_other(again(&mut record));
                self.other_changed = Changed::all(self.field.numbering.count());
                self.team_changed.clear();
            }
            (true, true) => {
                let mut before = Cells::try_zeroed(self.other_to_move.len())?;
                before.copy_from_slice(&self.other_to_move);
                self.move_the_other(again(&mut record));
                self.move_the_team(Some(&before), again(&mut record));
            }
        }
        control.check(|| self.progress())?;
        Ok(self.team_changed.count + self.other_changed.count > 0)
    }

    /// Whether the other's move would change anything at level 1. Where the other may stay it has a move out of whatever it is not in
    /// yet.
    fn would_move_the_other(&mut self) -> bool {
        (self.shrinks || !self.field.other_may_stay) && self.others_move(None, true) > 0
    }

    /// The other moves, in each row that changed with the team to move.
    fn move_the_other(&mut self, record: Notes<'_>) {
        self.other_changed.clear();
        self.other_changed.count = self.others_move(record, false);
    }

    /// The other's move, or a rehearsal that changes nothing. How many rows change.
    fn others_move(&mut self, mut record: Notes<'_>, is_rehearsal: bool) -> usize {
        let field = self.field;
        let mut answers = Answers {
            field,
            shrinks: self.shrinks,
            level: self.level,
            from: rows(&self.team_to_move),
            sets: rows_mut(&mut self.other_to_move),
            changed: &mut self.other_changed.rows,
            stuck: (0..field.blocks()).map(|block| *self.step.immobile(block)).collect(),
            cursor: Cursor::new(&field.numbering, 0),
            record: again(&mut record),
            is_rehearsal,
            changes: 0,
        };
        vector::run(OthersMove { rows: &self.team_changed, step: &mut self.step, answers: &mut answers });
        answers.changes
    }

    /// The team moves, to what is said of the set with the other to move, as it is or as it was.
    fn move_the_team(&mut self, before: Option<&[u64]>, mut record: Notes<'_>) {
        self.team_changed.clear();
        let is_noted = record.is_some();
        let Self { field, shrinks, level, team_to_move, other_to_move, team_changed, other_changed, between, .. } =
            self;
        let (numbering, count) = (&field.numbering, field.numbering.count());
        let is_pushed = before.is_none() && !*shrinks && field.is_pushed(other_changed.count);
        let from = rows::<W>(before.unwrap_or(other_to_move));
        let sets = rows_mut::<W>(team_to_move);
        for (block, (sets, from)) in sets.chunks_exact_mut(count).zip(from.chunks_exact(count)).enumerate() {
            let changed = &mut team_changed.rows[..];
            let reached = if *level == 1 && !*shrinks { field.reached_at_once(block) } else { None };
            let reached = reached.as_deref();
            let whole = Gather::new(field, (block, *shrinks, *level), from, (0, sets, changed), again(&mut record));
            if is_pushed {
                team_changed.count += vector::run(Push { gather: whole, rows: other_changed });
            } else if is_noted || between.len() == 1 {
                let between = &mut between[0];
                team_changed.count +=
                    vector::run(Pull { gather: whole, firsts: 0..numbering.places(), between, reached });
            } else {
                let parts = Mutex::new(whole.split(between.len() * PARTS_A_THREAD).into_iter());
                let levels = (block, *shrinks, *level);
                let work = |between: &mut Between<W>| {
                    let mut changes = 0;
                    loop {
                        let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((firsts, base, sets, changed)) = part else { return changes };
                        let gather = Gather::new(field, levels, from, (base, sets, changed), None);
                        changes += vector::run(Pull { gather, firsts, between: &mut *between, reached });
                    }
                };
                let changes = thread::scope(|scope| {
                    let work = &work;
                    let threads: Vec<_> =
                        between.iter_mut().map(|between| scope.spawn(move || work(between))).collect();
                    let join = |thread: ScopedJoinHandle<'_, usize>| {
                        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
                    };
                    threads.into_iter().map(join).sum::<usize>()
                });
                team_changed.count += changes;
            }
        }
    }
}

/// Parts of the team's move that each thread takes one after the other, for they take unequally long.
const PARTS_A_THREAD: usize = 8;

/// The other's move, as a task for [`vector`].
struct OthersMove<'t, 's, 'f, 'a, const W: usize> {
    rows: &'t Changed,
    step: &'t mut Step<'f, W>,
    answers: &'t mut Answers<'s, 'f, 'a, W>,
}

impl<const W: usize> NullaryFnOnce for OthersMove<'_, '_, '_, '_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.step.each(self.rows.numbers(), self.answers);
    }
}

/// What the other's move changes.
struct Answers<'t, 'f, 'a, const W: usize> {
    field: &'f Field<'a, W>,
    shrinks: bool,
    level: Distance,
    from: &'t [[u64; W]],
    sets: &'t mut [[u64; W]],
    changed: &'t mut [bool],
    /// A stuck player has no move out of any row; what that is worth to it is decided at level 0.
    stuck: Vec<[u64; W]>,
    cursor: Cursor,
    record: Notes<'t>,
    is_rehearsal: bool,
    /// How many rows change.
    changes: usize,
}

impl<const W: usize> Sets<W> for Answers<'_, '_, '_, W> {
    #[inline(always)]
    fn row(&self, block: usize, row: usize) -> &[u64; W] {
        &self.from[block * self.field.numbering.count() + row]
    }

    #[inline(always)]
    fn found(&mut self, block: usize, row: usize, inside: &[u64; W]) {
        let (field, numbering) = (self.field, &self.field.numbering);
        let marked = match if self.shrinks { &field.won_by_team } else { &field.won_by_other } {
            Marks::Nowhere => [0; W],
            marks => {
                self.cursor.seek(numbering, row);
                marks.row(numbering, block, row, self.cursor.members())
            }
        };
        let set = &mut self.sets[block * numbering.count() + row];
        let new = if self.shrinks {
            zip(set, &zip(inside, &marked, |inside, marked| inside | marked), |set, kept| set & kept)
        } else {
            let barred = zip(&self.stuck[block], &marked, |stuck, marked| stuck | marked);
            let won =
                zip(&zip(inside, &barred, |inside, barred| inside & !barred), &field.all[block], |won, all| won & all);
            zip(set, &won, |set, won| set | won)
        };
        if new == *set {
            return;
        }
        self.changes += 1;
        if self.is_rehearsal {
            return;
        }
        self.changed[row] = true;
        if let Some(record) = &mut self.record {
            let fresh = zip(set, &new, |set, new| set ^ new);
            enter(*record, field.team.opponent(), row, block, &fresh, self.level);
        }
        *set = new;
    }
}

/// The team's move to all configurations with these largest places, as a task for [`vector`]: how many rows change.
struct Pull<'t, 'f, 'a, const W: usize> {
    gather: Gather<'t, 'f, 'a, W>,
    firsts: Range<usize>,
    between: &'t mut Between<W>,
    /// For each place what a single piece reaches from it, where that says it all.
    reached: Option<&'t [[u64; W]]>,
}

impl<const W: usize> NullaryFnOnce for Pull<'_, '_, '_, W> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Self { mut gather, firsts, between, reached } = self;
        let (field, from) = (gather.field, gather.from);
        let (numbering, order) = (&field.numbering, &field.order);
        match field.movers {
            Movers::All if let Some(reached) = reached => {
                let below = numbering.below(numbering.size());
                let mut cursor = Cursor::new(numbering, below[firsts.start]);
                for row in below[firsts.start]..below[firsts.end] {
                    let mut union = [0; W];
                    for &member in cursor.members() {
                        add(&mut union, &reached[member]);
                    }
                    let (&last, others) = cursor.members().split_last().unwrap_or((&0, &[]));
                    others.iter().enumerate().for_each(|(depth, &place)| gather.place(depth, place));
                    gather.row(row, last, &union);
                    cursor.advance();
                }
            }
            Movers::All => sweep(numbering, order, from, firsts, between, &mut gather),
            Movers::One => {
                let below = numbering.below(numbering.size());
                let rows = below[firsts.start]..below[firsts.end];
                let mut cursor = Cursor::new(numbering, rows.start);
                for row in rows {
                    let union = field.one_moves(cursor.members(), from);
                    let (&last, others) = cursor.members().split_last().unwrap_or((&0, &[]));
                    others.iter().enumerate().for_each(|(depth, &place)| gather.place(depth, place));
                    gather.row(row, last, &union);
                    cursor.advance();
                }
            }
        }
        gather.changes
    }
}

/// The team's move from wherever it leads to one of some rows, likewise. Only for sets that grow.
struct Push<'t, 'f, 'a, const W: usize> {
    gather: Gather<'t, 'f, 'a, W>,
    rows: &'t Changed,
}

impl<const W: usize> NullaryFnOnce for Push<'_, '_, '_, W> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Self { mut gather, rows } = self;
        let field = gather.field;
        let mut cursor = Cursor::new(&field.numbering, 0);
        let mut origins = Vec::new();
        for row in rows.numbers() {
            cursor.seek(&field.numbering, row);
            field.origins(cursor.members(), &mut origins);
            let union = gather.from[row];
            for &origin in &origins {
                let lacks = zip(&union, &gather.sets[origin], |union, set| union & !set);
                if lacks != [0; W] {
                    let marked = field.marked_in(gather.marks(), gather.block, origin);
                    gather.change(origin, &lacks, &marked);
                }
            }
        }
        gather.changes
    }
}

/// What the team's move changes.
struct Gather<'t, 'f, 'a, const W: usize> {
    field: &'f Field<'a, W>,
    block: usize,
    shrinks: bool,
    level: Distance,
    from: &'t [[u64; W]],
    /// The number of the first of the rows that are changed, these, and which of them are.
    base: usize,
    sets: &'t mut [[u64; W]],
    changed: &'t mut [bool],
    /// How many rows change.
    changes: usize,
    record: Notes<'t>,
    /// Where the pieces stand, from the largest place down.
    members: Vec<usize>,
    /// For each of them but the last, what it and those before it mark.
    marked: Vec<[u64; W]>,
}

/// Some places of the first piece, the first row of their configurations, the rows and which of them are changed.
type Part<'t, const W: usize> = (Range<usize>, usize, &'t mut [[u64; W]], &'t mut [bool]);

impl<'t, 'f, 'a, const W: usize> Gather<'t, 'f, 'a, W> {
    fn new(
        field: &'f Field<'a, W>,
        (block, shrinks, level): (usize, bool, Distance),
        from: &'t [[u64; W]],
        (base, sets, changed): (usize, &'t mut [[u64; W]], &'t mut [bool]),
        record: Notes<'t>,
    ) -> Self {
        let (members, marked) = (vec![0; field.numbering.size()], vec![[0; W]; field.numbering.size()]);
        Self { field, block, shrinks, level, from, base, sets, changed, changes: 0, record, members, marked }
    }

    /// Parts of about equally many rows.
    fn split(self, parts: usize) -> Vec<Part<'t, W>> {
        let below = self.field.numbering.below(self.field.numbering.size());
        let (mut sets, mut changed) = (self.sets, self.changed);
        let enough = sets.len() / parts + 1;
        let (mut split, mut first) = (Vec::new(), 0);
        for end in 1..below.len() {
            let rows = below[end] - below[first];
            if rows >= enough || end + 1 == below.len() {
                let (these, rest) = sets.split_at_mut(rows);
                let (these_changed, rest_changed) = changed.split_at_mut(rows);
                split.push((first..end, below[first], these, these_changed));
                (sets, changed, first) = (rest, rest_changed, end);
            }
        }
        // The last places have the most rows.
        split.reverse();
        split
    }

    #[inline(always)]
    fn marks(&self) -> &'f Marks<W> {
        if self.shrinks { &self.field.won_by_team } else { &self.field.won_by_other }
    }

    /// What is marked for the configuration whose pieces stand where they do, the last one here.
    #[inline(always)]
    fn marked(&self, row: usize, last: usize) -> [u64; W] {
        match self.marks() {
            Marks::Nowhere => [0; W],
            Marks::ByMember(rows) => {
                let mut marked = rows[self.block * self.field.numbering.places() + last];
                if let Some(before) = self.members.len().checked_sub(2) {
                    add(&mut marked, &self.marked[before]);
                }
                marked
            }
            Marks::ByConfiguration(rows) => rows[self.block * self.field.numbering.count() + row],
        }
    }

    /// Unites a row with what is new, or takes from it what is not.
    #[inline(always)]
    fn change(&mut self, row: usize, union: &[u64; W], marked: &[u64; W]) {
        let set = &mut self.sets[row - self.base];
        let new = if self.shrinks {
            zip(set, &zip(union, marked, |union, marked| union | marked), |set, kept| set & kept)
        } else {
            zip(set, &zip(union, marked, |union, marked| union & !marked), |set, won| set | won)
        };
        if new == *set {
            return;
        }
        if let Some(record) = &mut self.record {
            let fresh = zip(set, &new, |set, new| set ^ new);
            enter(*record, self.field.team, row, self.block, &fresh, self.level);
        }
        *set = new;
        self.changed[row - self.base] = true;
        self.changes += 1;
    }
}

impl<const W: usize> Visit<W> for Gather<'_, '_, '_, W> {
    #[inline(always)]
    fn place(&mut self, depth: usize, place: usize) {
        self.members[depth] = place;
        if let Marks::ByMember(rows) = self.marks() {
            let mut marked = rows[self.block * self.field.numbering.places() + place];
            if let Some(before) = depth.checked_sub(1) {
                add(&mut marked, &self.marked[before]);
            }
            self.marked[depth] = marked;
        }
    }

    #[inline(always)]
    fn row(&mut self, row: usize, last: usize, union: &[u64; W]) {
        let field = self.field;
        let mut union = *union;
        if field.has_immobile {
            *self.members.last_mut().expect("a team has a piece") = last;
            if field.is_immobile(&self.members) {
                union = if field.passes {
                    self.from[row]
                } else if self.shrinks && field.arena.stuck() == StalemateRule::Endless {
                    field.all[self.block]
                } else {
                    [0; W]
                };
            }
        }
        let marked = self.marked(row, last);
        self.change(row, &union, &marked);
    }
}

/// Enters the nodes of a row that are decided.
#[inline(always)]
fn enter<const W: usize>(
    record: &mut dyn Record,
    turn: Player,
    row: usize,
    block: usize,
    nodes: &[u64; W],
    level: Distance,
) {
    for (word, &nodes) in nodes.iter().enumerate().filter(|(_, nodes)| **nodes != 0) {
        record.decided(turn, row, block * W + word, nodes, level);
    }
}

/// A set as rows.
fn rows<const W: usize>(words: &[u64]) -> &[[u64; W]] {
    words.as_chunks().0
}

/// The same to change.
fn rows_mut<const W: usize>(words: &mut [u64]) -> &mut [[u64; W]] {
    words.as_chunks_mut().0
}

/// Two rows, word by word.
#[inline(always)]
fn zip<const W: usize>(one: &[u64; W], other: &[u64; W], combine: impl Fn(u64, u64) -> u64) -> [u64; W] {
    let mut row = *one;
    for (word, &other) in row.iter_mut().zip(other) {
        *word = combine(*word, other);
    }
    row
}
