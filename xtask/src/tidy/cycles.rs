//! Finds dependency cycles among the files of a crate.
//!
//! The dependencies of a file are its paths that begin with `crate`, `super`, `self` or a module that it
//! declares, except those in tests. Declaring a module is no dependency, nor is naming it as the reach of
//! an item's visibility. So a declared module may use items of its parent if the parent uses none of the
//! module's.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::code::untested_code;
use super::tree::{File, Tree};

/// The cycles in all crates.
pub(super) fn no_dependency_cycles(tree: &Tree) -> Vec<String> {
    let mut crates: BTreeMap<&str, Vec<(Vec<&str>, &File)>> = BTreeMap::new();
    for file in tree.rust() {
        if let Some((package, path)) = file.path.split_once("/src/") {
            crates.entry(package).or_default().push((module(path), file));
        }
    }
    crates.into_values().flat_map(|files| cycles(&files)).collect()
}

/// The cycles among the files of one crate, given with their modules.
fn cycles(files: &[(Vec<&str>, &File)]) -> Vec<String> {
    let mut graph = DiGraph::<&str, ()>::new();
    let modules: BTreeMap<&[&str], _> =
        files.iter().map(|(module, file)| (&module[..], graph.add_node(file.path.as_str()))).collect();
    for (here, file) in files {
        let code: String = untested_code(&file.text).flat_map(|(_, line)| [line, "\n"]).collect();
        for path in paths(&code, &declared(&code)) {
            let target = absolute(here, &path);
            // The longest prefix of the path that is a file.
            let used = (1..=target.len()).rev().find_map(|length| modules.get(&target[..length]));
            if let Some(&used) = used.filter(|&&used| used != modules[&here[..]]) {
                graph.update_edge(modules[&here[..]], used, ());
            }
        }
    }
    let cycles = tarjan_scc(&graph).into_iter().filter(|cycle| cycle.len() > 1);
    let cycles = cycles.map(|cycle| {
        let mut names: Vec<&str> = cycle.into_iter().map(|node| graph[node]).collect();
        names.sort_unstable();
        format!(
            "{}:1: a cycle of files that use each other: {}; move what both need to a file of its own",
            names[0],
            names.join(", ")
        )
    });
    cycles.collect()
}

/// The module path of a file below `src`, from the root of its crate.
fn module(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if matches!(parts.last(), Some(&"mod")) || matches!(parts[..], ["lib" | "main"]) {
        parts.pop();
    }
    parts
}

/// Resolves a path that begins with `crate`, `super` or `self`, from the root of the crate.
fn absolute<'a>(here: &[&'a str], path: &[&'a str]) -> Vec<&'a str> {
    let mut target = if path.first() == Some(&"crate") { Vec::new() } else { here.to_vec() };
    for &name in path {
        match name {
            "crate" | "self" => {}
            "super" => drop(target.pop()),
            name => target.push(name),
        }
    }
    target
}

/// The modules that the code declares in files of their own.
fn declared(code: &str) -> Vec<&str> {
    let tokens: Vec<&str> = tokens(code).collect();
    tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";").map(|three| three[1]).collect()
}

/// All paths in the code that begin with `crate`, `super`, `self` or one of the `declared` modules; lists
/// in braces are expanded. In a module without a file of its own, its `super` is the file.
fn paths<'a>(code: &'a str, declared: &[&str]) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    // For each open list, the length of the path before it.
    let mut lists: Vec<usize> = Vec::new();
    // The open braces, and for each open module without a file their number before it.
    let (mut open, mut inline): (usize, Vec<usize>) = (0, Vec::new());
    let (mut before, mut earlier, mut earliest) = ("", "", "");
    for token in tokens(code) {
        match token {
            "{" if before != "::" => {
                if earlier == "mod" {
                    inline.push(open);
                }
                open += 1;
            }
            "}" if lists.is_empty() => {
                open = open.saturating_sub(1);
                inline.retain(|&before| before < open);
            }
            _ => {}
        }
        match token {
            "::" => {}
            "{" if before == "::" && !path.is_empty() => lists.push(path.len()),
            "," | "}" if !lists.is_empty() => {
                if path.len() > lists[lists.len() - 1] {
                    found.push(path.clone());
                }
                if token == "}" {
                    lists.pop();
                }
                path.truncate(lists.last().copied().unwrap_or(0));
            }
            _ if !path.is_empty() && ["::", "{", ","].contains(&before) => path.push(token),
            _ if !lists.is_empty() => {}
            _ => {
                if path.len() > 1 {
                    found.push(path.clone());
                }
                path.clear();
                let is_reach = before == "in" && earlier == "(" && earliest == "pub";
                let begins = ["crate", "super", "self"].contains(&token) || declared.contains(&token);
                if begins && !is_reach && before != "::" {
                    path.push(if token == "super" && !inline.is_empty() { "self" } else { token });
                }
            }
        }
        (earliest, earlier, before) = (earlier, before, token);
    }
    found
}

/// The words of the code, its `::`, and all other characters one by one.
fn tokens(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = if rest.starts_with("::") { 2 } else { word.max(rest.chars().next()?.len_utf8()) };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}
