//! `fizzle explain`: one resolution told step by step.

use std::collections::BTreeSet;
use std::time::Duration;

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::room::{Room, SCENARIOS, output, set_of};

/// The numbers of the steps that a story tells.
fn step_numbers(story: &str) -> Vec<u32> {
    let number = |line: &str| line.split_once(". ").and_then(|(number, _)| number.trim().parse().ok());
    story.lines().filter(|line| !line.starts_with("    ")).filter_map(number).collect()
}

#[test]
fn explain_tells_a_story() {
    let room = Room::new();
    insta::assert_snapshot!(room.stdout("explain scenarios/lightning-bolt.toml"), @r"
    Lightning Bolt at a ganger
    Lightning Bolt at Force 6 against a living target
    attempt 1 of seed 1

     1. You: Choose a spell
        Lightning Bolt
     2. You: Choose Force for the spell
        Force 6, at most twice Magic 6
     3. You: Roll dice in Spellcasting Pool
        Spellcasting 6 + Magic 6: 12 dice
        [5 5 1 5 2 4 6 4 1 1 6 3] 5
     4. You: Determine total hits
        5 rolled, at most 6, the Force, and 7, the mental limit: 5 hits
     5. Target: Roll Defense check
        Reaction 4 + Intuition 3: 7 dice
        [1 3 1 1 4 3 6] hits = 1
     6. Target: Determine net hits
        5 − 1 = 4
     7. Target: Determine if hit
        net hits above 0: the target is hit
     8. You: Determine Damage Value
        Force 6 + net hits 4 = 10
     9. You: Determine Armor Penetration
        the Force: 6
    10. Target: Determine Armor Value
        Armor 12 − 6, at least 0: 6
    11. Target: Determine Damage type
        Damage Value 10 reaches Armor Value 6: physical
    12. Target: Roll Armor check
        Body 4 + Armor Value 6: 10 dice
        [4 2 5 1 3 2 4 2 6 4] hits = 2
    13. Target: Determine net hits
        10 − 2 = 8
    14. Target: Register damage
        the target takes 8 boxes of physical damage
    15. You: Determine Drain type
        total hits not above Magic 6: stun
    16. You: Determine Drain value
        Force 6 − 3, at least 2: 3
    17. You: Roll dice in Resist Drain Pool
        Willpower 5 + drain attribute 5: 10 dice
        [5 4 4 4 4 6 2 1 5 6] 4
    18. You: Determine net hits
        3 − 4 = −1
    19. You: Register Drain
        the caster takes none

    Result: hits: 5; net hits: 4; target is hit; boxes of damage: 8; kind of damage:
    physical; boxes of drain: 0; kind of drain: none; glitch: none
    ");
}

#[test]
fn the_same_seed_tells_the_same_story() {
    let room = Room::new();
    let tell = |seed: u32| room.stdout(&format!("explain scenarios/fireball.toml --seed {seed}"));
    let stories: BTreeSet<String> = (1..=5).map(tell).collect();
    assert_eq!(stories.len(), 5, "another seed tells another story");
    assert!((1..=5).all(|seed| stories.contains(&tell(seed))));
    assert_eq!(tell(1), room.stdout("explain scenarios/fireball.toml"), "the default is 1");
}

#[test]
fn explain_writes_no_files() {
    let room = Room::new();
    room.stdout("explain scenarios/manabolt.toml");
    assert_eq!(room.names("."), set_of(&["scenarios"]));
}

#[test]
fn steps_have_the_numbers_of_the_source_text() {
    let room = Room::new();
    for (stem, last) in [("manabolt", 12), ("lightning-bolt", 19), ("fireball", 21)] {
        for (drams, extra) in [("unset", 0), ("6", 1)] {
            let story = output(
                room.fizzle(&format!("explain scenarios/{stem}.toml --set choice.reagents={drams}"))
                    .args(["--where", "hit == 1"]),
            );
            assert_eq!(step_numbers(&story), (1..=last + extra).collect::<Vec<_>>(), "{story}");
        }
    }
}

#[test]
fn a_miss_skips_ahead_to_drain() {
    let room = Room::new();
    // The step that finds the miss, and the one that it goes on with; direct spells skip none.
    for (stem, miss, drain, last) in [("lightning-bolt", 7, 15, 19), ("fireball", 9, 17, 21)] {
        for (drams, extra) in [("unset", 0), ("6", 1)] {
            let story = output(
                room.fizzle(&format!("explain scenarios/{stem}.toml --set choice.reagents={drams}"))
                    .args(["--where", "hit == 0"]),
            );
            let expected: Vec<u32> = (1..=miss + extra).chain(drain + extra..=last + extra).collect();
            assert_eq!(step_numbers(&story), expected, "{story}");
            assert!(story.contains(&format!("on to step {}", drain + extra)), "{story}");
        }
    }
    let story = output(room.fizzle("explain scenarios/manabolt.toml").args(["--where", "hit == 0"]));
    assert_eq!(step_numbers(&story), (1..=12).collect::<Vec<_>>());
}

#[test]
fn a_miss_that_costs_no_drain_ends_the_story() {
    let room = Room::new();
    let story = output(
        room.fizzle("explain scenarios/lightning-bolt.toml --set rules.drain_on_miss=false")
            .args(["--where", "hit == 0"]),
    );
    assert_eq!(step_numbers(&story), (1..=7).collect::<Vec<_>>());
    assert!(story.replace('\n', " ").contains("boxes of drain: 0; kind of drain: none"), "{story}");
}

/// A story as JSON.
#[track_caller]
fn telling(room: &Room, arguments: &str, event: Option<&str>) -> Value {
    let mut command = room.fizzle(&format!("explain {arguments} --format json"));
    command.args(event.iter().flat_map(|event| ["--where", event]));
    serde_json::from_str(&output(&mut command)).unwrap()
}

#[test]
fn where_finds_the_first_resolution_of_the_seed_with_the_event() {
    let room = Room::new();
    for (stem, event, metric, value) in [
        ("manabolt", "glitch == 'critical'", "glitch", json!("critical")),
        ("lightning-bolt", "damage >= 12", "damage", json!(12)),
        ("fireball", "scatter == 11 && drain == 0", "scatter", json!(11)),
    ] {
        let story = telling(&room, &format!("scenarios/{stem}.toml"), Some(event));
        assert_eq!(story["outcome"][metric], value);
        assert!(story["resolution"].as_u64().unwrap() > 1);
        assert_eq!(story, telling(&room, &format!("scenarios/{stem}.toml"), Some(event)));
    }
    let first = telling(&room, "scenarios/manabolt.toml --seed 3", None);
    assert_eq!(first["resolution"], 1);
    assert_eq!(first, telling(&room, "scenarios/manabolt.toml --seed 3", Some("hits >= 0")));
}

#[test]
fn where_says_at_once_that_an_event_is_impossible() {
    let room = Room::new();
    for event in ["damage > 30", "drain_type == 'physical' && hits < 6", "1 == 2"] {
        room.fizzle("explain scenarios/lightning-bolt.toml")
            .args(["--where", event])
            .timeout(Duration::from_secs(5))
            .assert()
            .code(1)
            .stdout("")
            .stderr(predicate::str::contains("impossible"));
    }
    room.fizzle("explain scenarios/lightning-bolt.toml --where")
        .arg("damage > 100 && drain_type == 'physical'")
        .assert()
        .stderr("the event is impossible in this scenario; damage is 0 to 12\n");
}

#[test]
fn the_outcome_told_is_one_that_an_exact_run_counts() {
    let room = Room::new();
    for stem in SCENARIOS {
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --exact"));
        let joint = room.csv(&format!("fizzle-out/{stem}/run/joint.csv"));
        let metrics = &joint.columns[..joint.columns.len() - 2];
        for seed in 1..=12 {
            let story = telling(&room, &format!("scenarios/{stem}.toml --seed {seed}"), None);
            let value = |metric: &String| match &story["outcome"][metric] {
                Value::String(label) => label.clone(),
                number => number.to_string(),
            };
            let outcome: Vec<String> = metrics.iter().map(value).collect();
            assert!(joint.rows.iter().any(|row| row[..metrics.len()] == outcome), "{outcome:?}");
        }
    }
}

#[test]
fn the_dice_told_come_to_what_is_said_of_them() {
    let room = Room::new();
    for seed in 1..=5 {
        let story = telling(&room, &format!("scenarios/lightning-bolt.toml --seed {seed}"), None);
        let steps = story["steps"].as_array().unwrap();
        let lines = steps.iter().flat_map(|step| step["lines"].as_array().unwrap());
        let rolls: Vec<&Value> = lines.filter(|line| line.get("dice").is_some()).collect();
        assert!(rolls.len() >= 3);
        for roll in &rolls {
            let dice: Vec<u64> = roll["dice"]
                .as_array()
                .unwrap()
                .iter()
                .map(|die| {
                    let faces = die.as_array().unwrap();
                    assert_eq!(faces.len(), 1, "these dice do not explode");
                    faces[0].as_u64().unwrap()
                })
                .collect();
            assert!(dice.iter().all(|face| (1..=6).contains(face)));
            let hits = dice.iter().filter(|face| **face >= 5).count();
            let said = roll["result"].as_str().unwrap();
            assert_eq!(said.trim_start_matches("hits = "), hits.to_string(), "{dice:?}: {said}");
        }
        assert_eq!(rolls[0]["dice"].as_array().unwrap().len(), 12, "Spellcasting 6 + Magic 6");
    }
}

#[test]
fn explain_takes_a_variant_and_changes() {
    let room = Room::new();
    let story = room.stdout("explain scenarios/manabolt.toml --variant reagents");
    assert!(story.contains("Manabolt at Force 1 with 6 drams of reagents"), "{story}");
    let story = room.stdout("explain scenarios/manabolt.toml --set choice.force=4");
    assert!(story.contains("Force 4, at most twice Magic 6"), "{story}");
}

#[test]
fn a_story_has_what_the_file_takes_as_given() {
    let room = Room::new();
    room.write("given.toml", "given = \"sum > 11\"\nrules = \"\"\"\nreport sum = 2d6\n\"\"\"\n");
    let told = room.stdout("explain given.toml");
    assert!(told.contains("\ngiven: sum > 11\n") && told.contains("sum: 12"), "{told}");
    let told = room.fizzle("explain given.toml --where sum==3").output().unwrap();
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(
        said.contains("the event is impossible in this scenario, given sum > 11; sum is 2 to 12"),
        "{said}"
    );
}

#[test]
fn a_choice_is_told_with_all_that_is_added_up() {
    let room = Room::new();
    let text = "gold = 0\nrepeat 2 {\nchoose move from 'd6' | 'd4'\ngold += move == 'd6' ? d6 : d4\n}\ngoal maximize got\nreport got = gold";
    room.write("gold.rules", text);
    let told = room.stdout("explain gold.rules");
    let so_far: f64 = told.split("gold = ").nth(2).unwrap().lines().next().unwrap().parse().unwrap();
    assert!(told.contains("move = d6: got 7.0000 on average"), "{told}");
    assert!(told.contains(&format!("move = d6: got {:.4} on average", so_far + 3.5)), "{told}");
}

#[test]
fn that_there_are_no_dice_is_told() {
    let room = Room::new();
    room.write(
        "pool.rules",
        "key dice = 0 in 0..2\nsum = 0\nfor x, n in (dice)d6 { sum += x * n }\nreport sum\n",
    );
    let told = room.stdout("explain pool.rules");
    assert!(told.contains("no dice"), "{told}");
    let two = room.stdout("explain pool.rules --set dice=2");
    assert!(!two.contains("no dice"), "{two}");
}

#[test]
fn a_goal_is_told_with_its_unit() {
    let room = Room::new();
    room.write("bets.rules", "worth = 0\nchoose bet from [0, 50]\nworth += d6 >= 3 ? 2 * bet : -bet\ngoal maximize worth / 100\nreport worth\n");
    let told = room.stdout("explain bets.rules --seed 2");
    assert!(told.contains("bet = 50: worth / 100 0.5000 on average"), "{told}");
}
