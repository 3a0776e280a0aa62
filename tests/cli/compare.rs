//! Scenarios and variants side by side.

use std::collections::BTreeMap;

use crate::room::{Room, close};

#[test]
fn variants_stand_side_by_side_with_their_differences() {
    let room = Room::new();
    let printed = room.stdout("compare scenarios/manabolt.toml");
    insta::assert_snapshot!(printed, @r"
    Costs no drain: 70.1 % (base), 89.6 % (reagents).

    Manabolt at a guard

    base: Force 6, no reagents
    reagents: Force 1, 6 drams of reagents

                                  base  reagents  difference
    costs no drain              70.1 %    89.6 %       +19.5
    boxes of drain, on average    0.42      0.12       −0.30
    kind of drain: none         70.1 %    89.6 %       +19.5
    kind of drain: stun         29.9 %    10.4 %       −19.5

    no difference: takes half a dozen boxes or more 3.5 %; boxes of damage, on
    average 2.63; hits, on average 3.91; net hits, on average 2.58; target is hit
    87.7 %; kind of damage: none 12.3 %; kind of damage: physical 87.7 %; glitch:
    none 99.9 %; glitch: glitch 0.12 %; glitch: critical 0.011 %
    all exact; differences are to base, those of chances in percentage points

    files: fizzle-out/manabolt/compare
    ");
    let table = room.csv("fizzle-out/manabolt/compare/compare.csv");
    assert_eq!(table.texts("scenario")[..2], ["base", "reagents"]);
    let drain = table.texts("item").iter().rposition(|item| *item == "mean(drain)").unwrap();
    let of = |column: &str| table.texts(column)[drain].parse::<f64>().unwrap();
    close(of("difference"), -0.299_141, 1e-5);
    assert!(of("difference_low") == of("difference") && of("difference_high") == of("difference"));
}

#[test]
fn statistics_are_compared_instead_of_all_numbers() {
    let room = Room::new();
    let stat = "--stat mean(damage) --stat 'p(\"physical drain\")'";
    let printed = room.stdout(&format!("compare scenarios/lightning-bolt.toml {stat} --charts all"));
    assert!(
        printed.starts_with("Boxes of damage on average: 3.71 (base), 1.12 (reagents), 7.58 (overcast)."),
        "{printed}"
    );
    assert!(!printed.contains("hits"), "{printed}");
    let table = room.csv("fizzle-out/lightning-bolt/compare/compare.csv");
    let items = table.texts("item");
    assert_eq!(items[..4], ["mean(damage)", "mean(damage)", "mean(damage)", "p(\"physical drain\")"]);
    let told = room.refused("compare scenarios/lightning-bolt.toml --stat mean(damge)");
    assert!(told.contains("there is no metric `damge`"), "{told}");
}

#[test]
fn what_never_happens_is_not_counted_as_0() {
    let room = Room::new();
    let troll = "--exact --charts none --set spell.preset=manabolt --set opponent.0.count=1 --set opponent.0.boxes=12";
    let printed = room.stdout(&format!("compare scenarios/gangers.toml --variant force-8 {troll}"));
    assert!(printed.contains("the opponent down: never"), "{printed}");
    let table = room.csv("fizzle-out/gangers/compare/compare.csv");
    let row = |item: &str| table.texts("item").iter().rposition(|one| *one == item).unwrap();
    let value = |item: &str| table.texts("value")[row(item)].parse::<f64>().unwrap();
    let (never, mean) = (value("p(first_down == 0)"), value("mean(first_down | first_down > 0)"));
    room.stdout(&format!(
        "sweep scenarios/gangers.toml {troll} --vary choice.force=8 --stat mean(first_down)"
    ));
    let sweep = room.csv("fizzle-out/gangers/sweep/sweep.csv");
    assert!(never > 0.0);
    close(sweep.numbers("mean(first_down)")[0], (1.0 - never) * mean, 1e-12);
    close(sweep.numbers("first_down.mean")[0], mean, 1e-12);
}

#[test]
fn procedures_are_compared_by_the_metrics_that_they_share() {
    let room = Room::new();
    room.stdout(
        "compare scenarios/lightning-bolt.toml scenarios/fireball.toml --variant cheap:choice.force=3",
    );
    let table = room.csv("fizzle-out/lightning-bolt-fireball/compare/compare.csv");
    let items = table.texts("item");
    let scenarios = table.texts("scenario");
    let has = |item: &str, scenario: &str| {
        items.iter().zip(&scenarios).any(|(one, other)| *one == item && *other == scenario)
    };
    assert!(has("mean(damage)", "fireball:cheap") && has("mean(damage)", "lightning-bolt"));
    assert!(has("scatters out of reach", "fireball") && !has("scatters out of reach", "lightning-bolt"));
    assert!(!items.contains(&"mean(scatter)"), "the first has none");
}

#[test]
fn what_is_sampled_differs_within_an_interval() {
    let room = Room::new();
    let printed = room.stdout("compare scenarios/knight.toml --trials 20000 --variant two --variant three");
    assert!(printed.contains("\nsampled: three; all others exact; differences are to base, "), "{printed}");
    let table = room.csv("fizzle-out/knight/compare/compare.csv");
    for row in 0..table.texts("item").len() {
        let of = |column: &str| table.texts(column)[row].parse::<f64>().unwrap();
        let is_sampled = table.texts("scenario")[row] == "three";
        let (low, high) = (of("difference_low"), of("difference_high"));
        assert!(low <= of("difference") && of("difference") <= high);
        // What exact distributions leave out is next to nothing.
        assert_eq!(high - low > 1e-6, is_sampled);
    }
}

#[test]
fn a_comparison_needs_two_that_have_odds() {
    let room = Room::new();
    let told = room.refused("compare scenarios/master.toml --variant nobody");
    assert!(told.contains(".toml has no variant of this name"), "{told}");
    room.write("one.toml", room.read("scenarios/manabolt.toml").split("[[variant]]").next().unwrap());
    assert!(room.refused("compare one.toml").contains("nothing to compare with"));
    room.write("order.toml", room.stdout("new ars-magica cast-order"));
    assert!(room.refused("compare one.toml order.toml").contains("there are no dice"));
    std::fs::create_dir(room.path("other")).unwrap();
    room.write("other/one.toml", room.read("one.toml"));
    assert!(
        room.refused("compare one.toml other/one.toml")
            .contains("two scenarios are called \"one\": one.toml and other/one.toml; rename")
    );
}

/// Worth is counted in thousandths where a weight has decimals: beside them whole points are, too.
#[test]
fn what_is_counted_in_thousandths_is_compared_with_thousandths() {
    let room = Room::new();
    let casts = r#"
        system = "shadowrun5"
        procedure = "casts"
        caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7, body = 3 }
        spell.preset = "lightning-bolt"
        opponent = [{ body = 4, willpower = 3, reaction = 4, intuition = 3 }]
        choice = { force = 6, casts = 2 }
        worth.opponent = 1
    "#;
    room.write("casts.toml", casts);
    room.stdout(
        "compare casts.toml --exact --variant 'half: worth.opponent=0.5' --variant 'two: worth.opponent=2'",
    );
    let table = room.csv("fizzle-out/casts/compare/compare.csv");
    let is_worth = table.texts("item").iter().map(|item| *item == "mean(worth)").collect::<Vec<_>>();
    let of = |column: &str| -> Vec<f64> {
        let all = table.texts(column).into_iter().zip(&is_worth).filter(|(_, is_worth)| **is_worth);
        all.map(|(number, _)| number.parse().unwrap()).collect()
    };
    let one = of("value")[0];
    assert!(one > 500.0, "{one} thousandths");
    of("value")
        .into_iter()
        .zip([one, one / 2.0, 2.0 * one])
        .for_each(|(found, right)| close(found, right, 1e-9));
    of("difference")
        .into_iter()
        .zip([0.0, -one / 2.0, one])
        .for_each(|(found, right)| close(found, right, 1e-9));
    room.stdout("sweep casts.toml --exact --vary worth.opponent=0.5,1,2 --distributions");
    let swept = room.csv("fizzle-out/casts/sweep/sweep.csv");
    let means = swept.texts("worth.mean").into_iter().map(|mean| mean.parse::<f64>().unwrap());
    means.zip([one / 2.0, one, 2.0 * one]).for_each(|(found, right)| close(found, right, 1e-9));
    assert_eq!(swept.texts("worth.p95"), ["500", "1000", "2000"]);
    // A share of each round is the same metric, whatever the goal is divided by.
    let rounds = "
        key rounds = 1 in 1..4
        gold = 0
        repeat rounds {
            choose risky from 'no' | 'yes'
            gold += risky == 'yes' ? 2 * d6 : 5
        }
        report gold
        goal maximize gold / rounds
    ";
    room.write("gold.rules", rounds);
    room.stdout("sweep gold.rules --exact --vary rounds=1..3");
    let swept = room.csv("fizzle-out/gold/sweep/sweep.csv");
    let means = swept.texts("gold.mean").into_iter().map(|mean| mean.parse::<f64>().unwrap());
    means.zip([7.0, 14.0, 21.0]).for_each(|(found, right)| close(found, right, 1e-9));
}

