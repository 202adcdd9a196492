//! A rule that wins against every defence, whichever of the moves that it allows are made.

use catmouse_arena::{Distance, Measure, Player, PositionId, Status};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::safe_ways::SafeWays;
use crate::text::{group_thousands, plies};
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
}

impl Criterion {
    const COUNT: usize = Self::Even as usize + 1;

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
        }
    }
}

/// In a forced win: criteria that win from the start, against every defence.
///
/// The rule allows the moves that win at once. Where there are none, it allows, of the moves that do
/// not lose at once, those that are best by the first criterion, of these the ones that are best by
/// the second, and so on. Every allowed move counts: the rule wins from a position if the winner
/// wins whichever of them it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The winner.
    pub player: Player,
    /// The criteria, at least one.
    pub criteria: Vec<Criterion>,
    /// The greatest number of plies that the win takes from the start.
    pub plies: Distance,
    /// Whether the player can lose at once in some position that it can win. The rule allows no such
    /// move.
    pub can_lose_at_once: bool,
    /// Whether the rule wins after every move with which the opponent can leave the line.
    pub covers_line: bool,
    /// How many of the positions of its own turn that the player can win are won by the rule.
    pub wins_from: usize,
    /// The number of these positions.
    pub won: usize,
}

/// The rules that are tried, the shortest first.
const RULES: &[&[Criterion]] = &[
    &[Criterion::NearGoal],
    &[Criterion::NearOpponent],
    &[Criterion::LeastRoom],
    &[Criterion::ShortWay],
    &[Criterion::FewAnswers],
    &[Criterion::FewAnswers, Criterion::NearGoal],
    &[Criterion::FewAnswers, Criterion::ShortWay],
    &[Criterion::Even, Criterion::LeastRoom],
    &[Criterion::Even, Criterion::NearOpponent],
    &[Criterion::ClosesWays, Criterion::NearOpponent],
    &[Criterion::ClosesWays, Criterion::NearGoal],
    &[Criterion::LeastRoom, Criterion::NearOpponent],
    &[Criterion::LeastRoom, Criterion::Even],
    &[Criterion::FewAnswers, Criterion::NearGoal, Criterion::Even],
    &[Criterion::LeastRoom, Criterion::Even, Criterion::NearOpponent],
    &[Criterion::LeastRoom, Criterion::NearOpponent, Criterion::Even],
    &[Criterion::ClosesWays, Criterion::LeastRoom, Criterion::Even],
    &[Criterion::ClosesWays, Criterion::LeastRoom, Criterion::NearOpponent],
];

/// The rule; `None` if no rule that is tried wins, within the limit if there is one, if the board has
/// more than 2¹⁶ positions, or if more than 2¹⁹ moves have to be examined. Of the shortest rules that
/// win from the start, the one that wins from the most positions.
pub(super) fn find(context: &Explained<'_>) -> Option<Rule> {
    let player = context.forced_winner()?;
    let summary = &context.explanation.summary;
    let limit = summary.adjudication.limit.map(|limit| limit.distance);
    if limit.is_some() && context.words.measure() == Measure::Cost || summary.plies == 0 {
        return None;
    }
    let table = WonTable::new(context, player)?;
    let mut features = Features::new(context, player);
    let mut best: Option<Rule> = None;
    for criteria in RULES {
        if best.as_ref().is_some_and(|known| known.criteria.len() < criteria.len()) {
            break;
        }
        if !criteria.iter().all(|&criterion| features.has(criterion)) {
            continue;
        }
        let longest = table.follow(&mut features, criteria);
        let plies = Distance::from(longest[table.index(summary.start)?]);
        if plies == 0 {
            continue;
        }
        // Under a limit every win has to come in time, whatever was played before the start.
        if limit.is_some_and(|limit| longest.iter().any(|&plies| Distance::from(plies) > limit)) {
            continue;
        }
        let own = |&index: &usize| table.is_own[index];
        let wins_from = (0..longest.len()).filter(own).filter(|&index| longest[index] > 0).count();
        if best.as_ref().is_none_or(|known| wins_from > known.wins_from) {
            let won = (0..longest.len()).filter(own).count();
            let wins = |to: PositionId| {
                table.ends[to.index()].is_some() || table.index(to).is_some_and(|index| longest[index] > 0)
            };
            let mut left = context.explanation.plies.iter().filter(|ply| ply.player != player);
            let covers_line = left.all(|ply| ply.others.iter().all(|other| wins(other.rated.to)));
            best = Some(Rule {
                player,
                criteria: criteria.to_vec(),
                plies,
                can_lose_at_once: table.can_lose_at_once,
                covers_line,
                wins_from,
                won,
            });
        }
    }
    best
}

