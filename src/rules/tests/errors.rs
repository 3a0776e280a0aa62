//! Errors in a text are reported at their positions.

use std::thread;

use super::rules;
use crate::chance::{AnyProcedure, Budget, NoLaw, Packing};

/// Checks the errors of a text: the text at the position of each, and its message.
#[track_caller]
pub(super) fn check(text: &str, expected: &[(&str, &str)]) {
    let errors = rules(text).err().unwrap_or_else(|| panic!("nothing is wrong with\n{text}"));
    let found: Vec<(&str, &str)> =
        errors.iter().map(|error| (&text[error.span.clone()], error.message.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

/// Checks the only error of a text, and its help.
#[track_caller]
pub(super) fn check_help(text: &str, place: &str, message: &str, help: &str) {
    check(text, &[(place, message)]);
    let errors = rules(text).err().unwrap();
    assert!(errors[0].help.contains(help), "{text}\n{}", errors[0].help);
}

/// Checks the only warning of a text that has no error, and its help.
#[track_caller]
pub(super) fn check_warning(text: &str, place: &str, message: &str, help: &str) {
    let rules = rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let [warning] = rules.game().program.warnings() else { panic!("this has not one warning:\n{text}") };
    assert_eq!((&text[warning.span.clone()], warning.message.as_str()), (place, message), "{text}");
    assert!(warning.help.contains(help), "{text}\n{}", warning.help);
}

#[test]
fn a_roll_that_later_rounds_replace_is_not_asked_in_the_loop() {
    const REPLACED: &str = "`r` gets another value later in this loop";
    for (asked, replaced) in
        [("a += r.max()", "r = d2"), ("a += r", "if a > 0 { r = d2 }"), ("for x, n in r { a += n }", "r = 5")]
    {
        let text = |inner: &str| format!("a = 0\nr = 2d2\nm = r.max()\nrepeat 2 {{\n{inner}\n}}\nreport a");
        check(&text(&format!("{asked}\n{replaced}")), &[("r", REPLACED)]);
        // Asked behind it, it is the roll of the round.
        assert!(replaced != "r = d2" || rules(&text(&format!("{replaced}\n{asked}"))).is_ok());
    }
    check("a = 0\nr = d2\nrepeat while r.max() == 1 {\na += 1\nr = d2\n}\nreport a", &[("r", REPLACED)]);
}

#[test]
fn a_key_that_nothing_reads_is_a_warning() {
    let help = "leave it out";
    let text = "key pool = 3 in 1..9\nkey skill = 2 in 1..9\nreport hits = (pool)d6.count(x, x >= 5)";
    check_warning(text, "skill", "nothing reads `skill`", help);
    // Presets set keys, and do not read them.
    let preset = format!("preset hero \"a hero\" {{ skill = 3, pool = 4 }}\n{text}");
    check_warning(&preset, "skill", "nothing reads `skill`", help);
    let help = "true counts as 1: to go on as long as it is true, write `repeat while …`";
    let rounds = "x = 0\nrepeat x < 10 { x += d6 }\nreport x";
    check_warning(rounds, "x < 10", "this is true or false, and no number of rounds", help);
    for read in ["require skill < pool + 9 \"why\"", "note \"skill {skill}\"", "x = d6 > skill"] {
        let read = text.replace("\nreport", &format!("\n{read}\nreport"));
        assert_eq!(rules(&read).unwrap().game().program.warnings(), [], "{read}");
    }
}

#[test]
fn a_range_is_no_condition() {
    let text = "x = 4d6\nreport hits = x.count(f, f in 5..6)";
    check_help(text, "in", "`)` is missing here", "`)`");
    let text = "x = 4d6\nreport hits = x.count(f, 5..6)";
    check_help(text, "..", "a range cannot stand here", "x >= 5 && x <= 6");
}

#[test]
fn words_of_what_is_seen_have_its_value() {
    let text = |words: &str| {
        format!(
            "wet = d2 == 1\nchoose ride from 0..1 seeing wet \"{words}\"\ngoal maximize g\nreport g = ride"
        )
    };
    check_help(&text("it rains"), "wet", "these words say nothing of the value of `wet`", "\"it rains: {}\"");
    assert!(rules(&text("rain is {}")).is_ok());
}

#[test]
fn a_goal_is_not_called_as_a_statistic() {
    let text = "choose p from 0..1\ngoal maximize mean\nreport mean = d6 + p";
    check(text, &[("mean", "statistics are written as `mean(…)`")]);
}

#[test]
fn a_range_may_name_what_a_variable_was() {
    let beyond = "this can be 1, outside of its range 3..9";
    check("m = 3\nm = 1 in m..9\nreport m", &[("m", beyond)]);
    check("m = 2 in -8..m + 1\nreport m", &[("m", "there is no name `m`")]);
    assert!(rules("m = 3\nm += d6 in m + 1..m + 6\nreport m").is_ok());
}

#[test]
fn labels_that_were_declared_are_those_of_the_name() {
    let text = "labels a = 'x' | 'y'\nlabels b = 'z' | 'x'\na = d6 > 4 ? 'x' : 'y'\nb = a\nreport b";
    check(text, &[("a", "`b` is one of 'z' | 'x', and this of 'x' | 'y'")]);
}

#[test]
fn what_is_rolled_or_rounded_otherwise_than_it_looks_is_a_warning() {
    let message = "this `d20` is rolled anew, and not the one that was compared before";
    let help = "`roll = d20`, and compare `roll`";
    let chain = "y = 0\nif d20 == 20 { y = 2 } else if d20 >= 10 { y = 1 }\nreport y";
    check_warning(chain, "d20 >= 10", message, help);
    check_warning("report y = d20 == 20 ? 2 : d20 >= 10 ? 1 : 0", "d20 >= 10", message, help);
    let bounds = "this `d6` is rolled anew, and not the one that was compared before";
    for (text, place) in [("d6 >= 2 && d6 <= 4", "d6 <= 4"), ("d6 < 2 || d6 > 4", "d6 > 4")] {
        check_warning(&format!("report y = {text}"), place, bounds, "`roll = d6`, and compare `roll`");
    }
    let fraction = "this is 0: divisions round down";
    check_warning("report y = 1 / 2 * d6", "1 / 2", fraction, "as in `n * 1 / 2`");
    let fine = "a = d20\nreport y = a == 20 ? 2 : a >= 10 ? 1 : d6 / 2, z = d6 >= 4 ? 1 : d8 >= 4 ? 6 / 2 : 0, \
         v = d6 >= 4 && d6 >= 5, w = a >= 4 && a < 6";
    assert!(rules(fine).unwrap().game().program.warnings().is_empty());
}

#[test]
fn names_have_to_be_known() {
    check("hits = 3\nreport x = hit", &[("hit", "there is no name `hit`")]);
    check("report x = roll(3)", &[("roll", "there is no definition `roll`")]);
    check("report x = 3dx", &[("3dx", "there is no die `dx`")]);
    check("report x = l[2]", &[("l", "there is no list `l`")]);
}

#[test]
fn all_errors_are_shown_line_by_line() {
    check(
        "a = = 3\nb = 3d6 +\nc = 2\nreport x = c + d",
        &[("=", "`=` is not expected here"), ("\n", "the line ends too soon"), ("d", "there is no name `d`")],
    );
}

#[test]
fn words_of_other_languages_are_told_as_they_are_written_here() {
    let message = |word: &str| format!("`{word}` begins no statement");
    let text = "let n = d6\nwhile n > 3 { n -= 1 }\nprint n\nreport n";
    let words = ["let", "while", "print"];
    check(
        text,
        &words.map(|word| (word, message(word))).each_ref().map(|(word, said)| (*word, said.as_str())),
    );
    // They are names like others.
    assert!(rules("let = 1\nwhile = 2\nreport x = let + while").is_ok());
}

#[test]
fn types_have_to_fit() {
    let labels = "labels result = 'hit' | 'miss'\nresult = 'hit'\n";
    let message = "one of 'hit', 'miss' is compared with a number";
    check(&format!("{labels}report x = result == 3"), &[("result == 3", message)]);
    check("if 3 { }\nreport x = 1", &[("3", "this is a number, not true or false")]);
    check("a = 1\nreport a = a = 2", &[("=", "`=` does not compare")]);
}

#[test]
fn what_may_go_wrong_is_said_with_its_state() {
    check(
        "d = d6 - 1\nreport x = 10 / d",
        &[("d", "this can be 0, and nothing is divided by 0, where d = 0")],
    );
    check(
        "list l = [1, 2]\ni = d3\nreport x = l[i]",
        &[("i", "this can be 2, and the list has the places 0 to 1, where i = 2")],
    );
    check("a = d6 in 1..5\nreport a", &[("a", "this can be 6, outside of its range 1..5, where a = 6")]);
    // What notes that a loop was left is not in the text.
    check(
        "a = 0\nb = 0 in 0..3\nrepeat 3 {\n a += d2\n if a == 2 { stop }\n b += a\n}\nreport b",
        &[("b += a", "this can be 4, outside of its range 0..3, where a = 3, b = 4")],
    );
    // The first range of a name lasts; others are those of one assignment.
    let falling = "a = 3 in 0..5\nrepeat 4 { a -= 1 }\nreport a";
    check(falling, &[("a -= 1", "this can be -1, outside of its range 0..5, where a = -1")]);
    assert!(rules("a = 3 in 0..5\nrepeat 4 { a = max(0, a - 1) }\nreport a").is_ok());
    assert!(rules("a = 3\na = a + 2 in 0..5\na = 9\nreport a").is_ok());
    assert!(rules("b = 3\na = 2 in 0..b\na = 9\nreport a").is_ok());
    check(
        "def f(a) {\n b = a in 1..5\n b += 5\n return b\n}\nreport x = f(d6 > 3 ? 2 : 1)",
        &[("b += 5", "this can be 6, outside of its range 1..5")],
    );
    check(
        "table c = [0, 0] in 0..1\nc[d2 - 1] += 2\nreport x = c[0]",
        &[("c[d2 - 1] += 2", "this can be 2, outside of its range 0..1")],
    );
    let group = "group foe in 2..3 { key hp = 3 in 1..9 }\nfor f in foe { f.left = f.hp in 0..9 }\n";
    let one = "target = random(f for f in foe)\nif target != 'nobody' { target.left -= 4 }\n";
    check(
        &format!("{group}{one}report each foe: left"),
        &[("target.left -= 4", "this can be -1, outside of its range 0..9, where target = foe 1")],
    );
    let growing = "a = 10\nrepeat 40 { a = a * 10 }\nreport a";
    assert!(rules(growing).is_err());
    // Nothing is reported if it cannot happen.
    assert!(rules("d = d6 - 1\nreport x = d == 0 ? 0 : 10 / d").is_ok());
    assert!(rules("d = d6 - 3\nif d != 0 { d = 10 / d }\nreport d").is_ok());
}

#[test]
fn a_name_has_a_value_in_every_case() {
    check("if d6 > 3 { a = 1 }\nreport a", &[("a", "`a` may have no value here")]);
    check("repeat 3 while d6 > 3 { a = 1 }\nreport a", &[("a", "`a` may have no value here")]);
    assert!(rules("repeat 3 { a = 1 }\nreport a").is_ok());
    assert!(rules("if d6 > 3 { a = 1 } else { a = 2 }\nreport a").is_ok());
    check("key o optional in 1..3\nreport x = o", &[("o", "the key `o` is not set, and has a value here")]);
    assert!(rules("key o optional in 1..3\nreport x = o is set ? o : 0").is_ok());
}

/// All questions about a roll are answered where it is made.
#[test]
fn what_questions_read_has_one_value() {
    let said = |name: &str| format!("`{name}` changes after the dice are rolled that are asked about it");
    for (text, question, name) in [
        ("k = 2\nc = p.count(x, x > k)\nk = 5\nn = p.count(x, x > k)", "p.count(x, x > k)", "k"),
        ("k = 2\nc = p.count(x, x > k)\nk = 5\nn = p.count(x, x >= k)", "p.count(x, x >= k)", "k"),
        ("k = 1\nc = p.nth(k)\nk = 2\nn = p.nth(k)", "p.nth(k)", "k"),
        (
            "j = 1\nc = p.count(x, x == j)\nif c == 0 { j = 2 }\nn = p.count(x, x == j)",
            "p.count(x, x == j)",
            "j",
        ),
        ("n = 0\nfor k in [1, 2] {\nk += 1\nn += p.nth(k)\n}", "p.nth(k)", "k"),
        ("n = 0\nfor k in [1, 2] {\nj = k\nn += p.nth(j)\n}", "p.nth(j)", "j"),
        ("n = 0\nk = 0\nrepeat 2 {\nk += 1\nn += p.nth(k)\n}", "p.nth(k)", "k"),
        ("c = p.max()\nk = d6\nn = p.count(x, x == k)", "p.count(x, x == k)", "k"),
        ("c = p.max()\nq = 2d6\nk = q.max()\nn = p.count(x, x == k)", "p.count(x, x == k)", "k"),
    ] {
        check(&format!("p = 2d6\n{text}\nreport n"), &[(question, &said(name))]);
    }
    // Another variable may change, and a roll that is made in every round is another roll.
    assert!(rules("p = 2d6\nk = 2\nc = p.nth(k)\nk = 3\nn = p.max()\nreport c, n, k").is_ok());
    assert!(rules("n = 0\nfor k in [2, 4] {\np = 2d6\nn += p.count(x, x == k)\n}\nreport n").is_ok());
}

#[test]
fn numbers_are_counted_upwards() {
    let (message, help) =
        ("there are no numbers between these", "write the lower number first, as in `1..5`");
    check_help("n = 0\nfor k in 5..1 { n += k }\nreport n", "5..1", message, help);
    check("n = 0\nrepeat 3 {\nfollow t: m = n in 9..0\nn += 1\n}\nreport n", &[("9..0", message)]);
    let chart = "labels m = '.' | 'X'\nn = d6\nchart t \"t\" for k in 3..0: m = n > k ? 'X' : '.'\nreport n";
    check(chart, &[("3..0", message)]);
    check("deck cards = 5..1\nx = 2 of cards\nreport x", &[("5..1", message)]);
}

#[test]
fn loops_have_an_end() {
    check("repeat { a = 1 }\nreport x = 1", &[("repeat { a = 1 }", "this loop has no end")]);
    check("repeat 10001 { a = 1 }\nreport x = 1", &[("10001", "this is not a number of repetitions")]);
}

#[test]
fn loops_without_a_number_end_in_play() {
    let text = "x = 0\nrepeat while x < 10 { x += 0 }\nreport x";
    check(text, &[("repeat while x < 10 { x += 0 }", "this loop never ends within 10000 rounds")]);
    let text = "x = 0\nif d6 > 3 { repeat while x < 10 { x += 0 } }\nreport x, y = d6";
    let said = "after 10000 rounds this loop goes on with a probability of 50.00 %";
    check(text, &[("repeat while x < 10 { x += 0 }", said)]);
    let walk = "x = 50\nrepeat while x > 0 && x < 100 { x += d2 == 1 ? 1 : -1 }\nreport x";
    let errors = rules(walk).err().unwrap();
    assert!(errors[0].message.ends_with(" % or more"), "{}", errors[0].message);
    let text = "def f(a) {\n repeat while a < 10 { a += 0 }\n return a\n}\nreport x = f(d6)";
    let errors = rules(text).err().unwrap();
    assert_eq!(errors[0].message, "this loop never ends within 10000 rounds");
    let odd = "on = true\nrepeat while on { on = d730 != 1 }\nreport on";
    let said = "after 10000 rounds this loop goes on with a probability of 0.000111 %";
    check(odd, &[("repeat while on { on = d730 != 1 }", said)]);
    // Too much can happen to know how often, but a few trials find it.
    let two = "on = true\nrepeat while on {\n a = d1000\n b = d1000\n on = a + b + d1000 > 3\n}\nreport on";
    let errors = rules(two).err().unwrap();
    assert_eq!(errors[0].message, "this loop may go on after 10000 rounds");
    // Slow, but it ends.
    assert!(rules("n = 0\nrepeat while d1000 + d6 > 7 { n = 1 }\nreport n").is_ok());
}

#[test]
fn dice_have_limits() {
    check("report x = d0", &[("d0", "there is no die of 0 faces")]);
    check("report x = d1000000", &[("d1000000", "there is no die of 1000000 faces")]);
    check("report x = 10000d6", &[("10000d6", "this can be 10000 dice")]);
    check(
        "report x = d6.reroll(x, x > 0).explode(6).max()",
        &[("d6.reroll(x, x > 0).explode(6).max()", "after `explode` only sums and counts are asked")],
    );
    check("report x = d6.explode(6, 0)", &[("0", "dice are not rolled on so often")]);
    check(
        "report x = d6.explode(x, x > 0)",
        &[("d6.explode(x, x > 0)", "every face of this die is rolled on")],
    );
    check("report x = d6.compound(6, 2, 1)", &[("d6.compound(6, 2, 1)", "this is not a change of dice")]);
}

#[test]
fn definitions_do_not_play_themselves() {
    check("def f(a) { return f(a) }\nreport x = f(1)", &[("f", "`f` plays itself")]);
    check("def f(a) { b = a }\nreport x = 1", &[("f", "this may return nothing")]);
}

#[test]
fn what_is_played_for_is_a_label() {
    let text = |won: &str| {
        format!("labels who = 'us' | 'them'\nwho = d2 == 1 ? 'us' : 'them'\nreport who for {won}, n = 1")
    };
    assert_eq!(rules(&text("'them'")).unwrap().metrics()[0].won(), Some(1));
    check(&text("'nobody'"), &[("for 'nobody'", "there is no label `nobody`")]);
    check(&text("them"), &[("them", "the label is missing here")]);
    check("report n = d6 for 'us'", &[("for 'us'", "there is no label `us`")]);
}

#[test]
fn values_are_followed_through_the_rounds_of_a_loop() {
    let text = |inner: &str| format!("a = 0\nrepeat 3 {{\nb = d6\na += b\n{inner}\n}}\nreport a");
    assert!(rules(&text("follow big = a > 5")).is_ok());
    check(&text("follow a"), &[("\n", "`=` is missing here")]);
    check(&text("follow big = a"), &[("a", "a number is followed here")]);
    check(&text("follow big = b > 5"), &[("b", "there is no name `b`")]);
    check(&text("follow big = d6 > a"), &[("d6 > a", "what is followed rolls no dice")]);
    check(&text("follow big = a > 5\nfollow big = a > 6"), &[("big", "`big` is followed twice")]);
    let message = "there are no rounds to follow here";
    check(&text("if b > 3 { follow big = a > 5 }"), &[("follow big = a > 5", message)]);
    check(&text("repeat 2 { follow big = a > 5 }"), &[("follow big = a > 5", message)]);
    check("a = 1\nfollow big = a > 5\nreport a", &[("follow big = a > 5", message)]);
    check(
        "a = 0\nrepeat while a < 9 {\na += d6\nfollow big = a > 5\n}\nreport a",
        &[("follow big = a > 5", message)],
    );
}

#[test]
fn what_other_languages_write_is_told_as_it_is_written_here() {
    for (text, help) in [
        ("x = not d6 > 3\nreport x", "write `!(…)`"),
        ("x = True\nreport x", "write `true`"),
        ("x = 0\nrepeat until x > 5 {\nx += 1\n}\nreport x", "write `repeat while !(…) { … }`"),
        ("choose y from 'a', 'b'\nreport y", "options stand as in `'a' | 'b'`"),
        ("choose 'a' | 'b'\nreport x = 1", "a choice has a name, as in `choose move from 'roll' | 'hold'`"),
        ("x = d6; y = d8\nreport x", "begin a new line"),
        ("note \"{}\"\nreport x = d6", "write one between the brackets, as in {hits}"),
        (
            "group g in 1..2 { key a = 1 in 1..2 }\nfor f in g { f.left = d6 }\nreport g.left",
            "write `report each g: left`",
        ),
        (
            "table c = [1, 2]\ngoal maximize y\nchoose y from 1..2 seeing c\nreport y",
            "give places of it names in the line before, as in `first = c[0]`",
        ),
        ("z = 3\ndef f(x) { return x + z }\nreport y = f(d6)", "`def f(…, z)`"),
        ("key x = 3 in [1, 2, 3]\nreport y = x", "write a range, as in `key x = 3 in 1..6`"),
        ("key x = 1..6\nreport y = x", "as in `key x = 1 in 1..6`"),
        ("key x 3\nreport y = x", "write `key x = 3`"),
        ("key x: 3\nreport y = x", "as in `key x = 1 in 1..6`"),
        ("key x = 3 \"dice\" in 1..6\nreport y = x", "write it before the words"),
        ("report a = 3d6, b = a + 1", "a line of its own before the report: `a = …`"),
        ("report a = d6.explode(x >= 5)", "write `.explode(x, x >= 5)`"),
        ("report a = d6.compound([5, 6])", "write `.compound(x, x in [5, 6])`"),
        ("key n = 3 in 1..10\nx = nd6\nreport x", "write `(n)d6`"),
        ("labels state = 'ok' | 'hurt'\nreport state", "as in `state = 'ok'`"),
        ("set x = d6\nreport x", "write `name = …`"),
        ("report x = 4d6.keep(3)", "write it as in `4d6.highest(3)`"),
        ("if d6 > 3\n{\nx = 1\n}\nreport x = 2", "write it at the end of this line"),
        ("report x = 2 d6", "write `2d6`, without a space"),
        ("report x = d[1, 2, 3]", "in braces, as in d{1, 2, 3}"),
    ] {
        let errors = rules(text).err().unwrap_or_default();
        assert!(errors.iter().any(|error| error.help.contains(help)), "{text}: {errors:?}");
    }
}

#[test]
fn sheets_have_rows_and_columns() {
    let text = |sheet: &str| format!("key a = 1 in 1..9\nkey b = 1 in 1..9\nsheet {sheet}\nreport x = (a)d6");
    assert!(rules(&text("\"t\" = p(x in [1, 2]) for a in 1..9:2 by b in 1,3,9 # so")).is_ok());
    check(&text("\"t\" = mean(x)"), &[("mean(x)", "the rows of this sheet are missing")]);
    assert!(rules(&text("\"t\" = mean(x) for a in 1..9")).is_ok());
    check(&text("\"t\" = mean(x) for c in 1..9"), &[("c", "there is no key `c`")]);
    check(&text("\"t\" = mean(x) for a in 1..9 by c in 1..9"), &[("c", "there is no key `c`")]);
    let message = "rows and columns are of the same key";
    check(&text("\"t\" = mean(x) for a in 1..9 by a in 1..9"), &[("a", message)]);
    let one = "\"t\" = mean(x) for a in 1..9 by b in 1..9";
    check(&text(&format!("{one}\nsheet {one}")), &[("mean(x)", "there is a sheet \"t\" already")]);
}

#[test]
fn expectations_have_a_range_of_numbers() {
    let message = "this is not a range of numbers";
    for range in ["0.6", "0.7..0.6", "inf..inf", "0.6..", "0.6..low"] {
        check(&format!("expect p(x == 1) in {range} # so\nreport x = d6"), &[(range, message)]);
    }
    let message = "the range of this expectation is missing";
    check("expect p(x in [1, 2])\nreport x = d6", &[("p(x in [1, 2])", message)]);
    check("expect\nreport x = d6", &[("", message)]);
    check(
        "if true { expect p(x > 1) in 0..1\n}\nreport x = d6",
        &[("expect p(x > 1) in 0..1", "a declaration cannot stand in a block")],
    );
}

#[test]
fn presets_set_keys_to_values_that_they_may_have() {
    let keys = "key a.b = 1 in 0..3\nkey c = 'x' in 'x' | 'y'\nkey d = false\n";
    let one = |lines: &str| format!("{keys}preset p {{\n{lines}\n}}\nreport r = a.b");
    check(&one("a.n = 2"), &[("a.n", "there is no key `a.n`")]);
    check(&one("a.b = 4"), &[("4", "the value 4 is outside of 0..3")]);
    check(&one("a.b = d6"), &[("d6", "a fixed number is needed here")]);
    check(&one("a.b = a.b"), &[("a.b", "a fixed number is needed here")]);
    check(&one("c = 'z'"), &[("'z'", "there is no label `z`")]);
    check(&one("d = 1"), &[("1", "the value is a number, and the key true or false")]);
    check(&one("a.b = 1\nd = true\na.b = 2"), &[("a.b", "`a.b` is set twice")]);
    check(&one("if d { a.b = 2 }"), &[("if d { a.b = 2 }", "a preset has values of keys alone")]);
    let called = one("a.b = 2").replacen("preset p", "preset p called \"x\"", 1);
    check(&called, &[("p", "this is no preset of a group, whose members have names")]);
    check(&one("a.b = 2 in 0..3"), &[("a.b = 2 in 0..3", "a preset has values of keys alone")]);
    check(&one("a.b, d = 1"), &[("a.b, d = 1", "several keys have one value here")]);
    let two = |two: &str| format!("{keys}preset p {{ a.b = 2 }}\npreset {two} {{ a.b = 3 }}\nreport r = a.b");
    check(&two("p"), &[("p", "the preset `p` is declared twice")]);
    check(&two("a.p"), &[("a.b", "`a.b` is set by `preset` and by `a.preset`")]);
    assert!(rules(&two("q")).is_ok());
    let key = "key preset = 3\npreset p { preset = 4 }\nreport r = 1";
    check(key, &[("p", "`preset` is a key, and cannot name presets")]);
    // An error in a key is not an error in the preset that sets the key.
    let key = "key a = 3 in 0..x\npreset p { a = 4 }\nreport r = 1";
    check(key, &[("x", "there is no name `x`")]);
}

#[test]
fn reports_have_names_of_their_own() {
    check("report x = 1, x = 2", &[("x", "`x` is reported twice")]);
    check("a = 1", &[("", "the text reports nothing")]);
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("report x = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(rules(&deep).is_err());
    let blocks = format!("{}a = 1{}\nreport x = 1", "if true {\n".repeat(1_000), "\n}".repeat(1_000));
    assert!(rules(&blocks).is_err());
    let long = format!("report x = 1{}", " + 1".repeat(100_000));
    assert!(rules(&long).is_err());
    let minus = format!("report x = {}1", "-".repeat(100_000));
    assert!(rules(&minus).is_err());
}

#[test]
fn brackets_are_closed_and_open() {
    let unclosed = "this `{` is never closed";
    check("repeat 3 {\n  x = d6\nreport x = 3", &[("{", unclosed)]);
    check("if d6 > 3 { repeat 2 { x = d6 }\nreport x = 3", &[("{", unclosed)]);
    check("def f(a) {\n  return a\nreport x = f(3)", &[("{", unclosed)]);
    check("key a = 1\npreset p {\n  a = 2\nreport x = a", &[("{", unclosed)]);
    check("x = d6\n}\nreport x", &[("}", "no `{` is open here")]);
    check("x = max(3d6, 2\ny = 4\nreport x, y", &[("(", "this `(` is never closed")]);
    check("list l = [1, 2\nreport x = l[0]", &[("[", "this `[` is never closed")]);
    check("x = 3d6)\nreport x", &[(")", "no `(` is open here")]);
    check("report x = max(1 2)", &[("2", "`)` is missing here")]);
    // A block without its `{` is read up to its `}`.
    let missing = [("\n", "`{` is missing here")];
    check("x = d6\nif x > 3\n  x = 1\n} else {\n  x = 2\n}\nreport x", &missing);
    check("def f(a)\n  return a + 1\n}\nreport x = f(d6)", &missing);
    check("repeat 2\n  if d6 > 3 { x = 1 }\n}\nreport x = 1", &missing);
}

#[test]
fn mistakes_are_told_with_what_is_right() {
    let begins = |word: &str| format!("`{word}` begins no statement");
    for (line, word, help) in [
        ("x++", "x", "write `x += 1`"),
        ("x--", "x", "write `x -= 1`"),
        ("x *= 2", "x", "write `x = x * …`"),
        ("x: 3d6", "x", "write `x = …`"),
        ("x := 3d6", "x", "write `x = …`"),
        ("x == 3", "x", "with one `=`"),
        ("x.explode(6)", "x.explode", "as in `x = 4d6.explode(…)`"),
        ("f(3)", "f", "as in `x = f(…)`"),
        ("break", "break", "write `stop`, which ends the loop"),
        ("continue", "continue", "in an `if … { … }`"),
        ("maximize mean(x)", "maximize", "write `goal maximize name`"),
        ("label w = 'a' | 'b'", "label", "did you mean `labels`?"),
    ] {
        check_help(&format!("list l = [1, 2]\n{line}\nreport z = l[0]"), word, &begins(word), help);
    }
    for (line, place, message, help) in [
        ("summary \"{x}\"", "x", "`x` is no key", "keys alone"),
        ("require x > 1 \"too few\"", "x", "`x` is no key", "keys alone"),
        ("reading \"so\" where x > 1", "x", "`x` is no key", "keys alone"),
        ("deck cards = 1..5\ny = cards", "cards", "there is no name `cards`", "`2 of cards`"),
        ("y = hero.hp", "hero.hp", "there is no name `hero.hp`", "`key hero.hp = 0`"),
        ("note \"{x > 0 ? \"yes\" : 0}\"", "{x > 0 ? ", "this bracket is not closed", "single quotes"),
    ] {
        let text = format!("x = d6\n{line}\nreport z = x");
        let errors = rules(&text).err().unwrap();
        assert_eq!((&text[errors[0].span.clone()], &*errors[0].message), (place, message), "{text}");
        assert!(errors[0].help.contains(help), "{text}\n{}", errors[0].help);
    }
    check_help("report x = d6 if d6 > 3", "d6", "`ever` is missing here", "`x > 3 ? 1 : 0`");
    for (choice, place, message, help) in [
        ("choose a from roll | hold", "|", "`|` has no meaning here", "as in `'roll' | 'hold'`"),
        (
            "choose a \"what now\" from 'roll' | 'hold'",
            "\"what now\"",
            "`from` is missing here",
            "end the line",
        ),
    ] {
        check_help(&format!("{choice}\nreport x = d6"), place, message, help);
    }
    let question = |which: &str| format!("`.{which} is not a question about dice");
    let named = "what is reported needs a name";
    for (value, place, message, help) in [
        (
            "2.5 * d6",
            "2.5",
            "numbers are whole here",
            "multiply first: `d6 * 5 / 2` (the result is rounded down)",
        ),
        ("2d6 * 1.5", "1.5", "numbers are whole here", "`2d6 * 3 / 2`"),
        ("k * 0.75", "0.75", "numbers are whole here", "`k * 3 / 4`"),
        ("d6 / 2.5", "2.5", "numbers are whole here", "`d6 * 2 / 5`"),
        ("d6 + 1.5", "1.5", "numbers are whole here", "multiply everything by 2: this becomes 3"),
        ("1.5", "1.5", "numbers are whole here", "multiply everything by 2"),
        ("1d6.", "d6.", "a name is missing after the dot", "d6.sum()"),
        ("3d6 // roll", "// roll", "this is not a comment", "a comment begins with #"),
        ("d6 in (1, 6)", "(", "`in` needs a list", "[1, 2]"),
        ("d6 in 1..3", "in", "`in` needs a list", "`x in [1..6]`"),
        ("d6 == 1 | 6", "|", "`|` has no meaning here", "x in [1, 6]"),
        ("d6 in [3..1]", "3..1", "these are no numbers of a list", "from less to more"),
        ("d6 in [1..k]", "k", "this is no number", "written as numbers"),
        ("d(k, 2)", "d(k, 2)", "this is not a die", "as in `d(n)`"),
        ("2d(0)", "2d(0)", "this can be a die with 0 sides", "a die has 1 to 1000 sides"),
        ("d(d6 - 1)", "d(d6 - 1)", "this can be a die with 0 sides", "a die has 1 to 1000 sides"),
        (
            "(2d(k) & d6).max()",
            "2d(k)",
            "the sides of these dice are known only in play",
            "put dice together",
        ),
        ("5d6.count(5)", "5d6.count(5)", &question("count` with 1 value"), "write `.count(x, x == 5)`"),
        (
            "5d6.count(y > 5)",
            "5d6.count(y > 5)",
            &question("count` with 1 value"),
            "write `.count(y, y > 5)`",
        ),
        ("5d6.highest()", "5d6.highest()", &question("highest` with 0 values"), "`.highest(1)`"),
        ("5d6.higest(3)", "5d6.higest(3)", &question("higest` with 1 value"), "`.highest(1)`"),
        ("max(d20)", "max(d20)", "`max` is given 1 number", "write min(a, b)"),
        ("max(2d20)", "max(2d20)", "`max` is given 1 number", "write `2d20.max()`"),
        ("d6.max", "d6.max", "there is no name `d6.max`", "write `d6.max()`"),
        ("3d6!", "!", "`!` has no meaning here", "write `3d6.explode(6)`"),
        ("max(3d6!, 4)", "!", "`!` has no meaning here", "write `3d6.explode(6)`"),
        ("d% + 3", "%", "`%` has no meaning here", "write `d100`"),
        ("4d6kh3 + 2", "4d6kh3", "there is no die `d6kh3`", "write `4d6.highest(3)`"),
        ("3D6", "3D6", "there is no die `D6`", "write `3d6`"),
        ("D6", "D6", "there is no name `D6`", "write `d6`"),
        (
            "4d6 drop lowest",
            "drop",
            "this does not belong to the statement before it",
            "write `4d6.highest(3)`",
        ),
        ("total", "total", "there is no name `total`", "as in `total = 0`"),
        (
            "d6 == 6 ? 'hit' : 'miss'",
            "'hit'",
            "there is no label 'hit'",
            "as in `labels result = 'hit' | 'other'`",
        ),
    ] {
        check_help(&format!("key k = 3 in 1..9\nreport x = {value}"), place, message, help);
    }
    check_help("r = 3d6\nreport r.max()", "r.max()", named, "`report result = r.max()`");
    check_help("report 3d6", "3d6", named, "`report result = 3d6`");
    let labels = "x = d6 == 6 ? 'hit' : d6 > 3 ? 'miss' : 'none'\nreport x";
    check_help(
        labels,
        "'hit'",
        "there is no label 'hit'",
        "write `labels x = 'hit' | 'miss' | 'none'` above",
    );
    let truth = "def f(hit) { return hit ? 3 : 4 }\nreport x = f(true)";
    check_help(truth, "hit", "this is a number, not true or false", "true is given as 1: `hit == 1`");
    let first = "this can be 3, and the list has the places 0 to 2";
    check_help("list l = [1, 2, 3]\nreport x = l[d6]", "d6", first, "the first place is 0");
    let long = vec!["1"; 10_001].join(", ");
    check_help(
        &format!("list l = [{long}]\nreport x = 1"),
        &format!("[{long}]"),
        "this list has 10001 numbers",
        "at most 10000",
    );
    // These are remainders.
    assert!(rules("d = 7\nreport x = d%4, y = d6 % 2, z = d%(d)").is_ok());
}

#[test]
fn names_have_one_meaning() {
    for word in ["if", "else", "for", "in", "true", "report"] {
        check(
            &format!("{word} = 3\nreport x = 1"),
            &[(word, &format!("`{word}` is a word of the language, and cannot be a name"))],
        );
    }
    let die = |name: &str| format!("`{name}` is a die, and cannot be a name");
    for text in [
        "d6 = 3",
        "d6 = 3d6\nm = d6.max()",
        "key d6 = 3",
        "for d6 in [1, 2] { x = 1 }",
        "def f(d6) { return d6 }",
    ] {
        check(&format!("{text}\nreport y = 1"), &[("d6", &die("d6"))]);
    }
    check("die fate = [-1, 0, 1]\nfate = 3\nreport x = 4fate", &[("fate", &die("fate"))]);
    check("def max(a) { return a }\nreport x = max(3)", &[("max", "`max` is built in")]);
    // Metrics and dice do not meet.
    assert!(rules("d = 3\nmax = 4\nreport d6, goal = d + max").is_ok());
}

#[test]
fn what_is_hardly_meant_is_warned_about() {
    let sum = |dice: &str, number: &str| format!("the sum of {dice} is compared with {number} here");
    let count = "write `12d6.count(x, x >= 5)` for how many dice it is, or `12d6.sum() >= 5` for the sum";
    check_warning("report x = 12d6 >= 5", "12d6 >= 5", &sum("12d6", "5"), count);
    check_warning("report x = 4d10 < 3 ? 1 : 2", "4d10 < 3", &sum("4d10", "3"), "`4d10.count(x, x < 3)`");
    let exploding = "12d6.explode(6)";
    let count = "`12d6.explode(6).count(x, x >= 5)`";
    check_warning("report x = 12d6.explode(6) >= 5", "12d6.explode(6) >= 5", &sum(exploding, "5"), count);
    let never = "none of these dice can show this: their faces are 1 to 6";
    check_warning("report x = 3d6.count(y, y >= 7)", "y >= 7", never, "it never happens");
    check_warning("r = 3d6.reroll(y, y < 1)\nreport x = r.max()", "y < 1", never, "it never happens");
    let seven = "these dice never show 7: their faces are 1 to 6";
    check_warning("report x = 3d6.explode(7)", "7", seven, "write `.explode(6)`");
    check_warning("report x = (-3)d6", "(-3)", "this is a negative number of dice", "-3d6");
    let group = "group g in 1..2 { key a = 1 in 1..2 }\nn = d6\nfor f in g { f.left = d6 }\n";
    let alike = "`many` is the same for each g";
    check_warning(
        &format!("{group}report each g: left, many = n > 3"),
        "n > 3",
        alike,
        "put this before `each`",
    );
    for text in [
        format!("{group}report n, each g: left, most = g.left == 6, other = d4").as_str(),
        "report x = 2d6 >= 7, y = d6 >= 5, z = 12d6.sum() >= 5",
        "key k = 3\nreport x = (k)d6 >= 5, y = 2d6.count(x, x >= k + 4)",
        "report x = 3d6.compound().count(y, y >= 7)",
        "r = 3d6\nn = 0\nfor k in [5, 6, 7] { n += r.count(x, x == k) }\nreport n",
    ] {
        assert_eq!(rules(text).unwrap().game().program.warnings(), [], "{text}");
    }
}

#[test]
fn what_other_programs_write_has_a_form_here() {
    check_help("die q = {0, 0, 1}\nreport x = 1q", "{", "a list stands in [ ]", "as in [0, 0, 1]");
    check_help("die q = 8\nreport x = 1q", "8", "no dice are rolled here", "`die q = d8`");
    let brackets = "the brackets of a question are missing";
    check_help("report x = 3d6.max", "max", brackets, "write `.max(…)`, or `.max()`");
    check_help("x = d6\ny = 1 if x > 3 else 0\nreport y", "if", "`if` begins a line", "`x > 3 ? 1 : 0`");
    let otherwise = "x = d6\ny = 0\nif x > 3 { y = 1 } elif x > 2 { y = 2 }\nreport y";
    check_help(otherwise, "elif", "`elif` has no meaning here", "write `else if … { … }`");
    for name in ["hit-points", "hit points"] {
        let errors = rules(&format!("{name} = 3\nreport x = 3")).err().unwrap();
        assert!(errors[0].help.contains("`hit_points = …`"), "{}", errors[0].help);
    }
    // Ranges are faces and cards.
    for text in ["die digit = 0..9\nreport x = 2digit", "report x = 2d{0..9}", "report x = d{-1..1, 5}"] {
        assert!(rules(text).is_ok(), "{text}");
    }
    check_help("report x = d{9..0}", "9..0", "these are not the faces of a die", "from less to more");
}

#[test]
fn a_name_has_members_of_one_group() {
    let text = "group pc in 2..2 { key hp = 3 in 1..9 }\ngroup orc in 2..2 { key hp = 3 in 1..9 }\n\
                t = first(p for p in pc where p.hp > 1)\nt = first(o for o in orc)\nreport x = t == 'nobody'";
    check_help(
        text,
        "first(o for o in orc)",
        "`t` is of the group `pc`, and this of `orc`",
        "give it another name",
    );
}

#[test]
fn a_reported_truth_value_is_no_label() {
    let text = "labels result = 'miss' | 'hit'\nresult = d20 > 11\nreport result";
    check_help(text, "result", "`result` has labels, and this is true or false", "`… ? 'miss' : 'hit'`");
    let beyond = "labels result = 'miss' | 'hit'\nreport result = d3 - 1";
    check(beyond, &[("result", "this can be 2, outside of its range 0..1, where result = 2")]);
}

#[test]
fn a_key_is_no_table() {
    let message = "`hero` has a value here, and is a table for `hero.hp`";
    let help = "give one of the two another name";
    check_help("key hero = 3\nkey hero.hp = 20\nreport x = hero + hero.hp", "hero", message, help);
}

#[test]
fn a_second_hand_is_from_the_whole_deck() {
    let message = "these cards are drawn from the whole of `cards` again";
    let text = "deck cards = 1..4\na = 1 of cards\nb = 2 of cards\nreport same = a == b";
    check_warning(text, "2 of cards", message, "draw all cards at once");
}

/// Definitions, each of which calls the previous one within `if` blocks and brackets.
fn within_each_other(definitions: usize, blocks: usize, brackets: usize) -> String {
    within("if x > 0", definitions, blocks, brackets)
}

/// Definitions, each of which calls the previous one within nested brackets and nested blocks that
/// begin with `block`.
fn within(block: &str, definitions: usize, blocks: usize, brackets: usize) -> String {
    let mut text = String::from("def f0(x) { return d6 + x }\n");
    for number in 1..definitions {
        let (open, close) = (format!("{block} {{\n").repeat(blocks), "}\n".repeat(blocks));
        let (yes, no) = ("(x > 0 ? ".repeat(brackets), " : 0)".repeat(brackets));
        let played = format!("{open}y = {yes}f{}(x){no}\n{close}", number - 1);
        text += &format!("def f{number}(x) {{\ny = 0\n{played}return y\n}}\n");
    }
    text + &format!("report r = f{}(1)", definitions - 1)
}

#[test]
fn definitions_play_each_other_only_so_deep() {
    assert!(rules(&within_each_other(20, 0, 0)).is_ok());
    // Also if some of them are known already.
    let report = "report r = f39(1)";
    let known = within_each_other(40, 0, 0).replace(report, &format!("a = f18(1)\n{report}"));
    for text in [within_each_other(40, 0, 0), known, within_each_other(2_000, 0, 0)] {
        let errors = rules(&text).err().expect("this is too deep");
        assert_eq!(errors[0].message, "definitions play each other too deep here");
    }
}

#[test]
fn what_is_as_deep_as_can_be_needs_little_stack() {
    for (blocks, brackets) in [(0, 0), (10, 0), (45, 0), (0, 10), (0, 45), (45, 45)] {
        for definitions in [2, 3, 4, 6, 10, 24, 32] {
            for block in ["if x > 0", "repeat 1"] {
                let work = move || drop(rules(&within(block, definitions, blocks, brackets)));
                thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
            }
        }
    }
}

#[test]
fn definitions_are_given_so_many_values_and_no_more() {
    let mut text = String::from("def f0(x) { return d6 + x }\n");
    for number in 1..16 {
        let before = format!("f{}", number - 1);
        text += &format!("def f{number}(x) {{ return {before}(2 * x) + {before}(2 * x + 1) }}\n");
    }
    let errors = rules(&(text + "report x = f15(1) > 0")).err().expect("these are 2^15 laws");
    assert_eq!(errors[0].message, "these rules are too long with all their rounds and definitions");
}

#[test]
fn decisions_have_something_to_choose_and_a_goal() {
    check("choose a from 0..2\nreport x = 1", &[("choose a from 0..2", "nothing is played for")]);
    let goal = "goal maximize x\n";
    let text = |choice: &str| format!("{goal}{choice}\nreport x = 1");
    check(&text("choose a from 0..2 for fun"), &[("fun", "what is aimed at is missing here")]);
    check(&text("choose a from []"), &[("[]", "there is nothing to choose")]);
    check(&text("choose a from 'x' | 'x'"), &[("'x' | 'x'", "two options are called the same")]);
    check(&text("n = d3\nchoose a from 2..n"), &[("choose a from 2..n", EMPTY)]);
    check("goal maximize y\nreport x = 1", &[("y", "there is no metric `y`")]);
    check("labels w = 'a' | 'b'\ngoal minimize w\nw = 'a'\nreport w", &[("w", "a label has no average")]);
    check(&format!("{goal}{}", text("")), &[("x", "this is a second goal")]);
    let nested = "def f(n) {\nchoose a from 0..n\nreturn a\n}\ngoal maximize x\nreport x = f(2)";
    check(nested, &[("choose a from 0..n", "a definition decides nothing")]);
    let twice = "choose a from 0..1\nif a == 0 { choose a from 'x' | 'y' }";
    check(&text(twice), &[("a", "`a` is a number, not one of 'x', 'y'")]);
}

/// The message for a range of options that may be empty.
const EMPTY: &str = "there may be nothing to choose from 2 to 1, where n = 1";

#[test]
fn limits_name_the_line_and_the_variables() {
    let sizes = |text: &str| {
        let rules = rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        let packing = Packing::all(rules.metrics()).unwrap();
        match rules.enumerate(&packing, Budget::new(2_000)) {
            Err(NoLaw::TooLarge(error)) => error.sizes,
            other => panic!("{text}\n{:?}", other.map(|cells| cells.cells.len())),
        }
    };
    let found = sizes("a = 0\nb = 0\nrepeat 20 {\n  a += d6\n  b += d20\n}\nreport a, b");
    let named: Vec<&str> = found.split(' ').filter(|word| word.starts_with('`')).collect();
    assert_eq!(named, ["`b`,", "`a`"], "{found}");
    assert!(
        found.ends_with(" at line 4 of the rules") || found.ends_with(" at line 5 of the rules"),
        "{found}"
    );
    // Inside a definition, the call is what is named.
    let found = sizes(
        "def f(n) {\n  r = n + 3d20\n  return r + d20\n}\na = 0\nrepeat 20 {\n  a += f(a)\n}\nreport a",
    );
    assert!(found.contains(" values of `a` at line 7 of the rules"), "{found}");
}

#[test]
fn what_follows_from_an_error_is_no_further_error() {
    check("hits = 3 + hit\nnet = hits - 1\nreport x = net", &[("hit", "there is no name `hit`")]);
    check(
        "a = d6\nb = nothing\nif a > b { c = b }\nreport b, x = y",
        &[("nothing", "there is no name `nothing`"), ("y", "there is no name `y`")],
    );
    for (text, place, message) in [
        ("x = = 3\ny = x + 1\nreport y, z = x", "=", "`=` is not expected here"),
        ("x = = 3d6\nreport y = x.max()", "=", "`=` is not expected here"),
        ("x = = 0\nif d6 > 3 { x = 1 }\nreport x", "=", "`=` is not expected here"),
        ("x = nothing\nif d6 > 3 { x = 1 }\nreport x", "nothing", "there is no name `nothing`"),
        ("if nothing > 3 { x = 1 } else { x = 2 }\nreport x", "nothing", "there is no name `nothing`"),
        ("repeat nothing { x = 1 }\nreport y = x", "nothing", "there is no name `nothing`"),
        ("x = 0\nfor k in nothing { x += k\ny = x }\nreport y", "nothing", "there is no list `nothing`"),
        ("a = d6\nif a = 3 { b = 1 } else { b = 2 }\nreport b", "=", "`=` does not compare"),
        ("die score = 3d6 + no\nx = 4score.highest(3)\nreport x", "no", "there is no name `no`"),
        ("die score = = 3\nreport x = 4score", "=", "`=` is not expected here"),
        ("list l = 3d6\nreport x = l[0], y = d6 in l", "3d6", "a list of numbers is missing here"),
        ("key k = = 3\nreport x = k", "=", "`=` is not expected here"),
        ("key k = = 3\npreset p { k = 3 }\nreport x = 1", "=", "`=` is not expected here"),
        ("key k = 3\npreset p { k = = 3 }\nreport x = k", "=", "`=` is not expected here"),
        (
            "labels w = 'a', 'b'\nw = 'a'\nreport w, y = w == 'b'",
            ",",
            "this does not belong to the statement before it",
        ),
        ("def f(a { return a }\nreport x = f(3)", "{", "`,` is missing here"),
        ("def f(a) {\nreturn = = a\n}\nreport x = f(3)", "=", "`=` is not expected here"),
        (
            "labels w = 'a' | 'b'\ndef f(v) { return v == 'a' }\nw = 'a'\nreport x = nothing + f(w)",
            "nothing",
            "there is no name `nothing`",
        ),
        (
            "goal maximize x\nchoose a from 0..2\nreport y = a, x = nothing",
            "nothing",
            "there is no name `nothing`",
        ),
        ("goal maximize x\nchoose a in 0..2\nreport x = a", "in", "`from` is missing here"),
        ("report x = true and false", "and", "`and` has no meaning here"),
        ("a = d6\nif a > 3 and a < 5 { b = 1 } else { b = 2 }\nreport b", "and", "`and` has no meaning here"),
        ("labels w = 'a' | 'b\nw = 'a'\nreport w", "'b", "this label has no closing quote"),
        ("report x = 1\ny = = 3", "=", "`=` is not expected here"),
    ] {
        check(text, &[(place, message)]);
    }
}

#[test]
fn faces_are_counted_in_rolls() {
    check_help(
        "r = 3d6\nt = 0\nfor x, n, m in r { t += n }\nreport t",
        "x, n, m",
        "there are 3 names for 1 roll",
        "as in `for x, n in roll { … }`",
    );
    check_help(
        "t = 0\nfor x, x in 3d6 { t += x }\nreport t",
        "x",
        "`x` is named twice",
        "name the face and each count differently",
    );
    check("t = 3\nfor x, n in t { t += n }\nreport t", &[("t", "`t` is a number, and not a roll of dice")]);
    check("t = 0\nfor x, n in [1, 2] { t += n }\nreport t", &[("[1, 2]", "this is not a roll of dice")]);
    check_help(
        "t = 0\nfor x, n in 3d6 from top { t += n }\nreport t",
        "top",
        "`high` is missing here",
        "`from high`",
    );
    check(
        "t = 0\nfor x, n in 3d6.explode() { t += n }\nreport t",
        &[("3d6.explode()", "after `explode` only sums and counts are asked")],
    );
    check(
        "k = d6\nt = 0\nfor x, n in 3d6.compound(k) { t += n }\nreport t",
        &[("3d6.compound(k)", "the faces of these dice change in play")],
    );
    check_help(
        "t = 0\nr = 3d6\nfor x in r { t += x }\nreport t",
        "r",
        "this is not a list",
        "`for x, n in r { … }`",
    );
    check(
        "if d6 > 3 { r = 3d6 }\nt = 0\nfor x, n in r { t += n }\nreport t",
        &[("r", "the dice `r` may not have been rolled here")],
    );
    // What goes wrong with one face is found.
    check(
        "t = 0\nfor x, n in 2d6 { t += 10 / (n + x - 3) }\nreport t",
        &[("(n + x - 3)", "this can be 0, and nothing is divided by 0")],
    );
}

#[test]
fn dice_are_made_of_what_is_rolled() {
    check("die a = 2a\nreport x = a", &[("2a", "`a` plays itself")]);
    check("die a = d6\na = 3\nreport x = a", &[("a", "`a` is a die, and cannot be a name")]);
    check(
        "die a = 10 / (d3 - 1)\nreport x = 2a",
        &[("(d3 - 1)", "this can be 0, and nothing is divided by 0")],
    );
    check(
        "die a = 2d6\nreport x = 2a.explode(12)",
        &[("2a.explode(12)", "this die has no single face to be rolled on")],
    );
    check("die a = 2d1000\nreport x = 2a", &[("2a", "this die shows 1999 numbers")]);
    check("die a = d6 > n\nn = 2\nreport x = a", &[("n", "there is no name `n`")]);
    check("report x = 2d{1, x}", &[("x", "a whole number is missing here")]);
    check("report x = d{1: 1001}", &[("d{1: 1001}", "this die is too large")]);
    check("report x = d{1: 0}", &[("d{1: 0}", "this die has no face")]);
}

#[test]
fn dice_are_put_together() {
    check_help(
        "a = 3\nreport x = d6 & a",
        "a",
        "this is not a roll of dice, which `&` puts together",
        "between conditions it is `&&`",
    );
    check(
        "report x = (d6 & d8).reroll(x, x == 1)",
        &[("(d6 & d8).reroll(x, x == 1)", "these dice were put together")],
    );
    check("report x = d6 & 2d8.explode()", &[("2d8.explode()", "dice that explode are a roll of their own")]);
    check(
        "n = 300 + d6\nreport x = ((n)d6 & 200d8).max()",
        &[("((n)d6 & 200d8)", "this can be 501 dice, where n = 301")],
    );
}

#[test]
fn keys_that_do_not_go_together_are_optional_keys() {
    check(
        "key a optional in 1..2\neither a | b \"a or b\"\nreport x = a ?? 0",
        &[("b", "there is no key `b`")],
    );
    check_help(
        "key a optional in 1..2\nkey b = 1 in 1..2\neither a | b \"a or b\"\nreport x = b",
        "b",
        "`b` is always there, or has a default",
        "declare it as in `key b optional in …`",
    );
    check(
        "group f in 1..2 { key a optional in 1..2\neither a | c \"a or c\" }\nreport x = d6",
        &[("c", "there is no key `c`")],
    );
}

#[test]
fn what_comes_up_in_many_rounds_is_checked_once() {
    // Too many outcomes are followed round by round, but there are few situations.
    let siege = |foes: &str| {
        format!(
            "men = 30\ntowers = 5\nfoes = {foes}\nrams = 4\nrepeat while men > 0 && foes > 0 {{\n\
             h = (men)d6.count(x, x >= 5) + (towers)d6.count(x, x >= 4)\nk = (foes)d6.count(x, x >= 5)\n\
             lost = min(h, foes)\nfoes -= lost\nh -= lost\nrams -= min(h, rams)\n\
             broken = min(rams, (rams)d6.count(x, x >= 5))\ntowers -= min(broken, towers)\nmen -= min(k, men)\n}}\n\
             report men, foes, towers"
        )
    };
    rules(&siege("30")).unwrap_or_else(|errors| panic!("{errors:?}"));
    let pig = |most: u32| {
        format!(
            "goal maximize rounds\nscore = 0\nturn = 0 in 0..{most}\nrounds = 0\nrepeat 90 while score < 90 {{\n\
             rounds += 1\nchoose move from 'roll' | 'hold'\nface = 0\nif move == 'roll' {{ face = d6 }}\n\
             turn = face == 1 ? 0 : turn + face\n\
             if move == 'hold' || score + turn >= 90 {{\nscore = min(score + turn, 90)\nturn = 0\n}}\n}}\nreport rounds"
        )
    };
    rules(&pig(95)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let errors = rules(&pig(90)).err().expect("95 points can be there before they are kept");
    assert!(errors[0].message.starts_with("this can be 9"), "{}", errors[0].message);
}

#[test]
fn lists_and_dice_hold_no_labels() {
    let message = "lists, dice and decks hold numbers, and no labels";
    let labels = "labels face = 'hit' | 'blank'\n";
    for (text, place) in [
        ("list red = [1, 'hit']\nreport n = red[0]", "'hit'"),
        ("die red = ['hit', 'blank']\nreport n = red", "'hit'"),
    ] {
        let text = format!("{labels}{text}");
        check(&text, &[(place, message)][..]);
    }
}

#[test]
fn a_table_begins_with_fixed_numbers() {
    check_help(
        "x = d6\ntable t = [x, 1]\nreport n = t[0]",
        "x",
        "a table begins with fixed numbers",
        "`t[0] = x`",
    );
}

#[test]
fn a_table_may_be_called_as_a_statement_begins() {
    let text = "table deck = [2, 1]\nk = d2 - 1\ndeck[k] -= 1\nreport left = deck[0]";
    rules(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    check_help(
        "table t = [2, 1]\nfor x, n in t { }\nreport n = 1",
        "t",
        "`t` is a table, and not a roll of dice",
        "`t[0]`",
    );
}

/// What follows an error by `else` is part of the same statement.
#[test]
fn an_else_behind_an_error_is_no_other_error() {
    check(
        "x = d6\nif x == = 3 { x = 1 }\nelse if x == 2 { x = 3 }\nelse { x = 2 }\nreport x",
        &[("=", "`=` is not expected here")],
    );
    let chain: String = (1..60).map(|n| format!("if r == {n} {{ x = {n} }}\nelse ")).collect();
    let errors = rules(&format!("r = d100\nx = 0\n{chain}{{ x = 0 }}\nreport x")).err().unwrap();
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["blocks are nested too deeply"]);
}
