//! Compiles a program for the keys of a scenario: folds constants, and propagates ranges.

mod alike;

mod capped;

mod chance;

mod choice;

mod dice;

mod drift;

mod env;

mod expression;

mod faces;

mod live;

mod once;

mod outline;

mod rounds;

mod score;

mod statement;

use std::collections::HashMap;
use std::slice;

use self::alike::Decided;
use self::drift::{Drift, Drifts};
use self::env::Env;
use self::faces::ByNumber;
pub use self::score::Score;
use super::code::{Alike, Code, Fault, Op, Place, change_each};
use super::game::Game;
use super::program::{KeyValues, Program, Routine, portions};
use super::range::Range;
use super::syntax::Span;
use crate::expression::ExpressionError;

/// The code of a program: its main routine, and each definition for the arguments with which it is called.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub main: Code,
    /// The code of definitions, by the index in `DrawnFrom::Call`.
    pub calls: Vec<Code>,
    /// The range of each metric.
    pub metrics: Vec<Range>,
    /// The number of draws.
    pub sites: usize,
    /// The places where players decide.
    pub places: Vec<Place>,
    /// The scores that are recorded where they are added up.
    pub scores: Vec<Score>,
}

/// What code computes besides metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Besides {
    Nothing,
    /// The indicators of followed values.
    Indicators,
    /// Checks, and no metrics.
    Checks,
}

/// Compiles routines of one program.
pub struct Compiler<'a> {
    pub game: &'a Game,
    pub program: &'a Program,
    pub keys: &'a KeyValues,
    /// What is compiled so far.
    made: Compiled,
    /// The parameters that the code of each call reads.
    reads: Vec<Vec<usize>>,
    /// The indices of compiled calls, by definition and by the ranges of arguments.
    known: HashMap<(usize, Vec<Range>), usize>,
    /// The indices of places where players decide, by choice and turns.
    known_places: HashMap<(usize, Vec<usize>), usize>,
    /// Errors that occur whatever the dice show.
    wrong: Vec<ExpressionError>,
    /// The number of compiled statements; those in loops are compiled again until their ranges are known.
    work: usize,
    /// Whether it was reported that there is too much to compile.
    is_refused: bool,
}

/// The maximum number of statements to compile, with all rounds that are compiled.
const MOST_WORK: usize = 4_000_000;

/// The maximum number of definitions, counted once for each combination of argument ranges.
const MOST_CALLS: usize = 10_000;

impl<'a> Compiler<'a> {
    /// Compiles a program, with checks for the faults that may occur in play.
    ///
    /// # Errors
    /// Faults that occur whatever the dice show.
    pub fn compile(game: &'a Game) -> Result<Compiled, Vec<ExpressionError>> {
        let program = &*game.program;
        let mut compiler = Compiler::new(game);
        let alike = alike::alike_by_keys(program, &game.keys);
        let (main, _) = compiler.routine(&program.main, &[], alike);
        if compiler.wrong.is_empty() {
            // Players see their own variables.
            let main = if compiler.made.places.is_empty() { main.with_caps() } else { main };
            let mut compiled = Compiled { main, ..compiler.made };
            compiled.find_what_players_see(program);
            return Ok(compiled);
        }
        compiler.wrong.dedup();
        Err(compiler.wrong)
    }

