//! The possible changes of a board, and the changed boards.

use std::collections::BTreeMap;

use catmouse_model::{
    Board, BoardChoice, CatInHole, Cell, EdgeEdit, Game, Keyword, Kind, LimitChoice, Margins, PlacesJson, RuleSetting,
    Rules, SETTINGS, SettingValue, Setup, Side, Vertex, VertexChoice, VertexJson,
};

use super::change::{Change, Chosen, Piece, RuleValue};

/// The cost of an edge that is added to a board with costs.
const COST_OF_AN_EDGE: u32 = 1;

/// A board and all the boards that differ from it by one [`Change`].
///
/// ```
/// use catmouse::whatif::Neighbourhood;
/// use catmouse::model::{BoardChoice, Setup};
///
/// let setup = Setup::new(BoardChoice::Grid(vec!["M.F".to_owned(), "#.C".to_owned()]));
/// let neighbourhood = Neighbourhood::new(&setup, &setup.plan()?.game());
/// let first = neighbourhood.changes().next().unwrap(); // the first free cell without a piece becomes a wall
/// let changed = neighbourhood.changed(&[first]).unwrap();
/// assert_eq!(changed.board, BoardChoice::Grid(vec!["M#F".to_owned(), "#.C".to_owned()]));
/// # Ok::<(), catmouse::model::Defects>(())
/// ```
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    /// The setup before any change, as its author wrote it.
    original: Setup,
    /// The setup in the form to which changes are applied. Every start and every hole is explicit,
    /// and the rows of a grid have only walls and free cells.
    plain: Setup,
    board: Board,
    rules: Rules,
    cats: Option<Vec<Vertex>>,
    mouse: Option<Vertex>,
    /// Whether cats may enter a hole. Then holes are tried as starts of cats.
    cats_enter: bool,
}

impl Neighbourhood {
    /// The neighbourhood of a setup, given the game of the setup.
    pub fn new(setup: &Setup, game: &Game) -> Self {
        let (board, rules, start) = (game.board(), game.rules(), game.start());
        let vertex = |&vertex: &Vertex| choice(board, vertex);
        let mut plain = setup.clone();
        plain.mouse = start.mouse.as_ref().map(vertex);
        plain.cats = start.cats.as_ref().map(|cats| cats.iter().map(vertex).collect());
        plain.rules.holes = Some(rules.holes.iter().map(vertex).collect());
        if board.grid().is_some() && plain.rules.traps.is_none() && !rules.traps.is_empty() {
            plain.rules.traps = Some(rules.traps.iter().map(vertex).collect());
        }
        plain.first = Some(start.first);
        if let BoardChoice::Grid(rows) = &mut plain.board {
            for row in rows {
                *row = row.chars().map(|cell| if cell == '#' { '#' } else { '.' }).collect();
            }
        }
        Self {
            original: setup.clone(),
            plain,
            board: board.clone(),
            rules: rules.clone(),
            cats: start.cats.clone(),
            mouse: start.mouse,
            cats_enter: matches!(rules.cat_in_hole, CatInHole::Allowed | CatInHole::Guards),
        }
    }

    /// The board before any change.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The setup before any change.
    pub fn setup(&self) -> &Setup {
        &self.original
    }

