//! Rules that users write, as the files of `scenarios/rules` and as scenarios use them.
#![cfg(feature = "cli")]

mod shadowrun5;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::scenario::{Document, Scenario};
use predicates::str::contains;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/rules").join(format!("{name}.rules"))
}

/// The scenario of a rule text, with these keys set.
fn scenario(name: &str, set: &[&str]) -> Scenario {
    let mut document = Document::read(&file(name)).unwrap();
    set.iter().for_each(|set| document.set("--set", set).unwrap());
    document.check().unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

fn odds(name: &str, set: &[&str]) -> Odds {
    exact(&scenario(name, set), None, MAX_OUTCOMES).unwrap()
}

fn mean(odds: &Odds, metric: &str) -> f64 {
    let one = odds.distributions.iter().find(|one| one.metric.name == metric).unwrap();
    one.summary.as_ref().unwrap().mean
}

fn probability(odds: &Odds, metric: &str, value: i64) -> f64 {
    let one = odds.distributions.iter().find(|one| one.metric.name == metric).unwrap();
    one.rows.iter().find(|row| row.value == value).map_or(0.0, |row| row.probability)
}

#[track_caller]
fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() < within, "{value} is not {expected}");
}

#[test]
fn all_texts_can_be_run_and_told() {
    let mut names: Vec<PathBuf> =
        fs::read_dir(file("risk").parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 13);
    // A text that needs a scenario has one beside it.
    let documents = names.into_iter().map(|path| (Document::read(&path).unwrap(), path));
    for (document, path) in documents.filter(|(document, _)| !document.needs_scenario()) {
        let scenario = document.check().unwrap();
        let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
        let total: f64 = odds.distributions[0].rows.iter().map(|row| row.probability).sum();
        near(total, 1.0, 1e-9);
        Command::cargo_bin("fizzle").unwrap().arg("explain").arg(&path).assert().success();
    }
}

#[test]
fn risk_is_as_published() {
    // J. A. Osborne (2003), Markov Chains for the RISK Board Game Revisited, Mathematics
    // Magazine 76, 129-135, table 3: the attacker has so many armies beside the one that stays.
    for (attackers, defenders, expected) in
        [(1, 1, 0.417), (2, 2, 0.363), (3, 3, 0.470), (5, 5, 0.506), (10, 10, 0.568)]
    {
        let set = [format!("attacker.armies={}", attackers + 1), format!("defender.armies={defenders}")];
        let odds = odds("risk", &set.each_ref().map(String::as_str));
        near(odds.answers[0].probability, expected, 6e-4);
    }
}

#[test]
fn ability_scores_are_known() {
    let odds = odds("ability-scores", &[]);
    near(mean(&odds, "total"), 6.0 * 15_869.0 / 1_296.0, 1e-9);
    let one = 1.0 - 21.0 / 1_296.0;
    near(odds.answers[0].probability, 1.0 - f64::powi(one, 6), 1e-12);
}

#[test]
fn pools_of_the_world_of_darkness_are_known() {
    // Each die brings 3/10 of a success, and 10/9 of itself.
    near(mean(&odds("storyteller", &["pool=7"]), "successes"), 7.0 / 3.0, 1e-9);
}

#[test]
fn what_open_ended_dice_leave_out_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = ["--exact", "--force", "--out"];
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("run").arg(file("storyteller")).args(out).arg(folder.path());
    command.assert().success().stdout(contains("of the probability left out"));
    let summary = fs::read_to_string(folder.path().join("summary.csv")).unwrap();
    assert!(summary.ends_with(",0,0,1,2,3,4,\n"), "a pool that goes on has no greatest value: {summary}");
}

#[test]
fn warhammer_is_a_product_of_chances() {
    near(mean(&odds("warhammer", &[]), "unsaved"), 20.0 * (4.0 / 6.0) * 0.5 * (4.0 / 6.0), 1e-9);
    let rerolled = odds("warhammer", &["rules.reroll_ones=true", "save=7"]);
    near(mean(&rerolled, "unsaved"), 20.0 * (4.0 / 6.0 + 1.0 / 6.0 * 4.0 / 6.0) * 0.5, 1e-9);
}

