//! Certificates that must be refuted: one test for each fault, named after it.
//!
//! Games are written as `written_game` reads them. A certificate is written as its claim,
//! `home: One within 3` or `home: draw`, and then a line for each strategy: `One wins:` or
//! `One holds:` and its entries, `name=rank` or `name=rank>to`.

use catmouse_arena::{
    Adjudication, Aim, Certificate, CertificateClaim, CertificateRefutation, CertificateStrategy, Distance, Entry,
    Flaw, FlawKind, GraphArena, Limit, Player, PositionId, WinOrDraw, verify,
};

use crate::written_game::{arena, player};

/// One wins at the goal, Two at the trap. One runs home, hall, goal. Two can send it back from the
/// door, but not for ever.
const HOUSE: &str = "
    home: One > hall trap
    hall: Two > door yard
    door: One > home*2 goal
    yard: One > door2
    door2: Two > goal goal*3
    goal: won by One
    trap: won by Two
    dead: Two >
    well: One >
";
const RUN: &str = "home: One within 6
    One wins: home=6>hall hall=5 door=1>goal yard=4>door2 door2=3 goal=0";

/// Each of two players can wait for ever, or move to a position that the other wins.
const DUEL: &str = "
    aim: One > stare lost
    stare: Two > aim won
    won: won by One
    lost: won by Two
    bed: One >
    far: Two > lost*5
";
const STARE: &str = "aim: draw
    One holds: aim=0>stare stare=1 won=2
    Two holds: aim=0 stare=1>aim lost=1";

const DRAW: Adjudication = Adjudication { endless: WinOrDraw::Draw, limit: None };

/// A draw by agreement, with a limit after which the game is a draw as well.
fn limited(distance: Distance) -> Adjudication {
    Adjudication { limit: Some(Limit::new(distance, WinOrDraw::Draw)), ..DRAW }
}

fn outcome(word: &str) -> WinOrDraw {
    if word == "draw" { WinOrDraw::Draw } else { WinOrDraw::Win(player(word)) }
}

/// A position by its name; `#7` is number 7, whether it exists or not.
fn at(arena: &GraphArena<String>, name: &str) -> PositionId {
    match name.strip_prefix('#') {
        Some(number) => PositionId::new(number.parse().expect("a number")),
        None => arena.position(&name.to_owned()).unwrap_or_else(|| panic!("{name} is no position")),
    }
}

fn certificate(arena: &GraphArena<String>, text: &str) -> Certificate {
    let mut lines = text.lines().map(str::trim);
    let (start, claim) = lines.next().and_then(|line| line.split_once(": ")).expect("a start and a claim");
    let claim = match claim.split_once(" within ") {
        Some((winner, within)) => {
            CertificateClaim::Win { player: player(winner), within: within.parse().expect("a distance") }
        }
        None => CertificateClaim::Unforced(outcome(claim)),
    };
    let entry = |word: &str| {
        let (name, rest) = word.split_once('=').expect("an entry");
        let (rank, to) = rest.split_once('>').map_or((rest, None), |(rank, to)| (rank, Some(to)));
        Entry { position: at(arena, name), rank: rank.parse().expect("a rank"), to: to.map(|to| at(arena, to)) }
    };
    let strategy = |line: &str| {
        let (head, entries) = line.split_once(':').expect("a strategy");
        let (who, aim) = head.split_once(' ').expect("a player and an aim");
        let aim = if aim == "wins" { Aim::Win } else { Aim::Hold };
        CertificateStrategy { player: player(who), aim, entries: entries.split_whitespace().map(entry).collect() }
    };
    Certificate { start: at(arena, start), claim, strategies: lines.map(strategy).collect() }
}

#[track_caller]
fn check_accepts(game: &str, agreed: Adjudication, text: &str) {
    let arena = arena(game);
    let certificate = certificate(&arena, text);
    assert_eq!(verify(&arena, &agreed, certificate.start, &certificate), Ok(()));
}

