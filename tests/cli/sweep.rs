//! Tables over grids of settings.

use crate::room::{Room, close};

#[test]
fn a_row_for_every_setting_with_means_quantiles_and_answers() {
    let room = Room::new();
    let printed = room.stdout(
        "sweep scenarios/lightning-bolt.toml --vary choice.force=4..6 --vary choice.reagents=unset,8",
    );
    assert!(printed.contains("6 settings, exact\n"), "{printed}");
    let table = room.csv("fizzle-out/lightning-bolt/sweep/sweep.csv");
    assert_eq!(table.texts("choice.force"), ["4", "4", "5", "5", "6", "6"]);
    assert_eq!(table.texts("choice.reagents"), ["unset", "8", "unset", "8", "unset", "8"]);
    assert!(table.texts("engine").iter().all(|engine| *engine == "exact"));
    let header = room.read("fizzle-out/lightning-bolt/sweep/sweep.csv");
    for column in [
        "damage.mean,damage.p05,damage.p95,",
        ",drops the ganger,drops the ganger.low,drops the ganger.high,",
    ] {
        assert!(header.lines().next().unwrap().contains(column), "{header}");
    }
}

#[test]
fn a_cell_is_what_a_run_of_its_own_gives_to_the_bit() {
    let room = Room::new();
    room.stdout("sweep scenarios/knight.toml --vary foe.0.count=1,3 --trials 20000 --seed 5");
    let table = room.csv("fizzle-out/knight/sweep/sweep.csv");
    assert_eq!(table.texts("engine"), ["exact", "sampled"]);
    let runs = [(1, "--exact"), (3, "--trials 20000 --seed 5")];
    for (place, (count, options)) in runs.into_iter().enumerate() {
        room.stdout(&format!(
            "run scenarios/knight.toml --set foe.0.count={count} {options} --charts none --out run-{count}"
        ));
        let summary = room.csv(&format!("run-{count}/summary.csv"));
        let questions = room.csv(&format!("run-{count}/questions.csv"));
        for metric in ["rounds", "hero_body_lost", "foes_out"] {
            let row = summary.texts("metric").iter().position(|name| *name == metric).unwrap();
            assert_eq!(table.texts(&format!("{metric}.mean"))[place], summary.texts("mean")[row], "{metric}");
            assert_eq!(table.texts(&format!("{metric}.p95"))[place], summary.texts("p95")[row], "{metric}");
        }
        assert_eq!(table.texts("the knight wins")[place], questions.texts("probability")[0]);
        assert_eq!(table.texts("the knight wins.high")[place], questions.texts("high")[0]);
    }
}

#[test]
fn threads_change_no_byte_of_a_sweep() {
    let room = Room::new();
    for threads in [1, 2, 5] {
        room.stdout(&format!(
            "sweep scenarios/knight.toml --trials 70000 --threads {threads} --out of-{threads}"
        ));
    }
    let one = room.read("of-1/sweep.csv");
    assert!(one == room.read("of-2/sweep.csv") && one == room.read("of-5/sweep.csv"));
}

#[test]
fn settings_that_the_rules_do_not_allow_are_skipped_and_counted() {
    let room = Room::new();
    let printed = room.stdout("sweep scenarios/lightning-bolt.toml --vary choice.force=11..15");
    let told = "3 skipped; the first, Force 13: Force 13 is above twice Magic 6";
    assert!(printed.replace('\n', " ").contains(told), "{printed}");
    assert_eq!(room.csv("fizzle-out/lightning-bolt/sweep/sweep.csv").texts("choice.force"), ["11", "12"]);
    assert_eq!(room.json("fizzle-out/lightning-bolt/sweep/sweep.json")["skipped"], 3);
}

#[test]
fn the_grid_of_the_file_is_taken_if_there_is_no_other() {
    let room = Room::new();
    let printed = room.stdout("sweep scenarios/knight.toml --trials 1000");
    assert!(printed.contains("3 settings, "), "{printed}");
    let json: serde_json::Value =
        serde_json::from_str(&room.stdout("sweep scenarios/knight.toml --trials 1000 --format json"))
            .unwrap();
    assert_eq!(json["settings"][2]["setting"]["foe.0.count"], "3");
    assert_eq!(json["settings"][2]["engine"], "sampled");
    assert_eq!(
        room.stdout("sweep scenarios/knight.toml --trials 1000 --format csv"),
        room.read("fizzle-out/knight/sweep/sweep.csv")
    );
}

