//! Anchor figures: the exact laws to the digits that the page prints.

use crate::scene::{ATTACK, law, mean, probability};

/// 5M3, skill 6 against 4, Body 4, no dodge.
const SHOT: [&str; 4] = ["attacker.skill=6", "weapon.power=5", "weapon.staging=3", "target.body=4"];

const JACKET: [&str; 2] = ["target.armor_class=ordinary", "target.armor=5"];

const BOOK: &str = "rules.preset=book";

/// A number as the page prints it: as many digits as it has.
#[track_caller]
fn check_figure(actual: f64, printed: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let actual = format!("{actual:.digits$}");
    assert_eq!(actual.strip_prefix('0').filter(|_| printed.starts_with('.')).unwrap_or(&actual), printed);
}

#[track_caller]
fn check_shot(set: &[&str], wounds: [&str; 5]) {
    let odds = law(ATTACK, &[&SHOT[..], set].concat());
    for (wound, printed) in ["none", "L", "M", "S", "D"].into_iter().zip(wounds) {
        check_figure(probability(&odds, "wound", wound), printed);
    }
    check_figure(probability(&odds, "hit", "0"), ".0156");
}

#[test]
fn wounds_of_5m3_against_an_armor_jacket() {
    check_shot(&JACKET, [".1335", ".2950", ".3565", ".1902", ".0247"]);
    check_shot(&[&JACKET[..], &[BOOK]].concat(), [".5340", ".3981", ".0679", "0", "0"]);
}

#[test]
fn wounds_of_5m3_against_no_armor() {
    check_shot(&[], [".0174", ".0554", ".2953", ".4147", ".2172"]);
    check_shot(&[BOOK], [".0156", ".0712", ".6076", ".3056", "0"]);
}

#[test]
fn wounds_that_the_page_prints_as_0_are_impossible() {
    let jacket = law(ATTACK, &[&SHOT[..], &JACKET, &[BOOK]].concat());
    assert_eq!(probability(&jacket, "wound", "S"), 0.0);
    for armor in [&[][..], &JACKET] {
        let odds = law(ATTACK, &[&SHOT[..], armor, &[BOOK]].concat());
        assert_eq!(probability(&odds, "wound", "D"), 0.0);
    }
}

#[test]
fn chances_of_skill_6_to_succeed_at_all() {
    for (number, house, book) in [("12", ".2939", ".1555"), ("19", ".0231", ".0275")] {
        let number = format!("choice.target_number={number}");
        let success = |rules| {
            let odds = law(ATTACK, &["attacker.skill=6", &number, rules]);
            1.0 - probability(&odds, "successes", "0")
        };
        check_figure(success("rules.preset=house"), house);
        check_figure(success(BOOK), book);
    }
}

#[test]
fn a_skill_of_0_is_no_better_than_a_low_one() {
    for (skill, printed) in [(0, ".0678"), (1, ".0894"), (2, ".1066")] {
        let skill = format!("attacker.skill={skill}");
        let set = [&skill, "attacker.pool_dice=3", "choice.target_number=14"];
        check_figure(probability(&law(ATTACK, &set), "hit", "1"), printed);
    }
}

/// The probability that an exploding die shows at least this value.
fn reaches(value: i32) -> f64 {
    let explosions = (value - 1) / 6;
    let face = value - 6 * explosions;
    f64::from(7 - face) / 6.0 * 6.0_f64.powi(-explosions)
}

#[test]
fn the_mean_of_a_six_plus_die_is_1_2_of_its_chance() {
    for number in 2..=40 {
        let number_key = format!("choice.target_number={number}");
        let die = ["attacker.skill=1", number_key.as_str()];
        let plus = law(ATTACK, &die);
        assert!((mean(&plus, "successes") - 1.2 * reaches(number)).abs() < 1e-12, "{number}");
        let book = law(ATTACK, &[&die[..], &["rules.six_plus=false"]].concat());
        assert!((mean(&book, "successes") - reaches(number)).abs() < 1e-12, "{number}");
    }
}

#[test]
fn the_mean_of_an_automatic_six_is_that_of_its_die_6_higher() {
    for number in 2..=10 {
        let number_key = format!("choice.target_number={number}");
        let odds = law(ATTACK, &["attacker.skill=0", "attacker.automatic_sixes=1", &number_key]);
        // 1.2 of the chance to reach what is left; a success is certain below 8.
        let beyond = if number > 7 { 1.2 * reaches(number - 6) } else { 1.0 + 1.2 * reaches(number) };
        assert!((mean(&odds, "successes") - beyond).abs() < 1e-12, "{number}");
    }
}
