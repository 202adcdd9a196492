//! Every printed move can be read back.

use std::collections::BTreeSet;

use catmouse::arena::{Arena, Move, PositionId, Status, Words};
use catmouse::model::{BoardChoice, Game, Outcome, Position, Preset, Setup, Side, Vertex};
use catmouse::{
    Error, Question, Solved,
    memory::Work,
    model::{GameState, MoveErrorKind, read_move, read_moves, read_places},
};

use crate::fixtures::{fixtures, solved};

/// The approximate number of positions of a fixture that are tested in addition to its line.
const POSITIONS: usize = 60;

fn legal(game: &Game, position: PositionId) -> Vec<Move> {
    match game.arena().status(position) {
        Status::Won(_) => Vec::new(),
        Status::Turn(_) => game.arena().successors(position).collect(),
    }
}

/// The forms in which a move may be written.
fn written(game: &Game, from: PositionId, step: Move) -> [String; 4] {
    let printed = game.step(from, step);
    [printed.replace('→', "->"), printed.replace('→', "-"), printed.replace('→', " → "), printed]
}

#[test]
fn every_legal_move_of_every_fixture_is_read_back() {
    let mut count = 0;
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let game = solved.game();
        let explanation = solved.explanation(&solved.start());
        let line = explanation.plies.iter().map(|ply| ply.from);
        let every = game.arena().positions().div_ceil(POSITIONS);
        for position in game.position_ids().step_by(every).chain(line) {
            let moves = legal(game, position);
            for &step in &moves {
                let same: Vec<Move> = moves.iter().copied().filter(|other| other.to == step.to).collect();
                let cheapest = same.iter().copied().min_by_key(|step| step.cost).expect("the move itself");
                let target = Words::target(game, position, step);
                for text in written(game, position, step).into_iter().chain([target]) {
                    let read = read_move(game, position, &text);
                    assert_eq!(read, Ok(cheapest), "{name}: {text} at {}", Words::position(game, position));
                    if game.board().has_costs() {
                        let text = format!("{text} ({})", step.cost);
                        assert_eq!(read_move(game, position, &text), Ok(step), "{name}: {text}");
                    }
                }
                count += 1;
            }
        }
    }
    assert!(count > 5_000, "{count} moves are not much of a test");
}

