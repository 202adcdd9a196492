//! Outcomes without distances. On every fixture, under every limit, they agree with the outcomes
//! that belong to distances. A saved table of them gives the same answers. Questions that need
//! distances are refused.

use std::fs;
use std::path::Path;

use catmouse::answers::{MoveAnswer, SurveyScope};
use catmouse::arena::{Extent, Values};
use catmouse::model::Outcome;
use catmouse::{Error, Question, Solved};
use serde_json::Value;

use crate::program::{Scratch, catmouse};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
const COSTS: &str = "[[[3,1]],[[3,1],[2,50]],[[1,50],[3,2]],[[0,1],[1,1],[2,2]]]";

fn run(args: &[&str]) -> std::process::Output {
    catmouse().args(args).output().expect("the program runs")
}

fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn refused(args: &[&str], because: &str) {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let message = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(message.contains(because), "{args:?}: {message}");
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--format", "json"]].concat())).expect("JSON")
}

/// Compares the answers from outcomes with those from distances.
fn compare(question: &Question, name: &str) {
    let told = question.solve().unwrap_or_else(|error| panic!("{name}: {error}"));
    let outcomes = question.solve_outcomes().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(told.values().has_distances() && !outcomes.values().has_distances());
    let limit = told.game().adjudication().limit.map(|limit| limit.distance);

    let [with, without] = [&told, &outcomes].map(|solved| solved.answer().expect("solved"));
    assert_eq!((with.outcome, with.positions), (without.outcome, without.positions), "{name}");
    assert!(with.distances && !without.distances);
    assert_eq!((without.distance.distance_plies, without.distance.distance_cost), (None, None), "{name}");
    assert_eq!((without.longest_plies, without.longest_cost), (None, None), "{name}");

    let rows = |solved: &Solved| -> Vec<(catmouse::model::PositionJson, Outcome)> {
        solved.table().map(|row| row.map(|row| (row.position, row.outcome)).expect("in memory")).collect()
    };
    assert!(rows(&told) == rows(&outcomes), "{name}: a position has another outcome");
    assert!(outcomes.table().all(|row| row.is_ok_and(|row| !row.distances && row.distance.distance_plies.is_none())));

    // Every move of some positions, others for each limit, which is counted from the position.
    let step = (told.values().positions() / 4).max(1);
    for position in told.game().position_ids().skip(limit.map_or(0, |limit| 7 * limit as usize % step)).step_by(step) {
        let moves = |solved: &Solved| {
            let mut start = solved.start();
            start.opening.id = position;
            solved.rated_moves(&start).expect("solved")
        };
        let mover = catmouse::arena::Player::from(told.game().position(position).turn);
        let (mut with, without) = (moves(&told), moves(&outcomes));
        let best = with.iter().map(|rated| rated.judgement.outcome.score(mover)).max();
        let place = |rated: &catmouse::explain::RatedMove| without.iter().position(|other| other.to == rated.to);
        assert_eq!(with.len(), without.len());
        with.sort_by_key(|rated| place(rated));
        for (with, without) in with.iter().zip(&without) {
            assert_eq!((with.to, with.judgement.outcome), (without.to, without.judgement.outcome), "{name} {position}");
            assert_eq!(with.judgement.decided_by, without.judgement.decided_by, "{name} {position}");
            assert_eq!(Some(without.judgement.outcome.score(mover)) == best, without.best, "{name} {position}");
        }
        assert_eq!(without.iter().filter(|rated| rated.main).count(), usize::from(!without.is_empty()));
    }

    let survey = |solved: &Solved, scope| solved.survey(0, scope).expect("solved").answer().expect("in memory");
    let [with, without] = [&told, &outcomes].map(|solved| survey(solved, SurveyScope::All));
    assert_eq!(with.summary.shares, without.summary.shares, "{name}");
    let drawn = survey(&outcomes, SurveyScope::Sample(usize::MAX)).summary;
    assert_eq!((drawn.shares, drawn.sample), (with.summary.shares, Some(with.starts.len())), "{name}");
    for (with, without) in with.starts.iter().zip(&without.starts) {
        assert_eq!((&with.position, with.over, with.outcome), (&without.position, without.over, without.outcome));
        if without.moves.is_some() {
            assert_eq!((with.moves, with.right_moves), (without.moves, without.right_moves), "{name}");
        }
    }

    // The saved table gives the same answers.
    let table = Scratch::new("fixture.outcomes", "");
    outcomes.save(Path::new(table.path()), catmouse::store::Contents::Outcomes).expect("saved");
    let read = question.open_table(Path::new(table.path())).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(rows(&read) == rows(&outcomes), "{name}, on disk");
    assert!(matches!(read.check(), Err(Error::NoDistances)) && matches!(read.explain(), Err(Error::NoDistances)));
    assert!(matches!(read.certificate(), Err(Error::NoDistances)));
    let size = fs::metadata(table.path()).expect("saved").len();
    assert!(size <= 8192 + told.values().positions() as u64 / 4, "{name}: {size} bytes");
    // A table that was saved under one limit cannot be used under another, unless every win is
    // short enough.
    let other = match limit {
        Some(_) => question.clone().rules(limited(None)),
        None => question.clone().rules(limited(Some(1))),
    };
    let opened = other.open_table(Path::new(table.path()));
    let longest = told.values().scanned_longest();
    match (limit, longest) {
        // With several cats, the longest win is known less exactly.
        _ if told.game().rules().cats > 1 => assert!(opened.is_err() || longest <= limit.unwrap_or(1), "{name}"),
        (None, longest) => assert_eq!(opened.is_ok(), longest <= 1, "{name}"),
        // If the longest wins just keep the limit, longer wins may have been cut off.
        (Some(limit), longest) if longest == limit => {}
        (Some(limit), longest) => assert_eq!(opened.is_ok(), longest < limit, "{name}: {longest} {limit}"),
    }
}

