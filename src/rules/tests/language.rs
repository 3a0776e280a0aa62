//! The meaning of programs, against figures from other sources.

use std::slice;

use super::{exact, mean, readers_agree, rules, rules_with, same};
use crate::chance::{
    AnyProcedure, Budget, Isa, MetricKind, MetricSpec, NoLaw, Packing, Reader, Tally, streams,
};

#[track_caller]
fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

#[test]
fn dice_are_added() {
    near(mean("report x = 3d6"), 10.5);
    near(mean("key n = 3\nreport x = (n)d10 + d20"), 27.0);
    near(mean("die fate = [-1, -1, 0, 0, 1, 1]\nreport x = 4fate"), 0.0);
}

#[test]
fn rolls_answer_questions() {
    near(mean("report x = 12d6.count(x, x >= 5)"), 4.0);
    near(mean("report x = 2d6.max()"), 161.0 / 36.0);
    near(mean("report x = 2d6.min()"), 91.0 / 36.0);
    near(mean("report x = 4d6.highest(3)"), 15_869.0 / 1_296.0);
    near(mean("report x = 4d6.lowest(1)"), mean("report x = 4d6.nth(4)"));
    near(mean("report x = 2d6.most()"), 7.0 / 6.0);
    near(mean("report x = 3d6.nth(4)"), 0.0);
    near(mean("list s = [0, 5, 0, 1]\nreport x = 2d3.sum(x, s[x])"), 4.0);
    near(mean("report x = (-3)d6.size()"), 0.0);
}

#[test]
fn a_loop_whose_condition_rolls_ends_by_the_first_roll_that_says_so() {
    for rounds in 1..7 {
        let text = format!("v = 0\nrepeat {rounds} while d3 < 3 {{ v += 1 }}\nreport v");
        let chance = |value: i32| {
            let going_on = (2.0_f64 / 3.0).powi(value);
            if value == rounds { going_on } else { going_on / 3.0 }
        };
        let expected: Vec<(Vec<i64>, f64)> =
            (0..=rounds).map(|value| (vec![value.into()], chance(value))).collect();
        same(&text, &exact(&text), &expected);
        readers_agree(&text, 10_000, 10_000);
    }
}

/// What a number of dice can come to is not known from the least and the greatest number alone.
#[test]
fn the_number_of_dice_may_matter_twice() {
    let twice = "n = d3\nreport a = (n)d3.count(x, x > n), n";
    let expected = [([0, 1], 9), ([0, 2], 12), ([0, 3], 27), ([1, 1], 18), ([1, 2], 12), ([2, 2], 3)];
    same(twice, &exact(twice), &expected.map(|(values, weight)| (values.to_vec(), f64::from(weight) / 81.0)));
    readers_agree(twice, 1_000, 10_000).unwrap();
    readers_agree("n = d4\nreport a = (n)d4.reroll(x, x <= n).sum(x, x % n), n", 100_000, 10_000).unwrap();
    let cards = "deck d = [-5, -5, 10, 10]\nn = d4\nc = (n) of d\nreport a = c.sum(), b = c.nth(3), n";
    readers_agree(cards, 1_000, 10_000).unwrap();
    assert!(exact(cards).iter().any(|(values, _)| values[0] == -10), "two cards of -5");
}

#[test]
fn the_number_of_rounds_is_calculated() {
    for (rounds, expected) in [
        ("5 % 3", 2),
        ("-2 % 3", 1),
        ("n % 4", 3),
        ("s[5 % 3]", 4),
        ("max(-2 % 3, 0) + 7 / 2", 4),
        ("n > 6 ? n % 5 : 9", 2),
        ("-n % 4 - 9", 0),
    ] {
        let text = |n: &str| {
            format!("key n = 7 in 1..9\nlist s = [2, 3, 4]\nx = 0\nrepeat {n} {{ x += 1 }}\nreport x")
        };
        near(mean(&text(rounds)), f64::from(expected));
        near(mean(&text(&format!("{rounds} while x < 5"))), f64::from(expected.min(5)));
        readers_agree(&text(rounds), 10, 100).unwrap();
    }
}

