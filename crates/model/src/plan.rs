//! The only way from a setup to a game. [`Setup::plan`] checks everything, reports every defect
//! with its place, and yields a [`Plan`] whose size is known before the game is laid out. Later
//! code does not repeat the checks.

use std::collections::HashMap;

use catmouse_arena::{Adjudication, Cast, InOrder};

use crate::board::{Arc, Arcs, Board, Cell, Grid, MAX_KINDS, Margins, Vertex, existing};
use crate::defect::{
    CastHindrance, Defect, DefectKind, Defects, Hindrance, MAX_CATS, MAX_COST, MAX_DEFECTS, MAX_JUMP, MAX_VERTICES,
    Setting, SetupPlace,
};
use crate::endings;
use crate::position::Start;
use crate::quoting::is_legible;
use crate::rules::{
    CatFollows, CatInHole, CatWay, CatsMove, HoleRule, LimitChoice, Movement, Outcome, Preset, Rules, Stalemate,
    StartRule, TurnLimit,
};
use crate::settings::{Defaults, RuleSetting, SETTINGS, SettingValue, alike};
use crate::setup::{BoardChoice, Setup};
use crate::sight::Sight;
use crate::steps;
use crate::vertex_choice::{VertexChoice, is_name};

/// A game that has passed all checks but is not laid out in memory yet.
///
/// ```
/// use catmouse_model::{BoardChoice, Setup};
///
/// let plan = Setup::new(BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1]])).plan()?;
/// // Three vertices for the mouse; the cat may not enter the hole; two players can be to move.
/// assert_eq!(plan.positions(), 3 * 2 * 2);
/// assert!(plan.game_bytes() < 1000);
/// # Ok::<(), catmouse_model::Defects>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) preset: Preset,
    pub(crate) board: Board,
    pub(crate) rules: Rules,
    pub(crate) start: Start,
    moves: u64,
    placements: u32,
}

impl Setup {
    /// Checks the setup and supplies what it leaves open from its preset. Time and memory: linear
    /// in the size of the setup, unless a speed s is greater than 1. Then the runs are counted, in
    /// O(vertices · arcs) up to 8192 vertices and in O(arcs · s) beyond.
    ///
    /// # Errors
    ///
    /// All [`Defects`] of the setup, each with its place.
    pub fn plan(&self) -> Result<Plan, Defects> {
        self.planned(|planner, plan| planner.report_unseen(plan.rules.seen, Hindrance::Question))
    }

    /// The same for a question that also knows a mouse that is not always seen: [`Unseen`](crate::Unseen) makes its
    /// arena. Time: also that of the moves of one mouse.
    ///
    /// # Errors
    ///
    /// All [`Defects`] of the setup, among them [`DefectKind::Unseen`].
    pub fn plan_unseen(&self) -> Result<Plan, Defects> {
        self.planned(check_unseen)
    }

