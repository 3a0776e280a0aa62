//! The files of a run, their columns and what they say of it.

use std::collections::BTreeSet;
use std::fs;

use serde_json::json;

use crate::room::{FILES, Room, SCENARIOS, close, set_of};

#[test]
fn a_run_writes_the_files_of_the_contract_and_no_other() {
    let room = Room::new();
    for stem in SCENARIOS {
        for engine in ["--exact", "--trials 1000"] {
            room.stdout(&format!("run scenarios/{stem}.toml --charts none {engine}"));
            assert_eq!(room.names(&format!("fizzle-out/{stem}/run")), set_of(&FILES));
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
            let columns = |file: &str| room.csv(&format!("fizzle-out/{stem}/run/{file}")).columns.join(",");
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
fn joint_chooses_the_columns_and_changes_nothing_else() {
    let room = Room::new();
    for engine in ["--sampled --trials 70000", "--exact"] {
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
fn charts_are_written_as_asked_for() {
    let room = Room::new();
    let charts = |which: &str| {
        let run = format!("run scenarios/manabolt.toml --exact {which} --out out");
        room.fizzle(&run).assert().success();
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
fn figures_are_written_beside_the_overview() {
    let room = Room::new();
    let procedures: [(&str, &str, &[&str]); 4] = [
        ("ninth-age", "cast", &["outcome"]),
        ("ninth-age", "phase", &["phase"]),
        ("shadowrun1", "attack", &["track"]),
        ("shadowrun1", "spell", &["track", "caster-track"]),
    ];
    for (system, procedure, figures) in procedures {
        let file = format!("{procedure}.toml");
        fs::write(room.path(&file), room.stdout(&format!("new {system} {procedure}"))).unwrap();
        let names = |which: &str| {
            room.fizzle(&format!("run {file} --trials 1000 {which} --out {procedure}")).assert().success();
            room.names(procedure)
        };
        let files: Vec<String> =
            figures.iter().flat_map(|name| [format!("{name}.svg"), format!("{name}.png")]).collect();
        for (which, written) in [("", true), ("--charts all", true), ("--charts none", false)] {
            let names = names(which);
            assert!(files.iter().all(|file| names.contains(file) == written), "{which}: {names:?}");
        }
    }
}

#[test]
fn a_track_that_a_scenario_goes_without_leaves_no_files() {
    let room = Room::new();
    room.write("spell.toml", room.stdout("new shadowrun1 spell"));
    room.stdout("run spell.toml --trials 1000");
    assert!(room.names("fizzle-out/spell/run").contains("caster-track.png"));
    let book = "run spell.toml --trials 1000 --set rules.damage_track=book";
    room.fizzle(book).assert().success().stderr(predicates::str::contains("caster-track.png"));
    let names = room.names("fizzle-out/spell/run");
    assert!(!names.iter().any(|name| name.contains("track")), "{names:?}");
    assert!(names.contains("overview.svg"));
}

#[test]
fn charts_of_an_earlier_run_go_when_none_are_asked_for() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --exact --variant reagents";
    room.stdout(run);
    assert!(room.path("fizzle-out/manabolt/run/overview.svg").exists());
    assert!(room.path("fizzle-out/manabolt/run/reagents/overview.svg").exists());
    room.write("fizzle-out/manabolt/run/mine.svg", "drawn by hand");
    let removed = predicates::str::contains("reagents/overview.svg");
    room.fizzle(&format!("{run} --charts none")).assert().success().stderr(removed);
    let mut left = room.names("fizzle-out/manabolt/run");
    assert!(left.remove("mine.svg"), "what fizzle has not made is not its to take away");
    assert!(left.remove("reagents"));
    assert_eq!(left, set_of(&FILES));
    assert_eq!(room.names("fizzle-out/manabolt/run/reagents"), set_of(&FILES));
}

#[test]
fn run_json_says_how_the_numbers_came_about() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --trials 1000 --seed 7";
    room.stdout(&format!("{run} --sampled --set choice.force=5"));
    let mark = room.json("fizzle-out/manabolt/run/run.json");
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
    let mark = room.json("fizzle-out/manabolt/run/run.json");
    assert_eq!((&mark["engine"]["kind"], &mark["engine"]["omitted"]), (&json!("exact"), &json!(0.0)));
    assert_eq!(mark["simulation"], json!(null));

    room.stdout(run);
    let mark = room.json("fizzle-out/manabolt/run/run.json");
    let simulation = &mark["simulation"];
    assert_eq!((&mark["engine"]["kind"], &simulation["trials"]), (&json!("exact"), &json!(1000)));
    assert_eq!((&simulation["seed"], &simulation["agrees"]), (&json!(7), &json!(true)));
}

#[test]
fn a_metric_may_have_the_name_of_another_chart() {
    let room = Room::new();
    room.write("s.rules", "overview = 2d6\nluck = 1d4\nreport overview, luck\n");
    room.stdout("run s.rules --exact --charts all");
    let charts = ["overview", "metric-overview", "luck"];
    let charts = charts.iter().flat_map(|name| [format!("{name}.svg"), format!("{name}.png")]);
    let names: BTreeSet<String> = charts.chain(FILES.map(str::to_owned)).collect();
    assert_eq!(room.names("fizzle-out/s/run"), names);
    assert_ne!(room.read("fizzle-out/s/run/overview.svg"), room.read("fizzle-out/s/run/metric-overview.svg"));
}
