//! Labels of points that overlap neither each other nor the marks of a plot.

use super::super::language::*;

const LETTERS: Lettering = SMALL;

/// The distance between a point and its label, and the gap between two labels.
const AWAY: f64 = 9.0;
const GAP: f64 = 3.0;

/// The maximum number of labels, of points that are tried, and the maximum width of a label.
const MOST: usize = 24;
const MOST_TRIED: usize = 200;
const WIDEST: f64 = 240.0;

/// Labels `first`, and as many of the points along a line as there is room for. The ends of the line
/// come first, then the points where it turns most, which are the most informative. Labels stay
/// inside the plot and do not overlap its marks.
pub fn write_labels(
    picture: &mut Picture,
    plot: Area,
    first: Option<(Point, String)>,
    wanted: &[(Point, String)],
) {
    let mut taken: Vec<Area> = picture.marks.iter().flat_map(covered).collect();
    let mut count = 0;
    let first_point = first.as_ref().map(|(point, _)| *point);
    let others = by_weight(wanted).into_iter().take(MOST_TRIED).map(|index| &wanted[index]);
    for (point, text) in first.iter().chain(others.filter(|(point, _)| Some(*point) != first_point)) {
        let text = shorten(text, LETTERS, WIDEST);
        let room = LETTERS.room(&text);
        let is_free = |start: &Point| {
            let area = area(*start, room);
            let is_across = area.left >= plot.left + GAP && area.right <= plot.right;
            let is_inside = is_across && area.top >= plot.top && area.bottom <= plot.bottom - GAP;
            is_inside && !taken.iter().any(|other| area.overlaps(other))
        };
        if let Some(start) = sides(*point, room).into_iter().find(is_free) {
            picture.write(&text, start, Anchor::Start, LETTERS, ink::TEXT);
            taken.push(area(start, room).grown(GAP));
            count += 1;
        }
        if count == MOST {
            break;
        }
    }
}

/// The areas of a mark that labels must avoid.
fn covered(mark: &Mark) -> Vec<Area> {
    match mark {
        Mark::Disc { center, radius, .. } => vec![Area::around(&[*center]).grown(*radius)],
        Mark::Line { points, .. } => points.windows(2).map(|ends| Area::around(ends).grown(1.0)).collect(),
        Mark::Polygon { corners, ink } if *ink != ink::PAPER => vec![Area::around(corners)],
        _ => Vec::new(),
    }
}

/// The candidate positions of a label, as starts of its baseline, the best first.
fn sides((x, y): Point, room: f64) -> [Point; 8] {
    let (right, left) = (x + AWAY, x - AWAY - room);
    let (above, level, below) = (y - AWAY, y + 0.36 * LETTERS.size, y + AWAY + 0.76 * LETTERS.size);
    [
        (left, above),
        (left, level),
        (x - room / 2.0, above - 2.0),
        (right, below),
        (right, level),
        (right, above),
        (left, below),
        (x - room / 2.0, below + 2.0),
    ]
}

/// The indices of points, the most informative labels first.
fn by_weight(wanted: &[(Point, String)]) -> Vec<usize> {
    let last = wanted.len().saturating_sub(1);
    let weight = |index: usize| match wanted[index].0 {
        _ if index == 0 || index == last => f64::MAX,
        (x, y) => {
            let ((from, above), (to, below)) = (wanted[index - 1].0, wanted[index + 1].0);
            // Twice the area of the triangle of the point and its neighbours.
            ((x - from) * (below - above) - (to - from) * (y - above)).abs()
        }
    };
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)));
    order
}

/// The area of a label whose baseline starts at this point.
fn area((left, baseline): Point, room: f64) -> Area {
    let (up, down) = (0.78 * LETTERS.size, 0.24 * LETTERS.size);
    Area { left, right: left + room, top: baseline - up, bottom: baseline + down }
}
