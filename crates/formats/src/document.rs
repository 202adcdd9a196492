//! A text that has been read: the setup, and where in the text each part of it stands.

use std::ops::Range;

use catmouse_model::{BoardChoice, Defects, Place, Setup};

use crate::expectation::Expectation;
use crate::format::ensure_directions;
use crate::lists;
use crate::problem::{Problem, Problems};
use crate::tree::Span;

/// A text that has been read into a setup, with the places of its parts.
///
/// ```
/// use catmouse_formats::{Format, read};
///
/// let document = read("catmouse = 1\ntitle = \"a pond\"\nboard.grid = [\"M.F\", \"..C\"]", Format::Setup)?;
/// assert_eq!(document.title.as_deref(), Some("a pond"));
/// assert!(document.setup.plan().is_ok());
/// # Ok::<(), catmouse_formats::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The setup. It has been read but not checked: [`Setup::plan`] does that.
    pub setup: Setup,
    /// The title, if the text has one.
    pub title: Option<String>,
    /// The source that the text names, if any.
    pub source: Option<String>,
    /// What the text claims the result to be.
    pub expect: Option<Expectation>,
    /// A remark for the user on how the text was read: how vertices are numbered, if that is not how the text labels them, or
    /// that a matrix is not symmetric, for example.
    pub numbering: Option<String>,
    /// Whether the vertices are labelled by words, numbered in the order of the text, so that vertex 0 has no special meaning.
    pub is_labelled: bool,
    /// Which graph of its stream it is, counted from 1. Graphs in [`Format::Showg`](crate::Format::Showg) are written with this number.
    pub number: u64,
    /// What the text is, if its edges have no directions.
    pub(crate) undirected: Option<&'static str>,
    text: &'a str,
    places: Places,
    /// The length of the byte-order mark before the text.
    skipped: usize,
}

impl<'a> Document<'a> {
    pub(crate) fn new(setup: Setup, text: &'a str, places: Places) -> Self {
        Self {
            setup,
            title: None,
            source: None,
            expect: None,
            numbering: None,
            is_labelled: false,
            number: 1,
            undirected: None,
            text,
            places,
            skipped: 0,
        }
    }

    /// A document of a setup that was not read from a text, to be [written](crate::write()). No place in it has a span.
    pub fn of_setup(setup: Setup) -> Self {
        Self::new(setup, "", Places::Kept(Vec::new()))
    }

    /// The same document, with spans counted from this many bytes before its text.
    pub(crate) fn behind(self, skipped: usize) -> Self {
        Self { skipped, ..self }
    }

    /// The document of a board whose lists of neighbours begin at this byte of the text.
    pub(crate) fn of_lists(setup: Setup, text: &'a str, start: usize) -> Self {
        Self::new(setup, text, Places::InLists { start })
    }

    /// The document of a graph that its reader has checked. Remaining defects concern the board as a whole, whose place is the
    /// first line.
    pub(crate) fn of_graph(setup: Setup, text: &'a str) -> Self {
        let start = text.len() - text.trim_start().len();
        let first_line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let span = Span::from(start..start + first_line.trim_end().len());
        Self::new(setup, text, Places::Kept(vec![(Place::Board, span)]))
    }

    /// Refuses to let moves lead one way only if the edges of the text have no directions. `directed` is what the caller chooses, to be asked before
    /// it takes the place of [`RuleChoices::directed`](catmouse_model::RuleChoices) in the setup.
    ///
    /// # Errors
    ///
    /// A [`Problem`] without a span, as [`ensure_directions`] has it.
    ///
    /// ```
    /// use catmouse_formats::{Format, read};
    ///
    /// let triangle = read("Bw", Format::Graph6)?;
    /// assert!(triangle.ensure_directions(None).is_ok());
    /// let problem = triangle.ensure_directions(Some(true)).unwrap_err();
    /// assert_eq!(problem.message, "this is graph6, whose edges have no directions");
    /// # Ok::<(), catmouse_formats::ReadError>(())
    /// ```
    pub fn ensure_directions(&self, directed: Option<bool>) -> Result<(), Problem> {
        ensure_directions(directed, self.undirected)
    }

    /// The bytes of the text that a place stands for, or those of the smallest larger place around it that the text contains.
    /// `None` for a setting or a board that the text does not mention. Time: at most linear in the text.
    pub fn span(&self, place: Place) -> Option<Range<usize>> {
        self.spans(&[place]).pop().flatten()
    }

    /// The defects of the setup as problems of the text, in the order of the defects. After 100 problems the last one says how many
    /// more there are.
    pub fn problems(&self, defects: &Defects) -> Vec<Problem> {
        let places: Vec<Place> = defects.found.iter().map(|defect| defect.place).collect();
        let mut problems = Problems::default();
        for (defect, span) in defects.found.iter().zip(self.spans(&places)) {
            problems.push(|| Problem::new(span, defect.kind.to_string(), defect.kind.wanted()));
        }
        problems.omit(defects.omitted);
        problems.into_vec()
    }

    /// The [`span`](Self::span) of each place.
    fn spans(&self, places: &[Place]) -> Vec<Option<Range<usize>>> {
        let mut spans: Vec<Option<Range<usize>>> = match &self.places {
            Places::Kept(_) => places.iter().map(|&place| self.kept(place)).collect(),
            Places::InLists { start } => lists::find(self.text, *start, places),
        };
        for span in spans.iter_mut().flatten() {
            *span = span.start + self.skipped..span.end + self.skipped;
        }
        spans
    }

    fn kept(&self, place: Place) -> Option<Range<usize>> {
        let mut place = Some(place);
        while let Some(here) = place {
            let known = match here {
                Place::GridCell { row, column } => self.cell(row, column),
                _ => self.places.find(here).map(Span::range),
            };
            if known.is_some() {
                return known;
            }
            place = around(here);
        }
        None
    }

    /// One character of a row, if the row stands in the text without escapes.
    fn cell(&self, row: usize, column: usize) -> Option<Range<usize>> {
        let BoardChoice::Grid(rows) = &self.setup.board else {
            return None;
        };
        let cells = rows.get(row)?;
        let span = self.places.find(Place::GridRow { row })?;
        let (at, letter) = cells.char_indices().nth(column).filter(|_| span.len() == cells.len())?;
        let start = span.start() + at;
        Some(start..start + letter.len_utf8())
    }
}

/// The next larger place around a place.
fn around(place: Place) -> Option<Place> {
    match place {
        Place::Board | Place::Setting(_) => None,
        Place::VertexCount | Place::Neighbours { .. } | Place::Edge { .. } | Place::GridRow { .. } => {
            Some(Place::Board)
        }
        Place::Neighbour { vertex, .. } => Some(Place::Neighbours { vertex }),
        Place::GridCell { row, .. } => Some(Place::GridRow { row }),
        Place::Name { .. } => Some(Place::Setting(catmouse_model::Setting::Names)),
        Place::Item(setting, _) => Some(Place::Setting(setting)),
    }
}

/// Where the places of a setup stand in the text.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// A sorted list of all places.
    Kept(Vec<(Place, Span)>),
    /// In the lists of neighbours that begin at this byte; they are searched for on request.
    InLists { start: usize },
}

impl Places {
    fn find(&self, place: Place) -> Option<Span> {
        let Self::Kept(places) = self else { return None };
        let index = places.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        places.get(index).map(|&(_, span)| span)
    }
}
