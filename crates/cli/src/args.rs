//! The description of the command line, from which parsing, `--help`, completions and the man page
//! are made.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use catmouse::streams::MOST_THREADS;
use catmouse_hunt::Objective;
use catmouse_model::{Keyword, Outcome, PositionChoice, Preset, Side, VertexChoice};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, value_parser};

use crate::setting_flags::{OfCops, OfGames, OfSetups, RULES, SettingFlags};
use crate::size::Bytes;

/// Solves pursuit games on graphs and explains optimal play: Cat and Mouse, Cops and Robbers and
/// their relatives. The cats are the cops of the literature, the mouse is the robber.
#[derive(Debug, Parser)]
#[command(name = "catmouse", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) for_all: ForAll,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The headings under which the help lists the commands.
const PURPOSES: [(&str, &[&str]); 5] = [
    ("One board", &["solve", "explain", "play", "annotate", "evaluate", "moves", "draw"]),
    ("All positions, all starts, and proofs", &["table", "survey", "check"]),
    ("The workbench: boards changed, compared and searched for", &["whatif", "compare", "hunt", "test"]),
    ("Many graphs", &["cops", "convert"]),
    ("This program", &["example", "schema", "completions", "man", "help"]),
];

impl Cli {
    /// The command line. Its help lists the commands under the headings of [`PURPOSES`], and
    /// commands without a heading at the end.
    pub(crate) fn grouped() -> clap::Command {
        /// What clap says about the command that it adds.
        const HELP: (&str, &str) = ("help", "Print this message or the help of the given subcommand(s)");
        let command = Self::described();
        let about = |it: &clap::Command| it.get_about().map(ToString::to_string).unwrap_or_default();
        let own = command.get_subcommands().map(|it| (it.get_name(), about(it)));
        let abouts: Vec<(&str, String)> = own.chain([(HELP.0, HELP.1.to_owned())]).collect();
        let width = abouts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let line = |(name, about): &(&str, String)| format!("  {name:<width$}  {about}\n");
        let named = |name: &&str| abouts.iter().find(|(other, _)| other == name);
        let mut groups = String::new();
        for (purpose, names) in PURPOSES {
            groups += &format!("{purpose}:\n{}\n", names.iter().filter_map(named).map(line).collect::<String>());
        }
        let others: String = abouts
            .iter()
            .filter(|(name, _)| !PURPOSES.iter().any(|(_, names)| names.contains(name)))
            .map(line)
            .collect();
        if !others.is_empty() {
            groups += &format!("And:\n{others}\n");
        }
        command.help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
        ))
    }

    /// The command line with the settings that all commands share. A negative number such as `-1`
    /// is accepted as the value of a flag. Flags under the headings of [`ONLY_IN_LONG_HELP`] are
    /// hidden in `-h`, so that it fits on a screen. The flags of [`ForAll`] are shown in the help of
    /// the program alone, and the help of each command has a line about them.
    pub(crate) fn described() -> clap::Command {
        let for_all: Vec<clap::Arg> = ForAll::augment_args(clap::Command::new("")).get_arguments().cloned().collect();
        Self::command().mut_subcommands(|command| {
            let further = command.get_after_help().map_or_else(String::new, |help| format!("\n\n{}", help.ansi()));
            let command = command.after_help(format!("{FOR_ALL}{further}"));
            command.args(for_all.iter().map(|flag| flag.clone().hide(true))).mut_args(|argument| {
                let is_long = argument.get_help_heading().is_some_and(|heading| ONLY_IN_LONG_HELP.contains(&heading));
                let takes_value = argument.get_long().is_some() && argument.get_action().takes_values();
                argument.hide_short_help(is_long).allow_negative_numbers(takes_value)
            })
        })
    }
}

/// The headings of flags that only `--help` shows, and `-h` does not.
const ONLY_IN_LONG_HELP: [&str; 4] = [RULES, START, READING, LONG_STREAMS];

/// Arguments that do not change the results of a stream. One is the board, because a checkpoint
/// recognises a stream by its content.
const WITHOUT_EFFECT: [&str; 9] =
    ["board", "more", "recursive", "threads", "max_memory", "output", "color", "quiet", "checkpoint"];

/// The name of the command, and the given flags that can change its results, as they could be
/// typed, in the order of their declaration. `command` is the command line that `matches` match.
pub(crate) fn asked(command: &clap::Command, matches: &clap::ArgMatches) -> Vec<String> {
    let Some((name, given)) = matches.subcommand() else { return Vec::new() };
    let flags = command.find_subcommand(name).map(clap::Command::get_arguments).into_iter().flatten();
    let said = flags.filter(|flag| {
        let id = flag.get_id().as_str();
        !WITHOUT_EFFECT.contains(&id) && given.value_source(id) == Some(clap::parser::ValueSource::CommandLine)
    });
    let with_values = said.map(|flag| {
        let values = given.get_raw(flag.get_id().as_str()).into_iter().flatten();
        let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        let name = flag.get_long().map_or_else(|| flag.get_id().to_string(), |name| format!("--{name}"));
        if flag.get_action().takes_values() { format!("{name}={}", values.join(",")) } else { name }
    });
    std::iter::once(name.to_owned()).chain(with_values).collect()
}

/// The colour that `--color` asks for in these words, which may be no command line. The last one counts.
pub(crate) fn colour(words: &[OsString]) -> clap::ColorChoice {
    values(words, &["--color"]).filter_map(|value| value.parse().ok()).last().unwrap_or(clap::ColorChoice::Auto)
}

/// The file of `--output` in these words, which ask for help and so are no whole command line.
pub(crate) fn output(words: &[OsString]) -> Option<PathBuf> {
    values(words, &["--output", "-o"]).last().map(PathBuf::from)
}

/// The values of a flag in these words: the word after it, or the rest of its word.
fn values<'a>(words: &'a [OsString], flags: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let words = words.iter().map(|word| word.to_str().unwrap_or_default()).take_while(|word| *word != "--");
    words
        .scan(false, |is_value, word| {
            let of_word = flags.iter().find_map(|flag| match word.strip_prefix(flag)? {
                "" => None,
                rest if flag.starts_with("--") => rest.strip_prefix('='),
                rest => Some(rest.strip_prefix('=').unwrap_or(rest)),
            });
            let value = if std::mem::take(is_value) { Some(word) } else { of_word };
            *is_value = value.is_none() && flags.contains(&word);
            Some(value)
        })
        .flatten()
}

/// The line about the flags of [`ForAll`] in the help of each command.
const FOR_ALL: &str =
    "Every command also takes -o FILE, --color, --quiet, --max-memory and --threads (`catmouse --help`).";

