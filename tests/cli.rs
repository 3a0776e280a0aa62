//! The command as users run it, on the scenarios that come with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use fizzle::systems::SYSTEMS;
use predicates::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The scenarios that come with the program, by stem.
const SCENARIOS: [&str; 3] = ["fireball", "lightning-bolt", "manabolt"];

/// The files of a run without charts.
const FILES: [&str; 5] = ["distributions.csv", "joint.csv", "questions.csv", "run.json", "summary.csv"];

/// A folder of its own with the scenarios in it, as users have it before them.
struct Room(TempDir);

impl Room {
    fn new() -> Self {
        let room = Room(tempfile::tempdir().unwrap());
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        fs::create_dir(room.0.path().join("scenarios")).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, room.0.path().join("scenarios").join(path.file_name().unwrap())).unwrap();
        }
        room
    }

    /// The command in this folder; a blank ends an argument.
    fn fizzle(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("fizzle"));
        command.current_dir(&self.0).args(arguments.split_whitespace()).timeout(Duration::from_secs(60));
        command
    }

    /// What a command that succeeds prints.
    #[track_caller]
    fn stdout(&self, arguments: &str) -> String {
        output(&mut self.fizzle(arguments))
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.0.path().join(path)
    }

    #[track_caller]
    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    #[track_caller]
    fn csv(&self, path: &str) -> Table {
        Table::parse(&self.read(path))
    }

    #[track_caller]
    fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.read(path)).unwrap()
    }

    /// The names of what is in a folder.
    #[track_caller]
    fn names(&self, folder: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// All files below a folder, without the wall time.
    fn files(&self, folder: &str) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for name in self.names(folder) {
            let path = format!("{folder}/{name}");
            if self.path(&path).is_dir() {
                let inner = self.files(&path);
                files.extend(inner.into_iter().map(|(below, text)| (format!("{name}/{below}"), text)));
            } else {
                let text = self.read(&path);
                let kept = text.lines().filter(|line| !line.trim_start().starts_with("\"seconds\":"));
                files.insert(name, kept.collect::<Vec<_>>().join("\n"));
            }
        }
        files
    }
}

/// A CSV file.
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    #[track_caller]
    fn parse(text: &str) -> Self {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
        Table { columns, rows }
    }

    #[track_caller]
    fn column(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))
    }

    #[track_caller]
    fn texts(&self, name: &str) -> Vec<&str> {
        let column = self.column(name);
        self.rows.iter().map(|row| row[column].as_str()).collect()
    }

    #[track_caller]
    fn numbers(&self, name: &str) -> Vec<f64> {
        self.texts(name).into_iter().map(|text| text.parse().unwrap_or_else(|_| panic!("{text}"))).collect()
    }

    /// The probability of each value of each metric, of a `distributions.csv`.
    #[track_caller]
    fn law(&self) -> BTreeMap<(String, String), f64> {
        let names = self.texts("metric").into_iter().zip(self.texts("value"));
        let names = names.map(|(metric, value)| (metric.to_owned(), value.to_owned()));
        names.zip(self.numbers("probability")).collect()
    }

    /// The sum of a column over the rows in which `wanted` holds of the named cells.
    #[track_caller]
    fn sum_where(&self, amount: &str, names: &[&str], wanted: impl Fn(&[&str]) -> bool) -> f64 {
        let columns: Vec<usize> = names.iter().map(|name| self.column(name)).collect();
        let amounts = self.numbers(amount);
        let cells = self.rows.iter().zip(amounts).filter(|(row, _)| {
            let cells: Vec<&str> = columns.iter().map(|&column| row[column].as_str()).collect();
            wanted(&cells)
        });
        cells.map(|(_, amount)| amount).sum()
    }
}

#[track_caller]
fn output(command: &mut Command) -> String {
    let assert = command.assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Without the wall time and what follows from it.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once("; ") {
        Some((before, after))
            if after.contains(" s") && (before.contains("resolution") || before.contains("exact:")) =>
        {
            format!("{before}; TIME")
        }
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn close(left: f64, right: f64, tolerance: f64) {
    assert!((left - right).abs() <= tolerance, "{left} is not {right}");
}

fn set_of(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

// Files and their columns.

#[test]
fn a_run_writes_the_files_of_the_contract_and_no_other() {
    let room = Room::new();
    for stem in SCENARIOS {
        for engine in ["--exact", "--trials 1000"] {
            room.stdout(&format!("run scenarios/{stem}.toml --charts none {engine}"));
            assert_eq!(room.names(&format!("fizzle-out/{stem}")), set_of(&FILES));
        }
    }
    assert_eq!(room.names("."), set_of(&["scenarios", "fizzle-out"]));
    assert_eq!(room.names("fizzle-out"), set_of(&SCENARIOS));
}

#[test]
fn columns_stand_in_the_order_of_the_contract() {
    let room = Room::new();
    let metrics = ["hits", "net_hits", "hit", "damage", "damage_type", "drain", "drain_type"];
    for stem in SCENARIOS {
        for engine in ["--exact", "--trials 1000"] {
            room.stdout(&format!("run scenarios/{stem}.toml --charts none {engine}"));
            let columns = |file: &str| room.csv(&format!("fizzle-out/{stem}/{file}")).columns.join(",");
            assert_eq!(
                columns("distributions.csv"),
                "metric,value,probability,low,high,at_least,at_most,count"
            );
            assert_eq!(
                columns("summary.csv"),
                "metric,mean,mean_low,mean_high,sd,min,p05,p25,median,p75,p95,max"
            );
            assert_eq!(columns("questions.csv"), "question,event,probability,low,high,one_in");
            let scatter = if stem == "fireball" { ",scatter" } else { "" };
            let metrics = metrics.join(",");
            assert_eq!(columns("joint.csv"), format!("{metrics}{scatter},glitch,probability,count"));
        }
    }
}

#[test]
fn charts_are_written_as_asked_for() {
    let room = Room::new();
    let charts = |which: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --exact {which} --out out"));
        let mut names = room.names("out");
        assert!(FILES.iter().all(|file| names.remove(*file)), "{names:?}");
        names
    };
    assert_eq!(charts(""), set_of(&["overview.svg", "overview.png"]));
    assert_eq!(charts("--charts none"), BTreeSet::new());
    let all =
        ["overview", "hits", "net_hits", "hit", "damage", "damage_type", "drain", "drain_type", "glitch"];
    let all: BTreeSet<String> =
        all.iter().flat_map(|name| [format!("{name}.svg"), format!("{name}.png")]).collect();
    assert_eq!(charts("--charts all"), all);
}

#[test]
fn charts_of_an_earlier_run_go_when_none_are_asked_for() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --exact --variant reagents";
    room.stdout(run);
    assert!(room.path("fizzle-out/manabolt/overview.svg").exists());
    assert!(room.path("fizzle-out/manabolt/reagents/overview.svg").exists());
    room.write("fizzle-out/manabolt/mine.svg", "drawn by hand");
    room.stdout(&format!("{run} --charts none"));
    let mut left = room.names("fizzle-out/manabolt");
    assert!(left.remove("mine.svg"), "what fizzle has not made is not its to take away");
    assert!(left.remove("reagents"));
    assert_eq!(left, set_of(&FILES));
    assert_eq!(room.names("fizzle-out/manabolt/reagents"), set_of(&FILES));
}

#[test]
fn run_json_says_how_the_numbers_came_about() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --trials 1000 --seed 7 --set choice.force=5");
    let mark = room.json("fizzle-out/manabolt/run.json");
    assert_eq!(mark["fizzle"], env!("CARGO_PKG_VERSION"));
    assert_eq!(mark["scenario"], "scenarios/manabolt.toml");
    assert_eq!(mark["title"], "Manabolt at a guard");
    assert_eq!((&mark["system"], &mark["procedure"]), (&json!("shadowrun5"), &json!("direct")));
    assert_eq!(mark["engine"], json!({ "kind": "sampled", "trials": 1000, "seed": 7 }));
    assert!(mark["seconds"].as_f64().unwrap() >= 0.0);
    // What was written, what --set has changed, what a preset fills, and a default.
    assert_eq!(mark["keys"]["caster"]["magic"], 6);
    assert_eq!(mark["keys"]["choice"]["force"], 5);
    assert_eq!(mark["keys"]["spell"]["drain"], -3);
    assert_eq!(mark["keys"]["rules"]["hit_on"], 5);
    assert_eq!(mark["questions"][1], json!({ "name": "costs no drain", "event": "drain == 0" }));

    room.stdout("run scenarios/manabolt.toml --charts none --exact");
    let mark = room.json("fizzle-out/manabolt/run.json");
    assert_eq!((&mark["engine"]["kind"], &mark["engine"]["omitted"]), (&json!("exact"), &json!(0.0)));
}

