//! Sweeps: curves or marks over one key, a heat map over two keys, and several maps over more.

use super::language::*;
use crate::analysis::{Setting, Sweep};
use crate::chance::{IF_EVER, MetricKind};
use crate::report::entry::{Entry, Extreme, Sentence, What, without_members};
use crate::report::number::{Measure, Scale};
use crate::report::sweep::{entries, headline, is_alike, value, varied};
use crate::stats::Estimate;

/// The space below each line of panels, and below the legend.
const BELOW: f64 = 20.0;
const BELOW_KEY: f64 = 14.0;

/// The maximum number of questions and metrics, which bounds the height of the chart.
const MOST_QUANTITIES: usize = 60;

/// The maximum number of lines in a plot over one of two axes.
const MOST_LINES: usize = 3;

/// The minimum width of a panel whose rows have names.
const WORDS_WIDTH: f64 = 290.0;

/// Draws a sweep. `grid` has the values of all settings in the order of the grid, including skipped
/// ones. Over more than two axes only the first number is drawn, unless `every` asks for all.
pub fn sweep(heading: &Heading<'_>, sweep: &Sweep, grid: &[Vec<String>], every: bool) -> Picture {
    let mut axes = Axes::new(heading.system, &sweep.keys, grid);
    let choices = axes.after(heading.choices);
    // A line needs its numbers in order.
    axes.axes.iter_mut().for_each(Axis::sort);
    let mut notes = axes.thin(if axes.axes.len() < 2 { MOST_POINTS } else { MOST_CELLS });
    let (alike, mut quantities): (Vec<Entry>, Vec<Entry>) =
        entries(sweep).into_iter().partition(|one| is_alike(one, sweep));
    let all = quantities.len();
    quantities = without_members(quantities, Entry::metric);
    let side_by_side = if quantities.len() == 4 { 2 } else { quantities.len() };
    quantities.truncate(if axes.axes.len() > 2 && !every { 1 } else { MOST_QUANTITIES });
    let more = if quantities.len() == 1 { " (--charts all draws them)" } else { "" };
    notes.extend(not_drawn(quantities.len(), all, &format!("charts{more}")));
    let mut page = Page::new(
        WIDE,
        &Heading { choices: &choices, ..*heading },
        Some(&headline(sweep, heading.system, Sentence::Title)),
    );
    let series = series(&axes.axes);
    let skipped = if series.is_some() { "left out" } else { "hatched" };
    notes.extend(not_allowed(skipped, heading.system, &sweep.keys, &sweep.skipped));
    // The settings of the ends that the title names.
    let named = varied(sweep).filter(|_| sweep.settings.len() > 2);
    let named = named.filter(|one| quantities.iter().any(|other| other.name == one.0.name));
    let ends: Vec<&Setting> =
        named.iter().flat_map(|one| &one.1).flat_map(Extreme::marked).copied().collect();
    if let Some(words) = named.as_ref().and_then(|one| marks_of_ends(&one.1)) {
        let sample = if axes.axes.len() > 1 && series.is_none() { Sample::Outline } else { Sample::Best };
        page.key(vec![(sample, words.to_owned())]);
    }
    if !quantities.is_empty() {
        page.notes(&[key(&axes.axes, series, &quantities, sweep)], 2, BELOW_KEY);
    }
    let found = sweep.settings.iter().map(|setting| (setting.values.as_slice(), setting));
    let skipped = sweep.skipped.iter().map(|skipped| skipped.values.as_slice());
    let slices = slices(&axes.axes, found, skipped, &mut notes);
    let named = named.map(|(entry, _)| entry.name);
    let panels = Panels { sweep, quantities: &quantities, slices: &slices, named, ends, room: page.room() };
    match &axes.axes[..] {
        [] => {}
        [axis] => page.add(panels.over(axis, side_by_side), BELOW),
        [rows, across] if let Some(place) = series => {
            let of_series = [rows, across][place];
            let word =
                |(place, word)| (Sample::Series(Series::at(place)), format!("{}: {word}", of_series.name));
            page.key(of_series.words.iter().enumerate().map(word).collect());
            page.add(panels.in_series([rows, across], place, side_by_side), BELOW);
        }
        [rows, across] => page.add(panels.maps([rows, across], all), BELOW),
        [rows, across, ..] => {
            for quantity in &quantities {
                let (maps, zoomed) = panels.maps_of_cases([rows, across], quantity);
                page.section(&title(quantity), zoomed, 4.0);
                page.add(maps, BELOW);
            }
        }
    }
    let alike: Vec<String> = alike.iter().filter_map(|one| said(one, sweep)).collect();
    notes.extend((!alike.is_empty()).then(|| format!("No difference: {}", alike.join("; "))));
    page.notes(&notes, 3, 0.0);
    page.finish(&how_all(sweep.settings.iter().map(|setting| setting.odds.engine)))
}

