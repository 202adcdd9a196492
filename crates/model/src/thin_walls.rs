//! Thin walls, which stand between two cells of a grid, and drawings of grids that have them.
//!
//! ```text
//! +--+--+
//! |M    |     no signs between two cells: a step leads from one to the other
//! +  +--+
//! |  |C |
//! +--+--+
//! ```

use std::collections::BTreeSet;

use crate::board::{Cell, Grid, ThinWall};
use crate::setup::{BoardChoice, Setup};

impl Grid {
    /// The lines of a drawing, in which each text of `cells` is padded to `width` characters. The
    /// outer wall and the thin walls are drawn if the grid has thin walls.
    pub fn drawn(&self, cells: &[Vec<String>], width: usize) -> Vec<String> {
        drawn(cells, self.thin_walls(), width)
    }
}

impl Setup {
    /// The rows of the grid as a text has them, with the thin walls if it has any. `None` if the
    /// board is not a grid.
    ///
    /// ```
    /// use catmouse_model::{BoardChoice, Cell, Setup};
    ///
    /// let mut setup = Setup::new(BoardChoice::Grid(vec!["M.C".to_owned()]));
    /// setup.thin_walls = vec![[Cell { row: 0, column: 1 }, Cell { row: 0, column: 2 }]];
    /// assert_eq!(setup.drawn_grid().unwrap(), ["+--+--+--+", "|M    |C |", "+--+--+--+"]);
    /// ```
    pub fn drawn_grid(&self) -> Option<Vec<String>> {
        let BoardChoice::Grid(rows) = &self.board else { return None };
        Some(drawn_letters(rows.clone(), &self.thin_walls))
    }
}

/// Rows of letters, drawn with the thin walls if there are any.
pub(crate) fn drawn_letters(rows: Vec<String>, walls: &[ThinWall]) -> Vec<String> {
    if walls.is_empty() {
        return rows;
    }
    let cells = |row: String| row.chars().map(String::from).collect();
    drawn(&rows.into_iter().map(cells).collect::<Vec<_>>(), walls, 2)
}

fn drawn(cells: &[Vec<String>], walls: &[ThinWall], width: usize) -> Vec<String> {
    if walls.is_empty() {
        let padded = |row: &Vec<String>| row.iter().map(|text| format!("{text:<width$}")).collect::<Vec<_>>();
        return cells.iter().map(|row| padded(row).concat().trim_end().to_owned()).collect();
    }
    let walls: BTreeSet<ThinWall> = walls.iter().map(|&[one, other]| [one.min(other), one.max(other)]).collect();
    let columns = cells.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |row: usize, column: usize| Cell { row: row as u32, column: column as u32 };
    // Whether a wall separates a cell from the one before it, in its row or in its column.
    let is_wall = |before: Option<Cell>, here: Cell, is_outer: bool| {
        is_outer || before.is_some_and(|before| walls.contains(&[before, here]))
    };
    let mut lines = Vec::with_capacity(2 * cells.len() + 1);
    for row in 0..=cells.len() {
        let mut line = String::new();
        for column in 0..columns {
            let above = row.checked_sub(1).map(|above| cell(above, column));
            let wall = if is_wall(above, cell(row, column), row == 0 || row == cells.len()) { "-" } else { " " };
            line += &format!("+{}", wall.repeat(width));
        }
        lines.push(line + "+");
        let Some(texts) = cells.get(row) else { break };
        let mut line = String::new();
        for (column, text) in texts.iter().enumerate() {
            let left = column.checked_sub(1).map(|left| cell(row, left));
            let wall = if is_wall(left, cell(row, column), column == 0) { '|' } else { ' ' };
            line += &format!("{wall}{:<width$}", if text == "." { "" } else { text });
        }
        lines.push(line + "|");
    }
    lines
}
