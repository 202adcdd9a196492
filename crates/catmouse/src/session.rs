//! A game in progress, move by move, without a user interface.
//!
//! A [`Session`] keeps track of whose turn it is, reads moves as people write them, chooses the
//! moves of each side that the caller does not play, takes moves back, and decides when the game is
//! over. If the rules let players place pieces, the game begins with the placements. A session
//! records the whole game, so the game can be judged at any time.
//!
//! A game in which no side makes progress ends when the same position with the same side to move
//! occurs for the [third time](REPETITIONS). Its result is the result of endless play, or of the
//! limit if there is one. Both sides can also agree to this result earlier: a side
//! [offers](Session::offer_end) it, and a level accepts it if it could not force a better result.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::OnceLock;

use catmouse_arena::{
    Adjudication, Arena, InOrder, Judgement, Measure, Move, Player, PositionId, Status, Value, Values, Words,
};
use catmouse_explain::story::{Claim, story};
use catmouse_explain::{
    Context, Policy, RatedMove, explain_move, explain_with, judged_move, natural_mistakes, prose, rated_moves,
    rated_moves_with,
};
use catmouse_model::{
    Game, GameState, MoveError, MoveErrorKind, Outcome, PlayedMove, Position, PositionJson, Side, Vertex, VertexJson,
    read_move, read_moves, read_places,
};
use serde::Serialize;

use crate::annotation::AnnotateAnswer;
use crate::answer::{MoveAnswer, SCHEMA};
use crate::error::Error;
use crate::fields::{amount, result};
use crate::placement::{PlacementJudgement, named_placements, placements};
use crate::policy::policy_after;
use crate::skill::{Dice, Skill};
use crate::solved::Solved;
use crate::why::WhyAnswer;

/// The game ends when a position occurs this many times.
pub const REPETITIONS: usize = 3;

/// A game in progress. It owns or borrows the solved board: `Session<Solved>`, `Session<&Solved>`,
/// `Session<Arc<Solved>>`.
///
/// ```
/// use catmouse::{Question, play::{Skill, Session}};
/// use catmouse::model::Side;
///
/// let solved = Question::text("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]").solve()?;
/// let mut session = Session::new(&solved).skill(Side::Cat, Skill::PERFECT);
/// session.play("3")?; // the Mouse goes to 3
/// session.reply()?; // the Cat answers
/// assert_eq!(session.moves_text(), "M 1→3 C 2→5");
/// assert_eq!(session.hint()?.notation, "M 3→4");
/// session.play("M 3->4")?;
/// session.undo();
/// assert_eq!(session.moves_text(), "M 1→3 C 2→5");
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<S = Solved> {
    solved: S,
    skills: [Option<Skill>; 2],
    seed: u64,
    /// The position in which the game began, if it is not the start of the board.
    began: Option<Position>,
    /// The events of the game, in order.
    events: Vec<Event>,
    /// The number of times that each position has occurred since the pieces were placed.
    stood: HashMap<PositionId, usize>,
    /// The policy of this game, computed when it is first needed.
    policy: OnceLock<Policy>,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A side placed its pieces on these vertices.
    Placed(Side, Vec<Vertex>),
    /// A side moved.
    Moved(PlayedMove),
    /// This move exceeded the limit, so the limit ended the game.
    Overran(PlayedMove),
    /// This side offered to end the game, and the other accepted.
    Agreed(Side),
}

/// The next action of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Phase {
    /// The Cat places the cats.
    PlaceCats,
    /// The Mouse places the mouse.
    PlaceMouse,
    /// A side moves.
    Move,
    /// The game is over, so there is no next action.
    Over,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GameEnd {
    /// `capture`, `goal`, `trap`, `stalemate`, `limit`, `repetition` or `agreed`.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["capture", "goal", "trap", "stalemate", "limit", "repetition", "agreed"]))
    )]
    pub kind: &'static str,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The end of the game and its outcome, in a sentence.
    pub text: String,
}

