//! A whole strategy in words: how many rules it has, and each of them.

use std::collections::BTreeMap;

use catmouse_arena::{Aim, Arena, Place, Player, PositionId, Status, Values, Words, listed};

use super::capitalised;
use super::table::{Covered, Row, table};
use crate::answers::{Answers, Given};
use crate::main_move::main_move;
use crate::story::walks::Walks;
use crate::strategy::{Action, Branch, Landmark, Manner, Seen, Strategy};

/// What a strategy is for, and its size.
pub fn strategy_claim<W: Words>(strategy: &Strategy, words: &W) -> String {
    let what = purpose(strategy, words);
    let (rules, answers) = (strategy.rules(), strategy.answers.len());
    let rules = if rules == 1 { "one rule says".to_owned() } else { format!("{rules} rules say") };
    let answers = match answers {
        1 => "the one position that can arise with it to move".to_owned(),
        answers => format!("all {answers} positions that can arise with it to move"),
    };
    let by_places = match strategy.branches.len() {
        0 | 1 => String::new(),
        _ => format!(", by where {} stands", words.player(strategy.player)),
    };
    capitalised(&format!("{what}{by_places}: {rules} what to do in {answers}"))
}

/// What a strategy is for.
fn purpose<W: Words>(strategy: &Strategy, words: &W) -> String {
    let (player, opponent) = (words.player(strategy.player), words.player(strategy.player.opponent()));
    match (strategy.aim, strategy.after_mistakes) {
        (_, true) => format!("how {player} wins after a mistake of {opponent}"),
        (Aim::Win, false) => format!("how {player} wins against everything"),
        (Aim::Hold, false) => format!("how {player} {} against everything", words.task(strategy.player)),
    }
}

/// What a strategy is for, and where the player goes in each position that can arise, where its rules are not clearly shorter than
/// that: nobody learns them. `None` where they are.
pub fn strategy_table<A: Arena, W: Words>(strategy: &Strategy, arena: &A, words: &W) -> Option<(String, Vec<Row>)> {
    /// Fewer rules are soon read, whatever they are for.
    const RULES: usize = 6;
    let (rules, answers) = (strategy.rules(), strategy.answers.len());
    if rules < RULES || strategy.length() < answers && 3 * rules <= 2 * answers {
        return None;
    }
    let chosen = strategy.answers.iter().filter_map(|answered| Some((answered.position, *answered.moves.first()?)));
    let goes_on = |&(_, to): &(PositionId, PositionId)| matches!(arena.status(to), Status::Turn(_));
    let given = |(position, to)| Given { position, to, off_line: 0, ply: None };
    let player = strategy.player;
    let found =
        Answers { player, given: chosen.filter(goes_on).map(given).collect(), is_complete: true, goes_further: false };
    let claim = format!(
        "{}: where it goes in all {answers} positions that can arise with it to move, by where both stand; unless a move wins at \
         once",
        purpose(strategy, words)
    );
    Some((capitalised(&claim), table(words, &found, Covered::Everything, &[])))
}

