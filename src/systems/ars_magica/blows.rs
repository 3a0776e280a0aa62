//! Step 3: the blows of a round, and the dice for them.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::attack::{Attack, Blow};
use super::dice::{Pair, Stress};
use super::matchup::Matchup;
use super::rules::CombatDie;
use super::score::Score;
use super::step;
use super::wounds::Wounds;
use crate::chance::{Chance, Law, Merging, Outcomes, Procedure};

/// An attack, with the die that lies on the table already, if there is one for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub attack: Attack,
    pub known: Known,
    /// The place of the foe who attacks or is attacked, if there are several.
    pub place: Option<u8>,
}

/// Which die of an attack is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Neither,
    /// That of whoever attacks.
    Ours(Stress),
    /// That of whoever is attacked.
    Theirs(Stress),
}

impl Strike {
    /// An attack of which no die is known, in a duel.
    pub fn in_duel(attack: Attack) -> Strike {
        Strike { attack, known: Known::Neither, place: None }
    }

    /// What it comes to goes by the sums of its scores alone: strikes that differ in nothing else
    /// are one where nobody hears of them.
    pub fn seen_by<C: Chance>(self, chance: &C) -> Strike {
        if chance.rolls() { self } else { self.summed() }
    }

    /// The strike of these sums.
    fn summed(self) -> Strike {
        let Attack { attack, defense, damage, soak, .. } = self.attack;
        // A total that is known is that of another score with a 0.
        let zero = Stress::of(0);
        let (attack, defense, known) = match self.known {
            Known::Neither => (attack.sum(), defense.sum(), Known::Neither),
            Known::Ours(die) => (attack.total(die), defense.sum(), Known::Ours(zero)),
            Known::Theirs(die) => (attack.sum(), defense.total(die), Known::Theirs(zero)),
        };
        let [attack, defense] = [attack, defense].map(|base| Score { base, modifier: 0 });
        let attack = Attack { attack, defense, damage: damage - soak, soak: 0, ..self.attack };
        Strike { attack, known, place: None }
    }
}

/// Packs what tells strikes apart into a few `u64`s, because they are hashed often.
impl Hash for Strike {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Attack { attack, defense, damage, soak, left, .. } = self.attack;
        let known = match self.known {
            Known::Neither => 0,
            Known::Theirs(_) => 1,
            Known::Ours(_) => 2,
        };
        let word = |number: i32| u64::from(number as u32);
        state.write_u64(word(attack.sum()) << 32 | word(defense.sum()));
        state.write_u64(word(damage - soak) << 32 | u64::from(left) << 8 | known);
    }
}

/// One attack of which nothing is saved: its dice, and the Body levels that a hit takes.
pub struct Striking {
    pub wounds: Wounds,
    pub stress: Law<Stress>,
    pub pair: Law<Pair>,
    /// Whether hits are counted, also those that take no level.
    pub counts: bool,
}

impl Striking {
    /// What matters of an attack: unless hits are counted, one that takes nothing is a miss.
    pub fn effect(&self, attack: &Attack, pair: Pair) -> Blow {
        match attack.blow(&self.wounds, pair) {
            Blow::Hit(0) if !self.counts => Blow::Miss,
            blow => blow,
        }
    }
}

impl Procedure<Strike, Option<u8>> for Striking {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Strike>) -> C::Of<Option<u8>> {
        chance.stage(start, |chance, Strike { attack, known, place }| {
            let effect = |ours, theirs| self.effect(&attack, Pair { ours, theirs });
            let pair = match known {
                Known::Ours(ours) => {
                    let theirs = chance.draw_alike(&self.stress, |theirs| Reverse(effect(ours, theirs)));
                    Pair { ours, theirs }
                }
                Known::Theirs(theirs) => {
                    Pair { ours: chance.draw_alike(&self.stress, |ours| effect(ours, theirs)), theirs }
                }
                Known::Neither => {
                    chance.draw_alike(&self.pair, |pair| (pair.botches(), effect(pair.ours, pair.theirs)))
                }
            };
            chance.tell(|| attack.told(place, &self.wounds, pair));
            effect(pair.ours, pair.theirs).hit()
        })
    }
}