#[test]
fn a_sweep_and_a_run_leave_each_others_files_alone() {
    let room = Room::new();
    room.stdout("run scenarios/manabolt.toml --exact --charts none");
    room.stdout("sweep scenarios/manabolt.toml --vary choice.force=1..3 --charts none");
    room.stdout("run scenarios/manabolt.toml --exact --charts none");
    let files = room.files("fizzle-out/manabolt");
    for file in ["run/distributions.csv", "run/run.json", "sweep/sweep.csv", "sweep/sweep.json"] {
        assert!(files.contains_key(file), "{file} is gone");
    }
}

#[test]
fn a_grid_that_cannot_be_is_refused() {
    let room = Room::new();
    for (vary, said) in [
        ("choice.fource=1..3", "did you mean `choice.force`?"),
        ("choice.force=3..1", "the range `3..1` is empty"),
        ("choice.force", "write KEY=VALUES"),
        ("target.armor=0..2000000", "more than 1000000 values"),
        ("choice.force=20..30", "Force 20 is above twice Magic 6"),
    ] {
        let told = room.refused(&format!("sweep scenarios/lightning-bolt.toml --vary {vary}"));
        assert!(told.contains(said), "{told}");
    }
    let told = room.refused("sweep scenarios/manabolt.toml");
    assert!(told.contains("nothing is varied"), "{told}");
    assert!(!room.path("fizzle-out").exists(), "what is refused leaves nothing");
}

#[test]
fn two_keys_make_a_grid_of_what_is_asked() {
    let room = Room::new();
    let printed = room.stdout(
        "sweep scenarios/lightning-bolt.toml --vary choice.force=11..13 --vary choice.reagents=unset,2 \
         --stat 'p(damage >= 10)' --stat 'mean(damage)' --set target.armor=3 --charts none",
    );
    let title = room.read("scenarios/lightning-bolt.toml");
    let title =
        title.lines().find_map(|line| line.strip_prefix("title = ")).unwrap().trim_matches('"').to_owned();
    let finding = "Drops the ganger: 69.1 % (Force 11, no reagents), 22.9 % (Force 11, 2 drams of\nreagents), 71.1 % (Force 12, no reagents), ";
    assert!(printed.starts_with(finding), "{printed}");
    assert!(printed.contains(&format!("\n\n{title}\nchanged: ")), "{printed}");
    assert!(printed.contains("drops the ganger; Force down, drams of reagents across\n"), "{printed}");
    assert!(printed.contains("\n   11  69.1 %  22.9 %\n"), "{printed}");
    assert!(printed.contains("\n   13       –       –\n"), "{printed}");
    let table = room.csv("fizzle-out/lightning-bolt/sweep/sweep.csv");
    assert_eq!(table.columns[table.columns.len() - 3..], ["p(damage >= 10)", "mean(damage)", "engine"]);
    assert_eq!(table.texts("mean(damage)").len(), 4);
}

