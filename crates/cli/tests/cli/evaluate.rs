//! The output of `catmouse evaluate`, and its refusals. The library has tests that the worst case
//! of a policy is right.

use serde_json::{Value, json};

use crate::program::{answer, catmouse};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

/// The Cat goes 2→4 after the Mouse's only first move, and then the Mouse can run to the hole.
const CARELESS: &str = "mouse,cats,turn,to\n3,2,cat,4\n5,4,cat,2\n1,4,cat,3\n";

fn evaluate(args: &[&str], policy: &str) -> (Option<i32>, String, String) {
    let output = answer(catmouse().arg("evaluate").args(args), policy);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it is UTF-8"));
    (output.status.code(), out, err)
}

#[test]
fn the_worst_case_is_printed_with_its_line() {
    let (code, text, _) = evaluate(&[DRAW, "-"], CARELESS);
    assert_eq!(code, Some(0));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("In the policy's worst case, the Mouse wins in 5 plies."), "{text}");
    assert!(text.contains("Under perfect play of both sides, a draw"), "{text}");
    assert!(text.contains("The policy's first mistake is ply 2, C 2→4."), "{text}");
    let (_, text, _) = evaluate(&[DRAW, "-", "--format", "json"], CARELESS);
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(found["side"], "cat");
    assert_eq!(found["worst"], json!({ "outcome": "mouse", "distance_plies": 5, "distance_cost": null }));
    assert_eq!(found["first_mistake"], 2);
    let (_, text, _) = evaluate(&[DRAW, "-", "--format", "csv"], CARELESS);
    assert_eq!(text.lines().count(), 1 + 5, "{text}");
}

#[test]
fn a_policy_that_is_no_policy_is_refused() {
    let path = std::env::temp_dir().join(format!("catmouse-no-policy-{}.csv", std::process::id()));
    let path = path.to_str().expect("a plain name");
    for (args, policy, part) in [
        (&[DRAW][..], "", "there is no policy to evaluate"),
        (&["-", "-"], CARELESS, "the board cannot be"),
        (&[DRAW, path], "", "cannot read"),
        (&[DRAW, "-"], "mouse,cats,turn,to\n3,2,cat,9\n", "-: line 2: `9` is not a legal move here"),
        (&[DRAW, "-"], "mouse,cats,turn,to\n3,2,cat,4\n", "the policy has no move at M1 C4"),
    ] {
        let (code, out, err) = evaluate(args, policy);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(part), "{args:?}: {err}");
    }
}

/// A policy has names and cells as the table of the board has them.
#[test]
fn names_cells_and_teams_are_read() {
    let policy = "to,turn,cats,mouse,note\n\"[0,0]\",mouse,\"[0,3]\",\"[0,1]\",away\n";
    let (code, text, err) = evaluate(&["[\"FM.C\"]", "-", "--format", "json"], policy);
    assert_eq!(code, Some(0), "{err}");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(found["worst"]["outcome"], "mouse");
    // Two cats at the ends of a path of three catch the mouse between them, whoever of them moves.
    let policy = "mouse,cats,turn,to\n1,0 2,cat,1 2\n";
    let args = ["path:3", "-", "--preset", "cops", "--cat", "0", "--cat", "2", "--mouse", "1", "--first", "cat"];
    let (code, text, err) = evaluate(&[&args[..], &["--format", "json"]].concat(), policy);
    assert_eq!(code, Some(0), "{err}");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&found["worst"]["outcome"], &found["worst"]["distance_plies"]), (&json!("cat"), &json!(1)));
}
