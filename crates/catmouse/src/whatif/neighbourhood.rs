//! The boards that differ from a board by one change, or by a few.

use std::collections::BTreeSet;

use catmouse_model::{
    Board, BoardChoice, CatInHole, Cell, Game, Keyword, Kind, LimitChoice, RuleSetting, Rules, SETTINGS, SettingValue,
    Setup, Side, Vertex, VertexChoice, VertexJson,
};

use super::change::{Change, Piece, RuleValue};

/// What an edge costs that is added to a board whose moves have costs.
const COST_OF_AN_EDGE: u32 = 1;

/// A board and all the boards that differ from it by one [`Change`].
///
/// ```
/// use catmouse::Neighbourhood;
/// use catmouse::model::{BoardChoice, Setup};
///
/// let setup = Setup::new(BoardChoice::Grid(vec!["M.F".to_owned(), "#.C".to_owned()]));
/// let neighbourhood = Neighbourhood::new(&setup, &setup.plan()?.game());
/// let first = neighbourhood.changes().next().unwrap(); // the first cell on which nothing stands becomes a wall
/// let changed = neighbourhood.changed(&[first]).unwrap();
/// assert_eq!(changed.board, BoardChoice::Grid(vec!["M#F".to_owned(), "#.C".to_owned()]));
/// # Ok::<(), catmouse::model::Defects>(())
/// ```
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    /// The setup as it was asked for.
    original: Setup,
    /// The same with every start and every hole said outright, and a grid with nothing on it but walls: the form that changes are
    /// made in.
    plain: Setup,
    board: Board,
    rules: Rules,
    cats: Option<Vec<Vertex>>,
    mouse: Option<Vertex>,
    /// Whether a cat is also tried in a hole.
    cats_enter: bool,
}

impl Neighbourhood {
    /// The neighbourhood of a setup, of which this is the game.
    pub fn new(setup: &Setup, game: &Game) -> Self {
        let (board, rules, start) = (game.board(), game.rules(), game.start());
        let vertex = |&vertex: &Vertex| choice(board, vertex);
        let mut plain = setup.clone();
        plain.mouse = start.mouse.as_ref().map(vertex);
        plain.cats = start.cats.as_ref().map(|cats| cats.iter().map(vertex).collect());
        plain.rules.holes = Some(rules.holes.iter().map(vertex).collect());
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

    /// Every change, in an order that is always the same: walls or edges, starts, rules.
    ///
    /// A wall is set where nothing stands, and taken out anywhere. Edges are those between any two vertices; on a directed board
    /// arcs, each way by itself; a loop is only taken out. A piece is moved to where nothing stands, and a cat also into a hole that
    /// it may enter; of cats on one vertex one is moved. Settings with words take each other word, numbers one more and one less.
    /// Left out is what could change nothing: what the cat may do in a hole where there is none, say.
    ///
    /// A change may make no game: so many cats may be more than there can be. Then the setup has
    /// [`Defects`](catmouse_model::Defects).
    pub fn changes(&self) -> impl Iterator<Item = Change> + '_ {
        self.walls().chain(self.edges()).chain(self.starts()).chain(self.rules())
    }

    /// The setup with some changes, made one after the other; none where they do not go together: twice the same piece, say, or a wall
    /// where a piece stands by then.
    ///
    /// On a grid the pieces stand in the drawing, if there is a cell for each.
    pub fn changed(&self, changes: &[Change]) -> Option<Setup> {
        let mut setup = self.plain.clone();
        let mut keys = BTreeSet::new();
        for change in changes {
            if !keys.insert(key(change)) {
                return None;
            }
            self.apply(change, &mut setup)?;
        }
        self.settle(&mut setup);
        Some(setup)
    }

