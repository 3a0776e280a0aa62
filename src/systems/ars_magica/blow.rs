//! Steps 2 and 3: attacks against defences.

use std::cmp::Reverse;

use super::arena::{Advantage, Arena};
use super::dice::Pair;
use super::fight::{Bonus, Fight};
use super::round::{LANDED, TAKEN};
use super::rules::{CombatDie, Wounds};
use super::score::Score;
use super::step;
use crate::chance::{Chance, Metric};
use crate::systems::words::{added, count, signed};

/// What an attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blow {
    /// It misses.
    Miss,
    /// It hits by so much, which is saved as a bonus.
    Saved(i32),
    /// It hits and takes so many Body levels.
    Hit(u8),
}

impl Blow {
    /// The Body levels that it takes.
    pub fn levels(self) -> u8 {
        match self {
            Blow::Hit(levels) => levels,
            Blow::Miss | Blow::Saved(_) => 0,
        }
    }
}

/// An attack of this round: the scores, and what a hit does.
pub struct Attack {
    pub attack: Score,
    pub defense: Score,
    pub damage: i32,
    pub soak: i32,
    /// Body levels that the defender has left.
    pub left: u8,
    pub saving: Saving,
}

/// Which hits are saved as a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// None.
    None,
    /// Those that take no level.
    Harmless,
    /// All.
    All,
}

impl Attack {
    /// By how much the attack beats the defence.
    #[inline(always)]
    fn difference(&self, pair: Pair) -> i32 {
        self.attack.total(pair.ours) - self.defense.total(pair.theirs)
    }

    /// What comes of it.
    #[inline(always)]
    pub fn blow(&self, wounds: &Wounds, pair: Pair) -> Blow {
        let difference = self.difference(pair);
        if difference <= 0 {
            return Blow::Miss;
        }
        let levels = wounds.levels_taken(self.damage + difference - self.soak).min(self.left);
        match self.saving {
            Saving::All => Blow::Saved(difference),
            Saving::Harmless if levels == 0 => Blow::Saved(difference),
            _ => Blow::Hit(levels),
        }
    }

    /// What matters of that now: a hit that takes nothing is a miss, unless `hits` are
    /// counted; how much is saved matters later.
    pub fn felt(&self, wounds: &Wounds, pair: Pair, hits: bool) -> Blow {
        match self.blow(wounds, pair) {
            Blow::Hit(0) if !hits => Blow::Miss,
            Blow::Saved(_) => Blow::Saved(0),
            blow => blow,
        }
    }

    /// The totals and what comes of them, in words.
    pub fn words(&self, wounds: &Wounds, pair: Pair) -> String {
        let difference = self.difference(pair);
        let result = match self.blow(wounds, pair) {
            Blow::Miss if difference == 0 => "equal, a miss".to_owned(),
            Blow::Miss => format!("a miss by {}", -difference),
            Blow::Saved(difference) => format!("a hit by {difference}, saved as a bonus"),
            Blow::Hit(levels) => {
                let over = self.damage + difference - self.soak;
                let sum =
                    format!("{} + {difference}{} = {}", signed(self.damage), added(-self.soak), signed(over));
                format!(
                    "a hit by {difference}\nDamage over Soak {sum}: {}",
                    count(levels.into(), "Body level", "Body levels")
                )
            }
        };
        format!(
            "Attack {}, Defense {}: {result}",
            self.attack.words(pair.ours),
            self.defense.words(pair.theirs)
        )
    }
}

