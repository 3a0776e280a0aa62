//! One round of hand-to-hand fighting, stage by stage.

use super::arena::Arena;
use super::combatant::Lost;
use super::fight::{Fight, Foe, Speed};
use super::rules::Simultaneous;
use super::step;
use crate::chance::{Merging, Metric, MetricSpec};

pub const LANDED: Metric = Metric(0);
pub const TAKEN: Metric = Metric(1);
const FOE_BODY_LOST: Metric = Metric(2);
const HERO_BODY_LOST: Metric = Metric(3);
const FOES_OUT: Metric = Metric(4);
const HERO_OUT: Metric = Metric(5);
const HERO_FATIGUE_LOST: Metric = Metric(6);
const FOE_FATIGUE_LOST: Metric = Metric(7);

impl Arena {
    /// The metrics of a round that is counted.
    pub fn metrics(&self, before: &Fight) -> Vec<MetricSpec> {
        let foes = self.foes.len() as i64;
        let left = |lost: Lost| i64::from(self.rules.levels().saturating_sub(lost.body));
        let of_foes = before.foes[..self.foes.len()].iter().map(|foe| left(foe.lost)).sum();
        vec![
            MetricSpec::integer("landed", "foes hit", 0, foes).called("foes hit"),
            MetricSpec::integer("taken", "hits on the hero", 0, foes).called("hits on the hero"),
            MetricSpec::integer("foe_body_lost", "Body levels lost by all foes", 0, of_foes)
                .called("Body lost by foes"),
            MetricSpec::integer("hero_body_lost", "Body levels lost by the hero", 0, left(before.hero))
                .called("Body lost by the hero"),
            MetricSpec::integer("foes_out", "foes out by wounds of this round", 0, foes).called("foes out"),
            MetricSpec::flag("hero_out", "1 if the hero is out by wounds of this round")
                .called("hero is out"),
            MetricSpec::flag("hero_fatigue_lost", "Fatigue levels lost by the hero")
                .called("hero loses a Fatigue level"),
            MetricSpec::integer("foe_fatigue_lost", "Fatigue levels lost by all foes", 0, foes)
                .called("Fatigue lost by foes"),
        ]
    }

