//! Deciding the start of a game whose values do not all fit into memory.
//!
//! Two facts decide many starts without the values of all positions. Both need that every cat always
//! has a move, because a cat without a move would stop the others. No piece blocks another.
//!
//! * **Fewer cats.** If some of the cats win by themselves, all of them win, in no more plies. The
//!   others may go anywhere: a further cat can only catch the mouse sooner.
//! * **A race.** If the mouse has a path to a hole on which no cat can be in time to catch it or to
//!   close the hole, the Mouse wins, however many cats there are. A cat is in time if it can be
//!   there by that ply on its own, so the Mouse need not see where the cats go.

use std::borrow::Cow;
use std::collections::VecDeque;

use catmouse_arena::{JudgedBy, Judgement, Player, StepGraph};
use catmouse_formats::Record;
use catmouse_model::{
    Ending, Game, Outcome, Plan, Position, PositionJson, Remark, Setup, Side, Vertex, VertexChoice, VertexJson,
};
use catmouse_solver::Control;
use serde::Serialize;

use crate::answer::{DecidedBy, SCHEMA};
use crate::error::Error;
use crate::fields::{position_fields, text_field};
use crate::memory::{self, Work};
use crate::question::{Choices, PreparedGame};
use crate::solve::BoardLabel;
use crate::solved::Solved;

/// The proof of a start's outcome that needs no values of the whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartProof {
    /// The cats on these vertices win by themselves.
    FewerCats(Vec<Vertex>),
    /// The mouse reaches a hole along these vertices before any cat can prevent it.
    Race(Vec<Vertex>),
}

/// The outcome of a start, decided without the values of all positions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecidedStart {
    /// The title of the board. `None` if it has none, or if the caller's choices change the game.
    pub title: Option<String>,
    /// A remark on how the text of the board was read.
    pub remark: Option<Remark>,
    /// The start, with all pieces.
    pub position: Position,
    /// The outcome.
    pub outcome: Outcome,
    /// The cause of the outcome. `None` if it is not known, because the Mouse cannot force a win
    /// against fewer cats: all cats together may force one.
    pub decided_by: Option<DecidedBy>,
    /// An upper bound on the plies of the forced win. `None` if no end is forced, if memory sufficed
    /// for outcomes only, or if moves have costs.
    pub within: Option<u64>,
    /// Whether the bound is the distance itself.
    pub is_exact: bool,
    /// The proof.
    pub proof: StartProof,
    /// The number of positions of the game.
    pub positions: u64,
    /// The game with one cat, whose board is the board of the whole game.
    game: Game,
}

/// The answer of `solve` about the start alone, for a game whose values do not all fit into memory.
///
/// ```
/// use catmouse::{Question, decide_start, solver::Control, answers::{BoardLabel, StartAnswer}, model::Outcome};
///
/// // The mouse is next to the food, and both cats are far away.
/// let corridor = Question::grid(["FM......CC"]).prepare(catmouse::memory::Work::SOLVE)?;
/// let decided = decide_start(&corridor.setup, None, &Control::default())?.expect("a race");
/// let answer = StartAnswer::new(&decided, BoardLabel::default());
/// assert_eq!((answer.outcome, answer.within_plies), (Outcome::Mouse, Some(1)));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SolveStart"))]
#[non_exhaustive]
pub struct StartAnswer<'a> {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The file of the graph and the graph's line in it, as in `graphs/a.g6:3`, if several sources were
    /// read.
    pub source: Option<String>,
    /// The number of the graph in a stream, counted from 1.
    pub graph: u64,
    /// The graph's own line, if it has one: in graph6, digraph6, sparse6 or LeetCode's notation.
    pub input: Option<Cow<'a, str>>,
    /// The title of the board, if it has one.
    pub name: Option<Cow<'a, str>>,
    /// The outcome from the start under perfect play.
    pub outcome: Outcome,
    /// The cause of the outcome. Null if it is not known: the Mouse cannot force a win against these
    /// cats, and all cats together may force one.
    pub decided_by: Option<DecidedBy>,
    /// An upper bound on the plies of the forced win. Null if no end is forced, if only outcomes are
    /// known, or if moves have costs.
    pub within_plies: Option<u64>,
    /// The position from which the game starts.
    pub start: PositionJson,
    /// The vertices of cats that win by themselves. Null if the Mouse wins.
    pub cats: Option<Vec<VertexJson>>,
    /// The path of the mouse to a hole, on which no cat can be in time to stop it. Null if the Cat wins.
    pub race: Option<Vec<VertexJson>>,
    /// The number of positions of the game. Their values are not known.
    pub positions: u64,
}

