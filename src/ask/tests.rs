//! Every procedure answers, texts keep their content, and no request panics.

mod changes;

mod rules;

use proptest::prelude::*;

use super::*;
use crate::analysis::{MAX_OUTCOMES, Sampling, exact, sample};
use crate::chance::Metric;
use crate::report::odds as tables;

const BOLT: &str = include_str!("../../scenarios/lightning-bolt.toml");

/// Returns the answer. A refusal fails the test.
#[track_caller]
fn answer(session: &mut Session, question: Value) -> Value {
    let mut answer: Value = serde_json::from_str(&session.ask(&question.to_string())).unwrap();
    assert!(answer.get("answer").is_some(), "{question}: {answer}");
    answer["answer"].take()
}

/// The answer of a session of its own.
#[track_caller]
fn ask(question: Value) -> Value {
    answer(&mut Session::default(), question)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn refusal(question: Value) -> Value {
    let answer: Value = serde_json::from_str(&Session::default().ask(&question.to_string())).unwrap();
    assert!(answer.get("answer").is_none(), "{question}: {answer}");
    answer
}

fn odds_of(text: &str) -> Value {
    ask(json!({ "ask": "exact", "scenario": text }))
}

fn scenario(text: &str) -> Scenario {
    Document::parse("scenario", text).unwrap().check().unwrap()
}

fn start(game: &str, procedure: &str) -> String {
    let text = ask(json!({ "ask": "start", "game": game, "procedure": procedure }));
    text.as_str().unwrap().to_owned()
}

/// The field of a form for a key.
fn field<'a>(form: &'a Value, key: &str) -> &'a Value {
    let sections = list(&form["sections"]).iter();
    let mut fields = sections.flat_map(|section| list(&section["fields"]));
    fields.find(|field| field["key"] == key).unwrap_or_else(|| panic!("no field {key}"))
}

fn edited(text: &str, changes: Value) -> String {
    shown(text, changes)["scenario"].as_str().unwrap().to_owned()
}

fn form_of(text: &str) -> Value {
    shown(text, json!([]))["form"].take()
}

fn shown(text: &str, changes: Value) -> Value {
    ask(json!({ "ask": "show", "scenario": text, "changes": changes }))
}

#[test]
fn every_procedure_starts_with_what_new_writes() {
    let catalog = ask(json!({ "ask": "catalog" }));
    let mut procedures = 0;
    for game in list(&catalog["games"]) {
        for procedure in list(&game["procedures"]) {
            let (game, procedure) = (words(&game["name"]), words(&procedure["name"]));
            let system = crate::systems::named(game).unwrap();
            let template = crate::report::catalog::template(system, system.procedure(procedure).unwrap());
            let (started, written) = (scenario(&start(game, procedure)), scenario(&template));
            assert_eq!((&started.input, &started.title), (&written.input, &written.title));
            assert_eq!(started.questions, written.questions, "{procedure}");
            let form = form_of(&template);
            assert_eq!(form["problems"], json!([]), "{procedure}");
            procedures += 1;
        }
    }
    assert!(procedures >= 15, "{procedures}");
}

#[test]
fn exact_answers_are_those_of_a_run() {
    let answer = ask(json!({ "ask": "exact", "scenario": BOLT }));
    let odds = exact(&scenario(BOLT), None, MAX_OUTCOMES).unwrap();
    let file = |name: &str| {
        let mut files = list(&answer["files"]).iter();
        files.find(|file| file["name"] == name).unwrap()["text"].as_str().unwrap().as_bytes().to_vec()
    };
    assert_eq!(file("distributions.csv"), tables::distributions(&odds));
    assert_eq!(file("summary.csv"), tables::summary(&odds));
    assert_eq!(file("questions.csv"), tables::questions(&odds));
    assert_eq!(answer["headline"]["value"], odds.answers[0].probability);
}