    /// The plan. `check` looks for defects of a mouse that is not always seen.
    fn planned(&self, check: impl FnOnce(&mut Planner<'_>, &Plan)) -> Result<Plan, Defects> {
        let mut planner = Planner { setup: self, defects: Defects { found: Vec::new(), omitted: 0 }, bare: None };
        let plan = planner.plan();
        if let Some(plan) = plan.as_ref().filter(|plan| plan.rules.seen != Sight::Always) {
            check(&mut planner, plan);
        }
        match plan {
            Some(plan) if planner.defects.found.is_empty() => Ok(plan),
            _ => Err(planner.defects),
        }
    }

    /// Checks the board alone, for questions that need no pieces. The board may be empty. Time and
    /// memory: linear in its size.
    ///
    /// # Errors
    ///
    /// All [`Defects`] of the board, each with its place.
    pub fn plan_board(&self) -> Result<Board, Defects> {
        let mut planner = Planner { setup: self, defects: Defects { found: Vec::new(), omitted: 0 }, bare: None };
        match planner.board() {
            Some((board, _)) if planner.defects.found.is_empty() => Ok(board),
            _ => Err(planner.defects),
        }
    }
}

impl Plan {
    /// The number of positions: mouse vertices × placements of the cats × turns, reachable or not.
    pub fn positions(&self) -> u64 {
        2 * u64::from(self.mouse_vertices()) * u64::from(self.placements)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start of the game.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The number of vertices that are open to the mouse.
    pub fn mouse_vertices(&self) -> u32 {
        self.board.vertices()
    }

    /// The number of vertices that are open to each cat.
    pub fn cat_vertices(&self) -> u32 {
        self.board.vertices() - closed_to_cat(&self.rules).len() as u32
    }

    /// The number of cats.
    pub fn cats(&self) -> u32 {
        self.rules.cats
    }

    /// Which of several cats move in the Cat's ply.
    pub fn cats_move(&self) -> CatsMove {
        self.rules.cats_move
    }

    /// An upper bound on the moves of the mouse, summed over all its vertices.
    pub fn mouse_moves(&self) -> u64 {
        steps::count_arcs(&self.board, self.rules.mouse)
    }

    /// Whether the mouse may stay on its vertex.
    pub fn mouse_may_stay(&self) -> bool {
        self.rules.mouse.may_stay
    }

    /// An upper bound on the moves of one cat, summed over all its vertices.
    pub fn cat_moves(&self) -> u64 {
        steps::count_arcs(&self.board, self.rules.cat)
    }

    /// Whether distances count plies instead of costs.
    pub fn counts_plies(&self) -> bool {
        !self.board.has_costs()
    }

    /// Whether the cats move alike and free, so that where they can go does not depend on the mouse.
    pub fn cats_are_free(&self) -> bool {
        !self.rules.has_cast()
    }

    /// Whether there are traps.
    pub fn has_traps(&self) -> bool {
        !self.rules.traps.is_empty()
    }

    /// Whether the arcs of the board, and not only its vertices, determine where the game is over.
    pub(crate) fn endings_depend_on_arcs(&self) -> bool {
        self.rules.capture_distance > 0
    }

    /// An upper bound on the bytes of the game when it is laid out, without its solution.
    pub fn game_bytes(&self) -> u64 {
        // Each move is stored forwards and backwards, in 8 bytes each. While both lists are built,
        // the move takes another 12 bytes.
        let steps = self.moves.saturating_mul(28) + u64::from(self.board.vertices()) * 100;
        // With several cats or a capture distance, each vertex of the mouse lists the placements in
        // which a cat catches it. A placement takes 24 bytes: a run of 12 bytes for itself, and one
        // for the placements before it.
        let (others, cat_vertices) = (u64::from(self.rules.cats) - 1, u64::from(self.cat_vertices()));
        let are_alike = self.rules.cats_are_alike();
        let touching = match (others, self.rules.capture_distance) {
            (0, 0) => 0,
            _ => {
                let ways = if are_alike { 1 } else { others + 1 };
                let placements = Cast::configurations(cat_vertices, others, are_alike);
                placements.unwrap_or(u64::MAX).saturating_mul(24 * ways)
            }
        };
        // A script lists a move for each place of the mouse and of the cat, forwards and backwards.
        let scripts = self.rules.cat_ways.iter().filter(|way| way.follows != CatFollows::Free).count() as u64;
        let free = if self.rules.has_cast() { self.rules.cat_ways.len() as u64 } else { 0 };
        let pairs = u64::from(self.mouse_vertices()) * cat_vertices;
        let steps = steps
            .saturating_add(pairs.saturating_mul(32 * scripts))
            .saturating_add(self.moves.saturating_mul(28 * free));
        let catching = endings::catching_pairs(&self.board, self.rules.capture_distance);
        let listed = touching.saturating_mul(catching).min(self.positions().saturating_mul(12));
        steps.saturating_add(listed)
    }

    /// The adjudication of values under the rules.
    pub fn adjudication(&self) -> Adjudication {
        self.rules.adjudication()
    }
}

/// The holes that are closed to the cats.
pub(crate) fn closed_to_cat(rules: &Rules) -> &[Vertex] {
    match rules.cat_in_hole {
        CatInHole::Forbidden => &rules.holes,
        CatInHole::Allowed | CatInHole::Guards | CatInHole::Wins => &[],
    }
}

/// Checks whether the mouse may be unseen in a game.
fn check_unseen(planner: &mut Planner<'_>, plan: &Plan) {
    let (board, rules) = (&plan.board, &plan.rules);
    if board.has_costs() {
        planner.report_unseen(rules.seen, Hindrance::Costs);
    } else if board.vertices() > u64::BITS {
        planner.report_unseen(rules.seen, Hindrance::Vertices(board.vertices()));
    } else if rules.stalemate != Stalemate::Pass
        && let Some(stuck) = steps::stuck_from(board, (rules.mouse, &rules.holes), plan.start.mouse)
    {
        planner.report_unseen(rules.seen, Hindrance::Stuck(stuck.number()));
    }
}

/// Checks a setup on the way to a plan, and collects the defects.
struct Planner<'a> {
    setup: &'a Setup,
    defects: Defects,
    /// The vertices of a board whose edges are wrong. The holes and the starts that the setup names
    /// are looked up among them.
    bare: Option<Board>,
}

/// The marks of pieces, food and traps on a grid.
#[derive(Default)]
struct Marks {
    mouse: Option<Vertex>,
    cats: Vec<Vertex>,
    food: Vec<Vertex>,
    traps: Vec<Vertex>,
}

/// The start of a side's pieces.
enum StartPlace<T> {
    Given(T),
    /// The player places them.
    Placed,
}

impl<T> StartPlace<T> {
    fn given(self) -> Option<T> {
        match self {
            Self::Given(at) => Some(at),
            Self::Placed => None,
        }
    }

