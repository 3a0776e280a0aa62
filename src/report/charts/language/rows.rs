//! Rows of named numbers: horizontal bars, one below another, with columns of text.

use super::{
    Anchor, Area, FLIP, Known, Lettering, NORMAL, Pattern, Picture, SMALL, Series, Sign, TICK_ROOM,
    draw_best, draw_mean, draw_whisker, ink, shorten, wrap,
};
use crate::report::number::{Measure, Scale};

/// A name with its bars.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The name, which may hold any characters.
    pub name: String,
    /// The bars, one below another.
    pub bars: Vec<RowBar>,
}

/// A number that is shown as a bar.
#[derive(Clone, Debug, Default)]
pub struct RowBar {
    /// The number with its interval. If it is not finite, there is no bar.
    pub number: Known,
    /// The style of the bar.
    pub look: Look,
    /// Other numbers that are drawn upon it.
    pub signs: Vec<(Sign, f64)>,
    /// Whether it is marked as the best value.
    pub is_best: bool,
    /// The texts to the right of the bar, in columns that all bars share.
    pub texts: Vec<String>,
}

/// The style of a bar.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Look {
    /// A bar from 0: blue to the right, orange to the left.
    #[default]
    Bar,
    /// A grey bar, for what is not told apart.
    Grey,
    /// A bar filled with a pattern, and a sample of the pattern beside the name.
    Pattern(Pattern),
    /// The bar and the mark of one of several distributions.
    Series(Series),
    /// A disc at the value, on a band over the interval.
    Disc,
    /// A hollow disc on such a band.
    Ring,
    /// The strip of a distribution: a disc at the mean, which is the number of the bar, a thin line over its
    /// interval, and a thick line between these numbers.
    Strip(f64, f64),
    /// Stripes, for a row without data.
    Hatch,
}

/// The layout of rows.
#[derive(Clone, Debug)]
pub struct RowStyle<'a> {
    /// The font of names, and the font of ticks and texts.
    pub names: Lettering,
    pub texts: Lettering,
    /// The maximum share of the width for names, and the maximum number of lines of a name.
    pub name_share: f64,
    pub name_lines: usize,
    /// The minimum height of a row, and of each of its bars. If `bar_height` is not 0, all bars are
    /// equally thick.
    pub least_height: f64,
    pub bar_height: f64,
    /// The headings of the columns of text, which are then right-aligned.
    pub heads: &'a [&'a str],
    /// A number to compare with: a dashed line through all rows.
    pub reference: Option<f64>,
}

/// The gap between names, bars and texts, and between two columns of text.
const GAP: f64 = 10.0;
const COLUMN_GAP: f64 = 16.0;

/// The height of the headings above the bars.
const HEAD: f64 = 20.0;

/// The maximum width of a column with a heading.
const MOST_TEXT: f64 = 200.0;

/// The width to each side of the interval of a strip that is a single value.
const STUB: f64 = 9.0;

/// The side of the square that shows a pattern, and its width with the gap to the name.
const SWATCH: f64 = 13.0;
const SWATCH_ROOM: f64 = SWATCH + 8.0;

impl RowStyle<'_> {
    /// The rows of a page.
    pub const NORMAL: Self = RowStyle {
        names: NORMAL,
        texts: NORMAL,
        name_share: 0.42,
        name_lines: 2,
        least_height: 0.0,
        bar_height: 0.0,
        heads: &[],
        reference: None,
    };

    /// The rows of a panel among others.
    pub const SMALL: Self = RowStyle { names: SMALL, texts: SMALL, name_lines: 1, ..Self::NORMAL };
}

impl Row {
    /// A name with one bar.
    pub fn new(name: String, bar: RowBar) -> Self {
        Row { name, bars: vec![bar] }
    }
}

/// Writes the number of each bar as its first text, all with the same number of decimals.
pub fn with_numbers(rows: Vec<Row>, measure: Measure) -> Vec<Row> {
    let numbers: Vec<Known> = rows.iter().flat_map(|row| &row.bars).map(|bar| bar.number).collect();
    with_texts(rows, measure, &numbers)
}

/// Writes these numbers as the first texts of all bars, for bars whose interval is not that of their number.
pub fn with_texts(mut rows: Vec<Row>, measure: Measure, numbers: &[Known]) -> Vec<Row> {
    let bars = rows.iter_mut().flat_map(|row| &mut row.bars);
    for (bar, text) in bars.zip(measure.column(numbers)) {
        bar.texts.insert(0, if bar.number.value.is_finite() { text } else { String::new() });
    }
    rows
}

