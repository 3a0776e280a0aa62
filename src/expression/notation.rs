//! Dice in the notations of other programs, and how rules write them.

use super::ExpressionError;
use super::anydice::in_own_forms;

/// What other programs write behind dice, in small letters and without spaces, and how rules write it.
/// `{dice}` stands for the dice, `{k}` for the number behind them (or 1), `{left}` for all dice but `k`,
/// `{face}` for the number or the highest face, `{faces}` for the faces of a die.
const CHANGES: &[(&[&str], &str)] = &[
    // Capital letters, and percentile dice.
    (&[""], "{dice}"),
    (&["k", "kh", "h", "keep", "keephighest", "keepbest", "highest", "best"], "{dice}.highest({k})"),
    (&["kl", "l", "keeplowest", "keepworst", "lowest", "worst"], "{dice}.lowest({k})"),
    (&["d", "dl", "drop", "droplowest", "dropworst"], "{dice}.highest({left})"),
    (&["dh", "drophighest", "dropbest"], "{dice}.lowest({left})"),
    (&["r", "ro", "reroll", "rerolling"], "{dice}.reroll(x, x == {k})"),
    (&["!", "e", "explode", "exploding"], "{dice}.explode({face})"),
    (&["x"], "{dice}.explode({faces})"),
    (&["!!", "compound", "compounding"], "{dice}.compound({face})"),
    (&["mi", "min"], "{dice}.sum(x, max(x, {k}))"),
    (&["ma", "max"], "{dice}.sum(x, min(x, {k}))"),
    (&["adv", "advantage"], "2d{faces}.max()"),
    (&["dis", "disadvantage"], "2d{faces}.min()"),
];

/// What changes each of the dice, before a comparison or a number, as in `4d6r<=2`, and how rules write that.
const OF_EACH: &[(&[&str], &str)] = &[
    (&["r", "ro", "reroll"], "reroll"),
    (&["!", "e", "x", "explode"], "explode"),
    (&["!!", "compound"], "compound"),
];

/// Words without a meaning of their own in such notations.
const FILLERS: [&str; 5] = ["the", "with", "dice", "die", "at"];

/// How rules write dice that are written as for another program: `4d6.highest(3)` for `4d6kh3` and for
/// `4d6 drop lowest`. `None` if it is neither, or already so written.
pub fn own_notation(written: &str) -> Option<String> {
    own_and_length(written).map(|(own, _)| own)
}

/// An expression with all its dice as rules write them. It may be one of AnyDice.
///
/// # Errors
/// Where it is AnyDice, and rules have no such form.
pub fn in_own_notation(expression: &str) -> Result<String, ExpressionError> {
    let expression: &str = &in_own_forms(expression)?;
    let (mut own, mut rest, mut before) = (String::new(), expression, ' ');
    while let Some(letter) = rest.chars().next() {
        let begins = !before.is_alphanumeric() && !['_', '.'].contains(&before);
        let dice = begins.then(|| own_and_length(rest)).flatten();
        let length = match dice {
            // Numbers that are taken off belong to the dice.
            Some((dice, length)) if dice.contains(" - ") => {
                own += &format!("({dice})");
                length
            }
            Some((dice, length)) => {
                own += &dice;
                length
            }
            None => {
                own.push(letter);
                letter.len_utf8()
            }
        };
        before = rest[..length].chars().next_back().unwrap_or(letter);
        rest = &rest[length..];
    }
    Ok(own)
}

