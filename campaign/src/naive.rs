//! The games of the fixtures and random games, with naive computations of what explanations state
//! about them: the steps of pieces, walks, and the choice among equal moves.
//!
//! Everything is computed by its definition. Nothing is shared with the code that explains.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use catmouse_arena::{Arena, Player, PositionId, Solution, Status, Value, Values, WinOrDraw};
use catmouse_formats::{Format, read};
use catmouse_model::{
    CatInHole, Cell, Game, LimitChoice, Movement, Position, Setup, Side, Stalemate, Vertex, VertexChoice,
};

use crate::random::Dice;

/// The moves at a position, as target positions with costs.
pub fn moves(game: &Game, position: PositionId) -> Vec<(PositionId, u64)> {
    match game.arena().status(position) {
        Status::Won(_) => Vec::new(),
        Status::Turn(_) => game.arena().successors(position).map(|step| (step.to, u64::from(step.cost))).collect(),
    }
}

/// The player to move; `None` if the game is over.
pub fn mover(game: &Game, position: PositionId) -> Option<Player> {
    match game.arena().status(position) {
        Status::Won(_) => None,
        Status::Turn(player) => Some(player),
    }
}

/// The value of a move for a player. Greater values are better.
fn worth(solution: &Solution, player: Player, (to, cost): (PositionId, u64)) -> i64 {
    let far = 1 << 40;
    match solution.value(to) {
        Value::Endless => 0,
        Value::Win { player: winner, distance } => {
            let whole = i64::try_from(distance + cost).expect("small");
            if winner == player { far - whole } else { whole - far }
        }
    }
}

/// The move that the line plays, by a literal reading of the rule. If no end is forced, all moves
/// have the same outcome.
pub fn chosen(game: &Game, solution: &Solution, walks: &Walks, position: PositionId) -> Option<(PositionId, u64)> {
    /// The distance from which no cat reaches the mouse.
    const NEVER: usize = 1_000_000;
    let player = mover(game, position)?;
    let all = moves(game, position);
    let best = all.iter().map(|&step| worth(solution, player, step)).max()?;
    let adjudication = game.adjudication();
    let unforced = adjudication.limit.map_or(adjudication.endless, |limit| limit.outcome);
    let outcome = |at: PositionId| solution.value(at).winner().map_or(unforced, WinOrDraw::Win);
    let mut kept: Vec<[usize; 4]> = Vec::new();
    for (order, &(to, cost)) in all.iter().enumerate() {
        if worth(solution, player, (to, cost)) == best {
            let free = moves(game, to).iter().filter(|reply| outcome(reply.0) == outcome(to)).count();
            let side = Side::from(player);
            let (before, after) = (game.position(position), game.position(to));
            let standing =
                |at: &Position, vertex: Vertex| at.pieces(side).iter().filter(|&&there| there == vertex).count();
            let vertices: BTreeSet<Vertex> = before.pieces(side).iter().copied().collect();
            let stood: usize =
                vertices.iter().map(|&vertex| standing(&before, vertex).min(standing(&after, vertex))).sum();
            let moved = before.pieces(side).len() - stood;
            let is_lost = solution.value(position).winner() == Some(player.opponent());
            // A Mouse that has lost keeps away from the nearest cat; a Cat keeps close.
            let [cats, mouse] = [Player::Two, Player::One].map(|player| places(&after, player));
            let far = walks.nearest(Player::Two, &cats, &mouse).map_or(NEVER, |far| far as usize);
            let apart = match (is_lost, side) {
                (false, _) => 0,
                (true, Side::Mouse) => usize::MAX - far,
                (true, Side::Cat) => far,
            };
            let idle = if is_lost && before.pieces(side).len() == 1 { usize::from(moved == 0) } else { moved };
            kept.push([free, apart, idle, order]);
        }
    }
    kept.sort_unstable();
    Some(all[kept[0][3]])
}

