//! A fact that decides a hunt in which the hunted piece has no goal, or cannot get to it.

use catmouse_arena::{Goal, JudgedBy, Place, Player, PositionId, Status, WinOrDraw, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::safe_ways::SafeWays;
use crate::walks::Walks;

/// A fact about the board that decides a hunt without a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// At the start the hunters are at most one step from every place of the hunted piece.
    Net,
    /// Both sides take the same steps, which form a tree, and the hunter is a single piece.
    Tree,
    /// From each place the hunted piece has more steps than there are hunters, and no cycle is
    /// shorter than five steps, so that a hunter can take away one step at most.
    Exits,
    /// Both sides take the same steps and may stay, the hunter is a single piece, and the places [fold](Chase::folds)
    /// onto a single one: the theorem of Nowakowski and Winkler (1983) and of Quilliot (1978).
    Folds,
    /// The hunters win from every position.
    NoRefuge,
}

impl Fact {
    /// The fact as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Net => "net",
            Self::Tree => "tree",
            Self::Exits => "exits",
            Self::Folds => "folds",
            Self::NoRefuge => "no_refuge",
        }
    }
}

/// On a board without a goal, or whose goal cannot be reached, where one piece is hunted: a fact that
/// decides the chase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The hunter.
    pub player: Player,
    /// The fact.
    pub fact: Fact,
    /// The number of places of the hunted piece.
    pub places: usize,
    /// The least number of steps that it has from a place, staying not counted.
    pub exits: usize,
    /// The number of steps of the shortest cycle; `None` if there is none.
    pub ring: Option<u32>,
    /// The number of positions that the hunters win, if they win all.
    pub won: usize,
    /// The places that are more than one step from every hunter at the start; empty if the hunted piece cannot get
    /// to all of them.
    pub untouched: Vec<Place>,
    /// If the places fold: each place but the last, and one that is left and touches all that are left and
    /// that the first touches.
    pub folds: Vec<[Place; 2]>,
}

