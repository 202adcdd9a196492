//! Builds the playground, a static site around the library compiled to WebAssembly.
//!
//! The library is compiled as an ordinary WASI program (`site/wasm`), which a worker starts once
//! for each question. So this needs no tool but the compiler, and no unsafe code. The site is a few
//! files for any static web server.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::{cargo, has_target};

/// The target for which the library is compiled.
const TARGET: &str = "wasm32-wasip1";

/// The parts of the script, in order. The single-file page has all parts but the last.
const SCRIPT: &[&str] = &[
    "crates/page/assets/game.js",
    "crates/page/assets/board.js",
    "crates/page/assets/view.js",
    "site/playground/playground.js",
];
/// The parts of the style sheet, in order.
const STYLE: &[&str] =
    &["crates/picture/src/picture.css", "crates/page/assets/page.css", "site/playground/playground.css"];

/// The folders whose boards are examples, with their titles in the gallery.
const EXAMPLES: &[(&str, &str)] = &[
    ("crates/cli/boards", "To begin with"),
    ("fixtures/classic", "Cat and Mouse"),
    ("fixtures/grid", "Cat and Mouse II"),
    ("fixtures/cops", "Cops and Robbers"),
    ("fixtures/costs", "Moves with costs"),
    ("fixtures/rules", "One rule changed"),
];

/// The command that installs the target, if it is missing.
pub(crate) fn missing(_root: &Path) -> Option<&'static str> {
    (!has_target(TARGET)).then_some("rustup target add wasm32-wasip1")
}

/// Builds the site, for `verify`.
pub(crate) fn check(root: &Path) -> Result<()> {
    build(root).map(drop)
}

/// Builds the site into `target/site`, and prints its size.
pub(crate) fn build(root: &Path) -> Result<bool> {
    let folder = root.join("target/site");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    let words = ["build", "--package", "catmouse-web", "--profile", "web", "--locked", "--target", TARGET];
    println!("$ cargo {}", words.join(" "));
    let status = cargo(root, &words)
        .env("CARGO_ENCODED_RUSTFLAGS", without_paths(root))
        .status()
        .context("cargo does not start")?;
    if !status.success() {
        bail!("cargo ended with {status}; where the target is missing: rustup target add {TARGET}");
    }
    let built = root.join(format!("target/{TARGET}/web/catmouse-web.wasm"));
    fs::copy(&built, folder.join("catmouse.wasm")).with_context(|| format!("cannot copy {}", built.display()))?;
    fs::copy(root.join("site/playground/index.html"), folder.join("index.html"))?;
    for name in ["program.js", "worker.js"] {
        let script = fs::read_to_string(root.join("site/playground").join(name))?;
        fs::write(folder.join(name), without_comments(&script))?;
    }
    fs::write(folder.join("playground.js"), format!("\"use strict\";\n{}", without_comments(&joined(root, SCRIPT)?)))?;
    fs::write(folder.join("style.css"), joined(root, STYLE)?)?;
    fs::write(folder.join("examples.json"), examples(root)?)?;
    let mut total = 0;
    for entry in fs::read_dir(&folder)? {
        total += entry?.metadata()?.len();
    }
    println!("site: {} bytes in {}; serve it with any server of static files", total, folder.display());
    Ok(true)
}

/// Flags that shorten the paths of sources in the module. Panic messages contain these paths, and
/// they must not depend on the place of the build.
fn without_paths(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let sources = sources.into_iter().flatten().flatten().map(|entry| entry.path());
    let prefixes = std::iter::once(root.join("crates")).chain(sources);
    let flags = prefixes.map(|prefix| format!("--remap-path-prefix={}=", prefix.display()));
    flags.collect::<Vec<_>>().join("\u{1f}")
}

fn joined(root: &Path, parts: &[&str]) -> Result<String> {
    let text = |part: &&str| fs::read_to_string(root.join(part)).with_context(|| format!("cannot read {part}"));
    parts.iter().map(text).collect()
}

