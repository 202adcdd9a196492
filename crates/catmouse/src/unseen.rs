//! A game with a mouse that is not always seen, solved: the answers to `solve`, `explain` and `moves`.
//!
//! A position is where the cats are and where the mouse may be. A win of the Cat is a plan. A win of
//! the Mouse only means that the Cat cannot exclude it, because a mouse that does not foresee the Cat
//! has no plan. So the answers show the moves of the Cat alone.

use std::cell::Cell;
use std::cmp::Reverse;

use catmouse_arena::{
    Adjudication, Arena, ByState, Cost, GraphArena, Judgement, Place, Player, Solution, StateRules, StateWords, Status,
    Value, Values, check, set_bits,
};
use catmouse_explain::{Context, Ply, explain, prose, rated_moves};
use catmouse_formats::Expectation;
use catmouse_model::{
    Board, Choice, Game, Outcome, Side, Sight, Unseen, UnseenState, UnseenWords, Vertex, VertexJson, counted, listed,
};
#[cfg(feature = "page")]
use catmouse_page::UnseenPage;
use catmouse_picture::PlacesFrame;
use catmouse_solver::{Clearing, ClearingPlan, Control, Request, SolveError};
use serde::Serialize;

use crate::answer::{Counts, SCHEMA};
use crate::check::CheckAnswer;
use crate::error::Error;
use crate::memory::{self, Work};
use crate::question::{Choices, PreparedGame, Question};

/// The bytes that a position takes at most while the arena is laid out and solved, and those of a move.
const BYTES_EACH: (u64, u64) = (192, 24);

/// A solved game with a mouse that is not always seen.
///
/// ```
/// use catmouse::{Question, model::{Outcome, Preset, RuleChoices, Sight}};
///
/// // One cat that never sees the mouse walks along a path of four vertices.
/// let rules = RuleChoices { mouse_seen: Some(Sight::Never), ..RuleChoices::default() };
/// let path = Question::text("[[1],[0,2],[1,3],[2]]").preset(Preset::CopsAndRobbers).rules(rules);
/// let answer = path.solve_unseen()?.answer();
/// assert_eq!((answer.outcome, answer.distance_plies), (Outcome::Cat, Some(5)));
/// assert_eq!(answer.line.last().unwrap().places, []);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Debug)]
pub struct SolvedUnseen {
    prepared: PreparedGame,
    adjudication: Adjudication,
    start: UnseenState,
    /// The choice of the Cat; `None` if the starts of the cats are given.
    placed: Option<Choice>,
    found: Found,
    /// The bytes of memory that were allowed.
    allowed: u64,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a solved game has one of it")]
enum Found {
    /// The values of all positions that arise.
    Values { arena: GraphArena<UnseenState>, solution: Solution },
    /// A fastest plan of the Cat, or none; too many positions arise.
    Plan(Option<Vec<UnseenState>>),
}

/// The outcome of a game with a mouse that is not always seen, the moves from its start and, if the Cat wins, a fastest
/// plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Unseen"))]
#[non_exhaustive]
pub struct UnseenAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The number of the graph in its text, counted from 1.
    pub graph: u64,
    /// The graph's own line, if it has one.
    pub input: Option<String>,
    /// The title of the board, if it has one.
    pub name: Option<String>,
    /// When the mouse is seen, as the setting `mouse-seen` says it.
    pub mouse_seen: String,
    /// The outcome from the start. A win of the Mouse means that the Cat cannot exclude it.
    pub outcome: Outcome,
    /// The plies to the forced end; null if none is forced, or if only a plan of the Cat was searched for.
    pub distance_plies: Option<u64>,
    /// Where the cats start, ascending.
    pub cats: Vec<VertexJson>,
    /// Where the mouse may be at the start, ascending.
    pub places: Vec<VertexJson>,
    /// The side to move first.
    pub turn: Side,
    /// The number of positions that arise, with each outcome; null if there are too many, so that only a plan of the Cat
    /// was searched for.
    pub positions: Option<Counts>,
    /// The moves from the start, best first; empty if there are too many positions.
    pub moves: Vec<UnseenMove>,
    /// The plan of the Cat against the longest defence, ply by ply; empty if the Cat does not win by force.
    pub line: Vec<UnseenPly>,
}

