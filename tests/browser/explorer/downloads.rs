//! What the page gives as files and as links, and what it makes of those.

use super::*;

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn pictures_and_tables_are_files() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    tab.run(&format!(
        "{READ} await settled(); window.find = (id) => document.getElementById(id); window.type = type;"
    ));
    let press = |label: &str| {
        format!(
            "[...document.querySelectorAll('#results button')].find((one) => one.textContent === '{label}').click()"
        )
    };
    let svg = std::fs::read_to_string(tab.download(&press("SVG"))).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("xmlns") && svg.contains("rgb("), "{svg:.300}");
    for words in ["boxes of damage", "Lightning Bolt at a ganger", "exact", "Made by fizzle"] {
        assert!(svg.contains(&format!(">{words}")), "{words}: {svg:.1500}");
    }
    let png = std::fs::read(tab.download(&press("PNG"))).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 5_000, "{} bytes", png.len());
    let width = u32::from_be_bytes(png[16..20].try_into().unwrap());
    assert!(width >= 1200, "{width} pixels");
    let run = "run scenarios/lightning-bolt.toml --exact --charts none --out run";
    folder.fizzle(run).assert().success();
    for name in ["distributions.csv", "summary.csv", "questions.csv"] {
        let csv = std::fs::read_to_string(tab.download(&press(name))).unwrap();
        assert_eq!(csv, std::fs::read_to_string(folder.path("run").join(name)).unwrap(), "{name}");
    }
    let bolt = include_str!("../../../scenarios/lightning-bolt.toml");
    let toml = tab.download("find('save').click()");
    assert_eq!(std::fs::read_to_string(toml).unwrap(), bolt);
    // What was typed just before is in it.
    let toml = tab.download("type('target.armor', '9'); find('save').click()");
    assert_eq!(std::fs::read_to_string(toml).unwrap(), bolt.replace("armor = 12", "armor = 9"));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn names_from_a_link_are_text_everywhere() {
    let folder = Folder::with_scenarios();
    let name = "<b>A</b><img src=x onerror=\"document.title='lost'\">";
    let text = format!(
        "rules = '''\ntitle \"<i>T</i>\"\nkey force = 3 in 1..9 \"<i>help</i>\"\nreport hits = (force)d6.count(x, x > 4)\n'''\n\
        [[question]]\nname = '''{name}'''\nevent = \"hits > 1\"\n[[variant]]\nname = \"v\"\nset = {{ force = 5 }}\n"
    );
    folder.write("odd.toml", &text);
    let mut tab = tab(&folder, "odd.toml", 1280);
    let fragment =
        tab.run(&format!("{READ} await settled(); await until(() => location.hash); return location.hash;"));
    tab.show(fragment.as_str().unwrap());
    let seen = tab.run(&format!(
        "{READ} await settled(); await openTab('roll'); find('roll').click(); await until(() => document.querySelector('#story li'));
        return {{ ...read(), page: document.title, question: document.querySelector('#headline .question').textContent, text: find('text').value }};"
    ));
    assert_eq!((&seen["text"], &seen["question"]), (&text.into(), &name.into()));
    assert_eq!((&seen["page"], &seen["bold"]), (&"<i>T</i> – fizzle".into(), &0.into()));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_link_leads_to_the_same_scenario_and_its_names_are_text() {
    let folder = Folder::with_scenarios();
    let title = "<b>A</b><img src=x onerror=\"document.title='lost'\">";
    let text = include_str!("../../../scenarios/manabolt.toml")
        .replace("title = \"", &format!("title = '''{title}''' #"));
    folder.write("odd.toml", text.clone());
    let mut tab = tab(&folder, "odd.toml", 1280);
    let fragment = tab.run(&format!(
        "{READ} await settled();
        let copied;
        Object.defineProperty(navigator, 'clipboard', {{ value: {{ writeText: async (link) => {{ copied = link; }} }} }});
        find('link').click();
        await until(() => copied && find('status').textContent);
        return [copied.slice(copied.indexOf('#')), find('status').textContent];"
    ));
    let [fragment, told] = [&fragment[0], &fragment[1]].map(|text| text.as_str().unwrap().to_owned());
    // The page is a file here.
    assert!(told.starts_with("The link is copied. The page is a file here"), "{told}");
    tab.show(&fragment);
    let seen = tab.run(&format!(
        "{READ} await settled(); return {{ ...read(), text: find('text').value, page: document.title }};"
    ));
    assert_eq!((&seen["text"], &seen["title"]), (&text.into(), &title.into()));
    assert_eq!((&seen["page"], &seen["bold"]), (&format!("{title} – fizzle").into(), &0.into()));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_link_that_cannot_be_read_says_so() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    tab.run(&format!("{READ} await settled(); await until(() => location.hash);"));
    for (fragment, told) in
        [("#1.AAAA", "This link is damaged"), ("#2.AAAA", "This link is of another version")]
    {
        tab.show(fragment);
        let seen = tab.run(&format!(
            "{READ} await settled();
            return [find('notice').textContent, find('start').checkVisibility(), find('cards').checkVisibility()];"
        ));
        assert!(seen[0].as_str().unwrap().starts_with(told), "{fragment}: {seen}");
        assert_eq!((&seen[1], &seen[2]), (&json!(true), &json!(true)));
    }
    // What is no link of a scenario is none.
    tab.show("#form");
    assert!(tab.run(&format!("{READ} await settled(); return read();"))["number"].is_string());
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_file_that_is_too_large_is_not_opened() {
    let folder = Folder::with_scenarios();
    folder.write("large.toml", "x".repeat(5_000_000));
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let before = tab.run(&format!("{READ} await settled(); return find('text').value;"));
    tab.open_files("#open", &[folder.path("large.toml")]);
    let seen = tab.run(&format!(
        "{READ} await until(() => find('status').textContent); return [find('status').textContent, find('text').value];"
    ));
    assert!(seen[0].as_str().unwrap().starts_with("large.toml has 5,000,000 bytes"), "{seen}");
    assert_eq!(seen[1], before);
    tab.open_files("#open", &[folder.path("scenarios/lightning-bolt.toml")]);
    let opened = tab.run(&format!(
        "{READ} await until(() => find('text').value.includes('lightning-bolt')); await settled(); return read();"
    ));
    assert_eq!(opened["title"], "Lightning Bolt at a ganger");
}
