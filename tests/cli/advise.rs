//! What to choose.

use serde_json::Value;

use crate::room::{Room, close};

const BOLT: &str = "advise scenarios/lightning-bolt.toml --charts none";
const GRID: &str = "--vary choice.force=1..12 --vary choice.reagents=unset,1..8";
const SAFE: &str = "--maximize mean(damage) --subject-to \"p(drain_type == 'physical') <= 0.01\"";

#[test]
fn the_best_choice_stands_first_and_is_told_in_a_sentence() {
    let room = Room::new();
    let printed = room.stdout(&format!("{BOLT} {GRID} {SAFE}"));
    let sentence = "Choose Force 12, 6 drams of reagents: 9.41 boxes of damage on average. \
                    Physical drain never happens (limit: at most 1 %). Side effect: ";
    assert!(printed.replace('\n', " ").starts_with(sentence), "{printed}");
    assert!(printed.contains("\n108 choices, 88 that meet the conditions, exact\n"), "{printed}");
    let table = room.csv("fizzle-out/lightning-bolt/advise/advise.csv");
    assert_eq!((table.texts("choice.force")[0], table.texts("choice.reagents")[0]), ("12", "6"));
    assert_eq!(table.numbers("rank"), (1..=108).map(f64::from).collect::<Vec<_>>());
    let header = room.read("fizzle-out/lightning-bolt/advise/advise.csv");
    let columns = "rank,choice.force,choice.reagents,objective,loss,p(drain_type == 'physical') <= 0.01,feasible,frontier";
    assert_eq!(header.lines().next().unwrap(), columns);
    let objective = table.numbers("objective");
    for (place, loss) in table.texts("loss").into_iter().enumerate() {
        match table.texts("feasible")[place] {
            "true" => close(objective[0] - objective[place], loss.parse().unwrap(), 1e-12),
            _ => assert_eq!(loss, ""),
        }
    }
}

#[test]
fn with_a_cost_the_ladder_is_shown_and_a_worth_picks_from_it() {
    let room = Room::new();
    let with_cost = format!("{BOLT} {GRID} {SAFE} --cost '20 * choice.reagents'");
    let printed = room.stdout(&with_cost);
    assert!(!printed.contains("Choose"), "{printed}");
    assert!(printed.starts_with("There is no single best choice"), "{printed}");
    assert!(printed.contains("never worth it"), "{printed}");
    let prices = room.csv("fizzle-out/lightning-bolt/advise/prices.csv");
    let (objective, cost) = (prices.numbers("objective"), prices.numbers("cost"));
    assert!(objective.is_sorted() && cost.is_sorted() && cost.len() > 3);
    assert_eq!((prices.texts("price")[0], prices.texts("best_from")[0]), ("", "0"));
    for step in 1..cost.len() {
        let number = |column| prices.texts(column)[step].parse::<f64>().unwrap();
        close(number("gain"), objective[step] - objective[step - 1], 1e-12);
        close(number("extra_cost"), cost[step] - cost[step - 1], 1e-12);
        close(number("price"), number("extra_cost") / number("gain"), 1e-9);
    }
    // Between the last two prices the last dram does not pay.
    let last: f64 = prices.texts("best_from").last().unwrap().parse().unwrap();
    for (worth, drams) in [(last - 1.0, "5 drams"), (last + 1.0, "6 drams")] {
        let printed = room.stdout(&format!("{with_cost} --worth {worth}"));
        assert!(printed.contains(&format!("Choose Force 12, {drams} of reagents")), "{printed}");
        let table = room.csv("fizzle-out/lightning-bolt/advise/advise.csv");
        assert_eq!(table.numbers("rank")[0], 1.0);
        assert_eq!(table.texts("choice.reagents")[0], &drams[..1]);
    }
}