    /// The flags that make these changes, beside the board as it is: none where a wall or an edge is changed, or what no flag says.
    pub fn flags(&self, changes: &[Change]) -> Option<String> {
        let mut setup = self.plain.clone();
        changes.iter().try_for_each(|change| self.apply(change, &mut setup))?;
        let mut flags: Vec<String> = Vec::new();
        for change in changes {
            let mut place = |piece: Piece, at: &[VertexChoice]| {
                flags.extend(at.iter().map(|at| format!("--{} {}", piece.word(), in_shell(at))));
            };
            match *change {
                Change::Wall { .. } | Change::Edge { .. } | Change::Rule { rule: "placement" | "directed", .. } => {
                    return None;
                }
                Change::Start { piece: Piece::Mouse, .. } => place(Piece::Mouse, setup.mouse.as_slice()),
                Change::Start { piece: Piece::Cat, .. } => place(Piece::Cat, setup.cats.as_deref()?),
                Change::Start { piece: Piece::Hole, .. } => place(Piece::Hole, setup.rules.holes.as_deref()?),
                Change::Rule { rule, to: RuleValue::Switch(switch), .. } => flags.push(format!("--{rule}={switch}")),
                Change::Rule { rule, to, .. } => flags.push(format!("--{rule} {to}")),
            }
        }
        flags.dedup();
        Some(flags.join(" "))
    }

