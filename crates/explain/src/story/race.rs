//! The distances of both sides from the goal and from each other at the start.

use catmouse_arena::{InOrder, Place, Player, Status, counted};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::law::Law;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::text::steps_of;
use crate::walks::Walks;

/// On a board with a goal, each side's distance from the goal and from its opponent at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// For each player, One first, the number of steps from its nearest piece to the goal, other
    /// pieces disregarded. `None` if there is no path.
    pub to_goal: [Option<u32>; 2],
    /// The same distances to the nearest of the opponent's pieces.
    pub to_opponent: [Option<u32>; 2],
}

/// The race; `None` if there is no goal, or if the game is over before it begins.
pub(super) fn find(context: &Explained<'_>) -> Option<Race> {
    let start = context.explanation.summary.start;
    let goal = context.words.goal()?;
    if let Status::Won(_) = context.arena.status(start) {
        return None;
    }
    let steps = |player: Player, to: &[_]| {
        let from = context.words.places(start, player);
        let distances = Walks::new(context.words, player, &from).distances_from(&from);
        distances.least(to)
    };
    Some(Race {
        to_goal: Player::BOTH.map(|player| steps(player, &goal.places)),
        to_opponent: Player::BOTH.map(|player| steps(player, &context.words.places(start, player.opponent()))),
    })
}

impl Race {
    /// The steps of both sides to the goal, if the first side there wins and the winner is ahead.
    /// Otherwise `None`.
    fn to_the_goal(&self, teller: &Teller<'_>) -> Option<[u32; 2]> {
        let [Some(one), Some(two)] = self.to_goal else { return None };
        let winner = teller.explanation.summary.judgement.outcome.winner();
        let is_race = teller.words.is_race() && teller.reaches_the_goal() && winner == Some(ahead(teller, [one, two]));
        is_race.then_some([one, two])
    }
}

impl Race {
    /// The player who would win at the goal, if it cannot get there from the start.
    pub(super) fn shut_out(teller: &Teller<'_>) -> Option<Player> {
        let runner = teller.words.goal()?.player;
        teller.all::<Self>().any(|race| race.to_goal[runner.index()].is_none()).then_some(runner)
    }

    /// Why the player who would win at the goal does not, if it cannot get there from the start: the places to which
    /// its moves lead.
    pub(super) fn no_way(teller: &Teller<'_>) -> Option<String> {
        /// The greatest number of places that are named.
        const NAMED: usize = 4;
        let runner = Self::shut_out(teller)?;
        let from = teller.words.places(teller.explanation.summary.start, runner);
        let reached = Walks::new(teller.words, runner, &from).distances_from(&from).entries();
        let mut places: Vec<Place> = reached.into_iter().map(|(place, _)| place).collect();
        places.put_in_order();
        let whole = format!("{} cannot get to {}", teller.words.player(runner), teller.goal_noun());
        Some(match places.len() {
            0 => whole,
            1 => format!("{whole}: no move leads away from {}", teller.place_name(places[0])),
            count if count <= NAMED => {
                format!("{whole}: its moves lead only to {}", teller.places_in_a_sentence(&places))
            }
            count => format!("{whole}: its moves lead to {count} places, and {} is none of them", teller.goal_noun()),
        })
    }

    /// How far a winner that takes its opponent's goal is from it; `None` if the [`idea`](Self::idea)
    /// says so.
    pub(super) fn taken(teller: &Teller<'_>) -> Option<String> {
        let is_taken = teller.words.is_race() && teller.reaches_the_goal();
        let goal = teller.words.goal().filter(|goal| is_taken && !teller.is_won_by(goal.player))?;
        let race = teller.all::<Self>().next().filter(|race| race.to_the_goal(teller).is_none())?;
        let [runner, taker] = [goal.player, goal.player.opponent()].map(|player| race.to_goal[player.index()]);
        let than = runner.filter(|&steps| Some(steps) > taker);
        let than = than.map_or_else(String::new, |steps| format!(", {} {steps}", teller.words.player(goal.player)));
        let steps = counted(taker?, "move", "moves");
        Some(format!("{} can take {} itself: it needs {steps} to it{than}", teller.winner(), goal.noun))
    }

