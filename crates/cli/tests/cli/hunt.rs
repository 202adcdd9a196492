//! `catmouse hunt` and `catmouse test`: results are correct, do not depend on the number of
//! threads, and programs with errors are caught.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::program::started;
use crate::program::{Scratch, answer, catmouse, refused, run, stdout, suspect};

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--format", "json", "-q"]].concat())).expect("JSON")
}

/// Prints the result of a hunt, and checks that `check` confirms the setup with its `[expect]`.
fn bears_out(args: &[&str], name: &str) -> String {
    let text = stdout(&[args, &["-q"]].concat());
    let file = Scratch::new(name, &text);
    let checked: Value = serde_json::from_str(&stdout(&["check", file.path(), "--format", "json"])).expect("JSON");
    assert_eq!(checked["ok"], true, "{text}");
    assert!(text.contains("[expect]"), "{text}");
    text
}

#[test]
fn a_hunt_prints_a_setup_with_its_expectation() {
    let text = bears_out(&["hunt", "--longest", "cat", "--vertices", "5"], "hunt-5.toml");
    assert!(text.contains("distance-plies = 5\n"), "{text}");
    bears_out(
        &[
            "hunt",
            "--narrowest",
            "mouse",
            "--grid",
            "4x4",
            "--walls",
            "4",
            "--symmetry",
            "turn",
            "--mouse-jump",
            "2",
            "--tries",
            "300",
        ],
        "hunt-grid.toml",
    );
    bears_out(&["hunt", "--longest", "mouse", "--near", "ambush"], "hunt-near.toml");
    bears_out(&["hunt", "--cop-number", "2", "--vertices", "4"], "hunt-cops.toml");
    bears_out(&["hunt", "--lesson", "guard", "--vertices", "5"], "hunt-lesson.toml");
    bears_out(&["hunt", "--outcome", "draw", "--vertices", "8", "--planar", "--regular", "3"], "hunt-draw.toml");
}

/// A board with millions of positions has the outcome that was looked for.
#[test]
fn a_hunt_tells_the_outcome_of_a_large_board() {
    let large = ["--vertices", "60", "--cats", "3", "--tries", "20"];
    let text = bears_out(&[&["hunt", "--longest", "mouse"][..], &large].concat(), "hunt-large.toml");
    assert!(text.contains("outcome = \"mouse\"\ndecided-by = \"play\"\ndistance-plies = "), "{text}");
}

/// A hunt keeps the rules and the pieces of the board that it changes: two cats remain two, even if
/// they start on the same cell.
#[test]
fn a_hunt_keeps_rules_and_pieces() {
    let text = bears_out(
        &["hunt", "--longest", "mouse", "--grid", "5x6", "--walls", "8", "--cats", "2", "--tries", "300"],
        "hunt-cats.toml",
    );
    let file = Scratch::new("hunt-two-cats.toml", &text);
    let solved: Value = serde_json::from_str(&stdout(&["solve", file.path(), "--format", "json"])).expect("JSON");
    assert_eq!(solved["start"]["cats"].as_array().map(Vec::len), Some(2), "{text}");
    assert_eq!(solved["outcome"], "mouse");
    // The first cat must be moved before the Cat wins, and the food before the Mouse's win takes
    // longer.
    let board = Scratch::new(
        "hunt-near-cats.toml",
        "catmouse = 1\n[board]\ngrid = [\"C...#...\", \".##...#.\", \"...M....\", \".#.##.#.\", \"F......C\"]\n\
         [rules]\ncat-in-hole = \"guards\"\nmouse-speed = 2\nlimit = 21\nlimit-winner = \"mouse\"\n",
    );
    for (side, kind) in [("cat", "cat"), ("mouse", "hole")] {
        let found = json(&["hunt", "--longest", side, "--near", board.path()]);
        let best = found["found"][0]["distance_plies"].as_u64();
        let changes = stdout(&["whatif", board.path(), "--kind", "start,wall", "--format", "json"]);
        let changes: Vec<Value> = changes.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let plies = |change: &Value| {
            let is_won = change["outcome"] == side && change["distance_plies"].is_u64();
            is_won.then(|| change["distance_plies"].as_u64()).flatten()
        };
        assert!(best.is_some() && best >= changes.iter().filter_map(plies).max(), "{side}: {found}");
        assert!(changes.iter().any(|change| change.to_string().contains(kind)), "{changes:?}");
        bears_out(&["hunt", "--longest", side, "--near", board.path()], "hunt-near-found.toml");
    }
}