/// The facts, the plainest first. None if the goal can be reached, or if a limit decides the game.
pub(super) fn find(context: &Explained<'_>) -> Vec<Chase> {
    /// The greatest number of positions that are examined.
    const POSITIONS_AT_MOST: usize = 1 << 17;
    /// The greatest number of places of a board whose shortest cycle is looked for.
    const PLACES_AT_MOST: usize = 1 << 10;
    let summary = &context.explanation.summary;
    let (start, judgement) = (summary.start, summary.judgement);
    let can_reach =
        |goal: Goal| SafeWays::new(context, goal.player, start).is_none_or(|ways| ways.leads_to_goal(start));
    if judgement.decided_by == JudgedBy::Limit
        || context.explanation.plies.is_empty()
        || context.words.goal().is_some_and(can_reach)
    {
        return Vec::new();
    }
    let forced = context.forced_winner();
    // Who is hunted has a single piece and does not win by force.
    let hunted = match forced {
        Some(winner) => winner.opponent(),
        None => match judgement.outcome {
            WinOrDraw::Win(player) => player,
            WinOrDraw::Draw => return Vec::new(),
        },
    };
    let [_] = context.words.places(start, hunted)[..] else { return Vec::new() };
    let is_capture = |at: PositionId| {
        context.arena.status(at) == Status::Won(hunted.opponent())
            && context.words.end(at).is_some_and(|end| end.kind == "capture")
    };
    if forced.is_some() && !is_capture(summary.last) {
        return Vec::new();
    }
    let player = hunted.opponent();
    let hunters = context.words.places(start, player);
    let walks = Walks::everywhere(context.words, hunted, start);
    let hunting = Walks::everywhere(context.words, player, start);
    let places = walks.places();
    if places.is_empty() || hunting.places().is_empty() || hunting.size() > PLACES_AT_MOST {
        return Vec::new();
    }
    let near = hunting.distances_from(&hunters);
    let own = walks.distances_from(&context.words.places(start, hunted));
    let far: Vec<Place> = places.iter().map(|&(place, _)| place).filter(|&place| near.at(place) > 1).collect();
    let exits = |(place, targets): &(Place, &Vec<Place>)| targets.iter().filter(|to| *to != place).count();
    let chase = Chase {
        player,
        fact: Fact::Net,
        places: places.len(),
        exits: places.iter().map(exits).min().unwrap_or(0),
        ring: hunting.shortest_cycle(),
        won: 0,
        folds: Vec::new(),
        untouched: if far.iter().all(|&place| own.get(place).is_some()) { far.clone() } else { Vec::new() },
    };
    // Both sides take the same steps, there and back.
    let is_alike = hunting.is_symmetric() && hunting.moves() == walks.moves();
    // Hunters can catch, and only on the place of the hunted piece, not from a distance.
    let catches_where_it_stands = || {
        let mut captures = (0..context.arena.positions()).map(PositionId::new).filter(|&at| is_capture(at)).peekable();
        let is_met = |at| {
            let hunters = context.words.places(at, player);
            context.words.places(at, hunted).iter().all(|place| hunters.contains(place))
        };
        captures.peek().is_some() && captures.all(is_met)
    };
    let mut found = Vec::new();
    if forced == Some(player) {
        if far.is_empty() {
            found.push(chase.clone());
        }
        if is_alike && chase.ring.is_none() && hunters.len() == 1 {
            found.push(Chase { fact: Fact::Tree, ..chase.clone() });
        }
        if is_alike
            && hunters.len() == 1
            && catches_where_it_stands()
            && let Some(folds) = folds(&walks)
        {
            found.push(Chase { fact: Fact::Folds, folds, ..chase.clone() });
        }
        if context.arena.positions() <= POSITIONS_AT_MOST {
            let positions = (0..context.arena.positions()).map(PositionId::new);
            let mut open = positions.filter(|&at| matches!(context.arena.status(at), Status::Turn(_))).peekable();
            let mut won = 0;
            let all = open.all(|at| {
                won += 1;
                context.values.value(at).winner() == Some(player)
            });
            if all {
                found.push(Chase { fact: Fact::NoRefuge, won, ..chase });
            }
        }
    } else if forced.is_none()
        && is_alike
        && chase.exits > hunters.len()
        && chase.ring.is_none_or(|ring| ring >= 5)
        && catches_where_it_stands()
    {
        found.push(Chase { fact: Fact::Exits, ..chase });
    }
    found
}

/// See [`Chase::folds`]; `None` if the places do not fold onto a single one, if a piece may not stay on one, or if they
/// are many.
fn folds(walks: &Walks) -> Option<Vec<[Place; 2]>> {
    const PLACES_AT_MOST: usize = 1 << 6;
    let places = walks.places();
    let may_stay = places.iter().all(|(place, targets)| targets.contains(place));
    if !may_stay || places.len() > PLACES_AT_MOST {
        return None;
    }
    let mut left: Vec<Place> = places.iter().map(|&(place, _)| place).collect();
    let mut folds = Vec::new();
    while left.len() > 1 {
        let onto = |&place: &Place| {
            let touches = |to: &&Place| walks.targets(**to).contains(&place);
            let touched: Vec<&Place> = left.iter().filter(touches).collect();
            let covers = |on: &&&Place| touched.iter().all(|to| walks.targets(***on).contains(to));
            touched.iter().filter(|on| ***on != place).find(covers).map(|on| [place, **on])
        };
        let fold = left.iter().find_map(onto)?;
        left.retain(|place| *place != fold[0]);
        folds.push(fold);
    }
    Some(folds)
}

impl Kind for Chase {
    fn sentence(&self, teller: &Teller<'_>) -> String {
        let [hunter, hunted] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        match self.fact {
            Fact::Net => format!("{}, so that {hunted} is caught wherever it goes", self.within_a_step(teller)),
            Fact::Tree => format!(
                "the board has no cycle: {hunted} cannot get past {hunter}, and each step toward it takes room away"
            ),
            Fact::Exits => {
                let ring = match self.ring {
                    Some(ring) => format!("no cycle is shorter than {ring} steps"),
                    None => "there is no cycle".to_owned(),
                };
                let piece = teller.words.piece(self.player);
                format!(
                    "each place has at least {} exits, and {ring}. So a {piece} closes at most one of them, and \
                     {hunted} always has another",
                    self.exits
                )
            }
            Fact::Folds => self.folded(teller),
            Fact::NoRefuge if self.names_untouched() => {
                let names: Vec<String> = self.untouched.iter().map(|&place| teller.place_name(place)).collect();
                format!("at the start {} but {}", self.within_a_step(teller), listed(&names, "and"))
            }
            Fact::NoRefuge => format!("there is no refuge: {hunter} wins from every position"),
        }
    }
}

