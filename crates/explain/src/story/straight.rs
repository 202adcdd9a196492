//! The end of a line in which the winner takes a shortest way to the goal or to the loser.

use catmouse_arena::{Place, Player, Status, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::run::Run;
use super::sway::Sway;
use super::teller::Teller;
use super::tempo::Tempo;
use crate::explanation::Explained;
use crate::text::walk_over;
use crate::walks::Walks;

/// The target of a winner's shortest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The goal.
    Goal,
    /// The place where it catches the loser's piece.
    Opponent,
}

/// In a forced win of a single piece, the longest final stretch of the line in which W's piece
/// takes a shortest way to the place of its win. The stretch has at least six plies. The place is
/// the goal, or where the piece catches L's piece; lengths are measured in the piece's own steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Straight {
    /// The number of plies before the stretch, which begins with a move of W.
    pub from_ply: usize,
    /// The number of plies at the end of the stretch, which is the end of the line.
    pub to_ply: usize,
    /// The winner.
    pub player: Player,
    /// The target of the way.
    pub target: Target,
    /// The places of the winner's piece at the beginning of the stretch and after each of its
    /// moves.
    pub path: Vec<Place>,
}

/// The stretch; `None` if it is too short, or if W wins in another way. Time: linear in the line
/// and in the steps of W's piece.
pub(super) fn find(context: &Explained<'_>) -> Option<Straight> {
    /// The least number of plies of a stretch.
    const PLIES: usize = 6;
    let player = context.forced_winner()?;
    let last = context.explanation.summary.last;
    let stands = context.place(context.explanation.summary.start, player)?;
    let arrives = context.place(last, player).filter(|_| context.arena.status(last) == Status::Won(player))?;
    let walks = Walks::new(context.words, player, &[stands]);
    let goal = context.words.goal().filter(|goal| goal.player == player && goal.places.contains(&arrives));
    let (target, steps) = match goal {
        Some(goal) => (Target::Goal, walks.distances_to(&goal.places)),
        None if context.place(last, player.opponent()) == Some(arrives) => {
            (Target::Opponent, walks.distances_to(&[arrives]))
        }
        None => return None,
    };
    let mut path = vec![arrives];
    let to_ply = context.explanation.plies.len();
    let mut from_ply = to_ply;
    for ply in context.explanation.plies.iter().rev().filter(|ply| ply.player == player) {
        let place = context.place(ply.from, player)?;
        if steps.get(place) != u32::try_from(path.len()).ok() {
            break;
        }
        path.push(place);
        from_ply = ply.number - 1;
    }
    path.reverse();
    (to_ply - from_ply >= PLIES).then_some(Straight { from_ply, to_ply, player, target, path })
}

impl Kind for Straight {
    const WEIGHT: u32 = 130;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let player = teller.words.player(self.player);
        let steps = self.path.len() - 1;
        let since = match self.from_ply {
            0 => String::new(),
            from => format!("from ply {} on ", from + 1),
        };
        let way = walk_over(&self.path, teller.words);
        match (self.target, self.path.last()) {
            (Target::Opponent, Some(&last)) => format!(
                "{since}{player} takes a shortest way to {}, where it catches {}: {steps} steps ({way})",
                teller.place_name(last),
                teller.words.player(self.player.opponent()),
            ),
            _ => format!(
                "{since}{player} goes straight for {}, {steps} steps without a detour ({way}){}",
                teller.goal_noun(),
                astray(teller, self)
            ),
        }
    }

    /// One sentence: the winner's straight way, and how the loser goes to and fro meanwhile.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        // Handing the move over is the main idea, so a short stretch is not mentioned as well.
        let total = teller.explanation.plies.len();
        let hands_over = teller.all::<Tempo>().next().is_some();
        let is_idea = |from: usize, to: usize| 2 * (to - from) >= total || !hands_over && 4 * (to - from) >= total;
        let in_a_run =
            |from: usize, to: usize| teller.all::<Run>().any(|run| run.from_ply <= from + 3 && to <= run.to_ply + 1);
        // A player who wins at the goal does not win by coming nearer to a piece.
        let straight = teller
            .all::<Self>()
            .next()
            .filter(|straight| straight.target == Target::Goal || !teller.reaches_the_goal());
        let straight = straight.filter(|straight| {
            is_idea(straight.from_ply, straight.to_ply) && !in_a_run(straight.from_ply, straight.to_ply)
        });
        let sway = teller.all::<Sway>().next().filter(|sway| is_idea(sway.from_ply, sway.to_ply));
        let texts: Vec<String> = straight
            .map(|straight| straight.sentence(teller))
            .into_iter()
            .chain(sway.map(|sway| sway.sentence(teller)))
            .collect();
        if texts.is_empty() { Vec::new() } else { vec![texts.join("; ")] }
    }
}

impl Record for Straight {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("from_ply", |straight| straight.from_ply)
            .field("to_ply", |straight| straight.to_ply)
            .field("player", |straight| straight.player)
            .field("to", |straight| match straight.target {
                Target::Goal => "goal",
                Target::Opponent => "opponent",
            })
            .means("`goal` or `opponent`.")
            .field("path", |straight| straight.path.clone())
    }
}

/// The alternatives that also come nearer to the goal, but throw the win away without losing at
/// once.
fn astray(teller: &Teller<'_>, straight: &Straight) -> String {
    /// The greatest number of moves that are named.
    const NAMED: usize = 2;
    let Some(goal) = teller.words.goal().filter(|_| straight.target == Target::Goal) else { return String::new() };
    let steps = Walks::new(teller.words, straight.player, &straight.path).distances_to(&goal.places);
    let left = |position| {
        let places = teller.words.places(position, straight.player);
        places.first().and_then(|&place| steps.get(place))
    };
    let mut texts = Vec::new();
    for ply in &teller.explanation.plies[straight.from_ply..straight.to_ply] {
        for other in ply.others.iter().filter(|_| ply.player == straight.player) {
            let rated = &other.rated;
            let throws = rated.judgement.outcome.score(ply.player) < 1 && rated.value.distance() != Some(0);
            let comes_nearer = || left(rated.to).is_some_and(|to| Some(to) < left(ply.from));
            if throws && texts.len() < NAMED && comes_nearer() {
                texts.push(format!("{} at ply {}", teller.words.target(ply.from, rated.step()), ply.number));
            }
        }
    }
    if texts.is_empty() {
        return String::new();
    }
    format!("; not every step nearer would do: {} would throw the win away", listed(&texts, "and"))
}
