//! The vocabulary of pursuit games: how explanations name players, positions, moves and endings.

use std::cmp::Ordering;
use std::collections::VecDeque;

use catmouse_arena::{Arena, Cost, End, Goal, Measure, Move, Place, Player, PositionId, Status, Words};

use crate::apart::NEVER;
use crate::board::Vertex;
use crate::game::Game;
use crate::keyword::Keyword;
use crate::position::Position;
use crate::rules::{CatInHole, Ending, Rules, Side};

impl Side {
    /// The player with an article, as the subject of a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Mouse => "the Mouse",
            Self::Cat => "the Cat",
        }
    }

    /// The letter of a side's pieces in the notation of positions and moves.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Mouse => 'M',
            Self::Cat => 'C',
        }
    }
}

impl Words for Game {
    fn measure(&self) -> Measure {
        if self.board().has_costs() { Measure::Cost } else { Measure::Plies }
    }

    fn player(&self, player: Player) -> String {
        Side::from(player).noun().to_owned()
    }

    fn task(&self, player: Player) -> String {
        let goal = self.goal_noun();
        let cat_may_win_there = self.rules().cat_in_hole.endings().contains(&Ending::CatInHole);
        match Side::from(player) {
            Side::Cat if self.rules().holes.is_empty() => "holds out".to_owned(),
            Side::Cat => format!("keeps the Mouse from {goal}"),
            Side::Mouse if cat_may_win_there => format!("keeps out of the Cat's reach and the Cat from {goal}"),
            Side::Mouse => "keeps out of the Cat's reach".to_owned(),
        }
    }

    fn position(&self, position: PositionId) -> String {
        self.notation(&Game::position(self, position))
    }

    fn placement(&self, position: PositionId, player: Player) -> String {
        self.side_notation(&Game::position(self, position), player.into(), |vertex| {
            self.board().label(vertex).to_string()
        })
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        let letter = Game::position(self, from).turn.letter();
        let moves = Game::piece_moves(self, from, step).into_iter().map(|(origin, target)| {
            let (origin_label, target_label) = (self.board().label(origin), self.board().label(target));
            if origin == target {
                format!("{letter} stays at {origin_label}")
            } else {
                format!("{letter} {origin_label}→{target_label}")
            }
        });
        moves.collect::<Vec<_>>().join(", ")
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        if Game::piece_moves(self, from, step).iter().all(|(origin, target)| origin == target) {
            return "staying".to_owned();
        }
        let targets = Game::target(self, from, step.to);
        targets.iter().map(|&vertex| self.board().label(vertex).to_string()).collect::<Vec<_>>().join("+")
    }

    fn cheapest(&self, from: PositionId, to: PositionId) -> Move {
        Move { to, cost: self.arena().move_costs(from, to).map_or(1, |(least, _)| least) }
    }

    fn stays(&self, from: PositionId, to: PositionId) -> bool {
        // Each configuration of the mover's pieces has one number.
        let (before, after) = (self.arena().tokens(from), self.arena().tokens(to));
        before.of(before.turn) == after.of(before.turn)
    }

    fn moved(&self, from: PositionId, to: PositionId) -> usize {
        let (before, after) = (self.arena().tokens(from), self.arena().tokens(to));
        let mover = before.turn;
        self.arena().pieces(mover).moved(before.of(mover), after.of(mover)) as usize
    }

    /// The Mouse keeps away from the cats; the Cat keeps close to the Mouse.
    fn exposure(&self, id: PositionId, player: Player) -> u32 {
        let apart = self.moves_apart(id);
        u32::from(if Side::from(player) == Side::Mouse { NEVER - apart } else { apart })
    }

