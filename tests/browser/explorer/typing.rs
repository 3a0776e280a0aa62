//! What somebody types stays as it is typed, with real keys and with composed words, at a desk and on a
//! telephone.

use super::*;

/// The widths of a screen on a desk and of a telephone.
const WIDTHS: [u32; 2] = [1280, 390];

/// Fields that a user writes into: the key, what is typed behind what stands there, and what the
/// scenario then has.
const FIELDS: [(&str, &str, &str); 7] = [
    ("title", " at Bob", "title = \"Lightning Bolt at a ganger at Bob\"\n"),
    ("question.0.name", " one two six ", "name = \"drops the ganger one two six\"\n"),
    ("question.0.event", " && drain < 2", "event = \"damage >= 10 && drain < 2\"\n"),
    ("target.armor", ", 8", "\"target.armor\" = \"12, 8\"\n"),
    ("variant.0.name", "-and-more", "name = \"reagents-and-more\"\n"),
    ("vary.choice.reagents", ", 10", "\"choice.reagents\" = \"unset,1..8, 10\"\n"),
    ("condition.0", "5 ", "\"p('physical drain') <= 0.015 \""),
];

/// Puts the caret behind what stands in the field of a key, and remembers the field.
fn enter(tab: &mut Tab, key: &str) {
    tab.run(&format!(
        "{READ} await settled();
        const row = document.querySelector('[data-key=\"{key}\"]');
        globalThis.field = row.querySelector('[id^=values]') ?? row.querySelector('input:not([type=checkbox])');
        const folded = field.closest('details'), panel = field.closest('[role=tabpanel]');
        if (folded) folded.open = true;
        if (panel) find(panel.getAttribute('aria-labelledby')).click();
        field.focus();
        field.setSelectionRange(field.value.length, field.value.length);
        globalThis.before = field.value;"
    ));
}

