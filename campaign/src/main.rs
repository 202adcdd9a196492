//! The campaign as a program: all small games, then random ones until it is stopped.
//! `cargo xtask campaign` starts it.
//!
//! It prints its progress to standard error every few seconds. On a disagreement it shrinks the
//! game, writes it as a fixture and exits with code 1.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{fs, panic, thread};

use catmouse_campaign::case::Case;
use catmouse_campaign::confrontation::{Contestant, Disagreement, Kind, confront, engines};
use catmouse_campaign::shrinking::shrink;
use catmouse_campaign::{boards, fixture, random};
use clap::Parser;

/// Solves every small game, then random games, with every engine, and compares the solutions with
/// the oracle.
#[derive(Parser)]
#[command(name = "campaign")]
struct Args {
    /// Stop after this many seconds; the default is never
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Skip the small games
    #[arg(long)]
    random_only: bool,
    /// Run only the parts of the small games whose names contain this text, such as "two cats"
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    part: String,
    /// The number of threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The folder for the fixtures of disagreements
    #[arg(long, value_name = "FOLDER", default_value = "fixtures/found")]
    found: PathBuf,
}

/// The time between lines of progress.
const PROGRESS: Duration = Duration::from_secs(3);

fn main() -> ExitCode {
    let args = Args::parse();
    silence_panics_of_workers();
    let threads = args.threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1).max(1);
    let campaign = Campaign {
        began: Instant::now(),
        ends: args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        threads,
        engines: engines(),
        games: AtomicU64::new(0),
        positions: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        found: Mutex::new(None),
    };
    if !args.random_only {
        for part in boards::PARTS.iter().filter(|part| part.name.contains(&args.part)) {
            campaign.run(part.name, |worker| {
                let share = (part.boards)().enumerate().skip(worker).step_by(threads);
                Box::new(share.flat_map(|(turn, board)| boards::cases(&board, turn).collect::<Vec<_>>()))
            });
        }
    }
    campaign.run(&format!("random games, seed {}", args.seed), |worker| {
        let numbers = (worker as u64..).step_by(threads);
        Box::new(numbers.map(move |number| random::case(args.seed, number)))
    });
    campaign.end(&args.found)
}

/// Suppresses the messages of panics in workers: a disagreement may be a panic, and shrinking it
/// repeats the panic many times. Panics of other threads are bugs of this program and are printed.
fn silence_panics_of_workers() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some(WORKER) {
            print(info);
        }
    }));
}

/// The name of the threads that examine cases.
const WORKER: &str = "worker";

/// The state that all threads share.
struct Campaign {
    began: Instant,
    ends: Option<Instant>,
    threads: usize,
    engines: Vec<Contestant<'static>>,
    games: AtomicU64,
    positions: AtomicU64,
    stop: AtomicBool,
    found: Mutex<Option<Disagreement>>,
}

impl Campaign {
    /// Examines all cases of a part of the campaign. `share` gives the cases of a worker; workers
    /// are counted from 0.
    fn run<'a>(&self, part: &str, share: impl Fn(usize) -> Box<dyn Iterator<Item = Case> + 'a> + Sync) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let (before, began) = (self.games.load(Ordering::Relaxed), Instant::now());
        let (done, all_done) = mpsc::channel::<()>();
        thread::scope(|scope| {
            for worker in 0..self.threads {
                let (share, done) = (&share, done.clone());
                let work = move || {
                    share(worker).take_while(|_| !self.is_over()).for_each(|case| self.try_case(&case));
                    drop(done);
                };
                thread::Builder::new()
                    .name(WORKER.to_owned())
                    .spawn_scoped(scope, work)
                    .expect("a thread can be started");
            }
            drop(done);
            // Nothing is sent: the channel closes when the last worker ends.
            while all_done.recv_timeout(PROGRESS) == Err(mpsc::RecvTimeoutError::Timeout) {
                report(part, self.games.load(Ordering::Relaxed) - before, began, "so far");
            }
        });
        let how_far = if self.stop.load(Ordering::Relaxed) { "when it stopped" } else { "all" };
        report(part, self.games.load(Ordering::Relaxed) - before, began, how_far);
    }

    /// Whether the time is up or a disagreement was found.
    fn is_over(&self) -> bool {
        if self.ends.is_some_and(|ends| Instant::now() >= ends) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Examines a case. Counts it, or shrinks and keeps its disagreement.
    fn try_case(&self, case: &Case) {
        match self.confront(case) {
            Ok(positions) => {
                self.games.fetch_add(1, Ordering::Relaxed);
                self.positions.fetch_add(positions as u64, Ordering::Relaxed);
            }
            Err(disagreement) => {
                self.stop.store(true, Ordering::Relaxed);
                let smallest = shrink(disagreement, |case| self.confront(case).err());
                self.found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(smallest);
            }
        }
    }

    /// Compares all results for a case, including its fixture. Returns the number of positions.
    fn confront(&self, case: &Case) -> Result<usize, Disagreement> {
        let positions = confront(case, &self.engines)?;
        let case = Box::new(case.clone());
        fixture::read_back(&case).map_err(|what| Disagreement { kind: Kind::Fixture, case, what })?;
        Ok(positions)
    }

    /// Prints the summary, and writes the fixture of the disagreement, if any.
    fn end(self, folder: &Path) -> ExitCode {
        let (games, positions) = (self.games.into_inner(), self.positions.into_inner());
        let seconds = self.began.elapsed().as_secs();
        let names: Vec<&str> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
        let mut out = io::stdout();
        let _ = writeln!(
            out,
            "campaign: {games} games with {positions} positions compared in {seconds} s ({} and the oracle)",
            names.join(", ")
        );
        let Some(found) = self.found.into_inner().unwrap_or_else(PoisonError::into_inner) else {
            let _ = writeln!(out, "campaign: no disagreement");
            return ExitCode::SUCCESS;
        };
        let (name, text) = fixture::of_disagreement(&found);
        let path = folder.join(name);
        let _ = writeln!(out, "campaign: a disagreement: {found}");
        match fs::create_dir_all(folder).and_then(|()| fs::write(&path, &text)) {
            Ok(()) => {
                let _ = writeln!(
                    out,
                    "campaign: written to {}; once the fault is fixed, move it to fixtures/rules or fixtures/grid",
                    path.display()
                );
            }
            Err(error) => {
                let _ = writeln!(out, "campaign: cannot write {}: {error}; here it is:\n{text}", path.display());
            }
        }
        ExitCode::FAILURE
    }
}

/// Prints a line of progress to standard error. Errors, such as a closed pipe, are ignored.
fn report(part: &str, games: u64, began: Instant, how_far: &str) {
    let seconds = began.elapsed().as_secs_f64();
    let rate = games as f64 / seconds.max(0.001);
    let _ = writeln!(io::stderr(), "campaign: {part}: {games} games {how_far}, {rate:.0} a second, {seconds:.0} s");
}