/// The flags that every command takes.
#[derive(Debug, Args)]
pub(crate) struct ForAll {
    /// Write the result into this file instead of to standard output: the whole result, or nothing. A
    /// file that ends in .json, .csv, .html or .dot gets this format unless `--format` says otherwise
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(crate) output: Option<std::path::PathBuf>,
    /// Colour the output
    #[arg(long, value_name = "WHEN", value_enum, global = true, default_value_t = clap::ColorChoice::Auto)]
    pub(crate) color: clap::ColorChoice,
    /// Show no progress
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Refuse what needs more memory than this, as in 500M or 4GiB; at least 16M. By default, what the
    /// machine has free
    #[arg(long, value_name = "SIZE", global = true)]
    pub(crate) max_memory: Option<Bytes>,
    /// Work on this many threads; by default on all cores. The result does not depend on it
    #[arg(long, value_name = "NUMBER", value_parser = thread_count(), global = true)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The flags of [`ForAll`] for a command that needs them. It declares none of its own.
#[derive(Debug)]
pub(crate) struct Shared(ForAll);

impl std::ops::Deref for Shared {
    type Target = ForAll;

    fn deref(&self) -> &ForAll {
        &self.0
    }
}

impl Args for Shared {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl clap::FromArgMatches for Shared {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        ForAll::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 `check` or `test` refutes, or `hunt` finds nothing; 2 an error, with a message on stderr \
and nothing on stdout but the answers to other graphs of a stream.
Start with `catmouse explain ambush`; `catmouse example` lists the boards that are built in.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say who wins, in how many plies, and how many positions have each outcome
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve {
        #[command(flatten)]
        output: Listing,
        #[command(flatten)]
        sieve: Sieve,
        /// Save the table of all positions into this file, for `moves`, `explain`, `table` and
        /// `check --table`
        #[arg(long, value_name = "FILE", conflicts_with_all = ["summary", "only", "shard", "checkpoint"])]
        save: Option<std::path::PathBuf>,
        /// Write a certificate of the outcome into this file, for `check --certificate`
        #[arg(long, value_name = "FILE", conflicts_with_all = ["summary", "only", "shard", "checkpoint", "outcomes_only"])]
        save_certificate: Option<std::path::PathBuf>,
        /// Keep the outcomes of one board in a temporary file in this folder if they exceed the memory
        #[arg(
            long,
            value_name = "FOLDER",
            requires = "outcomes_only",
            conflicts_with_all = ["summary", "only", "shard", "checkpoint", "save"]
        )]
        scratch: Option<std::path::PathBuf>,
        #[command(flatten)]
        long: LongStream,
        #[command(flatten)]
        depth: Depth,
        #[command(flatten)]
        game: Game,
        #[command(flatten)]
        further: Further,
    },
    /// Print optimal play with the reason for every move, or a strategy
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain {
        /// How to print the result; `dot` draws the tree of a strategy, `html` is a page to play on
        #[arg(long, value_name = "FORMAT", default_value = "text", value_enum)]
        format: ExplainFormat,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        saved: Saved,
        #[command(flatten)]
        game: Game,
    },
    /// Play against the solution, and have the game judged
    #[command(after_help = PLAY_EXAMPLES)]
    Play {
        #[command(flatten)]
        play: PlayArgs,
        #[command(flatten)]
        saved: Saved,
        #[command(flatten)]
        game: Game,
    },
    /// Judge the moves of a game that was played
    #[command(after_help = ANNOTATE_EXAMPLES)]
    Annotate {
        #[command(flatten)]
        output: Listing,
        /// The moves, as they are printed: 'M 1→7 C 2→3', also with `->` or `-`
        #[arg(value_name = "MOVES", index = 2)]
        moves: Option<String>,
        #[command(flatten)]
        header: Header,
        #[command(flatten)]
        saved: Saved,
        #[command(flatten)]
        game: Game,
    },
    /// Find the worst case of a policy: what the best play against it achieves
    ///
    /// A policy has a move of one side at each position. Also shows this best play, and the first
    /// move of the policy that loses something.
    #[command(after_help = EVALUATE_EXAMPLES)]
    Evaluate {
        #[command(flatten)]
        output: Listing,
        /// The policy: a file in CSV with the columns mouse, cats, turn and to, or `-` for standard
        /// input
        #[arg(value_name = "POLICY", index = 2)]
        policy: Option<std::path::PathBuf>,
        #[command(flatten)]
        game: Game,
    },
    /// List the legal moves at a position, best first
    ///
    /// Each move is shown with its outcome and its distance.
    #[command(after_help = MOVES_EXAMPLES)]
    Moves {
        #[command(flatten)]
        output: Listing,
        /// List the moves after these moves: 'M 1→7 C 2→3', as they are printed, also with `->` or
        /// `-`
        #[arg(long, value_name = "MOVES", conflicts_with = "outcomes_only")]
        after: Option<String>,
        #[command(flatten)]
        header: Header,
        #[command(flatten)]
        saved: Saved,
        #[command(flatten)]
        depth: Depth,
        #[command(flatten)]
        game: Game,
    },
    /// Write every position with its outcome and distance
    #[command(after_help = TABLE_EXAMPLES)]
    Table {
        /// How to print the positions
        #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Csv)]
        format: Format,
        #[command(flatten)]
        saved: Saved,
        #[command(flatten)]
        depth: Depth,
        #[command(flatten)]
        game: Game,
    },
    /// Say who wins from every pair of starts: for level designers
    ///
    /// Also says how many starts have each outcome, and which starts are the hardest. The board
    /// needs no start of its own.
    #[command(after_help = SURVEY_EXAMPLES)]
    Survey {
        #[command(flatten)]
        output: Listing,
        #[command(flatten)]
        saved: Saved,
        #[command(flatten)]
        depth: Depth,
        /// Show every pair of starts, and look for the narrowest among all of them, however many there
        /// are
        #[arg(long)]
        all: bool,
        /// How many of the hardest starts of each kind to list; by default 3
        #[arg(long, value_name = "NUMBER")]
        top: Option<usize>,
        /// Survey a sample of this many starts, always the same ones, if there are too many for a
        /// survey of all
        #[arg(long, value_name = "NUMBER", conflicts_with = "all")]
        sample: Option<NonZeroUsize>,
        #[command(flatten)]
        game: Game,
    },
    /// Say what each change of a board does: a wall, an edge, a start, a rule
    ///
    /// Makes each change by itself and solves the changed board. The changes with the greatest
    /// effects come first.
    #[command(after_help = WHATIF_EXAMPLES)]
    Whatif {
        #[command(flatten)]
        output: Listing,
        #[command(flatten)]
        asked: WhatIfArgs,
        #[command(flatten)]
        game: Game,
    },
    /// Compare two boards, or a board under two settings
    ///
    /// Shows the result of each, the positions with different outcomes, and where the lines diverge
    /// and why.
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare {
        #[command(flatten)]
        output: Output,
        /// The second board, given like the first; without it, the first board under the settings
        /// of `--with`
        #[arg(value_name = "OTHER", index = 2)]
        other: Option<String>,
        /// Settings of the second board only, as in 'cat-jump=1, first=cat': all flags about the
        /// rules and the start
        #[arg(long, value_name = "SETTINGS")]
        with: Option<String>,
        #[command(flatten)]
        game: Game,
    },
    /// Draw the board, the line, the lesson, all starts or a placement, as SVG
    #[command(after_help = DRAW_EXAMPLES)]
    Draw {
        #[command(flatten)]
        saved: Saved,
        /// What to draw
        #[arg(long, value_enum, value_name = "WHAT", default_value_t = What::Board)]
        what: What,
        #[command(flatten)]
        game: Game,
    },
    /// Check a solution, a table or a certificate against the rules
    ///
    /// Also checks the solution against the `[expect]` of the setup.
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        #[command(flatten)]
        output: Output,
        /// Check this table (CSV from `catmouse table`, or saved by `catmouse solve --save`)
        /// instead of solving
        #[arg(long, value_name = "FILE")]
        table: Option<std::path::PathBuf>,
        /// Check this certificate (as `--save-certificate` writes it) instead of solving
        #[arg(long, value_name = "FILE", conflicts_with = "table")]
        certificate: Option<std::path::PathBuf>,
        #[command(flatten)]
        game: Game,
    },
    /// Rewrite graphs in another format, one or a stream
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert {
        #[command(flatten)]
        source: BoardSource,
        #[command(flatten)]
        further: Further,
        /// Write this format
        #[arg(long, value_name = "FORMAT", value_parser = board_format())]
        to: catmouse_formats::Format,
        #[command(flatten)]
        long: LongStream,
        #[command(flatten)]
        rules: SettingFlags<OfSetups>,
    },
    /// Say how many cats (cops) each graph needs: its cop number
    ///
    /// Finds the least number of cats that catch the mouse (the robber) on each graph of a stream,
    /// how long they take (the capture time), and where they start. This is the game of Cops and
    /// Robbers, the best known of the pursuit games on graphs.
    #[command(after_help = COPS_EXAMPLES)]
    Cops(CopsArgs),
    /// Search for boards with a property
    ///
    /// Finds the longest win, the narrowest line, a lesson or a cop number, for example. Searches
    /// all graphs of few vertices, larger graphs that are changed step by step, grids, or boards
    /// near a given one.
    #[command(after_help = HUNT_EXAMPLES, override_usage = "catmouse hunt [OPTIONS] <WHAT TO LOOK FOR> [GRAPHS]")]
    Hunt(HuntArgs),
    /// Test a program that solves Cat and Mouse, and show the smallest board that it gets wrong
    ///
    /// The program reads a board as LeetCode writes it, and prints 1 if the mouse wins, 2 if the
    /// cat does, and 0 for a draw.
    #[command(after_help = TEST_EXAMPLES)]
    Test(TestArgs),
    /// List the built-in boards and named graphs, or print one
    #[command(after_help = EXAMPLE_EXAMPLES)]
    Example {
        /// The board or the graph to print
        name: Option<String>,
        /// List the graphs that have names, such as `petersen` and `grid:10x10`, which every
        /// command takes as its board
        #[arg(long, conflicts_with = "name")]
        graphs: bool,
    },
    /// Print the JSON Schema of all answers in JSON
    Schema,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a man page, in roff
    Man {
        /// The command whose page it is; without it, the page of catmouse
        command: Option<String>,
    },
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  catmouse solve '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]'
  catmouse solve '[\"M.C...F\"]' --cat-jump 1 --mouse-jump 4
  catmouse solve board.toml --set cat-in-hole=guards --format json
  catmouse solve board.toml --save board.table
  catmouse solve large.txt --outcomes-only --save large.table
  catmouse solve board.toml --save-certificate proof.jsonl
  catmouse solve '[[[1,5],[2,1]],[[0,5],[2,3]],[[0,1],[1,3]]]'     with costs
  geng -c 6 | catmouse solve
  geng -c 6 | catmouse solve --summary
  geng -c 6 | catmouse solve --only 'outcome=mouse, distance_plies>5'
  geng -c 6 | catmouse solve --graph 17";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  catmouse explain ambush                          a built-in board
  catmouse explain '[[1,3],[0],[3],[0,2]]'
  catmouse explain board.toml --from 'M3 C5 mouse'
  catmouse explain board.toml --after 'M 1→7 C 2→3'
  catmouse explain board.toml --after 'M 1→7' --why 'C 2→4'
  catmouse explain board.toml --format html --output game.html
  catmouse explain board.toml --strategy           what to do against everything
  catmouse explain board.toml --strategy --format dot | dot -Tsvg > strategy.svg
  catmouse explain '[\"####F\",\"#C...\",\"M....\"]' --mouse-jump 2
  catmouse explain '[[[1,5],[2,1]],[[0,5],[2,3]],[[0,1],[1,3]]]'
