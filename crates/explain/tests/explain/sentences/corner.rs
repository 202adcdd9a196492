//! Sentences about where the loser is cornered, and how its room shrinks until then.

use std::collections::BTreeSet;

use catmouse_arena::Words;

use super::{Reader, fits, items};

impl Reader<'_> {
    /// Reads the sentences of a claim, or one of them.
    pub(super) fn corner(&self, text: &str) -> Option<()> {
        for part in text.split("; ") {
            self.shrinks(part).or_else(|| self.cornered(part))?;
        }
        Some(())
    }

    /// "The Cat's moves leave the Mouse 3, 1 and then 0 other places that it can reach before the Cat".
    fn shrinks(&self, text: &str) -> Option<()> {
        let [hunter, left, again] = fits(text, "{}'s moves leave {} other places that it can reach before {}")?;
        self.must(hunter.to_lowercase() == again.to_lowercase(), "before somebody else");
        let hunter = self.player(hunter)?;
        let hunted = hunter.opponent();
        let numbers = left.strip_prefix(&self.game.player(hunted))?.trim_start();
        self.must(self.winner() == Some(hunter), "the other side wins");
        let told: Vec<usize> = items(&numbers.replace(" and then ", " and "))
            .iter()
            .map(|item| item.parse().ok())
            .collect::<Option<_>>()?;
        let after = self.own(hunter).into_iter().map(|ply| self.line[ply]).filter(|&at| !self.is_over(at));
        let room = |at| {
            let own: BTreeSet<u32> = self.stand(at, hunted).iter().copied().collect();
            let (unmet, _) = &*self.unmet(at, hunted);
            let all: BTreeSet<u32> = unmet.iter().flatten().copied().collect();
            all.difference(&own).count()
        };
        let found: Vec<usize> = after.map(room).collect();
        self.must(told == found, format!("it can reach {found:?}"));
        self.must(found.is_sorted_by(|one, next| one >= next) && found.first() > found.last(), "it does not shrink");
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
