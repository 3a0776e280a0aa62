//! Members of a group that are alike: the exact reader sorts them where play treats them alike.

use super::{readers_agree, rules_with};
use crate::chance::{AnyProcedure, Budget, Packing};

const GROUP: &str = "group one in 3..4 \"targets\" {\n key luck = 0 in 0..9\n key sides = 4 in 2..9\n}\n\
                     def shot(o, aim) {\n r = d4.sum()\n return r + aim > o.sides\n}\n";

/// A fight against three, with these turns, and this report.
fn fight(turns: &str, report: &str) -> String {
    format!(
        "{GROUP}for o in one {{\n o.left = 2\n o.is_out = false\n}}\nhits = 0\nlast = 0\n\
         repeat 2 while any(!o.is_out for o in one) {{\n aim = d2\n{turns}\n}}\nreport {report}"
    )
}

const TURNS: &str = "for o in one where !o.is_out {\n hit = shot(o, aim)\n o.left -= hit\n hits += hit\n \
                     o.is_out = o.left == 0\n}";

/// The number of rows of the exact reader for the first metric, with these values of keys.
fn visited(text: &str, set: &[(&str, i64)]) -> u64 {
    let rules = rules_with(text, set).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let packing = Packing::new(rules.metrics(), |metric| metric.0 == 0).unwrap();
    rules.enumerate(&packing, Budget::new(10_000_000)).unwrap().visited
}

/// Whether fewer rows are visited than if a key that nothing reads told the members apart, in a longer fight.
fn are_sorted(text: &str) -> bool {
    let text = text.replace("repeat 2", "repeat 9").replace("o.left = 2", "o.left = 5");
    visited(&text, &[]) < visited(&text, &[("one.0.luck", 1), ("one.2.luck", 2)])
}

#[test]
fn members_that_play_treats_alike_are_sorted() {
    for (turns, report) in [
        (TURNS, "hits, out = count(o.is_out for o in one)"),
        (TURNS, "hits, each one: left"),
        (TURNS, "best = max(o.left for o in one), each one: is_out, left"),
        // Two loops, and a value of a turn in both.
        (
            "for o in one {\n hit = shot(o, aim)\n if hit == 1 { o.left -= 1 }\n}\nfor o in one where o.left < 0 {\n \
             hit = d2\n o.left = hit - 1\n hits = max(hits, hit)\n}",
            "hits, each one: left",
        ),
    ] {
        let text = fight(turns, report);
        assert!(are_sorted(&text), "{text}");
        assert!(readers_agree(&text, 10_000_000, 20_000).is_some(), "{text}");
    }
}

#[test]
fn members_that_play_tells_apart_are_not() {
    for (turns, report) in [
        // The first who stands.
        (
            "t = first(o for o in one where !o.is_out)\nhit = shot(t, aim)\nt.left -= hit\nt.is_out = t.left == 0",
            "hits, each one: left",
        ),
        // A turn reads what the one before it left.
        (
            "for o in one {\n hit = shot(o, aim + last)\n o.left -= hit\n last = hit\n}",
            "last, each one: left",
        ),
        (
            "for o in one {\n hit = shot(o, aim)\n o.left -= hit\n hits = (2 * hits + hit) % 7\n}",
            "hits, each one: left",
        ),
        // The number of a member matters.
        ("for o in one {\n hit = shot(o, o.table)\n o.left -= hit\n}", "hits, each one: left"),
    ] {
        let text = fight(turns, report);
        assert!(!are_sorted(&text), "{text}");
        assert!(readers_agree(&text, 10_000_000, 20_000).is_some(), "{text}");
    }
}

#[test]
fn members_are_sorted_up_to_where_play_tells_them_apart() {
    let report = "chosen = first(o for o in one where o.left < 2) == 'nobody', each one: left";
    let text = fight(TURNS, report);
    assert!(are_sorted(&text), "{text}");
    assert!(readers_agree(&text, 10_000_000, 20_000).is_some(), "{text}");
    // Alone, each has the chances that all have.
    let text = fight(TURNS, "each one: left");
    assert!(readers_agree(&text, 10_000_000, 20_000).is_some(), "{text}");
}
