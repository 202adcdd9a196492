//! The output of `catmouse whatif` and `catmouse compare`. The library has tests that each change
//! does what it says. The tests here check the printed output, and that its flags and setups can be
//! used.

use std::collections::BTreeMap;

use catmouse_model::SETTINGS;
use serde_json::Value;

use crate::program::{answer, catmouse, run};

const LEVEL: &str = "M..#F\n.#...\n...#C\n";
const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

fn stdout(args: &[&str], input: &str) -> String {
    let output = answer(catmouse().args(args), input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is UTF-8")
}

fn lines(args: &[&str], input: &str) -> Vec<Value> {
    let text = stdout(&[args, &["--format", "json"]].concat(), input);
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// In the maps, `@` stands only where a piece cannot be put, because something else is there. The grids
/// have one row, so each map is one, and a line of the page has the maps side by side.
#[test]
fn a_map_has_a_result_wherever_a_piece_may_stand() {
    let mut on_food = 0;
    for rows in ["M.C.F", "C.M.F", "FM..C", "M.F.C"] {
        for hole in ["allowed", "guards", "wins"] {
            let args = ["whatif", "-", "--kind", "start", "--set", &format!("cat-in-hole={hole}")];
            let text = stdout(&args, &format!("{rows}\n"));
            let titles = text.lines().position(|line| line.contains("as it is")).expect("maps");
            let titles: Vec<&str> = text.lines().nth(titles).expect("titles").split("  ").collect();
            let titles: Vec<&str> = titles.into_iter().map(str::trim).filter(|title| !title.is_empty()).collect();
            let row = text.lines().skip_while(|line| !line.contains("as it is")).nth(1).expect("a row");
            let cells: Vec<&str> = row.split_whitespace().collect();
            assert_eq!(cells.len(), titles.len() * rows.len(), "{text}");
            let changes = lines(&args, &format!("{rows}\n"));
            for (piece, title) in [("mouse", "the mouse"), ("cat", "the cat"), ("hole", "the food")] {
                let Some(map) = titles.iter().position(|known| known.starts_with(title)) else { continue };
                let tried = |column: usize| {
                    let of = |answer: &&Value| answer["change"]["piece"] == piece;
                    changes.iter().filter(of).any(|answer| answer["change"]["to"][1] == column)
                };
                for column in 0..rows.len() {
                    let (cell, here) = (cells[map * rows.len() + column], &rows[column..=column]);
                    assert_eq!(cell == "@", here != "." && !tried(column), "{title} in column {column}\n{text}");
                    on_food += usize::from(piece == "cat" && here == "F" && tried(column));
                }
            }
        }
    }
    assert!(on_food >= 4, "{on_food} cats on the food");
}

/// The printed flags of each change of settings, by its rank.
fn printed_flags(args: &[&str], board: &str) -> BTreeMap<usize, String> {
    let text = stdout(&[args, &["--only", "rank>0", "--top", "100000"]].concat(), board);
    let mut rank = 0;
    let mut found = BTreeMap::new();
    for line in text.lines() {
        // A long entry has its flags on a second line.
        rank = line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(rank);
        if let Some((_, flags)) = line.split_once(" --") {
            found.insert(rank, format!("--{flags}"));
        }
    }
    found
}

fn refused(args: &[&str], input: &str) -> String {
    let output = answer(catmouse().args(args), input);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} prints something like an answer");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("error: ") && !stderr.contains("panicked"), "{args:?}: {stderr}");
    stderr
}

/// The result of a change agrees with `solve` on its setup, and with `solve` on the original board
/// with its flags.
#[test]
fn flags_and_setups_of_changes_have_the_stated_results() {
    let costs = "[[[3,1]],[[3,1],[2,50]],[[1,50],[3,2]],[[0,1],[1,1],[2,2]]]";
    for (board, flags) in [(LEVEL, &[][..]), (DRAW, &["--set", "stalemate=loss"]), (costs, &["--limit", "60"])] {
        let answers = lines(&[&["whatif", "-"], flags].concat(), board);
        assert!(answers.len() > 20, "{board}");
        assert!(answers[0]["change"].is_null() && answers[0]["rank"] == 0, "{}", answers[0]);
        let (mut by_flags, mut by_setup) = (0, 0);
        let same = |answer: &Value, solved: &Value| {
            for key in ["outcome", "decided_by", "distance_plies", "distance_cost"] {
                assert_eq!(answer[key], solved[key], "{key} of {answer}");
            }
        };
        // Every seventh answer, because each runs the program.
        for answer in answers.iter().step_by(7) {
            let setup = answer["setup"].as_str().expect("a text");
            same(answer, &lines(&["solve", "-"], setup)[0]);
            by_setup += 1;
        }
        for (&rank, said) in printed_flags(&[&["whatif", "-"], flags].concat(), board).iter().step_by(5) {
            let said: Vec<&str> = said.split(' ').collect();
            // The flag of the change replaces the same flag of the board.
            let key = |flag: &str| flag.split('=').next().map(str::to_owned);
            let kept: Vec<&str> =
                flags.chunks(2).filter(|pair| key(said[0]) != key(pair[0])).flatten().copied().collect();
            same(&answers[rank], &lines(&[&["solve", "-"], &kept[..], &said[..]].concat(), board)[0]);
            by_flags += 1;
        }
        assert!(by_flags > 3 && by_setup > 3, "{board}");
    }
}

/// A shell reads every printed flag, which makes the change on the same board. The boards cover
/// every kind of change, names that a shell or the program could misread, several cats on one
/// vertex, several holes, and pieces in the rows of a grid.
#[cfg(unix)]
#[test]
fn every_flag_that_is_printed_makes_its_change() {
    let names = "catmouse = 1\n[board]\nvertices = 5\nedges = [[0, 1], [1, 2], [2, 3], [3, 0], [1, 4]]\n\
                 names = [\"none\", \"a$b\", \"x*\", \"back\\\\slash\", \"über&\"]\n\
                 [start]\nmouse = \"a$b\"\ncat = \"x*\"\n[rules]\nhole = \"back\\\\slash\"\n";
    let several = "catmouse = 1\n[board]\nadjacency = [[1, 2], [0, 3], [0, 4], [1, 4], [2, 3, 5], [4]]\n\
                   [start]\nmouse = 1\ncats = [2, 2, 4]\n\
                   [rules]\nhole = [0, 5]\ncat-in-hole = \"allowed\"\nlimit = 9\n";
    let grid = "catmouse = 1\n[board]\ngrid = [\"M.F\", \"C#.\", \"F.C\"]\n[rules]\ncats-move = \"one\"\n";
    let cops = "catmouse = 1\npreset = \"cops\"\n[board]\nadjacency = [[1, 4], [0, 2], [1, 3], [2, 4], [0, 3]]\n";
    let directed = "catmouse = 1\n[board]\nadjacency = [[1], [2, 0], [0, 3], [1]]\ndirected = true\n";
    let costs = "catmouse = 1\n[board]\nvertices = 4\nedges = [[0, 1, 2], [1, 2, 5], [2, 3, 1]]\n";
    for (board, kinds) in [(names, 2), (several, 2), (grid, 2), (cops, 1), (directed, 2), (costs, 2)] {
        let answers = lines(&["whatif", "-"], board);
        let mut seen = std::collections::BTreeSet::new();
        let printed = printed_flags(&["whatif", "-"], board);
        assert_eq!(printed.len(), answers.iter().filter(|answer| !answer["settings"].is_null()).count(), "{board}");
        for (&rank, flags) in &printed {
            let answer = &answers[rank];
            let mut shell = std::process::Command::new("sh");
            let program = env!("CARGO_BIN_EXE_catmouse");
            let output = super::program::answer(
                shell.args(["-c", &format!("exec \"$0\" solve - --format json {flags}")]).arg(program),
                board,
            );
            assert!(output.status.success(), "{flags}: {}", String::from_utf8_lossy(&output.stderr));
            let solved: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            for key in ["outcome", "decided_by", "distance_plies", "distance_cost"] {
                assert_eq!(answer[key], solved[key], "{key} of {flags}: {answer}");
            }
            seen.insert(answer["change"]["kind"].to_string());
        }
        assert_eq!(seen.len(), kinds, "{board}: {seen:?}");
        let is_flagged = |answer: &&Value| answer["change"]["kind"] == "start" && answer["settings"].is_null();
        assert_eq!(answers.iter().filter(is_flagged).count(), 0, "{board}");
    }
}

/// A board without its last edge has no costs. So its result is in plies, as the result of its
/// printed setup is.
#[test]
fn a_board_without_edges_counts_plies() {
    let board = "catmouse = 1\n[board]\nvertices = 3\nedges = [[1, 2, 5]]\n[rules]\nstalemate = \"loss\"\n";
    let answers = lines(&["whatif", "-", "--kind", "edge"], board);
    assert_eq!(answers[0]["distance_cost"], 5);
    let gone = answers.iter().find(|answer| answer["change"]["added"] == false).expect("there is one edge");
    assert_eq!((&gone["outcome"], &gone["distance_plies"]), (&Value::from("cat"), &Value::from(0)));
    assert!(gone["distance_cost"].is_null() && gone["distance_change"].is_null(), "{gone}");
    assert_eq!(lines(&["solve", "-"], gone["setup"].as_str().expect("a text"))[0]["distance_cost"], Value::Null);
}

#[test]
fn csv_agrees_with_json_on_any_number_of_threads() {
    for more in [&[][..], &["--pairs", "--kind", "wall,start"], &["--only", "flips=true"], &["--top", "3"]] {
        let args = [&["whatif", "-"], more].concat();
        let answers = lines(&args, LEVEL);
        let text = stdout(&[&args[..], &["--format", "csv"]].concat(), LEVEL);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().expect("there is a header").clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("all fields are there")).collect();
        assert_eq!(rows.len(), answers.len());
        for (row, answer) in rows.iter().zip(&answers) {
            for (column, field) in columns.iter().zip(row).filter(|(column, _)| *column != "kind") {
                let expected = match &answer[column] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(field, expected, "{column} of {answer}");
            }
        }
        for threads in ["1", "3"] {
            for format in ["text", "json"] {
                let with = |more: &[&str]| stdout(&[&args[..], &["--format", format], more].concat(), LEVEL);
                assert_eq!(with(&["--threads", threads]), with(&[]), "{args:?}");
            }
        }
    }
}