/// A game in progress, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Session"))]
#[non_exhaustive]
pub struct SessionAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The next action.
    pub phase: Phase,
    /// The side that takes the action; null if the game is over.
    pub to_act: Option<Side>,
    /// The position; null until all pieces are placed.
    pub position: Option<PositionJson>,
    /// The vertex of the mouse; null until it is placed.
    pub mouse: Option<VertexJson>,
    /// The vertices of the cats; null until they are placed.
    pub cats: Option<Vec<VertexJson>>,
    /// The moves so far, as they are printed.
    pub played: Vec<String>,
    /// The legal moves, as they are printed; empty while pieces are placed.
    pub legal: Vec<String>,
    /// The number of times that the position has occurred, this time included; 0 while pieces are
    /// placed.
    pub times_stood: usize,
    /// The number of plies that are left of the limit; null if there is no limit, or if moves have
    /// costs.
    pub limit_plies: Option<u64>,
    /// The cost that is left of the limit; null if there is no limit, or if moves have no costs.
    pub limit_cost: Option<u64>,
    /// The end of the game; null while it continues.
    pub end: Option<GameEnd>,
}

/// The best next action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Hint"))]
#[non_exhaustive]
pub struct HintAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The side whose turn it is.
    pub player: Side,
    /// The best moves, the main move first; empty while pieces are placed.
    pub best: Vec<MoveAnswer>,
    /// The first of the best moves as it is printed, or the best places as [`Session::play`] reads
    /// them.
    pub notation: String,
    /// The effect of the move, in a sentence.
    pub text: String,
}

impl<S: Borrow<Solved>> Session<S> {
    /// A game from the start of a solved board; the caller plays both sides.
    pub fn new(solved: S) -> Self {
        let (skills, events, stood) = ([None; 2], Vec::new(), HashMap::new());
        Self { solved, skills, seed: 0, began: None, events, stood, policy: OnceLock::new() }.at_beginning()
    }

    /// Resets the state that is derived from the events to the beginning of a game: its first
    /// position has occurred once.
    fn at_beginning(mut self) -> Self {
        self.policy = OnceLock::new();
        let start = self.here().map(|here| (here.position, 1));
        self.stood = start.into_iter().collect();
        self
    }

    /// Begins a new game at any position instead of at the start of the board, with all pieces
    /// placed and the whole limit left. Earlier events are discarded.
    ///
    /// ```
    /// use catmouse::{Question, play::Session};
    ///
    /// let solved = Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let elsewhere = solved.start_at(&"M3 C2 cat".parse().unwrap())?;
    /// let mut session = Session::new(&solved).beginning_at(elsewhere.opening.id);
    /// session.play("C 2->3")?;
    /// assert_eq!(session.end().map(|end| end.kind), Some("capture"));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    #[must_use]
    pub fn beginning_at(self, position: PositionId) -> Self {
        Self { began: Some(self.game().position(position)), events: Vec::new(), policy: OnceLock::new(), ..self }
            .at_beginning()
    }

    /// Lets the solution play a side at a level; [`reply`](Self::reply) makes its moves.
    #[must_use]
    pub fn skill(mut self, side: Side, skill: Skill) -> Self {
        self.skills[Player::from(side).index()] = Some(skill);
        self
    }

    /// Changes the level at which the solution plays a side. The change applies to the next moves.
    pub fn set_skill(&mut self, side: Side, skill: Skill) {
        self.skills[Player::from(side).index()] = Some(skill);
    }

    /// Sets the seed of the levels' random errors.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The solved board.
    pub fn solved(&self) -> &Solved {
        self.solved.borrow()
    }

