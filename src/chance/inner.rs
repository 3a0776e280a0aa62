//! Procedures that are played inside others.

use std::sync::{Arc, OnceLock};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::dice::Rolls;
use super::law::Narrow;
use super::once_map::OnceMap;
use super::trial::Nothing;
use super::{
    Budget, Enumerator, Law, NoLaw, Outcome, Procedure, Progress, RandomRoller, Roller, Source, State,
    TooLarge, Trial,
};

/// A procedure whose outcome is a value that another procedure continues with.
///
/// The exact distribution of its outcome is computed once for each input and remembered. Readers
/// that can look outcomes up draw from it, unless it takes more than [`INNER_OUTCOMES`]. That limit
/// does not depend on the reader, so the result is the same whichever reader comes first. Readers
/// that roll dice play the procedure out. What it records is ignored, because its outcome is its
/// only result, and it makes no decisions.
pub struct Inner<P, I, O> {
    rules: Arc<P>,
    /// For inputs that have a number.
    numbered: OnceLock<Box<[Slot<O>]>>,
    /// For all other inputs. Behind a pointer: if a procedure itself contains interior mutability,
    /// compiled rules reload all of it again and again.
    laws: Box<OnceMap<I, Found<O>>>,
}

/// The distribution for a numbered input, once it is computed.
type Slot<O> = OnceLock<Box<Found<O>>>;

/// The distribution for an input, or what it lacks; and its look-up table, built on first use.
struct Found<O> {
    table: OnceLock<Narrow<O>>,
    law: Result<Law<O>, TooLarge>,
}

impl<O: Outcome> Found<O> {
    #[cold]
    fn tabulated(&self) -> Option<&Narrow<O>> {
        let law = self.law.as_ref().ok()?;
        Some(self.table.get_or_init(|| law.narrow()))
    }
}

/// The maximum number of outcomes for the distribution of an inner procedure, for one input.
pub const INNER_OUTCOMES: u64 = 10_000_000;

impl<P: Procedure<I, O>, I: State, O: State + Ord> Inner<P, I, O> {
    /// A procedure for others to play.
    pub fn new(rules: P) -> Self {
        Inner { rules: Arc::new(rules), numbered: OnceLock::new(), laws: Box::new(OnceMap::new()) }
    }

    /// The procedure itself.
    pub fn rules(&self) -> &P {
        &self.rules
    }

    /// The distribution of its outcome for an input.
    ///
    /// # Errors
    /// If the distribution takes more than [`INNER_OUTCOMES`], or if `progress` was asked to stop.
    pub fn law(&self, input: I, progress: Option<&Progress>) -> Result<&Law<O>, NoLaw> {
        self.found(input, progress)?.law.as_ref().map_err(|refused| refused.clone().into())
    }

    /// Draws its outcome for an input, or returns `None` if there is no distribution.
    #[inline(always)]
    pub(super) fn sample<R: Rng>(&self, input: I, rng: &mut R) -> Option<O> {
        // Without progress, nothing can stop the computation.
        let found = self.found(input, None).ok()?;
        let table = match found.table.get() {
            Some(table) => table,
            None => found.tabulated()?,
        };
        Some(table.pick(rng.next_u64()))
    }

    #[inline(always)]
    fn found(&self, input: I, progress: Option<&Progress>) -> Result<&Found<O>, NoLaw> {
        let numbered = || self.numbered.get()?.get::<usize>(self.rules.number(&input)?)?.get();
        match numbered() {
            Some(found) => Ok(found),
            None => self.search(input, progress),
        }
    }

    /// Searches for the distribution for an input, and computes it if there is none. Gets a copy of the
    /// input, so that a caller that finds its number can keep the input in registers.
    #[inline(never)]
    fn search(&self, input: I, progress: Option<&Progress>) -> Result<&Found<O>, NoLaw> {
        let room = || (0..self.rules.numbers()).map(|_| OnceLock::new()).collect();
        let slot = |number| self.numbered.get_or_init(room).get::<usize>(number);
        match self.rules.number(&input).and_then(slot) {
            Some(slot) => {
                let found = Box::new(self.find(input, progress)?);
                Ok(slot.get_or_init(|| found))
            }
            None => match self.laws.get(&input) {
                Some(found) => Ok(found),
                None => Ok(self.laws.insert(input, self.find(input, progress)?)),
            },
        }
    }

    #[cold]
    fn find(&self, input: I, progress: Option<&Progress>) -> Result<Found<O>, NoLaw> {
        let budget = Budget { progress, ..Budget::new(INNER_OUTCOMES) };
        let followed = || Enumerator::outcomes(&*self.rules, input, budget);
        match self.rules.formula(&input).map_or_else(followed, Ok) {
            Err(NoLaw::TooLarge(refused)) => Ok(Found { law: Err(refused), table: OnceLock::new() }),
            Err(other) => Err(other),
            Ok((outcomes, omitted)) => {
                let rules = Arc::clone(&self.rules);
                let recipe =
                    move |dice: &mut dyn Roller| rules.resolve(&mut Trial::of(Rolls(dice), Nothing), input);
                let law = Law::new(outcomes, omitted, Arc::new(recipe));
                Ok(Found { table: OnceLock::new(), law: Ok(law) })
            }
        }
    }

    /// Plays the procedure out.
    pub(super) fn play_out<S: Source>(&self, source: S, input: I) -> O {
        self.rules.resolve(&mut Trial::of(source, Nothing), input)
    }

    /// Some outcome, for a reader that has to go on without a distribution.
    pub(super) fn any_outcome(&self, input: I) -> O {
        let mut roller = RandomRoller(Xoshiro256PlusPlus::seed_from_u64(0));
        self.play_out(Rolls(&mut roller), input)
    }
}