In the last example moves have costs: [2,1] is a move to 2 that costs 1. The winner wants the total cost of \
both sides to be low, and the loser wants it to be high; a limit is then a limit of the cost.";

const PLAY_EXAMPLES: &str = "\
Examples:
  catmouse play ambush                         you are the Cat, which can win
  catmouse play ambush --as cat --level weak
  catmouse play board.toml --as both
  catmouse play board.toml --level 0.3 --seed 7
  catmouse play board.toml --script moves.txt  a line a move or a command
  catmouse play levels/                        a folder of boards in order
In a script a line that begins with `#` is a comment.
Enter a move by its target (`3`, `kitchen`, `(2,0)`, `1+4` for two cats) or as it is printed (`M 1→3`, `M 1-3`); on a \
grid also by its direction (`up`, `w`, an arrow).
`hint`, `why MOVE`, `undo`, `moves`, `board`, `draw`, `story`, `help` and `quit` are understood too.
When a position arises for the third time, the game ends with the result of endless play.";

const ANNOTATE_EXAMPLES: &str = "\
Examples:
  catmouse annotate '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]' 'M 1→3 C 2-4'
  catmouse annotate board.toml 'M 3→4' --from 'M3 C5 mouse' --format json";

const EVALUATE_EXAMPLES: &str = "\
Examples:
  catmouse evaluate board.toml policy.csv
  catmouse evaluate board.toml policy.csv --from 'M3 C5 cat' --format json
