//! One round of hand-to-hand fighting, in the order and wording of the rules (Ars Magica page,
//! `exchange`, steps 2 to 5). Step 1 is in `initiative`, the blows of a duel are in `duel`.

use super::blows::Clash;
use super::bonus::{Bonus, Bonuses};
use super::fight::{Fight, Foe, Speed};
use super::matchup::Matchup;
use super::metric::{
    FOE_BODY_LOST, FOE_FATIGUE_LOST, FOES_OUT, HERO_BODY_LOST, HERO_FATIGUE_LOST, HERO_OUT, LANDED, TAKEN,
};
use super::rules::{CombatDie, Simultaneous};
use super::step;
use super::wounds::Lost;
use crate::chance::{Chance, Merging, Metric};

impl Matchup {
    /// Step 2: The hero, when facing several foes, rolls one stress die for all his Attack and
    /// Defense totals of the round, or for all his Attack totals.
    #[inline(always)]
    pub fn roll_for_all<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        fight.attack_die = self.attack_die(chance, fight.standing());
        if self.rules.combat_die != CombatDie::Separate {
            fight.defense_die = fight.attack_die;
        }
    }

    /// Step 2: With separate dice, the hero rolls another die for all his Defense totals.
    #[inline(always)]
    pub fn roll_for_defenses<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let attack_die = fight.attack_die.take();
        fight.defense_die = self.defense_die(chance, attack_die);
    }

    /// Step 3: The hero attacks one of several foes. If everyone has one die for all totals, the foe's
    /// attack is resolved with the same dice.
    #[inline(always)]
    pub fn attacks_foe<C: Merging>(&self, chance: &mut C, fight: &mut Fight, place: usize) {
        if !fight.foes[place].is_out() {
            let stance = self.stance(fight, place);
            chance.note(step::HERO, String::new);
            if self.rules.combat_die == CombatDie::Shared {
                let clash = self.clash(chance, fight.attack_die, &stance, place);
                self.clash_hits(chance, fight, place, clash);
            } else {
                let strike = self.strike_of_hero(&stance, place, fight.attack_die);
                let dealt = self.strike(chance, strike);
                self.is_hit(chance, fight, place, dealt);
            }
        }
        self.forget_after_attack(chance, fight, place);
    }

    /// Step 3: One of several foes attacks the hero, unless he has done so already.
    #[inline(always)]
    pub fn foe_attacks_back<C: Merging>(&self, chance: &mut C, fight: &mut Fight, place: usize) {
        if !fight.foes[place].is_out() && self.rules.combat_die != CombatDie::Shared {
            let stance = self.stance(fight, place);
            chance.note(step::FOES, String::new);
            let taken = self.strike(chance, self.strike_of_foe(&stance, place, fight.defense_die));
            self.note_brawling(chance, &stance);
            self.hits(chance, fight, place, taken);
        }
        self.forget_after_foe_attack(chance, fight, place);
    }

    /// Step 3: A hit on one of several foes takes at most the levels that the foe has left.
    #[inline(always)]
    pub fn is_hit<C: Chance>(&self, chance: &mut C, fight: &mut Fight, place: usize, levels: Option<u8>) {
        let foe = &mut fight.foes[place];
        self.count(chance, LANDED, levels.is_some());
        foe.dealt = levels.unwrap_or(0).min(self.rules.levels() - foe.lost.body);
    }

    /// Step 3: A hit on the hero takes at most the levels that he has left.
    #[inline(always)]
    pub fn hits<C: Chance>(&self, chance: &mut C, fight: &mut Fight, place: usize, levels: Option<u8>) {
        self.count(chance, TAKEN, levels.is_some());
        fight.foes[place].taken = levels.unwrap_or(0).min(self.rules.levels() - fight.hero.body);
    }

    /// Step 3: The hits between the hero and a foe.
    #[inline(always)]
    pub fn clash_hits<C: Chance>(&self, chance: &mut C, fight: &mut Fight, place: usize, clash: Clash) {
        self.is_hit(chance, fight, place, clash.dealt());
        self.hits(chance, fight, place, clash.taken());
    }

    /// Step 4: Wounds fall together, unless combatants would put each other out.
    #[inline(never)]
    pub fn wounds_fall<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        match self.rules.simultaneous {
            Simultaneous::UnlessBothOut => self.order_by_pairs(chance, fight),
            Simultaneous::UnlessBothSidesOut => self.order_by_sides(chance, fight),
            Simultaneous::Always => {}
        }
        let levels = self.rules.levels();
        let taken = levels_taken(fight, |_| true).min((levels - fight.hero.body).into()) as u8;
        if taken == 0 && fight.foes.iter().all(|foe| foe.dealt == 0) {
            chance.note(step::WOUNDS, || "nobody is wounded".to_owned());
        }
        (fight.attack_die, fight.defense_die) = (None, None);
        fight.hero.body += taken;
        self.tell_wound(chance, || "the hero".to_owned(), taken, fight.hero.body);
        self.count(chance, HERO_BODY_LOST, taken);
        self.count(chance, HERO_OUT, fight.hero.body >= levels);
        for (place, foe) in fight.foes[..self.foes.len()].iter_mut().enumerate() {
            if foe.is_out() {
                continue;
            }
            let body = foe.lost.body + foe.dealt;
            let is_out = body >= levels;
            self.tell_wound(chance, || self.name(place), foe.dealt, body);
            self.count(chance, FOE_BODY_LOST, foe.dealt);
            self.count(chance, FOES_OUT, is_out);
            *foe = if is_out { Foe::OUT } else { Foe::new(Lost { body, ..foe.lost }) };
        }
        for side in [&mut fight.ours, &mut fight.theirs] {
            *side = Bonuses { held: side.saved, saved: Bonus::None };
        }
        self.sort_alike(chance, fight, self.foes.len());
    }

    /// Step 4, pair by pair: if the hero and a foe would put each other out, only the blow of the
    /// higher Initiative falls; if both are equal, both fall.
    #[inline(always)]
    fn order_by_pairs<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let hero = fight.hero;
        let is_contested = |foe: &Foe| self.falls(foe) && self.fells(hero, foe);
        if !fight.foes.iter().any(is_contested) {
            return;
        }
        self.know_speeds(chance, fight, is_contested);
        for place in 0..self.foes.len() {
            let foe = &mut fight.foes[place];
            if !is_contested(foe) {
                continue;
            }
            let speed = foe.speed;
            match speed {
                Speed::Faster => foe.dealt = 0,
                Speed::Slower => foe.taken = 0,
                Speed::Same | Speed::Unknown => {}
            }
            chance.note(step::WOUNDS, || self.double_kill_words(place, speed));
        }
    }

    /// Step 4, by sides: if the hero and some foe would be out, all blows fall in the order of
    /// Initiative, ties together, and a combatant who is already out deals none.
    #[inline(always)]
    fn order_by_sides<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let left = u32::from(self.rules.levels() - fight.hero.body);
        if levels_taken(fight, |_| true) < left || !fight.foes.iter().any(|foe| self.falls(foe)) {
            return;
        }
        chance.note(step::WOUNDS, || {
            "the hero and a foe would be out: blows fall in the order of Initiative".to_owned()
        });
        let strikes = |foe: &Foe| foe.taken > 0;
        self.know_speeds(chance, fight, strikes);
        if levels_taken(fight, |foe| foe.speed == Speed::Faster) >= left {
            chance.note(step::WOUNDS, || "the hero is out before he wounds anybody".to_owned());
            fight.foes.iter_mut().for_each(|foe| foe.dealt = 0);
            return;
        }
        let mut spared = false;
        for foe in &mut fight.foes {
            if foe.taken > 0 && foe.speed == Speed::Slower && self.falls(foe) {
                foe.taken = 0;
                spared = true;
            }
        }
        chance.note(step::WOUNDS, || match spared {
            true => "who is slower than the hero and out by his hand wounds nobody".to_owned(),
            false => "nobody is out before striking".to_owned(),
        });
    }

    /// Step 5: Everyone still standing rolls Combat Fatigue + Body penalty + stress die. If the
    /// total is too low, a Fatigue level is lost.
    #[inline(never)]
    pub fn fatigue_rolls<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let levels = self.rules.levels();
        if fight.hero.body < levels {
            let score = self.hero.scores.combat_fatigue;
            let lost = self.fatigue_roll(chance, || "the hero".to_owned(), score, fight.hero);
            fight.hero.fatigue += lost;
            self.count(chance, HERO_FATIGUE_LOST, lost);
        }
        for (place, opponent) in self.foes.iter().enumerate() {
            let foe = &mut fight.foes[place];
            if foe.is_out() {
                continue;
            }
            let score = opponent.scores.combat_fatigue;
            let lost = self.fatigue_roll(chance, || self.name(place), score, foe.lost);
            foe.lost.fatigue += lost;
            if foe.lost.fatigue >= levels {
                *foe = Foe::OUT;
            }
            self.count(chance, FOE_FATIGUE_LOST, lost);
        }
        self.sort_alike(chance, fight, self.foes.len());
    }

    /// The Fatigue levels that a combatant loses: 0 or 1.
    #[inline(always)]
    fn fatigue_roll<C: Merging>(
        &self,
        chance: &mut C,
        name: impl FnOnce() -> String,
        combat_fatigue: i32,
        lost: Lost,
    ) -> u8 {
        let score = self.fatigue(combat_fatigue, lost);
        let needs = self.rules.fatigue_needs;
        chance.note(step::FATIGUE, String::new);
        let die = chance.draw_alike(&self.stress, |die| score.total(die) >= needs);
        let tired = score.total(die) < needs;
        chance.tell(|| self.fatigue_words(&name(), score, die, lost, tired));
        tired.into()
    }

    /// Records a metric of the round, if rounds are counted.
    #[inline(always)]
    pub fn count<C: Chance>(&self, chance: &mut C, metric: Metric, value: impl Into<i64>) {
        if self.counts {
            chance.record(metric, value);
        }
    }

    /// Narrates a wound. `lost` is the number of Body levels lost including it.
    #[inline(always)]
    fn tell_wound<C: Chance>(&self, chance: &mut C, name: impl FnOnce() -> String, levels: u8, lost: u8) {
        if levels > 0 {
            chance.note(step::WOUNDS, || format!("{} {}", name(), self.rules.wounds.suffered(levels, lost)));
        }
    }
}

/// Body levels that the blows of the selected foes take from the hero.
#[inline(always)]
fn levels_taken(fight: &Fight, of: impl Fn(&Foe) -> bool) -> u32 {
    fight.foes.iter().filter(|foe| of(foe)).map(|foe| u32::from(foe.taken)).sum()
}
