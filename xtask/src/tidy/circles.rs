//! Finds circles of files in a crate that use each other.
//!
//! The files that a file uses are taken from its paths that begin with `crate`, `super` or `self`, except those in tests. A module and
//! the modules that it declares do not form a circle by the declaration alone; they may use items of it if it uses none of theirs.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::code::{without_tests, without_text};
use super::{File, Tree};

/// Files that use each other, directly or through others.
pub(super) fn no_circles(tree: &Tree) -> Vec<String> {
    let mut crates: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in tree.rust() {
        if let Some((package, _)) = file.path.split_once("/src/") {
            crates.entry(package).or_default().push(file);
        }
    }
    crates.into_iter().flat_map(|(package, files)| circles(package, &files)).collect()
}

/// The circles among the files of one crate.
fn circles(package: &str, files: &[&File]) -> Vec<String> {
    let mut graph = DiGraph::<&str, ()>::new();
    let modules: BTreeMap<Vec<&str>, _> =
        files.iter().map(|file| (module(package, &file.path), graph.add_node(file.path.as_str()))).collect();
    for file in files {
        let here = module(package, &file.path);
        let node = modules[&here];
        for path in paths(&without_tests(&without_text(&file.text))) {
            let target = absolute(&here, &path);
            // The longest beginning of the path that is a file.
            let used = (1..=target.len()).rev().find_map(|length| modules.get(&target[..length]));
            if let Some(&used) = used.filter(|&&used| used != node) {
                graph.update_edge(node, used, ());
            }
        }
    }
    let mut found: Vec<String> = tarjan_scc(&graph)
        .into_iter()
        .filter(|circle| circle.len() > 1)
        .map(|circle| {
            let mut names: Vec<&str> = circle.into_iter().map(|node| graph[node]).collect();
            names.sort_unstable();
            format!(
                "{}:1: a circle of files that use each other: {}; move what both need to a file of its own",
                names[0],
                names.join(", ")
            )
        })
        .collect();
    found.sort_unstable();
    found
}

/// The module that a file is, from the root of its crate.
fn module<'a>(package: &str, path: &'a str) -> Vec<&'a str> {
    let path = path.strip_prefix(package).and_then(|path| path.strip_prefix("/src/")).unwrap_or(path);
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if matches!(parts.last(), Some(&"mod")) || matches!(parts[..], ["lib" | "main"]) {
        parts.pop();
    }
    parts
}

/// The names of a path that begins with `crate`, `super` or `self`, from the root of the crate.
fn absolute<'a>(here: &[&'a str], path: &[&'a str]) -> Vec<&'a str> {
    let mut names = path.iter().copied().peekable();
    let mut target = match names.peek() {
        Some(&"crate") => Vec::new(),
        _ => here.to_vec(),
    };
    for name in names {
        match name {
            "crate" | "self" => {}
            "super" => drop(target.pop()),
            name => target.push(name),
        }
    }
    target
}

/// All paths within the crate that the code names; lists in braces are taken apart.
///
/// Within a module that is written out in its file the first `super` is that file: such code is indented.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::", "self::"].iter().flat_map(|root| code.match_indices(root)).map(|(at, _)| at) {
        let before = &code[..start];
        if before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let is_use = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "].contains(&line.trim_start());
        let is_indented = line.starts_with(' ');
        if is_use && is_indented && code[start..].starts_with("super::") {
            let inner = start + "super::".len();
            if !code[inner..].starts_with("super::") {
                continue;
            }
            take(&code[inner..], &mut Vec::new(), &mut found);
        } else {
            take(&code[start..], &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Takes one path, or a list of paths in braces, from the beginning of the code; returns what follows.
fn take<'a>(code: &'a str, stem: &mut Vec<&'a str>, found: &mut Vec<Vec<&'a str>>) -> &'a str {
    let depth = stem.len();
    let mut rest = code.trim_start();
    loop {
        if let Some(mut list) = rest.strip_prefix('{') {
            loop {
                list = take(list, stem, found).trim_start();
                match list.strip_prefix(',') {
                    Some(more) => list = more,
                    None => break,
                }
            }
            rest = list.strip_prefix('}').unwrap_or(list);
            break;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end > 0 {
            stem.push(&rest[..end]);
        }
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(more) => rest = more,
            None => {
                if stem.len() > depth {
                    found.push(stem.clone());
                }
                // A new name for it, up to the end of the item.
                if let Some(renamed) = rest.trim_start().strip_prefix("as ") {
                    rest = renamed.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == ' ');
                }
                rest = rest.strip_prefix('*').unwrap_or(rest);
                break;
            }
        }
    }
    stem.truncate(depth);
    rest
}
