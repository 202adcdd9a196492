//! What was read, and where in the text each piece of it stood.

use std::ops::Range;

use catmouse_model::{BoardChoice, Defects, Place, Setup};

use crate::expectation::Expectation;
use crate::problem::{Problem, Problems};
use crate::tree::Span;

/// A text that has been read.
#[derive(Clone, Debug)]
pub struct Document {
    /// What the text asks for. It has been read, not checked: [`Setup::plan`] does that.
    pub setup: Setup,
    /// What it is called.
    pub title: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// What somebody claims the result to be.
    pub expect: Option<Expectation>,
    places: Places,
}

impl Document {
    pub(crate) fn new(setup: Setup, places: Places) -> Self {
        Self { setup, title: None, source: None, expect: None, places }
    }

    /// The bytes of the text that say what is at a place; failing that, those of the next larger thing around it.
    ///
    /// A setting, and the board, have nothing around them: where the text does not mention them, there is no span.
    pub fn span(&self, place: Place) -> Option<Range<usize>> {
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

    /// The defects of the setup as problems of the text, in the order of the defects. Long lists are cut short, and then
    /// the last problem says how many more there are.
    pub fn problems(&self, defects: &Defects) -> Vec<Problem> {
        let mut problems = Problems::default();
        for defect in &defects.found {
            problems.push(|| Problem::new(self.span(defect.place), defect.kind.to_string(), defect.kind.wanted()));
        }
        problems.omit(defects.omitted);
        problems.into_vec()
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

/// Where things are. A sorted list: a large board has millions of places, and few are ever asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(Vec<(Place, Span)>);

impl Places {
    pub(crate) fn insert(&mut self, place: Place, span: Span) {
        self.0.push((place, span));
    }

    /// Must come after the last [`Places::insert`] and before the first [`Places::find`].
    pub(crate) fn sort(&mut self) {
        self.0.sort_unstable_by_key(|&(place, _)| place);
    }

    fn find(&self, place: Place) -> Option<Span> {
        let index = self.0.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        self.0.get(index).map(|&(_, span)| span)
    }
}
