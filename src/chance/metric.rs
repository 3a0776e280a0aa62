//! What a resolution yields: metrics, and their joint value packed in an integer.

use std::cmp::Reverse;
use std::fmt;

use super::divisor::Divisor;

/// The place of a metric in its procedure's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Metric(pub usize);

/// Something that a resolution has or has not, beside its metrics: a box of a
/// damage track that ends up marked, somebody who still stands after a round. Only
/// its own probability is asked for, never how it goes together with others; so
/// there may be many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(pub usize);

/// A metric: its name, what it tells, and the values it can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricSpec {
    /// `[a-z0-9_]+`, as in files and expressions.
    pub name: String,
    /// What players call it, short: what its numbers count (`boxes of damage`), or what
    /// happens where it is 1 (`target is hit`).
    pub label: String,
    /// One line of help.
    pub help: &'static str,
    /// Its values.
    pub kind: MetricKind,
    /// How its values are meant.
    meaning: Meaning,
}

/// How the values of a metric are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// As they stand: quantities or labels.
    Plain,
    /// 1 where something happens, otherwise 0.
    Indicator,
    /// Integers that stand for these names, counted from 0.
    Codes(&'static [&'static str]),
}

/// The values of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Integers from `min` to `max`, both included. Where `open` is set, the
    /// dice are open-ended, and `max` is only where the law was cut.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// Whether greater values are possible.
        open: bool,
    },
    /// The places of these labels, in their declared order.
    Label(&'static [&'static str]),
}

impl MetricSpec {
    /// An integer metric from `min` to `max`.
    pub fn integer(name: &str, help: &'static str, min: i64, max: i64) -> Self {
        MetricSpec::new(name, help, MetricKind::Integer { min, max, open: false })
    }

    /// An integer metric of open-ended dice: its law is cut at `max`.
    pub fn open(name: &str, help: &'static str, min: i64, max: i64) -> Self {
        MetricSpec::new(name, help, MetricKind::Integer { min, max, open: true })
    }

    /// A metric that is 0 or 1.
    pub fn flag(name: &str, help: &'static str) -> Self {
        MetricSpec { meaning: Meaning::Indicator, ..MetricSpec::integer(name, help, 0, 1) }
    }

    /// A metric of labels.
    pub fn label(name: &str, help: &'static str, labels: &'static [&'static str]) -> Self {
        MetricSpec::new(name, help, MetricKind::Label(labels))
    }

    /// An integer metric whose numbers stand for `names`, counted from 0, such as the rows
    /// of a table in a rulebook: it has probabilities, but no mean and no quantiles.
    pub fn coded(name: &str, help: &'static str, names: &'static [&'static str]) -> Self {
        let most = names.len() as i64 - 1;
        MetricSpec { meaning: Meaning::Codes(names), ..MetricSpec::integer(name, help, 0, most) }
    }

    fn new(name: &str, help: &'static str, kind: MetricKind) -> Self {
        MetricSpec {
            name: name.to_owned(),
            label: name.replace('_', " "),
            help,
            kind,
            meaning: Meaning::Plain,
        }
    }

    /// The same metric with the name that players know it by; without one, its name with
    /// spaces.
    pub fn called(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Its labels, if it has any.
    pub fn labels(&self) -> Option<&'static [&'static str]> {
        match self.kind {
            MetricKind::Integer { .. } => None,
            MetricKind::Label(labels) => Some(labels),
        }
    }

    /// The names of its values from 0 on, if it is nominal: its labels, or what its codes
    /// stand for.
    pub fn names(&self) -> Option<&'static [&'static str]> {
        match self.meaning {
            Meaning::Codes(names) => Some(names),
            Meaning::Plain | Meaning::Indicator => self.labels(),
        }
    }

    /// Its values with their names, in their order; nothing where they are quantities.
    pub fn categories(&self) -> impl Iterator<Item = (i64, &'static str)> {
        (self.range().0..).zip(self.names().unwrap_or_default().iter().copied())
    }

    /// Whether its values are names rather than quantities, so that it has no mean, no
    /// quantiles, and no "this value or more".
    pub fn is_nominal(&self) -> bool {
        self.names().is_some()
    }

    /// Whether it is 1 where something happens, and otherwise 0. A count of at most one is
    /// no indicator.
    pub fn is_indicator(&self) -> bool {
        self.meaning == Meaning::Indicator
    }

    /// A value as players read it: a name where it stands for one.
    pub fn say(&self, value: i64) -> String {
        let place = usize::try_from(value).ok();
        let name = self.names().zip(place).and_then(|(names, place)| names.get(place));
        name.map_or_else(|| value.to_string().replace('-', "−"), |name| (*name).to_owned())
    }

    /// A value as files show it.
    pub fn show(&self, value: i64) -> String {
        match self.labels() {
            None => value.to_string(),
            Some(labels) => labels[value as usize].to_owned(),
        }
    }

    /// How many values it can take.
    pub fn values(&self) -> u64 {
        let (min, max) = self.range();
        max.abs_diff(min).saturating_add(1)
    }

    /// The least and the greatest value; of labels their places.
    pub fn range(&self) -> (i64, i64) {
        match self.kind {
            MetricKind::Integer { min, max, .. } => (min, max),
            MetricKind::Label(labels) => (0, labels.len() as i64 - 1),
        }
    }
}

/// How the values of some metrics together become one integer: a number of
/// mixed radix, one digit a metric. Metrics that are not packed weigh nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// What one of each metric adds to the key; 0 for those that are not packed.
    weights: Box<[u64; MAX_METRICS]>,
    /// One a metric; none of those that are not packed.
    digits: Vec<Option<Digit>>,
    start: u64,
    room: u64,
    marks: bool,
}