    /// The level of a side; `None` if the caller plays it.
    pub fn skill_of(&self, side: Side) -> Option<Skill> {
        self.skills[Player::from(side).index()]
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events that can be placements: each side places its pieces at most once, before any
    /// move.
    fn placements(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().take(2)
    }

    /// The number of moves that were made, including one beyond the limit.
    pub fn plies(&self) -> usize {
        let is_move = |event: &&Event| matches!(event, Event::Moved(_) | Event::Overran(_));
        let others = self.placements().chain(self.events.iter().skip(2).next_back()).filter(|event| !is_move(event));
        self.events.len() - others.count()
    }

    /// Reads the moves of a game that continues from here, as [`read_moves`]
    /// does. The numbers of plies count the moves so far.
    ///
    /// # Errors
    ///
    /// [`Error::Move`], also while pieces are placed.
    pub fn read_moves(&self, text: &str) -> Result<Vec<PlayedMove>, Error> {
        let here = self.here().ok_or_else(|| Self::not_placed("to go on from", text.len()))?;
        Ok(read_moves(self.game(), here, self.plies(), text)?)
    }

    /// The error that the pieces are not placed yet.
    fn not_placed(purpose: &str, length: usize) -> MoveError {
        let what = format!("the pieces are not placed yet, so there is no move {purpose}");
        MoveError::new(MoveErrorKind::NoMove, what, "place them first; `hint` says where", 0..length)
    }

    /// The vertex of the mouse before the first move; `None` until it is placed.
    fn mouse(&self) -> Option<Vertex> {
        let placed = self.placements().find_map(|event| match event {
            Event::Placed(Side::Mouse, places) => places.first().copied(),
            _ => None,
        });
        placed.or(self.began.as_ref().map(|position| position.mouse)).or(self.game().start().mouse)
    }

    /// The vertices of the cats before the first move; `None` until they are placed.
    fn cats(&self) -> Option<&[Vertex]> {
        let placed = self.placements().find_map(|event| match event {
            Event::Placed(Side::Cat, places) => Some(&places[..]),
            _ => None,
        });
        placed.or(self.began.as_ref().map(|position| &position.cats[..])).or(self.game().start().cats.as_deref())
    }

    fn game(&self) -> &Game {
        self.solved().game()
    }

    fn values(&self) -> &crate::values::GameValues {
        self.solved().values()
    }

    /// The state before the first move; `None` until all pieces are placed.
    pub fn start(&self) -> Option<GameState> {
        let turn = self.began.as_ref().map_or(self.game().start().first, |position| position.turn);
        let position = Position { mouse: self.mouse()?, cats: self.cats()?.to_vec(), turn };
        Some(GameState { position: self.game().id(&position)?, adjudication: self.game().adjudication() })
    }

    /// The moves so far, including one beyond the limit.
    pub fn moves(&self) -> Vec<PlayedMove> {
        let moved = |event: &Event| match event {
            Event::Moved(played) | Event::Overran(played) => Some(*played),
            _ => None,
        };
        self.events.iter().filter_map(moved).collect()
    }

    /// Whether a side placed its pieces in this game, so that a record of the game needs its start.
    pub fn has_placements(&self) -> bool {
        self.placements().any(|event| matches!(event, Event::Placed(..)))
    }

    /// Judgements of the placements of this game, in order. A placement is left out if it has too
    /// many alternatives to compare (more than some millions).
    ///
    /// ```
    /// use catmouse::model::Preset;
    /// use catmouse::{Question, play::Session};
    ///
    /// let path = "[[1],[0,2],[1,3],[2,4],[3,5],[4,6],[5]]";
    /// let solved = Question::text(path).preset(Preset::CopsAndRobbers).solve()?;
    /// let mut session = Session::new(&solved);
    /// session.play("3")?; // the Cat in the middle
    /// session.play("2")?; // the Mouse next to it
    /// let judged = session.placement_judgements();
    /// assert_eq!(judged[0].text, "is best");
    /// assert_eq!(judged[1].text, "hastens the loss by 4 plies (better: 0, 1, 5 or 6)");
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    pub fn placement_judgements(&self) -> Vec<PlacementJudgement> {
        let judgement = |event: &Event| match event {
            Event::Placed(side, places) => {
                let all = placements(self.game(), self.values(), *side, self.others_of(*side).as_deref())?;
                PlacementJudgement::new(self.game(), self.values(), *side, places, &all)
            }
            _ => None,
        };
        self.placements().filter_map(judgement).collect()
    }

    /// The vertices of the other side's pieces when a side places its own; `None` if the other
    /// pieces are placed later.
    fn others_of(&self, side: Side) -> Option<Vec<Vertex>> {
        match side {
            Side::Mouse => self.cats().map(<[Vertex]>::to_vec),
            Side::Cat => {
                let mouse = self.began.as_ref().map(|position| position.mouse).or(self.game().start().mouse);
                mouse.map(|mouse| vec![mouse])
            }
        }
    }

    /// The moves so far as they are printed, each with its cost if moves have costs.
    /// [`read_moves`] reads them.
    pub fn moves_text(&self) -> String {
        self.moves().iter().map(|played| self.notation(*played)).collect::<Vec<_>>().join(" ")
    }

    /// A move as it is printed, with its cost if moves have costs.
    pub fn notation(&self, PlayedMove { before, step }: PlayedMove) -> String {
        self.game().move_text(before.position, step)
    }

    /// The current state of the game; `None` until all pieces are placed.
    pub fn here(&self) -> Option<GameState> {
        let last = self.events.iter().rev().find_map(|event| match event {
            Event::Moved(played) => Some(played.after()),
            _ => None,
        });
        last.unwrap_or_else(|| self.start())
    }

    /// The next action.
    pub fn phase(&self) -> Phase {
        if self.cats().is_none() {
            Phase::PlaceCats
        } else if self.mouse().is_none() {
            Phase::PlaceMouse
        } else if self.end().is_some() {
            Phase::Over
        } else {
            Phase::Move
        }
    }

    /// The side that takes the next action; `None` if the game is over.
    pub fn to_act(&self) -> Option<Side> {
        match self.phase() {
            Phase::PlaceCats => Some(Side::Cat),
            Phase::PlaceMouse => Some(Side::Mouse),
            Phase::Move => Some(self.game().position(self.here()?.position).turn),
            Phase::Over => None,
        }
    }

    /// Whether a level takes the next action, so that [`reply`](Self::reply) does it.
    pub fn is_turn_of_skill(&self) -> bool {
        self.to_act().is_some_and(|side| self.skill_of(side).is_some())
    }

    /// The legal moves, in the arena's order; empty while pieces are placed and after the end of
    /// the game.
    pub fn legal(&self) -> Vec<Move> {
        match (self.phase(), self.here()) {
            (Phase::Move, Some(here)) => self.game().legal_moves(here.position),
            _ => Vec::new(),
        }
    }

    /// The number of times that the current position has occurred, this time included; 0 while
    /// pieces are placed.
    pub fn times_stood(&self) -> usize {
        self.here().and_then(|here| self.stood.get(&here.position).copied()).unwrap_or(0)
    }

    /// Takes the next action as a text describes it: a move as [`read_move`] reads it, or places as
    /// [`read_places`] reads them.
    ///
    /// # Errors
    ///
    /// [`Error::Move`]; then the game does not change.
    pub fn play(&mut self, text: &str) -> Result<Event, Error> {
        match (self.phase(), self.here()) {
            (Phase::PlaceCats, _) => self.place(Side::Cat, read_places(self.game(), Side::Cat, text)?),
            (Phase::PlaceMouse, _) => self.place(Side::Mouse, read_places(self.game(), Side::Mouse, text)?),
            (Phase::Move, Some(here)) => {
                let step = read_move(self.game(), here.position, text)?;
                self.make(step)
            }
            _ => Err(self.over(0..text.len())),
        }
    }

    /// Makes a legal move.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] if the move is not legal; then the game does not change.
    pub fn make(&mut self, step: Move) -> Result<Event, Error> {
        let (Phase::Move, Some(here)) = (self.phase(), self.here()) else {
            return Err(self.over(0..0));
        };
        let legal = self.game().legal_moves(here.position);
        if !legal.contains(&step) {
            return Err(MoveError::not_among(self.game(), here.position, &legal).into());
        }
        let played = PlayedMove { before: here, step };
        let event = if played.after().is_some() { Event::Moved(played) } else { Event::Overran(played) };
        Ok(self.record(event))
    }

    /// Places the pieces of `side`, which is next to place its pieces.
    fn place(&mut self, side: Side, places: Vec<Vertex>) -> Result<Event, Error> {
        self.solved().values().ensure_intact()?;
        Ok(self.record(Event::Placed(side, places)))
    }

    /// Records an event.
    fn record(&mut self, event: Event) -> Event {
        let stands_anew = matches!(event, Event::Placed(..) | Event::Moved(_));
        self.events.push(event.clone());
        if stands_anew && let Some(here) = self.here() {
            *self.stood.entry(here.position).or_default() += 1;
            let (game, values) = (self.solved.borrow().game(), self.solved.borrow().values());
            if let Some(policy) = self.policy.get_mut() {
                policy.advance_to(&Context::new(game.arena(), game, values, here.adjudication), here.position);
            }
        }
        event
    }

    /// The error that the game is over.
    fn over(&self, span: std::ops::Range<usize>) -> Error {
        let end = self.end().map_or_else(String::new, |end| end.text);
        let wanted = format!("{}; moves can still be taken back", end.trim_end_matches('.'));
        MoveError::new(MoveErrorKind::Over, "the game is over", wanted, span).into()
    }

    /// Takes the next action for a level. Returns `None` if the action is the caller's. Time: that
    /// of [`rated_moves_with`] for a move, that of [`Game::opening`] for placing cats.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn reply(&mut self) -> Result<Option<Event>, Error> {
        let Some((side, skill)) = self.to_act().and_then(|side| Some((side, self.skill_of(side)?))) else {
            return Ok(None);
        };
        let mut dice = Dice::new(self.seed, self.events.len());
        let event = match (self.phase(), self.here()) {
            (Phase::Move, Some(here)) => {
                let step = self.choice(here, skill, &mut dice);
                self.values().ensure_intact()?;
                let Some(step) = step else { return Ok(None) };
                self.make(step)?
            }
            _ => {
                let places = self.chosen_places(side, skill, &mut dice);
                self.place(side, places)?
            }
        };
        Ok(Some(event))
    }

