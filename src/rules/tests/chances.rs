//! Chances that a text asks for.

use super::errors::check;
use super::{exact, mean, readers_agree, readers_agree_with, rules};

/// The fewest dice that reach a total as likely as wanted, and whether they do.
const FEWEST: &str = "
key total = 14 in 3..40
key least = 50 in 1..100
used = 0
for n in 1..9 {
    if used == 0 && chance((n)d6.sum() >= total) >= least { used = n }
}
reached = used > 0 && (used)d6.sum() >= total
report used, reached
";

#[test]
fn a_chance_that_is_reached_exactly_is_enough() {
    let used = |total: i64, least: i64| {
        let text = FEWEST.replace("14", &total.to_string()).replace("50", &least.to_string());
        exact(&text)[0].0[0]
    };
    assert_eq!([used(14, 50), used(14, 60), used(7, 50), used(7, 60)], [4, 5, 2, 3]);
    // Half of the rolls each.
    assert_eq!([used(4, 50), used(11, 50), used(18, 50), used(4, 51)], [1, 3, 5, 2]);
    assert_eq!([used(6, 100), used(10, 100)], [6, 0]);
}

#[test]
fn a_chance_is_rounded_down_to_whole_parts() {
    let parts = |asked: &str| mean(&format!("report x = chance({asked})"));
    assert_eq!(parts("d6 > 2"), 66.0);
    assert_eq!(
        [parts("d6 > 2, 3"), parts("d6 > 2, 1000"), parts("d6 > 2, 1000000")],
        [2.0, 666.0, 666_666.0]
    );
    assert_eq!([parts("1 > 0"), parts("d6 > 6"), parts("2d6.explode(6).sum() >= 2")], [100.0, 0.0, 100.0]);
}

#[test]
fn all_readers_know_the_same_chance() {
    assert!(readers_agree(FEWEST, 1_000_000, 100_000).is_some());
    assert!(readers_agree_with(FEWEST, &[("total", 20), ("least", 90)], 1_000_000, 100_000).is_some());
    // What the condition reads changes: a number, true or false, a label. It also plays a definition.
    let changing = "
labels mood = 'brave' | 'afraid'
def hurts(bonus) { return d20 + bonus >= 12 ? d6 : 0 }
hp = 6 in 0..6
mood = 'brave'
is_hit = false
worst = 100
repeat 3 while hp > 0 {
    worst = min(worst, chance(hurts(hp) < hp && (mood == 'brave' || !is_hit || d6 > 3)))
    lost = hurts(2)
    is_hit = lost > 0
    hp = max(hp - lost, 0)
    if chance(hurts(4) >= hp) > 30 { mood = 'afraid' }
}
report hp, worst
";
    assert!(readers_agree(changing, 10_000_000, 100_000).is_some());
    // More values than are computed before play, as arguments of a definition with a chance in it.
    let wide = "
def beats(a, b) { return (a)d6.sum() > b && chance(d20 > a) > 10 }
a = d20
b = 10d6
x = chance(beats(a, b), 10)
report x
";
    assert!(readers_agree(wide, 1_000_000, 100_000).is_some());
}

#[test]
fn members_that_are_alike_have_chances_alike() {
    let text = "
group fighter in 3..3 { key armor = 12 in 0..30 }
for f in fighter { f.left = 4 in 0..4 }
repeat 2 {
    for f in fighter where f.left > 0 && chance(d20 + f.left >= f.armor) >= 45 { f.left = max(f.left - d4, 0) }
}
report left = sum(f.left for f in fighter)
";
    assert!(readers_agree(text, 10_000_000, 100_000).is_some());
}

#[test]
fn what_is_no_chance_is_refused_at_its_place() {
    check("x = chance(d6)\nreport x", &[("d6", "this is not true or false")]);
    check("x = chance(d6 > 2, 0)\nreport x", &[("0", "this is no number of parts")]);
    check("r = 2d6\nx = chance(r.sum() > d6)\nreport x, y = r.max()", &[("r", "`r` is rolled already")]);
    check("x = chance(d6 > b)\nreport x", &[("b", "there is no name `b`")]);
    check(
        "x = d6\nnote \"{chance(d6 > 2)}\"\nreport x",
        &[("chance(d6 > 2)", "a chance is computed only in play")],
    );
    check("def f(n) { return chance(f(n)) > 50 }\nreport x = chance(f(2))", &[("f", "`f` plays itself")]);
}

#[test]
fn faults_in_a_chance_are_found_where_they_can_occur() {
    let guarded = "n = d6 - 1\nx = 0\nis_some = n > 0\nif is_some { x = chance(10 / n > d6) }\nreport x";
    assert!(readers_agree(guarded, 1_000, 10_000).is_some());
    check(
        "n = d6 - 1\nx = chance(10 / n > d6)\nreport x",
        &[("n", "this can be 0, and nothing is divided by 0, where n = 0")],
    );
}

#[test]
fn a_definition_may_be_called_chance() {
    assert!((mean("def chance(n) { return n + d6 }\nreport x = chance(2)") - 5.5).abs() < 1e-12);
}

/// The die of a question and a member of a group have the names that the condition gives them, whatever else is called so.
#[test]
fn a_condition_has_names_of_its_own() {
    let text = "
group fighter in 2..2 { key skill = 4 in 1..6 }
for t in fighter {
    t.a = chance(d20 > sum(t.skill for t in fighter))
    t.b = chance(count(t.skill > 3 for t in fighter) == 2)
}
report a = min(t.a for t in fighter), b = max(t.b for t in fighter)
";
    assert_eq!(exact(text)[0].0, [60, 100]);
    let asked = "x = 3d6\na = x.max()\nif a > 3 { y = 2 }\np = chance(4d6.count(x, x > 3) + 4d6.count(y, y > 3) >= 4)\nreport p";
    assert_eq!(mean(asked).round(), 63.0);
    for (n, text) in [(41.0, "f(d6)"), (41.0, "f(d6) || false"), (50.0, "f(3)")] {
        let defined = format!("def f(n) {{ return d6 > n }}\nreport x = chance({text})");
        assert!((mean(&defined) - n).abs() < 1e-9, "{text}");
    }
}

#[test]
fn what_a_loop_leaves_out_takes_nothing_off_a_chance() {
    let text = "
def slow(n) {
    x = d2
    y = false
    repeat while x == n && !y { y = d500 == 1 }
    return x == n
}
report a = chance(slow(1))
";
    assert_eq!(exact(text)[0].0, [50]);
}

#[test]
fn too_many_chances_are_refused() {
    let text = "
def fight(n, m) {
    a = 30
    b = 20 + n
    repeat 60 while a > 0 && b > 0 {
        a -= 2d6
        b -= d8 + d4
    }
    return b > m
}
n = d500
m = d500
report x = chance(fight(n, m))
";
    let errors = rules(text).err().unwrap();
    assert!(errors[0].message.starts_with("there are too many chances here to know them all"), "{errors:?}");
}
