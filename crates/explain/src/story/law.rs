//! Laws in sentences: who wins from where.

use catmouse_arena::{Goal, Measure, Place, Player, PositionId, WinOrDraw, Words, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::{Explained, Summary};
use crate::law::{Condition, Laws};
use crate::sorting::set;
use crate::text::{amount, group_thousands, standing, steps_of};
use crate::walks::Walks;

pub use crate::law::Law;

/// The laws; those with the player to move at the start are first.
pub(super) fn find(context: &Explained<'_>) -> Vec<Law> {
    let mover = context.explanation.plies.first().map_or(Player::One, |ply| ply.player);
    context.explanation.laws.in_turn(mover).cloned().collect()
}

impl Kind for Law {
    const WEIGHT: u32 = 200;
    const OPENS: bool = true;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        claim(self, &teller.explanation.laws, teller.words, teller.explanation.summary.start)
    }

    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let Some(turn) = teller.explanation.plies.first().map(|ply| ply.player) else { return Vec::new() };
        sentences(&teller.explanation.laws, teller.words, &teller.explanation.summary, turn)
    }
}

/// The law as a claim. It must be one of `laws`.
pub(crate) fn claim(law: &Law, laws: &Laws, words: &dyn Words, start: PositionId) -> String {
    let phrasing = Phrasing { laws, words, start };
    phrasing.law(law, law.outcome.winner()) + &phrasing.why(law, None) + &phrasing.ways(law, None)
}

/// Why a place matters that is neither the goal nor a door.
pub(crate) enum Why {
    /// One step leads to doors. Holds the predicate: "touches both doors, 2 and 9".
    Touches(String),
    /// All ways from the start lead through the place. Holds the clause: "from the start every way of
    /// the Mouse to the hole leads through 5".
    OnlyWay(String),
}

/// Why a place matters; `None` if it is the goal or a door, if neither reason applies, or if there
/// is no goal.
pub(crate) fn why_it_matters(place: Place, words: &dyn Words, start: PositionId) -> Option<Why> {
    /// The greatest number of doors that are named.
    const NAMED: usize = 4;
    let goal = words.goal()?;
    if goal.places.contains(&place) || is_door(place, &goal, words) {
        return None;
    }
    let walks = Walks::everywhere(words, goal.player, start);
    let doors = walks.doors(&goal.places);
    let touched: Vec<Place> =
        words.steps_from(goal.player, place).into_iter().filter(|to| doors.contains(to)).collect();
    let names: Vec<String> = touched.iter().map(|&door| words.place_name(door)).collect();
    let listed = listed(&names, "and");
    Some(Why::Touches(match (touched.len(), doors.len()) {
        (0, _) => {
            let from = words.places(start, goal.player);
            let avoids = from.contains(&place) || walks.reach(&from, &goal.places, &[place]);
            let is_only_way = !avoids && walks.distances_from(&from).least(&goal.places).is_some();
            let (runner, goal, name) = (words.player(goal.player), goal.noun, words.place_name(place));
            let clause = || format!("from the start every way of {runner} to {goal} leads through {name}");
            return is_only_way.then(|| Why::OnlyWay(clause()));
        }
        (1, 1) => format!("touches the only door, {listed}"),
        (2, 2) => format!("touches both doors, {listed}"),
        (touched, doors) if touched > NAMED => format!("touches {touched} of the {doors} doors"),
        (touched, doors) if touched == doors => format!("touches every door: {listed}"),
        (1, _) => format!("touches door {listed}"),
        _ => format!("touches the doors {listed}"),
    }))
}

/// Whether a place is a door: a place outside the goal from which a step leads into it.
fn is_door(place: Place, goal: &Goal, words: &dyn Words) -> bool {
    let leads_in = || words.steps_from(goal.player, place).iter().any(|to| goal.places.contains(to));
    !goal.places.contains(&place) && leads_in()
}

