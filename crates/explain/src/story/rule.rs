//! A rule that wins against every defence, or that keeps a player from losing, whichever of the moves
//! that it allows are made.

use catmouse_arena::{Distance, JudgedBy, Measure, Place, Player, PositionId, Status, Value, counted, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::main_move::main_move;
use crate::moves::is_obvious_loss;
use crate::safe_ways::SafeWays;
use crate::sorting::place_set;
use crate::text::{capitalised, group_thousands, plies, standing};
use crate::walks::{Distances, Walks};

/// What a rule looks for in the position after a move. Less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The number of steps of the player's shortest safe way to the goal.
    ShortWay,
    /// The number of the opponent's moves after which the player has no safe way to the goal.
    FewAnswers,
    /// The opponent has no safe way to the goal.
    ClosesWays,
    /// The number of steps to the goal.
    NearGoal,
    /// The number of steps to the nearest piece of the opponent, added over the player's pieces.
    NearOpponent,
    /// The number of places where the opponent's piece is ahead of the player's pieces.
    LeastRoom,
    /// The number of steps to the opponent's piece is even.
    Even,
    /// The number of steps to the nearest piece of the opponent, the more the better.
    FarFromOpponent,
    /// The number of places where the player's piece is ahead of the opponent's pieces, the more the
    /// better.
    MostRoom,
    /// The number of the opponent's moves after which the player cannot win at once.
    FewSafeMoves,
    /// The player's piece stands on one of the places of its holding.
    Stay,
}

impl Criterion {
    const COUNT: usize = Self::Stay as usize + 1;

    /// The criterion as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::ShortWay => "short_way",
            Self::FewAnswers => "few_answers",
            Self::ClosesWays => "closes_ways",
            Self::NearGoal => "near_goal",
            Self::NearOpponent => "near_opponent",
            Self::LeastRoom => "least_room",
            Self::Even => "even",
            Self::FarFromOpponent => "far_from_opponent",
            Self::MostRoom => "most_room",
            Self::FewSafeMoves => "few_safe_moves",
            Self::Stay => "stay",
        }
    }
}

/// What a rule looks at before its criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proviso {
    /// A move that wins at once rules the others out.
    WinAtOnce,
    /// A move that loses at once is ruled out by others. For a player that holds, also one after which
    /// the opponent can win with its next move.
    NoQuickLoss,
}

impl Proviso {
    /// All sets of provisos, the shortest first.
    const SETS: [&'static [Self]; 4] =
        [&[], &[Self::WinAtOnce], &[Self::NoQuickLoss], &[Self::WinAtOnce, Self::NoQuickLoss]];

    /// The proviso as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::WinAtOnce => "win_at_once",
            Self::NoQuickLoss => "no_quick_loss",
        }
    }
}

/// In a forced win: criteria that win from the start, against every defence. Where neither player can force an end,
/// for a player that does not lose by this: criteria that keep it from losing for ever.
///
/// Of all moves, or of those that its [provisos](Proviso) leave, the rule allows those that are best
/// by the first criterion, of these the ones that are best by the second, and so on. Every allowed move
/// counts: the rule wins from a position if the winner wins whichever of them it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The winner, or the player that holds.
    pub player: Player,
    /// The criteria. A player that holds may need none.
    pub criteria: Vec<Criterion>,
    /// The places of [`Criterion::Stay`], ascending; empty without it.
    pub places: Vec<Place>,
    /// The greatest number of plies that the win takes from the start; `None` if the rule holds.
    pub plies: Option<Distance>,
    /// Whether the win takes longer from other positions.
    pub is_slow_elsewhere: bool,
    /// What comes before the criteria: only what the rule needs in order to do as well.
    pub provisos: Vec<Proviso>,
    /// Positions in which the player makes another move than the criteria say, so that it wins, or
    /// holds, from every position from which it can. Empty if it does without, or if there are many.
    pub exceptions: Vec<Exception>,
    /// The criteria that rule out moves in the position at the start, if the player moves there and
    /// no proviso decides.
    pub here: Vec<Criterion>,
    /// Where the player's move in the line is none that the rule allows, with one that it does allow.
    pub departures: Vec<Exception>,
    /// Whether the rule wins or holds after every move with which the opponent can leave the line.
    pub covers_line: bool,
    /// How many of the positions of its own turn that the player can win, or hold, are won or held by
    /// the rule.
    pub wins_from: usize,
    /// The number of these positions.
    pub won: usize,
}

/// A move that a rule allows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The position.
    pub at: PositionId,
    /// The position after the move to make.
    pub to: PositionId,
}

