//! The maps of small policies.

use super::*;
use crate::systems::SYSTEMS;

/// Maps by an unknown key, a stance in words and the remaining drams. Rows are the own boxes of
/// two kinds, columns the boxes of the other.
fn maps(rows: Vec<Vec<Datum>>) -> PolicyMaps {
    let seen = |name: &'static str, columns: &[&'static str]| SeenByPlayer::new(name, columns.to_vec());
    let figure = PolicyFigure {
        title: "what to do".into(),
        help: "".into(),
        table: "policy.csv".into(),
        cases: vec![seen("stance", &["stance"]), seen("drams", &["drams"])],
        rows: seen("own boxes", &["stun", "physical"]),
        columns: seen("other boxes", &["other"]),
        choices: vec![],
    };
    let columns =
        ["target.willpower", "stance", "drams", "stun", "physical", "other", "choice", "probability"];
    let tables = [SideTable::new("policy.csv", columns, move || rows.clone())];
    PolicyMaps::new(&SYSTEMS[0], &figure, &tables).unwrap()
}

fn row([willpower, stun, physical, other]: [i64; 4], stance: &str, choice: &str, p: f64) -> Vec<Datum> {
    let [willpower, stun, physical, other] = [willpower, stun, physical, other].map(Datum::Integer);
    let [stance, choice] = [stance, choice].map(|words| Datum::Text(words.to_owned()));
    vec![willpower, stance, Datum::Empty, stun, physical, other, choice, Datum::Number(p)]
}

#[test]
fn choices_may_be_numbers_and_situations_may_come_up_again() {
    let seen = |name: &'static str| SeenByPlayer::new(name, [name]);
    let figure = PolicyFigure {
        title: "what to do".into(),
        help: "".into(),
        table: "policy.csv".into(),
        cases: vec![seen("decision"), seen("stake")],
        rows: seen("mine"),
        columns: seen("coins"),
        choices: vec![],
    };
    let row = |decision: &str, stake, coins, visits, choice| {
        let (decision, mine) = (Datum::Text(decision.to_owned()), Datum::Flag(true));
        vec![decision, stake, mine, Datum::Integer(coins), Datum::Number(visits), Datum::Integer(choice)]
    };
    let rows = vec![
        row("stake", Datum::Empty, 4, 1.25, 10),
        row("stake", Datum::Empty, 5, 0.5, 9),
        row("reply", Datum::Integer(0), 5, 0.75, -1),
    ];
    let columns = ["decision", "stake", "mine", "coins", "visits", "choice"];
    let tables = [SideTable::new("policy.csv", columns, move || rows.clone())];
    let maps = PolicyMaps::new(&SYSTEMS[0], &figure, &tables).unwrap();
    let words: Vec<&str> = maps.choices.iter().map(|choice| &*choice.brief).collect();
    assert_eq!(words, ["-1", "9", "10"]);
    // An empty value is a dash, not a number.
    assert_eq!(maps.cases[1].values, ["0", "–"]);
    assert_eq!(maps.rows.values, ["yes"]);
    assert_eq!(maps.maps[1].probability, 1.75);
    assert_eq!(maps.say(1.75, |_| unreachable!("it is no chance")), "1.75 times");
}

#[test]
fn choices_are_in_the_order_of_the_numbers_in_their_words() {
    let chosen = |choices: [&str; 3]| {
        let rows = choices.map(|choice| row([4, 3, 2, 1], "open", choice, 0.25));
        maps(rows.into()).choices.into_iter().map(|choice| (choice.words, choice.brief)).collect::<Vec<_>>()
    };
    let pair = |words: &str, brief: &str| (words.to_owned(), brief.to_owned());
    let forces = [pair("stop", "stop"), pair("Force 4", "4"), pair("Force 10", "10")];
    assert_eq!(chosen(["Force 10", "stop", "Force 4"]), forces);
    // A number alone would say too little.
    let others = [pair("heal 2", "heal 2"), pair("hit 2", "hit 2"), pair("hit 3", "hit 3")];
    assert_eq!(chosen(["hit 3", "hit 2", "heal 2"]), others);
}

#[test]
fn choices_are_in_the_order_of_the_text() {
    let seen = |name: &'static str| SeenByPlayer::new(name, [name]);
    let figure = PolicyFigure {
        title: "what to do".into(),
        help: "".into(),
        table: "policy.csv".into(),
        cases: vec![],
        rows: seen("row"),
        columns: seen("column"),
        choices: ["red", "blue"].map(Into::into).into(),
    };
    let row = |choice: &str| {
        vec![Datum::Integer(1), Datum::Integer(2), Datum::Text(choice.to_owned()), Datum::Number(0.5)]
    };
    let tables = [SideTable::new("policy.csv", ["row", "column", "choice", "probability"], move || {
        vec![row("blue"), row("red")]
    })];
    let maps = PolicyMaps::new(&SYSTEMS[0], &figure, &tables).unwrap();
    let words: Vec<&str> = maps.choices.iter().map(|choice| &*choice.words).collect();
    assert_eq!(words, ["red", "blue"]);
}

#[test]
fn situations_come_into_the_cells_of_what_is_seen() {
    let maps = maps(vec![
        row([4, 3, 2, 1], "open", "run", 0.25),
        row([4, 4, 1, 1], "open", "hit", 0.5),
        row([2, 3, 0, 4], "hidden", "hit", 0.125),
    ]);
    // The unknown key distinguishes maps, under its label; the constant drams do not.
    let names: Vec<&str> = maps.cases.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(names, [&SYSTEMS[0].label("target.willpower"), "stance"]);
    assert_eq!(maps.cases[1].values, ["hidden", "open"]);
    // Boxes of both kinds are added, and the axes of numbers have no gaps.
    assert_eq!(maps.rows.values, ["3", "4", "5"]);
    assert_eq!(maps.columns.values, ["1", "2", "3", "4"]);
    let words: Vec<&str> = maps.choices.iter().map(|choice| choice.words.as_str()).collect();
    assert_eq!(words, ["hit", "run"]);
    let cases: Vec<_> = maps.maps.iter().map(|map| (&map.case[..], map.probability)).collect();
    assert_eq!(cases, [(&[0, 0][..], 0.125), (&[2, 1], 0.75)]);
    // The likeliest choice is first.
    assert_eq!(maps.maps[1].cells[2 * 4], MapCell { probability: 0.75, choices: vec![(0, 0.5), (1, 0.25)] });
    let known = |map: &PolicyMap| map.cells.iter().filter(|cell| cell.probability > 0.0).count();
    assert_eq!(maps.maps.iter().map(known).collect::<Vec<_>>(), [1, 1]);
}
