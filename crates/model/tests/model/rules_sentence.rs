//! The sentence of the rules, derived again from the choices of random setups, clause by clause.

use catmouse_model::{
    BoardChoice, CatInHole, CatsMove, LimitChoice, Outcome, Preset, RuleChoices, Setup, Stalemate, VertexChoice,
};

/// The boards: two complete graphs without and with costs, a graph with kinds, a directed triangle
/// with a tail, and a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Plain,
    Costs,
    Kinds,
    OneWay,
    Grid,
}

/// A source of numbers that seem random.
struct Dice(u64);

impl Dice {
    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        of[(self.0 >> 33) as usize % of.len()].clone()
    }
}

/// A choice of each rule. Every rule is chosen, so no preset matters.
#[derive(Clone, Debug)]
struct Chosen {
    shape: Shape,
    holes: i64,
    cat_in_hole: CatInHole,
    may_stay: [bool; 2],
    jump: [i64; 2],
    speed: [i64; 2],
    uses: [Option<&'static [&'static str]>; 2],
    cats: usize,
    cats_move: CatsMove,
    distance: i64,
    endless: Outcome,
    limit: Option<i64>,
    limit_winner: Outcome,
    stalemate: Stalemate,
}

const OUTCOMES: [Outcome; 3] = [Outcome::Mouse, Outcome::Cat, Outcome::Draw];

impl Chosen {
    fn random(dice: &mut Dice) -> Self {
        let shape = dice.pick(&[Shape::Plain, Shape::Costs, Shape::Kinds, Shape::OneWay, Shape::Grid]);
        let jumps: &[i64] = if shape == Shape::Grid { &[0, 1, 2, 3] } else { &[0, 1, 1, 1] };
        let mut of_side = |most: &[i64]| [dice.pick(most), dice.pick(most)];
        let (jump, speed) = (of_side(jumps), of_side(&[1, 1, 2, 3]));
        let kinds: &[Option<&[&str]>] = match shape {
            Shape::Kinds => &[None, Some(&["bus", "taxi"]), Some(&["taxi"]), Some(&["bus"]), Some(&[])],
            _ => &[None],
        };
        Self {
            shape,
            holes: dice.pick(&[0, 1, 1, 2]),
            cat_in_hole: dice.pick(&[CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins]),
            may_stay: [dice.pick(&[false, true]), dice.pick(&[false, true])],
            jump,
            speed,
            uses: [dice.pick(kinds), dice.pick(kinds)],
            cats: dice.pick(&[1, 1, 2]),
            cats_move: dice.pick(&[CatsMove::All, CatsMove::One]),
            distance: dice.pick(&[0, 0, 1, 2]),
            endless: dice.pick(&OUTCOMES),
            limit: dice.pick(&[None, Some(0), Some(1), Some(3), Some(1000)]),
            limit_winner: dice.pick(&OUTCOMES),
            stalemate: dice.pick(&[Stalemate::Draw, Stalemate::Pass, Stalemate::Loss]),
        }
    }

