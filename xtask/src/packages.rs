//! Checks that every published crate can be packaged: its manifest has the keys that a registry shows, its package has README and
//! licences, and cargo packs it.
//!
//! Nothing is built or downloaded: cargo works offline, with what was downloaded to build the workspace.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, Package};

use crate::{cargo, workspace};

/// The files that every package must hold. The licences are copies of those at the root.
const FILES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// All defects of the packages.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let metadata = workspace(root)?;
    let mut findings = Vec::new();
    for package in published(&metadata) {
        let name = package.name.as_str();
        findings.extend(lacks(package).into_iter().map(|lack| format!("{name}: {lack}")));
        let listed = listed(root, name)?;
        findings.extend(misses(package, &listed, &metadata).into_iter().map(|miss| format!("{name}: {miss}")));
        let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
        for licence in FILES.iter().filter(|file| file.starts_with("LICENSE")) {
            if fs::read(folder.join(licence)).ok() != fs::read(root.join(licence)).ok() {
                findings.push(format!("{name}: {licence} is not the one at the root: copy it"));
            }
        }
    }
    if findings.is_empty() {
        pack(root, &metadata)?;
    }
    Ok(findings)
}

/// The members that may be published.
fn published(metadata: &Metadata) -> impl Iterator<Item = &Package> {
    metadata.workspace_packages().into_iter().filter(|package| package.publish.is_none())
}

/// What the manifest lacks that a registry, docs.rs or rustdoc needs.
fn lacks(package: &Package) -> Vec<String> {
    let said = [
        ("description", package.description.is_some()),
        ("license", package.license.is_some()),
        ("repository", package.repository.is_some()),
        ("readme", package.readme.is_some()),
        ("keywords", !package.keywords.is_empty()),
        ("categories", !package.categories.is_empty()),
        ("package.metadata.docs.rs", package.metadata.pointer("/docs/rs").is_some()),
    ];
    let mut lacks: Vec<String> =
        said.iter().filter(|(_, said)| !said).map(|(key, _)| format!("its manifest does not say {key}")).collect();
    // The command has the same name as the library, so rustdoc would write both to the same place.
    let documented = package.targets.iter().filter(|target| target.is_bin() && target.doc);
    lacks.extend(documented.map(|target| format!("[[bin]] {} lacks `doc = false`", target.name)));
    lacks
}

/// The files that the package lacks, and those that it should not hold because they need packages that are not published.
fn misses(package: &Package, listed: &[String], metadata: &Metadata) -> Vec<String> {
    let lost = FILES.iter().filter(|file| !listed.iter().any(|listed| listed == *file));
    let mut misses: Vec<String> = lost.map(|file| format!("its package lacks {file}")).collect();
    let unpublished = |name: &str| {
        metadata.workspace_packages().iter().any(|member| member.name.as_str() == name && member.publish.is_some())
    };
    for used in package.dependencies.iter().filter(|used| unpublished(&used.name)) {
        let tests = listed.iter().filter(|file| ["tests/", "benches/"].iter().any(|folder| file.starts_with(folder)));
        misses.extend(tests.map(|file| format!("{file} is packaged and may need {}, which is not", used.name)));
    }
    misses
}

/// The files that cargo would put into the package.
fn listed(root: &Path, name: &str) -> Result<Vec<String>> {
    let mut command = cargo(root, &["package", "--list", "--allow-dirty", "--offline", "--locked", "--package", name]);
    let output = command.stderr(Stdio::inherit()).output().context("cargo does not start")?;
    if !output.status.success() {
        bail!("cargo package --list --package {name} ended with {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(|line| line.replace('\\', "/")).collect())
}

/// Packs all packages at once, because they depend on each other and may not be in the registry yet.
fn pack(root: &Path, metadata: &Metadata) -> Result<()> {
    let mut command = cargo(root, &["package", "--no-verify", "--allow-dirty", "--offline", "--locked", "--quiet"]);
    for package in published(metadata) {
        command.args(["--package", package.name.as_str()]);
    }
    let status = command.status().context("cargo does not start")?;
    if !status.success() {
        bail!("cargo package ended with {status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cargo_metadata::MetadataCommand;

    use super::{Metadata, lacks, misses, published};

    /// A workspace of a bare package, one that says everything, and one that is not published.
    fn workspace() -> Metadata {
        let package = |name: &str, says: &str, uses: &str| {
            format!(
                r#"{{"name":"{name}","version":"0.1.0","id":"{name}","features":{{}},"manifest_path":"/w/{name}/Cargo.toml",
                "dependencies":[{uses}],"targets":[{{"name":"{name}","kind":["bin"],"crate_types":["bin"],
                "src_path":"/w/{name}/src/main.rs","doc":{}}}]{says}}}"#,
                says.is_empty()
            )
        };
        let says = r#","description":"d","license":"MIT","repository":"r","readme":"README.md","keywords":["k"],
            "categories":["c"],"metadata":{"docs":{"rs":{"all-features":true}}}"#;
        let uses = r#"{"name":"oracle","req":"*","kind":"dev","optional":false,"uses_default_features":true,"features":[],
            "target":null,"source":null,"rename":null,"registry":null}"#;
        let packages = [
            package("bare", "", ""),
            package("whole", says, uses),
            package("oracle", r#","publish":[],"description":"d""#, ""),
        ];
        let text = format!(
            r#"{{"packages":[{}],"workspace_members":["bare","whole","oracle"],"resolve":null,"version":1,
            "workspace_root":"/w","target_directory":"/w/target"}}"#,
            packages.join(",")
        );
        MetadataCommand::parse(text).expect("it is what cargo prints")
    }

    #[test]
    fn what_a_manifest_lacks_is_named() {
        let metadata = workspace();
        let found: Vec<Vec<String>> = published(&metadata).map(lacks).collect();
        assert_eq!(found.len(), 2, "the oracle is not published");
        let keys =
            ["description", "license", "repository", "readme", "keywords", "categories", "package.metadata.docs.rs"];
        let mut expect: Vec<String> = keys.iter().map(|key| format!("its manifest does not say {key}")).collect();
        expect.push("[[bin]] bare lacks `doc = false`".to_owned());
        assert_eq!(found, [expect, Vec::new()]);
    }

    #[test]
    fn what_a_package_misses_is_named() {
        let metadata = workspace();
        let packages: Vec<_> = published(&metadata).collect();
        let listed = ["LICENSE-MIT", "README.md", "src/main.rs", "tests/whole.rs"].map(String::from);
        assert_eq!(misses(packages[0], &listed, &metadata), ["its package lacks LICENSE-APACHE"]);
        assert_eq!(
            misses(packages[1], &listed, &metadata),
            ["its package lacks LICENSE-APACHE", "tests/whole.rs is packaged and may need oracle, which is not"]
        );
    }
}
