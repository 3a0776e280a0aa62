//! Edge: pushed rolls and second chances.

use fizzle::analysis::{MAX_OUTCOMES, Progress, exact, explain};
use fizzle::chance::Line;

use crate::casting::{check, check_errors, plain};
use crate::casts::{ROW, check as check_casts};
use crate::common;
use crate::figures::{ANCHOR, check_figure, law, mean, probability};

const EDGE: &str = "caster.edge=2";

#[test]
fn a_pushed_roll_has_more_dice_and_rolls_sixes_again() {
    check("direct", &[EDGE, "choice.edge=push"], "1 66 2 5 3 4 2 1", "hits 3, net_hits 3");
    check("direct", &[EDGE, "choice.edge=push", "rules.hit_on=6"], "1 65 5 3 4 2 1", "hits 1");
}

#[test]
fn no_limit_counts_for_a_pushed_roll() {
    let limits = ["choice.force=1", "choice.reagents=1", "caster.mental_limit=1"];
    let pushed = [&[EDGE, "choice.edge=push"], &limits[..]].concat();
    check("direct", &pushed, "5 5 5 2 2 4 2", "hits 3, drain_type physical");
    let again = [&[EDGE, "choice.edge=second-chance"], &limits[..]].concat();
    check("direct", &again, "5 5 2 5 4 2", "hits 1, drain_type stun");
}

#[test]
fn dice_that_miss_get_one_second_chance() {
    check("direct", &[EDGE, "choice.edge=second-chance"], "1 5 6 4 4 4 1", "hits 2, glitch none");
    // The first roll of each die makes the glitch, the hits of all of them its kind.
    check("direct", &[EDGE, "choice.edge=second-chance"], "1 5 1 2 6 4 1", "hits 2, glitch glitch");
    check("direct", &[EDGE, "choice.edge=second-chance"], "1 2 1 2 6 4 1", "hits 1, glitch glitch");
    check("direct", &[EDGE, "choice.edge=second-chance"], "1 2 1 2 2 1 4 1", "hits 0, glitch critical");
    check("direct", &[EDGE, "choice.edge=second-chance"], "3 1 2 1 5 4 1", "hits 1, glitch none");
}

#[test]
fn added_dice_count_for_the_glitch() {
    check("direct", &[EDGE, "choice.edge=push"], "1 1 1 2 2 4 1", "glitch critical");
    check("direct", &[EDGE, "choice.edge=push"], "1 1 2 2 2 4 1", "glitch none");
}

#[test]
fn edge_may_help_to_resist_drain() {
    check("direct", &[EDGE, "choice.drain_edge=push"], "2 2 2 4 5 6 1 3", "drain 0, drain_type none");
    check("direct", &[EDGE, "choice.drain_edge=second-chance"], "2 2 2 4 3 5", "drain 1");
}

#[test]
fn edge_adds_to_what_penalties_leave() {
    check("direct", &[EDGE, "choice.edge=push", "caster.wound_penalty=9"], "5 2 4 1", "hits 1");
}

#[test]
fn edge_needs_a_rating() {
    for key in ["choice.edge", "choice.drain_edge"] {
        let set = format!("{key}=push");
        check_errors("direct", &[&set], &[&format!("`{key}` spends Edge, and the caster has none")]);
    }
    check_errors("direct", &["choice.edge=luck"], &["`choice.edge` cannot be \"luck\""]);
    check_errors("direct", &["caster.edge=201"], &["`caster.edge` is out of range: 201"]);
    let many = ["caster.edge=198", "choice.edge=push"];
    check_errors("direct", &many, &["the Spellcasting pool has 201 dice, and every 6 is rolled again"]);
}

#[test]
fn a_large_pushed_pool_has_a_law() {
    let set = ["spell.preset=manabolt", "caster.edge=88", "choice.edge=push"];
    let odds = exact(&common::parse(ANCHOR, &[&set[..], &["choice.force=6"]].concat()), None, MAX_OUTCOMES);
    // A die has a third of a hit, and a sixth of a die more: 1.2 dice in all.
    assert!((mean(&odds.unwrap(), "hits") - 100.0 / 3.0 * 1.2).abs() < 1e-9);
}

#[test]
fn edge_has_the_figures_of_its_page() {
    let bolt = ["spell.preset=lightning-bolt", "choice.force=6", "caster.edge=3"];
    for (edge, damage) in [("none", "3.706422"), ("push", "6.100483"), ("second-chance", "5.849048")] {
        let edge = format!("choice.edge={edge}");
        check_figure(mean(&law(ANCHOR, &[&bolt[..], &[&edge]].concat()), "damage"), damage);
    }
}

