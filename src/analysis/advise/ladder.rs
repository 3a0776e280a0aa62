//! The ladder of efficient choices, from the cheapest to the one that gives most.

use serde::Serialize;

use super::Candidate;
use crate::analysis::near_equal::sort_near_equal;
use crate::stats::same;

/// A choice of which none that costs as much or less gives as much.
///
/// These are the choices that somebody may sensibly make who does not say what the
/// objective is worth: all on the ladder, and not only those that are best at some worth.
/// Where the choice with the best price is not to be had, as with a purse of so much,
/// another rung is the right one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The place of the choice among those of its situation.
    pub choice: usize,
    /// What it takes from the rung below to this one; `None` for the lowest.
    pub step: Option<Step>,
    /// From which worth of one unit of the objective on, in units of the cost, no other
    /// choice has a greater net; `None` if at no worth. 0 for the lowest.
    pub best_from: Option<f64>,
}

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// How much better the objective gets, above 0.
    pub gain: f64,
    /// What that costs, above 0.
    pub cost: f64,
}

impl Step {
    /// What one unit of the objective costs on this step.
    pub fn price(self) -> f64 {
        self.cost / self.gain
    }
}

/// A point of the plane of costs and objectives.
#[derive(Clone, Copy)]
struct Point {
    cost: f64,
    gain: f64,
    choice: usize,
}

impl Point {
    fn step_to(self, next: Point) -> Step {
        Step { gain: next.gain - self.gain, cost: next.cost - self.cost }
    }
}

/// The ladder of feasible choices in the order of their ranks; `sign` makes more of the
/// objective better.
///
/// The rungs are the Pareto set; those that are best at some worth are the corners of its
/// upper convex hull: A. M. Andrew (1979), Information Processing Letters 9, 216–219.
pub fn of(choices: &[Candidate], sign: f64) -> Vec<Rung> {
    let point = |(choice, one): (usize, &Candidate)| {
        let cost = one.cost.filter(|cost| cost.is_finite() && one.feasible)?;
        Some(Point { cost, gain: sign * one.objective.value, choice })
    };
    let mut points: Vec<Point> = choices.iter().enumerate().filter_map(point).collect();
    // Of equal costs the choice of the first rank, which gives most.
    let mut efficient: Vec<Point> = Vec::new();
    sort_near_equal(
        &mut points,
        |point| point.cost,
        |equal| {
            let best = equal.iter().min_by_key(|point| point.choice).copied();
            // What costs more has to give more.
            let gives_more = |point: &Point| {
                efficient.last().is_none_or(|last| point.gain > last.gain && !same(point.gain, last.gain))
            };
            efficient.extend(best.filter(gives_more));
        },
    );
    let mut hull: Vec<Point> = Vec::new();
    for &point in &efficient {
        while let [.., before, last] = hull[..]
            && last.step_to(point).price() <= before.step_to(last).price()
        {
            hull.pop();
        }
        hull.push(point);
    }
    let best_from = |point: &Point| {
        let corner = hull.iter().position(|corner| corner.choice == point.choice)?;
        Some(corner.checked_sub(1).map_or(0.0, |below| hull[below].step_to(*point).price()))
    };
    let rung = |(place, point): (usize, &Point)| Rung {
        choice: point.choice,
        step: place.checked_sub(1).map(|below| efficient[below].step_to(*point)),
        best_from: best_from(point),
    };
    efficient.iter().enumerate().map(rung).collect()
}
