//! Rules that users write, in `scenarios/rules`, with their defaults.

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
    vec![Program::new("rules/duel", duel_scenario, duel), Program::new("rules/risk", risk_scenario, risk)]
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
