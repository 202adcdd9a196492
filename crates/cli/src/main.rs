//! The `catmouse` command: solves pursuit games on graphs and explains optimal play.
//!
//! Thin on purpose: arguments are described in `args`, boards come in through `board`, the library `catmouse` answers, each command
//! in `commands` chooses what to show of that, and only `output` prints.

mod args;
mod board;
mod commands;
mod examples;
mod interrupt;
mod output;
mod played;
mod setting_flags;
mod size;
mod source;
mod stream;
mod unknown_flag;

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
        Command::Solve { game, output, save, outcomes_only } => {
            commands::solve::run(game, output.format, save.as_deref(), *outcomes_only)
        }
        Command::Explain { game, format, save_certificate, asked, saved } => {
            commands::explain::run(game, *format, saved, save_certificate.as_deref(), asked)
        }
        Command::Annotate { game, output, moves, saved } => {
            commands::annotate::run(game, output.format, saved, moves.as_deref())
        }
        Command::Moves { game, output, saved } => commands::moves::run(game, output.format, saved),
        Command::Table { game, format, saved } => commands::table::run(game, *format, saved),
        Command::Survey { game, output, saved, all, hardest } => {
            commands::survey::run(game, output.format, saved, *all, *hardest)
        }
        Command::Check { game, output, certificate: Some(path), .. } => {
            commands::check::certificate(game, output.format, path)
        }
        Command::Check { game, output, table, .. } => commands::check::run(game, output.format, table.as_deref()),
        Command::Draw { game, saved, what, output } => commands::draw::run(game, saved, *what, output.as_deref()),
        Command::Convert { graphs, to } => commands::convert::run(graphs, *to),
        Command::Cops(args) => commands::cops::run(args),
        Command::Example { name } => commands::example::run(name.as_deref()),
        Command::Schema => Ok(Report::json(&catmouse::json_schema())),
        Command::Completions { shell } => Ok(commands::manual::completions(*shell)),
        Command::Man => commands::manual::man(),
    }
}
