//! Each rule against a tree that breaks it and one that does not.

use super::circles::no_circles;
use super::pages::{links_lead_somewhere, named_tasks_exist, the_book_is_whole};
use super::{
    File, Tree, clean_whitespace, crates_are_introduced, dependencies_occur, fixtures_carry_their_truth,
    fixtures_have_snapshots, forbidden_words, front_pages, snapshots_have_fixtures, telling_names,
    the_oracle_shares_nothing, used_dependencies, workflows_are_pinned,
};

/// Applies a rule to a tree of these files. It must find as many faults as expected, whose messages begin as expected.
#[track_caller]
fn check(rule: fn(&Tree) -> Vec<String>, files: &[(&str, &str)], expect: &[&str]) {
    let files = files.iter().map(|&(path, text)| File { path: path.into(), text: text.into() }).collect();
    let found = rule(&Tree { files });
    let as_expected = found.iter().zip(expect).all(|(found, expect)| found.starts_with(expect));
    assert!(found.len() == expect.len() && as_expected, "expected {expect:#?}, found {found:#?}");
}

#[test]
fn a_name_that_says_nothing() {
    check(
        telling_names,
        &[
            ("crates/arena/src/utils.rs", ""),
            ("crates/cli/tests/common/mod.rs", ""),
            ("crates/model/src/piece_types.rs", ""),
        ],
        &[
            "crates/arena/src/utils.rs:1: the path says nothing about what is inside",
            "crates/cli/tests/common/mod.rs:1: the path says nothing about what is inside",
        ],
    );
}

#[test]
fn a_file_without_a_front_page() {
    check(
        front_pages,
        &[("crates/cli/tests/a.rs", "//! Tests.\n"), ("xtask/src/b.rs", "use std::fs;\n//! Late.\n")],
        &["xtask/src/b.rs:1: no front page"],
    );
}

#[test]
fn a_test_that_does_not_run() {
    check(
        forbidden_words,
        &[("crates/cli/tests/a.rs", "#[test]\n#[ignore = \"slow\"]\nfn a() {}\n#[test]\n#[should_panic]\nfn b() {}\n")],
        &["crates/cli/tests/a.rs:2: `#[ignore`", "crates/cli/tests/a.rs:5: `#[should_panic`: any panic would pass"],
    );
}

#[test]
fn unfinished_code() {
    check(
        forbidden_words,
        &[("xtask/src/a.rs", "todo!()\nunimplemented!()\ndbg!(1)\nmy_todo!()\n// todo!()\n\"todo!()\"\n")],
        &["xtask/src/a.rs:1: `todo!`", "xtask/src/a.rs:2: `unimplemented!`", "xtask/src/a.rs:3: `dbg!`"],
    );
}

#[test]
fn printing_that_panics_on_a_closed_pipe() {
    let text = "println!();\neprint!();\nwriteln!(out)\n/* print!() */\n";
    check(
        forbidden_words,
        &[("crates/arena/src/a.rs", text), ("crates/cli/src/output/b.rs", text), ("xtask/src/c.rs", text)],
        &[
            "crates/arena/src/a.rs:1: `println!`: it panics when the reader has closed the pipe",
            "crates/arena/src/a.rs:2: `eprint!`: it panics when the reader has closed the pipe",
            "crates/cli/src/output/b.rs:1: `println!`: it panics when the reader has closed the pipe",
            "crates/cli/src/output/b.rs:2: `eprint!`: it panics when the reader has closed the pipe",
        ],
    );
}

