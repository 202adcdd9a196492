//! Sentences about where the loser is cornered, and how its room shrinks until then.

use std::collections::BTreeSet;

use catmouse_arena::{Player, PositionId, Words};

use super::{Reader, fits};

impl Reader<'_> {
    /// Reads the sentences of a claim, or one of them.
    pub(super) fn corner(&self, text: &str) -> Option<()> {
        let end = text.rfind("; in the end ").map(|at| at + 2);
        match end {
            Some(end) => {
                self.shrinks(&text[..end - 2])?;
                self.cornered(&text[end..])
            }
            None => self.shrinks(text).or_else(|| self.cornered(text)),
        }
    }

    /// A list of places, with this conjunction.
    fn listing(&self, places: impl IntoIterator<Item = u32>, conjunction: &str) -> String {
        Self::joined(places.into_iter().map(|place| self.name(place)).collect(), conjunction)
    }

    fn joined(mut names: Vec<String>, conjunction: &str) -> String {
        let last = names.pop().unwrap_or_default();
        if names.is_empty() { last } else { format!("{} {conjunction} {last}", names.join(", ")) }
    }

    /// "The Cat", or "the cats", on its places in a position.
    fn pieces(&self, player: Player, at: PositionId) -> String {
        match self.stand(at, player).len() {
            1 => self.game.player(player),
            _ => format!("the {}s", self.game.piece(player)),
        }
    }

    fn own_set(&self, at: PositionId, player: Player) -> BTreeSet<u32> {
        self.stand(at, player).iter().copied().collect()
    }

    /// "The Cat shuts the Mouse in: with the Cat on 4, the Mouse can reach only 1, 3 and 7 before the Cat; with the Cat
    /// on 5 or 3, only 1 and 7".
    fn shrinks(&self, text: &str) -> Option<()> {
        let [hunter, hunted, told] = fits(text, "{} shuts {} in: {}")?;
        let (hunter, name, hunted) = (self.player(hunter)?, hunted, self.player(hunted)?);
        self.must(self.winner() == Some(hunter) && hunted == hunter.opponent(), "the other side wins");
        let after = self.own(hunter).into_iter().map(|ply| self.line[ply]).filter(|&at| !self.is_over(at));
        let room = |at| {
            let mut all: BTreeSet<u32> = self.unmet(at, hunted).0.iter().flatten().copied().collect();
            all.extend(self.stand(at, hunted));
            let own = self.stand(at, hunted)[0];
            if self.stand(at, hunter).iter().any(|&from| self.one_step(hunter, from, own)) {
                all.remove(&own);
            }
            (at, all)
        };
        let found: Vec<(PositionId, BTreeSet<u32>)> = after.map(room).collect();
        self.must(found.windows(2).all(|pair| pair[1].1.is_subset(&pair[0].1)), "a later room is no part");
        self.must(found.first().map(|room| room.1.len()) > found.last().map(|room| room.1.len()), "it does not shrink");
        let few: Vec<_> = found.iter().filter(|(_, room)| (1..=6).contains(&room.len())).collect();
        let mut parts = Vec::new();
        for group in few.chunk_by(|one, next| one.1 == next.1) {
            let mut on: Vec<String> = Vec::new();
            for (at, _) in group {
                let here = self.listing(self.own_set(*at, hunter), "and");
                if !on.contains(&here) {
                    on.push(here);
                }
            }
            let can = if parts.is_empty() { format!("{name} can reach only") } else { "only".to_owned() };
            let before = if parts.is_empty() { format!(" before {}", self.game.player(hunter)) } else { String::new() };
            let room = self.listing(group[0].1.iter().copied(), "and");
            parts.push(format!(
                "with {} on {}, {can} {room}{before}",
                self.pieces(hunter, group[0].0),
                Self::joined(on, "or")
            ));
        }
        self.must(parts.join("; ") == told, format!("it is left {parts:?}"));
        Some(())
    }

    /// "In the end the Mouse sits in the dead end 1, and the Cat covers its only exit, 6".
    fn cornered(&self, text: &str) -> Option<()> {
        let text = text.strip_prefix("in the end ")?;
        let sits = || fits(text, "{} sits in the dead end {}, and {} covers its only exit, {}").map(|told| (told, 1));
        let both = || fits(text, "{} is on {}, and {} covers both exits, {}").map(|told| (told, 2));
        let every = || fits(text, "{} is on {}, and {} covers every exit: {}").map(|told| (told, 3));
        let hunter = self.winner()?;
        let hunted = hunter.opponent();
        let last = (0..self.line.len() - 1).rfind(|&ply| self.mover(self.line[ply]) == Some(hunted))?;
        let ends = &self.longest_defences(true)[last];
        // For each place and placement of the hunters, the places that the piece can go to.
        let mut found: BTreeSet<(BTreeSet<u32>, BTreeSet<u32>, BTreeSet<u32>)> = BTreeSet::new();
        for &at in ends {
            let own = self.own_set(at, hunted);
            let place = *own.first()?;
            let goes = self.moves(at).iter().filter(|(to, _)| self.stand(*to, hunted) != self.stand(at, hunted));
            let goes: BTreeSet<u32> = goes.flat_map(|(to, _)| self.stand(*to, hunted).to_vec()).collect();
            self.must(!goes.is_empty() && self.covered(at) == goes, "it has a way out");
            let mut steps = self.facts.steps[hunted.index()][place as usize].clone();
            steps.remove(&place);
            found.insert((own, steps, self.own_set(at, hunter)));
        }
        let places: BTreeSet<u32> = found.iter().flat_map(|(own, ..)| own.clone()).collect();
        if let Some(([who, told, other, exits], count)) = sits().or_else(both).or_else(every) {
            let sides = self.player(who)? == hunted && self.player(other)? == hunter;
            self.must(sides && self.places(told)? == places, format!("it moves last on {places:?}"));
            let one_step = &found.first()?.1;
            let is_alike = found.iter().all(|(_, steps, _)| steps == one_step);
            let is_so = is_alike && (places.len() == 1 || count == 1);
            let is_so = is_so && one_step.len().min(3) == count && self.places(exits)? == *one_step;
            self.must(is_so, format!("the exits are {one_step:?}"));
            return Some(());
        }
        let all_few = found.iter().all(|(_, steps, _)| (1..=6).contains(&steps.len()));
        let hunters: BTreeSet<&BTreeSet<u32>> = found.iter().map(|(.., hunters)| hunters).collect();
        if let Some([who, told, other]) = fits(text, "{} is on {}, and {} covers every exit") {
            let sides = self.player(who)? == hunted && self.player(other)? == hunter;
            self.must(sides && self.places(told)? == places, format!("it moves last on {places:?}"));
            self.must(!all_few || places.len() > 1 && hunters.len() > 1, "the exits could be named");
            return Some(());
        }
        let (with, exits) = text.split_once(&format!(" every exit of {}: ", self.game.player(hunted)))?;
        let on = self.listing(hunters.first()?.iter().copied(), "and");
        let cover = if self.stand(*ends.first()?, hunter).len() == 1 { "covers" } else { "cover" };
        let wanted = format!("{} on {on} {cover}", self.pieces(hunter, *ends.first()?));
        self.must(hunters.len() == 1 && with == wanted, format!("the hunters are on {hunters:?}"));
        let found: Vec<_> = found.iter().collect();
        let part = |group: &[&(BTreeSet<u32>, BTreeSet<u32>, BTreeSet<u32>)]| {
            let own = group.iter().flat_map(|(own, ..)| own.iter().copied());
            let exits = self.listing(group[0].1.iter().copied(), "and");
            format!("{exits} if it is on {}", self.listing(own, "or"))
        };
        let parts: Vec<String> = found.chunk_by(|one, next| one.1 == next.1).map(part).collect();
        self.must(parts.join(", ") == exits, format!("the exits are {parts:?}"));
        Some(())
    }
}
