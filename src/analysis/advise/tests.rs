//! Ranks, prices and frontiers compared with values computed by hand and with exhaustive scans.

use super::*;
use crate::analysis::fixtures::*;
use crate::analysis::{Method, Sampling};
use crate::scenario::Sense;
use crate::stats::{Estimate, ROUNDING};

fn choice(name: &str, objective: f64, cost: f64) -> Candidate {
    Candidate {
        values: vec![name.to_owned()],
        objective: Estimate::exactly(objective),
        score: objective,
        feasible: objective.is_finite(),
        cost: Some(cost),
        weighed: Some(Weighed { gain: objective, pain: cost, ..Weighed::default() }),
        ..Candidate::default()
    }
}

fn names<'a>(choices: impl Iterator<Item = &'a Candidate>) -> String {
    choices.map(|choice| choice.values.join(" ")).collect::<Vec<_>>().join(" ")
}

fn situation(choices: Vec<Candidate>) -> Situation {
    Situation::new(
        Vec::new(),
        choices,
        &goal("mean(damage)", &[], Some("0")),
        [Sense::Maximize, Sense::Minimize],
    )
}

/// A cost of 0 gives 1, 10 gives 4, 20 gives 5, 25 gives 5, 30 gives 9; and 15 gives 3.
fn shop() -> Situation {
    let goods = [("a", 1.0, 0.0), ("b", 4.0, 10.0), ("c", 5.0, 20.0), ("d", 5.0, 25.0), ("e", 9.0, 30.0)];
    let mut choices: Vec<Candidate> = goods.map(|(name, worth, cost)| choice(name, worth, cost)).into();
    choices.push(choice("f", 3.0, 15.0));
    situation(choices)
}

#[test]
fn of_equals_the_cheaper_is_first_and_then_the_first() {
    assert_eq!(names(shop().choices.iter()), "e c d b f a");
    let equal = situation(vec![choice("z", 2.0, 5.0), choice("y", 2.0 + 1e-14, 5.0), choice("x", 2.0, 1.0)]);
    assert_eq!(names(equal.choices.iter()), "x y z");
    assert_eq!(shop().choices[1].loss, Some(4.0));
}

#[test]
fn a_choice_is_efficient_if_no_other_gives_more_for_as_much() {
    let shop = shop();
    let efficient = shop.choices.iter().filter(|choice| choice.weighed.unwrap().efficient);
    assert_eq!(names(efficient), "e c b a");
}

#[test]
fn equals_are_both_efficient() {
    let equal = situation(vec![choice("a", 2.0, 5.0), choice("b", 2.0, 5.0), choice("c", 2.0, 6.0)]);
    let efficient = equal.choices.iter().filter(|choice| choice.weighed.unwrap().efficient);
    assert_eq!(names(efficient), "a b");
}

#[test]
fn the_ladder_has_every_efficient_choice_and_the_price_of_each_step() {
    let shop = shop();
    let rungs: Vec<String> =
        shop.ladder.iter().map(|one| names([&shop.choices[one.choice]].into_iter())).collect();
    assert_eq!(rungs, ["a", "b", "c", "e"]);
    let steps: Vec<Option<(f64, f64)>> =
        shop.ladder.iter().map(|one| one.step.map(|step| (step.gain, step.cost))).collect();
    assert_eq!(steps, [None, Some((3.0, 10.0)), Some((1.0, 10.0)), Some((4.0, 10.0))]);
    // From a to b costs 10 for 3, from b to e 20 for 5: c is never the best.
    let best_from: Vec<Option<f64>> = shop.ladder.iter().map(|one| one.best_from).collect();
    assert_eq!(best_from, [Some(0.0), Some(10.0 / 3.0), None, Some(4.0)]);
}

#[test]
fn with_a_cost_alone_no_choice_is_the_best() {
    assert!(shop().best().is_none() && shop().feasible().len() == 6);
}

#[test]
fn choices_of_the_same_score_are_equals() {
    let equal = situation(vec![choice("a", 2.0, 5.0), choice("b", 2.0 + 1e-14, 4.0), choice("c", 1.0, 0.0)]);
    assert_eq!(names(equal.equals().iter()), "b a");
    assert!(!equal.is_indifferent());
    let zero = situation(vec![choice("a", 0.0, 5.0), choice("b", 0.0, 5.0), choice("c", f64::NAN, 0.0)]);
    assert!(zero.is_indifferent());
    let barred = Candidate { feasible: false, ..choice("c", 0.0, 5.0) };
    let some = situation(vec![choice("a", 0.0, 5.0), choice("b", 0.0, 5.0), barred]);
    assert!(some.feasible_are_equal() && !some.is_indifferent());
    assert!(!situation(vec![choice("a", 0.0, 5.0)]).is_indifferent(), "one choice alone is no question");
}

