//! Setups in TOML. The documentation of the crate shows every key.

use std::collections::HashMap;

use catmouse_model::{
    BoardChoice, InOrder, Keyword, Kind, LimitChoice, NoSight, RuleChoices, SETTINGS, Section, Setting, SettingValue,
    Setup, SetupPlace, Sight, VertexChoice, is_legible, listed, toml_string,
};

use crate::board::number;
use crate::board_text::BoardText;
use crate::expectation::{Expectation, ExpectedCounts, ExpectedLongest};
use crate::problem::{Problem, ReadError, quoted};
use crate::reading::Reading;
use crate::tree::{Entry, Node, Span, Value, toml};
use crate::vertex_names::VertexNames;

/// The version of the format that this reader reads.
const VERSION: i64 = 1;

/// A table of a setup, and its keys.
struct TomlTable {
    name: &'static str,
    keys: &'static [&'static str],
}

const SETUP: TomlTable = TomlTable {
    name: "a setup",
    keys: &["catmouse", "title", "source", "preset", "board", "rules", "start", "expect"],
};
const BOARD: TomlTable =
    TomlTable { name: "[board]", keys: &["adjacency", "edges", "vertices", "grid", "names", "directed"] };
const RULES: TomlTable = TomlTable { name: "[rules]", keys: &RULE_KEYS };

/// The keys of the settings in `[rules]`.
const RULE_KEYS: [&str; rule_count()] = {
    let mut keys = [""; rule_count()];
    let (mut index, mut found) = (0, 0);
    while index < SETTINGS.len() {
        if matches!(SETTINGS[index].section, Section::Rules) {
            keys[found] = SETTINGS[index].key;
            found += 1;
        }
        index += 1;
    }
    keys
};

const fn rule_count() -> usize {
    let (mut index, mut found) = (0, 0);
    while index < SETTINGS.len() {
        found += matches!(SETTINGS[index].section, Section::Rules) as usize;
        index += 1;
    }
    found
}
const START: TomlTable = TomlTable { name: "[start]", keys: &["mouse", "cat", "cats", "first"] };
const EXPECT: TomlTable = TomlTable {
    name: "[expect]",
    keys: &["outcome", "decided-by", "distance-plies", "distance-cost", "positions", "longest-plies", "longest-cost"],
};
const POSITIONS: TomlTable = TomlTable { name: "positions", keys: &["total", "mouse", "cat", "draw"] };
const LONGEST: TomlTable = TomlTable { name: "longest-plies", keys: &["mouse", "cat"] };
const LONGEST_COST: TomlTable = TomlTable { name: "longest-cost", ..LONGEST };

/// The tables that are searched for a key that is in the wrong table.
const SECTIONS: [&TomlTable; 5] = [&SETUP, &BOARD, &RULES, &START, &EXPECT];

const DECIDED_BY: [&str; 4] = ["play", "endless", "limit", "stalemate"];

const VERTEX: &str = "a vertex: a number, a name in quotes, or [row, column] on a grid";
const VERTICES: &str = "a list of vertices, such as [0, 3]";
const PLIES: &str = "a number of plies, or \"none\"";
const COST: &str = "a total cost, or \"none\"";
const BOARDS: &str = "adjacency, edges or grid";

