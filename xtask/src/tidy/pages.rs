//! Rules about pages in Markdown: links have targets, and the book of `docs/` and the code map are
//! complete.

use super::tree::{File, Tree, at};

/// The chapters of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The page with the map of the code.
const MAP: &str = "crates/README.md";

fn pages(tree: &Tree) -> impl Iterator<Item = &File> {
    tree.files.iter().filter(|file| file.has_extension("md"))
}

/// The lines of a page outside its blocks of code, with their numbers from 1.
fn prose(page: &File) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    page.lines().filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The links of a page to files of the repository: the line, the path as written (empty for the
/// page itself), and the anchor after `#`, if there is one.
fn links(page: &File) -> Vec<(usize, &str, Option<&str>)> {
    let mut found = Vec::new();
    for (number, line) in prose(page) {
        for (start, mark) in line.match_indices("](") {
            // After an odd number of backticks the link is code.
            let in_code = line[..start].matches('`').count() % 2 == 1;
            let target = line[start + mark.len()..].split([')', ' ']).next().unwrap_or("");
            if in_code || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
            found.push((number, path, anchor));
        }
    }
    found
}

/// The anchors of the headings of a page, as GitHub and mdBook make them.
fn anchors(page: &File) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose(page) {
        let Some(heading) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')) else { continue };
        let Some(heading) = heading.strip_prefix(' ') else { continue };
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        let anchor = kept.collect::<String>().to_lowercase().replace(' ', "-");
        // Further headings with the same text are numbered, from 1.
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let unused = std::iter::once(anchor.clone()).chain(numbered).find(|name| !anchors.contains(name));
        anchors.extend(unused);
    }
    anchors
}

/// The path of a link from a page in `folder`. An empty result is the root, which exists.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts = Vec::new();
    for part in folder.split('/').chain(target.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The file or folder to which a link on this page leads.
fn target_of(page: &File, path: &str) -> String {
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if path.is_empty() { page.path.clone() } else { resolve(folder, path) }
}

/// Every link leads to a file or folder of the repository, and its anchor to a heading in this
/// file.
pub(super) fn links_lead_somewhere(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for page in pages(tree) {
        for (line, path, anchor) in links(page) {
            let target = target_of(page, path);
            if !tree.has(&target) {
                findings.push(at(&page.path, line, &format!("{path} does not exist: mend the link")));
            } else if let Some(anchor) = anchor
                && !tree.file(&target).is_some_and(|file| anchors(file).iter().any(|found| found == anchor))
            {
                findings.push(at(&page.path, line, &format!("{target} has no heading #{anchor}: mend the link")));
            }
        }
    }
    findings
}

/// Every page of `docs/` is a chapter, and its links stay in `docs/`, because the built book
/// contains nothing else.
pub(super) fn the_book_is_whole(tree: &Tree) -> Vec<String> {
    let Some(summary) = tree.file(SUMMARY) else { return Vec::new() };
    let chapters: Vec<String> = links(summary).into_iter().map(|(_, path, _)| target_of(summary, path)).collect();
    let mut findings = Vec::new();
    for page in pages(tree).filter(|page| page.path.starts_with("docs/") && page.path != SUMMARY) {
        if !chapters.contains(&page.path) {
            findings.push(at(&page.path, 1, &format!("no chapter of the book: add a line to {SUMMARY}")));
        }
        for (line, path, _) in links(page) {
            if !target_of(page, path).starts_with("docs/") {
                let message = format!("{path} is not part of the book: name the path in backticks, without a link");
                findings.push(at(&page.path, line, &message));
            }
        }
    }
    findings
}

/// The map of the code has a row for each folder of sources, and its last column names only what is there.
pub(super) fn the_code_map_is_whole(tree: &Tree) -> Vec<String> {
    let Some(page) = tree.file(MAP) else { return Vec::new() };
    let (mut folders, mut findings) = (Vec::new(), Vec::new());
    let map = page.lines().skip_while(|(_, line)| *line != "## Code map").skip(1);
    for (number, line) in map.take_while(|(_, line)| !line.starts_with("## ")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, folder, _, files, _] = cells[..] else { continue };
        let Some(folder) = folder.strip_prefix('`').and_then(|folder| folder.strip_suffix('`')) else { continue };
        let folder = resolve("crates", folder);
        let named = files.split('`').skip(1).step_by(2).map(|file| format!("{folder}/{file}"));
        let missing = named.filter(|path| !tree.has(path));
        findings.extend(missing.map(|path| at(MAP, number, &format!("{path} does not exist: mend the map"))));
        folders.push(folder);
    }
    for file in &tree.files {
        let parts: Vec<&str> = file.path.split('/').collect();
        let folder = match parts[..] {
            ["crates", name, "src", ..] => format!("crates/{name}/src"),
            ["crates", ..] | [_] | [] => continue,
            [name, ..] if name.starts_with('.') => continue,
            [name, ..] => name.to_owned(),
        };
        let below = format!("{folder}/");
        if !folders.iter().any(|named| *named == folder || named.starts_with(&below)) {
            findings.push(at(MAP, 1, &format!("{folder} is not in the code map: add a row")));
            folders.push(folder);
        }
    }
    findings
}