    /// The move that a level makes.
    fn choice(&self, here: GameState, skill: Skill, dice: &mut Dice) -> Option<Move> {
        // The main move is computed only if a best move is played.
        let context = self.solved().context(here.adjudication);
        let moves = rated_moves(&context, here.position);
        let mistakes = natural_mistakes(&context, here.position, &moves, Side::Cat.into());
        skill.choose(|| self.rated(here).iter().find(|rated| rated.main).map(RatedMove::step), &mistakes, dice)
    }

    fn rated(&self, here: GameState) -> Vec<RatedMove> {
        let policy = self.policy();
        rated_moves_with(&self.solved().context(here.adjudication), here.position, policy)
    }

    /// The policy of this game; the default while pieces are placed.
    fn policy(&self) -> &Policy {
        self.policy.get_or_init(|| {
            let start = self.start();
            start.map_or_else(Policy::default, |start| policy_after(self.game(), self.values(), start, &self.moves()))
        })
    }

    /// The vertices on which a level places the pieces of a side: the best places, or random ones.
    fn chosen_places(&self, side: Side, skill: Skill, dice: &mut Dice) -> Vec<Vertex> {
        if !skill.errs(dice) {
            return self.best_places(side);
        }
        let pieces = self.game().arena().pieces(side.into());
        let nodes = pieces.configuration(dice.below(pieces.nodes() as usize) as u32);
        nodes.into_iter().map(|node| self.game().vertex_of(side, node)).collect()
    }

