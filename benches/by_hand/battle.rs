//! Ars Magica 4: a battle of several against several, with any of its rules. It reads its scenario itself.

use std::array;
use std::cmp::Reverse;

use serde::Deserialize;

use super::Rng;
use super::ars_magica::stress;
use super::encounter::{self, Side};

/// The most combatants.
const MOST: usize = 12;

/// Scores of the presets that the rules name.
const PRESETS: &str = r#"
knight = { initiative = 8, attack = 8, defense = 13, damage = 6, soak = 3, combat_fatigue = 6 }
bandit = { strength = 1, stamina = 1, ability = 3 }
"#;

/// Initiative, Attack, Defense and Damage of a weapon.
fn weapon(name: &str) -> [i64; 4] {
    match name {
        "fist" => [1, 0, 0, 0],
        "dagger" => [2, 1, 2, 3],
        "longsword" => [3, 1, 4, 4],
        "longsword-and-shield" => [2, 2, 7, 4],
        "axe" => [3, 1, 3, 6],
        "axe-and-shield" => [2, 2, 6, 6],
        "long-spear" => [5, 6, 1, 6],
        "quarterstaff" => [6, 8, 3, 2],
        other => panic!("{other} is no weapon"),
    }
}

/// A combatant of the file.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Entry {
    side: Option<Side>,
    count: Option<usize>,
    initiative: i64,
    attack: i64,
    defense: i64,
    damage: i64,
    soak: i64,
    combat_fatigue: i64,
    quickness: i64,
    dexterity: i64,
    strength: i64,
    stamina: i64,
    size: i64,
    ability: i64,
    encumbrance: i64,
    armor: i64,
    weapon: Option<String>,
    body_lost: i64,
    fatigue_lost: i64,
    missiles: i64,
    missile_attack: i64,
    missile_damage: i64,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Engage {
    #[default]
    Spread,
    Gang,
}

