//! The switches of the rules.

use crate::description::Key;

/// The switches of a cast.
pub fn rules() -> Vec<Key> {
    vec![
    Key::flag("rules.mental_limit", true)
        .label("mental limit on hits").not_in_text("false").help("true: the mental limit caps the hits, as the text has it; false: Force or reagents alone, as the published book"),
    Key::words(
        "rules.nonliving_armor",
        [
            ("modified", "they soak with the Armor Value, less Armor Penetration"),
            ("full", "they soak with the whole Armor, as the step names it"),
        ],
    )
    .or("modified")
    .label("armor of vehicles and objects").not_in_text("\"modified\", by the letter of the step").help("what armor vehicles, drones and objects soak with"),
    Key::flag("rules.armor_floor", true)
        .label("armor never below 0").not_in_text("true").help("true: an Armor Value is at least 0, as in the published book; false: Armor less Armor Penetration may be negative and takes dice from the soak pool"),
    Key::words(
        "rules.scatter",
        [("final", "the metres rolled"), ("minus-hits", "the metres rolled less total hits, at least 0")],
    )
    .or("final")
    .label("scatter distance").not_in_text("\"minus-hits\"").help("how far an area spell scatters"),
    Key::flag("rules.scatter_miss", true)
        .label("misses by scatter").not_in_text("the radius of the blast").help("true: a blast scattered beyond Force metres misses; false: scatter is reported and nothing else"),
    Key::words(
        "rules.area_defense",
        [
            ("counterspelling", "the living roll Counterspelling, if they have any, as the text has it"),
            ("reaction+intuition", "every target rolls its defense pool of the indirect procedure"),
            ("none", "nothing opposes the blast"),
        ],
    )
    .or("counterspelling")
    .label("defense against a blast").not_in_text("all but \"counterspelling\"").help("what a target of an area spell rolls against it"),
    Key::flag("rules.drain_on_miss", true)
        .label("drain on a miss").not_in_text("that a miss is paid for").help("true: an indirect spell that misses is paid for; false: a miss costs no drain, as \"no need to continue\" says"),
    Key::flag("rules.vehicle_threshold", false)
        .label("armor threshold of vehicles").not_in_text("true").help("true: a vehicle or drone takes nothing when Damage Value is below Armor Value; false: it soaks"),
    Key::words(
        "rules.drain_physical",
        [("hits", "physical when total hits are above Magic, as the text has it"), ("force", "physical when Force is above Magic")],
    )
    .or("hits")
    .label("what makes drain physical").not_in_text("\"force\"").help("when drain is physical"),
    Key::rating("rules.min_drain").or(2).label("least drain").help("the least drain value"),
    Key::integer("rules.hit_on", 2, 6).or(5).label("lowest face that is a hit").not_in_text("what a hit is").help("the least face that is a hit"),
    Key::rating("rules.reagent_price").or(20).label("price of a dram").help("nuyen a dram"),
    ]
}

/// The switches of wounds, for sequences.
pub fn wounds() -> Vec<Key> {
    vec![
        Key::rating("rules.wound_step")
            .or(3)
            .label("boxes that cost a die")
            .counted("box that costs a die")
            .not_in_text("wound penalties")
            .help("boxes of a track that cost a die; 0: wounds cost nothing"),
        Key::flag("rules.stun_overflow", true)
            .label("overflow of stun")
            .not_in_text("both")
            .help("true: stun beyond the monitor becomes physical, one box for two; false: it is lost"),
    ]
}
