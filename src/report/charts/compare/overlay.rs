//! The laws of an integer over each other: the probability of each value, and of each
//! value or more.

use plotters::prelude::DrawingBackend;

use super::super::bars::{Bars, Outside, sane};
use super::super::columns::{Columns, Reading, SIDE_ROOM, TICK_ROOM};
use super::super::naming;
use super::super::numbers::{grouped, mean, percent};
use super::super::page::{NAME, SMALL};
use super::super::series::Series;
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::ticks::{Percentages, percentages};
use super::super::wording::shorten;
use crate::analysis::{Distribution, Engine, Row};

/// Laws of one metric.
pub struct Overlay<'a> {
    label: &'a str,
    help: &'a str,
    /// The law of each scenario that has one.
    laws: Vec<Option<&'a Distribution>>,
    bars: Bars,
    note: String,
}

/// The height of a plot, and of what stands above it.
const PLOT_HEIGHT: f64 = 130.0;
const HEAD: f64 = 42.0;
const TITLE: f64 = 20.0;
const NOTE_ROOM: f64 = 14.0;

/// The room between the plots that stand side by side.
const GUTTER: f64 = 26.0;

const MOST_BARS: usize = 60;

/// The least room of a mark beside another.
const MARK_ROOM: f64 = 9.0;

impl<'a> Overlay<'a> {
    /// Lays out the laws that scenarios have of a metric; `None` if all are empty.
    pub fn new(laws: Vec<Option<&'a Distribution>>) -> Option<Self> {
        let first = laws.iter().flatten().next()?;
        let together = together(&laws);
        let bars = Bars::new(&together, Engine::Exact { omitted: 0.0, visited: 0 }, MOST_BARS)?;
        let note = note(&bars, &laws);
        let metric = &first.metric;
        Some(Overlay { label: &metric.label, help: naming::help(metric), bars, note, laws })
    }

