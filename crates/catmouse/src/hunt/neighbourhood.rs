//! The neighbourhood of a board: the boards that differ from it by few changes.

use catmouse_arena::Solution;
use catmouse_model::{BoardChoice, Cell, Game, Position, Setup, Vertex, VertexChoice};

use super::anneal::is_over;
use super::best_boards::{BestBoards, FoundBoard};
use super::grids::canonical_rows;
use super::worth::StartScope;
use super::{CELLS_AT_MOST, Hunt, HuntError, Search, rate_game, vertex_number};
use crate::error::Error;
use crate::jobs::StopSignal;
use crate::memory;
use crate::memory::Work;
use crate::question::defects_without_text;

/// A single change of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SingleChange {
    /// An edge is added or removed; an arc where moves may lead one way.
    Edge(usize, usize),
    /// A free cell becomes a wall, or a wall becomes free.
    Wall(usize, usize),
    /// The mouse starts elsewhere.
    Mouse(Vertex),
    /// The cat starts elsewhere.
    Cat(Vertex),
}

const BOARDS_PER_JOB: u64 = 512;

/// A board in the form to which changes are applied, and the list of its changes.
struct NeighbourhoodSearch<'a> {
    hunt: &'a Hunt,
    /// The setup. In a grid its pieces and holes are given by cells.
    setup: Setup,
    has_names: bool,
    /// All single changes, in order.
    changes: Vec<SingleChange>,
    is_placed: bool,
}

/// Tries all boards with at most `most` changes, those with fewer changes first.
pub(super) fn search<'a>(
    hunt: &'a Hunt,
    setup: &Setup,
    most: u32,
    stop: &StopSignal<'_>,
    search: &mut Search<'a>,
) -> Result<(), HuntError> {
    let mut setup = setup.clone();
    hunt.choices.apply(&mut setup);
    let plan = setup.plan().map_err(|defects| defects_without_text(&defects))?;
    memory::ensure_fits(&plan, Work::Solve, None)?;
    if plan.mouse_vertices() > CELLS_AT_MOST {
        return Err(HuntError::unsuited(
            format!("a board of {} vertices has too many neighbours", plan.mouse_vertices()),
            format!("expected at most {CELLS_AT_MOST} vertices"),
        ));
    }
    let near = NeighbourhoodSearch::new(hunt, &setup, &plan.game());
    let ways: Vec<u64> = (0..=most).map(|changes| binomial(near.changes.len() as u64, changes.into())).collect();
    let all = ways.iter().fold(0, |all: u64, ways| all.saturating_add(*ways));
    let tried = all.min(hunt.tries);
    let work = |workspace: &mut Solution, job: u64| {
        let mut found = BestBoards::new(hunt);
        let mut result = Ok(());
        for number in job * BOARDS_PER_JOB..tried.min((job + 1) * BOARDS_PER_JOB) {
            if is_over(hunt, &found, stop) || result.is_err() {
                break;
            }
            result = near.try_changes(&near.combination(number, &ways), workspace, &mut found);
        }
        (found, result)
    };
    search.take_from(tried.div_ceil(BOARDS_PER_JOB), Solution::default, work, stop)?;
    search.is_complete &= tried == all;
    Ok(())
}

