//! Every result as JSON, and some of its values.

use serde::Serialize;
use serde_json::{Value, json};

use crate::analysis::fixtures::*;
use crate::analysis::*;
use crate::scenario::{Grid, Query};
use crate::systems;

fn data(result: impl Serialize) -> Value {
    serde_json::to_value(result).expect("every result is plain data")
}

fn nobody() -> Progress {
    Progress::default()
}

#[test]
fn odds_have_the_names_and_values_of_the_json_that_is_printed() {
    let scenario = scenario(BOLT, &[]);
    let found = exact(&scenario, None, MAX_OUTCOMES).expect("its law is small");
    let printed = crate::report::json::odds(&scenario, &found);
    let found = data(&found);
    assert_eq!(found["engine"], printed["engine"]);
    assert_eq!(found["engine"]["kind"], "exact");
    let metrics = |odds: &Value| odds["metrics"].as_array().expect("a list of metrics").clone();
    assert_eq!(metrics(&found).len(), metrics(&printed).len());
    for (ours, printed) in metrics(&found).iter().zip(&metrics(&printed)) {
        for field in ["name", "label", "mean", "sd", "median", "p95"] {
            assert_eq!(ours.get(field).unwrap_or(&Value::Null), &printed[field], "{field}");
        }
        for field in ["value", "probability", "low", "high"] {
            assert_eq!(ours["law"][0][field], printed["law"][0][field], "{field}");
        }
    }
    for field in ["name", "event", "probability", "low", "high"] {
        assert_eq!(found["questions"][0][field], printed["questions"][0][field], "{field}");
    }
    let names: Vec<Value> = metrics(&found).iter().map(|metric| metric["name"].clone()).collect();
    assert_eq!(found["joint"]["metrics"], json!(names));
    let kinds = names.iter().position(|name| name == "damage_type").expect("damage has a type");
    assert_eq!(found["joint"]["rows"][0]["values"][kinds], "none", "a label stands by its name");
    assert_eq!(found["indicators"], json!([]));
}

#[test]
fn samples_tell_how_often_and_from_which_seed() {
    let sampling = Sampling { trials: 100, seed: 7, ..Sampling::default() };
    let found = data(sample(&scenario(BOLT, &[]), None, &sampling, &nobody()).expect("it can be sampled"));
    assert_eq!(found["engine"], json!({ "kind": "sampled", "trials": 100, "seed": 7 }));
    let counts = found["joint"]["rows"].as_array().expect("a list").iter().map(|row| &row["count"]);
    assert_eq!(counts.map(|count| count.as_u64().expect("a number")).sum::<u64>(), 100);
}

#[test]
fn comparisons_sweeps_and_statistics_are_data() {
    let scenario = scenario(BOLT, &[]);
    let compared = data(compare(&[&scenario, &scenario], &exactly(), &nobody()).expect("both are small"));
    assert_eq!(compared["odds"].as_array().map(Vec::len), Some(2));
    assert_eq!(compared["items"][0]["values"][1]["difference"]["value"], 0.0);

    let queries = [Query::new("--stat", "mean(damage)")];
    let swept = sweep(&document(BOLT), &grid(&["choice.force=8,90"]), &queries, &exactly(), &nobody());
    let swept = data(swept.expect("its law is small"));
    assert_eq!(swept["keys"], json!(["choice.force"]));
    assert_eq!(swept["statistics"][0]["written"], "mean(damage)");
    let [setting] = &swept["settings"].as_array().expect("a list")[..] else { panic!("{swept}") };
    assert_eq!((&setting["values"], &setting["estimates"]["trials"]), (&json!(["8"]), &Value::Null));
    let metrics = setting["odds"]["metrics"].as_array().expect("a list");
    let damage = metrics.iter().find(|metric| metric["name"] == "damage").expect("there is damage");
    let number = |value: &Value| value.as_f64().expect("a number");
    let gap = number(&setting["estimates"]["values"][0]["value"]) - number(&damage["mean"]);
    assert!(gap.abs() < 1e-12, "{gap}");
    let skipped = &swept["skipped"][0];
    assert_eq!(skipped["values"], json!(["90"]));
    assert_eq!(skipped["problems"][0]["place"]["source"], "--vary");
    assert!(skipped["problems"][0]["message"].as_str().is_some_and(|text| !text.is_empty()), "{skipped}");
}

