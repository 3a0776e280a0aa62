//! Text tables: columns of names and numbers, no wider than the terminal.

mod width;

use unicode_width::UnicodeWidthStr;

use self::width::{Bounds, shared_out};
use crate::report::number::Digits;
use crate::scenario::is_obeyed;

pub use self::width::{in_lines, wrapped};

/// How text is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The width of lines, in columns of the terminal.
    pub width: usize,
    /// The digits of numbers.
    pub digits: Digits,
}

impl Layout {
    /// Lines of this width, and numbers as players write them.
    pub fn of_width(width: usize) -> Layout {
        Layout { width, digits: Digits::Few }
    }
}

/// A table of text that fits the width of the terminal.
///
/// If the columns do not fit, headings and names are wrapped, and words that are still too long end
/// in an ellipsis. Numbers are never cut. If the table is still too wide, [`TextTable::shown`]
/// writes a block for each row, and [`TextTable::in_strips`] several tables one below another.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    columns: Vec<TextColumn>,
    rows: Vec<Vec<String>>,
}

/// A column of a text table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextColumn {
    heading: String,
    kind: Kind,
    beside: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Label,
    Setting,
    Number,
    Words,
    Bar,
}

impl TextColumn {
    fn new(heading: impl Into<String>, kind: Kind) -> Self {
        TextColumn { heading: heading.into(), kind, beside: false }
    }

    /// A column of names, which identify the rows.
    pub fn name(heading: impl Into<String>) -> Self {
        TextColumn::new(heading, Kind::Name)
    }

    /// A column of labels, which identify the rows. They are right-aligned, and wrapped where they need it.
    pub fn label(heading: impl Into<String>) -> Self {
        TextColumn::new(heading, Kind::Label)
    }

    /// A column of setting values, which identify the rows. Blocks show them with the heading.
    pub fn setting(heading: impl Into<String>) -> Self {
        TextColumn::new(heading, Kind::Setting)
    }

    /// A column of numbers, which are right-aligned and never cut.
    pub fn number(heading: impl Into<String>) -> Self {
        TextColumn::new(heading, Kind::Number)
    }

    /// A column of additional words.
    pub fn words(heading: impl Into<String>) -> Self {
        TextColumn::new(heading, Kind::Words)
    }

    /// A column of bars, which are shorter in the same ratio where there is little room.
    pub fn bar() -> Self {
        TextColumn::new("", Kind::Bar)
    }

    /// In blocks, places the column on the line of the column before it.
    pub fn beside(self) -> Self {
        TextColumn { beside: true, ..self }
    }

    /// Whether the column identifies the rows.
    fn is_of_rows(&self) -> bool {
        matches!(self.kind, Kind::Name | Kind::Label | Kind::Setting)
    }

    fn is_at_the_right(&self) -> bool {
        matches!(self.kind, Kind::Label | Kind::Setting | Kind::Number)
    }
}

/// The gap between two columns.
const GAP: usize = 2;

/// The indentation of the lines of a block.
const INDENT: usize = 2;

