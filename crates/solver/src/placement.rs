//! Best placements of a player's pieces, and the choice of the engine that finds them.
//!
//! On a small graph the engine for small teams answers within microseconds. On a symmetric board
//! the orbits engine needs a fraction of the configurations, but the symmetries must be found
//! first. The other engines need an arena, which may be too large to lay out. So the game is given
//! as a trait, [`PlacementGame`], and a [`PlacementPlan`] asks the game only for the parts that the
//! chosen engine needs.

use std::fmt;

use catmouse_arena::{Distance, InOrder, Movers, Player, ProductArena, Solution, Tokens, Value, Values};

use crate::orbits::{MOST_NODES, MOST_PIECES, Search, configurations, nanoseconds_of_a_move, states};
use crate::{
    Answer, Control, Engine, Estimate, PiecesShape, Pursuit, Request, Shape, SmallTeams, SolveError, estimate, solve,
    teams,
};

/// A game in which one player places its pieces, then the opponent its single piece.
pub trait PlacementGame {
    /// The size of the game, from which memory and time are estimated.
    fn shape(&self) -> Shape;

    /// True if the opponent moves first. By default the player that places its pieces first also
    /// moves first.
    fn opponent_moves_first(&self) -> bool {
        false
    }

    /// The game as rows of bits. `None` if a side has more than 64 nodes. The rows also assume that
    /// the placing player has won where one of its pieces has, and that the opponent cannot win.
    /// `None` if the game is not like this.
    fn rows(&self) -> Option<PlacementRows<'_>> {
        None
    }

    /// The game with the symmetries of its board. `None` if the search for the symmetries takes
    /// more than about `steps` visits to vertices and arcs. `None` also if `may_pay` returns false
    /// for an upper bound on the order of the symmetry group.
    fn with_symmetries(&self, steps: usize, may_pay: &dyn Fn(u128) -> bool) -> Option<Pursuit> {
        let _ = (steps, may_pay);
        None
    }

    /// The whole game.
    fn arena(&self) -> ProductArena;

    /// An upper bound on the bytes of [`arena`](Self::arena).
    fn arena_bytes(&self) -> u64;
}

/// A game of placements as rows of bits, one row for each node.
#[derive(Clone, Copy, Debug)]
pub struct PlacementRows<'a> {
    /// Bit v of row u is set if a piece of the placing player may move from u to v.
    pub steps: &'a [u64],
    /// The same for the opponent's piece.
    pub others_steps: &'a [u64],
    /// Bit v of row u is set if the placing player has won where one of its pieces stands on u and
    /// the opponent's on v.
    pub won: &'a [u64],
    /// The pieces of the placing player that move in a turn.
    pub movers: Movers,
}

/// The best placements of a player's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlacements {
    /// The plies until the game is over.
    pub plies: Distance,
    /// The best placements, ascending: a single one, or all of them if the request is for all.
    pub placements: Vec<BestPlacement>,
}

/// A best placement, which may represent the placements to which symmetries map it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BestPlacement {
    /// The nodes of the pieces, ascending.
    pub nodes: Vec<u32>,
    /// The number of placements to which symmetries map this one, itself included. Only the first
    /// of these placements is listed. `None` if no symmetries were used.
    pub alike: Option<u64>,
}

/// The engine that finds the best placements of a game, prepared to the point where its memory is
/// known.
pub struct PlacementPlan<'g> {
    game: &'g dyn PlacementGame,
    player: Player,
    /// Whether all best placements are listed.
    lists_all: bool,
    engine: ChosenEngine,
    bytes: u64,
}

enum ChosenEngine {
    /// The engine for small teams, with this number of pieces.
    Small(u32),
    Orbits(SymmetryTradeOff, Box<Search>),
    /// The engine that answers requests for placements of an arena.
    Arena,
    /// A table of the arena.
    Table,
}

