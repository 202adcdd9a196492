//! Tries one number of cats after the other on each component of a graph.

use std::borrow::Cow;

use catmouse_arena::InOrder;
use catmouse_formats::SmallGraph;
use catmouse_model::{CopsAndRobbers, Side, Sight, are_connected};

use super::component::{Component, SmallRows, Win, on_every_vertex};
use super::question::{CopsQuestion, are_usual};
use super::theorem::Theorem;
use super::workspace::CopsWorkspace;
use crate::error::Error;

/// The result of trying numbers of cats on a graph.
pub(super) struct CopsResult {
    /// The least number of cats that win, if it was asked for and found.
    pub(super) cop_number: Option<u32>,
    /// The win of the cats; `None` if they do not win.
    pub(super) win: Option<Win>,
    /// The greatest number of cats that was tried.
    pub(super) tried: u32,
    /// The theorem that gives the cop number, if no trial does.
    pub(super) theorem: Option<Theorem>,
}

/// The same as [`solve`] for a small graph, given as rows of bits. `None` if [`solve`] must answer:
/// the graph is not connected, some move leads one way, the rules or the question are unusual, or
/// the game does not fit into the inner caches.
pub(super) fn solve_small(
    graph: &SmallGraph,
    least: u32,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace<'_>,
) -> Result<Option<CopsResult>, Error> {
    let rules = &question.choices.rules();
    if rules.mouse != rules.cat
        || rules.seen != Sight::Always
        || (rules.cat.speed, rules.capture_distance, rules.first) != (1, 0, Side::Cat)
        || !graph.is_undirected()
        || question.cats.is_some()
        || question.placements
        || !are_connected(graph.rows())
    {
        return Ok(None);
    }
    let rows = SmallRows::classical(graph, rules.cat.may_stay);
    for cats in least..graph.vertices() {
        if workspace.workspaces.is_cancelled() {
            return Err(Error::Cancelled);
        }
        if let Some(most) = question.most.filter(|&most| cats > most) {
            return Ok(Some(CopsResult { cop_number: None, win: None, tried: most, theorem: None }));
        }
        if !rows.fits_caches(cats, question) {
            return Ok(None);
        }
        if let Some(best) = rows.win(cats, rules, &mut workspace.small) {
            return Ok(Some(CopsResult { cop_number: Some(cats), win: Some(best), tried: cats, theorem: None }));
        }
    }
    Ok(None)
}

