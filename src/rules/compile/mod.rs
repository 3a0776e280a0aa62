//! From a program and the keys of a scenario to code: what is known is computed, ranges follow.

mod choice;

mod expression;

mod live;

mod merges;

mod once;

mod statement;

use std::collections::HashMap;

use super::code::{Code, Op, Place};
use super::game::Game;
use super::program::{KeyValues, Program, Routine};
use super::range::Range;
use super::syntax::Span;
use crate::expression::ExpressionError;

/// All code of a program: that of its main routine, and of each definition as it is called.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub main: Code,
    /// By the number that calls have.
    pub calls: Vec<Code>,
    /// The range of each metric.
    pub metrics: Vec<Range>,
    /// How many draws there are.
    pub sites: usize,
    /// Where players decide.
    pub places: Vec<Place>,
}

/// What is wanted of code besides metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Besides {
    Nothing,
    /// What is followed through rounds.
    Indicators,
    /// Checks, and no metrics.
    Checks,
}

/// Compiles routines of one program.
pub struct Compiler<'a> {
    pub game: &'a Game,
    pub program: &'a Program,
    pub keys: &'a KeyValues,
    calls: Vec<Code>,
    /// The numbers of calls that were compiled, by definition and the ranges of arguments.
    known: HashMap<(usize, Vec<Range>), usize>,
    metrics: Vec<Range>,
    /// How many draws there are.
    sites: usize,
    /// The places where players decide, and their numbers by choice and turns.
    places: Vec<Place>,
    known_places: HashMap<(usize, Vec<usize>), usize>,
    /// What cannot be right, whatever the dice show.
    wrong: Vec<ExpressionError>,
    /// The statements that were compiled: loops are, until their ranges are known.
    work: usize,
    /// Whether it was said that there is too much to compile.
    is_refused: bool,
}

/// A program that takes more statements to compile, its loops unrolled, is refused.
const MOST_WORK: usize = 500_000;

/// A program whose definitions are given more ranges of values is refused.
const MOST_CALLS: usize = 10_000;

impl<'a> Compiler<'a> {
    /// Compiles all of a program, with the checks of what may go wrong in play.
    ///
    /// # Errors
    /// What goes wrong in any play.
    pub fn compile(game: &'a Game) -> Result<Compiled, Vec<ExpressionError>> {
        let program = &*game.program;
        let mut compiler = Compiler {
            game,
            program,
            keys: &game.keys,
            calls: Vec::new(),
            known: HashMap::new(),
            metrics: vec![Range::only(0); program.metrics.len()],
            sites: 0,
            places: Vec::new(),
            known_places: HashMap::new(),
            wrong: Vec::new(),
            work: 0,
            is_refused: false,
        };
        let main = compiler.routine(&program.main, &[]);
        if compiler.wrong.is_empty() {
            let mut compiled = Compiled {
                main,
                calls: compiler.calls,
                metrics: compiler.metrics,
                sites: compiler.sites,
                places: compiler.places,
            };
            compiled.find_what_players_see(program);
            return Ok(compiled);
        }
        compiler.wrong.dedup();
        Err(compiler.wrong)
    }

    /// Compiles a routine for arguments in these ranges.
    fn routine(&mut self, routine: &Routine, arguments: &[Range]) -> Code {
        let mut building = Building {
            routine,
            env: vec![None; routine.variables.len()],
            ops: Vec::new(),
            next: routine.variables.len(),
            registers: routine.variables.len(),
            guards: Vec::new(),
            turns: Vec::new(),
            rounds: 0,
            chains: 0,
        };
        for (variable, &range) in arguments.iter().enumerate() {
            building.env[variable] = Some(range);
        }
        building.block(self, &routine.body);
        let output = |&(variable, _): &(usize, _)| (building.variable(variable), building.range(variable));
        let outputs = routine.outputs.iter().map(output).collect();
        Code { ops: building.ops, registers: building.registers, outputs }
    }

    /// Whether there is more to compile than there may be, the statement at `span` included. That is
    /// said once.
    fn is_too_long(&mut self, span: &Span) -> bool {
        self.work += 1;
        let is_too_long = self.work > MOST_WORK || self.calls.len() > MOST_CALLS;
        if is_too_long && !self.is_refused {
            self.is_refused = true;
            let message = "these rules are too long with all their rounds and definitions";
            let help = "repeat less often, or give definitions fewer different values";
            self.wrong.push(ExpressionError::new(span.clone(), message, help));
        }
        is_too_long
    }

    /// The number of a call of a definition with arguments in these ranges.
    fn call(&mut self, definition: usize, arguments: Vec<Range>) -> usize {
        let key = (definition, arguments);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let code = self.routine(&self.program.definitions[definition], &key.1);
        self.calls.push(code);
        self.known.insert(key, self.calls.len() - 1);
        self.calls.len() - 1
    }
}

/// A routine that is being compiled.
struct Building<'r> {
    routine: &'r Routine,
    /// The range of each variable that has a value here.
    env: Vec<Option<Range>>,
    ops: Vec<Op>,
    /// The first register that is free.
    next: usize,
    registers: usize,
    /// What has to be true for an expression to matter.
    guards: Vec<super::code::Operand>,
    /// The turns of the lists that are gone through here.
    turns: Vec<usize>,
    /// How many loops with a number, and without one, are open.
    rounds: usize,
    chains: usize,
}

impl Compiled {
    /// The code for some of the metrics, and what else is wanted of it.
    pub fn for_metrics(&self, wanted: impl Fn(usize) -> bool, besides: Besides) -> Compiled {
        let strip =
            |code: &Code| Code { ops: live::needed(code, &wanted, &self.places, besides), ..code.clone() };
        Compiled {
            main: strip(&self.main),
            calls: self.calls.iter().map(strip).collect(),
            metrics: self.metrics.clone(),
            sites: self.sites,
            places: self.places.clone(),
        }
    }

    /// Whether anything may go wrong in play.
    pub fn has_checks(&self) -> bool {
        self.first_check().is_some()
    }

    /// Where the first check stands.
    pub fn first_check(&self) -> Option<Span> {
        std::iter::once(&self.main).chain(&self.calls).find_map(|code| live::first_check(&code.ops))
    }
}