#[test]
fn changes_are_selected_filtered_and_printed_as_setups() {
    let all = lines(&["whatif", "-"], LEVEL);
    let of_kind = |kind: &str| all.iter().filter(|answer| answer["change"]["kind"] == kind).count();
    let walls = lines(&["whatif", "-", "--kind", "wall"], LEVEL);
    assert_eq!(walls.len(), 1 + of_kind("wall"));
    // There are 15 cells, of which three are taken.
    assert_eq!(of_kind("wall"), 12);
    assert_eq!(all.len(), 1 + of_kind("wall") + of_kind("start") + of_kind("rule"));
    assert_eq!(of_kind("edge"), 0, "a grid has no edges to change");
    let flips = lines(&["whatif", "-", "--only", "flips=true, outcome=mouse"], LEVEL);
    let expected = all.iter().filter(|answer| answer["flips"] == true && answer["outcome"] == "mouse").count();
    assert_eq!(flips.len(), 1 + expected);
    assert!(flips[1..].iter().all(|answer| all.contains(answer)), "ranks are those of the whole list");
    assert_eq!(stdout(&["whatif", "-", "--take", "2"], LEVEL), all[2]["setup"].as_str().expect("a text"));
    let sifted = stdout(&["whatif", "-", "--only", "outcome=draw, flips=true"], LEVEL);
    assert!(sifted.contains("No change is like that.") != sifted.contains("a draw"), "{sifted}");
}

