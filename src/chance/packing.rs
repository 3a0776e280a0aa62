//! The joint values of metrics, packed into one integer.

use std::cmp::Reverse;
use std::fmt;

use super::{Ledger, Metric, MetricSpec, Recorder};

/// Packs the values of several metrics into one integer: a number of mixed radix with one digit per
/// metric. A metric that is not packed has weight 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// How much a value of 1 adds to the key, for each metric; 0 for those that are not packed.
    weights: Box<[u64; MAX_METRICS]>,
    /// One per metric; `None` for those that are not packed.
    digits: Vec<Option<Digit>>,
    start: u64,
    room: u64,
    indicators: bool,
}

/// The maximum number of metrics of a procedure. It is fixed so that the compiler sees that a rule
/// text's metrics are all in the table.
pub const MAX_METRICS: usize = 64;

/// One digit: `(key / weight) % radix + min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    weight: u64,
    radix: u64,
    min: i64,
}

impl Digit {
    #[inline(always)]
    fn value(self, key: u64) -> i64 {
        (key / self.weight % self.radix) as i64 + self.min
    }
}

/// Metrics that cannot be counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TooWide {
    /// There are more than [`MAX_METRICS`].
    Many,
    /// The combinations of their values do not fit into 64 bits. Those with the widest ranges, as in "x is from 0 to
    /// 9".
    Ranges(Vec<String>),
}

impl fmt::Display for TooWide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooWide::Many => write!(f, "there are more than {MAX_METRICS} metrics"),
            TooWide::Ranges(widest) => write!(
                f,
                "as far as the rules tell, the metrics may have more than 2^64 combinations of values ({})",
                widest.join(", ")
            ),
        }
    }
}

/// How many metrics are named that have the widest ranges.
const NAMED: usize = 3;

fn too_wide<'a>(metrics: impl Iterator<Item = &'a MetricSpec>) -> TooWide {
    let range = |metric: &MetricSpec| {
        let (min, max) = metric.range();
        format!("{} is from {min} to {max}", metric.name)
    };
    TooWide::Ranges(metrics.take(NAMED).map(range).collect())
}

impl std::error::Error for TooWide {}

/// How much recording `value` adds to a key with these weights.
#[inline(always)]
pub(super) fn shift(weights: &[u64; MAX_METRICS], Metric(metric): Metric, value: i64) -> u64 {
    weights[metric].wrapping_mul(value as u64)
}

impl Packing {
    /// Packs those of `metrics` for which `wanted` is true.
    ///
    /// # Errors
    /// If there are too many metrics or joint outcomes.
    pub fn new(metrics: &[MetricSpec], wanted: impl Fn(Metric) -> bool) -> Result<Self, TooWide> {
        let wanted: Vec<bool> = (0..metrics.len()).map(|index| wanted(Metric(index))).collect();
        Packing::of(metrics, &wanted)
    }

    /// Packs those that are wanted, of which there is one truth value for each.
    fn of(metrics: &[MetricSpec], wanted: &[bool]) -> Result<Self, TooWide> {
        if metrics.len() > MAX_METRICS {
            return Err(TooWide::Many);
        }
        let mut room: u64 = 1;
        let mut start: u64 = 0;
        let mut weights = Box::new([0; MAX_METRICS]);
        let mut digits = vec![None; metrics.len()];
        // Metrics with many values are the least significant digits. Metrics with few values mostly follow
        // from them, so the keys that occur lie close together, and their tally stays in the cache.
        let mut order: Vec<usize> = (0..metrics.len()).collect();
        order.sort_by_key(|&index| Reverse(metrics[index].values()));
        let widest = || too_wide(order.iter().filter(|&&index| wanted[index]).map(|&index| &metrics[index]));
        for &index in &order {
            let (min, max) = metrics[index].range();
            let radix = max.abs_diff(min).checked_add(1).ok_or_else(widest)?;
            if wanted[index] {
                weights[index] = room;
                digits[index] = Some(Digit { weight: room, radix, min });
                start = start.wrapping_add(room.wrapping_mul(min.wrapping_neg() as u64));
                room = room.checked_mul(radix).ok_or_else(widest)?;
            }
        }
        Ok(Packing { weights, digits, start, room, indicators: false })
    }

    /// Packs all of `metrics`.
    pub fn all(metrics: &[MetricSpec]) -> Result<Self, TooWide> {
        Packing::new(metrics, |_| true)
    }

    /// Asks for the indicators, too.
    pub fn with_indicators(mut self) -> Self {
        self.indicators = true;
        self
    }

    /// This packing without indicators.
    pub fn without_indicators(self) -> Self {
        Packing { indicators: false, ..self }
    }

    /// This packing for resolutions in which these metrics start at these values instead of 0. Keys
    /// keep their meaning.
    pub(super) fn beginning_with(&self, values: impl Iterator<Item = (Metric, i64)>) -> Self {
        let start =
            values.fold(self.start, |start, (metric, value)| start.wrapping_add(self.shift(metric, value)));
        Packing { start, ..self.clone() }
    }

    /// Whether the indicators are asked for.
    pub fn has_indicators(&self) -> bool {
        self.indicators
    }

    /// The number of possible keys: one more than the greatest key.
    pub fn room(&self) -> u64 {
        self.room
    }

