//! What texts of whole games say: steps of a rulebook, presets of procedures, decimals, decisions in words.

use fizzle::analysis::{MAX_OUTCOMES, Progress, exact};
use fizzle::description::FigureKind;
use fizzle::scenario::{Document, Scenario};

use super::{mean, near};

fn checked(rules: &str, scenario: &str) -> Result<Scenario, String> {
    let scenario = format!("rules = \"own.rules\"\n{scenario}");
    let document = Document::of_texts("s.toml", &scenario, Some(("own.rules", rules)));
    document.and_then(|document| document.check()).map_err(|problems| problems.to_string())
}

#[track_caller]
fn refused(rules: &str, scenario: &str, expected: &str) {
    let error = checked(rules, scenario).expect_err("this is no scenario");
    assert!(error.contains(expected), "no {expected:?} in:\n{error}");
}

/// The tables of all combinations are read as those of the first.
#[test]
fn what_changes_the_rounds_or_the_charts_of_tables_is_known() {
    let two_loops = "
        key n = 1 in 1..2
        a = 0
        b = 0
        repeat n {
            follow up = a > 0
            a += d2 - 1
        }
        repeat 3 - n {
            follow down = b > 0
            b += 1
        }
        report a, b
    ";
    refused(two_loops, "unknown.n = '1,2'\n", "`n` cannot be unknown: the results have other tables");
    let chart = "
        key f = true
        labels w = 'lo' | 'mid'
        x = d2
        chart track \"the track\" for box in 0..1: mark = (x > box ? 'mid' : 'lo') where f
        report x
    ";
    refused(chart, "unknown.f = 'true,false'\n", "`f` cannot be unknown: the results have other tables");
}

const BOW: &str = r#"
key bow.range = 1 in 1..9 "range"
key bow.arrows = 3 in 1..9 "arrows"
preset bow.long "Longbow" for shot, volley { bow.range = 4, bow.arrows = 5 }
preset bow.short "Short bow" for volley { bow.arrows = 2 }
def hits(dice) {
    step "Archer" "Roll"
    hits = (dice)d6.count(x, x >= 5)
    return hits
}
procedure shot "one arrow" {
    keys bow
    summary "{bow.preset is set ? 'with a {bow.preset}' : 'with a bow'}" "{bow.range} dice"
    reading "wind does not matter" where bow.range > 3
    if bow.range > 2 { step "Archer" "Aim" }
    hit = hits(bow.range)
    step "9b" "Target" "Dodge"
    report hit
}
procedure volley "all arrows" {
    hit = hits(bow.arrows)
    report hit, first = hit > 0 ? hit : 0 if ever "first hit"
    report spent = bow.arrows where bow.arrows > 3
}
"#;

fn steps(scenario: &Scenario) -> Vec<String> {
    let step = |step: &fizzle::chance::StepText| format!("{} {}: {}", step.number, step.who, step.title);
    scenario.ready.procedure.steps().iter().map(step).collect()
}

#[test]
fn steps_are_those_that_a_scenario_comes_to_and_are_counted() {
    let shot = |range: &str| checked(BOW, &format!("procedure = \"shot\"\nbow.range = {range}\n")).unwrap();
    assert_eq!(steps(&shot("1")), ["1 Archer: Roll", "9b Target: Dodge"]);
    assert_eq!(steps(&shot("3")), ["1 Archer: Aim", "2 Archer: Roll", "9b Target: Dodge"]);
}

#[test]
fn a_preset_names_the_procedures_that_it_serves() {
    let long = checked(BOW, "bow.preset = \"long\"\n").unwrap();
    assert_eq!(long.procedure.name, "shot");
    assert_eq!(long.ready.choices, "with a Longbow");
    assert_eq!(long.ready.pools, "4 dice");
    assert_eq!(long.ready.reading, "wind does not matter");
    let volley = checked(BOW, "procedure = \"volley\"\nbow.preset = \"long\"\n").unwrap();
    assert_eq!(volley.input.get("bow.arrows"), Some(&fizzle::description::Value::Integer(5)));
    assert_eq!(checked(BOW, "bow.preset = \"short\"\n").unwrap().procedure.name, "volley");
    refused(BOW, "procedure = \"shot\"\nbow.preset = \"short\"\n", "the preset \"short\" is for procedure");
    let plain = checked(BOW, "procedure = \"shot\"\n").unwrap();
    assert_eq!([plain.ready.choices, plain.ready.reading], ["with a bow", ""]);
    refused(&BOW.replace("for shot, volley", "for shot, fall"), "", "there is no procedure `fall`");
}

