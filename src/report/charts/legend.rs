//! The mean and the quantiles of a metric: the strip above its bars, and what
//! the signs of the strip mean.

use plotters::prelude::DrawingBackend;

use super::columns::Columns;
use super::lettering::Lettering;
use super::numbers::{grouped, mean};
use super::surface::{Anchor, Canvas, Drawn, ink};
use crate::stats::Summary;

/// Whether a metric is spread out enough for a strip: two neighbours are not.
pub fn has_strip(summary: &Summary) -> bool {
    summary.max.saturating_sub(summary.min) > 1
}

/// Draws the strip around height `y`: a thin line for nine tenths of the law, a
/// thick one for its middle half, and a disc at the mean.
pub fn draw_strip<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    columns: &Columns<'_>,
    summary: &Summary,
    y: f64,
) -> Drawn {
    let (left, right) = (columns.plot.left, columns.plot.right);
    // A value alone still has a width.
    let bars = columns.bars;
    let half = (columns.slot() * bars.spacing as f64 / bars.step as f64 * 0.4).min(28.0);
    let x = |value: f64, aside: f64| (columns.x(value) + aside).clamp(left, right);
    let span = |low: i64, high: i64| (x(low as f64, -half), x(high as f64, half));
    let (thin, thick) = (span(summary.p05, summary.p95), span(summary.p25, summary.p75));
    canvas.across(thin.0, thin.1, y, 1.5, ink::DEEP)?;
    canvas.across(thick.0, thick.1, y, 5.0, ink::DEEP)?;
    if summary.mean.is_finite() {
        draw_mean(canvas, x(summary.mean, 0.0), y)?;
    }
    Ok(())
}

/// Writes what the strip shows in one line between two places, as far as there
/// is room.
pub fn draw_key<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    (left, right): (f64, f64),
    baseline: f64,
    lettering: Lettering,
    summary: &Summary,
) -> Drawn {
    let middle = baseline - 0.36 * lettering.size;
    let words = mean_words(summary);
    draw_mean(canvas, left + 5.0, middle)?;
    canvas.write(&words, (left + 14.0, baseline), Anchor::Start, lettering, ink::TEXT)?;
    let mut x = left + 14.0 + lettering.room(&words) + 18.0;
    let half = format!("half of the time: {}", range(summary.p25, summary.p75));
    let most = format!("9 times of 10: {}", range(summary.p05, summary.p95));
    for (words, thickness) in [(half, 5.0), (most, 1.5)] {
        let end = x + 25.0 + lettering.room(&words);
        if has_strip(summary) && end <= right {
            canvas.across(x, x + 20.0, middle, thickness, ink::DEEP)?;
            canvas.write(&words, (x + 25.0, baseline), Anchor::Start, lettering, ink::TEXT)?;
            x = end + 18.0;
        }
    }
    Ok(())
}

/// The mean with its 95 % interval, if it has one that can be told.
fn mean_words(summary: &Summary) -> String {
    let half = (summary.mean_high - summary.mean_low) / 2.0;
    match half.is_finite() && half >= 0.005 {
        true => format!("on average {} ± {}", mean(summary.mean), mean(half)),
        false => format!("on average {}", mean(summary.mean)),
    }
}

fn range(low: i64, high: i64) -> String {
    match low == high {
        true => grouped(low.into()),
        false => format!("{} to {}", grouped(low.into()), grouped(high.into())),
    }
}

fn draw_mean<B: DrawingBackend>(canvas: &mut Canvas<B>, x: f64, y: f64) -> Drawn {
    canvas.disc(x, y, 5.5, ink::PAPER)?;
    canvas.disc(x, y, 4.0, ink::MEAN)
}
