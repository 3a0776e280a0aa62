//! Faces with their counts.

use super::super::roll::NoDistribution;
use super::{exact, mean, readers_agree, rules, same};

/// Checks the distribution of the only metric of a program: its values with how many of `of` equally
/// likely outcomes give them.
#[track_caller]
fn check(text: &str, of: u64, expected: &[(i64, u64)]) {
    let found = exact(text);
    assert_eq!(
        found.iter().map(|(values, _)| values[0]).collect::<Vec<_>>(),
        expected.iter().map(|(value, _)| *value).collect::<Vec<_>>(),
        "{text}"
    );
    for ((values, p), (_, ways)) in found.iter().zip(expected) {
        let right = *ways as f64 / of as f64;
        assert!((p - right).abs() < 1e-12, "{text}\n{values:?} has {p} and not {right}");
    }
}

/// Three attackers against two defenders, and three against three, as published.
#[test]
fn dice_are_compared_in_order() {
    let risk = |attackers: u32, defenders: u32| {
        format!(
            "a = {attackers}d6\nb = {defenders}d6\nwins = 0\nahead = 0\nfor x, n, m in a, b from high {{\n\
             wins += clamp(ahead, 0, m)\nahead += n - m\n}}\nreport wins"
        )
    };
    check(&risk(3, 2), 7_776, &[(0, 2_275), (1, 2_611), (2, 2_890)]);
    check(&risk(3, 3), 46_656, &[(0, 17_871), (1, 12_348), (2, 10_017), (3, 6_420)]);
    readers_agree(&risk(3, 2), 100_000, 10_000).unwrap();
    let ten: [u64; 11] = [
        972_882_426_189_871,
        526_195_916_946_060,
        432_222_424_559_990,
        371_973_980_537_340,
        327_491_717_724_375,
        288_505_345_457_040,
        250_220_891_960_550,
        208_436_252_766_120,
        157_390_192_106_650,
        92_135_088_729_600,
        28_704_203_085_380,
    ];
    let ten: Vec<(i64, u64)> = (0..).zip(ten).collect();
    check(&risk(10, 10), 6_u64.pow(20), &ten);
}

/// Each danger die cancels an action die that shows the same.
#[test]
fn dice_cancel_each_other() {
    let neon_city = |dice: u32| {
        format!(
            "best = 0\nfor x, n, m in {dice}d6, {dice}d6 from high {{\nleft = max(n - m, 0)\n\
             if best == 0 && left > 0 {{ best = x == 6 ? 5 + left : x }}\n}}\nreport best"
        )
    };
    let six = [
        (0, 8_848_236),
        (1, 73_856_630),
        (2, 153_052_510),
        (3, 257_554_860),
        (4, 389_406_800),
        (5, 550_664_770),
        (6, 493_136_280),
        (7, 196_950_375),
        (8, 46_377_500),
        (9, 6_431_250),
        (10, 487_500),
        (11, 15_625),
    ];
    check(&neon_city(6), 6_u64.pow(12), &six);
    readers_agree(&neon_city(2), 100_000, 10_000).unwrap();
    let eleven = exact(&neon_city(11));
    for (value, p) in
        [(0, 0.000_914_977_515_178_028_9), (6, 0.194_245_002_252_312_8), (16, 3.709_732_025_541_522e-10)]
    {
        let found = eleven.iter().find(|(values, _)| values[0] == value).unwrap().1;
        assert!((found - p).abs() < 1e-12 * p.max(1e-3), "{value}: {found} and not {p}");
    }
}

/// The groups of equal dice among ten: all 42 ways to be grouped.
#[test]
fn groups_of_all_sizes_are_counted() {
    let text = "pairs = 0\nthrees = 0\nlarge = 0\nlargest = 0\nfor x, n in 10d10 {\n\
         pairs += n == 2\nthrees += n == 3\n\
         if n >= 4 { large += n\nlargest = max(largest, n) }\n}\nreport pairs, threes, large, largest";
    let groups = exact(text);
    assert_eq!(groups.len(), 42);
    for (values, ways) in [
        ([0, 0, 0, 0], 3_628_800.0),
        ([2, 2, 0, 0], 31_752_000.0),
        ([1, 1, 4, 4], 63_504_000.0),
        ([3, 0, 4, 4], 15_876_000.0),
        ([0, 0, 8, 4], 7_938_000.0),
        ([0, 0, 10, 10], 10.0),
    ] {
        let found = groups.iter().find(|(other, _)| other[..] == values).unwrap().1;
        assert!((found - ways / 1e10).abs() < 1e-12, "{values:?}: {found}");
    }
}

