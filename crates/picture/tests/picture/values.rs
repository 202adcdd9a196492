//! The numbers in a picture are those of the solution, which the checker has passed.

use catmouse_arena::{Player, PositionId, Values, WinOrDraw};
use catmouse_explain::{Context, explain, story::story};
use catmouse_model::{BoardChoice, Game, Position, Setup, Side, Vertex};
use catmouse_picture::Scene;

use crate::drawn::{read, solved};

/// The expected text of a label, composed independently.
fn expected_mark<V: Values>(game: &Game, values: &V, id: PositionId) -> String {
    let judgement = game.adjudication().judge(values.value(id));
    let distance = judgement.distance.map_or("–".to_owned(), |distance| distance.to_string());
    match judgement.outcome {
        WinOrDraw::Draw => "=".to_owned(),
        WinOrDraw::Win(Player::One) => format!("M:{distance}"),
        WinOrDraw::Win(Player::Two) => format!("C:{distance}"),
    }
}

fn agree(setup: &Setup) {
    let game = setup.plan().expect("a game").game();
    let values = solved(&game);
    for turn in [Side::Mouse, Side::Cat] {
        let opening = game.opening(&values).position;
        let position = Position { turn, ..opening };
        let start = game.id(&position).expect("a position");
        let svg = Scene { game: &game, values: &values, start, title: None }.board();
        let drawn = read(&svg);
        for (vertex, label) in &drawn.marks {
            let vertex = Vertex::new(*vertex);
            let instead = match turn {
                Side::Mouse => Position { mouse: vertex, ..position.clone() },
                Side::Cat => Position { cats: vec![vertex], ..position.clone() },
            };
            let expect = game.id(&instead).map(|id| expected_mark(&game, &values, id));
            // At a vertex that is closed to the piece, the last line is the name.
            assert_eq!(*label, expect.unwrap_or_else(|| game.board().label(vertex).to_string()), "{vertex:?} {turn}");
        }
        for rated in catmouse_explain::rated_moves(
            &catmouse_explain::Context::new(game.arena(), &game, &values, game.adjudication()),
            start,
        ) {
            let step = catmouse_arena::Words::step(&game, start, rated.step());
            let expect = format!("{step}: {}", expected_mark(&game, &values, rated.to));
            let listed = |text: &str| text == expect || text == format!("{expect}, best");
            assert!(drawn.texts.iter().any(|(text, _)| listed(text)), "{expect}");
        }
    }
}

#[test]
fn labels_agree_with_the_solution() {
    for lists in [
        vec![vec![2, 5], vec![3], vec![0, 4, 5], vec![1, 4, 5], vec![2, 3], vec![0, 2, 3]],
        vec![vec![4], vec![3, 4], vec![4, 5], vec![1, 4, 5], vec![0, 1, 2, 3], vec![2, 3]],
    ] {
        agree(&Setup::new(BoardChoice::Adjacency(lists)));
    }
    agree(&Setup::new(BoardChoice::Grid(vec!["####F".to_owned(), "#C...".to_owned(), "M....".to_owned()])));
}

#[test]
fn the_heat_map_has_every_start() {
    let lists = vec![vec![2, 5], vec![3], vec![0, 4, 5], vec![1, 4, 5], vec![2, 3], vec![0, 2, 3]];
    let game = Setup::new(BoardChoice::Adjacency(lists)).plan().expect("a game").game();
    let values = solved(&game);
    let svg = Scene { game: &game, values: &values, start: game.opening(&values).id, title: None }.survey();
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let cells = document.descendants().filter(|node| node.attribute("class") == Some("start"));
    let found: Vec<String> = cells
        .filter_map(|cell| {
            Some(
                cell.children()
                    .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")))?
                    .text()?
                    .to_owned(),
            )
        })
        .collect();
    let mut expect = Vec::new();
    for mouse in 0..6 {
        for cat in 1..6 {
            let position = Position { mouse: Vertex::new(mouse), cats: vec![Vertex::new(cat)], turn: Side::Mouse };
            let id = game.id(&position).expect("a position");
            expect.push(format!("M {mouse}, C {cat}: {}", expected_mark(&game, &values, id)));
        }
    }
    assert_eq!(found, expect);
}

