//! Texts of several procedures, and what they say of scenarios.

use fizzle::scenario::Document;

const TEXT: &str = r#"
title "My skirmish"
key armor = 2 in 0..9 "armor"
key shield optional in 0..9 "shield"
procedure attack "one attack" {
    require shield is set || armor < 8 "armor of {armor} needs a shield" "at most 7, or set `shield`"
    summary "against armor {armor}{shield is set ? ' and a shield of {shield ?? 0}' : ''}"
    question "hits" = hit == 1
    step "4" "You" "Attack"
    face = d6
    note "{face} {face == 1 ? 'is nothing' : 'is something'}"
    report face, main hit = face > armor "it hits"
}
procedure duel "until one falls" {
    group fighter in 2..2 { key hp = 5 in 1..50 }
    report each fighter: hp
}
"#;

fn checked(scenario: &str) -> Result<fizzle::scenario::Scenario, String> {
    let document = Document::of_texts("s.toml", scenario, Some(("skirmish.rules", TEXT)));
    document.and_then(|document| document.check()).map_err(|problems| problems.to_string())
}

#[test]
fn a_scenario_names_its_procedure() {
    let scenario = checked("rules = \"skirmish.rules\"\nprocedure = \"attack\"\n").unwrap();
    let names: Vec<&str> =
        scenario.ready.procedure.metrics().iter().map(|metric| metric.name.as_str()).collect();
    assert_eq!(names, ["face", "hit"]);
    assert_eq!(scenario.ready.choices, "against armor 2");
    let missing = checked("rules = \"skirmish.rules\"\n").unwrap_err();
    assert!(missing.contains("`procedure` is missing (one of: attack, duel"), "{missing}");
    let foreign = checked("rules = \"skirmish.rules\"\nprocedure = \"duel\"\narmor = 3\n").unwrap_err();
    assert!(foreign.contains("`armor`") && foreign.contains("attack"), "{foreign}");
}

#[test]
fn questions_are_those_of_the_procedure() {
    let mut document = Document::parse("skirmish.rules", TEXT).unwrap();
    let asked = |document: &Document| document.check().unwrap().questions.len();
    document.set("--set", "procedure=attack").unwrap();
    assert_eq!(asked(&document), 1);
    document.set("--set", "procedure=duel").unwrap();
    document.set("--set", "fighter.0.hp=3").unwrap();
    document.set("--set", "fighter.1.hp=3").unwrap();
    assert_eq!(asked(&document), 0);
}

#[test]
fn a_requirement_says_what_is_wrong_and_what_would_be_right() {
    let error = checked("rules = \"skirmish.rules\"\nprocedure = \"attack\"\narmor = 8\n").unwrap_err();
    assert!(error.contains("armor of 8 needs a shield (at most 7, or set `shield`)"), "{error}");
    let shielded =
        checked("rules = \"skirmish.rules\"\nprocedure = \"attack\"\narmor = 8\nshield = 2\n").unwrap();
    assert_eq!(shielded.ready.choices, "against armor 8 and a shield of 2");
}

/// Each procedure that expects something is a scenario of `fizzle test`.
#[test]
fn all_procedures_are_tested() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.rules");
    let text = "procedure a {\nexpect mean(x) in 3.4..3.6\nreport x = d6\n}\n\
                procedure b {\nexpect mean(y) in 3.4..3.6\nreport y = 2d6\n}\n";
    std::fs::write(&path, text).unwrap();
    let output =
        assert_cmd::Command::cargo_bin("fizzle").unwrap().arg("test").arg(folder.path()).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("1 ok, 1 failed"), "{told}");
    assert_eq!(output.status.code(), Some(1), "{told}");
}
