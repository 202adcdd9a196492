//! Tests that a move is called forced, best or losing only if the solution proves it.
//!
//! Every position of every connected board with three to five vertices is explained, under rules
//! with every kind of ending. The claims of the sentences are then checked against the values, move
//! by move.

use std::collections::BTreeMap;

use catmouse_arena::{Adjudication, Arena, Player, PositionId, Solution, Status, Value, Values, WinOrDraw};
use catmouse_explain::{Context, Decision, Explanation, LineEnd, Ply, explain, prose};
use catmouse_model::{BoardChoice, Game, Setup};

use crate::small_games::{connected_graphs, rules};

/// Calls `check` with the explanation of every position of every game. Returns the number of
/// positions.
fn for_every_position(check: impl Fn(&Explained<'_>)) -> usize {
    let mut count = 0;
    for vertices in 3..=5 {
        for (number, graph) in connected_graphs(vertices).into_iter().enumerate() {
            // The graphs of five vertices take a third of the rules each.
            for rules in rules().into_iter().skip(number % 3).step_by(if vertices < 5 { 1 } else { 3 }) {
                let setup = Setup { rules, ..Setup::new(BoardChoice::Adjacency(graph.clone())) };
                let game = setup.plan().expect("the board is in order").game();
                let solution = catmouse_solver::solve_table(game.arena()).expect("it counts plies");
                assert_eq!(catmouse_arena::check(game.arena(), &solution), Ok(()));
                for start in (0..game.arena().positions()).map(PositionId::new) {
                    let explanation =
                        explain(&Context::new(game.arena(), &game, &solution, game.adjudication()), start);
                    check(&Explained { game: &game, solution: &solution, start, explanation });
                    count += 1;
                }
            }
        }
    }
    count
}

struct Explained<'a> {
    game: &'a Game,
    solution: &'a Solution,
    start: PositionId,
    explanation: Explanation,
}

impl Explained<'_> {
    /// The outcome for `mover` of a position with this value, reached after this many plies of the
    /// game: 1, 0 or −1. Also the plies from the position to a forced end; `None` if no end is
    /// forced.
    fn score(&self, mover: Player, value: Value, plies_played: u64) -> (i8, Option<u64>) {
        let Adjudication { endless, limit } = self.game.adjudication();
        let (outcome, distance) = match (value, limit) {
            (Value::Win { player, distance }, None) => (WinOrDraw::Win(player), Some(distance)),
            (Value::Win { player, distance }, Some(limit)) if plies_played + distance <= limit.distance => {
                (WinOrDraw::Win(player), Some(distance))
            }
            (_, Some(limit)) => (limit.outcome, None),
            (Value::Endless, None) => (endless, None),
        };
        let score = match outcome {
            WinOrDraw::Draw => 0,
            WinOrDraw::Win(player) if player == mover => 1,
            WinOrDraw::Win(_) => -1,
        };
        (score, distance)
    }

    /// For each legal move of a ply: the position after the move, its score, and its distance.
    fn moves(&self, ply: &Ply) -> Vec<(PositionId, i8, Option<u64>)> {
        let successors = self.game.arena().successors(ply.from);
        successors
            .map(|step| {
                let (score, distance) = self.score(ply.player, self.solution.value(step.to), ply.number as u64);
                (step.to, score, distance)
            })
            .collect()
    }

    fn say(&self, ply: &Ply) -> String {
        prose::remark(&self.explanation, ply, self.game)
    }

    fn at(&self) -> String {
        format!("{:?} from {}", self.game.rules(), self.game.notation(&self.game.position(self.start)))
    }
}

#[test]
fn the_line_is_optimal_and_ends_as_it_says() {
    let positions = for_every_position(|it| {
        let arena = it.game.arena();
        let mut here = it.start;
        let mut stood = vec![here];
        for (index, ply) in it.explanation.plies.iter().enumerate() {
            assert_eq!((ply.number, ply.from), (index + 1, here), "{}", it.at());
            assert_eq!(arena.status(here), Status::Turn(ply.player), "{}", it.at());
            let to = ply.played.to;
            assert!(arena.successors(here).any(|step| step.to == to), "the move is legal: {}", it.at());
            match (it.solution.value(here), it.solution.value(to)) {
                (Value::Endless, Value::Endless) => {}
                (Value::Win { player, distance }, Value::Win { player: still, distance: left }) => {
                    assert_eq!((player, distance), (still, left + 1), "{}", it.at());
                }
                (before, after) => panic!("{before:?} became {after:?}: {}", it.at()),
            }
            here = to;
            stood.push(here);
        }
        let limit = it.game.adjudication().limit.map(|limit| limit.distance);
        let over = matches!(arena.status(here), Status::Won(_));
        let stuck = !over && arena.successors(here).next().is_none();
        let out_of_time = limit == Some(it.explanation.plies.len() as u64);
        let before = stood[..stood.len() - 1].iter().position(|&position| position == here);
        match it.explanation.summary.end {
            LineEnd::Over => assert!(over),
            LineEnd::Stuck => assert!(stuck),
            LineEnd::Limit => assert!(!over && !stuck && before.is_none() && out_of_time, "{}", it.at()),
            LineEnd::Repetition { first_ply } => assert!(!over && before == Some(first_ply), "{}", it.at()),
        }
        let won = it.solution.value(it.start).winner();
        match it.explanation.summary.decision {
            Decision::Play | Decision::Stalemate => {
                assert!(over && won.is_some() || stuck && won.is_none(), "{}", it.at());
            }
            Decision::Limit => assert!(limit.is_some()),
            Decision::Endless => assert!(limit.is_none() && won.is_none()),
        }
    });
    assert!(positions > 10_000, "{positions} positions");
}

