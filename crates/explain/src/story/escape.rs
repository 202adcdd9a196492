//! More ways out than the opponent's pieces can guard.

use catmouse_arena::{InOrder, Place, Player, PositionId, Status, Value};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::by_place::ByPlace;
use crate::explanation::Explained;
use crate::sorting::set;
use crate::walks::Walks;

/// The proof that a player's only piece is never caught: its places always have more exits than the
/// opponent's pieces can guard.
///
/// From each place that it can reach, the piece has at least `ways` steps to other places. Each
/// piece of the opponent guards at most `guarded` of these places if it stands elsewhere. A piece
/// guards its own place and the places that it can step to. All pieces together guard fewer than
/// `ways`.
///
/// The claim is made only under these conditions: neither side can force an end, and endless play
/// is not a win for the opponent. The opponent wins no position with this player to move. The
/// opponent has won a position only if one of its pieces stands on this player's place, and there
/// are such positions. Its pieces guard at least one of these places somewhere.
///
/// **Source.** M. Aigner, M. Fromme, Discrete Applied Mathematics 8, 1984: on a graph without
/// cycles of 3 and 4 edges, a cop guards at most one of the robber's neighbours, so fewer cops than
/// the minimum degree never catch the robber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escape {
    /// The player who escapes.
    pub player: Player,
    /// The least number of steps to other places.
    pub ways: usize,
    /// The greatest number of these places that one piece of the opponent guards.
    pub guarded: usize,
    /// The number of the opponent's pieces.
    pub pieces: usize,
}

/// The greatest number of positions whose values are examined.
const MOST_POSITIONS: usize = 1 << 20;

/// The claims, at most one for each player. Time: linear in the positions and in the pairs of steps
/// to one place.
pub(super) fn find(context: &Explained<'_>) -> Vec<Escape> {
    let summary = &context.explanation.summary;
    if context.values.value(summary.start) != Value::Endless || context.arena.positions() > MOST_POSITIONS {
        return Vec::new();
    }
    let does_not_lose = |player: &Player| summary.judgement.outcome.winner() != Some(player.opponent());
    let escapes =
        Player::BOTH.into_iter().filter(does_not_lose).filter_map(|player| more_ways_than_guards(context, player));
    escapes.filter(|escape| is_never_caught(context, escape.player)).collect()
}

/// Counts ways and guards; `None` if the guards might suffice.
fn more_ways_than_guards(context: &Explained<'_>, player: Player) -> Option<Escape> {
    let start = context.explanation.summary.start;
    let from = context.place(start, player)?;
    let pursuers = context.words.places(start, player.opponent());
    if pursuers.is_empty() {
        return None;
    }
    let walks = Walks::new(context.words, player, &[from]);
    let hunts = Walks::new(context.words, player.opponent(), &pursuers);
    let mut guards: ByPlace<Vec<Place>> = ByPlace::new();
    for (place, target) in hunts.steps() {
        guards.entry(target).get_or_insert_default().push(place);
        guards.entry(place).get_or_insert_default().push(place);
    }
    for &place in &pursuers {
        guards.entry(place).get_or_insert_default().push(place);
    }
    for places in guards.values_mut() {
        *places = set(std::mem::take(places));
    }
    let (mut ways, mut guarded) = (usize::MAX, 0);
    for (place, targets) in walks.places() {
        if context.words.goal().is_some_and(|goal| goal.player == player && goal.places.contains(&place)) {
            continue; // the game is over there
        }
        let mut leading_out = 0;
        // Each guard, as often as it guards a way.
        let mut guarding = Vec::new();
        for &target in targets.iter().filter(|&&target| target != place) {
            leading_out += 1;
            guarding.extend(guards.get(target).into_iter().flatten());
        }
        guarding.retain(|&guard| guard != place);
        guarding.put_in_order();
        ways = ways.min(leading_out);
        guarded = guarding.chunk_by(Place::eq).map(<[Place]>::len).fold(guarded, usize::max);
        if ways <= guarded * pursuers.len() {
            return None;
        }
    }
    (ways < usize::MAX && guarded > 0).then_some(Escape { player, ways, guarded, pieces: pursuers.len() })
}

/// Whether the opponent wins no position with this player to move, and has won only positions where
/// it stands on this player's place. There must be such positions.
fn is_never_caught(context: &Explained<'_>, player: Player) -> bool {
    let opponent = player.opponent();
    let mut can_be_caught = false;
    let is_safe =
        (0..context.arena.positions()).map(PositionId::new).all(|position| match context.arena.status(position) {
            Status::Won(winner) if winner == opponent => {
                can_be_caught = true;
                let places = context.words.places(position, player);
                context.words.places(position, opponent).iter().any(|place| places.contains(place))
            }
            Status::Turn(mover) if mover == player => context.values.value(position).winner() != Some(opponent),
            Status::Won(_) | Status::Turn(_) => true,
        });
    is_safe && can_be_caught
}

impl Kind for Escape {
    const WEIGHT: u32 = 150;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let (player, opponent) = (teller.words.player(self.player), self.player.opponent());
        let others =
            if self.ways == 1 { "another place".to_owned() } else { format!("at least {} other places", self.ways) };
        let guard = match self.pieces {
            1 => teller.words.player(opponent),
            pieces => format!("each of the {pieces} {}s", teller.words.piece(opponent)),
        };
        let guarded = match self.guarded {
            0 => "none".to_owned(),
            guarded => format!("at most {guarded}"),
        };
        format!(
            "wherever {player} stands, it can step to {others}, of which {guard} guards {guarded} (it stands there or \
             can step there next), so one is always safe"
        )
    }
}

impl Record for Escape {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("player", |escape| escape.player)
.field("ways", |escape| escape.ways).means(
    "The least number of steps to other places, and the most of them that one of the opponent's pieces guards.",
)
.field("guarded", |escape| escape.guarded)
.field("pieces", |escape| escape.pieces).means("How many pieces the opponent has.")
    }
}
