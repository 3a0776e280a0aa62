//! Changes to a scenario through a form, and what the form shows afterwards.

use super::*;

/// The problems of a form, and those of the rules in it.
fn problems(text: &str) -> (Value, Value) {
    let mut form = form_of(text);
    (form["problems"].take(), form["rules"]["problems"].take())
}

#[test]
fn values_that_nobody_knows_have_weights() {
    let unknown = edited(BOLT, json!([{ "set": ["target.body", "2..4"] }]));
    let weights = |text: &str| {
        let form = form_of(text);
        assert_eq!(form["problems"], json!([]), "{text}");
        field(&form, "target.body")["weights"].clone()
    };
    assert_eq!(weights(&unknown), json!([["2", 1.0], ["3", 1.0], ["4", 1.0]]));
    let table = "{ \"2\" = 1, \"3\" = 2.5, \"4\" = 1 }";
    let weighed = edited(&unknown, json!([{ "set": ["unknown.target.body", table] }]));
    assert_eq!(weights(&weighed), json!([["2", 1.0], ["3", 2.5], ["4", 1.0]]));
    // Nested tables give the same result.
    let nested = format!("{BOLT}\n[unknown.target]\nbody = \"2..4\"\n").replace("body = 4\n", "");
    let weighed = edited(&nested, json!([{ "set": ["unknown.target.body", table] }]));
    assert_eq!(weights(&weighed), json!([["2", 1.0], ["3", 2.5], ["4", 1.0]]));
    assert_eq!(
        scenario(&edited(&weighed, json!([{ "set": ["target.body", "4"] }]))).input,
        scenario(BOLT).input
    );
    let wrong = edited(&weighed, json!([{ "set": ["unknown.target.body", "{ \"2\" = -1 }"] }]));
    let form = form_of(&wrong);
    assert_eq!(form["problems"][0]["key"], "target.body.2");
}

#[test]
fn several_values_of_a_number_are_one_that_nobody_knows() {
    let unknown = edited(BOLT, json!([{ "set": ["target.body", "2..5"] }]));
    let form = form_of(&unknown);
    assert_eq!((&form["problems"], &field(&form, "target.body")["value"]), (&json!([]), &json!("2..5")));
    assert_eq!(scenario(&unknown).input.unknown().count(), 1);
    let known = edited(&unknown, json!([{ "set": ["target.body", "4"] }]));
    assert_eq!(scenario(&known).input, scenario(BOLT).input);
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
    // What is added has what the rules need: a name of its own, and a spell that there is.
    for more in [["spell", "wizard", "plan"], ["spell", "wizard", "wizard"]] {
        let all = edited(&phase, more.iter().map(|array| json!({ "add": array })).collect());
        assert_eq!(form_of(&all)["problems"], json!([]), "{all}");
    }
    let several = "system = \"shadowrun1\"\nprocedure = \"firefight\"\n[[fighter]]\npreset = \"samurai\"\n\
                   [[fighter]]\nname = \"Gang\"\ncount = 3\nside = \"second\"\npreset = \"ganger\"\n";
    let more = edited(several, json!([{ "add": "fighter" }]));
    assert!(more.contains("name = \"Gang-2\"") && more.matches("count = 3").count() == 1, "{more}");
}

#[test]
fn a_goal_takes_the_place_of_none() {
    let aimless = include_str!("../../../scenarios/drams.toml");
    let changes = json!([{ "unset": "advise.minimize" }, { "set": ["advise.maximize", "mean(damage)"] }]);
    let text = edited(aimless, changes);
    assert!(text.contains("[advise]\nmaximize = \"mean(damage)\""), "{text}");
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
    let form = form_of(&text);
    assert_eq!(form["problems"], json!([]));
    let force = json!({ "key": "choice.force", "label": "Force", "value": "3" });
    let reagents = json!({ "name": "reagents", "words": "Force 3", "changes": [force] });
    assert_eq!(form["variants"][0], reagents);
    let armored = &form["variants"][2];
    assert_eq!(armored["name"], "armored");
    assert_eq!(armored["changes"][0], json!({ "key": "choice.force", "label": "Force", "value": "9" }));
    assert_eq!(armored["changes"][1]["value"], "18");
}

