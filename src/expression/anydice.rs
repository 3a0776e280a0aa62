//! Expressions of AnyDice, and how rules write them.

use super::ExpressionError;

/// How rules write an expression of AnyDice: `4d6.highest(3)` for `output [highest 3 of 4d6]`. What begins with
/// neither `output` nor a function in brackets stays as it is.
///
/// # Errors
/// Where it is AnyDice, and has no such form.
pub fn in_own_forms(written: &str) -> Result<String, ExpressionError> {
    let text = written.trim();
    let output = text.strip_prefix(OUTPUT);
    if output.is_none() && !text.contains("[highest") && !text.contains("[lowest") {
        return Ok(written.to_owned());
    }
    // What has own operators by now is not there as it was written.
    let place_of = |part: &str| match written.find(part) {
        Some(start) => start..start + part.len(),
        None => 0..written.len(),
    };
    // The name of an output is no part of its value.
    let text = match output.unwrap_or(text).split_once(" named \"") {
        None => output.unwrap_or(text),
        Some((value, name)) => match name.split_once('"').map(|(_, behind)| behind.trim()) {
            None | Some("") => value,
            Some(behind) => {
                let message = "this does not belong to the output before it";
                let help = "write each output in quotes of its own";
                return Err(ExpressionError::new(place_of(behind), message, help));
            }
        },
    };
    let mut own = with_own_operators(&with_chosen_dice(text.trim()));
    while let Some((start, end)) = innermost(&own) {
        let Some(function) = function(&own[start + 1..end]) else {
            let called = &own[start..=end];
            let message = format!("`{called}` has no form here");
            return Err(ExpressionError::new(place_of(called), message, FUNCTIONS));
        };
        // Several of such dice: `3d[explode d6]`.
        let is_several = own[..start].ends_with('d') && function.starts_with('d');
        own.replace_range(start - usize::from(is_several)..=end, &function);
    }
    Ok(own)
}

/// The outputs of a program of AnyDice that has nothing else, each by itself; `None` of any other text.
#[cfg(any(feature = "cli", test))]
pub fn outputs(text: &str) -> Option<Vec<&str>> {
    let text = Some(text.trim()).filter(|text| text.starts_with(OUTPUT))?;
    let begins = |&(place, _): &(usize, &str)| {
        let before = &text[..place];
        before.ends_with(char::is_whitespace) && before.matches('"').count().is_multiple_of(2)
    };
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices(OUTPUT).filter(begins).map(|(place, _)| place));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    Some(starts.iter().zip(ends).map(|(&start, end)| text[start..end].trim()).collect())
}

/// How an output begins.
const OUTPUT: &str = "output ";

/// Help for a function that has no form.
const FUNCTIONS: &str = "of the functions of AnyDice these are understood, of a single roll: `highest`, `lowest`, `middle 1`, `count`, `contains` with one number, `explode`, `absolute`, as in `[highest 3 of 4d6]`";

/// Where the last function in brackets begins and ends. Lists, which follow `in`, are none.
fn innermost(text: &str) -> Option<(usize, usize)> {
    let is_function = |&(start, _): &(usize, &str)| !text[..start].trim_end().ends_with(" in");
    let (start, _) = text.rmatch_indices('[').find(is_function)?;
    let mut depth = 0;
    let closes = |(_, sign): &(usize, char)| {
        depth += i32::from(*sign == '[') - i32::from(*sign == ']');
        depth == 0
    };
    let (length, _) = text[start..].char_indices().find(closes)?;
    Some((start, start + length))
}

