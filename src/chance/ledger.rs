//! Adds up the metrics of one resolution.

use super::packing::shift;
use super::{Indicator, MAX_METRICS, Metric, Packing, Recorder};

/// The packed metrics of the current resolution, and the counts of indicators over all resolutions.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    // Read at every record, so it is stored here and not behind the packing: one load less.
    weights: &'a [u64; MAX_METRICS],
    start: u64,
    key: u64,
    /// How often each indicator was counted.
    pub indicators: Vec<u64>,
}

impl<'a> Ledger<'a> {
    /// A ledger without indicators, in which every metric has its initial value.
    pub fn new(packing: &'a Packing) -> Self {
        let start = packing.start();
        Ledger { weights: packing.weights(), start, key: start, indicators: Vec::new() }
    }

    /// The ledger with so many indicators, all of them at 0.
    pub fn with_indicators(self, indicators: usize) -> Self {
        Ledger { indicators: vec![0; indicators], ..self }
    }

    /// The joint outcome so far.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Resets all metrics to their initial values.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.key = self.start;
    }

    /// Returns the joint outcome since the last call, and resets the metrics.
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
