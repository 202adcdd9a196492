//! Cats that follow a script: in the Cat's ply such a cat makes up to its speed in steps, each of
//! which the places of the cat and the mouse determine.
//!
//! Each step looks at the places anew; the mouse does not move in the Cat's ply. Walls, thin walls,
//! kinds of edges that the cat may not use and holes that are closed to it block a step. The cat
//! stays where it meets the mouse, and where its script has no step. A run ends at a hole, as any
//! run does. So every ply is a run that the speed allows, or stays.

use catmouse_arena::{Cast, CastRole, ForcedMoves, StepGraph, TeamStalemate};

use crate::board::{Board, Cell, Direction, Vertex};
use crate::rules::{CatFollows, CatWay, Movement, Rules, Stalemate};
use crate::steps::{self, Domain};

/// The cats of a game in which they differ or follow scripts.
pub(crate) fn cast(board: &Board, mouse: &Domain, cat: &Domain, rules: &Rules) -> Cast {
    let graph = |movement: Movement| {
        let mut arcs = Vec::new();
        steps::fill(&mut arcs, board, cat, (movement, &rules.holes), Stalemate::Draw);
        StepGraph::new(cat.nodes(), arcs)
    };
    let single = graph(Movement { speed: 1, may_stay: false, ..rules.cat });
    let role = |&CatWay { follows, speed }: &CatWay| match follows {
        CatFollows::Free => CastRole::Free(graph(Movement { speed, ..rules.cat })),
        CatFollows::Rows | CatFollows::Columns | CatFollows::Nearest => {
            CastRole::Forced(forced(board, (mouse, cat), (follows, speed), &single, &rules.holes))
        }
    };
    let roles = rules.cat_ways.iter().map(role).collect();
    let may_stay = rules.cat.may_stay || rules.has_script();
    let stalemate = if rules.stalemate == Stalemate::Pass { TeamStalemate::Passes } else { TeamStalemate::Stuck };
    Cast::new(graph(Movement { may_stay, ..rules.cat }), roles, rules.cats, stalemate)
}

/// The plies of a cat with this script and speed. `single` holds its steps. Time: O(v² · speed), and
/// for [`CatFollows::Nearest`] also O(v · arcs), for v vertices.
fn forced(
    board: &Board,
    (mouse, cat): (&Domain, &Domain),
    (follows, speed): (CatFollows, u32),
    single: &StepGraph,
    holes: &[Vertex],
) -> ForcedMoves {
    // The next node for each node of the mouse and each node of the cat.
    let next: Vec<u32> = (0..mouse.nodes())
        .flat_map(|row| {
            let at = mouse.vertex(row);
            match follows {
                CatFollows::Nearest => nearer(single, cat.node(at)),
                CatFollows::Rows | CatFollows::Columns | CatFollows::Free => {
                    (0..cat.nodes()).map(|node| straight(board, cat, follows, (node, at))).collect()
                }
            }
        })
        .collect();
    ForcedMoves::new(mouse.nodes(), cat.nodes(), |row, origin| {
        let mut node = origin;
        for _ in 0..speed {
            let step = next[row as usize * cat.nodes() as usize + node as usize];
            if step == node {
                break;
            }
            node = step;
            if holes.binary_search(&cat.vertex(node)).is_ok() {
                break;
            }
        }
        node
    })
}

/// One step of a cat that goes along its row first, or along its column first; its own node if it
/// has no step.
fn straight(board: &Board, cat: &Domain, follows: CatFollows, (node, mouse): (u32, Vertex)) -> u32 {
    let Some(grid) = board.grid() else { return node };
    let here = cat.vertex(node);
    let (Cell { row, column }, to) = (grid.cell(here), grid.cell(mouse));
    let along_row =
        (column != to.column).then_some(if column < to.column { Direction::Right } else { Direction::Left });
    let along_column = (row != to.row).then_some(if row < to.row { Direction::Down } else { Direction::Up });
    let wishes = if follows == CatFollows::Columns { [along_column, along_row] } else { [along_row, along_column] };
    let step = |direction| grid.ray(here, direction).next().and_then(|vertex| cat.node(vertex));
    wishes.into_iter().flatten().find_map(step).unwrap_or(node)
}

/// For each node, the least node that is one step nearer to the mouse; the node itself if there is no
/// way to the mouse.
fn nearer(steps: &StepGraph, mouse: Option<u32>) -> Vec<u32> {
    let distance = steps.arcs_to(mouse);
    let step = |node: u32| {
        let here = distance[node as usize];
        let is_nearer = |to: &u32| here != StepGraph::NEVER && distance[*to as usize] < here;
        steps.successors(node).iter().map(|arc| arc.node).find(is_nearer).unwrap_or(node)
    };
    (0..steps.nodes()).map(step).collect()
}
