//! Games in progress.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use catmouse::arena::{Player, PositionId, Value, Values};
use catmouse::model::{Outcome, Position, Side, Vertex};
use catmouse::{
    Error, Question, Solved,
    model::MoveErrorKind,
    play::{Event, Phase, Session, Skill, SkillError},
};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::fixtures::{fixtures, solve, solved};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
const CAT_WINS: &str = "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]";
const RING: &str = "[[1,4],[0,2],[1,3],[2,4],[3,0]]";

fn cops(cats: i64) -> Solved {
    let setup = format!("catmouse = 1\npreset = \"cops\"\n[board]\nadjacency = {RING}\n[rules]\ncats = {cats}\n");
    solved(&setup)
}

/// Plays a game to its end, in at most `most` events.
fn play_out(session: &mut Session<&Solved>, most: usize) {
    for _ in 0..most {
        if session.phase() == Phase::Over {
            return;
        }
        let event = session.reply().expect("nothing is read from a file");
        assert!(event.is_some(), "both sides have a skill");
    }
    panic!("the game goes on after {most} events");
}

/// At the perfect level, no move worsens the outcome, and every move of a win reduces its distance
/// by the cost of the move. This is tested on every fixture, for either side, against an opponent
/// that errs. The test compares with the values, which are checked against the rules.
#[test]
fn a_perfect_level_never_loses_value() {
    let mut moves = 0;
    for (seed, (name, text)) in (0..).zip(fixtures()) {
        let solved = solved(&text);
        for side in [Side::Mouse, Side::Cat] {
            let other = Side::from(Player::from(side).opponent());
            let mut session = Session::new(&solved)
                .skill(side, Skill::PERFECT)
                .skill(other, Skill::erring(0.7).expect("a share"))
                .seed(seed);
            play_out(&mut session, 1 + 4 * solved.values().positions());
            for played in session.moves() {
                let mover = solved.game().position(played.before.position).turn;
                let before = solved.values().value(played.before.position);
                let after = solved.values().value(played.step.to).one_move_before(played.step.cost);
                if mover == side {
                    assert_eq!(after, before, "{name}: {}", session.notation(played));
                    moves += 1;
                } else {
                    let player = Player::from(mover);
                    assert!(after.preference(player) <= before.preference(player), "{name}: a move gains value");
                }
            }
            // A side that can win from the start wins, and a side that can hold the draw does not
            // lose.
            let start = session.start().expect("all is placed");
            let worth = start.adjudication.judge(solved.values().value(start.position)).outcome.score(side.into());
            let end = session.end().expect("it was played out");
            let got = catmouse::arena::WinOrDraw::from(end.outcome).score(side.into());
            assert!(got >= worth, "{name}: {side} got {end:?}");
        }
    }
    assert!(moves > 1000, "{moves} moves are not much of a test");
}

/// A level that errs at a certain rate makes the same errors with the same seed and other errors
/// with another seed. At rate 0 it makes none.
#[test]
fn errors_depend_on_the_seed_alone() {
    let mut differing = 0;
    for (name, text) in fixtures().into_iter().filter(|(name, _)| name.contains("classic") || name.contains("grid")) {
        let solved = solved(&text);
        let game = |rate: f64, seed: u64| {
            let skill = Skill::erring(rate).expect("a share");
            let mut session = Session::new(&solved).skill(Side::Mouse, skill).skill(Side::Cat, skill).seed(seed);
            play_out(&mut session, 1 + 4 * solved.values().positions());
            session.moves_text()
        };
        assert_eq!(game(0.5, 3), game(0.5, 3), "{name}");
        assert_eq!(game(0.0, 3), game(0.0, 4), "{name}");
        differing += usize::from(game(0.5, 3) != game(0.5, 4));
    }
    assert!(differing >= 5, "the seed makes a difference on {differing} boards");
}

/// The first numbers for the seed 1234567, from the program of the authors of `SplitMix64`, on which
/// errors depend.
#[test]
fn the_dice_are_splitmix64() {
    let mut random = SplitMix64::seed_from_u64(1_234_567);
    assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
    assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
}

