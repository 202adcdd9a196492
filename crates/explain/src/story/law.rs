//! Who wins from where, in one sentence.

use catmouse_arena::{Place, Player, listed};

use super::data::{Fields, Record};
use super::{Kind, Teller};
use crate::explanation::Explained;
use crate::law::Condition;
use crate::text::{counted, group_thousands, standing};

pub use crate::law::Law;

pub(super) fn find(context: &Explained<'_>) -> Vec<Law> {
    context.explanation.laws.all().to_vec()
}

impl Kind for Law {
    const WEIGHT: u32 = 200;
    const OPENS: bool = true;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        self.of(teller, self.outcome.winner())
    }

    /// The law for the player to move at the start, in terms of the winner; in a draw, both laws. Then how far the pieces are at the start,
    /// and what is different with the other player to move.
    fn told(teller: &Teller<'_>) -> Vec<String> {
        let Some(turn) = teller.explanation.plies.first().map(|ply| ply.player) else { return Vec::new() };
        let winner = teller.explanation.summary.judgement.outcome.winner();
        let laws: Vec<&Self> = teller.all::<Self>().filter(|law| law.turn == turn).collect();
        let of_winner = laws.iter().copied().find(|law| law.winners().any(|player| Some(player) == winner));
        let told = of_winner.map_or(laws, |law| vec![law]);
        let sentence = |law: &Self| {
            let player = winner.filter(|player| law.winners().any(|known| known == *player)).or(law.outcome.winner());
            law.of(teller, player) + &law.here(teller) + &law.with_the_other_turn(teller, player)
        };
        told.into_iter().map(sentence).collect()
    }
}