/// The numbers of the vertices on which a player's pieces stand.
pub fn places(position: &Position, player: Player) -> Vec<u32> {
    position.pieces(player.into()).iter().map(|vertex| vertex.number()).collect()
}

/// The vertices that a piece can reach in one step, by the board and the rules.
pub fn steps(game: &Game, player: Player, from: u32) -> BTreeSet<u32> {
    let rules = game.rules();
    let movement = if player == Player::One { rules.mouse } else { rules.cat };
    let closed = |vertex: u32| {
        player == Player::Two
            && rules.cat_in_hole == CatInHole::Forbidden
            && rules.holes.iter().any(|hole| hole.number() == vertex)
    };
    let mut found = BTreeSet::new();
    if closed(from) {
        return found;
    }
    // A run of several edges ends early at a hole, or if the player wants it to.
    let mut runners = BTreeSet::from([from]);
    for _ in 0..movement.speed {
        let mut next: BTreeSet<u32> = runners.iter().flat_map(|&place| strides(game, movement, place)).collect();
        next.retain(|&to| !closed(to));
        found.extend(&next);
        next.retain(|&to| rules.holes.iter().all(|hole| hole.number() != to));
        runners = next;
    }
    let alone = game.rules().cats == 1 || player == Player::One;
    // The mouse goes no farther than a trap.
    found.retain(|to| {
        let is_at = |vertices: &[Vertex]| vertices.iter().any(|vertex| vertex.number() == *to);
        player == Player::Two || !is_at(&rules.traps) || is_at(&rules.holes)
    });
    if movement.may_stay || (alone && rules.stalemate == Stalemate::Pass && found.is_empty()) {
        found.insert(from);
    }
    found
}

/// The least cost of each step from a vertex. Only moves on graphs have costs; others cost 1.
pub fn step_costs(game: &Game, player: Player, from: u32) -> BTreeMap<u32, i64> {
    let rules = game.rules();
    let movement = if player == Player::One { rules.mouse } else { rules.cat };
    let board = game.board();
    let is_hole = |vertex: u32| rules.holes.iter().any(|hole| hole.number() == vertex);
    let is_used = |arc: usize| {
        let names = board.kinds();
        names.is_empty()
            || board.kinds_of(arc).any(|kind| {
                names.iter().enumerate().any(|(index, name)| name == kind && movement.kinds >> index & 1 == 1)
            })
    };
    // All runs, edge by edge.
    let mut found: BTreeMap<u32, i64> = BTreeMap::new();
    let mut runs = vec![(from, 0)];
    for _ in 0..movement.speed {
        let mut next = Vec::new();
        for (at, paid) in runs {
            for (_, (_, to, cost)) in
                board.arcs().enumerate().filter(|&(arc, (start, ..))| start.number() == at && is_used(arc))
            {
                let (to, paid) = (to.number(), paid + i64::from(cost));
                let known = found.entry(to).or_insert(paid);
                *known = paid.min(*known);
                if !is_hole(to) {
                    next.push((to, paid));
                }
            }
        }
        runs = next;
    }
    steps(game, player, from).into_iter().map(|to| (to, found.get(&to).copied().unwrap_or(1))).collect()
}