/// If moves have costs, a win is measured by its cost.
#[test]
fn a_hunt_with_costs_measures_cost() {
    let board = Scratch::new(
        "hunt-costs.toml",
        "catmouse = 1\n[board]\nvertices = 4\nedges = [[0, 1, 4], [1, 2, 3], [2, 3, 1]]\n[start]\nmouse = 1\ncat = 3\n",
    );
    let text = bears_out(&["hunt", "--longest", "mouse", "--near", board.path()], "hunt-costs-found.toml");
    assert!(text.contains("a win of the Mouse at cost ") && text.contains("distance-cost = "), "{text}");
}

#[test]
fn a_hunt_does_not_depend_on_the_number_of_threads() {
    for args in [
        &["hunt", "--longest", "mouse", "--vertices", "12", "--tries", "50000", "--top", "3"][..],
        &["hunt", "--outcome", "cat", "--at-least", "16", "--vertices", "9", "--top", "2"],
        &["hunt", "--narrowest", "cat", "--vertices", "6", "--top", "4"],
        &["hunt", "--longest", "cat", "--grid", "4x5", "--walls", "4", "--tries", "9000"],
        &["hunt", "--longest", "cat", "--near", "ambush", "--changes", "2", "--top", "2"],
    ] {
        let on = |threads: &'static str| {
            let output = run(&[args, &["--format", "json", "-q", "--threads", threads]].concat());
            assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        };
        assert_eq!(on("1"), on("3"), "{args:?}");
    }
}

