//! What metrics and their values are called.

use std::borrow::Cow;

use super::clean;
use crate::chance::MetricSpec;

/// What the values of a metric are called from 0 on, if they are no quantities.
pub fn names(metric: &MetricSpec) -> Option<&[Cow<'static, str>]> {
    static NO_AND_YES: [Cow<'static, str>; 2] = [Cow::Borrowed("no"), Cow::Borrowed("yes")];
    if metric.is_indicator() { Some(&NO_AND_YES) } else { metric.names() }
}

/// What a metric tells, in so far as its label does not.
pub fn help(metric: &MetricSpec) -> &str {
    // That of an indicator says what 1 means, which nobody sees.
    if metric.is_indicator() || metric.help == metric.label { "" } else { &metric.help }
}

/// Its label, and what it tells besides.
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