impl<'a> StartAnswer<'a> {
    /// The answer about a decided start.
    pub fn new(decided: &'a DecidedStart, label: BoardLabel<'a>) -> Self {
        let DecidedStart { title, position, outcome, decided_by, within, proof, positions, game, .. } = decided;
        let (cats, race) = match proof {
            StartProof::FewerCats(cats) => (Some(VertexJson::list(game, cats)), None),
            StartProof::Race(path) => (None, Some(VertexJson::list(game, path))),
        };
        Self {
            schema: SCHEMA,
            source: label.source(),
            graph: label.graph,
            input: label.input.map(Cow::Borrowed),
            name: label.name.or(title.as_deref()).map(Cow::Borrowed),
            outcome: *outcome,
            decided_by: *decided_by,
            within_plies: *within,
            start: PositionJson::new(game, position),
            cats,
            race,
            positions: *positions,
        }
    }

    /// The fields in CSV, in the order of [`SOLVE_COLUMNS`](crate::answers::SOLVE_COLUMNS). The counts
    /// of positions are empty, and so is the distance, because `within_plies` is only a bound.
    pub fn fields(&self) -> [String; 18] {
        let [mouse, cats, turn] = position_fields(&self.start);
        let [graph, input, name] =
            [self.graph.to_string(), text_field(self.input.as_deref()), text_field(self.name.as_deref())];
        let mut fields = <[String; 18]>::default();
        let decided_by = self.decided_by.map_or_else(String::new, |cause| cause.word().to_owned());
        let known = [graph, input, name, mouse, cats, turn, self.outcome.to_string(), decided_by];
        fields[..8].clone_from_slice(&known);
        fields[10] = self.positions.to_string();
        fields
    }
}

impl DecidedStart {
    /// A game on the same board with one of the cats, for the words for vertices.
    pub fn game(&self) -> &Game {
        &self.game
    }
}

impl Choices {
    /// Decides who wins from the start of a graph of a stream, as [`decide_start`] does.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`], [`Error::Solve`], [`Error::Cancelled`].
    pub fn decide_start(
        &self,
        record: &Record,
        memory: Option<u64>,
        control: &Control<'_>,
    ) -> Result<Option<DecidedStart>, Error> {
        let document = self.document(record)?;
        let decided = decide_start(&document.setup, memory, control)?;
        Ok(decided.map(|decided| DecidedStart { title: document.title, remark: document.remark, ..decided }))
    }
}

/// Decides who wins from the start without the values of all positions: by a race of the mouse, or
/// by fewer cats than there are. `None` if neither decides the start, if a piece has no start, if
/// there are traps, or if cats differ or follow scripts.
///
/// Time and memory: those of solving the game with fewer cats, as long as `memory` suffices for that
/// (`None` means the free memory of the machine). A race takes time linear in the moves of one
/// mouse and one cat.
///
/// # Errors
///
/// [`Error::Problems`] for a setup that is no game, [`Error::Solve`], [`Error::Cancelled`].
pub fn decide_start(setup: &Setup, memory: Option<u64>, control: &Control<'_>) -> Result<Option<DecidedStart>, Error> {
    let plan = setup.plan()?;
    if !plan.cats_are_free() || plan.has_traps() {
        return Ok(None);
    }
    let positions = plan.positions();
    let Some(position) = plan.start().position() else { return Ok(None) };
    let named = |&vertex| VertexJson::on_board(Some(plan.board()), vertex).into();
    let cats: Vec<VertexChoice> = position.cats.iter().map(named).collect();
    let (setup, plan) = with_cats(setup, cats[..1].to_vec())?;
    if memory::ensure_fits(&plan, Work::LOOKUP, memory).is_err() {
        return Ok(None);
    }
    let game = plan.game();
    if game.stuck_nodes(Side::Cat).contains(&true) {
        return Ok(None);
    }
    if let Some((path, plies, is_exact)) = race(&game, &position) {
        return Ok(Some(DecidedStart {
            title: None,
            remark: None,
            position,
            outcome: Outcome::Mouse,
            decided_by: Some(DecidedBy::Play),
            within: Some(plies),
            is_exact,
            proof: StartProof::Race(path),
            positions,
            game,
        }));
    }
    // If moves have costs, a further cat makes the moves of the Cat dearer. Then a win may cost
    // more, and come too late for a limit; without a limit the same player wins.
    let has_costs = game.board().has_costs();
    let most = if has_costs && game.rules().limit.is_some() { 0 } else { cats.len() };
    for size in 1..most {
        let (setup, plan) = with_cats(&setup, cats[..size].to_vec())?;
        let Some(solved) = solve_if_it_fits(setup, plan, memory, control)? else { break };
        if let Some((fewer, found)) = soonest(&solved, &position, size, control)? {
            let within = found.distance.filter(|_| !has_costs);
            return Ok(Some(DecidedStart {
                title: None,
                remark: None,
                position,
                outcome: Outcome::Cat,
                // More cats may force what fewer do not.
                decided_by: (found.decided_by == JudgedBy::Play).then_some(DecidedBy::Play),
                within,
                // If a single cat had won already, it would have been found.
                is_exact: within.is_some_and(|plies| plies <= 1),
                proof: StartProof::FewerCats(fewer),
                positions,
                game,
            }));
        }
    }
    Ok(None)
}