/// The law with this player to move, phrased for the winner at `start`; in a draw, both laws. Then
/// the difference with the other player to move. Empty if there is no law, or if the law excludes the start.
pub(crate) fn sentences(laws: &Laws, words: &dyn Words, summary: &Summary, turn: Player) -> Vec<String> {
    let start = summary.start;
    let phrasing = Phrasing { laws, words, start };
    let winner = summary.judgement.outcome.winner();
    let is_at_once = winner == Some(turn) && summary.judgement.distance == Some(1);
    let is_meant = |law: &&Law| law.turn == turn && !(is_at_once && law.unless_at_once);
    let own: Vec<&Law> = laws.all().iter().filter(is_meant).collect();
    let is_about_winner = |law: &&Law| winner.is_some_and(|winner| law.says_when_wins(winner));
    let shown = own.iter().copied().find(is_about_winner).map_or(own, |law| vec![law]);
    let sentence = |law: &Law| {
        let player = winner.filter(|&winner| law.says_when_wins(winner)).or(law.outcome.winner());
        let (other, in_full) = phrasing.with_the_other_turn(law, player);
        let (why, ways) = (phrasing.why(law, in_full), phrasing.ways(law, in_full));
        phrasing.law(law, player) + &other + &why + &ways
    };
    shown.into_iter().map(sentence).collect()
}

/// "the Cat keeps the win if after each of its moves it is no farther from the hole than the
/// Mouse". Under a limit that is not the winner's: "…, as long as 7 plies of the limit are left".
/// `None` if less than this is left after the first move.
pub(crate) fn moral(laws: &Laws, words: &dyn Words, summary: &Summary, winner: Player) -> Option<String> {
    let start = summary.start;
    let is_it = |law: &&Law| {
        let says_something = law.unless_at_once || !law.conditions.is_empty();
        law.turn != winner && law.exceptions == 0 && !law.is_sample && says_something && law.says_when_wins(winner)
    };
    let law = laws.all().iter().find(is_it)?;
    let (measure, needed) = (words.measure(), law.longest_wins[winner.index()]);
    let while_left = match summary.adjudication.limit.filter(|limit| limit.outcome != WinOrDraw::Win(winner)) {
        None => String::new(),
        // Another position may need more than a sample does.
        Some(limit) if law.is_sample || limit.distance <= needed => return None,
        Some(_) if measure == Measure::Plies && needed != 1 => {
            format!(", as long as {} of the limit are left", amount(measure, needed))
        }
        Some(_) => format!(", as long as {} of the limit is left", amount(measure, needed)),
    };
    let unless = law.unless_at_once.then(|| format!("{} cannot win at once", words.player(law.turn)));
    // After another subject "it" would be unclear.
    let it = if law.unless_at_once { words.player(winner) } else { "it".to_owned() };
    let phrasing = Phrasing { laws, words, start };
    let comparison = (!law.conditions.is_empty()).then(|| phrasing.comparison(law, winner, it));

    let kept: Vec<String> = unless.into_iter().chain(comparison).collect();
    let (winner, kept, ways) = (words.player(winner), listed(&kept, "and"), phrasing.ways(law, None));
    Some(format!("{winner} keeps the win if after each of its moves {kept}{while_left}{ways}"))
}

impl Law {
    /// Whether the story begins with a law that has conditions.
    pub(super) fn opens_story(teller: &Teller<'_>) -> bool {
        let turn = teller.explanation.plies.first().map(|ply| ply.player);
        teller.all::<Self>().any(|law| Some(law.turn) == turn && !law.conditions.is_empty())
    }

    /// Whether the law determines when this player wins.
    fn says_when_wins(&self, player: Player) -> bool {
        match self.outcome.winner() {
            Some(winner) => winner == player || self.is_decisive && !self.conditions.is_empty(),
            None => false,
        }
    }
}

/// The greatest excess of a player's distance from a condition's place with which the player still
/// wins. Two wins if the condition holds, One if it does not.
fn margin_of(player: Player, margin: i32) -> i32 {
    match player {
        Player::Two => margin,
        Player::One => -margin - 1,
    }
}

fn noun(law: &Law) -> &'static str {
    if law.unless_at_once { "such positions" } else { "positions" }
}

/// The context of all sentences about the laws of a game.
struct Phrasing<'a> {
    laws: &'a Laws,
    words: &'a dyn Words,
    start: PositionId,
}