A line of the policy is a position and a move: `1,2,mouse,3` moves the mouse from 1 to 3 while the cat is at 2. \
Several cats are joined by blanks, `1,2 5,cat,2 4`. All lines have moves of the same side. A position that cannot \
arise needs no line, and neither does a position with one legal move.";

const MOVES_EXAMPLES: &str = "\
Examples:
  catmouse moves '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]'
  catmouse moves board.toml --from 'M3 C5 cat'
  catmouse moves board.toml --after 'M 1→7 C 2→3'
  catmouse moves board.toml --from 'M3 C5 cat' --table board.table
  catmouse moves '[\"M.C...F\"]' --mouse-jump 4 --from 'M(0,1) C(0,3) cat'";

const TABLE_EXAMPLES: &str = "\
Examples:
  catmouse table '[[1,3],[0],[3],[0,2]]' > table.csv
  catmouse table board.toml --format json | head
In CSV several cats are joined by blanks, and a position without a forced end has no distance.
A limit is counted from each position. A grid cell is written [row,column].";

const SURVEY_EXAMPLES: &str = "\
Examples:
  catmouse survey '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]'
  catmouse survey level.txt --mouse-jump 2     maps of where each may start
  catmouse survey level.txt --first cat --top 10
  catmouse survey board.toml --format csv > starts.csv
  catmouse survey large.txt --sample 1000 --table large.table

Every pair of places is a start, with the game's own first mover; a limit is counted from each start. The \
hardest starts that differ much are listed, each as a flag and as a line of a setup, which belongs above the \
first table. In CSV and JSON `right_moves` says how many of the winner's `moves` at its first turn win (in a \
draw: how many of the first mover's hold). If the loser moves first, it has played the move of the line.";

const WHATIF_EXAMPLES: &str = "\
Examples:
  catmouse whatif level.txt
  catmouse whatif level.txt --kind wall --top 10
  catmouse whatif level.txt --kind wall --take 1 > better.toml
  catmouse whatif level.txt --only 'outcome=mouse, distance_plies>=12'
  catmouse whatif level.txt --kind wall,start --pairs
  catmouse whatif '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]' --kind edge

A change adds a wall on a free cell or removes a wall; adds or removes an edge; moves a piece or the food to \
a free place; or flips a setting of the rules, or makes it one more or less. `right_moves` counts as in \
`survey`. In JSON and CSV the first line, of rank 0, is the original board; `setup` is the changed board, \
which every command reads. A graph has a change of an edge for each pair of vertices: on a large graph, where \
the time does not suffice, leave out this kind by `--kind`, or give more time by `--time-budget`.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  catmouse compare level.txt better.toml
  catmouse compare level.txt --with 'cat-jump=2'
  catmouse compare level.txt --with 'mouse=2,0, first=cat' --format json
  catmouse whatif level.txt --kind wall --take 1 | catmouse compare level.txt -

The other flags apply to both boards. Vertices of two grids correspond by their cells, of two graphs by their \
names if all have one, else by their numbers; a board without a counterpart for a vertex leaves its \
positions out of the comparison, which says how many.";

const DRAW_EXAMPLES: &str = "\
Examples:
  catmouse draw ambush > board.svg
  catmouse draw ambush --what line -o line.svg
  catmouse draw board.toml --from 'M3 C5 cat' -o board.svg
  catmouse draw '[[1,4],[0,2],[1,3],[2,4],[3,0]]' --what placement -o best.svg
The same input gives the same bytes. A board of more than 60 vertices is a sketch, which says so.";

const CHECK_EXAMPLES: &str = "\
Examples:
  catmouse check board.toml
  catmouse table board.toml > table.csv
  catmouse check board.toml --table table.csv
  catmouse solve board.toml --save-certificate proof.jsonl
  catmouse check board.toml --certificate proof.jsonl
  catmouse cops petersen --save-certificate petersen.jsonl
  catmouse check petersen --certificate petersen.jsonl
Exit code 1 if anything is refuted; the first wrong entry is named.";

const CONVERT_EXAMPLES: &str = "\
Examples:
  catmouse convert petersen.g6 --to dot
  catmouse convert '[[[1,3]],[[0,3],[2,50]],[[1,50]]]' --to setup > board.toml
  catmouse convert level.txt --to setup --set mouse-jump=2 > level.toml
  geng -c 7 | catmouse convert --to leetcode
  catmouse convert roads.gr --to edges

Formats:
  setup      a whole setup in TOML: one board with its names, rules and start
  leetcode   [[1,3],[0],…], with costs [[[1,5],[3,2]],[[0,5]],…];
             in a stream one board a line
  grid       a drawing, one row a line
  graph6, digraph6, sparse6
             one graph a line; graphs with one-way moves become digraph6
  edges      one edge a line, `u v` or `u v cost`; the first line may say how
             many vertices there are (`4 vertices`), and `directed`; without it
             they are exactly 0 to n − 1, or `--set base=1` says where they
             begin; `#` and `%` begin comments; blank lines part graphs
  dimacs     `p edge N M` and `e u v`, or `p sp N M` and `a u v cost`, from 1
  dot        the graphs of Graphviz; `cost`, or else `weight`, is what a move
             costs, here and in all that follow
  matrix     rows of 0 and 1, with blanks, commas or nothing between; not
             symmetric, it is a digraph
  mtx        Matrix Market: coordinate, pattern or integer, symmetric or general
  adjlist    a vertex and its neighbours a line, as networkx writes them
  nx-edges   `u v {}` or `u v {'weight': 3}` a line, as networkx writes them;
             it takes numbers with gaps for labels
  node-link  JSON with nodes and edges (or links), as networkx and D3 write it
  graphml, gml
             with names, costs and directions
  showg, hog `0 : 1 2;` as nauty prints them; `1: 2 3` as House of Graphs
             lists them
  multicode  bytes: for each vertex its greater neighbours
  csv        `source,target` or `source,target,cost` a row; without such a first
             row two columns, or three

Labels that are no numbers become names. Any of them may be packed by gzip.

It is an error if the format cannot represent a board (costs in graph6, for example). Data that are left out \
without changing the board, such as names and rules, are named on stderr. A graph that cannot be read is \
reported with its line; the others are still converted, and the exit code is 2.";

const COPS_EXAMPLES: &str = "\
Examples:
  catmouse cops '[[1,4],[0,2],[1,3],[2,4],[3,0]]'
  geng -c 8 | catmouse cops --format json
  geng -c 8 | catmouse cops --summary
  geng -c 10 | catmouse cops --only 'cop_number=3'
  catmouse cops graphs.g6 --max-cats 2
  catmouse cops graphs.g6 --cats 3 --set cats-move=one
  catmouse cops graphs.g6 --set capture-distance=1 --set mouse-speed=2

The cats are placed first, then the mouse, which sees them; then they move in turn, the Cat first unless \
`--first mouse`. A round is a ply of each side, and the capture time counts rounds from the first move: a \
capture in round r counts r, one at the placement 0. Of a graph in several pieces the numbers are summed.";

const HUNT_EXAMPLES: &str = "\
Examples:
  catmouse hunt --longest cat --vertices 6     all graphs, holes and starts
  catmouse hunt --longest mouse --vertices 20 --time-budget 30s > board.toml
  catmouse hunt --outcome cat --at-least 100 --vertices 50
  catmouse hunt --lesson tempo --vertices 7 --max-degree 3
  catmouse hunt --narrowest mouse --grid 6x6 --walls 10 --symmetry turn
  catmouse hunt --longest mouse --near ambush --changes 2
  catmouse hunt --cop-number 3 --vertices 10 --regular 3
  geng -c 9 | catmouse hunt --capture-time --top 3 -
  catmouse hunt --graded 10 --grid 6x6 --walls 8 -o levels
  catmouse play levels

The boards are printed as setups, with their results in `[expect]`. The same command finds the same boards, \
on any number of threads. With `--time-budget` or Ctrl-C the boards found so far are printed, which depend on \
the machine. Exit code 0 if a board was found, otherwise 1; after Ctrl-C it is 130.";

const TEST_EXAMPLES: &str = "\
Examples:
  catmouse test solution.py
  catmouse test Solution.java --harness
  catmouse test ./mine --problem 1728 --time-budget 5m
  catmouse test 'python3 mine.py --fast' --answer-timeout 500ms --format json

The board is printed with the program's mistake, the right answer, its explanation and its setup. Exit code 0 \
if the program was right about all boards, 1 if it was wrong, 2 if it could not be asked.";

const EXAMPLE_EXAMPLES: &str = "\
Examples:
  catmouse example
  catmouse example chase > chase.toml
  catmouse example --graphs
  catmouse example petersen > petersen.toml";

/// Which sides the user plays, and how well the solution plays.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Which side you play; the solution plays the other. Without it you play the side that can
    /// win, or in a draw the Mouse
    #[arg(long = "as", value_enum, value_name = "SIDE")]
    pub(crate) seats: Option<Seats>,
    /// How well the solution plays: perfect, strong, fair, weak or hopeless, or the share of its turns
    /// at which it makes a mistake, from 0 to 1
    #[arg(long, value_name = "LEVEL", default_value = "perfect", value_parser = level)]
    pub(crate) level: catmouse::play::Skill,
    /// The seed of its errors: another number gives other errors
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Go on after these moves: 'M 1→7 C 2→3', as they are printed, also with `->` or `-`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Read the input from this file, a move or a command on each line
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<std::path::PathBuf>,
}