/// The moves that a person might play by mistake, derived from the rules of the plain game on a
/// board as lists: with a win at once there is none; no move after which the opponent wins at once;
/// and of the others that are not best, those that end nearest to the hole or to the Mouse.
fn mistakes_of_a_person(lists: &[Vec<usize>], solved: &Solved, at: PositionId) -> BTreeSet<PositionId> {
    let steps_between = |from: usize, to: usize, closed: Option<usize>| {
        let mut steps = vec![usize::MAX; lists.len()];
        (steps[from], steps[to]) = (0, if from == to { 0 } else { usize::MAX });
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            for &next in lists[place].iter().filter(|&&next| Some(next) != closed) {
                if steps[next] == usize::MAX {
                    steps[next] = steps[place] + 1;
                    open.push_back(next);
                }
            }
        }
        steps[to]
    };
    let game = solved.game();
    let places = |id: PositionId| {
        let position = game.position(id);
        (position.mouse.number() as usize, position.cats[0].number() as usize, position.turn)
    };
    let (_, _, mover) = places(at);
    let wins = |id: PositionId| {
        let (mouse, cat, _) = places(id);
        if mover == Side::Mouse { mouse == 0 } else { mouse == cat }
    };
    let loses_at_once = |id: PositionId| {
        let (mouse, cat, _) = places(id);
        if mover == Side::Mouse { mouse == cat || lists[cat].contains(&mouse) } else { lists[mouse].contains(&0) }
    };
    let aim = |id: PositionId| {
        let (mouse, cat, _) = places(id);
        if mover == Side::Mouse { steps_between(mouse, 0, None) } else { steps_between(cat, mouse, Some(0)) }
    };
    let legal: Vec<PositionId> = game.legal_moves(at).into_iter().map(|step| step.to).collect();
    if legal.iter().any(|&id| wins(id)) {
        return BTreeSet::new();
    }
    let best: Vec<PositionId> = solved.values().best_moves(game.arena(), at).iter().map(|step| step.to).collect();
    let seen: Vec<PositionId> = legal.into_iter().filter(|id| !best.contains(id) && !loses_at_once(*id)).collect();
    let least = seen.iter().map(|&id| aim(id)).min();
    seen.into_iter().filter(|&id| Some(aim(id)) == least).collect()
}

/// Over many games, a level errs at its share of the turns at which a person might, and its errors
/// are those of a person.
#[test]
fn a_level_errs_at_its_rate_and_as_a_person_does() {
    let boards = [DRAW, "[[4,5],[2,3,6],[1,3,5],[1,2,6],[0,5,7],[0,2,4],[1,3,7],[4,6]]"];
    for rate in [0.0, 0.1, 0.5, 1.0] {
        let (mut turns, mut errors) = (0, 0);
        for text in boards {
            let lists: Vec<Vec<usize>> = serde_json::from_str(text).expect("a board is lists");
            let solved = solved(text);
            for seed in 0..600 {
                let skill = Skill::erring(rate).expect("a share");
                let mut session = Session::new(&solved).skill(Side::Mouse, skill).skill(Side::Cat, skill).seed(seed);
                play_out(&mut session, 1 + 4 * solved.values().positions());
                for played in session.moves() {
                    let at = played.before.position;
                    let mistakes = mistakes_of_a_person(&lists, &solved, at);
                    let errs = !solved.values().best_moves(solved.game().arena(), at).contains(&played.step);
                    assert!(!errs || mistakes.contains(&played.step.to), "{text}: {}", session.notation(played));
                    turns += u32::from(!mistakes.is_empty());
                    errors += u32::from(errs);
                }
            }
        }
        assert!(turns > 500, "{turns}");
        let share = f64::from(errors) / f64::from(turns);
        assert!((share - rate).abs() < if rate.fract() == 0.0 { 1e-9 } else { 0.05 }, "{rate}: {share}");
    }
}

#[test]
fn texts_that_name_no_level_are_refused() {
    for text in ["", "perfekt", "-0.1", "1.01", "nan", "inf", "0,3"] {
        assert_eq!(text.parse::<Skill>(), Err(SkillError), "{text}");
    }
}

