//! What README.md shows is what the program does.

use std::fs;
use std::path::Path;
use std::process::Command;

use catmouse_model::{Keyword, Kind, Preset, SETTINGS};

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

#[test]
fn transcripts_are_real() {
    trycmd::TestCases::new()
        .case(README)
        .case(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/play.md"))
        .case(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/transcripts/*.md"));
}

/// The set-up is two commands: one explains a board, one verifies everything. Cargo itself cannot run inside its own test, so
/// the first is run as what it comes to, and of the second the alias is looked at; CI runs it.
#[test]
fn two_commands_are_all_the_setup() {
    let readme = fs::read_to_string(README).expect("there is a README");
    let setup = readme.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of commands");
    assert_eq!(
        setup.lines().filter_map(|line| line.split('#').next()).map(str::trim).collect::<Vec<_>>(),
        ["cargo run --release -- explain ambush", "cargo xtask verify"]
    );
    let explain =
        Command::new(env!("CARGO_BIN_EXE_catmouse")).args(["explain", "ambush"]).output().expect("the program runs");
    assert!(explain.status.success());
    assert!(String::from_utf8_lossy(&explain.stdout).contains("wins in"));
    let root = Path::new(README).parent().expect("it lies in a folder");
    let aliases = fs::read_to_string(root.join(".cargo/config.toml")).expect("there are aliases");
    assert!(aliases.contains("xtask = \"run --locked --quiet --package xtask --\""));
    let ci = fs::read_to_string(root.join(".ci/run")).expect("there is a CI script");
    assert!(ci.lines().any(|line| line.trim() == "cargo xtask verify" || line.trim() == "exec cargo xtask verify"));
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
    let readme = fs::read_to_string(README).expect("there is a README");
    let shown: Vec<&str> = readme.split("\n\n").filter(|part| part.starts_with("| flag |")).collect();
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        fs::write(README, readme.replace(shown.first().unwrap_or(&"SETTINGS"), table.trim_end()))
            .expect("it can be written");
    } else {
        assert_eq!(shown, [table.trim_end()]);
    }
}

#[test]
fn the_setup_shown_is_what_it_expects() {
    let readme = fs::read_to_string(README).expect("there is a README");
    let setup = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a setup");
    let board = std::env::temp_dir().join(format!("catmouse-readme-{}.toml", std::process::id()));
    fs::write(&board, setup).expect("it can be written");
    let check =
        Command::new(env!("CARGO_BIN_EXE_catmouse")).arg("check").arg(&board).output().expect("the program runs");
    fs::remove_file(&board).expect("it can be removed");
    assert!(
        check.status.success(),
        "{}{}",
        String::from_utf8_lossy(&check.stdout),
        String::from_utf8_lossy(&check.stderr)
    );
}