#[test]
fn actions_in_the_dark_are_known() {
    let odds = odds("blades", &["dice=3"]);
    near(probability(&odds, "result", 0), 1.0 / 8.0, 1e-12);
    near(probability(&odds, "result", 3), 16.0 / 216.0, 1e-12);
    let none = self::odds("blades", &["dice=0"]);
    near(probability(&none, "result", 2), 1.0 / 36.0, 1e-12);
}

#[test]
fn a_spell_is_that_of_the_built_in_game() {
    let text = "system = \"shadowrun5\"\nprocedure = \"indirect\"\n\
        caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }\n\
        spell = { preset = \"lightning-bolt\" }\n\
        target = { body = 4, reaction = 4, intuition = 3, armor = 12 }\nchoice = { force = 6 }\n";
    let built_in = Document::parse("bolt.toml", text).unwrap().check().unwrap();
    let built_in = exact(&built_in, None, MAX_OUTCOMES).unwrap();
    let keys = ["pool.defense=7", "pool.soak=10", "drain=3"];
    let own = odds("indirect-spell", &keys);
    for (theirs, mine) in [("hits", "hits"), ("damage", "damage"), ("drain", "drained")] {
        let rows = &built_in.distributions.iter().find(|one| one.metric.name == theirs).unwrap().rows;
        for row in rows {
            near(probability(&own, mine, row.value), row.probability, 1e-9);
        }
    }
    // The built-in game tells a critical glitch apart.
    near(probability(&own, "glitch", 0), probability(&built_in, "glitch", 0), 1e-9);
}

