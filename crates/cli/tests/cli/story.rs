//! What `explain` prints of the story and of the strategies of a game.

use std::path::Path;
use std::process::Command;

use crate::program::{answer, catmouse};

/// A board on which a vertex two steps from the hole decides. The numbers are from a count that
/// shares no code with this project. Let the Mouse be to move, next to 10 but not next to the hole.
/// A Cat on 10 or next to it wins all 42 positions, and a Cat elsewhere none of 30. The Cat's last
/// moves 7→4→8→11→3 are not the shortest way, because 4–11 is an edge.
#[test]
fn the_place_that_decides_need_not_be_a_door() {
    let board = "[[5],[3,8],[6,10],[1,6,9,11],[7,8,11,13],[0,10],[2,3,10],[4,8,10],[1,4,7,10,11],[3,10,11,12],\
                 [2,5,6,7,8,9,12],[3,4,8,9],[9,10],[4]]";
    let output = Command::new(env!("CARGO_BIN_EXE_catmouse")).args(["explain", "--format", "json", board]).output();
    let told: serde_json::Value =
        serde_json::from_slice(&output.expect("the program runs").stdout).expect("it is JSON");
    let story = told["story"].as_array().expect("a list");
    let gate = story.iter().find(|claim| claim["kind"] == "gate").expect("there is a gate");
    let counts = ["place", "within", "won", "kept", "excluded"].map(|key| gate[key].as_u64());
    assert_eq!(counts, [10, 1, 42, 42, 30].map(Some));
    assert!(story.iter().all(|claim| claim["kind"] != "straight"));
}

/// A board on which the win takes 50 plies. The expected numbers are from other sources. With M1 C2
/// and the Cat to move, the Cat wins in 11 plies, so it plays for the same placement after 39
/// plies. The Cat has a single winning move at plies 2, 26 and 44. The Mouse is shut in after 43
/// and 47 plies.
#[test]
fn the_story_of_fifty_plies_as_json() {
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/classic/cat-wins-in-50-on-13-vertices.toml");
    let output = Command::new(env!("CARGO_BIN_EXE_catmouse"))
        .args(["explain", "--format", "json"])
        .arg(board)
        .output()
        .expect("the program runs");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let of = |kind: &str| -> Vec<&serde_json::Value> {
        told["story"].as_array().expect("a list").iter().filter(|claim| claim["kind"] == kind).collect()
    };
    assert_eq!(of("tempo")[0]["from_ply"], 0);
    assert_eq!(of("tempo")[0]["to_ply"], 39);
    assert_eq!(of("tempo")[0]["distance_plies"], 11);
    assert_eq!(of("only")[0]["plies"], serde_json::json!([2, 26, 44]));
    assert_eq!(
        (&of("room")[0]["ply"], &of("room")[0]["places"]),
        (&43.into(), &serde_json::json!([5, 7, 8, 10, 11, 12]))
    );
    assert_eq!((&of("room")[1]["ply"], &of("room")[1]["places"]), (&47.into(), &serde_json::json!([5, 7, 8])));
    // With three plies left, the Mouse moves once more and is caught wherever it goes. It is to
    // move on one vertex only.
    assert_eq!(&of("room")[1]["lasting"], &serde_json::json!([5]));
    assert!(of("gate").iter().any(|gate| gate["place"] == 3 && gate["is_door"] == true && gate["within"] == 1));
    let texts = told["story"].as_array().expect("a list").iter();
    assert!(texts.clone().all(|claim| claim["text"].as_str().is_some_and(|text| !text.is_empty())));
}

fn printed(args: &[&str]) -> String {
    let output = answer(catmouse().args(["explain", "--strategy"]).args(args), "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

/// Known by hand: on the triangle the mouse runs into the hole from anywhere, which is one rule. On
/// a hypercube, two cats never catch a mouse that avoids their next steps, which is one rule for
/// more than a thousand positions.
#[test]
fn few_rules_where_few_will_do() {
    let of = |args: &[&str]| -> serde_json::Value {
        serde_json::from_str(&printed(&[args, &["--format", "json"]].concat())).expect("it is JSON")
    };
    let told = of(&["[[1,2],[0,2],[0,1]]"]);
    assert_eq!(told["strategies"][0]["size"], serde_json::json!({"rules": 1, "positions": 2, "answers": 1}));
    assert_eq!((&told["strategies"][0]["player"], &told["strategies"][0]["aim"]), (&"mouse".into(), &"win".into()));
    assert_eq!(told["strategies"][0]["tree"]["finish"], true);
    let cube = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cops/tesseract-two-cats.toml");
    let told = of(&[cube]);
    assert_eq!(told["strategies"][0]["size"]["rules"], 1);
    assert_eq!(told["strategies"][0]["tree"]["elsewhere"]["kind"], "safe");
}

#[test]
fn a_strategy_is_printed_in_every_format() {
    let text = printed(&["ambush"]);
    assert!(text.contains(" rules for all ") && text.contains("on 4: to 1"), "{text}");
    let dot = printed(&["ambush", "--format", "dot"]);
    assert!(dot.starts_with("digraph strategy {") && dot.trim_end().ends_with('}'), "{dot}");
    assert!(dot.contains("[label=\"on 4\"]"), "{dot}");
    let output = answer(catmouse().args(["explain", "ambush", "--format", "dot"]), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("--strategy"));
}
