//! A rule of thumb for the winner.

use catmouse_arena::{Player, PositionId};

use super::data::{Fields, Record};
use super::fork::Fork;
use super::gate::Gate;
use super::kind::Kind;
use super::law::Law;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::strategy::{HabitResult, Manner, MannerStatistics, follow_manner, manner_statistics};
use crate::text::{does, standing};

/// In a forced win, a manner of moving that nearly always keeps the win. Staying and winning at
/// once do not count as manners here.
///
/// Let `all` be the number of positions with W to move that can arise while W plays main moves and
/// L plays anything. In `applicable` of these positions there are both moves of the manner and
/// other moves. In `right` of the applicable positions, every move of the manner keeps the win. The
/// claim is made if `applicable` is at least eight and at least half of `all`, and `right` is at
/// least three quarters of `applicable`. Among several such manners, the one with the greatest
/// `right` is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The winner.
    pub player: Player,
    /// The manner.
    pub manner: Manner,
    /// The number of applicable positions in which every move of the manner keeps the win.
    pub right: usize,
    /// The other applicable positions, in the order in which they can arise.
    pub fails: Vec<PositionId>,
    /// The number of positions that have both a move of the manner and another move.
    pub applicable: usize,
    /// The number of positions with W to move that can arise.
    pub all: usize,
    /// The numbers of W's moves in the line that are not of the manner, ascending.
    pub exceptions: Vec<usize>,
    /// The result if W makes any move of the manner where it has one, and the main move elsewhere.
    pub if_followed: HabitResult,
}

pub(super) fn find(context: &Explained<'_>) -> Option<Habit> {
    /// The least number of applicable positions for a habit.
    const POSITIONS_AT_LEAST: usize = 8;
    let player = context.forced_winner()?;
    let (all, manners) = manner_statistics(context, player)?;
    let mut best: Option<(MannerStatistics, usize)> = None;
    for statistics in manners {
        let applicable = statistics.applicable;
        let right = applicable - statistics.fails.len();
        let is_habit = 2 * applicable >= all && 4 * right >= 3 * applicable && applicable >= POSITIONS_AT_LEAST;
        if is_habit && best.as_ref().is_none_or(|(_, most)| right > *most) {
            best = Some((statistics, right));
        }
    }
    let (MannerStatistics { manner, applicable, fails }, right) = best?;
    let (exceptions, if_followed) = follow_manner(context, player, manner)?;
    Some(Habit { player, manner, right, fails, applicable, all, exceptions, if_followed })
}

impl Kind for Habit {
    const WEIGHT: u32 = 70;

    /// A fork, a gate or a law is a better rule. Merely avoiding capture is not a plan.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let has_plan = Law::opens_story(teller)
            || teller.has_winning_rules()
            || teller.all::<Fork>().next().is_some()
            || Gate::rule(teller).is_some();
        let is_plan = |habit: &&Self| habit.manner != Manner::Safe || habit.if_followed == HabitResult::Wins;
        let habits = teller.all::<Self>().filter(|_| !has_plan).filter(is_plan);
        habits.map(|habit| habit.sentence(teller)).collect()
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let Habit { player, manner, right, applicable, exceptions, if_followed, .. } = self;
        let manner = does(*player, *manner, teller.words);
        let winner = teller.words.player(*player);
        let keeps = if right == applicable {
            format!("in all {applicable} positions")
        } else {
            format!("in {right} of the {applicable} positions")
        };
        let keeps = format!(
            "{keeps} that can arise while {winner} plays on like this and in which it makes a difference it keeps the \
             win"
        );
        let but = match if_followed {
            HabitResult::Wins => {
                let otherwise = match &exceptions[..] {
                    [] => String::new(),
                    exceptions => format!(" (the line moves otherwise at {})", teller.at_plies(*player, exceptions)),
                };
                let rule = format!("a rule of thumb for {winner}: wherever there is one, {manner}");
                return format!("{rule}; that wins if it moves well where there is none{otherwise}");
            }
            HabitResult::Circles => ", but who does nothing else may go round in circles".to_owned(),
            HabitResult::Strays => match self.fails.first() {
                Some(&position) => {
                    let standing = standing(position, teller.words);
                    let example = if self.fails.len() == 1 { "with" } else { "for instance with" };
                    format!(", and elsewhere it may throw the win away, {example} {standing}")
                }
                None => ", but it may lead to other positions, and there throw the win away".to_owned(),
            },
        };
        let except = match &exceptions[..] {
            [] => String::new(),
            exceptions => format!(": the line does otherwise at {}", teller.at_plies(*player, exceptions)),
        };
        format!("a rule of thumb for {winner}: {manner}; {keeps}{but}{except}")
    }
}

impl Record for Habit {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("player", |habit| habit.player)
.field("manner", |habit| habit.manner.word())
    .means("The word for the habit, as in the `kind` of an action of a strategy.")
.field("right", |habit| habit.right).means("In how many positions every move of this manner keeps the win.")
.field("of", |habit| habit.applicable)
    .means("How many positions have a move of this manner and another move.")
.field("all", |habit| habit.all).means("How many positions there are with the winner to move.")
.field("exceptions", |habit| habit.exceptions.clone())
    .means("The winner's plies in the line that are not of this manner.")
.field("obeyed", |habit| habit.if_followed.word()).means(
    "The result of following the habit wherever it applies, and the line elsewhere: it `wins`, may go round in \
     `circles`, or\n`strays` from the win.",
)
    }
}
