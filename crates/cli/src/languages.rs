//! The programs that `test` can run: a command, a program that reads boards, or a solution as it is
//! handed in to LeetCode, which a harness asks.
//!
//! A harness is a small program in the language of the solution, in `crates/cli/harness`. It reads a
//! board from each line and prints each answer after [`ANSWER_MARK`], so that nothing else that the
//! solution prints is an answer. In a compiled language it stands below the solution in one file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use catmouse_hunt::Puzzle;
use catmouse_model::legible_line;
use tempfile::TempDir;

use crate::args::ProblemNumber;
use crate::file::file_text;
use crate::output::Failure;
use crate::processes;

/// What a harness prints before an answer.
pub(crate) const ANSWER_MARK: &str = "catmouse-answer:";

/// The most lines of a compiler's messages that are shown.
const COMPILER_LINES: usize = 20;

/// A program that can be started.
pub(crate) struct Runnable {
    pub(crate) words: Vec<String>,
    pub(crate) puzzle: Puzzle,
    /// Whether the program is a harness, which reads one board after the other.
    pub(crate) is_harness: bool,
    /// The folder of the compiled program, which is removed at the end.
    _folder: Option<TempDir>,
}

/// A language in which solutions are written.
struct Language {
    name: &'static str,
    /// The endings of file names.
    endings: &'static [&'static str],
    /// The functions that solve the two problems.
    functions: [&'static str; 2],
    /// Whether a program with these functions is nevertheless a program that reads boards.
    reads_boards: fn(&str) -> bool,
    harness: &'static str,
    kind: Kind,
}

enum Kind {
    /// The interpreter with its arguments before the text of the harness. The file and the name of
    /// the function follow.
    Interpreted(&'static [&'static str]),
    /// What stands before the solution and behind it; the name of the file; the compiler's command;
    /// and the command that starts the result. `FOLDER` is replaced by the folder of the file.
    Compiled {
        before: fn(&str, &Path) -> String,
        after: fn(&str) -> &'static str,
        file: &'static str,
        compiler: &'static [&'static str],
        words: &'static [&'static str],
    },
}

static LANGUAGES: [Language; 5] = [
    Language {
        name: "Python",
        endings: &["py"],
        functions: ["catMouseGame", "canMouseWin"],
        reads_boards: |text| {
            ["input(", "sys.stdin", "open(0"].iter().any(|it| text.contains(it)) && !text.contains("__name__")
        },
        harness: include_str!("../harness/harness.py"),
        kind: Kind::Interpreted(&[if cfg!(windows) { "python" } else { "python3" }, "-c"]),
    },
    Language {
        name: "JavaScript",
        endings: &["js", "cjs", "mjs", "ts"],
        functions: ["catMouseGame", "canMouseWin"],
        reads_boards: |text| ["process.stdin", "/dev/stdin", "readFileSync(0"].iter().any(|it| text.contains(it)),
        harness: include_str!("../harness/harness.js"),
        kind: Kind::Interpreted(&["node", "--stack-size=7000", "-e"]),
    },
    Language {
        name: "C++",
        endings: &["cpp", "cc", "cxx"],
        functions: ["catMouseGame", "canMouseWin"],
        reads_boards: |text| has_word(text, "main") && ["cin", "scanf", "getline"].iter().any(|it| has_word(text, it)),
        harness: include_str!("../harness/harness.cpp"),
        kind: Kind::Compiled {
            // A `main` of the solution is not run.
            before: |_, path| {
                format!("{CPP_HEADERS}#define main unused_main\n#line 1 {:?}\n", path.display().to_string())
            },
            after: |_| "#undef main\n",
            file: "solution.cpp",
            compiler: &["c++", "-std=c++20", "-O1", "-w", "-o", "FOLDER/solution", "FOLDER/solution.cpp"],
            words: &["FOLDER/solution"],
        },
    },
    Language {
        name: "Java",
        endings: &["java"],
        functions: ["catMouseGame", "canMouseWin"],
        reads_boards: |text| has_word(text, "main") && text.contains("System.in"),
        harness: include_str!("../harness/harness.java"),
        kind: Kind::Compiled {
            before: |_, _| JAVA_IMPORTS.to_owned(),
            after: |_| "",
            file: "Solution.java",
            compiler: &["javac", "-nowarn", "-d", "FOLDER", "FOLDER/Solution.java"],
            words: &["java", "-XX:+UseSerialGC", "-cp", "FOLDER", "CatmouseHarness"],
        },
    },
    Language {
        name: "Rust",
        endings: &["rs"],
        functions: ["cat_mouse_game", "can_mouse_win"],
        reads_boards: |text| has_word(text, "main") && has_word(text, "stdin"),
        harness: include_str!("../harness/harness.rust"),
        kind: Kind::Compiled {
            before: |_, _| String::new(),
            after: |text| if text.contains("struct Solution") { "" } else { "struct Solution;\n" },
            file: "solution.rs",
            compiler: &[
                "rustc",
                "--edition=2021",
                "-O",
                "--cap-lints=allow",
                "-o",
                "FOLDER/solution",
                "FOLDER/solution.rs",
            ],
            words: &["FOLDER/solution"],
        },
    },
];

