//! Sentences about where the loser is cornered, and how its room shrinks until then.

use std::collections::BTreeSet;

use super::{Reader, fits};

impl Reader<'_> {
    /// Reads the sentences of a claim, or one of them.
    pub(super) fn corner(&self, text: &str) -> Option<()> {
        for part in text.split("; ") {
            self.shrinks(part).or_else(|| self.cornered(part))?;
        }
        Some(())
    }

    /// "After the moves of the Cat, the Mouse can get before it to 4 places, only to 1 or 6 then nowhere".
    fn shrinks(&self, text: &str) -> Option<()> {
        let [hunter, hunted, left] = fits(text, "after the moves of {}, {} can get before it {}")?;
        let (hunter, hunted) = (self.player(hunter)?, self.player(hunted)?);
        self.must(self.winner() == Some(hunter) && hunted == hunter.opponent(), "the other side wins");
        let after = self.own(hunter).into_iter().map(|ply| self.line[ply]).filter(|&at| !self.is_over(at));
        let room = |at| {
            let own: BTreeSet<u32> = self.stand(at, hunted).iter().copied().collect();
            let (unmet, _) = &*self.unmet(at, hunted);
            let all: BTreeSet<u32> = unmet.iter().flatten().copied().collect();
            all.difference(&own).copied().collect()
        };
        let found: Vec<BTreeSet<u32>> = after.map(room).collect();
        let told: Vec<&str> = left.split(", then ").collect();
        let is_so = |(told, found): (&&str, &BTreeSet<u32>)| match found.len() {
            0 => *told == "nowhere",
            1..=3 => told.strip_prefix("only to ").and_then(|names| self.places(names)).as_ref() == Some(found),
            count => *told == format!("to {count} places"),
        };
        self.must(told.len() == found.len() && told.iter().zip(&found).all(is_so), format!("it can reach {found:?}"));
        let sizes: Vec<usize> = found.iter().map(BTreeSet::len).collect();
        self.must(sizes.is_sorted_by(|one, next| one >= next) && sizes.first() > sizes.last(), "it does not shrink");
        Some(())
    }

    /// "In the end the Mouse sits in the dead end 1, and the Cat covers its only exit, 6".
    fn cornered(&self, text: &str) -> Option<()> {
        let dead_end = fits(text, "in the end {} sits in the dead end {}, and {} covers {}");
        let stand = || fits(text, "the last stand of {} is on {}, where {} covers {}");
        let corner = || fits(text, "{} is cornered at last on {}, where {} covers {}");
        let [hunted, places, hunter, exits] = dead_end.or_else(stand).or_else(corner)?;
        let (hunter, hunted) = (self.player(hunter)?, self.player(hunted)?);
        self.must(self.winner() == Some(hunter) && hunted == hunter.opponent(), "the other side wins");
        let last = (0..self.line.len() - 1).rfind(|&ply| self.mover(self.line[ply]) == Some(hunted))?;
        let ends = &self.longest_defences(false)[last];
        let found: BTreeSet<u32> = ends.iter().flat_map(|&at| self.stand(at, hunted).to_vec()).collect();
        self.must(self.places(places)? == found, format!("it moves last on {found:?}"));
        for &at in ends {
            let goes = self.moves(at).iter().filter(|(to, _)| self.stand(*to, hunted) != self.stand(at, hunted));
            let goes: BTreeSet<u32> = goes.flat_map(|(to, _)| self.stand(*to, hunted).to_vec()).collect();
            self.must(!goes.is_empty() && self.covered(at) == goes, "it has a way out");
        }
        let one_step: BTreeSet<u32> = match found.first() {
            Some(&place) if found.len() == 1 => self.facts.steps[hunted.index()][place as usize].clone(),
            _ => BTreeSet::new(),
        };
        let one_step: BTreeSet<u32> = one_step.into_iter().filter(|to| !found.contains(to)).collect();
        let named = match exits.split_once(", ").or_else(|| exits.split_once(": ")) {
            Some(("its only exit", names)) if one_step.len() == 1 => names,
            Some(("both exits", names)) if one_step.len() == 2 => names,
            Some(_) => exits.strip_prefix("every exit: ")?,
            None => {
                self.must(exits == "every exit" && !(1..=6).contains(&one_step.len()), "the exits could be named");
                return Some(());
            }
        };
        self.must(self.places(named)? == one_step, format!("the exits are {one_step:?}"));
        self.must(dead_end.is_none() || one_step.len() == 1, "it is no dead end");
        Some(())
    }
}
