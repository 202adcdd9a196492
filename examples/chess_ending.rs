//! The chess endings king and rook, or king and queen, against king: who mates, in how many moves,
//! and why.
//!
//! ```sh
//! cargo run --release --package catmouse-examples --bin chess-ending rook
//! ```
//!
//! [`ChessEnding`] contains the rules of chess that three pieces need, and [`Game`] the vocabulary.
//! Nothing in the crates knows chess. The two kinds of draw show how a game expresses that neither
//! player wins: after a stalemate, and after the white piece has been captured, a player is to move
//! and has no move.
//!
//! All legal positions are laid out, about 400,000. Only one in eight would be needed up to the
//! symmetries of the board, but then moves would need translation. The published tables count
//! positions up to symmetry, and so does [`Census`].
//!
//! **Source.** K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9(3), 1986. The
//! numbers of positions by moves to mate with the rook: the *Chess (King-Rook vs. King)* data set
//! of M. Bain in the UCI Machine Learning Repository, 1994.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use catmouse_arena::{
    Adjudication, Arena, Cost, End, GraphArena, Move, Place, Player, PositionId, Solution, StateRules, Status, Value,
    Values, WinOrDraw, Words, check,
};
use catmouse_explain::story::story;
use catmouse_explain::{Context, explain, prose};

const WHITE: Player = Player::One;
const BLACK: Player = Player::Two;

/// A square: 0 is a1, 1 is b1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Square(u8);

impl Square {
    fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    fn file(self) -> u8 {
        self.0 % 8
    }

    fn rank(self) -> u8 {
        self.0 / 8
    }

    /// One step in a direction; `None` if it leaves the board.
    fn step(self, (right, up): Direction) -> Option<Self> {
        let (file, rank) = (self.file().checked_add_signed(right)?, self.rank().checked_add_signed(up)?);
        (file < 8 && rank < 8).then_some(Self(rank * 8 + file))
    }

    /// The squares in a direction, nearest first.
    fn ray(self, direction: Direction) -> impl Iterator<Item = Self> {
        std::iter::successors(self.step(direction), move |square| square.step(direction))
    }

    /// The number of moves of a king between two squares on an empty board.
    fn king_distance(self, to: Self) -> u8 {
        self.file().abs_diff(to.file()).max(self.rank().abs_diff(to.rank()))
    }

    /// The square mirrored in the diagonal from a1 to h8.
    fn mirrored(self) -> Self {
        Self(self.file() * 8 + self.rank())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

type Direction = (i8, i8);

/// The four straight directions, then the diagonals.
const DIRECTIONS: [Direction; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// White's piece in addition to the king.
#[derive(Clone, Copy)]
enum Piece {
    Rook,
    Queen,
}

impl Piece {
    fn directions(self) -> &'static [Direction] {
        match self {
            Self::Rook => &DIRECTIONS[..4],
            Self::Queen => &DIRECTIONS,
        }
    }

    /// The squares that the piece attacks from `at`. Only the white king blocks its lines. The
    /// squares beyond the black king count as attacked, because the king cannot retreat to them.
    fn attacked(self, at: Square, white_king: Square) -> impl Iterator<Item = Square> {
        self.directions()
            .iter()
            .flat_map(move |&direction| at.ray(direction).take_while(move |&square| square != white_king))
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Queen => "queen",
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Rook => 'R',
            Self::Queen => 'Q',
        }
    }
}

/// The squares of all pieces, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    white_king: Square,
    /// The square of the rook or queen; `None` after it has been captured.
    piece: Option<Square>,
    black_king: Square,
    turn: Player,
}

/// The rules of the ending with this piece.
struct ChessEnding(Piece);

impl ChessEnding {
    /// Whether the black king is attacked by the piece.
    fn in_check(&self, position: Position) -> bool {
        position
            .piece
            .is_some_and(|at| self.0.attacked(at, position.white_king).any(|square| square == position.black_king))
    }

    /// Whether the position is legal: no two pieces share a square, and the player to move cannot
    /// capture the king.
    fn is_legal(&self, position: Position) -> bool {
        let Position { white_king, piece, black_king, turn } = position;
        piece != Some(white_king)
            && piece != Some(black_king)
            && white_king.king_distance(black_king) > 1
            && (turn == BLACK || !self.in_check(position))
    }