/// The means follow from how many dice show each number or more.
#[test]
fn many_highest_dice_are_added() {
    for (text, expected) in [
        ("report x = 100d100.highest(30)", 2_554.520_627_062_706_4),
        ("report x = 500d6.highest(250)", 1_245.541_919_305_831_2),
        ("report x = 500d6.sum() - 500d6.lowest(250)", 500.0 * 3.5 - (1_750.0 - 1_245.541_919_305_831_2)),
    ] {
        assert!((mean(text) - expected).abs() < 1e-8, "{text}: {}", mean(text));
    }
}

#[test]
fn a_face_is_counted_once() {
    let text = "pairs = 0\nfor x, n in 3d2 { pairs += n == 2 ? x : 0 }\nreport pairs";
    check(text, 8, &[(0, 2), (1, 3), (2, 3)]);
    readers_agree(text, 10_000, 10_000).unwrap();
}

#[test]
fn readers_agree_on_faces() {
    let agree = |text: &str| assert!(readers_agree(text, 200_000, 4_000).is_some(), "{text}");
    agree("r = 3d4\nbest = 0\nfor x, n in r from high { if best == 0 && n >= 2 { best = x } }\nreport best");
    // Other questions about the same dice, before and after, and a second loop.
    agree("r = 3d3\nm = r.max()\nt = 0\nfor x, n in r { t += n * n * x }\nreport t, m, s = r.sum()");
    agree(
        "r = 3d3\nt = 0\nfor x, n in r { t = 2 * t + n }\nfor x, n in r from high { t += n % 2 }\nreport t",
    );
    agree("r = 3d3\nt = 0\nfor k in [1, 2] { for x, n in r { t += n * x * k } }\nreport t");
    agree(
        "a = 2d3\nb = (d2)d4\nt = 0\nfor x, n, m in a, b from high { t = 2 * t + max(n - m, 0) }\nreport t",
    );
    agree("t = 0\nfor x, n, m in 2d3, 2d3.reroll(y, y == 1) { t += n > m ? x : 0 }\nreport t, x, n");
    agree(
        "def f(k) {\nt = k\nfor x, n in (k)d3 { if n == 1 { t += d2 * x } }\nreturn t\n}\nreport t = f(2) + f(d2)",
    );
    agree("t = 0\nrepeat 2 { for x, n in 2d3 { t = (3 * t + n * x) % 7 } }\nreport t");
    agree("r = 2d3\nt = 0\nfor x, n in r { t += r.count(y, y == x) == n ? x : 100 }\nreport t");
    agree("t = 0\nfor x, n in (d3 - 2)d4 { t += n }\nreport t");
    agree("die odd = [-1, -1, 0, 4]\nt = 0\nfor x, n in 3odd { t = 2 * t + n * x }\nreport t");
    agree("k = d2\nt = 0\nfor x, n in 2d3.reroll(y, y <= k) from low { t += n * n * x }\nreport t, k");
}

#[test]
fn many_questions_are_asked_about_one_roll() {
    let text = "r = 3d4\nreport a = r.nth(1), b = r.nth(2), c = r.nth(3), d = r.min(), e = r.highest(2), \
         f = r.lowest(2), g = r.most(), h = r.size(), i = r.count(x, x >= 3), j = r.sum(x, x * x), k = r.sum()";
    assert_eq!(readers_agree(text, 10_000, 10_000), Some(20));
    let counts = "r = 10d10\nsets = 0\nfor k in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] {\n\
         sets += r.count(x, x == k) >= 2\n}\nreport sets";
    // One die in each of ten faces, or none.
    let none = exact(counts)[0].1;
    assert!((none - 3_628_800.0 / 1e10).abs() < 1e-15, "{none}");
    let few = "n = d3\nr = (n)d3\nreport a = r.nth(n), b = r.nth(2), c = r.highest(n - 1), d = r.lowest(n - 1), \
         e = r.lowest(-1), f = r.highest(9), g = r.nth(9), h = r.most(), i = r.count(x, x == n), j = r.max()";
    readers_agree(few, 10_000, 10_000).unwrap();
}

#[test]
fn dice_that_are_rolled_on_very_often_take_too_many_steps() {
    let rules = rules("report sum = 1d20.explode(x, x >= 3)").unwrap();
    let law = |most: f64| rules.game().law(0, &[2], most);
    assert!(matches!(law(1e6), Err(NoDistribution::TooMuch)));
    let (_, steps) = law(2e9).unwrap();
    assert!(steps > 1e6, "{steps}");
}

#[test]
fn dice_are_written_in_line() {
    check("report x = d{1, 1, 2, 3}", 4, &[(1, 2), (2, 1), (3, 1)]);
    check("report x = 2d{1: 3, -2: 1}.sum()", 16, &[(-4, 1), (-1, 6), (2, 9)]);
    check("n = 2\nr = (n)d{0, 4}\nreport x = r.max() + d{10}", 4, &[(10, 1), (14, 3)]);
}

