//! The answer to `evaluate`: the worst case of a policy, which is what the best play against it
//! achieves.

use std::collections::HashMap;
use std::io::Read;

use catmouse_arena::{Arena, Measure, Move, PositionId, Restricted, Status, Words};
use catmouse_explain::{Context, JudgedMove, Line, LineEnd, Summary, Verdict, principal_variation, prose, summarise};
use catmouse_model::{Game, GameState, Outcome, PlayedMove, PositionJson, Side, read_move};
use catmouse_solver::{Control, Request};
use serde::Serialize;

use crate::annotation::{JudgedMoveAnswer, judge_all};
use crate::answer::{DistanceAnswer, SCHEMA};
use crate::check::read_position;
use crate::error::Error;
use crate::memory::memory_budget;
use crate::solved::Solved;

/// The worst case of a policy from the start of the game.
///
/// ```
/// use catmouse::model::{Outcome, Side};
///
/// // The mouse wins by going to the hole at once. This policy always goes to the last neighbour.
/// let solved = catmouse::Question::text("[[1,3],[0,3],[3],[0,1,2]]").mouse(1).cats([2]).solve()?;
/// let last = |position| solved.legal_moves(position).last().copied();
/// let answer = solved.evaluate(Side::Mouse, last)?;
/// assert_eq!((answer.outcome, answer.worst.outcome), (Outcome::Mouse, Outcome::Cat));
/// assert_eq!(answer.first_mistake, Some(1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Evaluate"))]
#[non_exhaustive]
pub struct EvaluateAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The side that follows the policy.
    pub side: Side,
    /// The position from which the game starts.
    pub start: PositionJson,
    /// The outcome of that position under perfect play of both sides.
    pub outcome: Outcome,
    /// The distance from that position to the forced end under perfect play of both sides.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The result of the best play against the policy.
    pub worst: WorstCase,
    /// The number of positions that can arise while the side follows its policy.
    pub positions: usize,
    /// The best play against the policy. Each move is judged by perfect play of both sides. The last
    /// may be a move of the policy beyond the limit, where a move within it was legal.
    pub moves: Vec<JudgedMoveAnswer>,
    /// The number of plies before the position to which these moves return, if play is endless;
    /// else null.
    pub repeats_from: Option<usize>,
    /// The ply, counted from 1, of the policy's first move that is not one of the best; null if
    /// there is none.
    pub first_mistake: Option<usize>,
    /// The worst case, perfect play and the first mistake in sentences.
    pub text: String,
}

/// The result of the best play against a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorstCase {
    /// The outcome.
    pub outcome: Outcome,
    /// The distance to the end that one side forces.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
}

/// The best play against a policy, in the form of the crate `catmouse-explain`.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The answer.
    pub answer: EvaluateAnswer,
    /// The judgement of each move of the line.
    pub judged: Vec<JudgedMove>,
}

impl Solved {
    /// Finds the worst case of a policy of one side: what the best play of the other side achieves
    /// against it. The policy chooses a legal move at a position, and the same move whenever the
    /// position arises. It is not asked at a position with one legal move. If the players place their
    /// pieces, both place them as in perfect play.
    ///
    /// Time and memory: those of solving the board once more without parallel engines.
    ///
    /// # Errors
    ///
    /// [`Error::Policy`] if the policy returns `None` at a position that can arise;
    /// [`Error::NoDistances`], [`Error::Table`], [`Error::Solve`].
    pub fn evaluate(
        &self,
        side: Side,
        policy: impl FnMut(PositionId) -> Option<Move>,
    ) -> Result<EvaluateAnswer, Error> {
        let control = Control::default().allowing(memory_budget(None));
        Ok(self.evaluate_with(side, policy, &control)?.answer)
    }

