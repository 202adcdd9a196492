//! Edits of a board in the form of a setup: adding or removing an edge or a wall. Everything that
//! changes boards step by step uses these.

use crate::setup::BoardChoice;

/// An edit of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeEdit {
    /// Adds the edge, at this cost if moves have costs.
    Add(i64),
    /// Removes the edge of this cost; if moves have no costs, removes the edge.
    Remove(i64),
    /// Removes the edge, regardless of its cost.
    RemoveAll,
}

impl BoardChoice {
    /// Adds or removes an edge, or an arc if it leads one way. A sorted list stays sorted. `None`
    /// if there is no such edge to remove, no such vertex, or no list of edges because the board is
    /// a grid.
    ///
    /// Time: linear in the lists.
    ///
    /// ```
    /// use catmouse_model::{BoardChoice, EdgeEdit};
    ///
    /// let mut board = BoardChoice::Adjacency(vec![vec![1], vec![0], vec![]]);
    /// board.edit_edge((0, 2), false, EdgeEdit::Add(1)).unwrap();
    /// assert_eq!(board, BoardChoice::Adjacency(vec![vec![1, 2], vec![0], vec![0]]));
    /// assert_eq!(board.edit_edge((1, 2), false, EdgeEdit::RemoveAll), None);
    /// ```
    pub fn edit_edge(&mut self, (from, to): (i64, i64), one_way: bool, edit: EdgeEdit) -> Option<()> {
        let both_ways = !one_way && from != to;
        let ends = [Some((from, to)), both_ways.then_some((to, from))];
        let is_it = |cost: i64| edit == EdgeEdit::RemoveAll || edit == EdgeEdit::Remove(cost);
        let index = |vertex: i64| usize::try_from(vertex).ok();
        match (self, edit) {
            (Self::Adjacency(lists), edit) => {
                for (from, to) in ends.into_iter().flatten() {
                    let list = lists.get_mut(index(from)?)?;
                    match edit {
                        EdgeEdit::Add(_) => add(list, to),
                        _ => take(list, |&other| other == to)?,
                    }
                }
            }
            (Self::AdjacencyWithCosts(lists), edit) => {
                for (from, to) in ends.into_iter().flatten() {
                    let list = lists.get_mut(index(from)?)?;
                    match edit {
                        EdgeEdit::Add(cost) => add(list, (to, cost)),
                        _ => take(list, |&(other, cost)| other == to && is_it(cost))?,
                    }
                }
            }
            (Self::Edges { edges, .. }, EdgeEdit::Add(_)) => add(edges, (from, to)),
            (Self::Edges { edges, .. }, _) => take(edges, |&edge| ends.contains(&Some(edge)))?,
            (Self::EdgesWithCosts { edges, .. }, EdgeEdit::Add(cost)) => add(edges, (from, to, cost)),
            (Self::EdgesWithCosts { edges, .. }, _) => {
                take(edges, |&(a, b, cost)| is_it(cost) && ends.contains(&Some((a, b))))?;
            }
            (Self::EdgesOfKinds { .. }, EdgeEdit::Add(_)) | (Self::Grid(_), _) => return None,
            (Self::EdgesOfKinds { edges, .. }, _) => take(edges, |&(a, b, _)| ends.contains(&Some((a, b))))?,
        }
        Some(())
    }

    /// Removes an edge if the board has it, otherwise adds it, at cost 1 if moves have costs.
    /// `None` if the board cannot have such an edge, as for [`edit_edge`](Self::edit_edge).
    pub fn toggle_edge(&mut self, ends: (i64, i64), one_way: bool) -> Option<()> {
        let removed = self.edit_edge(ends, one_way, EdgeEdit::RemoveAll);
        removed.or_else(|| self.edit_edge(ends, one_way, EdgeEdit::Add(1)))
    }

    /// Makes a free cell of a grid a wall, or a wall a free cell. `names` are the names of the free
    /// cells in order, if they have names; a new free cell gets an empty name. `None` if the board
    /// is not a grid, or the cell is not of the kind that is changed.
    ///
    /// ```
    /// use catmouse_model::BoardChoice;
    ///
    /// let mut board = BoardChoice::Grid(vec!["..#".to_owned()]);
    /// let mut names = vec!["door".to_owned(), "hall".to_owned()];
    /// board.edit_wall(&mut names, (0, 0), true).unwrap();
    /// assert_eq!((board, names), (BoardChoice::Grid(vec!["#.#".to_owned()]), vec!["hall".to_owned()]));
    /// ```
    pub fn edit_wall(&mut self, names: &mut Vec<String>, (row, column): (usize, usize), wall: bool) -> Option<()> {
        let Self::Grid(rows) = self else { return None };
        let mut cells: Vec<char> = rows.get(row)?.chars().collect();
        let (now, then) = if wall { ('.', '#') } else { ('#', '.') };
        *cells.get_mut(column).filter(|here| **here == now)? = then;
        let is_free = |cell: &char| *cell != '#';
        let above = rows[..row].iter().flat_map(|row| row.chars()).filter(is_free).count();
        let before = above + cells[..column].iter().filter(|cell| is_free(cell)).count();
        rows[row] = cells.into_iter().collect();
        if !names.is_empty() && wall {
            names.remove(before);
        } else if !names.is_empty() {
            names.insert(before, String::new());
        }
        Some(())
    }
}

/// Removes the items that satisfy the predicate; `None` if there are none.
fn take<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<()> {
    let before = list.len();
    list.retain(|item| !is_it(item));
    (list.len() < before).then_some(())
}

/// Adds an item to a list; a sorted list stays sorted.
fn add<T: Ord>(list: &mut Vec<T>, item: T) {
    let at = if list.is_sorted() { list.partition_point(|other| *other < item) } else { list.len() };
    list.insert(at, item);
}