    fn end(&self, id: PositionId) -> Option<End> {
        let position = Game::position(self, id);
        let goal = self.goal_noun();
        if let Some(ending) = self.ending(&position) {
            let at = self.board().label(position.mouse);
            return Some(match ending {
                Ending::Capture if position.cats.contains(&position.mouse) => End {
                    kind: "capture",
                    winning_move: "catches the Mouse".to_owned(),
                    losing_move: "walks into the Cat".to_owned(),
                    sentence: format!("the Cat has caught the Mouse at {at}"),
                },
                Ending::Capture => {
                    let within = match self.rules().capture_distance {
                        1 => "1 edge".to_owned(),
                        edges => format!("{edges} edges"),
                    };
                    End {
                        kind: "capture",
                        winning_move: "catches the Mouse from a distance".to_owned(),
                        losing_move: "comes within the Cat's reach".to_owned(),
                        sentence: format!("the Cat has caught the Mouse at {at}, being within {within} of it"),
                    }
                }
                Ending::MouseInTrap => End {
                    kind: "trap",
                    winning_move: "leaves the Mouse in a trap".to_owned(),
                    losing_move: "steps into a trap".to_owned(),
                    sentence: format!("the Mouse is in the trap at {at}"),
                },
                Ending::MouseInHole => End {
                    kind: "goal",
                    winning_move: format!("reaches {goal}"),
                    losing_move: format!("lets the Mouse into {goal}"),
                    sentence: format!("the Mouse has reached {goal} at {at}"),
                },
                Ending::CatInHole => End {
                    kind: "goal",
                    winning_move: format!("reaches {goal} first"),
                    losing_move: format!("lets the Cat onto {goal}"),
                    sentence: format!("the Cat has reached {goal} first"),
                },
            });
        }
        let (stuck, verdict) = match self.arena().status(id) {
            Status::Won(winner) => (Side::from(winner.opponent()), "and so has lost"),
            Status::Turn(_) if self.arena().successors(id).next().is_some() => return None,
            Status::Turn(mover) => (Side::from(mover), "so the play stops there"),
        };
        let leaves = format!("leaves {} without a move", stuck.noun());
        Some(End {
            kind: "stalemate",
            winning_move: leaves.clone(),
            losing_move: leaves,
            sentence: format!("{} has no legal move, {verdict}", stuck.noun()),
        })
    }

    fn passed(&self, id: PositionId) -> Option<PositionId> {
        let position = Game::position(self, id);
        if self.follows_script(position.turn.into()) {
            return None; // it does what its script says, and nobody passes
        }
        let turn = Side::from(Player::from(position.turn).opponent());
        let passed = self.id(&Position { turn, ..position })?;
        // If pieces may stay, standing still is a move and not a pass.
        (!self.arena().successors(id).any(|step| step.to == passed)).then_some(passed)
    }

    fn places(&self, id: PositionId, player: Player) -> Vec<Place> {
        let position = Game::position(self, id);
        position.pieces(player.into()).iter().map(|vertex| Place::new(vertex.number())).collect()
    }

    fn place_name(&self, place: Place) -> String {
        self.board().label(Vertex::new(place.number())).to_string()
    }

    fn steps_from(&self, player: Player, place: Place) -> Vec<Place> {
        let (graph, domain) = self.steps(player.into());
        let Some(node) = domain.node(Vertex::new(place.number())) else {
            return Vec::new(); // closed to this player's pieces
        };
        let Rules { holes, traps, .. } = self.rules();
        // The mouse goes no farther than a trap, and so never on purpose.
        let is_trap = |vertex: &Vertex| player == Player::One && traps.contains(vertex) && !holes.contains(vertex);
        let targets = graph.successors(node).iter().map(|arc| domain.vertex(arc.node));
        let mut places: Vec<Place> =
            targets.filter(|vertex| !is_trap(vertex)).map(|vertex| Place::new(vertex.number())).collect();
        places.dedup();
        places
    }

    fn step_cost(&self, player: Player, from: Place, to: Place) -> Cost {
        let (graph, domain) = self.steps(player.into());
        let [from, to] = [from, to].map(|place| domain.node(Vertex::new(place.number())));
        from.zip(to).and_then(|step| graph.costs_between(step).next()).unwrap_or(1)
    }

    fn piece(&self, player: Player) -> String {
        Side::from(player).word().to_owned()
    }