#[test]
fn where_all_choices_are_equal_none_is_recommended() {
    let room = Room::new();
    let vary = "--vary choice.force=1..2";
    let printed = room.stdout(&format!("{BOLT} {vary} --maximize 'p(damage >= 20)'"));
    assert!(printed.contains("Both choices give the same, "), "{printed}");
    assert!(
        printed.replace('\n', " ").contains("neither is better") && !printed.contains("Choose"),
        "{printed}"
    );
    let cost = "--cost '20 * choice.reagents' --worth 10";
    let vary = "--vary choice.reagents=unset,7,8 --set choice.force=1";
    let printed = room.stdout(&format!("{BOLT} {vary} --maximize 'p(damage >= 20)' {cost} --out worth"));
    assert!(printed.contains("Choose no reagents"), "{printed}");
    let printed = room
        .stdout(&format!("{BOLT} --vary choice.force=1..3 --minimize 'p(\"physical drain\")' --out drain"));
    assert!(
        printed.replace('\n', " ").contains("All 3 choices give the same, “physical drain” "),
        "{printed}"
    );
}

#[test]
fn choices_that_are_as_good_are_named_and_what_has_no_value_is_told() {
    let room = Room::new();
    let spells = "--set target.willpower=3 --vary spell.preset=lightning-bolt,manabolt,stunbolt";
    let printed =
        room.stdout(&format!("{BOLT} {spells} --for target.armor=12,16 --maximize mean(damage) --out map"));
    assert!(printed.contains("Manabolt or Stunbolt"), "{printed}");
    let row = printed.lines().find(|line| line.trim_start().starts_with("16 ")).unwrap();
    assert!(row.contains("Manabolt") && row.contains("Stunbolt"), "{printed}");
    let map = room.csv("map/map.csv");
    assert_eq!(map.texts("equally_good"), ["", "spell.preset=stunbolt"]);
    let cheap = "--minimize mean(drain) --cost '20 * choice.reagents'";
    let printed =
        room.stdout(&format!("{BOLT} --vary choice.force=1..6 {cheap} --out cheap")).replace('\n', " ");
    assert!(printed.contains("Equally good: Force 2; Force 3; Force 4; Force 5."), "{printed}");
    let ratio = "--maximize \"p(damage >= 5) / p(drain_type == 'physical')\"";
    let printed = room.stdout(&format!("{BOLT} --vary choice.force=1..12 {ratio} --out ratio"));
    assert!(
        printed.replace('\n', " ").contains("6 choices are left out: what decides has no value there."),
        "{printed}"
    );
}

#[test]
fn ties_are_led_by_what_they_cost_and_not_by_the_order_of_a_list() {
    let room = Room::new();
    let drone = |spells: &str, more: &str| {
        let advise = "advise scenarios/drone.toml --charts none --maximize mean(damage)";
        room.stdout(&format!("{advise} --vary spell.preset={spells} {more} --out tie --force"))
            .replace('\n', " ")
    };
    // Punch has the code F−6 and the others F−3, and all strike alike.
    for spells in ["lightning-bolt,acid-stream,punch,shatter", "shatter,punch,acid-stream,lightning-bolt"] {
        let printed = drone(spells, "");
        assert!(printed.contains("Choose Punch: "), "{printed}");
        assert!(
            printed.contains(" boxes of drain on average. This rests on a reading: the caster has to touch "),
            "{printed}"
        );
        assert!(printed.contains("Equally good, but with more side effects: "), "{printed}");
    }
    let printed = drone("clout,lightning-bolt,shatter", "");
    assert!(printed.contains("Stay with Lightning Bolt: "), "{printed}");
    assert!(
        printed.contains("Equally good, if a stun spell does physical damage to what is not alive: Clout."),
        "{printed}"
    );
    // The spell of the scenario stays if no other is better in anything.
    let printed = drone("acid-stream,flamethrower,lightning-bolt,shatter", "");
    assert!(printed.contains("Stay with Lightning Bolt: "), "{printed}");
    assert!(printed.contains("Equally good: Acid Stream; Flamethrower."), "{printed}");
    let printed = drone("acid-stream,flamethrower", "--vary choice.force=5,6");
    assert!(
        printed.contains("Choose any of these: Acid Stream, Force 6; Flamethrower, Force 6: "),
        "{printed}"
    );
    assert!(!printed.contains("reading"), "{printed}");
    // Second chance does as much as none here for less drain: that decides, also where drain is an axis.
    for more in ["", "--frontier 'mean(damage), mean(drain)'"] {
        let vary = "--vary choice.force=5,6 --vary choice.drain_edge=unset,second-chance --set caster.edge=3";
        let printed = drone("lightning-bolt", &format!("{vary} {more}"));
        assert!(printed.contains("Force 6, Edge on the drain roll: second chance: "), "{printed}");
        assert!(printed.contains("Equally good, but with more side effects: "), "{printed}");
    }
    // What is asked for is no side effect.
    let printed = drone("clout,lightning-bolt", "--subject-to 'mean(drain) <= 9'");
    assert!(!printed.contains("Side effect"), "{printed}");
}

