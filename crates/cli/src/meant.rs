//! What a command line that is refused was meant to be.
//!
//! A board without a command is explained, and `--json` is `--format json`. Any other mistake is
//! answered with clap's message, which suggests no flag that does not exist and names the commands
//! that take an unknown flag.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::setting_flags::legible;
use crate::source::is_named_board;

/// The formats that are also understood as flags.
const FORMATS: [&str; 3] = ["json", "html", "csv"];

/// The words of the command line as they were meant; `None` if the error is about something else.
pub(crate) fn words(words: &[OsString], error: &clap::Error, described: &Command) -> Option<Vec<OsString>> {
    let mut meant = words.to_vec();
    // A word processor makes one long dash of two.
    let long = |word: &OsString| Some(word.to_str()?.strip_prefix(['—', '–'])?.to_owned());
    if let Some((at, flag)) = words.iter().enumerate().find_map(|(at, word)| Some((at, long(word)?))) {
        meant[at] = format!("--{flag}").into();
        return (!flag.is_empty()).then_some(meant);
    }
    match error.kind() {
        // The whole command line in quotes.
        ErrorKind::InvalidSubcommand
            if words.len() == 2
                && words[1].to_str()?.split_once(' ').is_some_and(|it| described.find_subcommand(it.0).is_some()) =>
        {
            let (command, rest) = words[1].to_str()?.split_once(' ')?;
            Some(vec![words[0].clone(), command.into(), rest.trim().into()])
        }
        // The board before the command.
        ErrorKind::InvalidSubcommand
            if words.get(2).is_some_and(|word| described.find_subcommand(word).is_some())
                && is_named_board(words[1].to_str()?) =>
        {
            meant.swap(1, 2);
            Some(meant)
        }
        // The format of the file, or the last word.
        ErrorKind::MissingRequiredArgument if words.get(1).is_some_and(|word| word == "convert") => {
            let to = described.find_subcommand("convert")?.get_arguments().find(|flag| flag.get_id() == "to")?;
            let formats = to.get_possible_values();
            let is_known = |word: &&str| formats.iter().any(|value| value.matches(word, false));
            let last = words.last()?.to_str().filter(|word| is_known(word) && !Path::new(word).exists());
            if let Some(last) = last {
                *meant.last_mut()? = format!("--to={last}").into();
                return Some(meant);
            }
            let output = words.iter().position(|word| word == "-o" || word == "--output");
            let file = Path::new(words.get(output.map_or(words.len() - 1, |flag| flag + 1))?);
            let ending = file.extension()?.to_str().filter(is_known)?;
            if output.is_none() {
                // A new file behind the board is where the result goes.
                (words.len() > 3 && !file.exists()).then_some(())?;
                meant.insert(words.len() - 1, "-o".into());
            }
            meant.push(format!("--to={ending}").into());
            Some(meant)
        }
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument
            if described.find_subcommand(words.get(1)?).is_none() && is_named_board(words[1].to_str()?) =>
        {
            meant.insert(1, "explain".into());
            Some(meant)
        }
        // A picture behind the board is where the result goes.
        ErrorKind::UnknownArgument if words.get(1)? == "draw" && words.last()?.to_str().is_some_and(is_result) => {
            meant.insert(words.len() - 1, "-o".into());
            (words.len() > 3 && words[words.len() - 2] != "-o").then_some(meant)
        }
        ErrorKind::UnknownArgument => {
            let flag = context(error, ContextKind::InvalidArg)?;
            let format = FORMATS.into_iter().find(|format| flag.strip_prefix("--") == Some(format))?;
            let command = described.find_subcommand(words.get(1)?)?;
            let formats = command.get_arguments().find(|argument| argument.get_id() == "format")?.get_possible_values();
            let takes = formats.iter().any(|value| value.matches(format, false));
            let at = words.iter().position(|word| word.to_str() == Some(flag))?;
            meant[at] = format!("--format={format}").into();
            takes.then_some(meant)
        }
        // A number and its unit, as in `--max-memory 4 GB`.
        ErrorKind::ValueValidation => {
            let number = context(error, ContextKind::InvalidValue)?;
            let is_number = number.starts_with(|digit: char| digit.is_ascii_digit());
            let is_unit =
                |word: &str| word.len() <= 4 && word.chars().all(char::is_alphabetic) && !is_named_board(word);
            let ends = |word: &OsString| word.to_str().is_some_and(|word| word.rsplit('=').next() == Some(number));
            let at = words.windows(2).position(|two| ends(&two[0]) && two[1].to_str().is_some_and(is_unit))?;
            let unit = meant.remove(at + 1);
            meant[at].push(unit);
            is_number.then_some(meant)
        }
        _ => None,
    }
}

