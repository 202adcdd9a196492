//! Snapshots of pictures of the fixtures: they guard form, not truth.

use std::fs;
use std::path::PathBuf;

use catmouse_explain::{Context, explain, story::story};
use catmouse_formats::{Format, read};
use catmouse_model::{BoardChoice, Setup};
use catmouse_picture::{Scene, placement, unsolved};

use crate::drawn::solved;

pub(crate) fn drawn(name: &str, what: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(format!("{name}.toml"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let document = read(&text, Format::Setup).expect("a setup");
    let game = document.setup.plan().expect("a game").game();
    let values = solved(&game);
    let opening = game.opening(&values);
    let scene = Scene { game: &game, values: &values, start: opening.id, title: document.title.as_deref() };
    let explanation = || explain(&Context::new(game.arena(), &game, &values, game.adjudication()), opening.id);
    match what {
        "board" => scene.board(),
        "survey" => scene.survey(),
        "line" => scene.line(&explanation()),
        "choices" => scene.choices(&explanation()),
        "lesson" => {
            let explanation = explanation();
            scene.lesson(&explanation, &story(game.arena(), &game, &values, &explanation))
        }
        _ => placement(game.board(), &opening.position.cats, document.title.as_deref().unwrap_or_default()),
    }
}

#[test]
fn pictures_of_fixtures_look_as_before() {
    for (name, what) in [
        ("classic/cat-wins-in-8-on-6-vertices", "board"),
        ("classic/mouse-wins-in-17-on-8-vertices", "choices"),
        ("classic/cat-wins-in-8-on-6-vertices", "lesson"),
        ("classic/mouse-wins-in-17-on-8-vertices", "line"),
        ("classic/official-example-1-draw", "survey"),
        ("classic/star-hole-in-the-centre", "board"),
        ("classic/cube-parity", "board"),
        ("cops/petersen-three-cats", "placement"),
        ("cops/dodecahedron-three-cats", "placement"),
        ("cops/binary-tree", "board"),
        ("costs/budget-of-10", "board"),
        ("cops/two-triangles-two-cats", "line"),
    ] {
        let stem = name.replace('/', "-");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{stem}.{what}"), drawn(name, what));
        });
    }
}

/// The thumbnail of a level gives nothing away: it is the same whoever wins.
#[test]
fn an_unsolved_board_is_the_same_whoever_wins() {
    let picture = |mouse_jump: i64| {
        let mut setup = Setup::new(BoardChoice::Grid(vec!["M..F".to_owned(), ".#..".to_owned(), "...C".to_owned()]));
        setup.rules.mouse_jump = Some(mouse_jump);
        let game = setup.plan().expect("a game").game();
        let position = game.start().position().expect("a start");
        let winner = solved(&game);
        let winner = catmouse_arena::Values::value(&winner, game.opening(&winner).id).winner();
        (winner, unsolved(&game, &position, "a level"))
    };
    let (one, slow) = picture(1);
    let (other, fast) = picture(3);
    assert_ne!(one, other);
    assert_eq!(slow, fast);
    assert!(slow.starts_with("<svg") && roxmltree::Document::parse(&slow).is_ok(), "{slow}");
}
