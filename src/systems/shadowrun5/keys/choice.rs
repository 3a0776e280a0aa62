//! The keys of the caster's choices and policy.

use crate::description::{Key, Kind, MAX_RATING, Value};

/// The ways to spend Edge on a roll.
const EDGE: [(&str, &str); 3] = [
    ("none", "no Edge"),
    ("push", "Edge more dice, every 6 is a hit and is rolled again, no limit counts"),
    ("second-chance", "dice that are no hits are rolled once more"),
];

/// The keys of the choice for a cast.
pub fn choice() -> Vec<Key> {
    vec![
        Key::integer("choice.force", 1, 2 * MAX_RATING)
            .label("Force")
            .help("the spell's Force: at most twice Magic"),
        Key::integer("choice.reagents", 1, MAX_RATING)
            .optional()
            .label("drams of reagents")
            .counted("dram of reagents")
            .absent_as("no reagents")
            .help("drams of reagents spent: they replace Force as the limit"),
    ]
}

/// The keys of Edge, which is spent on the first casts of a sequence.
pub fn edge() -> Vec<Key> {
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

/// The key of the casts of a sequence on which Edge is spent.
pub fn edge_casts() -> Vec<Key> {
    vec![
        Key::integer("choice.edge_casts", 1, MOST_CASTS)
            .or(1)
            .label("casts with Edge")
            .counted("cast with Edge")
            .not_in_text("Edge")
            .help("for how many casts, the first ones, Edge is spent: each push or second chance is a point of caster.edge"),
    ]
}

/// The keys of the fixed choice in a sequence.
pub fn sequence() -> Vec<Key> {
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

/// The keys of the policy of a sequence's caster, and of the worth of outcomes.
pub fn policy() -> Vec<Key> {
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

/// The maximum number of casts of a sequence.
const MOST_CASTS: i64 = 100;

/// The maximum number of Forces, and of numbers of drams, to choose from.
const MOST_OPTIONS: usize = 100;

fn worth(name: &str, example: f64) -> Key {
    Key::other(format!("worth.{name}"), Kind::Number).such_as(Value::Number(example))
}