    fn piece_moves(&self, from: PositionId, step: Move) -> Vec<(Place, Place)> {
        let place = |vertex: Vertex| Place::new(vertex.number());
        Game::piece_moves(self, from, step).into_iter().map(|(origin, target)| (place(origin), place(target))).collect()
    }

    fn goal(&self) -> Option<Goal> {
        let holes = &self.rules().holes;
        let places = holes.iter().map(|hole| Place::new(hole.number())).collect();
        let noun = self.goal_noun().to_owned();
        (!holes.is_empty()).then_some(Goal { player: Player::One, places, noun })
    }

    /// The guard of one of several holes leaves the others open, so guarding is a race only for a
    /// single hole.
    fn is_race(&self) -> bool {
        match self.rules().cat_in_hole {
            CatInHole::Wins => true,
            CatInHole::Guards => self.rules().holes.len() == 1,
            CatInHole::Forbidden | CatInHole::Allowed => false,
        }
    }

    fn elsewhere(&self, id: PositionId, player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        let here = self.arena().tokens(id);
        let nodes = 0..self.arena().pieces(player).nodes();
        let tokens = nodes.map(move |node| here.with(player, node));
        Box::new(tokens.filter(move |&tokens| tokens != here).map(|tokens| self.arena().position(tokens)))
    }

    fn follows_script(&self, player: Player) -> bool {
        Side::from(player) == Side::Cat && self.rules().has_script()
    }

    fn oddity(&self, from: PositionId, step: Move) -> Option<String> {
        let before = Game::position(self, from);
        if self.follows_script(before.turn.into()) {
            return None;
        }
        let holes = &self.rules().holes;
        let goal = (holes.clone(), self.goal_noun());
        // The aims of the mover. A move that comes nearer to any of them is not odd.
        let aims = match before.turn {
            Side::Mouse => vec![goal],
            Side::Cat if self.rules().cat_in_hole.endings().contains(&Ending::CatInHole) => {
                vec![(vec![before.mouse], "the Mouse"), goal]
            }
            Side::Cat => vec![(vec![before.mouse], "the Mouse")],
        };
        let moves = Game::piece_moves(self, from, step);
        // If any piece comes nearer, the move is not odd. Otherwise any piece that steps away makes
        // it odd.
        let change = |vertices: &[Vertex]| {
            let distance = |vertex| self.moves_to(before.turn, vertex, vertices);
            let changes = moves.iter().map(|&(origin, target)| Some(distance(target)?.cmp(&distance(origin)?)));
            let changes: Vec<Ordering> = changes.collect::<Option<_>>()?;
            [Ordering::Less, Ordering::Greater].into_iter().find(|change| changes.contains(change))
        };
        let changes: Vec<_> = aims.iter().map(|(vertices, noun)| (change(vertices), noun)).collect();
        if changes.iter().any(|(change, _)| *change == Some(Ordering::Less)) {
            return None;
        }
        let away = changes.iter().find(|(change, _)| *change == Some(Ordering::Greater));
        away.map(|(_, noun)| match moves.len() {
            1 => format!("though it steps away from {noun}"),
            _ => format!("though no cat steps nearer to {noun}"),
        })
    }
}

impl Game {
    /// The noun for a hole on this board: "the food" on a grid, "the hole" elsewhere.
    pub fn goal_noun(&self) -> &'static str {
        if self.board().grid().is_some() { "the food" } else { "the hole" }
    }

    /// The number of moves that a piece of this side needs to reach the nearest of the goals while
    /// all others stand still; `None` if it cannot. Breadth-first search.
    fn moves_to(&self, side: Side, from: Vertex, goals: &[Vertex]) -> Option<u32> {
        let (graph, domain) = self.steps(side);
        let mut distance = vec![None; graph.nodes() as usize];
        let start = domain.node(from)?;
        distance[start as usize] = Some(0);
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            let here = distance[node as usize]?;
            if goals.contains(&domain.vertex(node)) {
                return Some(here);
            }
            for arc in graph.successors(node) {
                let known = &mut distance[arc.node as usize];
                if known.is_none() {
                    *known = Some(here + 1);
                    queue.push_back(arc.node);
                }
            }
        }
        None
    }
}