#[test]
fn what_no_sample_has_seen_is_not_called_never() {
    let room = Room::new();
    let printed = room.stdout(
        "advise scenarios/burst.toml --charts none --set attacker.skill=21 --set choice.split=[3,3,3,3,3,3,3] \
         --vary attacker.pool_dice=0,3 --maximize 'p(successes >= 99 && state != \"ok\")' --trials 1000",
    );
    assert!(printed.contains("< 0.4 %") && !printed.contains("never"), "{printed}");
}

#[test]
fn objectives_with_names_in_them_are_quoted_once() {
    let room = Room::new();
    let wish = "--maximize 'p(\"drops the ganger\") - 2 * p(\"physical drain\")'";
    let printed = room.stdout(&format!("{BOLT} --vary choice.force=4..8 {wish}")).replace('\n', " ");
    let quoted = "“chance of ‘drops the ganger’ − 2 × chance of ‘physical drain’”";
    assert!(printed.contains(quoted), "{printed}");
}

#[test]
fn what_no_player_decides_is_a_situation_and_never_recommended() {
    let room = Room::new();
    let told = room.refused("advise scenarios/knight.toml --maximize 'p(\"the knight wins\")'");
    assert!(
        told.contains(
            "foe.0.count is not a choice of the player, and `fizzle advise` recommends only choices."
        ),
        "{told}"
    );
    assert!(told.contains("`fizzle sweep`") && told.contains("choice.advantage"), "{told}");
    let printed = room.stdout(
        "advise scenarios/lightning-bolt.toml --charts none --vary choice.force=4..8 \
         --vary target.armor=6,12 --maximize 'p(\"drops the ganger\") - p(\"physical drain\")'",
    );
    let map = room.csv("fizzle-out/lightning-bolt/advise/map.csv");
    assert_eq!(map.texts("target.armor"), ["6", "12"]);
    assert!(printed.contains("in every situation") || printed.contains("it changes"), "{printed}");
    let told = room.refused(&format!(
        "{BOLT} --vary choice.reagents=unset,3 --for target.armor=6,12 --maximize mean(damage) \
         --cost '20 * choice.reagents'"
    ));
    assert!(told.contains("--worth N"), "{told}");
}

