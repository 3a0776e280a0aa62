//! All choices of a situation: what is gained up, what it is gained for to the right.

use std::collections::HashSet;

use indexmap::IndexMap;
use plotters::prelude::DrawingBackend;

use super::super::Heading;
use super::super::frame::{ABOVE, BELOW, Frame, LEFT};
use super::super::key::{Key, Sample};
use super::super::measure::Measure;
use super::super::page::{MARGIN, Page, SMALL, how_many};
use super::super::signs::{BEST_REACH, Dot, draw_best};
use super::super::strokes::{Point, path};
use super::super::surface::{Anchor, Area, Canvas, Drawn, Scene, ink};
use super::labels::{Label, place_labels};
use crate::analysis::{Choice, Situation, Weighed};
use crate::expression::StatisticName;
use crate::scenario::Sense;

/// The picture of the choices.
pub struct FrontierChart {
    page: Page,
    key: Key,
    frame: Frame,
    dots: Vec<(Point, Dot)>,
    /// The line of the efficient ones.
    edge: Vec<Point>,
    best: Option<Point>,
    labels: Vec<Label>,
}

const WIDTH: f64 = 860.0;
const PLOT_HEIGHT: f64 = 430.0;
const BELOW_KEY: f64 = 14.0;

/// A choice that has a place.
struct Placed<'a> {
    choice: &'a Choice,
    weighed: Weighed,
    point: Point,
}

impl FrontierChart {
    /// Lays it out; `None` if fewer than two choices have a place.
    pub fn new(
        heading: &Heading<'_>,
        situation: &Situation,
        keys: &[String],
        [gain, pain]: [&StatisticName; 2],
    ) -> Option<Self> {
        let has_place = |choice: &Choice| choice.weighed.filter(|w| w.gain.is_finite() && w.pain.is_finite());
        let weighed: Vec<(&Choice, Weighed)> =
            situation.choices.iter().filter_map(|choice| Some((choice, has_place(choice)?))).collect();
        if weighed.len() < 2 {
            return None;
        }
        let page =
            Page::with_footnote(WIDTH, heading, &how_many(weighed.iter().map(|(choice, _)| choice.trials)));
        let best = situation.best().and_then(|best| Some((best, has_place(best)?)));
        let key = key(heading, &weighed, best, keys, [gain, pain], page.inner_width());
        // Usually less to the right is better, and more up.
        let better_right = if situation.senses[1] == Sense::Maximize { " (more is better)" } else { "" };
        let better_up = if situation.senses[0] == Sense::Minimize { " (less is better)" } else { "" };
        let top = page.top() + key.height() + BELOW_KEY + ABOVE;
        let frame = Frame {
            across: Measure::of(pain).scale(weighed.iter().map(|(_, one)| one.pain), 6),
            up: Measure::of(gain).scale(weighed.iter().map(|(_, one)| one.gain), 6),
            names: [(pain, better_right), (gain, better_up)]
                .map(|(one, better)| format!("{}{better}", one.words)),
            plot: Area { left: MARGIN + LEFT, right: WIDTH - MARGIN, top, bottom: top + PLOT_HEIGHT },
        };
        let placed = |&(choice, weighed): &(_, Weighed)| Placed {
            choice,
            weighed,
            point: frame.place(weighed.pain, weighed.gain),
        };
        let mut placed: Vec<Placed<'_>> = weighed.iter().map(placed).collect();
        placed.sort_by(|a, b| a.weighed.pain.total_cmp(&b.weighed.pain));
        let efficient: Vec<&Placed<'_>> = placed.iter().filter(|one| one.weighed.efficient).collect();
        let edge = steps(efficient.iter().map(|one| one.point), situation.senses[1]);
        let first = best.map(|(choice, one)| {
            (frame.place(one.pain, one.gain), heading.system.say_setting(keys, &choice.values))
        });
        let best = first.as_ref().map(|(point, _)| *point);
        let dots = dots(&placed);
        let wanted = names(&efficient, heading, keys);
        let taken = |&(point, dot): &(Point, Dot)| (point, dot.reach());
        let taken: Vec<_> = dots.iter().map(taken).chain(best.map(|best| (best, BEST_REACH))).collect();
        let labels = place_labels(first, &wanted, &taken, &edge, frame.plot);
        Some(FrontierChart { page, key, frame, dots, edge, best, labels })
    }

    fn contents(&self) -> f64 {
        self.key.height() + BELOW_KEY + ABOVE + PLOT_HEIGHT + BELOW
    }
}

