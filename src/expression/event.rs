//! Events: conditions that are true or false in a resolution, compiled for the metrics of a procedure.

use super::check::truth;
use super::dialect::EVENT;
use super::error::ExpressionError;
use super::metrics::MetricNames;
use super::syntax::Syntax;
use super::typed::{Arithmetic, Truth};
use crate::chance::{Metric, MetricSpec};

/// A condition that is true or false in a resolution.
///
/// ```
/// use fizzle::chance::MetricSpec;
/// use fizzle::expression::Event;
///
/// let metrics = [MetricSpec::integer("damage", "boxes", 0, 20), MetricSpec::flag("hit", "whether it hits")];
/// let event = Event::parse("damage >= 10 && hit", &metrics)?;
/// assert!(event.holds(&[12, 1]));
/// assert!(!event.holds(&[9, 1]));
/// # Ok::<(), fizzle::expression::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    text: String,
    truth: Truth<i128>,
}

impl Event {
    /// Compiles an event about these metrics.
    pub fn parse(text: &str, metrics: &[MetricSpec]) -> Result<Event, ExpressionError> {
        let syntax = Syntax::parse(text, &EVENT)?;
        let truth = truth(&syntax, &mut MetricNames { text, dialect: &EVENT, metrics, events: None })?;
        Ok(Event { text: text.to_owned(), truth })
    }

    /// A placeholder for an event with errors, so that checking can go on.
    pub(crate) fn stand_in(text: &str) -> Event {
        Event { text: text.to_owned(), truth: Truth::In(Arithmetic::Constant(0), Vec::new()) }
    }

    /// The event that both happen.
    pub fn and(&self, other: &Event) -> Event {
        Event {
            text: format!("({}) && ({})", self.text, other.text),
            truth: Truth::And(Box::new(self.truth.clone()), Box::new(other.truth.clone())),
        }
    }

    pub(super) fn truth(&self) -> &Truth<i128> {
        &self.truth
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it happens when the metrics have these values.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.truth.holds(values)
    }