#[test]
fn dice_are_made_of_dice() {
    let agree = |text: &str| assert!(readers_agree(text, 200_000, 4_000).is_some(), "{text}");
    agree("die score = 3d2.highest(2)\nr = 2score\nreport a = r.max(), b = r.sum(), c = r.count(x, x > 2)");
    agree("key n = 2 in 1..3\ndie pool = (n)d3.max()\nt = 0\nfor x, c in 2pool { t += c * x * x }\nreport t");
    agree("die s = 2d2\nreport x = 2s.reroll(y, y == 2).sum()");
    agree(
        "die s = d2 * 2\ndie t = 2s - d3\nfor x, n, m in 2t, 2s from high { u = n > m ? x : 0 }\nreport u, v = t",
    );
    agree("def f(k) {\nr = (k)s\nreturn r.min()\n}\ndie s = d2 == 1 ? 5 : d3\nreport x = f(d2)");
    let scores = "die score = 4d6.highest(3)\nr = 6score\nreport best = r.nth(1), worst = r.nth(6)";
    let (mut best, mut worst) = (0.0, 0.0);
    for (values, p) in exact(scores) {
        best += values[0] as f64 * p;
        worst += values[1] as f64 * p;
    }
    assert!((best - 15.661886272448).abs() < 1e-9 && (worst - 8.504084500863).abs() < 1e-9, "{best} {worst}");
}

/// The two highest dice and the largest die besides them, as in Cortex.
#[test]
fn dice_of_several_kinds_are_one_roll() {
    let agree = |text: &str| assert!(readers_agree(text, 200_000, 4_000).is_some(), "{text}");
    agree(
        "r = 2d2 & d3 & d4\nreport a = r.highest(2), b = r.nth(3), c = r.lowest(3), d = r.most(), e = r.size(), f = r.count(x, x == 2), g = r.sum()",
    );
    agree("die s = 2d2\nk = d2\nreport x = ((k)d3.reroll(y, y == k) & s & 2d{-1, 5}).max(), k");
    agree("t = 0\nfor x, n, m in 2d2 & d4, d3 & d2 from high { t = 2 * t + n - m }\nreport t");
    agree("r = 2d2 & d3\nm = r.max()\nt = 0\nfor x, n in r { t += x * n * n }\nreport m, t");
    check("report x = (d2 & d4).max()", 8, &[(1, 1), (2, 3), (3, 2), (4, 2)]);
    check("report x = d2 & d4", 8, &[(2, 1), (3, 2), (4, 2), (5, 2), (6, 1)]);
}

/// With a name the dice are one roll, without one each kind is by itself.
#[test]
fn what_is_added_up_over_dice_of_several_kinds_is_the_same_in_one_roll() {
    const DICE: &str = "(n)d3 & (2d{0, 4}).reroll(x, x == 0) & 2s";
    for question in ["sum()", "count(x, x > n)", "sum(x, x * x - n)", "size()"] {
        let text = |rest: &str| format!("die s = [1, 1, 2]\nn = d3\n{rest}");
        let apart = text(&format!("report a = ({DICE}).{question}, n"));
        let one = text(&format!("r = {DICE}\nreport a = r.{question}, n"));
        let [apart, one] = [apart, one].map(|text| (exact(&text), text));
        same(&apart.1, &apart.0, &one.0);
        readers_agree(&apart.1, 200_000, 4_000).unwrap();
    }
    let many = "report a = (5d20 & 12d12 & 13d8 & 14d6 & 20d4 & 15d10).count(x, x >= 4)";
    let expected = 5.0 * 0.85 + 12.0 * 0.75 + 13.0 * 0.625 + 14.0 * 0.5 + 20.0 * 0.25 + 15.0 * 0.7;
    assert!((mean(many) - expected).abs() < 1e-9);
}

#[test]
fn what_changes_in_one_branch_is_not_known_where_dice_are_rolled_for_the_other() {
    // The dice are rolled before both branches, since the second one asks about them.
    let text = "g = d2\ns = 2d6\nif g == 1 { g += 1 } else { e = s.lowest(1) }\nreport z = s.nth(g), g";
    let changed = "`g` changes after the dice are rolled that are asked about it";
    super::errors::check(text, &[("s.nth(g)", changed)]);
    // In the other branch it has not changed.
    let other = "g = d2\ns = 2d6\nz = 0\nif g == 1 { g += 1 } else { z = s.nth(g) }\nreport z, g";
    readers_agree(other, 10_000, 5_000).unwrap();
    let low: f64 = exact(other).iter().filter(|(values, _)| values[0] == 1).map(|(_, weight)| weight).sum();
    assert!((low - 11.0 / 72.0).abs() < 1e-12, "{low}");
}
