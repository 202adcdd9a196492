//! The best boards of a hunt, without duplicates up to renumbering, rotation and reflection; and
//! the answers about the boards.

use std::collections::BTreeSet;

use catmouse::{
    Error, Question, Solved,
    answers::{DecidedBy, DistanceAnswer},
};
use catmouse_explain::prose;
use catmouse_formats::{BoardText, Expectation, Format};
use catmouse_model::{Board, BoardChoice, Outcome, Position, PositionJson, Preset, Setup, ThinWall, counted};
use serde::Serialize;

use crate::canonical::canonical;
use crate::difficulty::{Difficulty, Levels, doublings, shelf};
use crate::graph::BitGraph;
use crate::images::images;
use crate::worth::{expected_games, teaches};
use crate::{Constraints, Hunt, HuntError, Objective, Space, vertex_number};

/// A board that a hunt has found.
#[derive(Clone, Debug)]
pub(crate) struct FoundBoard {
    /// The value of the board for the objective; a greater value is better.
    pub(crate) value: u64,
    /// The number of edges or of changes; of a graded level, the Mouse's moves. Among boards of equal
    /// value the smaller one is better.
    pub(crate) size: u32,
    /// A canonical form: boards that differ only in the numbers of their vertices have equal keys.
    key: Vec<u64>,
    form: Form,
}

/// The representation of a board that was found.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A graph, the number of holes, and the starts of the mouse and the cats. The holes are the
    /// first vertices. The starts are `None` if the players choose them.
    Graph(BitGraph, usize, Option<(u32, Vec<u32>)>),
    /// A complete setup.
    Setup(Box<Setup>),
}

/// The numbers of the vertices of the mouse and the cats.
fn numbered(start: &Position) -> (u32, Vec<u32>) {
    (start.mouse.number(), start.cats.iter().map(|cat| cat.number()).collect())
}

impl FoundBoard {
    /// A graph whose first vertices are the holes, and whose numbers have a meaning in the game.
    pub(crate) fn of_numbered_graph(value: u64, graph: &BitGraph, holes: usize, start: Option<&Position>) -> Self {
        let start = start.map(numbered);
        let places = start.iter().flat_map(|(mouse, cats)| [mouse].into_iter().chain(cats)).map(|at| u64::from(*at));
        let key = (0..graph.vertices()).map(|vertex| graph.row(vertex)).chain(places).collect();
        Self { value, size: graph.size(), key, form: Form::Graph(graph.clone(), holes, start) }
    }

    /// A graph whose first vertices are the holes.
    pub(crate) fn of_graph(value: u64, graph: &BitGraph, holes: usize, start: Option<&Position>) -> Self {
        let start = start.map(numbered);
        // The holes come first, then the mouse, then the cats. With one hole and one cat their
        // numbers are 0, 1 and 2, as in LeetCode's problem.
        let colour = |vertex: u32| {
            let is_hole = (vertex as usize) < holes;
            let (mouse, cats) = match &start {
                Some((mouse, cats)) => (*mouse == vertex, cats.iter().filter(|cat| **cat == vertex).count()),
                None => (false, 0),
            };
            u8::from(!is_hole) << 6 | u8::from(!mouse) << 5 | 31u8.saturating_sub(cats.min(31) as u8)
        };
        let colours: Vec<u8> = (0..graph.vertices()).map(colour).collect();
        let found = canonical(graph, &colours);
        let place = |vertex: u32| (0..).zip(&found.order).find(|(_, old)| **old == vertex).map_or(0, |(new, _)| new);
        let start = start.map(|(mouse, cats)| {
            let mut cats: Vec<u32> = cats.into_iter().map(place).collect();
            cats.sort_unstable();
            (place(mouse), cats)
        });
        let sorted = found.order.iter().map(|&vertex| u64::from(colours[vertex as usize]));
        let key = sorted.chain(found.rows.iter().copied()).collect();
        Self { value, size: graph.size(), key, form: Form::Graph(BitGraph::of_rows(found.rows), holes, start) }
    }

    /// A complete setup. The key must be the same for equivalent boards.
    pub(crate) fn of_setup(value: u64, size: u32, key: Vec<u64>, setup: Setup) -> Self {
        Self { value, size, key, form: Form::Setup(Box::new(setup)) }
    }

