//! Rows of 100 %, one below another, each divided among the same labels.

use std::cmp::Reverse;

use super::{Anchor, Area, Known, Pattern, Picture, SMALL, Sample, chance, ink, key, shorten};
use crate::report::number::sane;

const BAR: f64 = 16.0;
const GAP: f64 = 6.0;

/// The maximum share of the width for names, and the gap between a name and its bar.
const NAMES: f64 = 0.3;
const ASIDE: f64 = 10.0;

/// The maximum number of labels, which is that of the patterns that can be told apart.
const MOST_LABELS: usize = 7;

/// Draws rows of named shares in this width, each in the order of the `labels`, below a legend of the labels that
/// occur, whose entries are at most `most` wide. Of many labels the likeliest have a part of their own. The player
/// plays for the label at `won`, if there is one.
pub fn divided_rows(
    rows: &[(&str, Vec<Known>)],
    labels: &[&str],
    won: Option<usize>,
    width: f64,
    most: f64,
) -> Picture {
    let (kept, others) = kept_and_others(rows, labels.len(), won);
    let won = won.and_then(|won| kept.iter().position(|place| *place == won));
    let pattern = |place: usize| match won {
        Some(won) => Pattern::of_label(place, won),
        None => Pattern::at(place + 1),
    };
    let rest = format!("{} others", others.len());
    let together = (!others.is_empty()).then(|| (Pattern::plain(ink::REST), &*rest));
    let labels = kept.iter().enumerate().map(|(place, label)| (pattern(place), labels[*label]));
    let labels: Vec<(Pattern, &str)> = labels.chain(together).collect();
    let gathered = |shares: &Vec<Known>| -> Vec<Known> {
        let rest = together.map(|_| sum(others.iter().map(|place| shares[*place])));
        kept.iter().map(|place| shares[*place]).chain(rest).collect()
    };
    let rows: Vec<(&str, Vec<Known>)> = rows.iter().map(|(name, shares)| (*name, gathered(shares))).collect();
    let occurs = |place: &usize| rows.iter().any(|(_, shares)| shares[*place].value > 0.0);
    let shown = (0..labels.len()).filter(occurs).map(|place| labels[place]);
    let samples = shown.map(|(pattern, label)| (Sample::Pattern(pattern), label.to_owned()));
    let mut picture = key(samples.collect(), width, most);
    picture.below(bars(&rows, &labels, width), 0.0);
    picture
}

/// The labels with a part of their own, in their order, and those that share one: if too many occur, all but the
/// likeliest and the one that the player plays for.
fn kept_and_others(
    rows: &[(&str, Vec<Known>)],
    labels: usize,
    won: Option<usize>,
) -> (Vec<usize>, Vec<usize>) {
    if labels <= MOST_LABELS {
        return ((0..labels).collect(), Vec::new());
    }
    let total = |place: usize| rows.iter().map(|(_, shares)| shares[place].value).sum::<f64>();
    let mut kept: Vec<usize> = (0..labels).filter(|place| total(*place) > 0.0).collect();
    if kept.len() <= MOST_LABELS {
        return (kept, Vec::new());
    }
    kept.sort_by(|&one, &other| total(other).total_cmp(&total(one)));
    kept.sort_by_key(|place| Reverse(Some(*place) == won));
    let others = kept.split_off(MOST_LABELS - 1);
    kept.sort_unstable();
    (kept, others)
}

/// The chance of any of several labels.
fn sum(all: impl Iterator<Item = Known>) -> Known {
    let join = |sum: Known, one: Known| Known {
        value: sum.value + one.value,
        low: sum.low + one.low,
        high: sum.high + one.high,
        sampled: sum.sampled || one.sampled,
    };
    all.fold(Known::default(), join).as_chance()
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
