//! The metrics and their labels.

use crate::attempt::plain;
use crate::common;
use crate::game::TWO_SPELLS;

fn names(scenario: &fizzle::scenario::Scenario) -> String {
    let metrics = scenario.ready.procedure.metrics();
    metrics.iter().map(|metric| metric.name.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_metrics_of_cast_are_those_of_the_page_in_its_order() {
    let six = "cast_total result cast miscast returned_casting returned_dispelling";
    assert_eq!(names(&plain(&[])), six);
    assert_eq!(names(&plain(&["caster.wounds=3"])), format!("{six} caster_wounded"));
}

#[test]
fn results_stand_in_the_order_of_the_page() {
    let scenario = plain(&[]);
    for metric in scenario.ready.procedure.metrics() {
        let labels = ["failed", "dispelled", "broken", "cast"];
        let expected = (metric.name == "result").then_some(labels.as_slice());
        let labels = metric.labels().map(|labels| labels.iter().map(AsRef::as_ref).collect::<Vec<&str>>());
        assert_eq!(labels.as_deref(), expected, "{}", metric.name);
    }
}

#[test]
fn the_metrics_of_phase_are_those_of_the_page_and_one_for_each_spell() {
    let scenario = common::parse(TWO_SPELLS, &["spell.1.name=ring-of-2-fires"]);
    let eight = "spells_cast spells_dispelled spells_failed spells_broken miscasts \
                 magic_dice_left dispel_dice_left worth";
    assert_eq!(names(&scenario), format!("{eight} cast_bolt cast_ring_of_2_fires"));
}
