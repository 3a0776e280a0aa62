//! Shadowrun 1 with the house rules of 1992. Weapons are 5M3, targets have Body 4 and ordinary
//! armor; magicians are those of `fizzle new`.

use super::sides::Firefight;
use super::{Program, Rng, die, firefight, parse, template};

pub fn programs() -> Vec<Program> {
    let own = |procedure, set: &[&str]| template("shadowrun1", procedure, set);
    let ambush = include_str!("../../scenarios/ambush.toml");
    let mage = include_str!("../../scenarios/mage-and-gunman.toml");
    let fight = |name: &str, text: &str| Program::firefight(name, parse(text, &[]), Firefight::new(text));
    let burst_of_two = parse(include_str!("../../scenarios/burst.toml"), &[]);
    vec![
        Program::new("shadowrun1/attack", own("attack", &[]), attack),
        Program::new("shadowrun1/attack-bursts", burst_of_two, bursts),
        Program::new("shadowrun1/spell", own("spell", &[]), spell),
        Program::new("shadowrun1/initiative", own("initiative", &["character.wired_level=2"]), |rng| {
            let count = initiative(rng, 4, 2);
            [count, actions(count, 2)]
        }),
        Program::new("shadowrun1/casts", own("casts", &[]), casts),
        Program::new(
            "shadowrun1/firefight",
            own("firefight", &["fighter.0.wired_level=2"]),
            firefight::fight,
        ),
        fight("shadowrun1/firefight-2-against-3", ambush),
        fight("shadowrun1/firefight-with-a-mage", mage),
    ]
}

/// Levels of wounds.
pub const MODERATE: i64 = 2;
const SERIOUS: i64 = 3;
const DEADLY: i64 = 4;
pub const BOXES: [i64; 5] = [0, 1, 3, 6, 10];

/// States of a character.
pub const OK: i64 = 0;
pub const UNCONSCIOUS: i64 = 1;
pub const DEAD: i64 = 2;

/// A die whose sixes are rolled again and added.
pub fn exploding(rng: &mut Rng) -> i64 {
    let mut value = 0;
    loop {
        let face = die(rng, 6);
        value += face;
        if face < 6 {
            return value;
        }
    }
}

/// Six-plus.
fn successes(value: i64, target_number: i64) -> i64 {
    if value < target_number { 0 } else { 1 + (value - target_number) / 6 }
}

fn roll(rng: &mut Rng, dice: i64, target_number: i64) -> i64 {
    (0..dice).map(|_| successes(exploding(rng), target_number)).sum()
}

/// A test of a skill with added dice: the target number is traded for skill dice.
pub fn test(rng: &mut Rng, skill: i64, added: i64, target_number: i64) -> i64 {
    let (skill, target_number) = match target_number {
        _ if skill <= 0 => (0, target_number.max(2)),
        11.. => {
            let traded = (target_number - 10).min(skill - 1);
            (skill - traded, target_number - traded)
        }
        ..2 => (skill + 2 - target_number, 2),
        _ => (skill, target_number),
    };
    roll(rng, skill + added, target_number)
}

/// The level that is left of a hit with so many net successes.
pub fn resisted(rng: &mut Rng, level: i64, net: i64, armor: i64, penalty: i64) -> i64 {
    let level = (level + (net - 1).max(0) / 2).min(DEADLY);
    let automatic = successes(6 + exploding(rng), 5);
    let staged = test(rng, 4, 0, 5 + penalty) + automatic + roll(rng, armor, 5);
    (level - staged / 3).max(0)
}

/// The damage track, box 0 first: 0 empty, 1 a stroke, 2 a cross.
#[derive(Clone, Copy, Default)]
pub struct Track {
    pub marks: [u8; 13],
    pub state: i64,
}

impl Track {
    /// Marks so many boxes.
    pub fn mark(&mut self, rng: &mut Rng, mut owed: i64, physical: bool) {
        let mut at = die(rng, 6) + die(rng, 6);
        while owed > 0 {
            if at < 0 {
                self.state = self.state.max(if physical { DEAD } else { UNCONSCIOUS });
                if physical || self.marks == [2; 13] {
                    return;
                }
                at = 12;
            }
            let mark = &mut self.marks[at as usize];
            if *mark < 2 {
                *mark = if physical { 2 } else { *mark + 1 };
                owed -= 1;
            }
            at -= 1;
        }
    }

