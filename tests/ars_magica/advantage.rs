//! Advantage: the difference of a hit, saved for the next round.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::scene::{DUEL, check_errors, check_melee, law, melee, probability};

/// The hero's blow, the foe's; where Defense is to gain, the foe's is told first.
fn round(advantage: &str, hero: &str, foe: &str) -> String {
    match advantage {
        "defense" => format!("22 {foe} {hero} 22 "),
        _ => format!("22 {hero} {foe} 22 "),
    }
}

/// Rounds of a duel, each the dice of the hero's blow and the foe's.
#[track_caller]
fn check(advantage: &str, set: &[&str], rounds: &[(&str, &str)], expected: &str) {
    let dice: String = rounds.iter().map(|(hero, foe)| round(advantage, hero, foe)).collect();
    let keys = [format!("choice.advantage={advantage}"), format!("choice.max_rounds={}", rounds.len())];
    let set = [&[keys[0].as_str(), &keys[1]], set].concat();
    check_melee(DUEL, &set, &dice, expected);
}

const QUIET: (&str, &str) = ("22", "22");

/// The hero's blows take so many levels in all, the last of them in the last round.
#[track_caller]
fn check_levels(advantage: &str, set: &[&str], rounds: &[(&str, &str)], levels: u32) {
    let penalties = |levels: u32| format!("rules.penalties=[{}]", vec!["0"; levels as usize].join(", "));
    let one_more = penalties(levels + 1);
    check(advantage, &[set, &[one_more.as_str()]].concat(), rounds, "winner undecided, foes_out 0");
    if levels > 0 {
        let enough = penalties(levels);
        let mut dice: String = rounds.iter().map(|(hero, foe)| round(advantage, hero, foe)).collect();
        dice.truncate(dice.len() - 2);
        let keys = format!("choice.advantage={advantage}");
        check_melee(DUEL, &[set, &[keys.as_str(), &enough]].concat(), &dice, "winner hero, foes_out 1");
    }
}

#[test]
fn a_hit_that_takes_nothing_becomes_a_bonus_of_one_round() {
    // A hit by 4 is saved: 16 against 10 is a hit by 6 instead of 2.
    check_levels("attack", &[], &[("42", "22"), ("22", "22")], 1);
    check_levels("attack", &[], &[("42", "22"), ("42", "22")], 1);
    check_levels("attack", &[], &[("42", "22"), ("25", "22"), ("25", "22")], 0);
    check_levels("attack", &[], &[("42", "22"), ("28", "22"), ("42", "22")], 0);
}

#[test]
fn a_hit_that_wounds_is_not_saved_unless_all_are() {
    check_levels("attack", &[], &[("72", "22")], 1);
    check_levels("attack", &["choice.save=always"], &[("72", "22")], 0);
}

#[test]
fn always_saves_whenever_no_bonus_is_held() {
    let always = ["choice.save=always"];
    // 7 saved: 12 + 7 against 10 is a hit by 9 that wounds; then the next is saved.
    check_levels("attack", &always, &[("72", "22"), ("22", "22")], 1);
    check_levels("attack", &always, &[("72", "22"), ("29", "22"), ("72", "22")], 0);
}

#[test]
fn a_harmless_hit_with_a_bonus_is_saved_again() {
    // 2 saved, then 4, then 6, which wounds.
    check_levels("attack", &[], &[QUIET, QUIET, ("22", "22")], 1);
    check_levels("attack", &[], &[QUIET, QUIET], 0);
}

#[test]
fn never_saves_nothing() {
    check("never", &[], &[("42", "22"), ("42", "22")], "winner undecided, foes_out 0");
    check_levels("never", &[], &[("72", "22")], 1);
}

#[test]
fn a_bonus_to_defense_counts_against_the_next_blow_alone() {
    let set = ["foe.0.damage=10"];
    // The foe hits by 5 with 9 against 2, unless the hero has saved 4.
    check("defense", &set, &[("42", "22"), ("29", "92")], "hero_body_lost 1");
    check("defense", &set, &[("29", "22"), ("29", "92")], "hero_body_lost 2");
    check("defense", &set, &[("72", "22"), ("29", "92")], "hero_body_lost 2");
    check("defense", &set, &[("42", "22"), ("29", "22"), ("29", "92")], "hero_body_lost 2");
}

#[test]
fn a_bonus_to_defense_is_none_to_attack() {
    check_levels("defense", &[], &[("42", "22"), ("42", "22"), ("42", "22")], 0);
}

#[test]
fn the_difference_of_a_blow_does_not_help_in_its_own_round() {
    check("defense", &["foe.0.damage=10"], &[("42", "92")], "hero_body_lost 2");
}