/// The laws of these metrics are those of a scenario of a built-in game.
#[track_caller]
fn is_like_the_built_in(own: &Odds, metrics: &[&str], scenario: &str) {
    let built_in = Document::parse("built-in.toml", scenario).unwrap().check().unwrap();
    let built_in = exact(&built_in, None, MAX_OUTCOMES).unwrap();
    for metric in metrics {
        let one = built_in.distributions.iter().find(|one| one.metric.name == *metric).unwrap();
        assert!(one.rows.len() > 1, "{metric} is always the same");
        let mine = own.distributions.iter().find(|mine| mine.metric.name == *metric).unwrap();
        for row in &one.rows {
            let label = |labels: &[Cow<'static, str>], value: i64| labels[value as usize].clone();
            let is_same = |other: i64| match (one.metric.labels(), mine.metric.labels()) {
                (Some(theirs), Some(own)) => label(own, other) == label(theirs, row.value),
                _ => other == row.value,
            };
            let same = mine.rows.iter().find(|row| is_same(row.value));
            let probability = same.map_or(0.0, |row| row.probability);
            let off = (probability - row.probability).abs();
            assert!(off < 1e-9, "{metric} {}: {probability} and {}", row.value, row.probability);
        }
    }
}

#[test]
fn a_cast_of_the_ninth_age_is_that_of_the_built_in_game() {
    let metrics = ["cast_total", "result", "miscast", "returned_casting", "returned_dispelling"];
    for (dice, answer, value) in [(4, 3, 9), (5, 0, 12), (5, 4, 5), (1, 1, 2), (3, 2, 30)] {
        let set = [
            format!("choice.magic_dice={dice}"),
            format!("choice.dispel_dice={answer}"),
            format!("spell.casting_value={value}"),
        ];
        let own = odds("casting", &set.each_ref().map(String::as_str));
        let built_in = format!(
            "system = \"ninth-age\"\nprocedure = \"cast\"\nspell = {{ casting_value = {value} }}\n\
             choice = {{ magic_dice = {dice}, dispel_dice = {answer} }}\n"
        );
        let told: Vec<&str> = metrics.iter().copied().filter(|metric| differs(&own, metric)).collect();
        assert!(told.len() >= 2);
        is_like_the_built_in(&own, &told, &built_in);
    }
}

/// Whether a metric has more than one value.
fn differs(odds: &Odds, metric: &str) -> bool {
    odds.distributions.iter().find(|one| one.metric.name == metric).unwrap().rows.len() > 1
}

#[test]
fn two_shots_are_those_of_the_built_in_game() {
    let built_in = "system = \"shadowrun1\"\nprocedure = \"attack\"\nattacker = { skill = 6 }\n\
        weapon = { power = 5, level = \"M\", staging = 3 }\n\
        target = { body = 4, armor_class = \"ordinary\", armor = 5 }\n\
        choice = { target_number = 4, split = [3, 3] }\n";
    is_like_the_built_in(&odds("two-shots", &[]), &["hit", "boxes", "state", "penalty"], built_in);
    let heavy =
        built_in.replace("power = 5", "power = 12").replace("target_number = 4", "target_number = 12");
    let own = odds("two-shots", &["weapon.power=12", "choice.target_number=12"]);
    is_like_the_built_in(&own, &["hit", "boxes", "state", "penalty"], &heavy);
}

#[test]
fn a_duel_of_knights_is_that_of_the_built_in_game() {
    let built_in = "system = \"ars-magica\"\nprocedure = \"melee\"\n\
        hero = { initiative = 8, attack = 8, defense = 13, damage = 6, soak = 3, combat_fatigue = 6 }\n\
        [[foe]]\ninitiative = 7\nattack = 9\ndefense = 10\ndamage = 8\nsoak = 5\ncombat_fatigue = 4\n";
    let metrics = ["winner", "rounds", "hero_body_lost", "hero_fatigue_lost", "foes_out"];
    is_like_the_built_in(&odds("knights", &[]), &metrics, built_in);
}

#[test]
fn a_duel_ends() {
    let odds = odds("duel", &[]);
    let wins = probability(&odds, "hero_wins", 1);
    // By a separate program that follows every pair of hit points.
    near(wins, 0.259_246, 1e-6);
}

#[test]
fn a_turn_of_pig_is_played_best() {
    // Neller and Presser (2004): who holds at 20 has 8.14 points on average.
    near(mean(&odds("pig", &[]), "points"), 8.1418, 5e-5);
}

#[test]
fn best_play_is_better_than_any_rule_of_thumb() {
    let wins = |set: &[&str]| probability(&odds("last-stand", set), "hero_wins", 1);
    let short = ["hero.hp=12", "foe.hp=20", "hero.potions=1"];
    let best = wins(&short);
    for action in ["attack", "power attack", "drink"] {
        let fixed = format!("policy.action='{action}'");
        let set: Vec<&str> = short.iter().copied().chain([fixed.as_str()]).collect();
        assert!(wins(&set) < best, "{action}");
    }
}

/// What `explain` tells of a text, with these keys set.
fn told(name: &str, arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("fizzle").unwrap();
    let output = command.arg("explain").arg(file(name)).args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_story_tells_rounds_decisions_and_values_by_their_names() {
    let set = ["--seed", "4", "--set", "hero.hp=9", "--set", "foe.hp=12", "--set", "hero.potions=1"];
    insta::assert_snapshot!(told("last-stand", &set), @r"
    D&D: a duel with two potions
    attempt 1 of seed 4

        Round 1: hero = 9, foe = 12, potions = 1
        action = power attack: hero wins 69.36 %
        next best: attack, 7.44 % less
        attack: bonus = 2, ac = 15, dice = 1, more = 14
        [14] face = 14
        crit = no, hit = yes, n = 1
        [5] 5
        foe = −7

    outcome: hero_wins 1, hero_left 9, potions 1
    ");
    let fixed = told("last-stand", &["--set", "policy.action=drink", "--set", "foe.hp=1"]);
    assert!(fixed.contains("    action = drink, as policy.action says\n"), "{fixed}");
    let pig = told("pig", &["--where", "points > 0"]);
    assert!(
        pig.contains("    move = roll: points 8.1418 on average\n    next best: hold, 8.1418 less\n"),
        "{pig}"
    );
}

#[test]
fn a_story_tells_what_was_asked_of_dice_and_begins_turns_in_their_step() {
    insta::assert_snapshot!(told("casting", &["--seed", "4"]), @r"
    The 9th Age: casting a spell
    attempt 1 of seed 4

     1. The casting roll
        [5 4 2 5] dice = 16, dice.max() = 5, dice.most() = 2, dice.nth(3) = 4, dice.count(x, x == 1) = 0
        cast_total = 16, is_lone_low = no, passed = yes, triple = 0, ones = 0,
        dispelled = no, returned_dispelling = 0
     2. The dispelling roll
        [1 5 4] answer = 10, answer.count(x, x == 1) = 1
        dispelled = no, returned_dispelling = 1, miscast = 0, broken = no, result = cast

    outcome: cast_total 16, result cast, miscast 0, returned_casting 0, returned_dispelling 1
    ");
    insta::assert_snapshot!(told("two-shots", &["--seed", "4"]), @r"
    Shadowrun 1: two shots
    attempt 1 of seed 4

        hit = 0, boxes = 0, worst = 0, track = 0, is_dead = no
     1. Shot
        shot = 1
        successes: skill = 3, number = 4, more = 0, more_number = 2
        over = 0, dice = 3, target = 4
        [5 4 2] own = 2
        no dice: sum(…) = 0
        scored = 2, hit = 1, level = 2
     2. Resist
        raw = 5
        successes: skill = 4, number = 5, more = 5, more_number = 5
        over = 0, dice = 4, target = 5
        [5 1 5 4] own = 2
        [6+3 = 9 2 2 5 4] sum(…) = 2
        automatic: number = 5
        [5] sum(…) = 2
        stopped = 6, level = 0, worst = 0, owed = 0, boxes = 0

     1. Shot
        shot = 2
        successes: skill = 3, number = 4, more = 0, more_number = 2
        over = 0, dice = 3, target = 4
        [1 6+1 = 7 6+4 = 10] own = 3
        no dice: sum(…) = 0
        scored = 3, hit = 2, level = 3
     2. Resist
        raw = 5
        successes: skill = 4, number = 5, more = 5, more_number = 5
        over = 0, dice = 4, target = 5
        [4 3 3 3] own = 0
        [4 6+2 = 8 6+6+4 = 16 6+5 = 11 6+4 = 10] sum(…) = 6
        automatic: number = 5
        [1] sum(…) = 1
        stopped = 7, level = 1, worst = 1, owed = 1, boxes = 1
     3. Damage track
        [4 2] box = 6
        Round 1: track = 0, owed = 1, box = 6
        track = 64, owed = 0, box = 5, is_dead = no, state = ok, lowest = 2

    outcome: hit 2, wound 1, boxes 1, state ok, penalty 2
    ");
}

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

#[test]
fn scenarios_use_rules_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(file("risk"), folder.path().join("risk.rules")).unwrap();
    let path = folder.path().join("battle.toml");
    let text = "rules = \"risk.rules\"\n[attacker]\narmies = 4\n[defender]\narmies = 2\n\
        [[question]]\nname = \"without a loss\"\nevent = \"attackers == 4\"\n\
        [[variant]]\nname = \"more\"\nset = { \"attacker.armies\" = 9 }\n\
        [[expect]]\nstat = \"p('takes the province')\"\nbetween = [0.6, 0.7]\n\
        [vary]\n\"attacker.armies\" = \"2..6\"\n";
    fs::write(&path, text).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).args(arguments);
        command.assert()
    };
    run(&["run", "battle.toml", "--exact"]).success().stdout(contains("without a loss"));
    run(&["test", "battle.toml"]).success();
    run(&["compare", "battle.toml"]).success().stdout(contains("more"));
    run(&["sweep", "battle.toml"]).success();
    run(&["verify", "battle.toml", "--trials", "20000"]).success();
    run(&["report", "battle.toml", "--out", "battle.html"]).success();
    run(&["run", "battle.toml", "--set", "attacker.armies=1"]).code(2).stderr(contains("attacker.armies"));
    run(&["explain", "battle.toml", "--where", "defenders == 0"]).success();
    let spell = file("indirect-spell").display().to_string();
    let vary = ["advise", &spell, "--vary", "choice.force=1..6", "--maximize", "mean(damage)"];
    run(&vary).success().stdout(contains("6"));
    fs::write(&path, "rules = \"other.rules\"\n").unwrap();
    run(&["run", "battle.toml"]).code(2).stderr(contains("other.rules"));
    fs::create_dir(folder.path().join("folder.rules")).unwrap();
    run(&["run", "folder.rules"]).code(2).stderr(contains("directory"));
}

#[test]
fn a_text_is_tested_by_what_it_expects_of_its_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let test = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).arg("test").args(arguments);
        command.assert()
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    // A text without an expectation need not be a scenario by itself.
    write("open.rules", "key pool in 1..9\nreport hits = (pool)d6.count(x, x > 4)\n");
    test(&["."]).code(2).stderr(contains("no expectations"));
    write(
        "pool.rules",
        "key pool = 6\nexpect quantile(hits, 0.95) in 4..4 # of 6\nexpect p('many' | hits > 1) in 0.15..1.5e-1\n\
         question \"many\" = hits in [4, 5, 6]\nreport hits = (pool)d6.count(x, x > 4)\n",
    );
    let first = "ok         ./pool.rules:2: quantile(hits, 0.95) is 4, as expected from 4\n";
    let second = "FAILED     ./pool.rules:3: p('many' | hits > 1) is 0.1543, not 0.15\n";
    test(&["."])
        .code(1)
        .stdout(contains(first))
        .stdout(contains(second))
        .stdout(contains("\n1 ok, 1 failed"));
    test(&[".", "--set", "pool=1"]).code(1);
    // A scenario of the text has expectations of its own.
    write(
        "pool.toml",
        "rules = \"pool.rules\"\npool = 1\n[[expect]]\nstat = \"p(hits > 1)\"\nbetween = [0, 0]\n",
    );
    test(&["pool.toml"]).success().stdout(contains("1 ok, 0 failed"));
    // Whatever is named has to be a scenario, and to expect something.
    write("fair.rules", "report face = d6\n");
    test(&["pool.toml", "fair.rules"]).success().stderr(contains("warning: fair.rules has no expectations"));
    test(&["pool.toml", "open.rules"]).code(2).stderr(contains("pool"));
    // What is wrong with a text is found, whether or not something is expected of it.
    write("wrong.rules", "report hits = hit\n");
    test(&["."]).code(2).stderr(contains("wrong.rules:1:15"));
    write("wrong.rules", "expect p(hit) in 0..1\nreport hits = 1\n");
    test(&["."]).code(2).stderr(contains("wrong.rules:1:10"));
}