/// The vertices that a piece would reach along one edge or by one jump if no vertex were closed.
fn strides(game: &Game, movement: Movement, from: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    match game.board().grid() {
        None if movement.jump > 0 => {
            let board = game.board();
            let used: Vec<&String> = (board.kinds().iter().enumerate())
                .filter(|(kind, _)| movement.kinds >> kind & 1 == 1)
                .map(|(_, name)| name)
                .collect();
            let is_used = |arc: usize| {
                board.kinds().is_empty() || board.kinds_of(arc).any(|kind| used.iter().any(|it| *it == kind))
            };
            let arcs = board.arcs().enumerate().filter(|&(arc, (start, ..))| start.number() == from && is_used(arc));
            found.extend(arcs.map(|(_, (_, to, _))| to.number()));
        }
        None => {}
        Some(grid) => {
            let cell = grid.cell(Vertex::new(from));
            for (down, right) in [(0i64, 1i64), (1, 0), (0, -1), (-1, 0)] {
                let mut last = Vertex::new(from);
                for far in 1..=i64::from(movement.jump) {
                    let (row, column) = (i64::from(cell.row) + far * down, i64::from(cell.column) + far * right);
                    let (Ok(row), Ok(column)) = (u32::try_from(row), u32::try_from(column)) else { break };
                    let Some(vertex) = grid.vertex(Cell { row, column }) else { break };
                    let (next, before) = (Cell { row, column }, grid.cell(last));
                    if grid.thin_walls().iter().any(|wall| *wall == [before, next] || *wall == [next, before]) {
                        break;
                    }
                    last = vertex;
                    found.insert(vertex.number());
                }
            }
        }
    }
    found
}

/// The number of steps from each place to each other place.
pub struct Walks {
    far: [Vec<Vec<Option<u32>>>; 2],
    /// For each player the targets to which its steps to the goal are counted, and the number to
    /// add.
    pub goals: [(Vec<u32>, u32); 2],
}

impl Walks {
    /// The walks of both players in this game.
    pub fn new(game: &Game) -> Self {
        let all = 0..game.board().vertices();
        let far = Player::BOTH.map(|player| {
            let steps: Vec<BTreeSet<u32>> = all.clone().map(|from| steps(game, player, from)).collect();
            all.clone().map(|from| distances(&steps, from)).collect()
        });
        Self { far, goals: Player::BOTH.map(|player| goal(game, player)) }
    }

    /// None if there is no way.
    pub fn walk(&self, player: Player, from: u32, to: u32) -> Option<u32> {
        self.far[player.index()][from as usize][to as usize]
    }

    /// From the nearest of some places to the nearest of others.
    pub fn nearest(&self, player: Player, from: &[u32], to: &[u32]) -> Option<u32> {
        from.iter().flat_map(|&from| to.iter().filter_map(move |&to| self.walk(player, from, to))).min()
    }
}

/// The number of steps from a vertex to each vertex. `steps` has the vertices one step from each.
fn distances(steps: &[BTreeSet<u32>], from: u32) -> Vec<Option<u32>> {
    let mut found = vec![None; steps.len()];
    let mut next = BTreeSet::from([from]);
    for count in 0.. {
        next.retain(|&place| found[place as usize].is_none());
        if next.is_empty() {
            break;
        }
        for &place in &next {
            found[place as usize] = Some(count);
        }
        next = next.iter().flat_map(|&place| steps[place as usize].clone()).collect();
    }
    found
}

/// The targets to which a player's steps to the goal are counted, and the number to add. If the
/// goal is closed to the player, steps are counted to the vertices from which the opponent enters
/// it, and one is added.
fn goal(game: &Game, player: Player) -> (Vec<u32>, u32) {
    let all = || 0..game.board().vertices();
    let leads_to = |who: Player, from: u32, to: u32| steps(game, who, from).contains(&to);
    let holes: Vec<u32> = game.rules().holes.iter().map(|hole| hole.number()).collect();
    if holes.iter().any(|&hole| all().any(|from| leads_to(player, from, hole))) {
        return (holes, 0);
    }
    let is_beside = |&from: &u32| holes.iter().any(|&hole| from != hole && leads_to(player.opponent(), from, hole));
    (all().filter(is_beside).collect(), 1)
}

/// The files of the fixtures that are explained and played, sorted.
pub fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let folders = ["classic", "costs", "cops", "grid", "rules"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder is there"));
    let mut found: Vec<PathBuf> = files
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    found.sort();
    found
}

/// The games of the fixtures with at most this number of positions, each with the path of its file.
/// Cats that follow scripts have tests of their own: a side without a choice is explained otherwise.
pub fn small_games(positions: usize) -> impl Iterator<Item = (String, Game)> {
    let games = fixtures().into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("fixtures are text");
        let game = read(&text, Format::Setup).expect("it is read").setup.plan().expect("it is in order").game();
        (path.display().to_string(), game)
    });
    games.filter(move |(_, game)| game.arena().positions() <= positions && !game.rules().has_script())
}

