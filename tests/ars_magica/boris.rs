//! Sir Boris against three bandits, to the numbers of the source's example.

use fizzle::analysis::{Progress, explain};

use crate::common;
use crate::scene::check;

/// Two swords, and a dagger that wants to be at Touch. Attack 10; with the dice of
/// [`INITIATIVE`] the totals are 20 against 23, 15, and 11.
const BORIS: &str = r#"
system = "ars-magica"
procedure = "exchange"

[hero]
initiative = 13
attack = 10
defense = 30
damage = 0
soak = 0
combat_fatigue = 10

[[foe]]
initiative = 14
attack = 0
defense = 5
damage = 0
soak = 0
combat_fatigue = 10

[[foe]]
initiative = 8
attack = 0
defense = 5
damage = 0
soak = 0
combat_fatigue = 10

[[foe]]
initiative = 5
attack = 0
defense = 2
damage = 0
soak = 0
combat_fatigue = 10
closes = 1
"#;

const INITIATIVE: &str = "7 976";

/// Boris rolls 7, the bandits these Defense dice; nothing else happens.
#[track_caller]
fn check_boris(set: &[&str], defenses: &str, landed: u32) {
    let dice = format!("{INITIATIVE} 7 {defenses} 222 2222");
    check(BORIS, set, &dice, &format!("landed {landed}, taken 0"));
}

#[test]
fn an_attack_of_10_and_a_die_of_7_come_to_11_against_three() {
    check_boris(&["foe.2.defense=5"], "555", 3);
    check_boris(&["foe.2.defense=5"], "566", 1);
    check_boris(&["foe.2.defense=5"], "666", 0);
}

#[test]
fn the_dagger_does_not_get_inside_with_11_against_20() {
    check_boris(&[], "668", 1);
    check_boris(&[], "669", 0);
}

#[test]
fn a_dagger_inside_his_range_is_attacked_with_5() {
    for inside in ["hero.inside_range=[0, 0, 1]", "foe.2.initiative=15"] {
        check_boris(&[inside], "662", 1);
        check_boris(&[inside], "663", 0);
        check_boris(&[inside], "552", 3);
    }
}

#[test]
fn an_equal_total_does_not_get_inside() {
    check_boris(&["foe.2.initiative=14"], "668", 1);
    check_boris(&["foe.2.initiative=14"], "669", 0);
}

/// The first story in which Boris rolls 7 for all totals and these words are told.
fn story_with(words: &str) -> String {
    let scenario = common::parse(BORIS, &["foe.2.initiative=11"]);
    let stories = (1..10_000)
        .map(|seed| format!("{:?}", explain(&scenario, seed, None, &Progress::default()).unwrap().story));
    let mut fitting = stories
        .filter(|story| story.contains("7 for all Attack and Defense totals") && story.contains(words));
    fitting.next().unwrap_or_else(|| panic!("no story with {words:?}"))
}

#[test]
fn the_story_says_how_11_and_5_come_about() {
    let inside = story_with("foe 3: Attack 10 + 7 − 12 = 5");
    assert!(inside.contains("foe 1: Attack 10 + 7 − 6 = 11"), "{inside}");
    assert!(inside.contains("foe 2: Attack 10 + 7 − 6 = 11"), "{inside}");
    assert!(inside.contains("Defense 30 + 7 − 12 = 25"), "{inside}");
    let kept_off = story_with("foe 3: Attack 10 + 7 − 6 = 11");
    assert!(!kept_off.contains("− 12"), "{kept_off}");
}