/// A range is what a variable can be, whatever its growth was in the rounds before.
#[test]
fn what_grows_faster_later_is_not_cut_off() {
    let ladder = "x = 0\nrepeat 8 {\n x += d2\n if x == 9 { x = 14 }\n}\nreport x";
    readers_agree(ladder, 1_000, 10_000).expect("it has 256 paths");
    assert!(exact(ladder).iter().any(|(values, _)| values[0] == 20), "14 after 5 rounds, and 3 times 2");
    let chain = "z = 0\ny = 0\nx = 0\nw = 0\nrepeat 20 {\n w += x\n x += y\n y = z > 10 ? 1 : 0\n \
                 z += 1\n}\nv = w + d2\nreport v, x";
    assert_eq!(exact(chain), [(vec![29, 8], 0.5), (vec![30, 8], 0.5)]);
}

/// What only adds up is foreseen after two rounds, and nothing else is.
#[test]
fn ranges_of_sums_are_as_narrow_as_if_all_rounds_were_followed() {
    let ranges = |text: &str| {
        let rules = rules(text).unwrap();
        let range = |metric: &MetricSpec| match metric.kind {
            MetricKind::Integer { min, max, .. } => (min, max),
            _ => unreachable!("it is a number"),
        };
        rules.metrics().iter().map(range).collect::<Vec<_>>()
    };
    let fight =
        "n = 0\nhits = 0\nmost = 0\nhp = 30\nrepeat 40 while hp > 0 {\n n += 1\n blow = d6\n hits += blow
 most = min(most + blow, 50)\n if n > 3 { hp -= blow }\n}\nreport n, hits, most, hp";
    assert_eq!(ranges(fight), [(0, 40), (0, 240), (0, 50), (-5, 30)]);
    // A sum of the counter grows faster and faster, and what jumps decides itself.
    let sums = "n = 0\nsum = 0\nx = 0\nrepeat 20 {\n n += 1\n sum += n\n x += 1\n if x == 7 { x = 20 }\n}\nreport n, sum, x";
    assert_eq!(ranges(sums), [(0, 20), (0, 210), (0, 33)]);
    let jumps = sums.replace("x += 1", "x += d2 - 1");
    assert_eq!(ranges(&jumps)[2], (0, 33));
    // What follows another late is not overlooked.
    let late = "n = 0\nx = 0\ny = 0\nrepeat 30 while n < 30 {\n n += 1\n x += d3\n y = max(y, x - 40)\n}\nreport x, y";
    assert_eq!(ranges(late), [(0, 90), (0, 50)]);
    let without_counter = late.replace("n = 0\n", "").replace(" while n < 30", "").replace(" n += 1\n", "");
    assert_eq!(ranges(&without_counter), [(0, 90), (0, 50)]);
    // Two that grow by each other.
    let both = "a = 1\nb = 1\nrepeat 12 { a += b\n b += a }\nreport a, b";
    assert_eq!(ranges(both), [(1, 75_025), (1, 121_393)]);
}

#[test]
fn the_place_of_a_table_is_rolled_once() {
    let text = "table hits = [5, 0]\nhits[d2 - 1] += 1\nhits[d2 - 1] -= 2\nreport a = hits[0], b = hits[1]";
    let expected = [([3, 1], 0.25), ([4, 0], 0.25), ([5, -1], 0.25), ([6, -2], 0.25)];
    same(text, &exact(text), &expected.map(|(values, chance)| (values.to_vec(), chance)));
    readers_agree(text, 1_000, 10_000);
}

#[test]
fn questions_about_one_roll_are_answered_together() {
    let law = exact("r = 2d2\nreport high = r.max(), low = r.min(), ones = r.count(x, x == 1)");
    let expected = vec![(vec![1, 1, 2], 0.25), (vec![2, 1, 1], 0.5), (vec![2, 2, 0], 0.25)];
    assert_eq!(law, expected);
}

#[test]
fn dice_are_rolled_again_and_on() {
    near(mean("report x = d6.reroll(x, x == 1)"), 3.5 + 2.5 / 6.0);
    // 1 or 2, then 1, and then 1 again.
    near(mean("report x = d6.reroll(x, x < 3).reroll(x, x < 2) == 1"), 1.0 / 3.0 / 36.0);
    near(mean("report x = d6.explode(6)"), 4.2);
    near(mean("report x = d6.compound()"), 4.2);
    near(mean("report x = 5d10.explode(10).count(x, x >= 8)"), 5.0 / 3.0);
    near(mean("report x = 2d6.compound().max() - 2d6.compound().max()"), 0.0);
}

