//! A strategy in words: its purpose, its size, and each of its rules.

use catmouse_arena::{Aim, Distance, InOrder, Measure, Place, Player, PositionId, Status, Words, listed};

use super::table::{Coverage, Row, table};
use crate::context::{AnyArena, Context};
use crate::main_move::main_move;
use crate::safe_ways::SafeWays;
use crate::shuttle::Shuttle;
use crate::sorting::{set, sort_by_places};
use crate::strategy::{Action, Branch, Landmark, Manner, PlacementCondition, Strategy};
use crate::text::capitalised;
use crate::text::{does, plies, safe, steps_of, walk_over};
use crate::walks::Walks;
use crate::winning_table::{TableEntry, WinningTable};

/// The purpose of a strategy and its size: the number of its rules, and of the positions that can
/// arise with its player to move.
pub fn strategy_claim(strategy: &Strategy, words: &dyn Words) -> String {
    let what = purpose(strategy, words);
    let (rules, answers) = (rules(strategy, words).len(), strategy.answers.len());
    let rules = if rules == 1 { "1 rule".to_owned() } else { format!("{rules} rules") };
    let answers = match answers {
        1 => "the only position".to_owned(),
        2 => "both positions".to_owned(),
        _ => format!("all {answers} positions"),
    };
    let by_places = match strategy.branches.len() {
        0 | 1 => String::new(),
        _ if shuttle(strategy, words).is_some() => String::new(),
        _ => format!(", by where {} stands", words.player(strategy.player)),
    };
    capitalised(&format!("{what}{by_places} ({rules} for {answers})"))
}

/// The shuttle of a player whose only piece, by the rules, stays on a place or goes to and fro.
fn shuttle(strategy: &Strategy, words: &dyn Words) -> Option<Shuttle> {
    let is_short = strategy.aim == Aim::Hold && !strategy.finishes;
    if !is_short {
        return None;
    }
    let mut moves = Vec::new();
    for answer in &strategy.answers {
        moves.extend(answer.moves.iter().map(|&to| (answer.position, to)));
    }
    Shuttle::of(&moves, strategy.player, words)
}

/// The purpose of a strategy.
fn purpose(strategy: &Strategy, words: &dyn Words) -> String {
    let (player, opponent) = (words.player(strategy.player), words.player(strategy.player.opponent()));
    match (strategy.aim, strategy.after_mistakes) {
        (_, true) if strategy.may_be_too_late => {
            format!("how {player} wins after a mistake of {opponent}, if the limit leaves time for it")
        }
        (_, true) => format!("how {player} wins after a mistake of {opponent}"),
        (Aim::Win, false) => format!("how {player} wins against everything"),
        (Aim::Hold, false) => {
            let task = words.task(strategy.player);
            match strategy.punished_later {
                0 => format!("how {player} {task} against everything"),
                _ => format!("how {player} {task} as long as {opponent} makes no mistake"),
            }
        }
    }
}

/// A table for a strategy whose rules are hardly shorter than a list of its moves: its purpose, and
/// the player's move in each position that can arise. `None` if the rules are clearly shorter.
pub fn strategy_table(strategy: &Strategy, arena: &dyn AnyArena, words: &dyn Words) -> Option<(String, Vec<Row>)> {
    /// The least number of rules for a table. Fewer rules are quick to read.
    const RULES: usize = 6;
    let (rules, answers) = (strategy.rules(), strategy.answers.len());
    if rules < RULES || strategy.size() < answers && 3 * rules <= 2 * answers {
        return None;
    }
    let chosen = strategy.answers.iter().filter_map(|answered| Some((answered.position, *answered.moves.first()?)));
    let goes_on = |&(_, to): &(PositionId, PositionId)| matches!(arena.status(to), Status::Turn(_));
    let entry = |(position, to)| TableEntry { position, to, deviations: 0, ply: None };
    let player = strategy.player;
    let found = WinningTable {
        player,
        entries: chosen.filter(goes_on).map(entry).collect(),
        is_complete: true,
        needs_table: false,
    };
    let claim = format!(
        "{}: where it goes in all {answers} positions that can arise with it to move, by where both stand; unless a \
         move wins at once",
        purpose(strategy, words)
    );
    Some((capitalised(&claim), table(words, &found, Coverage::Everything, &[])))
}

