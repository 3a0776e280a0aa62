//! Bound spells, which have fixed totals and need no roll.

use super::attempt::Rules;
use crate::description::InputReader;
use crate::description::words::count;

/// The numbers of dice with which a bound spell may be cast.
pub const DICE: [u32; 2] = [2, 3];

/// The total with 2 or 3 dice, less the magic resistance.
pub fn total(totals: &[i64], dice: u32, resistance: i32) -> i32 {
    let total = totals[usize::from(dice > 2)];
    i32::try_from(total).expect("the table of keys limits totals") - resistance
}

/// Reports faults for casting values, which a bound spell does not have.
pub fn refuse_values(input: &mut InputReader, table: &str) {
    for key in ["casting_value", "boosted_value"] {
        let path = format!("{table}.{key}");
        if input.value(&path).is_some() {
            let help = "leave it out, or `bound`: a bound spell passes with the totals of `bound`";
            input.fault(&path, "a bound spell has no casting value and cannot be boosted", help);
        }
    }
}

/// Checks that a bound spell is cast with 2 or 3 dice, and that the rules allow so many.
pub fn check_dice(input: &mut InputReader, rules: &Rules, path: &str, dice: u32) {
    if DICE.contains(&dice) {
        rules.check_dice(input, path, dice);
    } else if input.value(path).is_some() {
        let dice = count(dice, "magic die", "magic dice");
        let message = format!("a bound spell cannot be cast with {dice}");
        input.fault(path, message, "2 dice for its first total, or 3 for its second");
    }
}