    /// The key of a position on a board that is a bare graph of at most 64 vertices; `None` for
    /// other boards.
    pub(crate) fn key_on(board: &Board, holes: usize, start: &Position) -> Option<Vec<u64>> {
        let graph = BitGraph::of_board(board)?;
        Some(Self::of_graph(0, &graph, holes, Some(start)).key)
    }

    /// The board with its value computed again after renumbering. If several moves are equally
    /// good, the move that a line plays depends on the numbers of the vertices, and so do the
    /// claims about the line. `None` if the renumbered board does not meet the objective.
    fn revalued(mut self, hunt: &Hunt) -> Option<Self> {
        if !matches!(hunt.objective, Objective::Narrowest(_) | Objective::Lesson(_) | Objective::Law(_)) {
            return Some(self);
        }
        let solved = Question::setup(self.setup(hunt)).solve().ok()?;
        let (game, start) = (solved.game(), solved.start());
        match &hunt.objective {
            objective @ (Objective::Lesson(_) | Objective::Law(_)) => {
                return teaches(objective, game, solved.values(), solved.laws(), start.opening.id).then_some(self);
            }
            _ => self.value = expected_games(game, solved.values(), &game.adjudication(), start.opening.id).to_bits(),
        }
        Some(self)
    }

    /// The graph, whose first vertices are those of the hole, the mouse and the cat; `None` for a
    /// complete setup.
    pub(crate) fn into_graph(self) -> Option<BitGraph> {
        match self.form {
            Form::Graph(graph, ..) => Some(graph),
            Form::Setup(_) => None,
        }
    }

    /// The setup; `None` for a graph.
    pub(crate) fn into_setup(self) -> Option<Setup> {
        match self.form {
            Form::Graph(..) => None,
            Form::Setup(setup) => Some(*setup),
        }
    }

