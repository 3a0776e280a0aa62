//! The metrics of a sequence.

use super::choosing::Caster;
use super::monitor::{Condition, Monitor};
use super::worth::Worth;
use super::{Casts, Table};
use crate::chance::MetricSpec;

/// The metrics of a sequence; `worth` is one of them only if it is given.
pub fn metrics<T: Table>(casts: &Casts<T>, worth: Option<Worth>) -> Vec<MetricSpec> {
    let integer = MetricSpec::integer;
    let (most, opponents) = (i64::from(casts.most), casts.opponents.len() as i64);
    let Monitor { stun, physical, .. } = casts.monitor;
    let most_stun = stun.unwrap_or_default().into();
    let before = casts.before.caster;
    let drams = casts.most_drams();
    let least = i64::from(matches!(casts.caster, Caster::Fixed(_)));
    let mut metrics = vec![
        integer("casts", "casts made", least, most).called("casts"),
        integer("opponents_down", "opponents who are down at the end", 0, opponents)
            .called("opponents down")
            .leading(opponents > 1),
        MetricSpec::flag("cleared", "1 if all opponents are down")
            .called("all opponents are down")
            .leading(true),
        MetricSpec::label("caster", "what has become of the caster", Condition::LABELS).called("caster"),
        integer("caster_stun", "stun boxes of the caster at the end", before.stun.into(), most_stun)
            .called("stun boxes"),
        integer(
            "caster_physical",
            "physical boxes of the caster at the end",
            before.physical.into(),
            physical.into(),
        )
        .called("physical boxes"),
        integer("drams", "drams of reagents used", 0, drams).called("drams used"),
        MetricSpec::occasion(
            "first_down",
            "the cast in which the first opponent went down; 0: none did",
            most,
        )
        .called("first opponent down"),
    ];
    if let Some(Worth { opponent, fall, dram, cast, unit }) = worth {
        let thousandths = if unit > 1 { ", in thousandths" } else { "" };
        let help = format!("worth of opponents down, less that of a fall, of drams and casts{thousandths}");
        let lost = fall + dram * drams + cast * most;
        metrics.push(
            MetricSpec::integer("worth", help, -lost, opponent * opponents)
                .called(format!("worth{thousandths}")),
        );
    }
    metrics
}