/// Removes indentation, types of casts, and lines that contain only comments. This leaves three
/// quarters of a script.
///
/// It relies on the layout of our formatter: a comment never ends in the middle of a line of code,
/// and no string spans several lines.
fn without_comments(script: &str) -> String {
    let mut kept = String::new();
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        let begins = !is_comment && line.starts_with("/*");
        // A cast is a comment followed by an expression.
        let is_cast = begins && line.find("*/").is_some_and(|end| end + 2 < line.len());
        let is_kept = !is_comment && !line.is_empty() && !line.starts_with("//") && (!begins || is_cast);
        is_comment = (is_comment || begins) && !line.contains("*/");
        if is_kept {
            kept.push_str(&without_types(line));
            kept.push('\n');
        }
    }
    kept
}

/// Removes the types from a line. They are in comments that begin with `/** @`.
fn without_types(line: &str) -> String {
    let mut left = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("/** @")
        && let Some((_, tail)) = after.split_once("*/")
    {
        left.push_str(before);
        rest = tail.trim_start();
    }
    left + rest
}

/// The gallery as JSON: each board with its title, its text, and its source as the lesson.
fn examples(root: &Path) -> Result<String> {
    let mut examples = Vec::new();
    for (folder, group) in EXAMPLES {
        let mut paths: Vec<_> =
            fs::read_dir(root.join(folder))?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
            let text = fs::read_to_string(path)?;
            let board: toml::Table = toml::from_str(&text).with_context(|| format!("{}", path.display()))?;
            let text_of =
                |key: &str| board.get(key).and_then(toml::Value::as_str).unwrap_or_default().trim().to_owned();
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let title = Some(text_of("title")).filter(|title| !title.is_empty()).unwrap_or_else(|| stem.clone());
            // The gallery shows the board without the tests' expectations, and its source
            // separately.
            let shown = without_source(text.split("\n[expect]").next().unwrap_or_default());
            let mut example = json!({
                "name": stem,
                "group": group,
                "lesson": text_of("source"),
                "text": format!("{}\n", shown.trim_end()),
            });
            // The page finds most titles literally in the text.
            if !shown.contains(&format!("\ntitle = \"{title}\"\n")) {
                example["title"] = title.into();
            }
            examples.push(example);
        }
    }
    Ok(serde_json::to_string(&examples)?)
}

/// Removes the lines of the source from a setup.
fn without_source(setup: &str) -> String {
    let Some((before, after)) = setup.split_once("\nsource = ") else { return setup.to_owned() };
    let tail = match after.strip_prefix("\"\"\"") {
        Some(long) => long.split_once("\"\"\"\n").map(|(_, tail)| tail),
        None => after.split_once('\n').map(|(_, tail)| tail),
    };
    format!("{before}\n{}", tail.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{without_comments, without_source};

    #[test]
    fn the_source_of_a_setup_is_left_out() {
        let left = "catmouse = 1\ntitle = \"A\"\n\n[board]\n";
        let with = |source: &str| format!("catmouse = 1\ntitle = \"A\"\n{source}\n[board]\n");
        for source in ["", "source = \"One line.\"\n", "source = \"\"\"\nTwo\nlines.\n\"\"\"\n"] {
            assert_eq!(without_source(&with(source)), left, "{source}");
        }
    }

    #[test]
    fn comments_are_removed_and_casts_are_kept() {
        let script = "// One.\n\n/**\n * Two.\n * @type {number}\n */\nconst a = 2 * 3; // three\n  /** Four. */\n  \
                      const b =\n    /** @type {Node} */ (found);\n/* five\nsix */\nb.text = \"/* no */\";\n";
        let left = "const a = 2 * 3; // three\nconst b =\n(found);\nb.text = \"/* no */\";\n";
        assert_eq!(without_comments(script), left);
    }
}
