//! The keys of targets and opponents.

use crate::description::Key;

/// The maximum number of opponents.
const MOST_OPPONENTS: i64 = 8;

/// The maximum number of boxes of a condition monitor.
const MOST_BOXES: i64 = 250;

/// The path and the wording of the keys of a target.
pub struct Called {
    table: &'static str,
    who: &'static str,
    the: &'static str,
    shields: [&'static str; 2],
}

/// The target of one cast.
pub const TARGET: Called = Called {
    table: "target",
    who: "target",
    the: "the target",
    shields: ["dice of Counterspelling", "die of Counterspelling"],
};

/// The opponents of a sequence.
pub const OPPONENT: Called = Called {
    table: "opponent.*",
    who: "opponent *",
    the: "opponent *",
    shields: ["dice that shield opponent *", "die that shields opponent *"],
};

/// The additional keys of opponents.
pub fn opponent() -> Vec<Key> {
    vec![
    Key::text("opponent.*.name").optional().such_as("ganger").label("name of opponent *").help("what the opponent is called in stories"),
    Key::integer("opponent.*.count", 1, MOST_OPPONENTS).or(1).label("opponents in row *").counted("opponent in row *").help("so many alike; 8 opponents in all"),
    Key::integer("opponent.*.boxes", 1, MOST_BOXES).optional().such_as(10).label("boxes of opponent *").counted("box of opponent *").help("one track of so many boxes takes damage of both kinds; needed unless living, whose monitor follows from Willpower and Body"),
    ]
}

/// The keys of a target with this path and wording.
pub fn target(&Called { table, who, the, shields: [dice, die] }: &Called) -> Vec<Key> {
    let key = |name: &str| format!("{table}.{name}");
    vec![
        Key::words(
            key("kind"),
            [
                ("living", "a person or creature"),
                ("driven-vehicle", "a vehicle or aircraft driven by someone living"),
                ("drone", "a drone that drives itself"),
                ("object", "anything else"),
            ],
        )
        .or("living")
        .label(format!("kind of {who}"))
        .alone()
        .help("what the target is"),
        Key::rating(key("body"))
            .optional()
            .label(format!("{who}\'s Body"))
            .help("Body, for physical direct spells and to soak"),
        Key::rating(key("willpower"))
            .optional()
            .label(format!("{who}\'s Willpower"))
            .help("Willpower, against direct mana spells"),
        Key::rating(key("reaction"))
            .optional()
            .label(format!("{who}\'s Reaction"))
            .help("Reaction, of the living target or the driver, for defense"),
        Key::rating(key("intuition"))
            .optional()
            .label(format!("{who}\'s Intuition"))
            .help("Intuition, of the living target or the driver, for defense"),
        Key::rating(key("structure"))
            .optional()
            .label(format!("{who}\'s Structure"))
            .help("Structure, of an object"),
        Key::rating(key("pilot"))
            .optional()
            .label(format!("{who}\'s Pilot"))
            .help("Pilot, of a drone, for defense"),
        Key::rating(key("autosoft"))
            .optional()
            .label(format!("{who}\'s Autosoft"))
            .help("Autosoft, of a drone, for defense"),
        Key::rating(key("handling"))
            .optional()
            .label(format!("{who}\'s Handling"))
            .not_in_text("that [Handling] is a limit")
            .help("Handling, of a drone: caps its defense hits"),
        Key::rating(key("armor")).or(0).label(format!("{who}\'s armor")).help("Armor"),
        Key::rating(key("counterspelling"))
            .or(0)
            .label(dice)
            .counted(die)
            .help("Counterspelling dice of the target or an ally"),
        Key::rating(key("wound_penalty"))
            .or(0)
            .label(format!("dice {the} loses to wounds"))
            .counted(format!("die {the} loses to wounds"))
            .help("dice that wounds take off the target's defense"),
        Key::rating(key("sustained_spells"))
            .or(0)
            .label(format!("spells {the} sustains"))
            .counted(format!("spell {the} sustains"))
            .not_in_text("2 dice a spell")
            .help("spells the target sustains: each takes 2 dice off"),
    ]
}
