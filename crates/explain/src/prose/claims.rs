//! Claims as sentences: each by itself for programs that show it, and the heaviest together as the story of the game.

use std::collections::BTreeSet;

use catmouse_arena::{Aim, Distance, Measure, Outcome, Place, Player, Words, listed};

use super::{amount, capitalised, list, short};
use crate::explanation::{Explanation, Ply};
use crate::reason::{Alternative, Motive};
use crate::sorting::sort_by_numbers;
use crate::story::walks::Walks;
use crate::story::{
    Aimed, Circle, Claim, Confinement, Costs, Fork, Gate, Guard, Habit, Narrow, Obeyed, Only, Part, Pursuit, Race,
    Role, Roles, Room, Run, Starts, Straight, Sway, Tempo, Threat, Turn,
};
use crate::strategy::{Manner, Strategy};

/// More places than this are counted instead of named.
const PLACES_NAMED: usize = 14;
/// Sentences that a story has at most.
const SENTENCES: usize = 7;

const PARITY: &str = "neither side can waste a move to change whose turn it is: the places have two colours, and each step changes the \
                      colour of its piece";

/// A claim as a sentence without a full stop.
pub fn claim<W: Words>(claim: &Claim, explanation: &Explanation, words: &W) -> String {
    let told = Telling { explanation, words };
    match claim {
        Claim::Tempo(tempo) => told.tempo(tempo),
        Claim::Costs(costs) => told.costs(costs),
        Claim::Roles(roles) => told.roles(roles),
        Claim::Confinement(confinement) => told.confinement(confinement),
        Claim::Room(room) => told.room(room),
        Claim::Straight(straight) => told.straight(straight),
        Claim::Sway(sway) => told.sway(sway),
        Claim::Run(run) => told.run(run),
        Claim::Gate(gate) => told.gate(gate),
        Claim::Habit(habit) => told.habit(habit),
        Claim::Fork(fork) => told.fork(fork),
        Claim::Turn(turn) => told.turn(turn),
        Claim::Only(only) => told.only(only),
        Claim::Narrow(narrow) => told.slips(narrow),
        Claim::Guard(guard) => told.guard(guard),
        Claim::Circle(circle) => told.circle(circle),
        Claim::Parity(_) => PARITY.to_owned(),
        Claim::Race(race) => told.race(race),
        Claim::Starts(starts) => told.starts(starts),
        Claim::Threat(threat) => told.threat(threat),
    }
}

/// The story of a game: up to seven sentences, the heaviest claims first. Empty where there is nothing to say beyond
/// the headline.
pub fn story<W: Words>(claims: &[Claim], explanation: &Explanation, words: &W) -> Vec<String> {
    story_beside(claims, &[], explanation, words)
}

/// The same where whole strategies are told beside it: those take the place of the rules of thumb, and what a player guards is said
/// only if its strategy keeps to that.
pub fn story_beside<W: Words>(
    claims: &[Claim],
    strategies: &[Strategy],
    explanation: &Explanation,
    words: &W,
) -> Vec<String> {
    /// A game with fewer sentences has room for how far everything is.
    const FEW: usize = 3;
    let told = Telling { explanation, words };
    let mut sentences = Vec::new();
    told.tempi(claims, &mut sentences);
    first(claims, &mut sentences, |claim| match claim {
        Claim::Costs(costs) => Some(told.costs(costs)),
        _ => None,
    });
    first(claims, &mut sentences, |claim| match claim {
        // Where all of them only wait, as before a capture at once, that says nothing.
        Claim::Roles(roles) if roles.parts.iter().any(|part| part.role() != Role::Waits) => Some(told.roles(roles)),
        _ => None,
    });
    told.guards(claims, strategies, &mut sentences);
    told.boxes(claims, &mut sentences);
    told.walks(claims, &mut sentences);
    told.rooms(claims, &mut sentences);
    first(claims, &mut sentences, |claim| match claim {
        Claim::Run(run) => Some(told.run(run)),
        _ => None,
    });
    told.circles(claims, &mut sentences);
    let before = sentences.len();
    first(claims, &mut sentences, |claim| match claim {
        Claim::Fork(fork) => Some(told.fork(fork)),
        _ => None,
    });
    let is_told = strategies.iter().any(|strategy| strategy.aim == Aim::Win);
    if !is_told {
        told.rule(claims, &mut sentences);
    }
    if sentences.len() == before && !is_told {
        // Not to be caught is no plan.
        first(claims, &mut sentences, |claim| match claim {
            Claim::Habit(habit) if habit.manner != Manner::Safe || habit.obeyed == Obeyed::Wins => {
                Some(told.habit(habit))
            }
            _ => None,
        });
    }
    first(claims, &mut sentences, |claim| match claim {
        Claim::Only(only) => told.narrow(only),
        _ => None,
    });
    sentences.extend(told.safe(claims));
    told.turns(claims, &mut sentences);
    // The line names them as well, so this is for games of which there is less to say.
    if sentences.len() < SENTENCES - 1 {
        first(claims, &mut sentences, |claim| match claim {
            Claim::Narrow(narrow) => Some(told.slips(narrow)),
            _ => None,
        });
    }
    first(claims, &mut sentences, |claim| match claim {
        Claim::Parity(_) => Some(PARITY.to_owned()),
        _ => None,
    });
    // In a game with little to tell it is worth telling how far everything is, and what hangs on the start.
    if sentences.len() < SENTENCES - 1 {
        first(claims, &mut sentences, |claim| match claim {
            Claim::Starts(starts) => Some(told.starts(starts)),
            _ => None,
        });
    }
    let race = claims.iter().find_map(|claim| match claim {
        Claim::Race(race) => Some(race),
        _ => None,
    });
    if let Some(race) = race {
        // Where both sides win there and one gets there, that is what the game is about.
        if let [Some(one), Some(two)] = race.to_goal
            && told.reaches_the_goal()
        {
            sentences.insert(0, told.run_to_the_goal([one, two]));
        } else if sentences.len() < FEW {
            sentences.insert(0, told.race(race));
        }
    }
    sentences.truncate(SENTENCES);
    sentences.into_iter().map(|sentence| capitalised(&sentence) + ".").collect()
}

