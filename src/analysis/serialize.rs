//! Serializes distributions of metrics: a value is written as its number or its label, as in files.

use serde::{Serialize, Serializer};

use super::odds::{Distribution, Joint, Row};
use crate::chance::MetricSpec;
use crate::stats::Summary;

/// A value of a metric.
#[derive(Serialize)]
#[serde(untagged)]
enum Shown {
    Number(i64),
    Label(String),
}

impl Shown {
    fn of(metric: &MetricSpec, value: i64) -> Shown {
        if metric.labels().is_some() { Shown::Label(metric.show(value)) } else { Shown::Number(value) }
    }
}

impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            name: &'a str,
            label: &'a str,
            #[serde(flatten)]
            summary: Option<Summary>,
            law: Vec<ViewRow>,
        }
        #[derive(Serialize)]
        struct ViewRow {
            value: Shown,
            probability: f64,
            low: f64,
            high: f64,
            at_least: f64,
            at_most: f64,
            count: Option<u64>,
        }
        let Distribution { metric, rows, summary } = self;
        let row = |&Row { value, probability, low, high, at_least, at_most, count }: &Row| ViewRow {
            value: Shown::of(metric, value),
            probability,
            low,
            high,
            at_least,
            at_most,
            count,
        };
        let law = rows.iter().map(row).collect();
        View { name: &metric.name, label: &metric.label, summary: *summary, law }.serialize(serializer)
    }
}

impl Serialize for Joint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            metrics: Vec<&'a str>,
            rows: Vec<ViewRow>,
        }
        #[derive(Serialize)]
        struct ViewRow {
            values: Vec<Shown>,
            probability: f64,
            count: Option<u64>,
        }
        let rows = self.rows.iter().map(|row| ViewRow {
            values: self
                .metrics
                .iter()
                .zip(&row.values)
                .map(|(metric, &value)| Shown::of(metric, value))
                .collect(),
            probability: row.probability,
            count: row.count,
        });
        let metrics = self.metrics.iter().map(|metric| metric.name.as_str()).collect();
        View { metrics, rows: rows.collect() }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests;
