//! What must hold in every fight, on random ones.

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common;
use crate::scene::probability;

const ROUNDING: f64 = 1e-9;

const ORDERS: [&str; 3] = ["always", "unless-both-out", "unless-both-sides-out"];

const SCORES: [&str; 6] = ["initiative", "attack", "defense", "damage", "soak", "combat_fatigue"];

/// The six scores of a combatant; they matter to each other.
fn scores() -> impl Strategy<Value = Vec<i32>> {
    [-3..12, -3..12, -3..12, 0..25, -2..8, -2..9].prop_map(Vec::from)
}

#[derive(Clone, Debug)]
struct Scene {
    hero: Vec<i32>,
    foes: Vec<Vec<i32>>,
    rules: Vec<String>,
}

impl Scene {
    fn law(&self, procedure: &str, set: &[String]) -> Odds {
        let table = |name: &str, scores: &[i32]| {
            let lines = SCORES.iter().zip(scores).map(|(key, score)| format!("{key} = {score}\n"));
            format!("{name}\n{}", lines.collect::<String>())
        };
        let foes: String = self.foes.iter().map(|foe| table("[[foe]]", foe)).collect();
        let text = format!(
            "system = \"ars-magica\"\nprocedure = \"{procedure}\"\n{}{foes}",
            table("[hero]", &self.hero)
        );
        let set: Vec<&str> = self.rules.iter().chain(set).map(String::as_str).collect();
        exact(&common::parse(&text, &set), None, MAX_OUTCOMES).unwrap()
    }

    fn more(&self, who: Option<usize>, score: &str, by: i32) -> Scene {
        let mut scene = self.clone();
        let place = SCORES.iter().position(|name| *name == score).expect("it is a score");
        match who {
            None => scene.hero[place] += by,
            Some(foe) => scene.foes[foe][place] += by,
        }
        scene
    }
}

/// An exchange of a hero and one or two foes, whose wounds fall together.
fn scenes() -> impl Strategy<Value = Scene> {
    let rules = (
        select(&["text", "shared", "separate"][..]),
        0..3,
        1..7,
        select(&["[0]", "[0, -1, -4]", "[0, 0, -1, -3, -5]"][..]),
    );
    (scores(), proptest::collection::vec(scores(), 1..=2), rules).prop_map(
        |(hero, foes, (die, botch, step, penalties))| Scene {
            hero,
            foes,
            rules: vec![
                format!("rules.combat_die={die}"),
                format!("rules.botch_dice={botch}"),
                format!("rules.step={step}"),
                format!("rules.penalties={penalties}"),
                "rules.simultaneous=always".to_owned(),
            ],
        },
    )
}

/// P(foes_out is at least this).
fn foes_out(odds: &Odds, least: usize) -> f64 {
    (least..=6).map(|foes| probability(odds, "foes_out", &foes.to_string())).sum()
}

fn hero_out(odds: &Odds) -> f64 {
    probability(odds, "hero_out", "1")
}

/// P(every foe is out by wounds, and the hero is not).
fn clean(odds: &Odds, foes: i64) -> f64 {
    let rows = odds.joint.rows.iter();
    rows.filter(|row| row.values[4] == foes && row.values[5] == 0).map(|row| row.probability).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_law_sums_to_1_less_what_is_omitted(scene in scenes(), order in select(&ORDERS[..])) {
        let odds = scene.law("exchange", &[format!("rules.simultaneous={order}")]);
        let mass: f64 = odds.joint.rows.iter().map(|row| row.probability).sum();
        prop_assert!((mass - 1.0).abs() <= 1e-8, "{mass}");
    }

    #[test]
    fn damage_together_is_monotone_in_damage_and_soak(scene in scenes(), by in 1..8) {
        let before = scene.law("exchange", &[]);
        let harder = scene.more(Some(0), "damage", by).law("exchange", &[]);
        let tougher = scene.more(None, "soak", by).law("exchange", &[]);
        prop_assert!(hero_out(&harder) >= hero_out(&before) - ROUNDING);
        prop_assert!(hero_out(&tougher) <= hero_out(&before) + ROUNDING);
        let stronger = scene.more(None, "damage", by).law("exchange", &[]);
        let sturdier = scene.more(Some(0), "soak", by).law("exchange", &[]);
        for least in 1..=scene.foes.len() {
            prop_assert!(foes_out(&stronger, least) >= foes_out(&before, least) - ROUNDING);
            prop_assert!(foes_out(&sturdier, least) <= foes_out(&before, least) + ROUNDING);
        }
    }

    /// Where the hero's dice do not depend on the number of foes.
    #[test]
    fn a_foe_more_never_helps_the_hero(scene in scenes(), foe in scores(), die in select(&["shared", "separate"][..])) {
        let die = [format!("rules.combat_die={die}")];
        let mut more = scene.clone();
        more.foes.truncate(1);
        let one = more.law("exchange", &die);
        more.foes.push(foe);
        let two = more.law("exchange", &die);
        prop_assert!(clean(&two, 2) <= clean(&one, 1) + ROUNDING);
        prop_assert!(hero_out(&two) >= hero_out(&one) - ROUNDING);
    }

    #[test]
    fn the_order_of_foes_makes_no_difference(scene in scenes(), order in select(&ORDERS[..])) {
        let mut turned = scene.clone();
        turned.foes.reverse();
        let order = [format!("rules.simultaneous={order}")];
        let [one, other] = [scene, turned].map(|scene| scene.law("exchange", &order));
        prop_assert_eq!(one.joint.rows.len(), other.joint.rows.len());
        for (row, same) in one.joint.rows.iter().zip(&other.joint.rows) {
            prop_assert_eq!(&row.values, &same.values);
            prop_assert!((row.probability - same.probability).abs() <= ROUNDING);
        }
    }

    #[test]
    fn a_shot_hits_more_with_more_attack_and_wounds_less_with_more_soak(attack in -5..15, defense in -5..15, by in 1..6) {
        let law = |attack: i32, soak: i32| {
            let text = format!(
                "system = \"ars-magica\"\nprocedure = \"missile\"\nshooter = {{ attack = {attack}, damage = 8 }}\n\
                 mark = {{ defense = {defense}, soak = {soak} }}\n"
            );
            exact(&common::parse(&text, &[]), None, MAX_OUTCOMES).unwrap()
        };
        let hit = |odds: &Odds| probability(odds, "hit", "1");
        prop_assert!(hit(&law(attack + by, 3)) >= hit(&law(attack, 3)) - ROUNDING);
        let [plain, tough] = [law(attack, 3), law(attack, 3 + by)];
        prop_assert!(probability(&tough, "body_lost", "0") >= probability(&plain, "body_lost", "0") - ROUNDING);
        prop_assert!((hit(&tough) - hit(&plain)).abs() <= ROUNDING);
    }
}
