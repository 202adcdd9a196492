//! The game with a mouse that is not always seen: its positions are the places of the cats and the set of the places
//! where the mouse may be.
//!
//! [`Game::unseen`] and [`CopsAndRobbers::unseen`] make the rules from the arena of the same game with a mouse that is
//! seen. `GraphArena` then lays out the positions that arise. A ply of the mouse moves the whole set. Where the Cat
//! would see the mouse, the Mouse chooses one seen place, or the rest of the set that is not seen; this choice belongs
//! to its ply. A sight after a ply of the Cat is chosen at the beginning of the ply of the Mouse that follows.

use catmouse_arena::{
    ByPlayer, Cost, End, Goal, InOrder, Move, Place, Player, ProductArena, StalemateRule, StateRules, StateWords,
    Status, Tokens, Words, listed, set_bits,
};

use crate::board::Vertex;
use crate::cops_and_robbers::{CopsAndRobbers, CopsRules};
use crate::game::Game;
use crate::rules::Side;
use crate::sight::Sight;

/// A position of a game with a mouse that is not always seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnseenState {
    /// The node of the cats in the arena of the game with a mouse that is seen.
    pub cats: u32,
    /// A bit for each vertex where the mouse may be.
    pub places: u64,
    /// The number of moves that the mouse has made, as far as it matters for what the Cat will see.
    pub moves: u32,
    /// The player to move.
    pub turn: Player,
}

/// The rules of a game with a mouse that is not always seen.
///
/// ```
/// use catmouse_arena::{Arena, GraphArena};
/// use catmouse_model::{BoardChoice, Preset, Setup, Sight};
///
/// // One cat on a path of three vertices never sees the mouse.
/// let mut setup = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]]));
/// setup.preset = Some(Preset::CopsAndRobbers);
/// setup.rules.mouse_seen = Some(Sight::Never);
/// let game = setup.plan_unseen()?.game();
/// let arena = GraphArena::explore(&game.unseen(), 100).unwrap();
/// let start = arena.state(catmouse_arena::PositionId::new(0));
/// assert_eq!((start.cats, start.places), (0, 0b110));
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unseen<'a> {
    arena: &'a ProductArena,
    sight: Sight,
    first: Player,
    /// The starts of the pieces, as nodes; `None` for a piece that its player places.
    start: ByPlayer<Option<u32>>,
    /// For each vertex the vertices that a move of the mouse can reach.
    steps: Vec<u64>,
    /// For each player and each node of the cats, the vertices of the mouse on which this player has won.
    won: ByPlayer<Vec<u64>>,
    /// For each node of the cats the vertices on which they see the mouse; empty if that depends on no cat.
    near: Vec<u64>,
}

impl Game {
    /// The rules of this game if the mouse is seen only as the setting says. The setup must have passed
    /// [`plan_unseen`](crate::Setup::plan_unseen). Time and memory: linear in the placements of the cats and their ends.
    pub fn unseen(&self) -> Unseen<'_> {
        let node = |side, vertices: &[Vertex]| self.node(side, vertices);
        let (board, start, sight) = (self.board(), self.start(), self.rules().seen);
        let near = match sight {
            Sight::Within(edges) => {
                let arcs = board.arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
                let rows = CopsAndRobbers::new(board.vertices(), arcs).capture_rows(edges).unwrap_or_default();
                let cats = self.arena().steps(Player::Two).nodes();
                (0..cats).map(|cat| rows[self.vertex_of(Side::Cat, cat).number() as usize]).collect()
            }
            _ => Vec::new(),
        };
        let start = ByPlayer {
            one: start.mouse.as_ref().and_then(|mouse| node(Side::Mouse, std::slice::from_ref(mouse))),
            two: start.cats.as_deref().and_then(|cats| node(Side::Cat, cats)),
        };
        Unseen::new(self.arena(), sight, self.start().first.into(), start, &near)
    }

    /// The vertices of the cats of a position of [`unseen`](Self::unseen), ascending.
    pub fn unseen_cats(&self, state: &UnseenState) -> Vec<Vertex> {
        let cats = self.arena().pieces(Player::Two).configuration(state.cats);
        let mut cats: Vec<Vertex> = cats.into_iter().map(|node| self.vertex_of(Side::Cat, node)).collect();
        cats.put_in_order();
        cats
    }

    /// The labels of the vertices where the mouse may be: "4, 7 or 9".
    pub fn unseen_places(&self, places: u64) -> String {
        let labels: Vec<String> = set_bits(places).map(|bit| self.place_name(Place::new(bit as u32))).collect();
        listed(&labels, "or")
    }
}

impl CopsAndRobbers {
    /// The rules of this game, with [`arena`](Self::arena) of the same graph and rules. There must be at most 64
    /// vertices, and each must have a move of the mouse.
    pub fn unseen<'a>(&self, arena: &'a ProductArena, rules: &CopsRules) -> Unseen<'a> {
        let near = match rules.seen {
            Sight::Within(edges) => self.capture_rows(edges).unwrap_or_default(),
            _ => Vec::new(),
        };
        Unseen::new(arena, rules.seen, rules.first.into(), ByPlayer { one: None, two: None }, &near)
    }
}