#[derive(Deserialize)]
#[serde(default)]
struct Choice {
    engage: Engage,
    max_rounds: i64,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { engage: Engage::Spread, max_rounds: 20 }
    }
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CombatDie {
    Text,
    Shared,
    Separate,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Simultaneous {
    UnlessBothOut,
    UnlessBothSidesOut,
    Always,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DoubleKill {
    Score,
    Total,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FatigueSuccess {
    Beats,
    Meets,
}

#[derive(Deserialize)]
#[serde(default)]
struct Rules {
    combat_die: CombatDie,
    extra_foe_penalty: i64,
    simultaneous: Simultaneous,
    double_kill: DoubleKill,
    fatigue_target: i64,
    fatigue_success: FatigueSuccess,
    penalties: Vec<i64>,
    botch_dice: i64,
    step: i64,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            combat_die: CombatDie::Text,
            extra_foe_penalty: 3,
            simultaneous: Simultaneous::UnlessBothOut,
            double_kill: DoubleKill::Score,
            fatigue_target: 6,
            fatigue_success: FatigueSuccess::Beats,
            penalties: vec![0, 0, -1, -3, -5],
            botch_dice: 1,
            step: 5,
        }
    }
}

#[derive(Deserialize)]
struct File {
    combatant: Vec<Entry>,
    #[serde(default)]
    choice: Choice,
    #[serde(default)]
    rules: Rules,
}

/// One who fights.
struct Combatant {
    side: Side,
    initiative: i64,
    attack: i64,
    defense: i64,
    damage: i64,
    soak: i64,
    combat_fatigue: i64,
    body_lost: i64,
    fatigue_lost: i64,
    missiles: i64,
    missile_attack: i64,
    missile_damage: i64,
}

impl Combatant {
    fn new(entry: &Entry, side: Side) -> Self {
        let mut combatant = Combatant {
            side,
            initiative: entry.initiative,
            attack: entry.attack,
            defense: entry.defense,
            damage: entry.damage,
            soak: entry.soak,
            combat_fatigue: entry.combat_fatigue,
            body_lost: entry.body_lost,
            fatigue_lost: entry.fatigue_lost,
            missiles: entry.missiles,
            missile_attack: entry.missile_attack,
            missile_damage: entry.missile_damage,
        };
        if let Some(name) = &entry.weapon {
            let [initiative, attack, defense, damage] = weapon(name);
            let skill = entry.ability + entry.encumbrance;
            combatant.initiative = entry.quickness + skill + initiative;
            combatant.attack = entry.dexterity + skill + attack;
            combatant.defense = entry.quickness + skill + defense;
            combatant.combat_fatigue = entry.stamina + skill;
            combatant.damage = entry.strength + damage;
            combatant.soak = entry.stamina + entry.size + entry.armor;
        }
        combatant
    }
}

/// A battle, ready to be fought.
pub struct Battle {
    combatants: Vec<Combatant>,
    engage: Engage,
    max_rounds: i64,
    rules: Rules,
}

/// How somebody is.
#[derive(Clone, Copy, Default)]
struct State {
    body: i64,
    fatigue: i64,
    missiles: i64,
    /// With how many opponents he was engaged in the last round that had engagements.
    opponents: i64,
    stands: bool,
}

/// Who engages whom. One of them may have other engagements: the second.
type Pair = (usize, usize);

impl Battle {
    /// Reads a scenario.
    pub fn new(text: &str) -> Self {
        let File { combatant, choice, rules } = encounter::read(text, "combatant", PRESETS);
        let mut combatants = Vec::new();
        for (table, entry) in combatant.iter().enumerate() {
            let side = entry.side.unwrap_or(if table == 0 { Side::First } else { Side::Second });
            for _ in 0..entry.count.unwrap_or(1) {
                combatants.push(Combatant::new(entry, side));
            }
        }
        Battle { combatants, engage: choice.engage, max_rounds: choice.max_rounds, rules }
    }

    /// How many metrics it has.
    pub fn metrics(&self) -> usize {
        4 + 3 * self.combatants.len()
    }

    /// Somebody with so many levels lost is out.
    fn levels(&self) -> i64 {
        self.rules.penalties.len() as i64
    }

    fn penalty(&self, state: &State) -> i64 {
        self.penalty_for(state.body) + self.penalty_for(state.fatigue)
    }

    /// Who is out has no use for a penalty.
    fn penalty_for(&self, lost: i64) -> i64 {
        self.rules.penalties.get(lost as usize).copied().unwrap_or(0)
    }

    fn stress_total(&self, rng: &mut Rng, score: i64) -> i64 {
        stress(rng, self.rules.botch_dice).total(score)
    }

    /// Body levels lost to a hit by `difference`; none, if it misses.
    fn levels_lost(&self, damage: i64, difference: i64, soak: i64) -> i64 {
        if difference <= 0 {
            return 0;
        }
        (damage + difference - soak).div_euclid(self.rules.step).max(0)
    }

    /// Fights it, and sets its metrics.
    pub fn fight(&self, rng: &mut Rng, metrics: &mut [i64]) {
        let start: [State; MOST] = array::from_fn(|place| match self.combatants.get(place) {
            Some(one) => State {
                body: one.body_lost,
                fatigue: one.fatigue_lost,
                missiles: one.missiles,
                opponents: 0,
                stands: true,
            },
            None => State::default(),
        });
        let mut all = start;
        let all = &mut all[..self.combatants.len()];
        let mut rounds = 0;
        let both_stand = |all: &[State]| Side::BOTH.iter().all(|&side| self.standing(all, side) > 0);
        while rounds < self.max_rounds && both_stand(all) {
            rounds += 1;
            self.round(rng, all);
        }
        let [first, second] = Side::BOTH.map(|side| self.standing(all, side) as i64);
        let firsts = self.combatants.iter().filter(|one| one.side == Side::First).count() as i64;
        metrics[0] = encounter::winner(first > 0, second > 0);
        metrics[1] = rounds;
        metrics[2] = firsts - first;
        metrics[3] = self.combatants.len() as i64 - firsts - second;
        for (place, (now, start)) in all.iter().zip(&start).enumerate() {
            metrics[4 + 3 * place] = (!now.stands).into();
            metrics[5 + 3 * place] = now.body - start.body;
            metrics[6 + 3 * place] = now.fatigue - start.fatigue;
        }
    }

    fn standing(&self, all: &[State], side: Side) -> usize {
        all.iter().zip(&self.combatants).filter(|(state, one)| state.stands && one.side == side).count()
    }

    fn round(&self, rng: &mut Rng, all: &mut [State]) {
        let have_shot = self.missiles(rng, all);
        let mut pairs = [(0, 0); MOST];
        let engagements = self.engage(all, have_shot, &mut pairs);
        self.blows(rng, all, &pairs[..engagements]);
        self.missiles(rng, all);
        for (state, one) in all.iter_mut().zip(&self.combatants) {
            if state.stands && state.opponents > 0 {
                let total = self.stress_total(rng, one.combat_fatigue + self.penalty_for(state.body));
                let needed = self.rules.fatigue_target
                    + i64::from(self.rules.fatigue_success == FatigueSuccess::Beats);
                if total < needed {
                    state.fatigue += 1;
                    state.stands = state.fatigue < self.levels();
                }
            }
        }
    }

    /// At whom somebody of a side goes, if so many of his side go at each already.
    fn opponent(&self, all: &[State], side: Side, going: &[i64; MOST]) -> Option<usize> {
        let mut standing =
            (0..all.len()).filter(|&place| all[place].stands && self.combatants[place].side != side);
        match self.engage {
            Engage::Spread => standing.min_by_key(|&place| going[place]),
            Engage::Gang => standing.find(|&place| going[place] < 3),
        }
    }

    /// First or Second Missiles: who shoots.
    fn missiles(&self, rng: &mut Rng, all: &mut [State]) -> [bool; MOST] {
        let (mut have_shot, mut going, mut lost) = ([false; MOST], [0; MOST], [0; MOST]);
        for (place, one) in self.combatants.iter().enumerate() {
            let State { missiles, opponents, stands, .. } = all[place];
            if !stands || missiles == 0 || opponents > 0 {
                continue;
            }
            let Some(target) = self.opponent(all, one.side, &going) else { continue };
            all[place].missiles -= 1;
            have_shot[place] = true;
            going[target] += 1;
            let aim = &self.combatants[target];
            let attack = self.stress_total(rng, one.missile_attack + self.penalty(&all[place]));
            let defense = self.stress_total(rng, aim.defense + self.penalty(&all[target]));
            lost[target] += self.levels_lost(one.missile_damage, attack - defense, aim.soak);
        }
        self.wound(all, &lost);
        have_shot
    }

    fn wound(&self, all: &mut [State], lost: &[i64; MOST]) {
        for (state, lost) in all.iter_mut().zip(lost) {
            state.body = (state.body + lost).min(self.levels());
            state.stands &= state.body < self.levels();
        }
    }

    /// Engagement: how many pairs.
    fn engage(&self, all: &mut [State], have_shot: [bool; MOST], pairs: &mut [Pair; MOST]) -> usize {
        let larger = match self.standing(all, Side::First) >= self.standing(all, Side::Second) {
            true => Side::First,
            false => Side::Second,
        };
        let (mut count, mut going) = (0, [0; MOST]);
        for (place, one) in self.combatants.iter().enumerate() {
            if all[place].stands
                && one.side == larger
                && !have_shot[place]
                && let Some(opponent) = self.opponent(all, larger, &going)
            {
                going[opponent] += 1;
                pairs[count] = (place, opponent);
                count += 1;
            }
        }
        for (place, one) in self.combatants.iter().enumerate() {
            let is_free = |place: usize, pairs: &[Pair]| pairs.iter().all(|&(a, b)| a != place && b != place);
            if matches!(self.engage, Engage::Spread)
                && all[place].stands
                && one.side != larger
                && !have_shot[place]
                && is_free(place, &pairs[..count])
            {
                let mut opponents = (0..all.len()).filter(|&other| {
                    let is_opponent = self.combatants[other].side == larger;
                    is_opponent && all[other].stands && is_free(other, &pairs[..count])
                });
                if let Some(opponent) = opponents.next() {
                    pairs[count] = (opponent, place);
                    count += 1;
                }
            }
        }
        for (place, state) in all.iter_mut().enumerate() {
            state.opponents =
                pairs[..count].iter().filter(|&&(a, b)| a == place || b == place).count() as i64;
        }
        count
    }

    /// Each pair is an exchange; wounds fall together.
    fn blows(&self, rng: &mut Rng, all: &mut [State], pairs: &[Pair]) {
        let (mut initiative, mut attack, mut defense) = ([0; MOST], [0; MOST], [0; MOST]);
        for (place, one) in self.combatants.iter().enumerate() {
            let state = &all[place];
            if state.opponents == 0 {
                continue;
            }
            let penalty = self.penalty(state);
            let crowd = self.rules.extra_foe_penalty * (state.opponents - 1);
            initiative[place] = match self.rules.double_kill {
                DoubleKill::Score => one.initiative + penalty,
                DoubleKill::Total => self.stress_total(rng, one.initiative + penalty),
            };
            let attack_die = stress(rng, self.rules.botch_dice);
            let one_die = match self.rules.combat_die {
                CombatDie::Text => state.opponents > 1,
                CombatDie::Shared => true,
                CombatDie::Separate => false,
            };
            let defense_die = if one_die { attack_die } else { stress(rng, self.rules.botch_dice) };
            attack[place] = attack_die.total(one.attack + penalty - crowd);
            defense[place] = defense_die.total(one.defense + penalty - crowd);
        }
        // What the first of a pair loses, and what the second does.
        let mut blows = [(0, 0); MOST];
        for (&(a, b), blows) in pairs.iter().zip(&mut blows) {
            let [one, other] = [a, b].map(|place| &self.combatants[place]);
            blows.0 = self.levels_lost(other.damage, attack[b] - defense[a], one.soak);
            blows.1 = self.levels_lost(one.damage, attack[a] - defense[b], other.soak);
        }
        let blows = &mut blows[..pairs.len()];
        match self.rules.simultaneous {
            Simultaneous::UnlessBothOut => {
                for (&(a, b), blows) in pairs.iter().zip(&mut *blows) {
                    if all[a].body + blows.0 >= self.levels() && all[b].body + blows.1 >= self.levels() {
                        if initiative[a] > initiative[b] {
                            blows.0 = 0;
                        } else if initiative[b] > initiative[a] {
                            blows.1 = 0;
                        }
                    }
                }
            }
            Simultaneous::UnlessBothSidesOut => {
                for center in 0..all.len() {
                    self.in_order(all, pairs, center, &initiative, blows);
                }
            }
            Simultaneous::Always => {}
        }
        let mut lost = [0; MOST];
        for (&(a, b), blows) in pairs.iter().zip(&*blows) {
            lost[a] += blows.0;
            lost[b] += blows.1;
        }
        self.wound(all, &lost);
    }

    /// If all who fight `center`, the second of their pairs, would put him out, and he one of them, blows
    /// fall by Initiative, and those of who is out do not.
    fn in_order(
        &self,
        all: &[State],
        pairs: &[Pair],
        center: usize,
        initiative: &[i64; MOST],
        blows: &mut [(i64, i64)],
    ) {
        let mut body: [i64; MOST] = array::from_fn(|place| all.get(place).map_or(0, |state| state.body));
        let its: Vec<usize> = (0..pairs.len()).filter(|&pair| pairs[pair].1 == center).collect();
        let on_center: i64 = its.iter().map(|&pair| blows[pair].1).sum();
        let levels = self.levels();
        let is_out = |pair: &usize| body[pairs[*pair].0] + blows[*pair].0 >= levels;
        if body[center] + on_center < levels || !its.iter().any(is_out) {
            return;
        }
        let mut order: Vec<i64> = its.iter().map(|&pair| initiative[pairs[pair].0]).collect();
        order.push(initiative[center]);
        order.sort_by_key(|&initiative| Reverse(initiative));
        order.dedup();
        for now in order {
            let before = body;
            for &pair in &its {
                let foe = pairs[pair].0;
                if initiative[center] == now {
                    match before[center] >= levels {
                        true => blows[pair].0 = 0,
                        false => body[foe] += blows[pair].0,
                    }
                }
                if initiative[foe] == now {
                    match before[foe] >= levels {
                        true => blows[pair].1 = 0,
                        false => body[center] += blows[pair].1,
                    }
                }
            }
        }
    }
}