/// Sorts by a number, the greatest first; what differs by rounding alone stays in its order, and what has no
/// number comes last.
pub fn greatest_first<T>(all: &mut [T], number: impl Fn(&T) -> f64) {
    let rank = |one: &T| {
        Some(number(one)).filter(|n| n.is_finite()).map_or(f64::NEG_INFINITY, |n| (n * 1e9).round())
    };
    all.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
}

/// All numbers that the axis of these rows must cover.
pub fn reach(rows: &[Row]) -> impl Iterator<Item = f64> {
    rows.iter().flat_map(|row| &row.bars).flat_map(|bar| {
        let signs = bar.signs.iter().map(|sign| sign.1);
        [0.0].into_iter().chain(bar.number.ends()).chain(signs)
    })
}

/// Draws rows of numbers on an axis that covers all of them in about `steps` steps. `heads` are the
/// headings of the columns of text.
pub fn numbers(all: &[Row], measure: Measure, steps: usize, heads: &[&str], width: f64) -> Picture {
    let style = RowStyle { texts: SMALL, name_share: 0.38, heads, ..RowStyle::NORMAL };
    rows(all, Some(&Scale::of(measure, reach(all), steps)), &style, width)
}

/// Draws rows in this width. Without a `scale` the axis goes from 0 to 100 %.
pub fn rows(rows: &[Row], scale: Option<&Scale>, style: &RowStyle<'_>, width: f64) -> Picture {
    let name = |row: &Row| wrap(&row.name, style.names, width * style.name_share, style.name_lines);
    let names: Vec<Vec<String>> = rows.iter().map(name).collect();
    let name_room = names.iter().flatten().map(|line| style.names.room(line)).fold(0.0, f64::max);
    let bars = || rows.iter().flat_map(|row| &row.bars);
    let swatch_room = if bars().any(RowBar::has_swatch) { SWATCH_ROOM } else { 0.0 };
    let columns = bars().map(|bar| bar.texts.len()).max().unwrap_or(0);
    let column = |column: usize| {
        let texts = bars().filter_map(move |bar| bar.texts.get(column));
        let widest = texts.map(|text| style.texts.room(text)).fold(0.0, f64::max);
        style.heads.get(column).map_or(widest, |head| widest.max(style.texts.room(head)).min(MOST_TEXT))
    };
    let text_rooms: Vec<f64> = (0..columns).map(column).collect();
    let text_room = text_rooms.iter().sum::<f64>() + COLUMN_GAP * columns.saturating_sub(1) as f64;
    let lines = names.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
    let least = (lines * line_height(style.names) + 0.65 * style.names.size).max(style.least_height);
    let height = |row: &Row| least.max(style.bar_height * row.bars.len() as f64 + GAP);
    let top = if style.heads.is_empty() { 0.0 } else { HEAD };
    let plot = Area {
        left: name_room + swatch_room + GAP,
        right: width - text_room - GAP,
        top,
        bottom: top + rows.iter().map(height).sum::<f64>(),
    };
    let ticks = Lettering::regular(style.texts.size.min(NORMAL.size));
    let scale = &scale.cloned().unwrap_or_else(|| Scale::of_all_chances(ticks, plot.width()));
    let mut picture = Picture::new(width, plot.bottom + TICK_ROOM);
    scale.draw_below(&mut picture, plot, ticks);
    let mut left = plot.right + GAP;
    for (head, room) in style.heads.iter().zip(&text_rooms) {
        let head = shorten(head, style.texts, *room);
        picture.write(&head, (left + room, 12.0), Anchor::End, style.texts, ink::FAINT_TEXT);
        left += room + COLUMN_GAP;
    }
    if let Some(x) = style.reference.map(|number| scale.x(plot, number)) {
        picture.line(&[(x, plot.top), (x, plot.bottom)], 1.0, FLIP, ink::AXIS);
    }
    let mut top = plot.top;
    for (row, name) in rows.iter().zip(&names) {
        let middle = top + height(row) / 2.0;
        let first =
            middle + 0.36 * style.names.size - (name.len() as f64 - 1.0) / 2.0 * line_height(style.names);
        for (index, line) in name.iter().enumerate() {
            let place = (name_room, first + index as f64 * line_height(style.names));
            picture.write(line, place, Anchor::End, style.names, ink::TEXT);
        }
        let each = (height(row) - GAP) / row.bars.len() as f64;
        let single = row.bars.len() == 1 && style.bar_height == 0.0;
        for (index, bar) in row.bars.iter().enumerate() {
            let middle = if single { middle } else { top + GAP / 2.0 + each * (index as f64 + 0.5) };
            let half = if single { (0.32 * height(row)).min(11.0) } else { 4.5 };
            let area = Area { top: middle - half, bottom: middle + half, ..plot };
            bar.draw(&mut picture, area, scale);
            let mut left = plot.right + GAP;
            for (text, room) in bar.texts.iter().zip(&text_rooms) {
                let (x, anchor, text) = match style.heads {
                    [] => (left, Anchor::Start, text.clone()),
                    _ => (left + room, Anchor::End, shorten(text, style.texts, *room)),
                };
                picture.write(&text, (x, middle + 0.36 * style.texts.size), anchor, style.texts, ink::TEXT);
                left += room + COLUMN_GAP;
            }
        }
        top += height(row);
    }
    picture.down(plot.top, plot.bottom, scale.x(plot, 0.0), 1.0, ink::AXIS);
    picture
}