/// The headers that LeetCode includes by itself, without those that not every compiler has.
const CPP_HEADERS: &str = "\
#include <algorithm>\n#include <array>\n#include <bitset>\n#include <cassert>\n#include <cctype>\n\
#include <climits>\n#include <cmath>\n#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n\
#include <deque>\n#include <functional>\n#include <iostream>\n#include <limits>\n#include <list>\n#include <map>\n\
#include <memory>\n#include <numeric>\n#include <optional>\n#include <queue>\n#include <random>\n#include <set>\n\
#include <sstream>\n#include <stack>\n#include <string>\n#include <tuple>\n#include <unordered_map>\n\
#include <unordered_set>\n#include <utility>\n#include <vector>\nusing namespace std;\n";

/// The packages that LeetCode imports by itself, on the line where the solution begins, so that its
/// lines keep their numbers.
const JAVA_IMPORTS: &str = "import java.io.*; import java.math.*; import java.util.*; import java.util.function.*; \
                            import java.util.stream.*; ";

/// The program that the words of a command line name. One word may also be a command of several
/// words, or a file.
///
/// # Errors
///
/// A [`Failure`] if the file cannot be asked, or if it does not compile.
pub(crate) fn runnable(words: &[String], problem: Option<ProblemNumber>) -> Result<Runnable, Failure> {
    let command = |words: Vec<String>| Runnable {
        words,
        puzzle: puzzle(problem.unwrap_or(ProblemNumber::CatAndMouse)),
        is_harness: false,
        _folder: None,
    };
    let joined = words.join(" "); // the name of a file may have blanks
    let only = if Path::new(&joined).is_file() { &joined } else { words.first().unwrap_or(&joined) };
    if words.len() > 1 && *only != joined {
        return Ok(command(words.to_vec()));
    }
    let path = Path::new(only);
    let Some(language) = language(path).filter(|_| path.is_file()) else {
        let words = if path.is_file() { Some(vec![run_here(path)]) } else { split(only) };
        return words.filter(|words| !words.is_empty()).map(command).ok_or_else(|| {
            Failure::plain(
                format!("`{}` is not a command", only.escape_debug()),
                "expected a file with a solution, or a command such as 'python3 mine.py' with closed quotes".to_owned(),
            )
        });
    };
    let source = fs::read_to_string(path).map_err(|error| {
        Failure::plain(format!("cannot read `{}`: {error}", file_text(path)), "expected a program".to_owned())
    })?;
    match (function(language, &source, path, problem)?, &language.kind) {
        (None, Kind::Interpreted(interpreter)) => Ok(command(vec![interpreter[0].to_owned(), run_here(path)])),
        (None, Kind::Compiled { .. }) if language.name == "Java" => {
            Ok(command(vec!["java".to_owned(), run_here(path)]))
        }
        (None, Kind::Compiled { .. }) => {
            let (folder, words) = compiled(language, path, &source)?;
            Ok(Runnable { _folder: Some(folder), ..command(words) })
        }
        (Some((function, puzzle)), Kind::Interpreted(interpreter)) => {
            let words = interpreter.iter().copied().chain([language.harness]).map(str::to_owned);
            let words = words.chain([run_here(path), function.to_owned()]).collect();
            Ok(Runnable { words, puzzle, is_harness: true, _folder: None })
        }
        (Some((_, puzzle)), Kind::Compiled { .. }) => {
            let (folder, words) = compiled(language, path, &with_harness(language, &source, path, puzzle))?;
            Ok(Runnable { words, puzzle, is_harness: true, _folder: Some(folder) })
        }
    }
}