pub(crate) fn read(text: &str) -> Result<BoardText<'_>, ReadError> {
    let entries = toml::parse(text)?;
    if let Some(version) = entries.iter().find(|entry| entry.key == "catmouse") {
        // If a setup has another version, nothing else is checked.
        check_version(text, &version.node)?;
    }
    let version_is_misplaced = entries.iter().any(|entry| match &entry.node.value {
        Value::Table(inner) => inner.iter().any(|entry| entry.key == "catmouse"),
        _ => false,
    });
    let mut reading = Reading::new(text);
    let mut fields = reading.known(entries, &SETUP);
    if fields.take("catmouse").is_none() && !version_is_misplaced {
        reading.report(None, "the setup has no version", format!("begin it with the line catmouse = {VERSION}"));
    }
    let title = fields.take("title").and_then(|entry| reading.title(entry.node));
    let source = fields.take("source").and_then(|entry| reading.text(entry.node, "a text in quotes"));
    let preset = fields.take("preset").and_then(|entry| reading.keyword(entry.node));

    let mut setup = Setup { preset, ..Setup::new(BoardChoice::Adjacency(Vec::new())) };
    if let Some(mut fields) = reading.section(fields.take("rules"), &RULES) {
        reading.settings(&mut fields, Section::Rules, &mut setup.rules);
    }
    let mut is_labelled = false;
    match fields.take("board") {
        Some(board) => is_labelled = reading.board_section(board, &mut setup),
        None => reading.report(None, "the setup has no board", format!("add a table [board] with {BOARDS}")),
    }
    // `none` means no hole, as in the flag, unless a vertex has this name.
    let is_none = |hole: &VertexChoice| matches!(hole, VertexChoice::Name(name) if name == "none");
    if setup.rules.holes.as_ref().is_some_and(|holes| matches!(&holes[..], [hole] if is_none(hole)))
        && !setup.names.iter().any(|name| name == "none")
    {
        setup.rules.holes = Some(Vec::new());
    }
    if let Some(fields) = reading.section(fields.take("start"), &START) {
        reading.start(fields, &mut setup);
    }
    let expect = reading.section(fields.take("expect"), &EXPECT).map(|fields| reading.expectation(fields));
    let mut document = BoardText::new(setup, text, reading.finish()?);
    (document.title, document.source, document.expect) = (title, source, expect);
    document.is_labelled = is_labelled;
    Ok(document)
}

/// Sets the number of vertices of a board of edges.
fn count_vertices(board: &mut BoardChoice, count: i64) {
    if let BoardChoice::Edges { vertices, .. }
    | BoardChoice::EdgesWithCosts { vertices, .. }
    | BoardChoice::EdgesOfKinds { vertices, .. } = board
    {
        *vertices = count;
    }
}

/// The vertex of each name in a list of names; `None` unless all are texts. The model reports
/// repeated names.
fn given_names(names: &Node) -> Option<HashMap<String, i64>> {
    let Value::List(names) = &names.value else { return None };
    let name = |(vertex, node): (usize, &Node)| match &node.value {
        Value::Text(name) => Some((name.clone(), number(vertex))),
        _ => None,
    };
    names.iter().enumerate().map(name).collect()
}

fn check_version(text: &str, node: &Node) -> Result<(), Problem> {
    let message = match node.value {
        Value::Integer(VERSION) => return Ok(()),
        Value::Integer(version) => format!("this setup has version {version}"),
        _ => format!("{} is not a version of a setup", quoted(text.get(node.span.range()).unwrap_or_default())),
    };
    let wanted = format!("expected catmouse = {VERSION}, the only version that this program reads");
    Err(Problem::new(Some(node.span.range()), message, wanted))
}

/// The entries of a table with known keys.
struct Fields {
    entries: Vec<Entry>,
    /// Whether a wrong key has been reported. A missing key may then just be misspelt.
    reported: bool,
}

/// The expected value for the name of a cell.
const CELL: &str = "a free cell as row and column, as in door = [0, 4]";

impl Fields {
    fn take(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.swap_remove(index))
    }
}

