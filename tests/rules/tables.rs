//! Tables and charts that rule texts declare: policies, followed values, sheets.

use std::fs;

use assert_cmd::Command;
use predicates::str::contains;

use super::{file, near, odds, probability};

#[test]
fn the_policy_is_a_table_of_what_the_player_sees() {
    let folder = tempfile::tempdir().unwrap();
    let run = |set: &[&str]| {
        let set = set.iter().flat_map(|set| ["--set", set]);
        let out = ["--exact", "--quiet", "--force", "--out"];
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.arg("run").arg(file("last-stand")).args(set).args(out).arg(folder.path()).assert().success();
    };
    run(&["hero.hp=6", "foe.hp=9", "hero.potions=1"]);
    let policy = fs::read_to_string(folder.path().join("policy.csv")).unwrap();
    let mut lines = policy.lines();
    let header = "decision,round,hero,foe,potions,probability,choice,value,runner_up,loss";
    assert_eq!(lines.next(), Some(header));
    assert!(lines.next().unwrap().starts_with("action,1,6,9,1,1,"), "{policy}");
    let value = fs::read_to_string(folder.path().join("run.json")).unwrap();
    assert!(value.contains("\"value\": 0."), "{value}");
}

#[test]
fn the_policy_is_drawn_by_what_the_player_sees() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |name: &str, set: &[&str]| {
        let set = set.iter().flat_map(|set| ["--set", set]);
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.arg("run").arg(file(name)).args(set).args(["--exact", "--force", "--out"]).arg(folder.path());
        command.assert().success();
        fs::read_to_string(folder.path().join("policy.svg")).unwrap()
    };
    let duel = drawn("last-stand", &["hero.hp=6", "foe.hp=9", "hero.potions=1"]);
    for words in ["what is best for hero wins, by hero and foe", "round: 2", "power attack"] {
        assert!(duel.contains(words), "{words}");
    }
    let pig = drawn("pig", &[]);
    for words in ["what is best for points, by turn", "4.12 times", "how often it comes up on average"] {
        assert!(pig.contains(words), "{words}");
    }
    // Where nothing is chosen there is nothing to draw.
    fs::remove_dir_all(folder.path()).unwrap();
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("run").arg(file("pig")).args(["--exact", "--set", "policy.move=hold", "--out"]);
    command.arg(folder.path()).assert().success();
    assert!(!folder.path().join("policy.svg").exists());
    let page = folder.path().join("pig.html");
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("report").arg(file("pig")).arg("--out").arg(&page).assert().success();
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("What is best for points, by turn") && page.contains("<td>roll</td><td>once</td>"),
        "{page}"
    );
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("list").arg(file("pig")).assert().success().stdout(contains("policy.csv, policy.svg"));
}

#[test]
fn values_are_followed_round_by_round() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        let arguments = ["--charts", "all", "--force", "--out"];
        command.arg("run").arg(file("duel")).args(arguments).arg(folder.path()).args(more).assert().success();
        fs::read_to_string(folder.path().join("standing-by-round.csv")).unwrap()
    };
    let exact = run(&["--exact"]);
    assert!(exact.starts_with("round,hero,foe,both\n1,0,0,"), "{exact}");
    let last = |table: &str| -> Vec<f64> {
        table.lines().last().unwrap().split(',').skip(1).map(|share| share.parse().unwrap()).collect()
    };
    // After all rounds the shares are those of the outcome.
    let wins = probability(&odds("duel", &[]), "hero_wins", 1);
    near(last(&exact)[0], wins, 1e-9);
    near(last(&exact).iter().sum(), 1.0, 1e-9);
    assert!(folder.path().join("standing-by-round.svg").exists());
    let sampled = run(&["--trials", "100k"]);
    last(&sampled).iter().zip(last(&exact)).for_each(|(one, other)| near(*one, other, 0.01));
    // Others that do not know it are the same for all that may be so.
    let unknown = run(&["--exact", "--set", "unknown.foe.hp=40..60:20"]);
    near(last(&unknown).iter().sum(), 1.0, 1e-9);
}

#[test]
fn a_text_declares_its_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let fizzle = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).args(arguments);
        command.assert()
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let value = |row: &str| -> f64 {
        let csv = fs::read_to_string(folder.path().join("out/sheet.csv")).unwrap();
        let line = csv.lines().find(|line| line.starts_with(row)).unwrap_or_else(|| panic!("{row}: {csv}"));
        line.rsplit(',').next().unwrap().parse().unwrap()
    };
    fizzle(&["sheet", &file("warhammer").display().to_string(), "--out", "out"]).success();
    near(value("Wounds that are not saved,4,,5,"), 20.0 * (4.0 / 6.0) * 0.5 * (4.0 / 6.0), 1e-9);
    near(value("Five of them or more,5,,7,"), f64::powi(4.0 / 6.0 * 0.5, 5), 1e-9);
    write(
        "pool.rules",
        "key pool in 1..9\nkey face = 5 in 2..6\nkey bonus = 0\n\
        sheet \"Hits\" = mean(hits) for pool in 2..6:2 by face in 4,6\nreport hits = (pool)d6.count(x, x >= face) + bonus\n",
    );
    write("pool.toml", "rules = \"pool.rules\"\npool = 3\nbonus = 2\n");
    fizzle(&["sheet", "pool.toml", "--out", "out", "--force"]).success();
    near(value("Hits,4,,6,"), 2.0 + 4.0 / 6.0, 1e-9);
    fizzle(&["sheet", "pool.rules", "--set", "pool=1", "--set", "bonus=1", "--out", "out", "--force"])
        .success();
    near(value("Hits,6,,4,"), 4.0, 1e-9);
    // What is wrong with a sheet is said where it stands.
    for (wrong, place) in [("mean(hit)", "4:21"), ("face in 4,x", "4:39"), ("pool in 6..2", "4:39")] {
        let right = if wrong.starts_with("mean") {
            "mean(hits)"
        } else if wrong.starts_with("face") {
            "face in 4,6"
        } else {
            "pool in 2..6:2"
        };
        let text = fs::read_to_string(folder.path().join("pool.rules")).unwrap().replacen(right, wrong, 1);
        write("wrong.rules", &text);
        let said = fizzle(&["run", "wrong.rules", "--set", "pool=1"]).code(2);
        let said = String::from_utf8(said.get_output().stderr.clone()).unwrap();
        assert!(said.contains(&format!("wrong.rules:{place}")), "{said}");
    }
    fizzle(&["sheet", &file("pig").display().to_string()])
        .code(2)
        .stderr(contains("these rules have no sheet"));
}
