//! Drawings of boards that are grids: cells, walls, and thin walls between cells.

use catmouse_model::{Cell, Grid, Margins, Vertex};

use crate::graph::{centred_text, empty_text};
use crate::layout::Point;
use crate::page::{self, Drawing, arrow};
use crate::palette::{classes_of, fill};
use crate::snapshot::{Detail, Snapshot, label, mark};
use crate::svg::{Attribute, Svg, shortened};

/// The greatest number of cells that are drawn with outcomes and distances.
const MAX_CELLS_WITH_WORTH: u32 = 1600;

/// The greatest number of rows, and of columns, that are drawn.
const MAX_ROWS: u32 = 120;

/// The part of a grid that is drawn, and the size of its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    first: Cell,
    rows: u32,
    columns: u32,
    /// The side of a cell, in pixels.
    side: f64,
    /// Whether cells are too small for texts.
    pub(crate) sketch: bool,
    /// The number of omitted cells.
    pub(crate) left_out: u64,
}

impl Window {
    /// The whole grid if it can be drawn, otherwise the part around the mouse.
    pub(crate) fn new(grid: &Grid, snapshot: &Snapshot<'_>) -> Self {
        let centre =
            snapshot.mouse.or(snapshot.cats.first().copied()).map_or(Cell { row: 0, column: 0 }, |at| grid.cell(at));
        let span = |all: u32, at: u32| {
            let shown = all.min(MAX_ROWS);
            (at.saturating_sub(shown / 2).min(all - shown), shown)
        };
        let (first_row, rows) = span(grid.rows(), centre.row);
        let (first_column, columns) = span(grid.columns(), centre.column);
        let sketch = rows * columns > MAX_CELLS_WITH_WORTH;
        let side = match snapshot.detail {
            _ if sketch => 11.0,
            Detail::Full => 52.0,
            Detail::Stage => 44.0,
            Detail::Frame => 22.0,
        };
        let all = u64::from(grid.rows()) * u64::from(grid.columns());
        let first = Cell { row: first_row, column: first_column };
        Self { first, rows, columns, side, sketch, left_out: all - u64::from(rows) * u64::from(columns) }
    }

    /// Each drawn vertex, with the centre of its cell and half the cell's side.
    pub(crate) fn boxes(&self, grid: &Grid) -> Vec<(Vertex, Point, Point)> {
        let cells = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| Cell { row: row + self.first.row, column: column + self.first.column });
        let half = Point::new(self.side / 2.0, self.side / 2.0);
        let boxed =
            |cell: Cell| Some((grid.vertex(cell)?, self.corner(cell).map(|(x, y)| Point::new(x, y).plus(half))?, half));
        cells.filter_map(boxed).collect()
    }

    fn corner(&self, cell: Cell) -> Option<(f64, f64)> {
        let row = cell.row.checked_sub(self.first.row).filter(|&row| row < self.rows)?;
        let column = cell.column.checked_sub(self.first.column).filter(|&column| column < self.columns)?;
        Some((RIM + f64::from(column) * self.side, RIM + f64::from(row) * self.side))
    }
}

/// The space around the cells, for the numbers of rows and columns.
const RIM: f64 = 22.0;

