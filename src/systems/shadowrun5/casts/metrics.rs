//! The metrics of a sequence.

use super::choosing::Caster;
use super::monitor::{Condition, Monitor};
use super::worth::Worth;
use super::{Casts, Table};
use crate::chance::MetricSpec;
use crate::description::words::definite;

/// The metrics of a sequence; `worth` is one of them only if it is given.
pub fn metrics<T: Table>(casts: &Casts<T>, worth: Option<Worth>) -> Vec<MetricSpec> {
    let integer = MetricSpec::integer;
    let (most, opponents) = (i64::from(casts.most), casts.opponents.len() as i64);
    let Monitor { stun, physical, .. } = casts.monitor;
    let most_stun = stun.unwrap_or_default().into();
    let before = casts.before.caster;
    let drams = casts.most_drams();
    let least = i64::from(matches!(casts.caster, Caster::Fixed(_)));
    let (all_down, first_down) = match opponents {
        1 => {
            let opponent = definite(casts.names.opponent(0), false);
            (format!("{opponent} is down"), format!("{opponent} down"))
        }
        _ => ("all opponents are down".to_owned(), "first opponent down".to_owned()),
    };
    let until = format!("casts made, until {all_down}, the caster falls, or as many are made as may be");
    let mut metrics = vec![
        MetricSpec::integer("casts", until, least, most).called("casts made"),
        integer("opponents_down", "opponents who are down at the end", 0, opponents)
            .called("opponents down")
            .leading(opponents > 1),
        MetricSpec::flag("cleared", format!("1 if {all_down}")).called(all_down).leading(true),
        MetricSpec::label("caster", "what has become of the caster", Condition::LABELS).called("caster"),
        integer("caster_stun", "stun boxes of the caster at the end", before.stun.into(), most_stun)
            .called("stun boxes of the caster"),
        integer(
            "caster_physical",
            "physical boxes of the caster at the end",
            before.physical.into(),
            physical.into(),
        )
        .called("physical boxes of the caster"),
        integer("drams", "drams of reagents used", 0, drams).called("drams used"),
        MetricSpec::occasion(
            "first_down",
            "the cast in which the first opponent went down; 0: none did",
            most,
        )
        .called(first_down),
    ];
    if let Some(Worth { opponent, fall, dram, cast, unit }) = worth {
        let times = if unit > 1 { " × 1,000" } else { "" };
        let help = format!("worth of opponents down, less that of a fall, of drams and casts{times}");
        let lost = fall + dram * drams + cast * most;
        metrics.push(
            MetricSpec::integer("worth", help, -lost, opponent * opponents).called(format!("worth{times}")),
        );
    }
    metrics
}
