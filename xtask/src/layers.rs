//! Checks the dependencies of each crate by a table.
//!
//! The design rests on absent dependencies: the solver knows no game, the explanation no solver, the checker no algorithm. [`LAYERS`]
//! lists what each package may use, with the reason, and [`check`] compares it with the output of `cargo metadata`. Tests may also use
//! any crate of the workspace, [`TEST_TOOLS`] and [`BENCH_TOOLS`].

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::DependencyKind;

use crate::workspace;

/// The dependencies that one package may have.
struct Layer {
    package: &'static str,
    /// The packages that it may use, in this workspace and outside, build dependencies included.
    may_use: &'static [&'static str],
    /// The reason why it may use no other.
    why: &'static str,
}

/// All packages, in the order of the workspace's members: each uses only packages above it.
const LAYERS: &[Layer] = &[
    Layer {
        package: "catmouse-arena",
        may_use: &["bytemuck", "foldhash", "hashbrown", "memmap2", "petgraph", "serde", "thiserror"],
        why: "the arena knows no algorithm and no cats: its checker judges solvers and can use none",
    },
    Layer {
        package: "catmouse-model",
        may_use: &["catmouse-arena", "petgraph", "schemars", "serde", "strsim", "thiserror"],
        why: "the model says what a game is: it knows no solver, no text and no command line",
    },
    Layer {
        package: "catmouse-solver",
        may_use: &["catmouse-arena", "foldhash", "hashbrown", "prefetch-index", "pulp", "rayon-core", "thiserror"],
        why: "the solver knows no game: it solves any arena, stored in whatever way",
    },
    Layer {
        package: "catmouse-store",
        may_use: &[
            "catmouse-arena",
            "catmouse-model",
            "bytemuck",
            "crc32fast",
            "serde",
            "serde_json",
            "tempfile",
            "thiserror",
            "xxhash-rust",
        ],
        why: "the store holds tables and certificates as files: it knows no solver, no explanation and no command line",
    },
    Layer {
        package: "catmouse-explain",
        may_use: &["catmouse-arena", "rand_xoshiro", "serde", "thiserror"],
        why: "the explanation knows no solver, and a game only by the words it is given",
    },
    Layer {
        package: "catmouse-picture",
        may_use: &["catmouse-arena", "catmouse-model", "catmouse-explain"],
        why: "a picture shows values that its caller found: it knows no solver, no files and no command line",
    },
    Layer {
        package: "catmouse-page",
        may_use: &[
            "catmouse-arena",
            "catmouse-model",
            "catmouse-explain",
            "catmouse-picture",
            "base64",
            "serde",
            "serde_json",
            "sha2",
        ],
        why: "a page shows values that its caller found, drawn by the pictures: it knows no solver, no files and no command line",
    },
    Layer {
        package: "catmouse-formats",
        may_use: &[
            "catmouse-model",
            "flate2",
            "jsonc-parser",
            "petgraph",
            "rand_xoshiro",
            "roxmltree",
            "serde",
            "strsim",
            "thiserror",
            "toml",
        ],
        why: "the formats turn text into setups: they know no solver and no command line",
    },
    Layer {
        package: "catmouse",
        may_use: &[
            "catmouse-arena",
            "catmouse-model",
            "catmouse-solver",
            "catmouse-store",
            "catmouse-explain",
            "catmouse-picture",
            "catmouse-page",
            "catmouse-formats",
            "csv",
            "petgraph",
            "rand_xoshiro",
            "schemars",
            "serde",
            "serde_json",
            "thiserror",
            "xxhash-rust",
        ],
        why: "the library answers every door alike: it prints nothing, parses no arguments and opens no terminal",
    },
    Layer {
        package: "catmouse-cli",
        may_use: &[
            "catmouse",
            "catmouse-arena",
            "catmouse-model",
            "catmouse-store",
            "catmouse-explain",
            "catmouse-picture",
            "catmouse-formats",
            "annotate-snippets",
            "anstream",
            "anstyle",
            "clap",
            "clap_complete",
            "clap_mangen",
            "csv",
            "ctrlc",
            "indicatif",
            "rustix",
            "rustyline",
            "serde",
            "serde_json",
            "strsim",
        ],
        why: "the binary is thin: it solves nothing, and what it needs beyond arguments, streams and output belongs in a crate below",
    },
    Layer {
        package: "catmouse-campaign",
        may_use: &[
            "catmouse",
            "catmouse-arena",
            "catmouse-model",
            "catmouse-solver",
            "catmouse-explain",
            "catmouse-formats",
            "clap",
            "rand_xoshiro",
        ],
        why: "the campaign judges the crates through their public functions; its oracle uses none of them",
    },
    Layer {
        package: "catmouse-web",
        may_use: &["catmouse", "serde", "serde_json"],
        why: "the playground asks what anyone may ask of the library",
    },
    Layer {
        package: "catmouse-examples",
        may_use: &["catmouse-arena", "catmouse-solver", "catmouse-explain"],
        why: "the examples are games that are no pursuit: that they do without the model is what they show",
    },
    Layer {
        package: "xtask",
        may_use: &["anyhow", "cargo_metadata", "clap", "petgraph", "serde_json", "toml"],
        why: "the chores judge the crates from outside: they use none of them, so that they run when those do not build",
    },
];

