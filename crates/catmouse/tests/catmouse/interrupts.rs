//! Questions that are stopped while they are being answered.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use catmouse::model::Preset;
use catmouse::store::Contents;
use catmouse::{ChangeKind, Error, Question, Solved, Watch, WhatIf, compare};

type Ask = fn(&Solved) -> Result<(), Error>;

/// Every question that reads values, and so may take long.
const QUESTIONS: [(&str, Ask); 11] = [
    ("answer", |solved| solved.answer().map(drop)),
    ("explain", |solved| solved.explain().map(drop)),
    ("strategies", |solved| solved.strategies().map(drop)),
    ("moves", |solved| solved.moves().map(drop)),
    ("survey", |solved| solved.survey(3).map(drop)),
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
                solved.survey(3)?;
            }
        };
        assert!(matches!(solved.cancellable(&watch, endless), Err(Error::Cancelled)));
    });
    // The board itself has not changed.
    assert!(solved.check().expect("checked").ok);
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
    let whatif = WhatIf::of(small(), None, catmouse::workers()).expect("solved").cancelled_by(Arc::clone(&cancelled));
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
    let prepared = Question::text(text).prepare(catmouse::Work::Solve).expect("a board");
    let one = WhatIf::new(prepared, None, catmouse::workers()).expect("solved");
    let other = WhatIf::of(small(), None, catmouse::workers()).expect("solved");
    let listed = |whatif: &WhatIf| {
        let changes = whatif.changes(&ChangeKind::ALL).expect("they fit");
        let effects = whatif.effects(&changes, &|_, _| ControlFlow::Continue(())).expect("done");
        (1..).zip(&effects.ranked).map(|(rank, ranked)| whatif.answer(rank, ranked)).collect::<Vec<_>>()
    };
    assert_eq!(listed(&one), listed(&other));
    let outcomes = Question::text(text).solve_outcomes().expect("solved");
    assert!(matches!(WhatIf::of(outcomes, None, catmouse::workers()), Err(Error::NoDistances)));
}
