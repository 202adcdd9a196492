//! The lesson of a game, and the strategies that a text prints with it.

use catmouse_arena::{Aim, JudgedBy, Player, Values, Words};

use crate::context::AnyArena;
use crate::explanation::{Explained, Explanation};
use crate::line::LineEnd;
use crate::story::{self, Claim, Lesson, NamedRules, Rule};
use crate::strategy::{NoStrategy, Strategy, punishing, strategies_within};
use crate::text::{capitalised, group_thousands};

use super::strategy::{rules, strategy_mistakes};

/// A win of at most this many plies is explained without rules that name places.
const SHORT_WIN: usize = 3;

/// The most positions from which rules that name places are learned.
const POSITIONS_AT_MOST: usize = 1 << 14;

/// The most rules of a winning strategy if the game has a rule without places, and otherwise, and the most rules and
/// placements that they name. A longer one is left out.
const FEW_RULES: usize = 4;
const RULES_AT_MOST: usize = 6;
const SIZE_AT_MOST: usize = 16;

/// A lesson, and the strategies with rules that it lacks.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The lesson.
    pub lesson: Lesson,
    /// The strategies that are printed below it: those that hold a draw, and winning ones that are short. Empty if plain
    /// rules without places, or a safe way, say what to do. The error means that too many positions can arise.
    pub strategies: Result<Vec<Strategy>, NoStrategy>,
}

/// The idea, the hinges and the rule of a game from its claims. A short strategy is part of the rule, if the feature
/// `rules` is on.
///
/// Time: that of [`strategies_within`] for 16,384 positions, if the game has no plain rule.
pub fn lesson(
    claims: &[Claim],
    arena: &dyn AnyArena,
    words: &dyn Words,
    values: &dyn Values,
    explanation: &Explanation,
) -> Taught {
    // Without the feature, no code for strategies is linked.
    if !cfg!(feature = "rules") {
        let lesson = story::lesson(claims, &[], Vec::new(), explanation, words);
        return Taught { lesson, strategies: Ok(Vec::new()) };
    }
    let learned = learned(claims, arena, words, values, explanation);
    let known = learned.as_deref().unwrap_or_default();
    let named = |strategy: &Strategy| {
        let is_short = strategy.rules() <= RULES_AT_MOST && !has_easy(claims, strategy.player);
        let mistakes = (strategy.aim == Aim::Hold)
            .then(|| answers_to_mistakes(strategy, &Explained::new(arena, words, values, explanation)));
        let rules = is_short.then(|| in_sentences(strategy, words));
        NamedRules { player: strategy.player, rules, mistakes: mistakes.flatten() }
    };
    let named = known.iter().map(named).collect();
    let lesson = story::lesson(claims, known, named, explanation, words);
    let is_left = |strategy: &Strategy| !lesson.told.contains(&strategy.player) && !has_easy(claims, strategy.player);
    let strategies = learned.map(|all| all.into_iter().filter(is_left).collect());
    Taught { lesson, strategies }
}

/// What to do after a mistake of the opponent: for each mistake if these are few, otherwise as rules. `None` if there are
/// no mistakes but those that lose at once.
fn answers_to_mistakes(strategy: &Strategy, explained: &Explained<'_>) -> Option<String> {
    let (mistakes, is_whole) = strategy_mistakes(strategy, explained)?;
    let punishing = if is_whole { Ok(None) } else { punishing(*explained, strategy, POSITIONS_AT_MOST) };
    let then = match punishing.ok().flatten().filter(|punishing| punishing.rules() <= RULES_AT_MOST) {
        None => String::new(),
        Some(punishing) => {
            let rules = rules(&punishing, explained.words);
            format!(". After that: {}", rules.iter().map(|text| capitalised(text)).collect::<Vec<String>>().join(". "))
        }
    };
    Some(capitalised(&format!("{mistakes}{then}.")))
}