#[test]
fn the_best_choice_changes_where_a_sample_tells() {
    let sampled = |a: f64, b: f64| {
        let around = |name: &str, value: f64| Candidate {
            objective: Estimate::around(value, 0.1),
            trials: Some(100),
            ..choice(name, value, 0.0)
        };
        Situation { has_best: true, ..situation(vec![around("a", a), around("b", b)]) }
    };
    let all =
        [sampled(1.0, 2.0), sampled(1.52, 1.5), sampled(1.5, 1.52), sampled(2.0, 1.0), sampled(1.5, 1.52)];
    let runs = runs_of_best(all.iter().map(Some));
    let runs: Vec<(usize, String)> =
        runs.iter().map(|run| (run.first, run.best.concat().join(" "))).collect();
    assert_eq!(runs, [(0, "b".to_owned()), (3, "a".to_owned())]);
    // What is open at first is what is told later.
    let later = runs_of_best(all[1..].iter().map(Some));
    assert_eq!(later.iter().map(|run| run.best.concat().join(" ")).collect::<Vec<_>>(), ["a"]);
    let untold: Vec<usize> = all.iter().map(|one| one.untold().count()).collect();
    assert_eq!(untold, [0, 1, 1, 0, 1]);
}

#[test]
fn what_has_no_value_comes_last_and_is_never_advised() {
    let all =
        situation(vec![choice("a", f64::NAN, 0.0), choice("b", -1.0, 3.0), choice("c", f64::INFINITY, 0.0)]);
    assert_eq!(names(all.feasible().iter()), "b");
    assert_eq!(all.ladder, [Rung { choice: 0, step: None, best_from: Some(0.0) }]);
    assert!(all.choices[1..].iter().all(|choice| choice.loss.is_none() && !choice.feasible));
}

fn advised(choices: &Grid, situations: &Grid, goal: &Goal) -> Recommendation {
    advise(&document(BOLT), choices, situations, goal, &exactly(), &Progress::default()).unwrap()
}

#[test]
fn the_ladder_agrees_with_an_enumeration_of_all_worths_and_purses() {
    let choices = grid(&["choice.force=1..12", "choice.reagents=unset,1..8"]);
    let condition = "p(drain_type == 'physical') <= 0.01";
    let goal = goal("mean(damage)", &[condition], Some("20 * choice.reagents"));
    let advice = advised(&choices, &Grid::default(), &goal);
    let [situation] = &advice.situations[..] else { panic!("there is one situation") };
    let ladder = &situation.ladder;
    assert!(ladder.len() >= 4 && ladder.iter().any(|rung| rung.best_from.is_none()), "{ladder:?}");
    let at = |rung: &Rung| &situation.choices[rung.choice];
    // The worth of one unit decides between the corners of the hull.
    for step in 1..2_000 {
        let worth = f64::from(step) / 10.0;
        let net = |choice: &Candidate| worth * choice.objective.value - choice.cost.unwrap();
        let best = situation.feasible().iter().map(net).fold(f64::MIN, f64::max);
        let chosen = ladder.iter().rfind(|rung| rung.best_from.is_some_and(|from| from <= worth)).unwrap();
        assert!((net(at(chosen)) - best).abs() < 1e-9, "at {worth}");
        let priced = Goal { worth: Some(worth), ..goal.clone() };
        if step % 400 == 1 {
            let advice = advised(&choices, &Grid::default(), &priced);
            let named = advice.situations[0].best().unwrap();
            assert!((net(named) - best).abs() < 1e-9 && (named.score - best).abs() < 1e-9, "at {worth}");
        }
    }
    // A budget decides between all rungs.
    for purse in 0..200 {
        let purse = f64::from(purse);
        let affordable = situation.feasible().iter().filter(|choice| choice.cost.unwrap() <= purse);
        let most = affordable.map(|choice| choice.objective.value).fold(f64::MIN, f64::max);
        let chosen = ladder.iter().rfind(|rung| at(rung).cost.unwrap() <= purse).unwrap();
        assert!((at(chosen).objective.value - most).abs() < 1e-9, "for {purse}");
    }
    for pair in ladder.windows(2) {
        let Step { gain, cost } = pair[1].step.unwrap();
        assert!((at(&pair[1]).objective.value - at(&pair[0]).objective.value - gain).abs() < 1e-12);
        assert!((at(&pair[1]).cost.unwrap() - at(&pair[0]).cost.unwrap() - cost).abs() < 1e-12);
    }
}

