//! `catmouse survey`: who wins from every pair of starts, how they split, and which are the hardest.

use catmouse_arena::{Outcome as Ending, Player, PositionId, Values};
use catmouse_explain::{Choice, Hardest, Start, Survey, prose, rated_starts, summarise, survey};
use catmouse_model::{Game, Outcome, Side};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::commands::table::{io_error, vertex_field};
use crate::memory::Bytes;
use crate::output::json::{DistanceJson, PlacesJson, PositionJson, SCHEMA, VertexJson};
use crate::output::survey::{Page, setup_line};
use crate::output::text::{colour, header, paint};
use crate::output::{Failure, Report};
use crate::values::{self, Held};

/// Surveys the board.
pub(crate) fn run(args: &args::Game, saved: &Saved, all: bool, hardest: usize) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::of(saved))?;
    let solution = solved(&game, saved, args.max_memory)?;
    let (arena, agreed, opening) = (game.arena(), game.adjudication(), game.opening(&solution));
    let found = survey(arena, &solution, &agreed, first(&game), hardest);
    let report = match args.format {
        Format::Json => Report::streamed(move |out| {
            serde_json::to_writer(&mut *out, &survey_json(&game, &solution, opening.id, &found))?;
            out.write_all(b"\n")
        }),
        Format::Text => {
            let told = summarise(arena, &game, &solution, &agreed, opening.id);
            let headline = paint(&prose::headline(&told, &game), colour(told.judgement));
            let page = Page { game: &game, values: &solution, agreed, level: &opening.position };
            let text = header(&game, title.as_deref(), &opening.position)
                + &format!("\n{headline}\n\n")
                + &page.shares(&found.tally)
                + &page.who_wins(all)
                + &page.hardest(&found);
            solution.ensure_intact(saved.table.as_deref())?; // it may have been changed since
            Report::text(text)
        }
    };
    Ok(report.with_note(note))
}

/// Writes every start as CSV.
pub(crate) fn csv(args: &args::Game, saved: &Saved) -> Result<Report, Failure> {
    let Loaded { game, note, .. } = board::load(args, Work::of(saved))?;
    let solution = solved(&game, saved, args.max_memory)?;
    let report = Report::streamed(move |out| {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(columns(&game)).map_err(io_error)?;
        let agreed = game.adjudication();
        for start in rated_starts(game.arena(), &solution, &agreed, first(&game)) {
            let row = StartJson::new(&game, &solution, &start);
            let shown = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
            let cats: Vec<String> = row.cat.into_vertices().into_iter().map(vertex_field).collect();
            let cost = game.board().has_costs().then(|| shown(row.distance.distance_cost));
            let before = [vertex_field(row.mouse), cats.join(" "), row.over.to_string(), row.outcome.to_string()];
            let after = [row.moves, row.right_moves].map(|count| shown(count.map(|count| count as u64)));
            let fields = before.into_iter().chain([shown(row.distance.distance_plies)]).chain(cost).chain(after);
            solution.ensure_readable()?;
            csv.write_record(fields).map_err(io_error)?;
        }
        csv.flush()
    });
    Ok(report.with_note(note))
}

/// The columns of the CSV; where moves have costs there is one more.
fn columns(game: &Game) -> impl Iterator<Item = &'static str> {
    let cost = game.board().has_costs().then_some("distance_cost");
    ["mouse", "cat", "over", "outcome", "distance_plies"].into_iter().chain(cost).chain(["moves", "right_moves"])
}

/// The values, all of them known to be what was saved.
fn solved(game: &Game, saved: &Saved, allowed: Option<Bytes>) -> Result<Held, Failure> {
    let solution = values::of(game, saved.table.as_deref(), allowed)?;
    solution.ensure_whole(saved.table.as_deref())?;
    Ok(solution)
}

/// The player who moves first in every start.
fn first(game: &Game) -> Player {
    game.start().first.into()
}

#[derive(Serialize)]
struct SurveyJson<'a> {
    schema: u32,
    first: Side,
    level: LevelJson,
    shares: SharesJson,
    hardest: HardestJson,
    starts: Starts<'a>,
}

