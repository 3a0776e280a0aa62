//! A certificate that sampled and exact results agree, as text and JSON.

use serde_json::{Value, json};

use super::number::grouped;
use super::table::{Cell, Column, Layout, Table, TextColumn, in_lines};
use crate::analysis::{Agreement, Certificate, DECIDING_OUTCOMES, SIGNIFICANCE, Test, Verified};
use crate::scenario::Scenario;
use crate::stats::Gap;

/// A scenario with its name in a certificate.
pub struct NamedScenario<'a> {
    /// The path of its file, as given.
    pub path: &'a str,
    /// The scenario.
    pub scenario: &'a Scenario,
}

/// The certificate as text: the verdict, and the tests of each scenario.
pub fn text(named: &[NamedScenario<'_>], certificate: &Certificate, layout: Layout) -> String {
    let Certificate { trials, seed, .. } = certificate;
    let mut parts = vec![in_lines(&summary(certificate), layout.width)];
    parts.push(format!(
        "fizzle {}: {} trials of each scenario, seed {seed}, against exact results\n",
        env!("CARGO_PKG_VERSION"),
        grouped(*trials)
    ));
    parts.extend(named.iter().zip(&certificate.scenarios).map(|(named, one)| scenario(named, one, layout)));
    parts.join("\n")
}

fn scenario(named: &NamedScenario<'_>, verified: &Verified, layout: Layout) -> String {
    let variant = named.scenario.variant.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    let mut text = format!("{}{variant}: {}\n", named.path, named.scenario.title);
    match verified.agreement {
        Agreement::Settled => text += "no dice: there is nothing to verify\n",
        Agreement::NoLaw => {
            let most = grouped(DECIDING_OUTCOMES);
            text += &format!("no exact result from at most {most} outcomes: not verified\n");
        }
        Agreement::Agrees | Agreement::Disagrees => {
            text += &law(verified);
            text += &tests(named.scenario, &verified.tests, layout);
            text += &without_law(named.scenario, verified, layout);
            text += match verified.agreement {
                Agreement::Agrees if verified.unverified.is_empty() => "agrees\n",
                Agreement::Agrees => "agrees, as far as it is verified\n",
                _ => "DISAGREES\n",
            };
        }
    }
    text
}

/// A line on the size of the exact distribution.
fn law(verified: &Verified) -> String {
    let left_out = match verified.omitted {
        0.0 => String::new(),
        omitted => format!(", at most {omitted:.1e} of the probability left out"),
    };
    let reader = verified.reader.map_or_else(String::new, |reader| format!("; sampled by {reader}"));
    format!("exact result from {} outcomes{left_out}{reader}\n", grouped(verified.visited))
}

/// A row for each test, and the sampled outcomes that are impossible.
fn tests(scenario: &Scenario, tests: &[Test], layout: Layout) -> String {
    let mut text = table(scenario, tests).shown(layout);
    for test in tests.iter().filter(|test| test.impossible > 0) {
        let times = match test.impossible {
            1 => "once".to_owned(),
            several => format!("{} times", grouped(several)),
        };
        let name = name(scenario, test.metric.as_deref());
        text += &format!("{name}: seen {times} though the exact chance is 0\n");
    }
    text
}

fn table<'a>(scenario: &'a Scenario, tests: &'a [Test]) -> Table<'a, &'a Test> {
    let count = |count: u64| Cell::from(count).said(grouped(count));
    let gap = |words: fn(Gap) -> String| move |test: &'a Test| test.gap.map(words);
    let chi_square = |name: &str, heading: &str| Column::default().at(["chi_square", name]).number(heading);
    Table::new(tests)
        .column(Column::json("metric").shown(TextColumn::name("")), |test| {
            Cell::from(test.metric.as_deref()).said(name(scenario, test.metric.as_deref()))
        })
        .column(Column::json("cells").number("cells"), move |test| count(test.cells))
        .column(Column::json("impossible"), |test| test.impossible)
        .column(chi_square("statistic", "chi-square"), |test| {
            Cell::from(test.fit.statistic).said(format!("{:.1}", test.fit.statistic))
        })
        .column(chi_square("df", "df"), move |test| count(test.fit.freedom))
        .column(chi_square("p", "p"), |test| Cell::from(test.fit.p_value).said(p_value(test.fit.p_value)))
        .column(Column::json("largest_gap"), |test| {
            let gap = |gap: Gap| json!({ "distance": gap.distance, "scaled": gap.scaled, "p": gap.p_value });
            test.gap.map(|one| Cell::Nested(gap(one)))
        })
        .column(TextColumn::number("largest gap"), gap(|gap| format!("{:.1e}", gap.distance)))
        .column(TextColumn::number("√n·D"), gap(|gap| format!("{:.2}", gap.scaled)))
        .column(TextColumn::number("p"), gap(|gap| p_value(gap.p_value)))
        .column(Column::json("corrected").number("corrected"), |test| {
            let sign = if test.disagrees() { " !" } else { "" };
            Cell::from(test.corrected).said(p_value(test.corrected) + sign)
        })
        .column(Column::json("agrees"), |test| !test.disagrees())
}

