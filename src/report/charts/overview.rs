//! All metrics side by side, and the questions.

use plotters::prelude::DrawingBackend;

use super::bars::{Bar, Bars, sane};
use super::columns::{Columns, LABEL_ROOM, Reading, SIDE_ROOM, TICK_ROOM};
use super::legend::{draw_strip, has_strip};
use super::numbers::{grouped, mean};
use super::page::{MARGIN, NAME, NORMAL, Page, SMALL, write_name};
use super::rows::{Event, Rows, chance_and_often, label_events};
use super::surface::{Anchor, Area, Canvas, Drawn, Scene, ink};
use super::wording::{shorten, wrap};
use super::{Heading, naming};
use crate::analysis::{Distribution, Engine, Odds};

/// The picture of all metrics.
pub struct Overview<'a> {
    odds: &'a Odds,
    page: Page,
    columns: usize,
    help_lines: usize,
    questions: Option<Rows>,
    unasked: usize,
}

const WIDTH: f64 = 980.0;

/// The room between panels.
const GUTTER: f64 = 26.0;

const PLOT_HEIGHT: f64 = 118.0;

const HELP_LINE: f64 = 13.0;

/// The room of the name of a panel.
const NAME_ROOM: f64 = 18.0;

/// The room of the strip with mean and quantiles.
const STRIP_ROOM: f64 = 18.0;

/// The room of the small print below a panel.
const NOTE_ROOM: f64 = 15.0;

/// The most bars in a panel, and the most labels.
const MOST_BARS: usize = 60;
const MOST_LABELS: usize = 8;

/// More questions than anyone asks; a chart must end somewhere.
const MOST_QUESTIONS: usize = 100;

/// The room of the line above the panels, and of the one above the questions.
const KEY_ROOM: f64 = 24.0;
const QUESTIONS_ROOM: f64 = 26.0;

impl<'a> Overview<'a> {
    /// Lays it out.
    pub fn new(heading: &Heading<'_>, odds: &'a Odds) -> Self {
        let columns = match odds.distributions.len() {
            0..=2 => odds.distributions.len().max(1),
            4 => 2,
            _ => 3,
        };
        let page = Page::new(WIDTH, heading, odds.engine);
        let asked = odds.answers.iter().take(MOST_QUESTIONS);
        let events: Vec<Event> = asked.map(|answer| question(answer, odds.engine)).collect();
        let questions = (!events.is_empty()).then(|| Rows::new(events, NORMAL, page.inner_width(), 2));
        let unasked = odds.answers.len().saturating_sub(MOST_QUESTIONS);
        let mut overview = Overview { odds, page, columns, help_lines: 1, questions, unasked };
        let width = overview.panel_width();
        let help = odds.distributions.iter().map(|d| wrap(naming::help(&d.metric), SMALL, width, 2).len());
        overview.help_lines = help.max().unwrap_or(1);
        overview
    }

    fn panel_width(&self) -> f64 {
        let columns = self.columns as f64;
        (self.page.inner_width() - GUTTER * (columns - 1.0)) / columns
    }

    fn head_height(&self) -> f64 {
        NAME_ROOM + HELP_LINE * self.help_lines as f64 + STRIP_ROOM + LABEL_ROOM
    }

    fn labels_top(&self) -> f64 {
        NAME_ROOM + HELP_LINE * self.help_lines as f64 + 8.0
    }

    fn label_rows(&self, labels: &[impl AsRef<str>], distribution: &Distribution) -> Rows {
        Rows::new(
            label_events(labels, &distribution.rows, self.odds.engine, MOST_LABELS),
            SMALL,
            self.panel_width(),
            1,
        )
    }

    fn panel_height(&self, distribution: &Distribution) -> f64 {
        match naming::names(&distribution.metric) {
            Some(labels) => self.labels_top() + self.label_rows(labels, distribution).height(),
            None => self.head_height() + PLOT_HEIGHT + TICK_ROOM + NOTE_ROOM,
        }
    }

    /// The panels that stand side by side, and the height that they need.
    fn lines(&self) -> impl Iterator<Item = (&'a [Distribution], f64)> {
        self.odds.distributions.chunks(self.columns).map(|line| {
            let heights = line.iter().map(|distribution| self.panel_height(distribution));
            (line, heights.fold(0.0, f64::max) + GUTTER)
        })
    }