    fn setup(&self) -> Setup {
        let complete = |cost: i64| {
            let list = |from: i64| (0..5).filter(|&to| to != from).map(|to| (to, cost)).collect();
            (0..5).map(list).collect::<Vec<Vec<(i64, i64)>>>()
        };
        let board = match self.shape {
            Shape::Plain => BoardChoice::Adjacency(
                complete(1).iter().map(|list| list.iter().map(|&(to, _)| to).collect()).collect(),
            ),
            Shape::Costs => BoardChoice::AdjacencyWithCosts(complete(2)),
            // The tail is a dead end.
            Shape::OneWay => BoardChoice::Adjacency(vec![vec![1, 4], vec![2], vec![0, 3], vec![0], vec![]]),
            Shape::Kinds => BoardChoice::EdgesOfKinds {
                vertices: 5,
                edges: (0..5).flat_map(|at| [(at, (at + 1) % 5, 0), (at, (at + 2) % 5, 1)]).collect(),
                kinds: vec!["bus".to_owned(), "taxi".to_owned()],
            },
            Shape::Grid => BoardChoice::Grid(vec!["...".to_owned(), "...".to_owned()]),
        };
        let vertex = |number: i64| match self.shape {
            Shape::Grid => VertexChoice::Cell(number / 3, number % 3),
            _ => VertexChoice::Number(number),
        };
        let uses = self.uses.map(|uses| uses.map(|kinds| kinds.iter().map(ToString::to_string).collect()));
        let [mouse_uses, cat_uses] = uses;
        let mut setup = Setup::new(board);
        setup.preset = Some(Preset::CatAndMouse);
        setup.rules = RuleChoices {
            directed: (self.shape == Shape::OneWay).then_some(true),
            holes: Some((0..self.holes).map(vertex).collect()),
            cat_in_hole: Some(self.cat_in_hole),
            mouse_may_stay: Some(self.may_stay[0]),
            cat_may_stay: Some(self.may_stay[1]),
            mouse_jump: Some(self.jump[0]),
            cat_jump: Some(self.jump[1]),
            mouse_speed: Some(self.speed[0]),
            cat_speed: Some(vec![self.speed[1]]),
            mouse_uses,
            cat_uses,
            cats_move: Some(self.cats_move),
            capture_distance: Some(self.distance),
            endless: Some(self.endless),
            limit: Some(self.limit.map_or(LimitChoice::None, LimitChoice::Plies)),
            limit_winner: self.limit.map(|_| self.limit_winner),
            stalemate: Some(self.stalemate),
            ..RuleChoices::default()
        };
        setup.mouse = Some(vertex(2));
        setup.cats = Some([3, 4].into_iter().take(self.cats).map(vertex).collect());
        setup
    }

    /// How a side's pieces move.
    fn way(&self, side: usize) -> String {
        let (jump, speed, stays) = (self.jump[side], self.speed[side], self.may_stay[side]);
        if jump == 0 {
            return if stays { "only stays" } else { "cannot move" }.to_owned();
        }
        let mut way = match (self.shape == Shape::Grid, jump > 1, speed > 1) {
            (false, _, false) => "moves along an edge".to_owned(),
            (false, _, true) => format!("runs along 1 to {speed} edges"),
            (true, false, false) => "moves 1 cell up, down, left or right".to_owned(),
            (true, false, true) => format!("runs 1 to {speed} cells, each up, down, left or right"),
            (true, true, false) => format!("moves 1 to {jump} cells in a straight line, not through walls"),
            (true, true, true) => {
                format!("makes 1 to {speed} jumps, each of 1 to {jump} cells in a straight line, not through walls")
            }
        };
        way += match self.uses[side] {
            None | Some([_, _]) => "",
            Some([]) => " of none of the kinds",
            Some([only]) if *only == "taxi" => " of the kind taxi",
            Some(_) => " of the kind bus",
        };
        way += match (stays, self.shape == Shape::Grid, speed > 1) {
            (true, true, _) => ", or stays",
            (true, false, _) => " or stays",
            (false, _, true) => ", and may end where it began but not stay",
            (false, _, false) => " and may not stay",
        };
        way
    }