fn dot(one: &Placed<'_>) -> Dot {
    match (one.weighed.efficient, one.choice.feasible) {
        (true, _) => Dot::Full,
        (false, true) => Dot::Faint,
        (false, false) => Dot::Hollow,
    }
}

/// One dot for all choices of a kind that no one can tell apart; those that count lie
/// above the others.
fn dots(placed: &[Placed<'_>]) -> Vec<(Point, Dot)> {
    let mut seen = HashSet::new();
    let is_new = |(point, dot): &(Point, Dot)| seen.insert((spot(*point), *dot));
    let mut dots: Vec<(Point, Dot)> = placed.iter().map(|one| (one.point, dot(one))).filter(is_new).collect();
    dots.sort_by_key(|(_, dot)| *dot == Dot::Full);
    dots
}

/// A point on the page as coarsely as it can be seen.
fn spot((x, y): Point) -> (i64, i64) {
    (x.round() as i64, y.round() as i64)
}

/// What choices are called, each place once: by the first in rank that stands there.
fn names(efficient: &[&Placed<'_>], heading: &Heading<'_>, keys: &[String]) -> Vec<(Point, String)> {
    let mut at: IndexMap<(i64, i64), Vec<&Placed<'_>>> = IndexMap::new();
    for one in efficient {
        at.entry(spot(one.point)).or_default().push(one);
    }
    let name = |all: &Vec<&Placed<'_>>| {
        let words = heading.system.say_setting(keys, &all[0].choice.values);
        let more = if all.len() > 1 { format!(" and {} more", all.len() - 1) } else { String::new() };
        (all[0].point, format!("{words}{more}"))
    };
    at.values().map(name).collect()
}

/// The line between efficient choices, from left to right. There is nothing between two
/// of them, so it goes by steps: a corner is what a choice beside it is better than.
fn steps(efficient: impl Iterator<Item = Point>, across: Sense) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for point in efficient {
        if let Some(&(x, y)) = points.last() {
            points.push(match across {
                Sense::Minimize => (point.0, y),
                Sense::Maximize => (x, point.1),
            });
        }
        points.push(point);
    }
    points
}

fn key(
    heading: &Heading<'_>,
    weighed: &[(&Choice, Weighed)],
    best: Option<(&Choice, Weighed)>,
    keys: &[String],
    [gain, pain]: [&StatisticName; 2],
    width: f64,
) -> Key {
    let best = best.map(|(choice, one)| {
        let [gain, pain] = [Measure::of(gain).brief(one.gain), Measure::of(pain).brief(one.pain)];
        (
            Sample::Best,
            format!("best: {}, {gain} for {pain}", heading.system.say_setting(keys, &choice.values)),
        )
    });
    let kind = |dot: Dot, efficient: bool, feasible: bool, words: &str| {
        let is_there = weighed.iter().any(|(c, w)| (w.efficient, c.feasible) == (efficient, feasible));
        is_there.then(|| (Sample::Dot(dot), words.to_owned()))
    };
    let kinds = [
        kind(Dot::Full, true, true, "efficient"),
        kind(Dot::Faint, false, true, "another one is better"),
        kind(Dot::Hollow, false, false, "misses a condition"),
    ];
    Key::new(best.into_iter().chain(kinds.into_iter().flatten()).collect(), width)
}

impl Scene for FrontierChart {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        self.key.draw(canvas, MARGIN, self.page.top())?;
        self.frame.draw(canvas)?;
        path(canvas, &self.edge, 1.5, &[], ink::DEEP)?;
        for &(point, dot) in &self.dots {
            dot.draw(canvas, point)?;
        }
        if let Some(best) = self.best {
            draw_best(canvas, best)?;
        }
        for Label { text, start } in &self.labels {
            canvas.write(text, *start, Anchor::Start, SMALL, ink::TEXT)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_of_the_line_is_worse_than_the_choices_beside_it() {
        for up in [Sense::Maximize, Sense::Minimize] {
            for across in [Sense::Maximize, Sense::Minimize] {
                // What is better in one is worse in the other, and pages count down.
                let rises = up.sign() * across.sign() < 0.0;
                let point = |n: i32| (f64::from(n), if rises { -f64::from(n * n) } else { f64::from(n * n) });
                let line = steps((1..=4).map(point), across);
                assert_eq!(line.len(), 7);
                for corner in [1, 3, 5] {
                    for choice in [line[corner - 1], line[corner + 1]] {
                        let better_across = across.sign() * (choice.0 - line[corner].0);
                        let better_up = -up.sign() * (choice.1 - line[corner].1);
                        assert!(better_across >= 0.0 && better_up >= 0.0, "{up:?} {across:?} {line:?}");
                    }
                }
            }
        }
    }
}