impl<'a> Unseen<'a> {
    /// `near` has for each cat's node the vertices on which it sees the mouse.
    fn new(arena: &'a ProductArena, sight: Sight, first: Player, start: ByPlayer<Option<u32>>, near: &[u64]) -> Self {
        let (mouse, cats) = (arena.pieces(Player::One), arena.pieces(Player::Two));
        let row = |node| mouse.successors(node).fold(0, |row, arc| row | 1 << arc.node);
        let mut won = ByPlayer { one: vec![0; cats.nodes() as usize], two: vec![0; cats.nodes() as usize] };
        for node in 0..mouse.nodes() {
            arena.verdicts().each_run(node, |run, player| {
                run.for_each(|cats| won[player][cats as usize] |= 1 << node);
            });
        }
        let seen = |node| cats.configuration(node).into_iter().fold(0, |seen, cat| seen | near[cat as usize]);
        let near = if near.is_empty() { Vec::new() } else { (0..cats.nodes()).map(seen).collect() };
        Self { arena, sight, first, start, steps: (0..mouse.nodes()).map(row).collect(), won, near }
    }

    /// The arena of the game with a mouse that is seen.
    pub fn arena(&self) -> &'a ProductArena {
        self.arena
    }

    /// For each vertex a bit for each vertex that a move of the mouse can reach.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// For each node of the cats, the vertices of the mouse on which this player has won.
    pub fn won(&self, player: Player) -> &[u64] {
        &self.won[player]
    }

    /// The start for this placement of the cats, before the Cat sees anything.
    pub fn start(&self, cats: u32) -> UnseenState {
        let all = u64::MAX >> (64 - self.steps.len().clamp(1, 64));
        let places = self.start.one.map_or(all, |mouse| 1 << mouse) & !self.won.two[cats as usize];
        UnseenState { cats, places, moves: 0, turn: self.first }
    }

    /// The placements of the cats from which the game may start.
    pub fn placements(&self) -> std::ops::Range<u32> {
        self.start.two.map_or(0..self.won.two.len() as u32, |cats| cats..cats + 1)
    }

    /// The positions between which the Mouse chooses when the game starts with this placement.
    pub fn openings(&self, cats: u32) -> Vec<UnseenState> {
        let start = self.start(cats);
        // If the Mouse moves first, it chooses at the beginning of its ply.
        if start.turn == Player::One || self.is_over(&start) {
            return vec![start];
        }
        self.told(start).collect()
    }

    /// Whether the Cat sees the mouse after the move from one position to another.
    pub fn is_seen(&self, from: &UnseenState, to: &UnseenState) -> bool {
        let near = self.near.get(to.cats as usize).map_or(0, |near| near & to.places);
        from.turn == Player::One && to.places != 0 && (self.sight.after_move(from.moves + 1) || near != 0)
    }

    fn is_over(&self, state: &UnseenState) -> bool {
        state.places == 0 || state.places & self.won.one[state.cats as usize] != 0
    }

    /// Visits the positions between which the Mouse chooses after its step from these places.
    pub fn each_step(&self, before: &UnseenState, visit: &mut dyn FnMut(UnseenState)) {
        let reached = set_bits(before.places).fold(0, |reached, bit| reached | self.steps[bit]);
        let places = reached & !self.won.two[before.cats as usize];
        let moves = self.sight.counted(before.moves + 1);
        let after = UnseenState { places, moves, turn: Player::Two, ..*before };
        if self.is_over(&after) {
            visit(after);
        } else if self.sight.after_move(before.moves + 1) {
            set_bits(places).for_each(|bit| visit(UnseenState { places: 1 << bit, ..after }));
        } else {
            self.told(after).for_each(visit);
        }
    }

    /// The positions between which the Mouse chooses: it is seen on one of the places near a cat, or
    /// it is on one of the others.
    pub fn told(&self, state: UnseenState) -> impl Iterator<Item = UnseenState> + use<> {
        let near = self.near.get(state.cats as usize).map_or(0, |near| near & state.places);
        let rest = state.places & !near;
        let sets = set_bits(near).map(|bit| 1 << bit).chain((rest != 0).then_some(rest));
        sets.map(move |places| UnseenState { places, ..state })
    }
}

impl StateRules for Unseen<'_> {
    type State = UnseenState;

    fn starts(&self) -> Vec<UnseenState> {
        self.placements().flat_map(|cats| self.openings(cats)).collect()
    }

    fn status(&self, state: &UnseenState) -> Status {
        match (state.places & self.won.one[state.cats as usize], state.places) {
            (_, 0) => Status::Won(Player::Two),
            (0, _) => Status::Turn(state.turn),
            _ => Status::Won(Player::One),
        }
    }

    fn moves(&self, state: &UnseenState) -> Vec<(UnseenState, Cost)> {
        let mut moves = Vec::new();
        self.each_move(state, &mut |after, cost| moves.push((after, cost)));
        moves
    }

    fn each_move(&self, state: &UnseenState, visit: &mut dyn FnMut(UnseenState, Cost)) {
        if state.turn == Player::Two {
            for arc in self.arena.pieces(Player::Two).successors(state.cats) {
                let places = state.places & !self.won.two[arc.node as usize];
                visit(UnseenState { cats: arc.node, places, turn: Player::One, ..*state }, 1);
            }
            return;
        }
        self.told(*state).for_each(|before| self.each_step(&before, &mut |after| visit(after, 1)));
    }

    fn winner_if_stuck(&self, _state: &UnseenState, mover: Player) -> Option<Player> {
        (self.arena.stalemate() == StalemateRule::Loses).then(|| mover.opponent())
    }
}

