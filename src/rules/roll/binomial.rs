//! Binomial distributions.

/// How many of some dice count, each of which counts with the same probability.
pub struct Binomials {
    p: f64,
    /// By the number of dice, the probability of each count.
    rows: Vec<Vec<f64>>,
}

impl Binomials {
    pub fn new(p: f64) -> Self {
        Binomials { p, rows: vec![vec![1.0]] }
    }

    /// The probability that 0 to `n` of `n` dice count.
    pub fn of(&mut self, n: u32) -> &[f64] {
        while self.rows.len() <= n as usize {
            let last = &self.rows[self.rows.len() - 1];
            let mut next = vec![0.0; last.len() + 1];
            for (count, weight) in last.iter().enumerate() {
                next[count] += weight * (1.0 - self.p);
                next[count + 1] += weight * self.p;
            }
            self.rows.push(next);
        }
        &self.rows[n as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_many_dice_are_precise() {
        for (n, p) in [(1, 0.5), (500, 1.0 / 6.0), (500, 0.999), (3, 0.0), (3, 1.0)] {
            let mut binomials = Binomials::new(p);
            let weights = binomials.of(n);
            let mean: f64 = (0..).zip(weights).map(|(count, weight)| f64::from(count) * weight).sum();
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-13);
            assert!((mean - f64::from(n) * p).abs() < 1e-12 * f64::from(n), "{n} {p} {mean}");
        }
    }
}
