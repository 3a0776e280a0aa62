//! What is known about the rounds of a loop: its stages, and where they lead from the states before them.

use std::collections::BTreeSet;
use std::ops::Range as Places;

use super::super::super::rows::Rows;
use super::super::super::states::States;
use super::super::Indicated;
use super::super::draws::up_to_merge;
use super::adding::Apart;
use crate::chance::Cells;
use crate::rules::code::{Alike, Live, Op, Operand, Place, all_ops};
use crate::rules::program::Operator;
use crate::rules::range::Range;

/// A round is divided where states have at most so many bits more than at its beginning: what comes of many states
/// is found for all of them together, as far as they come of one.
const MORE_BITS: u32 = 4;

/// What is known about the rounds of a loop.
///
/// A round has stages: first the condition, then the parts of the body between which the fewest registers are
/// needed, so that states merge in between. A state consists of the registers that are needed. Registers to which
/// rounds only add, such as a number of rounds, are apart from the state: a stage starts with 0 in them, and what it
/// leaves there is added.
pub(in super::super) struct Loop {
    /// The number of registers of the routine.
    pub(super) registers: usize,
    pub(super) counted: Live,
    pub(super) stages: Vec<Stage>,
    /// The registers of a state behind the loop, and these states.
    pub(super) behind: Live,
    pub(super) ends: States,
    /// What stages add to the counted registers; the first is nothing.
    pub(super) sums: States,
    /// The memory that was charged to the budget.
    pub(super) charged: u64,
}

/// A part of a round.
pub(super) struct Stage {
    /// Its operations in the body; the first stage is the condition.
    pub(super) ops: Places<usize>,
    /// Whether what players choose in it depends on the round, so that it is not remembered.
    pub(super) reads_round: bool,
    /// The registers of a state before it, and these states.
    pub(super) head: Live,
    pub(super) states: States,
    /// For each state its number among those from which the stage is known, plus one, or 0.
    pub(super) learned: Vec<u32>,
    /// No state below this number is unknown.
    pub(super) explored: usize,
    /// For each known state where its steps end.
    pub(super) ends: Vec<usize>,
    pub(super) steps: Vec<Step>,
    /// For each known state the probability that is omitted.
    pub(super) lost: Vec<f64>,
    /// What is indicated from each known state, and where that ends.
    pub(super) indicated: Vec<Indicated>,
    pub(super) indicated_ends: Vec<usize>,
}

/// Where a stage may lead.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// A state before the next stage, or with [`BEHIND`] one behind the loop.
    pub(super) to: u32,
    pub(super) sum: u32,
    pub(super) probability: f64,
}

pub(super) const BEHIND: u32 = 1 << 31;

impl Stage {
    pub(super) fn new(ops: Places<usize>, head: Live, reads_round: bool) -> Stage {
        Stage {
            ops,
            reads_round,
            states: States::new(head.len()),
            head,
            learned: Vec::new(),
            explored: 0,
            ends: Vec::new(),
            steps: Vec::new(),
            lost: Vec::new(),
            indicated: Vec::new(),
            indicated_ends: Vec::new(),
        }
    }

    /// The number of a state among the known ones.
    pub(super) fn known(&self, state: usize) -> Option<usize> {
        Some(self.learned.get(state)?.checked_sub(1)? as usize)
    }

    /// The steps from a state with a number among the known ones.
    pub(super) fn steps(&self, known: usize) -> &[Step] {
        &self.steps[within(&self.ends, known)]
    }

    /// Forgets where the stage leads, and none of its states.
    pub(super) fn unlearn(&mut self) {
        self.learned.fill(0);
        self.ends.clear();
        self.steps.clear();
        self.lost.clear();
        self.indicated.clear();
        self.indicated_ends.clear();
    }

    /// The states among these from which the stage is not known, each once. From now on they have a number.
    pub(super) fn unknown(&mut self, states: impl Iterator<Item = usize>) -> Vec<usize> {
        self.learned.resize(self.states.len(), 0);
        let mut unknown = Vec::new();
        for state in states {
            if self.learned[state] == 0 {
                unknown.push(state);
                self.learned[state] = (self.ends.len() + unknown.len()) as u32;
            }
        }
        unknown
    }
}

/// The part with an index, given where parts end.
pub(super) fn within(ends: &[usize], index: usize) -> Places<usize> {
    index.checked_sub(1).map_or(0, |before| ends[before])..ends[index]
}