/// Checks the refutation of a certificate and its message.
#[track_caller]
fn check_refuses(game: &str, agreed: Adjudication, text: &str, expect: &CertificateRefutation, message: &str) {
    let arena = arena(game);
    let certificate = certificate(&arena, text);
    let refutation = verify(&arena, &agreed, certificate.start, &certificate).expect_err("it must not be accepted");
    assert_eq!(&refutation, expect);
    assert_eq!(refutation.to_string(), message);
}

/// Checks the fault that a change in one place of a right certificate causes in its first strategy.
#[track_caller]
fn check_flaw(
    (game, agreed, right): (&str, Adjudication, &str),
    (written, changed): (&str, &str),
    position: &str,
    kind: impl Fn(&dyn Fn(&str) -> PositionId) -> FlawKind,
    message: &str,
) {
    check_accepts(game, agreed, right);
    assert!(right.contains(written), "{written} is written");
    let arena = arena(game);
    let wrong = certificate(&arena, &right.replacen(written, changed, 1));
    let refutation = verify(&arena, &agreed, wrong.start, &wrong).expect_err("it must not be accepted");
    let flaw = Flaw { position: at(&arena, position), kind: kind(&|name| at(&arena, name)) };
    let player = wrong.strategies[0].player;
    assert_eq!(refutation, CertificateRefutation::Strategy { player, flaw });
    assert_eq!(refutation.position(), Some(flaw.position));
    assert_eq!(flaw.to_string(), message);
}

const WIN: (&str, Adjudication, &str) = (HOUSE, DRAW, RUN);
const HOLD: (&str, Adjudication, &str) = (DUEL, DRAW, STARE);

#[test]
fn right_certificates_are_accepted() {
    check_accepts(HOUSE, DRAW, RUN);
    check_accepts(HOUSE, limited(6), RUN);
    check_accepts(DUEL, DRAW, STARE);
    check_accepts(HOUSE, DRAW, "goal: One within 0\n One wins: goal=0");
    check_accepts(DUEL, DRAW, "bed: draw\n One holds: bed=0\n Two holds: bed=0");
}

#[test]
fn entries_may_stand_in_any_order() {
    check_accepts(
        HOUSE,
        DRAW,
        "home: One within 6\n One wins: goal=0 door2=3 home=6>hall yard=4>door2 door=1>goal hall=5",
    );
}

#[test]
fn a_limit_cuts_a_hold_short() {
    // Nothing matters after the limit: One needs no move there, and Two's further moves need no
    // entries.
    check_accepts(DUEL, limited(0), "aim: draw\n One holds: aim=0\n Two holds: aim=0");
    check_accepts(DUEL, limited(1), "aim: draw\n One holds: aim=0>stare stare=1\n Two holds: aim=0 stare=1 lost=1");
    check_accepts(DUEL, limited(4), "far: draw\n One holds: far=0\n Two holds: far=0");
}

#[test]
fn of_parallel_moves_a_win_uses_the_cheapest_and_a_hold_the_dearest() {
    let game = "start: One > goal*4 goal*2\n goal: won by One\n wait: One > start*2 start*5";
    check_accepts(game, DRAW, "start: One within 2\n One wins: start=2>goal goal=0");
    let draw = Adjudication { endless: WinOrDraw::Win(Player::One), limit: None };
    check_accepts(game, draw, "wait: One\n One holds: wait=0>start start=5>goal goal=9");
}

#[test]
fn other_start() {
    let arena = arena(HOUSE);
    let certificate = certificate(&arena, RUN);
    let (found, expected) = (at(&arena, "home"), at(&arena, "yard"));
    let refutation = verify(&arena, &DRAW, expected, &certificate).unwrap_err();
    assert_eq!(refutation, CertificateRefutation::OtherStart { expected, found });
    assert_eq!(refutation.to_string(), "the certificate is for #0, but the game starts at #3");
    assert_eq!(refutation.position(), None);
}

#[test]
fn other_outcome() {
    check_refuses(
        DUEL,
        DRAW,
        "aim: One\n One holds: aim=0>stare stare=1 won=2",
        &CertificateRefutation::OtherOutcome { expected: WinOrDraw::Draw, found: WinOrDraw::Win(Player::One) },
        "without a forced end the outcome is Draw, not Win(One)",
    );
    // Under a limit the outcome of the limit counts.
    let two = Adjudication { endless: WinOrDraw::Win(Player::Two), ..limited(9) };
    check_refuses(
        DUEL,
        two,
        "bed: Two\n Two holds: bed=0",
        &CertificateRefutation::OtherOutcome { expected: WinOrDraw::Draw, found: WinOrDraw::Win(Player::Two) },
        "without a forced end the outcome is Draw, not Win(Two)",
    );
}