#[test]
fn nothing_found_is_exit_code_1() {
    let output = run(&["hunt", "--outcome", "cat", "--at-least", "6", "--vertices", "5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("none is like that"));
    let found = json(&["hunt", "--longest", "cat", "--vertices", "5"]);
    assert_eq!((&found["complete"], &found["found"][0]["distance_plies"]), (&Value::from(true), &Value::from(5)));
}

#[test]
fn a_hunt_searches_a_stream() {
    let petersen = stdout(&["convert", "petersen", "--to", "graph6"]);
    let others = stdout(&["convert", "cycle:10", "--to", "graph6"]);
    let found =
        answer(catmouse().args(["hunt", "--cop-number", "3", "-", "--format", "json", "-q"]), &(others + &petersen));
    let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
    assert_eq!((&found["found"][0]["cop_number"], &found["boards"]), (&Value::from(3), &Value::from(2)));
}

#[test]
fn the_board_goes_into_a_file() {
    let file = Scratch::new("found.toml", "");
    assert_eq!(stdout(&["hunt", "--longest", "mouse", "--vertices", "5", "--output", file.path(), "-q"]), "");
    stdout(&["check", file.path()]);
    // If nothing is found, the file stays unchanged.
    let nothing = ["hunt", "--outcome", "cat", "--at-least", "6", "--vertices", "5", "-q", "--output", file.path()];
    assert_eq!(run(&nothing).status.code(), Some(1));
    stdout(&["check", file.path()]);
}

#[test]
fn choices_without_effect_are_named() {
    let hunt = [
        "hunt",
        "--draws",
        "--vertices",
        "4",
        "--seed",
        "2",
        "--tries",
        "9",
        "--no-early-catch",
        "--set",
        "cats-move=one",
    ];
    let said = |args: &[&str]| String::from_utf8_lossy(&run(args).stderr).into_owned();
    let note = said(&hunt);
    for flag in ["--seed", "--tries", "--no-early-catch", "--set cats-move"] {
        assert!(note.contains(&format!("`{flag}` has no effect: ")), "{note}");
    }
    let hunt = ["hunt", "--longest", "cat", "--grid", "2x3", "--seed", "2", "--tries", "9", "--no-early-catch"];
    assert!(!said(&hunt).contains("no effect"));
    for (cats, is_idle) in [("1", true), ("2", false)] {
        let note = said(&["cops", "petersen", "--set", "cats-move=one", "--cats", cats]);
        assert_eq!(note.contains("`--set cats-move` has no effect: there is one cat"), is_idle, "{note}");
    }
}

#[test]
fn senseless_flags_are_refused() {
    refused(&["hunt", "--longest", "cat"], "the hunt has no place to look");
    refused(&["hunt", "--vertices", "5"], "required");
    refused(&["hunt", "--longest", "cat", "--vertices", "2"], "expected 3 to 64");
    refused(&["hunt", "--longest", "cat", "--vertices", "65"], "65 vertices");
    refused(&["hunt", "--longest", "cat", "--vertices", "11", "--all"], "too many graphs");
    refused(
        &["hunt", "--longest", "cat", "--vertices", "9", "--regular", "3"],
        "no graph of 9 vertices with 3 neighbours",
    );
    refused(&["hunt", "--longest", "cat", "--vertices", "6", "--mouse", "3"], "the hunt tries every start");
    refused(&["hunt", "--cop-number", "2", "--grid", "3x3"], "hunt among graphs");
    refused(&["hunt", "--capture-time", "--vertices", "4", "--limit", "3"], "the setting limit has no effect");
    refused(&["hunt", "--lesson", "wisdom", "--vertices", "5"], "wisdom");
    // A kind of claim that only games with a vocabulary of their own make.
    refused(&["hunt", "--lesson", "box", "--vertices", "5"], "'box'");
    refused(&["hunt", "--longest", "cat", "--grid", "3by3"], "5x6");
    refused(&["hunt", "--longest", "cat", "--grid", "3x3", "--walls", "9"], "9 walls on 9 cells");
    refused(
        &["hunt", "--longest", "cat", "--grid", "3x3", "--walls", "3", "--symmetry", "both", "--planar"],
        "on a grid, planarity and degrees are fixed",
    );
    refused(&["hunt", "--longest", "cat", "--near", "[[1],[0]]"], "vertex 2");
    refused(&["hunt", "--longest", "cat", "--grid", "3x4", "--hole", "0,0"], "the hunt tries every place");
    let (graphs, grids, near) = (["--vertices", "6"], ["--grid", "3x3"], ["--near", "ambush"]);
    for (place, flags) in [
        (graphs, ["--walls", "3"]),
        (graphs, ["--symmetry", "mirror"]),
        (graphs, ["--changes", "2"]),
        (graphs, ["--input", "graph6"]),
        (grids, ["--changes", "2"]),
        (grids, ["--all", "-q"]),
        (near, ["--walls", "3"]),
        (near, ["--all", "-q"]),
    ] {
        refused(&[&["hunt", "--longest", "cat"], &place[..], &flags[..]].concat(), flags[0]);
    }
    refused(&["hunt", "--longest", "cat", "--vertices", "5", "--time-budget", "soon"], "30s");
    refused(&["test", "/nowhere/solver"], "cannot start");
    refused(&["test", "'solver"], "is not a command");
    refused(&["test", "nowhere.py", "--harness"], "is not a file with a solution");
    refused(&["test", "true", "--vertices", "5"], "unexpected argument '--vertices'");
}

fn against(how: &str, flags: &[&str]) -> (Option<i32>, Value) {
    let command = format!("'{}' {how}", suspect());
    let args = [&["test", &command, "--format", "json", "-q"], flags].concat();
    let output = catmouse().args(args).env("CATMOUSE_TESTED", "silence").stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let text = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{how}: {text}")))
}

#[test]
fn wrong_programs_are_refuted_within_seconds() {
    suspect();
    for (how, most, kind) in
        [("cut-off", 8, "cut-off-2n"), ("cat-in-hole", 5, "cat-in-hole"), ("twice", 5, "counted-twice")]
    {
        let began = Instant::now();
        // A program that answers one board and ends is slow to reduce a large board.
        for how in [format!("{how} --stream"), how.to_owned()].into_iter().take(if most < 6 { 2 } else { 1 }) {
            let (code, found) = against(&how, &[]);
            assert_eq!(code, Some(1), "{how}");
            let broken = &found["broken"];
            assert_ne!(broken["said"], broken["outcome"], "{how}");
            assert!(broken["vertices"].as_u64().is_some_and(|vertices| vertices <= most), "{how}: {broken}");
            assert_eq!(broken["is_smallest"], most < 6, "{how}: {broken}");
            assert_eq!(broken["reason"]["mistakes"][0]["kind"], kind, "{how}: {broken}");
            assert_eq!(broken["reason"]["mistakes"].as_array().map(Vec::len), Some(1), "{how}: {broken}");
            // The program's answer to the smallest board is indeed wrong: the correct version of
            // the same program answers otherwise.
            let said = answer(Command::new(suspect()).arg("right"), broken["board"].as_str().expect("a text"));
            let said = String::from_utf8(said.stdout).expect("a number");
            assert_eq!(said.trim(), broken["right"], "{how}");
            let file = Scratch::new(&format!("broken-{}.toml", how.len()), broken["setup"].as_str().expect("a setup"));
            stdout(&["check", file.path()]);
        }
        let took = began.elapsed();
        assert!(took < Duration::from_mins(2), "{how} took {took:?}"); // about a second, unless the machine is loaded
    }
}

#[test]
fn a_right_program_is_not_refuted() {
    let (code, found) = against("right --stream", &["--tries", "900"]);
    assert_eq!((code, &found["broken"]), (Some(0), &Value::Null));
    assert_eq!(found["boards"], 900);
    let (code, _) = against("right", &["--tries", "30"]);
    assert_eq!(code, Some(0));
}

/// A program that answers no board is an error; one that fails on some boards is wrong about them.
#[test]
fn programs_that_do_not_answer_are_told_apart_and_leave_nothing_behind() {
    for (how, problem, code) in [
        ("silent", "ended without an answer", 2),
        ("crash", "exit status: 3", 2),
        ("garbage", "the mouse, I think", 2),
        ("endless", "which is no answer", 2),
        ("two-answers", "1", 2),
        ("late", "no answer in time", 2),
        ("late-when-large", "no answer in time", 1),
        ("family", "no answer", 2),
        ("runaway", "no answer", 2),
    ] {
        let began = Instant::now();
        for flag in ["", " --stream"] {
            let command = format!("'{}' {how}{flag}", suspect());
            let args = ["test", &command, "--format", "json", "-q", "--answer-timeout", "300ms"];
            let output = catmouse().args(args).env("CATMOUSE_TESTED", "silence").stdin(Stdio::null()).output();
            let output = output.expect("the program runs");
            assert_eq!(output.status.code(), Some(code), "{how}");
            let said = if code == 2 { &output.stderr } else { &output.stdout };
            let said = String::from_utf8_lossy(said);
            assert!(said.contains(problem), "{how}{flag}: {said}");
            assert!(code == 1 || output.stdout.is_empty(), "{how}{flag}");
            assert!(began.elapsed() < Duration::from_mins(1), "{how}{flag}");
        }
    }
    #[cfg(target_os = "linux")]
    assert_eq!(suspects_with("CATMOUSE_TESTED", "silence"), 0, "a child was left behind");
}

/// The number of suspects that never answer and have this variable in their environment. The tests
/// run side by side, so each looks for its own.
#[cfg(target_os = "linux")]
fn suspects_with(variable: &str, value: &str) -> usize {
    let all = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let said = format!("{variable}={value}");
    all.filter(|entry| {
        let is = std::fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe.to_str() == Some(suspect()));
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let is_late = std::fs::read(entry.path().join("cmdline")).is_ok_and(|line| line.ends_with(b"late\0"));
        is && is_late && environment.split(|&byte| byte == 0).any(|line| line == said.as_bytes())
    })
    .count()
}

/// A signal ends a hunt at once. What was found is printed or saved as a whole, and the exit code is
/// that of the signal: a hunt that did not end says neither yes nor no.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_hunt_with_what_it_has_found() {
    let saved = Scratch::new("hunt-interrupted.toml", "");
    for (signal, code, places) in
        [("INT", 130, &[][..]), ("TERM", 143, &["--output", saved.path()]), ("HUP", 129, &["--format", "json"])]
    {
        let args = ["hunt", "--longest", "cat", "--vertices", "12", "--tries", "1000000000"];
        let mut child = started(catmouse().args(args).args(places));
        let mut notes = BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
        let first = notes.next().expect("it says what it finds");
        assert!(first.starts_with("note: after "), "{first}");
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        let began = Instant::now();
        let output = child.wait_with_output().expect("it ends");
        assert!(began.elapsed() < Duration::from_secs(10), "{signal} took {:?}", began.elapsed());
        assert_eq!(output.status.code(), Some(code), "{signal}");
        let last = notes.last().expect("it says that it was interrupted");
        assert!(last.starts_with("note: interrupted after "), "{last}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let text = if places.contains(&"--output") {
            std::fs::read_to_string(saved.path()).expect("it is there")
        } else {
            text
        };
        assert!(text.contains("distance-plies = ") && text.ends_with('\n'), "{text}");
    }
}

