//! Display names of metrics and their values.

use std::borrow::Cow;

use super::clean;
use crate::chance::MetricSpec;

/// The names of a metric's values from 0 on, or `None` if the values are quantities.
pub fn names(metric: &MetricSpec) -> Option<&[Cow<'static, str>]> {
    static NO_AND_YES: [Cow<'static, str>; 2] = [Cow::Borrowed("no"), Cow::Borrowed("yes")];
    if metric.is_indicator() { Some(&NO_AND_YES) } else { metric.names() }
}

/// The help text of a metric; empty if it adds nothing to the label.
pub fn help(metric: &MetricSpec) -> &str {
    // The help of an indicator explains the value 1, but charts show "yes" instead.
    if metric.is_indicator() || metric.help == metric.label { "" } else { &metric.help }
}

/// The label of a metric with its help text, without repeating the label.
pub fn label_and_help(metric: &MetricSpec) -> String {
    match help(metric) {
        "" => metric.label.clone(),
        help if clean(help).starts_with(&metric.label) => help.to_owned(),
        help => format!("{} – {help}", metric.label),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_does_not_repeat_the_label() {
        let called = |label: &str| {
            MetricSpec::integer("damage", "boxes of damage the target takes", 0, 9).called(label)
        };
        assert_eq!(label_and_help(&called("boxes of damage")), "boxes of damage the target takes");
        assert_eq!(label_and_help(&called("damage")), "damage – boxes of damage the target takes");
        let flag = MetricSpec::flag("hit", "1 if the target is hit").called("target is hit");
        assert_eq!(label_and_help(&flag), "target is hit");
        assert_eq!(names(&flag).unwrap(), ["no", "yes"]);
    }
}