#[test]
fn edge_is_spent_on_the_first_of_several_casts() {
    let push = [EDGE, "choice.edge=push", "choice.casts=2"];
    check_casts(&push, "5555 62 1 1 555 1 1", "casts 2, caster_physical 4");
    // Five hits with Force 3: no limit counts.
    check_casts(&[&push[..], &["opponent.0.boxes=5"]].concat(), "5555 62 1 1", "casts 1, cleared 1");
    let again = [EDGE, "choice.edge=second-chance", "choice.casts=2", "opponent.0.boxes=4"];
    check_casts(&again, "2 5 5 5 1 1 222 1 1", "opponents_down 0, caster_physical 2, caster_stun 2");
    let drain = [EDGE, "choice.drain_edge=push", "choice.casts=2"];
    check_casts(&drain, "555 1 522 555 1 1", "caster_physical 3");
}

#[test]
fn edge_is_spent_on_so_many_casts_the_first_ones() {
    let twice = [EDGE, "choice.edge=push", "choice.edge_casts=2", "choice.casts=3"];
    // Four boxes cost a die of the third cast, which has no Edge.
    check_casts(&twice, "11115 1 1 11115 1 1 55 1 1", "casts 3, caster_stun 6");
    let drain = [EDGE, "choice.drain_edge=push", "choice.edge_casts=2", "choice.casts=3"];
    check_casts(&drain, "555 1 522 555 1 522 555 1 1", "caster_physical 4");
    // More than are made cost nothing.
    let more = [EDGE, "choice.edge=push", "choice.edge_casts=9", "choice.casts=2"];
    check_casts(&more, "5555 62 1 1 5555 61 1 1", "casts 2, caster_physical 4");
}

#[track_caller]
fn check_refused(set: &[&str], expected: &str) {
    let errors = common::try_parse(ROW, set).expect_err("this is no scenario");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains(expected), "no {expected:?} in:\n{errors}");
}

#[test]
fn no_more_edge_is_spent_than_there_is() {
    let many = [EDGE, "choice.edge=push", "choice.edge_casts=3"];
    check_refused(&many, "3 casts with Edge cost 3 points of it, and the caster has 2");
    let both = [EDGE, "choice.edge=push", "choice.drain_edge=second-chance", "choice.edge_casts=2"];
    check_refused(&both, "2 casts with Edge cost 4 points of it, and the caster has 2");
    check_refused(&[&both[..3], &["caster.edge=1"]].concat(), "1 cast with Edge costs 2 points of it");
    check_refused(&["choice.edge_casts=0"], "`choice.edge_casts` is out of range: 0");
    assert!(common::try_parse(ROW, &[&both[..3], &["caster.edge=2"]].concat()).is_ok());
    check_errors("direct", &["choice.edge_casts=2"], &["unknown key `choice.edge_casts`"]);
}

#[test]
fn casts_say_where_edge_is_spent() {
    let twice = [EDGE, "choice.edge=push", "choice.edge_casts=2", "choice.casts=3"];
    let scenario = common::parse(ROW, &twice);
    assert!(
        scenario
            .ready
            .choices
            .ends_with(" at every cast, 3 at most, Edge pushes the casting roll in the first 2 casts")
    );
    let story = explain(&scenario, 1, None, &Progress::default()).unwrap().story;
    let titles: Vec<String> = story
        .steps
        .iter()
        .flat_map(|told| &told.lines)
        .filter_map(|line| match line {
            Line::Note(words) if words.starts_with("the caster: ") => Some(words.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(
        titles.iter().map(|title| title.ends_with("; with Edge")).collect::<Vec<_>>(),
        [true, true, false]
    );
    let once = common::parse(ROW, &[EDGE, "choice.edge=push"]);
    assert!(once.ready.choices.ends_with(", Edge pushes the casting roll in the first cast"));
    // Without Edge the number of casts makes no difference.
    let none = common::parse(ROW, &["choice.edge_casts=2"]);
    assert!(!none.read.iter().any(|key| **key == *"choice.edge_casts"));
}

#[test]
fn a_sequence_of_one_cast_with_edge_does_what_a_single_one_does() {
    for edge in ["push", "second-chance"] {
        for key in ["choice.edge", "choice.drain_edge"] {
            let key = format!("{key}={edge}");
            let single = exact(&plain("direct", &[EDGE, &key]), None, MAX_OUTCOMES).unwrap();
            for boxes in 1..=6 {
                let opponent = format!("opponent.0.boxes={boxes}");
                let casts = law(ROW, &[EDGE, &key, "choice.casts=1", &opponent]);
                let damage: f64 =
                    (boxes..=40).map(|damage| probability(&single, "damage", &damage.to_string())).sum();
                let down = mean(&casts, "opponents_down");
                assert!((down - damage).abs() < 1e-12, "{key}, {boxes} boxes: {down} is not {damage}");
                let drain = mean(&casts, "caster_stun") + mean(&casts, "caster_physical");
                assert!((drain - mean(&single, "drain")).abs() < 1e-12, "{key}: {drain}");
            }
        }
    }
}