    /// By the lowest mark.
    pub fn penalty(&self) -> i64 {
        match self.marks.iter().position(|&mark| mark > 0) {
            None => 0,
            Some(0..3) => 4,
            Some(3..6) => 3,
            Some(6..9) => 2,
            Some(_) => 1,
        }
    }
}

/// One shot: skill 6 against 4, armor 5.
fn attack(rng: &mut Rng) -> [i64; 7] {
    let shot = test(rng, 6, 0, 4);
    if shot == 0 {
        return [0; 7];
    }
    let wound = resisted(rng, MODERATE, shot, 5, 0);
    let mut track = Track::default();
    track.mark(rng, BOXES[wound as usize], true);
    [shot, 0, 1, wound, BOXES[wound as usize], track.state, track.penalty()]
}

/// Two bursts, three skill dice each, at somebody who dodges and is already hurt:
/// `scenarios/burst.toml`.
fn bursts(rng: &mut Rng) -> [i64; 7] {
    // Two bursts, of which the weapon compensates one.
    let recoil = 1;
    let mut track = Track::default();
    (track.marks[10], track.marks[9]) = (1, 1);
    let penalty = track.penalty();
    let shots = [3, 0].map(|pool| test(rng, 3, pool, 4 + recoil));
    // Five dice, which impact armor of 3 slows by two; bursts are dodged against 5.
    let dodge = test(rng, 3, 0, 5 + penalty);
    let (mut hits, mut worst, mut boxes) = (0, 0, 0);
    for shot in shots {
        if shot > 0 && dodge <= shot {
            let wound = resisted(rng, SERIOUS, shot - dodge, 5, penalty);
            track.mark(rng, BOXES[wound as usize], true);
            hits += 1;
            worst = worst.max(wound);
            boxes += BOXES[wound as usize];
        }
    }
    [shots.iter().sum(), dodge, hits, worst, boxes, track.state, track.penalty()]
}

/// What a cast comes to.
struct Cast {
    successes: i64,
    resisted: i64,
    hit: bool,
    wound: i64,
    drain: i64,
}

/// Force 5, level M, staging 2, drain 3S2; sorcery 5, magic 6, three pool dice, against an
/// attribute of 4 without magic. Both tracks are marked.
fn cast(rng: &mut Rng, caster: &mut Track, target: &mut Track) -> Cast {
    let (penalty, hurt) = (caster.penalty(), target.penalty());
    let successes = test(rng, 5, 3, 4 + penalty);
    let resisted = test(rng, 4, 3, 5 + hurt);
    let hit = successes > 0 && resisted <= successes;
    let level = MODERATE + (successes - resisted - 1).max(0) / 2;
    let wound = if hit { level.min(DEADLY) } else { 0 };
    target.mark(rng, BOXES[wound as usize], true);
    let drain = (SERIOUS - test(rng, 6, 0, 3 + penalty) / 2).max(0);
    caster.mark(rng, BOXES[drain as usize], false);
    Cast { successes, resisted, hit, wound, drain }
}

fn spell(rng: &mut Rng) -> [i64; 10] {
    let (mut caster, mut target) = (Track::default(), Track::default());
    let cast = cast(rng, &mut caster, &mut target);
    let [wound_boxes, drain_boxes] = [cast.wound, cast.drain].map(|level| BOXES[level as usize]);
    [
        cast.successes,
        cast.resisted,
        i64::from(cast.hit),
        cast.wound,
        wound_boxes,
        target.state,
        cast.drain,
        drain_boxes,
        i64::from(cast.drain > 0),
        caster.state,
    ]
}

/// At most three casts.
fn casts(rng: &mut Rng) -> [i64; 5] {
    let (mut caster, mut target) = (Track::default(), Track::default());
    let (mut casts, mut hits) = (0, 0);
    while casts < 3 && caster.state == OK && target.state == OK {
        casts += 1;
        hits += i64::from(cast(rng, &mut caster, &mut target).hit);
    }
    [casts, hits, target.state, caster.state, caster.penalty()]
}

/// The Initiative of somebody with wired reflexes of a level.
pub fn initiative(rng: &mut Rng, reaction: i64, wired: i64) -> i64 {
    reaction + 2 * wired + die(rng, 6)
}

/// From one action to the next, by the level of wired reflexes.
pub const STEPS: [i64; 4] = [7, 5, 4, 2];

fn actions(initiative: i64, wired: usize) -> i64 {
    (initiative - 1) / STEPS[wired] + 1
}
