//! The disk engine, with as little memory as it accepts, so that rows leave the cache all the time.
//! `engines.rs` compares it on random products, this module on all small games.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use catmouse_arena::{
    Distance, Extent, ProductArena, Scratch, Solution, StalemateRule, StepGraph, Value, Values, Verdicts,
};
use catmouse_campaign::boards::{combinations, digraphs, graphs, is_connected};
use catmouse_campaign::case::Case;
use catmouse_campaign::confrontation::{confront_values, engines, position, table_by};
use catmouse_campaign::oracle::Pursuit;
use catmouse_solver::{Answer, Control, Engine, Progress, Request, SolveError, StoredOutcomes, scratch_bytes, solve};

/// Scratch space that knows which words were written, and how many of them.
#[derive(Debug, Default)]
struct Words {
    written: Mutex<Vec<Option<u64>>>,
    /// If this many words were written or read, every further access fails.
    breaks_after: Option<u64>,
    moved: AtomicU64,
}

impl Words {
    fn access(&self, words: usize) -> io::Result<()> {
        let moved = self.moved.fetch_add(words as u64, Ordering::Relaxed);
        let is_broken = self.breaks_after.is_some_and(|most| moved >= most);
        if is_broken { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

impl Scratch for Words {
    fn free(&self) -> io::Result<u64> {
        Ok(1 << 30)
    }

    fn read(&self, first: u64, words: &mut [u64]) -> io::Result<()> {
        self.access(words.len())?;
        let written = self.written.lock().unwrap();
        for (index, word) in (first as usize..).zip(words) {
            *word = written[index].expect("only words that were written are read");
        }
        Ok(())
    }

    fn write(&self, first: u64, words: &[u64]) -> io::Result<()> {
        self.access(words.len())?;
        let mut written = self.written.lock().unwrap();
        let (first, end) = (first as usize, first as usize + words.len());
        if written.len() < end {
            written.resize(end, None);
        }
        written[first..end].iter_mut().zip(words).for_each(|(slot, &word)| *slot = Some(word));
        Ok(())
    }
}

/// The outcomes by the disk engine with the least memory, and the bytes that it has written.
fn on_disk(arena: &ProductArena, request: Request) -> (StoredOutcomes, u64) {
    let least = Engine::Disk.estimate(arena, request).bytes().expect("there are two pieces");
    let words = Arc::new(Words::default());
    let scratch: Arc<dyn Scratch> = Arc::clone(&words) as _;
    let control = Control::default().allowing(least).keeping_in(&scratch);
    match Engine::Disk.run(arena, request, Solution::default(), &control).expect("there are two pieces") {
        Answer::Stored(outcomes) => (*outcomes, words.written.lock().unwrap().len() as u64 * 8),
        other => panic!("{other:?}"),
    }
}

/// Compares the outcomes of every position under all of these limits with a solution.
#[track_caller]
pub(crate) fn compare(
    arena: &ProductArena,
    reference: &Solution,
    limits: impl IntoIterator<Item = Option<Distance>>,
    about: &dyn std::fmt::Debug,
) {
    for limit in limits {
        let request = limit.map_or(Request::Outcomes, Request::Within);
        let (outcomes, bytes) = on_disk(arena, request);
        let winner = |value: Value| if limit.is_some() { value.within(limit).winner() } else { value.winner() };
        for (position, value) in reference.values() {
            assert_eq!(outcomes.winner(position), winner(value), "{position}, {value:?}, {request:?}, {about:?}");
        }
        let whole = 0..reference.positions();
        assert_eq!(Values::counts(&outcomes), reference.tally_in(whole, limit).counts, "{request:?} {about:?}");
        assert!(outcomes.extent().suits(limit) && outcomes.failure().is_none(), "{request:?}, {about:?}");
        assert!(bytes <= scratch_bytes(arena, request).unwrap(), "{request:?} took {bytes} bytes on {about:?}");
    }
}

/// Compares all outcomes, and those within every limit.
#[track_caller]
fn compare_game(pursuit: Pursuit) -> usize {
    let Some(case) = Case::new(pursuit) else { return 0 };
    let game = case.setup().plan().expect("the oracle's games are in order").game();
    let Some(arena) = Some(game.arena()).filter(|arena| Engine::Disk.estimate(*arena, Request::Outcomes).applies())
    else {
        return 0;
    };
    let reference = table_by(Engine::Queue, arena).expect("every move costs 1");
    catmouse_arena::check(arena, &reference).expect("it is a solution");
    let longest = reference.values().filter_map(|(_, value)| value.distance()).max().unwrap_or(0);
    compare(arena, &reference, (0..longest + 2).map(Some).chain([None]), &case);
    1
}

#[test]
fn every_graph_of_up_to_four_vertices_under_all_rules() {
    let mut games = 0;
    for graph in (1..=4).flat_map(graphs) {
        for holes in [vec![], vec![0], vec![2, 1]] {
            if holes.iter().all(|&hole| hole < graph.len()) {
                for combination in combinations() {
                    let pursuit = Pursuit { holes: holes.clone(), ..Pursuit::cat_and_mouse(graph.clone()) };
                    games += compare_game(combination.apply(pursuit));
                }
            }
        }
    }
    assert_eq!(games, (75 + 75 + 72) * 48 - 12);
}

#[test]
fn every_digraph_of_up_to_three_vertices_and_connected_graphs_of_five_in_rotation() {
    let mut games = 0;
    let graphs = (1..=3).flat_map(digraphs).chain(graphs(5).filter(|graph| is_connected(graph)));
    for (index, graph) in graphs.enumerate() {
        for (turn, holes) in [vec![], vec![0]].into_iter().enumerate() {
            for combination in combinations().into_iter().skip((index + turn) % 12).step_by(12) {
                let pursuit = Pursuit { holes: holes.clone(), ..Pursuit::cat_and_mouse(graph.clone()) };
                games += compare_game(combination.apply(pursuit));
            }
        }
    }
    assert!(games > 8 * 1_200, "{games}");
}

/// The oracle shares no code with the solver.
#[test]
fn the_oracle_agrees() {
    for graph in graphs(4).filter(|graph| is_connected(graph)) {
        for combination in combinations().into_iter().step_by(5) {
            let pursuit = Pursuit { holes: vec![1], ..Pursuit::cat_and_mouse(graph.clone()) };
            let case = Case::new(combination.apply(pursuit)).expect("there is room for the cat");
            let (game, table, values) = confront_values(&case, &engines()).expect("the engines agree with the oracle");
            let (outcomes, _) = on_disk(game.arena(), Request::Outcomes);
            for (place, value) in table.places.iter().zip(&values) {
                let id = game.id(&position(place)).expect("the rules let the pieces stand there");
                assert_eq!(outcomes.winner(id), value.winner(), "{place:?} of {case:?}");
            }
        }
    }
}

/// Both pieces walk on a cycle with chords; the mouse wins at node 0.
fn chords(nodes: u32) -> ProductArena {
    let around = (0..nodes).flat_map(|at| [(at, (at + 1) % nodes), (at, (at * 7 + 3) % nodes)]);
    let steps = StepGraph::new(nodes, around.flat_map(|(a, b)| [(a, b, 1), (b, a, 1)]).collect());
    let verdicts = Verdicts::from_fn(nodes, nodes, |mouse, cat| match mouse {
        0 => Some(catmouse_arena::Player::One),
        _ => (mouse == cat).then_some(catmouse_arena::Player::Two),
    });
    ProductArena::new(steps.clone(), steps, verdicts, StalemateRule::Endless)
}

#[test]
fn the_scratch_space_is_used_only_if_the_memory_does_not_suffice() {
    let arena = chords(900);
    let reference = table_by(Engine::Queue, &arena).expect("every move costs 1");
    let scratch: Arc<dyn Scratch> = Arc::new(Words::default());
    let in_memory = Engine::Rows.estimate(&arena, Request::Outcomes).bytes().expect("there are two pieces");
    let least = Engine::Disk.estimate(&arena, Request::Outcomes).bytes().expect("there are two pieces");
    assert!(least < in_memory, "{least} of {in_memory}");
    let within = |bytes| {
        let control = Control::default().allowing(bytes);
        solve(&arena, Request::Outcomes, &control.keeping_in(&scratch))
    };
    assert!(matches!(within(in_memory), Ok(Answer::Outcomes(_))));
    for bytes in [in_memory - 1, least.midpoint(in_memory), least] {
        let Ok(Answer::Stored(outcomes)) = within(bytes) else { panic!("there is scratch space") };
        assert!(reference.values().all(|(position, value)| outcomes.winner(position) == value.winner()));
        assert_eq!(
            (Values::counts(&*outcomes), outcomes.extent()),
            (reference.counts(), Extent::All { longest: None })
        );
    }
    assert_eq!(within(least - 1).map(|_| ()), Err(SolveError::TooLarge { bytes: least, allowed: least - 1 }));
    let table = solve(&arena, Request::Table, &Control::default().allowing(least).keeping_in(&scratch));
    assert!(matches!(table, Err(SolveError::TooLarge { .. })), "the disk engine makes no tables");
}

#[test]
fn errors_of_the_scratch_space_are_reported() {
    let arena = chords(300);
    let least = Engine::Disk.estimate(&arena, Request::Outcomes).bytes().expect("there are two pieces");
    let broken = SolveError::Scratch { kind: io::ErrorKind::StorageFull };
    let whole = Arc::new(Words::default());
    let run = |words: &Arc<Words>| {
        let scratch: Arc<dyn Scratch> = Arc::clone(words) as _;
        solve(&arena, Request::Outcomes, &Control::default().allowing(least).keeping_in(&scratch))
    };
    assert!(run(&whole).is_ok());
    let moved = whole.moved.load(Ordering::Relaxed);
    for breaks_after in [0, 1, moved / 3, moved - 5] {
        let words = Arc::new(Words { breaks_after: Some(breaks_after), ..Words::default() });
        assert_eq!(run(&words).map(|_| ()), Err(broken), "after {breaks_after} of {moved} words");
    }
    let words = Arc::new(Words { breaks_after: Some(moved), ..Words::default() });
    let Ok(Answer::Stored(outcomes)) = run(&words) else { panic!("only reading the answer fails") };
    assert_eq!(outcomes.failure(), None);
    assert!(outcomes.values().any(|(_, value)| value.winner().is_some()), "the ends need no reading");
    assert!(outcomes.values().any(|(_, value)| value.winner().is_none()));
    assert_eq!(outcomes.failure(), Some(broken));
    assert_eq!(broken.to_string(), "the scratch space cannot be used: no storage space");
}

/// A disk with one byte less than the outcomes may take.
#[derive(Debug)]
struct Small(u64);

impl Scratch for Small {
    fn free(&self) -> io::Result<u64> {
        Ok(self.0)
    }

    fn read(&self, _: u64, _: &mut [u64]) -> io::Result<()> {
        unreachable!("nothing was written")
    }

    fn write(&self, _: u64, _: &[u64]) -> io::Result<()> {
        unreachable!("the space is too small")
    }
}

#[test]
fn a_small_disk_is_refused_before_it_is_written() {
    let arena = chords(300);
    for request in [Request::Outcomes, Request::Within(5)] {
        let bytes = scratch_bytes(&arena, request).expect("there are two pieces");
        let scratch: Arc<dyn Scratch> = Arc::new(Small(bytes - 1));
        let solved = Engine::Disk.run(&arena, request, Solution::default(), &Control::default().keeping_in(&scratch));
        assert_eq!(solved.map(|_| ()), Err(SolveError::ScratchTooSmall { bytes, free: bytes - 1 }));
    }
    let without = Engine::Disk.run(&arena, Request::Outcomes, Solution::default(), &Control::default());
    assert!(matches!(without, Err(SolveError::Unsuited { engine: Engine::Disk, .. })));
}

#[test]
fn a_run_is_watched_and_cancelled() {
    let arena = chords(900);
    let scratch: Arc<dyn Scratch> = Arc::new(Words::default());
    let (cancelled, reports, furthest) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let report = |progress: Progress| {
        cancelled.store(reports.fetch_add(1, Ordering::Relaxed) == 9, Ordering::Relaxed);
        furthest.fetch_max(progress.decided, Ordering::Relaxed);
        assert!(progress.decided <= catmouse_arena::Arena::positions(&arena) as u64);
    };
    let control = Control::default().cancelled_by(&cancelled).reporting_to(&report).keeping_in(&scratch);
    let solved = Engine::Disk.run(&arena, Request::Outcomes, Solution::default(), &control);
    assert_eq!(solved.map(|_| ()), Err(SolveError::Cancelled));
    assert_eq!(reports.into_inner(), 10);
    assert!(furthest.into_inner() > 0);
}
