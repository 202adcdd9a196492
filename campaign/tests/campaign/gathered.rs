//! Gathering over joint moves agrees with listing them. The checker and the verification of
//! certificates give the same results for an arena with a team and for the same arena with listed
//! moves.

use catmouse_arena::{
    Adjudication, Arena, BackMove, End, Limit, Move, MoveCost, Movers, Pieces, Player, PositionId, ProductArena,
    Solution, StalemateRule, Status, StepGraph, Team, TeamStalemate, Value, Values, Verdicts, WinOrDraw, Words, check,
    check_within, verify,
};
use catmouse_campaign::confrontation::table_by;
use catmouse_campaign::random::Dice;
use catmouse_explain::{Context, certificate};
use catmouse_solver::Engine;

/// An arena with only the required methods. The default methods list the moves of one position
/// after another.
struct Listed<'a>(&'a ProductArena);

impl Arena for Listed<'_> {
    fn positions(&self) -> usize {
        self.0.positions()
    }

    fn status(&self, position: PositionId) -> Status {
        self.0.status(position)
    }

    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        self.0.successors(position)
    }

    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        self.0.predecessors(position)
    }

    fn unit_costs(&self) -> bool {
        self.0.unit_costs()
    }
}

/// Words that name positions by their numbers.
struct Numbers;

impl Words for Numbers {
    fn player(&self, player: Player) -> String {
        format!("{player:?}")
    }

    fn position(&self, position: PositionId) -> String {
        position.to_string()
    }

    fn step(&self, _: PositionId, step: Move) -> String {
        step.to.to_string()
    }

    fn end(&self, _: PositionId) -> Option<End> {
        None
    }
}

fn digraph(dice: &mut Dice, nodes: u32) -> StepGraph {
    let density = 2 + dice.below(7);
    let dearest = 1 + dice.number_below(4);
    let mut arcs = Vec::new();
    for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
        if dice.below(10) < density {
            arcs.push((from, to, 1 + dice.number_below(dearest)));
        }
        if dice.below(20) == 0 {
            arcs.push((from, to, 3));
        }
    }
    StepGraph::new(nodes, arcs)
}

fn pieces(dice: &mut Dice, is_team: bool) -> Pieces {
    if !is_team {
        let nodes = 1 + dice.number_below(5);
        return digraph(dice, nodes).into();
    }
    let (nodes, size) = (1 + dice.number_below(5), 1 + dice.number_below(3));
    let movers = if dice.below(3) == 0 { Movers::One } else { Movers::All };
    let move_cost = if dice.below(2) == 0 { MoveCost::Ply } else { MoveCost::Arcs };
    let idle = if dice.below(2) == 0 { TeamStalemate::Stuck } else { TeamStalemate::Passes };
    Team::new(digraph(dice, nodes), size, movers, move_cost, idle).into()
}

fn arena(dice: &mut Dice) -> ProductArena {
    let teams = [[true, false], [false, true], [true, true]][dice.below(3)];
    let [one, two] = teams.map(|is_team| pieces(dice, is_team));
    let stuck = if dice.below(2) == 0 { StalemateRule::Endless } else { StalemateRule::Loses };
    if let (Pieces::Team(team), 0) = (&two, dice.below(3)) {
        let nodes = team.steps().nodes();
        let caught = Verdicts::from_fn(one.nodes(), nodes, |one, two| (one % nodes == two).then_some(Player::Two));
        let verdicts = Verdicts::by_member(caught, team.size());
        return ProductArena::new(one, two, verdicts, stuck);
    }
    let drawn: Vec<usize> = (0..one.nodes() * two.nodes()).map(|_| dice.below(12)).collect();
    let columns = two.nodes();
    let verdicts = Verdicts::from_fn(one.nodes(), columns, |a, b| match drawn[(a * columns + b) as usize] {
        0 => Some(Player::One),
        1 => Some(Player::Two),
        _ => None,
    });
    ProductArena::new(one, two, verdicts, stuck)
}

/// Another value.
fn changed(dice: &mut Dice, value: Value) -> Value {
    match (value, dice.below(3)) {
        (Value::Win { player, distance }, 0) => Value::Win { player, distance: distance + 1 },
        (Value::Win { player, distance }, 1) => Value::Win { player: player.opponent(), distance },
        (Value::Win { .. }, _) => Value::Endless,
        (Value::Endless, number) => Value::Win { player: Player::BOTH[number % 2], distance: dice.throw() % 5 },
    }
}

#[test]
fn solutions_are_refuted_alike() {
    let dice = &mut Dice::new(11);
    for round in 0..400 {
        let arena = arena(dice);
        let solution = table_by(Engine::Costs, &arena).expect("the engine accepts any arena");
        assert_eq!(check(&arena, &solution), Ok(()), "round {round}");
        assert_eq!(check(&Listed(&arena), &solution), Ok(()), "round {round}");
        let mut values: Vec<Value> = solution.values().map(|(_, value)| value).collect();
        for _ in 0..10 {
            let at = dice.below(values.len());
            let right = values[at];
            values[at] = changed(dice, right);
            let wrong = Solution::from_values(values.iter().copied());
            let refuted = check(&arena, &wrong);
            assert!(refuted.is_err(), "round {round}");
            assert_eq!(refuted, check(&Listed(&arena), &wrong), "round {round}");
            let horizon = dice.throw() % 6;
            assert_eq!(check_within(&arena, &wrong, horizon), check_within(&Listed(&arena), &wrong, horizon));
            values[at] = right;
        }
    }
}

#[test]
fn certificates_are_made_and_refuted_alike() {
    let dice = &mut Dice::new(12);
    let (mut proofs, mut refuted) = (0, 0);
    for round in 0..150 {
        let arena = arena(dice);
        let listed = Listed(&arena);
        let solution = table_by(Engine::Costs, &arena).expect("the engine accepts any arena");
        let endless = [WinOrDraw::Draw, WinOrDraw::Win(Player::One), WinOrDraw::Win(Player::Two)][dice.below(3)];
        let limit = (dice.below(3) == 0).then(|| Limit::new(dice.throw() % 8, WinOrDraw::Draw));
        let agreed = Adjudication { endless, limit };
        for _ in 0..4 {
            let start = PositionId::new(dice.below(arena.positions()));
            let mut proof = certificate(&Context::new(&arena, &Numbers, &solution, agreed), start);
            assert_eq!(proof, certificate(&Context::new(&listed, &Numbers, &solution, agreed), start), "round {round}");
            assert_eq!(verify(&arena, &agreed, start, &proof), Ok(()), "round {round}: {arena:?}");
            assert_eq!(verify(&listed, &agreed, start, &proof), Ok(()), "round {round}");
            proofs += 1;
            for _ in 0..8 {
                let strategy = dice.below(proof.strategies.len());
                let entries = &mut proof.strategies[strategy].entries;
                let (at, right) = (dice.below(entries.len()), entries.clone());
                match dice.below(4) {
                    0 => entries[at].rank = dice.throw() % 9,
                    1 => entries[at].to = Some(PositionId::new(dice.below(arena.positions()))),
                    2 => entries[at].to = None,
                    _ => drop(entries.remove(at)),
                }
                let found = verify(&arena, &agreed, start, &proof);
                assert_eq!(found, verify(&listed, &agreed, start, &proof), "round {round}");
                refuted += usize::from(found.is_err());
                proof.strategies[strategy].entries = right;
            }
        }
    }
    assert!(proofs == 600 && refuted > 2 * proofs, "{refuted} refutations of {proofs} certificates");
}
