//! Two shoot at each other: counts, pools, ammunition, wounds that slow both.

use fizzle::analysis::{Progress, Telling, explain};

use crate::common;
use crate::scene::{ATTACK, check, check_errors, law, probability};

/// Two who have two dice against 4, code 4M2, and one die of Body: each acts at 4 + 1d6, and
/// 7 below.
const FIGHT: &str = r#"
system = "shadowrun1"
procedure = "firefight"

[choice]
max_turns = 1

[[fighter]]
name = "Ripper"
reaction = 4
skill = 2
power = 4
level = "M"
staging = 2
target_number = 4
body = 1

[[fighter]]
name = "Guard"
reaction = 4
skill = 2
power = 4
level = "M"
staging = 2
target_number = 4
body = 1
"#;

#[track_caller]
fn check_fight(set: &[&str], dice: &str, expected: &str) {
    check(FIGHT, set, dice, expected);
}

#[test]
fn counts_run_down_from_the_higher_initiative() {
    // At 10, 5 and 3. Three marks cost 1: the guard's 4 does not succeed.
    check_fight(
        &[],
        "61 44 1 66 44 11",
        "winner undecided, turns 1, fighter.0.actions 2, fighter.1.actions 1, fighter.1.penalty 1, fighter.1.boxes 3, fighter.0.boxes 0",
    );
    check_fight(
        &[],
        "16 44 1 66 11 11",
        "fighter.0.actions 1, fighter.1.actions 2, fighter.0.boxes 3, fighter.0.penalty 1",
    );
}

#[test]
fn who_is_wired_acts_more_often() {
    // 4 + 4 + 1 = 9, and every 4 below.
    check_fight(&["fighter.0.wired_level=2"], "11 11 11 11 11", "fighter.0.actions 3, fighter.1.actions 1");
    let book = ["fighter.0.wired_level=2", "rules.wired=dice"];
    check_fight(&book, "1111 11 11 11", "fighter.0.actions 2, fighter.1.actions 1");
}

#[test]
fn both_shoot_at_one_count_and_wounds_are_marked_afterwards() {
    let deadly = ["fighter.0.level=D", "fighter.1.level=D"];
    check_fight(
        &deadly,
        "11 44 1 11 44 1 11",
        "winner both-out, turns 1, fighter.0.state dead, fighter.1.state dead, fighter.0.boxes 10",
    );
    check_fight(&deadly, "11 44 1 11 11", "winner first, fighter.0.actions 1, fighter.1.actions 1");
    check_fight(&deadly, "11 11 44 1 11", "winner second, fighter.0.state dead, fighter.1.state ok");
}

#[test]
fn a_fight_ends_at_once() {
    check_fight(
        &["fighter.0.level=D"],
        "61 44 1 11",
        "winner first, fighter.0.actions 1, fighter.1.actions 0",
    );
    let stun = ["fighter.0.level=D", "fighter.0.damage=stun"];
    check_fight(&stun, "61 44 1 11", "winner first, fighter.1.state unconscious, fighter.1.penalty 4");
}

#[test]
fn a_fight_is_undecided_after_the_last_turn() {
    let two = ["choice.max_turns=2"];
    check_fight(
        &two,
        "21 11 11 21 11 11",
        "winner undecided, turns 2, fighter.0.actions 2, fighter.1.actions 2",
    );
    let late = ["choice.max_turns=2", "fighter.1.level=D"];
    check_fight(
        &late,
        "21 11 11 12 44 1 11",
        "winner second, turns 2, fighter.0.actions 1, fighter.1.actions 2",
    );
}

