//! All situations that any choices can lead to, and the transitions between them.

use std::collections::{HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::super::code::{Op, Operand};
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::run::exact::{Exact, Stop};
use super::flow::{Flow, Instruction};
use crate::chance::{Budget, NoLaw, Packing, Resource, TooLarge, Unit, Unsolved};

/// The graph of situations. A situation is identified by its instruction, the rounds of the enclosing
/// loops, and the registers that matter. The first one is the start.
pub struct Graph<'a> {
    pub flow: Flow<'a>,
    pub situations: IndexSet<Box<[i32]>, FxBuildHasher>,
    /// For each situation the index of its first transition; the last entry is the end of the transitions.
    begins: Vec<usize>,
    ways: Vec<Way>,
    /// The transition to the first situation.
    pub first: Way,
}

/// A transition to the next situation: an outcome of luck, or an option of a player.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub to: u32,
    /// The probability of the outcome; 1 for an option.
    pub probability: f64,
    /// What is recorded for the goal on the way, times the probability.
    pub worth: f64,
}

/// The target of a transition that ends play.
pub const END: u32 = u32::MAX;

/// The state of one path.
struct Course<'a> {
    lists: &'a [Vec<i64>],
    registers: Vec<i32>,
    counters: Vec<i32>,
    recorded: f64,
}

impl<'a> Graph<'a> {
    /// Builds the graph from the code of the goal.
    ///
    /// # Errors
    /// If it exceeds the budget.
    pub fn new(game: &'a Game, compiled: &'a Compiled, budget: Budget<'a>) -> Result<Graph<'a>, NoLaw> {
        let flow = Flow::new(&compiled.main.ops);
        let mut course = Course {
            lists: &game.program.lists,
            registers: vec![0; compiled.main.registers],
            counters: vec![0; flow.counters],
            recorded: 0.0,
        };
        let packing = Packing::new(&[], |_| false).expect("nothing needs no room");
        let mut laws = Exact::new(game, compiled, &packing, Budget { progress: None, ..budget });
        let work = budget.progress.map(|progress| progress.begin(Unit::Outcomes, None));
        let mut graph = Graph {
            flow,
            situations: IndexSet::default(),
            begins: vec![0],
            ways: Vec::new(),
            first: Way { to: END, probability: 1.0, worth: 0.0 },
        };
        let start = graph.flow.run(&mut course, 0);
        graph.first = Way { to: graph.place(&course, start), probability: 1.0, worth: course.recorded };
        let (mut read, mut bytes) = (0, 0);
        let mut ways: IndexMap<u32, Way, FxBuildHasher> = IndexMap::default();
        while read < graph.situations.len() {
            let at = graph.set(&mut course, read);
            let Instruction::Part(op) = graph.flow.instructions[at] else { unreachable!("courses part") };
            ways.clear();
            match op {
                Op::Draw(draw) => {
                    let arguments: Vec<i32> =
                        draw.arguments.iter().map(|(argument, _)| course.at(*argument)).collect();
                    laws.renew();
                    let drawn = laws.drawn(draw, &arguments).map_err(Stop::after_checks)?;
                    for (row, &probability) in drawn.weights.iter().enumerate() {
                        graph.set(&mut course, read);
                        for (&register, outputs) in draw.outputs.iter().zip(&drawn.outputs) {
                            course.registers[register] = outputs[row];
                        }
                        let behind = graph.flow.run(&mut course, at + 1);
                        let (to, worth) = (graph.place(&course, behind), probability * course.recorded);
                        let way = ways.entry(to).or_insert(Way { to, probability: 0.0, worth: 0.0 });
                        way.probability += probability;
                        way.worth += worth;
                    }
                }
                Op::Choose { offer, to: chosen, .. } => {
                    for option in offer.all(|operand| course.at(operand)) {
                        graph.set(&mut course, read);
                        course.registers[*chosen] = option;
                        let behind = graph.flow.run(&mut course, at + 1);
                        let to = graph.place(&course, behind);
                        graph.ways.push(Way { to, probability: 1.0, worth: course.recorded });
                    }
                }
                _ => unreachable!("courses part where somebody draws or chooses"),
            }
            graph.ways.extend(ways.values());
            graph.begins.push(graph.ways.len());
            read += 1;
            bytes += graph.situations[read - 1].len() as u64 * 4 + 64;
            if let Some(work) = &work {
                work.add((graph.ways.len() - graph.begins[read]) as u64);
                if work.is_stopped() {
                    return Err(NoLaw::Stopped);
                }
            }
            let taken = [
                (Resource::Outcomes, graph.ways.len() as u64, budget.outcomes),
                (Resource::Bytes, bytes + (graph.ways.len() * size_of::<Way>()) as u64, budget.bytes),
            ];
            if let Some(&(resource, needed, limit)) = taken.iter().find(|(_, needed, limit)| needed > limit) {
                let sizes = graph.sizes(game);
                let lacking = TooLarge { resource, needed, stages: 1, limit, sizes };
                return Err(NoLaw::Unsolved(Unsolved::TooLarge(lacking)));
            }
        }
        Ok(graph)
    }

    /// Describes why there are many situations: variables, and their numbers of values.
    fn sizes(&self, game: &Game) -> String {
        let mut values: HashMap<usize, HashSet<i32>> = HashMap::new();
        let mut rounds: HashSet<&[i32]> = HashSet::new();
        for key in &self.situations {
            let Some(known) = &self.flow.known[key[0] as usize] else { continue };
            let (counters, registers) = key[1..].split_at(known.counters.len());
            rounds.insert(counters);
            for (&register, &value) in known.registers.iter().zip(registers) {
                values.entry(register).or_default().insert(value);
            }
        }
        let rounds = (rounds.len() > 1).then(|| format!("{} rounds", rounds.len()));
        let sizes = values.iter().map(|(&register, values)| (register, values.len()));
        rounds.into_iter().chain(game.program.main.sizes(sizes)).collect::<Vec<_>>().join(", ")
    }

    /// The transitions from a situation.
    pub fn ways(&self, situation: usize) -> &[Way] {
        &self.ways[self.begins[situation]..self.begins[situation + 1]]
    }

    /// The draw or the choice of a situation.
    pub fn op(&self, situation: usize) -> &'a Op {
        match self.flow.instructions[self.situations[situation][0] as usize] {
            Instruction::Part(op) => op,
            _ => unreachable!("courses part in a situation"),
        }
    }

