//! Looks up the vertex that a setup or a flag names by its number, its name or its cell.

use crate::board::{Board, Cell, Vertex, existing};
use crate::defect::DefectKind;
use crate::vertex_choice::VertexChoice;

impl Board {
    /// The vertex that a choice names.
    ///
    /// # Errors
    ///
    /// The defect of the choice: no such number, name or cell; a number on a grid; a cell on a
    /// board that is not a grid; a wall.
    pub fn find(&self, choice: &VertexChoice) -> Result<Vertex, DefectKind> {
        let all = || (0..self.vertices()).map(Vertex::new);
        match choice {
            // The free cells of a grid are numbered internally, but users never see these numbers.
            &VertexChoice::Number(number) if self.grid().is_some() => Err(DefectKind::NumberOnGrid { number }),
            &VertexChoice::Number(number) => existing(number, self.vertices())
                .map(Vertex::new)
                .ok_or(DefectKind::NoSuchVertex { vertex: number, vertices: self.vertices() }),
            VertexChoice::Name(name) => all().find(|&vertex| self.name(vertex) == Some(name)).ok_or_else(|| {
                let names = || all().filter_map(|vertex| self.name(vertex));
                DefectKind::NoSuchName {
                    name: name.clone(),
                    named: names().next().is_some(),
                    nearest: nearest(name, names()),
                }
            }),
            &VertexChoice::Cell(row, column) => {
                let grid = self.grid().ok_or_else(|| DefectKind::NoGrid { choice: choice.clone() })?;
                let (Some(row), Some(column)) = (existing(row, grid.rows()), existing(column, grid.columns())) else {
                    let (rows, columns) = (grid.rows(), grid.columns());
                    return Err(DefectKind::OutsideGrid { choice: choice.clone(), rows, columns });
                };
                grid.vertex(Cell { row, column }).ok_or_else(|| DefectKind::Wall { choice: choice.clone() })
            }
        }
    }
}

/// The most similar name, ignoring case; `None` unless at most one letter in four differs.
fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let best = names.map(|other| (strsim::levenshtein(&lower, &other.to_ascii_lowercase()), other)).min()?;
    (4 * best.0 <= name.len()).then(|| best.1.to_owned())
}