/// Captions may be any texts that differ: numbers of other vertices, cells, words of the notation.
#[test]
fn every_legal_move_is_read_back_in_captions() {
    let captions = ["1", "0", "(2, 3)", "a b", "M", "stay", "a→b", "a", "b+a", "-3", "C 1", "é"];
    let ring = |vertex: i64| vec![(vertex + 1) % 12, (vertex + 11) % 12, (vertex + 5) % 12, (vertex + 7) % 12];
    for cats in [1, 2] {
        let mut setup = Setup::new(BoardChoice::Adjacency((0..12).map(ring).collect()));
        setup.captions = captions.map(str::to_owned).to_vec();
        setup.rules.cats = Some(cats);
        setup.preset = Some(Preset::CopsAndRobbers);
        let game = Question::setup(setup).prepare(Work::PROBE).expect("a game").game;
        for position in game.position_ids().step_by(13) {
            for step in legal(&game, position) {
                let places = game.target(position, step.to);
                let target = places.iter().map(|&place| format!(":{}", game.board().label(place)));
                let target = target.collect::<Vec<_>>().join("+");
                assert_eq!(read_move(&game, position, &target), Ok(step), "{target}");
                let from = GameState { position, adjudication: game.adjudication() };
                let played = read_moves(&game, from, 0, &target).unwrap_or_else(|error| panic!("{target}: {error}"));
                assert_eq!(played.iter().map(|played| played.step).collect::<Vec<_>>(), [step], "{target}");
                let printed = game.step(position, step);
                let read = read_move(&game, position, &printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
                assert_eq!(game.step(position, read), printed);
            }
        }
    }
}

/// Names of vertices that contain arrows, end like sentences, or are words and letters of the
/// notation.
const ODD_NAMES: [&str; 16] =
    ["a", "a-b", "b", "b→a", "a→b", "a->b", "M", "C", "m", "C1", "only", "stays", "stay", "x.", "at", "_é"];

/// A setup with a few vertices or cells under random rules.
fn random_setup(dice: &mut Dice) -> String {
    let mut board = String::new();
    let vertices = 2 + dice.below(4);
    let is_grid = dice.below(4) == 0;
    if is_grid {
        let rows: Vec<String> =
            (0..2).map(|_| (0..3).map(|_| if dice.below(5) == 0 { '#' } else { '.' }).collect()).collect();
        let (rows, cell) = (format!("\"{}.\", \"{}.\"", rows[0], rows[1]), "[0, 3]");
        board += &format!("grid = [{rows}]\nnames = {{ \"{}\" = {cell} }}\n", dice.of(&ODD_NAMES));
    } else {
        let has_costs = dice.below(2) == 0;
        let mut edges = Vec::new();
        for from in 0..vertices {
            for to in 0..vertices {
                for _ in 0..dice.below(3) / (1 + usize::from(!has_costs)) {
                    let cost = if has_costs { format!(", {}", 1 + dice.below(3)) } else { String::new() };
                    edges.push(format!("[{from}, {to}{cost}]"));
                }
            }
        }
        board += &format!("vertices = {vertices}\nedges = [{}]\ndirected = true\n", edges.join(", "));
        if dice.below(2) == 0 {
            let mut names = ODD_NAMES.to_vec();
            let names: Vec<String> =
                (0..vertices).map(|_| format!("{:?}", names.swap_remove(dice.below(names.len())))).collect();
            board += &format!("names = [{}]\n", names.join(", "));
        }
    }
    let cats = 1 + dice.below(3);
    let jump = if is_grid { "mouse-jump = 2\ncat-jump = 1\n" } else { "" };
    format!(
        "catmouse = 1\npreset = \"cops\"\n[board]\n{board}[rules]\n{jump}cats = {cats}\ncats-move = \"{}\"\n\
         mouse-may-stay = {}\ncat-may-stay = {}\nstalemate = \"{}\"\n",
        dice.of(&["all", "all", "one"]),
        dice.below(2) == 0,
        dice.below(3) == 0,
        dice.of(&["pass", "pass", "draw"]),
    )
}

/// The same on random boards, for single moves and for whole games.
#[test]
fn every_legal_move_of_random_boards_is_read_back() {
    let mut dice = Dice(7);
    let (mut count, mut passes, mut games, mut named_cells) = (0, 0, 0, 0);
    for _ in 0..400 {
        let text = random_setup(&mut dice);
        let game = Question::text(&text).prepare(Work::PROBE).unwrap_or_else(|error| panic!("{text}\n{error}")).game;
        let printed = |from: PositionId, step: Move| game.move_text(from, step);
        let positions = game.arena().positions();
        for from in (0..30).map(|_| PositionId::new(dice.below(positions))).collect::<Vec<_>>() {
            let moves = legal(&game, from);
            for &step in moves.iter().take(50) {
                let text = printed(from, step);
                let read = read_move(&game, from, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read, step, "{text} at {}", Words::position(&game, from));
                count += 1;
                passes +=
                    usize::from(game.rules().cats > 1 && text.matches("C stays").count() == text.matches("C ").count());
                named_cells +=
                    usize::from(game.board().grid().is_some() && !text.starts_with("M (") && !text.contains("C ("));
            }
            let (mut here, mut steps, mut texts) = (from, Vec::new(), Vec::new());
            while let Some(&step) = legal(&game, here).get(dice.below(legal(&game, here).len().max(1)))
                && steps.len() < 8
            {
                texts.push(printed(here, step));
                steps.push(step);
                here = step.to;
            }
            let from = GameState { position: from, adjudication: game.adjudication() };
            let text = texts.join(*dice.of(&[" ", "; ", "\n", ", "]));
            let read = read_moves(&game, from, 0, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.iter().map(|played| played.step).collect::<Vec<_>>(), steps, "{text}");
            games += usize::from(steps.len() == 8);
        }
    }
    assert!(
        count > 20_000 && passes > 100 && games > 1_000 && named_cells > 100,
        "{count} {passes} {games} {named_cells}"
    );
}

/// Arcs with their costs, as the test draws them. The other fields are rules of the cats.
struct Costly {
    vertices: usize,
    cats: usize,
    arcs: Vec<(usize, usize, u32)>,
    one_moves: bool,
    may_stay: bool,
    passes: bool,
}

impl Costly {
    fn random(dice: &mut Dice) -> Self {
        let vertices = 2 + dice.below(3);
        let mut arcs = vec![(0, 1, 1)];
        for (from, to) in (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to))) {
            let count = [0, 1, 1, 2][dice.below(4)];
            arcs.extend((0..count).map(|_| (from, to, 1 + dice.below(9) as u32)));
        }
        let (cats, one_moves) = (1 + dice.below(3), dice.below(3) == 0);
        Self { vertices, cats, arcs, one_moves, may_stay: dice.below(4) == 0, passes: dice.below(2) == 0 }
    }

    fn game(&self) -> Game {
        let arcs: Vec<String> = self.arcs.iter().map(|(from, to, cost)| format!("[{from}, {to}, {cost}]")).collect();
        let text = format!(
            "catmouse = 1\npreset = \"cops\"\n[board]\nvertices = {}\nedges = [{}]\ndirected = true\n[rules]\n\
             cats = {}\ncats-move = \"{}\"\ncat-may-stay = {}\nstalemate = \"{}\"\n",
            self.vertices,
            arcs.join(", "),
            self.cats,
            if self.one_moves { "one" } else { "all" },
            self.may_stay,
            if self.passes { "pass" } else { "draw" },
        );
        Question::text(&text).prepare(Work::PROBE).unwrap_or_else(|error| panic!("{text}\n{error}")).game
    }

    /// The costs of the steps of one cat from one vertex to another.
    fn costs(&self, (from, to): (usize, usize)) -> Vec<u32> {
        let arcs = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (from, to)).map(|arc| arc.2);
        arcs.chain((self.may_stay && from == to).then_some(1)).collect()
    }

    /// The sums of costs that these steps of all cats can have in one ply.
    fn sums(&self, steps: &[(usize, usize)]) -> BTreeSet<u32> {
        let can_move = |from: usize| (0..self.vertices).any(|to| !self.costs((from, to)).is_empty());
        let stays = |&(from, to): &(usize, usize)| from == to;
        let mobile = steps.iter().filter(|step| can_move(step.0)).count();
        if mobile == 0 || mobile < steps.len() && !(self.one_moves && self.cats > 1) {
            return (self.passes && steps.iter().all(stays)).then_some(1).into_iter().collect();
        }
        if self.one_moves && self.cats > 1 {
            let alone = |mover: usize| (0..steps.len()).all(|cat| cat == mover || stays(&steps[cat]));
            return (0..steps.len()).filter(|&cat| alone(cat)).flat_map(|cat| self.costs(steps[cat])).collect();
        }
        steps.iter().fold(BTreeSet::from([0]), |sums, &step| {
            sums.into_iter().flat_map(|sum| self.costs(step).into_iter().map(move |cost| sum + cost)).collect()
        })
    }
}

