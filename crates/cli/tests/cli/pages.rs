//! README.md and the pages of docs/ show what the program really does.
//!
//! A `console` block is a transcript: trycmd executes each command and compares the output, in
//! which `...` and `[..]` match what the page leaves out. An `sh` block is a script without output:
//! each of its commands is run here. Blocks of `toml`, `json` and `rust` have tests of their own,
//! and a page must not have other blocks. The tests of the examples execute
//! `docs/your-own-game.md` and `docs/mummy-maze.md`, the tests of the Python package execute blocks
//! of Python, and rustdoc runs the blocks of Rust in README.md and `docs/rust.md` with the library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use catmouse_model::{Keyword, Kind, Preset, SETTINGS};

use crate::program::answer;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pages that the tests of the examples execute.
const OF_THE_EXAMPLES: [&str; 2] = ["your-own-game.md", "mummy-maze.md"];

/// The page that the tests of the Python package execute.
const OF_PYTHON: &str = "python.md";

/// README.md, the README.md of this package, and the pages of docs/ in the order of their names.
fn pages() -> Vec<PathBuf> {
    let folder = fs::read_dir(Path::new(ROOT).join("docs")).expect("there are pages");
    let mut pages: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.insert(0, Path::new(ROOT).join("README.md"));
    pages.insert(1, Path::new(ROOT).join("crates/cli/README.md"));
    pages
}

fn read(page: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The blocks of a page: the language of each, and its text.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

/// The text of the only block of this language on a page.
#[track_caller]
fn only_block<'a>(text: &'a str, language: &str) -> &'a str {
    let found: Vec<&str> = blocks(text).into_iter().filter(|block| block.0 == language).map(|block| block.1).collect();
    assert_eq!(found.len(), 1, "one block of {language}");
    found[0]
}

/// Whether to overwrite what the pages show instead of comparing it.
fn overwrite() -> bool {
    std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite")
}

fn catmouse() -> Command {
    Command::new(env!("CARGO_BIN_EXE_catmouse"))
}

/// `geng -cq 8 | catmouse …` prints what README.md shows. trycmd skips this line because it knows
/// no pipes. geng is part of nauty; its graphs are among the fixtures, in its order.
#[test]
fn the_stream_in_the_readme_is_real() {
    const PACKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/census/connected-7-and-8.g6.gz");
    let readme = read("README.md");
    let shown = blocks(&readme).into_iter().find_map(|(_, block)| block.strip_prefix("$ geng -cq 8 | catmouse "));
    let (command, expected) = shown.and_then(|block| block.split_once('\n')).expect("README.md shows a stream");
    let graphs = catmouse().args(["cops", PACKED, "--only", "vertices=8"]).output().expect("the program runs").stdout;
    let graphs = String::from_utf8(graphs).expect("graph6 is ASCII");
    assert_eq!(graphs.lines().count(), 11_117); // A001349
    let printed = String::from_utf8(answer(catmouse().args(words(command)), &graphs).stdout).expect("text");
    assert_eq!(expected.trim_end(), printed.trim_end());
}

