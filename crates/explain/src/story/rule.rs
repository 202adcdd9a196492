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

    /// The preference as a word for programs.
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

/// In a forced win: preferences that win from the start, against every defence.
///
/// The rule allows the moves that win at once. Where there are none, it allows, of the moves that do
/// not lose at once, those that are best by the first preference, of these the ones that are best by the second, and so on. Every
/// allowed move counts: the rule wins from a position if the winner wins whichever of them it
/// makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The winner.
    pub player: Player,
    /// The preferences, at least one.
    pub preferences: Vec<Criterion>,
    /// The greatest number of plies that the win takes from the start.
    pub plies: Distance,
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

/// The rule; `None` if no rule that is tried wins, within the limit if there is one, if the board has more than
/// 2¹⁶ positions, or if more than 2¹⁹ moves have to be examined. Of the shortest rules that win from
/// the start, the one that wins from the most positions.
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
    for preferences in RULES {
        if best.as_ref().is_some_and(|known| known.preferences.len() < preferences.len()) {
            break;
        }
        if !preferences.iter().all(|&preference| features.has(preference)) {
            continue;
        }
        let longest = table.follow(&mut features, preferences);
        let Some(plies) = longest[table.index(summary.start)?] else { continue };
        // Under a limit every win has to come in time, whatever was played before the start.
        if limit.is_some_and(|limit| longest.iter().flatten().any(|&plies| plies > limit)) {
            continue;
        }
        let own = |&index: &usize| table.is_own[index];
        let wins_from = (0..longest.len()).filter(own).filter(|&index| longest[index].is_some()).count();
        if best.as_ref().is_none_or(|known| wins_from > known.wins_from) {
            let won = (0..longest.len()).filter(own).count();
            let wins = |to: PositionId| {
                table.ends[to.index()].is_some() || table.index(to).is_some_and(|index| longest[index].is_some())
            };
            let mut left = context.explanation.plies.iter().filter(|ply| ply.player != player);
            let covers_line = left.all(|ply| ply.others.iter().all(|other| wins(other.rated.to)));
            best = Some(Rule { player, preferences: preferences.to_vec(), plies, covers_line, wins_from, won });
        }
    }
    best
}

/// The positions that a player wins, with their moves.
struct WonTable {
    /// Whether the player is to move.
    is_own: Vec<bool>,
    /// For each position, the moves to consider. Own moves that win at once leave out the others, and moves that lose at once are left
    /// out.
    moves: Vec<Vec<PositionId>>,
    /// The index in the lists above of each position of the arena.
    indices: Vec<Option<u32>>,
    /// For each position of the arena at which the game is over, whether the player has won.
    ends: Vec<Option<bool>>,
}

impl WonTable {
    fn new(context: &Explained<'_>, player: Player) -> Option<Self> {
        const POSITIONS_AT_MOST: usize = 1 << 16;
        const MOVES_AT_MOST: usize = 1 << 19;
        if context.arena.positions() > POSITIONS_AT_MOST {
            return None;
        }
        let mut table = Self {
            is_own: Vec::new(),
            moves: Vec::new(),
            indices: vec![None; context.arena.positions()],
            ends: vec![None; context.arena.positions()],
        };
        let mut count = 0;
        for position in (0..context.arena.positions()).map(PositionId::new) {
            let turn = match context.arena.status(position) {
                Status::Turn(turn) => turn,
                Status::Won(winner) => {
                    table.ends[position.index()] = Some(winner == player);
                    continue;
                }
            };
            if context.values.value(position).winner() != Some(player) {
                continue;
            }
            let mut moves: Vec<PositionId> = context.arena.successors(position).map(|step| step.to).collect();
            count += moves.len();
            if count > MOVES_AT_MOST {
                return None;
            }
            let ends = |to: &PositionId, wins: bool| {
                context.arena.status(*to) == Status::Won(if wins { player } else { player.opponent() })
            };
            let wins = |to: &PositionId| ends(to, true);
            let loses = |to: &PositionId| ends(to, false);
            if turn == player {
                if moves.iter().any(wins) {
                    moves.retain(wins);
                } else if !moves.iter().all(loses) {
                    moves.retain(|to| !loses(to));
                }
            }
            table.indices[position.index()] = Some(table.is_own.len() as u32);
            table.is_own.push(turn == player);
            table.moves.push(moves);
        }
        Some(table)
    }

    fn index(&self, position: PositionId) -> Option<usize> {
        self.indices[position.index()].map(|index| index as usize)
    }