/// How rules write the dice that a text begins with, and the length of these dice.
fn own_and_length(written: &str) -> Option<(String, usize)> {
    let (number, rest) = leading_number(written);
    if let Some(kept) = rest.strip_prefix(['k', 'K']) {
        return roll_and_keep(number, leading_number(kept));
    }
    let rest = after_die(number, rest)?;
    let dice: u64 = if number.is_empty() { 1 } else { number.parse().ok()? };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '!';
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let of_fate = rest[..end].trim_end();
    if of_fate == "F" || of_fate == "f" && !number.is_empty() {
        let length = written.len() - rest.len() + 1;
        return Some((format!("{dice}d3 - {}", dice.checked_mul(2)?), length));
    }
    let (faces, rest) = match rest.strip_prefix('%') {
        Some(rest) => ("100", rest),
        None => leading_number(rest),
    };
    if faces.is_empty() {
        return None;
    }
    // What each die does comes before what is asked of all: `4d6r1kh3`.
    let (mut of_each, mut rest) = (String::new(), rest);
    while let Some((change, length)) = of_each_die(faces, rest)
        && rest[length..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '!')
        && !rest[length..].starts_with("!=")
    {
        of_each += &change;
        rest = &rest[length..];
    }
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    // `d6 != 3` compares.
    let is_unequal = rest[..end].ends_with('!') && rest[end..].starts_with('=');
    let (rest, behind) = rest.split_at(end - usize::from(is_unequal));
    // Behind a space, `d20` is another roll, and takes nothing off this one.
    let is_roll = |text: &str| {
        let (number, text) = leading_number(text);
        after_die(number, text).is_some_and(|faces| faces.starts_with(|c: char| c.is_ascii_digit()))
    };
    if rest.starts_with(' ') && is_roll(rest.trim_start()) {
        return None;
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let mut numbers = rest.split(|c| !is_digit(c)).filter(|number| !number.is_empty());
    let k = numbers.next();
    if numbers.next().is_some() {
        return None;
    }
    let words = rest.split(|c: char| c == ' ' || is_digit(c)).filter(|word| !FILLERS.contains(word));
    let words = words.collect::<String>().to_ascii_lowercase();
    // Behind a space, what dice that are rolled on come to is compared.
    let is_theirs = |change: &str| change == "reroll" || !rest.ends_with(' ');
    let compared = OF_EACH
        .iter()
        .find(|(names, change)| k.is_none() && names.contains(&words.as_str()) && is_theirs(change));
    if let Some((change, (condition, length))) =
        compared.and_then(|(_, change)| Some((change, condition_before(behind)?)))
    {
        let own = format!("{number}d{faces}{of_each}.{change}(x, x {condition})");
        return Some((own, written.len() - behind.len() + length));
    }
    let (_, own) = CHANGES.iter().find(|(names, _)| names.contains(&words.as_str()))?;
    let count: u64 = k.map_or(Ok(1), str::parse).ok()?;
    let left = dice.saturating_sub(count);
    // Nobody keeps more dice than there are, drops all of them, or has an advantage with several. Of dice that become
    // more, rules ask none by its rank.
    let is_kept = own.contains(".highest({k})") || own.contains(".lowest({k})");
    let is_single = own.starts_with("2d{faces}");
    let is_bounded = own.contains("(x, {k})");
    // What no notation takes up is not to be lost.
    let has_number = ["{k}", "{left}", "{face}"].iter().any(|place| own.contains(place));
    let is_lost = k.is_some() && !has_number || words.is_empty() && !rest.trim().is_empty();
    let is_unknown = is_kept && count > dice
        || own.contains("{left}") && left == 0
        || of_each.contains(".explode")
        || is_single && (dice != 1 || !of_each.is_empty())
        || is_bounded && k.is_none();
    if is_lost || is_unknown {
        return None;
    }
    let own = own
        .replace("{dice}", &format!("{number}d{faces}{of_each}"))
        .replace("{k}", k.unwrap_or("1"))
        .replace("{left}", &left.to_string())
        .replace("{face}", k.unwrap_or(faces))
        .replace("{faces}", faces);
    let dice = written[..written.len() - behind.len()].trim_end();
    (own != dice).then_some((own, dice.len()))
}

/// What follows the sign of a die behind a number: `6` of `d6`, and of `3W6`, as it is called in German.
fn after_die<'a>(number: &str, text: &'a str) -> Option<&'a str> {
    let german = || text.strip_prefix(['w', 'W']).filter(|_| !number.is_empty());
    text.strip_prefix(['d', 'D']).or_else(german)
}

/// Ten-sided dice that are rolled on with a 10, and of which some are kept: `10k5`.
fn roll_and_keep(number: &str, (kept, behind): (&str, &str)) -> Option<(String, usize)> {
    let [dice, best]: [u64; 2] = [number.parse().ok()?, kept.parse().ok()?];
    let is_roll = (1..=dice).contains(&best) && !behind.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_roll.then(|| (format!("{dice}d10.compound(10).highest({best})"), number.len() + 1 + kept.len()))
}

/// The change of each die that a text begins with, as rules write it, and its length: `r1`, `!>8`, `!`.
fn of_each_die(faces: &str, text: &str) -> Option<(String, usize)> {
    let signs = text.len() - text.trim_start_matches('!').len();
    let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, behind) = text.split_at(signs.max(letters));
    let name = name.to_ascii_lowercase();
    let (_, change) = OF_EACH.iter().find(|(names, _)| names.contains(&name.as_str()))?;
    let (number, _) = leading_number(behind);
    let (change, length) = match condition_before(behind) {
        Some((condition, length)) => (format!(".{change}(x, x {condition})"), length),
        None if *change == "reroll" && number.is_empty() => return None,
        None if *change == "reroll" => (format!(".reroll(x, x == {number})"), number.len()),
        None if number.is_empty() => (format!(".{change}({faces})"), 0),
        // It may also be a factor.
        None if name == "x" => return None,
        None => (format!(".{change}({number})"), number.len()),
    };
    Some((change, name.len() + length))
}

/// The comparison with a number that a text begins with, as rules write it, and its length.
fn condition_before(text: &str) -> Option<(String, usize)> {
    let signs = [("<=", "<="), (">=", ">="), ("<", "<"), (">", ">"), ("=", "==")];
    let (sign, own) = signs.into_iter().find(|(sign, _)| text.starts_with(sign))?;
    let (number, _) = leading_number(&text[sign.len()..]);
    (!number.is_empty()).then(|| (format!("{own} {number}"), sign.len() + number.len()))
}

