//! Steps 2 and 3: attacks against defences.

use std::cmp::Reverse;

use super::arena::{Advantage, Arena};
use super::attack::{Attack, Blow, Saving};
use super::bonus::Bonus;
use super::dice::Pair;
use super::fight::Fight;
use super::round::{LANDED, TAKEN};
use super::rules::CombatDie;
use super::step;
use crate::chance::{Merging, Metric};

impl Arena {
    /// The hero's one die for all his totals, or for all his attacks.
    #[inline(always)]
    pub fn roll_attack<C: Merging>(&self, chance: &mut C, mut fight: Fight) -> Fight {
        if !fight.over && fight.standing() > 1 {
            let separate = self.rules.combat_die == CombatDie::Separate;
            let what = if separate { "Attack totals" } else { "Attack and Defense totals" };
            chance.note(step::DICE, String::new);
            let die = chance.draw(&self.stress);
            chance.tell(|| format!("{die} for all {what}"));
            fight.attack_die = Some(die);
            fight.defense_die = (!separate).then_some(die);
        }
        fight
    }

    /// The same for all his defences, if that is another. His attacks are over.
    #[inline(always)]
    pub fn roll_defense<C: Merging>(&self, chance: &mut C, mut fight: Fight) -> Fight {
        if fight.attack_die.take().is_some() && fight.defense_die.is_none() {
            chance.note(step::DICE, String::new);
            let die = chance.draw(&self.stress);
            chance.tell(|| format!("{die} for all Defense totals"));
            fight.defense_die = Some(die);
        }
        fight
    }

    /// The hero attacks a foe. Where everyone has one die for all, the foe's attack
    /// follows from the same dice.
    #[inline(always)]
    pub fn hero_strikes<C: Merging>(&self, chance: &mut C, mut fight: Fight, place: usize) -> Fight {
        if fight.over || fight.foes[place].is_out() {
            return fight;
        }
        let shared = self.rules.combat_die == CombatDie::Shared;
        let attack = self.attack_of_hero(&fight, place);
        let back = shared.then(|| self.attack_of_foe(&fight, place));
        chance.note(step::HERO, String::new);
        let pair = self.roll_pair(chance, &fight, &attack, back.as_ref());
        chance.tell(|| format!("{}: {}", self.name(place), attack.words(&self.rules.wounds, pair)));
        self.hero_hits(chance, &mut fight, place, &attack, pair);
        if let Some(back) = back {
            chance.note(step::FOES, || {
                format!("{}: {}", self.name(place), back.words(&self.rules.wounds, pair.turned()))
            });
            self.foe_hits(chance, &mut fight, place, &back, pair.turned());
        }
        if place + 1 == self.foes.len() {
            if shared {
                (fight.attack_die, fight.defense_die) = (None, None);
            }
            self.forget_speeds(chance, &mut fight, 0..if shared { 0 } else { self.foes.len() });
        }
        self.settled(chance, fight, place + 1)
    }

    /// The dice of the hero's attack on a foe. Where that foe's attack `back` follows
    /// from them, it matters what they do to both.
    #[inline(always)]
    fn roll_pair<C: Merging>(
        &self,
        chance: &mut C,
        fight: &Fight,
        attack: &Attack,
        back: Option<&Attack>,
    ) -> Pair {
        let wounds = &self.rules.wounds;
        let (hits, hits_back) = (self.tells(chance, LANDED), self.tells(chance, TAKEN));
        let felt = |pair| match attack.blow(wounds, pair) {
            Blow::Saved(difference) if back.is_some() => Blow::Saved(difference.min(self.greatest_bonus)),
            _ => attack.felt(wounds, pair, hits),
        };
        let felt_back = |pair: Pair| back.map(|back| back.felt(wounds, pair.turned(), hits_back));
        match fight.attack_die {
            None => {
                chance.draw_alike(&self.pair, |pair| (pair.botches(), felt(pair), Reverse(felt_back(pair))))
            }
            Some(ours) => {
                let alike = |theirs| {
                    let pair = Pair { ours, theirs };
                    (Reverse(felt(pair)), felt_back(pair))
                };
                Pair { ours, theirs: chance.draw_alike(&self.stress, alike) }
            }
        }
    }