/// Which sides the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seats {
    /// You are the Mouse
    Mouse,
    /// You are the Cat
    Cat,
    /// You are both
    Both,
    /// You watch
    None,
}

/// Reads the name of a level, or a share of turns.
fn level(text: &str) -> Result<catmouse::play::Skill, String> {
    text.parse().map_err(|_| {
        let names: Vec<&str> = catmouse::play::Skill::named().map(|(name, _)| name).collect();
        format!("expected {}, or a share of turns from 0 (no errors) to 1 (only errors)", names.join(", "))
    })
}

/// Which changes of a board to make, and which of them to show.
#[derive(Debug, Args)]
pub(crate) struct WhatIfArgs {
    /// Make only changes of these kinds: wall, thin-wall, edge, start or rule; several parted by commas
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = change_kind())]
    pub(crate) kind: Vec<catmouse::whatif::ChangeKind>,
    /// Make two changes at a time, and show the pairs that change the outcome although neither
    /// change alone does
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Show at most this many changes, those with the greatest effects; by default 20 in text, and
    /// all in JSON and CSV
    #[arg(long, value_name = "NUMBER")]
    pub(crate) top: Option<usize>,
    /// Show only changes that satisfy this, as in 'outcome=mouse, rank<=9': keys of the
    /// JSON, compared by = != < <= > >=
    #[arg(long, value_name = "COMPARISONS")]
    pub(crate) only: Option<String>,
    /// Stop after this time, as in 30s or 5m, with the changes tried so far, those near the line
    /// first; by default all changes are tried up to 12x12 cells or 100 vertices, and two seconds
    /// are spent on larger boards
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time_budget: Option<std::time::Duration>,
    /// Print the changed board of this rank as a setup, to be kept or piped into another command
    #[arg(long, value_name = "RANK", conflicts_with_all = ["top", "only", "format"])]
    pub(crate) take: Option<NonZeroUsize>,
}

/// Reads a kind of change.
fn change_kind() -> impl TypedValueParser<Value = catmouse::whatif::ChangeKind> {
    use catmouse::whatif::ChangeKind;

    PossibleValuesParser::new(ChangeKind::ALL.map(ChangeKind::word)).try_map(|word| {
        let kind = ChangeKind::ALL.into_iter().find(|kind| kind.word() == word);
        kind.ok_or_else(|| "expected wall, thin-wall, edge, start or rule".to_owned())
    })
}

/// The part of an explanation to show.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// Start after these moves: 'M 1→7 C 2→3', as they are printed, also with `->` or `-`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Show what this move leads to, played until the result is clear
    #[arg(long, value_name = "MOVE", conflicts_with = "full")]
    pub(crate) why: Option<String>,
    /// Show every ply with every alternative instead of folding a long line
    #[arg(long)]
    pub(crate) full: bool,
    /// Print a strategy against every defence, with few rules, instead of one line
    #[arg(long, conflicts_with_all = ["full", "why"])]
    pub(crate) strategy: bool,
    /// Print only the law of the board: who wins from where, in at most three conditions
    #[arg(long, conflicts_with_all = ["full", "why", "strategy", "brief"])]
    pub(crate) law: bool,
    #[command(flatten)]
    pub(crate) header: Header,
}

/// Whether to describe the board in full.
#[derive(Debug, Args)]
pub(crate) struct Header {
    /// Leave the rules and the moves of the board out of the text
    #[arg(long)]
    pub(crate) brief: bool,
}

impl Header {
    /// How much of the board a document describes.
    pub(crate) fn wanted(&self) -> catmouse_document::Header {
        if self.brief { catmouse_document::Header::FirstLine } else { catmouse_document::Header::Whole }
    }
}