#[test]
fn a_table_in_the_file_says_what_is_good_and_options_win_over_it() {
    let room = Room::new();
    let bolt = room.read("scenarios/lightning-bolt.toml");
    let table = "\n[advise]\nmaximize = \"mean(damage)\"\n\
                 subject_to = [\"p('physical drain') <= 0.01\", \"mean(drain) <= 1\"]\n";
    let bolt = bolt.split("\n[advise]").next().unwrap().to_owned();
    room.write("wish.toml", format!("{bolt}{table}"));
    let advice = |options: &str| {
        let out = format!("out-{}", options.len());
        room.stdout(&format!("advise wish.toml --charts none --out {out} {options}"));
        room.json(&format!("{out}/advise.json"))
    };
    let own = advice("");
    assert_eq!(own["maximize"], "mean(damage)");
    assert_eq!(own["subject_to"].as_array().unwrap().len(), 2);
    let more = advice("--subject-to 'mean(damage) >= 3'");
    assert_eq!((&more["maximize"], &more["subject_to"][0]), (&own["maximize"], &"mean(damage) >= 3".into()));
    // An objective on the command line is a goal of its own, without the conditions of the file.
    let alone = advice("--maximize mean(drain)");
    assert_eq!((&alone["maximize"], &alone["subject_to"]), (&"mean(drain)".into(), &serde_json::json!([])));
    let other = advice("--minimize mean(drain) --subject-to 'mean(damage) >= 3'");
    assert_eq!((&other["minimize"], &other["maximize"]), (&"mean(drain)".into(), &Value::Null));
    assert_eq!(other["subject_to"], serde_json::json!(["mean(damage) >= 3"]));
    let unset = advice("--set advise.subject_to=unset");
    assert_eq!(unset["subject_to"], serde_json::json!([]));
    for (wrong, said) in [
        ("maximize = \"mean(damge)\"", "did you mean `damage`?"),
        ("maximize = \"p('dies')\"", "there is no question \"dies\""),
        ("maximize = \"mean(damage)\"\nminimize = \"mean(drain)\"", "there are two objectives"),
        ("maximize = \"mean(damage)\"\nsubject_to = \"mean(drain) <= 1\"", "a list of texts in quotes"),
        ("maximize = \"mean(damage)\"\nworth = 3", "a worth needs a cost"),
        (
            "maximize = \"mean(damage)\"\ncost = \"choice.force\"\nworth = 0",
            "a worth has to be a number above 0",
        ),
        ("maximize = \"mean(damage)\"\nfrontier = \"mean(drain)\"", "a frontier needs two statistics"),
        ("maximise = \"mean(damage)\"", "did you mean `advise.maximize`?"),
    ] {
        room.write("wrong.toml", format!("{bolt}\n[advise]\n{wrong}\n"));
        let told = room.refused("run wrong.toml --trials 1k --charts none");
        assert!(told.contains(said) && told.contains("wrong.toml:"), "{told}");
    }
}

#[test]
fn an_objective_is_what_a_run_of_its_own_gives() {
    let room = Room::new();
    room.stdout(&format!("{BOLT} --vary choice.force=4,8 --maximize mean(damage)"));
    let table = room.csv("fizzle-out/lightning-bolt/advise/advise.csv");
    assert!(table.texts("frontier").iter().all(|frontier| frontier.is_empty()), "nothing is weighed");
    for (force, objective) in table.texts("choice.force").into_iter().zip(table.numbers("objective")) {
        room.stdout(&format!(
            "run scenarios/lightning-bolt.toml --exact --set choice.force={force} --charts none --out {force}"
        ));
        let summary = room.csv(&format!("{force}/summary.csv"));
        let row = summary.texts("metric").iter().position(|metric| *metric == "damage").unwrap();
        close(summary.numbers("mean")[row], objective, 1e-12);
    }
}

#[test]
fn equals_but_for_rounding_are_told_apart_by_nothing() {
    let room = Room::new();
    let printed = room.stdout(
        "advise scenarios/lightning-bolt.toml --charts none --vary choice.reagents=1..8 \
         --maximize '-1000000 * mean(drain)' --for choice.force=1..12",
    );
    assert!(printed.contains("In every situation all choices give the same"), "{printed}");
    room.stdout(&format!("{BOLT} {GRID} --maximize mean(damage) --cost mean(drain) --out cost"));
    let prices = room.csv("cost/prices.csv");
    assert_eq!((prices.texts("choice.force")[0], prices.texts("choice.reagents")[0]), ("5", "7"));
    let corners = prices.texts("best_from").into_iter().filter_map(|from| from.parse::<f64>().ok());
    assert!(corners.collect::<Vec<_>>().windows(2).all(|pair| pair[1] > pair[0] + 1e-6));
}

#[test]
fn the_frontier_of_two_statistics_is_written() {
    let room = Room::new();
    let printed = room.stdout(&format!(
        "{BOLT} {GRID} --maximize mean(damage) --frontier 'quantile(damage, 0.95), mean(drain)'"
    ));
    let listed = printed.split("\nefficient choices: ").nth(1).unwrap();
    assert!(listed.contains("boxes of drain"), "{printed}");
    let frontier = room.csv("fizzle-out/lightning-bolt/advise/frontier.csv");
    let (gain, pain) = (frontier.numbers("quantile(damage, 0.95)"), frontier.numbers("mean(drain)"));
    let efficient = frontier.texts("efficient");
    let mut best = f64::MIN;
    for place in 0..gain.len() {
        if efficient[place] == "true" {
            assert!(gain[place] >= best, "more pain has to gain more");
            best = gain[place];
        }
    }
    assert!(pain.is_sorted() && efficient.iter().filter(|one| **one == "true").count() > 3);
    assert_eq!(best, gain.iter().copied().fold(f64::MIN, f64::max));
}