#[test]
fn a_procedure_has_the_keys_of_a_table_that_it_names() {
    assert!(checked(BOW, "procedure = \"shot\"\nbow.arrows = 2\n").is_ok());
    refused(BOW, "procedure = \"volley\"\nbow.range = 2\n", "`bow.range`");
    refused(&BOW.replace("keys bow", "keys arrow"), "", "procedures share no key of `arrow`");
}

#[test]
fn a_report_may_depend_on_keys_and_say_when_something_happens() {
    let names = |arrows: &str| {
        let scenario = checked(BOW, &format!("procedure = \"volley\"\nbow.arrows = {arrows}\n")).unwrap();
        let metrics = scenario.ready.procedure.metrics().iter();
        metrics.map(|metric| (metric.name.clone(), metric.is_occasion())).collect::<Vec<_>>()
    };
    let [hit, first, spent] =
        [("hit", false), ("first", true), ("spent", false)].map(|(name, is)| (name.to_owned(), is));
    assert_eq!(names("3"), [hit.clone(), first.clone()]);
    assert_eq!(names("4"), [hit, first, spent]);
    refused("key a = 1\nreport a where a > 1\n", "", "the first report is always made");
    let late = "a report on a condition is the last one";
    refused("key a = 1\nreport a\nreport b = a where a > 1\nreport c = a\n", "", late);
    let several = checked("x = d6\nreport x\nreport y = x + 1\nreport z = 2 * x\n", "").unwrap();
    assert_eq!(
        ["x", "y", "z"].map(|name| mean(&exact(&several, None, MAX_OUTCOMES).unwrap(), name)),
        [3.5, 4.5, 7.0]
    );
}

#[test]
fn keys_may_have_decimals() {
    const COST: &str = "key cost optional in 0..10 decimals 2 \"cost\"\nreport cents = cost ?? 50\n";
    let cents =
        |cost: &str| mean(&exact(&checked(COST, cost).unwrap(), None, MAX_OUTCOMES).unwrap(), "cents");
    assert_eq!([cents("cost = 1.25"), cents("cost = 3"), cents("")], [125.0, 300.0, 50.0]);
    refused(COST, "cost = 1.255", "`cost` is 1.255 (at most 2 decimals)");
    refused(COST, "cost = 10.5", "`cost` is 10.5 (a number from 0 to 10)");
    refused("key cost in 'a' | 'b' decimals 2\nreport cost\n", "", "has no decimals");
}

#[test]
fn tables_are_asked_what_lists_are() {
    const TABLE: &str = "table t = [2, -1, 0]\nt[d3 - 1] += 3\nlist l = [4, 6]\n\
        report sum = t.sum(), max = t.max(), min = t.min(), size = t.size()\n\
        report raised = t.count(x, x > 2), weighed = t.sum(x, place, x * place), far = t.max(x, x * x)\n\
        report others = l.sum() + l.max() - l.min(), none = 3d6.count(number, number > t.max())\n";
    let means = {
        let report = exact(&checked(TABLE, "").unwrap(), None, MAX_OUTCOMES).unwrap();
        ["sum", "max", "min", "size", "raised", "weighed", "far", "others", "none"]
            .map(|name| mean(&report, name))
    };
    // (5, -1, 0), (2, 2, 0) or (2, -1, 3), each as likely.
    let expected = [
        4.0,
        (5.0 + 2.0 + 3.0) / 3.0,
        (-1.0 + 0.0 - 1.0) / 3.0,
        3.0,
        2.0 / 3.0,
        (-1.0 + 2.0 + 5.0) / 3.0,
        (25.0 + 4.0 + 9.0) / 3.0,
        12.0,
        (0.5 + 2.0 + 1.5) / 3.0,
    ];
    means
        .iter()
        .zip(expected)
        .for_each(|(mean, expected)| assert!((mean - expected).abs() < 1e-9, "{means:?}"));
    refused("table t = [2, 1]\nreport n = t.most()\n", "", "this is no question about a list");
}

