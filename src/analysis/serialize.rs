//! Serializes distributions of metrics: a value is written as its number or its label, as in files.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::odds::{Distribution, Joint, JointRow, Row};
use crate::chance::MetricSpec;
use crate::stats::Summary;

/// A value of a metric.
fn shown(metric: &MetricSpec, value: i64) -> Value {
    if metric.labels().is_some() { json!(metric.show(value)) } else { json!(value) }
}

impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            name: &'a str,
            label: &'a str,
            #[serde(flatten)]
            summary: Option<Summary>,
            law: Vec<Value>,
        }
        let Distribution { metric, rows, summary } = self;
        let row = |row: &Row| {
            let mut view = json!(row);
            view["value"] = shown(metric, row.value);
            view
        };
        let law = rows.iter().map(row).collect();
        View { name: &metric.name, label: &metric.label, summary: *summary, law }.serialize(serializer)
    }
}

impl Serialize for Joint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row: &JointRow| {
            let values = self.metrics.iter().zip(&row.values);
            let values: Vec<Value> = values.map(|(metric, &value)| shown(metric, value)).collect();
            json!({ "values": values, "probability": row.probability, "count": row.count })
        };
        let metrics: Vec<&str> = self.metrics.iter().map(|metric| metric.name.as_str()).collect();
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        json!({ "metrics": metrics, "rows": rows }).serialize(serializer)
    }
}

#[cfg(test)]
mod tests;