/// Further packages that the tests of any package may use.
const TEST_TOOLS: &[&str] =
    &["insta", "petgraph", "proptest", "roxmltree", "serde", "serde_json", "toml", "trycmd", "xxhash-rust"];

/// Further packages that the benchmarks of any package may use.
const BENCH_TOOLS: &[&str] = &["cap", "clap", "cpu-time", "gungraun", "memmap2"];

/// A workspace member and the dependencies it declares.
struct Member {
    package: String,
    uses: Vec<(String, DependencyKind)>,
}

/// All dependencies that the table forbids, and all differences between the table and the list of members.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let metadata = workspace(root)?;
    // Cargo sorts members by use, including use in tests; the order of the manifest is needed here.
    let listed = listed_members(root)?;
    let mut packages: Vec<_> = metadata.workspace_members.iter().map(|id| &metadata[id]).collect();
    packages.sort_by_key(|package| {
        let folder = package.manifest_path.parent();
        listed.iter().position(|member| folder.is_some_and(|folder| folder == root.join(member)))
    });
    let members: Vec<Member> = packages
        .into_iter()
        .map(|package| Member {
            package: package.name.to_string(),
            uses: package.dependencies.iter().map(|used| (used.name.clone(), used.kind)).collect(),
        })
        .collect();
    Ok(findings(&members))
}

/// The folders of the members, in the order of the workspace's manifest.
fn listed_members(root: &Path) -> Result<Vec<String>> {
    let manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    let members = manifest.get("workspace").and_then(|workspace| workspace.get("members")?.as_array());
    let members = members.context("Cargo.toml lists no members of the workspace")?;
    Ok(members.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect())
}

fn findings(members: &[Member]) -> Vec<String> {
    let mut findings = Vec::new();
    for (place, Member { package, uses }) in members.iter().enumerate() {
        for (used, _) in uses.iter().filter(|(_, kind)| *kind != DependencyKind::Development) {
            if members[place..].iter().any(|member| member.package == *used) {
                findings.push(format!(
                    "{package} -> {used}: the members in Cargo.toml stand in dependency order: list {used} above {package}"
                ));
            }
        }
        let Some(layer) = LAYERS.iter().find(|layer| layer.package == package) else {
            findings
                .push(format!("{package} has no row in the table of layers: add it to LAYERS in xtask/src/layers.rs"));
            continue;
        };
        for (used, kind) in uses.iter().filter(|(used, kind)| !allowed(layer, used, *kind)) {
            let Layer { why, may_use, .. } = layer;
            findings.push(match kind {
                DependencyKind::Development => format!(
                    "{package} -> {used} [dev-dependencies]: tests may use the crates of the workspace, {}",
                    TEST_TOOLS.join(", ")
                ),
                _ => format!("{package} -> {used} [{kind}]: {why}; it may use {}", may_use.join(", ")),
            });
        }
    }
    for Layer { package, .. } in LAYERS {
        if !members.iter().any(|member| member.package == *package) {
            findings.push(format!("{package} has a row in the table of layers and is no member of the workspace"));
        }
    }
    findings
}

