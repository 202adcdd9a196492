//! The answer to `check`: whether values are a solution, and whether they agree with the result
//! that the board claims. The conditions are local and need no solver.

use std::io::{self, Read};

use catmouse_arena::InOrder;
use catmouse_arena::{Arena, PositionId, Refutation, Solution, Value, Values, Words, check_within};
use catmouse_formats::Expectation;
use catmouse_model::{Game, Keyword, Outcome, Position, PositionJson, Side, Vertex, VertexChoice, counted};
use serde::Serialize;

use crate::answer::{DecidedBy, SCHEMA, SolvedStart, totals};
use crate::error::Error;
use crate::table::TABLE_COLUMNS;

/// Whether values are a solution, and whether they agree with the result that the board claims.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// // A table as another program may have written it; then the same table with one wrong entry.
/// let mut table = String::from("mouse,cats,turn,outcome,distance_plies,distance_cost\n");
/// for row in solved.table() {
///     table += &(row?.fields().join(",") + "\n");
/// }
/// assert!(catmouse::check_csv(solved.game(), table.as_bytes())?.ok);
/// let wrong = table.replace("1,2,mouse,mouse,1,", "1,2,mouse,cat,1,");
/// assert!(catmouse::check_csv(solved.game(), wrong.as_bytes())?.refutation.is_some());
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Check"))]
#[non_exhaustive]
pub struct CheckAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Whether no value is refuted and every expectation is met.
    pub ok: bool,
    /// The number of positions.
    pub positions: usize,
    /// The first wrong value; null if every value follows from the values after its moves.
    pub refutation: Option<RefutationAnswer>,
    /// The expectations of the board that the solution does not meet, each as a clause.
    pub unmet: Vec<String>,
}

/// A wrong value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Refutation"))]
#[non_exhaustive]
pub struct RefutationAnswer {
    /// The position whose value is wrong.
    pub position: PositionJson,
    /// The position in the notation of the game.
    #[serde(skip)]
    pub notation: String,
    /// The mistake in the value, as a clause.
    pub text: String,
}

/// A wrong value: its position, and the mistake as a clause.
pub(crate) struct WrongEntry {
    position: PositionId,
    text: String,
}

impl CheckAnswer {
    /// The check of a game with a mouse that is not always seen: its positions have no place of the mouse, so a wrong
    /// value is among `unmet`.
    pub(crate) fn of_unseen(positions: usize, unmet: Vec<String>) -> Self {
        Self { schema: SCHEMA, ok: unmet.is_empty(), positions, refutation: None, unmet }
    }

    pub(crate) fn new(game: &Game, wrong: Option<WrongEntry>, unmet: Vec<String>) -> Self {
        let refutation = |WrongEntry { position, text }| {
            let position = game.position(position);
            RefutationAnswer { notation: game.notation(&position), position: PositionJson::new(game, &position), text }
        };
        Self {
            schema: SCHEMA,
            ok: wrong.is_none() && unmet.is_empty(),
            positions: game.arena().positions(),
            refutation: wrong.map(refutation),
            unmet,
        }
    }
}

/// The first wrong value, if there is one.
pub(crate) fn refutation<V: Values>(game: &Game, values: &V) -> Option<WrongEntry> {
    catmouse_arena::check(game.arena(), values).err().map(|why| described(game, why))
}

/// Checks a table in CSV against the rules. The table has the columns [`TABLE_COLUMNS`], and its
/// rows may be in any order. A limit is counted from each position.
///
/// # Errors
///
/// [`Error::Csv`] if the text is not a table of this board. A wrong value is not an error; the
/// answer has its refutation.
pub fn check_csv(game: &Game, table: impl Read) -> Result<CheckAnswer, Error> {
    let horizon = game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
    let wrong = match read_table(game, table)? {
        Ok(solution) => check_within(game.arena(), &solution, horizon).err().map(|why| described(game, why)),
        Err(wrong) => Some(wrong),
    };
    Ok(CheckAnswer::new(game, wrong, Vec::new()))
}

/// A refutation in the words of the game.
fn described(game: &Game, why: Refutation) -> WrongEntry {
    let position = why.position().unwrap_or(PositionId::new(0));
    let mover = game.position(position).turn.noun();
    let claim = |value: Value| match value {
        Value::Win { player, distance } => format!("a win of {} in {distance} is claimed", game.player(player)),
        Value::Endless => "no forced end is claimed".to_owned(),
    };
    let text = match why {
        Refutation::WrongSize { expected, found } => format!("{found} values for {expected} positions"),
        Refutation::Over { winner, claimed, .. } => {
            format!("{}, but the game is over and {} has won", claim(claimed), game.player(winner))
        }
        Refutation::MissedWin { to, distance, claimed, .. } => {
            format!(
                "{}, but {mover} wins in {distance} by {}",
                claim(claimed),
                game.step(position, game.cheapest(position, to))
            )
        }
        Refutation::NoWinningMove { claimed, .. } => {
            format!("{}, but no move leads to a position with this claim", claim(claimed))
        }
        Refutation::Escape { to, claimed, .. } => {
            format!("{}, but {} does not lose", claim(claimed), game.step(position, game.cheapest(position, to)))
        }
        Refutation::Stuck { claimed, .. } => format!("{}, but {mover} has no move and nobody has won", claim(claimed)),
        Refutation::MissedLoss { distance, claimed, .. } => {
            format!("{}, but every move loses, the longest defence in {distance}", claim(claimed))
        }
        Refutation::WrongDistance { expected, claimed, .. } => {
            format!("{}, but the moves make it {expected}", claim(claimed))
        }
    };
    WrongEntry { position, text }
}

