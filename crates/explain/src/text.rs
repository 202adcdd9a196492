//! Phrases that all prose shares: numbers, lists, walks and positions.

use catmouse_arena::{Distance, Measure, Place, Player, PositionId, Words, counted, listed, marks};

use crate::strategy::Manner;

/// "8 plies", "cost 12".
pub(crate) fn amount(measure: Measure, count: Distance) -> String {
    match measure {
        Measure::Plies => plies(count),
        Measure::Cost => format!("cost {count}"),
    }
}

/// The distance of an end: "in 3 plies", "at cost 3".
pub(crate) fn short(measure: Measure, count: Distance) -> String {
    match measure {
        Measure::Plies => format!("in {}", plies(count)),
        Measure::Cost => format!("at cost {count}"),
    }
}

/// "1 step", "3 steps".
pub(crate) fn steps_of(count: u32) -> String {
    counted(count, "step", "steps")
}

/// A number with thousands separators: "12,960,000".
pub(crate) fn group_thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn plies(count: Distance) -> String {
    counted(count, "ply", "plies")
}

/// A text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let name = if text.starts_with(marks::PLACE) { text.find(marks::NAME) } else { None };
    let (mark, text) = text.split_at(name.map_or(0, |name| name + marks::NAME.len_utf8()));
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| mark.chars().chain(first.to_uppercase()).chain(letters).collect())
}

/// A list: `a, b and c`. Three or more consecutive numbers become `4–9`. If there are very many
/// items, only the first are named.
pub(crate) fn list(items: &[String], conjunction: &str) -> String {
    /// The greatest number of listed items. Of a longer list, the rest is counted.
    const MOST: usize = 12;
    let mut shown: Vec<String> = Vec::new();
    let mut rest = items;
    while let [first, ..] = rest {
        let run = run_length(rest);
        if run >= 3 {
            shown.push(format!("{first}–{}", rest[run - 1]));
            rest = &rest[run..];
        } else {
            shown.push(first.clone());
            rest = &rest[1..];
        }
    }
    if shown.len() > MOST {
        let more = shown.len() - (MOST - 2);
        return format!("{} {conjunction} {more} more", shown[..MOST - 2].join(", "));
    }
    listed(&shown, conjunction)
}

/// A walk from place to place: `2→3→11→8`. Five or more neighbouring numbers or cells in a straight
/// line become `3→…→49`. Staying becomes `4 (×3)`, and going to and fro becomes `4⇄7 (×5)`. In
/// `4→7 (×5)` the piece has stayed at 7. The arrows of a long walk have blanks, so that it can
/// break into lines.
pub(crate) fn walk(names: &[String]) -> String {
    const IN_A_ROW: usize = 5;
    const UNBROKEN: usize = 20;
    const STAYS: usize = 3;
    let coordinates: Vec<Option<Vec<i64>>> = names.iter().map(|name| coordinates(name)).collect();
    let step = |index: usize| -> Option<Vec<i64>> {
        let (from, to) = (coordinates[index].as_ref()?, coordinates.get(index + 1)?.as_ref()?);
        let step: Vec<i64> = from.iter().zip(to).map(|(from, to)| to - from).collect();
        let unit = from.len() == to.len() && step.iter().map(|by| by.abs()).sum::<i64>() == 1;
        unit.then_some(step)
    };
    let mut shown: Vec<String> = Vec::new();
    let mut index = 0;
    while index < names.len() {
        let stays = names[index..].iter().take_while(|name| **name == names[index]).count();
        if stays >= STAYS {
            shown.push(format!("{} (×{stays})", names[index]));
            index += stays;
            continue;
        }
        // Going to and fro: each name equals the second name before it.
        let back = (index + 2..names.len()).take_while(|&at| names[at] == names[at - 2]).count();
        if back >= 2 * STAYS {
            let turns = 1 + back / 2;
            shown.push(format!("{}⇄{} (×{turns})", names[index], names[index + 1]));
            index += 2 * turns;
            continue;
        }
        let first = step(index);
        let run = 1 + (index..names.len()).take_while(|&index| first.is_some() && step(index) == first).count();
        if run >= IN_A_ROW {
            shown.extend([names[index].clone(), "…".to_owned(), names[index + run - 1].clone()]);
            index += run;
        } else {
            shown.push(names[index].clone());
            index += 1;
        }
    }
    shown.join(if shown.len() > UNBROKEN { " → " } else { "→" })
}

/// As [`walk`], for places.
pub(crate) fn walk_over(places: &[Place], words: &dyn Words) -> String {
    walk(&place_names(places, words))
}

pub(crate) fn place_names(places: &[Place], words: &dyn Words) -> Vec<String> {
    places.iter().map(|&place| words.place_name(place)).collect()
}

/// The place of a player's only piece; `None` if it has several, or the game has no places.
pub(crate) fn only_place(position: PositionId, player: Player, words: &dyn Words) -> Option<Place> {
    match words.places(position, player)[..] {
        [place] => Some(place),
        _ => None,
    }
}

/// The number of a vertex, or the row and column of a cell; `None` for a place that has a name.
fn coordinates(name: &str) -> Option<Vec<i64>> {
    let name = marks::name(name);
    let inner = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(name);
    inner.split(',').map(|number| number.parse().ok()).collect()
}

/// The number of leading items that are consecutive numbers.
fn run_length(items: &[String]) -> usize {
    let numbers = items.iter().map_while(|item| marks::name(item).parse::<u64>().ok());
    let Some(first) = numbers.clone().next() else {
        return 0;
    };
    numbers.zip(first..).take_while(|(number, expected)| number == expected).count()
}

/// The placements of all pieces: "M9 C2". In games whose pieces belong to neither player, the
/// position as a whole.
pub(crate) fn standing(position: PositionId, words: &dyn Words) -> String {
    let [one, two] = Player::BOTH.map(|player| words.placement(position, player));
    if one == two { words.position(position) } else { format!("{one} {two}") }
}

/// "where the Mouse cannot win with its next move".
pub(crate) fn safe(player: Player, words: &dyn Words) -> String {
    format!("where {} cannot win with its next move", words.player(player.opponent()))
}

/// The moves of a manner: "a step nearer to the Mouse".
pub(crate) fn does(player: Player, manner: Manner, words: &dyn Words) -> String {
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