    /// All metrics of the procedure, packed or not.
    pub fn all_metrics(&self) -> impl Iterator<Item = Metric> + '_ {
        (0..self.digits.len()).map(Metric)
    }

    /// The metrics that are packed, in order.
    pub fn packed(&self) -> impl Iterator<Item = Metric> + '_ {
        self.all_metrics().filter(|&metric| self.contains(metric))
    }

    /// Whether a metric is packed.
    pub fn contains(&self, metric: Metric) -> bool {
        self.weights[metric.0] > 0
    }

    /// The value of a packed metric in `key`.
    pub fn value(&self, key: u64, metric: Metric) -> i64 {
        self.digit(metric).value(key)
    }

    /// The packed metrics, the least significant digit first.
    pub fn by_weight(&self) -> Vec<Metric> {
        let mut metrics: Vec<Metric> = self.packed().collect();
        metrics.sort_by_key(|metric| self.weights[metric.0]);
        metrics
    }

    /// Pops the least significant digit, which must be that of `metric`. Returns the rest of the
    /// key, and the value of the metric.
    #[inline(always)]
    pub fn shear(&self, key: u64, metric: Metric) -> (u64, i64) {
        let Digit { radix, min, .. } = self.digit(metric);
        (key / radix, (key % radix) as i64 + min)
    }

    fn digit(&self, metric: Metric) -> Digit {
        self.digits[metric.0].unwrap_or_else(|| panic!("metric {} is not packed", metric.0))
    }

    /// Reads all values; 0 for metrics that are not packed.
    pub fn unpack(&self, key: u64, values: &mut Vec<i64>) {
        values.clear();
        values.extend(self.digits.iter().map(|digit| digit.map_or(0, |digit| digit.value(key))));
    }

    /// The key at the start of a resolution.
    #[inline(always)]
    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// How much a value of 1 adds to a key, for each metric.
    pub(super) fn weights(&self) -> &[u64; MAX_METRICS] {
        &self.weights
    }

    /// A packing without metrics.
    pub(super) fn none() -> Self {
        Packing::all(&[]).expect("no metrics take no room")
    }

    /// How much recording `value` adds to a key.
    #[inline(always)]
    pub(crate) fn shift(&self, metric: Metric, value: i64) -> u64 {
        shift(&self.weights, metric, value)
    }

    /// The key of `values`, one for each of the first metrics. All other metrics keep their initial values.
    pub fn pack(&self, values: &[i64]) -> u64 {
        let mut ledger = Ledger::new(self);
        for (index, &value) in values.iter().enumerate() {
            ledger.record(Metric(index), value);
        }
        ledger.key()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn metrics() -> Vec<MetricSpec> {
        vec![
            MetricSpec::integer("net", "", -12, 8),
            MetricSpec::label("kind", "", ["none", "stun", "physical"]),
            MetricSpec::flag("hit", ""),
            MetricSpec::integer("late", "", 5, 1_000_000),
        ]
    }

    proptest! {
        #[test]
        fn what_is_packed_is_read_back(net in -12i64..=8, kind in 0i64..3, hit in 0i64..2, late in 5i64..=1_000_000) {
            let packing = Packing::all(&metrics()).unwrap();
            let key = packing.pack(&[net, kind, hit, late]);
            let mut values = Vec::new();
            packing.unpack(key, &mut values);
            prop_assert!(key < packing.room());
            let mut left = key;
            for metric in packing.by_weight() {
                let (shorn, value) = packing.shear(left, metric);
                prop_assert_eq!((value, packing.value(key, metric)), (values[metric.0], values[metric.0]));
                left = shorn;
            }
            prop_assert_eq!(left, 0);
            prop_assert_eq!(values, vec![net, kind, hit, late]);
        }
    }

    #[test]
    fn metrics_that_are_not_packed_make_no_difference() {
        let packing = Packing::new(&metrics(), |metric| metric == Metric(1)).unwrap();
        assert_eq!(packing.pack(&[-3, 2, 1, 99]), packing.pack(&[7, 2, 0, 6]));
        assert_eq!(packing.room(), 3);
        assert_eq!(packing.packed().collect::<Vec<_>>(), [Metric(1)]);
        assert_eq!(packing.value(packing.pack(&[-3, 2, 1, 99]), Metric(1)), 2);
    }

    #[test]
    fn metrics_may_begin_with_values() {
        let packing = Packing::all(&metrics()).unwrap();
        let begun = packing.beginning_with([(Metric(0), -2), (Metric(3), 7)].into_iter());
        assert_eq!(begun.pack(&[-1, 1, 0, 3]), packing.pack(&[-3, 1, 0, 10]));
        assert_eq!(begun.value(begun.pack(&[]), Metric(3)), 7);
    }

    #[test]
    fn a_metric_recorded_twice_is_the_sum() {
        let packing = Packing::all(&metrics()).unwrap();
        let mut ledger = Ledger::new(&packing);
        for (metric, value) in [(0, 3), (3, 10), (0, -7), (3, 1)] {
            ledger.record(Metric(metric), value);
        }
        assert_eq!(ledger.key(), packing.pack(&[-4, 0, 0, 11]));
    }

    #[test]
    fn more_than_64_bits_are_refused() {
        let wide = vec![MetricSpec::integer("wide", "", 0, 1 << 40); 2];
        assert!(matches!(Packing::all(&wide), Err(TooWide::Ranges(_))));
        let all = Packing::all(&[MetricSpec::integer("all", "", i64::MIN, i64::MAX)]);
        assert!(matches!(all, Err(TooWide::Ranges(widest)) if widest[0].starts_with("all is from ")));
    }
}