    /// The same as [`evaluate`](Self::evaluate), under the caller's control, with the judgements
    /// from which texts are made.
    ///
    /// # Errors
    ///
    /// Those of [`evaluate`](Self::evaluate), and [`Error::Cancelled`].
    pub fn evaluate_with(
        &self,
        side: Side,
        policy: impl FnMut(PositionId) -> Option<Move>,
        control: &Control<'_>,
    ) -> Result<Evaluated, Error> {
        self.ensure_distances()?;
        let (game, start) = (self.game(), self.start());
        let opening = GameState { position: start.opening.id, adjudication: game.adjudication() };
        let limit = opening.adjudication.limit.map(|limit| limit.distance);
        let arena = Restricted::explore(game.arena(), side.into(), opening.position, limit, policy)
            .map_err(|unanswered| no_move(game, &unanswered.path))?;
        let solution = catmouse_solver::solve(&arena, Request::Table, control)?.into_table();
        let context = Context::new(&arena, game, &solution, opening.adjudication);
        let line = principal_variation(&context, opening.position);
        let worst = summarise(&context, opening.position);
        let mut moves = played(opening, &line);
        let end = opening.after(&moves);
        let is_own = game.arena().status(end.position) == Status::Turn(side.into());
        if line.end == LineEnd::Limit && is_own && end.can_go_on(game) {
            moves.extend(arena.successors(end.position).map(|step| PlayedMove { before: end, step }));
        }
        let judged = judge_all(self.known(), opening, &moves);
        let is_mistake = |judged: &JudgedMove| {
            judged.player == side.into() && !matches!(judged.verdict, Verdict::Best | Verdict::AsGood)
        };
        let first_mistake = judged.iter().zip(1..).find(|(judged, _)| is_mistake(judged));
        let answer = EvaluateAnswer {
            schema: SCHEMA,
            side,
            start: PositionJson::new(game, &start.opening.position),
            outcome: start.outcome(),
            distance: start.distance,
            worst: WorstCase {
                outcome: worst.judgement.outcome.into(),
                distance: match game.measure() {
                    Measure::Plies => DistanceAnswer { distance_plies: worst.judgement.distance, distance_cost: None },
                    Measure::Cost => DistanceAnswer {
                        distance_plies: worst.judgement.distance.map(|_| line.steps.len() as u64),
                        distance_cost: worst.judgement.distance,
                    },
                },
            },
            positions: arena.explored(),
            moves: judged
                .iter()
                .zip(1..)
                .map(|(judged, ply)| JudgedMoveAnswer::new(game, self.values(), ply, judged))
                .collect(),
            repeats_from: match line.end {
                LineEnd::Repetition { first_ply } => Some(first_ply),
                _ => None,
            },
            first_mistake: first_mistake.map(|(_, ply)| ply),
            text: text(game, &worst, &start.summary, first_mistake),
        };
        self.if_intact(Evaluated { answer, judged })
    }

    /// The legal moves at a position, in the order of their targets; none if the game is over.
    pub fn legal_moves(&self, position: PositionId) -> Vec<Move> {
        self.game().legal_moves(position)
    }
}

/// The worst case, perfect play and the policy's first mistake in sentences.
fn text(game: &Game, worst: &Summary, perfect: &Summary, first_mistake: Option<(&JudgedMove, usize)>) -> String {
    let clause = |summary: &Summary| {
        let headline = prose::headline(summary, game);
        let mut letters = headline.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    };
    let mut text = format!("In the policy's worst case, {}", clause(worst));
    text += &if worst.judgement == perfect.judgement {
        " So it is under perfect play of both sides.".to_owned()
    } else {
        format!(" Under perfect play of both sides, {}", clause(perfect))
    };
    if let Some((judged, ply)) = first_mistake {
        text += &format!(" The policy's first mistake is ply {ply}, {}.", game.step(judged.from, judged.played.step()));
    }
    text
}

/// The moves of a line, each with the state of the game before it.
fn played(opening: GameState, line: &Line) -> Vec<PlayedMove> {
    let mut before = opening;
    let mut moves = Vec::new();
    for &step in &line.steps {
        let played = PlayedMove { before, step };
        moves.push(played);
        let Some(after) = played.after() else { break };
        before = after;
    }
    moves
}