/// What the panels of a sweep show.
struct Panels<'a> {
    sweep: &'a Sweep,
    quantities: &'a [Entry],
    slices: &'a [Slice<&'a Setting>],
    /// The number that the title names, and the settings at its ends, which are marked.
    named: Option<String>,
    ends: Vec<&'a Setting>,
    room: f64,
}

/// How a number is read at a setting.
type Reading = fn(&Entry, &Setting) -> Option<Known>;

impl Panels<'_> {
    /// The cells of a slice with a number.
    fn cells(&self, slice: &Slice<&Setting>, quantity: &Entry, reading: Reading) -> Vec<GridCell<Known>> {
        let read = |cell: &GridCell<&Setting>| cell.read(|setting| reading(quantity, setting));
        slice.cells.iter().map(read).collect()
    }

    /// Which cells of a slice are marked for a number.
    fn marked(&self, slice: &Slice<&Setting>, quantity: &Entry) -> Vec<bool> {
        let is_named = self.named.as_ref() == Some(&quantity.name);
        let is_end = |setting: &Setting| is_named && self.ends.iter().any(|end| std::ptr::eq(*end, setting));
        slice.cells.iter().map(|cell| cell.found().is_some_and(is_end)).collect()
    }

    /// A panel for each number over an axis, whose body is drawn of the cells and of what is marked of them.
    fn each(
        &self,
        axis: &Axis,
        side_by_side: usize,
        reading: Reading,
        body: &dyn Fn(&Panel<'_>) -> Picture,
    ) -> Picture {
        let is_wide = |width: f64| !axis.is_of_words() || width >= WORDS_WIDTH;
        let (columns, width) = columns(side_by_side, self.room, is_wide);
        let panel = |quantity: &Entry| {
            let [cells, written] =
                [reading, known].map(|reading| self.cells(&self.slices[0], quantity, reading));
            let marked = self.marked(&self.slices[0], quantity);
            let (measure, (scale, zoomed)) = (quantity.measure(), scale(quantity.measure(), &cells));
            let body =
                body(&Panel { measure, cells: &cells, written: &written, marked: &marked, scale, width });
            (head_of(quantity, self.sweep, zoomed, width), body)
        };
        panels(self.quantities.iter().map(panel).collect(), columns, BELOW)
    }

    /// A curve for each number over an axis, or marks over one of words.
    fn over(&self, axis: &Axis, side_by_side: usize) -> Picture {
        self.each(axis, side_by_side, read, &|panel| match axis.is_of_words() {
            true => marks(axis, panel),
            false => curve(&Track::new(axis), panel.cells, &panel.scale, &best(panel.marked), panel.width),
        })
    }

    /// Curves for each number over an axis, or bars over one of words, one for each value of the axis at `place`.
    fn in_series(&self, [rows, across]: [&Axis; 2], place: usize, side_by_side: usize) -> Picture {
        let axis = [across, rows][place];
        let columns = across.values.len();
        // Lines beside each other have no room for bands of results.
        let reading = if axis.is_of_words() { read } else { known };
        self.each(axis, side_by_side, reading, &|panel| {
            let marked = in_series(panel.marked, columns, place);
            let all = in_series(panel.cells, columns, place).into_iter().enumerate();
            let all: Vec<OfSeries> = all.map(|(place, cells)| (Series::at(place), cells)).collect();
            match axis.is_of_words() {
                true => groups(axis, panel, (&all, &marked), &in_series(panel.written, columns, place)),
                false => curves(&Track::new(axis), &all, &panel.scale, &best(&marked.concat()), panel.width),
            }
        })
    }

    /// A map for each number over two axes.
    fn maps(&self, axes: [&Axis; 2], side_by_side: usize) -> Picture {
        let (columns, width) = columns(side_by_side, self.room, |width| heat::wanted(axes) <= width);
        let all = self.quantities.iter().flat_map(|quantity| {
            let (maps, zoomed) = self.maps_of(axes, quantity, width);
            maps.into_iter().map(move |map| (head_of(quantity, self.sweep, zoomed, width), map))
        });
        panels(all.collect(), columns, BELOW)
    }

    /// The maps of a number over two axes, one for each case of the others, and whether their scale is zoomed.
    fn maps_of_cases(&self, axes: [&Axis; 2], quantity: &Entry) -> (Picture, &'static str) {
        let (columns, width) = columns(self.slices.len(), self.room, |width| heat::wanted(axes) <= width);
        let (maps, zoomed) = self.maps_of(axes, quantity, width);
        let names = self.slices.iter().map(|slice| name(&slice.case, width));
        (panels(names.zip(maps).collect(), columns, BELOW), zoomed)
    }

    fn maps_of(&self, axes: [&Axis; 2], quantity: &Entry, width: f64) -> (Vec<Picture>, &'static str) {
        let maps: Vec<_> = self.slices.iter().map(|slice| self.cells(slice, quantity, known)).collect();
        // Shades show only the numbers, so the scale ignores their intervals.
        let numbers = maps.iter().flatten().filter_map(|cell| cell.found());
        let (scale, zoomed) = Scale::among_others(quantity.measure(), numbers.map(|one| one.value), 3);
        let map = |(cells, slice): (&Vec<GridCell<Known>>, &Slice<&Setting>)| {
            let best = best(&self.marked(slice, quantity)).best;
            heat(axes, cells, (quantity.measure(), &scale), &best, width)
        };
        (maps.iter().zip(self.slices).map(map).collect(), zoomed)
    }
}