/// The rules of a strategy, and from where they win or hold.
fn in_sentences(strategy: &Strategy, words: &dyn Words) -> String {
    let positions = match strategy.answers.len() {
        1 => "the only position".to_owned(),
        2 => "both positions".to_owned(),
        count => format!("all {} positions", group_thousands(count)),
    };
    let (does, against) = match (strategy.aim, strategy.punished_later) {
        (Aim::Win, _) => ("wins", "against everything".to_owned()),
        (Aim::Hold, 0) => ("holds", "against everything".to_owned()),
        (Aim::Hold, _) => {
            ("holds", format!("as long as {} makes no mistake", words.player(strategy.player.opponent())))
        }
    };
    let reach = format!("{does} from here {against}, in {positions} that can arise");
    let who = match strategy.aim {
        Aim::Win => String::new(),
        Aim::Hold => format!("as {}, ", words.player(strategy.player)),
    };
    let mut rules = rules(strategy, words);
    if let Some(first) = rules.first_mut() {
        *first = who + first;
    }
    let sentences = rules.into_iter().chain([reach]);
    sentences.map(|text| capitalised(&text) + ".").collect::<Vec<String>>().join(" ")
}

/// Whether a player has a plain rule of one part. A rule of several parts, or one that counts, can be harder to follow
/// than a few rules that name places.
fn has_easy(claims: &[Claim], player: Player) -> bool {
    let is_easy = |rule: &Rule| rule.player == player && rule.criteria.len() < 2 && rule.is_plain();
    claims.iter().any(|claim| matches!(claim, Claim::Rule(rule) if is_easy(rule)))
}

/// See [`Taught::strategies`]; with those that the lesson tells.
fn learned(
    claims: &[Claim],
    arena: &dyn AnyArena,
    words: &dyn Words,
    values: &dyn Values,
    explanation: &Explanation,
) -> Result<Vec<Strategy>, NoStrategy> {
    let judgement = explanation.summary.judgement;
    // Rules for such a short win would repeat the line.
    let is_short_win = judgement.distance.is_some() && explanation.plies.len() <= SHORT_WIN;
    let has_way = claims.iter().any(|claim| matches!(claim, Claim::Way(way) if way.walk.is_some()));
    let moves = |player: Player| explanation.plies.iter().any(|ply| ply.player == player);
    let rules = claims.iter().filter_map(|claim| if let Claim::Rule(rule) = claim { Some(rule) } else { None });
    let rules: Vec<&Rule> = rules.filter(|rule| moves(rule.player)).collect();
    let keeps = |player: &Player| judgement.outcome.score(*player) >= 0 && moves(*player);
    if is_short_win || has_way || Player::BOTH.into_iter().filter(keeps).all(|player| has_easy(claims, player)) {
        return Ok(Vec::new());
    }
    let most_rules = if rules.is_empty() { RULES_AT_MOST } else { FEW_RULES };
    let mut found = strategies_within(arena, words, values, explanation, POSITIONS_AT_MOST)?;
    let is_short = |strategy: &Strategy| {
        strategy.aim == Aim::Hold || strategy.rules() <= most_rules && strategy.size() <= SIZE_AT_MOST
    };
    // If One cannot reach the goal, Two need not guard it.
    let is_shut_out = |claim: &Claim| matches!(claim, Claim::Race(race) if race.to_goal[Player::One.index()].is_none());
    let out_of_reach = claims.iter().any(is_shut_out);
    let is_needless = |strategy: &Strategy| {
        let holding = explanation.holdings.iter().find(|holding| holding.player == strategy.player);
        let cannot_lose = holding.is_some_and(|holding| holding.answers.iter().all(|answer| answer.losing.is_empty()));
        out_of_reach && cannot_lose && strategy.player == Player::Two
    };
    // A side that never has a choice needs no rules. A single rule that holds is told by the lesson, and so is that
    // each mistake loses at once.
    let goes_on = explanation.summary.end != LineEnd::Stuck;
    let wins_at_once = |player: Player| {
        let wins =
            |claim: &Claim| matches!(claim, Claim::Guard(guard) if guard.player == player && guard.answers_errors());
        judgement.decided_by != JudgedBy::Play && claims.iter().any(wins)
    };
    let is_told = |strategy: &Strategy| {
        let most = if wins_at_once(strategy.player) { 2 } else { 1 };
        goes_on && strategy.aim == Aim::Hold && self::rules(strategy, words).len() <= most
    };
    found.retain(|strategy| {
        !strategy.answers.is_empty() && !is_told(strategy) && is_short(strategy) && !is_needless(strategy)
    });
    Ok(found)
}
