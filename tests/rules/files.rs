//! Rule texts as files: beside scenarios, inside them, with expectations and presets, and with errors.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use super::file;

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
    // What is unknown may vary on the sheet of the text.
    let sheet = "key dice = 3 in 1..9\nhits = (dice)d6.count(x, x >= 5)\nreport hits\n\
        sheet \"Hits\" = mean(hits) for dice in 1..4 by dice_of in 1..2\nkey dice_of = 1 in 1..2\n";
    fs::write(folder.path().join("dice.rules"), sheet).unwrap();
    fs::write(folder.path().join("some.toml"), "rules = \"dice.rules\"\nunknown.dice = \"2..4\"\n").unwrap();
    run(&["run", "some.toml", "--exact"]).success().stdout(contains("hits"));
    fs::write(&path, "rules = \"other.rules\"\n").unwrap();
    run(&["run", "battle.toml"]).code(2).stderr(contains("other.rules"));
    fs::create_dir(folder.path().join("folder.rules")).unwrap();
    run(&["run", "folder.rules"]).code(2).stderr(contains("directory"));
}

#[test]
fn texts_use_what_others_declare() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("own")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).args(arguments);
        command.assert()
    };
    let attack = "use \"own/more.rules\"\ntitle \"An attack\"\nkey bonus = 2 in 0..9\nlist dice = [4, 6]\n\
        labels swing = 'miss' | 'hit' \"a hit\"\ndie blade = rerolled\n\
        def swing_at(ac, bonus) {\n    d = d20 + bonus\n    return d >= ac ? 'hit' : 'miss'\n}\n\
        swing = swing_at(10, bonus)\nreport swing\n";
    write("attack.rules", attack);
    // They use each other: each is read once.
    let more = "use \"../attack.rules\"\nlist rerolled = [2, 2, 3, 4, 5, 6]\nreport x = d6\n";
    write("own/more.rules", more);
    let knight = "title \"A knight\"\nuse \"attack.rules\"\nkey ac = 15 in 1..30\n\
        swing = swing_at(ac, 5)\ndamage = swing == 'hit' ? 2blade + dice[1] : 0\nreport damage, swing\n";
    write("knight.rules", knight);
    // 11 of 20 hit, for twice 11/3 and 6.
    run(&["run", "knight.rules", "--exact"])
        .success()
        .stdout(contains("7.33").and(contains("swing: a hit")).and(contains("A knight")));
    write("lance.toml", "rules = \"knight.rules\"\nac = 20\n");
    run(&["run", "lance.toml", "--exact"]).success().stdout(contains("70.0 %"));
    run(&["verify", "lance.toml", "--trials", "20000"]).success();
    // A page holds one text.
    run(&["explore", "lance.toml", "--out", "page.html"]).success();
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("def swing_at") && page.contains("# use "), "the page lacks what is used");
    // Errors are told where they are written.
    write("attack.rules", &attack.replace("bonus\n    return", "bones\n    return"));
    run(&["run", "lance.toml"]).code(2).stderr(contains("attack.rules:8:15").and(contains("bones")));
    write("attack.rules", &attack.replace("def swing_at(ac, bonus) {", "def swing_at(ac, bonus {"));
    run(&["run", "knight.rules"]).code(2).stderr(contains("attack.rules:7:24"));
    write("attack.rules", attack);
    write("knight.rules", &knight.replace("dice[1]", "dize[1]"));
    run(&["run", "knight.rules"]).code(2).stderr(contains("knight.rules:5:36").and(contains("`dice`")));
    write("knight.rules", &knight.replace("attack.rules", "attacks.rules"));
    run(&["run", "knight.rules"])
        .code(2)
        .stderr(contains("knight.rules:2:5").and(contains("there is no file attacks.rules")));
    write("inside.toml", "rules = '''\nuse \"attack.rules\"\nreport x = d6\n'''\n");
    run(&["run", "inside.toml"]).code(2).stderr(contains("rules in a file use others"));
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
    let first = "ok         ./pool.rules:2  quantile(hits, 0.95) is 4 (expected 4)\n";
    let second = "FAILED     ./pool.rules:3  p('many' | hits > 1) is 15.4334 %, not 15 %\n";
    test(&["."])
        .code(1)
        .stdout(contains(first))
        .stdout(contains(second))
        .stdout(contains("1 ok, 1 failed\n"));
    test(&[".", "--set", "pool=1"]).code(1);
    // What other texts use is not played.
    write(
        "dice.rules",
        "title \"Dice\"\nlist odd = [1, 3, 5]\ndef hit(bonus) { return d20 + bonus >= 15 }\n",
    );
    test(&["."]).code(1).stdout(contains("1 ok, 1 failed\n"));
    test(&["dice.rules"]).code(2).stderr(contains("the text reports nothing"));
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
    command.assert().success().stdout(contains("3 ok, 0 failed\n"));
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
    let missing = contains("`hero.hp` is missing").and(contains("fight.rules:1:5"));
    run(&["run", "fight.rules"]).code(2).stderr(missing);
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
    let text = "key l list of 2 in 0..4\nkey marks list = '--X' in 3 of '-' | 'X'\nkey s optional in true | false\n\
                report x = l[0] + marks.sum() + (s is set ? 1 : 0)\n";
    fs::write(&path, text).unwrap();
    let begun = command("new").get_output().stdout.clone();
    let begun = String::from_utf8(begun).unwrap();
    for line in ["\nl = [0, 0] ", "\n# marks = \"--X\" ", "\n# s = true "] {
        assert!(begun.contains(line), "{begun}");
    }
    let scenario = folder.path().join("pool.toml");
    fs::write(&scenario, begun.replace("\n# marks", "\nmarks").replace("\n# s =", "\ns =")).unwrap();
    let run =
        Command::cargo_bin("fizzle").unwrap().args(["run", "pool.toml"]).current_dir(folder.path()).assert();
    run.success().stdout(contains("x"));
}

#[test]
fn a_reading_is_told_where_its_condition_holds() {
    let folder = tempfile::tempdir().unwrap();
    let text = "key blast = true\nreading \"nobody dodges\" where blast\nreport hit = blast || d6 > 3\n";
    fs::write(folder.path().join("blast.rules"), text).unwrap();
    let run = |set: &str| {
        let mut command = Command::cargo_bin("fizzle").unwrap();
        command.current_dir(folder.path()).args(["run", "blast.rules", "--set", set]).assert().success()
    };
    let told = "rests on a reading: nobody dodges\n";
    run("blast=true").stdout(contains(told));
    run("blast=false").stdout(contains(told).not());
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
    fs::write(&path, "rules = \"report\\tx = 3d6\\nreport y = z\\n\"\n").unwrap();
    run().code(2).stderr(contains("hits.toml: rules:2:12"));
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
