//! The keys of the caster.

use crate::description::{Key, MAX_RATING};

/// The keys of a caster for every cast.
pub fn caster() -> Vec<Key> {
    vec![
        Key::integer("caster.magic", 1, MAX_RATING).label("Magic").help("Magic rating"),
        Key::rating("caster.spellcasting").label("Spellcasting").help("Spellcasting skill rating"),
        Key::rating("caster.willpower").label("Willpower").help("Willpower, for drain and the mental limit"),
        Key::rating("caster.drain_attribute")
            .label("drain attribute")
            .help("the tradition's other attribute to resist drain"),
        Key::rating("caster.mental_limit")
            .optional()
            .label("mental limit")
            .help("the mental limit, if not from logic and intuition"),
        Key::rating("caster.logic")
            .optional()
            .label("Logic")
            .not_in_text("how attributes make the limit")
            .help("Logic, for the mental limit"),
        Key::rating("caster.intuition")
            .optional()
            .label("Intuition")
            .not_in_text("how attributes make the limit")
            .help("Intuition, for the mental limit"),
        Key::rating("caster.foci")
            .or(0)
            .label("dice from foci")
            .counted("die from foci")
            .help("dice that foci add to the Spellcasting pool"),
        Key::rating("caster.mentor_spirit")
            .or(0)
            .label("dice from a mentor spirit")
            .counted("die from a mentor spirit")
            .help("dice that a mentor spirit adds to the Spellcasting pool"),
        Key::rating("caster.wound_penalty")
            .or(0)
            .label("dice lost to wounds")
            .counted("die lost to wounds")
            .help("dice that wounds take off the Spellcasting pool"),
        Key::rating("caster.sustained_spells")
            .or(0)
            .label("sustained spells")
            .counted("sustained spell")
            .not_in_text("2 dice a spell")
            .help("spells sustained: each takes 2 dice off"),
        Key::integer("caster.edge", 0, 200)
            .or(0)
            .label("Edge")
            .not_in_text("Edge")
            .help("Edge rating: 1 or more where it is spent"),
    ]
}

/// The additional keys of the caster of a sequence: boxes and drams.
pub fn monitor() -> Vec<Key> {
    vec![
        Key::rating("caster.body")
            .label("caster's Body")
            .not_in_text("condition monitors")
            .help("Body, for the condition monitor: 8 boxes and half of Body"),
        Key::rating("caster.stun")
            .or(0)
            .label("stun boxes at the start")
            .counted("stun box at the start")
            .help("stun boxes marked at the start"),
        Key::rating("caster.physical")
            .or(0)
            .label("physical boxes at the start")
            .counted("physical box at the start")
            .help("physical boxes marked at the start"),
        Key::rating("caster.drams")
            .optional()
            .such_as(12)
            .label("drams at hand")
            .counted("dram at hand")
            .absent_as("as many drams as wanted")
            .help("how many drams of reagents there are; as many as wanted, if left out"),
    ]
}
