//! What a scenario may say.

use crate::description::{Key, Kind};
use crate::description::{MAX_DICE, MAX_RATING, Preset};

/// The keys of `attack`.
pub fn attack() -> Vec<Key> {
    [attacker(), rules()].concat()
}

/// The keys of `spell`.
pub fn spell() -> Vec<Key> {
    [caster(), rules()].concat()
}

/// The keys of `initiative`.
pub fn initiative() -> Vec<Key> {
    [character(), rules()].concat()
}

/// The most attacks of one action.
pub const MOST_ATTACKS: usize = 21;

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

/// Without it the marks of the damage track give the penalty.
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
        Key::words("weapon.level", LEVELS).label("wound level").help("the wound level: the M of 5M3"),
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
            .help("its impact rating, half of which slows dodging"),
        dice("target.dodge_dice")
            .or(0)
            .label("dodge dice")
            .counted("dodge die")
            .help("dice of the dodge pool that are used"),
        dice("target.automatic_sixes")
            .or(0)
            .label("sixes bought to resist")
            .counted("six bought to resist")
            .help("automatic sixes bought to resist, at every attack that hits"),
        wound_penalty("target.wound_penalty")
            .label("target's wound penalty")
            .help("added to the target numbers of dodge and Body; what the marks cost, if left out"),
        marks("target.marks")
            .label("target's damage track")
            .help("the damage track before: 13 of . / X, from box 12 down to 0"),
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
        dice("caster.sorcery").label("Sorcery").help("Sorcery"),
        dice("caster.magic").label("Magic").help("Magic"),
        dice("caster.willpower").label("Willpower").help("Willpower"),
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
        Key::integer("spell.force", 1, MAX_DICE).decided(true).label("Force").help("Force"),
        Key::words(
            "spell.category",
            [("combat", "it wounds"), ("control", "it makes the target do something")],
        )
        .or("combat")
        .label("kind of spell")
        .help("what the spell does"),
        Key::words("spell.level", LEVELS)
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
        Key::words("spell.drain_level", LEVELS).label("drain level").help("the level of its drain"),
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
        wound_penalty("target.wound_penalty")
            .label("target's wound penalty")
            .help("added to the target number of the resistance test; what the marks cost, if left out"),
        marks("target.marks").label("target's damage track").help("the target's damage track before"),
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

fn switch<const N: usize>(path: &'static str, words: [(&'static str, &'static str); N]) -> Key {
    let first = words[0].0;
    Key::words(path, words).or(first)
}

