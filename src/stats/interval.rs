//! Confidence intervals of sampled probabilities.

use statrs::distribution::{ContinuousCDF, Normal};

/// The 97.5 % quantile of the standard normal distribution: a 95 % interval extends so many standard errors
/// to each side. It is a constant, so that the last digit is equal on every machine.
pub const Z95: f64 = 1.959963984540054;

/// Wilson's score interval for a probability, of which `hits` out of `n` were seen, for a width of
/// `z` standard errors.
///
/// ```text
/// centre = (p + z²/2n) / (1 + z²/n)
/// half   = z √(p(1−p)/n + z²/4n²) / (1 + z²/n)
/// ```
/// E. B. Wilson (1927), JASA 22, 209–212. If `n` is 0, nothing is known: 0 to 1.
// Not the Wald interval: it collapses to zero width when `hits` is 0.
pub fn wilson(hits: u64, n: u64, z: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (n_, p) = (n as f64, hits as f64 / n as f64);
    let scale = 1.0 + z * z / n_;
    let centre = (p + z * z / (2.0 * n_)) / scale;
    let half = z * (p * (1.0 - p) / n_ + z * z / (4.0 * n_ * n_)).sqrt() / scale;
    // At the edges the two terms are equal except for rounding.
    let low = if hits == 0 { 0.0 } else { centre - half };
    let high = if hits == n { 1.0 } else { centre + half };
    (low, high)
}

/// How many times as far as 95 % intervals some have to reach that hold for `count` numbers together (the
/// inequality of Bonferroni).
pub fn together(count: usize) -> f64 {
    let normal = Normal::standard();
    (normal.inverse_cdf(1.0 - 0.025 / count.max(1) as f64) / Z95).max(1.0)
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Binomial, ContinuousCDF, Discrete, Normal};

    use super::*;

    #[test]
    fn z95_is_the_normal_quantile() {
        let normal = Normal::new(0.0, 1.0).unwrap();
        assert!((normal.inverse_cdf(0.975) - Z95).abs() < 1e-9);
    }

    #[test]
    fn wilson_agrees_with_a_worked_example() {
        // 15 of 50 at 95 %: (0.191, 0.438), Newcombe (1998), Stat. Med. 17, 857–872.
        let (low, high) = wilson(15, 50, Z95);
        assert!((low - 0.1910).abs() < 5e-5 && (high - 0.4375).abs() < 5e-5, "{low} {high}");
    }

    #[test]
    fn wilson_reaches_the_edges_and_no_further() {
        assert_eq!(wilson(0, 10, Z95).0, 0.0);
        assert_eq!(wilson(10, 10, Z95).1, 1.0);
        assert!(wilson(0, 10, Z95).1 > 0.2);
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
    }

    #[test]
    fn wilson_covers_the_truth_about_95_times_in_100() {
        let (n, p) = (200, 0.3);
        let law = Binomial::new(p, n).unwrap();
        let covered: f64 = (0..=n)
            .filter(|&hits| {
                let (low, high) = wilson(hits, n, Z95);
                low <= p && p <= high
            })
            .map(|hits| law.pmf(hits))
            .sum();
        assert!((0.93..0.97).contains(&covered), "{covered}");
    }
}
