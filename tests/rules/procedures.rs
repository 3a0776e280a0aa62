//! Texts of several procedures, and what they say of scenarios.

use fizzle::description::FigureKind;
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
fn keys_that_do_not_go_together_are_those_of_one_set() {
    let text = r#"
key hero.hp optional in 1..50
key hero.level optional in 1..9
key hero.size optional in 1..3
either hero.hp | hero.level with hero.size "hit points, or a level"
preset hero.giant "giant" { hero.level = 7, hero.size = 3 }
report hp = hero.hp ?? 5 * (hero.level ?? 0) + (hero.size ?? 0)
"#;
    let checked = |hero: &str| {
        let scenario = format!("rules = \"hp.rules\"\n[hero]\n{hero}");
        let document = Document::of_texts("s.toml", &scenario, Some(("hp.rules", text)));
        document.and_then(|document| document.check()).map(drop).map_err(|problems| problems.to_string())
    };
    for hero in
        ["hp = 7", "level = 3", "level = 3\nsize = 2", "preset = \"giant\"", "preset = \"giant\"\nlevel = 2"]
    {
        assert_eq!(checked(hero), Ok(()), "{hero}");
    }
    for (hero, expected) in [
        ("", "`hero` needs hit points, or a level"),
        ("size = 2", "`hero.level` is missing (it belongs to `hero.size`"),
        (
            "hp = 7\nlevel = 3",
            "s.toml:4:9: `hero.level` beside `hero.hp` (hit points, or a level, and not both)",
        ),
        (
            "preset = \"giant\"\nhp = 7",
            "s.toml:4:6: `hero.hp` beside the preset \"giant\", which sets `hero.level`",
        ),
    ] {
        let error = checked(hero).unwrap_err();
        assert!(error.contains(expected), "{hero}: {error}");
    }
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

#[test]
fn what_a_metric_is_called_may_depend_on_keys() {
    let text = "key unit = 1 in 1..10\nreport damage = d6 \"damage{unit == 1 ? '' : ' × {unit}'}\" \"what it costs\"";
    let called = |set: &str| {
        let mut document = Document::parse("called.rules", text).unwrap();
        document.set("--set", set).unwrap();
        let metric = document.check().unwrap().ready.procedure.metrics()[0].clone();
        (metric.label.to_string(), metric.help.to_string())
    };
    assert_eq!(called("unit=1"), ("damage".to_owned(), "what it costs".to_owned()));
    assert_eq!(called("unit=10"), ("damage × 10".to_owned(), "what it costs".to_owned()));
    let text = "face = d6\nreport face \"a {face}\"";
    let error =
        Document::parse("called.rules", text).and_then(|document| document.check()).map(drop).unwrap_err();
    assert!(error.to_string().contains("`face` is no key (keys alone are read here)"), "{error}");
}

#[test]
fn what_a_definition_is_given_and_does_not_read_makes_no_difference() {
    let text = "key is_drone = false\nkey body = 3 in 0..9\nkey pilot = 2 in 0..9\n\
                def dice(is_drone, body, pilot) {\n    pool = is_drone == 1 ? pilot : body\n    hits = (pool)d6.count(x, x >= 5)\n    return hits\n}\n\
                def twice(is_drone, body, pilot) {\n    one = dice(is_drone, body, pilot)\n    other = dice(is_drone, body, pilot)\n    return one + other\n}\n\
                hits = twice(is_drone, body, pilot)\nreport hits";
    let read = |set: &str| {
        let mut document = Document::parse("read.rules", text).unwrap();
        document.set("--set", set).unwrap();
        let mut read: Vec<String> = document.check().unwrap().read.iter().map(ToString::to_string).collect();
        read.sort();
        read
    };
    assert_eq!(read("is_drone=false"), ["body", "is_drone"]);
    assert_eq!(read("is_drone=true"), ["is_drone", "pilot"]);
}

#[test]
fn labels_are_called_in_charts_what_the_text_says() {
    let text = "labels end = 'won' \"we win\" | 'lost' | 'going_on' \"both stand\"\nhp = 3\n\
                repeat 4 while hp > 0 {\n    follow end = hp <= 0 ? 'won' : 'going_on'\n    hp -= d2\n}\nreport hp";
    let scenario = Document::parse("labels.rules", text).unwrap().check().unwrap();
    let stacks = scenario.ready.figures.iter().find_map(|figure| match &figure.kind {
        FigureKind::Stacks(course) => Some(course),
        _ => None,
    });
    let course = stacks.unwrap();
    assert_eq!(course.endings, ["we win", "lost"]);
    assert_eq!(course.open, "both stand");
    // Tables keep the labels.
    assert_eq!(scenario.ready.tables[0].columns[1..], ["won", "lost", "going_on"]);
}

#[test]
fn labels_are_called_in_results_what_the_text_says() {
    let text = "labels end = 'won' \"we win\" | 'lost_all'\nlabels other = 'a' \"A\" | 'b'\nlabels same = 'a' | 'b'\n\
                end = d6 > 3 ? 'won' : 'lost_all'\nother = d6 > 3 ? 'a' : 'b'\nsame = d6 > 3 ? 'a' : 'b'\n\
                report end, again = end, other, same";
    let scenario = Document::parse("labels.rules", text).unwrap().check().unwrap();
    let metrics = scenario.ready.procedure.metrics();
    let names = |place: usize| metrics[place].names().unwrap();
    assert_eq!(names(0), ["we win", "lost all"]);
    assert_eq!(names(1), ["we win", "lost all"], "the labels are those of `end`");
    assert_eq!([names(2), names(3)], [["A", "b"], ["a", "b"]]);
    assert_eq!(metrics[0].labels().unwrap(), ["won", "lost_all"]);
}
