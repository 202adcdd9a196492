//! Tests of each rule on a tree with violations and without.

use super::cycles::no_dependency_cycles;
use super::pages::{links_lead_somewhere, the_book_is_whole, the_code_map_is_whole};
use super::tree::{File, Tree};
use super::{
    clean_whitespace, every_test_runs, forbidden_words, front_pages, informative_names, libraries_know_no_flags,
    public_types_have_their_own_names, snapshots_have_fixtures, the_oracle_shares_nothing, used_dependencies,
    workflows_are_pinned,
};

/// Applies a rule to a tree of these files. The messages must begin as expected, one for one.
#[track_caller]
fn check(rule: fn(&Tree) -> Vec<String>, files: &[(&str, &str)], expect: &[&str]) {
    let files = files.iter().map(|&(path, text)| File { path: path.into(), text: text.into() }).collect();
    let found = rule(&Tree { files });
    let all_match = found.iter().zip(expect).all(|(found, expect)| found.starts_with(expect));
    assert!(found.len() == expect.len() && all_match, "expected {expect:#?}, found {found:#?}");
}

#[test]
fn an_uninformative_name() {
    check(
        informative_names,
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
        every_test_runs,
        &[
            (
                "crates/cli/tests/a.rs",
                "#[test]\n#[ignore = \"slow\"]\nfn a() {}\n#[test]\n#[should_panic]\nfn b() {}\n",
            ),
            ("crates/arena/src/b.rs", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn c() {}\n}\n"),
            ("xtask/src/d.rs", "#[cfg(test)]\nmod tests;\n"),
        ],
        &[
            "crates/cli/tests/a.rs:2: a test that does not run",
            "crates/cli/tests/a.rs:5: any panic would pass",
            "crates/arena/src/b.rs:1: a library is not compiled for tests",
            "crates/arena/src/b.rs:3: a library is not compiled for tests",
        ],
    );
}

#[test]
fn forbidden_words_outside_comments_and_tests() {
    let text = "todo!()\nmy_todo!() // todo!()\nprintln!();\nfs::read(p)\n    .unwrap()\n";
    let tests = "#[cfg(test)]\nuse a::{\n    b\n};\n#[cfg(test)]\nmod tests {\n    fn t() { x.unwrap() }\n}\n\
                 fn b() { x.unwrap() }\n";
    check(
        forbidden_words,
        &[
            ("crates/arena/src/a.rs", text),
            ("crates/arena/src/b.rs", tests),
            ("crates/arena/tests/c.rs", text),
            ("crates/cli/src/a.rs", text),
            ("xtask/src/a.rs", text),
            ("crates/cli/src/b.rs", "// the Mouse\nsay(\"the Mouse wins\");\n"),
            ("crates/cli/src/args.rs", "say(\"the Mouse wins\");\n"),
        ],
        &[
            "crates/arena/src/a.rs:1: `todo!`",
            "crates/arena/src/a.rs:3: `println!`: it panics when the reader has closed the pipe",
            "crates/arena/src/a.rs:5: `.unwrap()`",
            "crates/arena/src/a.rs:4: `fs::`: libraries touch no file, stream, process or environment",
            "crates/arena/src/b.rs:9: `.unwrap()`",
            "crates/arena/tests/c.rs:1: `todo!`",
            "crates/cli/src/a.rs:1: `todo!`",
            "crates/cli/src/a.rs:3: `println!`",
            "crates/cli/src/a.rs:5: `.unwrap()`",
            "crates/cli/src/b.rs:2: `the Mouse`: what an answer says about a game is the same for every front end",
        ],
    );
}

#[test]
fn a_flag_in_a_library() {
    let text = "//! `--input` is a flag.\nconst A: &str = \"say `--input grid`\";\nconst B: &str = \"a -- b\";\n";
    check(
        libraries_know_no_flags,
        &[("crates/cli/src/a.rs", text), ("crates/formats/src/a.rs", text), ("crates/formats/tests/a.rs", text)],
        &["crates/formats/src/a.rs:2: a flag in a library"],
    );
}

