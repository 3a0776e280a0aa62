//! Reference tables of a game (the sheet), as an HTML page and as CSV.

mod shades;

pub mod words;

use minijinja::context;
use minijinja::value::Serde;
use serde_json::{Value, json};

use self::shades::{STEPS, classes};
use super::page;
use super::table::{Cell, Column, Table};
use crate::analysis::{Filled, Sheet, SheetCell};
use crate::description::words::capitalized;
use crate::description::{SheetAxis, SheetCells, Steps};

const TEMPLATE: &str = include_str!("sheet.html");
const STYLE: &str = include_str!("style.css");

/// The sheet of `owner` as a self-contained HTML page, which says how it was made.
pub fn html(sheet: &Sheet, owner: &str, made_with: &str) -> String {
    let tables: Vec<Value> = sheet.tables.iter().map(table).collect();
    page::from_template(
        TEMPLATE,
        context! {
            owner,
            made_with,
            title => &*sheet.title,
            game => &*sheet.system.title,
            character => &sheet.character,
            style => [page::STYLE, STYLE, &classes()].concat(),
            how => capitalized(words::how(sheet)),
            tables => Serde(&tables),
        },
    )
}

/// All cells with unrounded numbers: `table,row,block,column,value`. The value is empty for cells
/// without a result.
pub fn csv(sheet: &Sheet) -> Vec<u8> {
    let rows = sheet.tables.iter().flat_map(|filled| {
        let (blocks, columns) = (filled.blocks.len(), filled.columns.len());
        filled.cells.iter().enumerate().map(move |(place, cell)| {
            let (line, column) = (place / columns, &filled.columns[place % columns]);
            let (row, block) = (&filled.rows[line / blocks], &filled.blocks[line % blocks]);
            ([&*filled.table.title, row, block, column], filled, cell)
        })
    });
    let names = ["table", "row", "block", "column"].into_iter().enumerate();
    Table::new(rows)
        .columns(names, |(_, name)| Column::csv(name), |(labels, ..), (place, _)| labels[place])
        .column(Column::csv("value"), |(_, filled, cell)| match cell {
            SheetCell::Number(number) => Cell::from(*number),
            SheetCell::Needed(place) => Cell::from(filled.tried[*place].as_str()),
            SheetCell::Beyond | SheetCell::NotAllowed(_) => Cell::Empty,
        })
        .csv()
}

fn table(filled: &Filled) -> Value {
    let width = filled.blocks.len() * filled.columns.len();
    let rows = filled.rows.iter().zip(filled.cells.chunks(width)).map(|(label, cells)| {
        let cells: Vec<Value> = cells.iter().map(|cell| shown(filled, cell)).collect();
        json!({ "label": words::typographic(label), "cells": cells })
    });
    let columns =
        |labels: &[String]| labels.iter().map(|label| words::typographic(label)).collect::<Vec<_>>();
    let declared = &filled.table;
    json!({
        "title": declared.title,
        "unit": words::unit(&declared.cells),
        "caption": filled.caption,
        "rows_name": declared.rows.name,
        "columns_name": declared.columns.name,
        "blocks": if declared.blocks.is_some() { columns(&filled.blocks) } else { Vec::new() },
        "columns": columns(&filled.columns),
        "width": filled.columns.len(),
        "rows": rows.collect::<Vec<_>>(),
        "notes": words::notes(filled),
        "scenario": declared.scenario.trim(),
        "asked": asked(filled),
    })
}

fn shown(filled: &Filled, cell: &SheetCell) -> Value {
    let step =
        words::share(filled, cell).map(|share| (share.clamp(0.0, 1.0) * STEPS as f64).round() as usize);
    let class = step.map_or_else(String::new, |step| format!("s{step}"));
    json!({ "text": words::text(filled, cell), "class": class })
}

/// The queries of a table as command-line options, one per line.
fn asked(filled: &Filled) -> Vec<String> {
    let declared = &filled.table;
    let of_axis = |axis: &SheetAxis| match &axis.steps {
        Steps::Vary(settings) => vec![format!("--vary '{settings}'")],
        Steps::Statistics(all) => all.iter().map(|(_, statistic)| statistic.to_string()).collect(),
        Steps::Chances(_) => Vec::new(),
    };
    let set = filled.set.iter().map(|assignment| format!("--set '{assignment}'"));
    let tried = match &declared.cells {
        SheetCells::Needed { of, .. } => Some(of),
        _ => None,
    };
    let mut asked: Vec<String> = set.chain(declared.axes().chain(tried).flat_map(of_axis)).collect();
    if let SheetCells::Sampled { trials, .. } = declared.cells {
        asked.push(format!("--trials {trials}"));
    }
    let statistic = declared.cells.statistic();
    if !statistic.is_empty() {
        asked.push(statistic.to_owned());
    }
    asked
}
