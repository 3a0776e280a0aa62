//! Histograms: the distribution of an integer as vertical bars.

use super::{Anchor, Area, BELOW_BINS, Bin, BinAxis, Bins, Lettering, Picture, SIDE_ROOM, by_height, ink};
use crate::analysis::Engine;
use crate::report::number::{FORMS, Form, Known, Scale};

/// The meaning of the height of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    /// The probability of the bin's values.
    Each,
    /// The probability of the bin's least value or more.
    AtLeast,
}

/// The height of the labels above the bars.
pub const LABEL_ROOM: f64 = 15.0;

/// How many times as high as the second a bar among many is cut off, and how many bars are many.
const FLATTENS: f64 = 4.0;
const MANY_BARS: usize = 12;

/// The least height of a visible interval.
const VISIBLE: f64 = 2.0;

/// The gap between two labels, and the least gap between a label and a higher bar. If it were
/// closer, the label might seem to belong to that bar.
const LABEL_GAP: f64 = 4.0;
const ASIDE: f64 = 8.0;

impl Tells {
    /// The probability that the height of a bar stands for.
    pub fn of(self, bin: &Bin) -> f64 {
        match self {
            Tells::Each => bin.chance.value,
            Tells::AtLeast => bin.at_least,
        }
    }

    /// A vertical axis for all these bins, in about `steps` steps.
    /// One bar that would flatten all others is cut off: the axis ends above the second.
    pub fn scale<'a>(self, all: impl IntoIterator<Item = &'a Bins>, steps: usize) -> Scale {
        let mut heights: Vec<f64> =
            all.into_iter().flat_map(|bins| &bins.bins).map(|bin| bin.chance.high).collect();
        heights.sort_by(|one, other| other.total_cmp(one));
        let greatest = match (self, &heights[..]) {
            (Tells::AtLeast, _) => 1.0,
            (Tells::Each, [first, second, ..])
                if heights.len() >= MANY_BARS && *first > FLATTENS * second && *second > 0.0 =>
            {
                *second
            }
            (Tells::Each, heights) => heights.first().copied().unwrap_or(0.0),
        };
        Scale::of_chances(greatest, steps)
    }

    /// That probability with its interval.
    fn known(self, bin: &Bin, engine: Engine) -> Known {
        match self {
            Tells::Each => bin.chance,
            Tells::AtLeast => Known::of_event(bin.at_least, engine),
        }
    }
}

/// Draws a histogram whose plot is `height` high. The picture is higher: the labels of the bars are above
/// the plot, the labels of the bins below.
pub fn histogram(
    bins: &Bins,
    tells: Tells,
    scale: &Scale,
    (width, height): (f64, f64),
    lettering: Lettering,
) -> Picture {
    let mut picture = Picture::new(width, LABEL_ROOM + height + BELOW_BINS);
    let plot = Area { left: SIDE_ROOM, right: width, top: LABEL_ROOM, bottom: LABEL_ROOM + height };
    let axis = BinAxis { bins, plot, lettering };
    scale.draw_beside(&mut picture, plot, lettering, SIDE_ROOM);
    match tells {
        Tells::Each => {
            draw_bars(&mut picture, &axis, scale);
            draw_whiskers(&mut picture, &axis, scale);
        }
        Tells::AtLeast => draw_steps(&mut picture, &axis, scale),
    }
    draw_labels(&mut picture, &axis, scale, tells);
    axis.draw(&mut picture);
    picture
}

fn draw_bars(picture: &mut Picture, axis: &BinAxis<'_>, scale: &Scale) {
    let half = bar_width(axis.slot()) / 2.0;
    for (index, bin) in axis.bins.bins.iter().enumerate().filter(|(_, bin)| bin.chance.value > 0.0) {
        let (middle, top) = (axis.middle(index), scale.y(axis.plot, bin.chance.value));
        let area = Area { left: middle - half, right: middle + half, top, bottom: axis.plot.bottom };
        picture.fill(area, ink::BAR);
        if bin.chance.value > scale.to {
            for y in [9.0, 14.0].map(|down| top + down) {
                picture.line(
                    &[(middle - half - 2.0, y + 3.0), (middle + half + 2.0, y - 3.0)],
                    2.0,
                    &[],
                    ink::PAPER,
                );
            }
        }
    }
}

fn draw_steps(picture: &mut Picture, axis: &BinAxis<'_>, scale: &Scale) {
    for (index, bin) in axis.bins.bins.iter().enumerate().filter(|(_, bin)| bin.at_least > 0.0) {
        let (middle, top) = (axis.middle(index), scale.y(axis.plot, bin.at_least));
        let (left, right) = (middle - axis.slot() / 2.0, middle + axis.slot() / 2.0);
        // A small overlap under the line to the next step avoids a seam.
        let area = Area { left, right: right + 0.5, top, bottom: axis.plot.bottom };
        picture.fill(area, ink::PALE);
        picture.across(left, area.right, top, 1.5, ink::DEEP);
        let next = axis.bins.bins.get(index + 1).map_or(0.0, |bin| bin.at_least);
        picture.down(top - 0.75, scale.y(axis.plot, next), right, 1.0, ink::DEEP);
    }
}

