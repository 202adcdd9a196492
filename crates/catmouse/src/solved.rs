//! A board that is solved, and every answer about it.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(feature = "store")]
use catmouse_arena::Outcomes;
use catmouse_arena::{Adjudication, Arena, Certificate, PositionId, Solution, Values, WithoutDistances};
use catmouse_explain::story::{Claim, story};
use catmouse_explain::strategy::{Strategy, strategies};
use catmouse_explain::{CertificateSize, Explanation, Judged, Policy, RatedMove, Survey, explain_by, rated_by};
use catmouse_formats::Expectation;
use catmouse_model::{Game, Opening, Outcome, Place, Position, PositionChoice, Setting, Setup, Vertex, VertexChoice};
use catmouse_solver::{Control, Wanted};
#[cfg(feature = "store")]
use catmouse_store::Contents;

use crate::annotation::{AnnotateAnswer, judge_all};
use crate::answer::Start;
use crate::check::{self, CheckAnswer};
use crate::error::{Error, Problem};
use crate::explanation::ExplainAnswer;
use crate::memory::{self, Work};
use crate::moves::MovesAnswer;
use crate::played::{Moment, MoveError, PlayedMove, last_moment, policy_after, policy_along, read_move, read_moves};
use crate::question::{Laid, Question};
use crate::solve::{Label, SolveAnswer};
use crate::strategy::StrategiesAnswer;
use crate::survey::{Starts, StreamedSurvey, SurveyAnswer, SurveySummary};
use crate::table::Row;
use crate::values::{Held, Watched, until};
use crate::why::WhyAnswer;

/// A game with the values of all its positions: asked once, it answers everything.
///
/// Where the values come from a table, an answer is only as good as the table: each method that answers from them says so with
/// [`Error::Table`] if what it read is not what was written.
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
    game: Arc<Game>,
    setup: Arc<Setup>,
    number: u64,
    input: Option<String>,
    title: Option<String>,
    expect: Option<Expectation>,
    agreed: Adjudication,
    values: Arc<Held>,
    lacks_start: bool,
}

impl Question {
    /// Solves the game.
    ///
    /// # Errors
    ///
    /// As [`lay_out`](Self::lay_out), and [`Error::Solve`].
    pub fn solve(&self) -> Result<Solved, Error> {
        self.solve_under(&Control::default())
    }

    /// The same, watched, bounded and stopped by the caller.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve), and [`Error::Cancelled`].
    pub fn solve_under(&self, control: &Control<'_>) -> Result<Solved, Error> {
        self.lay_out(Work::Solve)?.solve_under(control)
    }

    /// Finds who wins from every position and not how soon: a tenth of the memory and a third of the time, so that larger boards fit.
    /// The answers say so with `distances`: false, and what rests on distances is [`Error::NoDistances`].
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
    /// As [`lay_out`](Self::lay_out), and [`Error::Solve`].
    pub fn solve_outcomes(&self) -> Result<Solved, Error> {
        self.lay_out(Work::Outcomes)?.solve_outcomes_under(&Control::default())
    }

    /// Takes the values from a table that [`Solved::save`] has written, instead of solving.
    ///
    /// # Errors
    ///
    /// As [`lay_out`](Self::lay_out), [`Error::Table`], [`Error::OtherLimit`].
    #[cfg(feature = "store")]
    pub fn open_table(&self, path: &std::path::Path) -> Result<Solved, Error> {
        self.lay_out(Work::Probe)?.open_table(path, self.memory)
    }
}

impl Laid {
    /// Solves the game.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`].
    pub fn solve(self) -> Result<Solved, Error> {
        self.solve_under(&Control::default())
    }

    /// The same, watched, bounded and stopped by the caller.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`], [`Error::Cancelled`].
    pub fn solve_under(self, control: &Control<'_>) -> Result<Solved, Error> {
        let solution = catmouse_solver::solve_in(self.game.arena(), Solution::default(), control)?;
        Ok(Solved::new(self, Held::Memory(solution)))
    }

