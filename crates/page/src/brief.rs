//! What a player must know: the rules in one sentence, made from the rules, and the answer that
//! LeetCode expects if the game is one of its two problems.

use catmouse_arena::Measure;
use catmouse_arena::Words;
use catmouse_model::{BoardChoice, CatInHole, Game, Outcome, Rules, Setup, Vertex};

/// The rules in one sentence.
pub(crate) fn brief(game: &Game) -> String {
    let (rules, goal) = (game.rules(), game.goal_noun());
    let (cats, want) = match rules.cats {
        1 => ("the Cat".to_owned(), "wants"),
        cats => (format!("the {cats} cats"), "want"),
    };
    let aims = if rules.holes.is_empty() {
        format!("The Mouse keeps away, and {cats} {want} the Mouse")
    } else {
        let hole = match rules.cat_in_hole {
            CatInHole::Forbidden => format!(" and may not enter {goal}"),
            CatInHole::Allowed => format!(" and may enter {goal}"),
            CatInHole::Guards => format!(" and may wait in {goal}"),
            CatInHole::Wins => format!(" or {goal} first"),
        };
        format!("The Mouse wants {goal}, and {cats} {want} the Mouse{hole}")
    };
    let is_grid = game.board().grid().is_some();
    let [mouse, cat] = [rules.mouse, rules.cat].map(|piece| {
        let (most, unit) = if is_grid { (piece.jump, "cell") } else { (piece.speed, "edge") };
        let way = if most == 1 { format!("one {unit}") } else { format!("up to {most} {unit}s") };
        if piece.may_stay { format!("{way} or not at all") } else { way }
    });
    let moves = if mouse == cat {
        format!("a move is {mouse}")
    } else {
        format!("a move of the mouse is {mouse}, of a cat {cat}")
    };
    let endless = match rules.endless {
        Outcome::Draw => "is a draw",
        Outcome::Mouse => "is the Mouse’s win",
        Outcome::Cat => "is the Cat’s win",
    };
    format!("{aims}; {moves}; endless play {endless}.")
}

/// The return value that LeetCode expects, if the game is one of its two problems.
pub(crate) fn leetcode(game: &Game, outcome: Outcome) -> Option<&'static str> {
    let (board, rules, start) = (game.board(), game.rules(), game.start());
    let (hole, mouse, cat) = (Vertex::new(0), Vertex::new(1), Vertex::new(2));
    if game.measure() == Measure::Cost || rules.cats != 1 {
        return None;
    }
    let setup = match board.grid() {
        None if start.mouse == Some(mouse) && start.cats.as_deref() == Some(&[cat]) && rules.holes == [hole] => {
            Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]]))
        }
        Some(_) if rules.holes.len() == 1 => Setup::new(BoardChoice::Grid(vec!["FMC".to_owned()])),
        _ => return None,
    };
    let usual = setup.plan().ok()?.game();
    let mut expect = Rules { holes: rules.holes.clone(), ..usual.rules().clone() };
    (expect.mouse.jump, expect.cat.jump) = (rules.mouse.jump, rules.cat.jump);
    (expect.mouse.kinds, expect.cat.kinds) = (rules.mouse.kinds, rules.cat.kinds);
    if usual.preset() != game.preset() || *rules != expect || start.first != usual.start().first {
        return None;
    }
    game.preset().returns(outcome)
}
