//! Setups from bytes. They are mostly valid, so that most bytes make a game, but cover every rule,
//! every board, and wrong numbers too.

use arbitrary::{Result, Unstructured};
use catmouse_model::{
    BoardChoice, Cell, Keyword, Kind, LimitChoice, Preset, RuleChoices, SETTINGS, Section, SettingValue, Setup, Side,
    Sight, ThinWall, VertexChoice,
};

/// The greatest number of vertices of a graph, and of cells along a side of a grid.
const MAX_VERTICES: u8 = 14;
const MAX_CELLS: u8 = 6;

/// The greatest valid number of cats. Games with more cats are too large to be played often.
const MAX_CATS: i64 = 3;

/// The greatest usual cost of a move.
const MAX_COST: i64 = 5;

/// The setup that the bytes encode.
///
/// # Errors
///
/// If there are too few bytes.
pub fn setup<'a>(bytes: &mut Unstructured<'a>) -> Result<Setup> {
    let board = board(bytes)?;
    let vertices = match &board {
        BoardChoice::Adjacency(lists) => lists.len() as i64,
        BoardChoice::AdjacencyWithCosts(lists) => lists.len() as i64,
        BoardChoice::Edges { vertices, .. }
        | BoardChoice::EdgesWithCosts { vertices, .. }
        | BoardChoice::EdgesOfKinds { vertices, .. } => *vertices,
        BoardChoice::Grid(rows) => free_cells(rows).len() as i64,
    };
    let vertex = |bytes: &mut Unstructured<'a>| vertex(bytes, &board, vertices);
    let names =
        if bytes.ratio(1, 8)? { (0..vertices).map(|vertex| format!("v{vertex}")).collect() } else { Vec::new() };
    let mut rules = RuleChoices { directed: Some(bytes.ratio(7, 8)?), ..RuleChoices::default() };
    for setting in SETTINGS.iter().filter(|setting| setting.section == Section::Rules) {
        let value = optional(bytes, |bytes| {
            Ok(match setting.kind {
                Kind::Switch => SettingValue::Switch(bytes.arbitrary()?),
                Kind::Word(words) => SettingValue::Word(bytes.choose(words).copied()?),
                Kind::Number if setting.key == "cats" => SettingValue::Number(number(bytes, MAX_CATS + 1)?),
                Kind::Number => SettingValue::Number(jump(bytes)?),
                Kind::Limit => SettingValue::Limit(limit(bytes)?),
                Kind::Vertices => SettingValue::Vertices(several(bytes, 3, vertex)?),
                // The boards here have none.
                Kind::Kinds => SettingValue::Kinds(Vec::new()),
                Kind::Words(words) => SettingValue::Words(several(bytes, 3, |bytes| bytes.choose(words).copied())?),
                Kind::Numbers => SettingValue::Numbers(several(bytes, 3, jump)?),
                Kind::Sight => SettingValue::Sight(match bytes.int_in_range(0..=4)? {
                    0 => Sight::Never,
                    1 => Sight::Every(bytes.int_in_range(1..=4)?),
                    2 => Sight::After(bytes.int_in_range(1..=15)?),
                    3 => Sight::Within(bytes.int_in_range(0..=3)?),
                    _ => Sight::Always,
                }),
            })
        })?;
        value.and_then(|value| setting.set(&mut rules, value));
    }
    let preset = optional(bytes, word::<Preset>)?;
    let mouse = optional(bytes, vertex)?;
    let cats = optional(bytes, |bytes| several(bytes, MAX_CATS as usize, vertex))?;
    let first = optional(bytes, word::<Side>)?;
    let is_grid = matches!(board, BoardChoice::Grid(_));
    let thin_walls = if is_grid && bytes.ratio(1, 4)? { several(bytes, 3, thin_wall)? } else { Vec::new() };
    Ok(Setup { board, names, captions: Vec::new(), thin_walls, preset, rules, mouse, cats, first })
}

fn board(bytes: &mut Unstructured<'_>) -> Result<BoardChoice> {
    let kind = bytes.int_in_range(0..=5)?;
    if kind == 0 {
        return Ok(BoardChoice::Grid(rows(bytes)?));
    }
    let vertices = bytes.int_in_range(1..=MAX_VERTICES)?.into();
    let vertex = |bytes: &mut Unstructured<'_>| number(bytes, vertices);
    let priced_target =
        |bytes: &mut Unstructured<'_>| Ok((number(bytes, vertices)?, number(bytes, MAX_COST)?.saturating_add(1)));
    let edge = |bytes: &mut Unstructured<'_>| Ok((vertex(bytes)?, vertex(bytes)?));
    let priced_edge =
        |bytes: &mut Unstructured<'_>| priced_target(bytes).and_then(|(to, cost)| Ok((vertex(bytes)?, to, cost)));
    Ok(match kind {
        1 => BoardChoice::Edges { vertices, edges: several(bytes, 40, edge)? },
        2 => BoardChoice::EdgesWithCosts { vertices, edges: several(bytes, 40, priced_edge)? },
        3 => BoardChoice::AdjacencyWithCosts(lists(bytes, vertices, priced_target)?),
        _ => BoardChoice::Adjacency(lists(bytes, vertices, vertex)?),
    })
}