#[test]
fn the_number_of_sides_may_be_a_value() {
    near(mean("key n = 8\nreport x = d(n)"), 4.5);
    near(mean("key n = 8\nreport x = 3d(n / 2).max() + d(6)"), mean("report x = 3d4.max() + d6"));
    // A die with as many sides as another one shows.
    near(mean("report x = d(d6)"), (1..=6).map(|sides| f64::from(sides + 1) / 2.0).sum::<f64>() / 6.0);
    let alike = [
        ("3d(n).highest(2)", "3d4.highest(2)", "3d6.highest(2)"),
        ("d(n).explode()", "d4.explode()", "d6.explode()"),
        ("2d(n).compound(n, 2).max()", "2d4.compound(4, 2).max()", "2d6.compound(6, 2).max()"),
        (
            "4d(n).reroll(x, x == 1).count(x, x >= n - 1)",
            "4d4.reroll(x, x == 1).count(x, x >= 3)",
            "4d6.reroll(x, x == 1).count(x, x >= 5)",
        ),
    ];
    for (sized, four, six) in alike {
        let text = format!("n = d2 == 1 ? 4 : 6\nreport x = {sized}, n");
        let written = format!("n = d2 == 1 ? 4 : 6\nreport x = n == 4 ? {four} : {six}, n");
        same(&text, &exact(&text), &exact(&written));
        if !sized.contains("explode()") {
            readers_agree(&text, 200_000, 10_000).unwrap();
        }
    }
    // It is called, if the text defines it.
    near(mean("def d(n) { return n }\nreport x = d(8)"), 8.0);
}

#[test]
fn dice_are_rolled_on_for_some_faces_and_so_often() {
    near(mean("report x = d6.explode(6, 2)"), 3.5 * (1.0 + 1.0 / 6.0 + 1.0 / 36.0));
    near(mean("report x = d6.compound(6, 1)"), 3.5 * (1.0 + 1.0 / 6.0));
    near(mean("report x = 5d10.explode(x, x >= 8).count(x, x >= 8)"), 5.0 * 0.3 / 0.7);
    near(mean("report x = d6.explode(x, x > 0, 3)"), 4.0 * 3.5);
    // The last of them stays, whatever it shows.
    let alike = [
        ("d6.compound(x, x >= 5, 1)", "a = d6\nif a >= 5 { a += d6 }"),
        (
            "2d6.compound(6, 2).max()",
            "def one() {\n a = d6\n b = a == 6 ? d6 : 0\n return a + b + (b == 6 ? d6 : 0)\n}\na = max(one(), one())",
        ),
        (
            "2d6.explode(x, x == 1 || x == 6, 1).count(x, x > 2)",
            "def one() {\n a = d6\n b = a == 1 || a == 6 ? d6 : 0\n return (a > 2 ? 1 : 0) + (b > 2 ? 1 : 0)\n}\na = one() + one()",
        ),
    ];
    for (roll, played) in alike {
        let (a, b) = (exact(&format!("report x = {roll}")), exact(&format!("{played}\nreport x = a")));
        same(roll, &a, &b);
        readers_agree(&format!("report x = {roll}"), 100_000, 10_000).unwrap();
    }
    let text = "t = 0\nfor x, n in 3d6.compound(x, x >= 5, 1) { t += x * n }\nreport t";
    near(mean(text), 3.0 * (3.5 + 3.5 / 3.0));
}

#[test]
fn divisions_round_down() {
    let law = exact("report a = -7 / 2, b = -7 % 2, c = 7 / -2, d = 7 % -2");
    assert_eq!(law, vec![(vec![-4, 1, -4, -1], 1.0)]);
}

#[test]
fn a_roll_is_made_where_it_is_first_asked_about() {
    // The number of dice is that of the line that gives the roll its name.
    near(mean("n = 2\nr = (n)d6\nn = 100\nreport x = r.sum()"), 7.0);
    near(mean("r = 2d6\ntn = 5\nreport x = r.count(x, x >= tn)"), 2.0 / 3.0);
}

#[test]
fn what_a_round_assigns_is_known_behind_a_loop_that_is_always_played() {
    let (one, two) = (exact("report x = d6"), exact("report x = d2"));
    let alike = [
        ("repeat 3 { x = d6 }\nreport x", &one),
        ("def last() {\n repeat 2 { x = d6 }\n return x\n}\nreport x = last()", &one),
        ("repeat 2 {\n repeat 3 { y = d6 }\n x = y\n}\nreport x", &one),
        ("a = d2\nif a > 1 {\n repeat 2 { x = a }\n} else { x = 1 }\nreport x", &two),
        ("a = d2\nrepeat 2 { table t = [1, 2] }\nreport x = t[a - 1]", &two),
    ];
    for (text, expected) in alike {
        same(text, &exact(text), expected);
        readers_agree(text, 100_000, 10_000).unwrap();
    }
    near(mean("labels x = 'a' | 'b'\nrepeat 3 { x = d3 > 2 ? 'b' : 'a' }\nreport y = x == 'b'"), 1.0 / 3.0);
}

