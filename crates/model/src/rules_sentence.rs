//! The rules of a game in one sentence, for every front end.
//!
//! [`Rules`] are taken apart field by field, so that a new rule does not compile before it has words.

use catmouse_arena::{Player, StepGraph, counted, listed};

use crate::game::Game;
use crate::rules::{CatFollows, CatInHole, CatWay, CatsMove, Movement, Outcome, Rules, Stalemate, TurnLimit};
use crate::sight::Sight;

impl Game {
    /// The rules in one sentence, which begins with a small letter. Rules that make no difference on this board are left out.
    ///
    /// ```
    /// use catmouse_model::{BoardChoice, Setup};
    ///
    /// let board = BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]]);
    /// assert_eq!(
    ///     Setup::new(board).plan()?.game().rules_sentence(),
    ///     "in turn, each side moves along an edge and may not stay; the Mouse wins at the hole, closed to the Cat; \
    ///      the Cat wins where they meet; nobody blocks anybody; endless play is a draw."
    /// );
    /// # Ok::<(), catmouse_model::Defects>(())
    /// ```
    pub fn rules_sentence(&self) -> String {
        let &Rules {
            ref holes,
            ref traps,
            cat_in_hole,
            mouse,
            cat,
            ref cat_ways,
            cats,
            cats_move,
            capture_distance,
            seen,
            endless,
            limit,
            // The movements say which kinds of edges these are.
            mouse_uses: _,
            cat_uses: _,
            stalemate,
        } = self.rules();
        let mut clauses = self.moves_clauses(mouse, (cat, cat_ways), (cats, cats_move));
        if self.board().has_one_way_moves() {
            clauses.push("some edges lead one way only".to_owned());
        }
        if !holes.is_empty() {
            let goal = match (self.board().grid().is_some(), holes.len()) {
                (true, 1) => "the food",
                (true, _) => "any food",
                (false, 1) => "the hole",
                (false, _) => "any hole",
            };
            clauses.push(hole_clause(goal, cat_in_hole, capture_distance));
            let cat_runs = cat_ways.iter().any(|way| way.follows == CatFollows::Free && way.speed > 1);
            if mouse.speed > 1 || cat_runs {
                clauses.push(format!("a run ends at {goal}"));
            }
        }
        if !traps.is_empty() {
            let trap = if traps.len() == 1 { "the trap" } else { "any trap" };
            clauses.push(format!("the Mouse loses at {trap}, over which the Cat walks"));
        }
        clauses.push(match (capture_distance, cats) {
            (0, 1) => "the Cat wins where they meet".to_owned(),
            (0, _) => "the Cat wins where it meets the Mouse".to_owned(),
            (edges, _) => {
                format!("the Cat wins where it is within {} of the Mouse", counted(edges, "edge", "edges"))
            }
        });
        clauses.push("nobody blocks anybody".to_owned());
        clauses.extend(sight_clause(seen));
        if self.board().has_costs() {
            let staying = if mouse.may_stay || cat.may_stay { ", staying costs 1" } else { "" };
            clauses.push(format!("each edge has a cost{staying}"));
            clauses.push("the winner wants what both sides pay together low, the loser high".to_owned());
        }
        clauses.push(match limit {
            Some(TurnLimit { plies, winner }) if self.board().has_costs() => {
                format!("beyond a cost of {plies} it is {}", worth(winner))
            }
            Some(TurnLimit { plies, winner }) => {
                format!("after {} it is {}", counted(plies, "ply", "plies"), worth(winner))
            }
            None => format!("endless play is {}", worth(endless)),
        });
        clauses.extend(self.stalemate_clause(stalemate, limit.is_some()));
        clauses.join("; ") + "."
    }

    /// How each side moves.
    fn moves_clauses(
        &self,
        mouse: Movement,
        (cat, cat_ways): (Movement, &[CatWay]),
        (cats, cats_move): (u32, CatsMove),
    ) -> Vec<String> {
        let cat = |&CatWay { follows, speed }: &CatWay| match follows {
            CatFollows::Free => self.way(Movement { speed, ..cat }),
            script => scripted(script, speed, self.board().grid().is_some()),
        };
        let (mouse, [first, others @ ..]) = (self.way(mouse), cat_ways) else { return Vec::new() };
        if !others.is_empty() {
            let ways = (1..).zip(cat_ways).map(|(number, way)| format!("cat {number} {}", cat(way)));
            return [format!("the Mouse {mouse}")].into_iter().chain(ways).collect();
        }
        let cat = cat(first);
        match (cats, cats_move) {
            (1, _) if mouse == cat => vec![format!("in turn, each side {mouse}")],
            (1, _) => vec![format!("the Mouse {mouse}"), format!("the Cat {cat}")],
            (_, CatsMove::All) => {
                vec![format!("the Mouse {mouse}"), format!("each of the {cats} cats {cat}, all in the Cat's ply")]
            }
            (_, CatsMove::One) => {
                vec![format!("the Mouse {mouse}"), format!("of the {cats} cats one {cat} in each of the Cat's plies")]
            }
        }
    }