impl Reading<'_> {
    /// The fields of a table, if the entry is present.
    fn section(&mut self, entry: Option<Entry>, table: &TomlTable) -> Option<Fields> {
        let node = entry?.node;
        if let Value::Table(entries) = node.value {
            return Some(self.known(entries, table));
        }
        let header = self.slice(node.span);
        if header.starts_with("[[") && matches!(&node.value, Value::List(list) if list.iter().all(is_table)) {
            self.expected(node.span, "this header has two pairs of brackets", &format!("one, as in {}", table.name));
        } else {
            self.misfit(&node, &format!("a table of {}", listed(table.keys, "or")));
        }
        None
    }

    /// Keeps the entries with known keys, and reports the others.
    fn known(&mut self, entries: Vec<Entry>, table: &TomlTable) -> Fields {
        let (known, unknown): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| table.keys.contains(&&*entry.key));
        let reported = !unknown.is_empty();
        for entry in unknown {
            let message = format!("{} has no key {}", table.name, quoted(&entry.key));
            self.report(entry.key_span, message, wanted_key(&entry.key, table));
        }
        Fields { entries: known, reported }
    }

    /// Reads the board. Returns whether its vertices are named without a fixed order.
    fn board_section(&mut self, entry: Entry, setup: &mut Setup) -> bool {
        let header = entry.node.span;
        let Some(mut fields) = self.section(Some(entry), &BOARD) else {
            return false;
        };
        self.settings(&mut fields, Section::Board, &mut setup.rules);
        let names = fields.take("names").map(|entry| entry.node);
        let vertices = fields.take("vertices");
        let mut boards: Vec<Entry> = Vec::new();
        for entry in ["adjacency", "edges", "grid"].iter().filter_map(|key| fields.take(key)) {
            let at = boards.partition_point(|known| known.key_span.start() < entry.key_span.start());
            boards.insert(at, entry);
        }
        for second in boards.iter().skip(1) {
            let message = format!("`{}` is a second board", second.key);
            self.expected(second.key_span, message, &format!("only one of {BOARDS}"));
        }
        let Some(board) = boards.into_iter().next() else {
            if !fields.reported {
                self.expected(header, "[board] has no board", BOARDS);
            }
            return false;
        };
        let given = names.as_ref().and_then(given_names);
        if let Some(given) = &given {
            self.vertex_names = VertexNames::Given(given.clone());
        }
        let mut met = Vec::new();
        setup.board = if board.key == "edges" {
            if names.is_none() {
                self.vertex_names = VertexNames::Met { names: HashMap::new(), has_numbers: false };
            }
            let edges_at = board.key_span;
            let count_at = vertices.as_ref().map(|entry| entry.node.span);
            let count = vertices.and_then(|entry| self.vertex_count(&entry.node));
            let mut board = self.edges(board.node, count.unwrap_or_default());
            met = self.met_names();
            let named = given.map_or(met.len(), |names| names.len());
            match count_at {
                Some(span) if !met.is_empty() && count.is_some_and(|count| count != number(met.len())) => {
                    let message = format!("the edges name {} vertices", met.len());
                    self.expected(span, message, "as many, or `names` with the name of each vertex");
                }
                Some(_) => {}
                None if named > 0 => count_vertices(&mut board, number(named)),
                None => {
                    let wanted = "say how many there are, as in vertices = 6, or name them";
                    self.report(edges_at, "`edges` without `vertices`", wanted);
                }
            }
            board
        } else {
            if let Some(vertices) = vertices {
                let wanted = format!("leave it out: `{}` says how many there are", board.key);
                self.report(vertices.key_span, "`vertices` without `edges`", wanted);
            }
            match &*board.key {
                "grid" => self.grid(board.node, setup),
                _ => self.adjacency(board.node),
            }
        };
        let is_labelled = !met.is_empty();
        setup.names = names.map_or(met, |names| self.names(names, &setup.board));
        is_labelled
    }

    fn vertex_count(&mut self, node: &Node) -> Option<i64> {
        self.place(SetupPlace::VertexCount, node.span);
        self.integer(node, "the number of vertices")
    }

    /// The names of vertices in edges, by number.
    fn met_names(&mut self) -> Vec<String> {
        let VertexNames::Met { names, .. } = std::mem::take(&mut self.vertex_names) else { return Vec::new() };
        let mut names: Vec<(i64, String)> = names.into_iter().map(|(name, vertex)| (vertex, name)).collect();
        names.put_in_order();
        names.into_iter().map(|(_, name)| name).collect()
    }

    fn names(&mut self, node: Node, board: &BoardChoice) -> Vec<String> {
        self.place(SetupPlace::Setting(Setting::Names), node.span);
        if let (Value::Table(_), BoardChoice::Grid(rows)) = (&node.value, board) {
            return self.names_of_cells(node, rows);
        }
        let names = self.list(node, "a list with the name of each vertex");
        let mut texts = Vec::with_capacity(names.len());
        for (vertex, node) in names.into_iter().enumerate() {
            self.place(SetupPlace::Name { vertex }, node.span);
            texts.extend(self.text(node, "a name in quotes"));
        }
        texts
    }

    /// Reads names for some cells of a grid. The result has an entry for each free cell, which is
    /// empty if the cell has no name.
    fn names_of_cells(&mut self, node: Node, rows: &[String]) -> Vec<String> {
        let Value::Table(entries) = node.value else { return Vec::new() };
        // The vertex of each cell; `None` for a wall.
        let mut vertices: Vec<Vec<Option<usize>>> = Vec::new();
        let mut free = 0;
        for row in rows {
            let mut numbered = Vec::new();
            for cell in row.chars() {
                numbered.push((cell != '#').then_some(free));
                free += usize::from(cell != '#');
            }
            vertices.push(numbered);
        }
        let mut names = vec![String::new(); free];
        for Entry { key, key_span, node } in entries {
            let Some(VertexChoice::Cell(row, column)) = self.vertex(&node) else {
                self.report(node.span, format!("`{}` names no cell", key.escape_debug()), CELL);
                continue;
            };
            let vertex_of = |(row, column): (usize, usize)| *vertices.get(row)?.get(column)?;
            let Some(vertex) = usize::try_from(row).ok().zip(usize::try_from(column).ok()).and_then(vertex_of) else {
                self.report(node.span, format!("[{row}, {column}] is no free cell of the grid"), CELL);
                continue;
            };
            if !names[vertex].is_empty() {
                let message =
                    format!("the cell [{row}, {column}] is called `{}` already", names[vertex].escape_debug());
                self.report(key_span, message, "one name for a cell");
                continue;
            }
            self.place(SetupPlace::Name { vertex }, key_span);
            names[vertex] = key;
        }
        names
    }

    /// Takes the settings of a section out of its fields.
    fn settings(&mut self, fields: &mut Fields, section: Section, rules: &mut RuleChoices) {
        for setting in SETTINGS.iter().filter(|setting| setting.section == section) {
            let Some(Entry { node, .. }) = fields.take(setting.key) else { continue };
            if let Some(site) = setting.site.filter(|_| !matches!(setting.kind, Kind::Vertices)) {
                self.place(SetupPlace::Setting(site), node.span);
            }
            let value = match setting.kind {
                Kind::Switch => self.boolean(&node).map(SettingValue::Switch),
                Kind::Word(words) => self.word(node, words).map(SettingValue::Word),
                Kind::Number => self.integer(&node, &format!("a number of {}", setting.unit)).map(SettingValue::Number),
                Kind::Limit => self.limit(&node).map(SettingValue::Limit),
                Kind::Vertices => Some(SettingValue::Vertices(self.places(node, setting.site))),
                Kind::Kinds => Some(SettingValue::Kinds(self.kinds(node, setting.site))),
                Kind::Sight => self.sight(node).map(SettingValue::Sight),
                Kind::Words(words) => {
                    self.several(node, |reader, node| reader.word(node, words)).map(SettingValue::Words)
                }
                Kind::Numbers => {
                    let wanted = format!("a number of {}", setting.unit);
                    self.several(node, |reader, node| reader.integer(&node, &wanted)).map(SettingValue::Numbers)
                }
            };
            // The value has been read as the kind of the setting, so it fits.
            let _ = value.and_then(|value| setting.set(rules, value));
        }
    }

    /// Reads one of these words.
    fn word(&mut self, node: Node, words: &[&'static str]) -> Option<&'static str> {
        let (span, wanted) = (node.span, listed(words, "or"));
        let text = self.text(node, &wanted)?;
        let word = words.iter().copied().find(|&word| word == text);
        if word.is_none() {
            self.unknown_word(span, &text, &wanted);
        }
        word
    }

    /// Reads one value, or a list of values.
    fn several<T>(&mut self, node: Node, mut read: impl FnMut(&mut Self, Node) -> Option<T>) -> Option<Vec<T>> {
        let nodes = if matches!(node.value, Value::List(_)) { self.list(node, "a list") } else { vec![node] };
        nodes.into_iter().map(|node| read(self, node)).collect()
    }

    /// Reads a vertex, or a list of vertices.
    fn places(&mut self, node: Node, site: Option<Setting>) -> Vec<VertexChoice> {
        let site = site.unwrap_or(Setting::Hole);
        if matches!(node.value, Value::List(_)) {
            return self.vertices(node, site);
        }
        self.place(SetupPlace::Setting(site), node.span);
        self.vertex(&node).into_iter().collect()
    }

    /// Reads the name of a kind of edges, or a list of names.
    fn kinds(&mut self, node: Node, site: Option<Setting>) -> Vec<String> {
        const KIND: &str = "the name of a kind of edges in quotes";
        let site = site.unwrap_or(Setting::MouseUses);
        let items = if matches!(node.value, Value::List(_)) { self.list(node, KIND) } else { vec![node] };
        let mut kinds = Vec::with_capacity(items.len());
        for (index, node) in items.into_iter().enumerate() {
            self.place(SetupPlace::Item(site, index), node.span);
            kinds.extend(self.text(node, KIND));
        }
        kinds
    }

    /// Reads a word, a number of moves, or a list of moves.
    fn sight(&mut self, node: Node) -> Option<Sight> {
        let (span, wanted) = (node.span, NoSight.to_string());
        let wanted = wanted.trim_start_matches("expected ");
        let text = match &node.value {
            Value::Integer(number) => number.to_string(),
            Value::List(_) => {
                // A list of one move is no period.
                let moves = self.list(node, wanted);
                let moves = moves.iter().map(|node| self.integer(node, wanted)).collect::<Option<Vec<_>>>()?;
                moves.iter().map(i64::to_string).chain(moves.last().map(i64::to_string)).collect::<Vec<_>>().join(",")
            }
            _ => self.text(node, wanted)?,
        };
        let sight = text.parse().ok();
        if sight.is_none() {
            let written = self.slice(span).trim_matches('"');
            self.unknown_word(span, written, wanted);
        }
        sight
    }

    fn limit(&mut self, node: &Node) -> Option<LimitChoice> {
        if is_none_word(node) {
            return Some(LimitChoice::None);
        }
        self.integer(node, PLIES).map(LimitChoice::Plies)
    }

    fn start(&mut self, mut fields: Fields, setup: &mut Setup) {
        if let Some(entry) = fields.take("mouse") {
            self.place(SetupPlace::Setting(Setting::Mouse), entry.node.span);
            setup.mouse = self.vertex(&entry.node);
        }
        match (fields.take("cat"), fields.take("cats")) {
            (Some(_), Some(cats)) => {
                self.expected(cats.key_span, "both `cat` and `cats` are given", "only one of them");
            }
            (Some(cat), None) if is_list_of_vertices(&cat.node) => {
                self.expected(
                    cat.node.span,
                    "`cat` is one cat, and this is a list",
                    "`cats` for several, as in cats = [2, 5]",
                );
            }
            (Some(cat), None) => {
                self.place(SetupPlace::Setting(Setting::Cat), cat.node.span);
                setup.cats = self.vertex(&cat.node).map(|vertex| vec![vertex]);
            }
            (None, Some(cats)) => setup.cats = Some(self.vertices(cats.node, Setting::Cat)),
            (None, None) => {}
        }
        setup.first = fields.take("first").and_then(|entry| self.keyword(entry.node));
    }

    fn vertices(&mut self, node: Node, setting: Setting) -> Vec<VertexChoice> {
        self.place(SetupPlace::Setting(setting), node.span);
        let items = self.list(node, VERTICES);
        let mut vertices = Vec::with_capacity(items.len());
        for (index, node) in items.into_iter().enumerate() {
            self.place(SetupPlace::Item(setting, index), node.span);
            vertices.extend(self.vertex(&node));
        }
        vertices
    }

    fn vertex(&mut self, node: &Node) -> Option<VertexChoice> {
        match &node.value {
            Value::Text(text) => {
                // Numbers and cells are written without quotes. The model checks whether a vertex
                // has the name.
                if let Ok(VertexChoice::Name(name)) = text.parse()
                    && name == *text
                {
                    return Some(VertexChoice::Name(name));
                }
                self.expected(node.span, format!("{} is not a name", quoted(text)), VERTEX);
                None
            }
            Value::List(list) => {
                let [row, column] = &list[..] else {
                    self.misfit(node, VERTEX);
                    return None;
                };
                let (row, column) =
                    (self.integer(row, "the number of a row"), self.integer(column, "the number of a column"));
                Some(VertexChoice::Cell(row?, column?))
            }
            _ => self.integer(node, VERTEX).map(VertexChoice::Number),
        }
    }

    fn expectation(&mut self, mut fields: Fields) -> Expectation {
        Expectation {
            outcome: fields.take("outcome").and_then(|entry| self.keyword(entry.node)),
            decided_by: fields.take("decided-by").and_then(|entry| self.decided_by(entry.node)),
            distance_plies: fields.take("distance-plies").and_then(|entry| self.distance(&entry.node, PLIES)),
            distance_cost: fields.take("distance-cost").and_then(|entry| self.distance(&entry.node, COST)),
            positions: fields.take("positions").and_then(|entry| self.counts(entry)),
            longest_plies: fields.take("longest-plies").and_then(|entry| self.longest(entry, &LONGEST, PLIES)),
            longest_cost: fields.take("longest-cost").and_then(|entry| self.longest(entry, &LONGEST_COST, COST)),
        }
    }

    fn decided_by(&mut self, node: Node) -> Option<String> {
        let (span, wanted) = (node.span, listed(&DECIDED_BY, "or"));
        let word = self.text(node, &wanted)?;
        if DECIDED_BY.contains(&&*word) {
            return Some(word);
        }
        self.unknown_word(span, &word, &wanted);
        None
    }

    fn count(&mut self, node: &Node, wanted: &str) -> Option<u64> {
        let count = u64::try_from(self.integer(node, wanted)?).ok();
        if count.is_none() {
            self.expected(node.span, "a negative number is not allowed here", wanted);
        }
        count
    }

    #[expect(clippy::option_option, reason = "unreadable, or a claim that there is no distance")]
    fn distance(&mut self, node: &Node, wanted: &str) -> Option<Option<u64>> {
        if is_none_word(node) {
            return Some(None);
        }
        self.count(node, wanted).map(Some)
    }

    fn counts(&mut self, entry: Entry) -> Option<ExpectedCounts> {
        let header = entry.node.span;
        let mut fields = self.section(Some(entry), &POSITIONS)?;
        let [total, mouse, cat, draw] = ["total", "mouse", "cat", "draw"].map(|key| {
            let entry = self.required(&mut fields, key, &POSITIONS, header)?;
            self.count(&entry.node, "a number of positions")
        });
        Some(ExpectedCounts { total: total?, mouse: mouse?, cat: cat?, draw: draw? })
    }

    /// A title, which goes into lists, headers and file formats that have one line for it.
    fn title(&mut self, node: Node) -> Option<String> {
        let span = node.span;
        let title = self.text(node, "a text in quotes")?;
        if let Some(letter) = title.chars().find(|&letter| !is_legible(letter)) {
            let wanted = "a title is one line, without control characters and changes of direction";
            self.report(span, format!("the title has the character U+{:04X}", u32::from(letter)), wanted);
            return None;
        }
        Some(title)
    }

    fn longest(&mut self, entry: Entry, table: &TomlTable, wanted: &str) -> Option<ExpectedLongest> {
        let header = entry.node.span;
        let mut fields = self.section(Some(entry), table)?;
        let [mouse, cat] = ["mouse", "cat"].map(|key| {
            let entry = self.required(&mut fields, key, table, header)?;
            self.distance(&entry.node, wanted)
        });
        Some(ExpectedLongest { mouse: mouse?, cat: cat? })
    }

    fn required(&mut self, fields: &mut Fields, key: &str, table: &TomlTable, header: Span) -> Option<Entry> {
        let entry = fields.take(key);
        if entry.is_none() && !fields.reported {
            self.expected(header, format!("`{key}` is missing"), &listed(table.keys, "and"));
            fields.reported = true;
        }
        entry
    }
}

/// Writes a whole document.
pub(crate) fn write(out: &mut String, document: &BoardText<'_>) {
    let BoardText { setup, title, source, expect, .. } = document;
    let mut writer = Writer { out, header: None };
    writer.put("catmouse", Some(VERSION.to_string()));
    writer.put("title", title.as_deref().map(toml_string));
    writer.put("source", source.as_deref().map(toml_string));
    writer.put("preset", setup.preset.map(word));

    writer.open("[board]");
    match &setup.board {
        BoardChoice::Adjacency(lists) => {
            writer.put("adjacency", Some(list(lists, |steps| list(steps, i64::to_string))));
        }
        BoardChoice::AdjacencyWithCosts(lists) => {
            let pair = |(to, cost): &(i64, i64)| format!("[{to}, {cost}]");
            writer.put("adjacency", Some(list(lists, |steps| list(steps, pair))));
        }
        BoardChoice::Edges { vertices, edges } => {
            writer.put("vertices", Some(vertices.to_string()));
            writer.put("edges", Some(list(edges, |(from, to)| format!("[{from}, {to}]"))));
        }
        BoardChoice::EdgesWithCosts { vertices, edges } => {
            writer.put("vertices", Some(vertices.to_string()));
            writer.put("edges", Some(list(edges, |(from, to, cost)| format!("[{from}, {to}, {cost}]"))));
        }
        BoardChoice::EdgesOfKinds { vertices, edges, kinds } => {
            let edge = |&(from, to, kind): &(i64, i64, usize)| {
                format!("[{from}, {to}, {}]", toml_string(kinds.get(kind).map_or("", |kind| kind)))
            };
            writer.put("vertices", Some(vertices.to_string()));
            writer.put("edges", Some(list(edges, edge)));
        }
        BoardChoice::Grid(_) => {
            let mut rows = String::new();
            for row in setup.drawn_grid().unwrap_or_default() {
                rows += &format!("  {},\n", toml_string(&row));
            }
            writer.put("grid", Some(format!("[\n{rows}]")));
        }
    }
    writer.put("names", (!setup.names.is_empty()).then(|| list(&setup.names, |name| toml_string(name))));
    writer.settings(Section::Board, &setup.rules);

    writer.open("[rules]");
    writer.settings(Section::Rules, &setup.rules);

    writer.open("[start]");
    writer.put("mouse", setup.mouse.as_ref().map(vertex));
    match setup.cats.as_deref() {
        Some([cat]) => writer.put("cat", Some(vertex(cat))),
        cats => writer.put("cats", cats.map(|cats| list(cats, vertex))),
    }
    writer.put("first", setup.first.map(word));
    if let Some(expect) = expect {
        writer.open("[expect]");
        writer.expectation(expect);
    }
}

/// A writer of TOML, table by table.
struct Writer<'a> {
    out: &'a mut String,
    /// The header of a table without keys so far. It is written before the first key.
    header: Option<&'static str>,
}