#[test]
fn two_public_types_of_one_name() {
    let (word, private) = ("mod sealed {\n    pub trait Sealed {}\n}\n", "pub(crate) struct Place;\n");
    check(
        public_types_have_their_own_names,
        &[
            ("crates/arena/src/a.rs", &format!("pub struct Place(u32);\n// pub struct Value;\n{word}")),
            ("campaign/src/b.rs", "pub struct Place;\n"),
            ("crates/explain/src/c.rs", &format!("pub struct Value;\n{private}pub type Places = u32;\n")),
            ("crates/model/src/d.rs", &format!("keywords! {{\n    pub enum Place<'a> {{}}\n}}\n{word}")),
            ("crates/model/tests/e.rs", "pub struct Place;\n"),
        ],
        &["crates/model/src/d.rs:2: `Place` is also a public type of crates/arena/src/a.rs"],
    );
}

#[test]
fn blanks_at_the_end_of_a_line() {
    check(
        clean_whitespace,
        &[("README.md", "one \ntwo\n"), ("fixtures/invalid/spaces.toml", "a = 1 "), ("fixtures/x.snap", "a \n")],
        &["README.md:1: blanks at the end of the line"],
    );
}

#[test]
fn an_oracle_that_uses_the_solver() {
    let text = "//! Not catmouse_solver.\nfn a() { catmouse_solver::solve(b) }\nuse crate::case;\nuse std::iter;\n";
    check(
        the_oracle_shares_nothing,
        &[("campaign/src/oracle.rs", text), ("campaign/src/confrontation.rs", text)],
        &[
            "campaign/src/oracle.rs:2: the oracle shares no code with any other file",
            "campaign/src/oracle.rs:3: the oracle shares no code with any other file",
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
            "fixtures/classic/b.explain.snap:1: no fixture for this snapshot",
            "fixtures/invalid/c.toml.snap:1: no fixture for this snapshot",
        ],
    );
}

#[test]
fn a_broken_link() {
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
fn a_folder_that_the_map_does_not_show() {
    let map = "\
## Code map
| folder | what it holds | begin with |
|---|---|---|
| `arena/src` | games | `game.rs`, `gone.rs` |
| `../docs` | the book | |
## Other
| `store/src` | no row of the map | |
";
    check(
        the_code_map_is_whole,
        &[
            (".github/a.yml", ""),
            ("README.md", ""),
            ("crates/README.md", map),
            ("crates/arena/src/game.rs", ""),
            ("crates/store/src/a.rs", ""),
            ("crates/store/src/b.rs", ""),
            ("docs/rules.md", ""),
            ("site/a.js", ""),
        ],
        &[
            "crates/README.md:4: crates/arena/src/gone.rs does not exist",
            "crates/README.md:1: crates/store/src is not in the code map",
            "crates/README.md:1: site is not in the code map",
        ],
    );
}

#[test]
fn a_workflow_that_is_not_pinned() {
    let pinned = "\
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
        &[".github/workflows/moving.yml:2: another toolchain", ".github/workflows/moving.yml:4: an action by its tag"],
    );
}

#[test]
fn files_that_use_each_other() {
    check(
        no_dependency_cycles,
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
        &["crates/a/src/one.rs:1: a cycle of files that use each other: crates/a/src/one.rs, \
             crates/a/src/three.rs, crates/a/src/two.rs"],
    );
}

#[test]
fn modules_and_their_children() {
    check(
        no_dependency_cycles,
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
            ("crates/c/src/one.rs", "mod inner;\npub use inner::Inner;\nmod deep {\n    use super::f;\n}\nfn f() {}\n"),
            ("crates/c/src/one/inner.rs", "pub(in super::super) struct Inner;\nmod deep {\n    use super::Inner;\n}\n"),
            ("crates/d/src/one.rs", "mod inner;\nfn f() -> u8 { inner::g() }\n"),
            ("crates/d/src/one/inner.rs", "mod deep {\n    use super::super::f;\n}\n"),
        ],
        &["crates/b/src/one/inner.rs:1: a cycle", "crates/d/src/one.rs:1: a cycle"],
    );
}
