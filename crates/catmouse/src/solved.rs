//! A solved game, and the methods that answer questions about it.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

#[cfg(feature = "store")]
use catmouse_arena::Outcomes;
use catmouse_arena::{
    Adjudication, Aim, Arena, Certificate, CertificateClaim, CertificateStrategy, Player, PositionId, Tokens, Values,
    WithoutDistances,
};
use catmouse_explain::story::{Claim, story};
use catmouse_explain::strategy::{Strategy, strategies};
use catmouse_explain::{Context, Explanation, JudgedMove, Laws, Policy, RatedMove, explain_with, rated_moves_with};
use catmouse_formats::{Expectation, Problem};
use catmouse_model::{
    Game, GameState, MoveError, Opening, Outcome, PlayedMove, Position, PositionChoice, Setting, Setup, SetupPlace,
    Side, Vertex, VertexChoice, read_move, read_moves,
};
use catmouse_solver::{Control, Request};
#[cfg(feature = "store")]
use catmouse_store::Contents;

use crate::annotation::{AnnotateAnswer, judge_all};
use crate::answer::SolvedStart;
use crate::check::{self, CheckAnswer};
use crate::error::Error;
use crate::explanation::ExplainAnswer;
use crate::known::Known;
use crate::memory::{self, KeptValues, Work};
use crate::moves::MovesAnswer;
use crate::policy::{policy_after, policy_along};
use crate::question::{PreparedGame, Question, is_name};
use crate::solve::{BoardLabel, SolveAnswer};
use crate::story::LawsAnswer;
use crate::strategy::StrategiesAnswer;
use crate::table::TableRow;
#[cfg(feature = "store")]
use crate::values::ToSave;
use crate::values::{CancellableValues, GameValues, MoveValues, Watch};
use crate::why::WhyAnswer;

/// A game with the values of all its positions. Its methods answer every question about it.
///
/// If the values come from a file, a method fails with [`Error::Table`] if a block that it has read
/// is damaged.
///
/// A clone shares the game and the values.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// assert_eq!(solved.answer()?.distance.distance_plies, Some(1));
/// assert_eq!(solved.moves()?.moves.len(), 1);
/// assert!(solved.check()?.ok);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solved {
    prepared: Arc<PreparedGame>,
    adjudication: Adjudication,
    values: Arc<GameValues>,
    /// The bytes that work on the values of a table may take; `None` limits them to the free memory
    /// of the machine.
    memory: Option<u64>,
    laws: Arc<OnceLock<Laws>>,
    start: Arc<OnceLock<SolvedStart>>,
}

impl Question {
    /// Solves the game.
    ///
    /// # Errors
    ///
    /// Those of [`prepare`](Self::prepare), and [`Error::Solve`].
    pub fn solve(&self) -> Result<Solved, Error> {
        self.solve_with(&Control::default())
    }

    /// Solves the game under the caller's control: its threads, memory, progress and cancellation.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve), and [`Error::Cancelled`].
    pub fn solve_with(&self, control: &Control<'_>) -> Result<Solved, Error> {
        self.prepare(Work::SOLVE)?.solve_with(control)
    }

    /// Computes the outcome of every position but no distances, which takes a tenth of the memory
    /// and a third of the time. In the answers the key `distances` is false, and questions that
    /// need distances fail with [`Error::NoDistances`].
    ///
    /// ```
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve_outcomes()?;
    /// let answer = solved.answer()?;
    /// assert_eq!(answer.outcome, catmouse::model::Outcome::Mouse);
    /// assert!(!answer.distances && answer.distance.distance_plies.is_none());
    /// assert!(matches!(solved.explain(), Err(catmouse::Error::NoDistances)));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`prepare`](Self::prepare), and [`Error::Solve`].
    pub fn solve_outcomes(&self) -> Result<Solved, Error> {
        self.prepare(Work::OUTCOMES)?.solve()
    }

    /// Reads the values from a table that [`Solved::save`] has written, instead of solving the
    /// game.
    ///
    /// # Errors
    ///
    /// Those of [`prepare`](Self::prepare), [`Error::Table`], [`Error::OtherLimit`].
    #[cfg(feature = "store")]
    pub fn open_table(&self, path: &std::path::Path) -> Result<Solved, Error> {
        self.prepare(Work::PROBE)?.open_table(path, self.memory)
    }
}

