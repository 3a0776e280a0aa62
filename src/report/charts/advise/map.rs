//! The best choice of every situation: strips over a numbered key, rows over words, and
//! grids over two keys and more.

use std::collections::HashMap;

use plotters::prelude::DrawingBackend;

use super::super::amounts::{Amount, Amounts};
use super::super::axes::{Axes, Axis, cases};
use super::super::cells::Cells;
use super::super::key::{Key, Sample};
use super::super::measure::{Measure, interval};
use super::super::page::{
    MARGIN, NAME, NAME_ROOM, NOTE_LINE, Page, SMALL, how_many, write_name, write_notes,
};
use super::super::patterns::Pattern;
use super::super::surface::{Canvas, Drawn, Scene, ink};
use super::super::track::Track;
use super::super::wording::{shorten, wrap};
use super::super::{Chart, ChartError, Heading, surface};
use super::grid::{Form, Grid, Look, MOST, WANTED};
use super::grids::{GUTTER, Grids, look, narrowest};
use super::strip::{FLIP, Strip};
use crate::analysis::{Advice, Choice, Situation};
use crate::description::System;
use crate::expression::StatisticName;
use crate::report::advise::best_in_words;

/// What is best in a situation.
#[derive(Clone, Copy)]
pub enum Best<'a> {
    /// The best choice, or several that are equally good.
    Of(&'a Situation),
    /// No choice meets the conditions.
    NoneFeasible,
    /// The rules allow no choice.
    NoneAllowed,
}

impl<'a> Best<'a> {
    /// The situation, if there is a best choice.
    pub fn situation(self) -> Option<&'a Situation> {
        match self {
            Best::Of(situation) => Some(situation),
            Best::NoneFeasible | Best::NoneAllowed => None,
        }
    }

    /// The first of the best choices, which all have the same objective or net.
    pub fn choice(self) -> Option<&'a Choice> {
        self.situation().and_then(Situation::best)
    }

    /// The settings of all that are the best.
    pub fn settings(self) -> Vec<&'a [String]> {
        self.situation().map(Situation::best_settings).unwrap_or_default()
    }

    /// What is best of one of the keys: each value once.
    pub fn values(self, key: usize) -> Vec<&'a str> {
        let mut values: Vec<&str> = Vec::new();
        for setting in self.settings() {
            if !values.contains(&setting[key].as_str()) {
                values.push(&setting[key]);
            }
        }
        values
    }
}

/// The picture of the best choices.
struct MapChart<'a> {
    page: Page,
    key: Key,
    body: Body<'a>,
    notes: Vec<String>,
}

enum Body<'a> {
    Strip(Strip<'a>),
    /// Rows, and what their bars are.
    Rows(String, Amounts),
    Grids(Grids<'a>),
}

/// Best choices by the values of axes of situations.
struct Source<'a> {
    system: &'a System,
    axes: &'a [Axis],
    bests: HashMap<Vec<String>, Best<'a>>,
    keys: &'a [String],
    objective: &'a StatisticName,
}

const WIDTH: f64 = 980.0;
const BELOW: f64 = 18.0;
const BELOW_KEY: f64 = 14.0;

/// The most situations of strips, of rows, and along a side of a grid.
const MOST_POINTS: usize = 400;
const MOST_ROWS: usize = 60;
const MOST_CELLS: usize = 100;

/// The most grids, and the most runs of situations that are told in words.
const MOST_PANELS: usize = 12;
const MOST_RUNS: usize = 14;