/// The vocabulary of a game with a mouse that is not always seen.
#[derive(Clone, Copy, Debug)]
pub struct UnseenWords<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its rules.
    pub rules: &'a Unseen<'a>,
}

impl UnseenWords<'_> {
    /// A move of the cats as a move of the game with a mouse that is seen.
    fn seen_move(self, from: &UnseenState, to: &UnseenState) -> (catmouse_arena::PositionId, Move) {
        let id = |cats, turn| self.game.arena().position(Tokens { one: 0, two: cats, turn });
        (id(from.cats, Player::Two), Move { to: id(to.cats, Player::One), cost: 1 })
    }
}

impl StateWords for UnseenWords<'_> {
    type State = UnseenState;

    fn player(&self, player: Player) -> String {
        self.game.player(player)
    }

    fn position(&self, state: &UnseenState) -> String {
        let [mouse, cats] = Player::BOTH.map(|player| self.placement(state, player));
        format!("{mouse} {cats} {}", Side::from(state.turn))
    }

    fn placement(&self, state: &UnseenState, player: Player) -> String {
        let labels: Vec<String> =
            self.places(state, player).into_iter().map(|place| self.game.place_name(place)).collect();
        match player {
            Player::One => format!("M{{{}}}", labels.join(" ")),
            Player::Two => labels.iter().map(|label| format!("C{label}")).collect::<Vec<_>>().join(" "),
        }
    }

    fn step(&self, from: &UnseenState, to: &UnseenState) -> String {
        if from.turn == Player::Two {
            let (from, step) = self.seen_move(from, to);
            return self.game.step(from, step);
        }
        format!("M {}", self.target(from, to))
    }

    fn target(&self, from: &UnseenState, to: &UnseenState) -> String {
        if from.turn == Player::Two {
            let (from, step) = self.seen_move(from, to);
            return Words::target(self.game, from, step);
        }
        match to.places {
            0 => "nowhere".to_owned(),
            places if self.rules.is_seen(from, to) => format!("seen on {}", self.game.unseen_places(places)),
            places => format!("on {}", self.game.unseen_places(places)),
        }
    }

    fn stays(&self, from: &UnseenState, to: &UnseenState) -> bool {
        from.turn == Player::Two && from.cats == to.cats
    }

    fn moved(&self, from: &UnseenState, to: &UnseenState) -> usize {
        match from.turn {
            Player::One => 1,
            Player::Two => self.game.arena().pieces(Player::Two).moved(from.cats, to.cats) as usize,
        }
    }

    fn end(&self, state: &UnseenState) -> Option<End> {
        let goal = self.game.goal_noun();
        match self.rules.status(state) {
            Status::Won(Player::Two) => Some(End {
                kind: "capture",
                winning_move: "leaves the Mouse no place".to_owned(),
                losing_move: "leaves itself no place".to_owned(),
                sentence: "no place is left for the Mouse, so the Cat has caught it".to_owned(),
            }),
            Status::Won(Player::One) => Some(End {
                kind: "goal",
                winning_move: format!("may reach {goal}"),
                losing_move: format!("lets the Mouse into {goal}"),
                sentence: format!("the Mouse may have reached {goal}"),
            }),
            Status::Turn(_) => self.rules.moves(state).is_empty().then(|| End {
                kind: "stalemate",
                winning_move: "leaves the Cat without a move".to_owned(),
                losing_move: "leaves the Cat without a move".to_owned(),
                sentence: "the Cat has no legal move".to_owned(),
            }),
        }
    }

    fn places(&self, state: &UnseenState, player: Player) -> Vec<Place> {
        match player {
            Player::One => set_bits(state.places).map(|bit| Place::new(bit as u32)).collect(),
            Player::Two => self.game.unseen_cats(state).iter().map(|cat| Place::new(cat.number())).collect(),
        }
    }

    fn place_name(&self, place: Place) -> String {
        self.game.place_name(place)
    }

    fn piece(&self, player: Player) -> String {
        self.game.piece(player)
    }

    fn piece_moves(&self, from: &UnseenState, to: &UnseenState) -> Vec<(Place, Place)> {
        if from.turn == Player::One {
            return Vec::new();
        }
        let (from, step) = self.seen_move(from, to);
        Words::piece_moves(self.game, from, step)
    }

    fn goal(&self) -> Option<Goal> {
        self.game.goal()
    }
}