fn rules() -> Vec<Key> {
    vec![
    Key::preset("rules.preset")
        .such_as("book")
        .label("set of rules")
        .alone()
        .help("sets all switches of a kind; those that are written win"),
    Key::flag("rules.target_number_cap", true)
        .label("cap on target numbers")
        .help("true: dice are traded for target numbers above 10 and below 2; false: they stay, at least 2"),
    Key::flag("rules.six_plus", true)
        .label("extra successes from sixes")
        .help("true: every 6 over the target number is a success more; false: it is not"),
    switch(
        "rules.automatic_six",
        [
            ("exploding", "a die that shows 6 and explodes on"),
            ("flat", "a plain 6"),
            ("success", "one success"),
        ],
    )
    .label("what an automatic six is")
    .not_in_text("what an automatic 6 scores")
    .help("what the book calls an automatic success"),
    switch(
        "rules.staging_up",
        [
            ("house", "a level for every 2 extra successes, unarmed for each"),
            ("book", "a level for every staging of the weapon"),
        ],
    )
    .label("staging up")
    .help("how successes raise the level"),
    switch("rules.extra", [("beyond-first", "those after the first"), ("all", "all of them")])
        .label("which successes are extra")
        .not_in_text("which of them are extra")
        .help("which net successes are extra, under the house staging"),
    switch(
        "rules.armor",
        [
            ("dice", "its rating in dice, and 1 or 2 automatic sixes by class"),
            ("automatic", "its rating in automatic successes"),
        ],
    )
    .label("how armor resists")
    .help("how armor resists"),
    switch(
        "rules.dodge",
        [
            ("opposed", "a test of its own: its successes are taken off the attack's, and more of them miss"),
            ("resist", "its dice join the resistance test"),
        ],
    )
    .label("what dodge dice do")
    .help("what dodge dice do"),
    Key::flag("rules.impact_slows_dodge", true)
        .label("dodge slowed by impact armor")
        .help("true: half the impact rating, rounded up, is taken off the dodge dice; false: nothing is"),
    Key::flag("rules.dodge_penalty", true)
        .label("wound penalty on dodging")
        .not_in_text("either")
        .help("true: the wound penalty is added to the target number of dodging, too; false: it is not"),
    Key::flag("rules.cap_before_resist", true)
        .label("cap at level D before resisting")
        .not_in_text("either")
        .help("true: the level is at most D before it is staged down; false: it may pass D"),
    switch(
        "rules.damage_track",
        [
            ("single", "one track of 13 boxes, marked from a hit location down"),
            ("book", "10 boxes that add up"),
        ],
    )
    .label("damage track")
    .help("how wounds are marked"),
    switch("rules.drain_dice", [("magic", "the Magic rating"), ("willpower", "Willpower")])
        .label("dice against drain")
        .help("what resists drain"),
    switch("rules.resist_against", [("force", "the spell's Force"), ("sorcery", "the caster's Sorcery")])
        .label("target number to resist")
        .help("the target number of resistance tests"),
    Key::flag("rules.spell_defense", true)
        .label("intrinsic spell defense")
        .help("true: everybody has (6 - Magic) / 2 dice more to resist spells; false: nobody has"),
    switch("rules.spell_defense_rounding", [("down", "5 Magic: no die"), ("up", "5 Magic: a die")])
        .label("rounding of spell defense")
        .not_in_text("either")
        .help("how those dice are rounded"),
    Key::flag("rules.unaware_defense", true)
        .label("spell defense of the unaware")
        .not_in_text("either")
        .help(
            "true: an unaware target still rolls these dice against a control spell; false: it rolls nothing",
        ),
    Key::flag("rules.control_drain_up", true)
        .label("higher drain of control spells")
        .help("true: control spells drain a level more; false: they do not"),
    Key::flag("rules.control_threshold", true)
        .label("threshold of control spells")
        .help("true: control spells need the attribute in net successes; false: one"),
    switch(
        "rules.wired",
        [
            ("decrement", "one die for all; essence lost is taken off the 7 between actions"),
            ("dice", "a die more a level; 7 between actions"),
        ],
    )
    .label("what wired reflexes do")
    .help("what wired reflexes do besides Reaction"),
    Key::integer("rules.target_number_ceiling", 2, MAX_RATING)
        .or(10)
        .label("highest target number")
        .not_in_text("that it caps the target number of armor")
        .help("the highest target number that is not traded; armor's are never higher"),
    Key::integer("rules.success_step", 1, MAX_RATING)
        .or(6)
        .label("step to another success")
        .help("how far over the target number each success more is"),
    Key::integer("rules.successes_per_level", 1, MAX_RATING)
        .or(2)
        .label("extra successes for a level")
        .help("extra successes that raise a weapon's level"),
    Key::integer("rules.unarmed_per_level", 1, MAX_RATING)
        .or(1)
        .label("unarmed successes for a level")
        .help("extra successes that raise an unarmed attack's level"),
    dice("rules.ordinary_sixes")
        .or(1)
        .label("sixes of ordinary armor")
        .counted("six of ordinary armor")
        .help("automatic sixes of ordinary armor"),
    dice("rules.heavy_sixes")
        .or(2)
        .label("sixes of heavy armor")
        .counted("six of heavy armor")
        .help("automatic sixes of heavy armor"),
    Key::new("rules.level_boxes", Kind::Integers { min: 0, max: 100, fewest: 4, most: 4 })
        .or([1, 3, 6, 10])
        .label("boxes of L, M, S and D wounds")
        .help("boxes of L, M, S and D wounds"),
    Key::integer("rules.initiative_step", 1, MAX_RATING)
        .or(7)
        .label("step between actions")
        .help("how far below each other actions are"),]
}

/// The rules of the house and those of the book.
pub fn presets() -> Vec<Preset> {
    vec![
        Preset::new("rules.preset", "house", "house rules")
            .fill("rules.target_number_cap", true)
            .fill("rules.six_plus", true)
            .fill("rules.automatic_six", "exploding")
            .fill("rules.staging_up", "house")
            .fill("rules.extra", "beyond-first")
            .fill("rules.armor", "dice")
            .fill("rules.dodge", "opposed")
            .fill("rules.impact_slows_dodge", true)
            .fill("rules.cap_before_resist", true)
            .fill("rules.damage_track", "single")
            .fill("rules.drain_dice", "magic")
            .fill("rules.resist_against", "force")
            .fill("rules.spell_defense", true)
            .fill("rules.spell_defense_rounding", "down")
            .fill("rules.control_drain_up", true)
            .fill("rules.control_threshold", true)
            .fill("rules.wired", "decrement"),
        Preset::new("rules.preset", "book", "the book's rules")
            .fill("rules.target_number_cap", false)
            .fill("rules.six_plus", false)
            .fill("rules.automatic_six", "success")
            .fill("rules.staging_up", "book")
            .fill("rules.extra", "beyond-first")
            .fill("rules.armor", "automatic")
            .fill("rules.dodge", "resist")
            .fill("rules.impact_slows_dodge", false)
            .fill("rules.cap_before_resist", true)
            .fill("rules.damage_track", "book")
            .fill("rules.drain_dice", "willpower")
            .fill("rules.resist_against", "sorcery")
            .fill("rules.spell_defense", false)
            .fill("rules.spell_defense_rounding", "down")
            .fill("rules.control_drain_up", false)
            .fill("rules.control_threshold", false)
            .fill("rules.wired", "dice"),
    ]
}