    /// Whether it reads a metric.
    pub fn reads(&self, metric: Metric) -> bool {
        self.truth.reads(metric.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics() -> Vec<MetricSpec> {
        vec![
            MetricSpec::integer("damage", "boxes", 0, 20),
            MetricSpec::integer("net_hits", "net", -9, 9),
            MetricSpec::label("damage_type", "what boxes", ["none", "stun", "physical"]),
            MetricSpec::label("result", "what came of it", ["failed", "cast"]),
        ]
    }

    /// The values are damage 12, net hits -3, physical, cast.
    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(Event::parse(text, &metrics()).map(|event| event.holds(&[12, -3, 2, 1])), Ok(expected));
    }

    #[track_caller]
    fn check_error(text: &str, place: &str, message: &str) {
        let error = Event::parse(text, &metrics()).expect_err("this is no event");
        assert_eq!((&text[error.span.clone()], error.message.as_str()), (place, message), "{error:?}");
    }

    #[test]
    fn numbers_compare() {
        check("damage >= 12", true);
        check("damage > 12", false);
        check("12 <= damage", true);
        check("net_hits < 0", true);
        check("net_hits == -3", true);
        check("damage != 12", false);
    }

    #[test]
    fn products_bind_more_than_sums_and_sums_than_comparisons() {
        check("2 + 3 * 4 - 2 == damage", true);
        check("(2 + 1) * 4 == damage", true);
        check("damage - 2 - 3 == 7", true);
        check("-net_hits * 4 == damage", true);
    }

    #[test]
    fn and_binds_more_than_or_and_not_most() {
        check("damage == 12 || damage == 12 && net_hits == 0", true);
        check("(damage == 12 || damage == 12) && net_hits == 0", false);
        check("!(damage == 12) || net_hits == -3", true);
        check("!(damage == 12 && net_hits == -3)", false);
    }

    #[test]
    fn labels_are_equal_or_not_or_in_a_list() {
        check("damage_type == 'physical'", true);
        check("\"physical\" == damage_type", true);
        check("damage_type != \"stun\"", true);
        check("damage_type in ['none', 'stun']", false);
        check("result in ['cast']", true);
        check("damage in [1, 2 * 6]", true);
        check("!(damage in [])", true);
    }

    #[test]
    fn numbers_beyond_64_bits_are_exact() {
        check("damage * 9223372036854775807 > 9223372036854775806", true);
        check("damage * 9223372036854775807 == 9223372036854775807", false);
        check("damage * 9223372036854775807 - 11 * 9223372036854775807 == 9223372036854775807", true);
        check("-9223372036854775807 - damage < 0", true);
    }

    #[test]
    fn numbers_beyond_38_digits_are_refused_at_their_place() {
        let billion = "1000000000";
        let large = format!("damage * {billion} * {billion} * {billion} * {billion}");
        check(&format!("{large} > 0"), true);
        let larger = format!("{large} * 1000");
        check_error(&format!("net_hits > 0 && {larger} > 0"), &larger, "this may be as large as 2e40");
        let error = Event::parse(&format!("{larger} > 0"), &metrics()).unwrap_err();
        assert_eq!(error.help, "whole numbers have at most 38 digits here");
        check_error(
            &format!("(0 - {large}) * 1000 > 0"),
            &format!("(0 - {large}) * 1000"),
            "this may be as large as 2e40",
        );
    }

    #[test]
    fn errors_point_at_the_place() {
        check_error("damge >= 1", "damge", "there is no metric `damge`");
        check_error("damage >= ", "", "the event ends too soon");
        check_error("damage = 1", "=", "`=` has no meaning here");
        check_error("damage => 1", "=>", "`=>` has no meaning here");
        check_error("damage ≥ 1", "≥", "`≥` has no meaning here");
        check_error("damage == 1 and damage == 2", "and", "`and` has no meaning here");
        check_error("NOT damage == 1", "NOT", "`NOT` has no meaning here");
        check_error("damage_type == physical", "physical", "`physical` is a label, not a metric");
        check_error("damage_type == phisical", "phisical", "there is no metric `phisical`");
        check_error("damage_type >= 1", ">=", "labels cannot be compared with >=");
        check_error("damage_type == 1", "1", "a label cannot be compared with a number");
        check_error("damage_type == 'phys'", "'phys'", "`damage_type` is never 'phys'");
        check_error("damage == 'stun'", "'stun'", "a number cannot be compared with a label");
        check_error("damage", "damage", "this is a number, not true or false");
        check_error("damage_type", "damage_type", "this is a label, not true or false");
        check_error("1 < damage < 3", "<", "a comparison cannot be compared again");
        check_error("damage == 1 damage", "damage", "unexpected text");
        check_error("(damage == 1", "(", "this `(` is never closed");
        check_error("(damage == 1 2)", "2", "`)` is missing here");
        check_error("damage == 1.5", "1.5", "`1.5` is not a whole number");
        check_error(
            "damage == 99999999999999999999",
            "99999999999999999999",
            "`99999999999999999999` is not a whole number of 64 bits",
        );
        check_error("damage + (damage == 1) == 2", "(damage == 1)", "this is true or false, not a number");
        check_error("!damage", "damage", "this is a number, not true or false");
        check_error("damage && 1", "damage", "this is a number, not true or false");
        check_error("damage == 'stun", "'stun", "this label has no closing quote");
        check_error("", "", "an event is missing");
        check_error("damage in 3", "3", "`in` needs a list");
        check_error("damage_type == result", "result", "these two metrics have different labels");
        check_error("'stun' == 'stun'", "'stun' == 'stun'", "two labels without a metric");
    }

    #[test]
    fn operators_of_other_languages_are_told_as_they_are_written_here() {
        for (wrong, right) in [
            ("damage => 1", "write `>=`"),
            ("damage =< 1", "write `<=`"),
            ("damage ≠ 1", "write `!=`"),
            ("damage <> 1", "write `!=`"),
            ("damage = 1", "write `==`"),
            ("damage == 1 AND damage == 2", "write `&&`"),
            ("damage == 1 or damage == 2", "write `||`"),
            ("not damage == 1", "write `!(…)`"),
            ("damage_type == “stun”", "write straight quotes, as in 'physical'"),
            ("damage in 3..5", "write it as [3..5]"),
            ("damage in [5..3]", "from less to more"),
            ("damage_type == stun", "write 'stun', in quotes"),
            ("damage_type == stunn", "did you mean the label 'stun', in quotes?"),
        ] {
            let error = Event::parse(wrong, &metrics()).expect_err("this is no event");
            assert!(error.help.starts_with(right), "{wrong}: {error}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        let deep = format!("{}damage == 1{}", "(".repeat(1_000), ")".repeat(1_000));
        assert_eq!(Event::parse(&deep, &metrics()).unwrap_err().message, "this is nested too deeply");
        let bangs = format!("{}(damage == 1)", "!".repeat(1_000));
        assert_eq!(Event::parse(&bangs, &metrics()).unwrap_err().message, "this is nested too deeply");
        let chain = vec!["damage == 1"; 20_000].join(" || ");
        assert_eq!(Event::parse(&chain, &metrics()).unwrap_err().message, "this event is too long");
    }

    #[test]
    fn an_event_knows_what_it_reads() {
        let event = Event::parse("damage + 1 > 3 && result == 'cast'", &metrics()).unwrap();
        assert_eq!([0, 1, 2, 3].map(|metric| event.reads(Metric(metric))), [true, false, false, true]);
    }
}
