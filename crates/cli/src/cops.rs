//! How many cats a graph needs, and how long they take.

use std::borrow::Cow;

use catmouse_arena::Solution;
use catmouse_model::{CatsMove, Chase, Side};
use catmouse_solver::teams::SmallTeams;
use catmouse_solver::{Control, Shape, Side as Pieces, Solved, Wanted};

/// What is asked of a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// Whether exactly so many cats win, instead of how few do.
    pub(crate) cats: Option<u32>,
    /// Give up beyond so many.
    pub(crate) most: Option<u32>,
    /// Which cats move in the Cat's ply.
    pub(crate) cats_move: CatsMove,
    /// Bytes that may be asked for.
    pub(crate) memory: u64,
}

/// What becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The least number of cats that win, if it was asked for and found.
    pub(crate) cop_number: Option<u32>,
    /// In how many rounds they win, and where they stand at first, ascending; if they do.
    pub(crate) win: Option<(u64, Vec<u32>)>,
    /// The greatest number of cats that were tried.
    pub(crate) tried: u32,
}

/// So many cats on a graph or a component of it take more memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    pub(crate) cats: u32,
    pub(crate) vertices: u32,
    pub(crate) bytes: u64,
}

/// Answers the question about a graph; small ones are solved in the room.
///
/// No cat leaves its component, so each component needs its own cats, and the mouse goes where it lives longest. Cats to
/// spare go where they are needed most.
pub(crate) fn answer(graph: &Chase, question: &Question, room: &mut SmallTeams) -> Result<Answer, TooLarge> {
    let limit = question.cats.or(question.most);
    let mut tried = 0;
    let mut parts: Vec<Part<'_>> = Vec::new();
    let components = graph.components();
    let mut needed = 0;
    let mut to_come = components.len() as u32;
    for (vertices, component) in components {
        let part = Component::new(component);
        to_come -= 1;
        let others = needed + to_come; // each of those to come needs one at least
        let mut cats = 1;
        let won = loop {
            tried = tried.max(others + cats);
            if limit.is_some_and(|limit| others + cats > limit) {
                tried = limit.unwrap_or(tried);
                break None;
            }
            match capture(&part, cats, question, room)? {
                Some(win) => break Some(win),
                None => cats += 1,
            }
        };
        let Some((rounds, placement)) = won else {
            return Ok(Answer { cop_number: None, win: None, tried });
        };
        needed += cats;
        parts.push(Part { vertices, component: part, cats, rounds, placement });
    }
    let mut spare = question.cats.unwrap_or(needed).saturating_sub(needed);
    while spare > 0 {
        spare -= 1;
        let Some(slowest) = parts.iter_mut().max_by_key(|part| (part.rounds, std::cmp::Reverse(part.cats))) else {
            break;
        };
        slowest.cats += 1;
        if let Some((rounds, placement)) = capture(&slowest.component, slowest.cats, question, room)? {
            (slowest.rounds, slowest.placement) = (rounds, placement);
        }
    }
    let rounds = parts.iter().map(|part| part.rounds).max().unwrap_or(0);
    let of_part =
        |part: &Part<'_>| part.placement.iter().map(|&vertex| part.vertices[vertex as usize]).collect::<Vec<u32>>();
    let mut placement: Vec<u32> = parts.iter().flat_map(of_part).collect();
    placement.sort_unstable();
    Ok(Answer {
        cop_number: question.cats.is_none().then_some(needed),
        win: Some((rounds, placement)),
        tried: question.cats.unwrap_or(tried),
    })
}

/// A connected piece of a graph.
struct Component<'a> {
    graph: Cow<'a, Chase>,
    /// Its moves as rows of bits, if it is small.
    steps: Option<Vec<u64>>,
}

impl<'a> Component<'a> {
    fn new(graph: Cow<'a, Chase>) -> Self {
        Self { steps: graph.rows(), graph }
    }
}

/// A component with its cats.
struct Part<'a> {
    /// Its vertices in the whole graph.
    vertices: Vec<u32>,
    component: Component<'a>,
    cats: u32,
    rounds: u64,
    placement: Vec<u32>,
}

/// In how many rounds so many cats win on a component, and from where; none if they don't.
fn capture(
    Component { graph, steps }: &Component<'_>,
    cats: u32,
    question: &Question,
    room: &mut SmallTeams,
) -> Result<Option<(u64, Vec<u32>)>, TooLarge> {
    if cats >= graph.vertices() {
        // A cat on every vertex: the mouse is caught where it is placed.
        let spare = vec![0; (cats - graph.vertices()) as usize];
        let mut placement: Vec<u32> = (0..graph.vertices()).chain(spare).collect();
        placement.sort_unstable();
        return Ok(Some((0, placement)));
    }
    let (vertices, wanted) = (u64::from(graph.vertices()), Wanted::Placement(Side::Cat.into()));
    let estimate = match steps {
        Some(_) => SmallTeams::estimate(vertices, cats.into()),
        None => {
            let pieces = |team| Pieces { nodes: vertices, arcs: graph.moves(), team, may_stay: true };
            let cats = (cats > 1).then(|| cats.into());
            let shape = Shape::of_product([pieces(None), pieces(cats)], true);
            catmouse_solver::estimate(Shape { ends_by_member: true, ..shape }, wanted)
        }
    };
    let arena_bytes = if steps.is_some() { 0 } else { graph.arena_bytes(cats) };
    let bytes = estimate.bytes().unwrap_or(u64::MAX).saturating_add(arena_bytes);
    let too_large = TooLarge { cats, vertices: graph.vertices(), bytes };
    if bytes == u64::MAX || bytes > question.memory {
        return Err(too_large);
    }
    let best = match steps {
        Some(steps) => {
            // A cat wins where the mouse stands where it does.
            let caught: Vec<u64> = (0..graph.vertices()).map(|vertex| 1 << vertex).collect();
            room.best_placement(steps, steps, &caught, cats, question.cats_move.into())
        }
        None => {
            let arena = graph.arena(cats, question.cats_move);
            let solved = catmouse_solver::run(&arena, wanted, Solution::default(), &Control::default());
            let Ok(Solved::Placement(best)) = solved else { return Err(too_large) };
            best.map(|(node, plies)| (arena.pieces(Side::Cat.into()).configuration(node), plies))
        }
    };
    Ok(best.map(|(placement, plies)| (plies.div_ceil(2), placement)))
}