/// The rules that are tried, the shortest first.
const RULES: &[&[Criterion]] = &[
    &[],
    &[Criterion::NearGoal],
    &[Criterion::NearOpponent],
    &[Criterion::LeastRoom],
    &[Criterion::FarFromOpponent],
    &[Criterion::MostRoom],
    &[Criterion::ShortWay],
    &[Criterion::ClosesWays],
    &[Criterion::FewSafeMoves],
    &[Criterion::Stay],
    &[Criterion::FewAnswers],
    &[Criterion::FewAnswers, Criterion::NearGoal],
    &[Criterion::FewAnswers, Criterion::ShortWay],
    &[Criterion::Even, Criterion::LeastRoom],
    &[Criterion::Even, Criterion::NearOpponent],
    &[Criterion::ClosesWays, Criterion::NearOpponent],
    &[Criterion::ClosesWays, Criterion::NearGoal],
    &[Criterion::LeastRoom, Criterion::NearOpponent],
    &[Criterion::LeastRoom, Criterion::Even],
    &[Criterion::LeastRoom, Criterion::FewSafeMoves],
    &[Criterion::FewSafeMoves, Criterion::NearOpponent],
    &[Criterion::FewSafeMoves, Criterion::LeastRoom],
    &[Criterion::NearOpponent, Criterion::FewSafeMoves],
    &[Criterion::ClosesWays, Criterion::Even],
    &[Criterion::MostRoom, Criterion::FarFromOpponent],
    &[Criterion::FarFromOpponent, Criterion::MostRoom],
    &[Criterion::FarFromOpponent, Criterion::Even],
    &[Criterion::Even, Criterion::FarFromOpponent],
    &[Criterion::MostRoom, Criterion::Even],
    &[Criterion::Even, Criterion::MostRoom],
    &[Criterion::Stay, Criterion::FarFromOpponent],
    &[Criterion::Stay, Criterion::MostRoom],
    &[Criterion::Stay, Criterion::Even],
    &[Criterion::FewAnswers, Criterion::NearGoal, Criterion::Even],
    &[Criterion::LeastRoom, Criterion::FewSafeMoves, Criterion::NearOpponent],
    &[Criterion::FewSafeMoves, Criterion::LeastRoom, Criterion::NearOpponent],
    &[Criterion::LeastRoom, Criterion::Even, Criterion::NearOpponent],
    &[Criterion::LeastRoom, Criterion::NearOpponent, Criterion::Even],
    &[Criterion::ClosesWays, Criterion::LeastRoom, Criterion::Even],
    &[Criterion::ClosesWays, Criterion::LeastRoom, Criterion::NearOpponent],
];

/// The rule of the winner, or of each player that holds, the player to move first. A player has none
/// if no rule that is tried wins (within the limit if there is one) or holds, if the board has more
/// than 2¹⁶ positions, or if more than 2¹⁹ moves have to be examined. Of the shortest rules that win or
/// hold from the start, the one that does from the most positions.
pub(super) fn find(context: &Explained<'_>) -> Vec<Rule> {
    let summary = &context.explanation.summary;
    if let Some(winner) = context.forced_winner() {
        return rule(context, winner, Task::Win).into_iter().collect();
    }
    let Some(first) = context.explanation.plies.first().map(|ply| ply.player) else { return Vec::new() };
    if summary.judgement.decided_by == JudgedBy::Play || summary.value != Value::Endless {
        return Vec::new();
    }
    let holds = |player: &Player| summary.judgement.outcome.score(*player) >= 0;
    [first, first.opponent()].into_iter().filter(holds).filter_map(|player| rule(context, player, Task::Hold)).collect()
}

/// What a rule achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// A forced win.
    Win,
    /// Never to lose.
    Hold,
}

/// How good a rule is among rules of the same length, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    /// It wins or holds wherever the player can.
    is_whole: bool,
    allows_line: bool,
    wins_from: usize,
}

/// The greatest number of exceptions of a rule.
const EXCEPTIONS: usize = 2;