#[test]
fn what_a_list_is_asked_may_read_keys_and_values_in_play() {
    const LIST: &str = r#"
key levels list = [1, 4, 6] in 0..9
key least = 4 in 0..9
face = d6
report many = levels.count(x, x >= least), met = levels.count(x, x == face), sum = levels.sum(x, place, x * place + face)
"#;
    let odds = exact(&checked(LIST, "").unwrap(), None, MAX_OUTCOMES).unwrap();
    near(mean(&odds, "many"), 2.0, 1e-12);
    near(mean(&odds, "met"), 0.5, 1e-12);
    near(mean(&odds, "sum"), 16.0 + 3.0 * 3.5, 1e-12);
}

#[test]
fn a_definition_of_labels_that_only_requirements_call_is_a_formula() {
    const KIND: &str = r#"
key kind = 'man' in 'man' | 'drone'
def lives(kind) { return kind == 'man' }
require lives(kind) "{lives(kind) ? '' : 'it is no man'}"
report one = 1
"#;
    assert!(checked(KIND, "").is_ok());
    refused(KIND, "kind = \"drone\"\n", "it is no man");
}

#[test]
fn a_summary_names_the_members_of_a_group() {
    const GROUP: &str =
        "group foe in 1..9 { key count = 1 in 1..9 }\nsummary \"against {foe}\"\nreport one = 1\n";
    let words = |foes: &str| checked(GROUP, foes).unwrap().ready.choices;
    assert_eq!(words("[[foe]]\nname = \"orc\"\ncount = 3\n[[foe]]\n"), "against 3 × orc, foe");
}

/// A pot is filled by the roll of a die that one may stop at any time; a roll of 1 empties it.
const POT: &str = r#"
key rolls = 4 in 1..9
key unit = 1 in 1..100
key costs list = [0, 1] in 0..9
goal maximize won / unit
pot = 0
won = 0
repeat rolls {
    left = 5 - pot
    choose stake from 0..3 where stake == 0 || costs.count(x, x == stake - 1) > 0 && stake <= left seeing pot "the pot has {} [coin|coins]" "{stake == 0 ? 'stop' : 'stake {stake}'}"
    if stake == 0 { stop }
    face = d6
    won -= unit
    if face > 2 {
        pot = min(pot + stake, 5)
        won += 2 * stake * unit
    }
}
report won, pot
"#;

/// The value of the game by recursion.
fn value(rolls: u32, pot: i32) -> f64 {
    if rolls == 0 {
        return 0.0;
    }
    let stake = |stake: i32| {
        -1.0 + (2.0 * f64::from(stake) + value(rolls - 1, (pot + stake).min(5))) * 2.0 / 3.0
            + value(rolls - 1, pot) / 3.0
    };
    let options = [1, 2].into_iter().filter(|option| *option <= 5 - pot);
    options.map(stake).fold(0.0, f64::max)
}

#[test]
fn options_meet_a_condition_and_are_said_in_words() {
    for (rolls, unit) in [(1, 1), (3, 1), (4, 100), (6, 7)] {
        let scenario = checked(POT, &format!("rolls = {rolls}\nunit = {unit}\n")).unwrap();
        let procedure = &scenario.ready.procedure;
        procedure.solve(&Progress::default()).unwrap();
        near(procedure.value().unwrap(), value(rolls, 0), 1e-12);
        let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
        near(mean(&odds, "won") / f64::from(unit), value(rolls, 0), 1e-12);
    }
    let scenario = checked(POT, "").unwrap();
    scenario.ready.procedure.solve(&Progress::default()).unwrap();
    let table = scenario.ready.tables.iter().find(|table| table.name == "policy.csv").unwrap();
    assert_eq!(table.columns[..4], ["decision", "round", "pot", "left"]);
    let choice = table.columns.iter().position(|column| *column == "choice").unwrap();
    let first = table.rows(&[])[0][choice].clone();
    assert_eq!(first, fizzle::description::Datum::Text("stake 2".to_owned()));
    assert!(scenario.input.get("policy.stake").is_none());
    refused(&POT.replace("stake == 0 || ", "stake > 0 && "), "", "no option may meet the condition here");
}

#[test]
fn a_followed_value_names_its_chart() {
    let text = "labels stands = 'foe' | 'both'\nfoe = 3\nrepeat 2 while foe > 0 {\n \
                follow stands = foe <= 0 ? 'foe' : 'both' \"who is left\"\n foe -= d2\n}\nreport foe";
    let scenario = checked(text, "").unwrap();
    let titles: Vec<String> = scenario
        .ready
        .figures
        .iter()
        .filter_map(|figure| match &figure.kind {
            FigureKind::Stacks(course) => Some(course.title.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(titles, ["who is left"]);
}