impl fmt::Debug for PlacementPlan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlacementPlan")
            .field("player", &self.player)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl<'g> PlacementPlan<'g> {
    /// Chooses the fastest engine that fits into the memory that `control` allows. If another
    /// engine fits, the search for symmetries takes at most half of that engine's time.
    ///
    /// # Errors
    ///
    /// [`SolveError::TooLarge`] if no engine fits, with the bytes of the engine that needs the
    /// fewest; [`SolveError::Unsuited`] if the request is not about placements;
    /// [`SolveError::Cancelled`].
    ///
    /// # Panics
    ///
    /// If the game of [`with_symmetries`](PlacementGame::with_symmetries) has different numbers of
    /// nodes for the two sides, or if its `caught` does not have a list for each node.
    pub fn new(game: &'g dyn PlacementGame, request: Request, control: &Control<'_>) -> Result<Self, SolveError> {
        let (player, lists_all) = placing(request)?;
        let allowed = control.memory().unwrap_or(u64::MAX);
        let shape = game.shape();
        let size = pieces_of(&shape, player).and_then(|side| side.team).unwrap_or(1);
        if game.opponent_moves_first() {
            return Self::without_symmetries(game, request, control);
        }
        if !lists_all
            && let Some(rows) = game.rows()
            && SmallTeams::fits_caches(rows.steps.len() as u64, size, allowed)
        {
            return Ok(Self { game, player, lists_all, engine: ChosenEngine::Small(size as u32), bytes: 0 });
        }
        if size > 1
            && let Some(trade_off) = SymmetryTradeOff::new(shape, allowed)
            && let Some(pursuit) = game.with_symmetries(trade_off.search_steps(), &|order| trade_off.may_pay(order))
        {
            match trade_off.prepare(pursuit, control) {
                Ok(Some(search)) => {
                    let bytes = search.bytes();
                    return Ok(Self {
                        game,
                        player,
                        lists_all,
                        engine: ChosenEngine::Orbits(trade_off, Box::new(search)),
                        bytes,
                    });
                }
                Ok(None) => {}
                Err(SolveError::TooLarge { bytes, allowed }) => {
                    return Self::without_symmetries(game, request, control).map_err(|error| match error {
                        SolveError::TooLarge { bytes: others, .. } => {
                            SolveError::TooLarge { bytes: bytes.min(others), allowed }
                        }
                        error => error,
                    });
                }
                Err(error) => return Err(error),
            }
        }
        Self::without_symmetries(game, request, control)
    }

    /// Chooses among the engines that lay out the arena.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new).
    pub fn without_symmetries(
        game: &'g dyn PlacementGame,
        request: Request,
        control: &Control<'_>,
    ) -> Result<Self, SolveError> {
        let (player, lists_all) = placing(request)?;
        let shape = game.shape();
        // The teams engine places pieces of the player that moves first. The best placements can also be read from a
        // table.
        let direct = (!game.opponent_moves_first()).then(|| estimate(shape, request));
        let (engine, bytes) = match direct {
            Some(Estimate::Applies { bytes }) => (ChosenEngine::Arena, Ok(bytes)),
            _ => (ChosenEngine::Table, estimate(shape, Request::Table).bytes()),
        };
        let listed = match pieces_of(&shape, player) {
            Some(side) if lists_all => side.configurations().saturating_mul(48 + 8 * side.team.unwrap_or(1)),
            _ => 0,
        };
        let bytes = bytes.unwrap_or(u64::MAX).saturating_add(game.arena_bytes()).saturating_add(listed);
        let allowed = control.memory().unwrap_or(u64::MAX);
        if bytes == u64::MAX || bytes > allowed {
            return Err(SolveError::TooLarge { bytes, allowed });
        }
        Ok(Self { game, player, lists_all, engine, bytes })
    }

    /// The bytes of a run at the peak: an estimate for the orbits engine, and an upper bound for
    /// every other engine. 0 if everything fits into the inner caches.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Finds the best placements. A placement wins if it wins against every reply of the opponent.
    /// The best placements win in the fewest plies. `small` has the buffers of the engine for small
    /// teams, so that the next game can reuse them.
    ///
    /// # Errors
    ///
    /// The errors of [`solve()`].
    pub fn run(self, small: &mut SmallTeams, control: &Control<'_>) -> Result<PlacementRun, SolveError> {
        let Self { game, player, lists_all, engine, .. } = self;
        let best = match engine {
            ChosenEngine::Small(size) => {
                let rows = game.rows().expect("the plan was made from these rows");
                small.best_placement(rows, size).map(|(nodes, plies)| BestPlacements {
                    plies,
                    placements: vec![BestPlacement { nodes, alike: None }],
                })
            }
            ChosenEngine::Orbits(trade_off, search) => return trade_off.run(&search, control),
            ChosenEngine::Arena => {
                let arena = game.arena();
                let request = if lists_all { Request::Placements(player) } else { Request::Placement(player) };
                let found = match solve(&arena, request, control)? {
                    Answer::Placement(first) => first.map(|(first, plies)| (vec![first], plies)),
                    Answer::Placements(found) => found,
                    _ => None,
                };
                found.map(|(found, plies)| listed(&arena, player, found, plies))
            }
            ChosenEngine::Table => {
                let arena = game.arena();
                let turn = if game.opponent_moves_first() { player.opponent() } else { player };
                let table = solve(&arena, Request::Table, control)?.into_table();
                of_table(&arena, &table, player, turn, lists_all)
            }
        };
        Ok(PlacementRun::Best(best))
    }
}

