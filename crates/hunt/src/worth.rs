//! The worth of a board for the objective of a hunt.

use std::collections::BTreeMap;

use catmouse::{
    Error,
    cops::{CopsQuestion, CopsWorkspace},
};
use catmouse_arena::{Adjudication, Arena, Judgement, Player, PositionId, Solution, Tokens, Values, WinOrDraw};
use catmouse_explain::{Context, Laws, Policy, explain, prose, story::story, strategy::strategies};
use catmouse_model::{Board, CopsAndRobbers, Game, Outcome, Position, Side};

use crate::difficulty::{Levels, shelf};
use crate::graph::BitGraph;
use crate::{Constraints, Hunt, Objective};

/// The worth of a board; a greater worth is better. Of two boards with the same value, the board
/// with the greater hint is assumed to be nearer to better boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Worth {
    /// A number of plies, starts, rounds or games, depending on the objective; 0 if the board does
    /// not meet the objective. A capture time of 0 rounds meets it, so rounds are counted from 1.
    pub(crate) value: u64,
    pub(crate) hint: u64,
}

/// The worth of a board, and the start with that worth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rated {
    pub(crate) worth: Worth,
    pub(crate) start: Option<PositionId>,
}

/// The starts of a game that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartScope {
    /// Every pair of places.
    All,
    /// The start of the game, or the start that its players choose.
    Own,
}

/// The number of starts of a board that are tried if each start needs the computation of a line.
const MOST_LINES: usize = 8;

/// The winner of a forced end and its distance; `None` if no end is forced or if the distance is 0.
fn forced(judgement: Judgement) -> Option<(Side, u64)> {
    let distance = judgement.distance.filter(|&distance| distance > 0)?;
    Some((judgement.outcome.winner()?.into(), distance))
}

/// The starts to try at which the game is not over, with their judgements.
fn starts(
    game: &Game,
    solution: &Solution,
    which: StartScope,
    constraints: &Constraints,
) -> impl Iterator<Item = (PositionId, Judgement)> {
    let arena = game.arena();
    let turn = Player::from(game.start().first);
    let mut own = (which == StartScope::Own).then(|| game.opening(solution).id);
    let (rows, columns) = match which {
        StartScope::All => (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes()),
        StartScope::Own => (0, 1),
    };
    let adjudication = game.adjudication();
    let is_lasting = constraints.no_early_catch;
    let stuck = if constraints.no_stalemate { can_get_stuck(game) } else { Vec::new() };
    // If players place pieces, the game may begin at any position that fits the given starts.
    let is_placed = which == StartScope::Own && game.start().position().is_none();
    let any_is_stuck = is_placed && (0..stuck.len()).any(|at| stuck[at] && may_be_placed(game, PositionId::new(at)));
    let (mut one, mut two) = (0, 0);
    // One iterator without adapters, because every objective compiles its own loop over it.
    std::iter::from_fn(move || {
        loop {
            let position = own.take().or_else(|| {
                if two == columns {
                    (one, two) = (one + 1, 0);
                }
                two += 1;
                (one < rows).then(|| arena.position(Tokens { one, two: two - 1, turn }))
            })?;
            let judgement = adjudication.judge_in(arena, solution, position);
            let is_lost_at_once = || matches!(forced(judgement), Some((Side::Cat, distance)) if distance <= 2);
            let is_stuck = any_is_stuck || stuck.get(position.index()).is_some_and(|is_stuck| *is_stuck);
            if judgement.distance != Some(0) && !(is_lasting && is_lost_at_once() || is_stuck) {
                return Some((position, judgement));
            }
        }
    })
}

/// Whether the game can begin at a position, given the pieces that have a start.
fn may_be_placed(game: &Game, position: PositionId) -> bool {
    let (start, Position { mouse, cats, turn }) = (game.start(), game.position(position));
    turn == start.first && start.mouse.is_none_or(|at| at == mouse) && start.cats.as_ref().is_none_or(|at| *at == cats)
}

