//! The tables that players pin to their screen.

use std::sync::Arc;

use indexmap::IndexSet;
use serde::{Serialize, Serializer};

use super::exact_or_sampled::{Effort, estimates, sampled};
use super::findings::Findings;
use super::settings::{Unfit, at_each};
use super::{Progress, RunError, Sampling};
use crate::description::{Key, Presence, SheetAxis, SheetCells, SheetTable, Steps, System, Value};
use crate::scenario::{Document, Grid, Problems, Query, Scenario};

/// The sheet of a game.
#[derive(Debug, Serialize)]
pub struct Sheet {
    /// The game.
    #[serde(serialize_with = "name_of")]
    pub system: Arc<System>,
    /// Its heading: the game, or the title of a character's scenario.
    pub title: String,
    /// The dice of the character and his values, in words, one line each; none if the sheet is for all.
    pub character: Vec<String>,
    /// Its tables, in their order.
    pub tables: Vec<Filled>,
    /// The user's own values that change nothing, because no table reads them; empty if the values are
    /// those of a whole scenario.
    pub unread: Vec<String>,
}

/// A table with its numbers.
#[derive(Debug, Serialize)]
pub struct Filled {
    /// The table.
    #[serde(rename = "title", serialize_with = "title_of")]
    pub table: SheetTable,
    /// The conditions that it holds under, and whose values it uses.
    pub caption: String,
    /// The keys of its scenario that were changed, as `KEY=VALUE`.
    pub set: Vec<String>,
    /// The labels of the rows.
    pub rows: Vec<String>,
    /// The labels of the blocks; a single empty one if there are no blocks.
    pub blocks: Vec<String>,
    /// The labels of the columns in each block.
    pub columns: Vec<String>,
    /// The labels of the settings that are tried in each cell of a "needed" table.
    pub tried: Vec<String>,
    /// The cells row by row, and in each row block by block.
    pub cells: Vec<SheetCell>,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetCell {
    /// A number, or a probability from 0 to 1.
    Number(f64),
    /// The index of the first tried setting that is enough.
    Needed(usize),
    /// No tried setting is enough.
    Beyond,
    /// The rules do not allow it, for this reason.
    NotAllowed(String),
}

fn name_of<S: Serializer>(system: &Arc<System>, serializer: S) -> Result<S::Ok, S::Error> {
    system.name.serialize(serializer)
}

fn title_of<S: Serializer>(table: &SheetTable, serializer: S) -> Result<S::Ok, S::Error> {
    table.title.serialize(serializer)
}

/// The tolerance by which a chance may fall short of the wanted one: cutting open-ended dice omits as
/// much as 1e-9 for each of them.
const SHORT: f64 = 1e-8;

/// The values of the user's own character.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Where they come from: the title of a scenario, or an option.
    pub whose: String,
    /// The values by path, as they are written for `--set`.
    pub values: Vec<(String, String)>,
    /// The dice that the character throws, in words; may be empty.
    pub pools: String,
    /// Whether the values are complete: keys that are not among them are unset, unless the rules
    /// require them.
    pub complete: bool,
}

impl Own {
    /// The tables of a game for this character, or for all.
    fn tables<'a>(&self, system: &'a System) -> Vec<&'a SheetTable> {
        let has = |key: &str| self.values.iter().any(|(path, value)| path == key && value != "0");
        if !self.complete {
            return system.sheet.iter().collect();
        }
        let own = system.character_sheet.iter().filter(|one| one.needs.is_empty() || has(&one.needs));
        let own: Vec<&SheetTable> = own.collect();
        if !own.is_empty() {
            return own;
        }
        // Tables that have nobody's values are on the sheet of the game, unless a text is the game.
        let is_own = |table: &&SheetTable| !table.own.is_empty() || system.rules.is_some();
        let own: Vec<&SheetTable> = system.sheet.iter().filter(is_own).collect();
        if own.is_empty() { system.sheet.iter().collect() } else { own }
    }

    /// Takes all values of a scenario.
    ///
    /// # Errors
    /// The name of a key whose value is unknown, if a table of the sheet uses it.
    pub fn of(scenario: &Scenario) -> Result<Own, String> {
        let is_taken = |path: &&str| scenario.system.sheet_tables().any(|table| table.takes(path));
        if let Some(key) = scenario.input.unknown().map(|(key, _)| key).find(is_taken) {
            return Err(key.to_owned());
        }
        let values =
            scenario.input.iter().map(|(path, value)| (path.to_owned(), value.to_string())).collect();
        let pools = scenario.ready.pools.clone();
        Ok(Own { whose: scenario.title.clone(), values, pools, complete: true })
    }
}

