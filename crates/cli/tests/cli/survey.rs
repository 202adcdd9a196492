//! A survey gives the same values of starts as the table, in every format, and the flags and lines
//! that it offers can be used.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use catmouse::Question;
use catmouse::answers::SurveyScope;
use serde_json::Value;

use crate::program::{answer, catmouse};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
const COSTS: &str = "[[[3,1]],[[3,1],[2,50]],[[1,50],[3,2]],[[0,1],[1,1],[2,2]]]";
const GRID: &str = "M..#F\n.#...\nC...C";

/// Boards of every kind, with flags.
const GAMES: [&[&str]; 7] = [
    &[DRAW],
    &[DRAW, "--first", "cat", "--limit", "2", "--set", "limit-winner=mouse"],
    &["[[1,2],[0,3],[0],[1],[]]", "--set", "directed", "--set", "stalemate=loss"],
    &["[[1,2],[0,3],[0,3],[1,2]]", "--preset", "cops", "--cats", "2"],
    &[COSTS],
    &["M.C...F", "--mouse-jump", "3"],
    &[GRID],
];

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_catmouse")).args(args).output().expect("the program runs")
}

#[track_caller]
fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("it is JSON")
}

/// The starts in the output of `catmouse table --format json`: mouse and cats, with outcome and
/// distances.
fn from_table(game: &[&str], first: &str) -> BTreeMap<(String, String), [Value; 3]> {
    stdout(&[&["table", "--format", "json"], game].concat())
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"))
        .filter(|row| row["turn"] == first)
        .map(|row| (place(&row), said(&row)))
        .collect()
}

fn place(row: &Value) -> (String, String) {
    (row["mouse"].to_string(), row["cats"].to_string())
}

fn said(row: &Value) -> [Value; 3] {
    ["outcome", "distance_plies", "distance_cost"].map(|key| row[key].clone())
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("it is a list")
}

#[test]
fn every_start_agrees_with_the_table() {
    for game in GAMES {
        let survey = json(&[&["survey", "--format", "json", "--top", "9999"], game].concat());
        let first = survey["first"].as_str().expect("it is a word");
        let table = from_table(game, first);
        let starts: BTreeMap<_, _> = list(&survey["starts"]).iter().map(|row| (place(row), said(row))).collect();
        assert_eq!(starts, table, "{game:?}");

        // Starts at distance 0 are over. The others are counted by outcome.
        let count = |of: &dyn Fn(&[Value; 3]) -> bool| table.values().filter(|said| of(said)).count();
        let over = count(&|[_, plies, _]| *plies == 0);
        let shares = &survey["shares"];
        assert_eq!(shares["total"], table.len(), "{game:?}");
        assert_eq!(shares["over"], over, "{game:?}");
        for word in ["mouse", "cat", "draw"] {
            let of = count(&|[outcome, plies, _]| *outcome == word && *plies != 0);
            assert_eq!(shares[word], of, "{game:?}: {word}");
        }

        // The longest wins are those of the table, in descending order of their distance, or of
        // their cost if moves have costs.
        let has_costs = table.values().any(|[.., cost]| !cost.is_null());
        let distance = |[_, plies, cost]: &[Value; 3]| if has_costs { cost.as_u64() } else { plies.as_u64() };
        for word in ["mouse", "cat"] {
            let mut forced: Vec<u64> =
                table.values().filter(|said| said[0] == word).filter_map(distance).filter(|&d| d > 0).collect();
            forced.sort_unstable_by(|a, b| b.cmp(a));
            let listed = list(&survey["hardest"]["longest"][word]);
            assert_eq!(listed.iter().filter_map(|row| distance(&said(row))).collect::<Vec<_>>(), forced, "{game:?}");
        }
    }
}

/// The number of moves that keep the outcome is the same in the survey and among the moves of the
/// first mover that `catmouse moves` lists.
#[test]
fn right_moves_are_those_that_keep_the_outcome() {
    for game in GAMES {
        let survey = json(&[&["survey", "--format", "json", "--top", "9"], game].concat());
        let first = &survey["first"];
        let narrowest = survey["hardest"]["narrowest"].as_object().expect("it has a list for each outcome");
        for row in narrowest.values().flat_map(list).filter(|row| row["outcome"] == *first || row["outcome"] == "draw")
        {
            let from = row["from"].as_str().expect("it is a text");
            // `--from` states the turn, so `--first` is left out.
            let rest: Vec<&str> = game.iter().copied().filter(|&flag| !["--first", "cat"].contains(&flag)).collect();
            let moves = json(&[&["moves", "--format", "json", "--from", from], &rest[..]].concat());
            let moves = list(&moves["moves"]);
            assert_eq!(row["moves"], moves.len(), "{game:?} from {from}");
            let right = moves.iter().filter(|step| step["outcome"] == row["outcome"]).count();
            assert_eq!(row["right_moves"], right, "{game:?} from {from}");
        }
    }
}