/// For each position, whether play from it may reach a position at which the game is not over and a
/// side has no legal move, whether or not that side is to move. Empty if there is no such position.
///
/// The search goes backwards from these positions, along the moves of both sides. Time: linear in
/// the positions at which a side has no move, and in the moves to the positions that are found.
fn can_get_stuck(game: &Game) -> Vec<bool> {
    let arena = game.arena();
    let [mouse, cat] = [Side::Mouse, Side::Cat].map(|side| game.stuck_nodes(side));
    if ![&mouse, &cat].into_iter().flatten().any(|is_stuck| *is_stuck) {
        return Vec::new();
    }
    let is_open = |Tokens { one, two, .. }: Tokens| arena.verdicts().winner(one, two).is_none();
    let is_stuck = |position: &PositionId| {
        let tokens = arena.tokens(*position);
        (mouse[tokens.one as usize] || cat[tokens.two as usize]) && is_open(tokens)
    };
    let mut open: Vec<PositionId> = (0..arena.positions()).map(PositionId::new).filter(is_stuck).collect();
    let mut found = vec![false; arena.positions()];
    for position in &open {
        found[position.index()] = true;
    }
    while let Some(position) = open.pop() {
        for back in arena.predecessors(position) {
            let is_known = &mut found[back.from.index()];
            if !*is_known && is_open(arena.tokens(back.from)) {
                *is_known = true;
                open.push(back.from);
            }
        }
    }
    found
}

/// The worth of a game for the objective of a hunt about games.
pub(crate) fn rate(hunt: &Hunt, game: &Game, solution: &Solution, which: StartScope) -> Rated {
    let all = || starts(game, solution, which, &hunt.constraints);
    let most = hunt.at_most.unwrap_or(u64::MAX);
    match &hunt.objective {
        Objective::Longest(side) => longest(all(), *side, most),
        Objective::Outcome(Outcome::Draw) => {
            let drawn = all().find(|(_, judgement)| judgement.outcome == WinOrDraw::Draw);
            drawn.map_or_else(Rated::default, |(start, _)| Rated::of(start, 1, 0))
        }
        Objective::Outcome(outcome) => {
            let wanted = WinOrDraw::from(*outcome);
            // A win by endless play has no distance. It counts as one ply.
            let found = all().filter(|(_, judgement)| judgement.outcome == wanted);
            let found = found.map(|(start, judgement)| (judgement.distance.unwrap_or(1).max(1), start));
            let found = found.filter(|&(distance, _)| distance <= most);
            let best = found.max_by_key(|&(distance, start)| (distance, std::cmp::Reverse(start)));
            best.map_or_else(Rated::default, |(distance, start)| Rated::of(start, distance, 0))
        }
        Objective::Draws => {
            let mut drawn = all().filter(|(_, judgement)| judgement.outcome == WinOrDraw::Draw);
            drawn.next().map_or_else(Rated::default, |(start, _)| Rated::of(start, 1 + drawn.count() as u64, 0))
        }
        Objective::Narrowest(outcome) => narrowest(game, solution, *outcome, all()),
        objective @ (Objective::Lesson(_) | Objective::Law(_)) => lesson(game, solution, objective, all()),
        Objective::Graded => graded(hunt, game, solution)
            .into_iter()
            .map(|level| level.rated)
            .max_by_key(|it| it.worth)
            .unwrap_or_default(),
        Objective::CaptureTime | Objective::CopNumber(_) => Rated::default(), // objectives about bare graphs
    }
}

impl Rated {
    fn of(start: PositionId, value: u64, hint: u64) -> Self {
        Self { worth: Worth { value, hint }, start: Some(start) }
    }
}

/// A start as a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelStart {
    /// The start, with the games of the hasty player as its worth.
    pub(crate) rated: Rated,
    /// The number of the Mouse's moves.
    pub(crate) moves: u32,
}

/// The starts of a game that are levels, one of each shelf: those that the Mouse wins by force in
/// three moves or more, and that count in this hunt.
pub(crate) fn graded(hunt: &Hunt, game: &Game, solution: &Solution) -> Vec<LevelStart> {
    const LEAST_MOVES: u64 = 3;
    let Some(levels) = Levels::new(game, solution) else { return Vec::new() };
    let mut found: BTreeMap<u64, LevelStart> = BTreeMap::new();
    for (start, judgement) in starts(game, solution, StartScope::All, &hunt.constraints) {
        let Some(moves) = Levels::moves(judgement).filter(|&moves| moves >= LEAST_MOVES) else { continue };
        let Some(games) = levels.games(start).map(f64::to_bits).filter(|&games| hunt.counts(games)) else { continue };
        let level = LevelStart { rated: Rated::of(start, games, 0), moves: moves.min(u32::MAX.into()) as u32 };
        found.entry(shelf(games)).or_insert(level);
    }
    found.into_values().collect()
}