#[test]
fn parts_of_a_sample_add_up_to_a_run() {
    let (mut session, sampling) = (Session::default(), Sampling { trials: 300_000, ..Sampling::default() });
    let sampled = json!({ "trials": sampling.trials, "seed": sampling.seed });
    let plan =
        answer(&mut session, json!({ "ask": "plan", "scenario": BOLT, "sample": sampled, "ranges": 3 }));
    // In any order, and each by a session of its own.
    let part = |blocks: &Value| {
        let question = json!({ "ask": "part", "scenario": BOLT, "sample": sampled, "blocks": blocks });
        ask(question)
    };
    let parts: Vec<Value> = list(&plan).iter().rev().map(part).collect();
    assert_eq!(parts.len(), 3);
    let question = json!({ "ask": "merge", "scenario": BOLT, "sample": sampled, "parts": parts });
    let merged = answer(&mut session, question);
    let odds = sample(&scenario(BOLT), Some(&[] as &[Metric]), &sampling, &Progress::default()).unwrap();
    assert_eq!(merged["files"][0]["text"], String::from_utf8(tables::distributions(&odds)).unwrap());
    let lacking = json!({ "ask": "merge", "scenario": BOLT, "sample": sampled, "parts": &parts[1..] });
    assert!(refusal(lacking)["error"].as_str().unwrap().contains("missing"));
    // Unless some are enough: then it is a smaller sample.
    let some = |parts: &[Value]| json!({ "ask": "merge", "scenario": BOLT, "sample": sampled, "parts": parts, "some": true });
    let smaller = answer(&mut session, some(&parts[1..]));
    assert!(words(&smaller["how"]).starts_with("Sampled: played out 196,608 times"), "{}", smaller["how"]);
    assert!(refusal(some(&[]))["error"].as_str().unwrap().contains("missing"));
}

#[test]
fn a_wrong_value_is_told_at_its_field() {
    let wrong = edited(
        BOLT,
        json!([{ "set": ["target.armor", "-3"] }, { "set": ["question.0.event", "damag >= 10"] }]),
    );
    let form = form_of(&wrong);
    let problems = list(&form["problems"]);
    let keys: Vec<&str> = problems.iter().map(|problem| words(&problem["key"])).collect();
    assert_eq!(keys, ["target.armor", "question.0.event"], "{problems:?}");
    assert_eq!(problems[1]["text"], "damag");
    assert_eq!(field(&form, "target.armor")["value"], "-3");
    assert!(refusal(json!({ "ask": "exact", "scenario": wrong }))["problems"].is_array());
}

#[test]
fn a_field_says_where_its_value_makes_no_difference() {
    let text = edited(BOLT, json!([{ "set": ["rules.mental_limit", "false"] }]));
    let form = form_of(&text);
    assert_eq!(field(&form, "caster.mental_limit")["idle"], true);
    assert_eq!(field(&form, "target.armor")["idle"], false);
    // It is not set, so nothing reads it; but it would make a difference.
    assert_eq!(field(&form, "choice.reagents")["idle"], false);
}

#[test]
fn variants_stand_side_by_side() {
    let compared = ask(json!({ "ask": "compare", "scenario": BOLT }));
    let columns = list(&compared["columns"]);
    let names: Vec<&str> = columns.iter().map(|column| words(&column["name"])).collect();
    assert_eq!(names, ["base", "reagents", "overcast"]);
    assert!(list(&compared["items"]).iter().all(|item| list(&item["values"]).len() == 3));
}

#[test]
fn a_variant_that_is_wrong_concerns_itself_alone() {
    let text = edited(BOLT, json!([{ "set": ["variant.1.set.choice.force", "99"] }]));
    let shown = shown(&text, json!([]));
    assert_eq!(shown["form"]["is_right"], true);
    assert_eq!(shown["form"]["problems"][0]["key"], "variant.1.set.choice.force");
    assert_eq!(shown["odds"]["answer"]["headline"]["value"], odds_of(BOLT)["headline"]["value"]);
    let compared = ask(json!({ "ask": "compare", "scenario": text }));
    let problems: Vec<bool> =
        list(&compared["columns"]).iter().map(|one| one["problems"].is_array()).collect();
    assert_eq!(problems, [false, false, true]);
    assert!(list(&compared["items"]).iter().all(|item| list(&item["values"]).len() == 2));
    assert_eq!(list(&compared["metrics"][0]["laws"]).len(), 2);
}