// The numbers.

#[test]
fn exact_numbers_have_no_error_and_no_counts() {
    let room = Room::new();
    for stem in SCENARIOS {
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --exact"));
        let table = room.csv(&format!("fizzle-out/{stem}/distributions.csv"));
        assert_eq!(table.texts("low"), table.texts("probability"));
        assert_eq!(table.texts("high"), table.texts("probability"));
        assert!(table.texts("count").iter().all(|count| count.is_empty()));
        assert!(table.numbers("probability").iter().all(|&p| p > 0.0 && p <= 1.0 + 1e-12));
        let joint = room.csv(&format!("fizzle-out/{stem}/joint.csv"));
        assert!(joint.texts("count").iter().all(|count| count.is_empty()));
        let summary = room.csv(&format!("fizzle-out/{stem}/summary.csv"));
        assert_eq!(summary.texts("mean"), summary.texts("mean_low"));
    }
}

#[test]
fn the_exact_figures_are_those_of_the_rules() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --exact --variant reagents");
    for (folder, no_drain, drain) in [("", 0.7009, 0.4205), ("/reagents", 0.8960, 0.1214)] {
        let summary = room.csv(&format!("fizzle-out/manabolt{folder}/summary.csv"));
        let mean = |metric| summary.sum_where("mean", &["metric"], |cells| cells == [metric]);
        close(mean("damage"), 2.6302, 5e-5);
        close(mean("drain"), drain, 5e-5);
        let questions = room.csv(&format!("fizzle-out/manabolt{folder}/questions.csv"));
        close(questions.numbers("probability")[1], no_drain, 5e-5);
    }
}

#[test]
fn sampled_distributions_agree_with_exact_ones() {
    let room = Room::new();
    for stem in SCENARIOS {
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --exact --out exact/{stem}"));
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --out sampled/{stem}"));
        let exact = room.csv(&format!("exact/{stem}/distributions.csv")).law();
        let sampled = room.csv(&format!("sampled/{stem}/distributions.csv")).law();
        for key in sampled.keys() {
            assert!(exact.contains_key(key), "{key:?} cannot happen");
        }
        for (key, p) in exact {
            let seen = sampled.get(&key).copied().unwrap_or(0.0);
            // Five standard errors, and one resolution for what is rare. The seed is fixed.
            close(seen, p, 5.0 * (p * (1.0 - p) / 1e6).sqrt() + 1e-6);
        }
    }
}

#[test]
fn values_ascend_and_labels_stand_in_their_declared_order() {
    let room = Room::new();
    room.stdout("run scenarios/fireball.toml --charts none --exact --set target.armor=11");
    let table = room.csv("fizzle-out/fireball/distributions.csv");
    let of = |metric: &str| -> Vec<String> {
        let rows = table.texts("metric").into_iter().zip(table.texts("value"));
        rows.filter(|(name, _)| *name == metric).map(|(_, value)| value.to_owned()).collect()
    };
    for metric in ["hits", "net_hits", "hit", "damage", "drain", "scatter"] {
        let values: Vec<i64> = of(metric).iter().map(|value| value.parse().unwrap()).collect();
        assert!(values.len() > 1 && values.is_sorted_by(|a, b| a < b), "{metric}: {values:?}");
    }
    assert_eq!(of("damage_type"), ["none", "stun", "physical"]);
    assert_eq!(of("glitch"), ["none", "glitch", "critical"]);
}