/// What became of a [`PlacementPlan`].
#[derive(Debug)]
pub enum PlacementRun {
    /// The best placements; `None` if no placement wins.
    Best(Option<BestPlacements>),
    /// The orbits engine turned out to need more memory than is allowed, and another engine fits:
    /// see [`PlacementPlan::without_symmetries`].
    WithoutSymmetries,
}

/// The player whose placements are requested, and whether all best placements are requested.
fn placing(request: Request) -> Result<(Player, bool), SolveError> {
    match request {
        Request::Placement(player) => Ok((player, false)),
        Request::Placements(player) => Ok((player, true)),
        _ => Err(Engine::Orbits.unsuited("finds placements and nothing else")),
    }
}

fn pieces_of(shape: &Shape, player: Player) -> Option<PiecesShape> {
    let [one, two] = shape.sides?;
    Some(if player == Player::One { one } else { two })
}

/// The placements, ascending, that the nodes `found` of the player denote. The nodes of a team are
/// its configurations.
fn listed(arena: &ProductArena, player: Player, found: Vec<u32>, plies: Distance) -> BestPlacements {
    let pieces = arena.pieces(player);
    let placement = |node| BestPlacement { nodes: pieces.configuration(node), alike: None };
    let mut placements: Vec<BestPlacement> = found.into_iter().map(placement).collect();
    placements.put_in_order();
    BestPlacements { plies, placements }
}

/// The best placements according to a table. The player `turn` moves first.
fn of_table(
    arena: &ProductArena,
    table: &Solution,
    player: Player,
    turn: Player,
    lists_all: bool,
) -> Option<BestPlacements> {
    let replies = arena.pieces(player.opponent()).nodes();
    let wins_in = |own, other| {
        let (one, two) = if player == Player::One { (own, other) } else { (other, own) };
        match table.value(arena.position(Tokens { one, two, turn })) {
            Value::Win { player: winner, distance } if winner == player => Some(distance),
            _ => None,
        }
    };
    let slowest = |own| (0..replies).try_fold(0, |slowest: Distance, other| Some(slowest.max(wins_in(own, other)?)));
    let winning = || (0..arena.pieces(player).nodes()).filter_map(|own| Some((slowest(own)?, own)));
    let (plies, first) = winning().min()?;
    let found = if lists_all {
        winning().filter(|&(slowest, _)| slowest == plies).map(|(_, own)| own).collect()
    } else {
        vec![first]
    };
    Some(listed(arena, player, found, plies))
}

/// Approximate nanoseconds of one step of a search for symmetries.
const NANOSECONDS_A_STEP: u64 = 100;

/// If another engine takes fewer nanoseconds than this, symmetries would save too little, and are
/// not sought.
const WORTH_SYMMETRIES: u64 = 5_000_000;

/// The decision whether to use the orbits engine: how long to look for the symmetries of a board,
/// and whether the symmetries that are found save enough time.
#[derive(Clone, Copy, Debug)]
struct SymmetryTradeOff {
    shape: Shape,
    allowed: u64,
    /// Approximate nanoseconds of the teams engine, with which the orbits engine is compared;
    /// `None` if the teams engine refuses or does not fit.
    teams_nanoseconds: Option<u64>,
}

impl SymmetryTradeOff {
    /// `None` if another engine is so fast that symmetries would save too little.
    fn new(shape: Shape, allowed: u64) -> Option<Self> {
        let teams_nanoseconds = nanoseconds_of_teams(&shape, allowed);
        let is_worth_it = teams_nanoseconds.is_none_or(|teams| teams >= WORTH_SYMMETRIES);
        is_worth_it.then_some(Self { shape, allowed, teams_nanoseconds })
    }

