//! Every procedure answers, texts keep what they hold, and nothing that is asked is a panic.

use proptest::prelude::*;

use super::*;
use crate::analysis::{MAX_OUTCOMES, exact, sample};
use crate::chance::Metric;
use crate::report::odds as tables;

const BOLT: &str = include_str!("../../scenarios/lightning-bolt.toml");

/// The answer, which there has to be.
#[track_caller]
fn answer(session: &mut Session, question: Value) -> Value {
    let mut answer: Value = serde_json::from_str(&session.ask(&question.to_string())).unwrap();
    assert!(answer.get("answer").is_some(), "{question}: {answer}");
    answer["answer"].take()
}

fn refusal(question: Value) -> Value {
    let answer: Value = serde_json::from_str(&Session::default().ask(&question.to_string())).unwrap();
    assert!(answer.get("answer").is_none(), "{question}: {answer}");
    answer
}

fn scenario(text: &str) -> Scenario {
    Document::parse("scenario", text).unwrap().check().unwrap()
}

fn start(game: &str, procedure: &str) -> String {
    let text =
        answer(&mut Session::default(), json!({ "ask": "start", "game": game, "procedure": procedure }));
    text.as_str().unwrap().to_owned()
}

/// The fields of a form by their keys.
fn field<'a>(form: &'a Value, key: &str) -> &'a Value {
    let sections = form["sections"].as_array().unwrap().iter();
    let mut fields = sections.flat_map(|section| section["fields"].as_array().unwrap());
    fields.find(|field| field["key"] == key).unwrap_or_else(|| panic!("no field {key}"))
}

fn edited(text: &str, changes: Value) -> String {
    let question = json!({ "ask": "edit", "scenario": text, "changes": changes });
    answer(&mut Session::default(), question).as_str().unwrap().to_owned()
}

#[test]
fn every_procedure_starts_with_what_new_writes() {
    let catalog = answer(&mut Session::default(), json!({ "ask": "catalog" }));
    let mut procedures = 0;
    for game in catalog["games"].as_array().unwrap() {
        for procedure in game["procedures"].as_array().unwrap() {
            let (game, procedure) = (game["name"].as_str().unwrap(), procedure["name"].as_str().unwrap());
            let system = crate::systems::named(game).unwrap();
            let template = crate::report::catalog::template(system, system.procedure(procedure).unwrap());
            let (started, written) = (scenario(&start(game, procedure)), scenario(&template));
            assert_eq!((&started.input, &started.title), (&written.input, &written.title));
            assert_eq!(started.questions, written.questions, "{procedure}");
            let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": template }));
            assert_eq!(form["problems"], json!([]), "{procedure}");
            procedures += 1;
        }
    }
    assert!(procedures >= 15, "{procedures}");
}

#[test]
fn exact_answers_are_those_of_a_run() {
    let answer = answer(&mut Session::default(), json!({ "ask": "exact", "scenario": BOLT }));
    let odds = exact(&scenario(BOLT), None, MAX_OUTCOMES).unwrap();
    let file = |name: &str| {
        let mut files = answer["files"].as_array().unwrap().iter();
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
        super::tests::answer(&mut Session::default(), question)
    };
    let parts: Vec<Value> = plan.as_array().unwrap().iter().rev().map(part).collect();
    assert_eq!(parts.len(), 3);
    let question = json!({ "ask": "merge", "scenario": BOLT, "sample": sampled, "parts": parts });
    let merged = answer(&mut session, question);
    let odds = sample(&scenario(BOLT), Some(&[] as &[Metric]), &sampling, &Progress::default()).unwrap();
    assert_eq!(merged["files"][0]["text"], String::from_utf8(tables::distributions(&odds)).unwrap());
    let lacking = json!({ "ask": "merge", "scenario": BOLT, "sample": sampled, "parts": &parts[1..] });
    assert!(refusal(lacking)["error"].as_str().unwrap().contains("missing"));
}

