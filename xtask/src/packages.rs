//! Checks that every published crate can be packaged: its manifest has the keys that a registry
//! shows, its package contains README and licences, and cargo packs it.
//!
//! Nothing is built or downloaded: cargo works offline, with the packages that are already
//! downloaded for the workspace.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use cargo_metadata::Package;

use crate::{cargo, workspace};

/// The files that every package must contain. The licences are copies of the files at the root.
const FILES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// All defects of the packages.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let metadata = workspace(root)?;
    let (published, private): (Vec<&Package>, Vec<&Package>) =
        metadata.workspace_packages().into_iter().partition(|package| package.publish.is_none());
    let mut findings = Vec::new();
    for package in &published {
        let name = package.name.as_str();
        let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
        let listed = listed(root, name)?;
        findings
            .extend(missing_keys(package).into_iter().map(|key| format!("{name}: its manifest lacks the key {key}")));
        for file in FILES {
            if !listed.iter().any(|listed| listed == file) {
                findings.push(format!("{name}: its package lacks {file}"));
            } else if file.starts_with("LICENSE") && fs::read(folder.join(file))? != fs::read(root.join(file))? {
                findings.push(format!("{name}: {file} is not the one at the root: copy it"));
            }
        }
        // The command has the same name as the library, so rustdoc would write both to the same
        // place.
        let documented = package.targets.iter().filter(|target| target.is_bin() && target.doc);
        findings.extend(documented.map(|target| format!("{name}: [[bin]] {} lacks `doc = false`", target.name)));
        let needs_private =
            package.dependencies.iter().any(|used| private.iter().any(|p| p.name.as_str() == used.name));
        let tests = listed.iter().filter(|file| file.starts_with("tests/") || file.starts_with("benches/"));
        findings
            .extend(tests.filter(|_| needs_private).map(|file| format!("{name}: {file} may need a private package")));
    }
    if findings.is_empty() {
        pack(root, &published)?;
    }
    Ok(findings)
}

/// The missing keys of the manifest that a registry or docs.rs needs.
fn missing_keys(package: &Package) -> Vec<&'static str> {
    let keys = [
        ("description", package.description.is_some()),
        ("license", package.license.is_some()),
        ("repository", package.repository.is_some()),
        ("readme", package.readme.is_some()),
        ("keywords", !package.keywords.is_empty()),
        ("categories", !package.categories.is_empty()),
        ("package.metadata.docs.rs", package.metadata.pointer("/docs/rs").is_some()),
    ];
    keys.into_iter().filter(|(_, is_set)| !is_set).map(|(key, _)| key).collect()
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

/// Packs all packages at once, because they depend on each other and may not be in the registry
/// yet.
fn pack(root: &Path, published: &[&Package]) -> Result<()> {
    let mut command = cargo(root, &["package", "--no-verify", "--allow-dirty", "--offline", "--locked", "--quiet"]);
    command.args(published.iter().flat_map(|package| ["--package", package.name.as_str()]));
    let status = command.status().context("cargo does not start")?;
    if !status.success() {
        bail!("cargo package ended with {status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{missing_keys, workspace};
    use crate::root;

    #[test]
    fn missing_keys_of_a_manifest_are_named() {
        let metadata = workspace(&root().expect("cargo runs this test")).expect("a workspace");
        let missing_keys = |name: &str| {
            let package = metadata.packages.iter().find(|package| package.name.as_str() == name);
            missing_keys(package.expect("a member"))
        };
        assert_eq!(missing_keys("catmouse"), [""; 0]);
        assert_eq!(
            missing_keys("xtask"),
            ["repository", "readme", "keywords", "categories", "package.metadata.docs.rs"]
        );
    }
}
