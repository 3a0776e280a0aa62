//! Anchor figures of `cast`: the exact laws to the digits that the page prints.

use crate::attempt::{PLAIN, law, probability};

/// A probability in percent, as the page prints it: as many digits as it has.
#[track_caller]
pub fn check_percent(actual: f64, printed: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    assert_eq!(format!("{:.digits$}", 100.0 * actual), printed);
}

fn is_cast(value: i32, magic_dice: i32, set: &[&str]) -> f64 {
    let keys = [format!("spell.casting_value={value}"), format!("choice.magic_dice={magic_dice}")];
    let keys: Vec<&str> = keys.iter().map(String::as_str).chain(set.iter().copied()).collect();
    let odds = law(PLAIN, &keys);
    let cast = probability(&odds, "cast", "1");
    assert_eq!(cast, probability(&odds, "result", "cast"));
    cast
}

#[test]
fn chances_to_cast_by_value_and_dice() {
    let unbroken = ["rules.broken_concentration=false"];
    for (value, row) in [
        (5, ["33.33", "83.33", "98.15", "99.92", "100.00"]),
        (8, ["0.00", "41.67", "83.80", "97.30", "99.73"]),
        (10, ["0.00", "16.67", "62.50", "90.28", "98.38"]),
        (12, ["0.00", "2.78", "37.50", "76.08", "94.12"]),
    ] {
        for (dice, printed) in (1..).zip(row) {
            check_percent(is_cast(value, dice, &unbroken), printed);
        }
    }
    // Not one of 7776 rolls fails.
    assert!((is_cast(5, 5, &unbroken) - 1.0).abs() < 1e-12);
}

#[test]
fn chances_to_cast_where_concentration_breaks() {
    for (value, row) in
        [(5, ["98.38", "96.45"]), (8, ["96.68", "96.45"]), (10, ["90.28", "95.87"]), (12, ["76.08", "92.84"])]
    {
        for (dice, printed) in (4..).zip(row) {
            check_percent(is_cast(value, dice, &[]), printed);
        }
    }
}

#[test]
fn chances_to_cast_a_value_of_8_against_dispel_dice() {
    for (magic_dice, row) in [
        (3, ["83.80", "73.08", "44.44", "19.07", "6.07"]),
        (4, ["97.30", "93.01", "74.10", "45.93", "22.04"]),
        (5, ["99.73", "98.69", "90.91", "71.81", "46.37"]),
    ] {
        for (dispel_dice, printed) in [0, 2, 3, 4, 5].into_iter().zip(row) {
            let dispel_dice = format!("choice.dispel_dice={dispel_dice}");
            let set = ["rules.broken_concentration=false", &dispel_dice];
            check_percent(is_cast(8, magic_dice, &set), printed);
        }
    }
}

#[test]
fn chances_of_a_triple() {
    for (dice, printed) in [(3, "2.778"), (4, "9.722"), (5, "21.296")] {
        let dice = format!("choice.magic_dice={dice}");
        let odds = law(PLAIN, &["spell.casting_value=0", &dice]);
        check_percent(1.0 - probability(&odds, "miscast", "0"), printed);
    }
}
