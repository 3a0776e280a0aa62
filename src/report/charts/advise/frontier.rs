//! The frontier: a scatter plot of all choices of a situation by two statistics.

use std::collections::HashSet;

use super::super::language::*;
use super::labels::write_labels;
use crate::analysis::{Candidate, Situation, Weighed};
use crate::expression::StatisticName;
use crate::report::number::{Measure, Scale};
use crate::scenario::Sense;

const PLOT_HEIGHT: f64 = 430.0;

/// The space around the plot for the labels and names of its axes.
const LEFT: f64 = 62.0;
const ABOVE: f64 = 22.0;
const BELOW: f64 = 42.0;

/// Draws all choices of a situation that have finite values: `gain` on the vertical axis, `pain` on
/// the horizontal axis, and a line along the efficient choices. `keys` are the keys of the choices.
/// Returns `None` if fewer than two choices have values.
pub fn frontier(
    heading: &Heading<'_>,
    finding: &str,
    situation: &Situation,
    keys: &[String],
    [gain, pain]: [&StatisticName; 2],
) -> Option<Picture> {
    let weighed =
        |choice: &Candidate| choice.weighed.filter(|one| one.gain.is_finite() && one.pain.is_finite());
    let mut choices: Vec<(&Candidate, Weighed)> =
        situation.choices.iter().filter_map(|choice| Some((choice, weighed(choice)?))).collect();
    if choices.len() < 2 {
        return None;
    }
    let name = |choice: &Candidate| heading.system.say_setting(keys, &choice.values);
    let best = situation.best().and_then(|best| Some((best, weighed(best)?)));
    let mut page = Page::new(NARROW, heading, Some(finding));
    let room = page.room();
    let best_in_words = best.map(|(choice, one)| {
        let [gain, pain] = [Measure::of(gain).brief(one.gain), Measure::of(pain).brief(one.pain)];
        (Sample::Best, format!("best: {}, {gain} for {pain}", name(choice)))
    });
    page.key(best_in_words.into_iter().chain(kinds(&choices)).collect());

    let [up, across] = [
        Scale::of(Measure::of(gain), choices.iter().map(|(_, one)| one.gain), 6),
        Scale::of(Measure::of(pain), choices.iter().map(|(_, one)| one.pain), 6),
    ];
    // The label of the last tick must not extend beyond the page.
    let last = across.ticks.last().map_or(0.0, |(_, label)| SMALL.room(label) / 2.0);
    let right = room - (last - MARGIN).max(0.0);
    let plot = Area { left: LEFT, right, top: ABOVE, bottom: ABOVE + PLOT_HEIGHT };
    let mut picture = Picture::new(room, plot.bottom + BELOW);
    draw_axes(&mut picture, plot, situation.senses, [(gain, &up), (pain, &across)]);
    let point = |one: Weighed| (across.x(plot, one.pain), up.y(plot, one.gain));
    choices.sort_by(|a, b| a.1.pain.total_cmp(&b.1.pain));
    let efficient = choices.iter().filter(|(_, one)| one.efficient);
    let efficient: Vec<(Point, &Candidate)> = efficient.map(|&(choice, one)| (point(one), choice)).collect();
    let edge = steps(efficient.iter().map(|one| one.0), situation.senses[1]);
    picture.line(&edge, 1.5, &[], ink::DEEP);
    for (point, dot) in dots(choices.iter().map(|&(choice, one)| (point(one), dot(choice, one)))) {
        dot.draw(&mut picture, point);
    }
    let best = best.map(|(choice, one)| (point(one), name(choice)));
    if let Some((point, _)) = best {
        draw_best(&mut picture, point);
    }
    write_labels(&mut picture, plot, best, &names(&efficient, name));
    page.add(picture, 0.0);
    Some(page.finish(&how_many(choices.iter().map(|(choice, _)| choice.trials))))
}

/// The legend of the kinds of points that occur.
fn kinds(choices: &[(&Candidate, Weighed)]) -> impl Iterator<Item = (Sample, String)> {
    let kinds = [
        (Dot::Full, "efficient"),
        (Dot::Faint, "another one is better"),
        (Dot::Hollow, "misses a condition"),
    ];
    let is_there = |kind: Dot| choices.iter().any(|&(choice, one)| dot(choice, one) == kind);
    let kinds = kinds.into_iter().filter(move |(kind, _)| is_there(*kind));
    kinds.map(|(kind, words)| (Sample::Dot(kind), words.to_owned()))
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
    let name = |all: &[(Point, &Candidate)]| {
        let more = if all.len() > 1 { format!(" and {} more", all.len() - 1) } else { String::new() };
        (all[0].0, format!("{}{more}", name(all[0].1)))
    };
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