#[test]
fn the_texts_of_the_repository_are_what_they_expect() {
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("test").arg(file("pig").parent().unwrap());
    command.assert().success().stdout(contains("\n4 ok, 0 failed"));
}

#[test]
fn presets_fill_what_a_scenario_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).args(arguments);
        command.assert()
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "fight.rules",
        "key hero.hp in 1..200 \"hit points\"\nkey light = true\nkey foe optional in 1..9\n\
         preset hero.knight \"a knight\" { hero.hp = 44 }\npreset hero.squire { hero.hp = 20 }\n\
         preset night {\n    light = false\n    foe = 3\n    policy.rest = 2\n}\n\
         goal maximize left\nchoose rest from 0..3\nreport left = hero.hp + rest, dark = !light, foes = foe ?? 0\n",
    );
    let text = "rules = \"fight.rules\"\n[hero]\npreset = \"knight\"\n";
    let is =
        |stat: &str, value: u32| format!("[[expect]]\nstat = \"{stat}\"\nbetween = [{value}, {value}]\n");
    write("knight.toml", &format!("{text}{}{}", is("mean(left)", 47), is("p(dark == 1)", 0)));
    let night = format!("preset = \"night\"\n{text}hp = 50\n");
    write("night.toml", &format!("{night}{}{}", is("mean(left)", 52), is("p(dark == 1 && foes == 3)", 1)));
    run(&["test", "."]).success().stdout(contains("4 ok, 0 failed"));
    run(&["run", "fight.rules"]).code(2).stderr(contains("`hero.hp` is missing"));
    run(&["run", "fight.rules", "--set", "hero.preset=squire", "--exact"]).success().stdout(contains("23"));
    let wrong = run(&["run", "fight.rules", "--set", "hero.preset=squir"]);
    wrong.code(2).stderr(contains("did you mean \"squire\"? There are: knight, squire"));
    run(&["sweep", "knight.toml", "--vary", "hero.preset=knight,squire"]).success();
    run(&["list", "fight.rules"]).success().stdout(contains("knight              hero.hp = 44\n"));
    run(&["schema", "fight.rules"]).success().stdout(contains("\"squire\""));
    // The scenario of a text begins with what is needed.
    let new = run(&["new", "fight.rules"]).success();
    let new = String::from_utf8(new.get_output().stdout.clone()).unwrap();
    assert!(new.contains("[hero]\npreset = \"knight\"") && new.contains("\n# hp = 44"), "{new}");
    assert!(new.contains("\n# preset = \"night\""), "{new}");
    write("new.toml", &new);
    run(&["run", "new.toml", "--exact"]).success();
}

