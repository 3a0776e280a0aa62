//! Events as groups of bars, one bar for each scenario.

use plotters::prelude::DrawingBackend;

use super::super::bars::{Bar, sane};
use super::super::page::{NORMAL, SMALL, TICK_ROOM};
use super::super::rows::{chance, share_ticks};
use super::super::series::Series;
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::wording::wrap;
use crate::analysis::Engine;

/// An event with its probability in each scenario that knows of it.
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its bars, with the places of their scenarios, in order.
    pub bars: Vec<(usize, Bar)>,
}

/// The lines of a name, and the bars beside them.
type Lines = (Vec<String>, Vec<(usize, Bar)>);

/// Groups, laid out for a width.
pub struct Groups {
    groups: Vec<Lines>,
    /// How the numbers of each scenario were found.
    engines: Vec<Engine>,
    width: f64,
    name_room: f64,
}

/// The height of a bar with the space below it, and the space between groups.
const BAR: f64 = 14.0;
const BETWEEN: f64 = 10.0;
const LINE: f64 = 15.0;

/// The greatest part of the width that names may take.
const NAME_SHARE: f64 = 0.4;
const GAP: f64 = 10.0;

impl Groups {
    /// Lays them out, of scenarios whose numbers were found so.
    pub fn new(groups: Vec<Group>, engines: Vec<Engine>, width: f64) -> Self {
        let wrapped = |group: Group| (wrap(&group.name, NORMAL, width * NAME_SHARE, 3), group.bars);
        let groups: Vec<_> = groups.into_iter().map(wrapped).collect();
        let lines = groups.iter().flat_map(|(name, _)| name);
        let name_room = lines.map(|line| NORMAL.room(line)).fold(0.0, f64::max);
        Groups { groups, engines, width, name_room }
    }

    /// The height with the ticks.
    pub fn height(&self) -> f64 {
        self.groups.iter().map(group_height).sum::<f64>() + TICK_ROOM
    }

    /// Draws them from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, left: f64, mut top: f64) -> Drawn {
        let plot = Area {
            left: left + self.name_room + GAP,
            right: left + self.width - SMALL.room(">99.999\u{a0}%") - GAP,
            top,
            bottom: top + self.height() - TICK_ROOM,
        };
        share_ticks(canvas, plot, NORMAL, false)?;
        for group in &self.groups {
            let height = group_height(group);
            self.draw_group(canvas, Area { top, bottom: top + height, ..plot }, group)?;
            top += height;
        }
        canvas.down(plot.top, plot.bottom, plot.left, 1.0, ink::AXIS)
    }

    fn draw_group<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        area: Area,
        (name, bars): &Lines,
    ) -> Drawn {
        let middle = (area.top + area.bottom) / 2.0;
        let first = middle + 0.36 * NORMAL.size - (name.len() as f64 - 1.0) / 2.0 * LINE;
        for (index, line) in name.iter().enumerate() {
            let place = (area.left - GAP, first + LINE * index as f64);
            canvas.write(line, place, Anchor::End, NORMAL, ink::TEXT)?;
        }
        let top = middle - BAR * bars.len() as f64 / 2.0;
        let x = |probability: f64| area.left + area.width() * sane(probability);
        for (index, (place, bar)) in bars.iter().enumerate() {
            let (series, middle) = (Series::at(*place), top + BAR * (index as f64 + 0.5));
            let baseline = middle + 0.36 * SMALL.size;
            let end = x(bar.probability);
            if bar.probability > 0.0 {
                let area = Area { left: area.left, right: end, top: middle - 4.5, bottom: middle + 4.5 };
                canvas.fill(area, series.pale())?;
            }
            series.mark(canvas, (end, middle))?;
            let (low, high) = (x(bar.low), x(bar.high));
            // An interval that the mark hides leaves it alone.
            if high - low > 8.0 {
                canvas.across(low, high, middle, 1.0, ink::TEXT)?;
                canvas.down(middle - 3.5, middle + 3.5, low, 1.0, ink::TEXT)?;
                canvas.down(middle - 3.5, middle + 3.5, high, 1.0, ink::TEXT)?;
            }
            let text = chance(bar, self.engines[*place]);
            let place = (area.right + GAP, baseline);
            canvas.write(&text, place, Anchor::Start, SMALL, ink::TEXT)?;
        }
        Ok(())
    }
}

fn group_height((name, bars): &Lines) -> f64 {
    (BAR * bars.len() as f64).max(LINE * name.len() as f64) + BETWEEN
}