#[test]
fn csv_agrees_with_json() {
    for game in GAMES {
        let starts = json(&[&["survey", "--format", "json"], game].concat());
        let text = stdout(&[&["survey", "--format", "csv"], game].concat());
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns: Vec<String> = reader.headers().expect("there is a header").iter().map(str::to_owned).collect();
        let keys =
            ["mouse", "cats", "turn", "over", "outcome", "distance_plies", "distance_cost", "moves", "right_moves"];
        assert_eq!(columns, keys, "{game:?}");
        let records: Vec<_> = reader.records().map(|record| record.expect("each line has all fields")).collect();
        let rows = list(&starts["starts"]);
        assert_eq!(records.len(), rows.len());
        for (record, row) in records.iter().zip(rows) {
            for (field, key) in record.iter().zip(&keys).skip(2) {
                let expected = match &row[*key] {
                    Value::Null => String::new(),
                    Value::String(word) => word.clone(),
                    other => other.to_string(),
                };
                assert_eq!(field, expected, "{game:?}: {key} of {row}");
            }
        }
    }
}

#[test]
fn every_key_is_always_there() {
    for game in GAMES {
        let survey = json(&[&["survey", "--format", "json"], game].concat());
        let keys = |value: &Value| -> Vec<String> {
            value
                .as_object()
                .expect("it is an object")
                .keys()
                .cloned()
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect()
        };
        let all = ["distances", "first", "hardest", "level", "sample", "schema", "shares", "starts"];
        assert_eq!(keys(&survey), all, "{game:?}");
        assert_eq!(keys(&survey["level"]), ["distance_cost", "distance_plies", "outcome", "start"]);
        assert_eq!(keys(&survey["shares"]), ["cat", "draw", "mouse", "over", "total"]);
        assert_eq!(keys(&survey["hardest"]), ["longest", "narrowest"]);
        assert_eq!(keys(&survey["hardest"]["longest"]), ["cat", "mouse"]);
        assert_eq!(keys(&survey["hardest"]["narrowest"]), ["cat", "draw", "mouse"]);
        let start =
            ["cats", "distance_cost", "distance_plies", "mouse", "moves", "outcome", "over", "right_moves", "turn"];
        for row in list(&survey["starts"]) {
            assert_eq!(keys(row), start);
        }
        for row in ["mouse", "cat"].iter().flat_map(|side| list(&survey["hardest"]["longest"][side])) {
            assert_eq!(keys(row), [&start[..3], &["from"], &start[3..8], &["setup", "turn"]].concat());
        }
    }
}

#[test]
fn printed_starts_can_be_pasted() {
    let boards = [
        ("adjacency = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", &[][..]),
        ("edges = [[0,1],[1,2],[2,3],[3,1]]\nvertices = 4\nnames = [\"hole\", \"hall\", \"attic\", \"bath\"]", &[]),
        ("grid = [\"M..#F\", \".#...\", \"C...C\"]", &[]),
        ("edges = [[0,1],[1,2],[2,3],[3,1]]\nvertices = 4\n[rules]\ncats = 2\nplacement = true", &["--first", "cat"]),
    ];
    for (number, (board, flags)) in boards.into_iter().enumerate() {
        let path = std::env::temp_dir().join(format!("catmouse-{}-pasted-{number}.toml", std::process::id()));
        let file = path.to_str().expect("the folder for such files has a plain name");
        let write = |line: &str| {
            std::fs::write(&path, format!("catmouse = 1\n{line}\n[board]\n{board}\n")).expect("it can be written");
        };
        write("");
        let survey = json(&[&["survey", file, "--format", "json"], flags].concat());
        let text = stdout(&[&["survey", file], flags].concat());
        let hard: Vec<&Value> = ["mouse", "cat"].iter().flat_map(|s| list(&survey["hardest"]["longest"][s])).collect();
        assert!(!hard.is_empty());
        for row in hard {
            let [from, setup] = ["from", "setup"].map(|key| row[key].as_str().expect("it is a text"));
            assert!(text.contains(&format!("--from '{from}'")) && text.contains(setup), "{text}");
            write("");
            let flagged = json(&["solve", file, "--format", "json", "--from", from]);
            write(setup);
            let pasted = json(&["solve", file, "--format", "json"]);
            assert_eq!(flagged["start"], pasted["start"], "{setup}");
            for key in ["outcome", "distance_plies"] {
                assert_eq!(flagged[key], row[key], "{from}");
                assert_eq!(pasted[key], row[key], "{setup}");
            }
        }
        std::fs::remove_file(&path).expect("it can be removed");
    }
}