/// After moves are taken back, the state is the same as before, and the same moves get the same
/// replies.
#[test]
fn taking_moves_back_restores_the_state() {
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let mut session = Session::new(&solved).skill(Side::Cat, Skill::erring(0.5).expect("a share")).seed(5);
        let state = |session: &Session<&Solved>| serde_json::to_string(&session.answer()).expect("it is plain data");
        let mut states = Vec::new();
        let mut said = Vec::new();
        for turn in 0..20 {
            while session.is_turn_of_skill() {
                session.reply().expect("nothing is read from a file");
            }
            if session.phase() == Phase::Over {
                break;
            }
            states.push(state(&session));
            let hint = session.hint().expect("the game goes on").notation;
            let text = match (session.here(), session.legal()) {
                (Some(here), legal) if !legal.is_empty() && turn % 3 == 0 => {
                    let step = legal[turn % legal.len()];
                    session.notation(catmouse::model::PlayedMove { before: here, step })
                }
                _ => hint,
            };
            session.play(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            said.push(text);
        }
        let last = state(&session);
        for expected in states.iter().rev() {
            assert!(session.undo() > 0, "{name}");
            assert_eq!(state(&session), *expected, "{name}");
        }
        for text in said {
            while session.is_turn_of_skill() {
                session.reply().expect("nothing is read from a file");
            }
            session.play(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        }
        while session.is_turn_of_skill() {
            session.reply().expect("nothing is read from a file");
        }
        assert_eq!(state(&session), last, "{name}");
    }
}

fn said(session: &mut Session<&Solved>, lines: &[&str]) {
    for line in lines {
        session.play(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn the_third_repetition_ends_a_game() {
    let solved = solved(DRAW);
    let mut session = Session::new(&solved);
    said(&mut session, &["3", "5", "4", "2", "3", "5", "4", "2"]);
    assert_eq!((session.phase(), session.times_stood()), (Phase::Move, 2));
    said(&mut session, &["3"]);
    let end = session.end().expect("M3 C2 cat stood after plies 1, 5 and 9");
    assert_eq!((end.kind, end.outcome), ("repetition", Outcome::Draw));
    assert_eq!(session.times_stood(), 3);
    let error = session.play("5").expect_err("it is over");
    assert!(matches!(error, Error::Move(ref error) if error.kind == MoveErrorKind::Over), "{error}");
    assert_eq!((session.undo(), session.times_stood()), (1, 2));
}

/// A repetition has the result of endless play under the rules, here a win for the Mouse.
#[test]
fn repetition_has_the_result_of_endless_play() {
    let solved = cops(1);
    let mut session = Session::new(&solved).skill(Side::Mouse, Skill::PERFECT).skill(Side::Cat, Skill::PERFECT);
    play_out(&mut session, 100);
    let end = session.end().expect("it was played out");
    assert_eq!((end.kind, end.outcome), ("repetition", Outcome::Mouse));
}

#[test]
fn a_draw_is_agreed_if_neither_side_loses_by_it() {
    let drawn = solved(DRAW);
    let mut session = Session::new(&drawn).skill(Side::Cat, Skill::PERFECT);
    assert!(session.offer_end().expect("it is the Mouse's turn"));
    assert_eq!(session.end().map(|end| (end.kind, end.outcome)), Some(("agreed", Outcome::Draw)));
    assert!(session.offer_end().is_err());
    assert_eq!((session.undo(), session.phase()), (1, Phase::Move));

    let lost = solved(CAT_WINS);
    let mut session = Session::new(&lost).skill(Side::Cat, Skill::PERFECT);
    assert!(!session.offer_end().expect("it is the Mouse's turn"), "the Cat can win");
    assert_eq!(session.phase(), Phase::Move);
    assert!(Session::new(&lost).offer_end().expect("it is the Mouse's turn"), "both sides are the caller's");
}

#[test]
fn a_limit_ends_a_game() {
    let setup = format!("catmouse = 1\n[board]\nadjacency = {DRAW}\n[rules]\nlimit = 3\nlimit-winner = \"cat\"\n");
    let solved = solved(&setup);
    let mut session = Session::new(&solved);
    said(&mut session, &["3", "5"]);
    assert_eq!(session.answer().limit_plies, Some(1));
    said(&mut session, &["4"]);
    let end = session.end().expect("three plies are played");
    assert_eq!(
        (end.kind, end.outcome, end.text.as_str()),
        ("limit", Outcome::Cat, "The limit of 3 plies has run out: the Cat wins.")
    );
    // If moves have costs, a move may cost more than the rest of the limit.
    let setup = "catmouse = 1\n[board]\nvertices = 3\nedges = [[0,1,5],[0,2,1],[1,2,2]]\n\
                 [rules]\nlimit = 4\nhole = []\n[start]\nmouse = 0\ncat = 2\n";
    let solved = solve(&Question::text(setup), setup);
    let mut session = Session::new(&solved);
    let event = session.play("1").expect("it is an edge");
    assert!(matches!(event, Event::Overran(played) if played.step.cost > 1), "{event:?}");
    assert_eq!(session.end().map(|end| end.kind), Some("limit"));
    assert_eq!((session.undo(), session.phase()), (1, Phase::Move));
}

#[test]
fn pieces_are_placed_by_their_players() {
    let solved = cops(2);
    let mut session = Session::new(&solved);
    assert_eq!((session.phase(), session.to_act()), (Phase::PlaceCats, Some(Side::Cat)));
    for (text, kind) in [
        ("", MoveErrorKind::Empty),
        ("0", MoveErrorKind::NoMove),
        ("0 1 2", MoveErrorKind::NoMove),
        ("0 9", MoveErrorKind::NoMove),
        ("C 0→1", MoveErrorKind::NoMove),
    ] {
        let error = session.play(text).expect_err("these are not two vertices");
        assert!(matches!(error, Error::Move(ref error) if error.kind == kind), "{text}: {error}");
        assert!(session.events().is_empty());
    }
    assert!(session.why("1").is_err());
    assert_eq!(session.hint().expect("it is the Cat's turn").notation, "C0 C2");
    session.play("C3 C0").expect("two vertices");
    assert_eq!((session.phase(), session.to_act()), (Phase::PlaceMouse, Some(Side::Mouse)));
    // Against cats at 0 and 3, the mouse is caught at once except at 1 and 2, and there it is
    // caught in the next round.
    assert_eq!(session.hint().expect("it is the Mouse's turn").player, Side::Mouse);
    session.play("M 1").expect("a vertex");
    let answer = session.answer();
    assert_eq!((answer.phase, answer.to_act, answer.times_stood), (Phase::Move, Some(Side::Cat), 1));
    assert_eq!(answer.position.expect("all is placed").to_string(), "M1 C0 C3 cat");
    assert_eq!((session.undo(), session.phase()), (1, Phase::PlaceMouse));
    assert_eq!((session.undo(), session.phase()), (1, Phase::PlaceCats));
    assert_eq!(session.undo(), 0);
}

/// A perfect level chooses the placement of the opening, which the explanation shows. A level that
/// errs chooses any placement.
#[test]
fn levels_place_pieces_too() {
    for (name, text) in fixtures().into_iter().filter(|(name, _)| name.contains("cops")) {
        let solved = solved(&text);
        let mut session = Session::new(&solved).skill(Side::Mouse, Skill::PERFECT).skill(Side::Cat, Skill::PERFECT);
        while matches!(session.phase(), Phase::PlaceCats | Phase::PlaceMouse) {
            session.reply().expect("nothing is read from a file");
        }
        assert_eq!(session.start(), Some(solved.opening()), "{name}");
        let errs = Skill::erring(1.0).expect("a share");
        for seed in 0..2 {
            let mut session = Session::new(&solved).skill(Side::Mouse, errs).skill(Side::Cat, errs).seed(seed);
            play_out(&mut session, 4 + 4 * solved.values().positions());
        }
    }
}

/// The judgement of a placement agrees with the values of all placements, which are compared here
/// one by one.
#[test]
fn placements_are_compared_with_all_others() {
    // A number that is greater if the value is better for the Mouse: wins of the Mouse are best,
    // and short wins are better than long ones; then comes endless play; then losses, of which long
    // ones are better.
    let for_the_mouse = |value: Value| match value {
        Value::Win { player: Player::One, distance } => 2_000_000 - distance.cast_signed(),
        Value::Endless => 1_000_000,
        Value::Win { player: Player::Two, distance } => distance.cast_signed(),
    };
    let mut judged = 0;
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let (game, values) = (solved.game(), solved.values());
        let start = game.start();
        if start.mouse.is_some() || start.cats.is_some() || game.adjudication().limit.is_some() {
            continue;
        }
        let all: Vec<Position> = game.position_ids().map(|id| game.position(id)).collect();
        let worth = |position: &Position| for_the_mouse(values.value(game.id(position).expect("it is listed")));
        let begins = |position: &&Position| position.turn == start.first;
        let errs = Skill::erring(1.0).expect("a share");
        for seed in 0..8 {
            let mut session = Session::new(&solved).skill(Side::Mouse, errs).skill(Side::Cat, errs).seed(seed);
            session.reply().and_then(|_| session.reply()).expect("nothing is read from a file");
            let judgements = session.placement_judgements();
            assert_eq!(judgements.len(), 2, "{name}");
            let begun = game.position(session.start().expect("all is placed").position);
            // With the cats in place, the mouse's place decides. A placement of the cats is worth
            // the value of the mouse's best place against it.
            let of_mouse: Vec<i64> =
                all.iter().filter(begins).filter(|position| position.cats == begun.cats).map(worth).collect();
            let best_of_mouse = of_mouse.iter().max();
            let mut of_cats: BTreeMap<&[Vertex], i64> = BTreeMap::new();
            for position in all.iter().filter(begins) {
                let most = of_cats.entry(&position.cats).or_insert(i64::MIN);
                *most = worth(position).max(*most);
            }
            let best_of_cats = of_cats.values().min();
            let [cats, mouse] = &judgements[..] else { unreachable!("there are two") };
            assert_eq!((cats.side, mouse.side), (Side::Cat, Side::Mouse), "{name}");
            assert_eq!(mouse.is_best, Some(&worth(&begun)) == best_of_mouse, "{name}: {begun:?}");
            assert_eq!(cats.is_best, of_cats.get(&begun.cats[..]) == best_of_cats, "{name}: {begun:?}");
            let best = of_mouse.iter().filter(|&worth| Some(worth) == best_of_mouse).count();
            assert_eq!((mouse.best.len(), mouse.among), (best, of_mouse.len()), "{name}: {begun:?}");
            let best = of_cats.values().filter(|&worth| Some(worth) == best_of_cats).count();
            assert_eq!((cats.best.len(), cats.among), (best, of_cats.len()), "{name}: {begun:?}");
            // If both placements have the same winner, the judgement gives the difference of the
            // distances.
            for (judgement, made, best) in [
                (mouse, worth(&begun), *best_of_mouse.expect("there are vertices")),
                (cats, of_cats[&begun.cats[..]], *best_of_cats.expect("there are placements")),
            ] {
                let class = |worth: i64| worth / 500_000;
                let difference = match () {
                    () if made == best => "is ".to_owned(),
                    () if class(made) != class(best) => String::new(),
                    () if made.abs_diff(best) == 1 => " by 1 ply (".to_owned(),
                    () => format!(" by {} plies (", made.abs_diff(best)),
                };
                let is_by_cost = judgement.text.contains(" cost ");
                assert!(is_by_cost || judgement.text.contains(&difference), "{name}: {begun:?}: {}", judgement.text);
                judged += 1;
            }
        }
    }
    assert!(judged > 100, "{judged}");
}

/// A hint is the move of the line, and the value after it is the same as before.
#[test]
fn hints_keep_the_value() {
    for (name, text) in fixtures() {
        let solved = solved(&text);
        let mut session = Session::new(&solved);
        for _ in 0..400 {
            let Ok(hint) = session.hint() else { break };
            let before = session.here().map(|here| solved.values().value(here.position));
            session.play(&hint.notation).unwrap_or_else(|error| panic!("{name}: {}: {error}", hint.notation));
            if let (Some(before), Some(Event::Moved(played))) = (before, session.events().last()) {
                let after = solved.values().value(played.step.to).one_move_before(played.step.cost);
                assert_eq!(after, before, "{name}: {}", hint.notation);
            }
        }
        assert_eq!(session.phase(), Phase::Over, "{name}");
        let story = session.annotate().expect("nothing is read from a file").expect("all is placed");
        let judgements = story.moves.iter().map(|judged| judged.judgement.word());
        assert!(judgements.clone().all(|word| word == "best"), "{name}: {:?}", judgements.collect::<Vec<_>>());
        let winner = match solved.values().value(solved.opening().position) {
            Value::Win { .. } | Value::Endless => story.summary.outcome_before,
        };
        assert_eq!(session.end().map(|end| end.outcome), Some(winner), "{name}");
    }
}

/// A game that is over at its start has no actions.
#[test]
fn a_game_may_be_over_at_once() {
    let setup = format!("catmouse = 1\n[board]\nadjacency = {DRAW}\n[start]\nmouse = 0\ncat = 2\n");
    let solved = solved(&setup);
    let mut session = Session::new(&solved).skill(Side::Mouse, Skill::PERFECT);
    assert_eq!((session.phase(), session.to_act()), (Phase::Over, None));
    assert_eq!(session.reply().expect("nothing is read from a file"), None);
    assert_eq!(session.end().map(|end| (end.kind, end.outcome)), Some(("goal", Outcome::Mouse)));
    assert!(session.hint().is_err() && session.why("2").is_err() && session.legal().is_empty());
}

/// A session may own its board or share it.
#[test]
fn a_session_owns_or_borrows_its_board() {
    let solved = std::sync::Arc::new(solved(DRAW));
    let mut shared = Session::new(std::sync::Arc::clone(&solved));
    let mut borrowed = Session::new(&*solved);
    for text in ["3", "M 3→4"] {
        assert_eq!(shared.play(text).is_ok(), borrowed.play(text).is_ok(), "{text}");
    }
    assert_eq!(shared.answer(), borrowed.answer());
}