#[test]
fn loops_end() {
    near(mean("n = 0\nrepeat while d6 != 6 { n += 1 }\nreport x = n"), 5.0);
    near(mean("n = 0\nrepeat 3 { n += d6 }\nreport x = n"), 10.5);
    near(mean("n = 0\nm = d3\nrepeat m { n += 1 }\nreport x = n"), 2.0);
    near(mean("n = 0\nfor i in [1, 2, 4] { n += i }\nreport x = n"), 7.0);
}

#[test]
fn dice_are_asked_about_each_entry_of_a_list() {
    let same = |text: &str, other: &str| {
        let (law, other) = (exact(text), exact(other));
        assert_eq!(law.len(), other.len(), "{text}");
        for (one, other) in law.iter().zip(&other) {
            assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-12, "{text}: {one:?}, {other:?}");
        }
    };
    same(
        "p = 3d6\nn = 0\nfor k in [2, 4, 6, 4] { n += p.count(x, x == k) }\nreport n",
        "p = 3d6\nreport n = p.count(x, x % 2 == 0) + p.count(x, x == 4)",
    );
    same(
        "list l = [1, 3]\np = 3d4\nn = 0\nfor i in [0, 1] { n = n * 10 + p.nth(l[i]) }\nreport n",
        "p = 3d4\nreport n = 10 * p.max() + p.min()",
    );
    same(
        "p = 2d6\nn = 0\nfor i in [1, 2] { for j in [2, 3] { n = n * 3 + p.count(x, x == i * j) } }\nreport n",
        "p = 2d6\ndef c(a, b, c, d) { return a * 27 + b * 9 + c * 3 + d }\n\
         report n = c(p.count(x, x == 2), p.count(x, x == 3), p.count(x, x == 4), p.count(x, x == 6))",
    );
    let pairs = "p = 3d6\npairs = 0\nfor k in [1, 2, 3, 4, 5, 6] { if p.count(x, x == k) == 2 { pairs += 1 } }\nreport pairs";
    near(mean(pairs), 90.0 / 216.0);
    assert!(readers_agree(pairs, 30_000, 4_000).is_some());
}

#[test]
fn what_a_round_overwrites_is_forgotten() {
    for body in ["x = d6", "x = 2d6", "y = d6\nx = y", "x = d6\ny = d4"] {
        let text = format!("x = 0\ny = 0\nrepeat 12 {{\n{body}\n}}\nreport x");
        let rules = rules(&text).unwrap();
        let packing = Packing::all(rules.metrics()).unwrap();
        let cells = rules.enumerate(&packing, Budget::new(10_000)).expect(&text);
        near(cells.cells.iter().map(|(_, weight)| weight).sum(), 1.0);
    }
}

#[test]
fn definitions_return_early() {
    let text = "def f(a) {\n if a > 1 { return a }\n b = d2\n return 10 * b\n}\nreport x = f(d2)";
    let law = exact(text);
    assert_eq!(law, vec![(vec![2], 0.5), (vec![10], 0.25), (vec![20], 0.25)]);
}

#[test]
fn labels_and_truth_values_are_reported() {
    let text = "labels result = 'miss' | 'hit' | 'critical'\nface = d20\n\
        result = face == 20 ? 'critical' : face >= 11 ? 'hit' : 'miss'\n\
        report result, good = result != 'miss'";
    let law = exact(text);
    let expected = [(vec![0, 0], 0.5), (vec![1, 1], 0.45), (vec![2, 1], 0.05)];
    for ((values, p), (expected, q)) in law.iter().zip(&expected) {
        assert_eq!(values, expected);
        near(*p, *q);
    }
}

#[test]
fn a_reported_number_is_the_place_of_a_label() {
    let text = "labels degree = 'bad' | 'fair' | 'good'\ndegree = d2 - 1\nif d4 == 4 { degree = 2 }\n\
                report degree, is_good = degree == 2";
    let law = [(vec![0, 0], 0.375), (vec![1, 0], 0.375), (vec![2, 1], 0.25)];
    same(text, &exact(text), &law);
    assert!(matches!(rules(text).unwrap().metrics()[0].kind, MetricKind::Label(_)));
    readers_agree(text, 100, 10_000);
}