    fn as_given(&self) -> Option<&T> {
        match self {
            Self::Given(at) => Some(at),
            Self::Placed => None,
        }
    }
}

impl Planner<'_> {
    fn plan(&mut self) -> Option<Plan> {
        let setup = self.setup;
        let preset = setup.effective_preset();
        let (defaults, preset_start) = (preset.defaults(), preset.start());
        let choices = &setup.rules;
        // Settings that do not depend on the board are checked first, so that their defects are
        // reported even if the board is wrong.
        let mouse_jump = self.jump(Setting::MouseJump, choices.mouse_jump, defaults.mouse_jump);
        let cat_jump = self.jump(Setting::CatJump, choices.cat_jump, defaults.cat_jump);
        let endless = choices.endless.unwrap_or(defaults.endless);
        let limit = self.limit(
            choices.limit.unwrap_or(defaults.limit),
            choices.limit_winner.or(defaults.limit_winner).unwrap_or(endless),
        );

        let cats = self.cat_count();
        self.check_numbers();

        let Some((board, marks)) = self.board() else {
            if let Some(bare) = self.bare.take() {
                self.look_up(&bare);
            }
            return None;
        };
        if board.vertices() == 0 {
            self.report(self.vertex_count_place(), DefectKind::NoVertices);
            return None;
        }
        let holes = self.holes(&board, &marks, defaults.holes);
        let is_placed = choices.placement.unwrap_or(defaults.placement);
        let start_rule = |rule: StartRule| if is_placed { StartRule::Placed } else { rule };
        let mouse = self.mouse_start(&board, &marks, start_rule(preset_start.mouse));
        let cats_at = self.cat_starts(&board, &marks, start_rule(preset_start.cat), cats);
        // A defect in the number of cats has been reported already.
        let given = cats_at.as_ref().and_then(StartPlace::as_given).map(|at| at.len() as u32);
        let cats = given.or(cats).unwrap_or(defaults.cats);
        let traps = self.traps(&board, &marks);
        let cat_ways = self.cat_ways(cats_at.is_some().then_some(cats), &defaults);
        let rules = Rules {
            holes: holes?,
            traps: traps?,
            cat_in_hole: choices.cat_in_hole.unwrap_or(defaults.cat_in_hole),
            mouse: Movement {
                may_stay: choices.mouse_may_stay.unwrap_or(defaults.mouse_may_stay),
                jump: mouse_jump,
                kinds: self.kinds_used(&board, Setting::MouseUses, choices.mouse_uses.as_deref()),
                speed: Self::number(choices.mouse_speed, defaults.mouse_speed),
            },
            cat: Movement {
                may_stay: choices.cat_may_stay.unwrap_or(defaults.cat_may_stay),
                jump: cat_jump,
                kinds: self.kinds_used(&board, Setting::CatUses, choices.cat_uses.as_deref()),
                speed: cat_ways.iter().map(|way| way.speed).max().unwrap_or(defaults.cat_speed),
            },
            cat_ways,
            cats,
            cats_move: choices.cats_move.unwrap_or(defaults.cats_move),
            capture_distance: Self::number(choices.capture_distance, defaults.capture_distance),
            seen: choices.mouse_seen.unwrap_or(defaults.mouse_seen),
            endless,
            limit,
            mouse_uses: choices.mouse_uses.clone(),
            cat_uses: choices.cat_uses.clone(),
            stalemate: choices.stalemate.unwrap_or(defaults.stalemate),
        };
        self.check_cast(&board, &rules);
        if closed_to_cat(&rules).len() as u32 == board.vertices() {
            if mouse.is_some() && cats_at.is_some() {
                self.report(SetupPlace::Setting(Setting::Hole), DefectKind::NowhereForCat);
            } // else a start is wrong or missing, which has been reported already
        } else {
            for (cat, place) in cats_at.iter().filter_map(StartPlace::as_given).flatten() {
                if closed_to_cat(&rules).contains(cat) {
                    let hole = board.label(*cat).to_string();
                    // If the setup chooses the hole but not the start of the cat, the defect is at
                    // the hole.
                    let chosen = setup.rules.holes.iter().flatten().position(|choice| board.find(choice) == Ok(*cat));
                    let place = match chosen {
                        Some(index) if setup.cats.is_none() => SetupPlace::Item(Setting::Hole, index),
                        _ => *place,
                    };
                    self.report(place, DefectKind::CatStartsInHole { hole });
                }
            }
        }
        let placements = self.placements(&board, &rules);
        self.check_costs(&board, &rules);
        let moves = [rules.mouse, rules.cat].map(|movement| steps::count_arcs(&board, movement));
        if let Some(&moves) = moves.iter().find(|&&moves| moves > u64::from(u32::MAX)) {
            self.report(SetupPlace::Board, DefectKind::TooManyMoves { moves });
        }
        let start = Start {
            mouse: mouse?.given(),
            cats: cats_at?.given().map(|at| {
                let mut cats: Vec<Vertex> = at.into_iter().map(|(vertex, _)| vertex).collect();
                if rules.cats_are_alike() {
                    cats.put_in_order();
                }
                cats
            }),
            first: setup.first.unwrap_or(preset_start.first),
        };
        Some(Plan { preset, board, rules, start, moves: moves.iter().sum(), placements: placements? })
    }

    /// The number of ways to place the cats; `None` if there are too many, which is reported.
    fn placements(&mut self, board: &Board, rules: &Rules) -> Option<u32> {
        let (cats, cat_vertices) = (rules.cats, board.vertices() - closed_to_cat(rules).len() as u32);
        let placements = Cast::configurations(cat_vertices.into(), cats.into(), rules.cats_are_alike());
        let countable = placements.and_then(|placements| u32::try_from(placements).ok());
        if countable.is_none() {
            let place = if self.setup.cats.is_some() { Setting::Cat } else { Setting::Cats };
            let kind = DefectKind::TooManyPlacements { cats, vertices: cat_vertices, placements };
            self.report(SetupPlace::Setting(place), kind);
        }
        countable
    }

