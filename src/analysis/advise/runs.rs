//! Situations with the same best choices.

use super::Situation;

/// Situations one after the other in which the same choices are the best.
#[derive(Clone, Debug)]
pub struct RunOfBest<'a> {
    /// The index of the first of them.
    pub first: usize,
    /// The settings of these choices.
    pub best: Vec<&'a [String]>,
    /// Whether a sample leaves open which of them is the best.
    is_open: bool,
}

/// The runs of situations with the same best choices. Where samples leave open what is best, a run goes on as long
/// as one choice may be the best in all of it. Situations in which all choices are equal are skipped.
pub fn runs_of_best<'a>(situations: impl Iterator<Item = Option<&'a Situation>>) -> Vec<RunOfBest<'a>> {
    let mut runs: Vec<RunOfBest<'a>> = Vec::new();
    for (first, situation) in situations.enumerate() {
        let Some(situation) = situation.filter(|one| !one.is_indifferent()) else { continue };
        let (best, is_open) = (situation.best_settings(), situation.untold().next().is_some());
        if let Some(run) = runs.last_mut() {
            let common: Vec<&[String]> = run.best.iter().filter(|one| best.contains(one)).copied().collect();
            if run.best == best || (run.is_open || is_open) && !common.is_empty() {
                run.is_open = common.len() > 1 && (run.is_open || is_open);
                run.best = common;
                continue;
            }
        }
        runs.push(RunOfBest { first, best, is_open });
    }
    runs
}
