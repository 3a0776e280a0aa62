//! Finds the settings that come closest to given targets.

use serde::Serialize;

use super::exact_or_sampled::Effort;
use super::findings::{Findings, OverSettings, fingerprint};
use super::near_equal::sort_near_equal;
use super::part::Fingerprint;
use super::settings::{Skipped, at_each};
use super::target::Target;
use super::{Progress, RunError};
use crate::expression::StatisticName;
use crate::scenario::{Document, Grid, Problems, Query, Scenario};
use crate::stats::{Estimate, same};

/// The settings, sorted by their distance to all targets.
#[derive(Clone, Debug, Serialize)]
pub struct Balance {
    /// The keys that are adjusted.
    pub keys: Vec<String>,
    /// The aims: every target in every scenario that it applies to.
    pub aims: Vec<Aim>,
    /// The settings that the rules allow, the closest first; equally close ones in the order of the
    /// grid.
    pub settings: Vec<Balanced>,
    /// The settings that the rules do not allow, each with its problems.
    pub skipped: Vec<Skipped>,
    /// Where targets lie between two neighbouring settings, if a single number is adjusted and the two
    /// settings differ by more than their errors; otherwise empty.
    pub between: Vec<Between>,
}

/// A target in one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Aim {
    /// The index of the scenario in the suite.
    pub scenario: usize,
    /// The statistic and its value, as they are written.
    pub text: String,
    /// The name of the statistic.
    pub name: StatisticName,
}

impl Aim {
    /// How far a value is from the target, as a share: for a chance the difference itself, for any other
    /// number the difference in relation to the target. So a percentage point of a chance counts as much
    /// as a hundredth of a number. If the target is 0, it is the difference.
    pub fn miss(&self, reached: &Reached) -> f64 {
        self.miss_of(reached.value.value, reached.goal)
    }

    fn miss_of(&self, value: f64, goal: f64) -> f64 {
        let difference = beyond(value, goal);
        if self.name.is_chance || goal == 0.0 { difference } else { difference / goal }
    }
}

/// How far a value is above a goal; 0 if they are the same but for rounding.
fn beyond(value: f64, goal: f64) -> f64 {
    if same(value, goal) { 0.0 } else { value - goal }
}

/// A setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balanced {
    /// Its rank from 1; equally close settings share a rank.
    pub rank: usize,
    /// Its number in the grid.
    pub number: u64,
    /// The value of each key.
    pub values: Vec<String>,
    /// The value reached for each aim.
    pub reached: Vec<Reached>,
    /// The distance to all targets: the root of the sum of the squares of [`Aim::miss`]. Infinite if a
    /// statistic has no value.
    pub distance: f64,
    /// The number of resolutions of each scenario that was sampled; `None` if everything is exact.
    pub trials: Option<u64>,
}

/// A target, and the value that a setting reaches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reached {
    /// The value of the statistic.
    pub value: Estimate,
    /// The value that it should have.
    pub goal: f64,
}

impl Balance {
    /// The least and the greatest distance of a setting, if its values may be anything in their intervals.
    /// Infinite if a statistic has no value.
    pub fn distances(&self, setting: &Balanced) -> [f64; 2] {
        if setting.distance.is_infinite() {
            return [f64::INFINITY; 2];
        }
        let [mut least, mut greatest] = [0.0; 2];
        for (aim, &Reached { value, goal }) in self.aims.iter().zip(&setting.reached) {
            let ends = [value.low, value.high].map(|end| aim.miss_of(end, goal));
            greatest += ends[0].abs().max(ends[1].abs()).powi(2);
            if ends[0] * ends[1] > 0.0 {
                least += ends[0].abs().min(ends[1].abs()).powi(2);
            }
        }
        [least.sqrt(), greatest.sqrt()]
    }
}

/// Two neighbouring settings of a number, one on each side of a target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Between {
    /// The index of the aim.
    pub aim: usize,
    /// The settings.
    pub ends: [i64; 2],
    /// Where the target is met, by linear interpolation between the two settings.
    pub at: f64,
}

/// Finds which settings of `knobs` bring a suite of scenarios nearest to `targets`.
///
/// # Errors
/// The errors of [`estimates`](super::estimates), at any setting.
pub fn balance(
    suite: &[&Document],
    knobs: &Grid,
    targets: &[Target],
    effort: &Effort,
    progress: &Progress,
) -> Result<Balance, RunError> {
    BalanceJob { suite, knobs, targets, effort }.over(&Findings::default(), progress)
}

/// A [`balance`] that can be computed in parts.
#[derive(Clone, Copy, Debug)]
pub struct BalanceJob<'a> {
    /// The scenarios.
    pub suite: &'a [&'a Document],
    /// The keys that are adjusted, and their values.
    pub knobs: &'a Grid,
    /// The targets.
    pub targets: &'a [Target],
    /// How each setting is computed.
    pub effort: &'a Effort,
}