/// The index of the axis whose few values are series in one plot, if one of two axes has few.
fn series(axes: &[Axis]) -> Option<usize> {
    let [rows, columns] = axes else { return None };
    let is_few = |axis: &Axis| axis.values.len() <= MOST_LINES;
    match () {
        _ if is_few(columns) => Some(1),
        _ if is_few(rows) => Some(0),
        _ => None,
    }
}

/// Divides what there is of each cell of a grid among its series: the rows of the grid if `place` is 0, or
/// else its `columns`.
fn in_series<T: Copy>(all: &[T], columns: usize, place: usize) -> Vec<Vec<T>> {
    match place {
        0 => all.chunks(columns).map(<[T]>::to_vec).collect(),
        _ => (0..columns).map(|column| all.iter().skip(column).step_by(columns).copied().collect()).collect(),
    }
}

/// Marks of the best values.
fn best(marked: &[bool]) -> Upon {
    let best = marked.iter().enumerate().filter(|(_, is_marked)| **is_marked).map(|(index, _)| index);
    Upon { best: best.collect(), ..Upon::default() }
}

/// A number that is the same at all settings, with its value.
fn said(quantity: &Entry, sweep: &Sweep) -> Option<String> {
    let known = sweep.settings.iter().find_map(|setting| value(quantity, setting))?;
    Some(format!("{}: {}", title(quantity), quantity.measure().brief(known)))
}

