//! Questions as a page asks them, and their answers.

use std::process::Command;

use catmouse_web::answer;
use serde_json::{Value, json};

/// All answers to a question.
fn answers(question: &str) -> Vec<Value> {
    let mut answers = Vec::new();
    answer(question, &mut |answer| {
        assert!(!answer.contains('\n'), "an answer is a line");
        answers.push(serde_json::from_str(&answer).expect("JSON"));
    });
    answers
}

/// The last answer to a question.
fn ask(question: &Value) -> Value {
    answers(&question.to_string()).pop().expect("an answer")
}

#[test]
fn a_board_is_solved_and_explained() {
    let shown = ask(&json!({ "show": { "board": { "text": "[[1,3],[0],[3],[0,2]]" } } }));
    assert_eq!(shown["answer"], "show");
    assert_eq!(shown["data"]["headline"], "The Mouse wins in 1 ply.");
}

#[test]
fn the_verdict_comes_before_the_page() {
    let question = json!({ "show": { "board": { "text": "[[1,3],[0],[3],[0,2]]" } } });
    let given = answers(&question.to_string());
    let kinds: Vec<_> = given.iter().map(|answer| answer["answer"].as_str().unwrap_or_default()).collect();
    assert_eq!(kinds, ["verdict", "show"]);
    assert_eq!(given[0]["headline"], given[1]["data"]["headline"]);
}

/// The places of the vertices of a graph with 40 vertices, before and after a question that
/// shows or changes the board.
fn drawn_again(before: &str, changed: &Value) -> [Vec<(f64, f64)>; 2] {
    let places = |shown: &Value| {
        let coordinate = |value: &Value| value.as_f64().expect("a number");
        let place = |place: &Value| (coordinate(&place[1][0]), coordinate(&place[1][1]));
        shown["data"]["stage"]["places"].as_array().expect("places").iter().map(place).collect::<Vec<_>>()
    };
    let drawn = places(&ask(&json!({ "show": { "board": { "text": before } } })));
    let mut question = changed.clone();
    let kind = if question["edit"].is_null() { "show" } else { "edit" };
    question[kind]["drawing"] = json!({ "text": before, "places": drawn });
    if kind == "edit" {
        let edited = ask(&question);
        question = json!({ "show": { "board": { "text": edited["text"] }, "drawing": edited["drawing"] } });
    }
    let again = places(&ask(&question));
    [drawn, again]
}

/// A cycle of 40 vertices, in which every fourth vertex is joined to the opposite one. The
/// vertex after vertex 0 on the cycle is 7, the next is 14. So the cycle is not found by its
/// numbers, and is not drawn as a circle.
fn spoked() -> Vec<Vec<usize>> {
    let of = |number: usize| {
        let place = number * 23 % 40; // 7 · 23 is 1 modulo 40
        let mut list = vec![(number + 33) % 40, (number + 7) % 40];
        list.extend(place.is_multiple_of(4).then_some((number + 20) % 40));
        list.sort_unstable();
        list
    };
    (0..40).map(of).collect()
}

#[test]
fn an_edit_of_an_edge_does_not_lay_out_anew() {
    let before = json!(spoked()).to_string();
    let mut other = spoked();
    other[1].push(21);
    other[21].push(1);
    let typed = json!({ "show": { "board": { "text": json!(other).to_string() } } });
    let clicked = json!({ "edit": { "board": { "text": before }, "edit": { "edge": { "from": 1, "to": 21 } } } });
    for changed in [typed.clone(), clicked] {
        let [drawn, again] = drawn_again(&before, &changed);
        assert_eq!(drawn, again);
    }
    // Without the drawing in the question, the new edge leads to a new layout.
    let [drawn, _] = drawn_again(&before, &typed);
    let [anew, _] = drawn_again(&json!(other).to_string(), &typed);
    assert_ne!(drawn, anew);
}

