//! What was read, and where in the text each piece of it stood.

use std::ops::Range;

use catmouse_model::{BoardChoice, Defects, Place, Setup};

use crate::expectation::Expectation;
use crate::lists;
use crate::problem::{Problem, Problems};
use crate::tree::Span;

/// A text that has been read.
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
    /// What the text asks for. It has been read, not checked: [`Setup::plan`] does that.
    pub setup: Setup,
    /// What it is called.
    pub title: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// What the text claims the result to be.
    pub expect: Option<Expectation>,
    /// How vertices are numbered, where that is not how the text calls them: to be told before numbers are shown or asked for.
    pub numbering: Option<String>,
    text: &'a str,
    places: Places,
    /// How many bytes stand before the text in the one that was read: those of a byte-order mark.
    skipped: usize,
}

impl<'a> Document<'a> {
    pub(crate) fn new(setup: Setup, text: &'a str, places: Places) -> Self {
        Self { setup, title: None, source: None, expect: None, numbering: None, text, places, skipped: 0 }
    }

    /// A document that was made rather than read, to be [written](crate::write()): it has no text, so nothing in it has a place.
    pub fn of_setup(setup: Setup) -> Self {
        Self::new(setup, "", Places::Kept(Vec::new()))
    }

    /// The same document, seen from a text in which this many bytes stand before this one.
    pub(crate) fn behind(self, skipped: usize) -> Self {
        Self { skipped, ..self }
    }

    /// The document of a board whose lists of neighbours begin at this byte.
    pub(crate) fn of_lists(setup: Setup, text: &'a str, start: usize) -> Self {
        Self::new(setup, text, Places::InLists { start })
    }

    /// The document of a graph that its reader has checked: all that can be wrong with it concerns the whole.
    pub(crate) fn of_graph(setup: Setup, text: &'a str) -> Self {
        let start = text.len() - text.trim_start().len();
        let first_line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let span = Span::from(start..start + first_line.trim_end().len());
        Self::new(setup, text, Places::Kept(vec![(Place::Board, span)]))
    }

    /// The bytes of the text that say what is at a place; failing that, those of the next larger thing around it. Time: at
    /// most linear in the text.
    ///
    /// A setting, and the board, have nothing around them: where the text does not mention them, there is no span.
    pub fn span(&self, place: Place) -> Option<Range<usize>> {
        self.spans(&[place]).pop().flatten()
    }

    /// The defects of the setup as problems of the text, in the order of the defects. Long lists are cut short, and then
    /// the last problem says how many more there are.
    pub fn problems(&self, defects: &Defects) -> Vec<Problem> {
        let places: Vec<Place> = defects.found.iter().map(|defect| defect.place).collect();
        let mut problems = Problems::default();
        for (defect, span) in defects.found.iter().zip(self.spans(&places)) {
            problems.push(|| Problem::new(span, defect.kind.to_string(), defect.kind.wanted()));
        }
        problems.omit(defects.omitted);
        problems.into_vec()
    }

    /// What [`span`](Self::span) says of each place.
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

    /// One character of a row, if the row stands in the text letter for letter.
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

/// Where things are.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// A sorted list: it may be long, and few of its places are ever asked for.
    Kept(Vec<(Place, Span)>),
    /// In the lists of neighbours that begin at this byte, to be found when they are asked for.
    InLists { start: usize },
}

impl Places {
    fn find(&self, place: Place) -> Option<Span> {
        let Self::Kept(places) = self else { return None };
        let index = places.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        places.get(index).map(|&(_, span)| span)
    }
}