impl PreparedGame {
    /// Solves the game.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`].
    pub fn solve(self) -> Result<Solved, Error> {
        self.solve_with(&Control::default())
    }

    /// Solves the game under the caller's control: its threads, memory, progress and cancellation. If
    /// the game was prepared for outcomes only, no distances are computed: see
    /// [`Question::solve_outcomes`].
    ///
    /// # Errors
    ///
    /// [`Error::Solve`], [`Error::Cancelled`].
    pub fn solve_with(self, control: &Control<'_>) -> Result<Solved, Error> {
        let table = || Ok::<_, Error>(catmouse_solver::solve(self.game.arena(), Request::Table, control)?.into_table());
        if !matches!(self.work.values, KeptValues::Outcomes | KeptValues::OutcomesOrFile) {
            let solution = table()?;
            return Ok(Solved::new(self, GameValues::Memory(solution)));
        }
        let arena = self.game.arena();
        let limit = self.game.adjudication().limit.map(|limit| limit.distance);
        let values = if arena.unit_costs() {
            let wanted = Request::outcomes(limit);
            match catmouse_solver::solve(arena, wanted, control)? {
                catmouse_solver::Answer::Outcomes(outcomes) => GameValues::Outcomes(outcomes),
                catmouse_solver::Answer::Stored(outcomes) => GameValues::Stored(outcomes),
                other => unreachable!("outcomes were wanted: {other:?}"),
            }
        } else {
            GameValues::WithoutDistances(WithoutDistances(table()?))
        };
        Ok(Solved::new(self, values))
    }

    /// Like [`solve_with`](Self::solve_with) for outcomes only, but keeps outcomes that exceed the
    /// memory in a temporary file in this folder, until they are dropped. Prepare the game for
    /// [`Work::OUTCOMES_ON_DISK`]. Without a limit on `memory`, half of the free memory is a cache.
    ///
    /// Reading such a value may take a read from the disk. So only questions that read few values
    /// are practical.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`], [`Error::Cancelled`].
    #[cfg(feature = "store")]
    pub fn solve_outcomes_in(
        self,
        folder: &std::path::Path,
        memory: Option<u64>,
        control: &Control<'_>,
    ) -> Result<Solved, Error> {
        let scratch = catmouse_store::ScratchFile::new_in(folder).map_err(catmouse_solver::SolveError::from)?;
        let scratch: Arc<dyn catmouse_arena::Scratch> = Arc::new(scratch);
        let least = memory::disk_bytes(self.game.arena(), Request::Outcomes).unwrap_or(0);
        let spare = match memory {
            Some(allowed) => allowed.saturating_sub(self.bytes),
            None => memory::memory_budget(None) / 2,
        };
        self.solve_with(&control.allowing(least.saturating_add(spare)).keeping_in(&scratch))
    }

