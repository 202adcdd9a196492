//! The answer that LeetCode expects, if the game is one of its two problems.

use catmouse_arena::Measure;
use catmouse_arena::Words;
use catmouse_model::{BoardChoice, Game, Outcome, Rules, Setup, Vertex};

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
