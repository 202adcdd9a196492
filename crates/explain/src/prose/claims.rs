//! Claims as sentences: each by itself, for programs that show it, and the most important ones together as the story of the game.

use std::collections::BTreeSet;

use catmouse_arena::{Aim, Distance, Measure, Outcome, Place, Player, Words, listed};

use super::{amount, capitalised, list, short};
use crate::explanation::Explanation;
use crate::moves::is_obvious;
use crate::reason::{Alternative, Motive};
use crate::sorting::sort_by_numbers;
use crate::story::walks::Walks;
use crate::story::{
    Circle, Claim, Confinement, Costs, EasySlips, Escape, Fork, Gate, Guard, Habit, HabitResult, OnlyDefence,
    OnlyMoves, PieceRole, Pursuit, Race, Role, Roles, Room, Run, Shuttling, Starts, Straight, Target, Tempo, Threat,
};
use crate::strategy::{Manner, Strategy};

/// At most this number of places are named; more are counted.
const PLACES_NAMED: usize = 14;
/// A story has at most this number of sentences.
const SENTENCES: usize = 7;

const PARITY: &str = "neither side can waste a move to change whose turn it is: the places have two colours, and each step changes the \
                      colour of its piece";

/// A claim as a sentence without a full stop.
pub fn claim<W: Words>(claim: &Claim, explanation: &Explanation, words: &W) -> String {
    let writer = ClaimWriter { explanation, words };
    match claim {
        Claim::Tempo(tempo) => writer.tempo(tempo),
        Claim::Costs(costs) => writer.costs(costs),
        Claim::Roles(roles) => writer.roles(roles),
        Claim::Confinement(confinement) => writer.confinement(confinement),
        Claim::Room(room) => writer.room(room),
        Claim::Straight(straight) => writer.straight(straight),
        Claim::Shuttling(shuttling) => writer.shuttling(shuttling),
        Claim::Run(run) => writer.run(run),
        Claim::Gate(gate) => writer.gate(gate),
        Claim::Habit(habit) => writer.habit(habit),
        Claim::Fork(fork) => writer.fork(fork),
        Claim::OnlyDefence(defence) => writer.only_defence(defence),
        Claim::OnlyMoves(only) => writer.only_moves(only),
        Claim::EasySlips(slips) => writer.easy_slips(slips),
        Claim::Escape(escape) => writer.escape(escape),
        Claim::Guard(guard) => writer.guard(guard),
        Claim::Circle(circle) => writer.circle(circle),
        Claim::Parity(_) => PARITY.to_owned(),
        Claim::Race(race) => writer.race(race),
        Claim::Starts(starts) => writer.starts(starts),
        Claim::Threat(threat) => writer.threat(threat),
    }
}

/// The story of a game: up to seven sentences, the most important claims first. Empty if there is nothing to say beyond the headline.
pub fn story<W: Words>(claims: &[Claim], explanation: &Explanation, words: &W) -> Vec<String> {
    story_with_strategies(claims, &[], explanation, words)
}

/// As [`story`], for a page that also prints `strategies`: rules of thumb are omitted beside a winning strategy, and that a player holds
/// without leaving some places is said only if its strategy never leaves them.
pub fn story_with_strategies<W: Words>(
    claims: &[Claim],
    strategies: &[Strategy],
    explanation: &Explanation,
    words: &W,
) -> Vec<String> {
    /// A story with fewer sentences than this begins with the distances of both sides.
    const SHORT_STORY: usize = 3;
    let writer = ClaimWriter { explanation, words };
    let mut sentences = Vec::new();
    writer.push_tempi(claims, &mut sentences);
    first(claims, &mut sentences, |claim| match claim {
        Claim::Costs(costs) => Some(writer.costs(costs)),
        _ => None,
    });
    first(claims, &mut sentences, |claim| match claim {
        // If all pieces only wait, as before a capture at once, their roles say nothing.
        Claim::Roles(roles) if roles.pieces.iter().any(|part| part.role() != Role::Waits) => Some(writer.roles(roles)),
        _ => None,
    });
    first(claims, &mut sentences, |claim| match claim {
        Claim::Escape(escape) => Some(writer.escape(escape)),
        _ => None,
    });
    writer.push_guards(claims, strategies, &mut sentences);
    writer.push_boxes(claims, &mut sentences);
    writer.push_walks(claims, &mut sentences);
    writer.push_rooms(claims, &mut sentences);
    first(claims, &mut sentences, |claim| match claim {
        Claim::Run(run) => Some(writer.run(run)),
        _ => None,
    });
    writer.push_circles(claims, &mut sentences);
    let before = sentences.len();
    first(claims, &mut sentences, |claim| match claim {
        Claim::Fork(fork) => Some(writer.fork(fork)),
        _ => None,
    });
    let has_winning_rules = strategies.iter().any(|strategy| strategy.aim == Aim::Win);
    if !has_winning_rules {
        writer.push_gate_rule(claims, &mut sentences);
    }
    if sentences.len() == before && !has_winning_rules {
        // Only to avoid being caught is no plan.
        first(claims, &mut sentences, |claim| match claim {
            Claim::Habit(habit) if habit.manner != Manner::Safe || habit.if_followed == HabitResult::Wins => {
                Some(writer.habit(habit))
            }
            _ => None,
        });
    }
    first(claims, &mut sentences, |claim| match claim {
        Claim::OnlyMoves(only) => writer.hidden_only_moves(only),
        _ => None,
    });
    sentences.extend(writer.safe());
    writer.push_defences(claims, &mut sentences);
    // The line names easy slips as well, so a sentence about them is added only to a short story.
    if sentences.len() < SENTENCES - 1 {
        first(claims, &mut sentences, |claim| match claim {
            Claim::EasySlips(slips) => Some(writer.easy_slips(slips)),
            _ => None,
        });
    }
    first(claims, &mut sentences, |claim| match claim {
        Claim::Parity(_) => Some(PARITY.to_owned()),
        _ => None,
    });
    // How the outcome depends on the start is said only in a short story.
    if sentences.len() < SENTENCES - 1 {
        first(claims, &mut sentences, |claim| match claim {
            Claim::Starts(starts) => Some(writer.starts(starts)),
            _ => None,
        });
    }
    let race = claims.iter().find_map(|claim| match claim {
        Claim::Race(race) => Some(race),
        _ => None,
    });
    if let Some(race) = race {
        // If being first at the goal counts for both sides, and one gets there, the story begins with that race.
        if let [Some(one), Some(two)] = race.to_goal
            && writer.words.is_race()
            && writer.reaches_the_goal()
        {
            sentences.insert(0, writer.run_to_the_goal([one, two]));
        } else if sentences.len() < SHORT_STORY {
            sentences.insert(0, writer.race(race));
        }
    }
    sentences.truncate(SENTENCES);
    sentences.into_iter().map(|sentence| capitalised(&sentence) + ".").collect()
}