/// The saved table to take values from instead of solving.
#[derive(Debug, Args)]
pub(crate) struct Saved {
    /// Read the values from this table (as `catmouse solve --save` writes it) instead of solving
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<std::path::PathBuf>,
}

/// Whether to find distances, or only outcomes.
#[derive(Debug, Args)]
pub(crate) struct Depth {
    /// Find who wins but not how soon, with a tenth of the memory, and a fifth of a byte for each
    /// position in a saved table
    #[arg(long)]
    pub(crate) outcomes_only: bool,
}

const BOARD_HELP: &str = "\
A file, `-` for standard input, a built-in board or a graph by its name (`catmouse example` and `catmouse \
example --graphs` list them), or the board itself: [[1,3],[0],…], [\"M.C...F\"], a line of graph6, or rows \
of a grid. Without it, standard input; on a terminal, the first built-in board";

/// The heading of the options for reading a board.
const READING: &str = "Reading the board";

/// A board or a stream of boards, and how to read it.
#[derive(Debug, Args)]
pub(crate) struct BoardSource {
    /// The board: a file, `-` for standard input, the name of a built-in board, or the text itself
    #[arg(value_name = "BOARD", index = 1, help = BOARD_HELP)]
    pub(crate) board: Option<String>,
    /// Read the board as this format instead of recognising it
    #[arg(long, value_name = "FORMAT", value_parser = board_format(), help_heading = READING)]
    pub(crate) input: Option<catmouse_formats::Format>,
    /// Take only this graph of a stream, counted from 1
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u64).range(1..), help_heading = READING)]
    pub(crate) graph: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Game {
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(flatten)]
    pub(crate) source: BoardSource,
    #[command(flatten)]
    pub(crate) rules: RuleFlags,
}

#[derive(Debug, Args)]
pub(crate) struct CopsArgs {
    /// Ask only whether this many cats win, and how long they take
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u32).range(1..=64), conflicts_with = "max_cats")]
    pub(crate) cats: Option<u32>,
    /// Give up on a graph that needs more cats than this; by default as many as it takes
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u32).range(1..=64))]
    pub(crate) max_cats: Option<u32>,
    /// Stop working on a graph after this time, as in 30s, 5m or 1h, and print the bounds that are
    /// known by then
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) max_time: Option<std::time::Duration>,
    /// List all best placements of the cats on a connected graph, up to its symmetries, in text or
    /// JSON
    ///
    /// Placements from which the cats win are compared by the plies that they take against the best
    /// defence. Those that take the fewest plies are the best.
    #[arg(long)]
    pub(crate) placements: bool,
    /// Write a proof of the cop number of the single graph into this file, for `check --certificate`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cats", "max_cats", "summary"])]
    pub(crate) save_certificate: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) sieve: Sieve,
    #[command(flatten)]
    pub(crate) output: Listing,
    #[command(flatten)]
    pub(crate) long: LongStream,
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(flatten)]
    pub(crate) source: BoardSource,
    #[command(flatten)]
    pub(crate) further: Further,
    /// Who moves first, once the cats and then the mouse are placed; by default the Cat
    #[arg(long, value_name = "SIDE", value_parser = keyword::<Side>(), help_heading = RULES)]
    pub(crate) first: Option<Side>,
    #[command(flatten)]
    pub(crate) settings: SettingFlags<OfCops>,
}

/// The property to search for, and the boards to search.
#[derive(Debug, Args)]
pub(crate) struct HuntArgs {
    #[command(flatten)]
    pub(crate) what: HuntWhat,
    #[command(flatten)]
    pub(crate) place: HuntWhere,
    #[command(flatten)]
    pub(crate) like: HuntLike,
    /// Count only boards worth at least this many plies (or this cost, where moves have costs),
    /// starts, rounds, games or, with `--graded`, this difficulty; and end with the first of them,
    /// but not with `--graded`
    #[arg(long, value_name = "NUMBER")]
    pub(crate) at_least: Option<u64>,
    /// Count only boards worth at most this many
    #[arg(long, value_name = "NUMBER")]
    pub(crate) at_most: Option<u64>,
    /// How many boards to list, the best ones
    #[arg(long, value_name = "NUMBER", default_value = "1", conflicts_with = "graded")]
    pub(crate) top: NonZeroUsize,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) rules: RuleFlags,
}

/// The duration of a search.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// If not all boards are tried, another number here tries others
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// If not all boards are tried, the most boards to try; by default as many as `--time-budget`
    /// allows, or without it 100000 in a hunt (10000 with `--graded`), and in a test as many as a
    /// minute allows
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u64).range(1..))]
    pub(crate) tries: Option<u64>,
    /// End after this time, as in 30s, 5m or 1h, with what was found
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time_budget: Option<std::time::Duration>,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Search {
    /// The number of boards to try. Without `--tries` and `--time-budget` it is `default`; with a
    /// time budget alone it is unlimited.
    pub(crate) fn tries(&self, default: u64) -> u64 {
        self.tries.unwrap_or(if self.time_budget.is_some() { u64::MAX } else { default })
    }
}

/// The program to test, and how to test it.
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// A file with a solution as LeetCode takes it, in Python, JavaScript, TypeScript, C++, Java or Rust; or a
    /// command that reads boards, with its arguments
    #[arg(value_name = "PROGRAM", required = true)]
    pub(crate) program: Vec<String>,
    /// The problem that the program solves: 913 (Cat and Mouse) or 1728 (Cat and Mouse II); the
    /// name of a solution's function tells it, and a command is asked about 913
    #[arg(long, value_name = "PROBLEM", value_enum)]
    pub(crate) problem: Option<ProblemNumber>,
    /// Print the program that calls the solution, and do not run it
    #[arg(long)]
    pub(crate) harness: bool,
    /// How long the program may take for a board; longer counts as wrong
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "5s")]
    pub(crate) answer_timeout: std::time::Duration,
    /// Ask about boards that break the promises of the published problem as well
    #[arg(long)]
    pub(crate) unpromised: bool,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Reads a kind of lesson. The help lists every kind with its meaning.
fn lessons() -> PossibleValuesParser {
    let value = |(kind, meaning): (&'static str, &'static str)| PossibleValue::new(kind).help(meaning);
    PossibleValuesParser::new(Objective::lessons().map(value))
}

