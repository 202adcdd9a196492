//! The report of a benchmark: as a table for people, as Markdown, and as JSON for the next
//! comparison.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One run of the benchmark.
#[derive(Serialize, Deserialize)]
pub(crate) struct Report {
    /// The version of this format.
    pub(crate) schema: u32,
    pub(crate) circumstances: Circumstances,
    pub(crate) families: Vec<Row>,
}

/// The circumstances on which the figures depend.
#[derive(Serialize, Deserialize)]
pub(crate) struct Circumstances {
    pub(crate) date: String,
    pub(crate) commit: String,
    pub(crate) machine: String,
    pub(crate) compiler: String,
    pub(crate) seed: u64,
    pub(crate) writing: Writing,
}

/// The shortest time in which this machine writes one position of a table (2 bytes), in
/// nanoseconds.
#[derive(Serialize, Deserialize)]
pub(crate) struct Writing {
    /// To memory in a cache: 1 MiB, repeatedly.
    pub(crate) cached: f64,
    /// To memory that was written before: 256 MiB.
    pub(crate) warm: f64,
    /// To memory that the system has yet to provide, in pages of 4 KiB: 256 MiB.
    pub(crate) fresh: f64,
    /// To such memory in huge pages, if the system has them.
    pub(crate) fresh_huge: f64,
}

/// The measurements of one family.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) family: String,
    pub(crate) boards: u64,
    /// Positions of all boards together.
    pub(crate) positions: u64,
    /// Moves of all boards together.
    pub(crate) moves: u64,
    /// The longest forced win of any board.
    pub(crate) levels: u64,
    pub(crate) rounds: u64,
    /// The results, the reference first.
    pub(crate) results: Vec<Measured>,
    /// Seconds of the plain C++ program, if it ran.
    pub(crate) baseline: Option<f64>,
}

/// The measurements of one contestant.
#[derive(Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) contestant: String,
    /// Median processor time for all boards.
    pub(crate) seconds: f64,
    pub(crate) bytes_per_position: f64,
    /// The reference's time divided by this one's.
    pub(crate) ratio: f64,
    /// The least ratio that the contestant must reach.
    pub(crate) bar: Option<f64>,
}

impl Circumstances {
    /// Determines the circumstances on this machine.
    pub(crate) fn here(seed: u64, writing: Writing) -> Self {
        let machine = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name| machine.lines().find_map(|line| line.strip_prefix(name)?.split_once(": "));
        let model = field("model name").map_or("unknown", |(_, model)| model);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let changed = !answer("git", &["status", "--porcelain", "--untracked-files=no"]).is_empty();
        Self {
            date: answer("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
            commit: answer("git", &["rev-parse", "--short=10", "HEAD"]) + if changed { " with changes" } else { "" },
            machine: format!("{model}, {threads} threads, {}", std::env::consts::ARCH),
            compiler: answer("rustc", &["--version"]),
            seed,
            writing,
        }
    }
}

/// The first line that a command prints; empty if the command fails.
fn answer(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}

impl Row {
    pub(crate) fn positions_per_board(&self) -> f64 {
        self.positions as f64 / self.boards as f64
    }

