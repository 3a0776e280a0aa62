//! A simulation as the witness of exact odds.

use std::collections::BTreeMap;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, DiscreteCDF, Normal, Poisson};

use super::odds::{Distribution, Engine, JointRow, Odds, Row};
use crate::chance::NEVER;
use crate::stats::same;

/// A simulation disagrees if its largest gap would be larger by chance only once in this many runs.
const ONCE_IN: f64 = 1e6;

/// Up to so many expected occurrences, the gap of a count is found from the Poisson distribution, and
/// beyond that from the normal one.
const RARE: f64 = 100.0;

/// What a simulation says about exact odds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Witness {
    /// The number of simulated trials.
    pub trials: u64,
    /// The seed of their random streams.
    pub seed: u64,
    /// How many numbers were compared: the means of integer metrics, the chances of the values of all
    /// others, and the answers. Without those that are certain.
    pub compared: usize,
    /// The largest gap between a simulated number and the exact one, in standard errors.
    pub largest_gap: f64,
    /// The number that has it.
    pub largest_gap_of: String,
    /// The number of trials whose outcome is impossible.
    pub impossible: u64,
    /// Whether the simulation agrees: no outcome is impossible, and the largest gap is not too large for
    /// the number of comparisons (Bonferroni).
    pub agrees: bool,
}

/// The exact odds, with the counts of a simulation next to their probabilities, and what the simulation
/// says about them. Outcomes that were counted but have no probability are added.
pub fn witnessed(exact: Odds, simulated: &Odds) -> Odds {
    let Engine::Sampled { trials, seed } = simulated.engine else {
        return exact;
    };
    let witness = Gaps::of(&exact, simulated, trials).witness(seed);
    let laws = exact.distributions.into_iter().zip(&simulated.distributions);
    let distributions = laws.map(|(law, counted)| with_counts(law, counted)).collect();
    let answers = exact.answers.into_iter().zip(&simulated.answers).map(|(mut answer, counted)| {
        answer.count = counted.count;
        answer
    });
    let mut joint = exact.joint;
    if joint.metrics == simulated.joint.metrics {
        joint.rows = with_row_counts(joint.rows, &simulated.joint.rows);
    }
    Odds { distributions, answers: answers.collect(), joint, witness: Some(witness), ..exact }
}

fn with_counts(law: Distribution, counted: &Distribution) -> Distribution {
    let counts: BTreeMap<i64, Option<u64>> = counted.rows.iter().map(|row| (row.value, row.count)).collect();
    let mut rows: Vec<Row> = law
        .rows
        .into_iter()
        .map(|row| Row { count: counts.get(&row.value).copied().flatten().or(Some(0)), ..row })
        .collect();
    for unseen in &counted.rows {
        let Err(place) = rows.binary_search_by_key(&unseen.value, |row| row.value) else { continue };
        let omitted = rows.first().map_or(0.0, |row| row.high - row.low);
        rows.insert(
            place,
            Row {
                probability: 0.0,
                low: 0.0,
                high: omitted,
                at_least: rows.get(place).map_or(0.0, |next| next.at_least),
                at_most: place.checked_sub(1).map_or(0.0, |before| rows[before].at_most),
                ..*unseen
            },
        );
    }
    Distribution { rows, ..law }
}

/// Both ascending by values.
fn with_row_counts(exact: Vec<JointRow>, counted: &[JointRow]) -> Vec<JointRow> {
    let mut counted = counted.iter().peekable();
    let mut rows = Vec::with_capacity(exact.len());
    let impossible = |row: &JointRow| JointRow { probability: 0.0, ..row.clone() };
    for row in exact {
        while let Some(before) = counted.next_if(|other| other.values < row.values) {
            rows.push(impossible(before));
        }
        let count = counted.next_if(|other| other.values == row.values).map_or(Some(0), |same| same.count);
        rows.push(JointRow { count, ..row });
    }
    rows.extend(counted.map(impossible));
    rows
}

/// The gaps between the numbers of a simulation and the exact ones.
struct Gaps {
    trials: u64,
    omitted: f64,
    compared: usize,
    largest: (f64, String),
    impossible: u64,
}

impl Gaps {
    fn of(exact: &Odds, simulated: &Odds, trials: u64) -> Gaps {
        let omitted = exact.engine.omitted();
        let mut gaps = Gaps { trials, omitted, compared: 0, largest: (0.0, String::new()), impossible: 0 };
        for (law, counted) in exact.distributions.iter().zip(&simulated.distributions) {
            gaps.compare(law, counted);
        }
        for (answer, counted) in exact.answers.iter().zip(&simulated.answers) {
            gaps.chance(&answer.name, answer.probability, counted.count.unwrap_or(0));
        }
        gaps
    }

