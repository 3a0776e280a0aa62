//! A certificate that sampled and exact results agree, as text and JSON.

use serde_json::{Value, json};

use super::number::grouped;
use super::table::{Column, Table};
use crate::analysis::{Agreement, Certificate, SIGNIFICANCE, Test, Verified};
use crate::scenario::Scenario;

/// A scenario as a certificate names it.
pub struct NamedScenario<'a> {
    /// The path of its file, as given.
    pub path: &'a str,
    /// The variant's name, if it is one.
    pub variant: Option<&'a str>,
    /// The scenario.
    pub scenario: &'a Scenario,
}

/// The tests of each scenario, and what they mean.
pub fn text(named: &[NamedScenario<'_>], certificate: &Certificate, width: usize) -> String {
    let Certificate { trials, seed, .. } = certificate;
    let mut parts = vec![format!(
        "fizzle {}: {} trials of each scenario, seed {seed}, against exact results\n",
        env!("CARGO_PKG_VERSION"),
        grouped(*trials)
    )];
    parts.extend(named.iter().zip(&certificate.scenarios).map(|(named, one)| scenario(named, one, width)));
    parts.push(format!("{}\n", summary(certificate)));
    parts.join("\n")
}

fn scenario(named: &NamedScenario<'_>, verified: &Verified, width: usize) -> String {
    let variant = named.variant.map_or_else(String::new, |name| format!(" ({name})"));
    let mut text = format!("{}{variant}: {}\n", named.path, named.scenario.title);
    match verified.agreement {
        Agreement::Settled => text += "no dice: there is nothing to verify\n",
        Agreement::NoLaw => text += "no exact result: not verified\n",
        Agreement::Agrees | Agreement::Disagrees => {
            text += &law(verified);
            text += &tests(&verified.tests, width);
            text += &without_law(verified);
            text += if verified.agreement == Agreement::Agrees { "agrees\n" } else { "DISAGREES\n" };
        }
    }
    text
}

/// How large the exact law is, in a line.
fn law(verified: &Verified) -> String {
    let left_out = match verified.omitted {
        0.0 => String::new(),
        omitted => format!(", at most {omitted:.1e} of the probability left out"),
    };
    let reader = verified.reader.map_or_else(String::new, |reader| format!("; sampled by {reader}"));
    format!("exact result from {} outcomes{left_out}{reader}\n", grouped(verified.visited))
}

fn tests(tests: &[Test], width: usize) -> String {
    let headings = ["cells", "chi-square", "df", "p", "largest gap", "√n·D", "p", "corrected"];
    let mut table = Table::new([Column::name("")].into_iter().chain(headings.map(Column::number)));
    let mut notes = String::new();
    for test in tests {
        let mut row = vec![
            name(test).to_owned(),
            grouped(test.cells),
            format!("{:.1}", test.fit.statistic),
            grouped(test.fit.freedom),
            p_value(test.fit.p_value),
        ];
        row.extend(match test.gap {
            None => [const { String::new() }; 3],
            Some(gap) => {
                [format!("{:.1e}", gap.distance), format!("{:.2}", gap.scaled), p_value(gap.p_value)]
            }
        });
        let sign = if test.disagrees() { " !" } else { "" };
        row.push(p_value(test.corrected) + sign);
        table.row(row);
        if test.impossible > 0 {
            let times = if test.impossible == 1 { "once" } else { "times" };
            let count = if test.impossible == 1 { String::new() } else { grouped(test.impossible) + " " };
            notes += &format!("{}: seen {count}{times} though the exact chance is 0\n", name(test));
        }
    }
    table.shown(width) + &notes
}

/// What is not verified, because its law is too large.
fn without_law(verified: &Verified) -> String {
    let Verified { tests, unverified, .. } = verified;
    let mut text = String::new();
    if tests.len() + unverified.len() > 1 && tests.iter().all(|test| test.metric.is_some()) {
        text += "no exact result for all together: metrics are verified one by one\n";
    }
    if !unverified.is_empty() {
        text += &format!("no exact result, not verified: {}\n", unverified.join(", "));
    }
    text
}

fn name(test: &Test) -> &str {
    test.metric.as_deref().unwrap_or("all together")
}

/// A p-value with two digits.
fn p_value(p: f64) -> String {
    match p {
        0.0 => "0".to_owned(),
        ..1e-3 => format!("{p:.1e}"),
        ..0.0995 => format!("{p:.*}", if p < 0.00995 { 4 } else { 3 }),
        _ => format!("{p:.2}"),
    }
}

/// What all tests together mean, in a sentence or two.
pub fn summary(certificate: &Certificate) -> String {
    let disagree = certificate.count(Agreement::Disagrees);
    let verified = disagree + certificate.count(Agreement::Agrees);
    if verified == 0 {
        return "nothing could be verified".to_owned();
    }
    let without = certificate.scenarios.len() - verified;
    let not_verified = match without {
        0 => String::new(),
        1 => "; another is not verified".to_owned(),
        _ => format!("; {without} others are not verified"),
    };
    let found = match (disagree, verified) {
        (0, 1) => "the scenario agrees".to_owned(),
        (0, _) => format!("all {verified} scenarios agree"),
        (_, 1) => "the scenario disagrees".to_owned(),
        _ => format!("{disagree} of {verified} scenarios disagree"),
    };
    let least = certificate.p_values().fold(1.0, f64::min);
    format!(
        "{found}{not_verified}. The least of {} p-values is {}, corrected for their number (Holm) {}; below {SIGNIFICANCE} is disagreement.",
        certificate.p_values().count(),
        p_value(least),
        p_value(certificate.least_corrected()),
    )
}

/// The certificate for programs.
pub fn json(named: &[NamedScenario<'_>], certificate: &Certificate) -> Value {
    let scenarios: Vec<Value> = named
        .iter()
        .zip(&certificate.scenarios)
        .map(|(named, one)| {
            json!({
                "scenario": named.path,
                "variant": named.variant,
                "title": named.scenario.title,
                "verdict": verdict(one.agreement),
                "reader": one.reader.map(|reader| reader.to_string()),
                "outcomes": one.visited,
                "omitted": one.omitted,
                "tests": one.tests.iter().map(test).collect::<Vec<_>>(),
                "not_verified": one.unverified,
            })
        })
        .collect();
    json!({
        "fizzle": env!("CARGO_PKG_VERSION"),
        "trials": certificate.trials,
        "seed": certificate.seed,
        "significance": SIGNIFICANCE,
        "correction": "Holm",
        "p_values": certificate.p_values().count(),
        "least_p": certificate.p_values().fold(1.0, f64::min),
        "least_corrected": certificate.least_corrected(),
        "scenarios": scenarios,
    })
}

fn test(test: &Test) -> Value {
    json!({
        "metric": test.metric,
        "cells": test.cells,
        "impossible": test.impossible,
        "chi_square": { "statistic": test.fit.statistic, "df": test.fit.freedom, "p": test.fit.p_value },
        "largest_gap": test.gap.map(|gap| json!({
            "distance": gap.distance, "scaled": gap.scaled, "p": gap.p_value,
        })),
        "corrected": test.corrected,
        "agrees": !test.disagrees(),
    })
}

fn verdict(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agrees => "agrees",
        Agreement::Disagrees => "disagrees",
        Agreement::Settled => "no dice",
        Agreement::NoLaw => "no exact law",
    }
}