/// The binomial coefficient of `of` over `count`, or `u64::MAX` if it is greater.
fn binomial(of: u64, count: u64) -> u64 {
    let mut ways: u128 = 1;
    for at in 0..count {
        ways = ways * u128::from(of.saturating_sub(at)) / u128::from(at + 1);
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}

impl<'a> NeighbourhoodSearch<'a> {
    fn new(hunt: &'a Hunt, setup: &Setup, game: &Game) -> Self {
        let (mut setup, has_names) = (setup.clone(), !setup.names.is_empty());
        let board = game.board();
        let vertices = board.vertices() as usize;
        let mut changes = Vec::new();
        if let (BoardChoice::Grid(rows), Some(grid)) = (&setup.board, board.grid()) {
            // Walls change the numbers of cells, so pieces and holes are given by cells.
            let cell = |vertex: Vertex| {
                let Cell { row, column } = grid.cell(vertex);
                VertexChoice::Cell(row.into(), column.into())
            };
            for (row, text) in rows.iter().enumerate() {
                let changeable = text.chars().enumerate().filter(|(_, letter)| ".#".contains(*letter));
                changes.extend(changeable.map(|(column, _)| SingleChange::Wall(row, column)));
            }
            if has_names {
                changes.clear(); // names belong to the free cells in order, so walls would shift them
            }
            setup.mouse = game.start().mouse.map(cell);
            setup.cats = game.start().cats.as_ref().map(|cats| cats.iter().map(|&cat| cell(cat)).collect());
            if setup.rules.holes.is_some() {
                setup.rules.holes = Some(game.rules().holes.iter().map(|&hole| cell(hole)).collect());
            }
        } else {
            let is_directed = setup.rules.directed == Some(true);
            for from in 0..vertices {
                let others = if is_directed { 0..vertices } else { from + 1..vertices };
                changes.extend(others.filter(|&to| to != from).map(|to| SingleChange::Edge(from, to)));
            }
        }
        let start = game.start();
        let all = || (0..board.vertices()).map(Vertex::new);
        if let Some(mouse) = start.mouse {
            changes.extend(all().filter(|&vertex| vertex != mouse).map(SingleChange::Mouse));
        }
        if let Some([cat]) = start.cats.as_deref() {
            changes.extend(all().filter(|vertex| vertex != cat).map(SingleChange::Cat));
        }
        let is_placed = start.position().is_none();
        Self { hunt, setup, has_names, changes, is_placed }
    }

    /// The combination of changes with this number: first no change, then the single changes in order, then the pairs, and so on.
    fn combination(&self, mut number: u64, ways: &[u64]) -> Vec<SingleChange> {
        let mut count = 0;
        while number >= ways[count] {
            number -= ways[count];
            count += 1;
        }
        let mut chosen = Vec::with_capacity(count);
        let mut next = 0;
        for left in (1..=count as u64).rev() {
            loop {
                let with_it = binomial((self.changes.len() - next - 1) as u64, left - 1);
                if number < with_it {
                    break;
                }
                number -= with_it;
                next += 1;
            }
            chosen.push(self.changes[next]);
            next += 1;
        }
        chosen
    }

    /// The board after these changes; `None` where they exclude each other, as two that move the mouse do.
    fn changed(&self, changes: &[SingleChange], game_vertex: impl Fn(Vertex) -> VertexChoice) -> Option<Setup> {
        let mut setup = self.setup.clone();
        let moved = |is: fn(&SingleChange) -> bool| changes.iter().filter(|change| is(change)).count();
        if moved(|it| matches!(it, SingleChange::Mouse(_))) > 1 || moved(|it| matches!(it, SingleChange::Cat(_))) > 1 {
            return None;
        }
        for change in changes {
            match *change {
                SingleChange::Edge(from, to) => {
                    let is_directed = setup.rules.directed == Some(true);
                    toggle(&mut setup.board, vertex_number(from), vertex_number(to), is_directed);
                }
                SingleChange::Wall(row, column) => {
                    let BoardChoice::Grid(rows) = &mut setup.board else { return None };
                    let mut letters: Vec<char> = rows[row].chars().collect();
                    letters[column] = if letters[column] == '#' { '.' } else { '#' };
                    rows[row] = letters.into_iter().collect();
                }
                SingleChange::Mouse(vertex) => setup.mouse = Some(game_vertex(vertex)),
                SingleChange::Cat(vertex) => setup.cats = Some(vec![game_vertex(vertex)]),
            }
        }
        Some(setup)
    }

    fn try_changes(
        &self,
        changes: &[SingleChange],
        workspace: &mut Solution,
        found: &mut BestBoards<'_>,
    ) -> Result<(), Error> {
        found.boards += 1;
        let cells = self.free_cells();
        let called = |vertex: Vertex| match &cells {
            Some(cells) => cells[vertex.number() as usize].clone(),
            None => VertexChoice::Number(vertex.number().into()),
        };
        let Some(mut setup) = self.changed(changes, called) else { return Ok(()) };
        let Ok(plan) = setup.plan() else { return Ok(()) }; // for example if a piece starts in a new wall
        let game = plan.game();
        if !self.hunt.constraints.allow_board(game.board()) {
            return Ok(());
        }
        let (rated, _) = rate_game(self.hunt, &game, workspace, StartScope::Own)?;
        let size = changes.len() as u32;
        if !found.wants(rated.worth.value, size) {
            return Ok(());
        }
        let position: Option<Position> = game.start().position();
        let holes = game.rules().holes.len();
        let mut key = None;
        if let (false, Some(position)) = (self.is_placed, &position) {
            if let Some(drawn) = game.picture(position).filter(|_| !self.has_names) {
                // The drawing determines the board.
                key = Some(canonical_rows(&drawn).concat().bytes().map(u64::from).collect());
                if setup.rules.holes.is_none() {
                    setup.board = BoardChoice::Grid(drawn);
                    (setup.mouse, setup.cats) = (None, None);
                }
            } else if !self.has_names && (0..holes as u32).map(Vertex::new).eq(game.rules().holes.iter().copied()) {
                key = FoundBoard::key_on(game.board(), holes, position);
            }
        }
        let as_it_is = || format!("{setup:?}").bytes().map(u64::from).collect();
        let key = key.unwrap_or_else(as_it_is);
        found.offer(FoundBoard::of_setup(rated.worth.value, size, key, setup));
        Ok(())
    }

    /// The free cells of the unchanged grid, by vertex number; `None` where the board is not a grid.
    fn free_cells(&self) -> Option<Vec<VertexChoice>> {
        let BoardChoice::Grid(rows) = &self.setup.board else { return None };
        let mut cells = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let free = text.chars().enumerate().filter(|(_, letter)| *letter != '#');
            cells.extend(free.map(|(column, _)| VertexChoice::Cell(vertex_number(row), vertex_number(column))));
        }
        Some(cells)
    }
}