/// The number of plies or the cost of the longest forced win.
trait Longest: Values {
    fn scanned_longest(&self) -> u64 {
        let mut longest = 0;
        self.scan(&mut |_, value| longest = longest.max(value.distance().unwrap_or(0)));
        longest
    }
}

impl<V: Values> Longest for V {}

fn limited(limit: Option<u64>) -> catmouse::model::RuleChoices {
    let mut rules = catmouse::model::RuleChoices::default();
    let plies = |limit| catmouse::model::LimitChoice::Plies(i64::try_from(limit).expect("limits here are small"));
    rules.limit = Some(limit.map_or(catmouse::model::LimitChoice::None, plies));
    rules
}

#[test]
fn outcomes_are_those_of_the_distances_on_every_fixture_and_under_limits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for folder in ["classic", "cops", "costs", "grid", "rules"] {
        let files = fs::read_dir(root.join(folder)).expect("the folder is part of the repository");
        let boards = files.map(|entry| entry.expect("it can be listed").path());
        for (turn, path) in boards.filter(|path| path.extension().is_some_and(|it| it == "toml")).enumerate() {
            let name = path.display().to_string();
            let question = Question::text(fs::read_to_string(&path).expect("fixtures are text"));
            let solved = question.solve().expect("fixtures are small");
            let longest = solved.values().scanned_longest();
            compare(&question, &name);
            if longest > 200 || solved.values().positions() > 1000 {
                continue;
            }
            // Each fixture takes two of the limits, in rotation.
            let limits = [0, longest / 2, longest + 1, 1, longest.saturating_sub(1), 2, longest];
            for limit in limits.into_iter().cycle().skip(turn % 7).step_by(3).take(2) {
                compare(&question.clone().rules(limited(Some(limit))), &format!("{name} within {limit}"));
            }
        }
    }
}