#[test]
fn dodge_dice_are_full_at_the_start_and_after_each_own_action() {
    let all = ["fighter.1.dodge_dice=2"];
    // At 10 both dice, at 5 an action of the guard's own, at 3 both again.
    check_fight(&all, "61 11 11 11 11 11", "winner undecided");
    // Two that dodge are more than one that hits; as many are not.
    check_fight(&all, "61 41 44 11 41 44", "fighter.1.boxes 0");
    check_fight(&all, "61 41 41 1 66 11 41 55", "fighter.1.boxes 3");
    // Who acts at 1 alone has none against the second action.
    let slow = ["fighter.1.dodge_dice=2", "fighter.1.reaction=0", "choice.max_turns=2"];
    check_fight(&slow, "61 11 11 11 11 61 11 11 11 11", "winner undecided");
}

#[test]
fn so_many_dodge_dice_are_used_against_one_action() {
    let two = ["fighter.1.dodge_dice=3", "fighter.1.dodge_per_action=2", "fighter.1.reaction=0"];
    check_fight(&two, "61 11 11 11 1 11", "winner undecided");
    let none = ["fighter.1.dodge_dice=3", "fighter.1.dodge_per_action=0"];
    check_fight(&none, "61 11 11 11", "winner undecided");
}

#[test]
fn impact_armor_is_taken_off_the_pool_and_not_off_each_use() {
    let armored = ["fighter.1.armor_class=ordinary", "fighter.1.dodge_per_action=2", "fighter.1.reaction=0"];
    // A pool of 2: both against the first action, none against the second.
    let one = [&armored[..], &["fighter.1.dodge_dice=3", "fighter.1.impact=1"]].concat();
    check_fight(&one, "61 11 11 11 11", "winner undecided");
    // A pool of 4: two against each action.
    let four = [&armored[..], &["fighter.1.dodge_dice=6", "fighter.1.impact=4"]].concat();
    check_fight(&four, "61 11 11 11 11 11", "winner undecided");
    // It is filled with as many after the own action at 1.
    let twice = [&four[..], &["choice.max_turns=2"]].concat();
    check_fight(&twice, "61 11 11 11 11 11 61 11 11 11 11 11", "winner undecided, turns 2");
    let none = [&armored[..], &["fighter.1.dodge_dice=2", "fighter.1.impact=5"]].concat();
    check_fight(&none, "61 11 11 11", "winner undecided");
    let unslowed = [&none[..], &["rules.impact_slows_dodge=false"]].concat();
    check_fight(&unslowed, "61 11 11 11 11", "winner undecided");
    // By the book what is left of the pool joins the resistance: a pool of 2, and none of it left.
    let resist = [&one[..], &["rules.dodge=resist", "rules.ordinary_sixes=0"]].concat();
    check_fight(&resist, "61 41 4 44 66 41 5 66 11", "fighter.1.boxes 4");
}

#[test]
fn at_one_count_both_dodge_with_what_they_have_at_its_beginning() {
    let one = ["fighter.0.dodge_dice=1", "fighter.1.dodge_dice=1"];
    check_fight(&one, "11 11 1 11 1", "winner undecided");
    // The dice of the count before are not back yet: 11 and 5, 4 and −2 against 4.
    let spent = [
        "fighter.0.dodge_dice=1",
        "fighter.1.dodge_dice=1",
        "fighter.0.wired_level=2",
        "fighter.1.reaction=4",
    ];
    // Ripper at 9, 5, 1; the guard at 5: no die against the second action.
    check_fight(&spent, "11 11 1 11 11 1 11 1", "fighter.0.actions 3, fighter.1.actions 1");
}

#[test]
fn dodge_dice_join_the_resistance_by_the_book() {
    let resist = ["fighter.1.dodge_dice=1", "rules.dodge=resist"];
    // Body and the dodge die: two successes stage M down to L.
    check_fight(&resist, "61 44 44 66 11 11", "fighter.1.boxes 1");
}

#[test]
fn the_surprised_have_no_pools_in_the_first_turn() {
    let pools = ["fighter.1.pool_dice=1", "fighter.1.dodge_dice=1", "choice.max_turns=2"];
    // A new turn alone brings no dodge dice back.
    check_fight(&pools, "61 11 1 111 11 1 61 11 111 11 1", "winner undecided");
    let surprised = [&pools[..], &["fighter.1.surprised=true"]].concat();
    check_fight(&surprised, "61 11 11 11 61 11 1 111 11 1", "winner undecided");
}