/// The text of the harness for this file: of a compiled language the whole program.
///
/// # Errors
///
/// A [`Failure`] if the file is not a solution.
pub(crate) fn harness(words: &[String], problem: Option<ProblemNumber>) -> Result<String, Failure> {
    let wanted = || {
        let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
        Failure::plain(
            format!("`{}` is not a file with a solution", words.join(" ").escape_debug()),
            format!("expected a file in {}", names.join(", ")),
        )
    };
    let [only] = words else { return Err(wanted()) };
    let path = Path::new(only);
    let language = language(path).ok_or_else(wanted)?;
    let source = fs::read_to_string(path).map_err(|_| wanted())?;
    let (_, puzzle) = function(language, &source, path, problem)?.ok_or_else(wanted)?;
    Ok(match language.kind {
        Kind::Interpreted(_) => language.harness.to_owned(),
        Kind::Compiled { .. } => with_harness(language, &source, path, puzzle),
    })
}

/// The advice to a user whose command names a file that is a solution; `None` if it names none.
pub(crate) fn advice(words: &[String]) -> Option<String> {
    let words = match words {
        [only] if !Path::new(only).is_file() => split(only)?,
        words => words.to_vec(),
    };
    let file = words.iter().find(|word| language(Path::new(word)).is_some() && Path::new(word).is_file())?;
    let [graphs, grids] = language(Path::new(file))?.functions;
    let source = without_comments(language(Path::new(file))?, &fs::read_to_string(file).unwrap_or_default());
    let name = file_text(file);
    if !has_word(&source, graphs) && !has_word(&source, grids) {
        return Some(format!("`{name}` has no function `{graphs}` or `{grids}`, so it has to read the boards itself"));
    }
    (words.len() > 1)
        .then(|| format!("`{name}` is a solution that reads no boards: give the file alone, and it is called"))
}

fn puzzle(problem: ProblemNumber) -> Puzzle {
    match problem {
        ProblemNumber::CatAndMouse => Puzzle::CatAndMouse,
        ProblemNumber::CatAndMouseII => Puzzle::CatAndMouseII,
    }
}

fn language(path: &Path) -> Option<&'static Language> {
    let ending = path.extension()?.to_str()?;
    LANGUAGES.iter().find(|language| language.endings.contains(&ending))
}

/// The path of a file of the working folder as a command, which would otherwise be looked for among
/// the programs of the system.
fn run_here(path: &Path) -> String {
    let path = if path.components().count() == 1 { PathBuf::from(".").join(path) } else { path.to_owned() };
    path.display().to_string()
}

/// The function of a solution and the problem that it solves; `None` if the file is a program that
/// reads boards.
fn function(
    language: &Language,
    source: &str,
    path: &Path,
    problem: Option<ProblemNumber>,
) -> Result<Option<(&'static str, Puzzle)>, Failure> {
    let source = &*without_comments(language, source);
    if (language.reads_boards)(source) {
        return Ok(None);
    }
    let [graphs, grids] = language.functions;
    let (name, names) = (file_text(path), format!("`{graphs}` or `{grids}`"));
    let found = match (has_word(source, graphs), has_word(source, grids), problem) {
        (true, false, None | Some(ProblemNumber::CatAndMouse)) | (true, true, Some(ProblemNumber::CatAndMouse)) => {
            (graphs, Puzzle::CatAndMouse)
        }
        (false, true, None | Some(ProblemNumber::CatAndMouseII)) | (true, true, Some(ProblemNumber::CatAndMouseII)) => {
            (grids, Puzzle::CatAndMouseII)
        }
        (true, true, None) => {
            return Err(Failure::plain(
                format!("`{name}` has solutions of both problems"),
                "choose one: `--problem 913` or `--problem 1728`".to_owned(),
            ));
        }
        (true, false, Some(_)) | (false, true, Some(_)) => {
            return Err(Failure::plain(
                format!("`{name}` is no solution of this problem"),
                "leave out `--problem`: the name of the function tells it".to_owned(),
            ));
        }
        (false, false, _) if matches!(language.kind, Kind::Interpreted(_)) => return Ok(None),
        (false, false, _) => {
            return Err(Failure::plain(
                format!("`{name}` has neither {names} nor `main`"),
                "expected a solution, or a program that reads boards".to_owned(),
            ));
        }
    };
    Ok(Some(found))
}

