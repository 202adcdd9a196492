//! The `catmouse` command: solves pursuit games on graphs and explains optimal play.
//!
//! Thin on purpose: arguments are described in `args`, boards come in through `board`, each command computes in `commands`,
//! and only `output` prints.

mod args;
mod board;
mod commands;
mod examples;
mod memory;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use output::Report;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli.command) {
        Ok(report) => output::print(report),
        Err(failure) => output::fail(&failure),
    }
}

fn run(command: &Command) -> Result<Report, output::Failure> {
    match command {
        Command::Solve(game) => commands::solve::run(game),
        Command::Explain(game) => commands::explain::run(game),
        Command::Moves(game) => commands::moves::run(game),
        Command::Table(game) => commands::table::run(game),
        Command::Check { game, table } => commands::check::run(game, table.as_deref()),
        Command::Example { name } => commands::example::run(name.as_deref()),
        Command::Completions { shell } => Ok(commands::manual::completions(*shell)),
        Command::Man => commands::manual::man(),
    }
}
