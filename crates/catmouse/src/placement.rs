//! A judgement of where a side has placed its pieces.

use catmouse_arena::InOrder;
use catmouse_arena::{Judgement, Player, Values, listed};
use catmouse_model::{Game, Outcome, RatedPlacement, Side, Vertex};

use crate::fields::{amount, result};
use crate::values::GameValues;

/// If several placements are equally good, at most this many are named.
const MOST_NAMED: usize = 6;

/// The greatest number of values to look up, which takes some tenths of a second. The limit keeps a
/// game responsive while placements are judged.
const MOST_LOOKUPS: usize = 1 << 26;

/// A judgement of a placement, compared with the other placements of the same side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacementJudgement {
    /// The side that places its pieces.
    pub side: Side,
    /// The vertices of the placement, ascending.
    pub places: Vec<Vertex>,
    /// Whether no other placement is better.
    pub is_best: bool,
    /// The best placements, in the order of their configurations.
    pub best: Vec<Vec<Vertex>>,
    /// The number of all placements.
    pub among: usize,
    /// The judgement as a predicate: "is best", "hastens the loss by 2 plies (better: 6 or 7)".
    pub text: String,
}

/// All placements of a side. The other side's pieces stand on `others`, or are placed afterwards if
/// it is `None`. `None` if there are too many values to look up.
pub(crate) fn placements(
    game: &Game,
    values: &GameValues,
    side: Side,
    others: Option<&[Vertex]>,
) -> Option<Vec<RatedPlacement>> {
    let [own, other] =
        [side.into(), Player::from(side).opponent()].map(|player| game.arena().pieces(player).nodes() as usize);
    let lookups = own.checked_mul(if others.is_some() { 1 } else { other })?;
    (lookups <= MOST_LOOKUPS).then(|| game.placements(values, side, others))
}

impl PlacementJudgement {
    /// The judgement of a placement on these vertices; `None` if it is not among `placements`.
    pub(crate) fn new(
        game: &Game,
        values: &GameValues,
        side: Side,
        places: &[Vertex],
        placements: &[RatedPlacement],
    ) -> Option<Self> {
        let mut places = places.to_vec();
        places.put_in_order();
        let made = placements.iter().find(|placement| placement.places == places)?;
        let best: Vec<&RatedPlacement> = placements.iter().filter(|placement| placement.is_best).collect();
        let judge = |placement: &RatedPlacement| game.adjudication().judge(values.value(placement.then));
        let text = match best.first() {
            Some(first) if !made.is_best => {
                let better = format!(" (better: {})", named_placements(game, &best, "or"));
                difference(game, side, judge(made), judge(first)) + &better
            }
            _ if best.len() == placements.len() => "is as good as every other place".to_owned(),
            _ => "is best".to_owned(),
        };
        let best = best.iter().map(|placement| placement.places.clone()).collect();
        Some(Self { side, places, is_best: made.is_best, best, among: placements.len(), text })
    }
}

/// The names of some placements as a list in a sentence, with this conjunction before the last.
pub(crate) fn named_placements(game: &Game, placements: &[&RatedPlacement], conjunction: &str) -> String {
    let mut names: Vec<String> =
        placements.iter().take(MOST_NAMED).map(|placement| label(game, &placement.places)).collect();
    match placements.len().saturating_sub(MOST_NAMED) {
        0 => {}
        1 => names.push("1 other".to_owned()),
        others => names.push(format!("{others} others")),
    }
    listed(&names, conjunction)
}

/// The vertices of one placement: "3", "0+4".
fn label(game: &Game, places: &[Vertex]) -> String {
    let labels: Vec<String> = places.iter().map(|&place| game.board().label(place).to_string()).collect();
    labels.join("+")
}

/// The loss by a placement that is not the best, as a predicate.
fn difference(game: &Game, side: Side, made: Judgement, best: Judgement) -> String {
    let (got, possible) = (Outcome::from(made.outcome), Outcome::from(best.outcome));
    let own = Outcome::from(catmouse_arena::WinOrDraw::Win(side.into()));
    if got != possible {
        let given = if possible == own { "win" } else { "draw" };
        return format!("gives away the {given}: {}", result(got));
    }
    let what = if got == own { "still wins, but takes longer" } else { "hastens the loss" };
    match made.distance.zip(best.distance) {
        _ if got == Outcome::Draw => "is a draw, as with the best place".to_owned(),
        Some((made, best)) => {
            format!("{what} by {}", amount(game, made.abs_diff(best)))
        }
        None => what.to_owned(),
    }
}