#[test]
fn a_map_has_the_best_choice_of_every_situation() {
    let room = Room::new();
    let printed = room.stdout(
        "advise scenarios/lightning-bolt.toml --charts none --set target.willpower=4 \
         --vary spell.preset=lightning-bolt,manabolt --maximize mean(damage) --for target.armor=0..20:4",
    );
    let map = room.csv("fizzle-out/lightning-bolt/advise/map.csv");
    assert_eq!(map.texts("target.armor"), ["0", "4", "8", "12", "16", "20"]);
    let choices = map.texts("spell.preset");
    assert_eq!((choices[0], choices[5]), ("lightning-bolt", "manabolt"));
    let flip = map.texts("flips").iter().position(|flips| *flips == "true").unwrap();
    assert!(choices[flip] == "manabolt" && choices[flip - 1] == "lightning-bolt");
    let told = format!("it changes: at target's armor {} Manabolt.", map.texts("target.armor")[flip]);
    assert!(printed.replace('\n', " ").contains(&told), "{printed}");
    let all = room.csv("fizzle-out/lightning-bolt/advise/advise.csv");
    assert_eq!(all.texts("rank"), ["1", "2"].repeat(6));
}

#[test]
fn conditions_that_no_setting_meets_are_said_plainly() {
    let room = Room::new();
    let printed = room.stdout(&format!(
        "{BOLT} --vary choice.force=4..6 --maximize mean(damage) --subject-to 'mean(damage) >= 20'"
    ));
    assert!(printed.contains("No choice meets the conditions. The nearest is Force "), "{printed}");
    let table = room.csv("fizzle-out/lightning-bolt/advise/advise.csv");
    assert_eq!(table.texts("feasible"), ["false"; 3]);
    assert_eq!(table.texts("loss"), [""; 3]);
}

#[test]
fn threads_change_no_byte_of_advice() {
    let room = Room::new();
    for threads in [1, 2, 5] {
        room.stdout(&format!(
            "advise scenarios/burst.toml --set attacker.skill=21 --set choice.split=[3,3,3,3,3,3,3] \
             --vary attacker.pool_dice=0,3 --maximize \"p(successes >= 5 && state != 'ok')\" \
             --trials 70000 --threads {threads} --out of-{threads} --charts none"
        ));
    }
    assert!(room.json("of-1/advise.json")["trials"] == 70000);
    let one = room.read("of-1/advise.csv");
    assert!(one == room.read("of-2/advise.csv") && one == room.read("of-5/advise.csv"));
}

#[test]
fn json_has_every_choice_with_its_interval() {
    let room = Room::new();
    let printed = room.stdout(&format!("{BOLT} --vary choice.force=4..6 {SAFE} --format json"));
    let json: Value = serde_json::from_str(&printed).unwrap();
    let best = &json["situations"][0]["choices"][0];
    assert_eq!((&best["rank"], &best["setting"]["choice.force"]), (&1.into(), &"6".into()));
    assert_eq!(best["objective"]["low"], best["objective"]["value"]);
    assert_eq!(best["conditions"][0]["met"], true);
}