/// Draws a grid.
pub(crate) fn draw(grid: &Grid, window: &Window, snapshot: &Snapshot<'_>) -> Drawing {
    let mut svg = Svg::default();
    let side = window.side;
    if snapshot.detail != Detail::Frame {
        numbers(&mut svg, window);
    }
    for row in window.first.row..window.first.row + window.rows {
        for column in window.first.column..window.first.column + window.columns {
            let cell = Cell { row, column };
            let Some(corner) = window.corner(cell) else { continue };
            match grid.vertex(cell) {
                None if is_outside(grid, cell) => {}
                None if snapshot.detail == Detail::Stage => {
                    open_cell(&mut svg, "blocked", cell, &[]);
                    square(&mut svg, "wall", corner, side, 0.0);
                    svg.close("g");
                }
                None => square(&mut svg, "wall", corner, side, 0.0),
                Some(vertex) => free_cell(&mut svg, window, snapshot, vertex, corner),
            }
        }
    }
    thin_walls(&mut svg, grid, window);
    for drawn in &snapshot.drawn_moves {
        let Some(corner) = window.corner(grid.cell(drawn.to)) else { continue };
        let class = classes_of(drawn.side);
        let origin = window.corner(grid.cell(drawn.from)).filter(|_| drawn.from != drawn.to);
        // Between the values of cells there is no room for arrows.
        if let (true, Some(origin)) = (snapshot.worth.is_empty(), origin) {
            // From the centre of one cell to the border of the other.
            let middle = |(x, y): (f64, f64)| (x + side / 2.0, y + side / 2.0);
            let (from, to) = (middle(origin), middle(corner));
            let short = |from: f64, to: f64| to - (side / 2.0).min((to - from).abs()).copysign(to - from);
            let (line, tip) = (on_cell(class.line), on_cell(class.tip));
            arrow(&mut svg, (&line, &tip), from, (short(from.0, to.0), short(from.1, to.1)));
        } else {
            square(&mut svg, &on_cell(class.line), corner, side, if window.sketch { 1.0 } else { 2.5 });
        }
        if let Some(worth) = drawn.worth.filter(|_| !window.sketch) {
            let text = mark(&worth);
            let half = crate::svg::width(&text, 9.0) / 2.0 + 2.0;
            // Below the pieces, if there are any.
            let (mouse, cats) = snapshot.pieces(drawn.to);
            let down = if mouse || cats > 0 { 28.0 } else { 10.0 };
            let centre = (corner.0 + side - half - 3.0, corner.1 + down);
            let class = format!("{} frame", fill(Some(&worth)));
            svg.leaf(
                "rect",
                &[
                    ("class", class.as_str().into()),
                    ("x", (centre.0 - half).into()),
                    ("y", (centre.1 - 6.0).into()),
                    ("width", (2.0 * half).into()),
                    ("height", 12.0.into()),
                    ("rx", 6.0.into()),
                ],
            );
            centred_text(&mut svg, &text, 9.0, "normal", (centre.0, centre.1 + 3.2));
        }
    }
    Drawing {
        svg,
        width: 2.0 * RIM + f64::from(window.columns) * side,
        height: 2.0 * RIM + f64::from(window.rows) * side,
    }
}

/// Whether a cell is in an outer row or column that holds only exits.
fn is_outside(grid: &Grid, cell: Cell) -> bool {
    let Margins { above, below, left, right } = grid.margins();
    above && cell.row == 0
        || below && cell.row + 1 == grid.rows()
        || left && cell.column == 0
        || right && cell.column + 1 == grid.columns()
}

/// The class of a move that is drawn on cells, which are bright in both light and dark
/// surroundings.
fn on_cell(class: &str) -> String {
    format!("{class} on-cell")
}

/// Draws the thin walls and, if there are any, the outer wall.
fn thin_walls(svg: &mut Svg, grid: &Grid, window: &Window) {
    let (side, thick) = (window.side, window.side / 8.0);
    let mut wall = |(x, y): (f64, f64), (width, height): (f64, f64)| {
        svg.leaf(
            "rect",
            &[
                ("class", "wall thin".into()),
                ("x", (x - thick / 2.0).into()),
                ("y", (y - thick / 2.0).into()),
                ("width", (width + thick).into()),
                ("height", (height + thick).into()),
            ],
        );
    };
    for [one, other] in grid.thin_walls() {
        // The wall is along the upper or the left side of the second cell.
        if let (Some(_), Some(corner)) = (window.corner(*one), window.corner(*other)) {
            wall(corner, if one.row == other.row { (0.0, side) } else { (side, 0.0) });
        }
    }
    if !grid.thin_walls().is_empty() {
        let Margins { above, below, left, right } = grid.margins();
        let cells = |is_margin: bool| if is_margin { side } else { 0.0 };
        let (x, y) = (RIM + cells(left), RIM + cells(above));
        let width = f64::from(window.columns) * side - cells(left) - cells(right);
        let height = f64::from(window.rows) * side - cells(above) - cells(below);
        for (corner, size) in [
            ((x, y), (width, 0.0)),
            ((x, y + height), (width, 0.0)),
            ((x, y), (0.0, height)),
            ((x + width, y), (0.0, height)),
        ] {
            wall(corner, size);
        }
    }
}

