//! The state of a course after each round: shares of its endings, and of what is still open.

use super::number::{sane, whole_step};
use crate::description::{Course, FollowedValue};

/// A course round by round.
pub struct Rounds<'a> {
    /// The names of the parts: the ending that is won, the open part, then the other endings, the
    /// first of them last.
    pub names: Vec<&'a str>,
    /// The share of each part after each round.
    pub shares: Vec<Vec<f64>>,
    /// The last round that is shown, counted from 1. After it nearly everything is decided.
    pub last: usize,
    /// The distance between rounds that are shown.
    pub step: usize,
}

/// The index of the open part.
pub const OPEN: usize = 1;

/// If there are more rounds, only every n-th is shown.
const MOST_SHOWN: usize = 50;

/// The open share below which a course counts as decided, and the rounds that are always shown.
const DECIDED: f64 = 0.005;
const FEWEST_ROUNDS: usize = 5;

impl<'a> Rounds<'a> {
    /// The rounds of a course with these indicators. Returns `None` if there is no round or an
    /// indicator is missing.
    pub fn new(indicators: &[f64], course: &'a Course) -> Option<Self> {
        match &course.followed {
            None => Rounds::until_ends(indicators, course),
            Some(followed) => Rounds::of_value(indicators, course, followed),
        }
    }

    /// The rounds of a course that follows a value. After the last round that is shown, the shares
    /// hardly change.
    fn of_value(indicators: &[f64], course: &'a Course, followed: &FollowedValue) -> Option<Self> {
        let indicators: Vec<f64> = indicators.iter().copied().map(sane).collect();
        let part = |mut shares: Vec<f64>| {
            let open = shares.pop()?;
            Some(in_order(shares.into_iter().map(sane).collect(), course.won, sane(open)))
        };
        let shares: Vec<Vec<f64>> =
            followed.shares(&indicators)?.into_iter().map(part).collect::<Option<_>>()?;
        let end = shares.last()?;
        let change =
            |shares: &Vec<f64>| shares.iter().zip(end).map(|(now, end)| (end - now).abs()).sum::<f64>();
        let settled = shares.iter().position(|shares| change(shares) < 2.0 * DECIDED);
        Some(Rounds::shown(course, shares, settled))
    }

    fn until_ends(indicators: &[f64], course: &'a Course) -> Option<Self> {
        let (open, ends) = indicators.split_last()?;
        let endings = course.endings.len();
        if ends.is_empty() || ends.len().checked_rem(endings) != Some(0) {
            return None;
        }
        let ended = |ending: usize, round: usize| ends[ending..].iter().step_by(endings).take(round);
        let parts = |round: usize| {
            let by_now = (0..endings).map(|ending| ended(ending, round).copied().map(sane).sum::<f64>());
            let later = ends[endings * round..].iter().chain([open]).copied().map(sane).sum();
            in_order(by_now.map(sane).collect(), course.won, sane(later))
        };
        let shares: Vec<Vec<f64>> = (1..=ends.len() / endings).map(parts).collect();
        let decided = shares.iter().position(|parts| parts[OPEN] < DECIDED);
        Some(Rounds::shown(course, shares, decided))
    }

    /// Chooses the rounds that are shown. `decided` is the index of the first decided round.
    fn shown(course: &'a Course, shares: Vec<Vec<f64>>, decided: Option<usize>) -> Self {
        let last = decided.map_or(shares.len(), |place| (place + 1).max(FEWEST_ROUNDS)).min(shares.len());
        let step = whole_step(last as f64 / MOST_SHOWN as f64) as usize;
        Rounds {
            names: in_order(
                course.endings.iter().map(|ending| &**ending).collect(),
                course.won,
                &course.open,
            ),
            last: last.next_multiple_of(step).min(shares.len()),
            shares,
            step,
        }
    }

    /// The rounds that are shown, counted from 1.
    pub fn in_sight(&self) -> Vec<usize> {
        (1..=self.last).filter(|round| round.is_multiple_of(self.step) || *round == self.last).collect()
    }
}

/// Arranges items of the endings and the open part in the order of [`Rounds::names`].
fn in_order<T>(mut endings: Vec<T>, won: usize, open: T) -> Vec<T> {
    let won = (won < endings.len()).then(|| endings.remove(won));
    won.into_iter().chain([open]).chain(endings.into_iter().rev()).collect()
}
