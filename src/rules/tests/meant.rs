//! What is written as other languages have it, or meant otherwise, and what is said of it: one error, or a warning.

use super::errors::{check, check_help, check_warning};

#[test]
fn a_key_is_no_name_for_dice() {
    let message = "`dice` cannot be assigned: it is a key";
    check("key dice = 3 in 1..6\ndice = 4d6\nreport x = dice.max()", &[("dice", message)]);
    check("key dice = 3 in 1..6\ndie dice = [1, 2]\nreport x = 2dice", &[("dice", message)]);
}

#[test]
fn conditions_say_what_is_compared() {
    let text = |condition: &str| format!("x = d20\ny = 0\nif {condition} {{ y = 1 }}\nreport y");
    let number = "this is a number, not true or false";
    check_help(&text("x == 19 || 20"), "20", number, "write `x == 19 || x == 20`, or `x in [19, 20]`");
    check_help(&text("x > 3 && 5"), "5", number, "write `x > 3 && x > 5`");
    check_help(&text("!x == 6"), "x", number, "write `!(x == 6)`");
    check_help(&text("not x == 6"), "not", "`not` has no meaning here", "write `!(…)`");
    check_help(&text("x == [5, 6]"), "[5, 6]", "a list has no meaning here", "write `x in [5, 6]`");
    check_help(&text("x != [5, 6]"), "[5, 6]", "a list has no meaning here", "write `!(x in [5, 6])`");
}

#[test]
fn questions_about_dice_compare_their_faces() {
    let number = "this is a number, not true or false";
    check_help("report y = 6d6.count(x, 8)", "8", number, "compare it, as in `x == 8`");
    check_help("report y = 6d6.explode(x, 6)", "x", "there is no name `x`", "write `.explode(6)`");
    check_help("report y = 6d6.count(x => x >= 5)", "=>", "`=>` has no meaning here", "`.count(x, x >= 5)`");
    check_help(
        "die zombie = [1, 2, 2]\nreport y = 3dzombie",
        "3dzombie",
        "there is no die `dzombie`",
        "write `3zombie`",
    );
    check_help("n = 4\nreport y = nd6.count(x, x >= 5)", "nd6", "`nd6` is no roll of dice", "write `(n)d6`");
    check_help("n = 4\nreport y = n d6", "d6", "a die is parted from its number here", "write `(n)d6`");
}

#[test]
fn one_mistake_is_one_error() {
    check_help(
        "a = d6\nif a > 3 { r = 'win' } else { r = 'lose' }\nif r == 'lose' { a = 0 }\nreport a",
        "'win'",
        "there is no label 'win'",
        "write `labels r = 'win' | 'lose'` above",
    );
    check("key adv = False\nreport x = adv ? 2d20.max() : d20", &[("False", "there is no name `False`")]);
    check_help(
        "x = d6\ny = 0\nif x == 6:\n  y = 1\nelse:\n  y = 2\nreport y",
        ":",
        "`{` is missing here",
        "write `{ … }` around what depends on it",
    );
    check(
        "goal maximise score\nchoose k from 1..3\nscore = k * d6\nreport score",
        &[("maximise", "what is aimed at is missing here")],
    );
}

#[test]
fn other_languages_are_understood() {
    for (text, place, message, help) in [
        (
            "x = d6\nreport \"Hits\" = x",
            "\"Hits\"",
            "what is reported needs a name",
            "`report result \"Hits\"`",
        ),
        ("x = d6\nreport x as \"Hits\"", "as", "`as` has no meaning here", "`report x \"Hits\"`"),
        ("x = d6\nreport mean(x)", "mean(x)", "what is reported needs a name", "write `report x`"),
        ("key a = 3 in 1-30\nreport x = a", "1-30", "a range has two dots", "write `1..30`"),
        ("for i in 1 to 5 { x = d6 }\nreport y = d6", "to", "`to` has no meaning here", "write `..`"),
        ("def f(x) = d20 + x\nreport y = d6", "=", "`{` is missing here", "write `def f(…) { return … }`"),
        ("die z = 1, 1, 2\nreport y = d6", ",", "several numbers are a list", "`[1, 1, 2]`"),
        ("x = 1,000\nreport x", ",", "numbers have no commas", "write `1000`"),
        ("report x = sum(4d6)", "sum", "there is no definition `sum`", "write `4d6`"),
        (
            "report x = highest(3, 4d6)",
            "highest",
            "there is no definition `highest`",
            "write `4d6.highest(3)`",
        ),
        ("report x = randint(2, 6)", "randint", "there is no definition `randint`", "write `d{2..6}`"),
        ("list s = [1, 2]\nreport x = s(1)", "s", "there is no definition `s`", "write `s[1]`"),
        ("x = d6\nshow x", "show", "`show` begins no statement", "write `report name"),
        ("labels r = 'win' | 'lose'\nr = win\nreport r", "win", "there is no name `win`", "`'win'`"),
    ] {
        check_help(text, place, message, help);
    }
}

#[test]
fn dice_that_are_rolled_anew_and_rounds_that_are_forgotten_are_warned_of() {
    for (text, place, message, help) in [
        (
            "die hit = d20\ny = 0\nif hit == 20 { y = 2 } else if hit >= 10 { y = 1 }\nreport y",
            "hit >= 10",
            "this `hit` is rolled anew, and not the one that was compared before",
            "`roll = hit`",
        ),
        (
            "report y = d20 >= 15 || d20 == 1",
            "d20 == 1",
            "this `d20` is rolled anew, and not the one that was compared before",
            "`roll = d20`",
        ),
        (
            "report y = 4d6.max() - 4d6.min()",
            "4d6.max() - 4d6.min()",
            "each of these questions rolls `4d6` anew",
            "`roll = 4d6`",
        ),
        (
            "x = d20\nreport c = chance(x >= 10)",
            "chance(x >= 10)",
            "nothing is rolled in this chance: it is 0 or 100",
            "`chance(d20 >= 10)`",
        ),
        (
            "t = 0\nrepeat 5 { t = d6 }\nreport t",
            "repeat 5 { t = d6 }",
            "every round forgets the one before: only the last one counts",
            "`t += …`",
        ),
    ] {
        check_warning(text, place, message, help);
    }
}

#[test]
fn what_is_meant_as_it_stands_is_not_warned_of() {
    for text in [
        // Two dice, of which one may be a six.
        "report y = d6 == 6 || d6 == 6",
        "report y = 4d6.max() - 3d6.max()",
        "r = 4d6\nreport y = r.max() - r.min()",
        "x = d20\nreport c = chance(d20 >= x)",
        "t = 0\nrepeat 5 { t = max(t, d6) }\nreport t",
        "t = 0\nrepeat 5 while t < 6 { t = d6 }\nreport t",
        "s = 0\nt = 0\nrepeat 5 {\n s = t\n t = d6\n}\nreport s",
    ] {
        let rules = super::rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        assert_eq!(rules.game().program.warnings(), [], "{text}");
    }
}