    /// The way of all cats, or if they differ, of each. `cats` is their number, if it is known.
    fn cat_ways(&mut self, cats: Option<u32>, defaults: &Defaults) -> Vec<CatWay> {
        let choices = &self.setup.rules;
        let follows = choices.cat_follows.clone().unwrap_or_else(|| vec![defaults.cat_follows]);
        let speed = |&speed: &i64| Self::number(Some(speed), defaults.cat_speed);
        let speeds: Vec<u32> = match &choices.cat_speed {
            Some(speeds) => speeds.iter().map(speed).collect(),
            None => vec![defaults.cat_speed],
        };
        for (key, site, values) in [
            ("cat-follows", Setting::CatFollows, follows.len()),
            ("cat-speed", Setting::Rule("cat-speed"), speeds.len()),
        ] {
            if let Some(cats) = cats
                && values != 1
                && values != cats as usize
            {
                self.report(SetupPlace::Setting(site), DefectKind::PerCat { key, values, cats });
            }
        }
        let of = |cat: usize| CatWay {
            follows: follows.get(cat).or(follows.first()).copied().unwrap_or(defaults.cat_follows),
            speed: speeds.get(cat).or(speeds.first()).copied().unwrap_or(defaults.cat_speed),
        };
        alike((0..cats.unwrap_or(1) as usize).map(of))
    }

    /// Reports moves whose cost could exceed 32 bits.
    fn check_costs(&mut self, board: &Board, rules: &Rules) {
        let speed = rules.mouse.speed.max(rules.cat.speed);
        let cats = if rules.cats_move == CatsMove::All { rules.cats } else { 1 };
        let of_cats = steps::dearest_run(board, rules.cat.speed).map(|cost| cost * u64::from(cats));
        if let Some(cost) = steps::dearest_run(board, speed).filter(|&cost| cost > MAX_COST.into()) {
            self.report(SetupPlace::Board, DefectKind::RunCost { speed, cost });
        } else if let Some(cost) = of_cats.filter(|&cost| cost > u32::MAX.into()) {
            self.report(SetupPlace::Board, DefectKind::TeamCost { cats, cost });
        }
    }

    /// Reports what cats that differ or follow scripts cannot be combined with.
    fn check_cast(&mut self, board: &Board, rules: &Rules) {
        if !rules.has_cast() {
            return;
        }
        let has_script = rules.has_script();
        let follows_lines = |way: &CatWay| matches!(way.follows, CatFollows::Rows | CatFollows::Columns);
        let hindrances = [
            (CastHindrance::Costs, board.has_costs()),
            (CastHindrance::OneMoves, rules.cats_move == CatsMove::One && rules.cats > 1),
            (CastHindrance::Unseen, rules.seen != Sight::Always),
            (CastHindrance::NoGrid, board.grid().is_none() && rules.cat_ways.iter().any(follows_lines)),
            (CastHindrance::Jump, has_script && rules.cat.jump != 1),
        ];
        let site = if has_script { Setting::CatFollows } else { Setting::Rule("cat-speed") };
        for (hindrance, _) in hindrances.into_iter().filter(|&(_, hinders)| hinders) {
            self.report(SetupPlace::Setting(site), DefectKind::Cast { has_script, hindrance });
        }
    }

    fn report_unseen(&mut self, sight: Sight, hindrance: Hindrance) {
        self.report(SetupPlace::Setting(Setting::MouseSeen), DefectKind::Unseen { sight, hindrance });
    }

    /// Keeps a defect. If there are [`MAX_DEFECTS`] already, only counts it.
    fn report(&mut self, place: SetupPlace, kind: DefectKind) {
        if self.defects.found.len() < MAX_DEFECTS {
            self.defects.found.push(Defect { place, kind });
        } else {
            self.defects.omitted += 1;
        }
    }