#[test]
fn large_boards_stay_legible() {
    let cycle: Vec<String> = (0..120).map(|v| format!("[{},{}]", (v + 119) % 120, (v + 1) % 120)).collect();
    let board = format!("[{}]", cycle.join(","));
    let text = stdout(&["survey", &board]);
    assert!(text.lines().count() < 60 && text.contains("A matrix of 120 by 119 starts is left out"), "{text}");
    assert!(text.contains("--format csv"));
    let all = stdout(&["survey", &board, "--all"]);
    let widest = all.lines().filter(|line| !line.contains("--from")).map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?}");
    // The rows of the matrix have a letter for every start.
    let rows = all.lines().filter_map(|line| line.trim_start().split_once("  ")).map(|(_, row)| row.trim());
    let marks = rows.filter(|row| row.chars().all(|mark| "MC=mc".contains(mark))).map(str::len);
    assert_eq!(marks.sum::<usize>(), 120 * 119);
}

#[test]
fn a_survey_is_the_same_each_time_and_from_a_saved_table() {
    let path = std::env::temp_dir().join(format!("catmouse-{}-survey.table", std::process::id()));
    let table = path.to_str().expect("the folder for such files has a plain name");
    stdout(&["solve", DRAW, "--save", table]);
    for form in [&[][..], &["--format", "csv"], &["--format", "json"], &["--all"]] {
        let survey = stdout(&[&["survey", DRAW], form].concat());
        assert_eq!(stdout(&[&["survey", DRAW], form].concat()), survey);
        assert_eq!(stdout(&[&["survey", DRAW, "--table", table], form].concat()), survey);
    }
    std::fs::remove_file(&path).expect("it was saved");
    for wrong in [
        &["survey", DRAW, "--html"][..],
        &["survey", DRAW, "--top", "-1"],
        &["survey", DRAW, "--table", "no-such-file.table"],
        &["survey", "[[9]]"],
    ] {
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// A level in progress may have no place for the cat, or for either piece.
#[test]
fn a_board_without_starts_is_surveyed() {
    for board in ["M...F\n.#.#.\n.....", "....F\n.#.#.\n.....", "..C.F\n.#.#.\n....."] {
        let output = answer(catmouse().args(["survey", "-"]), board);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("No start is given for ") && text.contains("Where the Cat may start"), "{text}");
    }
    let output = answer(catmouse().args(["solve", "-"]), "M...F\n.#.#.\n.....");
    assert_eq!(output.status.code(), Some(2), "to solve it a start is needed");
}

/// Distances are shown on a map for grids of any width.
#[test]
fn distances_are_shown_at_any_width() {
    let wide = format!("M{}C{}F\n{}", ".".repeat(30), ".".repeat(37), ".".repeat(70));
    let output = answer(catmouse().args(["survey", "-", "--top", "1"]), &wide);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.lines().filter(|line| *line == "plies").count(), 2, "{text}");
}