#[test]
fn what_cannot_be_asked_is_refused_at_its_place() {
    let room = Room::new();
    for (options, said) in [
        ("--vary choice.force=1..3 --maximize mean(damge)", "did you mean `damage`?"),
        ("--vary choice.force=1..3 --maximize mean(dmg)", "did you mean `damage`?"),
        ("--vary choice.force=1..3 --maximize 'p(damage >= 10'", "this `(` is never closed"),
        ("--vary choice.force=1..3 --maximize \"p(damage == 'physical')\"", "--maximize:1:"),
        ("--vary choice.fource=1..3 --maximize mean(damage)", "did you mean `choice.force`?"),
        ("--vary choice.force=1..3 --maximize mean(damage) --subject-to mean(drain)", "--subject-to:1:"),
        (
            "--vary choice.force=1..3 --maximize mean(damage) --frontier mean(drain)",
            "a frontier needs two statistics",
        ),
        (
            "--vary choice.force=1..3 --maximize mean(damage) --for choice.force=1..2",
            "`choice.force` is varied twice",
        ),
        (
            "--vary target.armor=0..9999 --maximize mean(damage) --for target.body=1..200",
            "the grid has 2000000 settings",
        ),
        (
            "--vary choice.force=1..3 --set advise.maximize=unset",
            "write --maximize 'p(\"drops the ganger\")' or --minimize STAT",
        ),
        ("--vary choice.force=1..3 --maximize mean(damage) --minimize mean(drain)", "cannot be used with"),
        ("--vary choice.force=1..3 --maximize mean(damage) --worth 5", "a worth needs a cost"),
        ("--vary choice.force=1..3 --maximize mean(damage) --cost 1 --worth -5", "a number above 0"),
        ("--vary choice.force=20..30 --maximize mean(damage)", "Force 20 is above twice Magic 6"),
    ] {
        let told = room.refused(&format!("{BOLT} {options}"));
        assert!(told.contains(said), "{told}");
    }
    let told = room.refused("advise scenarios/manabolt.toml --maximize mean(damage)");
    assert!(told.contains("nothing is varied"), "{told}");
    assert!(!room.path("fizzle-out").exists(), "what is refused leaves nothing");
}

#[test]
fn choices_of_the_other_side_are_named_so() {
    let room = Room::new();
    let advise = |goal: &str| {
        let command = "advise scenarios/firefight.toml --vary fighter.1.dodge_per_action=0,2 --charts none";
        room.stdout(&format!("{command} {goal} --trials 2000")).replace('\n', " ")
    };
    let note = "Guard is on the other side; if the goal is not theirs, --minimize shows what Guard would do.";
    assert!(advise("--maximize \"p(winner == 'first')\"").contains(note));
    for goal in ["--minimize \"p(winner == 'first')\"", "--maximize \"p(winner == 'second')\""] {
        assert!(!advise(goal).contains("other side"), "{goal}");
    }
}

#[test]
fn at_whom_to_aim_is_a_choice() {
    let room = Room::new();
    let told = room.stdout(
        "advise scenarios/ambush.toml --vary fighter.0.target=first,weakest --maximize \"p(winner == 'first')\" \
         --trials 20k --charts none",
    );
    assert!(told.contains("target of Ripper"), "{told}");
}

#[test]
fn a_missing_objective_is_suggested_from_the_metrics() {
    let room = Room::new();
    let refused = |scenario: &str| room.refused(&format!("advise {scenario} --vary choice.force=1..3"));
    assert!(refused("scenarios/gangers.toml").contains("--maximize 'p(\"all gangers are down\")'"));
    assert!(refused("scenarios/drone.toml").contains("--maximize 'p(\"does damage\")'"));
}

#[test]
fn any_choice_is_said_where_every_choice_meets_the_conditions() {
    let room = Room::new();
    let text = "key n = 1 in 1..3 \"danger\"\nkey choice.m = 0 in 0..2 \"boots\"\n\
        gain = n == 1 && choice.m == 2 ? 9 : 5\nreport gain, hurt = n >= 2 && choice.m == 2\n";
    room.write("boots.rules", text);
    let advise = |given: &str| {
        let command = "advise boots.rules --vary choice.m=0..2 --maximize 'mean(gain)' --charts none --force";
        room.stdout(&format!("{command} --subject-to 'p(hurt) <= 0.1' --for n={given}"))
    };
    let told = advise("1..3").replace('\n', " ");
    assert!(told.starts_with("The best choice at n 1 is m 2; it changes: at n 2 m 0 or m 1."), "{told}");
    assert!(!told.contains("any"), "{told}");
    let text = text
        .replace("n >= 2 && choice.m == 2", "n >= 2")
        .replace("n == 1 && choice.m == 2 ? 9 : 5", "5 + 0 * choice.m");
    room.write("boots.rules", text);
    let told = advise("1..3").replace('\n', " ");
    assert!(
        told.starts_with(
            "In 2 of 3 situations no choice meets the conditions; in the others all give the same."
        ),
        "{told}"
    );
}
