//! One round against one foe, in which advantage may be saved.

use super::attack::{Attack, Blow, Saving};
use super::blows::Strike;
use super::bonus::{Bonus, Total};
use super::choosing::{AfterHit, Use};
use super::dice::Pair;
use super::fight::{Fight, unless_over};
use super::matchup::Matchup;
use super::metric::{LANDED, TAKEN};
use super::rules::CombatDie;
use super::step;
use crate::chance::{Merging, Round};

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
        let fight = self.draw_open_bonuses(chance, fight, true);
        let fight = unless_over(chance, fight, |chance, fight| {
            self.initiative(chance, fight, number);
            let foe_first = self.foe_strikes_first(fight);
            attack(chance, fight, foe_first);
        });
        let fight = self.draw_open_bonuses(chance, fight, false);
        if !self.chooses() {
            return unless_over(chance, fight, |chance, fight| {
                let foe_first = self.foe_strikes_first(fight);
                attack(chance, fight, !foe_first);
                self.wounds_fall(chance, fight);
            });
        }
        let fight = unless_over(chance, fight, |chance, fight| {
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

    /// Step 3: The hero of a duel attacks: a hit takes Body levels, is saved as a bonus, or is left for
    /// the hero to choose. If everyone has one die for all totals, the foe's attack is resolved with
    /// the same dice.
    #[inline(always)]
    fn hero_attacks<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        let shared = self.rules.combat_die == CombatDie::Shared;
        let attack = self.attack_in_duel(fight);
        chance.note(step::HERO, String::new);
        if is_plain(&attack, fight) && !shared {
            let hit = self.strike(chance, Strike::in_duel(attack));
            self.count(chance, LANDED, hit.is_some());
            fight.foes[0].dealt = hit.unwrap_or(0);
            return self.forget_after_attack(chance, fight, 0);
        }
        let back = shared.then(|| self.defense_in_duel(fight));
        let pair = self.draw_attack(chance, &attack, back.as_ref());
        chance.tell(|| attack.told(None, &self.rules.wounds, pair));
        fight.foes[0].dealt = self.falls_in_duel(chance, fight, false, &attack, pair);
        if let Some(back) = back {
            chance.note(step::FOES, || back.told(None, &self.rules.wounds, pair.turned()));
            fight.foes[0].taken = self.falls_in_duel(chance, fight, true, &back, pair.turned());
        }
        self.forget_after_attack(chance, fight, 0);
    }

    /// Step 3: The foe of a duel attacks, unless his attack was resolved together with the hero's.
    #[inline(always)]
    fn foe_attacks<C: Merging>(&self, chance: &mut C, fight: &mut Fight) {
        if self.rules.combat_die != CombatDie::Shared {
            let attack = self.defense_in_duel(fight);
            chance.note(step::FOES, String::new);
            if is_plain(&attack, fight) {
                let hit = self.strike(chance, Strike::in_duel(attack));
                self.count(chance, TAKEN, hit.is_some());
                fight.foes[0].taken = hit.unwrap_or(0);
            } else {
                let pair = self.draw_attack(chance, &attack, None);
                chance.tell(|| attack.told(None, &self.rules.wounds, pair));
                fight.foes[0].taken = self.falls_in_duel(chance, fight, true, &attack, pair);
            }
            self.note_brawling(chance, &self.stance(fight, 0));
        }
        self.forget_after_foe_attack(chance, fight, 0);
    }

    /// The Body levels that a blow in a duel takes. What it saves, and the bonuses that it uses up, are
    /// noted.
    fn falls_in_duel<C: Merging>(
        &self,
        chance: &mut C,
        fight: &mut Fight,
        by_foe: bool,
        attack: &Attack,
        pair: Pair,
    ) -> u8 {
        let blow = attack.blow(&self.rules.wounds, pair);
        let (mut attacker, mut defender, metric, advantage) = match by_foe {
            false => (fight.ours, fight.theirs, LANDED, self.advantage),
            true => (fight.theirs, fight.ours, TAKEN, self.foe_advantage),
        };
        self.count(chance, metric, blow != Blow::Miss);
        attacker.saved = self.saved_bonus(chance, attack, blow, advantage);
        let takes_all = blow == Blow::Hit(attack.left);
        // Without metrics of the round, a hit that takes nothing is drawn as a miss.
        let takes_nothing = matches!(blow, Blow::Miss | Blow::Hit(0));
        let (ours, theirs) = ((attack.attack, pair.ours), (attack.defense, pair.theirs));
        attacker.held = self.used(chance, attacker.held, Total::Attack, takes_all, ours);
        defender.held = self.used(chance, defender.held, Total::Defense, takes_nothing, theirs);
        (fight.ours, fight.theirs) = if by_foe { (defender, attacker) } else { (attacker, defender) };
        blow.levels()
    }
}

/// Whether nothing is saved from an attack, and nobody holds a bonus.
fn is_plain(attack: &Attack, fight: &Fight) -> bool {
    attack.saving == Saving::None && fight.ours.held == Bonus::None && fight.theirs.held == Bonus::None
}