#[test]
fn rules_of_the_user_are_a_game() {
    let catalog = ask(json!({ "ask": "catalog" }));
    let examples = list(&catalog["examples"]);
    assert!(examples.len() >= 9);
    for example in examples {
        let text = start("rules", words(&example["name"]));
        let form = form_of(&text);
        assert_eq!((&form["problems"], &form["rules"]["problems"]), (&json!([]), &json!([])), "{text}");
        assert_eq!(form["title"], example["title"]);
    }
    let hits = edited(
        &start("rules", "warhammer"),
        json!([{ "set": ["attacks", "10"] }, { "set": ["rules.reroll_ones", "true"] }, { "set": ["title", "Ten"] }]),
    );
    let form = form_of(&hits);
    assert_eq!((field(&form, "attacks")["value"].as_str(), &form["title"]), (Some("10"), &json!("Ten")));
    assert_eq!(field(&form, "rules.reroll_ones")["value"], "true");
    let exact = ask(json!({ "ask": "exact", "scenario": hits }));
    // 10 attacks hit on 3 or more, with ones rerolled.
    let mean = 10.0 * (4.0 / 6.0 + 1.0 / 6.0 * 4.0 / 6.0);
    let law = |what: &str| list(&exact["metrics"][0]["law"][what]).iter().filter_map(Value::as_f64);
    let of_law: f64 = law("v").zip(law("p")).map(|(value, chance)| value * chance).sum();
    assert!((of_law - mean).abs() < 1e-3, "{exact}");
    assert_eq!(exact["headline"]["question"], "five unsaved wounds or more");
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
    let mut form = form_of(&text);
    assert_eq!(form["questions"], json!([]));
    let rules = form["rules"]["text"].take();
    let rules = rules.as_str().unwrap();
    // The first error is found by parsing, the second in play.
    for (right, wrong, line) in [("d20", "d2O", 5), ("7, 15", "7, 15 / (rounds - 3)", 18)] {
        let text = edited(&text, json!([{ "set": ["rules", rules.replacen(right, wrong, 1)] }]));
        let (scenario, rules) = problems(&text);
        assert_eq!((scenario, &rules[0]["line"]), (json!([]), &json!(line)), "{rules}");
    }
    // Columns are counted in units of UTF-16. This text also cannot stand in TOML without escapes.
    let odd = "# 🎲 \'\'\'\nreport a = b\n";
    let (_, rules) = problems(&edited("", json!([{ "set": ["rules", odd] }])));
    let place = odd.find("b\n").unwrap() - 2;
    assert_eq!((&rules[0]["start"], &rules[0]["end"]), (&json!(place), &json!(place + 1)), "{rules}");
    let elsewhere = problems("rules = \"risk.rules\"\n").0;
    assert!(words(&elsewhere[0]["message"]).contains("risk.rules"), "{elsewhere}");
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
fn a_change_never_makes_a_scenario_too_large() {
    let rules = format!("# {}\nreport hits = d6\n", "x".repeat(MAX_SCENARIO));
    let changes = json!([{ "set": ["rules", rules] }]);
    let refused = refusal(json!({ "ask": "show", "scenario": "", "changes": changes }));
    let message = words(&refused["error"]);
    assert!(
        message.starts_with("a scenario has at most 200,000 bytes, and this one would have 200,0"),
        "{message}"
    );
}

#[test]
fn what_is_suggested_is_allowed() {
    let suggested = |text: &str, key: &str| {
        let form = form_of(text);
        let choices = list(&form["purpose"]["choices"]);
        let choice = choices.iter().find(|choice| choice["key"] == key).unwrap();
        words(&choice["suggested"]).to_owned()
    };
    for (force, range) in [("2", "1..6"), ("6", "1..12"), ("9", "1..12"), ("12", "1..12")] {
        let text = edited(BOLT, json!([{ "set": ["choice.force", force] }]));
        assert_eq!(suggested(&text, "choice.force"), range, "Force {force}");
    }
    // Of values that nobody knows, the first counts.
    let unknown = edited(BOLT, json!([{ "set": ["caster.magic", "4..8"] }]));
    assert_eq!(suggested(&unknown, "choice.force"), "1..8");
    let spells = suggested(BOLT, "spell.preset");
    let shadowrun = crate::systems::named("shadowrun5").unwrap();
    assert!(spells.split(',').count() > 1 && !spells.split(',').any(|spell| spell == "manabolt"), "{spells}");
    for spell in spells.split(',') {
        let preset = shadowrun.presets.iter().find(|preset| preset.name == spell).unwrap();
        let text = edited(
            BOLT,
            json!([{ "set": ["spell.preset", preset.name] }, { "set": ["procedure", "indirect"] }]),
        );
        assert!(scenario(&text).procedure.name == "indirect", "{spell}");
    }
}
