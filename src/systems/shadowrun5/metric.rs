//! The metrics of one casting.

use super::dice::Glitch;
use crate::chance::{Metric, MetricSpec};

pub const HITS: Metric = Metric(0);
pub const NET_HITS: Metric = Metric(1);
pub const HIT: Metric = Metric(2);
pub const DAMAGE: Metric = Metric(3);
pub const DAMAGE_TYPE: Metric = Metric(4);
pub const DRAIN: Metric = Metric(5);
pub const DRAIN_TYPE: Metric = Metric(6);
/// The last metric of all spells except area spells.
pub const GLITCH: Metric = Metric(7);
/// A metric of area spells only, which have their glitch after it.
pub const SCATTER: Metric = Metric(7);
pub const GLITCH_OF_AREA: Metric = Metric(8);

/// The kind of boxes that are marked, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Boxes {
    None,
    Stun,
    Physical,
}

impl Boxes {
    pub const LABELS: [&str; 3] = ["none", "stun", "physical"];

    /// The label.
    pub fn name(self) -> &'static str {
        Boxes::LABELS[self as usize]
    }
}

/// The greatest values that a scenario can reach.
pub struct Reach {
    pub hits: i32,
    pub opposed_hits: i32,
    pub damage: i32,
    pub drain: i32,
    /// Whether the number of hits of the casting roll is unlimited.
    pub open: bool,
}

/// The metrics of direct and indirect spells at one target.
pub fn single(reach: &Reach) -> Vec<MetricSpec> {
    let mut metrics = shared(reach);
    metrics.push(MetricSpec::label("glitch", GLITCH_HELP, Glitch::LABELS).called("glitch"));
    metrics
}

/// The metrics of area spells.
pub fn area(reach: &Reach) -> Vec<MetricSpec> {
    let mut metrics = shared(reach);
    metrics.push(
        MetricSpec::integer("scatter", "metres between the aim point and the blast", 0, 12)
            .called("metres of scatter"),
    );
    metrics.push(MetricSpec::label("glitch", GLITCH_HELP, Glitch::LABELS).called("glitch"));
    metrics
}

const GLITCH_HELP: &str = "whether more than half of the Spellcasting dice show 1";

fn shared(reach: &Reach) -> Vec<MetricSpec> {
    let integer = |name, help, min: i32, max: i32| MetricSpec::integer(name, help, min.into(), max.into());
    let of_hits = |name, help, min: i32, max: i32| match reach.open {
        true => MetricSpec::open(name, help, min.into(), max.into()),
        false => integer(name, help, min, max),
    };
    vec![
        of_hits("hits", "total hits: those rolled, within the limits", 0, reach.hits).called("hits"),
        of_hits("net_hits", "total hits less the hits that oppose them", -reach.opposed_hits, reach.hits)
            .called("net hits"),
        MetricSpec::flag("hit", "1 if the spell strikes the target").called("target is hit"),
        of_hits("damage", "boxes of damage the target takes", 0, reach.damage)
            .called("boxes of damage")
            .leading(true),
        MetricSpec::label("damage_type", "what boxes the target marks", Boxes::LABELS)
            .called("kind of damage"),
        integer("drain", "boxes of drain the caster takes", 0, reach.drain).called("boxes of drain"),
        MetricSpec::label("drain_type", "what boxes the caster marks", Boxes::LABELS).called("kind of drain"),
    ]
}