/// The steps of single cats that a text names, and the cost in brackets.
fn steps_and_cost(text: &str) -> (Vec<(usize, usize)>, u32) {
    let (steps, cost) = text.strip_suffix(')').and_then(|text| text.split_once(" (")).expect("a cost");
    let number = |text: &str| text.parse().expect("a vertex");
    let step = |step: &str| match step.strip_prefix("C stays at ") {
        Some(at) => (number(at), number(at)),
        None => {
            let (from, to) = step.strip_prefix("C ").and_then(|step| step.split_once('→')).expect("an arrow");
            (number(from), number(to))
        }
    };
    (steps.split(", ").map(step).collect(), cost.parse().expect("a cost"))
}

/// With costs, a move of a team says which cat goes where at this cost: the costs of the printed
/// steps, looked up on the board, can add up to it. Each assignment of targets to cats is read as a
/// move of the least cost that its steps can have, or of the cost in brackets; it is refused if the
/// cats cannot move so.
#[test]
fn a_team_moves_along_the_steps_that_are_written_at_their_cost() {
    let mut dice = Dice(11);
    let (mut printed, mut typed, mut refused, mut apart) = (0, 0, 0, 0);
    for _ in 0..100 {
        let costly = Costly::random(&mut dice);
        let game = costly.game();
        for _ in 0..6 {
            let at: Vec<usize> = (0..costly.cats).map(|_| dice.below(costly.vertices)).collect();
            let mouse = (0..costly.vertices).find(|vertex| !at.contains(vertex));
            let Some(mouse) = mouse else { continue };
            let vertex = |number: usize| Vertex::new(number as u32);
            let mut cats: Vec<Vertex> = at.iter().copied().map(vertex).collect();
            cats.sort_unstable();
            let here = Position { mouse: vertex(mouse), cats, turn: Side::Cat };
            let here = game.id(&here).expect("all vertices are open");
            for step in legal(&game, here) {
                let text = game.move_text(here, step);
                let (steps, cost) = steps_and_cost(&text);
                assert_eq!(cost, step.cost);
                assert!(costly.sums(&steps).contains(&cost), "{text} with {:?}", costly.arcs);
                let mut targets: Vec<Vertex> = steps.iter().map(|&(_, to)| vertex(to)).collect();
                targets.sort_unstable();
                assert_eq!(game.target(here, step.to), targets, "{text}");
                assert_eq!(read_move(&game, here, &text), Ok(step), "{text} with {:?}", costly.arcs);
                printed += 1;
            }
            let mut assignments = vec![Vec::new()];
            for &from in &at {
                let longer = |steps: Vec<(usize, usize)>| {
                    (0..costly.vertices).map(move |to| [&steps[..], &[(from, to)]].concat())
                };
                assignments = assignments.into_iter().flat_map(longer).collect();
            }
            for steps in assignments {
                let sums = costly.sums(&steps);
                let text = steps.iter().map(|(from, to)| format!("C {from}→{to}")).collect::<Vec<_>>().join(", ");
                let mut targets: Vec<Vertex> = steps.iter().map(|&(_, to)| vertex(to)).collect();
                targets.sort_unstable();
                let state = GameState { position: here, adjudication: game.adjudication() };
                let check = |text: &str, cost: Option<u32>| {
                    let read = read_move(&game, here, text).ok();
                    let told = format!("{text} with {:?}", costly.arcs);
                    assert_eq!(read.map(|step| step.cost), cost, "{told}");
                    assert!(read.is_none_or(|step| game.target(here, step.to) == targets), "{told}");
                    let played = read_moves(&game, state, 0, text).ok();
                    assert_eq!(played.map(|moves| moves[0].step), read, "{told}");
                };
                check(&text, sums.first().copied());
                typed += usize::from(!sums.is_empty());
                refused += usize::from(sums.is_empty());
                apart += usize::from(sums.len() > 1);
                let most = sums.last().map_or(1, |most| most + 1);
                (1..=most).for_each(|cost| check(&format!("{text} ({cost})"), sums.get(&cost).copied()));
            }
        }
    }
    let counts = [printed, typed, refused, apart];
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    fn of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}