impl OverSettings for BalanceJob<'_> {
    type Answer = Balance;

    fn fingerprint(&self) -> Fingerprint {
        let targets: Vec<String> = self.targets.iter().map(Target::identity).collect();
        let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
        fingerprint("balance", self.suite, &[self.knobs], &targets, self.effort)
    }

    fn over(&self, findings: &Findings, progress: &Progress) -> Result<Balance, RunError> {
        let &BalanceJob { suite, knobs, targets, effort } = self;
        let mut all: Vec<Result<Partial, Problems>> = vec![Ok(Partial::default()); knobs.len() as usize];
        let mut aims = Vec::new();
        for (scenario, document) in suite.iter().enumerate() {
            let mine = || targets.iter().filter(|target| target.scenario.is_none_or(|only| only == scenario));
            let found = at_each(document, knobs, findings, progress, |number, checked, finder| {
                let conditions: Vec<_> = mine()
                    .map(|target| target.query.constraint(&checked))
                    .collect::<Result<_, Problems>>()?;
                let statistics: Vec<_> = conditions
                    .iter()
                    .flat_map(|condition| [&condition.statistic, &condition.bound])
                    .collect();
                let place = scenario as u64 * knobs.len() + number;
                Ok(finder.estimates(&checked, &statistics, &effort.apart(place), progress)?)
            })?;
            let queries = mine().map(|target| &target.query);
            let aimed = |query: &Query, first: &Scenario| Ok(query.constraint(first)?.statistic);
            let names = found.names(document, knobs, queries, aimed);
            let aim =
                |(target, name): (&Target, _)| Aim { scenario, text: target.query.text().to_owned(), name };
            aims.extend(mine().zip(names).map(aim));
            for (number, _, estimates) in found.settings {
                let reached = estimates.values.chunks_exact(2);
                if let Ok(partial) = &mut all[number as usize] {
                    partial
                        .reached
                        .extend(reached.map(|pair| Reached { value: pair[0], goal: pair[1].value }));
                    partial.trials = partial.trials.or(estimates.trials);
                }
            }
            for Skipped { number, problems, .. } in found.skipped {
                all[number as usize] = Err(problems);
            }
        }
        let keys: Vec<String> = knobs.keys().map(str::to_owned).collect();
        let mut balance =
            Balance { keys, aims, settings: Vec::new(), skipped: Vec::new(), between: Vec::new() };
        let is_found = |(number, _): &(u64, _)| findings.of(knobs.len()).contains(number);
        for (number, result) in (0u64..).zip(all).filter(is_found) {
            let values: Vec<String> = knobs.setting(number).into_iter().map(str::to_owned).collect();
            match result {
                Ok(partial) => balance.settings.push(partial.at(number, values, &balance.aims)),
                Err(problems) => balance.skipped.push(Skipped { number, values, problems }),
            }
        }
        balance.between = between(&balance);
        rank(&mut balance.settings);
        Ok(balance)
    }
}

/// The results of a setting in the scenarios so far.
#[derive(Clone, Default)]
struct Partial {
    reached: Vec<Reached>,
    trials: Option<u64>,
}

impl Partial {
    fn at(self, number: u64, values: Vec<String>, aims: &[Aim]) -> Balanced {
        let Partial { reached, trials } = self;
        let squares: f64 = aims.iter().zip(&reached).map(|(aim, one)| aim.miss(one).powi(2)).sum();
        let distance = if squares.is_finite() { squares.sqrt() } else { f64::INFINITY };
        Balanced { rank: 0, number, values, reached, distance, trials }
    }
}

fn rank(settings: &mut [Balanced]) {
    let mut before = 0;
    sort_near_equal(
        settings,
        |setting| setting.distance,
        |equal| {
            equal.sort_by_key(|setting| setting.number);
            equal.iter_mut().for_each(|setting| setting.rank = before + 1);
            before += equal.len();
        },
    );
}