#[test]
fn an_unwrap_outside_tests() {
    check(
        forbidden_words,
        &[
            ("crates/arena/src/a.rs", "/// x.unwrap();\nfn a() {\n    x\n        .unwrap();\n}\n"),
            (
                "crates/arena/src/b.rs",
                "#[cfg(test)]\nmod tests {\n  fn t() { '{'; x.unwrap() }\n}\nfn b() { x.unwrap() }\n",
            ),
            ("crates/arena/src/c.rs", "#[cfg(test)]\nmod tests;\nfn c() { x.unwrap_or(1) }\n"),
            ("crates/arena/tests/d.rs", "fn d() { x.unwrap() }\n"),
        ],
        &["crates/arena/src/a.rs:4: `.unwrap()`", "crates/arena/src/b.rs:5: `.unwrap()`"],
    );
}

#[test]
fn a_library_that_reaches_outside() {
    let text = "use std::fs;\nfn a() { fs::read(p); std::process::exit(1) }\nlet b = env!(\"B\");\n";
    check(
        forbidden_words,
        &[("crates/formats/src/a.rs", text), ("crates/cli/src/a.rs", text), ("crates/formats/tests/a.rs", text)],
        &[
            "crates/formats/src/a.rs:1: `std::fs`: libraries touch no file, stream, process or environment",
            "crates/formats/src/a.rs:2: `fs::`: libraries touch no file, stream, process or environment",
        ],
    );
}

#[test]
fn an_oracle_that_asks_the_solver() {
    let text = "//! Not catmouse_solver.\nfn a() { catmouse_solver::solve(b) }\nuse crate::case;\nuse std::iter;\n";
    check(
        the_oracle_shares_nothing,
        &[("crates/campaign/src/oracle.rs", text), ("crates/campaign/src/confrontation.rs", text)],
        &[
            "crates/campaign/src/oracle.rs:2: the oracle shares no code with any other file",
            "crates/campaign/src/oracle.rs:3: the oracle shares no code with any other file",
        ],
    );
}

#[test]
fn comments_and_literals_are_no_code() {
    let text = r##"
let quotes = ["todo!() \" todo!()", r#"todo!() " todo!()"#, '"', '\'', "todo!()"];
/* todo!() /* todo!() */ todo!() */
fn lifetime<'a>(text: &'a str) { todo!() }
"##;
    check(forbidden_words, &[("a.rs", text)], &["a.rs:4: `todo!`"]);
}

#[test]
fn unclean_whitespace() {
    check(
        clean_whitespace,
        &[
            ("README.md", "one \ntwo"),
            ("a.rs", "\tlet a;\n"),
            ("fixtures/invalid/spaces.toml", "a = 1 "),
            ("fixtures/classic/x.explain.snap", "as written \n"),
        ],
        &[
            "README.md:1: blanks at the end of the line",
            "README.md:2: no newline at the end of the file",
            "a.rs:1: a tab",
        ],
    );
}

