//! Lets readers run procedures.

use std::sync::OnceLock;
use std::{fmt, iter, slice};

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Serialize, Serializer};

use super::{
    Budget, Decision, Dice, Enumerator, ExactCells, GivenDice, Isa, Ledger, MetricSpec, Narrator, NoLaw,
    Packing, Policy, Procedure, Progress, RandomRoller, Roller, Sampler, Solver, Source, Step, StepText,
    Story, Tables, Tally, TooLarge, Trial, Unsolved, Visited, Visits,
};

/// The reader that samples many resolutions of a rule text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Rolls every die, one by one: [`Dice`].
    Dice,
    /// Draws each pool with one look-up: [`Sampler`].
    Sampler,
    /// Plays texts of rules in columns, with these instructions.
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

impl Serialize for Reader {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A procedure whose rules have their type erased: everything that readers can do with it.
pub trait AnyProcedure: Send + Sync {
    /// What readers and reports need to know about the rule text.
    fn tables(&self) -> &Tables;

    /// The metrics of a resolution.
    fn metrics(&self) -> &[MetricSpec] {
        &self.tables().metrics
    }

    /// The steps of the rule text.
    fn steps(&self) -> &[StepText] {
        &self.tables().steps
    }

    /// Solves what must be known before the first resolution: [`Procedure::solve`], and the
    /// decisions of its players. Until they are solved, players choose their first option.
    ///
    /// # Errors
    /// If that is too large, or if the work was asked to stop.
    fn solve(&self, progress: &Progress) -> Result<(), NoLaw>;

    /// The expected worth of a resolution under best play, if players decide anything and the decisions are
    /// solved. A procedure with unknown values has none, because each of its combinations has its own.
    fn value(&self) -> Option<f64> {
        None
    }

    /// The fastest reader. Its trials play the rules: it draws rolls and definitions, and never from the
    /// distribution of a whole procedure, loop or round.
    fn fastest_reader(&self, packing: &Packing, isa: Isa) -> Reader;

    /// All readers that can sample it on this processor.
    fn readers(&self, packing: &Packing) -> Vec<Reader> {
        let mut readers = vec![Reader::Dice, Reader::Sampler];
        let fastest = Isa::all().into_iter().map(|isa| self.fastest_reader(packing, isa));
        readers.extend(fastest.filter(|reader| *reader != Reader::Sampler));
        readers
    }

    /// Prepares so many resolutions for a reader. Each of the packings has a tally of its own.
    ///
    /// # Panics
    /// If the reader is columns and the procedure is no text.
    fn resolutions<'a>(
        &'a self,
        reader: Reader,
        packings: &[Packing],
        trials: u64,
    ) -> Box<dyn Resolutions + 'a>;

    /// Adds `trials` resolutions to `tally`. Returns how often each indicator was counted.
    ///
    /// # Panics
    /// If the reader is columns and the procedure is no text.
    fn sample(
        &self,
        reader: Reader,
        packing: &Packing,
        stream: Xoshiro256PlusPlus,
        trials: u64,
        tally: &mut Tally,
    ) -> Vec<u64> {
        self.resolutions(reader, slice::from_ref(packing), trials).sample(stream, trials, tally)
    }

    /// Plays one resolution with given faces and returns its joint outcome.
    ///
    /// # Panics
    /// If the rules ask for more or for fewer dice, or for a die that has no such face.
    fn play(&self, packing: &Packing, faces: &[u32]) -> u64 {
        let faces: Vec<i64> = faces.iter().copied().map(i64::from).collect();
        let (story, dice) = self.tell_given(packing, GivenDice::new(&faces));
        assert_eq!((dice.asked, dice.misfit), (faces.len(), None), "the rules ask for other dice");
        story.key
    }

    /// Computes the exact distribution.
    ///
    /// # Errors
    /// If that takes more than the budget, if the decisions of players cannot be solved, or if the
    /// work was asked to stop.
    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw>;

    /// Rolls resolutions one after another, at most `attempts`. Tells the first whose joint outcome
    /// `wanted` accepts, and returns it with its number, counted from 1. If there is none, `rng`
    /// continues after the last one.
    fn tell(
        &self,
        packing: &Packing,
        rng: &mut Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)>;

    /// Tells the resolution of dice that lie on the table. The dice come back and say whether they fit.
    fn tell_given<'a>(&self, packing: &Packing, dice: GivenDice<'a>) -> (Story, GivenDice<'a>);
}

/// Resolutions that are ready to be sampled, by any number of threads.
pub trait Resolutions: Send + Sync {
    /// Adds the resolutions of all these blocks to the tallies, one for each packing. Returns how often
    /// each indicator was counted.
    fn sample_all(&self, blocks: &mut dyn Iterator<Item = Block>, tallies: &mut [Tally]) -> Vec<u64>;