#[test]
fn commands_say_that_there_are_no_distances() {
    for board in [&[DRAW][..], &[COSTS], &["[[1,2],[0,3],[0,3],[1,2]]", "--preset", "cops", "--cats", "2"]] {
        for command in ["solve", "moves", "survey"] {
            let with = json(&[&[command], board].concat());
            let without = json(&[&[command], board, &["--outcomes-only"]].concat());
            assert_eq!((&with["distances"], &without["distances"]), (&Value::Bool(true), &Value::Bool(false)));
            assert_eq!(with["outcome"], without["outcome"], "{command}");
            assert_eq!(with["positions"], without["positions"], "{command}");
        }
        let rows = stdout(&[&["table"], board, &["--outcomes-only", "--format", "json"]].concat());
        assert!(rows.lines().all(|row| row.contains("\"distances\":false") && row.contains("\"distance_plies\":null")));
        let csv = |more: &[&str]| stdout(&[&["table"], board, more].concat());
        let outcome = |row: &str| row.split(',').take(4).collect::<Vec<_>>().join(",");
        let outcomes = |csv: String| csv.lines().map(outcome).collect::<Vec<_>>();
        assert_eq!(outcomes(csv(&["--outcomes-only"])), outcomes(csv(&[])));
        assert!(csv(&["--outcomes-only"]).lines().skip(1).all(|row| row.ends_with(",,")));
    }
    let text = stdout(&["solve", DRAW, "--from", "M1 C5 cat", "--outcomes-only"]);
    assert!(text.contains("by force.") || text.contains("draw"), "{text}");
    assert!(!text.contains(" plies"), "{text}");
}

#[test]
fn a_stream_is_solved_for_outcomes_too() {
    let stream = Scratch::new("two.g6", "D?{\nDqK\n");
    let lines = |more: &[&str]| -> Vec<Value> {
        let text = stdout(&[&["solve", stream.path(), "--format", "json"], more].concat());
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    for (with, without) in lines(&[]).iter().zip(&lines(&["--outcomes-only"])) {
        assert_eq!((&with["outcome"], &with["positions"]), (&without["outcome"], &without["positions"]));
        assert_eq!((&without["distances"], &without["distance_plies"]), (&Value::Bool(false), &Value::Null));
    }
}

/// Summaries and filters of a stream are about outcomes too, in the memory that outcomes take.
#[test]
fn a_stream_is_counted_for_outcomes_in_their_memory() {
    fn large<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["solve", "grid:40x40", "--hole", "0", "--mouse", "1", "--cat", "1220"][..], more].concat()
    }
    let counts = |more: &[&str]| json(&large(&[&["--summary"], more].concat()));
    let whole = counts(&[]);
    let within = ["--max-memory", "16M"];
    for more in [&["--summary"][..], &["--only", "outcome=mouse"]] {
        let message = String::from_utf8(run(&large(&[more, &within].concat())).stderr).expect("it is text");
        assert!(message.contains("16.0 MiB are allowed"), "{message}");
    }
    let outcomes = counts(&[&["--outcomes-only"], &within[..]].concat());
    assert_eq!(outcomes["graphs"], whole["graphs"]);
    let sum = |answer: &Value, key: &str| -> u64 {
        answer["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .filter(|row| row["outcome"] == key)
            .map(|row| row["count"].as_u64().expect("a number"))
            .sum()
    };
    for outcome in ["mouse", "cat", "draw"] {
        assert_eq!(sum(&outcomes, outcome), sum(&whole, outcome), "{outcome}");
    }
    let only = stdout(&large(&[&["--only", "outcome=mouse", "--outcomes-only"], &within[..]].concat()));
    assert_eq!(only.lines().count(), 1);
}