/// The explanation of the marks.
fn key(axes: &[Axis], series: Option<usize>, quantities: &[Entry], sweep: &Sweep) -> String {
    let mark = match series {
        Some(place) if axes[1 - place].is_of_words() => "bar",
        None if axes.iter().all(Axis::is_of_words) => "disc",
        _ => "line",
    };
    if axes.len() > 1 && series.is_none() {
        let key =
            "the chance in percent, or the average; the darker, the greater, by the scale above each map";
        return key.to_owned();
    }
    let is_sampled = sweep.settings.iter().any(Setting::is_sampled);
    let interval = if is_sampled { ", where sampled with its 95\u{a0}% interval" } else { "" };
    if series.is_some() && mark == "line" {
        return format!("line: the chance, or the average{interval}");
    }
    let mut drawn: Vec<String> = Vec::new();
    if let Some(quantity) = quantities.iter().find(|quantity| !quantity.is_mean()) {
        let is_chance = |quantity: &Entry| !quantity.is_mean() && quantity.measure() == Measure::Chance;
        let what = if quantities.iter().any(is_chance) { "the chance" } else { &*quantity.name };
        drawn.push(format!("{what}{interval}"));
    }
    if quantities.iter().any(Entry::is_mean) {
        drawn.push("the average with at least 9 of 10 results around it".to_owned());
    }
    format!("{mark}: {}", drawn.join(", or "))
}

/// The title of a number: an answer, a statistic, or the mean of a metric.
fn title(quantity: &Entry) -> String {
    match quantity.what {
        What::Mean(_) => match quantity.name.strip_suffix(IF_EVER) {
            Some(name) => format!("{name} on average{IF_EVER}"),
            None => format!("{} on average", quantity.name),
        },
        _ => quantity.name.clone(),
    }
}

/// The help of a metric, without what its title says.
fn help<'a>(quantity: &Entry, sweep: &'a Sweep) -> &'a str {
    let What::Mean(metric) = &quantity.what else { return "" };
    let law = sweep.settings.iter().find_map(|setting| setting.odds.distribution(metric));
    law.map_or("", |law| naming::help(&law.metric))
}

/// A number at a setting with its 95 % interval, if it was sampled. Returns `None` if the setting lacks it.
fn known(quantity: &Entry, setting: &Setting) -> Option<Known> {
    let known = value(quantity, setting).filter(|one| one.value.is_finite())?;
    Some(if quantity.measure() == Measure::Chance { known.as_chance() } else { known })
}

/// A number at a setting with its band: an interval, or the 5 to 95 % range of a metric. Returns
/// `None` if the setting lacks it.
fn read(quantity: &Entry, Setting { odds, estimates, .. }: &Setting) -> Option<Known> {
    let summary = |metric: &str| odds.summary(metric).filter(|summary| summary.mean.is_finite());
    let sampled = odds.engine.trials().is_some();
    let interval = |Estimate { value, low, high }: Estimate| Known { value, low, high, sampled };
    Some(match &quantity.what {
        What::Statistic { place, measure } => {
            let estimate = estimates.values.get(*place).filter(|one| one.value.is_finite())?;
            let one = Known::from(*estimate);
            if *measure == Measure::Chance { one.as_chance() } else { one }
        }
        What::Answer(_) if sampled => interval(quantity.answer(odds)?.into()).as_chance(),
        // The omitted mass of an exact result is too small to be visible.
        What::Answer(_) => Known::from(quantity.answer(odds)?.probability).as_chance(),
        // The mean of an indicator is its probability.
        What::Value { .. } => quantity.known(odds)?.as_chance(),
        What::Mean(metric) => {
            let summary = summary(metric)?;
            let number = Known::from(summary.mean);
            match odds.distribution(metric)?.metric.kind {
                MetricKind::Integer { min: 0, max: 1, .. } => number,
                // The band covers nine of ten results.
                _ => Known { low: summary.p05 as f64, high: summary.p95 as f64, ..number },
            }
        }
    })
}