    /// Makes a change in a plain setup; none where it does not apply there.
    fn apply(&self, change: &Change, setup: &mut Setup) -> Option<()> {
        match *change {
            Change::Wall { cell: [row, column], wall } => {
                let [row, column] = [row as usize, column as usize];
                if standing(setup).any(|(_, at)| cell(at) == Some((row, column))) {
                    return None;
                }
                let Setup { board: BoardChoice::Grid(rows), names, .. } = &mut *setup else { return None };
                let free_before = rows[..row.min(rows.len())].iter().flat_map(|row| row.chars());
                let free_before =
                    free_before.chain(rows.get(row)?.chars().take(column)).filter(|&cell| cell != '#').count();
                let mut cells: Vec<char> = rows[row].chars().collect();
                let (now, then) = if wall { ('.', '#') } else { ('#', '.') };
                let here = cells.get_mut(column).filter(|here| **here == now)?;
                *here = then;
                rows[row] = cells.into_iter().collect();
                if !names.is_empty() && wall {
                    names.remove(free_before);
                } else if !names.is_empty() {
                    names.insert(free_before, String::new());
                }
            }
            Change::Edge { from, to, one_way, cost, added } => {
                let ends = (i64::from(from), i64::from(to));
                apply_edge(&mut setup.board, ends, cost.map(i64::from), one_way, added)?;
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
                if standing(setup).any(|(other, at)| *at == to && !may_share(other)) {
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
        let cells = self.board.grid().into_iter().flat_map(|grid| {
            (0..grid.rows()).flat_map(move |row| (0..grid.columns()).map(move |column| (grid, Cell { row, column })))
        });
        cells.filter_map(|(grid, cell)| {
            let vertex = grid.vertex(cell);
            let is_taken = vertex.is_some_and(|vertex| self.is_taken(vertex));
            let Cell { row, column } = cell;
            (!is_taken).then_some(Change::Wall { cell: [row, column], wall: vertex.is_some() })
        })
    }

    fn edges(&self) -> impl Iterator<Item = Change> + '_ {
        let one_way = self.is_directed();
        let vertices = if self.board.grid().is_some() { 0 } else { self.board.vertices() };
        // Arcs are ordered, so those of a vertex follow each other.
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
        let cats = self.cats.iter().flat_map(|cats| cats.chunk_by(|one, other| one == other).map(|alike| alike[0]));
        let pieces = self.mouse.into_iter().map(|at| (Piece::Mouse, at));
        let pieces = pieces.chain(cats.map(|at| (Piece::Cat, at)));
        let pieces = pieces.chain(self.rules.holes.iter().map(|&at| (Piece::Hole, at)));
        let vertex = |vertex| VertexJson::on_board(Some(&self.board), vertex);
        pieces.flat_map(move |(piece, at)| {
            let free = (0..self.board.vertices()).map(Vertex::new).filter(move |&to| self.may_go(piece, at, to));
            free.map(move |to| Change::Start { piece, from: vertex(at), to: vertex(to) })
        })
    }

    fn rules(&self) -> impl Iterator<Item = Change> + '_ {
        let settings = SETTINGS.iter().flat_map(|setting| {
            let value = self.value(setting);
            let to = value.as_ref().map_or_else(Vec::new, |value| self.others(setting, value));
            let from = value.as_ref().and_then(RuleValue::of);
            from.into_iter().flat_map(move |from| {
                to.clone().into_iter().map(move |to| Change::Rule { rule: setting.key, from, to })
            })
        });
        let first = self.plain.first.map(|first| {
            let other = if first == Side::Mouse { Side::Cat } else { Side::Mouse };
            Change::Rule { rule: FIRST, from: RuleValue::of_word(first), to: RuleValue::of_word(other) }
        });
        settings.chain(first)
    }

    /// The values that a setting is changed to.
    fn others(&self, setting: &RuleSetting, value: &SettingValue) -> Vec<RuleValue> {
        let is_placed = self.cats.is_none();
        let makes_sense = match setting.key {
            // Which way an edge would lead, nothing says.
            "directed" => *value == SettingValue::Switch(true) && !self.is_symmetric(),
            "cat-in-hole" => !self.rules.holes.is_empty(),
            "cats" => is_placed,
            "cats-move" => self.rules.cats > 1,
            "placement" => !is_placed && self.mouse.is_some() && *value == SettingValue::Switch(false),
            "mouse-jump" | "cat-jump" => self.board.grid().is_some(),
            "endless" => self.rules.limit.is_none(),
            "limit-winner" => self.rules.limit.is_some(),
            _ => true,
        };
        if !makes_sense {
            return Vec::new();
        }
        match *value {
            SettingValue::Switch(switch) => vec![RuleValue::Switch(!switch)],
            SettingValue::Word(word) => {
                let Kind::Word(words) = setting.kind else { return Vec::new() };
                words.iter().copied().filter(|&other| other != word).map(RuleValue::Word).collect()
            }
            SettingValue::Number(number) => {
                // A jump of no cells is another matter than a shorter one.
                let least = setting.least.unwrap_or(1);
                [number - 1, number + 1].into_iter().filter(|&next| next >= least).map(RuleValue::Number).collect()
            }
            SettingValue::Limit(LimitChoice::None) | SettingValue::Vertices(_) => Vec::new(),
            SettingValue::Limit(LimitChoice::Plies(plies)) => {
                let near = [plies - 1, plies.saturating_add(1)].into_iter().filter(|&near| near >= 0);
                near.map(RuleValue::Number).chain([RuleValue::NO_LIMIT]).collect()
            }
        }
    }

    /// What holds for a setting: what is chosen, or else what the rules come to.
    fn value(&self, setting: &RuleSetting) -> Option<SettingValue> {
        match setting.key {
            "directed" => Some(SettingValue::Switch(self.is_directed())),
            "placement" => Some(SettingValue::Switch(self.cats.is_none() || self.mouse.is_none())),
            // The holes are changed as starts are, so they have no value here.
            _ => setting.get(&self.rules.choices()),
        }
    }

    fn is_directed(&self) -> bool {
        self.original.rules.directed == Some(true)
    }

    fn is_symmetric(&self) -> bool {
        let arcs: BTreeSet<(Vertex, Vertex, u32)> = self.board.arcs().collect();
        arcs.iter().all(|&(from, to, cost)| arcs.contains(&(to, from, cost)))
    }

    /// Whether something stands on a vertex.
    fn is_taken(&self, vertex: Vertex) -> bool {
        self.mouse == Some(vertex)
            || self.cats.iter().flatten().any(|&cat| cat == vertex)
            || self.rules.holes.contains(&vertex)
    }

    /// Whether a piece that starts at a vertex is also tried at another.
    fn may_go(&self, piece: Piece, at: Vertex, to: Vertex) -> bool {
        let may_enter = piece == Piece::Cat && self.cats_enter;
        let stands = |cat: &Vertex| *cat == to;
        let is_free = self.mouse != Some(to) && !self.cats.iter().flatten().any(stands);
        at != to && is_free && (may_enter || !self.rules.holes.contains(&to))
    }

    /// Gives a setup the form in which its author would write it: with the pieces in the drawing of a grid, and without what holds
    /// anyway.
    fn settle(&self, setup: &mut Setup) {
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
        // All pieces of a kind are in the drawing, or none.
        let mut draw = |places: &[VertexChoice], letter: char| {
            let cells: Option<BTreeSet<(usize, usize)>> = places.iter().map(cell).collect();
            let cells = cells.filter(|cells| cells.len() == places.len() && !cells.is_empty())?;
            let is_free =
                |&(row, column): &(usize, usize)| drawing.get(row).and_then(|row| row.get(column)) == Some(&'.');
            cells.iter().all(is_free).then(|| cells.iter().for_each(|&(row, column)| drawing[row][column] = letter))
        };
        let said_nothing =
            original.rules.holes.is_none() && rules.holes == plain.rules.holes && rules.holes == Some(vec![]);
        if said_nothing || rules.holes.as_deref().is_some_and(|holes| draw(holes, 'F').is_some()) {
            rules.holes = None;
        }
        if mouse.as_ref().is_some_and(|mouse| draw(std::slice::from_ref(mouse), 'M').is_some()) {
            *mouse = None;
        }
        if cats.as_deref().is_some_and(|cats| draw(cats, 'C').is_some()) {
            *cats = None;
        }
        for (row, letters) in rows.iter_mut().zip(drawing) {
            *row = letters.into_iter().collect();
        }
    }
}

/// The setting that is none of the table: who moves first.
const FIRST: &str = "first";

/// What a change is about: two changes about the same do not go together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Wall([u32; 2]),
    Edge(u32, u32, Option<u32>),
    Start(Piece, (u32, Option<u32>)),
    Rule(&'static str),
}

fn key(change: &Change) -> Key {
    match *change {
        Change::Wall { cell, .. } => Key::Wall(cell),
        Change::Edge { from, to, cost, .. } => Key::Edge(from, to, cost),
        Change::Start { piece, from, .. } => Key::Start(
            piece,
            match from {
                VertexJson::Number(number) => (number, None),
                VertexJson::Cell([row, column]) => (row, Some(column)),
            },
        ),
        Change::Rule { rule, .. } => Key::Rule(rule),
    }
}

/// A vertex as it is written where nothing is renumbered: by its cell, its name or its number.
fn choice(board: &Board, vertex: Vertex) -> VertexChoice {
    match (VertexJson::on_board(Some(board), vertex), board.name(vertex)) {
        (VertexJson::Number(_), Some(name)) => VertexChoice::Name(name.to_owned()),
        (vertex, _) => vertex.into(),
    }
}

/// Everything that stands on a vertex in a plain setup.
fn standing(setup: &Setup) -> impl Iterator<Item = (Piece, &VertexChoice)> {
    let mouse = setup.mouse.iter().map(|at| (Piece::Mouse, at));
    let cats = setup.cats.iter().flatten().map(|at| (Piece::Cat, at));
    mouse.chain(cats).chain(setup.rules.holes.iter().flatten().map(|at| (Piece::Hole, at)))
}

/// A vertex as an argument of a command: in quotes where a shell would make something else of it.
fn in_shell(vertex: &VertexChoice) -> String {
    let text = match vertex {
        VertexChoice::Cell(row, column) => format!("{row},{column}"),
        VertexChoice::Number(_) | VertexChoice::Name(_) => vertex.to_string(),
    };
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "_-,.".contains(c));
    if is_plain { text } else { format!("'{text}'") }
}