/// A move from the start. A move of the Mouse is a set of places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnseenMove {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the cats are after it, ascending.
    pub cats: Vec<VertexJson>,
    /// Where the mouse may be after it, ascending.
    pub places: Vec<VertexJson>,
    /// The outcome after it.
    pub outcome: Outcome,
    /// The plies from the position after it to the forced end; null if none is forced.
    pub distance_plies: Option<u64>,
    /// Whether no other move is better.
    pub best: bool,
}

/// A ply of the Cat's plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnseenPly {
    /// The number of the ply, from 1.
    pub ply: u64,
    /// The side that moves.
    pub player: Side,
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the cats are after it, ascending.
    pub cats: Vec<VertexJson>,
    /// Where the mouse may be after it, ascending.
    pub places: Vec<VertexJson>,
    /// Whether the mouse is seen after this ply of its own.
    pub seen: bool,
    /// Why the Cat makes this move; empty for a ply of the Mouse, and if only a plan was searched for.
    pub reason: String,
}

impl Question {
    /// Solves the game if the mouse is seen only as the setting `mouse-seen` says. Time and memory: linear in the
    /// positions that arise and their moves; each has a set of places, so there may be exponentially many. If they do not
    /// fit into memory and the mouse is never seen, the Cat's fastest plan is searched for, with less memory.
    ///
    /// # Errors
    ///
    /// Those of [`prepare`](Self::prepare), and those of [`PreparedGame::solve_unseen`].
    pub fn solve_unseen(&self) -> Result<SolvedUnseen, Error> {
        let allowed = memory::memory_budget(self.memory);
        self.prepare(Work::UNSEEN)?.solve_unseen(&Control::default().allowing(allowed))
    }
}

impl Choices {
    /// When the mouse of this board is seen under these choices; [`Sight::Always`] if the board cannot be read.
    pub fn sight(&self, record: &catmouse_formats::Record) -> Sight {
        if self.rules.mouse_seen.is_none() && !record.text().contains("mouse-seen") {
            return Sight::Always;
        }
        self.document(record).ok().and_then(|document| document.setup.rules.mouse_seen).unwrap_or_default()
    }
}

impl PreparedGame {
    /// Solves a game that was prepared for [`Work::UNSEEN`]. See [`Question::solve_unseen`].
    ///
    /// # Errors
    ///
    /// [`Error::TooManyPlaces`] if neither the positions nor the search fits into the memory that
    /// `control` allows, or if the search does not decide the game; [`Error::Cancelled`].
    pub fn solve_unseen(self, control: &Control<'_>) -> Result<SolvedUnseen, Error> {
        let (game, adjudication) = (&self.game, self.game.adjudication());
        let (rules, allowed) = (game.unseen(), control.memory().unwrap_or(u64::MAX));
        let placed = |among: usize, best: usize| game.start().cats.is_none().then_some(Choice { among, best });
        let laid_out = lay_out(&rules, control).and_then(|arena| {
            let solution = catmouse_solver::solve(&arena, Request::Table, control)?.into_table();
            Ok((arena, solution))
        });
        let error = match laid_out {
            Ok((arena, solution)) => {
                let opening = Openings::of(&rules, &arena, &solution);
                let (start, placed) = (opening.start, placed(opening.among, opening.best));
                let found = Found::Values { arena, solution };
                return Ok(SolvedUnseen { adjudication, start, placed, found, allowed, prepared: self });
            }
            Err(SolveError::TooLarge { .. }) => too_many(game, allowed),
            Err(error) => return Err(error.into()),
        };
        if game.rules().seen != Sight::Never {
            return Err(error);
        }
        let plan = match search(&rules, control) {
            Err(SolveError::TooLarge { .. }) => return Err(error),
            plan => plan?,
        };
        // Without a plan, the Mouse may win by force or hold out for ever.
        let is_decided = game.rules().holes.is_empty() || game.rules().endless == Outcome::Mouse;
        if plan.is_none() && (!is_decided || game.rules().limit.is_some()) {
            return Err(error);
        }
        let first = rules.placements().start;
        let cats = plan.as_ref().map_or(first, |plan| plan.nodes[0]);
        let placed = placed(rules.placements().len(), 0);
        let found = Found::Plan(plan.map(|plan| played(&rules, &plan)));
        Ok(SolvedUnseen { adjudication, start: rules.start(cats), placed, found, allowed, prepared: self })
    }
}