/// The positions that a player wins, with their moves.
struct WonTable {
    /// Whether the player is to move.
    is_own: Vec<bool>,
    /// The moves to consider, position by position. Own moves that win at once leave out the others,
    /// and moves that lose at once are left out.
    moves: Vec<PositionId>,
    /// For each position, the number of moves up to its last one.
    moves_up_to: Vec<usize>,
    /// The index in the lists above of each position of the arena; [`NOWHERE`](Self::NOWHERE) if the
    /// player does not win it.
    indices: Vec<u32>,
    /// For each position of the arena at which the game is over, whether the player has won.
    ends: Vec<Option<bool>>,
    /// See [`Rule::can_lose_at_once`].
    can_lose_at_once: bool,
}

impl WonTable {
    const NOWHERE: u32 = u32::MAX;

    fn new(context: &Explained<'_>, player: Player) -> Option<Self> {
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
            is_own: Vec::new(),
            moves: Vec::new(),
            moves_up_to: Vec::new(),
            indices: vec![Self::NOWHERE; positions],
            ends: all().map(end).collect(),
            can_lose_at_once: false,
        };
        let mut examined = 0;
        for position in all() {
            let Status::Turn(turn) = context.arena.status(position) else { continue };
            if context.values.value(position).winner() != Some(player) {
                continue;
            }
            let mut moves: Vec<PositionId> = context.arena.successors(position).map(|step| step.to).collect();
            examined += moves.len();
            if examined > MOVES_AT_MOST {
                return None;
            }
            if turn == player {
                let end = |to: &PositionId| table.ends[to.index()];
                let can_lose = moves.iter().any(|to| end(to) == Some(false));
                if moves.iter().any(|to| end(to) == Some(true)) {
                    moves.retain(|to| end(to) == Some(true));
                } else if !moves.iter().all(|to| end(to) == Some(false)) {
                    moves.retain(|to| end(to).is_none());
                }
                table.can_lose_at_once |= can_lose;
            }
            table.indices[position.index()] = table.is_own.len() as u32;
            table.is_own.push(turn == player);
            table.moves.append(&mut moves);
            table.moves_up_to.push(table.moves.len());
        }
        Some(table)
    }

    fn index(&self, position: PositionId) -> Option<usize> {
        Some(self.indices[position.index()]).filter(|&index| index != Self::NOWHERE).map(|index| index as usize)
    }

    fn moves(&self, index: usize) -> &[PositionId] {
        let first = index.checked_sub(1).map_or(0, |before| self.moves_up_to[before]);
        &self.moves[first..self.moves_up_to[index]]
    }

    /// For each position, the greatest number of plies to the win if the player follows a rule and
    /// the opponent plays anything; 0 if the rule does not win.
    fn follow(&self, features: &mut Features<'_>, criteria: &[Criterion]) -> Vec<u32> {
        let count = self.is_own.len();
        let mut longest = vec![0_u32; count];
        // The number of allowed moves of each position whose win is still unknown, and the allowed
        // moves as pairs of the position after each and the position before it.
        let mut open = vec![0_u32; count];
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut known: Vec<u32> = Vec::new();
        for index in 0..count {
            let mut allowed = self.moves(index).to_vec();
            if self.is_own[index] && allowed.first().is_some_and(|to| self.ends[to.index()] != Some(true)) {
                for &criterion in criteria {
                    let least = allowed.iter().map(|&to| features.of(criterion, to)).min();
                    allowed.retain(|&to| Some(features.of(criterion, to)) == least);
                }
            }
            open[index] = allowed.len() as u32;
            for to in &allowed {
                match (self.ends[to.index()], self.indices[to.index()]) {
                    (Some(true), _) => open[index] -= 1,
                    // Such a move throws the win away.
                    (Some(false), _) | (None, Self::NOWHERE) => {}
                    (None, after) => pairs.push((after, index as u32)),
                }
            }
            // A position without any move is stuck, not won.
            if open[index] == 0 && !allowed.is_empty() {
                longest[index] = 1;
                known.push(index as u32);
            }
        }
        let (starts, before) = grouped(count, &pairs);
        let mut next = 0;
        while let Some(&after) = known.get(next) {
            next += 1;
            let after = after as usize;
            for &index in &before[starts[after]..starts[after + 1]] {
                open[index as usize] -= 1;
                if open[index as usize] == 0 {
                    // The positions are known in the order of their plies, so this one is the last.
                    longest[index as usize] = longest[after] + 1;
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
    /// For each criterion, the feature of each position of the arena, or
    /// [`UNKNOWN`](Self::UNKNOWN).
    known: [Vec<u32>; Criterion::COUNT],
}

impl<'a> Features<'a> {
    /// No number of steps.
    const UNKNOWN: u32 = Distances::NONE - 1;

    fn new(context: &'a Explained<'a>, player: Player) -> Self {
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
        Self { context, player, walks, to_goal, own_ways, their_ways, has_goal, known: Default::default() }
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
        }
    }

    fn of(&mut self, criterion: Criterion, at: PositionId) -> u32 {
        let positions = self.context.arena.positions();
        let known = &mut self.known[criterion as usize];
        known.resize(positions, Self::UNKNOWN);
        if known[at.index()] == Self::UNKNOWN {
            self.known[criterion as usize][at.index()] = self.compute(criterion, at);
        }
        self.known[criterion as usize][at.index()]
    }

    fn compute(&self, criterion: Criterion, at: PositionId) -> u32 {
        let words = self.context.words;
        let opponent = self.player.opponent();
        let own = || words.places(at, self.player);
        let to_opponent = || {
            let to = self.walks.distances_to(&words.places(at, opponent));
            own().iter().map(|&place| to.at(place)).fold(0, u32::saturating_add)
        };
        match criterion {
            Criterion::ShortWay => {
                let way = self.own_ways.as_ref().and_then(|ways| ways.ahead(at, opponent).way());
                way.map_or(Distances::NONE, |way| way.len() as u32 - 1)
            }
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
            Criterion::ShortWay => format!("take a shortest safe way to {goal}"),
            Criterion::FewAnswers => {
                format!("go where the fewest moves of {opponent} leave you no safe way to {goal}")
            }
            Criterion::ClosesWays => format!("leave {opponent} no safe way to {goal}"),
            Criterion::NearGoal => format!("go as near to {goal} as you can"),
            Criterion::NearOpponent if is_team => {
                format!("bring the pieces as near to {opponent} as you can, all their steps added")
            }
            Criterion::NearOpponent => format!("go as near to {opponent} as you can"),
            Criterion::LeastRoom => format!("leave {opponent} the fewest places that it can reach ahead of you"),
            Criterion::Even => format!("end at an even number of steps from {opponent}"),
        }
    }
}

impl Kind for Rule {
    fn sentence(&self, teller: &Teller<'_>) -> String {
        let phrases: Vec<String> = self.criteria.iter().map(|&criterion| self.phrase(criterion, teller)).collect();
        let winner = teller.words.player(self.player);
        if teller.explanation.plies.len() == 1 {
            return "win at once".to_owned();
        }
        let rule = match &phrases[..] {
            [only] => only.clone(),
            [first, rest @ ..] => format!("{first}; of such moves, {}", rest.join(", then ")),
            [] => String::new(),
        };
        let everywhere = if self.wins_from == self.won {
            match self.won {
                1 => String::new(),
                won => format!(", and from all {} positions that {winner} can win on its turn", group_thousands(won)),
            }
        } else {
            format!(
                ", and from {} of the {} positions that {winner} can win on its turn",
                group_thousands(self.wins_from),
                group_thousands(self.won)
            )
        };
        let dear = match teller.words.measure() {
            Measure::Plies => "",
            Measure::Cost => " (not always at the least cost)",
        };
        let safely = if self.can_lose_at_once { ", and never lose at once" } else { "" };
        format!(
            "win at once where you can{safely}; otherwise {rule}. This wins from here in at most {}{everywhere}{dear}",
            plies(self.plies)
        )
    }
}

impl Record for Rule {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |rule| rule.player)
            .field("criteria", |rule| rule.criteria.iter().map(|criterion| criterion.word()).collect::<Vec<_>>())
            .means("What the moves of the rule are best in, the first criterion first.")
            .field("plies", |rule| rule.plies)
            .means("The greatest number of plies that the win takes from the start by this rule.")
            .field("can_lose_at_once", |rule| rule.can_lose_at_once)
            .means("Whether the player can lose at once in a position that it can win. The rule allows no such move.")
            .field("covers_line", |rule| rule.covers_line)
            .means("Whether the rule wins after every move with which the opponent can leave the line.")
            .field("wins_from", |rule| rule.wins_from)
            .means("From how many of the `won` positions the rule wins.")
            .field("won", |rule| rule.won)
            .means("How many positions of its own turn the player can win.")
    }
}