    fn board(&mut self) -> Option<(Board, Marks)> {
        let found_before = self.defects.found.len();
        if let (&[between, ..], false) = (&self.setup.thin_walls[..], matches!(self.setup.board, BoardChoice::Grid(_)))
        {
            self.report(SetupPlace::Board, DefectKind::ThinWall { between });
        }
        let (vertices, arcs, grid, marks) = match &self.setup.board {
            BoardChoice::Adjacency(lists) => {
                let (vertices, list) = self.arcs_of_lists(lists, |&to| (to, 1))?;
                (vertices, Arcs { list, have_costs: false }, None, Marks::default())
            }
            BoardChoice::AdjacencyWithCosts(lists) => {
                let (vertices, list) = self.arcs_of_lists(lists, |&neighbour| neighbour)?;
                (vertices, Arcs { list, have_costs: true }, None, Marks::default())
            }
            BoardChoice::Edges { vertices, edges } => {
                let (vertices, list) = self.arcs_of_edges(*vertices, edges, |&(a, b)| (a, b, 1))?;
                (vertices, Arcs { list, have_costs: false }, None, Marks::default())
            }
            BoardChoice::EdgesWithCosts { vertices, edges } => {
                let (vertices, list) = self.arcs_of_edges(*vertices, edges, |&edge| edge)?;
                (vertices, Arcs { list, have_costs: true }, None, Marks::default())
            }
            BoardChoice::EdgesOfKinds { vertices, edges, kinds } => {
                if kinds.len() > MAX_KINDS {
                    self.report(SetupPlace::Board, DefectKind::KindCount { count: kinds.len() });
                }
                for (index, &(.., kind)) in edges.iter().enumerate().filter(|(_, (.., kind))| *kind >= kinds.len()) {
                    let defect = DefectKind::NoSuchKind { kind: kind.to_string(), known: kinds.clone() };
                    self.report(SetupPlace::Edge { index }, defect);
                }
                for (number, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.chars().all(is_legible)) {
                    let first = edges.iter().position(|edge| edge.2 == number);
                    let place = first.map_or(SetupPlace::Board, |index| SetupPlace::Edge { index });
                    self.report(place, DefectKind::BadKind { kind: kind.clone() });
                }
                let (vertices, list) = self.arcs_of_edges(*vertices, edges, |&(a, b, _)| (a, b, 1))?;
                (vertices, Arcs { list, have_costs: false }, None, Marks::default())
            }
            BoardChoice::Grid(rows) => {
                let (grid, marks) = self.grid(rows)?;
                let vertices = self.vertex_count(grid.1.into(), SetupPlace::Board)?;
                let arcs = Arcs { list: steps::neighbours(&grid.0, vertices), have_costs: false };
                (vertices, arcs, Some(grid.0), marks)
            }
        };
        let is_sound = self.defects.found.len() == found_before;
        let found_before_names = self.defects.found.len();
        let names = self.names(vertices);
        if is_sound {
            let board = self.with_kinds(Board::new(names, arcs, grid));
            let has_captions = self.setup.captions.len() == vertices as usize;
            return Some((if has_captions { board.with_captions(&self.setup.captions) } else { board }, marks));
        }
        if vertices > 0 && self.defects.found.len() == found_before_names {
            self.bare = Some(Board::new(names, Arcs { list: Vec::new(), have_costs: false }, None));
        }
        None
    }

    /// Reports the holes and the starts that the setup names and that the board does not have.
    fn look_up(&mut self, board: &Board) {
        let setup = self.setup;
        let listed = |setting, choices: Option<&[VertexChoice]>| {
            let choices = choices.unwrap_or_default().iter().enumerate();
            choices.map(move |(index, choice)| (SetupPlace::Item(setting, index), choice.clone())).collect::<Vec<_>>()
        };
        let mouse = setup.mouse.iter().map(|choice| (SetupPlace::Setting(Setting::Mouse), choice.clone()));
        let named = listed(Setting::Hole, setup.rules.holes.as_deref()).into_iter().chain(mouse);
        for (place, choice) in named.chain(listed(Setting::Cat, setup.cats.as_deref())) {
            self.vertex(board, place, &choice);
        }
    }

    /// The board with the kinds of its edges, if they have any.
    fn with_kinds(&self, board: Board) -> Board {
        let BoardChoice::EdgesOfKinds { vertices, edges, kinds } = &self.setup.board else { return board };
        let vertex = |number| existing(number, u32::try_from(*vertices).ok()?);
        let ends = edges.iter().filter_map(|&(a, b, kind)| Some((vertex(a)?, vertex(b)?, kind)));
        let is_directed = self.directed();
        let arcs = ends.flat_map(|(a, b, kind)| [Some((a, b, kind)), (!is_directed).then_some((b, a, kind))]);
        board.with_kinds(kinds, arcs.flatten())
    }

    /// The kinds of edges that a side may use, with a bit for each kind.
    fn kinds_used(&mut self, board: &Board, setting: Setting, chosen: Option<&[String]>) -> u64 {
        let Some(chosen) = chosen else { return u64::MAX };
        let mut used = 0;
        for (index, kind) in chosen.iter().enumerate() {
            match board.kinds().iter().position(|known| known == kind) {
                Some(known) => used |= 1 << known,
                None => {
                    let defect = DefectKind::NoSuchKind { kind: kind.clone(), known: board.kinds().to_vec() };
                    self.report(SetupPlace::Item(setting, index), defect);
                }
            }
        }
        used
    }

    /// The place that gives the number of vertices.
    fn vertex_count_place(&self) -> SetupPlace {
        match self.setup.board {
            BoardChoice::Edges { .. } | BoardChoice::EdgesWithCosts { .. } | BoardChoice::EdgesOfKinds { .. } => {
                SetupPlace::VertexCount
            }
            BoardChoice::Adjacency(_) | BoardChoice::AdjacencyWithCosts(_) | BoardChoice::Grid(_) => SetupPlace::Board,
        }
    }

    fn vertex_count(&mut self, count: i64, place: SetupPlace) -> Option<u32> {
        match u32::try_from(count) {
            Ok(vertices) if vertices <= MAX_VERTICES => return Some(vertices),
            _ => self.report(place, DefectKind::VertexCount { count }),
        }
        None
    }

    fn directed(&self) -> bool {
        self.setup.rules.directed.unwrap_or(self.setup.effective_preset().defaults().directed)
    }

    /// The cost of a move. Reports it and returns `None` if it is out of range.
    fn cost(&mut self, place: SetupPlace, cost: i64) -> Option<u32> {
        let checked = u32::try_from(cost).ok().filter(|cost| (1..=MAX_COST).contains(cost));
        if checked.is_none() {
            self.report(place, DefectKind::Cost { cost });
        }
        checked
    }

