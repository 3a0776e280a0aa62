//! Who casts before whom.

use fizzle::description::Datum;

use crate::common;
use crate::scene::check_errors;

/// A caster of this kind with Quickness and Finesse.
fn caster(name: &str, kind: &str, quickness: i32, finesse: i32) -> String {
    format!(
        "[[caster]]\nname = \"{name}\"\nkind = \"{kind}\"\nquickness = {quickness}\nfinesse = {finesse}\n"
    )
}

fn text(casters: &[String]) -> String {
    format!("system = \"ars-magica\"\nprocedure = \"cast-order\"\n{}", casters.concat())
}

/// The order: position, name, kind and total of each.
#[track_caller]
fn check_order(casters: &[String], set: &[&str], expected: &[(i64, &str, &str, i64)]) {
    let scenario = common::parse(&text(casters), set);
    let [table] = &scenario.ready.tables[..] else { panic!("one table") };
    assert_eq!((&*table.name, table.columns.join(",").as_str()), ("order.csv", "position,name,kind,total"));
    let row = |&(position, name, kind, total): &(i64, &str, &str, i64)| {
        let text = |text: &str| Datum::Text(text.to_owned());
        vec![Datum::Integer(position), text(name), text(kind), Datum::Integer(total)]
    };
    assert_eq!(table.rows(&[]), expected.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn fast_casts_come_first_then_spontaneous_then_formulaic_spells() {
    let casters =
        [caster("f", "formulaic", 9, 9), caster("s", "spontaneous", 0, 1), caster("q", "fast-cast", -3, 0)];
    let expected = [(1, "q", "fast-cast", -3), (2, "s", "spontaneous", 1), (3, "f", "formulaic", 18)];
    check_order(&casters, &[], &expected);
}

#[test]
fn within_a_kind_the_higher_sum_is_first() {
    let casters = [caster("a", "formulaic", 1, 2), caster("b", "formulaic", 2, 2)];
    check_order(&casters, &[], &[(1, "b", "formulaic", 4), (2, "a", "formulaic", 3)]);
    let heavy = ["caster.1.encumbrance=-2"];
    check_order(&casters, &heavy, &[(1, "a", "formulaic", 3), (2, "b", "formulaic", 2)]);
}

#[test]
fn equals_share_a_position_and_the_next_comes_behind_both() {
    let casters = [
        caster("a", "spontaneous", 1, 1),
        caster("b", "spontaneous", 3, 0),
        caster("c", "spontaneous", 0, 3),
        caster("d", "formulaic", 3, 0),
    ];
    let expected = [
        (1, "b", "spontaneous", 3),
        (1, "c", "spontaneous", 3),
        (3, "a", "spontaneous", 2),
        (4, "d", "formulaic", 3),
    ];
    check_order(&casters, &[], &expected);
}

#[test]
fn there_is_a_caster() {
    check_errors(&text(&[]), &[], &["there is no caster"]);
}

#[test]
fn a_caster_has_a_kind_and_no_positive_encumbrance() {
    let one = text(&[caster("a", "ritual", 0, 0)]);
    check_errors(&one, &[], &["`caster.0.kind` cannot be \"ritual\""]);
    let set = ["caster.0.kind=formulaic", "caster.0.encumbrance=1"];
    check_errors(&one, &set, &["`caster.0.encumbrance` is out of range: 1"]);
    check_errors(
        &one,
        &["caster.0.kind=formulaic", "caster.0.finesse=unset"],
        &["`caster.0.finesse` is missing"],
    );
}
