//! Figures of procedures: of every template that has one, and of distributions that are hard to draw.

use super::read::{rectangles, words};
use super::*;
use crate::analysis::{Progress, Sampling, exact, sample};
use crate::description::{Member, TrackFigure, Zone};
use crate::report::catalog::template;
use crate::report::color::shade;
use crate::scenario::{Document, Scenario};
use crate::systems::SYSTEMS;

static SPLIT: LazyLock<Figure> = LazyLock::new(|| {
    Figure::new("outcome", FigureKind::Split { metric: "end".into(), won: "broken".into() })
});

static LAW: LazyLock<Figure> = LazyLock::new(|| {
    let title = "chance of each to happen".into();
    Figure::new("all", FigureKind::LawAndChances { law: "sum".into(), chances: "times_".into(), title })
});

static MEMBERS: LazyLock<Figure> = LazyLock::new(|| {
    let member = |place: u8| Member {
        name: Into::into(["Ripper", "ganger 1", "ganger 2"][place as usize]),
        metric: format!("fighter.{place}.state").into(),
    };
    let members = (0..3).map(member).collect();
    Figure::new("fighter-state", FigureKind::Members { title: "state not ok".into(), members })
});

const EIGHT: [&str; 8] = [
    "failed",
    "dispelled",
    "broken",
    "cast",
    "an end with a name that is much too long for its part",
    "resisted",
    "bounced",
    "lost & <found>",
];

static TRACK: LazyLock<Figure> = LazyLock::new(|| {
    let zone = |label: &'static str, highest, lowest| Zone { label: label.into(), highest, lowest };
    let track = TrackFigure {
        title: "a track".into(),
        help: "as it ends up".into(),
        first: 1,
        stride: 2,
        boxes: 4,
        signs: ["/", "X"].map(Into::into).into(),
        zones: vec![zone("+1", 3, 2), zone("+2", 1, 1)],
    };
    Figure::new("track", FigureKind::Boxes(track))
});

/// The template of `fizzle new` with each figure of its procedure.
fn templates() -> Vec<(Scenario, Figure)> {
    let rows = SYSTEMS.iter().flat_map(|system| system.procedures.iter().map(move |row| (system, row)));
    let scenario = |text: &str| Document::parse("test.toml", text).unwrap().check().unwrap();
    let all = rows.flat_map(|(system, row)| {
        row.figures.iter().map(move |figure| (scenario(&template(system, row)), figure.clone()))
    });
    all.collect()
}

/// The odds of a scenario: exact ones, if it has few outcomes, and ones from 300 trials.
fn odds_of(scenario: &Scenario) -> Vec<Odds> {
    let sampling = Sampling { trials: 300, ..Sampling::default() };
    let sampled = sample(scenario, None, &sampling, &Progress::default()).unwrap();
    exact(scenario, None, 3_000_000).into_iter().chain([sampled]).collect()
}

fn split(weights: &[(i64, f64)]) -> Odds {
    odds(vec![distribution(MetricSpec::label("end", "how it ends", EIGHT), law(weights))], vec![])
}

/// Draws a figure, and asserts that it stays on its page.
#[track_caller]
pub fn draw(odds: &Odds, which: &Figure) -> Picture {
    let picture = figure(&HEADING, odds, &[], which).unwrap().expect("the odds have what it shows");
    on_its_page(&picture);
    picture
}

/// The texts of a figure.
#[track_caller]
pub fn words_of(odds: &Odds, which: &Figure) -> Vec<String> {
    words(&draw(odds, which))
}

#[test]
fn figures_of_all_templates_are_drawn() {
    let templates = templates();
    assert!(templates.len() >= 2);
    for (scenario, which) in templates {
        if let FigureKind::Policy(_) = which.kind {
            // Templates have no policy to draw.
            assert_eq!(figure(&HEADING, &example(), &scenario.ready.tables, &which).unwrap(), None);
            continue;
        }
        for odds in odds_of(&scenario) {
            let words = words_of(&odds, &which);
            let all_there: Vec<String> = match &which.kind {
                FigureKind::Split { metric, .. } => {
                    let labels = odds.distribution(metric).unwrap().metric.labels().unwrap();
                    let all = words.join(" ");
                    assert!(labels.iter().all(|label| all.contains(&**label)), "{metric}: {all}");
                    continue;
                }
                FigureKind::LawAndChances { chances, .. } => {
                    let names =
                        odds.distributions.iter().filter_map(|d| d.metric.name.strip_prefix(&**chances));
                    names.map(|name| name.replace('_', " ")).collect()
                }
                FigureKind::Boxes(track) => {
                    let zones = track.zones.iter().map(|zone| zone.label.to_string());
                    zones
                        .chain([track.title.to_string()])
                        .chain((0..track.boxes).map(|n| n.to_string()))
                        .collect()
                }
                FigureKind::Stacks(course) => course
                    .endings
                    .iter()
                    .chain([&course.open, &course.title])
                    .map(|name| name.to_string())
                    .collect(),
                FigureKind::Members { members, .. } => {
                    members.iter().map(|member| member.name.to_string()).collect()
                }
                FigureKind::Policy(_) => unreachable!("they have been left out"),
            };
            shows(&words, all_there);
        }
    }
}

