//! Step 3: the blows of a round, and the dice for them.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::attack::{Attack, Blow};
use super::dice::{Pair, Stress};
use super::fight::Fight;
use super::keys::MOST_FOES;
use super::matchup::Matchup;
use super::rules::CombatDie;
use super::score::Score;
use super::step;
use super::wounds::Wounds;
use crate::chance::{Chance, Inner, Law, Merging, Procedure};

/// An attack, with those of its dice that lie on the table already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub attack: Attack,
    /// The die of whoever attacks.
    pub ours: Option<Stress>,
    /// The die of whoever is attacked.
    pub theirs: Option<Stress>,
    /// The place of the foe who attacks or is attacked, if there are several.
    pub place: Option<u8>,
}

impl Strike {
    /// An attack of which no die is known, in a duel.
    pub fn in_duel(attack: Attack) -> Strike {
        Strike { attack, ours: None, theirs: None, place: None }
    }

    /// What it comes to goes by the sums of its scores alone: strikes that differ in nothing else
    /// are one where nobody hears of them.
    pub fn seen_by<C: Chance>(self, chance: &C) -> Strike {
        if chance.rolls() {
            return self;
        }
        let Strike { attack: Attack { attack, defense, damage, soak, .. }, ours, theirs, .. } = self;
        // A total that is known is that of another score with a 0.
        let known = |score: Score, die: Option<Stress>| {
            let base = die.map_or(score.sum(), |die| score.total(die));
            (Score { base, modifier: 0 }, die.map(|_| Stress::of(0)))
        };
        let ((attack, ours), (defense, theirs)) = (known(attack, ours), known(defense, theirs));
        let attack = Attack { attack, defense, damage: damage - soak, soak: 0, ..self.attack };
        Strike { attack, ours, theirs, place: None }
    }
}

/// Packs what tells strikes apart into a few `u64`s, because they are hashed often.
impl Hash for Strike {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Attack { attack, defense, damage, soak, left, .. } = self.attack;
        let dice = u64::from(self.ours.is_some()) << 1 | u64::from(self.theirs.is_some());
        let word = |number: i32| u64::from(number as u32);
        state.write_u64(word(attack.sum()) << 32 | word(defense.sum()));
        state.write_u64(word(damage - soak) << 32 | u64::from(left) << 8 | dice);
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
        chance.stage(start, |chance, Strike { attack, ours, theirs, place }| {
            let effect = |ours, theirs| self.effect(&attack, Pair { ours, theirs });
            let pair = match (ours, theirs) {
                (Some(ours), Some(theirs)) => Pair { ours, theirs },
                (Some(ours), None) => {
                    let theirs = chance.draw_alike(&self.stress, |theirs| Reverse(effect(ours, theirs)));
                    Pair { ours, theirs }
                }
                (None, Some(theirs)) => {
                    Pair { ours: chance.draw_alike(&self.stress, |ours| effect(ours, theirs)), theirs }
                }
                (None, None) => {
                    chance.draw_alike(&self.pair, |pair| (pair.botches(), effect(pair.ours, pair.theirs)))
                }
            };
            chance.tell(|| attack.told(place, &self.wounds, pair));
            effect(pair.ours, pair.theirs).hit()
        })
    }
}

/// How the sides stand, as far as their blows go by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stance {
    /// What the hero adds to all his totals.
    pub hero: i32,
    /// The foes in their places; none where one is out.
    pub foes: [Option<Footing>; MOST_FOES],
}

/// How a foe stands to the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Footing {
    /// The place of the first foe who is like him.
    pub like: u8,
    /// What he adds to his totals.
    pub modifier: i32,
    /// Whether he has closed in.
    pub closed: bool,
}

impl Stance {
    /// How many foes stand.
    pub fn standing(&self) -> usize {
        self.foes.iter().flatten().count()
    }
}

/// The blows that the hero and a foe deal each other: for each whether it hits, and the Body
/// levels that it takes, in a byte, since many laws of them are looked up.
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

/// Those of the hero and each foe.
pub type Clashes = [Clash; MOST_FOES];