impl Writer<'_> {
    fn open(&mut self, header: &'static str) {
        self.header = Some(header);
    }

    /// Writes a key if it has a value.
    fn put(&mut self, key: &str, value: Option<String>) {
        if let Some(value) = value {
            if let Some(header) = self.header.take() {
                *self.out += &format!("\n{header}\n");
            }
            *self.out += &format!("{key} = {value}\n");
        }
    }

    fn settings(&mut self, section: Section, rules: &RuleChoices) {
        for setting in SETTINGS.iter().filter(|setting| setting.section == section) {
            let value = setting.get(rules).map(|value| match value {
                SettingValue::Switch(switch) => switch.to_string(),
                SettingValue::Word(word) => toml_string(word),
                SettingValue::Number(number) | SettingValue::Limit(LimitChoice::Plies(number)) => number.to_string(),
                SettingValue::Limit(LimitChoice::None) => toml_string("none"),
                SettingValue::Vertices(vertices) => list(&vertices, vertex),
                SettingValue::Kinds(kinds) => list(&kinds, |kind| toml_string(kind)),
                SettingValue::Sight(sight) => toml_string(&sight.to_string()),
                SettingValue::Words(words) => one_or_list(&words, |word| toml_string(word)),
                SettingValue::Numbers(numbers) => one_or_list(&numbers, i64::to_string),
            });
            self.put(setting.key, value);
        }
    }

    fn expectation(&mut self, expect: &Expectation) {
        let Expectation { outcome, decided_by, distance_plies, distance_cost, positions, longest_plies, longest_cost } =
            expect;
        let number = |number: Option<u64>| number.map_or_else(|| "\"none\"".to_owned(), |number| number.to_string());
        self.put("outcome", outcome.map(word));
        self.put("decided-by", decided_by.as_deref().map(toml_string));
        self.put("distance-plies", distance_plies.map(number));
        self.put("distance-cost", distance_cost.map(number));
        self.put(
            "positions",
            positions.map(|ExpectedCounts { total, mouse, cat, draw }| {
                format!("{{ total = {total}, mouse = {mouse}, cat = {cat}, draw = {draw} }}")
            }),
        );
        for (key, longest) in [("longest-plies", longest_plies), ("longest-cost", longest_cost)] {
            let longest_text = |ExpectedLongest { mouse, cat }: ExpectedLongest| {
                format!("{{ mouse = {}, cat = {} }}", number(mouse), number(cat))
            };
            self.put(key, longest.map(longest_text));
        }
    }
}

