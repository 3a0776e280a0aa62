//! Tests of fit: whether counts are consistent with a distribution.

use serde::Serialize;

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF};

/// Pearson's chi-square test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// `Σ (seen − expected)² / expected`.
    pub statistic: f64,
    /// The number of cells after pooling, minus one.
    pub freedom: u64,
    /// The probability of a statistic at least as large, if the distribution is true.
    pub p_value: f64,
}

/// Kolmogorov's test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gap {
    /// The largest gap between the two distribution functions: `D = max |seen ≤ v − expected ≤ v|`,
    /// as a share of the trials.
    pub distance: f64,
    /// `√n·D`.
    pub scaled: f64,
    /// The probability of a gap at least as large, if the distribution is true. If it has few
    /// values, this is an upper bound.
    pub p_value: f64,
}

/// An observation with a smaller probability makes the p-value 0, however many tests there are.
const IMPOSSIBLE: f64 = 1e-9;

/// Pearson's chi-square test of `cells`, the counts seen and the probabilities, out of `trials`.
///
/// Cells are pooled, in the order given, until each pool expects at least 5. The last pool also
/// takes the rest, and the probability that no cell has. A count where the distribution has no
/// probability at all makes the p-value 0.
pub fn chi_square(cells: impl IntoIterator<Item = (u64, f64)>, trials: u64) -> Fit {
    chi_square_within(0.0, cells, trials)
}

/// Pearson's chi-square test against a distribution that leaves out `omitted` of its mass, which
/// may lie in any cell or in none. Each pool may deviate by that mass. Counts where the
/// distribution has no probability make the p-value 0, unless the omitted mass explains them.
pub fn chi_square_within(omitted: f64, cells: impl IntoIterator<Item = (u64, f64)>, trials: u64) -> Fit {
    let n = trials as f64;
    let mut pools: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    let (mut all_seen, mut all_mass) = (0, 0.0);
    for (seen, probability) in cells.into_iter().filter(|&(_, probability)| probability > 0.0) {
        all_seen += seen;
        all_mass += probability;
        if pools.last().is_some_and(|&(_, expected)| expected >= 5.0) {
            pools.push((0.0, 0.0));
        }
        let pool = pools.last_mut().expect("there is a pool from the start");
        pool.0 += seen as f64;
        pool.1 += probability * n;
    }
    assert!(trials > 0 && all_seen <= trials, "{all_seen} counts of {trials} trials");
    // Sums of many probabilities differ from 1 by rounding.
    let missing = Some(1.0 - all_mass).filter(|&mass| mass >= 1e-9).unwrap_or(omitted);
    let impossible = at_least(trials - all_seen, trials, missing) < IMPOSSIBLE;
    let pool = pools.last_mut().expect("there is a pool from the start");
    *pool = (pool.0 + (trials - all_seen) as f64, pool.1 + (1.0 - all_mass).max(0.0) * n);
    if pools.len() > 1 && pools.last().is_some_and(|&(_, expected)| expected < 5.0) {
        let (seen, expected) = pools.pop().expect("there are two");
        let last = pools.last_mut().expect("there was another");
        *last = (last.0 + seen, last.1 + expected);
    }
    let off = |seen: f64, expected: f64| ((seen - expected).abs() - omitted * n).max(0.0);
    let statistic = pools.iter().map(|&(seen, expected)| off(seen, expected).powi(2) / expected).sum();
    let freedom = pools.len() as u64 - 1;
    let p_value = match freedom {
        _ if impossible => 0.0,
        0 => 1.0,
        _ => ChiSquared::new(freedom as f64).expect("freedom is above 0").sf(statistic),
    };
    Fit { statistic, freedom, p_value }
}

/// Kolmogorov's test of `cells`, the counts seen and the probabilities of ascending values, out of
/// `trials`: it compares the distribution functions by their largest gap. The distribution leaves
/// out `omitted`, which may explain as much of the gap.
///
/// ```text
/// p = 2 Σ (−1)^(k−1) exp(−2 k² n D²),   k = 1, 2, …
/// ```
/// A. N. Kolmogorov (1933), Giornale dell'Istituto Italiano degli Attuari 4, 83–91;
/// an upper bound for discrete distributions: G. E. Noether (1963), Metrika 7, 115–116.
pub fn kolmogorov_within(omitted: f64, cells: impl IntoIterator<Item = (u64, f64)>, trials: u64) -> Gap {
    let n = trials as f64;
    let (mut seen, mut expected, mut distance) = (0, 0.0, 0f64);
    for (count, probability) in cells {
        seen += count;
        expected += probability;
        distance = distance.max((seen as f64 / n - expected).abs());
    }
    let scaled = n.sqrt() * distance;
    let p_value = kolmogorov_tail(n.sqrt() * (distance - omitted).max(0.0));
    Gap { distance, scaled, p_value }
}

