//! Random programs with large numbers: each is compared with sums and products of big integers.

use std::collections::BTreeMap;
use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::program::GREATEST;
use super::errors::check;
use super::{exact, readers_agree, rules};
use crate::chance::{AnyProcedure, Budget, NoLaw, Packing, Resource};

/// An expression of a program, and how it is calculated with big integers.
enum Big {
    Number(i128),
    /// A variable, by its place in `NAMES`.
    Name(usize),
    Of(&'static str, Box<Big>, Box<Big>),
    If(Box<[Big; 4]>),
}

const NAMES: [&str; 4] = ["a", "b", "c", "x"];

/// What a variable is worth here; the face of a die comes last.
type Values = [i128; NAMES.len()];

/// The engine cannot hold a number, or divides by 0.
#[derive(Debug)]
struct Fault;

fn held(value: i128) -> Result<i128, Fault> {
    if value.abs() <= GREATEST.into() { Ok(value) } else { Err(Fault) }
}

impl Big {
    fn value(&self, values: &Values) -> Result<i128, Fault> {
        match self {
            Big::Number(number) => Ok(*number),
            Big::Name(name) => Ok(values[*name]),
            Big::If(parts) => {
                let [a, b, yes, no] = &**parts;
                if a.value(values)? < b.value(values)? { yes } else { no }.value(values)
            }
            Big::Of(operator, a, b) => {
                let (a, b) = (a.value(values)?, b.value(values)?);
                held(match *operator {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "min" => a.min(b),
                    "max" => a.max(b),
                    _ if b == 0 => return Err(Fault),
                    "/" => (a - floor_remainder(a, b)) / b,
                    _ => floor_remainder(a, b),
                })
            }
        }
    }
}

/// The remainder of a division that rounds towards minus infinity.
fn floor_remainder(a: i128, b: i128) -> i128 {
    ((a % b) + b) % b
}

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Big::Number(number) => write!(f, "({number})"),
            Big::Name(name) => f.write_str(NAMES[*name]),
            Big::Of(operator @ ("min" | "max"), a, b) => write!(f, "{operator}({a}, {b})"),
            Big::Of(operator, a, b) => write!(f, "({a} {operator} {b})"),
            Big::If(parts) => {
                let [a, b, yes, no] = &**parts;
                write!(f, "({a} < {b} ? {yes} : {no})")
            }
        }
    }
}

/// Writes expressions of the first `names` variables.
fn expression(rng: &mut Xoshiro256PlusPlus, names: &[usize], depth: u32) -> Big {
    if depth == 0 || rng.random_range(0..6) == 0 {
        let numbers = [0, 1, -2, 3, 7, 999, -40_000, 1_000_000, 500_000_000, -GREATEST];
        return match rng.random_range(0..3) {
            0 => Big::Number(numbers[rng.random_range(0..numbers.len())].into()),
            _ => Big::Name(names[rng.random_range(0..names.len())]),
        };
    }
    let mut inner = || Box::new(expression(rng, names, depth - 1));
    let (a, b) = (inner(), inner());
    let (yes, no) = (inner(), inner());
    let operators = ["+", "+", "-", "*", "*", "*", "/", "%", "min", "max"];
    match rng.random_range(0..operators.len() + 2) {
        place if place < operators.len() => Big::Of(operators[place], a, b),
        _ => Big::If(Box::new([*a, *b, *yes, *no])),
    }
}

/// A program, and its distribution; `None` if there is a fault in one of its paths.
fn program(seed: u64) -> (String, Option<BTreeMap<i128, f64>>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let first = expression(&mut rng, &[0, 1], 2);
    let again = expression(&mut rng, &[0, 1, 2], 1);
    let each = expression(&mut rng, &[0, 3], 2);
    let last = expression(&mut rng, &[0, 2], 1);
    let text = format!(
        "a = d3\nb = d2\nc = {first}\nrepeat 3 {{ c = {again} }}\nb = 2d2.sum(x, {each})\n\
         report r = {last} - b\n"
    );
    let mut law = BTreeMap::new();
    for path in 0..24 {
        let (a, b, dice) = (1 + path % 3, 1 + path / 3 % 2, [1 + path / 6 % 2, 1 + path / 12]);
        let ends = || {
            let mut values: Values = [a, b, 0, 0];
            values[2] = first.value(&values)?;
            for _ in 0..3 {
                values[2] = again.value(&values)?;
            }
            let shown = dice.map(|die| each.value(&[a, 0, 0, die]));
            let [one, other] = shown;
            held(last.value(&values)? - held(one? + other?)?)
        };
        match ends() {
            Ok(end) => *law.entry(end).or_insert(0.0) += 1.0 / 24.0,
            Err(Fault) => return (text, None),
        }
    }
    (text, Some(law))
}

