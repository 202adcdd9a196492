//! Pictures of a solved board as SVG, and its page for a browser.

#[cfg(feature = "page")]
use catmouse_model::Game;
#[cfg(feature = "page")]
use catmouse_page::{Ends, GameOver, Level, Page};
use catmouse_picture::Scene;

#[cfg(feature = "page")]
use crate::answer::SolvedStart;
use crate::error::Error;
#[cfg(feature = "page")]
use crate::session::{REPETITIONS, limit_has_run_out, stands_again, stands_twice};
#[cfg(feature = "page")]
use crate::skill::Skill;
use crate::solved::Solved;
#[cfg(feature = "page")]
use crate::values::GameValues;

/// The pictures of a solved board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Picture {
    /// The board with its pieces, and the values of the vertices and of the moves.
    Board,
    /// The principal variation as a film strip.
    Line,
    /// The principal variation as a moving picture.
    Animation,
    /// The outcome of every start, as a heat map or as maps of the board.
    Survey,
    /// The idea, the move on which the game hangs, and the rule.
    Lesson,
    /// The moves that keep the outcome along the principal variation, of all.
    Choices,
}

impl Picture {
    /// Every picture with its name on the command line.
    pub const ALL: [(&'static str, Self); 6] = [
        ("board", Self::Board),
        ("line", Self::Line),
        ("animation", Self::Animation),
        ("survey", Self::Survey),
        ("lesson", Self::Lesson),
        ("choices", Self::Choices),
    ];
}

impl Solved {
    /// A picture of the game from its start, as SVG.
    ///
    /// ```
    /// use catmouse::{Picture, Question};
    ///
    /// let solved = Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// assert!(solved.picture(Picture::Board)?.starts_with("<svg"));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    pub fn picture(&self, what: Picture) -> Result<String, Error> {
        self.ensure_distances()?;
        let start = self.start();
        let scene = Scene { game: self.game(), values: self.values(), start: start.opening.id, title: self.title() };
        self.if_intact(match what {
            Picture::Board => scene.board(),
            Picture::Line => scene.line(&self.explanation(&start)),
            Picture::Animation => scene.animation(&self.explanation(&start)),
            Picture::Survey => scene.survey(),
            Picture::Lesson => {
                let explanation = self.explanation(&start);
                scene.lesson(&explanation, &self.story(&explanation))
            }
            Picture::Choices => scene.choices(&self.explanation(&start)),
        })
    }

    /// The game as a page that opens with a position.
    ///
    /// ```
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let page = solved.page(&solved.start())?;
    /// assert!(page.html().starts_with("<!doctype html>"));
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    #[cfg(feature = "page")]
    pub fn page(&self, start: &SolvedStart) -> Result<Page<'_, GameValues>, Error> {
        self.ensure_distances()?;
        let explanation = self.explanation(start);
        let claims = self.story(&explanation);
        let level = |(name, skill): (&'static str, Skill)| Level { name, errs: skill.rate(), says: skill.to_string() };
        let ends = ends(self.game());
        self.if_intact(Page {
            game: self.game(),
            values: self.values(),
            explanation,
            claims,
            title: self.title(),
            levels: Skill::named().map(level).collect(),
            ends,
            places: Vec::new(),
        })
    }
}

/// The ends of a game on a page that the board does not decide.
#[cfg(feature = "page")]
pub(crate) fn ends(game: &Game) -> Ends {
    let outcome = game.adjudication().unforced().into();
    let unfinished = |text| GameOver { outcome, text };
    Ends {
        repetitions: REPETITIONS,
        repeated: unfinished(stands_again("the position")),
        warning: stands_twice(outcome),
        limit: unfinished(limit_has_run_out(game)),
    }
}