/// The row and the column of a cell.
fn cell(choice: &VertexChoice) -> Option<(usize, usize)> {
    match *choice {
        VertexChoice::Cell(row, column) => usize::try_from(row).ok().zip(usize::try_from(column).ok()),
        VertexChoice::Number(_) | VertexChoice::Name(_) => None,
    }
}

/// Adds an edge, or takes it out; none where there is nothing to take out.
fn apply_edge(
    board: &mut BoardChoice,
    (from, to): (i64, i64),
    cost: Option<i64>,
    one_way: bool,
    added: bool,
) -> Option<()> {
    /// Takes out what is the edge; none where nothing is.
    fn take<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<()> {
        let before = list.len();
        list.retain(|item| !is_it(item));
        (list.len() < before).then_some(())
    }
    /// Adds to a list, which stays ordered if it is.
    fn add<T: Ord>(list: &mut Vec<T>, item: T) {
        let at = if list.is_sorted() { list.partition_point(|other| *other < item) } else { list.len() };
        list.insert(at, item);
    }
    let both_ways = !one_way && from != to;
    let costs = cost.unwrap_or(1);
    let ends = [Some((from, to)), both_ways.then_some((to, from))];
    let index = |vertex: i64| usize::try_from(vertex).ok();
    match board {
        BoardChoice::Adjacency(lists) => {
            for (from, to) in ends.into_iter().flatten() {
                let list = lists.get_mut(index(from)?)?;
                if added { add(list, to) } else { take(list, |&other| other == to)? }
            }
        }
        BoardChoice::AdjacencyWithCosts(lists) => {
            for (from, to) in ends.into_iter().flatten() {
                let list = lists.get_mut(index(from)?)?;
                if added { add(list, (to, costs)) } else { take(list, |&other| other == (to, costs))? }
            }
        }
        BoardChoice::Edges { edges, .. } if added => add(edges, (from, to)),
        BoardChoice::Edges { edges, .. } => {
            take(edges, |&edge| ends.contains(&Some(edge)))?;
        }
        BoardChoice::EdgesWithCosts { edges, .. } if added => add(edges, (from, to, costs)),
        BoardChoice::EdgesWithCosts { edges, .. } => {
            take(edges, |&(a, b, cost)| cost == costs && ends.contains(&Some((a, b))))?;
        }
        BoardChoice::Grid(_) => return None,
    }
    Some(())
}

