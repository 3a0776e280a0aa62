//! `--until`: when a run has seen enough.

use crate::room::Room;
use crate::table::Table;

#[test]
fn until_stops_early_at_a_narrow_absolute_interval() {
    let room = Room::new();
    let with = |options: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --trials 1e8 {options}"));
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
    let run = "run scenarios/manabolt.toml --charts none --until 5%";
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
fn until_stops_at_the_trials_at_the_latest_and_says_so() {
    let room = Room::new();
    // Physical drain never happens there: its interval is never narrow for its probability.
    let mut command =
        room.fizzle("run scenarios/lightning-bolt.toml --charts none --until 50% --trials 150_000");
    let said = String::from_utf8(command.assert().success().get_output().stderr.clone()).unwrap();
    assert!(said.contains("after 150000 trials the interval of \"physical drain\" is wider"), "{said}");
    let mark = room.json("fizzle-out/lightning-bolt/run/run.json");
    assert_eq!(mark["engine"]["trials"], 150_000);
}
