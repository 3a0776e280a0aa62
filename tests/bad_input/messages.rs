//! How errors are shown: all at once, each once, in order, under the name of the file.

use std::path::Path;
use std::time::Duration;

use predicates::prelude::*;

use crate::room::{GOOD, Room, has};

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
fn a_misspelt_table_is_one_error() {
    let room = Room::new();
    room.write("bad.toml", GOOD.replace("[caster]", "[castor]").replace("[[question]]", "[[questions]]"));
    let said = room.refuses("run bad.toml");
    has(&said, &["unknown table `castor`", "did you mean `caster`?"]);
    has(&said, &["unknown table `questions`", "did you mean `question`?"]);
    assert_eq!(said.matches("error").count(), 2, "{said}");
    // The keys in it are checked under the name that was meant.
    room.write("worse.toml", GOOD.replace("[caster]", "[castor]").replace("willpower = 5", "wilpower = 5"));
    has(&room.refuses("run worse.toml"), &["unknown table `castor`", "unknown key `caster.wilpower`"]);
}

#[test]
fn a_misspelt_key_is_one_error_and_its_value_is_checked() {
    let room = Room::new();
    for (right, wrong, meant) in [
        ("willpower = 5", "wilpower = 5", "caster.willpower"),
        ("mental_limit = 7", "mental_limt = 7", "caster.mental_limit"),
        ("preset = \"lightning-bolt\"", "prest = \"lightning-bolt\"", "spell.preset"),
        ("event = \"damage >= 10\"", "evnt = \"damage >= 10\"", "question.0.event"),
    ] {
        let text = format!("procedure = \"indirect\"\n{}", GOOD.replace(right, wrong));
        assert!(text.contains(wrong), "{text}");
        room.write("bad.toml", text);
        let said = room.refuses("run bad.toml");
        has(&said, &["unknown key `", &format!("did you mean `{meant}`?")]);
        assert_eq!(said.matches("error:").count(), 1, "{said}");
    }
    let below = "what stands below [target] belongs to it: write `choice.reagents` above the first table, or below [choice]";
    room.write("below.toml", GOOD.replace("armor = 12", "armor = 12\nchoice.reagents = 3"));
    has(&room.refuses("run below.toml"), &["unknown key `target.choice.reagents`", below]);
    room.write("worse.toml", GOOD.replace("willpower = 5", "wilpower = \"many\""));
    has(&room.refuses("run worse.toml"), &["unknown key `caster.wilpower`", "`caster.willpower` cannot be"]);
}

#[test]
fn a_missing_procedure_is_one_error_that_names_it() {
    let room = Room::new();
    let new =
        |of: &str| String::from_utf8(room.fizzle(&format!("new {of}")).output().unwrap().stdout).unwrap();
    let casts = new("shadowrun5 casts");
    room.write("casts.toml", casts.replace("procedure = \"casts\"\n", ""));
    let said = room.refuses("run casts.toml");
    has(
        &said,
        &[
            "`procedure = \"casts\"` is missing",
            "the preset \"lightning-bolt\" means \"indirect\", which does not read `",
            "more keys of this file",
        ],
    );
    assert_eq!(said.matches("error:").count(), 1, "{said}");
    let phase = new("ninth-age phase");
    room.write("phase.toml", phase.replace("procedure = \"phase\"\n", ""));
    let said = room.refuses("run phase.toml");
    has(&said, &["`procedure` is missing", "the keys of this file are read by phase"]);
    assert_eq!(said.matches("error:").count(), 1, "{said}");
}

#[test]
fn what_is_missing_in_no_table_is_shown_at_the_game() {
    let room = Room::new();
    room.refuses_text("# A spell\n\nsystem = \"shadowrun1\"\n", "3:10", &["`procedure` is missing"]);
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

#[test]
fn one_bad_scenario_of_several_keeps_all_from_being_run() {
    let room = Room::new();
    room.write("bad.toml", GOOD.replace("force = 6", "force = 13"));
    has(&room.refuses("run good.toml bad.toml --exact --charts none"), &["bad.toml:21:9"]);
    has(&room.refuses("run good.toml missing.toml --exact --charts none"), &["missing.toml"]);
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

#[test]
fn a_wrong_preset_hides_no_other_mistake() {
    let room = Room::new();
    let text = "system = \"shadowrun5\"\n[caster]\nmagic = \"6\"\nwilpower = 5\n[spell]\n\
                preset = \"lightningbolt\"\n[question]\nevent = \"damage > 1\"\n";
    room.write("many.toml", text);
    let said = room.refuses("run many.toml");
    let phrases = [
        "there is no preset \"lightningbolt\"",
        "did you mean \"lightning-bolt\"",
        "`caster.magic` cannot be the text \"6\"",
        "unknown key `caster.wilpower`",
        "[[question]], with two brackets",
        "`caster.spellcasting` is missing",
    ];
    has(&said, &phrases);
    assert!(!said.contains("`procedure` is missing"), "it may be what the preset is to say: {said}");
}

#[test]
fn a_number_out_of_range_hides_no_missing_key() {
    let room = Room::new();
    room.write(
        "two.toml",
        "system = \"shadowrun5\"\nprocedure = \"indirect\"\n\
         caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }\n\
         spell = { damage_type = \"physical\", drain = -3 }\ntarget = { reaction = 5 }\nchoice = { force = 0 }\n",
    );
    let said = room.refuses("run two.toml");
    has(
        &said,
        &["`choice.force` is out of range: 0", "`target.body` is missing", "`target.intuition` is missing"],
    );
    assert!(
        !said.contains("twice Magic 6"),
        "a number that stands in for another is nobody's concern: {said}"
    );
}

#[test]
fn no_control_character_reaches_the_terminal() {
    let room = Room::new();
    let escape = "\u{1b}[31m";
    room.write(&format!("{escape}.toml"), GOOD);
    let mut commands = vec![
        vec!["run".to_owned(), format!("{escape}.toml"), "--exact".to_owned(), "--charts=none".to_owned()],
        vec!["run".to_owned(), format!("no{escape}.toml")],
        vec!["list".to_owned(), escape.to_owned()],
        vec![format!("run{escape}")],
        vec!["run".to_owned(), "good.toml".to_owned(), format!("--set=choice.{escape}=1")],
        vec!["explain".to_owned(), "good.toml".to_owned(), format!("--where=damage >= {escape}")],
    ];
    for (index, text) in [
        GOOD.replace("A test", "\\u001b[31mA test"),
        GOOD.replace("drops it", "drops \\u009b31mit"),
        GOOD.replace("magic = 6", "\"ma\\u001bgic\" = 6"),
        GOOD.replace("[target]", "[\"\\u001btarget\"]"),
    ]
    .iter()
    .enumerate()
    {
        assert_ne!(text, GOOD);
        room.write(&format!("{index}.toml"), text);
        commands.push(vec![
            "run".to_owned(),
            format!("{index}.toml"),
            "--exact".to_owned(),
            "--charts=none".to_owned(),
        ]);
    }
    for arguments in commands {
        let output = room.fizzle("").args(&arguments).output().unwrap();
        for said in [output.stdout, output.stderr] {
            let said = String::from_utf8(said).unwrap();
            assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{arguments:?}: {said:?}");
        }
        assert!(matches!(output.status.code(), Some(0 | 2)), "{arguments:?}");
    }
}