#[test]
fn a_dependency_without_use() {
    let workspace = "\
[workspace.dependencies]
catmouse-arena = { path = \"crates/arena\" }
csv = \"1\"
serde = \"1\"
serde_json = \"1\"

[profile.dev]
opt-level = 1
";
    check(
        used_dependencies,
        &[
            ("Cargo.toml", workspace),
            ("crates/cli/Cargo.toml", "[dependencies]\nserde_json.workspace = true\ncsv = { workspace = true }\n"),
        ],
        &["Cargo.toml:4: no member uses `serde`"],
    );
}

#[test]
fn a_dependency_that_does_not_occur() {
    let manifest = "\
[dependencies]
csv = \"1\"
serde = \"1\"
serde-json = \"1\"
toml = \"1\"

[dev-dependencies]
insta = \"1\"
proptest = \"1\"
";
    let code = "\
//! proptest::any();
use serde_json as json; // csv::Reader
fn a(csv: &str) {}
#[cfg(test)]
mod tests { use toml::Table; }
";
    check(
        dependencies_occur,
        &[
            ("Cargo.toml", "[workspace.dependencies]\ncsv = \"1\"\n"),
            ("crates/cli/Cargo.toml", manifest),
            ("crates/cli/src/a.rs", code),
            ("crates/cli/tests/b.rs", "use serde::Serialize;\n"),
            ("crates/arena/src/c.rs", "insta::assert!();\n"),
        ],
        &[
            "crates/cli/Cargo.toml:2: `csv` does not occur here",
            "crates/cli/Cargo.toml:3: `serde` does not occur here",
            "crates/cli/Cargo.toml:5: `toml` does not occur here",
            "crates/cli/Cargo.toml:8: `insta` does not occur here",
        ],
    );
}

#[test]
fn a_fixture_without_its_truth() {
    check(
        fixtures_carry_their_truth,
        &[
            ("fixtures/classic/good.toml", "source = \"a proof\"\n[expect]\nwinner = \"cat\"\n"),
            ("fixtures/grid/a.toml", "source = \" \"\n[expect]\n"),
            ("fixtures/rules/b.toml", "source =\n"),
            ("fixtures/invalid/c.toml", "source =\n"),
        ],
        &[
            "fixtures/grid/a.toml:1: no `source`",
            "fixtures/grid/a.toml:1: no `[expect]`",
            "fixtures/rules/b.toml:1: no TOML (string values must be quoted, expected literal string)",
        ],
    );
}

#[test]
fn a_fixture_without_a_snapshot() {
    check(
        fixtures_have_snapshots,
        &[
            ("fixtures/classic/a.explain.snap", ""),
            ("fixtures/classic/a.toml", ""),
            ("fixtures/classic/b.toml", ""),
            ("fixtures/invalid/c.json", ""),
            ("fixtures/invalid/c.toml", ""),
            ("fixtures/invalid/c.toml.snap", ""),
        ],
        &[
            "fixtures/classic/b.toml:1: no fixtures/classic/b.explain.snap",
            "fixtures/invalid/c.json:1: no fixtures/invalid/c.json.snap",
        ],
    );
}

#[test]
fn a_snapshot_without_a_fixture() {
    check(
        snapshots_have_fixtures,
        &[
            ("fixtures/classic/a.explain.snap", ""),
            ("fixtures/classic/a.toml", ""),
            ("fixtures/classic/b.explain.snap", ""),
            ("fixtures/invalid/c.json", ""),
            ("fixtures/invalid/c.json.snap", ""),
            ("fixtures/invalid/c.toml.snap", ""),
        ],
        &[
            "fixtures/classic/b.explain.snap:1: no fixture beside this snapshot",
            "fixtures/invalid/c.toml.snap:1: no fixture beside this snapshot",
        ],
    );
}

#[test]
fn a_link_into_the_void() {
    let page = "\
# Here it is
[crates](crates/README.md#the-top), [`arena`](crates/arena), [up](#here-it-is), [out](https://example.org/x)
[gone](docs/gone.md) and `[code](not/a/link)` and [up](#there)
```
[[4](fenced)]
# No heading
```
[no](#no-heading) [second](crates/README.md#the-top-1) [third](crates/README.md#the-top-2) [code](crates/arena/a.rs#a)
";
    check(
        links_lead_somewhere,
        &[
            ("README.md", page),
            ("crates/README.md", "[root](../README.md) [bad](README.txt)\n## The `top`\n## The top!\n"),
            ("crates/arena/a.rs", ""),
        ],
        &[
            "README.md:3: docs/gone.md does not exist",
            "README.md:3: README.md has no heading #there",
            "README.md:8: README.md has no heading #no-heading",
            "README.md:8: crates/README.md has no heading #the-top-2",
            "README.md:8: crates/arena/a.rs has no heading #a",
            "crates/README.md:1: README.txt does not exist",
        ],
    );
}

#[test]
fn a_page_without_a_chapter() {
    check(
        the_book_is_whole,
        &[
            ("README.md", "[rules](docs/rules.md)\n"),
            ("docs/SUMMARY.md", "- [Rules](rules.md)\n"),
            ("docs/lost.md", "[rules](rules.md#a)\n"),
            ("docs/rules.md", "[out](https://example.org/x)\n[readme](../README.md)\n"),
        ],
        &["docs/lost.md:1: no chapter of the book", "docs/rules.md:2: ../README.md is not part of the book"],
    );
}

#[test]
fn a_task_that_does_not_exist() {
    let page = "\
Run `cargo xtask verify tidy fmt`, `cargo xtask` or cargo xtask in prose.
cargo xtask verify      # a comment
Run `cargo xtask verfy` and `cargo xtask verify tdy` and `cargo xtask fuzz 600`.
";
    check(
        named_tasks_exist,
        &[("CONTRIBUTING.md", page)],
        &[
            "CONTRIBUTING.md:3: `cargo xtask verfy` is no task",
            "CONTRIBUTING.md:3: `cargo xtask verify` has no step tdy",
        ],
    );
}

#[test]
fn a_crate_without_introduction() {
    check(
        crates_are_introduced,
        &[
            ("crates/README.md", "The `arena` and what modelling is.\n"),
            ("crates/arena/Cargo.toml", ""),
            ("crates/model/Cargo.toml", ""),
        ],
        &["crates/README.md:1: nothing about crates/model"],
    );
}

#[test]
fn a_workflow_that_trusts_what_may_move() {
    let pinned = "\
permissions:
  contents: read
env:
  TOOLCHAIN: \"1.95.0\"
jobs:
      - uses: actions/checkout@8e8c483db84b4bee98b60c0593521ed34d9990e8 # v6.0.1
";
    let moving = "env:\n  TOOLCHAIN: \"1.94.0\"\njobs:\n      - uses: actions/checkout@v6\n";
    check(
        workflows_are_pinned,
        &[
            (".github/workflows/good.yml", pinned),
            (".github/workflows/moving.yml", moving),
            ("Cargo.toml", "rust-version = \"1.95\"\n"),
        ],
        &[
            ".github/workflows/moving.yml:1: no `permissions:`",
            ".github/workflows/moving.yml:2: another toolchain",
            ".github/workflows/moving.yml:4: an action by its tag",
        ],
    );
}

#[test]
fn files_that_use_each_other() {
    check(
        no_circles,
        &[
            ("crates/a/src/lib.rs", "mod one;\nmod three;\nmod two;\npub use one::One;\n"),
            ("crates/a/src/one.rs", "use crate::two::{self, Two as Other};\n"),
            ("crates/a/src/two.rs", "use std::fmt;\nuse super::{\n    three::{Three, four},\n};\n"),
            ("crates/a/src/three.rs", "fn f() { crate::one::g() }\n"),
            ("crates/b/src/one.rs", "use crate::two::Two;\n"),
            (
                "crates/b/src/two.rs",
                "// use crate::one::One;\n#[cfg(test)]\nmod tests {\n    use crate::one::One;\n}\n",
            ),
        ],
        &[
            "crates/a/src/one.rs:1: a circle of files that use each other: crates/a/src/one.rs, crates/a/src/three.rs, crates/a/src/two.rs",
        ],
    );
}

#[test]
fn modules_and_those_that_they_declare() {
    check(
        no_circles,
        &[
            ("crates/a/src/lib.rs", "mod one;\npub use crate::one::One;\n"),
            (
                "crates/a/src/one.rs",
                "mod inner;\nmod alone;\npub struct One;\nmod written {\n    use super::inner;\n}\n",
            ),
            ("crates/a/src/one/alone.rs", "use super::One;\nuse crate::one::One as Again;\n"),
            ("crates/a/src/one/inner.rs", "use super::super::Root;\n"),
            ("crates/b/src/one/mod.rs", "mod inner;\nuse self::inner::Inner;\n"),
            ("crates/b/src/one/inner.rs", "use super::One;\n"),
        ],
        &["crates/b/src/one/inner.rs:1: a circle"],
    );
}