#[test]
fn tails_are_sums_of_the_distribution_and_empty_for_labels() {
    let room = Room::new();
    for engine in ["--exact", "--trials 10000"] {
        room.stdout(&format!("run scenarios/fireball.toml --charts none {engine}"));
        let table = room.csv("fizzle-out/fireball/distributions.csv");
        let rows = |name| table.texts(name).into_iter();
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        for (((metric, p), at_least), at_most) in
            rows("metric").zip(table.numbers("probability")).zip(rows("at_least")).zip(rows("at_most"))
        {
            if ["damage_type", "drain_type", "glitch"].contains(&metric) {
                assert_eq!((at_least, at_most), ("", ""));
                continue;
            }
            let below = sums.entry(metric).or_default();
            close(at_least.parse().unwrap(), 1.0 - *below, 1e-12);
            *below += p;
            close(at_most.parse().unwrap(), *below, 1e-12);
        }
        assert_eq!(sums.len(), 6);
        assert!(sums.values().all(|sum| (sum - 1.0).abs() < 1e-12));
    }
}

#[test]
fn joint_outcomes_add_up_to_the_distributions() {
    let room = Room::new();
    for (engine, amount) in [("--exact", "probability"), ("--trials 100000", "count")] {
        for stem in SCENARIOS {
            room.stdout(&format!("run scenarios/{stem}.toml --charts none {engine}"));
            let joint = room.csv(&format!("fizzle-out/{stem}/joint.csv"));
            let table = room.csv(&format!("fizzle-out/{stem}/distributions.csv"));
            let rows = table.texts("metric").into_iter().zip(table.texts("value"));
            for ((metric, value), mass) in rows.zip(table.numbers(amount)) {
                close(joint.sum_where(amount, &[metric], |cells| cells == [value]), mass, 1e-12);
            }
        }
    }
}

#[test]
fn questions_are_answered_from_the_joint_law() {
    let room = Room::new();
    for engine in ["--exact", "--trials 100000"] {
        room.stdout(&format!("run scenarios/lightning-bolt.toml --charts none {engine}"));
        let joint = room.csv("fizzle-out/lightning-bolt/joint.csv");
        let number = |text: &str| text.parse::<i64>().unwrap();
        let drops = joint.sum_where("probability", &["damage"], |cells| number(cells[0]) >= 10);
        let hurts = joint
            .sum_where("probability", &["damage", "drain"], |cells| number(cells[0]) > 0 && cells[1] == "0");
        let questions = room.csv("fizzle-out/lightning-bolt/questions.csv");
        assert_eq!(
            questions.texts("question"),
            ["drops the ganger", "hurts, and costs nothing", "physical drain"]
        );
        assert_eq!(questions.texts("event")[2], "drain_type == 'physical'");
        let answers = questions.numbers("probability");
        close(answers[0], drops, 1e-12);
        close(answers[1], hurts, 1e-12);
        assert_eq!(answers[2], 0.0);
        let one_in = questions.texts("one_in");
        assert_eq!(one_in[0].parse::<f64>().unwrap(), 1.0 / answers[0]);
        assert_eq!(one_in[2], "", "what never happens is one in nothing");
    }
}

#[test]
fn numbers_read_back_to_the_same_floats() {
    let room = Room::new();
    let json: Value = serde_json::from_str(
        &room.stdout("run scenarios/manabolt.toml --charts none --trials 99991 --format json"),
    )
    .unwrap();
    let table = room.csv("fizzle-out/manabolt/distributions.csv");
    for (p, count) in table.numbers("probability").into_iter().zip(table.numbers("count")) {
        assert_eq!(p, count / 99991.0);
    }
    let laws = json["results"][0]["metrics"].as_array().unwrap();
    let rows: Vec<&Value> = laws.iter().flat_map(|metric| metric["law"].as_array().unwrap()).collect();
    for column in ["probability", "low", "high"] {
        let printed: Vec<f64> = rows.iter().map(|row| row[column].as_f64().unwrap()).collect();
        assert_eq!(printed, table.numbers(column), "{column}");
    }
}

#[test]
fn the_summary_is_that_of_the_distribution() {
    let room = Room::new();
    room.stdout("run scenarios/fireball.toml --charts none --trials 50000");
    let table = room.csv("fizzle-out/fireball/distributions.csv");
    let summary = room.csv("fizzle-out/fireball/summary.csv");
    assert_eq!(summary.texts("metric"), ["hits", "net_hits", "hit", "damage", "drain", "scatter"]);
    for (place, metric) in summary.texts("metric").into_iter().enumerate() {
        let rows =
            table.texts("metric").into_iter().zip(table.texts("value")).zip(table.numbers("probability"));
        let law: Vec<(f64, f64)> = rows
            .filter(|((name, _), _)| *name == metric)
            .map(|((_, value), p)| (value.parse().unwrap(), p))
            .collect();
        let mean: f64 = law.iter().map(|(value, p)| value * p).sum();
        let variance: f64 = law.iter().map(|(value, p)| (value - mean).powi(2) * p).sum();
        let least = |q: f64| {
            let mut sum = 0.0;
            law.iter()
                .find(|(_, p)| {
                    sum += p;
                    sum >= q - 1e-12
                })
                .unwrap()
                .0
        };
        let ours = |name| summary.numbers(name)[place];
        close(ours("mean"), mean, 1e-9);
        close(ours("sd"), variance.sqrt(), 1e-9);
        assert!(ours("mean_low") < ours("mean") && ours("mean") < ours("mean_high"));
        assert_eq!((ours("min"), ours("max")), (law[0].0, law[law.len() - 1].0));
        for (name, q) in [("p05", 0.05), ("p25", 0.25), ("median", 0.5), ("p75", 0.75), ("p95", 0.95)] {
            assert_eq!(ours(name), least(q), "{metric} {name}");
        }
    }
}

// What results depend on, and what not.

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
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --trials 1e4 {seed}"));
        room.files("fizzle-out/manabolt")
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
        room.files("fizzle-out/fireball")
    };
    assert_eq!(with("--seed 1 --threads 1"), with("--seed 2 --threads 7"));
}

#[test]
fn exactly_as_many_trials_are_taken_as_asked_for() {
    let room = Room::new();
    for trials in [1, 65_535, 65_536, 65_537, 100_001] {
        room.stdout(&format!("run scenarios/lightning-bolt.toml --charts none --trials {trials}"));
        let joint = room.csv("fizzle-out/lightning-bolt/joint.csv");
        assert_eq!(joint.numbers("count").iter().sum::<f64>(), f64::from(trials));
        close(joint.numbers("probability").iter().sum(), 1.0, 1e-9);
        let mark = room.json("fizzle-out/lightning-bolt/run.json");
        assert_eq!(mark["engine"]["trials"], trials);
    }
}

