//! Pages of sequences: what is left after each round, and what to do in each situation.

use super::*;

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn sliders_show_what_the_table_of_the_policy_says() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/gangers.toml --exact --variant best --vary choice.force=6,8");
    let moves = format!(
        "{READ}
        change('scenario', 1, 'change');
        const part = document.querySelector('.policy:not([hidden])');
        const seen = [];
        // Casts count from 1, and so do opponents who stand.
        for (const [cast, standing, boxes] of [[1, 3, 0], [8, 1, 4], [8, 2, 2], [1, 1, 9]]) {{
          [cast - 1, standing - 1, boxes].forEach((value, place) => change(`policy-1-${{place}}`, value, 'input'));
          const lines = [...part.querySelectorAll('tbody tr')];
          seen.push({{
            place: [cast, standing, boxes].map(String),
            choices: lines.map((line) => [line.cells[0].textContent, line.cells[1].textContent]),
            none: !part.querySelector('.none').hidden,
          }});
        }}
        return seen;"
    );
    let seen = browser.drive(&page, &moves, 1280);
    folder
        .fizzle("run scenarios/gangers.toml --exact --variant best --charts none --out run")
        .assert()
        .success();
    let read = |name: &str| column(&folder, "run/best/policy.csv", name);
    let [casts, standing, stun, physical, first, choices] =
        ["round", "opponents", "stun", "physical", "boxes_of_first", "choice"].map(read);
    for one in seen.as_array().unwrap() {
        let mut told: Vec<[String; 2]> = (0..casts.len())
            .filter(|row| {
                let boxes = stun[*row].parse::<u32>().unwrap() + physical[*row].parse::<u32>().unwrap();
                one["place"] == serde_json::json!([casts[*row], standing[*row], boxes.to_string()])
            })
            .map(|row| [first[row].clone(), choices[row].clone()])
            .collect();
        told.sort();
        assert_eq!(one["choices"], serde_json::json!(told), "{}", one["place"]);
        assert_eq!(one["none"], told.is_empty());
    }
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn what_is_left_follows_the_sliders_and_the_scenario() {
    let browser = Browser::find();
    let folder = Folder::with_scenarios();
    let page = page(&folder, "scenarios/gangers.toml --exact --variant force-8 --vary choice.force=6..8");
    let moves = format!(
        "{READ}
        const last = () => [...document.querySelectorAll('.course:not([hidden]) tbody tr:last-child td')]
          .map((cell) => cell.textContent);
        const seen = [last()];
        change('axis-0', 2, 'input');
        seen.push(last());
        change('axis-0', 0, 'input');
        seen.push(last());
        change('scenario', 1, 'change');
        seen.push(last());
        return seen;"
    );
    let seen = browser.drive(&page, &moves, 1280);
    // Setting and variant of the same Force are the same numbers.
    assert_eq!((&seen[0], &seen[1]), (&seen[2], &seen[3]));
    assert_ne!(seen[0], seen[1]);
    assert_eq!(seen[0][1], "87.5 %", "all opponents are down, which is won, comes first: {seen}");
}