    /// Finds who wins from every position and not how soon. See [`Question::solve_outcomes`].
    ///
    /// # Errors
    ///
    /// [`Error::Solve`], [`Error::Cancelled`].
    pub fn solve_outcomes_under(self, control: &Control<'_>) -> Result<Solved, Error> {
        let arena = self.game.arena();
        let limit = self.game.adjudication().limit.map(|limit| limit.distance);
        let held = if arena.unit_costs() {
            let wanted = Wanted::outcomes(limit);
            match catmouse_solver::run(arena, wanted, Solution::default(), control)? {
                catmouse_solver::Solved::Outcomes(outcomes) => Held::Outcomes(outcomes),
                other => unreachable!("outcomes were wanted: {other:?}"),
            }
        } else {
            let solution = catmouse_solver::solve_in(arena, Solution::default(), control)?;
            Held::Hidden(WithoutDistances(solution))
        };
        Ok(Solved::new(self, held))
    }

    /// Takes the values from a table. What was read of it stays in memory, in half of what is allowed or free, and in no more than the
    /// game leaves of that.
    ///
    /// A table of outcomes answers as [`solve_outcomes_under`](Self::solve_outcomes_under) does.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::OtherLimit`].
    #[cfg(feature = "store")]
    pub fn open_table(self, path: &std::path::Path, memory: Option<u64>) -> Result<Solved, Error> {
        let table = crate::values::open(&self.game, path, memory, self.bytes)?;
        Ok(Solved::new(self, Held::Disk(table)))
    }
}

impl Solved {
    pub(crate) fn new(laid: Laid, values: Held) -> Self {
        let Laid { game, setup, number, input, title, expect, lacks_start, .. } = laid;
        Self {
            agreed: game.adjudication(),
            game: Arc::new(game),
            setup: Arc::new(setup),
            number,
            input,
            title,
            expect,
            values: Arc::new(values),
            lacks_start,
        }
    }

    /// Asks what may take long, and ends it soon after the flag is set: within a moment of reading values, of which every question reads
    /// many.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let cancelled = Arc::new(AtomicBool::new(false));
    /// assert!(solved.until(&cancelled, catmouse::Solved::check)?.ok);
    /// cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
    /// assert!(matches!(solved.until(&cancelled, catmouse::Solved::check), Err(catmouse::Error::Cancelled)));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`]; those of the question.
    pub fn until<T>(
        &self,
        cancelled: &Arc<AtomicBool>,
        ask: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let values = Watched::new(Arc::clone(&self.values), Arc::clone(cancelled));
        let watched = Self { values: Arc::new(Held::Watched(values)), ..self.clone() };
        until(|| ask(&watched))
    }

    /// What was asked for: the board's own setup with what was chosen over it.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The values of its positions.
    pub fn values(&self) -> &Held {
        &self.values
    }

    /// Whether the board gives some piece no start, nor has players who place it: then only a survey says something of it, and the start
    /// that it has is as good as any.
    pub fn lacks_start(&self) -> bool {
        self.lacks_start
    }

    /// What the board is called, if it says so.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The position that the game opens with, and what it comes to. Time: as [`Start::new`].
    pub fn start(&self) -> Start {
        Start::new(self.game(), self.values())
    }