    /// Reads the values from a table. Blocks that were read stay in a cache. The cache takes at
    /// most half of the `memory` in bytes, and less if the game leaves less. If `memory` is `None`,
    /// it takes at most half of the free memory.
    ///
    /// A table of outcomes gives the same answers as
    /// [`Question::solve_outcomes`].
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::OtherLimit`].
    #[cfg(feature = "store")]
    pub fn open_table(self, path: &std::path::Path, memory: Option<u64>) -> Result<Solved, Error> {
        let table = crate::values::open(&self.game, path, memory, self.bytes)?;
        // The other half is for the cache of the table.
        let memory = memory.map(|bytes| bytes / 2);
        Ok(Solved { memory, ..Solved::new(self, GameValues::Disk(table)) })
    }
}

impl Solved {
    pub(crate) fn new(prepared: PreparedGame, values: GameValues) -> Self {
        Self {
            adjudication: prepared.game.adjudication(),
            prepared: Arc::new(prepared),
            values: Arc::new(values),
            memory: None,
            laws: Arc::default(),
            start: Arc::default(),
        }
    }

    /// Asks a question that may take long. Another thread can see how many values it has read, and
    /// cancel it.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let watch = Arc::new(catmouse::Watch::default());
    /// assert!(solved.cancellable(&watch, catmouse::Solved::check)?.ok);
    /// assert!(watch.values_read() >= 24); // each of the 24 positions at least once
    /// watch.cancel();
    /// assert!(matches!(solved.cancellable(&watch, catmouse::Solved::check), Err(catmouse::Error::Cancelled)));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`], and the errors of the question.
    pub fn cancellable<T>(&self, watch: &Arc<Watch>, ask: impl FnOnce(&Self) -> Result<T, Error>) -> Result<T, Error> {
        let values = CancellableValues::new(Arc::clone(&self.values), Arc::clone(watch));
        let watched = Self {
            values: Arc::new(GameValues::Cancellable(values)),
            laws: once_known(&self.laws),
            start: once_known(&self.start),
            ..self.clone()
        };
        let answer = ask(&watched);
        if let GameValues::Cancellable(values) = watched.values() {
            values.ensure_read()?;
        }
        // What is computed once is kept for the next question.
        if let Some(laws) = watched.laws.get() {
            self.laws.get_or_init(|| laws.clone());
        }
        if let Some(start) = watched.start.get() {
            self.start.get_or_init(|| start.clone());
        }
        answer
    }

    /// The board's own setup with the caller's choices applied.
    pub fn setup(&self) -> &Setup {
        &self.prepared.setup
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.prepared.game
    }

    /// The worth of endless play and the limit of the game, from the start.
    pub(crate) fn adjudication(&self) -> &Adjudication {
        &self.adjudication
    }

    /// The values of its positions.
    pub fn values(&self) -> &GameValues {
        &self.values
    }

    /// Whether some piece has no start, and the rules do not let its player place it. Then the game
    /// has an arbitrary start, and only a survey is meaningful.
    pub fn lacks_start(&self) -> bool {
        self.prepared.lacks_start
    }

    /// The title of the board, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.prepared.title.as_deref()
    }

    /// The title, if it is right for a judged position.
    pub fn title_at(&self, start: &SolvedStart) -> Option<&str> {
        self.title().filter(|title| start.before.is_empty() || is_name(title))
    }

    /// The start of the game, with its outcome and its distance. It is found once. Time: that of
    /// [`SolvedStart::new`].
    pub fn start(&self) -> SolvedStart {
        self.start.get_or_init(|| SolvedStart::new(self.game(), self.values())).clone()
    }

    /// The outcome from the start, and the number of positions with each outcome. Time: linear in
    /// the positions.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn answer(&self) -> Result<SolveAnswer<'_>, Error> {
        let (input, name) = (self.prepared.input.as_deref(), self.prepared.title.as_deref());
        let label = BoardLabel { source: None, graph: self.prepared.number, input, name };
        self.if_intact(SolveAnswer::new(self.game(), self.values(), &self.start(), label))
    }

    /// Optimal play from a position in the form of the crate `catmouse-explain`, from which texts
    /// and answers are made. Moves before the position have used up part of a limit.
    pub fn explanation(&self, start: &SolvedStart) -> Explanation {
        self.explanation_by(start.state(), &self.policy(start))
    }

    fn policy(&self, start: &SolvedStart) -> Policy {
        policy_of(self.game(), self.values(), start)
    }

    /// As [`explanation`](Self::explanation), in a game that follows this policy.
    pub(crate) fn explanation_by(
        &self,
        GameState { position, adjudication }: GameState,
        policy: &Policy,
    ) -> Explanation {
        let context = self.context(adjudication);
        // A law counts the limit from the start.
        let is_known = adjudication.limit.is_none() || adjudication == self.adjudication;
        let context = if is_known { context.with_laws(self.laws()) } else { context };
        explain_with(&context, position, policy)
    }

    /// The game in the form that explanations need, under the adjudication that applies from some
    /// position.
    pub(crate) fn context(&self, adjudication: Adjudication) -> Context<'_> {
        Context::new(self.prepared.game.arena(), self.game(), self.values(), adjudication)
    }

    /// The game, its values and its laws.
    pub(crate) fn known(&self) -> Known<'_> {
        Known { game: self.game(), values: self.values(), laws: self.laws() }
    }

    /// The laws of the board: short conditions that decide the outcome of a position. They are
    /// computed once. Time: that of [`Laws::of`].
    pub fn laws(&self) -> &Laws {
        self.laws.get_or_init(|| Laws::of(&self.context(self.adjudication)))
    }

    /// The claims of the story about a line. Each claim can be proved from the values.
    pub fn story(&self, explanation: &Explanation) -> Vec<Claim> {
        story(self.prepared.game.arena(), self.game(), self.values(), explanation)
    }

    /// Fails if the game was solved for outcomes only.
    pub(crate) fn ensure_distances(&self) -> Result<(), Error> {
        if self.values.has_distances() { Ok(()) } else { Err(Error::NoDistances) }
    }

    /// Optimal play from the start, with the reason for every move.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    pub fn explain(&self) -> Result<ExplainAnswer, Error> {
        self.explain_from(&self.start())
    }

    /// Optimal play from a position.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    pub fn explain_from(&self, start: &SolvedStart) -> Result<ExplainAnswer, Error> {
        self.ensure_distances()?;
        let policy = self.policy(start);
        let explanation = self.explanation_by(start.state(), &policy);
        let claims = self.story(&explanation);
        self.if_intact(ExplainAnswer::new(self.game(), self.values(), start, &explanation, &claims, &policy))
    }

    /// The laws of the board as an answer. The laws for the player to move at this start come
    /// first.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn laws_from(&self, start: &SolvedStart) -> Result<LawsAnswer, Error> {
        self.if_intact(LawsAnswer::new(self.known(), start.opening.id))
    }

    /// The state of the game before its first move.
    pub fn opening(&self) -> GameState {
        GameState { position: self.prepared.game.opening(self.values()).id, adjudication: self.adjudication }
    }

    /// Reads the moves of a game that was played from the start.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] for the first text that is not a legal move.
    pub fn read_moves(&self, moves: &str) -> Result<Vec<PlayedMove>, Error> {
        Ok(read_moves(self.game(), self.opening(), 0, moves)?)
    }

    /// The position after these moves from the start, judged by what they have left of a limit.
    pub fn start_after(&self, moves: &[PlayedMove]) -> SolvedStart {
        if moves.is_empty() {
            return self.start();
        }
        let GameState { position: id, adjudication } = self.opening().after(moves);
        // The pieces have been placed before the first move.
        let opening = Opening { position: self.prepared.game.position(id), id, cats: None, mouse: None };
        let before = moves.iter().map(|played| played.before).collect();
        SolvedStart { before, ..SolvedStart::of(self.game(), self.values(), opening, &adjudication) }
    }

    /// Judges each move of a game that was played from the start: `M 1→7 C 2→3`.
    ///
    /// # Errors
    ///
    /// [`Error::Move`], [`Error::Table`].
    pub fn annotate(&self, moves: &str) -> Result<AnnotateAnswer, Error> {
        let played = self.read_moves(moves)?;
        self.if_intact(AnnotateAnswer::new(self.known(), self.opening(), &played))
    }

    /// Judges each of these moves, in the form of the crate `catmouse-explain`, from which texts
    /// are made.
    pub fn judged_moves(&self, moves: &[PlayedMove]) -> Vec<JudgedMove> {
        judge_all(self.known(), self.opening(), moves)
    }

    /// Judges the move `asked` at the position after the moves `after`, and continues the game from
    /// it to show why.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] if a move of `after`, or `asked` itself, is not legal; [`Error::Table`].
    pub fn why(&self, after: &str, asked: &str) -> Result<WhyAnswer, Error> {
        let played = self.read_moves(after)?;
        let here = self.opening().after(&played);
        let step = read_move(self.game(), here.position, asked)?;
        // The move is legal, so the game is not over.
        let policy = policy_after(self.game(), self.values(), self.opening(), &played);
        let answer = WhyAnswer::new(self.known(), here, step, policy);
        let over = || MoveError::over(self.game(), here.position, 0..asked.len());
        self.if_intact(answer)?.ok_or_else(|| over().into())
    }

    /// The strategies that prove the outcome of the start, as rules for every position that can
    /// arise.
    ///
    /// # Errors
    ///
    /// [`Error::NoStrategy`] if too many positions can arise; [`Error::Table`].
    pub fn strategies(&self) -> Result<StrategiesAnswer, Error> {
        self.strategies_from(&self.start())
    }

    /// The strategies that prove the outcome of a position.
    ///
    /// # Errors
    ///
    /// Those of [`strategies`](Self::strategies).
    pub fn strategies_from(&self, start: &SolvedStart) -> Result<StrategiesAnswer, Error> {
        let found = self.strategies_of(&self.explanation(start))?;
        self.if_intact(StrategiesAnswer::new(self.game(), start, &found))
    }

    /// The strategies for an explained game, in the form of the crate `catmouse-explain`.
    ///
    /// # Errors
    ///
    /// [`Error::NoStrategy`] if too many positions can arise; [`Error::Table`].
    pub fn strategies_of(&self, explanation: &Explanation) -> Result<Vec<Strategy>, Error> {
        Ok(self.if_intact(strategies(self.prepared.game.arena(), self.game(), self.values(), explanation))??)
    }

    /// The legal moves at the start, best first.
    ///
    /// # Errors
    ///
    /// Those of [`rated_moves`](Self::rated_moves).
    pub fn moves(&self) -> Result<MovesAnswer, Error> {
        self.moves_from(&self.start())
    }

    /// The legal moves at a position that has been judged, best first.
    ///
    /// # Errors
    ///
    /// Those of [`rated_moves`](Self::rated_moves).
    pub fn moves_from(&self, start: &SolvedStart) -> Result<MovesAnswer, Error> {
        let moves = self.rated_moves(start)?;
        self.if_intact(MovesAnswer::new(self.game(), self.values(), start, &moves))
    }

    /// Any position of the game, with its outcome and its distance. A limit is counted from this
    /// position.
    ///
    /// ```
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let start = solved.start_at(&"M3 C2 cat".parse().unwrap())?;
    /// assert_eq!(start.outcome(), catmouse::model::Outcome::Cat);
    /// assert!(solved.start_at(&"M3 C0 cat".parse().unwrap()).is_err()); // the cat may not stand in the hole
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Problems`] if the board has no such vertex, or if the rules do not let the pieces
    /// stand there; [`Error::Table`].
    pub fn start_at(&self, position: &PositionChoice) -> Result<SolvedStart, Error> {
        let found = |choice: &VertexChoice, place: SetupPlace| {
            self.prepared.game.board().find(choice).map_err(|kind| wrong_place(kind.to_string(), kind.wanted(), place))
        };
        let mouse = found(&position.mouse, SetupPlace::Setting(Setting::Mouse))?;
        let cat = |(index, cat)| found(cat, SetupPlace::Item(Setting::Cat, index));
        let cats = position.cats.iter().enumerate().map(cat).collect::<Result<Vec<Vertex>, _>>()?;
        let cats = self.prepared.game.in_order(Side::Cat, cats);
        let wanted = self.prepared.game.rules().cats as usize;
        if cats.len() != wanted {
            let (found, said) = (cats.len(), if wanted == 1 { "1 cat" } else { "as many cats as there are" });
            let noun = if found == 1 { "cat" } else { "cats" };
            let message = format!("the position has {found} {noun}, but the game has {wanted}");
            return Err(wrong_place(message, format!("name a vertex for {said}"), SetupPlace::Setting(Setting::Cat)));
        }
        let position = Position { mouse, cats, turn: position.turn };
        let Some(id) = self.prepared.game.id(&position) else {
            let message = format!("the cat may not stand there: {}", self.prepared.game.notation(&position));
            let wanted = "under these rules the cat may not enter a hole".to_owned();
            return Err(wrong_place(message, wanted, SetupPlace::Setting(Setting::Cat)));
        };
        let opening = Opening { position, id, cats: None, mouse: None };
        self.if_intact(SolvedStart::of(self.game(), self.values(), opening, &self.adjudication))
    }

    /// Visits every position with its outcome and its distance, which is `None` if no end is
    /// forced. The order is the order of the position numbers: first all positions with the Mouse
    /// to move, then all with the Cat to move; in each half by the mouse's vertex, then by the
    /// places of the cats. A limit is counted from each position. Time: linear in the positions;
    /// memory: constant.
    ///
    /// ```
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let mut won = 0;
    /// solved.scan(&mut |_, outcome, _| won += u64::from(outcome == catmouse::model::Outcome::Mouse))?;
    /// assert_eq!(won, solved.answer()?.positions.mouse);
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Table`]; then the visited positions may have wrong values.
    pub fn scan(&self, visit: &mut dyn FnMut(PositionId, Outcome, Option<u64>)) -> Result<(), Error> {
        self.values.ensure_whole()?;
        let has_distances = self.values.has_distances();
        self.values.scan(&mut |position, value| {
            let judgement = self.adjudication.judge(value);
            visit(position, judgement.outcome.into(), judgement.distance.filter(|_| has_distances));
        });
        self.values.ensure_intact()
    }

    /// The legal moves at a position, best first, in the form of the crate `catmouse-explain`. The
    /// main move is the move that [`explanation`](Self::explanation) plays at the position. Empty if no
    /// move is left within the limit, because the game is over then.
    ///
    /// # Errors
    ///
    /// [`Error::Table`]. If outcomes are known only within the limit of the game, the game is
    /// solved again for the wins within one ply less, which may fail with [`Error::Solve`].
    pub fn rated_moves(&self, start: &SolvedStart) -> Result<Vec<RatedMove>, Error> {
        let (game, values) = (self.game(), self.move_values()?);
        let GameState { position, adjudication } = start.state();
        if !start.state().can_go_on(game) {
            return self.if_intact(Vec::new());
        }
        let policy = policy_of(game, &values, start);
        let moves = rated_moves_with(&Context::new(game.arena(), game, &values, adjudication), position, &policy);
        self.if_intact(moves)
    }

    /// The values, by which moves can be judged.
    pub(crate) fn move_values(&self) -> Result<MoveValues<'_>, Error> {
        self.values.move_values(self.game(), self.memory)
    }

    /// Every position, ordered by mouse, then cats, then turn, the Mouse's turn first.
    ///
    /// # Errors
    ///
    /// A row is [`Error::Table`] if a damaged block was read from the file of the values.
    pub fn table(&self) -> impl Iterator<Item = Result<TableRow, Error>> + '_ {
        self.prepared.game.position_ids().map(|id| self.if_intact(TableRow::new(self.game(), self.values(), id)))
    }

    /// Checks whether the values are a solution, without comparing them with the result that the
    /// board claims.
    ///
    /// # Errors
    ///
    /// [`Error::Table`]; [`Error::NoDistances`] if only outcomes are known, because without
    /// distances no local condition distinguishes a win from endless play.
    pub fn check_values(&self) -> Result<CheckAnswer, Error> {
        self.checked(None)
    }

    /// Checks whether the values are a solution, and whether they agree with the result that the
    /// board claims. The conditions are local and need no solver.
    ///
    /// # Errors
    ///
    /// Those of [`check_values`](Self::check_values).
    pub fn check(&self) -> Result<CheckAnswer, Error> {
        self.checked(self.prepared.expect.as_ref())
    }

    fn checked(&self, expect: Option<&Expectation>) -> Result<CheckAnswer, Error> {
        self.ensure_distances()?;
        self.values.ensure_whole()?;
        let wrong = check::refutation(self.game(), self.values());
        let unmet = expect.map(|expect| check::unmet(self.game(), self.values(), &self.start(), expect));
        self.if_intact(CheckAnswer::new(self.game(), wrong, unmet.unwrap_or_default()))
    }

    /// A certificate that proves the outcome of the start. It is verified against the rules before
    /// it is returned.
    ///
    /// # Errors
    ///
    /// [`Error::Unproved`] if the values are not a solution; [`Error::CertificateTooLarge`] if the
    /// certificate is as large as [`certificate_from`](Self::certificate_from) says, or needs more
    /// memory than the machine has free; [`Error::Table`]; [`Error::NoDistances`].
    pub fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate_of(self.opening(), None)
    }

    /// The certificate of a state. Where the players have just placed all pieces, it proves its claim of
    /// the placement if it can: a win of the Cat also wherever else the mouse is placed, and a
    /// success of the Mouse also wherever else the cats are placed. `memory` is as for
    /// [`certificate_from`](Self::certificate_from).
    ///
    /// # Errors
    ///
    /// Those of [`certificate_from`](Self::certificate_from).
    pub fn certificate_of(&self, state: GameState, memory: Option<u64>) -> Result<Certificate, Error> {
        let (game, arena, start) = (self.game(), self.game().arena(), self.game().start());
        let placed = start.mouse.is_none() && start.cats.is_none() && state.position == self.opening().position;
        let judged = state.adjudication.judge(self.values().value(state.position));
        let nodes = |player| 0..arena.pieces(player).nodes();
        let id = |one, two| arena.position(Tokens { one, two, turn: start.first.into() });
        match judged.outcome.winner().filter(|_| placed) {
            None => self.certificate_from(state, &[], memory),
            Some(Player::Two) => {
                let cats = arena.tokens(state.position).two;
                let others: Vec<PositionId> = nodes(Player::One).map(|mouse| id(mouse, cats)).collect();
                self.certificate_from(state, &others, memory)
            }
            Some(Player::One) => {
                let certificate = self.certificate_from(state, &[], memory)?;
                let answered: BTreeSet<u32> = proved_starts(game, &certificate).map(|at| at.two).collect();
                let open = nodes(Player::Two).filter(|cats| !answered.contains(cats));
                let answer = |cats| {
                    let best = nodes(Player::One)
                        .map(|mouse| id(mouse, cats))
                        .max_by_key(|at| self.values().value(*at).preference(Player::One))?;
                    let found = state.adjudication.judge(self.values().value(best));
                    let is_as_claimed = match certificate.claim {
                        CertificateClaim::Win { within, .. } => found.distance.is_some_and(|most| most <= within),
                        CertificateClaim::Unforced(_) => true,
                    };
                    (found.outcome.winner() == Some(Player::One) && is_as_claimed).then_some(best)
                };
                match open.map(answer).collect::<Option<Vec<PositionId>>>() {
                    Some(others) if !others.is_empty() => self.certificate_from(state, &others, memory),
                    _ => Ok(certificate),
                }
            }
        }
    }

    /// The certificate of a state, with strategies that also begin at the `others`, which are positions
    /// with the same cats. `memory` limits the bytes of the certificate and of the values. `None` limits
    /// those of the certificate to the free memory of the machine.
    ///
    /// # Errors
    ///
    /// Those of [`certificate`](Self::certificate); [`Error::CertificateTooLarge`].
    pub fn certificate_from(
        &self,
        GameState { position: start, adjudication }: GameState,
        others: &[PositionId],
        memory: Option<u64>,
    ) -> Result<Certificate, Error> {
        self.ensure_distances()?;
        let (arena, positions) = (self.prepared.game.arena(), self.values.positions() as u64);
        if let Some(size) = catmouse_explain::certificate_size_bound(self.values(), &adjudication, start) {
            memory::ensure_certificate_fits(size, positions, memory)?;
        }
        let context = self.context(adjudication);
        let proof = catmouse_explain::certificate_from(&context, (start, others));
        self.values.ensure_intact()?;
        // A table without damage may still contain wrong values.
        catmouse_arena::verify_from(arena, &adjudication, (start, others), &proof).map_err(Error::Unproved)?;
        Ok(proof)
    }

    /// Saves the values into a file, for [`Question::open_table`](crate::Question::open_table). If
    /// the game has a limit, a table of outcomes holds the wins within it.
    ///
    /// # Errors
    ///
    /// [`Error::Table`]; [`Error::NoDistances`] if `contents` asks for distances and only outcomes
    /// are known.
    #[cfg(feature = "store")]
    pub fn save(&self, path: &std::path::Path, contents: Contents) -> Result<(), Error> {
        self.save_noted(path, contents, &[])
    }

    /// Saves the values as [`save`](Self::save) does, with a note, which
    /// [`read_note`](catmouse_store::read_note) reads. The note does not matter to the values.
    ///
    /// # Errors
    ///
    /// Those of [`save`](Self::save).
    #[cfg(feature = "store")]
    pub fn save_noted(&self, path: &std::path::Path, contents: Contents, note: &[u8]) -> Result<(), Error> {
        let fingerprint = catmouse_store::Fingerprint::of_product(self.prepared.game.arena());
        let limit = self.adjudication.limit.map(|limit| limit.distance);
        match (self.values(), contents) {
            (GameValues::Cancellable(values), Contents::Distances)
                if matches!(*values.inner(), GameValues::Memory(_)) =>
            {
                Ok(catmouse_store::save_noted(path, &ToSave(values), fingerprint, contents, note)?)
            }
            (GameValues::Cancellable(values), _) => {
                Self { values: values.inner(), ..self.clone() }.save_noted(path, contents, note)
            }
            (
                GameValues::Outcomes(_) | GameValues::Stored(_) | GameValues::WithoutDistances(_),
                Contents::Distances,
            ) => Err(Error::NoDistances),
            // A table of outcomes is made of bits in memory.
            (GameValues::Stored(outcomes), Contents::Outcomes) => {
                let (bytes, allowed) = (outcomes.positions() as u64 / 4, memory::memory_budget(self.memory));
                if bytes > allowed {
                    return Err(catmouse_solver::SolveError::TooLarge { bytes, allowed }.into());
                }
                Ok(catmouse_store::save_outcomes(path, &Outcomes::of(&**outcomes, limit), fingerprint, note)?)
            }
            (GameValues::Outcomes(outcomes), Contents::Outcomes) => {
                Ok(catmouse_store::save_outcomes(path, outcomes, fingerprint, note)?)
            }
            (
                GameValues::WithoutDistances(WithoutDistances(solution)) | GameValues::Memory(solution),
                Contents::Outcomes,
            ) => Ok(catmouse_store::save_outcomes(path, &Outcomes::of(solution, limit), fingerprint, note)?),
            (GameValues::Memory(solution), Contents::Distances) => {
                Ok(catmouse_store::save_noted(path, solution, fingerprint, contents, note)?)
            }
            (GameValues::Disk(table), _) => {
                if contents == Contents::Distances {
                    self.ensure_distances()?;
                }
                table.verify()?;
                let solution = catmouse_arena::Solution::from_values(
                    catmouse_arena::Values::values(table).map(|(_, value)| value),
                );
                self.values.ensure_intact()?;
                Ok(catmouse_store::save_noted(path, &solution, fingerprint, contents, note)?)
            }
        }
    }

    /// Returns the answer, unless a block that was read for it is damaged.
    pub(crate) fn if_intact<T>(&self, answer: T) -> Result<T, Error> {
        self.values.ensure_intact().map(|()| answer)
    }
}

/// The same value if it is known already; otherwise a place for it that nobody shares.
fn once_known<T>(value: &Arc<OnceLock<T>>) -> Arc<OnceLock<T>> {
    if value.get().is_some() { Arc::clone(value) } else { Arc::default() }
}

/// The policy of a game that has reached this position.
pub(crate) fn policy_of(game: &Game, values: &dyn Values, start: &SolvedStart) -> Policy {
    policy_along(game, values, start.before.iter().copied().chain([start.state()]))
}

/// The error for a position that does not exist in the game.
fn wrong_place(message: String, wanted: String, place: SetupPlace) -> Error {
    let mut problem = Problem::new(None, message, wanted);
    problem.place = Some(place);
    Error::Problems { problems: vec![problem], record: None }
}

/// The strategy of a certificate of one player's success.
pub(crate) fn only_strategy(certificate: &Certificate) -> Option<&CertificateStrategy> {
    match certificate.strategies.as_slice() {
        [strategy] if certificate.claim.outcome().winner() == Some(strategy.player) => Some(strategy),
        _ => None,
    }
}

/// The starts for which a verified certificate proves its claim: the rank is at most that of its start;
/// and a hold without a limit is a hold from each of its positions.
pub(crate) fn proved_starts<'a>(game: &'a Game, certificate: &'a Certificate) -> impl Iterator<Item = Tokens> + 'a {
    let first_rank = certificate.claim.within().unwrap_or(0);
    let strategy = only_strategy(certificate);
    let is_free = strategy.is_some_and(|it| it.aim == Aim::Hold) && game.adjudication().limit.is_none();
    let entries = strategy.into_iter().flat_map(|strategy| &strategy.entries);
    let proved = entries.filter(move |entry| is_free || entry.rank <= first_rank);
    proved.map(|entry| game.arena().tokens(entry.position)).filter(|at| Side::from(at.turn) == game.start().first)
}