/// The setup and the plan of the game with these cats alone.
fn with_cats(setup: &Setup, cats: Vec<VertexChoice>) -> Result<(Setup, Plan), Error> {
    let mut setup = setup.clone();
    setup.cats = Some(cats);
    setup.rules.cats = None;
    // The cats are alike, so a list of one value for each says the same as the first.
    setup.rules.cat_follows.iter_mut().for_each(|values| values.truncate(1));
    setup.rules.cat_speed.iter_mut().for_each(|values| values.truncate(1));
    let plan = setup.plan()?;
    Ok((setup, plan))
}

/// Solves a game, for outcomes alone if distances take too much memory; `None` if outcomes do too.
fn solve_if_it_fits(
    setup: Setup,
    plan: Plan,
    memory: Option<u64>,
    control: &Control<'_>,
) -> Result<Option<Solved>, Error> {
    let fits = |work| Some((work, memory::ensure_fits(&plan, work, memory).ok()?));
    let Some((work, bytes)) = [Work::SOLVE, Work::OUTCOMES].into_iter().find_map(fits) else { return Ok(None) };
    PreparedGame::of_setup(setup, plan.game(), work, bytes).solve_with(control).map(Some)
}

/// The cats of a start, as many as the solved game has, that win soonest by themselves.
///
/// Cats on the same vertex are interchangeable, so there are at most as many choices of cats as the
/// solved game has configurations.
fn soonest(
    solved: &Solved,
    start: &Position,
    size: usize,
    control: &Control<'_>,
) -> Result<Option<(Vec<Vertex>, Judgement)>, Error> {
    let (game, adjudication) = (solved.game(), solved.game().adjudication());
    let mut best: Option<(Vec<Vertex>, Judgement)> = None;
    let mut chosen: Vec<usize> = (0..size).collect();
    let mut is_new = true;
    while is_new {
        if control.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let cats: Vec<Vertex> = chosen.iter().map(|&index| start.cats[index]).collect();
        let Some(id) = game.id(&Position { cats: cats.clone(), ..start.clone() }) else { return Ok(None) };
        let found = adjudication.judge_in(game.arena(), solved.values(), id);
        let length = |found: &Judgement| (found.decided_by != JudgedBy::Play, found.distance.unwrap_or(u64::MAX));
        if Outcome::from(found.outcome) == Outcome::Cat
            && best.as_ref().is_none_or(|(_, best)| length(&found) < length(best))
        {
            best = Some((cats, found));
        }
        is_new = choose_next(&mut chosen, &start.cats);
    }
    Ok(best)
}

/// Replaces the ascending indices of some of the ascending `cats` by the next choice, in
/// lexicographic order, that stands on other vertices. `false` after the last choice.
fn choose_next(chosen: &mut [usize], cats: &[Vertex]) -> bool {
    for place in (0..chosen.len()).rev() {
        let next = cats.partition_point(|&cat| cat <= cats[chosen[place]]);
        if next + chosen.len() - place <= cats.len() {
            chosen[place..].iter_mut().zip(next..).for_each(|(index, next)| *index = next);
            return true;
        }
    }
    false
}

