//! Streams that one run does not finish: shards, output files, and runs that are killed and
//! resumed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{answer, catmouse, refused, run, started, stdout};
use catmouse_campaign::random::Dice;

const GRAPHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");
const PACKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/census/connected-7-and-8.g6.gz");

/// A temporary folder, which is removed when the test ends.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("catmouse-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("it can be made");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the folder for such files has a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("it is there")
}

/// A game that is too large for the memory is a failure of every run over it, the resumed one too.
#[test]
fn a_resumed_run_remembers_the_games_that_were_too_large() {
    let folder = Folder::new("too-large");
    let (output, checkpoint) = (folder.file("output"), folder.file("checkpoint"));
    let large = stdout(&["convert", "hoffman-singleton", "--to", "graph6"]);
    let game = ["solve", "-", "--preset", "cops", "--cats", "4", "--max-memory", "16M"];
    let flags = [&game[..], &["--output", &output, "--checkpoint", &checkpoint]].concat();
    for _ in 0..2 {
        let ended = answer(catmouse().args(&flags), &large.repeat(12));
        assert_eq!(ended.status.code(), Some(2), "{}", String::from_utf8_lossy(&ended.stderr));
    }
}

#[test]
fn shards_contain_every_graph_once() {
    for command in [&["cops"][..], &["solve", "--preset", "cops"], &["convert", "--to", "leetcode"]] {
        let all = stdout(&[command, &[GRAPHS][..]].concat());
        let all: Vec<&str> = all.lines().collect();
        assert_eq!(all.len(), 143);
        let mut joined = vec![""; all.len()];
        let shares: Vec<String> =
            (0..5).map(|part| stdout(&[command, &[GRAPHS, "--shard", &format!("{part}/5")]].concat())).collect();
        for (part, share) in shares.iter().enumerate() {
            // The fourth result of `--shard 3/64` is about graph 3 + 3 * 64, counted from 0. The
            // results of a shard keep their order and their numbers.
            share.lines().enumerate().for_each(|(index, line)| joined[part + 5 * index] = line);
        }
        assert_eq!(joined, all, "{command:?}");
    }
    assert_eq!(stdout(&["cops", GRAPHS, "--shard", "3/64", "--format", "csv"]).lines().count(), 1 + 3);
    assert!(stdout(&["cops", GRAPHS, "--shard", "3/64"]).starts_with("4  "));
}

