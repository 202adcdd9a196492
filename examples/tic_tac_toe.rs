//! Tic-tac-toe: why it is a draw, and why a careless answer to the corner loses.
//!
//! ```sh
//! cargo run --package catmouse-examples --bin tic-tac-toe
//! ```
//!
//! A minimal game with draws: on a full board a player is to move and has no move, so neither
//! player wins. The squares have numbers:
//!
//! ```text
//! 1 2 3
//! 4 5 6
//! 7 8 9
//! ```

use std::error::Error;

use catmouse_arena::{
    Adjudication, Cost, End, GraphArena, Move, Player, PositionId, Solution, StateRules, Status, WinOrDraw, Words,
    check,
};
use catmouse_explain::{Context, Explanation, explain, prose};

const X: Player = Player::One;
const O: Player = Player::Two;

/// The winning rows of three squares.
const ROWS: [[usize; 3]; 8] = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

/// The player on each square. The turn follows from the number of taken squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Board([Option<Player>; 9]);

impl Board {
    const EMPTY: Self = Self([None; 9]);

    fn at(&self, square: usize) -> Option<Player> {
        self.0[square - 1]
    }

    fn free(&self) -> impl Iterator<Item = usize> {
        (1..=9).filter(|&square| self.at(square).is_none())
    }

    /// The player to move; X begins.
    fn turn(&self) -> Player {
        if self.free().count() % 2 == 1 { X } else { O }
    }

    /// The board after the player to move takes a free square.
    fn take(&self, square: usize) -> Self {
        let mut after = *self;
        after.0[square - 1] = Some(self.turn());
        after
    }

    /// The player with three in a row, and this row.
    fn row(&self) -> Option<(Player, [usize; 3])> {
        ROWS.into_iter().find_map(|row| {
            let player = self.at(row[0])?;
            row.iter().all(|&square| self.at(square) == Some(player)).then_some((player, row))
        })
    }
}

/// The rules.
struct TicTacToe;

impl StateRules for TicTacToe {
    type State = Board;

    fn starts(&self) -> Vec<Board> {
        vec![Board::EMPTY]
    }

    fn status(&self, board: &Board) -> Status {
        board.row().map_or(Status::Turn(board.turn()), |(winner, _)| Status::Won(winner))
    }

    fn moves(&self, board: &Board) -> Vec<(Board, Cost)> {
        board.free().map(|square| (board.take(square), 1)).collect()
    }
}

/// The game as an arena, with its vocabulary.
struct Game(GraphArena<Board>);

impl Game {
    /// The square that a move takes.
    fn taken(&self, from: PositionId, to: PositionId) -> usize {
        let (before, after) = (self.0.state(from), self.0.state(to));
        before.free().find(|&square| after.at(square).is_some()).expect("a move takes a free square")
    }
}

impl Words for Game {
    fn player(&self, player: Player) -> String {
        if player == X { "X" } else { "O" }.to_owned()
    }

    fn task(&self, player: Player) -> String {
        format!("keeps {} from three in a row", self.player(player.opponent()))
    }

    /// The squares, row by row: `X.. / .O. / ..X`.
    fn position(&self, id: PositionId) -> String {
        let signs = self.0.state(id).0.map(|holder| holder.map_or(".".to_owned(), |player| self.player(player)));
        signs.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join(" / ")
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        format!("{}{}", self.player(self.0.state(from).turn()), self.taken(from, step.to))
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        self.taken(from, step.to).to_string()
    }

    fn end(&self, id: PositionId) -> Option<End> {
        let board = self.0.state(id);
        let (kind, does, sentence) = match board.row() {
            Some((player, [a, b, c])) => {
                ("row", format!("completes {a}-{b}-{c}"), format!("{} has {a}-{b}-{c}", self.player(player)))
            }
            None if board.free().next().is_none() => {
                ("full-board", "fills the board".to_owned(), "the board is full".to_owned())
            }
            None => return None,
        };
        Some(End { kind, winning_move: does.clone(), losing_move: does, sentence })
    }
}

fn solve() -> Result<(Game, Solution), Box<dyn Error>> {
    let arena = GraphArena::explore(&TicTacToe, 10_000)?;
    let solution = catmouse_solver::solve_table(&arena)?;
    check(&arena, &solution)?; // never trust a solver
    Ok((Game(arena), solution))
}

