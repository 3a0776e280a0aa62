//! How scores are built, what is left out, and the metrics.

use fizzle::description::Value;

use crate::common;
use crate::scene::{DUEL, SHOT, melee};

/// The hero's scores and the foe's as a run says them: Initiative, Attack, Defense.
#[track_caller]
fn check_scores(hero: &str, foe: &str, expected: &str) {
    let text = format!("system = \"ars-magica\"\nprocedure = \"exchange\"\n[hero]\n{hero}\n[[foe]]\n{foe}\n");
    let words = common::parse(&text, &[]).ready.choices;
    assert!(words.starts_with(expected), "{words}");
}

/// The law of a fight is that of the same fight with these scores of the hero.
#[track_caller]
fn check_built(hero: &str, scores: [i32; 6]) {
    let names = ["initiative", "attack", "defense", "damage", "soak", "combat_fatigue"];
    let written = names.iter().zip(scores).map(|(name, score)| format!("{name} = {score}\n"));
    let (_, foe) = DUEL.split_once("[[foe]]").unwrap();
    let law = |hero: &str| {
        let text = format!("system = \"ars-magica\"\nprocedure = \"exchange\"\n[hero]\n{hero}\n[[foe]]{foe}");
        crate::scene::law(&text, &["foe.0.damage=12"]).distributions
    };
    assert_eq!(law(hero), law(&written.collect::<String>()), "{hero}");
}

#[test]
fn scores_are_sums_of_characteristics_ability_weapon_and_encumbrance() {
    check_built(
        "quickness = 1\ndexterity = 2\nstrength = 3\nstamina = 4\nsize = 1\nability = 5\nencumbrance = -2\narmor = 6\nweapon = \"axe\"",
        [7, 6, 7, 9, 11, 7],
    );
}

#[test]
fn characteristics_left_out_are_0() {
    check_built("weapon = \"longsword\"", [3, 1, 4, 4, 0, 0]);
    check_built("weapon = \"fist\"\nability = 3", [4, 3, 3, 0, 0, 3]);
}

#[test]
fn weapons_add_what_the_page_says() {
    for (weapon, [initiative, attack, defense, damage]) in [
        ("fist", [1, 0, 0, 0]),
        ("dagger", [2, 1, 2, 3]),
        ("longsword", [3, 1, 4, 4]),
        ("longsword-and-shield", [2, 2, 7, 4]),
        ("axe", [3, 1, 3, 6]),
        ("axe-and-shield", [2, 2, 6, 6]),
        ("long-spear", [5, 6, 1, 6]),
        ("quarterstaff", [6, 8, 3, 2]),
    ] {
        check_built(&format!("weapon = \"{weapon}\""), [initiative, attack, defense, damage, 0, 0]);
    }
}

#[test]
fn presets_fill_what_is_left_out() {
    check_built("preset = \"knight\"", [8, 8, 13, 6, 3, 6]);
    check_built("preset = \"knight\"\nattack = 2", [8, 2, 13, 6, 3, 6]);
    check_built("preset = \"bandit\"\nweapon = \"longsword\"", [6, 4, 7, 5, 1, 4]);
    check_built("preset = \"bandit\"\nweapon = \"longsword\"\nability = 5", [8, 6, 9, 5, 1, 6]);
    check_scores(
        "preset = \"knight\"",
        "preset = \"bandit\"\nweapon = \"dagger\"\ncount = 2",
        "one round: hero 8/8/13 (Initiative/Attack/Defense) against 2 foes 5/4/5",
    );
}

#[test]
fn defaults_are_those_of_the_page() {
    let scenario = common::parse(DUEL, &melee(&[]));
    for (path, expected) in [
        ("hero.body_lost", "0"),
        ("hero.fatigue_lost", "0"),
        ("foe.0.count", "1"),
        ("foe.0.inside_range", "0"),
        ("foe.0.closes", "0"),
        ("choice.max_rounds", "20"),
        ("choice.advantage", "\"never\""),
        ("choice.save", "\"no-wound\""),
        ("rules.initiative", "\"each-round\""),
        ("rules.combat_die", "\"text\""),
        ("rules.extra_foe_penalty", "3"),
        ("rules.inside_range_penalty", "6"),
        ("rules.simultaneous", "\"unless-both-out\""),
        ("rules.fatigue_target", "6"),
        ("rules.fatigue_success", "\"beats\""),
        ("rules.penalties", "[0, 0, -1, -3, -5]"),
        ("rules.botch_dice", "1"),
        ("rules.step", "5"),
    ] {
        assert_eq!(scenario.input.get(path).map(Value::to_string).as_deref(), Some(expected), "{path}");
    }
}

#[test]
fn metrics_are_those_of_the_page_in_its_order() {
    let names = |text, set: &[&str]| {
        let scenario = common::parse(text, set);
        let names = scenario.ready.procedure.metrics().iter().map(|metric| metric.name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        names(DUEL, &[]),
        "landed taken foe_body_lost hero_body_lost foes_out hero_out hero_fatigue_lost foe_fatigue_lost"
    );
    assert_eq!(names(DUEL, &melee(&[])), "winner rounds hero_body_lost hero_fatigue_lost foes_out");
    assert_eq!(names(SHOT, &[]), "hit body_lost out");
    let scenario = common::parse(DUEL, &melee(&[]));
    let winner = scenario.ready.procedure.metrics()[0].labels().unwrap().join(" ");
    assert_eq!(winner, "hero foes both-out undecided");
}