/// A shard may be empty, but a whole stream must not.
#[test]
fn shards_without_graphs() {
    let output = run(&["cops", "petersen", "--shard", "1/2"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let summary: Value =
        serde_json::from_str(&stdout(&["cops", "petersen", "--shard", "1/2", "--summary", "--format", "json"]))
            .expect("JSON");
    assert_eq!(summary, serde_json::json!({ "schema": 2, "graphs": 0, "rows": [] }));
    let output = answer(catmouse().args(["cops", "--shard", "1/2", "--input", "graph6"]), "");
    assert_eq!(output.status.code(), Some(2));
    for wrong in ["3", "3/3", "-1/3", "1/0", "a/b"] {
        refused(&["cops", GRAPHS, &format!("--shard={wrong}")], "as in 0/64");
    }
    refused(&["cops", GRAPHS, "--shard", "0/2", "--graph", "3"], "cannot be used with");
    refused(&["explain", "petersen", "--shard", "0/2"], "--shard");
}

#[test]
fn a_file_has_what_standard_output_would_have() {
    let folder = Folder::new("output");
    let path = folder.file("out");
    for command in [
        &["cops", GRAPHS][..],
        &["cops", GRAPHS, "--summary"],
        &["cops", GRAPHS, "--format", "csv"],
        &["solve", GRAPHS, "--preset", "cops", "--format", "json"],
        &["convert", GRAPHS, "--to", "edges"],
        &["solve", "petersen", "--hole", "0"],
    ] {
        let output = run(&[command, &["--output", &path]].concat());
        assert!(output.status.success() && output.stdout.is_empty(), "{command:?}: {output:?}");
        assert_eq!(read(&path), stdout(command), "{command:?}");
    }
    // An incomplete result is not written, and the old file stays.
    fs::write(&path, "before").expect("there is room");
    let bad = "Bw\n".to_owned() + &"!\n".repeat(10) + "Bw\n";
    let output = answer(catmouse().args(["cops", "--input", "graph6", "-o", &path]), &bad);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(read(&path), "before");
    // A few bad graphs do not stop the others.
    let output = answer(catmouse().args(["cops", "--input", "graph6", "-o", &path]), "Bw\n!\nA_\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(read(&path).lines().map(|line| &line[..1]).collect::<Vec<_>>(), ["1", "3"]);
    let folder = folder.0.to_str().expect("a plain name").to_owned();
    refused(&["cops", GRAPHS, "-o", &folder], "directory");
}

/// Runs the command repeatedly and kills it after some milliseconds (by SIGKILL on Unix), until one
/// run finishes. Returns the number of graphs in the checkpoint after each run.
fn killed_until_done(command: &[&str], input: Option<&str>, (output, checkpoint): (&str, &str), seed: u64) -> Vec<u64> {
    let mut dice = Dice::new(seed);
    let mut found = Vec::new();
    let mut longest = 1;
    loop {
        let stdin = input.map_or_else(Stdio::null, |path| fs::File::open(path).expect("it is there").into());
        let mut child = Command::new(env!("CARGO_BIN_EXE_catmouse"))
            .args(command)
            .args(["--output", output, "--checkpoint", &format!("{checkpoint},0")])
            .stdin(stdin)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        thread::sleep(Duration::from_micros(dice.throw() % (1000 * longest)));
        // The pauses grow, so that one is finally long enough on any machine.
        longest += longest.div_ceil(4);
        if let Some(status) = child.try_wait().expect("it can be asked") {
            let said = child.wait_with_output().expect("it ends").stderr;
            assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&said));
            return found;
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        if Path::new(checkpoint).exists() {
            // Whenever the run is killed, the output that the checkpoint describes exists.
            let said: Value = serde_json::from_str(&read(checkpoint)).expect("a whole checkpoint");
            let bytes = said["output"]["bytes"].as_u64().expect("a number");
            let length = fs::metadata(output).map_or(0, |output| output.len());
            assert!(length >= bytes, "{length} bytes, and {bytes} were noted");
            found.push(said["reached"]["graphs"].as_u64().expect("a number"));
        }
    }
}

#[test]
fn a_killed_run_can_be_resumed_with_the_same_result() {
    let folder = Folder::new("killed");
    let (output, checkpoint) = (folder.file("out"), folder.file("checkpoint"));
    let mut kills = 0;
    let mut between = 0;
    for (seed, (command, input)) in [
        (&["cops", PACKED, "--shard", "1/4"][..], None),
        (&["cops", "--format", "json", "--threads", "1", "--shard", "0/4"], Some(PACKED)),
        (&["cops", PACKED, "--format", "csv"], None),
        (&["cops", PACKED, "--shard", "3/4", "--summary", "--format", "json"], None),
        (&["cops", "--only", "cop_number=2, capture_time=2", "--shard", "2/4"], Some(PACKED)),
        (&["solve", PACKED, "--shard", "0/4", "--preset", "cops", "--cats", "2", "--summary"], None),
        (&["solve", PACKED, "--shard", "0/4", "--preset", "cops", "--format", "csv"], None),
        (&["convert", PACKED, "--shard", "0/40", "--to", "edges"], None),
    ]
    .into_iter()
    .enumerate()
    {
        let expected = {
            let stdin = input.map_or_else(Stdio::null, |path| fs::File::open(path).expect("it is there").into());
            let whole = catmouse().args(command).stdin(stdin).output().expect("the program runs");
            assert!(whole.status.success(), "{command:?}");
            whole.stdout
        };
        let found = killed_until_done(command, input, (&output, &checkpoint), seed as u64);
        assert!(fs::read(&output).expect("it is there") == expected, "{command:?} after {found:?}");
        assert!(found.is_sorted(), "a run that goes on loses nothing: {found:?}");
        kills += found.len();
        between += found.iter().filter(|&&graphs| graphs > 0).count();
        // Another run has nothing to do.
        let stdin = input.map_or_else(Stdio::null, |path| fs::File::open(path).expect("it is there").into());
        let mut again = catmouse();
        again.args(command).args(["--output", &output, "--checkpoint", &checkpoint]).stdin(stdin);
        let again = again.output().expect("the program runs");
        assert!(again.status.success());
        assert!(String::from_utf8_lossy(&again.stderr).contains("nothing is left to do"));
        assert!(fs::read(&output).expect("it is there") == expected);
        // A killed run leaves no partly written checkpoint.
        let names = fs::read_dir(&folder.0).expect("the folder").map(|entry| entry.expect("a file").file_name());
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        assert_eq!(names, ["checkpoint", "out"], "{command:?}");
        fs::remove_file(&output).expect("it is there");
        fs::remove_file(&checkpoint).expect("it is there");
    }
    assert!(kills >= 40 && between >= 8, "{kills} kills, {between} of them in the middle: too few to say anything");
}

/// A checkpoint in the middle of a stream, and its output, which contains more than the checkpoint
/// says.
fn in_the_middle(folder: &Folder) -> (String, String) {
    let (output, checkpoint) = (folder.file("out"), folder.file("checkpoint"));
    let input = folder.file("three");
    fs::write(&input, "Bw\nA_\nC~\n!\n").expect("there is room");
    let flags = ["cops", &input, "--output", &output, "--checkpoint", &format!("{checkpoint},0")];
    let whole = run(&flags);
    assert_eq!(whole.status.code(), Some(2), "the last line is no graph");
    fs::write(&output, read(&output) + "half a li").expect("there is room");
    (output, checkpoint)
}

/// If more graphs follow, the run goes on with these graphs. The graphs before must be the same.
#[test]
fn a_resumed_run_works_on_later_graphs() {
    let folder = Folder::new("finished");
    let (input, output, checkpoint) = (folder.file("in"), folder.file("out"), folder.file("checkpoint"));
    let flags = ["cops", &input, "--output", &output, "--checkpoint", &checkpoint];
    fs::write(&input, "Bw\nA_\n").expect("there is room");
    assert!(run(&flags).status.success());
    let written = read(&output);
    for (graphs, message) in
        [("Bw\nC~\n", "the checkpoint belongs to another stream"), ("Bw\n", "it has 1 graph, but 2 are done")]
    {
        fs::write(&input, graphs).expect("there is room");
        refused(&flags, message);
        assert_eq!(read(&output), written, "{graphs}");
    }
    for (graphs, note) in
        [("Bw\nA_\n", "nothing is left to do"), ("Bw\nA_\nC~\nDQc", ""), ("Bw\nA_\nC~\nDQc\nBW\n", "")]
    {
        fs::write(&input, graphs).expect("there is room");
        let again = run(&flags);
        let said = String::from_utf8_lossy(&again.stderr).into_owned();
        assert!(again.status.success() && said.contains(note) && said.is_empty() == note.is_empty(), "{said}");
        assert_eq!(read(&output), stdout(&["cops", &input]), "{graphs}");
    }
}

/// Offsets at which a text may be cut off: in the middle of lines, and before and after line ends.
fn breaks(text: &[u8], dice: &mut Dice) -> Vec<usize> {
    let anywhere = (0..3).map(|_| 1 + dice.below(text.len() - 1)).collect::<Vec<_>>();
    let line_end = |from: usize| text[..from].iter().rposition(|&byte| byte == b'\n').map(|end| [end, end + 1]);
    let line_ends = anywhere.iter().filter_map(|&from| line_end(from)).flatten().filter(|&end| end > 0).collect();
    [anywhere, line_ends].concat()
}

/// A pipe may be cut off without an error: in the middle of a line, at its end, or between the
/// lines of a graph. The run is not finished then, and the incomplete graph does not count. With
/// the whole input, the same command ends as if nothing had happened.
#[test]
fn a_run_with_a_truncated_input_can_be_resumed() {
    let folder = Folder::new("unseen");
    let (output, checkpoint, input) = (folder.file("out"), folder.file("checkpoint"), folder.file("graphs"));
    let mut dice = Dice::new(5);
    let mut in_the_middle = 0;
    for (format, command) in [
        ("graph6", &["cops"][..]),
        ("graph6", &["cops", "--summary"]),
        ("graph6", &["cops", "--format", "csv"]),
        ("graph6", &["solve", "--preset", "cops", "--format", "csv"]),
        ("graph6", &["solve", "--preset", "cops", "--summary", "--shard", "1/3"]),
        ("graph6", &["convert", "--to", "edges"]),
        ("leetcode", &["cops"]),
        ("edges", &["cops"]),
        ("edges", &["convert", "--to", "leetcode"]),
        ("dimacs", &["cops"]),
        ("dot", &["cops", "--format", "json"]),
        ("node-link", &["cops"]),
        ("multicode", &["cops"]),
    ] {
        let bytes = run(&["convert", GRAPHS, "--to", format]).stdout;
        let command = [command, &["--input", format]].concat();
        fs::write(&input, &bytes).expect("there is room");
        let expected = run(&[&command[..], &[&input]].concat());
        assert!(expected.status.success(), "{expected:?}");
        for cut in breaks(&bytes, &mut dice) {
            let flags = ["--output", &output, "--checkpoint", &checkpoint];
            let flags = [&command[..], &[&input], &flags].concat();
            fs::write(&input, &bytes[..cut]).expect("there is room");
            let broken = run(&flags);
            // Half a line may be no graph, or no game.
            assert!(matches!(broken.status.code(), Some(0 | 2)), "{broken:?}");
            if Path::new(&checkpoint).exists() {
                let said: Value = serde_json::from_str(&read(&checkpoint)).expect("a whole checkpoint");
                in_the_middle += usize::from(said["reached"]["graphs"].as_u64() > Some(0));
            }
            fs::write(&input, &bytes).expect("there is room");
            for _ in 0..2 {
                let rest = run(&flags);
                assert!(rest.status.success(), "{command:?} cut at {cut}: {}", String::from_utf8_lossy(&rest.stderr));
                assert!(fs::read(&output).expect("it is there") == expected.stdout, "{command:?} cut at {cut}");
            }
            fs::remove_file(&output).expect("it is there");
            fs::remove_file(&checkpoint).expect("it is there");
        }
    }
    assert!(in_the_middle > 60, "{in_the_middle} runs broke off in the middle: too few to say anything");
}

/// A checkpoint must be a file. Reading something else, such as a device, might take for ever.
#[cfg(unix)]
#[test]
fn a_checkpoint_is_a_file() {
    let folder = Folder::new("device");
    let here = folder.0.to_str().expect("a plain name").to_owned();
    for checkpoint in ["/dev/full", "/dev/null", "/dev/zero", &here] {
        if Path::new(checkpoint).exists() {
            let flags = ["cops", GRAPHS, "--output", &folder.file("out"), "--checkpoint", checkpoint];
            refused(&flags, "cannot hold a checkpoint");
            assert!(!Path::new(&folder.file("out")).exists());
        }
    }
}

#[test]
fn a_run_cannot_be_resumed_with_other_flags() {
    let folder = Folder::new("refused");
    let (output, checkpoint) = in_the_middle(&folder);
    let (input, text, noted) = (folder.file("three"), read(&output), read(&checkpoint));
    let both = ["--output", &output, "--checkpoint", &checkpoint];
    let other = |args: &[&str], message: &str| {
        refused(&[args, &both[..]].concat(), message);
        assert_eq!((read(&output), read(&checkpoint)), (text.clone(), noted.clone()), "{args:?} changes something");
    };
    other(&["cops", &input, "--cats", "2"], "is of `catmouse cops`, and this is `catmouse cops --cats=2`");
    other(&["cops", &input, "--summary"], "and this is `catmouse cops --summary`");
    other(&["solve", &input], "and this is `catmouse solve`");
    other(&["cops", GRAPHS], "its first 4 graphs differ");
    other(&["cops", "petersen"], "the checkpoint belongs to another stream");
    refused(&["cops", &input, "--checkpoint", &checkpoint], "--output");
    refused(&["cops", &input, "--output", &output, "--checkpoint", &folder.file("new")], "and no checkpoint");
    assert!(!Path::new(&folder.file("new")).exists());
    let graphs = folder.file("copy");
    fs::copy(&input, &graphs).expect("there is room");
    refused(&["cops", &input, "--output", &output, "--checkpoint", &graphs], "is not a checkpoint");

    let changed = |text: &str, message: &str| {
        fs::write(&output, text).expect("there is room");
        refused(&[&["cops", &input], &both[..]].concat(), message);
        assert_eq!(read(&output), text);
    };
    changed("1  ", "the run had written");
    changed(&text.replacen('1', "2", 1), "bytes were changed");
    fs::write(&checkpoint, noted.replace(env!("CARGO_PKG_VERSION"), "0.0.1")).expect("there is room");
    refused(&[&["cops", &input], &both[..]].concat(), "is of catmouse 0.0.1");
}

/// The number of threads, the paths of the files and the source of the graphs may differ between
/// runs. The exit code covers all runs.
#[test]
fn threads_paths_and_sources_may_differ_between_runs() {
    let folder = Folder::new("same");
    let (output, checkpoint) = in_the_middle(&folder);
    let input = read(&folder.file("three"));
    let flags = ["cops", "--output", &output, "--checkpoint", &checkpoint, "--threads", "1"];
    let rest = answer(catmouse().args(flags), &input);
    assert_eq!(rest.status.code(), Some(2), "the bad graph was one of the first run");
    let said = String::from_utf8_lossy(&rest.stderr).into_owned();
    assert!(said.starts_with("note: nothing is left to do") && said.lines().count() == 1, "{said}");
    assert_eq!(read(&output).lines().count(), 3);
    let again = answer(catmouse().args(flags), &input);
    assert_eq!(again.status.code(), Some(2));
}

/// If the input fails before its end, the run is not finished, and the same command resumes it when
/// the input is whole.
#[test]
fn a_run_with_a_broken_input_can_be_resumed() {
    let folder = Folder::new("broken");
    let (output, checkpoint, input) = (folder.file("out"), folder.file("checkpoint"), folder.file("graphs.g6.gz"));
    let packed = fs::read(PACKED).expect("it is part of the repository");
    fs::write(&input, &packed[..packed.len() / 2]).expect("there is room");
    let flags = ["cops", &input, "--output", &output, "--checkpoint", &format!("{checkpoint},0")];
    let broken = run(&flags);
    let said = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert_eq!(broken.status.code(), Some(2), "{said}");
    assert!(said.contains("the same command continues from the checkpoint"), "{said}");
    fs::write(&input, &packed).expect("there is room");
    let rest = run(&flags);
    assert!(rest.status.success(), "{}", String::from_utf8_lossy(&rest.stderr));
    assert!(read(&output) == stdout(&["cops", PACKED]));
    // Without a checkpoint, an incomplete result is not written.
    fs::write(&input, &packed[..packed.len() / 2]).expect("there is room");
    let other = folder.file("other");
    assert_eq!(run(&["cops", &input, "--output", &other]).status.code(), Some(2));
    assert!(!Path::new(&other).exists());
}

/// An output file never replaces a file that is read or written by the same command, even under
/// another name.
#[test]
fn files_that_are_the_same_are_refused() {
    let folder = Folder::new("same");
    let (board, other, link) = (folder.file("board.txt"), folder.file("other"), folder.file("link"));
    let setup = stdout(&["example", "ambush"]);
    fs::write(&board, &setup).expect("there is room");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&board, &link).expect("there is room");
    for (flags, message) in [
        (
            &["solve", &board, "--save", &other, "--save-certificate", &other][..],
            "which is written for `--save-certificate`",
        ),
        (&["solve", &board, "--save", &board], "which is read for the board"),
        (&["explain", &board, "--format", "html", "--output", &link], "which is read for the board"),
        (&["convert", &board, "--to", "edges", "-o", &board], "`--output` would replace"),
        (&["cops", "petersen", "-o", &other, "--checkpoint", &other], "which is written for `--checkpoint`"),
    ] {
        refused(flags, message);
        assert!(!Path::new(&other).exists() && read(&board) == setup, "{flags:?}");
    }
    if cfg!(unix) {
        assert!(run(&["solve", &board, "--save", "/dev/null", "--save-certificate", "/dev/null"]).status.success());
    }
}

/// Of two runs that begin at the same time, one is refused, because the other is writing. It leaves
/// the files of the other alone.
#[test]
fn runs_that_begin_together_do_not_disturb_each_other() {
    let folder = Folder::new("together");
    let whole = stdout(&["cops", GRAPHS]);
    let mut refusals = 0;
    for round in 0..30 {
        let (output, checkpoint) = (folder.file(&format!("out-{round}")), folder.file(&format!("check-{round}")));
        let begin = || {
            let files = ["--output", &output, "--checkpoint", &format!("{checkpoint},0")];
            started(catmouse().args(["cops", GRAPHS]).args(files))
        };
        for run in [begin(), begin(), begin()] {
            let ended = run.wait_with_output().expect("it ends");
            let message = String::from_utf8_lossy(&ended.stderr);
            if !ended.status.success() {
                refusals += 1;
                assert!(message.contains("another run is writing it"), "{message}");
            }
        }
        assert!(Path::new(&checkpoint).is_file(), "round {round}: the checkpoint is gone");
        assert_eq!(read(&output), whole, "round {round}");
    }
    assert!(refusals > 0, "no runs have met");
}