impl Loop {
    pub(super) fn new(
        op: &Op,
        registers: usize,
        places: &[Place],
        follows_all: bool,
        ranges: &[Range],
    ) -> Loop {
        let Op::Repeat { head, body, condition, before, inner, live, .. } = op else {
            unreachable!("it is a loop")
        };
        let mut counted: BTreeSet<usize> = before.iter().copied().collect();
        read(&mut counted, *condition);
        let reads_round = |ops: &[Op]| {
            let counts = |op: &Op| matches!(op, Op::Choose { place, .. } if places[*place].rounds > 0);
            !follows_all && all_ops(ops).any(counts)
        };
        for ops in [head, body] {
            only_added_to(ops, places, &mut counted);
            // What belongs to a member stays with it.
            for op in all_ops(ops) {
                if let Op::Merge { alike, .. } = op {
                    for one in alike.iter().flat_map(Alike::registers) {
                        counted.remove(&one);
                    }
                }
            }
        }
        let state = |live: &Live| {
            live.iter().copied().filter(|register| !counted.contains(register)).collect::<Live>()
        };
        let bits = |live: &Live| live.iter().map(|&register| ranges[register].bits()).sum::<u32>();
        let most = bits(&state(before)) + MORE_BITS;
        let mut stages = vec![Stage::new(0..0, state(before), reads_round(head))];
        let (mut begin, mut needed) = (0, inner);
        for place in (0..body.len()).filter(|&place| body[place].is_random()) {
            let steps = up_to_merge(&body[place + 1..]);
            let end = place + 1 + steps.len();
            // A loop is played from fewer states in the stage before.
            let next = body[end..].iter().find(|op| op.is_random());
            let is_loop = matches!(next, Some(Op::Repeat { .. }));
            let most = if is_loop { most - MORE_BITS } else { most };
            if let Some(Op::Merge { live, .. }) = steps.last().filter(|_| end < body.len())
                && bits(&state(live)) <= most
            {
                stages.push(Stage::new(begin..end, state(needed), reads_round(&body[begin..end])));
                (begin, needed) = (end, live);
            }
        }
        stages.push(Stage::new(begin..body.len(), state(needed), reads_round(&body[begin..])));
        let behind = state(live);
        let mut sums = States::new(counted.len());
        sums.insert(&vec![0; counted.len()]);
        let ends = States::new(behind.len());
        Loop { registers, counted: counted.into_iter().collect(), stages, behind, ends, sums, charged: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        let steps: usize = self.stages.iter().map(|stage| stage.steps.len()).sum();
        let states = self.stages.iter().map(|stage| stage.states.bytes() + 24 * stage.states.len() as u64);
        let states: u64 = states.sum();
        self.ends.bytes() + self.sums.bytes() + states + (size_of::<Step>() * steps) as u64
    }

    /// Forgets all rounds, and all states but these.
    pub(super) fn forget(&mut self, here: &mut [(u64, f64)]) {
        let new = |stage: &Stage| Stage::new(stage.ops.clone(), stage.head.clone(), stage.reads_round);
        let new = self.stages.iter().map(new).collect();
        let known = std::mem::replace(&mut self.stages, new);
        for (cell, _) in here {
            let state = self.stages[0].states.insert(known[0].states.get(*cell as u32 as usize));
            *cell = *cell >> 32 << 32 | state as u64;
        }
    }

    /// The cells with which the loop begins: in each half a number, of what a state is apart from the loop and of
    /// the state. None of the rows are left.
    pub(super) fn entered(&mut self, apart: &mut Apart, rows: &mut Rows) -> Vec<(u64, f64)> {
        let mut entering = std::mem::replace(rows, Rows::none(self.registers));
        let Loop { counted, stages, .. } = self;
        let Stage { head, states, .. } = &mut stages[0];
        let mut here = Vec::new();
        entering.each_state(&[&head[..], counted].concat(), |key, mass, values| {
            let (state, counted) = values.split_at(head.len());
            let number = apart.insert(key, counted.iter().copied());
            here.push(((number as u64) << 32 | states.insert(state) as u64, mass));
        });
        here
    }

    /// Adds the cells behind the loop to the rows.
    pub(super) fn left(&self, apart: &Apart, done: &Cells<f64>, rows: &mut Rows) {
        for (cell, mass) in done.iter() {
            let number = (cell >> 32) as usize;
            rows.keys.push(apart.key(number));
            rows.weights.push(mass);
            let end = self.behind.iter().zip(self.ends.get(cell as u32 as usize));
            let counted = self.counted.iter().zip(apart.counted(number));
            end.chain(counted).for_each(|(&register, &value)| rows.columns[register].push(value));
        }
    }

    /// The state behind the loop of a state whose rounds are over.
    pub(super) fn end_of(&mut self, state: usize) -> usize {
        let Stage { head, states, .. } = &self.stages[0];
        let state = states.get(state);
        let value = |register| head.binary_search(register).map_or(0, |place| state[place]);
        let end: Vec<i32> = self.behind.iter().map(value).collect();
        self.ends.insert(&end)
    }
}

/// Keeps the registers to which operations add, at most, and which they do not read otherwise.
fn only_added_to(ops: &[Op], places: &[Place], counted: &mut BTreeSet<usize>) {
    let mut left = ops;
    while let [op, behind @ ..] = left {
        left = behind;
        match (op, behind) {
            (
                Op::Binary {
                    operator: Operator::Plus | Operator::Minus,
                    a: Operand::Register(a),
                    b: more,
                    to,
                }
                | Op::Binary { operator: Operator::Plus, a: more, b: Operand::Register(a), to },
                [Op::Assign { from: Operand::Register(from), to: sum }, rest @ ..],
            ) if sum == a && from == to => {
                read(counted, *more);
                counted.remove(to);
                left = rest;
            }
            _ => {
                op.read().into_iter().for_each(|operand| read(counted, operand));
                match op {
                    Op::Draw(draw) => counted.retain(|register| !draw.outputs.contains(register)),
                    Op::Choose { place, to, .. } => {
                        let seen = places[*place].seen.as_deref().unwrap_or_default();
                        counted.retain(|register| register != to && !seen.contains(register));
                    }
                    _ => {
                        op.computed().map(|(to, _)| counted.remove(&to));
                        op.blocks().into_iter().for_each(|block| only_added_to(block, places, counted));
                    }
                }
            }
        }
    }
}

/// A register that is read is more than a sum.
fn read(counted: &mut BTreeSet<usize>, operand: Operand) {
    if let Operand::Register(register) = operand {
        counted.remove(&register);
    }
}
