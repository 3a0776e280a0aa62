//! The law of one metric, and the chances of others to be above 0.

use plotters::prelude::DrawingBackend;

use super::Heading;
use super::bars::{Bar, sane};
use super::integers::{Integers, WIDTH};
use super::numbers::mean;
use super::page::{MARGIN, NAME, NAME_ROOM, NORMAL, Page, write_name};
use super::rows::{Event, Rows};
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::wording::shorten;
use crate::analysis::{Distribution, Engine, Odds};
use crate::chance::MetricKind;
use crate::stats::{Z95, wilson};

/// The picture of a law and of chances.
pub struct LawAndChances<'a> {
    page: Page,
    law: Option<Integers<'a>>,
    name: String,
    chances: Option<Rows>,
}

/// The room between the plots and the name of the chances.
const GUTTER: f64 = 12.0;

/// The room of that name, with the space below it.
const CHANCES_ROOM: f64 = 26.0;

impl<'a> LawAndChances<'a> {
    /// Lays out the law of a metric and, below `title`, the chances of those whose
    /// names begin with `prefix`.
    pub fn new(
        heading: &Heading<'_>,
        odds: &'a Odds,
        law: &'a Distribution,
        prefix: &str,
        title: &str,
    ) -> Self {
        let page = Page::new(WIDTH, heading, odds.engine);
        let others = || odds.distributions.iter().filter(|other| other.metric.name.starts_with(prefix));
        let events: Vec<Event> = others().map(|other| chance(other, prefix, odds.engine)).collect();
        let often = if others().any(is_count) { " at least once" } else { "" };
        let name = shorten(&format!("{title}{often}"), NAME, page.inner_width());
        let chances = (!events.is_empty()).then(|| Rows::new(events, NORMAL, page.inner_width(), 2));
        let law = Integers::new(law, odds.engine, &page);
        LawAndChances { page, law, name, chances }
    }

    fn law_top(&self) -> f64 {
        self.page.top() + NAME_ROOM
    }

    fn chances_top(&self) -> f64 {
        self.law_top() + self.law.as_ref().map_or(NAME_ROOM, Integers::height) + GUTTER
    }

    fn contents(&self) -> f64 {
        let chances = self.chances.as_ref().map_or(0.0, |rows| CHANCES_ROOM + rows.height());
        self.chances_top() + chances - self.page.top()
    }
}

impl Scene for LawAndChances<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        write_name(canvas, "chance of each value", self.page.top())?;
        match &self.law {
            Some(law) => law.draw(canvas, self.law_top())?,
            None => {
                let place = (MARGIN, self.law_top() + 12.0);
                canvas.write("no values", place, Anchor::Start, NORMAL, ink::FAINT_TEXT)?;
            }
        }
        let Some(rows) = &self.chances else { return Ok(()) };
        write_name(canvas, &self.name, self.chances_top())?;
        rows.draw(canvas, MARGIN, self.chances_top() + CHANCES_ROOM)
    }
}

/// The chance of a metric to be above 0 and, if it counts, its mean.
fn chance(distribution: &Distribution, prefix: &str, engine: Engine) -> Event {
    let name = distribution.metric.name[prefix.len()..].replace('_', " ");
    let mut event = Event::told(name, above_zero(distribution, engine), engine);
    let summary = distribution.summary.as_ref().filter(|_| is_count(distribution));
    event.texts.extend(summary.map(|summary| format!("{} times on average", mean(summary.mean))));
    event
}

fn above_zero(distribution: &Distribution, engine: Engine) -> Bar {
    let above = || distribution.rows.iter().filter(|row| row.value > 0);
    let probability = above().next().map_or(0.0, |row| sane(row.at_least));
    let (low, high) = match engine {
        Engine::Exact { .. } => (probability, probability),
        Engine::Sampled { trials, .. } => {
            let hits: u64 = above().filter_map(|row| row.count).sum();
            wilson(hits.min(trials), trials, Z95)
        }
    };
    Bar { probability, low: low.min(probability), high: high.max(probability), at_least: probability }
}

/// Whether a metric can be more than 1.
fn is_count(distribution: &Distribution) -> bool {
    matches!(distribution.metric.kind, MetricKind::Integer { max, .. } if max > 1)
}