fn rule(context: &Explained<'_>, player: Player, task: Task) -> Option<Rule> {
    let summary = &context.explanation.summary;
    let plies = &context.explanation.plies;
    if summary.adjudication.limit.is_some() && context.words.measure() == Measure::Cost || plies.is_empty() {
        return None;
    }
    let mut table = KeptTable::new(context, player, task)?;
    let mut features = Features::new(context, player);
    let [fewer @ .., all] = Proviso::SETS;
    let start = table.index(summary.start)?;
    let won = table.is_own.iter().filter(|is_own| **is_own).count();
    let line: Vec<(PositionId, PositionId)> =
        plies.iter().filter(|ply| ply.player == player).map(|ply| (ply.from, ply.played.to)).collect();
    // The best criteria so far, how good they are, and how long the win takes from each position.
    let mut best: Option<(&[Criterion], Merit, Vec<u32>)> = None;
    for &criteria in RULES {
        // A longer rule is better only if it adds to the shorter one, wins from everywhere, and allows the line
        // if the shorter one does.
        let shorter = best.as_ref().filter(|(known, ..)| known.len() < criteria.len());
        if shorter.is_some_and(|(_, merit, _)| merit.is_whole) {
            break;
        }
        let adds = shorter.is_none_or(|(known, ..)| criteria.starts_with(known));
        let is_empty = criteria.is_empty() && task == Task::Win;
        if !adds || is_empty || !criteria.iter().all(|&criterion| features.has(criterion)) {
            continue;
        }
        let longest = table.follow(&mut features, criteria, all, shorter.is_some());
        // Under a limit every win has to come in time, whatever was played before the start.
        if longest[start] == 0 || !table.is_in_time(&longest) {
            continue;
        }
        let wins_from = table.wins_from(&longest);
        let allows_line = table.departures(&line, &mut features, criteria, all).is_empty();
        let merit = Merit { is_whole: wins_from == won, allows_line, wins_from };
        let is_better = best.as_ref().is_none_or(|(_, known, _)| merit > *known);
        let keeps_line = shorter.is_none_or(|(_, known, _)| merit.allows_line || !known.allows_line);
        if is_better && keeps_line && (shorter.is_none() || merit.is_whole) {
            best = Some((criteria, merit, longest));
        }
    }
    let (criteria, _, mut longest) = best?;
    if let Some(whole) = table.make_whole(context, &mut features, criteria, &longest) {
        longest = whole;
    }
    let wins_from = table.wins_from(&longest);
    // With fewer provisos the rule must win as often, and as fast from the start and at worst.
    let is_enough = |provisos: &&[Proviso]| {
        let found = table.follow(&mut features, criteria, provisos, wins_from == won);
        found[start] == longest[start]
            && found.iter().max() == longest.iter().max()
            && found.iter().zip(&longest).all(|(found, longest)| (*found > 0) == (*longest > 0))
    };
    let provisos = fewer.into_iter().find(is_enough).unwrap_or(all);
    // With fewer provisos some wins may take longer.
    let longest = table.follow(&mut features, criteria, provisos, wins_from == won);
    let departures = table.departures(&line, &mut features, criteria, provisos);
    let wins =
        |to: PositionId| table.ends[to.index()].is_some() || table.index(to).is_some_and(|index| longest[index] > 0);
    let mut left = plies.iter().filter(|ply| ply.player != player);
    let covers_line = left.all(|ply| ply.others.iter().all(|other| wins(other.rated.to)));
    let (mut here, mut allowed) = (Vec::new(), Vec::new());
    if table.is_own[start] {
        table.allow(start, provisos, &mut allowed);
        let mut is_cut = |&criterion: &Criterion| {
            let before = allowed.len();
            table.keep_best(&mut features, criterion, &mut allowed);
            allowed.len() < before
        };
        here = criteria.iter().copied().filter(|criterion| is_cut(criterion)).collect();
    }
    Some(Rule {
        player,
        criteria: criteria.to_vec(),
        places: if criteria.contains(&Criterion::Stay) { features.held } else { Vec::new() },
        plies: (task == Task::Win).then_some(longest[start].into()),
        is_slow_elsewhere: longest.iter().zip(&table.is_own).any(|(plies, is_own)| *is_own && *plies > longest[start]),
        provisos: provisos.to_vec(),
        exceptions: table.exceptions,
        here,
        departures,
        covers_line,
        wins_from,
        won,
    })
}

/// The positions that a player wins or holds, numbered, with their moves, which are numbered too.
struct KeptTable {
    task: Task,
    /// For each position, whether the player is to move.
    is_own: Vec<bool>,
    /// For each position, the number of moves up to its last one.
    moves_up_to: Vec<usize>,
    /// For each move, the position of the arena after it.
    moves: Vec<PositionId>,
    /// For each move, the number of the position before it, and of the one after it, if that is kept;
    /// otherwise [`WON`](Self::WON) or [`LOST`](Self::LOST).
    ends_of_moves: Vec<[u32; 2]>,
    /// For each move, whether it is an own one that loses at once; see [`Proviso::NoQuickLoss`].
    is_quick_loss: Vec<bool>,
    /// For each position, whether the player is to move and can win at once.
    can_end: Vec<bool>,
    /// The moves to each position, and where those of each position start.
    leading_to: (Vec<usize>, Vec<u32>),
    /// The number of each position of the arena; [`LOST`](Self::LOST) if the player does not win or hold
    /// it.
    numbers: Vec<u32>,
    /// For each position of the arena at which the game is over, whether the player has won.
    ends: Vec<Option<bool>>,
    exceptions: Vec<Exception>,
    limit: Option<Distance>,
}

impl KeptTable {
    /// The game is over, and the player has won.
    const WON: u32 = u32::MAX - 1;
    /// The win, or the draw, is thrown away.
    const LOST: u32 = u32::MAX;

    fn new(context: &Explained<'_>, player: Player, task: Task) -> Option<Self> {
        const POSITIONS_AT_MOST: usize = 1 << 16;
        const MOVES_AT_MOST: usize = 1 << 19;
        let positions = context.arena.positions();
        if positions > POSITIONS_AT_MOST {
            return None;
        }
        let all = || (0..positions).map(PositionId::new);
        let end = |position| match context.arena.status(position) {
            Status::Won(winner) => Some(winner == player),
            Status::Turn(_) => None,
        };
        let mut table = Self {
            task,
            is_own: Vec::new(),
            moves_up_to: Vec::new(),
            moves: Vec::new(),
            ends_of_moves: Vec::new(),
            is_quick_loss: Vec::new(),
            can_end: Vec::new(),
            leading_to: Default::default(),
            numbers: vec![Self::LOST; positions],
            ends: all().map(end).collect(),
            exceptions: Vec::new(),
            limit: context.explanation.summary.adjudication.limit.map(|limit| limit.distance),
        };
        for position in all() {
            let Status::Turn(turn) = context.arena.status(position) else { continue };
            let winner = context.values.value(position).winner();
            if if task == Task::Win { winner != Some(player) } else { winner == Some(player.opponent()) } {
                continue;
            }
            let number = table.is_own.len() as u32;
            for step in context.arena.successors(position) {
                let loses = match task {
                    _ if turn != player => false,
                    Task::Win => table.ends[step.to.index()] == Some(false),
                    Task::Hold => is_obvious_loss(context, step.to, player),
                };
                table.moves.push(step.to);
                table.ends_of_moves.push([number, Self::LOST]);
                table.is_quick_loss.push(loses);
            }
            if table.moves.len() > MOVES_AT_MOST {
                return None;
            }
            table.numbers[position.index()] = number;
            table.is_own.push(turn == player);
            table.moves_up_to.push(table.moves.len());
        }
        for step in 0..table.moves.len() {
            table.ends_of_moves[step][1] = table.after(table.moves[step]);
        }
        table.can_end = vec![false; table.is_own.len()];
        for [before, after] in &table.ends_of_moves {
            table.can_end[*before as usize] |= table.is_own[*before as usize] && *after == Self::WON;
        }
        let afters = table.ends_of_moves.iter().enumerate().map(|(step, [_, after])| (*after, step as u32));
        let pairs: Vec<(u32, u32)> = afters.filter(|(after, _)| *after < Self::WON).collect();
        table.leading_to = grouped(table.is_own.len(), &pairs);
        Some(table)
    }

