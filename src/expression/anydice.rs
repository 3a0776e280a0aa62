//! Expressions of AnyDice, and how rules write them.

/// How rules write an expression of AnyDice: `4d6.highest(3)` for `output [highest 3 of 4d6]`. What begins with
/// neither `output` nor a function in brackets stays as it is, and so does all that has no form.
pub fn in_own_forms(written: &str) -> String {
    let text = written.trim();
    let output = text.strip_prefix("output ");
    if output.is_none() && !text.contains("[highest") && !text.contains("[lowest") {
        return written.to_owned();
    }
    let text = output.unwrap_or(text);
    // The name of an output is no part of its value.
    let text = text.split_once(" named \"").map_or(text, |(value, _)| value).trim();
    let mut own = with_single_equals_doubled(&with_chosen_dice(text));
    while let Some((start, end)) = innermost(&own) {
        let Some(function) = function(&own[start + 1..end]) else { return written.to_owned() };
        // Several of such dice: `3d[explode d6]`.
        let is_several = own[..start].ends_with('d') && function.starts_with('d');
        own.replace_range(start - usize::from(is_several)..=end, &function);
    }
    own
}

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
        return Some(format!("{}.{of_dice}({count})", dice.trim()));
    }
    if let Some(rest) = call.strip_prefix("count ") {
        let (faces, dice) = rest.split_once(" in ")?;
        return Some(format!("{}.count(x, {})", dice.trim(), shows(faces)?));
    }
    if let Some((dice, faces)) = call.split_once(" contains ") {
        return Some(format!("({}.count(x, {}) > 0)", dice.trim(), shows(faces)?));
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
        None => {
            let faces: Vec<i32> =
                inner.split(',').map(|face| face.trim().parse().ok()).collect::<Option<_>>()?;
            Some(format!("x in {faces:?}"))
        }
    }
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

/// `d20 == 20` for `d20 = 20`.
fn with_single_equals_doubled(text: &str) -> String {
    let mut own = String::new();
    for (place, sign) in text.char_indices() {
        let is_part =
            text[..place].ends_with(['=', '!', '<', '>']) || text[place + sign.len_utf8()..].starts_with('=');
        match sign {
            '=' if !is_part => own += "==",
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
            ("output d20 = 20", "d20 == 20"),
            ("output 3d6 >= 10", "3d6 >= 10"),
        ] {
            assert_eq!(in_own_forms(written), own, "{written}");
        }
    }

    #[test]
    fn all_else_stays() {
        let unknown = [
            "output [middle 1 of 3d20]",
            "output [highest three of 4d6]",
            "[highest 3 of",
            "output [explode 2d6]",
        ];
        for written in ["3d6", "d6 in [1, 2]", "x = 3", "é", ""].into_iter().chain(unknown) {
            assert_eq!(in_own_forms(written), written);
        }
    }
}