    /// The number of vertices and the arcs of lists of neighbours; `step` extracts `(target, cost)`
    /// from an entry.
    fn arcs_of_lists<T>(&mut self, lists: &[Vec<T>], step: impl Fn(&T) -> (i64, i64)) -> Option<(u32, Vec<Arc>)> {
        let vertices = self.vertex_count(i64::try_from(lists.len()).unwrap_or(i64::MAX), SetupPlace::Board)?;
        let listed = lists.iter().map(Vec::len).sum();
        let mut arcs = Vec::with_capacity(listed);
        for (from, list) in lists.iter().enumerate() {
            for (entry, (to, cost)) in list.iter().map(&step).enumerate() {
                let place = SetupPlace::Neighbour { vertex: from, entry };
                let cost = self.cost(place, cost);
                match existing(to, vertices) {
                    Some(to) => arcs.extend(cost.map(|cost| (from as u32, to, cost))),
                    None => self.report(place, DefectKind::NoSuchVertex { vertex: to, vertices }),
                }
            }
        }
        // The way back is sought only if all neighbours exist. A neighbour that does not exist may
        // be a misspelling of a neighbour that seems to be missing.
        if !self.directed() && arcs.len() == listed {
            arcs.put_in_order();
            arcs.dedup();
            let ways = |from, to| {
                let first = arcs.partition_point(|&(a, b, _)| (a, b) < (from, to));
                arcs.iter().skip(first).take_while(move |&&(a, b, _)| (a, b) == (from, to)).map(|&(_, _, cost)| cost)
            };
            let leads_back = |from, to, cost| arcs.binary_search(&(to, from, cost)).is_ok();
            for (vertex, list) in lists.iter().enumerate() {
                for (entry, (to, cost)) in list.iter().map(&step).enumerate() {
                    let (Some(to), Ok(cost)) = (existing(to, vertices), u32::try_from(cost)) else {
                        continue; // reported above
                    };
                    let from = vertex as u32;
                    if leads_back(from, to, cost) {
                        continue;
                    }
                    let place = SetupPlace::Neighbour { vertex, entry };
                    if ways(to, from).next().is_none() {
                        self.report(place, DefectKind::MissingArc { from, to });
                    } else if from < to || ways(to, from).all(|cost| leads_back(to, from, cost)) {
                        // Two opposite moves of different costs are one defect.
                        self.report(place, DefectKind::UnequalCosts { from, to, cost });
                    }
                }
            }
        }
        Some((vertices, arcs))
    }

    /// The number of vertices and the arcs of a list of edges; `step` extracts
    /// `(one end, other end, cost)` from an entry.
    fn arcs_of_edges<T>(
        &mut self,
        vertices: i64,
        edges: &[T],
        step: impl Fn(&T) -> (i64, i64, i64),
    ) -> Option<(u32, Vec<Arc>)> {
        let vertices = self.vertex_count(vertices, SetupPlace::VertexCount)?;
        let mut arcs = Vec::with_capacity(2 * edges.len());
        for (index, (a, b, cost)) in edges.iter().map(step).enumerate() {
            let cost = self.cost(SetupPlace::Edge { index }, cost);
            match (existing(a, vertices), existing(b, vertices)) {
                (Some(a), Some(b)) => {
                    arcs.extend(cost.map(|cost| (a, b, cost)));
                    if !self.directed() {
                        arcs.extend(cost.map(|cost| (b, a, cost)));
                    }
                }
                (a_exists, _) => {
                    let vertex = if a_exists.is_none() { a } else { b };
                    self.report(SetupPlace::Edge { index }, DefectKind::NoSuchVertex { vertex, vertices });
                }
            }
        }
        Some((vertices, arcs))
    }

    /// The grid, the number of its free cells, and its marks.
    fn grid(&mut self, rows: &[String]) -> Option<((Grid, u32), Marks)> {
        let found_before = self.defects.found.len();
        let width = rows.first().map_or(0, |row| row.chars().count());
        if width == 0 {
            self.report(SetupPlace::Board, DefectKind::NoVertices);
            return None;
        }
        // Cells, including walls, are numbered in 32 bits. The caller checks the number of
        // vertices.
        if u32::try_from(rows.len().saturating_mul(width)).is_err() {
            let count = i64::try_from(rows.len().saturating_mul(width)).unwrap_or(i64::MAX);
            self.report(SetupPlace::Board, DefectKind::VertexCount { count });
            return None;
        }
        let mut free = Vec::new();
        let mut marks = Marks::default();
        let mut first_mouse: Option<Cell> = None;
        let mut unknown = Vec::new();
        let mut vertices = 0;
        for (row, text) in rows.iter().enumerate() {
            let cells = text.chars().count();
            if cells != width {
                self.report(SetupPlace::GridRow { row }, DefectKind::RaggedRow { row, width: cells, expected: width });
            }
            for (column, letter) in text.chars().enumerate() {
                let place = SetupPlace::GridCell { row, column };
                let cell = Cell { row: row as u32, column: column as u32 };
                let vertex = Vertex::new(vertices);
                match letter {
                    '#' | '.' => {}
                    'F' => marks.food.push(vertex),
                    'T' => marks.traps.push(vertex),
                    'C' => marks.cats.push(vertex),
                    'M' => {
                        marks.mouse = Some(vertex);
                        if let Some(first) = first_mouse {
                            self.report(place, DefectKind::SecondPiece { piece: "mouse", first });
                        }
                        first_mouse = first_mouse.or(Some(cell));
                    }
                    // Reports each unknown letter once. A drawing with blanks between its cells has
                    // a single defect.
                    found if !unknown.contains(&found) => {
                        unknown.push(found);
                        self.report(place, DefectKind::UnknownCell { found });
                    }
                    _ => {}
                }
                free.push(letter != '#');
                vertices += u32::from(letter != '#');
            }
        }
        if self.defects.found.len() > found_before {
            return None;
        }
        match Grid::new(width as u32, free).with_thin_walls(&self.setup.thin_walls) {
            Ok(grid) => {
                let margins = Margins::of(rows, grid.thin_walls(), self.setup.rules.cat_in_hole);
                Some(((grid.with_margins(margins), vertices), marks))
            }
            Err(between) => {
                self.report(SetupPlace::Board, DefectKind::ThinWall { between });
                None
            }
        }
    }