/// Adds an edge to a board that is not a grid, or removes it if it is there. Where moves have costs, a new edge costs 1.
fn toggle(board: &mut BoardChoice, from: i64, to: i64, is_directed: bool) {
    let ways: &[(i64, i64)] = if is_directed { &[(from, to)] } else { &[(from, to), (to, from)] };
    match board {
        BoardChoice::Adjacency(lists) => {
            for &(from, to) in ways {
                let Some(list) = usize::try_from(from).ok().and_then(|from| lists.get_mut(from)) else { continue };
                if list.contains(&to) {
                    list.retain(|other| *other != to);
                } else {
                    list.push(to);
                    list.sort_unstable();
                }
            }
        }
        BoardChoice::AdjacencyWithCosts(lists) => {
            for &(from, to) in ways {
                let Some(list) = usize::try_from(from).ok().and_then(|from| lists.get_mut(from)) else { continue };
                if list.iter().any(|(other, _)| *other == to) {
                    list.retain(|(other, _)| *other != to);
                } else {
                    list.push((to, 1));
                    list.sort_unstable();
                }
            }
        }
        BoardChoice::Edges { edges, .. } => {
            let before = edges.len();
            edges.retain(|edge| !ways.contains(edge));
            if edges.len() == before {
                edges.push((from, to));
                edges.sort_unstable();
            }
        }
        BoardChoice::EdgesWithCosts { edges, .. } => {
            let before = edges.len();
            edges.retain(|(a, b, _)| !ways.contains(&(*a, *b)));
            if edges.len() == before {
                edges.push((from, to, 1));
                edges.sort_unstable();
            }
        }
        BoardChoice::Grid(_) => {}
    }
}