    fn index(&self, position: PositionId) -> Option<usize> {
        Some(self.numbers[position.index()]).filter(|&number| number != Self::LOST).map(|number| number as usize)
    }

    /// The number of a position; [`WON`](Self::WON) or [`LOST`](Self::LOST) if it is not kept.
    fn after(&self, position: PositionId) -> u32 {
        if self.ends[position.index()] == Some(true) { Self::WON } else { self.numbers[position.index()] }
    }

    /// The numbers of the moves at a position.
    fn moves_at(&self, index: usize) -> std::ops::Range<usize> {
        index.checked_sub(1).map_or(0, |before| self.moves_up_to[before])..self.moves_up_to[index]
    }

    fn wins_at_once(&self, step: usize) -> bool {
        self.ends_of_moves[step][1] == Self::WON
    }

    /// From how many positions of its own turn the player wins or holds, given how long that takes.
    fn wins_from(&self, longest: &[u32]) -> usize {
        self.is_own.iter().zip(longest).filter(|(is_own, plies)| **is_own && **plies > 0).count()
    }

    /// Whether no win takes longer than the limit.
    fn is_in_time(&self, longest: &[u32]) -> bool {
        self.limit.is_none_or(|limit| longest.iter().all(|&plies| Distance::from(plies) <= limit))
    }

