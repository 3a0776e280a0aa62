//! One bar of 100 %, divided among the labels of a metric.

use super::language::*;
use super::single::finding;
use crate::analysis::{Distribution, Odds};
use crate::report::number::{Measure, Scale, sane};

const BAR_HEIGHT: f64 = 76.0;

/// The font of the name in a part, and the height of a line. The probability is below the name.
const LABEL: Lettering = Lettering::bold(13.0);
const LABEL_LINE: f64 = 17.0;

/// The maximum number of lines of a name.
const MOST_LINES: usize = 3;

/// The padding between text and outline, and how far the part without stripes extends beyond the
/// text, to the sides and upwards.
const PADDING: f64 = 7.0;
const PLATE: (f64, f64) = (5.0, 2.0);

/// Draws a bar that is divided among the labels of a metric, the label `won` first.
pub fn split(heading: &Heading<'_>, odds: &Odds, law: &Distribution, won: &str) -> Picture {
    let engine = odds.engine;
    let mut page = Page::new(WIDE, heading, Some(&finding(law, engine)));
    let room = page.room();
    // Labels that do not occur keep their patterns, so that charts can be compared.
    let row = |(place, (name, known)): (usize, (String, Known))| {
        Row::new(name, RowBar { look: Look::Pattern(Pattern::of_label(place, 0)), ..told(known) })
    };
    let labels = law.metric.names().unwrap_or_default();
    let mut chances = label_chances(labels, &law.rows, engine);
    chances.sort_by_key(|(label, _)| label != won);
    let all = chances.into_iter().enumerate().map(row);
    let (seen, never): (Vec<Row>, Vec<Row>) = all.partition(|row| row.bars[0].number.value > 0.0);
    page.section(&law.metric.label, naming::help(&law.metric), 4.0);
    page.add(divided(&seen, room), 22.0);
    let below = if never.is_empty() { 0.0 } else { 14.0 };
    let seen = with_numbers(seen, Measure::Chance);
    page.add(rows(&seen, None, &RowStyle { least_height: 28.0, ..RowStyle::NORMAL }, room), below);
    if !never.is_empty() {
        let how = if engine.trials().is_some() { "not seen" } else { "never" };
        let names: Vec<String> = never.into_iter().map(|row| row.name).collect();
        page.notes(&[format!("{how}: {}", names.join(", "))], 3, 0.0);
    }
    page.finish(&how(engine, BARS))
}

/// The divided bar of the labels that occur.
fn divided(seen: &[Row], width: f64) -> Picture {
    let mut picture = Picture::new(width, BAR_HEIGHT + TICK_ROOM);
    let bar = Area { left: 0.0, right: width, top: 0.0, bottom: BAR_HEIGHT };
    draw_ticks(&mut picture, Area { top: bar.bottom, bottom: bar.bottom + 4.0, ..bar });
    let mut from = 0.0;
    for row in seen {
        let Look::Pattern(pattern) = row.bars[0].look else { continue };
        let probability = row.bars[0].number.value;
        let to = sane(from + probability);
        // Neighbours share an outline.
        let (left, right) = ((width * from - 0.5).max(0.0), (width * to + 0.5).min(width));
        let part = Area { left, right, ..bar };
        pattern.fill(&mut picture, part);
        draw_words(&mut picture, &row.name, probability, pattern, part);
        from = to;
    }
    picture
}

/// Draws the ticks of an axis from 0 to 100 %. The labels stay within its ends.
fn draw_ticks(picture: &mut Picture, plot: Area) {
    let scale = Scale::of_all_chances(NORMAL, plot.width());
    for (tick, label) in &scale.ticks {
        let x = scale.x(plot, *tick);
        picture.down(plot.top, plot.bottom, x, 0.5, ink::GRID);
        let anchor = match *tick {
            tick if tick <= 0.0 => Anchor::Start,
            tick if tick >= 1.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        let place = (x, plot.bottom + 5.0 + NORMAL.size * 0.8);
        picture.write(label, place, anchor, NORMAL, ink::FAINT_TEXT);
    }
}

/// Writes into a part what fits: its complete name and its probability, only the probability, or
/// nothing.
fn draw_words(picture: &mut Picture, name: &str, probability: f64, pattern: Pattern, part: Area) {
    let room = part.width() - 2.0 * PADDING;
    let share = chance(probability.into());
    if NORMAL.room(&share) > room {
        return;
    }
    let lines = wrap(name, LABEL, room, MOST_LINES);
    let lines = if lines.join(" ") == clean(name) { lines } else { Vec::new() };
    let words: Vec<(String, Lettering)> =
        lines.into_iter().map(|line| (line, LABEL)).chain([(share, NORMAL)]).collect();
    pattern.write(picture, part.center(), &words, LABEL_LINE, PLATE);
}