    fn new(game: &'a Game) -> Compiler<'a> {
        let program = &*game.program;
        Compiler {
            game,
            program,
            keys: &game.keys,
            made: Compiled { metrics: vec![Range::only(0); program.metrics.len()], ..Compiled::default() },
            reads: Vec::new(),
            known: HashMap::new(),
            known_places: HashMap::new(),
            wrong: Vec::new(),
            work: 0,
            is_refused: false,
        }
    }

    /// Compiles a routine for arguments in these ranges, and with these members that are alike by their keys.
    /// Also returns the parameters that it reads.
    fn routine(&mut self, routine: &Routine, arguments: &[Range], alike: Vec<Alike>) -> (Code, Vec<usize>) {
        let (mut variables, mut by_number) = (routine.variables.len(), HashMap::new());
        self.read_by_number(&routine.body, &mut variables, &mut by_number);
        let (program, keys) = (self.program, self.keys);
        let mut building = Building { by_number, ..Building::new(self, routine, vec![None; variables]) };
        for (variable, &range) in arguments.iter().enumerate() {
            building.takes(variable, range);
        }
        building.alike.clone_from(&alike);
        let mut starts = Vec::new();
        for portion in portions(&routine.body, 0) {
            starts.extend(portion.statements().map(|_| building.ops.len()));
            building.portion(&portion, 0);
        }
        if !alike.is_empty() {
            alike::limit(program, keys, &building.decided, &alike, &mut building.ops, &starts);
        }
        let output = |&(variable, _): &(usize, _)| (building.variable(variable), building.range(variable));
        let outputs = routine.outputs.iter().map(output).collect();
        let read = building.env.read_of(arguments.len());
        let (registers, variables) = (building.registers, routine.variables.len());
        let parameters = (0..arguments.len()).collect();
        building.ranges.resize(registers, None);
        let ranges = building.ranges.into_iter().map(|range| range.unwrap_or(Range::ALL)).collect();
        (
            Code {
                ops: building.ops,
                registers,
                variables,
                parameters,
                ranges,
                outputs,
                played: building.played,
            },
            read,
        )
    }

    /// Counts the statement at `span`, and returns whether there is too much to compile. Reports that once.
    fn is_too_long(&mut self, span: &Span) -> bool {
        self.work += 1;
        let is_too_long = self.work > MOST_WORK || self.made.calls.len() > MOST_CALLS;
        if is_too_long && !self.is_refused {
            self.is_refused = true;
            let message = "these rules are too long with all their rounds and definitions";
            let help = "repeat less often, or give definitions fewer different values";
            self.wrong.push(ExpressionError::new(span.clone(), message, help));
        }
        is_too_long
    }

    /// The index of the code of a definition for arguments in these ranges; compiles it if it is new.
    fn call(&mut self, definition: usize, arguments: Vec<Range>) -> usize {
        let key = (definition, arguments);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (code, read) = self.routine(&self.program.definitions[definition], &key.1, Vec::new());
        self.made.calls.push(code);
        self.reads.push(read);
        self.known.insert(key, self.made.calls.len() - 1);
        self.made.calls.len() - 1
    }
}

/// A routine that is being compiled.
struct Building<'r, 'a> {
    compiler: &'r mut Compiler<'a>,
    routine: &'r Routine,
    /// The range of each variable that has a value here.
    env: Env,
    /// Variables of which the first is at most the second here, as after `k = min(hits, left)`.
    at_most: Vec<(usize, usize)>,
    /// The range of all values that each register takes.
    ranges: Vec<Option<Range>>,
    ops: Vec<Op>,
    /// The number of enclosing loops whose ranges are still unknown: what is compiled meanwhile is no code.
    settling: usize,
    /// What is done to variables, while that is noted.
    drifts: Option<Drifts>,
    /// The rolls that are read by number.
    by_number: HashMap<usize, ByNumber>,
    /// The first free register.
    next: usize,
    /// The first free register at the beginning of the block.
    floor: usize,
    registers: usize,
    /// Conditions that must be true for an expression to matter.
    guards: Vec<super::code::Operand>,
    /// For each enclosing `for` loop, the index of its current element.
    turns: Vec<usize>,
    /// The number of enclosing loops with a number of rounds, and without one.
    rounds: usize,
    chains: usize,
    /// The number of rounds that are played whatever the dice show, with those of definitions.
    played: u64,
    /// The members that are alike here, if play treats them so.
    alike: Vec<Alike>,
    decided: Decided,
}

impl<'r, 'a> Building<'r, 'a> {
    /// Begins a routine with variables in these ranges.
    fn new(compiler: &'r mut Compiler<'a>, routine: &'r Routine, env: Vec<Option<Range>>) -> Self {
        let variables = env.len();
        Building {
            compiler,
            routine,
            env: Env::new(env),
            at_most: Vec::new(),
            ranges: Vec::new(),
            ops: Vec::new(),
            settling: 0,
            drifts: None,
            by_number: HashMap::new(),
            next: variables,
            floor: variables,
            registers: variables,
            guards: Vec::new(),
            turns: Vec::new(),
            rounds: 0,
            chains: 0,
            played: 0,
            alike: Vec::new(),
            decided: Decided::new(),
        }
    }
}

impl Building<'_, '_> {
    /// A variable takes a value in this range, which does not depend on the one before.
    fn takes(&mut self, variable: usize, range: Range) {
        self.drifts(variable, Drift::fixed(range));
        self.holds(variable, range);
    }