    /// Makes exceptions of the few positions from which a rule with all provisos does not win or hold: the main
    /// moves. Returns how long the win then takes from each position; `None` if there are none or many.
    fn make_whole(
        &mut self,
        context: &Explained<'_>,
        features: &mut Features<'_>,
        criteria: &[Criterion],
        longest: &[u32],
    ) -> Option<Vec<u32>> {
        let [.., all] = Proviso::SETS;
        let is_failing =
            |&at: &PositionId| self.index(at).is_some_and(|index| self.is_own[index] && longest[index] == 0);
        let failing: Vec<PositionId> =
            (0..self.ends.len()).map(PositionId::new).filter(is_failing).take(2 * EXCEPTIONS + 1).collect();
        if failing.is_empty() || failing.len() > 2 * EXCEPTIONS {
            return None;
        }
        // With all of them the rule wins or holds: main moves never lead farther from the win, or to a loss.
        let main = |at: PositionId| main_move(context, at).map(|step| Exception { at, to: step.to });
        self.exceptions = failing.into_iter().filter_map(main).collect();
        let whole = |table: &Self, features: &mut Features<'_>| {
            let longest = table.follow(features, criteria, all, true);
            (table.is_in_time(&longest) && longest.iter().all(|&plies| plies > 0)).then_some(longest)
        };
        // An exception goes if the rule does without it.
        for number in (0..self.exceptions.len()).rev() {
            let exception = self.exceptions.remove(number);
            if whole(self, features).is_none() {
                self.exceptions.insert(number, exception);
            }
        }
        let found = if self.exceptions.len() > EXCEPTIONS { None } else { whole(self, features) };
        if found.is_none() {
            self.exceptions.clear();
        }
        found
    }

    /// Puts the player's moves at a position that the provisos of a rule leave into a list.
    fn allow(&self, index: usize, provisos: &[Proviso], allowed: &mut Vec<usize>) {
        allowed.clear();
        if provisos.contains(&Proviso::WinAtOnce) {
            allowed.extend(self.moves_at(index).filter(|&step| self.wins_at_once(step)));
        }
        if allowed.is_empty() && provisos.contains(&Proviso::NoQuickLoss) {
            allowed.extend(self.moves_at(index).filter(|&step| !self.is_quick_loss[step]));
        }
        if allowed.is_empty() {
            allowed.extend(self.moves_at(index));
        }
    }

    /// The number of the opponent's moves, after one of the player, after which the player cannot win at
    /// once; many if the player has lost.
    fn safe_moves(&self, context: &Explained<'_>, step: usize) -> u32 {
        let is_safe = |after: u32| match after {
            Self::WON => false,
            Self::LOST => true,
            after => !self.can_end[after as usize],
        };
        let at = self.moves[step];
        match (self.ends_of_moves[step][1], self.ends[at.index()]) {
            (Self::WON, _) => 0,
            (_, Some(_)) => u32::MAX,
            // What wins at once is kept.
            (Self::LOST, None) => {
                context.arena.successors(at).filter(|step| is_safe(self.after(step.to))).count() as u32
            }
            (after, None) => {
                self.moves_at(after as usize).filter(|&step| is_safe(self.ends_of_moves[step][1])).count() as u32
            }
        }
    }

    /// Keeps of some moves those that are best by a criterion.
    fn keep_best(&self, features: &mut Features<'_>, criterion: Criterion, allowed: &mut Vec<usize>) {
        if allowed.len() < 2 {
            return;
        }
        let (mut least, mut kept) = (u32::MAX, 0);
        for index in 0..allowed.len() {
            let feature = features.of(criterion, self, allowed[index]);
            if feature < least {
                (least, kept) = (feature, 0);
            }
            if feature == least {
                allowed[kept] = allowed[index];
                kept += 1;
            }
        }
        allowed.truncate(kept);
    }

    /// Puts the player's moves at a position that a rule allows into a list.
    fn choose(
        &self,
        index: usize,
        features: &mut Features<'_>,
        criteria: &[Criterion],
        provisos: &[Proviso],
        allowed: &mut Vec<usize>,
    ) {
        let is_here = |exception: &&Exception| self.index(exception.at) == Some(index);
        if let Some(exception) = self.exceptions.iter().find(is_here) {
            allowed.clear();
            allowed.extend(self.moves_at(index).filter(|&step| self.moves[step] == exception.to));
            return;
        }
        self.allow(index, provisos, allowed);
        let is_won = provisos.contains(&Proviso::WinAtOnce) && allowed.iter().any(|&step| self.wins_at_once(step));
        for &criterion in criteria.iter().filter(|_| !is_won) {
            self.keep_best(features, criterion, allowed);
        }
    }

    /// The positions of a line, given by the positions before and after each of the player's moves, in which a
    /// rule does not allow the move, with the first move that it allows.
    fn departures(
        &self,
        line: &[(PositionId, PositionId)],
        features: &mut Features<'_>,
        criteria: &[Criterion],
        provisos: &[Proviso],
    ) -> Vec<Exception> {
        let mut allowed = Vec::new();
        let mut departure = |&(at, to): &(PositionId, PositionId)| {
            self.choose(self.index(at)?, features, criteria, provisos, &mut allowed);
            let is_allowed = allowed.iter().any(|&step| self.moves[step] == to);
            let first = allowed.first().filter(|_| !is_allowed);
            first.map(|&step| Exception { at, to: self.moves[step] })
        };
        line.iter().filter_map(&mut departure).collect()
    }

    /// For each position, the greatest number of plies to the win if the player follows a rule and
    /// the opponent plays anything; 0 if the rule does not win. For a player that holds, 1 if the rule
    /// never leads to a loss, otherwise 0. If only a rule for all positions `must_be_whole`, 0 everywhere as
    /// soon as it throws something away.
    fn follow(
        &self,
        features: &mut Features<'_>,
        criteria: &[Criterion],
        provisos: &[Proviso],
        must_be_whole: bool,
    ) -> Vec<u32> {
        let count = self.is_own.len();
        // Whether each move is played, and the number of such moves of each position that have not been seen
        // to win.
        let mut is_played = vec![false; self.moves.len()];
        let mut open = vec![0_u32; count];
        let mut longest = vec![0_u32; count];
        let mut known: Vec<usize> = Vec::new();
        let mut failing: Vec<usize> = Vec::new();
        let mut allowed = Vec::new();
        for index in 0..count {
            if self.is_own[index] {
                self.choose(index, features, criteria, provisos, &mut allowed);
            } else {
                allowed.clear();
                allowed.extend(self.moves_at(index));
            }
            for &step in &allowed {
                is_played[step] = true;
                open[index] += u32::from(!self.wins_at_once(step));
            }
            // A position without any move is stuck, not won.
            if self.task == Task::Win && open[index] == 0 && !allowed.is_empty() {
                longest[index] = 1;
                known.push(index);
            }
            if allowed.iter().any(|&step| self.ends_of_moves[step][1] == Self::LOST) {
                if must_be_whole {
                    return vec![0; count];
                }
                failing.push(index);
            }
        }
        let (starts, leading) = &self.leading_to;
        let before = |after: usize| {
            let steps = leading[starts[after]..starts[after + 1]].iter().map(|&step| step as usize);
            steps.filter(|&step| is_played[step]).map(|step| self.ends_of_moves[step][0] as usize)
        };
        if self.task == Task::Hold {
            longest.fill(1);
            for &index in &failing {
                longest[index] = 0;
            }
            while let Some(after) = failing.pop() {
                for index in before(after) {
                    if std::mem::take(&mut longest[index]) == 1 {
                        failing.push(index);
                    }
                }
            }
            return longest;
        }
        let mut next = 0;
        while let Some(&after) = known.get(next) {
            next += 1;
            for index in before(after) {
                open[index] -= 1;
                if open[index] == 0 {
                    // The positions are known in the order of their plies, so this one is the last.
                    longest[index] = longest[after] + 1;
                    known.push(index);
                }
            }
        }
        longest
    }
}

/// The second items of pairs, grouped by the first item, which is below `count`; and where each group
/// starts.
fn grouped(count: usize, pairs: &[(u32, u32)]) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0; count + 1];
    for (first, _) in pairs {
        starts[*first as usize + 1] += 1;
    }
    for index in 0..count {
        starts[index + 1] += starts[index];
    }
    let mut next = starts.clone();
    let mut items = vec![0; pairs.len()];
    for &(first, second) in pairs {
        items[next[first as usize]] = second;
        next[first as usize] += 1;
    }
    (starts, items)
}