/// The expectations that the solution does not meet, each as a clause.
pub(crate) fn unmet(game: &Game, values: &dyn Values, start: &SolvedStart, expect: &Expectation) -> Vec<String> {
    let (positions, longest) = totals(game, values);
    let distance = start.distance;
    let number = |distance: Option<u64>| distance.map_or_else(|| "none".to_owned(), |distance| distance.to_string());
    let mut unmet = UnmetExpectations(Vec::new());
    unmet.compare("outcome", expect.outcome.map(Keyword::word), start.outcome().word());
    unmet.compare("decided-by", expect.decided_by.as_deref(), DecidedBy::from(start.summary.decision).word());
    unmet.compare("distance-plies", expect.distance_plies.map(number), number(distance.distance_plies));
    unmet.compare("distance-cost", expect.distance_cost.map(number), number(distance.distance_cost));
    if let Some(expected) = &expect.positions {
        for (key, expected, found) in [
            ("positions.total", expected.total, positions.total),
            ("positions.mouse", expected.mouse, positions.mouse),
            ("positions.cat", expected.cat, positions.cat),
            ("positions.draw", expected.draw, positions.draw),
        ] {
            unmet.compare(key, Some(expected), found);
        }
    }
    // A board with costs has no longest wins in plies, and a board without costs has none in cost.
    let by_cost = game.board().has_costs();
    for (key, expected, counted) in
        [("longest-plies", &expect.longest_plies, !by_cost), ("longest-cost", &expect.longest_cost, by_cost)]
    {
        if let Some(expected) = expected {
            let found = |distance: Option<u64>| number(distance.filter(|_| counted));
            unmet.compare(&format!("{key}.mouse"), Some(number(expected.mouse)), found(longest.mouse));
            unmet.compare(&format!("{key}.cat"), Some(number(expected.cat)), found(longest.cat));
        }
    }
    unmet.0
}

/// The expectations that are not met.
struct UnmetExpectations(Vec<String>);

impl UnmetExpectations {
    fn compare<T: PartialEq<U> + std::fmt::Display, U: std::fmt::Display>(
        &mut self,
        key: &str,
        expected: Option<T>,
        found: U,
    ) {
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            self.0.push(format!("{key} is {found}, not {expected}"));
        }
    }
}

/// Reads a table, whose rows may be in any order. The inner error is an entry with a value that no
/// position can have under the rules.
fn read_table(game: &Game, table: impl Read) -> Result<Result<Solution, WrongEntry>, Error> {
    let wrong_line = |line: u64, what: String, wanted: String| Error::Csv { line: Some(line), what, wanted };
    let source = BoundedSource { source: table, left: longest_table(game) };
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source);

    let mut values: Vec<Option<Value>> = vec![None; game.arena().positions()];
    let mut first_wrong = None;
    let mut header_seen = false;
    for record in reader.records() {
        let record = record.map_err(|error| Error::Csv {
            line: None,
            what: error.to_string(),
            wanted: "a table is CSV in UTF-8".to_owned(),
        })?;
        let line = record.position().map_or(0, csv::Position::line);
        if !header_seen {
            header_seen = true;
            if record.iter().eq(TABLE_COLUMNS) {
                continue;
            }
            let what = if record.iter().take(OLD_COLUMNS.len()).eq(OLD_COLUMNS) {
                "this is the header of a table of schema 1: the column `cat` is now `cats`, \
                 and `distance_cost` is always there"
            } else {
                "this is not the header of a table"
            };
            return Err(wrong_line(line, what.to_owned(), format!("the first line is {}", TABLE_COLUMNS.join(","))));
        }
        let row = CsvRow::read(game, &record).map_err(|(what, wanted)| wrong_line(line, what, wanted))?;
        let slot = &mut values[row.id.index()];
        if slot.is_some() {
            let what = format!("{} has a second entry", game.notation(&game.position(row.id)));
            return Err(wrong_line(line, what, "give each position one entry".to_owned()));
        }
        let (value, wrong) = row.value(game);
        *slot = Some(value);
        first_wrong = first_wrong.or(wrong);
    }
    if let Some(missing) = game.position_ids().find(|id| values[id.index()].is_none()) {
        let position = game.notation(&game.position(missing));
        return Err(Error::Csv {
            line: None,
            what: format!("there is no entry for {position}"),
            wanted: format!("a table of this board has {} entries", values.len()),
        });
    }
    Ok(first_wrong.map_or_else(|| Ok(Solution::from_values(values.into_iter().flatten())), Err))
}

