//! Questions that are stopped while they are being answered.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use catmouse::answers::SurveyScope;
use catmouse::model::Preset;
use catmouse::store::Contents;
use catmouse::{
    Error, Picture, Question, Solved, Watch, compare,
    whatif::{ChangeKind, WhatIf},
};

type Ask = fn(&Solved) -> Result<(), Error>;

/// Every question that reads values, and so may take long.
const QUESTIONS: [(&str, Ask); 13] = [
    ("answer", |solved| solved.answer().map(drop)),
    ("explain", |solved| solved.explain().map(drop)),
    ("strategies", |solved| solved.strategies().map(drop)),
    ("moves", |solved| solved.moves().map(drop)),
    ("survey", |solved| solved.survey(3, SurveyScope::All)?.answer().map(drop)),
    ("summary", |solved| solved.survey(3, SurveyScope::NarrowestAmong(10))?.summary().map(drop)),
    ("picture", |solved| solved.picture(Picture::Survey).map(drop)),
    ("check", |solved| solved.check().map(drop)),
    ("certificate", |solved| solved.certificate().map(drop)),
    ("annotate", |solved| solved.annotate("M 1→0").map(drop)),
    ("scan", |solved| solved.scan(&mut |_, _, _| {})),
    ("table", |solved| solved.table().try_for_each(|row| row.map(drop))),
    ("compare", |solved| compare(solved, solved, 1).map(drop)),
];

fn small() -> Solved {
    Question::text("[[1,3],[0],[3],[0,2]]").solve().expect("a board")
}

fn watch() -> Arc<Watch> {
    Arc::default()
}

/// A watch that cancels every question.
fn cancelled() -> Arc<Watch> {
    let watch = watch();
    watch.cancel();
    watch
}

#[test]
fn a_question_that_is_stopped_before_it_begins_is_not_answered() {
    let path = std::env::temp_dir().join(format!("catmouse-{}-stopped.table", std::process::id()));
    let solved = small();
    solved.save(&path, Contents::Distances).expect("saved");
    let loaded = Question::text("[[1,3],[0],[3],[0,2]]").open_table(&path).expect("opened");
    for (name, ask) in QUESTIONS {
        for solved in [&solved, &loaded] {
            ask(solved).unwrap_or_else(|error| panic!("{name}: {error}"));
            let watch = watch();
            solved.cancellable(&watch, ask).unwrap_or_else(|error| panic!("{name}, watched: {error}"));
            assert!(watch.values_read() > 0, "{name}");
            let stopped = solved.cancellable(&cancelled(), ask);
            assert!(matches!(stopped, Err(Error::Cancelled)), "{name}: {stopped:?}");
        }
    }
    let again = std::env::temp_dir().join(format!("catmouse-{}-stopped-again.table", std::process::id()));
    let save = |solved: &Solved| solved.save(&again, Contents::Distances);
    assert!(matches!(solved.cancellable(&cancelled(), save), Err(Error::Cancelled)));
    assert!(!again.exists());
    solved.cancellable(&watch(), save).expect("saved");
    assert!(std::fs::read(&again).expect("there") == std::fs::read(&path).expect("there"));
    let _ = (std::fs::remove_file(path), std::fs::remove_file(again));
}

#[test]
fn a_long_question_is_stopped_in_the_middle() {
    let board = Question::grid((0..16).map(|_| ".".repeat(16)));
    let solved = board.preset(Preset::CopsAndRobbers).solve().expect("solved");
    let watch = watch();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            watch.cancel();
        });
        let endless = |solved: &Solved| -> Result<(), Error> {
            loop {
                solved.survey(3, SurveyScope::All)?.answer()?;
            }
        };
        assert!(matches!(solved.cancellable(&watch, endless), Err(Error::Cancelled)));
    });
    // The board itself has not changed.
    assert!(solved.check().expect("checked").ok);
}

/// Notes whether a question was left by a panic.
struct Unwound<'a>(&'a AtomicBool);

impl Drop for Unwound<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