/// The features of positions after a player's moves, computed when first needed.
struct Features<'a> {
    context: &'a Explained<'a>,
    player: Player,
    walks: Walks,
    to_goal: Option<Distances>,
    own_ways: Option<SafeWays<'a>>,
    their_ways: Option<SafeWays<'a>>,
    has_goal: [bool; 2],
    /// The places of the player's holding; empty if it has none, several pieces, or many places.
    held: Vec<Place>,
    /// For each criterion, the feature of each position of the arena, or
    /// [`UNKNOWN`](Self::UNKNOWN).
    known: [Vec<u32>; Criterion::COUNT],
}

impl<'a> Features<'a> {
    /// No number of steps.
    const UNKNOWN: u32 = Distances::NONE - 1;

    fn new(context: &'a Explained<'a>, player: Player) -> Self {
        /// The greatest number of places that a rule names.
        const HELD_AT_MOST: usize = 8;
        let start = context.explanation.summary.start;
        let walks = Walks::everywhere(context.words, player, start);
        let goal = context.words.goal();
        let can_go = |places: &[_]| {
            let distances = walks.distances_to(places);
            let own = context.words.places(start, player);
            distances.least(&own).map(|_| distances)
        };
        let to_goal = goal.as_ref().and_then(|goal| can_go(&goal.places));
        let has_goal = Player::BOTH.map(|player| goal.as_ref().is_some_and(|goal| goal.player == player));
        let ways = |runner| SafeWays::new(context, runner, start);
        let (own_ways, their_ways) = (ways(player), ways(player.opponent()));
        let holding = context.explanation.holdings.iter().find(|holding| holding.player == player);
        let mut held = holding.map_or_else(Vec::new, |holding| place_set(&holding.trap, player, context.words));
        if held.len() > HELD_AT_MOST || context.words.places(start, player).len() != 1 {
            held.clear();
        }
        Self { context, player, walks, to_goal, own_ways, their_ways, has_goal, held, known: Default::default() }
    }

    /// Whether a criterion makes sense in this game.
    fn has(&self, criterion: Criterion) -> bool {
        let opponent = self.player.opponent();
        match criterion {
            Criterion::ShortWay | Criterion::FewAnswers => {
                self.own_ways.is_some() && self.has_goal[self.player.index()]
            }
            Criterion::ClosesWays => self.their_ways.is_some() && self.has_goal[opponent.index()],
            Criterion::NearGoal => self.to_goal.is_some(),
            Criterion::NearOpponent => self.walks.size() > 0 && !self.has_goal[self.player.index()],
            Criterion::LeastRoom => self.their_ways.is_some() && !self.has_goal[self.player.index()],
            Criterion::Even => self.walks.size() > 0 && self.own_ways.is_some(),
            Criterion::FarFromOpponent => self.walks.size() > 0 && !self.has_goal[opponent.index()],
            Criterion::MostRoom => self.own_ways.is_some() && !self.has_goal[opponent.index()],
            Criterion::FewSafeMoves => !self.has_goal[self.player.index()],
            Criterion::Stay => !self.held.is_empty(),
        }
    }

    /// The feature of the position after a move.
    fn of(&mut self, criterion: Criterion, table: &KeptTable, step: usize) -> u32 {
        let at = table.moves[step];
        if let Some(&known) = self.known[criterion as usize].get(at.index())
            && known != Self::UNKNOWN
        {
            return known;
        }
        let feature = self.compute(criterion, table, step);
        let known = &mut self.known[criterion as usize];
        known.resize(self.context.arena.positions(), Self::UNKNOWN);
        known[at.index()] = feature;
        feature
    }

    fn compute(&self, criterion: Criterion, table: &KeptTable, step: usize) -> u32 {
        /// More than any number of steps or places.
        const MANY: u32 = u32::MAX / 2;
        let (at, words) = (table.moves[step], self.context.words);
        let opponent = self.player.opponent();
        let own = || words.places(at, self.player);
        let to_opponent = || {
            let to = self.walks.distances_to(&words.places(at, opponent));
            own().iter().map(|&place| to.at(place)).fold(0, u32::saturating_add)
        };
        match criterion {
            Criterion::FewSafeMoves => table.safe_moves(self.context, step),
            Criterion::ShortWay => {
                let way = self.own_ways.as_ref().and_then(|ways| ways.ahead(at, opponent).way());
                way.map_or(Distances::NONE, |way| way.len() as u32 - 1)
            }
            Criterion::FewAnswers if matches!(self.context.arena.status(at), Status::Won(_)) => 0,
            Criterion::FewAnswers => {
                let closes = |to: PositionId| match self.context.arena.status(to) {
                    Status::Won(winner) => winner == opponent,
                    Status::Turn(turn) => !self.own_ways.as_ref().is_some_and(|ways| ways.ahead(to, turn).has_way()),
                };
                self.context.arena.successors(at).filter(|step| closes(step.to)).count() as u32
            }
            Criterion::ClosesWays => {
                u32::from(self.their_ways.as_ref().is_some_and(|ways| ways.ahead(at, opponent).has_way()))
            }
            Criterion::NearGoal => self.to_goal.as_ref().and_then(|to| to.least(&own())).unwrap_or(Distances::NONE),
            Criterion::NearOpponent => to_opponent(),
            Criterion::LeastRoom => self.their_ways.as_ref().map_or(0, |ways| ways.ahead(at, opponent).room() as u32),
            Criterion::Even => to_opponent() % 2,
            Criterion::FarFromOpponent => MANY.saturating_sub(to_opponent()),
            Criterion::MostRoom => {
                MANY - self.own_ways.as_ref().map_or(0, |ways| ways.ahead(at, opponent).room() as u32)
            }
            Criterion::Stay => u32::from(!own().iter().all(|place| self.held.contains(place))),
        }
    }
}