    /// White's moves. There are none after the piece has been captured, because bare kings cannot
    /// mate and the game is a draw.
    fn white_moves(&self, position: Position) -> impl Iterator<Item = Position> {
        let Position { white_king, piece, .. } = position;
        let after = Position { turn: BLACK, ..position };
        let king = DIRECTIONS.iter().filter_map(move |&direction| white_king.step(direction));
        let king = king.map(move |white_king| Position { white_king, ..after });
        let king = king.filter(move |_| piece.is_some());
        let targets = piece.into_iter().flat_map(move |at| self.0.attacked(at, white_king));
        let piece = targets.map(move |at| Position { piece: Some(at), ..after });
        king.chain(piece).filter(|&position| self.is_legal(position))
    }

    fn black_moves(&self, position: Position) -> impl Iterator<Item = Position> {
        let steps = DIRECTIONS.iter().filter_map(move |&direction| position.black_king.step(direction));
        steps
            .map(move |black_king| {
                let piece = position.piece.filter(|&at| at != black_king); // the king captures a piece on its target
                Position { black_king, piece, turn: WHITE, ..position }
            })
            .filter(|&position| self.is_legal(position))
    }
}

impl StateRules for ChessEnding {
    type State = Position;

    /// All legal positions, so that each can be looked up.
    fn starts(&self) -> Vec<Position> {
        let mut starts = Vec::new();
        for turn in [BLACK, WHITE] {
            for white_king in Square::all() {
                for piece in Square::all().map(Some) {
                    starts.extend(Square::all().map(|black_king| Position { white_king, piece, black_king, turn }));
                }
            }
        }
        starts.retain(|&position| self.is_legal(position));
        starts
    }

    fn status(&self, &position: &Position) -> Status {
        Status::Turn(position.turn)
    }

    /// White wins if Black is mated. A stuck king without a check is a stalemate, a draw.
    fn winner_if_stuck(&self, &position: &Position, _: Player) -> Option<Player> {
        (position.turn == BLACK && self.in_check(position)).then_some(WHITE)
    }

    fn moves(&self, position: &Position) -> Vec<(Position, Cost)> {
        let mut moves = Vec::new();
        self.each_move(position, &mut |after, cost| moves.push((after, cost)));
        moves
    }

    /// Visits the moves without building a list.
    fn each_move(&self, &position: &Position, visit: &mut dyn FnMut(Position, Cost)) {
        match position.turn {
            WHITE => self.white_moves(position).for_each(|after| visit(after, 1)),
            BLACK => self.black_moves(position).for_each(|after| visit(after, 1)),
        }
    }
}

/// The ending as an arena, with its vocabulary.
struct Game {
    rules: ChessEnding,
    arena: GraphArena<Position>,
}

impl Game {
    fn state(&self, id: PositionId) -> Position {
        *self.arena.state(id)
    }
}

impl Words for Game {
    fn player(&self, player: Player) -> String {
        if player == WHITE { "White" } else { "Black" }.to_owned()
    }

    fn task(&self, player: Player) -> String {
        if player == WHITE { "keeps its king safe" } else { "escapes mate" }.to_owned()
    }

    fn position(&self, id: PositionId) -> String {
        let turn = self.player(self.state(id).turn);
        format!("{} against {}, {turn} to move", self.placement(id, WHITE), self.placement(id, BLACK))
    }

    fn placement(&self, id: PositionId, player: Player) -> String {
        let Position { white_king, piece, black_king, .. } = self.state(id);
        match piece {
            _ if player == BLACK => format!("K{black_king}"),
            Some(at) => format!("K{white_king} {}{at}", self.rules.0.letter()),
            None => format!("K{white_king}"),
        }
    }

    /// The squares let an explanation describe how the kings approach.
    fn places(&self, id: PositionId, player: Player) -> Vec<Place> {
        let Position { white_king, piece, black_king, .. } = self.state(id);
        let squares =
            if player == BLACK { vec![black_king] } else { [Some(white_king), piece].into_iter().flatten().collect() };
        squares.into_iter().map(|square| Place::new(square.0.into())).collect()
    }

    fn place_name(&self, place: Place) -> String {
        Square::all().nth(place.number() as usize).map_or_else(String::new, |square| square.to_string())
    }

