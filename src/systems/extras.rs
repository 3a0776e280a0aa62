//! What a game has besides its rules, in a file of `games`: what `fizzle new` begins with, what `fizzle list`
//! notes, and the tables that players pin to their screen.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::description::{SheetAxis, SheetCells, SheetTable, Steps, Str, System, Value};

/// Adds to a game what it has besides its rules, from the text of that file.
pub fn with_extras(mut system: System, text: &'static str) -> Arc<System> {
    let file = DeTable::parse(text).unwrap_or_else(|error| unreachable!("{}: {error}", system.name));
    let file = Table(file.get_ref());
    system.notes = file.texts("notes");
    for described in &mut system.procedures {
        let described = Arc::get_mut(described).expect("nobody else has it yet");
        let beginning = file.table("procedure").table(&described.name);
        described.start.clear();
        beginning.table("start").values("", &mut described.start);
        described.questions = beginning.pairs("questions");
        described.side_effect = beginning.text("side_effect");
    }
    let sheet = |table: Table<'_>| table.sheet(file.table("scenario"));
    system.sheet = file.tables("sheet").map(sheet).collect();
    system.character_sheet = file.tables("character_sheet").map(sheet).collect();
    Arc::new(system)
}

/// A table of the file.
#[derive(Clone, Copy)]
struct Table<'a>(&'a DeTable<'a>);

impl<'a> Table<'a> {
    fn get(self, key: &str) -> Option<&'a DeValue<'a>> {
        self.0.get(key).map(|value| value.get_ref())
    }

    /// The text of a key; empty if it is not there.
    fn text(self, key: &str) -> Str {
        text(self.get(key))
    }

    fn items(self, key: &str) -> impl Iterator<Item = &'a DeValue<'a>> {
        let items = self.get(key).and_then(DeValue::as_array);
        items.into_iter().flat_map(|items| items.iter()).map(|item| item.get_ref())
    }

    fn texts(self, key: &str) -> Vec<Str> {
        self.items(key).map(|item| text(Some(item))).collect()
    }

    fn pairs(self, key: &str) -> Vec<(Str, Str)> {
        let pair = |item: &'a DeValue<'a>| {
            let [one, other] = [0, 1].map(|place| text(item.get(place).map(|part| part.get_ref())));
            (one, other)
        };
        self.items(key).map(pair).collect()
    }

    fn tables(self, key: &str) -> impl Iterator<Item = Table<'a>> {
        self.items(key).filter_map(DeValue::as_table).map(Table)
    }

    fn table(self, key: &str) -> Table<'a> {
        self.table_if_any(key).unwrap_or_else(|| unreachable!("there is a table {key}"))
    }

    fn table_if_any(self, key: &str) -> Option<Table<'a>> {
        self.get(key).and_then(DeValue::as_table).map(Table)
    }

    /// Lists the values below a path of a scenario.
    fn values(self, path: &str, found: &mut Vec<(Str, Value)>) {
        for (key, value) in self.0 {
            let path =
                if path.is_empty() { key.get_ref().to_string() } else { format!("{path}.{}", key.get_ref()) };
            match value.get_ref() {
                DeValue::Table(table) => Table(table).values(&path, found),
                DeValue::Array(_) => {
                    for (place, item) in self.tables(key.get_ref()).enumerate() {
                        item.values(&format!("{path}.{place}"), found);
                    }
                }
                DeValue::Integer(integer) => {
                    found.push((path.into(), Value::Integer(whole(integer.as_str()))))
                }
                word => found.push((path.into(), Value::Word(text(Some(word))))),
            }
        }
    }

    /// A table of a sheet, which names one of these scenarios.
    fn sheet(self, scenarios: Table<'_>) -> SheetTable {
        SheetTable {
            title: self.text("title"),
            caption: self.text("caption"),
            scenario: scenarios.text(&self.text("scenario")),
            rows: self.table("rows").axis(),
            blocks: self.table_if_any("blocks").map(Table::axis),
            columns: self.table("columns").axis(),
            cells: self.table("cells").cells(),
            own: self.texts("own"),
            needs: self.text("needs"),
        }
    }

    fn axis(self) -> SheetAxis {
        let chances = self.items("chances").filter_map(DeValue::as_integer);
        let steps = match (self.text("vary"), self.pairs("statistics")) {
            (vary, _) if !vary.is_empty() => Steps::Vary(vary),
            (_, statistics) if !statistics.is_empty() => Steps::Statistics(statistics),
            _ => Steps::Chances(chances.map(|chance| whole(chance.as_str()) as u8).collect()),
        };
        SheetAxis { name: self.text("name"), steps, labels: self.texts("labels") }
    }

    fn cells(self) -> SheetCells {
        if let Some(of) = self.table_if_any("of") {
            return SheetCells::Needed { statistic: self.text("needed"), of: of.axis() };
        }
        if let Some(DeValue::Integer(trials)) = self.get("trials") {
            return SheetCells::Sampled {
                statistic: self.text("sampled"),
                trials: whole(trials.as_str()) as u64,
            };
        }
        let written = |key| self.get(key).map(|_| self.text(key));
        let rare = || written("rare").map(SheetCells::Rare);
        let number = || written("number").map(SheetCells::Number);
        let cells = written("chance").map(SheetCells::Chance).or_else(rare).or_else(number);
        cells.unwrap_or_else(|| unreachable!("cells are a chance, rare, or a number"))
    }
}

/// The text of a value; empty if there is none.
fn text(value: Option<&DeValue<'_>>) -> Str {
    Str::Owned(value.and_then(DeValue::as_str).unwrap_or_default().to_owned())
}

fn whole(digits: &str) -> i64 {
    digits.parse().expect("whole numbers are written without an exponent")
}
