//! A board that is solved, and every answer about it.

use std::io::Read;

use catmouse_arena::{Adjudication, Certificate, PositionId};
use catmouse_explain::story::{Claim, story};
use catmouse_explain::strategy::{Strategy, strategies};
use catmouse_explain::{Explanation, Survey, explain, survey};
use catmouse_formats::Expectation;
use catmouse_model::Game;

use crate::answer::Start;
use crate::check::{self, CheckAnswer};
use crate::error::Error;
use crate::explanation::ExplainAnswer;
use crate::moves::MovesAnswer;
use crate::question::Laid;
use crate::solve::{Label, SolveAnswer};
use crate::strategy::StrategiesAnswer;
use crate::survey::{StartRow, Starts, StreamedSurvey, SurveyAnswer, SurveySummary};
use crate::table::Row;
use crate::values::Held;

/// A game with the values of all its positions: asked once, it answers everything.
///
/// Where the values come from a table, an answer is only as good as the table: each method that answers from them says so with
/// [`Error::Table`] if what it read is not what was written.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// assert_eq!(solved.answer()?.distance.distance_plies, Some(1));
/// assert_eq!(solved.moves()?.moves.len(), 1);
/// assert!(solved.check()?.ok);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Debug)]
pub struct Solved {
    game: Game,
    number: u64,
    input: Option<String>,
    title: Option<String>,
    expect: Option<Expectation>,
    agreed: Adjudication,
    values: Held,
}

impl Solved {
    pub(crate) fn new(laid: Laid, values: Held) -> Self {
        let Laid { game, number, input, title, expect, .. } = laid;
        Self { agreed: game.adjudication(), game, number, input, title, expect, values }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The values of its positions.
    pub fn values(&self) -> &Held {
        &self.values
    }

    /// What the board is called, if it says so.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The position that the game opens with, and what it comes to. Time: as [`Start::new`].
    pub fn start(&self) -> Start {
        Start::new(&self.game, &self.values)
    }

    /// Who wins from the start, and how all positions split. Time: linear in the positions.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn answer(&self) -> Result<SolveAnswer<'_>, Error> {
        let label = Label { graph: self.number, input: self.input.as_deref(), name: self.title.as_deref() };
        self.intact(SolveAnswer::new(&self.game, &self.values, &self.start(), label))
    }

    /// The start explained, as the crate `catmouse-explain` says it: what texts are made of.
    pub fn explanation(&self, start: &Start) -> Explanation {
        self.explanation_under(start, &self.agreed)
    }

    /// The same under what is agreed from that position on: less is left of a limit once moves are made.
    pub fn explanation_under(&self, start: &Start, agreed: &Adjudication) -> Explanation {
        explain(self.game.arena(), &self.game, &self.values, agreed, start.opening.id)
    }

    /// The ideas of a line, each provable from the values.
    pub fn story(&self, explanation: &Explanation) -> Vec<Claim> {
        story(self.game.arena(), &self.game, &self.values, explanation)
    }

