//! A procedure of a rulebook, and what the readers make of it.

use std::fmt;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::columns;
use super::metric::Ledger32;
use super::{
    Budget, Chance, ColumnLaw, Dice, Enumerator, ExactCells, GivenDice, Isa, Metric, MetricSpec, Narrator,
    NoLaw, Packing, Progress, RandomRoller, Sampler, Script, Stopped, Story, Tally,
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

    /// The laws whose draws are made beforehand, where the text is sampled from columns.
    /// They lie in the procedure itself, and a resolution draws from each once at most: a
    /// second draw would read the same value.
    ///
    /// It is for texts without loops and marks: `benches/odds.rs` shows whether they
    /// become twice as fast. What a scenario fixes is best held as a number that draws are
    /// compared with: a `match` over three variants, and whatever may panic, keeps a text
    /// from becoming vector code.
    fn columns(&self) -> Option<Vec<ColumnLaw<'_>>> {
        None
    }

    /// Solves what has to be known before the first resolution, such as a game. Whoever
    /// reads the procedure without that solves it then, and cannot be stopped.
    ///
    /// # Errors
    /// When somebody asked to stop.
    fn solve(&self, _progress: &Progress) -> Result<(), Stopped> {
        Ok(())
    }

    /// Plays the procedure once, stage by stage.
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()>;
}

/// Who reads a rule text when many resolutions are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Every die, one by one: [`Dice`].
    Dice,
    /// One look-up for each pool: [`Sampler`].
    Sampler,
    /// From columns of draws made beforehand, with these instructions.
    Columns(Isa),
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reader::Dice => write!(f, "dice"),
            Reader::Sampler => write!(f, "sampler"),
            Reader::Columns(isa) => write!(f, "columns-{}", isa.name()),
        }
    }
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

    /// Solves what has to be known before the first resolution: [`Procedure::solve`].
    ///
    /// # Errors
    /// When somebody asked to stop.
    fn solve(&self, progress: &Progress) -> Result<(), Stopped>;

    /// The reader that samples it in bulk: from columns, with these instructions, where
    /// the procedure says so and the key of a joint outcome fits.
    fn reader(&self, packing: &Packing, isa: Isa) -> Reader;

    /// All readers that can sample it on this processor.
    fn readers(&self, packing: &Packing) -> Vec<Reader> {
        let mut readers = vec![Reader::Dice, Reader::Sampler];
        let bulk = Isa::all().into_iter().map(|isa| self.reader(packing, isa));
        readers.extend(bulk.filter(|reader| *reader != Reader::Sampler));
        readers
    }

    /// Adds `trials` resolutions to `tally`. Yields how often each mark was made.
    ///
    /// # Panics
    /// When it is to be read from columns and cannot be.
    fn sample(
        &self,
        reader: Reader,
        packing: &Packing,
        stream: Xoshiro256PlusPlus,
        trials: u64,
        tally: &mut Tally,
    ) -> Vec<u64>;

    /// Plays one resolution with given faces and returns its joint outcome.
    ///
    /// # Panics
    /// When the script does not fit: see [`Script`].
    fn play(&self, packing: &Packing, faces: &[u32]) -> u64;

    /// Visits every outcome.
    ///
    /// # Errors
    /// When that takes more than the budget, or whoever hears of it stops it.
    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw>;

    /// Rolls resolutions one after the other, at most `attempts`, and tells the
    /// first whose joint outcome `wanted` accepts, with its number, counted from 1.
    /// Without one, `rng` stands behind the last that was rolled.
    fn tell(
        &self,
        packing: &Packing,
        rng: &mut Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)>;

    /// Tells the resolution of dice that lie on the table, and says how they fit.
    fn tell_given<'a>(&self, packing: &Packing, faces: &'a [u32]) -> (Story, GivenDice<'a>);
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

    fn solve(&self, progress: &Progress) -> Result<(), Stopped> {
        Procedure::solve(self, progress)
    }

    fn reader(&self, packing: &Packing, isa: Isa) -> Reader {
        match (self.columns(), Ledger32::new(packing)) {
            (Some(_), Some(_)) => Reader::Columns(isa),
            _ => Reader::Sampler,
        }
    }

    fn sample(
        &self,
        reader: Reader,
        packing: &Packing,
        stream: Xoshiro256PlusPlus,
        trials: u64,
        tally: &mut Tally,
    ) -> Vec<u64> {
        let marks = Procedure::marks(self);
        match reader {
            Reader::Dice => {
                let mut dice = Dice::new(RandomRoller(stream), packing, marks);
                count(trials, tally, || {
                    self.resolve(&mut dice, ());
                    dice.take()
                });
                dice.marks
            }
            Reader::Sampler => {
                let mut sampler = Sampler::new(stream, packing, marks);
                count(trials, tally, || {
                    self.resolve(&mut sampler, ());
                    sampler.take()
                });
                sampler.marks
            }
            Reader::Columns(isa) => {
                let laws = self.columns().expect("the procedure is read from columns");
                let ledger = Ledger32::new(packing).expect("keys have 32 bits");
                columns::sample(self, &laws, isa, &ledger, stream, trials, tally);
                vec![0; marks]
            }
        }
    }

    fn play(&self, packing: &Packing, faces: &[u32]) -> u64 {
        let mut dice = Dice::new(Script::new(faces), packing, Procedure::marks(self));
        self.resolve(&mut dice, ());
        assert_eq!(dice.roller.left(), [0; 0], "the rules ask for fewer dice than the script has");
        dice.take()
    }

    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw> {
        budget.progress.map_or(Ok(()), |progress| Procedure::solve(self, progress))?;
        Enumerator::enumerate(packing, Procedure::marks(self), budget, |reader, start| {
            self.resolve(reader, start)
        })
    }

    fn tell(
        &self,
        packing: &Packing,
        rng: &mut Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)> {
        let mut dice = Dice::new(RandomRoller(rng.clone()), packing, Procedure::marks(self));
        for attempt in 1..=attempts {
            let before = dice.roller.clone();
            self.resolve(&mut dice, ());
            if wanted(dice.take()) {
                let mut narrator = Narrator::new(before, packing, Procedure::marks(self));
                self.resolve(&mut narrator, ());
                return Some((attempt, narrator.finish()));
            }
        }
        *rng = dice.roller.0;
        None
    }

    fn tell_given<'a>(&self, packing: &Packing, faces: &'a [u32]) -> (Story, GivenDice<'a>) {
        let mut narrator = Narrator::new(GivenDice::new(faces), packing, Procedure::marks(self));
        self.resolve(&mut narrator, ());
        narrator.finish_with_roller()
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
