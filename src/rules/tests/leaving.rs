//! Loops that are left by `stop` or `return`.

use super::{exact, readers_agree, rules, same};

#[test]
fn a_block_is_left_in_a_limited_number_of_places() {
    let text = |exits: usize| {
        let exit = "  if s == 1 { s = 2 } else if s == 3 { stop }\n";
        format!("s = 0\nrepeat 3 {{\n{}  s += 1\n}}\nreport s", exit.repeat(exits))
    };
    assert!(rules(&text(50)).is_ok());
    let Err(errors) = rules(&text(10_000)) else { panic!("it is too deep") };
    assert_eq!(errors[0].message, "this block is left in too many places");
}

/// A text, and one with the same results that leaves no loop early.
const ALIKE: [[&str; 2]; 20] = [
    [
        "s = 0\nrepeat 5 {\n  s += d6\n  if s > 12 { stop }\n}\nreport s",
        "s = 0\nrepeat 5 while s <= 12 { s += d6 }\nreport s",
    ],
    // What follows in the body is skipped, and the condition still counts.
    [
        "s = 0\nn = 0\nrepeat 4 while s < 9 {\n  x = d6\n  if x == 1 { stop }\n  s += x\n  n += 1\n}\nreport s, n",
        "s = 0\nn = 0\nx = 0\nrepeat 4 while s < 9 && x != 1 {\n  x = d6\n  if x > 1 {\n    s += x\n    n += 1\n  }\n}\nreport s, n",
    ],
    [
        "s = 0\nrepeat 3 {\n  x = d4\n  if x == 1 { s -= 1 } else if x == 2 { stop } else { s += x }\n  s += 10\n}\nreport s",
        "s = 0\nx = 0\nrepeat 3 while x != 2 {\n  x = d4\n  if x != 2 { s += 10 + (x == 1 ? -1 : x) }\n}\nreport s",
    ],
    // A loop over numbers, and one over the faces of a roll.
    [
        "s = 0\nfor k in [3, 2, 5] {\n  x = d6\n  if x < k { stop }\n  s += k\n}\nreport s",
        "s = 0\nis_on = true\nfor k in [3, 2, 5] {\n  if is_on { is_on = d6 >= k }\n  if is_on { s += k }\n}\nreport s",
    ],
    [
        "best = 0\nfor x, n in 4d6 from high {\n  if n >= 2 {\n    best = x\n    stop\n  }\n}\nreport best",
        "best = 0\nfor x, n in 4d6 from high {\n  if n >= 2 && best == 0 { best = x }\n}\nreport best",
    ],
    // The inner loop alone is left.
    [
        "s = 0\nrepeat 2 {\n  repeat 3 {\n    if d3 == 3 { stop }\n    s += 1\n  }\n  s += 10\n}\nreport s",
        "s = 0\nrepeat 2 {\n  is_on = true\n  repeat 3 while is_on {\n    is_on = d3 < 3\n    if is_on { s += 1 }\n  }\n  s += 10\n}\nreport s",
    ],
    [
        "def first() {\n  repeat 3 {\n    x = d6\n    if x > 3 { return x }\n  }\n  return 0\n}\nreport x = first() + first()",
        "def first() {\n  x = 0\n  repeat 3 while x <= 3 { x = d6 }\n  return x > 3 ? x : 0\n}\nreport x = first() + first()",
    ],
    // Two loops are left at once, and each in another way.
    [
        "def tries(n) {\n  lost = 0\n  repeat 2 {\n    repeat 2 {\n      x = d6\n      if x == 6 { return lost, 1 }\n      if x == 1 { stop }\n      lost += n\n    }\n    lost += 10\n  }\n  return lost, 0\n}\nlost, won = tries(2)\nreport lost, won",
        "def tries(n) {\n  lost = 0\n  won = 0\n  repeat 2 while won == 0 {\n    x = 0\n    repeat 2 while x != 1 && won == 0 {\n      x = d6\n      if x == 6 { won = 1 }\n      if x != 1 && x != 6 { lost += n }\n    }\n    if won == 0 { lost += 10 }\n  }\n  return lost, won\n}\nlost, won = tries(2)\nreport lost, won",
    ],
    [
        "def left(k) {\n  for face in [1, 2, 3] {\n    if d3 == face { return face }\n    k += 1\n  }\n  if k > 4 { return -1 }\n  return 9\n}\nreport x = left(d2)",
        "def left(k) {\n  found = 0\n  for face in [1, 2, 3] {\n    if found == 0 {\n      if d3 == face { found = face } else { k += 1 }\n    }\n  }\n  return found > 0 ? found : k > 4 ? -1 : 9\n}\nreport x = left(d2)",
    ],
    // One of three branches leaves.
    [
        "def f(a) {\n  b = 0\n  if a == 1 { b = 1 } else if a == 2 { return 100 } else { b = 3 }\n  b += 10\n  return b\n}\nreport x = f(d3)",
        "report x = d3.sum(x, x == 2 ? 100 : 10 + x)",
    ],
    [
        "def f(n) {\n  repeat 2 {\n    x = d4\n    if x == 1 { n += 1 } else if x == 2 { stop } else if x == 3 { return n }\n    n += 10\n  }\n  return -n\n}\nreport x = f(5)",
        "def f(n) {\n  is_on = true\n  is_returned = false\n  repeat 2 while is_on {\n    x = d4\n    if x == 1 { n += 1 }\n    if x == 3 { is_returned = true }\n    is_on = x == 1 || x == 4\n    if is_on { n += 10 }\n  }\n  return is_returned ? n : -n\n}\nreport x = f(5)",
    ],
    // What a loop counts is what it was when the loop was left.
    [
        "for i in 1..3 {\n  if d2 == 1 { stop }\n}\nreport i",
        "a = d2\nb = d2\nreport i = a == 1 ? 1 : b == 1 ? 2 : 3",
    ],
    [
        "for k in 1..3 {\n  if d2 == 1 {\n    k = 8\n    stop\n  }\n}\nreport k",
        "a = d2\nb = d2\nc = d2\nreport k = min(a, b, c) == 1 ? 8 : 3",
    ],
    [
        "def f() {\n  for i in [7, 2] {\n    if d3 == 1 { stop }\n  }\n  return i\n}\nreport i = f()",
        "report i = d3 == 1 ? 7 : 2",
    ],
    [
        "table t = [5, 6, 7]\nt[0] = 4\nfor x in t {\n  if d2 == 1 { stop }\n}\nreport x",
        "a = d2\nb = d2\nreport x = a == 1 ? 4 : b == 1 ? 6 : 7",
    ],
    ["for x, n in 2d6 {\n  if n > 0 { stop }\n}\nreport x, n", "r = 2d6\nreport x = r.min(), n = r.most()"],
    [
        "r = 3d4\nbest = 0\nfor k in [4, 3, 2] {\n  if r.count(x, x == k) >= 2 {\n    best = k\n    stop\n  }\n}\nreport best, k",
        "r = 3d4\nbest = 0\nfor k in [4, 3, 2] {\n  if r.count(x, x == k) >= 2 { best = k }\n}\nreport best, k = best == 0 ? 2 : best",
    ],
    // A branch in a branch leaves, and something follows both.
    [
        "def f(u) {\n  repeat 3 {\n    if u > 1 {\n      if u > 2 { stop }\n    }\n    u += 1\n  }\n  return u\n}\nreport x = f(d4 - 2)",
        "a = d4 - 2\nreport x = a < 0 ? 2 : 3",
    ],
    [
        "s = 0\nrepeat 2 {\n  if d6 > 2 {\n    a = 1\n    if d6 > 4 { stop }\n  } else { stop }\n  s += a\n}\nreport s",
        "a = d9\nb = d9\nreport s = a > 4 ? 0 : b > 4 ? 1 : 2",
    ],
    // `stop` may still be a name.
    ["stop = 3\nstop += d6\nreport x = stop", "report x = 3 + d6"],
];