impl Phrasing<'_> {
    /// The law as a sentence that states when `player` wins; `None` means a draw.
    fn law(&self, law: &Law, player: Option<Player>) -> String {
        let to_move = self.to_move(law);
        let Some(player) = player else {
            return format!("{to_move}, the game is a draw {}", self.proof(law));
        };
        let subject = self.words.player(player);
        if law.conditions.is_empty() {
            return format!("{to_move}, {subject} wins {}", self.proof(law));
        }
        let (comparison, proof) = (self.comparison(law, player, "it".to_owned()), self.proof(law));
        let other = self.words.player(player.opponent());
        match (law.exceptions, law.is_decisive) {
            (0, true) => format!("{to_move}, {subject} wins if {comparison}, and otherwise {other} does ({proof})"),
            (0, false) => format!("{to_move}, {subject} wins exactly if {comparison} ({proof})"),
            _ => format!("{to_move}, as a rule {subject} wins if {comparison}, and only then ({proof})"),
        }
    }

    /// "on the Cat's turn", "on the Cat's turn without a win at once".
    fn to_move(&self, law: &Law) -> String {
        let unless = if law.unless_at_once { " without a win at once" } else { "" };
        format!("on {}'s turn{unless}", self.words.player(law.turn))
    }

    /// "it is no farther from the hole than the Mouse". A team is called by its nearest piece and not
    /// by `it`.
    fn comparison(&self, law: &Law, player: Player, it: String) -> String {
        // Two wins if all conditions hold; One wins if one of them does not hold.
        let conjunction = if player == Player::Two { "and" } else { "or" };
        let mut margins: Vec<i32> = Vec::new();
        for condition in &law.conditions {
            if !margins.contains(&condition.margin) {
                margins.push(condition.margin);
            }
        }
        // All conditions of a law have the same unit.
        let counts_cost = law.conditions.iter().any(|condition| condition.unit == Measure::Cost);
        let group = |&margin: &i32| {
            let own = law.conditions.iter().filter(|condition| condition.margin == margin);
            let margin = margin_of(player, margin);
            let from = if margin < 0 || counts_cost { "to" } else { "from" };
            let places = own.filter_map(|condition| condition.place);
            let name = |place| {
                let name = place_or_goal(self.words, place);
                let is_door = self.words.goal().is_some_and(|goal| is_door(place, &goal, self.words));
                if is_door { format!("{from} door {name}") } else { format!("{from} {name}") }
            };
            let places: Vec<String> = places.map(name).collect();
            let places = (!places.is_empty()).then(|| listed(&places, conjunction))?;
            Some(if counts_cost { format!("{places} {}", dearness(margin)) } else { nearness(margin) + " " + &places })
        };
        let groups: Vec<String> = margins.iter().filter_map(group).collect();
        let of_team = |player: Player| {
            let is_team = self.words.places(self.start, player).len() > 1;
            is_team.then(|| self.words.piece(player))
        };
        let it = of_team(player).map_or(it, |piece| format!("its nearest {piece}"));
        let opponent = player.opponent();
        let than = of_team(opponent).map_or_else(|| self.words.player(opponent), |piece| format!("every {piece}"));
        let race = match &groups[..] {
            [] => None,
            [group] => Some(format!("{group} than {than}")),
            groups => Some(format!("{}, than {than}", groups.join(&format!(", {conjunction} ")))),
        };
        // Two's condition, or its negation for One.
        let moving = law.conditions.iter().find(|condition| condition.place.is_none()).map(|condition| {
            let ends = self.words.goal().map(|goal| goal.places).unwrap_or_default();
            let (margin, are_out_of_reach) = self.laws.reach(condition, &ends);
            let who = of_team(opponent).map_or_else(|| format!("{than} cannot"), |piece| format!("no {piece} can"));
            let out_of_reach = || format!("on a place that {who} get to");
            match (player, margin) {
                (Player::Two, Some(margin)) => format!("at most {} from {than}", steps_of(margin)),
                (Player::Two, None) => format!("able to get to {than}"),
                (Player::One, None) => out_of_reach(),
                (Player::One, Some(margin)) if are_out_of_reach => {
                    format!("more than {} from {than}, or {}", steps_of(margin), out_of_reach())
                }
                (Player::One, Some(margin)) => format!("more than {} from {than}", steps_of(margin)),
            }
        });
        let parts: Vec<String> = race.into_iter().chain(moving).collect();
        let does = if counts_cost { "gets" } else { "is" };
        format!("{it} {does} {}", parts.join(&format!(", {conjunction} ")))
    }

    fn proof(&self, law: &Law) -> String {
        let count = group_thousands(law.positions);
        let sample = if law.is_sample { " of a sample" } else { "" };
        match law.exception {
            None => format!("in all {count} {}{sample}", noun(law)),
            Some(first) => {
                let (exceptions, first) = (group_thousands(law.exceptions), standing(first, self.words));
                format!("wrong in {exceptions} of {count} positions{sample}, {first} among them")
            }
        }
    }

    /// The law with the other player to move, and this law if the text gives it in full: "; on the
    /// Cat's turn, if it is at most 1 step farther" or "; on the Cat's turn, it may be 1 step farther
    /// than that" if the same places decide.
    fn with_the_other_turn(&self, law: &Law, player: Option<Player>) -> (String, Option<&Law>) {
        let is_alike = |other: &&Law| {
            other.turn != law.turn
                && player.is_some_and(|player| other.says_when_wins(player))
                && other.exceptions + law.exceptions == 0
        };
        let (Some(player), Some(other)) = (player, self.laws.all().iter().find(is_alike)) else {
            return (String::new(), None);
        };
        let to_move = self.to_move(other);
        let pairs = || law.conditions.iter().zip(&other.conditions);
        // The text gives a law of a sample in full, because it has to mention the sample.
        let are_alike = !other.is_sample
            && law.conditions.len() == other.conditions.len()
            && pairs().all(|(own, other)| own.place == other.place && own.place.is_some())
            && pairs().all(|(own, other)| [own.unit, other.unit] == [Measure::Plies; 2]);
        let shifts: Vec<i32> = pairs().map(|(own, other)| other.margin - own.margin).collect();
        let text = match (&other.conditions[..], &shifts[..]) {
            ([], _) => String::new(),
            (conditions, _) if !other.is_sample && *conditions == law.conditions[..] => format!("; {to_move} too"),
            ([only], _) if are_alike => format!("; {to_move}, if it is {}", nearness(margin_of(player, only.margin))),
            (_, [first, rest @ ..]) if are_alike && rest.iter().all(|shift| shift == first) => {
                let farther = if player == Player::Two { *first } else { -*first };
                let steps = steps_of(farther.unsigned_abs());
                match farther {
                    0.. => format!("; {to_move}, it may be {steps} farther than that"),
                    _ => format!("; {to_move}, it must be {steps} nearer than that"),
                }
            }
            _ => return (format!("; {}", self.law(other, Some(player))), Some(other)),
        };
        (text, None)
    }

    /// A clause for laws in which the two sides do not count steps alike: "; each side's steps are
    /// counted on its own ways, and the Cat's avoid the hole". Otherwise empty.
    fn ways(&self, law: &Law, other: Option<&Law>) -> String {
        let conditions = || law.conditions.iter().chain(other.into_iter().flat_map(|other| &other.conditions));
        let goal = self.words.goal();
        let is_closed = |player: Player| {
            let stands = &self.laws.standable[player.index()];
            goal.as_ref().is_some_and(|goal| !goal.places.iter().any(|place| stands.contains(place)))
        };
        let closed = Player::BOTH.into_iter().find(|&player| is_closed(player));
        let is_about_goal = |condition: &&Condition| {
            goal.as_ref().zip(condition.place).is_some_and(|(goal, place)| goal.places.contains(&place))
        };
        let costs_to_closed_goal =
            closed.is_some() && conditions().filter(is_about_goal).any(|condition| condition.unit == Measure::Cost);
        let one = Walks::everywhere(self.words, Player::One, self.start);
        if !costs_to_closed_goal && conditions().all(|condition| self.laws.counts_alike(condition, &one)) {
            return String::new();
        }
        let avoids = closed.zip(goal).map_or_else(String::new, |(player, goal)| {
            format!(", and {}'s avoid {}", self.words.player(player), goal.noun)
        });
        format!("; each side's steps are counted on its own ways{avoids}")
    }

    /// Why the places of some laws matter: "; 5 touches both doors, 2 and 9".
    fn why(&self, law: &Law, other: Option<&Law>) -> String {
        let mut places: Vec<Place> = law.conditions.iter().filter_map(|condition| condition.place).collect();
        if let Some(other) = other {
            places.extend(other.conditions.iter().filter_map(|condition| condition.place));
        }
        let mut text = String::new();
        for place in set(places) {
            match why_it_matters(place, self.words, self.start) {
                Some(Why::Touches(predicate)) => {
                    text.push_str(&format!("; {} {predicate}", self.words.place_name(place)));
                }
                Some(Why::OnlyWay(clause)) => text.push_str(&format!("; {clause}")),
                None => {}
            }
        }
        text
    }
}

