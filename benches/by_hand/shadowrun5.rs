//! Shadowrun 5. The caster is the one of `fizzle new`: Magic 6, Spellcasting 6, Willpower 5, drain
//! attribute 5, mental limit 7.

use super::{Program, Rng, die, parse, template};

/// Lightning Bolt at Force 6 with 12 drams, so that no limit binds. 12 dice against 8, soaked by
/// 10, and a drain of 3.
pub const INDIRECT: &str = r#"
system = "shadowrun5"
procedure = "indirect"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5 }
spell = { damage_type = "physical", drain = -3 }
target = { body = 4, reaction = 4, intuition = 4, armor = 12 }
choice = { force = 6, reagents = 12 }
rules = { mental_limit = false }
"#;

const FORCE: i64 = 6;
const MAGIC: i64 = 6;

/// The programs of this game.
pub fn programs() -> Vec<Program> {
    let own = |procedure| template("shadowrun5", procedure, &[]);
    vec![
        Program::new("shadowrun5/direct", own("direct"), direct),
        Program::new("shadowrun5/indirect", parse(INDIRECT, &[]), indirect),
        Program::new("shadowrun5/indirect-area", own("indirect-area"), area),
        Program::new("shadowrun5/casts", own("casts"), casts),
    ]
}

/// Hits and ones of a pool.
fn pool(rng: &mut Rng, dice: i64) -> (i64, i64) {
    let (mut hits, mut ones) = (0, 0);
    for _ in 0..dice {
        let face = die(rng, 6);
        hits += i64::from(face >= 5);
        ones += i64::from(face == 1);
    }
    (hits, ones)
}

/// Total hits, and the glitch: 0 none, 1 a glitch, 2 a critical one.
fn spellcasting(rng: &mut Rng, dice: i64, limit: i64) -> (i64, i64) {
    let (hits, ones) = pool(rng, dice);
    let glitch = if 2 * ones <= dice { 0 } else { 1 + i64::from(hits == 0) };
    (hits.min(limit), glitch)
}

/// Boxes of drain, and their kind.
fn drain(rng: &mut Rng, value: i64, total_hits: i64) -> (i64, i64) {
    let boxes = (value - pool(rng, 10).0).max(0);
    (boxes, kind(boxes, total_hits > MAGIC))
}

/// Of damage or drain: 0 none, 1 stun, 2 physical.
fn kind(boxes: i64, physical: bool) -> i64 {
    if boxes == 0 { 0 } else { 1 + i64::from(physical) }
}

/// Manabolt at Force 6 against Willpower 3.
fn direct(rng: &mut Rng) -> [i64; 8] {
    let (hits, glitch) = spellcasting(rng, 12, FORCE);
    let net = hits - pool(rng, 3).0;
    let damage = net.max(0);
    let (drain, drain_type) = drain(rng, 3, hits);
    [hits, net, i64::from(net > 0), damage, kind(damage, true), drain, drain_type, glitch]
}

/// Lightning Bolt: see [`INDIRECT`].
fn indirect(rng: &mut Rng) -> [i64; 8] {
    let (hits, glitch) = spellcasting(rng, 12, 12);
    let net = hits - pool(rng, 8).0;
    let (damage, damage_type) = if net > 0 { blast(rng, FORCE + net, 4, 12) } else { (0, 0) };
    let (drain, drain_type) = drain(rng, 3, hits);
    [hits, net, i64::from(net > 0), damage, damage_type, drain, drain_type, glitch]
}

/// Boxes of an indirect spell that hits, and their kind.
fn blast(rng: &mut Rng, value: i64, body: i64, armor: i64) -> (i64, i64) {
    let armor = (armor - FORCE).max(0);
    let boxes = (value - pool(rng, body + armor).0).max(0);
    (boxes, kind(boxes, value >= armor))
}

/// Fireball at Force 6 against Body 4, armor 9, without counterspelling.
fn area(rng: &mut Rng) -> [i64; 9] {
    let (hits, glitch) = spellcasting(rng, 12, FORCE);
    let scatter = match hits {
        2 => die(rng, 6),
        1 => die(rng, 6) + die(rng, 6),
        _ => 0,
    };
    let hit = hits > 0 && scatter <= FORCE;
    let (damage, damage_type) = if hit { blast(rng, FORCE + (hits - 3).max(0), 4, 9) } else { (0, 0) };
    let (drain, drain_type) = drain(rng, 5, hits);
    [hits, hits, i64::from(hit), damage, damage_type, drain, drain_type, scatter, glitch]
}

/// Lightning Bolts at Force 6, at most 12, against three gangers, one after the other: Body 4,
/// Reaction 4, Intuition 3, Willpower 3, armor 12.
fn casts(rng: &mut Rng) -> [i64; 14] {
    let (mut casts, mut down, mut first_down) = (0, 0, 0);
    let (mut stun, mut physical, mut wounds) = (0, 0, 0);
    while casts < 12 && down < 3 && stun < 11 && physical < 10 {
        casts += 1;
        let (hits, _) = spellcasting(rng, 12 - stun / 3 - physical / 3, FORCE);
        let net = hits - pool(rng, 7 - wounds / 3).0;
        if net > 0 {
            wounds += blast(rng, FORCE + net, 4, 12).0;
        }
        if wounds >= 10 {
            (down, wounds) = (down + 1, 0);
            first_down = if down == 1 { casts } else { first_down };
        }
        stun += drain(rng, 3, hits).0;
        if stun > 11 {
            physical += (stun - 11) / 2;
            stun = 11;
        }
    }
    let caster = if physical >= 10 { 2 } else { i64::from(stun >= 11) };
    let [one, two, three] = [1, 2, 3].map(|count| i64::from(down >= count));
    let [boxes_1, boxes_2, boxes_3] = [0, 1, 2].map(|before| match down - before {
        0 => wounds,
        ..0 => 0,
        _ => 10,
    });
    [casts, down, three, caster, stun, physical, 0, first_down, one, boxes_1, two, boxes_2, three, boxes_3]
}