    /// The number of steps to allow for the search for symmetries, which then takes at most half of
    /// the time of another engine. There is no bound if no other engine fits.
    fn search_steps(&self) -> usize {
        self.teams_nanoseconds.map_or(usize::MAX, |teams| (teams / 2 / NANOSECONDS_A_STEP) as usize)
    }

    /// True if a symmetry group of this order may pay: the orbits engine could be faster than every
    /// other engine, or no other engine fits. Whether the group does pay depends on how many
    /// configurations its symmetries map to themselves.
    fn may_pay(&self, order: u128) -> bool {
        let Some((_, PiecesShape { nodes, team: Some(size), movers, arcs, .. }, single)) = sides(&self.shape) else {
            return false;
        };
        if single.nodes != nodes || !(1..=MOST_NODES.into()).contains(&nodes) || size > MOST_PIECES.into() {
            return false;
        }
        // This order means 2¹²⁸ − 1 or more, so the time cannot be estimated.
        if order == u128::MAX {
            return false;
        }
        let moves = states(nodes, size, movers, order).saturating_mul(arcs.into()) / u128::from(nodes);
        let nanoseconds = saturated(moves.saturating_mul(nanoseconds_of_a_move(nodes).into()));
        self.teams_nanoseconds.is_none_or(|teams| nanoseconds < teams)
    }

    /// Prepares the orbits engine. `None` if another engine is faster, or if only another engine
    /// fits.
    fn prepare(&self, pursuit: Pursuit, control: &Control<'_>) -> Result<Option<Search>, SolveError> {
        let search = match Search::prepare(pursuit, control) {
            // Sampling alone exceeded the allowed memory, so the search needs much more.
            Err(SolveError::TooLarge { bytes, .. }) => return self.too_large(bytes.saturating_mul(4), None),
            search => search?,
        };
        if self.teams_nanoseconds.is_some_and(|teams| search.nanoseconds() >= teams) {
            return Ok(None);
        }
        // The estimate may be 50 % too high, so refuse only if two thirds of it are too much.
        let bytes = search.bytes();
        if bytes - bytes / 3 > self.allowed { self.too_large(bytes, None) } else { Ok(Some(search)) }
    }

    /// Runs the orbits engine.
    fn run(&self, search: &Search, control: &Control<'_>) -> Result<PlacementRun, SolveError> {
        match search.best_placements(&control.allowing(self.allowed)) {
            // The search stopped before its end, so it needs more bytes: add a quarter.
            Err(SolveError::TooLarge { bytes, .. }) => {
                let bytes = bytes.max(search.bytes()).saturating_add(bytes / 4);
                self.too_large(bytes, PlacementRun::WithoutSymmetries)
            }
            Err(SolveError::NoMemory { .. }) if self.teams_nanoseconds.is_some() => Ok(PlacementRun::WithoutSymmetries),
            best => best.map(PlacementRun::Best),
        }
    }

    /// `otherwise` if another engine fits, and the refusal if none does.
    fn too_large<T>(&self, bytes: u64, otherwise: T) -> Result<T, SolveError> {
        match self.teams_nanoseconds {
            Some(_) => Ok(otherwise),
            None => Err(SolveError::TooLarge { bytes, allowed: self.allowed }),
        }
    }
}

/// Approximate nanoseconds of the teams engine for [`Request::Placement`] on one thread, if the
/// game has a typical length. `None` if the teams engine refuses or needs more bytes than are
/// allowed.
fn nanoseconds_of_teams(shape: &Shape, allowed: u64) -> Option<u64> {
    let (player, team, single) = sides(shape)?;
    let bytes = teams::estimate(*shape, Request::Placement(player)).bytes().ok()?;
    let size = team.team.unwrap_or(1);
    let words = configurations(team.nodes, size).saturating_mul(single.nodes.div_ceil(64).into());
    let pulled = words.saturating_mul(u128::from(size) * u128::from(team.arcs)) / u128::from(team.nodes.max(1));
    (bytes <= allowed).then(|| saturated(pulled.saturating_mul(4)))
}

/// The player with a team, the team, and the opponent's single piece; `None` unless exactly one
/// player has a team.
fn sides(shape: &Shape) -> Option<(Player, PiecesShape, PiecesShape)> {
    let [one, two] = shape.sides?;
    match (one.team, two.team) {
        (None, Some(_)) => Some((Player::Two, two, one)),
        (Some(_), None) => Some((Player::One, one, two)),
        _ => None,
    }
}

fn saturated(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
