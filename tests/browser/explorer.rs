//! The page of `fizzle explore`: what its module answers is what the library answers, and what
//! players see of it.
//!
//! The module is the one that the crate carries, or that in the file which `FIZZLE_MODULE` names:
//! one that was just made.

mod always;

mod downloads;

mod npm;

mod patience;

mod rules;

mod settings;

mod split;

mod start;

mod typing;

use std::sync::LazyLock;

use fizzle::ask::Session;
use serde_json::{Value, json};

use crate::browser::{Browser, Tab};
use crate::common::folder::Folder;

/// Waits until the page shows what belongs to its scenario, and reads it.
const READ: &str = r##"
const find = (id) => document.getElementById(id);
const until = async (done) => {
  for (const begin = performance.now(); !done(); await new Promise((wait) => setTimeout(wait, 10))) {
    if (performance.now() > begin + 30000) throw new Error(`never: ${done}; ${find("status").textContent}`);
  }
};
const isFresh = () => find("status").textContent === "" && ![...document.querySelectorAll(".stale")].some((old) => old.checkVisibility());
const settled = async () => {
  await new Promise((wait) => setTimeout(wait, 20));
  await until(() => globalThis.fizzle && !fizzle.isBusy() && find("game").options.length && (find("start").checkVisibility() || isFresh()));
};
const openTab = async (name) => {
  find(`tab-${name}`).click();
  await settled();
};
const settle = async (what) => {
  find("bar").classList.add("stale");
  await what();
  await settled();
};
const write = (input, text, event = "input") => {
  input.value = text;
  input.dispatchEvent(new Event(event));
};
const type = (key, text) => write(document.querySelector(`[data-key="${key}"] input`), text);
const start = async (name) => {
  write(find("game"), name, "change");
  await until(() => find("work").checkVisibility());
};
const read = () => ({
  number: find("number")?.textContent,
  title: find("title").textContent,
  law: [...document.querySelectorAll("#law tbody tr")].map((row) => row.cells[1].textContent),
  bold: document.querySelectorAll("b, i, img").length,
});
"##;

/// The questions that are asked of the module and of the library: of every procedure its form, and
/// its odds, or else what is counted in a block of a sample.
static QUESTIONS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut all = vec![json!({ "ask": "catalog" })];
    for (game, procedure, scenario) in starts() {
        all.push(json!({ "ask": "start", "game": game, "procedure": procedure }));
        all.push(json!({ "ask": "show", "scenario": scenario }));
        all.push(json!({ "ask": "exact", "scenario": scenario, "before": 0.5 }));
        let sample = json!({ "trials": 100_000, "seed": 7 });
        all.push(json!({ "ask": "part", "scenario": scenario, "sample": sample, "blocks": [1, 2] }));
        all.push(json!({ "ask": "tell", "scenario": scenario, "seed": 5 }));
    }
    for example in asked(json!({ "ask": "catalog" }))["examples"].as_array().unwrap() {
        let scenario = asked(json!({ "ask": "start", "game": "rules", "procedure": example["name"] }));
        all.push(json!({ "ask": "show", "scenario": scenario }));
        all.push(json!({ "ask": "exact", "scenario": scenario }));
        all.push(json!({ "ask": "tell", "scenario": scenario, "seed": 5 }));
    }
    for scenario in asked(json!({ "ask": "catalog" }))["scenarios"].as_array().unwrap() {
        all.push(json!({ "ask": "open", "name": scenario["name"] }));
    }
    all.push(json!({ "ask": "roll", "expressions": ["4d6kh3", "max(d8!, d6!) >= 8", "4d6 +"] }));
    let bolt = include_str!("../../scenarios/lightning-bolt.toml");
    all.extend(["compare", "choose"].map(|ask| json!({ "ask": ask, "scenario": bolt })));
    let pig = asked(json!({ "ask": "start", "game": "rules", "procedure": "pig" }));
    all.push(json!({ "ask": "expect", "scenario": pig }));
    let changes = json!([{ "set": ["choice.force", "8"] }, { "unset": "target.body" }]);
    all.push(json!({ "ask": "show", "scenario": bolt, "changes": changes }));
    all.push(json!({ "ask": "exact", "scenario": bolt.replace("armor = 12", "armor = -12") }));
    all
});