    /// The sentence. `is_stuck` says whether some piece may be without a move.
    fn sentence(&self, is_stuck: bool) -> String {
        let (mouse, cat) = (self.way(0), self.way(1));
        let mut parts = Vec::new();
        if self.cats == 1 && mouse == cat {
            parts.push(format!("in turn, each side {mouse}"));
        } else {
            parts.push(format!("the Mouse {mouse}"));
            parts.push(match (self.cats, self.cats_move) {
                (1, _) => format!("the Cat {cat}"),
                (_, CatsMove::All) => format!("each of the 2 cats {cat}, all in the Cat's ply"),
                (_, CatsMove::One) => format!("of the 2 cats one {cat} in each of the Cat's plies"),
            });
        }
        if self.shape == Shape::OneWay {
            parts.push("some edges lead one way only".to_owned());
        }
        let goal = match (self.shape == Shape::Grid, self.holes) {
            (_, 0) => None,
            (true, 1) => Some("the food"),
            (true, _) => Some("any food"),
            (false, 1) => Some("the hole"),
            (false, _) => Some("any hole"),
        };
        if let Some(goal) = goal {
            let (before, after) = match self.cat_in_hole {
                CatInHole::Forbidden if self.distance > 0 => {
                    ("the Mouse wins at", ", closed to the Cat, even if the Cat is near")
                }
                CatInHole::Forbidden => ("the Mouse wins at", ", closed to the Cat"),
                CatInHole::Allowed if self.distance > 0 => ("the Mouse wins at", " even if the Cat is there or near"),
                CatInHole::Allowed => ("the Mouse wins at", " even if the Cat is there"),
                CatInHole::Guards if self.distance > 0 => ("the Mouse wins at", " unless the Cat catches it there"),
                CatInHole::Guards => ("the Mouse wins at", " unless the Cat is there"),
                CatInHole::Wins if self.distance > 0 => {
                    ("whoever is first at", " wins, unless the Cat catches the Mouse there")
                }
                CatInHole::Wins => ("whoever is first at", " wins"),
            };
            parts.push(format!("{before} {goal}{after}"));
            if self.speed != [1, 1] {
                parts.push(format!("a run ends at {goal}"));
            }
        }
        let caught = match (self.distance, self.cats) {
            (0, 1) => "where they meet",
            (0, _) => "where it meets the Mouse",
            (1, _) => "where it is within 1 edge of the Mouse",
            _ => "where it is within 2 edges of the Mouse",
        };
        parts.push(format!("the Cat wins {caught}; nobody blocks anybody"));
        if self.shape == Shape::Costs {
            let staying = if self.may_stay == [false, false] { "" } else { ", staying costs 1" };
            parts.push(format!(
                "each edge has a cost{staying}; the winner wants what both sides pay together low, the loser high"
            ));
        }
        let worth = |outcome: Outcome| match outcome {
            Outcome::Mouse => "is a win for the Mouse",
            Outcome::Cat => "is a win for the Cat",
            Outcome::Draw => "is a draw",
        };
        parts.push(match (self.limit, self.shape == Shape::Costs) {
            (None, _) => format!("endless play {}", worth(self.endless)),
            (Some(limit), true) => format!("beyond a cost of {limit} it {}", worth(self.limit_winner)),
            (Some(1), false) => format!("after 1 ply it {}", worth(self.limit_winner)),
            (Some(limit), false) => format!("after {limit} plies it {}", worth(self.limit_winner)),
        });
        match self.stalemate {
            Stalemate::Draw if is_stuck && self.limit.is_some() => parts
                .push("a side with no move ends the play there, and the limit decides as if it had run out".to_owned()),
            Stalemate::Draw if is_stuck => parts
                .push("a side with no move ends the play there, and that is worth as much as endless play".to_owned()),
            Stalemate::Draw => {}
            Stalemate::Pass => parts.push("a side with no move passes".to_owned()),
            Stalemate::Loss => parts.push("a side with no move loses".to_owned()),
        }
        parts.join("; ") + "."
    }
}

#[test]
fn the_sentence_says_every_rule_with_its_value() {
    let mut dice = Dice(7);
    let mut seen = [0; 4];
    for _ in 0..20_000 {
        let chosen = Chosen::random(&mut dice);
        let plan = chosen.setup().plan();
        let Ok(plan) = plan else {
            seen[0] += 1;
            continue;
        };
        let sentence = plan.game().rules_sentence();
        // Whether a piece can be without a move is asked of the step graphs: it is no rule.
        let stuck = [true, false].map(|is_stuck| chosen.sentence(is_stuck));
        let is_stuck = stuck.iter().position(|expect| *expect == sentence);
        assert!(is_stuck.is_some(), "{chosen:?}\n{sentence}\n{}", stuck[1]);
        if chosen.stalemate == Stalemate::Draw {
            let never_moves =
                (0..2).any(|side| !chosen.may_stay[side] && (chosen.jump[side] == 0 || chosen.uses[side] == Some(&[])));
            let always_moves = chosen.may_stay == [true, true]
                || matches!(chosen.shape, Shape::Plain | Shape::Costs)
                    && chosen.jump == [1, 1]
                    && (chosen.holes < 2 || chosen.cat_in_hole != CatInHole::Forbidden);
            assert!(!never_moves || is_stuck == Some(0), "{chosen:?}\n{sentence}");
            assert!(!always_moves || is_stuck == Some(1), "{chosen:?}\n{sentence}");
            seen[1] += usize::from(never_moves);
            seen[2] += usize::from(always_moves);
        }
        seen[3] += 1;
    }
    assert!(seen[1] > 100 && seen[2] > 100 && seen[3] > 10_000, "{seen:?}");
}