#[test]
fn a_form_comes_with_the_odds_that_take_little_time() {
    let change = |before: Value| {
        let question = json!({ "ask": "show", "scenario": BOLT, "before": before });
        ask(question)["odds"]["answer"]["headline"]["change"].clone()
    };
    let value = odds_of(BOLT)["headline"]["value"].as_f64().unwrap();
    assert_eq!(change(json!(value)), Value::Null);
    assert_eq!(change(json!(value + 0.125)), "12.5 points less");
    assert_eq!(change(json!(value - 0.01)), "1 point more");
    // What takes longer is asked for by itself.
    let melee = include_str!("../../scenarios/boris.toml");
    assert!(shown(melee, json!([]))["odds"]["too_large"].is_string());
    assert!(odds_of(melee)["headline"]["value"].is_number());
    let wrong = shown(BOLT, json!([{ "set": ["target.armor", "-3"] }]));
    assert_eq!((&wrong["form"]["is_right"], &wrong["odds"]), (&json!(false), &Value::Null));
}

#[test]
fn limits_follow_from_other_keys() {
    let limits = |changes: Value, key: &str| field(&shown(BOLT, changes)["form"], key)["limits"].clone();
    assert_eq!(limits(json!([]), "choice.force"), json!([1, 12]));
    assert_eq!(limits(json!([{ "set": ["caster.magic", "4"] }]), "choice.force"), json!([1, 8]));
    assert_eq!(limits(json!([{ "set": ["choice.force", "99"] }]), "choice.force"), json!([1, 12]));
    assert_eq!(limits(json!([]), "target.body"), json!([0, 1_000_000]));
}

#[test]
fn what_players_decide_comes_first() {
    let sections = |text: &str| {
        let form = form_of(text);
        let titles = list(&form["sections"]).iter().map(|section| section["title"].clone());
        titles.collect::<Vec<Value>>()
    };
    assert_eq!(sections(BOLT)[..2], [json!("Choice"), json!("Caster")]);
    assert_eq!(sections(include_str!("../../scenarios/magic-phase.toml"))[0], "Caster");
}

#[test]
fn dice_have_their_odds_or_say_what_is_wrong() {
    let question = json!({ "ask": "roll", "expressions": ["4d6kh3", "4d6.highest(3)", "4d6 +", "7"] });
    let all = ask(question);
    assert_eq!((&all[0]["expression"], &all[0]["own"]), (&json!("4d6kh3"), &json!("4d6.highest(3)")));
    let mean = all[0]["odds"]["headline"]["value"].as_f64().unwrap();
    assert!((mean - 15869.0 / 1296.0).abs() < 1e-9, "{mean}");
    assert_eq!(all[0]["odds"]["metrics"][0]["law"], all[1]["odds"]["metrics"][0]["law"]);
    assert!(all[2]["problems"][0]["message"].is_string(), "{}", all[2]);
    assert_eq!(all[3]["odds"]["metrics"][0]["law"]["v"], json!([7]));
}

#[test]
fn the_best_choice_is_that_of_advise() {
    let chosen = ask(json!({ "ask": "choose", "scenario": BOLT }));
    let [situation] = list(&chosen["situations"]) else { panic!("{chosen}") };
    let sentence = words(&situation["sentence"]);
    assert!(sentence.starts_with("Choose Force 12, 6 drams of reagents: 9.41 boxes"), "{sentence}");
    let best: Vec<&Value> = list(&situation["choices"]).iter().filter(|one| one["best"] == true).collect();
    assert_eq!(best.len(), 1);
    let effects = list(&chosen["effects"]);
    let drain = effects.iter().find(|item| words(&item["name"]).starts_with("Boxes of drain")).unwrap();
    assert!(words(&drain["values"][1]["change"]).starts_with('+'), "{drain}");
    let aimless = edited(BOLT, json!([{ "unset": "advise.maximize" }, { "unset": "advise.subject_to" }]));
    assert!(refusal(json!({ "ask": "choose", "scenario": aimless }))["error"].is_string());
}

#[test]
fn a_resolution_is_told() {
    let question = json!({ "ask": "tell", "scenario": BOLT, "seed": 3, "event": "damage >= 10" });
    let told = ask(question);
    assert!(told["outcome"]["damage"].as_i64().unwrap() >= 10);
    let wrong = json!({ "ask": "tell", "scenario": BOLT, "seed": 3, "event": "damag" });
    assert_eq!(refusal(wrong)["problems"][0]["source"], "event");
}

