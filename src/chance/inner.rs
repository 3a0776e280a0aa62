//! Procedures that are played inside others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxBuildHasher;

use super::dice::Rolls;
use super::trial::Nothing;
use super::{Budget, Enumerator, Law, NoLaw, Outcome, Procedure, RandomRoller, Source, State, Trial};

/// A procedure whose outcome is a value that another procedure goes on with.
///
/// Its law is exact, found once for each input, and remembered: readers that can look an
/// outcome up draw from it. Whoever rolls dice plays it out. What it records counts towards
/// nothing, since its outcome tells everything; and it decides nothing.
pub struct Inner<P, I, O> {
    rules: Arc<P>,
    laws: Mutex<Laws<I, O>>,
}

type Laws<I, O> = HashMap<I, Result<Law<O>, NoLaw>, FxBuildHasher>;

impl<P: Procedure<I, O> + 'static, I, O> Inner<P, I, O>
where
    I: State + Send + Sync,
    O: State + Outcome,
{
    /// A procedure that others play.
    pub fn new(rules: P) -> Self {
        Inner { rules: Arc::new(rules), laws: Mutex::default() }
    }

    /// The law of its outcome for an input.
    ///
    /// # Errors
    /// When the law takes more than the budget, or whoever hears of it stops it.
    pub fn law(&self, input: I, budget: Budget<'_>) -> Result<Law<O>, NoLaw> {
        if let Some(law) = self.laws().get(&input) {
            return law.clone();
        }
        // Others may look laws up meanwhile.
        let (outcomes, omitted) = match Enumerator::outcomes(&*self.rules, input, budget) {
            Err(NoLaw::Stopped) => return Err(NoLaw::Stopped),
            Err(refused) => {
                self.laws().insert(input, Err(refused));
                return Err(refused);
            }
            Ok(found) => found,
        };
        let rules = Arc::clone(&self.rules);
        let recipe =
            move |dice: &mut dyn super::Roller| rules.resolve(&mut Trial::of(Rolls(dice), Nothing), input);
        let law = Law::new(outcomes, omitted, Arc::new(recipe));
        self.laws().insert(input, Ok(law.clone()));
        Ok(law)
    }

    /// Plays it out.
    pub(super) fn play_out<S: Source>(&self, source: S, input: I) -> O {
        self.rules.resolve(&mut Trial::of(source, Nothing), input)
    }

    /// Some outcome, for a reader that has to go on although there is no law.
    pub(super) fn any_outcome(&self, input: I) -> O {
        self.play_out(Rolls(RandomRoller(Xoshiro256PlusPlus::seed_from_u64(0))), input)
    }

    fn laws(&self) -> MutexGuard<'_, Laws<I, O>> {
        // Nothing panics while it holds them.
        self.laws.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
