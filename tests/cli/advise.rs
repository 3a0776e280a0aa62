//! What to choose.

use serde_json::Value;

use crate::room::{Room, close};

const BOLT: &str = "advise scenarios/lightning-bolt.toml --charts none";
const GRID: &str = "--vary choice.force=1..12 --vary choice.reagents=unset,1..8";
const SAFE: &str = "--maximize mean(damage) --subject-to \"p(drain_type == 'physical') <= 0.01\"";

#[test]
fn the_best_choice_stands_first_and_is_told_in_a_sentence() {
    let room = Room::new();
    let printed = room.stdout(&format!("{BOLT} {GRID} {SAFE} --cost '20 * choice.reagents'"));
    let sentence = "Choose choice.force=12, choice.reagents=6: mean(damage) is 9.4088, and \
                    p(drain_type == 'physical') <= 0.01 holds with 0, at a cost of 120.";
    assert!(printed.contains(sentence), "{printed}");
    assert!(printed.contains("108 settings, exact\n"), "{printed}");
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
    let prices = room.csv("fizzle-out/lightning-bolt/advise/prices.csv");
    assert_eq!(prices.numbers("price")[0], 0.0);
    assert!(prices.numbers("price").is_sorted() && prices.numbers("cost").is_sorted());
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
    assert!(printed.contains("Everywhere the best choice is choice.reagents=1."), "{printed}");
    room.stdout(&format!("{BOLT} {GRID} --maximize mean(damage) --cost mean(drain) --out cost"));
    let prices = room.csv("cost/prices.csv");
    assert_eq!((prices.texts("choice.force")[0], prices.texts("choice.reagents")[0]), ("5", "7"));
    assert!(prices.numbers("price").windows(2).all(|pair| pair[1] > pair[0] + 1e-6));
}

#[test]
fn the_frontier_of_two_statistics_is_written() {
    let room = Room::new();
    room.stdout(&format!(
        "{BOLT} {GRID} --maximize mean(damage) --frontier 'quantile(damage, 0.95), mean(drain)'"
    ));
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
    let told =
        format!("it changes: at target.armor={} spell.preset=manabolt.", map.texts("target.armor")[flip]);
    assert!(printed.contains(&told), "{printed}");
    let all = room.csv("fizzle-out/lightning-bolt/advise/advise.csv");
    assert_eq!(all.texts("rank"), ["1", "2"].repeat(6));
}

#[test]
fn conditions_that_no_setting_meets_are_said_plainly() {
    let room = Room::new();
    let printed = room.stdout(&format!(
        "{BOLT} --vary choice.force=4..6 --maximize mean(damage) --subject-to 'mean(damage) >= 20'"
    ));
    assert!(printed.contains("No setting meets the conditions. The nearest is choice.force="), "{printed}");
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
             --vary weapon.power=4,5 --maximize \"p(successes >= 5 && state != 'ok')\" \
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
        ("--vary choice.force=1..3 --maximize \"p(damage == 'physical')\"", "--maximize:1:"),
        ("--vary choice.fource=1..3 --maximize mean(damage)", "did you mean `choice.force`?"),
        ("--vary choice.force=1..3 --maximize mean(damage) --subject-to mean(drain)", "--subject-to:1:"),
        (
            "--vary choice.force=1..3 --maximize mean(damage) --frontier mean(drain)",
            "a frontier is of two statistics",
        ),
        (
            "--vary choice.force=1..3 --maximize mean(damage) --for choice.force=1..2",
            "`choice.force` is varied twice",
        ),
        (
            "--vary target.armor=0..9999 --maximize mean(damage) --for target.body=1..200",
            "the grid has 2000000 settings",
        ),
        ("--vary choice.force=20..30 --maximize mean(damage)", "Force 20 is above twice Magic 6"),
    ] {
        let told = room.refused(&format!("{BOLT} {options}"));
        assert!(told.contains(said), "{told}");
    }
    let told = room.refused("advise scenarios/manabolt.toml --maximize mean(damage)");
    assert!(told.contains("nothing is varied"), "{told}");
    assert!(!room.path("fizzle-out").exists(), "what is refused leaves nothing");
}