/// The bars of the choices are counted here from the legal moves and their outcomes.
#[test]
fn choices_are_counted_from_the_values() {
    for lists in [
        vec![vec![2, 5], vec![3], vec![0, 4, 5], vec![1, 4, 5], vec![2, 3], vec![0, 2, 3]],
        vec![vec![4], vec![3, 4], vec![4, 5], vec![1, 4, 5], vec![0, 1, 2, 3], vec![2, 3]],
    ] {
        let game = Setup::new(BoardChoice::Adjacency(lists)).plan().expect("a game").game();
        let values = solved(&game);
        let start = game.opening(&values).id;
        let explanation = explain(&Context::new(game.arena(), &game, &values, game.adjudication()), start);
        let svg = Scene { game: &game, values: &values, start, title: None }.choices(&explanation);
        let texts: Vec<String> = read(&svg).texts.into_iter().map(|(text, _)| text).collect();
        let mut shares = Vec::new();
        for ply in &explanation.plies {
            let worth = |id| {
                let outcome = game.adjudication().judge(values.value(id)).outcome;
                outcome.winner().map_or(0, |winner| if winner == ply.player { 1 } else { -1 })
            };
            if worth(ply.from) < 0 {
                continue;
            }
            let legal = game.legal_moves(ply.from);
            let kept = legal.iter().filter(|step| worth(step.to) == worth(ply.from)).count();
            shares.push(format!("{kept}/{}", legal.len()));
        }
        let shown: Vec<String> = texts.iter().filter(|text| text.contains('/')).cloned().collect();
        assert_eq!(shown, shares);
        assert!(shares.len() > 2, "{shares:?}");
    }
}

/// The lesson of a board points out the door and the places beside it, and draws the right move and the
/// tempting one.
#[test]
fn the_lesson_shows_the_hinge_and_the_places_of_the_idea() {
    let lists = vec![vec![4], vec![3, 4], vec![4, 5], vec![1, 4, 5], vec![0, 1, 2, 3], vec![2, 3]];
    let game = Setup::new(BoardChoice::Adjacency(lists)).plan().expect("a game").game();
    let values = solved(&game);
    let start = game.opening(&values).id;
    let explanation = explain(&Context::new(game.arena(), &game, &values, game.adjudication()), start);
    let claims = story(game.arena(), &game, &values, &explanation);
    let svg = Scene { game: &game, values: &values, start, title: None }.lesson(&explanation, &claims);
    let texts: Vec<String> = read(&svg).texts.into_iter().map(|(text, _)| text).collect();
    // At the hinge the Mouse stands on 3 and the Cat on 2. Only 4 keeps the win.
    let id = |cat| {
        let position = Position { mouse: Vertex::new(3), cats: vec![Vertex::new(cat)], turn: Side::Mouse };
        game.id(&position).expect("a position")
    };
    for (cat, winner, verdict) in [(4, 'C', "right"), (5, 'M', "wrong")] {
        let mark = expected_mark(&game, &values, id(cat));
        assert!(mark.starts_with(winner), "{mark}");
        assert!(texts.contains(&format!("C 2→{cat}: {mark}, {verdict}")), "{texts:?}");
        assert!(texts.contains(&mark), "beside the arrow: {texts:?}");
    }
    // The only door to the hole is 4.
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let group = |vertex: &str| document.descendants().find(|node| node.attribute("data-vertex") == Some(vertex));
    let is_marked = |vertex: &str| {
        let group = group(vertex).expect("it is drawn");
        group.children().any(|node| node.attribute("class") == Some("marked"))
    };
    // It is caught between 4 and 5, on 2.
    assert!(["2", "4", "5"].into_iter().all(is_marked) && !is_marked("3"));
}