#[test]
fn trials_are_written_as_people_write_them() {
    let room = Room::new();
    let with = |trials: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --trials {trials}"));
        room.files("fizzle-out/manabolt")
    };
    let plain = with("20000");
    for trials in ["2e4", "20_000", "20k", "0.02M"] {
        assert_eq!(plain, with(trials), "{trials}");
    }
}

#[test]
fn until_stops_early_at_a_narrow_absolute_interval() {
    let room = Room::new();
    let with = |options: &str| {
        room.stdout(&format!("run scenarios/manabolt.toml --charts none --trials 1e8 {options}"));
        room.files("fizzle-out/manabolt")
    };
    let one = with("--until 0.003 --threads 1");
    let questions = Table::parse(&one["questions.csv"]);
    for (low, high) in questions.numbers("low").into_iter().zip(questions.numbers("high")) {
        assert!(high - low <= 0.003, "{low} to {high}");
    }
    let trials = room.json("fizzle-out/manabolt/run.json")["engine"]["trials"].as_u64().unwrap();
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
    let questions = room.csv("fizzle-out/manabolt/questions.csv");
    let widths = questions.numbers("high").into_iter().zip(questions.numbers("low"));
    for ((high, low), p) in widths.zip(questions.numbers("probability")) {
        assert!(high - low <= 0.05 * p, "{low} to {high} for {p}");
    }
    let trials = room.json("fizzle-out/manabolt/run.json")["engine"]["trials"].as_u64().unwrap();
    assert!(trials < 1_000_000, "{trials}");
    let rare = (questions.numbers("probability")[0] * trials as f64).round();
    assert!(rare >= 100.0);
}

#[test]
fn until_stops_at_the_trials_at_the_latest() {
    let room = Room::new();
    // Physical drain never happens there: its interval is never narrow for its probability.
    room.stdout("run scenarios/lightning-bolt.toml --charts none --until 50% --trials 150_000");
    let mark = room.json("fizzle-out/lightning-bolt/run.json");
    assert_eq!(mark["engine"]["trials"], 150_000);
}

// Options.

#[test]
fn joint_chooses_the_columns_and_changes_nothing_else() {
    let room = Room::new();
    for engine in ["--trials 70000", "--exact"] {
        let run = format!("run scenarios/fireball.toml --charts none {engine}");
        room.stdout(&format!("{run} --out all"));
        room.stdout(&format!("{run} --out some --joint damage,hit"));
        let (all, some) = (room.csv("all/joint.csv"), room.csv("some/joint.csv"));
        assert_eq!(some.columns, ["hit", "damage", "probability", "count"]);
        for row in &some.rows {
            let mass = all.sum_where("probability", &["hit", "damage"], |cells| cells == &row[..2]);
            close(row[2].parse().unwrap(), mass, 1e-12);
        }
        let (all_law, some_law) =
            (room.csv("all/distributions.csv").law(), room.csv("some/distributions.csv").law());
        assert!(all_law.keys().eq(some_law.keys()));
        for (one, other) in all_law.values().zip(some_law.values()) {
            close(*one, *other, 1e-12);
        }
        if engine != "--exact" {
            for file in ["distributions.csv", "summary.csv", "questions.csv"] {
                assert_eq!(room.read(&format!("all/{file}")), room.read(&format!("some/{file}")), "{file}");
            }
        }
    }
}

#[test]
fn a_variant_by_name_is_the_same_as_written_out() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --trials 1e4";
    room.stdout(&format!("{run} --variant reagents --out named"));
    output(
        room.fizzle(&format!("{run} --out written"))
            .args(["--variant", "low-force: choice.force = 1, choice.reagents = 6"]),
    );
    room.stdout(&format!("{run} --set choice.force=1 --set choice.reagents=6 --out set"));
    let set = room.files("set");
    for file in ["distributions.csv", "joint.csv", "summary.csv", "questions.csv"] {
        let named = room.read(&format!("named/reagents/{file}"));
        assert_eq!(named, room.read(&format!("written/low-force/{file}")), "{file}");
        assert_eq!(named.trim_end(), set[file].trim_end(), "{file}");
        assert_ne!(named, room.read(&format!("named/{file}")), "{file}");
    }
    assert_eq!(room.json("named/reagents/run.json")["variant"], "reagents");
    assert_eq!(room.json("named/run.json")["variant"], Value::Null);
}

#[test]
fn variants_are_told_side_by_side() {
    let room = Room::new();
    let text = output(
        room.fizzle("run scenarios/lightning-bolt.toml --charts none --exact --set rules.mental_limit=false")
            .args(["--variant", "reagents", "--variant", "overcast", "--variant", "naked: target.armor=0"]),
    );
    let header = text.lines().find(|line| line.starts_with("question")).unwrap();
    let columns: Vec<&str> = header.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(columns, ["question", "as written", "reagents", "overcast", "naked"]);
    let mean = text.lines().find(|line| line.starts_with("damage ")).unwrap();
    let cells: Vec<&str> = mean.split_whitespace().collect();
    assert_eq!(cells[..4], ["damage", "3.7064", "1.1165", "7.6008"]);
    let mut folder = set_of(&FILES);
    folder.extend(set_of(&["reagents", "overcast", "naked"]));
    assert_eq!(room.names("fizzle-out/lightning-bolt"), folder);
}

#[test]
fn a_variant_with_questions_of_its_own_is_answered_under_their_names() {
    let room = Room::new();
    let text = output(
        room.fizzle("run scenarios/manabolt.toml --charts none --exact")
            .args(["--variant", "sure: question.7.name=strikes, question.7.event=hit==1"]),
    );
    assert!(text.lines().any(|line| line.starts_with("strikes")), "{text}");
}