    /// Plays a round, which the story opens with `title`, up to the
    /// [fatigue rolls](Arena::tire).
    #[inline(always)]
    pub fn round<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        title: &impl Fn(&Fight) -> String,
    ) -> C::Of<Fight> {
        if self.foes.len() == 1 {
            return self.round_of_duel(chance, fight, title);
        }
        let fight = chance.stage(fight, |chance, fight| self.begin(chance, fight, title));
        let mut fight = chance.stage(fight, |chance, fight| self.roll_attack(chance, fight));
        for place in 0..self.foes.len() {
            fight = chance.stage(fight, |chance, fight| self.hero_strikes(chance, fight, place));
        }
        fight = chance.stage(fight, |chance, fight| self.roll_defense(chance, fight));
        for place in 0..self.foes.len() {
            fight = chance.stage(fight, |chance, fight| self.foe_strikes(chance, fight, place));
        }
        chance.stage(fight, |chance, fight| self.wound(chance, fight))
    }

    /// The same of a duel. Little is equal between its steps: fewer stages are less work.
    #[inline(always)]
    fn round_of_duel<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        title: &impl Fn(&Fight) -> String,
    ) -> C::Of<Fight> {
        let foe_first = self.foe_strikes_first();
        let fight = self.draw_bonus(chance, fight);
        let fight = chance.stage(fight, |chance, fight| {
            let fight = self.begin(chance, fight, title);
            let fight = self.roll_attack(chance, fight);
            if foe_first { self.foe_strikes(chance, fight, 0) } else { self.hero_strikes(chance, fight, 0) }
        });
        chance.stage(fight, |chance, fight| {
            let fight = if foe_first {
                self.hero_strikes(chance, fight, 0)
            } else {
                self.foe_strikes(chance, fight, 0)
            };
            self.wound(chance, fight)
        })
    }

    /// 4: wounds fall, together or one after the other.
    #[inline(always)]
    fn wound<C: Merging>(&self, chance: &mut C, mut fight: Fight) -> Fight {
        if fight.over {
            return fight;
        }
        match self.rules.simultaneous {
            Simultaneous::UnlessBothOut => self.order_by_pairs(chance, &mut fight),
            Simultaneous::UnlessBothSidesOut => self.order_by_sides(chance, &mut fight),
            Simultaneous::Always => {}
        }
        let left = self.rules.levels() - fight.hero.body;
        let taken = taken_by(&fight, |_| true).min(left.into()) as u8;
        fight.hero.body += taken;
        let hero_out = fight.hero.body >= self.rules.levels();
        if taken > 0 {
            chance.note(step::WOUNDS, || {
                format!("the hero {}", self.rules.wounds.suffered(taken, fight.hero.body))
            });
        }
        let (mut dealt, mut out) = (0, 0);
        for place in 0..self.foes.len() {
            let foe = &mut fight.foes[place];
            if foe.is_out() {
                continue;
            }
            let body = foe.lost.body + foe.dealt;
            if foe.dealt > 0 {
                chance.note(step::WOUNDS, || {
                    format!("{} {}", self.name(place), self.rules.wounds.suffered(foe.dealt, body))
                });
            }
            dealt += i64::from(foe.dealt);
            let is_out = body >= self.rules.levels();
            out += i64::from(is_out);
            *foe = if is_out { Foe::OUT } else { Foe::new(Lost { body, ..foe.lost }) };
        }
        if taken == 0 && dealt == 0 {
            chance.note(step::WOUNDS, || "nobody is wounded".to_owned());
        }
        if self.counts {
            chance.record(FOE_BODY_LOST, dealt);
            chance.record(HERO_BODY_LOST, taken);
            chance.record(FOES_OUT, out);
            chance.record(HERO_OUT, hero_out);
        }
        (fight.attack_die, fight.defense_die) = (None, None);
        fight.bonus = std::mem::take(&mut fight.saved);
        self.settled(chance, fight, self.foes.len())
    }

    /// Where the hero and a foe would put each other out, takes back the blow of the slower.
    #[inline(always)]
    fn order_by_pairs<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let hero = fight.hero;
        let is_contested = |foe: &Foe| self.falls(foe) && self.fells(hero, foe);
        if fight.foes.iter().any(|foe| is_contested(foe) && foe.speed == Speed::Unknown) {
            self.roll_late(chance, fight, is_contested);
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
            chance.note(step::WOUNDS, || {
                let foe = self.name(place);
                let falls = match speed {
                    Speed::Faster => format!("{foe} is faster, and only the blow on the hero falls"),
                    Speed::Slower => format!("the hero is faster, and only the blow on {foe} falls"),
                    Speed::Same | Speed::Unknown => "they are equally fast, and both blows fall".to_owned(),
                };
                format!("the hero and {foe} would put each other out: {falls}")
            });
        }
    }

    /// Where the hero and any foe would be out, takes back the blows of those who are out
    /// before they strike.
    #[inline(always)]
    fn order_by_sides<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let left = u32::from(self.rules.levels() - fight.hero.body);
        if taken_by(fight, |_| true) < left || !fight.foes.iter().any(|foe| self.falls(foe)) {
            return;
        }
        chance.note(step::WOUNDS, || {
            "the hero and a foe would be out: blows fall in the order of Initiative".to_owned()
        });
        if fight.foes.iter().any(|foe| foe.taken > 0 && foe.speed == Speed::Unknown) {
            self.roll_late(chance, fight, |foe| foe.taken > 0);
        }
        if taken_by(fight, |foe| foe.speed == Speed::Faster) >= left {
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

    /// 5: the fatigue rolls of all who stand.
    #[inline(always)]
    pub fn tire<C: Merging>(&self, chance: &mut C, mut fight: Fight) -> Fight {
        let levels = self.rules.levels();
        if !fight.over && fight.hero.body < levels {
            let score = self.hero.scores.combat_fatigue;
            let lost = self.tires(chance, || "the hero".to_owned(), score, fight.hero);
            fight.hero.fatigue += lost;
            if self.counts {
                chance.record(HERO_FATIGUE_LOST, lost);
            }
        }
        for (place, opponent) in self.foes.iter().enumerate() {
            let foe = &mut fight.foes[place];
            if foe.is_out() {
                continue;
            }
            let lost = self.tires(chance, || self.name(place), opponent.scores.combat_fatigue, foe.lost);
            foe.lost.fatigue += lost;
            if foe.lost.fatigue >= levels {
                *foe = Foe::OUT;
            }
            if self.counts {
                chance.record(FOE_FATIGUE_LOST, lost);
            }
        }
        self.settled(chance, fight, self.foes.len())
    }

    /// The Fatigue levels that somebody loses: one or none.
    #[inline(always)]
    fn tires<C: Merging>(
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
        chance.tell(|| {
            let left = self.rules.levels() - lost.fatigue - 1;
            let what = match (tired, left) {
                (false, _) => "keeps his breath".to_owned(),
                (true, 0) => "loses the last Fatigue level and is out".to_owned(),
                (true, _) => "loses a Fatigue level".to_owned(),
            };
            format!("{} {}, {needs} needed: {what}", name(), score.words(die))
        });
        tired.into()
    }
}

/// Body levels that the blows of some foes take from the hero.
#[inline(always)]
fn taken_by(fight: &Fight, of: impl Fn(&Foe) -> bool) -> u32 {
    fight.foes.iter().filter(|foe| of(foe)).map(|foe| u32::from(foe.taken)).sum()
}
