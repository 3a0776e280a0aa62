//! The bytes of a part: they are none, or what comes back is the same bytes, and merges with parts
//! of its own job alone.

use std::sync::LazyLock;

use fizzle::analysis::{Part, Plan};
use fizzle::digest::hash;
use fizzle::scenario::{Document, Scenario};

static SPELL: LazyLock<Scenario> = LazyLock::new(|| {
    let text = include_str!("../../scenarios/manabolt.toml");
    Document::parse("manabolt.toml", text).unwrap().check().unwrap()
});

pub fn check(bytes: &[u8]) {
    // No change by chance would have the right sum.
    let sum = hash(bytes).to_le_bytes();
    let whole = [bytes, &sum].concat();
    for bytes in [bytes, &whole] {
        let Ok(part) = Part::from_bytes(bytes) else { continue };
        assert_eq!(part.to_bytes(), bytes);
        let mut twice = part.clone();
        assert!(twice.add(part.clone()).is_err() || part.blocks().is_empty());
        let plan = Plan::new(&SPELL, None, part.trials().max(1), 1).unwrap();
        let _ = plan.merge([part]);
    }
}
