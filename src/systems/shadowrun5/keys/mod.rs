//! The keys of Shadowrun 5 scenarios.

mod caster;

mod choice;

mod rules;

mod target;

use self::caster::{caster, monitor};
use self::choice::{edge, edge_casts, policy, sequence};
use self::rules::{rules, wounds};
use self::target::{OPPONENT, TARGET, opponent, target};
use crate::description::{Key, MAX_RATING};

/// All keys, as players know them.
pub fn all() -> Vec<Key> {
    [
        caster(),
        monitor(),
        spell(),
        table(),
        target(&TARGET),
        opponent(),
        target(&OPPONENT),
        sequence(),
        edge(),
        edge_casts(),
        policy(),
        rules(),
        wounds(),
    ]
    .concat()
}

fn spell() -> Vec<Key> {
    vec![
        Key::preset("spell.preset")
            .decided(true)
            .label("spell")
            .alone()
            .not_in_text("the list of spells")
            .help("a spell of the list: fills the procedure and the other spell keys"),
        Key::words(
            "spell.damage_type",
            [("physical", "resisted with Body"), ("mana", "resisted with Willpower; only the living")],
        )
        .optional()
        .label("kind of spell")
        .help("what the spell is made of; needed unless a preset has it"),
        Key::words("spell.damage", [("physical", "physical boxes"), ("stun", "stun boxes")])
            .or("physical")
            .label("kind of damage")
            .not_in_text("spells that do stun damage")
            .help("what boxes the spell inflicts on the living; all others take physical ones"),
        Key::integer("spell.drain", -MAX_RATING, MAX_RATING)
            .optional()
            .label("drain code")
            .help("the drain code as an offset to Force: -3 for F-3; needed unless a preset has it"),
    ]
}

fn table() -> Vec<Key> {
    vec![
        Key::words(
            "spell.table",
            [
                ("direct", "a direct spell"),
                ("indirect", "an indirect spell at a single target"),
                ("indirect-area", "an indirect area spell"),
            ],
        )
        .optional()
        .label("table of the spell")
        .help("the step table of each cast; needed unless a preset has it"),
        Key::flag("spell.area", false)
            .label("strikes all")
            .help("true: a direct spell strikes all opponents who stand, with one casting roll"),
    ]
}