impl Arena {
    /// The hero's one die for all his totals, or for all his attacks.
    #[inline(always)]
    pub fn roll_attack<C: Chance>(&self, chance: &mut C, mut fight: Fight) -> Fight {
        if !fight.over && self.hero_has_one_die(&fight) {
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
    pub fn roll_defense<C: Chance>(&self, chance: &mut C, mut fight: Fight) -> Fight {
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
    pub fn hero_strikes<C: Chance>(&self, chance: &mut C, mut fight: Fight, place: usize) -> Fight {
        if fight.over || fight.foes[place].is_out() {
            return fight;
        }
        let (attack, back) = (self.attack_of_hero(&fight, place), self.attack_of_foe(&fight, place));
        let (hits, hits_back) = (self.tells(chance, LANDED), self.tells(chance, TAKEN));
        let shared = self.rules.combat_die == CombatDie::Shared;
        let felt = |pair| match attack.blow(&self.rules.wounds, pair) {
            Blow::Saved(difference) if shared => Blow::Saved(difference.min(self.greatest_bonus)),
            _ => attack.felt(&self.rules.wounds, pair, hits),
        };
        chance.note(step::HERO, String::new);
        let pair = match fight.attack_die {
            None => chance.draw_alike(&self.pair, |pair| {
                let felt_back = || Reverse(back.felt(&self.rules.wounds, pair.turned(), hits_back));
                (pair.botches(), felt(pair), shared.then(felt_back))
            }),
            Some(ours) => {
                let theirs = chance.draw_alike(&self.stress, |theirs| {
                    let pair = Pair { ours, theirs };
                    (
                        Reverse(felt(pair)),
                        shared.then(|| back.felt(&self.rules.wounds, pair.turned(), hits_back)),
                    )
                });
                Pair { ours, theirs }
            }
        };
        chance.tell(|| format!("{}: {}", self.name(place), attack.words(&self.rules.wounds, pair)));
        let blow = attack.blow(&self.rules.wounds, pair);
        self.count_hit(chance, LANDED, blow);
        fight.foes[place].dealt = blow.levels();
        fight.saved = match blow {
            Blow::Miss | Blow::Hit(_) => Bonus::None,
            Blow::Saved(difference) if !chance.merges() => Bonus::Of(difference),
            // The foe strikes back with the same dice: they cannot be drawn again.
            Blow::Saved(difference) if shared => Bonus::Of(difference.min(self.greatest_bonus)),
            Blow::Saved(_) => Bonus::Open { attack: attack.attack.sum(), defense: attack.defense.sum() },
        };
        let greater_is_same =
            blow == Blow::Hit(attack.left) || pair.ours.is_botch() && attack.attack.sum() >= 0;
        self.spend_bonus(chance, &mut fight, false, greater_is_same);
        if shared {
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

    /// A foe attacks the hero, if he has not done so with the die of his defence. The
    /// hero's own die is forgotten behind the last of them.
    #[inline(always)]
    pub fn foe_strikes<C: Chance>(&self, chance: &mut C, fight: Fight, place: usize) -> Fight {
        let mut fight = self.foe_attacks(chance, fight, place);
        self.forget_speeds(chance, &mut fight, place + 1..self.foes.len());
        if place + 1 == self.foes.len() {
            fight.defense_die = None;
        }
        self.settled(chance, fight, place + 1)
    }

    #[inline(always)]
    fn foe_attacks<C: Chance>(&self, chance: &mut C, mut fight: Fight, place: usize) -> Fight {
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
        self.foe_hits(chance, &mut fight, place, &attack, pair);
        fight
    }

    /// What a foe's attack does.
    #[inline(always)]
    fn foe_hits<C: Chance>(
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

    /// In a stage of its own, draws the bonus that was left open.
    #[inline(always)]
    pub fn look_at_bonus<C: Chance>(&self, chance: &mut C, fight: C::Of<Fight>) -> C::Of<Fight> {
        let Some(advantage) = self.advantage else {
            return fight;
        };
        let saving = if advantage.always { Saving::All } else { Saving::Harmless };
        chance.stage(fight, |chance, mut fight| {
            if let Bonus::Open { attack, defense } = fight.bonus {
                let plain = |base| Score { base, modifier: 0 };
                let hit = Attack {
                    attack: plain(attack),
                    defense: plain(defense),
                    saving,
                    ..self.attack_of_hero(&fight, 0)
                };
                let most = self.greatest_bonus;
                let blow = |pair| match hit.blow(&self.rules.wounds, pair) {
                    Blow::Saved(difference) => Blow::Saved(difference.min(most)),
                    blow => blow,
                };
                let saved = |pair| matches!(blow(pair), Blow::Saved(_));
                let pair = chance.draw_given(&self.pair, saved, |pair| (pair.botches(), blow(pair)));
                fight.bonus = Bonus::Of(hit.difference(pair).min(most));
            }
            fight
        })
    }

    /// A bonus is used up, if it is for Defense or for Attack. Where states merge the
    /// greatest stands for all greater ones, and what comes of it is left out if it is
    /// not the `same` for all of them.
    #[inline(always)]
    fn spend_bonus<C: Chance>(&self, chance: &mut C, fight: &mut Fight, for_defense: bool, same: bool) {
        if fight.bonus == Bonus::None
            || self.advantage.is_none_or(|advantage| advantage.for_defense != for_defense)
        {
            return;
        }
        if chance.merges() && fight.bonus.value() >= self.greatest_bonus && !same {
            chance.omit();
        }
        fight.bonus = Bonus::Used;
    }

    /// Counts a hit, if hits are.
    #[inline(always)]
    fn count_hit<C: Chance>(&self, chance: &mut C, hits: Metric, blow: Blow) {
        if self.counts {
            chance.record(hits, blow != Blow::Miss);
        }
    }

    /// Whether somebody asks for hits, also for those that take no level.
    fn tells<C: Chance>(&self, chance: &C, hits: Metric) -> bool {
        self.counts && chance.wants(&[hits])
    }

    #[inline(always)]
    fn attack_of_hero(&self, fight: &Fight, place: usize) -> Attack {
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
