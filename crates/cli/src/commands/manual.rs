//! Completions and the man page, generated from the description of the command line.

use crate::args::Cli;
use crate::output::{Failure, Report};

/// The completion script for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Report {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::described(), "catmouse", &mut script);
    Report::streamed(move |out| out.write_all(&script))
}

/// The man page of a command, or that of the whole program, which names the others.
pub(crate) fn man(command: Option<&str>) -> Result<Report, Failure> {
    let mut cli = Cli::described();
    cli.build();
    let page = match command {
        None => cli,
        Some(name) => cli.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
            Failure::plain(format!("there is no command `{name}`"), format!("the commands are {}", names.join(", ")))
        })?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| Failure::plain(format!("cannot make the man page: {error}"), String::new()))?;
    Ok(Report::streamed(move |out| out.write_all(&text)))
}