/// Draws the best choice of every situation; `None` where there is but one, without keys.
pub fn draw(
    heading: &Heading<'_>,
    advice: &Advice,
    objective: &StatisticName,
) -> Result<Option<Chart>, ChartError> {
    let count = advice.situation_keys.len();
    let found = || advice.situations.iter().map(|situation| situation.values.clone());
    let skipped = || advice.skipped.iter().map(|skipped| skipped.values[..count].to_vec());
    let all: Vec<Vec<String>> = found().chain(skipped()).collect();
    if count == 0 || all.is_empty() {
        return Ok(None);
    }
    let mut axes = Axes::new(heading.system, &advice.situation_keys, &all);
    if !advice.skipped.is_empty() {
        // Situations without any choice stand at the end of those that have one.
        axes.axes.iter_mut().for_each(Axis::sort);
    }
    let words = axes.words();
    let most = match &axes.axes[..] {
        [axis] if axis.is_of_words() => MOST_ROWS,
        [_] => MOST_POINTS,
        _ => MOST_CELLS,
    };
    let notes: Vec<String> = axes.axes.iter_mut().filter_map(|axis| axis.thin(most)).collect();
    let choices = [heading.choices, &words].into_iter().filter(|words| !words.is_empty());
    let choices = choices.collect::<Vec<_>>().join("; ");
    let heading = Heading { choices: &choices, ..*heading };
    let trials = advice.situations.iter().flat_map(|situation| &situation.choices);
    let page = Page::with_footnote(WIDTH, &heading, &how_many(trials.map(|choice| choice.trials)));
    let place = |values: &[String]| axes.axes.iter().map(|axis| axis.value(values)).collect::<Vec<_>>();
    let none = skipped().map(|values| (place(&values), Best::NoneAllowed));
    let some = advice.situations.iter().map(|situation| {
        let best = situation.best().map_or(Best::NoneFeasible, |_| Best::Of(situation));
        (place(&situation.values), best)
    });
    let bests = none.chain(some).collect();
    let source = Source { system: heading.system, axes: &axes.axes, bests, keys: &advice.keys, objective };
    let track = axes.axes.first().map(Track::new);
    surface::render(&source.chart(page, track.as_ref(), notes)).map(Some)
}

impl<'a> Source<'a> {
    fn at(&self, values: &[String]) -> Best<'a> {
        self.bests.get(values).copied().unwrap_or(Best::NoneAllowed)
    }

    fn chart(self, page: Page, track: Option<&'a Track<'a>>, mut notes: Vec<String>) -> MapChart<'a> {
        let room = page.inner_width();
        let mut key = Vec::new();
        let body = match (self.axes, track) {
            ([axis], Some(track)) if !axis.is_of_words() => {
                let strip = Strip::new(track, (self.system, self.keys), self.objective, self.along(axis));
                if strip.has_flips() {
                    key.push((Sample::Dashes(FLIP, ink::MEAN), "the best choice changes".to_owned()));
                }
                notes.insert(0, self.runs(axis, &strip));
                Body::Strip(strip)
            }
            ([axis], _) => {
                Body::Rows(format!("{} of the best choice", self.objective.words), self.rows(axis, room))
            }
            _ => {
                let grids = self.grids(room, &mut key, &mut notes);
                notes.insert(0, format!("best by: {}", self.objective.words));
                Body::Grids(grids)
            }
        };
        let is_there = |wanted: fn(&Best<'_>) -> bool| self.bests.values().any(wanted);
        let is_drawn = !matches!(body, Body::Rows(..));
        if is_drawn && is_there(|best| matches!(best, Best::NoneFeasible)) {
            key.push((Sample::Hatch, "no choice meets the conditions".to_owned()));
        }
        if is_drawn && is_there(|best| matches!(best, Best::NoneAllowed)) {
            notes.push("blank: the rules allow no choice".to_owned());
        }
        let notes = notes.iter().flat_map(|note| wrap(note, SMALL, room, 5)).collect();
        MapChart { page, key: Key::new(key, room), body, notes }
    }

    /// The best choice at each value of the only axis.
    fn along(&self, axis: &Axis) -> Vec<Best<'a>> {
        axis.values.iter().map(|value| self.at(std::slice::from_ref(value))).collect()
    }

    fn best_in_words(&self, situation: &Situation) -> String {
        best_in_words(self.system, self.keys, situation)
    }

    /// What is best where, in words.
    fn runs(&self, axis: &Axis, strip: &Strip<'a>) -> String {
        let runs = strip.runs();
        let words = |&(first, last, best): &(usize, usize, Best<'_>)| {
            let (first, last) = (&axis.words[first], &axis.words[last]);
            let span = if first == last { first.clone() } else { format!("{first} to {last}") };
            let best = best.situation().map_or("none".to_owned(), |one| self.best_in_words(one));
            format!("{span}: {best}")
        };
        let told: Vec<String> = runs.iter().take(MOST_RUNS).map(words).collect();
        let more = if runs.len() > MOST_RUNS { "; …" } else { "" };
        format!("best by {}: {}{more}", axis.name, told.join("; "))
    }

    fn rows(&self, axis: &Axis, width: f64) -> Amounts {
        let measure = Measure::of(self.objective);
        let amount = |(name, best): (&String, Best<'a>)| {
            let choice = best.choice();
            let words = match best {
                Best::Of(situation) => self.best_in_words(situation),
                Best::NoneFeasible => "none meets the conditions".to_owned(),
                Best::NoneAllowed => "the rules allow none".to_owned(),
            };
            Amount {
                name: name.clone(),
                value: choice.map_or(f64::NAN, |choice| choice.objective.value),
                interval: choice.and_then(|choice| interval(choice.objective)),
                texts: vec![choice.map(|choice| measure.brief(choice.objective)).unwrap_or_default(), words],
                ..Amount::default()
            }
        };
        let amounts: Vec<Amount> = axis.words.iter().zip(self.along(axis)).map(amount).collect();
        let scale = measure.scale(amounts.iter().flat_map(Amount::reach), 5);
        Amounts::new(amounts, &["value", "best choice"], scale, width)
    }

    fn grids(&self, room: f64, key: &mut Vec<(Sample, String)>, notes: &mut Vec<String>) -> Grids<'a> {
        let [rows, columns, further @ ..] = self.axes else { unreachable!("a grid has two axes") };
        let mut cases = cases(further);
        if cases.len() > MOST_PANELS {
            let names: Vec<&str> = further.iter().map(|axis| axis.name.as_str()).collect();
            let names = names.join(" and ");
            notes.push(format!("drawn: the first {MOST_PANELS} of {} values of {names}", cases.len()));
            cases.truncate(MOST_PANELS);
        }
        let panel = |case: &Vec<String>| {
            let words = further.iter().zip(case).map(|(axis, value)| axis.say(value));
            let pairs =
                rows.values.iter().flat_map(|row| columns.values.iter().map(move |column| [row, column]));
            let all = pairs.map(|pair| pair.into_iter().chain(case).cloned().collect::<Vec<_>>());
            let bests = all.map(|values| self.at(&values)).collect();
            let grid = Grid {
                cells: Cells { rows, columns, most: MOST },
                bests,
                system: self.system,
                keys: self.keys,
            };
            (words.collect::<Vec<_>>().join("; "), grid)
        };
        let panels: Vec<(String, Grid<'a>)> = cases.iter().map(panel).collect();
        let wide = |columns: usize| (room - GUTTER * (columns as f64 - 1.0)) / columns as f64;
        let wanted = panels[0].1.cells.wanted(WANTED);
        let columns = (1..=panels.len().min(3)).rev().find(|&count| wide(count) >= wanted).unwrap_or(1);
        let width = wide(columns);
        let look = look(&panels, self.objective);
        let form = narrowest(panels.iter().map(|(_, grid)| grid.form(&look, width)));
        if let Look::Patterns(bests) = &look {
            let entry = |(place, best): (usize, &Best<'a>)| {
                let words = best.situation().map(|one| self.best_in_words(one)).unwrap_or_default();
                let letter = format!("{}: ", Look::letter(place));
                let letter = if form == Form::Letter { letter.as_str() } else { "" };
                (Sample::Pattern(Pattern::at(place)), format!("{letter}{words}"))
            };
            key.extend(bests.iter().enumerate().map(entry));
        } else if form == Form::Nothing {
            notes.push("the cells have no room for the choices".to_owned());
        } else {
            let labels: Vec<String> = self.keys.iter().map(|key| self.system.label(key)).collect();
            notes.push(format!("in each cell: {}", labels.join(", ")));
        }
        Grids { panels, look, form, objective: self.objective, columns, width }
    }
}