/// The opponent's mistakes against a strategy that holds. After a mistake, the rules do not apply
/// because the player can win instead. The text gives the number of mistakes and, if it is short,
/// how each win begins, or a whole safe way to the goal. The other part says whether that is the whole win. `None` if there
/// is no mistake, or if the player can punish every mistake by winning with its next move.
pub fn strategy_mistakes(strategy: &Strategy, context: &Context<'_>) -> Option<(String, bool)> {
    /// The greatest length of the sentence in bytes, marks of places included. A longer sentence omits how the wins
    /// begin.
    const LENGTH: usize = 400;
    /// A win of this many plies is a move, any reply, and a move that wins at once.
    const SHORT: Distance = 3;
    let player = strategy.player;
    let (own, opponent) = (context.words.player(player), context.words.player(player.opponent()));
    let is_chance =
        |&at: &PositionId| matches!(context.arena.status(at), Status::Turn(_)) && !context.has_winning_move(at, player);
    let chances: Vec<PositionId> = strategy.mistakes.iter().map(|&(_, to)| to).filter(is_chance).collect();
    // Mistakes that the player punishes at once are not counted.
    let other = if chances.len() < strategy.mistakes.len() { "other " } else { "" };
    let count = match chances.len() {
        0 => return None,
        1 => format!("One {other}move of {opponent} is a mistake, after which"),
        count => format!("{count} {other}moves of {opponent} are mistakes, after which"),
    };
    let stands = |at: PositionId, who: Player| {
        let mut places = context.words.places(at, who);
        places.put_in_order();
        places
    };
    // The placements of the opponent, grouped by the player's safe way, or its places before and after its move.
    let safe = chances.first().filter(|_| context.words.goal().is_some_and(|goal| goal.player == player));
    let safe = safe.and_then(|&at| SafeWays::new(context, player, at));
    let mut begins = Vec::new();
    let (mut is_whole, mut longest) = (safe.is_some(), Some(0));
    for at in chances {
        let Some(step) = main_move(context, at) else { continue };
        let way = safe.as_ref().and_then(|safe| safe.ahead(at, player).way());
        is_whole &= way.is_some();
        longest = longest.max(context.values.value(at).distance()).filter(|_| longest.is_some());
        let goes = way.map_or_else(|| [stands(at, player), stands(step.to, player)], |way| [way, Vec::new()]);
        begins.push((goes, stands(at, player.opponent())));
    }
    sort_by_places(&mut begins, |(goes, _)| goes.clone());
    let mut texts = Vec::new();
    for group in begins.chunk_by(|(one, _), (other, _)| one == other) {
        let [from, to] = &group[0].0;
        let others = set(group.iter().map(|(_, other)| other.clone()).collect());
        let others: Vec<String> = others.iter().map(|places| names(places, context.words)).collect();
        let goes = if to.is_empty() {
            format!("goes {}", walk_over(from, context.words))
        } else if from == to {
            format!("stays at {}", names(from, context.words))
        } else {
            format!("goes from {} to {}", names(from, context.words), names(to, context.words))
        };
        texts.push(format!("{goes} if {opponent} is then on {}", listed(&others, "or")));
    }
    let mut texts = texts.join("; it ");
    if let Some(longest) = longest.filter(|_| !is_whole && context.words.measure() == Measure::Plies) {
        texts += &format!(", and wins within {}", plies(longest));
        is_whole = longest <= SHORT;
    }
    let lead = format!("{count} {own} can win by force instead");
    let is_short = !texts.is_empty() && lead.len() + texts.len() <= LENGTH;
    Some(if is_short { (format!("{lead}: {own} {texts}"), is_whole) } else { (lead, false) })
}

