//! Completions and the man page, generated from the description of the command line.

use catmouse_formats::FAMILIES;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::args::Cli;
use crate::examples::EXAMPLES;
use crate::meant::keys_of;
use crate::output::{Failure, Report};

/// The script that completes commands and flags in a shell, and in bash, zsh and fish the names of boards.
pub(crate) fn completions(shell: Shell) -> Report {
    let boards: Vec<&str> =
        EXAMPLES.iter().map(|board| board.name).chain(FAMILIES.iter().map(|it| it.example)).collect();
    let mut described = Cli::described().mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_id().as_str() {
            "board" if shell == Shell::Bash => argument.value_parser(PossibleValuesParser::new(boards.clone())),
            "set" => {
                let keys = keys_of(&argument).into_iter().map(|key| &*key.leak()); // until the program ends
                argument.value_parser(PossibleValuesParser::new(keys))
            }
            _ => argument,
        })
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut described, "catmouse", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    let names = boards.join(" ").replace(':', "\\:");
    match shell {
        // A board may be a file too.
        Shell::Zsh => {
            let lines = script.lines().map(|line| {
                if line.contains("'::board -- ") {
                    line.replace(":_default'", ":_catmouse_boards'")
                } else {
                    line.to_owned()
                }
            });
            script = lines.collect::<Vec<_>>().join("\n") + "\n";
            let choice = format!("_alternative 'files:file:_files' 'boards:board:({names})'");
            script = script.replacen('\n', &format!("\n\n_catmouse_boards() {{ {choice} }}\n"), 1);
        }
        Shell::Fish => {
            script +=
                &format!("complete -c catmouse -n \"not __fish_catmouse_needs_command\" -a \"{}\"\n", boards.join(" "));
        }
        _ => {}
    }
    Report::streamed(move |out| out.write_all(script.as_bytes()))
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
