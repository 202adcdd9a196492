//! Tests that every certificate is accepted and proves a true claim, and that it is refused after
//! any single change.
//!
//! The tests use every position of every connected board with three or four vertices, under rules
//! with every kind of ending. A changed move may still be right. Then the certificate is another
//! valid one, and it must be accepted.

use catmouse_arena::{
    Adjudication, Aim, Arena, Certificate, CertificateClaim, Entry, Player, PositionId, Solution, Value, Values,
    verify, verify_from,
};
use catmouse_explain::{Context, certificate, certificate_from};
use catmouse_model::{BoardChoice, Game, RuleChoices, Setup};

use crate::small_games::{connected_graphs, rules};

/// A certificate with its game.
struct Made<'a> {
    game: &'a Game,
    solution: &'a Solution,
    start: PositionId,
    certificate: Certificate,
}

impl Made<'_> {
    fn accepts(&self, certificate: &Certificate) -> bool {
        verify(self.game.arena(), &self.game.adjudication(), self.start, certificate).is_ok()
    }

    /// Changes one entry in every way in `changes`, and restores it afterwards. Returns the changes
    /// that were accepted.
    #[track_caller]
    fn accepted(&mut self, strategy: usize, entry: usize, changes: impl IntoIterator<Item = Entry>) -> Vec<Entry> {
        let right = self.certificate.strategies[strategy].entries[entry];
        let mut accepted = Vec::new();
        for changed in changes.into_iter().filter(|&changed| changed != right) {
            self.certificate.strategies[strategy].entries[entry] = changed;
            if self.accepts(&self.certificate) {
                accepted.push(changed);
            }
        }
        self.certificate.strategies[strategy].entries[entry] = right;
        accepted
    }

    fn at(&self, position: PositionId) -> String {
        let (start, position) = (self.game.position(self.start), self.game.position(position));
        format!("{:?} from {}, at {}", self.game.rules(), self.game.notation(&start), self.game.notation(&position))
    }
}

fn for_every_game(rules: &[RuleChoices], check: impl Fn(&Game, &Solution)) {
    for graph in [3, 4].into_iter().flat_map(connected_graphs) {
        for rules in rules {
            let setup = Setup { rules: rules.clone(), ..Setup::new(BoardChoice::Adjacency(graph.clone())) };
            let game = setup.plan().expect("the board is in order").game();
            let solution = catmouse_solver::solve_table(game.arena()).expect("it counts plies");
            check(&game, &solution);
        }
    }
}

