//! Distances of settings from targets: curves over one numeric key, a map over two keys, or else the
//! nearest settings as bars.

use super::language::*;
use crate::analysis::{Balance, Balanced};
use crate::description::System;
use crate::report::balance::{brief_off, headline, interpolated, is_of_zero, targets, unit_of_distances};
use crate::report::number::{Measure, Scale};

const BELOW: f64 = 16.0;

/// The maximum number of curves, of rows of nearest settings, and of targets in these rows.
const MOST_CURVES: usize = 30;
const MOST_ROWS: usize = 10;
const MOST_COLUMNS: usize = 3;

/// Draws a balance. `suite` are the names of its scenarios. Returns `None` if there is no setting.
pub fn balance(heading: &Heading<'_>, balance: &Balance, suite: &[String]) -> Option<Picture> {
    balance.settings.first()?;
    let found = || balance.settings.iter().map(|one| (one.values.as_slice(), one));
    let skipped = || balance.skipped.iter().map(|one| one.values.as_slice());
    let all: Vec<&[String]> = found().map(|one| one.0).chain(skipped()).collect();
    let mut axes = Axes::new(heading.system, &balance.keys, &all);
    // Settings are ordered by distance, so the values of an axis must be sorted.
    axes.axes.iter_mut().for_each(Axis::sort);
    let choices = axes.after(heading.choices);
    let thinned = match &axes.axes[..] {
        [axis] if !axis.is_of_words() => axes.thin(MOST_POINTS),
        [_, _] => axes.thin(MOST_CELLS),
        _ => Vec::new(),
    };
    let finding = headline(heading.system, balance);
    let mut page = Page::new(WIDE, &Heading { choices: &choices, ..*heading }, Some(&finding));
    let room = page.room();
    let source = Source { system: heading.system, balance, suite, names: targets(suite, balance) };
    let cells = || slices(&axes.axes, found(), skipped(), &mut Vec::new()).remove(0).cells;
    let (mut sign, mut left_out, mut notes) = (Sample::Best, "hatched", Vec::new());
    let mut samples = Vec::new();
    let bodies = match &axes.axes[..] {
        [axis] if !axis.is_of_words() => {
            samples.push((Sample::Dashes(GOAL, ink::TEXT), "target".to_owned()));
            let is_sampled = balance.settings.iter().any(|one| one.trials.is_some());
            samples.extend(is_sampled.then(|| (Sample::Band, INTERVAL.to_owned())));
            notes = thinned;
            source.curves(axis, &cells(), room, &mut notes)
        }
        [rows, columns] => {
            sign = Sample::Outline;
            let unit = unit_of_distances(balance);
            notes.push(format!("{}{unit}; the darker, the farther away", source.distance()));
            notes.push(source.names.join("; "));
            notes.extend(thinned);
            vec![source.map([rows, columns], &cells(), room), source.rows(room)]
        }
        _ => {
            left_out = "left out";
            notes.push(format!("bars: {}", source.distance()));
            vec![source.rows(room)]
        }
    };
    let ties = balance.settings.iter().filter(|one| one.rank == 1).count();
    samples
        .insert(0, (sign, if ties > 1 { format!("the nearest {ties}") } else { "the nearest".to_owned() }));
    notes.extend(not_allowed(left_out, heading.system, &balance.keys, &balance.skipped));
    page.key(samples);
    for body in bodies {
        page.add(body, BELOW);
    }
    page.notes(&notes, 3, 0.0);
    Some(page.finish(&how_many(balance.settings.iter().map(|one| one.trials))))
}

/// The balance to draw, with the names of its targets.
struct Source<'a> {
    system: &'a System,
    balance: &'a Balance,
    suite: &'a [String],
    names: Vec<String>,
}

/// The indices of the nearest settings.
fn nearest(cells: &[GridCell<&Balanced>]) -> Vec<usize> {
    let is_nearest = |index: &usize| cells[*index].found().is_some_and(|one| one.rank == 1);
    (0..cells.len()).filter(is_nearest).collect()
}

