//! Common mistakes in programs, each with the models of programs that make it.
//!
//! A mistake is named only if one of its models answers as the program does on every board that the
//! program was asked about.

use catmouse_arena::Solution;
use catmouse_model::{Outcome, Side};
use catmouse_solver::{Control, Request};
use serde::Serialize;

use crate::plain::{CounterSlip, DIRECTIONS, Directions, First, Goal, PlainGame, QueueOrder, Twist};
use crate::puzzle::{Puzzle, PuzzleBoard};

/// A common mistake in programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mistake {
    /// The name of the mistake, such as `cat-in-hole`.
    pub kind: String,
    /// The mistake in words, as the end of "a program that …".
    pub words: String,
    /// What to change, as a sentence.
    pub change: String,
}

/// A board whose right answer is known.
#[derive(Clone, Debug)]
pub(crate) struct KnownBoard {
    pub(crate) board: PuzzleBoard,
    pub(crate) right: Outcome,
    /// The number of plies of the forced win.
    pub(crate) plies: Option<u64>,
}

impl KnownBoard {
    /// Solves a board in the memory of another one; `None` if the board is not valid.
    pub(crate) fn new(board: PuzzleBoard, workspace: &mut Solution) -> Option<Self> {
        let game = board.setup().plan().ok()?.game();
        let room = std::mem::take(workspace);
        let solved = catmouse_solver::solve_in(game.arena(), Request::Table, room, &Control::default());
        *workspace = solved.ok()?.into_table();
        let judgement = game.adjudication().judge_in(game.arena(), workspace, game.start_id()?);
        Some(Self { board, right: judgement.outcome.into(), plies: judgement.distance })
    }
}

/// A program that makes one mistake.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    kind: &'static str,
    twist: Twist,
    search: Search,
    directions: Directions,
}

/// The way in which a model finds its answer.
#[derive(Clone, Copy, Debug)]
enum Search {
    /// Retrograde analysis; the outcome is that of endless play.
    Backwards(CounterSlip, QueueOrder, Outcome),
    /// A search that sees the wins of at most this number of plies.
    Cut(Bound),
    /// Such a search that stores values without the number of plies.
    CutAndStored(Bound, First),
    DepthFirst {
        again: Outcome,
        stores: bool,
        is_early: bool,
    },
    /// A comparison of distances, with the results of a tie and of a late Mouse.
    Race(Goal, Outcome, Outcome),
    /// The right outcome with the names of the players exchanged.
    Swapped,
    Always(Outcome),
}

/// The number of plies after which a search ends: `per_vertex` for each vertex (or for each cell of a
/// grid), and `more`.
#[derive(Clone, Copy, Debug)]
struct Bound {
    per_vertex: u32,
    more: i32,
}

impl Bound {
    fn plies(self, board: &PuzzleBoard) -> u32 {
        (self.per_vertex * board.size() as u32).saturating_add_signed(self.more)
    }
}

/// The longest fixed bound of a model: a search with a longer one is right about every board that is
/// asked about.
const LONGEST_BOUND: i32 = 100;