/// Waits until the scenario has this in it. Then: what stood in the field before, what stands there
/// now, and whether it still has the focus.
fn seen(tab: &mut Tab, written: &str) -> Value {
    tab.run(&format!(
        "{READ} await until(() => find('text').value.includes({})); await settled();
        return {{ before, value: field.value, same: field === document.activeElement }};",
        json!(written)
    ))
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn every_key_arrives_in_the_field_that_has_the_focus() {
    let folder = Folder::with_scenarios();
    for width in WIDTHS {
        let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", width);
        for (key, typed, written) in FIELDS {
            enter(&mut tab, key);
            tab.type_text(typed);
            let seen = seen(&mut tab, written);
            let expected = format!("{}{typed}", seen["before"].as_str().unwrap());
            assert_eq!((&seen["value"], &seen["same"]), (&json!(expected), &json!(true)), "{key}");
        }
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_composed_word_arrives_once() {
    let folder = Folder::with_scenarios();
    for width in WIDTHS {
        let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", width);
        for (key, word) in [("title", "kills"), ("question.0.name", "かんじ"), ("variant.0.name", "two")] {
            enter(&mut tab, key);
            tab.compose(word);
            let seen = seen(&mut tab, &format!("{word}\"\n"));
            let expected = format!("{}{word}", seen["before"].as_str().unwrap());
            assert_eq!((&seen["value"], &seen["same"]), (&json!(expected), &json!(true)), "{key}");
        }
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_field_that_is_left_shows_what_the_scenario_has() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    enter(&mut tab, "title");
    tab.run("field.select();");
    tab.type_text(" A bolt ");
    assert_eq!(seen(&mut tab, "title = \"A bolt\"\n")["value"], " A bolt ");
    // At once: what was typed last is still on its way.
    tab.type_text("!");
    tab.press("Tab");
    let seen = seen(&mut tab, "title = \"A bolt !\"\n");
    assert_eq!((&seen["value"], &seen["same"]), (&json!("A bolt !"), &json!(false)));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_folded_field_that_gets_a_value_stays_where_it_is() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    enter(&mut tab, "caster.foci");
    tab.type_text("2");
    let seen = seen(&mut tab, "foci = 2\n");
    assert_eq!((&seen["value"], &seen["same"]), (&json!("2"), &json!(true)));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_step_back_in_the_history_is_shown_in_the_field_that_has_the_focus() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    enter(&mut tab, "target.body");
    tab.type_text("2");
    assert_eq!(seen(&mut tab, "body = 42\n")["value"], "42");
    tab.run("history.back();");
    let seen = seen(&mut tab, "body = 4\n");
    assert_eq!((&seen["value"], &seen["same"]), (&json!("4"), &json!(true)));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_focus_stays_near_a_part_that_is_removed() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled();
        const remove = (number) => document.querySelector(`[aria-label=\"Remove question ${{number}}\"]`);
        const count = () => document.querySelectorAll('[data-key$=\".event\"]').length, all = count(), names = [];
        for (let left = all; left > 0; left--) {{
          remove(left).focus();
          remove(left).click();
          await until(() => count() === left - 1);
          await settled();
          names.push(document.activeElement.closest('#form') !== null);
        }}
        return {{ all, names }};"
    ));
    assert_eq!(seen["names"], json!(vec![true; seen["all"].as_u64().unwrap() as usize]));
    assert!(seen["all"].as_u64() > Some(1), "{seen}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn telephones_have_the_keys_that_a_number_needs() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/master.toml", 390);
    let seen = tab.run(&format!(
        "{READ} await settled();
        const row = (key) => document.querySelector(`[data-key=\"${{key}}\"]`), mode = (key) => row(key).querySelector('input').inputMode;
        const before = mode('spell.casting_value');
        await settle(() => row('spell.casting_value').querySelector('[aria-pressed]').click());
        return [before, mode('spell.casting_value'), mode('caster.casting_modifier')];"
    ));
    // What is not known is a range or a list; a modifier may be negative.
    assert_eq!(seen, json!(["numeric", "text", "text"]));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn enter_compares_the_value_that_was_typed() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    tab.run(&format!("{READ} await settled(); await openTab('compare'); find('variant-value').focus();"));
    tab.type_text("3");
    tab.press("Enter");
    tab.run(&format!(
        "{READ} await until(() => find('text').value.includes('name = \"force-3\"')); await settled();"
    ));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_step_back_undoes_one_edit_of_a_field_and_not_all_of_them() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled();
        const body = (number) => until(() => find('text').value.includes(`body = ${{number}}\\n`));
        type('target.body', '7'); await body(7); await settled();
        await new Promise((wait) => setTimeout(wait, 1600));
        type('target.body', '8'); await body(8); await settled();
        history.back(); await body(7); await settled();
        history.back(); await body(4); await settled();
        return document.querySelector('[data-key=\"target.body\"] input').value;"
    ));
    assert_eq!(seen, json!("4"));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_story_of_the_scenario_before_is_marked() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); await openTab('roll');
        const isOld = () => find('story').classList.contains('stale'), roll = async () => {{ find('roll').click(); await until(() => find('story').hasChildNodes() && !isOld()); }};
        await roll(); type('target.body', '7'); await until(isOld);
        const old = find('story').textContent; await roll();
        return old !== find('story').textContent;"
    ));
    assert_eq!(seen, json!(true));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn an_end_of_a_range_may_be_emptied_and_written_anew() {
    let folder = Folder::with_scenarios();
    for width in WIDTHS {
        let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", width);
        tab.run(&format!(
            "{READ} await settled();
            const row = () => document.querySelector('[data-key=\"target.armor\"]');
            await settle(() => row().querySelector('[aria-pressed]').click());
            globalThis.from = row().querySelector('.between input');
            from.focus();
            from.setSelectionRange(from.value.length, from.value.length);"
        ));
        tab.press("Backspace");
        tab.press("Backspace");
        tab.run(&format!("{READ} await until(() => find('text').value.includes('\"..13\"'));"));
        tab.type_text("9");
        let seen = tab.run(&format!(
            "{READ} await until(() => find('text').value.includes('\"9..13\"')); await settled();
            return [from.value, from === document.activeElement];"
        ));
        assert_eq!(seen, json!(["9", true]), "{width}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_is_pressed_or_written_before_an_answer_counts() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/gangers.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled();
        const row = (key) => document.querySelector(`[data-key=\"${{key}}\"]`), wait = (time) => new Promise((done) => setTimeout(done, time));
        const magic = row('caster.magic').querySelector('input'), before = Number(magic.value);
        for (let press = 0; press < 6; press++) {{
          magic.nextElementSibling.click();
          await wait(30);
        }}
        await settled();
        const pressed = Number(magic.value) - before;
        await settle(() => row('caster.willpower').querySelector('[aria-pressed]').click());
        const [from, to] = row('caster.willpower').querySelectorAll('.between input');
        write(from, '2'); write(to, '9');
        await until(() => find('text').value.includes('\"2..9\"')); await settled();
        const [first, ...rest] = row('caster.willpower').querySelectorAll('.weights input');
        for (const [place, input] of [first, rest[0], rest[1]].entries()) write(input, String(place + 3), 'change');
        await until(() => find('text').value.includes('{{ \"2\" = 3, \"3\" = 4, \"4\" = 5, \"5\" = 1'));
        return pressed;"
    ));
    assert_eq!(seen, json!(6));
}