/// Adds what is told of the first claim of which something is.
fn first(claims: &[Claim], sentences: &mut Vec<String>, pick: impl Fn(&Claim) -> Option<String>) {
    sentences.extend(claims.iter().find_map(pick));
}

/// What claims are told with.
struct Telling<'a, W> {
    explanation: &'a Explanation,
    words: &'a W,
}

impl<W: Words> Telling<'_, W> {
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
        /// The ways of more pieces than this are not told one by one.
        const PIECES_TOLD: usize = 3;
        if roles.parts.len() > PIECES_TOLD {
            return self.roles_together(roles);
        }
        let told: Vec<String> = roles.parts.iter().map(|part| self.part(roles.player, part)).collect();
        told.join("; ")
    }

    /// Where a piece goes, and what for.
    fn part(&self, player: Player, part: &Part) -> String {
        /// Of longer ways only the end is told.
        const STOPS_TOLD: usize = 8;
        let (piece, loser) = (self.words.piece(player), self.words.player(player.opponent()));
        let (first, last) = (part.path[0], part.path[part.path.len() - 1]);
        let name = |place: &Place| self.word_of(*place);
        let way = match part.path.len() {
            _ if part.path.iter().all(|place| *place == first) => "stays there".to_owned(),
            stops if stops <= STOPS_TOLD => format!("goes {}", super::walk(part.path.iter().map(name))),
            _ => format!("goes to {}", name(&last)),
        };
        let does = match part.role() {
            Role::Drives => {
                format!("and drives {loser}, which it could catch with its next step if {loser} stood still")
            }
            Role::Blocks => {
                let mut places: Vec<Place> = part.blocks.iter().map(|&(_, place)| place).collect();
                places.sort_unstable();
                places.dedup();
                format!("and blocks {}: there it would catch {loser}", self.places_in_a_sentence(&places))
            }
            Role::Waits => "and only waits".to_owned(),
        };
        format!("the {piece} from {} {way} {does}", name(&first))
    }

    /// What many pieces do, those together that do the same.
    fn roles_together(&self, roles: &Roles) -> String {
        let piece = self.words.piece(roles.player);
        let loser = self.words.player(roles.player.opponent());
        let of = |role: Role| roles.parts.iter().filter(move |part| part.role() == role);
        let from = |parts: Vec<&Part>| {
            let from: Vec<String> = parts.iter().map(|part| self.word_of(part.path[0])).collect();
            if from.len() == 1 {
                format!("the {piece} from {}", from[0])
            } else {
                format!("the {piece}s from {}", listed(&from, "and"))
            }
        };
        let verb =
            |parts: &[&Part], one: &str, many: &str| if parts.len() == 1 { one.to_owned() } else { many.to_owned() };
        let mut told = Vec::new();
        let drivers: Vec<&Part> = of(Role::Drives).collect();
        if !drivers.is_empty() {
            let drive = verb(&drivers, "drives", "drive");
            told.push(format!("{} {drive} {loser} from where it stands", from(drivers)));
        }
        let blockers: Vec<&Part> = of(Role::Blocks).collect();
        if !blockers.is_empty() {
            let mut places: Vec<Place> =
                blockers.iter().flat_map(|part| &part.blocks).map(|&(_, place)| place).collect();
            places.sort_unstable();
            places.dedup();
            let block = verb(&blockers, "blocks", "block");
            let places = self.places_in_a_sentence(&places);
            told.push(format!("{} {block} {places}, where {loser} would be caught", from(blockers)));
        }
        let waiting: Vec<&Part> = of(Role::Waits).collect();
        if !waiting.is_empty() {
            let waits = verb(&waiting, "only waits", "only wait");
            told.push(format!("{} {waits}", from(waiting)));
        }
        told.join("; ")
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

    /// How the box shrinks, in one sentence: the first step, the last, and the largest between.
    fn boxes(&self, claims: &[Claim], sentences: &mut Vec<String>) {
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
        let to = match straight.aimed {
            Aimed::Goal => self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun),
            Aimed::Opponent => self.words.player(straight.player.opponent()),
        };
        let since = match straight.from_ply {
            0 => String::new(),
            from => format!("from ply {} on ", from + 1),
        };
        let way = super::walk(straight.path.iter().map(|&place| self.word_of(place)));
        format!(
            "{since}{player} goes straight for {to}, {steps} steps without a detour ({way}){}",
            self.astray(straight)
        )
    }

    /// Where a move that comes nearer to the goal as well would be wrong, and is not over at once.
    fn astray(&self, straight: &Straight) -> String {
        /// Of more moves only so many are named.
        const NAMED: usize = 2;
        let Some(goal) = self.words.goal().filter(|_| straight.aimed == Aimed::Goal) else { return String::new() };
        let steps = Walks::new(self.words, straight.player, straight.path.iter().copied()).distances_to(&goal.places);
        let left = |position| {
            let places = self.words.places(position, straight.player);
            places.first().and_then(|place| steps.get(place).copied())
        };
        let mut told = Vec::new();
        for ply in &self.explanation.plies[straight.from_ply..straight.to_ply] {
            for other in ply.others.iter().filter(|_| ply.player == straight.player) {
                let rated = &other.rated;
                let throws = rated.judgement.outcome.score(ply.player) < 1 && rated.value.distance() != Some(0);
                let comes_nearer = || left(rated.to).is_some_and(|to| Some(to) < left(ply.from));
                if throws && told.len() < NAMED && comes_nearer() {
                    told.push(format!("{} at ply {}", self.words.target(ply.from, rated.to), ply.number));
                }
            }
        }
        if told.is_empty() {
            return String::new();
        }
        format!("; not every step nearer would do: {} would throw the win away", listed(&told, "and"))
    }

    fn sway(&self, sway: &Sway) -> String {
        let player = self.words.player(sway.player);
        // Its first move, which may be any, is not worth a number.
        let since = if sway.from_ply > 1 { format!("from ply {} on ", sway.from_ply + 1) } else { String::new() };
        let until = if sway.to_ply + 1 >= self.explanation.plies.len() {
            String::new()
        } else {
            format!(" until ply {}", sway.to_ply)
        };
        match &sway.places[..] {
            [one, other] => format!(
                "{since}{player} can do no better than go to and fro between {} and {}{until}",
                self.word_of(*one),
                self.word_of(*other)
            ),
            places => format!("{since}{player} can do no better than stay at {}{until}", self.places(places)),
        }
    }

    /// How the winner goes straight for something, and the loser to and fro meanwhile.
    fn walks(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        let straight = claims.iter().find_map(|claim| match claim {
            Claim::Straight(straight) => Some(straight),
            _ => None,
        });
        // Where the move is handed over on the way, that is the idea, and short stretches are none.
        let total = self.explanation.plies.len();
        let hands_over = claims.iter().any(|claim| matches!(claim, Claim::Tempo(_)));
        let is_idea = |from: usize, to: usize| 2 * (to - from) >= total || !hands_over && 4 * (to - from) >= total;
        let in_a_run = |from: usize, to: usize| {
            claims
                .iter()
                .any(|claim| matches!(claim, Claim::Run(run) if run.from_ply <= from + 3 && to <= run.to_ply + 1))
        };
        let sway = claims.iter().find_map(|claim| match claim {
            Claim::Sway(sway) => Some(sway),
            _ => None,
        });
        // To come nearer to a piece is no idea of a player who wins elsewhere.
        let straight = straight.filter(|straight| straight.aimed == Aimed::Goal || !self.reaches_the_goal());
        let straight = straight.filter(|straight| {
            is_idea(straight.from_ply, straight.to_ply) && !in_a_run(straight.from_ply, straight.to_ply)
        });
        let sway = sway.filter(|sway| is_idea(sway.from_ply, sway.to_ply));
        let told: Vec<String> = straight
            .map(|straight| self.straight(straight))
            .into_iter()
            .chain(sway.map(|sway| self.sway(sway)))
            .collect();
        if !told.is_empty() {
            sentences.push(told.join("; "));
        }
    }

    fn room(&self, room: &Room) -> String {
        let lasting = if room.lasting.len() < room.places.len() && !room.lasting.is_empty() {
            format!(", and is lost at once anywhere but on {}", self.places_in_a_sentence(&room.lasting))
        } else {
            String::new()
        };
        format!(
            "after {} {} can no longer leave {}{lasting}",
            plies(room.ply),
            self.words.player(room.player),
            self.places(&room.places)
        )
    }

    fn run(&self, run: &Run) -> String {
        let (runner, hunter) = (self.words.player(run.player), self.words.player(run.player.opponent()));
        format!(
            "from ply {} to {} {runner} can only run, {}, and {hunter} {}",
            run.from_ply + 1,
            run.to_ply,
            self.way(run),
            self.pursuit(run)
        )
    }

    /// What the hunter does meanwhile. Where it stood cannot be read off the runner's way if it is far behind, so that is told.
    fn pursuit(&self, run: &Run) -> String {
        /// Of longer runs so much would not be read.
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
        let entrance = self.words.place_name(gate.entrance);
        let within = match gate.within {
            0 => format!("on {entrance}"),
            1 => format!("on {entrance} or one step from it"),
            steps => format!("at most {steps} steps from {entrance}"),
        };
        format!("with {runner} to move on {entrance} or one step from it, {keeper} wins only if it stands {within}")
    }

    fn fork(&self, fork: &Fork) -> String {
        let (winner, loser) = (self.words.player(fork.player), self.words.player(fork.player.opponent()));
        let goal = self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
        let names: Vec<String> = fork.entrances.iter().map(|&place| self.word_of(place)).collect();
        format!(
            "{winner} plays for a fork: after ply {} it stands on {}, from where it can go on to {} beside {goal}, and it is {loser}'s \
             turn; whatever {loser} does, one of them is then out of its reach",
            fork.ply,
            self.word_of(fork.place),
            listed(&names, "or"),
        )
    }

    fn turn(&self, turn: &Turn) -> String {
        let measure = self.words.measure();
        format!(
            "at ply {} {} has one real defence, and it lasts {}: the next best move loses {}",
            turn.ply,
            self.words.player(turn.player),
            amount(measure, turn.remains),
            short(measure, turn.loses_in),
        )
    }

    fn only(&self, only: &Only) -> String {
        self.narrow_at(&only.plies)
    }

    /// The same without the plies at which every other move is lost at sight, and without moves that win at once: nobody goes wrong
    /// there.
    fn narrow(&self, only: &Only) -> Option<String> {
        let is_hidden = |ply: usize| {
            let ply = &self.explanation.plies[ply - 1];
            !super::obvious(ply) && ply.reason.motive != Motive::Finishes
        };
        let hidden: Vec<(usize, Player)> = only.plies.iter().copied().filter(|&(ply, _)| is_hidden(ply)).collect();
        (!hidden.is_empty()).then(|| self.narrow_at(&hidden))
    }

    /// "ply 3", "plies 3 and 5", or how many there are of the player's moves and the first.
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

    fn narrow_at(&self, narrow: &[(usize, Player)]) -> String {
        let told = Player::BOTH.into_iter().filter_map(|player| {
            let of_player: Vec<usize> =
                narrow.iter().filter(|(_, mover)| *mover == player).map(|&(number, _)| number).collect();
            let (mover, opponent) = (self.words.player(player), self.words.player(player.opponent()));
            // The best that the other moves lead to.
            let best = of_player.iter().filter_map(|&number| {
                let ply = &self.explanation.plies[number - 1];
                ply.others.iter().map(|other| other.rated.judgement.outcome.score(player)).max()
            });
            let scores: Vec<i8> = best.collect();
            let then = match &scores[..] {
                scores if scores.iter().all(|&score| score < 0) => format!("lets {opponent} win"),
                scores if scores.iter().all(|&score| score == 0) => "is only a draw".to_owned(),
                _ => "throws the win away".to_owned(),
            };
            let waits = match self.explanation.summary.judgement.outcome {
                Outcome::Win(winner) if winner == player => format!(", and that is what {opponent} waits for"),
                _ => String::new(),
            };
            (!of_player.is_empty()).then(|| {
                let at = self.at_plies(player, &of_player);
                format!("{mover} must be exact at {at}: any other move there {then}{waits}")
            })
        });
        told.collect::<Vec<_>>().join("; ")
    }

    fn slips(&self, narrow: &Narrow) -> String {
        /// Of more moves than this no slips are named.
        const TOLD: usize = 3;
        let winner = self.words.player(narrow.player);
        let slips = |&number: &usize| {
            let ply = &self.explanation.plies[number - 1];
            let targets: BTreeSet<String> =
                narrow.slips(ply).map(|other| self.words.target(ply.from, other.rated.to)).collect();
            let targets: Vec<String> = targets.into_iter().collect();
            format!("{} at ply {number}", listed(&targets, "or"))
        };
        let told: Vec<String> = narrow.plies.iter().take(TOLD).map(slips).collect();
        let more = match narrow.plies.len().saturating_sub(TOLD) {
            0 => String::new(),
            _ => format!(", and so would other moves at {}", self.at_plies(narrow.player, &narrow.plies[TOLD..])),
        };
        let told = told.join("; ");
        format!("some mistakes of {winner} are not seen at once: {told} would throw the win away{more}")
    }

    fn habit(&self, habit: &Habit) -> String {
        let Habit { player, manner, right, of, exceptions, obeyed, .. } = habit;
        let manner = super::strategy::does(*player, *manner, self.words);
        let winner = self.words.player(*player);
        let keeps = if right == of {
            format!("in all {of} positions of this game where it makes a difference it keeps the win")
        } else {
            format!("in {right} of the {of} positions of this game where it makes a difference it keeps the win")
        };
        let but = match obeyed {
            Obeyed::Wins => {
                let otherwise = match &exceptions[..] {
                    [] => String::new(),
                    exceptions => format!(" (the line moves otherwise at {})", self.at_plies(*player, exceptions)),
                };
                let rule = format!("a rule of thumb for {winner}: wherever there is one, {manner}");
                return format!("{rule}; that wins if it moves well where there is none{otherwise}");
            }
            Obeyed::Circles => ", but who does nothing else may go round in circles".to_owned(),
            Obeyed::Strays => match habit.fails.first() {
                Some(&position) => {
                    let standing = super::standing(position, self.words);
                    let example = if habit.fails.len() == 1 { "with" } else { "for instance with" };
                    format!(", and elsewhere it may throw the win away, {example} {standing}")
                }
                None => String::new(),
            },
        };
        let except = match &exceptions[..] {
            [] => String::new(),
            exceptions => format!(": the line does otherwise at {}", self.at_plies(*player, exceptions)),
        };
        format!("a rule of thumb for {winner}: {manner}; {keeps}{but}{except}")
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
        let since = if circle.from_ply == 0 { "the start".to_owned() } else { format!("ply {}", circle.from_ply) };
        format!("from {since} on {}", self.circling(circle))
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
        let goal = self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
        let away = |steps: Option<u32>, what: &str| match steps {
            None => format!("cannot get to {what}"),
            Some(0) => format!("is at {what}"),
            Some(1) => format!("is 1 step from {what}"),
            Some(steps) => format!("is {steps} steps from {what}"),
        };
        let told = Player::BOTH.map(|player| {
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
        told.join(", ")
    }

    /// How far both sides are from a goal at which both win, and who is ahead.
    fn run_to_the_goal(&self, steps: [u32; 2]) -> String {
        let goal = self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
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
        // Who is ahead and does not win can be caught, for nothing else comes between it and the goal.
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
        let loser = self.words.player(starts.player);
        let differ = starts.others.len();
        let same = starts.of - differ;
        let Some(nearest) = starts.others.first() else {
            return format!("wherever else {loser} had started, it would lose as well");
        };
        let wins = starts.others.iter().filter(|other| other.outcome == Outcome::Win(starts.player)).count();
        let would = match (wins, differ - wins) {
            (_, 0) => "win".to_owned(),
            (0, _) => "draw".to_owned(),
            (wins, draws) => format!("do better ({wins} wins, {draws} draws)"),
        };
        let rest = match same {
            0 => String::new(),
            1 => "; from the one other place it loses as well".to_owned(),
            same => format!("; from the other {same} places it loses as well"),
        };
        match (differ, same) {
            (1, _) => {
                format!("had {loser} started on {} instead, it would {would}{rest}", self.places(&nearest.places))
            }
            (_, 0) => format!("had {loser} started on any other place, it would {would}"),
            _ => {
                let near = match nearest.steps {
                    Some(_) => format!(", the nearest of them {}", self.places(&nearest.places)),
                    None => String::new(),
                };
                format!("from {differ} other places{near}, {loser} would {would}{rest}")
            }
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

    /// The tempo from which most can be learned, how the winner walks meanwhile, and where else the move is handed over.
    ///
    /// That is the last after which there is something left to be played: it is short, and from there the end is seen. Where the
    /// winner simply catches what stands beside it, nobody learns why the move matters.
    fn tempi(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        /// A tempo with no more than this left after it is not told: plies, or cost.
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
        // The winner wants the other side to move there, or wants to move itself.
        let purpose = if before == winner { "to hand the move over" } else { "to be the one to move there" };
        sentences.push(format!(
            "{first} it is {before}'s turn there, so {winner} takes a detour of {}{} {purpose}: after ply {} the same pieces stand \
             there again, and it is {after}'s turn",
            plies(best.to_ply - best.from_ply),
            tour.map_or_else(String::new, |tour| format!(" ({tour})")),
            best.to_ply,
        ));
        // Every other that lies inside none.
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
        let told = match (alike.is_empty(), reversed.is_empty()) {
            (true, true) => return,
            (false, true) => list_of(alike),
            (true, false) => format!("the other way round {}", list_of(reversed)),
            (false, false) => format!("{}, and the other way round {}", list_of(alike), list_of(reversed)),
        };
        sentences.push(format!("the same trick is played {told}"));
    }

    /// How each holder holds: where it keeps to, and what would break that.
    fn guards(&self, claims: &[Claim], strategies: &[Strategy], sentences: &mut Vec<String>) {
        // Where nobody can get there a goal needs no guard.
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
            // Who may go nearly everywhere guards nothing.
            let is_narrow = 2 * guard.places.len() <= guard.of && keeps_to(guard);
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

    /// What would break a holding: the moves that lose where its holder is to move.
    fn breaks(&self, player: Player) -> Option<String> {
        /// What comes so soon is seen at a glance.
        const AT_SIGHT: Distance = 1;
        let holding = self.explanation.holdings.iter().find(|holding| holding.player == player)?;
        let opponent = self.words.player(player.opponent());
        let losing =
            holding.answers.iter().flat_map(|answer| answer.losing.iter().map(move |loss| (answer.position, loss)));
        let Some((from, &(to, distance))) = losing.max_by_key(|(_, (_, distance))| *distance) else {
            return (!holding.answers.is_empty()).then(|| "nothing that it can do there loses".to_owned());
        };
        let in_plies = self.words.measure() == Measure::Plies;
        if distance == 0 || in_plies && distance <= AT_SIGHT {
            return Some(format!("it has to mind only that {opponent} cannot win at once or with its next move"));
        }
        let lead = if in_plies { "some mistakes are not seen at once" } else { "what would break it, for instance" };
        Some(format!(
            "{lead}: {} against {} loses {}",
            self.words.step(from, to),
            self.words.placement(from, player.opponent()),
            short(self.words.measure(), distance)
        ))
    }

    /// What the winner must not do where no slip is hidden.
    fn safe(&self, claims: &[Claim]) -> Option<String> {
        /// In a shorter game that is no news.
        const MOVES: usize = 4;
        let judgement = self.explanation.summary.judgement;
        let player = judgement.outcome.winner().filter(|_| judgement.distance.is_some())?;
        let is_slip = |claim: &Claim| match claim {
            Claim::Narrow(_) => true,
            Claim::Only(only) => self.narrow(only).is_some(),
            _ => false,
        };
        let finishes = |ply: &Ply| ply.reason.motive == Motive::Finishes;
        let own = || self.explanation.plies.iter().filter(|ply| ply.player == player && !finishes(ply));
        if own().count() < MOVES || claims.iter().any(is_slip) {
            return None;
        }
        let winner = self.words.player(player);
        let throws = |other: &Alternative| other.rated.judgement.outcome.score(player) < 1;
        Some(if own().any(|ply| ply.others.iter().any(throws)) {
            format!(
                "{winner} has to mind only that {} cannot win at once or with its next move: no other move on the way throws the win away, but it may gain nothing",
                self.words.player(player.opponent())
            )
        } else {
            format!(
                "{winner} can do nothing wrong on the way: no other move throws the win away, but it may gain nothing"
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

    /// How the loser is shut in, up to where it can only run.
    fn rooms(&self, claims: &[Claim], sentences: &mut Vec<String>) {
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
                // The last place of all says nothing that the end does not say.
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
        let loser = self.words.player(first.player);
        let told: Vec<String> = rooms
            .iter()
            .take(TOLD)
            .enumerate()
            .map(|(index, room)| match index {
                0 => format!(
                    "after ply {} it is lost at once anywhere but on {}",
                    room.ply,
                    self.places_in_a_sentence(&room.lasting)
                ),
                _ => format!("after ply {} anywhere but on {}", room.ply, self.places_in_a_sentence(&room.lasting)),
            })
            .collect();
        sentences.push(format!("{loser} is shut in: {}", told.join("; ")));
    }

    /// To how many places the loser's pieces could get in what is left of the line, if no other piece mattered. Who is confined to nearly
    /// as many is not shut in, but caught before it gets farther.
    fn within_reach(&self, room: &Room) -> usize {
        let plies = &self.explanation.plies;
        let Some(next) = plies.get(room.ply) else { return 0 };
        let from = self.words.places(next.from, room.player);
        let moves = plies[room.ply..].iter().filter(|ply| ply.player == room.player).count();
        let walks = Walks::new(self.words, room.player, from.iter().copied());
        walks.distances_from(&from).values().filter(|&&steps| steps as usize <= moves).count()
    }

    /// How both sides circle, in one sentence.
    fn circles(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        /// Nobody remembers a longer way round.
        const STOPS_TOLD: usize = 12;
        let circles: Vec<&Circle> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::Circle(circle) => Some(circle),
                _ => None,
            })
            .collect();
        if let [circle, ..] = circles[..] {
            let since = if circle.from_ply == 0 { "the start".to_owned() } else { format!("ply {}", circle.from_ply) };
            let told: Vec<String> = circles.iter().map(|circle| self.circling(circle)).collect();
            sentences.push(if circles.iter().any(|circle| circle.walk.len() > STOPS_TOLD) {
                let round = self.explanation.plies.len() - circle.from_ply;
                format!("from {since} on the play repeats every {}", plies(round))
            } else {
                format!("from {since} on the play repeats: {}", told.join(", and "))
            });
        }
    }

    /// The gate that tells most, as a rule to remember.
    fn rule(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        /// A rule that allows more than this is none to remember.
        const WITHIN: u32 = 1;
        /// So many plies at which the rule is felt are told.
        const PULLS_TOLD: usize = 2;
        let wins = self.explanation.summary.judgement.outcome.winner();
        let gates = || {
            claims.iter().filter_map(|claim| match claim {
                Claim::Gate(gate) if gate.within <= WITHIN && wins == Some(gate.player) => Some(gate),
                _ => None,
            })
        };
        let Some(gate) = gates().max_by_key(|gate| {
            let far = std::cmp::Reverse(gate.steps.unwrap_or(u32::MAX));
            (gate.plies.len(), std::cmp::Reverse(gate.within), far, gate.positions, std::cmp::Reverse(gate.entrance))
        }) else {
            return;
        };
        let runner = self.words.player(gate.player.opponent());
        let keeper = self.words.player(gate.player);
        let entrance = self.words.place_name(gate.entrance);
        let within = match gate.within {
            0 => format!("on {entrance}"),
            _ => format!("on {entrance} or one step from it"),
        };
        let mut pulled: Vec<(Vec<String>, Vec<usize>)> = Vec::new();
        for (&number, to) in gate.plies.iter().zip(&gate.pulled) {
            let ply = &self.explanation.plies[number - 1];
            let throws = ply.others.iter().filter(|other| other.rated.judgement.outcome.score(gate.player) < 1);
            let targets: BTreeSet<_> = throws.map(|other| other.rated.to).filter(|at| to.contains(at)).collect();
            let targets: Vec<String> = targets.into_iter().map(|at| self.words.target(ply.from, at)).collect();
            match pulled.iter_mut().find(|(known, _)| *known == targets) {
                _ if targets.is_empty() => {}
                Some((_, plies)) => plies.push(number),
                None => pulled.push((targets, vec![number])),
            }
        }
        let pulled: Vec<String> = pulled
            .into_iter()
            .take(PULLS_TOLD)
            .map(|(targets, plies)| {
                let throws = if targets.len() == 1 { "throws" } else { "throw" };
                let at = self.at_plies(gate.player, &plies);
                format!("{}, though nearer to {runner}, {throws} the win away at {at}", listed(&targets, "and"))
            })
            .collect();
        let pulled = if pulled.is_empty() { String::new() } else { format!(" (so {})", pulled.join("; ")) };
        let goal = self.words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
        // Why this door, and what about the others.
        let door = match (gate.doors, gate.nearest, gate.steps) {
            (1, ..) => format!("{entrance} is the only door to {goal}"),
            (_, true, Some(steps)) if steps > 0 => {
                let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
                format!("the nearest door to {goal} for {runner} is {entrance} ({steps})")
            }
            (doors, ..) => format!("{entrance} is one of the {doors} doors to {goal}"),
        };
        let alike = |other: &&Gate| other.entrance != gate.entrance && other.within <= gate.within;
        let others: Vec<String> = gates().filter(alike).map(|other| self.words.place_name(other.entrance)).collect();
        let others = match (others.len() + 1, gate.doors) {
            (1, 1) => String::new(),
            (1, _) => "; for no other door is there such a rule".to_owned(),
            (told, doors) => {
                let rest = if told < doors { ", though not for every door" } else { "" };
                format!("; the same holds for {}{rest}", listed(&others, "and"))
            }
        };
        sentences.push(format!(
            "{door}: whenever {runner} is on {entrance} or one step from it, {keeper} must have ended its move {within}{pulled}{others}"
        ));
    }

    /// The real defences: the three heaviest are named.
    fn turns(&self, claims: &[Claim], sentences: &mut Vec<String>) {
        const TOLD: usize = 3;
        /// What loses so soon nobody plays.
        const AT_SIGHT: Distance = 1;
        let mut turns: Vec<&Turn> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::Turn(turn) => Some(turn),
                _ => None,
            })
            .filter(|turn| turn.loses_in > AT_SIGHT)
            .take(TOLD)
            .collect();
        sort_by_numbers(&mut turns, |turn| [turn.ply as u64]);
        let Some(first) = turns.first() else {
            return;
        };
        let measure = self.words.measure();
        let loser = self.words.player(first.player);
        let told: Vec<String> = turns
            .iter()
            .map(|turn| {
                let ply = &self.explanation.plies[turn.ply - 1];
                let step = self.words.step(ply.from, ply.played.to);
                format!("ply {} ({step}, or it loses {})", turn.ply, short(measure, turn.loses_in))
            })
            .collect();
        sentences.push(format!("{loser} must choose well at {}", list(&told, "and")));
    }

    /// The winner's way from place to place between two positions of the line, if it has one piece and that is not
    /// long.
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

    /// Who is to move after this many plies of the line, which goes on there.
    fn mover(&self, ply: usize) -> String {
        self.explanation.plies.get(ply).map_or_else(String::new, |ply| self.words.player(ply.player))
    }

    /// How far the end is after this many plies of a forced win.
    fn remaining(&self, ply: usize) -> String {
        short(self.words.measure(), self.left(ply))
    }

    fn left(&self, ply: usize) -> Distance {
        let next = self.explanation.plies.get(ply);
        let left = next.and_then(|ply| Some(ply.played.judgement.distance? + Distance::from(ply.played.cost)));
        left.unwrap_or(0)
    }

    /// "8 and 17"; of very many only how many there are.
    fn places_in_a_sentence(&self, places: &[Place]) -> String {
        let names: Vec<String> = places.iter().map(|&place| self.words.place_name(place)).collect();
        if places.len() > PLACES_NAMED { self.places(places) } else { listed(&names, "and") }
    }

    /// Places by name; of very many only how many there are.
    fn places(&self, places: &[Place]) -> String {
        if places.len() > PLACES_NAMED {
            return format!("{} places", places.len());
        }
        let names: Vec<String> = places.iter().map(|&place| self.words.place_name(place)).collect();
        names.join(" ")
    }
}

/// A run in a line of the folded text.
pub(super) fn run_folded<W: Words>(run: &Run, explanation: &Explanation, words: &W) -> String {
    let (runner, hunter) = (words.player(run.player), words.player(run.player.opponent()));
    let told = Telling { explanation, words };
    format!("{runner} runs {}, {hunter} {}", told.way(run), told.pursuit(run))
}

fn plies(count: usize) -> String {
    super::plies(count as Distance)
}
