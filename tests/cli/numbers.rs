//! The numbers: right, in order, and at one with each other.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::room::{Room, SCENARIOS, close};

#[test]
fn exact_numbers_have_no_error_and_no_counts() {
    let room = Room::new();
    for stem in SCENARIOS {
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --exact"));
        let table = room.csv(&format!("fizzle-out/{stem}/run/distributions.csv"));
        assert_eq!(table.texts("low"), table.texts("probability"));
        assert_eq!(table.texts("high"), table.texts("probability"));
        assert!(table.texts("count").iter().all(|count| count.is_empty()));
        assert!(table.numbers("probability").iter().all(|&p| p > 0.0 && p <= 1.0 + 1e-12));
        let joint = room.csv(&format!("fizzle-out/{stem}/run/joint.csv"));
        assert!(joint.texts("count").iter().all(|count| count.is_empty()));
        let summary = room.csv(&format!("fizzle-out/{stem}/run/summary.csv"));
        assert_eq!(summary.texts("mean"), summary.texts("mean_low"));
    }
}

#[test]
fn metrics_are_exact_by_themselves_where_all_together_are_too_many() {
    let room = Room::new();
    room.write("four.rules", "a = d100\nb = d100\nc = d100\ne = d100\nreport a, b, c, e\n");
    let output = room.fizzle("run four.rules --charts none --exact --out all").output().unwrap();
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && warning.contains("joint.csv is left out"), "{warning}");
    let table = room.csv("all/distributions.csv");
    assert_eq!(table.texts("value").len(), 400);
    table.numbers("probability").iter().for_each(|&p| close(p, 0.01, 1e-12));
    assert!(!room.names("all").contains("joint.csv"));
    room.fizzle("run four.rules --charts none --exact --given 'a > 50' --out given").assert().success();
    let given = room.csv("given/distributions.csv");
    for (metric, of_each) in [("a", 0.02), ("b", 0.01)] {
        let all = given.sum_where("probability", &["metric"], |cells| cells == [metric]);
        let one = given.sum_where("probability", &["metric", "value"], |cells| cells == [metric, "60"]);
        close(all, 1.0, 1e-12);
        close(one, of_each, 1e-12);
    }
    assert!(!room.names("given").contains("joint.csv"));
    room.stdout("run four.rules --charts none --exact --joint a,b --out some");
    assert_eq!(room.csv("some/joint.csv").texts("probability").len(), 10_000);
}

#[test]
fn what_open_ended_dice_leave_out_is_said_only_where_it_can_be_seen() {
    let room = Room::new();
    room.write("attack.toml", room.stdout("new shadowrun1 attack"));
    let text = room.stdout("run attack.toml --charts none --exact");
    assert!(text.contains("worst wound: D              2.5 %  1 in 40\n"), "{text}");
    assert!(!text.contains("of the probability"), "{text}");
    let text = room.stdout("run attack.toml --charts none --exact --digits 6");
    assert!(text.contains(" 2.47133 %  1 in 40\n") && text.contains(" 86.6460 %\n"), "{text}");
}

#[test]
fn the_exact_figures_are_those_of_the_rules() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --charts none --exact --variant reagents");
    for (folder, no_drain, drain) in [("", 0.7009, 0.4205), ("/reagents", 0.8960, 0.1214)] {
        let summary = room.csv(&format!("fizzle-out/manabolt/run{folder}/summary.csv"));
        let mean = |metric| summary.sum_where("mean", &["metric"], |cells| cells == [metric]);
        close(mean("damage"), 2.6302, 5e-5);
        close(mean("drain"), drain, 5e-5);
        let questions = room.csv(&format!("fizzle-out/manabolt/run{folder}/questions.csv"));
        close(questions.numbers("probability")[1], no_drain, 5e-5);
    }
}

#[test]
fn sampled_distributions_agree_with_exact_ones() {
    let room = Room::new();
    for stem in SCENARIOS {
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --exact --out exact/{stem}"));
        room.stdout(&format!("run scenarios/{stem}.toml --charts none --sampled --out sampled/{stem}"));
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
    let table = room.csv("fizzle-out/fireball/run/distributions.csv");
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
    for engine in ["--exact", "--sampled --trials 10000"] {
        room.stdout(&format!("run scenarios/fireball.toml --charts none {engine}"));
        let table = room.csv("fizzle-out/fireball/run/distributions.csv");
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
            let joint = room.csv(&format!("fizzle-out/{stem}/run/joint.csv"));
            let table = room.csv(&format!("fizzle-out/{stem}/run/distributions.csv"));
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
        let joint = room.csv("fizzle-out/lightning-bolt/run/joint.csv");
        let number = |text: &str| text.parse::<i64>().unwrap();
        let drops = joint.sum_where("probability", &["damage"], |cells| number(cells[0]) >= 10);
        let hurts = joint
            .sum_where("probability", &["damage", "drain"], |cells| number(cells[0]) > 0 && cells[1] == "0");
        let questions = room.csv("fizzle-out/lightning-bolt/run/questions.csv");
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
        &room.stdout("run scenarios/manabolt.toml --charts none --sampled --trials 99991 --format json"),
    )
    .unwrap();
    let table = room.csv("fizzle-out/manabolt/run/distributions.csv");
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
    room.stdout("run scenarios/fireball.toml --charts none --sampled --trials 50000");
    let table = room.csv("fizzle-out/fireball/run/distributions.csv");
    let summary = room.csv("fizzle-out/fireball/run/summary.csv");
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

#[test]
fn what_is_certain_is_a_whole_number() {
    let room = Room::new();
    // Without dice to resist it, drain is 3 boxes whatever happens.
    let printed = room.stdout(
        "run scenarios/lightning-bolt.toml --charts none \
         --set caster.willpower=0 --set caster.drain_attribute=0 --set caster.spellcasting=3",
    );
    assert!(!printed.contains("NaN") && printed.contains("simulated trials agree"), "{printed}");
    let drain = printed.lines().find(|line| line.starts_with("boxes of drain ")).unwrap();
    assert_eq!(drain.split_whitespace().skip(3).collect::<Vec<_>>(), ["3", "0", "3", "to", "3"], "{drain}");
}
