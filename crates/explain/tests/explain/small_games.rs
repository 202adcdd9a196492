//! All small boards, and rules under which games end in every possible way.

use catmouse_model::{CatFollows, CatInHole, LimitChoice, RuleChoices, Stalemate, VertexChoice};

/// All connected graphs with this number of labelled vertices, as adjacency lists.
pub(crate) fn connected_graphs(vertices: usize) -> Vec<Vec<Vec<i64>>> {
    let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let mut graphs = Vec::new();
    for mask in 0..1u32 << pairs.len() {
        let mut lists = vec![Vec::new(); vertices];
        for (index, &(a, b)) in pairs.iter().enumerate() {
            if mask >> index & 1 == 1 {
                lists[a].push(i64::try_from(b).expect("small"));
                lists[b].push(i64::try_from(a).expect("small"));
            }
        }
        let mut met = vec![false; vertices];
        let mut open = vec![0];
        while let Some(vertex) = open.pop() {
            if !std::mem::replace(&mut met[vertex], true) {
                open.extend(lists[vertex].iter().filter_map(|&next| usize::try_from(next).ok()));
            }
        }
        if met.into_iter().all(|met| met) {
            graphs.push(lists);
        }
    }
    graphs
}

/// Rules with every kind of ending.
pub(crate) fn rules() -> Vec<RuleChoices> {
    use catmouse_model::Outcome::{Cat, Draw, Mouse};
    let base = RuleChoices::default();
    let limited = |plies, winner| RuleChoices {
        limit: Some(LimitChoice::Plies(plies)),
        limit_winner: Some(winner),
        ..RuleChoices::default()
    };
    vec![
        base.clone(),
        RuleChoices { endless: Some(Cat), ..base.clone() },
        RuleChoices { endless: Some(Mouse), cat_in_hole: Some(CatInHole::Wins), ..base.clone() },
        RuleChoices { mouse_may_stay: Some(true), cat_in_hole: Some(CatInHole::Guards), ..base.clone() },
        RuleChoices { cat_may_stay: Some(true), ..base.clone() },
        RuleChoices { stalemate: Some(Stalemate::Loss), ..base.clone() },
        RuleChoices { stalemate: Some(Stalemate::Pass), cat_in_hole: Some(CatInHole::Allowed), ..base },
        RuleChoices { traps: Some(vec![VertexChoice::Number(2)]), ..RuleChoices::default() },
        RuleChoices {
            mouse_may_stay: Some(true),
            cat_follows: Some(vec![CatFollows::Nearest]),
            endless: Some(Cat),
            ..RuleChoices::default()
        },
        limited(0, Draw),
        limited(1, Cat),
        limited(2, Mouse),
        limited(3, Draw),
        limited(4, Cat),
    ]
}