#[test]
fn set_changes_a_key_and_unset_takes_it_out() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --exact --set choice.reagents=4");
    assert!(text.contains("with 4 drams of reagents"), "{text}");
    let keys = room.json("fizzle-out/manabolt/run.json")["keys"].clone();
    assert_eq!(keys["choice"]["reagents"], 4);

    let text = output(room.fizzle("run scenarios/manabolt.toml --charts none --exact --variant").args([
        "low: choice.force=1, choice.reagents=6",
        "--set",
        "choice.reagents=4",
        "--variant",
        "none: choice.reagents=unset",
    ]));
    assert!(text.contains("none: Manabolt at Force 6 against a living target"), "{text}");
    let keys = room.json("fizzle-out/manabolt/none/run.json")["keys"].clone();
    assert_eq!(keys["choice"].get("reagents"), None);

    // Unset, a key has its default again.
    room.stdout("run scenarios/manabolt.toml --charts none --exact --set rules.mental_limit=unset --set caster.mental_limit=9");
    assert_eq!(room.json("fizzle-out/manabolt/run.json")["keys"]["rules"]["mental_limit"], true);
}

#[test]
fn a_title_that_is_unset_is_the_name_of_the_file() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --exact --set title=unset");
    assert!(text.starts_with("manabolt\n"), "{text}");
}

#[test]
fn set_reads_quoted_and_bare_words_alike() {
    let room = Room::new();
    for value in ["stunbolt", "\"stunbolt\"", "'stunbolt'"] {
        let text = room
            .stdout(&format!("run scenarios/manabolt.toml --charts none --exact --set spell.preset={value}"));
        assert!(text.contains("Stunbolt at Force 6"), "{text}");
    }
}

#[test]
fn several_scenarios_go_into_a_folder_each() {
    let room = Room::new();
    let text = room
        .stdout("run scenarios/manabolt.toml scenarios/fireball.toml --charts none --exact --out odds/today");
    assert_eq!(room.names("odds/today"), set_of(&["manabolt", "fireball"]));
    for stem in ["manabolt", "fireball"] {
        assert_eq!(room.names(&format!("odds/today/{stem}")), set_of(&FILES));
        assert!(text.contains(&format!("files: odds/today/{stem}\n")), "{text}");
    }
    assert!(text.find("Manabolt at a guard") < text.find("Fireball among guards"), "{text}");
    assert_eq!(room.names("."), set_of(&["scenarios", "odds"]));
}

#[test]
fn json_on_standard_output_has_all_results() {
    let room = Room::new();
    let text = room
        .stdout("run scenarios/manabolt.toml scenarios/fireball.toml --charts none --exact --format json");
    let json: Value = serde_json::from_str(&text).unwrap();
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["scenario"], "scenarios/manabolt.toml");
    assert_eq!(results[1]["directory"], "fizzle-out/fireball");
    assert_eq!(results[0]["engine"]["kind"], "exact");
    assert_eq!(results[0]["questions"][1]["name"], "costs no drain");
    close(results[0]["questions"][1]["probability"].as_f64().unwrap(), 0.7009, 5e-5);
    let damage = &results[0]["metrics"][3];
    assert_eq!(damage["name"], "damage");
    close(damage["mean"].as_f64().unwrap(), 2.6302, 5e-5);
    assert_eq!(results[0]["metrics"][4]["law"][0]["value"], "none");
}

#[test]
fn csv_on_standard_output_is_that_of_the_files_with_one_header() {
    let room = Room::new();
    let text = room.stdout(
        "run scenarios/manabolt.toml scenarios/fireball.toml --charts none --trials 1000 --format csv",
    );
    let table = Table::parse(&text);
    assert_eq!(
        table.columns.join(","),
        "scenario,variant,metric,value,probability,low,high,at_least,at_most,count"
    );
    let mut files = Vec::new();
    for stem in ["manabolt", "fireball"] {
        let file = room.csv(&format!("fizzle-out/{stem}/distributions.csv"));
        files.extend(file.rows.into_iter().map(|row| {
            let label = [format!("scenarios/{stem}.toml"), String::new()];
            label.into_iter().chain(row).collect::<Vec<_>>()
        }));
    }
    assert_eq!(table.rows, files);
}

#[test]
fn csv_on_standard_output_names_the_variants() {
    let room = Room::new();
    let text = room
        .stdout("run scenarios/manabolt.toml --charts none --trials 1000 --format csv --variant reagents");
    let variants: BTreeSet<String> =
        Table::parse(&text).texts("variant").into_iter().map(str::to_owned).collect();
    assert_eq!(variants, set_of(&["", "reagents"]));
}

#[test]
fn quiet_changes_no_result_and_nothing_goes_to_standard_error() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --trials 1e5";
    // The helper asserts that standard error is empty.
    assert_eq!(timeless(&room.stdout(run)), timeless(&room.stdout(&format!("{run} --quiet"))));
}

