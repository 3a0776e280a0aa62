//! `--variant`: what changes with other choices, side by side.

use serde_json::Value;

use crate::room::{FILES, Room, output, set_of};

#[test]
fn a_variant_by_name_is_the_same_as_written_out() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --charts none --trials 1e4";
    room.stdout(&format!("{run} --variant reagents --out named"));
    output(
        room.fizzle(&format!("{run} --out written"))
            .args(["--variant", "low-force: choice.force = 1, choice.reagents = 6"]),
    );
    room.stdout(&format!("{run} --set choice.force=1 --set choice.reagents=6 --out set"));
    let set = room.files("set");
    for file in ["distributions.csv", "joint.csv", "summary.csv", "questions.csv"] {
        let named = room.read(&format!("named/reagents/{file}"));
        assert_eq!(named, room.read(&format!("written/low-force/{file}")), "{file}");
        assert_eq!(named.trim_end(), set[file].trim_end(), "{file}");
        assert_ne!(named, room.read(&format!("named/{file}")), "{file}");
    }
    assert_eq!(room.json("named/reagents/run.json")["variant"], "reagents");
    assert_eq!(room.json("named/run.json")["variant"], Value::Null);
}

#[test]
fn variants_are_told_side_by_side() {
    let room = Room::new();
    let text = output(
        room.fizzle("run scenarios/lightning-bolt.toml --charts none --exact --set caster.mental_limit=30")
            .args(["--variant", "reagents", "--variant", "overcast", "--variant", "naked: target.armor=0"]),
    );
    let header = text.lines().find(|line| line.starts_with("chance")).unwrap();
    let columns: Vec<&str> = header.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(columns, ["chance", "base", "reagents", "overcast", "naked"]);
    let mean = text.lines().find(|line| line.starts_with("boxes of damage ")).unwrap();
    let cells: Vec<&str> = mean.split_whitespace().collect();
    assert_eq!(cells[3..6], ["3.71", "1.12", "7.60"]);
    assert!(text.contains("\nchanged: "), "{text}");
    let mut folder = set_of(&FILES);
    folder.extend(set_of(&["reagents", "overcast", "naked"]));
    assert_eq!(room.names("fizzle-out/lightning-bolt/run"), folder);
}

#[test]
fn the_simulations_of_all_variants_are_one_line() {
    let room = Room::new();
    let text = room.stdout("run scenarios/lightning-bolt.toml --charts none --trials 1e4 --variant overcast");
    assert!(text.contains("\n10,000 simulated trials of each agree: the largest of "), "{text}");
}

#[test]
fn a_variant_with_questions_of_its_own_is_answered_under_their_names() {
    let room = Room::new();
    let text = output(
        room.fizzle("run scenarios/manabolt.toml --charts none --exact")
            .args(["--variant", "sure: question.2.name=strikes, question.2.event=hit==1"]),
    );
    assert!(text.lines().any(|line| line.starts_with("strikes")), "{text}");
}

#[test]
fn the_file_itself_is_called_base_or_as_it_says() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    room.write("house.toml", format!("base = \"house\"\n{text}"));
    room.stdout("compare house.toml --charts none --out named");
    assert_eq!(room.csv("named/compare.csv").texts("scenario")[..2], ["house", "reagents"]);
    room.write("twice.toml", format!("base = \"reagents\"\n{text}"));
    assert!(room.refused("run twice.toml").contains("is already the name of the file itself"));
    room.write("odd.toml", format!("base = \"my house\"\n{text}"));
    assert!(room.refused("run odd.toml").contains("use letters, digits and hyphens"));
    let told = room.stdout("compare house.toml --charts none --set choice.force=3");
    assert!(!told.contains("base"), "{told}");
    let inline = room
        .fizzle("run scenarios/manabolt.toml")
        .args(["--variant", "base: choice.force=3"])
        .output()
        .unwrap();
    assert_eq!(inline.status.code(), Some(2));
}