/// "the hole", "5".
pub(crate) fn place_or_goal(words: &dyn Words, place: Place) -> String {
    match words.goal() {
        Some(goal) if goal.places == [place] => goal.noun,
        _ => words.place_name(place),
    }
}

/// The distances of both players from the place of a condition: "the Mouse is 2 steps from the
/// hole, the Cat 1".
pub(crate) fn standing_from(words: &dyn Words, condition: &Condition, [one, two]: [u32; 2]) -> String {
    let [mouse, cat] = Player::BOTH.map(|player| words.player(player));
    let Some(place) = condition.place else {
        return format!("{cat} is {} from {mouse}", steps_of(two));
    };
    let place = place_or_goal(words, place);
    if condition.unit == Measure::Cost {
        return format!("getting to {place} costs {mouse} {one} and {cat} {two}");
    }
    match (one, two) {
        (0, 0) => format!("both are on {place}"),
        (0, two) => format!("{mouse} is on {place}, {cat} {} from it", steps_of(two)),
        (one, 0) => format!("{mouse} is {} from {place}, {cat} on it", steps_of(one)),
        (one, two) if one == two => format!("both are {} from {place}", steps_of(one)),
        (one, two) => format!("{mouse} is {} from {place}, {cat} {two}", steps_of(one)),
    }
}