/// The first columns of a table in version 1 of the schema.
const OLD_COLUMNS: [&str; 5] = ["mouse", "cat", "turn", "outcome", "distance_plies"];

/// An upper bound on the bytes of a table of this board, even if all fields are quoted.
fn longest_table(game: &Game) -> u64 {
    let labels = (0..game.board().vertices()).map(|vertex| game.board().label(Vertex::new(vertex)).to_string().len());
    let pieces = 1 + u64::from(game.rules().cats);
    let row = pieces * (labels.max().unwrap_or(0) as u64 + 4) + 100;
    row.saturating_mul(game.arena().positions() as u64 + 1)
}

/// A source that fails once it exceeds its bound. Without a bound, a source without line ends would
/// fill the memory with one row.
struct BoundedSource<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for BoundedSource<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it is longer than any table of this board"))?;
        Ok(count)
    }
}

/// One row of a table in CSV.
struct CsvRow {
    id: PositionId,
    outcome: Outcome,
    distance: Option<u64>,
}

impl CsvRow {
    fn read(game: &Game, record: &csv::StringRecord) -> Result<Self, (String, String)> {
        let fields: Vec<&str> = record.iter().collect();
        let &[mouse, cats, turn, outcome, plies, cost] = &fields[..] else {
            return Err((format!("{} fields", fields.len()), format!("an entry is {}", TABLE_COLUMNS.join(","))));
        };
        if !game.board().has_costs() && !cost.is_empty() {
            let what = format!("`{}` is a cost, but moves have no costs", cost.escape_debug());
            return Err((what, "`distance_cost` is empty on this board".to_owned()));
        }
        // If moves have costs, only the cost can be checked against the rules.
        let distance = if game.board().has_costs() { cost } else { plies };
        let (id, _) = read_position(game, [mouse, cats, turn])?;
        let distance = match distance {
            "" => None,
            text => match text.parse::<u64>() {
                Ok(plies) if plies <= <u32 as catmouse_arena::PackedValue>::MAX_DISTANCE => Some(plies),
                _ => {
                    let what = format!("`{}` is not a distance", text.escape_debug());
                    return Err((what, "a distance is a number of plies, or empty if no end is forced".to_owned()));
                }
            },
        };
        Ok(Self { id, outcome: keyword::<Outcome>("outcome", outcome)?, distance })
    }

    /// The value that the row claims, and the mistake if no value has the claimed outcome under the
    /// rules.
    fn value(&self, game: &Game) -> (Value, Option<WrongEntry>) {
        let value = match (self.distance, catmouse_arena::WinOrDraw::from(self.outcome).winner()) {
            (Some(distance), Some(player)) => Value::Win { player, distance },
            _ => Value::Endless,
        };
        let judgement = game.adjudication().judge(value);
        let claimed = self.distance.map_or_else(String::new, |plies| format!(" in {plies}"));
        let wrong =
            (judgement.outcome != self.outcome.into() || judgement.distance != self.distance).then(|| WrongEntry {
                position: self.id,
                text: format!(
                    "the outcome {}{claimed} is claimed, which these rules do not allow: without a forced end{} it is \
                     {}",
                    self.outcome,
                    game.rules().limit.map_or_else(String::new, |limit| format!(" in {} plies", limit.plies)),
                    Outcome::from(game.adjudication().judge(Value::Endless).outcome),
                ),
            });
        (value, wrong)
    }
}

/// Reads a position in CSV: the mouse, the cats and the turn. The error says what is wrong and what
/// was expected.
pub(crate) fn read_position(game: &Game, fields: [&str; 3]) -> Result<(PositionId, Side), (String, String)> {
    let [mouse, cats, turn] = fields;
    let vertex = |text: &str| -> Result<Vertex, (String, String)> {
        let choice: VertexChoice =
            text.parse().map_err(|error| (format!("`{}`", text.escape_debug()), format!("{error}")))?;
        game.board().find(&choice).map_err(|kind| (kind.to_string(), kind.wanted()))
    };
    let mut cats_at = cats.split(' ').map(vertex).collect::<Result<Vec<Vertex>, _>>()?;
    let (here, there) = (cats_at.len(), game.rules().cats as usize);
    if here != there {
        return Err((
            format!("an entry for {}, but the game has {there}", counted(here as u64, "cat", "cats")),
            "give as many cats as the game has".to_owned(),
        ));
    }
    cats_at.put_in_order();
    let turn = keyword::<Side>("turn", turn)?;
    let id = game.id(&Position { mouse: vertex(mouse)?, cats: cats_at, turn }).ok_or_else(|| {
        (
            format!("the cat may not stand at {cats}"),
            "the rules close this hole to it, so there is no such position".to_owned(),
        )
    })?;
    Ok((id, turn))
}

fn keyword<K: Keyword>(what: &str, text: &str) -> Result<K, (String, String)> {
    K::from_word(text)
        .ok_or_else(|| (format!("`{}` is no {what}", text.escape_debug()), format!("{what} is {}", K::choices())))
}