#[test]
fn a_table_of_outcomes_answers_as_solving_for_outcomes_does() {
    for (name, flags) in [("plain", &[][..]), ("limited", &["--limit", "3", "--set", "limit-winner=mouse"])] {
        let table = Scratch::new(&format!("{name}.outcomes"), "");
        let with = |command: &str, more: &[&str]| stdout(&[&[command, DRAW], flags, more].concat());
        with("solve", &["--outcomes-only", "--save", table.path()]);
        for format in ["text", "json", "csv"] {
            let solved = with("table", &["--outcomes-only", "--format", format]);
            assert_eq!(with("table", &["--table", table.path(), "--format", format]), solved);
        }
        for command in ["moves", "survey"] {
            for format in ["text", "json", "csv"] {
                let solved = with(command, &["--outcomes-only", "--format", format]);
                assert_eq!(with(command, &["--table", table.path(), "--format", format]), solved, "{command}");
            }
        }
        let args = |command| [&[command, DRAW, "--table", table.path()], flags].concat();
        refused(&args("check"), "the local conditions cannot tell a win from endless play");
        for command in ["explain", "draw"] {
            refused(&args(command), "it was saved without distances");
        }
    }
}

/// A table of outcomes gives the same outcomes of moves as distances do, under the limit that it
/// was saved under. The limits are longer than every win, as long as the longest win, shorter, and
/// 0; the moves of one board have costs.
#[test]
fn a_table_of_outcomes_under_a_limit_tells_moves_as_distances_do() {
    let costs = "[[[2,2],[5,1]],[[3,3]],[[0,2],[4,1],[5,2]],[[1,3],[4,2],[5,1]],[[2,1],[3,2]],[[0,1],[2,2],[3,1]]]";
    for (name, board) in [("plies", DRAW), ("costs", costs)] {
        for limit in 0..14 {
            let limit = limit.to_string();
            let table = Scratch::new(&format!("{name}-{limit}.outcomes"), "");
            let flags = ["--limit", &limit, "--set", "limit-winner=draw"];
            let with = |args: &[&str]| json(&[args, &flags[..]].concat());
            with(&["solve", board, "--outcomes-only", "--save", table.path()]);
            for start in ["M1 C2 mouse", "M1 C4 cat", "M3 C4 mouse", "M5 C2 mouse", "M4 C3 cat"] {
                let outcomes = |answer: Value| -> Vec<(String, Value)> {
                    let moves = answer["moves"].as_array().expect("a list");
                    let mut all: Vec<_> =
                        moves.iter().map(|one| (one["to"].to_string(), one["outcome"].clone())).collect();
                    all.sort_by_key(|(to, _)| to.clone());
                    all
                };
                let told = outcomes(with(&["moves", board, "--from", start, "--table", table.path()]));
                assert_eq!(told, outcomes(with(&["moves", board, "--from", start])), "{start} within {limit}: {board}");
            }
            let starts = |answer: Value| -> Vec<[Value; 3]> {
                let starts = answer["starts"].as_array().expect("a list").iter();
                starts.map(|it| ["outcome", "moves", "right_moves"].map(|key| it[key].clone())).collect()
            };
            let told = starts(with(&["survey", board, "--table", table.path()]));
            let known = starts(with(&["survey", board]));
            assert_eq!(told.len(), known.len());
            for (told, mut known) in told.into_iter().zip(known) {
                // Without distances, no line leads to the first choice of a winner that does not
                // move first.
                if told[1].is_null() {
                    (known[1], known[2]) = (Value::Null, Value::Null);
                }
                assert_eq!(told, known, "within {limit}: {board}");
            }
        }
    }
}

