//! What people read on the terminal.

use predicates::prelude::*;

use crate::room::{Room, timeless};

#[test]
fn an_exact_run_prints_its_odds() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --exact --charts none");
    insta::assert_snapshot!(timeless(&text), @r"
    Manabolt at a guard
    Manabolt at Force 6 against a living target

                                      chance
    takes half a dozen boxes or more   3.5 %  1 in 28
    costs no drain                    70.1 %

                     on average    sd  90 % within
    hits                   3.91  1.47       1 to 6
    net hits               2.58  1.74       0 to 5
    boxes of damage        2.63  1.64       0 to 5
    boxes of drain         0.42  0.72       0 to 2

                               chance
    target is hit              87.7 %
    kind of damage: none       12.3 %
    kind of damage: physical   87.7 %
    kind of drain: none        70.1 %
    kind of drain: stun        29.9 %
    glitch: none               99.9 %
    glitch: glitch             0.12 %  1 in 846
    glitch: critical          0.011 %  1 in 9,100

    exact: 400 outcomes; TIME

    files: fizzle-out/manabolt/run
    ");
}

#[test]
fn exact_chances_come_first_and_a_simulation_is_their_witness() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --trials 1e5");
    let exact = room.stdout("run scenarios/manabolt.toml --charts none --exact");
    let tables = |text: &str| text.split("\n\n").take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tables(&text), tables(&exact));
    let agreement = text.lines().find(|line| line.contains("simulated")).unwrap();
    assert!(
        agreement.starts_with("100,000 simulated trials agree: the largest of 14 gaps is "),
        "{agreement}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&room.stdout("run scenarios/manabolt.toml --trials 1e5 --format json")).unwrap();
    let run = &json["results"][0];
    assert_eq!((&run["engine"]["kind"], &run["simulation"]["trials"]), (&"exact".into(), &100_000.into()));
    assert!(room.read("fizzle-out/manabolt/run/run.json").contains("\"simulation\": {"));
    // Chances are exact, and counts are those of the simulation.
    let rows = room.read("fizzle-out/manabolt/run/distributions.csv");
    let hits = rows.lines().filter(|row| row.starts_with("hits,"));
    let count = hits.map(|row| row.rsplit(',').next().unwrap().parse::<u64>().unwrap()).sum::<u64>();
    assert_eq!(count, 100_000);
}

#[test]
fn without_an_exact_result_chances_have_their_intervals() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --sampled --trials 1e4");
    assert!(!text.contains("simulated") && text.contains("\n10,000 trials, seed 1"), "{text}");
    let header = text.lines().find(|line| line.ends_with("interval")).unwrap();
    let columns: Vec<&str> = header.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(columns, ["chance", "95 % interval"]);
}

#[test]
fn numbers_have_as_many_figures_as_one_asks_for() {
    let room = Room::new();
    let text = room.stdout("run scenarios/manabolt.toml --charts none --exact --digits 7");
    assert!(text.contains("target is hit               87.68787 %"), "{text}");
    assert!(text.contains("hits               3.910346"), "{text}");
    room.fizzle("run scenarios/manabolt.toml --digits 0").assert().code(2);
}

#[test]
fn what_is_given_comes_first_and_all_else_goes_with_it() {
    let room = Room::new();
    let run = "run scenarios/stranger.toml --charts none --trials 1e5";
    let text = room.stdout(&format!("{run} --given damage==3"));
    assert!(text.contains("\ngiven: damage==3 (21.3 %)\n"), "{text}");
    // By hand: the weights of the Willpower times the chance of three boxes against each.
    let learnt = text.split("\n\n").nth(1).unwrap();
    assert!(
        learnt.starts_with("target's Willpower  chance  or more\n                 2  14.8 %"),
        "{learnt}"
    );
    let both = room.stdout(&format!("{run} --given damage>=3 --given damage<=3"));
    assert!(both.contains("(21.3 %)"), "{both}");
    let sampled = room.stdout(&format!("{run} --sampled --given damage==3"));
    assert!(sampled.contains("100,000 trials, of which 21,"), "{sampled}");
    let wrong = room.fizzle(&format!("{run} --given damage>99")).assert().code(2);
    wrong.stderr(predicate::str::contains("`damage>99` is impossible in this scenario"));
    let wrong = room.fizzle(&format!("{run} --given damgae>9")).assert().code(2);
    wrong.stderr(
        predicate::str::contains("did you mean `damage`?").and(predicate::str::contains("--given:1:1")),
    );
}

