//! Shadowrun 1 `casts`: a spell is cast until the caster or the target is down.

use fizzle::analysis::{Odds, Progress, Sampling, explain, sample};
use fizzle::chance::Metric;

use crate::common;
use crate::scene::{SPELL, check, check_errors, law, probability};

fn casts() -> String {
    SPELL.replace("procedure = \"spell\"", "procedure = \"casts\"")
}

#[track_caller]
fn check_casts(set: &[&str], dice: &str, expected: &str) {
    check(&casts(), set, dice, expected);
}

/// The spell of the page's figures.
const PAGE: [&str; 11] = [
    "caster.sorcery=5",
    "caster.magic=6",
    "caster.willpower=5",
    "caster.pool_dice=3",
    "spell.force=5",
    "spell.drain_power=3",
    "spell.drain_level=S",
    "target.attribute=4",
    "target.magic=0",
    "choice.casts=3",
    "spell.damage=physical",
];

/// Two successes that nobody resists: an M wound at box 12. Of the drain nothing is resisted.
const WOUNDS: &str = "44 1111 66 1 66";

#[test]
fn penalties_of_marks_hold_in_the_next_cast() {
    let two = ["choice.casts=2"];
    // Both have three marks from box 12 down, and so +1: 4 does not succeed against 5.
    check_casts(&two, &format!("{WOUNDS} 44 2222 5 66"), "casts 2, hits 1, state ok, penalty 2");
    check_casts(&two, &format!("{WOUNDS} 55 2222 66 5 66"), "casts 2, hits 2, penalty 2");
    // The target's 3 is a success against 3, and 2 is none.
    check_casts(&two, &format!("{WOUNDS} 55 3332 5 66"), "hits 1");
}

#[test]
fn both_sides_of_a_cast_are_marked_even_if_one_goes_down() {
    let deadly = ["spell.level=D", "spell.drain_level=D", "choice.casts=9"];
    check_casts(&deadly, "44 1111 11 1 11", "casts 1, state dead, caster_state dead");
    check_casts(&deadly, "44 1111 11 1 66", "casts 1, state dead, caster_state ok, penalty 3");
    check_casts(&deadly, "11 1111 1 11", "casts 1, hits 0, state ok, caster_state dead");
}

#[test]
fn stun_ends_a_sequence_as_well() {
    let stun = ["spell.level=D", "spell.damage=stun", "choice.casts=9"];
    check_casts(&stun, "44 1111 11 1 66", "casts 1, state unconscious, caster_state ok");
}

#[test]
fn automatic_sixes_belong_to_the_first_cast() {
    let sixes = ["choice.casts=2", "caster.automatic_sixes=1"];
    check_casts(&sixes, "11 4 1111 66 1 66 11 1111 1 66", "casts 2, hits 1");
}

#[test]
fn pool_dice_come_back_for_every_cast() {
    let pool = ["choice.casts=2", "caster.pool_dice=1"];
    check_casts(&pool, "114 1111 66 1 66 114 1111 1 66", "hits 1");
}

#[test]
fn a_control_spell_is_cast_until_it_succeeds() {
    let control = ["spell.category=control", "rules.control_threshold=false", "choice.casts=9"];
    check_casts(&control, "44 1111 1 66", "casts 1, hits 1, state ok, caster_state ok");
    // A drain of S marks six boxes, and costs 2.
    check_casts(&control, "11 1111 1 66 65 1 1111 1 66", "casts 2, hits 1, penalty 4");
}

#[test]
fn marks_at_the_start_count() {
    let marked = ["choice.casts=1", "caster.marks=XXX..........", "target.marks=XXX.........."];
    check_casts(&marked, "44 2222 5 66", "hits 0, penalty 2");
    check_casts(&marked, "55 2222 66 5 66", "hits 1, penalty 2");
}

#[test]
fn figures_of_the_page() {
    let odds = law(&casts(), &PAGE);
    for (metric, value, expected) in [
        ("casts", "1", 0.161593),
        ("casts", "2", 0.265866),
        ("casts", "3", 0.572541),
        ("caster_state", "unconscious", 0.105575),
        ("state", "dead", 0.547613),
    ] {
        let found = probability(&odds, metric, value);
        assert!((found - expected).abs() < 5e-7, "{metric} {value}: {found}");
    }
}