    /// The height of all of it.
    pub fn height(&self) -> f64 {
        let note = if self.note.is_empty() { 0.0 } else { NOTE_ROOM };
        HEAD + TITLE + PLOT_HEIGHT + TICK_ROOM + note
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        let name = shorten(self.label, NAME, width);
        canvas.write(&name, (left, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
        let after = left + NAME.room(&name) + 10.0;
        let help = shorten(self.help, SMALL, (left + width - after).max(0.0));
        canvas.write(&help, (after, top + 12.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        self.draw_means(canvas, (left, top + 30.0))?;
        let half = (width - GUTTER) / 2.0;
        for (place, reading) in [Reading::Each, Reading::AtLeast].into_iter().enumerate() {
            let left = left + place as f64 * (half + GUTTER);
            let title = match reading {
                Reading::Each => "chance of each value",
                Reading::AtLeast => "chance of this value or more",
            };
            let baseline = top + HEAD + 8.0;
            canvas.write(title, (left + SIDE_ROOM, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
            let top = top + HEAD + TITLE;
            let plot = Area { left: left + SIDE_ROOM, right: left + half, top, bottom: top + PLOT_HEIGHT };
            self.draw_plot(canvas, plot, reading)?;
        }
        let place = (left, top + self.height() - 2.0);
        canvas.write(&self.note, place, Anchor::Start, SMALL, ink::FAINT_TEXT)
    }

    /// Writes the mean of each law beside its mark.
    fn draw_means<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, (left, baseline): (f64, f64)) -> Drawn {
        canvas.write("on average", (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let mut x = left + SMALL.room("on average") + 14.0;
        for (place, law) in self.laws.iter().enumerate() {
            let Some(summary) = law.and_then(|law| law.summary.as_ref()) else { continue };
            let words = mean(summary.mean);
            Series::at(place).mark(canvas, (x, baseline - 0.36 * SMALL.size))?;
            canvas.write(&words, (x + 8.0, baseline), Anchor::Start, SMALL, ink::TEXT)?;
            x += 8.0 + SMALL.room(&words) + 18.0;
        }
        Ok(())
    }

    fn draw_plot<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area, reading: Reading) -> Drawn {
        let columns = Columns { bars: &self.bars, reading, plot, lettering: SMALL, steps: 3 };
        let heights: Vec<Option<Vec<f64>>> =
            self.laws.iter().map(|law| law.map(|law| self.heights(&law.rows, reading))).collect();
        let greatest = heights.iter().flatten().flatten().copied().fold(0.0, f64::max);
        let axis = percentages(if reading == Reading::Each { greatest } else { 1.0 }, 3);
        columns.draw_grid(canvas, &axis)?;
        canvas.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS)?;
        columns.draw_ticks(canvas)?;
        for (place, heights) in heights.iter().enumerate() {
            let Some(heights) = heights else { continue };
            draw_steps(canvas, &columns, &axis, Series::at(place), heights)?;
        }
        // Marks stand beside each other on their steps, so that none hides another.
        let shown: Vec<usize> = (0..heights.len()).filter(|&place| heights[place].is_some()).collect();
        for (order, &place) in shown.iter().enumerate() {
            let Some(heights) = &heights[place] else { continue };
            // Where steps are narrow, each law has its marks on others of them.
            let every = (shown.len() as f64 * MARK_ROOM / columns.slot()).ceil().max(1.0) as usize;
            let turn = order % every;
            let beside = (shown.len() - turn).div_ceil(every).max(1) as f64;
            let apart = (columns.slot() / beside).min(MARK_ROOM);
            let aside = apart * ((order / every) as f64 - (beside - 1.0) / 2.0);
            for (index, &height) in heights.iter().enumerate().filter(|(index, _)| index % every == turn) {
                if height > 0.0 {
                    let point = (columns.middle(index) + aside, columns.y(&axis, height));
                    Series::at(place).mark(canvas, point)?;
                }
            }
        }
        Ok(())
    }

    /// The height of a law at each bar.
    fn heights(&self, rows: &[Row], reading: Reading) -> Vec<f64> {
        let start = |index: usize| self.bars.first + self.bars.step * index as i128;
        let height = |index: usize| {
            let reached = rows.iter().filter(|row| i128::from(row.value) >= start(index));
            match reading {
                Reading::AtLeast => reached.map(|row| sane(row.at_least)).fold(0.0, f64::max),
                Reading::Each => {
                    let inside = reached.filter(|row| i128::from(row.value) < start(index + 1));
                    inside.map(|row| sane(row.probability)).sum::<f64>().min(1.0)
                }
            }
        };
        (0..self.bars.bars.len()).map(height).collect()
    }
}

/// Draws the steps of a law from its first bar to its last.
fn draw_steps<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    columns: &Columns<'_>,
    axis: &Percentages,
    series: Series,
    heights: &[f64],
) -> Drawn {
    let real = |height: &f64| *height > 0.0;
    let (Some(first), Some(last)) = (heights.iter().position(real), heights.iter().rposition(real)) else {
        return Ok(());
    };
    let (half, bottom) = (columns.slot() / 2.0, columns.plot.bottom);
    let mut points = Vec::new();
    if columns.reading == Reading::Each {
        points.push((columns.middle(first) - half, bottom));
    }
    for (index, &height) in heights.iter().enumerate().take(last + 1).skip(first) {
        let (x, y) = (columns.middle(index), columns.y(axis, height));
        points.extend([(x - half, y), (x + half, y)]);
    }
    points.push((columns.middle(last) + half, bottom));
    series.line(canvas, &points)
}

/// What the reader must know besides: how many values share a step, and what is out of
/// sight.
fn note(bars: &Bars, laws: &[Option<&Distribution>]) -> String {
    let shared = bars.step / bars.spacing;
    let shared = (shared > 1).then(|| format!("each step: {} values", grouped(shared)));
    let outside = bars.outside.map(|Outside { first, last, .. }| {
        let is_out = |row: &&Row| !(first..=last).contains(&i128::from(row.value));
        let out = |law: &&Distribution| -> f64 {
            law.rows.iter().filter(is_out).map(|row| sane(row.probability)).sum()
        };
        let most = laws.iter().flatten().map(out).fold(0.0, f64::max);
        format!(
            "not drawn: values beyond {} to {}, together at most {}",
            grouped(first),
            grouped(last),
            percent(most)
        )
    });
    shared.into_iter().chain(outside).collect::<Vec<_>>().join("; ")
}

/// The rows of all laws, each law as likely as the others.
fn together(laws: &[Option<&Distribution>]) -> Vec<Row> {
    let mut masses: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
    for row in laws.iter().flatten().flat_map(|law| &law.rows) {
        *masses.entry(row.value).or_default() += sane(row.probability);
    }
    let count = laws.iter().flatten().count() as f64;
    let row = |(value, mass): (i64, f64)| {
        let p = mass / count;
        Row { value, probability: p, low: p, high: p, at_least: 0.0, at_most: 0.0, count: None }
    };
    masses.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{distribution, law};
    use super::*;
    use crate::chance::MetricSpec;

    #[test]
    fn laws_of_different_ranges_share_their_bars() {
        let spec = || MetricSpec::integer("x", "help", 0, 9);
        let low = distribution(spec(), law(&[(0, 0.5), (2, 0.5)]));
        let high = distribution(spec(), law(&[(2, 0.25), (4, 0.75)]));
        let overlay = Overlay::new(vec![Some(&low), None, Some(&high)]).unwrap();
        assert_eq!((overlay.bars.first, overlay.bars.last(), overlay.bars.step), (0, 4, 2));
        assert_eq!(overlay.heights(&low.rows, Reading::Each), [0.5, 0.5, 0.0]);
        assert_eq!(overlay.heights(&low.rows, Reading::AtLeast), [1.0, 0.5, 0.0]);
        assert_eq!(overlay.heights(&high.rows, Reading::AtLeast), [1.0, 1.0, 0.75]);
        assert!(Overlay::new(vec![None, None]).is_none());
    }
}