#[test]
fn colors_are_in_messages_only_when_asked_for() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --set choice.force=0";
    room.fizzle(run).assert().code(2).stderr(predicate::str::contains("\u{1b}[").not());
    room.fizzle(&format!("{run} --color never"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\u{1b}[").not());
    room.fizzle(&format!("{run} --color always"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\u{1b}["));
    // `NO_COLOR` is for the automatic choice; who says always means it.
    room.fizzle(&format!("{run} --color always"))
        .env("NO_COLOR", "1")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\u{1b}["));
}

// Whose a directory is.

#[test]
fn a_directory_is_written_again_by_its_own_scenario() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --exact");
    room.stdout("run scenarios/manabolt.toml --charts none --trials 100 --set choice.force=3");
    assert_eq!(room.json("fizzle-out/manabolt/run.json")["engine"]["kind"], "sampled");
}

#[test]
fn another_scenarios_directory_is_overwritten_by_force_alone() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out out");
    let before = room.files("out");
    room.fizzle("run scenarios/fireball.toml --charts none --exact --out out")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("out holds the results of scenarios/manabolt.toml"));
    assert_eq!(before, room.files("out"));
    room.stdout("run scenarios/fireball.toml --charts none --exact --out out --force");
    assert_eq!(room.json("out/run.json")["scenario"], "scenarios/fireball.toml");
}

#[test]
fn a_folder_of_other_things_is_written_into_by_force_alone() {
    let room = Room::new();
    fs::create_dir(room.path("thesis")).unwrap();
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out thesis");
    fs::remove_dir_all(room.path("thesis")).unwrap();
    fs::create_dir(room.path("thesis")).unwrap();
    room.write("thesis/chapter-1", "years of work");
    room.fizzle("run scenarios/manabolt.toml --charts none --exact --out thesis")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("thesis is not empty"))
        .stderr(predicate::str::contains("--force"));
    assert_eq!(room.names("thesis"), set_of(&["chapter-1"]));
    room.stdout("run scenarios/manabolt.toml --charts none --exact --out thesis --force");
    assert_eq!(room.read("thesis/chapter-1"), "years of work");
}

#[test]
fn odd_paths_are_no_hindrance() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    for name in ["my spell.toml", "ünïcode ✨.toml", "no-extension", "a.b.toml", "-.toml"] {
        room.write(name, &text);
        let out = Path::new(name).file_stem().unwrap().to_str().unwrap();
        output(room.fizzle("run --charts none --exact --").arg(name));
        assert_eq!(room.names(&format!("fizzle-out/{out}")), set_of(&FILES));
    }
}

// On the terminal.

#[test]
fn an_exact_run_prints_its_odds() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --exact --charts none");
    insta::assert_snapshot!(timeless(&text), @r"
    Manabolt at a guard
    Manabolt at Force 6 against a living target
    exact: 810 outcomes; TIME

    metric                     mean    sd  5–95 %
    hits                     3.9103  1.47  1 to 6
    net_hits                 2.5770  1.74  0 to 5
    hit                      0.8769  0.33  0 to 1
    damage                   2.6302  1.64  0 to 5
    damage_type none      12.3121 %
    damage_type physical  87.6879 %
    drain                    0.4205  0.72  0 to 2
    drain_type none       70.0859 %
    drain_type stun       29.9141 %
    glitch none           99.8707 %
    glitch glitch          0.1183 %
    glitch critical        0.0110 %

    question                          probability  1 in
    takes half a dozen boxes or more     3.5106 %  28.5
    costs no drain                      70.0859 %  1.43

    files: fizzle-out/manabolt
    ");
}

#[test]
fn a_sampled_run_prints_exact_beside_sampled_where_exact_is_cheap() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --trials 1e5");
    let header = text.lines().find(|line| line.starts_with("metric")).unwrap();
    assert!(header.ends_with("exact   gap"), "{header}");
    let header = text.lines().find(|line| line.starts_with("question")).unwrap();
    let columns: Vec<&str> = header.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(columns, ["question", "probability", "95 % interval", "1 in", "exact", "gap"]);
    assert!(text.contains("100,000 resolutions, seed 1"), "{text}");
}

#[test]
fn a_sampled_run_does_without_an_exact_law_that_is_large() {
    let room = Room::new();
    let large = "--set caster.magic=20 --set caster.spellcasting=20 --set choice.force=20 \
                 --set caster.mental_limit=40 --set target.reaction=20 --set target.intuition=20 \
                 --set target.body=20 --set target.armor=40 --set caster.willpower=20";
    let text = room.stdout(&format!("run scenarios/lightning-bolt.toml --charts none --trials 1e4 {large}"));
    assert!(!text.contains("gap"), "{text}");
    let text = room.stdout(&format!("run scenarios/lightning-bolt.toml --charts none --exact {large}"));
    let visited = text.split("exact: ").nth(1).unwrap().split(' ').next().unwrap().replace(',', "");
    assert!(visited.parse::<u64>().unwrap() > 100_000, "{text}");
}

#[test]
fn a_title_cannot_play_tricks_with_the_terminal() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml").replace("Manabolt at a guard", "a\\nb\\u001b[31m\\u0007");
    room.write("trick.toml", &text.replace("costs no drain", "costs\\u001b[2J\\nnothing"));
    for command in ["run trick.toml --charts none --exact", "explain trick.toml"] {
        let text = room.stdout(command);
        let tricks: Vec<char> = text.chars().filter(|c| c.is_control() && *c != '\n').collect();
        assert!(tricks.is_empty(), "{tricks:?} in {text:?}");
        let title = text.lines().next().unwrap();
        assert!(title.starts_with('a') && title.contains('b'), "a title is one line: {text:?}");
    }
}

// Explain.

/// The numbers of the steps that a story tells.
fn step_numbers(story: &str) -> Vec<u32> {
    let number = |line: &str| line.split_once(". ").and_then(|(number, _)| number.trim().parse().ok());
    story.lines().filter(|line| !line.starts_with("    ")).filter_map(number).collect()
}

