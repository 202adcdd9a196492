//! Builds the playground, a static site around the library compiled to WebAssembly.
//!
//! The library is compiled as an ordinary WASI program (`site/wasm`), which a worker starts once
//! for each question. Two more programs are loaded when they are first needed: one reads the formats
//! that few people paste (`site/reader`), one solves boards on which the mouse is not always seen. So
//! this needs no tool but the compiler, and no unsafe code. The site is a few files for any static web server.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::{build_binary, cargo, has_target};

/// The target for which the library is compiled.
const TARGET: &str = "wasm32-wasip1";

/// The scripts of the view, which the single-file page has too, in the order of their names in its
/// source.
const VIEW: &str = "crates/page/src/html.rs";
/// The scripts of the playground, in order.
const SCRIPT: &[&str] =
    &["library.js", "rules.js", "editor.js", "share.js", "puzzles.js", "boards.js", "playground.js"];
/// The script for a mouse that is not always seen, which is loaded when it is first needed.
const UNSEEN: &str = "crates/page/assets/unseen.js";
/// The parts of the style sheet, in order.
const STYLE: &[&str] =
    &["crates/picture/src/picture.css", "crates/page/assets/page.css", "site/playground/playground.css"];
/// The files that are copied as they are.
const COPIED: &[&str] = &["icon.svg", "card.png"];
/// The folder whose boards are examples.
const EXAMPLES: &str = "crates/cli/boards";
/// The puzzles, with their boards.
const PUZZLES: &str = "site/puzzles.toml";
/// The graphs that are offered with a drawing.
const GRAPHS: &[&str] = &[
    "petersen",
    "cube",
    "dodecahedron",
    "octahedron",
    "cycle:9",
    "path:7",
    "wheel:8",
    "grid:4x5",
    "ladder:6",
    "bipartite:3,4",
    "heawood",
    "complete:5",
];

/// The command that installs the target, if it is missing.
pub(crate) fn missing(_root: &Path) -> Option<&'static str> {
    (!has_target(TARGET)).then_some("rustup target add wasm32-wasip1")
}

/// Builds the site, for `verify`.
pub(crate) fn check(root: &Path) -> Result<()> {
    build(root, None).map(drop)
}

