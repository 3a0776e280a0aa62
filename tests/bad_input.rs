//! Bad input: each is refused with what is wrong, where, and what would be
//! right; and nothing is left behind.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use tempfile::TempDir;

/// A scenario without fault. Its lines are counted on below.
const GOOD: &str = r#"system = "shadowrun5"
title = "A test"

[caster]
magic = 6
spellcasting = 6
willpower = 5
drain_attribute = 5
mental_limit = 7

[spell]
preset = "lightning-bolt"

[target]
body = 4
reaction = 4
intuition = 3
armor = 12

[choice]
force = 6

[[question]]
name = "drops it"
event = "damage >= 10"
"#;

/// A folder of its own with a scenario in it, `good.toml`.
struct Room(TempDir);

impl Room {
    fn new() -> Self {
        let room = Room(tempfile::tempdir().unwrap());
        room.write("good.toml", GOOD);
        room
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.path().join(path), text).unwrap();
    }

    /// The command in this folder; a blank ends an argument.
    fn fizzle(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("fizzle"));
        command.current_dir(&self.0).args(arguments.split_whitespace()).timeout(Duration::from_secs(30));
        command
    }

    fn names(&self) -> BTreeSet<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// What standard error says when the command fails with `status`: it prints
    /// no result, does not panic, and leaves nothing behind.
    #[track_caller]
    fn fails(&self, status: i32, command: &mut Command) -> String {
        let before = self.names();
        let assert = command.assert().code(status).stdout("");
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(!said.contains("panicked"), "{said}");
        assert!(!said.trim().is_empty(), "it says nothing");
        assert_eq!(before, self.names(), "something is left behind");
        said
    }

    /// The same for arguments without blanks.
    #[track_caller]
    fn refuses(&self, arguments: &str) -> String {
        self.fails(2, &mut self.fizzle(arguments))
    }

    /// The same for the good scenario with `from` replaced; the message has to
    /// point at `place`, a line and column, and show the line there.
    #[track_caller]
    fn refuses_edit(&self, (from, to): (&str, &str), place: &str, phrases: &[&str]) {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from} is not in the scenario");
        self.refuses_text(&text, place, phrases);
    }

    #[track_caller]
    fn refuses_text(&self, text: &str, place: &str, phrases: &[&str]) {
        self.write("bad.toml", text);
        for command in ["run bad.toml", "run bad.toml --exact", "explain bad.toml"] {
            let said = self.refuses(command);
            assert!(said.contains(&format!("--> bad.toml:{place}\n")), "not at {place}: {said}");
            let number: usize = place.split(':').next().unwrap().parse().unwrap();
            let line = text.lines().nth(number - 1).unwrap();
            assert!(said.contains(&format!("{number} | {line}\n")), "the line is not shown: {said}");
            has(&said, phrases);
        }
    }
}

#[track_caller]
fn has(said: &str, phrases: &[&str]) {
    for phrase in phrases {
        assert!(said.contains(phrase), "\"{phrase}\" is not in: {said}");
    }
}

// Files that are none.

#[test]
fn the_good_scenario_is_good() {
    let room = Room::new();
    room.fizzle("run good.toml --exact --charts none").assert().success();
}

#[test]
fn a_missing_file_is_refused() {
    let room = Room::new();
    for command in ["run", "explain"] {
        let said = room.refuses(&format!("{command} nowhere/nothing.toml"));
        has(&said, &["there is no file nowhere/nothing.toml", "fizzle new"]);
    }
}

#[test]
fn a_directory_is_refused() {
    let room = Room::new();
    fs::create_dir(room.0.path().join("folder")).unwrap();
    has(&room.refuses("run folder"), &["folder is a directory, not a scenario file"]);
}

#[test]
fn a_file_that_is_not_utf_8_is_refused() {
    let room = Room::new();
    room.write("latin1.toml", b"title = \"d\xfcrr\"\n");
    has(&room.refuses("run latin1.toml"), &["latin1.toml is not UTF-8 text", "byte 10"]);
}

