//! Actions of a turn.

use crate::scene::{TURN, check, law, mean, probability};

#[test]
fn one_die_is_added_to_reaction_and_does_not_explode() {
    check(TURN, &[], "6", "initiative 10, actions 2");
    check(TURN, &[], "1", "initiative 5, actions 1");
    check(TURN, &["rules.wired=dice", "character.wired_level=1"], "66", "initiative 18, actions 3");
}

#[test]
fn actions_are_at_the_number_and_every_7_below_it_down_to_1() {
    for (reaction, actions) in [(0, 1), (6, 1), (7, 2), (13, 2), (14, 3), (20, 3), (21, 4)] {
        let reaction = format!("character.reaction={reaction}");
        check(TURN, &[&reaction], "1", &format!("actions {actions}"));
        check(TURN, &[&reaction, "rules.wired=dice"], "1", &format!("actions {actions}"));
    }
}

#[test]
fn wiring_2_adds_4_and_lets_act_every_4() {
    let wired = |reaction: &str, actions: &str| {
        check(TURN, &["character.wired_level=2", reaction], "1", actions);
    };
    wired("character.reaction=0", "initiative 5, actions 2");
    wired("character.reaction=3", "initiative 8, actions 2");
    wired("character.reaction=4", "initiative 9, actions 3");
}

#[test]
fn the_essence_of_the_wiring_is_taken_off_the_7() {
    // Initiative 10: 7, 5, 4 and 2 below each other.
    for (level, reaction, actions) in [(0, 9, 2), (1, 7, 2), (2, 5, 3), (3, 3, 5)] {
        let set = [format!("character.wired_level={level}"), format!("character.reaction={reaction}")];
        let expected = format!("initiative 10, actions {actions}");
        check(TURN, &[&*set[0], &*set[1]], "1", &expected);
    }
}

#[test]
fn in_the_book_each_level_of_wiring_is_2_and_a_die() {
    let book = "rules.wired=dice";
    check(TURN, &[book, "character.wired_level=1"], "11", "initiative 8, actions 2");
    check(TURN, &[book, "character.wired_level=3"], "1111", "initiative 14, actions 2");
    check(TURN, &[book, "character.wired_level=3"], "1112", "initiative 15, actions 3");
}

#[test]
fn the_step_can_be_turned() {
    check(TURN, &["rules.initiative_step=3"], "3", "initiative 7, actions 3");
    check(TURN, &["rules.initiative_step=6", "character.wired_level=3"], "1", "initiative 11, actions 11");
}

#[test]
fn mean_actions_of_reaction_4_are_those_of_the_page() {
    let rows =
        [("decrement", ["1.500", "2.333", "3.333", "7.000"]), ("dice", ["1.500", "2.278", "3.069", "3.857"])];
    for (wired, row) in rows {
        for (level, printed) in row.iter().enumerate() {
            let set = [format!("rules.wired={wired}"), format!("character.wired_level={level}")];
            let odds = law(TURN, &[&*set[0], &*set[1]]);
            assert_eq!(format!("{:.3}", mean(&odds, "actions")), *printed, "{wired} {level}");
        }
    }
}

#[test]
fn an_initiative_is_as_likely_as_its_dice() {
    let odds = law(TURN, &[]);
    for initiative in 5..=10 {
        let chance = probability(&odds, "initiative", &initiative.to_string());
        assert!((chance - 1.0 / 6.0).abs() < 1e-12);
    }
}