/// The hero and one of several foes, with the dice that lie on the table for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeting {
    /// What the hero adds to all his totals.
    pub hero: i32,
    pub foe: Footing,
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
        chance.stage(start, |chance, Meeting { hero, foe, attack_die, defense_die }| {
            let place = usize::from(foe.like);
            let mut stance = Stance { hero, foes: [None; MOST_FOES] };
            stance.foes[place] = Some(foe);
            if self.0.rules.combat_die == CombatDie::Shared {
                return self.0.clash(chance, attack_die, &stance, place);
            }
            let dealt = self.0.strike(chance, self.0.strike_of_hero(&stance, place, attack_die));
            let taken = self.0.strike(chance, self.0.strike_of_foe(&stance, place, defense_die));
            Clash::new(dealt, taken)
        })
    }

    /// Meetings with the same die for all totals, or none.
    #[inline(always)]
    fn number(&self, meeting: &Meeting) -> Option<usize> {
        let &Meeting { hero, foe: Footing { like, modifier, closed }, attack_die, defense_die } = meeting;
        let die = attack_die.map_or(0, |die| die.value() + 2 - i32::from(die.is_botch()));
        // No number below 0 and none above 31 is left by its last five bits.
        let fit = (die | -hero | -modifier) & MOST == die | -hero | -modifier;
        let number =
            ((usize::from(like) << 5 | die as usize) << 5 | -hero as usize) << 5 | -modifier as usize;
        (fit && attack_die == defense_die && !closed).then_some(number)
    }

    fn numbers(&self) -> usize {
        self.0.foes.len() << 15
    }
}

impl Matchup {
    /// Steps 2 and 3 against several foes: the hero rolls one stress die for all his Attack and
    /// Defense totals of the round, or one for all attacks and one for all defences, if more than
    /// one foe stands; then he attacks every foe, and every foe him.
    #[inline(always)]
    pub fn blows<C: Merging>(&self, chance: &mut C, stance: &Stance) -> Clashes {
        let attack_die = self.attack_die(chance, stance.standing());
        let standing = || (0..self.foes.len()).filter(|&place| stance.foes[place].is_some());
        let mut clashes = Clashes::default();
        if self.rules.combat_die == CombatDie::Shared {
            for place in standing() {
                clashes[place] = self.clash(chance, attack_die, stance, place);
            }
            return clashes;
        }
        let mut dealt = [None; MOST_FOES];
        for place in standing() {
            chance.note(step::HERO, String::new);
            dealt[place] = self.strike(chance, self.strike_of_hero(stance, place, attack_die));
        }
        let defense_die = self.defense_die(chance, attack_die);
        for place in standing() {
            chance.note(step::FOES, String::new);
            let taken = self.strike(chance, self.strike_of_foe(stance, place, defense_die));
            self.note_brawling(chance, stance, place);
            clashes[place] = Clash::new(dealt[place], taken);
        }
        clashes
    }

    /// The same where nobody hears in which order the dice are rolled.
    #[inline(always)]
    pub fn meetings<C: Merging>(
        &self,
        chance: &mut C,
        clashing: &Inner<Clashing, Meeting, Clash>,
        fight: &Fight,
    ) -> Clashes {
        let attack_die = self.attack_die(chance, fight.standing());
        let defense_die = self.defense_die(chance, attack_die);
        let hero = self.hero_modifier(fight);
        let mut clashes = Clashes::default();
        for (place, clash) in clashes[..self.foes.len()].iter_mut().enumerate() {
            if let Some(foe) = self.footing(fight, place) {
                *clash = chance.play(clashing, Meeting { hero, foe, attack_die, defense_die });
            }
        }
        clashes
    }

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

    pub fn strike_of_hero(&self, stance: &Stance, place: usize, ours: Option<Stress>) -> Strike {
        let attack = self.attack_of_hero(stance, place);
        Strike { attack, ours, theirs: None, place: Some(place as u8) }
    }

    pub fn strike_of_foe(&self, stance: &Stance, place: usize, theirs: Option<Stress>) -> Strike {
        let attack = self.attack_of_foe(stance, place);
        Strike { attack, ours: None, theirs, place: Some(place as u8) }
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
        let (attack, back) = (self.attack_of_hero(stance, place), self.attack_of_foe(stance, place));
        let effects =
            |pair: Pair| (Reverse(striking.effect(&attack, pair)), striking.effect(&back, pair.turned()));
        chance.note(step::HERO, String::new);
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
    pub fn note_brawling<C: Chance>(&self, chance: &mut C, stance: &Stance, place: usize) {
        if self.brawling(stance, place).is_some() {
            chance.note(step::FOES, || "the hero defends himself by Brawling".to_owned());
        }
    }
}