impl Rule {
    /// A criterion as what to do, and what the words in it mean.
    fn phrase(&self, criterion: Criterion, teller: &Teller<'_>) -> String {
        let opponent = teller.words.player(self.player.opponent());
        let goal = teller.goal_noun();
        let is_team = teller.words.places(teller.explanation.summary.start, self.player).len() > 1;
        match criterion {
            Criterion::ShortWay => {
                format!("take a shortest way to {goal} on which you are first at each place, if there is one")
            }
            Criterion::FewAnswers => {
                format!(
                    "go where the fewest moves of {opponent} leave you no way to {goal} on which you are first at each \
                     place"
                )
            }
            Criterion::ClosesWays => {
                format!("leave {opponent} no way to {goal} on which it is first at each place")
            }
            Criterion::NearGoal => format!("go as near to {goal} as you can"),
            Criterion::NearOpponent if is_team => {
                let piece = teller.words.piece(self.player);
                format!("bring the {piece}s as near to {opponent} as you can, all their steps added")
            }
            Criterion::NearOpponent => format!("go as near to {opponent} as you can"),
            Criterion::LeastRoom => {
                format!(
                    "leave {opponent} the fewest places to which it needs fewer moves than you, on ways of such places"
                )
            }
            Criterion::Even => format!("end at an even number of steps from {opponent}"),
            Criterion::FarFromOpponent => format!("go as far from {opponent} as you can"),
            Criterion::MostRoom => {
                format!(
                    "keep the most places to which {opponent} needs at least two moves more than you, on ways of such \
                     places"
                )
            }
            Criterion::FewSafeMoves => format!("leave {opponent} the fewest moves after which you cannot win at once"),
            Criterion::Stay => format!("stay among {}", teller.places_in_a_sentence(&self.places)),
        }
    }
}

impl Rule {
    /// The rules of some players as sentences. If the play stops before a player moves, it needs none.
    pub(super) fn told(teller: &Teller<'_>, is_meant: impl Fn(Player) -> bool) -> Vec<String> {
        let moves = |player| teller.explanation.plies.iter().any(|ply| ply.player == player);
        let rules = teller.all::<Self>().filter(|rule| is_meant(rule.player) && moves(rule.player));
        rules.map(|rule| rule.sentence(teller)).collect()
    }

    /// Whether the rule can be followed without counting places, and without odd and even.
    pub fn is_plain(&self) -> bool {
        let counts = [Criterion::LeastRoom, Criterion::MostRoom, Criterion::Even];
        !self.criteria.iter().any(|criterion| counts.contains(criterion))
    }

    /// Whether it is plain, has one criterion and no exceptions, and allows the line.
    pub(super) fn is_simple(&self) -> bool {
        self.is_plain() && self.criteria.len() == 1 && self.exceptions.is_empty() && self.departures.is_empty()
    }

    /// The part of the rule that decides at the start, for the player to move there.
    pub(super) fn told_here(teller: &Teller<'_>) -> Option<String> {
        let mover = teller.explanation.plies.first()?.player;
        let rule = teller.all::<Self>().find(|rule| rule.player == mover)?;
        let can_win = teller.explanation.plies.len() == 1 && rule.plies.is_some();
        Some(if can_win {
            "win at once".to_owned()
        } else if rule.here.is_empty() && rule.provisos.is_empty() {
            "any move does".to_owned()
        } else if rule.here.is_empty() {
            "any move does that wins at once, or else does not lose at once".to_owned()
        } else {
            rule.phrases(&rule.here, teller)
        })
    }

    /// What to do, without the provisos.
    fn choice(&self, teller: &Teller<'_>) -> String {
        self.phrases(&self.criteria, teller)
    }

    fn phrases(&self, criteria: &[Criterion], teller: &Teller<'_>) -> String {
        let phrases: Vec<String> = criteria.iter().map(|&criterion| self.phrase(criterion, teller)).collect();
        match &phrases[..] {
            [first, rest @ ..] if !rest.is_empty() => format!("{first}; of such moves, {}", rest.join(", then ")),
            _ => phrases.concat(),
        }
    }