impl TextTable {
    /// A table with these columns, and no rows yet.
    pub fn new(columns: impl IntoIterator<Item = TextColumn>) -> Self {
        TextTable { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row. Missing cells at the end are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let visible = |cell: String| cell.replace(is_obeyed, " ");
        let mut row: Vec<String> = cells.into_iter().map(visible).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// The text of the table if it fits into `width`, else a block for each row.
    pub fn shown(&self, width: usize) -> String {
        match self.widths(width) {
            Some(widths) => self.lines(&widths),
            None => self.blocks(width),
        }
    }

    /// The text of the table if it fits into `width`, else several tables with some of the columns
    /// each. All of them repeat the columns that identify the rows.
    pub fn in_strips(&self, width: usize) -> String {
        if let Some(widths) = self.widths(width) {
            return self.lines(&widths);
        }
        let (own, mut others): (Vec<usize>, Vec<usize>) =
            (0..self.columns.len()).partition(|&column| self.columns[column].is_of_rows());
        let mut strips: Vec<String> = Vec::new();
        while !others.is_empty() {
            let fits = |&count: &usize| {
                let columns: Vec<usize> = own.iter().chain(&others[..count]).copied().collect();
                self.of(&columns).widths(width).is_some()
            };
            // A column stays beside the one before it.
            let splits =
                |&count: &usize| others.get(count).is_some_and(|&column| self.columns[column].beside);
            let fitting: Vec<usize> = (1..=others.len()).take_while(fits).collect();
            let count = fitting.iter().rev().find(|count| !splits(count)).or(fitting.last()).copied();
            let count = count.unwrap_or(1);
            let columns: Vec<usize> = own.iter().copied().chain(others.drain(..count)).collect();
            strips.push(self.of(&columns).shown(width));
        }
        strips.join("\n")
    }

    /// The table reduced to these columns.
    fn of(&self, columns: &[usize]) -> TextTable {
        let rows = self.rows.iter().map(|row| columns.iter().map(|&column| row[column].clone()).collect());
        TextTable {
            columns: columns.iter().map(|&column| self.columns[column].clone()).collect(),
            rows: rows.collect(),
        }
    }

    /// The width of each column, or `None` if the columns do not fit side by side.
    fn widths(&self, width: usize) -> Option<Vec<usize>> {
        let room = width.checked_sub(GAP * self.columns.len().saturating_sub(1))?;
        let bounds: Vec<Bounds> = (0..self.columns.len()).map(|column| self.bounds(column)).collect();
        shared_out(room, &bounds)
    }

    fn bounds(&self, column: usize) -> Bounds {
        let TextColumn { heading, kind, .. } = &self.columns[column];
        let cells = self.rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
        Bounds::new(heading, cells, matches!(kind, Kind::Number | Kind::Setting))
    }

    fn lines(&self, widths: &[usize]) -> String {
        let mut text = String::new();
        if self.columns.iter().any(|column| !column.heading.is_empty()) {
            let headings = self.columns.iter().map(|column| column.heading.as_str());
            text += &self.line(headings, widths, Edge::Bottom);
        }
        let longest: Vec<usize> = (0..self.columns.len()).map(|column| self.bounds(column).cells).collect();
        for row in &self.rows {
            let fitted = row.iter().enumerate().map(|(column, cell)| match self.columns[column].kind {
                Kind::Bar if longest[column] > widths[column] => {
                    "█".repeat((cell.width() * widths[column]).div_ceil(longest[column]))
                }
                _ => cell.clone(),
            });
            text += &self.line(fitted.collect::<Vec<_>>().iter().map(String::as_str), widths, Edge::Top);
        }
        text
    }

    /// The lines of a row. Cells with fewer lines are aligned to this edge.
    fn line<'a>(&self, cells: impl Iterator<Item = &'a str>, widths: &[usize], edge: Edge) -> String {
        let cells: Vec<Vec<String>> = cells.zip(widths).map(|(cell, &width)| wrapped(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut text = String::new();
        for line in 0..height {
            let mut whole = String::new();
            for ((cell, column), &width) in cells.iter().zip(&self.columns).zip(widths) {
                let above = if edge == Edge::Bottom { height - cell.len() } else { 0 };
                let part = line.checked_sub(above).and_then(|line| cell.get(line)).map_or("", String::as_str);
                let blank = " ".repeat(width.saturating_sub(part.width()));
                whole += &match column.is_at_the_right() {
                    true => format!("{blank}{part}"),
                    false => format!("{part}{blank}"),
                };
                whole += &" ".repeat(GAP);
            }
            text += whole.trim_end();
            text.push('\n');
        }
        text
    }

    /// A block for each row: its title, then a line for each other column.
    fn blocks(&self, width: usize) -> String {
        let others: Vec<usize> =
            (0..self.columns.len()).filter(|&column| !self.columns[column].is_of_rows()).collect();
        // The columns of each line of a block.
        let lines: Vec<&[usize]> = others.chunk_by(|_, &next| self.columns[next].beside).collect();
        let most = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        let columns = (0..most).map(|_| TextColumn::number(""));
        let mut inner = TextTable::new([TextColumn::name("")].into_iter().chain(columns));
        let mut counts = Vec::new();
        for row in &self.rows {
            let before = inner.rows.len();
            for line in lines.iter().filter(|line| line.iter().any(|&column| !row[column].is_empty())) {
                let cells = line.iter().map(|&column| row[column].clone());
                inner.row([self.columns[line[0]].heading.clone()].into_iter().chain(cells));
            }
            counts.push(inner.rows.len() - before);
        }
        let room = width.saturating_sub(INDENT);
        let widths = inner
            .widths(room)
            .unwrap_or_else(|| (0..inner.columns.len()).map(|column| inner.bounds(column).least).collect());
        let mut rest = inner.rows.iter();
        let block = |(row, count): (&Vec<String>, usize)| {
            let mut text: String = wrapped(&self.title(row), width).join("\n") + "\n";
            for row in rest.by_ref().take(count) {
                let lines = inner.line(row.iter().map(String::as_str), &widths, Edge::Top);
                text.extend(lines.lines().map(|line| format!("{}{line}\n", " ".repeat(INDENT))));
            }
            text
        };
        self.rows.iter().zip(counts).map(block).collect::<Vec<_>>().join("\n")
    }

    /// The title of a row's block: the cells that identify the row.
    fn title(&self, row: &[String]) -> String {
        let own =
            self.columns.iter().zip(row).filter(|(column, cell)| column.is_of_rows() && !cell.is_empty());
        let words = own.map(|(column, cell)| match column.kind {
            Kind::Setting => format!("{} {cell}", column.heading),
            _ => cell.clone(),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// The vertical alignment of cells that have fewer lines than others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
}

#[cfg(test)]
mod tests;