    /// The best places for the pieces of a side that places them next. If several are equally good,
    /// the first.
    fn best_places(&self, side: Side) -> Vec<Vertex> {
        let (Side::Mouse, Some(cats)) = (side, self.cats()) else {
            return self.game().opening(self.values()).position.cats;
        };
        let mut all = self.game().placements(self.values(), side, Some(cats)).into_iter();
        all.find(|placement| placement.is_best).map_or_else(Vec::new, |placement| placement.places)
    }

    /// The best next action. Time: that of [`reply`](Self::reply).
    ///
    /// # Errors
    ///
    /// [`Error::Table`]; [`Error::Move`] if the game is over.
    pub fn hint(&self) -> Result<HintAnswer, Error> {
        let hint = match (self.to_act(), self.phase(), self.here()) {
            (Some(side), Phase::Move, Some(here)) => self.best_move(side, here),
            (Some(side), ..) => self.best_placement(side),
            (None, ..) => None,
        };
        self.values().ensure_intact()?;
        hint.ok_or_else(|| self.over(0..0))
    }

    /// What helps to find the next move, the least telling first: the idea of the game from here,
    /// the part of its rule that decides here, and the text of [`hint`](Self::hint). The idea and the
    /// rule are left out if there is none, and while pieces are placed.
    ///
    /// ```
    /// use catmouse::{Question, play::Session};
    ///
    /// let solved = Question::text("[[1],[0,2],[1,3],[2]]").mouse(2).cats([3]).solve()?;
    /// let clues = Session::new(&solved).clues()?;
    /// assert!(clues[0].starts_with("The Mouse has a safe way, 2→1→0"));
    /// assert!(clues[1].starts_with("Go as near to the hole as you can"));
    /// assert!(clues[2].starts_with("M 2→1"));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// Time: that of [`Solved::story`] for the position, and of [`hint`](Self::hint).
    ///
    /// # Errors
    ///
    /// Those of [`hint`](Self::hint).
    pub fn clues(&self) -> Result<Vec<String>, Error> {
        let hint = self.hint()?;
        let mut clues = Vec::new();
        if let (Phase::Move, Some(here)) = (self.phase(), self.here()) {
            let game = self.game();
            let context = self.solved().known().context(here.adjudication);
            let explanation = explain_with(&context, here.position, self.policy());
            let mut claims = story(game.arena(), game, self.values(), &explanation);
            claims.retain(|claim| !matches!(claim, Claim::Rule(rule) if rule.player != hint.player.into()));
            let lesson = prose::lesson(&claims, game.arena(), game, self.values(), &explanation).lesson;
            let does_not_lose = explanation.summary.judgement.outcome.score(hint.player.into()) >= 0;
            clues.extend((!lesson.idea.is_empty()).then(|| lesson.idea.join(" ")));
            let rule = prose::rule_here(&claims, &explanation, game).or_else(|| lesson.rules.into_iter().next());
            clues.extend(rule.filter(|_| does_not_lose));
            self.values().ensure_intact()?;
        }
        clues.push(hint.text);
        Ok(clues)
    }

