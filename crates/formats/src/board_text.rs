//! Documents: the setup that a text describes, with the place of each part in the text.

use std::ops::Range;

use catmouse_model::{BoardChoice, Defects, Remark, Setup, SetupPlace};

use crate::expectation::Expectation;
use crate::format::ensure_directions;
use crate::lists;
use crate::problem::{Problem, Problems};
use crate::tree::Span;

/// The setup that a text describes, with the places of its parts.
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
pub struct BoardText<'a> {
    /// The setup. It has not been checked yet; [`Setup::plan`] checks it.
    pub setup: Setup,
    /// The title, if the text has one.
    pub title: Option<String>,
    /// The source that the text names, if any.
    pub source: Option<String>,
    /// The result that the text claims.
    pub expect: Option<Expectation>,
    /// A remark for the user on how the text was read, such as how vertices are numbered (if this
    /// differs from their labels), or that a matrix is not symmetric.
    pub remark: Option<Remark>,
    /// Whether words label the vertices. They are numbered in the order of the text, so vertex 0
    /// has no special meaning.
    pub is_labelled: bool,
    /// The number of the graph in its stream, counted from 1.
    /// [`Format::Showg`](crate::Format::Showg) writes this number.
    pub number: u64,
    /// The name of the text's format, if its edges have no directions.
    pub(crate) undirected: Option<&'static str>,
    text: &'a str,
    places: Places,
    /// The length in bytes of the byte-order mark before the text.
    skipped: usize,
}

impl<'a> BoardText<'a> {
    pub(crate) fn new(setup: Setup, text: &'a str, places: Places) -> Self {
        Self {
            setup,
            title: None,
            source: None,
            expect: None,
            remark: None,
            is_labelled: false,
            number: 1,
            undirected: None,
            text,
            places,
            skipped: 0,
        }
    }

    /// A document of a setup that was not read from a text, to be [written](crate::write()). Its
    /// places have no spans.
    pub fn of_setup(setup: Setup) -> Self {
        Self::new(setup, "", Places::Kept(Vec::new()))
    }

    /// The same document with all spans shifted by `skipped` bytes.
    pub(crate) fn behind(self, skipped: usize) -> Self {
        Self { skipped, ..self }
    }

    /// The document of a board whose lists of neighbours begin at byte `start` of the text.
    pub(crate) fn of_lists(setup: Setup, text: &'a str, start: usize) -> Self {
        Self::new(setup, text, Places::InLists { start })
    }

    /// The document of a graph that its reader has checked. Remaining defects concern the whole
    /// board, whose place is the first line.
    pub(crate) fn of_graph(setup: Setup, text: &'a str) -> Self {
        let start = text.len() - text.trim_start().len();
        let first_line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let span = Span::from(start..start + first_line.trim_end().len());
        Self::new(setup, text, Places::Kept(vec![(SetupPlace::Board, span)]))
    }

    /// Refuses one-way moves if the edges of the text have no directions. `directed` is the
    /// caller's choice. Call this method before storing the choice in
    /// [`RuleChoices::directed`](catmouse_model::RuleChoices) of the setup.
    ///
    /// # Errors
    ///
    /// A [`Problem`] without a span, as from [`ensure_directions`].
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

    /// The bytes of the text for a place. If the text does not contain the place, the smallest
    /// enclosing place that it contains is used. `None` for a setting or a board that the text does
    /// not mention. Time: at most linear in the text.
    pub fn span(&self, place: SetupPlace) -> Option<Range<usize>> {
        self.spans(&[place]).pop().flatten()
    }

    /// The defects of the setup as problems of the text, in the order of the defects. There are at
    /// most 100 problems; a last one then gives the number of further ones.
    pub fn problems(&self, defects: &Defects) -> Vec<Problem> {
        let places: Vec<SetupPlace> = defects.found.iter().map(|defect| defect.place).collect();
        let mut problems = Problems::default();
        for (defect, span) in defects.found.iter().zip(self.spans(&places)) {
            problems.push(|| Problem::of_defect(span, defect));
        }
        problems.omit(defects.omitted);
        problems.into_vec()
    }

    /// The [`span`](Self::span) of each place.
    fn spans(&self, places: &[SetupPlace]) -> Vec<Option<Range<usize>>> {
        let mut spans: Vec<Option<Range<usize>>> = match &self.places {
            Places::Kept(_) => places.iter().map(|&place| self.kept(place)).collect(),
            Places::InLists { start } => lists::find(self.text, *start, places),
        };
        for span in spans.iter_mut().flatten() {
            *span = span.start + self.skipped..span.end + self.skipped;
        }
        spans
    }

    fn kept(&self, place: SetupPlace) -> Option<Range<usize>> {
        let mut place = Some(place);
        while let Some(here) = place {
            let known = match here {
                SetupPlace::GridCell { row, column } => self.cell(row, column),
                _ => None,
            };
            let known = known.or_else(|| self.places.find(here).map(Span::range));
            if known.is_some() {
                return known;
            }
            place = around(here);
        }
        None
    }

    /// The bytes of one cell, if the row is in the text without escapes.
    fn cell(&self, row: usize, column: usize) -> Option<Range<usize>> {
        let BoardChoice::Grid(rows) = &self.setup.board else {
            return None;
        };
        let cells = rows.get(row)?;
        let span = self.places.find(SetupPlace::GridRow { row })?;
        let (at, letter) = cells.char_indices().nth(column).filter(|_| span.len() == cells.len())?;
        let start = span.start() + at;
        Some(start..start + letter.len_utf8())
    }
}

/// The smallest place that encloses a place; `None` for a whole board or setting.
fn around(place: SetupPlace) -> Option<SetupPlace> {
    match place {
        SetupPlace::Board | SetupPlace::Setting(_) => None,
        SetupPlace::VertexCount
        | SetupPlace::Neighbours { .. }
        | SetupPlace::Edge { .. }
        | SetupPlace::GridRow { .. } => Some(SetupPlace::Board),
        SetupPlace::Neighbour { vertex, .. } => Some(SetupPlace::Neighbours { vertex }),
        SetupPlace::GridCell { row, .. } => Some(SetupPlace::GridRow { row }),
        SetupPlace::Name { .. } => Some(SetupPlace::Setting(catmouse_model::Setting::Names)),
        SetupPlace::Item(setting, _) => Some(SetupPlace::Setting(setting)),
    }
}

/// The places of a setup in the text.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// A sorted list of all places.
    Kept(Vec<(SetupPlace, Span)>),
    /// The places are in the lists of neighbours that begin at this byte. They are searched on
    /// request.
    InLists { start: usize },
}

impl Places {
    fn find(&self, place: SetupPlace) -> Option<Span> {
        let Self::Kept(places) = self else { return None };
        let index = places.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        places.get(index).map(|&(_, span)| span)
    }
}