/// How the hero and a foe stand to each other, as far as their blows go by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stance {
    /// What the hero adds to all his totals.
    pub hero: i32,
    /// What the foe adds to his.
    pub foe: i32,
    /// The place of the first foe who is like him.
    pub like: u8,
    /// Whether he has closed in.
    pub closed: bool,
}

/// The blows that the hero and a foe deal each other. Many laws of them are looked up, so a byte
/// says of each whether it hits and how many Body levels it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clash {
    dealt: u8,
    taken: u8,
}

impl Clash {
    fn new(dealt: Option<u8>, taken: Option<u8>) -> Clash {
        let packed = |levels: Option<u8>| levels.map_or(0, |levels| levels + 1);
        Clash { dealt: packed(dealt), taken: packed(taken) }
    }

    /// The Body levels that the hero takes, if he hits.
    #[inline(always)]
    pub fn dealt(self) -> Option<u8> {
        self.dealt.checked_sub(1)
    }

    /// The Body levels that the foe takes, if he hits.
    #[inline(always)]
    pub fn taken(self) -> Option<u8> {
        self.taken.checked_sub(1)
    }
}

/// The hero and one of several foes, with the dice that lie on the table for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeting {
    pub stance: Stance,
    /// The hero's dice for all his attacks, and for all his defences.
    pub attack_die: Option<Stress>,
    pub defense_die: Option<Stress>,
}

/// The blows between the hero and a foe, where nobody hears of them one by one.
pub struct Clashing(pub Arc<Matchup>);

/// Dice up to about this value, and modifiers down to its negative, have numbers.
const MOST: i32 = 31;

impl Procedure<Meeting, Clash> for Clashing {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Meeting>) -> C::Of<Clash> {
        chance.stage(start, |chance, Meeting { stance, attack_die, defense_die }| {
            let place = usize::from(stance.like);
            if self.0.rules.combat_die == CombatDie::Shared {
                return self.0.clash(chance, attack_die, &stance, place);
            }
            let dealt = self.0.strike(chance, self.0.strike_of_hero(&stance, place, attack_die));
            let taken = self.0.strike(chance, self.0.strike_of_foe(&stance, place, defense_die));
            Clash::new(dealt, taken)
        })
    }

    /// Given the hero's dice, his blow and the foe's are independent, unless the foe has one die too.
    fn formula(&self, &Meeting { stance, attack_die, defense_die }: &Meeting) -> Option<Outcomes<Clash>> {
        let (matchup, place) = (&*self.0, usize::from(stance.like));
        if matchup.rules.combat_die == CombatDie::Shared {
            return None;
        }
        let law = |strike: Strike| matchup.striking.law(strike.summed(), None).ok();
        let dealt = law(matchup.strike_of_hero(&stance, place, attack_die))?;
        let taken = law(matchup.strike_of_foe(&stance, place, defense_die))?;
        let [some, others] = [dealt, taken].map(|law| law.iter().collect::<Vec<_>>());
        let clashes = product(&some, &others, |&(dealt, p), &(taken, q)| (Clash::new(dealt, taken), p * q));
        Some((clashes, dealt.omitted() + taken.omitted()))
    }

    /// Meetings with the same die for all totals, or none.
    #[inline(always)]
    fn number(&self, meeting: &Meeting) -> Option<usize> {
        let &Meeting { stance: Stance { hero, foe, like, closed }, attack_die, defense_die } = meeting;
        let die = attack_die.map_or(0, |die| die.value() + 2 - i32::from(die.is_botch()));
        // No number below 0 and none above 31 is left by its last five bits.
        let fit = (die | -hero | -foe) & MOST == die | -hero | -foe;
        let number = ((usize::from(like) << 5 | die as usize) << 5 | -hero as usize) << 5 | -foe as usize;
        (fit && attack_die == defense_die && !closed).then_some(number)
    }

    fn numbers(&self) -> usize {
        self.0.foes.len() << 15
    }
}

