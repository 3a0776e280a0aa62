//! Parts of loops that the exact reader computes once for what they depend on.

use super::{readers_agree, rules};

/// A fight whose rounds go so; `lost` is what both have lost.
fn fight(round: &str) -> String {
    format!(
        "list penalties = [0, 0, 1, 2, 2, 2, 2, 2, 2]\na = 0\nb = 0\nc = 0\nrounds = 0\n\
         repeat 2 while a < 8 {{\n rounds += 1\n p = penalties[a]\n q = penalties[b]\n{round}\n}}\n\
         report a, b, c, rounds"
    )
}

/// The number of routines that are taken out of the loop and of its last round, on which all readers agree.
#[track_caller]
fn outlined(round: &str) -> usize {
    let text = fight(round);
    assert!(readers_agree(&text, 10_000_000, 20_000).is_some(), "{text}");
    rules(&text).unwrap().outlined()
}

const WOUNDS: &str = "a = min(a + x, 8)\nb = min(b + y, 8)";

#[test]
fn what_a_die_does_before_it_is_forgotten_is_one_routine() {
    for blows in [
        // The die is read by two blows, which read penalties and no wounds.
        "die = d3\nx = max(d2 - die + q, 0)\ny = max(die - d2 + p, 0)",
        // It is rolled in some states, and has a value in others.
        "die = 0\nif p < 2 { die = d3 }\nx = max(d2 - die, 0)\ny = 0\nif q < 2 { y = max(die - d2, 0) }",
        // Between its blows is a loop.
        "die = d3\nx = 0\nrepeat 2 while x < die { x += d2 - 1 }\ny = max(die - d2 + q, 0)",
        // There is no end to it, and something is left out.
        "die = d3.explode()\nx = die > 2 + p ? d2 : 0\ny = die > 3 ? d2 - 1 : 0",
        // The dice are looked at face by face, in a branch, and what they come to is computed from that alone.
        "x = 0\ny = 0\nif q < 2 {\n n = 0\n for f, m in (2 + p)d3 { n += f * m }\n x = clamp(n - 4, 0, 2)\n}\ny = d2 - 1",
        "x = 0\ny = d2 - 1\nfor f, m in (2 + p)d3 from high { if m > 1 { x = f - 1 } }",
        // One of its results keeps an earlier value.
        "x = 1\ny = 0\ndie = d3\nif die > 1 + q { x = d2 }\nif die < 3 - p { y = d2 }",
    ] {
        assert_eq!(outlined(&format!("{blows}\n{WOUNDS}")), 2, "{blows}");
    }
}

#[test]
fn what_reads_or_decides_everything_stays_in_the_loop() {
    for round in [
        // The die is read at once.
        "x = d3\na = min(a + x, 8)\ny = d2\nb = min(b + y, 8)",
        // It depends on all that there is.
        "die = d3\nx = max(d2 - die + a + b, 0)\ny = max(die - d2 + b - a, 0)\na = min(a + x, 8)\nb = min(b + y, 8)",
    ] {
        assert_eq!(outlined(round), 0, "{round}");
    }
}

#[test]
fn members_that_are_alike_are_sorted_behind_a_routine() {
    let text = "group one in 3..3 \"targets\" {\n key sides = 3 in 2..9\n}\nfor o in one { o.left = 6 }\n\
                repeat 2 while any(o.left > 0 for o in one) {\n aim = d2\n for o in one {\n o.hit = 0\n }\n \
                for o in one where o.left > 2 {\n o.hit = d2 + aim > 2\n }\n \
                for o in one where o.left <= 2 {\n o.hit = d3 + aim > 4\n }\n \
                for o in one {\n o.left = max(o.left - 2 * o.hit, 0)\n }\n}\nreport each one: left";
    assert!(readers_agree(text, 10_000_000, 20_000).is_some(), "{text}");
    let bare = text.replace("o.left > 2 {", "o.sides > 2 {").replace("o.left <= 2 {", "o.sides <= 2 {");
    assert!(readers_agree(&bare, 10_000_000, 20_000).is_some(), "{bare}");
    assert_eq!(rules(&bare).unwrap().outlined(), 2, "{bare}");
}