/// Tries numbers of cats on each component of a graph. On a connected graph, numbers below `least`
/// are skipped, because they are known not to win. If a trial does not fit into memory, a theorem
/// may give the cop number of the component. `may_use_theorems` allows this. It requires that moves
/// lead both ways, and that the question is about the cop number alone.
///
/// No cat leaves its component, so each component needs its own cats. The mouse chooses the
/// component on which the cats take the most rounds. Spare cats are added one by one, always to the
/// component that takes the most rounds.
pub(super) fn solve(
    graph: &CopsAndRobbers,
    least: u32,
    may_use_theorems: bool,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace<'_>,
) -> Result<CopsResult, Error> {
    if let Some(cats) = question.cats.filter(|&cats| (1..=cats).contains(&graph.vertices()) && !question.placements) {
        let win = Win { rounds: 0, placement: on_every_vertex(graph.vertices(), cats), ..Win::default() };
        return Ok(CopsResult { cop_number: None, win: Some(win), tried: cats, theorem: None });
    }
    let rules = question.choices.rules();
    let limit = question.cats.or(question.most);
    let mut tried = 0;
    let mut solved: Vec<SolvedComponent<'_>> = Vec::new();
    let mut theorem = None;
    let is_connected = graph.is_connected();
    let components = if graph.vertices() == 0 || rules.components_are_independent(graph.has_dead_end()) {
        graph.components()
    } else {
        vec![((0..graph.vertices()).collect(), Cow::Borrowed(graph))]
    };
    let mut needed = 0;
    let mut to_come = components.len() as u32;
    // A single component has all the cats of the question, so smaller numbers need not be tried.
    let fewest = if components.len() == 1 { question.cats.unwrap_or(1).max(least) } else { 1 };
    for (vertices, component) in components {
        let component = Component::new(component, &rules);
        to_come -= 1;
        let others = needed + to_come; // each later component needs at least one cat
        let mut cats = fewest;
        let won = loop {
            if workspace.workspaces.is_cancelled() {
                return Err(Error::Cancelled);
            }
            if limit.is_some_and(|limit| others + cats > limit) {
                tried = limit.unwrap_or(tried);
                break None;
            }
            let win = component.win(cats, question, workspace);
            if !matches!(win, Err(Error::TooManyCats { .. })) {
                tried = tried.max(others + cats);
            }
            match win {
                Ok(Some(win)) => break Some(win),
                Ok(None) => cats += 1,
                Err(error @ Error::TooManyCats { .. }) if may_use_theorems && are_usual(&rules) => {
                    let most = limit.map(|limit| limit - others);
                    let Some(found) = by_theorem(&component, cats, most, question, workspace)? else {
                        return Err(error);
                    };
                    theorem = theorem.or(found.theorem);
                    tried = tried.max(others + found.tried);
                    cats = found.cop_number.unwrap_or(cats);
                    break found.cop_number.map(|_| Win::default());
                }
                Err(error) => return Err(error),
            }
        };
        let Some(win) = won else {
            return Ok(CopsResult { cop_number: None, win: None, tried, theorem: None });
        };
        needed += cats;
        solved.push(SolvedComponent { vertices, component, cats, win });
    }
    let mut spare = question.cats.unwrap_or(needed).saturating_sub(needed);
    while spare > 0 {
        spare -= 1;
        let slowest = |part: &&mut SolvedComponent<'_>| (part.win.rounds, std::cmp::Reverse(part.cats));
        let Some(slowest) = solved.iter_mut().max_by_key(slowest) else {
            break;
        };
        slowest.cats += 1;
        if let Some(win) = slowest.component.win(slowest.cats, question, workspace)? {
            slowest.win = win;
        }
    }
    if theorem.is_some() {
        return Ok(CopsResult { cop_number: Some(needed), win: None, tried, theorem });
    }
    let rounds = solved.iter().map(|part| part.win.rounds).max().unwrap_or(0);
    let mut placement: Vec<u32> = Vec::with_capacity(solved.iter().map(|part| part.win.placement.len()).sum());
    for part in &solved {
        placement.extend(part.win.placement.iter().map(|&vertex| part.vertices[vertex as usize]));
    }
    placement.put_in_order();
    let whole = solved.pop().filter(|_| is_connected).map(|part| part.win).unwrap_or_default();
    Ok(CopsResult {
        cop_number: question.cats.is_none().then_some(needed),
        win: Some(Win { rounds, placement, ..whole }),
        tried: question.cats.unwrap_or(tried),
        theorem: None,
    })
}

/// A component on which the cats win.
struct SolvedComponent<'a> {
    /// The vertices of the component, by their numbers in the whole graph.
    vertices: Vec<u32>,
    component: Component<'a>,
    cats: u32,
    win: Win,
}

/// The cop number by a theorem. `None` if no theorem applies. The result has no cop number if
/// `most` cats do not win.
///
/// All numbers of cats below `cats` must have been tried without a win. The component must be
/// connected, with moves that lead both ways, and the rules must be the usual ones.
fn by_theorem(
    component: &Component<'_>,
    cats: u32,
    most: Option<u32>,
    question: &CopsQuestion,
    workspace: &mut CopsWorkspace<'_>,
) -> Result<Option<CopsResult>, Error> {
    if let Some(theorem) = Theorem::of_drawing(cats, component.graph.vertices(), component.graph.arcs()) {
        let (cop_number, theorem) = (Some(cats), Some(theorem));
        return Ok(Some(CopsResult { cop_number, win: None, tried: cats - 1, theorem }));
    }
    let Some(core) = component.core(question.memory, workspace)? else { return Ok(None) };
    let question = CopsQuestion { most, ..*question };
    let CopsResult { cop_number, tried, .. } = solve(&core, cats, false, &question, workspace)?;
    let theorem = cop_number.map(|_| Theorem::Core);
    Ok(Some(CopsResult { cop_number, win: None, tried, theorem }))
}
