//! Several files, folders and standard input as one stream. Every result names its source, and
//! files that are no graphs are skipped with a note.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{answer_bytes, catmouse};

/// A temporary folder, which is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder with graphs in several formats, a text, and a subfolder.
fn folder(name: &str) -> Folder {
    let folder = Folder(std::env::temp_dir().join(format!("catmouse-{}-{name}", std::process::id())));
    fs::create_dir_all(folder.path().join("deep")).expect("there is room");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("there is room");
    write("a.g6", "Bw\nB!\nC~\n");
    write("b.net", "*Vertices 3\n*Edges\n1 2\n2 3\n");
    write("c.txt", "Some prose, and no graph.\nNot here either.\n");
    write("d.svg", "<?xml version=\"1.0\"?>\n<svg xmlns=\"x\"></svg>\n");
    write(".hidden.g6", "Bw\n");
    write("deep/e.graph", "4 4\n2 4\n1 3\n2 4\n1 3\n");
    folder
}

/// Runs the program in a folder. Returns stdout, stderr and the exit code.
fn said(within: &Path, args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let output = answer_bytes(catmouse().current_dir(within).args(args), input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn rows_name_their_file_and_line() {
    let folder = folder("rows");
    let (out, err, code) = said(folder.path(), &["cops", ".", "-"], "Dhc\n");
    let rows: Vec<&str> = out.lines().map(|line| line.split("  ").next().unwrap_or_default()).collect();
    assert_eq!(rows, ["./a.g6:1: 1", "./a.g6:3: 3", "./b.net:1: 4", "standard input:1: 5"]);
    assert!(err.contains("--> ./a.g6:2:2"), "{err}");
    assert!(err.contains("note: `./c.txt` is skipped: it is not a graph"), "{err}");
    assert!(err.contains("note: `./d.svg` is skipped: this is XML, which is not read"), "{err}");
    assert!(err.contains("`--recursive` reads them too") && !err.contains(".hidden"), "{err}");
    assert!(err.contains("note: one hidden file or folder is skipped"), "{err}");
    assert_eq!(code, Some(2), "one graph is wrong");
}

/// Files that people keep beside their graphs. Each begins as such files do.
const NO_GRAPHS: [(&str, &[u8]); 16] = [
    ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x02\0\0\0\xd3\x10?1"),
    ("b.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0C\0\n\x06"),
    ("c.gif", b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"),
    ("d.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"),
    ("e.pdf", b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"),
    ("f.txt", b"caf\xe9 cr\xe8me\nth\xe9 vert\n"),
    ("g.edges", b"caf\xe9 th\xe9\nth\xe9 eau\n"),
    ("h.zip", b"PK\x03\x04\x14\0\0\0\x08\0\x8d\x9c}Y"),
    ("i.o", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0"),
    ("j.sqlite", b"SQLite format 3\0\x10\0\x01\x01\0@  \0\0\0\x02"),
    ("k.md", b"# Graphs\n\nThese are the graphs of the paper, one on each line. See [the list](list.html).\n"),
    ("l.py", b"import networkx as nx\n\nprint(nx.petersen_graph())\n"),
    ("m.json", b"{\"name\": \"graphs\", \"version\": 1}\n"),
    ("n", b""),
    ("o.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n"),
    ("p.tex", b"\\documentclass{article}\n\\begin{document}\nGraphs.\n\\end{document}\n"),
];

/// In a folder only graphs count: other files take no number and end no run.
#[test]
fn other_files_beside_graphs_take_no_number() {
    let folder = folder("others");
    for (name, bytes) in NO_GRAPHS {
        fs::write(folder.path().join(name), bytes).expect("there is room");
    }
    fs::write(folder.path().join("a.g6"), "Bw\nC~\n").expect("there is room");
    fs::write(folder.path().join("z.g6"), "Dhc\n").expect("there is room");
    fs::write(folder.path().join(".also-hidden"), "").expect("there is room");
    let (out, err, code) = said(folder.path(), &["cops", ".", "--format", "json"], "");
    let found: Vec<String> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"))
        .map(|answer| format!("{} {}", answer["source"], answer["graph"]))
        .collect();
    assert_eq!(found, ["\"./a.g6:1\" 1", "\"./a.g6:2\" 2", "\"./b.net:1\" 3", "\"./z.g6:1\" 4"], "{err}");
    assert_eq!(code, Some(0), "{err}");
    for (name, _) in NO_GRAPHS {
        assert!(err.contains(&format!("note: `./{name}` is skipped: ")), "{name}: {err}");
    }
    assert!(err.contains("note: 2 hidden files and folders are skipped"), "{err}");
}

/// Names of files may have any bytes but `/` and 0, and what is no regular file is not opened.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_may_be_odd() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder(std::env::temp_dir().join(format!("catmouse-{}-odd", std::process::id())));
    fs::create_dir_all(folder.path()).expect("there is room");
    for name in [&b"a\nb.g6"[..], b"caf\xe8.g6", b"caf\xe9.g6", b"[[1],[0]]"] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), "Bw\n").expect("there is room");
    }
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let (out, err, code) = said(folder.path(), &["cops", ".", "--format", "json"], "");
    let sources: Vec<String> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"))
        .map(|answer| answer["source"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(sources, ["./[[1],[0]]:1", "./a\nb.g6:1", "./caf\\xe8.g6:1", "./caf\\xe9.g6:1"], "{err}");
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("`./pipe` is skipped: it is not a file"), "{err}");
    let (out, err, _) = said(folder.path(), &["cops", "./a\nb.g6"], "");
    assert!(out.starts_with("1 "), "{out}{err}");
}

#[test]
fn subfolders_are_read_on_request() {
    let folder = folder("recursive");
    let (out, err, _) = said(folder.path(), &["cops", "--recursive", ".", "--format", "json"], "");
    let sources: Vec<String> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"))
        .map(|answer| format!("{} {} {}", answer["source"], answer["graph"], answer["cop_number"]))
        .collect();
    assert_eq!(
        sources,
        ["\"./a.g6:1\" 1 1", "\"./a.g6:3\" 3 1", "\"./b.net:1\" 4 1", "\"./deep/e.graph:1\" 5 2"],
        "a triangle, all of four joined, a path, a ring of four"
    );
    assert!(!err.contains("--recursive"), "{err}");
}

#[test]
fn csv_has_a_column_and_solve_takes_several_too() {
    let folder = folder("columns");
    let (out, _, code) = said(folder.path(), &["solve", "deep/e.graph", "petersen", "--format", "csv"], "");
    let columns: Vec<&str> = out.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
    assert_eq!((columns, code), (vec!["source", "deep/e.graph:1", "graph petersen:1"], Some(0)));
    let (out, ..) = said(folder.path(), &["cops", "a.g6", "b.net", "--graph", "4"], "");
    assert!(out.starts_with("b.net:1: 4  3 vertices, 2 edges"), "{out}");
    let (out, err, code) = said(folder.path(), &["cops", "b.net", "missing.g6"], "");
    assert_eq!((out, code), (String::new(), Some(2)));
    assert!(err.starts_with("error: cannot read `missing.g6`"), "{err}");
}

/// A triangle, a path and a ring of four, in one stream of the written format.
#[test]
fn convert_takes_several_too() {
    let folder = folder("convert");
    let (out, err, code) = said(folder.path(), &["convert", "--recursive", ".", "-", "--to", "graph6"], "Dhc\n");
    assert_eq!(out, "Bw\nC~\nBg\nCl\nDhc\n");
    assert!(err.contains("--> ./a.g6:2:2"), "{err}");
    assert_eq!(code, Some(2), "one graph is wrong");
    let (out, err, code) = said(folder.path(), &["convert", "b.net", "petersen", "--to", "setup"], "");
    assert!(out.starts_with("catmouse = 1\n"), "{out}");
    assert!(err.contains("a second graph cannot be written to a setup") && err.contains("graph petersen"), "{err}");
    assert_eq!(code, Some(2));
}

/// Every answer has the key, as the schema says.
#[test]
fn a_single_source_is_null_in_json() {
    for command in ["solve", "cops"] {
        let (out, ..) = said(Path::new("."), &[command, "petersen", "--format", "json"], "");
        let answer: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
        assert_eq!(answer["source"], serde_json::Value::Null, "{out}");
        assert!(answer.as_object().is_some_and(|keys| keys.contains_key("source")), "{out}");
    }
}

#[test]
fn a_summary_counts_all_graphs() {
    let folder = folder("summary");
    let (out, _, code) = said(folder.path(), &["cops", "b.net", "deep", "--summary"], "");
    assert!(out.ends_with("2 graphs\n"), "{out}");
    assert_eq!(code, Some(0));
}

/// A pipe has only one reader, so the program must not open it a second time.
#[cfg(unix)]
#[test]
fn pipes_are_opened_once() {
    let folder = folder("pipes");
    let pipes = ["one", "other"].map(|name| folder.path().join(name));
    let made = std::process::Command::new("mkfifo").args(&pipes).status().expect("mkfifo runs");
    assert!(made.success());
    let writers = pipes.clone().map(|pipe| std::thread::spawn(move || fs::write(pipe, "Bw\n")));
    let (out, err, code) = said(folder.path(), &["cops", "one", "other"], "");
    assert_eq!(out.lines().count(), 2, "{out}{err}");
    assert_eq!(code, Some(0), "{err}");
    for writer in writers {
        writer.join().expect("it ends").expect("it was read");
    }
}

/// The boards of a folder are played one after the other, by the user or by the solution alone, and
/// surveyed one after the other. A folder without boards, a wrong board and a flag about one board
/// are refused.
#[test]
fn the_boards_of_a_folder_are_played_and_surveyed() {
    let folder = Folder(std::env::temp_dir().join(format!("catmouse-{}-levels", std::process::id())));
    fs::create_dir_all(folder.path().join("none")).expect("there is room");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("there is room");
    write("b.txt", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]");
    write("a.txt", "[[1,2],[0,2],[0,1]]");
    write("index.html", "<p>");
    let (out, err, code) = said(folder.path(), &["play", ".", "--as", "mouse"], "0\nnext\nnext\nquit\n");
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(!err.contains("index.html"), "{err}");
    let places = ["1 of 2: ./a.txt", "`next` goes on to the next board.", "2 of 2: ./b.txt", "`next` is neither"];
    let found: Vec<Option<usize>> = places.iter().map(|text| out.find(text)).collect();
    assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{found:?} {out}");
    let (out, _, code) = said(folder.path(), &["play", ".", "--as", "none"], "");
    assert!(out.contains("2 of 2: ") && code == Some(0), "{out}");
    let (out, _, code) = said(folder.path(), &["survey", "."], "");
    assert!(out.starts_with("./a.txt\n") && out.contains("\n./b.txt\n") && code == Some(0), "{out}");
    let one = said(folder.path(), &["survey", "b.txt", "--format", "json"], "").0;
    let both = said(folder.path(), &["survey", ".", "--format", "json"], "").0;
    assert!(both.ends_with(&one) && both.lines().count() == 2 * one.lines().count(), "{both}");
    let refused = |args: &[&str], wanted: &str| {
        let (out, err, code) = said(folder.path(), args, "");
        assert!(out.is_empty() && err.contains(wanted) && code == Some(2), "{out}{err}");
    };
    refused(&["play", ".", "--after", "M 1→0"], "`--after` is about one board");
    refused(&["survey", ".", "--format", "csv"], "`--format csv` is about one board");
    refused(&["play", "none"], "there is no board in none");
    write("c.txt", "[[1],[0,7]]");
    refused(&["play", "."], "c.txt:1");
}
