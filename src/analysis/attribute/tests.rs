//! Shares compared with known games, and the attribution of scenarios.

use super::shapley::{exact_shares, orders, sampled_shares};
use super::*;
use crate::analysis::fixtures::*;

fn certain(value: f64) -> Estimate {
    Estimate::exactly(value)
}

#[track_caller]
fn assert_near(found: &[Estimate], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found.value - expected).abs() < 1e-12, "{found:?} is not {expected}");
    }
}

/// One player has a left glove, two have a right one; a pair is worth 1.
fn gloves(set: Set) -> Estimate {
    certain(f64::from(u8::from(set & 1 == 1 && set & 0b110 != 0)))
}

#[test]
fn the_shares_of_the_glove_game_are_known() {
    assert_near(&exact_shares(3, gloves), &[4.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
}

#[test]
fn the_shares_of_an_airport_are_known() {
    // Runways of lengths 1, 2, 4 and 7: those who need a longer one share the cost of the additional
    // length.
    let longest = |set: Set| {
        let lengths = [1.0, 2.0, 4.0, 7.0].into_iter().enumerate();
        let needed = lengths.filter(|(place, _)| set >> place & 1 == 1).map(|(_, length)| length);
        certain(needed.fold(0.0, f64::max))
    };
    let shares = [0.25, 0.25 + 1.0 / 3.0, 0.25 + 1.0 / 3.0 + 1.0, 0.25 + 1.0 / 3.0 + 1.0 + 3.0];
    assert_near(&exact_shares(4, longest), &shares);
}

#[test]
fn errors_of_shares_add_up_by_their_weights() {
    // The share is the difference of v({0}) and v({}).
    let shares = exact_shares(1, |set| Estimate::around(set as f64, if set == 0 { 3.0 } else { 4.0 }));
    assert_eq!(shares[0].value, 1.0);
    assert!((shares[0].error() - 5.0).abs() < 1e-12);
}

#[test]
fn random_orders_come_near_the_shares_and_sum_to_the_whole() {
    // Three neighbours on a ring are worth a bit more than 1, which they share.
    let worth = |first: usize| 1.0 + first as f64 / 10.0;
    let ring = |set: Set| {
        let has = |place: usize| set >> (place % 14) & 1 == 1;
        let all = |&first: &usize| has(first) && has(first + 1) && has(first + 2);
        certain((0..14).filter(all).map(worth).sum())
    };
    let exact: Vec<f64> =
        (0..14).map(|place| (0..3).map(|back| worth((place + 14 - back) % 14) / 3.0).sum()).collect();
    let orders = orders(14, 200, 7);
    let found = sampled_shares(&orders, ring);
    let whole: f64 = found.iter().map(|share| share.value).sum();
    assert!((whole - ring(full(14)).value).abs() < 1e-9);
    for (found, exact) in found.iter().zip(exact) {
        assert!(found.is_sampled() && found.error() < 0.1, "{found:?}");
        assert!((found.value - exact).abs() < 4.5 * found.error(), "{found:?} is not {exact}");
    }
}

const JACKET: &str = include_str!("../../../scenarios/armor-jacket.toml");

fn parted(base: &Scenario, house: &Scenario, statistic: &str) -> Result<Attribution, Unparted> {
    attribute(base, house, &[Query::new("--stat", statistic)], &exactly(), false, &Progress::default())
}

fn names(attribution: &Attribution) -> Vec<&str> {
    attribution.rules.iter().map(|rule| rule.name.as_str()).collect()
}

#[test]
fn only_rules_that_are_read_have_shares_and_these_sum_to_the_whole() {
    let found =
        parted(&scenario(JACKET, &[]), &scenario(JACKET, &["rules.preset=book"]), "p(wound == 'none')")
            .unwrap();
    let expected = [
        "rules.armor",
        "rules.automatic_six",
        "rules.damage_track",
        "rules.dodge",
        "rules.impact_slows_dodge",
        "rules.six_plus",
        "rules.staging_up",
        "rules.target_number_cap",
    ];
    assert_eq!(names(&found), expected);
    let unread =
        ["control_drain_up", "control_threshold", "drain_dice", "resist_against", "spell_defense", "wired"];
    assert_eq!(found.unread, unread.map(|name| format!("rules.{name}")));
    let Attributed { base, house, effects, .. } = &found.statistics[0];
    let whole: f64 = effects.iter().map(|effect| effect.share.value).sum();
    assert!((whole - (house.value - base.value)).abs() < 1e-12);
    assert_eq!(found.rules[0].values(), ["dice", "automatic"]);
}

#[test]
fn what_a_rule_does_alone_is_the_difference_of_two_scenarios() {
    let statistic = "p(wound == 'none')";
    let (base, house) = (scenario(JACKET, &[]), scenario(JACKET, &["rules.preset=book"]));
    let found = parted(&base, &house, statistic).unwrap();
    let effect =
        found.statistics[0].effects[names(&found).iter().position(|name| *name == "rules.armor").unwrap()];
    let value = |set: &[&str]| {
        let one = scenario(JACKET, set);
        let statistic = Statistic::parse(statistic, &one.scope()).unwrap();
        estimates(&one, &[&statistic], &exactly(), &Progress::default()).unwrap().values[0].value
    };
    assert_eq!(effect.added_alone.value, value(&["rules.armor=automatic"]) - value(&[]));
    let taken = value(&["rules.preset=book", "rules.armor=dice"]) - value(&["rules.preset=book"]);
    assert_eq!(effect.taken_alone.value, taken);
}

#[test]
fn a_rule_that_matters_for_others_alone_is_not_read() {
    // `nonliving_armor` does not affect living targets.
    let house = ["rules.nonliving_armor=full", "rules.scatter=minus-hits", "rules.min_drain=3"];
    let found = parted(&scenario(BOLT, &[]), &scenario(BOLT, &house), "mean(drain)").unwrap();
    assert_eq!(names(&found), ["rules.min_drain"]);
    assert_eq!(found.unread, ["rules.nonliving_armor", "rules.scatter"]);
}

#[test]
fn choices_that_differ_are_rules_like_others() {
    let found = parted(
        &scenario(BOLT, &[]),
        &scenario(BOLT, &["choice.force=3", "choice.reagents=6"]),
        "mean(damage)",
    );
    let found = found.unwrap();
    assert_eq!(names(&found), ["choice.force", "choice.reagents"]);
    assert_eq!(found.rules[1].values(), ["unset", "6"]);
}

#[test]
fn a_foe_of_the_house_alone_is_one_rule() {
    let knight = include_str!("../../../scenarios/knight.toml").replace("melee", "exchange");
    let knight: String = knight.split("[[question]]").next().unwrap().to_owned();
    let second = "[[foe]]\npreset = \"bandit\"\nweapon = \"longsword\"\n";
    let (base, house) = (scenario(&knight, &[]), scenario(&format!("{knight}\n{second}"), &[]));
    let found = parted(&base, &house, "p(hero_body_lost == 0)").unwrap();
    assert_eq!(names(&found), ["foe.1"]);
    assert_eq!(found.rules[0].values(), ["not there", "there"]);
    assert!(found.statistics[0].effects[0].share.value < 0.0);
}

#[test]
fn more_than_twelve_rules_are_shared_by_random_orders() {
    let house = [
        "caster.magic=7",
        "caster.spellcasting=5",
        "caster.willpower=6",
        "caster.drain_attribute=4",
        "caster.mental_limit=6",
        "caster.foci=1",
        "caster.wound_penalty=1",
        "caster.sustained_spells=1",
        "target.body=5",
        "target.reaction=5",
        "target.intuition=2",
        "target.armor=10",
        "choice.force=7",
    ];
    let found = parted(&scenario(BOLT, &[]), &scenario(BOLT, &house), "mean(damage)").unwrap();
    assert_eq!((found.rules.len(), found.orders), (13, Some(400)));
    let Attributed { base, house, effects, .. } = &found.statistics[0];
    let whole: f64 = effects.iter().map(|effect| effect.share.value).sum();
    assert!((whole - (house.value - base.value)).abs() < 1e-9);
    assert!(effects.iter().any(|effect| effect.share.is_sampled()));
}

#[test]
fn what_cannot_be_taken_apart_is_refused_with_the_reason() {
    let manabolt = scenario(MANABOLT, &[]);
    let error = parted(&scenario(BOLT, &[]), &manabolt, "mean(damage)").unwrap_err();
    assert_eq!(error, Unparted::Procedures(["indirect", "direct"].map(str::to_owned)));
    // Force 14 needs Magic 7.
    let house = scenario(BOLT, &["caster.magic=7", "choice.force=14"]);
    let Unparted::NoScenario { with, fault, .. } =
        parted(&scenario(BOLT, &[]), &house, "mean(damage)").unwrap_err()
    else {
        panic!("it is no scenario")
    };
    assert_eq!(with, ["choice.force"]);
    assert!(fault.message.contains("above twice Magic 6"), "{fault:?}");
}

#[test]
fn scenarios_that_do_not_differ_have_no_rules() {
    let found = parted(&scenario(BOLT, &[]), &scenario(BOLT, &[]), "mean(damage)").unwrap();
    assert!(found.rules.is_empty() && found.statistics[0].effects.is_empty());
    assert_eq!(found.statistics[0].base, found.statistics[0].house);
}