/// The start that the setup gives, or that the players choose.
#[derive(Serialize)]
struct LevelJson {
    start: PositionJson,
    outcome: Outcome,
    #[serde(flatten)]
    distance: DistanceJson,
}

/// How the starts split; the outcomes are of those that are not over at once.
#[derive(Serialize)]
struct SharesJson {
    total: usize,
    over: usize,
    mouse: usize,
    cat: usize,
    draw: usize,
}

#[derive(Serialize)]
struct HardestJson {
    longest: LongestStartsJson,
    narrowest: NarrowestStartsJson,
}

#[derive(Serialize)]
struct LongestStartsJson {
    mouse: Vec<HardStartJson>,
    cat: Vec<HardStartJson>,
}

#[derive(Serialize)]
struct NarrowestStartsJson {
    mouse: Vec<HardStartJson>,
    cat: Vec<HardStartJson>,
    draw: Vec<HardStartJson>,
}

/// A start worth playing, in every form in which one may want it.
#[derive(Serialize)]
struct HardStartJson {
    #[serde(flatten)]
    start: StartJson,
    from: String,
    setup: String,
}

/// One start.
#[derive(Serialize)]
struct StartJson {
    mouse: VertexJson,
    cat: PlacesJson,
    over: bool,
    outcome: Outcome,
    #[serde(flatten)]
    distance: DistanceJson,
    moves: Option<usize>,
    right_moves: Option<usize>,
}

impl StartJson {
    fn new(game: &Game, values: &Held, start: &Start) -> Self {
        let Start { position: id, judgement, choice } = *start;
        let position = game.position(id);
        Self {
            mouse: VertexJson::new(game, position.mouse),
            cat: PlacesJson::new(game, &position.cats),
            over: start.over(),
            outcome: judgement.outcome.into(),
            distance: DistanceJson::new(game, values, id, judgement.distance),
            moves: choice.map(|Choice { moves, .. }| moves),
            right_moves: choice.map(|Choice { right, .. }| right),
        }
    }
}

/// All starts, written one after the other without being held.
struct Starts<'a> {
    game: &'a Game,
    values: &'a Held,
}

impl Serialize for Starts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let agreed = self.game.adjudication();
        let starts = rated_starts(self.game.arena(), self.values, &agreed, first(self.game));
        let mut list = serializer.serialize_seq(None)?;
        for start in starts {
            let row = StartJson::new(self.game, self.values, &start);
            self.values.ensure_readable().map_err(S::Error::custom)?;
            list.serialize_element(&row)?;
        }
        list.end()
    }
}

fn survey_json<'a>(game: &'a Game, values: &'a Held, level: PositionId, found: &Survey) -> SurveyJson<'a> {
    let agreed = game.adjudication();
    let judgement = agreed.judge(values.value(level));
    let listed = |starts: &[Start]| -> Vec<HardStartJson> {
        let hard = |start: &Start| {
            let position = game.position(start.position);
            HardStartJson {
                start: StartJson::new(game, values, start),
                from: game.notation(&position),
                setup: setup_line(game, &position),
            }
        };
        starts.iter().map(hard).collect()
    };
    let count = |outcome: Outcome| found.tally.of(Ending::from(outcome));
    let [mouse, cat, draw] = &found.hardest;
    let narrowest = |of: &Hardest| listed(&of.narrowest);
    SurveyJson {
        schema: SCHEMA,
        first: game.start().first,
        level: LevelJson {
            start: PositionJson::new(game, &game.position(level)),
            outcome: judgement.outcome.into(),
            distance: DistanceJson::new(game, values, level, judgement.distance),
        },
        shares: SharesJson {
            total: found.tally.over + found.tally.open(),
            over: found.tally.over,
            mouse: count(Outcome::Mouse),
            cat: count(Outcome::Cat),
            draw: count(Outcome::Draw),
        },
        hardest: HardestJson {
            longest: LongestStartsJson { mouse: listed(&mouse.longest), cat: listed(&cat.longest) },
            narrowest: NarrowestStartsJson { mouse: narrowest(mouse), cat: narrowest(cat), draw: narrowest(draw) },
        },
        starts: Starts { game, values },
    }
}
