//! Shrinks a game with a disagreement to a small game with a disagreement of the same kind.
//!
//! The method is greedy: among the games that are simpler by one step ([`simpler`]), it takes the
//! first with the same kind of disagreement, until there is none. From the last game no vertex,
//! arc, hole or setting can be removed. The disagreement may be found with another start or under
//! other terms than the tried ones. So each step must also lower the weight of the game, which
//! guarantees that the method ends.

use catmouse_hunt::smallest;

use crate::case::Case;
use crate::confrontation::Disagreement;
use crate::oracle::{
    CatInHole, CatsMove, Clock, Ground, Movement, Place, Placing, Pursuit, Script, Stalemate, Terms, Verdict, Who,
    free_cells,
};

/// Shrinks a disagreement; `confront` returns the disagreement about a case, if there is one.
pub fn shrink(found: Disagreement, confront: impl Fn(&Case) -> Option<Disagreement>) -> Disagreement {
    let kind = found.kind;
    smallest(
        found,
        |it: &Disagreement| weight(&it.case),
        |it: &Disagreement| simpler(&it.case),
        |case: &Case| confront(case).filter(|it| it.kind == kind),
    )
}

/// The size of a case: vertices, cats, cells, arcs, costs, holes, then settings that differ from
/// *Cat and Mouse*.
fn weight(case: &Case) -> [usize; 7] {
    let Case { pursuit, terms, placing, .. } = case;
    let [cells, food, arcs, costs] = match &pursuit.ground {
        Ground::Graph(lists) => [0, 0, lists.iter().map(Vec::len).sum(), 0],
        Ground::Priced(lists) => {
            let costs = lists.iter().flatten().map(|&(_, cost)| cost as usize).sum();
            [0, 0, lists.iter().map(Vec::len).sum(), costs]
        }
        Ground::Grid(rows) => {
            let count = |is: fn(char) -> bool| rows.iter().flat_map(|row| row.chars()).filter(|&cell| is(cell)).count();
            [count(|_| true) + pursuit.thin_walls.len(), count(|cell| cell == 'F'), 0, 0]
        }
    };
    let movement = |movement: Movement| usize::from(movement.may_stay) + movement.jump.abs_diff(1) + movement.speed - 1;
    let rules = [
        pursuit.cat_in_hole != CatInHole::Forbidden,
        pursuit.stalemate != Stalemate::Draw,
        pursuit.cats_move != CatsMove::All,
        placing.chooses(Who::Mouse),
        placing.chooses(Who::Cat),
    ];
    let clock = terms.clock.map_or(0, |clock| 1 + clock.budget + usize::from(clock.owner != Verdict::Draw));
    let settings = rules.map(usize::from).iter().sum::<usize>() + movement(pursuit.mouse) + movement(pursuit.cat);
    let script = |&(script, speed): &(Script, usize)| speed + if script == Script::Free { 0 } else { 2 };
    let scripts = pursuit.scripts.iter().map(script).sum::<usize>() + pursuit.traps.len();
    let settings = settings + pursuit.capture_distance + scripts;
    let agreed = clock + usize::from(terms.endless != Verdict::Draw);
    [pursuit.vertices(), pursuit.cats, cells, arcs, costs, pursuit.holes.len(), settings + food + agreed]
}

/// The cases that are simpler by one step, the largest savings first.
pub fn simpler(case: &Case) -> Vec<Case> {
    let mut all = match &case.pursuit.ground {
        Ground::Graph(lists) => {
            let unpriced = lists.iter().map(|list| list.iter().map(|&to| (to, 1)).collect()).collect::<Vec<_>>();
            simpler_graphs(case, &unpriced, |lists| without_costs(&lists))
        }
        Ground::Priced(lists) => {
            let mut all = simpler_graphs(case, lists, Ground::Priced);
            all.extend(simpler_costs(case, lists));
            all
        }
        Ground::Grid(rows) => simpler_grids(case, rows),
    };
    all.extend(fewer_cats(case));
    let placing = match case.placing {
        Placing::Neither => &[][..],
        Placing::Mouse | Placing::Cats => &[Placing::Neither],
        Placing::Both => &[Placing::Neither, Placing::Cats, Placing::Mouse],
    };
    all.extend(placing.iter().map(|&placing| Case { placing, ..case.clone() }));
    all.extend(simpler_rules(&case.pursuit).into_iter().map(|pursuit| Case { pursuit, ..case.clone() }));
    all.extend(simpler_terms(case.terms).into_iter().map(|terms| Case { terms, ..case.clone() }));
    for case in &mut all {
        if case.pursuit.are_alike() {
            case.start.cats.sort_unstable();
        }
    }
    let is_valid = |case: &Case| {
        let exists = |vertex| vertex < case.pursuit.vertices();
        let stands = |&cat: &usize| exists(cat) && case.pursuit.may_stand(Who::Cat, cat);
        // The rules make a game.
        Case::new(case.pursuit.clone()).is_some() && exists(case.start.mouse) && case.start.cats.iter().all(stands)
    };
    all.retain(is_valid);
    all
}