/// If the turn of a team passes, the team does not move, and the printed pass can be read back. If
/// a joint move exchanges the cats' places, no cat has stayed.
#[test]
fn a_pass_of_a_team_is_read_back() {
    let alone = "catmouse = 1\n[board]\nadjacency = [[1],[0],[],[]]\n[rules]\nhole = []\nstalemate = \"pass\"\n\
                 [start]\nmouse = 0\ncats = [2, 3]\nfirst = \"cat\"\n";
    let game = solved(alone);
    let pass = "C stays at 2, C stays at 3";
    for text in [pass, "pass", "stay", "C stays at 2", "staying"] {
        let moves = game.read_moves(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.game().step(game.opening().position, moves[0].step), pass, "{text}");
    }
    let swap = solved(&alone.replace("[],[]", "[3],[2]"));
    let (game, here) = (swap.game(), swap.opening().position);
    assert!(read_move(game, here, "C 2→3, C 3→2").is_ok());
    assert_eq!(read_move(game, here, pass).expect_err("no cat may stay").kind, MoveErrorKind::NoMove);
}

/// The explained line of every fixture is read back as a game, from its first move to its last.
#[test]
fn every_line_is_read_back_as_a_game() {
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let explanation = solved.explanation(&solved.start());
        let game = solved.game();
        let moves: Vec<String> = explanation.plies.iter().map(|ply| game.step(ply.from, ply.played.step())).collect();
        let numbered = moves.iter().zip(1..).map(|(step, ply): (&String, usize)| format!("{ply}. {step} only (not 8)"));
        for text in [moves.join(" "), moves.join("; ").replace('→', "->"), numbered.collect::<Vec<_>>().join(",\n ")]
        {
            let read = solved.read_moves(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            let read: Vec<PositionId> = read.iter().map(|played| played.step.to).collect();
            let line: Vec<PositionId> = explanation.plies.iter().map(|ply| ply.played.to).collect();
            assert_eq!(read, line, "{name}: {text}");
        }
    }
}

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

