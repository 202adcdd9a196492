//! What can arise while a player makes certain moves and the opponent does anything.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use catmouse_arena::{Aim, Arena, Measure, Move, Place, Player, PositionId, Status, Values, Words};

use super::item::{Choice, Item, bit};
use super::learn::Learned;
use super::{Action, Answered, Game, Manner, NoStrategy, Strategy};
use crate::explanation::Explanation;
use crate::holding;
use crate::main_move::main_move;
use crate::story::walks::Walks;

/// More positions than this are not explored: the rules for so many would not be remembered, and take seconds to learn.
pub(super) const POSITIONS_AT_MOST: usize = 1 << 18;

/// Which moves of the player are right.
pub(super) enum Permitted {
    /// All of the best value.
    Best,
    /// That of the line.
    Main,
    /// Those that stay within these positions, and elsewhere all of the best value.
    Within(HashSet<PositionId>),
}

/// The moves that the rules must allow, whatever else they do, so that they and the line agree: the answers of the player's
/// holding, by which the line is played, or else its moves in the line.
pub(super) fn told_before(explanation: &Explanation, player: Player, aim: Aim) -> BTreeMap<PositionId, PositionId> {
    let holding = explanation.holdings.iter().find(|holding| holding.player == player && aim == Aim::Hold);
    let own = explanation.plies.iter().filter(|ply| ply.player == player);
    holding.map_or_else(|| own.map(|ply| (ply.from, ply.played.to)).collect(), holding::answers)
}

impl Permitted {
    /// All that may be tried.
    pub(super) fn all(explanation: &Explanation, player: Player, aim: Aim) -> Vec<Self> {
        let trap = explanation.holdings.iter().find(|holding| holding.player == player && aim == Aim::Hold);
        let other = match (trap, aim) {
            (Some(holding), _) => Some(Self::Within(holding.trap.iter().copied().collect())),
            (None, Aim::Win) => Some(Self::Main),
            (None, Aim::Hold) => None,
        };
        other.into_iter().chain([Self::Best]).collect()
    }
}

/// Explores what can arise from some positions, each met after so much of the limit is used, while the player makes
/// permitted moves.
pub(super) fn explore<A: Arena, W: Words, V: Values>(
    it: &Game<'_, A, W, V>,
    player: Player,
    aim: Aim,
    roots: &[(u64, PositionId)],
    permitted: &Permitted,
    at_most: usize,
) -> Result<Vec<Item>, NoStrategy> {
    let surveyor = Surveyor::new(it, player);
    // Where moves have costs a win at once may be the dearer one.
    let any_end = it.words.measure() == Measure::Plies;
    let right = |position: PositionId, steps: &[Move]| -> Vec<PositionId> {
        let inside = |known: &HashSet<PositionId>| -> Vec<PositionId> {
            let stays = |step: &&Move| known.contains(&step.to);
            if known.contains(&position) {
                steps.iter().filter(stays).map(|step| step.to).collect()
            } else {
                Vec::new()
            }
        };
        let found = match permitted {
            Permitted::Best => Vec::new(),
            Permitted::Main => {
                main_move(it.arena, it.words, it.values, position).map(|step| step.to).into_iter().collect()
            }
            Permitted::Within(known) => inside(known),
        };
        if found.is_empty() {
            it.values.best_moves(it.arena, position).into_iter().map(|step| step.to).collect()
        } else {
            found
        }
    };
    let told_before = told_before(it.explanation, player, aim);
    let answer = |position: PositionId, steps: &[Move]| {
        let right = right(position, steps);
        let mut item = surveyor.item(position, steps);
        item.required = told_before.get(&position).copied();
        for choice in &mut item.choices {
            choice.permitted = right.contains(&choice.to) || any_end && choice.has(Manner::Finish);
        }
        let follow = item.choices.iter().filter(|choice| choice.permitted).map(|choice| choice.to).collect();
        (follow, item)
    };
    let (_, items, _) = arising(it, player, aim, roots, at_most, answer)?;
    let told = |item: &Item| item.choices.iter().any(|choice| item.suits(&Action::To(choice.target.clone())));
    if !items.iter().all(|item| !item.own.is_empty() && told(item)) {
        return Err(NoStrategy::NoPlaces);
    }
    Ok(items)
}

