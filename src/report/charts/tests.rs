//! Tests of complete charts, and fixtures of distributions.

mod bins;
mod choices;
mod comparisons;
mod courses;
mod figures;
mod maps;
mod policies;
pub mod read;
mod sweeps;
mod targets;

use std::sync::LazyLock;

use self::read::{chance_by_the_axis, has, on_its_page, shows};
use super::*;
use crate::analysis::{Answer, Distribution, Engine, Joint, Row};
use crate::chance::MetricSpec;
use crate::expression::StatisticName;
use crate::stats::{Z95, summarize, wilson};
use crate::systems::SYSTEMS;

/// The rows of an exact distribution.
pub fn law(weighted: &[(i64, f64)]) -> Vec<Row> {
    let above = |value| weighted.iter().filter(|w| w.0 >= value).map(|w| w.1).sum();
    let below = |value| weighted.iter().filter(|w| w.0 <= value).map(|w| w.1).sum();
    let row = |&(value, p)| Row {
        value,
        probability: p,
        low: p,
        high: p,
        at_least: above(value),
        at_most: below(value),
        count: None,
    };
    weighted.iter().map(row).collect()
}

/// The rows of a sampled distribution, from values with their counts, and its engine.
pub fn sampled(counts: &[(i64, u64)]) -> (Vec<Row>, Engine) {
    let trials: u64 = counts.iter().map(|count| count.1).sum();
    let weighted: Vec<_> = counts.iter().map(|&(value, hits)| (value, hits as f64 / trials as f64)).collect();
    let mut rows = law(&weighted);
    for (row, &(_, hits)) in rows.iter_mut().zip(counts) {
        (row.low, row.high) = wilson(hits, trials, Z95);
        row.count = Some(hits);
    }
    (rows, Engine::Sampled { trials, seed: 1 })
}

/// The distribution of a metric.
pub fn distribution(metric: MetricSpec, rows: Vec<Row>) -> Distribution {
    let weighted: Vec<_> = rows.iter().map(|row| (row.value, row.probability)).collect();
    let summary = if metric.labels().is_none() { summarize(&weighted, None, metric.range()) } else { None };
    Distribution { metric, rows, summary }
}

fn answer(name: &str, probability: f64) -> Answer {
    let name = name.to_owned();
    Answer { name, event: "hit".into(), probability, low: probability, high: probability, count: None }
}

fn odds(distributions: Vec<Distribution>, answers: Vec<Answer>) -> Odds {
    let joint = Joint { metrics: vec![], rows: vec![] };
    Odds {
        engine: Engine::Exact { omitted: 0.0, visited: 1 },
        distributions,
        answers,
        joint,
        indicators: Vec::new(),
        given: None,
        witness: None,
    }
}

fn example() -> Odds {
    let damage: Vec<_> = (0..6).map(|value| (value, 1.0 / 6.0)).collect();
    let distributions = vec![
        distribution(MetricSpec::integer("damage", "boxes of damage", 0, 5), law(&damage)),
        distribution(MetricSpec::label("kind", "what is marked", ["none", "stun"]), law(&[(1, 1.0)])),
    ];
    odds(distributions, vec![answer("survives", 0.25)])
}

/// All settings of these keys; the values of the last key change first.
fn grid(axes: &[(&str, &[&str])]) -> Vec<Vec<String>> {
    let mut grid: Vec<Vec<String>> = vec![vec![]];
    for (_, values) in axes {
        let with = |before: &Vec<String>| {
            let before = before.clone();
            values.iter().map(move |value| before.iter().cloned().chain([(*value).to_owned()]).collect())
        };
        grid = grid.iter().flat_map(with).collect();
    }
    grid
}

/// The name of a statistic that is not a chance.
fn number(words: &str) -> StatisticName {
    StatisticName { written: "1 / mean(x)".to_owned(), words: words.to_owned(), is_chance: false }
}

/// The name of a statistic that is a chance.
fn chance(words: &str) -> StatisticName {
    StatisticName { is_chance: true, ..number(words) }
}

static HEADING: LazyLock<Heading<'_>> =
    LazyLock::new(|| Heading { system: &SYSTEMS[0], title: "A bolt", choices: "a bolt at Force 6" });

#[test]
fn a_chart_shows_its_numbers_in_words() {
    let words = on_its_page(&overview(&HEADING, None, &example()));
    let wanted = [
        "Survives: 25.0 %",
        "A bolt",
        "a bolt at Force 6",
        "damage",
        "survives",
        "exact",
        "fizzle",
        "2.50 on average",
        "25.0 %",
    ];
    shows(&words, wanted);
}