#[test]
fn pool_dice_go_to_the_first_attack_of_every_action() {
    let pool = ["fighter.0.pool_dice=1", "fighter.0.split=[1,1]"];
    check_fight(&pool, "61 11 1 11 11 1", "fighter.0.actions 2");
}

#[test]
fn an_attack_without_rounds_is_not_made() {
    let one = ["fighter.0.ammunition=1"];
    check_fight(&one, "61 11 11", "fighter.0.actions 1, fighter.1.actions 1");
    check_fight(&["fighter.0.ammunition=0"], "61 11", "fighter.0.actions 0");
    let split = ["fighter.0.ammunition=3", "fighter.0.split=[1,1]"];
    check_fight(&split, "61 1 1 11 1", "fighter.0.actions 2");
    // A burst takes three rounds. The recoil is that of the bursts that are fired: 4 + 1, not + 2.
    let burst = ["fighter.0.mode=burst", "fighter.0.split=[1,1]", "fighter.0.ammunition=5"];
    check_fight(&burst, "61 5 1 66 11", "fighter.0.actions 1, fighter.1.boxes 6");
    check_fight(&burst, "61 4 11", "fighter.0.actions 1, fighter.1.boxes 0");
    let enough = ["fighter.0.mode=burst", "fighter.0.split=[1,1]", "fighter.0.ammunition=6"];
    check_fight(&enough, "61 5 5 11", "fighter.0.actions 1, fighter.1.boxes 0");
}

#[test]
fn twelve_with_full_magazines_shoot_at_each_other() {
    let each = ["fighter.0", "fighter.1"].map(|fighter| {
        [("count", "6"), ("ammunition", "30"), ("mode", "burst")]
            .map(|(key, value)| format!("{fighter}.{key}={value}"))
    });
    let set: Vec<&str> = each.iter().flatten().map(String::as_str).collect();
    // Four metrics of each, beside those of the fight.
    assert!(common::parse(FIGHT, &set).ready.procedure.metrics().len() > 4 * 12);
}

#[test]
fn an_action_without_ammunition_refreshes_the_pool() {
    let empty = ["fighter.0.ammunition=0", "fighter.0.dodge_dice=1", "fighter.1.wired_level=2"];
    // Ripper at 10 and 3, the guard at 9, 5 and 1: no die is left at 5, and one again at 1.
    check_fight(&empty, "61 11 1 11 11 1", "fighter.0.actions 0, fighter.1.actions 3");
}

#[test]
fn penalties_hold_for_shooting_dodging_and_resisting() {
    let marked = ["fighter.1.marks=XXX..........", "fighter.1.dodge_dice=1", "fighter.1.reaction=0"];
    // Dodging against 5, Body against 5.
    check_fight(&marked, "61 44 4 4 66 11 11", "fighter.1.boxes 3, fighter.0.boxes 0");
    // Marks down to box 7 cost 2 at the guard's own action.
    check_fight(&marked, "61 41 5 5 66 11 55", "fighter.1.boxes 3, fighter.0.boxes 0");
    check_fight(&marked, "61 41 5 5 66 11 615 1 66", "fighter.1.boxes 3, fighter.0.boxes 3");
}

#[test]
fn fighters_heal_before_a_fight() {
    let marked = ["fighter.1.marks=XXX..........", "fighter.1.reaction=0"];
    check_fight(&marked, "61 11 11 44", "fighter.0.boxes 0, fighter.1.penalty 1");
    let healed = [&marked[..], &["fighter.1.healed=3"]].concat();
    check_fight(&healed, "61 11 11 44 1 66", "fighter.0.boxes 3, fighter.1.penalty 0");
}

/// Every metric that a fight of one action and the action itself have in common.
const ALIKE: [(&str, &str); 3] =
    [("fighter.1.boxes", "boxes"), ("fighter.1.state", "state"), ("fighter.1.penalty", "penalty")];