/// How rules write what a function of AnyDice gives.
fn function(call: &str) -> Option<String> {
    let call = call.trim();
    let of_two = |rest: &str, name: &str| {
        let (one, other) = rest.split_once(" and ")?;
        Some(format!("{name}({}, {})", one.trim(), other.trim()))
    };
    for (word, of_dice, of_both) in [("highest ", "highest", "max"), ("lowest ", "lowest", "min")] {
        let Some(rest) = call.strip_prefix(word) else { continue };
        if let Some(rest) = rest.strip_prefix("of ") {
            return of_two(rest, of_both);
        }
        let (count, dice) = rest.split_once(" of ")?;
        let count: u32 = count.trim().parse().ok()?;
        return Some(format!("{}.{of_dice}({count})", roll(dice)?));
    }
    if let Some(dice) = call.strip_prefix("middle 1 of ") {
        let dice = roll(dice)?;
        let number: u32 = dice.split_once(['d', 'D'])?.0.parse().ok().filter(|number| number % 2 == 1)?;
        return Some(format!("{dice}.nth({})", number / 2 + 1));
    }
    if let Some(rest) = call.strip_prefix("count ") {
        let (faces, dice) = rest.split_once(" in ")?;
        return Some(format!("{}.count(x, {})", roll(dice)?, shows(faces)?));
    }
    if let Some((dice, face)) = call.split_once(" contains ") {
        // AnyDice takes the sum of several numbers.
        let face: u32 = face.trim().parse().ok()?;
        return Some(format!("({}.count(x, x == {face}) > 0)", roll(dice)?));
    }
    if let Some(dice) = call.strip_prefix("explode ") {
        // Several dice explode as one, when all of them are highest: no roll of ours does that.
        let (number, faces) = dice.trim().split_once(['d', 'D'])?;
        let faces: u32 = faces.parse().ok().filter(|_| matches!(number, "" | "1"))?;
        // At most twice.
        return Some(format!("{}.compound({faces}, 2)", dice.trim()));
    }
    Some(format!("abs({})", call.strip_prefix("absolute ")?.trim()))
}

/// A single roll, of which functions ask. AnyDice takes the sum of several, as of `2d6 + d8`, as one die.
fn roll(dice: &str) -> Option<&str> {
    let mut depth = 0;
    let is_joined = |sign: char| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        depth == 0 && "+-*/<>=!&|".contains(sign)
    };
    (!dice.contains(is_joined)).then_some(dice.trim())
}

/// The condition that the face `x` is one of these: `6`, `{5,6}`, `{4..6}`.
fn shows(faces: &str) -> Option<String> {
    let faces = faces.trim();
    let Some(inner) = faces.strip_prefix('{').and_then(|faces| faces.strip_suffix('}')) else {
        return faces.parse::<u32>().ok().map(|face| format!("x == {face}"));
    };
    match inner.split_once("..") {
        Some((low, high)) => {
            let [low, high] = [low.trim().parse::<i32>().ok()?, high.trim().parse::<i32>().ok()?];
            Some(format!("x >= {low} && x <= {high}"))
        }
        None => Some(format!("x in {:?}", different(inner)?)),
    }
}

/// Numbers between commas, none of them twice: AnyDice counts what is listed twice as two.
fn different(numbers: &str) -> Option<Vec<i32>> {
    let numbers: Vec<i32> =
        numbers.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    let is_new = |(place, number)| !numbers[..place].contains(number);
    numbers.iter().enumerate().all(is_new).then_some(numbers)
}

/// `4d6.nth(2)` for `2@4d6`, and `5d6.highest(3)` for `{1..3}@5d6`.
fn with_chosen_dice(text: &str) -> String {
    let Some((chosen, dice)) = text.split_once('@') else { return text.to_owned() };
    let own =
        match (chosen.parse::<u32>(), chosen.strip_prefix("{1..").and_then(|rest| rest.strip_suffix('}'))) {
            (Ok(place), _) => format!("nth({place})"),
            (_, Some(count)) => format!("highest({count})"),
            _ => return text.to_owned(),
        };
    let end = dice.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(dice.len());
    format!("{}.{own}{}", &dice[..end], &dice[end..])
}