    /// The key by which boards are ordered, the best first.
    fn rank(&self) -> impl Ord + '_ {
        (std::cmp::Reverse(self.value), self.size, &self.key)
    }

    /// A short description of the board.
    pub(crate) fn words(&self, hunt: &Hunt) -> String {
        let value = self.value;
        let what = match &hunt.objective {
            Objective::Longest(side) => format!("a win of the {} {}", side_name(*side), self.length()),
            Objective::Outcome(Outcome::Draw) => "a draw".to_owned(),
            Objective::Outcome(outcome) => format!("a win of the {} {}", outcome_name(*outcome), self.length()),
            Objective::Draws => format!("{value} drawn starts"),
            Objective::Narrowest(_) => match &*chances(f64::from_bits(value)) {
                "1" => "played right by chance in every game".to_owned(),
                games => format!("played right by chance once in {games} games"),
            },
            Objective::Lesson(kind) => format!("a lesson of the kind `{kind}`"),
            Objective::Law(conditions) => {
                format!("a law of {}", counted(*conditions, "condition", "conditions"))
            }
            Objective::CaptureTime => format!("capture time {}", value - 1),
            Objective::CopNumber(number) => format!("cop number {number}"),
            Objective::Graded => {
                let moves = counted(self.size, "move", "moves");
                return format!("a level of difficulty {:.1}, {moves}", self.difficulty());
            }
        };
        match &self.form {
            Form::Graph(graph, ..) => {
                let vertices = counted(graph.vertices(), "vertex", "vertices");
                format!("{what}, {vertices}, {}", counted(graph.size(), "edge", "edges"))
            }
            Form::Setup(_) if self.size > 0 => {
                format!("{what}, with {}", counted(self.size, "change", "changes"))
            }
            Form::Setup(_) => what,
        }
    }

    /// The difficulty of a graded level.
    fn difficulty(&self) -> f64 {
        doublings(f64::from_bits(self.value))
    }

    /// Whether the walls of two graded levels differ so much that they look like different levels, in
    /// every rotation and reflection. Without walls, the places of the pieces and of the food have to
    /// differ.
    fn differs(&self, other: &Self) -> bool {
        let (Form::Setup(one), Form::Setup(other)) = (&self.form, &other.form) else { return true };
        let (BoardChoice::Grid(rows), BoardChoice::Grid(of_other)) = (&one.board, &other.board) else { return true };
        let walls = rows.concat().matches('#').count() + one.thin_walls.len();
        let least = if walls == 0 { 2 } else { walls.div_ceil(2).max(2) };
        let counts = |letter: char| letter == '#' || walls == 0;
        images(of_other, &other.thin_walls).iter().all(|(image, thin)| {
            let pairs = rows.iter().flat_map(|row| row.chars()).zip(image.iter().flat_map(|row| row.chars()));
            let letters = pairs.filter(|(one, other)| one != other && (counts(*one) || counts(*other))).count();
            let mine: BTreeSet<&ThinWall> = one.thin_walls.iter().collect();
            let apart = mine.symmetric_difference(&thin.iter().collect()).count();
            rows.len() != image.len() || letters + apart >= least
        })
    }

    /// The length of the forced win that is the board's value, in plies or in cost.
    fn length(&self) -> String {
        let has_costs = |setup: &Setup| setup.plan_board().is_ok_and(|board| board.has_costs());
        match &self.form {
            Form::Setup(setup) if has_costs(setup) => format!("at cost {}", self.value),
            _ => format!("in {}", counted(self.value, "ply", "plies")),
        }
    }

    /// The setup, without its expected result.
    fn setup(&self, hunt: &Hunt) -> Setup {
        let (graph, holes, start) = match &self.form {
            Form::Setup(setup) => return (**setup).clone(),
            Form::Graph(graph, holes, start) => (graph, holes, start),
        };
        let mut setup = Setup::new(graph.board());
        hunt.choices.apply(&mut setup);
        match hunt.objective {
            Objective::CopNumber(number) => setup.rules.cats = Some(number.into()),
            Objective::CaptureTime if setup.rules.cats.is_none() => setup.rules.cats = Some(1),
            _ => {}
        }
        if hunt.is_of_cops() {
            setup.preset = Some(Preset::CopsAndRobbers);
        }
        if setup.rules.holes.is_some() {
            setup.rules.holes = Some((0..vertex_number(*holes)).map(Into::into).collect());
        }
        let is_as_usual = setup.effective_preset() == Preset::CatAndMouse
            && start.as_ref().is_some_and(|(mouse, cats)| (*mouse, &cats[..]) == (1, &[2]));
        if let Some((mouse, cats)) = start
            && !is_as_usual
        {
            setup.mouse = Some(i64::from(*mouse).into());
            setup.cats = Some(cats.iter().map(|&cat| i64::from(cat).into()).collect());
        }
        setup
    }

    /// The answer about the board, which is solved by itself and checked.
    pub(crate) fn answer(&self, rank: usize, hunt: &Hunt) -> Result<FoundBoardAnswer, HuntError> {
        /// A board with more positions is not checked. If only its cop number was asked for, it was
        /// never solved, and is not now.
        const POSITIONS_AT_MOST: u64 = 4_000_000;
        let setup = self.setup(hunt);
        let plan = setup.plan().map_err(Error::from)?;
        let board = setup.plan_board().map_err(Error::from)?;
        let is_small = plan.positions() <= POSITIONS_AT_MOST;
        let solved = if is_small || !hunt.is_of_cops() { Some(Question::setup(setup.clone()).solve()?) } else { None };
        if let Some(solved) = solved.as_ref().filter(|_| is_small)
            && !solved.check_values()?.ok
        {
            let wanted = "please report it with this command";
            return Err(HuntError::unsuited("the checker refutes the solver about a board that was found", wanted));
        }
        let mut document = BoardText::of_setup(setup);
        let (mut expect, mut title) = (Expectation::default(), self.words(hunt));
        let mut found = FoundBoardAnswer::new(rank, &board);
        match &solved {
            Some(solved) => {
                let start = solved.start();
                let answer = solved.answer()?;
                expect.outcome = Some(answer.outcome);
                expect.decided_by = Some(answer.decided_by.word().to_owned());
                match (answer.distance.distance_plies, answer.distance.distance_cost) {
                    (_, Some(cost)) => expect.distance_cost = Some(Some(cost)),
                    (plies, None) if solved.game().board().has_costs() => expect.distance_cost = Some(plies),
                    (plies, None) => expect.distance_plies = Some(plies),
                }
                let is_as_found = match &hunt.objective {
                    Objective::Longest(side) => {
                        let DistanceAnswer { distance_plies, distance_cost } = answer.distance;
                        start.summary.judgement.outcome.winner() == Some((*side).into())
                            && distance_cost.or(distance_plies) == Some(self.value)
                    }
                    Objective::Outcome(outcome) => answer.outcome == *outcome,
                    _ => true,
                };
                if !is_as_found {
                    let wanted = "please report it with this command";
                    return Err(HuntError::unsuited("a board changed when it was written and read again", wanted));
                }
                title = prose::headline(&start.summary, solved.game());
                found.describe(solved, &answer.start);
                found.outcome = Some(answer.outcome);
                found.decided_by = Some(answer.decided_by);
                found.distance = answer.distance;
            }
            None => {
                expect.outcome = Some(Outcome::Cat);
                found.outcome = Some(Outcome::Cat);
            }
        }
        match &hunt.objective {
            Objective::CopNumber(number) => found.cop_number = Some(*number),
            Objective::CaptureTime => found.capture_time = Some(self.value - 1),
            Objective::Draws => found.drawn_starts = Some(self.value),
            Objective::Graded => {
                let solved = solved.as_ref();
                found.graded = solved.and_then(|solved| {
                    let levels = Levels::new(solved.game(), solved.values())?;
                    levels.difficulty(solved.start().opening.id)
                });
                if let Some(difficulty) = &found.graded {
                    title = level_name(rank, difficulty);
                }
            }
            _ => {}
        }
        document.title = Some(title.trim_end_matches('.').to_owned());
        document.source = Some(format!("found by catmouse hunt: {}", self.words(hunt)));
        document.expect = Some(expect);
        let write = |format: Format| {
            let mut text = String::new();
            catmouse_formats::write(&mut text, &document, &board, format).ok().map(|_| text.trim_end().to_owned())
        };
        let is_grid = matches!(document.setup.board, BoardChoice::Grid(_));
        found.graph6 = write(Format::Graph6).filter(|_| !is_grid);
        let Setup { mouse, cats, thin_walls, .. } = &document.setup;
        let is_drawn = mouse.is_none() && cats.is_none() && thin_walls.is_empty();
        found.leetcode = write(Format::Leetcode).filter(|_| is_drawn || !is_grid);
        found.setup = write(Format::Setup).unwrap_or_default() + "\n";
        Ok(found)
    }
}