#[test]
fn a_variant_may_have_a_changed_text_of_the_rules() {
    let room = Room::new();
    let text = room.stdout("new shadowrun1 firefight --rules");
    // Whoever is shot at by several is easier to hit.
    let changed =
        text.replace("f.penalty_now + recoil,", "f.penalty_now + recoil - clamp(foe.aimed_at - 1, 0, 2),");
    assert_ne!(text, changed);
    room.write("same.rules", text);
    room.write("crossfire.rules", changed);
    let run = "run scenarios/ambush.toml --charts none --trials 20k --set choice.max_turns=8";
    room.stdout(&format!(
        "{run} --variant 'same: rules=same.rules' --variant 'crossfire: rules=crossfire.rules'"
    ));
    let read = |name: &str| room.read(&format!("fizzle-out/ambush/run/{name}summary.csv"));
    assert_eq!(read(""), read("same/"), "the text of a game is the game");
    assert_ne!(read(""), read("crossfire/"));
    room.stdout(&format!("{run} --set rules=crossfire.rules --out set"));
    assert_eq!(room.read("set/summary.csv"), read("crossfire/"));
    // In a file that names the game as well.
    room.write("scenarios/crossfire.rules", room.read("crossfire.rules"));
    let file = room.read("scenarios/ambush.toml");
    room.write("scenarios/ambush.toml", format!("rules = \"crossfire.rules\"\n{file}"));
    room.stdout(&format!("{run} --out file --force"));
    assert_eq!(room.read("file/summary.csv"), read("crossfire/"));
    room.write("scenarios/ambush.toml", file);
    // In a file, beside it.
    let file = room.read("scenarios/ambush.toml");
    room.write(
        "scenarios/ours.toml",
        file + "\n[[variant]]\nname = \"ours\"\nset = { rules = \"mine.rules\" }\n",
    );
    room.write("scenarios/mine.rules", room.read("crossfire.rules"));
    let told = room
        .stdout("compare scenarios/ours.toml --variant ours --stat 'mean(turns)' --trials 2e4 --charts none");
    assert!(told.starts_with("Turns"), "{told}");
    let refused = room.refused(&format!("{run} --variant 'lost: rules=lost.rules'"));
    assert!(refused.contains("--variant:1:13") && refused.contains("lost.rules"), "{refused}");
    let refused = room.refused(&format!("{run} --variant 'same: rules=same.rules' --part 1/2"));
    assert!(refused.contains("a part carries the rules of the file alone"), "{refused}");
}

/// The numbers of labels, and whether a metric is an event or a number, are those of each text.
#[test]
fn labels_of_changed_rules_are_compared_by_name() {
    let room = Room::new();
    let text = |labels: &str, most: u32| {
        format!(
            "labels how = {labels}\nd = d6\nhow = d == 1 ? 'badly' : 'well'\nhit = d == 1 ? 0 : {most}\n\
             report how\nreport hit\n"
        )
    };
    room.write("base.rules", text("'badly' | 'well'", 1));
    room.write("other.rules", text("'never' | 'well' | 'badly'", 2));
    for command in ["run", "compare"] {
        let told = room.stdout(&format!(
            "{command} base.rules --exact --charts none --variant 'other: rules=other.rules'"
        ));
        let row = |name: &str| {
            let line = told.lines().find(|line| line.starts_with(name));
            line.unwrap_or_else(|| panic!("{command}: no {name} in {told}"))
                .split_whitespace()
                .collect::<Vec<_>>()
        };
        if command == "compare" {
            assert!(told.contains("no difference: how: badly 16.7 %; how: well 83.3 %\n"), "{told}");
        } else {
            assert_eq!(row("how: badly")[2..6], ["16.7", "%", "16.7", "%"], "{told}");
            assert_eq!(row("how: well")[2..6], ["83.3", "%", "83.3", "%"], "{told}");
        }
        let hit = row("hit");
        assert!(hit.contains(&"0.83") && hit.contains(&"1.67"), "{told}");
    }
}

#[test]
fn a_variant_takes_out_keys_that_its_rules_do_not_have() {
    let room = Room::new();
    room.write("base.rules", "key least = 5 in 2..6\nhits = 3d6.count(x, x >= least)\nreport hits");
    room.write("other.rules", "hits = 3d6.count(x, x == 6)\nreport hits");
    let file = |set: &str| {
        format!("rules = \"base.rules\"\nleast = 4\n[[variant]]\nname = \"other\"\nset = {{ {set} }}\n")
    };
    room.write("file.toml", file("rules = \"other.rules\""));
    let compare = "compare file.toml --exact --charts none --variant";
    let refused = room.refused(&format!("{compare} other"));
    let help = "; the variant may set it to another value, or to \"unset\"";
    assert!(refused.contains("in variant \"other\", unknown key `least`"), "{refused}");
    assert!(refused.split_whitespace().collect::<Vec<_>>().join(" ").contains(help), "{refused}");
    room.write("file.toml", file("rules = \"other.rules\", least = \"unset\""));
    let told = room.stdout(&format!("{compare} other"));
    assert!(told.starts_with("Hits, on average: 1.50 (base), 0.50 (other)."), "{told}");
    let told = room.stdout(&format!("{compare} 'same: rules=other.rules, least=unset'"));
    assert!(told.starts_with("Hits, on average: 1.50 (base), 0.50 (same)."), "{told}");
    // The last keys of a table are taken out with it.
    room.write("hero.rules", "key hero.hp = 3 in 1..9\nx = d6 + hero.hp\nreport x");
    room.write("nobody.rules", "x = d6\nreport x");
    room.write("hero.toml", "rules = \"hero.rules\"\n[hero]\nhp = 4\n");
    let told = room.stdout(
        "compare hero.toml --exact --charts none --variant 'nobody: rules=nobody.rules, hero.hp=unset'",
    );
    assert!(told.starts_with("X, on average: 7.50 (base), 3.50 (nobody)."), "{told}");
    // What the file does not have is no key of it.
    let refused = room.refused(&format!("{compare} 'mistyped: rules=other.rules, lest=unset'"));
    assert!(refused.contains("unknown key `lest`"), "{refused}");
}

