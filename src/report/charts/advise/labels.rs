//! Labels of points that overlap neither each other nor the marks of a plot.

use super::super::language::*;

const LETTERS: Lettering = SMALL;

/// The distance between a point and its label, near it or at the end of a line, and the gap between two
/// labels.
const AWAY: f64 = 9.0;
const FAR_AWAY: f64 = 26.0;
const GAP: f64 = 3.0;

/// The maximum number of labels, of points that are tried, and the maximum width of a label.
const MOST: usize = 24;
const MOST_TRIED: usize = 200;
const WIDEST: f64 = 240.0;

/// Labels the points `first`, and as many of the `wanted` points along a line as there is room for. The ends
/// of the line come first, then the points where it turns most, which are the most informative. Labels stay
/// inside the plot and do not overlap its marks; one that has no room at its point is farther away, at the
/// end of a thin line.
pub fn write_labels(
    picture: &mut Picture,
    plot: Area,
    first: &[(Point, String)],
    wanted: &[(Point, String)],
) {
    let mut taken: Vec<Area> = picture.marks.iter().flat_map(covered).collect();
    let disc = |mark: &Mark| match mark {
        Mark::Disc { center, .. } => Some(*center),
        _ => None,
    };
    let dots: Vec<Point> = picture.marks.iter().filter_map(disc).collect();
    let mut labelled: Vec<Point> = Vec::new();
    let others = by_weight(wanted).into_iter().take(MOST_TRIED).map(|index| &wanted[index]);
    for (point, text) in first.iter().chain(others) {
        if labelled.contains(point) {
            continue;
        }
        let text = shorten(text, LETTERS, WIDEST);
        let room = LETTERS.room(&text);
        let is_free = |start: &Point| {
            let area = area(*start, room);
            let is_across = area.left >= plot.left + GAP && area.right <= plot.right;
            let is_inside = is_across && area.top >= plot.top && area.bottom <= plot.bottom - GAP;
            is_inside && !taken.iter().any(|other| area.overlaps(other))
        };
        // Beside another dot a label would seem to be that of the other.
        let is_clear = |start: &Point| {
            let near = area(*start, room).grown(AWAY + GAP);
            let is_own = |dot: &Point| (dot.0 - point.0).hypot(dot.1 - point.1) < AWAY;
            is_free(start) && !dots.iter().any(|dot| !is_own(dot) && near.overlaps(&Area::around(&[*dot])))
        };
        let near = sides(*point, room, AWAY).into_iter().find(is_clear);
        let far = || sides(*point, room, FAR_AWAY).into_iter().find(is_free);
        let place = near.map(|start| (AWAY, start)).or_else(|| far().map(|start| (FAR_AWAY, start)));
        if let Some((away, start)) = place {
            let area = area(start, room);
            if away == FAR_AWAY {
                let end = (point.0.clamp(area.left, area.right), point.1.clamp(area.top, area.bottom));
                picture.line(&[*point, end], 0.75, &[], ink::AXIS);
            }
            picture.write(&text, start, Anchor::Start, LETTERS, ink::TEXT);
            taken.push(area.grown(GAP));
            labelled.push(*point);
        }
        if labelled.len() == MOST {
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
fn sides((x, y): Point, room: f64, away: f64) -> [Point; 8] {
    let (right, left) = (x + away, x - away - room);
    let (above, level, below) = (y - away, y + 0.36 * LETTERS.size, y + away + 0.76 * LETTERS.size);
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
