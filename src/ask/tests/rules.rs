//! Rule texts in the page: presets to choose from, and the expectations of a text.

use super::*;

const FIGHT: &str = "key hero.hp = 30 in 1..200
key light = true
preset hero.knight \"a knight\" { hero.hp = 44 }
preset hero.young-squire { hero.hp = 20 }
expect mean(left) in 33.5..33.5
expect p(left > 35) in 0.5..1
report left = hero.hp + d6 + (light ? 0 : 100)
";

fn scenario_of(rules: &str) -> String {
    edited("", json!([{ "set": ["rules", rules] }]))
}

fn expected(scenario: &str) -> Value {
    ask(json!({ "ask": "expect", "scenario": scenario }))
}

#[test]
fn presets_of_a_text_can_be_chosen() {
    let scenario = scenario_of(FIGHT);
    let form = form_of(&scenario);
    let preset = field(&form, "hero.preset");
    assert_eq!(preset["kind"], "preset");
    let options = list(&preset["options"]);
    let named = |option: &Value| (option["value"].clone(), option["label"].clone());
    let names: Vec<(Value, Value)> = options.iter().map(named).collect();
    assert_eq!(names, [(json!("knight"), json!("a knight")), (json!("young-squire"), json!("young squire"))]);
    let chosen = edited(&scenario, json!([{ "set": ["hero.preset", "knight"] }]));
    let form = form_of(&chosen);
    assert_eq!(form["problems"], json!([]));
    assert_eq!(field(&form, "hero.preset")["value"], "knight");
    assert_eq!(field(&form, "hero.hp")["otherwise"], "44");
    let odds = ask(json!({ "ask": "exact", "scenario": chosen }));
    assert_eq!(odds["metrics"][0]["name"], "left");
    let summary = list(&odds["files"]).iter().find(|file| file["name"] == "summary.csv").unwrap();
    assert!(words(&summary["text"]).contains("\nleft,47.5,"), "{summary}");
}

#[test]
fn limits_of_what_players_choose_follow_from_requirements() {
    let scenario = scenario_of(
        "key magic = 4 in 1..9\nkey force chosen = 3 in 1..99\nkey dice chosen = 2 in 0..99\n\
         require force <= 2 * magic \"Force {force} is too high\"\nreport hits = (force)d6.count(x, x > dice)",
    );
    let limits = |changes: Value, key: &str| field(&shown(&scenario, changes)["form"], key)["limits"].clone();
    assert_eq!(limits(json!([]), "force"), json!([1, 8]));
    assert_eq!(limits(json!([{ "set": ["magic", "3"] }]), "force"), json!([1, 6]));
    assert_eq!(limits(json!([{ "set": ["force", "50"] }]), "force"), json!([1, 8]));
    assert_eq!(limits(json!([]), "dice"), json!([0, 99]));
}

#[test]
fn a_text_expects_what_its_defaults_do() {
    // The scenario does not change the expectations of the text, and has one of its own.
    let scenario =
        scenario_of(FIGHT) + "hero.hp = 50\n[[expect]]\nstat = \"mean(left)\"\nequals = 53.5\nwithin = 0\n";
    assert_eq!(form_of(&scenario)["expectations"], 3);
    let all = expected(&scenario);
    let told = |place: usize| ["is_in_rules", "line", "verdict", "words"].map(|key| all[place][key].clone());
    assert_eq!(told(0), [json!(true), json!(5), json!("ok"), json!("33.5 (expected 33.5)")]);
    assert_eq!(told(1), [json!(true), json!(6), json!("failed"), json!("16.6667 %, not 50 % to 100 %")]);
    assert_eq!(told(2), [json!(false), json!(12), json!("ok"), json!("53.5 (expected 53.5)")]);
    assert_eq!(list(&all).len(), 3);
}

#[test]
fn what_is_wrong_with_an_expectation_is_marked_in_the_text() {
    let form = form_of(&scenario_of(&FIGHT.replace("mean(left)", "mean(lift)")));
    let problem = &form["rules"]["problems"][0];
    assert_eq!((&problem["line"], &form["problems"]), (&json!(5), &json!([])), "{form}");
    // If a text has keys without defaults, its expectations are not checked.
    let open = scenario_of(&FIGHT.replace("hp = 30", "hp")) + "hero.preset = \"knight\"\n";
    let form = form_of(&open);
    assert_eq!((&form["problems"], &form["expectations"]), (&json!([]), &json!(0)));
    assert_eq!(expected(&open), json!([]));
    let built_in = format!("{BOLT}\n[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0.7, 0.72]\n");
    assert_eq!(expected(&built_in)[0]["verdict"], "ok");
}

#[test]
fn a_variant_may_contain_rules_of_its_own() {
    let other = FIGHT.replace("d6 +", "2d6 +");
    let variant = |name: &str, rules: &str| {
        format!(
            "[[variant]]\nname = \"{name}\"\nset = {{ \"rules\" = \"\"\"\n{rules}\"\"\", \"hero.hp\" = 40 }}\n"
        )
    };
    let file = "[[variant]]\nname = \"elsewhere\"\nset = { rules = \"other.rules\" }\n";
    let scenario = scenario_of(FIGHT) + &variant("two-dice", &other) + file;
    let compared = ask(json!({ "ask": "compare", "scenario": scenario }));
    let [base, two, elsewhere] = list(&compared["columns"]) else { panic!("{compared}") };
    assert_eq!([&base["problems"], &two["problems"]], [&Value::Null; 2], "{compared}");
    let problem = words(&elsewhere["problems"][0]["message"]);
    assert_eq!(problem, "the rules of this variant are in another file, other.rules");
    let means = list(&compared["items"][0]["values"]).iter().map(|value| words(&value["text"]));
    assert_eq!(means.collect::<Vec<_>>(), ["33.50", "47"], "{}", compared["items"][0]);
}
