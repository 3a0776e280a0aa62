//! A program with the key values of a scenario, as a procedure for all readers.

use std::collections::HashMap;
use std::slice;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::code::Place;
use super::compile::{Besides, Compiled};
use super::decide::{self, Decisions};
use super::game::Game;
use super::run::exact::{Exact, Stop};
use super::run::sampled::{Plan, Sampled, Site};
use crate::chance::{
    AnyProcedure, Block, Budget, ExactCells, GivenDice, Isa, MetricSpec, NoLaw, Packing, Playable, Progress,
    Reader, Resolutions, StepText, Story, TO_SOLVE, Tables, Tally, Unsolved, add_up,
};

/// A program that is ready to be read: the text itself for narration and single dice, and code for
/// everything else.
pub struct Rules {
    told: Playable<Game>,
    game: Game,
    /// The complete code, with checks that were run already.
    compiled: Compiled,
    /// Code for subsets of the metrics, by the bit set of these metrics, by what else is computed, and
    /// whether it is for the exact reader.
    codes: Mutex<HashMap<(u64, Besides, bool), Arc<Code>>>,
}

/// Code for a subset of the metrics, with a pool of lookup tables for its draws. Each thread takes
/// tables from the pool and returns them.
struct Code {
    compiled: Compiled,
    plan: OnceLock<Plan>,
    /// By the number of trials, on which it depends what has no table.
    tables: Mutex<HashMap<u64, Vec<Vec<Site>>>>,
}

impl Code {
    /// What lanes run.
    fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Plan::new(&self.compiled))
    }

    fn take(&self, trials: u64) -> Option<Vec<Site>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&trials)?.pop()
    }

    fn give(&self, trials: u64, tables: Vec<Site>) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).entry(trials).or_default().push(tables);
    }
}

impl Rules {
    pub fn new(game: Game, compiled: Compiled, metrics: Vec<MetricSpec>, steps: Vec<StepText>) -> Self {
        let tables = Tables::new(metrics, steps).with_indicators(game.indicators(), &[]);
        let told = Playable::new(game.clone(), tables);
        Rules { told, game, compiled, codes: Mutex::default() }
    }

    /// The reader that plays the text itself.
    #[cfg(test)]
    pub fn told(&self) -> &Playable<Game> {
        &self.told
    }

    /// The number of routines that the exact reader takes out of loops.
    #[cfg(test)]
    pub fn outlined(&self) -> usize {
        let all = Packing::all(self.metrics()).expect("the metrics fit");
        self.code(&[all], true, true).compiled.calls.len() - self.compiled.calls.len()
    }

    /// The game, which has the policy of its players once it is solved.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The places where players decide.
    pub fn places(&self) -> &[Place] {
        &self.compiled.places
    }

    /// The code for the goal alone; `None` if players decide nothing.
    pub fn code_of_goal(&self) -> Option<Compiled> {
        let (goal, _) = self.game.program.goal.filter(|_| !self.compiled.places.is_empty())?;
        Some(self.compiled.for_goal(goal).outlined())
    }

    /// The code for the metrics of some packings, and for indicators if they are requested and exist.
    fn code(&self, packings: &[Packing], has_indicators: bool, is_exact: bool) -> Arc<Code> {
        let bits = packings.iter().flat_map(Packing::packed).fold(0, |bits, metric| bits | 1 << metric.0);
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_counted = has_indicators && self.tables().indicators > 0;
        let besides = if is_counted { Besides::Indicators } else { Besides::Nothing };
        let code = codes.entry((bits, besides, is_exact)).or_insert_with(|| {
            let is_apart = is_exact && self.compiled.has_short_loops();
            let apart = is_apart.then(|| self.compiled.with_last_rounds_apart());
            let whole = apart.as_ref().unwrap_or(&self.compiled);
            let compiled = whole.for_metrics(|metric| bits >> metric & 1 == 1, besides);
            let compiled = if is_exact { compiled.outlined() } else { compiled };
            Arc::new(Code { compiled, plan: OnceLock::new(), tables: Mutex::default() })
        });
        Arc::clone(code)
    }
}

impl AnyProcedure for Rules {
    fn tables(&self) -> &Tables {
        self.told.tables()
    }

