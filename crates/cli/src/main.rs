//! The `catmouse` command: solves pursuit games on graphs and explains optimal play.
//!
//! `args` describes the arguments, `board` reads and solves boards, the library `catmouse` answers,
//! each command in `commands` chooses what to show of the answer, and only `output` prints.

mod arenas;
mod args;
mod board;
mod clash;
mod commands;
mod destination;
mod dialogue;
mod examples;
mod file;
mod interrupt;
mod languages;
mod levels;
mod lines;
mod meant;
mod memory_bound;
mod messages;
mod output;
mod processes;
mod setting_flags;
mod several;
mod sieve;
mod size;
mod source;
mod stream;
mod suspect;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;

use args::{Cli, Command};
use output::Report;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    if let Some(code) = processes::become_program(interrupt::unblock) {
        return code;
    }
    if catmouse::memory::address_space().is_some() {
        arenas::share();
        if let Some(refusal) = arenas::too_few_addresses() {
            return output::fail(&refusal);
        }
    }
    // The arguments are leaked, because they are needed until the program ends.
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let colour = args::colour(&words);
    let mut described = Cli::grouped().color(colour);
    let parsed = loop {
        let matches = described.try_get_matches_from_mut(&words);
        let parsed = matches.and_then(|it| Ok((Cli::from_arg_matches(&it)?, args::asked(&described, &it), it)));
        let meant = match &parsed {
            Ok((.., matches)) => meant::accepted(&words, matches, &described),
            Err(error) => meant::words(&words, error, &described),
        };
        match meant {
            Some(meant) => words = meant,
            None => break parsed,
        }
    };
    let (cli, asked, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => meant::explained(error, &words, &described).exit(),
        // Help and version are results like any other.
        Err(error) => {
            output::colour(colour);
            let told = error.render().ansi().to_string();
            let lines: Vec<&str> = told.lines().map(str::trim_end).collect(); // clap indents empty lines
            let report = Report::text(lines.join("\n") + "\n");
            return file::deliver(report, args::output(&words).as_deref());
        }
    };
    if let Some(clash) = clash::between_files(&matches) {
        return output::fail(&clash);
    }
    let bound = cli.for_all.max_memory;
    if bound.is_some() || clash::is_file_written(&matches) {
        interrupt::install();
    }
    let cli: &'static Cli = Box::leak(Box::new(cli));
    output::colour(cli.for_all.color);
    if cli.for_all.quiet {
        output::progress::silence();
    }
    if let Some(bound) = bound {
        memory_bound::keep(bound);
    }
    // The commands that catch interrupts show their progress from the beginning.
    if !matches!(cli.command, Command::Hunt(_) | Command::Test(_)) {
        output::progress::start_clock();
    }
    match run(&cli.command, &asked) {
        Ok(report) => file::deliver(report, cli.for_all.output.as_deref()),
        Err(failure) => output::fail(&failure),
    }
}

/// Runs a command. `asked` is the name of the command and the flags that were given.
fn run(command: &'static Command, asked: &[String]) -> Result<Report, output::Failure> {
    match command {
        Command::Solve { game, further, output, sieve, save, save_certificate, scratch, depth, long } => {
            let (table, proof, scratch) = (save.as_deref(), save_certificate.as_deref(), scratch.as_deref());
            let files = commands::solve::Files { table, proof, scratch };
            let shown = commands::solve::Shown { format: output.format, sieve, files, long, further, asked };
            commands::solve::run(game, shown, depth)
        }
        Command::Explain { game, format, asked, saved } => commands::explain::run(game, *format, saved, asked),
        Command::Annotate { game, output, moves, header, saved } => {
            commands::annotate::run(game, output.format, saved, moves.as_deref(), header)
        }
        Command::Evaluate { game, output, policy } => commands::evaluate::run(game, output.format, policy.as_deref()),
        Command::Play { game, saved, play } => commands::play::run(game, saved, play),
        Command::Moves { game, output, after, header, saved, depth } => {
            commands::moves::run(game, output.format, (saved, depth), after.as_deref(), header)
        }
        Command::Table { game, format, saved, depth } => commands::table::run(game, *format, saved, depth),
        Command::Survey { game, output, saved, depth, all, top, sample } => {
            let asked = commands::survey::Asked { all: *all, top: *top, sample: *sample };
            commands::survey::run(game, output.format, (saved, depth), asked)
        }
        Command::Whatif { game, output, asked } => commands::whatif::run(game, output.format, asked),
        Command::Compare { game, output, other, with } => {
            commands::compare::run(game, output.format, other.as_deref(), with.as_deref())
        }
        Command::Check { game, output, certificate: Some(path), .. } => {
            commands::check::certificate(game, output.format, path)
        }
        Command::Check { game, output, table, .. } => commands::check::run(game, output.format, table.as_deref()),
        Command::Draw { game, saved, what } => commands::draw::run(game, saved, *what),
        Command::Convert { source, rules, further, to, long } => {
            commands::convert::run((source, rules, further), *to, long, asked)
        }
        Command::Cops(args) => commands::cops::run(args, asked),
        Command::Hunt(args) => commands::hunt::run(args),
        Command::Test(args) => commands::test::run(args),
        Command::Example { graphs: true, .. } => Ok(commands::example::graphs()),
        Command::Example { name, .. } => commands::example::run(name.as_deref()),
        Command::Schema => Ok(Report::streamed(|out| out.write_all(catmouse::answers::JSON_SCHEMA.as_bytes()))),
        Command::Completions { shell } => Ok(commands::manual::completions(*shell)),
        Command::Man { command } => commands::manual::man(command.as_deref()),
    }
}