/// The map has a mark for each wall that can be added or removed, which agrees with the JSON.
#[test]
fn the_map_of_walls_agrees_with_the_list() {
    let text = stdout(&["whatif", "-", "--kind", "wall"], LEVEL);
    let at = text.lines().position(|line| line.contains("a wall more or less")).expect("there is a map");
    let rows: Vec<Vec<&str>> =
        text.lines().skip(at + 1).take(3).map(|line| line.split_whitespace().skip(5).collect()).collect();
    let mut marks = BTreeMap::new();
    for answer in &lines(&["whatif", "-", "--kind", "wall"], LEVEL)[1..] {
        let cell = |index: usize| answer["change"]["cell"][index].as_u64().expect("a number") as usize;
        let bare = if answer["change"]["wall"] == true { "·" } else { "#" };
        let mark = match answer["difference"].as_str().expect("a word") {
            "outcome" => answer["outcome"].as_str().expect("a word")[..1].to_uppercase().replace('D', "="),
            "distance" => answer["distance_change"].as_i64().map_or("–".to_owned(), |change| format!("{change:+}")),
            "moves" => "~".to_owned(),
            _ => bare.to_owned(),
        };
        marks.insert((cell(0), cell(1)), mark);
    }
    assert_eq!(marks.len(), 12);
    for (&(row, column), mark) in &marks {
        assert_eq!(rows[row][column], mark, "({row},{column}) in\n{text}");
    }
    assert!(marks.values().any(|mark| mark != "·" && mark != "#"), "{text}");
}