#[test]
fn to_minimize_is_to_maximize_the_negative() {
    let choices = grid(&["choice.force=1..12", "choice.reagents=unset,1..8"]);
    let least = Goal { sense: Sense::Minimize, ..goal("mean(drain)", &["mean(damage) >= 3"], None) };
    let most = goal("-mean(drain)", &["mean(damage) >= 3"], None);
    let priced = |goal: Goal| Goal { cost: Some(Query::new("--cost", "20 * choice.reagents")), ..goal };
    for (least, most) in [(least.clone(), most.clone()), (priced(least), priced(most))] {
        let [least, most] =
            [least, most].map(|goal| advised(&choices, &Grid::default(), &goal).situations.remove(0));
        for (one, other) in least.choices.iter().zip(&most.choices) {
            assert_eq!(one.values, other.values);
            assert_eq!(one.objective.value, -other.objective.value);
            assert_eq!((one.score, one.loss), (other.score, other.loss));
            assert_eq!(one.weighed.unwrap().efficient, other.weighed.unwrap().efficient);
        }
        assert_eq!(least.ladder, most.ladder);
    }
}

#[test]
fn the_frontier_agrees_with_a_comparison_of_all_pairs() {
    let choices = grid(&["choice.force=1..12", "choice.reagents=unset,1..8"]);
    let advice = advised(&choices, &Grid::default(), &goal("mean(damage)", &["mean(drain) <= 1"], None));
    let choices = &advice.situations[0].choices;
    assert!(choices.iter().all(|choice| choice.feasible || !choice.weighed.unwrap().efficient));
    let all: Vec<&Candidate> = choices.iter().filter(|choice| choice.feasible).collect();
    for choice in &all {
        let Weighed { gain, pain, efficient, .. } = choice.weighed.unwrap();
        let dominates = |other: &Candidate| {
            let Weighed { gain: more, pain: less, .. } = other.weighed.unwrap();
            more >= gain - ROUNDING
                && less <= pain + ROUNDING
                && (more > gain + ROUNDING || less < pain - ROUNDING)
        };
        assert_eq!(efficient, !all.iter().any(|other| dominates(other)), "{:?}", choice.values);
    }
}

#[test]
fn a_condition_that_asks_for_more_turns_the_frontier() {
    let choices = grid(&["choice.force=1..12"]);
    let advice = advised(&choices, &Grid::default(), &goal("0 - mean(drain)", &["mean(damage) >= 2"], None));
    let all = &advice.situations[0].choices;
    // More Force means more damage and more drain, so each choice is efficient as long as that holds.
    let weighed = |choice: &Candidate| choice.weighed.unwrap();
    for choice in all {
        let dominated = all.iter().any(|other| {
            weighed(other).gain > weighed(choice).gain + ROUNDING
                && weighed(other).pain >= weighed(choice).pain - ROUNDING
        });
        assert!(!(dominated && weighed(choice).efficient), "{:?}", choice.values);
    }
    assert!(all.iter().filter(|choice| weighed(choice).efficient).count() > 1);
}

#[test]
fn a_cell_of_a_map_is_what_is_advised_there_alone() {
    let choices = grid(&["choice.force=1..12", "choice.reagents=unset,3,6"]);
    let goal = goal("mean(damage)", &["p(drain > 3) <= 0.05"], None);
    let map = advised(&choices, &grid(&["target.armor=0,9,18"]), &goal);
    assert_eq!((map.situation_keys.len(), map.situations.len()), (1, 3));
    for (situation, armor) in map.situations.iter().zip(["0", "9", "18"]) {
        let document = with(BOLT, &[&format!("target.armor={armor}")]);
        let alone =
            advise(&document, &choices, &Grid::default(), &goal, &exactly(), &Progress::default()).unwrap();
        assert_eq!(situation.choices, alone.situations[0].choices, "armor {armor}");
    }
}