/// The text of a program without its comments and, in Python, without its long texts, in which
/// programs are described.
fn without_comments(language: &Language, text: &str) -> String {
    let (line, blocks) = match language.name {
        "Python" => ("#", &[("\"\"\"", "\"\"\""), ("'''", "'''")][..]),
        _ => ("//", &[("/*", "*/")][..]),
    };
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        let length = if rest.starts_with(line) {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some((begin, end)) = blocks.iter().find(|(begin, _)| rest.starts_with(begin)) {
            rest[begin.len()..].find(end).map_or(rest.len(), |at| begin.len() + at + end.len())
        } else {
            // In Rust, a quote may also begin the name of a lifetime.
            let is_text = letter == '"' || letter == '`' || letter == '\'' && language.name != "Rust";
            let length = if is_text { text_length(rest, letter) } else { letter.len_utf8() };
            kept += &rest[..length];
            rest = &rest[length..];
            continue;
        };
        kept.push(' ');
        rest = &rest[length..];
    }
    kept
}

/// The length of the text in quotes at the beginning, to the end of its line at most.
fn text_length(text: &str, quote: char) -> usize {
    let mut is_escaped = true; // the first quote
    for (at, letter) in text.char_indices() {
        match letter {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Whether this name is a word of the text.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}

/// A program of a compiled language: the solution, and below it the lines of the harness for the
/// problem.
fn with_harness(language: &Language, source: &str, path: &Path, puzzle: Puzzle) -> String {
    let Kind::Compiled { before, after, .. } = language.kind else { return language.harness.to_owned() };
    let marks = match puzzle {
        Puzzle::CatAndMouse => ["//913 ", "//1728 "],
        Puzzle::CatAndMouseII => ["//1728 ", "//913 "],
    };
    // A class of another name than the file's must not be public in Java; a `main` of the solution is
    // not run.
    let source = match language.name {
        "Java" => source.replace("public class", "class"),
        "Rust" => source.replace("fn main(", "fn unused_main("),
        _ => source.to_owned(),
    };
    let code = without_comments(language, &source);
    let mut text = before(&source, path) + source.trim_end() + "\n\n" + after(&code);
    for line in language.harness.lines().filter(|line| !line.starts_with(marks[1])) {
        text += line.strip_prefix(marks[0]).unwrap_or(line);
        text.push('\n');
    }
    text
}

/// Compiles a program in a folder of its own. Returns the folder and the words that start the
/// program.
fn compiled(language: &Language, path: &Path, text: &str) -> Result<(TempDir, Vec<String>), Failure> {
    let Kind::Compiled { file, compiler, words, .. } = language.kind else { return Err(unrunnable(path, "")) };
    let folder = tempfile::Builder::new().prefix("catmouse-test-").tempdir();
    let folder = folder.map_err(|error| unrunnable(path, &error.to_string()))?;
    processes::remove_at_interrupt(folder.path());
    let with_folder = |word: &&str| word.replace("FOLDER", &folder.path().display().to_string());
    fs::write(folder.path().join(file), text).map_err(|error| unrunnable(path, &error.to_string()))?;
    let compiler: Vec<String> = compiler.iter().map(with_folder).collect();
    let words = words.iter().map(with_folder).collect();
    match processes::output(&compiler) {
        Ok(Output { status, .. }) if status.success() => Ok((folder, words)),
        Ok(Output { stdout, stderr, .. }) => {
            let text = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
            let lines: Vec<_> = text.lines().take(COMPILER_LINES).map(legible_line).collect();
            let message = format!("`{}` does not compile\n{}", file_text(path), lines.join("\n"));
            Err(Failure::plain(message, "`--harness` prints the program that is compiled".to_owned()))
        }
        Err(error) => Err(Failure::plain(
            format!("cannot start `{}` to compile `{}`: {error}", compiler[0], file_text(path)),
            format!("install a compiler of {}, or give a command that reads boards", language.name),
        )),
    }
}

fn unrunnable(path: &Path, why: &str) -> Failure {
    Failure::plain(format!("cannot prepare `{}`: {why}", file_text(path)), "make room for a temporary file".to_owned())
}

/// The words of a command, separated by blanks outside of quotes; `None` if a quote is not closed.
fn split(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