impl Sheet {
    /// The reason why the rules allow no cell of one of the tables, if there is such a table.
    pub fn refusal(&self) -> Option<String> {
        self.tables.iter().find_map(|filled| {
            let mut refusals = filled.cells.iter().map(|cell| match cell {
                SheetCell::NotAllowed(why) => Some(why),
                _ => None,
            });
            let why = refusals.clone().next().flatten()?;
            refusals.all(|why| why.is_some()).then(|| format!("{}: {why}", filled.table.title))
        })
    }
}

/// Fills all tables of a game's sheet.
///
/// # Errors
/// The errors of [`estimates`], for any cell.
pub fn sheet(system: &Arc<System>, effort: &Effort, progress: &Progress) -> Result<Sheet, RunError> {
    sheet_of(system, &Own::default(), effort, progress)
}

/// Fills all tables of a game's sheet. Tables use the given values for the keys that they take.
///
/// # Errors
/// The errors of [`estimates`], for any cell.
pub fn sheet_of(
    system: &Arc<System>,
    own: &Own,
    effort: &Effort,
    progress: &Progress,
) -> Result<Sheet, RunError> {
    // The tables of built-in games are covered by a test, those of a rule text are checked with its
    // scenario.
    let tables = own.tables(system);
    let plans = tables.into_iter().map(|table| TablePlan::new(system, table, own).expect("it was tried"));
    let plans: Vec<TablePlan<'_>> = plans.collect();
    let said: IndexSet<String> = match own.complete {
        true => plans.iter().flat_map(|plan| plan.said.iter().cloned()).collect(),
        false => own.values.iter().map(|(path, value)| system.say(path, value)).collect(),
    };
    // What his pools name already, as a limit, is not said twice.
    let is_new = |said: &String| own.pools.split(", ").all(|pool| pool != said);
    let said = said.into_iter().filter(is_new).collect::<Vec<_>>().join(", ");
    let title = if own.complete { own.whose.clone() } else { system.title.to_string() };
    let character = [own.pools.clone(), said].into_iter().filter(|line| !line.is_empty()).collect();
    let paths = own.values.iter().map(|(path, _)| path).filter(|_| !own.complete);
    let unread = paths.filter(|path| plans.iter().all(|plan| plan.unread.contains(path))).cloned().collect();
    let fill = |plan| Ok(fill(plan, effort, progress)?.without_what_is_impossible(own.complete));
    let tables = plans.into_iter().map(fill).collect::<Result<_, RunError>>()?;
    Ok(Sheet { system: Arc::clone(system), title, character, tables, unread })
}

