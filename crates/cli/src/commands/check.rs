//! `catmouse check`: holds a solution, ours or a table of the user's, against the rules by local conditions only; and the
//! setup's `[expect]` against the solution.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use catmouse_arena::{Arena, PositionId, Refutation, Solution, Value, Words, check_within};
use catmouse_explain::summarise;
use catmouse_formats::Expectation;
use catmouse_model::{Game, Keyword, Outcome, Position, Side, Vertex, VertexChoice};
use serde::Serialize;

use super::table::columns;
use crate::args::{self, Format};
use crate::board::{self, Loaded, Work};
use crate::output::json::{DistanceJson, PositionJson, SCHEMA, decision_word, totals};
use crate::output::text::counted;
use crate::output::{Failure, Report};
use crate::values::{self, Held};

#[derive(Serialize)]
struct CheckJson {
    schema: u32,
    ok: bool,
    positions: usize,
    refutation: Option<RefutationJson>,
    unmet: Vec<String>,
}

#[derive(Serialize)]
struct RefutationJson {
    position: PositionJson,
    text: String,
}

/// A wrong entry.
struct Wrong {
    position: PositionId,
    text: String,
}

/// Checks the solution, or the table.
pub(crate) fn run(args: &args::Game, table: Option<&Path>) -> Result<Report, Failure> {
    let work = if table.is_some() { Work::Probe } else { Work::Solve };
    let Loaded { game, expect, note, .. } = board::load(args, work)?;
    let horizon = game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
    let (wrong, unmet) = match table {
        Some(path) if values::is_saved_table(path) => {
            let table = Held::Disk(values::open(&game, path, args.max_memory)?);
            table.ensure_whole(Some(path))?;
            let wrong = catmouse_arena::check(game.arena(), &table).err().map(|why| told(&game, why));
            table.ensure_intact(Some(path))?; // it may have been changed since
            (wrong, Vec::new())
        }
        Some(path) => {
            let wrong = match read_table(&game, path)? {
                Ok(solution) => check_within(game.arena(), &solution, horizon).err().map(|why| told(&game, why)),
                Err(wrong) => Some(wrong),
            };
            (wrong, Vec::new())
        }
        None => {
            let solution = values::solve(&game)?;
            let wrong = catmouse_arena::check(game.arena(), &solution).err().map(|why| told(&game, why));
            let unmet = expect.map_or_else(Vec::new, |expect| unmet(&game, &solution, &expect));
            (wrong, unmet)
        }
    };
    let refuted = wrong.is_some() || !unmet.is_empty();
    let positions = game.arena().positions();
    let report = match args.format {
        Format::Json => Report::json(&CheckJson {
            schema: SCHEMA,
            ok: !refuted,
            positions,
            refutation: wrong.map(|wrong| RefutationJson {
                position: PositionJson::new(&game, &game.position(wrong.position)),
                text: wrong.text,
            }),
            unmet,
        }),
        Format::Text => {
            let mut text = match wrong {
                Some(Wrong { position, text }) => {
                    format!("Refuted at {}: {text}.\n", game.notation(&game.position(position)))
                }
                None => format!(
                    "Right: the values of all {} follow from one another by the rules.\n",
                    counted(positions, "position", "positions")
                ),
            };
            for claim in unmet {
                text += &format!("Not as the setup expects: {claim}.\n");
            }
            Report::text(text)
        }
    };
    Ok(report.refuted_if(refuted).with_note(note))
}

/// A refutation in the words of the game.
fn told(game: &Game, why: Refutation) -> Wrong {
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
            format!("{}, but {mover} wins in {distance} by {}", claim(claimed), game.step(position, to))
        }
        Refutation::NoWinningMove { claimed, .. } => {
            format!("{}, but no move leads to a position that is claimed as such", claim(claimed))
        }
        Refutation::Escape { to, claimed, .. } => {
            format!("{}, but {} does not lose", claim(claimed), game.step(position, to))
        }
        Refutation::Stuck { claimed, .. } => format!("{}, but {mover} has no move and nobody has won", claim(claimed)),
        Refutation::MissedLoss { distance, claimed, .. } => {
            format!("{}, but every move loses, the longest defence in {distance}", claim(claimed))
        }
        Refutation::WrongDistance { expected, claimed, .. } => {
            format!("{}, but the moves make it {expected}", claim(claimed))
        }
    };
    Wrong { position, text }
}