#[test]
fn advice_balance_and_attribution_are_data() {
    let goal = goal("mean(damage)", &["mean(drain) <= 3"], Some("20 * choice.reagents"));
    let (of_bolt, choices) = (document(BOLT), grid(&["choice.reagents=unset,1..3"]));
    let advised = advise(&of_bolt, &choices, &Grid::default(), &goal, &exactly(), &nobody());
    let advised = data(advised.expect("its law is small"));
    let situation = &advised["situations"][0];
    assert_eq!(advised["keys"], json!(["choice.reagents"]));
    assert_eq!(situation["senses"], json!(["maximize", "minimize"]));
    assert_eq!(situation["choices"].as_array().map(Vec::len), Some(4));
    assert_eq!(situation["choices"][0]["conditions"][0]["bound"], 3.0);

    let targets = [Target { query: Query::new("--target", "mean(damage) = 3"), scenario: None }];
    let balanced = balance(&[&of_bolt], &grid(&["target.armor=0..20:10"]), &targets, &exactly(), &nobody());
    let balanced = data(balanced.expect("its law is small"));
    assert_eq!(balanced["aims"][0]["text"], "mean(damage) = 3");
    assert_eq!(balanced["settings"][0]["rank"], 1);
    assert_eq!(balanced["settings"][0]["reached"][0]["goal"], 3.0);

    let house = scenario(BOLT, &["target.armor=20"]);
    let queries = [Query::new("--stat", "mean(damage)")];
    let found = attribute(&scenario(BOLT, &[]), &house, &queries, &exactly(), false, &nobody())
        .expect("its law is small");
    let share = found.statistics[0].effects[0].share.value;
    let found = data(found);
    assert_eq!(found["rules"][0]["changes"][0][0], "target.armor");
    assert_eq!(found["rules"][0]["changes"][0][2], 20);
    assert_eq!(found["statistics"][0]["effects"][0]["share"]["value"], share);
}

#[test]
fn checks_certificates_stories_and_sheets_are_data() {
    let expected = "[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0, 0.5]";
    let scenario = scenario(&format!("{BOLT}\n{expected}"), &[]);
    let checked = data(check(&scenario, &exactly(), &nobody()).expect("its law is small"));
    assert_eq!(checked[0]["verdict"], "failed");
    assert_eq!(checked[0]["expectation"]["statistic"], "p(hit == 1)");
    assert_eq!((&checked[0]["expectation"]["high"], &checked[0]["trials"]), (&json!(0.5), &Value::Null));

    let sampling = Sampling { trials: 10_000, ..Sampling::default() };
    let verified = data(verify(&[&scenario], &sampling, &nobody()).expect("its law is small"));
    assert_eq!((&verified["trials"], &verified["seed"]), (&json!(10_000), &json!(1)));
    assert_eq!(verified["scenarios"][0]["agreement"], "agrees");
    assert!(verified["scenarios"][0]["reader"].as_str().is_some_and(|reader| reader.starts_with("columns-")));
    assert_eq!(verified["scenarios"][0]["tests"][0]["metric"], Value::Null, "the first is of all metrics");

    let told = data(explain(&scenario, 1, None, &nobody()).expect("something happens"));
    assert_eq!(told["attempt"], 1);
    let steps = told["story"]["steps"].as_array().expect("a list of steps");
    let lines = steps.iter().flat_map(|step| step["lines"].as_array().expect("a list of lines"));
    let rolled = lines.filter_map(|line| line.get("roll")).next().expect("dice are rolled");
    assert!(rolled["dice"][0]["faces"][0].as_u64().is_some_and(|face| (1..=6).contains(&face)), "{rolled}");

    let system = systems::named("shadowrun5").expect("the game is in the registry");
    let filled = data(sheet(system, &exactly(), &nobody()).expect("its tables are small"));
    assert_eq!(filled["system"], "shadowrun5");
    let table = &filled["tables"][0];
    assert_eq!(table["title"], json!(system.sheet[0].title));
    let chance = table["cells"][0]["number"].as_f64().expect("a chance");
    assert!((0.0..=1.0).contains(&chance), "{chance}");
}