fn fill(plan: TablePlan<'_>, effort: &Effort, progress: &Progress) -> Result<Filled, RunError> {
    let table = plan.table;
    let found =
        at_each(&plan.document, &plan.grid, &Findings::default(), progress, |number, scenario, _| {
            let read = |text: &&str| Query::new(&table.title, text).statistic(&scenario);
            let statistics = plan.statistics.iter().map(read).collect::<Result<Vec<_>, Problems>>()?;
            let statistics: Vec<_> = statistics.iter().collect();
            let found = match table.cells {
                SheetCells::Sampled { trials, .. } => {
                    let sampling = Sampling { trials, ..effort.apart(number).sampling };
                    sampled(&scenario, &statistics, &sampling, progress)
                }
                _ => estimates(&scenario, &statistics, effort, progress),
            }?;
            Ok::<_, Unfit>(found.values.iter().map(|estimate| estimate.value).collect::<Vec<f64>>())
        })?;
    let mut at: Vec<Result<Vec<f64>, String>> = vec![Err(String::new()); plan.grid.len() as usize];
    for (number, _, values) in found.settings {
        at[number as usize] = Ok(values);
    }
    for skipped in found.skipped {
        at[skipped.number as usize] = Err(skipped.why().to_owned());
    }
    let [rows, blocks, columns, mut tried] = plan.labels();
    let steps = tried.len();
    let mut cells = Vec::new();
    for row in 0..rows.len() {
        for block in 0..blocks.len() {
            cells.extend((0..columns.len()).map(|column| plan.cell(&at, [row, block, column])));
        }
    }
    // What the rules allow in no cell was not tried. It is the last, so that the others keep their places.
    while tried.len() > 1 && at.iter().skip(tried.len() - 1).step_by(steps).all(Result::is_err) {
        tried.pop();
    }
    Ok(Filled {
        table: table.clone(),
        caption: plan.caption,
        set: plan.set,
        rows,
        blocks,
        columns,
        tried,
        cells,
    })
}

impl Filled {
    /// The table without the columns of statistics in which nothing is possible; a character's own without all such
    /// rows and columns, unless these are all.
    fn without_what_is_impossible(self, is_own: bool) -> Filled {
        let (columns, width) = (self.columns.len(), self.blocks.len() * self.columns.len());
        let is_useful = |cell: &SheetCell| match cell {
            SheetCell::Number(number) => *number != 0.0,
            SheetCell::Needed(_) => true,
            SheetCell::Beyond | SheetCell::NotAllowed(_) => false,
        };
        let has_statistics = matches!(self.table.columns.steps, Steps::Statistics(_));
        let useful_rows: Vec<bool> =
            self.cells.chunks(width).map(|row| !is_own || row.iter().any(is_useful)).collect();
        let of_column = |column| self.cells.iter().skip(column).step_by(columns);
        let useful_columns: Vec<bool> = (0..columns)
            .map(|column| !(is_own || has_statistics) || of_column(column).any(is_useful))
            .collect();
        let unless_all = |useful: Vec<bool>| match useful.contains(&true) {
            true => useful,
            false => vec![true; useful.len()],
        };
        let [useful_rows, useful_columns] = [useful_rows, useful_columns].map(unless_all);
        let kept = |labels: Vec<String>, useful: &[bool]| {
            labels
                .into_iter()
                .zip(useful)
                .filter(|(_, is_useful)| **is_useful)
                .map(|(label, _)| label)
                .collect()
        };
        let cells = self.cells.into_iter().enumerate();
        let cells = cells
            .filter(|(place, _)| useful_rows[place / width] && useful_columns[place % columns])
            .map(|(_, cell)| cell)
            .collect();
        let (rows, columns) = (kept(self.rows, &useful_rows), kept(self.columns, &useful_columns));
        Filled { rows, columns, cells, ..self }
    }
}

/// What has to be computed for a table.
struct TablePlan<'a> {
    table: &'a SheetTable,
    caption: String,
    /// The values of a character, in words, if they are complete.
    said: Vec<String>,
    set: Vec<String>,
    document: Document,
    /// The settings of the rows, the blocks, the columns and the tried values, which vary fastest.
    grid: Grid,
    statistics: Vec<&'a str>,
    /// The user's own values that it does not read, unless they are complete.
    unread: Vec<String>,
}

impl<'a> TablePlan<'a> {
    fn new(system: &Arc<System>, table: &'a SheetTable, own: &Own) -> Result<Self, Problems> {
        let plan = TablePlan::with(system, table, own)?;
        // An optional value of the table may stand in for own values, as a mental limit does for the
        // attributes that determine it. It gives way to them.
        if plan.unread.iter().any(|path| table.takes(path)) {
            let alone = TablePlan::with(system, table, &Own { complete: true, ..own.clone() })?;
            let unread = alone.unread_of(own);
            if unread.len() < plan.unread.len() {
                return Ok(TablePlan { unread, ..alone });
            }
        }
        Ok(plan)
    }