fn longest(starts: impl Iterator<Item = (PositionId, Judgement)>, side: Side, most: u64) -> Rated {
    let mut best = Rated::default();
    for (start, judgement) in starts {
        let Some((winner, distance)) = forced(judgement) else { continue };
        if winner != side || distance > most {
            continue;
        }
        if distance > best.worth.value {
            best = Rated::of(start, distance, 0);
        }
    }
    best
}

/// The starts with this outcome for which lines are computed: the longest wins, or arbitrary draws.
fn promising(starts: impl Iterator<Item = (PositionId, Judgement)>, outcome: Outcome) -> Vec<(PositionId, Judgement)> {
    let rank = |(start, judgement): &(PositionId, Judgement)| (std::cmp::Reverse(judgement.distance), *start);
    let mut best = Vec::with_capacity(MOST_LINES + 1);
    for found in starts {
        if found.1.outcome == WinOrDraw::from(outcome) {
            best.insert(best.partition_point(|known| rank(known) < rank(&found)), found);
            best.truncate(MOST_LINES);
        }
    }
    best
}

fn narrowest(
    game: &Game,
    solution: &Solution,
    outcome: Outcome,
    starts: impl Iterator<Item = (PositionId, Judgement)>,
) -> Rated {
    let mut best = Rated::default();
    for (start, _) in promising(starts, outcome) {
        // The bits of positive floating-point numbers are in the same order as the numbers.
        let expected_games = expected_games(game, solution, &game.adjudication(), start).to_bits();
        if expected_games > best.worth.value {
            best = Rated::of(start, expected_games, 0);
        }
    }
    best
}

/// The expected number of games with random moves until one game keeps the outcome with all moves
/// along the line of `explain`. Only the winner's moves are random, or in a draw those of both
/// sides. At least 1.
pub(crate) fn expected_games(game: &Game, values: &dyn Values, adjudication: &Adjudication, start: PositionId) -> f64 {
    let arena = game.arena();
    let policy = Policy::new(&Context::new(arena, game, values, *adjudication), start);
    let line = policy.line(&Context::new(arena, game, values, *adjudication), start);
    let outcome = adjudication.judge_in(arena, values, start).outcome;
    let (mut expected_games, mut here, mut adjudication) = (1.0, start, *adjudication);
    for step in line.steps {
        let mover = Player::from(game.position(here).turn);
        if outcome.winner().is_none_or(|winner| winner == mover) {
            let (mut moves, mut right) = (0u32, 0u32);
            for candidate in arena.successors(here) {
                moves += 1;
                right += u32::from(adjudication.judge_move_in(arena, values, candidate).outcome == outcome);
            }
            expected_games = f64::min(expected_games * f64::from(moves) / f64::from(right.max(1)), 1e300);
        }
        adjudication = adjudication.after(step.cost).unwrap_or(adjudication);
        here = step.to;
    }
    expected_games
}

/// Whether a game has, at a start, the lesson or the law that the hunt searches for.
pub(crate) fn teaches(objective: &Objective, game: &Game, values: &dyn Values, laws: &Laws, start: PositionId) -> bool {
    match objective {
        Objective::Law(conditions) => {
            let turn = Player::from(game.position(start).turn);
            let mut own = laws.all().iter().filter(|law| law.turn == turn && law.exceptions == 0);
            own.any(|law| law.conditions.len() == *conditions as usize)
        }
        Objective::Lesson(kind) => {
            let explanation = explain(&context(game, values).with_laws(laws), start);
            let claims = story(game.arena(), game, values, &explanation);
            if !claims.iter().any(|claim| claim.kind() == kind) {
                return false;
            }
            let strategies = strategies(game.arena(), game, values, &explanation).unwrap_or_default();
            prose::kinds_told(&claims, &strategies, &explanation, game).contains(&kind.as_str())
        }
        _ => false,
    }
}

/// A game with its values, under its own adjudication.
fn context<'a>(game: &'a Game, values: &'a dyn Values) -> Context<'a> {
    Context::new(game.arena(), game, values, game.adjudication())
}

