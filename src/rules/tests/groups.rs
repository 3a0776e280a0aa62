//! Groups, tables and lists of keys. Without a scenario, a group has two members.

use super::errors::check;
use super::{exact, mean, readers_agree, rules};
use crate::chance::{AnyProcedure, Budget, Packing};

/// Two who throw a die at each other.
const PAIR: &str =
    "group one in 2..4 \"throwers\" {\n    key sides = 4 in 2..9\n    key points = 2 in 0..9\n}\n";

fn text(lines: &str) -> String {
    format!("{PAIR}{lines}")
}

#[test]
fn each_member_has_variables_of_its_own() {
    let law = exact(&text("for f in one { f.roll = d2 }\nreport each one: roll"));
    let all: Vec<(Vec<i64>, f64)> =
        [[1, 1], [1, 2], [2, 1], [2, 2]].map(|rolls| (rolls.to_vec(), 0.25)).into();
    assert_eq!(law, all);
}

#[test]
fn functions_go_over_a_group() {
    let of =
        |expression: &str| mean(&text(&format!("for f in one {{ f.roll = d2 }}\nreport x = {expression}")));
    assert_eq!(of("sum(f.roll for f in one)"), 3.0);
    assert_eq!(of("max(f.roll for f in one)"), 1.75);
    assert_eq!(of("min(f.roll for f in one where f.roll > 1)"), 1.5);
    assert_eq!(of("count(f.roll == 2 for f in one)"), 1.0);
    assert_eq!(of("any(f.roll == 2 for f in one)"), 0.75);
    assert_eq!(of("all(f.roll == 2 for f in one)"), 0.25);
    assert_eq!(of("sum(f.sides for f in one where f.roll == 1)"), 4.0);
    assert_eq!(of("first(f for f in one where f.roll == 2) == 'nobody'"), 0.25);
}

#[test]
fn a_member_that_is_found_has_its_variables_and_keys() {
    let lines = "for f in one { f.left = f.points }
for f in one {
    target = random(t for t in one where t.left > 0)
    if target != 'nobody' { target.left -= min(target.left, target.sides - 3) }
}
report each one: left";
    // One point of either of two is taken, twice.
    let law = exact(&text(lines));
    assert_eq!(law, [(vec![0, 2], 0.25), (vec![1, 1], 0.5), (vec![2, 0], 0.25)]);
}

#[test]
fn what_is_only_added_to_one_that_is_found_makes_no_states() {
    let fits = |added: &str| {
        let rounds = |rounds: u64| {
            text(&format!(
                "table seen = [0, 0]\nfor f in one {{ f.owed = 0 }}\nrepeat {rounds} {{\n \
                 target = random(f for f in one)\n hit = d4 - 1\n {added}\n}}\n\
                 report each one: owed, a = seen[0], b = seen[1]"
            ))
        };
        assert!(readers_agree(&rounds(3), 100_000, 20_000).is_some(), "{added}");
        let rules = rules(&rounds(20)).unwrap();
        rules.enumerate(&Packing::all(rules.metrics()).unwrap(), Budget::new(5_000)).is_ok()
    };
    for added in
        ["target.owed += hit", "target.owed -= 2 * hit + 1", "seen[hit % 2] += hit", "seen[d2 - 1] -= 1"]
    {
        assert!(fits(added), "{added}");
    }
    assert!(!fits("target.owed = min(target.owed + hit, 50)"));
}

#[test]
fn tables_change_at_a_place() {
    let law =
        exact("table seen = [0, 0, 5]\nrepeat 2 { seen[d2 - 1] += 1 }\nreport a = seen[0], c = seen[2]");
    assert_eq!(law, [(vec![0, 5], 0.25), (vec![1, 5], 0.5), (vec![2, 5], 0.25)]);
    check(
        "table t = [0, 0]\nt[d3 - 1] += 1\nreport x = t[0]",
        &[("d3 - 1", "this can be 2, and the list has the places 0 to 1")],
    );
}

#[test]
fn keys_hold_lists() {
    let text = "key levels list = [1, 3, 6] in 0..20\nkey more optional list in 1..9\ntotal = 0
for level in levels { total += level }
report total, more_set = more is set, size = levels.size(), high = levels.count(x, x > 2), at = levels[1]";
    assert_eq!(exact(text), [(vec![10, 0, 3, 2, 3], 1.0)]);
}

#[test]
fn all_readers_agree() {
    let fight = text(
        "table blows = [0, 0]
for f in one { f.left = f.points }
rounds = 0
repeat 4 while all(f.left > 0 for f in one) {
    follow rounds: standing = any(f.left == 0 for f in one), left = sum(f.left for f in one) in 0..4
    rounds += 1
    for f in one { f.owed = 0 }
    for f in one {
        target = first(t for t in one where t != f && t.left > 0)
        hit = d4
        if target != 'nobody' && hit > 2 {
            target.owed += hit - 2
            blows[hit - 3] += 1
        }
    }
    for f in one { f.left = max(f.left - f.owed, 0) }
}
report rounds, light = blows[0], each one: left",
    );
    assert!(readers_agree(&fight, 3_000_000, 100_000).is_some_and(|outcomes| outcomes > 20));
}

#[test]
fn mistakes_have_their_place() {
    check(
        &text("for f in one { f.x = 1 }\nt = first(f for f in one where d2 == 1)\nreport y = t.x"),
        &[("t", "this can be nobody, where t = nobody")],
    );
    check(
        &text("for f in one { f.sides = 3 }\nreport y = 1"),
        &[("f.sides", "`f.sides` cannot be assigned: it is a key")],
    );
    check(&text("report y = sum(f.side for f in one)"), &[("f.side", "there is no value of a one `side`")]);
    check(&text("report y = sum(f.sides for f in ones)"), &[("ones", "there is no group `ones`")]);
    check(
        &text("report y = best(f.sides for f in one)"),
        &[("best(f.sides for f in one)", "`best` is no function of a group")],
    );
    check(&text("report y = first(f.sides for f in one)"), &[("f.sides", "`first` finds a member")]);
    check("group g in 0..2 { key a = 1 }\nreport y = 1", &[("0..2", "this is not a range of members")]);
    check(
        "group g in 1..2 { key name = 1 }\nreport y = 1",
        &[("name", "every member of a group has a name already")],
    );
}
