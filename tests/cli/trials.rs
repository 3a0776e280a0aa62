//! Trials, seeds and threads: what results depend on, and what not.

use crate::room::{FILES, Room, close, timeless};

#[test]
fn threads_change_no_byte() {
    let room = Room::new();
    // Four blocks, the last of them not full.
    let run = "run scenarios/fireball.toml scenarios/manabolt.toml --charts none --trials 200_001 --force";
    for joint in ["", "--joint damage,hit"] {
        let with = |threads: u32| {
            let text = room.stdout(&format!("{run} {joint} --threads {threads} --out out"));
            (timeless(&text), room.files("out"))
        };
        let one = with(1);
        assert_eq!(one.1.len(), 2 * FILES.len());
        assert_eq!(one, with(2));
        assert_eq!(one, with(7));
    }
}

#[test]
fn threads_change_no_byte_of_variants() {
    let room = Room::new();
    let with = |threads: u32| {
        let run = "run scenarios/lightning-bolt.toml --variant reagents --charts none --trials 100_001";
        room.stdout(&format!("{run} --threads {threads}"));
        room.files("fizzle-out")
    };
    let one = with(1);
    assert_eq!(one.len(), 2 * FILES.len());
    assert_eq!(one, with(2));
    assert_eq!(one, with(7));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_does_not() {
    let room = Room::new();
    let with = |seed: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --sampled --trials 1e4 {seed}"));
        room.files("fizzle-out/manabolt/run")
    };
    let first = with("--seed 5");
    assert_eq!(first, with("--seed 5"));
    let other = with("--seed 6");
    for file in ["distributions.csv", "joint.csv", "summary.csv", "questions.csv"] {
        assert_ne!(first[file], other[file], "{file}");
    }
    assert_eq!(with(""), with("--seed 1"), "the default is 1");
    with("--seed 18446744073709551615");
}

#[test]
fn exact_results_depend_on_neither_seed_nor_threads() {
    let room = Room::new();
    let with = |options: &str| {
        room.stdout(&format!("run scenarios/fireball.toml --exact --charts none {options}"));
        room.files("fizzle-out/fireball/run")
    };
    assert_eq!(with("--seed 1 --threads 1"), with("--seed 2 --threads 7"));
}

#[test]
fn exactly_as_many_trials_are_taken_as_asked_for() {
    let room = Room::new();
    for trials in [1, 65_535, 65_536, 65_537, 100_001] {
        room.stdout(&format!("run scenarios/lightning-bolt.toml --charts none --trials {trials}"));
        let joint = room.csv("fizzle-out/lightning-bolt/run/joint.csv");
        assert_eq!(joint.numbers("count").iter().sum::<f64>(), f64::from(trials));
        close(joint.numbers("probability").iter().sum(), 1.0, 1e-9);
        let mark = room.json("fizzle-out/lightning-bolt/run/run.json");
        assert_eq!(mark["simulation"]["trials"], trials);
    }
}

#[test]
fn trials_are_written_as_people_write_them() {
    let room = Room::new();
    let with = |trials: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --trials {trials}"));
        room.files("fizzle-out/manabolt/run")
    };
    let plain = with("20000");
    for trials in ["2e4", "20_000", "20k", "0.02M"] {
        assert_eq!(plain, with(trials), "{trials}");
    }
}
