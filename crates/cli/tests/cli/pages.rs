//! What README.md and the pages of docs/ show is what the program does.
//!
//! A `console` block is a transcript: trycmd executes each command and compares the output. An `sh` block is a script without
//! output: each of its commands is run here. `toml`, `json` and `rust` blocks have a test of their own, and no other block may stand
//! on a page. `docs/your-own-game.md` shows the examples, whose tests execute it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use catmouse_model::{Keyword, Kind, Preset, SETTINGS};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The page that the tests of the examples execute.
const OF_THE_EXAMPLES: &str = "your-own-game.md";

/// README.md, then the pages of docs/ in the order of their names.
fn pages() -> Vec<PathBuf> {
    let folder = fs::read_dir(Path::new(ROOT).join("docs")).expect("there are pages");
    let mut pages: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.insert(0, Path::new(ROOT).join("README.md"));
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

/// Whether what the pages show is written instead of compared.
fn overwrite() -> bool {
    std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite")
}

fn catmouse() -> Command {
    Command::new(env!("CARGO_BIN_EXE_catmouse"))
}

#[test]
fn transcripts_are_real() {
    let cases = trycmd::TestCases::new();
    for page in pages().iter().filter(|page| !page.ends_with(OF_THE_EXAMPLES)) {
        cases.case(page);
    }
    cases.case(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/transcripts/*.md"));
}

#[test]
fn every_block_is_of_a_kind_that_is_tested() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("it can be read");
        for (language, block) in blocks(&text) {
            let tested: &[(&str, &str)] =
                &[("rules.md", "toml"), ("certificates.md", "json"), ("rust.md", "rust"), (OF_THE_EXAMPLES, "rust")];
            let tested = tested.iter().any(|(name, of)| page.ends_with(name) && language == *of);
            assert!(tested || ["console", "sh"].contains(&language), "{}: {language}\n{block}", page.display());
        }
    }
}

/// The words of a command: separated by blanks, except between single quotes.
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

/// The scripts of a page run in a folder of their own, in which `board.toml` is the setup that docs/rules.md shows. Commands of
/// `cargo` are left to `cargo xtask verify`, because cargo cannot run inside its own test.
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
        fs::write(folder.join("board.toml"), only_block(&read("docs/rules.md"), "toml")).expect("it can be written");
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

/// Every variant that is said to be supported is, by the command beside it.
#[test]
fn supported_variants_are_played() {
    let page = read("docs/variants.md");
    let table = page.split("\n## ").find(|part| part.starts_with("Supported")).expect("a table of them");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 15, "{table}");
    for row in rows {
        let command =
            row.split('`').find(|part| part.starts_with("catmouse ")).unwrap_or_else(|| panic!("no command: {row}"));
        let ended = catmouse().args(&words(command)[1..]).stdin(Stdio::null()).output().expect("the program runs");
        assert!(
            ended.status.success() && !ended.stdout.is_empty(),
            "{command}\n{}",
            String::from_utf8_lossy(&ended.stderr)
        );
    }
}

/// The set-up is two commands: one explains a board, one verifies everything. Cargo itself cannot run inside its own test, so
/// the first is run as what it comes to, and of the second the alias is looked at; CI runs it.
#[test]
fn two_commands_are_all_the_setup() {
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

/// The pictures of the pages are what the command draws. `TRYCMD=overwrite` writes them.
#[test]
fn the_pictures_are_drawn_by_the_command() {
    for (board, what, path) in [
        ("ambush", "line", "docs/ambush.svg"),
        ("ambush", "board", "docs/pictures/board.svg"),
        ("ambush", "survey", "docs/pictures/survey.svg"),
        ("ambush", "curve", "docs/pictures/curve.svg"),
        ("petersen", "placement", "docs/pictures/placement.svg"),
    ] {
        let picture = Path::new(ROOT).join(path);
        let drawn = catmouse().args(["draw", board, "--what", what]).output().expect("the program runs");
        assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
        if overwrite() {
            fs::write(picture, drawn.stdout).expect("it can be written");
        } else {
            assert!(fs::read(picture).expect("there is a picture") == drawn.stdout, "{path}: cargo xtask bless");
        }
    }
}

/// The table of the rules is made from their declarations. `TRYCMD=overwrite` writes it.
#[test]
fn the_table_of_the_rules_is_theirs() {
    let titles: Vec<&str> = Preset::ALL.iter().map(|preset| preset.title()).collect();
    let mut table = format!("| flag | what it is | {} |\n|---|---|---|---|---|\n", titles.join(" | "));
    for setting in SETTINGS {
        let values = match setting.kind {
            Kind::Switch => String::new(),
            Kind::Word(words) => format!(" {}", words.join("\\|")),
            Kind::Number | Kind::Limit => format!(" {}", setting.unit.to_uppercase()),
            Kind::Vertices => " VERTEX".to_owned(),
        };
        let defaults: Vec<String> = Preset::ALL.iter().map(|&preset| setting.default(preset)).collect();
        table += &format!("| `--{}{values}` | {} | {} |\n", setting.key, setting.help, defaults.join(" | "));
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

/// The front page of the crate `catmouse` shows the same programs, and rustdoc runs them there.
#[test]
fn the_programs_shown_are_run_by_the_library() {
    let (page, front_page) = (read("docs/rust.md"), read("crates/catmouse/README.md"));
    let [shown, run] = [&page, &front_page].map(|text| {
        blocks(text).into_iter().filter(|block| block.0 == "rust").map(|block| block.1).collect::<Vec<_>>()
    });
    assert!(!shown.is_empty());
    assert_eq!(shown, run);
}
