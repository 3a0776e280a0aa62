//! What takes long or goes wrong: it can be stopped, never takes more and more memory, and what dies
//! is replaced.

use super::*;

/// Rules whose exact distribution is out of reach, and that are played for long.
const LONG: &str = "total = 0
left = 1000000
repeat 3000 while left > 0 {
    cut = 60d6.sum(x, x * x)
    total = (total + cut) % 99991
    left -= cut % 7
}
report total, left
";

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_long_sample_is_stopped_and_the_next_question_is_answered() {
    let folder = Folder::with_scenarios();
    let text = format!("rules = '''\n{LONG}'''\n");
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const before = read();
        write(find('text'), {});
        await until(() => !find('stop').hidden && find('progress').hasAttribute('value'));
        const during = {{ stale: find('bar').classList.contains('stale'), words: find('status').textContent }};
        find('stop').click();
        await until(() => find('status').textContent.startsWith('Stopped'));
        const hidden = find('stop').hidden;
        await settle(() => history.back());
        return {{ before, during, hidden, after: read() }};",
        json!(text)
    ));
    assert_eq!((&seen["hidden"], &seen["before"]), (&json!(true), &seen["after"]), "{seen}");
    assert!(seen["during"]["words"].as_str().unwrap().contains("1,000,000 times"), "{seen}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn memory_stays_flat_over_a_thousand_changes() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let mut change = |times: u32| {
        let seen = tab.run(&format!(
            "{READ} await settled();
            for (let turn = 0; turn < {times}; turn++) {{
              const old = find('number');
              type('choice.force', String(1 + turn % 6));
              await until(() => find('number') !== old);
            }}
            await settled();
            return {{ modules: fizzle.bytes().reduce((sum, bytes) => sum + bytes), nodes: document.querySelectorAll('*').length }};"
        ));
        (seen, tab.heap())
    };
    let (before, heap_before) = change(100);
    let (after, heap_after) = change(1_000);
    assert_eq!(before["nodes"], after["nodes"]);
    let modules = |seen: &Value| seen["modules"].as_u64().unwrap();
    assert!(modules(&after) <= modules(&before) * 5 / 4, "{before} {after}");
    assert!(heap_after <= heap_before * 1.5 + 2e6, "{heap_before} {heap_after}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_worker_that_dies_is_replaced() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const before = read(), send = Worker.prototype.postMessage;
        let deaths = 0;
        Worker.prototype.postMessage = function (message) {{
          // What is no module kills the worker that gets it.
          if (message.question && deaths < 1) {{ deaths++; send.call(this, {{ module: 1 }}); }} else send.call(this, message);
        }};
        await settle(() => type('choice.force', '7'));
        await settle(() => type('choice.force', '6'));
        return {{ before, after: read(), deaths }};"
    ));
    assert_eq!((&seen["before"], &seen["deaths"]), (&seen["after"], &json!(1)));
}

/// Rules of which a block of the sample is played out soon, but not a million times.
const SLOW: &str = "total = 0
repeat 60 {
    total = (total * 31 + 40d6.sum(x, x * x)) % 997
}
report total
";

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_was_sampled_until_a_stop_is_kept_and_called_so() {
    let folder = Folder::with_scenarios();
    let text = format!("rules = '''\n{SLOW}'''\n");
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled();
        write(find('text'), {});
        await until(() => find('sure').textContent === '10,000 trials');
        await until(() => find('progress').value > 0 && find('progress').hasAttribute('value'));
        find('stop').click();
        await until(() => find('status').textContent.startsWith('Stopped'));
        const kept = {{
          status: find('status').textContent, stale: find('bar').classList.contains('stale'),
          how: find('how').textContent, sure: find('sure').textContent, more: !find('more').hidden,
        }};
        find('more').click();
        await until(() => !find('stop').hidden);
        return {{ ...kept, after: find('sure').textContent }};",
        json!(text)
    ));
    assert_eq!(seen["status"], "Stopped: the odds are from what was played out so far.");
    assert_eq!((&seen["stale"], &seen["more"], &seen["after"]), (&json!(false), &json!(true), &seen["sure"]));
    let how = seen["how"].as_str().unwrap();
    assert!(how.starts_with("Sampled: played out ") && !how.contains("1,000,000"), "{how}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn no_game_stands_over_the_odds_of_another() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/manabolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const seen = [], note = () => seen.push([find('game').value, find('title').textContent || null]);
        new MutationObserver(note).observe(document.body, {{ childList: true, subtree: true, attributes: true }});
        start('rules/duel');
        await until(() => document.title.startsWith('D&D'));
        dispatchEvent(new Event('resize'));
        note();
        await settled();
        note();
        const titles = (game) => [...new Set(seen.filter(([name]) => name === game).map(([, title]) => title))];
        return titles('rules/duel').sort();"
    ));
    let titles = seen.as_array().unwrap();
    assert!(
        titles.iter().all(|title| title.is_null() || title.as_str().unwrap().starts_with("D&D")),
        "{seen}"
    );
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_worker_that_is_silent_is_replaced() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled(); const before = read(), send = Worker.prototype.postMessage, wait = setTimeout;
        let lost = 0, isLost = false;
        // Only the patience with the question that is lost is short: other answers take what they take.
        globalThis.setTimeout = (then, time) => {{
          const short = isLost;
          isLost = false;
          return wait(then, short ? Math.min(time, 500) : time);
        }};
        Worker.prototype.postMessage = function (message) {{
          isLost = message.question !== undefined && lost < 1;
          if (isLost) lost++; else send.call(this, message);
        }};
        await settle(() => type('choice.force', '7'));
        const during = read();
        await settle(() => type('choice.force', '6'));
        return {{ before, during, after: read(), lost }};"
    ));
    assert_eq!((&seen["before"], &seen["lost"]), (&seen["after"], &json!(1)));
    assert_ne!(seen["before"], seen["during"]);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_heavy_roll_is_stopped_and_the_next_one_answered() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "", 390);
    let seen = tab.run(&format!(
        "{READ} await settled();
        const isShown = (text) => until(() => find('dice-shown').textContent.includes(text));
        write(find('dice'), 'd6'); await isShown('3.5');
        write(find('dice'), '100d100!');
        await until(() => find('dice-stop').checkVisibility());
        const isOld = find('dice-shown').classList.contains('stale');
        find('dice-stop').click();
        await until(() => find('dice-status').textContent === 'Stopped.');
        write(find('dice'), '2d6'); await isShown('7');
        return [isOld, find('dice-stop').checkVisibility(), find('dice-status').textContent];"
    ));
    assert_eq!(seen, json!([true, false, ""]));
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_scenario_that_takes_long_to_read_is_overtaken_by_the_next_edit() {
    let folder = Folder::with_scenarios();
    let mut tab = tab(&folder, "scenarios/lightning-bolt.toml", 1280);
    let seen = tab.run(&format!(
        "{READ} await settled();
        type('target.armor', '1..10000');
        await until(() => find('status').textContent === 'One moment…');
        await new Promise((done) => setTimeout(done, 600));
        type('target.armor', '8');
        await until(() => find('text').value.includes('armor = 8\\n')); await settled();
        return [read().number, document.querySelector('[data-key=\"target.armor\"]').classList.contains('wrong')];"
    ));
    let bolt = include_str!("../../../scenarios/lightning-bolt.toml").replace("armor = 12", "armor = 8");
    let shown = asked(json!({ "ask": "show", "scenario": bolt }));
    assert_eq!(seen, json!([shown["odds"]["answer"]["headline"]["number"], false]));
}
