//! The best use of an advantage, against plain recursion over the dice and against fixed ways.

use fizzle::analysis::{MAX_OUTCOMES, Odds, Progress, Sampling, exact, sample};
use fizzle::description::Datum;
use fizzle::scenario::Scenario;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::common;
use crate::plain_duel::Duel;
use crate::scene::{DUEL, check_errors, melee, probability};

/// The duel of the recursion in a scenario.
const SMALL: [&str; 6] = [
    "choice.advantage=best",
    "rules.penalties=[0, -4]",
    "choice.max_rounds=3",
    "foe.0.damage=9",
    "hero.combat_fatigue=3",
    "foe.0.combat_fatigue=3",
];

const PLAIN: Duel =
    Duel { rounds: 3, survive: false, shared: false, total: false, hero_damage: 5, foe_damage: 9 };

fn duel(set: &[&str]) -> Scenario {
    common::parse(DUEL, &melee(&[&SMALL[..], set].concat()))
}

fn value(scenario: &Scenario) -> f64 {
    scenario.ready.procedure.solve(&Progress::default()).unwrap();
    scenario.ready.procedure.value().expect("the hero decides")
}

#[track_caller]
fn check(set: &[&str], game: Duel) {
    let (ours, theirs) = (value(&duel(set)), game.value());
    assert!((ours - theirs).abs() < 5e-6, "{set:?}: {ours} is not {theirs}");
}

#[test]
fn the_best_use_is_worth_what_recursion_finds() {
    let deadly = Duel { hero_damage: 9, foe_damage: 15, ..PLAIN };
    let harmless = Duel { hero_damage: -6, rounds: 4, ..PLAIN };
    let deadly_keys = ["hero.damage=9", "foe.0.damage=15"];
    let by_total = [&deadly_keys[..], &["rules.double_kill=total"]].concat();
    let duels: [(&[&str], Duel); 6] = [
        (&[], PLAIN),
        (&["choice.goal=survive", "choice.max_rounds=4"], Duel { survive: true, rounds: 4, ..PLAIN }),
        (&["rules.combat_die=shared"], Duel { shared: true, ..PLAIN }),
        (&deadly_keys, deadly),
        (&by_total, Duel { total: true, ..deadly }),
        (&["hero.damage=-6", "choice.max_rounds=4"], harmless),
    ];
    duels.into_par_iter().for_each(|(set, duel)| check(set, duel));
}

fn odds(scenario: &Scenario) -> Odds {
    exact(scenario, None, MAX_OUTCOMES).unwrap()
}

/// How likely the hero reaches his goal.
fn reached(odds: &Odds, goal: &str) -> f64 {
    let survives = if goal == "survive" { probability(odds, "winner", "undecided") } else { 0.0 };
    probability(odds, "winner", "hero") + survives
}

const RULES: [&[&str]; 10] = [
    &[],
    &["foe.0.closes=1", "hero.damage=8"],
    &["rules.combat_die=shared"],
    &["rules.initiative=once", "hero.damage=12", "foe.0.damage=15"],
    &["rules.initiative=once", "foe.0.closes=1", "choice.max_rounds=2"],
    &["rules.initiative=once", "rules.double_kill=total", "hero.damage=12", "foe.0.damage=15"],
    &["rules.initiative=once", "rules.double_kill=total", "foe.0.closes=1", "choice.max_rounds=2"],
    &["rules.simultaneous=unless-both-sides-out", "hero.damage=12", "foe.0.damage=15"],
    &[
        "rules.simultaneous=unless-both-sides-out",
        "rules.double_kill=total",
        "hero.damage=12",
        "foe.0.damage=15",
    ],
    &["rules.simultaneous=always", "hero.inside_range=[1]", "hero.brawl_defense=6"],
];

#[test]
fn no_fixed_way_is_better_and_the_odds_under_the_policy_are_its_value() {
    for rules in RULES {
        for goal in ["win", "survive"] {
            let goal_key = format!("choice.goal={goal}");
            let best = duel(&[rules, &[&goal_key]].concat());
            let value = value(&best);
            let played = reached(&odds(&best), goal);
            assert!((played - value).abs() < 1e-12, "{rules:?}: {played} is not {value}");
            for advantage in ["never", "attack", "defense"] {
                for save in ["no-wound", "always"] {
                    let keys = [format!("choice.advantage={advantage}"), format!("choice.save={save}")];
                    let fixed = duel(&[rules, &[&keys[0], &keys[1]]].concat());
                    let fixed = reached(&odds(&fixed), goal);
                    assert!(fixed <= value + 1e-9, "{rules:?} {keys:?}: {fixed} beats {value}");
                }
            }
        }
    }
}