/// Draws the numbers of rows and columns.
fn numbers(svg: &mut Svg, window: &Window) {
    let every = if window.sketch { 10 } else { 1 };
    let mut number = |number: u32, x: f64, y: f64| {
        svg.text(
            "text",
            &[
                ("class", "faint".into()),
                ("x", x.into()),
                ("y", (y + 3.5).into()),
                ("font-size", 10.0.into()),
                ("text-anchor", "middle".into()),
            ],
            &number.to_string(),
        );
    };
    let middle = |index: u32| RIM + (f64::from(index) + 0.5) * window.side;
    for row in (0..window.rows).filter(|row| (row + window.first.row).is_multiple_of(every)) {
        number(row + window.first.row, RIM / 2.0, middle(row));
    }
    for column in (0..window.columns).filter(|column| (column + window.first.column).is_multiple_of(every)) {
        number(column + window.first.column, middle(column), RIM / 2.0);
    }
}

fn square(svg: &mut Svg, class: &str, (x, y): (f64, f64), side: f64, inset: f64) {
    svg.leaf(
        "rect",
        &[
            ("class", class.into()),
            ("x", (x + inset).into()),
            ("y", (y + inset).into()),
            ("width", (side - 2.0 * inset).into()),
            ("height", (side - 2.0 * inset).into()),
        ],
    );
}

/// Opens the group of a cell on a board to play on. Its attributes name the cell, for a page that
/// edits the board.
fn open_cell(svg: &mut Svg, class: &str, cell: Cell, more: &[(&str, Attribute<'_>)]) {
    let (row, column) = (cell.row.to_string(), cell.column.to_string());
    let mut attributes =
        vec![("class", class.into()), ("data-row", row.as_str().into()), ("data-column", column.as_str().into())];
    attributes.extend_from_slice(more);
    svg.open("g", &attributes);
}

fn free_cell(svg: &mut Svg, window: &Window, snapshot: &Snapshot<'_>, vertex: Vertex, corner: (f64, f64)) {
    let (side, worth) = (window.side, snapshot.worth(vertex));
    let (mouse, cats) = snapshot.pieces(vertex);
    let number = vertex.number().to_string();
    match (snapshot.detail, snapshot.board.grid()) {
        (Detail::Stage, Some(grid)) => {
            open_cell(svg, "vertex", grid.cell(vertex), &[("data-vertex", number.as_str().into())]);
        }
        _ => svg.open("g", &[("class", "vertex".into()), ("data-vertex", number.as_str().into())]),
    }
    if !window.sketch {
        let value = worth.map_or_else(String::new, |worth| format!(": {}", mark(&worth)));
        svg.text("title", &[], &shortened(&format!("{}{value}", label(snapshot.board, vertex)), 200));
    }
    let face = if snapshot.detail == Detail::Stage { " face" } else { "" };
    square(svg, &format!("{} frame on-cell{face}", fill(worth.as_ref())), corner, side, 0.0);
    if snapshot.is_hole(vertex) {
        square(svg, "double on-cell", corner, side, if window.sketch { 2.0 } else { 4.5 });
    }
    if snapshot.marked.contains(&vertex) {
        square(svg, "marked on-cell", corner, side, 2.0);
    }
    if snapshot.is_trap(vertex) {
        page::trap(svg, (corner.0 + side / 2.0, corner.1 + side / 2.0), side / 3.0);
    }
    let small = snapshot.detail == Detail::Frame || window.sketch;
    let (mut x, y) =
        if small { (corner.0 + side / 2.0, corner.1 + side / 2.0) } else { (corner.0 + 12.5, corner.1 + 12.5) };
    if mouse {
        page::mouse(svg, x - if small && cats > 0 { 5.0 } else { 0.0 }, y);
        x += if small { 5.0 } else { 17.0 };
    }
    if cats > 0 {
        page::cats(svg, x, y, cats);
    }
    if snapshot.detail == Detail::Stage && !window.sketch {
        empty_text(svg, 12.0, (corner.0 + side / 2.0, corner.1 + side - 8.0));
    }
    if let (false, Some(worth)) = (small, worth) {
        centred_text(svg, &mark(&worth), 12.0, "normal", (corner.0 + side / 2.0, corner.1 + side - 8.0));
    }
    svg.close("g");
}
