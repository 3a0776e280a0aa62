//! Certificates that sampled and exact results agree.

use serde_json::Value;

use crate::room::Room;

const CAST_ORDER: &str = r#"
system = "ars-magica"
procedure = "cast-order"
caster = [{ name = "Marcus", kind = "formulaic", quickness = 2, finesse = 3 }]
"#;

#[test]
fn a_scenario_that_agrees_gets_a_certificate() {
    let room = Room::new();
    let printed = room.stdout("verify scenarios/master.toml --trials 100k");
    let printed = printed.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!(printed, @r"
    The scenario agrees. The least of 12 p-values is 0.17, corrected for their
    number (Holm) 1.00; below 0.001 is disagreement.

    fizzle VERSION: 100,000 trials of each scenario, seed 1, against exact results

    scenarios/master.toml: A Master's spell, three dice against three
    exact result from 181 outcomes; sampled by sampler
                                                      largest
                         cells  chi-square  df     p      gap  √n·D     p  corrected
    all together            78        62.4  74  0.83                            1.00
    casting total           16        13.5  15  0.57   1.6e-3  0.50  0.96       1.00
    result of the            3         0.4   2  0.84                            1.00
    attempt
    spell is cast            2         0.1   1  0.70   6.0e-4  0.19  1.00       1.00
    miscast                  5         3.1   4  0.54   3.4e-4  0.11  1.00       1.00
    magic dice returned      4         3.2   3  0.36   7.6e-4  0.24  1.00       1.00
    dispel dice              4         5.0   3  0.17   1.1e-3  0.35  1.00       1.00
    returned
    agrees
    ");
}

#[test]
fn everything_in_the_folder_scenarios_is_verified() {
    let room = Room::new();
    let json: Value = serde_json::from_str(&room.stdout("verify --trials 5k --format json")).unwrap();
    let scenarios = json["scenarios"].as_array().unwrap();
    assert_eq!(scenarios.len(), room.names("scenarios").len());
    let of_verdict = |verdict: &str| -> Vec<&Value> {
        scenarios.iter().filter(|one| one["verdict"] == verdict).map(|one| &one["scenario"]).collect()
    };
    // An order of casters has no dice, and a sequence and encounters have too many states for an exact law.
    assert_eq!(of_verdict("no dice"), ["scenarios/cast-order.toml"]);
    let without = [
        "scenarios/all-night.toml",
        "scenarios/ambush.toml",
        "scenarios/bandits.toml",
        "scenarios/firefight.toml",
        "scenarios/mage-and-gunman.toml",
    ];
    assert_eq!(of_verdict("no exact law"), without);
    let is_compared = |scenario: &&Value| !scenario["tests"].as_array().unwrap().is_empty();
    assert_eq!(scenarios.iter().filter(is_compared).count(), scenarios.len() - 1 - without.len());
    for scenario in scenarios.iter().filter(is_compared) {
        assert_eq!(scenario["verdict"], "agrees", "{scenario}");
        let tests = scenario["tests"].as_array().unwrap();
        // The boxes of each ganger make all metrics together too many.
        let is_joint = scenario["scenario"] != "scenarios/gangers.toml";
        assert_eq!((tests[0]["metric"].is_null(), tests.len() > 2), (is_joint, true), "{scenario}");
        assert!(tests.iter().all(|test| test["impossible"] == 0 && test["agrees"] == true), "{scenario}");
    }
    let p_values = json["p_values"].as_u64().unwrap();
    assert!(p_values > 100 && json["least_corrected"].as_f64() > Some(1e-3), "{p_values}");
    // It is corrected for all of them.
    let alone: Value =
        serde_json::from_str(&room.stdout("verify scenarios/burst.toml --trials 5k --format json")).unwrap();
    let burst = scenarios.iter().find(|one| one["scenario"] == "scenarios/burst.toml").unwrap();
    assert_eq!(burst["tests"][0]["chi_square"], alone["scenarios"][0]["tests"][0]["chi_square"]);
    assert!(alone["p_values"].as_u64().unwrap() < p_values);
}

#[test]
fn a_certificate_follows_from_the_seed() {
    let room = Room::new();
    let verify =
        |options: &str| room.stdout(&format!("verify scenarios/fireball.toml --trials 200k {options}"));
    let one = verify("--threads 1");
    assert_eq!(one, verify("--threads 2 --quiet"));
    assert_ne!(one, verify("--seed 2"));
    assert!(verify("--variant unprotected").contains("fireball.toml (unprotected): Fireball among guards\n"));
    assert_ne!(one, verify("--set choice.force=4"));
}

#[test]
fn what_has_no_dice_is_passed_over() {
    let room = Room::new();
    room.write("order.toml", CAST_ORDER);
    let printed = room.stdout("verify order.toml scenarios/manabolt.toml --trials 10k");
    assert!(printed.contains("no dice: there is nothing to verify\n"), "{printed}");
    assert!(printed.starts_with("The scenario agrees; another is not verified. "), "{printed}");
    let alone = room.fizzle("verify order.toml").output().unwrap();
    assert_eq!(alone.status.code(), Some(1));
    assert_eq!(String::from_utf8(alone.stderr).unwrap(), "nothing could be verified\n");
}

#[test]
fn where_the_joint_law_is_too_large_metrics_are_verified_one_by_one() {
    let room = Room::new();
    let six_shots = "--set weapon.mode=single --set choice.split=[1,1,1,1,1,1] --trials 20k";
    let printed = room.stdout(&format!("verify scenarios/burst.toml {six_shots}"));
    assert!(
        printed.contains("no exact result for all together: metrics are verified one by one\n"),
        "{printed}"
    );
    let others =
        "not verified: worst wound, boxes of wounds, state of the target, target's wound penalty agrees";
    assert!(printed.replace('\n', " ").contains(others), "{printed}");
    let summary = "The scenario agrees; 4 metrics have no exact result, and are not verified. ";
    assert!(printed.replace('\n', " ").starts_with(summary), "{printed}");
    assert!(printed.contains("\nsuccesses ") && !printed.contains("\nall together "), "{printed}");
}

#[test]
fn what_cannot_be_verified_is_wrong_input() {
    let room = Room::new();
    assert!(room.refused("verify missing.toml").contains("missing.toml"));
    assert!(room.refused("verify --trials 0").contains("write a whole number"));
    std::fs::create_dir(room.path("empty")).unwrap();
    assert!(room.refused("verify empty").contains("there are no scenario files"));
    let mut elsewhere = room.fizzle("verify");
    let output = elsewhere.current_dir(room.path("empty")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("there is no folder scenarios"));
}