impl SolvedUnseen {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.prepared.game
    }

    /// The title of the board, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.prepared.title.as_deref()
    }

    /// The start in the notation of the game.
    pub fn notation(&self) -> String {
        UnseenWords { game: self.game(), rules: &self.game().unseen() }.position(&self.start)
    }

    /// The choice of the Cat between its placements; `None` if the starts of the cats are given. If only a plan was
    /// searched for, the number of best placements is 0, because it is not known.
    pub fn placed(&self) -> Option<Choice> {
        self.placed
    }

    /// The arena and the values of its positions; `None` if too many arise.
    pub fn values(&self) -> Option<(&GraphArena<UnseenState>, &Solution)> {
        match &self.found {
            Found::Values { arena, solution } => Some((arena, solution)),
            Found::Plan(_) => None,
        }
    }

    /// Whether the values are a solution, by local conditions that need no solver, and whether they agree with the result
    /// that the board claims. If only a plan was searched for, whether it leaves the mouse no place.
    pub fn check(&self) -> CheckAnswer {
        let wrong = match &self.found {
            Found::Values { arena, solution } => check(arena, solution).err().map(|wrong| wrong.to_string()),
            Found::Plan(Some(line)) if line.last().is_none_or(|last| last.places != 0) => {
                Some("the plan leaves the mouse a place".to_owned())
            }
            Found::Plan(_) => None,
        };
        let positions = self.values().map_or(0, |(_, solution)| solution.positions());
        CheckAnswer::of_unseen(positions, wrong.into_iter().chain(self.unmet()).collect())
    }

    /// The expectations of the board that the values do not meet.
    fn unmet(&self) -> Vec<String> {
        let Some(expect) = &self.prepared.expect else { return Vec::new() };
        let judgement = self.judgement();
        let (found, found_plies) = (Outcome::from(judgement.outcome), judgement.distance);
        let Expectation { outcome, decided_by, distance_plies, distance_cost, positions, longest_plies, longest_cost } =
            expect;
        let said = |number: Option<u64>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
        let outcome = outcome.filter(|&outcome| outcome != found);
        let plies = distance_plies.filter(|&plies| plies != found_plies);
        let others = [decided_by.is_some(), distance_cost.is_some(), positions.is_some()];
        let is_unknown = others.contains(&true) || longest_plies.is_some() || longest_cost.is_some();
        let unmet = [
            outcome.map(|outcome| format!("the outcome is {found}, not {outcome}")),
            plies.map(|plies| format!("the distance in plies is {}, not {}", said(found_plies), said(plies))),
            is_unknown.then(|| {
                "of a mouse that is not always seen, only the outcome and the distance in plies can be expected"
                    .to_owned()
            }),
        ];
        unmet.into_iter().flatten().collect()
    }

    /// The position at the start.
    pub(crate) fn start(&self) -> &UnseenState {
        &self.start
    }

    /// The positions of the plan, if only a plan was searched for and there is one.
    pub(crate) fn plan_found(&self) -> Option<&[UnseenState]> {
        match &self.found {
            Found::Plan(line) => line.as_deref(),
            Found::Values { .. } => None,
        }
    }

    /// The error that the positions did not fit into memory.
    pub(crate) fn too_many(&self) -> Error {
        too_many(self.game(), self.allowed)
    }

    fn value(&self) -> Value {
        self.value_at(&self.start)
    }

    /// The value of a position; endless if too many arise and it is not on the plan.
    pub(crate) fn value_at(&self, state: &UnseenState) -> Value {
        let left = |line: &Vec<UnseenState>| Some(line.len() - 1 - line.iter().position(|known| known == state)?);
        match &self.found {
            Found::Values { arena, solution } => {
                arena.position(state).map_or(Value::Endless, |position| solution.value(position))
            }
            Found::Plan(line) => line
                .as_ref()
                .and_then(left)
                .map_or(Value::Endless, |left| Value::Win { player: Player::Two, distance: left as u64 }),
        }
    }

    /// The best move of the player to move; of equal ones, one with few places for the Cat, and many for the Mouse.
    pub(crate) fn reply(&self, state: &UnseenState) -> Option<UnseenState> {
        self.preferred(self.game().unseen().moves(state).into_iter().map(|(after, _)| after), state.turn)
    }

    /// The position that a player likes most, as [`reply`](Self::reply) chooses it.
    pub(crate) fn preferred(
        &self,
        states: impl IntoIterator<Item = UnseenState>,
        player: Player,
    ) -> Option<UnseenState> {
        let places = |state: &UnseenState| match player {
            Player::One => i64::from(state.places.count_ones()),
            Player::Two => -i64::from(state.places.count_ones()),
        };
        states.into_iter().min_by_key(|state| Reverse((self.value_at(state).preference(player), places(state))))
    }

    /// The judgement of the start.
    fn judgement(&self) -> Judgement {
        self.adjudication.judge(self.value())
    }

    /// The answer. Time: that of the plan, and linear in the positions.
    pub fn answer(&self) -> UnseenAnswer {
        let PreparedGame { game, number, input, title, .. } = &self.prepared;
        let judgement = self.judgement();
        UnseenAnswer {
            schema: SCHEMA,
            graph: *number,
            input: input.clone(),
            name: title.clone(),
            mouse_seen: game.rules().seen.to_string(),
            outcome: judgement.outcome.into(),
            distance_plies: judgement.distance,
            cats: VertexJson::list(game, &game.unseen_cats(&self.start)),
            places: vertices(game, self.start.places),
            turn: Player::into(self.start.turn),
            positions: self.values().map(|(_, solution)| self.counts(solution)),
            moves: self.moves(),
            line: self.line(),
        }
    }

    fn counts(&self, solution: &Solution) -> Counts {
        let mut counts = Counts { total: solution.positions() as u64, ..Counts::default() };
        solution.scan(&mut |_, value| match self.adjudication.judge(value).outcome.into() {
            Outcome::Mouse => counts.mouse += 1,
            Outcome::Cat => counts.cat += 1,
            Outcome::Draw => counts.draw += 1,
        });
        counts
    }

    fn moves(&self) -> Vec<UnseenMove> {
        let Some((arena, solution)) = self.values() else { return Vec::new() };
        let (game, rules) = (self.game(), self.game().unseen());
        let words = UnseenWords { game, rules: &rules };
        let by_state = ByState::new(arena, &words);
        let Some(start) = arena.position(&self.start) else { return Vec::new() };
        let rated = rated_moves(&Context::new(arena, &by_state, solution, self.adjudication), start);
        let moves = rated.into_iter().map(|rated| {
            let to = arena.state(rated.to);
            UnseenMove {
                text: words.step(&self.start, to),
                cats: VertexJson::list(game, &game.unseen_cats(to)),
                places: vertices(game, to.places),
                outcome: rated.judgement.outcome.into(),
                distance_plies: rated.judgement.distance,
                best: rated.best,
            }
        });
        moves.collect()
    }

    /// The positions of the plan after each ply, with the reasons of the Cat; empty if the Cat does not win by force.
    fn plan(&self, words: &UnseenWords<'_>) -> Vec<(UnseenState, String)> {
        let cat_wins = self.judgement().distance.is_some() && self.value().winner() == Some(Player::Two);
        match &self.found {
            Found::Values { arena, solution } if cat_wins => {
                let by_state = ByState::new(arena, words);
                let context = Context::new(arena, &by_state, solution, self.adjudication);
                let Some(start) = arena.position(&self.start) else { return Vec::new() };
                let explanation = explain(&context, start);
                let is_cats = |ply: &Ply| arena.state(ply.from).turn == Player::Two;
                let reason = |ply: &Ply| prose::remark(&explanation, ply, &by_state);
                let step =
                    |ply: &Ply| (*arena.state(ply.played.to), if is_cats(ply) { reason(ply) } else { String::new() });
                explanation.plies.iter().map(step).collect()
            }
            Found::Plan(Some(line)) => line[1..].iter().map(|&state| (state, String::new())).collect(),
            _ => Vec::new(),
        }
    }

    fn line(&self) -> Vec<UnseenPly> {
        let (game, rules) = (self.game(), self.game().unseen());
        let words = UnseenWords { game, rules: &rules };
        let steps = self.plan(&words);
        let before = std::iter::once(self.start).chain(steps.iter().map(|&(state, _)| state));
        let plies = (1..).zip(before).zip(&steps).map(|((ply, from), (to, reason))| UnseenPly {
            ply,
            player: Player::into(from.turn),
            text: words.step(&from, to),
            cats: VertexJson::list(game, &game.unseen_cats(to)),
            places: vertices(game, to.places),
            seen: rules.is_seen(&from, to),
            reason: reason.clone(),
        });
        plies.collect()
    }
}