#[test]
fn a_metric_has_its_mean_or_its_likeliest_label_in_the_title() {
    let words = on_its_page(&metric(&HEADING, &example(), &example().distributions[0]));
    shows(&words, ["Damage: 2.50 on average", "A bolt", "a bolt at Force 6", "chance of this value or more"]);
    let kind =
        distribution(MetricSpec::label("kind", "help", ["none", "stun"]), law(&[(0, 0.25), (1, 0.75)]));
    let words = on_its_page(&metric(&HEADING, &example(), &kind));
    assert!(words[0].starts_with("Kind: most likely stun, 75.0 %"), "{words:?}");
}

#[test]
fn labels_that_are_all_as_likely_are_not_listed_in_the_title() {
    let title = |weights: &[(i64, f64)]| {
        let names: Vec<String> = (0..20).map(|n| format!("place {n}")).collect();
        let place = distribution(MetricSpec::label("place", "where", names), law(weights));
        on_its_page(&metric(&HEADING, &example(), &place)).remove(0)
    };
    let all: Vec<(i64, f64)> = (0..20).map(|n| (n, 0.05)).collect();
    assert_eq!(title(&all), "Place: all 20 are equally likely, 5.0 % each");
    assert_eq!(title(&[(0, 0.4), (1, 0.4), (2, 0.2)]), "Place: most likely place 0 or place 1, 40.0 % each");
    let half: Vec<(i64, f64)> = (0..10).map(|n| (n, 0.1)).collect();
    assert_eq!(title(&half), "Place: most likely one of 10, 10.0 % each");
}

#[test]
fn what_does_not_vary_is_a_line_of_words() {
    let dodge = |rows| distribution(MetricSpec::integer("dodge", "dodges", 0, 9), rows);
    let kind = distribution(MetricSpec::label("kind", "help", ["none", "stun"]), law(&[(1, 1.0)]));
    let alone = odds(vec![dodge(law(&[(3, 1.0)])), kind], vec![]);
    let texts = on_its_page(&overview(&HEADING, None, &alone));
    assert!(has(&texts, "always: dodge 3, kind stun") && !has(&texts, "kind"), "{texts:?}");
    let (rows, engine) = sampled(&[(3, 1000)]);
    let texts = on_its_page(&overview(&HEADING, None, &Odds { engine, ..odds(vec![dodge(rows)], vec![]) }));
    shows(&texts, ["in all trials: dodge 3"]);
}

#[test]
fn a_picture_has_its_title_and_its_subject_for_those_who_hear_it() {
    let svg = overview(&HEADING, None, &example()).svg().unwrap();
    assert!(svg.contains("\n<title>Survives: 25.0 %</title>\n"), "{}", &svg[..400]);
    assert!(
        svg.contains("\n<desc>A bolt. a bolt at Force 6. survives: 25.0\u{a0}%</desc>\n"),
        "{}",
        &svg[..400]
    );
}

#[test]
fn ranges_of_results_state_the_share_that_is_in_them() {
    let texts = on_its_page(&metric(&HEADING, &example(), &example().distributions[0]));
    // The quartiles of a die from 0 to 5 are 1 and 4: two thirds of all results, not half.
    shows(&texts, ["1 to 4: 67 of 100 results", "0 to 5: all results"]);
}

#[test]
fn the_likeliest_of_many_labels_have_a_row_and_the_others_a_grey_one() {
    let names: Vec<String> = (0..20).map(|n| format!("beast {n}")).collect();
    let weights: Vec<(i64, f64)> = (0..20).map(|n| (n, (n + 1) as f64 / 210.0)).collect();
    let beast = distribution(MetricSpec::label("beast", "which beast", names), law(&weights));
    let picture = overview(&HEADING, None, &odds(vec![beast], vec![]));
    let texts = on_its_page(&picture);
    shows(&texts, ["beast 19", "beast 13", "13 others"]);
    assert!(has(&texts, "bars: chance"), "no strip is drawn: {texts:?}");
    assert!(!has(&texts, "beast 12") && !has(&texts, "beast 0"), "{texts:?}");
    let place = |words: &str| texts.iter().position(|text| text == words).unwrap();
    assert!(place("beast 13") < place("beast 19") && place("beast 19") < place("13 others"));
    let is_grey = |mark: &&Mark| matches!(mark, Mark::Rectangle { ink, .. } if *ink == language::ink::REST);
    assert_eq!(picture.marks.iter().filter(is_grey).count(), 1);
}

#[test]
fn a_sampled_chart_has_the_digits_of_its_tables() {
    let (rows, engine) = sampled(&[(0, 22), (1, 977), (2, 1)]);
    let mut odds = odds(vec![distribution(MetricSpec::integer("x", "x", 0, 2), rows)], vec![]);
    odds.engine = engine;
    for (name, count) in [("often", 978), ("rarely", 1)] {
        let (low, high) = wilson(count, 1000, Z95);
        odds.answers.push(Answer { low, high, count: Some(count), ..answer(name, count as f64 / 1000.0) });
    }
    let texts = on_its_page(&overview(&HEADING, None, &odds));
    assert!(
        has(&texts, "97.8 %") && has(&texts, "0.1 %") && !texts.iter().any(|text| text.contains("1 in")),
        "{texts:?}"
    );
}