/// The heading of the panel of a number.
fn head_of(quantity: &Entry, sweep: &Sweep, zoomed: &str, width: f64) -> Picture {
    let help = [help(quantity, sweep), zoomed].into_iter().filter(|text| !text.is_empty());
    head(&title(quantity), &help.collect::<Vec<_>>().join("; "), width)
}

/// The scale of all numbers of a panel and their intervals.
fn scale(measure: Measure, cells: &[GridCell<Known>]) -> (Scale, &'static str) {
    let ends = cells.iter().filter_map(|cell| cell.found()).flat_map(Known::ends);
    Scale::among_others(measure, ends, 3)
}

/// What a panel shows of a number.
struct Panel<'a> {
    measure: Measure,
    /// The cells with what is drawn, and with what is written.
    cells: &'a [GridCell<Known>],
    written: &'a [GridCell<Known>],
    marked: &'a [bool],
    scale: Scale,
    width: f64,
}

/// The panel of an axis of words: a row with a disc for each word, with a star if it is marked.
fn marks(axis: &Axis, panel: &Panel<'_>) -> Picture {
    let Panel { cells, written, marked, .. } = *panel;
    let row = |(word, (cell, is_best)): (&String, (&GridCell<Known>, &bool))| {
        let look = if *cell == GridCell::Skipped { Look::Hatch } else { Look::Disc };
        Row::new(word.clone(), RowBar { look, is_best: *is_best, ..bar(*cell) })
    };
    let all: Vec<Row> = axis.words.iter().zip(cells.iter().zip(marked)).map(row).collect();
    let numbers: Vec<Known> = written.iter().map(|cell| number(*cell)).collect();
    named_rows(axis, panel, with_texts(all, panel.measure, &numbers), 0.0)
}

/// The cells of a series.
type OfSeries = (Series, Vec<GridCell<Known>>);

/// The panel of an axis of words: a row for each word, with a bar and a mark for each series.
fn groups(
    axis: &Axis,
    panel: &Panel<'_>,
    (all, marked): (&[OfSeries], &[Vec<bool>]),
    written: &[Vec<GridCell<Known>>],
) -> Picture {
    let row = |(place, word): (usize, &String)| {
        let bar = |((series, cells), marked): (&OfSeries, &Vec<bool>)| RowBar {
            look: Look::Series(*series),
            is_best: marked[place],
            ..bar(cells[place])
        };
        Row { name: word.clone(), bars: all.iter().zip(marked).map(bar).collect() }
    };
    let rows: Vec<Row> = axis.words.iter().enumerate().map(row).collect();
    let of_row = |place: usize| written.iter().map(move |series| number(series[place]));
    let numbers: Vec<Known> = (0..rows.len()).flat_map(of_row).collect();
    named_rows(axis, panel, with_texts(rows, panel.measure, &numbers), 13.0)
}

/// The number of a cell; not finite if there is none.
fn number(cell: GridCell<Known>) -> Known {
    cell.found().unwrap_or(Known::from(f64::NAN))
}

fn bar(cell: GridCell<Known>) -> RowBar {
    RowBar::new(number(cell), Vec::new())
}

/// Rows below the name of their axis: in its order if it has one, or else those of the greatest numbers first.
fn named_rows(axis: &Axis, panel: &Panel<'_>, mut all: Vec<Row>, bar_height: f64) -> Picture {
    let Panel { ref scale, width, .. } = *panel;
    if !axis.has_order {
        greatest_first(&mut all, |row| row.bars.first().map_or(f64::NAN, |bar| bar.number.value));
    }
    let style = RowStyle { name_share: 0.4, bar_height, ..RowStyle::SMALL };
    let name = [shorten(&axis.name, SMALL, width)];
    let mut picture = Picture { width, ..lines(&name, SMALL, ink::FAINT_TEXT, 13.0, 6.0) };
    picture.below(rows(&all, Some(scale), &style, width), 0.0);
    picture
}
