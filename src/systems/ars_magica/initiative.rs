//! Step 1 of a round: Initiative, rolled at once or when a double kill asks for it. Also who strikes
//! first in a double kill.

use super::dice::Pair;
use super::fight::{Fight, Foe, InitiativeDice, Speed};
use super::matchup::Matchup;
use super::race::Race;
use super::rules::DoubleKill;
use super::{step, story};
use crate::chance::{Chance, Merging, Round};

impl Matchup {
    /// Step 1: Initiative total = Initiative + penalties + stress die, for each combatant. The dice may
    /// be kept for all rounds.
    #[inline(never)]
    pub fn initiative<C: Merging>(&self, chance: &mut C, fight: &mut Fight, number: Option<Round>) {
        chance.note(step::INITIATIVE, || self.title(number, fight));
        if !self.initiative_waits(chance, fight) {
            if let Some(dice) = fight.kept {
                chance.note(step::INITIATIVE, || {
                    format!("the dice of the first round: {}", self.initiative_words(fight, &dice))
                });
                self.compare_initiative(fight, &dice);
            } else {
                self.roll_initiative(chance, fight);
            }
            self.close_in(chance, fight);
        }
        self.sort_alike(chance, fight, self.foes.len());
    }

    /// Rolls the Initiative dice of a round, and keeps them if that is the rule.
    #[inline(always)]
    fn roll_initiative<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let once = self.rules.initiative_once;
        let dice = match self.foes.len() {
            1 => self.roll_in_duel(chance, fight, once),
            _ if once => self.roll_for_each(chance, fight),
            _ => return self.race(chance, fight, |_| true),
        };
        fight.kept = once.then_some(dice);
    }

    /// Rolls the Initiative dice of a duel, and compares the totals. More about the dice matters if
    /// they are kept.
    #[inline(always)]
    fn roll_in_duel<C: Merging>(&self, chance: &mut C, fight: &mut Fight, keep: bool) -> InitiativeDice {
        let mut dice = InitiativeDice::default();
        let Pair { ours, theirs } = self.draw_duel_initiative(chance, fight, keep);
        (dice[0], dice[1]) = (ours, theirs);
        chance.tell(|| self.initiative_words(fight, &dice));
        self.compare_initiative(fight, &dice);
        dice
    }

    /// Rolls the Initiative dice of the hero and each of several foes, to be kept, and compares the
    /// totals.
    #[inline(always)]
    fn roll_for_each<C: Merging>(&self, chance: &mut C, fight: &mut Fight) -> InitiativeDice {
        let mut dice = InitiativeDice::default();
        dice[0] = chance.draw(&self.stress);
        chance.tell(|| story::initiative("the hero", self.hero_initiative(fight), dice[0]));
        for place in 0..self.foes.len() {
            if !fight.foes[place].is_out() {
                dice[place + 1] = chance.draw(&self.stress);
                let score = self.foe_initiative(fight, place);
                chance.tell(|| story::initiative(&self.name(place), score, dice[place + 1]));
            }
        }
        self.compare_initiative(fight, &dice);
        dice
    }

    /// Rolls Initiative for the hero and for the foes selected by `of`, and compares the totals.
    #[inline(always)]
    fn race<C: Merging>(&self, chance: &mut C, fight: &mut Fight, of: impl Fn(&Foe) -> bool) {
        let runs = |place: usize| {
            let foe = &fight.foes[place];
            place < self.foes.len() && !foe.is_out() && of(foe)
        };
        let foes = std::array::from_fn(|place| runs(place).then(|| self.foe_initiative(fight, place)));
        let speeds = chance.play(&self.racing, Race { hero: self.hero_initiative(fight), foes });
        for (place, speed) in speeds.into_iter().enumerate() {
            if foes[place].is_some() {
                fight.foes[place].speed = speed;
            }
        }
    }

    /// Compares each foe's Initiative total with the hero's.
    #[inline(always)]
    fn compare_initiative(&self, fight: &mut Fight, dice: &InitiativeDice) {
        let hero = self.hero_initiative(fight).total(dice[0]);
        for place in 0..self.foes.len() {
            if !fight.foes[place].is_out() {
                let foe = self.foe_initiative(fight, place).total(dice[place + 1]);
                fight.foes[place].speed = Speed::of(foe, hero);
            }
        }
    }

    /// A foe who closes gets inside the hero's optimum range if his Initiative total is higher.
    #[inline(always)]
    fn close_in<C: Chance>(&self, chance: &mut C, fight: &Fight) {
        for (place, opponent) in self.foes.iter().enumerate() {
            let foe = &fight.foes[place];
            if opponent.closes > 0 && !foe.is_out() {
                let how = if foe.speed == Speed::Faster { "closes in" } else { "does not close in" };
                chance.note(step::INITIATIVE, || format!("{} {how}", self.name(place)));
            }
        }
    }

    /// Determines who strikes first in a double kill: the speeds of the foes selected by `of`, by
    /// Initiative scores, or by the totals of the round. Postponed Initiative dice are rolled now.
    #[inline(always)]
    pub fn know_speeds<C: Merging>(&self, chance: &mut C, fight: &mut Fight, of: impl Fn(&Foe) -> bool) {
        if self.rules.double_kill == DoubleKill::Score {
            let hero = self.hero_initiative(fight).sum();
            for place in 0..self.foes.len() {
                if of(&fight.foes[place]) {
                    fight.foes[place].speed = Speed::of(self.foe_initiative(fight, place).sum(), hero);
                }
            }
            return;
        }
        if !fight.foes.iter().any(|foe| foe.speed == Speed::Unknown && of(foe)) {
            return;
        }
        match self.foes.len() {
            1 => {
                self.roll_in_duel(chance, fight, false);
            }
            _ => self.race(chance, fight, of),
        }
    }
}