fn for_every_certificate(check: impl Fn(Made<'_>)) {
    for_every_game(&rules(), |game, solution| {
        for start in (0..game.arena().positions()).map(PositionId::new) {
            let certificate = certificate(&Context::new(game.arena(), game, solution, game.adjudication()), start);
            check(Made { game, solution, start, certificate });
        }
    });
}

#[test]
fn certificates_prove_the_outcome_and_the_distance() {
    let made = std::cell::Cell::new(0);
    for_every_certificate(|it| {
        made.set(made.get() + 1);
        let arena = it.game.arena();
        assert_eq!(verify(arena, &it.game.adjudication(), it.start, &it.certificate), Ok(()), "{}", it.at(it.start));
        let judgement = it.game.adjudication().judge(it.solution.value(it.start));
        assert_eq!(it.certificate.claim.outcome(), judgement.outcome, "{}", it.at(it.start));
        assert_eq!(it.certificate.claim.within(), judgement.distance, "{}", it.at(it.start));
    });
    assert!(made.get() > 9_000, "{} certificates", made.get());
}

#[test]
fn a_table_that_ends_at_the_limit_makes_certificates_too() {
    let limited: Vec<RuleChoices> = rules().into_iter().filter(|rules| rules.limit.is_some()).collect();
    for_every_game(&limited, |game, solution| {
        let agreed = game.adjudication();
        let horizon = agreed.limit.expect("the rules set one").distance;
        let short = Solution::from_values(solution.values().map(|(_, value)| match value {
            Value::Win { distance, .. } if distance > horizon => Value::Endless,
            value => value,
        }));
        for start in (0..game.arena().positions()).map(PositionId::new) {
            let certificate = certificate(&Context::new(game.arena(), game, &short, agreed), start);
            assert_eq!(verify(game.arena(), &agreed, start, &certificate), Ok(()), "{:?} at {start}", game.rules());
        }
    });
}

#[test]
fn other_claims_are_refused() {
    for_every_certificate(|mut it| {
        let right = it.certificate.claim;
        let within = right.within().unwrap_or(0);
        let near = [within.saturating_sub(1), within, within + 1];
        let wins =
            Player::BOTH.into_iter().flat_map(|player| near.map(|within| CertificateClaim::Win { player, within }));
        let unforced =
            Player::BOTH.map(catmouse_arena::WinOrDraw::Win).into_iter().chain([catmouse_arena::WinOrDraw::Draw]);
        for claim in wins.chain(unforced.map(CertificateClaim::Unforced)).filter(|&claim| claim != right) {
            it.certificate.claim = claim;
            assert!(!it.accepts(&it.certificate), "{claim:?} instead of {right:?}: {}", it.at(it.start));
        }
        it.certificate.claim = right;
        for start in (0..it.game.arena().positions()).map(PositionId::new).filter(|&start| start != it.start) {
            it.certificate.start = start;
            assert!(!it.accepts(&it.certificate), "{} instead of {}", it.at(start), it.at(it.start));
        }
    });
}

/// A certificate of another game proves nothing here, unless its claim happens to be true here.
#[test]
fn lies_under_other_rules_are_refused() {
    let draw = Adjudication { endless: catmouse_arena::WinOrDraw::Draw, limit: None };
    let games: Vec<(Game, Solution)> = {
        let games = std::cell::RefCell::new(Vec::new());
        for_every_game(&rules()[3..7], |game, solution| {
            games.borrow_mut().push((game.clone(), solution.clone()));
        });
        games.into_inner()
    };
    let mut refused = 0;
    for pair in games.windows(2) {
        let [(game, solution), (other, other_solution)] = pair else { continue };
        let positions = game.arena().positions().min(other.arena().positions());
        for start in (0..positions).map(PositionId::new) {
            let lie = certificate(&Context::new(other.arena(), other, other_solution, draw), start);
            let truth = solution.value(start);
            let proved = verify(game.arena(), &draw, start, &lie).is_ok();
            let so = match (lie.claim, truth) {
                (CertificateClaim::Win { player, within }, Value::Win { player: winner, distance }) => {
                    player == winner && distance <= within
                }
                (CertificateClaim::Unforced(_), Value::Endless) => true,
                _ => false,
            };
            assert!(so || !proved, "{:?} at {start}: {lie:?}", game.rules());
            refused += usize::from(!proved);
        }
    }
    assert!(refused > 500, "{refused} were refused");
}

#[test]
fn entries_removed_doubled_or_added_are_refused() {
    for_every_certificate(|mut it| {
        for strategy in 0..it.certificate.strategies.len() {
            let right = it.certificate.strategies[strategy].entries.clone();
            for (index, entry) in right.iter().enumerate() {
                for entries in [[&right[..index], &right[index + 1..]].concat(), [&right[..], &[*entry]].concat()] {
                    it.certificate.strategies[strategy].entries = entries;
                    assert!(!it.accepts(&it.certificate), "{}", it.at(entry.position));
                }
            }
            let all: Vec<PositionId> = (0..it.game.arena().positions()).map(PositionId::new).collect();
            for &position in all.iter().filter(|&&position| right.iter().all(|entry| entry.position != position)) {
                let best = it.solution.best_move(it.game.arena(), position).map(|step| step.to);
                let rank = it.solution.value(position).distance().unwrap_or(0);
                for to in [None, best] {
                    for rank in [rank, rank + 1] {
                        let mut entries = right.clone();
                        entries.push(Entry { position, rank, to });
                        it.certificate.strategies[strategy].entries = entries;
                        assert!(!it.accepts(&it.certificate), "{}", it.at(position));
                    }
                }
            }
            it.certificate.strategies[strategy].entries = right;
        }
    });
}

#[test]
fn changed_ranks_and_positions_are_refused() {
    for_every_certificate(|mut it| {
        for strategy in 0..it.certificate.strategies.len() {
            for index in 0..it.certificate.strategies[strategy].entries.len() {
                let entry = it.certificate.strategies[strategy].entries[index];
                let ranks = [entry.rank.wrapping_sub(1), entry.rank + 1, entry.rank + 2, 0];
                let accepted = it.accepted(strategy, index, ranks.map(|rank| Entry { rank, ..entry }));
                assert_eq!(accepted, [], "{}", it.at(entry.position));
                let positions: Vec<PositionId> = (0..=it.game.arena().positions()).map(PositionId::new).collect();
                let moved = positions.into_iter().map(|position| Entry { position, ..entry });
                assert_eq!(it.accepted(strategy, index, moved), [], "{}", it.at(entry.position));
            }
        }
    });
}

#[test]
fn changed_moves_are_refused_unless_they_are_as_good() {
    let (changed, as_good) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for_every_certificate(|mut it| {
        for strategy in 0..it.certificate.strategies.len() {
            let (player, aim) = it.certificate.claim.proved_by()[strategy];
            for index in 0..it.certificate.strategies[strategy].entries.len() {
                let entry = it.certificate.strategies[strategy].entries[index];
                let targets = (0..=it.game.arena().positions()).map(|to| Some(PositionId::new(to))).chain([None]);
                let moves: Vec<Entry> = targets.map(|to| Entry { to, ..entry }).collect();
                changed.set(changed.get() + moves.len() - 1);
                for accepted in it.accepted(strategy, index, moves) {
                    as_good.set(as_good.get() + 1);
                    let (Some(right), Some(to)) = (entry.to, accepted.to) else {
                        panic!("a move was added or dropped: {}", it.at(entry.position));
                    };
                    let (right, value) = (it.solution.value(right), it.solution.value(to));
                    match aim {
                        Aim::Win => assert_eq!(value, right, "{}", it.at(entry.position)),
                        Aim::Hold => {
                            let limit = it.game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
                            let lost = matches!(value, Value::Win { player: winner, distance }
                                if winner != player && entry.rank + 1 + distance <= limit);
                            assert!(!lost, "{}", it.at(entry.position));
                        }
                    }
                }
            }
        }
    });
    let (changed, as_good) = (changed.get(), as_good.get());
    assert!(changed > 600_000 && as_good * 1_000 < changed, "{as_good} of {changed}");
}

/// One strategy wins from all positions that a player wins, and each of them needs its entry.
#[test]
fn a_win_may_begin_at_many_positions() {
    let wins = std::cell::Cell::new(0);
    for_every_game(&rules(), |game, solution| {
        let (arena, agreed) = (game.arena(), game.adjudication());
        let context = Context::new(arena, game, solution, agreed);
        for player in Player::BOTH {
            let distance = |position: &PositionId| match solution.value(*position) {
                Value::Win { player: winner, distance } if winner == player => Some(distance),
                _ => None,
            };
            let is_in_time = |position: &PositionId| {
                distance(position).is_some_and(|distance| agreed.limit.is_none_or(|limit| distance <= limit.distance))
            };
            let won: Vec<PositionId> = (0..arena.positions()).map(PositionId::new).filter(is_in_time).collect();
            let Some(&start) = won.iter().max_by_key(|position| distance(position)) else { continue };
            let mut made = certificate_from(&context, (start, &won));
            assert_eq!(verify_from(arena, &agreed, (start, &won), &made), Ok(()), "{:?}", game.rules());
            assert_eq!(made.strategies[0].entries.len(), won.len(), "{:?}", game.rules());
            for at in 0..won.len() {
                let entry = made.strategies[0].entries.remove(at);
                assert!(verify_from(arena, &agreed, (start, &won), &made).is_err(), "{:?}", game.rules());
                let wrong = Entry { rank: entry.rank + 1, ..entry };
                made.strategies[0].entries.insert(at, wrong);
                assert!(verify_from(arena, &agreed, (start, &won), &made).is_err(), "{:?}", game.rules());
                made.strategies[0].entries[at] = entry;
            }
            wins.set(wins.get() + 1);
        }
    });
    assert!(wins.get() > 100, "{}", wins.get());
}
