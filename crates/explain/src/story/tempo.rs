//! Losing a tempo. Chess players call it triangulation when a king does it.

use catmouse_arena::{Distance, Place, Player, PositionId, Status, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::cause;
use crate::explanation::Explained;
use crate::sorting::{sort_by_numbers, sort_by_places};
use crate::text::{amount, plies, short};

/// In a forced win, two positions of the line, at least three plies apart, that differ only in
/// whose turn it is: the moves between them hand the move over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tempo {
    /// The number of plies before the first occurrence of the placement.
    pub from_ply: usize,
    /// The number of plies before its second occurrence.
    pub to_ply: usize,
    /// Whether no other pair encloses this one. Outermost pairs are first, then the others, each
    /// group by `from_ply`.
    pub outermost: bool,
    /// The position after `from_ply`.
    pub from: PositionId,
    /// The position after `to_ply`. Its distance is what the winner still needs once the move has
    /// been handed over.
    pub to: PositionId,
    /// The places that the loser's only piece can go to when the loser is to move in this
    /// placement: those where it is caught at once, and the others. Ascending.
    pub exits: [Vec<Place>; 2],
}

/// All pairs. A forced win repeats no position, so a placement occurs at most twice.
pub(super) fn find(context: &Explained<'_>) -> Vec<Tempo> {
    /// At two plies the same side is to move, and at one ply the mover only stayed.
    const APART: usize = 3;
    if context.forced_winner().is_none() {
        return Vec::new();
    }
    let line = context.line();
    let placements = |ply: usize| Player::BOTH.map(|player| context.words.places(line[ply], player));
    let mut plies: Vec<usize> = (0..line.len()).collect();
    sort_by_places(&mut plies, |&ply| placements(ply));
    let mut found: Vec<Tempo> = Vec::new();
    for pair in plies.windows(2) {
        let (from_ply, to_ply) = (pair[0], pair[1]);
        let places = placements(to_ply);
        if places.iter().any(Vec::is_empty) || placements(from_ply) != places {
            continue;
        }
        let (from, to) = (line[from_ply], line[to_ply]);
        if to_ply - from_ply >= APART && context.arena.status(from) != context.arena.status(to) {
            found.push(Tempo { from_ply, to_ply, outermost: true, from, to, exits: exits(context, [from, to]) });
        }
    }
    let spans: Vec<(usize, usize)> = found.iter().map(|tempo| (tempo.from_ply, tempo.to_ply)).collect();
    for tempo in &mut found {
        let (from, to) = (tempo.from_ply, tempo.to_ply);
        tempo.outermost = !spans.iter().any(|&(a, b)| a <= from && to <= b && (a, b) != (from, to));
    }
    sort_by_numbers(&mut found, |tempo| [u64::from(!tempo.outermost), tempo.from_ply as u64]);
    found
}

/// See [`Tempo::exits`]. Of the two positions, the one with the loser to move is used.
fn exits(context: &Explained<'_>, positions: [PositionId; 2]) -> [Vec<Place>; 2] {
    let loser = context.forced_winner().map(|winner| Status::Turn(winner.opponent()));
    let Some(key) = positions.into_iter().find(|&at| Some(context.arena.status(at)) == loser) else {
        return [Vec::new(), Vec::new()];
    };
    cause::exits(context, key)
}