/// A path on which the mouse reaches a hole in the fewest plies, before any cat can catch it or end
/// the game in a hole; with the number of plies. The switch says whether a mouse without any cats
/// would take as many. `None` if there is no such path, or if moves have costs.
///
/// The cats are in time on a set of vertices that only grows, so to arrive early is never worse.
fn race(game: &Game, start: &Position) -> Option<(Vec<Vertex>, u64, bool)> {
    if game.board().has_costs() {
        return None;
    }
    let rules = game.rules();
    let danger = Danger::new(game, &start.cats);
    // The moves of the Cat before the first move of the mouse.
    let ahead = u64::from(start.turn == Side::Cat);
    let steps = game.arena().steps(Player::One);
    let vertex = |node: u32| game.vertex_of(Side::Mouse, node);
    let first = (0..steps.nodes()).find(|&node| vertex(node) == start.mouse)?;
    let is_hole = |node: u32| rules.holes.binary_search(&vertex(node)).is_ok();
    let mut before: Vec<Option<u32>> = vec![None; steps.nodes() as usize];
    let mut open = VecDeque::from([(first, 0_u64)]);
    before[first as usize] = Some(first);
    while let Some((node, moves)) = open.pop_front() {
        // The Cat has made this number of moves when the mouse arrives.
        let made = if moves == 0 { 0 } else { moves - 1 + ahead };
        if is_hole(node) {
            if danger.is_open(game, vertex(node), made) {
                let plies = if moves == 0 { 0 } else { moves + made };
                let limit = rules.limit.is_none_or(|limit| plies <= limit.plies);
                let unhindered = moves_from(steps, &[start.mouse], vertex);
                let least =
                    (0..steps.nodes()).filter(|&node| is_hole(node)).map(|node| unhindered[node as usize]).min();
                let path = walk(&before, first, node).into_iter().map(vertex).collect();
                return limit.then_some((path, plies, least == Some(moves)));
            }
            continue;
        }
        // The Cat moves once more before the mouse leaves.
        if danger.catches(game, vertex(node), moves + ahead) {
            continue;
        }
        for arc in steps.successors(node) {
            if before[arc.node as usize].is_none() {
                before[arc.node as usize] = Some(node);
                open.push_back((arc.node, moves + 1));
            }
        }
    }
    None
}

/// The nodes from `first` to `last`, given the node before each.
fn walk(before: &[Option<u32>], first: u32, last: u32) -> Vec<u32> {
    let mut nodes = vec![last];
    let mut node = last;
    while node != first
        && let Some(earlier) = before[node as usize]
    {
        nodes.push(earlier);
        node = earlier;
    }
    nodes.reverse();
    nodes
}

/// When the cats can first be where they end the game.
struct Danger {
    /// For each vertex, the least number of Cat moves after which a cat can catch a mouse there.
    to_catch: Vec<u64>,
    /// The least number of Cat moves after which a cat can be in a hole.
    to_hole: u64,
}

impl Danger {
    fn new(game: &Game, cats: &[Vertex]) -> Self {
        let steps = game.arena().steps(Player::Two);
        let moves = moves_from(steps, cats, |node| game.vertex_of(Side::Cat, node));
        let mut to_catch = vec![u64::MAX; game.board().vertices() as usize];
        let mut to_hole = u64::MAX;
        for (node, &moves) in (0..).zip(&moves) {
            let vertex = game.vertex_of(Side::Cat, node);
            to_catch[vertex.number() as usize] = moves;
            if game.rules().holes.binary_search(&vertex).is_ok() {
                to_hole = to_hole.min(moves);
            }
        }
        for _ in 0..game.rules().capture_distance {
            let nearer = to_catch.clone();
            for (from, to, _) in game.board().arcs() {
                let reached = &mut to_catch[to.number() as usize];
                *reached = nearer[from.number() as usize].min(*reached);
            }
            if nearer == to_catch {
                break;
            }
        }
        Self { to_catch, to_hole }
    }

    /// Whether the Cat can have won after this number of its moves, with the mouse on this vertex,
    /// which is no hole.
    fn catches(&self, game: &Game, mouse: Vertex, moves: u64) -> bool {
        let ends_in_hole = game.rules().cat_in_hole.endings().contains(&Ending::CatInHole);
        self.to_catch[mouse.number() as usize] <= moves || ends_in_hole && self.to_hole <= moves
    }

    /// Whether the mouse surely wins by arriving at this hole after this number of Cat moves.
    fn is_open(&self, game: &Game, hole: Vertex, moves: u64) -> bool {
        let endings = game.rules().cat_in_hole.endings();
        endings.iter().take_while(|&&ending| ending != Ending::MouseInHole).all(|ending| match ending {
            Ending::Capture => self.to_catch[hole.number() as usize] > moves,
            _ => self.to_hole > moves,
        })
    }
}

/// The least number of moves of one piece to each node from any of these vertices, or `u64::MAX`.
fn moves_from(steps: &StepGraph, starts: &[Vertex], vertex: impl Fn(u32) -> Vertex) -> Vec<u64> {
    let nodes = (0..steps.nodes()).filter(|&node| starts.contains(&vertex(node)));
    let moves = steps.arcs_from(nodes).into_iter();
    moves.map(|moves| if moves == StepGraph::NEVER { u64::MAX } else { moves.into() }).collect()
}
