//! A cache of exact distributions that settings of a grid share.

use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::RunError;
use super::odds::Odds;
use crate::chance::{Identity, MetricSpec, Packing};
use crate::expression::JointLaw;
use crate::scenario::{Question, Scenario};

/// The results for procedures that have an [`Identity`]: procedures with equal identities have equal
/// distributions.
#[derive(Default)]
pub struct Shared {
    odds: Known<Identity, SharedOdds>,
    laws: Known<(Identity, u64), SharedLaw>,
}

/// Odds, with the metrics and questions that they belong to.
struct SharedOdds {
    metrics: Vec<MetricSpec>,
    questions: Vec<Question>,
    odds: Arc<Odds>,
}

/// A distribution, with the metrics that it belongs to.
struct SharedLaw {
    metrics: Vec<MetricSpec>,
    law: Arc<JointLaw>,
}

/// The maximum number of cached values. When it is reached, the cache is emptied.
const MOST: usize = 4_096;

struct Known<K, V>(Mutex<FxHashMap<K, Arc<V>>>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Known(Mutex::default())
    }
}

impl<K: Eq + Hash, V> Known<K, V> {
    /// The cached value of a key if `fits` accepts it, otherwise the result of `find`.
    fn value<E>(
        &self,
        key: K,
        fits: impl FnOnce(&V) -> bool,
        find: impl FnOnce() -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all().get(&key).cloned();
        if let Some(known) = known.filter(|known| fits(known)) {
            return Ok(known);
        }
        // The lock is not held while computing, so that other threads can use the cache.
        let found = Arc::new(find()?);
        let mut all = all();
        if all.len() == MOST {
            all.clear();
        }
        all.insert(key, Arc::clone(&found));
        Ok(found)
    }
}

impl Shared {
    /// The exact odds of a scenario, from the cache or from `find`.
    pub fn odds(
        &self,
        scenario: &Scenario,
        find: impl FnOnce() -> Result<Odds, RunError>,
    ) -> Result<Arc<Odds>, RunError> {
        let procedure = &scenario.ready.procedure;
        let Some(identity) = procedure.identity() else { return find().map(Arc::new) };
        let fits = |shared: &SharedOdds| {
            shared.metrics == procedure.metrics() && shared.questions == scenario.questions
        };
        let shared = self.odds.value(identity, fits, || {
            let (metrics, questions) = (procedure.metrics().to_vec(), scenario.questions.clone());
            Ok::<_, RunError>(SharedOdds { metrics, questions, odds: Arc::new(find()?) })
        })?;
        Ok(Arc::clone(&shared.odds))
    }

    /// The exact joint distribution of some metrics of a scenario, from the cache or from `find`.
    pub fn law(
        &self,
        scenario: &Scenario,
        packing: &Packing,
        find: impl FnOnce() -> Result<JointLaw, RunError>,
    ) -> Result<Arc<JointLaw>, RunError> {
        let Some(identity) = scenario.ready.procedure.identity() else { return find().map(Arc::new) };
        let metrics = scenario.ready.procedure.metrics();
        let packed = packing.packed().fold(0, |bits, metric| bits | 1 << metric.0);
        let fits = |shared: &SharedLaw| shared.metrics == metrics;
        let shared = self.laws.value((identity, packed), fits, || {
            Ok::<_, RunError>(SharedLaw { metrics: metrics.to_vec(), law: Arc::new(find()?) })
        })?;
        Ok(Arc::clone(&shared.law))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{MAX_OUTCOMES, exact};
    use crate::scenario::{Document, Grid};

    /// The number of different identities among the settings of a grid. Checks that settings with equal
    /// identities have equal odds.
    #[track_caller]
    fn identities(vary: &[&str]) -> usize {
        let text = include_str!("../../scenarios/lightning-bolt.toml");
        let document = Document::parse("bolt.toml", text).unwrap();
        let vary: Vec<String> = vary.iter().map(|text| (*text).to_owned()).collect();
        let grid = Grid::parse("--vary", &vary, &document).unwrap();
        let mut known: FxHashMap<Identity, Odds> = FxHashMap::default();
        for number in 0..grid.len() {
            let scenario = grid.apply(&document, number).check().unwrap();
            let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
            let identity = scenario.ready.procedure.identity().unwrap();
            let first = known.entry(identity).or_insert_with(|| odds.clone());
            let laws = |odds: &Odds| -> Vec<_> {
                odds.distributions.iter().map(|one| (one.rows.clone(), one.summary)).collect()
            };
            assert_eq!((laws(first), &first.joint.rows), (laws(&odds), &odds.joint.rows), "{number}");
        }
        known.len()
    }

    #[test]
    fn procedures_of_one_identity_have_one_law() {
        assert_eq!(identities(&["choice.force=1..12", "choice.reagents=unset,1..24"]), 84);
        assert_eq!(identities(&["choice.reagents=unset,1..12", "caster.mental_limit=3..9"]), 9);
    }

    #[test]
    fn whatever_changes_the_odds_changes_the_identity() {
        for (key, settings) in [
            ("caster.spellcasting=1..4", 4),
            ("caster.drain_attribute=1..4", 4),
            ("target.body=1..4", 4),
            ("target.reaction=1..4", 4),
            ("target.armor=6..9", 4),
            ("choice.force=1..4", 4),
            ("rules.hit_on=3..6", 4),
            ("choice.edge=none,second-chance,push", 3),
            ("choice.drain_edge=none,second-chance", 2),
            ("rules.drain_on_miss=true,false", 2),
            ("spell.preset=lightning-bolt,manabolt,fireball", 3),
        ] {
            assert_eq!(identities(&["caster.edge=1", "target.willpower=3", key]), settings, "{key}");
        }
    }
}