fn at(solved: &Solved, moves: &str) -> PositionId {
    let moves = solved.read_moves(moves).expect("they are legal");
    moves.last().map_or(solved.opening().position, |played| played.step.to)
}

#[track_caller]
fn wrong(solved: &Solved, after: &str, text: &str, kind: MoveErrorKind, span: std::ops::Range<usize>, what: &str) {
    let error = read_move(solved.game(), at(solved, after), text).expect_err("it is no move");
    assert_eq!((error.kind, &error.span, error.what.as_str()), (kind, &span, what), "{text}: {error}");
}

#[test]
fn errors_in_moves_have_their_place() {
    let solved = solved(DRAW);
    wrong(&solved, "", "", MoveErrorKind::Empty, 0..0, "there is no move");
    wrong(&solved, "", "  ", MoveErrorKind::Empty, 0..2, "there is no move");
    wrong(&solved, "", "4", MoveErrorKind::NoMove, 0..1, "`4` is not a legal move here");
    wrong(&solved, "", " 77 ", MoveErrorKind::NoMove, 1..3, "`77` is not a legal move here");
    wrong(&solved, "", ":4", MoveErrorKind::NoMove, 0..2, "`4` is not a legal move here");
    wrong(&solved, "", "M 1→4", MoveErrorKind::NoMove, 0..7, "`M 1→4` is not a legal move here");
    // The turn determines the side that moves.
    assert_eq!(read_move(solved.game(), at(&solved, ""), "1-3"), read_move(solved.game(), at(&solved, ""), "M 1→3"));
    let not_its_turn = "`C 2→4` moves the Cat, but it is the turn of the Mouse";
    wrong(&solved, "", "C 2→4", MoveErrorKind::NotItsTurn, 0..7, not_its_turn);
    wrong(&solved, "", "3 3", MoveErrorKind::NoMove, 0..3, "`3 3` is not a legal move here");
    wrong(&solved, "", "stay", MoveErrorKind::NoMove, 0..4, "`stay` is not a legal move here");
    wrong(&solved, "", "(0,1)", MoveErrorKind::NoMove, 0..5, "`(0,1)` is not a legal move here");
    let twice = "`M 1-3 C 2-4` is more than one move";
    wrong(&solved, "", "M 1-3 C 2-4", MoveErrorKind::TooMuch, 6..11, twice);
    wrong(&solved, "M 1-3 C 2-4 M 3-5 C 4-3 M 5-0", "0", MoveErrorKind::Over, 0..1, "`0` is not a legal move here");
    let error = solved.read_moves("M 1→3 C 2→3").expect_err("there is no such edge");
    let Error::Move(error) = error else { panic!("{error}") };
    assert_eq!((error.kind, error.span), (MoveErrorKind::NoMove, 8..15));
    assert_eq!(error.wanted, "at M3 C2 cat the moves are C 2→4; C 2→5");
}

/// No text between the moves of a game is ignored. Each part is a move, a remark that we print, or
/// an error at its place.
#[test]
fn no_text_in_a_list_of_moves_is_ignored() {
    let solved = solved(DRAW);
    let game = solved.game();
    let read = |text: &str| read_moves(game, solved.opening(), 0, text);
    let targets = |text: &str| -> Vec<PositionId> {
        let moves = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        moves.iter().map(|played| played.step.to).collect()
    };
    let wanted = targets("M 1→3 C 2→4 M 3→5");
    assert_eq!(wanted.len(), 3);
    for same in [
        "3 4 5",
        "1→3 2→4 3→5",
        "1-3, 2->4; M 3-5.",
        "M 1→3 4 5",
        "3 C 2→4 3 M 3→5",
        "1. 3 2. 4 3. 5",
        "1–2  M 1→3 C 2→4 only\n3  M 3→5  holds the draw",
        " 1  M 1→3   7   the longest defence\n 2  C 2→4  is best (wins in 6)\n 3  M 3→5  only\n",
        // With two blanks before it, a number at the end of a numbered line is a distance.
        "1  M 1→3  7\n2  C 2→4  6\n3  M 3→5  5\n",
        "M3 C4 →5",
    ] {
        assert_eq!(targets(same), wanted, "{same}");
    }
    for (text, span) in [
        ("99", 0..2),
        ("-", 0..1),
        ("=", 0..1),
        ("...", 0..3),
        ("5 M 1→3", 0..1),
        ("M 1→3 9 C 2→4", 8..9),
        ("M 1→3 7", 8..9),
        ("M 1→3 (5)", 8..11),
        ("M 1→3,, C 2→4", 7..9),
        ("3 5.5", 2..5),
        ("1–2", 0..4),
        ("M 1→3 or so", 8..13),
        ("M 1→3\n3.", 8..10),
        ("1  M 1→3  4 holds 5", 12..13),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!(error.span.start, span.start, "{text}: {error}");
    }
}