/// What of the expectation the solution does not bear out.
fn unmet(game: &Game, solution: &Solution, expect: &Expectation) -> Vec<String> {
    let start = game.opening(solution).id;
    let told = summarise(game.arena(), game, solution, &game.adjudication(), start);
    let distance = DistanceJson::new(game, solution, start, told.judgement.distance);
    let (positions, longest) = totals(game, solution);
    let outcome = Outcome::from(told.judgement.outcome);
    let number = |distance: Option<u64>| distance.map_or_else(|| "none".to_owned(), |distance| distance.to_string());
    let mut claims = Claims(Vec::new());
    claims.compare("outcome", expect.outcome.map(Keyword::word), outcome.word());
    claims.compare("decided-by", expect.decided_by.as_deref(), decision_word(told.decision));
    claims.compare("distance-plies", expect.distance_plies.map(number), number(distance.distance_plies));
    claims.compare("distance-cost", expect.distance_cost.map(number), number(distance.distance_cost));
    if let Some(expected) = &expect.positions {
        for (key, expected, found) in [
            ("positions.total", expected.total, positions.total),
            ("positions.mouse", expected.mouse, positions.mouse),
            ("positions.cat", expected.cat, positions.cat),
            ("positions.draw", expected.draw, positions.draw),
        ] {
            claims.compare(key, Some(expected), found);
        }
    }
    // What the game does not count it has none of.
    let by_cost = game.board().has_costs();
    for (key, expected, counted) in
        [("longest-plies", &expect.longest_plies, !by_cost), ("longest-cost", &expect.longest_cost, by_cost)]
    {
        if let Some(expected) = expected {
            let found = |distance: Option<u64>| number(distance.filter(|_| counted));
            claims.compare(&format!("{key}.mouse"), Some(number(expected.mouse)), found(longest.mouse));
            claims.compare(&format!("{key}.cat"), Some(number(expected.cat)), found(longest.cat));
        }
    }
    claims.0
}

/// The expectations that are not met.
struct Claims(Vec<String>);

impl Claims {
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

/// Reads a table as `catmouse table` writes it, in any order of rows. An entry whose value cannot be under the rules at all is
/// already wrong.
fn read_table(game: &Game, path: &Path) -> Result<Result<Solution, Wrong>, Failure> {
    let name = path.display();
    let wrong_line =
        |line: u64, what: String, wanted: String| Failure::plain(format!("{name}: line {line}: {what}"), wanted);
    let file = File::open(path).map_err(|error| {
        Failure::plain(format!("cannot read `{name}`: {error}"), "a table is a CSV file".to_owned())
    })?;
    let source = Bounded { source: file, left: longest_table(game) };
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source);

    let mut values: Vec<Option<Value>> = vec![None; game.arena().positions()];
    let mut first_wrong = None;
    let mut header_seen = false;
    for record in reader.records() {
        let record =
            record.map_err(|error| Failure::plain(format!("{name}: {error}"), "a table is CSV in UTF-8".to_owned()))?;
        let line = record.position().map_or(0, csv::Position::line);
        if !header_seen {
            header_seen = true;
            if record.iter().eq(columns(game)) {
                continue;
            }
            let what = "this is not the header of a table".to_owned();
            return Err(wrong_line(line, what, format!("the first line is {}", columns(game).join(","))));
        }
        let row = Row::read(game, &record).map_err(|(what, wanted)| wrong_line(line, what, wanted))?;
        let slot = &mut values[row.id.index()];
        if slot.is_some() {
            let what = format!("{} has an entry already", game.notation(&game.position(row.id)));
            return Err(wrong_line(line, what, "each position has one entry".to_owned()));
        }
        let (value, wrong) = row.value(game);
        *slot = Some(value);
        first_wrong = first_wrong.or(wrong);
    }
    if let Some(missing) = game.positions().find(|id| values[id.index()].is_none()) {
        let position = game.notation(&game.position(missing));
        return Err(Failure::plain(
            format!("{name}: there is no entry for {position}"),
            format!("a table of this board has {} entries", values.len()),
        ));
    }
    Ok(first_wrong.map_or_else(|| Ok(Solution::from_values(values.into_iter().flatten())), Err))
}