#[test]
fn every_remark_is_true_and_covers_every_move() {
    let plies = std::cell::Cell::new(0);
    for_every_position(|it| {
        for ply in &it.explanation.plies {
            plies.set(plies.get() + 1);
            // A script makes the only move, too.
            let said = it.say(ply).replace("its script", "the only move");
            let context = || format!("ply {}: {said}: {}", ply.number, it.at());
            let moves = it.moves(ply);
            let (_, reached, distance) = *moves.iter().find(|(to, ..)| *to == ply.played.to).expect("it is legal");
            let others: Vec<_> = moves.iter().filter(|(to, ..)| *to != ply.played.to).collect();
            let all_worse = others.iter().all(|&&(_, score, _)| score < reached);

            let claims = |phrase: &str| said.starts_with(phrase);
            assert_eq!(
                claims("the only move that holds"),
                distance.is_none() && reached >= 0 && all_worse && !others.is_empty(),
                "{}",
                context()
            );
            assert_eq!(
                claims("the only winning move"),
                distance.is_some_and(|d| d > 0) && reached > 0 && all_worse && !others.is_empty(),
                "{}",
                context()
            );
            assert_eq!(
                said == "the only move"
                    || claims("the only move,")
                    || claims("the only move;")
                    || claims("the only move:"),
                others.is_empty(),
                "{}",
                context()
            );
            if claims("the fastest win") {
                assert!(
                    others.iter().all(|&&(_, score, other)| score < 1 || other > distance || other.is_none()),
                    "{}",
                    context()
                );
                assert!(others.iter().any(|&&(_, score, _)| score == 1), "{}", context());
            }
            if claims("the longest defence") {
                assert!(others.iter().all(|&&(_, score, other)| score == -1 && other < distance), "{}", context());
            }
            if said.contains("as long") {
                assert!(others.iter().all(|&&(_, score, other)| score == -1 && other <= distance), "{}", context());
                assert!(others.iter().any(|&&(_, _, other)| other == distance), "{}", context());
            }
            if said.contains("as fast") {
                assert!(others.iter().any(|&&(_, score, other)| score == 1 && other == distance), "{}", context());
                assert!(others.iter().all(|&&(_, score, other)| score < 1 || other >= distance), "{}", context());
            }
            for phrase in ["catches the Mouse", "reaches the hole", "leaves"] {
                assert!(
                    !said.trim_start_matches("the only move: ").starts_with(phrase)
                        || (reached > 0 && distance == Some(0)),
                    "{}",
                    context()
                );
            }

            // Zugzwang is claimed exactly if a pass, which the mover may not make, would have the
            // better outcome.
            let may_pass = others.iter().any(|(to, ..)| it.game.target(ply.from, *to) == [origin(it, ply)])
                || it.game.target(ply.from, ply.played.to) == [origin(it, ply)];
            let passed = other_turn(it, ply.from).filter(|_| !may_pass);
            let better = passed
                .is_some_and(|passed| it.score(ply.player, it.solution.value(passed), ply.number as u64).0 > reached);
            assert_eq!(said.contains("zugzwang"), better, "{}", context());

            // The remark gives the result of each other move, with the right number.
            for &&(to, score, other) in &others {
                let fate = match (score, other) {
                    (1, Some(plies)) if other == distance && plies > 0 => "as fast".to_owned(),
                    (1, Some(0)) => "too".to_owned(),
                    (1, Some(plies)) => format!(" {plies}"),
                    (_, Some(0)) if it.game.rules().traps.contains(&it.game.position(to).mouse) => {
                        "steps into a trap".to_owned()
                    }
                    (_, Some(0)) => "walks into the Cat".to_owned(),
                    (-1, plies) if score == reached && plies == distance && distance.is_some() => "as long".to_owned(),
                    (-1, Some(plies)) => format!("in {plies}"),
                    (score, None) if score == reached && distance.is_none() => "as well".to_owned(),
                    _ => String::new(),
                };
                let name = it.game.target(ply.from, to)[0].number().to_string();
                let stays = it.game.target(ply.from, to) == [origin(it, ply)];
                let clause = said.split("; ").flat_map(|part| part.split(": ")).find(|clause| {
                    clause.contains(&fate)
                        && (clause.contains(&name) || clause.contains('–') || stays && clause.contains("staying"))
                });
                assert!(clause.is_some(), "{} says nothing of {name} ({fate})", context());
            }
        }
    });
    assert!(plies.get() > 30_000, "{} plies", plies.get());
}

