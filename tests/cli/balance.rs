//! What comes nearest.

use serde_json::Value;

use crate::room::{Room, close};

#[test]
fn the_nearest_settings_are_listed_with_their_distance() {
    let room = Room::new();
    let printed = room.stdout(
        "balance scenarios/lightning-bolt.toml --knob target.armor=0..20 --target 'p(damage >= 4) = 0.5' --charts none",
    );
    let table = room.csv("fizzle-out/lightning-bolt/balance/balance.csv");
    assert_eq!(table.texts("rank").len(), 21);
    assert!(table.numbers("distance").is_sorted());
    for (value, distance) in table.numbers("p(damage >= 4) = 0.5").iter().zip(table.numbers("distance")) {
        close((value - 0.5).abs(), distance, 1e-15);
    }
    assert!(
        printed.contains("\nThe target lies between target's armor 13 and target's armor 14, nearer to the"),
        "{printed}"
    );
}

#[test]
fn a_key_that_hardly_matters_is_named_so_and_not_ranked() {
    let room = Room::new();
    let balance = "balance scenarios/firefight.toml --target \"p(winner == 'second') = 0.08\" --trials 5k --sampled \
                   --charts none --seed 5 --knob fighter.0.recoil_compensation=0..3";
    // Single shots have no recoil, and all else is chance.
    let idle = "warning: `fighter.0.recoil_compensation` makes no difference here (--knob)\n";
    let told = |command: &str| {
        let output = room.fizzle(command).assert().success().stderr(idle).get_output().stdout.clone();
        String::from_utf8(output).unwrap().replace('\n', " ")
    };
    let printed = told(balance);
    let said = "Recoil compensation of Ripper hardly matters: “chance that winner is Guard” is ";
    assert!(printed.starts_with(said) && printed.contains("which is within the sampling error"), "{printed}");
    assert!(
        !printed.contains("lies between") && printed.contains("7.7 % to 8.0 % at all 4 settings"),
        "{printed}"
    );
    let printed = told(&format!("{balance} --knob fighter.0.armor=3,7"));
    assert!(printed.contains("is moved most by armor of Ripper ("), "{printed}");
    assert!(printed.contains("then by recoil compensation of Ripper ("), "{printed}");
}

#[test]
fn what_no_setting_reaches_is_said_plainly() {
    let room = Room::new();
    let printed = room.stdout(
        "balance scenarios/lightning-bolt.toml --knob choice.force=1..12 --target 'mean(damage) = 40' --charts none",
    );
    let told = printed.replace('\n', " ");
    assert!(told.contains("Nearest is Force 12, with “boxes of damage on average” "), "{printed}");
    assert!(told.contains(" (target 40); no setting comes within 1.00 %."), "{printed}");
    let printed = room.stdout(
        "balance scenarios/lightning-bolt.toml --knob choice.force=1..12 --target 'mean(damage) = 40' \
         --within 100 --charts none",
    );
    assert!(printed.contains("Nearest is Force 12, ") && !printed.contains("comes within"), "{printed}");
}

#[test]
fn a_suite_has_targets_for_all_and_for_one() {
    let room = Room::new();
    room.stdout(
        "balance scenarios/lightning-bolt.toml scenarios/manabolt.toml --knob choice.force=2..6 \
         --target 'mean(damage) = 3' --target 'manabolt: mean(drain) = 0.5' --charts none --out suite",
    );
    let table = room.csv("suite/balance.csv");
    let names =
        ["lightning-bolt: mean(damage) = 3", "manabolt: mean(damage) = 3", "manabolt: mean(drain) = 0.5"];
    let [bolt, mana, drain] = names.map(|name| table.numbers(name));
    for (place, distance) in table.numbers("distance").into_iter().enumerate() {
        let squares =
            [bolt[place] / 3.0, mana[place] / 3.0, drain[place] / 0.5].map(|part| (part - 1.0).powi(2));
        close(squares.iter().sum::<f64>().sqrt(), distance, 1e-12);
    }
}