#[test]
fn after_the_limit() {
    check_refuses(
        HOUSE,
        limited(5),
        RUN,
        &CertificateRefutation::AfterTheLimit { within: 6, limit: 5 },
        "a win within 6 comes after the limit of 5",
    );
}

#[test]
fn other_strategies() {
    let (one, two) = (Player::One, Player::Two);
    check_refuses(
        DUEL,
        DRAW,
        "aim: draw\n One holds: aim=0>stare stare=1 won=2",
        &CertificateRefutation::OtherStrategies {
            expected: vec![(one, Aim::Hold), (two, Aim::Hold)],
            found: vec![(one, Aim::Hold)],
        },
        "the claim needs the strategies [(One, Hold), (Two, Hold)], but they are [(One, Hold)]",
    );
    check_refuses(
        HOUSE,
        DRAW,
        &RUN.replace("One wins", "Two wins"),
        &CertificateRefutation::OtherStrategies { expected: vec![(one, Aim::Win)], found: vec![(two, Aim::Win)] },
        "the claim needs the strategies [(One, Win)], but they are [(Two, Win)]",
    );
    check_refuses(
        HOUSE,
        DRAW,
        &RUN.replace("One wins", "One holds"),
        &CertificateRefutation::OtherStrategies { expected: vec![(one, Aim::Win)], found: vec![(one, Aim::Hold)] },
        "the claim needs the strategies [(One, Win)], but they are [(One, Hold)]",
    );
}

#[test]
fn no_such_position() {
    check_flaw(WIN, ("goal=0", "goal=0 #9=0"), "#9", |_| FlawKind::NoSuchPosition, "at #9 the arena has no position");
}

#[test]
fn second_entry() {
    check_flaw(WIN, ("goal=0", "goal=0 goal=0"), "goal", |_| FlawKind::SecondEntry, "at #5 there is a second entry");
    check_flaw(HOLD, ("won=2", "won=2 aim=0"), "aim", |_| FlawKind::SecondEntry, "at #0 there is a second entry");
}

#[test]
fn no_entry_for_the_start() {
    let kind = |_: &dyn Fn(&str) -> PositionId| FlawKind::NoEntry { from: None };
    let message = "at #0 the game starts here, but there is no entry";
    check_flaw(WIN, ("home=6>hall", ""), "home", kind, message);
    check_flaw(HOLD, ("aim=0>stare", ""), "aim", kind, message);
}

#[test]
fn no_entry_for_a_move() {
    check_flaw(
        WIN,
        ("yard=4>door2", ""),
        "yard",
        |at| FlawKind::NoEntry { from: Some(at("hall")) },
        "at #3 there is no entry, but a move from #1 leads here",
    );
    check_flaw(
        WIN,
        ("goal=0", ""),
        "goal",
        |at| FlawKind::NoEntry { from: Some(at("door")) },
        "at #5 there is no entry, but a move from #2 leads here",
    );
    check_flaw(
        HOLD,
        ("won=2", ""),
        "won",
        |at| FlawKind::NoEntry { from: Some(at("stare")) },
        "at #2 there is no entry, but a move from #1 leads here",
    );
}

#[test]
fn never_arises() {
    // Not even a position from which One would win.
    check_flaw(
        (HOUSE, DRAW, "yard: One within 4\n One wins: yard=4>door2 door2=3 goal=0"),
        ("goal=0", "goal=0 door=1>goal"),
        "door",
        |_| FlawKind::NeverArises { rank: 1 },
        "at #2 there is an entry of rank 1, but no move leads here",
    );
    check_flaw(
        HOLD,
        ("won=2", "won=2 bed=3"),
        "bed",
        |_| FlawKind::NeverArises { rank: 3 },
        "at #4 there is an entry of rank 3, but no move leads here",
    );
}