/// The most metrics of a procedure. A fixed number lets the compiler see that
/// a rule text's metrics are all in the table.
pub const MAX_METRICS: usize = 64;

/// One digit: `(key / weight) % radix + min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    weight: Divisor,
    radix: Divisor,
    min: i64,
}

impl Digit {
    #[inline(always)]
    fn value(self, key: u64) -> i64 {
        self.radix.remainder(self.weight.quotient(key)) as i64 + self.min
    }
}

/// These metrics are more than [`MAX_METRICS`], or their joint outcomes do not fit
/// into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide;

impl fmt::Display for TooWide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are more than {MAX_METRICS} metrics, or they have more than 2^64 joint outcomes")
    }
}

impl std::error::Error for TooWide {}

impl Packing {
    /// Packs those of `metrics` that `wanted` chooses.
    ///
    /// # Errors
    /// When there are too many metrics, or joint outcomes.
    pub fn new(metrics: &[MetricSpec], wanted: impl Fn(Metric) -> bool) -> Result<Self, TooWide> {
        if metrics.len() > MAX_METRICS {
            return Err(TooWide);
        }
        let mut room: u64 = 1;
        let mut start: u64 = 0;
        let mut weights = Box::new([0; MAX_METRICS]);
        let mut digits = vec![None; metrics.len()];
        // The metrics with most values are the least significant digits. Those with
        // few mostly follow from them, so that the keys that occur lie together,
        // and a tally of them stays in the cache.
        let mut order: Vec<usize> = (0..metrics.len()).collect();
        order.sort_by_key(|&index| Reverse(metrics[index].values()));
        for index in order {
            let (min, max) = metrics[index].range();
            let radix = max.abs_diff(min).checked_add(1).ok_or(TooWide)?;
            if wanted(Metric(index)) {
                weights[index] = room;
                digits[index] = Some(Digit { weight: Divisor::new(room), radix: Divisor::new(radix), min });
                start = start.wrapping_add(room.wrapping_mul(min.wrapping_neg() as u64));
                room = room.checked_mul(radix).ok_or(TooWide)?;
            }
        }
        Ok(Packing { weights, digits, start, room, marks: false })
    }