#[test]
fn a_vertex_that_is_taken_out_leaves_the_others_where_they_were() {
    let before = json!(spoked()).to_string();
    let remove = json!({ "edit": { "board": { "text": before }, "edit": { "remove-vertex": { "vertex": 3 } } } });
    let [mut drawn, again] = drawn_again(&before, &remove);
    drawn.remove(3);
    // The whole drawing is shifted to its corner.
    let shift = (again[0].0 - drawn[0].0, again[0].1 - drawn[0].1);
    for (one, other) in drawn.iter().zip(&again) {
        assert!((one.0 + shift.0 - other.0).abs() < 0.2 && (one.1 + shift.1 - other.1).abs() < 0.2);
    }
    let add = json!({ "edit": { "board": { "text": before }, "edit": "add-vertex" } });
    let [drawn, again] = drawn_again(&before, &add);
    assert_eq!(drawn[..], again[..40]);
}

#[test]
fn another_graph_is_laid_out_by_itself() {
    let path: Vec<Vec<usize>> = (0..40_usize).map(|v| (0..40).filter(|&w| v.abs_diff(w) == 1).collect()).collect();
    let path = json!({ "show": { "board": { "text": json!(path).to_string() } } });
    let [_, again] = drawn_again(&json!(spoked()).to_string(), &path);
    let [alone, _] = drawn_again(path["show"]["board"]["text"].as_str().unwrap_or_default(), &path);
    assert_eq!(again, alone);
}

#[test]
fn rules_are_chosen_by_their_keys() {
    let board = json!({ "text": "[[1,4],[0,2],[1,3],[2,4],[3,0]]", "preset": "cops", "rules": { "cats": "2" } });
    let shown = ask(&json!({ "show": { "board": board } }));
    assert_eq!(shown["data"]["cats"]["count"], 2, "{shown}");
    assert!(shown["data"]["headline"].as_str().is_some_and(|text| text.starts_with("The Cat wins")), "{shown}");
}

#[test]
fn what_is_wrong_is_said_with_its_place_in_the_units_of_javascript() {
    let text = "catmouse = 1\ntitle = \"𝔊\"\n[board]\nadjacency = [[1], [0, 7]]\n";
    let refused = ask(&json!({ "show": { "board": { "text": text } } }));
    assert_eq!(refused["answer"], "refused");
    let span = &refused["problems"][0]["span"];
    let units: Vec<u16> = text.encode_utf16().collect();
    let (start, end) = (span["start"].as_u64().unwrap() as usize, span["end"].as_u64().unwrap() as usize);
    assert_eq!(String::from_utf16_lossy(&units[start..end]), "7");
}

/// The character may also occur within the earlier graph. The error is at the second brace, not
/// at the first.
#[test]
fn what_is_wrong_in_a_later_graph_of_the_text_is_pointed_at_there() {
    let text = "graph { 0 -- 1 }\n}\n";
    let refused = ask(&json!({ "show": { "board": { "text": text } } }));
    let span = &refused["problems"][0]["span"];
    assert_eq!((span["start"].as_u64(), span["end"].as_u64()), (Some(17), Some(18)), "{refused}");
}

#[test]
fn a_game_that_is_too_large_is_refused() {
    let row = ".".repeat(400);
    let text = format!("MC{}F\n{}", &row[3..], format!("{row}\n").repeat(100));
    let refused = ask(&json!({ "show": { "board": { "text": text } } }));
    assert_eq!(refused["answer"], "refused");
    assert!(refused["problems"][0]["message"].as_str().unwrap().contains("bytes of memory"), "{refused}");
}

/// The answer to a change of the board with this text.
fn edit(text: &str, edit: &Value) -> Value {
    ask(&json!({ "edit": { "board": { "text": text }, "edit": edit } }))
}

#[test]
fn boards_are_edited() {
    let wall = edit("M..F\n..C.\n", &json!({ "cell": { "row": 0, "column": 1, "mark": "#" } }));
    assert_eq!(wall["text"], "M#.F\n..C.\n");
    let joined = edit("[[1],[0,2],[1]]", &json!({ "edge": { "from": 0, "to": 2 } }));
    assert_eq!(joined["text"], "[[1,2],[0,2],[0,1]]\n");
    let parted = edit("[[1,2],[0,2],[0,1]]", &json!({ "edge": { "from": 0, "to": 2 } }));
    assert_eq!(parted["text"], "[[1],[0,2],[1]]\n");
    let more = edit("[[1,2],[0,2],[0,1]]", &json!("add-vertex"));
    assert_eq!(more["text"], "[[1,2],[0,2],[0,1],[]]\n");
    let fewer = edit("[[1,2,3],[0,2],[0,1],[0]]", &json!({ "remove-vertex": { "vertex": 3 } }));
    assert_eq!(fewer["text"], "[[1,2],[0,2],[0,1]]\n");
    assert_eq!(edit("nonsense", &json!("add-vertex"))["answer"], "refused");
    let setup = "catmouse = 1\n\n[board]\nadjacency = [[1], [0, 2], [1]]\nnames = [\"a\", \"b\", \"c\"]\n";
    let named = edit(setup, &json!({ "edge": { "from": 0, "to": 2 } }));
    let text = named["text"].as_str().unwrap();
    assert!(text.contains("names") && text.contains("[0, 2]"), "{text}");
}

