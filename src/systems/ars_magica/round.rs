//! One round of hand-to-hand fighting, in the order and wording of the rules (Ars Magica page,
//! `exchange`, steps 1 to 5).

use super::attack::{Attack, Blow, Saving};
use super::blows::Strike;
use super::bonus::{Bonus, Total};
use super::choosing::{AfterHit, Use};
use super::dice::Pair;
use super::fight::{Fight, Foe, InitiativeDice, Speed};
use super::matchup::Matchup;
use super::metric::{
    FOE_BODY_LOST, FOE_FATIGUE_LOST, FOES_OUT, HERO_BODY_LOST, HERO_FATIGUE_LOST, HERO_OUT, LANDED, TAKEN,
};
use super::race::Race;
use super::rules::{CombatDie, Simultaneous};
use super::wounds::Lost;
use super::{step, story};
use crate::chance::{Chance, Merging, Metric, Round};

impl Matchup {
    /// A round against one foe. It has few stages, because few states between them are equal. A bonus
    /// to Defense is used before another one is saved.
    #[inline(never)]
    pub fn duel_round<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        number: Option<Round>,
    ) -> C::Of<Fight> {
        let attack = |chance: &mut C, fight: &mut Fight, by_foe| match by_foe {
            true => self.foe_attacks(chance, fight),
            false => self.hero_attacks(chance, fight),
        };
        let fight = self.draw_open_bonus(chance, fight);
        let fight = chance.unless_over(fight, |chance, fight| {
            self.initiative(chance, fight, number);
            let foe_first = self.foe_strikes_first(fight);
            attack(chance, fight, foe_first);
        });
        if !self.chooses() {
            return chance.unless_over(fight, |chance, fight| {
                let foe_first = self.foe_strikes_first(fight);
                attack(chance, fight, !foe_first);
                self.wounds_fall(chance, fight);
            });
        }
        let fight = chance.unless_over(fight, |chance, fight| {
            let foe_first = self.foe_strikes_first(fight);
            attack(chance, fight, !foe_first);
            self.forget_before_choice(chance, fight);
        });
        let number = number.map_or(1, |round| chance.number(round));
        let decision = AfterHit { matchup: self, round: number };
        chance.choose(fight, &decision, |chance, mut fight, chosen| {
            chosen.unwrap_or(Use::Wound).apply(&mut fight);
            if !fight.over {
                self.wounds_fall(chance, &mut fight);
            }
            fight
        })
    }

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
                self.is_hit(chance, fight, place, clash.dealt());
                self.hits(chance, fight, place, clash.taken());
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

    /// Step 3: The hero of a duel attacks: a hit takes Body levels, is saved as a bonus, or is left for
    /// the hero to choose. If everyone has one die for all totals, the foe's attack is resolved with
    /// the same dice.
    #[inline(always)]
    fn hero_attacks<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let shared = self.rules.combat_die == CombatDie::Shared;
        let attack = self.attack_in_duel(fight);
        chance.note(step::HERO, String::new);
        if attack.saving == Saving::None && fight.bonus == Bonus::None && !shared {
            let hit = self.strike(chance, Strike::in_duel(attack));
            self.count(chance, LANDED, hit.is_some());
            fight.foes[0].dealt = hit.unwrap_or(0);
            return self.forget_after_attack(chance, fight, 0);
        }
        let back = shared.then(|| self.defense_in_duel(fight));
        let pair = self.draw_attack(chance, &attack, back.as_ref());
        chance.tell(|| attack.told(None, &self.rules.wounds, pair));
        let blow = attack.blow(&self.rules.wounds, pair);
        self.count(chance, LANDED, blow != Blow::Miss);
        fight.foes[0].dealt = blow.levels();
        fight.saved = self.saved_bonus(chance, &attack, blow);
        let takes_all = blow == Blow::Hit(attack.left);
        self.use_up_bonus(chance, fight, Total::Attack, takes_all, (attack.attack, pair.ours));
        if let Some(back) = back {
            chance.note(step::FOES, || back.told(None, &self.rules.wounds, pair.turned()));
            self.foe_hits(chance, fight, &back, pair.turned());
        }
        self.forget_after_attack(chance, fight, 0);
    }

    /// Step 3: The foe of a duel attacks, unless his attack was resolved together with the hero's.
    #[inline(always)]
    fn foe_attacks<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        if self.rules.combat_die != CombatDie::Shared {
            let attack = self.defense_in_duel(fight);
            chance.note(step::FOES, String::new);
            if fight.bonus == Bonus::None {
                let hit = self.strike(chance, Strike::in_duel(attack));
                self.count(chance, TAKEN, hit.is_some());
                fight.foes[0].taken = hit.unwrap_or(0);
            } else {
                let pair = self.draw_attack(chance, &attack, None);
                chance.tell(|| attack.told(None, &self.rules.wounds, pair));
                self.foe_hits(chance, fight, &attack, pair);
            }
            self.note_brawling(chance, &self.stance(fight, 0));
        }
        self.forget_after_foe_attack(chance, fight, 0);
    }

    /// Applies the foe's attack in a duel.
    #[inline(always)]
    fn foe_hits<C: Merging>(&self, chance: &mut C, fight: &mut Fight, attack: &Attack, pair: Pair) {
        let blow = attack.blow(&self.rules.wounds, pair);
        self.count(chance, TAKEN, blow != Blow::Miss);
        fight.foes[0].taken = blow.levels();
        self.use_up_bonus(chance, fight, Total::Defense, blow == Blow::Miss, (attack.defense, pair.theirs));
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
        fight.bonus = std::mem::take(&mut fight.saved);
        self.sort_alike(chance, fight, self.foes.len());
    }

    /// Rolls the postponed Initiative dice, if the speed of a foe selected by `of` is needed.
    #[inline(always)]
    fn know_speeds<C: Merging>(&self, chance: &mut C, fight: &mut Fight, of: impl Fn(&Foe) -> bool) {
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

    /// Step 4, pair by pair: if the hero and a foe would put each other out, only the blow of the
    /// higher Initiative total falls; if the totals are equal, both fall.
    #[inline(always)]
    fn order_by_pairs<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let hero = fight.hero;
        let is_contested = |foe: &Foe| self.falls(foe) && self.fells(hero, foe);
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
    /// Initiative totals, ties together, and a combatant who is already out deals none.
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
    fn count<C: Chance>(&self, chance: &mut C, metric: Metric, value: impl Into<i64>) {
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
