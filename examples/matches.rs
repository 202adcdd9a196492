//! Matches: take one, three or four from the heap; the player who takes the last one wins.

use catmouse_arena::{
    Adjudication, End, GraphArena, Move, Player, PositionId, StateRules, Status, WinOrDraw, Words, check,
};
use catmouse_explain::{Context, explain, prose};

struct Matches;

impl StateRules for Matches {
    type State = (u32, Player); // the matches left, and who is to move

    fn starts(&self) -> Vec<Self::State> {
        vec![(20, Player::One)]
    }

    fn status(&self, &(left, turn): &Self::State) -> Status {
        if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
    }

    fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
        let allowed = [1, 3, 4].into_iter().filter(|&taken| taken <= left);
        allowed.map(|taken| ((left - taken, turn.opponent()), 1)).collect()
    }
}

struct Game(GraphArena<(u32, Player)>);

impl Words for Game {
    fn player(&self, player: Player) -> String {
        ["Ann", "Bob"][player.index()].to_owned()
    }

    fn position(&self, position: PositionId) -> String {
        let &(left, turn) = self.0.state(position);
        format!("{left} matches left, {} to move", self.player(turn))
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        format!("{} takes {}", self.player(self.0.state(from).1), self.target(from, step))
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        (self.0.state(from).0 - self.0.state(step.to).0).to_string()
    }

    fn end(&self, position: PositionId) -> Option<End> {
        let &(left, turn) = self.0.state(position);
        let sentence = format!("{} has taken the last match", self.player(turn.opponent()));
        let does = "takes the last match".to_owned();
        (left == 0).then(|| End { kind: "last-match", winning_move: does.clone(), losing_move: does, sentence })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game(GraphArena::explore(&Matches, 1_000)?);
    let solution = catmouse_solver::solve_table(&game.0)?;
    check(&game.0, &solution)?;

    let start = PositionId::new(0);
    let adjudication = Adjudication { endless: WinOrDraw::Draw, limit: None };
    let explanation = explain(&Context::new(&game.0, &game, &solution, adjudication), start);
    println!("{}: {}", game.position(start), prose::headline(&explanation.summary, &game));
    for ply in &explanation.plies {
        println!("{}: {}", game.step(ply.from, ply.played.step()), prose::remark(&explanation, ply, &game));
    }
    println!("{}", prose::ending(&explanation, &game));
    Ok(())
}