/// The words of a command line that is accepted, as they were meant: a board called `help` is the
/// command's help, and the ending of the output file is the format if no other is given. `None` if there
/// is nothing to change.
pub(crate) fn accepted(words: &[OsString], matches: &ArgMatches, described: &Command) -> Option<Vec<OsString>> {
    let (name, given) = matches.subcommand()?;
    if words.len() == 3 && words[2] == "help" && !Path::new("help").exists() && name != "man" {
        return Some(vec![words[0].clone(), words[1].clone(), "--help".into()]);
    }
    let format = described.find_subcommand(name)?.get_arguments().find(|argument| argument.get_id() == "format")?;
    let is_chosen = given.value_source("format") == Some(ValueSource::CommandLine);
    let path = given.get_one::<PathBuf>("output").filter(|_| !is_chosen)?;
    let ending = path.extension()?.to_str()?;
    let value = format.get_possible_values().into_iter().find(|value| value.matches(ending, true))?;
    let mut meant = words.to_vec();
    let at = words.iter().position(|word| word == name)?;
    meant.insert(at + 1, format!("--format={}", value.get_name()).into());
    Some(meant)
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(word) => Some(word),
        _ => None,
    }
}

/// What to type instead of flags that a command does not take: flags of other programs, and of earlier
/// versions. A row is for one command, or for all commands if it names none; the first that fits counts.
const INSTEAD: [(&str, &[&str], &str); 34] = [
    ("convert", &["format", "as", "output-format"], "`--to FORMAT` says what to write, or `-o` by its ending"),
    ("convert", &["from", "input-format", "type"], "`--input FORMAT` says what to read; most formats are recognised"),
    (
        "cops",
        &["cat", "mouse", "from", "limit", "hole", "preset", "m", "c"],
        "in `cops` the pieces choose their places: `--cats NUMBER` sets how many cats there are",
    ),
    ("cops", &["max", "max-cats", "max-cops"], "`--cats NUMBER` asks whether so many cats win"),
    ("hunt", &["mouse-wins", "cat-wins", "wins", "draw"], "`--outcome mouse` looks for boards with this outcome"),
    (
        "whatif",
        &["remove-edge", "add-edge", "remove", "add", "change"],
        "`whatif` tries every change: `--kind edge` those of edges; `compare BOARD OTHER` compares two boards",
    ),
    ("draw", &["format"], "pictures are SVG: `-o board.svg`"),
    ("play", &["errs", "errors", "difficulty"], "`--level 0.3` sets the share of the turns with a mistake"),
    ("play", &["side", "player", "color"], "`--as SIDE` says which side you play"),
    (
        "test",
        &["python", "language", "lang"],
        "the ending of a solution tells its language: `catmouse test solution.py`",
    ),
    ("", &["file", "f", "i", "b", "g", "in", "board"], "a board needs no flag: `catmouse explain board.toml`"),
    ("", &["o", "out", "outfile", "out-file", "O"], "`-o FILE` writes the result into a file"),
    ("", &["verbose", "v", "vv", "debug", "details"], "`catmouse explain BOARD --full` tells most"),
    ("", &["silent", "no-progress", "s"], "`--quiet` shows no progress"),
    ("", &["no-color", "no-colour", "colour"], "`--color never` leaves colours out"),
    ("", &["sort", "order", "order-by"], "`--format csv` is for programs that sort"),
    ("", &["jump", "jumps"], "`--mouse-jump CELLS` and `--cat-jump CELLS` say how far a piece jumps"),
    ("", &["rules", "game", "variant"], "`--preset GAME` takes the rules of a game, and `--set KEY=VALUE` sets one"),
    ("", &["steps", "solution", "path"], "`catmouse explain BOARD` shows the moves"),
    ("", &["jobs", "cores", "parallel", "j", "t"], "`--threads NUMBER` sets the number of threads"),
    ("", &["memory", "mem"], "`--max-memory SIZE` limits the memory"),
    ("", &["m", "c"], "`--mouse VERTEX` and `--cat VERTEX` set the starts"),
    ("", &["robber", "robbers", "mice"], "there is one mouse; `--cats NUMBER` sets the number of cats"),
    ("", &["no-hole", "nohole"], "`--hole none` leaves the hole out"),
    (
        "",
        &["timeout", "time", "time-limit"],
        "`--time-budget 30s` ends `whatif`, `hunt` and `test`, and `--max-time 30s` a graph of `cops`",
    ),
    ("", &["n", "count", "number", "max"], "`--top NUMBER` of `survey`, `whatif` and `hunt` says how many to list"),
    ("", &["k", "cops", "num-cats"], "`--cats NUMBER` sets the number of cats"),
    ("", &["at", "position", "pos", "start", "state"], FROM),
    ("", &["turn", "side", "player"], "`--first SIDE` says who moves first"),
    ("", &["depth", "max-depth", "max-plies"], "`--limit PLIES` ends a game"),
    (
        "",
        &["proof", "cert"],
        "`catmouse solve BOARD --save-certificate FILE` writes a proof, and `catmouse check BOARD --certificate FILE` checks it",
    ),
    ("", &["svg", "png", "pdf", "image", "picture"], DRAW),
    ("", &["html", "web", "page"], "`catmouse explain BOARD -o game.html` makes a page"),
    ("", &["list", "l", "boards"], "`catmouse example` lists the boards that are built in"),
];