    /// For each position, the greatest number of plies to the win if the player follows a rule and
    /// the opponent plays anything; `None` if the rule does not win.
    fn follow(&self, features: &mut Features<'_>, preferences: &[Criterion]) -> Vec<Option<Distance>> {
        let count = self.is_own.len();
        let mut longest: Vec<Option<Distance>> = vec![None; count];
        // The number of allowed moves of each position whose win is still unknown, and the positions
        // from which an allowed move leads to each position.
        let mut open = vec![0_usize; count];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut known: Vec<usize> = Vec::new();
        for index in 0..count {
            let mut allowed = self.moves[index].clone();
            if self.is_own[index] && allowed.first().is_some_and(|to| self.ends[to.index()] != Some(true)) {
                for &preference in preferences {
                    let least = allowed.iter().map(|&to| features.of(preference, to)).min();
                    allowed.retain(|&to| Some(features.of(preference, to)) == least);
                }
            }
            open[index] = allowed.len();
            for to in allowed {
                match (self.ends[to.index()], self.index(to)) {
                    (Some(true), _) => open[index] -= 1,
                    (None, Some(after)) => before[after].push(index),
                    // Such a move throws the win away.
                    (Some(false), _) | (None, None) => {}
                }
            }
            // A position without any move is stuck, not won.
            if open[index] == 0 && !self.moves[index].is_empty() {
                longest[index] = Some(1);
                known.push(index);
            }
        }
        let mut next = 0;
        while let Some(&after) = known.get(next) {
            next += 1;
            for &index in &before[after] {
                open[index] -= 1;
                if open[index] == 0 {
                    // The positions are known in the order of their plies, so this one is the last.
                    longest[index] = longest[after].map(|plies| plies + 1);
                    known.push(index);
                }
            }
        }
        longest
    }
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
    /// For each criterion, the feature of each position of the arena, if it is known.
    known: [Vec<Option<u32>>; Criterion::COUNT],
}

impl<'a> Features<'a> {
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
        let ways = |runner| SafeWays::new(context.words, runner, start);
        let (own_ways, their_ways) = (ways(player), ways(player.opponent()));
        Self { context, player, walks, to_goal, own_ways, their_ways, has_goal, known: Default::default() }
    }

    /// Whether a preference makes sense in this game.
    fn has(&self, preference: Criterion) -> bool {
        let opponent = self.player.opponent();
        match preference {
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

    fn of(&mut self, preference: Criterion, at: PositionId) -> u32 {
        let positions = self.context.arena.positions();
        let known = &mut self.known[preference as usize];
        known.resize(positions, None);
        if let Some(known) = known[at.index()] {
            return known;
        }
        let found = self.compute(preference, at);
        self.known[preference as usize][at.index()] = Some(found);
        found
    }

    fn compute(&self, preference: Criterion, at: PositionId) -> u32 {
        let words = self.context.words;
        let opponent = self.player.opponent();
        let own = || words.places(at, self.player);
        let to_opponent = || {
            let to = self.walks.distances_to(&words.places(at, opponent));
            own().iter().map(|&place| to.at(place)).fold(0, u32::saturating_add)
        };
        match preference {
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
    /// A preference as what to do, and what the words in it mean.
    fn phrase(&self, preference: Criterion, teller: &Teller<'_>) -> String {
        let opponent = teller.words.player(self.player.opponent());
        let goal = teller.goal_noun();
        let is_team = teller.words.places(teller.explanation.summary.start, self.player).len() > 1;
        match preference {
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
    const WEIGHT: u32 = 0;

    /// A claim of its own, not a sentence of the story.
    fn is_included_after(_teller: &Teller<'_>, _sentences: usize) -> bool {
        false
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let phrases: Vec<String> = self.preferences.iter().map(|&preference| self.phrase(preference, teller)).collect();
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
        format!(
            "win at once where you can; otherwise {rule}. This wins from here in at most {}{everywhere}{dear}",
            plies(self.plies)
        )
    }
}

impl Record for Rule {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |rule| rule.player)
            .field("preferences", |rule| {
                rule.preferences.iter().map(|preference| preference.word()).collect::<Vec<_>>()
            })
            .means("What the moves of the rule are best in, the first preference first.")
            .field("plies", |rule| rule.plies)
            .means("The greatest number of plies that the win takes from the start by this rule.")
            .field("covers_line", |rule| rule.covers_line)
            .means("Whether the rule wins after every move with which the opponent can leave the line.")
            .field("wins_from", |rule| rule.wins_from)
            .means("From how many of the `won` positions the rule wins.")
            .field("won", |rule| rule.won)
            .means("How many positions of its own turn the player can win.")
    }
}
