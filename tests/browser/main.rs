//! Pages in a real browser: what players see is what the tables say.
//!
//! A page is opened in headless Chromium with a script behind its own, which moves
//! sliders and chooses as players do, and notes what then stands there. The tests are left
//! out unless they are asked for: `cargo test --test browser -- --ignored`.
#![cfg(feature = "cli")]

mod browser;

mod explorer;

mod sequence;

#[path = "../common/mod.rs"]
mod common;

use serde_json::Value;

use browser::Browser;
use common::folder::Folder;

/// The probability of the first question, and that of all, as the page has them now.
const READ: &str = r##"
const read = () => ({
  value: Number(document.getElementById("number").dataset.value),
  number: document.getElementById("number").textContent,
  setting: document.getElementById("choices").textContent,
  answers: [...document.querySelectorAll("#answers td[data-value]")].map((cell) => Number(cell.dataset.value)),
  rows: [...document.querySelectorAll("#rows tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
});
const change = (id, value, event) => {
  const node = document.getElementById(id);
  node.value = value;
  node.dispatchEvent(new Event(event, { bubbles: true }));
};
"##;

fn page(folder: &Folder, arguments: &str) -> String {
    folder.fizzle(&format!("report {arguments} --out page.html")).assert().success();
    std::fs::read_to_string(folder.path("page.html")).unwrap()
}

fn rows(folder: &Folder, path: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(folder.path(path)).unwrap();
    reader.records().map(Result::unwrap).collect()
}

fn column(folder: &Folder, path: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(folder.path(path)).unwrap();
    let place = reader.headers().unwrap().iter().position(|header| header == name).unwrap();
    rows(folder, path).iter().map(|row| row[place].to_owned()).collect()
}

fn close(left: &Value, right: &str) {
    let (left, right) = (left.as_f64().unwrap(), right.parse::<f64>().unwrap());
    assert!((left - right).abs() <= 1e-12, "{left} is not {right}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn sliders_show_what_the_table_of_the_sweep_says() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/lightning-bolt.toml");
    let moves = format!(
        "{READ}
        const seen = [];
        for (const [force, drams] of [[0, 0], [3, 6], [11, 8], [5, 0]]) {{
          change('axis-0', force, 'input');
          change('axis-1', drams, 'input');
          seen.push(read());
        }}
        return seen;"
    );
    let seen = browser.drive(&page, &moves, 1280);
    folder.fizzle("sweep scenarios/lightning-bolt.toml --charts none --out swept").assert().success();
    for (seen, place) in seen.as_array().unwrap().iter().zip([0, 3 * 9 + 6, 11 * 9 + 8, 5 * 9]) {
        for (question, name) in
            ["drops the ganger", "hurts, and costs nothing", "physical drain"].into_iter().enumerate()
        {
            let probability = &column(&folder, "swept/sweep.csv", name)[place];
            close(&seen["answers"][question], probability);
            if question == 0 {
                close(&seen["value"], probability);
            }
        }
        let [force, drams] = ["choice.force", "choice.reagents"]
            .map(|key| column(&folder, "swept/sweep.csv", key)[place].clone());
        let drams =
            if drams == "unset" { "no reagents".to_owned() } else { format!("{drams} drams of reagents") };
        assert_eq!(seen["setting"], format!("Force {force}, {drams}"));
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_law_behind_the_chart_is_that_of_a_run() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/lightning-bolt.toml");
    let moves = format!(
        "{READ}
        change('axis-0', 7, 'input');
        const names = [...document.getElementById('metric').options].map((option) => option.textContent);
        change('metric', names.indexOf('boxes of drain'), 'change');
        const bars = document.querySelectorAll('#chart .value');
        bars[2].focus();
        return {{ ...read(), told: document.getElementById('told').textContent, bars: bars.length }};"
    );
    let seen = browser.drive(&page, &moves, 1280);
    folder
        .fizzle("run scenarios/lightning-bolt.toml --set choice.force=8 --exact --charts none --out run")
        .assert()
        .success();
    let law: Vec<(String, f64, f64)> = rows(&folder, "run/distributions.csv")
        .iter()
        .filter(|row| &row[0] == "drain")
        .map(|row| (row[1].to_owned(), row[2].parse().unwrap(), row[5].parse().unwrap()))
        .collect();
    assert_eq!(seen["bars"], law.len());
    let shown = seen["rows"].as_array().unwrap();
    let percent = |text: &Value| match text.as_str().unwrap() {
        "never" => 0.0,
        "always" => 100.0,
        text => text.strip_suffix(" %").unwrap().parse::<f64>().unwrap(),
    };
    for (row, (value, probability, at_least)) in shown.iter().zip(&law) {
        assert_eq!(row[0], value.as_str());
        assert!((percent(&row[1]) - 100.0 * probability).abs() <= 0.05 + 1e-9, "{row}");
        assert!((percent(&row[2]) - 100.0 * at_least).abs() <= 0.05 + 1e-9, "{row}");
    }
    let told = seen["told"].as_str().unwrap();
    assert!(told.starts_with(&format!("{} (boxes of drain): ", law[2].0)), "{told}");
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_curve_of_this_value_or_more_is_true_between_values_that_can_happen() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/lightning-bolt.toml --set choice.force=12");
    // The height of the curve above each whole number, as a share of the axis from 0 to 100 %.
    let moves = "
        const lines = [...document.querySelectorAll('#chart .grid')].map((line) => Number(line.getAttribute('y1')));
        const [zero, one] = [Math.max(...lines), Math.min(...lines)];
        const values = [...document.querySelectorAll('#rows th')].map((cell) => Number(cell.textContent));
        const [low, high] = [Math.min(...values), Math.max(...values)];
        const curve = document.getElementById('tail');
        const [from, to] = [curve.getPointAtLength(0), curve.getPointAtLength(curve.getTotalLength())];
        const slot = (to.x - from.x) / (high - low + 1);
        const seen = [];
        for (let value = low; value <= high; value++) {
          const middle = from.x + slot * (value - low + 0.5);
          let [left, right] = [0, curve.getTotalLength()];
          while (right - left > 1e-3) {
            const half = (left + right) / 2;
            if (curve.getPointAtLength(half).x < middle) left = half; else right = half;
          }
          seen.push([value, (zero - curve.getPointAtLength(right).y) / (zero - one)]);
        }
        return { low, high, seen };";
    let seen = browser.drive(&page, moves, 1280);
    folder
        .fizzle("run scenarios/lightning-bolt.toml --set choice.force=12 --exact --charts none --out run")
        .assert()
        .success();
    let law: Vec<(i64, f64)> = rows(&folder, "run/distributions.csv")
        .iter()
        .filter(|row| &row[0] == "damage")
        .map(|row| (row[1].parse().unwrap(), row[2].parse().unwrap()))
        .collect();
    let gap = law.windows(2).any(|pair| pair[1].0 > pair[0].0 + 5);
    assert!(gap, "some damage is impossible: {law:?}");
    for pair in seen["seen"].as_array().unwrap() {
        let value = pair[0].as_i64().unwrap();
        let or_more: f64 = law.iter().filter(|(other, _)| *other >= value).map(|(_, p)| p).sum();
        let drawn = pair[1].as_f64().unwrap();
        assert!((drawn - or_more).abs() < 0.005, "at {value}: {drawn} is drawn for {or_more}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn the_footer_says_how_the_setting_that_is_shown_was_computed() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/lightning-bolt.toml");
    let moves = format!(
        "{READ}
        const text = (id) => document.getElementById(id).textContent;
        const before = text('how');
        change('axis-0', 11, 'input');
        return [before, text('how'), text('setting')];"
    );
    let seen = browser.drive(&page, &moves, 1280);
    assert!(seen[0].as_str().unwrap().starts_with("Exact: "), "{seen}");
    assert_ne!(seen[0], seen[1]);
    assert_eq!(seen[1], seen[2]);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_table_that_is_wider_than_its_box_is_reached_by_the_keyboard() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/lightning-bolt.toml");
    let moves = "
        for (const part of document.querySelectorAll('details')) part.open = true;
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        for (let wait = 0; wait < 5; wait++) await frame();
        return [...document.querySelectorAll('.wide, pre')].map((box) => [box.scrollWidth > box.clientWidth, box.tabIndex === 0]);";
    let mut wide = 0;
    for width in [390, 1280] {
        for pair in browser.drive(&page, moves, width).as_array().unwrap() {
            assert_eq!(pair[0], pair[1], "{width}");
            wide += usize::from(pair[0] == true);
        }
    }
    assert!(wide > 0);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn another_scenario_and_another_theme_are_chosen() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(
        &folder,
        "scenarios/lightning-bolt.toml scenarios/manabolt.toml --variant 'low: choice.force=4'",
    );
    let moves = format!(
        "{READ}
        const ground = () => getComputedStyle(document.body).backgroundColor;
        const before = {{ ...read(), ground: ground() }};
        change('scenario', 3, 'change');
        document.getElementById('theme').click();
        const options = [...document.getElementById('scenario').options].map((option) => option.textContent);
        return {{ before, after: {{ ...read(), ground: ground() }}, options }};"
    );
    let seen = browser.drive(&page, &moves, 1280);
    assert_eq!(
        seen["options"],
        serde_json::json!(["lightning-bolt", "lightning-bolt:low", "manabolt", "manabolt:low"])
    );
    assert_ne!(seen["before"]["ground"], seen["after"]["ground"]);
    folder
        .fizzle("run scenarios/manabolt.toml --set choice.force=4 --exact --charts none --out run")
        .assert()
        .success();
    close(&seen["after"]["value"], &column(&folder, "run/questions.csv", "probability")[0]);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn nothing_is_wider_than_a_telephone() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let gangers = "scenarios/gangers.toml --exact --variant best";
    for arguments in [
        "scenarios/lightning-bolt.toml",
        "scenarios/magic-phase.toml",
        "scenarios/armor-jacket.toml",
        gangers,
    ] {
        let page = page(&folder, &format!("{arguments} --force"));
        let moves = "return { width: document.documentElement.scrollWidth, window: innerWidth };";
        let seen = browser.drive(&page, moves, 390);
        assert!(seen["width"].as_f64() <= seen["window"].as_f64(), "{arguments}: {seen}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn bars_of_sparse_and_of_wide_values_are_broad() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    for (rules, bars) in [("loss = 0 - 3d6 * 100", 16), ("wide = 2d1000", 100), ("price = d100 * 1000", 100)]
    {
        folder.write("one.rules", format!("report {rules}\n"));
        let page = page(&folder, "one.rules --force");
        let moves = "
            const bars = [...document.querySelectorAll('#chart .value .bar')], axis = document.querySelector('#chart svg').getBoundingClientRect();
            const ticks = [...document.querySelectorAll('#chart text[text-anchor=middle]')];
            return { bars: bars.length, broad: bars.every((bar) => bar.getBoundingClientRect().width >= 3), ticks: ticks.length,
              whole: [...bars, ...ticks].every((one) => { const { left, right } = one.getBoundingClientRect(); return left >= axis.left && right <= axis.right; }) };";
        let seen = browser.drive(&page, moves, 1280);
        assert_eq!((&seen["broad"], &seen["whole"]), (&true.into(), &true.into()), "{rules}: {seen}");
        assert!(seen["bars"].as_u64() <= Some(bars) && seen["ticks"].as_u64() >= Some(4), "{rules}: {seen}");
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_users_write_is_shown_as_text() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let text = std::fs::read_to_string(folder.path("scenarios/manabolt.toml")).unwrap();
    let title = "<script>document.title = 'lost'</script><img src=x onerror=\"document.title='lost'\">";
    let name = "</script><b>hurts</b> & \"so\"";
    let text: String = text
        .lines()
        .map(|line| match line {
            line if line.starts_with("title") => format!("title = '''{title}'''\n"),
            line => format!("{line}\n"),
        })
        .collect();
    let text = text.replacen(
        "[[question]]",
        &format!("[[question]]\nname = '''{name}'''\nevent = \"damage > 0\"\n\n[[question]]"),
        1,
    );
    folder.write("odd.toml", text);
    let page = page(&folder, "odd.toml");
    let moves = "return { title: document.title, heading: document.querySelector('h1').textContent,
        asked: document.getElementById('asked').textContent, bold: document.querySelectorAll('b, img').length };";
    let seen = browser.drive(&page, moves, 1280);
    assert_eq!((&seen["title"], &seen["heading"]), (&title.into(), &title.into()));
    assert_eq!((&seen["asked"], &seen["bold"]), (&name.into(), &0.into()));
}
