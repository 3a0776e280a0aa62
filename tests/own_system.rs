//! A game that is in no registry: made at run time, with texts that it owns.

use std::sync::Arc;

use fizzle::analysis::{Engine, MAX_OUTCOMES, Progress, Sampling, exact, explain, sample};
use fizzle::chance::{Law, Merging, Metric, MetricSpec, Procedure, Step, StepText, Tables};
use fizzle::description::{
    CheckedInput, InputReader, Key, Prepared, Preset, ProcedureDescription, Ready, System,
};
use fizzle::report::catalog;
use fizzle::scenario::{Document, Grid, Problems, Scenario};

const SUM: Metric = Metric(0);
const PARITY: Metric = Metric(1);

/// The sum of some dice.
struct Throw {
    law: Law<u32>,
}

impl Procedure for Throw {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            chance.note(Step(0), || "all at once".to_owned());
            let sum = chance.draw(&self.law);
            chance.record(SUM, sum as i32);
            chance.record(PARITY, sum as i32 % 2);
        })
    }
}

/// A game of throws of dice with so many faces. All of its texts are made here.
fn game(faces: u32) -> Arc<System> {
    let pool = format!("pool.d{faces}");
    let prepare = {
        let pool = pool.clone();
        move |input: &CheckedInput| -> Prepared {
            let input = InputReader::new(input);
            let dice = input.integer(&pool).unsigned_abs();
            let law = Law::repeat(dice, &Law::die(faces), 0, |sum, face| sum + face);
            let most = i64::from(dice * faces);
            let parities = ["even", "odd"].map(|parity| format!("{parity}-{faces}"));
            let metrics = vec![
                MetricSpec::integer("sum", format!("the sum of the d{faces}"), dice.into(), most),
                MetricSpec::label("parity", format!("whether that of the d{faces} is even"), parities),
            ];
            let steps = StepText::table(&[(Step(0), "1", "You", "Throw the dice")]);
            let choices = format!("{dice} dice of {faces} faces");
            input.finish(Ready::new(Throw { law }, Tables::new(metrics, steps), choices))
        }
    };
    let keys = vec![
        Key::integer(pool.clone(), 1, 20).label(format!("d{faces}")).help(format!("dice of {faces} faces")),
        Key::preset("pool.preset".to_owned()).label("handful".to_owned()).help("some dice".to_owned()),
    ];
    let procedure =
        ProcedureDescription::new(format!("throw-{faces}"), format!("a throw of d{faces}"), keys, prepare)
            .start(pool.clone(), 2)
            .question(format!("all show {faces}"), format!("sum == {}", 2 * faces));
    let preset = Preset::new("pool.preset".to_owned(), format!("five-d{faces}"), format!("five d{faces}"));
    let game = System::new(format!("throws-of-d{faces}"), format!("Throws of d{faces}"));
    Arc::new(game.with(procedure).presets(vec![preset.fill(pool, 5)]))
}

fn document(text: &str) -> Document {
    Document::parse("throw.toml", text).unwrap().of_system(game(8))
}

fn checked(text: &str) -> Scenario {
    document(text).check().unwrap_or_else(|problems| panic!("{problems}"))
}

const TWO: &str =
    "procedure = \"throw-8\"\npool.d8 = 2\nquestion = [{ name = \"high\", event = \"sum > 12\" }]";

#[test]
fn a_game_of_its_own_is_run_exactly_and_sampled() {
    let scenario = checked(TWO);
    assert_eq!((&*scenario.system.name, &*scenario.procedure.name), ("throws-of-d8", "throw-8"));
    // 13 to 16 of two dice with 8 faces: 4 + 3 + 2 + 1 of 64 ways.
    let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    assert!((odds.answers[0].probability - 10.0 / 64.0).abs() < 1e-12);
    let sampling = Sampling { trials: 20_000, ..Sampling::default() };
    let sampled = sample(&scenario, None, &sampling, &Progress::default()).unwrap();
    assert!(matches!(sampled.engine, Engine::Sampled { .. }));
    assert!(sampled.answers[0].low < 10.0 / 64.0 && 10.0 / 64.0 < sampled.answers[0].high);
}

#[test]
fn labels_of_a_game_of_its_own_are_asked_for() {
    let scenario =
        checked("procedure = \"throw-8\"\npool.d8 = 2\nquestion = [{ event = \"parity == 'odd-8'\" }]");
    let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    assert!((odds.answers[0].probability - 0.5).abs() < 1e-12);
}

#[test]
fn a_game_of_its_own_is_explained() {
    let found = explain(&checked(TWO), 1, None, &Progress::default()).unwrap();
    let told = fizzle::report::story::text(&checked(TWO), &found, 1, 80);
    assert!(told.contains("Throw the dice") && told.contains("all at once"), "{told}");
}

#[test]
fn keys_of_a_game_of_its_own_are_varied_and_said() {
    let document = document(TWO);
    let grid = Grid::parse("--vary", &["pool.d8=1..4".to_owned()], &document).unwrap();
    let means: Vec<f64> = (0..grid.len())
        .map(|number| {
            let scenario = grid.apply(&document, number).check().unwrap();
            exact(&scenario, None, MAX_OUTCOMES).unwrap().distributions[0].summary.unwrap().mean
        })
        .collect();
    for (mean, expected) in means.iter().zip([4.5, 9.0, 13.5, 18.0]) {
        assert!((mean - expected).abs() < 1e-9, "{means:?}");
    }
    assert_eq!(checked(TWO).system.say("pool.d8", "3"), "d8 3");
    let problems = Grid::parse("--vary", &["pool.d6=1..4".to_owned()], &document).unwrap_err();
    assert!(problems.to_string().contains("did you mean `pool.d8`?"), "{problems}");
}

#[test]
fn presets_of_a_game_of_its_own_fill_its_keys() {
    let scenario = checked("procedure = \"throw-8\"\npool.preset = \"five-d8\"");
    assert_eq!(scenario.ready.choices, "5 dice of 8 faces");
}

#[test]
fn the_keys_of_a_game_of_its_own_are_listed() {
    let list = catalog::system(&game(10));
    for text in [
        "throws-of-d10: Throws of d10",
        "throw-10",
        "dice of 10 faces",
        "five-d10",
        "the sum of the d10",
        "even-10",
    ] {
        assert!(list.contains(text), "{text} in:\n{list}");
    }
    let template = catalog::template(&game(10), &game(10).procedures[0]);
    assert!(checked_template(&template).is_ok(), "{template}");
}

fn checked_template(text: &str) -> Result<Scenario, Problems> {
    Document::parse("new.toml", text)?.of_system(game(10)).check()
}

#[test]
fn a_scenario_without_the_game_does_not_know_it() {
    let text = format!("system = \"throws-of-d8\"\n{TWO}");
    assert!(document(&text).check().is_ok());
    let problems = Document::parse("throw.toml", &text).unwrap().check().unwrap_err();
    assert!(problems.to_string().contains("there is no system \"throws-of-d8\""), "{problems}");
    // Another game may still be named, and unknown ones are told of both.
    let problems = document("system = \"throws\"").check().unwrap_err().to_string();
    assert!(problems.contains("throws-of-d8") && problems.contains("shadowrun5"), "{problems}");
}
