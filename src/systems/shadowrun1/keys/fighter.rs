//! The keys of a firefight.

use super::{DAMAGE, LEVELS, MOST_ATTACKS, dice, healed, marks, number};
use crate::description::{Key, Kind, MAX_DICE, MAX_RATING};

/// The maximum number of combat turns of a firefight.
const MOST_TURNS: i64 = 50;

/// The keys of `firefight`, without the switches.
pub fn fighter() -> Vec<Key> {
    let mut keys = who();
    keys.extend(weapon());
    keys.extend(body());
    keys.push(
        Key::integer("choice.max_turns", 1, MOST_TURNS)
            .or(10)
            .decided(false)
            .label("turns at most")
            .help("the most combat turns of the fight"),
    );
    keys
}

fn who() -> Vec<Key> {
    vec![
        Key::other("fighter.*.name", Kind::Text)
            .such_as("Ripper")
            .label("name of fighter *")
            .help("the name; the first or the second, if left out"),
        Key::rating("fighter.*.reaction").label("Reaction of fighter *").help("Reaction, without the wiring"),
        Key::integer("fighter.*.wired_level", 0, 3)
            .or(0)
            .label("wired reflexes of fighter *")
            .not_in_text("the essence cost of levels 1 and 3")
            .help("level of wired reflexes: +2 Reaction each"),
        dice("fighter.*.skill")
            .label("skill dice of fighter *")
            .counted("skill die of fighter *")
            .help("skill dice of every action"),
        dice("fighter.*.pool_dice")
            .decided(true)
            .or(0)
            .label("pool dice of fighter *")
            .counted("pool die of fighter *")
            .help("dice of a pool, for the first attack of every action"),
        Key::flag("fighter.*.surprised", false)
            .label("surprise of fighter *")
            .help("true: has no pool dice and no dodge dice in the first turn"),
    ]
}

fn weapon() -> Vec<Key> {
    vec![
        Key::rating("fighter.*.power")
            .label("Power of fighter *")
            .help("the Power of the weapon: the 5 of 5M3"),
        Key::levels("fighter.*.level", LEVELS)
            .label("wound level of fighter *")
            .help("the wound level of the weapon: the M of 5M3"),
        Key::integer("fighter.*.staging", 1, MAX_RATING)
            .label("staging of fighter *")
            .help("successes that stage the weapon down by a level: the 3 of 5M3"),
        Key::words("fighter.*.kind", [("weapon", "a weapon"), ("unarmed", "fists and feet")])
            .or("weapon")
            .label("kind of attack of fighter *")
            .help("how extra successes raise its level"),
        Key::words("fighter.*.damage", DAMAGE)
            .or("physical")
            .label("kind of damage of fighter *")
            .help("what boxes the weapon marks"),
        Key::words(
            "fighter.*.mode",
            [
                ("single", "one round an attack"),
                ("burst", "three rounds an attack: a level more, and recoil"),
            ],
        )
        .decided(true)
        .or("single")
        .label("firing mode of fighter *")
        .help("how the weapon is fired"),
        Key::rating("fighter.*.recoil_compensation")
            .or(0)
            .label("recoil compensation of fighter *")
            .help("taken off the recoil of bursts"),
        Key::other(
            "fighter.*.split",
            Kind::Integers { min: 1, max: MAX_DICE, fewest: 1, most: MOST_ATTACKS },
        )
        .decided(true)
        .such_as([3, 3])
        .label("dice of each attack of fighter *")
        .help("skill dice of each attack of an action; all in one, if left out"),
        Key::integer("fighter.*.ammunition", 0, MAX_RATING)
            .optional()
            .such_as(15)
            .absent_as("without end")
            .label("rounds of fighter *")
            .counted("round of fighter *")
            .help("rounds in the weapon, 1 for a shot and 3 for a burst; without end, if left out"),
        number("fighter.*.target_number")
            .label("target number of fighter *")
            .help("to hit the other, before wounds and recoil"),
        number("fighter.*.dodge_number")
            .optional()
            .such_as(5)
            .label("target number to dodge fighter *")
            .help("target number to dodge this fighter's fire: 4, for bursts 5, if left out"),
    ]
}

fn body() -> Vec<Key> {
    vec![
        dice("fighter.*.body").label("Body of fighter *").help("Body"),
        dice("fighter.*.dodge_dice")
            .or(0)
            .label("dodge dice of fighter *")
            .counted("dodge die of fighter *")
            .help("the dodge pool: full at the start and after each own action"),
        dice("fighter.*.dodge_per_action")
            .optional()
            .decided(true)
            .such_as(2)
            .absent_as("all")
            .label("most dodge dice of fighter *")
            .help("dodge dice used against one action, at most; all that are left, if left out"),
        Key::words(
            "fighter.*.armor_class",
            [
                ("none", "no armor"),
                ("ordinary", "up through combat jackets: 1 automatic six, and dice"),
                ("heavy", "2 automatic sixes, and dice"),
            ],
        )
        .or("none")
        .label("class of armor of fighter *")
        .help("the class of the armor"),
        dice("fighter.*.armor")
            .or(0)
            .label("armor of fighter *")
            .help("the armor's rating against the other's weapon"),
        Key::rating("fighter.*.impact")
            .or(0)
            .label("impact armor of fighter *")
            .help("its impact rating, half of which, rounded up, is taken off the dodge pool"),
        marks("fighter.*.marks")
            .label("damage track of fighter *")
            .help("the damage track before: 13 of . / X, from box 12 down to 0"),
        healed("fighter.*.healed").label("boxes healed of fighter *"),
    ]
}