/// What can arise while the player keeps to learned rules: as a strategy, and to be learned from again.
pub(super) fn followed<A: Arena, W: Words, V: Values>(
    it: &Game<'_, A, W, V>,
    player: Player,
    aim: Aim,
    roots: &[(u64, PositionId)],
    explored: &[Item],
    learned: Learned,
) -> (Strategy, Vec<Item>) {
    let items: HashMap<PositionId, &Item> = explored.iter().map(|item| (item.position, item)).collect();
    let answer = |position: PositionId, _: &[Move]| {
        let item = items[&position];
        let action = learned.action(item);
        let moves: Vec<PositionId> = item.allowed(&action).map(|choice| choice.to).collect();
        (moves.clone(), Answered { position, moves })
    };
    // What arises now arose before, so there is not too much of it.
    let (met, answers, mistakes) = arising(it, player, aim, roots, POSITIONS_AT_MOST, answer).unwrap_or_default();
    let positions = met.len();
    let goes_on = |&&(_, to): &&(PositionId, PositionId)| matches!(it.arena.status(to), Status::Turn(_));
    let ends = |to: PositionId| it.arena.status(to) == Status::Won(player);
    let wins_at_once = |&&(_, to): &&(PositionId, PositionId)| it.arena.successors(to).any(|step| ends(step.to));
    let gifts = mistakes.iter().filter(goes_on).filter(wins_at_once).count();
    let Learned { finishes, branches, elsewhere } = learned;
    // What is learned next must not lead to anything else.
    let kept = explored.iter().filter(|item| met.contains(&item.position)).map(|item| {
        let mut item = item.clone();
        for choice in &mut item.choices {
            choice.permitted &= choice.has(Manner::Finish) || met.contains(&choice.to);
        }
        item
    });
    let kept: Vec<Item> = kept.collect();
    let strategy = Strategy {
        player,
        aim,
        after_mistakes: false,
        positions,
        answers,
        gifts,
        finishes,
        branches,
        elsewhere,
        mistakes,
    };
    (strategy, kept)
}

/// All positions, what `answer` made of each at which the player can move, and the opponent's mistakes.
type Arising<T> = (HashSet<PositionId>, Vec<T>, Vec<(PositionId, PositionId)>);

/// Plays out the moves that `answer` says against everything, the soonest positions first.
fn arising<A: Arena, W: Words, V: Values, T>(
    it: &Game<'_, A, W, V>,
    player: Player,
    aim: Aim,
    roots: &[(u64, PositionId)],
    at_most: usize,
    mut answer: impl FnMut(PositionId, &[Move]) -> (Vec<PositionId>, T),
) -> Result<Arising<T>, NoStrategy> {
    let summary = &it.explanation.summary;
    // A forced win is in time, and after a mistake nobody knows how much of the limit is left.
    let limit = summary.adjudication.limit.filter(|_| aim == Aim::Hold).map(|limit| limit.distance);
    let wins = |position: PositionId| it.values.value(position).winner() == Some(player);
    let held = aim == Aim::Hold && !wins(summary.start);
    let mut met: HashSet<PositionId> = HashSet::new();
    let mut answers = Vec::new();
    let mut mistakes = Vec::new();
    let mut open = Open::default();
    for &(after, root) in roots {
        open.push(after, root);
    }
    while let Some((after, position)) = open.pop() {
        met.insert(position);
        if met.len() > at_most {
            return Err(NoStrategy::TooMany { at_most });
        }
        let Status::Turn(mover) = it.arena.status(position) else { continue };
        let in_time = |step: &Move| limit.is_none_or(|limit| after + u64::from(step.cost) <= limit);
        let steps: Vec<Move> = it.arena.successors(position).collect();
        if mover == player {
            // A move during which the limit runs out is one as well, unless it has run out before.
            if !steps.iter().any(in_time) {
                continue;
            }
            let (follow, made) = answer(position, &steps);
            answers.push(made);
            let is_followed = |step: &&Move| in_time(step) && follow.contains(&step.to);
            for step in steps.iter().filter(is_followed) {
                open.push(after + u64::from(step.cost), step.to);
            }
        } else {
            for step in steps.into_iter().filter(in_time) {
                if held && wins(step.to) {
                    mistakes.push((position, step.to));
                } else {
                    open.push(after + u64::from(step.cost), step.to);
                }
            }
        }
    }
    mistakes.sort_unstable();
    mistakes.dedup();
    Ok((met, answers, mistakes))
}

/// Positions to be looked at, the soonest first, each once.
#[derive(Default)]
struct Open {
    heap: BinaryHeap<Reverse<(u64, PositionId)>>,
    /// How soon each can arise, as far as is known.
    soonest: HashMap<PositionId, u64>,
}

impl Open {
    fn push(&mut self, after: u64, position: PositionId) {
        let soonest = self.soonest.entry(position).or_insert(u64::MAX);
        if after < *soonest {
            *soonest = after;
            self.heap.push(Reverse((after, position)));
        }
    }

    fn pop(&mut self) -> Option<(u64, PositionId)> {
        loop {
            let Reverse((after, position)) = self.heap.pop()?;
            // What was to be met later has been met.
            if self.soonest[&position] == after {
                return Some((after, position));
            }
        }
    }
}