    fn names(&mut self, vertices: u32) -> Vec<Option<String>> {
        let names = &self.setup.names;
        if names.is_empty() {
            return vec![None; vertices as usize];
        }
        if names.len() != vertices as usize {
            self.report(SetupPlace::Setting(Setting::Names), DefectKind::NameCount { names: names.len(), vertices });
        }
        let mut first_at = HashMap::new();
        for (vertex, name) in names.iter().enumerate() {
            let place = SetupPlace::Name { vertex };
            if name.is_empty() && matches!(self.setup.board, BoardChoice::Grid(_)) {
                // On a grid, a cell need not have a name.
            } else if !is_name(name) {
                self.report(place, DefectKind::BadName { name: name.clone() });
            } else if let Some(&first) = first_at.get(name) {
                self.report(place, DefectKind::NameTwice { name: name.clone(), first });
            } else {
                first_at.insert(name, vertex);
            }
        }
        // If the number of names is wrong, the checks continue with the vertices of the board.
        (0..vertices as usize).map(|vertex| names.get(vertex).filter(|name| !name.is_empty()).cloned()).collect()
    }

    fn vertex(&mut self, board: &Board, place: SetupPlace, choice: &VertexChoice) -> Option<Vertex> {
        board.find(choice).map_err(|kind| self.report(place, kind)).ok()
    }

    fn holes(&mut self, board: &Board, marks: &Marks, default: HoleRule) -> Option<Vec<Vertex>> {
        let mut holes = match (&self.setup.rules.holes, board.grid(), default) {
            (Some(choices), _, _) => self.vertices(board, Setting::Hole, choices)?,
            (None, _, HoleRule::MarkedOrNone) => marks.food.clone(),
            (None, Some(_), _) if marks.food.is_empty() => {
                self.report(SetupPlace::Board, DefectKind::NoPiece { letter: 'F', piece: "food" });
                return None;
            }
            (None, Some(_), _) => marks.food.clone(),
            (None, None, HoleRule::At(hole)) => {
                vec![self.vertex(board, SetupPlace::Setting(Setting::Hole), &VertexChoice::Number(hole))?]
            }
            (None, None, HoleRule::Marked) => {
                self.report(SetupPlace::Setting(Setting::Hole), DefectKind::NoStart { piece: "hole" });
                return None;
            }
        };
        holes.put_in_order();
        holes.dedup();
        Some(holes)
    }

    fn traps(&mut self, board: &Board, marks: &Marks) -> Option<Vec<Vertex>> {
        let mut traps = match &self.setup.rules.traps {
            Some(choices) => self.vertices(board, Setting::Traps, choices)?,
            None => marks.traps.clone(),
        };
        traps.put_in_order();
        traps.dedup();
        Some(traps)
    }

    /// The vertices of a setting that lists them. Every wrong one is reported.
    fn vertices(&mut self, board: &Board, setting: Setting, choices: &[VertexChoice]) -> Option<Vec<Vertex>> {
        let vertex = |(index, choice)| self.vertex(board, SetupPlace::Item(setting, index), choice);
        choices.iter().enumerate().map(vertex).collect::<Vec<_>>().into_iter().collect()
    }

    fn mouse_start(&mut self, board: &Board, marks: &Marks, rule: StartRule) -> Option<StartPlace<Vertex>> {
        match (&self.setup.mouse, marks.mouse) {
            (Some(choice), _) => self.vertex(board, SetupPlace::Setting(Setting::Mouse), choice).map(StartPlace::Given),
            (None, Some(mark)) => Some(StartPlace::Given(mark)),
            (None, None) => self.start(board, rule, Setting::Mouse, ('M', "mouse")),
        }
    }

    /// The number of cats in the setup; `None` if the setup has none. Also reports a number that is
    /// out of range, and returns `None`.
    fn cat_count(&mut self) -> Option<u32> {
        let count = self.setup.rules.cats?;
        let in_range = u32::try_from(count).ok().filter(|count| (1..=MAX_CATS).contains(count));
        if in_range.is_none() {
            self.report(SetupPlace::Setting(Setting::Cats), DefectKind::CatCount { count });
        }
        in_range
    }

