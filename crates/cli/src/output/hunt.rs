//! The output of a hunt: its progress, and the boards that were found.

use std::cell::Cell;
use std::time::{Duration, Instant};

use catmouse_document::{LEVEL_MEASURES, level_measures};
use catmouse_hunt::{HuntAnswer, HuntProgress};
use catmouse_model::counted;
use indicatif::ProgressBar;

use super::{note, progress};

/// Prints each better board on stderr, and shows the progress on a terminal.
pub(crate) struct Pace {
    is_quiet: bool,
    bar: Option<ProgressBar>,
    shown: Cell<Option<Instant>>,
}

/// The shortest time between two boards that are printed. The last board is always printed at the
/// end.
const SELDOM: Duration = Duration::from_millis(500);

impl Pace {
    pub(crate) fn new(is_quiet: bool) -> Self {
        Self::with(is_quiet, ProgressBar::no_length(), "{pos} boards, {rate}, {elapsed}; {msg}")
    }

    /// The progress through at most this number of boards.
    pub(crate) fn of(is_quiet: bool, boards: u64) -> Self {
        Self::with(is_quiet, ProgressBar::new(boards), "{pos} of {len} boards, {rate}, {elapsed}")
    }

    fn with(is_quiet: bool, bar: ProgressBar, template: &str) -> Self {
        Self { is_quiet, bar: progress::bar(bar, template), shown: Cell::new(None) }
    }

    pub(crate) fn show(&self, progress: &HuntProgress) {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.boards);
            if let Some(best) = &progress.best {
                bar.set_message(best.clone());
            }
            return;
        }
        let is_early = self.shown.get().is_some_and(|shown| shown.elapsed() < SELDOM);
        if self.is_quiet || !progress.is_better || is_early {
            return;
        }
        if let Some(best) = &progress.best {
            self.shown.set(Some(Instant::now()));
            note(&format!("after {}: {best}", counted(progress.boards, "board", "boards")));
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The setups that were found, each with its properties.
pub(crate) fn listing(answer: &HuntAnswer) -> String {
    let count = answer.found.len();
    let mut text = String::new();
    for find in &answer.found {
        if count > 1 {
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}# {} of {count}\n", find.rank);
        }
        if let Some(level) = &find.graded {
            let said: Vec<String> = LEVEL_MEASURES
                .iter()
                .zip(level_measures(level))
                .map(|((head, _), it)| format!("{head} {it}"))
                .collect();
            text += &format!("# {}\n", said.join(", "));
        }
        for (what, written) in [("graph6", &find.graph6), ("LeetCode", &find.leetcode)] {
            if let Some(written) = written {
                text += &format!("# {what}: {written}\n");
            }
        }
        text += &find.setup;
    }
    text
}