/// The error for a wrong cost names the cost, and lists the moves with their costs.
#[test]
fn a_wrong_cost_is_pointed_at() {
    let solved = solved(
        "catmouse = 1\n[board]\nadjacency = [[[1,50],[3,2]],[[0,50],[3,1]],[],[[0,2],[1,1]],[[5,7]],[[4,7]]]\n\
                         [rules]\nlimit = 9\n[start]\ncat = 4\n",
    );
    let error = read_moves(solved.game(), solved.opening(), 0, "M 1→3 (5)").expect_err("it costs 1");
    assert_eq!((error.what.as_str(), error.span), ("M 1→3 costs 1, not 5", 8..11));
    assert_eq!(error.wanted, "at M1 C4 mouse the moves are M 1→0 (50); M 1→3 (1)");
    assert_eq!(read_moves(solved.game(), solved.opening(), 0, "3 5 1").map(|moves| moves.len()), Ok(3));
}

/// The limit is a cost of 4. The Mouse at 0 can reach the hole 2 at cost 2, so it wins. The step to
/// 1 costs 5, which exceeds the limit. So this move ends the game, and the Cat wins by the limit:
/// the move gives away the win. No further move is possible.
#[test]
fn a_move_beyond_the_limit_is_judged() {
    let solved = solved(
        "catmouse = 1\n[board]\nadjacency = [[[1,5],[2,2]],[[0,5],[2,1]],[[0,2],[1,1]],[[2,5]]]\n\
         directed = true\n[rules]\nhole = [2]\nlimit = 4\nlimit-winner = \"cat\"\n[start]\nmouse = 0\ncat = 3\n",
    );
    let answer = solved.annotate("M 0→1 (5)").expect("it is a move");
    assert_eq!((answer.outcome, answer.distance.distance_cost), (Outcome::Mouse, Some(2)));
    let judged = &answer.moves[0];
    assert_eq!((judged.judgement.word(), judged.outcome), ("throws_win", Outcome::Cat));
    assert_eq!(judged.better.len(), 1, "{judged:?}");
    assert_eq!((answer.summary.outcome_after, &answer.summary.decisive_plies[..]), (Outcome::Cat, &[1][..]));
    assert!(answer.summary.text.ends_with("The limit has run out: the Cat wins."), "{}", answer.summary.text);
    for more in ["M 0→1 (5) C 3→2", "M 0→1 (5) M 0→2"] {
        let Err(Error::Move(error)) = solved.annotate(more) else { panic!("the game is over") };
        assert_eq!((error.kind, error.what.as_str()), (MoveErrorKind::Limit, "the limit has run out after 1 move"));
        assert_eq!(error.span.start, 12);
    }
    let mut session = catmouse::play::Session::new(&solved);
    session.play("1 (5)").expect("it is a move");
    assert_eq!(session.end().map(|end| (end.kind, end.outcome)), Some(("limit", Outcome::Cat)));
    assert_eq!(session.annotate().expect("nothing is read from a file"), Some(answer));
    assert_eq!((session.moves_text().as_str(), session.plies()), ("M 0→1 (5)", 1));
    assert_eq!(session.undo(), 1);
    assert_eq!(session.plies(), 0);
}