#[test]
fn a_table_of_outcomes_that_is_not_whole_or_of_another_limit_is_refused() {
    let table = Scratch::new("refused.outcomes", "");
    stdout(&["solve", DRAW, "--outcomes-only", "--save", table.path()]);
    let whole = fs::read(table.path()).expect("saved");
    for command in ["moves", "table", "survey", "check"] {
        refused(&[command, DRAW, "--table", table.path(), "--hole", "4"], "another board or other rules");
        for at in [0, 9, 13, 40, 44, 100, 4096, 4097, whole.len() - 1] {
            let mut flipped = whole.clone();
            flipped[at] ^= 4;
            fs::write(table.path(), &flipped).expect("written");
            let output = run(&[command, DRAW, "--table", table.path()]);
            assert_eq!(output.status.code(), Some(2), "{command} with byte {at} changed");
            assert!(output.stdout.is_empty());
        }
        for length in [0, 7, 4095, 4096, whole.len() - 1] {
            fs::write(table.path(), &whole[..length]).expect("written");
            assert_eq!(run(&[command, DRAW, "--table", table.path()]).status.code(), Some(2), "{command}, {length}");
        }
        fs::write(table.path(), &whole).expect("written");
    }
    refused(&["moves", DRAW, "--table", table.path(), "--limit", "2"], "the outcomes within a limit of 2 are needed");
    stdout(&["solve", DRAW, "--outcomes-only", "--limit", "2", "--save", table.path()]);
    refused(&["table", DRAW, "--table", table.path()], "those of the wins within a limit of 2");
    refused(&["table", DRAW, "--table", table.path(), "--limit", "3"], "those of the wins within a limit of 2");
    stdout(&["table", DRAW, "--table", table.path(), "--limit", "2"]);
    refused(&["solve", DRAW, "--outcomes-only", "--save", "/no/such/folder/x"], "cannot save the table");
}

#[test]
fn boards_fit_that_are_refused_with_distances() {
    let ring = |vertices: u32| {
        let edges: Vec<String> = (0..vertices).map(|at| format!("{at} {}", (at + 1) % vertices)).collect();
        edges.join("\n")
    };
    let board = Scratch::new("ring.txt", &ring(2_000));
    let memory = ["--max-memory", "16M"];
    refused(&[&["explain", board.path()], &memory[..]].concat(), "of memory");
    let answer = json(&[&["solve", board.path(), "--outcomes-only"], &memory[..]].concat());
    assert_eq!(answer["positions"]["total"], 2_u64 * 2_000 * 1_999);
    // A saved table is read within the memory of the board, plus the blocks that are kept in
    // memory.
    let table = Scratch::new("ring.outcomes", "");
    stdout(&[&["solve", board.path(), "--outcomes-only", "--save", table.path()], &memory[..]].concat());
    stdout(&[&["moves", board.path(), "--table", table.path()], &memory[..]].concat());
    // Without distances, the memory is estimated as well.
    let board = Scratch::new("large-ring.txt", &ring(6_000));
    refused(&[&["survey", board.path(), "--outcomes-only"], &memory[..]].concat(), "of memory");
}

#[test]
fn outcomes_beyond_the_memory_are_kept_on_disk() {
    let ring: Vec<String> = (0..6_000).map(|vertex| format!("{vertex} {}", (vertex + 1) % 6_000)).collect();
    let board = Scratch::new("large-ring.txt", &ring.join("\n"));
    let solve = ["solve", board.path(), "--outcomes-only", "--from", "M500 C1200 mouse"];
    let small = ["--max-memory", "16M"];
    // Without a limit the mouse wins a race.
    let limited = ["--limit", "900"];
    refused(&[&solve[..], &small, &limited].concat(), "`--scratch FOLDER` keeps the outcomes on disk");
    let folder = std::env::temp_dir();
    let scratch = ["--scratch", folder.to_str().expect("a plain name")];
    for more in [&[][..], &limited, &["--limit", "1001"], &["--preset", "cops"]] {
        let in_memory = [&solve[..], more].concat();
        let on_disk = [&in_memory[..], &small, &scratch].concat();
        assert_eq!(json(&on_disk), json(&in_memory), "{more:?}");
        assert_eq!(
            stdout(&[&on_disk[..], &["--format", "csv"]].concat()),
            stdout(&[&in_memory[..], &["--format", "csv"]].concat())
        );
        let text = stdout(&in_memory);
        assert!(text.starts_with(&stdout(&on_disk)), "the text is the same but for the law: {text}");
    }
    // Enough memory makes no difference. To place a piece, every position is read.
    assert_eq!(json(&[&solve[..], &scratch].concat()), json(&solve));
    let placed = ["solve", board.path(), "--outcomes-only", "--preset", "cops"];
    refused(&[&placed[..], &small, &scratch].concat(), "a board of about");
    // Other commands do not have the flag, and do not name it.
    let output = run(&[&["moves"], &solve[1..], &small, &limited].concat());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("`--max-memory SIZE` sets another limit") && !message.contains("scratch"), "{message}");
    refused(&[&solve[..], &small, &["--scratch", "/no/such/folder"]].concat(), "the scratch space cannot be used");
    refused(&["solve", board.path(), "--scratch", "/tmp"], "--outcomes-only");
}