/// A number, unless it is missing.
fn finite(number: impl Into<Known>) -> Option<Known> {
    Some(number.into()).filter(|known| known.value.is_finite())
}

impl Source<'_> {
    /// A curve of the reached value for each target, and one of the total distance if there are
    /// several.
    fn curves(
        &self,
        axis: &Axis,
        cells: &[GridCell<&Balanced>],
        width: f64,
        notes: &mut Vec<String>,
    ) -> Vec<Picture> {
        let track = Track::new(axis);
        let draw = |title: &str, measure: Measure, cells: Vec<GridCell<Known>>, upon: Upon| {
            let ends = cells.iter().filter_map(|cell| cell.found()).flat_map(Known::ends);
            let scale = Scale::of(measure, ends.chain(upon.goals.iter().copied().flatten()), 3);
            let mut picture = name(title, width);
            picture.below(curve(&track, &cells, &scale, &upon, width), 0.0);
            picture
        };
        let best = nearest(cells);
        let aim = |(aim, name): (usize, &String)| {
            let goal = |cell: &GridCell<&Balanced>| {
                cell.found().map(|one| one.reached[aim].goal).filter(|goal| goal.is_finite())
            };
            let upon =
                Upon { goals: cells.iter().map(goal).collect(), best: best.clone(), ..Upon::default() };
            let readings = cells.iter().map(|cell| cell.read(|one| finite(one.reached[aim].value))).collect();
            draw(name, Measure::of(&self.balance.aims[aim].name), readings, upon)
        };
        let aims = self.names.len();
        let mut curves: Vec<Picture> = self.names.iter().enumerate().take(MOST_CURVES).map(aim).collect();
        notes.extend(not_drawn(MOST_CURVES, aims, "targets"));
        if aims > 1 {
            let upon = Upon { best, ..Upon::default() };
            let readings = cells.iter().map(|cell| cell.read(|one| finite(one.distance))).collect();
            curves.push(draw(self.distance(), Measure::Chance, readings, upon));
        }
        notes.extend(interpolated(self.system, self.suite, self.balance));
        curves
    }

    /// The name of the distance.
    fn distance(&self) -> &'static str {
        if self.names.len() == 1 { "distance to the target" } else { "distance to all targets together" }
    }

    /// A heat map of the distance over two keys.
    fn map(&self, axes: [&Axis; 2], cells: &[GridCell<&Balanced>], width: f64) -> Picture {
        // In percent, but no chances: there is no limit of 100.
        let unit = if is_of_zero(self.balance) { 1.0 } else { 100.0 };
        let distances = cells.iter().map(|cell| cell.read(|one| finite(unit * one.distance)));
        let distances: Vec<GridCell<Known>> = distances.collect();
        let values = distances.iter().filter_map(|cell| cell.found()).map(|one| one.value);
        let scale = Scale::of(Measure::Number, values.chain([0.0]), 3);
        heat(axes, &distances, (Measure::Number, &scale), &nearest(cells), width)
    }

    /// The nearest settings as bars, with the values that they reach.
    fn rows(&self, width: f64) -> Picture {
        let shown = self.names.len().min(MOST_COLUMNS);
        let row = |one: &Balanced| {
            let reached = one.reached.iter().zip(&self.balance.aims).take(shown);
            let reached = reached.map(|(reached, aim)| Measure::of(&aim.name).brief(reached.value));
            let texts = [brief_off(self.balance, one.distance)].into_iter().chain(reached).collect();
            let bar = RowBar { is_best: one.rank == 1, ..RowBar::new(one.distance, texts) };
            let setting = self.system.say_setting(&self.balance.keys, &one.values);
            Row::new(format!("{}. {setting}", one.rank), bar)
        };
        let all: Vec<Row> = self.balance.settings.iter().take(MOST_ROWS).map(row).collect();
        let names = self.names.iter().take(shown).map(String::as_str);
        let heads: Vec<&str> = ["distance"].into_iter().chain(names).collect();
        let measure = if is_of_zero(self.balance) { Measure::Number } else { Measure::Chance };
        numbers(&all, measure, 4, &heads, width)
    }
}