/// The property that a hunt looks for. Exactly one of these flags is required.
#[derive(Debug, Args)]
#[command(next_help_heading = "What to look for (one of these)")]
#[group(required = true, multiple = false)]
pub(crate) struct HuntWhat {
    /// The longest forced win of this side
    #[arg(long, value_name = "SIDE", value_parser = keyword::<Side>())]
    pub(crate) longest: Option<Side>,
    /// A line on which few moves keep this outcome
    #[arg(long, value_name = "OUTCOME", value_parser = keyword::<Outcome>())]
    pub(crate) narrowest: Option<Outcome>,
    /// The greatest number of drawn starts
    #[arg(long)]
    pub(crate) draws: bool,
    /// This outcome; with `--at-least` a forced win that takes at least that many plies
    #[arg(long, value_name = "OUTCOME", value_parser = keyword::<Outcome>())]
    pub(crate) outcome: Option<Outcome>,
    /// A board whose explanation makes this kind of claim, such as tempo or guard
    #[arg(long, value_name = "KIND", value_parser = lessons())]
    pub(crate) lesson: Option<String>,
    /// A board with a law of this number of conditions: they say exactly who wins from where
    #[arg(long, value_name = "CONDITIONS", value_parser = value_parser!(u32).range(1..=3))]
    pub(crate) law: Option<u32>,
    /// The greatest capture time in Cops and Robbers, of one cat or `--cats`
    #[arg(long)]
    pub(crate) capture_time: bool,
    /// A graph that needs exactly this many cats
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u32).range(1..=64))]
    pub(crate) cop_number: Option<u32>,
    /// This many levels of rising difficulty that the Mouse wins, different from one another, among
    /// grids; with `--output FOLDER` as a folder of levels with an index page
    #[arg(long, value_name = "NUMBER")]
    pub(crate) graded: Option<NonZeroUsize>,
}

/// The boards among which a hunt looks.
#[derive(Debug, Args)]
#[command(next_help_heading = "Where to look")]
pub(crate) struct HuntWhere {
    /// Among graphs of this many vertices: all of them if there are at most 7, else graphs that are
    /// changed step by step
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["grid", "near", "board"])]
    pub(crate) vertices: Option<u32>,
    /// Try all graphs, even of 8 to 10 vertices, or of up to 12 if none has more than three
    /// neighbours
    #[arg(long, requires = "vertices", conflicts_with_all = ["grid", "near", "board"])]
    pub(crate) all: bool,
    /// Among grids of this size, as in 5x6
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = grid_size, conflicts_with_all = ["near", "board"])]
    pub(crate) grid: Option<(u32, u32)>,
    /// How many cells of the grid are walls
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "grid",
        conflicts_with_all = ["vertices", "near", "board"],
        default_value_t = 0
    )]
    pub(crate) walls: u32,
    /// How many thin walls stand between two free cells of the grid
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "grid",
        conflicts_with_all = ["vertices", "near", "board"],
        default_value_t = 0
    )]
    pub(crate) thin_walls: u32,
    /// How the walls lie
    #[arg(
        long,
        value_name = "SYMMETRY",
        requires = "grid",
        conflicts_with_all = ["vertices", "near", "board"],
        value_enum,
        default_value_t = WallSymmetry::None
    )]
    pub(crate) symmetry: WallSymmetry,
    /// Among boards that differ from this board in few edges, walls, holes or starts
    #[arg(long, value_name = "BOARD", conflicts_with = "board")]
    pub(crate) near: Option<String>,
    /// The most edges, walls, holes or starts in which they may differ from that board
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "near",
        conflicts_with_all = ["vertices", "grid", "board"],
        default_value_t = 1
    )]
    pub(crate) changes: u32,
    /// Among the graphs of a stream: a file, or `-` for standard input
    #[arg(value_name = "GRAPHS", index = 1)]
    pub(crate) board: Option<String>,
    /// Read the graphs, or the board, as this format instead of recognising it
    #[arg(long, value_name = "FORMAT", value_parser = board_format(), conflicts_with_all = ["vertices", "grid"])]
    pub(crate) input: Option<catmouse_formats::Format>,
}

/// Conditions on the boards of a hunt.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
#[command(next_help_heading = "What the boards must be like")]
pub(crate) struct HuntLike {
    /// Allow boards in several pieces
    #[arg(long)]
    pub(crate) disconnected: bool,
    /// Only graphs that can be drawn without crossings
    #[arg(long)]
    pub(crate) planar: bool,
    /// Only graphs in which no vertex has more neighbours than this
    #[arg(long, value_name = "NUMBER")]
    pub(crate) max_degree: Option<u32>,
    /// Only graphs in which every vertex has this many neighbours
    #[arg(long, value_name = "NUMBER", conflicts_with = "max_degree")]
    pub(crate) regular: Option<u32>,
    /// Only starts at which the Mouse is not lost within two plies
    #[arg(long)]
    pub(crate) no_early_catch: bool,
    /// Only starts from which neither side is ever without a move, as LeetCode promises; a turn
    /// that passes is no move
    #[arg(long)]
    pub(crate) no_stalemate: bool,
}

/// The symmetry of the walls of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WallSymmetry {
    /// Anywhere
    None,
    /// The right half mirrors the left
    Mirror,
    /// A half-turn leaves them as they are
    Turn,
    /// Mirroring left to right or top to bottom leaves them as they are
    Both,
}

/// A problem of LeetCode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProblemNumber {
    /// Cat and Mouse: the lists of neighbours
    #[value(name = "913")]
    CatAndMouse,
    /// Cat and Mouse II: the rows of the grid, catJump and mouseJump
    #[value(name = "1728")]
    CatAndMouseII,
}

/// Reads a time such as `30s`, `1.5m` or `1h`, or a number of seconds.
fn time(text: &str) -> Result<std::time::Duration, String> {
    let (number, seconds) = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)]
        .into_iter()
        .find_map(|(unit, seconds)| text.strip_suffix(unit).map(|number| (number, seconds)))
        .unwrap_or((text, 1.0));
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * seconds);
    let time = seconds.filter(|seconds| *seconds > 0.0).and_then(|it| std::time::Duration::try_from_secs_f64(it).ok());
    time.ok_or_else(|| "expected a time, as in 30s, 1.5m or 1h".to_owned())
}

/// Reads the size of a grid, such as `5x6`.
fn grid_size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(rows, columns)| rows.parse().ok().zip(columns.parse().ok()));
    sides.ok_or_else(|| "expected rows and columns, as in 5x6".to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: `catmouse schema` describes it
    Json,
    /// For spreadsheets: a row for each item
    Csv,
}

/// The format of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// For people
    Text,
    /// For programs: `catmouse schema` describes it
    Json,
    /// For Graphviz: the tree of `--strategy`
    Dot,
    /// For a browser: a page that needs no network, on which the game can be played and every move
    /// shows its result
    Html,
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// The board with its pieces, and the value of each place and each move
    Board,
    /// The line of best play as a film strip
    Line,
    /// The line of best play as a moving picture
    Animation,
    /// Who wins from every pair of starts, as a heat map or as maps of the board
    Survey,
    /// The idea, the move on which the game hangs, and the rule
    Lesson,
    /// The moves that keep the outcome, of all, at each ply of the line
    Choices,
    /// The graph without its game, with a best placement of the fewest cats that win
    Placement,
}

