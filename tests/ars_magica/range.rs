//! Range: inside the optimum of a weapon, closing in, Brawling.

use crate::scene::{DUEL, TWO_FOES, check, check_melee};

/// The hero's Attack and Defense totals in a duel where his dice show 9 each time.
#[track_caller]
fn check_hero(set: &[&str], initiative: &str, attack: i32, defense: i32) {
    let equals = |total: i32| {
        let foe = total - 2;
        [foe, foe - 1, foe + 1]
    };
    let [equal, below, above] = equals(attack).map(|score| format!("foe.0.defense={score}"));
    let [level, under, over] = equals(defense).map(|score| format!("foe.0.attack={score}"));
    let dice = format!("{initiative} 92 29 22");
    for (foe, expected) in [
        ([&equal, &level], "landed 0, taken 0"),
        ([&below, &over], "landed 1, taken 1"),
        ([&above, &under], "landed 0, taken 0"),
    ] {
        let set = [set, &[foe[0].as_str(), foe[1].as_str()]].concat();
        check(DUEL, &set, &dice, expected);
    }
}

#[test]
fn each_step_inside_his_range_costs_the_hero_6_on_both_totals() {
    check_hero(&[], "22", 19, 19);
    check_hero(&["hero.inside_range=[1]"], "22", 13, 13);
    check_hero(&["hero.inside_range=[2]"], "22", 7, 7);
    check_hero(&["hero.inside_range=[2]", "rules.inside_range_penalty=1"], "22", 17, 17);
}

#[test]
fn a_foe_closes_in_with_the_higher_initiative_total_alone() {
    let closes = ["foe.0.closes=1"];
    check_hero(&closes, "22", 19, 19);
    check_hero(&closes, "24", 19, 19);
    check_hero(&closes, "25", 13, 13);
}

#[test]
fn closing_in_adds_to_the_steps_inside() {
    let set = ["foe.0.closes=2", "hero.inside_range=[1]"];
    check_hero(&set, "25", 1, 1);
    check_hero(&set, "22", 13, 13);
}

#[test]
fn brawling_defends_against_a_foe_inside_the_range_where_it_gives_more() {
    let brawl = "hero.brawl_defense=7";
    check_hero(&[brawl], "22", 19, 19);
    check_hero(&[brawl, "hero.inside_range=[1]"], "22", 13, 16);
    check_hero(&["hero.brawl_defense=3", "hero.inside_range=[1]"], "22", 13, 13);
    check_hero(&["hero.brawl_defense=12", "hero.inside_range=[1]"], "22", 13, 21);
    check_hero(&[brawl, "foe.0.closes=1"], "25", 13, 16);
    check_hero(&[brawl, "foe.0.closes=1"], "22", 19, 19);
}

#[test]
fn brawling_takes_penalties_and_that_for_foes_beyond_the_first() {
    check_hero(&["hero.brawl_defense=7", "hero.inside_range=[1]", "hero.body_lost=2"], "22", 12, 15);
    // 7 + 5 − 3 = 9 against the first; 10 + 5 − 3 = 12 against the second.
    let set = ["hero.brawl_defense=7", "hero.inside_range=[1]"];
    check(TWO_FOES, &set, "222 5 99 24 222", "taken 1");
    check(TWO_FOES, &set, "222 5 99 22 222", "taken 1");
    check(TWO_FOES, &[&set[..], &["foe.0.attack=7"]].concat(), "222 5 99 24 222", "taken 0");
}

#[test]
fn each_step_inside_his_range_costs_the_foe_6_on_both_totals() {
    let inside = ["foe.0.inside_range=1"];
    check(DUEL, &inside, "22 27 97 22", "landed 1, taken 0");
    check(DUEL, &inside, "22 59 92 22", "landed 1, taken 0");
    check(DUEL, &["foe.0.inside_range=1", "foe.0.attack=12"], "22 22 72 22", "taken 1");
    check(DUEL, &["foe.0.inside_range=1", "foe.0.attack=12"], "22 22 62 22", "taken 0");
}

#[test]
fn ranges_are_those_of_each_foe() {
    let second = ["hero.inside_range=[0, 1]"];
    // 12 against the first, 6 against the second.
    check(TWO_FOES, &second, "222 5 33 22 222", "landed 1, taken 1");
    check(TWO_FOES, &["hero.inside_range=[1]"], "222 5 33 22 222", "landed 1, taken 1");
    check(TWO_FOES, &["hero.inside_range=[1, 1]"], "222 5 33 22 222", "landed 0, taken 2");
}

#[test]
fn closing_in_is_tried_anew_each_round() {
    let penalties = "rules.penalties=[0, 0, 0, 0, 0, 0, 0]";
    let set = ["foe.0.closes=1", "choice.max_rounds=2", "foe.0.damage=10", "hero.defense=8", penalties];
    // 8 + 8 against 8 + 2 takes two levels, and three inside the range.
    for (first, second, lost) in [("25", "22", 5), ("22", "25", 5), ("25", "25", 6), ("22", "22", 4)] {
        let dice = format!("{first} 25 82 22 {second} 25 82 22");
        check_melee(DUEL, &set, &dice, &format!("hero_body_lost {lost}, winner undecided"));
    }
}