#[test]
fn large_numbers_are_right_or_refused() {
    let (mut right, mut refused) = (0, 0);
    for seed in 0..400 {
        let (text, law) = program(seed);
        let Some(law) = law else {
            assert!(rules(&text).is_err(), "a fault is not found:\n{text}");
            refused += 1;
            continue;
        };
        let found = exact(&text);
        assert_eq!(
            found.iter().map(|(values, _)| values[0].into()).collect::<Vec<i128>>(),
            law.keys().copied().collect::<Vec<_>>(),
            "{text}"
        );
        for ((_, found), weight) in found.iter().zip(law.values()) {
            assert!((found - weight).abs() < 1e-12, "{text}");
        }
        readers_agree(&text, 1_000, 2_000);
        right += 1;
    }
    assert!(right > 50 && refused > 50, "{right} programs are right, and {refused} are refused");
}

#[test]
fn the_place_and_the_state_of_a_number_that_is_too_large_are_said() {
    check(
        "d = d6\nreport x = d * 1000000 * 1000000",
        &[("d * 1000000 * 1000000", "this can be 1000000000000, where d = 1")],
    );
    check("report x = min(7, 999999 * 1000000)", &[("999999 * 1000000", "this can be 999999000000")]);
    check(
        "t = 500000000 + d6\nrepeat 2 { t += 400000000 }\nreport t",
        &[("t += 400000000", "this can be 1300000001, where t = 900000001")],
    );
    check(
        "repeat 1000000 * 1000000 - 999999 * 1000000 { }\nreport x = d6",
        &[("1000000 * 1000000", "this can be 1000000000000")],
    );
}

#[test]
fn sums_of_dice_that_are_too_large_are_found() {
    check("report x = 3d6.sum(x, 1000000 * 1000)", &[("1000000 * 1000", "this can be 3000000000")]);
    // Too many arguments to try each: those that occur are checked.
    let text = |most: u32| format!("n = d{most}\nreport x = 9d6.sum(y, y * n * 100000)");
    check(&text(1_000), &[("y * n * 100000", "this can be 1004400000, where n = 186")]);
    assert!(rules(&text(185)).is_ok());
    assert!(rules("die gold = [400000000]\nreport x = 3gold.highest(2)").is_ok());
    check("die gold = [400000000]\nreport x = 3gold.highest(3)", &[("3", "this can be 1200000000")]);
}

#[test]
fn loops_within_each_other_have_an_end() {
    let nested = "n = 0\nrepeat 10000 { repeat 10000 { repeat 10000 { n = (n + 1) % 5 } } }\nreport n";
    let errors = rules(nested).err().expect("these are 10^12 rounds");
    assert_eq!(errors[0].message, "these loops repeat 100010000 times in all");
    let in_a_definition = nested.replace("repeat 10000 { n", "n = f(n) if n > 9 { n").replacen(
        "n = 0",
        "def f(n) { repeat 10000 { n += 0 } return n }\nn = 0",
        1,
    );
    assert!(rules(&in_a_definition.replace(" if", "\nif")).is_err(), "{in_a_definition}");
    // Loops with a condition may end before.
    assert!(rules(&nested.replace("00 {", "00 while n < 4 {")).is_ok());
}

