//! The odds are always in sight: what they are, what the last change did to them, and how sure they are.

use super::*;

/// Whether something stands in the window as a whole.
const IN_SIGHT: &str = "const inSight = (node) => { const { top, bottom, height } = node.getBoundingClientRect(); return height > 0 && top >= 0 && bottom <= innerHeight; };";

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_odds_stay_in_sight_and_say_what_a_key_has_changed() {
    let folder = Folder::with_scenarios();
    for width in [1280, 390] {
        let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", width);
        tab.run(&format!(
            "{READ} await settled();
            const field = document.querySelector('[data-key=\"target.intuition\"] input');
            field.scrollIntoView({{ block: 'center' }});
            field.focus();"
        ));
        tab.press("ArrowUp");
        let seen = tab.run(&format!(
            "{READ} {IN_SIGHT} await until(() => find('change')?.textContent); await settled();
            return {{ sight: [find('number'), find('change'), document.activeElement].map(inSight), change: find('change').textContent,
              value: document.activeElement.value, sure: find('sure').textContent, number: find('number').textContent }};"
        ));
        assert_eq!(seen["sight"], json!([true, true, true]), "{width}: {seen}");
        assert_eq!((&seen["value"], &seen["sure"]), (&json!("4"), &json!("exact")));
        let bolt = include_str!("../../../scenarios/lightning-bolt.toml");
        let value =
            |text: &str| asked(json!({ "ask": "exact", "scenario": text }))["headline"]["value"].clone();
        let text = bolt.replace("intuition = 3", "intuition = 4");
        let exact = asked(json!({ "ask": "exact", "scenario": text, "before": value(bolt) }));
        assert_eq!(seen["change"], exact["headline"]["change"]);
        assert_eq!(seen["number"], exact["headline"]["number"]);
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_to_do_is_in_sight_and_in_steps() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/magic-phase.toml", 390);
    let seen = tab.run(&format!(
        "{READ} {IN_SIGHT} await settled();
        const all = document.querySelectorAll('#results .steps > li'), folded = [...document.querySelectorAll('#results .steps summary')].map((one) => one.textContent);
        find('form').querySelector('input').scrollIntoView({{ block: 'center' }});
        const told = document.querySelector('#headline .question');
        return {{ told: told.textContent, sight: inSight(told), steps: all.length, folded }};"
    ));
    let phase = outcome(include_str!("../../../scenarios/magic-phase.toml"));
    assert_eq!((&seen["told"], &seen["sight"]), (&phase["headline"]["question"], &json!(true)));
    assert_eq!(seen["told"], "Cast Ward with 2 dice");
    let first = phase["decisions"]["steps"].as_array().unwrap().iter();
    let opened: Vec<&Value> =
        first.filter(|step| step["then"] != json!([])).map(|step| &step["sentence"]).collect();
    assert!(!opened.is_empty() && seen["steps"].as_u64() > Some(opened.len() as u64), "{seen}");
    for sentence in opened {
        assert!(seen["folded"].as_array().unwrap().contains(sentence), "{sentence}: {seen}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_slider_has_the_limits_that_follow_from_other_keys() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 390);
    let limits = "[slider().min, slider().max, slider().value]";
    let seen = tab.run(&format!(
        "{READ} await settled(); globalThis.slider = () => document.querySelector('[data-key=\"choice.force\"] input[type=range]');
        slider().focus();
        const before = {limits};
        await settle(() => type('caster.magic', '5'));
        slider().focus();
        return [before, {limits}];"
    ));
    assert_eq!(seen, json!([["1", "12", "6"], ["1", "10", "6"]]));
    for (key, force) in [("ArrowRight", 7), ("End", 10), ("Home", 1)] {
        tab.press(key);
        let seen = tab.run(&format!(
            "{READ} await until(() => find('text').value.includes('force = {force}\\n')); await settled();
            return [slider() === document.activeElement, slider().value, document.querySelector('[data-key=\"choice.force\"] input').value];"
        ));
        assert_eq!(seen, json!([true, force.to_string(), force.to_string()]), "{key}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_number_goes_up_and_down_by_buttons_and_keys_and_may_be_unknown() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 390);
    let seen = tab.run(&format!(
        "{READ} await settled();
        globalThis.row = document.querySelector('[data-key=\"target.body\"]');
        globalThis.press = (name) => settle(() => [...row.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name).click());
        const value = () => row.querySelector('input').value, label = row.querySelector('label').textContent;
        await press(`${{label}}: one more`);
        const more = value();
        await press(`${{label}}: one less`);
        await press(`${{label}}: one less`);
        const less = value();
        await press(`${{label}} is not known`);
        const unknown = value();
        await press(`${{label}}, to: one more`);
        const wider = value(), text = find('text').value;
        await press(`${{label}} is not known`);
        return {{ more, less, unknown, wider, known: value(), text, small: [...document.querySelectorAll('#work button, #work input, #work select, #work summary')]
          .filter((one) => one.checkVisibility() && one.type !== 'checkbox' && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 99)) }};"
    ));
    let values = ["more", "less", "unknown", "wider", "known"].map(|name| seen[name].as_str().unwrap());
    assert_eq!(values, ["5", "3", "2..4", "2..5", "4"]);
    assert!(seen["text"].as_str().unwrap().contains("\"target.body\" = \"2..5\""), "{seen}");
    assert_eq!(seen["small"], json!([]), "a finger needs 44 pixels");
    tab.run("row.querySelector('input').focus();");
    tab.press("PageUp");
    tab.run(&format!("{READ} await until(() => find('text').value.includes('body = 14\\n'));"));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn tabs_are_gone_through_by_the_arrow_keys() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    tab.run(&format!("{READ} await settled(); find('tab-odds').focus();"));
    for (key, open) in [
        ("ArrowRight", "choose"),
        ("End", "roll"),
        ("ArrowRight", "odds"),
        ("ArrowLeft", "roll"),
        ("Home", "odds"),
    ] {
        tab.press(key);
        let seen = tab.run(
            "const shown = [...document.querySelectorAll('[role=tabpanel]')].filter((one) => one.checkVisibility());
            const selected = document.querySelectorAll('[aria-selected=true]');
            return [document.activeElement.id, shown.map((one) => one.id), selected.length, selected[0].id];",
        );
        let tab = format!("tab-{open}");
        assert_eq!(seen, json!([tab, [format!("panel-{open}")], 1, tab]), "{key}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_question_is_built_from_lists() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled();
        const question = () => document.querySelector('[data-key=\"question.0\"]'), event = () => question().querySelector('[data-key$=event] input').value;
        const choose = (place, node, value) => settle(() => write(question().querySelectorAll('.part')[place].querySelectorAll(node)[0], value, 'change'));
        await settle(() => write(question().querySelector('.part select + select'), '<', 'change'));
        const compared = event();
        await settle(() => [...question().querySelectorAll('button')].find((one) => one.textContent === 'and…').click());
        await choose(1, 'select', 'drain_type');
        const joined = event(), options = [...question().querySelectorAll('.part')[1].querySelectorAll('select')].map((one) => one.options.length);
        await settle(() => type('question.0.event', 'hit == 1'));
        const words = question().querySelectorAll('.part select')[1].selectedOptions[0].textContent;
        type('question.0.event', 'hot == 1');
        await until(() => question().querySelector('.problem'));
        return {{ compared, joined, options, words, parts: question().querySelectorAll('.part').length,
          metrics: [...document.querySelectorAll('[data-key=questions] > details li')].length }};"
    ));
    assert_eq!(seen["compared"], "damage < 10");
    assert!(seen["joined"].as_str().unwrap().starts_with("damage < 10 && drain_type == '"), "{seen}");
    assert_eq!(
        (&seen["options"][1], &seen["words"], &seen["parts"]),
        (&json!(2), &json!("happens"), &json!(0))
    );
    assert!(seen["metrics"].as_u64() > Some(5), "what is wrong does not hide what there is: {seen}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn variants_are_curves_over_each_other_and_a_wrong_one_marks_its_column_alone() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await openTab('compare');
        const names = () => [...document.querySelectorAll('#compared svg text.name')].map((one) => one.textContent), before = names();
        const columns = () => document.querySelectorAll('#compared thead th').length, all = columns();
        find('variant-value').value = '99';
        find('variant-add').click();
        await until(() => columns() > all);
        await settled();
        return {{ before, names: names(), number: find('number').textContent, stale: find('bar').classList.contains('stale'),
          marked: [...document.querySelectorAll('#compared thead th')].map((one) => Boolean(one.querySelector('.problem'))),
          cells: [...document.querySelector('#compared tbody tr').cells].map((one) => Boolean(one.textContent)) }};"
    ));
    assert_eq!(seen["before"], json!(["as it is", "Force 3, 6 drams of reagents", "overcast"]));
    assert_eq!(
        (&seen["names"], &seen["stale"], &seen["number"]),
        (&seen["before"], &json!(false), &json!("0.99 %"))
    );
    assert_eq!(seen["marked"], json!([false, false, false, true]));
    assert_eq!(seen["cells"], json!([true, true, true, true, false]));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_choice_says_what_else_it_changes_and_can_be_taken() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await openTab('choose');
        await until(() => document.querySelector('#choice .advice'));
        const changes = find('choice').textContent;
        await settle(() => [...document.querySelectorAll('#choice button')].find((one) => one.textContent.startsWith('Take ')).click());
        return [changes, find('text').value];"
    ));
    assert!(seen[0].as_str().unwrap().contains("Boxes of drain, on average0.425.67+5.25"), "{seen}");
    let text = seen[1].as_str().unwrap();
    assert!(text.contains("force = 12\n") && text.contains("reagents = 6\n"), "{text}");
}

/// Rules with too many situations for exact odds, which a million trials play out soon.
const SAMPLED: &str = "total = 0
repeat 12 {
    total = total * 7 % 100003 + 3d6.sum(x, x * x * x)
}
report last = total % 10
";

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_sample_begins_at_once_and_goes_on_when_it_is_told_to() {
    let folder = Folder::with_scenarios();
    let text = format!("rules = '''\n{SAMPLED}'''\n");
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const seen = [], sure = find('sure');
        new MutationObserver(() => seen.push(sure.textContent)).observe(sure, {{ childList: true }});
        write(find('text'), {});
        await until(() => !find('more').hidden);
        const usual = read();
        find('more').click();
        await until(() => ['1,000,000 trials', ''].every((old) => sure.textContent !== old));
        find('stop').click();
        await until(() => find('status').textContent.startsWith('Stopped'));
        return {{ seen, usual, sure: sure.textContent, how: find('how').textContent }};",
        json!(text)
    ));
    let trials: Vec<u64> = seen["seen"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|text| text.as_str()?.strip_suffix(" trials")?.replace(',', "").parse().ok())
        .collect();
    assert_eq!(trials[0], 10_000);
    assert!(trials.is_sorted() && trials.contains(&1_000_000), "{trials:?}");
    assert_eq!(seen["usual"]["number"], outcome(&text)["headline"]["number"]);
    let last = seen["sure"].as_str().unwrap().trim_end_matches(" trials");
    assert!(*trials.last().unwrap() > 1_000_000 && seen["how"].as_str().unwrap().contains(last), "{seen}");
}