impl SolvedUnseen {
    /// The plan of the Cat as a film strip, as SVG: the start and the board after each ply of the Cat, with the places
    /// where the mouse may be shaded. Without a plan, the start alone.
    pub fn picture(&self) -> String {
        let (game, rules) = (self.game(), self.game().unseen());
        let words = UnseenWords { game, rules: &rules };
        let steps = self.plan(&words);
        let left = |places: u64| counted(places.count_ones(), "place", "places");
        let frame = |caption, move_made, state: &UnseenState, moves| PlacesFrame {
            caption,
            move_made,
            cats: game.unseen_cats(state),
            moves,
            places: state.places,
        };
        let start = format!("start: {}", left(self.start.places));
        let mut frames = vec![frame(start, words.placement(&self.start, Player::Two), &self.start, Vec::new())];
        let before = std::iter::once(&self.start).chain(steps.iter().map(|(state, _)| state));
        for (from, (to, _)) in before.zip(&steps).filter(|(from, _)| from.turn == Player::Two) {
            let vertex = |place: Place| Vertex::new(place.number());
            let moves = words.piece_moves(from, to).into_iter().map(|(from, to)| (vertex(from), vertex(to))).collect();
            let caption = format!("round {}: {}", frames.len(), left(to.places));
            frames.push(frame(caption, words.step(from, to), to, moves));
        }
        let (title, sentence) = (self.title().unwrap_or("A mouse that is not always seen"), self.answer().headline());
        catmouse_picture::places(game, title, &sentence, &frames)
    }