/// The position after X and O have taken these squares in turn, explained.
fn explained(game: &Game, solution: &Solution, squares: &[usize]) -> Option<Explanation> {
    let board = squares.iter().fold(Board::EMPTY, |board, &square| board.take(square));
    let draw = Adjudication { endless: WinOrDraw::Draw, limit: None };
    Some(explain(&Context::new(&game.0, game, solution, draw), game.0.position(&board)?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (game, solution) = solve()?;
    for squares in [&[][..], &[1, 2]] {
        let explanation = explained(&game, &solution, squares).ok_or("no such position")?;
        println!("{}", game.position(explanation.summary.start));
        println!("{}\n", prose::headline(&explanation.summary, &game));
        for ply in &explanation.plies {
            let (step, mark) = (game.step(ply.from, ply.played.step()), prose::mark(&ply.played, game.measure()));
            println!("{}  {step}  {mark}  {}", ply.number, prose::remark(&explanation, ply, &game));
        }
        println!("\n{}\n", prose::ending(&explanation, &game));
        // O's holding has 183 answers. X's holding is short: X takes a corner, and then all answers
        // but one lose.
        for holding in explanation.holdings.iter().filter(|holding| holding.player == X) {
            println!("{}", prose::holding_claim(&explanation, holding, &game));
            for answer in prose::holding_answers(holding, &game) {
                println!("  {answer}");
            }
            println!();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use catmouse_arena::{Arena, Value, Values};

    #[test]
    fn it_is_a_draw_of_5478_positions() {
        let (game, solution) = solve().expect("the game is solved");
        assert_eq!(game.0.positions(), 5478);
        let start = game.0.position(&Board::EMPTY).expect("the game starts there");
        assert_eq!(solution.value(start), Value::Endless);
    }

    /// The 958 boards at which the game is over, of which X has won 626, form the *Tic-Tac-Toe
    /// Endgame* data set of D. Aha (UCI Machine Learning Repository, 1991). There are 126 ways to
    /// place five X on nine squares; 16 of them leave a row to neither side.
    #[test]
    fn the_published_boards_at_the_end() {
        let (game, _) = solve().expect("the game is solved");
        let over = |id: &PositionId| game.end(*id).is_some();
        let ends: Vec<_> = (0..game.0.positions()).map(PositionId::new).filter(over).collect();
        let count = |has: &dyn Fn(Status) -> bool| ends.iter().filter(|&&id| has(game.0.status(id))).count();
        assert_eq!(ends.len(), 958);
        assert_eq!(count(&|status| status == Status::Won(X)), 626);
        assert_eq!(count(&|status| matches!(status, Status::Turn(_))), 16);
    }

    /// All books on the game agree: only the centre answers the corner, only a corner answers the
    /// centre.
    #[test]
    fn the_answers_to_the_first_move() {
        let (game, solution) = solve().expect("the game is solved");
        let draws = |first: usize| -> Vec<usize> {
            let answers = (1..=9).filter(|&square| square != first);
            let value = |second| {
                let board = Board::EMPTY.take(first).take(second);
                solution.value(game.0.position(&board).expect("a legal position"))
            };
            answers.filter(|&second| value(second) == Value::Endless).collect()
        };
        for corner in [1, 3, 7, 9] {
            assert_eq!(draws(corner), [5]);
        }
        assert_eq!(draws(5), [1, 3, 7, 9]);
    }

    /// X is in the corner and O on the next square. X makes a threat, and after O's answer two
    /// threats at once.
    #[test]
    fn a_won_position_explained() {
        let (game, solution) = solve().expect("the game is solved");
        let explanation = explained(&game, &solution, &[1, 2]).expect("a legal position");
        assert_eq!(prose::headline(&explanation.summary, &game), "X wins in 5 plies.");
        let [first, second, ..] = &explanation.plies[..] else { unreachable!("it takes five plies") };
        assert_eq!(prose::remark(&explanation, first, &game), "5 and 7 are as fast; 3, 6, 8 and 9 only draw");
        assert_eq!(
            prose::remark(&explanation, second, &game),
            "the longest defence; 3, 5, 6, 8 and 9 lose in 1 ply (X7)"
        );
    }
}