#[test]
fn boards_of_every_kind_are_changed_or_refused() {
    for (board, flags) in [
        ("[[1,2],[0,3],[0],[1],[]]", &["--set", "directed", "--set", "stalemate=loss"][..]),
        ("[[1,2],[0,3],[0,3],[1,2]]", &["--preset", "cops", "--cats", "2"]),
        ("[[[3,1]],[[3,1],[2,50]],[[1,50],[3,2]],[[0,1],[1,1],[2,2]]]", &[]),
        ("petersen", &["--preset", "cops"]),
        ("race", &[]),
        ("M.C..F\n..C...", &["--set", "cats-move=one"]),
    ] {
        for more in [&[][..], &["--pairs", "--kind", "rule"]] {
            let text = stdout(&[&["whatif", board], flags, more].concat(), "");
            assert!(text.contains("Of "), "{text}");
        }
    }
    refused(&["whatif", "-"], "Bw\nC~\n");
    refused(&["whatif", "-"], "M..\n...\n");
    refused(&["whatif", DRAW, "--kind", "door"], "");
    refused(&["whatif", DRAW, "--only", "colour=red"], "");
    assert!(refused(&["whatif", DRAW, "--take", "9999"], "").contains("no change with rank 9999"));
    refused(&["whatif", DRAW, "--take", "0"], "");
    refused(&["whatif", DRAW, "--top", "-1"], "");
    assert!(refused(&["whatif", "grid:60x60", "--preset", "cops", "--max-memory", "16M"], "").contains("16.0 MiB"));
}

/// The positions that differ are those that differ between the two tables.
#[test]
fn the_positions_that_differ_are_those_of_the_tables() {
    for (board, with) in [
        (DRAW, "cat-may-stay=true"),
        (DRAW, "limit=6, limit-winner=cat"),
        (LEVEL, "mouse-jump=2"),
        (LEVEL, "mouse=1,0, first=cat, limit=5"),
        ("[[1,2],[0,3],[0,3],[1,2]]", "capture-distance=1"),
    ] {
        let is_set = |piece: &str| SETTINGS.iter().any(|it| !it.has_flag() && piece.split('=').next() == Some(it.key));
        let flag = |piece: &str| if is_set(piece) { format!("--set={piece}") } else { format!("--{piece}") };
        let flags: Vec<String> = with.split(", ").map(flag).collect();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let table = |flags: &[&str]| -> BTreeMap<String, (String, String)> {
            let text = stdout(&[&["table", "-"], flags].concat(), board);
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let row = |row: csv::StringRecord| {
                (format!("{} {} {}", &row[0], &row[1], &row[2]), (row[3].to_owned(), row[4].to_owned()))
            };
            reader.records().map(|record| row(record.expect("a row"))).collect()
        };
        let (a, b) = (table(&[]), table(&flags));
        assert_eq!(a.len(), b.len());
        let mut kinds: BTreeMap<(String, String), u64> = BTreeMap::new();
        let mut other_distance = 0;
        for (position, (outcome, distance)) in &a {
            let (then, distance_then) = &b[position];
            *kinds.entry((outcome.clone(), then.clone())).or_default() += 1;
            other_distance += u64::from(outcome == then && distance != distance_then);
        }
        let answer = lines(&["compare", "-", "--with", with], board).remove(0);
        let told: BTreeMap<(String, String), u64> = answer["differing"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|kind| {
                let word = |key: &str| kind[key].as_str().expect("a word").to_owned();
                ((word("a"), word("b")), kind["positions"].as_u64().expect("a number"))
            })
            .collect();
        assert_eq!(told, kinds, "{board} with {with}");
        assert_eq!(answer["other_distance"], other_distance, "{board} with {with}");
        assert_eq!(answer["matched"]["positions"], a.len(), "{board} with {with}");
        // The examples have the stated results.
        for kind in answer["differing"].as_array().expect("a list") {
            for example in kind["examples"].as_array().expect("a list") {
                let from = example["from"].as_str().expect("a text");
                let solved = &lines(&["solve", "-", "--from", from], board)[0];
                assert_eq!(
                    (&solved["outcome"], &solved["distance_plies"]),
                    (&kind["a"], &example["a"]["distance_plies"])
                );
            }
        }
    }
}

