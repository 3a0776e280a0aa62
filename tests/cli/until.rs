//! `--until`: when a run has seen enough.

use crate::room::Room;
use crate::table::Table;

#[test]
fn until_stops_early_at_a_narrow_absolute_interval() {
    let room = Room::new();
    let with = |options: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --sampled --trials 1e8 {options}"));
        room.files("fizzle-out/manabolt/run")
    };
    let one = with("--until 0.003 --threads 1");
    let questions = Table::parse(&one["questions.csv"]);
    for (low, high) in questions.numbers("low").into_iter().zip(questions.numbers("high")) {
        assert!(high - low <= 0.003, "{low} to {high}");
    }
    let trials = room.json("fizzle-out/manabolt/run/run.json")["engine"]["trials"].as_u64().unwrap();
    // The widest interval is about 2 × 1.96 √(0.7 × 0.3 / n).
    assert!((300_000..500_000).contains(&trials) && trials.is_multiple_of(65_536), "{trials}");
    assert_eq!(one, with("--until 0.003 --threads 2"));
    assert_eq!(one, with("--until 0.003 --threads 7"));
}

#[test]
fn until_stops_early_at_an_interval_narrow_for_its_probability() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --sampled --until 5%";
    room.stdout(&format!("{run} --trials 1e8"));
    let questions = room.csv("fizzle-out/manabolt/run/questions.csv");
    let widths = questions.numbers("high").into_iter().zip(questions.numbers("low"));
    for ((high, low), p) in widths.zip(questions.numbers("probability")) {
        assert!(high - low <= 0.05 * p, "{low} to {high} for {p}");
    }
    let trials = room.json("fizzle-out/manabolt/run/run.json")["engine"]["trials"].as_u64().unwrap();
    assert!(trials < 1_000_000, "{trials}");
    let rare = (questions.numbers("probability")[0] * trials as f64).round();
    assert!(rare >= 100.0);
}

#[test]
fn until_looks_at_the_trials_in_which_what_is_given_has_happened() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --sampled --given hits==3 --trials 1e8";
    let sampled = |width: &str| {
        let output = room.fizzle(&format!("{run} --until {width} --force")).output().unwrap();
        let questions = room.csv("fizzle-out/manabolt/run/questions.csv");
        let widths = questions.numbers("high").into_iter().zip(questions.numbers("low"));
        let widths: Vec<f64> = widths.map(|(high, low)| high - low).collect();
        let engine = room.json("fizzle-out/manabolt/run/run.json")["engine"]["trials"].as_u64().unwrap();
        (String::from_utf8(output.stderr).unwrap(), questions.numbers("probability"), widths, engine)
    };
    let (said, _, widths, trials) = sampled("0.002");
    assert_eq!(said, "");
    assert!(widths.iter().all(|&width| width <= 0.002), "{widths:?}");
    assert!(trials < 2_000_000, "{trials}");
    let (said, chances, widths, _) = sampled("10%");
    assert!(
        said.lines().all(|line| line
            .ends_with("never happens, so that no interval is narrow for its chance: --until leaves it out")),
        "{said}"
    );
    for (width, chance) in widths.into_iter().zip(chances) {
        assert!(width <= 0.1 * chance || chance == 0.0, "{width} for {chance}");
    }
}

#[test]
fn until_does_not_wait_for_what_never_happens() {
    let room = Room::new();
    // Physical drain never happens there: no interval is narrow for its probability.
    let mut command = room.fizzle("run scenarios/lightning-bolt.toml --charts none --until 50% --trials 1e9");
    let said = String::from_utf8(command.assert().success().get_output().stderr.clone()).unwrap();
    let warned = "warning: \"physical drain\" never happens, so that no interval is narrow for its chance: \
                  --until leaves it out\n";
    assert_eq!(said, warned);
    let trials =
        room.json("fizzle-out/lightning-bolt/run/run.json")["simulation"]["trials"].as_u64().unwrap();
    assert!(trials < 1_000_000, "{trials}");
}

