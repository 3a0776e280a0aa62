//! What to choose: how choices stand against each other, and the best of each situation.

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

/// The charts of a recommendation by name: the map of several situations; of a single one the
/// ranking, and the frontier if there is one.
pub fn advice(
    heading: &Heading<'_>,
    words: &Words<'_>,
    advice: &Recommendation,
) -> Vec<(&'static str, Picture)> {
    let objective = &words.objective_name();
    if !advice.situation_keys.is_empty() {
        return decision_map(heading, advice, objective).map(|chart| ("map", chart)).into_iter().collect();
    }
    let mut drawn = Vec::new();
    for situation in &advice.situations {
        let ranking = ranking(heading, situation, &advice.keys, objective);
        drawn.extend(ranking.map(|chart| ("advise", chart)));
        if let Some([gain, pain]) = &words.weighed() {
            let frontier = frontier(heading, situation, &advice.keys, [gain, pain]);
            drawn.extend(frontier.map(|chart| ("frontier", chart)));
        }
    }
    drawn
}