/// What the opponent's mistakes are to rules that hold what nobody wins: after them the rules no longer apply, because the player can win.
/// Where there are few of them it is said how the win begins. `None` if there are no such mistakes, but for those that a move
/// punishes at once.
pub fn strategy_mistakes<A: Arena, W: Words, V: Values>(
    strategy: &Strategy,
    arena: &A,
    words: &W,
    values: &V,
) -> Option<String> {
    /// About as many characters are read.
    const LENGTH: usize = 240;
    let player = strategy.player;
    let (own, opponent) = (words.player(player), words.player(player.opponent()));
    let wins_at_once = |at: PositionId| arena.successors(at).any(|step| arena.status(step.to) == Status::Won(player));
    let is_chance = |&at: &PositionId| matches!(arena.status(at), Status::Turn(_)) && !wins_at_once(at);
    let chances: Vec<PositionId> = strategy.mistakes.iter().map(|&(_, to)| to).filter(is_chance).collect();
    let count = match chances.len() {
        0 => return None,
        1 => format!("One move of {opponent} is a mistake after which"),
        count => format!("{count} moves of {opponent} are mistakes after which"),
    };
    let stands = |at: PositionId, who: Player| {
        let mut places = words.places(at, who);
        places.sort_unstable();
        places
    };
    // By where the player stands and where it goes, where the opponent stands.
    let mut begins: BTreeMap<[Vec<Place>; 2], Vec<Vec<Place>>> = BTreeMap::new();
    for at in chances {
        let Some(step) = main_move(arena, words, values, at) else { continue };
        let group = begins.entry([stands(at, player), stands(step.to, player)]).or_default();
        let other = stands(at, player.opponent());
        if !group.contains(&other) {
            group.push(other);
        }
    }
    let told: Vec<String> = begins
        .into_iter()
        .map(|([from, to], mut others)| {
            others.sort_unstable();
            let others: Vec<String> = others.iter().map(|places| names(places, words)).collect();
            let goes = if from == to {
                format!("stays at {}", names(&from, words))
            } else {
                format!("goes from {} to {}", names(&from, words), names(&to, words))
            };
            format!("{goes} if {opponent} is on {}", listed(&others, "or"))
        })
        .collect();
    let told = told.join("; it ");
    let lead = format!("{count} {own} can win instead of holding on");
    Some(if told.is_empty() || lead.len() + told.len() > LENGTH {
        format!("{lead}: `--strategy` says how")
    } else {
        format!("{lead}: it {told} (`--strategy` says how the win goes on)")
    })
}

/// The rules, one text for each branch of the tree, in their order; the first that applies decides. Places are held
/// together by no-break spaces.
pub fn rules<W: Words>(strategy: &Strategy, words: &W) -> Vec<String> {
    let finish = strategy.finishes.then(|| "wherever a move wins at once: that move".to_owned());
    let on = |branch: &Branch| {
        let at: Vec<String> = branch.at.iter().map(|places| names(places, words)).collect();
        format!("on {}: {}", listed(&at, "or"), cases(strategy.player, branch, words))
    };
    let has_branches = !strategy.branches.is_empty();
    let elsewhere = strategy.elsewhere.map(|manner| {
        let place = if has_branches { "anywhere else" } else { "everywhere" };
        format!("{place}: {}", does(strategy.player, manner, words))
    });
    let punishes = strategy.aim == Aim::Hold && !strategy.finishes && strategy.gifts > 0;
    let gift = punishes.then(|| {
        let opponent = words.player(strategy.player.opponent());
        format!("but if a move wins at once: that move, for {opponent} has made a mistake")
    });
    finish.into_iter().chain(strategy.branches.iter().map(on)).chain(elsewhere).chain(gift).collect()
}

fn cases<W: Words>(player: Player, branch: &Branch, words: &W) -> String {
    let told: Vec<String> = branch
        .cases
        .iter()
        .map(|case| {
            let action = action_at(player, &branch.at, &case.action, words);
            match (&case.seen, branch.cases.len()) {
                (Seen::Anything, 1) => action,
                (Seen::Anything, _) => format!("otherwise {action}"),
                (seen, _) => format!("{action} if {}", sees(player, seen, words)),
            }
        })
        .collect();
    told.join("; ")
}

/// What an action does on some places. From a single place of a single piece the steps nearer to the goal are named.
fn action_at<W: Words>(player: Player, at: &[Vec<Place>], of: &Action, words: &W) -> String {
    let named = || match (at, words.goal()) {
        ([places], Some(goal)) => match places[..] {
            [place] => {
                let walks = Walks::new(words, player, [place]);
                let steps = walks.distances_to(&goal.places);
                let here = steps.get(&place).copied()?;
                let nearer = |to: &Place| steps.get(to).is_some_and(|&steps| steps < here);
                Some(words.steps_from(player, place).into_iter().filter(nearer).collect::<Vec<Place>>())
            }
            _ => None,
        },
        _ => None,
    };
    let manner = match of {
        Action::By(manner @ (Manner::Goal | Manner::SafeGoal)) => *manner,
        _ => return action(player, of, words),
    };
    let Some(targets) = named() else { return action(player, of, words) };
    let told: Vec<String> = targets.iter().map(|&place| words.place_name(place)).collect();
    let to = format!("to {}", listed(&told, "or"));
    match (manner, &targets[..]) {
        (Manner::SafeGoal, [_, _, ..]) => format!("{to}, {}", safe(player, words)),
        _ => to,
    }
}

