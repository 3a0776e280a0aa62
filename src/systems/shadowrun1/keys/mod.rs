//! The keys of scenarios.

mod fighter;

mod rules;

pub use self::rules::presets;
use self::rules::rules;
use crate::description::{Key, Kind};
use crate::description::{MAX_DICE, MAX_RATING};

/// All keys, as players know them.
pub fn all() -> Vec<Key> {
    let casts = Key::integer("choice.casts", 1, MOST_CASTS)
        .or(10)
        .label("casts at most")
        .help("the most casts of the sequence");
    [attacker(), caster(), vec![casts], character(), fighter::fighter(), rules()].concat()
}

/// The number of boxes of the damage track.
const BOXES: i64 = 13;

/// The maximum number of attacks in one action.
pub const MOST_ATTACKS: usize = 21;

/// The maximum number of casts of a sequence.
const MOST_CASTS: i64 = 50;

const LEVELS: [(&str, &str); 4] = [("L", "light"), ("M", "moderate"), ("S", "serious"), ("D", "deadly")];

const DAMAGE: [(&str, &str); 2] = [("physical", "marks X"), ("stun", "marks /, and X where there is one")];

fn dice(path: &'static str) -> Key {
    Key::integer(path, 0, MAX_DICE)
}

fn number(path: &'static str) -> Key {
    Key::integer(path, -MAX_RATING, MAX_RATING)
}

fn marks(path: &'static str) -> Key {
    Key::other(path, Kind::Text).such_as("..../........")
}

/// The key of what has been healed of the marks.
fn healed(path: &'static str) -> Key {
    Key::integer(path, 0, BOXES)
        .or(0)
        .help("boxes healed since: their marks are erased, from the lowest box to the highest")
}

/// The key of a wound penalty. If it is not set, the marks of the damage track determine the penalty.
fn wound_penalty(path: &'static str) -> Key {
    number(path).optional().such_as(1)
}

fn attacker() -> Vec<Key> {
    vec![
        dice("attacker.skill").label("skill dice").counted("skill die").help("skill dice"),
        dice("attacker.pool_dice")
            .decided(true)
            .or(0)
            .label("pool dice")
            .counted("pool die")
            .help("dice of a pool, for the first attack"),
        dice("attacker.automatic_sixes")
            .decided(true)
            .or(0)
            .label("automatic sixes bought")
            .counted("automatic six bought")
            .help("automatic sixes bought with karma, for the first attack"),
        number("attacker.wound_penalty")
            .or(0)
            .label("attacker's wound penalty")
            .help("added to the target number"),
        Key::rating("weapon.power").label("Power").help("the Power: the 5 of 5M3"),
        Key::levels("weapon.level", LEVELS).label("wound level").help("the wound level: the M of 5M3"),
        Key::integer("weapon.staging", 1, MAX_RATING)
            .label("staging")
            .help("successes that stage down by a level: the 3 of 5M3"),
        Key::words("weapon.kind", [("weapon", "a weapon"), ("unarmed", "fists and feet")])
            .or("weapon")
            .label("kind of attack")
            .help("how extra successes raise its level"),
        Key::words("weapon.damage", DAMAGE)
            .or("physical")
            .label("kind of damage")
            .help("what boxes it marks"),
        Key::words(
            "weapon.mode",
            [
                ("single", "one round an attack"),
                ("burst", "three rounds an attack: a level more, and recoil"),
            ],
        )
        .decided(true)
        .or("single")
        .label("firing mode")
        .help("how it is fired"),
        Key::rating("weapon.recoil_compensation")
            .or(0)
            .label("recoil compensation")
            .help("taken off the recoil of bursts"),
        dice("target.body").label("target's Body").help("Body"),
        Key::words(
            "target.armor_class",
            [
                ("none", "no armor"),
                ("ordinary", "up through combat jackets: 1 automatic six, and dice"),
                ("heavy", "2 automatic sixes, and dice"),
            ],
        )
        .or("none")
        .label("class of the armor")
        .help("the class of the armor"),
        dice("target.armor").or(0).label("target's armor").help("the armor's rating against this attack"),
        Key::rating("target.impact")
            .or(0)
            .label("target's impact armor")
            .help("its impact rating, half of which, rounded up, is taken off the dodge pool"),
        dice("target.dodge_dice")
            .or(0)
            .label("dodge dice")
            .counted("dodge die")
            .help("dice of the dodge pool that are used"),
        dice("target.automatic_sixes")
            .or(0)
            .label("sixes bought to resist")
            .counted("six bought to resist")
            .help("automatic sixes bought to resist, at every attack that hits: they count against the number that Body rolls against"),
        wound_penalty("target.wound_penalty")
            .label("target's wound penalty")
            .help("added to its target numbers; what the marks cost, if left out"),
        marks("target.marks")
            .label("target's damage track")
            .help("the damage track before: 13 of . / X, from box 12 down to 0"),
        healed("target.healed").label("target's boxes healed"),
        number("choice.target_number")
            .decided(false)
            .label("target number")
            .help("to hit, before wounds and recoil"),
        Key::other("choice.split", Kind::Integers { min: 1, max: MAX_DICE, fewest: 1, most: MOST_ATTACKS })
            .such_as([3, 3])
            .label("skill dice of each attack")
            .help("skill dice of each attack of the action at this target; all in one, if left out"),
        Key::rating("choice.other_bursts")
            .or(0)
            .label("bursts at others")
            .counted("burst at others")
            .help("bursts of the same action at others: they count for recoil"),
        number("choice.dodge_number")
            .decided(false)
            .optional()
            .such_as(5)
            .label("target number to dodge")
            .help(
                "target number to dodge: 4, for bursts 5, if left out; 5 for what scatters, 6 for miniguns",
            ),
    ]
}