/// Gives a setting another value.
fn apply_rule(setup: &mut Setup, rule: &str, to: RuleValue) -> Option<()> {
    match (rule, to) {
        (FIRST, RuleValue::Word(word)) => {
            setup.first = Some(Side::from_word(word)?);
            return Some(());
        }
        // The players place what has no start.
        ("placement", RuleValue::Switch(true)) => {
            setup.rules.cats = setup.cats.as_ref().map(|cats| i64::try_from(cats.len()).unwrap_or(i64::MAX));
            (setup.mouse, setup.cats) = (None, None);
        }
        // Every arc also leads back.
        ("directed", RuleValue::Switch(false)) => match &mut setup.board {
            BoardChoice::Adjacency(lists) => lead_back(lists, |&to, from| (to, from)),
            BoardChoice::AdjacencyWithCosts(lists) => lead_back(lists, |&(to, cost), from| (to, (from, cost))),
            BoardChoice::Edges { .. } | BoardChoice::EdgesWithCosts { .. } | BoardChoice::Grid(_) => {}
        },
        _ => {}
    }
    let setting = SETTINGS.iter().find(|setting| setting.key == rule)?;
    let value = match (setting.kind, to) {
        (Kind::Switch, RuleValue::Switch(switch)) => SettingValue::Switch(switch),
        (Kind::Word(_), RuleValue::Word(word)) => SettingValue::Word(word),
        (Kind::Number, RuleValue::Number(number)) => SettingValue::Number(number),
        (Kind::Limit, RuleValue::Number(number)) => SettingValue::Limit(LimitChoice::Plies(number)),
        (Kind::Limit, RuleValue::Word(_)) => SettingValue::Limit(LimitChoice::None),
        _ => return None,
    };
    setting.set(&mut setup.rules, value)
}

/// Adds to lists of neighbours the arcs back; `back` says where an entry leads, and what the entry of the arc back is.
fn lead_back<T: Ord + Clone>(lists: &mut [Vec<T>], back: impl Fn(&T, i64) -> (i64, T)) {
    let arcs: Vec<(i64, T)> = (0..)
        .zip(lists.iter())
        .flat_map(|(from, list)| list.iter().map(move |entry| (from, entry)))
        .map(|(from, entry)| back(entry, from))
        .collect();
    for (vertex, entry) in arcs {
        let list = usize::try_from(vertex).ok().and_then(|vertex| lists.get_mut(vertex));
        if let Some(list) = list.filter(|list| !list.contains(&entry)) {
            let at = if list.is_sorted() { list.partition_point(|other| *other < entry) } else { list.len() };
            list.insert(at, entry);
        }
    }
}