/// What an action does, after "on 5:".
fn action<W: Words>(player: Player, action: &Action, words: &W) -> String {
    match action {
        Action::By(manner) => does(player, *manner, words),
        Action::To(places) => format!("to {}", names(places, words)),
    }
}

fn safe<W: Words>(player: Player, words: &W) -> String {
    format!("where {} cannot win with its next move", words.player(player.opponent()))
}

pub(super) fn does<W: Words>(player: Player, manner: Manner, words: &W) -> String {
    let opponent = words.player(player.opponent());
    let goal = words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
    let safe = safe(player, words);
    match manner {
        Manner::Finish => "the move that wins".to_owned(),
        Manner::Stay => "stay".to_owned(),
        Manner::Nearer => format!("a step nearer to {opponent}"),
        Manner::Goal => format!("a step nearer to {goal}"),
        Manner::Safe => format!("any move to {safe}"),
        Manner::SafeGoal => format!("a step nearer to {goal}, {safe}"),
        Manner::Away => format!("a step away from {opponent}"),
        Manner::SafeAway => format!("a step away from {opponent}, {safe}"),
    }
}

/// What is seen of the opponent, as a clause: "the Mouse is on 3 or 5".
fn sees<W: Words>(player: Player, seen: &Seen, words: &W) -> String {
    let opponent = words.player(player.opponent());
    let goal = words.goal().map_or_else(|| "the goal".to_owned(), |goal| goal.noun);
    let away = |landmark: Landmark| match landmark {
        Landmark::Player => "away".to_owned(),
        Landmark::Goal => format!("from {goal}"),
    };
    let steps = |count: u32| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
    match seen {
        Seen::Anything => "nothing else applies".to_owned(),
        Seen::Within(landmark, 1) => format!("{opponent} is 1 step {}", away(*landmark)),
        Seen::Within(landmark, count) => format!("{opponent} is at most {} {}", steps(*count), away(*landmark)),
        Seen::Beyond(landmark, count) => format!("{opponent} is more than {} {}", steps(*count), away(*landmark)),
        Seen::OneOf(placements) => {
            let placements: Vec<String> = placements.iter().map(|places| names(places, words)).collect();
            format!("{opponent} is on {}", listed(&placements, "or"))
        }
    }
}

/// The trees as one drawing in the language of Graphviz: from each strategy to the places of its player, and on to what
/// is seen and what is done.
pub fn dot<W: Words>(strategies: &[Strategy], words: &W) -> String {
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
                leaf(&mut lines, root, &at, &action_at(player, &branch.at, &only.action, words));
                continue;
            }
            let inner = leaf(&mut lines, root, "", &at);
            for case in &branch.cases {
                let seen =
                    if case.seen == Seen::Anything { "otherwise".to_owned() } else { sees(player, &case.seen, words) };
                leaf(&mut lines, inner, &seen, &action_at(player, &branch.at, &case.action, words));
            }
        }
        if let Some(manner) = strategy.elsewhere {
            let seen = if strategy.branches.is_empty() { "everywhere" } else { "anywhere else" };
            leaf(&mut lines, root, seen, &does(player, manner, words));
        }
    }
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

/// Where pieces stand: "5", "2+5".
fn names<W: Words>(places: &[Place], words: &W) -> String {
    places.iter().map(|&place| words.place_name(place)).collect::<Vec<_>>().join("+")
}
