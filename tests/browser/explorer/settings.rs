//! What is set in the form: what is not known, variants, and what there is to choose.

use super::*;

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn values_that_nobody_knows_have_weights_in_the_form() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await settle(() => type('target.body', '3..5'));
        const weights = () => [...document.querySelectorAll('[data-key=\"target.body\"] .weights input')];
        const even = read(), inputs = weights();
        await settle(() => write(inputs[2], '4', 'change'));
        const values = weights().map((input) => input.value);
        write(weights()[0], '-1', 'change');
        await until(() => document.querySelector('[data-key=\"target.body\"] .problem'));
        return {{ even, values, text: find('text').value, number: find('number').textContent }};"
    ));
    assert_eq!(seen["values"], json!(["1", "1", "4"]));
    let weighed = include_str!("../../../scenarios/lightning-bolt.toml").replace("body = 4\n", "")
        + "\n[unknown]\n\"target.body\" = { \"3\" = 1, \"4\" = 1, \"5\" = 4 }\n";
    let exact = asked(json!({ "ask": "exact", "scenario": weighed }));
    assert_eq!(seen["number"], exact["headline"]["number"]);
    assert_ne!(seen["number"], seen["even"]["number"]);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_variant_that_changes_two_keys_is_made_in_the_form() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await openTab('compare');
        const variants = () => [...document.querySelectorAll('#variants fieldset')], before = variants().length;
        const shown = async (count) => {{ await until(() => variants().length === before + count); await settled(); }};
        write(find('variant-key'), 'choice.force', 'change');
        find('variant-value').value = '3';
        find('variant-add').click();
        await shown(1);
        write(variants().at(-1).querySelector('.vary select'), 'target.willpower', 'change');
        [...variants().at(-1).querySelectorAll('button')].find((one) => one.textContent === 'Add').click();
        const willpower = () => variants().at(-1).querySelector('[data-key$=\"target.willpower\"] input');
        await until(willpower);
        await settled();
        write(willpower(), '2');
        await until(() => find('text').value.includes('\"target.willpower\" = 2'));
        await settled();
        const name = variants().at(-1).querySelector('[data-key$=name] input');
        write(name, 'soft');
        await until(() => [...document.querySelectorAll('#compared thead th')].some((one) => one.querySelector('span')?.firstChild.textContent === 'soft'));
        await settled();
        const place = [...document.querySelector('#compared thead tr').cells].findIndex((one) => one.querySelector('span')?.firstChild.textContent === 'soft');
        const cells = [...document.querySelectorAll('#compared tbody tr')].map((row) => row.cells[place].firstChild.firstChild.textContent);
        const text = find('text').value;
        variants().at(-1).querySelector(':scope > button').click();
        await shown(0);
        return {{ cells, text, after: find('text').value }};"
    ));
    let text = seen["text"].as_str().unwrap();
    let compared = asked(json!({ "ask": "compare", "scenario": text }));
    let names = compared["columns"].as_array().unwrap();
    assert_eq!(names.last().unwrap()["name"], "soft");
    let items = compared["items"].as_array().unwrap().iter();
    let expected: Vec<&Value> = items.map(|item| &item["values"][names.len() - 1]["text"]).collect();
    assert_eq!(seen["cells"], json!(expected));
    assert!(!seen["after"].as_str().unwrap().contains("soft"));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_to_choose_is_asked_in_the_form() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await settle(() => start('shadowrun5/indirect')); await openTab('choose');
        const row = () => document.querySelector('[data-key=\"vary.choice.force\"]');
        row().querySelector('input[type=checkbox]').click();
        await until(() => document.querySelector('#choice .advice'));
        const picture = !!document.querySelector('#choice svg .best'), sentence = document.querySelector('#choice .advice').textContent;
        write(find('values-choice.force'), '1..many');
        await until(() => row().querySelector('.problem'));
        return {{ sentence, picture, problem: row().querySelector('.problem').textContent, stale: find('bar').classList.contains('stale') }};"
    ));
    assert!(seen["sentence"].as_str().unwrap().starts_with("Choose Force"), "{seen}");
    assert!(seen["problem"].as_str().unwrap().contains("many"), "{seen}");
    assert_eq!((&seen["stale"], &seen["picture"]), (&json!(false), &json!(true)));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_is_wanted_is_asked_and_kept() {
    let folder = Folder::with_scenarios();
    // It has values to vary, and no goal.
    let mut tab = tab(&folder, "scenarios/drams.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await openTab('choose');
        const wanted = () => find('objective').value, first = wanted();
        find('objective').value = 'mean(damage)';
        await settle(() => find('objective').dispatchEvent(new Event('change', {{ bubbles: true }})));
        await until(() => document.querySelector('#choice .advice'));
        const sentence = document.querySelector('#choice .advice').textContent;
        await settle(() => document.querySelector('#choices input[type=checkbox]:not(:checked)').click());
        return {{ first, sentence, after: wanted(), text: find('text').value }};"
    ));
    assert_eq!((&seen["first"], &seen["after"]), (&json!(""), &json!("mean(damage)")));
    assert!(seen["sentence"].as_str().unwrap().contains("boxes of damage"), "{seen}");
    assert!(seen["text"].as_str().unwrap().contains("maximize = \"mean(damage)\""), "{seen}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_keyboard_alone_changes_a_number_and_keeps_its_place() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    tab.run(&format!(
        "{READ} await settled(); document.querySelector('[data-key=\"choice.force\"] input').focus();"
    ));
    let focus = "document.activeElement.closest('[data-key]')?.dataset.key";
    for (key, force) in [("ArrowUp", "7"), ("ArrowUp", "8"), ("ArrowDown", "7")] {
        tab.press(key);
        let seen = tab.run(&format!(
            "{READ} await until(() => find('text').value.includes('force = {force}\\n')); await settled();
            return [document.activeElement.value, {focus}];"
        ));
        assert_eq!(seen, json!([force, "choice.force"]));
    }
    // All that can be pressed is reached, one after the other, and has a name.
    let seen = tab.run(
        "const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
        const named = (one) => one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.labels?.length || one.textContent.trim();
        return { nameless: all.filter((one) => !named(one)).map((one) => one.outerHTML), unreached: all.filter((one) => one.tabIndex < 0 && !one.matches('.step, .value, [role=tab]')).length,
          live: document.querySelectorAll('#bar [aria-live]').length, status: document.querySelectorAll('#results [aria-live]').length };",
    );
    assert_eq!((&seen["nameless"], &seen["unreached"]), (&json!([]), &json!(0)));
    assert_eq!((&seen["live"], &seen["status"]), (&json!(1), &json!(0)), "only the headline is read out");
    tab.run("document.getElementById('game').focus();");
    let mut reached = std::collections::BTreeSet::new();
    for _ in 0..60 {
        tab.press("Tab");
        reached.insert(
            tab.run("return document.activeElement.id || document.activeElement.textContent;").to_string(),
        );
    }
    for id in ["link", "save", "open", "theme", "metric"] {
        assert!(reached.contains(&format!("\"{id}\"")), "{id}: {reached:?}");
    }
}