#[test]
fn every_label_has_its_probability_and_distributions_are_those_of_runs() {
    let room = Room::new();
    room.stdout(
        "sweep scenarios/lightning-bolt.toml --vary choice.force=6,8 --distributions --charts none --out s",
    );
    let (table, laws) = (room.csv("s/sweep.csv"), room.csv("s/distributions.csv"));
    for (row, force) in ["6", "8"].into_iter().enumerate() {
        room.stdout(&format!(
            "run scenarios/lightning-bolt.toml --exact --set choice.force={force} --charts none --out r --force"
        ));
        let run = room.csv("r/distributions.csv");
        let own = laws.rows.iter().filter(|cells| cells[0] == force).map(|cells| &cells[1..]);
        assert!(own.eq(run.rows.iter().map(|cells| &cells[..])), "{force}");
        let labels =
            ["none", "stun", "physical"].map(|label| table.numbers(&format!("drain_type.{label}"))[row]);
        assert!((labels.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{labels:?}");
    }
}

#[test]
fn charts_of_decisions_speak_in_players_words() {
    let room = Room::new();
    let bolt = "scenarios/lightning-bolt.toml";
    let goal = "--maximize 'mean(damage)' --subject-to 'p(damage >= 8) >= 0'";
    let commands = [
        (
            "advise",
            format!("{bolt} --vary choice.force=5,6 {goal} --frontier 'mean(damage), mean(drain)'"),
            "advise",
        ),
        ("advise", format!("{bolt} --vary choice.force=5,6 {goal} --out f"), "frontier"),
        ("advise", format!("{bolt} --vary choice.force=5,6 {goal} --for target.armor=5,6 --out m"), "map"),
        (
            "sweep",
            format!("{bolt} --vary choice.force=5,6 --stat 'mean(damage)' --stat 'p(damage >= 8)'"),
            "sweep",
        ),
        ("balance", format!("{bolt} --knob target.armor=5..7 --target 'mean(damage) = 4'"), "balance"),
        (
            "attribute",
            format!(
                "{bolt} --variant 'house: rules.mental_limit=false, choice.force=3' --stat 'mean(damage)'"
            ),
            "attribute",
        ),
    ];
    for (command, rest, chart) in commands {
        let printed = room.stdout(&format!("{command} {rest}"));
        let folder = match rest.split_once("--out ") {
            Some((_, out)) => out.to_owned(),
            None => format!("fizzle-out/lightning-bolt/{command}"),
        };
        let drawn = room.read(&format!("{folder}/{chart}.svg"));
        for text in [&printed, &drawn] {
            assert!(text.contains("boxes of damage"), "{command} {chart}: {text}");
            assert!(!text.contains("mean(") && !text.contains("p(damage"), "{command} {chart}: {text}");
        }
    }
}

#[test]
fn sampled_tries_nothing_exact_in_whole_or_in_parts() {
    let room = Room::new();
    let sweep = "sweep scenarios/lightning-bolt.toml --vary choice.force=4..7 --trials 20k --sampled";
    let printed = room.stdout(&format!("{sweep} --charts none --out whole"));
    assert!(printed.contains("4 settings, sampled\n"), "{printed}");
    for part in 1..=2 {
        room.stdout(&format!("{sweep} --part {part}/2 --out parts"));
    }
    room.stdout("merge parts/sweep-1-of-2.part parts/sweep-2-of-2.part --out merged");
    assert_eq!(room.read("merged/sweep.csv"), room.read("whole/sweep.csv"));
    let refused = room.refused("sweep scenarios/manabolt.toml --vary choice.force=4..7 --sampled --exact");
    assert!(refused.contains("'--sampled' cannot be used with '--exact'"), "{refused}");
}

#[test]
fn a_key_that_is_varied_need_not_be_written() {
    let room = Room::new();
    room.write("luck.rules", "key n in 1..10\ntotal = d6 + n\nreport total\n");
    let printed = room.stdout("sweep luck.rules --vary n=1..3 --charts none");
    assert!(printed.starts_with("Total, on average: 4.50 (n 1), 5.50 (2), 6.50 (3)."), "{printed}");
    let table = room.csv("fizzle-out/luck/sweep/sweep.csv");
    table
        .numbers("total.mean")
        .into_iter()
        .zip([4.5, 5.5, 6.5])
        .for_each(|(mean, known)| close(mean, known, 1e-12));
    // What nobody varies is missing.
    let said = "error: `n` is missing\n";
    room.fizzle("run luck.rules").assert().code(2).stderr(predicates::str::starts_with(said));
}

#[test]
fn what_no_setting_has_is_no_lack_of_a_difference() {
    let room = Room::new();
    room.write("luck.rules", "key n = 1 in 1..10\ntotal = d6 + n\nreport total\n");
    let printed =
        room.stdout("sweep luck.rules --vary n=1..3 --stat 'mean(total | total > 100)' --charts none");
    assert!(printed.starts_with("No setting gives the statistics a value.\n"), "{printed}");
}

#[test]
fn what_is_half_is_not_more_than_half() {
    let room = Room::new();
    room.write(
        "skill.rules",
        "key skill = 30 in 1..100 \"skill\"\nreport main win = d100 <= skill \"wins\"\n",
    );
    let told = |options: &str| {
        room.stdout(&format!("sweep skill.rules --charts none --force --vary skill={options}"))
            .replace('\n', " ")
    };
    // 50 of 100 add up to 0.5000000000000002.
    assert!(
        told("45..55").starts_with("Wins: ") && told("45..55").contains("; more than 50 % from skill 51 on.")
    );
    assert!(told("30..70:10").contains("; 50 % at skill 50."));
    // No sample of so few tells 50 % from 51 %.
    assert!(
        !told("45..55 --sampled --trials 1000").contains("50 %;")
            && !told("45..55 --sampled --trials 1000").contains("more than 50")
    );
}

#[test]
fn a_metric_that_a_question_asks_for_is_told_once() {
    let room = Room::new();
    let text = "labels result = 'hit' | 'miss'\nkey skill = 3 in 1..6\nresult = d6 <= skill ? 'hit' : 'miss'\n\
        report result\nquestion \"it hits\" = result == 'hit'\n";
    room.write("hit.rules", text);
    let told = room.stdout("sweep hit.rules --charts none --vary skill=2..4");
    assert!(told.contains("it hits") && told.contains("miss") && !told.contains("result: hit"), "{told}");
    assert!(room.read("fizzle-out/hit/sweep/sweep.csv").starts_with("skill,result.hit,"));
}