    /// Who wins from the start, and how all positions split. Time: linear in the positions.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn answer(&self) -> Result<SolveAnswer<'_>, Error> {
        let label = Label { graph: self.number, input: self.input.as_deref(), name: self.title.as_deref() };
        self.intact(SolveAnswer::new(self.game(), self.values(), &self.start(), label))
    }

    /// The start explained, as the crate `catmouse-explain` says it: what texts are made of.
    pub fn explanation(&self, start: &Start) -> Explanation {
        self.explanation_under(start, &self.agreed)
    }

    /// The same under what is agreed from that position on: less is left of a limit once moves are made.
    pub fn explanation_under(&self, start: &Start, agreed: &Adjudication) -> Explanation {
        let policy = policy_of(self.game(), self.values(), start, agreed);
        explain_by(self.game.arena(), self.game(), self.values(), agreed, start.opening.id, &policy)
    }

    /// The ideas of a line, each provable from the values.
    pub fn story(&self, explanation: &Explanation) -> Vec<Claim> {
        story(self.game.arena(), self.game(), self.values(), explanation)
    }

    /// Fails where only outcomes are known.
    pub(crate) fn ensure_distances(&self) -> Result<(), Error> {
        if self.values.has_distances() { Ok(()) } else { Err(Error::NoDistances) }
    }

    /// Optimal play from the start, with the reason for every move.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    pub fn explain(&self) -> Result<ExplainAnswer, Error> {
        self.explain_from(&self.start(), &self.agreed)
    }

    /// Optimal play from a position, under what is agreed from there on.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    pub fn explain_from(&self, start: &Start, agreed: &Adjudication) -> Result<ExplainAnswer, Error> {
        self.ensure_distances()?;
        let explanation = self.explanation_under(start, agreed);
        let claims = self.story(&explanation);
        self.intact(ExplainAnswer::new(self.game(), self.values(), start, &explanation, &claims))
    }

    /// Where the game starts, before any move.
    pub fn opening(&self) -> Moment {
        Moment { position: self.game.opening(self.values()).id, agreed: self.agreed }
    }

    /// The moves of a game that was played from the start on.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] with the first text that is no legal move.
    pub fn read_moves(&self, moves: &str) -> Result<Vec<PlayedMove>, Error> {
        Ok(read_moves(self.game(), self.opening(), moves)?)
    }

    /// Optimal play from where these moves lead: `M 1→7 C 2→3`.
    ///
    /// # Errors
    ///
    /// [`Error::Move`], [`Error::Table`].
    pub fn explain_after(&self, moves: &str) -> Result<ExplainAnswer, Error> {
        let played = self.read_moves(moves)?;
        let (start, agreed) = self.start_after(&played);
        self.explain_from(&start, &agreed)
    }

    /// Where moves from the start lead, and what is agreed from there on.
    pub fn start_after(&self, moves: &[PlayedMove]) -> (Start, Adjudication) {
        if moves.is_empty() {
            return (self.start(), self.agreed);
        }
        let Moment { position: id, agreed } = last_moment(self.opening(), moves);
        // Once moves are made, no piece is placed any more.
        let opening = Opening { position: self.game.position(id), id, cats: None, mouse: None };
        let before = moves.iter().map(|played| played.before).collect();
        (Start { before, ..Start::of(self.game(), self.values(), opening, &agreed) }, agreed)
    }

    /// What each move of a game was worth that was played from the start on: `M 1→7 C 2→3`.
    ///
    /// # Errors
    ///
    /// [`Error::Move`], [`Error::Table`].
    pub fn annotate(&self, moves: &str) -> Result<AnnotateAnswer, Error> {
        let played = self.read_moves(moves)?;
        self.intact(AnnotateAnswer::new(self.game(), self.values(), self.opening(), &played))
    }

    /// What each of these moves was worth, as the crate `catmouse-explain` says it: what texts are made of.
    pub fn judged(&self, moves: &[PlayedMove]) -> Vec<Judged> {
        judge_all(self.game(), self.values(), self.opening(), moves)
    }

    /// What a move runs into, played out until it shows; it is made where these moves lead.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] where the moves or the one that is asked about are not legal; [`Error::Table`].
    pub fn why(&self, after: &str, asked: &str) -> Result<WhyAnswer, Error> {
        let played = self.read_moves(after)?;
        let here = last_moment(self.opening(), &played);
        let step = read_move(self.game(), here.position, asked)?;
        // The move is legal, so the game is not over.
        let policy = policy_after(self.game(), self.values(), self.opening(), &played);
        let answer = WhyAnswer::new(self.game(), self.values(), here, step, policy);
        let over = || MoveError::over(self.game(), here.position, 0..asked.len());
        self.intact(answer)?.ok_or_else(|| over().into())
    }

    /// What to do against everything, from the start.
    ///
    /// # Errors
    ///
    /// [`Error::NoStrategy`] where too much can arise; [`Error::Table`].
    pub fn strategies(&self) -> Result<StrategiesAnswer, Error> {
        self.strategies_from(&self.start(), &self.agreed)
    }

    /// The same from a position, under what is agreed from there on.
    ///
    /// # Errors
    ///
    /// As [`strategies`](Self::strategies).
    pub fn strategies_from(&self, start: &Start, agreed: &Adjudication) -> Result<StrategiesAnswer, Error> {
        let found = self.strategies_of(&self.explanation_under(start, agreed))?;
        self.intact(StrategiesAnswer::new(self.game(), start, &found))
    }

    /// What to do against everything in a game that is explained, as the crate `catmouse-explain` says it.
    ///
    /// # Errors
    ///
    /// [`Error::NoStrategy`] where too much can arise.
    pub fn strategies_of(&self, explanation: &Explanation) -> Result<Vec<Strategy>, Error> {
        Ok(strategies(self.game.arena(), self.game(), self.values(), explanation)?)
    }

    /// The legal moves at the start, best first.
    ///
    /// # Errors
    ///
    /// As [`rated_moves`](Self::rated_moves).
    pub fn moves(&self) -> Result<MovesAnswer, Error> {
        self.moves_from(&self.start())
    }

    /// The legal moves at a position that has been judged, best first.
    ///
    /// # Errors
    ///
    /// As [`rated_moves`](Self::rated_moves).
    pub fn moves_from(&self, start: &Start) -> Result<MovesAnswer, Error> {
        let moves = self.rated_moves(start)?;
        self.intact(MovesAnswer::new(self.game(), self.values(), start, &moves))
    }

    /// Any position of the game, and what it comes to; a limit is counted from there.
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
    /// [`Error::Problems`] where the board has no such vertex, or the rules do not let the pieces stand there; [`Error::Table`].
    pub fn start_at(&self, position: &PositionChoice) -> Result<Start, Error> {
        let found = |choice: &VertexChoice, place: Place| {
            self.game.board().find(choice).map_err(|kind| wrong_place(kind.to_string(), kind.wanted(), place))
        };
        let mouse = found(&position.mouse, Place::Setting(Setting::Mouse))?;
        let cat = |(index, cat)| found(cat, Place::Item(Setting::Cat, index));
        let mut cats = position.cats.iter().enumerate().map(cat).collect::<Result<Vec<Vertex>, _>>()?;
        cats.sort_unstable();
        let wanted = self.game.rules().cats as usize;
        if cats.len() != wanted {
            let (found, said) = (cats.len(), if wanted == 1 { "1 cat" } else { "as many cats as there are" });
            let noun = if found == 1 { "cat" } else { "cats" };
            let message = format!("the position has {found} {noun}, and the game has {wanted}");
            return Err(wrong_place(message, format!("say where {said} stands"), Place::Setting(Setting::Cat)));
        }
        let position = Position { mouse, cats, turn: position.turn };
        let Some(id) = self.game.id(&position) else {
            let message = format!("the rules do not let the cat stand there: {}", self.game.notation(&position));
            let wanted = "the cat may not enter a hole under these rules".to_owned();
            return Err(wrong_place(message, wanted, Place::Setting(Setting::Cat)));
        };
        let opening = Opening { position, id, cats: None, mouse: None };
        self.intact(Start::of(self.game(), self.values(), opening, &self.agreed))
    }

    /// Every position with its outcome and its distance, if an end is forced, in the order of their numbers: all of the Mouse's turn,
    /// then all of the Cat's; in each the mouse's places in turn, and for each of those the cats'. A limit is counted from each.
    /// Time: linear; memory: none.
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
    /// [`Error::Table`]; then what was seen is worth nothing.
    pub fn scan(&self, visit: &mut dyn FnMut(PositionId, Outcome, Option<u64>)) -> Result<(), Error> {
        self.values.ensure_whole()?;
        let has_distances = self.values.has_distances();
        self.values.scan(&mut |position, value| {
            let judgement = self.agreed.judge(value);
            visit(position, judgement.outcome.into(), judgement.distance.filter(|_| has_distances));
        });
        self.values.ensure_intact()
    }

    /// The legal moves at a position, best first, as the crate `catmouse-explain` says it; that of the line is the one that
    /// [`explanation`](Self::explanation) plays from there.
    ///
    /// # Errors
    ///
    /// [`Error::Table`]. Where the outcomes stop at the limit of the game, those within one ply less are solved for ([`Error::Solve`]),
    /// or are not in the table ([`Error::OtherLimit`]).
    pub fn rated_moves(&self, start: &Start) -> Result<Vec<RatedMove>, Error> {
        let (game, values) = (self.game(), self.values.for_moves(self.game())?);
        // Less is left of a limit once moves are made.
        let agreed = start.summary.adjudication;
        let policy = policy_of(game, &values, start, &agreed);
        let moves = rated_by(game.arena(), game, &values, &agreed, start.opening.id, &policy);
        self.intact(moves)
    }

    /// Every position, ordered by mouse, then cats, then turn, the Mouse's first.
    ///
    /// # Errors
    ///
    /// A row is [`Error::Table`] where the file that the values come from is not what was written.
    pub fn table(&self) -> impl Iterator<Item = Result<Row, Error>> + '_ {
        self.game.position_ids().map(|id| self.intact(Row::new(self.game(), self.values(), id)))
    }

    /// All starts together: how they split, and a number of the hardest of each kind that differ; as the crate `catmouse-explain` says
    /// it. With a sample, the hardest are those among this many starts that lie anywhere.
    ///
    /// # Errors
    ///
    /// As [`rated_moves`](Self::rated_moves).
    pub fn surveyed(&self, hardest: usize, sample: Option<usize>) -> Result<Survey, Error> {
        Ok(self.starts(sample)?.found(hardest))
    }

    /// All starts together, and each of them. Memory: linear in the starts; [`streamed_survey`](Self::streamed_survey) takes none.
    ///
    /// # Errors
    ///
    /// As [`rated_moves`](Self::rated_moves).
    pub fn survey(&self, hardest: usize) -> Result<SurveyAnswer, Error> {
        let StreamedSurvey { summary, starts } = self.streamed_survey(hardest, None)?;
        let starts = starts.rows().collect::<Result<_, _>>()?;
        self.intact(SurveyAnswer { summary, starts })
    }

    /// The same, to be written without being held. With a sample, of so many starts alone, which lie anywhere and are always the same
    /// ones; how all split is said as well.
    ///
    /// # Errors
    ///
    /// As [`rated_moves`](Self::rated_moves).
    pub fn streamed_survey(&self, hardest: usize, sample: Option<usize>) -> Result<StreamedSurvey<'_>, Error> {
        let starts = self.starts(sample)?;
        let summary = SurveySummary::new(&starts, &self.start(), &starts.found(hardest));
        Ok(StreamedSurvey { summary, starts })
    }

    /// Every start, or so many of them that lie anywhere.
    ///
    /// # Errors
    ///
    /// As [`rated_moves`](Self::rated_moves).
    pub fn starts(&self, sample: Option<usize>) -> Result<Starts<'_>, Error> {
        let (game, agreed) = (self.game(), &self.agreed);
        let sample = sample.map(|count| catmouse_explain::sample(game.arena(), count));
        Ok(Starts { game, values: self.values.for_moves(game)?, agreed, sample })
    }

    /// Whether the values are a solution, whatever the board expects.
    ///
    /// # Errors
    ///
    /// [`Error::Table`]; [`Error::NoDistances`] where only outcomes are known: whether a claimed win makes progress is decided by its
    /// distance, so without distances no local condition tells a win from endless play.
    pub fn check_values(&self) -> Result<CheckAnswer, Error> {
        self.ensure_distances()?;
        self.values.ensure_whole()?;
        let wrong = check::refutation(self.game(), self.values());
        self.intact(CheckAnswer::new(self.game(), wrong, Vec::new()))
    }

    /// Whether the values are a solution, by conditions that need no solver; and whether they bear out what the board expects.
    ///
    /// # Errors
    ///
    /// As [`check_values`](Self::check_values).
    pub fn check(&self) -> Result<CheckAnswer, Error> {
        self.ensure_distances()?;
        self.values.ensure_whole()?;
        let wrong = check::refutation(self.game(), self.values());
        let unmet = self.expect.as_ref().map_or_else(Vec::new, |expect| {
            let start = self.start();
            check::unmet(self.game(), self.values(), &start, expect)
        });
        self.intact(CheckAnswer::new(self.game(), wrong, unmet))
    }

    /// What proves the outcome of the start, held against the rules before it is given away.
    ///
    /// # Errors
    ///
    /// [`Error::Unproved`] where the values are no solution; [`Error::LargeCertificate`] where it takes more memory than the machine has free;
    /// [`Error::Table`]; [`Error::NoDistances`].
    pub fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate_from(self.game.opening(self.values()).id, &self.agreed, None)
    }

    /// How large the certificate of a position gets at the most, where that is to hold an endless game: then it may speak of nearly all
    /// positions. Time: linear in the positions.
    pub fn certificate_size(&self, start: PositionId, agreed: &Adjudication) -> Option<CertificateSize> {
        catmouse_explain::certificate_size(self.values(), agreed, start)
    }

    /// The certificate of a position, under what is agreed from there on. `memory` bounds the bytes that it and the values may take;
    /// without it the machine does.
    ///
    /// # Errors
    ///
    /// As [`certificate`](Self::certificate); [`Error::LargeCertificate`].
    pub fn certificate_from(
        &self,
        start: PositionId,
        agreed: &Adjudication,
        memory: Option<u64>,
    ) -> Result<Certificate, Error> {
        self.ensure_distances()?;
        let arena = self.game.arena();
        if let Some(size) = self.certificate_size(start, agreed) {
            memory::ensure_certificate_fits(size, self.values.positions() as u64, memory)?;
        }
        let proof = catmouse_explain::certificate(arena, self.game(), self.values(), agreed, start);
        self.values.ensure_intact()?;
        // A table may be whole and yet say what is not so.
        catmouse_arena::verify(arena, agreed, start, &proof).map_err(Error::Unproved)?;
        Ok(proof)
    }

    /// Saves the values into a file, for [`Question::open_table`](crate::Question::open_table). Outcomes are saved as those under the
    /// limit of the game, if it has one.
    ///
    /// # Errors
    ///
    /// [`Error::Table`]; [`Error::NoDistances`] where distances are to be saved and only outcomes are known.
    #[cfg(feature = "store")]
    pub fn save(&self, path: &std::path::Path, contents: Contents) -> Result<(), Error> {
        let fingerprint = catmouse_store::Fingerprint::of_product(self.game.arena());
        let limit = self.agreed.limit.map(|limit| limit.distance);
        match (self.values(), contents) {
            (Held::Watched(values), Contents::Distances) if matches!(*values.held(), Held::Memory(_)) => {
                Ok(catmouse_store::save(path, values, fingerprint, contents)?)
            }
            (Held::Watched(values), _) => Self { values: values.held(), ..self.clone() }.save(path, contents),
            (Held::Outcomes(_) | Held::Hidden(_), Contents::Distances) => Err(Error::NoDistances),
            (Held::Outcomes(outcomes), Contents::Outcomes) => {
                Ok(catmouse_store::save_outcomes(path, outcomes, fingerprint)?)
            }
            (Held::Hidden(WithoutDistances(solution)) | Held::Memory(solution), Contents::Outcomes) => {
                Ok(catmouse_store::save_outcomes(path, &Outcomes::of(solution, limit), fingerprint)?)
            }
            (Held::Memory(solution), Contents::Distances) => {
                Ok(catmouse_store::save(path, solution, fingerprint, contents)?)
            }
            (Held::Disk(table), _) => {
                if contents == Contents::Distances {
                    self.ensure_distances()?;
                }
                table.verify()?;
                let solution = catmouse_arena::Solution::from_values(
                    catmouse_arena::Values::values(table).map(|(_, value)| value),
                );
                self.values.ensure_intact()?;
                Ok(catmouse_store::save(path, &solution, fingerprint, contents)?)
            }
        }
    }

    /// Gives an answer away, if what was read for it is what was written.
    pub(crate) fn intact<T>(&self, answer: T) -> Result<T, Error> {
        self.values.ensure_intact().map(|()| answer)
    }
}

/// What is played in the game that has come to this position, under what is agreed from there on.
pub(crate) fn policy_of<V: Values>(game: &Game, values: &V, start: &Start, agreed: &Adjudication) -> Policy {
    let here = Moment { position: start.opening.id, agreed: *agreed };
    policy_along(game, values, start.before.iter().copied().chain([here]))
}

/// What is wrong with a position that a program asks about.
fn wrong_place(message: String, wanted: String, place: Place) -> Error {
    Error::Problems { problems: vec![Problem { message, wanted, span: None, place: Some(place) }], record: None }
}

impl Laid {
    /// Holds a table in CSV against the rules, instead of solving. See [`check_csv`](crate::check_csv).
    ///
    /// # Errors
    ///
    /// [`Error::Csv`].
    pub fn check_csv(&self, table: impl Read) -> Result<CheckAnswer, Error> {
        check::check_csv(&self.game, table)
    }
}