#[test]
fn what_has_no_default_is_listed_and_begun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.rules");
    fs::write(&path, "key pool in 3..9\nreport hits = (pool)d6.count(x, x > 4)\n").unwrap();
    let command = |name: &str| Command::cargo_bin("fizzle").unwrap().arg(name).arg(&path).assert().success();
    command("list").stdout(contains("pool (required; 3 to 9)"));
    command("new").stdout(contains("\npool = 3 "));
}

#[test]
fn a_scenario_may_have_its_rules_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hits.toml");
    let run = || {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).args(["run", "hits.toml", "--exact"]);
        command.assert()
    };
    let text =
        "rules = '''\nkey pool = 8 in 1..40\nreport hits = (pool)d6.count(x, x >= 5)\n'''\npool = 12\n";
    fs::write(&path, text).unwrap();
    run().success().stdout(contains("hits           4  1.63"));
    // What is wrong is shown where the file has it, and in the text where that is written with escapes.
    fs::write(&path, text.replace("x >= 5", "y >= 5")).unwrap();
    run().code(2).stderr(contains("hits.toml:3:33"));
    fs::write(&path, "rules = \"report\\tx = 3d6\\nreport y = 3\\n\"\n").unwrap();
    run().code(2).stderr(contains("hits.toml: rules:2:1"));
}

#[test]
fn errors_point_into_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.rules");
    fs::write(&path, "d = d6 - 1\nhits = 3 +\nreport x = 10 / d\n").unwrap();
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.arg("run").arg(&path).assert().code(2).stderr(contains("wrong.rules:2:11"));
    fs::write(&path, "d = d6 - 1\nreport x = 10 / d\n").unwrap();
    let mut command = Command::cargo_bin("fizzle").unwrap();
    let said = "this can be 0, and nothing is divided by 0, where d = 0";
    command
        .arg("run")
        .arg(&path)
        .assert()
        .code(2)
        .stderr(contains(said))
        .stderr(contains("wrong.rules:2:17"));
}

#[test]
fn a_roll_is_answered_at_once() {
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.args(["roll", "4d6.highest(3)", "--format", "csv"]);
    command.assert().success().stdout(contains("result,18,0.01620370"));
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.args(["roll", "2d10 >= 15"]).assert().success().stdout(contains("21.0"));
    let mut command = Command::cargo_bin("fizzle").unwrap();
    command.args(["roll", "4d6.highest("]).assert().code(2).stderr(contains("ends too soon"));
}
