//! The `catmouse` command: solves pursuit games on graphs and explains optimal play.
//!
//! Thin on purpose: arguments are described in `args`, boards come in through `board`, each command computes in `commands`,
//! and only `output` prints.

mod args;
mod board;
mod commands;
mod cops;
mod examples;
mod interrupt;
mod memory;
mod output;
mod source;
mod stream;
mod unknown_flag;
mod values;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use output::Report;

fn main() -> ExitCode {
    // What was asked for is needed as long as the program runs.
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => match unknown_flag::explained(&error) {
            Some(failure) => return output::fail(&failure),
            None => error.exit(),
        },
    };
    let cli: &'static Cli = Box::leak(Box::new(cli));
    interrupt::install();
    match run(&cli.command) {
        Ok(report) => output::print(report),
        Err(failure) => output::fail(&failure),
    }
}

fn run(command: &'static Command) -> Result<Report, output::Failure> {
    match command {
        Command::Solve { game, save, outcomes_only } => commands::solve::run(game, save.as_deref(), *outcomes_only),
        Command::Explain { game, certificate, saved } => commands::explain::run(game, saved, certificate.as_deref()),
        Command::Moves { game, saved } => commands::moves::run(game, saved),
        Command::Table { game, saved } => commands::table::run(game, saved),
        Command::Survey { game, saved, csv: true, .. } => commands::survey::csv(game, saved),
        Command::Survey { game, saved, all, hardest, .. } => commands::survey::run(game, saved, *all, *hardest),
        Command::Draw { game, saved, what, output } => commands::draw::run(game, saved, *what, output.as_deref()),
        Command::Check { game, certificate: Some(certificate), .. } => {
            commands::check_certificate::run(game, certificate)
        }
        Command::Check { game, table, .. } => commands::check::run(game, table.as_deref()),
        Command::Convert { graphs, to } => commands::convert::run(graphs, *to),
        Command::Cops(args) => commands::cops::run(args),
        Command::Example { name } => commands::example::run(name.as_deref()),
        Command::Completions { shell } => Ok(commands::manual::completions(*shell)),
        Command::Man => commands::manual::man(),
    }
}