/// The metrics that are not verified, because their exact distribution is too large.
fn without_law(scenario: &Scenario, verified: &Verified, layout: Layout) -> String {
    let Verified { tests, unverified, .. } = verified;
    let mut text = String::new();
    if tests.len() + unverified.len() > 1 && tests.iter().all(|test| test.metric.is_some()) {
        text += "no exact result for all together: metrics are verified one by one\n";
    }
    if !unverified.is_empty() {
        let names: Vec<String> = unverified.iter().map(|metric| name(scenario, Some(metric))).collect();
        text += &in_lines(&format!("no exact result, not verified: {}", names.join(", ")), layout.width);
    }
    text
}

/// The label of a metric; without a metric, the name of the joint test.
fn name(scenario: &Scenario, metric: Option<&str>) -> String {
    let metrics = scenario.ready.procedure.metrics().iter();
    let found = metrics.clone().find(|one| Some(one.name.as_str()) == metric);
    found.map_or_else(|| "all together".to_owned(), |one| one.label.clone())
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

/// The overall verdict, in one or two sentences.
pub fn summary(certificate: &Certificate) -> String {
    let disagree = certificate.count(Agreement::Disagrees);
    let verified = disagree + certificate.count(Agreement::Agrees);
    if verified == 0 {
        return "Nothing could be verified.".to_owned();
    }
    let without = certificate.scenarios.len() - verified;
    let not_verified = match without {
        0 => String::new(),
        1 => "; another is not verified".to_owned(),
        _ => format!("; {without} others are not verified"),
    };
    let in_part = certificate.scenarios.iter().filter(|one| !one.tests.is_empty());
    let metrics: usize = in_part.map(|one| one.unverified.len()).sum();
    let not_all = match metrics {
        0 => String::new(),
        1 => "; one metric has no exact result, and is not verified".to_owned(),
        _ => format!("; {metrics} metrics have no exact result, and are not verified"),
    };
    let found = match (disagree, verified) {
        (0, 1) => "The scenario agrees".to_owned(),
        (0, _) => format!("All {verified} scenarios agree"),
        (_, 1) => "The scenario DISAGREES".to_owned(),
        _ => format!("{disagree} of {verified} scenarios DISAGREE"),
    };
    let least = certificate.p_values().fold(1.0, f64::min);
    format!(
        "{found}{not_verified}{not_all}. The least of {} p-values is {}, corrected for their number (Holm) {}; below {SIGNIFICANCE} is disagreement.",
        certificate.p_values().count(),
        p_value(least),
        p_value(certificate.least_corrected()),
    )
}

/// The certificate as JSON.
pub fn json(named: &[NamedScenario<'_>], certificate: &Certificate) -> Value {
    let scenario = |(named, one): (&NamedScenario<'_>, &Verified)| {
        json!({
            "scenario": named.path,
            "variant": named.scenario.variant,
            "title": named.scenario.title,
            "verdict": verdict(one.agreement),
            "reader": one.reader.map(|reader| reader.to_string()),
            "outcomes": one.visited,
            "omitted": one.omitted,
            "tests": table(named.scenario, &one.tests).json(),
            "not_verified": one.unverified,
        })
    };
    let scenarios: Vec<Value> = named.iter().zip(&certificate.scenarios).map(scenario).collect();
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

fn verdict(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agrees => "agrees",
        Agreement::Disagrees => "disagrees",
        Agreement::Settled => "no dice",
        Agreement::NoLaw => "no exact law",
    }
}
