//! Rows of 100 %, one below another, each divided among the same labels.

use super::{Anchor, Area, Known, Pattern, Picture, SMALL, Sample, chance, ink, key, shorten};
use crate::report::number::sane;

const BAR: f64 = 16.0;
const GAP: f64 = 6.0;

/// The maximum share of the width for names, and the gap between a name and its bar.
const NAMES: f64 = 0.3;
const ASIDE: f64 = 10.0;

/// Draws rows of named shares in this width, each in the order of the `labels` and their patterns, below a legend
/// of the labels that occur, whose entries are at most `most` wide.
pub fn divided_rows(
    rows: &[(&str, Vec<Known>)],
    labels: &[(Pattern, &str)],
    width: f64,
    most: f64,
) -> Picture {
    let occurs = |place: &usize| rows.iter().any(|(_, shares)| shares[*place].value > 0.0);
    let shown = (0..labels.len()).filter(occurs).map(|place| labels[place]);
    let samples = shown.map(|(pattern, label)| (Sample::Pattern(pattern), label.to_owned()));
    let mut picture = key(samples.collect(), width, most);
    picture.below(bars(rows, labels, width), 0.0);
    picture
}

fn bars(rows: &[(&str, Vec<Known>)], labels: &[(Pattern, &str)], width: f64) -> Picture {
    let mut picture = Picture::new(width, 0.0);
    let words = |name: &str| shorten(name, SMALL, width * NAMES);
    let left = rows.iter().map(|one| SMALL.room(&words(one.0))).fold(0.0, f64::max) + ASIDE;
    for (name, shares) in rows {
        let (top, bottom) = (picture.height, picture.height + BAR);
        let baseline = (top + bottom) / 2.0 + 0.36 * SMALL.size;
        picture.write(&words(name), (left - ASIDE, baseline), Anchor::End, SMALL, ink::TEXT);
        let mut from = 0.0;
        for ((pattern, _), known) in labels.iter().zip(shares) {
            let to = sane(from + known.value);
            let x = |share: f64| left + (width - left) * share;
            let part = Area { left: x(from) - 0.5, right: (x(to) + 0.5).min(width), top, bottom };
            if known.value > 0.0 {
                pattern.fill(&mut picture, part);
                let text = chance(*known);
                if SMALL.room(&text) + 8.0 <= part.width() {
                    pattern.write(&mut picture, part.center(), &[(text, SMALL)], 13.0, (2.0, 0.0));
                }
            }
            from = to;
        }
        picture.height = bottom + GAP;
    }
    picture
}