    fn panels_height(&self) -> f64 {
        KEY_ROOM + self.lines().map(|(_, height)| height).sum::<f64>()
    }

    fn contents(&self) -> f64 {
        self.panels_height() + self.questions.as_ref().map_or(0.0, |rows| QUESTIONS_ROOM + rows.height())
    }

    fn draw_panel<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        distribution: &Distribution,
        (left, top): (f64, f64),
    ) -> Drawn {
        let (width, labels) = (self.panel_width(), naming::names(&distribution.metric));
        let summary = distribution.summary.as_ref().filter(|_| labels.is_none());
        let words = summary.map_or(String::new(), |summary| format!("{} on average", mean(summary.mean)));
        canvas.write(&words, (left + width, top + 12.0), Anchor::End, SMALL, ink::TEXT)?;
        let name = shorten(&distribution.metric.label, NAME, width - SMALL.room(&words) - 10.0);
        canvas.write(&name, (left, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
        let help = wrap(naming::help(&distribution.metric), SMALL, width, self.help_lines);
        for (index, line) in help.iter().enumerate() {
            let baseline = top + NAME_ROOM + HELP_LINE * (index as f64 + 1.0) - 3.0;
            canvas.write(line, (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        }
        match labels {
            Some(labels) => self.label_rows(labels, distribution).draw(canvas, left, top + self.labels_top()),
            None => self.draw_columns(canvas, distribution, (left, top)),
        }
    }

    fn draw_columns<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        distribution: &Distribution,
        (left, top): (f64, f64),
    ) -> Drawn {
        let Some(bars) = Bars::new(&distribution.rows, self.odds.engine, MOST_BARS) else {
            let place = (left, top + self.head_height());
            return canvas.write("no values", place, Anchor::Start, SMALL, ink::FAINT_TEXT);
        };
        let right = left + self.panel_width();
        let top = top + self.head_height();
        let plot = Area { left: left + SIDE_ROOM, right, top, bottom: top + PLOT_HEIGHT };
        let columns = Columns { bars: &bars, reading: Reading::Each, plot, lettering: SMALL, steps: 3 };
        columns.draw(canvas)?;
        if let Some(summary) = distribution.summary.as_ref().filter(|summary| has_strip(summary)) {
            draw_strip(canvas, &columns, summary, top - LABEL_ROOM - STRIP_ROOM / 3.0)?;
        }
        let note = shorten(&bars.brief_note(), SMALL, self.panel_width());
        let baseline = plot.bottom + TICK_ROOM + NOTE_ROOM - 1.0;
        canvas.write(&note, (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)
    }

    fn draw_questions<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, rows: &Rows) -> Drawn {
        let top = self.page.top() + self.panels_height();
        let heading = match self.unasked {
            0 => "questions".to_owned(),
            more => format!(
                "questions (the first {MOST_QUESTIONS}; {} more are not drawn)",
                grouped(more as i128)
            ),
        };
        write_name(canvas, &heading, top)?;
        rows.draw(canvas, MARGIN, top + QUESTIONS_ROOM)
    }

    fn key(&self) -> String {
        let sampled = matches!(self.odds.engine, Engine::Sampled { .. });
        let whiskers = if sampled { "; whiskers: 95\u{a0}% intervals" } else { "" };
        format!(
            "bars: chance{whiskers}; disc: on average; thick line: half of all results, thin line: 9 of 10"
        )
    }
}

impl Scene for Overview<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        let top = self.page.top();
        canvas.write(&self.key(), (MARGIN, top + 8.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let mut top = top + KEY_ROOM;
        for (line, height) in self.lines() {
            for (column, distribution) in line.iter().enumerate() {
                let left = MARGIN + column as f64 * (self.panel_width() + GUTTER);
                self.draw_panel(canvas, distribution, (left, top))?;
            }
            top += height;
        }
        self.questions.as_ref().map_or(Ok(()), |rows| self.draw_questions(canvas, rows))
    }
}

fn question(answer: &crate::analysis::Answer, engine: Engine) -> Event {
    let probability = sane(answer.probability);
    let (low, high) = (sane(answer.low).min(probability), sane(answer.high).max(probability));
    let bar = Bar { probability, low, high, at_least: probability };
    Event::new(answer.name.clone(), bar, vec![chance_and_often(&bar, engine)])
}