#[test]
fn what_is_given_holds_for_grids_and_statistics_too() {
    let room = Room::new();
    let sweep = "sweep scenarios/stranger.toml --charts none --vary choice.force=4,6";
    let given = room.stdout(&format!("{sweep} --given damage==0 --stat p(target.willpower>=4)"));
    let asked = room.stdout(&format!("{sweep} --stat p(target.willpower>=4|damage==0)"));
    let chances = |text: &str| {
        let rows = text.lines().filter(|line| line.starts_with("    ") && line.ends_with('%'));
        rows.map(|row| row.split_whitespace().nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(chances(&given), ["60.4", "59.0"]);
    assert_eq!(chances(&given), chances(&asked));
}

#[test]
fn where_what_is_given_is_impossible_is_said_by_name() {
    let room = Room::new();
    room.write("die.rules", "key sides = 6 in 1..20\nreport face = d(sides)");
    let file = "rules = 'die.rules'\ngiven = 'face == 6'\n[vary]\nsides = '4..6'\n";
    room.write("die.toml", file.to_owned() + "[[variant]]\nname = 'four'\nset = { sides = 4 }\n");
    let skipped = room.stdout("sweep die.toml --charts none");
    let first = "2 skipped; the first, sides 4: given: `face == 6` is impossible in this scenario";
    assert!(skipped.replace('\n', " ").contains(first), "{skipped}");
    for command in ["compare die.toml", "run die.toml --variant four --exact"] {
        let refused = room.refused(&format!("{command} --charts none"));
        assert_eq!(
            refused,
            "error: given: `face == 6` is impossible in variant \"four\", so nothing can be said about it\n",
            "{command}"
        );
    }
}

#[test]
fn tables_to_which_a_condition_makes_no_difference_are_named() {
    let run = "run scenarios/magic-phase.toml --exact --charts none";
    let room = Room::new();
    let line = "the same under a condition or not: policy.csv, dispel.csv\n";
    assert!(!room.stdout(run).contains(line));
    let given = room.stdout(&format!("{run} --given 'worth >= 40'"));
    assert!(given.contains(line), "{given}");
}

#[test]
fn a_title_cannot_play_tricks_with_the_terminal() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml").replace("Manabolt at a guard", "a\\nb\\u001b[31m\\u0007");
    room.write("trick.toml", text.replace("costs no drain", "costs\\u001b[2J\\nnothing"));
    for command in ["run trick.toml --charts none --exact", "explain trick.toml"] {
        let text = room.stdout(command);
        let tricks: Vec<char> = text.chars().filter(|c| c.is_control() && *c != '\n').collect();
        assert!(tricks.is_empty(), "{tricks:?} in {text:?}");
        let title = text.lines().next().unwrap();
        assert!(title.starts_with('a') && title.contains('b'), "a title is one line: {text:?}");
    }
}

#[test]
fn quiet_changes_no_result_and_nothing_goes_to_standard_error() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --trials 1e5";
    // The helper asserts that standard error is empty.
    assert_eq!(timeless(&room.stdout(run)), timeless(&room.stdout(&format!("{run} --quiet"))));
}

#[test]
fn colors_are_in_messages_only_when_asked_for() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --set choice.force=0";
    room.fizzle(run).assert().code(2).stderr(predicate::str::contains("\u{1b}[").not());
    room.fizzle(&format!("{run} --color never"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\u{1b}[").not());
    room.fizzle(&format!("{run} --color always"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\u{1b}["));
    // `NO_COLOR` is for the automatic choice; who says always means it.
    room.fizzle(&format!("{run} --color always"))
        .env("NO_COLOR", "1")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\u{1b}["));
}

#[test]
fn nothing_that_a_terminal_obeys_is_printed() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    let hostile =
        "a\u{1b}[31m\u{9b}b\u{202e}\u{200b}\u{200e}\u{200f}\u{61c}\u{2028}\u{2029}\u{2066}\u{feff}c";
    let escaped: String = hostile.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect();
    let question = format!("\n[[question]]\nname = \"{escaped}\"\nevent = \"damage > 99\"\n");
    room.write("s.toml", format!("{text}{question}"));
    // The text itself is shown beside its mistake.
    room.write(
        "wrong.toml",
        format!("{text}\n[[question]] # {hostile}\nevent = \"damge > 1{hostile}\" # {hostile}\n"),
    );
    room.write("wrong.rules", format!("report x = 1d6 + '{hostile}'\n"));
    let obeyed = |c: &char| c.is_control() && *c != '\n' || hostile.contains(*c) && !c.is_ascii();
    for command in [
        "run s.toml --charts none --trials 1000",
        "run s.toml --charts none --until 5% --trials 1000",
        "run s.toml --charts none --trials 1000 --format csv",
        "run s.toml --charts none --trials 1000 --format json",
        "run wrong.toml",
        "run wrong.toml --color always",
        "list wrong.rules",
        &format!("run {hostile}.toml"),
        &format!("list {hostile}"),
        &format!("run s.toml --set '{hostile}=1'"),
        hostile,
    ] {
        let output = room.fizzle(command).output().unwrap();
        let mut said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        if command.contains("always") {
            // Only fizzle's own colors: they end at once with an m.
            said = said
                .split("\u{1b}[")
                .enumerate()
                .map(|(place, part)| match part.split_once('m') {
                    Some((codes, rest))
                        if place > 0 && codes.bytes().all(|code| b"0123456789;".contains(&code)) =>
                    {
                        rest
                    }
                    _ => part,
                })
                .collect();
            assert!(said.contains("␛[31m"), "{said}");
        }
        let found: Vec<char> = said.chars().filter(obeyed).collect();
        assert!(found.is_empty(), "{command}: {found:?} in {said}");
    }
}