    fn compare(&mut self, law: &Distribution, counted: &Distribution) {
        let label = &law.metric.label;
        let seen = |value| counted.row(value).and_then(|row| row.count).unwrap_or(0);
        let never = counted.rows.iter().filter(|row| law.row(row.value).is_none_or(|row| row.high <= 0.0));
        self.impossible = self.impossible.max(never.filter_map(|row| row.count).sum());
        match (law.metric.is_indicator(), &law.summary, &counted.summary) {
            (true, ..) => {
                let yes = law.row(1).map_or(0.0, |row| row.probability);
                self.chance(label, yes, seen(1));
            }
            (false, Some(exact), Some(found)) => {
                // Of an occasion the mean is that of the trials in which it happens.
                let mut trials = self.trials;
                if law.metric.is_occasion() {
                    trials -= seen(0);
                    self.chance(
                        &format!("{label}: {NEVER}"),
                        law.row(0).map_or(0.0, |row| row.probability),
                        seen(0),
                    );
                }
                let happens = law.rows.iter().filter(|row| row.value != 0 || !law.metric.is_occasion());
                let Some(mode) = happens.max_by(|one, other| one.probability.total_cmp(&other.probability))
                else {
                    return;
                };
                let others = 1.0 - mode.probability - (self.trials - trials) as f64 / self.trials as f64;
                if others * self.trials as f64 <= RARE {
                    // The mean of so few other values has not the distribution of a normal variable.
                    return self.chance(label, mode.probability, seen(mode.value));
                }
                let error = exact.sd / (trials as f64).sqrt();
                let difference = found.mean - exact.mean;
                // Exact sums have rounding errors.
                if !same(found.mean, exact.mean) && error > 1e-12 * exact.mean.abs() {
                    self.add(label, (difference / error).abs());
                }
            }
            _ => {
                for row in &law.rows {
                    let name = format!("{label}: {}", law.metric.say(row.value));
                    self.chance(&name, row.probability, seen(row.value));
                }
            }
        }
    }

    /// Compares the count of an event with its exact probability, which may be too low by the omitted mass.
    fn chance(&mut self, name: &str, probability: f64, count: u64) {
        if same(probability, 0.0) && count == 0 || same(probability, 1.0) && count == self.trials {
            return;
        }
        let share = count as f64 / self.trials as f64;
        let nearest = share.clamp(probability.min(1.0), (probability + self.omitted).min(1.0));
        self.add(name, gap(nearest, count, self.trials));
    }

    fn add(&mut self, name: &str, gap: f64) {
        self.compared += 1;
        if gap > self.largest.0 || self.largest.1.is_empty() {
            self.largest = (gap, name.to_owned());
        }
    }

    fn witness(self, seed: u64) -> Witness {
        let (largest_gap, largest_gap_of) = self.largest;
        let by_chance = 2.0 * Normal::standard().cdf(-largest_gap) * self.compared as f64;
        let is_plausible = self.compared == 0 || by_chance >= 1.0 / ONCE_IN;
        Witness {
            trials: self.trials,
            seed,
            compared: self.compared,
            largest_gap,
            largest_gap_of,
            impossible: self.impossible,
            agrees: self.impossible == 0 && is_plausible,
        }
    }
}