impl Kind for Tempo {
    const WEIGHT: u32 = 180;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let apart = self.to_ply - self.from_ply;
        let placement = placement(teller, self);
        let first = if self.from_ply == 0 {
            "at the start".to_owned()
        } else {
            format!("after {}", plies(self.from_ply as Distance))
        };
        let (before, after) = (mover(teller, self.from_ply), mover(teller, self.to_ply));
        format!(
            "{placement} stands {first} with {before} to move and again after {} with {after} to move: these {} hand \
             the move over, and {} wins from there {}",
            plies(self.to_ply as Distance),
            plies(apart as Distance),
            teller.winner(),
            remaining(teller, self.to_ply),
        )
    }

    /// Up to three sentences on one tempo: why it matters whose turn it is, how the winner hands
    /// the move over, and where else it does so.
    ///
    /// The tempo is the last one after which more than two plies (or cost 2) remain. The end of the
    /// game is then short enough to follow. With less left, the winner only catches the
    /// neighbouring piece, which does not show why the turn matters.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let Some(best) = Self::last(teller) else {
            return Vec::new();
        };
        let stand = placement(teller, best);
        let (before, after) = (mover(teller, best.from_ply), mover(teller, best.to_ply));
        let winner = teller.winner();
        let mut sentences = vec![format!(
            "it matters whose turn it is: with {stand} {winner} needs {} if it is {after}'s, and {} if it is \
             {before}'s{}",
            amount(teller.words.measure(), left(teller, best.to_ply)),
            amount(teller.words.measure(), left(teller, best.from_ply)),
            best.why(teller),
        )];
        let first = match best.from_ply {
            0 => "at the start".to_owned(),
            ply => format!("after ply {ply}"),
        };
        let player = teller.explanation.summary.judgement.outcome.winner().unwrap_or(Player::One);
        let tour = teller.tour(player, best.from_ply, best.to_ply);
        // The winner wants either the other side or itself to be to move.
        let purpose = if before == winner { "to hand the move over" } else { "to be the one to move there" };
        sentences.push(format!(
            "{first} it is {before}'s turn there, so {winner} takes a detour of {}{} {purpose}: after ply {} the same \
             pieces stand there again, and it is {after}'s turn",
            plies((best.to_ply - best.from_ply) as Distance),
            tour.map_or_else(String::new, |tour| format!(" ({tour})")),
            best.to_ply,
        ));
        // All other tempi that no tempo encloses.
        let others = teller.all::<Self>().filter(|tempo| tempo.outermost && *tempo != best);
        let (alike, reversed): (Vec<&Tempo>, Vec<&Tempo>) =
            others.partition(|tempo| mover(teller, tempo.from_ply) == before);
        let list_of = |tempi: Vec<&Tempo>| {
            let between = |tempo: &Tempo| {
                let first = match tempo.from_ply {
                    0 => "at the start and after ply".to_owned(),
                    ply => format!("after plies {ply} and"),
                };
                format!("{} ({first} {})", placement(teller, tempo), tempo.to_ply)
            };
            format!("with {}", listed(&tempi.into_iter().map(between).collect::<Vec<_>>(), "and"))
        };
        let texts = match (alike.is_empty(), reversed.is_empty()) {
            (true, true) => return sentences,
            (false, true) => list_of(alike),
            (true, false) => format!("the other way round {}", list_of(reversed)),
            (false, false) => format!("{}, and the other way round {}", list_of(alike), list_of(reversed)),
        };
        sentences.push(format!("the same trick is played {texts}"));
        sentences
    }
}

impl Tempo {
    /// The tempo that is described: the last one that is not trivial.
    pub(super) fn last<'a>(teller: &Teller<'a>) -> Option<&'a Self> {
        /// The greatest rest, in plies or cost, after which a tempo is not described.
        const TRIVIAL_REST: Distance = 2;
        let lasting = teller.all::<Self>().filter(|tempo| left(teller, tempo.to_ply) > TRIVIAL_REST);
        lasting.max_by_key(|tempo| tempo.from_ply)
    }

    /// The position with which the winner makes progress: "M1 C9 with the Mouse to move".
    pub(super) fn aim(teller: &Teller<'_>) -> Option<String> {
        Self::last(teller).map(|last| teller.with_mover(last.to))
    }

    /// Why the loser would rather not be to move: "; if the Mouse has to move there, only 12 is
    /// left, for the Cat covers 4 and 7". Empty if none of its exits is covered.
    fn why(&self, teller: &Teller<'_>) -> String {
        let Some(winner) = teller.explanation.summary.judgement.outcome.winner() else { return String::new() };
        let (loser, hunter) = (teller.words.player(winner.opponent()), teller.words.player(winner));
        let [covered, open] = &self.exits;
        let covers = format!("{hunter} covers {}", teller.places_in_a_sentence(covered));
        match (&covered[..], &open[..]) {
            ([], _) => String::new(),
            (_, []) => format!("; if {loser} has to move there, {covers}, all that it can go to"),
            (_, open) => {
                let open = teller.places_among(open, "or");
                format!("; if {loser} has to move there, it can only go to {open}, for {covers}")
            }
        }
    }
}

impl Record for Tempo {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("from_ply", |tempo| tempo.from_ply)
            .field("to_ply", |tempo| tempo.to_ply)
            .field("outermost", |tempo| tempo.outermost)
            .field("covered", |tempo| tempo.exits[0].clone())
            .means("Where the loser's only piece would be caught at once, if it had to move there.")
            .field("position", |tempo| tempo.to)
            .means("The position after `to_ply`; the distance is the one from there.")
            .distance(|tempo| tempo.to)
    }
}

fn placement(teller: &Teller<'_>, tempo: &Tempo) -> String {
    Player::BOTH.map(|player| teller.words.placement(tempo.from, player)).join(" ")
}

/// The player to move after this number of plies; empty at the end of the line.
fn mover(teller: &Teller<'_>, ply: usize) -> String {
    teller.explanation.plies.get(ply).map_or_else(String::new, |ply| teller.words.player(ply.player))
}

/// The distance to the end after this number of plies of a forced win, as text.
fn remaining(teller: &Teller<'_>, ply: usize) -> String {
    short(teller.words.measure(), left(teller, ply))
}

/// The distance to the end after this number of plies of a forced win; 0 at the end of the line.
fn left(teller: &Teller<'_>, ply: usize) -> Distance {
    let next = teller.explanation.plies.get(ply);
    let left = next.and_then(|ply| Some(ply.played.judgement.distance? + Distance::from(ply.played.cost)));
    left.unwrap_or(0)
}
