//! Thin walls, which stand between two cells of a grid, and drawings of grids that have them.
//!
//! ```text
//! +--+--+
//! |M    |F    no signs between two cells: a step leads from one to the other
//! +  +--+     an F outside: an exit on the border, which is closed to cats
//! |  |C |
//! +--+--+
//! ```
//!
//! The cell of an exit is in an outer row or column of the grid, whose other cells are walls.

use catmouse_arena::InOrder;

use crate::board::{Cell, Grid, Margins, ThinWall};
use crate::rules::CatInHole;
use crate::setup::{BoardChoice, Setup};

impl Margins {
    /// The margins of a grid with these rows, thin walls and rule about cats in holes. There are none
    /// without thin walls, because the rows are then written without an outer wall.
    pub(crate) fn of(rows: &[String], walls: &[ThinWall], cat_in_hole: Option<CatInHole>) -> Self {
        if walls.is_empty() { Self::default() } else { Self::of_maze(rows, walls, cat_in_hole) }
    }

    /// As [`of`](Self::of), for rows that are written with an outer wall.
    fn of_maze(rows: &[String], walls: &[ThinWall], cat_in_hole: Option<CatInHole>) -> Self {
        if cat_in_hole != Some(CatInHole::Forbidden) || rows.is_empty() {
            return Self::default();
        }
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let columns = cells[0].len();
        if columns == 0 || cells.iter().any(|row| row.len() != columns) {
            return Self::default();
        }
        let last = cells.len() - 1;
        let is_margin = |places: Vec<(usize, usize)>| {
            let is_exit = |&(row, column): &(usize, usize)| cells[row][column] == 'F';
            let parted = |two: &[(usize, usize)]| {
                let [one, other] =
                    [two[0], two[1]].map(|(row, column)| Cell { row: row as u32, column: column as u32 });
                !(is_exit(&two[0]) && is_exit(&two[1]))
                    || walls.contains(&[one, other])
                    || walls.contains(&[other, one])
            };
            let has_others = places.iter().any(|&(row, column)| !matches!(cells[row][column], '#' | 'F'));
            let place = |cell: Cell| (cell.row as usize, cell.column as usize);
            let crosses = |wall: &ThinWall| places.contains(&place(wall[0])) != places.contains(&place(wall[1]));
            !has_others && !walls.iter().any(crosses) && places.iter().any(is_exit) && places.windows(2).all(parted)
        };
        let row = |row: usize| is_margin((0..columns).map(|column| (row, column)).collect());
        let column = |column: usize| is_margin((0..=last).map(|row| (row, column)).collect());
        let found = Self { above: row(0), below: row(last), left: column(0), right: column(columns - 1) };
        // An exit at a corner would be beside no cell.
        let is_corner = |row: usize, column: usize, meet: bool| meet && cells[row][column] == 'F';
        let Self { above, below, left, right } = found;
        let has_corner = is_corner(0, 0, above && left)
            || is_corner(0, columns - 1, above && right)
            || is_corner(last, 0, below && left)
            || is_corner(last, columns - 1, below && right);
        let has_inside =
            usize::from(above) + usize::from(below) <= last && usize::from(left) + usize::from(right) < columns;
        if has_corner || !has_inside { Self::default() } else { found }
    }
}

impl Grid {
    /// The lines of a drawing, in which each text of `cells` is padded to `width` characters. The
    /// outer wall and the thin walls are drawn if the grid has thin walls.
    pub fn drawn(&self, cells: &[Vec<String>], width: usize) -> Vec<String> {
        drawn(cells, self.thin_walls(), self.margins(), width)
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
        let margins = Margins::of(rows, &self.thin_walls, self.rules.cat_in_hole);
        Some(drawn_letters(rows.clone(), &self.thin_walls, margins))
    }

    /// As [`drawn_grid`](Self::drawn_grid), for a text without rules: if cats may not enter the exits
    /// on the border, an outer wall shows it.
    pub fn drawn_alone(&self) -> Option<Vec<String>> {
        let BoardChoice::Grid(rows) = &self.board else { return None };
        let margins = Margins::of_maze(rows, &self.thin_walls, self.rules.cat_in_hole);
        Some(drawn_letters(rows.clone(), &self.thin_walls, margins))
    }
}

/// Rows of letters, drawn with an outer wall if there are thin walls or margins.
pub(crate) fn drawn_letters(rows: Vec<String>, walls: &[ThinWall], margins: Margins) -> Vec<String> {
    if walls.is_empty() && margins == Margins::default() {
        return rows;
    }
    let cells = |row: String| row.chars().map(String::from).collect();
    drawn(&rows.into_iter().map(cells).collect::<Vec<_>>(), walls, margins, 2)
}

fn drawn(cells: &[Vec<String>], walls: &[ThinWall], margins: Margins, width: usize) -> Vec<String> {
    if walls.is_empty() && margins == Margins::default() {
        let padded = |row: &Vec<String>| row.iter().map(|text| format!("{text:<width$}")).collect::<Vec<_>>();
        return cells.iter().map(|row| padded(row).concat().trim_end().to_owned()).collect();
    }
    let mut walls: Vec<ThinWall> = walls.iter().map(|&[one, other]| [one.min(other), one.max(other)]).collect();
    walls.put_in_order();
    let columns = cells.iter().map(Vec::len).max().unwrap_or_default();
    // The rows and columns within the outer wall.
    let inner_rows = usize::from(margins.above)..cells.len() - usize::from(margins.below);
    let inner = usize::from(margins.left)..columns - usize::from(margins.right);
    let cell = |row: usize, column: usize| Cell { row: row as u32, column: column as u32 };
    // Whether a wall separates a cell from the one before it, in its row or in its column.
    let is_wall = |before: Option<Cell>, here: Cell, is_outer: bool| {
        is_outer || before.is_some_and(|before| walls.binary_search(&[before, here]).is_ok())
    };
    // An exit outside the outer wall; elsewhere a blank.
    let outside = |row: usize, column: usize| {
        let text = cells[row].get(column).map_or("", |text| if text == "#" { "" } else { text });
        format!("{text:<width$}")
    };
    let indent = " ".repeat(if margins.left { width } else { 0 });
    let margin = |row: usize| {
        let exits = inner.clone().map(|column| format!(" {}", outside(row, column)));
        (indent.clone() + &exits.collect::<String>()).trim_end().to_owned()
    };
    let mut lines = Vec::with_capacity(2 * cells.len() + 1);
    if margins.above {
        lines.push(margin(0));
    }
    for row in inner_rows.start..=inner_rows.end {
        let mut line = indent.clone();
        for column in inner.clone() {
            let above = row.checked_sub(1).map(|above| cell(above, column));
            let is_outer = row == inner_rows.start || row == inner_rows.end;
            let wall = if is_wall(above, cell(row, column), is_outer) { "-" } else { " " };
            line += &format!("+{}", wall.repeat(width));
        }
        lines.push(line + "+");
        let Some(texts) = cells.get(row).filter(|_| row < inner_rows.end) else { break };
        let mut line = if margins.left { outside(row, 0) } else { String::new() };
        for column in inner.clone() {
            let left = column.checked_sub(1).map(|left| cell(row, left));
            let wall = if is_wall(left, cell(row, column), column == inner.start) { '|' } else { ' ' };
            let text = texts.get(column).map_or("", |text| if text == "." { "" } else { text });
            line += &format!("{wall}{text:<width$}");
        }
        line.push('|');
        if margins.right {
            line += outside(row, columns - 1).trim_end();
        }
        lines.push(line);
    }
    if margins.below {
        lines.push(margin(cells.len() - 1));
    }
    lines
}