    /// All changes, always in the same order: walls or edges, then starts, then rules.
    ///
    /// * **Walls.** A wall is added to every cell without a piece, and every wall is removed. If the
    ///   grid has thin walls, a thin wall is put between any two free cells side by side that have
    ///   none, and every thin wall between two free cells is removed.
    /// * **Edges.** An edge is added between any two vertices that have none, and every edge is
    ///   removed. On a directed board each direction is a separate change. A loop is only removed.
    /// * **Starts.** A piece is moved to every vertex without another piece, and a cat also into a
    ///   hole that it may enter. Of several cats on one vertex one is moved.
    /// * **Rules.** A setting with words takes each of its other words. A number is increased and
    ///   decreased by one. Settings without effect are left out, such as what the cat may do in a
    ///   hole if there is no hole. Another script is tried only if a cat follows one.
    ///
    /// A change may give an invalid game, for example with too many cats. Then planning the changed
    /// setup gives [`Defects`](catmouse_model::Defects).
    pub fn changes(&self) -> impl Iterator<Item = Change> + '_ {
        self.walls().chain(self.thin_walls()).chain(self.edges()).chain(self.starts()).chain(self.rules())
    }

    /// The setup after these changes, applied in order. `None` if they exclude each other, for
    /// example because they move the same piece twice, or because they add a wall under a piece.
    ///
    /// In a grid the pieces are drawn in the rows, if each piece of a kind has its own cell.
    pub fn changed(&self, changes: &[Change]) -> Option<Setup> {
        let mut setup = self.plain.clone();
        let mut changed = Vec::new();
        for change in changes {
            let thing = changed_thing(change);
            if changed.contains(&thing) {
                return None;
            }
            changed.push(thing);
            self.apply(change, &mut setup)?;
        }
        self.restore_form(&mut setup);
        Some(setup)
    }

    /// The settings that make these changes to the original board, by their keys; `None` if a change
    /// is not one of settings, as that of a wall or an edge.
    pub fn settings(&self, changes: &[Change]) -> Option<BTreeMap<&'static str, Chosen>> {
        let mut setup = self.plain.clone();
        changes.iter().try_for_each(|change| self.apply(change, &mut setup))?;
        let vertex = |choice: &VertexChoice| {
            self.board.find(choice).ok().map(|vertex| VertexJson::on_board(Some(&self.board), vertex))
        };
        let list = |choices: &[VertexChoice]| choices.iter().map(vertex).collect::<Option<Vec<_>>>();
        let setting = |change: &Change| {
            Some(match *change {
                Change::Wall { .. }
                | Change::ThinWall { .. }
                | Change::Edge { .. }
                | Change::Rule { rule: "placement" | "directed", .. } => {
                    return None;
                }
                Change::Rule { rule, to, .. } => (rule, Chosen::Rule(to)),
                Change::Start { piece, .. } => {
                    let places = match piece {
                        Piece::Mouse => PlacesJson::Mouse(vertex(setup.mouse.as_ref()?)?),
                        Piece::Cat => PlacesJson::Cats(list(setup.cats.as_deref()?)?),
                        Piece::Hole => PlacesJson::Cats(list(setup.rules.holes.as_deref()?)?),
                    };
                    (piece.word(), Chosen::Places(places))
                }
            })
        };
        changes.iter().map(setting).collect()
    }

    /// Applies a change to a setup in the form of `plain`; `None` if the change cannot be applied.
    fn apply(&self, change: &Change, setup: &mut Setup) -> Option<()> {
        match *change {
            Change::Wall { cell: [row, column], wall } => {
                let [row, column] = [row as usize, column as usize];
                if pieces_and_holes(setup).iter().any(|(_, at)| cell(at) == Some((row, column))) {
                    return None;
                }
                setup.board.edit_wall(&mut setup.names, (row, column), wall)?;
            }
            Change::ThinWall { between, wall } => {
                let BoardChoice::Grid(rows) = &setup.board else { return None };
                let cells = between.map(|[row, column]| Cell { row, column });
                let is_free = |cell: Cell| {
                    let letter = rows.get(cell.row as usize)?.chars().nth(cell.column as usize);
                    letter.filter(|&letter| letter != '#')
                };
                is_free(cells[0]).and(is_free(cells[1]))?;
                setup.thin_walls.retain(|[one, other]| [*one.min(other), *one.max(other)] != cells);
                setup.thin_walls.extend(wall.then_some(cells));
            }
            Change::Edge { from, to, one_way, cost, added } => {
                let cost = cost.map_or(1, i64::from);
                let edit = if added { EdgeEdit::Add(cost) } else { EdgeEdit::Remove(cost) };
                setup.board.edit_edge((from.into(), to.into()), one_way, edit)?;
            }
            Change::Start { piece, from, to } => {
                let named = |vertex: VertexJson| match vertex {
                    VertexJson::Number(number) => match setup.names.get(number as usize) {
                        Some(name) if !name.is_empty() => VertexChoice::Name(name.clone()),
                        _ => vertex.into(),
                    },
                    VertexJson::Cell(_) => vertex.into(),
                };
                let (from, to) = (named(from), named(to));
                if let BoardChoice::Grid(rows) = &setup.board {
                    let (row, column) = cell(&to)?;
                    rows.get(row)?.chars().nth(column).filter(|&cell| cell != '#')?;
                }
                let may_share = |other| {
                    self.cats_enter && [piece, other].contains(&Piece::Cat) && [piece, other].contains(&Piece::Hole)
                };
                if pieces_and_holes(setup).into_iter().any(|(other, at)| *at == to && !may_share(other)) {
                    return None;
                }
                let places = match piece {
                    Piece::Mouse => setup.mouse.as_mut_slice(),
                    Piece::Cat => setup.cats.as_mut()?.as_mut_slice(),
                    Piece::Hole => setup.rules.holes.as_mut()?.as_mut_slice(),
                };
                *places.iter_mut().find(|place| **place == from)? = to;
            }
            Change::Rule { rule, to, .. } => apply_rule(setup, rule, to)?,
        }
        Some(())
    }

    fn walls(&self) -> impl Iterator<Item = Change> + '_ {
        let cells = self.board.grid().map_or(0, |grid| grid.rows() * grid.columns());
        (0..cells).filter_map(|index| {
            let grid = self.board.grid()?;
            let (row, column) = (index / grid.columns(), index % grid.columns());
            let vertex = grid.vertex(Cell { row, column });
            let is_taken = vertex.is_some_and(|vertex| self.is_taken(vertex));
            // Beyond the border there are only exits.
            let Margins { above, below, left, right } = grid.margins();
            let is_outside = above && row == 0
                || left && column == 0
                || below && row + 1 == grid.rows()
                || right && column + 1 == grid.columns();
            (!is_taken && !is_outside).then_some(Change::Wall { cell: [row, column], wall: vertex.is_some() })
        })
    }

    fn thin_walls(&self) -> impl Iterator<Item = Change> + '_ {
        let grid = self.board.grid().filter(|grid| !grid.thin_walls().is_empty());
        let cells = grid.map_or(0, |grid| grid.rows() * grid.columns());
        (0..cells).filter_map(move |index| grid.map(|grid| (grid, index))).flat_map(|(grid, index)| {
            let here = Cell { row: index / grid.columns(), column: index % grid.columns() };
            let beside = [Cell { column: here.column + 1, ..here }, Cell { row: here.row + 1, ..here }];
            let is_free = |cell: Cell| grid.vertex(cell).is_some();
            beside.into_iter().filter(move |&to| is_free(here) && is_free(to)).map(move |to| Change::ThinWall {
                between: [here, to].map(|cell| [cell.row, cell.column]),
                wall: !grid.thin_walls().contains(&[here, to]),
            })
        })
    }

    fn edges(&self) -> impl Iterator<Item = Change> + '_ {
        let one_way = self.is_directed();
        let vertices = if self.board.grid().is_some() { 0 } else { self.board.vertices() };
        // The arcs are sorted, so those of one vertex are consecutive.
        let mut arcs = self.board.arcs().filter(move |(from, to, _)| one_way || from <= to).peekable();
        let cost = |cost| self.board.has_costs().then_some(cost);
        (0..vertices).flat_map(move |from| {
            let mut listed = Vec::new();
            for to in if one_way { 0 } else { from }..vertices {
                let mut is_there = false;
                while let Some((_, _, of)) = arcs.next_if(|&(at, leads, _)| (at.number(), leads.number()) == (from, to))
                {
                    is_there = true;
                    listed.push(Change::Edge { from, to, one_way, cost: cost(of), added: false });
                }
                if !is_there && from != to {
                    listed.push(Change::Edge { from, to, one_way, cost: cost(COST_OF_AN_EDGE), added: true });
                }
            }
            listed
        })
    }

    fn starts(&self) -> impl Iterator<Item = Change> + '_ {
        let mut pieces = Vec::new();
        if let Some(at) = self.mouse {
            pieces.push((Piece::Mouse, at));
        }
        for alike in self.cats.as_deref().unwrap_or_default().chunk_by(Vertex::eq) {
            pieces.push((Piece::Cat, alike[0]));
        }
        pieces.extend(self.rules.holes.iter().map(|&at| (Piece::Hole, at)));
        let vertex = |vertex| VertexJson::on_board(Some(&self.board), vertex);
        pieces.into_iter().flat_map(move |(piece, at)| {
            (0..self.board.vertices()).filter_map(move |to| {
                let to = Vertex::new(to);
                self.may_go(piece, at, to).then(|| Change::Start { piece, from: vertex(at), to: vertex(to) })
            })
        })
    }

    fn rules(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for setting in SETTINGS {
            let Some(value) = self.value(setting) else { continue };
            let Some(from) = RuleValue::of(&value) else { continue };
            for to in self.others(setting, &value) {
                changes.push(Change::Rule { rule: setting.key, from, to });
            }
        }
        if let Some(first) = self.plain.first {
            let other = if first == Side::Mouse { Side::Cat } else { Side::Mouse };
            changes.push(Change::Rule { rule: FIRST, from: RuleValue::of_word(first), to: RuleValue::of_word(other) });
        }
        changes
    }

    /// The values to which a setting is changed.
    fn others(&self, setting: &RuleSetting, value: &SettingValue) -> Vec<RuleValue> {
        let is_placed = self.cats.is_none();
        let makes_sense = match setting.key {
            // An undirected board is not made directed, because the directions of its edges would
            // be arbitrary.
            "directed" => *value == SettingValue::Switch(true) && !self.board.is_symmetric(),
            "cat-in-hole" => !self.rules.holes.is_empty(),
            "cats" => is_placed,
            "cats-move" => self.rules.cats > 1 && self.rules.cats_are_alike() && !self.rules.has_script(),
            "cat-may-stay" => !self.rules.cat_has_no_choice(),
            "cat-follows" => self.rules.has_script(),
            "placement" => !is_placed && self.mouse.is_some() && *value == SettingValue::Switch(false),
            "mouse-jump" => self.board.grid().is_some(),
            "cat-jump" => self.board.grid().is_some() && !self.rules.has_script(),
            "endless" => self.rules.limit.is_none(),
            "limit-winner" => self.rules.limit.is_some(),
            _ => true,
        };
        if !makes_sense {
            return Vec::new();
        }
        // Values that all cats share change like those of one piece.
        let value = match value {
            SettingValue::Words(words) if words.len() == 1 => &SettingValue::Word(words[0]),
            SettingValue::Numbers(numbers) if numbers.len() == 1 => &SettingValue::Number(numbers[0]),
            value => value,
        };
        match *value {
            SettingValue::Switch(switch) => vec![RuleValue::Switch(!switch)],
            SettingValue::Word(word) => {
                let (Kind::Word(words) | Kind::Words(words)) = setting.kind else { return Vec::new() };
                let has_lines = self.board.grid().is_some();
                let fits = |other: &&str| *other != word && (has_lines || !["rows", "columns"].contains(other));
                words.iter().copied().filter(fits).map(RuleValue::Word).collect()
            }
            SettingValue::Number(number) => {
                // A jump of 0 cells is not tried: it would be a different rule instead of a shorter
                // jump.
                let least = setting.least.unwrap_or(1);
                [number - 1, number + 1].into_iter().filter(|&next| next >= least).map(RuleValue::Number).collect()
            }
            SettingValue::Limit(LimitChoice::None)
            | SettingValue::Vertices(_)
            | SettingValue::Kinds(_)
            | SettingValue::Sight(_)
            | SettingValue::Words(_)
            | SettingValue::Numbers(_) => Vec::new(),
            SettingValue::Limit(LimitChoice::Plies(plies)) => {
                let near = [plies - 1, plies.saturating_add(1)].into_iter().filter(|&near| near >= 0);
                near.map(RuleValue::Number).chain([RuleValue::NO_LIMIT]).collect()
            }
        }
    }

    /// The current value of a setting: the chosen value, or else the value in the rules. `None` if
    /// it has none.
    fn value(&self, setting: &RuleSetting) -> Option<SettingValue> {
        match setting.key {
            "directed" => Some(SettingValue::Switch(self.is_directed())),
            "placement" => Some(SettingValue::Switch(self.cats.is_none() || self.mouse.is_none())),
            // Changes of holes are changes of starts, so holes have no value here.
            _ => setting.get(&self.rules.choices()),
        }
    }

    fn is_directed(&self) -> bool {
        self.original.rules.directed == Some(true)
    }

    /// Whether a piece or a hole is on a vertex.
    fn is_taken(&self, vertex: Vertex) -> bool {
        self.mouse == Some(vertex)
            || self.cats.iter().flatten().any(|&cat| cat == vertex)
            || self.rules.holes.contains(&vertex)
            || self.rules.traps.contains(&vertex)
    }

    /// Whether the vertex `to` is tried as the start of a piece whose start is `at`.
    fn may_go(&self, piece: Piece, at: Vertex, to: Vertex) -> bool {
        let may_enter = piece == Piece::Cat && self.cats_enter;
        let stands = |cat: &Vertex| *cat == to;
        let is_free = self.mouse != Some(to) && !self.cats.iter().flatten().any(stands);
        at != to && is_free && (may_enter || !self.rules.holes.contains(&to))
    }

    /// Gives a changed setup the form in which the author of the original wrote it: with the pieces
    /// in the rows of a grid, and without default values.
    fn restore_form(&self, setup: &mut Setup) {
        let Setup { board, names, rules, mouse, cats, first, .. } = setup;
        let (original, plain) = (&self.original, &self.plain);
        if *first == plain.first {
            *first = original.first;
        }
        if names.iter().all(String::is_empty) {
            names.clear();
        }
        let BoardChoice::Grid(rows) = board else {
            if *mouse == plain.mouse {
                mouse.clone_from(&original.mouse);
            }
            if *cats == plain.cats {
                cats.clone_from(&original.cats);
            }
            if rules.holes == plain.rules.holes {
                rules.holes.clone_from(&original.rules.holes);
            }
            return;
        };
        let mut drawing: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        // Either all pieces of a kind are drawn in the rows, or none is.
        let mut draw = |places: &[VertexChoice], letter: char| {
            let cells: Vec<(usize, usize)> = places.iter().map(cell).collect::<Option<_>>()?;
            let is_free =
                |&(row, column): &(usize, usize)| drawing.get(row).and_then(|row| row.get(column)) == Some(&'.');
            let are_different = (1..cells.len()).all(|index| !cells[..index].contains(&cells[index]));
            let may_be_drawn = !cells.is_empty() && are_different && cells.iter().all(is_free);
            may_be_drawn.then(|| cells.iter().for_each(|&(row, column)| drawing[row][column] = letter))
        };
        let has_default_holes =
            original.rules.holes.is_none() && rules.holes == plain.rules.holes && rules.holes == Some(vec![]);
        if has_default_holes || rules.holes.as_deref().is_some_and(|holes| draw(holes, 'F').is_some()) {
            rules.holes = None;
        }
        if mouse.as_ref().is_some_and(|mouse| draw(std::slice::from_ref(mouse), 'M').is_some()) {
            *mouse = None;
        }
        // The cats of a drawing are in the order of its cells.
        let in_order = |cats: &[VertexChoice]| self.rules.cats_are_alike() || cats.iter().map(cell).is_sorted();
        if cats.as_deref().is_some_and(|cats| in_order(cats) && draw(cats, 'C').is_some()) {
            *cats = None;
        }
        if original.rules.traps.is_none() && rules.traps.as_deref().is_some_and(|traps| draw(traps, 'T').is_some()) {
            rules.traps = None;
        }
        for (row, letters) in rows.iter_mut().zip(drawing) {
            *row = letters.into_iter().collect();
        }
    }
}

