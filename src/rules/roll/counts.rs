//! How many of some dice, or of some cards, count.

/// How many of some dice count, each of which counts with the same probability (binomial distributions), or
/// how many of some cards, of which no card is drawn twice (hypergeometric distributions).
pub struct Counts {
    kind: Kind,
    /// By the number of dice or cards, the probability of each count.
    rows: Vec<Vec<f64>>,
}

#[derive(Clone, Copy)]
enum Kind {
    Dice(f64),
    /// So many of so many cards count.
    Cards(u32, u32),
}

impl Kind {
    /// The probability that one more counts, if so many of so many did.
    fn next(self, counted: usize, drawn: usize) -> f64 {
        match self {
            Kind::Dice(p) => p,
            Kind::Cards(counting, all) => {
                let left = f64::from(all) - drawn as f64;
                if left > 0.0 { ((f64::from(counting) - counted as f64) / left).clamp(0.0, 1.0) } else { 0.0 }
            }
        }
    }
}

impl Counts {
    pub fn of_dice(p: f64) -> Self {
        Counts { kind: Kind::Dice(p), rows: vec![vec![1.0]] }
    }

    pub fn of_cards((counting, all): (u32, u32)) -> Self {
        Counts { kind: Kind::Cards(counting, all), rows: vec![vec![1.0]] }
    }

    /// The probability that 0 to `n` of `n` count.
    pub fn of(&mut self, n: u32) -> &[f64] {
        while self.rows.len() <= n as usize {
            let drawn = self.rows.len() - 1;
            let mut next = vec![0.0; drawn + 2];
            for (count, weight) in self.rows[drawn].iter().enumerate() {
                let p = self.kind.next(count, drawn);
                next[count] += weight * (1.0 - p);
                next[count + 1] += weight * p;
            }
            self.rows.push(next);
        }
        &self.rows[n as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(weights: &[f64]) -> f64 {
        (0..).zip(weights).map(|(count, weight)| f64::from(count) * weight).sum()
    }

    #[test]
    fn counts_of_many_dice_are_precise() {
        for (n, p) in [(1, 0.5), (500, 1.0 / 6.0), (500, 0.999), (3, 0.0), (3, 1.0)] {
            let mut counts = Counts::of_dice(p);
            let weights = counts.of(n);
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-13);
            let mean = mean(weights);
            assert!((mean - f64::from(n) * p).abs() < 1e-12 * f64::from(n), "{n} {p} {mean}");
        }
    }

    #[test]
    fn no_card_is_drawn_twice() {
        // Two of the four aces among five of 52 cards: C(4, 2) C(48, 3) / C(52, 5).
        let mut aces = Counts::of_cards((4, 52));
        assert!((aces.of(5)[2] - 6.0 * 17_296.0 / 2_598_960.0).abs() < 1e-15);
        assert_eq!(aces.of(5)[5], 0.0);
        for n in [0, 1, 26, 52] {
            let weights = aces.of(n);
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-13);
            assert!((mean(weights) - f64::from(n) * 4.0 / 52.0).abs() < 1e-12);
        }
        assert_eq!(Counts::of_cards((3, 3)).of(2), [0.0, 0.0, 1.0]);
    }
}