impl Model {
    /// The answer of the model.
    pub(crate) fn answer(&self, known: &KnownBoard) -> Outcome {
        let puzzle = known.board.puzzle();
        let game = || PlainGame::new(&known.board, self.twist, &self.directions);
        match self.search {
            Search::Backwards(slip, queue, endless) => game().backwards(slip, queue, endless),
            Search::Cut(bound) => match known.plies {
                Some(plies) if plies > bound.plies(&known.board).into() => puzzle.endless(),
                _ => known.right,
            },
            Search::CutAndStored(bound, order) => {
                game().cut_and_stored(bound.plies(&known.board), order, puzzle.endless())
            }
            Search::DepthFirst { again, stores, is_early } => game().depth_first(again, stores, is_early),
            Search::Race(goal, tie, late) => game().race(goal, tie, late),
            Search::Swapped => match known.right {
                Outcome::Mouse => Outcome::Cat,
                Outcome::Cat => Outcome::Mouse,
                Outcome::Draw => Outcome::Draw,
            },
            Search::Always(outcome) => outcome,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }
}

/// All models of programs for a problem.
pub(crate) fn models(puzzle: Puzzle) -> Vec<Model> {
    let mut all = Models(Vec::new());
    let is_graph = puzzle == Puzzle::CatAndMouse;
    let endless = puzzle.endless();
    let losses = if is_graph { &[Outcome::Draw, Outcome::Cat][..] } else { &[Outcome::Cat] };
    let orders: &[Directions] = if is_graph { &DIRECTIONS[..1] } else { &DIRECTIONS };

    for outcome in [Outcome::Mouse, Outcome::Cat, Outcome::Draw] {
        if is_graph || outcome != Outcome::Draw {
            all.add("constant", Twist::None, Search::Always(outcome));
        }
    }
    all.add("results-swapped", Twist::None, Search::Swapped);
    // `t == n` or `t > n`, before or after the ends are tested.
    let bounds = |per_vertex: u32| [-1, 0, 1].map(|more| Bound { per_vertex, more });
    for (per_vertex, kind) in [(1, "cut-off-n"), (2, "cut-off-2n"), (3, "cut-off-3n"), (4, "cut-off-4n")] {
        for bound in bounds(per_vertex) {
            all.add(kind, Twist::None, Search::Cut(bound));
        }
    }
    for more in 1..=LONGEST_BOUND {
        all.add("cut-off-fixed", Twist::None, Search::Cut(Bound { per_vertex: 0, more }));
    }
    for bound in (1..=4).flat_map(bounds).chain([Bound { per_vertex: 0, more: 1_000 }]) {
        for order in [First::Bound, First::Ends, First::Stored] {
            for &directions in orders {
                all.ordered("cut-off-stored", Search::CutAndStored(bound, order), directions);
            }
        }
    }
    for (stores, kind) in [(true, "path"), (false, "visited")] {
        for is_early in [true, false] {
            for &directions in orders {
                for &again in losses {
                    all.ordered(kind, Search::DepthFirst { again, stores, is_early }, directions);
                }
            }
        }
    }
    let goals = [Goal::Hole, Goal::EveryPlaceOnTheWay, Goal::Door];
    for &goal in if is_graph { &goals[..] } else { &goals[..2] } {
        for tie in [Outcome::Mouse, Outcome::Draw, Outcome::Cat] {
            for &late in losses {
                for twist in [Twist::None, Twist::CatInHole { is_capture_first: false }] {
                    all.add("race", twist, Search::Race(goal, tie, late));
                }
            }
        }
    }
    let in_hole = Twist::CatInHole { is_capture_first: false };
    for (kind, twist, slip) in [
        ("hole-counted", Twist::None, CounterSlip::HoleCounted),
        ("hole-backwards", in_hole, CounterSlip::HoleUncounted),
        ("counted-twice", Twist::None, CounterSlip::CountedTwice),
        ("counted-twice", Twist::None, CounterSlip::QueuedAgain),
        ("first-loss", Twist::None, CounterSlip::FirstLoss),
        ("stuck-loses", Twist::None, CounterSlip::StuckLoses),
    ] {
        let is_of_hole = matches!(slip, CounterSlip::HoleCounted | CounterSlip::HoleUncounted);
        for queue in [QueueOrder::ByPosition, QueueOrder::ByPlace, QueueOrder::MouseFirst, QueueOrder::CatFirst] {
            let is_ordered = !matches!(slip, CounterSlip::HoleCounted | CounterSlip::StuckLoses);
            if (is_ordered || queue == QueueOrder::ByPosition) && (is_graph || !is_of_hole) {
                all.add(kind, twist, Search::Backwards(slip, queue, endless));
            }
        }
    }
    let of_graphs = [
        ("cat-in-hole", in_hole),
        ("cat-catches-in-hole", Twist::CatInHole { is_capture_first: true }),
        ("hole-counted", Twist::CatStopsInHole),
        ("starts-swapped", Twist::StartsSwapped),
    ];
    let of_grids = [
        ("jumps-through-walls", Twist::JumpsThroughWalls),
        ("cat-in-the-way", Twist::CatInTheWay),
        ("jumps-swapped", Twist::JumpsSwapped),
        ("short-jumps", Twist::ShortJumps),
        ("full-jumps", Twist::FullJumps),
        ("cat-ignores-food", Twist::CatIgnoresFood { is_capture_first: true }),
        ("cat-ignores-food", Twist::CatIgnoresFood { is_capture_first: false }),
    ];
    let of_both = [
        ("cat-first", Twist::CatFirst),
        ("capture-by-cat", Twist::CaptureAfter(Side::Cat)),
        ("capture-by-mouse", Twist::CaptureAfter(Side::Mouse)),
        ("mouse-stays", Twist::MouseStays),
        ("cat-stays", Twist::CatStays),
        ("both-stay", Twist::BothStay),
    ];
    for (kind, twist) in of_both.into_iter().chain(if is_graph { of_graphs.to_vec() } else { of_grids.to_vec() }) {
        all.add(kind, twist, Search::Backwards(CounterSlip::None, QueueOrder::ByPosition, endless));
        // A piece that has to move may have no move.
        if !is_graph && matches!(twist, Twist::MouseStays | Twist::CatStays | Twist::BothStay) {
            all.add(kind, twist, Search::Backwards(CounterSlip::StuckLoses, QueueOrder::ByPosition, endless));
        }
    }
    for (kind, outcome) in [("endless-mouse", Outcome::Mouse), ("endless-cat", Outcome::Cat)] {
        if outcome != endless {
            all.add(kind, Twist::None, Search::Backwards(CounterSlip::None, QueueOrder::ByPosition, outcome));
        }
    }
    all.0
}

/// A list of models that grows.
struct Models(Vec<Model>);

impl Models {
    fn add(&mut self, kind: &'static str, twist: Twist, search: Search) {
        self.0.push(Model { kind, twist, search, directions: DIRECTIONS[0] });
    }