    fn best_move(&self, side: Side, here: GameState) -> Option<HintAnswer> {
        let game = self.game();
        let mut best = self.rated(here);
        best.retain(|rated| rated.best);
        // Among equally good moves, the moves whose cost is within the rest of the limit come
        // first.
        best.put_in_order_by_key(|rated| (here.adjudication.after(rated.cost).is_none(), !rated.main));
        let (main, others) = best.split_first()?;
        let step = main.step();
        let context = self.solved().known().context(here.adjudication);
        let judged = judged_move(&context, here.position, step, self.policy())?;
        let notation = self.notation(PlayedMove { before: here, step });
        let reason = explain_move(&context, here.position, self.policy()).filter(|ply| ply.played.step() == step);
        let verdict = prose::verdict(&judged, game);
        let mut text = match reason.map(|ply| prose::remark_alone(&ply, game)).filter(|reason| !reason.is_empty()) {
            // The reason already contains this text.
            Some(reason) if judged.played.judgement.distance.is_none() => format!("{notation}: {reason}."),
            Some(reason) => match after_verdict(&verdict, &reason) {
                "" => format!("{notation} {verdict}."),
                reason => format!("{notation} {verdict}: {reason}."),
            },
            None => format!("{notation} {verdict}."),
        };
        if let Some(limit) = here.adjudication.limit.filter(|_| here.adjudication.after(main.cost).is_none()) {
            text += &format!(" It is more than the {} left of the limit, so it ends the game.", limit.distance);
        }
        if !others.is_empty() {
            let others: Vec<String> =
                others.iter().map(|rated| Words::target(game, here.position, rated.step())).collect();
            text += &format!(" As good: {}.", others.join(", "));
        }
        let best = best.iter().map(|rated| MoveAnswer::new(game, self.values(), here.position, rated)).collect();
        Some(HintAnswer { schema: SCHEMA, player: side, best, notation, text })
    }

    fn best_placement(&self, side: Side) -> Option<HintAnswer> {
        let game = self.game();
        let (id, as_good) = match placements(game, self.values(), side, self.others_of(side).as_deref()) {
            Some(all) => {
                let mut best = all.iter().filter(|placement| placement.is_best);
                let chosen = best.next()?;
                let others: Vec<_> = best.collect();
                let as_good = match others.len() {
                    0 => String::new(),
                    count if count + 1 == all.len() => " Every other place is as good.".to_owned(),
                    _ => format!(" As good: {}.", named_placements(game, &others, "and")),
                };
                (chosen.then, as_good)
            }
            None => (game.opening(self.values()).id, String::new()),
        };
        let summary = catmouse_explain::summarise(&self.solved().context(game.adjudication()), id);
        let notation = game.placement(id, side.into());
        let text = format!("{notation} is best.{as_good} Then: {}", prose::headline(&summary, game));
        Some(HintAnswer { schema: SCHEMA, player: side, best: Vec::new(), notation, text })
    }

    /// Judges a move, and continues the game from it to show why. The move is a legal move at the
    /// current position, or else the last move of the game that fits the text. For an empty text it
    /// is the last move of the game. The game does not change.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] if the text is no such move; [`Error::Table`].
    pub fn why(&self, text: &str) -> Result<WhyAnswer, Error> {
        self.why_next(text).or_else(|error| match error {
            Error::Move(_) => self.why_played(text).unwrap_or(Err(error)),
            _ => Err(error),
        })
    }