/// Adds the sentence about the first claim for which `pick` makes one.
fn first(claims: &[Claim], sentences: &mut Vec<String>, pick: impl Fn(&Claim) -> Option<String>) {
    sentences.extend(claims.iter().find_map(pick));
}

/// Writes claims as sentences. A method with the name of a kind of claim writes one claim, without a full stop; a method `push_…` adds the
/// sentences about all claims of a kind.
struct ClaimWriter<'a, W> {
    explanation: &'a Explanation,
    words: &'a W,
}

impl<W: Words> ClaimWriter<'_, W> {
    fn tempo(&self, tempo: &Tempo) -> String {
        let apart = tempo.to_ply - tempo.from_ply;
        let placement = self.placement(tempo);
        let first =
            if tempo.from_ply == 0 { "at the start".to_owned() } else { format!("after {}", plies(tempo.from_ply)) };
        let (before, after) = (self.mover(tempo.from_ply), self.mover(tempo.to_ply));
        format!(
            "{placement} stands {first} with {before} to move and again after {} with {after} to move: these {} hand the move \
             over, and {} wins from there {}",
            plies(tempo.to_ply),
            plies(apart),
            self.winner(),
            self.remaining(tempo.to_ply),
        )
    }

    fn costs(&self, costs: &Costs) -> String {
        let plies = &self.explanation.plies;
        let [one, two] =
            Player::BOTH.map(|player| format!("{} for {}", costs.pays[player.index()], self.words.player(player)));
        let dear: Vec<String> = costs
            .plies
            .iter()
            .map(|&number| {
                let ply = &plies[number - 1];
                format!("ply {number} ({} for {})", self.words.step(ply.from, ply.played.to), ply.played.cost)
            })
            .collect();
        let half = match &dear[..] {
            [one] if plies.len() > 1 => format!(", and at least half of that is {one}"),
            _ => String::new(),
        };
        format!("the moves cost {} together, {one} and {two}{half}", costs.total())
    }

    fn roles(&self, roles: &Roles) -> String {
        /// With more pieces than this, those with the same role are described together.
        const PIECES_NAMED: usize = 3;
        if roles.pieces.len() > PIECES_NAMED {
            return self.roles_together(roles);
        }
        let ends = roles.pieces.iter().any(|part| part.catches);
        let part = |(index, part): (usize, &PieceRole)| {
            let starts_there = |other: &&PieceRole| other.path[0] == part.path[0];
            let earlier = roles.pieces[..index].iter().filter(starts_there).count();
            let which = match (earlier, roles.pieces.iter().filter(starts_there).count()) {
                (_, 1) => "the",
                (0, _) => "one",
                (1, _) => "another",
                _ => "the third",
            };
            self.part(roles.player, which, part, ends)
        };
        let texts: Vec<String> = roles.pieces.iter().enumerate().map(part).collect();
        texts.join("; ")
    }

    /// Where a piece goes, and its role; `which` tells it from others that start there. With a step of another the game `ends`.
    fn part(&self, player: Player, which: &str, part: &PieceRole, ends: bool) -> String {
        /// Of a longer walk only the end is named.
        const STOPS_NAMED: usize = 8;
        let (piece, loser) = (self.words.piece(player), self.words.player(player.opponent()));
        // Where it goes while another catches the loser decides nothing.
        let path = &part.path[..part.path.len() - usize::from(ends && !part.catches)];
        let (first, last) = (path[0], path[path.len() - 1]);
        let name = |place: &Place| self.word_of(*place);
        let way = match path.len() {
            1 => None,
            _ if path.iter().all(|place| *place == first) => Some("stays there".to_owned()),
            stops if stops <= STOPS_NAMED => Some(format!("goes {}", super::walk(path.iter().map(name)))),
            _ => Some(format!("goes to {}", name(&last))),
        };
        let before = match part.role() {
            Role::Threatens => Some(self.threatens(player, part)),
            Role::Blocks => {
                let places = self.blocked(&[part]);
                let why = if part.catches { String::new() } else { format!(": there it would catch {loser}") };
                Some(format!("blocks {places}{why}"))
            }
            Role::Waits if part.catches => None,
            Role::Waits => Some("only waits".to_owned()),
        };
        // The loser has been named where this piece threatens it.
        let whom = if part.role() == Role::Threatens { "it" } else { &loser };
        let catches = part.catches.then(|| format!("catches {whom} at {}", name(&last)));
        let does: Vec<String> = [way, before, catches].into_iter().flatten().collect();
        format!("{which} {piece} from {} {}", name(&first), listed(&does, "and"))
    }

    /// When a piece threatens the loser's.
    fn threatens(&self, player: Player, part: &PieceRole) -> String {
        /// Of more plies only the count is said.
        const PLIES_NAMED: usize = 3;
        let opponent = player.opponent();
        let turns = self.explanation.plies.iter().filter(|ply| ply.player == opponent).count();
        let before: Vec<usize> = part.threatens.iter().map(|ply| ply + 1).collect();
        let when = match before.len() {
            count if count == turns && turns > 1 => "each of its moves".to_owned(),
            count if count <= PLIES_NAMED => self.at_plies(opponent, &before),
            count => format!("{count} of its {turns} moves"),
        };
        format!("threatens {} before {when}", self.words.player(opponent))
    }

    /// The places that these pieces block.
    fn blocked(&self, parts: &[&PieceRole]) -> String {
        let places: BTreeSet<Place> = parts.iter().flat_map(|part| &part.blocks).map(|&(_, place)| place).collect();
        self.places_in_a_sentence(&Vec::from_iter(places))
    }

    /// The roles of many pieces, with those together that have the same role.
    fn roles_together(&self, roles: &Roles) -> String {
        let piece = self.words.piece(roles.player);
        let loser = self.words.player(roles.player.opponent());
        let of = |role: Role| roles.pieces.iter().filter(move |part| part.role() == role);
        let from = |parts: Vec<&PieceRole>| {
            let from: Vec<String> = parts.iter().map(|part| self.word_of(part.path[0])).collect();
            if from.len() == 1 {
                format!("the {piece} from {}", from[0])
            } else {
                format!("the {piece}s from {}", listed(&from, "and"))
            }
        };
        let verb = |parts: &[&PieceRole], one: &str, many: &str| {
            if parts.len() == 1 { one.to_owned() } else { many.to_owned() }
        };
        let mut texts = Vec::new();
        let threats: Vec<&PieceRole> = of(Role::Threatens).collect();
        if !threats.is_empty() {
            let threaten = verb(&threats, "threatens", "threaten");
            texts.push(format!("{} {threaten} {loser} where it stands", from(threats)));
        }
        let blockers: Vec<&PieceRole> = of(Role::Blocks).collect();
        if !blockers.is_empty() {
            let block = verb(&blockers, "blocks", "block");
            let places = self.blocked(&blockers);
            texts.push(format!("{} {block} {places}, where {loser} would be caught", from(blockers)));
        }
        let waiting: Vec<&PieceRole> = of(Role::Waits).filter(|part| !part.catches).collect();
        if !waiting.is_empty() {
            let waits = verb(&waiting, "only waits", "only wait");
            texts.push(format!("{} {waits}", from(waiting)));
        }
        let catchers: Vec<&PieceRole> = roles.pieces.iter().filter(|part| part.catches).collect();
        if !catchers.is_empty() {
            let catches = verb(&catchers, "catches", "catch");
            texts.push(format!("{} {catches} {loser} in the end", from(catchers)));
        }
        texts.join("; ")
    }

    fn word_of(&self, place: Place) -> String {
        self.words.place_name(place)
    }

    fn confinement(&self, confinement: &Confinement) -> String {
        format!(
            "after {} the box of {} has {} places, down from {}",
            plies(confinement.ply),
            self.words.player(confinement.player),
            confinement.places.len(),
            confinement.before
        )
    }

    /// Adds one sentence on how the box shrinks: the last step and the largest others, up to five in all.
    fn push_boxes(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        const TOLD: usize = 5;
        let mut boxes: Vec<&Confinement> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::Confinement(confinement) => Some(confinement),
                _ => None,
            })
            .collect();
        let (Some(first), Some(last)) = (boxes.first().copied(), boxes.last().copied()) else {
            return;
        };
        let before = first.before;
        sort_by_numbers(&mut boxes, |step| {
            [u64::from(*step != last), u64::MAX - (step.before - step.places.len()) as u64, step.ply as u64]
        });
        boxes.truncate(TOLD);
        sort_by_numbers(&mut boxes, |step| [step.ply as u64]);
        let steps: Vec<String> =
            boxes.iter().map(|step| format!("{} after {}", step.places.len(), plies(step.ply))).collect();
        let loser = self.words.player(first.player);
        sentences.push(format!("the box shrinks: {loser} has {before} places at first, then {}", list(&steps, "and")));
    }

    fn straight(&self, straight: &Straight) -> String {
        let player = self.words.player(straight.player);
        let steps = straight.path.len() - 1;
        let since = match straight.from_ply {
            0 => String::new(),
            from => format!("from ply {} on ", from + 1),
        };
        let way = super::walk(straight.path.iter().map(|&place| self.word_of(place)));
        match (straight.target, straight.path.last()) {
            (Target::Opponent, Some(&last)) => format!(
                "{since}{player} takes a shortest way to {}, where it catches {}: {steps} steps ({way})",
                self.word_of(last),
                self.words.player(straight.player.opponent()),
            ),
            _ => format!(
                "{since}{player} goes straight for {}, {steps} steps without a detour ({way}){}",
                self.goal_noun(),
                self.astray(straight)
            ),
        }
    }

    /// "the hole", "the food".
    fn goal_noun(&self) -> String {
        self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun)
    }

    /// The alternatives that come nearer to the goal as well, but throw the win away, and do not lose at once.
    fn astray(&self, straight: &Straight) -> String {
        /// At most this number of moves are named.
        const NAMED: usize = 2;
        let Some(goal) = self.words.goal().filter(|_| straight.target == Target::Goal) else { return String::new() };
        let steps = Walks::new(self.words, straight.player, straight.path.iter().copied()).distances_to(&goal.places);
        let left = |position| {
            let places = self.words.places(position, straight.player);
            places.first().and_then(|place| steps.get(place).copied())
        };
        let mut texts = Vec::new();
        for ply in &self.explanation.plies[straight.from_ply..straight.to_ply] {
            for other in ply.others.iter().filter(|_| ply.player == straight.player) {
                let rated = &other.rated;
                let throws = rated.judgement.outcome.score(ply.player) < 1 && rated.value.distance() != Some(0);
                let comes_nearer = || left(rated.to).is_some_and(|to| Some(to) < left(ply.from));
                if throws && texts.len() < NAMED && comes_nearer() {
                    texts.push(format!("{} at ply {}", self.words.target(ply.from, rated.to), ply.number));
                }
            }
        }
        if texts.is_empty() {
            return String::new();
        }
        format!("; not every step nearer would do: {} would throw the win away", listed(&texts, "and"))
    }

    fn shuttling(&self, shuttling: &Shuttling) -> String {
        let player = self.words.player(shuttling.player);
        // A stretch that begins with the first move of the player begins at the start of the game, which needs no number.
        let since =
            if shuttling.from_ply > 1 { format!("from ply {} on ", shuttling.from_ply + 1) } else { String::new() };
        let until = if shuttling.to_ply + 1 >= self.explanation.plies.len() {
            String::new()
        } else {
            format!(" until ply {}", shuttling.to_ply)
        };
        match &shuttling.places[..] {
            [one, other] => format!(
                "{since}{player} can do no better than go to and fro between {} and {}{until}",
                self.word_of(*one),
                self.word_of(*other)
            ),
            places => format!("{since}{player} can do no better than stay at {}{until}", self.places(places)),
        }
    }

    /// Adds a sentence on how the winner goes straight for something, and how the loser goes to and fro meanwhile.
    fn push_walks(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        let straight = claims.iter().find_map(|claim| match claim {
            Claim::Straight(straight) => Some(straight),
            _ => None,
        });
        // If the winner hands the move over, that is the main idea, and a short stretch is not mentioned beside it.
        let total = self.explanation.plies.len();
        let hands_over = claims.iter().any(|claim| matches!(claim, Claim::Tempo(_)));
        let is_idea = |from: usize, to: usize| 2 * (to - from) >= total || !hands_over && 4 * (to - from) >= total;
        let in_a_run = |from: usize, to: usize| {
            claims
                .iter()
                .any(|claim| matches!(claim, Claim::Run(run) if run.from_ply <= from + 3 && to <= run.to_ply + 1))
        };
        let shuttling = claims.iter().find_map(|claim| match claim {
            Claim::Shuttling(shuttling) => Some(shuttling),
            _ => None,
        });
        // A player who wins at the goal does not win by coming nearer to a piece.
        let straight = straight.filter(|straight| straight.target == Target::Goal || !self.reaches_the_goal());
        let straight = straight.filter(|straight| {
            is_idea(straight.from_ply, straight.to_ply) && !in_a_run(straight.from_ply, straight.to_ply)
        });
        let shuttling = shuttling.filter(|shuttling| is_idea(shuttling.from_ply, shuttling.to_ply));
        let texts: Vec<String> = straight
            .map(|straight| self.straight(straight))
            .into_iter()
            .chain(shuttling.map(|shuttling| self.shuttling(shuttling)))
            .collect();
        if !texts.is_empty() {
            sentences.push(texts.join("; "));
        }
    }

    fn room(&self, room: &Room) -> String {
        let winner = self.words.player(room.player.opponent());
        let lasting = if room.lasting.len() < room.places.len() && !room.lasting.is_empty() {
            format!(
                ", and when it goes anywhere but to {} {winner} wins with its next move at the latest",
                self.places_among(&room.lasting, "or")
            )
        } else {
            String::new()
        };
        format!(
            "while {winner} plays on like this, after {} {} can no longer leave {}{lasting}",
            plies(room.ply),
            self.words.player(room.player),
            self.places(&room.places)
        )
    }

    fn run(&self, run: &Run) -> String {
        let (runner, hunter) = (self.words.player(run.player), self.words.player(run.player.opponent()));
        format!(
            "from ply {} to {} {runner} can only run, since every other move loses within {}: {}, and {hunter} {}",
            run.from_ply + 1,
            run.to_ply,
            amount(self.words.measure(), Run::REST),
            self.way(run),
            self.pursuit(run)
        )
    }

    /// What the hunter does meanwhile. If it is far behind, its places cannot be read off the runner's path, so its own path is named.
    fn pursuit(&self, run: &Run) -> String {
        /// In runs with more plies than this the hunter's path is not named.
        const PLIES: usize = 24;
        let hunter = run.player.opponent();
        let tour =
            || (run.to_ply - run.from_ply <= PLIES).then(|| self.tour(hunter, run.from_ply, run.to_ply)).flatten();
        match run.pursuit {
            Pursuit::Behind(2) => "follows one step behind".to_owned(),
            Pursuit::Waits => "waits".to_owned(),
            Pursuit::Behind(back) => {
                tour().map_or_else(|| format!("follows {} steps behind", back / 2), |tour| format!("goes {tour}"))
            }
        }
    }

    fn way(&self, run: &Run) -> String {
        super::walk(run.path.iter().map(|&place| self.words.place_name(place)))
    }

    fn gate(&self, gate: &Gate) -> String {
        let runner = self.words.player(gate.player.opponent());
        let keeper = self.words.player(gate.player);
        let place = self.word_of(gate.place);
        let within = match gate.within {
            0 => format!("on {place}"),
            1 => format!("on {place} or one step from it"),
            steps => format!("at most {steps} steps from {place}"),
        };
        let pieces = self.words.places(self.explanation.summary.start, gate.player).len();
        let stands = match pieces {
            1 => format!("it stands {within}"),
            _ => format!("one of its pieces stands {within}"),
        };
        let counts = match (gate.won, gate.kept) {
            (1, 1) => "in the only such position".to_owned(),
            (won, kept) if won == kept => format!("in all {kept} such positions"),
            (won, kept) => format!("in {won} of {kept} such positions"),
        };
        format!(
            "with {runner} to move one step from {place} and unable to win at once, {keeper} wins only if {stands} ({counts}, and in none of the {} where it is \
             farther away)",
            gate.excluded
        )
    }

    fn fork(&self, fork: &Fork) -> String {
        let (winner, loser) = (self.words.player(fork.player), self.words.player(fork.player.opponent()));
        let goal = self.goal_noun();
        let names: Vec<String> = fork.entrances.iter().map(|&place| self.word_of(place)).collect();
        format!(
            "{winner} plays for a fork: after ply {} it stands on {}, from where it can go on to {} beside {goal}, and it is {loser}'s \
             turn; whatever {loser} does, one of them is then out of its reach",
            fork.ply,
            self.word_of(fork.place),
            listed(&names, "or"),
        )
    }

    fn only_defence(&self, defence: &OnlyDefence) -> String {
        let measure = self.words.measure();
        format!(
            "at ply {} {} has one real defence, and it lasts {}: the next best move loses {}",
            defence.ply,
            self.words.player(defence.player),
            amount(measure, defence.remains),
            short(measure, defence.loses_in),
        )
    }

    fn only_moves(&self, only: &OnlyMoves) -> String {
        self.must_be_exact(&only.plies)
    }

    /// As [`only_moves`](Self::only_moves), without the plies at which every other move is an obvious loss, and without moves that win at
    /// once, because these are easy to find. `None` if no ply remains.
    fn hidden_only_moves(&self, only: &OnlyMoves) -> Option<String> {
        let is_hidden = |ply: usize| {
            let ply = &self.explanation.plies[ply - 1];
            !super::others_lose_obviously(ply) && ply.reason.motive != Motive::Finishes
        };
        let hidden: Vec<(usize, Player)> = only.plies.iter().copied().filter(|&(ply, _)| is_hidden(ply)).collect();
        (!hidden.is_empty()).then(|| self.must_be_exact(&hidden))
    }

    /// "ply 3", "plies 3 and 5"; of many plies their number and the first ones.
    fn at_plies(&self, player: Player, plies: &[usize]) -> String {
        const LISTED: usize = 6;
        const FIRST: usize = 3;
        let numbers: Vec<String> = plies.iter().map(ToString::to_string).collect();
        let own = self.explanation.plies.iter().filter(|ply| ply.player == player).count();
        match numbers.len() {
            1 => format!("ply {}", numbers[0]),
            count if count <= LISTED => format!("plies {}", list(&numbers, "and")),
            count if count == own => "each of its moves".to_owned(),
            count => format!("{count} of its {own} moves, first at plies {}", list(&numbers[..FIRST], "and")),
        }
    }

    fn must_be_exact(&self, narrow: &[(usize, Player)]) -> String {
        let texts = Player::BOTH.into_iter().filter_map(|player| {
            let of_player: Vec<usize> =
                narrow.iter().filter(|(_, mover)| *mover == player).map(|&(number, _)| number).collect();
            let (mover, opponent) = (self.words.player(player), self.words.player(player.opponent()));
            // The best outcome to which another move leads.
            let best = of_player.iter().filter_map(|&number| {
                let ply = &self.explanation.plies[number - 1];
                ply.others.iter().map(|other| other.rated.judgement.outcome.score(player)).max()
            });
            let scores: Vec<i8> = best.collect();
            let then = match &scores[..] {
                scores if scores.iter().all(|&score| score < 0) => format!("lets {opponent} win"),
                scores if scores.iter().all(|&score| score == 0) => "draws at best".to_owned(),
                _ => "throws the win away".to_owned(),
            };
            (!of_player.is_empty()).then(|| {
                let at = self.at_plies(player, &of_player);
                format!("{mover} must be exact at {at}: any other move there {then}")
            })
        });
        texts.collect::<Vec<_>>().join("; ")
    }

    fn easy_slips(&self, slips: &EasySlips) -> String {
        /// The slips at the first moves, up to this number, are named.
        const TOLD: usize = 3;
        let winner = self.words.player(slips.player);
        let slips_at = |&number: &usize| {
            let ply = &self.explanation.plies[number - 1];
            let targets: BTreeSet<String> =
                slips.slips(ply).map(|other| self.words.target(ply.from, other.rated.to)).collect();
            let targets: Vec<String> = targets.into_iter().collect();
            format!("{} at ply {number}", listed(&targets, "or"))
        };
        let texts: Vec<String> = slips.plies.iter().take(TOLD).map(slips_at).collect();
        let more = match slips.plies.len().saturating_sub(TOLD) {
            0 => String::new(),
            _ => format!(", and so would other moves at {}", self.at_plies(slips.player, &slips.plies[TOLD..])),
        };
        let texts = texts.join("; ");
        // Where moves have costs, a slip may be one that the loser punishes with a dear move, even with its next one.
        let lead = match self.words.measure() {
            Measure::Plies => format!("not every mistake of {winner} is punished at once"),
            Measure::Cost => format!("{winner} can go wrong"),
        };
        format!("{lead}: {texts} would throw the win away{more}")
    }

    fn habit(&self, habit: &Habit) -> String {
        let Habit { player, manner, right, applicable, exceptions, if_followed, .. } = habit;
        let manner = super::strategy::does(*player, *manner, self.words);
        let winner = self.words.player(*player);
        let keeps = if right == applicable {
            format!("in all {applicable} positions that can arise and in which it makes a difference it keeps the win")
        } else {
            format!(
                "in {right} of the {applicable} positions that can arise and in which it makes a difference it keeps the win"
            )
        };
        let but = match if_followed {
            HabitResult::Wins => {
                let otherwise = match &exceptions[..] {
                    [] => String::new(),
                    exceptions => format!(" (the line moves otherwise at {})", self.at_plies(*player, exceptions)),
                };
                let rule = format!("a rule of thumb for {winner}: wherever there is one, {manner}");
                return format!("{rule}; that wins if it moves well where there is none{otherwise}");
            }
            HabitResult::Circles => ", but who does nothing else may go round in circles".to_owned(),
            HabitResult::Strays => match habit.fails.first() {
                Some(&position) => {
                    let standing = super::standing(position, self.words);
                    let example = if habit.fails.len() == 1 { "with" } else { "for instance with" };
                    format!(", and elsewhere it may throw the win away, {example} {standing}")
                }
                None => ", but it may lead to other positions, and there throw the win away".to_owned(),
            },
        };
        let except = match &exceptions[..] {
            [] => String::new(),
            exceptions => format!(": the line does otherwise at {}", self.at_plies(*player, exceptions)),
        };
        format!("a rule of thumb for {winner}: {manner}; {keeps}{but}{except}")
    }

    fn escape(&self, escape: &Escape) -> String {
        let (player, opponent) = (self.words.player(escape.player), escape.player.opponent());
        let others = if escape.ways == 1 {
            "another place".to_owned()
        } else {
            format!("at least {} other places", escape.ways)
        };
        let guard = match escape.pieces {
            1 => self.words.player(opponent),
            pieces => format!("each of the {pieces} {}s", self.words.piece(opponent)),
        };
        let guarded = match escape.guarded {
            0 => "none".to_owned(),
            guarded => format!("at most {guarded}"),
        };
        format!(
            "wherever {player} stands, it can step to {others}, of which {guard} guards {guarded} (it stands there or can step \
             there next), so one is always safe"
        )
    }

    fn guard(&self, guard: &Guard) -> String {
        let task = self.words.task(guard.player);
        format!(
            "{} {task} without leaving {}",
            self.words.player(guard.player),
            self.places_in_a_sentence(&guard.places)
        )
    }

    fn circle(&self, circle: &Circle) -> String {
        let since = Self::since(circle);
        format!("from {since} on {}", self.circling(circle))
    }

    /// The first move that is made again and again.
    fn since(circle: &Circle) -> String {
        if circle.from_ply == 0 { "the start".to_owned() } else { format!("ply {}", circle.from_ply + 1) }
    }

    fn circling(&self, circle: &Circle) -> String {
        let player = self.words.player(circle.player);
        let name = |places: &Vec<Place>| {
            places.iter().map(|&place| self.words.place_name(place)).collect::<Vec<_>>().join("+")
        };
        match &circle.walk[..] {
            [first, rest @ ..] if rest.iter().all(|places| places == first) => {
                format!("{player} stays at {}", name(first))
            }
            walk => format!("{player} walks {}", super::walk(walk.iter().map(name))),
        }
    }

    fn race(&self, race: &Race) -> String {
        let goal = self.goal_noun();
        let away = |steps: Option<u32>, what: &str| match steps {
            None => format!("cannot get to {what}"),
            Some(0) => format!("is at {what}"),
            Some(1) => format!("is 1 step from {what}"),
            Some(steps) => format!("is {steps} steps from {what}"),
        };
        let texts = Player::BOTH.map(|player| {
            let opponent = self.words.player(player.opponent());
            let own = self.words.goal().is_some_and(|goal| goal.player == player);
            let (goal_steps, hunt_steps) = (race.to_goal[player.index()], race.to_opponent[player.index()]);
            let mut parts = Vec::new();
            if own || goal_steps.is_some() {
                parts.push(away(goal_steps, &goal));
            }
            if !own {
                parts.push(away(hunt_steps, &opponent));
            }
            format!("{} {}", self.words.player(player), parts.join(" and "))
        });
        texts.join(", ")
    }

    /// How far both sides are from a goal at which it counts for both to be first, and which side is ahead.
    fn run_to_the_goal(&self, steps: [u32; 2]) -> String {
        let goal = self.goal_noun();
        let [one, two] = Player::BOTH.map(|player| self.words.player(player));
        let to_go = if steps[0] == 1 { "1 step".to_owned() } else { format!("{} steps", steps[0]) };
        let mover = self.explanation.plies.first().map_or(Player::One, |ply| ply.player);
        let (own, other) = (steps[mover.index()], steps[mover.opponent().index()]);
        let ahead = if own <= other { mover } else { mover.opponent() };
        let lead = match own.abs_diff(other) {
            0 => "ahead".to_owned(),
            1 => "1 step ahead".to_owned(),
            lead => format!("{lead} steps ahead"),
        };
        // A side that is ahead and does not win can be caught: nothing else can keep it from the goal.
        let but = match self.explanation.summary.judgement.outcome.winner() {
            Some(Player::Two) if ahead == Player::One => format!(", but {two} would catch it on its way"),
            Some(winner) if winner != ahead => format!(", but {one} wins there all the same"),
            _ => String::new(),
        };
        format!(
            "it is a race to {goal}: {one} has {to_go} to go and {two} {}, it is {}'s turn, and with equally many to go the side \
             whose turn it is gets there first; so {} is {lead}{but}",
            steps[1],
            self.words.player(mover),
            self.words.player(ahead),
        )
    }

    fn starts(&self, starts: &Starts) -> String {
        /// Which other starts are counted.
        const COUNTED: &str = "where it could have started without ending the game";
        let loser = self.words.player(starts.player);
        let differ = starts.different.len();
        let same = starts.alternatives - differ;
        // Several pieces do not stand on one place.
        let is_team = self.words.places(self.explanation.summary.start, starts.player).len() > 1;
        let place = if is_team { "placement" } else { "place" };
        let each_of = |count: usize| match count {
            1 => format!("the only other {place}"),
            count => format!("each of the {count} other {place}s"),
        };
        let Some(nearest) = starts.different.first() else {
            return format!("from {} {COUNTED}, {loser} would lose as well", each_of(same));
        };
        let wins = starts.different.iter().filter(|other| other.outcome == Outcome::Win(starts.player)).count();
        let would = match (wins, differ - wins) {
            (_, 0) => "win".to_owned(),
            (0, _) => "draw".to_owned(),
            (wins, draws) => {
                let wins = if wins == 1 { "1 win".to_owned() } else { format!("{wins} wins") };
                let draws = if draws == 1 { "1 draw".to_owned() } else { format!("{draws} draws") };
                format!("do better ({wins}, {draws})")
            }
        };
        let nearest = self.places(&nearest.places);
        let rest = match same {
            0 => String::new(),
            same => format!("; from {} {COUNTED}, it would lose as well", each_of(same)),
        };
        match (differ, same) {
            (1, _) => format!("had {loser} started on {nearest} instead, it would {would}{rest}"),
            (_, 0) => format!("from {} {COUNTED}, {loser} would {would}", each_of(differ)),
            _ => format!(
                "had {loser} started on one of {differ} other {place}s, for instance {nearest}, it would {would}{rest}"
            ),
        }
    }

    fn threat(&self, threat: &Threat) -> String {
        let player = self.words.player(threat.player);
        match threat.distance {
            1 => format!("with ply {} {player} threatens to win with its next move", threat.ply),
            distance => {
                format!("with ply {} {player} threatens to win {}", threat.ply, short(self.words.measure(), distance))
            }
        }
    }

    /// Adds up to three sentences on one tempo: that it matters whose turn it is, how the winner hands the move over, and where else it does
    /// so.
    ///
    /// The tempo is the last one after which more than two plies (or cost 2) remain. The end of the game is short enough to be seen from
    /// there; with less left the winner catches a piece beside it, which does not show why the turn matters.
    fn push_tempi(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        /// A tempo with no more than this left after it is not described: plies, or cost.
        const TRIVIAL_REST: Distance = 2;
        let tempi = || {
            claims.iter().filter_map(|claim| match claim {
                Claim::Tempo(tempo) => Some(tempo),
                _ => None,
            })
        };
        let lasting = tempi().filter(|tempo| self.left(tempo.to_ply) > TRIVIAL_REST);
        let Some(best) = lasting.max_by_key(|tempo| tempo.from_ply) else {
            return;
        };
        let placement = self.placement(best);
        let (before, after) = (self.mover(best.from_ply), self.mover(best.to_ply));
        let winner = self.winner();
        sentences.push(format!(
            "it matters whose turn it is: with {placement} {winner} needs {} if it is {after}'s, and {} if it is {before}'s",
            amount(self.words.measure(), self.left(best.to_ply)),
            amount(self.words.measure(), self.left(best.from_ply)),
        ));
        let first = match best.from_ply {
            0 => "at the start".to_owned(),
            ply => format!("after ply {ply}"),
        };
        let player = self.explanation.summary.judgement.outcome.winner().unwrap_or(Player::One);
        let tour = self.tour(player, best.from_ply, best.to_ply);
        // The winner wants the other side to be to move there, or to be to move itself.
        let purpose = if before == winner { "to hand the move over" } else { "to be the one to move there" };
        sentences.push(format!(
            "{first} it is {before}'s turn there, so {winner} takes a detour of {}{} {purpose}: after ply {} the same pieces stand \
             there again, and it is {after}'s turn",
            plies(best.to_ply - best.from_ply),
            tour.map_or_else(String::new, |tour| format!(" ({tour})")),
            best.to_ply,
        ));
        // All other tempi that no tempo encloses.
        let others = tempi().filter(|tempo| tempo.outermost && *tempo != best);
        let (alike, reversed): (Vec<&Tempo>, Vec<&Tempo>) =
            others.partition(|tempo| self.mover(tempo.from_ply) == before);
        let list_of = |tempi: Vec<&Tempo>| {
            let between = |tempo: &Tempo| {
                let first = match tempo.from_ply {
                    0 => "at the start and after ply".to_owned(),
                    ply => format!("after plies {ply} and"),
                };
                format!("{} ({first} {})", self.placement(tempo), tempo.to_ply)
            };
            format!("with {}", listed(&tempi.into_iter().map(between).collect::<Vec<_>>(), "and"))
        };
        let texts = match (alike.is_empty(), reversed.is_empty()) {
            (true, true) => return,
            (false, true) => list_of(alike),
            (true, false) => format!("the other way round {}", list_of(reversed)),
            (false, false) => format!("{}, and the other way round {}", list_of(alike), list_of(reversed)),
        };
        sentences.push(format!("the same trick is played {texts}"));
    }

    /// Adds a sentence for each holder: the places that it does not leave, and the moves that would lose.
    fn push_guards(&self, claims: &[Claim], strategies: &[Strategy], sentences: &mut Vec<String>) {
        // A goal that its player cannot reach needs no guard.
        let out_of_reach = claims.iter().find_map(|claim| match (claim, self.words.goal()) {
            (Claim::Race(race), Some(goal)) if race.to_goal[goal.player.index()].is_none() => Some(goal.player),
            _ => None,
        });
        let keeps_to = |guard: &Guard| {
            let own = strategies.iter().filter(|strategy| strategy.player == guard.player && !strategy.after_mistakes);
            own.flat_map(|strategy| &strategy.answers).all(|answered| {
                let stops = answered.moves.iter().chain([&answered.position]);
                stops.flat_map(|&at| self.words.places(at, guard.player)).all(|place| guard.places.contains(&place))
            })
        };
        for claim in claims {
            let Claim::Guard(guard) = claim else { continue };
            if out_of_reach == Some(guard.player.opponent()) {
                continue;
            }
            // A region of more than half of the places is not worth mentioning.
            let is_narrow = 2 * guard.places.len() <= guard.reachable && keeps_to(guard);
            let breaks = self.breaks(guard.player);
            if !is_narrow && breaks.is_none() {
                continue;
            }
            let holds = if is_narrow {
                self.guard(guard)
            } else {
                format!("{} {}", self.words.player(guard.player), self.words.task(guard.player))
            };
            sentences.push(breaks.map_or_else(|| holds.clone(), |breaks| format!("{holds}; {breaks}")));
        }
    }

    /// What would break a holding: the moves of its holder that lose.
    fn breaks(&self, player: Player) -> Option<String> {
        let holding = self.explanation.holdings.iter().find(|holding| holding.player == player)?;
        let opponent = self.words.player(player.opponent());
        let losing =
            holding.answers.iter().flat_map(|answer| answer.losing.iter().map(move |loss| (answer.position, loss)));
        let Some((from, &(to, distance))) = losing.max_by_key(|(_, (_, distance))| *distance) else {
            return (!holding.answers.is_empty())
                .then(|| "in the positions that then arise none of its moves loses".to_owned());
        };
        let in_plies = self.words.measure() == Measure::Plies;
        if is_obvious(distance) {
            return Some(format!(
                "in the positions that then arise only those of its moves lose that let {opponent} win at once or with its next move"
            ));
        }
        let lead = if in_plies { "not every mistake is punished at once" } else { "what would break it, for instance" };
        Some(format!(
            "{lead}: {} against {} loses {}",
            self.words.step(from, to),
            self.words.placement(from, player.opponent()),
            short(self.words.measure(), distance)
        ))
    }

    /// What the winner has to avoid along the line, if all that throws the win away is an obvious loss.
    fn safe(&self) -> Option<String> {
        /// With fewer moves of the winner than this nothing is said.
        const MOVES: usize = 4;
        let judgement = self.explanation.summary.judgement;
        let player = judgement.outcome.winner().filter(|_| judgement.distance.is_some())?;
        let own = || self.explanation.plies.iter().filter(|ply| ply.player == player);
        if own().filter(|ply| ply.reason.motive != Motive::Finishes).count() < MOVES {
            return None;
        }
        let others = own().flat_map(|ply| &ply.others);
        let thrown: Vec<&Alternative> =
            others.filter(|other| other.rated.judgement.outcome.score(player) < 1).collect();
        let (winner, opponent) = (self.words.player(player), self.words.player(player.opponent()));
        if thrown.is_empty() {
            return Some(format!(
                "along the line {winner} cannot go wrong: every other move keeps the win too, though it may gain nothing"
            ));
        }
        thrown.iter().all(|other| other.rated.is_obvious_loss(player)).then(|| {
            format!(
                "along the line {winner} can throw the win away only by letting {opponent} win at once or with its next move"
            )
        })
    }

    /// Whether the line ends with the winner's piece at the goal, and not with a capture.
    fn reaches_the_goal(&self) -> bool {
        let last = self.explanation.summary.last;
        let winner = self.explanation.summary.judgement.outcome.winner();
        winner.zip(self.words.goal()).is_some_and(|(winner, goal)| {
            let theirs = self.words.places(last, winner.opponent());
            let at_the_goal = |place| goal.places.contains(place) && !theirs.contains(place);
            self.words.places(last, winner).iter().any(at_the_goal)
        })
    }

    /// Adds a sentence on how the loser is shut in, up to where it can only run.
    fn push_rooms(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        const TOLD: usize = 3;
        let runs: Vec<&Run> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::Run(run) => Some(run),
                _ => None,
            })
            .collect();
        let in_a_run = |ply: usize| runs.iter().any(|run| run.from_ply < ply && ply <= run.to_ply);
        let rooms: Vec<&Room> = claims
            .iter()
            .filter_map(|claim| match claim {
                // A room of a single place says no more than the end of the line.
                Claim::Room(room)
                    if !in_a_run(room.ply)
                        && (2..=PLACES_NAMED).contains(&room.places.len())
                        && !room.lasting.is_empty()
                        && 2 * room.places.len() <= self.within_reach(room) =>
                {
                    Some(room)
                }
                _ => None,
            })
            .collect();
        let Some(first) = rooms.first() else {
            return;
        };
        if self.reaches_the_goal() {
            return; // it is the winner that gets somewhere, not the loser that is caught
        }
        let [loser, winner] = [first.player, first.player.opponent()].map(|player| self.words.player(player));
        let texts: Vec<String> = rooms
            .iter()
            .take(TOLD)
            .enumerate()
            .map(|(index, room)| match index {
                0 => format!(
                    "from ply {} on, whenever it goes anywhere but to {}, {winner} wins with its next move at the latest",
                    room.ply + 1,
                    self.places_among(&room.lasting, "or")
                ),
                _ => format!("from ply {} on anywhere but to {}", room.ply + 1, self.places_among(&room.lasting, "or")),
            })
            .collect();
        sentences.push(format!("{loser} is shut in while {winner} plays on like this: {}", texts.join("; ")));
    }

    /// The number of places that the loser's pieces could reach in the rest of the line, other pieces disregarded. If its room is nearly as
    /// large, the loser is not shut in, but caught before it gets farther.
    fn within_reach(&self, room: &Room) -> usize {
        let plies = &self.explanation.plies;
        let Some(next) = plies.get(room.ply) else { return 0 };
        let from = self.words.places(next.from, room.player);
        let moves = plies[room.ply..].iter().filter(|ply| ply.player == room.player).count();
        let walks = Walks::new(self.words, room.player, from.iter().copied());
        walks.distances_from(&from).values().filter(|&&steps| steps as usize <= moves).count()
    }

    /// Adds one sentence on how both sides walk in a circle.
    fn push_circles(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        /// A circle with more stops than this is not named stop by stop.
        const STOPS_NAMED: usize = 12;
        let circles: Vec<&Circle> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::Circle(circle) => Some(circle),
                _ => None,
            })
            .collect();
        if let [circle, ..] = circles[..] {
            let since = Self::since(circle);
            let texts: Vec<String> = circles.iter().map(|circle| self.circling(circle)).collect();
            sentences.push(if circles.iter().any(|circle| circle.walk.len() > STOPS_NAMED) {
                let round = self.explanation.plies.len() - circle.from_ply;
                format!("from {since} on the play repeats every {}", plies(round))
            } else {
                format!("from {since} on the play repeats: {}", texts.join(", and "))
            });
        }
    }

    /// Adds the gate that separates most, as a rule to remember.
    fn push_gate_rule(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        /// Gates that allow the keeper to be farther away than this are not mentioned.
        const WITHIN: u32 = 1;
        /// At most this number of groups of tempting moves are named.
        const GROUPS_NAMED: usize = 2;
        let winner = self.explanation.summary.judgement.outcome.winner();
        let gate = claims.iter().find_map(|claim| match claim {
            Claim::Gate(gate) if gate.within <= WITHIN && winner == Some(gate.player) => Some(gate),
            _ => None,
        });
        let Some(gate) = gate else { return };
        let runner = self.words.player(gate.player.opponent());
        let place = self.word_of(gate.place);
        let mut tempting: Vec<(Vec<String>, Vec<usize>)> = Vec::new();
        for (&number, to) in gate.plies.iter().zip(&gate.tempting) {
            let ply = &self.explanation.plies[number - 1];
            let throws = ply.others.iter().filter(|other| other.rated.judgement.outcome.score(gate.player) < 1);
            let targets: BTreeSet<_> = throws.map(|other| other.rated.to).filter(|at| to.contains(at)).collect();
            let targets: Vec<String> = targets.into_iter().map(|at| self.words.target(ply.from, at)).collect();
            match tempting.iter_mut().find(|(known, _)| *known == targets) {
                _ if targets.is_empty() => {}
                Some((_, plies)) => plies.push(number),
                None => tempting.push((targets, vec![number])),
            }
        }
        let tempting = tempting.into_iter().take(GROUPS_NAMED).map(|(targets, plies)| {
            let throws = if targets.len() == 1 { "throws" } else { "throw" };
            let at = self.at_plies(gate.player, &plies);
            format!("; {}, though nearer to {runner}, {throws} the win away at {at}", listed(&targets, "and"))
        });
        let goal = self.goal_noun();
        let door = match (gate.is_entrance, gate.entrances, gate.nearest, gate.steps) {
            (false, ..) => format!("the place to hold is {place}"),
            (true, 1, ..) => format!("{place} is the only door to {goal}"),
            (true, _, true, Some(steps)) if steps > 0 => {
                let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
                format!("the nearest door to {goal} for {runner} is {place} ({steps})")
            }
            (true, doors, ..) => format!("{place} is one of the {doors} doors to {goal}"),
        };
        sentences.push(format!("{door}: {}{}", self.gate(gate), tempting.collect::<String>()));
    }

    /// Adds the first three moves at which the loser has only one real defence, except those where the second-best move is an obvious loss.
    fn push_defences(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        const NAMED_AT_MOST: usize = 3;
        let mut defences: Vec<&OnlyDefence> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::OnlyDefence(defence) => Some(defence),
                _ => None,
            })
            .filter(|defence| {
                let ply = &self.explanation.plies[defence.ply - 1];
                ply.others.first().is_some_and(|second| !second.rated.is_obvious_loss(defence.player))
            })
            .take(NAMED_AT_MOST)
            .collect();
        sort_by_numbers(&mut defences, |defence| [defence.ply as u64]);
        let Some(first) = defences.first() else {
            return;
        };
        let measure = self.words.measure();
        let loser = self.words.player(first.player);
        let texts: Vec<String> = defences
            .iter()
            .map(|defence| {
                let ply = &self.explanation.plies[defence.ply - 1];
                let step = self.words.step(ply.from, ply.played.to);
                let loses = match measure {
                    Measure::Plies => format!("in at most {}", defence.loses_in),
                    Measure::Cost => format!("at cost {} at most", defence.loses_in),
                };
                format!("ply {} ({step}; anything else loses {loses})", defence.ply)
            })
            .collect();
        sentences.push(format!("{loser} must choose well at {}", list(&texts, "and")));
    }

    /// The walk of a player's piece between two positions of the line; `None` if it has several pieces.
    fn tour(&self, player: Player, from_ply: usize, to_ply: usize) -> Option<String> {
        let place = |position| match self.words.places(position, player)[..] {
            [place] => Some(place),
            _ => None,
        };
        let plies = &self.explanation.plies;
        let mut tour = vec![place(plies[from_ply].from)?];
        for ply in plies[from_ply..to_ply].iter().filter(|ply| ply.player == player) {
            tour.push(place(ply.played.to)?);
        }
        Some(super::walk(tour.into_iter().map(|place| self.words.place_name(place))))
    }

    fn placement(&self, tempo: &Tempo) -> String {
        Player::BOTH.map(|player| self.words.placement(tempo.from, player)).join(" ")
    }

    fn winner(&self) -> String {
        let winner = self.explanation.summary.judgement.outcome.winner();
        winner.map_or_else(|| "nobody".to_owned(), |player| self.words.player(player))
    }

    /// The player to move after this number of plies; empty at the end of the line.
    fn mover(&self, ply: usize) -> String {
        self.explanation.plies.get(ply).map_or_else(String::new, |ply| self.words.player(ply.player))
    }

    /// How far the end is after this number of plies of a forced win, as text.
    fn remaining(&self, ply: usize) -> String {
        short(self.words.measure(), self.left(ply))
    }

    /// How far the end is after this number of plies of a forced win; 0 at the end of the line.
    fn left(&self, ply: usize) -> Distance {
        let next = self.explanation.plies.get(ply);
        let left = next.and_then(|ply| Some(ply.played.judgement.distance? + Distance::from(ply.played.cost)));
        left.unwrap_or(0)
    }

    /// "8 and 17"; of very many places only their number.
    fn places_in_a_sentence(&self, places: &[Place]) -> String {
        self.places_among(places, "and")
    }

    /// "8 or 17", with this conjunction; of very many places only their number.
    fn places_among(&self, places: &[Place], conjunction: &str) -> String {
        let names: Vec<String> = places.iter().map(|&place| self.words.place_name(place)).collect();
        if places.len() > PLACES_NAMED { self.places(places) } else { listed(&names, conjunction) }
    }

    /// "8 17"; of very many places only their number.
    fn places(&self, places: &[Place]) -> String {
        if places.len() > PLACES_NAMED {
            return format!("{} places", places.len());
        }
        let names: Vec<String> = places.iter().map(|&place| self.words.place_name(place)).collect();
        names.join(" ")
    }
}

/// A run as a row of the line in short form.
pub(super) fn run_folded<W: Words>(run: &Run, explanation: &Explanation, words: &W) -> String {
    let (runner, hunter) = (words.player(run.player), words.player(run.player.opponent()));
    let writer = ClaimWriter { explanation, words };
    format!("{runner} runs {}, {hunter} {}", writer.way(run), writer.pursuit(run))
}

fn plies(count: usize) -> String {
    super::plies(count as Distance)
}