const FROM: &str = "`--from 'M3 C5 mouse'` starts from a position";

const DRAW: &str = "`catmouse draw BOARD -o board.svg` draws the board";

/// What to type instead of values that no flag has.
const VALUES: [(&[&str], &str); 3] = [
    (&["svg", "png", "pdf"], DRAW),
    (&["913", "leetcode", "leetcode-913"], "`--preset cat-and-mouse` has these rules"),
    (&["1728", "leetcode-1728"], "`--preset cat-and-mouse-ii` has these rules"),
];

/// What to type instead of commands that do not exist.
const COMMANDS: [(&[&str], &str); 8] = [
    (&["list", "ls", "boards", "graphs"], "`catmouse example` lists the boards that are built in"),
    (&["version"], "`catmouse --version`"),
    (&["cop", "copnumber", "cop-number"], "`catmouse cops GRAPH` finds the cop number"),
    (&["verify", "validate", "proof"], "`catmouse check BOARD`"),
    (&["analyse", "analyze", "show", "why", "story", "run"], "`catmouse explain BOARD`"),
    (&["render", "plot", "picture", "image", "svg"], "`catmouse draw BOARD`"),
    (&["search", "find", "generate", "random", "create"], "`catmouse hunt` searches for boards"),
    (&["judge", "debug"], "`catmouse test PROGRAM` tests a program, and `catmouse annotate BOARD MOVES` judges moves"),
];

/// How alike a flag is, from 0 to 1, that is suggested in place of an unknown one.
const LIKENESS: f64 = 0.7;