fn word<K: Keyword>(value: K) -> String {
    format!("\"{}\"", value.word())
}

fn vertex(choice: &VertexChoice) -> String {
    match choice {
        VertexChoice::Number(number) => number.to_string(),
        VertexChoice::Name(name) => toml_string(name),
        VertexChoice::Cell(row, column) => format!("[{row}, {column}]"),
    }
}

fn one_or_list<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    if let [only] = items { item(only) } else { list(items, item) }
}

fn list<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    let mut text = String::from("[");
    for (index, each) in items.iter().enumerate() {
        text += if index == 0 { "" } else { ", " };
        text += &item(each);
    }
    text + "]"
}

fn is_table(node: &Node) -> bool {
    matches!(node.value, Value::Table(_))
}

/// Whether a value is a list of vertices and not a cell.
fn is_list_of_vertices(node: &Node) -> bool {
    let is_number = |node: &Node| matches!(node.value, Value::Integer(_));
    matches!(&node.value, Value::List(list) if list.len() != 2 || !list.iter().all(is_number))
}

fn is_none_word(node: &Node) -> bool {
    matches!(&node.value, Value::Text(word) if word == "none")
}

/// The remedy for an unknown key.
fn wanted_key(key: &str, table: &TomlTable) -> String {
    let nearest = table.keys.iter().map(|known| (strsim::levenshtein(key, known), known)).min();
    let home = SECTIONS.iter().find(|section| section.keys.contains(&key));
    if let Some(home) = home.filter(|_| nearest.is_none_or(|(distance, _)| distance > 1)) {
        return match home.name {
            "a setup" => format!("`{key}` belongs above the first table"),
            name => format!("`{key}` belongs in {name}"),
        };
    }
    let hint = match nearest {
        Some((1 | 2, known)) => format!("did you mean `{known}`? "),
        _ => String::new(),
    };
    format!("{hint}{} takes {}", table.name, listed(table.keys, "or"))
}