    /// The game as a page for a browser. Time: that of the answer, and linear in the positions and their moves.
    ///
    /// ```
    /// use catmouse::{Question, model::{Preset, RuleChoices, Sight}};
    ///
    /// let rules = RuleChoices { mouse_seen: Some(Sight::Never), ..RuleChoices::default() };
    /// let path = Question::text("[[1],[0,2],[1]]").preset(Preset::CopsAndRobbers).rules(rules);
    /// assert!(path.solve_unseen()?.page().html().starts_with("<!doctype html>"));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    #[cfg(feature = "page")]
    pub fn page(&self) -> UnseenPage<'_> {
        let (game, rules, answer) = (self.game(), self.game().unseen(), self.answer());
        let starts = match &self.found {
            Found::Values { arena, solution } => {
                Openings::all(&rules, arena, solution).map(|(start, _)| start).collect()
            }
            Found::Plan(_) => Vec::new(),
        };
        UnseenPage {
            game,
            title: self.title(),
            headline: answer.headline(),
            told: self.placement().into_iter().chain(self.story(&answer)).collect(),
            start: self.start,
            line: self.plan(&UnseenWords { game, rules: &rules }),
            values: self.values(),
            starts,
            ends: crate::picture::ends(game),
            places: Vec::new(),
        }
    }

    /// If the mouse is never seen and the Cat does not win: the least number of places that are left after a move of the
    /// Cat, however it moves. Time: linear in the positions.
    pub fn least_left(&self) -> Option<u32> {
        let Found::Values { arena, .. } = &self.found else { return None };
        let is_asked = self.game().rules().seen == Sight::Never && self.value() == Value::Endless;
        let after_cat = arena.states().iter().filter(|state| state.turn == Player::One);
        after_cat.map(|state| state.places.count_ones()).min().filter(|_| is_asked)
    }
}

