//! Variants, in the file and as arguments.

use crate::room::{GOOD, Room, has};

#[test]
fn two_questions_or_variants_of_one_name_are_refused() {
    let room = Room::new();
    let question = "[[question]]\nname = \"drops it\"\nevent = \"hit == 1\"\n";
    room.refuses_text(&format!("{GOOD}{question}"), "27:8", &["two questions are called \"drops it\""]);
    let variant = "[[variant]]\nname = \"a\"\nset = { \"choice.force\" = 5 }\n";
    room.refuses_text(&format!("{GOOD}{variant}{variant}"), "30:8", &["two variants are called \"a\""]);
}

#[test]
fn errors_of_variants_are_shown_whether_they_are_asked_for_or_not() {
    let room = Room::new();
    let variant = |name: &str, set: &str| format!("{GOOD}[[variant]]\nname = \"{name}\"\nset = {set}\n");
    room.refuses_text(
        &variant("big", "{ \"choice.force\" = 13 }"),
        "28:26",
        &["Force 13 is above twice Magic 6"],
    );
    room.refuses_text(&variant("odd", "{ \"choice.froce\" = 1 }"), "28:9", &["did you mean `choice.force`?"]);
    room.refuses_text(&variant("a b", "{ \"choice.force\" = 1 }"), "27:8", &["\"a b\"", "hyphens"]);
    room.refuses_text(&variant("../up", "{ \"choice.force\" = 1 }"), "27:8", &["\"../up\"", "hyphens"]);
    room.refuses_text(&variant("five", "5"), "28:7", &["the number 5", "a table of keys"]);
}

#[test]
fn what_the_file_asks_for_and_a_variant_lacks_is_told_with_its_name() {
    let battle = "system = \"ars-magica\"\nprocedure = \"battle\"\n[[combatant]]\npreset = \"knight\"\n\
        [[combatant]]\npreset = \"bandit\"\nweapon = \"longsword\"\ncount = 2\n[[question]]\n\
        name = \"the second falls\"\nevent = \"combatant.2.out == 1\"\n[[variant]]\nname = \"alone\"\n\
        set = { \"combatant.1.count\" = 1 }\n";
    let said = ["in variant \"alone\", there is no metric `combatant.2.out`"];
    Room::new().refuses_text(battle, "11:10", &said);
}

#[test]
fn a_variant_that_sets_nothing_is_no_mistake() {
    let room = Room::new();
    for more in ["[[variant]]\nname = \"same\"\nset = {}\n", "[[variant]]\nname = \"same\"\n", "[vary]\n"] {
        room.write("same.toml", format!("{GOOD}{more}"));
        room.fizzle("run same.toml --exact --charts none").assert().success();
    }
    room.write("same.toml", format!("vary = {{}}\n{GOOD}"));
    room.fizzle("run same.toml --exact --charts none").assert().success();
}

#[test]
fn bad_variants_are_shown_as_they_are_written() {
    let room = Room::new();
    room.write(
        "good.toml",
        format!("{GOOD}[[variant]]\nname = \"reagents\"\nset = {{ \"choice.reagents\" = 6 }}\n"),
    );
    for (variant, phrases) in [
        ("regents", ["no variant of this name", "did you mean \"reagents\"?"]),
        ("choice.force=3", ["no variant of this name", "NAME: KEY=VALUE"]),
        ("", ["no variant of this name", "reagents"]),
        (": choice.force=3", ["cannot name a variant", "hyphens"]),
        ("a b: choice.force=3", ["\"a b\" cannot name a variant", "hyphens"]),
        ("../up: choice.force=3", ["\"../up\" cannot name a variant", "hyphens"]),
        ("a:", ["this does not set a key", "KEY=VALUE"]),
        ("a: choice.force=3,", ["this does not set a key", "KEY=VALUE"]),
        ("a: choice.force=13", ["Force 13 is above twice Magic 6", "from 1 to 12"]),
        ("a: choice.froce=3", ["unknown key `choice.froce`", "`choice.force`"]),
    ] {
        let said = room.fails(2, room.fizzle("run good.toml --variant").arg(variant));
        has(&said, &["--> --variant:1:"]);
        has(&said, &phrases);
    }
    has(&room.refuses("run good.toml --variant reagents --variant reagents"), &["two variants", "reagents"]);
}

#[test]
fn a_broken_requirement_is_shown_at_what_was_changed() {
    let room = Room::new();
    let attack = "system = \"shadowrun1\"\nprocedure = \"attack\"\nattacker.skill = 6\n\
                  weapon = { power = 5, level = \"M\", staging = 3 }\ntarget.body = 4\n\
                  choice.target_number = 4\n";
    room.write("attack.toml", attack);
    let split = room.fails(2, room.fizzle("run attack.toml --set").arg("choice.split=[4, 4]"));
    has(&split, &["--> --set:1:", "at most attacker.skill = 6"]);
    // In a file nothing was changed: a list is to blame.
    room.write("split.toml", attack.to_owned() + "choice.split = [4, 4]\n");
    has(
        &room.refuses("run split.toml --set attacker.skill=7"),
        &["--> --set:1:", "at most attacker.skill = 7"],
    );
    has(&room.refuses("run split.toml"), &["split.toml:7:", "at most attacker.skill = 6"]);
}
