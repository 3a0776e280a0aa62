//! The metrics and their labels.

use crate::casting::plain;

#[test]
fn the_metrics_are_those_of_the_page_in_its_order() {
    let names = |procedure: &str| {
        let scenario = plain(procedure, &[]);
        let metrics = scenario.ready.procedure.metrics();
        metrics.iter().map(|metric| metric.name.clone()).collect::<Vec<_>>().join(" ")
    };
    let single = "hits net_hits hit damage damage_type drain drain_type glitch";
    assert_eq!(names("direct"), single);
    assert_eq!(names("indirect"), single);
    assert_eq!(names("indirect-area"), single.replace(" glitch", " scatter glitch"));
}

#[test]
fn labels_stand_in_the_order_of_the_page() {
    let scenario = plain("direct", &[]);
    for metric in scenario.ready.procedure.metrics() {
        let expected = match metric.name.as_str() {
            "damage_type" | "drain_type" => Some(["none", "stun", "physical"].as_slice()),
            "glitch" => Some(["none", "glitch", "critical"].as_slice()),
            _ => None,
        };
        let labels = metric.labels().map(|labels| labels.iter().map(AsRef::as_ref).collect::<Vec<&str>>());
        assert_eq!(labels.as_deref(), expected, "{}", metric.name);
    }
}