    /// The race as the idea of a game; `None` if it does not decide the game.
    pub(super) fn idea(teller: &Teller<'_>) -> Option<String> {
        let [one, two] = teller.all::<Self>().next()?.to_the_goal(teller)?;
        let [first, second] = Player::BOTH.map(|player| teller.words.player(player));
        let mover = teller.explanation.plies.first()?.player;
        Some(format!(
            "it is a race to {}: {first} has {} to go, {second} {two}, and {} is to move. So {} is there first",
            teller.goal_noun(),
            steps_of(one),
            teller.words.player(mover),
            teller.winner(),
        ))
    }
}

impl Kind for Race {
    const WEIGHT: u32 = 10;
    const OPENS: bool = true;

    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let shown = |race: &Self| {
            let to_the_goal = race.to_the_goal(teller).map(|steps| run_to_the_goal(teller, steps));
            to_the_goal.unwrap_or_else(|| race.sentence(teller))
        };
        teller.all::<Self>().map(shown).collect()
    }

    /// A law already states the distances. Without a law, the claim belongs to the story if it is a
    /// race to the goal, or if the story is empty. It always does if the goal is out of reach.
    fn is_included_after(teller: &Teller<'_>, sentences: usize) -> bool {
        Self::shut_out(teller).is_some()
            || !Law::opens_story(teller)
                && (sentences == 0 || teller.all::<Self>().any(|race| race.to_the_goal(teller).is_some()))
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let goal = teller.goal_noun();
        let away = |steps: Option<u32>, what: &str| match steps {
            None => format!("cannot get to {what}"),
            Some(0) => format!("is at {what}"),
            Some(steps) => format!("is {} from {what}", steps_of(steps)),
        };
        let texts = Player::BOTH.map(|player| {
            let opponent = teller.words.player(player.opponent());
            let own = teller.words.goal().is_some_and(|goal| goal.player == player);
            let (goal_steps, hunt_steps) = (self.to_goal[player.index()], self.to_opponent[player.index()]);
            let mut parts = Vec::new();
            if own || goal_steps.is_some() {
                parts.push(away(goal_steps, &goal));
            }
            if !own {
                parts.push(away(hunt_steps, &opponent));
            }
            format!("{} {}", teller.words.player(player), parts.join(" and "))
        });
        texts.join("; ")
    }
}

impl Record for Race {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.each(|race, player| Steps {
            to_goal: race.to_goal[player.index()],
            to_opponent: race.to_opponent[player.index()],
        })
    }
}

/// Numbers of steps of a side.
struct Steps {
    to_goal: Option<u32>,
    to_opponent: Option<u32>,
}

impl Record for Steps {
    const NAME: &'static str = "Steps";
    const MEANING: &'static str = "Numbers of steps of a side; null where there is no path.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("steps_to_goal", |steps| steps.to_goal).field("steps_to_opponent", |steps| steps.to_opponent)
    }
}

/// The side that reaches the goal first if both take shortest ways.
fn ahead(teller: &Teller<'_>, steps: [u32; 2]) -> Player {
    let mover = teller.explanation.plies.first().map_or(Player::One, |ply| ply.player);
    if steps[mover.index()] <= steps[mover.opponent().index()] { mover } else { mover.opponent() }
}

/// The distances of both sides from the goal in a race, and the side that is ahead.
fn run_to_the_goal(teller: &Teller<'_>, steps: [u32; 2]) -> String {
    let goal = teller.goal_noun();
    let [one, two] = Player::BOTH.map(|player| teller.words.player(player));
    let mover = teller.explanation.plies.first().map_or(Player::One, |ply| ply.player);
    let lead = match steps[0].abs_diff(steps[1]) {
        0 => "ahead".to_owned(),
        lead => format!("{} ahead", steps_of(lead)),
    };
    format!(
        "it is a race to {goal}: {one} has {} to go and {two} {}, it is {}'s turn, and with equally many to go the \
         side whose turn it is gets there first; so {} is {lead}",
        steps_of(steps[0]),
        steps[1],
        teller.words.player(mover),
        teller.words.player(ahead(teller, steps)),
    )
}