/// The heading of the options for streams that are too long for one run or one machine.
const LONG_STREAMS: &str = "Long streams";

/// The shard of a stream to work on, and where its results go.
#[derive(Debug, Args)]
pub(crate) struct LongStream {
    /// Take a shard of the graphs: `3/64` is every 64th graph, beginning with the fourth; parts are
    /// counted from 0, as in geng's res/mod
    #[arg(long, value_name = "PART/PARTS", conflicts_with = "graph", help_heading = LONG_STREAMS)]
    pub(crate) shard: Option<catmouse::streams::Shard>,
    #[command(flatten)]
    pub(crate) shared: Shared,
    /// Save checkpoints in this file, and resume from the last if there is one: with `--output`,
    /// the same stream and the same flags
    ///
    /// A run that was killed and resumed gives the same output as one that was not killed. So does
    /// a run whose input was cut off, if the whole input is given again. A graph that was cut off
    /// counts as not read. Checkpoints are written every ten seconds, or at the interval in seconds
    /// after a comma, as in `run.checkpoint,60`; 0 writes one each time that results are written.
    #[arg(
        long,
        value_name = "FILE[,SECONDS]",
        value_parser = checkpoint,
        requires = "output",
        help_heading = LONG_STREAMS
    )]
    pub(crate) checkpoint: Option<CheckpointFile>,
}

/// The file that checkpoints are written to, and the seconds between two checkpoints.
#[derive(Clone, Debug)]
pub(crate) struct CheckpointFile {
    pub(crate) path: std::path::PathBuf,
    pub(crate) every: u64,
}

/// Reads the path of a checkpoint, and the number of seconds if one follows after a comma.
#[expect(clippy::unnecessary_wraps, reason = "a parser of values can fail")]
fn checkpoint(text: &str) -> Result<CheckpointFile, String> {
    let (path, every) = match text.rsplit_once(',').map(|(path, seconds)| (path, seconds.parse())) {
        Some((path, Ok(seconds))) => (path, seconds),
        _ => (text, 10),
    };
    Ok(CheckpointFile { path: path.into(), every })
}

/// Further boards, for commands that take several.
#[derive(Debug, Args)]
pub(crate) struct Further {
    /// More boards, which are read one after the other; for a folder, the files in it
    #[arg(value_name = "BOARDS", index = 2)]
    pub(crate) more: Vec<String>,
    /// Also read the folders within folders
    #[arg(long, help_heading = READING)]
    pub(crate) recursive: bool,
}

/// Which answers to a stream to print.
#[derive(Debug, Args)]
pub(crate) struct Sieve {
    /// Count the graphs by their results, with an example of each, instead of listing them
    #[arg(long)]
    pub(crate) summary: bool,
    /// Take only graphs whose answers satisfy this, as in `'cop_number=3, capture_time>=2'`: keys
    /// of the JSON, compared by = != < <= > >=
    ///
    /// A comma means *and*. Their input lines are printed, as pickg does; with `--format json` or
    /// `csv` their answers, with `--summary` their numbers.
    #[arg(long, value_name = "COMPARISONS")]
    pub(crate) only: Option<String>,
}

/// The format of a single answer: text or JSON.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json())]
    pub(crate) format: Format,
}

/// The format of a list of answers: text, JSON or CSV.
#[derive(Debug, Args)]
pub(crate) struct Listing {
    /// How to print the results
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Reads the format of an answer that cannot be written as CSV.
fn text_or_json() -> impl TypedValueParser<Value = Format> {
    let values = [Format::Text, Format::Json].iter().filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(values).try_map(|word| Format::from_str(&word, false))
}

/// The heading of the flags for the start of a game.
const START: &str = "The start (each overrides the board's own)";

/// The rules and the start. They override those of the board.
#[derive(Debug, Args)]
#[command(next_help_heading = START)]
pub(crate) struct RuleFlags {
    /// Where the mouse starts
    #[arg(long, value_name = "VERTEX", conflicts_with = "from")]
    pub(crate) mouse: Option<VertexChoice>,
    /// Where a cat starts; may be repeated for several cats
    #[arg(long, value_name = "VERTEX", conflicts_with = "from")]
    pub(crate) cat: Vec<VertexChoice>,
    /// Who moves first
    #[arg(long, value_name = "SIDE", value_parser = keyword::<Side>(), conflicts_with = "from")]
    pub(crate) first: Option<Side>,
    /// Start from this position instead, as in 'M3 C5 mouse', 'M3 C5 C8 cat' or 'M(2,0) C(1,1) cat'
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<PositionChoice>,
    /// The game that gives the rules which are not set otherwise; in `cops` the mouse is the robber
    #[arg(long, value_name = "GAME", value_parser = keyword::<Preset>(), help_heading = RULES)]
    pub(crate) preset: Option<Preset>,
    #[command(flatten)]
    pub(crate) settings: SettingFlags<OfGames>,
}

/// Reads a number of threads.
fn thread_count() -> impl TypedValueParser<Value = NonZeroUsize> {
    value_parser!(u64).range(1..=MOST_THREADS as u64).try_map(|count| NonZeroUsize::try_from(count as usize))
}

/// Reads a value of a setting. The message about a wrong value lists the right ones.
fn keyword<K: Keyword + Send + Sync>() -> impl TypedValueParser<Value = K> {
    PossibleValuesParser::new(K::ALL.iter().map(|value| value.word()))
        .try_map(|word| K::from_word(&word).ok_or_else(|| format!("expected {}", K::choices())))
}

/// Reads the name of a format, or an extension that implies a format, such as `g6`.
fn board_format() -> impl TypedValueParser<Value = catmouse_formats::Format> {
    use catmouse_formats::Format;

    let extensions = EXTENSIONS.map(|extension| (extension, Format::of_extension(extension)));
    let values = Format::ALL.iter().map(|format| {
        let own = extensions.iter().filter(|(extension, of)| *of == Some(*format) && *extension != format.word());
        PossibleValue::new(format.word()).aliases(own.map(|(extension, _)| *extension))
    });
    PossibleValuesParser::new(values).try_map(|word| {
        let format = Format::from_word(&word).or_else(|| Format::of_extension(&word));
        format.ok_or_else(|| format!("expected {}", Format::choices()))
    })
}

/// Extensions that are accepted as names of formats.
const EXTENSIONS: [&str; 9] = ["g6", "d6", "s6", "edgelist", "col", "gr", "gv", "toml", "tsv"];
