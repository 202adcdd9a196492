//! Tests that compare a survey with an independent count, start by start and move by move, on every
//! small board.

use std::cmp::Reverse;

use catmouse_arena::{Adjudication, Arena, ByPlayer, Player, PositionId, Solution, Status, Value, Values, WinOrDraw};
use catmouse_explain::{Context, FirstDecision, RatedStart, differing, principal_variation, rated_starts, survey};
use catmouse_model::{BoardChoice, Game, RuleChoices, Setup, Side};

use crate::small_games::{connected_graphs, rules};

/// The outcome of a position with this value, reached after this many plies, by the definitions of
/// endless play and the limit.
fn outcome(agreed: &Adjudication, value: Value, plies: u64) -> WinOrDraw {
    match (value, agreed.limit) {
        (Value::Win { player, .. }, None) => WinOrDraw::Win(player),
        (Value::Win { player, distance }, Some(limit)) if plies + distance <= limit.distance => WinOrDraw::Win(player),
        (_, Some(limit)) => limit.outcome,
        (Value::Endless, None) => agreed.endless,
    }
}

/// A start rated by examining every move of the arena.
fn recounted(game: &Game, solution: &Solution, position: PositionId) -> RatedStart {
    let (arena, agreed) = (game.arena(), game.adjudication());
    let judgement = agreed.judge(solution.value(position));
    let ends = outcome(&agreed, solution.value(position), 0);
    assert_eq!(judgement.outcome, ends);
    let mover = |position| match arena.status(position) {
        Status::Turn(player) => Some(player),
        Status::Won(_) => None,
    };
    let line = principal_variation(&Context::new(arena, game, solution, agreed), position);
    let keeper_moves_first = mover(position).is_some_and(|player| ends.winner().is_none_or(|winner| winner == player));
    let played = usize::from(!keeper_moves_first);
    // The choice is a ply of the line, so a line that ends before this ply has no choice.
    let choice = (line.steps.len() > played).then(|| {
        let at = if played == 0 { position } else { line.steps[0].to };
        let after: Vec<PositionId> = arena.successors(at).map(|step| step.to).collect();
        let keeps = |to: &&PositionId| outcome(&agreed, solution.value(**to), played as u64 + 1) == ends;
        FirstDecision { at, moves: after.len(), right: after.iter().filter(keeps).count() }
    });
    // A script decides nothing.
    let decides = |choice: &FirstDecision| {
        choice.moves > 1 || !game.rules().has_script() || game.position(choice.at).turn == Side::Mouse
    };
    RatedStart { position, judgement, choice: choice.filter(decides) }
}