#[test]
fn arises_later_than_claimed() {
    check_flaw(
        HOLD,
        ("won=2", "won=1"),
        "won",
        |_| FlawKind::NeverArises { rank: 1 },
        "at #2 there is an entry of rank 1, but no move leads here",
    );
}

#[test]
fn arises_after_the_limit() {
    check_flaw(
        (DUEL, limited(1), "aim: draw\n One holds: aim=0>stare stare=1\n Two holds: aim=0 stare=1 lost=1"),
        ("stare=1", "stare=1 won=2"),
        "won",
        |_| FlawKind::NeverArises { rank: 2 },
        "at #2 there is an entry of rank 2, but no move leads here",
    );
}

#[test]
fn a_cycle_of_entries_cannot_support_itself() {
    // Neither the falling ranks of a win nor the rising ones of a hold let a cycle keep itself
    // alive.
    let game = "start: One > goal\n goal: won by One\n left: Two > right\n right: One > left goal";
    let two = |kind| CertificateRefutation::Strategy { player: Player::One, flaw: kind };
    let at = PositionId::new;
    check_refuses(
        game,
        DRAW,
        "start: One within 1\n One wins: start=1>goal goal=0 left=9 right=8>left",
        &two(Flaw { position: at(3), kind: FlawKind::WrongRank { expected: 10, found: 8 } }),
        "in the strategy of player One: at #3 the rank is 8, but the moves make it 10",
    );
    let one = Adjudication { endless: WinOrDraw::Win(Player::One), limit: None };
    check_refuses(
        game,
        one,
        "start: One\n One holds: start=0>goal goal=1 left=9 right=10>left",
        &two(Flaw { position: at(2), kind: FlawKind::NeverArises { rank: 9 } }),
        "in the strategy of player One: at #2 there is an entry of rank 9, but no move leads here",
    );
}

#[test]
fn lost() {
    // The verifier meets the move into the trap first, then the trap.
    check_flaw(
        WIN,
        ("home=6>hall hall=5", "home=6>trap trap=5 hall=5"),
        "trap",
        |_| FlawKind::Lost,
        "at #6 the opponent has won",
    );
    check_flaw(
        HOLD,
        ("aim=0>stare stare=1 won=2", "aim=0>lost lost=1"),
        "lost",
        |_| FlawKind::Lost,
        "at #3 the opponent has won",
    );
}

#[test]
fn endless() {
    let game = "start: One > dead goal\n dead: Two >\n goal: won by One";
    check_flaw(
        (game, DRAW, "start: One within 1\n One wins: start=1>goal goal=0"),
        ("start=1>goal goal=0", "start=1>dead dead=0"),
        "dead",
        |_| FlawKind::Endless,
        "at #1 the opponent has no move, so nobody can win",
    );
}

#[test]
fn no_move() {
    let message = "at #0 the player is to move, but no move is given";
    check_flaw(WIN, ("home=6>hall", "home=6"), "home", |_| FlawKind::NoMove, message);
    check_flaw(HOLD, ("aim=0>stare", "aim=0"), "aim", |_| FlawKind::NoMove, message);
}

#[test]
fn no_move_because_there_is_none() {
    let arena = arena(HOUSE);
    let well = certificate(&arena, "well: One within 0\n One wins: well=0");
    let refutation = verify(&arena, &DRAW, well.start, &well).unwrap_err();
    assert_eq!(
        refutation,
        CertificateRefutation::Strategy {
            player: Player::One,
            flaw: Flaw { position: well.start, kind: FlawKind::NoMove }
        }
    );
}

#[test]
fn not_to_move() {
    let kind = |name: &'static str| move |at: &dyn Fn(&str) -> PositionId| FlawKind::NotToMove { to: at(name) };
    let message = "at #1 the player is not to move, but a move to #2 is given";
    check_flaw(WIN, ("hall=5", "hall=5>door"), "hall", kind("door"), message);
    check_flaw(HOLD, ("stare=1", "stare=1>won"), "stare", kind("won"), message);
    check_flaw(
        WIN,
        ("goal=0", "goal=0>goal"),
        "goal",
        kind("goal"),
        "at #5 the player is not to move, but a move to #5 is given",
    );
    check_flaw(
        HOLD,
        ("won=2", "won=2>aim"),
        "won",
        kind("aim"),
        "at #2 the player is not to move, but a move to #0 is given",
    );
}

