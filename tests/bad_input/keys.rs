//! Keys that are unknown, missing, doubled or out of place, and names that nothing has.

use crate::room::{GOOD, Room, has};

#[test]
fn an_unknown_key_is_refused_with_the_nearest() {
    let room = Room::new();
    room.refuses_edit(
        ("willpower", "wilpower"),
        "7:1",
        &["unknown key `caster.wilpower`", "did you mean `caster.willpower`?"],
    );
    room.refuses_edit(("[choice]", "[choise]"), "20:2", &["unknown table `choise`", "`choice`"]);
    room.refuses_edit(("title", "titel"), "2:1", &["unknown key `titel`", "`title`"]);
    room.refuses_edit(("event", "evnt"), "25:1", &["unknown key", "evnt", "event`"]);
    room.refuses_edit(("body = 4", "body = 4\nmagic = 3"), "16:1", &["target.magic", "`caster.magic`"]);
}

#[test]
fn one_mistake_is_one_error() {
    let room = Room::new();
    let refuses = |text: &str, place: &str, phrases: &[&str]| {
        room.refuses_text(text, place, phrases);
        let said = room.refuses("run bad.toml");
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
    };
    let moved =
        GOOD.replacen("spellcasting = 6\n", "", 1).replacen("body = 4", "body = 4\nspellcasting = 6", 1);
    refuses(&moved, "15:1", &["unknown key `target.spellcasting`", "did you mean `caster.spellcasting`?"]);
    let headless = GOOD.replacen("[target]\n", "", 1);
    let lost = "unknown keys `spell.body`, `spell.reaction`, `spell.intuition`, `spell.armor`";
    refuses(&headless, "14:1", &[lost, "they are keys of [target]: write them below it"]);
    let asked = GOOD.replacen("event =", "when =", 1);
    refuses(
        &asked,
        "25:1",
        &["unknown key `question.0.when`", "the keys below [[question]] are name, event"],
    );
    let variant = |line: &str| format!("{GOOD}[[variant]]\nname = \"low\"\n{line}\n");
    let help = ["a variant sets what it changes: write set = { \"choice.force\" = … }"];
    refuses(&variant("force = 3"), "28:1", &help);
    refuses(&variant("choice.force = 3"), "28:8", &help);
    let other = "set = { \"spell.preset\" = \"fireball\", \"choice.reagents\" = 3, \"choice.force\" = 13 }";
    refuses(&variant(other), "28:78", &["Force 13 is above twice Magic 6"]);
}

#[test]
fn keys_of_another_procedure_are_one_error() {
    let room = Room::new();
    let text = "system = \"shadowrun1\"\nprocedure = \"initiative\"\n[character]\nreaction = 5\n\
        [weapon]\nstaging = 3\npower = 5\n[attacker]\nskill = 6\n";
    room.refuses_text(
        text,
        "6:1",
        &[
            "error: unknown keys `weapon.staging`, `weapon.power`, `attacker.skill`\n",
            "they are keys of procedure \"attack\", not of \"initiative\"",
        ],
    );
    assert_eq!(room.refuses("run bad.toml").matches("error: ").count(), 1);
    let text = &text[..text.find("power").unwrap()];
    room.refuses_text(
        text,
        "6:1",
        &[
            "error: unknown key `weapon.staging`\n",
            "it is a key of procedure \"attack\", not of \"initiative\"",
        ],
    );
}

#[test]
fn a_value_in_place_of_a_table_is_shown() {
    let (before, caster) = GOOD.split_once("[caster]").unwrap();
    let (_, spell) = caster.split_once("[spell]").unwrap();
    let text = format!("{before}caster = 5\n[spell]{spell}");
    let place = format!("{}:1", before.lines().count() + 1);
    Room::new().refuses_text(&text, &place, &["`caster` is a table: write its keys below [caster]"]);
}