#[track_caller]
fn check(setup: &Setup) {
    const MOST: usize = 4;
    let game = setup.plan().expect("the board is in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    let (arena, agreed, first) = (game.arena(), game.adjudication(), Player::from(game.start().first));
    let mut starts: Vec<RatedStart> = (0..arena.positions())
        .map(PositionId::new)
        .filter(|&position| arena.tokens(position).turn == first)
        .map(|position| recounted(&game, &solution, position))
        .collect();
    let setup_text = || format!("{:?} on {:?}", setup.rules, setup.board);

    let mut rated: Vec<RatedStart> = rated_starts(arena, &game, &solution, &agreed, first).collect();
    rated.sort_by_key(|start| start.position);
    assert_eq!(rated, starts, "{}", setup_text());

    let found = survey(arena, &game, &solution, &agreed, first, MOST);
    starts.retain(|start| matches!(arena.status(start.position), Status::Turn(_)));
    assert_eq!(found.tally.over, arena.positions() / 2 - starts.len(), "{}", setup_text());
    assert_eq!(found.tally.open(), starts.len());
    for hardest in &found.hardest {
        let of_outcome = || starts.iter().filter(|start| start.judgement.outcome == hardest.outcome);
        assert_eq!(found.tally.of(hardest.outcome), of_outcome().count(), "{}", setup_text());

        let mut longest: Vec<RatedStart> =
            of_outcome().filter(|start| start.judgement.distance.is_some()).copied().collect();
        longest.sort_by_key(|start| (Reverse(start.judgement.distance), start.position));
        longest.truncate(MOST);
        assert_eq!(hardest.longest, longest, "{}", setup_text());

        let mut narrowest: Vec<(FirstDecision, RatedStart)> =
            of_outcome().filter_map(|start| Some((start.choice?, *start))).collect();
        narrowest.retain(|(choice, _)| choice.right < choice.moves);
        narrowest.sort_by_key(|(choice, start)| {
            (choice.right, Reverse(start.judgement.distance), Reverse(choice.moves), start.position)
        });
        let narrowest: Vec<RatedStart> = narrowest.into_iter().take(MOST).map(|(_, start)| start).collect();
        assert_eq!(hardest.narrowest, narrowest, "{}", setup_text());
    }
}

#[test]
fn surveys_of_small_boards_agree_with_counting() {
    for vertices in 3..=4 {
        for graph in connected_graphs(vertices) {
            for rules in rules() {
                for first in [Side::Mouse, Side::Cat] {
                    let board = BoardChoice::Adjacency(graph.clone());
                    check(&Setup { rules: rules.clone(), first: Some(first), ..Setup::new(board) });
                }
            }
        }
    }
}

#[test]
fn surveys_with_several_cats_agree_with_counting() {
    for (vertices, cats) in [(4, 2), (4, 3), (5, 2)] {
        for graph in connected_graphs(vertices) {
            for first in [Side::Mouse, Side::Cat] {
                let rules = RuleChoices { cats: Some(cats), placement: Some(true), ..RuleChoices::default() };
                let board = BoardChoice::Adjacency(graph.clone());
                check(&Setup { rules, first: Some(first), ..Setup::new(board) });
            }
        }
    }
}

/// On complete graphs, three cats have more moves than a byte can count, and so does the freedom
/// that the mouse leaves them.
#[test]
fn a_survey_counts_more_moves_than_a_byte_holds() {
    let vertices = 12i64;
    let others = |vertex: i64| (0..vertices).filter(|&other| other != vertex).collect();
    for first in [Side::Mouse, Side::Cat] {
        let rules = RuleChoices { cats: Some(3), placement: Some(true), ..RuleChoices::default() };
        let board = BoardChoice::Adjacency((0..vertices).map(others).collect());
        check(&Setup { rules, first: Some(first), ..Setup::new(board) });
    }
}

/// Six cats have more than 255 moves that catch the mouse before it is in the hole. Their number
/// depends on where the mouse goes, and it goes where they are fewest.
#[test]
fn freedoms_beyond_a_byte_are_told_apart() {
    let apart = [[1, 2], [3, 4], [1, 5], [2, 6]];
    let neighbours = |vertex: i64| {
        let is_next = |&other: &i64| vertex != other && !apart.contains(&[vertex.min(other), vertex.max(other)]);
        (0..8).filter(is_next).collect()
    };
    let rules = RuleChoices { cats: Some(6), placement: Some(true), ..RuleChoices::default() };
    let board = BoardChoice::Adjacency((0..8).map(neighbours).collect());
    check(&Setup { rules, first: Some(Side::Mouse), ..Setup::new(board) });
}

/// On a path with the hole at one end, the mouse runs home if it is nearer to the hole than the
/// cat.
#[test]
fn a_path_by_hand() {
    let path = BoardChoice::Adjacency(vec![vec![1], vec![0, 2], vec![1, 3], vec![2]]);
    let game = Setup::new(path).plan().expect("the board is in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    let found = survey(game.arena(), &game, &solution, &game.adjudication(), Player::One, 9);
    // Of 12 pairs, the game is over in 3 + 3: the mouse in the hole, and the meetings. The mouse
    // wins from 1 against any cat, and from 2 with the cat at 3, by 1, 0. With the cat at 1, the
    // mouse at 2 or 3 is lost; so is the mouse at 3 with the cat at 2.
    assert_eq!((found.tally.over, found.tally.wins, found.tally.draws), (6, ByPlayer { one: 3, two: 3 }, 0));
    let [mouse, cat, draws] = &found.hardest;
    let notation = |start: &RatedStart| game.notation(&game.position(start.position));
    assert_eq!(mouse.longest.iter().map(notation).collect::<Vec<_>>(), ["M2 C3 mouse", "M1 C2 mouse", "M1 C3 mouse"]);
    assert_eq!(mouse.longest[0].judgement.distance, Some(3));
    assert_eq!(mouse.narrowest.len(), 3);
    assert_eq!(cat.longest.iter().map(notation).collect::<Vec<_>>()[0], "M2 C1 mouse");
    assert!(draws.longest.is_empty() && draws.narrowest.is_empty());
}

/// On a corridor of nine cells, where every piece moves one cell: starts chosen by hand, each given
/// by the places of the mouse and the cat.
#[test]
fn starts_that_differ_come_before_those_that_are_alike() {
    let path = (0..9).map(|v: i64| [v - 1, v + 1].into_iter().filter(|to| (0..9).contains(to)).collect()).collect();
    let mut setup = Setup::new(BoardChoice::Adjacency(path));
    setup.rules.holes = Some(Vec::new());
    let game = setup.plan().expect("the board is in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    let rate = |(mouse, cat): (u32, u32)| {
        let [mouse, cat] = [mouse, cat].map(catmouse_model::Vertex::new);
        let position = catmouse_model::Position { mouse, cats: vec![cat], turn: Side::Mouse };
        catmouse_explain::rate(
            game.arena(),
            &game,
            &solution,
            &game.adjudication(),
            game.id(&position).expect("it may be"),
        )
    };
    let check = |starts: &[(u32, u32)], most: usize, expected: &[(u32, u32)]| {
        let rated: Vec<RatedStart> = starts.iter().copied().map(rate).collect();
        let expected: Vec<RatedStart> = expected.iter().copied().map(rate).collect();
        assert_eq!(differing(game.arena(), &rated, most), expected);
    };
    let starts = [(0, 8), (0, 7), (1, 8), (0, 5), (8, 8), (8, 0)];
    check(&starts, 2, &[(0, 8), (8, 0)]);
    check(&starts, 3, &[(0, 8), (0, 5), (8, 0)]);
    check(&starts, 4, &[(0, 8), (0, 5), (8, 8), (8, 0)]);
    check(&starts, 5, &[(0, 8), (0, 7), (0, 5), (8, 8), (8, 0)]);
    check(&starts, 9, &starts);
    check(&starts, 0, &[]);
}
