//! The data of the page of a game with a mouse that is not always seen. Its positions have the numbers of the arena. If
//! they are too many for a page, it has those of the plan.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;

use catmouse_arena::{Arena, GraphArena, InOrder, Player, PositionId, Solution, StateWords, Tokens, Value, Values};
use catmouse_explain::prose;
use catmouse_model::{Unseen, UnseenState, UnseenWords};
use serde::Serialize;

use super::{Data, Packed, Ply, StoryPart, ValuesData, kinds, of_game, packed_moves, pieces, sentence};
use crate::phrases::OF_A_HUNT;
use crate::{MOST_POSITIONS, UnseenPage};

/// The data that the script of a page reads if the mouse is not always seen.
#[derive(Clone, Debug, Serialize)]
pub struct UnseenData {
    #[serde(flatten)]
    pub(crate) data: Data,
    unseen: Positions,
}

/// The positions of a game with a mouse that is not always seen.
#[derive(Clone, Debug, Serialize)]
struct Positions {
    /// For each position four times the node of the cats, plus 2 if the Cat has just seen the mouse, plus 1 if the
    /// Mouse is to move.
    stands: String,
    /// For each position the bits of the vertices where the mouse may be: the lower 32 and the higher 32.
    places: String,
    /// The moves of each position, as in `Pieces::moves`.
    moves: String,
    /// What the page says instead.
    says: BTreeMap<&'static str, &'static str>,
    /// For each placement of the cats, the position with which the game begins.
    starts: Vec<u64>,
}

/// What the page knows of the positions.
struct Known {
    states: Vec<UnseenState>,
    values: Vec<Value>,
    /// Whether the Cat has just seen the mouse.
    seen: Vec<bool>,
    moves: String,
}

/// Collects the data of a page.
pub(crate) fn collect(page: &UnseenPage<'_>) -> UnseenData {
    let &UnseenPage { game, title, start, ref line, ref places, .. } = page;
    let rules = game.unseen();
    let words = UnseenWords { game, rules: &rules };
    let of_line = || iter::once(start).chain(line.iter().map(|&(state, _)| state));
    let whole = page.values.and_then(|(arena, values)| of_arena(&rules, arena, values));
    let is_whole = whole.is_some();
    let Known { states, values, seen, moves } = whole.unwrap_or_else(|| of_plan(&rules, of_line().collect()));

    let of_cats = |state: &UnseenState| {
        let tokens = Tokens { one: 0, two: state.cats, turn: Player::Two };
        game.arena().position(tokens).index() as u64
    };
    let around: BTreeSet<u64> = states.iter().map(of_cats).collect();
    let (mouse, mut cats) = (pieces(game, Player::One, None).0, pieces(game, Player::Two, Some(&around)).0);
    if cats.single.is_some() {
        cats.moves.clear(); // the moves of all cats are those of the positions
    }
    let mut data = of_game(game, title, page.ends.clone(), (&game.unseen_cats(&start), places), [mouse, cats]);
    if !is_whole {
        let part = if line.is_empty() { "the start" } else { "those of the plan" };
        data.left_out.push(format!(
            "More positions arise than a page can hold, so this one has {part} alone. The command “catmouse play” lets \
             you hunt."
        ));
    }

    let (mut stands, mut sets) = (Packed::default(), Packed::default());
    for (state, seen) in states.iter().zip(seen) {
        stands.push(u64::from(state.cats) * 4 + u64::from(seen) * 2 + u64::from(state.turn == Player::One));
        sets.push(state.places & u64::from(u32::MAX));
        sets.push(state.places >> 32);
    }
    let end = |state: &UnseenState| words.end(state).map(|end| end.sentence);
    let judged = states.iter().zip(&values).map(|(state, &value)| {
        let may_be_over = value == Value::Endless || value.distance() == Some(0);
        (value, if may_be_over { end(state) } else { None })
    });
    let (kinds, values) = kinds(game, judged);
    let numbers: HashMap<UnseenState, u64> = states.iter().copied().zip(0..).collect();
    let number = |state: &UnseenState| numbers.get(state).copied().unwrap_or(0);
    let ply =
        |(to, reason): &(UnseenState, String)| Ply { to: number(to), cost: 1, remark: sentence(reason), only: false };
    let ending = line.last().and_then(|(last, _)| end(last)).map(|end| prose::capitalised(&end) + ".");
    let data = Data {
        headline: sentence(&page.headline),
        story: page.told.iter().map(|text| StoryPart { label: "", text: sentence(text) }).collect(),
        line: line.iter().map(ply).collect(),
        ending: sentence(&ending.unwrap_or_default()),
        start: number(&start),
        values: ValuesData { kinds, ids: None, data: values, main: String::new(), count: states.len() },
        ..data
    };
    let starts = if is_whole { page.starts.iter().map(number).collect() } else { Vec::new() };
    let (stands, places) = (stands.text(), sets.text());
    UnseenData { data, unseen: Positions { stands, places, moves, says: OF_A_HUNT.into(), starts } }
}

/// All positions; `None` if they or their moves are too many for a page.
fn of_arena(rules: &Unseen<'_>, arena: &GraphArena<UnseenState>, solution: &Solution) -> Option<Known> {
    let ids = || (0..arena.positions()).map(PositionId::new);
    if arena.positions() > MOST_POSITIONS {
        return None;
    }
    let moves = |id: u32| {
        let mut moves: Vec<(u32, u32)> =
            arena.successors(PositionId::new(id as usize)).map(|step| (step.to.index() as u32, step.cost)).collect();
        moves.put_in_order();
        moves
    };
    let (moves, is_whole) = packed_moves(0..arena.positions() as u32, moves, false);
    let mut seen = vec![false; arena.positions()];
    for (from, step) in ids().flat_map(|from| arena.successors(from).map(move |step| (from, step))) {
        seen[step.to.index()] |= rules.is_seen(arena.state(from), arena.state(step.to));
    }
    let values = ids().map(|id| solution.value(id)).collect();
    is_whole.then(|| Known { states: arena.states().to_vec(), values, seen, moves })
}

/// The positions of a plan of the Cat, without moves; the start alone if there is no plan.
fn of_plan(rules: &Unseen<'_>, states: Vec<UnseenState>) -> Known {
    let last = states.len() as u64 - 1;
    let value = |ply: u64| match last {
        0 => Value::Endless,
        _ => Value::Win { player: Player::Two, distance: last - ply },
    };
    let seen = states.windows(2).map(|pair| rules.is_seen(&pair[0], &pair[1]));
    let (seen, values) = (iter::once(false).chain(seen).collect(), (0..=last).map(value).collect());
    Known { states, values, seen, moves: String::new() }
}