/// The error that a policy has no move at the end of this path.
fn no_move(game: &Game, path: &[PositionId]) -> Error {
    let steps: Vec<String> = path.windows(2).map(|pair| game.step(pair[0], game.cheapest(pair[0], pair[1]))).collect();
    let last = path.last().map(|&position| Words::position(game, position)).unwrap_or_default();
    let after =
        if steps.is_empty() { "the start".to_owned() } else { format!("which arises after {}", steps.join(" ")) };
    Error::Policy {
        line: None,
        what: format!("the policy has no move at {last}, {after}"),
        wanted: "a policy has a move at every position that can arise while it is followed".to_owned(),
    }
}

/// The columns of a policy in CSV. Other columns are ignored.
pub const POLICY_COLUMNS: [&str; 4] = ["mouse", "cats", "turn", "to"];

/// A policy as a table: the move of one side at each position.
///
/// ```
/// let game = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").prepare(catmouse::memory::Work::SOLVE)?.game;
/// let policy = catmouse::answers::PolicyTable::read(&game, "mouse,cats,turn,to\n1,2,mouse,0\n".as_bytes())?;
/// assert_eq!(policy.side, catmouse::model::Side::Mouse);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolicyTable {
    /// The side that is to move in all its positions.
    pub side: Side,
    moves: HashMap<PositionId, Move>,
}

impl PolicyTable {
    /// Reads a policy in CSV. The first line names the columns; [`POLICY_COLUMNS`] are needed, in
    /// any order. `to` is a move as [`read_move`] reads it.
    ///
    /// # Errors
    ///
    /// [`Error::Policy`] for the first line that is not a legal move of the side at a position, or
    /// that repeats a position.
    pub fn read(game: &Game, source: impl Read) -> Result<Self, Error> {
        let wrong = |line: Option<u64>, what: String, wanted: String| Error::Policy { line, what, wanted };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(source);
        let unreadable = |error: csv::Error| wrong(None, error.to_string(), "a policy is CSV in UTF-8".to_owned());
        let header = reader.headers().map_err(unreadable)?.clone();
        let mut columns = [0; 4];
        for (column, name) in columns.iter_mut().zip(POLICY_COLUMNS) {
            let mut places =
                header.iter().enumerate().filter(|(_, field)| field.trim() == name).map(|(place, _)| place);
            *column = match (places.next(), places.next()) {
                (Some(place), None) => place,
                (None, _) => {
                    let wanted = format!("the first line names the columns {}", POLICY_COLUMNS.join(","));
                    return Err(wrong(Some(1), format!("there is no column `{name}`"), wanted));
                }
                (Some(_), Some(_)) => {
                    return Err(wrong(Some(1), format!("there are two columns `{name}`"), "name it once".to_owned()));
                }
            };
        }
        let mut found: Option<Side> = None;
        let mut moves = HashMap::new();
        for record in reader.records() {
            let record = record.map_err(unreadable)?;
            let line = record.position().map(csv::Position::line);
            let fail = |(what, wanted): (String, String)| wrong(line, what, wanted);
            let [mouse, cats, turn, to] = columns.map(|column| record.get(column).unwrap_or_default().trim());
            let (id, turn) = read_position(game, [mouse, cats, turn]).map_err(fail)?;
            if let Some(side) = found
                && side != turn
            {
                let what =
                    format!("this is a move of {}, and the lines before are moves of {}", turn.noun(), side.noun());
                return Err(fail((what, "a policy has the moves of one side".to_owned())));
            }
            found = Some(turn);
            let step = read_move(game, id, to).map_err(|error| fail((error.what, error.wanted)))?;
            if moves.insert(id, step).is_some() {
                let what = format!("{} has a move already", Words::position(game, id));
                return Err(fail((what, "a policy has one move at each position".to_owned())));
            }
        }
        let empty = || wrong(None, "the policy has no moves".to_owned(), "a line for each position".to_owned());
        Ok(Self { side: found.ok_or_else(empty)?, moves })
    }

    /// The move at a position, if the table has one.
    pub fn choice(&self, position: PositionId) -> Option<Move> {
        self.moves.get(&position).copied()
    }
}
