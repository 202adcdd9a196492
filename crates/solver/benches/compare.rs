//! Runs every engine on every family of boards: `cargo xtask bench`.
//!
//! The engines take turns, so that a busy machine affects all of them equally, and their medians
//! are compared. Before timing, each answer is compared with that of the queue engine, position by
//! position. `crates/solver/PERFORMANCE.md` explains how to read the table.

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
    /// Families of any size such as grid-60 or gnp-1000-0.01, or kinds such as grid; without
    /// arguments all listed families
    #[arg(value_name = "FAMILY")]
    families: Vec<String>,
    /// The seed of random boards: the same seed gives the same boards
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Three rounds each, and no family of more than 200 million moves
    #[arg(long)]
    quick: bool,
    /// Quick rounds over growing boards of the given kinds; writes charts of time and ratio against
    /// size to target/bench
    #[arg(long)]
    plot: bool,
    /// Save the figures under this name in target/bench
    #[arg(long, value_name = "NAME", default_value = "latest")]
    save: String,
    /// Show how the times changed against the figures saved under this name
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// The compiled plain C++ program; it takes part if given
    #[arg(long, value_name = "PROGRAM")]
    baseline: Option<PathBuf>,
    /// Passed by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

/// Positions of all boards in rotation. If one small board is solved repeatedly, the processor
/// learns all its branches and is several times as fast as on new boards.
const POSITIONS_IN_ROTATION: u64 = 1_500_000;

/// A quick run skips families with more moves.
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
        // Saved after each family, so that an interrupted run is not lost.
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

/// Charts of a report of sweeps: one of the times, and one of the ratios for each contestant but
/// the first.
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

/// The sweeps of these kinds, without bars; all sweeps if no kind is given.
fn swept(kinds: &[String]) -> Result<Vec<Listed>, String> {
    let families: Vec<Family> = sweeps().into_iter().flat_map(|(_, families)| families).collect();
    if let Some(unknown) = kinds.iter().find(|&kind| families.iter().all(|family| family.kind() != kind)) {
        return Err(format!("{unknown} is not a kind of board: pictures are made of whole kinds, such as grid"));
    }
    let asked = |family: &&Family| kinds.is_empty() || kinds.iter().any(|kind| kind == family.kind());
    let listed = |&family: &Family| Listed { family, table_bar: None, outcomes_bar: None };
    Ok(families.iter().filter(asked).map(listed).collect())
}

/// The families with these names. The name of a kind selects all listed families of that kind.
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

/// Compares, weighs and times every contestant. Returns `None` if the family is too large for a
/// quick run.
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
        rounds(&arenas, &contestants, rehearsal.reusable, baseline.as_mut(), request.quick || request.plot)?;

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

/// The bar of a contestant. Among several engines that make a table, the bar applies to the last
/// one, which is made for such boards.
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

/// The results of the runs before timing.
struct Rehearsal {
    /// The contestants that apply to these boards: their numbers, and the highest peak in bytes a
    /// position.
    admitted: Vec<(usize, f64)>,
    /// The last table of each of these contestants.
    reusable: Vec<Solution>,
    digest: Digest,
}

/// Solves each board with each contestant, and compares the answers with the first contestant's.
/// Afterwards the caches are warm.
fn rehearse(arenas: &[ProductArena], all: &[Contestant]) -> Result<Rehearsal, String> {
    let mut peaks: Vec<Option<f64>> = vec![Some(0.0); all.len()];
    let mut reusable: Vec<Solution> = all.iter().map(|_| Solution::default()).collect();
    let mut digest = Digest::default();
    for arena in arenas {
        let mut reference = None;
        for ((contestant, peak), reuse) in all.iter().zip(&mut peaks).zip(&mut reusable) {
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
                    *reuse = answer.into_room();
                }
                (None, Answer::Table(table)) => {
                    digest = digest.and(Digest::of(&table));
                    reference = Some(table);
                }
                (None, _) => return Err(format!("{} is no reference: it makes no table", contestant.name)),
            }
        }
        reusable[0] = reference.unwrap_or_default();
    }
    let admitted: Vec<(usize, f64)> =
        peaks.into_iter().enumerate().filter_map(|(number, peak)| Some((number, peak?))).collect();
    let reusable = admitted.iter().map(|&(number, _)| mem::take(&mut reusable[number])).collect();
    Ok(Rehearsal { admitted, reusable, digest })
}

/// Starts the C++ program on the same boards and compares its digest with the expected one.
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

/// The times of each contestant and of the C++ program, in turns of one round each. There are at
/// least three rounds, then more until they have taken three seconds or there are 25.
fn rounds(
    arenas: &[ProductArena],
    contestants: &[&Contestant],
    mut reusable: Vec<Solution>,
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
        for ((contestant, reuse), times) in contestants.iter().zip(&mut reusable).zip(&mut times) {
            let taken = pass(arenas, contestant, reuse);
            times.push(taken);
            total += taken;
        }
        if let Some(baseline) = &mut baseline {
            baseline_times.push(baseline.time()?);
        }
    }
    Ok((times, baseline_times))
}

/// Solves all boards once. Each table is written into the memory of the one before, the first one
/// into that of the last pass. An answer of another kind is dropped: the last one after the time is
/// taken, the earlier ones before, because with many small boards reading the clock each time would
/// take longer.
fn pass(arenas: &[ProductArena], contestant: &Contestant, reuse: &mut Solution) -> Duration {
    let mut last = Some(Answer::Table(mem::take(reuse)));
    let ((), taken) = timed(|| {
        for arena in arenas {
            let reuse = last.take().map(Answer::into_room).unwrap_or_default();
            last = contestant.solve(arena, reuse).ok();
        }
    });
    *reuse = last.map(Answer::into_room).unwrap_or_default();
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

/// The folder of the figures, next to everything else that cargo builds.
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
