//! Values of the wrong type, out of range, or against the rules.

use crate::room::{GOOD, Room, has};

#[test]
fn a_value_of_the_wrong_type_is_refused() {
    let room = Room::new();
    let whole = "a whole number from 1 to 1000000";
    room.refuses_edit(("force = 6", "force = \"6\""), "21:9", &["choice.force", "the text \"6\"", whole]);
    room.refuses_edit(("force = 6", "force = 6.0"), "21:9", &["choice.force", "the number 6.0", whole]);
    room.refuses_edit(("force = 6", "force = true"), "21:9", &["choice.force", "true", whole]);
    room.refuses_edit(("force = 6", "force = 2020-01-01"), "21:9", &["choice.force", "a date", whole]);
    room.refuses_edit(("force = 6", "force = [6]"), "21:9", &["choice.force", "a list", whole]);
    room.refuses_edit(("force = 6", "force = nan"), "21:9", &["choice.force", whole]);
    room.refuses_edit(("\"A test\"", "5"), "2:9", &["`title`", "the number 5", "text in quotes"]);
    room.refuses_edit(
        ("[choice]", "[rules]\nmental_limit = \"no\"\n[choice]"),
        "21:16",
        &["rules.mental_limit", "true or false"],
    );
    room.refuses_edit(
        ("[choice]", "[rules]\nscatter = \"far\"\n[choice]"),
        "21:11",
        &["rules.scatter", "\"far\"", "\"final\", \"minus-hits\""],
    );
}

#[test]
fn force_out_of_range_is_refused() {
    let room = Room::new();
    let range = "from 1 to";
    room.refuses_edit(("force = 6", "force = 0"), "21:9", &["choice.force", "out of range", range]);
    room.refuses_edit(("force = 6", "force = -3"), "21:9", &["choice.force", "out of range: -3", range]);
    room.refuses_edit(
        ("force = 6", "force = 13"),
        "21:9",
        &["Force 13 is above twice Magic 6", "from 1 to 12"],
    );
    room.fizzle("run good.toml --exact --charts none --set choice.force=12").assert().success();
}

#[test]
fn no_reagents_and_negative_ratings_are_refused() {
    let room = Room::new();
    room.refuses_edit(
        ("force = 6", "force = 6\nreagents = 0"),
        "22:12",
        &["choice.reagents", "a whole number from 1 to 1000000"],
    );
    for (key, place) in [("magic = 6", "5:9"), ("willpower = 5", "7:13"), ("armor = 12", "18:9")] {
        let name = key.split(' ').next().unwrap();
        room.refuses_edit((key, &format!("{name} = -1")), place, &[name, "out of range: -1"]);
    }
}

#[test]
fn absurd_ratings_are_refused_with_the_limit() {
    let room = Room::new();
    let million = "1000000";
    room.refuses_edit(
        ("spellcasting = 6", "spellcasting = 1_000_000_000"),
        "6:16",
        &["caster.spellcasting", "out of range: 1000000000", million],
    );
    room.refuses_edit(("magic = 6", "magic = 1000001"), "5:9", &["caster.magic", "1000001", million]);
    for huge in ["99999999999999999999", "-9223372036854775809", "0xffffffffffffffffffff"] {
        room.refuses_edit(
            ("spellcasting = 6", &format!("spellcasting = {huge}")),
            "6:16",
            &["caster.spellcasting", "64 bits", million],
        );
        let said =
            room.refuses(&format!("run good.toml --set caster.spellcasting={}", huge.replace("0x", "9")));
        if !huge.starts_with("0x") {
            has(&said, &["--set:1:21", "64 bits"]);
        }
    }
}

#[test]
fn a_pool_of_more_than_500_dice_is_refused() {
    let room = Room::new();
    room.refuses_edit(
        ("spellcasting = 6", "spellcasting = 495"),
        "6:16",
        &["the Spellcasting pool has 501 dice", "at most 500 dice in a pool", "Spellcasting 495 + Magic 6"],
    );
    room.refuses_edit(
        ("body = 4", "body = 1000"),
        "15:8",
        &["1006 dice", "at most 500 dice in a pool", "Body 1000 + Armor Value 6"],
    );
    room.refuses_edit(
        ("reaction = 4", "reaction = 498"),
        "16:12",
        &["the Defense pool has 501 dice", "at most 500 dice in a pool"],
    );
    let full = "--set target.body=494 --set target.reaction=497";
    room.fizzle(&format!("run good.toml --trials 1000 --charts none {full}")).assert().success();
}

#[test]
fn a_mana_spell_at_a_drone_is_refused() {
    let room = Room::new();
    let text = GOOD.replace("lightning-bolt", "manabolt");
    let text = text.replace("body = 4", "body = 4\nkind = \"drone\"");
    room.refuses_text(&text, "16:8", &["a mana spell does nothing to a drone", "physical spell"]);
}

#[test]
fn an_exact_law_that_is_too_large_is_refused_with_its_size_and_what_to_do() {
    let room = Room::new();
    let large = "--set caster.magic=60 --set caster.spellcasting=60 --set choice.force=60 \
                 --set rules.mental_limit=false --set target.reaction=60 --set target.intuition=60 \
                 --set target.body=60 --set target.armor=120 --set caster.willpower=28";
    let said = room.refuses(&format!("run good.toml --exact {large}"));
    has(
        &said,
        &["the joint distribution has 10351334 rows, more than 10000000", "--joint, and leave out net_hits"],
    );
    room.fizzle(&format!("run good.toml --trials 1000 --charts none {large}")).assert().success();
}

#[test]
fn words_without_quotes_are_told_to_have_them() {
    let room = Room::new();
    for word in ["lightning-bolt", "infinite", "none", "true-bolt", "false_"] {
        let text = GOOD.replace("\"lightning-bolt\"", word);
        room.refuses_text(&text, "12:10", &["text needs quotes", &format!("write \"{word}\"")]);
    }
}

#[test]
fn a_range_is_no_table() {
    let room = Room::new();
    let text = format!("{GOOD}[vary]\nchoice.force = {{ from = 1, to = 6 }}\n");
    let place = format!("{}:18", text.lines().count());
    room.refuses_text(&text, &place, &["the values of `choice.force` cannot be a table", "\"1..6\""]);
}
