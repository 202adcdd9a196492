//! All JSON that the program prints conforms to `catmouse schema`.

use serde_json::{Value, json};

use crate::program::{answer, catmouse};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
const CAUGHT: &str = "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]";
const COSTS: &str = "[[[3,1]],[[3,1],[2,50]],[[1,50],[3,2]],[[0,1],[1,1],[2,2]]]";

/// Boards of every kind, with flags.
const GAMES: [&[&str]; 8] = [
    &[DRAW],
    &[CAUGHT],
    &[DRAW, "--first", "cat", "--limit", "2", "--set", "limit-winner=mouse"],
    &["[[1,2],[0,3],[0],[1],[]]", "--set", "directed", "--set", "stalemate=loss"],
    &["[[1,2],[0,3],[0,3],[1,2]]", "--preset", "cops", "--cats", "2"],
    &[COSTS],
    &["M.C...F", "--mouse-jump", "3"],
    &["race"],
];

fn stdout(args: &[&str], input: &str) -> String {
    let output = answer(catmouse().args(args), input);
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

/// The built-in schema is generated from the types of the answers. `TRYCMD=overwrite` writes it.
#[test]
fn the_schema_is_generated_from_the_types() {
    let made = serde_json::to_string_pretty(&::catmouse::answers::json_schema(catmouse_hunt::schemas))
        .expect("it is JSON")
        + "\n";
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../catmouse/answers.schema.json");
        std::fs::write(file, made).expect("it can be written");
    } else {
        assert!(made == ::catmouse::answers::JSON_SCHEMA, "cargo xtask bless");
    }
}

/// A filter asks of every key that can be null whether it is. Of other words it does not.
#[test]
fn a_filter_compares_every_key_that_can_be_null_with_null() {
    let schema: Value = serde_json::from_str(::catmouse::answers::JSON_SCHEMA).expect("the schema is JSON");
    let answers = [
        ("Cops", ::catmouse::streams::COPS_KEYS),
        ("Solve", ::catmouse::streams::SOLVE_KEYS),
        ("WhatIf", ::catmouse::whatif::WHATIF_KEYS),
    ];
    for (name, keys) in answers {
        for (key, kind) in keys {
            let rule = &schema["$defs"][name]["properties"][key];
            assert!(rule.is_object(), "{name} has no {key}");
            let is_nullable = rule.to_string().contains("\"null\"");
            let accepted = ::catmouse::streams::Filter::parse(&format!("{key}=null"), keys).is_ok();
            assert!(accepted || !is_nullable, "{name}: {key}=null");
            assert!(
                !(accepted && matches!(kind, ::catmouse::streams::KeyKind::Word(_))),
                "{name}: {key} is never null"
            );
        }
    }
}

fn schema() -> Value {
    serde_json::from_str(&stdout(&["schema"], "")).expect("the schema is JSON")
}

/// The errors of a value by the schema, each with its place. Only the part of JSON Schema that our
/// schema uses is supported. A key that the schema does not name is an error, although the standard
/// allows it.
fn wrong(schema: &Value, rule: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(name) = rule["$ref"].as_str() {
        let name = name.strip_prefix("#/$defs/").expect("references lead to $defs");
        return wrong(schema, &schema["$defs"][name], value, place);
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(rules) = rule[choice].as_array() {
            let all: Vec<Vec<String>> =
                rules.iter().map(|choice| wrong(schema, &with_common(rule, choice), value, place)).collect();
            return if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() };
        }
    }
    let mut found = Vec::new();
    let types: Vec<&str> = match &rule["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the schema uses the type {other}, which nothing here knows"),
    };
    if !types.is_empty() && !types.iter().any(is) {
        found.push(format!("{place}: {value} is not of {types:?}"));
    }
    if rule.get("const").is_some_and(|expected| expected != value) {
        found.push(format!("{place}: {value} is not {}", rule["const"]));
    }
    if rule["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        found.push(format!("{place}: {value} is none of {}", rule["enum"]));
    }
    if let Some(object) = value.as_object() {
        let required = rule["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        found.extend(required.filter(|key| !object.contains_key(*key)).map(|key| format!("{place}: no {key}")));
        for (key, value) in object {
            match rule["properties"].get(key) {
                Some(rule) => found.extend(wrong(schema, rule, value, &format!("{place}.{key}"))),
                None if rule["additionalProperties"].is_object() => {
                    found.extend(wrong(schema, &rule["additionalProperties"], value, &format!("{place}.{key}")));
                }
                None => found.push(format!("{place}: the schema knows no {key}")),
            }
        }
    }
    if let Some(list) = value.as_array() {
        for length in ["minItems", "maxItems"] {
            let bound = rule[length].as_u64().map(|bound| bound as usize);
            if bound.is_some_and(|bound| if length == "minItems" { list.len() < bound } else { list.len() > bound }) {
                found.push(format!("{place}: {} items", list.len()));
            }
        }
        for (index, item) in list.iter().enumerate() {
            found.extend(wrong(schema, &rule["items"], item, &format!("{place}[{index}]")));
        }
    }
    found
}

