//! Rule texts of the repository against answers that are known from elsewhere.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use super::{file, mean, near, odds, probability};

#[test]
fn risk_is_as_published() {
    // J. A. Osborne (2003), Markov Chains for the RISK Board Game Revisited, Mathematics
    // Magazine 76, 129-135, table 3: the attacker has so many armies beside the one that stays.
    for (attackers, defenders, expected) in
        [(1, 1, 0.417), (2, 2, 0.363), (3, 3, 0.470), (5, 5, 0.506), (10, 10, 0.568)]
    {
        let set = [format!("attacker.armies={}", attackers + 1), format!("defender.armies={defenders}")];
        let odds = odds("risk", &set.each_ref().map(String::as_str));
        near(odds.answers[0].probability, expected, 6e-4);
    }
}

#[test]
fn ability_scores_are_known() {
    let odds = odds("ability-scores", &[]);
    near(mean(&odds, "total"), 6.0 * 15_869.0 / 1_296.0, 1e-9);
    let one = 1.0 - 21.0 / 1_296.0;
    near(odds.answers[0].probability, 1.0 - f64::powi(one, 6), 1e-12);
}

#[test]
fn pools_of_the_world_of_darkness_are_known() {
    // Each die brings 3/10 of a success, and 10/9 of itself.
    near(mean(&odds("storyteller", &["pool=7"]), "successes"), 7.0 / 3.0, 1e-9);
}

#[test]
fn what_open_ended_dice_leave_out_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = ["--exact", "--force", "--out"];
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("run").arg(file("storyteller")).args(out).arg(folder.path());
    command.assert().success().stdout(contains("of the probability").not());
    let run = fs::read_to_string(folder.path().join("run.json")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&run).unwrap();
    let omitted = run["engine"]["omitted"].as_f64().unwrap();
    assert!(
        omitted > 0.0 && omitted < 1e-8,
        "too little to be said on the terminal, but not nothing: {omitted}"
    );
    let summary = fs::read_to_string(folder.path().join("summary.csv")).unwrap();
    assert!(summary.ends_with(",0,0,1,2,3,4,\n"), "a pool that goes on has no greatest value: {summary}");
}

#[test]
fn warhammer_is_a_product_of_chances() {
    near(mean(&odds("warhammer", &[]), "unsaved"), 20.0 * (4.0 / 6.0) * 0.5 * (4.0 / 6.0), 1e-9);
    let rerolled = odds("warhammer", &["rules.reroll_ones=true", "save=7"]);
    near(mean(&rerolled, "unsaved"), 20.0 * (4.0 / 6.0 + 1.0 / 6.0 * 4.0 / 6.0) * 0.5, 1e-9);
}

#[test]
fn actions_in_the_dark_are_known() {
    let odds = odds("blades", &["dice=3"]);
    near(probability(&odds, "result", 0), 1.0 / 8.0, 1e-12);
    near(probability(&odds, "result", 3), 16.0 / 216.0, 1e-12);
    let none = self::odds("blades", &["dice=0"]);
    near(probability(&none, "result", 2), 1.0 / 36.0, 1e-12);
}

#[test]
fn a_duel_ends() {
    let odds = odds("duel", &[]);
    let wins = probability(&odds, "hero_wins", 1);
    // By a separate program that follows every pair of hit points.
    near(wins, 0.259_246, 1e-6);
}

#[test]
fn a_turn_of_pig_is_played_best() {
    // Neller and Presser (2004): who holds at 20 has 8.14 points on average.
    near(mean(&odds("pig", &[]), "points"), 8.1418, 5e-5);
}

#[test]
fn best_play_is_better_than_any_rule_of_thumb() {
    let wins = |set: &[&str]| probability(&odds("last-stand", set), "hero_wins", 1);
    let short = ["hero.hp=12", "foe.hp=20", "hero.potions=1"];
    let best = wins(&short);
    for action in ["attack", "power attack", "drink"] {
        let fixed = format!("policy.action='{action}'");
        let set: Vec<&str> = short.iter().copied().chain([fixed.as_str()]).collect();
        assert!(wins(&set) < best, "{action}");
    }
}
