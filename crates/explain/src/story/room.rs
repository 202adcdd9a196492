//! The places that the loser can still reach against the winner's strategy.

use std::collections::HashSet;

use catmouse_arena::{Distance, Place, Player, PositionId, Status};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::run::Run;
use super::teller::PLACES_NAMED;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::main_move::main_move;
use crate::text::plies;
use crate::walks::Walks;

/// In a forced win, after `ply` plies of the line: the places where L's pieces can still stand
/// while the game goes on, if W plays main moves and L plays anything.
///
/// A claim is made each time the number of places has at least halved since the previous claim, or
/// since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The number of plies before the position.
    pub ply: usize,
    /// The loser.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// The places on which a piece of L can stand with L to move, ascending. On the other places
    /// the game ends with W's next move.
    pub lasting: Vec<Place>,
    /// The number of places at the previous claim, or at the start.
    pub before: usize,
}

/// The greatest number of positions that are explored.
const POSITIONS_AT_MOST: usize = 1 << 20;

pub(super) fn find(context: &Explained<'_>) -> Vec<Room> {
    let Some(loser) = context.forced_winner().map(Player::opponent) else {
        return Vec::new();
    };
    let rooms = rooms(context, loser).unwrap_or_default();
    let Some(mut before) = rooms.first().map(|(places, _)| places.len()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (ply, (places, lasting)) in rooms.into_iter().enumerate() {
        let now = places.len();
        if now > 0 && 2 * now <= before {
            found.push(Room { ply, player: loser, places, lasting, before });
            before = now;
        }
    }
    found
}

/// The loser's places in positions in which the game goes on, and the places among them that occur
/// with the loser to move.
type Places = (Vec<Place>, Vec<Place>);

/// The loser's places for each position of the line; `None` if too many positions can arise. All
/// that can arise from a position of the line can also arise from the positions before it. So the
/// line is followed backwards, and no position is expanded twice.
fn rooms(context: &Explained<'_>, loser: Player) -> Option<Vec<Places>> {
    let line = context.line();
    if context.words.places(line[0], loser).is_empty() {
        return None;
    }
    let mut met: HashSet<PositionId> = HashSet::new();
    let mut room = Places::default();
    let mut rooms = Vec::with_capacity(line.len());
    for &position in line.iter().rev() {
        let mut open = vec![position];
        while let Some(position) = open.pop() {
            let Status::Turn(mover) = context.arena.status(position) else {
                continue; // the game is over
            };
            if !met.insert(position) {
                continue;
            }
            if met.len() > POSITIONS_AT_MOST {
                return None;
            }
            for place in context.words.places(position, loser) {
                insert(&mut room.0, place);
                if mover == loser {
                    insert(&mut room.1, place);
                }
            }
            if mover == loser {
                open.extend(context.arena.successors(position).map(|step| step.to));
            } else {
                open.extend(main_move(context, position).map(|step| step.to));
            }
        }
        rooms.push(room.clone());
    }
    rooms.reverse();
    Some(rooms)
}

/// Adds a place to a list of different places in ascending order.
fn insert(places: &mut Vec<Place>, place: Place) {
    if let Err(index) = places.binary_search(&place) {
        places.insert(index, place);
    }
}

impl Kind for Room {
    const WEIGHT: u32 = 120;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let winner = teller.words.player(self.player.opponent());
        let lasting = if self.lasting.len() < self.places.len() && !self.lasting.is_empty() {
            format!(
                ", and when it goes anywhere but to {} {winner} wins with its next move at the latest",
                teller.places_among(&self.lasting, "or")
            )
        } else {
            String::new()
        };
        format!(
            "while {winner} plays on like this, after {} {} can no longer leave {}{lasting}",
            plies(self.ply as Distance),
            teller.words.player(self.player),
            teller.places(&self.places)
        )
    }

    /// A sentence on how the loser is shut in, up to the point where it can only run.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        const MAX_NAMED: usize = 3;
        let in_a_run = |ply: usize| teller.all::<Run>().any(|run| run.from_ply < ply && ply <= run.to_ply);
        let is_included = |room: &&Self| {
            // A room of a single place adds nothing to the end of the line.
            !in_a_run(room.ply)
                && (2..=PLACES_NAMED).contains(&room.places.len())
                && !room.lasting.is_empty()
                && 2 * room.places.len() <= within_reach(teller, room)
        };
        let rooms: Vec<&Self> = teller.all::<Self>().filter(is_included).collect();
        let Some(first) = rooms.first() else {
            return Vec::new();
        };
        if teller.reaches_the_goal() {
            return Vec::new(); // the winner reaches the goal and does not catch the loser
        }
        let [loser, winner] = [first.player, first.player.opponent()].map(|player| teller.words.player(player));
        let texts: Vec<String> = rooms
        .iter()
        .take(MAX_NAMED)
        .enumerate()
        .map(|(index, room)| match index {
            0 => format!(
                "from ply {} on, whenever it goes anywhere but to {}, {winner} wins with its next move at the latest",
                room.ply + 1,
                teller.places_among(&room.lasting, "or")
            ),
            _ => format!("from ply {} on anywhere but to {}", room.ply + 1, teller.places_among(&room.lasting, "or")),
        })
        .collect();
        vec![format!("{loser} is shut in while {winner} plays on like this: {}", texts.join("; "))]
    }
}

impl Record for Room {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("ply", |room| room.ply)
.field("player", |room| room.player)
.field("places", |room| room.places.clone())
.field("lasting", |room| room.lasting.clone()).means(
    "Those of them where it can be that player's turn; on the others the game ends with the opponent's next move.",
)
.field("before", |room| room.before).means("How many places there were before.")
    }
}

/// The number of places that the loser's pieces could reach in the rest of the line, other pieces
/// disregarded. If the room is nearly as large, the loser is not shut in but caught early.
fn within_reach(teller: &Teller<'_>, room: &Room) -> usize {
    let plies = &teller.explanation.plies;
    let Some(next) = plies.get(room.ply) else { return 0 };
    let from = teller.words.places(next.from, room.player);
    let moves = plies[room.ply..].iter().filter(|ply| ply.player == room.player).count();
    let walks = Walks::new(teller.words, room.player, &from);
    walks.distances_from(&from).entries().into_iter().filter(|&(_, steps)| steps as usize <= moves).count()
}