#[test]
fn a_best_choice_changes_from_its_neighbor_in_the_same_row() {
    let document = with(BOLT, &["target.willpower=3"]);
    let grid = |keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        Grid::parse("--vary", &keys, &document).unwrap()
    };
    let choices = grid(&["spell.preset=lightning-bolt,manabolt"]);
    let situations = grid(&["caster.magic=6..8", "target.armor=8,12,16,20"]);
    let zipped = grid(&["zip(target.armor=8,12,16,20, caster.magic=6,6,7,7)"]);
    let goal = goal("mean(damage)", &[], None);
    let advice = advise(&document, &choices, &situations, &goal, &exactly(), &Progress::default()).unwrap();
    let best = |situation: &Situation| situation.best().map(|best| best.values[0].clone());
    let best: Vec<Option<String>> = advice.situations.iter().map(best).collect();
    assert_eq!((&best[..4], &best[4..8]), (&best[8..], &best[8..]));
    assert_eq!(advice.flips(), [2, 6, 10]);
    let advice = advise(&document, &choices, &zipped, &goal, &exactly(), &Progress::default()).unwrap();
    assert_eq!(advice.flips(), [2]);
}

#[test]
fn a_sampled_map_is_sampled_as_its_cells_are_alone() {
    // With this many shots, the joint distribution of all metrics is too large.
    let text = include_str!("../../../scenarios/burst.toml");
    let document = with(text, &["attacker.skill=21", "choice.split=[3,3,3,3,3,3,3]"]);
    let grid = |text: &str| Grid::parse("--vary", &[text.to_owned()], &document).unwrap();
    let sampling = Sampling { trials: 2_000, ..Sampling::default() };
    let effort = Effort { method: Method::Either, sampling };
    let goal = goal("p(successes >= 5 && state != 'ok')", &[], None);
    let choices = grid("weapon.power=4,5");
    let of = |document: &Document, situations: &Grid| {
        advise(document, &choices, situations, &goal, &effort, &Progress::default()).unwrap()
    };
    let map = of(&document, &grid("target.body=3,4"));
    let mut tough = document.clone();
    tough.set("--set", "target.body=4").unwrap();
    let alone = of(&tough, &Grid::default());
    assert_eq!(map.situations[1].choices, alone.situations[0].choices);
    assert!(alone.situations[0].choices.iter().all(|choice| choice.trials == Some(2_000)));
}

#[test]
fn where_no_choice_is_feasible_the_nearest_comes_first() {
    let choices = grid(&["choice.force=4..12"]);
    let advice = advised(&choices, &Grid::default(), &goal("mean(damage)", &["mean(drain) <= 0 - 1"], None));
    let situation = &advice.situations[0];
    assert!(situation.best().is_none() && situation.choices.iter().all(|choice| choice.loss.is_none()));
    let drains: Vec<f64> = situation.choices.iter().map(|choice| choice.conditions[0].value.value).collect();
    assert!(drains.is_sorted(), "{drains:?}");
    assert_eq!(situation.choices[0].conditions[0].missed_by, drains[0] + 1.0);
}

#[test]
fn a_choice_at_the_limit_of_a_strict_condition_is_none_of_the_feasible() {
    let choices = grid(&["choice.force=4..10"]);
    let advice = advised(&choices, &Grid::default(), &goal("mean(damage)", &["choice.force < 9"], None));
    let situation = &advice.situations[0];
    let is_feasible: Vec<bool> = situation.choices.iter().map(|choice| choice.feasible).collect();
    assert_eq!(is_feasible, [true, true, true, true, true, false, false]);
    let forces: Vec<f64> = situation.choices.iter().map(|choice| choice.conditions[0].value.value).collect();
    assert_eq!((forces[0], &forces[5..]), (8.0, &[9.0, 10.0][..]));
    assert!(situation.best().is_some());
}

#[test]
fn settings_that_are_no_scenarios_are_skipped() {
    let advice = advised(
        &grid(&["choice.force=11..14"]),
        &grid(&["target.armor=0,9"]),
        &goal("mean(damage)", &[], None),
    );
    assert_eq!(advice.skipped.len(), 4);
    assert_eq!(advice.skipped[0].values, ["0", "13"]);
    assert!(advice.situations.iter().all(|situation| situation.choices.len() == 2));
}
