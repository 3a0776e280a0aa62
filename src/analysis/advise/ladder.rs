//! The ladder of efficient choices, from the cheapest to the one with the best objective.

use serde::Serialize;

use super::Candidate;
use crate::analysis::near_equal::sort_near_equal;
use crate::stats::{Estimate, same};

/// An efficient choice: no other one gives as much for the same cost or less. One whose value is sampled gives more than
/// a cheaper one only if it does by more than their errors.
///
/// These are the reasonable choices when the worth of the objective is not known. The ladder has all of
/// them, not only those that are best at some worth: with a limited budget, any rung may be the right
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The index of the choice in its situation.
    pub choice: usize,
    /// The step from the rung below to this one; `None` for the lowest.
    pub step: Option<Step>,
    /// The smallest worth of one unit of the objective, in units of the cost, at which no other choice
    /// has a greater net value; `None` if there is none. 0 for the lowest rung.
    pub best_from: Option<f64>,
}

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The improvement of the objective, above 0.
    pub gain: f64,
    /// The additional cost, above 0.
    pub cost: f64,
}

impl Step {
    /// The price of one unit of the objective on this step.
    pub fn price(self) -> f64 {
        self.cost / self.gain
    }
}

/// A choice as a point in the plane of cost and objective.
#[derive(Clone, Copy)]
struct Point {
    cost: f64,
    gain: f64,
    /// What it gives, in either sense, with its error.
    given: Estimate,
    choice: usize,
}

impl Point {
    fn step_to(self, next: Point) -> Step {
        Step { gain: next.gain - self.gain, cost: next.cost - self.cost }
    }

    /// Whether it gives more than another one, by more than rounding and sampling errors.
    fn gives_more(self, other: Point) -> bool {
        let difference = self.given.less(other.given);
        let is_known = !difference.is_sampled() || !difference.may_be(0.0);
        self.gain > other.gain && !same(self.gain, other.gain) && is_known
    }
}

/// The ladder of the feasible choices, which are sorted by rank. `sign` times the objective is
/// maximized.
///
/// The rungs are the Pareto set. Those that are best at some worth are the corners of its upper convex
/// hull: A. M. Andrew (1979), Information Processing Letters 9, 216–219.
pub fn of(choices: &[Candidate], sign: f64) -> Vec<Rung> {
    let point = |(choice, one): (usize, &Candidate)| {
        let cost = one.cost.filter(|cost| cost.is_finite() && one.feasible)?;
        Some(Point { cost, gain: sign * one.objective.value, given: one.objective, choice })
    };
    let mut points: Vec<Point> = choices.iter().enumerate().filter_map(point).collect();
    // Among choices of equal cost, take the one with the best rank, which gives most.
    let mut efficient: Vec<Point> = Vec::new();
    sort_near_equal(
        &mut points,
        |point| point.cost,
        |equal| {
            let best = equal.iter().min_by_key(|point| point.choice).copied();
            // A choice that costs more has to give more.
            let gives_more = |point: &Point| efficient.last().is_none_or(|last| point.gives_more(*last));
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