impl RowBar {
    /// A number, and the texts to the right of its bar.
    pub fn new(number: impl Into<Known>, texts: Vec<String>) -> Self {
        RowBar { number: number.into(), texts, ..RowBar::default() }
    }

    fn has_swatch(&self) -> bool {
        matches!(self.look, Look::Pattern(_))
    }

    /// Draws the bar in its part of the plot.
    fn draw(&self, picture: &mut Picture, area: Area, scale: &Scale) {
        let Known { value, low, high, .. } = self.number;
        let [zero, end, low, high] = [0.0, value, low, high].map(|number| scale.x(area, number));
        let middle = (area.top + area.bottom) / 2.0;
        if let Look::Pattern(pattern) = self.look {
            let (right, up) = (area.left - GAP, SWATCH / 2.0);
            let swatch = Area { left: right - SWATCH, right, top: middle - up, bottom: middle + up };
            pattern.fill(picture, swatch);
        }
        if self.look == Look::Hatch {
            return picture.hatch(area);
        }
        let bar = Area { left: zero.min(end), right: zero.max(end), ..area };
        if value.is_finite() {
            match self.look {
                Look::Grey => picture.fill(bar, ink::REST),
                Look::Bar if self.is_best => picture.fill(bar, ink::DEEP),
                Look::Bar if value < 0.0 => picture.fill(bar, ink::LESS),
                Look::Bar if value > 0.0 => picture.fill(bar, ink::BAR),
                Look::Pattern(pattern) if value != 0.0 => pattern.fill(picture, bar),
                Look::Series(series) => {
                    if value != 0.0 {
                        picture.fill(bar, series.pale());
                    }
                    series.mark(picture, (end, middle));
                }
                Look::Disc | Look::Ring => {
                    if high > low {
                        picture.fill(Area { left: low, right: high, ..area }, ink::PALE);
                    }
                    picture.disc((end, middle), 4.0, ink::DEEP);
                    if self.look == Look::Ring {
                        picture.disc((end, middle), 2.25, ink::PAPER);
                    }
                }
                Look::Strip(from, to) => {
                    let thick = [from, to].map(|number| scale.x(area, number));
                    for ([low, high], thickness) in [([low, high], 1.5), (thick, 5.0)] {
                        // A single value is visible beside the disc.
                        let stub = if low == high { STUB } else { 0.0 };
                        let [low, high] = [low - stub, high + stub].map(|x| x.clamp(area.left, area.right));
                        picture.across(low, high, middle, thickness, ink::DEEP);
                    }
                    draw_mean(picture, (end, middle));
                }
                Look::Bar | Look::Pattern(_) | Look::Hatch => {}
            }
            if self.is_best {
                draw_best(picture, (end, middle));
            }
        }
        // The interval is not drawn if it would be invisible or hidden by a mark.
        let visible = match self.look {
            Look::Series(_) => 8.0,
            Look::Disc | Look::Ring | Look::Strip(..) => f64::INFINITY,
            _ => 2.0,
        };
        if high - low >= visible {
            draw_whisker(picture, (low, high), middle, area.height() / 4.0, self.has_swatch());
        }
        for (sign, number) in self.signs.iter().filter(|(_, number)| number.is_finite()) {
            sign.draw(picture, (scale.x(area, *number), middle));
        }
    }
}

fn line_height(lettering: Lettering) -> f64 {
    1.25 * lettering.size
}
