//! Answers as documents: what an answer says to people, made once for every front end.
//!
//! A [`Document`] is a list of blocks: headings, paragraphs, notes, lists, tables, lines of play and
//! pictures of the board. Its texts consist of [`Span`]s that know what they are: a place, a move, an
//! outcome, a number of plies, or a reference to another answer. One function makes the document of each
//! answer, for example [`explanation()`] and [`moves()`]. A front end lays the document out:
//! [`Document::text`] as lines of a terminal, [`Document::html`] and [`Document::markdown`] for a
//! notebook or a page. The blocks serialize, so a script can turn spans into elements.
//!
//! A document knows no flag and no method. Where a text refers to another answer, it contains a
//! [`See`], and the front end names it ([`FrontEnd::see`]).
//!
//! ```
//! use catmouse_document::{Header, Plain, moves};
//!
//! let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
//! let text = moves(&solved, &solved.start(), Header::Whole)?.text(&Plain, 100);
//! assert!(text.contains("The Mouse wins in 1 ply."));
//! # Ok::<(), catmouse::Error>(())
//! ```

mod annotation;
mod changes;
mod checked;
mod comparison;
mod counterexample;
mod explanation;
mod header;
mod html;
mod layout;
mod legend;
mod levels;
mod markdown;
mod moves;
mod outcomes;
mod playing;
mod survey;
mod text;
mod unseen;

use serde::Serialize;

pub use annotation::{annotation, evaluation, game_played};
pub use changes::{RankedChanges, changes, pairs_of_changes};
pub use checked::checked;
pub use comparison::{Second, comparison};
pub use counterexample::counterexample;
pub use explanation::{Detail, explanation, laws, strategies, why};
pub use header::{Header, header, header_of, placement};
pub use levels::{LEVEL_MEASURES, LEVELS_ARE_WON, level_measures};
pub use moves::moves;
pub use outcomes::{decided_start, outcomes};
pub use playing::placing;
pub use survey::survey;
pub use text::{See, Span, Text};
pub use unseen::{UnseenPart, unseen};

/// The width of a page in characters. Texts that are cut to a number of lines are measured at this
/// width, whatever the width of the front end.
pub const PAGE_WIDTH: usize = 100;

/// What an answer says to people.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Document {
    /// The blocks, from top to bottom.
    pub blocks: Vec<Block>,
}

/// A block of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Whether the block is set off from the one above it.
    pub is_apart: bool,
    /// The contents.
    #[serde(flatten)]
    pub content: Content,
}

/// The contents of a block.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// A line that says what follows.
    Heading(Text),
    /// Sentences.
    Paragraph(Text),
    /// Sentences on how to read what follows, below a label such as "Rules". The label may be empty.
    Note(&'static str, Text),
    /// Items below each other.
    List(Vec<Text>),
    /// Short items in columns.
    Columns(Vec<Text>),
    /// Items of different lengths, as many on each line as fit.
    Flow(Vec<Text>),
    /// Rows of cells.
    Table(Listing),
    /// The play of both sides, round by round.
    Line(Play),
    /// Pictures of the board in letters.
    Boards(Vec<Diagram>),
}

/// Rows of cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Listing {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, in groups.
    pub groups: Vec<Group>,
    /// Whether the columns are as narrow as they can be. Then wide headings are written downwards.
    pub is_matrix: bool,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Column {
    /// The name of the column; empty if it has none.
    pub heading: String,
    /// The blanks before the column.
    pub gap: usize,
    /// The least width.
    pub least: usize,
    /// Whether the cells are aligned on the right, as numbers are.
    pub is_right: bool,
    /// Whether the cells stand out.
    pub is_strong: bool,
    /// Whether the column and those after it go below the others if the rows are much wider than the
    /// page.
    pub is_below: bool,
}

/// Some rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Group {
    /// What the rows have in common; `None` if the table has one group.
    pub heading: Option<Text>,
    /// A cell for each column in each row. Cells at the end of a row may be missing.
    pub rows: Vec<Vec<Text>>,
}

/// The play of both sides, round by round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Play {
    /// The rounds.
    pub rounds: Vec<Round>,
    /// Whether several rounds stand on each row.
    pub is_dense: bool,
    /// The most rows of a terminal; of a longer line, the rows in the middle are left out there.
    pub most_rows: usize,
}

/// A round of a line, or a longer part of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    /// The numbers of the plies.
    pub label: String,
    /// The moves. Empty if the notes describe the whole stretch.
    pub moves: Vec<Text>,
    /// The remarks.
    pub notes: Vec<Text>,
}

/// A picture of the board in letters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagram {
    /// The caption above it.
    pub caption: String,
    /// The rows of letters.
    pub rows: Vec<String>,
}

/// The role of a piece of text, which a front end may show as a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Text of sentences.
    Plain,
    /// A name or a heading.
    Strong,
    /// A note.
    Dim,
    /// An outcome.
    Outcome(catmouse_model::Outcome),
}

/// What a front end adds to a document.
pub trait FrontEnd {
    /// The name of another answer, or of a part of this one.
    fn see(&self, see: &See) -> String;

    /// A piece of a line in its tone.
    fn paint(&self, _tone: Tone, text: &str) -> String {
        text.to_owned()
    }
}

/// A front end without colour that names answers as the methods of the library are named.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl FrontEnd for Plain {
    fn see(&self, see: &See) -> String {
        see.to_string()
    }
}

impl Content {
    /// A paragraph of sentences with marks.
    pub fn sentences(marked: &str) -> Self {
        Self::Paragraph(Text::of(marked))
    }

    /// A table whose rows form one group.
    pub fn rows(columns: Vec<Column>, rows: Vec<Vec<Text>>) -> Self {
        Self::Table(Listing { columns, groups: vec![Group { heading: None, rows }], is_matrix: false })
    }
}

impl Document {
    /// Adds a block directly below the last one.
    pub fn add(&mut self, content: Content) {
        self.blocks.push(Block { is_apart: false, content });
    }

    /// Adds a block that is set off from the last one.
    pub fn add_apart(&mut self, content: Content) {
        self.blocks.push(Block { is_apart: true, content });
    }

    /// Adds blocks directly below each other.
    pub fn extend(&mut self, contents: impl IntoIterator<Item = Content>) {
        contents.into_iter().for_each(|content| self.add(content));
    }

    /// Adds the blocks of another document.
    pub fn append(&mut self, other: Self) {
        self.blocks.extend(other.blocks);
    }
}