/// If neither piece has a place, the maps of shares agree with the list of all starts. The start
/// that serves as an example is not over and has the longest distance.
#[test]
fn a_grid_without_pieces_shows_shares() {
    const LEVEL: &str = ".....#.\n..#....\n..#..F.\n.......";
    let rows = json(&["survey", LEVEL, "--format", "json"]);
    let (mut longest, mut shares) = (0, [BTreeMap::new(), BTreeMap::new()]);
    for row in list(&rows["starts"]).iter().filter(|row| row["over"] == false) {
        longest = longest.max(row["distance_plies"].as_u64().unwrap_or(0));
        for (of, cell) in [(0, &row["mouse"]), (1, &row["cats"][0])] {
            let (open, won) = shares[of].entry(cell.to_string()).or_insert((0, 0));
            (*open, *won) = (*open + 1, *won + u32::from(row["outcome"] == "mouse"));
        }
    }
    let text = stdout(&["survey", LEVEL]);
    let mut lines = text.lines().skip_while(|line| !line.starts_with("How many of the starts with a piece in a cell"));
    assert!(lines.nth(1).expect("captions").starts_with("the Mouse there"), "{text}");
    for (row, line) in lines.take(4).enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 14, "{line}");
        for (at, word) in words.into_iter().enumerate() {
            let (of, column) = (at / 7, at % 7);
            let expected = match shares[of].get(&format!("[{row},{column}]")) {
                Some((open, won)) => (100 * won / open).to_string(),
                // A wall or the food.
                None => LEVEL.lines().nth(row).expect("a row")[column..=column].to_owned(),
            };
            assert_eq!(word, expected, "row {row}, column {column} of map {of}:\n{text}");
        }
    }
    let stands_in = text.lines().next().expect("a header").split(" · ").last().expect("the pieces");
    let from = stands_in.replace(", Mouse to move", " mouse");
    let answer = json(&["solve", LEVEL, "--from", &from, "--format", "json"]);
    assert_eq!(answer["distance_plies"], longest, "{from}");
    assert!(text.contains("No start is given for the Mouse and the Cat."), "{text}");
    assert!(!text.contains("Placement"), "{text}");
}

/// A given piece stays. Only the missing piece is placed, where the game takes longest.
#[test]
fn a_piece_that_is_given_stays() {
    let text = stdout(&["survey", "M....#.\n..#....\n..#..F.\n......."]);
    assert!(text.contains("No start is given for the Cat. "), "{text}");
    assert!(text.contains("Where the Cat may start, against M(0,0)"), "{text}");
    assert!(!text.contains("Where the Mouse may start, against C(0,0)"), "{text}");
    assert!(!text.contains("How many of the starts with a piece in a cell"), "{text}");
    // If the rules let the players place their pieces, no example of a start is chosen.
    let text = stdout(&["survey", "grid:3x3", "--preset", "cops", "--cats", "2"]);
    assert!(text.contains("Placement: the Cat places its cats"), "{text}");
}

#[test]
fn a_board_without_starts_reports_only_other_defects() {
    let said = |args: &[&str]| {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).expect("messages are UTF-8")
    };
    let speed = said(&["survey", "..F\n...", "--set", "mouse-speed=0"]);
    assert!(speed.contains("a mouse speed of 0 edges is out of range") && !speed.contains("no M"), "{speed}");
    assert!(said(&["solve", "..F\n..."]).contains("the grid has no M"));
    let word = said(&["survey", "..F\n...", "--set", "mouse-speed=fast"]);
    assert!(word.starts_with("error: cannot use `--set`: invalid value 'fast' for 'mouse-speed'"), "{word}");
    let many = said(&["cops", "Bw", "--cats", "99999999999"]);
    assert!(many.contains("99999999999 is not in 1..=64"), "{many}");
}

/// The narrowest of very many starts are looked for among some of them, and the text says so. The
/// counts and the longest starts are those of all starts.
#[test]
fn the_narrowest_starts_are_looked_for_among_some() {
    let board = ["survey", "grid:13x13", "--set", "cat-in-hole=guards", "--hole", "0"];
    let (some, all) = (stdout(&board), stdout(&[&board[..], &["--all"]].concat()));
    let said = "The starts with the fewest right moves are those of 20000 starts drawn anywhere; `--all` looks at all.";
    assert!(some.replace('\n', " ").contains(said), "{some}");
    assert!(!all.contains("drawn anywhere"), "{all}");
    let longest = |text: &str| -> Vec<String> {
        let list = text.split("forced wins\n").nth(1).expect("there are long wins");
        list.lines().take_while(|line| !line.is_empty()).map(ToOwned::to_owned).collect()
    };
    assert_eq!(longest(&some), longest(&all));
    let shares = |text: &str| text.lines().filter(|line| line.contains('%')).map(ToOwned::to_owned).collect::<Vec<_>>();
    assert_eq!(shares(&some), shares(&all));
    let question = Question::text(stdout(&["example", "chase"]));
    let solved = question.solve().expect("it is small");
    let survey = |scope| solved.survey(3, scope).expect("there are distances");
    let (part, whole) = (survey(SurveyScope::NarrowestAmong(1 << 20)), survey(SurveyScope::All));
    assert_eq!((part.found(), part.is_in_part()), (whole.found(), false));
}