/// One of several alternatives, with the keys that apply to all alternatives.
fn with_common(rule: &Value, choice: &Value) -> Value {
    let mut choice = choice.clone();
    if let (Some(common), Some(own)) = (rule["properties"].as_object(), choice["properties"].as_object_mut()) {
        own.extend(common.clone());
        let required = rule["required"].as_array().cloned().unwrap_or_default();
        choice["required"].as_array_mut().expect("keys are required").extend(required);
    }
    choice
}

/// Checks that every line is an answer of this name.
#[track_caller]
fn check(schema: &Value, name: &str, lines: &str) {
    assert!(schema["$defs"][name]["properties"].is_object(), "the schema has {name}");
    assert!(!lines.is_empty(), "{name} is printed");
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line).expect("each line is JSON");
        let wrong = wrong(schema, &json!({ "$ref": format!("#/$defs/{name}") }), &value, name);
        assert!(wrong.is_empty(), "{line}\n{wrong:#?}");
    }
}

#[test]
fn the_output_of_commands_conforms_to_the_schema() {
    let schema = schema();
    for game in GAMES {
        for (command, name) in [
            ("solve", "Solve"),
            ("explain", "Explain"),
            ("moves", "Moves"),
            ("table", "TableRow"),
            ("survey", "Survey"),
            ("check", "Check"),
        ] {
            check(&schema, name, &stdout(&[&[command, "--format", "json"], game].concat(), ""));
        }
        check(&schema, "WhatIf", &stdout(&[&["whatif", "--format", "json"], game].concat(), ""));
        let with = ["compare", "--format", "json", "--with", "cat-may-stay=true, limit=7"];
        check(&schema, "Compare", &stdout(&[&with, game].concat(), ""));
        check(&schema, "Strategies", &stdout(&[&["explain", "--strategy", "--format", "json"], game].concat(), ""));
    }
    for (moves, asked) in [("M 1→3 C 2→5 M 3→4", "C 5→3"), ("", "4")] {
        check(&schema, "Annotate", &stdout(&["annotate", CAUGHT, moves, "--format", "json"], ""));
        let why = ["explain", CAUGHT, "--after", moves, "--why", asked, "--format", "json"];
        check(&schema, "Why", &stdout(&why, ""));
    }
    let policy = "mouse,cats,turn,to\n3,2,cat,4\n5,4,cat,2\n1,4,cat,3\n";
    check(&schema, "Evaluate", &stdout(&["evaluate", DRAW, "-", "--format", "json"], policy));
    check(&schema, "WhatIf", &stdout(&["whatif", DRAW, "--pairs", "--kind", "edge", "--format", "json"], ""));
    check(&schema, "Compare", &stdout(&["compare", DRAW, "M.CF", "--format", "json"], ""));
    check(&schema, "Compare", &stdout(&["compare", DRAW, CAUGHT, "--format", "json"], ""));
    check(&schema, "Annotate", &stdout(&["annotate", COSTS, "M 1→2 (50)", "--format", "json"], ""));
    check(&schema, "Cops", &stdout(&["cops", "-", "--format", "json"], "Bw\nIheA@GUAo\n?\n"));
    check(&schema, "Cops", &stdout(&["cops", "-", "--max-cats", "1", "--format", "json"], "Bw\nIheA@GUAo\n"));
    check(&schema, "Solve", &stdout(&["solve", "-", "--format", "json"], "Bw\nC~\nDqK\n"));
    check(&schema, "CopsSummary", &stdout(&["cops", "-", "--summary", "--format", "json"], "Bw\nIheA@GUAo\n"));
    check(&schema, "SolveSummary", &stdout(&["solve", "-", "--summary", "--format", "json"], "Bw\nC~\nDqK\n"));
}