#[test]
fn a_scenario_without_dice_has_its_tables() {
    let text = include_str!("../../scenarios/cast-order.toml");
    let found = ask(json!({ "ask": "exact", "scenario": text }));
    assert_eq!(list(&found["tables"][0]["rows"]).len(), 4);
    let sample = json!({ "trials": 100, "seed": 1 });
    assert!(
        refusal(json!({ "ask": "plan", "scenario": text, "sample": sample, "ranges": 1 }))["error"]
            .is_string()
    );
}

#[test]
fn tables_are_in_words_of_players_and_the_action_is_first() {
    let all = |text: &str| odds_of(text)["tables"].as_array().unwrap().clone();
    let phase = all(include_str!("../../scenarios/magic-phase.toml"));
    let first = |name: &str| {
        let table = phase.iter().find(|table| table["name"] == name).unwrap();
        (table["columns"][0].clone(), table["rows"][0][0].clone(), table["rows"][0][1].clone())
    };
    assert_eq!(first("best play").1, "Cast Ward with 2 dice");
    assert_eq!(first("dispel"), (json!("best reply"), json!("Let it through"), json!("Ward with 2 dice")));
    for table in phase.iter().chain(&all(include_str!("../../scenarios/gangers.toml"))) {
        assert!(!table["columns"].to_string().contains('_'), "{table}");
        let cells = table["rows"].to_string();
        // Nobody reads so many digits of a value.
        assert!(!cells.contains("true") && !cells.contains("00000"), "{table}");
    }
}

#[test]
fn what_is_no_question_is_refused() {
    for text in [
        "",
        "{}",
        "[]",
        "{\"ask\":\"nothing\"}",
        "{\"ask\":\"exact\"}",
        "\u{0}",
        "{\"ask\":\"exact\",\"scenario\":7}",
    ] {
        assert!(
            serde_json::from_str::<Value>(&Session::default().ask(text)).unwrap()["error"].is_string(),
            "{text}"
        );
    }
    let long = "#".repeat(MAX_SCENARIO + 1);
    assert!(refusal(json!({ "ask": "exact", "scenario": long }))["error"].is_string());
}

fn any_path() -> impl Strategy<Value = String> {
    let known =
        ["spell", "question", "unknown", "vary", "variant", "set", "choice", "force", "title", "target"];
    let parts = [&known[..], &["rules", "0", "7", "99999999999", "", "a b"]].concat();
    let part = prop::sample::select(parts);
    prop::collection::vec(part, 0..5).prop_map(|parts| parts.join("."))
}

fn any_change() -> impl Strategy<Value = Value> {
    let value = prop_oneof![any::<String>(), "[0-9.,\\[\\]\"a-z=-]{0,8}"];
    prop_oneof![
        (any_path(), value).prop_map(|(path, value)| json!({ "set": [path, value] })),
        any_path().prop_map(|path| json!({ "unset": path })),
        any_path().prop_map(|path| json!({ "add": path })),
        (any_path(), 0usize..9).prop_map(|(path, position)| json!({ "remove": [path, position] })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_change_is_a_panic(changes in prop::collection::vec(any_change(), 1..6)) {
        let text = edited(BOLT, json!(changes));
        // The result can always be shown as a form.
        let shown = Session::default().ask(&json!({ "ask": "show", "scenario": text }).to_string());
        prop_assert!(shown.starts_with("{\"answer\""), "{text}\n{shown}");
    }

    #[test]
    fn no_text_is_a_panic(start in 0..BOLT.len(), end in 0..BOLT.len(), with in ".{0,6}") {
        let text = format!("{}{with}{}", &BOLT[..start.min(end)], &BOLT[start.max(end)..]);
        for ask in ["show", "plan"] {
            let question = json!({ "ask": ask, "scenario": text, "changes": [], "ranges": 2, "sample": { "trials": 10, "seed": 1 } });
            prop_assert!(serde_json::from_str::<Value>(&Session::default().ask(&question.to_string())).is_ok());
        }
    }
}
