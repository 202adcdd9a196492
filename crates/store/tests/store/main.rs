//! Tests of tables and certificates through the public functions: saved files read back, and
//! damaged files are refused.

mod book;
mod certificates;
mod changed;
mod fingerprint;
mod format;
mod interrupted;
mod refusals;
mod round_trip;
mod scratch;
mod writing;

use std::path::{Path, PathBuf};

use catmouse_arena::{Player, ProductArena, StalemateRule, StepGraph, Value, Verdicts};
use catmouse_store::{Fingerprint, Table, TableError};
use tempfile::TempDir;

/// A folder for a table, and the fingerprint of the table.
struct Place {
    folder: TempDir,
    path: PathBuf,
    fingerprint: Fingerprint,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for a table");
        let path = folder.path().join("some.table");
        Self { folder, path, fingerprint: fingerprint(3) }
    }

    fn open(&self, positions: usize) -> Result<Table, TableError> {
        Table::open(&self.path, self.fingerprint, positions)
    }

    /// The names in the folder, sorted.
    fn names(&self) -> Vec<String> {
        names(self.folder.path())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder of the table");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The fingerprint of two tokens that cannot move, on this many nodes.
fn fingerprint(nodes: u32) -> Fingerprint {
    Fingerprint::of_product(&stuck_tokens(nodes))
}

/// Two tokens that cannot move.
fn stuck_tokens(nodes: u32) -> ProductArena {
    let steps = StepGraph::new(nodes, Vec::new());
    ProductArena::new(steps.clone(), steps, Verdicts::from_fn(nodes, nodes, |_, _| None), StalemateRule::Endless)
}

/// Two tokens on a ring of this many nodes. Two wants to catch One, and may wait.
fn ring(nodes: u32) -> ProductArena {
    let arcs = |node| [(node, (node + 1) % nodes, 1), (node, (node + nodes - 1) % nodes, 1)];
    let walk = StepGraph::new(nodes, (0..nodes).flat_map(arcs).collect());
    let wait = StepGraph::new(nodes, (0..nodes).flat_map(|node| [(node, node, 1), arcs(node)[0]]).collect());
    let home = nodes / 2;
    let ends = Verdicts::from_fn(nodes, nodes, |one, two| match (one == two, one == home) {
        (true, _) => Some(Player::Two),
        (_, true) => Some(Player::One),
        _ => None,
    });
    ProductArena::new(walk, wait, ends, StalemateRule::Endless)
}

/// This many values with all winners, at distances up to `longest`. The first value has the
/// distance `longest`.
fn mixed(positions: usize, longest: u64) -> Vec<Value> {
    (0..positions as u64)
        .map(|index| match index % 3 {
            0 => Value::Win { player: Player::One, distance: longest - index * 5 % (longest + 1) },
            1 => Value::Win { player: Player::Two, distance: index * 7 % (longest + 1) },
            _ => Value::Endless,
        })
        .collect()
}
