//! A table indexed by places.

use catmouse_arena::Place;

/// A value for each of some places. Places have small numbers, so a vector holds the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByPlace<T>(Vec<Option<T>>);

impl<T> ByPlace<T> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The entry of a place. The table grows as needed.
    pub(crate) fn entry(&mut self, place: Place) -> &mut Option<T> {
        let index = place.number() as usize;
        if index >= self.0.len() {
            self.0.resize_with(index + 1, || None);
        }
        &mut self.0[index]
    }

    pub(crate) fn get(&self, place: Place) -> Option<&T> {
        self.0.get(place.number() as usize)?.as_ref()
    }

    /// The places with an entry, ascending, each with its entry.
    pub(crate) fn entries(&self) -> Vec<(Place, &T)> {
        let mut entries = Vec::new();
        for (place, entry) in (0..).zip(&self.0) {
            if let Some(entry) = entry {
                entries.push((Place::new(place), entry));
            }
        }
        entries
    }

    /// The entries that exist, to be changed.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// A number that is greater than the number of any place in the table.
    pub(crate) fn size(&self) -> usize {
        self.0.len()
    }
}