#[test]
fn a_foe_saves_only_if_he_does() {
    check("attack", &[], &[("29", "62"), ("29", "62")], "hero_body_lost 0");
    // A hit by 4 is saved for the next blow, which then hits by 8. It is rolled before the hero's.
    let check_foe = |to: &str, first: &str, rounds: &[(&str, &str)], expected: &str| {
        let dice: String = rounds.iter().map(|(hero, foe)| round(first, hero, foe)).collect();
        let keys = [format!("foe.0.advantage={to}"), format!("choice.max_rounds={}", rounds.len())];
        check_melee(DUEL, &keys.each_ref().map(String::as_str), &dice, expected);
    };
    check_foe("attack", "defense", &[("29", "82"), ("29", "82")], "hero_body_lost 1");
    check_foe("attack", "defense", &[("29", "82"), ("29", "29"), ("29", "82")], "hero_body_lost 0");
    check_foe("defense", "attack", &[("29", "82"), ("29", "82")], "hero_body_lost 0");
}

/// The two of a duel, each with his scores, and who is who.
fn duel(hero: [i64; 6], foe: [i64; 6]) -> String {
    let names = ["initiative", "attack", "defense", "damage", "soak", "combat_fatigue"];
    let table = |scores: [i64; 6]| {
        names.iter().zip(scores).map(|(name, score)| format!("{name} = {score}\n")).collect::<String>()
    };
    format!(
        "system = \"ars-magica\"\nprocedure = \"melee\"\nchoice.max_rounds = 3\nrules.penalties = [0, -2]\n[hero]\n{}[[foe]]\n{}",
        table(hero),
        table(foe)
    )
}

/// Hero and foe may change places, and with them what they save and the names of who wins.
#[test]
fn a_foe_saves_as_a_hero_does() {
    let (some, other) = ([5, 8, 8, 4, 3, 5], [7, 9, 6, 5, 4, 3]);
    let ways: Vec<(&str, &str)> = ["never", "attack", "defense"]
        .into_iter()
        .flat_map(|to| ["no-wound", "always"].map(|when| (to, when)))
        .collect();
    let rules = ["rules.combat_die=text", "rules.combat_die=shared", "rules.double_kill=total"];
    let cases: Vec<_> = ways.iter().flat_map(|&one| ways.iter().map(move |&two| (one, two))).collect();
    cases.into_par_iter().for_each(|((own, when), (of_foe, foe_when))| {
        for rule in rules {
            let keys = |choice: (&str, &str), foe: (&str, &str)| {
                [
                    format!("choice.advantage={}", choice.0),
                    format!("choice.save={}", choice.1),
                    format!("foe.0.advantage={}", foe.0),
                    format!("foe.0.save={}", foe.1),
                    rule.to_owned(),
                ]
            };
            let odds = |text: &str, keys: [String; 5]| law(text, &keys.each_ref().map(String::as_str));
            let here = odds(&duel(some, other), keys((own, when), (of_foe, foe_when)));
            let there = odds(&duel(other, some), keys((of_foe, foe_when), (own, when)));
            for (ours, theirs) in [("hero", "foes"), ("foes", "hero"), ("both-out", "both-out")] {
                let (p, q) = (probability(&here, "winner", ours), probability(&there, "winner", theirs));
                assert!((p - q).abs() < 1e-6, "{own} {when}, {of_foe} {foe_when}, {rule}: {p} is not {q}");
            }
        }
    });
}

#[test]
fn a_foe_saves_in_a_duel_by_a_fixed_rule() {
    let several = ["foe.0.advantage=attack", "foe.0.count=2"];
    check_errors(DUEL, &melee(&several), &["advantage is saved in a duel only, and there are 2 foes"]);
    check_errors(DUEL, &melee(&["foe.0.advantage=best"]), &["`foe.0.advantage` cannot be \"best\""]);
}

#[test]
fn a_hero_who_plays_his_best_sees_what_the_foe_saves() {
    let text = duel([5, 8, 8, 4, 3, 5], [7, 9, 6, 5, 4, 3]);
    let wins = |own: &str, of_foe: &str| {
        let keys = [format!("choice.advantage={own}"), format!("foe.0.advantage={of_foe}")];
        let odds = law(&text, &[&keys[0], &keys[1]]);
        probability(&odds, "winner", "hero")
    };
    for of_foe in ["attack", "defense"] {
        let best = wins("best", of_foe);
        for own in ["never", "attack", "defense"] {
            assert!(best >= wins(own, of_foe) - 1e-9, "{own} against {of_foe}");
        }
    }
}
