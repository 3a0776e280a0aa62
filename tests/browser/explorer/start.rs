//! The start page: everything that there is to open, dice, links; and the page inside another one.

use super::*;

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn every_scenario_is_opened_from_the_start_page() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let catalog = asked(json!({ "ask": "catalog" }));
    let seen = tab.run(&format!("{READ} await settled(); return [...document.querySelectorAll('.open strong')].map((one) => one.textContent);"));
    let shown: Vec<&str> = seen.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let scenarios = catalog["scenarios"].as_array().unwrap();
    assert!(scenarios.len() > 20);
    for scenario in scenarios {
        let title = scenario["title"].as_str().unwrap();
        assert!(shown.contains(&title), "{title}: {shown:?}");
    }
    for example in catalog["examples"].as_array().unwrap().iter().filter(|example| example["name"] != "") {
        assert!(shown.contains(&example["title"].as_str().unwrap()), "{example}");
    }
    let open = |title: &str| {
        format!(
            "[...document.querySelectorAll('.open')].find((one) => one.querySelector('strong').textContent === {}).click();",
            json!(title)
        )
    };
    let seen = tab.run(&format!(
        "{READ} await settled(); {} await until(() => find('number')); await settled(); const first = read();
        find('games').click();
        const games = [find('start').checkVisibility(), location.hash];
        {} await until(() => find('title').textContent.startsWith('A knight against bandits')); await settled();
        const second = read();
        history.back();
        await until(() => find('start').checkVisibility());
        return {{ first, games, second, text: find('text').value }};",
        open("Manabolt at a guard"),
        open("A knight against bandits"),
    ));
    assert_eq!(
        (&seen["first"]["title"], &seen["games"]),
        (&json!("Manabolt at a guard"), &json!([true, "#games"]))
    );
    let opened = asked(json!({ "ask": "open", "name": "knight.toml" }));
    assert_eq!(seen["text"], opened);
    assert_eq!(seen["second"]["number"], outcome(opened.as_str().unwrap())["headline"]["number"]);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_page_opens_with_its_odds_before_it_can_compute() {
    let folder = Folder::with_scenarios();
    for scenario in ["scenarios/lightning-bolt.toml", "scenarios/wired.toml", "scenarios/magic-phase.toml"] {
        folder.fizzle(&format!("explore {scenario} --out page.html --force")).assert().success();
        let page = std::fs::read_to_string(folder.path("page.html")).unwrap();
        // A module that is none.
        let (before, rest) = page.split_once("id=\"module\">").unwrap();
        let (_, after) = rest.split_once("</script>").unwrap();
        let broken = format!("{before}id=\"module\"></script>{after}");
        let read = "return { ...read(), question: find('headline').textContent, others: find('others').textContent, sure: find('sure').textContent, curves: document.querySelectorAll('#spark path').length };";
        let first = Browser::find().drive(
            &broken,
            &format!("{READ} await until(() => find('notice').textContent.startsWith('This page cannot compute')); {read}"),
            1280,
        );
        let computed = Browser::find().drive(&page, &format!("{READ} await settled(); {read}"), 1280);
        assert!(first["number"].is_string(), "{first}");
        for what in ["number", "title", "question", "others", "sure", "curves"] {
            assert_eq!(first[what], computed[what], "{scenario}: {what}");
        }
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn dice_of_any_notation_are_drawn_over_each_other() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 390);
    tab.run(&format!("{READ} await settled(); find('dice').focus();"));
    tab.type_text("4d6kh3, 3d6, max(d8, d6)");
    let seen = tab.run(&format!(
        "{READ} await until(() => document.querySelectorAll('#dice-shown svg text.name').length === 3);
        return {{ rows: [...document.querySelectorAll('#dice-shown tr')].map((row) => [...row.cells].map((cell) => cell.textContent)),
          names: [...document.querySelectorAll('#dice-shown text.name')].map((one) => one.textContent), hash: location.hash, wide: document.documentElement.scrollWidth }};"
    ));
    let average = |expression: &str| {
        asked(json!({ "ask": "roll", "expressions": [expression] }))[0]["odds"]["headline"]["number"].clone()
    };
    let names = ["4d6kh3", "3d6", "max(d8, d6)"];
    assert_eq!(seen["names"], json!(names));
    for (row, name) in seen["rows"].as_array().unwrap().iter().zip(names) {
        assert!(row[0].as_str().unwrap().starts_with(name), "{row}");
        assert_eq!(row[1], average(name), "{name}");
    }
    assert!(seen["wide"].as_u64() <= Some(390), "{seen}");
    tab.show(seen["hash"].as_str().unwrap());
    let again = tab.run(&format!(
        "{READ} await until(() => document.querySelectorAll('#dice-shown svg text.name').length === 3); return find('dice').value;"
    ));
    assert_eq!(again, names.join("\n"));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_link_of_another_site_is_opened_and_embedded() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    let hash = tab.run(&format!(
        "{READ} await settled(); await settle(() => start('shadowrun5/direct')); const hash = location.hash;
        find('games').click();
        write(find('paste'), 'https://example.org/odds.html' + hash);
        await until(() => find('work').checkVisibility()); await settled();
        return [hash, location.hash, find('title').textContent];"
    ));
    assert_eq!(hash[0], hash[1]);
    let embedded = hash[0].as_str().unwrap().replace('#', "#embed=target.willpower&");
    tab.show(&embedded);
    let seen = tab.run(&format!(
        "{READ} await settled(); await until(() => find('number') && isFresh());
        const fields = [...document.querySelectorAll('.field')].filter((one) => one.checkVisibility()).map((one) => one.dataset.key);
        const before = find('number').textContent;
        document.querySelector('[data-key=\"target.willpower\"] .step + input + .step').click();
        await until(() => find('number').textContent !== before);
        return {{ fields, hash: location.hash, pictures: [...document.querySelectorAll('#results figure svg')].filter((one) => one.checkVisibility()).length,
          rest: ['games', 'form', 'tab-choose', 'link'].map((id) => find(id).checkVisibility()) }};"
    ));
    assert_eq!((&seen["fields"], &seen["pictures"]), (&json!(["target.willpower"]), &json!(1)));
    assert_eq!((&seen["rest"], &seen["hash"]), (&json!([false, true, false, false]), &json!(embedded)));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_theme_is_kept_and_rolls_are_not_repeated() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let roll = |tab: &mut Tab| {
        tab.run(&format!(
            "{READ} await settled(); await openTab('roll'); find('roll').click(); await until(() => find('story').textContent.includes('seed'));
            return [find('story').lastChild.textContent, document.documentElement.dataset.theme ?? ''];"
        ))
    };
    let first = roll(&mut tab);
    tab.run("document.getElementById('theme').click();");
    tab.show("");
    let second = roll(&mut tab);
    assert_eq!((&first[1], &second[1]), (&json!(""), &json!("dark")));
    assert_ne!(first[0], second[0], "the seed is another one");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_damaged_address_leads_to_the_start_page() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 1280);
    for fragment in ["#dice=d100%", "#embed=%E0&1.AAAA"] {
        tab.show(fragment);
        let seen = tab.run(&format!(
            "{READ} await until(() => find('notice').textContent.includes('damaged'));
            return [find('start').checkVisibility(), find('cards').checkVisibility()];"
        ));
        assert_eq!(seen, json!([true, true]), "{fragment}");
    }
}