#[test]
fn loops_may_be_left_early() {
    for [text, other] in ALIKE {
        same(text, &exact(text), &exact(other));
        readers_agree(text, 1_000_000, 20_000).unwrap_or_else(|| panic!("too many paths\n{text}"));
    }
}

#[test]
fn a_group_is_gone_through_up_to_the_first_who_fits() {
    let text = "group one in 3..3 { key need = 4 in 1..6 }\nn = 0\nfor o in one {\n  if d6 >= o.need { stop }\n  n += 1\n}\nreport n";
    let other = "n = 0\nrepeat 3 while n >= 0 {\n  if n < 3 { n = d6 >= 4 ? n - 9 : n + 1 }\n}\nreport n = n < 0 ? n + 9 : n";
    same(text, &exact(text), &exact(other));
}

#[test]
fn what_is_followed_may_stand_behind_a_stop() {
    let text = "n = 0\nrepeat 4 {\n  if d6 == 6 { stop }\n  n += 1\n  follow is_on = n < 2\n}\nreport n";
    readers_agree(text, 1_000_000, 20_000).unwrap();
}

#[test]
fn what_is_left_where_there_is_no_loop_or_never_reached_is_an_error() {
    let message = |text: &str| match rules(text) {
        Ok(_) => panic!("{text}"),
        Err(errors) => {
            assert_eq!(errors.len(), 1, "{text}\n{errors:?}");
            (text[errors[0].span.clone()].to_owned(), errors[0].message.clone())
        }
    };
    let no_loop = "there is no loop to stop here";
    let never = "this is never reached";
    let returned = "only definitions return something";
    let cases = [
        ("stop\nreport x = d6", "stop", no_loop),
        ("x = d6\nif x == 1 { stop }\nreport x", "stop", no_loop),
        ("def f(a) {\n  if a == 1 { stop }\n  return a\n}\nreport x = f(d6)", "stop", no_loop),
        ("x = 0\nrepeat 3 {\n  stop\n  x += d6\n}\nreport x", "x += d6", never),
        ("x = 0\nrepeat 3 {\n  if d6 == 1 { stop } else { stop }\n  x += 1\n}\nreport x", "x += 1", never),
        ("def f(a) {\n  return a\n  return 2\n}\nreport x = f(1)", "return 2", never),
        ("x = 0\nrepeat 3 { return x }\nreport x", "return x", returned),
        (
            "def f(a) {\n  repeat 3 {\n    if d6 == a { return 1 }\n  }\n}\nreport x = f(1)",
            "f",
            "this may return nothing",
        ),
    ];
    for (text, place, expected) in cases {
        assert_eq!(message(text), (place.to_owned(), expected.to_owned()), "{text}");
    }
}