/// The rules, one text for each branch of the tree. The first rule that applies decides.
pub fn rules(strategy: &Strategy, words: &dyn Words) -> Vec<String> {
    let finish = strategy.finishes.then(|| "win at once wherever possible".to_owned());
    let on = |branch: &Branch| {
        let at: Vec<String> = branch.at.iter().map(|places| names(places, words)).collect();
        format!("on {}: {}", listed(&at, "or"), cases(strategy, branch, words))
    };
    let has_branches = !strategy.branches.is_empty();
    let elsewhere = strategy.elsewhere.map(|manner| {
        let place = if has_branches { "anywhere else" } else { "everywhere" };
        format!("{place}: {}", manner_text(strategy, manner, words))
    });
    let punishes = strategy.aim == Aim::Hold && !strategy.finishes && strategy.punished_at_once > 0;
    let gift = punishes.then(|| {
        let opponent = words.player(strategy.player.opponent());
        format!("but if a move wins at once: that move, for {opponent} has made a mistake")
    });
    if let Some(shuttle) = shuttle(strategy, words) {
        return std::iter::once(shuttle.text("stay", "go", words)).chain(gift).collect();
    }
    finish.into_iter().chain(strategy.branches.iter().map(on)).chain(elsewhere).chain(gift).collect()
}

fn cases(strategy: &Strategy, branch: &Branch, words: &dyn Words) -> String {
    let player = strategy.player;
    let texts: Vec<String> = branch
        .cases
        .iter()
        .map(|case| {
            let action = action_at(strategy, &branch.at, &case.action, words);
            match (&case.condition, branch.cases.len()) {
                (PlacementCondition::Anything, 1) => action,
                (PlacementCondition::Anything, _) => format!("otherwise {action}"),
                (seen, _) => format!("{action} if {}", condition_text(player, seen, words)),
            }
        })
        .collect();
    texts.join("; ")
}

/// An action at some placements in words. If a single piece has a single place, the steps nearer to
/// the goal are named.
fn action_at(strategy: &Strategy, at: &[Vec<Place>], of: &Action, words: &dyn Words) -> String {
    let player = strategy.player;
    let named = || match (at, words.goal()) {
        ([places], Some(goal)) => match places[..] {
            [place] => {
                let walks = Walks::new(words, player, &[place]);
                let steps = walks.distances_to(&goal.places);
                let here = steps.get(place)?;
                let nearer = |to: &Place| steps.get(*to).is_some_and(|steps| steps < here);
                Some(words.steps_from(player, place).into_iter().filter(nearer).collect::<Vec<Place>>())
            }
            _ => None,
        },
        _ => None,
    };
    let manner = match of {
        Action::By(manner @ (Manner::Goal | Manner::SafeGoal)) => *manner,
        _ => return action(strategy, of, words),
    };
    let Some(targets) = named() else { return action(strategy, of, words) };
    let texts: Vec<String> = targets.iter().map(|&place| words.place_name(place)).collect();
    let to = format!("to {}", listed(&texts, "or"));
    match (manner, &targets[..]) {
        (Manner::SafeGoal, [_, _, ..]) => format!("{to}, {}", safe(player, words)),
        _ => to,
    }
}

/// An action in words, as they follow "on 5:".
fn action(strategy: &Strategy, action: &Action, words: &dyn Words) -> String {
    match action {
        Action::By(manner) => manner_text(strategy, *manner, words),
        Action::To(places) => format!("to {}", names(places, words)),
    }
}

