//! `fizzle explain --dice`: the dice that lie on the table.

use serde_json::Value;

use crate::common;
use crate::room::Room;

/// Thirty faces for Lightning Bolt, as `explain` shows them for seed 1.
const BOLT: &str = "5 5 1 5 2 4 6 4 1 1 6 3  1 3 1 1 4 3 6  4 2 5 1 3 2 4 2 6 4  5 4 4 4 4 6 2 1 5 6";

/// The faces of a story in JSON, in its order.
fn faces(story: &Value) -> Vec<String> {
    let steps = story["steps"].as_array().unwrap().iter();
    let lines = steps.flat_map(|step| step["lines"].as_array().unwrap());
    let dice = lines.filter_map(|line| line.get("dice")).flat_map(|dice| dice.as_array().unwrap());
    dice.flat_map(|die| die.as_array().unwrap()).map(Value::to_string).collect()
}

#[test]
fn the_dice_of_a_story_tell_it_again() {
    let room = Room::new();
    for (system, row, text) in common::templates() {
        if common::parse(&text, &[]).is_deterministic() {
            continue;
        }
        let file = format!("{}-{}.toml", system.name, row.name);
        room.write(&file, &text);
        for seed in 1..=4 {
            let told = room.stdout(&format!("explain {file} --format json --seed {seed}"));
            let told: Value = serde_json::from_str(&told).unwrap();
            let dice = faces(&told).join(" ");
            let again = room.stdout(&format!("explain {file} --format json --dice '{dice}'"));
            let again: Value = serde_json::from_str(&again).unwrap();
            assert_eq!(
                (&again["outcome"], &again["steps"]),
                (&told["outcome"], &told["steps"]),
                "{file}: {dice}"
            );
            assert!(again["seed"].is_null());
        }
    }
}

#[test]
fn with_given_dice_players_choose_what_is_best() {
    let room = Room::new();
    let text = "goal maximize face\nface = d6\nchoose move from 'keep' | 'roll'\nif move == 'roll' { face = d6 }\nreport face";
    room.write("again.rules", text);
    let story = room.stdout("explain again.rules --dice '1 5'");
    assert!(story.contains("move = roll: face 3.5000 on average"), "{story}");
    let story = room.stdout("explain again.rules --dice 4");
    assert!(story.contains("move = keep: face 4.0000 on average"), "{story}");
}

#[test]
fn dice_show_and_take_the_numbers_on_their_faces() {
    let room = Room::new();
    room.write(
        "faces.rules",
        "die fate = [-1, 0, 1]\na = 2fate\nb = d{0..9}\nc = d{10, 20, 30}\nreport a, b, c",
    );
    let story = room.stdout("explain faces.rules --dice '[−1 −1] 0 20'");
    for told in ["[−1 −1] a = −2", "[0] b = 0", "[20] c = 20"] {
        assert!(story.contains(told), "{told}\n{story}");
    }
    let refused = room.refused("explain faces.rules --dice '-1 -1 0 2'");
    assert!(
        refused.contains("die 4 shows 2, and the text rolls a die with the faces 10, 20, 30"),
        "{refused}"
    );
}

#[test]
fn the_story_says_that_the_dice_were_given() {
    let room = Room::new();
    let told = room.stdout(&format!("explain scenarios/lightning-bolt.toml --dice '{BOLT}'"));
    assert!(told.contains("\nwith the dice on the table\n"), "{told}");
    let rolled = room.stdout("explain scenarios/lightning-bolt.toml");
    assert_eq!(told.replace("with the dice on the table", "attempt 1 of seed 1"), rolled);
    let brackets = BOLT.replace("  ", "], [");
    assert_eq!(told, room.stdout(&format!("explain scenarios/lightning-bolt.toml --dice '[{brackets}]'")));
}

#[test]
fn dice_that_do_not_fit_are_told_with_the_step() {
    let room = Room::new();
    let check = |file: &str, dice: &str, phrase: &str| {
        let said = room.refused(&format!("explain {file} --dice '{dice}'"));
        assert!(said.contains(phrase), "{dice}: {said}");
    };
    let bolt = "scenarios/lightning-bolt.toml";
    check(bolt, "", "step 3 (You: Roll dice in Spellcasting Pool) needs 12 dice with 6 sides; you gave 0");
    check(
        bolt,
        "5 5 1 5 2 4 6 4 1 1 6 3 1 3",
        "step 5 (Target: Roll Defense check) needs 7 dice with 6 sides; of the 14 that you gave, 2 are left for it",
    );
    check(bolt, &format!("{BOLT} 3 3"), "the rules ask for 39 dice only: leave out the last 2");
    check(
        bolt,
        "5 5 7",
        "die 3 shows 7, and step 3 (You: Roll dice in Spellcasting Pool) rolls a die with 6 sides",
    );
    check(bolt, "5 0", "die 2 shows 0");
    check(bolt, "5 x", "\"x\" is not a face of a die");
    check(
        bolt,
        "-1",
        "die 1 shows −1, and step 3 (You: Roll dice in Spellcasting Pool) rolls a die with 6 sides",
    );
    // A 6 is rolled again.
    let jacket = "scenarios/armor-jacket.toml";
    check(jacket, "1 2 6", "rolls its die 3 once more");
    // An automatic six of the armor is not rolled; the die that follows it is.
    check(
        jacket,
        "5 5 1 5 2 4  5 1 1 5 1 3 1 1 4  3",
        "step 5 (Target: Mark the damage track) needs 2 dice with 6 sides; of the 16 that you gave, none is left for it",
    );
    for other in ["--seed 2", "--where 'hit == 1'"] {
        let said = room.refused(&format!("explain {bolt} --dice '5 5' {other}"));
        assert!(said.contains("cannot be used with"), "{said}");
    }
    room.write("order.toml", room.stdout("new ars-magica cast-order"));
    check("order.toml", "5", "rolls no dice");
}