/// Nobody can resist drain eight times: with the penalties of drain 96 in 100 casters of this
/// spell drop, without them 3.
#[test]
fn eight_casts_make_the_caster_drop() {
    // A target that no spell hurts leaves all eight casts to be made.
    let set = [&PAGE[..], &["choice.casts=8", "target.attribute=490", "caster.pool_dice=0"]].concat();
    let scenario = common::parse(&casts(), &set);
    let sampling = Sampling { trials: 100_000, ..Sampling::default() };
    let odds = sample(&scenario, Some(&[Metric(3)]), &sampling, &Progress::default()).unwrap();
    let down = 1.0 - probability(&odds, "caster_state", "ok");
    assert!((down - 0.96).abs() < 0.005, "{down}");
}

/// Every metric that both have, by name in a sequence and in a spell.
const ALIKE: [(&str, &str); 3] = [("hits", "hit"), ("state", "state"), ("caster_state", "caster_state")];

#[track_caller]
fn check_alike(set: &[&str]) {
    let spell = law(SPELL, set);
    let one = law(&casts(), &[set, &["choice.casts=1"]].concat());
    for (ours, theirs) in ALIKE {
        for value in ["0", "1", "ok", "unconscious", "dead"] {
            let (found, expected) = (probability(&one, ours, value), probability(&spell, theirs, value));
            assert!((found - expected).abs() < 1e-12, "{set:?}, {ours} {value}: {found}, not {expected}");
        }
    }
}

#[test]
fn one_cast_is_the_spell() {
    check_alike(&[]);
    check_alike(&["rules.preset=book"]);
    check_alike(&["spell.category=control", "target.aware=false"]);
    check_alike(&["caster.automatic_sixes=2", "caster.elemental_force=3", "caster.fetish_dice=1"]);
    check_alike(&["caster.marks=X../.........", "target.marks=......//....."]);
    check_alike(&["rules.damage_track=book", "target.marks=XXXXXX.......", "spell.damage=stun"]);
    check_alike(&["spell.level=D", "caster.magic=6", "rules.preset=book", "rules.six_plus=true"]);
}

/// The rows of `casts.csv`: what has become of the sequence by each cast.
fn table(odds: &Odds, most: usize) -> Vec<[f64; 3]> {
    let scenario = common::parse(&casts(), &PAGE);
    let rows = scenario.ready.tables[0].rows(&odds.indicators);
    assert_eq!(rows.len(), most);
    let number = |datum: &fizzle::description::Datum| match datum {
        fizzle::description::Datum::Number(number) => *number,
        other => panic!("{other:?}"),
    };
    rows.iter().map(|row| [1, 2, 3].map(|column| number(&row[column]))).collect()
}

#[test]
fn the_table_has_what_has_become_of_the_sequence_by_each_cast() {
    let odds = law(&casts(), &PAGE);
    let rows = table(&odds, 3);
    let mut made = 0.0;
    for (row, cast) in rows.iter().zip(1..) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{row:?}");
        made += probability(&odds, "casts", &cast.to_string());
        if cast < 3 {
            assert!((row[2] - (1.0 - made)).abs() < 1e-12, "{row:?}");
        }
    }
    assert!((rows[2][1] - probability(&odds, "state", "dead")).abs() < 1e-12);
}

#[test]
fn the_story_ends_every_cast_with_the_state_of_both() {
    let scenario = common::parse(&casts(), &["choice.casts=2"]);
    let story = explain(&scenario, 1, None, &Progress::default()).unwrap().story;
    let steps = scenario.ready.procedure.steps();
    let numbers: Vec<&str> = story
        .steps
        .iter()
        .map(|told| &*steps.iter().find(|row| row.step == told.step).unwrap().number)
        .collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5"].repeat(2));
}

#[test]
fn errors() {
    check_errors(&casts(), &["caster.wound_penalty=1"], &["unknown key `caster.wound_penalty`"]);
    check_errors(&casts(), &["target.wound_penalty=0"], &["unknown key `target.wound_penalty`"]);
    for casts_made in ["0", "51", "-1"] {
        let set = format!("choice.casts={casts_made}");
        check_errors(&casts(), &[&set], &["`choice.casts` is out of range"]);
    }
    check_errors(&casts(), &["caster.marks=X"], &["is not 13 characters"]);
    check_errors(&casts(), &["spell.level=unset"], &["`spell.level` is missing"]);
    // One message, not one for each penalty.
    check_errors(&casts(), &["caster.pool_dice=500"], &["the success test has 502 dice"]);
}