#[test]
fn lists_may_name_the_first_and_the_last_of_several_numbers() {
    near(mean("list a = [7, -1..2, 9]\nreport x = a.sum() + 100 * a.size()"), 618.0);
    near(mean("report x = d6 in [1, 3..5]"), 4.0 / 6.0);
    near(mean("x = 0\nfor k in [2..4] { x = 10 * x + k }\nreport x"), 234.0);
}

#[test]
fn a_branch_may_change_its_condition() {
    let text =
        "is_first = d2 == 1\nx = 0\nif is_first { is_first = false } else { x = d3 }\nreport x, is_first";
    assert_eq!(readers_agree(text, 100, 10_000), Some(4));
}

#[test]
fn risk_is_known_from_elsewhere() {
    // Three dice against two: D. B. Tan (1997), Mathematics Magazine 70, 349-357, and J. A.
    // Osborne (2003), Mathematics Magazine 76, 129-135.
    let text =
        "a = 3d6\nd = 2d6\nlost = (a.nth(1) > d.nth(1) ? 0 : 1) + (a.nth(2) > d.nth(2) ? 0 : 1)\nreport lost";
    for ((_, p), expected) in exact(text).iter().zip([2_890.0, 2_611.0, 2_275.0]) {
        near(*p, expected / 7_776.0);
    }
}

#[test]
fn readers_agree_on_a_duel() {
    let text = "def attack(bonus, ac, dice) {\n face = d6\n crit = face == 6\n\
        hit = crit || face > 1 && face + bonus >= ac\n\
        n = hit ? (crit ? 2 * dice : dice) : 0\n return hit ? 1 + (n)d2 : 0\n}\n\
        hero = 4\nfoe = 5\nrounds = 0\nrepeat 3 while hero > 0 && foe > 0 {\n rounds += 1\n foe -= attack(2, 5, 1)\n\
        if foe > 0 { hero -= attack(1, 5, 1) }\n}\nreport rounds, won = foe <= 0, left = max(hero, 0)";
    assert!(readers_agree(text, 1_000_000, 100_000).is_some());
}

#[test]
fn dice_of_which_nothing_is_asked_are_a_number() {
    near(mean("n = 0\nif d2 == 1 { n = d6 }\nreport n"), 1.75);
    near(mean("n = d6\nif n < 4 {\nn = d6\n}\nreport n"), 4.25);
    near(mean("n = d6\nif n < 4 { n += d6 }\nreport n"), 5.25);
}

/// Whether the only metric of a program is open: values above the greatest one in its range are possible.
#[track_caller]
fn is_open(text: &str) -> bool {
    let rules = rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    matches!(rules.metrics()[0].kind, MetricKind::Integer { open: true, .. })
}

#[test]
fn metrics_are_open_where_open_ended_dice_are_cut() {
    let open = [
        "report x = d6.explode(6)",
        "report x = 3d6.compound().max()",
        "report x = 5d10.explode(10).count(x, x >= 8)",
        "def f(n) { return (n)d6.compound().sum() }\nx = 0\nrepeat 3 { x += f(2) }\nreport x = 2 * x - 4",
        "report x = max(d6.compound(), 8)",
        "die push = d6.explode(6).count(x, x >= 5)\nreport x = 3push",
        "die far = 2d6.compound().sum()\nreport x = 3far.max()",
        "report x = d6.compound(x, x >= 5)",
        "report x = -(d6.compound(1).sum() / -2)",
        "die odd = [-1, -3]\nreport x = -2odd.compound(-1).sum()",
        "n = d6\nm = d20\nk = d20\nreport x = (n)d10.reroll(x, x > m + k).compound().max()",
    ];
    for text in open {
        assert!(is_open(text), "{text}");
    }
    let closed = [
        "report x = 3d6",
        "die score = 4d6.highest(3)\nreport x = 6score",
        "die near = min(d6.compound(), 8)\nreport x = 3near",
        "report x = min(d6.explode(6), 20)",
        "report x = d6.explode(6) > 3",
        "report x = 3 - d6.compound()",
        "report x = 4d6.compound().size()",
        "report x = 4d6.compound().count(x, x > 4)",
        "report x = d6.explode(7)",
        "report x = 3d6.compound(6, 2)",
        "report x = 3d6.explode(x, x >= 5, 2)",
        "a = d6.compound()\nif a > 9 { a = 9 }\nreport x = a",
        "open = d6.explode()\nreport x = open % 3",
    ];
    for text in closed {
        assert!(!is_open(text), "{text}");
    }
}