#[test]
fn the_only_scenario_may_be_called_by_its_name() {
    let room = Room::new();
    let balance = "balance scenarios/manabolt.toml --knob choice.force=2..6 --charts none --force";
    room.stdout(&format!("{balance} --target 'manabolt: mean(drain) = 0.5' --out called"));
    room.stdout(&format!("{balance} --target 'mean(drain) = 0.5' --out plain"));
    assert_eq!(room.read("called/balance.csv"), room.read("plain/balance.csv"));
}

#[test]
fn variants_are_more_of_the_suite() {
    let room = Room::new();
    let printed = room.stdout(
        "balance scenarios/lightning-bolt.toml --variant overcast --knob target.body=2..8 \
         --target 'overcast: mean(damage) = 6' --target 'base: mean(damage) = 3' --charts none --format json",
    );
    let json: Value = serde_json::from_str(&printed).unwrap();
    let targets = json["settings"][0]["targets"].as_array().unwrap();
    let names: Vec<&str> = targets.iter().map(|target| target["target"].as_str().unwrap()).collect();
    assert_eq!(names, ["base: mean(damage) = 3", "overcast: mean(damage) = 6"]);
}

#[test]
fn what_is_no_target_is_refused() {
    let room = Room::new();
    for (options, said) in [
        ("--knob target.armor=0..9 --target 'mean(damage) >= 3'", "a target has one value"),
        ("--knob target.armor=0..9 --target mean(damage)", "--target:1:"),
        ("--knob target.armour=0..9 --target 'mean(damage) = 3'", "did you mean `target.armor`?"),
        ("--knob target.armor=9..0 --target 'mean(damage) = 3'", "the range `9..0` is empty"),
        ("--knob target.armor=0..9 --target 'mean(damage) = 3' --within -1", "write a number from 0"),
        ("--target 'mean(damage) = 3'", "--knob"),
    ] {
        let told = room.refused(&format!("balance scenarios/lightning-bolt.toml {options} --charts none"));
        assert!(told.contains(said), "{told}");
    }
    assert!(!room.path("fizzle-out").exists(), "what is refused leaves nothing");
}

#[test]
fn a_chance_in_percent_is_not_taken_for_a_chance() {
    let room = Room::new();
    let refused =
        room.refused("balance scenarios/manabolt.toml --knob choice.force=2..6 --target 'p(hit == 1) = 25'");
    assert!(
        refused.contains("a chance cannot be 25") && refused.contains("25 % is written 0.25"),
        "{refused}"
    );
    let negative = "balance scenarios/manabolt.toml --knob choice.force=2..6 --target 'p(hit == 1) = -0.5'";
    assert!(room.refused(negative).contains("a chance cannot be -0.5"));
}

#[test]
fn what_a_sample_does_not_tell_apart_may_be_as_near() {
    let room = Room::new();
    let balance = "balance scenarios/lightning-bolt.toml --knob choice.force=2..12 --charts none --force";
    let told = |more: &str| room.stdout(&format!("{balance} {more}")).replace('\n', " ");
    let sampled = "--sampled --trials 200 --seed 3 --target 'mean(damage) = 6.1'";
    let printed = told(sampled);
    assert!(printed.starts_with("Nearest is Force "), "{printed}");
    assert!(printed.contains(" may be as near; no setting is sure to come within 1.00 %."), "{printed}");
    let printed = told("--target 'mean(damage) = 6.1'");
    assert!(!printed.contains("may be"), "{printed}");
    assert!(printed.contains("; no setting comes within 1.00 %."), "{printed}");
}

#[test]
fn a_target_that_is_met_but_for_rounding_lies_between_no_settings() {
    let room = Room::new();
    room.write(
        "roll.rules",
        "key tn = 10 in 1..20 \"target number\"\nreport main win = d20 >= tn \"wins\"\n",
    );
    let told = room.stdout("balance roll.rules --knob tn=9..13 --target 'p(win == 1) = 0.55' --charts none");
    assert!(told.contains("Nearest is tn 10") && !told.contains("lies between"), "{told}");
}