/// Every signal ends the tested program at once, with the child that has left its group, and the
/// answer's time limit does not matter. A killed `catmouse` cannot end the child.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_test_with_all_that_it_has_started() {
    use std::os::unix::process::ExitStatusExt;

    for (number, (signals, left)) in
        [(&["INT"][..], 0), (&["TERM"], 0), (&["HUP"], 0), (&["INT", "INT"], 0), (&["INT", "TERM"], 0), (&["KILL"], 1)]
            .into_iter()
            .enumerate()
    {
        let (variable, value) = ("CATMOUSE_TESTED", format!("signal-{number}"));
        let command = format!("'{}' runaway-late", suspect());
        let args = ["test", &command, "-q", "--answer-timeout", "1h"];
        let mut child = started(catmouse().args(args).env(variable, &value));
        let wait_for = |count: usize| {
            let began = Instant::now();
            while suspects_with(variable, &value) != count {
                assert!(began.elapsed() < Duration::from_secs(30), "{signals:?}: not {count} processes");
                std::thread::sleep(Duration::from_millis(10));
            }
        };
        wait_for(2);
        for signal in signals {
            let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
            assert!(sent.expect("kill is there").success() || signals.len() > 1);
        }
        let began = Instant::now();
        let status = child.wait().expect("it ends");
        assert!(began.elapsed() < Duration::from_secs(10), "{signals:?} took {:?}", began.elapsed());
        wait_for(left);
        if left == 0 {
            // The program ends by the last signal, or reports it as shells do if it could still print.
            let number = |name: &str| match name {
                "INT" => 2,
                "TERM" => 15,
                _ => 1,
            };
            let ended = status.signal().unwrap_or_else(|| status.code().expect("one of both") - 128);
            assert!(signals.iter().any(|signal| number(signal) == ended), "{signals:?} {status}");
        } else {
            assert_eq!(status.code(), None);
            let runaway = std::fs::read_dir("/proc").expect("Linux has it").flatten().find(|entry| {
                let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
                String::from_utf8_lossy(&environment).contains(&format!("{variable}={value}\0"))
            });
            let number = runaway.expect("it is there").file_name();
            let _ = Command::new("kill").arg("-KILL").arg(number).status();
        }
    }
}