    /// The notation of chess books: `Kd4`, `Rh5+`, `Kxh5`, `Rh8#`.
    fn step(&self, from: PositionId, step: Move) -> String {
        let (before, after) = (self.state(from), self.state(step.to));
        let sign = match self.arena.status(step.to) {
            Status::Won(_) => "#",
            Status::Turn(_) if self.rules.in_check(after) => "+",
            Status::Turn(_) => "",
        };
        let takes = if after.piece.is_none() { "x" } else { "" };
        match after.piece {
            _ if before.turn == BLACK => format!("K{takes}{}", after.black_king),
            Some(at) if before.piece != after.piece => format!("{}{at}{sign}", self.rules.0.letter()),
            _ => format!("K{}{sign}", after.white_king),
        }
    }

    fn end(&self, id: PositionId) -> Option<End> {
        let position = self.state(id);
        let noun = self.rules.0.noun();
        let end = |kind, does: &str, sentence: String| {
            Some(End { kind, winning_move: does.to_owned(), losing_move: does.to_owned(), sentence })
        };
        if let Status::Won(_) = self.arena.status(id) {
            return end("checkmate", "mates", format!("the king on {} is mated", position.black_king));
        }
        if position.piece.is_none() {
            return end("bare-kings", &format!("takes the {noun}"), format!("Black has taken the {noun}"));
        }
        let stuck = self.arena.successors(id).next().is_none();
        let stalemate = || format!("the king on {} is stalemated", position.black_king);
        if stuck { end("stalemate", "stalemates", stalemate()) } else { None }
    }
}

/// The numbers of drawn positions with Black to move, and of lost positions by moves to mate, up to
/// the symmetries of the board, as in the published tables.
#[derive(Debug, Default, PartialEq, Eq)]
struct Census {
    drawn: usize,
    /// The numbers of lost positions, by White's moves until mate.
    lost_in: BTreeMap<u64, usize>,
}

impl Census {
    fn new(arena: &GraphArena<Position>, solution: &Solution) -> Self {
        let mut census = Self::default();
        for (_, value) in solution.values().filter(|&(id, _)| is_counted(*arena.state(id))) {
            match value {
                Value::Win { distance: plies, .. } => *census.lost_in.entry(plies / 2).or_default() += 1,
                Value::Endless => census.drawn += 1,
            }
        }
        census
    }
}

/// Whether the tables count this position, which represents up to eight positions that are equal by
/// rotation and reflection. The white king must be in the triangle a1–d1–d4. If the white king
/// is on the long diagonal, the position must not come after its mirror image.
fn is_counted(position: Position) -> bool {
    let Position { white_king, black_king, turn, .. } = position;
    let Some(piece) = position.piece else { return false };
    let mirror_image = (black_king.mirrored(), piece.mirrored());
    turn == BLACK
        && white_king.file() <= 3
        && white_king.rank() <= white_king.file()
        && (white_king.mirrored() != white_king || (black_king, piece) <= mirror_image)
}

/// An upper bound: three pieces on 64 squares and two players to move give 2¹⁹ combinations, most
/// of them illegal.
const MAX_POSITIONS: usize = 1 << 19;

fn solve(piece: Piece) -> Result<(Game, Solution), Box<dyn Error>> {
    let rules = ChessEnding(piece);
    let arena = GraphArena::explore(&rules, MAX_POSITIONS)?;
    let solution = catmouse_solver::solve_table(&arena)?;
    check(&arena, &solution)?; // never trust a solver
    Ok((Game { rules, arena }, solution))
}