#[test]
fn a_file_larger_than_any_scenario_is_refused() {
    let room = Room::new();
    room.write("large.toml", "#".repeat((1 << 20) + 1));
    has(&room.refuses("run large.toml"), &["large.toml is no scenario", "1048576 bytes"]);
    // As large as it may be.
    let comment = "#".repeat((1 << 20) - GOOD.len());
    room.write("just.toml", format!("{GOOD}{comment}"));
    room.fizzle("run just.toml --exact --charts none").assert().success();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_refused() {
    let room = Room::new();
    has(&room.refuses("run /dev/zero"), &["/dev/zero is no scenario"]);
}

#[test]
fn what_is_not_toml_is_refused() {
    let room = Room::new();
    room.refuses_edit(("magic = 6", "magic : 6"), "5:7", &["TOML"]);
    room.refuses_edit(("\"A test\"", "\"A test"), "2:16", &["TOML"]);
    room.refuses_edit(("body = 4", "body = 4\nbody = 5"), "16:1", &["duplicate key", "TOML"]);
    room.refuses_edit(("[choice]", "[choice"), "20:8", &["TOML"]);
}

#[test]
fn an_empty_file_is_refused() {
    let room = Room::new();
    for text in ["", "\n\n", "# nothing but a comment\n"] {
        room.write("empty.toml", text);
        has(&room.refuses("run empty.toml"), &["`system` is missing", "empty.toml:1:1", "shadowrun5"]);
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let room = Room::new();
    let deep = 50_000;
    for text in [
        format!("a = {}{}\n{GOOD}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}1{}\n{GOOD}", "{a=".repeat(deep), "}".repeat(deep)),
        format!("{} = 1\n{GOOD}", vec!["a"; deep].join(".")),
        format!("{GOOD}[{}]\n", vec!["a"; deep].join(".")),
    ] {
        room.write("deep.toml", text);
        has(&room.refuses("run deep.toml"), &["recurs", "deep.toml:"]);
    }
}

#[test]
fn line_ends_and_byte_order_marks_move_no_column() {
    let room = Room::new();
    let bad = GOOD.replace("damage >= 10", "damge >= 10");
    let marked = format!("\u{feff}{bad}");
    for text in [bad.replace('\n', "\r\n"), marked.clone(), marked.replace('\n', "\r\n")] {
        room.write("bad.toml", text);
        let said = room.refuses("run bad.toml");
        has(&said, &["--> bad.toml:25:10\n", "there is no metric `damge`"]);
        assert!(!said.contains('\r'), "{said:?}");
    }
    room.write("crlf.toml", format!("\u{feff}{}", GOOD.replace('\n', "\r\n")));
    room.fizzle("run crlf.toml --exact --charts none").assert().success();
}

// Keys and their values.

#[test]
fn an_unknown_key_is_refused_with_the_nearest() {
    let room = Room::new();
    room.refuses_edit(
        ("willpower", "wilpower"),
        "7:1",
        &["unknown key `caster.wilpower`", "did you mean `caster.willpower`?"],
    );
    room.refuses_edit(("[choice]", "[choise]"), "21:1", &["unknown key `choise.force`", "`choice.force`"]);
    room.refuses_edit(("title", "titel"), "2:1", &["unknown key `titel`", "`title`"]);
    room.refuses_edit(("event", "evnt"), "25:1", &["unknown key", "evnt", "event`"]);
    room.refuses_edit(("body = 4", "body = 4\nmagic = 3"), "16:1", &["target.magic", "`caster.magic`"]);
}

#[test]
fn a_value_of_the_wrong_type_is_refused() {
    let room = Room::new();
    let whole = "a whole number from 1 to 2000000";
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
fn a_system_or_procedure_of_the_wrong_type_is_refused() {
    let room = Room::new();
    room.refuses_edit(("\"shadowrun5\"", "5"), "1:10", &["`system`", "the number 5"]);
    room.refuses_edit(
        ("preset = \"lightning-bolt\"", "damage_type = \"physical\"\ndrain = -3"),
        "1:1",
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

// Questions, variants and the like.

#[test]
fn errors_in_events_point_into_the_expression() {
    let room = Room::new();
    let metrics = "hits, net_hits, hit, damage";
    let edit = |to: &str, place: &str, phrases: &[&str]| {
        room.refuses_edit(("damage >= 10", to), place, phrases);
    };
    edit(
        "hit == 1 && damge > 3",
        "25:22",
        &["there is no metric `damge`", "did you mean `damage`?", metrics],
    );
    edit("hit == 1 && scatter > 3", "25:22", &["there is no metric `scatter`", metrics]);
    edit("damage_type >= 'stun'", "25:22", &["labels cannot be compared with >="]);
    edit("damage == 'stun'", "25:20", &["a number cannot be compared with a label"]);
    edit("damage_type == 'stan'", "25:25", &["never 'stan'", "none, stun, physical"]);
    edit("damage", "25:10", &["true or false", "damage >= 10"]);
    edit("damage = 10", "25:17", &["`=` has no meaning here", "=="]);
    edit("damage >= 10 &&", "25:25", &["the event ends too soon"]);
    edit("damage >= 10 hit", "25:23", &["nothing is expected here"]);
    edit("damage >= 1.5", "25:20", &["`1.5` is no whole number"]);
    edit("damage >= 99999999999999999999", "25:20", &["64 bits"]);
    edit("(damage >= 10", "25:23", &["the event ends too soon"]);
    edit("", "25:9", &["an event is missing"]);
}

#[test]
fn an_event_that_is_long_or_deep_is_refused() {
    let room = Room::new();
    let deep = format!("{}hit == 1{}", "(".repeat(500), ")".repeat(500));
    let long = vec!["hit == 1"; 20_000].join(" || ");
    for (event, phrase) in [(deep, "nested too deeply"), (long, "too long")] {
        room.write("bad.toml", GOOD.replace("damage >= 10", &event));
        has(&room.refuses("run bad.toml"), &[phrase, "bad.toml:25:"]);
    }
}

#[test]
fn a_question_without_an_event_is_shown_where_it_stands() {
    let room = Room::new();
    let more = "\n[[question]]\nname = \"what?\"\n";
    room.refuses_text(&format!("{GOOD}{more}"), "27:1", &["a question without an event"]);
    room.refuses_text(&format!("{GOOD}\n[[question]]\n"), "27:1", &["a question without an event"]);
}

#[test]
fn two_questions_or_variants_of_one_name_are_refused() {
    let room = Room::new();
    let question = "[[question]]\nname = \"drops it\"\nevent = \"hit == 1\"\n";
    room.refuses_text(&format!("{GOOD}{question}"), "27:8", &["another question is called \"drops it\""]);
    let variant = "[[variant]]\nname = \"a\"\nset = { \"choice.force\" = 5 }\n";
    room.refuses_text(&format!("{GOOD}{variant}{variant}"), "30:8", &["another variant is called \"a\""]);
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
fn a_key_written_twice_in_two_ways_is_refused() {
    let room = Room::new();
    room.refuses_text(&format!("\"caster.magic\" = 3\n{GOOD}"), "1:1", &["caster.magic"]);
}

#[test]
fn all_errors_of_a_file_are_shown_at_once_and_each_of_them_once() {
    let room = Room::new();
    let text = GOOD
        .replace("willpower = 5", "wilpower = 5")
        .replace("spellcasting = 6", "spellcasting = \"6\"")
        .replace("force = 6", "force = 13")
        .replace("damage >= 10", "damge >= 10")
        + "[[variant]]\nname = \"a\"\nset = { \"choice.reagents\" = 0 }\n"
        + "[[variant]]\nname = \"b\"\nset = { \"choice.reagents\" = 2 }\n";
    room.write("bad.toml", &text);
    let said = room.refuses("run bad.toml");
    let errors = [
        "unknown key `caster.wilpower`",
        "`caster.willpower` is missing",
        "`caster.spellcasting` cannot be",
        "there is no metric `damge`",
        "`choice.reagents` is out of range: 0",
    ];
    for error in errors {
        assert_eq!(said.matches(error).count(), 1, "{error}: {said}");
    }
    let lines: Vec<usize> = said
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--> bad.toml:"))
        .map(|place| place.split(':').next().unwrap().parse().unwrap())
        .collect();
    assert!(lines.is_sorted(), "in the order of the file: {said}");
}

#[test]
fn errors_at_the_same_place_are_shown_once_with_variants() {
    let room = Room::new();
    // What is missing in a table that is missing has no place of its own.
    let text = "system = \"shadowrun5\"\nprocedure = \"direct\"\n\
                [[variant]]\nname = \"a\"\nset = { \"choice.force\" = 5 }\n\
                [[variant]]\nname = \"b\"\nset = { \"choice.force\" = 4 }\n";
    room.write("bad.toml", text);
    let said = room.refuses("run bad.toml");
    for key in ["caster.magic", "caster.spellcasting", "caster.willpower", "caster.drain_attribute"] {
        assert_eq!(said.matches(&format!("`{key}` is missing")).count(), 1, "{key}: {said}");
    }
}

#[test]
fn many_errors_are_shown_in_a_moment() {
    let room = Room::new();
    let odd: String = (0..2_000).map(|n| format!("odd{n} = 1\n")).collect();
    room.write("bad.toml", format!("{GOOD}[odd]\n{odd}"));
    room.fizzle("run bad.toml").timeout(Duration::from_secs(10)).assert().code(2);
}

// Arguments.

#[test]
fn numbers_of_trials_that_cannot_be_are_refused() {
    let room = Room::new();
    for trials in ["0", "1e30", "1e16", "1.5", "ten", "inf", "nan", "1e-3", "10X"] {
        let said = room.refuses(&format!("run good.toml --trials {trials}"));
        has(&said, &["--trials", trials, "from 1 to 1000000000000000", "10M"]);
    }
    has(&room.fails(2, room.fizzle("run good.toml").args(["--trials", ""])), &["--trials"]);
}

#[test]
fn negative_numbers_are_values_and_no_options() {
    let room = Room::new();
    for (option, right) in [("--trials -5", "from 1 to"), ("--until -1", "above 0"), ("--seed -1", "")] {
        let said = room.refuses(&format!("run good.toml {option}"));
        has(&said, &["invalid value", option.split(' ').next().unwrap(), right]);
    }
}

#[test]
fn widths_that_cannot_be_are_refused() {
    let room = Room::new();
    for width in ["0", "0%", "x", "nan", "inf", "%"] {
        has(&room.refuses(&format!("run good.toml --until {width}")), &["--until", "above 0", "5%"]);
    }
    has(&room.refuses("run good.toml --until 0.1 --exact"), &["--until", "--exact"]);
}

#[test]
fn until_without_a_question_is_refused() {
    let room = Room::new();
    room.write("none.toml", GOOD.split("[[question]]").next().unwrap());
    has(&room.refuses("run none.toml --until 0.1"), &["--until needs a question"]);
}

#[test]
fn threads_and_seeds_that_cannot_be_are_refused() {
    let room = Room::new();
    for option in ["--threads 0", "--threads 100000", "--seed x", "--seed 18446744073709551616", "--seed 1.5"]
    {
        let name = option.split(' ').next().unwrap();
        has(&room.refuses(&format!("run good.toml {option}")), &["invalid value", name]);
    }
}

#[test]
fn bad_changes_are_shown_as_they_are_written() {
    let room = Room::new();
    for (set, place, phrases) in [
        ("choice.force", "1:1", ["this sets no key", "KEY=VALUE"]),
        ("=5", "1:1", ["this sets no key", "KEY=VALUE"]),
        ("", "1:1", ["this sets no key", "KEY=VALUE"]),
        ("choice.force=", "1:14", ["`choice.force`", "a whole number"]),
        ("choice.force=six", "1:14", ["the text \"six\"", "a whole number"]),
        ("choice.force=5.5", "1:14", ["the number 5.5", "a whole number"]),
        ("choice.froce=5", "1:1", ["unknown key `choice.froce`", "`choice.force`"]),
        ("choice=5", "1:1", ["unknown key `choice`", "is a table"]),
        ("target.kind=dragon", "1:13", ["`target.kind`", "\"living\", \"driven-vehicle\""]),
        ("question.0.event=damge > 3", "1:18", ["there is no metric `damge`", "`damage`"]),
    ] {
        let said = room.fails(2, room.fizzle("run good.toml --set").arg(set));
        has(&said, &[&format!("--> --set:{place}\n"), format!("1 | {set}").trim_end()]);
        has(&said, &phrases);
    }
}

#[test]
fn a_change_of_a_question_far_beyond_the_last_is_not_passed_over() {
    let room = Room::new();
    let set = "question.99999999999999999999.event=foo";
    room.fails(2, room.fizzle("run good.toml --charts none --exact --set").arg(set));
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
        (": choice.force=3", ["no name for a variant", "hyphens"]),
        ("a b: choice.force=3", ["\"a b\" is no name for a variant", "hyphens"]),
        ("../up: choice.force=3", ["\"../up\" is no name for a variant", "hyphens"]),
        ("a:", ["this sets no key", "KEY=VALUE"]),
        ("a: choice.force=3,", ["this sets no key", "KEY=VALUE"]),
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
fn unknown_metrics_of_the_joint_law_are_refused() {
    let room = Room::new();
    let said = room.refuses("run good.toml --joint hit,damge");
    has(&said, &["--joint", "no metric \"damge\"", "did you mean damage?", "net_hits"]);
}

#[test]
fn bad_events_of_explain_are_shown_as_they_are_written() {
    let room = Room::new();
    for (event, place, phrase) in [
        ("damge > 3", "1:1", "did you mean `damage`?"),
        ("damage >", "1:9", "the event ends too soon"),
        ("damage = 3", "1:8", "`=` has no meaning here"),
        ("hit == 1 and drain == 0", "1:10", "&&"),
        ("damage / 2 > 1", "1:8", "`/` has no meaning here"),
        ("", "1:1", "an event is missing"),
    ] {
        let said = room.fails(2, room.fizzle("explain good.toml --where").arg(event));
        has(&said, &[&format!("--> --where:{place}\n"), phrase]);
    }
}

#[test]
fn unknown_systems_procedures_shells_and_commands_are_refused() {
    let room = Room::new();
    for command in ["list", "new", "schema"] {
        let said = room.refuses(&format!("{command} shadowrun55"));
        has(&said, &["no system \"shadowrun55\"", "did you mean shadowrun5?"]);
    }
    has(&room.refuses("new shadowrun5 indirct"), &["no procedure \"indirct\"", "did you mean indirect?"]);
    has(&room.refuses("completions tcsh"), &["tcsh", "bash", "zsh", "fish"]);
    has(&room.refuses("rum good.toml"), &["rum", "run"]);
    has(&room.refuses("run"), &["SCENARIO"]);
    has(&room.refuses("run good.toml --formt json"), &["--formt", "--format"]);
    has(&room.refuses("run good.toml --charts some"), &["--charts", "overview"]);
    has(&room.refuses("run good.toml --format xml"), &["--format", "json"]);
    has(&room.refuses("explain good.toml --format csv"), &["--format", "text", "json"]);
}

#[test]
fn an_exact_law_that_is_too_large_is_refused_with_its_size_and_what_to_do() {
    let room = Room::new();
    let large = "--set caster.magic=60 --set caster.spellcasting=60 --set choice.force=60 \
                 --set rules.mental_limit=false --set target.reaction=60 --set target.intuition=60 \
                 --set target.body=60 --set target.armor=120 --set caster.willpower=60";
    let said = room.refuses(&format!("run good.toml --exact {large}"));
    has(&said, &["the exact law has at least", "10000000", "sample", "--exact"]);
    room.fizzle(&format!("run good.toml --trials 1000 --charts none {large}")).assert().success();
}

// Directories.

#[test]
fn a_directory_of_another_scenario_is_refused() {
    let room = Room::new();
    room.fizzle("run good.toml --exact --charts none --out out").assert().success();
    room.write("other.toml", GOOD);
    let said = room.refuses("run other.toml --exact --charts none --out out");
    has(&said, &["out holds the results of good.toml", "--out", "--force"]);
    let said = room.refuses("run ./good.toml --exact --charts none --out out");
    has(&said, &["good.toml"]);
}

#[test]
fn the_folder_of_the_scenario_is_no_directory_for_results() {
    let room = Room::new();
    has(&room.refuses("run good.toml --exact --charts none --out ."), &["not empty", "--out", "--force"]);
}

#[test]
fn a_file_in_the_place_of_a_directory_is_refused() {
    let room = Room::new();
    room.write("file", "");
    for force in ["", "--force"] {
        let said = room.refuses(&format!("run good.toml --exact --charts none --out file {force}"));
        has(&said, &["file is a file", "--out"]);
    }
    let said = room.refuses("run good.toml --exact --charts none --out file/below");
    has(&said, &["file"]);
    assert!(!said.contains("file/below is a file"), "it is the folder above that is: {said}");
}

#[test]
fn two_scenarios_of_one_name_are_refused() {
    let room = Room::new();
    fs::create_dir(room.0.path().join("house")).unwrap();
    room.write("house/good.toml", GOOD);
    for out in ["", "--out out"] {
        let said = room.refuses(&format!("run good.toml house/good.toml --exact --charts none {out}"));
        has(&said, &["good.toml and house/good.toml", "one by one"]);
    }
    room.refuses("run good.toml good.toml --exact --charts none");
}

#[test]
fn one_bad_scenario_of_several_keeps_all_from_being_run() {
    let room = Room::new();
    room.write("bad.toml", GOOD.replace("force = 6", "force = 13"));
    has(&room.refuses("run good.toml bad.toml --exact --charts none"), &["bad.toml:21:9"]);
    has(&room.refuses("run good.toml missing.toml --exact --charts none"), &["missing.toml"]);
}

#[test]
fn a_place_that_cannot_be_written_leaves_no_half_of_a_result() {
    let room = Room::new();
    // A folder where a file should go, after another file has its turn.
    fs::create_dir_all(room.0.path().join("out/questions.csv")).unwrap();
    let said = room.fails(3, &mut room.fizzle("run good.toml --exact --charts none --out out --force"));
    has(&said, &["cannot write", "questions.csv"]);
    let left: Vec<_> = fs::read_dir(room.0.path().join("out")).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

// The machine.

#[cfg(target_os = "linux")]
mod linux {
    use std::io::Read;
    use std::process::{Child, Stdio};
    use std::thread;
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_directory_that_cannot_be_written_is_the_machines_fault() {
        let room = Room::new();
        // Nobody makes folders below /proc, not even root.
        let said =
            room.fails(3, &mut room.fizzle("run good.toml --exact --charts none --out /proc/odds/today"));
        has(&said, &["cannot write", "/proc/odds"]);
        let said = room.fails(3, &mut room.fizzle("run good.toml --exact --charts none --out /proc --force"));
        has(&said, &["cannot write /proc"]);
        assert!(!said.contains("at path"), "a temporary name is nobody's concern: {said}");
    }

    #[test]
    fn a_full_standard_output_is_the_machines_fault() {
        let room = Room::new();
        for arguments in ["list shadowrun5", "new shadowrun5", "schema", "completions bash", "run --help"] {
            let full = fs::File::options().write(true).open("/dev/full").unwrap();
            let output = std::process::Command::new(cargo_bin!("fizzle"))
                .args(arguments.split_whitespace())
                .current_dir(&room.0)
                .stdout(full)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(3), "{arguments}");
            has(&String::from_utf8(output.stderr).unwrap(), &["cannot write to standard output"]);
        }
    }

    #[test]
    fn ctrl_c_stops_a_run_and_leaves_nothing() {
        let room = Room::new();
        for options in ["", "--out out", "--until 1e-9"] {
            let child = start(&room, &format!("run good.toml --trials 1e12 --charts none {options}"));
            let (status, said) = interrupt(child, || true);
            assert_eq!(status, Some(130), "{said}");
            has(&said, &["interrupted"]);
            assert_eq!(room.names(), BTreeSet::from(["good.toml".to_owned()]));
        }
    }

    #[test]
    fn ctrl_c_leaves_the_results_of_an_earlier_run() {
        let room = Room::new();
        room.fizzle("run good.toml --exact --charts none --out out").assert().success();
        let results = || {
            let entries = fs::read_dir(room.0.path().join("out")).unwrap();
            let file = |entry: fs::DirEntry| (entry.file_name(), fs::read(entry.path()).unwrap());
            entries.map(|entry| file(entry.unwrap())).collect::<BTreeSet<_>>()
        };
        let before = results();
        let child = start(&room, "run good.toml --trials 1e12 --charts none --out out");
        assert_eq!(interrupt(child, || true).0, Some(130));
        assert_eq!(results(), before);
    }

    #[test]
    fn ctrl_c_does_not_deny_the_scenario_that_is_done() {
        let room = Room::new();
        // The first has what it needs after a block; the event of the second never happens.
        room.write("never.toml", GOOD.replace("damage >= 10", "damage > 100"));
        let child =
            start(&room, "run good.toml never.toml --until 100% --trials 1e12 --charts none --out out");
        let done = room.0.path().join("out/good/run.json");
        let (status, said) = interrupt(child, || done.exists());
        assert_eq!(status, Some(130), "{said}");
        assert!(!said.contains("nothing was written"), "{said}");
        assert!(!room.0.path().join("out/never").exists());
    }

    fn start(room: &Room, arguments: &str) -> Child {
        std::process::Command::new(cargo_bin!("fizzle"))
            .args(arguments.split_whitespace())
            .current_dir(&room.0)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Sends Ctrl-C once the command listens to it and `ready` holds.
    #[track_caller]
    fn interrupt(mut child: Child, ready: impl Fn() -> bool) -> (Option<i32>, String) {
        let start = Instant::now();
        while !(listens(child.id()) && ready()) {
            if start.elapsed() > Duration::from_secs(20) {
                child.kill().unwrap();
                panic!("it never got so far");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let kill = format!("kill -INT {}", child.id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (child.wait().unwrap().code(), said)
    }

    /// Whether a process catches SIGINT, the second signal.
    fn listens(id: u32) -> bool {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
    }
}

#[test]
fn a_closed_pipe_ends_silently() {
    let room = Room::new();
    for arguments in [
        "list shadowrun5",
        "new shadowrun5",
        "schema",
        "completions zsh",
        "--help",
        "run --help",
        "run good.toml --charts none --trials 1000",
        "run good.toml --charts none --exact --format csv",
        "run good.toml --charts none --exact --format json",
        "explain good.toml",
    ] {
        // The reader is gone before the first line, as `| head` is after it.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = std::process::Command::new(cargo_bin!("fizzle"))
            .args(arguments.split_whitespace())
            .current_dir(&room.0)
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments}");
    }
    // The files are written whole all the same.
    assert!(room.0.path().join("fizzle-out/good/run.json").exists());
}

#[test]
fn a_closed_standard_error_does_not_change_the_status() {
    let room = Room::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = std::process::Command::new(cargo_bin!("fizzle"))
        .args(["run", "nowhere.toml"])
        .current_dir(&room.0)
        .stderr(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn messages_name_files_with_odd_names() {
    let room = Room::new();
    let name = "my bad spell ✨.toml";
    room.write(name, GOOD.replace("force = 6", "force = 13"));
    room.fizzle("run")
        .arg(name)
        .assert()
        .code(2)
        .stderr(predicate::str::contains(format!("--> {name}:21:9")));
    assert!(!Path::new("fizzle-out").join("my bad spell ✨").exists());
}
