//! A position in the middle of a game is judged with what is left of the limit: everything that is
//! said after some moves is what a fresh question about the position says, whose limit is the rest.

use catmouse::arena::{Measure, Player, Words};
use catmouse::model::{GameState, Keyword, LimitChoice, Outcome, PlayedMove, RuleChoices, Side};
use catmouse::{
    Question, Solved,
    play::{Phase, Session},
};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Boards with plies and with costs, which every outcome is the limit's for in turn.
const BOARDS: [(&str, i64, i64); 6] = [
    ("[[2],[6],[0,5],[4],[3,6],[2,6],[1,4,5]]", 4, 2),
    ("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", 1, 2),
    ("[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]", 1, 2),
    ("[[1,3],[0,2,4],[1,5],[0,4],[3,5,1],[4,2]]", 4, 2),
    ("[[[3,1]],[[3,1],[2,5]],[[1,5],[3,2]],[[0,1],[1,1],[2,2]]]", 1, 2),
    ("[[[1,2],[3,3]],[[0,2],[2,1],[4,2]],[[1,1],[5,4]],[[0,3],[4,1]],[[3,1],[1,2],[5,2]],[[4,2],[2,4]]]", 4, 2),
];

fn solved(board: &str, mouse: i64, cat: i64, limit: u64, winner: Outcome) -> Solved {
    let limit = Some(LimitChoice::Plies(i64::try_from(limit).expect("it is small")));
    let rules = RuleChoices { limit, limit_winner: Some(winner), ..RuleChoices::default() };
    Question::text(board).rules(rules).mouse(mouse).cats([cat]).solve().expect("it is a game")
}

/// The distance that moves are compared by.
fn distance(solved: &Solved, answer: catmouse::answers::DistanceAnswer) -> Option<u64> {
    match solved.game().measure() {
        Measure::Plies => answer.distance_plies,
        Measure::Cost => answer.distance_cost,
    }
}

/// A position with a move to make in a random game.
struct Moment<'a> {
    name: &'a str,
    board: &'a str,
    mouse: i64,
    cat: i64,
    whole: &'a Solved,
    session: &'a Session<&'a Solved>,
    /// The moves so far.
    moves: &'a str,
    here: GameState,
    /// Who wins when the limit runs out.
    winner: Outcome,
}