/// For each vertex its outgoing arcs, as `(to, cost)`.
type Lists = Vec<Vec<(usize, u64)>>;

/// The graph of these arcs without their costs.
fn without_costs(lists: &Lists) -> Ground {
    Ground::Graph(lists.iter().map(|list| list.iter().map(|&(to, _)| to).collect()).collect())
}

/// The case without a vertex, without an edge, without an arc, or without repeated arcs. `ground`
/// makes a board from arcs.
fn simpler_graphs(case: &Case, lists: &Lists, ground: fn(Lists) -> Ground) -> Vec<Case> {
    let mut all = Vec::new();
    for gone in 0..lists.len() {
        let new_number: Vec<_> =
            (0..lists.len()).map(|vertex| (vertex != gone).then_some(vertex - usize::from(vertex > gone))).collect();
        let list = |list: &Vec<(usize, u64)>| {
            list.iter().filter_map(|&(to, cost)| Some((new_number[to]?, cost))).collect::<Vec<_>>()
        };
        let rest = lists.iter().enumerate().filter(|&(vertex, _)| vertex != gone).map(|(_, old)| list(old)).collect();
        all.extend(renumbered(case, ground(rest), &new_number));
    }
    let arcs = arcs(lists);
    let without = |gone: &[Arc]| {
        let mut rest = vec![Vec::new(); lists.len()];
        for &(from, to, cost) in arcs.iter().filter(|arc| !gone.contains(arc)) {
            rest[from].push((to, cost));
        }
        on(case, ground(rest))
    };
    let edges = arcs.iter().filter(|&&(a, b, cost)| a < b && arcs.contains(&(b, a, cost)));
    all.extend(edges.map(|&(a, b, cost)| without(&[(a, b, cost), (b, a, cost)])));
    all.extend(arcs.iter().map(|&arc| without(&[arc])));
    if let Some((place, _)) = arcs.iter().enumerate().find(|&(place, arc)| arcs[..place].contains(arc)) {
        let mut once = lists.clone();
        let (from, _, _) = arcs[place];
        once[from].sort_unstable();
        once[from].dedup();
        all.push(on(case, ground(once)));
    }
    all
}

/// An arc `(from, to, cost)`.
type Arc = (usize, usize, u64);

fn arcs(lists: &Lists) -> Vec<Arc> {
    lists.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&(to, cost)| (from, to, cost))).collect()
}

/// The case on another ground with the same vertices.
fn on(case: &Case, ground: Ground) -> Case {
    Case { pursuit: Pursuit { ground, ..case.pursuit.clone() }, ..case.clone() }
}

/// The case without costs, or with the cost of an edge or an arc lowered to 1, to half, or by 1.
fn simpler_costs(case: &Case, lists: &Lists) -> Vec<Case> {
    let mut all = vec![on(case, without_costs(lists))];
    let all_arcs = arcs(lists);
    for &(from, to, old) in all_arcs.iter().filter(|&&(_, _, cost)| cost > 1) {
        let with = |changed: &[(usize, usize)], new: u64| {
            let arcs = all_arcs.iter().map(|&(a, b, cost)| {
                let cost = if cost == old && changed.contains(&(a, b)) { new } else { cost };
                (a, (b, cost))
            });
            let mut cheaper = vec![Vec::new(); lists.len()];
            arcs.for_each(|(from, arc)| cheaper[from].push(arc));
            on(case, Ground::Priced(cheaper))
        };
        for new in [1, old / 2, old - 1] {
            if all_arcs.contains(&(to, from, old)) {
                all.push(with(&[(from, to), (to, from)], new));
            }
            all.push(with(&[(from, to)], new));
        }
    }
    all
}