    fn ordered(&mut self, kind: &'static str, search: Search, directions: Directions) {
        self.0.push(Model { kind, twist: Twist::None, search, directions });
    }
}

/// The mistake of these models, which are of one kind.
pub(crate) fn mistake(puzzle: Puzzle, models: &[Model]) -> Option<Mistake> {
    let kind = models.first()?.kind;
    let is_graph = puzzle == Puzzle::CatAndMouse;
    let bound = |model: &Model| if let Search::Cut(bound) = model.search { Some(bound) } else { None };
    let bounds: Vec<Bound> = models.iter().filter_map(bound).collect();
    let least = bounds.iter().map(|bound| bound.more).min().unwrap_or_default();
    let most = bounds.iter().map(|bound| bound.more).max().unwrap_or_default();
    let (words, change) = texts(kind, is_graph);
    let words = match kind {
        "cut-off-n" | "cut-off-2n" | "cut-off-3n" | "cut-off-4n" => {
            let unit = if is_graph { "vertices" } else { "cells" };
            let order = match bounds[..] {
                [Bound { more: ..0, .. }] => ", and tests this before it tests whether the game has ended",
                _ => "",
            };
            format!("{words} after {} plies on n {unit}{order}", &kind["cut-off-".len()..])
        }
        "cut-off-fixed" if least == most => format!("{words}, {least}"),
        "cut-off-fixed" => format!("{words}, which is {least} to {most}"),
        _ => words.to_owned(),
    };
    Some(Mistake { kind: kind.to_owned(), words, change: change.to_owned() })
}

/// What to change in a search that ends too early.
const SEARCH_ON: &str = "A forced win can take longer. Work backwards from the positions that have ended until \
                         nothing changes.";

/// A mistake in words and what to change.
fn texts(kind: &str, is_graph: bool) -> (&'static str, &'static str) {
    let of = |graph, grid| if is_graph { graph } else { grid };
    match kind {
        "constant" => ("answers the same about every board", "Return the result of the search."),
        "results-swapped" => (
            "exchanges the results of the two players",
            of("Return 1 if the Mouse wins and 2 if the Cat does.", "Return true if the Mouse wins."),
        ),
        "cut-off-n" | "cut-off-2n" | "cut-off-3n" | "cut-off-4n" => ("gives up", SEARCH_ON),
        "cut-off-fixed" => ("gives up after a fixed number of plies", SEARCH_ON),
        "cut-off-stored" => (
            "counts the plies of its search up to a bound, and stores values without this number",
            "A value that was found close to the bound is used far from it. Make the number of plies a part of the \
             key, or work backwards from the positions that have ended.",
        ),
        "path" => (
            "searches depth first, takes a position on its path for a repetition, and stores values that depend on this",
            "Such a value holds on this path alone, so it must not be stored. Work backwards from the positions that \
             have ended.",
        ),
        "visited" => (
            "searches depth first and takes every position that it has visited for a repetition",
            "A position that was visited on another path is no repetition. Work backwards from the positions that \
             have ended.",
        ),
        "race" => (
            "compares distances and does not play",
            "The Cat may be on the Mouse's way first, and the Mouse may turn back. Compute a value for each position: the \
             Mouse's place, the Cat's place, and whose turn it is.",
        ),
        "hole-counted" => (
            "counts the hole among the moves that the Cat has left",
            "Leave the hole out of the counter of the Cat's moves; otherwise it never reaches zero beside the hole.",
        ),
        "hole-backwards" => (
            "leaves the hole out when it counts the Cat's moves, and not when it works backwards",
            "Skip vertex 0 among the Cat's places before a move, too: the Cat is never in the hole.",
        ),
        "counted-twice" => (
            "counts a losing move twice",
            "Count down once for each move that loses: put a position into the queue only once, when it is decided.",
        ),
        "first-loss" => (
            "takes a position for lost as soon as one move loses",
            "A position is lost only if every move loses: count the moves that are left.",
        ),
        "stuck-loses" => (
            "takes a side without a move for beaten",
            of("Such a position is a draw.", "A piece may stay, so there is always a move."),
        ),
        _ => texts_of_rules(kind, is_graph),
    }
}

/// The same for a rule that the program has wrong.
fn texts_of_rules(kind: &str, is_graph: bool) -> (&'static str, &'static str) {
    let stays = if is_graph { "Each side has to move along an edge." } else { "A piece may also stay where it is." };
    match kind {
        "cat-in-hole" => ("lets the cat into the hole", "Skip vertex 0 among the Cat's moves."),
        "cat-catches-in-hole" => (
            "lets the cat into the hole, and lets it catch the mouse there",
            "Skip vertex 0 among the Cat's moves, and test the hole before the capture.",
        ),
        "starts-swapped" => ("exchanges the starts of the two", "The mouse starts at 1 and the cat at 2."),
        "capture-by-cat" => (
            "ends the game on a capture only after the Cat's move",
            "The Mouse is also caught if it steps onto the Cat: such a position has ended with either side to move.",
        ),
        "capture-by-mouse" => (
            "ends the game on a capture only after the Mouse's move",
            "The Mouse is also caught if the Cat steps onto it: such a position has ended with either side to move.",
        ),
        "cat-first" => ("lets the Cat move first", "The Mouse moves first."),
        "mouse-stays" if is_graph => ("lets the mouse stay", stays),
        "mouse-stays" => ("does not let the mouse stay", stays),
        "cat-stays" if is_graph => ("lets the cat stay", stays),
        "cat-stays" => ("does not let the cat stay", stays),
        "both-stay" if is_graph => ("lets both sides stay", stays),
        "both-stay" => ("does not let the pieces stay", stays),
        "endless-mouse" if is_graph => ("takes endless play for a win of the Mouse", "Endless play is a draw."),
        "endless-mouse" => (
            "takes endless play for a win of the Mouse",
            "Return true only if the Mouse can force its way to the food.",
        ),
        "endless-cat" => ("takes endless play for a win of the Cat", "Endless play is a draw."),
        "jumps-through-walls" => {
            ("lets the pieces jump through walls", "A wall ends the run in its direction: `break`, not `continue`.")
        }
        "cat-in-the-way" => {
            ("lets the cat stop the mouse's jump", "The mouse may jump over the cat; only walls stop it.")
        }
        "jumps-swapped" => ("exchanges the jumps of the two", "catJump comes before mouseJump among the arguments."),
        "short-jumps" => ("lets nobody jump farther than one cell", "Try every length up to catJump or mouseJump."),
        "full-jumps" => ("knows only jumps of the greatest length", "Try every length from 1 to catJump or mouseJump."),
        _ => ("does not end the game when the cat is on the food", "The Cat wins if it reaches the food first."),
    }
}
