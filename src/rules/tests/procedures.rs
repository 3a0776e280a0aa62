//! Texts of several procedures, formulas, and charts of what stands at the end.

use super::errors::check;
use super::{exact, mean, readers_agree};
use crate::description::Kind;
use crate::rules::RuleText;

const SKIRMISH: &str = "\
key rules.crit = 20 in 18..20
key target.armor = 12 in 1..20
key magic = 3 in 0..6
preset target.knight { target.armor = 18 }
preset mage { magic = 5 }
def damage(face) { return face >= rules.crit ? 2d6 : d6 }
def bolt() { return (magic)d6 }
procedure attack \"one attack\" {
    face = d20
    report damage = face >= target.armor ? damage(face) : 0
}
procedure spell \"one spell\" {
    report damage = bolt()
}
";

/// The keys of each procedure, and those that presets fill.
#[test]
fn a_procedure_has_what_it_mentions_and_the_switches() {
    let system = RuleText::parse(SKIRMISH).unwrap().system("skirmish");
    let keys = |name: &str| {
        let row = system.procedure(name).unwrap();
        row.keys.iter().map(|key| key.path.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keys("attack"), "target.preset target.armor rules.crit");
    assert_eq!(keys("spell"), "preset magic rules.crit");
    let fills: Vec<String> = system
        .presets
        .iter()
        .flat_map(|preset| preset.fills.iter().map(|(path, value)| format!("{} {path} {value}", preset.name)))
        .collect();
    assert_eq!(fills, ["knight target.armor 18", "mage magic 5"]);
}

/// A part is its lines where it is played, in the procedures that play it.
#[test]
fn lines_of_a_part_stand_where_they_are_played() {
    let parted = "key rules.face = 5 in 2..6\npart throw {\n key hand.dice = 2 in 1..5\n \
                  hits = (hand.dice)d6.count(x, x >= rules.face)\n}\n\
                  part again {\n first = hits\n if first == 0 {\n play throw_more\n }\n}\n\
                  part throw_more { hits += d6 >= rules.face }\n\
                  procedure one {\n play throw\n report hits\n}\n\
                  procedure two {\n play throw\n play again\n report hits, first\n}\n\
                  procedure other { report hits = 7 * d2 }";
    // A part may play those before it.
    let message = "there is no part `throw_more` so far";
    check(parted, &[("throw_more", message)]);
    let more = "part throw_more { hits += d6 >= rules.face }\n";
    let parted = format!("{more}{}", parted.replace(more, ""));
    let system = RuleText::parse(&parted).unwrap_or_else(|errors| panic!("{errors:?}")).system("parts");
    let keys = |name: &str| {
        let row = system.procedure(name).unwrap();
        row.keys.iter().map(|key| key.path.to_string()).collect::<Vec<_>>().join(" ")
    };
    let all = ["one", "two", "other"].map(keys);
    assert_eq!(all, ["hand.dice rules.face", "hand.dice rules.face", "rules.face"]);
    let throw = "key face = 5 in 2..6\nkey dice = 2 in 1..5\nhits = (dice)d6.count(x, x >= face)\n";
    let written = format!("{throw}first = hits\nif first == 0 {{ hits += d6 >= face }}\nreport hits, first");
    let alone = parted.replace("procedure two {", "").replace("report hits, first\n}", "report hits, first");
    let alone: String =
        alone.lines().filter(|line| !line.starts_with("procedure")).collect::<Vec<_>>().join("\n");
    let alone = alone.replacen(" play throw\n report hits\n}\n", "", 1);
    assert_eq!(exact(&alone), exact(&written), "{alone}");
}

#[test]
fn a_part_stands_outside_of_all_brackets_and_is_played_by_its_name() {
    check("play luck\nreport x = d6", &[("luck", "there is no part `luck` so far")]);
    check(
        "part luck { x = d6 }\npart luck { x = d8 }\nplay luck\nreport x",
        &[("luck", "there is a part `luck` already")],
    );
    check(
        "procedure one {\n part luck { x = d6 }\n report x = d6\n}",
        &[("luck", "a part cannot stand in a procedure")],
    );
    let doubled: String =
        (1..20).map(|n| format!("part p{n} {{\n play p{0}\n play p{0}\n}}\n", n - 1)).collect();
    let text = format!("part p0 {{ x = d6 }}\n{doubled}play p19\nreport x");
    let errors = RuleText::parse(&text).map(|_| ()).expect_err("this is too much");
    assert!(errors.iter().any(|error| error.message == "parts are played too often"), "{errors:?}");
}

#[test]
fn a_key_says_what_players_call_it() {
    let text = "key arm.foci given = 0 in 0..9 \"dice that foci add\"\n    called \"dice from foci\" one \"die from foci\"\n\n\
                    absent \"none\" such as \"2\" unsaid \"how many\"\n\
                key choice.level = 'L' in 'L' \"light\" < 'D' \"deadly\" \"how heavy\" called \"level\" alone\n\
                key split optional list of 1..2 in 1..20 such as \"[3, 4]\"\n\
                key arm.preset \"an arm\" called \"arm\"\n\
                preset arm.long \"long\" { arm.foci = 2 }\n\
                group foe in 1..2 {\n key name \"whose it is\" called \"foe *\" such as \"Bo\"\n \
                key hp = 2 in 1..9 \"health\" called \"hit points\" one \"hit point\"\n}\n\
                report x = arm.foci + sum(f.hp for f in foe)";
    let row = RuleText::parse(text).unwrap_or_else(|errors| panic!("{errors:?}")).described("").remove(0);
    let key = |path: &str| row.keys.iter().find(|key| key.path == path).unwrap();
    let paths: Vec<&str> = row.keys.iter().map(|key| &*key.path).collect();
    let expected = ["arm.preset", "arm.foci", "split", "foe.*.name", "foe.*.hp", "choice.level"];
    assert_eq!(paths, expected, "situations before choices, tables together");
    let foci = key("arm.foci");
    assert_eq!((&*foci.help, foci.say("arm.foci", "1").as_str()), ("dice that foci add", "1 die from foci"));
    assert_eq!(
        (foci.say("arm.foci", "3"), foci.say("arm.foci", "unset")),
        ("3 dice from foci".into(), "none".into())
    );
    assert_eq!((&*foci.not_in_text, &foci.example, foci.is_choice()), ("how many", &Some(2.into()), false));
    let level = key("choice.level");
    assert_eq!(
        (level.meaning(&"D".into()), level.has_order, &*level.help),
        ("deadly".into(), true, "how heavy")
    );
    assert_eq!(level.say("choice.level", "D"), "D");
    let most = Kind::Integers { min: 1, max: 20, fewest: 1, most: 2 };
    assert_eq!((&key("split").kind, &key("split").example), (&most, &Some([3, 4].into())));
    assert_eq!((&*key("arm.preset").label, &*key("arm.preset").help), ("arm", "an arm"));
    assert_eq!(
        (key("foe.*.name").label_at("foe.1.name"), &*key("foe.*.name").help),
        ("foe 2".into(), "whose it is")
    );
    assert_eq!(key("foe.*.hp").label_at("foe.1.hp"), "hit points of foe 2");
    assert_eq!(key("foe.*.hp").say("foe.0.hp", "1"), "1 hit point of foe 1");
    let wrong = "the example of `a` is no value of it";
    check("key a = 1 in 1..3 such as \"4\"\nreport x = a", &[("a", wrong)]);
    check("key a list of 2 in 1..3 such as \"[1]\"\nreport x = a.size()", &[("a", wrong)]);
}

/// What `fizzle new` writes can be played.
#[test]
fn of_keys_that_do_not_go_together_a_new_scenario_has_the_first() {
    let started = |preset: &str| {
        let text = format!(
            "key hp optional in 2..9\nkey level optional in 1..9\nkey size optional in 1..3\n\
             either hp | level with size \"hit points, or a level\"\n{preset}\nreport x = hp ?? level ?? 0"
        );
        let row = RuleText::parse(&text).unwrap().described("").remove(0);
        row.start.iter().map(|(path, value)| format!("{path} = {value}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(started(""), "hp = 2");
    assert_eq!(started("preset giant { hp = 9 }"), "preset = \"giant\"");
}

#[test]
fn errors_of_shared_lines_are_told_once() {
    let text = SKIRMISH.replace("2d6 : d6", "2d6 : e");
    let errors = RuleText::parse(&text).unwrap_err();
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!(error.message, "there is no name `e`");
}

#[test]
fn what_belongs_to_no_procedure_is_an_error() {
    let belongs = "this is outside of all procedures, and belongs to none";
    check("x = 3\nprocedure a { report y = 1 }", &[("x = 3", belongs)]);
    let behind = "procedure a {\n  x = d6\n  report x\n}\nreport y = 3";
    check(behind, &[("report y = 3", belongs)]);
    check("question \"one\" = y > 0\nprocedure a { report y = 1 }", &[("question \"one\" = y > 0", belongs)]);
    check(
        "procedure a { report y = 1 }\nprocedure a { report y = 2 }",
        &[("a", "there is a procedure `a` already")],
    );
    check(
        "procedure a {\nprocedure b { report y = 1 }\nreport y = 1 }",
        &[("b", "a procedure cannot stand in another one")],
    );
}

#[test]
fn a_formula_stands_where_nothing_is_played() {
    let text = "def is_hit(x, least) { return x >= twice(least) }\ndef twice(n) { return 2 * n }\n\
                least = d3\nreport hits = 4d6.count(x, is_hit(x, least)), all = 2d6.count(x, is_hit(x, 1))";
    readers_agree(text, 1_000_000, 10_000).unwrap();
    let inline = "least = d3\nreport hits = 4d6.count(x, x >= 2 * least), all = 2d6.count(x, x >= 2)";
    assert_eq!(exact(text), exact(inline));
    check(
        "def roll(x) { return d6 + x }\nreport n = 4d6.count(x, roll(x) > 6)",
        &[("roll(x)", "a question about dice plays no definition, but those that return a formula")],
    );
    check(
        "def deep(x) { return deep(x) }\nreport n = 4d6.count(x, deep(x) > 6)",
        &[("deep(x)", "definitions play each other too deep here")],
    );
}

#[test]
fn a_list_is_asked_with_the_places_of_its_numbers() {
    let text = "list bits = [1, 2, 4, 8]\nlist marks = [0, 1, 1, 0]\n\
                report whole = marks.sum(x, place, x * bits[place]), last = marks.count(x, k, x == 1 && k > 1)";
    assert_eq!(exact(text), [(vec![6, 1], 1.0)]);
}

#[test]
fn a_chart_counts_the_marks_of_all_places() {
    let text = "labels mark = '.' | '/' | 'X'\nhits = 4d6.count(x, x >= 5)\n\
                chart track \"the track\" for box in 0..3 from high: mark = hits > box ? 'X' : hits == box ? '/' : '.'\n\
                report hits";
    readers_agree(text, 1_000_000, 50_000).unwrap();
    check(
        "if d6 > 3 {\nchart t \"t\" for k in 0..3: mark = 'a'\n}\nlabels mark = 'a' | 'b'\nreport x = 1",
        &[("chart t \"t\" for k in 0..3: mark = 'a'", "a chart cannot stand in a block")],
    );
    check("chart t \"t\" for k in 0..3: mark = k\nreport x = 1", &[("k", "a mark is a label")]);
}

/// The last of a few rounds has code of its own, in which less is needed.
#[test]
fn loops_of_few_rounds_are_what_all_readers_make_of_them() {
    for rounds in 1..=5 {
        let text = format!(
            "labels at = 'low' | 'high'\nhp = 9\nhits = 0\nrepeat {rounds} while hp > 0 {{\n\
             follow at = hp > 4 ? 'high' : 'low'\nblow = d6\nhp = hp - max(blow - 1, 0)\nhits += blow > 1 ? 1 : 0\n}}\n\
             report is_out = hp <= 0, hits"
        );
        readers_agree(&text, 1_000_000, 20_000).unwrap();
    }
}

/// Paths that weigh next to nothing beside what is cut anyway are left out, and known numbers stay the same.
#[test]
fn open_ended_dice_keep_their_means() {
    let pools =
        "a = 6d6.compound()\nb = 6d6.compound()\nc = a > b ? 6d6.compound() : 0\nreport all = a + b + c";
    let all: f64 = exact(pools).iter().map(|(_, weight)| weight).sum();
    assert!((all - 1.0).abs() < 1e-14, "{all}");
    assert!((mean("report x = 6d6.compound()") - 25.2).abs() < 1e-13);
}