#[test]
fn a_system_or_procedure_of_the_wrong_type_is_refused() {
    let room = Room::new();
    room.refuses_edit(("\"shadowrun5\"", "5"), "1:10", &["`system`", "the number 5"]);
    room.refuses_edit(
        ("preset = \"lightning-bolt\"", "damage_type = \"physical\"\ndrain = -3"),
        "1:10",
        &["`procedure` is missing", "direct, indirect, indirect-area"],
    );
    let without = GOOD.replace("preset = \"lightning-bolt\"", "damage_type = \"physical\"\ndrain = -3");
    let text = without.replacen("title", "procedure = 5\ntitle", 1);
    room.refuses_text(&text, "2:13", &["`procedure`", "the number 5"]);
}

#[test]
fn taking_out_what_is_needed_is_refused() {
    let room = Room::new();
    has(&room.refuses("run good.toml --set system=unset"), &["`system` is missing", "shadowrun5"]);
    has(&room.refuses("run good.toml --set spell.preset=unset"), &["`procedure` is missing"]);
    has(
        &room.refuses("run good.toml --set spell.preset=unset --set procedure=unset"),
        &["`procedure` is missing"],
    );
    has(&room.refuses("run good.toml --set caster.magic=unset"), &["`caster.magic` is missing"]);
    has(&room.refuses("explain good.toml --set choice.force=unset"), &["`choice.force` is missing"]);
}

#[test]
fn an_unknown_system_procedure_or_preset_is_refused() {
    let room = Room::new();
    room.refuses_edit(
        ("\"shadowrun5\"", "\"shadowrun6\""),
        "1:10",
        &["there is no system \"shadowrun6\"", "did you mean \"shadowrun5\"?"],
    );
    room.refuses_edit(
        ("title", "procedure = \"indirekt\"\ntitle"),
        "2:13",
        &["\"indirekt\"", "\"indirect\""],
    );
    room.refuses_edit(
        ("lightning-bolt", "lightening-bolt"),
        "12:10",
        &["there is no preset \"lightening-bolt\"", "did you mean \"lightning-bolt\"?", "fireball"],
    );
}

#[test]
fn a_misspelt_preset_is_one_error() {
    let room = Room::new();
    room.write("bad.toml", GOOD.replace("lightning-bolt", "lightening-bolt"));
    let said = room.refuses("run bad.toml");
    assert_eq!(said.matches("error:").count(), 1, "the preset would have named the procedure: {said}");
}

#[test]
fn what_a_reading_of_the_rules_needs_is_asked_for() {
    let room = Room::new();
    room.refuses_edit(("reaction = 4\n", ""), "14:2", &["`target.reaction` is missing", "Reaction"]);
    room.refuses_edit(("mental_limit = 7\n", ""), "4:2", &["mental limit", "caster.logic"]);
    room.refuses_edit(("magic = 6\n", ""), "4:2", &["`caster.magic` is missing", "Magic rating"]);
}

#[test]
fn a_preset_that_contradicts_the_procedure_is_refused() {
    let room = Room::new();
    room.refuses_edit(
        ("title", "procedure = \"direct\"\ntitle"),
        "2:13",
        &["the preset \"lightning-bolt\" is for procedure \"indirect\", not \"direct\""],
    );
}

#[test]
fn a_table_where_an_array_belongs_is_refused() {
    let room = Room::new();
    room.refuses_edit(("[[question]]", "[question]"), "24:1", &["[[question]]", "two brackets"]);
    for text in [format!("question = 5\n{GOOD}"), format!("question = []\n{GOOD}")] {
        let text = text.split("[[question]]").next().unwrap().to_owned();
        room.refuses_text(&text, "1:1", &["question", "[[question]]"]);
    }
}

#[test]
fn a_key_written_twice_in_two_ways_is_refused() {
    let room = Room::new();
    room.refuses_text(&format!("\"caster.magic\" = 3\n{GOOD}"), "1:1", &["caster.magic"]);
}