    /// Adds the resolutions of one block to the tally of the only packing. Returns how often each indicator
    /// was counted.
    fn sample(&self, stream: Xoshiro256PlusPlus, trials: u64, tally: &mut Tally) -> Vec<u64> {
        self.sample_all(&mut iter::once((stream, trials)), slice::from_mut(tally))
    }
}

/// The random stream of a block of resolutions, and their number. The outcomes of a block do not
/// depend on the others.
pub type Block = (Xoshiro256PlusPlus, u64);

/// The sums of what was counted in each of some blocks.
pub(crate) fn add_up(counts: usize, blocks: impl Iterator<Item = Vec<u64>>) -> Vec<u64> {
    let mut sums = vec![0; counts];
    blocks.for_each(|counted| add_to(&mut sums, &counted));
    sums
}

/// Adds each count to its sum.
pub(crate) fn add_to(sums: &mut [u64], counts: &[u64]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

/// A procedure that is ready to be sampled by a reader.
struct Sampled<'a, P> {
    playable: &'a Playable<P>,
    reader: Reader,
    packings: Vec<Packing>,
}

/// A rule text with its tables, for readers to run.
pub struct Playable<P> {
    rules: P,
    tables: Tables,
    /// The policy of the players, once it is solved.
    policy: OnceLock<Policy>,
    /// How likely the situations are in which players decide, once somebody has asked.
    visits: OnceLock<Visits>,
}

/// The budget for solving the decisions of a procedure: about a minute, and 1 GB.
pub(crate) const TO_SOLVE: Budget<'static> =
    Budget { outcomes: 1_000_000_000, additions: u64::MAX, bytes: 1 << 30, is_hasty: false, progress: None };

/// The number of choices, one after another, that are followed from the beginning; and the budget for it,
/// about a second.
const FOLLOWED: usize = 4;
const TO_FOLLOW: Budget<'static> =
    Budget { outcomes: 2_500_000, additions: 25_000_000, bytes: 1 << 28, is_hasty: false, progress: None };

impl<P: Procedure> Playable<P> {
    /// Joins a rule text and its tables.
    ///
    /// # Panics
    /// If it has an objective without [decisions](Procedure::DECIDES).
    pub fn new(rules: P, tables: Tables) -> Self {
        assert!(P::DECIDES || tables.objective.is_none(), "an objective is for decisions");
        Playable { rules, tables, policy: OnceLock::new(), visits: OnceLock::new() }
    }

    /// The policy of its players, if they decide anything and it is solved.
    pub fn policy(&self) -> Option<&Policy> {
        self.policy.get()
    }

    /// The situations in which players who follow the solved policy make a decision, in order of first
    /// arrival.
    ///
    /// # Errors
    /// If solving the decisions or following the policy takes too much.
    pub fn visited<D: Decision>(&self, step: Step) -> Result<Vec<Visited<D>>, NoLaw> {
        let visits = self.visits()?;
        Ok(self.policy().map_or_else(Vec::new, |policy| policy.visited::<D>(visits, step)))
    }

    /// How likely each situation is in which players who follow the solved policy make a decision.
    ///
    /// # Errors
    /// If solving the decisions or following the policy takes too much.
    pub fn visits(&self) -> Result<&Visits, NoLaw> {
        if let Some(visits) = self.visits.get() {
            return Ok(visits);
        }
        let nobody = Progress::default();
        self.solve(&nobody)?;
        let visits = |deepest, budget| Enumerator::visits(&self.rules, self.policy(), deepest, budget);
        // How play goes on is worth a second, and how likely situations are much more.
        let visits = match visits(FOLLOWED, TO_FOLLOW) {
            Err(NoLaw::TooLarge(_)) => visits(0, TO_SOLVE),
            other => other,
        }?;
        Ok(self.visits.get_or_init(|| visits))
    }

    /// The joint outcome of one resolution, die by die.
    fn roll(&self, roller: &mut dyn Roller, packing: &Packing) -> u64 {
        let mut dice = Dice::new(roller, packing, self.tables.indicators).under(self.policy());
        self.rules.resolve(&mut dice, ());
        dice.recorder.take()
    }

    /// The story of one resolution, die by die.
    fn told(&self, roller: &mut dyn Roller, packing: &Packing) -> Story {
        let mut narrator = Narrator::new(roller, packing, self.tables.indicators).under(self.policy());
        self.rules.resolve(&mut narrator, ());
        narrator.finish()
    }
}