impl Body<'_> {
    fn height(&self) -> f64 {
        match self {
            Body::Strip(strip) => strip.height(),
            Body::Rows(_, amounts) => NAME_ROOM + amounts.height(),
            Body::Grids(grids) => grids.height(),
        }
    }
}

impl MapChart<'_> {
    fn key_height(&self) -> f64 {
        if self.key.height() > 0.0 { self.key.height() + BELOW_KEY } else { 0.0 }
    }

    fn body_height(&self) -> f64 {
        self.key_height() + self.body.height() + BELOW
    }

    fn contents(&self) -> f64 {
        self.body_height() + NOTE_LINE * self.notes.len() as f64
    }
}

impl Scene for MapChart<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        let (top, room) = (self.page.top(), self.page.inner_width());
        write_notes(canvas, &self.notes, top + self.body_height())?;
        self.key.draw(canvas, MARGIN, top)?;
        let top = top + self.key_height();
        match &self.body {
            Body::Strip(strip) => strip.draw(canvas, top, room),
            Body::Rows(name, amounts) => {
                write_name(canvas, &shorten(name, NAME, room), top)?;
                amounts.draw(canvas, MARGIN, top + NAME_ROOM)
            }
            Body::Grids(grids) => grids.draw(canvas, top, room),
        }
    }
}
