//! The faces of the pieces and the goals, each within ten units of its middle. The pages and the
//! playground draw the same ones.

use catmouse_model::Board;

use crate::svg::Svg;

/// Something that is drawn with a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The mouse.
    Mouse,
    /// A cat.
    Cat,
    /// A hole of a graph.
    Hole,
    /// The food of a grid.
    Cheese,
}

impl Face {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Mouse, Self::Cat, Self::Hole, Self::Cheese];

    /// The goal of a board: food on a grid, a hole elsewhere.
    pub(crate) fn goal(board: &Board) -> Self {
        if board.grid().is_some() { Self::Cheese } else { Self::Hole }
    }

    /// The paths that make up the face, from the back to the front: the class of each, and its `d`.
    pub fn paths(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Mouse => &[
                (
                    "mouse-piece",
                    "M-6.5-1.5a4.3 4.3 0 1 1 3.6-4.7 11 11 0 0 1 5.8 0 4.3 4.3 0 1 1 3.6 4.7C8.5 4.5 4.5 9.5 0 9.5S-8.5 4.5-6.5-1.5Z",
                ),
                ("eyes", "M-4.1.2h2.2v2.6h-2.2zM1.9.2h2.2v2.6H1.9zM-1.5 5.6h3L0 7.8Z"),
                ("whiskers", "M-3 6.2-8 5M-3 7-7.5 8M3 6.2 8 5M3 7 7.5 8"),
            ],
            Self::Cat => &[
                ("cat-piece", "M-8.3-9.5-3.4-5.8a12 12 0 0 1 6.8 0L8.3-9.5 9.3.5C9.3 6 5.2 9.3 0 9.3S-9.3 6-9.3.5Z"),
                (
                    "eyes",
                    "M-5.6-.8-2-.1q-.8 2.3-2.2 1.9T-5.6-.8ZM5.6-.8 2-.1q.8 2.3 2.2 1.9T5.6-.8ZM-1.7 3.7h3.4L0 5.7Z",
                ),
                ("whiskers", "M-3.5 4.6-9 3.4M-3.5 5.8-8.5 7M3.5 4.6 9 3.4M3.5 5.8 8.5 7"),
            ],
            Self::Hole => &[
                ("rim", "M-9.8 0a9.8 7.4 0 1 0 19.6 0 9.8 7.4 0 1 0-19.6 0"),
                ("deep", "M-7.6.9a7.6 5.2 0 1 0 15.2 0 7.6 5.2 0 1 0-15.2 0"),
            ],
            Self::Cheese => &[
                ("rind", "M-9.5.5 4.5-7.5A8 8 0 0 1 9.5.5Z"),
                ("paste", "M-9.5.5h19v7h-19Z"),
                (
                    "bubbles",
                    "M-5.5 4a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0M2.5 3.6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M1-2.6a1.5 1.1 0 1 0 3 0 1.5 1.1 0 1 0-3 0",
                ),
            ],
        }
    }

    /// Draws the face round the origin.
    pub(crate) fn draw(self, svg: &mut Svg) {
        for (class, d) in self.paths() {
            svg.leaf("path", &[("class", (*class).into()), ("d", (*d).into())]);
        }
    }
}
