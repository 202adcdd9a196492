//! The neighbourhood of a board: the boards that differ from it by few changes.

use catmouse::jobs::StopSignal;
use catmouse::{
    Error,
    memory::{Work, ensure_fits},
};
use catmouse_arena::Solution;
use catmouse_model::{Board, BoardChoice, Cell, Game, Plan, Position, Setup, Vertex, VertexJson};

use crate::anneal::is_over;
use crate::best_boards::{BestBoards, FoundBoard};
use crate::images::canonical_rows;
use crate::search::{Search, rate_game};
use crate::worth::StartScope;
use crate::{CELLS_AT_MOST, Hunt, HuntError, vertex_number};

/// A single change of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SingleChange {
    /// An edge is added or removed; on a board whose moves may lead one way, an arc.
    Edge(usize, usize),
    /// A free cell becomes a wall, or a wall becomes free.
    Wall(usize, usize),
    /// The start of the mouse is changed.
    Mouse(Vertex),
    /// The start of the cat with this index is changed.
    Cat(usize, Vertex),
    /// The vertex of the hole with this index is changed.
    Hole(usize, Vertex),
}

impl SingleChange {
    /// Whether two changes move the same piece or hole.
    fn excludes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Mouse(_), Self::Mouse(_)) => true,
            (Self::Cat(one, _), Self::Cat(other, _)) | (Self::Hole(one, _), Self::Hole(other, _)) => one == other,
            _ => false,
        }
    }
}

const BOARDS_PER_JOB: u64 = 512;

/// A board in the form to which changes are applied, and the list of its possible changes.
struct NeighbourhoodSearch<'a> {
    hunt: &'a Hunt,
    /// The setup before any change, as its author wrote it.
    original: Setup,
    /// The same setup in another form: pieces and holes are given by vertices, in a grid by cells,
    /// and the rows have only walls and free cells.
    setup: Setup,
    has_names: bool,
    /// All single changes, in order.
    changes: Vec<SingleChange>,
    is_placed: bool,
    /// The unchanged board.
    board: Board,
}