/// A board of at most ten vertices, or a small grid, with any rules.
pub fn random_setup(dice: &mut Dice) -> Setup {
    use catmouse_model::Outcome::{Cat, Draw, Mouse};
    let is_grid = dice.below(5) == 0;
    let costs = !is_grid && dice.below(6) == 0;
    let mut setup = if is_grid {
        let (rows, columns) = (1 + dice.below(3), 2 + dice.below(4));
        let mut cells: Vec<char> = (0..rows * columns).map(|_| if dice.below(5) == 0 { '#' } else { '.' }).collect();
        let at = |dice: &mut Dice| dice.below(rows * columns);
        for piece in ['F', 'C', 'M'] {
            let cell = at(dice);
            cells[cell] = piece;
        }
        let rows: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
        read(&rows.join("\n"), Format::Grid).expect("it is a grid").setup
    } else {
        let count = 3 + dice.below(8);
        let mut lists: Vec<Vec<(i64, i64)>> = vec![Vec::new(); count];
        let density = 20 + dice.below(40);
        for b in 1..count {
            // A spanning tree, and further edges.
            let parent = dice.below(b);
            for a in 0..b {
                if a == parent || dice.below(100) < density {
                    let cost = 1 + i64::try_from(dice.below(4)).expect("small");
                    lists[a].push((i64::try_from(b).expect("small"), cost));
                    lists[b].push((i64::try_from(a).expect("small"), cost));
                }
            }
        }
        if dice.below(3) == 0 {
            // A dead end.
            let mut last = dice.below(count);
            for _ in 0..4 + dice.below(4) {
                let next = lists.len();
                let (from, to) = (i64::try_from(last).expect("small"), i64::try_from(next).expect("small"));
                lists[last].push((to, 1));
                lists.push(vec![(from, 1)]);
                last = next;
            }
        }
        let count = lists.len();
        let text = if costs {
            let told: Vec<Vec<[i64; 2]>> =
                lists.iter().map(|list| list.iter().map(|&(to, cost)| [to, cost]).collect()).collect();
            format!("{told:?}")
        } else {
            let told: Vec<Vec<i64>> = lists.iter().map(|list| list.iter().map(|(to, _)| *to).collect()).collect();
            format!("{told:?}")
        };
        let mut setup = read(&text, Format::Leetcode).expect("it is a graph").setup;
        let vertex = |dice: &mut Dice| VertexChoice::Number(1 + i64::try_from(dice.below(count - 1)).expect("small"));
        setup.mouse = Some(vertex(dice));
        setup.cats = Some((0..=dice.below(8) / 7).map(|_| vertex(dice)).collect());
        setup
    };
    let pick = |dice: &mut Dice| dice.below(4) == 0;
    let rules = &mut setup.rules;
    if pick(dice) {
        rules.mouse_may_stay = Some(dice.below(2) == 0);
    }
    if pick(dice) {
        rules.cat_may_stay = Some(dice.below(2) == 0);
    }
    if pick(dice) {
        let all = [CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins];
        rules.cat_in_hole = Some(all[dice.below(4)]);
    }
    if pick(dice) {
        rules.stalemate = Some([Stalemate::Draw, Stalemate::Pass, Stalemate::Loss][dice.below(3)]);
    }
    if pick(dice) {
        rules.endless = Some([Mouse, Cat, Draw][dice.below(3)]);
    }
    if dice.below(6) == 0 {
        rules.limit = Some(LimitChoice::Plies(i64::try_from(dice.below(20)).expect("small")));
    }
    if is_grid && pick(dice) {
        rules.mouse_jump = Some(2);
    }
    if pick(dice) {
        setup.first = Some(Side::Cat);
    }
    setup
}