    /// The judgement of the last move of the game that fits the text; `None` if no move fits.
    fn why_played(&self, text: &str) -> Option<Result<WhyAnswer, Error>> {
        let moves = self.moves();
        let fits = |played: &PlayedMove| {
            text.trim().is_empty() || read_move(self.game(), played.before.position, text) == Ok(played.step)
        };
        let index = moves.iter().rposition(fits)?;
        let policy = policy_after(self.game(), self.values(), self.start()?, &moves[..index]);
        let PlayedMove { before, step } = moves[index];
        let answer = WhyAnswer::new(self.solved().known(), before, step, policy)?;
        Some(self.values().ensure_intact().map(|()| answer))
    }

    /// The judgement of a move at the current position.
    fn why_next(&self, text: &str) -> Result<WhyAnswer, Error> {
        match (self.phase(), self.here()) {
            (Phase::Move, Some(here)) => {
                let step = read_move(self.game(), here.position, text)?;
                let answer = WhyAnswer::new(self.solved().known(), here, step, self.policy().clone());
                self.values().ensure_intact()?;
                answer.ok_or_else(|| self.over(0..text.len()))
            }
            (Phase::Over, _) => Err(self.over(0..text.len())),
            _ => Err(Self::not_placed("to ask about", text.len()).into()),
        }
    }

    /// Takes back the last event of a side that the caller plays, and all later events. If the
    /// caller plays neither side, takes back the last event. Returns the number of events that were
    /// taken back.
    pub fn undo(&mut self) -> usize {
        let is_own = |event: &Event| match self.skills {
            [Some(_), Some(_)] => true,
            _ => self.skill_of(self.side_of(event)).is_none(),
        };
        let Some(first) = self.events.iter().rposition(is_own) else {
            return 0;
        };
        let undone = self.events.len() - first;
        for _ in 0..undone {
            let stands_anew = matches!(self.events.last(), Some(Event::Placed(..) | Event::Moved(_)));
            if stands_anew
                && let Some(here) = self.here()
                && let Some(times) = self.stood.get_mut(&here.position)
            {
                *times -= 1;
            }
            self.events.pop();
        }
        self.policy.take();
        undone
    }

    fn side_of(&self, event: &Event) -> Side {
        match event {
            Event::Placed(side, _) | Event::Agreed(side) => *side,
            Event::Moved(played) | Event::Overran(played) => self.game().position(played.before.position).turn,
        }
    }

    /// Offers, for the side to move, to end the game with the result of endless play. Returns
    /// whether the other side accepts. A side that the caller plays always accepts; a level accepts
    /// if it could not force a better result.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] while pieces are placed and after the end of the game; [`Error::Table`].
    pub fn offer_end(&mut self) -> Result<bool, Error> {
        let (Phase::Move, Some(side), Some(here)) = (self.phase(), self.to_act(), self.here()) else {
            if self.phase() == Phase::Over {
                return Err(self.over(0..0));
            }
            let what = "the pieces are not placed yet, so there is no game to end";
            return Err(MoveError::new(MoveErrorKind::NoMove, what, "place them first", 0..0).into());
        };
        let other = Player::from(side).opponent();
        let can_force = here.adjudication.judge(self.values().value(here.position)).outcome.score(other);
        self.values().ensure_intact()?;
        let gets = unfinished(&here.adjudication).outcome.score(other);
        let agrees = self.skill_of(other.into()).is_none() || gets >= can_force;
        if agrees {
            self.record(Event::Agreed(side));
        }
        Ok(agrees)
    }

