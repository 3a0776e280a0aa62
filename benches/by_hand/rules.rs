//! Rules that users write, in `scenarios/rules`, with their defaults.

use std::cmp::Ordering;

use fizzle::scenario::Document;

use super::{Program, Rng, die};

pub fn programs() -> Vec<Program> {
    let own = |text: &str| {
        let document = Document::parse("by hand", "").and_then(|empty| empty.with_rules("own.rules", text));
        document.and_then(|document| document.check()).unwrap_or_else(|problems| panic!("{problems}"))
    };
    // Without what it follows from round to round, which the program does not count.
    let duel_rules = include_str!("../../scenarios/rules/duel.rules").lines();
    let duel_rules: Vec<&str> = duel_rules.filter(|line| !line.contains("follow ")).collect();
    let duel_scenario = own(&duel_rules.join("\n"));
    let risk_scenario = own(include_str!("../../scenarios/rules/risk.rules"));
    let knights_scenario = own(include_str!("../../scenarios/rules/knights.rules"));
    let ability_scenario = own(include_str!("../../scenarios/rules/ability-scores.rules"));
    let warhammer_scenario = own(include_str!("../../scenarios/rules/warhammer.rules"));
    vec![
        Program::new("rules/duel", duel_scenario, duel),
        Program::new("rules/risk", risk_scenario, risk),
        Program::new("rules/knights", knights_scenario, knights),
        Program::new("rules/ability-scores", ability_scenario, ability_scores),
        Program::new("rules/warhammer", warhammer_scenario, warhammer),
    ]
}

/// D&D: 44 hit points against 60.
fn duel(rng: &mut Rng) -> [i64; 3] {
    let (mut hero, mut foe, mut rounds) = (44, 60, 0);
    while rounds < 50 && hero > 0 && foe > 0 {
        rounds += 1;
        foe -= attack(rng, 7, 15, 1);
        if foe > 0 {
            hero -= attack(rng, 6, 18, 2);
        }
    }
    [rounds, i64::from(foe <= 0), hero.max(0)]
}

/// The damage of an attack with so many d8.
fn attack(rng: &mut Rng, bonus: i64, armor_class: i64, dice: i64) -> i64 {
    let face = die(rng, 20);
    let critical = face == 20;
    if !critical && (face == 1 || face + bonus < armor_class) {
        return 0;
    }
    let dice = if critical { 2 * dice } else { dice };
    4 + (0..dice).map(|_| die(rng, 8)).sum::<i64>()
}

/// Risk: 20 armies against 20.
fn risk(rng: &mut Rng) -> [i64; 2] {
    let (mut attackers, mut defenders) = (20, 20);
    while attackers > 1 && defenders > 0 {
        let attacking = (attackers - 1).min(3);
        let defending = defenders.min(2);
        let attack = highest(rng, attacking);
        let defense = highest(rng, defending);
        for place in 0..attacking.min(defending) as usize {
            match attack[place] > defense[place] {
                true => defenders -= 1,
                false => attackers -= 1,
            }
        }
    }
    [attackers, defenders]
}

/// The dice of one side, the highest first.
fn highest(rng: &mut Rng, dice: i64) -> [i64; 3] {
    let mut faces = [0; 3];
    for face in &mut faces[..dice as usize] {
        *face = die(rng, 6);
    }
    faces.sort_unstable_by(|a, b| b.cmp(a));
    faces
}

struct Knight {
    initiative: i64,
    attack: i64,
    defense: i64,
    damage: i64,
    soak: i64,
    combat_fatigue: i64,
}

const HERO: Knight = Knight { initiative: 8, attack: 8, defense: 13, damage: 6, soak: 3, combat_fatigue: 6 };

const FOE: Knight = Knight { initiative: 7, attack: 9, defense: 10, damage: 8, soak: 5, combat_fatigue: 4 };

const PENALTIES: [i64; 6] = [0, 0, -1, -3, -5, -5];

/// Ars Magica 4: a duel of at most 20 rounds.
fn knights(rng: &mut Rng) -> [i64; 5] {
    let [mut hero_body, mut hero_fatigue, mut foe_body, mut foe_fatigue] = [0; 4];
    let mut rounds = 0;
    while rounds < 20 && hero_body.max(hero_fatigue) < 5 && foe_body.max(foe_fatigue) < 5 {
        rounds += 1;
        let hero = PENALTIES[hero_body as usize] + PENALTIES[hero_fatigue as usize];
        let foe = PENALTIES[foe_body as usize] + PENALTIES[foe_fatigue as usize];
        let mut on_foe = (foe_body + blow(rng, &HERO, hero, &FOE, foe)).min(5);
        let mut on_hero = (hero_body + blow(rng, &FOE, foe, &HERO, hero)).min(5);
        if on_foe == 5 && on_hero == 5 {
            match (HERO.initiative + hero).cmp(&(FOE.initiative + foe)) {
                Ordering::Greater => on_hero = hero_body,
                Ordering::Less => on_foe = foe_body,
                Ordering::Equal => {}
            }
        }
        (hero_body, foe_body) = (on_hero, on_foe);
        for (knight, body, fatigue) in
            [(&HERO, hero_body, &mut hero_fatigue), (&FOE, foe_body, &mut foe_fatigue)]
        {
            if body < 5 && stress(rng, knight.combat_fatigue + PENALTIES[body as usize]) <= 6 {
                *fatigue += 1;
            }
        }
    }
    let is_out = |body: i64, fatigue: i64| body.max(fatigue) == 5;
    let (hero_out, foe_out) = (is_out(hero_body, hero_fatigue), is_out(foe_body, foe_fatigue));
    let winner = match (hero_out, foe_out) {
        (false, true) => 0,
        (true, false) => 1,
        (true, true) => 2,
        (false, false) => 3,
    };
    [winner, rounds, hero_body, hero_fatigue, i64::from(foe_out)]
}

/// The levels that a blow costs, with the penalties of both.
fn blow(rng: &mut Rng, attacker: &Knight, penalty: i64, defender: &Knight, other_penalty: i64) -> i64 {
    let by = stress(rng, attacker.attack + penalty) - stress(rng, defender.defense + other_penalty);
    if by <= 0 {
        return 0;
    }
    (by + attacker.damage - defender.soak).div_euclid(5).clamp(0, 5)
}

/// A score and a stress die, with one botch die.
fn stress(rng: &mut Rng, score: i64) -> i64 {
    let mut value = die(rng, 10);
    if value == 10 {
        return if die(rng, 10) == 10 { score.min(0) } else { score };
    }
    let mut factor = 1;
    while value == 1 && factor < 1024 {
        factor *= 2;
        value = die(rng, 10);
    }
    score + factor * value
}

/// Six scores: the sum, the best and the worst.
fn ability_scores(rng: &mut Rng) -> [i64; 3] {
    let (mut total, mut best, mut worst) = (0, 0, 18);
    for _ in 0..6 {
        let dice: [i64; 4] = std::array::from_fn(|_| die(rng, 6));
        let score = dice.iter().sum::<i64>() - dice.iter().min().expect("there are four");
        total += score;
        best = best.max(score);
        worst = worst.min(score);
    }
    [total, best, worst]
}

/// Warhammer: 20 attacks that hit on 3, wound on 4, and are saved on 5.
fn warhammer(rng: &mut Rng) -> [i64; 3] {
    let mut pool = |dice: i64, least: i64| (0..dice).filter(|_| die(rng, 6) >= least).count() as i64;
    let hits = pool(20, 3);
    let wounds = pool(hits, 4);
    [hits, wounds, wounds - pool(wounds, 5)]
}
