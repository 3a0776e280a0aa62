//! What all charts have: a heading, margins, and a line on how the numbers came
//! about.

use plotters::prelude::DrawingBackend;

use super::Heading;
use super::lettering::Lettering;
use super::numbers::{grouped, power_of_ten};
use super::surface::{Anchor, Canvas, Drawn, ink};
use super::wording::{shorten, wrap};
use crate::analysis::Engine;

/// The margin on all sides.
pub const MARGIN: f64 = 28.0;

/// The letters of small print.
pub const SMALL: Lettering = Lettering::regular(10.5);

/// The letters of help and keys.
pub const NORMAL: Lettering = Lettering::regular(12.0);

/// The letters of what names a panel.
pub const NAME: Lettering = Lettering::bold(13.0);

/// The room of what names a part of a page, with the space above it.
pub const NAME_ROOM: f64 = 20.0;

/// The room of the marks below a scale.
pub const TICK_ROOM: f64 = 18.0;

/// A page of a given width.
pub struct Page {
    /// Its width with its margins.
    pub width: f64,
    title: Vec<String>,
    choices: Vec<String>,
    footnote: String,
}

const TITLE: Lettering = Lettering::bold(18.0);

const TITLE_LINE: f64 = 24.0;

const CHOICES_LINE: f64 = 17.0;

/// The room between the heading and what follows.
const BELOW_HEADING: f64 = 14.0;

/// The room of the footnote with the space above it.
const FOOT: f64 = 30.0;

const MAKER: &str = "fizzle";

/// What bars show of how far off sampled numbers are.
const BARS: &str = "bars with 95\u{a0}% intervals where these are wide enough to see";

impl Page {
    /// A page with this heading, for numbers from this engine.
    pub fn new(width: f64, heading: &Heading<'_>, engine: Engine) -> Self {
        Page::with_note(width, heading, engine, BARS)
    }

    /// A page with a note of its own on what shows how far off sampled numbers are.
    pub fn with_note(width: f64, heading: &Heading<'_>, engine: Engine, note: &str) -> Self {
        Page::with_footnote(width, heading, &how(engine, note))
    }

    /// A page for numbers that came about in several ways, told in these words.
    pub fn with_footnote(width: f64, heading: &Heading<'_>, words: &str) -> Self {
        let room = width - 2.0 * MARGIN;
        let title = wrap(heading.title, TITLE, room, 2);
        let choices = wrap(heading.choices, NORMAL, room, 3);
        let footnote = shorten(words, SMALL, room - SMALL.room(MAKER) - 20.0);
        Page { width, title, choices, footnote }
    }

    /// The width between its margins.
    pub fn inner_width(&self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    /// Where the room below its heading begins.
    pub fn top(&self) -> f64 {
        let lines = self.title.len() as f64 * TITLE_LINE + self.choices.len() as f64 * CHOICES_LINE;
        MARGIN + lines + BELOW_HEADING
    }

    /// Its whole height around contents of this height.
    pub fn height(&self, contents: f64) -> f64 {
        self.top() + contents + FOOT + MARGIN / 2.0
    }

    /// Draws the heading and, below contents of this height, the footnote.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, contents: f64) -> Drawn {
        let mut baseline = MARGIN - 6.0;
        for line in &self.title {
            baseline += TITLE_LINE;
            canvas.write(line, (MARGIN, baseline - 4.0), Anchor::Start, TITLE, ink::TEXT)?;
        }
        for line in &self.choices {
            baseline += CHOICES_LINE;
            canvas.write(line, (MARGIN, baseline), Anchor::Start, NORMAL, ink::FAINT_TEXT)?;
        }
        let baseline = self.height(contents) - MARGIN / 2.0;
        let (left, right) = (MARGIN, self.width - MARGIN);
        canvas.across(left, right, baseline - 16.0, 0.5, ink::GRID)?;
        canvas.write(&self.footnote, (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        canvas.write(MAKER, (right, baseline), Anchor::End, SMALL, ink::FAINT_TEXT)
    }
}

/// Names the part of a page that begins at `top`.
pub fn write_name<B: DrawingBackend>(canvas: &mut Canvas<B>, name: &str, top: f64) -> Drawn {
    canvas.write(name, (MARGIN, top + 12.0), Anchor::Start, NAME, ink::TEXT)
}

/// Names the part of a page that begins below its heading, with what it shows.
pub fn write_name_and_help<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    page: &Page,
    name: &str,
    help: &str,
) -> Drawn {
    let (top, room) = (page.top(), page.inner_width());
    let name = shorten(name, NAME, room);
    write_name(canvas, &name, top)?;
    let after = NAME.room(&name) + 10.0;
    let help = shorten(help, NORMAL, (room - after).max(0.0));
    canvas.write(&help, (MARGIN + after, top + 12.0), Anchor::Start, NORMAL, ink::FAINT_TEXT)
}

/// How the numbers came about, in words.
fn how(engine: Engine, note: &str) -> String {
    match engine {
        Engine::Exact { omitted, .. } if omitted > 0.0 => format!(
            "exact, but for open-ended dice that were cut: probabilities are low by at most {}",
            power_of_ten(omitted)
        ),
        Engine::Exact { .. } => "exact".to_owned(),
        Engine::Sampled { trials, seed } => {
            let trials = grouped(trials.into());
            format!("{trials} trials, seed {seed}; {note}")
        }
    }
}

/// How the numbers of several laws came about, in words.
pub fn how_all<'a>(engines: impl Iterator<Item = &'a Engine>) -> String {
    let (mut exact, mut omitted, mut sampled) = (0u64, 0.0f64, Vec::new());
    for engine in engines {
        match engine {
            Engine::Exact { omitted: more, .. } => (exact, omitted) = (exact + 1, omitted.max(*more)),
            Engine::Sampled { trials, .. } => sampled.push(*trials),
        }
    }
    let law = how(Engine::Exact { omitted, visited: 0 }, "");
    let Some(&most) = sampled.iter().max() else { return law };
    let some = if sampled.iter().all(|&trials| trials == most) { "" } else { "at most " };
    let trials = format!("{some}{} trials", grouped(most.into()));
    match exact {
        0 => format!("sampled with {trials} each"),
        _ => format!("{exact} {law}; {} sampled with {trials} each", sampled.len()),
    }
}

/// How numbers came about, each from so many trials; `None`: exact ones.
pub fn how_many(trials: impl Iterator<Item = Option<u64>>) -> String {
    let engine = |trials: Option<u64>| match trials {
        Some(trials) => Engine::Sampled { trials, seed: 0 },
        None => Engine::Exact { omitted: 0.0, visited: 0 },
    };
    how_all(trials.map(engine).collect::<Vec<_>>().iter())
}

/// The height of a line of small print below a plot.
pub const NOTE_LINE: f64 = 14.0;

/// Writes lines of small print below `top`.
pub fn write_notes<B: DrawingBackend>(canvas: &mut Canvas<B>, lines: &[String], top: f64) -> Drawn {
    for (index, line) in lines.iter().enumerate() {
        let place = (MARGIN, top + NOTE_LINE * index as f64 + 8.0);
        canvas.write(line, place, Anchor::Start, SMALL, ink::FAINT_TEXT)?;
    }
    Ok(())
}