/// The worth of a game for [`Objective::Lesson`] and [`Objective::Law`]: 1 if one of the hardest
/// starts meets the objective.
fn lesson(
    game: &Game,
    solution: &Solution,
    objective: &Objective,
    starts: impl Iterator<Item = (PositionId, Judgement)>,
) -> Rated {
    let mut hardest: [Option<(u64, PositionId)>; 3] = [None; 3];
    for (start, judgement) in starts {
        let of = judgement.outcome.winner().map_or(2, Player::index);
        let distance = judgement.distance.unwrap_or(0);
        if hardest[of].is_none_or(|(known, _)| distance > known) {
            hardest[of] = Some((distance, start));
        }
    }
    let hint = hardest.iter().flatten().map(|(distance, _)| *distance).max().unwrap_or(0);
    let mut best = Rated { worth: Worth { value: 0, hint }, start: None };
    let laws = Laws::of(&context(game, solution));
    for (_, start) in hardest.into_iter().flatten() {
        if teaches(objective, game, solution, &laws, start) {
            best = Rated::of(start, 1, hint);
            break;
        }
    }
    best
}

/// The worth of a bare graph for an objective about Cops and Robbers.
pub(crate) fn rate_graph(
    objective: &Objective,
    graph: &BitGraph,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace,
) -> Result<Rated, Error> {
    let bare = CopsAndRobbers::new(graph.vertices(), graph.arcs().collect());
    let worth = match objective {
        Objective::CaptureTime => {
            let found = workspace.numbers(&bare, question)?;
            let rounds = found.known(found.capture_time, question.memory)?;
            Worth { value: rounds.map_or(0, |rounds| rounds + 1), hint: 0 }
        }
        Objective::CopNumber(wanted) => {
            let found = workspace.numbers(&bare, question)?;
            let number = found.known(found.cop_number, question.memory)?;
            // Graphs with few short cycles are preferred, because with girth 5 the cop number is at
            // least the minimum degree.
            let hint = (1 << 32) - u64::from(graph.short_cycles());
            let found = number.unwrap_or(wanted + 1);
            let near = u64::from(found.min(*wanted)) << 40;
            Worth { value: u64::from(number == Some(*wanted)), hint: near + hint }
        }
        _ => Worth::default(),
    };
    Ok(Rated { worth, start: None })
}

impl Constraints {
    /// Whether a graph meets the constraints.
    pub(crate) fn allow(&self, graph: &BitGraph) -> bool {
        let degrees = || (0..graph.vertices()).map(|vertex| graph.degree(vertex));
        self.max_degree.is_none_or(|most| degrees().all(|degree| degree <= most))
            && self.regular.is_none_or(|wanted| degrees().all(|degree| degree == wanted))
            && (!self.connected || graph.is_connected())
            && self.allow_drawing(graph)
    }

    /// Whether a graph can be an induced subgraph of a graph that meets the constraints.
    pub(crate) fn allow_part(&self, graph: &BitGraph) -> bool {
        self.allow_drawing(graph)
    }

    fn allow_drawing(&self, graph: &BitGraph) -> bool {
        !self.planar || {
            let edges = graph.edges().map(|(one, other)| (one as usize, other as usize));
            catmouse_picture::is_planar(graph.vertices() as usize, edges)
        }
    }

    /// The greatest degree that the constraints allow.
    pub(crate) fn most_degree(&self) -> u32 {
        self.regular.or(self.max_degree).unwrap_or(u32::MAX)
    }

    /// Whether a board of any size and kind meets the constraints. Moves that lead one way count as
    /// edges.
    pub(crate) fn allow_board(&self, board: &Board) -> bool {
        let vertices = board.vertices() as usize;
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); vertices];
        for (from, to, _) in board.arcs().filter(|(from, to, _)| from != to) {
            let (from, to) = (from.number() as usize, to.number() as usize);
            lists[from].push(to);
            lists[to].push(from);
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        let degrees = || lists.iter().map(Vec::len);
        self.max_degree.is_none_or(|most| degrees().all(|degree| degree <= most as usize))
            && self.regular.is_none_or(|wanted| degrees().all(|degree| degree == wanted as usize))
            && (!self.connected || is_connected(&lists))
            && (!self.planar || {
                let edges = lists.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&to| (from, to)));
                catmouse_picture::is_planar(vertices, edges)
            })
    }
}

fn is_connected(lists: &[Vec<usize>]) -> bool {
    let mut met = vec![false; lists.len()];
    let mut open: Vec<usize> = if lists.is_empty() { Vec::new() } else { vec![0] };
    while let Some(vertex) = open.pop() {
        if !std::mem::replace(&mut met[vertex], true) {
            open.extend(&lists[vertex]);
        }
    }
    met.into_iter().all(|met| met)
}