    fn holds(&mut self, variable: usize, range: Range) {
        self.at_most.retain(|&(less, more)| less != variable && more != variable);
        self.env.set(variable, Some(range));
        self.reaches(variable, range);
    }

    fn emit(&mut self, op: Op) {
        if self.settling == 0 {
            self.ops.push(op);
        }
    }

    /// A register takes a value in this range.
    fn reaches(&mut self, register: usize, range: Range) {
        if self.settling > 0 {
            return;
        }
        if self.ranges.len() <= register {
            self.ranges.resize(register + 1, None);
        }
        let known = &mut self.ranges[register];
        *known = Some(known.map_or(range, |known| known.join(range)));
    }
}

impl Compiled {
    /// The code for some of the metrics, and for `besides`.
    pub fn for_metrics(&self, wanted: impl Fn(usize) -> bool, besides: Besides) -> Compiled {
        self.stripped(&self.main, wanted, besides)
    }

    /// The code for some of the metrics, and for `besides`, with this main routine.
    fn stripped(&self, main: &Code, wanted: impl Fn(usize) -> bool, besides: Besides) -> Compiled {
        let strip = |code: &Code| code.with_ops(live::needed(code, &wanted, &self.places, besides));
        Compiled {
            main: strip(main),
            calls: self.calls.iter().map(strip).collect(),
            metrics: self.metrics.clone(),
            sites: self.sites,
            places: self.places.clone(),
            scores: self.scores.clone(),
        }
    }

    /// The code of the goal that players play for, with its scores apart.
    pub fn for_goal(&self, goal: usize) -> Compiled {
        let (main, scores) = self.main.with_scores_apart(goal);
        let stripped = self.stripped(&main, |metric| metric == goal, Besides::Nothing);
        Compiled { scores, ..stripped }
    }

    /// Whether the main routine has loops of few rounds.
    pub fn has_short_loops(&self) -> bool {
        self.main.ops.iter().any(is_short)
    }

    /// This code with the last rounds of its short loops apart: what only a further round would read is needed
    /// no more in them.
    pub fn with_last_rounds_apart(&self) -> Compiled {
        let mut apart = self.clone();
        let Code { ops, .. } = &mut apart.main;
        for place in (0..ops.len()).rev().filter(|&place| is_short(&self.main.ops[place])) {
            let mut last = ops[place].clone();
            if let (Op::Repeat { most, .. }, Op::Repeat { first, most: only, .. }) =
                (&mut ops[place], &mut last)
            {
                *most -= 1;
                (*first, *only) = (*most, 1);
            }
            // What is known of a draw depends on what is needed of it.
            change_each(slice::from_mut(&mut last), &mut |op| {
                if let Op::Draw(draw) = op {
                    draw.site += self.sites;
                }
            });
            ops.insert(place + 1, last);
        }
        Compiled { sites: 2 * self.sites, ..apart }
    }

    /// This code for a reader that remembers what comes of calls.
    pub fn outlined(mut self) -> Compiled {
        outline::outline(&mut self);
        self
    }

    /// Whether a fault may occur in play.
    pub fn has_checks(&self) -> bool {
        let ops = || std::iter::once(&self.main).chain(&self.calls).flat_map(|code| &code.ops);
        self.first_check().is_some() || ops().any(Op::may_be_endless)
    }

    /// The first check: the fault, and its position.
    pub fn first_check(&self) -> Option<(&Fault, &Span)> {
        std::iter::once(&self.main).chain(&self.calls).find_map(|code| live::first_check(&code.ops))
    }
}

/// Whether it is a loop of so few rounds that the last one is worth code of its own: no other round could use
/// what it learns. The last round asks the condition again after a round in which it was false, so that must
/// not roll dice.
fn is_short(op: &Op) -> bool {
    matches!(op, Op::Repeat { most: 2..=4, cut: None, head, .. } if !head.iter().any(Op::is_random))
}
