use proptest::prelude::*;

use super::*;

fn cells<const N: usize>(cells: [&str; N]) -> [String; N] {
    cells.map(str::to_owned)
}

fn compared() -> TextTable {
    let columns =
        [TextColumn::name(""), TextColumn::number("base"), TextColumn::number("no reagents at all")];
    let mut table = TextTable::new(columns.into_iter().chain([TextColumn::number("difference").beside()]));
    table.row(cells(["damage, on average", "2.6302", "2.1", "-0.5302"]));
    table.row(cells(["drops the ganger", "12.3000 %", "", ""]));
    table
}

#[test]
fn a_table_that_has_room_has_a_line_for_each_row() {
    let expected = "                         base  no reagents at all  difference\n\
                    damage, on average     2.6302                 2.1     -0.5302\n\
                    drops the ganger    12.3000 %\n";
    assert_eq!(compared().shown(80), expected);
}

#[test]
fn headings_are_wrapped_before_anything_else_changes() {
    let expected = "                               no reagents\n\
                    \u{20}                        base       at all  difference\n\
                    damage, on average     2.6302          2.1     -0.5302\n\
                    drops the ganger    12.3000 %\n";
    assert_eq!(compared().shown(54), expected);
}

#[test]
fn where_columns_have_no_room_each_row_is_a_block() {
    let expected = "damage, on average\n\
                    \u{20} base                   2.6302\n\
                    \u{20} no reagents at all        2.1  -0.5302\n\
                    \n\
                    drops the ganger\n\
                    \u{20} base                12.3000 %\n";
    assert_eq!(compared().shown(42), expected);
}

#[test]
fn strips_repeat_what_tells_the_rows_apart() {
    let columns = ["2", "3", "4"].map(|drams| TextColumn::number(format!("{drams} drams")));
    let mut table = TextTable::new([TextColumn::setting("Force")].into_iter().chain(columns));
    table.row(cells(["4", "47.0 %", "85.3 %", "91.2 %"]));
    table.row(cells(["12", "7.1 %", "8.5 %", "9.1 %"]));
    let expected = "Force  2 drams  3 drams\n\
                    \u{20}   4   47.0 %   85.3 %\n\
                    \u{20}  12    7.1 %    8.5 %\n\
                    \n\
                    Force  4 drams\n\
                    \u{20}   4   91.2 %\n\
                    \u{20}  12    9.1 %\n";
    assert_eq!(table.in_strips(24), expected);
    assert_eq!(table.in_strips(80).lines().count(), 3);
}

#[test]
fn labels_are_at_the_right_and_wrapped() {
    let columns = [TextColumn::label("winner"), TextColumn::number("chance")];
    let mut table = TextTable::new(columns);
    table.row(cells(["the gangers from the far end of the town", "11.8 %"]));
    let expected = "              winner  chance\n\
                    the gangers from the  11.8 %\n\
                    \u{20}far end of the town\n";
    assert_eq!(table.shown(28), expected);
}

#[test]
fn long_names_are_wrapped_and_long_words_end_in_an_ellipsis() {
    assert_eq!(wrapped("hurts, and costs nothing", 12), ["hurts, and", "costs", "nothing"]);
    assert_eq!(wrapped("Donaudampfschiff", 8), ["Donauda…"]);
    assert_eq!(wrapped("火球火球", 5), ["火球…"]);
}

proptest! {
    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_number_is_cut(
        names in prop::collection::vec("[a-zé火 ]{0,40}", 1..6),
        numbers in prop::collection::vec(-1e6..1e6f64, 1..8),
        width in 40usize..200,
    ) {
        let columns = (0..numbers.len()).map(|n| TextColumn::number(format!("number {n} of these")));
        let mut table = TextTable::new([TextColumn::name("name")].into_iter().chain(columns));
        for name in &names {
            table.row([name.clone()].into_iter().chain(numbers.iter().map(|n| format!("{n:.4}"))));
        }
        for text in [table.shown(width), table.in_strips(width)] {
            prop_assert!(text.lines().all(|line| line.width() <= width), "{}", text);
            for number in &numbers {
                let whole = format!("{number:.4}");
                let found = text.split_whitespace().filter(|word| **word == whole).count();
                prop_assert!(found >= names.len(), "{}", text);
            }
        }
    }
}