#[test]
fn certificates_and_refutations_conform_to_the_schema() {
    let schema = schema();
    let path = |name: &str| std::env::temp_dir().join(format!("catmouse-schema-{}-{name}", std::process::id()));
    let (proof, table) = (path("proof.jsonl"), path("table.csv"));
    let [proof, table] = [&proof, &table].map(|path| path.to_str().expect("the folder has a plain name"));
    stdout(&["solve", CAUGHT, "--save-certificate", proof], "");
    for board in [CAUGHT, DRAW] {
        check(&schema, "CheckCertificate", &stdout(&["check", board, "--certificate", proof, "--format", "json"], ""));
    }
    let wrong = stdout(&["table", DRAW], "").replacen("mouse,mouse,0", "mouse,cat,0", 1);
    std::fs::write(table, wrong).expect("it can be written");
    let refuted = stdout(&["check", DRAW, "--table", table, "--format", "json"], "");
    assert!(refuted.contains("\"ok\":false"), "{refuted}");
    check(&schema, "Check", &refuted);
    for file in [proof, table] {
        std::fs::remove_file(file).expect("it was written");
    }
}

/// No command prints the answer about a running game, but a page in a browser uses it.
#[test]
fn a_running_game_conforms_to_the_schema() {
    let schema = schema();
    for (board, preset) in [(CAUGHT, None), (COSTS, None), ("[[1,4],[0,2],[1,3],[2,4],[3,0]]", Some("cops"))] {
        let mut question = catmouse::Question::text(board);
        if let Some(preset) = preset.and_then(catmouse_model::Keyword::from_word) {
            question = question.preset(preset);
        }
        let mut session = catmouse::play::Session::new(question.solve().expect("the board is in order"));
        for _ in 0..12 {
            check(&schema, "Session", &serde_json::to_string(&session.answer()).expect("plain data"));
            let Ok(hint) = session.hint() else { break };
            check(&schema, "Hint", &serde_json::to_string(&hint).expect("plain data"));
            session.play(&hint.notation).expect("a hint is a move");
        }
    }
}

/// The CSV has a row for each move, which agrees with the JSON.
#[test]
fn judged_moves_in_csv() {
    let moves = "M 1→3 C 2→5 M 3→4 C 5→3 M 4→1";
    let text = stdout(&["annotate", CAUGHT, moves, "--format", "csv"], "");
    let columns =
        "ply,player,from,to,cost,outcome,distance_plies,distance_cost,judgement,loses_plies,loses_cost,better";
    assert_eq!(text.lines().next(), Some(columns));
    let answer: Value =
        serde_json::from_str(&stdout(&["annotate", CAUGHT, moves, "--format", "json"], "")).expect("JSON");
    let judged = answer["moves"].as_array().expect("a list");
    assert_eq!(text.lines().count(), 1 + judged.len());
    for (line, judged) in text.lines().skip(1).zip(judged) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[0], judged["ply"].to_string());
        assert_eq!(json!(fields[8]), judged["judgement"]);
        let better: Vec<String> = judged["better"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|better| better["to"].to_string().replace(['[', ']'], ""))
            .collect();
        assert_eq!(fields[11], better.join(";"));
    }
}