#[test]
fn open_ended_dice_that_nobody_knows_reach_as_far_as_any() {
    // The rerolls read so many combinations of values that ranges are not found by trying them.
    let before = "die odd = [1, 6, 6, 6]\nm = d20\nk = d20\n";
    // Of the sum, no more is kept than of a die.
    for (roll, cut) in
        [("compound(6).max()", 6 * 145 + 1..=6 * 145 + 1), ("explode(6).sum()", 6 * 140..=6 * 145 + 1)]
    {
        let text = format!("{before}report x = odd.reroll(x, x > m + k).{roll}");
        let law = exact(&text);
        let most = law.iter().map(|(values, _)| values[0]).max();
        assert!(most.is_some_and(|most| cut.contains(&most)), "{text}\n{most:?}");
        // Three of four faces are rolled on. If m + k is between 2 and 5, a 6 is also rerolled once.
        let p = 10.0 / 400.0;
        let further = |p: f64| p / (1.0 - p);
        let expected = 1.0 + 6.0 * (p * further(0.75 * 0.75) + (1.0 - p) * further(0.75));
        near(mean(&text), expected);
    }
}

#[test]
fn rounds_are_followed_that_are_too_many_for_a_column() {
    // Columns have 8 bits, and trials are restarted in the second loop, which takes longer.
    let longer = "y = (y + x) % 7\n".repeat(40);
    let text = format!(
        "x = d12 - 1\ny = 0\nrepeat 200 {{\nfollow place = x in 0..11\nx = (x + 1) % 12\n}}\n\
         repeat 3 {{\n{longer}}}\nreport x, y"
    );
    readers_agree(&text, 1_000, 10_000).unwrap();
}

#[test]
fn what_is_followed_is_known_after_each_round() {
    let text = "labels state = 'well' | 'hurt' | 'down'
key rounds = 3 in 0..9
boxes = 0
repeat rounds while boxes < 2 {
    follow state = boxes == 0 ? 'well' : boxes == 1 ? 'hurt' : 'down'
    if d2 == 1 { boxes += 1 }
    follow stands = boxes < 2
}
report boxes";
    readers_agree(text, 1_000, 10_000).unwrap();
    let rules = rules(text).unwrap();
    let packing = Packing::new(rules.metrics(), |_| false).unwrap().with_indicators();
    let indicators = rules.enumerate(&packing, Budget::new(1_000)).unwrap().indicators;
    let shares: Vec<_> = rules.game().followed.iter().map(|one| one.shares(&indicators).unwrap()).collect();
    // Whoever is down stays down, and the shares of a round add up to 1.
    assert_eq!(shares[0], [[0.5, 0.5, 0.0], [0.25, 0.5, 0.25], [0.125, 0.375, 0.5]]);
    assert_eq!(shares[1], [[0.0, 1.0], [0.25, 0.75], [0.5, 0.5]]);
    // If indicators are not requested, none are counted.
    let packing = Packing::all(rules.metrics()).unwrap();
    assert!(rules.enumerate(&packing, Budget::new(1_000)).unwrap().indicators.is_empty());
    assert!(
        rules_with(text, &[("rounds", 0)]).unwrap().game().followed[0]
            .shares(&[1.0, 0.0, 0.0])
            .unwrap()
            .is_empty()
    );
}