#[test]
fn files_of_figures_have_names_of_their_own() {
    for (scenario, which) in templates() {
        let metrics = scenario.ready.procedure.metrics().iter().map(|metric| metric.name.as_str());
        assert!(metrics.chain(["overview"]).all(|name| name != which.name), "{}", which.name);
    }
}

#[test]
fn what_never_happens_is_told_apart_from_what_hardly_does() {
    let texts = words_of(&split(&[(0, 0.25), (2, 1e-9), (3, 0.75 - 1e-9)]), &SPLIT);
    let count = |wanted: &str| texts.iter().filter(|text| **text == wanted).count();
    // The names are in the bar and in the rows, only in the rows, and in neither.
    assert_eq!((count("failed"), count("broken"), count("dispelled")), (2, 1, 0));
    assert!(texts.iter().any(|text| text.starts_with("never: dispelled, an end with")), "{texts:?}");
    shows(&texts, ["1 in 1,000,000,000"]);
}

#[test]
fn many_parts_are_told_apart_without_colors() {
    let texts = words_of(&split(&(0..8).map(|label| (label, 0.125)).collect::<Vec<_>>()), &SPLIT);
    shows(&texts, ["lost & <found>", "resisted"]);
    let patterns: Vec<_> = (0..8).map(language::Pattern::at).collect();
    for (place, pattern) in patterns.iter().enumerate() {
        assert!(!patterns[..place].contains(pattern), "{place}");
    }
}

#[test]
fn one_part_takes_the_whole_bar() {
    assert!(has(&words_of(&split(&[(3, 1.0)]), &SPLIT), "always"));
    draw(&split(&[]), &SPLIT);
    draw(&split(&[(0, f64::NAN), (1, f64::INFINITY), (2, -1.0)]), &SPLIT);
}

#[test]
fn members_are_sorted_by_their_chances() {
    let state = |place, weights: &[_]| {
        let metric =
            MetricSpec::label(&format!("fighter.{place}.state"), "state", ["ok", "unconscious", "dead"]);
        distribution(metric, law(weights))
    };
    let states = vec![
        state(0, &[(0, 0.75), (1, 0.25)]),
        state(1, &[(0, 0.125), (1, 0.25), (2, 0.625)]),
        state(2, &[(0, 1.0)]),
    ];
    let words = words_of(&odds(states, vec![]), &MEMBERS);
    let place = |wanted: &str| words.iter().position(|word| word == wanted).expect(wanted);
    assert!(place("ganger 1") < place("Ripper") && place("Ripper") < place("ganger 2"), "{words:?}");
    shows(&words, ["State not ok most often: ganger 1, 87.5 %", "dead 62.5 %, unconscious 25.0 %", "never"]);
    assert_eq!(figure(&HEADING, &odds(vec![], vec![]), &[], &MEMBERS).unwrap(), None);
}

#[test]
fn chances_are_those_of_once_or_more() {
    let times = |name: &str, rows| distribution(MetricSpec::integer(name, "times", 0, 3), rows);
    let long = "times_a_name_that_is_".repeat(9);
    let distributions = vec![
        distribution(MetricSpec::integer("sum", "all", 0, 90), law(&[(0, 0.5), (7, 0.25), (90, 0.25)])),
        times("times_one", law(&[(0, 0.25), (1, 0.5), (2, 0.25)])),
        times("times_never", law(&[(0, 1.0)])),
        times(&long, vec![]),
        times("other", law(&[(1, 1.0)])),
    ];
    let texts = words_of(&odds(distributions, vec![]), &LAW);
    for text in ["one", "75.0 %", "1.00 times on average", "never", "times_"] {
        let wanted = text != "times_";
        assert_eq!(has(&texts, text), wanted, "{text} in {texts:?}");
    }
    assert!(has(&texts, "chance of each to happen at least once") && !has(&texts, "other"));
}