fn caster() -> Vec<Key> {
    vec![
        dice("caster.sorcery")
            .optional()
            .such_as(5)
            .label("Sorcery")
            .help("Sorcery: needed where rules.resist_against is \"sorcery\", without effect elsewhere"),
        dice("caster.magic").label("Magic").help("Magic"),
        dice("caster.willpower")
            .optional()
            .such_as(5)
            .label("Willpower")
            .help("Willpower: needed where rules.drain_dice is \"willpower\", without effect elsewhere"),
        dice("caster.pool_dice")
            .decided(true)
            .or(0)
            .label("pool dice")
            .counted("pool die")
            .help("dice of a pool, for the success test"),
        dice("caster.fetish_dice")
            .or(0)
            .label("fetish dice")
            .counted("fetish die")
            .help("dice of fetishes and exclusive spells, for the success test"),
        dice("caster.elemental_force")
            .or(0)
            .label("Force of the elemental")
            .help("the Force of an elemental that aids: dice for success and drain"),
        dice("caster.automatic_sixes")
            .decided(true)
            .or(0)
            .label("automatic sixes bought")
            .counted("automatic six bought")
            .help("automatic sixes bought with karma, for the success test"),
        wound_penalty("caster.wound_penalty")
            .label("caster's wound penalty")
            .help("added to the target numbers of success and drain; what the marks cost, if left out"),
        marks("caster.marks")
            .label("caster's damage track")
            .help("the caster's damage track before: 13 of . / X, from box 12 down to 0"),
        healed("caster.healed").label("caster's boxes healed"),
        Key::integer("spell.force", 1, MAX_DICE)
            .decided(true)
            .label("Force")
            .not_in_text("that it is the dice of the success test")
            .help("Force: the dice of the success test"),
        Key::words(
            "spell.category",
            [("combat", "it wounds"), ("control", "it makes the target do something")],
        )
        .or("combat")
        .label("kind of spell")
        .help("what the spell does"),
        Key::levels("spell.level", LEVELS)
            .optional()
            .label("wound level")
            .help("the wound level of a combat spell"),
        Key::integer("spell.staging", 1, MAX_RATING)
            .optional()
            .label("staging")
            .help("its staging: extra successes for a level more"),
        Key::words("spell.damage", DAMAGE).or("physical").label("kind of damage").help("what boxes it marks"),
        number("spell.drain_power")
            .optional()
            .such_as(3)
            .label("drain Power")
            .help("the Power of its drain; or drain_modifier"),
        number("spell.drain_modifier")
            .optional()
            .label("drain modifier")
            .help("the same as half the Force, rounded down, and so much more"),
        Key::levels("spell.drain_level", LEVELS).label("drain level").help("the level of its drain"),
        Key::integer("spell.drain_staging", 1, MAX_RATING)
            .label("drain staging")
            .help("successes that stage its drain down by a level"),
        dice("target.attribute")
            .label("target's Body or Willpower")
            .help("Body or Willpower: what the spell is cast against"),
        Key::flag("target.aware", true).label("awareness of the target").help(
            "true: resists a control spell with the attribute; false: only with the intrinsic spell defense",
        ),
        Key::integer("target.magic", 0, MAX_RATING)
            .or(0)
            .label("target's Magic")
            .help("Magic, for the intrinsic spell defense"),
    ]
}

fn character() -> Vec<Key> {
    vec![
        Key::rating("character.reaction").label("Reaction").help("Reaction, without the wiring"),
        Key::integer("character.wired_level", 0, 3)
            .or(0)
            .label("wired reflexes")
            .not_in_text("the essence cost of levels 1 and 3")
            .help("level of wired reflexes: +2 Reaction each"),
    ]
}
