//! Certificates as text: a written certificate reads back, and an error names the line at fault.

use catmouse_arena::{Certificate, CertificateClaim, PositionId, verify};
use catmouse_model::{BoardChoice, Game, LimitChoice, Outcome, RuleChoices, Setup};
use catmouse_store::{CertificateError, Fingerprint, LineFlaw, read_certificate, write_certificate};
use proptest::prelude::*;

/// A draw from the start: the mouse at 1, the cat at 2, the hole at 0.
pub(crate) const DRAW: &[&[i64]] = &[&[2, 5], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]];

fn setup(lists: &[&[i64]]) -> Setup {
    Setup::new(BoardChoice::Adjacency(lists.iter().map(|list| list.to_vec()).collect()))
}

pub(crate) fn game(lists: &[&[i64]]) -> Game {
    setup(lists).plan().expect("a valid board").game()
}

/// The certificate of the start.
pub(crate) fn certified(game: &Game) -> Certificate {
    certified_at(game, game.start_id().expect("the pieces have a start"))
}

fn certified_at(game: &Game, start: PositionId) -> Certificate {
    let solution = catmouse_solver::solve_table(game.arena()).expect("the board is small");
    assert_eq!(catmouse_arena::check(game.arena(), &solution), Ok(()));
    let certificate = catmouse_explain::certificate(
        &catmouse_explain::Context::new(game.arena(), game, &solution, game.adjudication()),
        start,
    );
    assert_eq!(verify(game.arena(), &game.adjudication(), start, &certificate), Ok(()));
    certificate
}

fn text_of(game: &Game, certificate: &Certificate) -> String {
    let mut text = Vec::new();
    write_certificate(game, certificate, &mut text).expect("written to memory");
    String::from_utf8(text).expect("text")
}

/// Games of every kind: on a graph, on a grid, with costs, with two cats, with a limit, with
/// endless play won by the Cat.
fn games() -> Vec<Game> {
    let grid = BoardChoice::Grid(["M.#", "..C", "F.."].map(str::to_owned).to_vec());
    let costs = BoardChoice::EdgesWithCosts {
        vertices: 5,
        edges: vec![(0, 1, 50), (0, 3, 2), (1, 3, 1), (2, 3, 4), (2, 4, 1)],
    };
    let mut two_cats = setup(DRAW);
    two_cats.rules = RuleChoices { cats: Some(2), ..RuleChoices::default() };
    two_cats.cats = Some([2, 4].map(catmouse_model::VertexChoice::Number).to_vec());
    let mut limited = setup(DRAW);
    limited.rules.limit = Some(LimitChoice::Plies(5));
    let mut owned = setup(DRAW);
    owned.rules.endless = Some(Outcome::Cat);
    let setups = [setup(DRAW), Setup::new(grid), Setup::new(costs), two_cats, limited, owned];
    setups.iter().map(|setup| setup.plan().expect("a valid board").game()).collect()
}