/// The moves of a manner. Several pieces that may not stay can keep the same places by swapping.
fn manner_text(strategy: &Strategy, manner: Manner, words: &dyn Words) -> String {
    let player = strategy.player;
    let keeps = |at: PositionId, to: &PositionId| {
        let is_kept = |place: &Place| words.steps_from(player, *place).contains(place);
        !words.stays(at, *to) || words.places(at, player).iter().all(is_kept)
    };
    let may_stay = || strategy.answers.iter().all(|it| it.moves.iter().all(|to| keeps(it.position, to)));
    match manner {
        Manner::Stay if !may_stay() => "keep the same places".to_owned(),
        manner => does(player, manner, words),
    }
}

/// A condition on the opponent as a clause: "the Mouse is on 3 or 5".
fn condition_text(player: Player, seen: &PlacementCondition, words: &dyn Words) -> String {
    let opponent = words.player(player.opponent());
    let goal = words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
    let away = |landmark: Landmark| match landmark {
        Landmark::Player => "away".to_owned(),
        Landmark::Goal => format!("from {goal}"),
    };
    let steps = |count: u32| steps_of(count);
    match seen {
        PlacementCondition::Anything => "nothing else applies".to_owned(),
        PlacementCondition::Within(landmark, 1) => format!("{opponent} is 1 step {}", away(*landmark)),
        PlacementCondition::Within(landmark, count) => {
            format!("{opponent} is at most {} {}", steps(*count), away(*landmark))
        }
        PlacementCondition::Beyond(landmark, count) => {
            format!("{opponent} is more than {} {}", steps(*count), away(*landmark))
        }
        PlacementCondition::OneOf(placements) => {
            let placements: Vec<String> = placements.iter().map(|places| names(places, words)).collect();
            format!("{opponent} is on {}", listed(&placements, "or"))
        }
    }
}

/// The decision trees as one drawing in the Graphviz language. Each strategy leads to the
/// placements of its player, and these lead by the conditions on the opponent to the actions.
pub fn dot(strategies: &[Strategy], words: &dyn Words) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut lines = vec!["digraph strategy {".to_owned(), "  rankdir=LR;".to_owned(), "  node [shape=box];".to_owned()];
    let mut nodes = 0;
    let mut node = |lines: &mut Vec<String>, label: &str| {
        nodes += 1;
        lines.push(format!("  n{nodes} [label={}];", quoted(label)));
        nodes
    };
    for strategy in strategies {
        let player = strategy.player;
        let root = node(&mut lines, &strategy_claim(strategy, words));
        let mut leaf = |lines: &mut Vec<String>, from: usize, seen: &str, action: &str| {
            let to = node(lines, action);
            lines.push(format!("  n{from} -> n{to} [label={}];", quoted(seen)));
            to
        };
        if strategy.finishes {
            leaf(&mut lines, root, "a move wins at once", &does(player, Manner::Finish, words));
        }
        for branch in &strategy.branches {
            let at: Vec<String> = branch.at.iter().map(|places| names(places, words)).collect();
            let at = format!("on {}", listed(&at, "or"));
            if let [only] = &branch.cases[..] {
                leaf(&mut lines, root, &at, &action_at(strategy, &branch.at, &only.action, words));
                continue;
            }
            let inner = leaf(&mut lines, root, "", &at);
            for case in &branch.cases {
                let seen = if case.condition == PlacementCondition::Anything {
                    "otherwise".to_owned()
                } else {
                    condition_text(player, &case.condition, words)
                };
                leaf(&mut lines, inner, &seen, &action_at(strategy, &branch.at, &case.action, words));
            }
        }
        if let Some(manner) = strategy.elsewhere {
            let seen = if strategy.branches.is_empty() { "everywhere" } else { "anywhere else" };
            leaf(&mut lines, root, seen, &manner_text(strategy, manner, words));
        }
    }
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

/// The places of pieces: "5", "2+5".
fn names(places: &[Place], words: &dyn Words) -> String {
    places.iter().map(|&place| words.place_name(place)).collect::<Vec<_>>().join("+")
}