impl<P: Procedure> AnyProcedure for Playable<P> {
    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn solve(&self, progress: &Progress) -> Result<(), NoLaw> {
        self.rules.solve(progress)?;
        if P::DECIDES
            && let Some(objective) = &self.tables.objective
            && self.policy().is_none()
        {
            let unsolved = |error| match error {
                NoLaw::TooLarge(lacking) => {
                    let sizes = objective.sizes.clone();
                    NoLaw::Unsolved(Unsolved::TooLarge(TooLarge { sizes, ..lacking }))
                }
                other => other,
            };
            let policy = Solver::solve(&self.rules, objective, TO_SOLVE.with(progress)).map_err(unsolved)?;
            // Another thread may have solved it meanwhile; the two policies are equal.
            self.policy.get_or_init(|| policy);
        }
        Ok(())
    }

    fn value(&self) -> Option<f64> {
        self.policy().map(|policy| policy.value)
    }

    fn fastest_reader(&self, _: &Packing, _: Isa) -> Reader {
        Reader::Sampler
    }

    fn resolutions<'a>(&'a self, reader: Reader, packings: &[Packing], _: u64) -> Box<dyn Resolutions + 'a> {
        assert!(!matches!(reader, Reader::Columns(_)), "only texts are played in columns");
        Box::new(Sampled { playable: self, reader, packings: packings.to_vec() })
    }

    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw> {
        let nobody = Progress::default();
        self.solve(budget.progress.unwrap_or(&nobody))?;
        let reader = Enumerator::new(packing, budget).with_indicators(self.tables.indicators);
        reader.under(self.policy()).law(|reader, start| self.rules.resolve(reader, start))
    }

    fn tell(
        &self,
        packing: &Packing,
        rng: &mut Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)> {
        for attempt in 1..=attempts {
            let mut before = RandomRoller(rng.clone());
            if wanted(self.roll(&mut RandomRoller(&mut *rng), packing)) {
                return Some((attempt, self.told(&mut before, packing)));
            }
        }
        None
    }

    fn tell_given<'a>(&self, packing: &Packing, mut dice: GivenDice<'a>) -> (Story, GivenDice<'a>) {
        (self.told(&mut dice, packing), dice)
    }
}

impl<P: Procedure> Resolutions for Sampled<'_, P> {
    /// Plays all blocks once for each packing, from equal streams: every packing counts the same outcomes.
    fn sample_all(&self, blocks: &mut dyn Iterator<Item = Block>, tallies: &mut [Tally]) -> Vec<u64> {
        let counted = blocks.map(|(stream, trials)| {
            let pairs = self.packings.iter().zip(&mut *tallies);
            let indicators =
                pairs.map(|(packing, tally)| self.sample_one(packing, stream.clone(), trials, tally));
            indicators.reduce(|first, _| first).unwrap_or_default()
        });
        add_up(self.playable.tables.indicators, counted)
    }
}

impl<P: Procedure> Sampled<'_, P> {
    /// Adds the resolutions of a block to the tally of a packing. Returns how often each indicator was
    /// counted.
    fn sample_one(
        &self,
        packing: &Packing,
        stream: Xoshiro256PlusPlus,
        trials: u64,
        tally: &mut Tally,
    ) -> Vec<u64> {
        let Playable { rules, tables, .. } = self.playable;
        let policy = self.playable.policy();
        match self.reader {
            Reader::Dice => {
                let mut roller = RandomRoller(stream);
                let dice = Dice::new(&mut roller, packing, tables.indicators);
                count(rules, || dice.under(policy), trials, tally)
            }
            Reader::Sampler | Reader::Columns(_) => {
                let begin = || Sampler::new(stream, packing, tables.indicators);
                count(rules, || begin().under(policy), trials, tally)
            }
        }
    }
}

/// The number of resolutions between two updates of the tally.
const BATCH: u64 = 1024;

/// Counts the joint outcomes of so many resolutions. Returns how often each indicator was counted.
///
/// The call of `resolve` is in one loop only, whatever the kind of the tally, so all of it is inlined
/// there. The trial is created here and not passed in memory, so the generator stays in registers. In a
/// function of its own, the compiler knows that nothing changes the rules meanwhile. It would not know that
/// of a field of [`Playable`], which also has a policy that is written once.
#[inline(never)]
fn count<'a, P: Procedure, S: Source>(
    rules: &P,
    begin: impl FnOnce() -> Trial<'a, S, Ledger<'a>>,
    times: u64,
    tally: &mut Tally,
) -> Vec<u64> {
    let mut trial = begin();
    let mut keys = [0; BATCH as usize];
    let mut left = times;
    while left > 0 {
        let batch = &mut keys[..left.min(BATCH) as usize];
        batch.iter_mut().for_each(|key| {
            rules.resolve(&mut trial, ());
            *key = trial.recorder.take();
        });
        tally.extend(batch);
        left -= batch.len() as u64;
    }
    trial.recorder.indicators
}
