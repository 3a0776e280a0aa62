//! Ars Magica 4: a knight against bandits with longswords, and a missile, as `fizzle new` writes
//! them.

use super::battle::Battle;
use super::{Program, Rng, die, parse, template, template_text};

pub fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for (procedure, numbers) in [("exchange", &[1, 3][..]), ("melee", &[1, 2, 3, 6])] {
        for &foes in numbers {
            let name = match foes {
                1 => format!("ars-magica/{procedure}"),
                _ => format!("ars-magica/{procedure}-{foes}"),
            };
            let scenario = template("ars-magica", procedure, &[&format!("foe.0.count={foes}")]);
            programs.push(match procedure {
                "exchange" => Program::new(&name, scenario, move |rng| exchange(rng, foes)),
                _ => Program::new(&name, scenario, move |rng| melee(rng, foes)),
            });
        }
    }
    programs.push(Program::new("ars-magica/missile", template("ars-magica", "missile", &[]), missile));
    let battle = |name: &str, text: &str| Program::battle(name, parse(text, &[]), Battle::new(text));
    programs.push(battle("ars-magica/battle", &template_text("ars-magica", "battle")));
    programs.push(battle("ars-magica/battle-3-against-6", include_str!("../../scenarios/bandits.toml")));
    programs
}

struct Scores {
    initiative: i64,
    attack: i64,
    defense: i64,
    damage: i64,
    soak: i64,
    combat_fatigue: i64,
}

const KNIGHT: Scores =
    Scores { initiative: 8, attack: 8, defense: 13, damage: 6, soak: 3, combat_fatigue: 6 };

/// Strength and Stamina +1, Ability 3, a longsword.
const BANDIT: Scores = Scores { initiative: 6, attack: 4, defense: 7, damage: 5, soak: 1, combat_fatigue: 4 };

const PENALTIES: [i64; 5] = [0, 0, -1, -3, -5];

/// Somebody with so many levels lost is out.
const LEVELS: i64 = 5;

/// Levels lost.
#[derive(Clone, Copy, Default)]
struct Lost {
    body: i64,
    fatigue: i64,
}

impl Lost {
    fn is_out(self) -> bool {
        self.body >= LEVELS || self.fatigue >= LEVELS
    }

    fn penalty(self) -> i64 {
        PENALTIES[self.body as usize] + PENALTIES[self.fatigue as usize]
    }

    fn wound(&mut self, levels: i64) {
        self.body = (self.body + levels).min(LEVELS);
    }

    /// The fatigue roll at the end of a round.
    fn tire(&mut self, rng: &mut Rng, combat_fatigue: i64) {
        if !self.is_out() && stress(rng, 1).total(combat_fatigue + PENALTIES[self.body as usize]) <= 6 {
            self.fatigue += 1;
        }
    }
}

/// A stress die.
#[derive(Clone, Copy)]
pub enum Stress {
    Shows(i64),
    Botch,
}

/// Rolls a stress die with so many botch dice.
#[inline]
pub fn stress(rng: &mut Rng, botch_dice: i64) -> Stress {
    let mut face = die(rng, 10);
    if face == 10 {
        return match (0..botch_dice).any(|_| die(rng, 10) == 10) {
            true => Stress::Botch,
            false => Stress::Shows(0),
        };
    }
    let mut times = 1;
    while face == 1 {
        times *= 2;
        face = die(rng, 10);
    }
    Stress::Shows(times * face)
}

impl Stress {
    /// The total with a score.
    pub fn total(self, score: i64) -> i64 {
        match self {
            Stress::Shows(value) => score + value,
            Stress::Botch => score.min(0),
        }
    }
}

/// Levels lost to a blow that hits by `difference`.
fn levels(damage: i64, difference: i64, soak: i64) -> i64 {
    ((damage + difference - soak) / 5).max(0)
}

/// One round: how often the knight hits, and is hit.
fn round(rng: &mut Rng, hero: &mut Lost, foes: &mut [Lost]) -> (i64, i64) {
    let standing = foes.iter().filter(|foe| !foe.is_out()).count() as i64;
    let hero_penalty = hero.penalty();
    let several = -3 * (standing - 1);
    let hero_initiative = KNIGHT.initiative + hero_penalty;
    let attack_die = stress(rng, 1);
    // Against several foes one die serves for both.
    let defense_die = if standing == 1 { stress(rng, 1) } else { attack_die };
    let attack = attack_die.total(KNIGHT.attack + hero_penalty + several);
    let defense = defense_die.total(KNIGHT.defense + hero_penalty + several);
    let (mut landed, mut taken, mut hero_wounds) = (0, 0, 0);
    for foe in foes.iter_mut().filter(|foe| !foe.is_out()) {
        let penalty = foe.penalty();
        let initiative = BANDIT.initiative + penalty;
        let foe_attack = stress(rng, 1).total(BANDIT.attack + penalty);
        let foe_defense = stress(rng, 1).total(BANDIT.defense + penalty);
        let (mut given, mut got) = (0, 0);
        if attack > foe_defense {
            landed += 1;
            given = levels(KNIGHT.damage, attack - foe_defense, BANDIT.soak);
        }
        if foe_attack > defense {
            taken += 1;
            got = levels(BANDIT.damage, foe_attack - defense, KNIGHT.soak);
        }
        // Of two who would put each other out the one with the higher Initiative score does.
        if hero.body + got >= LEVELS && foe.body + given >= LEVELS {
            if hero_initiative > initiative {
                got = 0;
            } else if initiative > hero_initiative {
                given = 0;
            }
        }
        hero_wounds += got;
        foe.wound(given);
        foe.tire(rng, BANDIT.combat_fatigue);
    }
    hero.wound(hero_wounds);
    hero.tire(rng, KNIGHT.combat_fatigue);
    (landed, taken)
}

fn exchange(rng: &mut Rng, foes: usize) -> [i64; 8] {
    let (mut hero, mut all) = (Lost::default(), [Lost::default(); 6]);
    let foes = &mut all[..foes];
    let (landed, taken) = round(rng, &mut hero, foes);
    [
        landed,
        taken,
        foes.iter().map(|foe| foe.body).sum(),
        hero.body,
        foes.iter().filter(|foe| foe.body >= LEVELS).count() as i64,
        i64::from(hero.body >= LEVELS),
        hero.fatigue,
        foes.iter().map(|foe| foe.fatigue).sum(),
    ]
}

fn melee(rng: &mut Rng, foes: usize) -> [i64; 5] {
    let (mut hero, mut all) = (Lost::default(), [Lost::default(); 6]);
    let foes = &mut all[..foes];
    let (mut rounds, mut foes_out) = (0, 0);
    while rounds < 20 && !hero.is_out() && foes_out < foes.len() {
        rounds += 1;
        round(rng, &mut hero, foes);
        foes_out = foes.iter().filter(|foe| foe.is_out()).count();
    }
    let winner = match (hero.is_out(), foes_out == foes.len()) {
        (false, true) => 0,
        (true, false) => 1,
        (true, true) => 2,
        (false, false) => 3,
    };
    [winner, rounds, hero.body, hero.fatigue, foes_out as i64]
}

/// Attack 8 and damage 6 against defense 5 and soak 2.
fn missile(rng: &mut Rng) -> [i64; 3] {
    let (attack, defense) = (stress(rng, 1).total(8), stress(rng, 1).total(5));
    if attack <= defense {
        return [0; 3];
    }
    let lost = levels(6, attack - defense, 2).min(LEVELS);
    [1, lost, i64::from(lost == LEVELS)]
}
