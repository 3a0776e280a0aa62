//! Anchor figures: the exact laws to the digits that the page prints.

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};

use crate::casting::PLAIN;
use crate::common;

pub const ANCHOR: &str = r#"
system = "shadowrun5"

[caster]
magic = 6
spellcasting = 6
willpower = 5
drain_attribute = 5

[target]
willpower = 4
reaction = 4
intuition = 3
body = 4
armor = 12

[rules]
mental_limit = false
"#;

pub fn law(text: &str, set: &[&str]) -> Odds {
    exact(&common::parse(text, set), None, MAX_OUTCOMES).unwrap()
}

pub fn mean(odds: &Odds, metric: &str) -> f64 {
    let law = odds.distributions.iter().find(|law| law.metric.name == metric).expect("the metric exists");
    law.summary.expect("the metric is an integer").mean
}

/// The probability that a metric shows this value.
pub fn probability(odds: &Odds, metric: &str, value: &str) -> f64 {
    let law = odds.distributions.iter().find(|law| law.metric.name == metric).expect("the metric exists");
    let row = law.rows.iter().find(|row| law.metric.show(row.value) == value);
    row.map_or(0.0, |row| row.probability)
}

/// A number as the page prints it: as many digits as it has.
#[track_caller]
pub fn check_figure(actual: f64, printed: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let actual = format!("{actual:.digits$}");
    assert_eq!(actual.strip_prefix('0').filter(|_| printed.starts_with('.')).unwrap_or(&actual), printed);
}

#[track_caller]
fn check_manabolt(choice: &[&str], [damage, hurts, drain, no_drain, physical]: [&str; 5]) {
    let odds = law(ANCHOR, &[&["spell.preset=manabolt"], choice].concat());
    check_figure(mean(&odds, "damage"), damage);
    check_figure(1.0 - probability(&odds, "damage", "0"), hurts);
    check_figure(mean(&odds, "drain"), drain);
    check_figure(probability(&odds, "drain", "0"), no_drain);
    check_figure(probability(&odds, "drain_type", "physical"), physical);
}

#[test]
fn manabolt_anchors() {
    check_manabolt(&["choice.force=6"], ["2.6302", ".8769", ".4205", ".7009", "0"]);
    check_manabolt(&["choice.force=5"], ["2.4524", ".8769", ".1214", ".8960", "0"]);
    let reagents = ["choice.force=1", "choice.reagents=6"];
    check_manabolt(&reagents, ["2.6302", ".8769", ".1214", ".8960", "0"]);
    check_manabolt(&["choice.force=12"], ["2.7198", ".8769", "5.6667", ".0004", ".0664"]);
}

#[test]
fn physical_drain_is_impossible_where_the_page_prints_0() {
    for choice in [&["choice.force=6"] as &[&str], &["choice.force=1", "choice.reagents=6"]] {
        let odds = law(ANCHOR, &[&["spell.preset=manabolt"], choice].concat());
        assert_eq!(probability(&odds, "drain_type", "physical"), 0.0);
    }
}

#[track_caller]
fn check_lightning_bolt(choice: &[&str], damage: &str) {
    let odds = law(ANCHOR, &[&["spell.preset=lightning-bolt"], choice].concat());
    check_figure(mean(&odds, "damage"), damage);
}

#[test]
fn lightning_bolt_anchors() {
    check_lightning_bolt(&["choice.force=3", "choice.reagents=6"], "1.1165");
    check_lightning_bolt(&["choice.force=5"], "2.5819");
    check_lightning_bolt(&["choice.force=6"], "3.7064");
    check_lightning_bolt(&["choice.force=6", "choice.reagents=12"], "3.7972");
    check_lightning_bolt(&["choice.force=8"], "5.6942");
    check_lightning_bolt(&["choice.force=10"], "7.6008");
}

#[test]
fn a_bare_target_with_and_without_the_floor_of_armor() {
    let bare = ["choice.force=6", "target.armor=0"];
    check_lightning_bolt(&bare, "5.1314");
    check_lightning_bolt(&[&bare[..], &["rules.armor_floor=false"]].concat(), "6.0820");
}

#[test]
fn glitch_anchors() {
    let any = [".166667", ".027778", ".074074", ".016204", ".035494", ".008702"];
    let critical = [".166667", ".027778", ".046296", ".010031", ".013632", ".003301"];
    for dice in 1..=6 {
        let skill = format!("caster.spellcasting={}", dice - 1);
        let set = ["procedure=direct", "caster.magic=1", "choice.force=1", &skill];
        let odds = law(PLAIN, &set);
        check_figure(1.0 - probability(&odds, "glitch", "none"), any[dice - 1]);
        check_figure(probability(&odds, "glitch", "critical"), critical[dice - 1]);
    }
}
