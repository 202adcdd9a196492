//! Collects the licences of the crates that are linked into a program, to be handed on with it.
//!
//! The crates of all platforms count. A crate without a text of its licence is named with its licence
//! and its address.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId};

/// The beginnings of the names of files with a licence.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// The licences of all crates of others that the package of this manifest links, in the order of their
/// names.
pub(crate) fn told(manifest: &Path) -> Result<String> {
    let metadata = MetadataCommand::new().manifest_path(manifest).other_options(["--locked".to_owned()]).exec();
    let metadata = metadata.with_context(|| format!("cargo metadata does not read {}", manifest.display()))?;
    let manifest = manifest.canonicalize()?;
    let is_asked = |package: &&Package| package.manifest_path.as_std_path() == manifest;
    let asked = metadata.packages.iter().find(is_asked).context("the manifest is of no package")?;
    let resolved = metadata.resolve.as_ref().context("cargo resolves the dependencies")?;
    let uses: BTreeMap<&PackageId, _> = resolved.nodes.iter().map(|node| (&node.id, &node.deps)).collect();
    let (mut linked, mut open) = (BTreeSet::new(), vec![&asked.id]);
    while let Some(id) = open.pop() {
        if linked.insert(id) {
            let deps = uses.get(id).into_iter().flat_map(|deps| deps.iter());
            let is_linked =
                |dep: &&cargo_metadata::NodeDep| dep.dep_kinds.iter().any(|it| it.kind == DependencyKind::Normal);
            open.extend(deps.filter(is_linked).map(|dep| &dep.pkg));
        }
    }
    let of_others = |package: &&Package| package.source.is_some() && linked.contains(&package.id);
    let mut packages: Vec<&Package> = metadata.packages.iter().filter(of_others).collect();
    packages.sort_by_key(|package| (package.name.as_str(), &package.version));
    let mut text = format!("{} contains these packages of others, under these licences.\n", asked.name);
    for package in packages {
        let licence = package.license.as_deref().unwrap_or("see below");
        write!(text, "\n\n==== {} {}: {licence}\n", package.name, package.version)?;
        text += &texts(package)?;
    }
    Ok(text)
}

/// The texts of the licences in the folder of a package; its address, if there are none.
fn texts(package: &Package) -> Result<String> {
    let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|beginning| name.starts_with(beginning)) {
            files.push(path);
        }
    }
    files.sort();
    let mut text = String::new();
    for file in &files {
        let bytes = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        write!(text, "\n{}\n", String::from_utf8_lossy(&bytes).trim_end())?;
    }
    if files.is_empty() {
        writeln!(text, "{}", package.repository.as_deref().unwrap_or("its text is in the licence's own document"))?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::told;
    use crate::root;

    #[test]
    fn the_licences_of_what_is_linked_are_told() {
        let root = root().expect("cargo runs this test");
        let told = told(&root.join("crates/cli/Cargo.toml")).expect("cargo resolves the dependencies");
        assert!(told.contains("==== clap ") && told.contains("Permission is hereby granted"), "{told}");
        assert!(!told.contains("==== trycmd ") && !told.contains("==== catmouse"), "tests and our own are left out");
    }
}
