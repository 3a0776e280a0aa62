//! Whole rounds, organized for the different readers: in stages for the enumerator, with precomputed
//! distributions for samplers, and die by die otherwise.

use std::sync::Arc;

use super::blows::{Clash, Clashing, Meeting};
use super::fight::{Fight, Sides, unless_over};
use super::keys::MOST_FOES;
use super::matchup::Matchup;
use super::volley::{Clashes, Encounter, Volley};
use crate::chance::{Inner, Merging, Procedure, Round};

/// The rounds of a fight.
pub struct Combat {
    pub matchup: Arc<Matchup>,
    /// The blows between the hero and one of several foes.
    clashing: Arc<Inner<Clashing, Meeting, Clash>>,
    /// All blows of a round against several foes.
    volley: Inner<Volley, Encounter, Clashes>,
    /// A round of a duel.
    duel: Inner<DuelRound, Sides<1>, Sides<1>>,
}

/// A round of a duel that depends only on the levels lost.
struct DuelRound(Arc<Matchup>);

impl Procedure<Sides<1>, Sides<1>> for DuelRound {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Sides<1>>) -> C::Of<Sides<1>> {
        let fight = chance.stage(start, |_, Sides { hero, foes }| Fight::new(hero, &foes));
        let fight = self.0.duel_round(chance, fight, None);
        chance.stage(fight, |chance, mut fight| {
            self.0.fatigue_rolls(chance, &mut fight);
            fight.sides()
        })
    }
}

impl Combat {
    /// Prepares the rounds of these combatants.
    pub fn new(matchup: Matchup) -> Combat {
        let matchup = Arc::new(matchup);
        let clashing = Arc::new(Inner::new(Clashing(Arc::clone(&matchup))));
        Combat {
            volley: Inner::new(Volley(Arc::clone(&matchup), Arc::clone(&clashing))),
            clashing,
            duel: Inner::new(DuelRound(Arc::clone(&matchup))),
            matchup,
        }
    }

    /// Plays a whole round of a duel that depends only on the levels lost.
    #[inline(always)]
    pub fn duel<C: Merging>(&self, chance: &mut C, sides: Sides<1>) -> Sides<1> {
        chance.play(&self.duel, sides)
    }

    /// Plays steps 1 to 4 of a round against several foes that depends only on the levels lost.
    #[inline(always)]
    pub fn blows<C: Merging>(&self, chance: &mut C, sides: Sides<MOST_FOES>) -> Sides<MOST_FOES> {
        sides.after(|fight| self.strike_at_once(chance, fight, None))
    }

    /// Plays step 5 of a round that depends only on the levels lost.
    #[inline(always)]
    pub fn fatigue<C: Merging>(&self, chance: &mut C, sides: Sides<MOST_FOES>) -> Sides<MOST_FOES> {
        sides.after(|fight| self.matchup.fatigue_rolls(chance, fight))
    }

    /// Plays a whole round against several foes that depends only on the levels lost.
    #[inline(always)]
    pub fn at_once<C: Merging>(&self, chance: &mut C, sides: Sides<MOST_FOES>) -> Sides<MOST_FOES> {
        sides.after(|fight| {
            self.strike_at_once(chance, fight, None);
            self.matchup.fatigue_rolls(chance, fight);
        })
    }

    /// Plays steps 1 to 4 of a round against several foes in one stage.
    #[inline(never)]
    fn strike_at_once<C: Merging>(&self, chance: &mut C, fight: &mut Fight, number: Option<Round>) {
        let matchup = &*self.matchup;
        matchup.initiative(chance, fight, number);
        if chance.merges() {
            // All blows are one draw, of which only the effect matters.
            let encounter = matchup.encounter(fight);
            let clashes =
                chance.play_alike(&self.volley, encounter, |clashes| matchup.effect(fight, &clashes));
            for (place, &clash) in clashes[..matchup.foes.len()].iter().enumerate() {
                if !fight.foes[place].is_out() {
                    matchup.clash_hits(chance, fight, place, clash);
                }
            }
        } else {
            let hero = matchup.hero_modifier(fight);
            let attack_die = matchup.attack_die(chance, fight.standing());
            let defense_die = matchup.defense_die(chance, attack_die);
            for place in 0..matchup.foes.len() {
                if !fight.foes[place].is_out() {
                    let stance = matchup.stance_to(hero, fight, place);
                    let clash = chance.play(&self.clashing, Meeting::new(stance, attack_die, defense_die));
                    matchup.clash_hits(chance, fight, place, clash);
                }
            }
        }
        matchup.wounds_fall(chance, fight);
    }

    /// Plays steps 1 to 4 of a round. Step 5 is [`fatigue_rolls`](Matchup::fatigue_rolls).
    #[inline(never)]
    pub fn round<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        number: Option<Round>,
    ) -> C::Of<Fight> {
        let matchup = &*self.matchup;
        if matchup.foes.len() == 1 {
            return matchup.duel_round(chance, fight, number);
        }
        if !chance.rolls() && !chance.merges() {
            return unless_over(chance, fight, |chance, fight| self.strike_at_once(chance, fight, number));
        }
        let fight = unless_over(chance, fight, |chance, fight| matchup.initiative(chance, fight, number));
        let mut fight = unless_over(chance, fight, |chance, fight| matchup.roll_for_all(chance, fight));
        for place in 0..matchup.foes.len() {
            fight = unless_over(chance, fight, |chance, fight| matchup.attacks_foe(chance, fight, place));
        }
        fight = unless_over(chance, fight, |chance, fight| matchup.roll_for_defenses(chance, fight));
        for place in 0..matchup.foes.len() {
            fight =
                unless_over(chance, fight, |chance, fight| matchup.foe_attacks_back(chance, fight, place));
        }
        unless_over(chance, fight, |chance, fight| matchup.wounds_fall(chance, fight))
    }
}
