//! Code without blocks: a list of instructions with jumps, which is executed along one path.

use super::super::code::{Draw, Live, Offer, Op, Operand};

/// An instruction.
#[derive(Debug)]
pub enum Instruction<'a> {
    /// A deterministic operation.
    Compute(&'a Op),
    /// A draw or a choice, at which paths diverge.
    Part(&'a Op),
    /// Jumps if the condition is false.
    Unless(Operand, usize),
    Go(usize),
    /// Sets the round counter of a loop to 0.
    Begin(usize),
    /// Jumps to `end` after `most` rounds.
    Limit {
        counter: usize,
        most: u32,
        end: usize,
    },
    /// Increments the round counter of a loop.
    Next(usize),
    End,
}

/// The instructions of code.
#[derive(Debug, Default)]
pub struct Flow<'a> {
    pub instructions: Vec<Instruction<'a>>,
    /// The number of loops with a counter.
    pub counters: usize,
    /// For each instruction at which paths diverge: the values that identify a situation.
    pub known: Vec<Option<Known>>,
    /// The counters of the loops around the next instruction.
    around: Vec<usize>,
}

/// The values that identify a situation before an instruction.
#[derive(Debug)]
pub struct Known {
    /// The counters of the enclosing loops with a number, the outermost first.
    pub counters: Vec<usize>,
    pub registers: Live,
}

impl<'a> Flow<'a> {
    pub fn new(ops: &'a [Op]) -> Flow<'a> {
        let mut flow = Flow::default();
        flow.block(ops);
        flow.push(Instruction::End);
        flow
    }

    fn push(&mut self, instruction: Instruction<'a>) -> usize {
        self.instructions.push(instruction);
        self.known.push(None);
        self.instructions.len() - 1
    }

    fn block(&mut self, ops: &'a [Op]) {
        ops.iter().for_each(|op| self.op(op));
    }

    fn op(&mut self, op: &'a Op) {
        match op {
            Op::Draw(Draw { arguments, live, .. }) => {
                self.part(op, arguments.iter().map(|(argument, _)| *argument), live);
            }
            Op::Choose { offer, live, .. } => {
                let bounds = match offer {
                    Offer::Range(low, high) => vec![*low, *high],
                    Offer::List(_) => Vec::new(),
                };
                self.part(op, bounds.into_iter(), live);
            }
            Op::If { condition, yes, no, .. } => {
                let unless = self.push(Instruction::Unless(*condition, 0));
                self.block(yes);
                let go = self.push(Instruction::Go(0));
                self.instructions[unless] = Instruction::Unless(*condition, self.instructions.len());
                self.block(no);
                self.instructions[go] = Instruction::Go(self.instructions.len());
            }
            Op::Repeat { most, cut, head, condition, body, .. } => {
                // Loops without a number are cut, and need no counter.
                let counter = cut.is_none().then(|| {
                    self.counters += 1;
                    self.counters - 1
                });
                if let Some(counter) = counter {
                    self.push(Instruction::Begin(counter));
                    self.around.push(counter);
                }
                let start = self.instructions.len();
                let limit = counter.map(|_| self.push(Instruction::Go(0)));
                self.block(head);
                let unless = self.push(Instruction::Unless(*condition, 0));
                self.block(body);
                if let Some(counter) = counter {
                    self.push(Instruction::Next(counter));
                    self.around.pop();
                }
                self.push(Instruction::Go(start));
                let end = self.instructions.len();
                self.instructions[unless] = Instruction::Unless(*condition, end);
                if let Some((limit, counter)) = limit.zip(counter) {
                    self.instructions[limit] = Instruction::Limit { counter, most: *most, end };
                }
            }
            Op::Merge { .. } | Op::Check { .. } => {}
            _ => drop(self.push(Instruction::Compute(op))),
        }
    }

    fn part(&mut self, op: &'a Op, reads: impl Iterator<Item = Operand>, live: &Live) {
        let read = reads.filter_map(|operand| match operand {
            Operand::Register(register) => Some(register),
            Operand::Constant(_) => None,
        });
        let mut registers: Live = live.iter().copied().chain(read).collect();
        registers.sort_unstable();
        registers.dedup();
        let place = self.push(Instruction::Part(op));
        self.known[place] = Some(Known { counters: self.around.clone(), registers });
    }
}