/// The roll asks about a varying number of dice. Its exact distribution takes too long to compute, so
/// it is sampled die by die.
#[test]
fn rolls_that_take_too_long_to_be_known_are_rolled() {
    let text =
        "k = 150 * d2\nr = 300d20\ntop = r.highest(k)\nall = r.sum()\nreport top, all, is_all = top == all";
    let rules = rules(text).unwrap();
    let packing = Packing::all(rules.metrics()).unwrap();
    assert!(matches!(rules.enumerate(&packing, Budget::new(10_000_000)), Err(NoLaw::TooLarge(_))));
    // Without varying arguments as well.
    let rolled = super::rules("r = 500d1000\ns = 500d6\nreport most = s.most(), sum = r").unwrap();
    let all = Packing::all(rolled.metrics()).unwrap();
    assert!(matches!(rolled.enumerate(&all, Budget::new(10_000_000)), Err(NoLaw::TooLarge(_))));
    let mut values = Vec::new();
    let mut tally = Tally::new(&all);
    rolled.sample(Reader::Columns(Isa::SCALAR), &all, streams(1).next().unwrap(), 100, &mut tally);
    for (key, _) in tally.into_sorted() {
        all.unpack(key, &mut values);
        assert!((84..130).contains(&values[0]) && (210_000..290_000).contains(&values[1]), "{values:?}");
    }
    let trials = 4_096;
    let mut tally = Tally::new(&packing);
    rules.sample(Reader::Columns(Isa::SCALAR), &packing, streams(1).next().unwrap(), trials, &mut tally);
    let (mut values, mut means) = (Vec::new(), [0.0; 3]);
    for (key, count) in tally.into_sorted() {
        packing.unpack(key, &mut values);
        means.iter_mut().zip(&values).for_each(|(mean, value)| *mean += (*value * count as i64) as f64);
    }
    let [top, all, is_all] = means.map(|sum| sum / trials as f64);
    // The sum of 300 dice has a standard deviation of 100, and the mean of 4,096 such sums one of 1.6.
    assert!((all - 3150.0).abs() < 8.0 && (is_all - 0.5).abs() < 0.04, "{all} {is_all}");
    // The higher half of the dice has a mean of about 15.5 for each die.
    assert!((top - (3150.0 + 150.0 * 15.5) / 2.0).abs() < 40.0, "{top}");
}

/// Two rolls of five dice have too many outcomes for an exact distribution of the definition, and one
/// trial in 8,000 makes them. The samples of a block must not depend on what other blocks looked up or
/// played out before.
#[test]
fn blocks_are_the_same_after_any_others() {
    let text = "def two(n) {\n  a = (n)d100\n  b = (n)d100\n  return a * 1000 + b\n}\n\
                n = 3d20 == 60 ? 5 : 1\nx = two(n)\nreport n, x";
    let block = |before: &[usize]| {
        let rules = rules(text).unwrap();
        let packing = Packing::all(rules.metrics()).unwrap();
        let resolutions = rules.resolutions(Reader::Columns(Isa::SCALAR), slice::from_ref(&packing), 1 << 18);
        let sampled = |block: usize| {
            let mut tally = Tally::new(&packing);
            resolutions.sample(streams(1).nth(block).unwrap(), 1 << 16, &mut tally);
            tally.into_sorted()
        };
        before.iter().for_each(|&block| drop(sampled(block)));
        (sampled(2), packing)
    };
    let (counts, packing) = block(&[]);
    assert_eq!(counts, block(&[0, 1]).0);
    let mut values = Vec::new();
    let played = counts.iter().filter(|(key, _)| {
        packing.unpack(*key, &mut values);
        values[0] == 5
    });
    assert!((1..40).contains(&played.count()));
}

/// A loop, whose rounds are remembered, and rounds that are written out come to the same.
#[test]
fn remembered_rounds_are_like_written_ones() {
    let round = "if a < 9 && b > 0 {
        n += 1
        lost += b
        a = min(a + d3, 9)
        if a % 2 == 0 { b -= d2 - 1 } else { lost -= a }
    }\n";
    let start = "a = d4\nb = 3\nn = 0\nlost = 7\nkept = d3\n";
    let report = "report a, b, n, lost, kept";
    let written = exact(&format!("{start}{}{report}", round.repeat(6)));
    let looped = round.replacen("if", "repeat 6 while", 1);
    same(&looped, &written, &exact(&format!("{start}{looped}{report}")));
    // Twice, in a loop around it.
    let again = "a = 1\nb = 2\n";
    let twice = format!("{start}{}{again}{}{report}", round.repeat(6), round.repeat(6));
    let outer = format!("{start}k = 0\nrepeat 2 {{\n{looped}if k == 0 {{\n{again}}}\nk += 1\n}}\n{report}");
    same(&outer, &exact(&twice), &exact(&outer));
}

