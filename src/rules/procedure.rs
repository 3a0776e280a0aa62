//! A program with the keys of a scenario, for all readers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::code::Place;
use super::compile::{Besides, Compiled};
use super::decide::{self, Decisions};
use super::game::Game;
use super::roll::MOST_STEPS;
use super::run::exact::{Exact, Stop};
use super::run::sampled::{Opening, Sampled, Site};
use crate::chance::{
    AnyProcedure, Budget, ExactCells, GivenDice, Isa, MetricSpec, NoLaw, Packing, Playable, Progress, Reader,
    Resolutions, Resource, StepText, Story, TO_SOLVE, Tables, Tally, TooLarge,
};

/// A program that can be read: text that is told, and code for all else.
pub struct Rules {
    told: Playable<Game>,
    game: Game,
    /// With checks, which were made.
    compiled: Compiled,
    /// Code for some of the metrics, by their bits, and by what is wanted besides.
    codes: Mutex<HashMap<(u64, Besides), Arc<Code>>>,
}

/// Code for some of the metrics, and the tables that its draws are looked up in; each thread
/// takes some, and gives them back.
struct Code {
    compiled: Compiled,
    tables: Mutex<Vec<Vec<Site>>>,
}

impl Code {
    fn take(&self) -> Option<Vec<Site>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn give(&self, tables: Vec<Site>) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).push(tables);
    }
}

impl Rules {
    pub fn new(game: Game, compiled: Compiled, metrics: Vec<MetricSpec>, steps: Vec<StepText>) -> Self {
        let tables = Tables::new(metrics, steps).with_indicators(game.indicators(), &[]);
        let told = Playable::new(game.clone(), tables);
        Rules { told, game, compiled, codes: Mutex::default() }
    }

    /// The reader of the text itself.
    #[cfg(test)]
    pub fn told(&self) -> &Playable<Game> {
        &self.told
    }

    /// Who plays it, with what is best where players decide.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where players decide.
    pub fn places(&self) -> &[Place] {
        &self.compiled.places
    }

    /// The code for what players decide for, if they decide anything.
    pub fn code_of_goal(&self) -> Option<Compiled> {
        let (goal, _) = self.game.program.goal.filter(|_| !self.compiled.places.is_empty())?;
        Some(self.compiled.for_metrics(|metric| metric == goal, Besides::Nothing))
    }

    /// The code for the metrics that are asked for, and for indicators if there are some.
    fn code(&self, packing: &Packing, has_indicators: bool) -> Arc<Code> {
        let bits = packing.packed().fold(0, |bits, metric| bits | 1 << metric.0);
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_counted = has_indicators && self.tables().indicators > 0;
        let besides = if is_counted { Besides::Indicators } else { Besides::Nothing };
        let code = codes.entry((bits, besides)).or_insert_with(|| {
            let compiled = self.compiled.for_metrics(|metric| bits >> metric & 1 == 1, besides);
            Arc::new(Code { compiled, tables: Mutex::default() })
        });
        Arc::clone(code)
    }
}

impl AnyProcedure for Rules {
    fn tables(&self) -> &Tables {
        self.told.tables()
    }

    fn solve(&self, progress: &Progress) -> Result<(), NoLaw> {
        let Some(for_goal) = self.code_of_goal().filter(|_| self.game.decisions.get().is_none()) else {
            return Ok(());
        };
        let solution = decide::solve(&self.game, &for_goal, TO_SOLVE.with(progress))?;
        // Where somebody else has solved it meanwhile, the solutions are equal.
        self.game.decisions.get_or_init(|| Decisions::new(self.compiled.places.clone(), solution));
        Ok(())
    }

    fn value(&self) -> Option<f64> {
        self.game.decisions.get().map(|decisions| decisions.solution.value)
    }

    /// A chain: what comes before the first loop is one draw, if it has few outcomes.
    fn reader(&self, _: &Packing, isa: Isa) -> Reader {
        Reader::Chain(isa)
    }

    fn independent_reader(&self, _: &Packing, isa: Isa) -> Reader {
        Reader::Columns(isa)
    }

    fn readers(&self, _: &Packing) -> Vec<Reader> {
        let columns = Isa::all().into_iter().map(Reader::Columns);
        let chains = Isa::all().into_iter().map(Reader::Chain);
        std::iter::once(Reader::Dice).chain(chains).chain(columns).collect()
    }

    fn resolutions<'a>(&'a self, reader: Reader, packing: Packing, trials: u64) -> Box<dyn Resolutions + 'a> {
        let (isa, is_chain) = match reader {
            Reader::Columns(isa) => (isa, false),
            Reader::Chain(isa) => (isa, true),
            // Some rolls of the text have dice, and no law to be looked up in.
            Reader::Dice | Reader::Sampler => return self.told.resolutions(Reader::Dice, packing, trials),
        };
        let (game, code) = (&self.game, self.code(&packing, true));
        let opening = is_chain.then(|| Opening::of(game, &code.compiled, &packing, trials)).flatten();
        let pilot = Sampled::new(game, &code.compiled, &packing, isa, Xoshiro256PlusPlus::seed_from_u64(0));
        let (tables, is_played) = pilot.pilot(opening.as_ref(), trials);
        code.give(tables);
        Box::new(Columns { game, code, packing, isa, opening, is_played })
    }

    fn play(&self, packing: &Packing, faces: &[u32]) -> u64 {
        self.told.play(packing, faces)
    }

    fn enumerate(&self, packing: &Packing, budget: Budget<'_>) -> Result<ExactCells, NoLaw> {
        self.solve(budget.progress.unwrap_or(&Progress::default()))?;
        let code = self.code(packing, packing.has_indicators());
        match Exact::new(&self.game, &code.compiled, packing, budget).law() {
            Ok(cells) => Ok(cells),
            Err(Stop::NoLaw(reason)) => Err(reason),
            // What may go wrong in play was found before, but for rolls that take too long to be known.
            Err(Stop::Fault(_)) => Err(NoLaw::TooLarge(TooLarge {
                resource: Resource::Outcomes,
                needed: MOST_STEPS as u64,
                stages: 1,
                limit: budget.outcomes,
            })),
        }
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

/// Rules that are ready to be sampled from columns.
struct Columns<'a> {
    game: &'a Game,
    code: Arc<Code>,
    packing: Packing,
    isa: Isa,
    opening: Option<Opening>,
    /// The draws that are played out, as a pilot found.
    is_played: Vec<bool>,
}

impl Resolutions for Columns<'_> {
    fn sample(&self, stream: Xoshiro256PlusPlus, trials: u64, tally: &mut Tally) -> Vec<u64> {
        let Columns { game, code, packing, isa, opening, is_played } = self;
        let sampled = Sampled::new(game, &code.compiled, packing, *isa, stream).after(code.take(), is_played);
        let (tables, indicators) = sampled.sample(opening.as_ref(), trials, tally);
        code.give(tables);
        indicators
    }
}
