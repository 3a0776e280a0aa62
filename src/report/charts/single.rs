//! One metric by itself.

use plotters::prelude::DrawingBackend;

use super::integers::{Integers, WIDTH};
use super::page::{MARGIN, NAME_ROOM, NORMAL, Page, write_name};
use super::rows::{Rows, label_events};
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::wording::wrap;
use super::{Heading, naming};
use crate::analysis::{Distribution, Odds};

/// The picture of one metric.
pub struct Single<'a> {
    page: Page,
    help: Vec<String>,
    contents: Contents<'a>,
}

enum Contents<'a> {
    Nothing,
    Labels(Rows),
    Integers(Integers<'a>),
}

const MOST_LABELS: usize = 40;

const HELP_LINE: f64 = 16.0;

impl<'a> Single<'a> {
    /// Lays it out.
    pub fn new(heading: &Heading<'_>, odds: &Odds, distribution: &'a Distribution) -> Self {
        let metric = &distribution.metric;
        let title = format!("{}: {}", metric.label, heading.title);
        let page = Page::new(WIDTH, &Heading { title: &title, ..*heading }, odds.engine);
        let width = page.inner_width();
        // The axis of values says what integers mean.
        let names = naming::names(metric);
        let help_lines = if names.is_some() { 3 } else { 0 };
        let help = wrap(naming::help(metric), NORMAL, width, help_lines);
        let contents = match names {
            Some(labels) => {
                let events = label_events(labels, &distribution.rows, odds.engine, MOST_LABELS);
                Contents::Labels(Rows::new(events, NORMAL, width, 2).spread(34.0))
            }
            None => {
                Integers::new(distribution, odds.engine, &page).map_or(Contents::Nothing, Contents::Integers)
            }
        };
        Single { page, help, contents }
    }

    fn plots_top(&self) -> f64 {
        self.page.top() + NAME_ROOM + HELP_LINE * self.help.len() as f64
    }

    fn contents(&self) -> f64 {
        let head = self.plots_top() - self.page.top();
        head + match &self.contents {
            Contents::Nothing => NAME_ROOM,
            Contents::Labels(rows) => rows.height() + 10.0,
            Contents::Integers(integers) => integers.height(),
        }
    }
}

impl Scene for Single<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        write_name(canvas, "chance of each value", self.page.top())?;
        for (index, line) in self.help.iter().enumerate() {
            let baseline = self.page.top() + NAME_ROOM + HELP_LINE * (index as f64 + 1.0) - 3.0;
            canvas.write(line, (MARGIN, baseline), Anchor::Start, NORMAL, ink::FAINT_TEXT)?;
        }
        match &self.contents {
            Contents::Nothing => {
                let place = (MARGIN, self.plots_top() + 12.0);
                canvas.write("no values", place, Anchor::Start, NORMAL, ink::FAINT_TEXT)
            }
            Contents::Labels(rows) => rows.draw(canvas, MARGIN, self.plots_top() + 10.0),
            Contents::Integers(integers) => integers.draw(canvas, self.plots_top()),
        }
    }
}