    /// The options of a situation in which a player chooses; empty for a draw.
    pub fn options(&self, situation: usize) -> Vec<i32> {
        let Op::Choose { offer, .. } = self.op(situation) else { return Vec::new() };
        let key = &self.situations[situation];
        let known = self.flow.known[key[0] as usize].as_ref().expect("it is known where courses part");
        let values = &key[1 + known.counters.len()..];
        offer.all(|operand| match operand {
            Operand::Constant(constant) => constant,
            Operand::Register(register) => {
                let place = known.registers.binary_search(&register);
                values[place.expect("what there is to choose is seen")]
            }
        })
    }

    /// The index of the situation that a path has reached; adds the situation if it is new.
    fn place(&mut self, course: &Course<'_>, at: usize) -> u32 {
        let Some(known) = &self.flow.known[at] else { return END };
        let counters = known.counters.iter().map(|&counter| course.counters[counter]);
        let registers = known.registers.iter().map(|&register| course.registers[register]);
        let key: Box<[i32]> = std::iter::once(at as i32).chain(counters).chain(registers).collect();
        self.situations.insert_full(key).0 as u32
    }

    /// Moves a path to a situation. Returns the index of its instruction.
    fn set(&self, course: &mut Course<'_>, situation: usize) -> usize {
        let key = &self.situations[situation];
        let at = key[0] as usize;
        let known = self.flow.known[at].as_ref().expect("it is known where courses part");
        let (counters, registers) = key[1..].split_at(known.counters.len());
        known.counters.iter().zip(counters).for_each(|(&counter, &value)| course.counters[counter] = value);
        known.registers.iter().zip(registers).for_each(|(&to, &value)| course.registers[to] = value);
        course.recorded = 0.0;
        at
    }
}

impl Flow<'_> {
    /// Runs a path up to the next draw or choice, or to the end. Returns the index of that instruction.
    fn run(&self, course: &mut Course<'_>, mut at: usize) -> usize {
        loop {
            match self.instructions[at] {
                Instruction::Compute(op) => course.compute(op),
                Instruction::Part(_) | Instruction::End => return at,
                Instruction::Unless(condition, to) if course.at(condition) == 0 => at = to - 1,
                Instruction::Unless(..) => {}
                Instruction::Go(to) => {
                    at = to;
                    continue;
                }
                Instruction::Begin(counter) => course.counters[counter] = 0,
                Instruction::Limit { counter, most, end } => {
                    if course.counters[counter] == most as i32 {
                        at = end;
                        continue;
                    }
                }
                Instruction::Next(counter) => course.counters[counter] += 1,
            }
            at += 1;
        }
    }
}

impl Course<'_> {
    fn at(&self, operand: Operand) -> i32 {
        match operand {
            Operand::Constant(constant) => constant,
            Operand::Register(register) => self.registers[register],
        }
    }

    fn compute(&mut self, op: &Op) {
        let (to, value) = match op {
            Op::Binary { operator, a, b, to } => {
                (*to, operator.of(self.at(*a).into(), self.at(*b).into()) as i32)
            }
            Op::Not { a, to } => (*to, 1 - self.at(*a)),
            Op::Select { condition, yes, no, to } => {
                (*to, self.at(if self.at(*condition) == 0 { *no } else { *yes }))
            }
            Op::Element { list, place, to } => {
                let place = usize::try_from(self.at(*place)).unwrap_or(usize::MAX);
                (*to, self.lists[*list].get(place).map_or(0, |&element| element as i32))
            }
            Op::Assign { from, to } => (*to, self.at(*from)),
            Op::Record { from, .. } => {
                self.recorded += f64::from(self.at(*from));
                return;
            }
            _ => return,
        };
        self.registers[to] = value;
    }
}