impl Law {
    /// Whether it says how an outcome depends on where the pieces are.
    pub fn is_race(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// The players of whom it says when they win.
    fn winners(&self) -> impl Iterator<Item = Player> {
        let own = self.outcome.winner();
        own.into_iter().chain(own.map(Player::opponent).filter(|_| self.is_decisive && self.is_race()))
    }

    /// The law as a sentence that says when a player wins.
    fn of(&self, teller: &Teller<'_>, player: Option<Player>) -> String {
        let words = teller.words;
        let to_move = format!("with {} to move", words.player(self.turn));
        let count = group_thousands(self.positions);
        let Some(player) = player else {
            return format!("{to_move}, the game is a draw in all {count} positions");
        };
        let subject = words.player(player);
        if !self.is_race() {
            return format!("{to_move}, {subject} wins in all {count} positions");
        }
        let subject = if player == self.turn { "it".to_owned() } else { subject };
        format!("{to_move}, {subject} wins exactly if {} ({})", self.comparison(teller, player), self.proof(teller))
    }

    /// "it is no farther from the hole than the Mouse".
    fn comparison(&self, teller: &Teller<'_>, player: Player) -> String {
        let (words, start) = (teller.words, teller.explanation.summary.start);
        // Two's conditions hold together; where One wins, one of them does not hold.
        let conjunction = if player == Player::Two { "and" } else { "or" };
        let mut margins: Vec<i32> = Vec::new();
        for condition in &self.conditions {
            if !margins.contains(&condition.margin) {
                margins.push(condition.margin);
            }
        }
        let group = |&margin: &i32| {
            let own = self.conditions.iter().filter(|condition| condition.margin == margin);
            let margin = Self::margin_of(player, margin);
            let from = if margin < 0 { "to" } else { "from" };
            let places: Vec<String> =
                own.map(|condition| format!("{from} {}", name(teller, condition.place))).collect();
            format!("{} {}", nearness(margin), listed(&places, conjunction))
        };
        let groups: Vec<String> = margins.iter().map(group).collect();
        let (together, comma) = match &groups[..] {
            [group] => (group.clone(), ""),
            groups => (groups.join(&format!(", {conjunction} ")), ","),
        };
        let team = |player: Player| words.places(start, player).len() > 1;
        let it = if team(player) { format!("its nearest {}", words.piece(player)) } else { "it".to_owned() };
        let than = if team(player.opponent()) {
            format!("every {}", words.piece(player.opponent()))
        } else {
            words.player(player.opponent())
        };
        format!("{it} is {together}{comma} than {than}")
    }

    /// How much farther a player may be from the place of a condition for which it wins: Two if the condition holds, One if it does not.
    fn margin_of(player: Player, margin: i32) -> i32 {
        match player {
            Player::Two => margin,
            Player::One => -margin - 1,
        }
    }

    fn proof(&self, teller: &Teller<'_>) -> String {
        let count = group_thousands(self.positions);
        let sample = if self.is_sample { " of a sample" } else { "" };
        match (self.exceptions, self.exception) {
            (0, _) | (_, None) => format!("true in all {count} positions{sample}"),
            (exceptions, Some(first)) => {
                let exceptions = group_thousands(exceptions);
                format!(
                    "true but in {exceptions} of {count} positions{sample}, {} among them",
                    standing(first, teller.words)
                )
            }
        }
    }

    /// Where the pieces are at the start: "; at the start the Cat is 2 steps from the hole and the Mouse 1".
    fn here(&self, teller: &Teller<'_>) -> String {
        let start = teller.explanation.summary.start;
        let decides = |condition: &&Condition| {
            let holds = teller.explanation.laws.holds(condition, teller.words, start);
            self.conditions.len() == 1 || !holds
        };
        let Some(condition) = self.conditions.iter().find(decides) else { return String::new() };
        let steps = |player| {
            let pieces = teller.words.places(start, player);
            teller.explanation.laws.steps(condition, player, &pieces)
        };
        let (Some(one), Some(two)) = (steps(Player::One), steps(Player::Two)) else { return String::new() };
        let ([mouse, cat], place) =
            (Player::BOTH.map(|player| teller.words.player(player)), name(teller, condition.place));
        if one == two {
            return format!("; at the start both are {} from {place}", counted(one, "step"));
        }
        format!("; at the start {mouse} is {} from {place}, {cat} {two}", counted(one, "step"))
    }

    /// If with the other player to move the same place decides: "; with the Cat to move, if it is at most 1 step farther".
    fn with_the_other_turn(&self, teller: &Teller<'_>, player: Option<Player>) -> String {
        let is_alike = |other: &&Self| {
            other.turn != self.turn
                && (other.outcome, other.negated) == (self.outcome, self.negated)
                && other.exceptions + self.exceptions == 0
        };
        let other = teller.all::<Self>().find(is_alike).map(|other| (other.turn, &other.conditions[..]));
        let (Some(player), [own], Some((turn, [other]))) = (player, &self.conditions[..], other) else {
            return String::new();
        };
        if own.place != other.place {
            return String::new();
        }
        let nearness = nearness(Self::margin_of(player, other.margin));
        format!("; with {} to move, if it is {nearness}", teller.words.player(turn))
    }
}

/// "the hole", "5".
fn name(teller: &Teller<'_>, place: Place) -> String {
    match teller.words.goal() {
        Some(goal) if goal.places == [place] => goal.noun,
        _ => teller.place_name(place),
    }
}

/// How near a piece has to be that may be this much farther from a place than the opponent: "no farther".
fn nearness(margin: i32) -> String {
    match margin {
        ..-1 => format!("at least {} nearer", counted(margin.unsigned_abs(), "step")),
        -1 => "nearer".to_owned(),
        0 => "no farther".to_owned(),
        1.. => format!("at most {} farther", counted(margin.unsigned_abs(), "step")),
    }
}

impl Record for Law {
    fn data(fields: Fields<Self>) -> Fields<Self> {
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
            .field("is_sample", |law| law.is_sample)
            .means("Whether the positions are a sample; else they are all in which this side is to move.")
    }
}

impl Record for Condition {
    const NAME: &'static str = "Condition";
    const MEANING: &'static str = "The Cat is at most `margin` moves farther from the vertex than the Mouse.";

    fn data(fields: Fields<Self>) -> Fields<Self> {
        fields.field("vertex", |condition| condition.place).field("margin", |condition| condition.margin)
    }
}