/// Plays random games under random limits, and shows every position. Returns how many games a limit
/// has ended.
fn in_random_games(seed: u64, games: usize, mut see: impl FnMut(Moment<'_>)) -> usize {
    let mut dice = SplitMix64::seed_from_u64(seed);
    let mut by_limit = 0;
    for (number, &(board, mouse, cat)) in BOARDS.iter().cycle().take(games).enumerate() {
        let (limit, winner) = (1 + dice.next_u64() % 10, Outcome::ALL[number / BOARDS.len() % 3]);
        let whole = &solved(board, mouse, cat, limit, winner);
        let mut session = Session::new(whole);
        let mut moves = String::new();
        while session.phase() == Phase::Move {
            let name = &format!("{board} limit {limit} for {winner}: {moves}");
            let here = session.here().expect("all is placed");
            assert_eq!(here.adjudication.limit.map(|limit| limit.whole()), Some(limit), "{name}");
            see(Moment { name, board, mouse, cat, whole, session: &session, moves: &moves, here, winner });
            let legal = session.legal();
            let chosen = legal[usize::try_from(dice.next_u64() % legal.len() as u64).expect("it is small")];
            let text = session.notation(PlayedMove { before: here, step: chosen });
            session.make(chosen).expect("it is legal");
            moves += if moves.is_empty() { "" } else { " " };
            moves += &text;
        }
        by_limit += usize::from(session.end().is_some_and(|end| end.kind == "limit"));
    }
    by_limit
}

#[test]
fn what_is_said_in_a_game_is_what_is_said_of_the_rest_of_its_limit() {
    let (mut plies, mut thrown) = (0, 0);
    let by_limit =
        in_random_games(913, 72, |Moment { name, board, mouse, cat, whole, session, moves, here, winner }| {
            let rest = here.adjudication.limit.expect("there is one");
            // The same position in a game whose limit is the rest.
            let fresh = solved(board, mouse, cat, rest.distance, winner);
            let position = whole.game().notation(&whole.game().position(here.position)).parse().expect("a position");
            let alone = fresh.start_at(&position).expect("it exists");
            let played = whole.read_moves(moves).expect("they are legal");
            let told = whole.explain_from(&whole.start_after(&played)).expect("in memory");
            assert_eq!((told.outcome, told.distance), (alone.outcome(), alone.distance), "{name}");
            let line = fresh.explain_from(&alone).expect("in memory").line.len();
            assert_eq!(told.line.len(), line, "{name}");
            let course = session.annotate().expect("in memory").expect("all is placed");
            assert_eq!(course.summary.outcome_after, alone.outcome(), "{name}");

            let rated = fresh.rated_moves(&alone).expect("in memory");
            let mover = Player::from(whole.game().position(here.position).turn);
            let most = rated.iter().map(|rated| rated.judgement.outcome.score(mover)).max().expect("a move is legal");
            let hint = session.hint().expect("it goes on");
            assert_eq!(hint.best[0].outcome, rated[0].judgement.outcome.into(), "{name}: {}", hint.text);
            for step in session.legal() {
                let expect = rated.iter().find(|rated| (rated.to, rated.cost) == (step.to, step.cost));
                let expect = expect.expect("the games have the same moves");
                let is_thrown = expect.judgement.outcome.score(mover) < most;
                let text = session.notation(PlayedMove { before: here, step });
                let why = session.why(&text).expect("it is legal").asked;
                let next = format!("{moves} {text}");
                let annotated = whole.annotate(&next).expect("it is legal");
                for judged in [&why, annotated.moves.last().expect("a move was made")] {
                    assert_eq!(judged.outcome, expect.judgement.outcome.into(), "{name} {text}");
                    if distance(whole, judged.distance).is_some() || expect.judgement.distance.is_some() {
                        let own = if whole.game().measure() == Measure::Cost { u64::from(step.cost) } else { 0 };
                        let expect = expect.judgement.distance.map(|distance| distance + own);
                        let found = distance(whole, judged.distance);
                        assert!(found == expect || found.map(|found| found + own) == expect, "{name} {text}");
                    }
                    assert_eq!(judged.judgement.word().starts_with("throws"), is_thrown, "{name} {text}");
                }
                thrown += usize::from(is_thrown);
            }
            plies += 1;
        });
    assert!(plies > 150 && thrown > 50 && by_limit > 20, "{plies} {thrown} {by_limit}");
}

/// What remains of a limit is said with the whole.
#[test]
fn the_rest_of_a_limit_is_said() {
    let solved = solved(BOARDS[0].0, 4, 2, 5, Outcome::Draw);
    let told = |moves: &str| {
        let played = solved.read_moves(moves).expect("they are legal");
        let start = solved.start_after(&played);
        catmouse::explain::prose::headline(&start.summary, solved.game())
    };
    assert!(told("").contains("the limit of 5 plies: "), "{}", told(""));
    assert!(told("M 4→3 C 2→5").contains("the limit of 5 plies (3 left)"), "{}", told("M 4→3 C 2→5"));
    assert_eq!(told("M 4→3 C 2→5 M 3→4 C 5→2 M 4→3"), "A draw: the limit of 5 plies has run out.");
    let mut session = Session::new(&solved);
    for text in ["M 4→3", "C 2→5", "M 3→4"] {
        session.play(text).expect("it is legal");
    }
    let why = session.why("C 5→2").expect("it is legal").text;
    assert!(why.contains("the limit of 5 plies has run out"), "{why}");
    assert_eq!(session.to_act(), Some(Side::Cat));
}

/// An answer without what a game and a fresh question may tell in different ways: how much of a limit
/// is left ("the limit of 5 plies (3 left)"), and laws, which are told only from the start.
fn comparable(mut answer: serde_json::Value) -> serde_json::Value {
    fn without_limit(text: &str) -> String {
        let Some((before, after)) = text.split_once("limit of ") else { return text.to_owned() };
        let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
        let after = ["plies", "ply", "cost"].iter().find_map(|word| after.strip_prefix(word)).unwrap_or(after);
        let after = match after.strip_prefix(" (").and_then(|rest| rest.split_once(" left)")) {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
            _ => after,
        };
        format!("{before}limit{}", without_limit(after))
    }
    if let Some(text) = answer.as_str() {
        return without_limit(text).into();
    }
    if let Some(list) = answer.as_array_mut() {
        list.retain(|item| item["kind"] != "law");
        for item in list {
            *item = comparable(item.take());
        }
    }
    for (_, item) in answer.as_object_mut().into_iter().flatten() {
        *item = comparable(item.take());
    }
    answer
}

/// The whole answers: optimal play with its story and its holdings, the moves, and the strategies with the
/// opponent's mistakes.
#[test]
fn an_answer_in_a_game_is_the_answer_to_a_fresh_question() {
    let json = |answer: Result<serde_json::Value, _>| comparable(answer.expect("it has a JSON form"));
    let (mut held, mut mistakes) = (0, 0);
    in_random_games(61, 120, |Moment { name, board, whole, moves, here, winner, .. }| {
        let rest = here.adjudication.limit.expect("there is one").distance;
        let position = whole.game().position(here.position);
        let rules = RuleChoices {
            limit: Some(LimitChoice::Plies(i64::try_from(rest).expect("it is small"))),
            limit_winner: Some(winner),
            ..RuleChoices::default()
        };
        let fresh = Question::text(board).rules(rules).mouse(i64::from(position.mouse.number()));
        let fresh = fresh.cats([i64::from(position.cats[0].number())]).first(position.turn);
        let fresh = fresh.solve().expect("it is a game");
        let start = whole.start_after(&whole.read_moves(moves).expect("they are legal"));
        let said = whole.explain_from(&start).expect("in memory");
        held += said.holdings.len();
        let alone = fresh.explain().expect("in memory");
        assert_eq!(json(serde_json::to_value(said)), json(serde_json::to_value(alone)), "{name}");
        let [said, alone] = [whole.moves_from(&start), fresh.moves()].map(|moves| moves.expect("in memory"));
        assert_eq!(json(serde_json::to_value(said)), json(serde_json::to_value(alone)), "{name}");
        let [said, alone] =
            [whole.strategies_from(&start), fresh.strategies()].map(|found| found.expect("they are small"));
        mistakes += said.strategies.iter().map(|strategy| strategy.mistakes.len()).sum::<usize>();
        assert_eq!(json(serde_json::to_value(said)), json(serde_json::to_value(alone)), "{name}");
    });
    assert!(held > 50 && mistakes > 50, "{held} {mistakes}");
}
