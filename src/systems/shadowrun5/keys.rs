//! What a Shadowrun 5 scenario may say.

use crate::description::{Key, MAX_RATING};

/// How Edge may be spent on a roll.
const EDGE: [(&str, &str); 3] = [
    ("none", "no Edge"),
    ("push", "Edge more dice, every 6 is a hit and is rolled again, no limit counts"),
    ("second-chance", "dice that are no hits are rolled once more"),
];

/// The keys of all three procedures.
pub fn keys() -> Vec<Key> {
    vec![
    Key::integer("caster.magic", 1, MAX_RATING).label("Magic").help("Magic rating"),
    Key::rating("caster.spellcasting").label("Spellcasting").help("Spellcasting skill rating"),
    Key::rating("caster.willpower").label("Willpower").help("Willpower, for drain and the mental limit"),
    Key::rating("caster.drain_attribute").label("drain attribute").help("the tradition's other attribute to resist drain"),
    Key::rating("caster.mental_limit").optional().label("mental limit").help("the mental limit, if not from logic and intuition"),
    Key::rating("caster.logic").optional().label("Logic").not_in_text("how attributes make the limit").help("Logic, for the mental limit"),
    Key::rating("caster.intuition").optional().label("Intuition").not_in_text("how attributes make the limit").help("Intuition, for the mental limit"),
    Key::rating("caster.foci").or(0).label("dice from foci").counted("die from foci").help("dice that foci add to the Spellcasting pool"),
    Key::rating("caster.mentor_spirit").or(0).label("dice from a mentor spirit").counted("die from a mentor spirit").help("dice that a mentor spirit adds to the Spellcasting pool"),
    Key::rating("caster.wound_penalty").or(0).label("dice lost to wounds").counted("die lost to wounds").help("dice that wounds take off the Spellcasting pool"),
    Key::rating("caster.sustained_spells").or(0).label("sustained spells").counted("sustained spell").not_in_text("2 dice a spell").help("spells sustained: each takes 2 dice off"),
    Key::integer("caster.edge", 0, 200).or(0).label("Edge").not_in_text("Edge").help("Edge rating: 1 or more where it is spent"),
    Key::preset("spell.preset").decided(true).label("spell").alone().not_in_text("the list of spells").help("a spell of the list: fills the procedure and the other spell keys"),
    Key::words("spell.damage_type", [("physical", "resisted with Body"), ("mana", "resisted with Willpower; only the living")])
        .optional()
        .label("kind of spell").help("what the spell is made of; needed unless a preset has it"),
    Key::words("spell.damage", [("physical", "physical boxes"), ("stun", "stun boxes")])
        .or("physical")
        .label("kind of damage").not_in_text("spells that do stun damage").help("what boxes the spell inflicts"),
    Key::integer("spell.drain", -MAX_RATING, MAX_RATING)
        .optional()
        .label("drain code").help("the drain code as an offset to Force: -3 for F-3; needed unless a preset has it"),
    Key::words(
        "target.kind",
        [
            ("living", "a person or creature"),
            ("driven-vehicle", "a vehicle or aircraft driven by someone living"),
            ("drone", "a drone that drives itself"),
            ("object", "anything else"),
        ],
    )
    .or("living")
    .label("kind of target").alone().help("what the target is"),
    Key::rating("target.body").optional().label("target's Body").help("Body, for physical direct spells and to soak"),
    Key::rating("target.willpower").optional().label("target's Willpower").help("Willpower, against direct mana spells"),
    Key::rating("target.reaction").optional().label("target's Reaction").help("Reaction, of the living target or the driver, for defense"),
    Key::rating("target.intuition").optional().label("target's Intuition").help("Intuition, of the living target or the driver, for defense"),
    Key::rating("target.structure").optional().label("target's Structure").help("Structure, of an object"),
    Key::rating("target.pilot").optional().label("target's Pilot").help("Pilot, of a drone, for defense"),
    Key::rating("target.autosoft").optional().label("target's Autosoft").help("Autosoft, of a drone, for defense"),
    Key::rating("target.handling").optional().label("target's Handling").not_in_text("that [Handling] is a limit").help("Handling, of a drone: caps its defense hits"),
    Key::rating("target.armor").or(0).label("target's armor").help("Armor"),
    Key::rating("target.counterspelling").or(0).label("dice of Counterspelling").counted("die of Counterspelling").help("Counterspelling dice of the target or an ally"),
    Key::rating("target.wound_penalty").or(0).label("dice the target loses to wounds").counted("die the target loses to wounds").help("dice that wounds take off the target's defense"),
    Key::rating("target.sustained_spells").or(0).label("spells the target sustains").counted("spell the target sustains").not_in_text("2 dice a spell").help("spells the target sustains: each takes 2 dice off"),
    Key::integer("choice.force", 1, 2 * MAX_RATING).label("Force").help("the spell's Force: 1 to twice Magic"),
    Key::integer("choice.reagents", 1, MAX_RATING)
        .optional()
        .label("drams of reagents").counted("dram of reagents").absent_as("no reagents").help("drams of reagents spent: they replace Force as the limit"),
    Key::words("choice.edge", EDGE).or("none").label("Edge on the casting roll").not_in_text("Edge").help("how Edge is spent on the Spellcasting roll"),
    Key::words("choice.drain_edge", EDGE).or("none").label("Edge on the drain roll").not_in_text("Edge").help("how Edge is spent on the roll to resist drain"),
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
    Key::rating("rules.reagent_price").or(20).label("price of a dram").help("nuyen a dram"),]
}