#[test]
fn a_wrong_value_is_told_at_its_field() {
    let wrong = edited(
        BOLT,
        json!([{ "set": ["target.armor", "-3"] }, { "set": ["question.0.event", "damag >= 10"] }]),
    );
    let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": wrong }));
    let problems = form["problems"].as_array().unwrap();
    let keys: Vec<&str> = problems.iter().map(|problem| problem["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["target.armor", "question.0.event"], "{problems:?}");
    assert_eq!(problems[1]["text"], "damag");
    assert_eq!(field(&form, "target.armor")["value"], "-3");
    assert!(refusal(json!({ "ask": "exact", "scenario": wrong }))["problems"].is_array());
}

#[test]
fn a_change_keeps_comments_and_everything_else() {
    let changed =
        edited(BOLT, json!([{ "set": ["choice.force", "8"] }, { "set": ["rules.mental_limit", "false"] }]));
    let mut lines: Vec<&str> = BOLT.lines().collect();
    let force = lines.iter().position(|line| *line == "force = 6").unwrap();
    lines[force] = "force = 8";
    let (kept, added) = changed.split_once("\n\n[rules]").unwrap();
    assert_eq!(kept, lines.join("\n"));
    assert_eq!(added, "\nmental_limit = false\n");
    assert_eq!(
        edited(&changed, json!([{ "set": ["choice.force", "6"] }, { "unset": "rules.mental_limit" }]))
            .trim_end(),
        format!("{BOLT}\n[rules]")
    );
}

#[test]
fn several_values_of_a_number_are_one_that_nobody_knows() {
    let unknown = edited(BOLT, json!([{ "set": ["target.body", "2..5"] }]));
    let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": unknown }));
    assert_eq!((&form["problems"], &field(&form, "target.body")["value"]), (&json!([]), &json!("2..5")));
    assert_eq!(scenario(&unknown).input.unknown().count(), 1);
    let known = edited(&unknown, json!([{ "set": ["target.body", "4"] }]));
    assert_eq!(scenario(&known).input, scenario(BOLT).input);
}

#[test]
fn values_that_nobody_knows_have_weights() {
    let unknown = edited(BOLT, json!([{ "set": ["target.body", "2..4"] }]));
    let weights = |text: &str| {
        let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": text }));
        assert_eq!(form["problems"], json!([]), "{text}");
        field(&form, "target.body")["weights"].clone()
    };
    assert_eq!(weights(&unknown), json!([["2", 1.0], ["3", 1.0], ["4", 1.0]]));
    let table = "{ \"2\" = 1, \"3\" = 2.5, \"4\" = 1 }";
    let weighed = edited(&unknown, json!([{ "set": ["unknown.target.body", table] }]));
    assert_eq!(weights(&weighed), json!([["2", 1.0], ["3", 2.5], ["4", 1.0]]));
    // Written through tables it is the same.
    let nested = format!("{BOLT}\n[unknown.target]\nbody = \"2..4\"\n").replace("body = 4\n", "");
    let weighed = edited(&nested, json!([{ "set": ["unknown.target.body", table] }]));
    assert_eq!(weights(&weighed), json!([["2", 1.0], ["3", 2.5], ["4", 1.0]]));
    assert_eq!(
        scenario(&edited(&weighed, json!([{ "set": ["target.body", "4"] }]))).input,
        scenario(BOLT).input
    );
    let wrong = edited(&weighed, json!([{ "set": ["unknown.target.body", "{ \"2\" = -1 }"] }]));
    let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": wrong }));
    assert_eq!(form["problems"][0]["key"], "target.body.2");
}

#[test]
fn items_of_arrays_are_added_and_removed() {
    let phase = start("ninth-age", "phase");
    let items = |text: &str| Document::parse("scenario", text).unwrap().positions("spell").len();
    let before = items(&phase);
    let more = edited(&phase, json!([{ "add": "spell" }, { "set": [format!("spell.{before}.worth"), "7"] }]));
    assert_eq!(items(&more), before + 1);
    assert_eq!(
        scenario(&edited(&more, json!([{ "remove": ["spell", before] }]))).input,
        scenario(&phase).input
    );
    let none = (0..before).fold(phase.clone(), |text, _| edited(&text, json!([{ "remove": ["spell", 0] }])));
    assert_eq!(items(&none), 0);
    assert_eq!(items(&edited(&none, json!([{ "add": "spell" }]))), 1);
}

#[test]
fn variants_stand_side_by_side() {
    let compared = answer(&mut Session::default(), json!({ "ask": "compare", "scenario": BOLT }));
    assert_eq!(compared["names"], json!(["base", "reagents", "overcast"]));
    assert!(
        compared["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|item| item["values"].as_array().unwrap().len() == 3)
    );
}

#[test]
fn a_variant_changes_several_keys() {
    let changes = json!([
        { "set": ["variant.2.name", "armored"] },
        { "set": ["variant.2.set.target.armor", "18"] },
        { "set": ["variant.2.set.choice.force", "9"] },
        { "unset": "variant.0.set.choice.reagents" },
    ]);
    let text = edited(BOLT, changes);
    let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": text }));
    assert_eq!(form["problems"], json!([]));
    let force = json!({ "key": "choice.force", "label": "Force", "value": "3" });
    assert_eq!(form["variants"][0], json!({ "name": "reagents", "changes": [force] }));
    let armored = &form["variants"][2];
    assert_eq!(armored["name"], "armored");
    assert_eq!(armored["changes"][0], json!({ "key": "choice.force", "label": "Force", "value": "9" }));
    assert_eq!(armored["changes"][1]["value"], "18");
}

/// What is wrong with a form, and with the rules in it.
fn problems(text: &str) -> (Value, Value) {
    let mut form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": text }));
    (form["problems"].take(), form["rules"]["problems"].take())
}

#[test]
fn rules_of_the_user_are_a_game() {
    let catalog = answer(&mut Session::default(), json!({ "ask": "catalog" }));
    let examples = catalog["examples"].as_array().unwrap();
    assert!(examples.len() >= 9);
    for example in examples {
        let text = start("rules", example["name"].as_str().unwrap());
        let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": text }));
        assert_eq!((&form["problems"], &form["rules"]["problems"]), (&json!([]), &json!([])), "{text}");
        assert_eq!(form["title"], example["title"]);
    }
    let hits = edited(
        &start("rules", "warhammer"),
        json!([{ "set": ["attacks", "10"] }, { "set": ["rules.reroll_ones", "true"] }, { "set": ["title", "Ten"] }]),
    );
    let form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": hits }));
    assert_eq!((field(&form, "attacks")["value"].as_str(), &form["title"]), (Some("10"), &json!("Ten")));
    assert_eq!(field(&form, "rules.reroll_ones")["value"], "true");
    let exact = answer(&mut Session::default(), json!({ "ask": "exact", "scenario": hits }));
    // 10 attacks hit on 3 or more, with ones rolled again, and wound on 4 or more.
    let mean = 10.0 * (4.0 / 6.0 + 1.0 / 6.0 * 4.0 / 6.0);
    assert!((exact["headline"]["value"].as_f64().unwrap() - mean).abs() < 1e-9, "{exact}");
    assert_eq!(
        edited(
            &hits,
            json!([{ "unset": "rules.reroll_ones" }, { "unset": "attacks" }, { "unset": "title" }])
        ),
        start("rules", "warhammer")
    );
}

#[test]
fn what_is_wrong_with_rules_has_its_place_in_their_text() {
    let text = start("rules", "duel");
    assert_eq!(problems(&text), (json!([]), json!([])));
    let mut form = answer(&mut Session::default(), json!({ "ask": "form", "scenario": text }));
    assert_eq!(form["questions"], json!([]));
    let rules = form["rules"]["text"].take();
    let rules = rules.as_str().unwrap();
    // Read by their text, and found out in play.
    for (right, wrong, line) in [("d20", "d2O", 5), ("7, 15", "7, 15 / (rounds - 3)", 16)] {
        let text = edited(&text, json!([{ "set": ["rules", rules.replacen(right, wrong, 1)] }]));
        let (scenario, rules) = problems(&text);
        assert_eq!((scenario, &rules[0]["line"]), (json!([]), &json!(line)), "{rules}");
    }
    // Columns are counted as a page counts them; and a text that cannot stand in TOML as it is.
    let odd = "# 🎲 \'\'\'\nreport a = b\n";
    let (_, rules) = problems(&edited("", json!([{ "set": ["rules", odd] }])));
    let place = odd.find("b\n").unwrap() - 2;
    assert_eq!((&rules[0]["start"], &rules[0]["end"]), (&json!(place), &json!(place + 1)), "{rules}");
    let elsewhere = problems("rules = \"risk.rules\"\n").0;
    assert!(elsewhere[0]["message"].as_str().unwrap().contains("risk.rules"), "{elsewhere}");
}

#[test]
fn the_best_choice_is_that_of_advise() {
    let chosen = answer(&mut Session::default(), json!({ "ask": "choose", "scenario": BOLT }));
    let [situation] = &chosen["situations"].as_array().unwrap()[..] else { panic!("{chosen}") };
    let sentence = situation["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("Choose Force 12, 6 drams of reagents: 9.41 boxes"), "{sentence}");
    let best: Vec<&Value> =
        situation["choices"].as_array().unwrap().iter().filter(|one| one["best"] == true).collect();
    assert_eq!(best.len(), 1);
    let aimless = edited(BOLT, json!([{ "unset": "advise.maximize" }, { "unset": "advise.subject_to" }]));
    assert!(refusal(json!({ "ask": "choose", "scenario": aimless }))["error"].is_string());
}

#[test]
fn a_resolution_is_told() {
    let question = json!({ "ask": "tell", "scenario": BOLT, "seed": 3, "event": "damage >= 10" });
    let told = answer(&mut Session::default(), question);
    assert!(told["outcome"]["damage"].as_i64().unwrap() >= 10);
    let wrong = json!({ "ask": "tell", "scenario": BOLT, "seed": 3, "event": "damag" });
    assert_eq!(refusal(wrong)["problems"][0]["source"], "event");
}

#[test]
fn a_scenario_without_dice_has_its_tables() {
    let text = include_str!("../../scenarios/cast-order.toml");
    let found = answer(&mut Session::default(), json!({ "ask": "exact", "scenario": text }));
    assert_eq!(found["tables"][0]["rows"].as_array().unwrap().len(), 4);
    let sample = json!({ "trials": 100, "seed": 1 });
    assert!(
        refusal(json!({ "ask": "plan", "scenario": text, "sample": sample, "ranges": 1 }))["error"]
            .is_string()
    );
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
    let part = prop_oneof![
        Just("spell"),
        Just("question"),
        Just("unknown"),
        Just("vary"),
        Just("variant"),
        Just("set"),
        Just("choice"),
        Just("force"),
        Just("0"),
        Just("7"),
        Just("99999999999"),
        Just(""),
        Just("title"),
        Just("target"),
        Just("a b"),
        Just("rules"),
    ];
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
        // What comes of it is TOML again, or was made of text that is none.
        let form = Session::default().ask(&json!({ "ask": "form", "scenario": text }).to_string());
        prop_assert!(form.starts_with("{\"answer\""), "{text}\n{form}");
    }

    #[test]
    fn no_text_is_a_panic(start in 0..BOLT.len(), end in 0..BOLT.len(), with in ".{0,6}") {
        let text = format!("{}{with}{}", &BOLT[..start.min(end)], &BOLT[start.max(end)..]);
        for ask in ["form", "plan", "edit"] {
            let question = json!({ "ask": ask, "scenario": text, "changes": [], "ranges": 2, "sample": { "trials": 10, "seed": 1 } });
            prop_assert!(serde_json::from_str::<Value>(&Session::default().ask(&question.to_string())).is_ok());
        }
    }
}
