//! The side tables of a phase.

use fizzle::description::{Datum, SideTable};

use crate::common;
use crate::game::{PLANNED, TWO_SPELLS};

/// The rows of a table, each cell as text.
fn rows(set: &[&str], name: &str) -> Vec<Vec<String>> {
    let text = |cell: Datum| match cell {
        Datum::Empty => String::new(),
        Datum::Text(text) => text,
        Datum::Integer(number) => number.to_string(),
        Datum::Number(number) => number.to_string(),
        Datum::Flag(flag) => flag.to_string(),
    };
    let scenario = common::parse(TWO_SPELLS, set);
    let table = scenario.ready.tables.iter().find(|table| table.name == name).expect("the table exists");
    table.rows(&[]).into_iter().map(|row| row.into_iter().map(text).collect()).collect()
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap()
}

#[test]
fn the_tables_have_the_columns_of_the_page() {
    let scenario = common::parse(TWO_SPELLS, &[]);
    let columns: Vec<String> =
        scenario.ready.tables.iter().map(|table: &SideTable| table.columns.join(",")).collect();
    assert_eq!(
        columns,
        [
            "spells_left,magic_dice,dispel_dice,probability,spell,boosted,dice,value,runner_up,loss",
            "spells_left,magic_dice,dispel_dice,spell,boosted,dice,total,miscast,ones,dispel_dice_used,\
             value,loss_if_let_through",
        ]
    );
}

#[test]
fn the_policy_begins_with_the_first_attempt_and_its_runner_up_loses() {
    let rows = rows(&[], "policy.csv");
    assert_eq!(rows[0][..4], ["bolt ring", "6", "4", "1"]);
    assert!(rows.iter().all(|row| number(&row[3]) > 1e-3));
    assert!(rows.iter().all(|row| row[9].is_empty() || number(&row[9]) >= 0.0));
    let stops: Vec<_> = rows.iter().filter(|row| row[6] == "0").collect();
    assert!(!stops.is_empty() && stops.iter().all(|row| row[4].is_empty() && row[5].is_empty()));
}

#[test]
fn the_states_of_each_number_of_attempts_left_are_no_likelier_than_certain() {
    let rows = rows(&[], "policy.csv");
    for left in ["bolt ring", "bolt", "ring", ""] {
        let sum: f64 = rows.iter().filter(|row| row[0] == left).map(|row| number(&row[3])).sum();
        assert!(sum <= 1.0 + 1e-12, "{left}: {sum}");
    }
}

#[test]
fn attempts_left_of_a_spell_are_counted_from_2_on() {
    assert_eq!(rows(&["spell.0.attempts=3"], "policy.csv")[0][0], "bolt*3 ring");
}

#[test]
fn to_let_an_attempt_through_never_loses_less_than_the_best_answer() {
    let rows = rows(&["policy.miscast_cost=4"], "dispel.csv");
    assert!(!rows.is_empty());
    for row in &rows {
        let (dice, loss) = (&row[9], number(&row[11]));
        assert!(loss >= -1e-12, "{row:?}");
        assert!(dice != "0" || loss.abs() < 1e-12, "{row:?}");
        assert!(number(dice) <= number(&row[2]), "{row:?}");
    }
}

#[test]
fn the_dispeller_of_the_table_sees_totals_that_pass_and_their_triples() {
    let set = [&PLANNED[..], &["policy.dispeller=never", "plan.0.magic_dice=3"]].concat();
    let rows = rows(&set, "dispel.csv");
    let bolt: Vec<_> = rows.iter().filter(|row| row[3] == "bolt").collect();
    assert!(bolt.iter().all(|row| number(&row[6]) >= 7.0));
    let triples: Vec<_> = bolt.iter().filter(|row| row[7] != "0").map(|row| row[6..9].join(" ")).collect();
    assert_eq!(triples, ["9 3 0", "12 4 0", "15 5 0", "18 6 0"]);
}