/// How far the count of an event in `n` trials is from its probability, in standard errors. A rare event,
/// or one whose opposite is rare, has the gap of a normal variable whose tails are as likely.
fn gap(probability: f64, count: u64, n: u64) -> f64 {
    let n_ = n as f64;
    let (rarer, count) =
        if probability <= 0.5 { (probability, count) } else { (1.0 - probability, n - count.min(n)) };
    let expected = rarer * n_;
    if expected > RARE {
        return ((count as f64 - expected) / (expected * (1.0 - rarer)).sqrt()).abs();
    }
    let Ok(poisson) = Poisson::new(expected) else {
        return if count == 0 { 0.0 } else { f64::INFINITY };
    };
    let at_least = count.checked_sub(1).map_or(1.0, |below| poisson.sf(below));
    let tail = poisson.cdf(count).min(at_least);
    if tail >= 0.5 { 0.0 } else { -Normal::standard().inverse_cdf(tail) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Progress, Sampling, exact, sample};
    use crate::scenario::{Document, Scenario};

    fn scenario(rules: &str) -> Scenario {
        Document::parse("some.rules", rules).unwrap().check().unwrap()
    }

    fn simulated(scenario: &Scenario) -> Odds {
        let sampling = Sampling { trials: 100_000, ..Sampling::default() };
        sample(scenario, None, &sampling, &Progress::default()).unwrap()
    }

    #[test]
    fn a_simulation_agrees_with_its_own_rules() {
        let own = scenario(
            "labels how = 'badly' | 'well'\nhits = 4d6.count(x, x >= 5)\nhow = hits > 2 ? 'well' : 'badly'\n\
             report hits, any = hits > 0, how\nquestion \"two\" = hits >= 2\nquestion \"five\" = hits >= 5",
        );
        let both = witnessed(exact(&own, None, 1_000).unwrap(), &simulated(&own));
        let witness = both.witness.clone().unwrap();
        assert!(witness.agrees && witness.largest_gap < 4.0, "{witness:?}");
        // The mean of the hits, any, two labels, and one answer: five hits are impossible.
        assert_eq!((witness.compared, witness.impossible), (5, 0));
        let law = both.distribution("hits").unwrap();
        assert_eq!(law.rows.iter().filter_map(|row| row.count).sum::<u64>(), 100_000);
        assert_eq!(law.row(0).unwrap().probability, (16.0 / 81.0));
        assert_eq!(both.joint.rows.iter().filter_map(|row| row.count).sum::<u64>(), 100_000);
    }

    #[test]
    fn what_seldom_happens_is_compared_where_it_does() {
        // One opponent in sixty goes down, mostly in one of the last casts.
        let text = include_str!("../../scenarios/gangers.toml");
        let mut document = Document::parse("gangers.toml", text).unwrap();
        for set in ["choice.force=2", "choice.casts=6"] {
            document.set("--set", set).unwrap();
        }
        let own = document.check().unwrap();
        let law = exact(&own, Some(&[]), 1_000_000).unwrap();
        for seed in 1..=3 {
            let sampling = Sampling { trials: 200_000, seed, ..Sampling::default() };
            let found = sample(&own, Some(&[]), &sampling, &Progress::default()).unwrap();
            let witness = witnessed(law.clone(), &found).witness.unwrap();
            assert!(witness.agrees && witness.largest_gap < 4.5, "{witness:?}");
        }
        // A mean of a handful of trials is no normal variable: of 2.7 that are expected 13 may be seen.
        let own = scenario("dice = 8d6\nwon = dice >= 46 ? 1000 : 0\nreport won");
        let law = exact(&own, None, 10_000_000).unwrap();
        let agrees = |count: u64| {
            let mut found = simulated(&own);
            let counted = &mut found.distributions[0];
            counted.rows.last_mut().unwrap().count = Some(count);
            counted.rows[0].count = Some(100_000 - count);
            counted.summary.as_mut().unwrap().mean = 0.01 * count as f64;
            witnessed(law.clone(), &found).witness.unwrap().agrees
        };
        assert_eq!([2, 13, 40].map(agrees), [true, true, false]);
    }

    #[test]
    fn a_simulation_of_other_rules_disagrees() {
        let [right, biased, wider] = ["4d6", "4d6.reroll(x, x == 1)", "4d6 + d6"]
            .map(|dice| scenario(&format!("x = {dice}\nreport x")));
        let law = exact(&right, None, 10_000).unwrap();
        let witness = |other: &Scenario| witnessed(law.clone(), &simulated(other)).witness.unwrap();
        let found = witness(&biased);
        assert!(!found.agrees && found.impossible == 0 && found.largest_gap > 100.0, "{found:?}");
        let found = witness(&wider);
        assert!(!found.agrees && found.impossible > 1_000, "{found:?}");
        // What was seen and cannot be is among the values.
        let both = witnessed(law.clone(), &simulated(&wider));
        let row = *both.distribution("x").unwrap().row(25).unwrap();
        assert_eq!((row.probability, row.at_least), (0.0, 0.0));
        assert!(same(row.at_most, 1.0));
        assert!(row.count.unwrap() > 0);
    }

    #[test]
    fn gaps_are_standard_errors() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 0.01, "{a} {b}");
        near(gap(0.5, 500_500, 1_000_000), 1.0);
        near(gap(0.5, 499_000, 1_000_000), 2.0);
        // Of 1 in a million, 1 is expected; 5 or more are seen with probability 0.00366.
        near(gap(1e-6, 5, 1_000_000), 2.682);
        near(gap(1.0 - 1e-6, 999_995, 1_000_000), 2.682);
        assert_eq!([gap(1e-6, 1, 1_000_000), gap(0.0, 0, 10)], [0.0; 2]);
        assert_eq!(gap(0.0, 1, 10), f64::INFINITY);
    }
}