#[test]
fn labels_are_compared_by_their_names() {
    let room = Room::new();
    room.write(
        "v1.rules",
        "labels result = 'miss' | 'hit'\nresult = d6 >= 4 ? 'hit' : 'miss'\nreport result\n",
    );
    room.write(
        "v2.rules",
        "labels result = 'miss' | 'graze' | 'hit'\nface = d6\n\
         result = face == 6 ? 'hit' : face >= 3 ? 'graze' : 'miss'\nreport result\n",
    );
    room.write("v3.rules", "report result = d3 - 1\n");
    for files in ["v1.rules v2.rules", "v2.rules v1.rules"] {
        room.stdout(&format!("compare {files} --out out --force"));
        let table = room.csv("out/compare.csv");
        let cells = table.texts("item").into_iter().zip(table.texts("scenario")).zip(table.numbers("value"));
        let cells: BTreeMap<(&str, &str), f64> = cells.collect();
        for (item, values) in [("hit", [0.5, 1.0 / 6.0]), ("graze", [0.0, 0.5]), ("miss", [0.5, 1.0 / 3.0])] {
            for (name, value) in ["v1", "v2"].into_iter().zip(values) {
                close(cells[&(format!("p(result == '{item}')").as_str(), name)], value, 1e-12);
            }
        }
    }
    // Numbers are no labels.
    let told = room.stdout("compare v1.rules v3.rules --charts none --out numbers");
    assert!(told.starts_with("Nothing that v1 and v3 have in common can be compared"), "{told}");
}

