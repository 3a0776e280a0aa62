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
use crate::chance::{Chance, Law, Merging, Procedure};

/// An attack, with the die that is already known if one die counts for all totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub attack: Attack,
    pub known: Known,
    /// The index of the foe who attacks or is attacked, if there are several.
    pub place: Option<u8>,
}

/// Which die of an attack is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Neither,
    /// The attacker's die.
    Ours(Stress),
    /// The defender's die.
    Theirs(Stress),
}

impl Strike {
    /// An attack in a duel, without a known die.
    pub fn in_duel(attack: Attack) -> Strike {
        Strike { attack, known: Known::Neither, place: None }
    }

    /// Reduces the strike to what decides its result, the sums of its scores, so that more strikes are
    /// equal. A reader that rolls every die gets it unchanged, to narrate it.
    pub fn seen_by<C: Chance>(self, chance: &C) -> Strike {
        if chance.rolls() { self } else { self.summed() }
    }

    /// An equivalent strike with the same sums and without modifiers.
    fn summed(self) -> Strike {
        let Attack { attack, defense, damage, soak, .. } = self.attack;
        // A known total equals another score with a die of 0.
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

/// Packs what distinguishes strikes into two `u64`s, because they are hashed often.
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

/// An attack whose hits are never saved: its dice, and the Body levels that a hit takes.
pub struct Striking {
    pub wounds: Wounds,
    pub stress: Law<Stress>,
    pub pair: Law<Pair>,
    /// Whether hits are counted, including those that take no level.
    pub counts: bool,
}

impl Striking {
    /// The result of an attack as far as it matters: unless hits are counted, a hit that takes no level
    /// is a miss.
    pub fn effect(&self, attack: &Attack, pair: Pair) -> Blow {
        match attack.blow(&self.wounds, pair) {
            Blow::Hit(0) if !self.counts => Blow::Miss,
            blow => blow,
        }
    }
}

impl Procedure<Strike, Option<u8>> for Striking {
    #[inline]
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

/// The modifiers and ranges between the hero and a foe, as far as they affect their blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stance {
    /// The modifier to all the hero's totals.
    pub hero: i32,
    /// The modifier to all the foe's totals.
    pub foe: i32,
    /// The index of the first foe with equal values in his group.
    pub like: u32,
    /// Range steps by which the foe is inside the optimum of the hero's weapon.
    pub inside: i32,
}

/// The two blows between the hero and a foe. Each is packed into a byte (0 for a miss, otherwise one
/// more than the Body levels), because distributions of clashes are looked up often.
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

    /// The Body levels that the hero's hit takes from the foe; `None` for a miss.
    #[inline(always)]
    pub fn dealt(self) -> Option<u8> {
        self.dealt.checked_sub(1)
    }

    /// The Body levels that the foe's hit takes from the hero; `None` for a miss.
    #[inline(always)]
    pub fn taken(self) -> Option<u8> {
        self.taken.checked_sub(1)
    }
}

/// The hero and one of several foes, with the dice that are already rolled for all totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeting {
    pub stance: Stance,
    /// The hero's dice for all his attacks and for all his defences, if there are any.
    pub attack_die: Option<Stress>,
    pub defense_die: Option<Stress>,
}

impl Meeting {
    /// A meeting after these dice. If one die counts for all the hero's totals, only its sum with his
    /// modifier matters: it is added there and counts as 0, so that more meetings are equal. A botch
    /// cannot be added.
    #[inline(always)]
    pub fn new(stance: Stance, attack_die: Option<Stress>, defense_die: Option<Stress>) -> Meeting {
        match attack_die {
            Some(die) if attack_die == defense_die && !die.is_botch() => {
                let zero = Some(Stress::of(0));
                let stance = Stance { hero: stance.hero + die.value(), ..stance };
                Meeting { stance, attack_die: zero, defense_die: zero }
            }
            _ => Meeting { stance, attack_die, defense_die },
        }
    }
}

/// The blows between the hero and a foe, for readers that do not need them one by one.
pub struct Clashing(pub Arc<Matchup>);

/// Meetings are numbered for modifiers from its negative up: the hero's to just below it, the foe's to 0.
const MOST: i32 = 32;

impl Procedure<Meeting, Clash> for Clashing {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Meeting>) -> C::Of<Clash> {
        chance.stage(start, |chance, Meeting { stance, attack_die, defense_die }| {
            let place = stance.like as usize;
            if self.0.rules.combat_die == CombatDie::Shared {
                return self.0.clash(chance, attack_die, &stance, place);
            }
            let dealt = self.0.strike(chance, self.0.strike_of_hero(&stance, place, attack_die));
            let taken = self.0.strike(chance, self.0.strike_of_foe(&stance, place, defense_die));
            Clash::new(dealt, taken)
        })
    }

    /// Numbers only meetings with one common die for the hero's totals or none, in which the foe is as
    /// far inside as before the fight.
    #[inline(always)]
    fn number(&self, meeting: &Meeting) -> Option<usize> {
        let &Meeting { stance: Stance { hero, foe, like, inside }, attack_die, defense_die } = meeting;
        let kind = attack_die.map_or(0, |die| 1 + u32::from(die.is_botch()));
        // Only numbers within their bits are unchanged by masking.
        let (hero, foe) = (hero + MOST, -foe);
        let fit = hero & (2 * MOST - 1) == hero
            && foe & (MOST - 1) == foe
            && inside == self.0.foes[like as usize].inside;
        let number = ((like << 2 | kind) << 6 | hero as u32) << 5 | foe as u32;
        (fit && attack_die == defense_die).then_some(number as usize)
    }

    fn numbers(&self) -> usize {
        self.0.foes.len() << 13
    }
}

impl Matchup {
    /// Rolls the hero's die for all attacks, if he faces several foes.
    #[inline(always)]
    pub fn attack_die<C: Chance>(&self, chance: &mut C, standing: usize) -> Option<Stress> {
        let separate = self.rules.combat_die == CombatDie::Separate;
        let totals = if separate { "Attack" } else { "Attack and Defense" };
        (standing > 1).then(|| self.die_for_all(chance, totals))
    }

    /// The hero's die for all defences: the one for all attacks, or another one.
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

    /// Resolves one attack: the Body levels that a hit takes.
    #[inline(always)]
    pub fn strike<C: Merging>(&self, chance: &mut C, strike: Strike) -> Option<u8> {
        let seen = strike.seen_by(chance);
        chance.play(&self.striking, seen)
    }

    /// The blows between the hero and one of several foes when everyone rolls one die for all totals.
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

    /// Rolls the hero's die for all these totals.
    #[inline(always)]
    fn die_for_all<C: Chance>(&self, chance: &mut C, totals: &str) -> Stress {
        chance.note(step::DICE, String::new);
        let die = chance.draw(&self.stress);
        chance.tell(|| format!("{die} for all {totals} totals"));
        die
    }

    /// Notes that the hero defends himself by Brawling, if he does.
    #[inline(always)]
    pub fn note_brawling<C: Chance>(&self, chance: &mut C, stance: &Stance) {
        if self.brawling(stance).is_some() {
            chance.note(step::FOES, || "the hero defends himself by Brawling".to_owned());
        }
    }
}