/// Joins each of some values with each of others.
pub fn product<A, B, C>(some: &[A], others: &[B], join: impl Fn(&A, &B) -> C) -> Vec<C> {
    let mut joined = Vec::with_capacity(some.len() * others.len());
    some.iter().for_each(|one| joined.extend(others.iter().map(|other| join(one, other))));
    joined
}

impl Matchup {
    /// The hero's die for all attacks, if there is one.
    #[inline(always)]
    pub fn attack_die<C: Chance>(&self, chance: &mut C, standing: usize) -> Option<Stress> {
        let separate = self.rules.combat_die == CombatDie::Separate;
        let totals = if separate { "Attack" } else { "Attack and Defense" };
        (standing > 1).then(|| self.die_for_all(chance, totals))
    }

    /// His die for all defences: that for all attacks, or another.
    #[inline(always)]
    pub fn defense_die<C: Chance>(&self, chance: &mut C, attack_die: Option<Stress>) -> Option<Stress> {
        match self.rules.combat_die {
            CombatDie::Separate => attack_die.map(|_| self.die_for_all(chance, "Defense")),
            CombatDie::Text | CombatDie::Shared => attack_die,
        }
    }

    /// The hero's attack on one of several foes, with his die for all attacks.
    pub fn strike_of_hero(&self, stance: &Stance, place: usize, die: Option<Stress>) -> Strike {
        let known = die.map_or(Known::Neither, Known::Ours);
        Strike { attack: self.attack_of_hero(stance), known, place: Some(place as u8) }
    }

    /// The attack of one of several foes on the hero, with his die for all defences.
    pub fn strike_of_foe(&self, stance: &Stance, place: usize, die: Option<Stress>) -> Strike {
        let known = die.map_or(Known::Neither, Known::Theirs);
        Strike { attack: self.attack_of_foe(stance), known, place: Some(place as u8) }
    }

    /// One attack: the Body levels that a hit takes.
    #[inline(always)]
    pub fn strike<C: Merging>(&self, chance: &mut C, strike: Strike) -> Option<u8> {
        let seen = strike.seen_by(chance);
        chance.play(&self.striking, seen)
    }

    /// The blows of the hero and one of several foes where everyone rolls one die for all totals.
    pub fn clash<C: Merging>(
        &self,
        chance: &mut C,
        ours: Option<Stress>,
        stance: &Stance,
        place: usize,
    ) -> Clash {
        let striking = self.striking.rules();
        let (attack, back) = (self.attack_of_hero(stance), self.attack_of_foe(stance));
        let effects =
            |pair: Pair| (Reverse(striking.effect(&attack, pair)), striking.effect(&back, pair.turned()));
        let pair = match ours {
            Some(ours) => Pair {
                ours,
                theirs: chance.draw_alike(&self.stress, |theirs| effects(Pair { ours, theirs })),
            },
            None => chance.draw_alike(&self.pair, |pair| {
                let (Reverse(blow), back) = effects(pair);
                (pair.botches(), blow, Reverse(back))
            }),
        };
        let place = Some(place as u8);
        chance.tell(|| attack.told(place, &striking.wounds, pair));
        chance.note(step::FOES, || back.told(place, &striking.wounds, pair.turned()));
        let (Reverse(blow), back) = effects(pair);
        Clash::new(blow.hit(), back.hit())
    }

    /// The hero's die for all these totals.
    #[inline(always)]
    fn die_for_all<C: Chance>(&self, chance: &mut C, totals: &str) -> Stress {
        chance.note(step::DICE, String::new);
        let die = chance.draw(&self.stress);
        chance.tell(|| format!("{die} for all {totals} totals"));
        die
    }

    /// Says so if the hero defends himself by Brawling.
    #[inline(always)]
    pub fn note_brawling<C: Chance>(&self, chance: &mut C, stance: &Stance) {
        if self.brawling(stance).is_some() {
            chance.note(step::FOES, || "the hero defends himself by Brawling".to_owned());
        }
    }
}