/// A second click undoes the first, and a piece leaves its old cell.
#[test]
fn a_cell_is_what_the_clicks_on_it_make_of_it() {
    let mut text = "M..F\n..C.\n".to_owned();
    for (row, column, mark, expect) in [
        (1, 0, "#", "M..F\n#.C.\n"),
        (1, 0, "#", "M..F\n..C.\n"),
        (1, 3, "F", "M..F\n..CF\n"),
        (0, 3, "F", "M...\n..CF\n"),
        (0, 1, "M", ".M..\n..CF\n"),
        (0, 3, "C", ".M.C\n...F\n"),
    ] {
        let edited = edit(&text, &json!({ "cell": { "row": row, "column": column, "mark": mark } }));
        assert_eq!(edited["text"], expect);
        expect.clone_into(&mut text);
    }
}

/// A click never replaces a piece or food, and the last food stays, because without food there
/// is no game.
#[test]
fn a_click_on_a_cell_that_is_not_free_is_refused_in_words() {
    let refusal = |row: usize, column: usize, mark: &str| {
        let refused = edit("M#.F\n..C.\n", &json!({ "cell": { "row": row, "column": column, "mark": mark } }));
        assert_eq!(refused["answer"], "refused", "{refused}");
        refused["problems"][0]["message"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(refusal(0, 0, "#"), "(0,0) is not free for the wall: the mouse starts there");
    assert_eq!(refusal(1, 2, "F"), "(1,2) is not free for the food: a cat starts there");
    assert_eq!(refusal(0, 3, "M"), "(0,3) is not free for the mouse: food is there");
    assert_eq!(refusal(0, 1, "C"), "(0,1) is not free for the cat: a wall is there");
    assert_eq!(refusal(0, 0, "C"), "(0,0) is not free for the cat: the mouse starts there");
    assert!(refusal(0, 3, "F").starts_with("the grid has no F"), "{}", refusal(0, 3, "F"));
    assert_eq!(refusal(7, 0, "#"), "there is no such cell");
    // If a click cannot say which cat to move, or the grid does not contain the mouse's start,
    // the text must be edited.
    let put = |text: &str, mark: &str| edit(text, &json!({ "cell": { "row": 0, "column": 1, "mark": mark } }));
    let message = |refused: &Value| refused["problems"][0]["message"].as_str().unwrap_or_default().to_owned();
    assert!(message(&put("M.C\nC.F\n", "C")).starts_with("there are 2 cats"));
    let setup = "catmouse = 1\n\n[board]\ngrid = [\"..F\", \"..C\"]\n\n[start]\nmouse = [0, 0]\n";
    assert!(message(&put(setup, "M")).starts_with("it is not the grid that says where the mouse is"));
}

#[test]
fn walls_keep_the_names_of_the_other_cells() {
    let text =
        "catmouse = 1\n\n[board]\ngrid = [\"M.F\", \"..C\"]\nnames = [\"a\", \"b\", \"\", \"d\", \"e\", \"f\"]\n";
    let wall = json!({ "cell": { "row": 1, "column": 0, "mark": "#" } });
    let once = edit(text, &wall);
    let once = once["text"].as_str().expect("a text");
    assert!(once.contains("names = [\"a\", \"b\", \"\", \"e\", \"f\"]"), "{once}");
    let again = edit(once, &wall);
    let again = again["text"].as_str().expect("a text");
    assert!(again.contains("names = [\"a\", \"b\", \"\", \"\", \"e\", \"f\"]"), "{again}");
}

#[test]
fn an_edge_joins_two_vertices() {
    let refused = edit("[[1],[0,2],[1]]", &json!({ "edge": { "from": 1, "to": 1 } }));
    assert!(refused["problems"][0]["message"].as_str().is_some_and(|words| words.contains("chosen twice")));
}

/// A hexagon with the hole at 5. The mouse starts on 4, and the cat on 2.
const HEXAGON: &str = "catmouse = 1

[board]
adjacency = [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [0, 4]]

[rules]
hole = [5]

[start]
mouse = 4
cat = 2
";

#[test]
fn pieces_and_hole_stay_on_their_vertices_when_another_is_removed() {
    let remove = |text: &str, vertex: i64| edit(text, &json!({ "remove-vertex": { "vertex": vertex } }));
    let without_0 = "catmouse = 1

[board]
adjacency = [[1], [0, 2], [1, 3], [2, 4], [3]]

[rules]
hole = [4]

[start]
mouse = 3
cat = 1
";
    assert_eq!(remove(HEXAGON, 0)["text"], without_0);
    for (vertex, why) in [(5, "it is the only hole"), (4, "the mouse starts there"), (2, "a cat starts there")] {
        assert_eq!(remove(HEXAGON, vertex)["problems"][0]["message"], format!("vertex {vertex} stays: {why}"));
    }
    assert!(remove(HEXAGON, 6)["problems"][0]["message"].as_str().is_some_and(|words| words.contains("vertex 6")));

    // Names stay with their vertices, so nothing is renumbered.
    let named = HEXAGON.replace("[rules]", "names = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]\n\n[rules]");
    let named = named.replace("[5]", "[\"f\"]").replace("= 4", "= \"e\"").replace("= 2", "= \"c\"");
    let fewer = remove(&named, 0)["text"].as_str().expect("a text").to_owned();
    assert!(fewer.contains("hole = [\"f\"]") && fewer.contains("mouse = \"e\"") && fewer.contains("cat = \"c\""));
}

/// In *Cat and Mouse* the mouse starts on 1 and the cat on 2. After the removal of vertex 0
/// they start on 0 and 1, which only a setup can express.
#[test]
fn starts_that_follow_from_the_rules_are_written_down_when_their_numbers_change() {
    let board = json!({ "text": "[[1,3],[0,2],[1,3],[0,2]]", "rules": { "hole": "3" } });
    let edited = ask(&json!({ "edit": { "board": board, "edit": { "remove-vertex": { "vertex": 0 } } } }));
    assert_eq!(edited["hole"], "2");
    let text = edited["text"].as_str().expect("a text");
    assert!(text.contains("adjacency = [[1], [0, 2], [1]]"), "{text}");
    assert!(text.contains("mouse = 0\ncat = 1"), "{text}");
}

/// As a list of edges, the text would mention `c` before `a`. Then the pieces, which start on 1
/// and 2, would start elsewhere.
#[test]
fn a_text_that_would_be_read_as_another_game_is_written_as_a_setup() {
    let board = |text: &Value| json!({ "text": text, "rules": { "hole": "d" } });
    let shown = |text: &Value| ask(&json!({ "show": { "board": board(text) } }))["data"].take();
    let text = json!("d a {}\na b {}\nb c {}\nc d {}\n");
    let parted = json!({ "edit": { "board": board(&text), "edit": { "edge": { "from": 0, "to": 1 } } } });
    let parted = ask(&parted)["text"].take();
    assert!(parted.as_str().is_some_and(|text| text.starts_with("catmouse = 1")), "{parted}");
    let (before, after) = (shown(&text), shown(&parted));
    for key in ["labels", "holes", "start"] {
        assert_eq!(before[key], after[key], "{key} {parted}");
    }
}

#[test]
fn a_board_is_written_with_its_choices() {
    let board = json!({ "text": "[[1],[0,2],[1]]", "mouse": { "number": 2 }, "cats": [{ "number": 1 }],
            "first": "cat", "rules": { "cat-may-stay": "true" } });
    let text = |board: &Value, format: &str| {
        let written = ask(&json!({ "write": { "board": board, "format": format } }));
        written["text"].as_str().unwrap_or_default().to_owned()
    };
    let setup = text(&board, "setup");
    for line in ["cat-may-stay = true", "mouse = 2", "cat = 1", "first = \"cat\""] {
        assert!(setup.contains(line), "{line}: {setup}");
    }
    assert_eq!(text(&json!({ "text": "0 1\n1 2\n2 3\n3 0\n" }), "leetcode"), "[[1,3],[0,2],[1,3],[0,2]]\n");
    assert_eq!(text(&json!({ "text": "[\"M.CF\"]" }), "grid"), "M.CF\n");
    assert_eq!(ask(&json!({ "write": { "board": { "text": "no" }, "format": "setup" } }))["answer"], "refused");
}

#[test]
fn a_changed_board_has_no_title_of_the_board_before() {
    let titled = "catmouse = 1\ntitle = 'petersen'\nsource = 'a book'\n[board]\nadjacency = [[1, 2], [0, 2], [0, 1, 3], [2]]\n\
         [expect]\noutcome = 'draw'\n";
    let grid = "catmouse = 1\ntitle = 'a pond'\n[board]\ngrid = ['M.F', '..C']\n";
    let edge = json!({ "edge": { "from": 0, "to": 3 } });
    for (text, edit) in [
        ("petersen", &edge),
        (titled, &edge),
        (titled, &json!("add-vertex")),
        (titled, &json!({ "remove-vertex": { "vertex": 3 } })),
        (grid, &json!({ "cell": { "row": 0, "column": 1, "mark": "#" } })),
    ] {
        let changed = ask(&json!({ "edit": { "board": { "text": text, "rules": {} }, "edit": edit } }))["text"].take();
        let changed = changed.as_str().expect("it is changed");
        for key in ["title", "source", "expect"] {
            assert!(!changed.contains(key), "{key}: {changed}");
        }
        let shown = ask(&json!({ "show": { "board": { "text": changed } } }))["data"]["name"].take();
        assert_eq!(shown, "A game of cat and mouse");
    }
}

/// What a program prints that runs this code.
fn printed(program: &str, code: &str) -> String {
    let output = Command::new(program).args(["-c", code]).output().expect("the program runs");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn nothing_in_a_setup_runs_when_its_command_or_program_is_pasted() {
    let written = |setup: &str, format: &str| {
        let written = ask(&json!({ "write": { "board": { "text": setup }, "format": format } }));
        written["text"].as_str().unwrap_or_default().to_owned()
    };
    let board = "board.adjacency = [[1], [0, 2], [1]]\nboard.names = ['a$HOME`exit`', 'b\\', 'c']\n";
    for title in ["it's", "\"\"\"", "''')", "\\", "\\'", "$(touch evil)`touch evil`", "!!; exit", "%s\\n\\c"] {
        let asked = format!("catmouse = 1\ntitle = {}\n{board}", json!(title));
        let setup = written(&asked, "setup");
        assert!(setup.contains("title = ") && setup.contains("names = "), "{setup}");
        let command = written(&asked, "command");
        let (print, explain) = command.rsplit_once(" | ").expect("a pipe");
        assert_eq!(explain, "catmouse explain -\n");
        let program = written(&asked, "python");
        let solve = program.strip_prefix("import catmouse\n\nprint(catmouse.solve(").expect("a program");
        let literal = solve.strip_suffix("))\n").expect("an end");
        if cfg!(unix) {
            assert_eq!(printed("sh", print), setup);
            assert_eq!(printed("python3", &format!("print({literal}, end='')")), setup);
        }
    }
    for title in ["a\nBOARD\nid", "a\n'''\nid", "a\u{1b}[201~", "a\u{9b}", "a\u{202e}", "a\u{2028}"] {
        let asked = format!("catmouse = 1\ntitle = {}\n{board}", json!(title));
        for format in ["setup", "command", "python"] {
            let refused = ask(&json!({ "write": { "board": { "text": asked }, "format": format } }));
            assert!(refused["problems"][0]["message"].to_string().contains("the title has the character"), "{refused}");
        }
    }
}

#[test]
fn sentences_mark_their_vertices() {
    let data = ask(&json!({ "show": { "board": { "text": "[[1,3],[0],[3],[0,2]]" } } }))["data"].take();
    let fork = "[[5,6],[4,6],[5,6],[5],[1,5,6],[0,2,3,4],[0,1,2,4]]";
    let story = ask(&json!({ "show": { "board": { "text": fork } } }))["data"]["story"].to_string();
    assert!(story.contains("through \u{e000}5\u{e001} or"), "{story}");
    assert_eq!(data["leetcode"], "1");
    let brief = "In turn, each side moves along an edge and may not stay; the Mouse wins at the hole, closed to \
                 the Cat; the Cat wins where they meet; nobody blocks anybody; endless play is a draw; a side with \
                 no move ends the play there, and that is worth as much as endless play.";
    assert_eq!(data["brief"], brief);
    let ours = json!({ "text": "[\"M.C...F\"]", "rules": { "mouse-jump": "4" } });
    assert_eq!(ask(&json!({ "show": { "board": ours } }))["data"]["leetcode"], "true");
    let other = json!({ "text": "[[1,3],[0],[3],[0,2]]", "first": "cat" });
    assert_eq!(ask(&json!({ "show": { "board": other } }))["data"]["leetcode"], Value::Null);
}

#[test]
fn what_is_no_question_is_said_so() {
    for question in ["", "{}", "[1]", "{\"nothing\":null}"] {
        assert_eq!(answers(question)[0]["answer"], "refused");
    }
}

#[test]
fn values_of_settings_are_read_as_they_are_written() {
    let holes = |text: &str, hole: &str| {
        let shown = ask(&json!({ "show": { "board": { "text": text, "rules": { "hole": hole } } } }));
        (shown["data"]["holes"].clone(), shown["problems"][0]["setting"].clone())
    };
    let (square, grid) = ("[[1,3],[0,2],[1,3],[0,2]]", "M.C\n...\n");
    for (text, hole, expect) in [
        (square, "3", json!([3])),
        (square, " 0 3 ", json!([0, 3])),
        ("[[1,5],[0,2],[1,3],[2,4],[3,5],[0,4]]", "0, 3 4", json!([0, 3, 4])),
        (square, "none", json!([])),
        (grid, "1,2", json!([5])),
        (grid, "(1,0) (1,2)", json!([3, 5])),
        (grid, "1,0 1,2", json!([3, 5])),
    ] {
        assert_eq!(holes(text, hole), (expect, serde_json::Value::Null), "{hole}");
    }
    assert_eq!(holes(square, "[").1, "hole");
    assert_eq!(holes(square, "9").1, "hole");
    let cats = |number: &str| {
        let board = json!({ "text": square, "preset": "cops", "rules": { "cats": number, "endless": "no" } });
        ask(&json!({ "show": { "board": board } }))["problems"].take()
    };
    let marked: Vec<Value> =
        cats("two").as_array().into_iter().flatten().map(|problem| problem["setting"].clone()).collect();
    assert_eq!(marked, ["cats", "endless"]);
}

#[test]
fn a_graph_is_called_by_its_name() {
    let show = |text: &str| ask(&json!({ "show": { "board": { "text": text, "rules": { "hole": "0" } } } }));
    assert_eq!(show(" petersen\n")["data"]["labels"].as_array().map(Vec::len), Some(10));
    assert_eq!(show("grid:3x4")["data"]["labels"].as_array().map(Vec::len), Some(12));
    let refused = show("cycle:2");
    assert!(refused["problems"][0]["message"].as_str().is_some_and(|words| words.contains("cycle:9")), "{refused}");
    // The problem is in the text of the graph, which the reader has not written.
    let board = json!({ "text": "path:2", "mouse": { "number": 7 } });
    assert_eq!(ask(&json!({ "show": { "board": board } }))["problems"][0]["span"], Value::Null);
    let listed = ask(&json!({ "settings": null }));
    for family in listed["families"].as_array().expect("families") {
        let shown = show(family["example"].as_str().expect("a name"));
        assert_eq!(shown["answer"], "show", "{family}: {shown}");
    }
}

#[test]
fn every_setting_is_listed() {
    let listed = ask(&json!({ "settings": null }));
    assert_eq!(listed["settings"].as_array().unwrap().len(), catmouse::model::SETTINGS.len());
    assert_eq!(listed["presets"].as_array().unwrap().len(), 3);
}