/// Improves clap's error. Words of the user become legible, and wrong flags, words and commands are
/// answered with what to type instead.
pub(crate) fn explained(error: clap::Error, words: &[OsString], described: &Command) -> clap::Error {
    let mut error = legible(error);
    let texts: Vec<&str> = words.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let command = texts.iter().find_map(|word| described.find_subcommand(word));
    if error.kind() == ErrorKind::InvalidSubcommand && texts.first() == Some(&"help") && texts.len() == 2 {
        let near = described.clone().try_get_matches_from([&words[0], &words[2]]).err();
        if let Some(near) = near.as_ref().and_then(|it| it.get(ContextKind::SuggestedSubcommand)) {
            error.insert(ContextKind::SuggestedSubcommand, near.clone());
            return error;
        }
    }
    let tip = match (error.kind(), command) {
        (ErrorKind::InvalidSubcommand, _) => context(&error, ContextKind::InvalidSubcommand).and_then(unknown_command),
        (ErrorKind::MissingRequiredArgument, Some(command)) => match command.get_name() {
            "hunt" => Some("say what to look for, as in `catmouse hunt --longest mouse --vertices 6`".to_owned()),
            "test" => Some("name the program, as in `catmouse test solution.py`".to_owned()),
            "convert" => Some("say what to write, as in `catmouse convert petersen --to dot`".to_owned()),
            _ => None,
        },
        (ErrorKind::UnknownArgument, None) => {
            context(&error, ContextKind::InvalidArg).and_then(|flag| match named_like(described, flag) {
                Some(command) => Some(format!("a command has no dashes: `catmouse {command}`")),
                None => belongs(flag, described).map(|tip| format!("{tip}: a command comes first")),
            })
        }
        (ErrorKind::UnknownArgument, Some(command)) => {
            context(&error, ContextKind::InvalidArg).and_then(|word| match word.strip_prefix('-') {
                Some(_) => unknown_flag(word.trim_start_matches('-'), command)
                    .or_else(|| set_flag(word, command))
                    .or_else(|| belongs(word, described))
                    .or_else(|| unknown_value(word.trim_start_matches('-'), command, described)),
                None => Some(one_too_many(word, &texts, command)),
            })
        }
        (ErrorKind::InvalidValue, _) => {
            let value = context(&error, ContextKind::InvalidValue).unwrap_or_default();
            match VALUES.iter().find(|(values, _)| values.contains(&value)) {
                Some((_, tip)) => Some((*tip).to_owned()),
                None => return error,
            }
        }
        (ErrorKind::ValueValidation, _) if is_no_number(&error) => {
            let (value, flag) = (ContextKind::InvalidValue, ContextKind::InvalidArg);
            let (value, flag) = (context(&error, value).unwrap_or_default(), context(&error, flag).unwrap_or_default());
            let message = format!("invalid value '{value}' for '{flag}': expected a whole number\n");
            return clap::Error::raw(ErrorKind::ValueValidation, message);
        }
        _ => return error,
    };
    // clap would suggest to give an unknown flag as a board, and a flag that has a letter in common.
    error.remove(ContextKind::Suggested);
    let near = context(&error, ContextKind::InvalidArg).zip(context(&error, ContextKind::SuggestedArg));
    if near.is_some_and(|(flag, near)| strsim::normalized_damerau_levenshtein(flag, near) < LIKENESS) {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage); // of the flag that was suggested
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
        for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::Usage] {
            error.remove(kind);
        }
    }
    error
}

/// Whether the value of a flag is no number, but should be one.
fn is_no_number(error: &clap::Error) -> bool {
    let cause = error.source().and_then(|it| it.downcast_ref::<ParseIntError>());
    cause.is_some_and(|cause| matches!(cause.kind(), IntErrorKind::InvalidDigit | IntErrorKind::Empty))
}

/// The command that a flag names.
fn named_like<'a>(described: &'a Command, flag: &str) -> Option<&'a str> {
    Some(described.find_subcommand(flag.trim_start_matches('-'))?.get_name())
}

/// What to type instead of an unknown command.
fn unknown_command(word: &str) -> Option<String> {
    if let Some((_, tip)) = COMMANDS.iter().find(|(names, _)| names.contains(&word)) {
        return Some((*tip).to_owned());
    }
    let is_file = word.contains(['.', '/', '\\']);
    is_file.then(|| format!("there is no file `{word}`, and a command comes before the board"))
}