/// Pieces are placed only on vertices where they may stand: a cat may not be placed in a hole that
/// is forbidden to it.
#[test]
fn nothing_is_placed_where_it_may_not_stand() {
    let solved = solved(
        "catmouse = 1\npreset = \"cops\"\n[board]\nadjacency = [[1,2],[0,2],[0,1]]\n[rules]\nhole = [0]\n\
         cat-in-hole = \"forbidden\"\n",
    );
    let game = solved.game();
    let error = read_places(game, Side::Cat, "0").expect_err("the hole is closed to the cat");
    assert_eq!(error.what, "`0` is not a vertex that the Cat may stand on");
    assert!(read_places(game, Side::Mouse, "0").is_ok() && read_places(game, Side::Cat, "1").is_ok());
    assert!(game.placements(solved.values(), Side::Mouse, Some(&[Vertex::new(0)])).is_empty());
    assert!(game.placements(solved.values(), Side::Mouse, Some(&[Vertex::new(9)])).is_empty());
    assert_eq!(game.placements(solved.values(), Side::Mouse, Some(&[Vertex::new(1)])).len(), 3);
    let mut session = catmouse::play::Session::new(&solved);
    assert!(session.play("0").is_err());
    assert_eq!(session.phase(), catmouse::play::Phase::PlaceCats);
}

/// The targets of some cats are enough if they fit only one move.
#[test]
fn some_targets_of_several_cats_are_enough_if_unique() {
    let board = "[[1,4],[0,2],[1,3],[2,4],[3,0]]";
    let question = Question::text(board).preset(catmouse::model::Preset::CopsAndRobbers).mouse(3).cats([0i64, 1]);
    let solved = crate::fixtures::solve(&question, board);
    let (game, here) = (solved.game(), solved.opening().position);
    let step = |text: &str| read_move(game, here, text).map(|step| game.step(here, step));
    assert_eq!(step("4+2").as_deref(), Ok("C 0→4, C 1→2"));
    assert_eq!(step("C 1→2, C 0→4").as_deref(), Ok("C 0→4, C 1→2"));
    assert_eq!(step("stay").as_deref(), Ok("C stays at 0, C stays at 1"));
    assert_eq!(step("C 1→2").as_deref(), Ok("C stays at 0, C 1→2"));
    assert_eq!(step("4").expect_err("the other cat has three moves").kind, MoveErrorKind::Ambiguous);
    assert_eq!(step("C 0→2, C 1→4").expect_err("neither is an edge").kind, MoveErrorKind::NoMove);
}

/// Names may look like arrows, like numbers of other vertices or like commands, and one name may be
/// part of another.
#[test]
fn names_are_read_as_they_are_printed() {
    let setup = "catmouse = 1\n[board]\nnames = [\"a\", \"a-b\", \"b\", \"stays\", \"M\", \"only\"]\n\
                 vertices = 6\nedges = [[0,1],[0,2],[0,3],[0,4],[0,5],[1,2],[3,4],[4,5],[2,5]]\n\
                 [rules]\nhole = []\nmouse-may-stay = true\n\
                 [start]\nmouse = \"a\"\ncat = \"only\"\n";
    let solved = solved(setup);
    let game = solved.game();
    for position in game.position_ids() {
        for step in legal(game, position) {
            let printed = game.step(position, step);
            assert_eq!(read_move(game, position, &printed), Ok(step), "{printed}");
            // The name `stays` is also a word of the notation, so it is written after a colon.
            let target = match Words::target(game, position, step) {
                target if target == "stays" => ":stays".to_owned(),
                target => target,
            };
            assert_eq!(read_move(game, position, &target), Ok(step), "{target}");
        }
    }
    let from = solved.opening();
    let read = read_moves(game, from, 0, "M a→a-b C only→b only M a-b→a C b→a-b");
    assert_eq!(read.map(|moves| moves.len()), Ok(4));
    // A piece that is alone need not say where it stays.
    assert_eq!(read_move(game, from.position, "M stays"), read_move(game, from.position, "M stays at a"));
    let read = read_moves(game, from, 0, "1. M stays  2. C only→b");
    assert_eq!(read.map(|moves| moves.len()), Ok(2));
}

/// The limit ends a game, and moves beyond it are errors.
#[test]
fn moves_beyond_the_limit_are_errors() {
    let setup = "catmouse = 1\n[board]\nadjacency = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]\n[rules]\nlimit = 2\n";
    let solved = solved(setup);
    let error = solved.read_moves("M 1-3 C 2-5 M 3-4").expect_err("the limit is 2");
    let Error::Move(error) = error else { panic!("{error}") };
    assert_eq!((error.kind, error.span), (MoveErrorKind::Limit, 12..17));
}