/// `d20 == 20 && d6 in [1, 3]` for `d20 = 20 & d6 = {1,3}`.
fn with_own_operators(text: &str) -> String {
    let mut own = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let before = &text[..text.len() - rest.len()];
        rest = &rest[sign.len_utf8()..];
        let is_single =
            !before.ends_with(['=', '!', '<', '>', '&', '|']) && !rest.starts_with(['=', '&', '|']);
        let list = rest.trim_start().strip_prefix('{').and_then(|list| list.split_once('}'));
        match (sign, list.and_then(|(list, behind)| Some((different(list)?, behind)))) {
            ('=', Some((numbers, behind))) if is_single => {
                own += &format!("in {numbers:?}");
                rest = behind;
            }
            ('=' | '&' | '|', _) if is_single => own.extend([sign, sign]),
            _ => own.push(sign),
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_anydice_have_own_forms() {
        for (written, own) in [
            ("output 3d6", "3d6"),
            ("output 3d6 named \"strength\"", "3d6"),
            ("output [highest 3 of 4d6]", "4d6.highest(3)"),
            ("[highest 3 of 4d6] + 1", "4d6.highest(3) + 1"),
            ("output [lowest 1 of 2d20]+5", "2d20.lowest(1)+5"),
            ("output [highest of d6 and [lowest of d8 and d10]]", "max(d6, min(d8, d10))"),
            ("output [highest of [count {5, 6} in 4d6] and 3]", "max(4d6.count(x, x in [5, 6]), 3)"),
            ("output [count {5,6} in 4d6]", "4d6.count(x, x in [5, 6])"),
            ("output [count {4..6} in 8d6] >= 2", "8d6.count(x, x >= 4 && x <= 6) >= 2"),
            (
                "output [count {5, 6} in 4d6] - [count 1 in 2d6]",
                "4d6.count(x, x in [5, 6]) - 2d6.count(x, x == 1)",
            ),
            ("output [3d6 contains 6]", "(3d6.count(x, x == 6) > 0)"),
            ("output [explode d8]", "d8.compound(8, 2)"),
            ("output [highest 2 of 3d[explode d6]]", "3d6.compound(6, 2).highest(2)"),
            ("output [absolute d6-d6]", "abs(d6-d6)"),
            ("output 2@4d6 + 1", "4d6.nth(2) + 1"),
            ("output {1..3}@5d6", "5d6.highest(3)"),
            ("output [middle 1 of 3d20]", "3d20.nth(2)"),
            ("output d20 = 20", "d20 == 20"),
            ("output d6 = {1,3,5}", "d6 in [1, 3, 5]"),
            ("output (d20 >= 11) & (d20 >= 15)", "(d20 >= 11) && (d20 >= 15)"),
            ("output (d6 = 6) | (d8 = 8)", "(d6 == 6) || (d8 == 8)"),
            ("output 3d6 >= 10", "3d6 >= 10"),
        ] {
            assert_eq!(in_own_forms(written).as_deref(), Ok(own), "{written}");
        }
    }

    #[test]
    fn all_else_stays() {
        for written in ["3d6", "d6 in [1, 2]", "x = 3", "é", "", "[highest 3 of"] {
            assert_eq!(in_own_forms(written).as_deref(), Ok(written));
        }
    }

    #[test]
    fn what_has_no_form_is_told_at_its_place() {
        for (written, place) in [
            ("output [middle 1 of 4d20]", "[middle 1 of 4d20]"),
            ("output 2 + [highest three of 4d6]", "[highest three of 4d6]"),
            ("output [explode 2d6]", "[explode 2d6]"),
            ("output [3d6 contains {5, 6}]", "[3d6 contains {5, 6}]"),
            // Several dice whose sum is one die in AnyDice, and a number that counts twice.
            ("output [count {5,6} in 2d6+2d8]", "[count {5,6} in 2d6+2d8]"),
            ("output [highest 1 of 2*3d6]", "[highest 1 of 2*3d6]"),
            ("output [count {1,1} in 3d6]", "[count {1,1} in 3d6]"),
            ("output 2d6 named \"a\" + 5", "+ 5"),
            ("output é [what of d6 = 3]", "output é [what of d6 = 3]"),
        ] {
            let error = in_own_forms(written).unwrap_err();
            assert_eq!(&written[error.span], place, "{written}");
        }
    }

    #[test]
    fn several_outputs_are_told_apart() {
        let two = "output 4d6 named \"the output a\"\noutput 3d6";
        assert_eq!(outputs(two), Some(vec!["output 4d6 named \"the output a\"", "output 3d6"]));
        assert_eq!(outputs(" d6, d8 "), None);
    }
}
