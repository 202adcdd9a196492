//! Completions and the man page, generated from the description of the command line.

use crate::args::Cli;
use crate::output::{Failure, Report};

/// The completion script for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Report {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::described(), "catmouse", &mut script);
    Report::streamed(move |out| out.write_all(&script))
}

/// The man page, with a section for each command.
pub(crate) fn man() -> Result<Report, Failure> {
    let mut cli = Cli::described();
    cli.build();
    let mut page = Vec::new();
    let mut render = |command: clap::Command| clap_mangen::Man::new(command).render(&mut page);
    let commands: Vec<_> = cli.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
    render(cli)
        .and_then(|()| commands.into_iter().try_for_each(render))
        .map_err(|error| Failure::plain(format!("cannot make the man page: {error}"), String::new()))?;
    Ok(Report::streamed(move |out| out.write_all(&page)))
}