/// The results of `hunt` and of `test`.
#[test]
fn hunts_conform_to_the_schema() {
    let schema = schema();
    for what in [
        &["--longest", "cat", "--vertices", "5"][..],
        &["--narrowest", "draw", "--vertices", "4", "--top", "2"],
        &["--draws", "--vertices", "4"],
        &["--lesson", "guard", "--vertices", "5"],
        &["--capture-time", "--vertices", "5"],
        &["--cop-number", "2", "--vertices", "4", "--planar"],
        &["--longest", "mouse", "--near", "ambush"],
        &["--longest", "mouse", "--grid", "3x3", "--tries", "20", "--at-least", "1"],
        &["--outcome", "cat", "--at-least", "9", "--vertices", "5"],
    ] {
        check(&schema, "Hunt", &stdout(&[&["hunt", "--format", "json", "-q"], what].concat(), ""));
    }
    #[cfg(unix)]
    for (program, problem) in [
        ("sh -c 'read line; echo 0'", "913"),
        (r#"sh -c 'read line; test "$line" = "[[2],[2],[0,1]]" && echo 2'"#, "913"),
        (r#"sh -c 'read line; test "$line" = "[[2],[2],[0,1]]" || sleep 60; echo 2'"#, "913"),
        ("sh -c 'read line; echo true'", "1728"),
    ] {
        let args = ["test", "--format", "json", "-q", "--answer-timeout", "200ms", program, "--problem", problem];
        let output = catmouse().args(args).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{program}");
        check(&schema, "Against", &String::from_utf8(output.stdout).expect("JSON is text"));
    }
}

/// The check can fail: answers that violate schema 2 are detected.
#[test]
fn violations_of_the_schema_are_found() {
    let schema = schema();
    let answer: Value =
        serde_json::from_str(&stdout(&["moves", CAUGHT, "--from", "M1 C2 cat", "--format", "json"], "")).expect("JSON");
    let rule = json!({ "$ref": "#/$defs/Moves" });
    assert!(wrong(&schema, &rule, &answer, "").is_empty());
    let changes: [(&str, Value); 6] = [
        ("/schema", json!(1)),
        ("/outcome", json!("dog")),
        ("/position", json!({ "mouse": 1, "cat": 2, "turn": "cat" })),
        ("/position/cats", json!(2)),
        ("/distance_plies", json!("8")),
        ("/moves/0/best", json!(null)),
    ];
    for (place, value) in changes {
        let mut changed = answer.clone();
        *changed.pointer_mut(place).expect("it is there") = value;
        assert!(!wrong(&schema, &rule, &changed, "").is_empty(), "{place}");
    }
}

/// The Cat's places are a list even for a single cat. The Mouse's place is not a list.
#[test]
fn the_cat_has_lists_and_the_mouse_has_none() {
    let explained: Value = serde_json::from_str(&stdout(&["explain", CAUGHT, "--format", "json"], "")).expect("JSON");
    let line = explained["line"].as_array().expect("a line");
    assert_eq!(line.len(), 8);
    for ply in line {
        for key in ["from", "to"] {
            assert_eq!(ply[key].is_array(), ply["player"] == "cat", "{ply}");
        }
        for other in ply["alternatives"].as_array().expect("a list") {
            assert_eq!(other["to"].is_array(), ply["player"] == "cat", "{ply}");
            assert!(other["reply"].is_null() || other["reply"].is_array() == (ply["player"] == "mouse"), "{ply}");
        }
    }
}

/// A result of a stream names its line, and the title of its setup.
#[test]
fn a_result_names_its_graph() {
    for command in ["solve", "cops"] {
        let lines = stdout(&[command, "-", "--format", "json"], ">>graph6<<Bw\n C~ \n");
        let inputs: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["input"].clone()).collect();
        assert_eq!(inputs, [">>graph6<<Bw", "C~"], "{command}");
    }
    let solved: Value = serde_json::from_str(&stdout(&["solve", "race", "--format", "json"], "")).expect("JSON");
    assert!(solved["input"].is_null() && solved["name"].is_string(), "{solved}");
    let edges: Value = serde_json::from_str(&stdout(&["cops", "-", "--format", "json"], "0 1\n1 2\n")).expect("JSON");
    assert!(edges["input"].is_null() && edges["name"].is_null(), "{edges}");
}

/// Every row of CSV has a field for each column. The columns never change, and the values agree
/// with the JSON.
#[test]
fn csv_agrees_with_json() {
    for game in GAMES {
        for (command, columns) in [
            ("table", "mouse,cats,turn,outcome,distance_plies,distance_cost"),
            ("moves", "to,cost,outcome,distance_plies,distance_cost,best,main"),
            (
                "solve",
                "graph,input,name,mouse,cats,turn,outcome,decided_by,distance_plies,distance_cost,positions_total,\
                 positions_mouse,positions_cat,positions_draw,longest_plies_mouse,longest_plies_cat,longest_cost_mouse,\
                 longest_cost_cat",
            ),
        ] {
            let text = stdout(&[&[command, "--format", "csv"], game].concat(), "");
            assert_eq!(text.lines().next(), Some(columns), "{game:?}");
            let json = stdout(&[&[command, "--format", "json"], game].concat(), "");
            let answers: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let mover = answers[0]["position"]["turn"].clone();
            let answers = if command == "moves" { answers[0]["moves"].as_array().expect("a list") } else { &answers };
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let columns = reader.headers().expect("there is a header").clone();
            let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("all fields are there")).collect();
            assert_eq!(rows.len(), answers.len(), "{game:?}: {command}");
            for (row, answer) in rows.iter().zip(answers) {
                for (column, field) in columns.iter().zip(row) {
                    // Counts are nested: the name of the column begins with their key.
                    let value = [answer, &answer["start"]].into_iter().find_map(|at| at.get(column)).cloned();
                    let nested = || {
                        let (key, side) = column.rsplit_once('_').expect("a key and a side");
                        answer[key].get(side).cloned().unwrap_or(Value::Null)
                    };
                    let expected = match value.unwrap_or_else(nested) {
                        Value::Null => String::new(),
                        Value::String(text) => text,
                        Value::Array(list) if column == "cats" || column == "to" && mover == "cat" => {
                            list.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
                        }
                        other => other.to_string(),
                    };
                    assert_eq!(field, expected, "{game:?}: {command}, {column} of {answer}");
                }
            }
        }
    }
}