/// The case without one of several cats.
fn fewer_cats(case: &Case) -> Vec<Case> {
    let without = |gone: usize| {
        let mut fewer = case.clone();
        fewer.start.cats.remove(gone);
        fewer.pursuit.cats -= 1;
        if !fewer.pursuit.scripts.is_empty() {
            fewer.pursuit.scripts.remove(gone);
        }
        fewer
    };
    if case.pursuit.cats > 1 { (0..case.pursuit.cats).map(without).collect() } else { Vec::new() }
}

/// The case without a row, without a column, with one more wall, or without food on the drawing;
/// the rules then still give the holes.
fn simpler_grids(case: &Case, rows: &[String]) -> Vec<Case> {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let columns = cells.first().map_or(0, Vec::len);
    let mut all = Vec::new();
    if rows.len() > 1 {
        all.extend((0..rows.len()).filter_map(|gone| redrawn(case, &cells, |row, _| row != gone, None)));
    }
    if columns > 1 {
        all.extend((0..columns).filter_map(|gone| redrawn(case, &cells, |_, column| column != gone, None)));
    }
    all.extend(free_cells(rows).into_iter().filter_map(|cell| redrawn(case, &cells, |_, _| true, Some(cell))));
    for gone in 0..case.pursuit.thin_walls.len() {
        let mut simpler = case.clone();
        simpler.pursuit.thin_walls.remove(gone);
        all.push(simpler);
    }
    if rows.iter().any(|row| row.contains('F')) {
        let ground = Ground::Grid(rows.iter().map(|row| row.replace('F', ".")).collect());
        all.push(Case { pursuit: Pursuit { ground, ..case.pursuit.clone() }, ..case.clone() });
    }
    all
}

/// The case on the cells for which `keeps` is true, with an additional wall at the cell `wall`.
/// `None` if no case is left.
fn redrawn(
    case: &Case,
    cells: &[Vec<char>],
    keeps: impl Fn(usize, usize) -> bool,
    wall: Option<(usize, usize)>,
) -> Option<Case> {
    let mut rows = Vec::new();
    let mut new_number = Vec::new();
    let mut vertices = 0;
    for (r, row) in cells.iter().enumerate() {
        let mut text = String::new();
        for (c, &cell) in row.iter().enumerate() {
            let drawn = if wall == Some((r, c)) { '#' } else { cell };
            let free = keeps(r, c) && drawn != '#';
            if keeps(r, c) {
                text.push(drawn);
            }
            if cell != '#' {
                new_number.push(free.then_some(vertices));
            }
            vertices += usize::from(free);
        }
        if !text.is_empty() {
            rows.push(text);
        }
    }
    let moved = |(r, c): (usize, usize)| {
        let before = ((0..r).filter(|&r| keeps(r, c)).count(), (0..c).filter(|&c| keeps(r, c)).count());
        keeps(r, c).then_some(before)
    };
    let walls = case.pursuit.thin_walls.iter().filter_map(|&[one, other]| Some([moved(one)?, moved(other)?]));
    let smaller = renumbered(case, Ground::Grid(rows), &new_number)?;
    Some(Case { pursuit: Pursuit { thin_walls: walls.collect(), ..smaller.pursuit }, ..smaller })
}