    /// The end of the game; `None` while it continues.
    pub fn end(&self) -> Option<GameEnd> {
        let (game, here) = (self.game(), self.here()?);
        let unfinished = Outcome::from(unfinished(&here.adjudication).outcome);
        let limit = || {
            let text = format!("{}: {}.", prose::capitalised(&limit_has_run_out(game)), result(unfinished));
            GameEnd { kind: "limit", outcome: unfinished, text }
        };
        match self.events.last() {
            Some(Event::Overran(played)) if game.measure() == Measure::Cost => {
                let left = here.adjudication.limit.map_or(0, |limit| limit.distance);
                let step = game.step(here.position, played.step);
                let (cost, mut end) = (played.step.cost, limit());
                end.text = format!("{step} costs {cost}, and {left} was left of the limit. {}", end.text);
                return Some(end);
            }
            Some(Event::Overran(_)) => return Some(limit()),
            Some(Event::Agreed(_)) => {
                let text = format!("Both sides agree to end the game here: {}.", result(unfinished));
                return Some(GameEnd { kind: "agreed", outcome: unfinished, text });
            }
            _ => {}
        }
        if let Some(end) = game.end(here.position) {
            let winner = match game.arena().status(here.position) {
                Status::Won(winner) => Some(Outcome::from(catmouse_arena::WinOrDraw::Win(winner))),
                Status::Turn(_) => None,
            };
            let (outcome, then) = match winner {
                Some(outcome) => (outcome, String::new()),
                None => (unfinished, format!(": {}", result(unfinished))),
            };
            let text = format!("{}{then}.", prose::capitalised(&end.sentence));
            return Some(GameEnd { kind: end.kind, outcome, text });
        }
        if !here.can_go_on(game) {
            return Some(limit());
        }
        if self.times_stood() >= REPETITIONS {
            let stands = stands_again(&Words::position(game, here.position));
            let text = format!("{stands}, so the game ends here: {}.", result(unfinished));
            return Some(GameEnd { kind: "repetition", outcome: unfinished, text });
        }
        None
    }

    /// Judges the moves so far; `None` while pieces are placed. Time: that of [`rated_moves_with`]
    /// for each move.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn annotate(&self) -> Result<Option<AnnotateAnswer>, Error> {
        let answer = self.start().map(|start| AnnotateAnswer::new(self.solved().known(), start, &self.moves()));
        self.values().ensure_intact().map(|()| answer)
    }

    /// The game as data.
    pub fn answer(&self) -> SessionAnswer {
        let (game, here, phase) = (self.game(), self.here(), self.phase());
        let left = here.and_then(|here| here.adjudication.limit).map(|limit| limit.distance);
        let (limit_plies, limit_cost) = match game.measure() {
            Measure::Plies => (left, None),
            Measure::Cost => (None, left),
        };
        let position = here.map(|here| game.position(here.position));
        let mouse = position.as_ref().map(|position| position.mouse).or_else(|| self.mouse());
        let cats = position.as_ref().map(|position| &position.cats[..]).or_else(|| self.cats());
        let printed = |before: GameState, step: Move| self.notation(PlayedMove { before, step });
        let legal =
            here.map_or_else(Vec::new, |here| self.legal().into_iter().map(|step| printed(here, step)).collect());
        SessionAnswer {
            schema: SCHEMA,
            phase,
            to_act: self.to_act(),
            position: position.as_ref().map(|position| PositionJson::new(game, position)),
            mouse: mouse.map(|mouse| VertexJson::new(game, mouse)),
            cats: cats.map(|cats| VertexJson::list(game, cats)),
            played: self.moves().into_iter().map(|played| self.notation(played)).collect(),
            legal,
            times_stood: self.times_stood(),
            limit_plies,
            limit_cost,
            end: self.end(),
        }
    }
}

/// A reason without the words with which it repeats the verdict before it.
fn after_verdict<'r>(verdict: &str, reason: &'r str) -> &'r str {
    let said = ["the longest defence", "the dearest defence"].into_iter().find(|words| verdict.contains(words));
    let rest = said.and_then(|words| reason.strip_prefix(words));
    rest.map_or(reason, |rest| rest.trim_start_matches([',', ';', ' ']))
}

/// The end of a game by the limit, as a clause.
pub(crate) fn limit_has_run_out(game: &Game) -> String {
    let limit = game.adjudication().limit.map_or(0, |limit| limit.distance);
    format!("the limit of {} has run out", amount(game, limit))
}

/// The end of a game because a position has occurred [`REPETITIONS`] times, as a clause.
pub(crate) fn stands_again(position: &str) -> String {
    format!("{position} stands for the third time")
}

/// The warning before a game ends by repetition with an outcome, as a sentence.
#[cfg(feature = "page")]
pub(crate) fn stands_twice(outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Mouse => "the Mouse wins",
        Outcome::Cat => "the Cat wins",
        Outcome::Draw => "it is a draw",
    };
    format!("This position stands for the second time. If it comes once more, {result}.")
}

/// The judgement of a game that ends without a win on the board.
pub(crate) fn unfinished(adjudication: &Adjudication) -> Judgement {
    adjudication.judge(Value::Endless)
}