/// A list of items for each vertex.
fn lists<'a, T>(
    bytes: &mut Unstructured<'a>,
    vertices: i64,
    item: impl Fn(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<Vec<T>>> {
    (0..vertices).map(|_| several(bytes, 5, &item)).collect()
}

/// The rows of a grid with food, mouse and cat. A later piece may replace an earlier one.
fn rows(bytes: &mut Unstructured<'_>) -> Result<Vec<String>> {
    let (rows, columns) = (bytes.int_in_range(1..=MAX_CELLS)?, bytes.int_in_range(1..=MAX_CELLS)?);
    let cells = usize::from(rows) * usize::from(columns);
    let cell = |bytes: &mut Unstructured<'_>| bytes.choose(&['.', '.', '.', '#']).copied();
    let mut grid: Vec<char> = (0..cells).map(|_| cell(bytes)).collect::<Result<_>>()?;
    for piece in ['F', 'M', 'C'] {
        let place = bytes.choose_index(cells)?;
        grid[place] = piece;
    }
    Ok(grid.chunks(columns.into()).map(String::from_iter).collect())
}

/// Rows and columns of the cells that are not walls, in the order of the vertices.
fn free_cells(rows: &[String]) -> Vec<(i64, i64)> {
    let row = |(row, text): (usize, &String)| {
        let free = text.chars().enumerate().filter(|&(_, cell)| cell != '#');
        free.map(|(column, _)| (row as i64, column as i64)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// A vertex. Usually it exists and has the form that its board requires.
fn vertex(bytes: &mut Unstructured<'_>, board: &BoardChoice, vertices: i64) -> Result<VertexChoice> {
    let number = number(bytes, vertices)?;
    Ok(match (bytes.int_in_range(0..=15)?, board) {
        (0, _) => VertexChoice::Cell(number, number % 3),
        (1, _) => VertexChoice::Name(format!("v{number}")),
        (2.., BoardChoice::Grid(rows)) => {
            let cell = usize::try_from(number).ok().and_then(|number| free_cells(rows).get(number).copied());
            cell.map_or(VertexChoice::Number(number), |(row, column)| VertexChoice::Cell(row, column))
        }
        _ => VertexChoice::Number(number),
    })
}

/// A wall between two cells, which are usually side by side.
fn thin_wall(bytes: &mut Unstructured<'_>) -> Result<ThinWall> {
    let (row, column) = (bytes.int_in_range(0..=3)?, bytes.int_in_range(0..=3)?);
    let (down, right) = (bytes.int_in_range(0..=1)?, bytes.int_in_range(0..=1)?);
    Ok([Cell { row, column }, Cell { row: row + down, column: column + right }])
}

/// A number below a bound; rarely any other.
fn number(bytes: &mut Unstructured<'_>, bound: i64) -> Result<i64> {
    if bytes.ratio(1, 255)? { bytes.arbitrary() } else { bytes.int_in_range(0..=bound.max(1) - 1) }
}

fn jump(bytes: &mut Unstructured<'_>) -> Result<i64> {
    if bytes.ratio(1, 16)? { bytes.arbitrary() } else { bytes.int_in_range(0..=4) }
}

fn limit(bytes: &mut Unstructured<'_>) -> Result<LimitChoice> {
    Ok(match bytes.int_in_range(0..=7)? {
        0 => LimitChoice::None,
        1 => LimitChoice::Plies(bytes.arbitrary()?),
        _ => LimitChoice::Plies(bytes.int_in_range(0..=30)?),
    })
}

/// One of the words of a setting.
fn word<K: Keyword>(bytes: &mut Unstructured<'_>) -> Result<K> {
    bytes.choose(K::ALL).copied()
}

fn optional<'a, T>(
    bytes: &mut Unstructured<'a>,
    item: impl FnOnce(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Option<T>> {
    bytes.arbitrary::<bool>()?.then(|| item(bytes)).transpose()
}

fn several<'a, T>(
    bytes: &mut Unstructured<'a>,
    most: usize,
    mut item: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = bytes.int_in_range(0..=most)?;
    (0..count).map(|_| item(bytes)).collect()
}