/// The case on a smaller board. `new_number` gives the new number of each vertex, `None` if the
/// vertex is gone. A piece that started on a removed vertex starts on the first remaining
/// vertex. `None` if no vertex remains.
fn renumbered(case: &Case, ground: Ground, new_number: &[Option<usize>]) -> Option<Case> {
    let holes = case.pursuit.holes.iter().filter_map(|&hole| new_number[hole]).collect();
    let traps = case.pursuit.traps.iter().filter_map(|&trap| new_number[trap]).collect();
    let pursuit = Pursuit { ground, holes, traps, ..case.pursuit.clone() };
    if pursuit.vertices() == 0 {
        return None;
    }
    let pursuit_is_alike = pursuit.are_alike();
    let fresh = Case::new(pursuit)?;
    let first = fresh.start.cats[0];
    let mut cats: Vec<usize> = case.start.cats.iter().map(|&cat| new_number[cat].unwrap_or(first)).collect();
    if pursuit_is_alike {
        cats.sort_unstable();
    }
    let mouse = new_number[case.start.mouse].unwrap_or(fresh.start.mouse);
    let start = Place { mouse, cats, turn: case.start.turn };
    Some(Case { start, placing: case.placing, terms: case.terms, ..fresh })
}

/// The game without one hole, with one rule as in *Cat and Mouse*, or with a shorter jump, a lower
/// speed or a smaller capture distance.
fn simpler_rules(pursuit: &Pursuit) -> Vec<Pursuit> {
    let mut all = Vec::new();
    for gone in 0..pursuit.holes.len() {
        let mut simpler = pursuit.clone();
        simpler.holes.remove(gone);
        all.push(simpler);
    }
    for gone in 0..pursuit.traps.len() {
        let mut simpler = pursuit.clone();
        simpler.traps.remove(gone);
        all.push(simpler);
    }
    if !pursuit.scripts.is_empty() {
        all.push(Pursuit { scripts: Vec::new(), ..pursuit.clone() });
    }
    for (cat, &(script, speed)) in pursuit.scripts.iter().enumerate() {
        let slow = (speed > 1).then_some((script, speed - 1));
        let free = (script != Script::Free).then_some((Script::Free, speed));
        for simpler in [free, slow].into_iter().flatten() {
            let mut scripts = pursuit.scripts.clone();
            scripts[cat] = simpler;
            all.push(Pursuit { scripts, ..pursuit.clone() });
        }
    }
    if pursuit.cat_in_hole != CatInHole::Forbidden {
        all.push(Pursuit { cat_in_hole: CatInHole::Forbidden, ..pursuit.clone() });
    }
    if pursuit.stalemate != Stalemate::Draw {
        all.push(Pursuit { stalemate: Stalemate::Draw, ..pursuit.clone() });
    }
    if pursuit.cats_move != CatsMove::All {
        all.push(Pursuit { cats_move: CatsMove::All, ..pursuit.clone() });
    }
    if let Some(capture_distance) = pursuit.capture_distance.checked_sub(1) {
        all.push(Pursuit { capture_distance: 0, ..pursuit.clone() });
        all.push(Pursuit { capture_distance, ..pursuit.clone() });
    }
    let movements = |movement: Movement| {
        let shorter = movement.jump.checked_sub(1).filter(|&jump| jump > 0).map(|jump| Movement { jump, ..movement });
        let walking = (movement.jump == 0).then_some(Movement { jump: 1, ..movement });
        let moving = movement.may_stay.then_some(Movement { may_stay: false, ..movement });
        let slow = (movement.speed > 1).then_some(Movement { speed: 1, ..movement });
        let slower = (movement.speed > 1).then_some(Movement { speed: movement.speed - 1, ..movement });
        [slow, slower, shorter, walking, moving].into_iter().flatten()
    };
    all.extend(movements(pursuit.mouse).map(|mouse| Pursuit { mouse, ..pursuit.clone() }));
    all.extend(movements(pursuit.cat).map(|cat| Pursuit { cat, ..pursuit.clone() }));
    all
}

/// The terms without the clock, with a smaller budget, or with a draw in place of a win.
fn simpler_terms(terms: Terms) -> Vec<Terms> {
    let mut all = Vec::new();
    if let Some(Clock { budget, owner }) = terms.clock {
        let with = |budget, owner| Terms { clock: Some(Clock { budget, owner }), ..terms };
        all.push(Terms { clock: None, ..terms });
        all.extend((budget > 1).then(|| with(budget / 2, owner)));
        all.extend((budget > 0).then(|| with(budget.saturating_sub(1), owner)));
        all.extend((owner != Verdict::Draw).then(|| with(budget, Verdict::Draw)));
    }
    all.extend((terms.endless != Verdict::Draw).then_some(Terms { endless: Verdict::Draw, ..terms }));
    all
}