/// A question may be cancelled at any moment. It ends without a panic, because a panic would end a
/// program that is built with `panic = "abort"`, and it leaves nothing wrong behind: afterwards the
/// answers are those of a board that was never asked before.
#[test]
fn a_question_is_stopped_at_any_read_without_a_panic() {
    let path = std::env::temp_dir().join(format!("catmouse-{}-any-read.table", std::process::id()));
    let boards = [
        Question::text("[[1,3],[0],[3],[0,2]]"),
        Question::grid(["M....#..", ".##.....", "...#.F..", ".#....#.", "....C..."]),
        Question::grid(["......", ".M..#.", "......", ".#..C.", "C....."]).preset(Preset::CopsAndRobbers),
    ];
    let (unwound, mut stopped) = (AtomicBool::new(false), 0);
    for board in boards {
        let fresh = || board.solve().expect("solved");
        let whole = fresh();
        let told = serde_json::to_string(&whole.explain().expect("explained")).expect("it is data");
        let save = |solved: &Solved| solved.save(&path, Contents::Distances);
        whole.save(&path, Contents::Distances).expect("saved");
        let saved = std::fs::read(&path).expect("it is there");
        for (name, ask) in QUESTIONS.into_iter().filter(|(name, _)| *name != "annotate") {
            let counted = watch();
            fresh().cancellable(&counted, ask).unwrap_or_else(|error| panic!("{name}: {error}"));
            let reads = counted.values_read();
            for part in 0..4 {
                let solved = fresh();
                let watch = watch();
                watch.cancel_after(reads * part / 4);
                let answer = solved.cancellable(&watch, |solved| {
                    let _unwound = Unwound(&unwound);
                    ask(solved)
                });
                // A question that reads by blocks may be done with the block in which it is stopped.
                assert!(matches!(answer, Ok(()) | Err(Error::Cancelled)), "{name}: {answer:?}");
                stopped += usize::from(answer.is_err());
                watch.cancel();
                let again = serde_json::to_string(&solved.explain().expect("explained")).expect("it is data");
                assert_eq!(again, told, "after {name}");
                let cut = solved.cancellable(&watch, save);
                assert!(matches!(cut, Err(Error::Cancelled)));
                assert!(std::fs::read(&path).expect("it is there") == saved, "the table was replaced");
            }
        }
    }
    assert!(!unwound.into_inner(), "a question was left by a panic");
    assert!(stopped >= 80, "{stopped} questions were stopped");
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_check_reads_every_value() {
    let solved = small();
    let watch = watch();
    solved.cancellable(&watch, Solved::check).expect("checked");
    assert!(watch.values_read() >= 24, "the board has 24 positions, and {} values were read", watch.values_read());
}

#[test]
fn a_panic_stays_a_panic() {
    let panic =
        std::panic::catch_unwind(|| small().cancellable(&watch(), |_| -> Result<(), Error> { panic!("a defect") }));
    assert_eq!(panic.expect_err("it panics").downcast_ref::<&str>(), Some(&"a defect"));
}

#[test]
fn changes_are_stopped() {
    let cancelled = Arc::new(AtomicBool::new(false));
    let whatif =
        WhatIf::of(small(), None, catmouse::streams::workers()).expect("solved").cancelled_by(Arc::clone(&cancelled));
    let changes = whatif.changes(&ChangeKind::ALL).expect("they fit");
    let effects = whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).expect("not stopped yet");
    cancelled.store(true, Ordering::Relaxed);
    for stopped in [
        whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).map(drop),
        whatif.pairs(&effects, &|_, _| ControlFlow::Continue(())).map(drop),
    ] {
        assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
    }
}

#[test]
fn changes_do_not_depend_on_how_the_board_was_solved() {
    let text = "[[1,3],[0],[3],[0,2]]";
    let prepared = Question::text(text).prepare(catmouse::memory::Work::SOLVE).expect("a board");
    let one = WhatIf::new(prepared, None, catmouse::streams::workers()).expect("solved");
    let other = WhatIf::of(small(), None, catmouse::streams::workers()).expect("solved");
    let listed = |whatif: &WhatIf| {
        let changes = whatif.changes(&ChangeKind::ALL).expect("they fit");
        let effects = whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).expect("done");
        (1..).zip(&effects.ranked).map(|(rank, ranked)| whatif.answer(rank, ranked)).collect::<Vec<_>>()
    };
    assert_eq!(listed(&one), listed(&other));
    let outcomes = Question::text(text).solve_outcomes().expect("solved");
    assert!(matches!(WhatIf::of(outcomes, None, catmouse::streams::workers()), Err(Error::NoDistances)));
}
