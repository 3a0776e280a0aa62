//! Rules that users write, in the page.

use super::*;

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_rule_text_is_edited_and_its_errors_are_marked_where_they_stand() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await settle(() => start('rules/risk'));
        const editor = find('rules'), text = editor.value, before = read();
        write(editor, text.replace('min(attackers - 1, 3)', 'min(atackers - 1, 3)'));
        await until(() => document.querySelector('#rules-problems li'));
        const problem = document.querySelector('#rules-problems li');
        const wrong = {{
          ...read(), stale: find('bar').classList.contains('stale'), problem: problem.textContent,
          mark: document.querySelector('#rules-marks mark').textContent, invalid: editor.getAttribute('aria-invalid'),
        }};
        problem.querySelector('button').click();
        wrong.selected = editor.value.slice(editor.selectionStart, editor.selectionEnd);
        await settle(() => write(editor, text.replace('= 20 in 2..100', '= 10 in 2..100')));
        const fields = [...document.querySelectorAll('[data-key]')].map((field) => field.dataset.key);
        return {{ before, wrong, after: read(), fields, problems: document.querySelectorAll('#rules-problems li').length }};"
    ));
    let wrong = &seen["wrong"];
    assert_eq!((&wrong["number"], &wrong["stale"]), (&seen["before"]["number"], &json!(true)));
    assert!(wrong["problem"].as_str().unwrap().starts_with("Line 19 there is no name `atackers`"), "{wrong}");
    assert_eq!((&wrong["mark"], &wrong["selected"]), (&json!("atackers"), &json!("atackers")));
    assert_eq!((&wrong["invalid"], &seen["problems"]), (&json!("true"), &json!(0)));
    assert_ne!(seen["after"]["number"], seen["before"]["number"]);
    let fields: Vec<&str> = seen["fields"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(fields.contains(&"attacker.armies") && fields.contains(&"defender.armies"), "{fields:?}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_link_and_a_download_have_the_rules_in_them() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await settle(() => start('rules/warhammer'));
        await settle(() => type('attacks', '12'));
        await settle(() => write(document.querySelector('[data-key=\"rules.reroll_ones\"] select'), 'true', 'change'));
        return {{ ...read(), hash: location.hash, text: find('text').value }};"
    ));
    tab.show(seen["hash"].as_str().unwrap());
    let again =
        tab.run(&format!("{READ} await settled(); return {{ ...read(), text: find('text').value }};"));
    for what in ["number", "law", "text"] {
        assert_eq!(again[what], seen[what], "{what}");
    }
    let file = tab.download("find('save').click()");
    assert!(file.ends_with("warhammer-hit-wound-save.toml"), "{}", file.display());
    folder.write("page.toml", std::fs::read(&file).unwrap());
    folder.fizzle("run page.toml --exact --charts none --out run").assert().success();
    let same =
        "run rules.toml --exact --set attacks=12 --set rules.reroll_ones=true --charts none --out same";
    folder.write("warhammer.rules", include_str!("../../../scenarios/rules/warhammer.rules"));
    folder.write("rules.toml", "rules = \"warhammer.rules\"\n");
    folder.fizzle(same).assert().success();
    let law = |run: &str| std::fs::read_to_string(folder.path(run).join("distributions.csv")).unwrap();
    assert_eq!(law("run"), law("same"));
    let rules = tab.download("find('save-rules').click()");
    assert_eq!(
        std::fs::read_to_string(rules).unwrap(),
        include_str!("../../../scenarios/rules/warhammer.rules")
    );
    // The scenario that names the file is opened with it, or says that it is missing.
    tab.open_files("#open", &[folder.path("rules.toml")]);
    tab.run(&format!("{READ} await until(() => find('status').textContent.includes('warhammer.rules'));"));
    tab.open_files("#open", &[folder.path("rules.toml"), folder.path("warhammer.rules")]);
    let opened = tab.run(&format!(
        "{READ} await until(() => find('status').textContent === ''); await settled(); return read();"
    ));
    assert_eq!(opened["title"], "Warhammer: hit, wound, save");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_page_opens_with_the_rules_of_its_scenario() {
    let folder = Folder::with_scenarios();
    folder.write("fight.rules", include_str!("../../../scenarios/rules/blades.rules"));
    folder.write("fight.toml", "rules = \"fight.rules\"\ntitle = \"A fight\"\ndice = 3\n");
    for (scenario, title) in
        [("fight.toml", "A fight"), ("fight.rules", "Blades in the Dark: an action roll")]
    {
        let mut tab = tab(&folder, scenario, 1280);
        let seen =
            tab.run(&format!("{READ} await settled(); return {{ ...read(), rules: find('rules').value }};"));
        assert_eq!(seen["title"], title);
        assert_eq!(seen["rules"], include_str!("../../../scenarios/rules/blades.rules"));
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn presets_can_be_chosen_and_expectations_are_checked() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let text = "key hp = 30 in 1..200\npreset knight \"a knight\" { hp = 44 }\n\
                expect mean(left) in 1..2\nreport left = hp + d6\n";
    let seen = tab.run(&format!(
        "{READ} await settled(); const hidden = find('expecting').hidden;
        await settle(() => start('rules/pig'));
        const met = find('expected').textContent;
        await settle(() => write(find('rules'), {}));
        await settle(() => write(document.querySelector('[data-key=\"preset\"] select'), 'knight', 'change'));
        return {{ ...read(), hidden, met, failed: find('expected').textContent }};",
        json!(text)
    ));
    assert_eq!(seen["hidden"], true);
    assert!(seen["met"].as_str().unwrap().starts_with("ok rules, line 17: mean(points) is 8.14"), "{seen}");
    assert_eq!(seen["failed"], "failed rules, line 3: mean(left) is 33.5, not 1 to 2");
    assert!(seen["number"].as_str().unwrap().starts_with("47.5"), "{seen}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_text_that_is_too_large_can_be_made_smaller_again() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await settle(() => start('rules/risk'));
        const editor = find('rules'), text = editor.value;
        write(editor, text + '# ' + 'x'.repeat(250000));
        await until(() => find('status').textContent.includes('200,000 bytes'));
        const still = read().title;
        await settle(() => write(editor, text.replace('title \"', 'title \"My ')));
        return [still, read().title];"
    ));
    let still = seen[0].as_str().unwrap();
    assert_eq!(seen[1], format!("My {still}"));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn rules_without_keys_have_nothing_to_compare() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const shown = () => find('variant-key').checkVisibility();
        await openTab('compare');
        const before = shown();
        await settle(() => start('rules/'));
        return [before, shown()];"
    ));
    assert_eq!(seen, json!([true, false]));
}
