//! One round of hand-to-hand fighting, in the order and the words of the rules (Ars Magica
//! page, `exchange`, steps 1 to 5).

use super::attack::{Attack, Blow};
use super::bonus::Total;
use super::choosing::{AfterHit, Use};
use super::dice::Pair;
use super::fight::{Fight, Foe, InitiativeDice, Speed};
use super::matchup::Matchup;
use super::merging::lacks_speed;
use super::metric::{
    FOE_BODY_LOST, FOE_FATIGUE_LOST, FOES_OUT, HERO_BODY_LOST, HERO_FATIGUE_LOST, HERO_OUT, LANDED, TAKEN,
};
use super::rules::{CombatDie, Simultaneous};
use super::step;
use super::wounds::Lost;
use crate::chance::{Chance, Merging, Metric, Round};

impl Matchup {
    /// Plays steps 1 to 4 of a round, the `number`th of a melee. Step 5 is
    /// [`fatigue_rolls`](Matchup::fatigue_rolls).
    #[inline(always)]
    pub fn round<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        number: Option<Round>,
    ) -> C::Of<Fight> {
        if self.foes.len() == 1 {
            return self.duel_round(chance, fight, number);
        }
        let fight = chance.unless_over(fight, |chance, fight| self.initiative(chance, fight, number));
        let mut fight = chance.unless_over(fight, |chance, fight| self.roll_for_all(chance, fight));
        for place in 0..self.foes.len() {
            fight = chance.unless_over(fight, |chance, fight| self.hero_attacks(chance, fight, place));
        }
        fight = chance.unless_over(fight, |chance, fight| self.roll_for_defenses(chance, fight));
        for place in 0..self.foes.len() {
            fight = chance.unless_over(fight, |chance, fight| self.foe_attacks(chance, fight, place));
        }
        chance.unless_over(fight, |chance, fight| self.wounds_fall(chance, fight))
    }

    /// A round against one foe, in fewer stages: few states are equal between them. A bonus to
    /// Defense is used before another is saved.
    #[inline(always)]
    fn duel_round<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        number: Option<Round>,
    ) -> C::Of<Fight> {
        let attack = |chance: &mut C, fight: &mut Fight, by_foe| match by_foe {
            true => self.foe_attacks(chance, fight, 0),
            false => self.hero_attacks(chance, fight, 0),
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

    /// Step 1: Initiative total = Initiative + penalties + stress die, for each combatant. The dice
    /// may be kept for all rounds.
    #[inline(always)]
    fn initiative<C: Merging>(&self, chance: &mut C, fight: &mut Fight, number: Option<Round>) {
        chance.note(step::INITIATIVE, || self.title(number, fight));
        if !self.initiative_waits(chance, fight) {
            let once = self.rules.initiative_once;
            if let Some(dice) = fight.kept {
                chance.note(step::INITIATIVE, || {
                    format!("the dice of the first round: {}", self.initiative_words(fight, &dice))
                });
                self.compare_initiative(fight, &dice);
            } else {
                let dice = self.roll_initiative(chance, fight, once, |_| true);
                fight.kept = once.then_some(dice);
            }
            self.close_in(chance, fight);
        }
        self.sort_alike(chance, fight, self.foes.len());
    }

    /// The Initiative dice of the hero and of these foes, and who is faster.
    #[inline(always)]
    fn roll_initiative<C: Merging>(
        &self,
        chance: &mut C,
        fight: &mut Fight,
        keep: bool,
        of: impl Fn(&Foe) -> bool,
    ) -> InitiativeDice {
        let mut dice = InitiativeDice::default();
        if self.foes.len() == 1 {
            let Pair { ours, theirs } = self.draw_duel_initiative(chance, fight, keep);
            (dice[0], dice[1]) = (ours, theirs);
            chance.tell(|| self.initiative_words(fight, &dice));
        } else {
            dice[0] = chance.draw(&self.stress);
            chance.tell(|| self.hero_initiative_words(fight, dice[0]));
            let hero = self.hero_initiative(fight).total(dice[0]);
            for place in 0..self.foes.len() {
                if !fight.foes[place].is_out() && of(&fight.foes[place]) {
                    let score = self.foe_initiative(fight, place);
                    dice[place + 1] = self.draw_foe_initiative(chance, score, hero, keep);
                    chance.tell(|| self.foe_initiative_words(fight, place, dice[place + 1]));
                }
            }
        }
        self.compare_initiative(fight, &dice);
        dice
    }

    /// Finds out of each foe whether his total is higher than the hero's.
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

    /// Who closes gets inside the hero's optimum range if his Initiative total is higher.
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
    fn roll_for_all<C: Chance>(&self, chance: &mut C, fight: &mut Fight) {
        if fight.standing() > 1 {
            let separate = self.rules.combat_die == CombatDie::Separate;
            let what = if separate { "Attack totals" } else { "Attack and Defense totals" };
            chance.note(step::DICE, String::new);
            let die = chance.draw(&self.stress);
            chance.tell(|| format!("{die} for all {what}"));
            fight.attack_die = Some(die);
            fight.defense_die = (!separate).then_some(die);
        }
    }

    /// Step 2: He rolls another for all his Defense totals, if that is the rule.
    #[inline(always)]
    fn roll_for_defenses<C: Chance>(&self, chance: &mut C, fight: &mut Fight) {
        if fight.attack_die.take().is_some() && fight.defense_die.is_none() {
            chance.note(step::DICE, String::new);
            let die = chance.draw(&self.stress);
            chance.tell(|| format!("{die} for all Defense totals"));
            fight.defense_die = Some(die);
        }
    }

    /// Step 3: The hero attacks a foe: he takes Body levels, or saves the difference as a bonus,
    /// or has yet to choose between the two.
    /// Where everyone has one die for all totals, the foe's attack follows from the same dice.
    #[inline(always)]
    fn hero_attacks<C: Merging>(&self, chance: &mut C, fight: &mut Fight, place: usize) {
        if fight.foes[place].is_out() {
            return;
        }
        let shared = self.rules.combat_die == CombatDie::Shared;
        let attack = self.attack_of_hero(fight, place);
        let back = shared.then(|| self.attack_of_foe(fight, place));
        chance.note(step::HERO, String::new);
        let pair = self.draw_attack(chance, fight, &attack, back.as_ref());
        chance.tell(|| self.attack_words(place, &attack, pair));
        let blow = attack.blow(&self.rules.wounds, pair);
        self.count(chance, LANDED, blow != Blow::Miss);
        fight.foes[place].dealt = blow.levels();
        fight.saved = self.saved_bonus(chance, &attack, blow);
        let takes_all = blow == Blow::Hit(attack.left);
        self.use_up_bonus(chance, fight, Total::Attack, takes_all, (attack.attack, pair.ours));
        if let Some(back) = back {
            chance.note(step::FOES, || self.attack_words(place, &back, pair.turned()));
            self.foe_hits(chance, fight, place, &back, pair.turned());
        }
        self.forget_after_attack(chance, fight, place);
    }

    /// Step 3: A foe attacks the hero, unless he has done so with the hero's attack on him.
    #[inline(always)]
    fn foe_attacks<C: Merging>(&self, chance: &mut C, fight: &mut Fight, place: usize) {
        if self.rules.combat_die != CombatDie::Shared && !fight.foes[place].is_out() {
            let attack = self.attack_of_foe(fight, place);
            chance.note(step::FOES, String::new);
            let pair = self.draw_foe_attack(chance, fight, &attack);
            chance.tell(|| self.attack_words(place, &attack, pair));
            if self.brawling(fight, place).is_some() {
                chance.note(step::FOES, || "the hero defends himself by Brawling".to_owned());
            }
            self.foe_hits(chance, fight, place, &attack, pair);
        }
        self.forget_after_foe_attack(chance, fight, place);
    }

    /// What a foe's attack does.
    #[inline(always)]
    fn foe_hits<C: Merging>(
        &self,
        chance: &mut C,
        fight: &mut Fight,
        place: usize,
        attack: &Attack,
        pair: Pair,
    ) {
        let blow = attack.blow(&self.rules.wounds, pair);
        self.count(chance, TAKEN, blow != Blow::Miss);
        fight.foes[place].taken = blow.levels();
        self.use_up_bonus(chance, fight, Total::Defense, blow == Blow::Miss, (attack.defense, pair.theirs));
    }

    /// Step 4: Wounds fall together, unless combatants would put each other out.
    #[inline(always)]
    fn wounds_fall<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
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
        (fight.attack_die, fight.defense_die) = (None, None);
        fight.bonus = std::mem::take(&mut fight.saved);
        self.sort_alike(chance, fight, self.foes.len());
    }

    /// Step 4: Pair by pair: where the hero and a foe would put each other out, only the blow of
    /// the higher Initiative total falls; equal: both.
    #[inline(always)]
    fn order_by_pairs<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let hero = fight.hero;
        let is_contested = |foe: &Foe| self.falls(foe) && self.fells(hero, foe);
        if lacks_speed(fight, is_contested) {
            self.roll_initiative(chance, fight, false, is_contested);
        }
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

    /// Step 4: Where the hero and some foe would be out, all blows fall in the order of Initiative
    /// totals, ties together, and whoever is out already deals none.
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
        if lacks_speed(fight, strikes) {
            self.roll_initiative(chance, fight, false, strikes);
        }
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
    #[inline(always)]
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

    /// The Fatigue levels that somebody loses: one or none.
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

    /// Counts a value of the round, if rounds are counted.
    #[inline(always)]
    fn count<C: Chance>(&self, chance: &mut C, metric: Metric, value: impl Into<i64>) {
        if self.counts {
            chance.record(metric, value);
        }
    }

    /// Tells what a wound does to somebody who has lost `lost` Body levels then.
    #[inline(always)]
    fn tell_wound<C: Chance>(&self, chance: &mut C, name: impl FnOnce() -> String, levels: u8, lost: u8) {
        if levels > 0 {
            chance.note(step::WOUNDS, || format!("{} {}", name(), self.rules.wounds.suffered(levels, lost)));
        }
    }
}

/// Body levels that the blows of some foes take from the hero.
#[inline(always)]
fn levels_taken(fight: &Fight, of: impl Fn(&Foe) -> bool) -> u32 {
    fight.foes.iter().filter(|foe| of(foe)).map(|foe| u32::from(foe.taken)).sum()
}