/// The error of the system is that of the program, although another process becomes the program.
#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_is_named() {
    refused(&["test", "/nowhere/solver"], "cannot start `/nowhere/solver`: No such file or directory");
    refused(&["test", "/"], "cannot start `/`: Permission denied");
    refused(&["test", "/nowhere/solution.py"], "there is no file `/nowhere/solution.py`");
    let other = Scratch::new("solution.go", "func catMouseGame(graph [][]int) int { return 0 }");
    refused(&["test", other.path()], "is Go, in which no solution is called");
    refused(&["test", other.path()], "or the command of a program that reads boards");
    // A node that cannot strip the types says so.
    let typed = Scratch::new("solution.ts", "function catMouseGame(graph: number[][]): number { return 0; }");
    let tested = run(&["test", typed.path(), "-q"]);
    let said = String::from_utf8_lossy(&tested.stderr);
    assert!(tested.status.code() == Some(1) || said.contains("TypeScript needs node 22.13"), "{said}");
}

/// What a solution says in comments is no part of it: neither a `main` that reads boards, nor the name of
/// the other problem's function.
#[cfg(unix)]
#[test]
fn comments_are_no_part_of_a_solution() {
    let texts = [
        (
            "commented.cpp",
            "// int main() { cin >> n; } canMouseWin\n/* int main() { cin; } */\nclass Solution { public:\n  \
             const char *slashes = \"//\"; int catMouseGame(vector<vector<int>>& graph) { return 0; } };\n",
        ),
        (
            "commented.py",
            "# print(input()) canMouseWin\nclass Solution:\n    \"\"\"reads input()\"\"\"\n    \
             def catMouseGame(self, graph): return 0 # input()\n",
        ),
        ("commented.js", "// process.stdin\n/* readFileSync(0) */ var catMouseGame = function(graph) { return 0; };\n"),
        (
            "commented.rs",
            "// struct Solution; fn main() { stdin() }\nimpl Solution { pub fn cat_mouse_game(graph: Vec<Vec<i32>>) \
             -> i32 { let _ = \'\"\'; 0 } } // stdin\n",
        ),
    ];
    for (name, text) in texts {
        let file = Scratch::new(name, text);
        let tested = run(&["test", file.path(), "-q"]);
        assert_eq!(tested.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&tested.stderr));
    }
}