/// Says which moves at a position of the player are of a manner.
pub(super) fn of_manner<'a, A: Arena, W: Words, V: Values>(
    it: &'a Game<'_, A, W, V>,
    player: Player,
    manner: Manner,
) -> impl Fn(PositionId) -> Vec<PositionId> + 'a {
    let surveyor = Surveyor::new(it, player);
    move |position| {
        let steps: Vec<Move> = it.arena.successors(position).collect();
        let choices = surveyor.item(position, &steps).choices.into_iter();
        choices.filter(|choice| choice.has(manner)).map(|choice| choice.to).collect()
    }
}

/// Says what is seen at positions, and what manner moves have.
struct Surveyor<'a, 'b, A, W, V> {
    it: &'a Game<'b, A, W, V>,
    player: Player,
    /// How the player's pieces walk, and how the opponent's do.
    own: Walks,
    other: Walks,
    /// The steps of the player to the goal.
    to_goal: BTreeMap<Place, u32>,
    /// The steps of the opponent to the goal.
    other_to_goal: BTreeMap<Place, u32>,
    /// The steps of the player to these places, and of the opponent.
    to: RefCell<HashMap<Vec<Place>, BTreeMap<Place, u32>>>,
    other_to: RefCell<HashMap<Vec<Place>, BTreeMap<Place, u32>>>,
}

impl<'a, 'b, A: Arena, W: Words, V: Values> Surveyor<'a, 'b, A, W, V> {
    fn new(it: &'a Game<'b, A, W, V>, player: Player) -> Self {
        let start = it.explanation.summary.start;
        // A piece may be placed anywhere, not only where the start lets it get to.
        let walks = |player: Player| {
            let elsewhere = it.words.elsewhere(start, player).flat_map(|position| it.words.places(position, player));
            Walks::new(it.words, player, elsewhere.chain(it.words.places(start, player)))
        };
        let (own, other) = (walks(player), walks(player.opponent()));
        let goal = it.words.goal();
        let places = goal.as_ref().map_or(&[][..], |goal| &goal.places);
        let to_goal = own.distances_to(places);
        let other_to_goal = other.distances_to(places);
        let empty = || RefCell::new(HashMap::new());
        Self { it, player, own, other, to_goal, other_to_goal, to: empty(), other_to: empty() }
    }

    fn item(&self, position: PositionId, steps: &[Move]) -> Item {
        let Game { arena, words, .. } = *self.it;
        let (own, other) = (words.places(position, self.player), words.places(position, self.player.opponent()));
        let mut to = self.to.borrow_mut();
        let nearest = to.entry(other.clone()).or_insert_with(|| self.own.distances_to(&other));
        let mut choices: Vec<Choice> = Vec::with_capacity(steps.len());
        for step in steps {
            if choices.iter().any(|choice| choice.to == step.to) {
                continue; // another arc between the same places
            }
            let target = words.places(step.to, self.player);
            let mut manners = Vec::new();
            let finishes = arena.status(step.to) == Status::Won(self.player);
            if finishes {
                manners.push(Manner::Finish);
            }
            if words.stays(position, step.to) {
                manners.push(Manner::Stay);
            }
            let lost = |to: PositionId| arena.status(to) == Status::Won(self.player.opponent());
            let is_safe = finishes || !lost(step.to) && !arena.successors(step.to).any(|reply| lost(reply.to));
            if is_safe {
                manners.push(Manner::Safe);
            }
            if let ([from], [to]) = (&own[..], &target[..]) {
                let toward = |steps: &BTreeMap<Place, u32>| Some(steps.get(to)?.cmp(steps.get(from)?));
                let (foe, goal) = (toward(nearest), toward(&self.to_goal));
                if foe == Some(std::cmp::Ordering::Less) {
                    manners.push(Manner::Nearer);
                }
                if goal == Some(std::cmp::Ordering::Less) {
                    manners.push(Manner::Goal);
                    manners.extend(is_safe.then_some(Manner::SafeGoal));
                }
                if foe == Some(std::cmp::Ordering::Greater) {
                    manners.push(Manner::Away);
                    manners.extend(is_safe.then_some(Manner::SafeAway));
                }
            }
            let manners = manners.into_iter().fold(0, |bits, manner| bits | bit(manner));
            choices.push(Choice { to: step.to, target, manners, permitted: false });
        }
        let mut other_to = self.other_to.borrow_mut();
        let hunted = other_to.entry(own.clone()).or_insert_with(|| self.other.distances_to(&own));
        let least = |steps: &BTreeMap<Place, u32>| other.iter().filter_map(|place| steps.get(place).copied()).min();
        let steps = [least(hunted), least(&self.other_to_goal)];
        Item { position, own, other, choices, required: None, steps }
    }
}