#[test]
fn bars_are_as_high_as_their_chances_by_the_axis_beside_them() {
    let chances = [(2, 0.143), (3, 0.25), (4, 0.5), (7, 0.107)];
    let damage = distribution(MetricSpec::integer("damage", "boxes", 0, 9), law(&chances));
    let odds = odds(vec![damage], vec![]);
    for picture in [metric(&HEADING, &odds, &odds.distributions[0]), overview(&HEADING, None, &odds)] {
        for (value, chance) in chances {
            let seen = chance_by_the_axis(&picture, &value.to_string());
            assert!((seen - chance).abs() < 1e-9, "{value}: {seen}");
        }
    }
}

#[test]
fn a_bar_that_would_flatten_all_others_is_cut_off_and_labelled() {
    let few: Vec<(i64, f64)> = (1..=26).map(|value| (value, 0.01)).collect();
    let left = |rest: &[(i64, f64)]| {
        let all = [&[(0, 0.74)], rest].concat();
        overview(
            &HEADING,
            None,
            &odds(vec![distribution(MetricSpec::integer("left", "x", 0, 99), law(&all))], vec![]),
        )
    };
    let (picture, high) = (left(&few), chance_by_the_axis(&left(&few), "10"));
    assert!((high - 0.01).abs() < 1e-9 && has(&on_its_page(&picture), "74.0"), "{high}");
    assert!(chance_by_the_axis(&picture, "0") < 0.05, "it is as high as the plot");
    // Few bars have labels, so that none is cut off.
    assert!((chance_by_the_axis(&left(&few[..5]), "0") - 0.74).abs() < 1e-9);
}

#[test]
fn a_picture_is_written_in_both_formats() {
    let picture = metric(&HEADING, &example(), &example().distributions[0]);
    let [(svg_name, svg), (png_name, png)] = picture.files("damage").unwrap();
    assert_eq!((svg_name.as_str(), png_name.as_str()), ("damage.svg", "damage.png"));
    assert_eq!(picture.files("damage").unwrap()[1].1, png, "written twice");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let (width, height) = (number(16), number(20));
    let head = format!("<svg width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\"", width / 2, height / 2);
    assert!(String::from_utf8(svg).unwrap().starts_with(&head), "{head}");
    assert_eq!(width, 1720);
}

#[test]
fn text_of_the_user_is_escaped() {
    let title = "<script>alert(\"1\" & '2')</script>\u{0}\u{7}\u{ffff}";
    let mut odds = example();
    odds.answers.push(answer("</text><image href='x'/>", 1e-15));
    let heading = Heading { system: &SYSTEMS[0], title, choices: "a\u{1b}[31m\n& b" };
    let svg = overview(&heading, None, &odds).svg().unwrap();
    assert!(svg.contains("&lt;script&gt;alert(&quot;1&quot; &amp; &apos;2&apos;)&lt;/script&gt;"));
    assert!(svg.contains("&lt;/text&gt;&lt;image href=") && svg.contains("a[31m &amp; b"));
    assert!(!svg.contains("<script") && !svg.contains("<image"));
    assert!(svg.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{ffff}')));
}

#[test]
fn extreme_odds_stay_on_their_page() {
    let long = "🎲 <&> \u{202e}no-break".repeat(3000);
    let integer = |rows| distribution(MetricSpec::integer("x", "help", i64::MIN, i64::MAX), rows);
    let wide: Vec<_> = (0..5000).map(|n| (n * 200 - 500_000, 2e-4)).collect();
    let mut distributions = vec![
        integer(law(&wide)),
        integer(law(&[(i64::MIN, 0.5), (i64::MAX, 0.5)])),
        integer(law(&[(7, 1.0)])),
        integer(law(&[(0, 1e-300), (1, 1e-15)])),
        integer(law(&[(0, f64::NAN), (1, f64::INFINITY), (2, -1.0)])),
        integer(vec![]),
        distribution(MetricSpec::label("y", "help", ["a", "b"]), law(&[(-1, 0.5), (9, 0.5)])),
        distribution(MetricSpec::label("z", "help", [""; 0]), vec![]),
    ];
    distributions.extend((0..22).map(|_| integer(law(&[(0, 0.5), (1, 0.5)]))));
    let answers = vec![answer(&long, 0.0), answer("", f64::NAN), answer("b", 1.0)];
    let odds = odds(distributions, answers);
    let heading = Heading { system: &SYSTEMS[0], title: &long, choices: &long };
    assert!(has(&on_its_page(&overview(&heading, None, &odds)), "no values"));
    for distribution in &odds.distributions {
        on_its_page(&metric(&heading, &odds, distribution));
    }
    let nothing = Odds { distributions: vec![], answers: vec![], ..odds };
    on_its_page(&overview(&Heading { system: &SYSTEMS[0], title: "", choices: "" }, None, &nothing));
}