/// Every procedure with its game and the scenario that it starts with.
fn starts() -> Vec<(String, String, String)> {
    let text = |answer: &Value| answer.as_str().unwrap().to_owned();
    let mut all = Vec::new();
    for game in asked(json!({ "ask": "catalog" }))["games"].as_array().unwrap() {
        for procedure in game["procedures"].as_array().unwrap() {
            let (game, procedure) = (text(&game["name"]), text(&procedure["name"]));
            let scenario = text(&asked(json!({ "ask": "start", "game": game, "procedure": procedure })));
            all.push((game, procedure, scenario));
        }
    }
    all
}

/// The answer of the library.
fn asked(question: Value) -> Value {
    let answer: Value = serde_json::from_str(&Session::default().ask(&question.to_string())).unwrap();
    answer["answer"].clone()
}

/// The page, opened with a scenario.
fn tab(folder: &Folder, scenario: &str, width: u32) -> Tab {
    folder.fizzle(&format!("explore {scenario} --out page.html --force")).assert().success();
    let mut page = std::fs::read_to_string(folder.path("page.html")).unwrap();
    if let Some(path) = std::env::var_os("FIZZLE_MODULE") {
        let module = fizzle::report::explorer::as_text(&std::fs::read(path).unwrap());
        let (before, rest) = page.split_once("id=\"module\">").unwrap();
        let (_, after) = rest.split_once("</script>").unwrap();
        page = format!("{before}id=\"module\">{module}</script>{after}");
    }
    Browser::find().open(&page, width)
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_module_answers_as_the_library_does() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    tab.run("while (!globalThis.fizzle) await new Promise((done) => setTimeout(done, 10));");
    for question in QUESTIONS.iter() {
        let text = question.to_string();
        let answer = tab.run(&format!("return fizzle.answer({});", json!(text)));
        let expected = Session::default().ask(&text);
        let answered = answer.as_str().unwrap_or_default();
        let same = answered.bytes().zip(expected.bytes()).take_while(|(one, other)| one == other).count();
        let around = |text: &str| text.chars().skip(same.saturating_sub(100)).take(300).collect::<String>();
        // How much work and memory odds take is not the same in a module; those that take much have a
        // question of their own.
        let comparable = |text: &str| {
            let mut answer: Value = serde_json::from_str(text).unwrap();
            for place in ["/too_large", "/answer/odds"] {
                answer.pointer_mut(place).map(Value::take);
            }
            answer
        };
        assert!(
            comparable(answered) == comparable(&expected),
            "the module is an old one: run scripts/web.sh\n{}\n{}\n{}",
            text.chars().take(300).collect::<String>(),
            around(answered),
            around(&expected)
        );
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn every_procedure_opens_with_its_example() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    tab.run(&format!("{READ} await settled();"));
    for (game, procedure, scenario) in starts() {
        let seen = tab.run(&format!(
            "{READ}
            await settle(() => start('{game}/{procedure}'));
            const cells = (table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
            const tables = [...document.querySelectorAll('#results details')].filter((one) => one.textContent.startsWith('Table: '));
            return {{ ...read(), text: find('text').value, metric: Number(find('metric')?.value ?? 0), tables: tables.map((one) => cells(one.querySelector('table'))) }};"
        ));
        assert_eq!(seen["text"], scenario, "{procedure}");
        let outcome = outcome(&scenario);
        assert_eq!(seen["number"], outcome["headline"]["number"], "{procedure}");
        let law = &outcome["metrics"][seen["metric"].as_u64().unwrap() as usize]["law"]["text"];
        assert_eq!(seen["law"], if law.is_null() { json!([]) } else { law.clone() }, "{procedure}");
        if !law.is_null() {
            let tables = outcome["tables"].as_array().unwrap().iter().map(|table| table["rows"].clone());
            assert_eq!(seen["tables"], tables.collect::<Value>(), "{procedure}");
        }
    }
}

/// The odds by the library: exact, or else from the sample that `run` takes.
fn outcome(scenario: &str) -> Value {
    let exact = asked(json!({ "ask": "exact", "scenario": scenario }));
    if !exact.is_null() {
        return exact;
    }
    let sampled = |mut question: Value| {
        question["scenario"] = scenario.into();
        question["sample"] = json!({ "trials": 1_000_000, "seed": 1 });
        asked(question)
    };
    let ranges = sampled(json!({ "ask": "plan", "ranges": 1 }));
    let part = |blocks: &Value| sampled(json!({ "ask": "part", "blocks": blocks }));
    let parts: Vec<Value> = ranges.as_array().unwrap().iter().map(part).collect();
    sampled(json!({ "ask": "merge", "parts": parts }))
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_changed_number_shows_the_odds_of_a_run() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const before = read(); await settle(() => type('choice.force', '10'));
        const after = read(); await settle(() => history.back()); return {{ before, after, back: read() }};"
    ));
    assert_eq!(seen["before"], seen["back"]);
    let text = include_str!("../../scenarios/lightning-bolt.toml").replace("force = 6\n", "force = 10\n");
    let exact = asked(json!({ "ask": "exact", "scenario": text }));
    assert_eq!(seen["after"]["number"], exact["headline"]["number"]);
    assert_eq!(
        seen["after"]["law"],
        exact["metrics"][exact["headline"]["metric"].as_u64().unwrap() as usize]["law"]["text"]
    );
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_wrong_value_is_shown_at_its_field() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const before = read(); type('target.armor', '-3');
        let problem;
        while (!(problem = document.querySelector('[data-key=\"target.armor\"] .problem'))) await new Promise((done) => setTimeout(done, 10));
        const wrong = {{ ...read(), problem: problem.textContent, stale: find('bar').classList.contains('stale') }};
        await settle(() => type('target.armor', '12'));
        return {{ before, wrong, after: read(), problems: document.querySelectorAll('.problem').length }};"
    ));
    assert_eq!(
        (&seen["wrong"]["number"], &seen["wrong"]["stale"]),
        (&seen["before"]["number"], &json!(true))
    );
    assert!(seen["wrong"]["problem"].as_str().unwrap().contains("out of range"), "{seen}");
    assert_eq!((&seen["after"], &seen["problems"]), (&seen["before"], &json!(0)));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_long_name_of_a_metric_leaves_the_headline_its_room() {
    let folder = Folder::with_scenarios();
    folder.write(
        "dragon.rules",
        "title \"The dragon's lair\"\nleft = 30 - 4d8.sum()\nquestion \"the dragon falls\" = left <= 0\n\
         report left \"hit points of the dragon that are left after the first round\"\n",
    );
    let mut tab = tab(&folder, "dragon.rules", 360);
    let seen = tab.run(&format!(
        "{READ} await settled(); const asked = document.querySelector('#headline .question');
        return [find('number').getClientRects().length, asked.scrollWidth <= asked.clientWidth];"
    ));
    assert_eq!(seen, json!([1, true]));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn nothing_is_wider_than_a_telephone() {
    let folder = Folder::with_scenarios();
    folder.write("duel.rules", include_str!("../../scenarios/rules/duel.rules"));
    for scenario in [
        "scenarios/lightning-bolt.toml",
        "scenarios/magic-phase.toml",
        "scenarios/cast-order.toml",
        "duel.rules",
    ] {
        let mut tab = tab(&folder, scenario, 390);
        let seen = tab.run(&format!("{READ} await settled(); return document.documentElement.scrollWidth;"));
        assert!(seen.as_u64() <= Some(390), "{scenario}: {seen}");
    }
}