/// What to type instead of a flag that the command does not take.
fn unknown_flag(flag: &str, command: &Command) -> Option<String> {
    let fits =
        |row: &&(&str, &[&str], &str)| (row.0.is_empty() || row.0 == command.get_name()) && row.1.contains(&flag);
    INSTEAD.iter().find(fits).map(|(.., tip)| (*tip).to_owned()).or_else(|| {
        let (piece, vertex) = [("mouse", 'M'), ("cat", 'C')]
            .iter()
            .find_map(|(piece, letter)| Some((piece, flag.strip_prefix([*letter, letter.to_ascii_lowercase()])?)))?;
        vertex.parse::<u32>().is_ok().then(|| format!("`--{piece} {vertex}` sets where the {piece} starts"))
    })
}

/// Whether a word begins like a position, as `M3 C5` does.
fn is_position(word: &str) -> bool {
    word.strip_prefix(['M', 'C']).is_some_and(|place| place.starts_with(|it: char| it.is_ascii_digit() || it == '('))
}

/// What to type instead of a flag that is the value of another, or a command.
fn unknown_value(word: &str, command: &Command, described: &Command) -> Option<String> {
    let named = || named_like(described, word).map(|name| format!("a command has no dashes: `catmouse {name}`"));
    flag_of_value(word, command).or_else(named)
}

/// The flag that has this word as a value.
fn flag_of_value(word: &str, command: &Command) -> Option<String> {
    let takes =
        |it: &&Arg| it.get_long().is_some() && it.get_possible_values().iter().any(|value| value.matches(word, false));
    let flag = command.get_arguments().filter(|it| !it.is_hide_set()).find(takes)?.get_long()?;
    Some(format!("you may mean `--{flag} {word}`"))
}

/// The tip that a flag is a key of `--set`.
fn set_flag(flag: &str, command: &Command) -> Option<String> {
    let key = flag.strip_prefix("--")?;
    let set = command.get_arguments().find(|argument| argument.get_id() == "set")?;
    keys_of(set).iter().any(|other| other == key).then(|| format!("this setting is `--set {key}=VALUE`"))
}

/// The keys of `--set`, as its help lists them.
pub(crate) fn keys_of(set: &Arg) -> Vec<String> {
    let help = set.get_long_help().map(|help| help.ansi().to_string()).unwrap_or_default();
    let keys = help.lines().filter_map(|line| line.strip_prefix("- ")?.split(['=', ':']).next());
    keys.map(str::to_owned).collect()
}

/// The tip that other commands take a flag.
fn belongs(flag: &str, described: &Command) -> Option<String> {
    let key = flag.strip_prefix("--")?;
    let takes = |it: &&Command| it.get_arguments().any(|flag| flag.get_long() == Some(key) && !flag.is_hide_set());
    let others: Vec<String> =
        described.get_subcommands().filter(takes).map(|command| format!("`{}`", command.get_name())).collect();
    (!others.is_empty()).then(|| format!("`{flag}` belongs to {}", others.join(", ")))
}

/// Whether a word is the name of a file for a result, which is not there yet.
fn is_result(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ending == "svg" || FORMATS.contains(&ending)) && !Path::new(word).exists()
}

/// The tip about a word for which a command has no place.
fn one_too_many(word: &str, words: &[&str], command: &Command) -> String {
    let flags = |word: &&str| command.get_arguments().any(|it| it.get_long() == Some(*word));
    if let Some(flag) = words.iter().find(|word| flags(word)) {
        return format!("a flag begins with two dashes: `--{flag}`");
    }
    let takes = |name: &str| command.get_arguments().any(|it| it.get_long() == Some(name));
    if takes("from") && words.iter().any(|word| is_position(word)) {
        return FROM.to_owned();
    }
    let value = words.iter().find_map(|word| flag_of_value(word, command));
    value.unwrap_or_else(|| match command.get_name() {
        "man" => "`man` takes one command".to_owned(),
        "check" if word.contains('.') => {
            format!("`--certificate {word}` checks a certificate, and `--table {word}` a table")
        }
        _ if is_result(word) => format!("`-o {word}` writes the result into a file"),
        _ if word.parse::<u32>().is_ok() => "`--mouse VERTEX` and `--cat VERTEX` say where the pieces start".to_owned(),
        name => format!(
            "`{name}` takes one board; a board, a position or moves with blanks need quotes, as in 'M3 C5 mouse'"
        ),
    })
}
