//! What fizzle knows, and tells of itself: systems, templates, schema, version.

use fizzle::systems::SYSTEMS;
use serde_json::Value;

use crate::common;
use crate::room::{Room, output};

#[test]
fn list_names_the_systems() {
    let room = Room::new();
    insta::assert_snapshot!(room.stdout("list"), @r"
    shadowrun5: Shadowrun 5: combat spells
        direct          a direct combat spell against one target: 12 steps, 13 with
                        reagents
        indirect        an indirect combat spell at a single target: 19 steps, 20
                        with reagents
        indirect-area   an indirect area spell as one target in it meets it: 21
                        steps, 22 with reagents
        casts           cast after cast at one or several opponents, until somebody
                        is down
    ninth-age: The 9th Age: casting and dispelling
        cast            one attempt at one spell: casting, dispelling, fizzle,
                        miscast
        phase           a magic phase of several spells: what to try, and what to
                        dispel
    shadowrun1: Shadowrun 1: house rules of 1992, and the book's
        attack          all attacks of one action at one target: dodge, resistance,
                        the damage track
        spell           one spell at one target, and its drain
        casts           the same spell again and again, until the caster or the
                        target is down
        initiative      the actions of a turn, wired or not
        firefight       two sides shoot and cast at each other until one is out:
                        initiative, pools and wounds together
    ars-magica: Ars Magica 4: the combat round
        exchange        one round of hand-to-hand fighting: a hero against one or
                        several foes
        melee           rounds until a fight is decided: who is left standing, and
                        when
        battle          several against several: missiles, blows and fatigue, until
                        a side is out
        missile         one shot or throw: first and second missiles
        cast-order      who casts before whom; there are no dice

    `fizzle list SYSTEM` shows its keys, switches and presets.

    rule texts: `fizzle new NAME > NAME.rules` writes one to run and change
        ability-scores  Ability scores: 4d6, drop the lowest, six times
        blades          Blades in the Dark: an action roll
        casting         The 9th Age: casting a spell
        duel            D&D: a duel to its end
        genesys         Genesys: a check
        indirect-spell  Shadowrun 5: an indirect combat spell
        knights         Ars Magica: a duel of knights
        last-stand      D&D: a duel with two potions
        pig             Pig: one turn
        pig-two         Pig: two players
        risk            Risk: a battle to its end
        storyteller     World of Darkness: a dice pool
        two-shots       Shadowrun 1: two shots
        warhammer       Warhammer: hit, wound, save
    ");
}

#[test]
fn list_finds_games_by_a_part_of_their_titles() {
    let room = Room::new();
    insta::assert_snapshot!(room.stdout("list dnd"), @r"
    rule texts: `fizzle new NAME > NAME.rules` writes one to run and change
        duel            D&D: a duel to its end
        last-stand      D&D: a duel with two potions
    ");
    for name in ["D&D", "dnd5", "D&D 5e"] {
        assert_eq!(output(room.fizzle("list").arg(name)), room.stdout("list dnd"), "{name}");
    }
    assert!(room.refused("list warhamer").contains("did you mean warhammer?"));
    assert!(room.refused("list chess").contains("there are: shadowrun5, "));
    assert!(room.refused("new dnd").contains("`fizzle list dnd` names those"));
    let preset = r#""fireball" is no procedure but a preset of indirect-area: spell.preset = "fireball""#;
    assert!(room.refused("new shadowrun5 fireball").contains(preset));
    let both = room.stdout("list 9th");
    assert!(
        both.starts_with("ninth-age: ") && both.ends_with("casting         The 9th Age: casting a spell\n")
    );
    assert_eq!(room.stdout("new duel"), include_str!("../../scenarios/rules/duel.rules"));
}

#[test]
fn new_prints_the_rules_of_a_game_that_is_a_text() {
    let room = Room::new();
    for (game, text) in [
        ("shadowrun1 firefight", include_str!("../../games/shadowrun1.rules")),
        ("shadowrun5", include_str!("../../games/shadowrun5.rules")),
        ("ars-magica battle", include_str!("../../games/ars-magica.rules")),
    ] {
        assert_eq!(room.stdout(&format!("new {game} --rules")), text, "{game}");
    }
    let refused = room.refused("new ninth-age --rules");
    assert!(refused.contains("those of shadowrun5 direct, shadowrun5 indirect, "), "{refused}");
}

#[test]
fn list_of_a_system_has_every_procedure_key_switch_preset_and_metric() {
    let room = Room::new();
    for system in SYSTEMS.iter() {
        let text = room.stdout(&format!("list {}", system.name));
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let text = on_one_line(&text);
        let has = |name: &str| assert!(text.contains(name), "{name} is not in {text}");
        for row in &system.procedures {
            has(&row.name);
            has(&row.help);
            for key in &row.keys {
                has(key.name());
                // A help that says no more than the label is left out.
                assert!(text.contains(&*key.help) || text.contains(&key.label_of_any()), "{}", key.path);
            }
            for metric in row.example(&system.presets).ready.procedure.metrics() {
                has(&metric.name);
            }
        }
        for preset in &system.presets {
            has(&preset.name);
        }
    }
    let text = room.stdout("list shadowrun5");
    for reading in ["\"minus-hits\"", "\"reaction+intuition\"", "default true", "default 20"] {
        assert!(text.contains(reading), "{reading}");
    }
}

/// Without the breaks of lines, and one blank between words.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn list_says_nothing_twice() {
    let room = Room::new();
    let text = on_one_line(&room.stdout("list shadowrun1"));
    for line in ["boxes boxes of wounds state", "wound worst wound (none, L, M, S, D)"] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(on_one_line(&room.stdout("list ars-magica")).contains("size Size of group (optional"));
}

#[test]
fn list_tells_metrics_of_the_example_and_those_that_a_key_adds() {
    let room = Room::new();
    let text = on_one_line(&room.stdout("list ninth-age"));
    for line in [
        "cast_fireball times Fireball is cast: times this spell is cast (of the example; here fireball)",
        "caster_wounded wounds the caster loses to a miscast, if caster.wounds is given",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
}

#[test]
fn list_shows_what_few_presets_make_of_a_switch() {
    let room = Room::new();
    let text = on_one_line(&room.stdout("list shadowrun1"));
    let lines = [
        "six_plus extra successes from sixes: true: every 6 over the target number is a success more; false: it is not (default true; book: false)",
        "spell_defense_rounding rounding of spell defense: how those dice are rounded (default \"down\")",
        "damage_track how wounds are marked (default \"single\"; book: \"book\")",
        "also writes: track.csv, track.svg",
        "also writes: track.csv, caster-track.csv, track.svg, caster-track.svg",
    ];
    for line in lines {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    // The spells of a book are many, and each has a line of its own.
    assert!(!room.stdout("list shadowrun5").contains("manabolt:"));
}

#[test]
fn an_order_without_dice_writes_its_table_and_nothing_else() {
    let room = Room::new();
    let text = room.stdout("new ars-magica cast-order")
        + "[[caster]]\nname = \"Quintus\"\nkind = \"formulaic\"\nquickness = 3\nfinesse = 2\n";
    room.write("order.toml", &text);
    let printed = room.stdout("run order.toml");
    insta::assert_snapshot!(printed, @r"
    Who casts before whom; there are no dice
    3 casters

    position  name     kind         total
    1         Flavia   spontaneous  0
    2         Marcus   formulaic    5
    2         Quintus  formulaic    5

    files: fizzle-out/order/run
    ");
    let files = room.files("fizzle-out/order/run");
    assert_eq!(files.keys().collect::<Vec<_>>(), ["order.csv", "run.json"]);
    let rows =
        "position,name,kind,total\n1,Flavia,spontaneous,0\n2,Marcus,formulaic,5\n2,Quintus,formulaic,5\n";
    assert_eq!(room.read("fizzle-out/order/run/order.csv"), rows);
    assert_eq!(room.stdout("run order.toml --format csv"), rows);
    let json: Value = serde_json::from_str(&room.stdout("run order.toml --format json")).unwrap();
    assert_eq!(json["results"][0]["tables"]["order.csv"][2]["name"], "Quintus");
    assert!(printed.starts_with(&room.stdout("explain order.toml")));
    let several = room.stdout("run order.toml --variant slow:caster.0.encumbrance=-9");
    assert!(several.contains("(slow)\n3 casters\n"), "{several}");
}

#[test]
fn what_new_writes_runs_as_it_is() {
    let room = Room::new();
    for system in SYSTEMS.iter() {
        for row in &system.procedures {
            let text = room.stdout(&format!("new {} {}", system.name, row.name));
            let file = format!("{}.toml", row.name);
            room.write(&file, &text);
            room.stdout(&format!("run {file} --charts none {}", common::quickly(&row.name)));
            room.stdout(&format!("explain {file}"));
            let mark = room.json(&format!("fizzle-out/{}/run/run.json", row.name));
            assert_eq!(mark["procedure"], *row.name);
            assert_eq!(mark["questions"].as_array().unwrap().is_empty(), row.questions.is_empty());
            let all = room.stdout(&format!("new {} {} --all", system.name, row.name));
            for key in &row.keys {
                let line = format!("{} = ", key.name());
                assert!(all.contains(&line), "{} is not in {all}", key.path);
                let is_begun = row.start.iter().any(|(path, _)| key.matches(path));
                assert!(
                    is_begun || !text.contains(&format!("# {line}")),
                    "{} has a default: {text}",
                    key.path
                );
            }
            assert!(text.lines().count() < 60 && text.len() <= all.len(), "{text}");
        }
        let first = room.stdout(&format!("new {}", system.name));
        assert_eq!(first, room.stdout(&format!("new {} {}", system.name, system.procedures[0].name)));
    }
}

#[test]
fn the_questions_that_new_writes_are_open() {
    for (system, row, text) in common::templates() {
        let scenario = common::parse(&text, &[]);
        if scenario.is_deterministic() {
            continue;
        }
        assert!(!scenario.questions.is_empty(), "{} {}", system.name, row.name);
        for answer in common::odds_of_template(&row.name, &scenario).answers {
            let p = answer.probability;
            assert!(p > 0.01 && p < 0.99, "{} {}: {} is {p}", system.name, row.name, answer.name);
        }
    }
}

/// The tables at the end of a template are comments; without their marks they are in order.
#[test]
fn the_tables_that_new_writes_as_comments_are_valid() {
    let room = Room::new();
    for (system, row, text) in common::templates() {
        let (start, tables) = text.split_at(text.find("\n#   the settings that").unwrap());
        let bare = |line: &str| match line.strip_prefix("# ") {
            Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
            _ => format!("{line}\n"),
        };
        let text = format!("{start}{}", tables.lines().map(bare).collect::<String>());
        let deterministic = common::parse(&text, &[]).is_deterministic();
        let mut wanted = vec!["[vary]", "[[variant]]"];
        let (varied, _) = text.split_once("[vary]\n\"").unwrap().1.split_once('"').unwrap();
        // What is recommended are choices.
        let is_choice = row.keys.iter().any(|key| key.matches(varied) && key.is_choice());
        if !deterministic {
            wanted.push("[[expect]]");
        }
        if is_choice && !deterministic {
            wanted.push("[advise]");
        }
        for table in wanted {
            assert!(text.contains(&format!("\n{table}\n")), "{} {}: {table}", system.name, row.name);
        }
        let file = format!("{}-{}.toml", system.name, row.name);
        room.write(&file, &text);
        if !deterministic {
            let quickly = common::quickly(&row.name);
            room.stdout(&format!("test {file} {quickly}"));
            room.stdout(&format!("compare {file} {quickly} --charts none"));
            room.stdout(&format!("sweep {file} {quickly} --charts none"));
            match is_choice {
                true => drop(room.stdout(&format!("advise {file} {quickly} --charts none"))),
                false => assert!(!text.contains("[advise]"), "{} {}", system.name, row.name),
            }
        }
    }
}

#[test]
fn help_and_version_are_results() {
    let room = Room::new();
    assert_eq!(room.stdout("--version"), format!("fizzle {}\n", env!("CARGO_PKG_VERSION")));
    for command in ["run", "explain", "new", "list", "schema", "completions"] {
        assert!(room.stdout("--help").contains(command));
        assert!(room.stdout(&format!("{command} --help")).contains("Usage: fizzle"));
    }
    let help = room.stdout("run --help");
    for option in [
        "--exact",
        "--trials",
        "--until",
        "--seed",
        "--threads",
        "--set",
        "--variant",
        "--joint",
        "--out",
        "--force",
        "--format",
        "--charts",
        "--quiet",
        "--color",
    ] {
        assert!(help.contains(option), "{option}");
    }
}

#[test]
fn new_writes_any_title() {
    let room = Room::new();
    for (title, line) in [
        ("Über", "title = \"Über\""),
        ("ßtark", "title = \"SStark\""),
        ("é \u{1b}]0;pwned\u{7}", "title = \"É  ]0;pwned \""),
        ("back\\slash", "title = \"Back\\\\slash\""),
        ("日本 \u{202e}\u{200b}", "title = \"日本   \""),
    ] {
        room.write("x.rules", format!("title \"{title}\"\nreport sum = 2d6\n"));
        let written = room.stdout("new x.rules");
        assert!(written.lines().any(|other| other == line), "{title}: {written}");
        room.write("x.toml", written);
        room.stdout("run x.toml --exact --charts none");
    }
}