fn side_name(side: catmouse_model::Side) -> &'static str {
    match side {
        catmouse_model::Side::Mouse => "Mouse",
        catmouse_model::Side::Cat => "Cat",
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mouse => "Mouse",
        Outcome::Cat => "Cat",
        Outcome::Draw => "Draw",
    }
}

/// A number of games as text: small numbers in full, large numbers as powers of ten.
fn chances(expected_games: f64) -> String {
    if expected_games < 1e6 { format!("{}", expected_games.round()) } else { format!("{expected_games:.1e}") }
}

/// The best boards of a hunt, or of one of its jobs, without duplicates.
#[derive(Debug)]
pub(crate) struct BestBoards<'a> {
    hunt: &'a Hunt,
    /// The boards, the best first.
    list: Vec<FoundBoard>,
    /// The number of boards that were tried.
    pub(crate) boards: u64,
    /// The most graded levels of similar difficulty.
    on_a_shelf: usize,
}

/// The most graded levels of similar difficulty among which the levels are chosen. A job finds one
/// of them, so they come from different beginnings.
const ON_A_SHELF: usize = 8;

impl<'a> BestBoards<'a> {
    /// The best boards of one job.
    pub(crate) fn new(hunt: &'a Hunt) -> Self {
        Self { hunt, list: Vec::new(), boards: 0, on_a_shelf: 1 }
    }

    /// The best boards of all jobs.
    pub(crate) fn of_all_jobs(hunt: &'a Hunt) -> Self {
        Self { on_a_shelf: ON_A_SHELF, ..Self::new(hunt) }
    }