fn too_many(game: &Game, allowed: u64) -> Error {
    Error::TooManyPlaces { cats: game.rules().cats, vertices: game.board().vertices(), allowed }
}

fn vertices(game: &Game, places: u64) -> Vec<VertexJson> {
    set_bits(places).map(|bit| VertexJson::new(game, Vertex::new(bit as u32))).collect()
}

/// The labels of places: "4, 7 or 9".
pub fn places(board: &Board, places: &[VertexJson]) -> String {
    let label = |place: &VertexJson| {
        board.find(&(*place).into()).map_or_else(|_| place.to_string(), |vertex| board.label(vertex).to_string())
    };
    match places {
        [] => "no place".to_owned(),
        places => listed(&places.iter().map(label).collect::<Vec<_>>(), "or"),
    }
}

/// The best placement of the cats, and the Mouse's best choice against it.
pub(crate) struct Openings {
    pub(crate) start: UnseenState,
    pub(crate) value: Value,
    /// The number of placements.
    among: usize,
    /// The number of best ones.
    best: usize,
}

impl Openings {
    /// For each placement the Mouse's best choice against it, given the values of all positions.
    fn all<'a>(
        rules: &'a Unseen<'_>,
        arena: &'a GraphArena<UnseenState>,
        values: &'a Solution,
    ) -> impl Iterator<Item = (UnseenState, Value)> + 'a {
        let value = |state| (state, arena.position(&state).map_or(Value::Endless, |position| values.value(position)));
        let better = |one: (UnseenState, Value), other: (UnseenState, Value)| {
            if other.1.preference(Player::One) > one.1.preference(Player::One) { other } else { one }
        };
        rules.placements().filter_map(move |cats| rules.openings(cats).into_iter().map(value).reduce(better))
    }

    /// The first of the best placements, given the values of all positions.
    pub(crate) fn of(rules: &Unseen<'_>, arena: &GraphArena<UnseenState>, values: &Solution) -> Self {
        let placed: Vec<(UnseenState, Value)> = Self::all(rules, arena, values).collect();
        let liked = |(_, value): &(UnseenState, Value)| value.preference(Player::Two);
        let most = placed.iter().map(liked).max();
        let mut best = placed.iter().filter(|placed| Some(liked(placed)) == most);
        let &(start, value) = best.next().unwrap_or(&(rules.start(0), Value::Endless));
        Self { start, value, among: placed.len(), best: 1 + best.count() }
    }
}