/// The rule that is not in the table of settings: the player who moves first.
const FIRST: &str = "first";

/// The part of a game that a change modifies. Two changes of the same part exclude each other.
#[derive(PartialEq, Eq)]
enum Changed {
    Wall([u32; 2]),
    ThinWall([[u32; 2]; 2]),
    Edge(u32, u32, Option<u32>),
    Start(Piece, (u32, Option<u32>)),
    Rule(&'static str),
}

fn changed_thing(change: &Change) -> Changed {
    match *change {
        Change::Wall { cell, .. } => Changed::Wall(cell),
        Change::ThinWall { between, .. } => Changed::ThinWall(between),
        Change::Edge { from, to, cost, .. } => Changed::Edge(from, to, cost),
        Change::Start { piece, from, .. } => Changed::Start(
            piece,
            match from {
                VertexJson::Number(number) => (number, None),
                VertexJson::Cell([row, column]) => (row, Some(column)),
            },
        ),
        Change::Rule { rule, .. } => Changed::Rule(rule),
    }
}

/// A vertex in the form in which a setup writes it: its cell, its name or its number.
fn choice(board: &Board, vertex: Vertex) -> VertexChoice {
    match (VertexJson::on_board(Some(board), vertex), board.name(vertex)) {
        (VertexJson::Number(_), Some(name)) => VertexChoice::Name(name.to_owned()),
        (vertex, _) => vertex.into(),
    }
}

/// The pieces and holes of a setup in the form of `plain`, with their vertices.
fn pieces_and_holes(setup: &Setup) -> Vec<(Piece, &VertexChoice)> {
    let places = [
        (Piece::Mouse, setup.mouse.as_slice()),
        (Piece::Cat, setup.cats.as_deref().unwrap_or_default()),
        (Piece::Hole, setup.rules.holes.as_deref().unwrap_or_default()),
    ];
    let mut found = Vec::new();
    for (piece, places) in places {
        found.extend(places.iter().map(|at| (piece, at)));
    }
    found
}

/// The row and the column of a cell.
fn cell(choice: &VertexChoice) -> Option<(usize, usize)> {
    match *choice {
        VertexChoice::Cell(row, column) => usize::try_from(row).ok().zip(usize::try_from(column).ok()),
        VertexChoice::Number(_) | VertexChoice::Name(_) => None,
    }
}

/// Gives a setting another value.
fn apply_rule(setup: &mut Setup, rule: &str, to: RuleValue) -> Option<()> {
    match (rule, to) {
        (FIRST, RuleValue::Word(word)) => {
            setup.first = Some(Side::from_word(word)?);
            return Some(());
        }
        // Without starts, the players place the pieces.
        ("placement", RuleValue::Switch(true)) => {
            setup.rules.cats = setup.cats.as_ref().map(|cats| i64::try_from(cats.len()).unwrap_or(i64::MAX));
            (setup.mouse, setup.cats) = (None, None);
        }
        // Every arc gets its reverse arc.
        ("directed", RuleValue::Switch(false)) => match &mut setup.board {
            BoardChoice::Adjacency(lists) => add_reverse_arcs(lists, |&to, from| (to, from)),
            BoardChoice::AdjacencyWithCosts(lists) => add_reverse_arcs(lists, |&(to, cost), from| (to, (from, cost))),
            BoardChoice::Edges { .. }
            | BoardChoice::EdgesWithCosts { .. }
            | BoardChoice::EdgesOfKinds { .. }
            | BoardChoice::Grid(_) => {}
        },
        _ => {}
    }
    let setting = SETTINGS.iter().find(|setting| setting.key == rule)?;
    let value = match (setting.kind, to) {
        (Kind::Switch, RuleValue::Switch(switch)) => SettingValue::Switch(switch),
        (Kind::Word(_), RuleValue::Word(word)) => SettingValue::Word(word),
        (Kind::Number, RuleValue::Number(number)) => SettingValue::Number(number),
        (Kind::Words(_), RuleValue::Word(word)) => SettingValue::Words(vec![word]),
        (Kind::Numbers, RuleValue::Number(number)) => SettingValue::Numbers(vec![number]),
        (Kind::Limit, RuleValue::Number(number)) => SettingValue::Limit(LimitChoice::Plies(number)),
        (Kind::Limit, RuleValue::Word(_)) => SettingValue::Limit(LimitChoice::None),
        _ => return None,
    };
    setting.set(&mut setup.rules, value)
}

/// Adds the reverse arcs to lists of neighbours. For an entry in the list of a vertex, `back`
/// returns the target vertex and the entry of the reverse arc.
fn add_reverse_arcs<T: Ord + Clone>(lists: &mut [Vec<T>], back: impl Fn(&T, i64) -> (i64, T)) {
    let mut arcs: Vec<(i64, T)> = Vec::new();
    for (from, list) in (0..).zip(lists.iter()) {
        arcs.extend(list.iter().map(|entry| back(entry, from)));
    }
    for (vertex, entry) in arcs {
        let list = usize::try_from(vertex).ok().and_then(|vertex| lists.get_mut(vertex));
        if let Some(list) = list.filter(|list| !list.contains(&entry)) {
            let at = if list.is_sorted() { list.partition_point(|other| *other < entry) } else { list.len() };
            list.insert(at, entry);
        }
    }
}
