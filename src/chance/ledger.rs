//! Where the metrics of one resolution add up.

use super::packing::shift;
use super::{Indicator, MAX_METRICS, Metric, Packing, Recorder};

/// The growing key of one resolution, and the counts of indicators over all resolutions.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    // What is read at every record, itself and not behind its packing: one load less.
    weights: &'a [u64; MAX_METRICS],
    start: u64,
    key: u64,
    /// How often each indicator was counted.
    pub indicators: Vec<u64>,
}

impl<'a> Ledger<'a> {
    /// A ledger in which every metric is as it begins, without indicators.
    pub fn new(packing: &'a Packing) -> Self {
        let start = packing.start();
        Ledger { weights: packing.weights(), start, key: start, indicators: Vec::new() }
    }

    /// A ledger with so many indicators, none of them counted.
    pub fn with_indicators(self, indicators: usize) -> Self {
        Ledger { indicators: vec![0; indicators], ..self }
    }

    /// The joint outcome so far.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Sets all metrics back to how they begin.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.key = self.start;
    }

    /// The joint outcome since the last call.
    #[inline(always)]
    pub fn take(&mut self) -> u64 {
        let key = self.key;
        self.clear();
        key
    }
}

impl Recorder for Ledger<'_> {
    #[inline(always)]
    fn record(&mut self, metric: Metric, value: i64) {
        self.key = self.key.wrapping_add(shift(self.weights, metric, value));
    }

    #[inline(always)]
    fn indicate(&mut self, Indicator(indicator): Indicator) {
        self.indicators[indicator] += 1;
    }
}

/// What values add to a key of 32 bits.
///
/// A sum of products has the same last bits whatever is carried beyond them, and a key
/// below 2^32 consists of those: so only they are computed, in half the space.
#[derive(Clone, Debug)]
pub(super) struct Weights32 {
    weights: [u32; MAX_METRICS],
    start: u32,
}

impl Weights32 {
    /// None where keys are longer.
    pub fn new(packing: &Packing) -> Option<Self> {
        let fits = packing.room() <= 1 << 32;
        fits.then(|| Weights32 {
            weights: packing.weights().map(|weight| weight as u32),
            start: packing.start() as u32,
        })
    }
}

/// A ledger for vector code: keys of 32 bits, and no indicators.
#[derive(Clone, Debug)]
pub(super) struct Ledger32<'a> {
    weights: &'a Weights32,
    /// The joint outcome so far.
    pub key: u32,
}

impl<'a> Ledger32<'a> {
    /// A ledger in which every metric is as it begins.
    #[inline(always)]
    pub fn new(weights: &'a Weights32) -> Self {
        Ledger32 { weights, key: weights.start }
    }
}

impl Recorder for Ledger32<'_> {
    #[inline(always)]
    fn record(&mut self, Metric(metric): Metric, value: i64) {
        // No metric lies beyond the table; so much the compiler has to be told.
        let shift = self.weights.weights[metric % MAX_METRICS].wrapping_mul(value as u32);
        self.key = self.key.wrapping_add(shift);
    }

    /// Texts that are read from columns have no indicators.
    #[inline(always)]
    fn indicate(&mut self, _indicator: Indicator) {}
}