fn draw_whiskers(picture: &mut Picture, axis: &BinAxis<'_>, scale: &Scale) {
    let ends = |bin: &Bin| [bin.chance.low, bin.chance.high].map(|end| scale.y(axis.plot, end));
    let intervals: Vec<[f64; 2]> = axis.bins.bins.iter().map(ends).collect();
    // If even the widest interval is invisible, none is drawn.
    if intervals.iter().all(|[low, high]| low - high < VISIBLE) {
        return;
    }
    let cap = (axis.slot() / 4.0).min(5.0);
    // Narrow bars get thin whiskers without caps, which do not hide the bars.
    let (thickness, ink) = if cap >= 2.0 { (1.0, ink::TEXT) } else { (0.5, ink::FAINT_TEXT) };
    for (index, [low, high]) in intervals.into_iter().enumerate().filter(|(_, [low, high])| low > high) {
        let middle = axis.middle(index);
        picture.down(high, low, middle, thickness, ink);
        if cap >= 2.0 {
            picture.across(middle - cap, middle + cap, high, thickness, ink);
            picture.across(middle - cap, middle + cap, low, thickness, ink);
        }
    }
}

/// The width of a bar in a slot of this width.
pub fn bar_width(slot: f64) -> f64 {
    match slot {
        _ if slot < 3.0 => slot,
        _ if slot < 8.0 => slot - 1.0,
        _ => (slot * 0.8).min(56.0),
    }
}

/// The label of one bar.
struct Label {
    /// The index of its bin.
    index: usize,
    text: String,
    /// The coordinates of its middle and of its baseline.
    x: f64,
    y: f64,
    /// Its width with the gap to the next label.
    room: f64,
}

/// Writes the probabilities above the bars if all of them fit. If the values are scattered, only
/// the labels that fit are written.
fn draw_labels(picture: &mut Picture, axis: &BinAxis<'_>, scale: &Scale, tells: Tells) {
    let plot = axis.plot;
    let have_room = |labels: &Vec<Label>| {
        let apart = |pair: &[Label]| pair[1].x - pair[0].x >= pair[0].room.max(pair[1].room);
        labels.iter().all(|label| label.room <= plot.width()) && labels.windows(2).all(apart)
    };
    let labels_in = |form: Form| labels(axis, scale, tells, form);
    let fitting = FORMS.into_iter().map(labels_in).find(have_room);
    let scattered = || axis.bins.are_scattered().then(|| clear(axis, tells, labels_in(FORMS[0])));
    // The height of a bar that is cut off is told in any case.
    let cut = || {
        let is_cut = |label: &Label| tells.of(&axis.bins.bins[label.index]) > scale.to;
        labels_in(FORMS[0]).into_iter().filter(is_cut).collect()
    };
    for label in fitting.or_else(scattered).unwrap_or_else(cut) {
        picture.write(&label.text, (label.x, label.y), Anchor::Middle, axis.lettering, ink::TEXT);
    }
}

/// The labels of all bars that have a height. If the values are scattered, only bins that have a
/// probability get a label.
fn labels(axis: &BinAxis<'_>, scale: &Scale, tells: Tells, form: Form) -> Vec<Label> {
    let scattered = axis.bins.are_scattered();
    let shown = |bin: &Bin| if scattered { bin.chance.value > 0.0 } else { tells.of(bin) > 0.0 };
    let label = |(index, bin): (usize, &Bin)| {
        let height = tells.of(bin);
        // The axis has the percent signs.
        let text = form(tells.known(bin, axis.bins.engine)).trim_end_matches("\u{a0}%").to_owned();
        let room = axis.lettering.room(&text);
        // The first and the last label must not extend beyond the plot.
        let first = axis.plot.left + room / 2.0;
        let x = axis.middle(index).clamp(first, (axis.plot.right - room / 2.0).max(first));
        let top = if tells == Tells::Each { bin.chance.high } else { height };
        Label { index, text, x, y: scale.y(axis.plot, top) - 4.0, room: room + LABEL_GAP }
    };
    axis.bins.bins.iter().enumerate().filter(|(_, bin)| shown(bin)).map(label).collect()
}

/// The labels that overlap neither higher bars nor their labels.
fn clear(axis: &BinAxis<'_>, tells: Tells, mut labels: Vec<Label>) -> Vec<Label> {
    let width = if tells == Tells::Each { bar_width(axis.slot()) } else { axis.slot() };
    let mut kept: Vec<Label> = Vec::new();
    let mut higher: Vec<f64> = Vec::new();
    for index in by_height(&axis.bins.bins, |bin| tells.of(bin)) {
        let Some(place) = labels.iter().position(|label| label.index == index) else { continue };
        let label = labels.swap_remove(place);
        let reach = (label.room + width) / 2.0 + ASIDE;
        let clear_of_bars = higher.iter().all(|x| (x - label.x).abs() >= reach);
        let clear_of_labels = kept.iter().all(|other| {
            (other.x - label.x).abs() >= (other.room + label.room) / 2.0
                || (other.y - label.y).abs() >= 1.3 * axis.lettering.size
        });
        higher.push(axis.middle(index));
        if clear_of_bars && clear_of_labels {
            kept.push(label);
        }
    }
    kept
}