    /// How a piece moves: "moves along an edge or stays".
    fn way(&self, movement: Movement) -> String {
        let Movement { may_stay, jump, kinds, speed } = movement;
        let on_grid = self.board().grid().is_some();
        let way = match (on_grid, jump, speed) {
            (_, 0, _) => return if may_stay { "only stays".to_owned() } else { "cannot move".to_owned() },
            (false, _, 1) => format!("moves along an edge{}", self.of_kinds(kinds)),
            (false, _, edges) => format!("runs along 1 to {edges} edges{}", self.of_kinds(kinds)),
            (true, 1, 1) => "moves 1 cell up, down, left or right".to_owned(),
            (true, 1, steps) => format!("runs 1 to {steps} cells, each up, down, left or right"),
            (true, cells, 1) => format!("moves 1 to {cells} cells in a straight line, not through walls"),
            (true, cells, steps) => {
                format!("makes 1 to {steps} jumps, each of 1 to {cells} cells in a straight line, not through walls")
            }
        };
        match (may_stay, on_grid) {
            (false, _) if speed > 1 => format!("{way}, and may end where it began but not stay"),
            // Along a self-loop, a piece does stay.
            (false, _) if self.board().arcs().any(|(from, to, _)| from == to) => way,
            (false, _) => format!("{way} and may not stay"),
            (true, false) => format!("{way} or stays"),
            (true, true) => format!("{way}, or stays"),
        }
    }

    /// The kinds of edges that a piece uses, as in " of the kind taxi"; empty if it uses all.
    fn of_kinds(&self, mask: u64) -> String {
        let kinds = self.board().kinds();
        let used: Vec<&str> =
            kinds.iter().enumerate().filter(|(kind, _)| mask >> kind & 1 == 1).map(|(_, name)| &**name).collect();
        match used.len() {
            all if all == kinds.len() => String::new(),
            0 => " of none of the kinds".to_owned(),
            _ => format!(" of the kind {}", listed(&used, "or")),
        }
    }

    /// What follows where a side cannot move. The usual rule is told only where this can happen.
    fn stalemate_clause(&self, stalemate: Stalemate, has_limit: bool) -> Option<String> {
        let has_dead_ends = |steps: &StepGraph| (0..steps.nodes()).any(|node| steps.successors(node).is_empty());
        match stalemate {
            Stalemate::Draw if Player::BOTH.iter().any(|&player| has_dead_ends(self.arena().steps(player))) => {
                let worth = if has_limit {
                    "the limit decides as if it had run out"
                } else {
                    "that is worth as much as endless play"
                };
                Some(format!("a side with no move ends the play there, and {worth}"))
            }
            Stalemate::Draw => None,
            Stalemate::Pass => Some("a side with no move passes".to_owned()),
            Stalemate::Loss => Some("a side with no move loses".to_owned()),
        }
    }
}

/// How a cat moves that follows a script.
fn scripted(script: CatFollows, speed: u32, on_grid: bool) -> String {
    let steps = if speed == 1 { "makes 1 step".to_owned() } else { format!("makes up to {speed} steps, each") };
    let place = if on_grid { "cell" } else { "vertex" };
    let way = match script {
        CatFollows::Rows => "along its row toward the Mouse's column, else along its column toward the Mouse's row",
        CatFollows::Columns => "along its column toward the Mouse's row, else along its row toward the Mouse's column",
        CatFollows::Nearest => {
            return format!(
                "has no choice: it {steps} along a shortest way to the Mouse, to the first {place} where several are"
            );
        }
        CatFollows::Free => return String::new(),
    };
    format!("has no choice: it {steps} {way}, else it stays")
}

/// When the Cat sees the mouse. Nothing is told of a mouse that is always seen.
fn sight_clause(seen: Sight) -> Option<String> {
    Some(match seen {
        Sight::Always => return None,
        Sight::Never => "the Cat never sees the Mouse".to_owned(),
        Sight::Every(1) => "the Cat sees the Mouse after each of its moves".to_owned(),
        Sight::Every(period) => format!("the Cat sees the Mouse after each of its moves whose number {period} divides"),
        Sight::After(_) => {
            format!("the Cat sees the Mouse only after its moves {}", seen.to_string().replace(',', ", "))
        }
        Sight::Within(edges) => {
            format!("the Cat sees the Mouse only within {} of a cat", counted(edges, "edge", "edges"))
        }
    })
}

/// Who wins at a hole. From a distance, the Cat may catch a mouse there without entering.
fn hole_clause(goal: &str, cat_in_hole: CatInHole, capture_distance: u32) -> String {
    match (cat_in_hole, capture_distance) {
        (CatInHole::Forbidden, 0) => format!("the Mouse wins at {goal}, closed to the Cat"),
        (CatInHole::Forbidden, _) => format!("the Mouse wins at {goal}, closed to the Cat, even if the Cat is near"),
        (CatInHole::Allowed, 0) => format!("the Mouse wins at {goal} even if the Cat is there"),
        (CatInHole::Allowed, _) => format!("the Mouse wins at {goal} even if the Cat is there or near"),
        (CatInHole::Guards, 0) => format!("the Mouse wins at {goal} unless the Cat is there"),
        (CatInHole::Guards, _) => format!("the Mouse wins at {goal} unless the Cat catches it there"),
        (CatInHole::Wins, 0) => format!("whoever is first at {goal} wins"),
        (CatInHole::Wins, _) => format!("whoever is first at {goal} wins, unless the Cat catches the Mouse there"),
    }
}

fn worth(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mouse => "a win for the Mouse",
        Outcome::Cat => "a win for the Cat",
        Outcome::Draw => "a draw",
    }
}
