//! The frontier: a scatter plot of all choices of a situation by two statistics.

use std::collections::HashSet;

use super::super::language::*;
use super::labels::write_labels;
use crate::analysis::{Candidate, Situation, Weighed};
use crate::expression::StatisticName;
use crate::report::entry::and_more;
use crate::report::number::{Measure, Scale};
use crate::scenario::Sense;
use crate::stats::Estimate;

const PLOT_HEIGHT: f64 = 430.0;

/// The space around the plot for the labels and names of its axes.
const LEFT: f64 = 62.0;
const ABOVE: f64 = 22.0;
const BELOW: f64 = 42.0;

/// An axis of a frontier: a statistic, and the bound of a condition on it, if there is one.
pub type Weighing<'a> = (&'a StatisticName, Option<f64>);

/// Draws all choices of a situation that have finite values: the first statistic on the vertical axis, the
/// second on the horizontal axis, and a line along the efficient choices, with the intervals of sampled ones.
/// The axes cover the choices that meet the conditions; others may be beyond them, and are marked at the edge.
/// `keys` are the keys of the choices. Returns `None` if fewer than two choices have values.
pub fn frontier(
    heading: &Heading<'_>,
    finding: &str,
    situation: &Situation,
    keys: &[String],
    [gain, pain]: [Weighing<'_>; 2],
) -> Option<Picture> {
    let weighed =
        |choice: &Candidate| choice.weighed.filter(|one| one.gain.is_finite() && one.pain.is_finite());
    let mut choices: Vec<(&Candidate, Weighed)> =
        situation.choices.iter().filter_map(|choice| Some((choice, weighed(choice)?))).collect();
    if choices.len() < 2 {
        return None;
    }
    choices.sort_by(|a, b| a.1.pain.total_cmp(&b.1.pain));
    let name = |choice: &Candidate| heading.system.say_setting(keys, &choice.values);
    let best = situation.best().and_then(|best| Some((best, weighed(best)?)));
    let is_best = |choice: &Candidate| best.is_some_and(|(best, _)| std::ptr::eq(best, choice));
    let present = choices.iter().copied().find(|(choice, _)| choice.changes == 0);
    let [up, across] = [scale(gain, &choices, |one| one.gain), scale(pain, &choices, |one| one.pain)];
    let is_beyond = |one: Weighed| !up.covers(one.gain) || !across.covers(one.pain);
    let (beyond, within): (Vec<_>, Vec<_>) = choices.iter().copied().partition(|(_, one)| is_beyond(*one));

    let mut page = Page::new(NARROW, heading, Some(finding));
    let room = page.room();
    let mut samples: Vec<(Sample, String)> = Vec::new();
    samples.extend(best.map(|(choice, _)| (Sample::Best, format!("best: {}", name(choice)))));
    samples.extend(
        present.map(|(choice, _)| (Sample::Present, format!("as in the scenario: {}", name(choice)))),
    );
    samples.extend(kinds(within.iter().filter(|(choice, _)| !is_best(choice))));
    samples.extend(beyond.first().map(|(choice, _)| {
        let words =
            format!("misses a condition, beyond the scale: {}", and_more(name(choice), beyond.len() - 1));
        (Sample::Beyond, words)
    }));
    for ((statistic, limit), scale) in [(gain, &up), (pain, &across)] {
        let limit = limit.filter(|limit| scale.covers(*limit));
        let words = limit.map(|limit| format!("limit: {}", Measure::of(statistic).goal(limit)));
        samples.extend(words.map(|words| (Sample::Dashes(GOAL, ink::TEXT), words)));
    }
    let is_sampled = |one: &Weighed| one.efficient && one.estimates.iter().any(|one| one.is_sampled());
    if within.iter().any(|(_, one)| is_sampled(one)) {
        samples.push((Sample::Whisker, INTERVAL.to_owned()));
    }
    page.key(samples);

    // The label of the last tick must not extend beyond the page.
    let last = across.ticks.last().map_or(0.0, |(_, label)| SMALL.room(label) / 2.0);
    let right = room - (last - MARGIN).max(0.0);
    let plot = Area { left: LEFT, right, top: ABOVE, bottom: ABOVE + PLOT_HEIGHT };
    let mut picture = Picture::new(room, plot.bottom + BELOW);
    draw_axes(&mut picture, plot, situation.senses, [(gain.0, &up), (pain.0, &across)]);
    if let Some(y) = gain.1.filter(|limit| up.covers(*limit)).map(|limit| up.y(plot, limit)) {
        picture.line(&[(plot.left, y), (plot.right, y)], 1.5, GOAL, ink::TEXT);
    }
    if let Some(x) = pain.1.filter(|limit| across.covers(*limit)).map(|limit| across.x(plot, limit)) {
        picture.line(&[(x, plot.top), (x, plot.bottom)], 1.5, GOAL, ink::TEXT);
    }
    let point = |one: Weighed| (across.x(plot, one.pain), up.y(plot, one.gain));
    let efficient = within.iter().filter(|(_, one)| one.efficient);
    let intervals: Vec<(Point, [Estimate; 2])> =
        efficient.clone().map(|(_, one)| (point(*one), one.estimates)).collect();
    let efficient: Vec<(Point, &Candidate)> = efficient.map(|&(choice, one)| (point(one), choice)).collect();
    let edge = steps(efficient.iter().map(|one| one.0), situation.senses[1]);
    if edge.len() > 1 {
        picture.line(&edge, 1.5, &[], ink::DEEP);
    }
    for (point, estimates) in &intervals {
        let [gain, pain] = estimates.map(Known::from);
        let [top, bottom] = [gain.high, gain.low].map(|end| up.y(plot, end));
        let [left, right] = [pain.low, pain.high].map(|end| across.x(plot, end));
        for ends in [[(point.0, top), (point.0, bottom)], [(left, point.1), (right, point.1)]] {
            if ends[0] != ends[1] {
                picture.line(&ends, 1.0, &[], ink::AXIS);
            }
        }
    }
    if let Some((choice, one)) = present.filter(|(_, one)| !is_beyond(*one)) {
        draw_present(&mut picture, point(one), is_best(choice));
    }
    for (point, dot) in dots(within.iter().map(|&(choice, one)| (point(one), dot(choice, one)))) {
        dot.draw(&mut picture, point);
    }
    let mut edges = HashSet::new();
    for (_, one) in beyond.iter().filter(|(_, one)| edges.insert(spot(point(*one)))) {
        draw_beyond(&mut picture, point(*one), (across.beyond(one.pain), -up.beyond(one.gain)));
    }
    let first: Vec<(Point, String)> =
        best.into_iter().chain(present).map(|(choice, one)| (point(one), name(choice))).collect();
    if let (Some(_), Some((point, _))) = (best, first.first()) {
        draw_best(&mut picture, *point);
    }
    write_labels(&mut picture, plot, &first, &names(&efficient, name));
    page.add(picture, 0.0);
    Some(page.finish(&how_many(choices.iter().map(|(choice, _)| choice.trials))))
}

/// The scale of a statistic: it covers the choices that meet the conditions, or all if none does, and the
/// bound of a condition that is not far from them.
fn scale(
    (statistic, limit): Weighing<'_>,
    choices: &[(&Candidate, Weighed)],
    number: impl Fn(Weighed) -> f64,
) -> Scale {
    let any = choices.iter().any(|(choice, _)| choice.feasible);
    let shown = choices.iter().filter(|(choice, _)| choice.feasible || !any).map(|(_, one)| number(*one));
    Scale::with_limit(Measure::of(statistic), shown, limit, 6)
}

/// The legend of the kinds of points that occur.
fn kinds<'a>(choices: impl Iterator<Item = &'a (&'a Candidate, Weighed)> + Clone) -> Vec<(Sample, String)> {
    let kinds = [
        (Dot::Full, "efficient"),
        (Dot::Faint, "another one is better"),
        (Dot::Hollow, "misses a condition"),
    ];
    let is_there = |kind: Dot| choices.clone().any(|&(choice, one)| dot(choice, one) == kind);
    let kinds = kinds.into_iter().filter(|(kind, _)| is_there(*kind));
    kinds.map(|(kind, words)| (Sample::Dot(kind), words.to_owned())).collect()
}

/// Draws both axes with their names.
fn draw_axes(
    picture: &mut Picture,
    plot: Area,
    senses: [Sense; 2],
    [(gain, up), (pain, across)]: [(&StatisticName, &Scale); 2],
) {
    up.draw_beside(picture, plot, SMALL, LEFT - 6.0);
    // A little lower, so that the labels of both axes do not touch at the corner.
    across.draw_below(picture, Area { bottom: plot.bottom + 1.0, ..plot }, SMALL);
    picture.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS);
    picture.down(plot.top, plot.bottom, plot.left, 1.0, ink::AXIS);
    // Only the unusual directions are noted: less gain is better, or more pain is better.
    let better = if senses[0] == Sense::Minimize { " (less is better)" } else { "" };
    let name = shorten(&format!("↑ {}{better}", gain.words), SMALL, plot.right);
    picture.write(&name, (0.0, plot.top - 10.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    let better = if senses[1] == Sense::Maximize { " (more is better)" } else { "" };
    let name = shorten(&format!("{}{better} →", pain.words), SMALL, plot.width());
    picture.write(&name, (plot.right, plot.bottom + BELOW - 10.0), Anchor::End, SMALL, ink::FAINT_TEXT);
}

fn dot(choice: &Candidate, weighed: Weighed) -> Dot {
    match (weighed.efficient, choice.feasible) {
        (true, _) => Dot::Full,
        (false, true) => Dot::Faint,
        (false, false) => Dot::Hollow,
    }
}

/// One point for all choices of a kind that would coincide on the page. Efficient ones are drawn
/// last, above the others.
fn dots(all: impl Iterator<Item = (Point, Dot)>) -> Vec<(Point, Dot)> {
    let mut seen = HashSet::new();
    let is_new = |(point, dot): &(Point, Dot)| seen.insert((spot(*point), *dot));
    let mut dots: Vec<(Point, Dot)> = all.filter(is_new).collect();
    dots.sort_by_key(|(_, dot)| *dot == Dot::Full);
    dots
}

/// A point rounded to whole pixels.
fn spot((x, y): Point) -> (i64, i64) {
    (x.round() as i64, y.round() as i64)
}

/// The labels of efficient choices. Choices that coincide on the page share the label of the first.
fn names(efficient: &[(Point, &Candidate)], name: impl Fn(&Candidate) -> String) -> Vec<(Point, String)> {
    let name = |all: &[(Point, &Candidate)]| (all[0].0, and_more(name(all[0].1), all.len() - 1));
    // Both statistics grow or fall along the line, so choices that coincide are neighbours.
    efficient.chunk_by(|one, next| spot(one.0) == spot(next.0)).map(name).collect()
}

/// The line through efficient choices, from left to right. Nothing lies between two neighbours, so
/// the line has steps. Each corner is dominated by the choices next to it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_of_the_line_is_worse_than_the_choices_beside_it() {
        for up in [Sense::Maximize, Sense::Minimize] {
            for across in [Sense::Maximize, Sense::Minimize] {
                // Efficient choices trade one statistic for the other; y grows downwards on pages.
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