/// The digits that a text begins with, and the rest of it.
fn leading_number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_notations_have_a_form_in_rules() {
        for (written, own) in [
            ("4d6kh3", "4d6.highest(3)"),
            ("4d6k3", "4d6.highest(3)"),
            ("4d6h3", "4d6.highest(3)"),
            ("4d6K3", "4d6.highest(3)"),
            ("2d20kh1+5", "2d20.highest(1)"),
            ("2d20kl1", "2d20.lowest(1)"),
            ("4d6dl1", "4d6.highest(3)"),
            ("4d6d1", "4d6.highest(3)"),
            ("4d6 drop lowest", "4d6.highest(3)"),
            ("4d6 drop the lowest 2 + 1", "4d6.highest(2)"),
            ("4d6 drop highest", "4d6.lowest(3)"),
            ("4d6 keep 3 highest", "4d6.highest(3)"),
            ("4d6 keep the lowest 2 dice", "4d6.lowest(2)"),
            ("d20 with advantage", "2d20.max()"),
            ("d20 dis", "2d20.min()"),
            ("3d6!", "3d6.explode(6)"),
            ("3d6!5", "3d6.explode(5)"),
            ("3d6!!", "3d6.compound(6)"),
            ("2d6r1", "2d6.reroll(x, x == 1)"),
            ("4d6r<3", "4d6.reroll(x, x < 3)"),
            ("4d6 reroll<=2", "4d6.reroll(x, x <= 2)"),
            ("10d10!>=8", "10d10.explode(x, x >= 8)"),
            ("5d10!!>8", "5d10.compound(x, x > 8)"),
            ("d6r=1", "d6.reroll(x, x == 1)"),
            ("3D6", "3d6"),
            ("D6", "d6"),
            ("d%", "d100"),
            ("2D%", "2d100"),
            ("4dF", "4d3 - 8"),
            ("dF", "1d3 - 2"),
            ("4d6!!kh3", "4d6.compound(6).highest(3)"),
            ("4d6r1kh3", "4d6.reroll(x, x == 1).highest(3)"),
            ("10d10!!>=9k5", "10d10.compound(x, x >= 9).highest(5)"),
            ("5d10r1!>8", "5d10.reroll(x, x == 1).explode(x, x > 8)"),
            ("2d6mi2", "2d6.sum(x, max(x, 2))"),
            ("2d6max5", "2d6.sum(x, min(x, 5))"),
            ("3d6x", "3d6.explode(6)"),
            ("3d6x>=5", "3d6.explode(x, x >= 5)"),
            ("3d6x=6", "3d6.explode(x, x == 6)"),
            ("10k5", "10d10.compound(10).highest(5)"),
            ("3W6", "3d6"),
        ] {
            assert_eq!(own_notation(written).as_deref(), Some(own), "{written}");
        }
    }

    #[test]
    fn all_dice_of_an_expression_are_in_own_notation() {
        for (written, own) in [
            ("2d20kh1+5", "2d20.highest(1)+5"),
            ("max(d8!, d6!)", "max(d8.explode(8), d6.explode(6))"),
            ("2 * 4dF + 1", "2 * (4d3 - 8) + 1"),
            ("4d6 drop lowest + d8", "4d6.highest(3) + d8"),
            ("4d6.highest(3) >= d20", "4d6.highest(3) >= d20"),
            ("8d10.count(x, x >= 8)", "8d10.count(x, x >= 8)"),
            ("é 3D6", "é 3d6"),
            ("d6 != d6", "d6 != d6"),
            ("4d6kh3!=10", "4d6.highest(3)!=10"),
            ("d8! != 3", "d8.explode(8) != 3"),
            ("d8! >= 3", "d8.explode(8) >= 3"),
            ("d8!>=7 + 1", "d8.explode(x, x >= 7) + 1"),
            ("4d6r1kh3!=10", "4d6.reroll(x, x == 1).highest(3)!=10"),
            ("7k3+5", "7d10.compound(10).highest(3)+5"),
            ("", ""),
        ] {
            assert_eq!(in_own_notation(written).as_deref(), Ok(own), "{written}");
        }
    }

    #[test]
    fn all_else_has_none() {
        let large = "99999999999999999999d6k3";
        let own = ["3d6", "d6", "3d6 [1]", "d6.max", "4d6 + d8"];
        let unknown = [
            "dx",
            "3dx",
            "damage",
            "4",
            "",
            "d",
            "4d6zz3",
            large,
            "3d6 d20",
            "2d6 d8",
            "d20 d6",
            "3d6 2d8",
            "3d6d4",
            "d6d1",
            "4d6kh5",
            "3d6 adv",
            "D20 15",
            "4d6 3",
            "d20 with 5",
            "d20 at 15",
            "3d6r 1 2",
            "4d6 3 keep 2",
            "3d6 keep highest 2 1",
            "D20 with",
            "d20 adv 3",
            "4d6!kh3",
            "3d6!p",
            "2d6min",
            "3d6x2",
            "3k5",
            "10k",
            "10k5d6",
            "6x4d6kh3",
            "w6",
        ];
        for written in own.into_iter().chain(unknown) {
            assert_eq!(own_notation(written), None, "{written}");
        }
    }
}