    /// Whether the list has the number of boards that the hunt keeps.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.hunt.keep
    }

    /// Whether a board of this value and size may be among the best.
    pub(crate) fn wants(&self, value: u64, size: u32) -> bool {
        if self.hunt.objective == Objective::Graded {
            let near = self.list.iter().filter(|known| shelf(known.value) == shelf(value)).count();
            return self.hunt.counts(value) && near < self.on_a_shelf;
        }
        let worst = self.list.last().filter(|_| self.is_full());
        self.hunt.counts(value)
            && worst.is_none_or(|worst| value > worst.value || value == worst.value && size <= worst.size)
    }

    /// Adds a board if it is among the best and not yet in the list.
    pub(crate) fn offer(&mut self, find: FoundBoard) {
        let Some(find) = find.revalued(self.hunt) else { return };
        if !self.wants(find.value, find.size) {
            return;
        }
        if let Some(known) = self.list.iter().position(|known| known.key == find.key) {
            if self.list[known].rank() <= find.rank() {
                return;
            }
            self.list.remove(known);
        }
        let place = self.list.partition_point(|known| known.rank() < find.rank());
        self.list.insert(place, find);
        if self.hunt.objective != Objective::Graded {
            self.list.truncate(self.hunt.keep);
        }
    }

    pub(crate) fn best(&self) -> Option<&FoundBoard> {
        self.list.first()
    }

    pub(crate) fn into_list(self) -> Vec<FoundBoard> {
        self.list
    }

    /// The boards to return: the best, or graded levels from the easiest to the hardest.
    pub(crate) fn into_answer(self) -> Vec<FoundBoard> {
        if self.hunt.objective == Objective::Graded { graded(self.list, self.hunt.keep) } else { self.list }
    }
}

/// Chooses levels whose difficulties rise in equal steps from the easiest to the hardest of a list,
/// so that each looks different from the levels before it. Where possible, none takes fewer moves
/// than the level before it. Returns fewer levels if too few are different.
fn graded(mut list: Vec<FoundBoard>, count: usize) -> Vec<FoundBoard> {
    list.reverse();
    let (Some(easiest), Some(hardest)) = (list.first(), list.last()) else { return list };
    let (least, most) = (easiest.difficulty(), hardest.difficulty());
    let step = (most - least) / (count.max(2) - 1) as f64;
    let mut chosen: Vec<FoundBoard> = Vec::new();
    for at in 0..count {
        let aim = if count == 1 { most } else { least + step * at as f64 };
        let last = chosen.last().map(|last| (last.difficulty() + step / 4.0, last.size));
        let cost = |level: &FoundBoard| {
            let falls = last.is_some_and(|(_, moves)| level.size < moves);
            (level.difficulty() - aim).abs() / step.max(0.1) + f64::from(u8::from(falls)) / 2.0
        };
        let may_follow = |level: &&FoundBoard| {
            last.is_none_or(|(beyond, _)| level.difficulty() > beyond)
                && chosen.iter().all(|known| level.differs(known))
        };
        let next = list.iter().filter(may_follow).min_by(|one, other| cost(one).total_cmp(&cost(other)));
        chosen.extend(next.cloned());
    }
    // If a step was missed, the widest gaps are filled.
    while chosen.len() < count {
        let gap = |level: &FoundBoard| {
            let apart = |known: &FoundBoard| (known.difficulty() - level.difficulty()).abs();
            chosen.iter().map(apart).fold(f64::INFINITY, f64::min)
        };
        let is_new = |level: &&FoundBoard| gap(level) >= 0.1 && chosen.iter().all(|known| level.differs(known));
        let next = list.iter().filter(is_new).max_by(|one, other| gap(one).total_cmp(&gap(other)));
        let Some(next) = next.cloned() else { break };
        let place = chosen.partition_point(|known| known.difficulty() < next.difficulty());
        chosen.insert(place, next);
    }
    chosen
}

/// A name for the level of this number, by the property that stands out.
fn level_name(number: usize, level: &Difficulty) -> String {
    const PLACES: [&str; 20] = [
        "pantry",
        "cellar",
        "attic",
        "kitchen",
        "barn",
        "granary",
        "mill",
        "bakery",
        "larder",
        "scullery",
        "stable",
        "hayloft",
        "dairy",
        "brewery",
        "storeroom",
        "workshop",
        "library",
        "chapel",
        "tower",
        "castle",
    ];
    let kind = match level {
        Difficulty { moves, only_moves, .. } if only_moves == moves => "narrow",
        Difficulty { moves, tempting, .. } if 2 * tempting >= *moves => "false",
        Difficulty { late_plies: Some(plies), .. } if *plies >= 8 => "patient",
        Difficulty { moves, .. } if *moves >= 12 => "long",
        Difficulty { greedy_moves: None, .. } => "open",
        _ => "crooked",
    };
    let place = PLACES[(number - 1) % PLACES.len()];
    let again = (number - 1) / PLACES.len() + 1;
    if again == 1 { format!("The {kind} {place}") } else { format!("The {kind} {place} {again}") }
}

