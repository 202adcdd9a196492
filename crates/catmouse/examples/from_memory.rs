//! Solves a board in memory, and lists the positions that the mouse wins in more than ten plies.
//!
//! `cargo run --example from_memory`

use catmouse::model::Outcome;
use catmouse::{Error, Question};

fn main() -> Result<(), Error> {
    for line in long_wins()? {
        println!("{line}");
    }
    Ok(())
}

/// The positions that the mouse wins in more than ten plies, with their distances.
pub(crate) fn long_wins() -> Result<Vec<String>, Error> {
    let neighbours = [
        vec![2, 6, 7],
        vec![3, 4, 5, 7],
        vec![0, 3, 4, 7],
        vec![1, 2, 5, 7],
        vec![1, 2, 5, 6],
        vec![1, 3, 4, 6],
        vec![0, 4, 5, 7],
        vec![0, 1, 2, 3, 6],
    ];
    let solved = Question::adjacency(neighbours).solve()?;
    let mut wins = Vec::new();
    for row in solved.table() {
        let row = row?;
        if row.outcome == Outcome::Mouse && row.distance.distance_plies > Some(10) {
            wins.push(format!("{}: {} plies", row.position, row.distance.distance_plies.unwrap_or_default()));
        }
    }
    Ok(wins)
}