/// Where targets lie between neighbouring settings, if a single number is adjusted.
fn between(balance: &Balance) -> Vec<Between> {
    let number = |setting: &Balanced| match &setting.values[..] {
        [value] => value.parse::<i64>().ok(),
        _ => None,
    };
    let mut settings: Vec<(i64, &Balanced)> =
        balance.settings.iter().filter_map(|setting| Some((number(setting)?, setting))).collect();
    settings.sort_by_key(|(number, _)| *number);
    let mut found = Vec::new();
    for aim in 0..balance.aims.len() {
        for pair in settings.windows(2) {
            let [(low, before), (high, after)] = [pair[0], pair[1]];
            let over = |one: &Balanced| beyond(one.reached[aim].value.value, one.reached[aim].goal);
            let [over, under] = [before, after].map(over);
            let differ = !before.reached[aim].value.less(after.reached[aim].value).may_be(0.0);
            if over * under < 0.0 && differ {
                let at = low as f64 + (high - low) as f64 * over / (over - under);
                found.push(Between { aim, ends: [low, high], at });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixtures::*;
    use crate::analysis::{MAX_OUTCOMES, exact};

    fn target(text: &str, scenario: Option<usize>) -> Target {
        Target { query: Query::new("--target", text), scenario }
    }

    fn balanced(suite: &[&Document], knobs: &str, targets: &[Target]) -> Balance {
        balance(suite, &grid(&[knobs]), targets, &exactly(), &Progress::default()).unwrap()
    }

    fn mean(document: &Document, metric: &str) -> f64 {
        exact(&document.check().unwrap(), None, MAX_OUTCOMES).unwrap().summary(metric).unwrap().mean
    }

    #[test]
    fn settings_are_sorted_by_their_distance() {
        let found = balanced(&[&document(BOLT)], "target.armor=0..20", &[target("mean(damage) = 3", None)]);
        assert_eq!((found.keys.len(), found.settings.len(), found.settings[0].rank), (1, 21, 1));
        for setting in &found.settings {
            let document = with(BOLT, &[&format!("target.armor={}", setting.values[0])]);
            assert!((setting.distance - (mean(&document, "damage") / 3.0 - 1.0).abs()).abs() < 1e-12);
        }
        assert!(found.settings.is_sorted_by_key(|setting| setting.distance));
    }

    #[test]
    fn a_target_between_two_settings_is_found_where_the_line_meets_it() {
        let found = balanced(&[&document(BOLT)], "target.armor=0..20:5", &[target("mean(damage) = 3", None)]);
        let [Between { aim: 0, ends: [low, high], at }] = found.between[..] else {
            panic!("{:?}", found.between)
        };
        let value = |armor: i64| mean(&with(BOLT, &[&format!("target.armor={armor}")]), "damage");
        assert!(value(low) > 3.0 && value(high) < 3.0 && high - low == 5);
        let line = value(low) + (at - low as f64) / 5.0 * (value(high) - value(low));
        assert!((line - 3.0).abs() < 1e-12);
    }

    #[test]
    fn equals_share_a_rank() {
        // Armor below the spell's armor penetration makes no difference.
        let found =
            balanced(&[&document(BOLT)], "target.armor=0,3,6,20", &[target("mean(damage) = 9", None)]);
        let ranks: Vec<usize> = found.settings.iter().map(|setting| setting.rank).collect();
        assert_eq!(ranks, [1, 1, 1, 4]);
        assert_eq!(found.settings[0].values, ["0"]);
    }

    #[test]
    fn the_distance_is_over_all_targets_of_all_scenarios() {
        let (first, second) = (document(BOLT), with(BOLT, &["target.body=8"]));
        let targets = [target("mean(damage) = 3", None), target("mean(drain) = 0.5", Some(1))];
        let found = balanced(&[&first, &second], "choice.force=4..8", &targets);
        let aims: Vec<(usize, &str)> =
            found.aims.iter().map(|aim| (aim.scenario, aim.text.as_str())).collect();
        assert_eq!(aims, [(0, "mean(damage) = 3"), (1, "mean(damage) = 3"), (1, "mean(drain) = 0.5")]);
        for setting in &found.settings {
            let at = |mut document: Document, metric| {
                document.set("--set", &format!("choice.force={}", setting.values[0])).unwrap();
                mean(&document, metric)
            };
            let misses = [
                at(first.clone(), "damage") / 3.0 - 1.0,
                at(second.clone(), "damage") / 3.0 - 1.0,
                at(second.clone(), "drain") / 0.5 - 1.0,
            ];
            let distance = misses.iter().map(|miss| miss * miss).sum::<f64>().sqrt();
            assert!((setting.distance - distance).abs() < 1e-12);
        }
    }

    #[test]
    fn a_percentage_point_counts_as_much_as_a_hundredth_of_a_number() {
        let targets = [target("mean(damage) = 2", None), target("p(hit == 1) = 0.5", None)];
        let found = balanced(&[&document(BOLT)], "target.armor=9", &targets);
        let [damage, hit] = found.settings[0].reached[..] else { panic!("two targets") };
        let (damage, hit) = (damage.value.value / 2.0 - 1.0, hit.value.value - 0.5);
        assert!((found.settings[0].distance - damage.hypot(hit)).abs() < 1e-12);
        // Of a target of 0 there are no hundredths.
        let found = balanced(&[&document(BOLT)], "target.armor=9", &[target("mean(damage) = 0", None)]);
        assert_eq!(found.settings[0].distance, found.settings[0].reached[0].value.value);
    }

    #[test]
    fn what_is_no_scenario_of_the_suite_is_skipped() {
        let found = balanced(
            &[&document(BOLT), &with(BOLT, &["caster.magic=5"])],
            "choice.force=9..13",
            &[target("mean(damage) = 9", None)],
        );
        let skipped: Vec<&str> = found.skipped.iter().map(|skipped| skipped.values[0].as_str()).collect();
        assert_eq!(skipped, ["11", "12", "13"]);
        assert_eq!(found.settings.len(), 2);
    }

    #[test]
    fn what_has_no_value_is_infinitely_far() {
        let targets = [target("mean(damage | damage >= 1000) = 3", None)];
        let found = balanced(&[&document(BOLT)], "target.armor=0,9", &targets);
        assert!(found.settings.iter().all(|setting| setting.distance.is_infinite() && setting.rank == 1));
        assert!(found.between.is_empty());
    }
}
