//! The switches, and the presets with their values by the house rules and by the book.

use super::dice;
use crate::description::{Key, Kind, MAX_RATING, Preset};

fn switch<const N: usize>(path: &'static str, words: [(&'static str, &'static str); N]) -> Key {
    let first = words[0].0;
    Key::words(path, words).or(first)
}

/// The switches of all procedures.
pub fn rules() -> Vec<Key> {
    vec![
    Key::preset("rules.preset")
        .such_as("book")
        .label("set of rules")
        .alone()
        .help("sets all switches of a kind; those that are written win"),
    Key::flag("rules.target_number_cap", true)
        .label("cap on target numbers")
        .help("true: skill dice are traded for target numbers above 10 and below 2, but a skill of 0 pays and gains nothing; false: they stay, at least 2"),
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
        .help("true: half the impact rating, rounded up, is taken off the dodge pool; false: nothing is"),
    Key::flag("rules.dodge_penalty", true)
        .label("wound penalty on dodging")
        .not_in_text("either")
        .help("true: the wound penalty is added to the target number of dodging, too; false: it is not"),
    Key::flag("rules.cap_before_resist", true)
        .label("cap at level D before resisting")
        .not_in_text("either")
        .help("true: the level is at most D before it is staged down; false: successes and a burst may raise it above D"),
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

/// The presets: the house rules and the book's rules.
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
