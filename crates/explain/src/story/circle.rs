//! The walk that a side repeats in an endless line.

use catmouse_arena::{Distance, Place, Player, Status};

use super::data::{Fields, PiecePlaces, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::line::LineEnd;
use crate::text::{place_names, plies, walk};

/// In a line that ends with the repetition of a position, the walk of one side's pieces from the
/// first visit of this position to the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// The side.
    pub player: Player,
    /// The number of plies before the first visit.
    pub from_ply: usize,
    /// The number of plies before the second visit.
    pub to_ply: usize,
    /// The places of the pieces at the first visit and after each move of this side. The last entry
    /// equals the first.
    pub walk: Vec<Vec<Place>>,
}

/// One claim for each side; the side that moves first is first.
pub(super) fn find(context: &Explained<'_>) -> Vec<Circle> {
    let LineEnd::Repetition { first_ply } = context.explanation.summary.end else {
        return Vec::new();
    };
    let line = context.line();
    let Status::Turn(first) = context.arena.status(line[first_ply]) else {
        return Vec::new();
    };
    let to_ply = line.len() - 1;
    let circles = [first, first.opponent()].map(|player| {
        let own = (first_ply..to_ply).filter(|&index| context.explanation.plies[index].player == player);
        let stops = std::iter::once(first_ply).chain(own.map(|index| index + 1));
        let walk = stops.map(|ply| context.words.places(line[ply], player)).collect();
        Circle { player, from_ply: first_ply, to_ply, walk }
    });
    circles.into_iter().filter(|circle| circle.walk.iter().all(|places| !places.is_empty())).collect()
}

impl Kind for Circle {
    const WEIGHT: u32 = 100;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let since = since(self);
        format!("from {since} on {}", circling(teller, self))
    }

    /// One sentence about the walks of both sides.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        /// The greatest number of stops of a circle that are all named.
        const STOPS_NAMED: usize = 12;
        let circles: Vec<&Self> = teller.all::<Self>().collect();
        let Some(circle) = circles.first() else {
            return Vec::new();
        };
        let since = since(circle);
        vec![if circles.iter().any(|circle| circle.walk.len() > STOPS_NAMED) {
            let round = teller.explanation.plies.len() - circle.from_ply;
            format!("from {since} on the play repeats every {}", plies(round as Distance))
        } else {
            let texts: Vec<String> = circles.iter().map(|circle| circling(teller, circle)).collect();
            format!("from {since} on the play repeats: {}", texts.join(", and "))
        }]
    }
}

impl Record for Circle {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("from_ply", |circle| circle.from_ply)
            .field("to_ply", |circle| circle.to_ply)
            .field("player", |circle| circle.player)
            .field("walk", |circle| {
                circle.walk.iter().map(|places| PiecePlaces::On(circle.player, places.clone())).collect::<Vec<_>>()
            })
    }
}

/// The first move of the circle in words.
fn since(circle: &Circle) -> String {
    if circle.from_ply == 0 { "the start".to_owned() } else { format!("ply {}", circle.from_ply + 1) }
}

fn circling(teller: &Teller<'_>, circle: &Circle) -> String {
    let player = teller.words.player(circle.player);
    let name = |places: &Vec<Place>| place_names(places, teller.words).join("+");
    match &circle.walk[..] {
        [first, rest @ ..] if rest.iter().all(|places| places == first) => {
            format!("{player} stays at {}", name(first))
        }
        stops => format!("{player} walks {}", walk(&stops.iter().map(name).collect::<Vec<_>>())),
    }
}