#[test]
fn illegal_move() {
    let kind = |name: &'static str| move |at: &dyn Fn(&str) -> PositionId| FlawKind::IllegalMove { to: at(name) };
    check_flaw(WIN, ("home=6>hall", "home=6>goal"), "home", kind("goal"), "at #0 the rules allow no move to #5");
    check_flaw(HOLD, ("aim=0>stare", "aim=0>won"), "aim", kind("won"), "at #0 the rules allow no move to #2");
    check_flaw(WIN, ("home=6>hall", "home=6>#99"), "home", kind("#99"), "at #0 the rules allow no move to #99");
}

#[test]
fn late_move() {
    check_flaw(
        (DUEL, limited(0), "aim: draw\n One holds: aim=0\n Two holds: aim=0"),
        ("aim=0", "aim=0>stare"),
        "aim",
        |at| FlawKind::LateMove { to: at("stare") },
        "at #0 the limit runs out during the move to #1",
    );
    check_flaw(
        (DUEL, limited(1), "aim: draw\n One holds: aim=0>stare stare=1\n Two holds: aim=0 stare=1 lost=1"),
        ("aim=0>stare", "aim=0"),
        "aim",
        |_| FlawKind::NoMove,
        "at #0 the player is to move, but no move is given",
    );
}

#[test]
fn wrong_start() {
    check_flaw(
        WIN,
        ("within 6", "within 7"),
        "home",
        |_| FlawKind::WrongStart { expected: 7, found: 6 },
        "at #0 the start has rank 6, but the claim requires 7",
    );
    check_flaw(
        HOLD,
        ("aim=0", "aim=2"),
        "aim",
        |_| FlawKind::WrongStart { expected: 0, found: 2 },
        "at #0 the start has rank 2, but the claim requires 0",
    );
}

#[test]
fn wrong_rank() {
    let rank = |expected, found| move |_: &dyn Fn(&str) -> PositionId| FlawKind::WrongRank { expected, found };
    check_flaw(WIN, ("door2=3", "door2=4"), "yard", rank(5, 4), "at #3 the rank is 4, but the moves make it 5");
    check_flaw(WIN, ("door2=3", "door2=1"), "yard", rank(2, 4), "at #3 the rank is 4, but the moves make it 2");
    check_flaw(WIN, ("door=1", "door=2"), "door", rank(1, 2), "at #2 the rank is 2, but the moves make it 1");
    check_flaw(WIN, ("door=1", "door=0"), "door", rank(1, 0), "at #2 the rank is 0, but the moves make it 1");
    // A position where the game is won has rank 0 and no other.
    let start = ("goal: One within 0\n One wins: goal=0", "goal: One within 1\n One wins: goal=1");
    check_flaw((HOUSE, DRAW, start.0), start, "goal", rank(0, 1), "at #5 the rank is 1, but the moves make it 0");
}

#[test]
fn arises_sooner() {
    check_flaw(
        HOLD,
        ("won=2", "won=3"),
        "won",
        |_| FlawKind::ArisesSooner { expected: 2, found: 3 },
        "at #2 the rank is 3, but it arises after 2",
    );
}

#[test]
fn too_large() {
    let largest = Distance::MAX.to_string();
    let message = "at #4 the rank 18446744073709551615 is too large for any game";
    let kind = |_: &dyn Fn(&str) -> PositionId| FlawKind::TooLarge { rank: Distance::MAX };
    check_flaw(WIN, ("door2=3", &format!("door2={largest}")), "door2", kind, message);
    let game = "start: One > goal\n goal: won by One\n x: One > goal\n y: One > goal\n left: Two > left";
    let one = Adjudication { endless: WinOrDraw::Win(Player::One), limit: None };
    let right = "start: One\n One holds: start=0>goal goal=1";
    check_flaw((game, one, right), ("goal=1", &format!("goal=1 left={largest}")), "left", kind, message);
}