    fn nanoseconds_per_position(&self, seconds: f64) -> f64 {
        seconds * 1e9 / self.positions as f64
    }
}

impl Measured {
    pub(crate) fn is_below_the_bar(&self) -> bool {
        self.bar.is_some_and(|bar| self.ratio < bar)
    }
}

/// The columns of the table; the first is aligned left.
const HEAD: [&str; 11] =
    ["family", "boards", "positions", "moves", "levels", "engine", "time", "ns/pos", "B/pos", "ratio", "bar"];

/// The lines of the table for a family: one for each contestant. Only the first one shows the
/// columns of the family.
fn lines(row: &Row, earlier: Option<&Row>) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut push = |engine: &str, seconds: f64, bytes: String, ratio: String, bar: String| {
        let family = [
            row.family.clone(),
            row.boards.to_string(),
            (row.positions / row.boards).to_string(),
            (row.moves / row.boards).to_string(),
            row.levels.to_string(),
        ];
        let first = lines.is_empty();
        let mut line: Vec<String> = family.into_iter().map(|text| if first { text } else { String::new() }).collect();
        let per_position = figures(row.nanoseconds_per_position(seconds));
        line.extend([engine.to_owned(), duration(seconds / row.boards as f64), per_position, bytes, ratio, bar]);
        if let Some(earlier) = earlier {
            let before = earlier.results.iter().find(|measured| measured.contestant == engine);
            line.push(before.map_or("-".into(), |before| {
                let per_position = earlier.nanoseconds_per_position(before.seconds);
                format!("{:+.1} %", 100.0 * (row.nanoseconds_per_position(seconds) / per_position - 1.0))
            }));
        }
        lines.push(line);
    };
    for measured in &row.results {
        let bar = match measured.bar {
            Some(bar) if measured.is_below_the_bar() => format!("{bar} MISSED"),
            Some(bar) => format!("{bar} met"),
            None => String::new(),
        };
        let bytes = format!("{:.2}", measured.bytes_per_position);
        push(&measured.contestant, measured.seconds, bytes, figures(measured.ratio), bar);
    }
    if let (Some(baseline), Some(reference)) = (row.baseline, row.results.first()) {
        push("C++", baseline, String::new(), figures(reference.seconds / baseline), String::new());
    }
    lines
}

/// A number with about three significant digits.
fn figures(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{} s", figures(seconds)),
        1e-3.. => format!("{} ms", figures(seconds * 1e3)),
        _ => format!("{} µs", figures(seconds * 1e6)),
    }
}

impl Report {
    /// The row of a family, if it was measured.
    pub(crate) fn row(&self, family: &str) -> Option<&Row> {
        self.families.iter().find(|row| row.family == family)
    }

    /// The whole report as Markdown.
    pub(crate) fn markdown(&self, earlier: Option<&Self>) -> String {
        let Circumstances { date, commit, machine, compiler, seed, writing } = &self.circumstances;
        let mut page = format!("{date} · commit {commit} · {machine} · {compiler} · seed {seed}\n\n");
        let Writing { cached, warm, fresh, fresh_huge } = writing;
        let _ = writeln!(
            page,
            "Writing a table takes at least, in ns/pos: {cached:.3} in cache, {warm:.3} in memory, {fresh:.3} in fresh \
             pages, {fresh_huge:.3} in fresh huge pages.\n"
        );
        let mut rows: Vec<Vec<String>> = vec![head(earlier.is_some())];
        for row in &self.families {
            rows.extend(lines(row, earlier.and_then(|earlier| earlier.row(&row.family))));
        }
        let columns = rows[0].len();
        for row in &mut rows {
            row.resize(columns, String::new());
        }
        let widths: Vec<usize> =
            (0..columns).map(|c| rows.iter().map(|row| row[c].chars().count()).max().unwrap_or(0)).collect();
        for (number, row) in rows.iter().enumerate() {
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let text = if is_left(column) { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") };
                page.push_str(&text);
            }
            page.push_str("|\n");
            if number == 0 {
                for (column, width) in widths.iter().enumerate() {
                    let line = "-".repeat(*width);
                    page.push_str(&if is_left(column) { format!("|-{line}-") } else { format!("|-{line}:") });
                }
                page.push_str("|\n");
            }
        }
        if let Some(Report { circumstances: Circumstances { date, commit, .. }, .. }) = earlier {
            let _ = writeln!(page, "\nThe change is in ns/pos, against {date}, commit {commit}.");
        }
        page
    }
}

/// Names are aligned left, figures right.
fn is_left(column: usize) -> bool {
    column == 0 || column == 5
}

fn head(with_change: bool) -> Vec<String> {
    HEAD.iter().copied().chain(with_change.then_some("change")).map(str::to_owned).collect()
}

/// The seconds of a duration, as the report holds them.
pub(crate) fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}
