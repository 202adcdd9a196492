//! Checks the dependencies of each crate by a table.
//!
//! The design rests on absent dependencies: the solver knows no game, the explanation no solver,
//! the checker no algorithm. `crates/README.md` gives the reasons. [`LAYERS`] lists the packages
//! that each package may use, and [`check`] compares it with cargo's metadata. Tests may use any
//! package.

use std::path::Path;

use anyhow::Result;
use cargo_metadata::DependencyKind;

use crate::workspace;

/// For each package of the workspace, the internal and external packages that it may use, including
/// build dependencies.
const LAYERS: &[(&str, &str)] = &[
    ("catmouse-arena", "bytemuck foldhash hashbrown memmap2 petgraph serde thiserror"),
    ("catmouse-model", "catmouse-arena petgraph schemars serde strsim thiserror"),
    ("catmouse-solver", "catmouse-arena foldhash hashbrown prefetch-index pulp rayon-core thiserror"),
    (
        "catmouse-store",
        "catmouse-arena catmouse-model bytemuck crc32fast rustix serde serde_json tempfile thiserror xxhash-rust",
    ),
    ("catmouse-explain", "catmouse-arena rand_xoshiro serde thiserror"),
    ("catmouse-picture", "catmouse-arena catmouse-model catmouse-explain"),
    ("catmouse-page", "catmouse-arena catmouse-model catmouse-explain catmouse-picture base64 serde serde_json"),
    (
        "catmouse-formats",
        "catmouse-model flate2 jsonc-parser petgraph rand_xoshiro roxmltree serde strsim thiserror toml",
    ),
    (
        "catmouse",
        "catmouse-arena catmouse-model catmouse-solver catmouse-store catmouse-explain catmouse-picture catmouse-page \
         catmouse-formats csv petgraph rand_xoshiro schemars serde serde_json thiserror xxhash-rust",
    ),
    (
        "catmouse-hunt",
        "catmouse catmouse-arena catmouse-model catmouse-solver catmouse-explain catmouse-picture catmouse-formats \
         schemars serde thiserror",
    ),
    ("catmouse-document", "catmouse catmouse-hunt catmouse-arena catmouse-model catmouse-explain serde"),
    // The binary is thin: it solves nothing.
    (
        "catmouse-cli",
        "catmouse catmouse-hunt catmouse-document catmouse-arena catmouse-model catmouse-store catmouse-explain \
         catmouse-picture catmouse-formats annotate-snippets anstream anstyle clap clap_complete clap_mangen csv ctrlc indicatif nix rustix rustyline serde \
         serde_json strsim tempfile",
    ),
    (
        "catmouse-campaign",
        "catmouse-hunt catmouse-arena catmouse-model catmouse-solver catmouse-explain catmouse-formats clap rand_xoshiro",
    ),
    ("catmouse-reader", "catmouse-formats catmouse-model serde serde_json"),
    ("catmouse-web", "catmouse catmouse-reader jsonc-parser serde serde_json strsim"),
    // Games that are no pursuit do not need the model.
    ("catmouse-examples", "catmouse-arena catmouse-solver catmouse-explain"),
    // xtask must run even if the crates do not build.
    ("xtask", "anyhow cargo_metadata clap petgraph serde_json toml xxhash-rust"),
];

/// All dependencies that the table forbids, and the members without a row.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for package in workspace(root)?.workspace_packages() {
        let uses = package.dependencies.iter().filter(|used| used.kind != DependencyKind::Development);
        findings.extend(forbidden(&package.name, uses.map(|used| used.name.as_str())));
    }
    Ok(findings)
}

/// The dependencies of a package that the table forbids, or its missing row.
fn forbidden<'a>(package: &str, uses: impl Iterator<Item = &'a str>) -> Vec<String> {
    let Some((_, may_use)) = LAYERS.iter().find(|(name, _)| *name == package) else {
        return vec![format!("{package} has no row in the table of layers: add it to LAYERS in xtask/src/layers.rs")];
    };
    uses.filter(|used| !may_use.split(' ').any(|name| name == *used))
        .map(|used| format!("{package} -> {used}: it may use {may_use}; crates/README.md says why"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::forbidden;

    #[test]
    fn a_package_that_must_not_be_known_is_found() {
        let found = forbidden("catmouse-solver", ["catmouse-arena", "petgraph", "catmouse-model"].into_iter());
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("catmouse-solver -> petgraph: it may use catmouse-arena foldhash"), "{found:?}");
        assert!(found[1].starts_with("catmouse-solver -> catmouse-model: "), "{found:?}");
    }

    #[test]
    fn a_member_without_a_row_is_found() {
        let found = forbidden("catmouse-attic", std::iter::empty());
        assert!(found.len() == 1 && found[0].starts_with("catmouse-attic has no row"), "{found:?}");
    }
}