#[test]
fn every_certificate_reads_back() {
    let mut kinds = [0; 3];
    for game in games() {
        for start in game.position_ids() {
            let certificate = certified_at(&game, start);
            let text = text_of(&game, &certificate);
            let read = read_certificate(&game, text.as_bytes()).expect("a certificate");
            assert!(read.is_intact);
            assert_eq!(read.certificate, certificate);
            assert_eq!(text_of(&game, &certificate), text, "the same bytes again");
            kinds[match certificate.claim {
                CertificateClaim::Win { .. } => 0,
                CertificateClaim::Unforced(outcome) => 1 + usize::from(outcome.winner().is_some()),
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count >= 5), "wins, draws, and wins by endless play: {kinds:?}");
}

#[test]
fn a_position_has_the_notation_of_its_board() {
    let lines = |game: &Game| text_of(game, &certified(game)).lines().map(str::to_owned).collect::<Vec<_>>();
    let [graph, grid, costs, two_cats, ..] = &games()[..] else { panic!("several games") };
    assert!(lines(graph)[2].starts_with(r#"{"mouse":1,"cats":[2],"turn":"mouse","to":"#));
    assert!(lines(grid)[2].starts_with(r#"{"mouse":[0,0],"cats":[[1,2]],"turn":"mouse","to":"#), "{:?}", lines(grid));
    assert!(lines(two_cats)[2].starts_with(r#"{"mouse":1,"cats":[2,4],"turn":"mouse","to":"#));
    assert!(lines(costs)[0].contains(r#""distance_plies":null,"distance_cost":"#), "{:?}", lines(costs));
    assert!(!lines(graph)[0].contains("distance_cost"));
}

#[test]
fn the_checksum_is_as_documented() {
    // The hash of no bytes, published in the tests of the algorithm.
    assert_eq!(xxh3(b""), "2d06800538d394c2");
    let text = text_of(&game(DRAW), &certified(&game(DRAW)));
    let before = &text[..=text.trim_end().rfind('\n').expect("many lines")];
    let lines = before.lines().count();
    assert_eq!(
        text,
        format!("{before}{{\"end\":true,\"lines\":{lines},\"checksum\":\"{}\"}}\n", xxh3(before.as_bytes()))
    );
}

fn xxh3(bytes: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes))
}

/// Checks the error after a change of the certificate of the draw: the line, the message, and the
/// expectation.
#[track_caller]
fn check(text: impl AsRef<[u8]>, expected_line: u64, message: &str) -> String {
    match read_certificate::<PositionId>(&game(DRAW), text.as_ref()).map(|read| read.is_intact) {
        Err(CertificateError::Line { line, span, flaw }) => {
            assert_eq!(line, expected_line, "{flaw}");
            assert!(flaw.to_string().starts_with(message), "{flaw}");
            let length = text.as_ref().split(|&byte| byte == b'\n').nth(line as usize - 1).map_or(0, <[u8]>::len);
            assert!(span.is_none_or(|span| span.start <= span.end && span.end <= length), "{flaw}");
            assert!(!flaw.wanted().is_empty(), "{flaw}");
            flaw.wanted()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_that_is_no_certificate_is_an_error_at_its_line() {
    let text = text_of(&game(DRAW), &certified(&game(DRAW)));
    let changed = |written: &str, changed: &str| {
        assert!(text.contains(written), "{written}");
        text.replacen(written, changed, 1)
    };
    check("", 1, "the file ends here");
    check("catmouse\n", 1, "expected value, at column 1");
    check("{}\n", 1, "missing field `catmouse_certificate`");
    check("\u{0}\n", 1, "expected value");
    check("a".repeat(1 << 20), 1, "the line is incomplete");
    check(changed("\"distance_plies\":null", "\"distance_plies\":3"), 1, "a draw has no distance");
    check(changed("\"distance_plies\":null,", ""), 1, "missing field `distance_plies`");
    check(
        changed("\"distance_plies\":null", "\"distance_plies\":null,\"distance_cost\":3"),
        1,
        "the distance is in another unit than this game's",
    );
    check(changed("\"strategies\":2", "\"strategies\":3"), 1, "3 strategies");
    check(changed("\"strategies\":2", "\"strategies\":1"), 22, "this is not the end");
    check(changed("\"strategy\":\"hold\"", "\"strategy\":\"hope\""), 2, "unknown variant `hope`");
    check(changed("\"entries\":19", "\"entries\":61"), 2, "61 entries");
    check(changed("\"entries\":19", "\"entries\":20"), 22, "unknown field `strategy`");
    check(changed("\"entries\":19", "\"entries\":18"), 21, "unknown field `mouse`");
    check(changed("\"to\":3,", ""), 3, "missing field `to`");
    assert_eq!(check(changed("\"to\":3,", "\"to\":6,"), 3, "vertex 6 does not exist"), "vertices are 0 to 5");
    check(changed("\"to\":3,", "\"to\":[3],"), 3, "`to` is not a vertex");
    check(changed("\"to\":3,", "\"to\":[],"), 3, "`to` is not a vertex");
    check(changed("\"to\":3,", "\"to\":-1,"), 3, "`to` is not a vertex");
    check(changed("\"to\":3,", "\"to\":\"3\","), 3, "`to` is not a vertex");
    check(changed("\"to\":3,", "\"to\":[0,3],"), 3, "(0,3) is a cell, but the board is not a grid");
    check(changed("\"rank\":0", "\"rank\":0.0"), 3, "invalid type: floating point `0.0`, expected u64");
    check(changed("\"rank\":0", "\"rank\":99999999999999999999"), 3, "");
    let cat = "\"cats\":[2],\"turn\":\"cat\"";
    check(changed(cat, "\"cats\":[0],\"turn\":\"cat\""), 4, "the pieces may not stand at M3 C0 cat");
    check(changed(cat, "\"cats\":[2,4],\"turn\":\"cat\""), 4, "the pieces may not stand");
    check(changed(cat, "\"cats\":[],\"turn\":\"cat\""), 4, "the pieces may not stand");
    check(changed("\"lines\":32", "\"lines\":31"), 33, "this is not the end");
    check(changed("\"end\":true", "\"end\":false"), 33, "this is not the end");
    check(format!("{text}\n"), 34, "there is more after the last line");
    check(changed("\"rank\":0}\n", "\"rank\":0"), 3, "expected `,` or `}`");
    check(text.trim_end(), 33, "the line is incomplete");
    let third = text.match_indices('\n').nth(1).expect("many lines").0 + 1;
    check([&text.as_bytes()[..third], b"\xff\n"].concat(), 3, "the line is not UTF-8");
}

#[test]
fn another_version_is_refused_with_its_remedy() {
    let text = text_of(&game(DRAW), &certified(&game(DRAW)));
    let of_version = |version| text.replacen("certificate\":2", &format!("certificate\":{version}"), 1);
    let wanted = check(of_version(1), 1, "this is a certificate of version 1");
    assert_eq!(wanted, "version 2: make the certificate again");
    let wanted = check(of_version(3), 1, "this is a certificate of version 3");
    assert_eq!(wanted, "version 2: use the version of catmouse that made the certificate");
    // A later version may have other fields in its first line.
    check("{\"catmouse_certificate\":3,\"game\":\"chess\"}\n", 1, "this is a certificate of version 3");
    // The first line of a certificate of version 1.
    let old = concat!(
        r#"{"catmouse_certificate":1,"board":"c5dcdaa323e8fe41","start":{"mouse":1,"cats":[2],"turn":"mouse"},"#,
        r#""outcome":"cat","distance_plies":8,"strategies":1}"#
    );
    check(format!("{old}\n"), 1, "this is a certificate of version 1");
}

#[test]
fn another_board_and_other_rules_are_refused_as_such() {
    let text = text_of(&game(DRAW), &certified(&game(DRAW)));
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut setup = setup(DRAW);
        change(&mut setup);
        setup.plan().expect("a valid board").game()
    };
    let others = [
        game(&[&[4], &[3, 4], &[4, 5], &[1, 4, 5], &[0, 1, 2, 3], &[2, 3]]),
        with(&|setup| setup.rules.endless = Some(Outcome::Cat)),
        with(&|setup| setup.rules.limit = Some(LimitChoice::Plies(9))),
        with(&|setup| setup.rules.cat_may_stay = Some(true)),
    ];
    for other in &others {
        let refused = read_certificate::<PositionId>(other, text.as_bytes());
        let Err(CertificateError::OtherBoard { expected, found }) = refused else { panic!("{refused:?}") };
        assert_eq!((expected, found), (Fingerprint::of_game(other), Fingerprint::of_game(&game(DRAW)).to_string()));
    }
    // The start is no part of the rules.
    let elsewhere = with(&|setup| setup.mouse = Some(catmouse_model::VertexChoice::Number(3)));
    assert!(read_certificate::<PositionId>(&elsewhere, text.as_bytes()).is_ok());
}

#[test]
fn a_truncated_text_is_refused() {
    for game in games() {
        let text = text_of(&game, &certified(&game));
        for end in 0..text.len() {
            let refused = read_certificate::<PositionId>(&game, &text.as_bytes()[..end]);
            assert!(matches!(refused, Err(CertificateError::Line { .. })), "{end} bytes: {refused:?}");
        }
    }
}

#[test]
fn a_text_that_cannot_be_read_is_an_error_of_the_system() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("out of paper"))
        }
    }
    let refused = read_certificate::<PositionId>(&game(DRAW), std::io::BufReader::new(Broken));
    assert!(matches!(&refused, Err(CertificateError::Io(error)) if error.to_string() == "out of paper"), "{refused:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// Changes each byte to another: the text is malformed, or its checksum does not match.
    #[test]
    fn a_changed_byte_is_never_unnoticed(at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let game = game(DRAW);
        let mut text = text_of(&game, &certified(&game)).into_bytes();
        let at = at.index(text.len());
        prop_assume!(text[at] != to);
        text[at] = to;
        match read_certificate::<PositionId>(&game, &text[..]) {
            Ok(read) => prop_assert!(!read.is_intact),
            Err(CertificateError::Line { flaw: LineFlaw::More, .. } | CertificateError::Io(_)) => prop_assert!(false),
            Err(_) => {}
        }
    }
}
