//! Expectations, as `test` checks them.

use serde_json::Value;

use crate::room::Room;

const EXPECTATIONS: &str = r#"
[[expect]]
stat = "p(drain == 0)"
between = [0.70, 0.71]

[[expect]]
stat = "mean(damage | hit == 1) / choice.force"
equals = 0.5
within = 0.0005
"#;

/// A Manabolt with expectations, of which the last is met or not.
fn write(room: &Room, name: &str, last: &str) {
    let text = room.read("scenarios/manabolt.toml");
    room.write(
        name,
        format!("{text}{EXPECTATIONS}\n[[expect]]\nstat = \"quantile(damage, 0.95)\"\n{last}\n"),
    );
}

#[test]
fn expectations_that_are_met_pass() {
    let room = Room::new();
    write(&room, "good.toml", "between = [5, 5]");
    insta::assert_snapshot!(room.stdout("test good.toml"), @r"
    3 ok, 0 failed

    ok         good.toml:37  p(drain == 0) is 70.0859 % (expected 70 % to 71 %)
    ok         good.toml:41  mean(damage | hit == 1) / choice.force is 0.499909 (expected 0.4995 to 0.5005)
    ok         good.toml:46  quantile(damage, 0.95) is 5 (expected 5)
    ");
}

#[test]
fn one_that_is_not_met_fails_and_says_what_it_is_instead() {
    let room = Room::new();
    std::fs::create_dir(room.path("rules")).unwrap();
    write(&room, "rules/bad.toml", "between = [6, 7]");
    room.write("rules/silent.toml", room.read("scenarios/fireball.toml"));
    let output = room.fizzle("test rules").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("FAILED     rules/bad.toml:46  quantile(damage, 0.95) is 5, not 6 to 7\n"),
        "{printed}"
    );
    assert!(printed.starts_with("2 ok, 1 failed\n"), "{printed}");
    let json = room.fizzle("test rules --format json").output().unwrap();
    assert_eq!(json.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let last = &json["expectations"][2];
    assert_eq!(
        (&last["verdict"], &last["value"], &last["line"]),
        (&"failed".into(), &5.0.into(), &46.into())
    );
}

#[test]
fn bounds_have_no_error_of_a_calculation() {
    let room = Room::new();
    write(&room, "dust.toml", "equals = 0.1\nwithin = 0.2");
    let printed = room.fizzle("test dust.toml").output().unwrap().stdout;
    let printed = String::from_utf8(printed).unwrap();
    assert!(printed.contains("is 5, not −0.1 to 0.3\n"), "{printed}");
}

#[test]
fn a_sample_that_cannot_tell_is_undecided() {
    let room = Room::new();
    let text = room.read("scenarios/knight.toml");
    let expectation = "[[expect]]\nstat = \"p(winner == 'hero')\"\nbetween = [0.5, 0.825]\n";
    room.write("two.toml", format!("{text}{expectation}"));
    let run = |trials: &str| {
        room.fizzle(&format!("test two.toml --set foe.0.count=2 --sampled --trials {trials}"))
            .output()
            .unwrap()
    };
    let few = run("2000");
    assert_eq!(few.status.code(), Some(1));
    let printed = String::from_utf8(few.stdout).unwrap();
    assert!(printed.starts_with("0 ok, 0 failed, 1 undecided\n"), "{printed}");
    assert!(printed.contains("trials would decide"), "{printed}");
    assert_eq!(run("2M").status.code(), Some(0));
}

#[test]
fn expectations_that_cannot_be_checked_are_shown() {
    let room = Room::new();
    for (expectation, said) in [
        ("stat = \"p(dammage > 1)\"\nbetween = [0, 1]", "did you mean `damage`?"),
        ("stat = \"damage\"\nbetween = [0, 1]", "the metric `damage` alone is not a statistic"),
        ("stat = \"mean(damage_type)\"\nbetween = [0, 1]", "this is a label, not a number"),
        ("stat = \"mean(damage)\"", "this expectation has no range"),
        ("stat = \"mean(damage)\"\nequals = 1\nwithin = -1", "is negative"),
        ("between = [0, 1]", "this expectation has no statistic"),
    ] {
        let text = room.read("scenarios/manabolt.toml");
        room.write("wrong.toml", format!("{text}\n[[expect]]\n{expectation}\n"));
        let told = room.refused("test wrong.toml");
        // What is missing is missing in the table of the expectation.
        let line = text.lines().count() + 2;
        let lines = line..=line + 3;
        let is_there = lines.into_iter().any(|line| told.contains(&format!("wrong.toml:{line}:")));
        assert!(told.contains(said) && is_there, "{told}");
    }
    assert!(room.refused("test scenarios/manabolt.toml").contains("no expectations"));
    std::fs::create_dir(room.path("empty")).unwrap();
    assert!(room.refused("test empty").contains("there are no scenario files"));
}

#[test]
fn what_a_file_takes_as_given_is_said_of_its_values() {
    let room = Room::new();
    let text = "given = \"sum > 6\"\nrules = \"\"\"\nreport sum = 2d6\n\"\"\"\n[[expect]]\nstat = \"p(sum == 7)\"\nequals = 0.2857\nwithin = 0.001\n";
    room.write("given.toml", text);
    let printed = room.stdout("test given.toml");
    assert!(printed.contains("p(sum == 7), given sum > 6, is 28.57"), "{printed}");
    let json: Value = serde_json::from_str(&room.stdout("test given.toml --format json")).unwrap();
    assert_eq!(json["expectations"][0]["given"], "sum > 6");
}

#[test]
fn rules_in_a_scenario_are_tested_with_it() {
    let room = Room::new();
    let rules = "key n = 3 in 1..9\nprocedure one {\nx = (n)d6\nreport x\nexpect mean(x) in 10..11\n}\n\
                 procedure two {\ny = (n)d4\nreport y\nexpect mean(y) in 1..2\n}";
    let own = "[[expect]]\nstat = \"mean(x)\"\nequals = 14\nwithin = 0";
    room.write("all.toml", format!("procedure = \"one\"\nrules = \"\"\"\n{rules}\n\"\"\"\nn = 4\n{own}\n"));
    let output = room.fizzle("test all.toml").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(printed.starts_with("2 ok, 1 failed"), "{printed}");
    assert!(printed.contains("FAILED     all.toml:12  mean(y) is 7.5, not 1 to 2"), "{printed}");
    room.write("all.toml", room.read("all.toml").replace("mean(y)", "mean(z)"));
    let refused = room.refused("test all.toml");
    assert!(refused.contains("all.toml:12:13"), "{refused}");
}
