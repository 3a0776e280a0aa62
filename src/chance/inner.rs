//! Procedures that are played inside others.

use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::dice::Rolls;
use super::once_map::OnceMap;
use super::trial::Nothing;
use super::{
    Budget, Enumerator, Law, NoLaw, Outcome, Procedure, Progress, RandomRoller, Source, State, TooLarge,
    Trial,
};

/// A procedure whose outcome is a value that another procedure goes on with.
///
/// Its law is exact, found once for each input, and remembered: readers that can look an
/// outcome up draw from it, unless it takes more than [`INNER_OUTCOMES`]. That does not depend
/// on the reader, so whoever comes first finds what all others would. Whoever rolls dice plays
/// it out. What it records counts towards
/// nothing, since its outcome tells everything; and it decides nothing.
pub struct Inner<P, I, O> {
    rules: Arc<P>,
    /// Behind a pointer: where anything in a procedure may change, the compiler reads all of it
    /// again and again.
    laws: Box<OnceMap<I, Result<Law<O>, TooLarge>>>,
}

/// The most outcomes of the law of an inner procedure, for one input.
pub const INNER_OUTCOMES: u64 = 10_000_000;

impl<P: Procedure<I, O> + 'static, I, O> Inner<P, I, O>
where
    I: State + Send + Sync,
    O: State + Outcome,
{
    /// A procedure that others play.
    pub fn new(rules: P) -> Self {
        Inner { rules: Arc::new(rules), laws: Box::new(OnceMap::new()) }
    }

    /// The law of its outcome for an input.
    ///
    /// # Errors
    /// When the law takes more than [`INNER_OUTCOMES`], or `progress` was told to stop.
    #[inline]
    pub fn law(&self, input: I, progress: Option<&Progress>) -> Result<&Law<O>, NoLaw> {
        let found = match self.laws.get(&input) {
            Some(found) => found,
            None => self.find(input, progress)?,
        };
        found.as_ref().map_err(|&refused| refused.into())
    }

    #[cold]
    fn find(&self, input: I, progress: Option<&Progress>) -> Result<&Result<Law<O>, TooLarge>, NoLaw> {
        let budget = Budget { progress, ..Budget::new(INNER_OUTCOMES) };
        let found = match Enumerator::outcomes(&*self.rules, input, budget) {
            Err(NoLaw::TooLarge(refused)) => Err(refused),
            Err(other) => return Err(other),
            Ok((outcomes, omitted)) => {
                let rules = Arc::clone(&self.rules);
                let recipe = move |dice: &mut dyn super::Roller| {
                    rules.resolve(&mut Trial::of(Rolls(dice), Nothing), input)
                };
                Ok(Law::new(outcomes, omitted, Arc::new(recipe)))
            }
        };
        Ok(self.laws.insert(input, found))
    }

    /// Plays it out.
    pub(super) fn play_out<S: Source>(&self, source: S, input: I) -> O {
        self.rules.resolve(&mut Trial::of(source, Nothing), input)
    }

    /// Some outcome, for a reader that has to go on although there is no law.
    pub(super) fn any_outcome(&self, input: I) -> O {
        self.play_out(Rolls(RandomRoller(Xoshiro256PlusPlus::seed_from_u64(0))), input)
    }
}
