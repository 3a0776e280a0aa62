//! Fast division by a fixed number.

/// A divisor for which a multiplication and a shift replace each division.
///
/// With `m = ⌊2^(63+l) / d⌋ + 1`, where `2^l` is the first power of two that is at
/// least `d`, `⌊n / d⌋ = ⌊m·n / 2^(63+l)⌋` for all `n` below `2^63`: T. Granlund,
/// P. L. Montgomery (1994), PLDI, 61–72.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divisor {
    divisor: u64,
    multiplier: u64,
    shift: u32,
}

impl Divisor {
    /// Prepares the division by `divisor`, which must not be 0.
    pub fn new(divisor: u64) -> Self {
        let shift = 63 + u64::BITS - (divisor - 1).leading_zeros();
        Divisor { divisor, multiplier: ((1u128 << shift) / u128::from(divisor)) as u64 + 1, shift }
    }

    /// The quotient, rounded down.
    #[inline(always)]
    pub fn quotient(self, n: u64) -> u64 {
        match n >> 63 {
            0 => ((u128::from(self.multiplier) * u128::from(n)) >> self.shift) as u64,
            _ => n / self.divisor,
        }
    }

    /// The remainder.
    #[inline(always)]
    pub fn remainder(self, n: u64) -> u64 {
        n - self.quotient(n) * self.divisor
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(n: u64, d: u64) {
        let divisor = Divisor::new(d);
        assert_eq!((divisor.quotient(n), divisor.remainder(n)), (n / d, n % d), "{n} by {d}");
    }

    proptest! {
        #[test]
        fn it_divides_as_the_processor_does(n: u64, d: u64, bits in 0..64u32, few in 0..64u32) {
            check(n >> bits, (d >> few).max(1));
        }

        #[test]
        fn multiples_and_their_neighbours_are_told_apart(d in 1..=1u64 << 40, times in 0..1u64 << 22) {
            for n in [(d * times).saturating_sub(1), d * times, d * times + 1] {
                check(n, d);
            }
        }
    }

    #[test]
    fn the_ends_are_divided_too() {
        for d in [1, 2, 3, (1 << 62) - 1, 1 << 62, (1 << 62) + 1, 1 << 63, (1 << 63) + 1, u64::MAX] {
            for n in [0, 1, d - 1, d, (1 << 63) - 1, 1 << 63, u64::MAX] {
                check(n, d);
            }
        }
    }
}
