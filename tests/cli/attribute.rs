//! What each rule does.

use serde_json::Value;

use crate::room::{Room, close};

/// So many shots that all metrics together have no exact law.
const SALVO: &str = "--set attacker.skill=21 --set choice.split=[3,3,3,3,3,3,3] --trials 70000";

const JACKET: &str = "attribute scenarios/armor-jacket.toml --charts none";

#[test]
fn shares_sum_to_the_whole_difference() {
    let room = Room::new();
    let printed =
        room.stdout(&format!("{JACKET} --variant book --stat \"p(wound == 'none')\" --stat mean(boxes)"));
    let told = "What changes “no wound” most is how armor resists (dice to automatic): +34.7 \
                percentage points, 87 % of the whole change.";
    assert!(printed.replace('\n', " ").contains(told), "{printed}");
    assert!(printed.contains("\nno difference: damage track, what dodge dice do, "), "{printed}");
    assert!(printed.contains("not used here: higher drain of control spells, "), "{printed}");
    let header = room.read("fizzle-out/armor-jacket/attribute/attribute.csv");
    let columns = "statistic,rule,base_value,house_value,added_alone,taken_alone,shapley";
    assert_eq!(header.lines().next().unwrap(), columns);
    let table = room.csv("fizzle-out/armor-jacket/attribute/attribute.csv");
    for statistic in ["p(wound == 'none')", "mean(boxes)"] {
        let rows: Vec<usize> = (0..table.texts("statistic").len())
            .filter(|&row| table.texts("statistic")[row] == statistic)
            .collect();
        assert_eq!(rows.len(), 8);
        let sum: f64 = rows.iter().map(|&row| table.numbers("shapley")[row]).sum();
        let whole = table.numbers("house_value")[rows[0]] - table.numbers("base_value")[rows[0]];
        close(sum, whole, 1e-12);
    }
}

#[test]
fn sampled_shares_have_their_errors() {
    let room = Room::new();
    let printed = room.stdout(&format!("{JACKET} --variant book --sampled --trials 1000"));
    assert!(printed.contains(" ±") && !printed.contains(" ±0\n"), "{printed}");
    let how = "sampled; ± is half of the 95 % interval, and a number below its ± may be noise";
    assert!(printed.replace('\n', " ").contains(how), "{printed}");
    let exact = room.stdout(&format!("{JACKET} --variant book"));
    assert!(!exact.contains('±'), "{exact}");
}

#[test]
fn without_a_variant_all_of_the_file_are_taken_apart() {
    let room = Room::new();
    let printed = room.stdout(JACKET);
    for variant in ["book", "book-armor", "book-staging"] {
        assert!(printed.contains(&format!("base → {variant}\n")), "{printed}");
        let rules = room.csv(&format!("fizzle-out/armor-jacket/attribute/{variant}/attribute.csv"));
        // The questions of the file are what is asked.
        assert!(rules.texts("statistic").contains(&"p(state != 'ok')"));
    }
    let json: Value = serde_json::from_str(&room.stdout(&format!("{JACKET} --format json"))).unwrap();
    assert_eq!(json["results"][2]["statistics"][0]["rules"][0]["rule"], "rules.staging_up");
    room.stdout(&format!("{JACKET} --variant book"));
    assert!(room.path("fizzle-out/armor-jacket/attribute/book-armor").exists(), "it was not asked for");
}

#[test]
fn two_variants_or_two_files_are_a_base_and_a_house() {
    let room = Room::new();
    room.stdout(&format!("{JACKET} --variant book-armor --variant book --out variants"));
    let rules = room.csv("variants/attribute.csv");
    assert!(
        !rules.texts("rule").contains(&"rules.armor") && rules.texts("rule").contains(&"rules.staging_up")
    );
    let text = room.read("scenarios/armor-jacket.toml").replace("body = 4", "body = 6");
    room.write("tough.toml", text);
    room.stdout("attribute scenarios/armor-jacket.toml tough.toml --charts none --out files");
    assert!(room.csv("files/attribute.csv").texts("rule").iter().all(|rule| *rule == "target.body"));
}