    fn with(system: &Arc<System>, table: &'a SheetTable, own: &Own) -> Result<Self, Problems> {
        let mut document = Document::parse(&table.title, &table.scenario)?.of_system(Arc::clone(system));
        let vary = sides(table).into_iter().flatten().filter_map(SheetAxis::varied);
        let vary: Vec<String> = vary.map(str::to_owned).collect();
        let grid = Grid::parse(&table.title, &vary, &document)?;
        let (caption, said, set) = replace(&mut document, table, own, &grid)?;
        let all = table.axes().find_map(|axis| match &axis.steps {
            Steps::Statistics(all) => Some(all.iter().map(|(_, statistic)| &**statistic).collect()),
            _ => None,
        });
        let statistics = all.unwrap_or_else(|| vec![table.cells.statistic()]);
        let plan = TablePlan { table, caption, said, set, document, grid, statistics, unread: Vec::new() };
        let unread = if own.complete { Vec::new() } else { plan.unread_of(own) };
        Ok(TablePlan { unread, ..plan })
    }

    /// The paths of own values that none of its settings reads.
    fn unread_of(&self, own: &Own) -> Vec<String> {
        let mut unread: Vec<String> = own.values.iter().map(|(path, _)| path.clone()).collect();
        for number in 0..self.grid.len() {
            if !unread.iter().any(|path| self.table.takes(path)) {
                break;
            }
            let Ok(scenario) = self.grid.apply(&self.document, number).check() else { continue };
            let is_read = |path: &str| scenario.read.iter().any(|read| **read == *path);
            unread.retain(|path| !self.table.takes(path) || !is_read(path));
        }
        unread
    }

    /// The labels of the steps of each side. A side that does not exist has a single empty label.
    fn labels(&self) -> [Vec<String>; 4] {
        let mut axes = self.grid.axes();
        sides(self.table).map(|side| {
            let Some(SheetAxis { steps, labels, .. }) = side else { return vec![String::new()] };
            match steps {
                Steps::Statistics(all) => all.iter().map(|(label, _)| label.to_string()).collect(),
                Steps::Chances(chances) => chances.iter().map(|chance| format!("{chance}\u{a0}%")).collect(),
                Steps::Vary(_) => {
                    let (_, steps) = axes.next().expect("there is an axis for all settings");
                    match &labels[..] {
                        [] => steps.iter().map(|step| step[0].to_owned()).collect(),
                        labels => labels.iter().map(ToString::to_string).collect(),
                    }
                }
            }
        })
    }

    /// The cell at a row, block and column.
    fn cell(&self, at: &[Result<Vec<f64>, String>], place: [usize; 3]) -> SheetCell {
        let (mut first, mut which, mut wanted) = (0, 0, 0.0);
        let mut axes = self.grid.axes();
        for (side, step) in sides(self.table).into_iter().zip(place) {
            match side.map(|axis| &axis.steps) {
                Some(Steps::Vary(_)) => {
                    let (_, steps) = axes.next().expect("there is an axis for all settings");
                    first = first * steps.len() + step;
                }
                Some(Steps::Statistics(_)) => which = step,
                Some(Steps::Chances(chances)) => wanted = f64::from(chances[step]) / 100.0,
                None => {}
            }
        }
        match axes.next() {
            None => match &at[first] {
                Ok(values) => SheetCell::Number(values[which]),
                Err(why) => SheetCell::NotAllowed(why.clone()),
            },
            Some((_, tried)) => {
                let enough = |values: &Vec<f64>| values[which] >= wanted - SHORT;
                let is_enough = |found: &Result<Vec<f64>, String>| found.as_ref().is_ok_and(enough);
                let tried = &at[first * tried.len()..(first + 1) * tried.len()];
                tried.iter().position(is_enough).map_or(SheetCell::Beyond, SheetCell::Needed)
            }
        }
    }
}

