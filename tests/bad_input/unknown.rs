//! Keys that are not known: the table `[unknown]`.

use crate::room::{GOOD, Room, has};

/// The scenario without fault, in which the target's armor, on line 18, is not given.
fn unknown(table: &str) -> String {
    format!("{}\n[unknown]\n{table}\n", GOOD.replace("armor = 12\n", "\n"))
}

/// Refused, with what is wrong on the line of the first key of the table.
#[track_caller]
fn refuses(table: &str, column: u32, phrases: &[&str]) {
    Room::new().refuses_text(&unknown(table), &format!("28:{column}"), phrases);
}

#[test]
fn unknown_keys_are_keys_that_can_be_unknown() {
    refuses("'target.amor' = '9,12'", 1, &["unknown key `target.amor`", "did you mean `target.armor`?"]);
    refuses("'target.armor.9.5' = 1", 1, &["unknown key `target.armor.9.5`"]);
    refuses("'spell.preset' = 'fireball'", 18, &["`spell.preset` cannot be unknown", "whole numbers, words"]);
    refuses("'question.0.name' = 'a,b'", 1, &["unknown key `question.0.name`"]);
}

#[test]
fn what_is_known_is_not_unknown() {
    let both = "`choice.force` is given, and unknown as well";
    Room::new().refuses_text(&unknown("'choice.force' = '5,6'"), "21:1", &[both, "take it out of [unknown]"]);
    let room = Room::new();
    room.write("bolt.toml", unknown("'target.armor' = '9,12'"));
    let said = room.refuses("run bolt.toml --set target.armor=9");
    has(
        &said,
        &[
            "--> --set:1:1",
            "`target.armor` is given, and unknown as well",
            "--set unknown.target.armor=unset",
        ],
    );
    let varied = "`target.armor` is varied, and unknown as well";
    let said = room.refuses("sweep bolt.toml --vary target.armor=9..12");
    has(&said, &["--> --vary:1:1", varied]);
    Room::new().refuses_text(
        &unknown("'target.armor' = '9,12'\n[vary]\n'target.armor' = '9..12'"),
        "30:1",
        &[varied],
    );
}

#[test]
fn values_are_of_the_type_of_their_key() {
    refuses(
        "'target.armor' = '9,heavy'",
        18,
        &["`target.armor` cannot be the text \"heavy\"", "a whole number from 0"],
    );
    refuses("'target.armor' = '9,unset'", 18, &["`target.armor` cannot be unset"]);
    refuses("'target.armor' = '-1,9'", 18, &["`target.armor` is out of range: -1"]);
    refuses("'target.armor' = '12..9'", 18, &["the range `12..9` is empty"]);
    refuses(
        "'target.armor' = 9.5",
        18,
        &["the values of `target.armor` cannot be the number 9.5", "\"2..5\""],
    );
    refuses("'target.armor' = {}", 18, &["cannot be a table", "weights as in"]);
    refuses("'target.armor' = '9,9'", 18, &["`target.armor` has the value 9 twice", "write each value once"]);
    refuses("'target.kind' = 'living,dron'", 17, &["`target.kind` cannot be \"dron\"", "\"drone\""]);
    refuses(
        "'rules.mental_limit' = 'true,maybe'",
        24,
        &["`rules.mental_limit` cannot be the text \"maybe\""],
    );
}

#[test]
fn weights_are_numbers_that_are_not_all_0() {
    refuses("'target.armor' = { '9' = -1, '12' = 2 }", 26, &["the weight of 9 is negative"]);
    refuses(
        "'target.armor' = { '9' = 'much' }",
        26,
        &["the weight of 9 for `target.armor` cannot be the text"],
    );
    refuses(
        "'target.armor' = { '9' = inf }",
        26,
        &["the weight of 9 for `target.armor` cannot be the number inf"],
    );
    refuses("'target.armor' = { '9' = 0, '12' = 0.0 }", 1, &["the weights of `target.armor` are all 0"]);
    refuses(
        "'target.armor' = { '9' = 1e308, '12' = 1e308 }",
        1,
        &["the weights of `target.armor` are too large"],
    );
    refuses("'target.armor' = { 'nine' = 1 }", 29, &["`target.armor` cannot be the text \"nine\""]);
}

#[test]
fn settings_that_the_rules_refuse_are_named() {
    let room = Room::new();
    let missing = "`target.pilot` is missing, where `target.kind` is \"drone\"";
    room.refuses_text(&unknown("'target.kind' = 'living,drone'"), "14:2", &[missing]);
    let force = unknown("'choice.force' = '11..13'\n'target.armor' = '9,12'").replace("force = 6\n", "\n");
    let above = "Force 13 is above twice Magic 6, where `choice.force` is 13 and `target.armor` is 9";
    room.refuses_text(&force, "28:18", &[above]);
}

#[test]
fn combinations_are_at_most_ten_thousand() {
    let many = "'target.armor' = '0..100'\n'caster.reach' = '0..99'"
        .replace("caster.reach", "target.counterspelling");
    refuses(&many, 18, &["what is unknown has 10100 combinations of values", "at most 10000"]);
    refuses("'target.armor' = '0..10000'", 18, &["what is unknown has 10001 combinations of values"]);
}

#[test]
fn items_of_arrays_are_there() {
    let text = "system = 'ars-magica'\nprocedure = 'melee'\nhero.preset = 'knight'\n\
                [[foe]]\npreset = 'bandit'\nweapon = 'longsword'\n[unknown]\n'foe.1.soak' = '1,2'\n";
    Room::new().refuses_text(text, "8:16", &["there is no `foe.1`", "[[foe]]"]);
}

#[test]
fn what_changes_the_tables_is_no_unknown() {
    let text = "system = 'ars-magica'\nprocedure = 'melee'\nhero.preset = 'knight'\n\
                [[foe]]\npreset = 'bandit'\nweapon = 'longsword'\n[unknown]\n'choice.max_rounds' = '5,6'\n";
    Room::new().refuses_text(
        text,
        "8:23",
        &["`choice.max_rounds` cannot be unknown", "other tables", "as variants"],
    );
}

#[test]
fn an_empty_table_is_no_mistake_and_variants_may_tell() {
    let room = Room::new();
    room.write("empty.toml", format!("{GOOD}\n[unknown]\n"));
    room.fizzle("run empty.toml --exact --charts none").assert().success();
    let variants = "[[variant]]\nname = 'nine'\nset = { 'unknown.target.armor' = 'unset', 'target.armor' = 9 }\n\
                    [[variant]]\nname = 'guess'\nset = { 'unknown.target.armor' = '9..12' }\n";
    room.write("bolt.toml", unknown(&format!("'target.armor' = {{ '9' = 3, '12' = 1 }}\n{variants}")));
    room.fizzle("compare bolt.toml --charts none").assert().success();
    room.fizzle("attribute bolt.toml --variant nine --stat mean(damage) --charts none").assert().success();
    for command in
        ["run bolt.toml --set unknown.target.armor=10", "run bolt.toml --set unknown.target.armor.9=5"]
    {
        room.fizzle(&format!("{command} --exact --charts none")).assert().success();
    }
}

#[test]
fn what_makes_no_difference_may_be_unknown_with_a_warning() {
    let room = Room::new();
    room.write("bolt.toml", unknown("'target.armor' = '9,12'\n'rules.scatter' = 'final,minus-hits'"));
    let assert = room.fizzle("run bolt.toml --exact --charts none").assert().success();
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    has(&said, &["`rules.scatter` makes no difference here"]);
}
