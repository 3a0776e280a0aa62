//! The probabilities above upright bars.

use plotters::prelude::DrawingBackend;

use super::bars::Bar;
use super::columns::{Columns, Reading, bar_width, by_height};
use super::numbers::{FORMS, percent};
use super::surface::{Anchor, Canvas, Drawn, ink};
use super::ticks::Percentages;

/// The label of one bar.
struct Label {
    /// The place of its bar.
    index: usize,
    text: String,
    /// Where its middle is, and its baseline.
    x: f64,
    y: f64,
    /// Its width with the space between it and another.
    room: f64,
}

/// The room between two labels.
const GAP: f64 = 4.0;

/// The least room between a label and a higher bar: closer, it might seem to be
/// that bar's.
const ASIDE: f64 = 8.0;

impl Columns<'_> {
    /// Writes the probabilities above the bars, if there is room for all; of
    /// values that are scattered, above those that have room.
    pub fn draw_labels<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, axis: &Percentages) -> Drawn {
        let fitting = FORMS.iter().map(|form| self.labels(*form, axis)).find(|labels| self.have_room(labels));
        let labels = match fitting {
            Some(labels) => labels,
            None if self.bars.are_scattered() => self.clear(self.labels(percent, axis)),
            None => return Ok(()),
        };
        for label in labels {
            canvas.write(&label.text, (label.x, label.y), Anchor::Middle, self.lettering, ink::TEXT)?;
        }
        Ok(())
    }

    /// The labels of all bars that have a height; of values that are scattered,
    /// of these values alone.
    fn labels(&self, form: fn(f64) -> String, axis: &Percentages) -> Vec<Label> {
        let scattered = self.bars.are_scattered();
        let bars = self.bars.bars.iter().enumerate();
        let shown = bars.filter(|(_, bar)| match scattered {
            true => bar.probability > 0.0,
            false => self.height_of(bar) > 0.0,
        });
        let label = |(index, bar): (usize, &Bar)| {
            let height = self.height_of(bar);
            let text = form(height);
            let room = self.lettering.room(&text);
            // The first and the last label stay above the plot.
            let first = self.plot.left + room / 2.0;
            let x = self.middle(index).clamp(first, (self.plot.right - room / 2.0).max(first));
            let high = if self.reading == Reading::Each { bar.high.max(height) } else { height };
            Label { index, text, x, y: self.y(axis, high) - 4.0, room: room + GAP }
        };
        shown.map(label).collect()
    }

    /// Whether labels stay clear of each other.
    fn have_room(&self, labels: &[Label]) -> bool {
        let apart = |pair: &[Label]| pair[1].x - pair[0].x >= pair[0].room.max(pair[1].room);
        labels.iter().all(|label| label.room <= self.plot.width()) && labels.windows(2).all(apart)
    }

    /// Those labels that are clear of higher bars and of their labels.
    fn clear(&self, mut labels: Vec<Label>) -> Vec<Label> {
        let width = match self.reading {
            Reading::Each => bar_width(self.slot()),
            Reading::AtLeast => self.slot(),
        };
        let mut kept: Vec<Label> = Vec::new();
        let mut higher: Vec<f64> = Vec::new();
        for index in by_height(&self.bars.bars, |bar| self.height_of(bar)) {
            let Some(place) = labels.iter().position(|label| label.index == index) else { continue };
            let label = labels.swap_remove(place);
            let reach = (label.room + width) / 2.0 + ASIDE;
            let clear_of_bars = higher.iter().all(|x| (x - label.x).abs() >= reach);
            let clear_of_labels = kept.iter().all(|other| {
                (other.x - label.x).abs() >= (other.room + label.room) / 2.0
                    || (other.y - label.y).abs() >= 1.3 * self.lettering.size
            });
            higher.push(self.middle(index));
            if clear_of_bars && clear_of_labels {
                kept.push(label);
            }
        }
        kept
    }
}
