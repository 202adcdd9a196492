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
    write("d.gexf", "<?xml version=\"1.0\"?>\n<gexf xmlns=\"x\"></gexf>\n");
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
    assert!(err.contains("note: `./d.gexf` is skipped: this is GEXF, which is not read"), "{err}");
    assert!(err.contains("`--recursive` reads them too") && !err.contains("hidden"), "{err}");
    assert_eq!(code, Some(2), "one graph is wrong");
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
