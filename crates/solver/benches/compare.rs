//! Every engine on every family of boards, in one run: `cargo xtask bench`.
//!
//! The engines take turns, so that whatever else the machine does meets them alike, and the medians are compared. Before
//! anything is timed each answer is held against that of the queue engine, position by position.
//! `crates/solver/PERFORMANCE.md` says how to read the table.

mod baseline;
mod contestants;
mod families;
mod measure;
mod plot;
mod report;
mod weigh;

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use catmouse_arena::{Arena, ProductArena, Solution, Status};
use clap::Parser;

use baseline::Baseline;
use contestants::{Answer, Contestant, Digest, Yields, contestants};
use families::{Board, Family, LISTED, Listed, sweeps};
use measure::{median, timed, writing};
use report::{Circumstances, Measured, Report, Row};
use weigh::{settle_allocator, weighed};

/// Times every engine on families of boards.
#[derive(Parser)]
#[command(max_term_width = 120)]
struct Request {
    /// Families such as grid-60 or gnp-1000-0.01, of any size, or kinds of listed ones such as grid; all listed ones without
    #[arg(value_name = "FAMILY")]
    families: Vec<String>,
    /// What random boards grow from: the same seed, the same boards
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Three rounds each, and no family of more than 200 million moves
    #[arg(long)]
    quick: bool,
    /// Quick rounds over growing boards of the kinds asked for; pictures of time and ratio against size go to target/bench
    #[arg(long)]
    plot: bool,
    /// Keep the figures under this name in target/bench
    #[arg(long, value_name = "NAME", default_value = "latest")]
    save: String,
    /// Show how the times changed against those kept under this name
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// The plain C++ program, compiled; it takes part where it is given
    #[arg(long, value_name = "PROGRAM")]
    baseline: Option<PathBuf>,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

/// Boards in rotation: so many that they hold this many positions. On one small board over and over the processor learns the
/// whole game by heart and is several times as fast as on boards it has not seen.
const POSITIONS_IN_ROTATION: u64 = 1_500_000;

/// A family that a quick run leaves out.
const QUICK_MOVES: u64 = 200_000_000;

fn main() -> ExitCode {
    let request = Request::parse();
    match run(&request) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(request: &Request) -> Result<(), String> {
    let earlier = request.against.as_deref().map(load).transpose()?;
    let circumstances = Circumstances::here(request.seed, writing());
    let mut report = Report { schema: 1, circumstances, families: Vec::new() };
    let contestants = contestants();
    settle_allocator();
    let families = if request.plot { swept(&request.families)? } else { chosen(&request.families)? };
    for listed in &families {
        let Some(row) = measure_family(listed, &contestants, request)? else { continue };
        eprintln!("{}: {} rounds", row.family, row.rounds);
        report.families.push(row);
        // Kept after each family, so that an interrupted run is not lost.
        keep(&request.save, "json", &(serde_json::to_string_pretty(&report).map_err(|e| e.to_string())? + "\n"))?;
        keep(&request.save, "md", &report.markdown(earlier.as_ref()))?;
    }
    println!("{}", report.markdown(earlier.as_ref()));
    let missed = |row: &&Row| row.results.iter().any(Measured::is_below_the_bar);
    let missed: Vec<&str> = report.families.iter().filter(missed).map(|row| &*row.family).collect();
    if !missed.is_empty() {
        println!("Below the bar: {}.", missed.join(", "));
    }
    println!("Kept as {}.", folder().join(format!("{}.json", request.save)).display());
    if request.plot {
        draw(&report, &contestants)?;
    }
    Ok(())
}

/// Pictures of a report that was made of sweeps: one of the times, one of the ratios for each contestant but the first.
fn draw(report: &Report, contestants: &[Contestant]) -> Result<(), String> {
    let name = |family: &Family| family.to_string();
    let sweeps: Vec<(String, Vec<String>)> =
        sweeps().into_iter().map(|(title, families)| (title.into(), families.iter().map(name).collect())).collect();
    let mut sorted = plot::sorted(report, &sweeps);
    sorted.retain(|(_, rows)| !rows.is_empty());
    keep("times", "svg", &plot::times(&sorted))?;
    for contestant in &contestants[1..] {
        keep(&format!("ratios-{}", contestant.name), "svg", &plot::ratios(&sorted, &contestant.name))?;
    }
    println!("The pictures are in {}.", folder().display());
    Ok(())
}

/// The sweeps of these kinds, all of them where none is named; no bars.
fn swept(kinds: &[String]) -> Result<Vec<Listed>, String> {
    let families: Vec<Family> = sweeps().into_iter().flat_map(|(_, families)| families).collect();
    if let Some(unknown) = kinds.iter().find(|&kind| families.iter().all(|family| family.kind() != kind)) {
        return Err(format!("{unknown} is no kind of board: pictures are made of whole kinds, such as grid"));
    }
    let asked = |family: &&Family| kinds.is_empty() || kinds.iter().any(|kind| kind == family.kind());
    let listed = |&family: &Family| Listed { family, table_bar: None, outcomes_bar: None };
    Ok(families.iter().filter(asked).map(listed).collect())
}

/// The families that were asked for. A kind stands for all listed ones of it.
fn chosen(names: &[String]) -> Result<Vec<Listed>, String> {
    let listed = |family| LISTED.iter().find(|listed| listed.family == family).copied();
    if names.is_empty() {
        return Ok(LISTED.to_vec());
    }
    let mut chosen = Vec::new();
    for name in names {
        let of_kind: Vec<Listed> = LISTED.iter().filter(|listed| listed.family.kind() == name).copied().collect();
        if of_kind.is_empty() {
            let family: Family = name.parse()?;
            chosen.push(listed(family).unwrap_or(Listed { family, table_bar: None, outcomes_bar: None }));
        }
        chosen.extend(of_kind);
    }
    Ok(chosen)
}

/// Compares, weighs and times every contestant; nothing where the family is too large for a quick run.
fn measure_family(listed: &Listed, all: &[Contestant], request: &Request) -> Result<Option<Row>, String> {
    let family = listed.family;
    let first = family.board(request.seed, 0);
    let arena = first.arena();
    if (request.quick || request.plot) && moves(&arena) > QUICK_MOVES {
        return Ok(None);
    }
    let rotation = if family.is_random() { POSITIONS_IN_ROTATION / arena.positions() as u64 + 1 } else { 1 };
    let boards: Vec<Board> =
        [first].into_iter().chain((1..rotation).map(|number| family.board(request.seed, number))).collect();
    let arenas: Vec<ProductArena> = boards.iter().map(Board::arena).collect();

    let rehearsal = rehearse(&arenas, all).map_err(|problem| format!("{family}: {problem}"))?;
    let contestants: Vec<&Contestant> = rehearsal.admitted.iter().map(|&(admitted, _)| &all[admitted]).collect();
    let mut baseline = match &request.baseline {
        Some(program) => Some(rehearse_baseline(program, &boards, rehearsal.digest)?),
        None => None,
    };
    drop(boards);
    let (times, baseline_times) =
        rounds(&arenas, &contestants, rehearsal.rooms, baseline.as_mut(), request.quick || request.plot)?;

    let positions: u64 = arenas.iter().map(|arena| arena.positions() as u64).sum();
    let medians: Vec<f64> = times.iter().map(|times| report::seconds(median(times))).collect();
    let results =
        contestants.iter().zip(&rehearsal.admitted).zip(&medians).map(|((contestant, (_, bytes)), &seconds)| {
            Measured {
                contestant: contestant.name.clone(),
                seconds,
                bytes_per_position: *bytes,
                ratio: medians[0] / seconds,
                bar: bar(listed, contestant, &contestants),
            }
        });
    Ok(Some(Row {
        family: family.to_string(),
        boards: rotation,
        positions,
        moves: arenas.iter().map(moves).sum(),
        levels: rehearsal.digest.levels,
        rounds: times[0].len() as u64,
        results: results.collect(),
        baseline: baseline.map(|_| report::seconds(median(&baseline_times))),
    }))
}

/// What a contestant is to reach. Of several engines that make a table, the last is the one made for boards like these.
fn bar(listed: &Listed, contestant: &Contestant, admitted: &[&Contestant]) -> Option<f64> {
    match contestant.yields {
        Yields::Table => {
            let last = admitted.iter().rev().find(|contestant| contestant.yields == Yields::Table);
            let chosen = last.is_some_and(|last| last.name == contestant.name) && admitted[0].name != contestant.name;
            listed.table_bar.filter(|_| chosen)
        }
        Yields::Outcomes => listed.outcomes_bar,
    }
}

/// What is found out before the clock runs.
struct Rehearsal {
    /// The contestants that apply to these boards, by number, with the most bytes per position that one took.
    admitted: Vec<(usize, f64)>,
    /// The last table of each of them.
    rooms: Vec<Solution>,
    digest: Digest,
}

/// Solves each board with each contestant, and compares them with the first. The caches are warm afterwards.
fn rehearse(arenas: &[ProductArena], all: &[Contestant]) -> Result<Rehearsal, String> {
    let mut peaks: Vec<Option<f64>> = vec![Some(0.0); all.len()];
    let mut rooms: Vec<Solution> = all.iter().map(|_| Solution::default()).collect();
    let mut digest = Digest::default();
    for arena in arenas {
        let mut reference = None;
        for ((contestant, peak), room) in all.iter().zip(&mut peaks).zip(&mut rooms) {
            let (answer, bytes) = weighed(|| contestant.solve(arena, Solution::default()));
            let Ok(answer) = answer else {
                *peak = None;
                continue;
            };
            *peak = peak.map(|peak| peak.max(bytes as f64 / arena.positions() as f64));
            match (&reference, answer) {
                (Some(reference), answer) => {
                    if let Some(difference) = answer.differs(reference) {
                        return Err(format!("{} is wrong: {difference}", contestant.name));
                    }
                    *room = answer.into_room();
                }
                (None, Answer::Table(table)) => {
                    digest = digest.and(Digest::of(&table));
                    reference = Some(table);
                }
                (None, _) => return Err(format!("{} is no reference: it makes no table", contestant.name)),
            }
        }
        rooms[0] = reference.unwrap_or_default();
    }
    let admitted: Vec<(usize, f64)> =
        peaks.into_iter().enumerate().filter_map(|(number, peak)| Some((number, peak?))).collect();
    let rooms = admitted.iter().map(|&(number, _)| mem::take(&mut rooms[number])).collect();
    Ok(Rehearsal { admitted, rooms, digest })
}

/// Starts the C++ program on the same boards and compares its results with ours.
fn rehearse_baseline(program: &Path, boards: &[Board], expected: Digest) -> Result<Baseline, String> {
    let text: String = boards.iter().map(Board::text).collect();
    keep("boards", "txt", &text)?;
    let mut baseline = Baseline::start(program, &folder().join("boards.txt"))?;
    let found = baseline.check()?;
    if found != expected {
        return Err(format!("the C++ program finds {found:?} instead of {expected:?}"));
    }
    Ok(baseline)
}

/// The times of each contestant and of the C++ program, a round each in turn: at least three rounds, then until the clock has
/// run for three seconds or there are 25.
fn rounds(
    arenas: &[ProductArena],
    contestants: &[&Contestant],
    mut rooms: Vec<Solution>,
    mut baseline: Option<&mut Baseline>,
    quick: bool,
) -> Result<(Vec<Vec<Duration>>, Vec<Duration>), String> {
    let (most, enough) = if quick { (3, Duration::ZERO) } else { (25, Duration::from_secs(3)) };
    let mut times = vec![Vec::new(); contestants.len()];
    let mut baseline_times = Vec::new();
    let mut total = Duration::ZERO;
    for round in 0..most {
        if round >= 3 && total > enough {
            break;
        }
        for ((contestant, room), times) in contestants.iter().zip(&mut rooms).zip(&mut times) {
            let taken = pass(arenas, contestant, room);
            times.push(taken);
            total += taken;
        }
        if let Some(baseline) = &mut baseline {
            baseline_times.push(baseline.time()?);
        }
    }
    Ok((times, baseline_times))
}

/// All boards once, each table in the memory of the one before, which is that of the last pass to begin with. Of other answers the
/// last is dropped off the clock; with many small boards the others are dropped on it, because reading the clock between two
/// boards would take longer.
fn pass(arenas: &[ProductArena], contestant: &Contestant, room: &mut Solution) -> Duration {
    let mut last = Some(Answer::Table(mem::take(room)));
    let ((), taken) = timed(|| {
        for arena in arenas {
            let room = last.take().map(Answer::into_room).unwrap_or_default();
            last = contestant.solve(arena, room).ok();
        }
    });
    *room = last.map(Answer::into_room).unwrap_or_default();
    taken
}

fn moves(arena: &ProductArena) -> u64 {
    let mut sum = 0;
    arena.scan(|_, node, moves| {
        if matches!(node, Status::Turn(_)) {
            sum += moves as u64;
        }
    });
    sum
}

/// Where figures are kept: beside everything else that cargo builds.
fn folder() -> PathBuf {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().map_or(scratch.clone(), |target| target.join("bench"))
}

fn keep(name: &str, extension: &str, text: &str) -> Result<(), String> {
    let path = folder().join(format!("{name}.{extension}"));
    fs::create_dir_all(folder())
        .and_then(|()| fs::write(&path, text))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn load(name: &str) -> Result<Report, String> {
    let path = folder().join(format!("{name}.json"));
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} holds no figures: {error}", path.display()))
}