/// The comparison for a piece that may be `margin` steps farther from a place than the opponent:
/// "no farther".
fn nearness(margin: i32) -> String {
    match margin {
        ..-1 => format!("at least {} nearer", steps_of(margin.unsigned_abs())),
        -1 => "nearer".to_owned(),
        0 => "no farther".to_owned(),
        1.. => format!("at most {} farther", steps_of(margin.unsigned_abs())),
    }
}

/// As [`nearness`], for costs: "at no greater cost".
fn dearness(margin: i32) -> String {
    match margin {
        ..-1 => format!("at a cost of at least {} less", margin.unsigned_abs()),
        -1 => "at less cost".to_owned(),
        0 => "at no greater cost".to_owned(),
        1.. => format!("at a cost of at most {margin} more"),
    }
}

impl Record for Law {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("turn", |law| law.turn)
            .field("outcome", |law| law.outcome)
            .field("negated", |law| law.negated)
            .means("Whether the outcome occurs if and only if *not* all conditions hold.")
            .field("conditions", |law| law.conditions.clone())
            .field("exceptions", |law| law.exceptions)
            .means("In how many of the `positions` the law is wrong. `exception` is the first of them.")
            .field("exception", |law| law.exception)
            .field("positions", |law| law.positions)
            .field("feature", |law| {
                let is_moving = law.conditions.iter().any(|it| it.place.is_none());
                law.unless_at_once.then_some("unless_at_once").or(is_moving.then_some("distance"))
            })
            .means(
                "\"distance\" if a condition is about the distance between Cat and Mouse; \"unless_at_once\" if \
                 positions in which a move wins at once are left out; else null.",
            )
            .field("is_sample", |law| law.is_sample)
            .means("Whether the positions are a sample; else they are all in which this side is to move.")
    }
}

impl Record for Condition {
    const NAME: &'static str = "Condition";
    const MEANING: &'static str =
        "The Cat is at most `margin` farther from the vertex than the Mouse; if that is null, from the Mouse.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("vertex", |condition| condition.place)
            .field("margin", |condition| condition.margin)
            .field("unit", |condition| if condition.unit == Measure::Cost { "cost" } else { "moves" })
            .means("Whether `moves` are counted, or their `cost`.")
    }
}