/// README.md shows only part of each output. `TRYCMD=overwrite` would insert all lines, so it does
/// not change README.md.
#[test]
fn transcripts_are_real() {
    // Pages name files as seen from a checkout.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the checkout is there");
    let cases = trycmd::TestCases::new();
    let is_of_examples = |page: &Path| OF_THE_EXAMPLES.iter().any(|name| page.ends_with(name));
    let is_left_out = |page: &Path| is_of_examples(page) || overwrite() && page.ends_with("README.md");
    for page in pages().iter().filter(|page| !is_left_out(page)) {
        cases.case(page);
    }
    cases.case(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/transcripts/*.md"));
}

#[test]
fn every_block_is_of_a_kind_that_is_tested() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("it can be read");
        for (language, block) in blocks(&text) {
            let tested: &[(&str, &str)] = &[
                ("README.md", "rust"),
                ("README.md", "python"),
                ("rules.md", "toml"),
                ("workbench.md", "csv"),
                ("certificates.md", "json"),
                ("rust.md", "rust"),
                (OF_THE_EXAMPLES[0], "rust"),
                (OF_PYTHON, "python"),
            ];
            let tested = tested.iter().any(|(name, of)| page.ends_with(name) && language == *of);
            assert!(tested || ["console", "sh"].contains(&language), "{}: {language}\n{block}", page.display());
        }
    }
}

/// The pieces of code in the sentences and tables of a page: what stands between two backticks.
fn code(text: &str) -> Vec<&str> {
    let sentences = text.split("\n```").step_by(2).flat_map(str::lines);
    sentences.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// The flags in a text, such as `--top`.
fn flags(text: &str) -> BTreeSet<String> {
    let is_of_a_flag = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    let words = text.split(|letter| !is_of_a_flag(letter));
    words.filter(|word| word.starts_with("--") && word.len() > 3).map(str::to_owned).collect()
}

/// The commands that the help of the program lists.
fn commands(help: &str) -> Vec<&str> {
    let listed = help.lines().take_while(|line| *line != "Options:");
    let words = listed.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let commands: Vec<&str> = words.filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase())).collect();
    assert!(commands.len() >= 20, "{commands:?}");
    commands
}

/// A command that a sentence of the book names is one of the program's, and so is each flag.
#[test]
fn commands_and_flags_in_sentences_exist() {
    let help = |words: &[&str]| {
        let told = catmouse().args(words).arg("--help").output().expect("the program runs");
        String::from_utf8(told.stdout).expect("text")
    };
    let overview = help(&[]);
    let commands = commands(&overview);
    let known: BTreeMap<&str, BTreeSet<String>> =
        commands.iter().map(|&command| (command, flags(&help(&[command])))).collect();
    let all: BTreeSet<String> = known.values().flatten().cloned().chain(flags(&overview)).collect();
    let (mut examined, mut wrong) = (0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).expect("it can be read");
        for code in code(&text) {
            // What follows a pipe is a command of its own.
            for part in code.split(" | ") {
                let words: Vec<&str> = part.split_whitespace().collect();
                let place = format!("{}: `{code}`", page.display());
                match words[..] {
                    ["catmouse", command, ..] if known.contains_key(command) => {
                        let foreign: Vec<String> = flags(part).difference(&known[command]).cloned().collect();
                        wrong.extend(foreign.iter().map(|flag| format!("{place}: `{command}` has no {flag}")));
                        examined += 1;
                    }
                    ["catmouse", ref rest @ ..] => {
                        let is_name = |word: &str| word.starts_with(|letter: char| letter.is_ascii_uppercase());
                        let others = ["ambush", "--help", "--version"];
                        if !rest.first().is_none_or(|word| others.contains(word) || is_name(word)) {
                            wrong.push(format!("{place}: no such command"));
                        }
                    }
                    [first, ..] if first.starts_with("--") && first.len() > 2 => {
                        let foreign: Vec<String> = flags(part).difference(&all).cloned().collect();
                        wrong.extend(foreign.iter().map(|flag| format!("{place}: no command has {flag}")));
                        examined += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(examined > 150, "{examined}");
}

/// docs/rust.md names every default feature of the library.
#[test]
fn default_features_are_named() {
    let manifest = read("crates/catmouse/Cargo.toml");
    let listed = manifest.lines().find_map(|line| line.strip_prefix("default = ")).expect("there are defaults");
    let page = read("docs/rust.md");
    let named = code(&page);
    let missing: Vec<&str> = listed.split('"').skip(1).step_by(2).filter(|feature| !named.contains(feature)).collect();
    assert!(missing.is_empty(), "docs/rust.md does not name {missing:?}");
}

/// Each command has a section of the page that lists them.
#[test]
fn every_command_has_its_section() {
    let page = read("docs/commands.md");
    let sections: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("## ")).filter(|title| !title.contains(' ')).collect();
    let overview = String::from_utf8(catmouse().arg("--help").output().expect("the program runs").stdout);
    for command in commands(&overview.expect("text")).into_iter().filter(|command| *command != "help") {
        assert!(sections.contains(&command), "docs/commands.md has no section `{command}`");
    }
}

/// The words of a command, separated by blanks outside of single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (place, part) in command.split('\'').enumerate() {
        let mut pieces = if place % 2 == 1 { vec![part] } else { part.split(' ').collect() }.into_iter();
        words.last_mut().expect("there is a word").push_str(pieces.next().unwrap_or(""));
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Runs the scripts of each page in a folder of its own. In it, `board.toml` is the setup that
/// docs/rules.md shows, and `policy.csv` the policy of docs/workbench.md. `cargo xtask verify` runs
/// the commands of `cargo`, because cargo cannot run inside its own test.
#[test]
fn scripts_run() {
    let mut run = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("it can be read");
        let scripts: Vec<&str> =
            blocks(&text).into_iter().filter(|block| block.0 == "sh").map(|block| block.1).collect();
        if scripts.is_empty() {
            continue;
        }
        let name = page.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let folder = std::env::temp_dir().join(format!("catmouse-pages-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        for (file, page, language) in
            [("board.toml", "docs/rules.md", "toml"), ("policy.csv", "docs/workbench.md", "csv")]
        {
            fs::write(folder.join(file), only_block(&read(page), language)).expect("it can be written");
        }
        for line in scripts.iter().flat_map(|script| script.lines()).filter(|line| !line.starts_with("cargo ")) {
            let (command, target) =
                line.split_once(" > ").map_or((line, None), |(command, file)| (command, Some(file)));
            let command = words(command);
            assert_eq!(command[0], "catmouse", "{line}");
            let output = target.map_or_else(Stdio::piped, |file| {
                fs::File::create(folder.join(file)).expect("it can be written").into()
            });
            let ended = catmouse().args(&command[1..]).current_dir(&folder).stdout(output).output();
            let ended = ended.expect("the program runs");
            assert!(ended.status.success(), "{line}\n{}", String::from_utf8_lossy(&ended.stderr));
            run += 1;
        }
        fs::remove_dir_all(&folder).expect("it can be removed");
    }
    assert!(run > 0, "there are scripts");
}

/// The expected output of the commands for supported variants, by the beginning of their rows. Some
/// numbers follow from the theorem that is named. An independent program of sixty lines, which
/// follows the definition, found ten rows as well.
const ANSWERS: [(&str, &str); 25] = [
    ("Cops and Robbers", "cop number 3, capture time 1"), // girth 5 and degree 3: Aigner, Fromme
    ("with this many cops", "3 cats win"),
    ("overprescribed", "4 cats win"),
    ("lazy cops", "cop number 2, capture time 1"),
    ("fully active", "cop number 2"),
    ("active on one side", "cop number 2"),
    ("the robber moves first", "cop number 2"),
    ("capture at distance k", "cop number 2, capture time 0"), // a cop guards three of six vertices
    ("speeds of the cops", "cop number 2"),
    ("both of speed s", "cop number 2"), // like the square of the cycle
    ("directed graphs", "cop number 2"), // no arc enters two of the vertices
    ("graphs in several pieces", "cop number 6"),
    ("given places: who wins", "The Cat wins in 1 ply"), // 4 and 0 are adjacent
    ("given places of the cops", "The Cat wins in 1 ply"), // each vertex is adjacent to 0 or 3
    ("a time limit", "The Cat wins in 3 plies"),         // two rounds: Mehrabian 2011
    ("safe vertices", "The Mouse wins in 1 ply"),        // 0 and 1 are adjacent
    ("a goal that the cops may guard", "the Mouse wins at the hole unless the Cat is there"),
    ("a race for one goal", "The Mouse wins in 5 plies"),
    ("moves that cost", "The Mouse wins at cost 5"),
    ("graphs of chess pieces", "cop number 2, capture time 2"),
    ("zero visibility", "cop number 3, capture time 5"),
    ("limited visibility", "cop number 3, capture time 1"),
    ("a robber who shows itself", "cop number 2, capture time 5"),
    // The food is three steps away, and the walls keep the cat in its row.
    ("pursuers that follow a script", "The Mouse wins in 5 plies"),
    ("cop-win graphs", "1 cat wins, capture time 2"), // the height of the tree
];

/// Every variant in the table of supported ones is played by the command in its row, with the
/// expected result.
#[test]
fn supported_variants_are_played() {
    let page = read("docs/variants.md");
    let table = page.split("\n## ").find(|part| part.starts_with("Supported")).expect("a table of them");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), ANSWERS.len(), "{table}");
    for (row, (variant, answer)) in rows.into_iter().zip(ANSWERS) {
        assert!(row.starts_with(&format!("| {variant}")), "{row}");
        let command =
            row.split('`').find(|part| part.starts_with("catmouse ")).unwrap_or_else(|| panic!("no command: {row}"));
        let ended = catmouse().args(&words(command)[1..]).stdin(Stdio::null()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&ended.stdout);
        let complaint = String::from_utf8_lossy(&ended.stderr);
        // The output may be wrapped anywhere.
        let folded = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ended.status.success() && folded.contains(answer), "{command}: {answer}\n{said}{complaint}");
    }
}

/// The set-up is two commands: one explains a board, the other verifies everything. Cargo cannot
/// run inside its own test. So the first command is replaced by the program that cargo would run,
/// and the alias of the second is looked up. CI runs the second command.
#[test]
fn the_setup_is_two_commands() {
    let readme = read("README.md");
    let setup = only_block(&readme, "sh");
    assert_eq!(
        setup.lines().filter_map(|line| line.split('#').next()).map(str::trim).collect::<Vec<_>>(),
        ["cargo run --release -- explain ambush", "cargo xtask verify"]
    );
    let explain = catmouse().args(["explain", "ambush"]).output().expect("the program runs");
    assert!(explain.status.success());
    assert!(String::from_utf8_lossy(&explain.stdout).contains("wins in"));
    assert!(read(".cargo/config.toml").contains("xtask = \"run --locked --quiet --package xtask --\""));
    let ci = read(".ci/run");
    assert!(ci.lines().any(|line| line.trim() == "cargo xtask verify" || line.trim() == "exec cargo xtask verify"));
}

/// The pictures on the pages are those that the command draws. `TRYCMD=overwrite` writes them.
#[test]
fn the_pictures_are_drawn_by_the_command() {
    let unseen = ["--preset", "cops", "--cats", "2", "--set", "mouse-seen=never"];
    for (board, what, path, flags) in [
        ("ambush", "animation", "docs/ambush.svg", &[] as &[&str]),
        ("ambush", "line", "docs/pictures/line.svg", &[]),
        ("ambush", "board", "docs/pictures/board.svg", &[]),
        ("ambush", "survey", "docs/pictures/survey.svg", &[]),
        ("ambush", "lesson", "docs/pictures/lesson.svg", &[]),
        ("ambush", "choices", "docs/pictures/choices.svg", &[]),
        ("petersen", "placement", "docs/pictures/placement.svg", &[]),
        ("grid:3x3", "line", "docs/pictures/places.svg", &unseen),
    ] {
        let picture = Path::new(ROOT).join(path);
        let drawn = catmouse().args(["draw", board, "--what", what]).args(flags).output().expect("the program runs");
        assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
        if overwrite() {
            fs::write(picture, drawn.stdout).expect("it can be written");
        } else {
            assert!(fs::read(picture).expect("there is a picture") == drawn.stdout, "{path}: cargo xtask bless");
        }
    }
}

/// The table of the rules is generated from their declarations. `TRYCMD=overwrite` writes it.
#[test]
fn the_table_of_the_rules_agrees_with_their_declarations() {
    let titles: Vec<&str> = Preset::ALL.iter().map(|preset| preset.title()).collect();
    let mut table = format!("| flag | what it is | {} |\n|---|---|---|---|---|\n", titles.join(" | "));
    for setting in SETTINGS {
        let values = match setting.kind {
            Kind::Switch => String::new(),
            Kind::Word(words) | Kind::Words(words) => words.join("\\|"),
            Kind::Number | Kind::Numbers | Kind::Limit => setting.unit.to_uppercase(),
            Kind::Vertices => "VERTEX".to_owned(),
            Kind::Kinds => "KINDS".to_owned(),
            Kind::Sight => "WHEN".to_owned(),
        };
        let (flag, gap) = if setting.has_flag() { ("--", " ") } else { ("--set ", "=") };
        let gap = if values.is_empty() { "" } else { gap };
        let defaults: Vec<String> = Preset::ALL.iter().map(|&preset| setting.default(preset)).collect();
        table += &format!("| `{flag}{}{gap}{values}` | {} | {} |\n", setting.key, setting.help, defaults.join(" | "));
    }
    let page = read("docs/rules.md");
    let shown: Vec<&str> = page.split("\n\n").filter(|part| part.starts_with("| flag |")).collect();
    if overwrite() {
        let written = page.replace(shown.first().unwrap_or(&"SETTINGS"), table.trim_end());
        fs::write(Path::new(ROOT).join("docs/rules.md"), written).expect("it can be written");
    } else {
        assert_eq!(shown, [table.trim_end()]);
    }
}

#[test]
fn the_setup_shown_is_what_it_expects() {
    let page = read("docs/rules.md");
    let board = std::env::temp_dir().join(format!("catmouse-rules-{}.toml", std::process::id()));
    fs::write(&board, only_block(&page, "toml")).expect("it can be written");
    let check = catmouse().arg("check").arg(&board).output().expect("the program runs");
    fs::remove_file(&board).expect("it can be removed");
    assert!(
        check.status.success(),
        "{}{}",
        String::from_utf8_lossy(&check.stdout),
        String::from_utf8_lossy(&check.stderr)
    );
}