#[test]
fn a_width_that_says_nothing_is_refused() {
    let room = Room::new();
    for width in ["200%", "100%", "1.5", "0"] {
        let said = room.refused(&format!("run scenarios/lightning-bolt.toml --until {width}"));
        assert!(said.contains("a part of the probability below 100%, as in 5%"), "{said}");
    }
}

#[test]
fn trials_beside_exact_are_refused() {
    let room = Room::new();
    let said = room.refused("run scenarios/lightning-bolt.toml --exact --trials 1000");
    assert!(said.contains("--exact") && said.contains("--trials"), "{said}");
}

#[test]
fn until_stops_at_the_trials_at_the_latest_and_says_so() {
    let room = Room::new();
    let mut command =
        room.fizzle("run scenarios/lightning-bolt.toml --charts none --until 0.001 --trials 150_000");
    let said = String::from_utf8(command.assert().success().get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("after 150,000 trials the interval of \"hurts, and costs nothing\" is wider"),
        "{said}"
    );
    let mark = room.json("fizzle-out/lightning-bolt/run/run.json");
    assert_eq!(mark["simulation"]["trials"], 150_000);
}

#[test]
fn all_that_are_compared_or_swept_are_sampled_until_they_are_narrow() {
    let room = Room::new();
    let options = "scenarios/manabolt.toml --charts none --sampled --until 0.01 --trials 1e8";
    let is_narrow = |low: &f64, high: &f64| high - low <= 0.01;
    room.stdout(&format!("compare {options} --variant 'weak: choice.force=3'"));
    let name = "costs no drain";
    let compared = room.csv("fizzle-out/manabolt/compare/compare.csv");
    let ends = compared.numbers("low").into_iter().zip(compared.numbers("high"));
    let ends = compared.texts("item").into_iter().zip(ends).filter(|(item, _)| *item == name);
    let ends: Vec<_> = ends.map(|(_, ends)| ends).collect();
    assert!(ends.len() == 2 && ends.iter().all(|(low, high)| is_narrow(low, high)), "{ends:?}");
    room.stdout(&format!("sweep {options} --vary choice.force=3..5"));
    let swept = room.csv("fizzle-out/manabolt/sweep/sweep.csv");
    let ends = swept.numbers(&format!("{name}.low")).into_iter().zip(swept.numbers(&format!("{name}.high")));
    let ends: Vec<_> = ends.collect();
    assert!(ends.len() == 3 && ends.iter().all(|(low, high)| is_narrow(low, high)), "{ends:?}");
    let refused = room.refused(&format!("sweep {options} --vary choice.force=3..5 --part 1/2"));
    assert!(refused.contains("--part and --until cannot be used together"), "{refused}");
}

#[test]
fn intervals_that_stay_wide_are_named_with_the_number_of_settings() {
    let room = Room::new();
    let mut command = room.fizzle(
        "sweep scenarios/manabolt.toml --charts none --sampled --until 0.001 --trials 70k --vary choice.force=3..5",
    );
    let said = String::from_utf8(command.assert().success().get_output().stderr.clone()).unwrap();
    assert!(said.contains("is wider than --until asks for in 3 of 3 settings"), "{said}");
    let refused =
        room.refused("compare scenarios/manabolt.toml --until 0.01 --exact --variant 'weak: choice.force=3'");
    assert!(refused.contains("--until") && refused.contains("--exact"), "{refused}");
}

#[test]
fn what_did_not_happen_did_not_in_the_trials_with_what_is_given() {
    let room = Room::new();
    room.write(
        "two.toml",
        "rules = \"\"\"\nn = d6\nreport n\n\"\"\"\n[[question]]\nname = \"six\"\nevent = \"n == 6\"\n",
    );
    let run = "run two.toml --charts none --sampled --trials 20k --until 1% --given 'n < 4'";
    let output = room.fizzle(run).assert().success();
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(said.contains("\"six\" ") && !said.contains("happened in none of 20,000 trials:"), "{said}");
}