fn allowed(layer: &Layer, used: &str, kind: DependencyKind) -> bool {
    layer.may_use.contains(&used)
        || kind == DependencyKind::Development
            && (TEST_TOOLS.contains(&used)
                || BENCH_TOOLS.contains(&used)
                || LAYERS.iter().any(|layer| layer.package == used))
}

#[cfg(test)]
mod tests {
    use super::{DependencyKind, LAYERS, Member, findings};
    use DependencyKind::{Build, Development, Normal};

    /// The workspace of the table, without dependencies.
    fn workspace() -> Vec<Member> {
        LAYERS.iter().map(|layer| Member { package: layer.package.into(), uses: Vec::new() }).collect()
    }

    /// The workspace of the table in which one package uses another: the finding begins like this, or there is none.
    #[track_caller]
    fn check(package: &str, used: &str, kind: DependencyKind, expect: Option<&str>) {
        let mut members = workspace();
        let member = members.iter_mut().find(|member| member.package == package).expect("a package of the table");
        member.uses.push((used.into(), kind));
        compare(&members, expect);
    }

    #[track_caller]
    fn compare(members: &[Member], expect: Option<&str>) {
        let findings = findings(members);
        assert_eq!(findings.len(), usize::from(expect.is_some()), "{findings:#?}");
        assert!(findings.iter().zip(expect).all(|(finding, expect)| finding.starts_with(expect)), "{findings:#?}");
    }

    #[test]
    fn what_the_table_grants_is_allowed() {
        check("catmouse-model", "petgraph", Normal, None);
        check("catmouse", "catmouse-solver", Normal, None);
        check("catmouse-cli", "catmouse", Normal, None);
        check("catmouse-model", "catmouse-solver", Development, None);
        check("catmouse-arena", "proptest", Development, None);
        check("xtask", "anyhow", Development, None);
    }

    #[test]
    fn a_crate_that_must_not_be_known_is_found() {
        let rule = "the solver knows no game: ";
        check("catmouse-solver", "petgraph", Normal, Some(&format!("catmouse-solver -> petgraph [normal]: {rule}")));
        check(
            "catmouse-solver",
            "catmouse-model",
            Build,
            Some(&format!("catmouse-solver -> catmouse-model [build]: {rule}")),
        );
    }

    #[test]
    fn a_command_line_that_solves_is_found() {
        let rule = "catmouse-cli -> catmouse-solver [normal]: the binary is thin";
        check("catmouse-cli", "catmouse-solver", Normal, Some(rule));
    }

    #[test]
    fn a_foreign_test_tool_is_found() {
        check("catmouse-solver", "rand", Development, Some("catmouse-solver -> rand [dev-dependencies]: "));
    }

    #[test]
    fn a_member_listed_below_its_user_is_found() {
        let mut members = workspace();
        members[1].uses.push(("catmouse-arena".into(), Normal));
        members.swap(0, 1);
        compare(
            &members,
            Some("catmouse-model -> catmouse-arena: the members in Cargo.toml stand in dependency order"),
        );
    }

    #[test]
    fn a_member_without_a_row_is_found() {
        let mut members = workspace();
        members.push(Member { package: "catmouse-attic".into(), uses: Vec::new() });
        compare(&members, Some("catmouse-attic has no row"));
    }

    #[test]
    fn a_row_without_a_member_is_found() {
        let mut members = workspace();
        members.pop();
        compare(&members, Some("xtask has a row"));
    }
}
