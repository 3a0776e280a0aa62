//! Charts of recommendations: choices of a situation compared, and the best choice of each situation.

mod frontier;
mod grid;
mod labels;
mod map;
mod ranking;
mod strip;

pub use self::frontier::frontier;
pub use self::map::decision_map;
pub use self::ranking::ranking;
use super::language::{Heading, Picture};
use crate::analysis::Recommendation;
use crate::report::advise::Words;

/// The charts of a recommendation with their names: a map if situations have keys; otherwise the
/// ranking, and the frontier if two statistics are weighed.
pub fn advice(
    heading: &Heading<'_>,
    words: &Words<'_>,
    advice: &Recommendation,
) -> Vec<(&'static str, Picture)> {
    let (objective, finding) = (&words.objective_name(), &words.headline(advice));
    if !advice.situation_keys.is_empty() {
        return decision_map(heading, finding, advice, objective)
            .map(|chart| ("map", chart))
            .into_iter()
            .collect();
    }
    let mut drawn = Vec::new();
    for situation in &advice.situations {
        let ranking = ranking(heading, finding, situation, &advice.keys, objective, words.goal);
        drawn.extend(ranking.map(|chart| ("advise", chart)));
        // Of a statistic against itself there is nothing to see.
        if let Some(pair) = words.weighed().filter(|[gain, pain]| gain.written != pain.written) {
            let axes = pair.each_ref().map(|one| (one, words.limit_of(one)));
            let frontier = frontier(heading, finding, situation, &advice.keys, axes);
            drawn.extend(frontier.map(|chart| ("frontier", chart)));
        }
    }
    drawn
}
