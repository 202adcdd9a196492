//! The worst case of policies, compared with a search that knows only the moves.

use catmouse::arena::{Arena, Move, Player, PositionId, Restricted, Status, Value, check};
use catmouse::model::{Keyword, LimitChoice, Outcome, Preset, RuleChoices, Side};
use catmouse::solver::{Control, Request};
use catmouse::{Error, Question, Solved, answers::PolicyTable};

/// Boards of different kinds, with the side that moves first.
fn questions() -> Vec<Question> {
    let board = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
    let ladder = "[[1,3],[0,2,4],[1,5],[0,4],[3,5,1],[4,2]]";
    vec![
        Question::text(board),
        Question::text("[[1,3],[0,3],[3],[0,1,2]]"),
        Question::text("M..#F\n.#...\n...#C\n"),
        Question::text("[[[3,1]],[[3,1],[2,50]],[[1,50],[3,2]],[[0,1],[1,1],[2,2]]]"),
        Question::text(ladder).preset(Preset::CopsAndRobbers).mouse(5).cats([0]).first(Side::Cat),
        Question::text(ladder).preset(Preset::CopsAndRobbers).mouse(5).cats([0, 1]),
    ]
}

/// A number that depends on the position and on the seed alone.
fn noise(position: PositionId, seed: u64) -> u64 {
    let mixed =
        (position.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ seed.wrapping_mul(0xD134_2543_DE82_EF95);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33
}

/// A policy that depends on nothing but the position and the seed.
fn random_move(solved: &Solved, position: PositionId, seed: u64) -> Option<Move> {
    let moves = solved.legal_moves(position);
    let number = noise(position, seed) % moves.len().max(1) as u64;
    moves.get(usize::try_from(number).expect("it is small")).copied()
}

/// The value of every position under a policy: bounds are relaxed until nothing changes.
fn relaxed(solved: &Solved, side: Player, policy: &dyn Fn(PositionId) -> Option<Move>) -> Vec<Value> {
    let arena = solved.game().arena();
    let mut values = vec![Value::Endless; arena.positions()];
    loop {
        let mut has_changed = false;
        for position in (0..arena.positions()).map(PositionId::new) {
            let value = match arena.status(position) {
                Status::Won(player) => Value::Win { player, distance: 0 },
                Status::Turn(mover) => {
                    let moves: Vec<Move> = if mover == side {
                        policy(position).into_iter().collect()
                    } else {
                        arena.successors(position).collect()
                    };
                    let after = moves.iter().map(|step| values[step.to.index()].one_move_before(step.cost));
                    after.reduce(|best, next| best.better(next, mover)).unwrap_or(Value::Endless)
                }
            };
            has_changed |= values[position.index()] != value;
            values[position.index()] = value;
        }
        if !has_changed {
            return values;
        }
    }
}

#[test]
fn random_policies_have_the_worst_case_that_a_plain_search_finds() {
    let mut with_mistakes = 0;
    for question in questions() {
        let solved = question.solve().expect("it is a game");
        assert!(solved.check().expect("it has distances").ok);
        let start = solved.opening();
        for (seed, side) in (0..40).flat_map(|seed| Side::ALL.iter().map(move |&side| (seed, side))) {
            let policy = |position| random_move(&solved, position, seed);
            let answer = solved.evaluate(side, policy).expect("the policy answers everywhere");
            let value = relaxed(&solved, side.into(), &policy)[start.position.index()];
            let judgement = start.adjudication.judge(value);
            assert_eq!(answer.worst.outcome, judgement.outcome.into(), "{side} {seed}");
            let distance = answer.worst.distance;
            assert_eq!(distance.distance_cost.or(distance.distance_plies), judgement.distance, "{side} {seed}");
            // The policy loses something on the line if it does worse than perfect play.
            let is_perfect = (answer.outcome, answer.distance.distance_cost.or(answer.distance.distance_plies))
                == (answer.worst.outcome, judgement.distance);
            assert!(is_perfect || answer.first_mistake.is_some(), "{side} {seed}: {answer:?}");
            with_mistakes += usize::from(!is_perfect);
            // The checker proves the values of the arena in which the side follows its policy.
            let arena = Restricted::explore(solved.game().arena(), side.into(), start.position, None, policy);
            let arena = arena.expect("the policy answers everywhere");
            assert_eq!(answer.positions, arena.explored());
            let values = catmouse::solver::solve(&arena, Request::Table, &Control::default()).expect("it is small");
            assert_eq!(check(&arena, &values.into_table()), Ok(()));
        }
    }
    assert!(with_mistakes > 100, "{with_mistakes} policies are worse than perfect play");
}

/// The least cost at which each position can arise while one side follows its policy: bounds are
/// relaxed until nothing changes. Positions beyond the limit do not arise.
fn arrivals(
    solved: &Solved,
    side: Player,
    policy: &dyn Fn(PositionId) -> Option<Move>,
    limit: u64,
) -> Vec<Option<u64>> {
    let arena = solved.game().arena();
    let mut least = vec![None; arena.positions()];
    least[solved.opening().position.index()] = Some(0);
    loop {
        let mut has_changed = false;
        for position in (0..arena.positions()).map(PositionId::new) {
            let (Some(spent), Status::Turn(mover)) = (least[position.index()], arena.status(position)) else {
                continue;
            };
            let follows = |step: &Move| mover != side || policy(position) == Some(*step);
            for step in arena.successors(position).filter(follows) {
                let after = spent + u64::from(step.cost);
                let known = &mut least[step.to.index()];
                if after <= limit && known.is_none_or(|known| after < known) {
                    (*known, has_changed) = (Some(after), true);
                }
            }
        }
        if !has_changed {
            return least;
        }
    }
}

/// Under a limit of plies or of costs, a policy is judged by what it reaches within the limit. A
/// policy that does worse than perfect play has made a mistake, be it a move beyond the limit.
#[test]
fn a_limit_counts_for_policies() {
    let (mut worse, mut beyond) = (0, 0);
    for (question, limit) in questions().iter().flat_map(|question| (0..14).map(move |limit| (question, limit))) {
        let rules = RuleChoices { limit: Some(LimitChoice::Plies(limit)), ..RuleChoices::default() };
        let Ok(solved) = question.clone().rules(rules).solve() else { continue };
        let start = solved.opening();
        for (seed, side) in (0..6).flat_map(|seed| Side::ALL.iter().map(move |&side| (seed, side))) {
            let name = format!("{:?} {limit} {side} {seed}", solved.game().start());
            let policy = |position| random_move(&solved, position, seed);
            let answer = solved.evaluate(side, policy).expect("the policy answers everywhere");
            let value = relaxed(&solved, side.into(), &policy)[start.position.index()];
            let outcome: Outcome = start.adjudication.judge(value).outcome.into();
            assert_eq!(answer.worst.outcome, outcome, "{name}");
            let least = arrivals(&solved, side.into(), &policy, limit.unsigned_abs());
            assert_eq!(answer.positions, least.iter().flatten().count(), "{name}");
            assert!(answer.outcome == outcome || answer.first_mistake.is_some(), "{name}: {}", answer.text);
            worse += usize::from(answer.outcome != outcome);
            let cost: u64 = answer.moves.iter().map(|judged| u64::from(judged.cost)).sum();
            beyond += usize::from(cost > limit.unsigned_abs());
            assert!(!answer.text.contains(" ,"), "{name}: {}", answer.text);
            assert!(!answer.text.contains(": after"), "{name}: {}", answer.text);
        }
    }
    assert!(worse > 100 && beyond > 5, "{worse} {beyond}");
}

/// A policy of best moves achieves what perfect play does.
#[test]
fn the_best_moves_are_a_perfect_policy() {
    for question in questions() {
        let solved = question.solve().expect("it is a game");
        for &side in Side::ALL {
            let best = |position: PositionId| {
                let start =
                    solved.start_at(&solved.game().notation(&solved.game().position(position)).parse().ok()?).ok()?;
                let main = solved.rated_moves(&start).ok()?.into_iter().find(|rated| rated.main)?;
                solved.legal_moves(position).into_iter().find(|step| step.to == main.to && step.cost == main.cost)
            };
            let answer = solved.evaluate(side, best).expect("every move is legal");
            assert_eq!((answer.outcome, answer.distance), (answer.worst.outcome, answer.worst.distance), "{side}");
            assert_eq!(answer.first_mistake, None);
        }
    }
}

/// A limit ends the exploration, so a policy need not answer after it.
#[test]
fn a_limit_bounds_the_positions_that_a_policy_must_answer() {
    // The mouse stands at 3 of a path, and the cat at 0 is too far away to catch it in 1 ply.
    let path = Question::text("[[1],[0,2],[1,3],[2,4],[3]]").preset(Preset::CopsAndRobbers);
    let limit = RuleChoices { limit: Some(LimitChoice::Plies(1)), ..RuleChoices::default() };
    let solved = path.rules(limit).mouse(3).cats([0]).first(Side::Mouse).solve().expect("it is a game");
    let start = solved.opening().position;
    let answer = solved.evaluate(Side::Mouse, |position| {
        assert_eq!(position, start, "no other position is asked for");
        solved.legal_moves(position).last().copied()
    });
    assert_ne!(answer.expect("it answers").worst.outcome, Outcome::Cat);
}

#[test]
fn wrong_policies_are_refused_at_their_place() {
    let solved = Question::text("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]").solve().expect("it is a game");
    let read = |text: &str| match PolicyTable::read(solved.game(), text.as_bytes()) {
        Err(Error::Policy { line, what, .. }) => (line, what),
        other => panic!("{text}: {other:?}"),
    };
    for (text, line, part) in [
        ("", Some(1), "no column `mouse`"),
        ("mouse,cats,turn\n", Some(1), "no column `to`"),
        ("mouse,cats,turn,to,to\n", Some(1), "two columns `to`"),
        ("mouse,cats,turn,to\n", None, "no moves"),
        ("mouse,cats,turn,to\n1,2,mouse,4\n", Some(2), "`4` is not a legal move here"),
        ("mouse,cats,turn,to\n1,2,mouse,3\n1,2,cat,4\n", Some(3), "of the Cat"),
        ("mouse,cats,turn,to\n1,2,mouse,3\n1,2,mouse,3\n", Some(3), "already"),
        ("mouse,cats,turn,to\n9,2,mouse,3\n", Some(2), "9"),
        ("mouse,cats,turn,to\n1,0,mouse,3\n", Some(2), "cat"),
        ("mouse,cats,turn,to\n1,2 3,mouse,3\n", Some(2), "2 cats"),
        ("mouse,cats,turn,to\n1,2,dog,3\n", Some(2), "dog"),
    ] {
        let (at, what) = read(text);
        assert_eq!(at, line, "{text}: {what}");
        assert!(what.contains(part), "{text}: {what}");
    }
    // At the start the mouse has one move, 1→3; after it the cat may go to 4 or 5.
    let few = "mouse,cats,turn,to\n3,2,cat,5\n3,4,cat,2\n";
    let policy = PolicyTable::read(solved.game(), few.as_bytes()).expect("these are moves");
    match solved.evaluate(policy.side, |position| policy.choice(position)) {
        Err(Error::Policy { line: None, what, .. }) => {
            assert!(what.contains("which arises after M 1→3 C 2→5"), "{what}");
        }
        other => panic!("{other:?}"),
    }
}
