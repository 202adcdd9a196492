//! Whether a number of cats wins on a graph if the mouse is not always seen.
//!
//! If it is never seen, the cats have no opponent, and [`Clearing`](catmouse_solver::Clearing)
//! searches for a plan. Otherwise the positions that arise from all placements are laid out and solved.

use catmouse_arena::{Player, Team};
use catmouse_formats::Problem;
use catmouse_model::{CopsAndRobbers, Defect, DefectKind, Hindrance, Setting, SetupPlace, Sight};
use catmouse_solver::{Request, SolveError};

use super::question::CopsQuestion;
use super::workspace::CopsWorkspace;
use crate::error::Error;
use crate::memory::memory_budget;
use crate::unseen::{Openings, lay_out, search};

/// The plies in which this number of cats wins, and their starts; `None` if they do not win. No cat leaves the graph.
pub(super) fn win(
    graph: &CopsAndRobbers,
    cats: u32,
    question: &CopsQuestion,
    workspace: &CopsWorkspace,
) -> Result<Option<(u64, Vec<u32>)>, Error> {
    let rules = question.choices.rules();
    ensure_possible(graph, question)?;
    // Each placement has its captures, its sights and its list of sets.
    let configurations = Team::configurations(graph.vertices().into(), cats.into());
    let bytes = configurations.filter(|&count| count < u32::MAX.into()).unwrap_or(u64::MAX).saturating_mul(64);
    let bytes = bytes.saturating_add(graph.arena_bytes(cats, &rules));
    let limit = (question.memory < u64::MAX).then_some(question.memory);
    let allowed = memory_budget(limit) / question.threads.get() as u64;
    let too_many = Error::TooManyPlaces { cats, vertices: graph.vertices(), allowed };
    if bytes > allowed {
        return Err(too_many);
    }
    let arena = graph.arena(cats, &rules);
    let unseen = graph.unseen(&arena, &rules);
    let control = workspace.control().allowing(allowed - bytes);
    let best = if rules.seen == Sight::Never {
        search(&unseen, &control).map(|plan| plan.map(|plan| (plan.plies, plan.nodes[0])))
    } else {
        lay_out(&unseen, &control).and_then(|positions| {
            let values = catmouse_solver::solve(&positions, Request::Table, &control)?.into_table();
            let Openings { start, value, .. } = Openings::of(&unseen, &positions, &values);
            Ok(value.distance().filter(|_| value.winner() == Some(Player::Two)).map(|plies| (plies, start.cats)))
        })
    };
    match best {
        Err(SolveError::TooLarge { .. }) => Err(too_many),
        best => Ok(best?.map(|(plies, node)| (plies, arena.pieces(Player::Two).configuration(node)))),
    }
}

/// Refuses a graph on which the mouse cannot be unseen, and a question that knows no such mouse.
fn ensure_possible(graph: &CopsAndRobbers, question: &CopsQuestion) -> Result<(), Error> {
    let rules = question.choices.rules();
    let stuck = || (0..graph.vertices()).find(|&vertex| !graph.arcs().iter().any(|&(from, _)| from == vertex));
    let hindrance = if graph.vertices() > u64::BITS {
        Hindrance::Vertices(graph.vertices())
    } else if question.placements {
        Hindrance::Question
    } else if let (false, Some(vertex)) = (rules.mouse.may_stay, stuck()) {
        Hindrance::Stuck(vertex)
    } else {
        return Ok(());
    };
    let kind = DefectKind::Unseen { sight: rules.seen, hindrance };
    let defect = Defect { place: SetupPlace::Setting(Setting::MouseSeen), kind };
    Err(Error::Problems { problems: vec![Problem::of_defect(None, &defect)], record: None })
}