/// The boards that a hunt has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Hunt"))]
#[non_exhaustive]
pub struct HuntAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The objective of the hunt.
    pub objective: Objective,
    /// The boards among which the hunt searched.
    pub space: Space,
    /// The properties that a board had to have.
    pub constraints: Constraints,
    /// The least value that counted; null if every board counted.
    pub at_least: Option<u64>,
    /// The greatest value that counted; null if every board counted.
    pub at_most: Option<u64>,
    /// The seed of the random search.
    pub seed: u64,
    /// The number of boards that were tried.
    pub boards: u64,
    /// The number of graphs of a stream that were left out, because they are not simple and
    /// undirected or have more than 64 vertices.
    pub left_out: u64,
    /// Whether all boards of the space were tried. Then no other board is better.
    pub complete: bool,
    /// The boards that were found, the best first.
    pub found: Vec<FoundBoardAnswer>,
}

/// A board that a hunt has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Find"))]
#[non_exhaustive]
pub struct FoundBoardAnswer {
    /// The rank of the board among those that were found, counted from 1.
    pub rank: usize,
    /// The number of vertices of the board.
    pub vertices: u32,
    /// The number of edges of the board; of arcs if some lead one way.
    pub edges: u64,
    /// The outcome from the start.
    pub outcome: Option<Outcome>,
    /// The cause of the outcome; null if the board is too large to be solved again.
    pub decided_by: Option<DecidedBy>,
    /// The distance to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The position from which the game starts, or in which the players place their pieces; null if
    /// the board is too large to be solved again.
    pub start: Option<PositionJson>,
    /// The cop number; null if the objective is another one.
    pub cop_number: Option<u32>,
    /// The capture time in rounds; null if the objective is another one.
    pub capture_time: Option<u64>,
    /// The number of drawn starts of the board; null if the objective is another one.
    pub drawn_starts: Option<u64>,
    /// The expected number of games with random moves until one game keeps the outcome with every
    /// move along the line; null if the board is too large to be solved again.
    pub one_in: Option<f64>,
    /// How hard the level is; null if the objective is another one.
    pub graded: Option<Difficulty>,
    /// The kinds of the claims in the board's story, each once, in the order of the story.
    pub claims: Vec<String>,
    /// The board in graph6; null if this format cannot represent it.
    pub graph6: Option<String>,
    /// The board in LeetCode's notation; null if this format cannot represent it.
    pub leetcode: Option<String>,
    /// The setup in TOML, with the result.
    pub setup: String,
}

impl FoundBoardAnswer {
    fn new(rank: usize, board: &Board) -> Self {
        let is_both_ways = board.is_symmetric() && board.arcs().all(|(from, to, _)| from != to);
        let count = board.arcs().count() as u64;
        Self {
            rank,
            vertices: board.vertices(),
            edges: if is_both_ways { count / 2 } else { count },
            outcome: None,
            decided_by: None,
            distance: DistanceAnswer { distance_plies: None, distance_cost: None },
            start: None,
            cop_number: None,
            capture_time: None,
            drawn_starts: None,
            one_in: None,
            graded: None,
            claims: Vec::new(),
            graph6: None,
            leetcode: None,
            setup: String::new(),
        }
    }

    /// Fills in the data of a board after it is solved.
    fn describe(&mut self, solved: &Solved, start: &PositionJson) {
        let opening = solved.start();
        let game = solved.game();
        self.start = Some(start.clone());
        self.one_in = Some(expected_games(game, solved.values(), &game.adjudication(), opening.opening.id));
        let explanation = solved.explanation(&opening);
        for claim in solved.story(&explanation) {
            if !self.claims.iter().any(|known| known == claim.kind()) {
                self.claims.push(claim.kind().to_owned());
            }
        }
    }
}