/// The lines diverge where the first board's move is no longer a best move on the second.
#[test]
fn lines_diverge_where_a_best_move_is_no_longer_best() {
    // The mouse walks from 1 into the hole, unless the second board has none there.
    let board = "[[1,3],[0],[3],[0,2]]";
    let answer = lines(&["compare", board, "--with", "hole=2, cat=0"], "").remove(0);
    assert_eq!(answer["parting"]["ply"], 0, "the cat starts elsewhere: {answer}");
    // A switch without a value is on, like a flag.
    let switched = |with: &str| lines(&["compare", board, "--with", with], "");
    assert_eq!(switched("cat-may-stay"), switched("cat-may-stay=true"));
    assert_eq!(switched("first=cat, mouse-may-stay"), switched("first=cat, mouse-may-stay=true"));
    let answer = lines(&["compare", board, "--with", "hole=none"], "").remove(0);
    // Without a hole, the mouse has the same single move, and the game goes on.
    assert_eq!(answer["parting"]["ply"], 2, "{answer}");
    assert_eq!(answer["parting"]["shared"][0], "M 1→0");
    assert!(answer["parting"]["a"].is_null() && answer["parting"]["b"].is_object(), "{answer}");
    // A board does not diverge from itself.
    for board in [DRAW, board, "race", "M..CF"] {
        let answer = lines(&["compare", board, board], "").remove(0);
        assert!(answer["parting"].is_null() && answer["other_distance"] == 0, "{answer}");
        assert_eq!(answer["matched"]["positions"], answer["a"]["solve"]["positions"]["total"]);
    }
    // A corridor. With a jump of two the mouse reaches the food first. With a jump of one, its
    // first move is illegal.
    let answer = lines(&["compare", "M...F.C", "--with", "mouse-jump=2"], "").remove(0);
    let parting = &answer["parting"];
    assert_eq!((&parting["ply"], &parting["player"]), (&Value::from(1), &Value::from("mouse")), "{parting}");
    assert_eq!(parting["b"]["notation"], "M (0,0)→(0,2)");
    assert_eq!(parting["b"]["legal_elsewhere"], false);
}

#[test]
fn boards_without_corresponding_vertices_are_reported() {
    let answer = lines(&["compare", DRAW, "M.CF"], "").remove(0);
    assert!(answer["matched"]["by"].is_null() && answer["matched"]["positions"] == 0, "{answer}");
    let answer = lines(&["compare", "M.CF\n....", "-"], "M#CF\n....\n").remove(0);
    assert_eq!(answer["matched"]["by"], "cells");
    assert_eq!(answer["matched"]["only_a"].to_string(), "[[0,1]]");
    assert_eq!(answer["matched"]["vertices"], 7);
    assert_eq!(answer["matched"]["positions"], 2 * 7 * 7);
    assert_eq!(answer["matched"]["only_a_positions"], 2 * (8 * 8 - 7 * 7));
    let answer = lines(&["compare", "M.C.F", "M.CCF"], "").remove(0);
    assert_eq!((&answer["matched"]["vertices"], &answer["matched"]["positions"]), (&Value::from(5), &Value::from(0)));
    let text = stdout(&["compare", "M.C.F", "M.CCF"], "");
    assert!(text.contains("the numbers of cats differ"), "{text}");
}

#[test]
fn incomparable_boards_are_refused() {
    assert!(refused(&["compare", DRAW], "").contains("no second board"));
    assert!(refused(&["compare", "-", "-"], DRAW).contains("standard input"));
    for (with, part) in [
        ("cat-jmup=2", "no setting `cat-jmup`"),
        ("cat-jump", "a value is required for 'cat-jump'"),
        ("", "there is no setting ``"),
        ("cat-jump=2", "jump"),
        ("cat-in-hole=locked", "locked"),
        ("mouse=99", "99"),
        ("limit=-3", "-3"),
    ] {
        let said = refused(&["compare", DRAW, "--with", with], "");
        assert!(said.contains(part), "{with}: {said}");
    }
    refused(&["compare", DRAW, "no-such-file.toml"], "");
    let of_games = refused(&["cops", "petersen", "--set", "cat-follows=nearest"], "");
    assert!(
        of_games.contains("`cat-follows` is a setting of games, about which this command does not ask"),
        "{of_games}"
    );
}

/// On a large graph not all changes are tried by default. The number of the others is in the answer
/// about the original board, and a note says so.
#[test]
fn a_large_graph_is_not_tried_to_the_end() {
    let output =
        run(&["whatif", "random:200,0.05,seed=1", "--kind", "edge", "--time-budget", "50ms", "--format", "json"]);
    let rows: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|row| serde_json::from_str(row).expect("each line is JSON"))
        .collect();
    let untried = rows[0]["untried"].as_u64().expect("a number");
    let refused = String::from_utf8_lossy(&output.stderr).contains("left out");
    assert!(untried > 0 && (refused || untried + rows.len() as u64 - 1 == 200 * 199 / 2), "{untried} {}", rows.len());
    assert!(rows[1..].iter().all(|row| row["untried"].is_null()));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("`--time-budget` sets another time"), "{said}");
    let all = run(&["whatif", "ambush", "--format", "json"]);
    let first: Value =
        serde_json::from_slice(all.stdout.split(|&byte| byte == b'\n').next().expect("a line")).expect("JSON");
    assert_eq!(first["untried"], 0);
}