#[test]
fn sampled_play_of_the_policy_is_worth_its_value() {
    for rules in RULES {
        let best = duel(rules);
        let value = value(&best);
        let sampling = Sampling { trials: 100_000, ..Sampling::default() };
        let sampled = sample(&best, None, &sampling, &Progress::default()).unwrap();
        let law = sampled.distributions.iter().find(|law| law.metric.name == "winner").unwrap();
        let won = law.rows.iter().find(|row| row.value == 0).map_or(0.0, |row| row.probability);
        let error = (value * (1.0 - value) / 100_000.0).sqrt();
        assert!((won - value).abs() <= 4.0 * error, "{rules:?}: {won} is not {value}");
    }
}

#[test]
fn saving_pays_where_blows_hardly_wound() {
    let best = duel(&["hero.damage=-6", "choice.max_rounds=6"]);
    let never = duel(&["hero.damage=-6", "choice.max_rounds=6", "choice.advantage=never"]);
    assert!(value(&best) > reached(&odds(&never), "win") + 0.05);
}

#[test]
fn the_policy_is_a_table_of_hits_to_decide_about() {
    let scenario = duel(&[]);
    let value = value(&scenario);
    let [derived] = &scenario.ready.derived[..] else { panic!("one value") };
    assert_eq!((&*derived.name, &derived.value), ("value", &Datum::Number(value)));
    let table = scenario.ready.tables.iter().find(|table| table.name == "policy.csv").unwrap();
    let column = |name: &str| table.columns.iter().position(|column| *column == name).unwrap();
    let rows = table.rows(&[]);
    assert!(rows.len() > 10);
    let integer = |row: &[Datum], name: &str| match row[column(name)] {
        Datum::Integer(number) => number,
        ref other => panic!("{name} is {other:?}"),
    };
    for row in &rows {
        assert!(integer(row, "hero_hit_by") > 0);
        assert!(integer(row, "hero_deals") + integer(row, "foe_body_lost") < 2, "this blow decides: {row:?}");
        let last = integer(row, "round") == 3;
        let Datum::Number(loss) = row[column("loss")] else { panic!("{row:?}") };
        assert!(loss >= 0.0);
        // After the last round a bonus is worth nothing.
        assert!(!last || row[column("choice")] == Datum::Text("wound".to_owned()), "{row:?}");
    }
    let choices = |choice: &str| {
        rows.iter().filter(|row| row[column("choice")] == Datum::Text(choice.to_owned())).count()
    };
    assert!(choices("wound") > 0 && choices("save for Attack") > 0);
}

#[test]
fn the_best_use_is_of_duels_and_has_a_known_goal() {
    check_errors(
        DUEL,
        &melee(&["choice.advantage=best", "foe.0.count=2"]),
        &["advantage is saved in a duel only, and there are 2 foes"],
    );
    check_errors(DUEL, &melee(&["choice.goal=glory"]), &["`choice.goal` cannot be \"glory\""]);
    check_errors(DUEL, &melee(&["choice.advantage=worst"]), &["`choice.advantage` cannot be \"worst\""]);
    check_errors(DUEL, &["choice.goal=win"], &["unknown key `choice.goal`"]);
}

#[test]
fn the_sizes_of_a_duel_are_named_where_it_is_too_large() {
    let sizes = |set: &[&str]| duel(set).ready.procedure.tables().objective.clone().unwrap().sizes;
    // 10 points of damage put somebody out whose Soak is as high as the damage.
    assert_eq!(sizes(&[]), "3 rounds, 2 levels of each kind, bonuses of up to 9");
    let kept = "3 rounds, 2 levels of each kind, bonuses of up to 14 and Initiative dice that are kept";
    assert_eq!(sizes(&["rules.initiative=once", "hero.damage=0"]), kept);
}
