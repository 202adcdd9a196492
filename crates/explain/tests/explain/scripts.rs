//! Explanations of games in which the Cat follows a script, and so has nothing to decide.

use std::fs;
use std::path::Path;

use catmouse_arena::{Arena, Player, Status, Values, WinOrDraw};
use catmouse_explain::story::{Claim, story};
use catmouse_explain::strategy::strategies;
use catmouse_explain::{Context, Laws, Motive, explain, prose};
use catmouse_formats::{Format, read};
use catmouse_model::{CatFollows, Game, Outcome, RuleChoices, Side};
use catmouse_solver::solve_table;

/// What may be said of a game with a script: facts that the values alone prove, and what the player
/// with a choice does.
const TOLD: [&str; 12] =
    ["law", "door", "race", "starts", "tempo", "straight", "only", "narrow", "hinge", "rule", "way", "turn"];

/// Checks the explanation from some starts. Returns whether the Mouse, the Cat or nobody wins.
fn check(game: &Game) -> [usize; 3] {
    let solution = solve_table(game.arena()).expect("it is small");
    assert_eq!(catmouse_arena::check(game.arena(), &solution), Ok(()));
    let bare = Context::new(game.arena(), game, &solution, game.adjudication());
    let laws = Laws::of(&bare);
    let context = bare.with_laws(&laws);
    let mut won = [0; 3];
    for (id, value) in solution.values().step_by(11) {
        if matches!(game.arena().status(id), Status::Won(_)) {
            continue;
        }
        let explanation = explain(&context, id);
        let at = || format!("{:?} at {}", game.rules(), game.notation(&game.position(id)));
        for ply in explanation.plies.iter().filter(|ply| ply.player == Player::Two) {
            let reason = &ply.reason;
            assert!(ply.others.is_empty() && reason.zugzwang.is_none() && reason.oddity.is_none(), "{}", at());
            assert!(reason.covers.places.is_empty() && reason.threatens.is_none(), "{}", at());
            assert!(matches!(reason.motive, Motive::OnlyLegal | Motive::Finishes), "{}", at());
            let remark = prose::remark(&explanation, ply, game);
            assert!(remark.starts_with("its script"), "{remark}: {}", at());
        }
        // Nobody can count on a pass of the Cat.
        assert!(explanation.plies.iter().all(|ply| ply.reason.threatens.is_none()), "{}", at());
        assert!(explanation.holdings.iter().all(|holding| holding.player == Player::One), "{}", at());
        let claims = story(game.arena(), game, &solution, &explanation);
        for claim in &claims {
            assert!(TOLD.contains(&claim.kind()), "{}: {}", claim.kind(), at());
            if let Claim::Way(way) = claim {
                assert!(!way.path.is_empty(), "{}", at());
            }
        }
        let found = strategies(game.arena(), game, &solution, &explanation).unwrap_or_default();
        assert!(found.iter().all(|strategy| strategy.player == Player::One), "{}", at());
        // The par is the number of the Mouse's own moves.
        let headline = prose::headline(&explanation.summary, game);
        let moves = explanation.plies.iter().filter(|ply| ply.player == Player::One).count();
        let is_par = value.winner() == Some(Player::One);
        assert_eq!(headline.ends_with(&format!("(par {moves}).")), is_par, "{headline}: {}", at());
        won[match explanation.summary.judgement.outcome {
            WinOrDraw::Win(Player::One) => 0,
            WinOrDraw::Win(Player::Two) => 1,
            WinOrDraw::Draw => 2,
        }] += 1;
    }
    won
}

#[test]
fn a_cat_without_a_choice_is_told_to_have_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/grid");
    let mut won = [0; 3];
    for number in 1..=3 {
        let text = fs::read_to_string(folder.join(format!("theseus-{number:02}.toml"))).expect("it is there");
        for follows in [CatFollows::Rows, CatFollows::Columns, CatFollows::Nearest] {
            for endless in [Outcome::Cat, Outcome::Draw] {
                let mut setup = read(&text, Format::Setup).expect("it is read").setup;
                let choices =
                    RuleChoices { cat_follows: Some(vec![follows]), endless: Some(endless), ..RuleChoices::default() };
                setup.rules.override_with(choices);
                let game = setup.plan().expect("it is in order").game();
                assert!(game.rules().cat_has_no_choice() && game.start().first == Side::Mouse);
                won.iter_mut().zip(check(&game)).for_each(|(all, found)| *all += found);
            }
        }
    }
    assert!(won.iter().all(|&count| count > 20), "{won:?}");
}
