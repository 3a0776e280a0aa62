//! A procedure of a rulebook, and what the readers make of it.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    Chance, Dice, Enumerator, ExactCells, Metric, MetricSpec, Narrator, Packing, RandomRoller, Sampler,
    Script, Story, Tally, TooLarge,
};

/// A step of a rule text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step(pub u8);

/// A row of a rule text's step table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// Which step it is.
    pub step: Step,
    /// Its number or letter in the text.
    pub number: String,
    /// Who acts.
    pub who: &'static str,
    /// What is done.
    pub title: &'static str,
}

impl StepText {
    /// A table of steps with their numbers, who acts, and what is done.
    pub fn table(rows: &[(Step, &str, &'static str, &'static str)]) -> Vec<StepText> {
        let row = |&(step, number, who, title): &(Step, &str, &'static str, &'static str)| StepText {
            step,
            number: number.to_owned(),
            who,
            title,
        };
        rows.iter().map(row).collect()
    }

    /// The row of a step.
    ///
    /// # Panics
    /// When the table does not have it: a rule text notes the steps of its own.
    pub fn of(table: &[StepText], step: Step) -> &StepText {
        table.iter().find(|row| row.step == step).expect("a procedure's table has every step it notes")
    }
}

/// One procedure of a rulebook, made ready for one scenario.
pub trait Procedure: Send + Sync {
    /// What one resolution yields.
    fn metrics(&self) -> &[MetricSpec];

    /// The step table that [`Chance::note`] refers to.
    fn steps(&self) -> &[StepText];

    /// How many [`Mark`](super::Mark)s its resolutions may have.
    fn marks(&self) -> usize {
        0
    }

    /// The metrics that remember what the marks do: their exact law is that of the
    /// marks as well, for little more.
    fn beside_marks(&self) -> &[Metric] {
        &[]
    }

    /// Plays the procedure once, stage by stage.
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()>;
}

/// A procedure whatever its rules: all that readers make of it.
pub trait AnyProcedure: Send + Sync {
    /// What one resolution yields.
    fn metrics(&self) -> &[MetricSpec];

    /// The step table of the rule text.
    fn steps(&self) -> &[StepText];

    /// How many [`Mark`](super::Mark)s its resolutions may have.
    fn marks(&self) -> usize;

    /// The metrics that remember what the marks do.
    fn beside_marks(&self) -> &[Metric];

    /// Adds `trials` sampled resolutions to `tally`. Yields how often each mark was
    /// made.
    fn sample(&self, packing: &Packing, rng: Xoshiro256PlusPlus, trials: u64, tally: &mut Tally) -> Vec<u64>;

    /// The same, rolled die by die.
    fn roll(&self, packing: &Packing, rng: Xoshiro256PlusPlus, trials: u64, tally: &mut Tally) -> Vec<u64>;

    /// Plays one resolution with given faces and returns its joint outcome.
    ///
    /// # Panics
    /// When the script does not fit: see [`Script`].
    fn play(&self, packing: &Packing, faces: &[u32]) -> u64;

    /// Visits every outcome, at most `limit` of them.
    fn enumerate(&self, packing: &Packing, limit: u64) -> Result<ExactCells, TooLarge>;

    /// Rolls resolutions one after the other, at most `attempts`, and tells the
    /// first whose joint outcome `wanted` accepts, with its number, counted from 1.
    fn tell(
        &self,
        packing: &Packing,
        rng: Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)>;
}

impl<P: Procedure> AnyProcedure for P {
    fn metrics(&self) -> &[MetricSpec] {
        Procedure::metrics(self)
    }

    fn steps(&self) -> &[StepText] {
        Procedure::steps(self)
    }

    fn marks(&self) -> usize {
        Procedure::marks(self)
    }

    fn beside_marks(&self) -> &[Metric] {
        Procedure::beside_marks(self)
    }

    fn sample(&self, packing: &Packing, rng: Xoshiro256PlusPlus, trials: u64, tally: &mut Tally) -> Vec<u64> {
        let mut sampler = Sampler::new(rng, packing, Procedure::marks(self));
        count(trials, tally, || {
            self.resolve(&mut sampler, ());
            sampler.take()
        });
        sampler.marks
    }

    fn roll(&self, packing: &Packing, rng: Xoshiro256PlusPlus, trials: u64, tally: &mut Tally) -> Vec<u64> {
        let mut dice = Dice::new(RandomRoller(rng), packing, Procedure::marks(self));
        count(trials, tally, || {
            self.resolve(&mut dice, ());
            dice.take()
        });
        dice.marks
    }

    fn play(&self, packing: &Packing, faces: &[u32]) -> u64 {
        let mut dice = Dice::new(Script::new(faces), packing, Procedure::marks(self));
        self.resolve(&mut dice, ());
        assert_eq!(dice.roller.left(), [0; 0], "the rules ask for fewer dice than the script has");
        dice.take()
    }

    fn enumerate(&self, packing: &Packing, limit: u64) -> Result<ExactCells, TooLarge> {
        Enumerator::enumerate(packing, Procedure::marks(self), limit, |reader, start| {
            self.resolve(reader, start)
        })
    }

    fn tell(
        &self,
        packing: &Packing,
        rng: Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)> {
        let mut dice = Dice::new(RandomRoller(rng), packing, Procedure::marks(self));
        for attempt in 1..=attempts {
            let before = dice.roller.clone();
            self.resolve(&mut dice, ());
            if wanted(dice.take()) {
                let mut narrator = Narrator::new(before, packing, Procedure::marks(self));
                self.resolve(&mut narrator, ());
                return Some((attempt, narrator.finish()));
            }
        }
        None
    }
}

/// Resolutions between two visits to the tally.
const BATCH: u64 = 1024;

/// Counts what `resolution` yields, so many times. The resolution stands in one
/// loop alone, whatever the kind of the tally: so all of it is inlined there, and
/// the generator stays in registers.
#[inline(always)]
fn count(times: u64, tally: &mut Tally, mut resolution: impl FnMut() -> u64) {
    let mut keys = [0; BATCH as usize];
    let mut left = times;
    while left > 0 {
        let batch = &mut keys[..left.min(BATCH) as usize];
        batch.iter_mut().for_each(|key| *key = resolution());
        tally.extend(batch);
        left -= batch.len() as u64;
    }
}