/// The bytes that a table of this board takes at most, however it is quoted.
fn longest_table(game: &Game) -> u64 {
    let labels = (0..game.board().vertices()).map(|vertex| game.board().label(Vertex::new(vertex)).to_string().len());
    let pieces = 1 + u64::from(game.rules().cats);
    let row = pieces * (labels.max().unwrap_or(0) as u64 + 4) + 100;
    row.saturating_mul(game.arena().positions() as u64 + 1)
}

/// A source that fails where it is longer than it may be: it may be endless, and all of it one row.
struct Bounded<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it is longer than any table of this board"))?;
        Ok(count)
    }
}

/// One entry of a table.
struct Row {
    id: PositionId,
    outcome: Outcome,
    distance: Option<u64>,
}

impl Row {
    fn read(game: &Game, record: &csv::StringRecord) -> Result<Self, (String, String)> {
        let fields: Vec<&str> = record.iter().collect();
        // Where moves have costs, it is the cost that is held against the rules.
        let ((&[mouse, cats, turn, outcome, distance], false) | (&[mouse, cats, turn, outcome, _, distance], true)) =
            (&fields[..], game.board().has_costs())
        else {
            return Err((format!("{} fields", fields.len()), format!("an entry is {}", columns(game).join(","))));
        };
        let vertex = |text: &str| -> Result<Vertex, (String, String)> {
            let choice: VertexChoice =
                text.parse().map_err(|error| (format!("`{}`", text.escape_debug()), format!("{error}")))?;
            game.board().find(&choice).map_err(|kind| (kind.to_string(), kind.wanted()))
        };
        let mut cats_at = cats.split(' ').map(vertex).collect::<Result<Vec<Vertex>, _>>()?;
        cats_at.sort_unstable();
        let position = Position { mouse: vertex(mouse)?, cats: cats_at, turn: keyword::<Side>("turn", turn)? };
        let id = game.id(&position).ok_or_else(|| {
            (format!("the rules do not let the cat stand at {cats}"), "a table has no entry for it".to_owned())
        })?;
        let distance = match distance {
            "" => None,
            text => match text.parse::<u64>() {
                Ok(plies) if plies <= <u32 as catmouse_arena::Cell>::MAX_DISTANCE => Some(plies),
                _ => {
                    let what = format!("`{}` is no distance", text.escape_debug());
                    return Err((
                        what,
                        "a distance is a number of plies, or nothing where no end is forced".to_owned(),
                    ));
                }
            },
        };
        Ok(Self { id, outcome: keyword::<Outcome>("outcome", outcome)?, distance })
    }

    /// The value that the entry claims; and what is wrong if the rules give no value this outcome.
    fn value(&self, game: &Game) -> (Value, Option<Wrong>) {
        let value = match (self.distance, catmouse_arena::Outcome::from(self.outcome).winner()) {
            (Some(distance), Some(player)) => Value::Win { player, distance },
            _ => Value::Endless,
        };
        let judgement = game.adjudication().judge(value);
        let claimed = self.distance.map_or_else(String::new, |plies| format!(" in {plies}"));
        let wrong = (judgement.outcome != self.outcome.into() || judgement.distance != self.distance).then(|| Wrong {
            position: self.id,
            text: format!(
                "the outcome {}{claimed} is claimed, which the rules cannot give: without a forced end{} it is {}",
                self.outcome,
                game.rules().limit.map_or_else(String::new, |limit| format!(" in {} plies", limit.plies)),
                Outcome::from(game.adjudication().judge(Value::Endless).outcome),
            ),
        });
        (value, wrong)
    }
}

fn keyword<K: Keyword>(what: &str, text: &str) -> Result<K, (String, String)> {
    K::from_word(text)
        .ok_or_else(|| (format!("`{}` is no {what}", text.escape_debug()), format!("{what} is {}", K::choices())))
}