/// The probability that `√n·D` is at least `scaled`, for many trials.
fn kolmogorov_tail(scaled: f64) -> f64 {
    // The sum is 1 to all digits, but its terms would cancel.
    if scaled < 0.2 {
        return 1.0;
    }
    let term = |k: i32| f64::from(1 - 2 * ((k - 1) % 2)) * (-2.0 * f64::from(k * k) * scaled * scaled).exp();
    (2.0 * (1..=100).map(term).sum::<f64>()).clamp(0.0, 1.0)
}

/// The probability that an event of `probability` happens at least `count` times.
fn at_least(count: u64, trials: u64, probability: f64) -> f64 {
    match count.checked_sub(1) {
        None => 1.0,
        Some(_) if probability <= 0.0 => 0.0,
        Some(below) => Binomial::new(probability.min(1.0), trials).expect("it is a probability").sf(below),
    }
}

/// Corrects p-values for their number. If everything tested is true, the probability that any
/// corrected value is below `a` is at most `a`, however the tests depend on each other.
///
/// S. Holm (1979), Scandinavian Journal of Statistics 6, 65–70.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut least = 0f64;
    for (rank, &place) in order.iter().enumerate() {
        least = least.max((p_values.len() - rank) as f64 * p_values[place]).min(1.0);
        corrected[place] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_agrees_with_a_worked_example() {
        // A die thrown 60 times: 5 8 9 8 10 20; chi-square 13.4 with 5 degrees of freedom.
        let fit = chi_square([5, 8, 9, 8, 10, 20].map(|seen| (seen, 1.0 / 6.0)), 60);
        assert!((fit.statistic - 13.4).abs() < 1e-9);
        assert_eq!(fit.freedom, 5);
        assert!((fit.p_value - 0.0199).abs() < 1e-4, "{}", fit.p_value);
    }

    #[test]
    fn small_cells_are_pooled_and_nothing_is_lost() {
        let fit = chi_square([(90, 0.9), (4, 0.04), (3, 0.03), (3, 0.03)], 100);
        assert_eq!(fit.freedom, 1);
        assert!(fit.statistic < 1e-20);
    }

    #[test]
    fn a_count_of_the_impossible_is_no_fit() {
        assert_eq!(chi_square([(99, 1.0), (1, 0.0)], 100).p_value, 0.0);
        assert_eq!(chi_square([(60, 0.5), (39, 0.5)], 100).p_value, 0.0);
    }

    #[test]
    fn what_a_law_leaves_out_may_be_anywhere() {
        let halves = |low, high| chi_square_within(0.01, [(low, 0.495), (high, 0.495)], 10_000);
        assert_eq!(halves(5_050, 4_950).statistic, 0.0);
        assert_eq!(halves(4_950, 4_950).statistic, 0.0);
        assert!(halves(5_400, 4_600).p_value < 1e-3);
        // Counts outside the distribution: as many as it leaves out, and far more.
        assert!(halves(4_950, 4_940).p_value > 0.01);
        assert_eq!(halves(4_800, 4_800).p_value, 0.0);
        let rare =
            |seen: u64| chi_square_within(1e-11, [(10_000_000_000 - seen, 1.0 - 1e-11)], 10_000_000_000);
        assert_eq!(rare(2).p_value, 1.0);
        assert_eq!(rare(20).p_value, 0.0);
    }

    #[test]
    fn the_largest_gap_is_that_of_the_distribution_functions() {
        let gap = kolmogorov_within(0.0, [(30, 0.2), (30, 0.3), (40, 0.5)], 100);
        assert!((gap.distance - 0.1).abs() < 1e-15 && (gap.scaled - 1.0).abs() < 1e-14);
        // Tables of the limit distribution: 1.36 is exceeded in 5 of 100, 1.63 in 1 of 100.
        assert!((gap.p_value - 0.27).abs() < 1e-4, "{}", gap.p_value);
        assert!((kolmogorov_tail(1.3581) - 0.05).abs() < 1e-5);
        assert!((kolmogorov_tail(1.6276) - 0.01).abs() < 1e-5);
        assert!((kolmogorov_tail(0.2) - 1.0).abs() < 1e-9);
        assert_eq!(kolmogorov_within(0.1, [(30, 0.2), (30, 0.3), (40, 0.4)], 100).p_value, 1.0);
    }

    #[test]
    fn holm_agrees_with_a_worked_example() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-15, "{corrected:?}");
        }
        assert_eq!(holm(&[0.5, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
