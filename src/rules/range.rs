//! The ranges in which values lie.

use super::program::{GREATEST, Operator};

/// The maximum number of bits for which a range counts.
const MOST_BITS: u32 = 8;

/// All whole numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    /// All values that a program may use.
    pub const ALL: Range = Range { low: -GREATEST, high: GREATEST };

    pub const TRUTH: Range = Range { low: 0, high: 1 };

    pub fn new(low: i64, high: i64) -> Range {
        Range { low, high }
    }

    pub fn only(value: i64) -> Range {
        Range::new(value, value)
    }

    /// Its value, if the range has only one.
    pub fn constant(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// About how many bits tell its values apart; of a wide range few values are likely, and they count for
    /// [`MOST_BITS`].
    pub fn bits(self) -> u32 {
        (self.high.saturating_sub(self.low).saturating_add(1) as u64).ilog2().min(MOST_BITS)
    }

    pub fn contains(self, value: i64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The smallest range that contains both.
    pub fn join(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The smallest range that contains all of these; without any, that of 0.
    pub fn around(ranges: impl Iterator<Item = Range>) -> Range {
        ranges.reduce(Range::join).unwrap_or(Range::only(0))
    }

    /// Whether there is a value that both contain.
    pub fn meets(self, other: Range) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// The intersection, or this range if the intersection is empty.
    pub fn meet(self, other: Range) -> Range {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low <= high { Range::new(low, high) } else { self }
    }

    /// The range of the values that the engine can hold: a value beyond them counts as the nearest one.
    /// Code that can leave them is compiled with a check.
    pub fn held(self) -> Range {
        let [low, high] = [self.low, self.high].map(|end| end.clamp(-GREATEST, GREATEST));
        Range::new(low, high)
    }

    /// The range of the sum of `dice` values of this range.
    pub fn times(self, dice: i64) -> Range {
        Range::new(dice * self.low, dice * self.high)
    }

    /// The range of the results of an operation.
    pub fn of(operator: Operator, a: Range, b: Range) -> Range {
        let corners = |operator: Operator, b: Range| {
            let values = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
            let values = values.map(|(a, b)| operator.of(a, b));
            Range::new(values.into_iter().min().unwrap_or(0), values.into_iter().max().unwrap_or(0))
        };
        if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
            return Range::only(operator.of(a, b));
        }
        match operator {
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Min | Operator::Max => {
                corners(operator, b)
            }
            Operator::Divide => {
                // The divisors on both sides of 0. A division by 0 counts as 0.
                let sides = [Range::new(b.low, b.high.min(-1)), Range::new(b.low.max(1), b.high)];
                let sides = sides.into_iter().filter(|side| side.low <= side.high);
                let zero = b.contains(0).then_some(Range::only(0));
                Range::around(sides.map(|side| corners(operator, side)).chain(zero))
            }
            Operator::Remainder => {
                let most = b.low.abs().max(b.high.abs()) - 1;
                let low = if b.low < 0 { -most } else { 0 };
                let whole = Range::new(low, if b.high > 0 { most } else { 0 });
                if a.low >= 0 && a.high < b.low { a } else { whole }
            }
            Operator::And => Range::new(a.low & b.low, a.high & b.high),
            Operator::Or => Range::new(a.low | b.low, a.high | b.high),
            Operator::Less if a.high < b.low => Range::only(1),
            Operator::Less if a.low >= b.high => Range::only(0),
            Operator::LessOrEqual if a.high <= b.low => Range::only(1),
            Operator::LessOrEqual if a.low > b.high => Range::only(0),
            Operator::Equal | Operator::NotEqual if a.high < b.low || b.high < a.low => {
                Range::only(i64::from(operator == Operator::NotEqual))
            }
            Operator::Equal | Operator::NotEqual if a == b && a.low == a.high => {
                Range::only(i64::from(operator == Operator::Equal))
            }
            _ => Range::TRUTH,
        }
    }

    /// The part of `a` for which the comparison with `b` can be true.
    pub fn where_true(operator: Operator, a: Range, b: Range) -> Range {
        match operator {
            Operator::Less => a.meet(Range::new(i64::MIN, b.high - 1)),
            Operator::LessOrEqual => a.meet(Range::new(i64::MIN, b.high)),
            Operator::Equal => a.meet(b),
            Operator::NotEqual => match b.constant() {
                Some(value) if value == a.low && a.low < a.high => Range::new(a.low + 1, a.high),
                Some(value) if value == a.high && a.low < a.high => Range::new(a.low, a.high - 1),
                _ => a,
            },
            _ => a,
        }
    }
}