#[test]
fn a_law_without_chances_is_drawn() {
    let sum = |rows| distribution(MetricSpec::integer("sum", "all", 0, 90), rows);
    draw(&odds(vec![sum(law(&[(4, 1.0)]))], vec![]), &LAW);
    draw(&odds(vec![sum(vec![])], vec![]), &LAW);
}

#[test]
fn values_that_are_scattered_are_marked_themselves() {
    let scattered = law(&[(0, 0.5), (7, 0.25), (51, 0.125), (52, 0.0625), (90, 0.0625)]);
    let sum = distribution(MetricSpec::integer("sum", "all", 0, 90), scattered);
    let texts = words_of(&odds(vec![sum], vec![]), &LAW);
    assert!(["0", "7", "51", "90", "12.5"].iter().all(|text| has(&texts, text)), "{texts:?}");
    // There is no room for 52 next to the likelier 51, and values without probability have no label.
    assert!(["10", "50", "52"].iter().all(|text| !has(&texts, text)), "{texts:?}");
}

/// Odds for the track above: one other indicator, then the indicators of its marks.
fn marked(marks: [f64; 8]) -> Odds {
    Odds { indicators: [0.77].into_iter().chain(marks).collect(), ..example() }
}

#[test]
fn boxes_are_shaded_by_their_marks_from_the_highest_to_the_lowest() {
    let picture = draw(&marked([0.0, 0.015, 0.125, 1e-5, 0.5, 0.25, 0.99999, 1.0]), &TRACK);
    let texts = words(&picture);
    let start = texts.iter().position(|text| text == "3").unwrap();
    let boxes = [
        "3", "/", ">99.9 %", "X", "100 %", "2", "/", "50.0 %", "X", "25.0 %", "1", "/", "12.5 %", "X",
        "<0.1 %", "0", "/", "0 %", "X", "1.5 %",
    ];
    assert_eq!(texts[start..start + boxes.len()], boxes);
    assert!(["+1", "+2", "exact"].iter().all(|wanted| texts.iter().any(|text| text == wanted)));
    assert!(!texts.iter().any(|text| text == "77.0 %"), "{texts:?}");
    for probability in [0.0, 0.015, 0.125, 0.25, 0.5, 1.0] {
        assert!(!rectangles(&picture, shade(probability)).is_empty(), "{probability} has no ground");
    }
}

#[test]
fn boxes_that_were_sampled_say_how_far_off_they_are() {
    let engine = Engine::Sampled { trials: 100, seed: 1 };
    let odds = Odds { engine, ..marked([0.0, 0.1, 0.0, 0.2, 0.0, 0.5, 0.0, 1.0]) };
    let texts = words_of(&odds, &TRACK);
    let off = "100 trials, seed 1; 95 % intervals of at most ±9.62 percentage points";
    assert!(has(&texts, off) && !texts.iter().any(|text| text.contains("bars")), "{texts:?}");
}

#[test]
fn boxes_of_any_probabilities_and_headings_are_drawn() {
    draw(&marked([f64::NAN, f64::INFINITY, -1.0, 2.0, 0.0, -0.0, 1e-300, 1.0]), &TRACK);
    let long = "a very long title indeed ".repeat(30);
    let heading = Heading { system: &SYSTEMS[0], title: &long, choices: &long };
    on_its_page(&figure(&heading, &marked([0.5; 8]), &[], &TRACK).unwrap().unwrap());
}

#[test]
fn a_track_without_marks_is_not_drawn() {
    assert_eq!(figure(&HEADING, &example(), &[], &TRACK).unwrap(), None);
    let few = Odds { indicators: vec![0.5; 8], ..example() };
    assert_eq!(figure(&HEADING, &few, &[], &TRACK).unwrap(), None);
}

#[test]
fn a_figure_of_other_odds_is_an_error() {
    let error = figure(&HEADING, &example(), &[], &SPLIT).unwrap_err();
    assert_eq!(error.to_string(), "the odds hold no metric end with labels to draw");
    assert!(figure(&HEADING, &example(), &[], &LAW).is_err());
}