    /// Optimal play from the start, with the reason for every move.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn explain(&self) -> Result<ExplainAnswer, Error> {
        self.explain_from(&self.start(), &self.agreed)
    }

    /// Optimal play from a position, under what is agreed from there on.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn explain_from(&self, start: &Start, agreed: &Adjudication) -> Result<ExplainAnswer, Error> {
        let explanation = self.explanation_under(start, agreed);
        let claims = self.story(&explanation);
        self.intact(ExplainAnswer::new(&self.game, &self.values, start, &explanation, &claims))
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
        let found = self.told_strategies(&self.explanation_under(start, agreed))?;
        self.intact(StrategiesAnswer::new(&self.game, start, &found))
    }

    /// What to do against everything in a game that is explained, as the crate `catmouse-explain` says it.
    ///
    /// # Errors
    ///
    /// [`Error::NoStrategy`] where too much can arise.
    pub fn told_strategies(&self, explanation: &Explanation) -> Result<Vec<Strategy>, Error> {
        Ok(strategies(self.game.arena(), &self.game, &self.values, explanation)?)
    }

    /// The legal moves at the start, best first.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn moves(&self) -> Result<MovesAnswer, Error> {
        self.intact(MovesAnswer::new(&self.game, &self.values, &self.start()))
    }

    /// Every position, ordered by mouse, then cats, then turn, the Mouse's first.
    ///
    /// # Errors
    ///
    /// A row is [`Error::Table`] where the file that the values come from is not what was written.
    pub fn table(&self) -> impl Iterator<Item = Result<Row, Error>> + '_ {
        self.game.positions().map(|id| self.intact(Row::new(&self.game, &self.values, id)))
    }

    /// All starts together: how they split, and a number of the hardest of each kind; as the crate `catmouse-explain` says it.
    pub fn surveyed(&self, hardest: usize) -> Survey {
        survey(self.game.arena(), &self.values, &self.agreed, self.game.start().first.into(), hardest)
    }

    /// All starts together, and each of them. Memory: linear in the starts; [`streamed_survey`](Self::streamed_survey) takes none.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn survey(&self, hardest: usize) -> Result<SurveyAnswer, Error> {
        let starts = self.starts().collect::<Result<_, _>>()?;
        self.intact(SurveyAnswer { summary: self.survey_summary(hardest), starts })
    }

    /// The same, to be written without being held.
    pub fn streamed_survey(&self, hardest: usize) -> StreamedSurvey<'_> {
        let starts = Starts { game: &self.game, values: &self.values, agreed: &self.agreed };
        StreamedSurvey { summary: self.survey_summary(hardest), starts }
    }

    fn survey_summary(&self, hardest: usize) -> SurveySummary {
        SurveySummary::new(&self.game, &self.values, &self.start(), &self.surveyed(hardest))
    }

    /// Every start, by the places of the cats.
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub fn starts(&self) -> impl Iterator<Item = Result<StartRow, Error>> + '_ {
        crate::survey::starts(&self.game, &self.values, &self.agreed)
    }

    /// Whether the values are a solution, whatever the board expects.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn check_values(&self) -> Result<CheckAnswer, Error> {
        self.values.ensure_whole()?;
        let wrong = check::refutation(&self.game, &self.values);
        self.intact(CheckAnswer::new(&self.game, wrong, Vec::new()))
    }

    /// Whether the values are a solution, by conditions that need no solver; and whether they bear out what the board expects.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn check(&self) -> Result<CheckAnswer, Error> {
        self.values.ensure_whole()?;
        let wrong = check::refutation(&self.game, &self.values);
        let unmet = self.expect.as_ref().map_or_else(Vec::new, |expect| {
            let start = self.start();
            check::unmet(&self.game, &self.values, &start, expect)
        });
        self.intact(CheckAnswer::new(&self.game, wrong, unmet))
    }

    /// What proves the outcome of the start, held against the rules before it is given away.
    ///
    /// # Errors
    ///
    /// [`Error::Unproved`] where the values are no solution; [`Error::Table`].
    pub fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate_from(self.game.opening(&self.values).id, &self.agreed)
    }

    /// The same of a position, under what is agreed from there on.
    ///
    /// # Errors
    ///
    /// As [`certificate`](Self::certificate).
    pub fn certificate_from(&self, start: PositionId, agreed: &Adjudication) -> Result<Certificate, Error> {
        let arena = self.game.arena();
        let proof = catmouse_explain::certificate(arena, &self.game, &self.values, agreed, start);
        self.values.ensure_intact()?;
        // A table may be whole and yet say what is not so.
        catmouse_arena::verify(arena, agreed, start, &proof).map_err(Error::Unproved)?;
        Ok(proof)
    }

    /// Saves the values into a file, for [`Question::open_table`](crate::Question::open_table).
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    #[cfg(feature = "store")]
    pub fn save(&self, path: &std::path::Path, contents: catmouse_store::Contents) -> Result<(), Error> {
        let fingerprint = catmouse_store::Fingerprint::of_product(self.game.arena());
        match &self.values {
            Held::Memory(solution) => Ok(catmouse_store::save(path, solution, fingerprint, contents)?),
            Held::Disk(table) => {
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
    fn intact<T>(&self, answer: T) -> Result<T, Error> {
        self.values.ensure_intact().map(|()| answer)
    }
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
