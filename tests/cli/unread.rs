//! Keys that are written though they make no difference: a warning, and no more.

use std::fs;

use crate::room::Room;

impl Room {
    /// What a command that succeeds says on standard error.
    #[track_caller]
    fn said(&self, arguments: &str) -> String {
        let output = self.fizzle(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        said
    }
}

const RUN: &str = "run scenarios/lightning-bolt.toml --quiet --charts none --exact";

#[test]
fn keys_that_the_procedure_ignores_are_a_warning_of_one_line() {
    let room = Room::new();
    let said = room.said(&format!("{RUN} --set rules.scatter=minus-hits --set caster.logic=4"));
    // The limit itself is written, and wins over the attributes.
    assert_eq!(said, "warning: `caster.logic` and `rules.scatter` make no difference here (--set)\n");
}

#[test]
fn a_key_in_the_file_is_shown_with_its_line() {
    let room = Room::new();
    let text = room.read("scenarios/lightning-bolt.toml");
    let line = text.lines().count() + 3;
    let text = text + "\n[rules]\narea_defense = \"none\"\n";
    fs::write(room.path("scenarios/lightning-bolt.toml"), text).unwrap();
    for command in [
        RUN,
        "explain scenarios/lightning-bolt.toml",
        "compare scenarios/lightning-bolt.toml",
        "test scenarios/lightning-bolt.toml",
    ] {
        let said = room.fizzle(command).output().unwrap().stderr;
        let said = String::from_utf8(said).unwrap();
        let warning =
            format!("`rules.area_defense` makes no difference here (scenarios/lightning-bolt.toml:{line})\n");
        assert_eq!(said.matches(&warning).count(), 1, "{command}: {said}");
    }
}

#[test]
fn what_a_variant_or_the_grid_reads_is_no_warning() {
    let room = Room::new();
    let file = |more: &str| {
        let text = room.read("scenarios/lightning-bolt.toml");
        let text = text.split("[vary]").next().unwrap().to_owned() + more;
        fs::write(room.path("other.toml"), text.replace("armor = 12", "armor = 12\nstructure = 8")).unwrap();
        room.said("run other.toml --quiet --charts none --exact")
    };
    assert!(file("").contains("`target.structure`"));
    assert_eq!(file("[[variant]]\nname = \"wall\"\nset = { \"target.kind\" = \"object\" }\n"), "");
    assert_eq!(file("[vary]\n\"target.kind\" = \"living,object\"\n"), "");
    // What is varied of a variant is varied there.
    let vary = "--vary policy.withdraw=true,false --variant best --set choice.casts=1 --trials 1000";
    let swept = room.said(&format!("sweep scenarios/gangers.toml {vary} --quiet --charts none"));
    assert!(!swept.contains("policy.withdraw"), "{swept}");
    assert!(file("[vary]\n\"choice.force\" = \"1..3\"\n").contains("`target.structure`"));
}

#[test]
fn what_the_rules_leave_without_effect_is_a_warning() {
    let room = Room::new();
    let run = "run scenarios/drain.toml --quiet --charts none --exact --set caster.sorcery=6";
    let sorcery = "`caster.sorcery` makes no difference here";
    assert!(room.said(run).contains(sorcery));
    assert_eq!(room.said(&format!("{run} --set rules.resist_against=sorcery")), "");
}

#[test]
fn keys_that_play_no_part_in_a_text_make_no_difference() {
    let room = Room::new();
    let run = "run scenarios/firefight.toml --quiet --charts none --trials 1000";
    assert_eq!(room.said(&format!("{run} --set rules.staging_up=book")), "");
    // Nobody casts a spell.
    let said = room.said(&format!("{run} --set rules.control_threshold=false"));
    assert_eq!(said, "warning: `rules.control_threshold` makes no difference here (--set)\n");
}

#[test]
fn a_shooter_has_no_use_for_what_helps_a_spell() {
    let room = Room::new();
    let run = "run scenarios/firefight.toml --quiet --charts none --trials 1000";
    let said = room.said(&format!("{run} --set fighter.0.automatic_sixes=2"));
    assert_eq!(said, "warning: `fighter.0.automatic_sixes` makes no difference here (--set)\n");
}

#[test]
fn nothing_is_said_of_required_keys_presets_and_what_new_writes() {
    let room = Room::new();
    for system in fizzle::systems::SYSTEMS.iter() {
        for row in &system.procedures {
            let text = room.stdout(&format!("new {} {}", system.name, row.name));
            fs::write(room.path("new.toml"), text).unwrap();
            let said = room.said("explain new.toml");
            assert!(!said.contains("makes no difference"), "{} {}: {said}", system.name, row.name);
        }
    }
}

#[test]
fn the_deciding_commands_warn_of_what_none_of_their_settings_reads() {
    let room = Room::new();
    let options = "--quiet --charts none --exact --set target.structure=8";
    let file = "scenarios/lightning-bolt.toml";
    for command in [
        format!("sweep {file} --vary choice.force=1..3 {options}"),
        format!("advise {file} --vary choice.force=1..3 --maximize mean(damage) {options}"),
        format!("balance {file} --knob choice.force=1..3 --target mean(damage)=3 {options}"),
    ] {
        let said = room.said(&command);
        assert_eq!(
            said.matches("`target.structure` makes no difference here").count(),
            1,
            "{command}: {said}"
        );
    }
    let sweep = format!("sweep {file} --vary choice.force=1..2 --quiet --charts none --exact --vary");
    let vary = |varied: &str| room.said(&format!("{sweep} {varied} --set target.structure=8"));
    assert_eq!(
        room.said(&format!("{sweep} target.structure=8,9")),
        "warning: `target.structure` makes no difference here (--vary)\n"
    );
    // What one of the settings reads makes one.
    assert_eq!(vary("target.kind=living,object"), "");
}

#[test]
fn what_all_files_are_given_is_said_once_and_not_if_one_reads_it() {
    let room = Room::new();
    let files = "scenarios/lightning-bolt.toml scenarios/fireball.toml";
    let set = |key: &str| room.said(&format!("run {files} --quiet --charts none --trials 1000 --set {key}"));
    let said = set("target.structure=8");
    assert_eq!(said.matches("`target.structure` makes no difference here").count(), 1, "{said}");
    assert_eq!(set("rules.scatter=minus-hits"), "");
}

#[test]
fn a_question_that_is_about_somebody_else_where_there_are_more_is_a_warning() {
    let room = Room::new();
    let fighter = |name: &str, side: &str, preset: &str| {
        format!("[[fighter]]\nname = \"{name}\"\nside = \"{side}\"\npreset = \"{preset}\"\n")
    };
    let people = fighter("Ann", "first", "samurai")
        + &fighter("dog", "second", "ganger")
        + &fighter("Boss", "second", "guard");
    let about =
        |fighter: u8| format!("[[question]]\nname = \"out\"\nevent = \"fighter.{fighter}.state != 'ok'\"\n");
    let head = "system = \"shadowrun1\"\nprocedure = \"firefight\"\n";
    room.write("boss.toml", format!("{head}{people}{}", about(2)));
    room.write("ann.toml", format!("{head}{people}{}", about(0)));
    let sweep =
        |file: &str| room.said(&format!("sweep {file} --quiet --vary fighter.1.count=1..2 --trials 100"));
    let warned = sweep("boss.toml");
    assert!(
        warned.contains("`fighter.2.state` is \"Boss: state\", but \"dog 2: state\" at the last setting"),
        "{warned}"
    );
    assert_eq!(sweep("ann.toml"), "");
    let run = "run boss.toml --quiet --trials 100 --charts none --variant dogs:fighter.1.count=2";
    assert!(room.said(run).contains("but \"dog 2: state\" in variant \"dogs\""));
}