/// Tries all boards with at most `most` changes. Boards with fewer changes come first.
pub(super) fn search<'a>(
    hunt: &'a Hunt,
    setup: &Setup,
    most: u32,
    stop: &StopSignal<'_>,
    search: &mut Search<'a>,
) -> Result<(), HuntError> {
    let mut setup = setup.clone();
    hunt.choices.apply(&mut setup);
    let plan = setup.plan().map_err(Error::from)?;
    ensure_fits(&plan, Work::SOLVE, None)?;
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
        let (original, has_names) = (setup.clone(), !setup.names.is_empty());
        let (mut setup, board, start) = (setup.clone(), game.board(), game.start());
        let vertices = board.vertices() as usize;
        let mut changes = Vec::new();
        if let BoardChoice::Grid(rows) = &mut setup.board {
            for (row, text) in rows.iter_mut().enumerate() {
                *text = text.chars().map(|letter| if letter == '#' { '#' } else { '.' }).collect();
                if !has_names {
                    // Walls are not changed if vertices have names: the names belong to the free
                    // cells in order, so a wall would shift them.
                    changes.extend((0..text.len()).map(|column| SingleChange::Wall(row, column)));
                }
            }
        } else {
            let is_directed = setup.rules.directed == Some(true);
            for from in 0..vertices {
                let others = if is_directed { 0..vertices } else { from + 1..vertices };
                changes.extend(others.filter(|&to| to != from).map(|to| SingleChange::Edge(from, to)));
            }
        }
        let all = || (0..board.vertices()).map(Vertex::new);
        let (cats, holes) = (start.cats.as_deref().unwrap_or_default(), &game.rules().holes);
        if let Some(mouse) = start.mouse {
            changes.extend(all().filter(|&vertex| vertex != mouse).map(SingleChange::Mouse));
        }
        for (number, cat) in cats.iter().enumerate() {
            changes.extend(all().filter(|vertex| vertex != cat).map(|vertex| SingleChange::Cat(number, vertex)));
        }
        for (number, hole) in holes.iter().enumerate() {
            changes.extend(all().filter(|vertex| vertex != hole).map(|vertex| SingleChange::Hole(number, vertex)));
        }
        let called = |&vertex: &Vertex| VertexJson::on_board(Some(board), vertex).into();
        setup.mouse = start.mouse.as_ref().map(called);
        setup.cats = start.cats.as_ref().map(|cats| cats.iter().map(called).collect());
        setup.rules.holes = Some(holes.iter().map(called).collect());
        let is_placed = start.position().is_none();
        Self { hunt, original, setup, has_names, changes, is_placed, board: board.clone() }
    }

    /// The combination of changes with this number: first no change, then the single changes in
    /// order, then the pairs, and so on.
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

    /// The board after these changes; `None` if they exclude each other, for example if two of them
    /// move the mouse, or if a hole is moved to a piece or to another hole.
    fn changed(&self, changes: &[SingleChange]) -> Option<Setup> {
        let mut setup = self.setup.clone();
        for (index, change) in changes.iter().enumerate() {
            if changes[..index].iter().any(|other| change.excludes(*other)) {
                return None;
            }
            let called = |vertex: Vertex| VertexJson::on_board(Some(&self.board), vertex).into();
            match *change {
                SingleChange::Edge(from, to) => {
                    let is_directed = setup.rules.directed == Some(true);
                    setup.board.toggle_edge((vertex_number(from), vertex_number(to)), is_directed)?;
                }
                SingleChange::Wall(row, column) => {
                    let (at, names) = ((row, column), &mut setup.names);
                    let built = setup.board.edit_wall(names, at, true);
                    built.or_else(|| setup.board.edit_wall(names, at, false))?;
                }
                SingleChange::Mouse(vertex) => setup.mouse = Some(called(vertex)),
                SingleChange::Cat(number, vertex) => setup.cats.as_mut()?[number] = called(vertex),
                SingleChange::Hole(number, vertex) => setup.rules.holes.as_mut()?[number] = called(vertex),
            }
        }
        let holes = setup.rules.holes.as_deref().unwrap_or_default();
        let is_taken = |number: usize| {
            let others = holes.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, hole)| hole);
            let mut taken = setup.mouse.iter().chain(setup.cats.iter().flatten()).chain(others);
            taken.any(|at| *at == holes[number])
        };
        let moves_onto = |change: &SingleChange| matches!(*change, SingleChange::Hole(number, _) if is_taken(number));
        (!changes.iter().any(moves_onto)).then_some(setup)
    }

    fn try_changes(
        &self,
        changes: &[SingleChange],
        workspace: &mut Solution,
        found: &mut BestBoards<'_>,
    ) -> Result<(), Error> {
        found.boards += 1;
        let Some(setup) = self.changed(changes) else { return Ok(()) };
        let Ok(plan) = setup.plan() else { return Ok(()) }; // for example, a piece may start in a new wall
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
        let (setup, holes) = (self.in_original_form(setup, &game), game.rules().holes.len());
        let mut key = None;
        if let (false, Some(position)) = (self.is_placed || self.has_names || self.hunt.has_cast(), &position) {
            if let (true, Some(drawing)) = (setup.thin_walls.is_empty(), game.drawing(position)) {
                // The drawing determines the board.
                key = Some(canonical_rows(&drawing).concat().bytes().map(u64::from).collect());
            } else if game.board().grid().is_none()
                && (0..holes as u32).map(Vertex::new).eq(game.rules().holes.iter().copied())
            {
                key = FoundBoard::key_on(game.board(), holes, position);
            }
        }
        let as_it_is = || format!("{setup:?}").bytes().map(u64::from).collect();
        let key = key.unwrap_or_else(as_it_is);
        found.offer(FoundBoard::of_setup(rated.worth.value, size, key, setup));
        Ok(())
    }

    /// The changed setup in the form in which the author of the original wrote it, if this form
    /// describes the same game. It omits default values, and in a grid the pieces are in the rows.
    fn in_original_form(&self, setup: Setup, game: &Game) -> Setup {
        let mut shorter = setup.clone();
        shorter.rules.holes.clone_from(&self.original.rules.holes);
        if let BoardChoice::Grid(_) = &setup.board {
            let drawing = match game.start().position() {
                Some(position) => game.drawing(&position),
                None => self.original.rules.holes.is_none().then(|| with_food(game)).flatten(),
            };
            let Some(drawing) = drawing else { return setup };
            shorter.board = BoardChoice::Grid(drawing);
            (shorter.mouse, shorter.cats) = (None, None);
            shorter.rules.holes.take_if(|holes| !holes.is_empty());
        } else {
            if setup.mouse == self.setup.mouse {
                shorter.mouse.clone_from(&self.original.mouse);
            }
            if setup.cats == self.setup.cats {
                shorter.cats.clone_from(&self.original.cats);
            }
        }
        let says_the_same = |plan: Plan| {
            let other = plan.game();
            other.start() == game.start() && other.rules() == game.rules()
        };
        if shorter.plan().is_ok_and(says_the_same) { shorter } else { setup }
    }
}

/// The rows of a grid with the food and without pieces; `None` if the board is not a grid.
fn with_food(game: &Game) -> Option<Vec<String>> {
    let grid = game.board().grid()?;
    let letter = |cell: Cell| match grid.vertex(cell) {
        None => '#',
        Some(vertex) if game.rules().holes.contains(&vertex) => 'F',
        Some(_) => '.',
    };
    let row = |row| (0..grid.columns()).map(|column| letter(Cell { row, column })).collect();
    Some((0..grid.rows()).map(row).collect())
}