/// An answer about the start alone has the title of the board and the note on how it was read.
#[test]
fn a_start_decided_alone_keeps_title_and_note() {
    let setup = "catmouse = 1\ntitle = \"A long corridor\"\n[board]\ngrid = [\"FM{}C.C.C\"]\n";
    let board = Scratch::new("corridor.toml", &setup.replace("{}", &".".repeat(90)));
    let answer = json(&["solve", board.path(), "--max-memory", "16M"]);
    assert_eq!((&answer["name"], &answer["outcome"]), (&"A long corridor".into(), &"mouse".into()));
    assert!(stdout(&["solve", board.path(), "--max-memory", "16M"]).contains("\nA long corridor\n"));
    // A cycle in a format whose vertices are counted from 1.
    let ring: Vec<String> = (1..=2_000).map(|vertex| format!("e {vertex} {}\n", vertex % 2_000 + 1)).collect();
    let board = Scratch::new("ring.col", &format!("p edge 2000 2000\n{}", ring.concat()));
    let output = run(&["solve", board.path(), "--max-memory", "16M"]);
    let whole = run(&["solve", board.path()]);
    assert!(output.status.success() && !whole.stderr.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&whole.stderr));
}

#[test]
fn a_sample_is_of_the_starts_and_always_the_same() {
    let drawn = json(&["survey", DRAW, "--outcomes-only", "--sample", "7"]);
    let all = json(&["survey", DRAW, "--outcomes-only"]);
    assert_eq!((&drawn["sample"], &all["sample"]), (&Value::from(7), &Value::Null));
    assert_eq!((&drawn["shares"], &drawn["level"]), (&all["shares"], &all["level"]));
    let starts = |survey: &Value| survey["starts"].as_array().expect("a list").clone();
    let (few, every) = (starts(&drawn), starts(&all));
    assert_eq!(few.len(), 7);
    assert!(few.iter().all(|start| every.contains(start)));
    assert!((1..7).all(|at| few[at] != few[at - 1]));
    assert_eq!(json(&["survey", DRAW, "--outcomes-only", "--sample", "7"]), drawn);
    // With distances, and with a sample larger than the number of starts.
    assert_eq!(starts(&json(&["survey", DRAW, "--sample", "1000"])), starts(&json(&["survey", DRAW])));
    let text = stdout(&["survey", DRAW, "--sample", "7"]);
    assert!(text.contains("The hardest of 7 starts drawn anywhere:"), "{text}");
    let table = Scratch::new("sampled.outcomes", "");
    stdout(&["solve", DRAW, "--outcomes-only", "--save", table.path()]);
    assert_eq!(json(&["survey", DRAW, "--table", table.path(), "--sample", "7"]), drawn);
}

/// The library gives the same answers.
#[test]
fn a_move_of_a_program_says_the_same() -> Result<(), Error> {
    let solved = Question::text(DRAW).solve_outcomes()?;
    let best: Vec<MoveAnswer> = solved.moves()?.moves.into_iter().filter(|rated| rated.best).collect();
    assert!(!best.is_empty() && best.iter().all(|rated| rated.distance.distance_plies.is_none()));
    assert!(matches!(solved.check(), Err(Error::NoDistances)));
    assert!(matches!(
        solved.save(Path::new("/no/such/folder"), catmouse::store::Contents::Distances),
        Err(Error::NoDistances)
    ));
    let catmouse::values::GameValues::Outcomes(outcomes) = solved.values() else { panic!("bits") };
    assert!(matches!(outcomes.extent(), Extent::All { longest: Some(_) }));
    Ok(())
}