#[test]
fn what_is_given_in_one_file_alone_is_said_of_it() {
    let room = Room::new();
    let text = room.read("scenarios/manabolt.toml");
    room.write("nothing.toml", &text);
    room.write("something.toml", format!("given = \"hits >= 3\"\n{text}"));
    let told = room
        .stdout("compare nothing.toml something.toml --variant 'four: choice.force=4' --exact --charts none");
    let told = told.replace('\n', " ");
    assert!(
        told.contains("given: nothing in nothing, nothing in nothing:four, hits >= 3 in something,"),
        "{told}"
    );
}

#[test]
fn questions_of_one_name_that_ask_for_something_else_are_told() {
    let room = Room::new();
    let text = "title = \"two dice\"\nrules = \"\"\"\nreport sum = 2d6\n\"\"\"\n[[question]]\nname = \"high\"\nevent = ";
    room.write("one.toml", format!("{text}\"sum >= 9\"\n"));
    room.write("two.toml", format!("{text}\"sum >= 10\"\n"));
    let printed = room.stdout("compare one.toml two.toml");
    assert!(printed.contains("\"high\" asks for sum >= 9 in one and for sum >= 10 in two"), "{printed}");
    let printed = room.stdout("compare one.toml --variant 'x: title=other'");
    assert!(!printed.contains("asks for"), "{printed}");
}

#[test]
fn a_key_that_a_changed_text_reads_no_more_makes_no_difference() {
    let room = Room::new();
    let text = |bonus: &str| {
        format!(
            "key hero.bonus in 0..9\nkey hero.level in 0..9\ndef bonus() {{ return {bonus} }}\n\
             procedure hit {{ report total = d20 + bonus() + hero.level }}\n\
             procedure save {{ report total = d20 + hero.level }}\n"
        )
    };
    room.write("base.rules", text("hero.bonus"));
    room.write("house.rules", text("3"));
    room.write("hero.toml", "rules = \"base.rules\"\nprocedure = \"hit\"\nhero.bonus = 1\nhero.level = 2\n");
    let compare = "compare hero.toml --charts none --variant";
    let told = |command: &str| {
        let output = room.fizzle(command).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    // The text is warned of, and the scenario counts.
    assert!(told(&format!("{compare} 'house: rules=house.rules'")).contains("13.50"));
    room.write("house.toml", "rules = \"house.rules\"\nprocedure = \"hit\"\nhero.level = 2\n");
    assert!(told("run house.toml --charts none").contains("15.50"));
}

#[test]
fn what_a_preset_fills_in_place_of_a_value_is_told() {
    let compare = "compare scenarios/lightning-bolt.toml --charts none --variant 'own: spell.drain=-1'";
    let printed =
        Room::new().stdout(&format!("{compare} --set spell.drain=-5 --variant 'printed: spell.drain=unset'"));
    let told = ["base: drain code −5\n", "own: drain code −1\n", "printed: drain code −3\n"];
    for line in told {
        assert!(printed.contains(line), "{printed}");
    }
}

#[test]
fn a_variant_that_changes_nothing_has_the_same_sample() {
    let room = Room::new();
    let ambush = "compare scenarios/firefight.toml --variant 'same: fighter.0.recoil_compensation=0' --sampled \
                  --trials 5000 --charts none";
    for stat in ["", "--stat 'mean(turns)'"] {
        let printed = room.stdout(&format!("{ambush} {stat} --force"));
        assert!(printed.starts_with("No difference that 5,000 trials can tell between"), "{printed}");
        let table = room.csv("fizzle-out/firefight/compare/compare.csv");
        assert!(table.numbers("difference").iter().all(|difference| *difference == 0.0), "{stat}");
    }
}

#[test]
fn of_many_numbers_none_is_apart_by_chance() {
    let room = Room::new();
    let names: Vec<String> = ('b'..='j').map(String::from).collect();
    let dice: String = names.iter().map(|name| format!("{name} = d20\n")).collect();
    let report = format!("report a = d20 + 0 * luck, {}\n", names.join(", "));
    room.write("ten.rules", format!("key luck = 0 in 0..9\n{dice}{report}"));
    let compare = |seed: &u32| {
        let sampled = format!("--sampled --trials 1000 --seed {seed} --charts none --force");
        room.stdout(&format!("compare ten.rules --variant 'v: luck=1' {sampled}"))
    };
    // By themselves, one of the ten numbers would be apart in four of ten samples.
    let apart = (1..=20).filter(|seed| !compare(seed).starts_with("No difference")).count();
    assert!(apart <= 2, "{apart}");
}