#[test]
fn a_metric_with_labels_in_one_text_and_numbers_in_the_other_is_not_compared() {
    let room = Room::new();
    let labels = "labels how = 'badly' | 'well'\nd = d6\nhow = d == 1 ? 'badly' : 'well'\nreport d, how";
    room.write("base.rules", labels);
    room.write("other.rules", "d = d6\nhow = d\nreport d, how");
    let told = room.stdout("compare base.rules --exact --charts none --variant 'other: rules=other.rules'");
    assert!(told.contains("how is not compared: it has labels in base and numbers in other\n"), "{told}");
}

/// What its preset fills, and what nobody wrote, is not said; what is written over the preset is.
#[test]
fn a_fighter_more_is_said_in_few_words() {
    let room = Room::new();
    let told = room.stdout(
        "compare scenarios/ambush.toml --trials 100 --charts none --variant \
         'more: fighter.3.preset=ganger, fighter.3.side=second, fighter.3.body=6'",
    );
    let said = "\nmore: Body of ganger 4: 6, preset of fighter 4: ganger, side of ganger 4: second\n";
    assert!(told.contains(said) && !told.contains("\nbase:"), "{told}");
}

#[test]
fn presets_are_put_on_top_of_each_other() {
    let room = Room::new();
    let fight = |preset: &str| {
        let fighter =
            |side: &str, preset: &str| format!("[[fighter]]\nside = \"{side}\"\npreset = \"{preset}\"\n");
        let sides = fighter("first", "samurai") + &fighter("second", preset);
        room.write("fight.toml", format!("system = \"shadowrun1\"\nprocedure = \"firefight\"\n{sides}"));
        "run fight.toml --charts none --trials 1000 --format json"
    };
    let metrics = |preset: &str| {
        let results: Value = serde_json::from_str(&room.stdout(fight(preset))).unwrap();
        results["results"][0]["metrics"].as_array().unwrap().clone()
    };
    let (guard, armed) = (metrics("guard"), metrics("guard + shotgun + no-armor"));
    assert_ne!(guard, armed);
    let warned = room.fizzle(fight("no-armor + guard")).output().unwrap();
    let results: Value = serde_json::from_slice(&warned.stdout).unwrap();
    assert_eq!(guard, *results["results"][0]["metrics"].as_array().unwrap());
    let warned = String::from_utf8(warned.stderr).unwrap();
    assert!(warned.contains("the preset \"guard\" fills over \"no-armor\" here"), "{warned}");
    assert!(warned.contains("write \"guard + no-armor\": the last one wins"), "{warned}");
    let refused = room.refused(fight("guard + shotgn"));
    assert!(
        refused.contains("there is no preset \"shotgn\"") && refused.contains("\"shotgun\"?"),
        "{refused}"
    );
}

#[test]
fn another_preset_stands_for_all_that_it_fills() {
    let room = Room::new();
    let fighter = |name: &str, side: &str, preset: &str| {
        format!("[[fighter]]\nname = \"{name}\"\nside = \"{side}\"\npreset = \"{preset}\"\n")
    };
    let people = fighter("Ann", "first", "samurai") + &fighter("Bob", "second", "ganger");
    room.write("two.toml", format!("system = \"shadowrun1\"\nprocedure = \"firefight\"\n{people}"));
    let lines = |variant: &str| {
        let run =
            room.fizzle("run two.toml --charts none --trials 100").args(["--variant", variant]).output();
        let text = String::from_utf8(run.unwrap().stdout).unwrap();
        text.lines().skip(1).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        lines("other: fighter.0.preset = mage"),
        "base: preset of Ann: street samurai other: preset of Ann: mage"
    );
    // What is written beside it is told.
    assert_eq!(
        lines("other: fighter.0.preset = guard, fighter.0.armor = 3"),
        "base: armor of Ann: 4, preset of Ann: street samurai other: armor of Ann: 3, preset of Ann: guard"
    );
}

#[test]
fn a_value_that_a_preset_had_set_otherwise_is_a_change() {
    let room = Room::new();
    let attack = "system = \"shadowrun1\"\nprocedure = \"attack\"\nattacker.skill = 6\n\
                  weapon = { power = 5, level = \"M\", staging = 3 }\ntarget.body = 4\n\
                  choice.target_number = 4\nrules.preset = \"book\"\n";
    room.write("attack.toml", attack);
    let told = room.stdout("compare attack.toml --variant 'six: rules.six_plus=true' --exact --charts none");
    assert!(!told.contains("no change") && told.contains("six: "), "{told}");
}