    /// Packs all of `metrics`.
    pub fn all(metrics: &[MetricSpec]) -> Result<Self, TooWide> {
        Packing::new(metrics, |_| true)
    }

    /// The same metrics, and the marks beside them.
    pub fn with_marks(mut self) -> Self {
        self.marks = true;
        self
    }

    /// Whether the marks are asked for, too.
    pub fn has_marks(&self) -> bool {
        self.marks
    }

    /// One more than the greatest key.
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

    /// The packed metrics, that of the least significant digit first.
    pub fn by_weight(&self) -> Vec<Metric> {
        let mut metrics: Vec<Metric> = self.packed().collect();
        metrics.sort_by_key(|metric| self.weights[metric.0]);
        metrics
    }

    /// Takes the last digit off a key that has been shorn of those before: what is
    /// left of it, and the value of the digit's metric.
    #[inline(always)]
    pub fn shear(&self, key: u64, metric: Metric) -> (u64, i64) {
        let Digit { radix, min, .. } = self.digit(metric);
        (radix.quotient(key), radix.remainder(key) as i64 + min)
    }

    fn digit(&self, metric: Metric) -> Digit {
        self.digits[metric.0].unwrap_or_else(|| panic!("metric {} is not packed", metric.0))
    }

    /// Reads all values; 0 for metrics that are not packed.
    pub fn unpack(&self, key: u64, values: &mut Vec<i64>) {
        values.clear();
        values.extend(self.digits.iter().map(|digit| digit.map_or(0, |digit| digit.value(key))));
    }

    /// What recording `value` adds to a key.
    #[inline(always)]
    pub(super) fn shift(&self, metric: Metric, value: i64) -> u64 {
        self.weights[metric.0].wrapping_mul(value as u64)
    }

    /// The key of the values in `values`, one a metric; 0 for those that lack.
    pub fn pack(&self, values: &[i64]) -> u64 {
        let mut ledger = Ledger::new(self);
        for (index, &value) in values.iter().enumerate() {
            ledger.record(Metric(index), value);
        }
        ledger.key()
    }
}

/// The growing key of one resolution.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    packing: &'a Packing,
    key: u64,
}

impl<'a> Ledger<'a> {
    /// A ledger in which every metric is 0.
    pub fn new(packing: &'a Packing) -> Self {
        Ledger { packing, key: packing.start }
    }

    /// Adds `value` to a metric.
    #[inline(always)]
    pub fn record(&mut self, metric: Metric, value: i64) {
        self.key = self.key.wrapping_add(self.packing.shift(metric, value));
    }

    /// The joint outcome so far.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Starts over.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.key = self.packing.start;
    }
}

/// What values add to a key of 32 bits.
///
/// A sum of products has the same last bits whatever is carried beyond them, and a key
/// below 2^32 is those: so they alone are reckoned, in half the room.
#[derive(Clone, Debug)]
pub(super) struct Ledger32 {
    weights: [u32; MAX_METRICS],
    start: u32,
}

impl Ledger32 {
    /// None where keys are longer.
    pub fn new(packing: &Packing) -> Option<Self> {
        let fits = packing.room <= 1 << 32;
        fits.then(|| Ledger32 {
            weights: packing.weights.map(|weight| weight as u32),
            start: packing.start as u32,
        })
    }

    /// The key with which a resolution starts.
    #[inline(always)]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// What recording `value` adds to a key.
    #[inline(always)]
    pub fn shift(&self, Metric(metric): Metric, value: i64) -> u32 {
        // No metric lies beyond the table; so much the compiler has to be told.
        self.weights[metric % MAX_METRICS].wrapping_mul(value as u32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn metrics() -> Vec<MetricSpec> {
        vec![
            MetricSpec::integer("net", "", -12, 8),
            MetricSpec::label("kind", "", &["none", "stun", "physical"]),
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
        assert_eq!(Packing::all(&wide), Err(TooWide));
        assert_eq!(Packing::all(&[MetricSpec::integer("all", "", i64::MIN, i64::MAX)]), Err(TooWide));
    }
}