    /// What the hero's attack does.
    #[inline(always)]
    fn hero_hits<C: Merging>(
        &self,
        chance: &mut C,
        fight: &mut Fight,
        place: usize,
        attack: &Attack,
        pair: Pair,
    ) {
        let blow = attack.blow(&self.rules.wounds, pair);
        self.count_hit(chance, LANDED, blow);
        fight.foes[place].dealt = blow.levels();
        fight.saved = match blow {
            Blow::Miss | Blow::Hit(_) => Bonus::None,
            Blow::Saved(difference) => self.save(chance, attack, difference),
        };
        let greater_is_same =
            blow == Blow::Hit(attack.left) || pair.ours.is_botch() && attack.attack.sum() >= 0;
        self.spend_bonus(chance, fight, false, greater_is_same);
    }

    /// A foe attacks the hero, unless everyone has one die for all: then he has done so
    /// already. The hero's own die is forgotten behind the last of them.
    #[inline(always)]
    pub fn foe_strikes<C: Merging>(&self, chance: &mut C, fight: Fight, place: usize) -> Fight {
        let mut fight = self.foe_attacks(chance, fight, place);
        self.forget_speeds(chance, &mut fight, place + 1..self.foes.len());
        if place + 1 == self.foes.len() {
            fight.defense_die = None;
        }
        self.settled(chance, fight, place + 1)
    }

    #[inline(always)]
    fn foe_attacks<C: Merging>(&self, chance: &mut C, mut fight: Fight, place: usize) -> Fight {
        let shared = self.rules.combat_die == CombatDie::Shared;
        if fight.over || shared || fight.foes[place].is_out() {
            return fight;
        }
        let attack = self.attack_of_foe(&fight, place);
        let hits = self.tells(chance, TAKEN);
        chance.note(step::FOES, String::new);
        let pair = match fight.defense_die {
            None => chance
                .draw_alike(&self.pair, |pair| (pair.botches(), attack.felt(&self.rules.wounds, pair, hits))),
            Some(theirs) => {
                let felt = |ours| attack.felt(&self.rules.wounds, Pair { ours, theirs }, hits);
                Pair { ours: chance.draw_alike(&self.stress, felt), theirs }
            }
        };
        chance.tell(|| format!("{}: {}", self.name(place), attack.words(&self.rules.wounds, pair)));
        if self.brawling(&fight, place).is_some() {
            chance.note(step::FOES, || "the hero defends himself by Brawling".to_owned());
        }
        self.foe_hits(chance, &mut fight, place, &attack, pair);
        fight
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
        self.count_hit(chance, TAKEN, blow);
        fight.foes[place].taken = blow.levels();
        let greater_is_same = blow == Blow::Miss || pair.theirs.is_botch() && attack.defense.sum() >= 0;
        self.spend_bonus(chance, fight, true, greater_is_same);
    }

    /// Counts a hit, if hits are.
    #[inline(always)]
    fn count_hit<C: Merging>(&self, chance: &mut C, hits: Metric, blow: Blow) {
        if self.counts {
            chance.record(hits, blow != Blow::Miss);
        }
    }

    /// Whether somebody asks for hits, also for those that take no level.
    fn tells<C: Merging>(&self, chance: &C, hits: Metric) -> bool {
        self.counts && chance.wants(&[hits])
    }

    #[inline(always)]
    pub fn attack_of_hero(&self, fight: &Fight, place: usize) -> Attack {
        Attack {
            attack: self.hero_attack(fight, place),
            defense: self.foe_defense(fight, place),
            damage: self.hero.scores.damage,
            soak: self.foes[place].scores.soak,
            left: self.rules.levels() - fight.foes[place].lost.body,
            saving: match self.advantage {
                Some(Advantage { always: false, .. }) => Saving::Harmless,
                Some(Advantage { always: true, .. }) if fight.bonus == Bonus::None => Saving::All,
                _ => Saving::None,
            },
        }
    }

    #[inline(always)]
    fn attack_of_foe(&self, fight: &Fight, place: usize) -> Attack {
        Attack {
            attack: self.foe_attack(fight, place),
            defense: self.hero_defense(fight, place),
            damage: self.foes[place].scores.damage,
            soak: self.hero.scores.soak,
            left: self.rules.levels() - fight.hero.body,
            saving: Saving::None,
        }
    }
}