/// The public address of the site, with a slash at the end.
///
/// # Errors
///
/// The text is no absolute address of a page.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/".contains(c);
    if !host.starts_with(|c: char| c.is_ascii_alphanumeric()) || !host.chars().all(is_plain) {
        return Err("expected an address such as https://example.org/catmouse/".to_owned());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// The elements of the page for previews with a picture. Their addresses must be absolute, so there
/// are none if the address of the site is unknown.
fn preview(address: Option<&str>) -> String {
    let Some(address) = address else { return String::new() };
    format!(
        "<meta property=\"og:url\" content=\"{address}\">\n<meta property=\"og:image\" content=\"{address}card.png\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
    )
}

/// Builds the site into `target/site`, and prints its size. `address` is where it will be found.
pub(crate) fn build(root: &Path, address: Option<&str>) -> Result<bool> {
    let folder = root.join("target/site");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    // Built together, both would have the readers.
    programs(root, "catmouse-web", &[("catmouse-web", "catmouse"), ("catmouse-unseen", "unseen")], &folder)?;
    programs(root, "catmouse-reader", &[("catmouse-reader", "reader")], &folder)?;
    let playground = root.join("site/playground");
    for name in ["program.js", "worker.js"] {
        let script = fs::read_to_string(playground.join(name))?;
        fs::write(folder.join(name), without_comments(&script))?;
    }
    for name in COPIED {
        fs::copy(playground.join(name), folder.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    let script = joined(root, &scripts(root)?)?;
    fs::write(folder.join("playground.js"), format!("\"use strict\";\n{}", without_comments(&script)))?;
    let unseen = fs::read_to_string(root.join(UNSEEN))?;
    fs::write(folder.join("unseen.js"), format!("\"use strict\";\n{}", without_comments(&unseen)))?;
    fs::write(folder.join("style.css"), joined(root, STYLE)?)?;
    build_binary(root)?;
    let puzzles = puzzles(root)?;
    let bytes = fs::metadata(folder.join("catmouse.wasm"))?.len();
    let frame = fs::read_to_string(playground.join("index.html"))?;
    let frame = frame.replace("{{preview}}\n", &preview(address));
    fs::write(folder.join("index.html"), frame.replace("{{first}}", &first(root, &puzzles, bytes)?))?;
    let all = json!({ "puzzles": puzzles, "graphs": graphs(root)?, "examples": examples(root)? });
    fs::write(folder.join("examples.json"), serde_json::to_string(&all)?)?;
    let mut total = 0;
    for entry in fs::read_dir(&folder)? {
        total += entry?.metadata()?.len();
    }
    println!("site: {} bytes in {}; serve it with any server of static files", total, folder.display());
    Ok(true)
}

/// Compiles a package to WebAssembly, and copies its programs with new names.
fn programs(root: &Path, package: &str, names: &[(&str, &str)], folder: &Path) -> Result<()> {
    let words = ["build", "--package", package, "--profile", "web", "--locked", "--target", TARGET];
    println!("$ cargo {}", words.join(" "));
    let status =
        cargo(root, &words).env("CARGO_ENCODED_RUSTFLAGS", flags(root)).status().context("cargo does not start")?;
    if !status.success() {
        bail!("cargo ended with {status}; where the target is missing: rustup target add {TARGET}");
    }
    for (built, name) in names {
        let built = root.join(format!("target/{TARGET}/web/{built}.wasm"));
        fs::copy(&built, folder.join(format!("{name}.wasm")))
            .with_context(|| format!("cannot copy {}", built.display()))?;
    }
    Ok(())
}

/// Flags that shorten the paths of sources in the module, and the numbers of its functions.
///
/// Panic messages contain the paths, and they must not depend on the place of the build. The linker
/// leaves each number of a function or an address as long as the longest, unless it is told to
/// write them anew.
fn flags(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let sources = sources.into_iter().flatten().flatten().map(|entry| entry.path());
    let prefixes = std::iter::once(root.join("crates")).chain(sources);
    let paths = prefixes.map(|prefix| format!("--remap-path-prefix={}=", prefix.display()));
    let linked = std::iter::once("-Clink-arg=--compress-relocations".to_owned());
    paths.chain(linked).collect::<Vec<_>>().join("\u{1f}")
}

fn joined(root: &Path, parts: &[impl AsRef<str>]) -> Result<String> {
    let text = |part: &str| fs::read_to_string(root.join(part)).with_context(|| format!("cannot read {part}"));
    parts.iter().map(|part| text(part.as_ref())).collect()
}

/// The parts of the script, in order: those that the single-file page includes, and those of the
/// playground.
fn scripts(root: &Path) -> Result<Vec<String>> {
    let source = fs::read_to_string(root.join(VIEW))?;
    let list = source.split("pub const SCRIPT").nth(1).and_then(|rest| rest.split(';').next()).unwrap_or_default();
    let included = list.split("include_str!(\"../").skip(1).filter_map(|part| part.split('"').next());
    let view = included.map(|part| format!("crates/page/{part}"));
    Ok(view.chain(SCRIPT.iter().map(|name| format!("site/playground/{name}"))).collect())
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

/// The examples: each board with its title, its text, and its source as the lesson.
fn examples(root: &Path) -> Result<Vec<Value>> {
    let mut examples = Vec::new();
    let mut paths: Vec<_> =
        fs::read_dir(root.join(EXAMPLES))?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
        let text = fs::read_to_string(path)?;
        let board: toml::Table = toml::from_str(&text).with_context(|| format!("{}", path.display()))?;
        let text_of = |key: &str| board.get(key).and_then(toml::Value::as_str).unwrap_or_default().trim().to_owned();
        // The board is shown without the tests' expectations, and its source separately.
        let shown = without_source(text.split("\n[expect]").next().unwrap_or_default());
        examples.push(json!({
            "name": path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            "title": text_of("title"),
            "lesson": text_of("source"),
            "text": format!("{}\n", shown.trim_end()),
        }));
    }
    Ok(examples)
}

/// The puzzles, each with a sketch of its board, and with a level from 0 to 2, by its reader's moves,
/// of which those count double where all others go wrong.
fn puzzles(root: &Path) -> Result<Vec<Value>> {
    let list: toml::Table = toml::from_str(&fs::read_to_string(root.join(PUZZLES))?)?;
    let puzzles = list.get("puzzle").and_then(toml::Value::as_array).context("there are no puzzles")?;
    let puzzle = |puzzle: &toml::Value| -> Result<Value> {
        let of = |key: &str| puzzle.get(key).and_then(toml::Value::as_str).with_context(|| format!("no {key}"));
        let text = of("board")?.trim_start();
        let data = data(root, text)?;
        let own = data["line"].as_array().context("no line")?.iter().step_by(2);
        let level = match own.map(|ply| if ply["only"] == true { 2 } else { 1 }).sum::<usize>() {
            0..=5 => 0,
            6..=8 => 1,
            _ => 2,
        };
        Ok(json!({ "name": of("name")?, "title": of("title")?, "play": of("play")?, "lesson": of("lesson")?,
            "theme": of("theme")?, "level": level, "text": text, "sketch": sketch(root, text, &data)? }))
    };
    puzzles.iter().map(puzzle).collect()
}

/// The graphs with names, each with a sketch.
fn graphs(root: &Path) -> Result<Vec<Value>> {
    let graph = |name: &&str| -> Result<Value> {
        let text = catmouse(root, &["example", name], "")?;
        Ok(json!({ "name": name, "sketch": sketch(root, &text, &data(root, &text)?)? }))
    };
    GRAPHS.iter().map(graph).collect()
}

/// The first puzzle with everything that its page needs, so that it can be played before the
/// library has come. `bytes` is the size of the library.
fn first(root: &Path, puzzles: &[Value], bytes: u64) -> Result<String> {
    let mut first = puzzles.first().context("there is no puzzle")?.clone();
    first["data"] = data(root, first["text"].as_str().unwrap_or_default())?;
    first["bytes"] = bytes.into();
    Ok(serde_json::to_string(&first)?.replace('<', "\\u003c"))
}

/// The data of the page of a board.
fn data(root: &Path, text: &str) -> Result<Value> {
    let page = catmouse(root, &["explain", "-", "--format", "html"], text)?;
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
    Ok(serde_json::from_str(data.context("the page has no data")?)?)
}

/// The output of the command.
fn catmouse(root: &Path, words: &[&str], input: &str) -> Result<String> {
    let mut command = Command::new(root.join("target/debug/catmouse"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context("catmouse does not start")?;
    child.stdin.take().context("no standard input")?.write_all(input.as_bytes())?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("catmouse {} ended with {}", words.join(" "), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// A board in few numbers, for a small picture.
fn sketch(root: &Path, text: &str, data: &Value) -> Result<Value> {
    let stage = &data["stage"];
    let svg = stage["svg"].as_str().context("no picture")?;
    let whole = |value: &Value| value.as_f64().unwrap_or_default().round();
    let mut edges = String::new();
    for line in svg.split("<line class=\"edge").skip(1) {
        let of = |name: &str| {
            let number = line.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
            number.and_then(|number| number.parse::<f64>().ok()).unwrap_or_default().round()
        };
        edges += &format!("M{} {}L{} {}", of("x1"), of("y1"), of("x2"), of("y2"));
    }
    for line in svg.split("<path class=\"edge").skip(1) {
        edges += line.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    }
    let places = stage["places"].as_array().context("no places")?;
    let dots: Vec<Value> = places.iter().map(|place| json!([whole(&place[1][0]), whole(&place[1][1])])).collect();
    let is_grid = data["grid"] == true;
    let half = places.first().map_or(0.0, |place| whole(&place[2][0]));
    let [width, height] = ["width", "height"].map(|name| {
        let number = svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        number.and_then(|number| number.parse::<f64>().ok()).unwrap_or_default().ceil()
    });
    let answer: Value = serde_json::from_str(&catmouse(root, &["explain", "-", "--format", "json"], text)?)?;
    let labels = data["labels"].as_array().context("no labels")?;
    let vertex = |place: &Value| {
        let label = place.as_array().map_or(place.to_string(), |cell| format!("({},{})", cell[0], cell[1]));
        labels.iter().position(|other| other.as_str() == Some(label.trim_matches('"')))
    };
    let mouse = vertex(&answer["start"]["mouse"]);
    let cats: Vec<_> = answer["start"]["cats"].as_array().into_iter().flatten().filter_map(vertex).collect();
    Ok(json!({ "size": [width, height], "edges": edges, "dots": dots, "half": half, "grid": is_grid,
        "mouse": mouse, "cats": cats, "holes": data["holes"] }))
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
    use super::{address, preview, without_comments, without_source};

    #[test]
    fn previews_have_a_picture_only_at_a_known_address() {
        assert_eq!(preview(None), "");
        for given in ["https://example.org/cat", "https://example.org/cat/"] {
            let address = address(given).expect("an address");
            assert_eq!(address, "https://example.org/cat/");
            let tags = preview(Some(&address));
            assert!(
                tags.contains("<meta property=\"og:image\" content=\"https://example.org/cat/card.png\">"),
                "{tags}"
            );
        }
        for wrong in
            ["", "card", "/cat/", "//example.org", "ftp://example.org", "https://", "https://a\"b", "https://a?b"]
        {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }

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
