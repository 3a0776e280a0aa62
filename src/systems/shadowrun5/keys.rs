//! What a Shadowrun 5 scenario may say.

use super::casts::MOST_OPPONENTS;
use crate::description::{Key, Kind, MAX_RATING, Value};

/// How Edge may be spent on a roll.
const EDGE: [(&str, &str); 3] = [
    ("none", "no Edge"),
    ("push", "Edge more dice, every 6 is a hit and is rolled again, no limit counts"),
    ("second-chance", "dice that are no hits are rolled once more"),
];

/// The keys of one spell at one target.
pub fn single() -> Vec<Key> {
    [caster(), spell(), target(&TARGET), choice(), edge(), rules()].concat()
}

/// The keys of a sequence of casts. What wounds cost follows from the boxes.
pub fn casts() -> Vec<Key> {
    let mut keys = [
        caster(),
        monitor(),
        spell(),
        table(),
        opponent(),
        target(&OPPONENT),
        sequence(),
        edge(),
        policy(),
        rules(),
        wounds(),
    ]
    .concat();
    keys.retain(|key| key.name() != "wound_penalty");
    keys
}

fn caster() -> Vec<Key> {
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

fn monitor() -> Vec<Key> {
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
            .help("what boxes the spell inflicts"),
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

/// How the keys of a target are called.
struct Called {
    table: &'static str,
    who: &'static str,
    the: &'static str,
    shields: [&'static str; 2],
}

const TARGET: Called = Called {
    table: "target",
    who: "target",
    the: "the target",
    shields: ["dice of Counterspelling", "die of Counterspelling"],
};

const OPPONENT: Called = Called {
    table: "opponent.*",
    who: "opponent *",
    the: "opponent *",
    shields: ["dice that shield opponent *", "die that shields opponent *"],
};

fn opponent() -> Vec<Key> {
    vec![
    Key::text("opponent.*.name").optional().such_as("ganger").label("name of opponent *").help("what the opponent is called in stories"),
    Key::integer("opponent.*.count", 1, MOST_OPPONENTS as i64).or(1).label("opponents in row *").counted("opponent in row *").help("so many alike; 8 opponents in all"),
    Key::rating("opponent.*.boxes").optional().such_as(10).label("boxes of opponent *").counted("box of opponent *").help("one track of so many boxes takes damage of both kinds; needed unless living, whose monitor follows from Willpower and Body"),
    ]
}

fn target(&Called { table, who, the, shields: [dice, die] }: &Called) -> Vec<Key> {
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

fn choice() -> Vec<Key> {
    vec![
        Key::integer("choice.force", 1, 2 * MAX_RATING)
            .label("Force")
            .help("the spell's Force: 1 to twice Magic"),
        Key::integer("choice.reagents", 1, MAX_RATING)
            .optional()
            .label("drams of reagents")
            .counted("dram of reagents")
            .absent_as("no reagents")
            .help("drams of reagents spent: they replace Force as the limit"),
    ]
}

/// How Edge is spent: in a sequence on its first cast.
fn edge() -> Vec<Key> {
    vec![
        Key::words("choice.edge", EDGE)
            .or("none")
            .label("Edge on the casting roll")
            .not_in_text("Edge")
            .help("how Edge is spent on the Spellcasting roll"),
        Key::words("choice.drain_edge", EDGE)
            .or("none")
            .label("Edge on the drain roll")
            .not_in_text("Edge")
            .help("how Edge is spent on the roll to resist drain"),
    ]
}

/// What the caster of a sequence always does.
fn sequence() -> Vec<Key> {
    let [mut force, reagents] = choice().try_into().expect("a caster chooses Force and reagents");
    force = force.optional();
    vec![
        force,
        reagents,
        Key::integer("choice.casts", 1, MOST_CASTS)
            .decided(false)
            .or(20)
            .label("casts at most")
            .counted("cast at most")
            .help("casts after which the sequence is over"),
    ]
}

/// How the caster of a sequence chooses, and what for.
fn policy() -> Vec<Key> {
    vec![
        Key::words(
            "policy.caster",
            [
                ("fixed", "the same Force and reagents at every cast"),
                ("best", "what is worth most on average, chosen anew before every cast"),
            ],
        )
        .or("fixed")
        .label("caster's policy")
        .help("how the caster chooses"),
        Key::other(
            "policy.force",
            Kind::Integers { min: 1, max: 2 * MAX_RATING, fewest: 1, most: MOST_OPTIONS },
        )
        .such_as([4, 6, 8])
        .label("Forces to choose from")
        .help("the Forces that the best choice is among; 1 to twice Magic, if left out"),
        Key::other(
            "policy.reagents",
            Kind::Integers { min: 0, max: MAX_RATING, fewest: 1, most: MOST_OPTIONS },
        )
        .such_as([0, 6])
        .label("drams to choose from")
        .help("the drams that the best choice is among, 0 meaning none; none, if left out"),
        Key::new("policy.withdraw", Kind::Flag)
            .optional()
            .such_as(true)
            .label("withdrawing")
            .help("whether the best choice may be to stop; true, if left out"),
        worth("opponent", 1.0)
            .label("worth of an opponent")
            .help("what each opponent down is worth; 1, if left out"),
        worth("fall", 2.0)
            .label("cost of falling")
            .help("what is lost if the caster is down at the end; 0, if left out"),
        worth("dram", 0.1).label("cost of a dram").help("what each dram costs; 0, if left out"),
        worth("cast", 0.1).label("cost of a cast").help("what each cast costs; 0, if left out"),
    ]
}

/// The most casts of a sequence.
const MOST_CASTS: i64 = 100;

/// The most Forces, and the most numbers of drams, to choose from.
const MOST_OPTIONS: usize = 100;

fn worth(name: &str, example: f64) -> Key {
    Key::other(format!("worth.{name}"), Kind::Number).such_as(Value::Number(example))
}

fn rules() -> Vec<Key> {
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

fn wounds() -> Vec<Key> {
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
