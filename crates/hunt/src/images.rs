//! The reflections and rotations of a grid, of which one stands for all.

use catmouse_model::{Cell, ThinWall};

/// Among the reflections and rotations of a drawing that have the same numbers of rows and columns,
/// the first in alphabetical order.
pub(crate) fn canonical_rows(rows: &[String]) -> Vec<String> {
    canonical_drawing(rows, &[]).0
}

/// The same for a drawing with thin walls.
pub(crate) fn canonical_drawing(rows: &[String], thin: &[ThinWall]) -> (Vec<String>, Vec<ThinWall>) {
    images(rows, thin).into_iter().min().unwrap_or_default()
}

/// The reflections and rotations of a drawing that have the same numbers of rows and columns, with
/// their thin walls, which are sorted.
pub(crate) fn images(rows: &[String], thin: &[ThinWall]) -> Vec<(Vec<String>, Vec<ThinWall>)> {
    let letters: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (height, width) = (rows.len() as u32, letters.first().map_or(0, Vec::len) as u32);
    let turns = if height == width { 8 } else { 4 };
    // Each map is its own inverse, or that of another of the maps.
    let image = |map: u32| {
        let place = |Cell { row, column }: Cell| {
            let (row, column) = if map & 4 == 0 { (row, column) } else { (column, row) };
            let row = if map & 1 == 0 { row } else { height - 1 - row };
            let column = if map & 2 == 0 { column } else { width - 1 - column };
            Cell { row, column }
        };
        let letter = |row, column| {
            let Cell { row, column } = place(Cell { row, column });
            letters[row as usize].get(column as usize).copied().unwrap_or('#')
        };
        let rows: Vec<String> = (0..height).map(|row| (0..width).map(|column| letter(row, column)).collect()).collect();
        // The wall between two cells is seen where the map leads from.
        let from = |cell: Cell| {
            let all = (0..height).flat_map(|row| (0..width).map(move |column| Cell { row, column }));
            all.into_iter().find(|&other| place(other) == cell).unwrap_or(cell)
        };
        let mut thin: Vec<ThinWall> = thin
            .iter()
            .map(|wall| {
                let [one, other] = wall.map(from);
                [one.min(other), one.max(other)]
            })
            .collect();
        thin.sort_unstable();
        (rows, thin)
    };
    (0..turns).map(image).collect()
}