    /// The start of each cat, with the place in the setup that gives it.
    fn cat_starts(
        &mut self,
        board: &Board,
        marks: &Marks,
        rule: StartRule,
        count: Option<u32>,
    ) -> Option<StartPlace<Vec<(Vertex, SetupPlace)>>> {
        let starts: Option<Vec<(Vertex, SetupPlace)>> = match (self.setup.cats.as_deref(), board.grid()) {
            (Some(cats), _) => cats
                .iter()
                .enumerate()
                .map(|(index, choice)| {
                    let place = SetupPlace::Item(Setting::Cat, index);
                    self.vertex(board, place, choice).map(|vertex| (vertex, place))
                })
                .collect::<Vec<_>>()
                .into_iter()
                .collect(),
            (None, Some(grid)) if !marks.cats.is_empty() => {
                let place = |&cat: &Vertex| {
                    let Cell { row, column } = grid.cell(cat);
                    (cat, SetupPlace::GridCell { row: row as usize, column: column as usize })
                };
                Some(marks.cats.iter().map(place).collect())
            }
            (None, _) => {
                // Presets give the start of one cat only.
                if let (StartRule::At(_) | StartRule::Marked, Some(cats @ 2..), None) = (rule, count, board.grid()) {
                    self.report(SetupPlace::Setting(Setting::Cat), DefectKind::NoStarts { cats });
                    return None;
                }
                return match self.start(board, rule, Setting::Cat, ('C', "cat"))? {
                    StartPlace::Given(vertex) => Some(StartPlace::Given(vec![(vertex, SetupPlace::Board)])),
                    StartPlace::Placed => Some(StartPlace::Placed),
                };
            }
        };
        let starts = starts?;
        let found = starts.len();
        if found == 0 || found > MAX_CATS as usize {
            let place =
                if found == 0 { SetupPlace::Setting(Setting::Cat) } else { SetupPlace::Item(Setting::Cat, found - 1) };
            self.report(place, DefectKind::CatCount { count: i64::try_from(found).unwrap_or(i64::MAX) });
            return None;
        }
        if let Some(cats) = count
            && found != cats as usize
        {
            let kind = DefectKind::CatStarts { starts: found, cats: cats.into() };
            self.report(SetupPlace::Setting(Setting::Cats), kind);
            return None;
        }
        Some(StartPlace::Given(starts))
    }

    /// The preset's start of a piece that has none in the setup or on the grid.
    fn start(
        &mut self,
        board: &Board,
        rule: StartRule,
        setting: Setting,
        (letter, piece): (char, &'static str),
    ) -> Option<StartPlace<Vertex>> {
        match rule {
            StartRule::Placed => Some(StartPlace::Placed),
            _ if board.grid().is_some() => {
                self.report(SetupPlace::Board, DefectKind::NoPiece { letter, piece });
                None
            }
            StartRule::At(number) if existing(number, board.vertices()).is_some() => {
                self.vertex(board, SetupPlace::Setting(setting), &VertexChoice::Number(number)).map(StartPlace::Given)
            }
            StartRule::At(vertex) => {
                let kind = DefectKind::StartBeyond { piece, vertex, vertices: board.vertices() };
                self.report(SetupPlace::Board, kind);
                None
            }
            StartRule::Marked => {
                self.report(SetupPlace::Setting(setting), DefectKind::NoStart { piece });
                None
            }
        }
    }

    /// Reports every number that is outside its declared range.
    fn check_numbers(&mut self) {
        for setting in SETTINGS {
            let &RuleSetting { key, unit, least, site, .. } = setting;
            let numbers = match setting.get(&self.setup.rules) {
                Some(SettingValue::Number(number)) => vec![number],
                Some(SettingValue::Numbers(numbers)) => numbers,
                _ => continue,
            };
            let (Some(least), Some(site)) = (least, site) else { continue };
            for number in numbers.into_iter().filter(|number| !(least..=u32::MAX.into()).contains(number)) {
                self.report(SetupPlace::Setting(site), DefectKind::Number { key, number, unit, least });
            }
        }
    }

    fn jump(&mut self, setting: Setting, choice: Option<i64>, default: u32) -> u32 {
        let Some(jump) = choice else {
            return default;
        };
        if !(0..=MAX_JUMP).contains(&jump) {
            self.report(SetupPlace::Setting(setting), DefectKind::Jump { jump });
        } else if jump > 1 && !matches!(self.setup.board, BoardChoice::Grid(_)) {
            self.report(SetupPlace::Setting(setting), DefectKind::JumpWithoutGrid { jump });
        }
        u32::try_from(jump).unwrap_or(u32::MAX)
    }

    /// A number, or the default if none is chosen. An out-of-range number counts as the default;
    /// [`check_numbers`](Self::check_numbers) reports it.
    fn number(choice: Option<i64>, default: u32) -> u32 {
        choice.map_or(default, |number| u32::try_from(number).unwrap_or(default))
    }

    fn limit(&mut self, choice: LimitChoice, winner: Outcome) -> Option<TurnLimit> {
        let LimitChoice::Plies(limit) = choice else { return None };
        match u64::try_from(limit) {
            Ok(plies) => Some(TurnLimit { plies, winner }),
            Err(_) => {
                self.report(SetupPlace::Setting(Setting::Limit), DefectKind::Limit { limit });
                None
            }
        }
    }
}