/// A loop that takes long is explored, and played out over its states.
#[test]
fn the_number_of_a_round_makes_few_states_if_it_is_only_compared() {
    let text = |before: &str, is_later: &str, behind: &str| {
        format!(
            "x = 0\nround = 0\nis_later = false\nrepeat 60 while x < 40 {{\n{before}\n\
             x = clamp(x + ({is_later} ? d4 - 2 : 2d2), 0, 50)\n{behind}\n}}\nreport x"
        )
    };
    let visited = |text: &str| {
        let rules = rules(text).unwrap();
        rules.enumerate(&Packing::all(rules.metrics()).unwrap(), Budget::new(10_000_000)).unwrap().visited
    };
    let by_switch = text("", "is_later", "is_later = true");
    let law = exact(&by_switch);
    for by_number in [
        text("round += 1", "round > 1", ""),
        text("round = 1 + round", "1 != round", ""),
        text("", "round >= 1", "if x >= 0 { round += d3 }"),
        text("round += 1", "round > 1", "if x < 0 { round = 0 }"),
    ] {
        same(&by_number, &exact(&by_number), &law);
        assert!(visited(&by_number) < 3 * visited(&by_switch), "{by_number}");
        readers_agree(&by_number, 1_000, 20_000);
    }
    // It is reported, too; it is read otherwise; it becomes less.
    for (before, is_later, behind) in [
        ("round += 1", "round > 3", "if x == 7 { round = 0 }"),
        ("round += 1", "round > 2 && round % 2 == 0", ""),
        ("round += d3 - 2", "round > 1", ""),
        ("round += 1\nif round == 5 { x = 0 }", "round > 1", ""),
    ] {
        let text = text(before, is_later, behind).replace("repeat 60", "repeat 5") + ", round";
        assert!(readers_agree(&text, 10_000_000, 20_000).is_some(), "{text}");
    }
}

#[test]
fn long_loops_are_played_out() {
    // A random walk from the middle, with a step to either side: it takes 25 rounds on average.
    let walk =
        "x = 5\nrepeat while x in [1, 2, 3, 4, 5, 6, 7, 8, 9] { x += 2 * d2 - 3 }\nreport won = x == 10";
    let law = exact(walk);
    assert!((law[0].1 - 0.5).abs() < 1e-12 && (law[1].1 - 0.5).abs() < 1e-12, "{law:?}");
    // The rounds themselves are still counted one by one.
    let counted = walk.replace("{ x += 2", "{ n += 1\nx += 2").replace("x = 5", "x = 5\nn = 0");
    let mean = mean(&counted.replace("report won = x == 10", "report n"));
    assert!((mean - 25.0).abs() < 1e-9, "{mean}");
}

/// Definitions without dice, in each other, with conditions and loops, and with results that are not needed.
#[test]
fn a_definition_without_dice_is_computed() {
    let text = "list steps = [2, 5, 9, 14]\n\
                def level(damage, most) {\n found = 0\n for k in 0..3 { if damage >= steps[k] { found = k + 1 } }\n \
                return min(found, most), found > most\n}\n\
                def wound(damage, armor) {\n lost, is_over = level(max(damage - armor, 0), 3)\n \
                return is_over ? 4 : lost\n}\n\
                a = 0\nb = 0\nrepeat 3 while a < 6 {\n hit = 3d6\n a = min(a + wound(hit, a), 6)\n \
                if hit > 11 { b += wound(hit + d2, 4) }\n}\n\
                report a, b";
    assert!(readers_agree(text, 10_000_000, 20_000).is_some());
}

#[test]
fn a_loop_counts_to_a_key_or_a_value_as_to_a_number() {
    for body in [
        "s += d4 * k",
        "if d2 == 1 { stop }\n  s += k",
        "if d2 == 1 {\n    k = 8\n    stop\n  }\n  s += k",
        "t[k] += d2\n  s += t[k - 1]",
        "k += 5\n  s += k + d2",
        "for j in 1..k {\n    if d2 == 1 { stop }\n    s += j\n  }",
    ] {
        let counting = |before: &str, ends: &str| {
            format!(
                "{before}\ns = 0\ntable t = [0, 0, 0, 0] in 0..9\nfor k in {ends} {{\n  {body}\n}}\nreport s, k"
            )
        };
        let known = exact(&counting("", "1..3"));
        for [before, ends] in [["key n = 3 in 0..9", "1..n"], ["n = 3", "n - 2..n"]] {
            let text = counting(before, ends);
            same(&text, &exact(&text), &known);
            assert!(readers_agree(&text, 100_000, 2_000).is_some(), "{text}");
        }
    }
    let rolled = "n = d3\ns = 0\nfor k in 1..n { s += k }\nreport s, k";
    same(rolled, &exact(rolled), &exact("n = d3\nreport s = n * (n + 1) / 2, k = n"));
    let none = "key n = 0 in 0..9\ns = 0\nfor k in 1..n { s += k }\nreport s, k";
    same(none, &exact(none), &[(vec![0, 0], 1.0)]);
    // What ends the count is rolled once.
    let once = "s = 0\nfor k in d2..2 + d2 { s += 1 }\nreport s";
    same(once, &exact(once), &exact("report s = 3 + d2 - d2"));
}
