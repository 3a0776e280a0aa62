//! Tests of fit: whether counts may come from a law.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Pearson's chi-square test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// `Σ (seen − expected)² / expected`.
    pub statistic: f64,
    /// Cells after pooling, less one.
    pub freedom: u64,
    /// The probability of a statistic at least as large, were the law true.
    pub p_value: f64,
}

/// Compares `cells`, the counts seen and the probabilities, of `trials`.
///
/// Cells are pooled, in the order given, until each expects at least 5; the
/// last takes what is left over, and the mass that no cell has. A count where
/// the law has no probability at all is no fit: p-value 0.
pub fn chi_square(cells: impl IntoIterator<Item = (u64, f64)>, trials: u64) -> Fit {
    let n = trials as f64;
    let mut pools: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    let (mut impossible, mut all_seen, mut all_mass) = (false, 0, 0.0);
    for (seen, probability) in cells {
        impossible |= probability <= 0.0 && seen > 0;
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
    let rest = ((trials - all_seen) as f64, (1.0 - all_mass).max(0.0) * n);
    impossible |= rest.0 > 0.0 && rest.1 < 1e-9 * n;
    let pool = pools.last_mut().expect("there is a pool from the start");
    *pool = (pool.0 + rest.0, pool.1 + rest.1);
    if pools.len() > 1 && pools.last().is_some_and(|&(_, expected)| expected < 5.0) {
        let (seen, expected) = pools.pop().expect("there are two");
        let last = pools.last_mut().expect("there was another");
        *last = (last.0 + seen, last.1 + expected);
    }
    let statistic = pools.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    let freedom = pools.len() as u64 - 1;
    let p_value = match freedom {
        _ if impossible => 0.0,
        0 => 1.0,
        _ => ChiSquared::new(freedom as f64).expect("freedom is above 0").sf(statistic),
    };
    Fit { statistic, freedom, p_value }
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
}
