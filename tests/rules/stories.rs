//! What `explain` tells of rule texts.

use std::path::Path;

use assert_cmd::Command;

use super::file;

/// What `explain` tells of a text, with these keys set.
fn told(name: &str, arguments: &[&str]) -> String {
    told_of(&file(name), arguments)
}

/// What `explain` tells of the text in a file.
fn told_of(file: &Path, arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("fizzle").unwrap();
    let output = command.arg("explain").arg(file).args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_story_tells_rounds_decisions_and_values_by_their_names() {
    let set = ["--seed", "4", "--set", "hero.hp=9", "--set", "foe.hp=12", "--set", "hero.potions=1"];
    insta::assert_snapshot!(told("last-stand", &set), @r"
    D&D: a duel with two potions
    attempt 1 of seed 4

        Round 1: hero = 9, foe = 12, potions = 1
        action = power attack: hero wins 69.36 %
        next best: attack, 7.44 percentage points less
        attack: bonus = 2, ac = 15, dice = 1, more = 14
        [14] face = 14
        crit = no, hit = yes, n = 1
        [5] 5
        foe = −7

    Result: hero wins; hero left: 9; potions: 1
    ");
    let fixed = told("last-stand", &["--set", "policy.action=drink", "--set", "foe.hp=1"]);
    assert!(fixed.contains("    action = drink, as policy.action says\n"), "{fixed}");
    let pig = told("pig", &["--where", "points > 0"]);
    assert!(
        pig.contains("    move = roll: points 8.1418 on average\n    next best: hold, 8.1418 less\n"),
        "{pig}"
    );
}

#[test]
fn a_story_tells_what_was_asked_of_dice_and_begins_turns_in_their_step() {
    insta::assert_snapshot!(told("casting", &["--seed", "4"]), @r"
    The 9th Age: casting a spell
    attempt 1 of seed 4

     1. The casting roll
        [5 4 2 5] dice = 16, dice.max() = 5, dice.most() = 2, dice.nth(3) = 4, dice.count(x, x == 1) = 0
        cast_total = 16, is_lone_low = no, passed = yes, triple = 0, ones = 0,
        dispelled = no, returned_dispelling = 0
     2. The dispelling roll
        [1 5 4] answer = 10, answer.count(x, x == 1) = 1
        dispelled = no, returned_dispelling = 1, miscast = 0, broken = no, result = cast

    Result: cast total: 16; result: cast; miscast: 0; returned casting: 0; returned
    dispelling: 1
    ");
    insta::assert_snapshot!(told("two-shots", &["--seed", "4"]), @r"
    Shadowrun 1: two shots
    attempt 1 of seed 4

        hit = 0, boxes = 0, worst = 0, track = 0, is_dead = no
     1. Shot
        shot = 1
        successes: skill = 3, number = 4, more = 0, more_number = 2
        over = 0, dice = 3, target = 4
        [5 4 2] own = 2
        no dice: sum(…) = 0
        scored = 2, hit = 1, level = 2
     2. Resist
        raw = 5
        successes: skill = 4, number = 5, more = 5, more_number = 5
        over = 0, dice = 4, target = 5
        [5 1 5 4] own = 2
        [6+3 = 9 2 2 5 4] sum(…) = 2
        automatic: number = 5
        [5] sum(…) = 2
        stopped = 6, level = 0, worst = 0, owed = 0, boxes = 0

     1. Shot
        shot = 2
        successes: skill = 3, number = 4, more = 0, more_number = 2
        over = 0, dice = 3, target = 4
        [1 6+1 = 7 6+4 = 10] own = 3
        no dice: sum(…) = 0
        scored = 3, hit = 2, level = 3
     2. Resist
        raw = 5
        successes: skill = 4, number = 5, more = 5, more_number = 5
        over = 0, dice = 4, target = 5
        [4 3 3 3] own = 0
        [4 6+2 = 8 6+6+4 = 16 6+5 = 11 6+4 = 10] sum(…) = 6
        automatic: number = 5
        [1] sum(…) = 1
        stopped = 7, level = 1, worst = 1, owed = 1, boxes = 1
     3. Damage track
        [4 2] box = 6
        Round 1: track = 0, owed = 1, box = 6
        track = 64, owed = 0, box = 5, is_dead = no, state = ok, lowest = 2

    Result: hit: 2; wound: 1; boxes: 1; state: ok; penalty: 2
    ");
}

#[test]
fn questions_in_a_loop_are_told_with_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("faces.rules");
    let text = "p = 2d6\nn = 0\nfor k in [2, 4] { n += p.count(x, x == k) }\nreport n\n";
    std::fs::write(&file, text).unwrap();
    let told = told_of(&file, &["--seed", "3"]);
    assert!(told.contains("[1 4] p.count(x, x == 2) = 0, p.count(x, x == 4) = 1\n"), "{told}");
}