fn main() -> Result<(), Box<dyn Error>> {
    let piece = match std::env::args().nth(1).as_deref() {
        None | Some("rook") => Piece::Rook,
        Some("queen") => Piece::Queen,
        Some(other) => return Err(format!("{other} is no piece of this example: rook or queen").into()),
    };
    let (game, solution) = solve(piece)?;

    println!("King and {} against king, Black to move; positions up to symmetry.", piece.noun());
    let census = Census::new(&game.arena, &solution);
    println!("drawn      {:>5}", census.drawn);
    for (moves, positions) in &census.lost_in {
        println!("mate in {moves:>2} {positions:>5}");
    }

    let (start, _) = solution.longest_win(WHITE).ok_or("White never wins")?;
    let adjudication = Adjudication { endless: WinOrDraw::Draw, limit: None };
    let explanation = explain(&Context::new(&game.arena, &game, &solution, adjudication), start);
    println!("\n{}", game.position(start));
    println!("{}\n", prose::headline(&explanation.summary, &game));
    let claims = story(&game.arena, &game, &solution, &explanation);
    println!("{}\n", prose::story(&claims, &explanation, &game).join(" "));
    for ply in &explanation.plies {
        let (step, mark) = (game.step(ply.from, ply.played.step()), prose::mark(&ply.played, game.measure()));
        println!("{:>2}  {step:<5} {mark:>2}  {}", ply.number, prose::remark(&explanation, ply, &game));
    }
    println!("\n{}", prose::ending(&explanation, &game));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::LazyLock;

    type Solved = LazyLock<(Game, Solution)>;
    static ROOK: Solved = LazyLock::new(|| solve(Piece::Rook).expect("the ending is solved"));
    static QUEEN: Solved = LazyLock::new(|| solve(Piece::Queen).expect("the ending is solved"));

    fn square(name: &str) -> Square {
        Square::all().find(|square| square.to_string() == name).expect("a square is a letter and a digit")
    }

    /// The number of positions for each depth in the UCI data set: 28,056 in all.
    #[test]
    fn the_published_table_of_king_and_rook() {
        let lost_in = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
        assert_eq!(2796 + lost_in.iter().sum::<usize>(), 28_056);
        let (game, solution) = &*ROOK;
        let expect = Census { drawn: 2796, lost_in: (0..).zip(lost_in).collect() };
        assert_eq!(Census::new(&game.arena, solution), expect);
    }

    /// Two kings that are not adjacent have 3,612 placements: 4·60 + 24·58 + 36·55, with one king
    /// in a corner, on an edge or inside. With Black to move the piece may stand on any of the
    /// remaining 62 squares.
    #[test]
    fn every_legal_position_with_black_to_move_is_there() {
        for solved in [&ROOK, &QUEEN] {
            let (game, solution) = &**solved;
            let to_move = solution.values().filter(|&(id, _)| game.state(id).turn == BLACK).count();
            assert_eq!(to_move, (4 * 60 + 24 * 58 + 36 * 55) * 62);
        }
    }

    /// Thompson 1986: the longest win takes 16 moves with the rook, 10 with the queen. White makes
    /// the last move. So the win takes twice that number of plies with Black to move, and one ply
    /// less with White to move.
    #[test]
    fn the_longest_wins() {
        for (solved, moves) in [(&ROOK, 16), (&QUEEN, 10)] {
            let (game, solution) = &**solved;
            for (turn, plies) in [(BLACK, 2 * moves), (WHITE, 2 * moves - 1)] {
                let of_turn = solution.values().filter(|&(id, _)| game.state(id).turn == turn);
                assert_eq!(of_turn.filter_map(|(_, value)| value.distance()).max(), Some(plies));
            }
            assert!(solution.values().all(|(_, value)| value.winner() != Some(BLACK)));
        }
    }

    /// Explains a position of the ending with the rook, Black to move.
    #[track_caller]
    fn check_explanation(white_king: &str, rook: &str, black_king: &str, expect: &[&str]) {
        let (game, solution) = &*ROOK;
        let position = Position {
            white_king: square(white_king),
            piece: Some(square(rook)),
            black_king: square(black_king),
            turn: BLACK,
        };
        let start = game.arena.position(&position).expect("the position is legal");
        let adjudication = Adjudication { endless: WinOrDraw::Draw, limit: None };
        let explanation = explain(&Context::new(&game.arena, game, solution, adjudication), start);
        let mut text = vec![prose::headline(&explanation.summary, game)];
        for ply in &explanation.plies {
            let step = game.step(ply.from, ply.played.step());
            text.push(format!("{step}: {}", prose::remark(&explanation, ply, game)));
        }
        text.push(prose::ending(&explanation, game));
        assert_eq!(text, expect);
    }

    #[test]
    fn mate_is_a_loss_at_once() {
        check_explanation(
            "b6",
            "h8",
            "b8",
            &["White wins: the king on b8 is mated.", "The king on b8 is mated, after 0 plies."],
        );
    }

    #[test]
    fn stalemate_is_a_draw() {
        check_explanation(
            "c3",
            "b2",
            "a1",
            &[
                "A draw: the king on a1 is stalemated, and nobody wins.",
                "The king on a1 is stalemated, after 0 plies: nobody wins.",
            ],
        );
    }

    #[test]
    fn a_lost_rook_is_a_draw() {
        check_explanation(
            "a1",
            "g2",
            "h1",
            &[
                "A draw: after 1 ply Black has taken the rook, and nobody wins.",
                "Kxg2: the only move",
                "Black has taken the rook, after 1 ply: nobody wins.",
            ],
        );
    }
}
