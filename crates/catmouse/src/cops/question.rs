//! A question about Cops and Robbers, and the rules under which theorems apply.

use std::num::NonZeroUsize;
use std::time::Duration;

use catmouse_model::{CopsChoices, CopsRules, IdleRule};

use crate::cores::workers;

/// A question about Cops and Robbers on a graph. The default asks for the cop number, without a
/// limit on memory.
///
/// ```
/// use catmouse::{cops::CopsQuestion, streams::Graphs, formats::ReadOptions};
///
/// // A cycle of five vertices and a star, in graph6: the least number of cats that win on each, at most three.
/// let mut question = CopsQuestion::default();
/// question.most = Some(3);
/// let mut numbers = Vec::new();
/// let graphs = Graphs::of_text("DUW
/// DQc
/// ", ReadOptions::default())?;
/// graphs.cops_each(&question, |answer| {
///     numbers.push(answer.expect("both are graphs").cop_number);
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(numbers, [Some(2), Some(1)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CopsQuestion {
    /// If given, the question is whether exactly this number of cats wins, instead of the least
    /// number that wins.
    pub cats: Option<u32>,
    /// The greatest number of cats to try.
    pub most: Option<u32>,
    /// The rules: how the pieces move, where the cats catch, and who moves first. A rule that is
    /// not chosen here is taken from the file of the graph, if it has the rule.
    pub choices: CopsChoices,
    /// Bytes that may be allocated for all graphs that are worked on at the same time.
    pub memory: u64,
    /// The time for each graph. When it is up, the answer has the bounds that are known by then.
    /// `None` for no limit.
    pub time: Option<Duration>,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Whether the answer lists all best placements up to symmetry.
    pub placements: bool,
}

impl Default for CopsQuestion {
    fn default() -> Self {
        Self {
            cats: None,
            most: None,
            choices: CopsChoices::default(),
            memory: u64::MAX,
            time: None,
            threads: workers(),
            placements: false,
        }
    }
}

impl CopsQuestion {
    /// Returns a choice that has no effect because of the other parts of the question, if there is
    /// one.
    ///
    /// ```
    /// use catmouse::{cops::CopsQuestion, model::CatsMove};
    ///
    /// let mut question = CopsQuestion::default();
    /// question.choices.cats_move = Some(CatsMove::One);
    /// assert_eq!(question.idle(), None);
    /// question.cats = Some(1);
    /// assert_eq!(question.idle().unwrap().reason, "there is one cat");
    /// ```
    pub fn idle(&self) -> Option<IdleRule> {
        let is_idle = self.cats.or(self.most) == Some(1) && self.choices.cats_move.is_some();
        is_idle.then_some(IdleRule { key: "cats-move", reason: "there is one cat" })
    }
}

/// Whether pieces may stay and move along one edge, the mouse is caught where a cat stands, and it is seen.
pub(super) fn are_usual(rules: &CopsRules) -> bool {
    let CopsRules { mouse, cat, capture_distance, seen, .. } = CopsRules::default();
    (rules.mouse, rules.cat, rules.capture_distance, rules.seen) == (mouse, cat, capture_distance, seen)
}
