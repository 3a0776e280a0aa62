//! The distribution of an integer: a histogram of its values, and one of each value or more.

use super::{
    Anchor, Area, BinAxis, Bins, Known, Lettering, NORMAL, Picture, Point, SIDE_ROOM, Tells, histogram, ink,
    name, naming, shorten, small_print,
};
use crate::analysis::{Distribution, Engine};
use crate::report::number::{decimals, grouped, mean, results};
use crate::stats::Summary;

const MOST_BARS: usize = 140;

/// The heights of the plot of single values, and of the plot of each value or more.
const EACH_HEIGHT: f64 = 250.0;
const AT_LEAST_HEIGHT: f64 = 150.0;

/// The height of the line that explains the strip, of each further line, and of the strip.
const KEY_ROOM: f64 = 24.0;
const KEY_LINE: f64 = 18.0;
const STRIP_ROOM: f64 = 18.0;

/// The height of the name of the value axis, with the space below it.
const AXIS_ROOM: f64 = 34.0;

const TICKS: Lettering = Lettering::regular(11.0);

/// The plots of a distribution, in this width.
pub fn law(distribution: &Distribution, engine: Engine, width: f64) -> Picture {
    let mut law = Picture::new(width, 0.0);
    let Some(bins) = Bins::new(&distribution.rows, engine, MOST_BARS) else {
        law.write("no values", (0.0, 12.0), Anchor::Start, NORMAL, ink::FAINT_TEXT);
        law.height = 20.0;
        return law;
    };
    let key = |summary| draw_key(&mut law, width, distribution, summary, engine);
    law.height = KEY_ROOM + distribution.summary.as_ref().map_or(0.0, key);
    let plot =
        |tells: Tells, height: f64| histogram(&bins, tells, &tells.scale([&bins], 5), (width, height), TICKS);
    law.below(strip(&bins, distribution.summary.as_ref(), width, 9.0), 0.0);
    law.below(plot(Tells::Each, EACH_HEIGHT), 0.0);
    let words = naming::label_and_help(&distribution.metric);
    let axis_name = |law: &mut Picture| {
        let words = shorten(&words, NORMAL, width - SIDE_ROOM);
        let place = ((SIDE_ROOM + width) / 2.0, law.height + 16.0);
        law.write(&words, place, Anchor::Middle, NORMAL, ink::TEXT);
        law.height += AXIS_ROOM;
    };
    axis_name(&mut law);
    // The second plot would add nothing to two bars.
    if bins.bins.len() > 2 {
        law.below(name("chance of this value or more", width), 0.0);
        law.below(plot(Tells::AtLeast, AT_LEAST_HEIGHT), 0.0);
        axis_name(&mut law);
    }
    law.below(small_print(&[bins.note()], width, 3), 0.0);
    law
}

/// A strip above bars, around `y`: a thin line from the 5th to the 95th percentile, a thick line
/// from the 25th to the 75th, and a disc at the mean. Empty if there are at most two neighbouring
/// values.
pub fn strip(bins: &Bins, summary: Option<&Summary>, width: f64, y: f64) -> Picture {
    let mut strip = Picture::new(width, STRIP_ROOM);
    let Some(summary) = summary.filter(|summary| has_strip(summary)) else { return strip };
    let plot = Area { left: SIDE_ROOM, right: width, top: 0.0, bottom: STRIP_ROOM };
    let axis = BinAxis { bins, plot, lettering: TICKS };
    // The lines extend over the width of their end values, so that a single value is visible.
    let half = (axis.slot() * bins.spacing as f64 / bins.step as f64 * 0.4).min(28.0);
    let x = |value: f64, aside: f64| (axis.x(value) + aside).clamp(plot.left, plot.right);
    for (low, high, thickness) in [(summary.p05, summary.p95, 1.5), (summary.p25, summary.p75, 5.0)] {
        strip.across(x(low as f64, -half), x(high as f64, half), y, thickness, ink::DEEP);
    }
    if summary.mean.is_finite() {
        draw_mean(&mut strip, (x(summary.mean, 0.0), y));
    }
    strip
}

/// Whether the values are spread out enough for a strip: two neighbouring ones are not.
fn has_strip(summary: &Summary) -> bool {
    summary.max.saturating_sub(summary.min) > 1
}

/// Explains the strip in as many lines as it needs. Returns the height of those below the first.
fn draw_key(
    picture: &mut Picture,
    right: f64,
    distribution: &Distribution,
    summary: &Summary,
    engine: Engine,
) -> f64 {
    let (baseline, middle) = (12.0, 12.0 - 0.36 * NORMAL.size);
    let half = (summary.mean_high - summary.mean_low) / 2.0;
    let words = match half.is_finite() && half >= 0.005 {
        // One digit more than the error supports, which stands beside it.
        true => {
            let digits = Known::new(summary, engine).decimals(1.0).min(2);
            format!("on average {} ± {}", decimals(summary.mean, digits), decimals(half, digits))
        }
        false => format!("on average {}", mean(Known::new(summary, engine))),
    }
    .replace('-', "−");
    draw_mean(picture, (SIDE_ROOM + 5.0, middle));
    picture.write(&words, (SIDE_ROOM + 14.0, baseline), Anchor::Start, NORMAL, ink::TEXT);
    let (mut x, mut down) = (SIDE_ROOM + 14.0 + NORMAL.room(&words) + 18.0, 0.0);
    for (low, high, thickness) in [(summary.p25, summary.p75, 5.0), (summary.p05, summary.p95, 1.5)] {
        let words = format!("{}: {}", range(low, high), results(distribution.share_within(low, high)));
        let room = 25.0 + NORMAL.room(&words);
        if !has_strip(summary) || SIDE_ROOM + room > right {
            continue;
        }
        if x + room > right {
            (x, down) = (SIDE_ROOM, down + KEY_LINE);
        }
        picture.across(x, x + 20.0, middle + down, thickness, ink::DEEP);
        picture.write(&words, (x + 25.0, baseline + down), Anchor::Start, NORMAL, ink::TEXT);
        x += room + 18.0;
    }
    down
}

fn range(low: i64, high: i64) -> String {
    match low == high {
        true => grouped(low),
        false => format!("{} to {}", grouped(low), grouped(high)),
    }
}

/// Draws the disc of a mean.
pub fn draw_mean(picture: &mut Picture, place: Point) {
    picture.disc(place, 5.5, ink::PAPER);
    picture.disc(place, 4.0, ink::TEXT);
}