/// Sets the values of `own` that a table takes in its scenario. Returns the caption, which mentions
/// them unless they are complete, complete ones in words, and the changed keys.
fn replace(
    document: &mut Document,
    table: &SheetTable,
    own: &Own,
    grid: &Grid,
) -> Result<(String, Vec<String>, Vec<String>), Problems> {
    // Not every setting is a valid scenario. In a rule text, none may be without the user's own values.
    let checked = (0..grid.len()).find_map(|number| grid.apply(document, number).check().ok());
    let procedure = checked.map(|checked| checked.procedure);
    let outlined = || document.outline().map(|outline| outline.procedure);
    let procedure = procedure.or_else(outlined).expect("every table is one of a procedure");
    let keys = &procedure.keys;
    let takes = |path: &str| table.takes(path) && !grid.keys().any(|varied| varied == path);
    let written: Vec<String> = document.entries().map(|(path, _)| path.to_owned()).collect();
    let given = |path: &str| own.values.iter().any(|(other, _)| other == path);
    // A required key that is not set keeps the value of the table.
    let needed =
        |path: &str| keys.iter().any(|key| key.matches(path) && matches!(key.presence, Presence::Required));
    let unset =
        written.into_iter().filter(|path| own.complete && takes(path) && !given(path) && !needed(path));
    let mut set: Vec<String> = unset.map(|path| format!("{path}=unset")).collect();
    let mut words: Vec<String> = Vec::new();
    let mut is_own = false;
    for (path, value) in own.values.iter().filter(|(path, _)| takes(path)) {
        let Some(key) = keys.iter().find(|key| key.matches(path)) else { continue };
        let bare = value.trim_matches('"');
        if bare != value_of(document, key, path) {
            set.push(format!("{path}={value}"));
        }
        let is_default = matches!(&key.presence, Presence::Default(default) if bare_default(default) == bare);
        is_own |= !is_default;
        if !is_default && !table.caption.contains(&format!("{{{path}}}")) {
            words.push(key.say(path, bare));
        }
    }
    for assignment in &set {
        document.set(&own.whose, assignment)?;
    }
    let caption = with_values(&table.caption, keys, document);
    if own.complete {
        return Ok((caption, words, set));
    }
    let caption = match words.is_empty() {
        _ if !is_own && set.is_empty() => caption,
        true => format!("With the values of {}. {caption}", own.whose),
        false => format!("With the values of {}: {}. {caption}", own.whose, words.join(", ")),
    };
    Ok((caption, Vec::new(), set))
}

/// Replaces the keys in braces in a caption by the values of the scenario.
fn with_values(caption: &str, keys: &[Key], document: &Document) -> String {
    let mut parts = caption.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once('}').expect("braces of captions are closed");
        let key = keys.iter().find(|key| key.matches(path)).expect("captions name keys of the procedure");
        let value = value_of(document, key, path);
        // Other values stand in for one that is not given, and are said as the user's own.
        if value == "unset" && !key.says_absence() {
            text.truncate(text.trim_end_matches(", ").len());
            text += rest;
            continue;
        }
        text += &key.say(path, &value);
        text += rest;
    }
    text
}

/// The value of a key as it is written, or its default, without the quotes of texts.
fn value_of(document: &Document, key: &Key, path: &str) -> String {
    match (document.get(path).and_then(|entry| entry.value.bare()), &key.presence) {
        (Some(written), _) => written.trim_matches('"').to_owned(),
        (None, Presence::Default(default)) => bare_default(default),
        (None, _) => "unset".to_owned(),
    }
}

fn bare_default(default: &Value) -> String {
    default.to_string().trim_matches('"').to_owned()
}

/// The rows, the blocks, the columns and the tried values.
fn sides(table: &SheetTable) -> [Option<&SheetAxis>; 4] {
    let tried = match &table.cells {
        SheetCells::Needed { of, .. } => Some(of),
        _ => None,
    };
    [Some(&table.rows), table.blocks.as_ref(), Some(&table.columns), tried]
}