/// One action of the first fighter, and none of the second, against `attack`.
#[track_caller]
fn check_alike(attack: &[&str], fight: &[&str], rules: &[&str]) {
    let single = law(ATTACK, &[attack, rules].concat());
    let still = ["fighter.0.reaction=0", "fighter.1.ammunition=0"];
    let fought = law(FIGHT, &[&still[..], fight, rules].concat());
    for (ours, theirs) in ALIKE {
        let values = (0..=40).map(|value| value.to_string());
        for value in values.chain(["ok", "unconscious", "dead"].map(str::to_owned)) {
            let (found, expected) =
                (probability(&fought, ours, &value), probability(&single, theirs, &value));
            assert!((found - expected).abs() < 1e-12, "{fight:?}, {ours} {value}: {found}, not {expected}");
        }
    }
}

#[test]
fn one_action_is_the_attack() {
    let rules = [&[][..], &["rules.preset=book"], &["rules.dodge=resist", "rules.extra=all"]];
    for rules in rules {
        check_alike(&[], &[], rules);
        check_alike(
            &["attacker.skill=5", "attacker.pool_dice=2", "target.body=3", "target.dodge_dice=3"],
            &["fighter.0.skill=5", "fighter.0.pool_dice=2", "fighter.1.body=3", "fighter.1.dodge_dice=3"],
            rules,
        );
        check_alike(
            &["attacker.skill=4", "choice.split=[2,2]", "weapon.mode=burst", "weapon.recoil_compensation=1"],
            &[
                "fighter.0.skill=4",
                "fighter.0.split=[2,2]",
                "fighter.0.mode=burst",
                "fighter.0.recoil_compensation=1",
            ],
            rules,
        );
        check_alike(
            &["target.armor_class=heavy", "target.armor=2", "target.impact=3", "target.dodge_dice=4"],
            &[
                "fighter.1.armor_class=heavy",
                "fighter.1.armor=2",
                "fighter.1.impact=3",
                "fighter.1.dodge_dice=4",
            ],
            rules,
        );
        check_alike(
            &["weapon.kind=unarmed", "weapon.damage=stun", "target.marks=//X../......."],
            &["fighter.0.kind=unarmed", "fighter.0.damage=stun", "fighter.1.marks=//X../......."],
            rules,
        );
        check_alike(
            &["attacker.wound_penalty=2", "choice.dodge_number=6", "target.dodge_dice=2"],
            &["fighter.0.marks=........X....", "fighter.0.dodge_number=6", "fighter.1.dodge_dice=2"],
            &[rules, &["rules.damage_track=single"]].concat(),
        );
    }
}

#[test]
fn equal_fighters_win_equally_often() {
    let set = ["rules.preset=book", "choice.max_turns=2", "fighter.0.dodge_dice=1", "fighter.1.dodge_dice=1"];
    let odds = law(FIGHT, &set);
    let [first, second] = ["first", "second"].map(|who| probability(&odds, "winner", who));
    assert!(first > 0.01 && (first - second).abs() < 1e-12, "{first} and {second}");
}

#[test]
fn wounds_decide_before_the_law_does() {
    // A turn of the house rules has few enough states.
    let odds = law(
        FIGHT,
        &["fighter.0.level=S", "fighter.1.level=S", "fighter.0.reaction=0", "fighter.1.reaction=0"],
    );
    let total: f64 = ["first", "second", "both-out", "undecided"]
        .iter()
        .map(|winner| probability(&odds, "winner", winner))
        .sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
}

#[test]
fn the_story_follows_counts() {
    let scenario = common::parse(FIGHT, &[]);
    let story = explain(&scenario, 1, None, &Progress::default()).unwrap().story;
    let steps = scenario.ready.procedure.steps();
    let number = |step| &*steps.iter().find(|row| row.step == step).unwrap().number;
    let numbers: Vec<&str> = story.steps.iter().map(|told| number(told.step)).collect();
    assert_eq!(numbers[..4], ["1", "2", "3", "4"]);
    assert_eq!(numbers[4], "5");
}