fn origin(it: &Explained<'_>, ply: &Ply) -> catmouse_model::Vertex {
    let position = it.game.position(ply.from);
    if ply.player == Player::One { position.mouse } else { position.cats[0] }
}

/// The same placement with the other player to move.
fn other_turn(it: &Explained<'_>, position: PositionId) -> Option<PositionId> {
    let mut position = it.game.position(position);
    position.turn = Player::from(position.turn).opponent().into();
    it.game.id(&position)
}

#[test]
fn holdings_never_leave_what_they_claim() {
    let holdings = std::cell::Cell::new(0);
    for_every_position(|it| {
        let arena = it.game.arena();
        if !it.explanation.holdings.is_empty() {
            assert_eq!(it.solution.value(it.start), Value::Endless, "{}", it.at());
        }
        for holding in &it.explanation.holdings {
            holdings.set(holdings.get() + 1);
            // Against every play of the opponent, the number of positions that arise is as claimed,
            // and the opponent wins none of them.
            let mut met = vec![it.start];
            let mut arrivals = BTreeMap::from([(it.start, 0_u64)]);
            let mut next = 0;
            while let Some(&position) = met.get(next) {
                next += 1;
                assert_ne!(it.solution.value(position).winner(), Some(holding.player.opponent()), "{}", it.at());
                // What arises after the limit does not count.
                let limit = it.game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
                let goes_on = arrivals[&position] < limit;
                let follow: Vec<PositionId> = if arena.status(position) == Status::Turn(holding.player) {
                    let answer = holding.answers.iter().find(|answer| answer.position == position);
                    assert!(goes_on || answer.is_none(), "{}", it.at());
                    // A move loses only if the win is within the rest of the limit, where the
                    // position arises as soon as it can.
                    let losing = |to| match it.solution.value(to) {
                        Value::Win { player, distance } if player != holding.player => {
                            arrivals[&position] + 1 + distance <= limit
                        }
                        _ => false,
                    };
                    if let Some(answer) = answer {
                        let others: Vec<_> = arena.successors(position).filter(|step| step.to != answer.to).collect();
                        assert!(arena.successors(position).any(|step| step.to == answer.to));
                        assert_eq!(answer.only, !others.is_empty() && others.iter().all(|step| losing(step.to)));
                        let lost: Vec<_> = others.iter().map(|step| step.to).filter(|&to| losing(to)).collect();
                        assert_eq!(answer.losing.iter().map(|&(to, _)| to).collect::<Vec<_>>(), lost);
                    } else {
                        let is_stuck = arena.successors(position).count() == 0;
                        assert!(is_stuck || !goes_on, "only who is stuck has no answer");
                    }
                    answer.map(|answer| answer.to).into_iter().collect()
                } else {
                    arena.successors(position).map(|step| step.to).collect()
                };
                for to in follow.into_iter().filter(|_| goes_on) {
                    if !met.contains(&to) && it.solution.value(to) == Value::Endless {
                        arrivals.insert(to, arrivals[&position] + 1);
                        met.push(to);
                    }
                }
            }
            assert_eq!(met.len(), holding.trap.len(), "{}", it.at());
        }
    });
    assert!(holdings.get() > 1_000, "{} holdings", holdings.get());
}

#[test]
fn the_headline_names_the_winner_and_the_plies() {
    for_every_position(|it| {
        let headline = prose::headline(&it.explanation.summary, it.game);
        let (score, distance) = it.score(Player::One, it.solution.value(it.start), 0);
        let winner = ["The Cat wins", "A draw", "The Mouse wins"][usize::try_from(score + 1).expect("−1 to 1")];
        assert!(headline.starts_with(winner), "{headline}: {}", it.at());
        match distance {
            Some(1) => assert!(headline.contains("in 1 ply"), "{headline}: {}", it.at()),
            Some(plies) if plies > 0 => {
                assert!(headline.contains(&format!("in {plies} plies")), "{headline}: {}", it.at());
            }
            _ => assert!(!headline.starts_with(&format!("{winner} in ")), "{headline}: {}", it.at()),
        }
    });
}