#[test]
fn tables_have_the_names_of_the_variants_and_the_words_of_players() {
    let room = Room::new();
    let printed = room.stdout(&format!("{JACKET} --variant book --variant 'mine: rules.preset=house'"));
    assert!(printed.contains("\ndown: book never, mine 5.0 % (+5.0 percentage points)\n"), "{printed}");
    let heading = printed.lines().find(|line| line.starts_with("rule ")).unwrap();
    let words: Vec<&str> = heading.split_whitespace().collect();
    assert_eq!(words, ["rule", "book", "mine", "alone", "as", "the", "last", "share"]);
    assert!(printed.contains("extra successes from sixes  no ") && !printed.contains("rules."), "{printed}");
}

#[test]
fn a_share_beyond_the_whole_change_is_told_beside_the_share_of_the_others() {
    let room = Room::new();
    let told = |variant: &str| {
        room.stdout(&format!("{JACKET} --stat 'p(\"no wound\")' --variant {variant}")).replace('\n', " ")
    };
    let armor = ": +26.0 percentage points; the share of the other is −13.8.";
    assert!(told("book-armor").contains(armor), "{}", told("book-armor"));
    let alone = "Only staging up (house to book) changes “no wound”: +";
    assert!(told("book-staging").contains(alone), "{}", told("book-staging"));
}

#[test]
fn threads_change_no_byte_of_an_attribution() {
    let room = Room::new();
    for threads in [1, 3] {
        room.stdout(&format!(
            "attribute scenarios/burst.toml --variant 'house: rules.extra=all, rules.six_plus=false' {SALVO} \
             --stat \"p(successes >= 5 && state != 'ok')\" --threads {threads} --out of-{threads} --charts none"
        ));
    }
    assert_eq!(room.read("of-1/attribute.csv"), room.read("of-3/attribute.csv"));
    assert!(room.stdout(&format!("attribute scenarios/burst.toml --variant 'house: rules.extra=all' {SALVO} --stat \"p(successes >= 5 && state != 'ok')\" --charts none --out words")).contains("1 rule, sampled"));
}

#[test]
fn another_preset_of_a_spell_is_one_rule() {
    let attribute =
        "attribute scenarios/lightning-bolt.toml --stat \"p(damage_type == 'stun')\" --charts none";
    let table = |variant: &str| {
        let room = Room::new();
        let told = room.stdout(&format!("{attribute} --variant '{variant}' --out of"));
        (room.csv("of/attribute.csv").texts("rule").join(","), told)
    };
    let (rules, told) = table("other: spell.preset=clout, choice.force=5");
    assert_eq!(rules, "choice.force,spell.preset");
    assert!(told.contains("\nspell  Lightning Bolt  Clout "), "{told}");
    assert_eq!(table("own: spell.drain=-1").0, "spell.drain");
}

#[test]
fn a_changed_text_is_a_rule_beside_the_keys_that_differ() {
    let room = Room::new();
    let text = |added: &str| {
        format!(
            "key bonus = 0 in 0..9\nhit = d6 + bonus{added} >= 5\nreport hit\nquestion \"a hit\" = hit == 1\n"
        )
    };
    room.write("base.rules", text(""));
    room.write("ours.rules", text(" + luck").replace("hit = d6", "key luck = 1 in 0..9\nhit = d6"));
    room.write("hit.toml", "rules = \"base.rules\"\n");
    let told = room.stdout("attribute hit.toml --variant 'ours: rules=ours.rules, bonus=2' --charts none");
    // By 2 and by 1 of 6, whatever else is so.
    for row in
        ["bonus              0     2     +33.3        +33.3  +33.3", "text of the rules  base  ours  +16.7"]
    {
        assert!(told.contains(row), "{told}");
    }
}

#[test]
fn what_cannot_be_taken_apart_is_refused() {
    let room = Room::new();
    for (command, said) in [
        ("attribute scenarios/lightning-bolt.toml scenarios/manabolt.toml", "are different procedures"),
        (
            "attribute scenarios/fireball.toml --variant 'x: choice.force=3' --stat mean(damge)",
            "did you mean `damage`?",
        ),
        ("attribute scenarios/armor-jacket.toml --variant boook", "did you mean \"book\"?"),
        (
            "attribute scenarios/lightning-bolt.toml --variant 'high: caster.magic=7, choice.force=14'",
            "with choice.force as in \"high\" and all else as in \"base\", Force 14 is above twice Magic 6",
        ),
        (
            "attribute scenarios/armor-jacket.toml scenarios/burst.toml --variant book",
            "leave one of them out",
        ),
    ] {
        let told = room.refused(&format!("{command} --charts none"));
        assert!(told.contains(said), "{told}");
    }
    assert!(!room.path("fizzle-out").exists(), "what is refused leaves nothing");
}