/// A fight without this text.
fn without(text: &str) -> String {
    assert!(FIGHT.contains(text), "{text}");
    FIGHT.replace(text, "")
}

#[test]
fn a_firefight_has_fighters_on_both_sides() {
    let (_, fighter) = FIGHT.rsplit_once("[[fighter]]").unwrap();
    let fighter = format!("[[fighter]]{fighter}");
    let one = FIGHT.strip_suffix(&fighter).unwrap();
    check_errors(one, &[], &["there is 1 fighter"]);
    let three = "with more than two [[fighter]] tables each needs its side";
    check_errors(&format!("{FIGHT}{fighter}"), &[], &[three; 3]);
    check_errors(FIGHT, &["fighter.0.side=second"], &["nobody is on the first side"]);
    check_errors(FIGHT, &["fighter.1.name=' '"], &["this fighter has no name"]);
    let (none, _) = FIGHT.split_once("[[fighter]]").unwrap();
    check_errors(none, &[], &["there is no fighter"]);
}

#[test]
fn errors() {
    let check = |set: &[&str], expected: &str| check_errors(FIGHT, set, &[expected]);
    check(&["fighter.0.wound_penalty=1"], "unknown key `fighter.0.wound_penalty`");
    check(&["fighter.0.ammunition=-1"], "`fighter.0.ammunition` is out of range");
    check(&["fighter.1.dodge_per_action=-1"], "`fighter.1.dodge_per_action` is out of range");
    check(&["fighter.0.wired_level=4"], "`fighter.0.wired_level` is out of range");
    check(&["choice.max_turns=0"], "`choice.max_turns` is out of range");
    check(&["choice.max_turns=51"], "`choice.max_turns` is out of range");
    check(&["fighter.0.split=[2,1]"], "the attacks of a split have 3 dice in all");
    check(&["fighter.0.kind=unarmed", "fighter.0.ammunition=3"], "fists and feet use no ammunition");
    check(&["fighter.0.kind=unarmed", "fighter.0.mode=burst"], "nobody fires bursts unarmed");
    check(&["fighter.1.armor=3"], "armor and impact need an armor_class");
    check(&["fighter.1.impact=3"], "armor and impact need an armor_class");
    check(&["fighter.1.marks=XX...........", "fighter.1.healed=3"], "3 boxes are healed");
    check(&["fighter.1.marks=X"], "\"X\" is not 13 characters, each of them . or / or X");
    check(&["fighter.1.skill=500", "fighter.1.pool_dice=1"], "dice");
    check(&["fighter.0.wired_level=3", "rules.initiative_step=5"], "wired level 3 takes 5 off a step of 5");
    check_errors(&without("reaction = 4\n"), &[], &["`fighter.0.reaction`", "`fighter.1.reaction`"]);
}

/// What fighters have marked and done in all only adds up, so that many of them and many turns are soon compiled.
#[test]
fn twelve_fight_for_fifty_turns() {
    let gangs = r#"
system = "shadowrun1"
procedure = "firefight"
choice = { max_turns = 50 }
fighter = [
    { preset = "samurai", count = 6, split = [3, 3], spread_fire = true },
    { preset = "hk-guard", count = 6 },
]
"#;
    let scenario = common::parse(gangs, &[]);
    let Telling { outcome, .. } = explain(&scenario, 1, None, &Progress::default()).unwrap();
    let metrics = scenario.ready.procedure.metrics();
    let value = |name: &str| outcome[metrics.iter().position(|metric| metric.name == name).unwrap()];
    let out = |side: &str| value(&format!("{side}_out"));
    assert!(out("first") == 6 || out("second") == 6, "{} and {} are out", out("first"), out("second"));
    assert!((1..=50).contains(&value("turns")));
}