#[test]
fn explain_tells_a_story() {
    let room = Room::new();
    insta::assert_snapshot!(room.stdout("explain scenarios/lightning-bolt.toml"), @r"
    Lightning Bolt at a ganger
    Lightning Bolt at Force 6 against a living target
    resolution 1 of seed 1

     1. You: Choose a spell
        Lightning Bolt
     2. You: Choose Force for the spell
        Force 6, at most twice Magic 6
     3. You: Roll dice in Spellcasting Pool
        Spellcasting 6 + Magic 6: 12 dice
        [5 5 1 5 2 4 6 4 1 1 6 3] 5 hits
     4. You: Determine total hits
        5 rolled, at most 6, the Force, and 7, the mental limit: 5 hits
     5. Target: Roll Defense check
        Reaction 4 + Intuition 3: 7 dice
        [1 3 1 1 4 3 6] 1 hit
     6. Target: Determine net hits
        5 − 1 = 4
     7. Target: Determine if hit
        net hits above 0: the target is hit
     8. You: Determine Damage Value
        Force 6 + net hits 4 = 10
     9. You: Determine Armor Penetration
        the Force: 6
    10. Target: Determine Armor Value
        Armor 12 − 6, at least 0: 6
    11. Target: Determine Damage type
        Damage Value 10 reaches Armor Value 6: physical
    12. Target: Roll Armor check
        Body 4 + Armor Value 6: 10 dice
        [4 2 5 1 3 2 4 2 6 4] 2 hits
    13. Target: Determine net hits
        10 − 2 = 8
    14. Target: Register damage
        the target takes 8 boxes of physical damage
    15. You: Determine Drain type
        total hits not above Magic 6: stun
    16. You: Determine Drain value
        Force 6 − 3, at least 2: 3
    17. You: Roll dice in Resist Drain Pool
        Willpower 5 + drain attribute 5: 10 dice
        [5 4 4 4 4 6 2 1 5 6] 4 hits
    18. You: Determine net hits
        3 − 4 = −1
    19. You: Register Drain
        the caster takes none

    outcome: hits 5, net_hits 4, hit 1, damage 8, damage_type physical, drain 0, drain_type none, glitch none
    ");
}

#[test]
fn the_same_seed_tells_the_same_story() {
    let room = Room::new();
    let tell = |seed: u32| room.stdout(&format!("explain scenarios/fireball.toml --seed {seed}"));
    let stories: BTreeSet<String> = (1..=5).map(tell).collect();
    assert_eq!(stories.len(), 5, "another seed tells another story");
    assert!((1..=5).all(|seed| stories.contains(&tell(seed))));
    assert_eq!(tell(1), room.stdout("explain scenarios/fireball.toml"), "the default is 1");
}

#[test]
fn explain_writes_no_files() {
    let room = Room::new();
    room.stdout("explain scenarios/manabolt.toml");
    assert_eq!(room.names("."), set_of(&["scenarios"]));
}

#[test]
fn steps_have_the_numbers_of_the_source_text() {
    let room = Room::new();
    for (stem, last) in [("manabolt", 12), ("lightning-bolt", 19), ("fireball", 21)] {
        for (drams, extra) in [("unset", 0), ("6", 1)] {
            let story = output(
                room.fizzle(&format!("explain scenarios/{stem}.toml --set choice.reagents={drams}"))
                    .args(["--where", "hit == 1"]),
            );
            assert_eq!(step_numbers(&story), (1..=last + extra).collect::<Vec<_>>(), "{story}");
        }
    }
}

#[test]
fn a_miss_skips_ahead_to_drain() {
    let room = Room::new();
    // The step that finds the miss, and the one that it goes on with; direct spells skip none.
    for (stem, miss, drain, last) in [("lightning-bolt", 7, 15, 19), ("fireball", 9, 17, 21)] {
        for (drams, extra) in [("unset", 0), ("6", 1)] {
            let story = output(
                room.fizzle(&format!("explain scenarios/{stem}.toml --set choice.reagents={drams}"))
                    .args(["--where", "hit == 0"]),
            );
            let expected: Vec<u32> = (1..=miss + extra).chain(drain + extra..=last + extra).collect();
            assert_eq!(step_numbers(&story), expected, "{story}");
            assert!(story.contains(&format!("on to step {}", drain + extra)), "{story}");
        }
    }
    let story = output(room.fizzle("explain scenarios/manabolt.toml").args(["--where", "hit == 0"]));
    assert_eq!(step_numbers(&story), (1..=12).collect::<Vec<_>>());
}

#[test]
fn a_miss_that_costs_no_drain_ends_the_story() {
    let room = Room::new();
    let story = output(
        room.fizzle("explain scenarios/lightning-bolt.toml --set rules.drain_on_miss=false")
            .args(["--where", "hit == 0"]),
    );
    assert_eq!(step_numbers(&story), (1..=7).collect::<Vec<_>>());
    assert!(story.contains("drain 0, drain_type none"), "{story}");
}

/// A story as JSON.
#[track_caller]
fn telling(room: &Room, arguments: &str, event: Option<&str>) -> Value {
    let mut command = room.fizzle(&format!("explain {arguments} --format json"));
    command.args(event.iter().flat_map(|event| ["--where", event]));
    serde_json::from_str(&output(&mut command)).unwrap()
}

#[test]
fn where_finds_the_first_resolution_of_the_seed_with_the_event() {
    let room = Room::new();
    for (stem, event, metric, value) in [
        ("manabolt", "glitch == 'critical'", "glitch", json!("critical")),
        ("lightning-bolt", "damage >= 12", "damage", json!(12)),
        ("fireball", "scatter == 11 && drain == 0", "scatter", json!(11)),
    ] {
        let story = telling(&room, &format!("scenarios/{stem}.toml"), Some(event));
        assert_eq!(story["outcome"][metric], value);
        assert!(story["resolution"].as_u64().unwrap() > 1);
        assert_eq!(story, telling(&room, &format!("scenarios/{stem}.toml"), Some(event)));
    }
    let first = telling(&room, "scenarios/manabolt.toml --seed 3", None);
    assert_eq!(first["resolution"], 1);
    assert_eq!(first, telling(&room, "scenarios/manabolt.toml --seed 3", Some("hits >= 0")));
}

#[test]
fn where_says_at_once_that_an_event_is_impossible() {
    let room = Room::new();
    for event in ["damage > 30", "drain_type == 'physical' && hits < 6", "1 == 2"] {
        room.fizzle("explain scenarios/lightning-bolt.toml")
            .args(["--where", event])
            .timeout(Duration::from_secs(5))
            .assert()
            .code(1)
            .stdout("")
            .stderr(predicate::str::contains("impossible"));
    }
}

#[test]
fn the_outcome_told_is_one_that_an_exact_run_counts() {
    let room = Room::new();
    for stem in SCENARIOS {
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --exact"));
        let joint = room.csv(&format!("fizzle-out/{stem}/joint.csv"));
        let metrics = &joint.columns[..joint.columns.len() - 2];
        for seed in 1..=12 {
            let story = telling(&room, &format!("scenarios/{stem}.toml --seed {seed}"), None);
            let value = |metric: &String| match &story["outcome"][metric] {
                Value::String(label) => label.clone(),
                number => number.to_string(),
            };
            let outcome: Vec<String> = metrics.iter().map(value).collect();
            assert!(joint.rows.iter().any(|row| row[..metrics.len()] == outcome), "{outcome:?}");
        }
    }
}

#[test]
fn the_dice_told_come_to_what_is_said_of_them() {
    let room = Room::new();
    for seed in 1..=5 {
        let story = telling(&room, &format!("scenarios/lightning-bolt.toml --seed {seed}"), None);
        let steps = story["steps"].as_array().unwrap();
        let lines = steps.iter().flat_map(|step| step["lines"].as_array().unwrap());
        let rolls: Vec<&Value> = lines.filter(|line| line.get("dice").is_some()).collect();
        assert!(rolls.len() >= 3);
        for roll in &rolls {
            let dice: Vec<u64> = roll["dice"]
                .as_array()
                .unwrap()
                .iter()
                .map(|die| {
                    let faces = die.as_array().unwrap();
                    assert_eq!(faces.len(), 1, "these dice do not explode");
                    faces[0].as_u64().unwrap()
                })
                .collect();
            assert!(dice.iter().all(|face| (1..=6).contains(face)));
            let hits = dice.iter().filter(|face| **face >= 5).count();
            let said = roll["result"].as_str().unwrap();
            assert!(said.starts_with(&format!("{hits} hit")), "{dice:?}: {said}");
        }
        assert_eq!(rolls[0]["dice"].as_array().unwrap().len(), 12, "Spellcasting 6 + Magic 6");
    }
}

#[test]
fn explain_takes_a_variant_and_changes() {
    let room = Room::new();
    let story = room.stdout("explain scenarios/manabolt.toml --variant reagents");
    assert!(story.contains("Manabolt at Force 1 with 6 drams of reagents"), "{story}");
    let story = room.stdout("explain scenarios/manabolt.toml --set choice.force=4");
    assert!(story.contains("Force 4, at most twice Magic 6"), "{story}");
}

// What fizzle knows.

#[test]
fn list_names_the_systems() {
    let room = Room::new();
    insta::assert_snapshot!(room.stdout("list"), @r"
    shadowrun5: Shadowrun 5: combat spells
        direct          a direct combat spell against one target: 12 steps, 13 with reagents
        indirect        an indirect combat spell at a single target: 19 steps, 20 with reagents
        indirect-area   an indirect area spell as one target in it meets it: 21 steps, 22 with reagents

    `fizzle list SYSTEM` shows its keys, switches and presets.
    ");
}

#[test]
fn list_of_a_system_has_every_procedure_key_switch_preset_and_metric() {
    let room = Room::new();
    for system in SYSTEMS {
        let text = room.stdout(&format!("list {}", system.name));
        let has = |name: &str| assert!(text.contains(name), "{name} is not in {text}");
        for row in system.procedures {
            has(row.name);
            has(row.help);
            for key in row.keys {
                has(key.name());
                has(key.help);
            }
            for metric in row.example(system.presets).ready.procedure.metrics() {
                has(&metric.name);
            }
        }
        for preset in system.presets {
            has(preset.name);
        }
    }
    let text = room.stdout("list shadowrun5");
    for reading in ["\"minus-hits\"", "\"reaction+intuition\"", "default true", "default 20"] {
        assert!(text.contains(reading), "{reading}");
    }
}

#[test]
fn what_new_writes_runs_as_it_is() {
    let room = Room::new();
    for system in SYSTEMS {
        for row in system.procedures {
            let text = room.stdout(&format!("new {} {}", system.name, row.name));
            let file = format!("{}.toml", row.name);
            room.write(&file, &text);
            room.stdout(&format!("run {file} --charts none --exact"));
            room.stdout(&format!("explain {file}"));
            let mark = room.json(&format!("fizzle-out/{}/run.json", row.name));
            assert_eq!(mark["procedure"], row.name);
            assert!(!mark["questions"].as_array().unwrap().is_empty());
            for key in row.keys {
                assert!(text.contains(&format!("{} = ", key.name())), "{} is not in {text}", key.path);
            }
        }
        let first = room.stdout(&format!("new {}", system.name));
        assert_eq!(first, room.stdout(&format!("new {} {}", system.name, system.procedures[0].name)));
    }
}

/// A scenario file as JSON.
fn as_json(toml: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(toml).unwrap()).unwrap()
}

#[test]
fn the_schema_accepts_what_run_accepts() {
    let room = Room::new();
    for arguments in ["schema", "schema shadowrun5"] {
        let schema: Value = serde_json::from_str(&room.stdout(arguments)).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let accept = |name: &str, text: &str| {
            let instance = as_json(text);
            let errors: Vec<String> = validator.iter_errors(&instance).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
        };
        for stem in SCENARIOS {
            accept(stem, &room.read(&format!("scenarios/{stem}.toml")));
        }
        for row in SYSTEMS[0].procedures {
            accept(row.name, &room.stdout(&format!("new shadowrun5 {}", row.name)));
        }
        let whole = room.read("scenarios/manabolt.toml")
            + "[vary]\n\"choice.force\" = \"1..12\"\n[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0.6, 0.9]\n";
        accept("vary and expect", &whole);
    }
}

#[test]
fn the_schema_refuses_what_run_refuses() {
    let room = Room::new();
    let schema: Value = serde_json::from_str(&room.stdout("schema")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let good = room.read("scenarios/manabolt.toml");
    for (from, to) in [
        ("willpower = 5", "wilpower = 5"),
        ("[choice]", "[choise]"),
        ("title =", "titel ="),
        ("event =", "evnt ="),
        ("force = 6", "force = \"6\""),
        ("force = 6", "force = 6.5"),
        ("force = 6", "force = 0"),
        ("magic = 6", "magic = 1000001"),
        ("mental_limit = false", "mental_limit = 0"),
        ("\"manabolt\"", "\"manabold\""),
        ("\"shadowrun5\"", "\"shadowrun55\""),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(good, bad, "{from} is not in the scenario");
        assert!(!validator.is_valid(&as_json(&bad)), "the schema accepts {to}");
        room.write("bad.toml", &bad);
        room.fizzle("run bad.toml --charts none --exact").assert().code(2);
    }
}

#[test]
fn completions_know_the_commands_and_options() {
    let room = Room::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = room.stdout(&format!("completions {shell}"));
        for word in ["explain", "schema", "until", "joint", "overview"] {
            assert!(script.contains(word), "{word} is not in the completions of {shell}");
        }
    }
}

#[test]
fn help_and_version_are_results() {
    let room = Room::new();
    assert_eq!(room.stdout("--version"), format!("fizzle {}\n", env!("CARGO_PKG_VERSION")));
    for command in ["run", "explain", "new", "list", "schema", "completions"] {
        assert!(room.stdout("--help").contains(command));
        assert!(room.stdout(&format!("{command} --help")).contains("Usage: fizzle"));
    }
    let help = room.stdout("run --help");
    for option in [
        "--exact",
        "--trials",
        "--until",
        "--seed",
        "--threads",
        "--set",
        "--variant",
        "--joint",
        "--out",
        "--force",
        "--format",
        "--charts",
        "--quiet",
        "--color",
    ] {
        assert!(help.contains(option), "{option}");
    }
}
