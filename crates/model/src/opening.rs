//! The position that a game opens with: given by the setup, or reached by the players placing their
//! pieces.
//!
//! The cats are placed first. Then the Mouse, who sees the cats, places the mouse. Then the first
//! move is made. Each player chooses the best outcome, and among equal outcomes the fastest win or
//! the slowest loss ([`Preference`]). This is a search of two plies over the values of all
//! positions, so solvers need not know about placement.

use catmouse_arena::InOrder;
use catmouse_arena::{Player, PositionId, Preference, Tokens, Values};

use crate::board::Vertex;
use crate::game::Game;
use crate::position::Position;
use crate::rules::Side;

/// The position that a game opens with, and the choices of the players who placed pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position.
    pub position: Position,
    /// The number of the position.
    pub id: PositionId,
    /// The choice of the Cat; `None` if the starts of the cats are given.
    pub cats: Option<Choice>,
    /// The choice of the Mouse; `None` if the start of the mouse is given.
    pub mouse: Option<Choice>,
}

/// The size of the choice of a player who placed pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of placements.
    pub among: usize,
    /// The number of best placements, all equally good. The first of these was chosen.
    pub best: usize,
}

/// A way to place the pieces of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedPlacement {
    /// The vertices of the pieces, ascending.
    pub places: Vec<Vertex>,
    /// The position after the placement. If the Mouse places next, it is the position after the
    /// Mouse's best answer.
    pub then: PositionId,
    /// Whether no other placement is better.
    pub is_best: bool,
}

impl Game {
    /// All placements of a side's pieces, given the placement of the other side's pieces or, for
    /// `None`, with the other player placing next. They are in the order of configurations. There
    /// are none if one of the other pieces is on a vertex that is closed to it. Time: as
    /// [`opening`](Self::opening).
    pub fn placements(&self, values: &dyn Values, side: Side, others: Option<&[Vertex]>) -> Vec<RatedPlacement> {
        let (arena, first) = (self.arena(), self.start().first.into());
        let (player, other) = (Player::from(side), Player::from(side).opponent());
        let other_node = others.map(|vertices| self.node(other.into(), vertices));
        if other_node == Some(None) {
            return Vec::new();
        }
        let other_node = other_node.flatten();
        let id = |node: u32, other_node: u32| {
            let (one, two) = match player {
                Player::One => (node, other_node),
                Player::Two => (other_node, node),
            };
            arena.position(Tokens { one, two, turn: first })
        };
        let worth = |position, player| values.value(position).preference(player);
        let then = |node: u32| match other_node {
            Some(other_node) => id(node, other_node),
            None => {
                let answers = 0..arena.pieces(other).nodes();
                id(node, best(answers.map(|answer| (answer, worth(id(node, answer), other)))).0)
            }
        };
        let (_, domain) = self.steps(side);
        let placement = |node: u32| {
            let mut places: Vec<Vertex> =
                arena.pieces(player).configuration(node).into_iter().map(|node| domain.vertex(node)).collect();
            places.put_in_order();
            RatedPlacement { places, then: then(node), is_best: false }
        };
        let mut placements: Vec<RatedPlacement> = (0..arena.pieces(player).nodes()).map(placement).collect();
        let most = placements.iter().map(|placement| worth(placement.then, player)).max();
        for placement in &mut placements {
            placement.is_best = Some(worth(placement.then, player)) == most;
        }
        placements
    }

    /// The position that the game opens with, given the values of all positions. Among equally good
    /// placements the first is chosen. Time: O(vertices of the mouse · placements of the cats) if
    /// the players place all pieces; constant if they place none.
    pub fn opening(&self, values: &dyn Values) -> Opening {
        let (arena, start) = (self.arena(), self.start());
        let mouse_at = start.mouse.as_ref().and_then(|mouse| self.node(Side::Mouse, std::slice::from_ref(mouse)));
        let cats_at = start.cats.as_deref().and_then(|cats| self.node(Side::Cat, cats));
        let places = |node: Option<u32>, player| match node {
            Some(node) => node..node + 1,
            None => 0..arena.pieces(player).nodes(),
        };
        let id = |one, two| arena.position(Tokens { one, two, turn: start.first.into() });
        let (mouse_nodes, cats_nodes) = (places(mouse_at, Player::One), places(cats_at, Player::Two));
        // The value of each placement of the cats to the Mouse. A batch of placements is processed
        // at a time, because their positions are neighbours in the table.
        let answers = |first: u32| {
            let mut answers = vec![Preference::LEAST; (cats_nodes.end - first).min(PLACEMENTS_AT_ONCE) as usize];
            for one in mouse_nodes.clone() {
                values.raise_preferences(id(one, first), Player::One, &mut answers);
            }
            (first..).zip(answers)
        };
        let for_the_cat = cats_nodes
            .clone()
            .step_by(PLACEMENTS_AT_ONCE as usize)
            .flat_map(answers)
            .map(|(two, liked)| (two, liked.value(Player::One).preference(Player::Two)));
        let (two, cats) = best(for_the_cat);
        let (one, mouse) =
            best(mouse_nodes.clone().map(|one| (one, values.value(id(one, two)).preference(Player::One))));
        Opening {
            position: self.position(id(one, two)),
            id: id(one, two),
            cats: start.cats.is_none().then_some(cats),
            mouse: start.mouse.is_none().then_some(mouse),
        }
    }
}

/// The number of placements of the cats in a batch. Their values fit into the first-level cache.
const PLACEMENTS_AT_ONCE: u32 = 1 << 12;

/// The first of the best placements, and the size of the choice.
fn best<W: Ord + Copy>(places: impl Iterator<Item = (u32, W)>) -> (u32, Choice) {
    let mut found: Option<(u32, W)> = None;
    let mut choice = Choice { among: 0, best: 0 };
    for (place, worth) in places {
        choice.among += 1;
        match found {
            Some((_, known)) if worth < known => {}
            Some((_, known)) if worth == known => choice.best += 1,
            _ => {
                found = Some((place, worth));
                choice.best = 1;
            }
        }
    }
    (found.map_or(0, |(place, _)| place), choice)
}