    /// "Wins within 8 plies (all 29 winnable positions)".
    fn reach(&self, teller: &Teller<'_>) -> String {
        let mut reach = match self.plies {
            _ if self.won > self.wins_from && self.plies.is_none() => "holds from here".to_owned(),
            Some(most) if self.won > self.wins_from || self.is_slow_elsewhere => {
                format!("wins from here within {}", plies(most))
            }
            Some(most) => format!("wins within {}", plies(most)),
            None => "holds".to_owned(),
        };
        let kept = if self.plies.is_some() { "winnable" } else { "tenable" };
        let won = group_thousands(self.won);
        reach += &match self.wins_from {
            _ if self.won == 1 => String::new(),
            from if from == self.won && self.is_slow_elsewhere => {
                format!(", and later from all {won} {kept} positions")
            }
            from if from == self.won => format!(" (all {won} {kept} positions)"),
            from => format!(", and in all from {} of {won} {kept} positions", group_thousands(from)),
        };
        if self.plies.is_some() && teller.words.measure() == Measure::Cost {
            reach += " (not always at the least cost)";
        }
        capitalised(&reach) + &self.elsewhere_in_the_line(teller)
    }

    /// ". In the line below it would play C 2→6 at ply 2"; empty if it allows the line.
    fn elsewhere_in_the_line(&self, teller: &Teller<'_>) -> String {
        /// The greatest number of moves that are told.
        const TOLD: usize = 2;
        let number = |at| teller.explanation.plies.iter().find(|ply| ply.from == at).map(|ply| ply.number);
        let moves = self.departures.iter().filter_map(|&Exception { at, to }| {
            let step = teller.words.step(at, teller.words.cheapest(at, to));
            Some(format!("{step} at ply {}", number(at)?))
        });
        let moves: Vec<String> = moves.take(TOLD).collect();
        match self.departures.len().saturating_sub(TOLD) {
            _ if moves.is_empty() => String::new(),
            0 => format!(". In the line below it would play {}", listed(&moves, "and")),
            more => {
                let more = counted(more, "other ply", "other plies");
                format!(". In the line below it would play {}, and differ at {more}", moves.join(", "))
            }
        }
    }
}

impl Kind for Rule {
    fn sentence(&self, teller: &Teller<'_>) -> String {
        if teller.explanation.plies.len() == 1 && self.plies.is_some() {
            return "win at once".to_owned();
        }
        let [player, opponent] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let outcome = teller.explanation.summary.judgement.outcome;
        if let [ply] = &teller.explanation.plies[..]
            && ply.player == self.player
            && ply.others.iter().all(|other| other.rated.judgement.outcome == outcome)
        {
            return format!("as {player}, any move does");
        }
        let provisos: Vec<String> = self
            .provisos
            .iter()
            .map(|proviso| match (proviso, self.plies) {
                (Proviso::WinAtOnce, _) => "win at once where you can".to_owned(),
                (Proviso::NoQuickLoss, Some(_)) => "never lose at once".to_owned(),
                (Proviso::NoQuickLoss, None) => format!("never let {opponent} win with its next move"),
            })
            .collect();
        let first = provisos.join(", and ");
        let what = match (provisos.is_empty(), self.criteria.is_empty()) {
            (true, true) => "move as you like".to_owned(),
            (true, false) => self.choice(teller),
            (false, true) => first,
            (false, false) => format!("{first}; otherwise {}", self.choice(teller)),
        };
        let who = if self.plies.is_some() { String::new() } else { format!("as {player}, ") };
        let except = |&Exception { at, to }: &Exception| {
            let step = teller.words.step(at, teller.words.cheapest(at, to));
            format!("with {} play {step}", standing(at, teller.words))
        };
        let exceptions: Vec<String> = self.exceptions.iter().map(except).collect();
        let exceptions =
            if exceptions.is_empty() { String::new() } else { format!("; but {}", listed(&exceptions, "and")) };
        format!("{who}{what}{exceptions}. {}", self.reach(teller))
    }
}

impl Record for Rule {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |rule| rule.player)
            .field("criteria", |rule| rule.criteria.iter().map(|criterion| criterion.word()).collect::<Vec<_>>())
            .means("What the moves of the rule are best in, the first criterion first.")
            .field("places", |rule| rule.places.clone())
            .means("The places of the criterion `stay`.")
            .field("plies", |rule| rule.plies)
            .means(
                "The greatest number of plies that the win takes from the start by this rule; null if the rule keeps the \
                 player from losing, and play goes on.",
            )
            .field("provisos", |rule| rule.provisos.iter().map(|proviso| proviso.word()).collect::<Vec<_>>())
            .means(
                "What comes before the criteria: `win_at_once` where there is such a move, `no_quick_loss` where there \
                 is another move.",
            )
            .field("except", |rule| rule.exceptions.clone())
            .means("Where the player makes another move than the criteria say; with these the rule is complete.")
            .field("here", |rule| rule.here.iter().map(|criterion| criterion.word()).collect::<Vec<_>>())
            .means("The criteria that rule out moves in the position at the start, if the player moves there.")
            .field("departures", |rule| rule.departures.clone())
            .means("Where the rule does not allow the player's move in the line, with a move that it allows.")
            .field("covers_line", |rule| rule.covers_line)
            .means("Whether the rule wins after every move with which the opponent can leave the line.")
            .field("wins_from", |rule| rule.wins_from)
            .means("From how many of the `won` positions the rule wins, or holds.")
            .field("won", |rule| rule.won)
            .means("How many positions of its own turn the player can win, or hold.")
    }
}

impl Record for Exception {
    const NAME: &'static str = "Exception";
    const MEANING: &'static str = "A position and a move that a rule allows in it.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("position", |exception| exception.at).field("to", |exception| exception.to)
    }
}