/// Lays out the positions that arise, in half of the memory that `control` allows; the other half is for their values.
pub(crate) fn lay_out(rules: &Unseen<'_>, control: &Control<'_>) -> Result<GraphArena<UnseenState>, SolveError> {
    let allowed = control.memory().unwrap_or(u64::MAX);
    let of_positions = usize::try_from(allowed / 2 / BYTES_EACH.0).unwrap_or(usize::MAX);
    rules.arena().precompute_moves();
    let bounded = Bounded { rules, moves_left: Cell::new(allowed / 2 / BYTES_EACH.1), control };
    let arena = GraphArena::explore(&bounded, of_positions);
    match arena {
        _ if control.is_cancelled() => Err(SolveError::Cancelled),
        Ok(arena) if bounded.moves_left.get() > 0 => Ok(arena),
        _ => Err(SolveError::TooLarge { bytes: allowed.saturating_add(1), allowed }),
    }
}

/// Rules whose exploration ends soon if there are too many moves or the work is cancelled.
struct Bounded<'a> {
    rules: &'a Unseen<'a>,
    moves_left: Cell<u64>,
    control: &'a Control<'a>,
}

impl StateRules for Bounded<'_> {
    type State = UnseenState;

    fn starts(&self) -> Vec<UnseenState> {
        self.rules.starts()
    }

    fn status(&self, state: &UnseenState) -> Status {
        self.rules.status(state)
    }

    fn moves(&self, state: &UnseenState) -> Vec<(UnseenState, Cost)> {
        self.rules.moves(state)
    }

    fn each_move(&self, state: &UnseenState, visit: &mut dyn FnMut(UnseenState, Cost)) {
        if self.control.is_cancelled() {
            self.moves_left.set(0);
        }
        if self.moves_left.get() > 0 {
            self.rules.each_move(state, &mut |after, cost| {
                self.moves_left.set(self.moves_left.get().saturating_sub(1));
                visit(after, cost);
            });
        }
    }

    fn winner_if_stuck(&self, state: &UnseenState, mover: Player) -> Option<Player> {
        self.rules.winner_if_stuck(state, mover)
    }
}

/// The fastest plan of the Cat against a mouse that is never seen; `None` if there is none.
pub(crate) fn search(rules: &Unseen<'_>, control: &Control<'_>) -> Result<Option<ClearingPlan>, SolveError> {
    // If a step leads to more places than the cats remove before and after their move, one of these is always left. So k
    // cats do not win if the least degree is 2k or more.
    let most = rules.won(Player::Two).iter().map(|removed| removed.count_ones()).max().unwrap_or(0);
    let is_large = |cats| rules.start(cats).places.count_ones() > most;
    if rules.steps().iter().all(|reached| reached.count_ones() > 2 * most) && rules.placements().all(is_large) {
        return Ok(None);
    }
    rules.arena().precompute_moves();
    let cats = rules.arena().pieces(Player::Two);
    let first = rules.placements().start;
    let clearing = Clearing {
        steps: rules.steps(),
        removed: rules.won(Player::Two),
        escapes: rules.won(Player::One),
        evader_first: rules.start(first).turn == Player::One,
        is_reversible: cats.cast().is_none()
            && (0..cats.steps().nodes()).all(|node| cats.steps().successors(node) == cats.steps().predecessors(node)),
    };
    let starts = rules.placements().map(|cats| (cats, rules.start(cats).places));
    clearing.fastest(starts, |node| cats.successors(node).map(|arc| arc.node), control)
}

/// The positions of a plan, the start included.
fn played(rules: &Unseen<'_>, plan: &ClearingPlan) -> Vec<UnseenState> {
    let mut state = rules.start(plan.nodes[0]);
    let mut line = vec![state];
    let mut nodes = plan.nodes[1..].iter();
    for _ in 0..plan.plies {
        let to = if state.turn == Player::Two { nodes.next() } else { Some(&state.cats) };
        let next = rules.moves(&state).into_iter().find(|(after, _)| Some(&after.cats) == to);
        let Some((after, _)) = next else { break };
        state = after;
        line.push(state);
    }
    line
}