    fn solve(&self, progress: &Progress) -> Result<(), NoLaw> {
        if self.game.decisions.get().is_some() {
            return Ok(());
        }
        let Some(for_goal) = self.code_of_goal() else { return Ok(()) };
        let solution =
            decide::solve(&self.game, &for_goal, TO_SOLVE.with(progress))?.in_units(self.game.unit());
        // Another thread may have solved it meanwhile; both solutions are equal.
        self.game.decisions.get_or_init(|| Decisions::new(self.compiled.places.clone(), solution));
        Ok(())
    }

    fn value(&self) -> Option<f64> {
        self.game.decisions.get().map(|decisions| decisions.solution.value)
    }

    fn fastest_reader(&self, _: &Packing, isa: Isa) -> Reader {
        Reader::Columns(isa)
    }

    fn readers(&self, _: &Packing) -> Vec<Reader> {
        let columns = Isa::all().into_iter().map(Reader::Columns);
        std::iter::once(Reader::Dice).chain(columns).collect()
    }

    fn resolutions<'a>(
        &'a self,
        reader: Reader,
        packings: &[Packing],
        trials: u64,
    ) -> Box<dyn Resolutions + 'a> {
        let isa = match reader {
            Reader::Columns(isa) => isa,
            // Some rolls can only be thrown die by die: they have no distribution to look up.
            Reader::Dice | Reader::Sampler => return self.told.resolutions(Reader::Dice, packings, trials),
        };
        let (game, code) = (&self.game, self.code(packings, true, false));
        let seeded = Xoshiro256PlusPlus::seed_from_u64(0);
        let pilot = Sampled::new(game, &code.compiled, code.plan(), packings, isa, seeded);
        let (tables, is_played) = pilot.pilot(trials);
        code.give(trials, tables);
        Box::new(Columns { game, code, packings: packings.to_vec(), isa, is_played, trials })
    }

    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw> {
        self.solve(budget.progress.unwrap_or(&Progress::default()))?;
        let law = |packing: &Packing| {
            let code = self.code(slice::from_ref(packing), packing.has_indicators(), true);
            let law = Exact::new(&self.game, &code.compiled, packing, budget).law();
            law.map_err(|stop| match stop {
                Stop::Endless(_) if self.game.decisions.get().is_some() => NoLaw::Unsolved(Unsolved::GoesOn),
                stop => stop.after_checks(),
            })
        };
        if !packing.has_indicators() || self.game.program.charts.is_empty() {
            return law(packing);
        }
        // What stands at the places of a chart is apart from the metrics: together they have more states.
        let marks = Packing::new(self.metrics(), |_| false).expect("no metrics fit").with_indicators();
        Ok(ExactCells { indicators: law(&marks)?.indicators, ..law(&packing.clone().without_indicators())? })
    }

    fn tell(
        &self,
        packing: &Packing,
        rng: &mut Xoshiro256PlusPlus,
        attempts: u64,
        wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(u64, Story)> {
        self.told.tell(packing, rng, attempts, wanted)
    }

    fn tell_given<'a>(&self, packing: &Packing, dice: GivenDice<'a>) -> (Story, GivenDice<'a>) {
        self.told.tell_given(packing, dice)
    }
}

/// Rules that are ready for bulk sampling.
struct Columns<'a> {
    game: &'a Game,
    code: Arc<Code>,
    packings: Vec<Packing>,
    isa: Isa,
    /// For each draw: whether the pilot found that it must be played out instead of looked up.
    is_played: Vec<bool>,
    /// The number of trials in all.
    trials: u64,
}

impl Resolutions for Columns<'_> {
    fn sample_all(&self, blocks: &mut dyn Iterator<Item = Block>, tallies: &mut [Tally]) -> Vec<u64> {
        let Columns { game, code, packings, isa, is_played, trials: all } = self;
        let counted = blocks.map(|(stream, trials)| {
            let sampled = Sampled::new(game, &code.compiled, code.plan(), packings, *isa, stream);
            let (tables, indicators) =
                sampled.after(code.take(*all), is_played, *all).sample(trials, tallies);
            code.give(*all, tables);
            indicators
        });
        add_up(game.indicators(), counted)
    }
}