#[test]
fn what_is_remembered_takes_memory_of_the_budget() {
    for (text, enough, too_little) in [
        // The distributions of rolls.
        ("a = 2d1000\nreport x = 3d3.sum(x, x * a)", 10_000_000, 3_000_000),
        // The sums of a loop.
        ("x = 0\ny = 0\nrepeat 4 { x += d30\n y += d30 }\nreport x, y", 100_000_000, 2_000_000),
    ] {
        let rules = rules(text).unwrap();
        let packing = Packing::all(rules.metrics()).unwrap();
        let within = |bytes| rules.enumerate(&packing, Budget { bytes, ..Budget::new(10_000_000) });
        assert!(within(enough).is_ok(), "{text}");
        let Err(NoLaw::TooLarge(refused)) = within(too_little) else {
            panic!("there is too much to keep: {text}")
        };
        assert_eq!(refused.resource, Resource::Bytes, "{text}");
    }
}

#[test]
fn ranges_hold_in_rounds_that_are_not_followed() {
    let only = |text: &str, value: i64| assert_eq!(exact(text), [(vec![value], 1.0)], "{text}");
    // After many rounds alike there is a jump, within the range that they alone would come to.
    only("x = 0\nrepeat 300 { if x == 150 { x = 290 } else { x += 1 } }\nreport x", 439);
    only("x = 0\nrepeat 300 { x = x == 150 ? 290 : x + 1 }\nreport x", 439);
    only("x = 0\ny = 0\nrepeat 400 { y += 1\nif y == 200 { x = 390 } else { x += 1 } }\nreport x", 590);
    only(
        "x = 0\ny = 0\nrepeat 9_000 { y += 1\nif y == 7_000 { x = 8_500 } else { x += 1 } }\nreport x",
        10_500,
    );
    // Each variable is what the other was, and more.
    only("x = 0\ny = 0\nrepeat 300 { z = x\nx = y\ny = z + 1 }\nreport y", 150);
    // A loop in the loop moves it by as much in each of its rounds.
    only("x = 0\nrepeat 200 { repeat 3 { x += 2 } }\nreport x", 1_200);
    only("x = 5\nrepeat 1_000 { x = max(min(x + 2, 40), 3) - 1 }\nreport x", 39);
}

#[test]
fn ranges_of_random_loops_hold() {
    // What the engine computes agrees with the walk of the text, and values outside of ranges are seen in tests.
    for seed in 0..40u64 {
        let number =
            |place: u32, most: u64| (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (8 + 5 * place)) % most;
        let (at, to, step) = (120 + number(0, 60), number(1, 400), 1 + number(2, 3));
        let text = format!(
            "x = 0\ny = 0\nrepeat 260 {{\ny = (y + {step}) % {}\nif x == {at} {{ x = {to} }} else {{\n\
             x += {} }}\nif y > x {{ x = y }}\n}}\nreport x, y",
            2 + number(3, 500),
            1 + number(4, 2),
        );
        readers_agree(&text, 1, 1).unwrap();
    }
}

#[test]
fn what_is_taken_off_a_variable_and_is_at_most_it_leaves_no_less_than_nothing() {
    let text = "x = 9\ny = 9\nz = 9\nrepeat while x + y + z > 0 {\nhits = d3\nk = min(hits, x)\nx -= k\nhits -= k\n\
                k = min(hits, y)\ny -= k\nhits -= k\nz -= min(hits, z)\nif d6 == 1 { stop }\n}\nreport x, y, z";
    let rules = rules(text).unwrap();
    assert!(rules.metrics().iter().all(|metric| metric.range() == (0, 9)), "{:?}", rules.metrics());
    assert!(exact(text).len() > 20);
    // What was less is no more so after an assignment, in a branch or in the round before.
    for text in [
        "x = d6\nk = min(d6, x)\nx = d3\ny = x - k\nreport y",
        "x = d6\nk = min(d6, x)\nif d6 > 3 { x = 0 }\ny = x - k\nreport y",
        "x = 6\nk = 0\nrepeat 3 { y = x - k\nx = d3\nk = min(5, x + 3) }\nreport y",
        "x = 6\nk = 0\ny = 0\nrepeat 3 { y = x - k\nk = min(6, x)\nx = d3 }\nreport y",
    ] {
        readers_agree(text, 10_000, 5_000).unwrap();
        assert!(exact(text).iter().any(|(values, _)| values[0] < 0), "{text}");
    }
}