impl Chase {
    /// The greatest number of places that are named.
    const NAMED: usize = 4;

    /// The greatest number of folds that are named.
    const FOLDED: usize = 9;

    /// Why a piece loses one place after another: "from 3 the Mouse can go only where a cat on 6 can go, so that cat
    /// catches it. Strike 3 out, and the same holds, one after another, for 4 (cat on 7), 6 and 8 (cat on 0)".
    fn folded(&self, teller: &Teller<'_>) -> String {
        let (hunted, piece) = (teller.words.player(self.player.opponent()), teller.words.piece(self.player));
        let so = format!("So {hunted} loses one place after another");
        let groups: Vec<&[[Place; 2]]> = self.folds.chunk_by(|[_, one], [_, next]| one == next).collect();
        let from = |group: &[[Place; 2]], conjunction: &str| {
            let places: Vec<String> = group.iter().map(|[place, _]| teller.place_name(*place)).collect();
            listed(&places, conjunction)
        };
        let goes = |from: &str, on: &str| {
            format!("from {from} {hunted} can go only where a {piece} on {on} can go, so that {piece} catches it")
        };
        match groups.split_first() {
            Some((first, rest)) if self.folds.len() <= Self::FOLDED => {
                let onto = |group: &[[Place; 2]]| teller.place_name(group[0][1]);
                let then = |group: &&[[Place; 2]]| format!("{} ({piece} on {})", from(group, "and"), onto(group));
                let then: Vec<String> = rest.iter().map(then).collect();
                let strikes = match then.len() {
                    0 => String::new(),
                    _ => format!(
                        ". Strike {} out, and the same holds, one after another, for {}. {so}",
                        from(first, "and"),
                        then.join(", ")
                    ),
                };
                goes(&from(first, "or"), &onto(first)) + &strikes
            }
            _ => format!(
                "{}. Strike it out, and the same holds for another place, and so on. {so}",
                goes("some place", "a neighbour")
            ),
        }
    }

    /// Whether the sentence says only that the hunters win, or why from everywhere.
    pub(super) fn is_of_board(&self) -> bool {
        self.fact == Fact::Folds || self.fact == Fact::NoRefuge && !self.names_untouched()
    }

    /// Whether the sentence names the few places that the hunters do not touch.
    fn names_untouched(&self) -> bool {
        (1..=self.places.min(2 * Self::NAMED) / 2).contains(&self.untouched.len())
    }

    /// "The cats on 0 and 6 are within one step of every place".
    fn within_a_step(&self, teller: &Teller<'_>) -> String {
        let on = teller.words.places(teller.explanation.summary.start, self.player);
        let names: Vec<String> = on.iter().map(|&place| teller.place_name(place)).collect();
        let (piece, names) = (teller.words.piece(self.player), listed(&names, "and"));
        let pieces = match on.len() {
            1 => format!("the {piece} on {names} is"),
            _ => format!("the {piece}s on {names} are"),
        };
        format!("{pieces} within one step of every place")
    }
}

impl Record for Chase {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |chase| chase.player)
            .field("fact", |chase| chase.fact.word())
            .means("`net`, `tree`, `exits`, `folds` or `no_refuge`.")
            .field("places", |chase| chase.places)
            .means("The number of places of the hunted piece.")
            .field("exits", |chase| chase.exits)
            .means("The least number of steps that it has from a place, staying not counted.")
            .field("ring", |chase| chase.ring)
            .means("The number of steps of the shortest cycle; null if there is none.")
            .field("won", |chase| chase.won)
            .means("The number of positions, if the hunters win all of them.")
            .field("untouched", |chase| chase.untouched.clone())
            .means(
                "The places that are more than one step from every hunter at the start; empty if the hunted piece cannot \
                 get to all of them.",
            )
    }
}