#[test]
fn the_page_about_a_wrong_program_explains_the_error() {
    let command = format!("'{}' cat-in-hole --stream", suspect());
    let output = run(&["test", &command, "-q"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    for part in ["Your program answers", "Right is", "Mistake: It lets the cat into the hole", "Change: ", "[expect]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let board = text.lines().next().expect("the board stands first").to_owned();
    stdout(&["check", &board]);
}

/// Solutions as LeetCode takes them, in each language whose compiler or interpreter is here. The
/// mistakes of wrong ones are named; a solution's own output is no answer.
#[test]
fn solutions_of_leetcode_are_called() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suspects");
    let tools = [
        ("solution.py", "python3", ["--problem", "913"], None),
        ("solution.py", "python3", ["--problem", "1728"], None),
        ("solution.js", "node", ["--seed", "2"], Some("jumps-through-walls")),
        ("solution.cpp", "c++", ["--seed", "2"], Some("cat-in-hole")),
        ("Solution.java", "javac", ["--seed", "2"], Some("endless-cat")),
        ("solution.rs", "rustc", ["--seed", "2"], Some("jumps-swapped")),
    ];
    for (file, tool, flags, mistake) in tools {
        if Command::new(tool).arg("--version").output().is_err() {
            assert_ne!(tool, "rustc", "these tests were compiled by it");
            continue;
        }
        let path = format!("{folder}/{file}");
        let output = run(&[&["test", &path, "--tries", "500", "-q", "--format", "json"], &flags[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(i32::from(mistake.is_some())), "{file}: {said}");
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        match mistake {
            None => assert_eq!((&found["broken"], &found["boards"]), (&Value::Null, &Value::from(500)), "{file}"),
            Some(kind) => assert_eq!(found["broken"]["reason"]["mistakes"][0]["kind"], kind, "{file}: {found}"),
        }
        // The harness is the program that is run: a compiled one has the whole solution.
        let harness = stdout(&[&["test", &path, "--harness"], &flags[..]].concat());
        let source = std::fs::read_to_string(&path).expect("it can be read");
        assert!(harness.contains("catmouse-answer:"), "{file}");
        assert_eq!(harness.contains(source.trim_end()), ["c++", "javac", "rustc"].contains(&tool), "{file}");
    }
    // A `main` that reads no boards is not run, and a name with a blank may be two words.
    for (file, text, words) in [
        #[cfg(target_os = "linux")]
        (
            "with main.cpp",
            "\nint main() { cout << Solution().catMouseGame(*new vector<vector<int>>{{1}, {0}}); }\n",
            "solution.cpp",
        ),
        ("with main.rs", "\nfn main() { println!(\"0\"); }\n", "solution.rs"),
    ] {
        let source = std::fs::read_to_string(format!("{folder}/{words}")).expect("it can be read");
        let copy = Scratch::new(file, &(source + text));
        let (first, second) = copy.path().rsplit_once(' ').expect("a blank");
        let output = run(&["test", first, second, "-q", "--format", "json"]);
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let kind = if words == "solution.cpp" { "cat-in-hole" } else { "jumps-swapped" };
        assert_eq!(found["broken"]["reason"]["mistakes"][0]["kind"], kind, "{file}: {found}");
    }
    let both = format!("{folder}/solution.py");
    refused(&["test", &both], "has solutions of both problems");
    refused(&["test", &format!("{folder}/solution.rs"), "--problem", "913"], "is no solution of this problem");
    let broken =
        Scratch::new("broken.rs", "impl Solution { pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 { x } }");
    refused(&["test", broken.path()], "cannot find value `x`");
}

/// What a program writes to its standard error is shown if it cannot be asked, and a command that
/// names a solution is answered with the right way to call it.
#[cfg(unix)]
#[test]
fn the_standard_error_of_a_failing_program_is_shown() {
    let script = "i=0; while [ $i -lt 100 ]; do echo line $i. >&2; i=$((i+1)); done; exit 7";
    let output = run(&["test", &format!("sh -c '{script}'"), "-q"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    for part in ["exit status: 7", "line 0.", "line 99.", "…"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("line 50."), "{said}");
    let solution = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suspects/solution.rs");
    refused(&["test", "cat", solution], "is a solution that reads no boards");
}

/// Tests the grids of problem 1728 with a shell script that always answers that the mouse wins.
#[cfg(unix)]
#[test]
fn a_program_for_grids_is_tested() {
    let output = run(&["test", "sh -c 'read line; echo true'", "--problem", "1728", "--format", "json", "-q"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(1));
    let broken = &found["broken"];
    assert_eq!((&broken["said"], &broken["outcome"]), (&Value::from("mouse"), &Value::from("cat")));
    assert_eq!((&broken["vertices"], &broken["is_smallest"]), (&Value::from(3), &Value::from(true)), "{broken}");
}

/// A set of graded levels is a new folder, which other commands read, with a page that shows it.
#[test]
fn graded_levels_fill_a_folder() {
    let folder = std::env::temp_dir().join(format!("catmouse-{}-graded", std::process::id()));
    let name = folder.to_str().expect("a plain name");
    let _ = std::fs::remove_dir_all(&folder);
    let hunt = ["hunt", "--graded", "3", "--grid", "4x4", "--walls", "3", "--mouse-jump", "2", "--tries", "500", "-q"];
    let table = stdout(&[&hunt[..], &["-o", name]].concat());
    let rows: Vec<&str> = table.lines().collect();
    assert!(
        rows.len() == 4 && rows[0].contains("difficulty  moves") && rows[3].starts_with("level-003.toml"),
        "{table}"
    );
    let page = std::fs::read_to_string(folder.join("index.html")).expect("an index page");
    assert_eq!(page.matches("<img src=\"data:image/svg+xml,%3Csvg").count(), 3, "{page}");
    assert_eq!(page.matches("<p>par ").count(), 3, "{page}");
    for file in ["level-001.toml", "level-002.toml", "level-003.toml"] {
        assert!(page.contains(&format!("<a href=\"{file}\">The ")), "{page}");
        let checked: Value =
            serde_json::from_str(&stdout(&["check", &format!("{name}/{file}"), "--format", "json"])).expect("JSON");
        assert_eq!(checked["ok"], true, "{file}");
        let setup = std::fs::read_to_string(folder.join(file)).expect("a level");
        assert!(setup.contains("mouse-jump = 2\n") && setup.contains("title = \"The "), "{setup}");
    }
    let levels = json(&hunt[..hunt.len() - 1]);
    let printed: Vec<&str> =
        levels["found"].as_array().expect("a list").iter().filter_map(|it| it["setup"].as_str()).collect();
    assert_eq!(printed[2], std::fs::read_to_string(folder.join("level-003.toml")).expect("a level"));
    assert_eq!(stdout(&["solve", name]).lines().count(), 3);
    assert_eq!(stdout(&["survey", name]).matches("\nThe Mouse's longest forced wins\n").count(), 3);
    assert!(stdout(&["play", name, "--as", "none"]).contains("3 of 3: The "));
    // Nothing is overwritten, and a file is no folder.
    refused(&[&hunt[..], &["-o", name]].concat(), "is not empty, and nothing is overwritten");
    refused(&[&hunt[..], &["-o", &format!("{name}/index.html")]].concat(), "is not a folder");
    refused(&[&hunt[..], &["--top", "3"]].concat(), "cannot be used with");
    refused(&["hunt", "--graded", "3", "--vertices", "6"], "graded levels are grids");
    std::fs::remove_dir_all(&folder).expect("it is there");
}
